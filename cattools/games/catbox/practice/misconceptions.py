"""What somebody answers who does not know a rule of Cat in the Box: a question is asked where that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.core.grid import bits
from cattools.games.catbox import example_goals
from cattools.games.catbox.rules.components import SEATS
from cattools.games.catbox.rules.notation import read_action
from cattools.games.catbox.rules.scoring import totals
from cattools.games.catbox.rules.state import END, Catbox


def _named(state: Catbox, cells: int) -> set[str]:
    return {state.board.grid.names[c] for c in bits(cells)}


def any_cell(state: Catbox, card: int) -> Iterable[str]:
    """Return the whole column of the card, in the colours that are left."""
    return _named(state, state.board.column[card] & state.board.rows[state.markers[state.turn]])


def any_colour(state: Catbox, card: int) -> Iterable[str]:
    """Every free cell of the card's column."""
    return _named(state, state.board.column[card] & ~state.filled)


def red_too(state: Catbox, card: int) -> Iterable[str]:
    """Red may always be led."""
    return _named(state, state.declarable() & state.board.column[card])


def no_red(state: Catbox, card: int) -> Iterable[str]:
    """Red may never be led while it is closed."""
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
    """Who can follow has to."""
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
    """Who leads keeps leading."""
    return {_seat(state, 0)} if [*example_goals.ends(state, written)] else ()


def highest(state: Catbox, written: str) -> Iterable[str]:
    """Answer as if the highest number took the trick."""
    if not [*example_goals.ends(state, written)]:
        return ()
    trick = _trick(state, written)
    return {_seat(state, max(range(len(trick)), key=lambda n: state.board.card(trick[n])))}


def without_red(state: Catbox, written: str) -> Iterable[str]:
    """Answer as if the highest card of the led colour took the trick, red or not."""
    if not [*example_goals.ends(state, written)]:
        return ()
    trick, board = _trick(state, written), state.board
    follow = [n for n, cell in enumerate(trick) if board.colour(cell) == board.colour(trick[0])]
    return {_seat(state, max(follow, key=lambda n: board.card(trick[n])))}


def all_tokens(state: Catbox, seat: str) -> Iterable[str]:
    """All tokens of the seat."""
    return _named(state, state.tokens[SEATS.index(seat)])


def taken_or_not(state: Catbox) -> Iterable[str]:
    """Who is ahead in a broken trick takes it; the last whole one counts for nobody."""
    return {_seat(state, state.board.taker(state.trick))} if state.trick and state.paradox is not None else ()


def the_other(state: Catbox) -> Iterable[str]:
    """Whoever has the most tricks scores the bonus."""
    return {SEATS[seat] for seat, n in enumerate(state.won) if n == max(state.won)} if state.phase is END else ()


def against_or_not(state: Catbox) -> Iterable[str]:
    """Nobody's tricks count against a player where somebody's do, and those of whoever has most where nobody's do."""
    return () if [*example_goals.against(state)] else the_other(state)


def equal(state: Catbox) -> Iterable[str]:
    """Everybody with the highest total."""
    sums = totals(state)
    return {SEATS[seat] for seat, n in enumerate(sums) if n == max(sums)}


TWINS: dict[str, Callable[..., Iterable[str]]] = {
    "any-cell": any_cell,
    "any-colour": any_colour,
    "red-too": red_too,
    "no-red": no_red,
    "red-otherwise": red_otherwise,
    "preset-too": preset_too,
    "only-led": only_led,
    "last": last,
    "highest": highest,
    "without-red": without_red,
    "all-tokens": all_tokens,
    "taken-or-not": taken_or_not,
    "the-other": the_other,
    "against-or-not": against_or_not,
    "equal": equal,
}
