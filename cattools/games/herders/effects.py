"""What actions do in Cat Herders: the state after an action, and what happened, in sentences."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE, plain_turn
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.herders import components
from cattools.games.herders.components import Action, Deal, Give, Herd, Move, Park, Pass, Place, Variant, box, seat_name
from cattools.games.herders.position import Herders, winners

# --- transitions -----------------------------------------------------------------------------------------------


def chance(state: Herders, rng: Random) -> Deal:
    """Return a random deal to an empty park cell."""
    cells = [*bits(state.board.park & ~state.occupied)]
    return state.board.deal[cells[int(rng.random() * len(cells))]]


def apply_unchecked(state: Herders, action: Action) -> Herders:
    """Return the state after a legal action (`herders.turn`)."""
    board = state.board
    index = board.grid.index
    if isinstance(action, Move):
        target = index[action.target]
        return _acted(state, board, target, own=state.herders[state.turn] ^ (1 << index[action.source] | 1 << target))
    if isinstance(action, Place):
        target = index[action.at]
        return _acted(state, board, target, own=state.herders[state.turn] | 1 << target, placed=True)
    if isinstance(action, Herd):
        return stepped(state, index[action.source], index[action.target])
    if isinstance(action, Give):
        return sacrificed(state, index[action.at])
    if isinstance(action, Deal):
        return replace(state, cats=state.cats | 1 << index[action.at], undealt=state.undealt - 1)
    return replace(state, turn=1 - state.turn, plies=state.plies + 1, passed=True)


def _acted(state: Herders, board: Park, target: int, *, own: int, placed: bool = False) -> Herders:
    """Return the state after a herder reaches a cell, `placed` from the hand or moved (`herders.herd.trigger`)."""
    turn, hands = state.turn, state.hands
    herders = (own, state.herders[1]) if turn == 0 else (state.herders[0], own)
    if placed:
        hands = (hands[0] - 1, hands[1]) if turn == 0 else (hands[0], hands[1] - 1)
    scared = state.cats & board.grid.around[target]
    # positional arguments: keyword arguments make random play about five percent slower
    if scared and any_can_move(board, herders, state.cats, scared):
        return Herders(
            state.options, state.variant, herders, state.cats, hands, state.taken, turn, state.plies, False, scared
        )
    return Herders(state.options, state.variant, herders, state.cats, hands, state.taken, 1 - turn, state.plies + 1)


# --- the cats' reaction ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)  # called whenever a step is listed, checked or applied, and in the search of `most`
def targets(board: Park, herders: int, cats: int, cat: int) -> tuple[int, ...]:
    """Return where a cat can run: to adjacent empty park cells next to the fewest herders (`herders.herd.target`)."""
    around, fewest, found = board.grid.around, 99, []
    for cell in bits(board.park & around[cat] & ~(herders | cats)):
        near = (herders & around[cell]).bit_count()
        if near < fewest:
            fewest, found = near, [cell]
        elif near == fewest:
            found.append(cell)
    return tuple(found)


def can_move(board: Park, herders: int, cats: int, cat: int) -> bool:
    """Return whether a cat has an empty park cell next to it (`herders.herd.must`)."""
    return bool(board.park & board.grid.around[cat] & ~(herders | cats))


def any_can_move(board: Park, herders: tuple[int, int], cats: int, scared: int) -> bool:
    """Return whether at least one of the scared cats can move."""
    free, around = board.park & ~(herders[0] | herders[1] | cats), board.grid.around
    for cat in bits(scared):  # noqa: SIM110 - a hot path; avoids the generator of `any`
        if free & around[cat]:
            return True
    return False


def steps(state: Herders) -> list[Action]:
    """Return the legal next steps: those after which as many cats as possible can run (`herders.herd.order`).

    If a herder must leave the game, each step removes one of those that can.
    """
    board, both = state.board, state.herders[0] | state.herders[1]
    found: list[Action] = []
    if state.paying:
        found += [board.give[c] for c in bits(state.paying)]
    else:
        for cat in bits(state.scared) if state.running is None else (state.running,):
            found += [board.herd[cat, target] for target in targets(board, both, state.cats, cat)]
    if len(found) == 1 or not _affects_most(state):
        return found
    best = most_of(state)
    return [step for step in found if moves_with(state, step) == best]


def may_step(state: Herders, step: Herd) -> bool:
    """Return whether a cat's step is one of the legal `steps`."""
    board, index = state.board, state.board.grid.index
    cat, target = index[step.source], index[step.target]
    reacts = state.scared >> cat & 1 if state.running is None else cat == state.running
    if not reacts or state.paying or target not in targets(board, state.herders[0] | state.herders[1], state.cats, cat):
        return False
    return not _affects_most(state) or moves_with(state, step) == most_of(state)


