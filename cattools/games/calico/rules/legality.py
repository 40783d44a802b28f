"""Why an action is not legal: one check a row, each a rule, a sentence and a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cattools.core.messages import N_, listed, text
from cattools.core.rules import Check, Fault, Refusal
from cattools.games.calico import words
from cattools.games.calico.actions import (
    Action,
    Begin,
    Choose,
    DealCat,
    DealGoals,
    DealPatterns,
    Draw,
    Place,
    Take,
)
from cattools.games.calico.box import CAT, CATS, GOAL, GOAL_CELLS, GOALS, GRID, KIND, KINDS, PATCHES, PATTERNS, RING
from cattools.games.calico.table import (
    BEGIN,
    CHOOSE,
    DEAL_CATS,
    DEAL_GOALS,
    DEAL_HANDS,
    DEAL_MARKET,
    DEAL_PATTERNS,
    OVER,
    PLACE,
    REFILL,
    TAKE,
    boards,
    prefix,
    visitors,
)

if TYPE_CHECKING:
    from cattools.games.calico.state import Calico

SEATS = {"blue": N_("blue"), "green": N_("green"), "purple": N_("purple"), "yellow": N_("yellow")}


def why_not(state: Calico, action: Action) -> tuple[Refusal, ...]:
    """Return all reasons against an action, each with its rule; empty means legal."""
    found = (check.refusal(state, action) for check in CHECKS[type(action)])
    return tuple(refusal for refusal in found if refusal)


# --- when it is not the time -------------------------------------------------------------------------------------


def _over(state: Calico, _: Action) -> Fault | None:
    return fault() if state.stage == OVER else None


def _due(*names: int) -> Any:
    """Return the test whether one of these stages of the set-up, or the refill, is due."""

    def due(state: Calico, _: Action) -> Fault | None:
        return fault() if state.stage in names else None

    return due


def _not_due(*names: int) -> Any:
    """Return the test whether none of these stages is due."""
    due = _due(*names)

    def not_due(state: Calico, action: Action) -> Fault | None:
        return None if due(state, action) is not None else fault()

    return not_due


def _choose_first(state: Calico, _: Action) -> Fault | None:
    if state.stage != CHOOSE:
        return None
    return fault(who=words.player(state.options, state.choosing or 0))


def _take_first(state: Calico, _: Action) -> Fault | None:
    return fault() if state.placed >= 0 else None


def _place_first(state: Calico, _: Action) -> Fault | None:
    return fault() if state.stage == PLACE else None


# --- placing -----------------------------------------------------------------------------------------------------


def _playing(state: Calico) -> bool:
    return state.stage in (PLACE, TAKE)


def _other_quilt(state: Calico, action: Place) -> Fault | None:
    if not _playing(state) or action.who == prefix(state.options, state.turn):
        return None
    owner = SEATS.get(action.who.rstrip("."), N_("another"))
    cell = action.who + action.at
    return fault(cell, at=action.at, owner=text(owner))


def _not_in_hand(state: Calico, action: Place) -> Fault | None:
    if state.stage != PLACE:
        return None
    hand = [kind % KINDS for kind in state.hands[state.turn]]
    kind = KIND[action.patch]
    if kind in hand and hand.index(kind) == action.slot:
        return None
    return fault(patch=words.patch(kind), hand=listed([words.patch(k) for k in hand]))


def _owner(state: Calico, action: Place | Choose) -> int:
    found = [prefix(state.options, seat) for seat in range(len(state.quilts))]
    return found.index(action.who) if action.who in found else 0


def _on_goal(_: Calico, action: Place) -> Fault | None:
    on = GRID.index[action.at] in GOAL_CELLS
    return fault(action.who + action.at, at=action.at) if on else None


def _on_ring(_: Calico, action: Place) -> Fault | None:
    on = RING >> GRID.index[action.at] & 1
    return fault(action.who + action.at, at=action.at) if on else None


def _taken(state: Calico, action: Place) -> Fault | None:
    cell = GRID.index[action.at]
    kind = state.quilts[_owner(state, action)].kind(cell)
    if kind < 0 or RING >> cell & 1:
        return None
    return fault(action.who + action.at, at=action.at, patch=words.patch(kind))


# --- the market --------------------------------------------------------------------------------------------------


def _not_in_market(state: Calico, action: Take) -> Fault | None:
    if 0 <= action.slot < len(state.market) and PATCHES[state.market[action.slot]] == action.patch:
        return None
    return fault(patch=words.patch(KIND[action.patch]), n=action.slot + 1)


# --- goals -------------------------------------------------------------------------------------------------------


def _other_chooses(state: Calico, action: Choose) -> Fault | None:
    seat = state.choosing or 0
    if state.stage != CHOOSE or action.who == prefix(state.options, seat):
        return None
    return fault(who=words.player(state.options, seat))


def _not_turned_up(state: Calico, action: Choose) -> Fault | None:
    if state.stage != CHOOSE:
        return None
    tiles, goal = state.tiles[state.choosing or 0], GOAL[action.goal]
    if goal in tiles and tiles.index(goal) == action.slot:
        return None
    return fault(goal=GOALS[goal].name, tiles=listed([GOALS[t].name for t in tiles]))


def _no_goal_space(_: Calico, action: Choose) -> Fault | None:
    if GRID.index[action.at] in GOAL_CELLS:
        return None
    return fault(at=action.at, spaces=listed([GRID.names[c] for c in GOAL_CELLS]))


def _goal_taken(state: Calico, action: Choose) -> Fault | None:
    cell = GRID.index[action.at]
    if cell not in GOAL_CELLS:
        return None
    goal = state.quilts[_owner(state, action)].goals[GOAL_CELLS.index(cell)]
    return fault(action.who + action.at, at=action.at, goal=GOALS[goal].name) if goal >= 0 else None


def _too_late(state: Calico, _: Choose) -> Fault | None:
    return fault() if _playing(state) and not state.options.flag("family") else None


def _family(state: Calico, _: Action) -> Fault | None:
    return fault() if state.options.flag("family") else None


# --- chance ------------------------------------------------------------------------------------------------------


def _not_this_cat(state: Calico, action: DealCat) -> Fault | None:
    if state.stage != DEAL_CATS:
        return None
    may = visitors(state.options, len(state.cats) + 1)
    if CAT[action.name] in may:
        return None
    return fault(cat=CATS[CAT[action.name]].title, may=listed([CATS[n].title for n in may]))


def _pattern_gone(state: Calico, action: DealPatterns) -> Fault | None:
    gone = [p for p in sum(state.pairs, ()) if PATTERNS[p] in (action.one, action.other)]
    if state.stage != DEAL_PATTERNS or not gone:
        return None
    return fault(pattern=words.pattern(gone[0]))


def _used_up(state: Calico, action: Draw) -> Fault | None:
    kind = KIND[action.patch]
    return fault(patch=words.patch(kind)) if not state.bag >> 2 * kind & 3 else None


def _no_such_seat(state: Calico, action: Begin) -> Fault | None:
    if action.seat in [board.name for board in boards(state.options)]:
        return None
    return fault(seat=text(SEATS[action.seat]))


def _not_four(_: Calico, action: DealGoals) -> Fault | None:
    return None if len(action.goals) == 4 else fault(n=len(action.goals))


ENDED = Check("calico.end", N_("The game is over: there is nothing left to sew."), _over)
SETTING_UP: tuple[Check[Calico, Any], ...] = (
    Check("calico.setup.cats", N_("First the cats come to the table."), _due(DEAL_CATS)),
    Check("calico.setup.patterns", N_("First the cats get their patterns."), _due(DEAL_PATTERNS)),
    Check("calico.setup.goals", N_("First the goal tiles are turned up."), _due(DEAL_GOALS)),
    Check("calico.setup.hand", N_("First hands and market are dealt."), _due(DEAL_HANDS, DEAL_MARKET)),
    Check("calico.setup.start", N_("First somebody is drawn to begin."), _due(BEGIN)),
    Check("calico.turn.draw", N_("First the market is filled from the bag."), _due(REFILL)),
)
CHOOSING = Check("calico.setup.goals", N_("{who}: first the goals must be chosen."), _choose_first)

CHECKS: dict[type, tuple[Check[Calico, Any], ...]] = {
    Place: (
        ENDED,
        *SETTING_UP,
        CHOOSING,
        Check("calico.turn.draw", N_("This turn's patch is sewn on: now take one from the market."), _take_first),
        Check("calico.turn.place", N_("{at} there is on the {owner} quilt: sew on your own."), _other_quilt),
        Check("calico.turn.place", N_("There are no {patch} in the hand; it holds {hand}."), _not_in_hand),
        Check("calico.turn.place", N_("{at} is a goal space: patches go around it."), _on_goal),
        Check("calico.turn.place", N_("{at} belongs to the printed ring: patches go inside it."), _on_ring),
        Check("calico.turn.place", N_("{at} is not empty: {patch} are there."), _taken),
    ),
    Take: (
        ENDED,
        *SETTING_UP,
        CHOOSING,
        Check("calico.turn.place", N_("First sew a patch of your hand on your quilt."), _place_first),
        Check("calico.turn.draw", N_("Place {n} of the market does not hold {patch}."), _not_in_market),
    ),
    Choose: (
        ENDED,
        *SETTING_UP,
        Check("calico.variant.family", N_("In the family game nobody chooses goals."), _family),
        Check("calico.setup.goals", N_("Goals are chosen before the game begins."), _too_late),
        Check("calico.setup.goals.order", N_("{who} chooses first."), _other_chooses),
        Check("calico.setup.goals", N_("{goal} is not among the tiles turned up: {tiles}."), _not_turned_up),
        Check("calico.setup.goals", N_("{at} is no goal space: goals go on {spaces}."), _no_goal_space),
        Check("calico.setup.goals", N_("{at} is not empty: {goal} is there."), _goal_taken),
    ),
    DealCat: (
        Check("calico.setup.cats", N_("All three cats are here already."), _not_due(DEAL_CATS)),
        Check("calico.setup.cats", N_("{cat} is not in this group of cats: {may}."), _not_this_cat),
    ),
    DealPatterns: (
        Check("calico.setup.patterns", N_("It is not the time to deal patterns."), _not_due(DEAL_PATTERNS)),
        Check("calico.setup.patterns", N_("A cat has {pattern} already: each pattern has one cat."), _pattern_gone),
    ),
    DealGoals: (
        Check("calico.setup.goals", N_("It is not the time to turn up goal tiles."), _not_due(DEAL_GOALS)),
        Check("calico.setup.goals", N_("Four goal tiles are turned up, not {n}."), _not_four),
    ),
    Draw: (
        Check(
            "calico.setup.hand",
            N_("No patch is drawn now: hands and market are complete."),
            _not_due(DEAL_HANDS, DEAL_MARKET, REFILL),
        ),
        Check("calico.components", N_("No {patch} are left in the bag."), _used_up),
    ),
    Begin: (
        Check("calico.setup.start", N_("It is not the time to draw who begins."), _not_due(BEGIN)),
        Check("calico.setup.start", N_("Nobody plays on the {seat} board."), _no_such_seat),
    ),
}
