"""Actions and positions in notation: what is accepted, and the error for everything else."""

from __future__ import annotations

import re

import pytest

from cattools.core.errors import NotationError
from cattools.games.territory.components import Action, Block, Draw, Keep, Lot, Pass, Place, Reveal, Swap, Use
from tests.games.territory.positions_builder import CELLS, TERRITORY, lay

STATE = lay(hands="C4/-")
EMPTY = "6/6/6/6/6/6"


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("C4", Place("C4")),
        (" place c4 ", Place("C4")),
        ("Row:a1", Use("row", "A1")),
        ("empty : F6", Use("empty", "F6")),
        ("double", Use("double")),
        ("c4 > assist", Swap("C4", "assist")),
        ("block>cells", Swap("block", "cells")),
        ("keep 2", Keep(2)),
        ("BLOCK", Block()),
        ("pass", Pass()),
        ("*c4", Draw("C4")),
        ("*end", Draw("END")),
        ("*3", Reveal(3)),
        ("*blue", Lot("blue")),
    ],
)
def test_actions_can_be_written_in_several_ways(written: str, action: object) -> None:
    assert TERRITORY.read_action(written, STATE) == action


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", "a move such as C4"),
        ("castle", "a move such as C4"),
        ("g1", "a cell from A1 to F6"),
        ("a7", "a cell from A1 to F6"),
        ("row:a9", "a cell from A1 to F6"),
        ("block:c4", "a move such as C4, column:C4, double"),
        ("double:c4", "a move such as C4, column:C4, double"),
        ("c4>discard", "a card and a deck"),
        ("end>cells", "a card and a deck"),
        ("keep:4", "keep:1, keep:2 or keep:3"),
        ("*green", "a card, a colour or a treasure's value"),
        ("*12", "a card, a colour or a treasure's value"),
    ],
)
def test_malformed_actions_are_refused(written: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        TERRITORY.read_action(written, STATE)
    assert str(error.value).startswith(f"expected {expected}")
    assert repr(written) in str(error.value) or written[1:2] in str(error.value)


def test_an_unknown_card_built_in_code_is_refused() -> None:
    with pytest.raises(NotationError, match="expected a card such as C4 or block, found 'Z9'"):
        STATE.why_not(Swap("Z9"))


@pytest.mark.parametrize("action", [Place("Z9"), Use("row", "Z9")])
def test_an_action_built_in_code_with_an_unknown_cell_is_refused(action: Action) -> None:
    with pytest.raises(NotationError, match="expected a cell from A1 to F6, found 'Z9'"):
        STATE.why_not(action)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Use("row"), "territory.assist.use"),
        (Use("double", "A1"), "territory.assist.use"),
        (Use("block"), "territory.assist.block"),
        (Keep(0), "territory.assist.search-three"),
    ],
)
def test_an_impossible_action_built_in_code_is_refused(action: Action, rule: str) -> None:
    state = lay(hands="row+double+block/-", B1="b")
    assert rule in {r.rule for r in state.why_not(action)}
    assert not state.allows(action)


TWO, FOUR, ADVANCED, DUEL = "players=2", "", "game=advanced,players=2", "game=duel"
LINES = [
    (TWO, f"{EMPTY} blue A1+A1+row/-"),
    (FOUR, "2,gb,3/6/r,2,ybrg,2/6/6/6 green C4+block/A1+A2+D2/-/F6 won=0/-/1/3 gone=C1+C2 used=row+block"),
    (TWO, f"{EMPTY} red A1/- bottom=row:red+block:blue passes=1"),
    (TWO, "r,5/6/6/6/6/6 red -/- end=blue"),
    (TWO, f"{EMPTY} red A1/- draws=red:cells+blue:cells+red:assist"),
    (TWO, f"{EMPTY} red A1/- draws=red:cells again"),
    (TWO, f"{EMPTY} red A1/- again"),
    (TWO, f"{EMPTY} red A1/- draws=blue:cells lot"),
    (TWO, f"{EMPTY} red A1/- lot"),
    (TWO, "r,5/6/6/6/6/6 red -/- placed=A1 reveal"),
    (TWO, "r,5/6/6/6/6/6 red -/- placed=A1 by=empty reveal"),
    (FOUR, "r,b,y,r,2/6/6/6/6/6 red -/block/-/- placed=A1 by=row asked=yellow blocks=blue"),
    (TWO, f"{EMPTY} red A1/- looking=2 looked=row"),
    (TWO, f"{EMPTY} red A1/- looked=row+block+row"),
    (ADVANCED, f"{EMPTY} red A1/- bonus=3/12 swap=cells"),
    (DUEL, "r,b,r,3/6/6/6/6/6 red A2+block/A3+row gone=A4"),
]


@pytest.mark.parametrize(("options", "line"), LINES)
def test_positions_are_written_as_they_were_read(options: str, line: str) -> None:
    chosen = TERRITORY.choose(options)
    state = TERRITORY.read_position(line, chosen)
    assert str(state) == line
    assert TERRITORY.read_position(line.upper(), chosen) == state
    assert state.legal() or state.to_move is None


