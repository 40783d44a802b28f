"""The goals and questions of the examples of Neko Neko Territory, by the names that `examples.toml` uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.core.grid import bits, mask
from cattools.core.messages import N_, Text, many
from cattools.games.territory.rules.actions import Place, Use
from cattools.games.territory.rules.components import (
    CARD,
    CARDS,
    COLOURS,
    EVERYWHERE,
    GRID,
    HEIGHT,
    NAMES,
    SIZE,
    STACKS,
)
from cattools.games.territory.rules.legality import legal
from cattools.games.territory.rules.lines import Lines, Placement, bonus_points, tops_with, turned, unblocked
from cattools.games.territory.rules.scoring import totals, winners
from cattools.games.territory.rules.state import Territory


def _done(start: Territory, now: Territory) -> bool:
    """Return whether the turn in progress at the start is finished."""
    return now is not start and not now.pending


def _mover(start: Territory) -> int:
    return start.mover or 0


def flipped(start: Territory, now: Territory, cells: int) -> bool:
    """Return whether the example's player has gained this many cells by the turn's end, besides the cell placed on."""
    seat = start.turn
    return _done(start, now) and (now.tops[seat] & ~start.tops[seat]).bit_count() == cells + 1


def gained(start: Territory, now: Territory, points: int) -> bool:
    """Return whether the example's player has gained exactly this many points and the turn is over."""
    seat = start.turn
    return _done(start, now) and totals(now)[seat] - totals(start)[seat] == points


def paid(start: Territory, now: Territory, points: int) -> bool:
    """Return whether the example's player has gained exactly this many bonus points and the turn is over."""
    seat = start.turn
    return _done(start, now) and now.bonus[seat] - start.bonus[seat] == points


def gained_now(start: Territory, now: Territory, _: int) -> Text:
    """Return in words how many points the example's player has gained."""
    seat = start.turn
    return many(N_("That scores {n} point."), N_("That scores {n} points."), totals(now)[seat] - totals(start)[seat])


def paid_now(start: Territory, now: Territory, _: int) -> Text:
    """Return in words how many bonus points the example's player has gained."""
    paid = now.bonus[start.turn] - start.bonus[start.turn]
    return many(N_("That scores {n} bonus point."), N_("That scores {n} bonus points."), paid)


def tops(start: Territory, now: Territory, cell: str) -> bool:
    """Return whether the player who acts first in the example tops a cell once the turn is over."""
    return _done(start, now) and bool(now.tops[_mover(start)] >> GRID.index[cell] & 1)


def won(start: Territory, now: Territory) -> bool:
    """Return whether the player who acts first in the example has won."""
    return _mover(start) in winners(now)


def lines_from(state: Territory, cell: str, card: str = "") -> Lines:
    """Return the cells that turn in each direction if the mover plays `card`, or else the cell's card, on a cell."""
    at = GRID.index[cell]
    placed = Placement(at, CARD[card] if card else at)
    return turned(placed, tops_with(state.tops, state.turn, at), state.turn)


def places(state: Territory) -> Iterable[str]:
    """Return the cells on which a coordinate card can be played."""
    return {action.at for action in legal(state) if isinstance(action, Place)}


def treasures(state: Territory) -> Iterable[str]:
    """Return the cells on which the player to move can place a cat and take a treasure: those without a cat."""
    placed = {action.at for action in legal(state) if isinstance(action, Place | Use) and action.at}
    return placed & {NAMES[c] for c in bits(EVERYWHERE & ~state.filled)}


def uses(state: Territory, card: str) -> Iterable[str]:
    """Return the cells on which an assist card can be used."""
    return {action.at for action in legal(state) if isinstance(action, Use) and action.card == card}


def usable(state: Territory) -> Iterable[str]:
    """Return the assist cards in the hand that can be used now, or nothing if two are of the same kind."""
    cards = assist_cards(state)
    used = {action.card for action in legal(state) if isinstance(action, Use)}
    return {f"hand.{card}" for card in cards if card in used} if len({*cards}) == len(cards) else ()


