"""Presses, goals and questions of examples, the choices of bots, and the texts of the scene."""

from __future__ import annotations

from random import Random

import pytest

from cattools.bots.greedy import greedy
from cattools.core.display.scene import Look
from cattools.games.territory.components import Block, Keep, Place, Swap, Use
from tests.games.helpers import legal, play
from tests.games.territory.positions_builder import TERRITORY, begun, lay, part

OPEN = {"A1": "r", "B1": "b", "C1": "b", "D1": "r"}


@pytest.mark.parametrize(
    ("pressed", "action"),
    [
        (("C4",), Place("C4")),
        (("F6",), Place("F6")),
        (("hand.C4",), None),
        (("hand.C4", "C4"), Place("C4")),
        (("hand.C4.2", "C4"), Place("C4")),
        (("hand.C4.2", "deck.assist"), Swap("C4", "assist")),
        (("hand.row", "B1"), Use("row", "B1")),
        (("hand.row", "deck.cells"), Swap("row", "cells")),
        (("hand.double", "used"), Use("double")),
        (("hand.row", "used"), Use("row")),
        (("hand.block", "used"), Block()),
        (("hand.block", "B1"), Block()),
        (("hand.C4", "used"), Place("C4")),
        (("look.2",), Keep(2)),
        (("deck.assist",), None),
        (("hand.C4", "hand.row"), None),
    ],
)
def test_presses_are_translated_into_an_action(pressed: tuple[str, ...], action: object) -> None:
    assert TERRITORY.action_from_presses(lay(hands="C4+C4+row/-", **OPEN), pressed) == action


def test_pressing_the_block_card_answers_with_it() -> None:
    state = play(lay(hands="D1/block", A1="r", B1="b", C1="b", D1="b"), "D1")
    assert TERRITORY.action_from_presses(state, ("hand.block",)) == Block()


def test_a_selected_coordinate_card_shows_its_cell() -> None:
    state = lay(hands="C4+B1/-", B1="r")
    assert [(m.kind, m.area) for m in TERRITORY.selection_marks(state, ("hand.C4",))] == [
        ("selected", "hand.C4"),
        ("legal", "deck.assist"),
        ("legal", "C4"),
    ]
    assert [m.area for m in TERRITORY.selection_marks(state, ("hand.B1",))] == ["hand.B1", "deck.assist"]


def test_the_cells_that_would_flip_are_marked_while_a_player_is_asked_to_block() -> None:
    state = play(lay(hands="D1/block/block", options="players=3", A1="r", B1="b", C1="y", D1="b"), "D1")
    marks = {(m.kind, m.area) for m in TERRITORY.selection_marks(state, ())}
    assert marks == {("legal", "hand.block"), ("selected", "D1"), ("changed", "B1"), ("changed", "C1")}
    after = {(m.kind, m.area) for m in TERRITORY.selection_marks(play(state, "block"), ())}
    assert after == {("legal", "hand.block"), ("selected", "D1"), ("protected", "B1"), ("changed", "C1")}


@pytest.mark.rule("territory.assist.block")
def test_a_player_asked_to_block_reads_which_cells_would_flip() -> None:
    state = play(lay(hands="D1/block/block", options="players=3", A1="r", B1="b", C1="y", D1="b"), "D1")
    assert str(state.status()) == "Blue may block: B1 would flip to red."
    assert [TERRITORY.scene_of(state).areas[at].name for at in ("A1", "B1", "C1")] == [
        "A1, red",
        "B1, blue, would flip to red",
        "C1, yellow, would flip to red",
    ]
    after = play(state, "block")
    assert str(after.status()) == "Yellow may block: C1 would flip to red."
    assert TERRITORY.scene_of(after).areas["B1"].name == "B1, blue, protected by a block"


@pytest.mark.rule("territory.score")
def test_the_sums_are_shown_at_the_end() -> None:
    def rows(more: str) -> list[list[str]]:
        state = lay(options="game=advanced,players=2", A1="rb", B1="r", C3="b", more=f"won=-/3 bonus=2/1 {more}")
        return [[words for words, _ in panel.rows] for panel in TERRITORY.panels(state.view(None))]

    assert rows("end=red") == [
        ["2 cells, 3 cats", "treasures: 0", "bonus: 2", "total: 5 points"],
        ["1 cell, 1 cat", "treasures: 3", "bonus: 1", "total: 5 points"],
    ]
    assert [row[-1] for row in rows("")] == ["0 cards, 0 assist"] * 2


