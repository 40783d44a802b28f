"""What examples and practice questions ask about Calico."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from cattools.core.chance import Dealer
from cattools.core.game import Practice
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, integer, many, text
from cattools.core.options import Options
from cattools.games.calico import components, position
from cattools.games.calico.components import CAT, COLOURS, GOAL_CELLS, GRID, PATTERNS, Place, Take, box, counts, heap
from cattools.games.calico.effects import gains
from cattools.games.calico.legality import legal
from cattools.games.calico.position import (
    Calico,
    Quilt,
    area,
    around,
    empty_around,
    promo_cells,
    rainbow,
    ranks,
    reached,
    start,
    with_patch,
)

# --- example goals ---------------------------------------------------------------------------------------------


def came(start: Calico, now: Calico, name: str) -> bool:
    """Return whether the player to move at the start gained exactly one token of a cat and ended the turn."""
    liked = [n for n, cat in enumerate(start.likes) if cat is components.CATS[CAT[name]]]
    return _one_more(start, now, lambda quilt: sum(quilt.patterns[n] & quilt.cats for n in liked))


def button(start: Calico, now: Calico, colour: str) -> bool:
    """Return whether the player to move at the start gained exactly one button of a colour and ended the turn."""
    return _one_more(start, now, lambda quilt: quilt.colours[COLOURS.index(colour)] & quilt.buttons)


def _one_more(start: Calico, now: Calico, tokens: Callable[[Quilt], int]) -> bool:
    had, has = (tokens(state.quilts[start.turn]).bit_count() for state in (start, now))
    return not now.pending and has == had + 1


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
    return not now.pending and _more(start, now) >= points


def gained_now(start: Calico, now: Calico, _: int) -> Text:
    """Return a sentence with the points that the player to move at the start has gained."""
    return many("That scores {n} point.", "That scores {n} points.", _more(start, now))


def _more(start: Calico, now: Calico) -> int:
    return position.points(now, start.turn) - position.points(start, start.turn)


def took(start: Calico, now: Calico, points: int) -> bool:
    """Return whether the player to move at the start took the promo token worth `points` and ended the turn."""
    seat, token = start.turn, box().promo.index(points)
    return not now.pending and now.promo[token] == seat != start.promo[token]


def goals_laid(start: Calico, now: Calico) -> bool:
    """Return whether a seat has chosen its three goals."""
    return now.choosing != start.choosing


def _cells(state: Calico, cells: int) -> set[str]:
    return {*components.areas_of(components.prefix(state.options, state.turn), cells)}


def _placings(state: Calico) -> list[Place]:
    return [action for action in legal(state) if isinstance(action, Place)]


def brings(state: Calico, what: str) -> Iterable[str]:
    """Return the spaces where a patch in hand would earn a token; `what` is `cat` or `button`."""
    wanted = ("cat", "button").index(what)
    return {a.quilt + a.at for a in _placings(state) if gains(state, a)[wanted]}


def group(state: Calico, cell: str, by: str) -> Iterable[str]:
    """Return the cells of the group that contains a cell; `by` is `pattern` or `colour`."""
    quilt, at = state.quilts[state.turn], GRID.index[cell]
    masks = {"pattern": quilt.patterns, "colour": quilt.colours}[by]
    return _cells(state, next(area(m, at) for m in masks if m >> at & 1))


def sleepers(state: Calico, name: str) -> Iterable[str]:
    """Return the cells with tokens of a cat."""
    quilt, cat = state.quilts[state.turn], components.CATS[CAT[name]]
    return _cells(state, sum(quilt.patterns[n] & quilt.cats for n, c in enumerate(state.likes) if c is cat))


def neighbours(_: Calico, cell: str) -> Iterable[str]:
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
    for action in _placings(state):
        cell = GRID.index[action.at]
        filled = [space for space in range(len(GOAL_CELLS)) if empty_around(quilt, space) == 1 << cell]
        after = with_patch(quilt, components.KIND[action.patch], cell, state.likes) if filled else quilt
        if any(wanted(after, space) for space in filled):
            found.add(action.quilt + action.at)
    return found


def discarded(state: Calico, market: str) -> Iterable[str]:
    """Return the market patch that is discarded in a solo game after the one in `market` is taken."""
    left = [n for n in range(1, len(state.market) + 1) if f"market{n}" != market]
    return {f"market{left[0]}"} if state.alone and left else ()


def farthest(state: Calico) -> Iterable[str]:
    """Return the areas whose patch can be taken, among the two market areas farthest from the bag."""
    return {f"market{action.slot}" for action in legal(state) if isinstance(action, Take) and action.slot < 3}


def spaces(state: Calico) -> Iterable[str]:
    """Return the spaces where a patch can be placed."""
    return {action.quilt + action.at for action in _placings(state)}


GOALS: dict[str, Callable[..., bool]] = {
    **{goal.__name__: goal for goal in (came, button, met, gained, took)},
    "rainbow": rainbows,
    "goals": goals_laid,
}
ASKS: dict[str, Callable[..., Iterable[str]]] = {
    **{a.__name__: a for a in (brings, group, sleepers, paying, motif, meets, fills, discarded, farthest, spaces)},
    "around": neighbours,
}
COUNTED: dict[str, Callable[..., Text]] = {"gained": gained_now}


# --- misconceptions --------------------------------------------------------------------------------------------


def _where(state: Calico, brings: Callable[[int, int], bool]) -> set[str]:
    """Return the spaces where a patch in hand would earn a token according to `brings(kind, cell)`."""
    return {a.quilt + a.at for a in _placings(state) if brings(components.KIND[a.patch], GRID.index[a.at])}


def _cat(state: Calico, *, ring: bool = True, apart: bool = True, mixed: bool = False, exact: bool = False) -> set[str]:
    """Return the spaces where a patch in hand would bring a cat, if some rules were different.

    Without `ring`, printed patches do not count. Without `apart`, a group that has a cat brings another one. With
    `mixed`, the two patterns of a cat form one group. With `exact`, a group must have exactly the shape.
    """
    quilt = state.quilts[state.turn]

    def brings(kind: int, cell: int) -> bool:
        pattern = components.PATTERN[kind]
        cat = state.likes[pattern]
        if cat is None:
            return False
        liked = [n for n, other in enumerate(state.likes) if other is cat] if mixed else [pattern]
        cells = sum(quilt.patterns[n] for n in liked) | 1 << cell
        group = area(cells if ring else cells & ~components.RING, cell)
        shape = cat.shape_in(group) if cat.places else 0
        if exact and shape and group != shape:
            return False
        return cat.meets(group) and not (apart and group & quilt.cats)

    return _where(state, brings)


def _button(state: Calico, *, ring: bool = True, apart: bool = True) -> set[str]:
    """Return the spaces where a patch in hand would earn a button, if some rules were different.

    Without `ring`, printed patches do not count. Without `apart`, a group that has a button earns another one.
    """
    quilt = state.quilts[state.turn]

    def brings(kind: int, cell: int) -> bool:
        cells = quilt.colours[components.COLOUR[kind]] | 1 << cell
        group = area(cells if ring else cells & ~components.RING, cell)
        return group.bit_count() >= box().group and not (apart and group & quilt.buttons)

    return _where(state, brings)


def inside_only(state: Calico, what: str) -> Iterable[str]:
    """Answer as if the printed ring did not count."""
    return _cat(state, ring=False) if what == "cat" else _button(state, ring=False)


def again(state: Calico, what: str) -> Iterable[str]:
    """Answer as if a group with a token earned another one."""
    return _cat(state, apart=False) if what == "cat" else _button(state, apart=False)


def mixed(state: Calico, what: str) -> Iterable[str]:
    """Answer as if the two patterns of a cat formed one group."""
    return _cat(state, mixed=True) if what == "cat" else _button(state)


def exact(state: Calico, what: str) -> Iterable[str]:
    """Answer as if a group had to have exactly the shape."""
    return _cat(state, exact=True) if what == "cat" else _button(state)


def filled(state: Calico) -> Iterable[str]:
    """Answer as if filling the six spaces always met the goal."""
    return fills(state)


# --- explanations ----------------------------------------------------------------------------------------------


def promo(state: Calico, at: str, _: str, hand: str) -> Text | None:
    """Explain what the promo cat counts before and after a patch is placed on a space (`calico.cat.promo`)."""
    action = state.game.action_from_presses(state, (hand, at))
    cat = state.promo_cat
    if cat is None or action is None or state.why_not(action):
        return None
    before, now = (
        promo_cells(cat, one.quilts[state.turn], state.likes).bit_count() for one in (state, state.apply(action))
    )
    most = max((promo_cells(cat, quilt, state.likes).bit_count() for quilt in state.quilts), default=0)
    facts = {"at": at.rpartition(".")[2], "cat": cat.title, "n": integer(now), "least": integer(box().least)}
    if not now:
        return text(N_("On {at}, nothing would count for {cat}: that takes {least} connected patches."), **facts)
    if now == before:
        return text(N_("On {at}, {n} patches would count for {cat}, as many as before."), **facts)
    if now < most:
        return text(
            N_("On {at}, {n} patches would count for {cat}; another player has {most}."), most=integer(most), **facts
        )
    return text(
        N_("On {at}, {n} patches would count for {cat}; before, {before} did."), before=integer(before), **facts
    )


# --- dense positions -------------------------------------------------------------------------------------------

TRIED = 30  # number of random placements tried; the best is used
SEWN = (8, 20)  # patches on a quilt, minimum and maximum
BUTTONED = 14  # patches after which five colours usually have a button
ENDS = 30  # attempts to fill the quilts so that players tie for first
Like = Callable[[Quilt], float]


def dense(options: Options, rng: Random) -> Calico:
    """Return a dense position of a random kind."""
    dealer = Dealer(int(rng.random() * 1_000_000))
    state = dealer.settle(start(options))
    while not state.begun:
        state = dealer.play_one(state, legal(state), rng)
    return WAYS[int(rng.random() * len(WAYS))](state, rng)


def _buttoned(state: Calico, rng: Random) -> Calico:
    """Return a position with buttons of five colours; if possible, a patch in hand completes the rainbow."""
    found = _sewn(state, BUTTONED + int(rng.random() * (SEWN[1] - BUTTONED)), rng, _colourful)
    return _able(found, lambda after: rainbow(after) > rainbow(found.quilts[found.turn]))


def _able(state: Calico, better: Callable[[Quilt], bool]) -> Calico:
    """Return the position; if a patch in the bag can make the quilt `better`, it is now in hand."""
    quilt = state.quilts[state.turn]
    for kind, left in enumerate(counts(state.bag)):
        for cell in bits(quilt.free) if left else ():
            if better(with_patch(quilt, kind, cell, state.likes)):
                return _holding(state, kind)
    return state


def _colourful(quilt: Quilt) -> float:
    """Return a score that prefers buttons of many colours, but not of all six, then groups of the other colours."""
    buttons = sum(1 for cells in quilt.colours if cells & quilt.buttons)
    if buttons == len(COLOURS):
        return -1
    return 50 * buttons + sum(_beside(cells) for cells in quilt.colours if not cells & quilt.buttons)


def _grouped(state: Calico, rng: Random) -> Calico:
    """Return a position whose quilts have large groups of the same pattern."""
    number = SEWN[0] + int(rng.random() * (SEWN[1] - SEWN[0]))
    return _sewn(state, number, rng, lambda quilt: sum(map(_beside, quilt.patterns)))


def _promo_leader(state: Calico, rng: Random) -> Calico:
    """Return a position with large groups; if there is a promo cat, the leading player can increase its count."""
    found = _grouped(state, rng)
    cat = found.promo_cat
    if cat is None:
        return found
    numbers = [promo_cells(cat, quilt, found.likes).bit_count() for quilt in found.quilts]
    found, most = replace(found, turn=numbers.index(max(numbers))), max(numbers)
    return _able(found, lambda after: promo_cells(cat, after, found.likes).bit_count() > most)


def _beside(cells: int) -> int:
    """Return the number of pairs of neighbouring cells, each counted twice."""
    return sum((GRID.around[cell] & cells).bit_count() for cell in bits(cells))


def _sewn(state: Calico, number: int, rng: Random, like: Like) -> Calico:
    """Return a position with `number` more patches on every quilt, each the best of a few random ones."""
    bag, quilts = state.bag, list(state.quilts)
    for seat, quilt in enumerate(quilts):
        grown = quilt
        for _ in range(number):
            tried = []
            left = [kind for kind, n in enumerate(counts(bag)) if n]
            free = [*bits(grown.free)]
            for _ in range(min(TRIED, len(left))):
                kind, cell = left[int(rng.random() * len(left))], free[int(rng.random() * len(free))]
                after = with_patch(grown, kind, cell, state.likes)
                tried.append((like(after), kind, after))
            if not tried:
                break
            _, kind, grown = max(tried, key=lambda one: one[:2])
            bag -= heap([kind])
        quilts[seat] = grown
    return replace(state, quilts=tuple(quilts), bag=bag)


def _holding(state: Calico, kind: int) -> Calico:
    """Return the position with a patch from the bag in place of the first one in the hand of the seat to move."""
    hands = list(state.hands)
    first, *rest = hands[state.turn]
    hands[state.turn] = (kind, *rest)
    return replace(state, hands=tuple(hands), bag=state.bag - heap([kind]) + heap([first % components.KINDS]))


def _met(state: Calico, rng: Random) -> Calico:
    """Return a position in which a goal has one empty space around it, and a patch in hand meets it both ways."""
    quilt, space = state.quilts[state.turn], int(rng.random() * len(state.quilts[state.turn].goals))
    goal = quilt.goals[space]
    if goal is None:
        return _grouped(state, rng)
    cells = [*bits(around(space))]
    colours, patterns = (_spread(components.GOALS[goal].counts, n, rng) for n in (len(COLOURS), len(PATTERNS)))
    bag, kinds = state.bag, [c * len(PATTERNS) + p for c, p in zip(colours, patterns, strict=True)]
    if any(kinds.count(kind) > counts(bag)[kind] for kind in kinds):
        return _grouped(state, rng)
    for kind, cell in [*zip(kinds, cells, strict=True)][1:]:
        quilt = with_patch(quilt, kind, cell, state.likes)
        bag -= heap([kind])
    quilts = list(state.quilts)
    quilts[state.turn] = quilt
    found = _holding(replace(state, quilts=tuple(quilts), bag=bag), kinds[0])
    others = [n for n in range(len(quilts)) if n != state.turn]
    grown = _sewn(found, len(cells) - 1, rng, lambda one: _beside(one.colours[0]))
    return replace(grown, quilts=tuple(grown.quilts[n] if n in others else quilt for n in range(len(quilts))))


def _spread(numbers: Sequence[int], among: int, rng: Random) -> list[int]:
    """Return a random colour or pattern for each of six cells, with the frequencies in `numbers`."""
    kinds = sorted(range(among), key=lambda _: rng.random())
    found = [kind for kind, number in zip(kinds, numbers, strict=False) for _ in range(number)]
    return sorted(found, key=lambda _: rng.random())


def _tied(state: Calico, rng: Random) -> Calico:
    """Return the end of a game, with a tie for the most points if one is found."""
    found, spaces = state, state.quilts[0].free.bit_count()
    for _ in range(ENDS):
        found = _sewn(state, spaces, rng, lambda quilt: sum(map(_beside, quilt.patterns)))
        points = [rank[0] for rank in ranks(found)]
        if found.alone or points.count(max(points)) > 1:
            break
    return found


WAYS: Sequence[Callable[[Calico, Random], Calico]] = (_buttoned, _grouped, _met, _tied, _promo_leader)


PRACTICE = Practice((inside_only, again, mixed, exact, filled), {"calico.cat.promo causes": promo}, dense)
