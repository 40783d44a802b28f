"""Readers meet words, numbers and the names of cells shown on the board, never the notation that code reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cattools.core.chance import ByChance
from cattools.core.display.scene import Look, Scene
from cattools.core.game import AnyGame, AnyState
from cattools.core.random_play import choices, random_game
from cattools.games import GAMES
from tests.codes import cells_shown, code_words, codes
from tests.kinds import number

MOST = 160  # actions of each random game
EVERY = number(18, 9)  # one in so many positions is read, and always the last one
TRIED = 10  # legal actions read in each position, and as many candidates, which can be illegal


def about_position(state: AnyState, scene: Scene) -> Iterator[str]:
    """Yield what a reader can read or hear of a position."""
    game, view = state.game, state.view(state.mover)
    yield from (scene.summary, *(part.caption for part in scene.parts), *(group.name for group in scene.groups))
    yield from (area.name for area in scene.areas.values())
    for panel in game.panels(view):
        yield from (words for words, _ in panel.rows)
    yield str(state.status())
    if state.mover is not None:
        yield str(state.prompt())
    for line in state.score().lines:
        yield str(line)
    if state.to_move is None:
        yield from map(str, game.ties(state))


def about_action(state: AnyState, action: Any) -> Iterator[str]:
    """Yield what a reader can read or hear of an action, legal or not."""
    game = state.game
    yield from map(str, state.why_not(action))
    yield str(game.intent(state, action))
    if not game.presses(action) and not isinstance(action, ByChance):
        yield str(game.label(action))
    if state.allows(action):
        yield from map(str, state.events(action))
        if state.mover is not None:
            yield from map(str, game.preview(state.view(state.mover), action).said)


def sentences(game: AnyGame, seed: int) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield every sentence about random games, with the cells that the board shows and the actions' notation."""
    rng = Random(seed)
    for options in choices(game, 0):
        for n, state in enumerate(random_game(game, options, seed, MOST)):
            if n % EVERY and state.to_move is not None:
                continue
            scene = game.scene(state.view(state.mover), Look())
            legal, areas = [*state.legal()], scene.areas.keys()
            other = [*game.candidates(state)]
            tried = [one for some in (legal, other) for one in rng.sample(some, min(TRIED, len(some)))]
            tried = [one for one in tried if one in legal or (game.presses(one) and areas >= {*game.presses(one)})]
            shown, notation = cells_shown(scene), code_words(tried)
            for said in (*about_position(state, scene), *(said for one in tried for said in about_action(state, one))):
                yield said, shown, notation


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_reader_meets_notation(game: AnyGame) -> None:
    """Events, refusals, prompts, previews, panels, names and scores have no word of the notation."""
    wrong = {word: said for said, shown, notation in sentences(game, 3) for word in codes(said, shown, notation)}
    assert not wrong


@pytest.mark.parametrize(
    "said",
    [
        "Blue: AAAABB@e3.",
        "Plum plays @2.",
        "Plum puts +b5.",
        "A board at 0,0.",
        "Red moves e1-d1.",
        "It&#39;s Nd.",
    ],
)
def test_the_check_finds_notation(said: str) -> None:
    """The check finds the words that it looks for."""
    assert codes(said, {"e3", "b5", "e1", "d1"}, {"AAAABB", "Nd"})


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_prompt_says_what_to_press_and_names_no_player(game: AnyGame) -> None:
    """A prompt is an instruction to the reader, in the second person."""
    for options in choices(game, 0):
        names = {str(seat.called) for seat in game.seats(options)}
        for state in random_game(game, options, 1, MOST):
            if state.mover is not None:
                said = str(state.prompt())
                assert "press" in said.lower(), said
                assert not names & {*said.split()}, said


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_seat_is_called_by_one_word(game: AnyGame) -> None:
    """Results then read as a person would say them: "Purple and Yellow share the win"."""
    for options in choices(game, 0):
        assert all(re.fullmatch(r"[A-Z]\w+", str(seat.called)) for seat in game.seats(options))
