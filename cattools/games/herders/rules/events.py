"""Events and status messages of Cat Herders."""

from __future__ import annotations

from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE, plain_turn
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.herders.rules import herding, scoring
from cattools.games.herders.rules.actions import Action, Deal, Give, Herd, Move, Pass, Place
from cattools.games.herders.rules.components import box
from cattools.games.herders.rules.labels import colour, seat_name
from cattools.games.herders.rules.state import Herders
from cattools.games.herders.rules.transitions import apply_unchecked


def events(state: Herders, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in the order in which they happen."""
    after, who = apply_unchecked(state, action), seat_name(state.turn)
    found: list[Event] = []
    if isinstance(action, Deal):
        return (
            Event(EventKind.LAND, text(N_("A cat settles on {at}."), at=action.at), "herders.setup.cats", (action.at,)),
        )
    if isinstance(action, Pass):
        return (Event(EventKind.NEWS, text(N_("{who} cannot act and passes."), who=who), "herders.stuck"),)
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
        found.append(
            Event(EventKind.NOTE, status(after), "herders.win" if max(after.taken) >= box().win else "herders.stuck")
        )
    return tuple(found)


def intent(state: Herders, action: Action) -> Text:
    """Describe an action, legal or not, in a sentence."""
    who = seat_name(max(state.to_move or 0, 0))
    if isinstance(action, Move):
        return text(N_("{who} moves from {source} to {target}."), who=who, source=action.source, target=action.target)
    if isinstance(action, Herd):
        return text(N_("The cat on {source} runs to {target}."), source=action.source, target=action.target)
    if isinstance(action, Pass):
        return text(N_("{who} passes."), who=who)
    if isinstance(action, Give):
        return text(N_("The herder on {at} leaves the game."), at=action.at)
    if isinstance(action, Deal):
        return text(N_("Put a cat on {at}."), at=action.at)
    return text(N_("{who} places a herder on {at}."), who=who, at=action.at)


def _scared(state: Herders, after: Herders, at: str) -> list[Event]:
    grid = state.board.grid
    cats = [grid.names[c] for c in bits(state.cats & grid.around[grid.index[at]])]
    if not cats or not after.pending:
        return []
    sentence = many(
        N_("The herder scares the cat on {cats}."),
        N_("The herder scares the cats on {cats}."),
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
            N_("The cat on {source} runs to {target}, beside {n} herder."),
            N_("The cat on {source} runs to {target}, beside {n} herders."),
            near,
            source=action.source,
            target=action.target,
        )
    events = [Event(EventKind.MOVE, sentence, "herders.herd.target", (action.source, action.target))]
    if after.taken != state.taken:
        touching = (state.herders[state.turn] & grid.around[target]).bit_count()
        who, own = seat_name(state.turn), colour(state.turn)
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
        1 << c
        for c in bits(stuck)
        if not herding.can_move(state.board, after.herders[0] | after.herders[1], after.cats, c)
    )
    if not stuck:
        return []
    cats = grid.named(stuck).split(",")
    sentence = many(
        N_("The cat on {cats} has nowhere to run and stays."),
        N_("The cats on {cats} have nowhere to run and stay."),
        len(cats),
        cats=listed(list(cats)),
    )
    return [Event(EventKind.NOTE, sentence, "herders.herd.must", tuple(cats))]


def status(state: Herders) -> Text:
    """Return one sentence: whose turn it is and what that player must do, or how the game ended."""
    seat = state.to_move
    if seat == CHANCE:
        return many(N_("{n} cat still to be placed."), N_("{n} cats still to be placed."), state.undealt)
    if seat is None:
        won = scoring.winners(state)
        if not won:
            return text(N_("The game ends in a draw."))
        if state.taken[won[0]] >= box().win:
            return text(N_("{who} has {cats} cats and wins."), who=seat_name(won[0]), cats=state.taken[won[0]])
        return text(N_("The game ends; {who} has the most cats and wins."), who=seat_name(won[0]))
    if state.paying:
        return text(N_("{who} chooses which of the herders that took the cat leaves."), who=seat_name(seat))
    if state.running is not None:
        return text(N_("The cat on {at} runs one more step."), at=state.board.grid.names[state.running])
    if state.scared:
        return many(
            N_("{who} chooses where the scared cat runs."),
            N_("{who} chooses where the scared cats run."),
            state.scared.bit_count(),
            who=seat_name(seat),
        )
    return plain_turn(seat_name(seat))
