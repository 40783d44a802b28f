"""What actions do in Cat in the Box: the state after an action, and what happened, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE, with_seat
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, alternatives, many, text
from cattools.core.notation import actions
from cattools.games.catbox import components, position
from cattools.games.catbox.components import Action, Deal, Discard, Next, Play, Predict, Reveal, colour_word, seat_name
from cattools.games.catbox.position import DEAL, DISCARD, END, PLAY, PREDICT, REVEAL, Catbox, ForcedRed

# --- transitions -----------------------------------------------------------------------------------------------


def apply_unchecked(state: Catbox, action: Action) -> Catbox:
    """Return the state after a legal action."""
    if isinstance(action, Play):
        return _played(state, state.board.grid.index[action.at])
    if isinstance(action, Deal):
        return _dealt(state, action.card)
    if isinstance(action, Reveal):
        return _revealed(state, action.card)
    if isinstance(action, Next):
        return position.start(state.options, state.round + 1, position.by_round(state))
    turn, onward = state.turn, (state.turn + 1) % len(state.hands)
    last = onward == state.start_player
    if isinstance(action, Discard):
        hands = with_seat(state.hands, turn, state.hands[turn] - components.one_card(action.card))
        discards = with_seat(state.discards, turn, action.card)
        phase = DISCARD if not last else PREDICT if state.board.predictions else PLAY
        return replace(state, hands=hands, discards=discards, turn=onward, phase=phase)
    if isinstance(action, Predict):
        predictions = with_seat(state.predictions, turn, action.tricks)
        return replace(state, predictions=predictions, turn=onward, phase=PLAY if last else PREDICT)
    return broken(state)


def chances(state: Catbox) -> Sequence[tuple[int, Deal | Reveal]]:
    """Return the possible deals; the weight of each is the number of copies left."""
    return [(n, action) for shift, action in _draws(state) if (n := state.deck >> shift & 7)]


def chance(state: Catbox, rng: Random) -> Deal | Reveal:
    """Return a random deal without listing them all; every undealt card is equally likely."""
    deck, draws = state.deck, _draws(state)
    left, (_, drawn) = rng.random() * components.card_count(deck), draws[0]
    for shift, action in draws:
        if copies := deck >> shift & 7:
            left, drawn = left - copies, action
            if left < 0:
                break
    return drawn


def _draws(state: Catbox) -> tuple[tuple[int, Deal | Reveal], ...]:
    """Return the draws of this phase, if any, each with the bit offset of its number in packed cards."""
    phase = state.phase
    return state.board.deals if phase is DEAL else state.board.reveals if phase is REVEAL else ()


def broken(state: Catbox) -> Catbox:
    """Return the state after the seat to move causes a paradox, which ends the round (`catbox.paradox`)."""
    return replace(state, phase=END, turn=(state.start_player + 1) % len(state.hands), paradox=state.turn)


def _dealt(state: Catbox, card: int) -> Catbox:
    turn, hands, copy = state.turn, state.hands, 1 << 3 * (card - 1)
    deck, hands = state.deck - copy, (*hands[:turn], hands[turn] + copy, *hands[turn + 1 :])
    onward, board = (turn + 1) % len(hands), state.board
    phase = DEAL
    if onward == state.start_player and components.card_count(deck) == board.left:
        phase = REVEAL if board.revealed else DISCARD
    return Catbox(
        state.options, board, phase, onward, hands, deck, state.discards, state.markers, state.predictions,
        state.tokens, 0, state.leader, (), state.won, 0, state.round, state.scored,
    )  # fmt: skip


def _revealed(state: Catbox, card: int) -> Catbox:
    """Return the state after a card is revealed: its next cell in the preset order becomes observed."""
    board, deck = state.board, state.deck - components.one_card(card)
    cell = next(c for c in (board.cell(row, card) for row in board.preset) if not state.observed >> c & 1)
    observed = state.observed | 1 << cell
    phase = REVEAL if observed.bit_count() < board.revealed else DISCARD
    return replace(state, deck=deck, observed=observed, filled=observed, phase=phase)


def _played(state: Catbox, cell: int) -> Catbox:
    """Return the state after a card is declared; the last card of a trick also resolves the trick."""
    board, turn, trick, forced = state.board, state.turn, state.trick, state.forced
    seats, markers, leader = len(state.hands), state.markers, state.leader
    if len(trick) in (0, seats):
        trick, leader = (cell,), turn
        if cell // board.numbers == board.trump and not state.red_open:
            forced = ForcedRed(turn, _only_red(state))
    else:
        led = trick[0] // board.numbers
        if led != cell // board.numbers and markers[turn] >> led & 1:
            markers = with_seat(markers, turn, markers[turn] ^ 1 << led)
        trick = (*trick, cell)
    hands = with_seat(state.hands, turn, state.hands[turn] - (1 << 3 * (cell % board.numbers)))
    tokens, won, phase = with_seat(state.tokens, turn, state.tokens[turn] | 1 << cell), state.won, PLAY
    if len(trick) == seats:
        turn = (leader + board.taker(trick)) % seats
        won = with_seat(won, turn, won[turn] + 1)
        if sum(won) == board.tricks:
            phase, turn = END, (state.start_player + 1) % seats
    else:
        turn = (turn + 1) % seats
    return Catbox(
        state.options, board, phase, turn, hands, state.deck, state.discards, markers, state.predictions, tokens,
        state.filled | 1 << cell, leader, trick, won, state.observed, state.round, state.scored, None, forced,
    )  # fmt: skip


def _only_red(state: Catbox) -> int:
    """Return the numbers that the seat to move could declare in no colour but red."""
    board = state.board
    free = board.rows[state.markers[state.turn]] & ~state.filled & ~board.row[board.trump]
    return sum(1 << n for n in range(board.numbers) if not free & board.column[n + 1])


# --- events ----------------------------------------------------------------------------------------------------


# Sentences about a move, and how they address the player who made it (`Game.addressed`).
SECOND_PERSON: dict[str, str | tuple[str, str]] = {
    "{who} puts the {card} aside.": N_("You put the {card} aside."),
    "{who} puts a card aside, face down.": N_("You put a card aside, face down."),
    "All tokens return. Round {round} begins, with {who} as round start player.": N_(
        "All tokens return. Round {round} begins, with you as round start player."
    ),
    "{who} cannot declare any card: a paradox! The round is over.": N_(
        "You cannot declare any card: a paradox! The round is over."
    ),
    "{who} declares the {colour} {card}.": N_("You declare the {colour} {card}."),
    "{who} leads the {colour} {card}.": N_("You lead the {colour} {card}."),
    "That is not {led}: {who} loses {led} for this round.": N_("That is not {led}: you lose {led} for this round."),
    "{who} wins the trick with the {colour} {card}.": N_("You win the trick with the {colour} {card}."),
    "{who} won {won} and caused a paradox: {points} for tricks, no bonus.": N_(
        "You won {won} and caused a paradox: {points} for tricks, no bonus."
    ),
    "{who} predicted {predicted} and won {won}: {points} for tricks, no bonus.": N_(
        "You predicted {predicted} and won {won}: {points} for tricks, no bonus."
    ),
    "{who} predicted {predicted} and won {won}: {points} for tricks, {extra} for the largest group.": N_(
        "You predicted {predicted} and won {won}: {points} for tricks, {extra} for the largest group."
    ),
    "{who} won {won}, more than {few}: {points} for tricks, no bonus.": N_(
        "You won {won}, more than {few}: {points} for tricks, no bonus."
    ),
    "{who} won {won}, not more than {few}: {points} for tricks, {extra} for the largest group.": N_(
        "You won {won}, not more than {few}: {points} for tricks, {extra} for the largest group."
    ),
    "{who} predicts {n} trick.": NP_("You predict {n} trick.", "You predict {n} tricks."),
    # Refusals:
    "{who} must put a card aside first.": N_("You must put a card aside first."),
    "{who} must predict first.": N_("You must predict first."),
    "The round is over: {who} caused a paradox.": N_("The round is over: you caused a paradox."),
    "{who} holds no {card}.": N_("You hold no {card}."),
    "A token of {who} is already on {cell}.": N_("Your token is already on {cell}."),
    "{who} has lost {colour} for this round.": N_("You have lost {colour} for this round."),
    "Red cannot be led yet: {who} can still lead another colour, for example {cell}.": N_(
        "Red cannot be led yet: you can still lead another colour, for example {cell}."
    ),
    "{who} can still declare a card, for example {cell}.": N_("You can still declare a card, for example {cell}."),
    # Intents, as in advice:
    "{who} declares the {card} as {colour}.": N_("You declare the {card} as {colour}."),
    "action\x04{who} predicts {n} trick.": NP_("You predict {n} trick.", "You predict {n} tricks."),
    "{who} claims a paradox.": N_("You claim a paradox."),
    "action\x04{who} begins the next round.": N_("You begin the next round."),
}


def events(state: Catbox, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in the order in which they happen."""
    after, who = apply_unchecked(state, action), seat_name(state.turn)
    if isinstance(action, Deal):
        if after.phase is DEAL:
            return ()  # the deal is reported once, with its last card
        sentence = NP_("Each player is dealt {n} card.", "Each player is dealt {n} cards.")
        return (_note(many(*sentence, state.board.dealt), "catbox.prepare.discard"), *_face(state))
    if isinstance(action, Reveal):
        (cell,) = bits(after.observed & ~state.observed)
        said = text(N_("A {card} is revealed: {colour} {card} is observed."), **_card(state, cell))
        return (Event(EventKind.LAND, said, "catbox.duel.preset", (state.board.grid.names[cell],)),)
    if isinstance(action, Discard):
        return (_note(text(N_("{who} puts a card aside, face down."), who=who), "catbox.prepare.discard"),)
    if isinstance(action, Predict):
        who = seat_name(max(state.to_move or 0, 0))
        said = many("{who} predicts {n} trick.", "{who} predicts {n} tricks.", action.tricks, who=who)
        return (_note(said, "catbox.prepare.predict"),)
    if isinstance(action, Next):
        starter = seat_name(after.start_player)
        begun = N_("All tokens return. Round {round} begins, with {who} as round start player.")
        return (_note(text(begun, round=after.round + 1, who=starter), "catbox.round.next"),)
    if isinstance(action, Play):
        found = _play_events(state, after, action)
    else:
        paradox = text(N_("{who} cannot declare any card: a paradox! The round is over."), who=who)
        found = [Event(EventKind.NEWS, paradox, "catbox.paradox")]
        if not state.leads:
            found.append(_note(text(N_("Nobody wins this trick; its tokens stay.")), "catbox.paradox.trick"))
    return (*found, *(round_ended(after) if after.phase is END else ()))


