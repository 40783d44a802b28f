"""The layout of the index files: each field has a column with all entries, which gzip makes smaller than objects.

Each game has a file, and the book has one with everything else; its `order` says which file has the next entries, and
how many. A second set of files has what only questions in a language other than the page's need: other words for the
answers, what players ask, and words that mean the same, in English or Japanese.

A column is a string: the values of all entries in turn, separated by `~`; each item of a list ends with `|`. Addresses
are relative to the game's folder and have no `.html`; a rule's is only its page, because its id is its anchor. To keep
small files from repeating text, the book's file in each set has what the games have in common. Texts of several games
are in `shared`, and a column has a tab and their number instead. Every letter and every frequent word of a column is
written as the letter of its index in `alphabet`, which begins with the most frequent. `frontend/search/columns.mjs`
reads the files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from cattools.core.errors import DataError, shorten

_ENTRY, _ITEM, _SHARED, _LETTER = "~", "|", "\t", "\n"
JAPANESE = "ja"
# The fields that only questions in English need, and those that only questions in Japanese need.
_ENGLISH_FIELDS, _JAPANESE_FIELDS = {"also", "players"}, {"ja", "also_ja", "players_ja"}
_FIRST = ord("#")  # the code of the first letter; JSON escapes some characters before it, and the backslash
_BLOCK = 64  # number of consecutive letters whose UTF-8 differs only in the last byte
# What can have a letter of its own: an English word; in Japanese, a row of katakana or kanji, or a sentence's end.
_PART = re.compile(r" ?[A-Za-z']+|[\u30a1-\u30fc]+|[\u4e00-\u9fff]+|(?:ます|です|ません)。|.", re.DOTALL)
_FREQUENT = 6  # how often such a part must occur
_LONG = 8  # minimum length of a text to be shared

_Row: TypeAlias = dict[str, str | list[str]]
_Tables: TypeAlias = dict[str, list[_Row]]
_Place: TypeAlias = tuple[str, str, str]  # of a column: its game, table and field


def packed(index: Mapping[str, Any], language: str) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the index files: `own`, which all questions need, and `other`, for those in another language.

    Each set has each game's file, by the game's id, and the book's, by "". Raises `DataError`.
    """
    entries: dict[str, list[Mapping[str, Any]]] = {game: [] for game in ("", *index["games"])}
    for entry in index["entries"]:
        entries[_game(entry)].append(entry)
    tables = {game: _tables(game, found) for game, found in entries.items()}
    order = [[game, len([*run])] for game, run in groupby(map(_game, index["entries"]))]
    own, other = _speech(index["speech"], language)
    apart = _ENGLISH_FIELDS if language == JAPANESE else _JAPANESE_FIELDS
    fields = {name for table in tables.values() for rows in table.values() for row in rows for name in row}
    own[""] = {"games": index["games"], "names": index.get("names", {}), "order": order, **own[""]}
    return {"own": _files(tables, fields - apart, own), "other": _files(tables, apart, other)}


def _game(entry: Mapping[str, Any]) -> str:
    return str(entry.get("game", ""))


def _speech(speech: Mapping[str, Any], language: str) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return what each file in the two sets contains of players' words.

    The English meanings of Japanese words help only where a text is in English.
    """
    english, japanese = {"same": speech["same"]}, {"same_japanese": speech.get("same_japanese", [])}
    meanings = {game: {"japanese": {game: words}} for game, words in speech["japanese"].items()}
    own, other = (japanese, english) if language == JAPANESE else (english, japanese)
    return {"": own}, meanings | {"": other | meanings.get("", {})}


def _tables(game: str, entries: Sequence[Mapping[str, Any]]) -> _Tables:
    """Return a game's rulings, and its entries, which refer to the rulings by number."""
    rulings: dict[str, Mapping[str, Any]] = {}
    for one in (one for entry in entries for one in (*entry.get("disputes", ()), *entry.get("shown", ()))):
        rulings[one["at"]] = one
    number = {at: str(n) for n, at in enumerate(rulings)}
    rows = [
        {name: value for name, value in entry.items() if name != "game"}
        | {name: [number[one["at"]] for one in entry[name]] for name in ("disputes", "shown") if name in entry}
        | {"at": _place(game, entry["at"].partition("#")[0] if "rule" in entry else entry["at"])}
        for entry in entries
    ]
    of_rulings = [{**one, "at": _place(game, at)} for at, one in rulings.items()]
    return {"rulings": [*map(_row, of_rulings)], "entries": [*map(_row, rows)]}