def _affects_most(state: Herders) -> bool:
    """Return whether the next step can affect how many cats move (`herders.herd.most`)."""
    last = state.scared & state.scared - 1 == 0 and not state.paying and state.running is None
    return bool(state.scared) and not last


def most_of(state: Herders) -> int:
    """Return the greatest number of cats that can still move this turn, not counting the running cat."""
    own, other = state.herders[state.turn], state.herders[1 - state.turn]
    return most(state.variant, own, other, state.cats, state.scared, state.running, state.paying)


def moves_with(state: Herders, step: Action) -> int:
    """Return how many cats can still move at most after this step, counting a cat that takes its first step."""
    index, rules = state.board.grid.index, state.variant
    own, other = state.herders[state.turn], state.herders[1 - state.turn]
    if isinstance(step, Give):
        return most(rules, own ^ 1 << index[step.at], other, state.cats, state.scared)
    assert isinstance(step, Herd)  # noqa: S101 - only two kinds of step exist
    cat, target = index[step.source], index[step.target]
    return _most_with(rules, own, other, state.cats, state.scared, state.running, cat, target)


@lru_cache(maxsize=1 << 16)
def most(
    rules: Variant, own: int, other: int, cats: int, scared: int, running: int | None = None, paying: int = 0
) -> int:
    """Return the greatest number of scared cats that can still move (`herders.herd.most`).

    `running` is the cell of a cat between its two steps; the arguments after `rules` are masks otherwise.
    """
    bound, best = scared.bit_count(), 0
    if not bound:
        return 0
    if paying:
        for herder in bits(paying):
            best = max(best, most(rules, own ^ 1 << herder, other, cats, scared))
            if best == bound:
                break
        return best
    for cat in bits(scared) if running is None else (running,):
        for target in targets(rules.board, own | other, cats, cat):
            best = max(best, _most_with(rules, own, other, cats, scared, running, cat, target))
            if best == bound:
                return best
    return best


def _most_with(
    rules: Variant, own: int, other: int, cats: int, scared: int, running: int | None, cat: int, target: int
) -> int:
    """Return the greatest number of scared cats that can move once `cat` runs to `target`.

    The cat itself is counted with its first step.
    """
    first, left = cat != running, scared & ~(1 << cat)
    cats ^= 1 << cat | 1 << target
    if first and rules.two_steps:  # a second step is always possible: the cell that the cat has just left is empty
        return 1 + most(rules, own, other, cats, left, target)
    touching = own & rules.board.grid.around[target]
    if touching.bit_count() < rules.touching:
        return first + most(rules, own, other, cats, left)
    return first + most(rules, own, other, cats ^ 1 << target, left, None, touching if rules.sacrifice else 0)


def stepped(state: Herders, source: int, target: int) -> Herders:
    """Return the state after a cat's step: a capture happens immediately, then the next cat runs or the turn ends.

    Only a cat that has run can be taken (`herders.capture.moved-only`).
    """
    rules, turn, taken = state.variant, state.turn, state.taken
    cats = state.cats ^ (1 << source | 1 << target)
    scared = state.scared & ~(1 << source)
    if source != state.running and rules.two_steps:
        return _after(state, state.herders, cats, taken, scared, target)
    touching = state.herders[turn] & rules.board.grid.around[target]
    if touching.bit_count() < rules.touching:
        return _after(state, state.herders, cats, taken, scared)
    taken = (taken[0] + 1, taken[1]) if turn == 0 else (taken[0], taken[1] + 1)
    return _after(state, state.herders, cats ^ 1 << target, taken, scared, None, touching if rules.sacrifice else 0)


