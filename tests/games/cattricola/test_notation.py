"""Cattricola notation: what is accepted, and what is refused in one sentence."""

from __future__ import annotations

import pytest

from cattools.core.errors import NotationError
from cattools.games.cattricola.components import (
    Catch,
    Disc,
    Done,
    First,
    Lay,
    Lift,
    Marker,
    Pass,
    Put,
    Swap,
    Tile,
    Turn,
)
from tests.games.cattricola.positions_builder import CATTRICOLA, lay

EMPTY = "0,0;0,5 10/10/10/10/10"
STATE = lay("b3=sm", plum="A:smpfw:b2", teal="B:cy")


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("+b2", Marker("b2")),
        ("charge B2", Marker("b2")),
        ("marker +b2", Marker("b2")),
        ("done", Done()),
        (" F3 ", Catch("f3")),
        ("catch b3", Catch("b3")),
        ("z0", Catch("z0")),
        ("@2", Put(2)),
        ("put 2", Put(2)),
        ("@1>7", Put(1, "plum7")),
        ("@1 > teal7", Put(1, "teal7")),
        ("@1>4", Put(1)),
        ("^plum3", Lift("plum3")),
        ("lift 3", Lift("plum3")),
        ("3<>1", Swap("plum1", "plum3")),
        ("swap 1 and 3", Swap("plum1", "plum3")),
        ("teal2 <> plum1", Swap("teal2", "plum1")),
        ("pass", Pass()),
        ("turn", Turn()),
        ("mirror", Turn("mirror")),
        ("=-5,10", Lay(-5, 10)),
        ("*?sm", Tile("?sm")),
        ("*w", Tile("w")),
        ("*disc:c", Disc("C")),
        ("*first:teal", First("teal")),
    ],
)
def test_actions_can_be_written_in_several_ways(written: str, action: object) -> None:
    assert CATTRICOLA.read_action(written, STATE) == action


