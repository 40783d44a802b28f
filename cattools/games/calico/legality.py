"""What is legal in Calico: the checks, each with the rule that it enforces, and the actions that pass them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from cattools.core.grid import bits
from cattools.core.messages import N_, listed, text
from cattools.core.rules import CheckList, Fault, fault
from cattools.games.calico import components, position
from cattools.games.calico.components import Action, Begin, Choose, DealCat, DealGoals, DealPatterns, Draw, Place, Take
from cattools.games.calico.effects import chances
from cattools.games.calico.position import (
    CHOOSE_GOALS,
    DRAWING,
    PLACE,
    PLAYING,
    SEEN,
    TAKE,
    TURNED_UP,
    Calico,
    Quilt,
    Stage,
)

CHECKS = CheckList(Place, Take, Choose, DealCat, DealPatterns, DealGoals, Draw, Begin)
TAKES = [
    [Take(slot, patch) for patch in components.PATCHES] for slot in range(1, components.box().market + 1)
]  # indexed by slot and kind


@lru_cache(maxsize=1024)
def placings(quilt: str, slot: int, kind: int) -> tuple[Place, ...]:
    """Return the actions that place a patch on each cell (cached)."""
    return tuple(Place(quilt, slot, components.PATCHES[kind], at) for at in components.GRID.names)


def candidates(state: Calico) -> Iterator[Action]:
    """Yield every action that a player could mean in this position, legal or not."""
    hand, tiles = state.held(state.turn), state.tiles[state.actor]
    kinds = dict.fromkeys([*hand, *state.market, 0])
    for quilt in (components.prefix(state.options, seat) for seat in range(len(state.quilts))):
        for kind in kinds:
            yield from placings(quilt, components.nth(hand, kind), kind)
        for n, goal in enumerate(components.GOALS):
            for at in (*(components.GRID.names[cell] for cell in components.GOAL_CELLS), "b2"):
                yield Choose(quilt, components.nth(tiles, n), goal.letters, at)
    yield from (row[kind] for row in TAKES for kind in kinds)
    yield from map(DealCat, components.CAT)
    yield from map(DealPatterns, map("+".join, combinations(components.PATTERNS, 2)))
    yield from map(DealGoals, map("+".join, combinations(components.GOAL, TURNED_UP)))
    yield from map(Draw, components.PATCHES)
    yield from map(Begin, components.SEATS)


def legal(state: Calico) -> Sequence[Action]:
    """Return every legal action: placements, takes from the market, goal choices, or chance actions."""
    stage = state.stage
    if stage is PLACE:
        quilt, hand = components.prefix(state.options, state.turn), state.hands[state.turn]
        cells = list(bits(state.quilts[state.turn].free))
        row = placings(quilt, 1, hand[0] % SEEN)
        found: list[Action] = [row[c] for c in cells]
        if len(hand) > 1 and (hand[0] - hand[1]) % SEEN:
            row = placings(quilt, 2, hand[1] % SEEN)
            found += [row[c] for c in cells]
        return found
    if stage is TAKE:
        return [TAKES[slot][kind] for slot, kind in enumerate(state.market)]
    if stage is CHOOSE_GOALS:
        return position.dealt(state)
    return [action for _, action in chances(state)]


def allows(state: Calico, action: Action) -> bool:
    """Return whether an action is legal; placements, the most frequent ones, are tested without listing all actions."""
    if isinstance(action, Place) and state.stage is PLACE:
        hand, slot, cell = state.hands[state.turn], action.slot, components.GRID.index[action.at]
        if not 0 < slot <= len(hand) or (slot > 1 and not (hand[0] - hand[1]) % SEEN):
            return False
        placing = placings(components.prefix(state.options, state.turn), slot, hand[slot - 1] % SEEN)[cell]
        return action == placing and bool(state.quilts[state.turn].free >> cell & 1)
    return action in legal(state)


# --- wrong stage -------------------------------------------------------------------------------------------------


@CHECKS.refuse("calico.end", N_("The game is over: there is nothing left to sew."), Place, Take, Choose)
def _over(state: Calico, _: Action) -> Fault | None:
    return fault() if state.over else None


def _due(*stages: Stage) -> Callable[[Calico, Action], Fault | None]:
    """Return a test that refuses an action while one of these stages is due."""
    return lambda state, _: fault() if state.stage in stages else None


def _refuse_while(stages: tuple[Stage, ...], rule: str, sentence: str, *, by_reading: bool = False) -> None:
    """Refuse the players' actions while one of these stages is due."""
    CHECKS.refuse(rule, sentence, Place, Take, Choose, by_reading=by_reading)(_due(*stages))


