"""The events of an action of Cat in the Box, step by step, and the status; neither reveals a secret."""

from __future__ import annotations

from collections.abc import Iterable

from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.catbox.rules import scoring
from cattools.games.catbox.rules.actions import Action, Deal, Discard, Next, Paradox, Play, Predict, Reveal
from cattools.games.catbox.rules.components import box, card_count
from cattools.games.catbox.rules.labels import colour_word, seat_name
from cattools.games.catbox.rules.state import DEAL, DISCARD, END, PREDICT, REVEAL, Catbox
from cattools.games.catbox.rules.transitions import apply_unchecked


def events(state: Catbox, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in the order in which they happen."""
    after, who = apply_unchecked(state, action), seat_name(state.turn)
    if isinstance(action, Play):
        found = _played(state, after, action)
    elif isinstance(action, Deal):
        if after.phase is DEAL:
            return ()  # the deal is reported once, with its last card
        sentence = many(N_("Each player is dealt {n} card."), N_("Each player is dealt {n} cards."), state.board.dealt)
        return (_note(sentence, "catbox.prepare.discard"), *_face(state))
    elif isinstance(action, Reveal):
        new = after.observed & ~state.observed
        row = colour_word(state.board, state.board.colour(new.bit_length() - 1))
        sentence = text(N_("A {card} is revealed: {colour} {card} is observed."), card=action.card, colour=row)
        return (Event(EventKind.LAND, sentence, "catbox.duel.preset", _named(state, new)),)
    elif isinstance(action, Discard):
        return (_note(text(N_("{who} puts a card aside, face down."), who=who), "catbox.prepare.discard"),)
    elif isinstance(action, Predict):
        sentence = many(N_("{who} predicts {n} trick."), N_("{who} predicts {n} tricks."), action.tricks, who=who)
        return (_note(sentence, "catbox.prepare.predict"),)
    elif isinstance(action, Next):
        sentence = text(
            N_("All tokens return. Round {round} begins, with {who} as round start player."),
            round=after.round + 1,
            who=seat_name(after.start_player),
        )
        return (_note(sentence, "catbox.round.next"),)
    else:
        found = [
            Event(
                EventKind.NEWS,
                text(N_("{who} cannot declare any card: a paradox! The round is over."), who=who),
                "catbox.paradox",
            )
        ]
        if not state.leads:
            found.append(_note(text(N_("Nobody wins this trick; its tokens stay.")), "catbox.paradox.trick"))
    if after.phase is END:
        found += round_ended(after)
    return tuple(found)


def intent(state: Catbox, action: Action) -> Text:
    """Describe an action, legal or not, in a sentence."""
    who, board = seat_name(max(state.to_move or 0, 0)), state.board
    if isinstance(action, Play):
        row = colour_word(board, board.colour(board.grid.index[action.at]))
        return text(N_("{who} declares the {card} as {colour}."), who=who, card=action.card, colour=row)
    if isinstance(action, Discard):
        return text(N_("{who} puts the {card} aside."), who=who, card=action.card)
    if isinstance(action, Predict):
        return many(N_("{who} predicts {n} trick."), N_("{who} predicts {n} tricks."), action.tricks, who=who)
    if isinstance(action, Paradox):
        return text(N_("{who} claims a paradox."), who=who)
    if isinstance(action, Next):
        return text(N_("{who} begins the next round."), who=who)
    if isinstance(action, Deal):
        return text(N_("Deal the {card} next."), card=action.card)
    return text(N_("Reveal the {card}."), card=action.card)


def pauses_after(state: Catbox) -> bool:
    """Return whether a round is over, so that the reader can look at it before the next round begins."""
    return state.phase is END


def rests_after(state: Catbox) -> bool:
    """Return whether a trick is complete or a round is over, so that the reader can look at the board."""
    return len(state.trick) == state.players or pauses_after(state)


def _note(sentence: Text, rule: str) -> Event:
    return Event(EventKind.NOTE, sentence, rule)


def _face(state: Catbox, *, seen: bool = True) -> tuple[Event, ...]:
    """Return a note if the box has another face of the research board for this number of players.

    `seen` is true if the board shows the groups, and false if only their sizes were entered.
    """
    if not state.board.other_face:
        return ()
    sentence = N_(
        "With {n} players, the printed board has another face up. Here, groups are counted on the face shown."
    )
    if not seen:
        sentence = N_(
            "For {n} players, the box has another face of the research board. The bonus uses the groups as entered."
        )
    return (_note(text(sentence, n=state.players), "catbox.research-order"),)


def _named(state: Catbox, cells: int) -> tuple[str, ...]:
    return tuple(state.board.grid.named(cells).split(","))


def _played(state: Catbox, after: Catbox, action: Play) -> list[Event]:
    board, seat = state.board, state.turn
    facts = {
        "who": seat_name(seat),
        "colour": colour_word(board, board.colour(board.grid.index[action.at])),
        "card": action.card,
    }
    if state.leads:
        rule = "catbox.declare"
        if board.colour(board.grid.index[action.at]) == board.trump:
            rule = "catbox.lead.red-open" if state.red_open else "catbox.lead.red-forced"
        sentence = text(N_("{who} leads the {colour} {card}."), **facts)
    else:
        rule, sentence = "catbox.declare", text(N_("{who} declares the {colour} {card}."), **facts)
    found = [Event(EventKind.LAND, sentence, rule, (action.at,))]
    if rule == "catbox.lead.red-forced":
        found.append(_note(text(N_("Nothing but red could be declared.")), rule))
    if after.markers[seat] != state.markers[seat]:
        led = colour_word(board, board.colour(state.trick[0]))
        sentence = text(N_("That is not {led}: {who} loses {led} for this round."), led=led, who=seat_name(seat))
        by_reading = board.colour(state.trick[0]) == board.trump
        found.append(Event(EventKind.NOTE, sentence, "catbox.follow.renounce", by_reading=by_reading))
    if after.won != state.won:
        found.append(_taken(after))
    return found


def _taken(after: Catbox) -> Event:
    board, trick = after.board, after.trick
    at = board.taker(trick)
    cell, seat = trick[at], (after.leader + at) % after.players
    trump = board.colour(cell) == board.trump
    sentence = text(
        N_("{who} wins the trick with the {colour} {card}."),
        who=seat_name(seat),
        colour=colour_word(board, board.colour(cell)),
        card=board.card(cell),
    )
    return _note(sentence, "catbox.trick.red" if trump else "catbox.trick.led")


def round_ended(after: Catbox, *, seen: bool = True) -> list[Event]:
    """Return the events at the end of a round: the score of each seat and, after the last round, the winners.

    `seen` is true if the board shows the groups, and false if only their sizes were entered.
    """
    found = []
    if after.paradox is None:
        found.append(_note(text(N_("Every hand is down to one card: the round is over.")), "catbox.phase.end"))
    found += [_scored(after, seat) for seat in range(after.players)]
    if any(extra for _, extra in scoring.points(after)):
        found += _face(after, seen=seen)
    if after.over:
        found.append(_note(status(after), "catbox.end.tie" if _tied(after) else "catbox.end"))
    return found


def _scored(after: Catbox, seat: int) -> Event:
    """Return the event for a seat's score in the finished round; it explains why there is a bonus or none."""
    predicted, few, won = after.predictions[seat], box().few, after.won[seat]
    points, extra = scoring.points(after)[seat]
    if seat == after.paradox:
        why = N_("{who} won {won} and caused a paradox: {points} for tricks, no bonus.")
    elif predicted:
        why = N_("{who} predicted {predicted} and won {won}: {points} for tricks, no bonus.")
        if scoring.met(after, seat):
            why = N_("{who} predicted {predicted} and won {won}: {points} for tricks, {extra} for the largest group.")
    elif scoring.met(after, seat):
        why = N_("{who} won {won}, not more than {few}: {points} for tricks, {extra} for the largest group.")
    else:
        why = N_("{who} won {won}, more than {few}: {points} for tricks, no bonus.")
    sentence = text(why, who=seat_name(seat), won=won, predicted=predicted, few=few, points=points, extra=extra)
    if not predicted and seat != after.paradox:
        return _note(sentence, "catbox.score.duel")
    return _note(sentence, "catbox.score.bonus" if extra else "catbox.score.tricks")


def status(state: Catbox) -> Text:
    """Return one sentence: whose turn it is and what to do, or how the game ended."""
    seat, board = state.to_move, state.board
    if seat == CHANCE:
        if state.phase is REVEAL:
            more = board.revealed - state.observed.bit_count()
            return many(N_("{n} card still to be revealed."), N_("{n} cards still to be revealed."), more)
        more = card_count(state.deck) - board.left
        return many(N_("{n} card still to be dealt."), N_("{n} cards still to be dealt."), more)
    if seat is None:
        return _won(state)
    who = seat_name(seat)
    if state.phase is DISCARD:
        return text(N_("{who} puts one card aside, face down."), who=who)
    if state.phase is PREDICT:
        return text(
            N_("{who} predicts how many tricks to win: {printed}."), who=who, printed=_either(board.predictions)
        )
    if state.phase is END:
        return text(N_("{who} begins the next round."), who=who)
    if state.leads:
        red = N_("{who} leads; red is open.") if state.red_open else N_("{who} leads; red is closed.")
        return text(red, who=who)
    return text(N_("{who} to declare; {led} was led."), who=who, led=colour_word(board, board.colour(state.trick[0])))


def _either(values: tuple[int, ...]) -> Text:
    return text(N_("{first} or {last}"), first=", ".join(map(str, values[:-1])), last=values[-1])


def _tied(state: Catbox) -> bool:
    totals = scoring.totals(state)
    return totals.count(max(totals)) > 1


def _won(state: Catbox) -> Text:
    won, totals = scoring.winners(state), scoring.totals(state)
    facts = {"who": _names(won), "points": totals[won[0]]}
    if equal := [seat for seat, total in enumerate(totals) if total == totals[won[0]] and seat not in won]:
        sentence = N_(
            "{who} wins with {points} points. {others} also had {points}, but scored fewer in the final round."
        )
        if len(won) > 1:
            sentence = N_(
                "{who} share the victory with {points} points each. {others} also had {points}, but scored fewer in "
                "the final round."
            )
        return text(sentence, others=_names(equal), **facts)
    if len(won) == 1:
        return text(N_("{who} wins with {points} points."), **facts)
    return text(N_("{who} share the victory with {points} points each."), **facts)


def _names(seats: Iterable[int]) -> str:
    return listed([str(seat_name(seat)) for seat in seats])
