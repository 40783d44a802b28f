"""Bots: functions of a view and a random generator, in `BOTS` by name. A bot sees only what its seat can see.

Every game has the four levels. *Careful* finds the best end of its own turn; *friendly* does so too, but overlooks most
of its actions; *beginner* overlooks nearly all of them and looks no further than one action. *Master* searches. A game
in which luck decides more can let *careful* overlook some actions too, so that each level is clearly stronger than the
one below. To play against a bot of your own, add it: `BOTS["mine"] = mine`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from random import Random
from typing import Any, TypeVar

from cattools.bots.greedy import greedy, to_decide
from cattools.bots.search import Budget, Search
from cattools.core.errors import unknown
from cattools.core.game import AnyView
from cattools.core.messages import N_

Bot = Callable[[AnyView, Random], Any]
T = TypeVar("T")

# The time limit of a decision, in milliseconds. In a browser, where a play-out takes about 1 ms, it ends the search.
MASTER_MS = 450
PLAYOUTS = 800
LATER = 3  # a decision in the middle of a turn gets 1 / LATER of the budget: the turn was already considered


def random(view: AnyView, rng: Random) -> Any:
    """Return a random legal action."""
    _, legal = to_decide(view)
    return rng.choice(legal)


def beginner(view: AnyView, rng: Random) -> Any:
    """Return the legal action with the best immediate effect, of the very few that are not overlooked."""
    return greedy(view, rng, depth=0, overlooked=0.95)


def friendly(view: AnyView, rng: Random) -> Any:
    """Return the legal action that leads to the best end of the turn, of the few that are not overlooked."""
    return greedy(view, rng, overlooked=view.game.search_settings(view.state).friendly)


def careful(view: AnyView, rng: Random) -> Any:
    """Return the legal action that leads to the best end of the turn; in some games, some are overlooked."""
    return greedy(view, rng, overlooked=view.game.search_settings(view.state).careful)


def searching(ms: float = inf, playouts: int = PLAYOUTS) -> Bot:
    """Return a bot that searches a turn's first decision for at most `ms` milliseconds and `playouts` play-outs."""

    def search(view: AnyView, rng: Random) -> Any:
        share = LATER if view.state.pending else 1
        return Search(view, rng).run(Budget(-(-playouts // share), ms / share)).action

    return search


LEVELS: Mapping[str, Bot] = {
    "beginner": beginner,
    "friendly": friendly,
    "careful": careful,
    "master": searching(MASTER_MS),
}
BOTS: dict[str, Bot] = dict(LEVELS)
RENAMED = {"random": "beginner", "greedy": "careful", "sampling": "master"}  # in games saved before there were levels
HUMAN = "human"  # a player who is not a bot
OPPONENT = "friendly"  # the default opponent
TITLES: Mapping[str, str] = {
    "beginner": N_("Computer, beginner"),
    "friendly": N_("Computer, friendly"),
    "careful": N_("Computer, careful"),
    "master": N_("Computer, master"),
}


def title(name: str) -> str:
    """Return a bot's title, for translation."""
    return TITLES.get(name, name)


def offered() -> Mapping[str, str]:
    """Return the titles of the bots to choose from, by name."""
    return {name: title(name) for name in BOTS}


def present_name(player: T) -> T | str:
    """Return a player's current name: a saved game or a link can have a bot's name from before there were levels."""
    return RENAMED.get(player, player) if isinstance(player, str) and player not in BOTS else player


def bot(name: object) -> Bot:
    """Return a bot by name. Raises `OptionError`."""
    known = present_name(name)
    if not isinstance(known, str) or known not in BOTS:
        raise unknown(N_("expected one of the bots {known}, found {found}"), name, BOTS)
    return BOTS[known]