_refuse_while((Stage.DEAL_CATS,), "calico.setup.cats", N_("The cats must be dealt first."))
_refuse_while((Stage.DEAL_PATTERNS,), "calico.setup.patterns", N_("The patterns must be dealt first."))
_refuse_while((Stage.DEAL_GOALS,), "calico.setup.goals", N_("The goal tiles must be turned up first."))
_refuse_while(
    (Stage.DEAL_HANDS, Stage.DEAL_MARKET), "calico.setup.hand", N_("The hands and the market must be dealt first.")
)
_refuse_while(
    (Stage.DRAW_FIRST,), "calico.setup.start", N_("The first player has not been chosen yet."), by_reading=True
)
_refuse_while((Stage.REFILL,), "calico.turn.draw", N_("The market must be refilled first."))


@CHECKS.refuse("calico.setup.goals", N_("{who} must choose goals first."), Place, Take)
def _choose_first(state: Calico, _: Action) -> Fault | None:
    return fault(who=components.player(state.options, state.actor)) if state.stage is CHOOSE_GOALS else None


# --- placing -----------------------------------------------------------------------------------------------------


TAKE_FIRST = N_("Your patch is sewn on: now take one from the market.")


@CHECKS.refuse("calico.turn.draw", TAKE_FIRST, Place)
def _take_first(state: Calico, _: Place) -> Fault | None:
    return fault() if state.placed is not None and state.quilts[state.turn].free else None


@CHECKS.refuse("calico.turn.draw", TAKE_FIRST, Place, by_ruling=True)
def _take_on_last_turn(state: Calico, _: Place) -> Fault | None:
    return fault() if state.placed is not None and not state.quilts[state.turn].free else None


@CHECKS.refuse("calico.turn.place", N_("Sew on your own quilt: {at} is on the {owner} quilt."), Place)
def _other_quilt(state: Calico, action: Place) -> Fault | None:
    if state.stage not in PLAYING or action.quilt == components.prefix(state.options, state.turn):
        return None
    return fault(action.quilt + action.at, owner=text(action.quilt.rstrip(".")))


@CHECKS.refuse("calico.turn.place", N_("You do not hold {patch}; you hold {hand}."), Place)
def _not_in_hand(state: Calico, action: Place) -> Fault | None:
    hand, kind = state.held(state.turn), components.KIND[action.patch]
    if state.stage is not PLACE or (kind in hand and action.slot == components.nth(hand, kind)):
        return None
    return fault(hand=listed([components.patch(k) for k in hand]))


@CHECKS.refuse("calico.turn.place", N_("Patches go around the goals, and {at} is a goal space."), Place)
def _on_goal(_: Calico, action: Place) -> Fault | None:
    return fault(action.quilt + action.at) if components.GRID.index[action.at] in components.GOAL_CELLS else None


@CHECKS.refuse("calico.turn.place", N_("Patches go inside the printed ring, and {at} is part of it."), Place)
def _on_ring(_: Calico, action: Place) -> Fault | None:
    return fault(action.quilt + action.at) if components.RING >> components.GRID.index[action.at] & 1 else None


@CHECKS.refuse("calico.turn.place", N_("The space {at} already holds {patch}."), Place)
def _taken(state: Calico, action: Place) -> Fault | None:
    cell, quilt = components.GRID.index[action.at], _quilt(state, action)
    if not (components.SPACES & ~quilt.free) >> cell & 1:
        return None
    return fault(action.quilt + action.at, patch=components.patch(quilt.kind(cell)))


def _quilt(state: Calico, action: Place | Choose) -> Quilt:
    """Return the quilt that an action names."""
    found = (quilt for seat, quilt in enumerate(state.quilts) if components.prefix(state.options, seat) == action.quilt)
    return next(found, state.quilts[0])


# --- the market --------------------------------------------------------------------------------------------------


@CHECKS.refuse("calico.turn.place", N_("First sew a patch from your hand on your quilt."), Take)
def _place_first(state: Calico, _: Take) -> Fault | None:
    return fault() if state.stage is PLACE else None


@CHECKS.refuse("calico.turn.draw", N_("Market patch {n} is not {patch}."), Take)
def _not_in_market(state: Calico, action: Take) -> Fault | None:
    at = action.slot
    return None if components.KIND[action.patch] in state.market[at - 1 : at] else fault(n=at)


# --- goals -------------------------------------------------------------------------------------------------------


@CHECKS.refuse("calico.variant.family", N_("In the family game nobody chooses goals."), Choose)
def _family(state: Calico, _: Choose) -> Fault | None:
    return None if components.has_goals(state.options) else fault()


