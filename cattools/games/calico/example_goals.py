"""Goals and questions for the examples of Calico, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many
from cattools.games.calico.rules import scoring
from cattools.games.calico.rules.actions import Place, Take
from cattools.games.calico.rules.components import CAT, CATS, COLOURS, GOAL_CELLS, GRID, KIND, PATTERNS, box, prefix
from cattools.games.calico.rules.legality import legal
from cattools.games.calico.rules.quilt import Quilt, area, empty_around, rainbow, reached, with_patch
from cattools.games.calico.rules.state import Calico
from cattools.games.calico.rules.transitions import gains


def came(start: Calico, now: Calico, name: str) -> bool:
    """Return whether the player to move at the start gained exactly one token of a cat and ended the turn."""
    seat, cat = start.turn, CATS[CAT[name]]
    liked = [n for n, c in enumerate(start.likes) if c is cat]
    tokens = [sum((q.patterns[n] & q.cats).bit_count() for n in liked) for q in (start.quilts[seat], now.quilts[seat])]
    return not now.pending and tokens[1] == tokens[0] + 1


def button(start: Calico, now: Calico, colour: str) -> bool:
    """Return whether the player to move at the start gained exactly one button of a colour and ended the turn."""
    seat, n = start.turn, COLOURS.index(colour)
    tokens = [(q.colours[n] & q.buttons).bit_count() for q in (start.quilts[seat], now.quilts[seat])]
    return not now.pending and tokens[1] == tokens[0] + 1


def rainbows(start: Calico, now: Calico) -> bool:
    """Return whether the player to move at the start gained the rainbow button and ended the turn."""
    seat = start.turn
    return not now.pending and rainbow(now.quilts[seat]) and not rainbow(start.quilts[seat])


def met(start: Calico, now: Calico, cell: str, ways: int) -> bool:
    """Return whether the goal on a cell was met this turn in exactly `ways` ways: 1 or 2."""
    seat, space = start.turn, GOAL_CELLS.index(GRID.index[cell])
    before = sum(reached(start.quilts[seat], space))
    return not now.pending and not before and sum(reached(now.quilts[seat], space)) == ways


def gained(start: Calico, now: Calico, points: int) -> bool:
    """Return whether the player to move at the start gained at least `points` points and ended the turn."""
    seat = start.turn
    return not now.pending and scoring.points(now, seat) - scoring.points(start, seat) >= points


def gained_now(start: Calico, now: Calico, _: int) -> Text:
    """Return a sentence with the points that the player to move at the start has gained."""
    more = scoring.points(now, start.turn) - scoring.points(start, start.turn)
    return many(N_("That scores {n} point."), N_("That scores {n} points."), more)


def took(start: Calico, now: Calico, points: int) -> bool:
    """Return whether the player to move at the start took the promo token worth `points` and ended the turn."""
    seat, token = start.turn, box().promo.index(points)
    return not now.pending and now.promo[token] == seat != start.promo[token]


def goals_laid(start: Calico, now: Calico) -> bool:
    """Return whether a seat has chosen its three goals."""
    return now.choosing != start.choosing


def _cells(state: Calico, cells: int) -> set[str]:
    who = prefix(state.options, state.turn)
    return {who + GRID.names[c] for c in bits(cells)}


def brings(state: Calico, what: str) -> Iterable[str]:
    """Return the spaces where a patch in hand would earn a token; `what` is `cat` or `button`."""
    wanted = ("cat", "button").index(what)
    return {a.who + a.at for a in legal(state) if isinstance(a, Place) and gains(state, a)[wanted]}


def group(state: Calico, cell: str, by: str) -> Iterable[str]:
    """Return the cells of the group that contains a cell; `by` is `pattern` or `colour`."""
    quilt, at = state.quilts[state.turn], GRID.index[cell]
    masks = {"pattern": quilt.patterns, "colour": quilt.colours}[by]
    return _cells(state, next(area(m, at) for m in masks if m >> at & 1))


def sleepers(state: Calico, name: str) -> Iterable[str]:
    """Return the cells with tokens of a cat."""
    quilt, cat = state.quilts[state.turn], CATS[CAT[name]]
    return _cells(state, sum(quilt.patterns[n] & quilt.cats for n, c in enumerate(state.likes) if c is cat))


def around(_: Calico, cell: str) -> Iterable[str]:
    """Return the neighbours of a cell."""
    return {GRID.names[c] for c in GRID.neighbours[GRID.index[cell]]}


def paying(state: Calico, number: str = "any") -> Iterable[str]:
    """Return the goal spaces that pay `any` number, the blue one (`one`) or the yellow one (`both`)."""
    quilt, ways = state.quilts[state.turn], {"any": (1, 2), "one": (1,), "both": (2,)}[number]
    return _cells(state, sum(1 << c for n, c in enumerate(GOAL_CELLS) if sum(reached(quilt, n)) in ways))


def motif(state: Calico, name: str) -> Iterable[str]:
    """Return every cell with a pattern, including printed patches."""
    return _cells(state, state.quilts[state.turn].patterns[PATTERNS.index(name)])


def meets(state: Calico) -> Iterable[str]:
    """Return the spaces where a patch in hand would meet a goal."""
    return _around_goals(state, lambda quilt, space: any(reached(quilt, space)))


def fills(state: Calico) -> Iterable[str]:
    """Return every space that is the last empty one around a goal."""
    return _around_goals(state, lambda quilt, space: quilt.goals[space] is not None)


def _around_goals(state: Calico, wanted: Callable[[Quilt, int], bool]) -> set[str]:
    """Return the spaces where a patch in hand would fill the last space around a goal that is then `wanted`."""
    quilt, found = state.quilts[state.turn], set()
    for action in legal(state):
        if not isinstance(action, Place):
            continue
        cell = GRID.index[action.at]
        filled = [space for space in range(len(GOAL_CELLS)) if empty_around(quilt, space) == 1 << cell]
        after = with_patch(quilt, KIND[action.patch], cell, state.likes) if filled else quilt
        if any(wanted(after, space) for space in filled):
            found.add(action.who + action.at)
    return found


def swept(state: Calico, market: str) -> Iterable[str]:
    """Return the market patch that is discarded in a solo game after the one in `market` is taken."""
    left = [n for n in range(1, len(state.market) + 1) if f"market{n}" != market]
    return {f"market{left[0]}"} if state.alone and left else ()


def farthest(state: Calico) -> Iterable[str]:
    """Return the areas whose patch can be taken, among the two market areas farthest from the bag."""
    return {f"market{action.slot + 1}" for action in legal(state) if isinstance(action, Take) and action.slot < 2}


def spaces(state: Calico) -> Iterable[str]:
    """Return the spaces where a patch can be placed."""
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
    "meets": meets,
    "fills": fills,
    "swept": swept,
    "farthest": farthest,
    "spaces": spaces,
}
COUNTED: dict[str, Callable[..., Text]] = {"gained": gained_now}
