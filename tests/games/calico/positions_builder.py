"""Helpers that build positions of Calico and report events and score lines."""

from __future__ import annotations

import re

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE
from cattools.games.calico import GAME, Calico
from tests.games.helpers import short

CALICO = GAME
CATS = "Millie:de,Tibbit:fq,Coconut:sv"
GOALS = "ABCDEF,AABBCC,AAABBB"
INNER = [[f"{letter}{n}" for n in range(2, 7)] for letter in "bcdef"]
GOAL_SPACES = ("c4", "d5", "e3")


def rows(cells: str) -> str:
    """Return a quilt in notation from cells such as `b2Nd c3Ye!+`."""
    signs = {cell[:2]: cell[2:] for cell in cells.split()}
    assert signs.keys() <= {name for row in INNER for name in row} - {*GOAL_SPACES}
    lines = ("".join("_" if n in GOAL_SPACES else signs.get(n, ".") for n in row) for row in INNER)
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), line) for line in lines)


def lay(
    cells: str = "",
    hand: str = "Nd",
    *,
    cats: str = CATS,
    goals: str = GOALS,
    market: str = "",
    more: str = "",
    options: str = "players=1",
    board: str = "blue",
    others: str = "",
) -> Calico:
    """Return a position with patches on the named cells; with more players, `options` and `others` describe them."""
    market = f" market={market}" if market else ""
    line = f"cats={cats} {board}={rows(cells)};{goals};{hand} {others}{market} turn={board} {more}"
    return CALICO.read_position(line, CALICO.choose(f"{options},board={board}"))


def duo(blue: str, green: str, hand: str, *, promo: str, more: str = "", other: str = "Ye") -> Calico:
    """Return a two-player position with a promo cat that likes stripes and vines."""
    others = f"green={rows(green)};{GOALS};{other}"
    return lay(
        blue, hand, cats=f"Millie:de,Tibbit:fq,{promo}:sv", others=others, more=more, options="players=2,promo=lot"
    )


def event_rules(state: Calico, move: str) -> list[str]:
    """Return the rules that the events of a move cite."""
    return [short(event.rule) for event in state.events(CALICO.read_action(move, state))]


def tokens(state: Calico, seat: int = 0) -> dict[str, int]:
    """Return how many lines the score has for each goal, cat and button."""
    found: dict[str, int] = {}
    for line in state.score().of(seat):
        name = str(line)
        if line.rule in ("calico.cat.size", "calico.cat.shape"):
            name = name.partition(" on ")[0]
        found[name] = found.get(name, 0) + 1
    return found


def until_play(options: str, seed: int = 1) -> Calico:
    """Return the position after a seeded setup, with the first legal goals chosen."""
    state, dealer = CALICO.start(CALICO.choose(options)), Dealer(seed)
    while not state.begun or state.to_move == CHANCE:
        state = state.apply_unchecked(dealer.choose(state) if state.to_move == CHANCE else state.legal()[0])
    return state