def assist_cards(state: Territory) -> list[str]:
    """Return the assist cards in the hand of the player to move."""
    return [CARDS[card] for card in state.hands[state.turn] if card >= SIZE]


def turns(state: Territory, cell: str, card: str = "") -> Iterable[str]:
    """Return the cells that turn if the player to move places a cat on a cell, with or without an assist card."""
    return {NAMES[c] for c in bits(sum(lines_from(state, cell, card)))}


def pays(state: Territory, points: int) -> Iterable[str]:
    """Return the cells on which a coordinate card would earn this many bonus points if nobody blocks."""
    return {cell for cell in places(state) if bonus_points(lines_from(state, cell)) == points}


def owns(state: Territory, colour: str) -> Iterable[str]:
    """Return the cells with a cat of this colour on top."""
    return {NAMES[c] for c in bits(state.tops[COLOURS.index(colour)])}


def high(state: Territory, height: int) -> Iterable[str]:
    """Return the cells with stacks of this many cats."""
    return {NAMES[c] for c, stack in enumerate(state.stacks) if HEIGHT[stack] == height}


def keeps(state: Territory, colour: str, cell: str) -> Iterable[str]:
    """Return the cells that a block by this colour would keep if the player to move places a cat on a cell."""
    return {NAMES[c] for c in bits(sum(lines_from(state, cell)) & state.tops[COLOURS.index(colour)])}


def ways(state: Territory, number: int) -> Iterable[str]:
    """Return the cells on which a cat of the player to move would turn other cells in this many directions."""
    return _turning(state, lambda lines: len(lines) == number)


def line(state: Territory, length: int) -> Iterable[str]:
    """Return the cells on which a cat of the player to move would turn this many other cells in one direction."""
    return _turning(state, lambda lines: any(cells.bit_count() == length for cells in lines))


def restacked(state: Territory, cell: str) -> Iterable[str]:
    """Return the cells where the mover's own cat would come up from below if the mover places a cat on a cell."""
    inside = mask(c for c, stack in enumerate(state.stacks) if state.turn in STACKS[stack])
    return {NAMES[c] for c in bits(sum(lines_from(state, cell)) & inside)}


def pays_blocked(state: Territory, points: int, colour: str) -> Iterable[str]:
    """Return the cells on which a cat would earn this many bonus points even if this colour blocks."""
    block, cells = (COLOURS.index(colour),), set()
    for cell, lines in _cells_and_lines(state):
        tops = tops_with(state.tops, state.turn, GRID.index[cell])
        if sum(lines) & tops[block[0]] and bonus_points(unblocked(tops, lines, block)) == points:
            cells.add(cell)
    return cells


def fills(state: Territory) -> Iterable[str]:
    """Return the cells on which a cat fills the board and so ends the game."""
    left = EVERYWHERE & ~state.filled
    return {NAMES[c] for c in bits(left)} if left.bit_count() == 1 else ()


def _turning(state: Territory, wanted: Callable[[Lines], bool]) -> set[str]:
    return {cell for cell, lines in _cells_and_lines(state) if wanted(lines)}


def _cells_and_lines(state: Territory) -> Iterable[tuple[str, Lines]]:
    """Return each cell that the player to move does not top, with the lines that a cat there would turn."""
    return [(name, lines_from(state, name)) for c, name in enumerate(NAMES) if not state.tops[state.turn] >> c & 1]


GOALS: dict[str, Callable[..., bool]] = {
    "flipped": flipped,
    "gained": gained,
    "paid": paid,
    "tops": tops,
    "won": won,
}
ASKS: dict[str, Callable[..., Iterable[str]]] = {
    "places": places,
    "treasures": treasures,
    "uses": uses,
    "usable": usable,
    "turns": turns,
    "pays": pays,
    "owns": owns,
    "high": high,
    "keeps": keeps,
    "ways": ways,
    "line": line,
    "restacked": restacked,
    "pays-blocked": pays_blocked,
    "fills": fills,
}
COUNTED: dict[str, Callable[..., Text]] = {"gained": gained_now, "paid": paid_now}
