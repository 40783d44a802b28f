"""Legal actions of Cat Herders and the reasons for refusals: a table of checks, each with a rule and a message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cattools.core.grid import bits
from cattools.core.messages import N_, listed
from cattools.core.rules import Check, Checks, Fault, fault, game_over
from cattools.games.herders.rules import herding
from cattools.games.herders.rules.actions import Action, Deal, Give, Herd, Move, Pass, Place
from cattools.games.herders.rules.components import box
from cattools.games.herders.rules.labels import colour
from cattools.games.herders.rules.state import Herders

PASS = Pass()


def candidates(state: Herders) -> Iterator[Action]:
    """Yield every action that a player could intend, legal or not."""
    names = state.board.grid.names
    pieces = [names[c] for c in bits(state.occupied)]
    yield PASS
    for name in names:
        yield Place(name)
        yield Give(name)
        yield Deal(name)
        for piece in pieces:
            yield Move(piece, name)
            yield Herd(piece, name)


def legal(state: Herders) -> Sequence[Action]:
    """Return every legal action: deals, herder actions or cat steps (`herders.turn`)."""
    board = state.board
    if state.undealt:
        return [board.deal[c] for c in bits(board.park & ~state.occupied)]
    if state.over:
        return ()
    if state.scared or state.paying or state.running is not None:
        return herding.steps(state)
    occupied = state.occupied
    found: list[Action] = []
    if state.hands[state.turn]:
        free = board.wall & ~occupied
        found += [action for cell, action in board.place.items() if free & cell]
    own, ways = state.herders[state.turn], board.ways
    while own:  # `bits` inlined: calling it makes random play about five percent slower
        low = own & -own
        for reach, moves in ways[low]:
            found += moves[occupied & reach]
        own ^= low
    return found or (PASS,)


def allows(state: Herders, action: Action) -> bool:
    """Return whether an action is legal; herder actions, the most common ones, are tested directly."""
    board, index = state.board, state.board.grid.index
    if isinstance(action, Move):
        source = index[action.source]
        path = board.paths[source].get(action.target)
        own = state.herders[state.turn] >> source & 1
        return bool(path and own and not path & state.occupied) and _may_act(state)
    if isinstance(action, Place):
        free = state.hands[state.turn] and board.wall & ~state.occupied & 1 << index[action.at]
        return bool(free) and _may_act(state)
    if isinstance(action, Herd):
        return herding.may_step(state, action) and not state.over
    return action in legal(state)


def _may_act(state: Herders) -> bool:
    """Return whether a herder can be placed or moved now."""
    return not (state.pending or state.undealt or state.over)


def _cell(state: Herders, name: str) -> int:
    return state.board.grid.index[name]


def _empty(state: Herders, name: str) -> bool:
    return not state.occupied >> _cell(state, name) & 1


# --- wrong phase -------------------------------------------------------------------------------------------------


def _dealing(state: Herders, _: Action) -> Fault | None:
    return fault(n=state.undealt) if state.undealt else None


def _not_dealing(state: Herders, _: Action) -> Fault | None:
    return None if state.undealt else fault()


def _cats_first(state: Herders, _: Action) -> Fault | None:
    if not state.scared and state.running is None:
        return None
    names = state.board.grid.names
    if state.running is not None:
        cats = [names[state.running]]
    else:
        cats = sorted({a.source for a in herding.steps(state) if isinstance(a, Herd)}) or [
            names[c] for c in bits(state.scared)
        ]
    return fault(*cats, cats=listed(list(cats)))


def _pay_first(state: Herders, _: Action) -> Fault | None:
    if not state.paying:
        return None
    cells = state.board.grid.named(state.paying).split(",")
    return fault(*cells, herders=listed(list(cells)))


# --- placing -----------------------------------------------------------------------------------------------------


def _hand_empty(state: Herders, _: Place) -> Fault | None:
    return fault(colour=colour(state.turn)) if not state.hands[state.turn] else None


def _not_wall(state: Herders, action: Place) -> Fault | None:
    return None if state.board.wall >> _cell(state, action.at) & 1 else fault(action.at, at=action.at)


def _place_taken(state: Herders, action: Place) -> Fault | None:
    return None if _empty(state, action.at) else fault(action.at, at=action.at)


# --- moving ------------------------------------------------------------------------------------------------------


def _no_herder_there(state: Herders, action: Move) -> Fault | None:
    return fault(source=action.source) if _empty(state, action.source) else None


def _cat_there(state: Herders, action: Move) -> Fault | None:
    at = fault(action.source, source=action.source)
    return at if state.cats >> _cell(state, action.source) & 1 else None


def _not_own(state: Herders, action: Move) -> Fault | None:
    if not state.herders[1 - state.turn] >> _cell(state, action.source) & 1:
        return None
    who = {"other": colour(1 - state.turn), "colour": colour(state.turn)}
    return fault(action.source, source=action.source, **who)


def _path(state: Herders, action: Move) -> tuple[int, ...]:
    return state.board.grid.line(_cell(state, action.source), _cell(state, action.target))


def _not_straight(state: Herders, action: Move) -> Fault | None:
    return None if 1 <= len(_path(state, action)) <= box().reach else fault(target=action.target, source=action.source)


def _target_taken(state: Herders, action: Move) -> Fault | None:
    if action.source == action.target or _empty(state, action.target):
        return None
    return fault(action.target, target=action.target)


def _jumps(state: Herders, action: Move) -> Fault | None:
    way = _path(state, action)
    if not 1 < len(way) <= box().reach:
        return None
    between = [state.board.grid.names[c] for c in way[:-1] if state.occupied >> c & 1]
    return fault(*between, between=listed(list(between))) if between else None


# --- cats --------------------------------------------------------------------------------------------------------


def _nothing_scared(state: Herders, _: Herd) -> Fault | None:
    return None if state.pending else fault()


def _not_scared(state: Herders, action: Herd) -> Fault | None:
    return None if _beside_a_herder(state, action) else _not_on_the_list(state, action)


def _scared_no_more(state: Herders, action: Herd) -> Fault | None:
    return _not_on_the_list(state, action) if _beside_a_herder(state, action) else None


def _beside_a_herder(state: Herders, action: Herd) -> bool:
    cell = _cell(state, action.source)
    return bool(state.cats >> cell & 1 and state.board.grid.around[cell] & (state.herders[0] | state.herders[1]))


def _not_on_the_list(state: Herders, action: Herd) -> Fault | None:
    if not state.scared or state.running is not None or state.scared >> _cell(state, action.source) & 1:
        return None
    cells = state.board.grid.named(state.scared).split(",")
    return fault(action.source, source=action.source, cats=listed(list(cells)))


def _other_running(state: Herders, action: Herd) -> Fault | None:
    if state.running is None or state.running == _cell(state, action.source):
        return None
    cat = state.board.grid.names[state.running]
    return fault(cat, cat=cat)


def _not_adjacent(state: Herders, action: Herd) -> Fault | None:
    near = state.board.grid.around[_cell(state, action.source)] >> _cell(state, action.target) & 1
    return None if near else fault(target=action.target, source=action.source)


def _into_wall(state: Herders, action: Herd) -> Fault | None:
    return fault(action.target, target=action.target) if state.board.wall >> _cell(state, action.target) & 1 else None


def _cat_target_taken(state: Herders, action: Herd) -> Fault | None:
    if action.source == action.target or _empty(state, action.target):
        return None
    return fault(action.target, target=action.target)


def _reacts(state: Herders, action: Herd) -> bool:
    cat = _cell(state, action.source)
    return not state.paying and (cat == state.running or (state.running is None and bool(state.scared >> cat & 1)))


def _first_not_calmest(state: Herders, action: Herd) -> Fault | None:
    return _not_calmest(state, action) if state.running is None else None


def _second_not_calmest(state: Herders, action: Herd) -> Fault | None:
    return None if state.running is None else _not_calmest(state, action)


def _not_calmest(state: Herders, action: Herd) -> Fault | None:
    board, herders = state.board, state.herders[0] | state.herders[1]
    cat, target = _cell(state, action.source), _cell(state, action.target)
    if not (_reacts(state, action) and board.park & board.grid.around[cat] & ~state.occupied & 1 << target):
        return None
    calm = herding.targets(board, herders, state.cats, cat)
    if target in calm:
        return None
    near, fewest = (
        (herders & board.grid.around[target]).bit_count(),
        (herders & board.grid.around[calm[0]]).bit_count(),
    )
    names = [board.grid.names[c] for c in calm]
    disturbing = [board.grid.names[c] for c in bits(herders & board.grid.around[target])]
    return fault(*disturbing, target=action.target, near=near, fewest=fewest, better=listed(list(names)))


def _order_not_most(state: Herders, action: Herd) -> Fault | None:
    return None if _same_cat_elsewhere(state, action) else _not_most(state, action)


def _choice_not_most(state: Herders, action: Herd | Give) -> Fault | None:
    by_order = isinstance(action, Herd) and not _same_cat_elsewhere(state, action)
    return None if by_order else _not_most(state, action)


def _same_cat_elsewhere(state: Herders, action: Herd) -> bool:
    """Return whether another step of the same cat would let as many cats run as possible."""
    return any(step.source == action.source for step in herding.steps(state) if isinstance(step, Herd))


def _not_most(state: Herders, action: Herd | Give) -> Fault | None:
    others = (check.find for check in CHECKS[type(action)] if check.rule != "herders.herd.most")
    if not state.scared or any(find(state, action) for find in others):
        return None
    best, now = herding.most_of(state), herding.moves_with(state, action)
    if now == best:
        return None
    return fault(*state.board.grid.named(state.scared).split(","), now=now, best=best)


# --- other actions -----------------------------------------------------------------------------------------------


def _nothing_to_pay(state: Herders, _: Give) -> Fault | None:
    return None if state.paying else fault()


def _did_not_capture(state: Herders, action: Give) -> Fault | None:
    if not state.paying or state.paying >> _cell(state, action.at) & 1:
        return None
    cells = state.board.grid.named(state.paying).split(",")
    return fault(*cells, at=action.at, herders=listed(list(cells)))


def _can_act(state: Herders, _: Pass) -> Fault | None:
    if state.undealt or state.over or state.pending or state.stuck:
        return None
    return fault(colour=colour(state.turn))


def _deal_taken(state: Herders, action: Deal) -> Fault | None:
    return None if _empty(state, action.at) else fault(action.at, at=action.at)


def _deal_wall(state: Herders, action: Deal) -> Fault | None:
    return fault(action.at, at=action.at) if state.board.wall >> _cell(state, action.at) & 1 else None


OVER = game_over("herders.win")
DEALING = Check("herders.setup.cats", N_("Not all cats are in the park yet; still to be placed: {n}."), _dealing)
CATS = Check("herders.herd.must", N_("A scared cat must run first: {cats}."), _cats_first)
NOT_CALMEST = N_("A cat runs where it touches the fewest herders: {better} ({fewest}), not {target} ({near}).")
PAY = Check(
    "herders.option.sacrifice", N_("One of the herders that took the cat must leave first: {herders}."), _pay_first
)

CHECKS: Checks = {
    Place: (
        OVER,
        DEALING,
        CATS,
        PAY,
        Check("herders.place", N_("No {colour} herder is left in hand."), _hand_empty),
        Check("herders.place", N_("A herder from the hand goes on the wall, and {at} is park."), _not_wall),
        Check("herders.place", N_("There is already a piece on {at}."), _place_taken),
    ),
    Move: (
        OVER,
        DEALING,
        CATS,
        PAY,
        Check("herders.turn", N_("There is no herder on {source}."), _no_herder_there),
        Check("herders.turn", N_("There is a cat on {source}, and players move only herders."), _cat_there),
        Check("herders.turn", N_("The herder on {source} is {other}, and it is the turn of {colour}."), _not_own),
        Check(
            "herders.move",
            N_("A herder moves one or two cells in a straight line, not from {source} to {target}."),
            _not_straight,
        ),
        Check("herders.move", N_("There is already a piece on {target}."), _target_taken),
        Check("herders.move.clear", N_("Herders do not jump, and there is a piece on {between}."), _jumps),
    ),
    Herd: (
        OVER,
        DEALING,
        PAY,
        Check(
            "herders.herd.trigger",
            N_("No cat is scared: only a herder just placed or moved scares cats."),
            _nothing_scared,
        ),
        Check(
            "herders.herd.trigger",
            N_("The herder did not scare a cat on {source}; it scared {cats}."),
            _not_scared,
        ),
        Check(
            "herders.herd.trigger",
            N_("The cat on {source} is not among the cats just scared: {cats}."),
            _scared_no_more,
            by_reading=True,
        ),
        Check(
            "herders.option.two-steps",
            N_("The cat on {cat} must take its second step first."),
            _other_running,
            by_reading=True,
        ),
        Check(
            "herders.herd.target", N_("A cat runs to a cell beside it, not from {source} to {target}."), _not_adjacent
        ),
        Check("herders.herd.wall", N_("Cats stay in the park, and {target} is wall."), _into_wall),
        Check("herders.herd.target", N_("There is already a piece on {target}."), _cat_target_taken),
        Check("herders.herd.target", NOT_CALMEST, _first_not_calmest),
        Check("herders.option.two-steps", NOT_CALMEST, _second_not_calmest, by_reading=True),
        Check(
            "herders.herd.most",
            N_("This order lets only {now} of the scared cats run; another order lets {best} run."),
            _order_not_most,
        ),
        Check(
            "herders.herd.most",
            N_("This choice lets only {now} of the scared cats run; another choice lets {best} run."),
            _choice_not_most,
            by_reading=True,
        ),
    ),
    Give: (
        OVER,
        DEALING,
        Check("herders.option.sacrifice", N_("No herder has to leave now."), _nothing_to_pay),
        Check(
            "herders.option.sacrifice",
            N_("The herder on {at} did not take the cat; one of these must leave: {herders}."),
            _did_not_capture,
        ),
        Check(
            "herders.herd.most",
            N_("This choice lets only {now} of the remaining cats run; another choice lets {best} run."),
            _choice_not_most,
            by_reading=True,
        ),
    ),
    Pass: (
        OVER,
        DEALING,
        CATS,
        PAY,
        Check("herders.stuck", N_("Only a player who cannot act may pass, and {colour} can act."), _can_act),
    ),
    Deal: (
        Check("herders.setup.cats", N_("All cats are already in the park."), _not_dealing),
        Check("herders.setup.cats", N_("Cats start in the park, and {at} is wall."), _deal_wall),
        Check("herders.setup.cats", N_("There is already a piece on {at}."), _deal_taken),
    ),
}
