"""The live examples: their positions could occur in a game."""

from __future__ import annotations

import pytest

from cattools.games.territory import Territory
from cattools.games.territory.position import TerritoryView
from cattools.lessons.example import Example, ExampleKind, examples
from tests.games.helpers import as_a
from tests.games.territory.positions_builder import TERRITORY

EXAMPLES = examples("territory")


def played(example: Example) -> list[Territory]:
    """Return the states of an example and of its solution, if the solution is a list of actions."""
    states = [as_a(Territory, example.start())]
    if example.kind is ExampleKind.TRY or example.goal:
        for written in example.solution:
            states.append(states[-1].apply(TERRITORY.read_action(written, states[-1])))
    return states


ENDED = {id_: states[-1] for id_, e in EXAMPLES.items() if (states := played(e))[-1].over}


@pytest.mark.rule("territory.setup.end-card")
@pytest.mark.parametrize("state", ENDED.values(), ids=ENDED)
def test_a_finished_game_has_gone_on_long_enough(state: Territory) -> None:
    """END comes after 48 cards, every cat is placed with a card, and the first cat on a cell wins its treasure."""
    filled = sum(state.tops).bit_count()
    if state.ended_by is not None:
        assert state.plan.end_among is not None
        assert len(state.cell_deck) <= state.plan.end_among
        assert filled >= 24
    if state.plan.game == "basic":
        assert len(b"".join(state.won)) == filled
    assert len(as_a(TerritoryView, state.view(None)).discards) + 4 >= filled


def test_some_examples_end_the_game() -> None:
    assert {state.ended_by is not None for state in ENDED.values()} == {True, False}
    assert len(ENDED) > 5


@pytest.mark.rule("territory.assist.reshuffle")
def test_the_example_of_a_reshuffle_contains_a_reshuffle() -> None:
    start, drawing, after = played(EXAMPLES["territory.assist.reshuffle.new"])
    assert (len(start.assist_deck), start.bottom, len(start.used)) == (0, (), 12)
    deal = TERRITORY.read_action("*block", drawing)
    assert "territory.assist.reshuffle" in {event.rule for event in drawing.events(deal)}
    assert (len(after.assist_deck), after.used) == (11, b"")


@pytest.mark.rule("territory.assist.block-window")
def test_every_player_asked_to_block_in_an_example_answers_in_its_solution() -> None:
    states = played(EXAMPLES["territory.assist.block-window"])
    assert [state.mover for state in states if state.step.asked] == [1, 3]


@pytest.mark.parametrize("example", [e for e in EXAMPLES.values() if e.ask], ids=lambda e: e.id)
def test_the_status_does_not_contain_the_answer(example: Example) -> None:
    status = str(example.start().status())
    assert not any(area in status for area in example.solution)
