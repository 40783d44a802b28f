"""Cat Herders notation: what is accepted, and what is refused in one sentence."""

import pytest

from cattools.core.errors import NotationError
from cattools.games.herders.components import Action, Give, Herd, Move, Pass, Place
from tests.games.helpers import play
from tests.games.herders.positions_builder import HERDERS, lay

EMPTY = "6/7/8/9/10/11/10/9/8/7/6"
STATE = lay(red="f4", cats="f6", hands="1-0")


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("a2", Place("a2")),
        (" A2 ", Place("a2")),
        ("place a2", Place("a2")),
        ("f4-f5", Move("f4", "f5")),
        ("F4 F5", Move("f4", "f5")),
        ("f4f5", Move("f4", "f5")),
        ("move f4 - f5", Move("f4", "f5")),
        ("f6>f7", Herd("f6", "f7")),
        ("f6 f7", Herd("f6", "f7")),
        ("cat f6 > f7", Herd("f6", "f7")),
        ("xf4", Give("f4")),
        ("pass", Pass()),
    ],
)
def test_actions_can_be_written_in_several_ways(written: str, action: object) -> None:
    assert HERDERS.read_action(written, STATE) == action


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("", "expected a move such as a2, f3-f5, d4>d5, xf3 or pass, found ''"),
        ("z9", "expected a cell from a1 to k6, found 'z9'"),
        ("f4-f99", "expected a cell from a1 to k6, found 'f99'"),
        ("f4-", "expected a move such as a2, f3-f5, d4>d5, xf3 or pass, found 'f4-'"),
        ("castle", "expected a move such as a2, f3-f5, d4>d5, xf3 or pass, found 'castle'"),
    ],
)
def test_malformed_actions_are_refused(written: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        HERDERS.read_action(written, STATE)
    assert str(error.value) == message


@pytest.mark.parametrize("action", [Place("z9"), Move("z9", "a1"), Move("f4", "z9"), Herd("f6", "z9")])
def test_an_action_built_in_code_with_an_unknown_cell_is_refused(action: Action) -> None:
    for judge in (STATE.why_not, STATE.apply):
        with pytest.raises(NotationError, match="expected a cell from a1 to k6, found 'z9'"):
            judge(action)


LINES = [
    ("", f"{EMPTY} red 0-0 0-0"),
    ("", "r5/7/8/9/3c6/5r5/10/9/8/7/5b blue 13-14 0-4 turn=12"),
    ("", "6/7/8/9/10/11/10/9/8/7/6 red 15-15 0-0 deal=9"),
    ("", "6/7/8/9/10/4rc5/10/9/8/7/6 red 0-0 0-0 scared=f6"),
    ("two-steps", "6/7/8/9/10/4r1c4/10/9/8/7/6 red 0-0 0-0 turn=3 running=f7"),
    ("sacrifice", "6/7/8/9/6r3/4r6/6r3/9/8/7/6 red 0-0 1-0 leaves=e7,g7"),
    ("board=square,limit=9", "10/10/10/4c5/10/10/10/10/10/9r blue 14-15 0-0 turn=8 passed"),
]


@pytest.mark.parametrize(("options", "line"), LINES)
def test_positions_are_written_as_they_were_read(options: str, line: str) -> None:
    assert str(HERDERS.read_position(line, HERDERS.choose(options))) == line
    assert str(HERDERS.read_position(f"  {line.upper()} ", HERDERS.choose(options))) == line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "expected board, colour, hands, cats, found nothing"),
        ("6/7/8/9/10/11/10/9/8/7/6 red", "expected hands, cats after 'red', found nothing"),
        (f"{EMPTY} green 0-0 0-0", "expected colour: one of red, blue, found 'green'"),
        ("6/7/8 red 0-0 0-0", "expected board: 11 rows separated by /, found 3"),
        (EMPTY.replace("11", "12") + " red 0-0 0-0", "expected board: 11 cells in row 6, found '12'"),
        (
            EMPTY.replace("11", "q10") + " red 0-0 0-0",
            "expected board: 11 cells in row 6, written as r, b, c or numbers, found 'q10'",
        ),
        (f"{EMPTY} red 16-0 0-0", "expected hands: a number from 0 to 15, found '16'"),
        (f"{EMPTY} red 0 0-0", "expected hands: 2 parts with - between them, found '0'"),
        (f"rr4/{EMPTY[2:]} red 14-0 0-0", "expected at most 15 herders of Red, found 16"),
        (f"{EMPTY} red 0-0 5-5", "expected at most 9 cats, found 10"),
        (f"c5/{EMPTY[2:]} red 0-0 0-0", "expected cats only in the park, found 'a1'"),
        (f"{EMPTY} red 0-0 0-0 scared=f6", "expected a cat on each cell of “scared”, found 'f6'"),
        (f"{EMPTY} red 0-0 0-0 x=1", "expected only the fields turn, passed, scared, leaves, running, deal, each"),
        (f"{EMPTY} red 0-0 0-0 turn=-1", "expected turn= and a number from 0 to 99999, found '-1'"),
        (
            "6/7/8/9/10/4r1c4/10/9/8/7/6 red 0-0 0-0 running=f7",
            "expected a running cat only between its two steps, found 'f7'",
        ),
        (
            "6/7/8/9/10/4r6/10/9/8/7/6 red 0-0 0-0 leaves=f5",
            "expected herders that may leave only with the option “Taking a cat costs a herder”, found 'f5'",
        ),
        (
            "6/7/8/9/10/4rc5/10/9/8/7/6 red 0-0 5-0 scared=f6",
            "expected no unfinished turn once the game is won, found",
        ),
    ],
)
def test_malformed_positions_are_refused(line: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        HERDERS.read_position(line, HERDERS.choose())
    assert str(error.value).startswith(message)
    assert str(error.value).count("expected") == 1


def test_an_unfinished_turn_is_written_with_its_scared_cats() -> None:
    state = play(lay(red="f4", cats="f6"), "f4-f5")
    assert str(state) == "6/7/8/9/10/4rc5/10/9/8/7/6 red 0-0 0-0 scared=f6"
    assert str(play(state, "f6>f7")) == "6/7/8/9/10/4r1c4/10/9/8/7/6 blue 0-0 0-0 turn=1"