def intent(state: Catbox, action: Action) -> Text:
    """Describe an action, legal or not, in a sentence."""
    who = seat_name(max(state.to_move or 0, 0))
    if isinstance(action, Play):
        row = state.board.colour(state.board.grid.index[action.at])
        facts = {"card": action.card, "colour": colour_word(state.board, row)}
        return text(N_("{who} declares the {card} as {colour}."), who=who, **facts)
    if isinstance(action, Predict):
        one, more = NP_("action\x04{who} predicts {n} trick.", "action\x04{who} predicts {n} tricks.")
        return many(one, more, action.tricks, who=who)
    return actions.sentence(action, who) or text(str(action))


def deed(state: Catbox, action: Action) -> Text:
    """Return a sentence that begins with a verb and says what a press does."""
    if isinstance(action, Play):
        colour = colour_word(state.board, state.board.colour(state.board.grid.index[action.at]))
        return text(N_("Declares the {card} as {colour}."), card=action.card, colour=colour)
    if isinstance(action, Predict):
        return many("Predicts {n} trick.", "Predicts {n} tricks.", action.tricks)
    return actions.deed(action) or text(str(action))


def pauses_after(state: Catbox) -> bool:
    """Return whether a round is over: the reader can then look at it before the next round begins."""
    return state.phase is END


