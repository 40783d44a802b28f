"""The layout of the index files: for each field a column with all entries, which is smaller with gzip than objects.

What only a question in another language than the page's needs is in a second file: in English or Japanese, what players
ask and the words that mean the same. A page fetches it at the first such question.

A column is a string, the fields of all entries in turn, separated by `~`; each item of a list ends with `|`. A rule's
address is only its page, because its id is its anchor. In columns in Japanese each letter has another, for its place in
`alphabet`, the frequent ones first: a byte or two instead of three. They come last, because gzip adapts to a language.
`frontend/search/columns.mjs` reads the files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from cattools.core.errors import DataError, shorten

_ENTRY, _ITEM = "~", "|"
JAPANESE = "ja"
# The fields that only a question in this language needs.
_ENGLISH_FIELDS, _JAPANESE_FIELDS = ("players",), ("ja", "also_ja", "players_ja")
_FIRST = ord("#")  # the code of the first letter; JSON escapes some characters before it, and the backslash
_OF_RULE = re.compile(r"book/(.+)\.html#.+")
_JAPANESE_LETTER = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_MUCH = 0.2  # the minimum share of Japanese letters in a column that is in Japanese


def packed(index: Mapping[str, Any], language: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the files of the index: what every question needs, and what one in another language than the page's needs.

    They have the rulings apart from the entries, which have their numbers.
    """
    rulings: dict[str, dict[str, Any]] = {}
    for one in (one for entry in index["entries"] for one in (*entry.get("disputes", ()), *entry.get("shown", ()))):
        rulings[one["at"]] = one
    number = {at: str(n) for n, at in enumerate(rulings)}
    entries = [
        entry
        | {name: [number[one["at"]] for one in entry[name]] for name in ("disputes", "shown") if name in entry}
        | ({"at": _OF_RULE.sub(r"\1", entry["at"])} if "rule" in entry else {})
        for entry in index["entries"]
    ]
    tables = {"rulings": _columns(rulings.values()), "entries": _columns(entries)}
    japanese = dict(index["speech"])
    english = {"same": japanese.pop("same")}
    own, other, apart = (
        (japanese, english, _ENGLISH_FIELDS) if language == JAPANESE else (english, japanese, _JAPANESE_FIELDS)
    )
    rest = {name: {key: table.pop(key) for key in apart if key in table} for name, table in tables.items()}
    return {"games": index["games"], **own, **_coded(tables)}, {**other, **_coded(rest)}


def _coded(tables: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Return the columns, those in Japanese apart, with other letters."""
    plain: dict[str, dict[str, str]] = {name: {} for name in tables}
    coded: dict[str, dict[str, str]] = {name: {} for name in tables}
    for name, table in tables.items():
        for key, column in table.items():
            (coded if _is_japanese(column) else plain)[name][key] = column
    letters = Counter("".join(column for table in coded.values() for column in table.values()))
    alphabet = "".join(letter for letter, _ in letters.most_common())
    code = str.maketrans({letter: _code(n) for n, letter in enumerate(alphabet)})
    for table in coded.values():
        table.update({key: column.translate(code) for key, column in table.items()})
    return {**plain, "alphabet": alphabet, "coded": coded}


def _is_japanese(column: str) -> bool:
    return len(_JAPANESE_LETTER.findall(column)) > _MUCH * len(column)


def _code(place: int) -> str:
    return chr(_FIRST + place + (_FIRST + place >= ord("\\")))


def _columns(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    rows = list(rows)
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _ENTRY.join(_cell(row.get(name, "")) for row in rows) for name in names}


def _cell(value: Any) -> str:
    items = value if isinstance(value, list) else [str(int(value) if isinstance(value, bool) else value)]
    for item in items:
        if _ENTRY in item or _ITEM in item:
            raise DataError(f"search index: expected a text without {_ENTRY} and {_ITEM}, found {shorten(item)}")
    return "".join(f"{item}{_ITEM}" for item in items) if isinstance(value, list) else items[0]