def sacrificed(state: Herders, herder: int) -> Herders:
    """Return the state after a herder that took a cat has left the game (`herders.option.sacrifice`)."""
    red, blue = state.herders
    herders = (red ^ 1 << herder, blue) if state.turn == 0 else (red, blue ^ 1 << herder)
    return _after(state, herders, state.cats, state.taken, state.scared)


def _after(
    state: Herders,
    herders: tuple[int, int],
    cats: int,
    taken: tuple[int, int],
    scared: int,
    running: int | None = None,
    paying: int = 0,
) -> Herders:
    """Return the state after a step, with the turn ended if nothing is left to do.

    The turn ends when a seat has its five cats (`herders.win`) or no scared cat can move (`herders.herd.must`).
    """
    rules, hands, turn, plies = state.variant, state.hands, state.turn, state.plies
    won = taken[turn] >= box().win
    goes_on = paying or running is not None or any_can_move(rules.board, herders, cats, scared)
    # positional arguments for speed, as in `_acted`
    if goes_on and not won:
        return Herders(state.options, rules, herders, cats, hands, taken, turn, plies, False, scared, running, paying)
    return Herders(state.options, rules, herders, cats, hands, taken, turn if won else 1 - turn, plies + 1)


# --- events ----------------------------------------------------------------------------------------------------

# Sentences about a move, and how they address the player who made it (`Game.addressed`).
SECOND_PERSON: dict[str, str | tuple[str, str]] = {
    "{who} cannot act and passes.": N_("You cannot act: you pass."),
    "{who} places a herder on {at}.": N_("You place a herder on {at}."),
    "{who} moves from {source} to {target}.": N_("You move from {source} to {target}."),
    "{n} {colour} herders touch it: {who} takes the cat.": N_("{n} {colour} herders touch it: you take the cat."),
    # Intents, as in advice:
    "action\x04{who} places a herder on {at}.": N_("You place a herder on {at}."),
    "action\x04{who} moves from {source} to {target}.": N_("You move from {source} to {target}."),
    "action\x04{who} passes.": N_("You pass."),
}


