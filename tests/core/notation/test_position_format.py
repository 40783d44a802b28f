"""The parts of a declared position that combine other parts: what they read, write and refuse."""

import pytest

from cattools.core.errors import NotationError
from cattools.core.grid import squares
from cattools.core.notation.position_format import (
    EMPTY,
    Part,
    cell,
    changed,
    maybe,
    number,
    pair,
    several,
    subset,
    word,
)
from cattools.core.options import Options

NONE = Options({}, {})
BOARD = squares(2, 2)
HAND = several(word(("h1", "h10", "s2")), none=EMPTY)
POINTS = several(several(pair(number(9, -9), number(9), "+")), ";")


@pytest.mark.parametrize(
    ("part", "written", "value"),
    [
        (POINTS, "3+5,-2+0;0+1,1+1", (((3, 5), (-2, 0)), ((0, 1), (1, 1)))),
        (POINTS, "", ()),
        (pair(number(), several(number())), "1:", (1, ())),
        (maybe(number(4, 1)), "-", 0),
        (maybe(number(4, 1)), "4", 4),
        (maybe(cell(lambda _: BOARD), None), "-", None),
        (maybe(cell(lambda _: BOARD), None), "a1", 0),
        (HAND, "h1,h10,s2", ("h1", "h10", "s2")),
        (HAND, "-", ()),
        (subset("rbyg"), "ry", 0b0101),
        (subset("rbyg"), "-", 0),
        (changed(number(3, 1), lambda n: n - 1, lambda n: n + 1), "3", 2),
    ],
)
def test_a_part_is_read_and_written(part: Part, written: str, value: object) -> None:
    assert part.read(written, NONE) == value
    assert part.write(value, NONE) == written


@pytest.mark.parametrize(
    ("part", "written", "expected"),
    [
        (POINTS, "3", "two parts with [+] between them"),
        (POINTS, "10+1", "a number from .9 to 9"),
        (maybe(number(4, 1)), "5", "a number from 1 to 4, or -"),
        (HAND, "h1,h3", "one of h1, h10, s2"),
        (HAND, "h1,-", "one of h1, h10, s2"),
        (subset("rbyg"), "yr", "letters of rbyg in this order, or -"),
        (subset("rbyg"), "rr", "letters of rbyg in this order, or -"),
    ],
)
def test_anything_else_is_refused_in_one_sentence(part: Part, written: str, expected: str) -> None:
    with pytest.raises(NotationError, match=f"expected {expected}, found"):
        part.read(written, NONE)
