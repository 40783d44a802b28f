"""What examples of Calico can ask for, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.core.grid import bits
from cattools.games.calico.rules import scoring
from cattools.games.calico.rules.actions import Place
from cattools.games.calico.rules.components import CAT, CATS, COLOURS, GOAL_CELLS, GRID, PATTERNS, box, prefix
from cattools.games.calico.rules.legality import legal
from cattools.games.calico.rules.quilt import area, rainbow, reached
from cattools.games.calico.rules.state import Calico
from cattools.games.calico.rules.turn import gains


def came(start: Calico, now: Calico, name: str) -> bool:
    """Return whether one more of a cat came to the player who began, and the turn is over."""
    seat, cat = start.turn, CATS[CAT[name]]
    liked = [n for n, c in enumerate(start.likes) if c is cat]
    tokens = [sum((q.patterns[n] & q.cats).bit_count() for n in liked) for q in (start.quilts[seat], now.quilts[seat])]
    return not now.pending and tokens[1] == tokens[0] + 1


def button(start: Calico, now: Calico, colour: str) -> bool:
    """Return whether one more button of a colour came, and the turn is over."""
    seat, n = start.turn, COLOURS.index(colour)
    tokens = [(q.colours[n] & q.buttons).bit_count() for q in (start.quilts[seat], now.quilts[seat])]
    return not now.pending and tokens[1] == tokens[0] + 1


def rainbows(start: Calico, now: Calico) -> bool:
    """Return whether the rainbow button came."""
    seat = start.turn
    return not now.pending and rainbow(now.quilts[seat]) and not rainbow(start.quilts[seat])


def met(start: Calico, now: Calico, cell: str, ways: int) -> bool:
    """Return whether the goal on a cell was met in this turn, in so many ways: 1 or 2."""
    seat, space = start.turn, GOAL_CELLS.index(GRID.index[cell])
    before = sum(reached(start.quilts[seat], space))
    return not now.pending and not before and sum(reached(now.quilts[seat], space)) == ways


def gained(start: Calico, now: Calico, points: int) -> bool:
    """Return whether the player who began has at least so many points more, and the turn is over."""
    seat = start.turn
    return not now.pending and scoring.points(now, seat) - scoring.points(start, seat) >= points


def took(start: Calico, now: Calico, points: int) -> bool:
    """Return whether the player who began took a promo token of so many points."""
    seat, token = start.turn, box().promo.index(points)
    return not now.pending and now.promo[token] == seat != start.promo[token]


def goals_laid(start: Calico, now: Calico) -> bool:
    """Return whether a seat has chosen its three goals."""
    return now.choosing != start.choosing


def _cells(state: Calico, cells: int) -> set[str]:
    who = prefix(state.options, state.turn)
    return {who + GRID.names[c] for c in bits(cells)}


def brings(state: Calico, what: str) -> Iterable[str]:
    """Return the spaces where some patch of the hand brings a `cat` or a `button`."""
    wanted = ("cat", "button").index(what)
    return {a.who + a.at for a in legal(state) if isinstance(a, Place) and gains(state, a)[wanted]}


def group(state: Calico, cell: str, by: str) -> Iterable[str]:
    """Return the cells that hang together with one, by `pattern` or by `colour`."""
    quilt, at = state.quilts[state.turn], GRID.index[cell]
    masks = {"pattern": quilt.patterns, "colour": quilt.colours}[by]
    return _cells(state, next(area(m, at) for m in masks if m >> at & 1))


def sleepers(state: Calico, name: str) -> Iterable[str]:
    """Return where a cat's tokens lie."""
    quilt, cat = state.quilts[state.turn], CATS[CAT[name]]
    return _cells(state, sum(quilt.patterns[n] & quilt.cats for n, c in enumerate(state.likes) if c is cat))


def around(_: Calico, cell: str) -> Iterable[str]:
    """Return the cells around one."""
    return {GRID.names[c] for c in GRID.neighbours[GRID.index[cell]]}


def paying(state: Calico, number: str = "any") -> Iterable[str]:
    """Return the goal spaces that pay: `any` number, the blue `one`, or the yellow one for `both`."""
    quilt, ways = state.quilts[state.turn], {"any": (1, 2), "one": (1,), "both": (2,)}[number]
    return _cells(state, sum(1 << c for n, c in enumerate(GOAL_CELLS) if sum(reached(quilt, n)) in ways))


def motif(state: Calico, name: str) -> Iterable[str]:
    """Return every cell with a pattern, printed ones too."""
    return _cells(state, state.quilts[state.turn].patterns[PATTERNS.index(name)])


def spaces(state: Calico) -> Iterable[str]:
    """Return where a patch may be sewn on."""
    return {a.who + a.at for a in legal(state) if isinstance(a, Place)}


GOALS: dict[str, Callable[..., bool]] = {
    "came": came,
    "button": button,
    "rainbow": rainbows,
    "met": met,
    "gained": gained,
    "took": took,
    "goals": goals_laid,
}
ASKS: dict[str, Callable[..., Iterable[str]]] = {
    "brings": brings,
    "group": group,
    "sleepers": sleepers,
    "around": around,
    "paying": paying,
    "motif": motif,
    "spaces": spaces,
}
