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
from cattools.core.random_play import choices, walk
from cattools.games import GAMES

MOST = 160  # actions of each random game
EVERY = 9  # one of so many positions is read, and the last one
TRIED = 10  # legal actions read in each position, and as many that can be illegal
AROUND = ".,;:!?()“”\"'…"  # punctuation around a word
SIGNS = re.compile(r"[@=*^<>|_{}\[\]\\~#&]|\w[+/]|[+/]\w|\d,-?\d|\w-\d|\d-[a-z]\d")  # never part of a word or a number
NAMED = re.compile(r"[A-Za-z]+-?\d+")


def cells_shown(scene: Scene) -> set[str]:
    """Return the names that the board shows on its cells."""
    names = {re.split(r"[.+]", area.id)[-1] for group in scene.groups for row in group.rows for area in row}
    return {name for name in names if NAMED.fullmatch(name)}


def code_words(actions: list[Any]) -> set[str]:
    """Return the parts of actions in notation that are not words, such as `AAAABB`, `Nd` or `sm`."""
    parts = {part for action in actions for part in re.split(r"[^A-Za-z0-9]+", str(action))}
    return {
        part
        for part in parts
        if len(part) > 1 and not part.isdigit() and not re.fullmatch("[A-Z]?[a-z]{3,}|[A-Z][a-z]{2}", part)
    }


def codes(said: str, shown: set[str], notation: set[str]) -> list[str]:
    """Return the words of a sentence that are code."""
    found = []
    for word in said.split():
        bare = word.strip(AROUND)
        if bare in shown:
            continue
        if len(bare) > 1 and (SIGNS.search(bare) or bare in notation or NAMED.fullmatch(bare)):
            found.append(word)
    return found


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
    """Yield every sentence about random games, with the cells that the board shows and the parts of its notation."""
    rng = Random(seed)
    for options in choices(game, 0):
        for n, state in enumerate(walk(game, options, seed, MOST)):
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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_reader_meets_notation(game: AnyGame) -> None:
    """Events, refusals, prompts, previews, panels, names and scores have no word of the notation."""
    wrong = {word: said for said, shown, notation in sentences(game, 3) for word in codes(said, shown, notation)}
    assert not wrong


@pytest.mark.parametrize(
    "said",
    [
        "Blue player: AAAABB@e3.",
        "Plum plays @2.",
        "Plum puts +b5.",
        "A board at 0,0.",
        "Red moves e1-d1.",
        "It&#39;s Nd.",
    ],
)
def test_the_check_finds_notation(said: str) -> None:
    """The words that the check is for are found."""
    assert codes(said, {"e3", "b5", "e1", "d1"}, {"AAAABB", "Nd"})