@pytest.mark.rule("territory.discards")
def test_used_cards_can_be_counted() -> None:
    state = lay(hands="A1/-", B1="r", more="gone=A1+B1+B1 used=block+row+row")
    areas = TERRITORY.scene_of(state, 0).areas
    assert [areas[at].name for at in ("A1", "B1", "C1")] == [
        "A1, treasure face down, 1 card discarded",
        "B1, red, 2 cards discarded",
        "C1, treasure face down",
    ]
    assert areas["used"].name == "Discarded assist cards, 3 cards: 2 row, 1 block"
    park, decks = ("", "gone=A1", "gone=A1+A1"), ("", "used=row", "used=row+row")
    assert len({part(lay(more=more), "park").above for more in park}) == 3
    assert len({part(lay(more=more), "decks").above for more in decks}) == 3


@pytest.mark.rule("territory.advanced.bonus.sum")
def test_the_track_shows_the_bonus_points_of_each_player() -> None:
    def picture(options: str, bonus: str) -> tuple[object, ...]:
        return part(lay(options=options, more=bonus), "track").above

    for options in ("game=advanced,players=2", "game=duel"):
        shown = {picture(options, f"bonus={bonus}") for bonus in ("1/0", "0/1", "1/1", "4/1", "11/1", "12/1")}
        assert len(shown) == 6
        assert picture(options, "bonus=12/1") == picture(options, "bonus=30/1")  # the panels have the exact number


def test_goals_of_examples_are_met_only_at_the_end_of_the_turn() -> None:
    goals = TERRITORY.goals
    start = lay(hands="F1/-", options="game=advanced,players=2", E1="b", D1="b", C1="b", B1="b", A1="r", F1="b")
    turned = play(start, "F1")
    done = play(turned, "*A5")
    assert not any(goals[name](start, start, 4) for name in ("flipped", "gained", "paid"))
    assert not goals["flipped"](start, turned, 4)  # the turn is not over until the card is drawn
    assert [n for n in range(9) if goals["flipped"](start, done, n)] == [4]
    assert [n for n in range(20) if goals["gained"](start, done, n)] == [13]
    assert [n for n in range(9) if goals["paid"](start, done, n)] == [3]
    assert goals["tops"](start, done, "E1")
    assert not goals["tops"](start, done, "A2")
    last = lay(hands="A1/-", options="game=duel", **{c: "r" for c in _all() if c != "A1"})
    assert goals["won"](last, play(last, "A1"))
    assert not goals["won"](last, last)


def _all() -> list[str]:
    return [f"{letter}{row}" for letter in "ABCDEF" for row in range(1, 7)]


def test_questions_of_examples_are_answered_from_the_position() -> None:
    asks = TERRITORY.asks
    state = lay(hands="A1+F1+row+empty/-", A1="r", B1="b", C1="rb", D1="rb", E1="b", F1="b", F2="b", F3="r")
    assert set(asks["places"](state)) == {"F1"}
    assert set(asks["uses"](state, "row")) == {"B1", "E1", "F1", "F2"}
    assert set(asks["turns"](state, "F1")) == {"E1", "F2"}
    assert set(asks["turns"](state, "F1", "row")) == {"E1"}
    assert set(asks["turns"](state, "F1", "column")) == {"F2"}
    assert set(asks["owns"](state, "red")) == {"A1", "C1", "D1", "F3"}
    paying = lay(hands="A1+A2/-", options="game=advanced,players=2", A1="b", B1="b", C1="b", D1="b", E1="r")
    assert (set(asks["pays"](paying, 1)), set(asks["pays"](paying, 0))) == ({"A1"}, {"A2"})
    assert set(asks["high"](state, 2)) == {"C1", "D1"}
    line = lay(hands="D1/block/-", options="players=3", A1="r", B1="b", C1="y", D1="b")
    assert (set(asks["keeps"](line, "blue", "D1")), set(asks["keeps"](line, "yellow", "D1"))) == ({"B1"}, {"C1"})
    assert set(asks["keeps"](state, "blue", "A2")) == set()


@pytest.mark.parametrize(
    ("hands", "cells", "best"),
    [
        ("A1+F1/-", {"A1": "b", "B1": "b", "C1": "b", "D1": "r", "F1": "b"}, "A1"),  # flips two cells
        ("A1+F6/-", {"A1": "bry"}, "A1"),  # a stack of three
        ("C3+A6/-", {}, "C3"),  # an open treasure of three
        ("A1+A6/-", {"A1": "b", "B1": "b", "C1": "b", "D1": "b", "E1": "r", "A6": "bry", "B6": "byr"}, "A1"),
    ],
)
def test_a_bot_that_overlooks_nothing_sees_stacks_treasures_and_bonus_points(
    hands: str, cells: dict[str, str], best: str
) -> None:
    state = lay(hands=hands, options="game=advanced,players=3", **cells)
    assert {str(greedy(state.view(0), Random(n))) for n in range(5)} == {best}


def test_a_bot_that_overlooks_nothing_blocks_when_it_pays() -> None:
    state = play(lay(hands="E1/block", A1="r", B1="br", C1="br", D1="br", E1="b"), "E1")
    assert str(greedy(state.view(1), Random(1))) == "block"


