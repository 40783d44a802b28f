"""Helpers to build positions of Neko Neko Territory and to play on them."""

from __future__ import annotations

from cattools.core.chance import Dealer
from cattools.core.display.scene import Look, Part
from cattools.core.game import CHANCE
from cattools.games.territory import GAME, Territory

TERRITORY = GAME
CELLS = [f"{letter}{row}" for row in range(1, 7) for letter in "ABCDEF"]
TWO = "players=2"


def lay(*, turn: str = "red", hands: str = "", more: str = "", options: str = TWO, **cells: str) -> Territory:
    """Return the position with stacks (letters, top cat first) on the named cells; hands not given are empty."""
    chosen = TERRITORY.choose(options)
    seats = len(TERRITORY.seats(chosen))
    assert cells.keys() <= set(CELLS)
    rows = [",".join(cells.get(name, "1") for name in CELLS[row * 6 : row * 6 + 6]) for row in range(6)]
    listed = hands.split("/") if hands else []
    held = "/".join([*listed, *["-"] * (seats - len(listed))])
    return TERRITORY.read_position(f"{'/'.join(rows)} {turn} {held} {more}", chosen)


def full(*, but: str = "", stack: str = "b", **cells: str) -> dict[str, str]:
    """Return a stack for every cell except `but`, with different stacks on the cells given by name."""
    return {**{name: stack for name in CELLS if name not in but.split()}, **cells}


def words(state: Territory, move: str) -> list[str]:
    """Return the sentences of the events of a move."""
    return [str(e) for e in state.events(TERRITORY.read_action(move, state))]


def stacks(state: Territory) -> dict[str, str]:
    """Return the stacks by cell, top cat first."""
    board = str(state).split()[0].replace("/", ",").split(",")
    found: list[str] = []
    for part in board:
        found += [""] * int(part) if part.isdigit() else [part]
    return {name: stack for name, stack in zip(CELLS, found, strict=True) if stack}


def hand(state: Territory, seat: int) -> set[str]:
    """Return a seat's cards by name."""
    cards = str(state).split()[2].split("/")[seat]
    return set() if cards == "-" else set(cards.split("+"))


def part(state: Territory, name: str, seat: int | None = None) -> Part:
    """Return a part of the scene that a seat sees."""
    return next(part for part in TERRITORY.scene(state.view(seat), Look()).parts if part.name == name)


def begun(options: str = "", seed: int = 1) -> Territory:
    """Return a game after the deal."""
    state = Dealer(seed).settle(TERRITORY.start(TERRITORY.choose(options)))
    assert state.to_move != CHANCE
    return state
