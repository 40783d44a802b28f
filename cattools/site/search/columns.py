"""The layout of the index file: for each field a column with all entries, which is smaller with gzip than objects.

A column is a string, the fields of all entries in turn, separated by `~`; each item of a list ends with `|`. A rule's
address is only its page, because its id is its anchor. The columns in Japanese come last, because gzip adapts to a
language; for each letter they have another, for its place in `alphabet`, the frequent ones first: a byte or two instead
of three. `frontend/search/columns.mjs` reads the file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from cattools.core.errors import DataError, shorten

_ENTRY, _ITEM = "~", "|"
_JAPANESE = ("ja", "players_ja")
_FIRST = ord("#")  # the code of the first letter; JSON escapes some characters before it, and the backslash
_OF_RULE = re.compile(r"book/(.+)\.html#.+")


def packed(index: Mapping[str, Any]) -> dict[str, Any]:
    """Return the index as it is stored: the rulings apart from the entries, which have their numbers."""
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
    coded = {name: {key: table.pop(key) for key in _JAPANESE if key in table} for name, table in tables.items()}
    letters = Counter("".join(column for table in coded.values() for column in table.values()))
    alphabet = "".join(letter for letter, _ in letters.most_common())
    code = str.maketrans({letter: _code(n) for n, letter in enumerate(alphabet)})
    return {
        "games": index["games"],
        "same": index["speech"]["same"],
        **tables,
        "japanese": index["speech"]["japanese"],
        "alphabet": alphabet,
        "coded": {
            name: {key: column.translate(code) for key, column in table.items()} for name, table in coded.items()
        },
    }


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