def shows_longer_after(state: Catbox) -> bool:
    """Return whether a trick is complete or a round is over: the reader then has time to look at the board."""
    return len(state.trick) == state.players or pauses_after(state)


def _note(sentence: Text, rule: str) -> Event:
    return Event(EventKind.NOTE, sentence, rule)


def _card(state: Catbox, cell: int) -> dict[str, object]:
    """Return the facts about the card that was declared on a cell."""
    return {"card": state.board.card(cell), "colour": colour_word(state.board, state.board.colour(cell))}


def _face(state: Catbox, *, seen: bool = True) -> tuple[Event, ...]:
    """Return a note if the printed research board has its other side up with this number of players.

    `seen` is true if the board shows the groups, and false if only their sizes were entered.
    """
    if not state.board.other_face:
        return ()
    sentence = N_(
        "With {n} players, the printed board shows its other side. Here, groups are counted on the side shown."
    )
    if not seen:
        sentence = N_("With {n} players, the printed board shows its other side. The bonus uses the groups as entered.")
    return (_note(text(sentence, n=state.players), "catbox.research-order"),)


def _play_events(state: Catbox, after: Catbox, action: Play) -> list[Event]:
    board, seat, who = state.board, state.turn, seat_name(state.turn)
    cell = board.grid.index[action.at]
    rule, sentence = "catbox.declare", N_("{who} declares the {colour} {card}.")
    if state.leads:
        sentence = N_("{who} leads the {colour} {card}.")
        if board.colour(cell) == board.trump:
            rule = "catbox.lead.red-open" if state.red_open else "catbox.lead.red-forced"
    found = [Event(EventKind.LAND, text(sentence, who=who, **_card(state, cell)), rule, (action.at,))]
    if rule == "catbox.lead.red-forced":
        found.append(_note(text(N_("Nothing but red could be declared.")), rule))
    if after.markers[seat] != state.markers[seat]:
        led = board.colour(state.trick[0])
        lost = text(N_("That is not {led}: {who} loses {led} for this round."), led=colour_word(board, led), who=who)
        by_ruling = led == board.trump
        found.append(Event(EventKind.GAIN, lost, "catbox.follow.renounce", by_ruling=by_ruling))
    if after.won != state.won:
        best = after.trick[board.taker(after.trick)]
        sentence = N_("{who} wins the trick with the {colour} {card}.")
        rule = "catbox.trick.red" if board.colour(best) == board.trump else "catbox.trick.led"
        won = text(sentence, who=seat_name(after.taker), **_card(after, best))
        found.append(Event(EventKind.GAIN, won, rule))
    return found


