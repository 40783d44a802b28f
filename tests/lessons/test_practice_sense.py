"""Practice questions make sense where they are asked.

The position is in the phase that the words describe, the answer does not depend on anything that the asked player
cannot see, and the player named in the words is the one whose hand and turn it depends on. Most tests draw the same
number of questions of every kind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, cast

import pytest

from cattools.core.chance import Dealer
from cattools.core.events import EventKind
from cattools.core.game import CHANCE, AnyState
from cattools.games import GAMES, having
from cattools.games.catbox.position import END as ROUND_OVER
from cattools.games.catbox.position import PLAY, Catbox
from cattools.lessons.area_queries import ASKS
from cattools.lessons.practice.config import NEXT, WINNER, topics
from cattools.lessons.practice.position_pool import pool
from cattools.lessons.practice.question import COUNT, Question, is_asked
from tests.games.helpers import as_a

FEW, MANY = 1, 60  # questions of each kind: in every run, and in the nightly run
DEALS = 12  # deals of what the asked player cannot see, and of what chance has yet to decide
each_game = pytest.mark.parametrize("game_id", having("has_practice"))
each_number = pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.nightly)])


@cache
def drawn(game_id: str, number: int) -> tuple[tuple[Question, AnyState], ...]:
    """Return questions about every rule, asked in every way, each with its position."""
    found, rng = pool(game_id), Random(f"{game_id} {number}")
    ways = [(rule, way) for rule in found.rules for way in found.ways(rule)]
    questions = (found.drawn(rule, way, rng) for rule, way in ways for _ in range(number))
    return tuple((question, question.start()) for question in questions if question is not None)


# --- the phase -------------------------------------------------------------------------------------------------------


def _is_turn(state: Any) -> bool:
    """Return whether the player on turn in Territory is free to choose an action."""
    step = state.step
    idle = (step.placed, step.asked, step.blocks, step.draws, step.looking, step.looked, step.swap)
    return state.to_move == state.turn and not any(idle)


# By game: patterns that find words about a phase in a question, each with a check that a position is in that phase.
PHASES: dict[str, dict[str, Callable[[Any], bool]]] = {
    "catbox": {
        r"The tricks are over": lambda state: state.phase is ROUND_OVER,
        r"cannot be declared now|Which cells may .* (take|lead)|cost .* the led colour": lambda state: (
            state.phase is PLAY
        ),
        r"may \S+ lead": lambda state: len(state.trick) in (0, state.players),
        r"Who wins the trick then": lambda state: len(state.trick) == state.players - 1,
    },
    "territory": {
        r"nobody blocks|Nobody blocks|answers with a block|Who decides next": _is_turn,
        r"Where (may|can|would)|On which cells? (may|would|does)|of them does": _is_turn,
        r"Which assist cards": lambda state: _is_turn(state) or state.to_move in state.step.asked[:1],
    },
    "cattricola": {
        # "Is that allowed?" can be asked of a catch while tiles wait: `cattricola.place.order` forbids it
        r"is to place|catches with(?!.*Is that allowed)|lay the pattern": lambda state: not state.hand,
        r"Where can .* lay the pattern": lambda state: bool(state.radars[state.turn]) and not state.charged,
        r"waiting tiles may": lambda state: any(state.hand),
    },
    "herders": {r"Several cats are scared": lambda state: state.running is None and state.scared.bit_count() > 1},
}


@pytest.mark.slow
@each_game
@each_number
def test_a_question_is_asked_only_in_a_phase_that_its_words_describe(game_id: str, number: int) -> None:
    said = 0
    for question, state in drawn(game_id, number):
        words = str(question.task(state))
        assert ("game is over" in words) == (question.ask == WINNER), words
        assert state.to_move is None if question.ask == WINNER else state.to_move != CHANCE, words
        assert state.to_move is not None or question.ask in (WINNER, COUNT) or game_id == "catbox", words
        for pattern, holds in PHASES.get(game_id, {}).items():
            if re.search(pattern, words):
                said += 1
                assert holds(state), (words, str(state))
    assert said >= len(PHASES.get(game_id, {}))


@each_game
@each_number
def test_only_a_piece_reacts_or_is_kept(game_id: str, number: int) -> None:
    for question, state in drawn(game_id, number):
        if question.ask == "affected" and question.about[1] in (EventKind.REACT, EventKind.KEEP, EventKind.LEAVE):
            parts = state.game.scene_of(state, state.mover).parts
            assert question.answer(state) <= {piece.area for part in parts for piece in part.pieces}, question


# --- what is hidden --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@each_game
@each_number
def test_the_answer_is_the_same_for_every_deal_of_what_the_asked_player_cannot_see(game_id: str, number: int) -> None:
    for question, state in drawn(game_id, number):
        if state.mover is None:
            continue
        view, answer, words = state.view(state.mover), question.answer(state), str(question.task(state))
        for seed in range(DEALS if state.game.has_hidden_information(state.options) else 0):
            other = view.determinize(Random(seed))
            assert is_asked(question, other), (question, str(other))
            assert question.answer(other) == answer, (question, str(other))
            assert str(question.task(other)) == words, (question, str(other))


@each_game
@each_number
def test_who_decides_next_is_the_same_whatever_chance_brings(game_id: str, number: int) -> None:
    for question, state in drawn(game_id, number):
        if question.ask != NEXT:
            continue
        topic, seats = topics(game_id).topic(question.rule, NEXT), state.game.seats(state.options)
        assert topic is not None
        for seed in range(DEALS):
            dealer, after = Dealer(seed), state.apply(state.game.read_action(question.about[0], state))
            while after.to_move == CHANCE or (topic.then and topic.then in map(str, after.legal())):
                deal = after.to_move == CHANCE
                after = after.apply(dealer.choose(after) if deal else state.game.read_action(topic.then, after))
            decides = set() if after.to_move is None else {seats[after.to_move].id}
            assert question.answer(state) == decides, (question, str(after))


# --- who is asked ----------------------------------------------------------------------------------------------------


class Watched(tuple[Any, ...]):  # noqa: SLOT001 - a tuple of any length can have no slots
    """One item for each seat; `seats` are those whose item was read (copying the whole tuple does not count)."""

    seats: set[int]

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, int):
            self.seats.add(at)
        return super().__getitem__(at)


HANDS = {"territory": "hands", "catbox": "hands", "calico": "hands"}


@each_game
@each_number
def test_the_player_named_in_the_words_is_the_one_whose_hand_and_turn_is_read(game_id: str, number: int) -> None:
    for question, state in drawn(game_id, number):
        if state.mover is None or question.ask in (COUNT, NEXT):
            continue
        seats, words = state.game.seats(state.options), str(question.task(state))
        named = {n for n, seat in enumerate(seats) if re.search(rf"\b{seat.called}\b", words)}
        topic = topics(game_id).topic(question.rule, question.ask)
        if "{who}" in topic.words if topic is not None else named:
            assert state.mover in named, (words, str(state))
        if game_id not in HANDS or question.ask in ASKS:
            continue
        hands = Watched(getattr(state, HANDS[game_id]))
        hands.seats = set()
        watched: AnyState = replace(cast("Any", state), **{HANDS[game_id]: hands})
        assert question.answer(watched) == question.answer(state)
        assert hands.seats <= {*named, state.mover}, (question, words, str(state))


# --- examples --------------------------------------------------------------------------------------------------------

THREE = "players=3"
OPENING = "1,r,b,3/6/6/6/6/6 blue C3+D4+row/A1+E5+F6/B2+B3+B4 won=1/2/-"
ASKED = "b,r,b,3/6/6/6/6/6 blue C3+D4+block/E5+F6/B2+B3+B4 won=1/2/- gone=A1 placed=A1 asked=red"
RANCH = "0,0;0,5 sf9/10/10/10/10 plum=A::a1,a2 teal=C plum"


@pytest.mark.rule("territory.end.full")
def test_the_next_player_decides_once_the_treasure_is_turned_up_and_nobody_blocks() -> None:
    question = Question("territory", "territory.end.full", NEXT, ("A1",), OPENING, THREE)
    state = question.start()
    assert question.answer(state) == {"yellow"}
    assert is_asked(question, state)


@pytest.mark.rule("territory.end.card")
def test_who_decides_next_is_not_asked_where_the_end_can_be_drawn() -> None:
    found = Counter[bool]()
    for stretch in pool("territory").stretches:
        for state in stretch.states(GAMES["territory"]):
            if state.mover is None or not state.allows(state.game.read_action("double", state)):
                continue
            question = Question("territory", "territory.turn.choose", NEXT, ("double",), str(state))
            after = state.apply(state.game.read_action("double", state))
            ends = any(action.card == "END" for _, action in after.chances())
            assert question.depends_on_chance(state) is ends, str(state)
            found[ends] += 1
        if min(found[True], found[False]) > 2:
            return
    raise AssertionError(found)


@pytest.mark.rule("territory.assist.use")
def test_the_cards_of_the_player_who_is_asked_to_block_are_asked_about() -> None:
    question = Question("territory", "territory.assist.use", "usable", (), ASKED, THREE)
    state = question.start()
    assert str(question.task(state)).startswith("Which assist cards in hand can Red use now?")
    assert question.answer(state) == {"hand.block"}
    assert not is_asked(replace(question, rule="territory.place.card", ask="places"), state)


@pytest.mark.rule("territory.assist.block-window")
def test_an_action_of_the_player_who_is_asked_to_block_is_judged_by_that_players_cards() -> None:
    state = GAMES["territory"].position(ASKED, THREE)
    refusals = {str(one) for at in ("C3", "E5") for one in state.why_not(state.game.read_action(at, state))}
    assert "Red holds no coordinate card for E5." in refusals
    assert not any("C3" in one or "Blue" in one for one in refusals)


@pytest.mark.rule("catbox.score.duel", "catbox.paradox")
def test_questions_about_a_round_are_asked_in_their_phase_only() -> None:
    for stretch in pool("catbox").stretches[::5]:
        for state in (as_a(Catbox, one) for one in stretch.states(GAMES["catbox"])):
            for rule, ask, phase in (
                ("catbox.score.duel", "bonus", ROUND_OVER),
                ("catbox.score.tricks", "against", ROUND_OVER),
                ("catbox.paradox.trick", "last-trick", ROUND_OVER),
                ("catbox.paradox", "stuck", PLAY),
            ):
                question = Question("catbox", rule, ask, (), str(state), str(state.options))
                in_force = state.mover is not None and (rule != "catbox.score.duel" or state.players == 2)
                assert is_asked(question, state) == (state.phase is phase and in_force), (ask, str(state))


@pytest.mark.rule("cattricola.catch.range")
def test_empty_cells_below_the_range_do_not_react() -> None:
    about = ("cattricola.catch.range", EventKind.REACT, "a1")
    question = Question("cattricola", "cattricola.catch.range", "affected", about, RANCH)
    assert question.answer(question.start()) == {"a1"}
