"""What is legal in Cat Herders: the checks, each with the rule that it enforces, and the actions that pass them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cattools.core.grid import bits
from cattools.core.messages import N_, listed
from cattools.core.rules import CheckList, Fault, fault
from cattools.games.herders import effects
from cattools.games.herders.components import Action, Deal, Give, Herd, Move, Pass, Place, box, colour
from cattools.games.herders.position import Herders

PASS = Pass()
CHECKS = CheckList(Place, Move, Herd, Give, Pass, Deal, grid=lambda state: state.board.grid)
NOT_CALMEST = N_(
    "A cat runs where it touches the fewest herders. On {target} it would touch {near}; on {better}, {fewest}."
)


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
        return [board.deal[c] for c in bits(CHECKS.open_cells(state, Deal))]
    if state.over:
        return ()
    if state.scared or state.paying or state.running is not None:
        return effects.steps(state)
    occupied = state.occupied
    found: list[Action] = []
    if state.hands[state.turn]:
        closed = ~CHECKS.open_cells(state, Place)
        for cells, placements in board.places:
            found += placements[closed & cells]
    own, ways = state.herders[state.turn], board.ways
    while own:  # `bits` inlined: calling it makes random play about five percent slower
        low = own & -own
        for reach, moves in ways[low]:
            found += moves[occupied & reach]
        own ^= low
    return found or (PASS,)


def allows(state: Herders, action: Action) -> bool:
    """Return whether an action is legal; the most frequent ones are tested without listing all actions."""
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
        return effects.may_step(state, action) and not state.over
    return action in legal(state)


def _may_act(state: Herders) -> bool:
    """Return whether a herder can be placed or moved now."""
    return not (state.pending or state.undealt or state.over)


def _on(state: Herders, name: str, cells: int, **facts: object) -> Fault | None:
    """Return a fault if a cell is one of these cells."""
    return fault(name, **facts) if cells >> state.board.grid.index[name] & 1 else None


def _at(state: Herders, cells: int, **facts: object) -> Fault | None:
    """Return a fault on these cells, if there are any; the fact `cells` lists them."""
    names = tuple(state.board.grid.names[cell] for cell in bits(cells))
    return fault(*names, cells=listed(names), **facts) if names else None


# --- wrong phase -------------------------------------------------------------------------------------------------


@CHECKS.refuse("herders.win", N_("The game is over."), Place, Move, Herd, Give, Pass)
def _over(state: Herders, _: Action) -> Fault | None:
    return fault() if state.to_move is None else None


@CHECKS.refuse(
    "herders.setup.cats",
    N_("Not all cats are in the park yet. Cats still to be placed: {n}."),
    *(Place, Move, Herd, Give, Pass),
)
def _dealing(state: Herders, _: Action) -> Fault | None:
    return fault(n=state.undealt) if state.undealt else None


@CHECKS.refuse("herders.herd.must", N_("A scared cat must run first: {cells}."), Place, Move, Pass)
def _cats_first(state: Herders, _: Action) -> Fault | None:
    if state.running is not None:
        return _at(state, 1 << state.running)
    steps = effects.steps(state) if state.scared else ()
    first = {state.board.grid.index[step.source] for step in steps if isinstance(step, Herd)}
    return _at(state, sum(1 << cat for cat in first) or state.scared)


@CHECKS.refuse(
    "herders.option.sacrifice",
    N_("One of the herders that took the cat must leave first: {cells}."),
    *(Place, Move, Herd, Pass),
)
def _pay_first(state: Herders, _: Action) -> Fault | None:
    return _at(state, state.paying)


# --- placing -----------------------------------------------------------------------------------------------------


@CHECKS.refuse("herders.place", N_("There are no {colour} herders left in hand."), Place)
def _hand_empty(state: Herders, _: Place) -> Fault | None:
    return None if state.hands[state.turn] else fault(colour=colour(state.turn))


@CHECKS.refuse_cells("herders.place", N_("You may place herders only on the wall; {at} is in the park."), Place)
def _not_wall(state: Herders) -> int:
    return state.board.park


@CHECKS.refuse_cells("herders.place", N_("There is already a piece on {at}."), Place)
def _place_taken(state: Herders) -> int:
    return state.occupied


# --- moving ------------------------------------------------------------------------------------------------------


@CHECKS.refuse("herders.turn", N_("There is no herder on {source}."), Move)
def _no_herder_there(state: Herders, action: Move) -> Fault | None:
    return None if state.occupied >> state.board.grid.index[action.source] & 1 else fault()


@CHECKS.refuse_cells(
    "herders.turn", N_("There is a cat on {source}, and players move only herders."), Move, field="source"
)
def _cat_there(state: Herders) -> int:
    return state.cats


@CHECKS.refuse("herders.turn", N_("The herder on {source} is {other}; you may move only {colour} herders."), Move)
def _not_own(state: Herders, action: Move) -> Fault | None:
    other = 1 - state.turn
    return _on(state, action.source, state.herders[other], other=colour(other), colour=colour(state.turn))


def _path(state: Herders, action: Move) -> tuple[int, ...]:
    index = state.board.grid.index
    return state.board.grid.line(index[action.source], index[action.target])


@CHECKS.refuse(
    "herders.move",
    N_("A herder moves one or two cells in a straight line; it cannot get from {source} to {target}."),
    Move,
)
def _not_straight(state: Herders, action: Move) -> Fault | None:
    return None if 1 <= len(_path(state, action)) <= box().reach else fault()


@CHECKS.refuse("herders.move", N_("There is already a piece on {target}."), Move)
def _target_taken(state: Herders, action: Move) -> Fault | None:
    return None if action.source == action.target else _on(state, action.target, state.occupied)


@CHECKS.refuse("herders.move.clear", N_("Herders do not jump, and there is a piece on {cells}."), Move)
def _jumps(state: Herders, action: Move) -> Fault | None:
    path = _path(state, action)
    return _at(state, state.occupied & sum(1 << c for c in path[:-1])) if len(path) <= box().reach else None


# --- cats --------------------------------------------------------------------------------------------------------


@CHECKS.refuse("herders.herd.trigger", N_("No cat is scared: only a herder just placed or moved scares cats."), Herd)
def _nothing_scared(state: Herders, _: Herd) -> Fault | None:
    return None if state.pending else fault()


@CHECKS.refuse("herders.herd.trigger", N_("There is no scared cat on {source}. Scared cats: {cats}."), Herd)
def _not_scared(state: Herders, action: Herd) -> Fault | None:
    return None if _beside_a_herder(state, action) else _not_on_the_list(state, action)


@CHECKS.refuse(
    "herders.herd.trigger",
    N_("The cat on {source} is not scared: only a herder that has just arrived scares cats. Scared cats: {cats}."),
    Herd,
    by_reading=True,
)
def _scared_no_more(state: Herders, action: Herd) -> Fault | None:
    return _not_on_the_list(state, action) if _beside_a_herder(state, action) else None


def _beside_a_herder(state: Herders, action: Herd) -> bool:
    cell = state.board.grid.index[action.source]
    return bool(state.cats >> cell & 1 and state.board.grid.around[cell] & (state.herders[0] | state.herders[1]))


def _not_on_the_list(state: Herders, action: Herd) -> Fault | None:
    if not state.scared or state.running is not None:
        return None
    return _on(state, action.source, ~state.scared, cats=listed(state.board.grid.named(state.scared).split(",")))


@CHECKS.refuse(
    "herders.option.two-steps", N_("The cat on {cat} must take its second step first."), Herd, by_reading=True
)
def _other_running(state: Herders, action: Herd) -> Fault | None:
    if state.running is None or state.running == state.board.grid.index[action.source]:
        return None
    cat = state.board.grid.names[state.running]
    return fault(cat, cat=cat)


@CHECKS.refuse("herders.herd.target", N_("A cat runs to a cell next to it; {target} is not next to {source}."), Herd)
def _not_adjacent(state: Herders, action: Herd) -> Fault | None:
    grid = state.board.grid
    return None if grid.around[grid.index[action.source]] >> grid.index[action.target] & 1 else fault()


@CHECKS.refuse_cells("herders.herd.wall", N_("Cats stay in the park; {target} is on the wall."), Herd, field="target")
def _into_wall(state: Herders) -> int:
    return state.board.wall


@CHECKS.refuse("herders.herd.target", N_("There is already a piece on {target}."), Herd)
def _cat_target_taken(state: Herders, action: Herd) -> Fault | None:
    return None if action.source == action.target else _on(state, action.target, state.occupied)


@CHECKS.refuse("herders.herd.target", NOT_CALMEST, Herd)
def _first_not_calmest(state: Herders, action: Herd) -> Fault | None:
    return _not_calmest(state, action) if state.running is None else None


@CHECKS.refuse("herders.option.two-steps", NOT_CALMEST, Herd, by_reading=True)
def _second_not_calmest(state: Herders, action: Herd) -> Fault | None:
    return None if state.running is None else _not_calmest(state, action)


def _not_calmest(state: Herders, action: Herd) -> Fault | None:
    board, herders = state.board, state.herders[0] | state.herders[1]
    cat, target = board.grid.index[action.source], board.grid.index[action.target]
    reacts = cat == state.running or (state.running is None and state.scared >> cat & 1)
    if state.paying or not (reacts and board.park & board.grid.around[cat] & ~state.occupied & 1 << target):
        return None
    calm = effects.targets(board, herders, state.cats, cat)
    if target in calm:
        return None
    disturbing, fewest = herders & board.grid.around[target], herders & board.grid.around[calm[0]]
    better = listed([board.grid.names[c] for c in calm])
    return _at(state, disturbing, near=disturbing.bit_count(), fewest=fewest.bit_count(), better=better)


@CHECKS.refuse(
    "herders.herd.most",
    N_("This order lets only {now} of the scared cats run; another order lets {best} run."),
    Herd,
)
def _order_not_most(state: Herders, action: Herd) -> Fault | None:
    return None if _same_cat_elsewhere(state, action) else _not_most(state, action)


@CHECKS.refuse(
    "herders.herd.most",
    N_("This choice lets only {now} of the scared cats run; another choice lets {best} run."),
    Herd,
    by_reading=True,
)
def _choice_not_most(state: Herders, action: Herd) -> Fault | None:
    return _not_most(state, action) if _same_cat_elsewhere(state, action) else None


def _same_cat_elsewhere(state: Herders, action: Herd) -> bool:
    """Return whether another step of the same cat would let as many cats run as possible."""
    return any(step.source == action.source for step in effects.steps(state) if isinstance(step, Herd))


def _not_most(state: Herders, action: Herd | Give) -> Fault | None:
    others = (check.find for check in CHECKS[type(action)] if check.rule != "herders.herd.most")
    if not state.scared or any(find(state, action) for find in others):
        return None
    best, now = effects.most_of(state), effects.moves_with(state, action)
    return None if now == best else _at(state, state.scared, now=now, best=best)


# --- other actions -----------------------------------------------------------------------------------------------


@CHECKS.refuse("herders.option.sacrifice", N_("No herder has to leave now."), Give)
def _nothing_to_pay(state: Herders, _: Give) -> Fault | None:
    return None if state.paying else fault()


@CHECKS.refuse(
    "herders.option.sacrifice",
    N_("The herder on {at} did not take the cat; one of these must leave: {cells}."),
    Give,
)
def _did_not_capture(state: Herders, action: Give) -> Fault | None:
    return _at(state, state.paying) if state.paying and _on(state, action.at, ~state.paying) else None


@CHECKS.refuse(
    "herders.herd.most",
    N_("This choice lets only {now} of the remaining cats run; another choice lets {best} run."),
    Give,
    by_reading=True,
)
def _sacrifice_not_most(state: Herders, action: Give) -> Fault | None:
    return _not_most(state, action)


@CHECKS.refuse("herders.stuck", N_("Only a player who can neither place nor move a herder may pass."), Pass)
def _can_act(state: Herders, _: Pass) -> Fault | None:
    if state.undealt or state.over or state.pending or state.stuck:
        return None
    return fault()


@CHECKS.refuse("herders.setup.cats", N_("All cats are already in the park."), Deal)
def _not_dealing(state: Herders, _: Deal) -> Fault | None:
    return None if state.undealt else fault()


@CHECKS.refuse_cells("herders.setup.cats", N_("Cats start in the park; {at} is on the wall."), Deal)
def _deal_wall(state: Herders) -> int:
    return state.board.wall


@CHECKS.refuse_cells("herders.setup.cats", N_("There is already a piece on {at}."), Deal)
def _deal_taken(state: Herders) -> int:
    return state.occupied
