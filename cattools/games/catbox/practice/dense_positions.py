"""Positions of Cat in the Box that games seldom reach: forced leads of red, last tricks, ties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from cattools.core.chance import Dealer
from cattools.core.options import Options
from cattools.games.catbox.rules.components import copies, number_mask, one_card
from cattools.games.catbox.rules.legality import legal
from cattools.games.catbox.rules.scoring import totals
from cattools.games.catbox.rules.setup import start
from cattools.games.catbox.rules.state import DISCARD, END, PLAY, Catbox, RoundPoints
from cattools.games.catbox.rules.transitions import apply_unchecked

LONGEST = 400  # maximum number of actions in a game
LAST = 3  # number of positions before the end of a round from which one is chosen
ROUND_ATTEMPTS = 12  # attempts to play a round without a paradox
ACTIONS_TRIED = 6  # random actions compared at each step of such a round
STAYS = 0.15  # probability of stopping at a lead with red closed, or of playing on while cards are put aside


def crowded(options: Options, rng: Random) -> Catbox:
    """Return a dense position of a random kind."""
    return KINDS[int(rng.random() * len(KINDS))](options, rng)


def _forced(options: Options, rng: Random) -> Catbox:
    """Return a position whose leader has only red and one other colour, and can declare few cards in that colour."""
    dealer = Dealer(int(rng.random() * 1_000_000))
    state = dealer.settle(start(options))
    for _ in range(LONGEST):
        if state.to_move is None or (_leads_closed(state) and rng.random() < STAYS):
            break
        actions = [action for action in legal(state) if not _opens_red(state, action)] or legal(state)
        state = dealer.play_one(state, actions, rng)
    return _with_taken(state, rng) if state.phase is PLAY and state.leads else state


def _leads_closed(state: Catbox) -> bool:
    tokens = state.filled & ~state.observed
    return state.phase is PLAY and state.leads and bool(tokens) and not state.red_open


def _opens_red(state: Catbox, action: object) -> bool:
    return state.phase is PLAY and apply_unchecked(state, action).red_open  # type: ignore[arg-type]


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
        swaps = [
            (n, swapped) for n, hand in enumerate(hands) if n != turn for swapped in taken if copies(hand, swapped)
        ]
        if not swaps:
            break
        n, swapped = swaps[int(rng.random() * len(swaps))]
        hands[turn] += one_card(swapped) - one_card(card)
        hands[n] += one_card(card) - one_card(swapped)
    markers = list(state.markers)
    markers[turn] = 1 << board.trump | 1 << colour
    return replace(state, hands=tuple(hands), markers=tuple(markers))


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
    sheet = tuple(_sheet(state.players, rng) for _ in range(number))
    first = number % state.players
    return replace(state, round=number, scored=sheet, turn=first, leader=first)


def _played(state: Catbox, rng: Random) -> list[Catbox]:
    """Return the positions of a round played to its end, without a paradox if possible."""
    line = [state]
    for _ in range(ROUND_ATTEMPTS):
        line = [state]
        while line[-1].phase is not END:
            line.append(_step(line[-1], rng, roomy=True))
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


def _step(state: Catbox, rng: Random, *, roomy: bool = False) -> Catbox:
    """Return the position after a random action; if `roomy`, after the one of several that leaves the most cells free.

    The cells are counted as in `_room`.
    """
    actions = legal(state)
    tried = [actions[int(rng.random() * len(actions))] for _ in range(ACTIONS_TRIED if roomy else 1)]
    return max((apply_unchecked(state, action) for action in tried), key=_room)


def _room(state: Catbox) -> int:
    """Return the smallest number of cells that any seat could take."""
    hands = zip(state.hands, state.markers, strict=True)
    cells = (state.board.columns[number_mask(hand)] & state.board.rows[has] & ~state.filled for hand, has in hands)
    return min(map(int.bit_count, cells))


def _sheet(seats: int, rng: Random) -> RoundPoints:
    """Return random points for a round: tricks and bonus of each seat."""
    return tuple((int(rng.random() * 4), int(rng.random() * 4)) for _ in range(seats))


KINDS: Sequence[Callable[[Options, Random], Catbox]] = (_forced, _beginning, _last_card, _equal_end)
