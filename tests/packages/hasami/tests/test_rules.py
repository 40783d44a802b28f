"""The rules of Hasami Shogi, one by one."""

import random
import re

import pytest

from cattools.api import NotationError
from cattools_hasami import GAME, Hasami
from helpers import legal, play, refused

START = "bbbbbbbbb/9/9/9/9/9/9/9/rrrrrrrrr"
FIVE = "goal=five"


def lay(board: str, mover: str = "red", options: str = "") -> Hasami:
    """Return a position on the usual board."""
    return GAME.read_position(f"{board} {mover}", GAME.choose(options))


def after(board: str, move: str, mover: str = "red", options: str = "") -> str:
    """Return the board after a move."""
    return str(play(lay(board, mover, options), move)).split()[0]


def because(state: Hasami, move: str) -> list[str]:
    """Return the rules of a move's effects, without the game's name."""
    return [event.rule.partition(".")[2] for event in state.events(GAME.read_action(move, state))]


@pytest.mark.rule("hasami.players")
def test_players_take_turns() -> None:
    state = GAME.start(GAME.choose())
    assert [seat.id for seat in GAME.seats(GAME.choose())] == ["red", "blue"]
    assert [state.turn, play(state, "i1-h1").turn, play(state, "i1-h1", "a1-b1").turn] == [0, 1, 0]


@pytest.mark.rule("hasami.board")
def test_the_pawns_fill_the_home_rows() -> None:
    assert str(GAME.start(GAME.choose())) == f"{START} red"
    assert str(GAME.start(GAME.choose("size=7"))) == "bbbbbbb/7/7/7/7/7/rrrrrrr red"


@pytest.mark.rule("hasami.move")
@pytest.mark.ruling("hasami.ruling.own", "No")
def test_a_pawn_moves_like_a_rook() -> None:
    board = lay("b7b/9/9/9/4r4/9/9/9/r8")
    assert {move for move in legal(board) if move.startswith("e5")} == {
        f"e5-{at}" for at in "a5 b5 c5 d5 f5 g5 h5 i5 e1 e2 e3 e4 e6 e7 e8 e9".split()
    }
    assert refused(board, "e5-d4") == {"move"}
    assert refused(board, "e5-e5") == {"move"}
    assert refused(board, "a1-b1") == {"move"}


@pytest.mark.rule("hasami.jump")
@pytest.mark.parametrize("move", ["e5-e3", "e5-e2", "e5-e7", "e5-e8"])
def test_a_pawn_never_jumps(move: str) -> None:
    assert refused(lay("b7b/9/9/9/2b1r1r2/9/9/9/9"), move) == {"jump"}


@pytest.mark.rule("hasami.capture")
@pytest.mark.parametrize(
    ("board", "move", "left"),
    [
        ("b7b/9/9/1rb6/9/9/9/3r5/9", "h4-d4", "b7b/9/9/1r1r5/9/9/9/9/9"),
        ("b7b/9/9/rbbb5/9/9/9/4r4/9", "h5-d5", "b7b/9/9/r3r4/9/9/9/9/9"),
        ("b3r3b/4b4/9/2rb1bbr1/9/9/9/4r4/9", "h5-d5", "b3r3b/4b4/9/2r1r2r1/9/9/9/9/9"),  # c5 is empty: b5 stays
        ("b7b/9/9/1r1b5/9/9/9/4r4/9", "h5-d5", "b7b/9/9/1r1br4/9/9/9/9/9"),  # a gap
        ("b7b/9/9/1rbb5/9/9/9/5r3/9", "h6-d6", "b7b/9/9/1rbb1r3/9/9/9/9/9"),  # a gap
        ("b7b/9/9/2r6/3b5/9/9/4r4/9", "h5-f5", "b7b/9/9/2r6/3b5/4r4/9/9/9"),  # diagonally
    ],
)
def test_a_line_between_two_pawns_is_taken(board: str, move: str, left: str) -> None:
    assert after(board, move) == left