@CHECKS.refuse("calico.setup.goals", N_("Goals are chosen before the game begins."), Choose)
def _too_late(state: Calico, _: Choose) -> Fault | None:
    return fault() if state.stage in PLAYING and components.has_goals(state.options) else None


@CHECKS.refuse("calico.setup.goals", N_("{who} chooses first."), Choose, by_reading=True)
def _other_chooses(state: Calico, action: Choose) -> Fault | None:
    if state.stage is not CHOOSE_GOALS or action.quilt == components.prefix(state.options, state.actor):
        return None
    return fault(who=components.player(state.options, state.actor))


@CHECKS.refuse("calico.setup.goals", N_("{goal} is not among the tiles turned up: {tiles}."), Choose)
def _not_turned_up(state: Calico, action: Choose) -> Fault | None:
    tiles, goal = state.tiles[state.actor], components.GOAL[action.goal]
    if state.stage is not CHOOSE_GOALS or (goal in tiles and action.slot == components.nth(tiles, goal)):
        return None
    return fault(tiles=listed([components.GOALS[tile].name for tile in tiles]))


@CHECKS.refuse("calico.setup.goals", N_("Goals go on {spaces}, and {at} is not a goal space."), Choose)
def _no_goal_space(_: Calico, action: Choose) -> Fault | None:
    return (
        None
        if components.GRID.index[action.at] in components.GOAL_CELLS
        else fault(spaces=listed(components.box().board.goals))
    )


@CHECKS.refuse("calico.setup.goals", N_("The goal {goal} is already on {at}."), Choose)
def _goal_taken(state: Calico, action: Choose) -> Fault | None:
    goals = dict(zip(components.box().board.goals, _quilt(state, action).goals, strict=True))
    there = goals.get(action.at)
    return None if there is None else fault(action.quilt + action.at, goal=components.GOALS[there].name)


# --- chance ------------------------------------------------------------------------------------------------------


def _not_due(*stages: Stage) -> Callable[[Calico, Action], Fault | None]:
    """Return a test that refuses an action unless one of these stages is due."""
    return lambda state, _: None if state.stage in stages else fault()


CHECKS.refuse("calico.setup.cats", N_("All three cats are already here."), DealCat)(_not_due(Stage.DEAL_CATS))
CHECKS.refuse("calico.setup.patterns", N_("Patterns are not dealt now."), DealPatterns)(_not_due(Stage.DEAL_PATTERNS))
CHECKS.refuse("calico.setup.goals", N_("Goal tiles are not turned up now."), DealGoals)(_not_due(Stage.DEAL_GOALS))
CHECKS.refuse("calico.setup.hand", N_("No patch is drawn now: the hands and the market are full."), Draw)(
    _not_due(*DRAWING)
)
CHECKS.refuse("calico.setup.start", N_("The first player is not chosen now."), Begin, by_reading=True)(
    _not_due(Stage.DRAW_FIRST)
)


@CHECKS.refuse("calico.setup.cats", N_("{cat} is not one of the cats that can come now: {may}."), DealCat)
def _not_this_cat(state: Calico, action: DealCat) -> Fault | None:
    may = position.visitors(state.options, len(state.cats) + 1)
    if state.stage is not Stage.DEAL_CATS or components.CAT[action.cat] in may:
        return None
    return fault(may=listed([components.CATS[n].title for n in may]))


@CHECKS.refuse("calico.setup.patterns", N_("A cat already has {pattern}: each pattern goes to one cat."), DealPatterns)
def _pattern_gone(state: Calico, action: DealPatterns) -> Fault | None:
    gone = [p for p in sum(state.pairs, ()) if components.PATTERNS[p] in action.patterns.split("+")]
    return fault(pattern=components.pattern(gone[0])) if state.stage is Stage.DEAL_PATTERNS and gone else None


@CHECKS.refuse("calico.setup.goals", N_("Four goal tiles are turned up, not {n}."), DealGoals)
def _not_four(_: Calico, action: DealGoals) -> Fault | None:
    n = len(action.goals.split("+"))
    return None if n == TURNED_UP else fault(n=n)


@CHECKS.refuse("calico.components", N_("No {patch} are left in the bag."), Draw)
def _used_up(state: Calico, action: Draw) -> Fault | None:
    return None if components.counts(state.bag)[components.KIND[action.patch]] else fault()


@CHECKS.refuse("calico.setup.start", N_("Nobody plays on the {seat} board."), Begin)
def _no_such_seat(state: Calico, action: Begin) -> Fault | None:
    return (
        None
        if action.seat in [board.name for board in components.boards(state.options)]
        else fault(seat=text(action.seat))
    )