def _place(game: str, at: str) -> str:
    folder = f"book/{game}/" if game else "book/"
    if not at.startswith(folder):
        raise DataError(f"search index: expected an address in {folder}, found {shorten(at)}")
    return at.removeprefix(folder).replace(".html", "", 1)


def _row(values: Mapping[str, Any]) -> _Row:
    row = {
        name: value if isinstance(value, list) else str(int(value) if isinstance(value, bool) else value)
        for name, value in values.items()
    }
    for item in _items([row]):
        if any(mark in item for mark in (_ENTRY, _ITEM, _SHARED, _LETTER)):
            raise DataError(
                f"search index: expected a line of text without {_ENTRY}, {_ITEM} and tabs, found {shorten(item)}"
            )
    return row


def _items(rows: Iterable[_Row]) -> Iterator[str]:
    for value in (value for row in rows for value in row.values()):
        yield from value if isinstance(value, list) else (value,)


def _files(tables: Mapping[str, _Tables], fields: set[str], more: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return a set of files with these fields, and with `more` for each file."""
    of = {
        game: {name: [{key: row[key] for key in row if key in fields} for row in rows] for name, rows in parts.items()}
        for game, parts in tables.items()
    }
    games = Counter(item for parts in of.values() for item in {*_items(row for rows in parts.values() for row in rows)})
    shared = sorted(item for item, n in games.items() if n > 1 and len(item) >= _LONG)
    number = {item: f"{_SHARED}{n}" for n, item in enumerate(shared)}
    texts = {
        (game, name, key): column
        for game, parts in of.items()
        for name, rows in parts.items()
        for key, column in _columns(rows, number).items()
    }
    texts["", "shared", ""] = _ENTRY.join(shared)
    alphabet, coded = _coded(texts)
    files: dict[str, dict[str, Any]] = {game: {**more.get(game, {}), "rulings": {}, "entries": {}} for game in tables}
    files[""] |= {"alphabet": _LETTER.join(alphabet), "shared": coded.pop(("", "shared", ""))}
    for (game, name, key), column in coded.items():
        files[game][name][key] = column
    return files


def _columns(rows: Sequence[_Row], number: Mapping[str, str]) -> dict[str, str]:
    def cell(value: str | list[str]) -> str:
        if isinstance(value, str):
            return number.get(value, value)
        return "".join(f"{number.get(item, item)}{_ITEM}" for item in value)

    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _ENTRY.join(cell(row.get(name, "")) for row in rows) for name in names}


def _coded(texts: Mapping[_Place, str]) -> tuple[list[str], dict[_Place, str]]:
    """Return the letters and the frequent words, and the texts in which a letter replaces each of them."""
    parts = {key: _PART.findall(text) for key, text in texts.items()}
    often = Counter(part for found in parts.values() for part in found)
    spelled = {key: [*_spelled(found, often)] for key, found in parts.items()}
    ranked = [letter for letter, _ in Counter(one for found in spelled.values() for one in found).most_common()]
    # Where the order makes no difference to the columns, it is alphabetical, which makes the alphabet smaller.
    rank = {letter: _code(n) // _BLOCK for n, letter in enumerate(ranked)}
    alphabet = sorted(ranked, key=lambda letter: (rank[letter], letter))
    code = {letter: chr(_code(n)) for n, letter in enumerate(alphabet)}
    return alphabet, {key: "".join(map(code.__getitem__, found)) for key, found in spelled.items()}


def _code(n: int) -> int:
    return _FIRST + n + (_FIRST + n >= ord("\\"))


def _spelled(parts: Iterable[str], often: Mapping[str, int]) -> Iterator[str]:
    for part in parts:
        yield from (part,) if often[part] >= _FREQUENT else part
