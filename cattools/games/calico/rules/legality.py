"""The legal actions of Calico and the reasons for refusals: a table of checks, each with a rule, message and test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from cattools.core.grid import bits
from cattools.core.messages import N_, listed, text
from cattools.core.rules import Check, Checks, Fault, fault
from cattools.games.calico.rules import labels
from cattools.games.calico.rules.actions import (
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
from cattools.games.calico.rules.components import (
    BOARDS,
    CAT,
    CATS,
    GOAL,
    GOAL_CELLS,
    GOALS,
    GRID,
    KIND,
    PATCHES,
    PATTERNS,
    RING,
    SPACES,
    boards,
    box,
    counts,
    has_goals,
    prefix,
)
from cattools.games.calico.rules.setup import choices, visitors
from cattools.games.calico.rules.state import (
    CHOOSE_GOALS,
    DEAL_CATS,
    DEAL_GOALS,
    DEAL_HANDS,
    DEAL_MARKET,
    DEAL_PATTERNS,
    DRAW_FIRST,
    DRAWING,
    PLACE,
    PLAYING,
    REFILL,
    SEEN,
    TAKE,
    Calico,
    Stage,
)
from cattools.games.calico.rules.transitions import chances

TAKES = tuple(tuple(Take(slot, patch) for patch in PATCHES) for slot in range(box().market))  # indexed by slot and kind


@lru_cache(maxsize=1024)
def placings(who: str, slot: int, kind: int) -> tuple[Place, ...]:
    """Return the actions that place a patch on each cell (cached)."""
    return tuple(Place(who=who, slot=slot, patch=PATCHES[kind], at=name) for name in GRID.names)


def candidates(state: Calico) -> Iterator[Action]:
    """Yield every action that a player could mean in this position, legal or not."""
    hand = state.held(state.turn)
    kinds = dict.fromkeys([*hand, *state.market, 0])
    for seat in range(len(state.quilts)):
        for kind in kinds:
            yield from placings(prefix(state.options, seat), hand.index(kind) if kind in hand else 0, kind)
    for slot in range(box().market):
        for kind in kinds:
            yield TAKES[slot][kind]
    chooser = state.choosing
    tiles = state.tiles[chooser] if chooser is not None else ()
    for who in (prefix(state.options, n) for n in range(len(state.quilts))):
        for n, goal in enumerate(GOALS):
            for at in (*(GRID.names[c] for c in GOAL_CELLS), "b2"):
                yield Choose(who=who, slot=tiles.index(n) if n in tiles else 0, goal=goal.letters, at=at)
    for cat in CATS:
        yield DealCat(cat.name)
    for one, other in combinations(PATTERNS, 2):
        yield DealPatterns(one, other)
    for four in combinations([goal.letters for goal in GOALS], 4):
        yield DealGoals(four)
    for patch in PATCHES:
        yield Draw(patch)
    for board in BOARDS:
        yield Begin(board.name)


def legal(state: Calico) -> Sequence[Action]:
    """Return every legal action: placements, takes from the market, goal choices, or chance actions."""
    stage = state.stage
    if stage is PLACE:
        who, hand = prefix(state.options, state.turn), state.hands[state.turn]
        cells = list(bits(state.quilts[state.turn].free))
        row = placings(who, 0, hand[0] % SEEN)
        found: list[Action] = [row[c] for c in cells]
        if len(hand) > 1 and (hand[0] - hand[1]) % SEEN:
            row = placings(who, 1, hand[1] % SEEN)
            found += [row[c] for c in cells]
        return found
    if stage is TAKE:
        return [TAKES[slot][kind] for slot, kind in enumerate(state.market)]
    if stage is CHOOSE_GOALS:
        return choices(state)
    return [action for _, action in chances(state)]


def allows(state: Calico, action: Action) -> bool:
    """Return whether an action is legal; placements, the most frequent, are tested without listing all actions."""
    if isinstance(action, Place) and state.stage is PLACE:
        hand, slot, cell = state.hands[state.turn], action.slot, GRID.index[action.at]
        if not 0 <= slot < len(hand) or (slot and not (hand[0] - hand[1]) % SEEN):
            return False
        placing = placings(prefix(state.options, state.turn), slot, hand[slot] % SEEN)[cell]
        return action == placing and bool(state.quilts[state.turn].free >> cell & 1)
    return action in legal(state)


# --- wrong stage -------------------------------------------------------------------------------------------------


def _over(state: Calico, _: Action) -> Fault | None:
    return fault() if state.over else None


def _due(*stages: Stage) -> Callable[[Calico, Action], Fault | None]:
    """Return a test that refuses an action while one of these stages is due."""
    return lambda state, _: fault() if state.stage in stages else None


def _not_due(*stages: Stage) -> Callable[[Calico, Action], Fault | None]:
    """Return a test that refuses an action unless one of these stages is due."""
    return lambda state, _: None if state.stage in stages else fault()


def _choose_first(state: Calico, _: Action) -> Fault | None:
    if state.stage is not CHOOSE_GOALS:
        return None
    return fault(who=labels.player(state.options, state.choosing or 0))


def _take_first(state: Calico, _: Action) -> Fault | None:
    return fault() if state.placed is not None else None


def _place_first(state: Calico, _: Action) -> Fault | None:
    return fault() if state.stage is PLACE else None


# --- placing -----------------------------------------------------------------------------------------------------


def _other_quilt(state: Calico, action: Place) -> Fault | None:
    if state.stage not in PLAYING or action.who == prefix(state.options, state.turn):
        return None
    owner = labels.SEATS[boards(state.options)[_owner(state, action)].name]
    cell = action.who + action.at
    return fault(cell, at=action.at, owner=text(owner))


def _not_in_hand(state: Calico, action: Place) -> Fault | None:
    if state.stage is not PLACE:
        return None
    hand, kind = state.held(state.turn), KIND[action.patch]
    if kind in hand and hand.index(kind) == action.slot:
        return None
    return fault(patch=labels.patch(kind), hand=listed([labels.patch(k) for k in hand]))


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
    cell, quilt = GRID.index[action.at], state.quilts[_owner(state, action)]
    if not (SPACES & ~quilt.free) >> cell & 1:
        return None
    return fault(action.who + action.at, at=action.at, patch=labels.patch(quilt.kind(cell)))


# --- the market --------------------------------------------------------------------------------------------------


def _not_in_market(state: Calico, action: Take) -> Fault | None:
    if 0 <= action.slot < len(state.market) and PATCHES[state.market[action.slot]] == action.patch:
        return None
    return fault(patch=labels.patch(KIND[action.patch]), n=action.slot + 1)


# --- goals -------------------------------------------------------------------------------------------------------


def _other_chooses(state: Calico, action: Choose) -> Fault | None:
    seat = state.choosing or 0
    if state.stage is not CHOOSE_GOALS or action.who == prefix(state.options, seat):
        return None
    return fault(who=labels.player(state.options, seat))


def _not_turned_up(state: Calico, action: Choose) -> Fault | None:
    if state.stage is not CHOOSE_GOALS:
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
    return fault(action.who + action.at, at=action.at, goal=GOALS[goal].name) if goal is not None else None


def _too_late(state: Calico, _: Choose) -> Fault | None:
    return fault() if state.stage in PLAYING and has_goals(state.options) else None


def _family(state: Calico, _: Action) -> Fault | None:
    return None if has_goals(state.options) else fault()


# --- chance ------------------------------------------------------------------------------------------------------


def _not_this_cat(state: Calico, action: DealCat) -> Fault | None:
    if state.stage is not DEAL_CATS:
        return None
    may = visitors(state.options, len(state.cats) + 1)
    if CAT[action.name] in may:
        return None
    return fault(cat=CATS[CAT[action.name]].title, may=listed([CATS[n].title for n in may]))


def _pattern_gone(state: Calico, action: DealPatterns) -> Fault | None:
    gone = [p for p in sum(state.pairs, ()) if PATTERNS[p] in (action.one, action.other)]
    if state.stage is not DEAL_PATTERNS or not gone:
        return None
    return fault(pattern=labels.pattern(gone[0]))


def _used_up(state: Calico, action: Draw) -> Fault | None:
    kind = KIND[action.patch]
    return None if counts(state.bag)[kind] else fault(patch=labels.patch(kind))


def _no_such_seat(state: Calico, action: Begin) -> Fault | None:
    if action.seat in [board.name for board in boards(state.options)]:
        return None
    return fault(seat=text(labels.SEATS[action.seat]))


def _not_four(_: Calico, action: DealGoals) -> Fault | None:
    return None if len(action.goals) == 4 else fault(n=len(action.goals))


ENDED = Check("calico.end", N_("The game is over: there is nothing left to sew."), _over)
SETTING_UP = (
    Check("calico.setup.cats", N_("The cats must be dealt first."), _due(DEAL_CATS)),
    Check("calico.setup.patterns", N_("The patterns must be dealt first."), _due(DEAL_PATTERNS)),
    Check("calico.setup.goals", N_("The goal tiles must be turned up first."), _due(DEAL_GOALS)),
    Check("calico.setup.hand", N_("The hands and the market must be dealt first."), _due(DEAL_HANDS, DEAL_MARKET)),
    Check("calico.setup.start", N_("The first player must be drawn first."), _due(DRAW_FIRST), by_reading=True),
    Check("calico.turn.draw", N_("The market must be refilled first."), _due(REFILL)),
)
CHOOSING = Check("calico.setup.goals", N_("{who} must choose goals first."), _choose_first)

CHECKS: Checks = {
    Place: (
        ENDED,
        *SETTING_UP,
        CHOOSING,
        Check("calico.turn.draw", N_("Your patch is sewn on: now take one from the market."), _take_first),
        Check(
            "calico.turn.place",
            N_("Sew on your own quilt: {at} is on the {owner} quilt."),
            _other_quilt,
        ),
        Check("calico.turn.place", N_("No {patch} in hand; the hand holds {hand}."), _not_in_hand),
        Check("calico.turn.place", N_("Patches go around the goals, and {at} is a goal space."), _on_goal),
        Check("calico.turn.place", N_("Patches go inside the printed ring, and {at} is part of it."), _on_ring),
        Check("calico.turn.place", N_("The space {at} already holds {patch}."), _taken),
    ),
    Take: (
        ENDED,
        *SETTING_UP,
        CHOOSING,
        Check("calico.turn.place", N_("First sew a patch from your hand on your quilt."), _place_first),
        Check("calico.turn.draw", N_("Market patch {n} is not {patch}."), _not_in_market),
    ),
    Choose: (
        ENDED,
        *SETTING_UP,
        Check("calico.variant.family", N_("In the family game nobody chooses goals."), _family),
        Check("calico.setup.goals", N_("Goals are chosen before the game begins."), _too_late),
        Check("calico.setup.goals", N_("{who} chooses first."), _other_chooses, by_reading=True),
        Check("calico.setup.goals", N_("{goal} is not among the tiles turned up: {tiles}."), _not_turned_up),
        Check("calico.setup.goals", N_("Goals go on {spaces}, and {at} is not a goal space."), _no_goal_space),
        Check("calico.setup.goals", N_("The goal {goal} is already on {at}."), _goal_taken),
    ),
    DealCat: (
        Check("calico.setup.cats", N_("All three cats are already here."), _not_due(DEAL_CATS)),
        Check("calico.setup.cats", N_("{cat} is not one of the cats that can come now: {may}."), _not_this_cat),
    ),
    DealPatterns: (
        Check("calico.setup.patterns", N_("Patterns are not dealt now."), _not_due(DEAL_PATTERNS)),
        Check("calico.setup.patterns", N_("A cat already has {pattern}: each pattern goes to one cat."), _pattern_gone),
    ),
    DealGoals: (
        Check("calico.setup.goals", N_("Goal tiles are not turned up now."), _not_due(DEAL_GOALS)),
        Check("calico.setup.goals", N_("Four goal tiles are turned up, not {n}."), _not_four),
    ),
    Draw: (
        Check(
            "calico.setup.hand",
            N_("No patch is drawn now: hands and market are complete."),
            _not_due(*DRAWING),
        ),
        Check("calico.components", N_("No {patch} are left in the bag."), _used_up),
    ),
    Begin: (
        Check(
            "calico.setup.start",
            N_("The first player is not drawn now."),
            _not_due(DRAW_FIRST),
            by_reading=True,
        ),
        Check("calico.setup.start", N_("Nobody plays on the {seat} board."), _no_such_seat),
    ),
}
