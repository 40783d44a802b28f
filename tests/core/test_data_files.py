"""Data files are read into dataclasses; an error names the file, the key and what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

import pytest

from cattools.core.errors import DataError
from cattools.core.loading.data_files import Pairs, from_table


class Kind(StrEnum):
    HEX = "hex"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Inner:
    id: str
    n: float = 1.0


@dataclass(frozen=True, slots=True)
class Outer:
    name: str
    kind: Kind
    size: int | None = None
    side: Literal["front", "back"] = "front"
    flag: bool = False
    texts: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    spot: tuple[int, str] = (0, "")
    pairs: Pairs = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    inner: Inner | None = None
    inners: tuple[Inner, ...] = ()
    mixed: tuple[str | Inner, ...] = ()
    boards: Mapping[str, Inner] = field(default_factory=dict)
    anything: Any = None
    double: int = field(init=False)

    def __post_init__(self) -> None:
        if self.size == 13:
            raise ValueError("expected another size, found 13")
        object.__setattr__(self, "double", 2 * (self.size or 0))


NEEDED = {"name": "a", "kind": "hex"}


def test_a_table_fills_a_dataclass() -> None:
    assert from_table(Outer, NEEDED, "x.toml") == Outer("a", Kind.HEX)
    found = from_table(
        Outer,
        {
            **NEEDED,
            "size": 3,
            "side": "back",
            "flag": True,
            "texts": ["b"],
            "words": ["c", "c"],
            "spot": [1, "d"],
            "pairs": {"e": "f"},
            "counts": {"g": 1},
            "inner": {"id": "h", "n": 2},
            "inners": [{"id": "i", "n": 2.5}],
            "mixed": ["j", {"id": "k"}],
            "boards": {"l": {"id": "m"}},
            "anything": [{}],
        },
        "x.toml",
    )
    assert found == Outer(
        "a",
        Kind.HEX,
        size=3,
        side="back",
        flag=True,
        texts=("b",),
        words=frozenset({"c"}),
        spot=(1, "d"),
        pairs=(("e", "f"),),
        counts={"g": 1},
        inner=Inner("h", 2),
        inners=(Inner("i", 2.5),),
        mixed=("j", Inner("k")),
        boards={"l": Inner("m")},
        anything=[{}],
    )
    assert (found.kind is Kind.HEX, found.double) == (True, 6)


def test_a_field_that_the_caller_sets_cannot_be_a_key() -> None:
    assert from_table(Outer, {"kind": "hex"}, "x.toml", name="a") == Outer("a", Kind.HEX)
    with pytest.raises(DataError, match=r"^x\.toml: expected one of the keys anything, .*, found 'name'$"):
        from_table(Outer, NEEDED, "x.toml", name="a")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": 1}, ", name: expected a string, found 1"),
        ({"kind": "oval"}, ", kind: expected one of hex, square, found 'oval'"),
        ({"kind": 1}, ", kind: expected a string, found 1"),
        ({"size": True}, ", size: expected a whole number, found True"),
        ({"size": 13}, ": expected another size, found 13"),
        ({"side": "top"}, ", side: expected one of front, back, found 'top'"),
        ({"flag": 1}, ", flag: expected true or false, found 1"),
        ({"texts": "b"}, ", texts: expected a list, found 'b'"),
        ({"texts": ["b", 1]}, ", texts 2: expected a string, found 1"),
        ({"spot": [1]}, ", spot: expected a list of 2, found [1]"),
        ({"spot": [1, 2]}, ", spot 2: expected a string, found 2"),
        ({"pairs": {"e": 1}}, ", pairs 'e': expected a string, found 1"),
        ({"counts": [1]}, ", counts: expected a table, found [1]"),
        ({"counts": {"g": "1"}}, ", counts 'g': expected a whole number, found '1'"),
        ({"inner": {}}, ", inner: expected the key 'id', found ''"),
        ({"inner": {"id": "h", "n": "2"}}, ", inner, n: expected a number, found '2'"),
        ({"inners": [{"id": "i"}, {"id": "j", "n": True}]}, ", inners 'j', n: expected a number, found True"),
        ({"inners": [{"n": True}]}, ", inners 1, n: expected a number, found True"),
        ({"mixed": [1]}, ", mixed 1: expected a string or a table, found 1"),
        ({"boards": {"l": {"id": "m", "m": 1}}}, ", boards 'l': expected one of the keys id, n, found 'm'"),
        ({"double": 2}, ": expected one of the keys anything, "),
    ],
)
def test_an_error_names_the_key_and_what_was_found(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as error:
        from_table(Outer, {**NEEDED, **changes}, "x.toml")
    assert str(error.value).startswith(f"x.toml{message}")


@pytest.mark.parametrize("table", [None, [], "text"])
def test_a_value_that_is_not_a_table_is_refused(table: object) -> None:
    with pytest.raises(DataError, match=r"^x\.toml: expected a table, found "):
        from_table(Outer, table, "x.toml")