MOVES = "a move such as +b2, done, f3, @1, ^plum4, plum3<>plum7 or pass"


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("", f"expected {MOVES}, found ''"),
        ("castle", f"expected {MOVES}, found 'castle'"),
        ("+f9", "expected a cell from a1 to e5, found 'f9'"),
        ("j1", "expected a cell on or beside the ranch, found 'j1'"),
        ("^22", "expected a disc cell such as plum1, found '22'"),
        ("^orange1", "expected a disc cell such as plum1, found 'orange1'"),
        ("@0", f"expected {MOVES}, found '@0'"),
        ("=5", f"expected {MOVES}, found '=5'"),
        ("*goat", "expected a tile such as sm, pf, cy, hm or w, with ? before it if it is face down, found 'goat'"),
        ("*disc:Q", "expected one of A, B, C, D, found 'q'"),
    ],
)
def test_malformed_actions_are_refused(written: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        CATTRICOLA.read_action(written, STATE)
    assert str(error.value) == message


LINES = [
    ("", f"{EMPTY} plum=A teal=B plum"),
    ("", "0,0;0,5 sm?pf8/10/3w6/10/9hy plum=B:smpfw:b2,c3 teal=A:::cy plum first=teal charged=1"),
    ("", "0,0;0,5 10/10/10/10/10 plum=A:2pf:b2 teal=B plum hand=smw lifts=1"),
    ("", f"{EMPTY} plum=A:w:b2 teal=B plum hand=1sm2w"),
    ("", f"{EMPTY} plum=A teal=B end"),
    ("", f"{EMPTY} plum=C teal=B teal final first=teal passed=1"),
    ("", "0,0;0,5 smpf8/10/10/10/10 plum=? teal=? chance undealt=48"),
    ("players=3,ranch=own", "0,0;5,0 5/5/5/5/5/5/5/5/5/5 plum=? teal=? orange=? teal join"),
    ("players=3,ranch=own", "0,5;5,0;5,5 5/5/5/5/5/10/10/10/10/10 plum=A teal=B orange=D orange"),
]


@pytest.mark.parametrize(("options", "line"), LINES)
def test_positions_are_written_as_they_were_read(options: str, line: str) -> None:
    assert str(CATTRICOLA.read_position(line, CATTRICOLA.choose(options))) == line
    assert str(CATTRICOLA.read_position(f"  {line.upper()} ", CATTRICOLA.choose(options))) == line


@pytest.mark.rule("cattricola.setup.start")
def test_the_holder_of_the_star_is_the_first_player() -> None:
    for players in (f"{EMPTY} plum=B teal=A plum", f"{EMPTY} plum=B teal=A plum first=teal"):
        assert CATTRICOLA.read_position(players, CATTRICOLA.choose()).first == 1
    assert CATTRICOLA.read_position(f"{EMPTY} plum=B teal=C plum", CATTRICOLA.choose()).first == 0
    assert CATTRICOLA.scorer is not None
    for read in (CATTRICOLA.read_position, CATTRICOLA.scorer.read):
        with pytest.raises(NotationError, match="expected plum, the holder of the star, as the first player"):
            read(f"{EMPTY} plum=A teal=B teal first=teal", CATTRICOLA.choose())


def test_the_scorer_names_a_seat_that_is_not_in_the_game() -> None:
    assert CATTRICOLA.scorer is not None
    with pytest.raises(NotationError, match="expected only the seats plum, teal, found 'orange=c:cy'"):
        CATTRICOLA.scorer.read("plum=A:sm teal=B:w orange=C:cy end", CATTRICOLA.choose())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "expected boards, ranch, plum, teal, mover, found nothing"),
        ("0,0;0,5 10/10/10/10/10", "expected plum, teal, mover after '10/10/10/10/10', found nothing"),
        (f"{EMPTY} plum=A teal=B slate", "expected plum, teal, chance or end as the player to move, found 'slate'"),
        ("0,0;0,6 11/11/11/11/11 plum=A teal=B plum", "expected ranch boards joined by whole sides, without overlaps"),
        (
            "0,5;0,0 10/10/10/10/10 plum=A teal=B plum",
            "expected boards sorted from the top left, with 0 as",
        ),
        ("0,0 5/5/5/5/5 plum=A teal=B plum", "expected 2 ranch boards, found 1"),
        ("0,0;5,0 5/5/5/5/5/5/5/5/5/5 plum=A teal=B plum", "expected the boards of the shape block, found"),
        ("0,0;0,5 10/10/10/10 plum=A teal=B plum", "expected 5 ranch rows separated by /, found 4"),
        ("0,0;0,5 10/10/10/10/9 plum=A teal=B plum", "expected 10 cells in ranch row 5, found '9'"),
        ("0,0;0,5 xx8/10/10/10/10 plum=A teal=B plum", "expected a tile such as sm"),
        (
            f"{EMPTY} teal=A plum=B plum",
            "expected plum= followed by the disc, the tiles on it, the markers and the tiles off it, separated by :",
        ),
        (f"{EMPTY} plum=Q teal=B plum", "expected A, B, C, D or ? as the disc of plum, found 'Q'"),
        (f"{EMPTY} plum=A teal=A plum", "expected each disc once, given to the seats in order, found 'A, A'"),
        (f"{EMPTY} plum=? teal=A plum", "expected each disc once, given to the seats in order, found '?, A'"),
        (f"{EMPTY} plum=A teal=? plum", "expected a disc for each seat, found 'A, ?'"),
        (f"{EMPTY} plum=A:?sm teal=B plum", "expected no face-down tiles in the disc of plum, found '?sm'"),
        (f"{EMPTY} plum=A:22 teal=B plum", "expected 21 cells in the disc of plum, found '22'"),
        (
            f"{EMPTY} plum=A::a1,a3 teal=B plum",
            "expected at most 5 markers for plum that form one group, found 'a1,a3'",
        ),
        (f"{EMPTY} plum=A::f1 teal=B plum", "expected a cell from a1 to e5, found 'f1'"),
        (f"{EMPTY} plum=A:smsmsmsm teal=B:smsmsm plum", "expected at most 6 sm tiles, found 7"),
        (f"{EMPTY} plum=A:sm1pf teal=B plum", "expected discs filled from the lowest number up, found 'plum2'"),
        (f"{EMPTY} plum=A teal=B plum charged=1", "expected a charge that can continue, found 1"),
        (
            f"{EMPTY} plum=A teal=B plum hand=sm",
            (
                "expected waiting tiles only during a catch made with a marker, while a tile can be placed or lifted, "
                "found 'sm'"
            ),
        ),
        (
            f"{EMPTY} plum=A:w:b2 teal=B plum hand=sm lifts=2",
            "expected a number from 0 to 1 for lifts= when 2 circles have appeared, found 2",
        ),
        (f"{EMPTY} plum=A teal=B plum passed=2", "expected fewer than 2 passes, found 2"),
        (f"{EMPTY} plum=A teal=B plum undealt=2", "expected undealt cells only while tiles are being dealt, found 2"),
        (f"{EMPTY} plum=A teal=B chance undealt=50", "expected discs dealt after the tiles, and chance to move only"),
        (
            f"{EMPTY} plum=? teal=? chance undealt=49",
            "expected a tile on every cell of the ranch but the last 49, found 50 empty cells",
        ),
        (
            "0,0;0,5 10/10/2w7/7w2/10 plum=A:wpfsm:c3 teal=B plum hand=sm lifts=3",
            "expected a number from 0 to 0 for lifts= when 0 circles have appeared, found 3",
        ),
        (f"{EMPTY} plum=A teal=B orange=C plum", "expected only the seats plum, teal, found 'orange=c'"),
        (f"{EMPTY} plum=A teal=B plum first=slate", "expected a first player among plum, teal, found 'slate'"),
        (
            f"{EMPTY} plum=A teal=B plum x=1",
            "expected only the fields join, final, first, hand, charged, lifts, passed, undealt",
        ),
        (f"{EMPTY} plum=A teal=B plum final final", "expected only the fields join, final, first"),
        (f"{EMPTY} plum=A teal=B plum passed=x", "expected passed= and a number from 0 to 999, found 'x'"),
        (
            f"{EMPTY} plum=A:smsfsypmpfpycmcfcyhmhfhywwwwwwwww teal=B plum",
            "expected the final round, as a disc is full and a new round begins, found an ordinary round",
        ),
    ],
)
def test_malformed_positions_are_refused(line: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        CATTRICOLA.read_position(line, CATTRICOLA.choose())
    assert str(error.value).startswith(message)
    assert str(error.value).count("expected") == 1
