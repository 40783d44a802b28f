"""What examples and practice questions ask about Cat in the Box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from cattools.core.chance import Dealer
from cattools.core.game import Practice, with_seat
from cattools.core.grid import bits
from cattools.core.options import Options
from cattools.core.rules import IllegalAction
from cattools.games.catbox import position
from cattools.games.catbox.components import HAND, PREDICTION, SEATS, copies, counts, number_mask, one_card
from cattools.games.catbox.effects import apply_unchecked, broken
from cattools.games.catbox.legality import legal
from cattools.games.catbox.notation import read_action
from cattools.games.catbox.position import DISCARD, END, PLAY, Catbox, start, totals

# --- example goals ---------------------------------------------------------------------------------------------


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
    plays = state.board.plays(state.open_cells() & state.board.column[card])
    return {play.at for play in plays if apply_unchecked(state, play).markers != state.markers}


def playable(state: Catbox) -> Iterable[str]:
    """Return the cards in hand that can be declared."""
    open_cells, columns = state.open_cells(), state.board.column
    return {HAND.format(card) for card, _ in counts(state.hands[state.turn]) if open_cells & columns[card]}


def stuck(state: Catbox) -> Iterable[str]:
    """Return the cards in hand that cannot be declared."""
    return {HAND.format(card) for card, _ in counts(state.hands[state.turn])} - set(playable(state))


def taker(state: Catbox, *plays: str) -> Iterable[str]:
    """Return who wins the trick if it continues with these plays. Raises `NotationError`, `IllegalAction`."""
    for written in plays:
        action = read_action(written, state)
        if refusals := state.why_not(action):
            raise IllegalAction(action, refusals)
        state = apply_unchecked(state, action)
    return {SEATS[state.taker]}


def ends(state: Catbox, written: str) -> Iterable[str]:
    """Return who wins the trick if this play completes it, otherwise no seat."""
    ends_it = not state.leads and len(state.trick) == state.players - 1
    return taker(state, written) if ends_it else ()


def last_trick(state: Catbox) -> Iterable[str]:
    """Return who won the last trick of a finished round, or no seat if a paradox interrupted it."""
    whole = state.phase is END and len(state.trick) == state.players
    return {SEATS[state.taker]} if whole else ()


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
    return {SEATS[seat] for seat in range(state.players) if position.bonus_group(state, seat)}


def against(state: Catbox) -> Iterable[str]:
    """Return the seat that loses points for its tricks in a finished round, if any."""
    loses = state.phase is END and state.paradox is not None and state.won[state.paradox]
    return {SEATS[state.paradox]} if loses else ()  # type: ignore[index]


def wins(state: Catbox) -> Iterable[str]:
    """Return the winners of a finished game."""
    return {SEATS[seat] for seat in position.winners(state)}


def starts(state: Catbox) -> Iterable[str]:
    """Return the start player of the next round."""
    return {SEATS[(state.start_player + 1) % state.players]}


def printed(state: Catbox) -> Iterable[str]:
    """Return the printed predictions."""
    return {PREDICTION.format(tricks) for tricks in state.board.predictions}


def nobodys(state: Catbox) -> Iterable[str]:
    """Return the cells observed before the round."""
    return _named(state, state.observed)


def _named(state: Catbox, cells: int) -> set[str]:
    return {state.board.grid.names[c] for c in bits(cells)}


GOALS: dict[str, Callable[..., bool]] = {
    goal.__name__: goal for goal in (takes, ducks, keeps, loses, joins, survives, breaks, begins)
}
_ASKS: tuple[Callable[..., Iterable[str]], ...] = (
    *(may, costs, playable, stuck, taker, ends, held, last_trick),
    *(group, touches, bonus, against, wins, starts, printed, nobodys),
)
ASKS = {ask.__name__.replace("_", "-"): ask for ask in _ASKS}


# --- misconceptions --------------------------------------------------------------------------------------------


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
        return may(state, card)
    return no_red(state, card) if state.red_open else red_too(state, card)


def preset_too(state: Catbox, card: int) -> Iterable[str]:
    """Answer as if the cells observed before the round were free."""
    return {*may(state, card), *{*any_cell(state, card)}.intersection(nobodys(state))}


def only_led(state: Catbox, card: int) -> Iterable[str]:
    """Answer as if players had to follow the led colour if they can."""
    board, cells = state.board, state.open_cells()
    if state.leads:
        return may(state, card)
    led = board.row[board.colour(state.trick[0])]
    return _named(state, (cells & led or cells) & board.column[card])


def _best(state: Catbox, written: str, wins: Callable[[int], int]) -> Iterable[str]:
    """Return who would win the trick that a play completes if the cell with the highest value of `wins` won it."""
    if not [*ends(state, written)]:
        return ()
    trick = apply_unchecked(state, read_action(written, state)).trick
    return {SEATS[(state.leader + max(range(len(trick)), key=lambda n: wins(trick[n]))) % state.players]}


def last(state: Catbox, written: str) -> Iterable[str]:
    """Answer as if the leader of a trick always won it."""
    return {SEATS[state.leader]} if [*ends(state, written)] else ()


def highest(state: Catbox, written: str) -> Iterable[str]:
    """Answer as if the highest number won the trick."""
    return _best(state, written, state.board.card)


def without_red(state: Catbox, written: str) -> Iterable[str]:
    """Answer as if the highest card of the led colour won the trick, even against red."""
    led = state.board.row[state.board.colour(state.trick[0])] if state.trick else 0
    return _best(state, written, lambda cell: cell if led >> cell & 1 else -1)


def all_tokens(state: Catbox, seat: str) -> Iterable[str]:
    """Answer as if all tokens of the seat formed one group."""
    return _named(state, state.tokens[SEATS.index(seat)])


def taken_or_not(state: Catbox) -> Iterable[str]:
    """Answer as if the best card so far won a broken trick, and nobody won a complete last trick."""
    return {SEATS[state.taker]} if state.trick and state.paradox is not None else ()


def the_other(state: Catbox) -> Iterable[str]:
    """Answer as if the seats with the most tricks scored the bonus."""
    return {SEATS[seat] for seat, n in enumerate(state.won) if n == max(state.won)} if state.phase is END else ()


def against_or_not(state: Catbox) -> Iterable[str]:
    """Answer the opposite: no seat if a seat loses points for its tricks, otherwise the seats with the most tricks."""
    return () if [*against(state)] else the_other(state)


# --- dense positions -------------------------------------------------------------------------------------------

LONGEST = 400  # maximum number of actions in a game
LAST = 3  # one of this many positions before the end of a round is chosen
ROUND_ATTEMPTS = 12  # attempts to play a round without a paradox
ACTIONS_TRIED = 6  # random actions compared at each step of such a round
STAYS = 0.15  # probability of stopping at a lead with red closed, or of playing on while cards are put aside


def dense(options: Options, rng: Random) -> Catbox:
    """Return a dense position of a random kind."""
    return KINDS[int(rng.random() * len(KINDS))](options, rng)


def _forced(options: Options, rng: Random) -> Catbox:
    """Return a position whose leader has only red and one other colour, and can declare few cards in that colour."""
    dealer = Dealer(int(rng.random() * 1_000_000))
    state = dealer.settle(start(options))
    for _ in range(LONGEST):
        playing, actions = state.phase is PLAY, legal(state)
        closed = playing and state.leads and state.filled != state.observed and not state.red_open
        if state.to_move is None or (closed and rng.random() < STAYS):
            break
        safe = [action for action in actions if not (playing and apply_unchecked(state, action).red_open)]
        state = dealer.play_one(state, safe or actions, rng)
    return _with_taken(state, rng) if state.phase is PLAY and state.leads else state


def _with_taken(state: Catbox, rng: Random) -> Catbox:
    """Return the position in which the leader has only red and one other colour left.

    The leader's cards are exchanged, where possible, for numbers that are already taken in that other colour.
    """
    board, turn, hands = state.board, state.turn, list(state.hands)
    others = [n for n in range(len(board.colours)) if n != board.trump]
    colour = max(others, key=lambda n: ((state.filled & board.row[n]).bit_count(), rng.random()))
    cards = range(1, board.numbers + 1)
    taken = {card for card in cards if state.filled >> board.cell(colour, card) & 1}
    for card in (n for n in cards for _ in range(copies(hands[turn], n)) if n not in taken):
        swaps = [(n, given) for n, hand in enumerate(hands) if n != turn for given in taken if copies(hand, given)]
        if not swaps:
            break
        n, given = swaps[int(rng.random() * len(swaps))]
        hands[turn] += one_card(given) - one_card(card)
        hands[n] += one_card(card) - one_card(given)
    markers = with_seat(state.markers, turn, 1 << board.trump | 1 << colour)
    return replace(state, hands=tuple(hands), markers=markers)


def _beginning(options: Options, rng: Random) -> Catbox:
    """Return the start of a round, while cards are put aside or tricks predicted."""
    state = _dealt(options, rng)
    while state.phase is DISCARD and rng.random() < STAYS:
        state = _step(state, rng)
    return state


def _last_card(options: Options, rng: Random) -> Catbox:
    """Return one of the last positions before the end of a round, without a paradox if possible."""
    state = _dealt(options, rng)
    line = _played(_in_round(state, int(rng.random() * state.board.rounds), rng), rng)
    return line[-2 - int(rng.random() * LAST)]


def _dealt(options: Options, rng: Random) -> Catbox:
    return Dealer(int(rng.random() * 1_000_000)).settle(start(options))


def _in_round(state: Catbox, number: int, rng: Random) -> Catbox:
    """Return a game that has just begun, moved to a later round: the `number` rounds before it get random points."""
    seats, first = range(state.players), number % state.players
    sheet = tuple(tuple((int(rng.random() * 4), int(rng.random() * 4)) for _ in seats) for _ in range(number))
    return replace(state, round=number, scored=sheet, turn=first, leader=first)


def _played(state: Catbox, rng: Random) -> list[Catbox]:
    """Return the positions of a round played to its end, without a paradox if possible."""
    for _ in range(ROUND_ATTEMPTS):
        line = [state]
        while line[-1].phase is not END:
            line.append(_step(line[-1], rng, ACTIONS_TRIED))
        if line[-1].paradox is None:
            break
    return line


def _equal_end(options: Options, rng: Random) -> Catbox:
    """Return the end of a game in which several players usually share the highest total."""
    state = _dealt(options, rng)
    state = _played(_in_round(state, state.board.rounds - 1, rng), rng)[-1]
    sums = totals(state)
    best, *sheet = max(sums), *state.scored[0]
    for seat in sorted(range(state.players), key=lambda _: rng.random())[:2]:
        tricks, bonus = sheet[seat]
        sheet[seat] = (tricks, min(bonus + best - sums[seat], state.board.tricks))
    return replace(state, scored=(tuple(sheet), *state.scored[1:]))


def _step(state: Catbox, rng: Random, tries: int = 1) -> Catbox:
    """Return the position after a random action: of several tried, the one that leaves the most cells free."""
    actions = legal(state)
    tried = [actions[int(rng.random() * len(actions))] for _ in range(tries)]
    return max((apply_unchecked(state, action) for action in tried), key=_space_left)


def _space_left(state: Catbox) -> int:
    """Return the smallest number of cells that any seat could take."""
    hands = zip(state.hands, state.markers, strict=True)
    cells = (state.board.columns[number_mask(hand)] & state.board.rows[has] & ~state.filled for hand, has in hands)
    return min(map(int.bit_count, cells))


KINDS: Sequence[Callable[[Options, Random], Catbox]] = (_forced, _beginning, _last_card, _equal_end)


PRACTICE = Practice(
    (
        *(any_cell, any_colour, red_too, no_red, red_otherwise, preset_too, only_led),
        *(last, highest, without_red, all_tokens, taken_or_not, the_other, against_or_not),
    ),
    {},
    dense,
    {
        "declaring": lambda state: state.phase is PLAY,
        "leading": lambda state: state.phase is PLAY and state.leads,
        "last of the trick": lambda state: (
            state.phase is PLAY and not state.leads and len(state.trick) == state.players - 1
        ),
        "round over": lambda state: state.phase is END,
    },
)