MANY = "+".join(CELLS)
WRONG = [
    (TWO, "", "board, colour, hands"),
    (TWO, f"{EMPTY} red", "hands after 'red'"),
    (TWO, "6/6/6/6/6 red -/-", "6 rows separated by /"),
    (TWO, "6/6/6/6/6/7 red -/-", "numbers of empty cells, or stacks of the letters rb, in row 6"),
    (TWO, "6/6/6/6/6/5 red -/-", "6 cells in row 6"),
    (TWO, "6/6/6/6/6/r,6 red -/-", "6 cells in row 6"),
    (TWO, "6/6/rr,5/6/6/6 red -/-", "each colour at most once in a stack, found 'rr'"),
    (TWO, "6/6/y,5/6/6/6 red -/-", "numbers of empty cells, or stacks of the letters rb, in row 3"),
    (TWO, f"{EMPTY} green -/-", "one of red, blue"),
    (TWO, f"{EMPTY} red -/-/-", "2 parts with / between them"),
    (TWO, f"{EMPTY} red A1+Z9/-", "cards, such as C4+block"),
    (TWO, f"{EMPTY} red END/-", "cards, such as C4+block"),
    (TWO, f"{EMPTY} red A1+A1+A1/-", "at most 2 copies of the card A1, found 3"),
    (TWO, f"{EMPTY} red A1+A1/- gone=A1", "at most 2 copies of the card A1, found 3"),
    (TWO, f"{EMPTY} red double+double+double/- used=double", "at most 3 copies of the card double, found 4"),
    ("players=2,no-double", f"{EMPTY} red double/-", "at most 0 copies of the card double, found 1"),
    (TWO, f"{EMPTY} red -/- gone=row", "only coordinate cards in gone="),
    (TWO, f"{EMPTY} red -/- used=A1", "only assist cards in used=, looked= and bottom="),
    (TWO, f"{EMPTY} red -/- bottom=A1:red", "an assist card and who put it there"),
    (TWO, f"{EMPTY} red -/- bottom=row", "two parts with : between them"),
    (TWO, f"{EMPTY} red -/- won=1/-", "at most 0 treasures won"),
    (TWO, "r,5/6/6/6/6/6 red -/- won=7/-", "at most 0 treasures worth 7, found 1"),
    (TWO, "r,5/6/6/6/6/6 red -/- won=x/-", "a number from 0 to 9"),
    (DUEL, "r,5/6/6/6/6/6 red -/- won=1/-", "at most 0 treasures worth 1, found 1"),
    (TWO, f"{EMPTY} red -/- bonus=1", "2 parts with / between them"),
    (TWO, f"{EMPTY} red -/- passes=3", "a number from 0 to 2"),
    (TWO, f"{EMPTY} red -/- colour=3", "only the fields won"),
    (TWO, f"{EMPTY} red -/- lot lot", "only the fields won"),
    (TWO, f"{EMPTY} red -/- lot=1", "only the fields won"),
    (TWO, f"{EMPTY} red -/- end=green", "one of red, blue"),
    (DUEL, f"{EMPTY} red -/- end=red", "no end= in the game for two"),
    (TWO, f"{EMPTY} red -/- end=red again", "no unfinished turn once the game is over"),
    (TWO, f"{EMPTY} red -/- draws=red:stones", "one of cells, assist"),
    (TWO, f"{EMPTY} red -/- draws=red:cells looking=2", "only one unfinished step in the turn"),
    (TWO, f"{EMPTY} red -/- again looking=2", "only one unfinished step in the turn"),
    (TWO, f"{EMPTY} red -/- placed=A1 reveal", "a cat of the player to move on top of the cell that placed= names"),
    (TWO, f"{EMPTY} red -/- placed=Z9 reveal", "a cell from A1 to F6"),
    (TWO, "r,5/6/6/6/6/6 red -/- placed=A1 by=block", "by=empty, by=column or by=row"),
    (TWO, "r,5/6/6/6/6/6 red -/- placed=A1", "at least one player in asked="),
    (
        TWO,
        "r,5/6/6/6/6/6 red -/- placed=A1 asked=blue",
        "at least one player in asked=",
    ),
    (TWO, "rb,5/6/6/6/6/6 red -/- placed=A1 reveal", "reveal only in the basic game, for a cat alone on its cell"),
    (ADVANCED, "r,5/6/6/6/6/6 red -/- placed=A1 reveal", "reveal only in the basic game, for a cat alone on its cell"),
    (
        TWO,
        "r,b,r,3/6/6/6/6/6 red -/- placed=A1 asked=blue blocks=blue",
        "each player at most once in asked= and blocks=",
    ),
    (TWO, f"{EMPTY} red -/- reveal", "reveal, asked= and blocks= only together with placed="),
    (TWO, f"{EMPTY} red -/- swap=cells", "swap= only in the advanced game"),
    (TWO, f"{EMPTY} red -/- looking=2 looked=row+row", "at most three cards to look at"),
    (TWO, f"{EMPTY} red -/- looked=A1", "only assist cards in used=, looked= and bottom="),
    (TWO, f"{EMPTY} red -/- looking=4", "a number from 0 to 3"),
    (DUEL, f"{EMPTY} red row+row/- ", "at most one open assist card of each kind per player"),
    (DUEL, f"{EMPTY} red -/- used=row", "no used= in the game for two"),
    (DUEL, f"{EMPTY} red -/- draws=red:assist", "at most as many draws of assist cards"),
    (DUEL, f"{EMPTY} red -/- gone={MANY} draws=red:cells", "at most as many draws as cards in the deck"),
]


@pytest.mark.parametrize(("options", "line", "expected"), WRONG)
def test_malformed_positions_are_refused(options: str, line: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        TERRITORY.read_position(line, TERRITORY.choose(options))
    found = re.sub(r"^expected (\w+: |\w+= and )?", "", str(error.value))  # without the name of the part
    assert found.startswith(expected), str(error.value)
    assert "\n" not in str(error.value)
