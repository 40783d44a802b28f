"""Goals and questions for the examples of Cat in the Box, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.core.grid import bits
from cattools.core.rules import IllegalAction
from cattools.games.catbox.rules import scoring
from cattools.games.catbox.rules.components import SEATS, counts, hand_place, prediction_place
from cattools.games.catbox.rules.notation import read_action
from cattools.games.catbox.rules.state import END, PLAY, Catbox
from cattools.games.catbox.rules.transitions import apply_unchecked, broken


def takes(start: Catbox, now: Catbox) -> bool:
    """Return whether the player to move at the start won a trick."""
    return now.won[start.turn] > start.won[start.turn]


def ducks(start: Catbox, now: Catbox) -> bool:
    """Return whether a trick was completed and the player to move at the start did not win it."""
    return sum(now.won) > sum(start.won) and not takes(start, now)


def keeps(start: Catbox, now: Catbox) -> bool:
    """Return whether the player to move at the start declared a card and lost no colour."""
    seat = start.turn
    return now.tokens[seat] != start.tokens[seat] and now.markers[seat] == start.markers[seat]


def loses(start: Catbox, now: Catbox, colour: str) -> bool:
    """Return whether the player to move at the start lost a colour."""
    return bool((start.markers[start.turn] & ~now.markers[start.turn]) >> start.board.colours.index(colour) & 1)


def joins(start: Catbox, now: Catbox, tokens: int) -> bool:
    """Return whether the largest group of the player to move at the start has at least `tokens` tokens."""
    return now.board.group(now.tokens[start.turn]).bit_count() >= tokens


def survives(start: Catbox, now: Catbox) -> bool:
    """Return whether the player to move at the start won the trick, leads the next one and can declare a card."""
    return takes(start, now) and now.phase is PLAY and now.turn == start.turn and bool(now.open_cells())


def breaks(start: Catbox, now: Catbox) -> bool:
    """Return whether a paradox has ended the round."""
    return now.paradox is not None and start.paradox is None


def begins(start: Catbox, now: Catbox) -> bool:
    """Return whether a new round has begun."""
    return now.round > start.round


def may(state: Catbox, card: int) -> Iterable[str]:
    """Return the cells where the seat to move can declare a card."""
    return _named(state, state.open_cells() & state.board.column[card])


def costs(state: Catbox, card: int) -> Iterable[str]:
    """Return the cells where declaring a card costs the led colour."""
    cells = state.open_cells() & state.board.column[card]
    return {
        cell
        for cell in _named(state, cells)
        if apply_unchecked(state, read_action(cell, state)).markers != state.markers
    }


def playable(state: Catbox) -> Iterable[str]:
    """Return the cards in hand that can be declared."""
    open_cells, columns = state.open_cells(), state.board.column
    return {hand_place(card) for card, _ in counts(state.hands[state.turn]) if open_cells & columns[card]}


def stuck(state: Catbox) -> Iterable[str]:
    """Return the cards in hand that cannot be declared."""
    return {hand_place(card) for card, _ in counts(state.hands[state.turn])} - set(playable(state))


def taker(state: Catbox, *plays: str) -> Iterable[str]:
    """Return who wins the trick if it continues with these plays. Raises `IllegalAction`."""
    for written in plays:
        action = read_action(written, state)
        if refusals := state.why_not(action):
            raise IllegalAction(action, refusals)
        state = apply_unchecked(state, action)
    return {SEATS[(state.leader + state.board.taker(state.trick)) % state.players]}


def ends(state: Catbox, written: str) -> Iterable[str]:
    """Return who wins the trick if this play completes it, otherwise no seat."""
    ends_it = not state.leads and len(state.trick) == state.players - 1
    return taker(state, written) if ends_it else ()


def last_trick(state: Catbox) -> Iterable[str]:
    """Return who won the last trick of a finished round, or no seat if a paradox interrupted it."""
    whole = state.phase is END and len(state.trick) == state.players
    return {SEATS[(state.leader + state.board.taker(state.trick)) % state.players]} if whole else ()


def held(state: Catbox) -> Iterable[str]:
    """Return the numbers in the hand of the seat to move."""
    return {str(card) for card, _ in counts(state.hands[state.turn])}


def group(state: Catbox, seat: str) -> Iterable[str]:
    """Return the cells of a seat's largest group."""
    return _named(state, state.board.group(state.tokens[SEATS.index(seat)]))


def touches(state: Catbox, cell: str) -> Iterable[str]:
    """Return the cells that share a side with a cell."""
    grid = state.board.grid
    return _named(state, grid.around[grid.index[cell]])


def bonus(state: Catbox) -> Iterable[str]:
    """Return the seats that score the bonus if the round ends now, after any paradox that is due."""
    state = broken(state) if state.pending else state
    return {SEATS[seat] for seat in range(state.players) if scoring.bonus_group(state, seat)}


def against(state: Catbox) -> Iterable[str]:
    """Return the seat that loses points for its tricks in a finished round, if any."""
    loses = state.phase is END and state.paradox is not None and state.won[state.paradox]
    return {SEATS[state.paradox]} if loses else ()  # type: ignore[index]


def wins(state: Catbox) -> Iterable[str]:
    """Return the winners of a finished game."""
    return {SEATS[seat] for seat in scoring.winners(state)}


def starts(state: Catbox) -> Iterable[str]:
    """Return the start player of the next round."""
    return {SEATS[(state.start_player + 1) % state.players]}


def printed(state: Catbox) -> Iterable[str]:
    """Return the printed predictions."""
    return {prediction_place(tricks) for tricks in state.board.predictions}


def nobodys(state: Catbox) -> Iterable[str]:
    """Return the cells observed before the round."""
    return _named(state, state.observed)


def _named(state: Catbox, cells: int) -> set[str]:
    return {state.board.grid.names[c] for c in bits(cells)}


GOALS: dict[str, Callable[..., bool]] = {
    "takes": takes,
    "ducks": ducks,
    "keeps": keeps,
    "loses": loses,
    "joins": joins,
    "survives": survives,
    "breaks": breaks,
    "begins": begins,
}
ASKS: dict[str, Callable[..., Iterable[str]]] = {
    "may": may,
    "costs": costs,
    "playable": playable,
    "stuck": stuck,
    "taker": taker,
    "ends": ends,
    "held": held,
    "last-trick": last_trick,
    "group": group,
    "touches": touches,
    "bonus": bonus,
    "against": against,
    "wins": wins,
    "starts": starts,
    "printed": printed,
    "nobodys": nobodys,
}
