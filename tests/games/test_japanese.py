"""Boards in Japanese: no English word is left in what a game shows and says, outside names and notation."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cattools.core.display.scene import Label
from cattools.core.game import AnyState
from cattools.core.language import catalogue
from cattools.core.loading.data_files import has
from cattools.core.messages import N_, speaking, text
from cattools.games import GAMES
from tests.games.helpers import sample
from tests.kinds import number

# Names that the Japanese rules also write in Latin letters: the END card, and the patterns of Calico's goals.
KEPT = {"END", "AAA", "AAAA", "BBB"}
WORD = re.compile(r"[A-Za-z]{3,}")


def said(state: AnyState) -> Iterator[str]:
    """Yield what a position shows and says to its players."""
    game, scene = state.game, state.game.scene_of(state)
    yield from (str(state.status()), scene.summary, *map(str, state.score().lines))
    yield from (area.name for area in scene.areas.values())
    for action in state.legal():
        yield from map(str, state.events(action))
    for action in list(game.candidates(state))[::11]:
        yield from map(str, state.why_not(action))
    for panel in game.panels(state.view(None)):
        yield from (panel.name, *(words for words, _ in panel.rows))
    if state.to_move is None:
        yield from map(str, state.result(None))


def names(game_id: str) -> set[str]:
    """Return the proper names that stay in Latin letters: those of Calico's cats."""
    if game_id != "calico":
        return set()
    from cattools.games.calico.components import CATS

    return {word for cat in CATS for word in WORD.findall(cat.title)}


def translated() -> list[str]:
    """Return the games that have Japanese terms for their rules; a new game need not have them."""
    return [game_id for game_id in GAMES if has(f"games/{game_id}/data/search.toml")]


def test_the_games_of_the_book_are_translated() -> None:
    words = catalogue("ja")
    assert len(translated()) >= 5
    assert [game_id for game_id in translated() if words.gettext(GAMES[game_id].title) == GAMES[game_id].title] == []


@pytest.mark.parametrize("game_id", translated())
def test_no_english_word_is_left_on_a_board(game_id: str) -> None:
    kept, states = KEPT | names(game_id), list(sample(game_id, GAMES[game_id].choose()))
    with speaking(catalogue("ja")):
        texts = [words for state in states[:: number(5, 1)] for words in said(state)]
    assert any(re.search("[ぁ-ん]", words) for words in texts)
    assert {word: words for words in texts for word in WORD.findall(words) if word not in kept} == {}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_icon_of_a_note_is_next_to_its_words(language: str) -> None:
    """The icon ends before the words begin, although the words are wider in Japanese."""
    from cattools.games.cattricola.board import TEXT, note

    with speaking(catalogue(language)):
        words = str(text(N_("reconstructed boards")))
    *icon, label = note((0, 0), words)
    assert isinstance(label, Label)
    width = TEXT * (len(words) if language == "ja" else 0.5 * len(words))
    assert all(shape.at[0] < label.at[0] - width / 2 - 4 for shape in icon)