def round_ended(after: Catbox, *, seen: bool = True) -> list[Event]:
    """Return the events at the end of a round: the score of each seat and, after the last round, the winners.

    `seen` is true if the board shows the groups, and false if only their sizes were entered.
    """
    found = []
    if after.paradox is None:
        found.append(_note(text(N_("Every hand is down to one card: the round is over.")), "catbox.phase.end"))
    found += [_scored(after, seat) for seat in range(after.players)]
    if any(extra for _, extra in position.points(after)):
        found += _face(after, seen=seen)
    if after.over:
        tied = len(position.winners(after)) > 1 or position.also_tied(after)
        found.append(_note(status(after), "catbox.end.tie" if tied else "catbox.end"))
    return found


def _scored(after: Catbox, seat: int) -> Event:
    """Return the event for a seat's score in the finished round; it explains why there is a bonus or none."""
    predicted, met, rule = after.predictions[seat], position.met(after, seat), "catbox.score.tricks"
    points, extra = position.points(after)[seat]
    if seat == after.paradox:
        why = N_("{who} won {won} and caused a paradox: {points} for tricks, no bonus.")
    elif predicted:
        why = N_("{who} predicted {predicted} and won {won}: {points} for tricks, no bonus.")
        if met:
            why = N_("{who} predicted {predicted} and won {won}: {points} for tricks, {extra} for the largest group.")
    else:
        why, rule = N_("{who} won {won}, more than {few}: {points} for tricks, no bonus."), "catbox.score.duel"
        if met:
            why = N_("{who} won {won}, not more than {few}: {points} for tricks, {extra} for the largest group.")
    if extra and predicted:
        rule = "catbox.score.bonus"
    facts = {
        "won": after.won[seat],
        "predicted": predicted,
        "few": components.box().few,
        "points": points,
        "extra": extra,
    }
    return Event(EventKind.GAIN, text(why, who=seat_name(seat), **facts), rule)