@pytest.mark.rule("hasami.capture")
def test_a_pawn_takes_nothing_together_with_the_square_that_it_left() -> None:
    assert after("b7b/9/9/3rb4/9/9/9/9/r8", "d4-d1") == "b7b/9/9/r3b4/9/9/9/9/r8"


@pytest.mark.rule("hasami.safe")
@pytest.mark.ruling("hasami.ruling.between", "Yes")
def test_a_pawn_that_moves_in_between_stays() -> None:
    board = lay("9/9/9/3b1b3/9/9/9/4r4/r8")
    assert because(board, "h5-d5") == ["move", "safe"]
    assert str(play(board, "h5-d5")) == "9/9/9/3brb3/9/9/9/9/r8 blue"
    assert because(board, "h5-e5") == ["move"]
    assert because(lay("9/9/4b4/3b5/9/9/9/4r4/r8"), "h5-d5") == ["move"]  # around a corner is not in between


@pytest.mark.rule("hasami.corner")
@pytest.mark.ruling("hasami.ruling.corner", "No")
def test_a_pawn_in_a_corner_is_taken_by_blocking_it() -> None:
    board = lay("b2r3b1/r8/9/9/9/7b1/9/9/9")
    assert because(board, "a4-a2") == ["move", "corner"]
    assert str(play(board, "a4-a2")) == "1r5b1/r8/9/9/9/7b1/9/9/9 blue"
    assert because(lay("bb7/r8/9/9/9/9/7b1/2r6/9"), "h3-a3") == ["move"]
    assert because(lay("br5b1/r8/9/9/9/7b1/9/9/8r"), "i9-h9") == ["move"]  # blocked before: nothing moved there


@pytest.mark.rule("hasami.win.capture")
def test_taking_all_pawns_but_one_wins() -> None:
    before = lay("9/9/9/1rb6/9/6b2/9/3r5/9")
    over = play(before, "h4-d4")
    assert because(before, "h4-d4") == ["move", "capture", "win.capture"]
    assert (before.winners(), over.to_move, over.winners()) == ((), None, (0,))
    assert [line.points for line in over.score().lines] == [8, 7]


@pytest.mark.rule("hasami.win.five")
@pytest.mark.ruling("hasami.ruling.home", "No")
@pytest.mark.parametrize(
    ("board", "mover", "winners"),
    [
        ("7b1/9/9/2rrrrr2/9/9/9/9/9", "blue", (0,)),
        ("7b1/2r6/2r6/2r6/2r6/2r6/9/9/9", "blue", (0,)),
        ("7b1/2r6/3r5/4r4/5r3/6r2/9/9/9", "blue", (0,)),
        ("rb7/6r2/5r3/4r4/3r5/2r6/9/9/9", "blue", (0,)),
        ("rrrrr2b1/9/9/9/9/9/9/9/9", "blue", (0,)),  # the other player's home row
        ("9/bbbbb4/9/9/9/9/9/9/r8", "red", (1,)),
        ("7b1/9/9/2rrrr3/9/9/9/9/9", "blue", ()),
        ("7b1/9/9/9/9/9/9/9/rrrrr4", "blue", ()),
        ("7b1/9/9/9/2r6/2r6/2r6/2r6/2r6", "blue", ()),  # one of them is on the home row
    ],
)
def test_five_pawns_in_a_line_win(board: str, mover: str, winners: tuple[int, ...]) -> None:
    over = lay(board, mover, FIVE)
    assert over.winners() == winners
    assert not winners or [str(said) for said in over.result(None)] == [str(over.status())]


@pytest.mark.rule("hasami.win.five")
def test_each_goal_has_its_own_end() -> None:
    assert lay("6bb1/9/9/2rrrrr2/9/9/9/9/9", "blue").winners() == ()
    assert lay("7b1/9/9/9/9/9/9/9/rr7", "blue", FIVE).winners() == ()


