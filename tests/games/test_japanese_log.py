"""The log in Japanese: what has happened is in the past tense, in every line that an action can add."""

from __future__ import annotations

import re
from random import Random

import pytest

from cattools.core.events import EventKind
from cattools.core.game import AnyGame
from cattools.core.language import catalogue
from cattools.core.loading.data_files import has
from cattools.core.messages import speaking
from cattools.core.random_play import choices, random_game
from cattools.games import GAMES

MOST = 160  # actions of each random game
TRIED = 6  # legal actions whose events are read in each position
# What a player or the board does, in the present tense: in the log, it is past. States stay in the present.
PRESENT = re.compile(
    r"(?:し|置き|取り|乗せ|加え|終え|捨て|受け取り|動かし|獲得し|満たし|外し|来|始め|言い|使い|予測し|引き|選び)ます。"
)
# Games that have Japanese terms for their rules; the sentences of a new game are in English at first.
TRANSLATED = {id_: game for id_, game in GAMES.items() if has(f"games/{id_}/data/search.toml")}


@pytest.mark.slow
@pytest.mark.parametrize("game", TRANSLATED.values(), ids=TRANSLATED)
def test_the_log_says_what_has_happened_in_the_past_tense(game: AnyGame) -> None:
    words = catalogue("ja")
    wrong, moved = set[str](), 0
    for options in choices(game, 0):
        for n, state in enumerate(random_game(game, options, 1, MOST)):
            legal = [*state.legal()]
            for action in Random(n).sample(legal, min(TRIED, len(legal))):
                for event in state.events(action):
                    with speaking(words):
                        said = str(event)
                    moved += said.endswith("ました。")
                    if PRESENT.search(said) or (event.kind is EventKind.LEAVE and not said.endswith("ました。")):
                        wrong.add(said)
    assert moved
    assert not wrong