@pytest.mark.rule("territory.flip.restack")
def test_every_stack_can_be_read_in_full() -> None:
    state = lay(hands="C4+C4+row/A1", options="players=4", C4="rbgy", D4="y")
    areas = TERRITORY.scene_of(state, 0).areas
    assert areas["C4"].name == "C4, red over blue over green over yellow"
    assert areas["D4"].name == "D4, yellow"
    assert areas["A1"].name == "A1, treasure face down"
    advanced = TERRITORY.scene_of(lay(options="game=advanced"), None).areas
    assert (advanced["C3"].name, advanced["A1"].name) == ("C3, treasure of 3", "A1, empty")
    assert {id_ for id_ in areas if "." in id_ or id_ == "used"} == {
        "hand.C4", "hand.C4.2", "hand.row", "deck.cells", "deck.assist", "used",
    }  # fmt: skip
    assert areas["hand.row"].name.startswith("Assist card, row: put a cat over another player's")
    # Stacks in a different order are drawn differently.
    orders = {TERRITORY.scene_of(lay(options="players=4", C4=s), None).pieces[20] for s in ("rbg", "rgb", "brg", "rb")}
    assert len(orders) == 4


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ("game=basic", ["park", "hand", "decks"]),
        ("game=advanced", ["park", "track", "hand", "decks"]),
        ("game=duel", ["park", "track", "hand", "assist", "decks"]),
    ],
)
def test_every_game_has_its_parts_in_the_same_size_for_every_seat(options: str, parts: list[str]) -> None:
    state = begun(options)
    mine, theirs, nobodys = (TERRITORY.scene(state.view(seat), Look()) for seat in (0, 1, None))
    assert [part.name for part in mine.parts] == parts
    assert mine.stands_like(theirs)
    assert mine.stands_like(nobodys)


@pytest.mark.parametrize("options", ["players=2", "game=duel"])
def test_large_hands_fit(options: str) -> None:
    held = "+".join(f"A{row}+B{row}" for row in range(1, 7))
    state = lay(hands=f"{held}/-", options=options)
    assert part(state, "hand", 0).size == part(state, "hand", 1).size
    hand = part(state, "hand", 0)
    corners = [point for area in hand.areas.values() for point in area.outline]
    assert len(hand.areas) == 12
    assert len(set(corners)) == 4 * 12
    assert all(0 < x < hand.size[0] and 0 < y < hand.size[1] for x, y in corners)


def test_intents_are_described_in_words() -> None:
    state = lay(hands="C4+row+double+block/-", B1="b")
    intents = [
        str(TERRITORY.intent(state, TERRITORY.read_action(w, state)))
        for w in ("C4", "row:B1", "double", "C4>assist", "block", "pass", "keep:1", "*D5")
    ]
    assert intents == [
        "Red wants to put a cat on C4 with a coordinate card.",
        "Red wants to use an assist card on B1: over a cat, row.",
        "Red wants to use an assist card: double turn.",
        "Red wants to discard a card (C4) and draw one from the assist deck.",
        "Red wants to block.",
        "Red wants to pass.",
        "Red wants to keep card 1 of the assist cards looked at.",
        "Red wants to draw a card.",
    ]


@pytest.mark.rule("territory.flip.line")
def test_transposing_the_park_swaps_rows_and_columns() -> None:
    def turned(cell: str) -> str:
        return f"{'ABCDEF'[int(cell[1]) - 1]}{'ABCDEF'.index(cell[0]) + 1}"

    from tests.games.territory.positions_builder import stacks
    from tests.games.territory.random_positions import random_position

    rng, options = Random(8), "game=advanced,players=3"
    for _ in range(40):
        laid = random_position(rng, options)
        cells = {c: "".join(x[0] for x in reversed(cats)) for c, cats in laid.park.items()}
        for card, other in (("empty", "empty"), ("row", "column"), ("column", "row")):
            here = lay(turn=laid.turn, options=options, hands="/".join([card] * 3), **cells)
            there = lay(
                turn=laid.turn, options=options, hands="/".join([other] * 3), **{turned(c): s for c, s in cells.items()}
            )
            moves = sorted(m for m in legal(here) if ":" in m)
            mirrored = {f"{other}:{turned(m.partition(':')[2])}" for m in moves}
            assert mirrored == {m for m in legal(there) if ":" in m}
            for move in rng.sample(moves, min(3, len(moves))):
                cell = move.partition(":")[2]
                one, two = play(here, move), play(there, f"{other}:{turned(cell)}")
                assert {turned(c): s for c, s in stacks(one).items()} == stacks(two)
                assert (one.bonus, one.to_move) == (two.bonus, two.to_move)