def status(state: Catbox) -> Text:
    """Return one sentence: whose turn it is and what to do, or how the game ended."""
    seat, board = state.to_move, state.board
    if seat == CHANCE:
        if state.phase is REVEAL:
            more = board.revealed - state.observed.bit_count()
            return many("{n} card still to be revealed.", "{n} cards still to be revealed.", more)
        more = components.card_count(state.deck) - board.left
        return many("{n} card still to be dealt.", "{n} cards still to be dealt.", more)
    if seat is None:
        return _won(state)
    who = seat_name(seat)
    if state.phase is DISCARD:
        return text(N_("{who} puts one card aside, face down."), who=who)
    if state.phase is PREDICT:
        printed = alternatives(board.predictions)
        return text(N_("{who} predicts how many tricks to win: {printed}."), who=who, printed=printed)
    if state.phase is END:
        return text(N_("{who} begins the next round."), who=who)
    if state.leads:
        red = N_("{who} leads; red is open.") if state.red_open else N_("{who} leads; red is closed.")
        return text(red, who=who)
    return text(N_("{who} to declare; {led} was led."), who=who, led=colour_word(board, board.colour(state.trick[0])))


def prompt(state: Catbox) -> Text:
    """Return what the seat to move has to press."""
    board = state.board
    if state.phase is DISCARD:
        return text(N_("Press a card in your hand to put it aside, face down."))
    if state.phase is PREDICT:
        printed = alternatives(board.predictions)
        return text(N_("Press the number of tricks that you will win: {printed}."), printed=printed)
    if state.phase is END:
        return text(N_("Press the round start player card to begin the next round."))
    if not state.open_cells():
        return text(N_("You cannot declare any of your cards: press “Paradox”."))
    if not state.leads:
        led = colour_word(board, board.colour(state.trick[0]))
        sentence = N_("Follow {led} or declare another colour: press a card, then an empty cell of its number.")
        return text(sentence, led=led)
    if state.red_open:
        return text(N_("Lead any colour: press a card, then an empty cell of its number."))
    return text(N_("Lead any colour but red: press a card, then an empty cell of its number."))


def _won(state: Catbox) -> Text:
    won, others = position.winners(state), position.also_tied(state)
    facts = {
        "who": components.names_of(won),
        "others": components.names_of(others),
        "points": max(position.totals(state)),
    }
    if not others:
        alone, shared = N_("{who} wins with {points} points."), N_("{who} share the win with {points} points each.")
    else:
        alone = N_("{who} wins with {points} points. {others} also had {points}, but scored fewer in the final round.")
        shared = N_(
            "{who} share the win with {points} points each. {others} also had {points}, but scored fewer in "
            "the final round."
        )
    return text(alone if len(won) == 1 else shared, **facts)
