"""Bots: functions of a view and a random generator, by name in `BOTS`. They see only what their seat can see.

To play against a bot of your own, add it: `BOTS["mine"] = mine`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from cattools.bots.greedy import greedy
from cattools.bots.sampling import sampling
from cattools.core.errors import unknown
from cattools.core.game import AnyGame, AnyView
from cattools.core.messages import N_
from cattools.core.options import Options

Bot = Callable[[AnyView, Random], Any]


def random(view: AnyView, rng: Random) -> Any:
    """Return a random legal action."""
    return rng.choice(view.legal())


BOTS: dict[str, Bot] = {"random": random, "greedy": greedy, "sampling": sampling}
HUMAN = "human"  # a player who is not a bot
OPPONENT = "greedy"  # the default opponent
TITLES: Mapping[str, str] = {
    "random": N_("Computer, easy"),
    "greedy": N_("Computer, careful"),
    "sampling": N_("Computer, thoughtful"),
}


def title(name: str) -> str:
    """Return a bot's title, for translation."""
    return TITLES.get(name, name)


def offered(game: AnyGame, options: Options) -> Mapping[str, str]:
    """Return the titles of the bots to choose from, by name; "sampling" is offered only if the game hides something."""
    return {name: title(name) for name in BOTS if name != "sampling" or game.has_hidden_information(options)}


def bot(name: object) -> Bot:
    """Return a bot by name. Raises `OptionError`."""
    if not isinstance(name, str) or name not in BOTS:
        raise unknown(N_("expected one of the bots {known}, found {found}"), name, BOTS)
    return BOTS[name]