def events(state: Herders, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in the order in which they happen."""
    after, who = apply_unchecked(state, action), seat_name(state.turn)
    found: list[Event] = []
    if isinstance(action, Deal):
        return (
            Event(EventKind.LAND, text(N_("A cat settles on {at}."), at=action.at), "herders.setup.cats", (action.at,)),
        )
    if isinstance(action, Pass):
        passed = Event(EventKind.NEWS, text(N_("{who} cannot act and passes."), who=who), "herders.stuck")
        return (passed, *_limited(after))
    if isinstance(action, Place):
        found.append(
            Event(
                EventKind.LAND,
                text(N_("{who} places a herder on {at}."), who=who, at=action.at),
                "herders.place",
                (action.at,),
            )
        )
        found += _scared(state, after, action.at)
    elif isinstance(action, Move):
        sentence = text(
            N_("{who} moves from {source} to {target}."), who=who, source=action.source, target=action.target
        )
        found.append(Event(EventKind.MOVE, sentence, "herders.move", (action.source, action.target)))
        found += _scared(state, after, action.target)
    elif isinstance(action, Give):
        sentence = text(N_("The herder on {at} leaves the game."), at=action.at)
        found.append(Event(EventKind.LEAVE, sentence, "herders.option.sacrifice", (action.at,), "herder"))
    else:
        found += _run(state, after, action)
    if not after.pending:
        found += _stayed(state, after)
    if after.over:
        found += _limited(after)
        found.append(
            Event(EventKind.NOTE, status(after), "herders.win" if max(after.taken) >= box().win else "herders.stuck")
        )
    return tuple(found)


def _limited(after: Herders) -> list[Event]:
    """Return the event that says that the agreed number of turns ends the game, if nobody has won."""
    limit = after.variant.limit
    if not after.over or max(after.taken) >= box().win or after.plies < limit or not limit:
        return []
    said = many("The game ends after {n} turn, as agreed.", "The game ends after {n} turns, as agreed.", limit)
    return [Event(EventKind.NEWS, said, "herders.stuck")]


def _scared(state: Herders, after: Herders, at: str) -> list[Event]:
    grid = state.board.grid
    cats = [grid.names[c] for c in bits(state.cats & grid.around[grid.index[at]])]
    if not cats or not after.pending:
        return []
    sentence = many(
        "The herder scares the cat on {cats}.",
        "The herder scares the cats on {cats}.",
        len(cats),
        cats=listed(list(cats)),
    )
    return [Event(EventKind.REACT, sentence, "herders.herd.trigger", tuple(cats))]


def _run(state: Herders, after: Herders, action: Herd) -> list[Event]:
    grid, herders = state.board.grid, state.herders[0] | state.herders[1]
    target = grid.index[action.target]
    near = (herders & grid.around[target]).bit_count()
    sentence = text(
        N_("The cat on {source} runs to {target}, away from all herders."), source=action.source, target=action.target
    )
    if near:
        sentence = many(
            "The cat on {source} runs to {target}, beside {n} herder.",
            "The cat on {source} runs to {target}, beside {n} herders.",
            near,
            source=action.source,
            target=action.target,
        )
    events = [Event(EventKind.MOVE, sentence, "herders.herd.target", (action.source, action.target))]
    if after.taken != state.taken:
        touching = (state.herders[state.turn] & grid.around[target]).bit_count()
        who, own = seat_name(state.turn), components.colour(state.turn)
        sentence = text(N_("{n} {colour} herders touch it: {who} takes the cat."), n=touching, who=who, colour=own)
        events.append(Event(EventKind.LEAVE, sentence, "herders.capture", (action.target,), "cat"))
    return events


def _stayed(state: Herders, after: Herders) -> list[Event]:
    """Return the events for scared cats that could not run."""
    grid = state.board.grid
    if after.turn == state.turn and after.taken[after.turn] >= box().win:
        return []
    stuck = state.scared & after.cats
    if not stuck and not state.pending:
        moved = after.herders[state.turn] & ~state.herders[state.turn]
        stuck = state.cats & grid.around[moved.bit_length() - 1] if moved else 0
    stuck = sum(
        1 << c for c in bits(stuck) if not can_move(state.board, after.herders[0] | after.herders[1], after.cats, c)
    )
    if not stuck:
        return []
    cats = grid.named(stuck).split(",")
    sentence = many(
        "The cat on {cats} has nowhere to run and stays.",
        "The cats on {cats} have nowhere to run and stay.",
        len(cats),
        cats=listed(list(cats)),
    )
    return [Event(EventKind.NOTE, sentence, "herders.herd.must", tuple(cats))]


def status(state: Herders) -> Text:
    """Return one sentence: whose turn it is and what that player must do, or how the game ended."""
    seat = state.to_move
    if seat == CHANCE:
        return many("{n} cat has yet to be placed.", "{n} cats have yet to be placed.", state.undealt)
    if seat is None:
        won = winners(state)
        if not won:
            return text(N_("The game ends in a draw."))
        if state.taken[won[0]] >= box().win:
            return text(N_("{who} has {cats} cats and wins."), who=seat_name(won[0]), cats=state.taken[won[0]])
        return text(N_("The game ends: {who} has more cats and wins."), who=seat_name(won[0]))
    if state.paying:
        return text(N_("{who} chooses which of the herders that took the cat leaves."), who=seat_name(seat))
    if state.running is not None:
        return text(N_("The cat on {at} runs one more step."), at=state.board.grid.names[state.running])
    if state.scared:
        return many(
            "{who} chooses where the scared cat runs.",
            "{who} chooses where the scared cats run.",
            state.scared.bit_count(),
            who=seat_name(seat),
        )
    return plain_turn(seat_name(seat))


def prompt(state: Herders) -> Text:
    """Return what the seat to move has to press."""
    names = state.board.grid.names
    if state.paying:
        cells = listed(state.board.grid.named(state.paying).split(","))
        return text(N_("Press the herder that leaves the game: {cells}."), cells=cells)
    if state.running is not None:
        return text(N_("Press the cell that the cat on {at} runs to next."), at=names[state.running])
    if state.scared:
        if state.scared.bit_count() > 1:
            return text(N_("Press a scared cat, then the cell it runs to."))
        return text(N_("Press the cell that the cat on {at} runs to."), at=names[next(bits(state.scared))])
    if state.stuck:
        return text(N_("You have no move: press Pass."))
    if not state.hands[state.turn]:
        return text(N_("Press one of your herders, then the cell it moves to."))
    return text(N_("Press a wall cell to place a herder, or one of your herders and then the cell it moves to."))