@pytest.mark.rule("hasami.win.stuck")
def test_a_player_who_cannot_move_loses() -> None:
    board = lay("bb7/rr7/9/9/9/9/9/2r6/9")
    assert because(board, "h3-a3") == ["move", "win.stuck"]
    assert play(board, "h3-a3").winners() == (0,)
    assert lay("9/9/9/9/9/9/9/9/rr7", "blue", FIVE).winners() == (0,)  # no pawn, no move


@pytest.mark.rule("hasami.end")
def test_nobody_moves_after_the_end() -> None:
    over = lay("9/9/9/1r1r5/9/6b2/9/9/9", "blue")
    assert (over.to_move, legal(over), refused(over, "f7-f1")) == (None, set(), {"end"})


def slowly(board: str, move: str) -> str:
    """Return the board after Red's move: a slow reference that reads lines as text."""
    n = len(board.split("/"))
    cells = {
        f"{chr(97 + y)}{x + 1}": mark
        for y, row in enumerate(board.split("/"))
        for x, mark in enumerate(re.sub(r"\d", lambda found: "." * int(found[0]), row))
    }
    source, target = move.split("-")
    cells[source], cells[target] = ".", "R"
    lines = [[f"{chr(97 + y)}{x + 1}" for x in range(n)] for y in range(n)]
    gone: set[str] = set()
    for line in lines + [list(column) for column in zip(*lines, strict=True)]:
        written = "".join(cells[at] for at in line)
        for found in (*re.finditer(r"(?=rb+R)", written), *re.finditer(r"(?=Rb+r)", written)):
            end = re.compile("[rR]").search(written, found.start() + 1)
            assert end
            gone |= set(line[found.start() + 1 : end.start()])
    for row, beside_row in ((0, 1), (n - 1, n - 2)):
        for column, beside in ((0, 1), (n - 1, n - 2)):
            near = cells[lines[beside_row][column]] + cells[lines[row][beside]]
            if cells[lines[row][column]] == "b" and sorted(near) == ["R", "r"]:
                gone.add(lines[row][column])
    rest = ["".join("." if at in gone else cells[at].lower() for at in line) for line in lines]
    return "/".join(re.sub(r"\.+", lambda found: str(len(found[0])), row) for row in rest)


@pytest.mark.rule("hasami.capture")
@pytest.mark.rule("hasami.corner")
def test_random_moves_take_what_the_slow_reference_takes() -> None:
    rng, taken = random.Random(1), 0
    for _ in range(300):
        marks = "".join(rng.choice("rb.b.") for _ in range(49))
        rows = (marks[n : n + 7] for n in range(0, 49, 7))
        board = "/".join(re.sub(r"\.+", lambda found: str(len(found[0])), row) for row in rows)
        state = lay(board, options="size=7")
        for move in rng.sample(state.legal(), k=min(4, len(state.legal()))):
            now = str(state.apply(move)).split()[0]
            assert now == slowly(board, str(move)), (board, move)
            taken += now.count("b") < board.count("b")
    assert taken > 100


@pytest.mark.parametrize("line", ["", START, "9/9 red", f"x{START[1:]} red", f"{START} pink", f"{START} red more=1"])
def test_an_invalid_position_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        GAME.read_position(line, GAME.choose())


@pytest.mark.rule("hasami.capture")
@pytest.mark.parametrize(("move", "cells"), [("h5-d5", ["b5", "c5", "d4"]), ("h5-e5", [])])
def test_the_preview_shows_what_a_move_takes(move: str, cells: list[str]) -> None:
    state = lay("4r4/4b4/4b4/2rb1b3/9/9/8b/4r4/9")
    preview = GAME.preview(state.view(0), GAME.read_action(move, state))
    assert [mark.area for mark in preview.marks] == cells
    assert {mark.note for mark in preview.marks} <= {"hasami-pawn"}
    assert [str(said) for said in preview.said] == ([f"Moves to d5 and takes {len(cells)} pawns."] if cells else [])
