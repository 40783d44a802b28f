"""What examples of Neko Neko Territory can ask for, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.core.grid import bits
from cattools.games.territory.rules.actions import Place, Use
from cattools.games.territory.rules.components import CARD, COLOURS, GRID, HEIGHT, NAMES
from cattools.games.territory.rules.legality import legal
from cattools.games.territory.rules.lines import Lines, Placement, bonus_points, tops_with, turned
from cattools.games.territory.rules.scoring import totals, winners
from cattools.games.territory.rules.state import Territory


def _done(start: Territory, now: Territory) -> bool:
    """Return whether the turn that was on is finished."""
    return now is not start and not now.pending


def _mover(start: Territory) -> int:
    return start.mover or 0


def flipped(start: Territory, now: Territory, cells: int) -> bool:
    """Return whether the player who began tops this many cells more, the one placed on apart, and the turn is over."""
    seat = start.turn
    return _done(start, now) and (now.tops[seat] & ~start.tops[seat]).bit_count() == cells + 1


def gained(start: Territory, now: Territory, points: int) -> bool:
    """Return whether the player who began has this many points more, and the turn is over."""
    seat = start.turn
    return _done(start, now) and totals(now)[seat] - totals(start)[seat] == points


def paid(start: Territory, now: Territory, points: int) -> bool:
    """Return whether the player who began has this many bonus points more, and the turn is over."""
    seat = start.turn
    return _done(start, now) and now.bonus[seat] - start.bonus[seat] == points


def tops(start: Territory, now: Territory, cell: str) -> bool:
    """Return whether the player to decide tops a cell once the turn is over."""
    return _done(start, now) and bool(now.tops[_mover(start)] >> GRID.index[cell] & 1)


def won(start: Territory, now: Territory) -> bool:
    """Return whether the player who began has won."""
    return _mover(start) in winners(now)


def _lines(state: Territory, cell: str, card: str = "") -> Lines:
    """Return the cells that turn in each direction if the player to move comes to a cell, by its card or another."""
    at = GRID.index[cell]
    placed = Placement(at, CARD[card] if card else at)
    return turned(placed, tops_with(state.tops, state.turn, at), state.turn)


def places(state: Territory) -> Iterable[str]:
    """Return the cells on which a coordinate card can be played."""
    return {action.at for action in legal(state) if isinstance(action, Place)}


def uses(state: Territory, card: str) -> Iterable[str]:
    """Return the cells on which an assist card can be used."""
    return {action.at for action in legal(state) if isinstance(action, Use) and action.card == card}


def turns(state: Territory, cell: str, card: str = "") -> Iterable[str]:
    """Return the cells that turn if the player to move comes to a cell, with an assist card or without."""
    return {NAMES[c] for c in bits(sum(_lines(state, cell, card)))}


def pays(state: Territory, points: int) -> Iterable[str]:
    """Return the cells on which a coordinate card would earn this many bonus points, if nobody blocks."""
    return {cell for cell in places(state) if bonus_points(_lines(state, cell)) == points}


def owns(state: Territory, colour: str) -> Iterable[str]:
    """Return the cells that count for a colour."""
    return {NAMES[c] for c in bits(state.tops[COLOURS.index(colour)])}


def high(state: Territory, height: int) -> Iterable[str]:
    """Return the cells with stacks of this many cats."""
    return {NAMES[c] for c, stack in enumerate(state.stacks) if HEIGHT[stack] == height}


def keeps(state: Territory, colour: str, cell: str) -> Iterable[str]:
    """Return the cells that a block of this colour would keep if the player to move comes to a cell."""
    return {NAMES[c] for c in bits(sum(_lines(state, cell)) & state.tops[COLOURS.index(colour)])}


GOALS: dict[str, Callable[..., bool]] = {
    "flipped": flipped,
    "gained": gained,
    "paid": paid,
    "tops": tops,
    "won": won,
}
ASKS: dict[str, Callable[..., Iterable[str]]] = {
    "places": places,
    "uses": uses,
    "turns": turns,
    "pays": pays,
    "owns": owns,
    "high": high,
    "keeps": keeps,
}
