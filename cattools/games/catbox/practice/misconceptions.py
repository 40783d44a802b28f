"""Answers that follow from misconceptions about Cat in the Box; questions are chosen so that each answer is wrong."""

from __future__ import annotations

from collections.abc import Iterable

from cattools.core.grid import bits
from cattools.games.catbox import example_goals
from cattools.games.catbox.rules.components import SEATS
from cattools.games.catbox.rules.notation import read_action
from cattools.games.catbox.rules.state import END, Catbox


def _named(state: Catbox, cells: int) -> set[str]:
    return {state.board.grid.names[c] for c in bits(cells)}


def any_cell(state: Catbox, card: int) -> Iterable[str]:
    """Answer as if a cell did not have to be free: the whole column in the colours left."""
    return _named(state, state.board.column[card] & state.board.rows[state.markers[state.turn]])


def any_colour(state: Catbox, card: int) -> Iterable[str]:
    """Answer as if a lost colour could be declared: every free cell of the column."""
    return _named(state, state.board.column[card] & ~state.filled)


def red_too(state: Catbox, card: int) -> Iterable[str]:
    """Answer as if red could always be led."""
    return _named(state, state.declarable() & state.board.column[card])


def no_red(state: Catbox, card: int) -> Iterable[str]:
    """Answer as if red could never be led while it is closed."""
    board = state.board
    return _named(state, state.declarable() & board.column[card] & ~board.row[board.trump])


def red_otherwise(state: Catbox, card: int) -> Iterable[str]:
    """Answer as if red were open while it is closed, and closed while it is open."""
    if not state.leads:
        return example_goals.may(state, card)
    return no_red(state, card) if state.red_open else red_too(state, card)


def preset_too(state: Catbox, card: int) -> Iterable[str]:
    """Answer as if the cells observed before the round were free."""
    board = state.board
    return {
        *example_goals.may(state, card),
        *_named(state, state.observed & board.column[card] & board.rows[state.markers[state.turn]]),
    }


def only_led(state: Catbox, card: int) -> Iterable[str]:
    """Answer as if players had to follow the led colour if they can."""
    board, cells = state.board, state.open_cells()
    if state.leads:
        return example_goals.may(state, card)
    led = board.row[board.colour(state.trick[0])]
    return _named(state, (cells & led or cells) & board.column[card])


def _trick(state: Catbox, written: str) -> tuple[int, ...]:
    return (*state.trick, state.board.grid.index[read_action(written, state).at])  # type: ignore[union-attr]


def _seat(state: Catbox, number: int) -> str:
    return SEATS[(state.leader + number) % state.players]


def last(state: Catbox, written: str) -> Iterable[str]:
    """Answer as if the leader of a trick always won it."""
    return {_seat(state, 0)} if [*example_goals.ends(state, written)] else ()


def highest(state: Catbox, written: str) -> Iterable[str]:
    """Answer as if the highest number won the trick."""
    if not [*example_goals.ends(state, written)]:
        return ()
    trick = _trick(state, written)
    return {_seat(state, max(range(len(trick)), key=lambda n: state.board.card(trick[n])))}


def without_red(state: Catbox, written: str) -> Iterable[str]:
    """Answer as if the highest card of the led colour won the trick, even against red."""
    if not [*example_goals.ends(state, written)]:
        return ()
    trick, board = _trick(state, written), state.board
    follow = [n for n, cell in enumerate(trick) if board.colour(cell) == board.colour(trick[0])]
    return {_seat(state, max(follow, key=lambda n: board.card(trick[n])))}


def all_tokens(state: Catbox, seat: str) -> Iterable[str]:
    """Answer as if all tokens of the seat formed one group."""
    return _named(state, state.tokens[SEATS.index(seat)])


def taken_or_not(state: Catbox) -> Iterable[str]:
    """Answer as if the best card so far won a broken trick, and nobody won a complete last trick."""
    return {_seat(state, state.board.taker(state.trick))} if state.trick and state.paradox is not None else ()


def the_other(state: Catbox) -> Iterable[str]:
    """Answer as if the seats with the most tricks scored the bonus."""
    return {SEATS[seat] for seat, n in enumerate(state.won) if n == max(state.won)} if state.phase is END else ()


def against_or_not(state: Catbox) -> Iterable[str]:
    """Answer the opposite: no seat if a seat loses points for its tricks, otherwise the seats with the most tricks."""
    return () if [*example_goals.against(state)] else the_other(state)
