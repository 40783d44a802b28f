"""The notation of Cat in the Box, and checks that refuse positions that no game can reach.

A position is `board phase trick hands colours predictions won aside [more]`, for example, with three players,
`6/1pto2/6/6 play p:b2,b3,b4 12234556/11344556/11223356 rbyg/rbyg/rbyg 1/3/4 0/0/1 6/6/4`. The board is written
row by row from the top: a seat's first letter stands for its token, `x` for an observed cell, a digit for that many
empty cells. The phase is deal, reveal, discard, predict, play, end or paradox (a paradox has ended the round). The
trick field gives the leader and the cells taken so far; a complete trick stays until the next trick is led. The
other fields have one part per seat: the hand, the colours left, the prediction, the tricks won, the card put aside; `-`
means none. Four fields are optional: `round=2`, `sheet=3+5,0+0,-2+0` (each seat's points for tricks and its bonus;
rounds are separated by `;`), `deck=13` (undealt cards), and `only=p:35` (plum led red while red was closed, so its hand
holds no numbers other than 3 and 5).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TypeVar

from cattools.core.errors import PositionError
from cattools.core.grid import bits, mask
from cattools.core.messages import N_, Text, many, text
from cattools.core.notation.parsing import ACTION, limited
from cattools.core.notation.position_format import (
    PositionFormat,
    cards,
    cell,
    changed,
    choice,
    each,
    maybe,
    number,
    pair,
    rows,
    several,
    subset,
)
from cattools.core.options import Options
from cattools.games.catbox import components, position
from cattools.games.catbox.components import LETTERS, SEATS, Action, ResearchBoard, box, card_count, research_board
from cattools.games.catbox.effects import broken
from cattools.games.catbox.position import DEAL, DISCARD, END, PLAY, Catbox, ForcedRed, Phase, RoundPoints, start

T = TypeVar("T")


def spelled_out(written: str, state: Catbox) -> str:
    """Return an action with its word added if it is only a number and the phase, such as `discard`, has that name.

    Raises `NotationError`.
    """
    words = limited(written, ACTION)
    return f"{state.phase} {words}" if words in list("0123456789") and state.phase not in (PLAY, END) else written


def read_action(written: str, state: Catbox) -> Action:
    """Return the action that a line denotes, legal or not. Raises `NotationError`."""
    return components.ACTIONS.read(spelled_out(written, state), state)


# --- positions ---------------------------------------------------------------------------------------------------


def _of(value: Callable[[ResearchBoard], T]) -> Callable[[Options], T]:
    """Return a function of the options that applies `value` to their research board."""
    return lambda options: value(research_board(options.word("players")))


def _packed(held: str) -> int:
    """Return a hand as packed cards. Raises `PositionError` if it has more copies of a card than exist."""
    expected = text(N_("at most {copies} of each card"), copies=box().copies)
    _require(all(held.count(card) <= box().copies for card in held), "catbox.components", expected, held)
    return components.cards(map(int, held))


_GRID, _PLAYERS = _of(lambda board: board.grid), _of(lambda board: board.players)
_SEAT = choice(lambda options: list(LETTERS[: _PLAYERS(options)]))
_DIGITS = _of(lambda board: "123456789"[: board.numbers])
_CARDS = changed(cards(_DIGITS), _packed, lambda held: "".join(map(str, components.numbers(held))))
_TRICKS = _of(lambda board: board.tricks)
POSITION = PositionFormat(
    {
        "board": rows(_GRID, lambda options: f"{LETTERS[: _PLAYERS(options)]}x"),
        "phase": choice([*Phase, "paradox"]),
        "trick": pair(_SEAT, several(cell(_GRID))),
        "hands": each(_PLAYERS, _CARDS),
        "colours": each(_PLAYERS, subset(_of(lambda board: "".join(name[0] for name in board.colours)))),
        "predictions": each(_PLAYERS, maybe(number(_TRICKS, 1))),
        "won": each(_PLAYERS, number(_TRICKS)),
        "aside": each(_PLAYERS, maybe(number(_of(lambda board: board.numbers), 1))),
    },
    {
        "round": changed(number(_of(lambda board: board.rounds), 1), lambda n: n - 1, lambda n: n + 1),
        "sheet": several(each(_PLAYERS, pair(number(99, -99), number(99), "+"), ","), ";"),
        "deck": replace(_CARDS, default=0),
        "only": pair(_SEAT, subset(_DIGITS)),
    },
)


def write_position(state: Catbox) -> str:
    """Return a position as one line."""
    phase = list(Phase).index(state.phase) if state.paradox is None else len(Phase)
    parts = ((*state.tokens, state.observed), phase, (state.leader, state.trick), state.hands, state.markers)
    seats = (state.predictions, state.won, state.discards)
    return POSITION.write(state.options, *parts, *seats, state.round, state.scored, state.deck, state.forced)


def read_position(written: str, options: Options) -> Catbox:
    """Read a position under these options. Raises `NotationError`, which names the invalid part."""
    return _read(written, options, whole=True)


def read_loosely(written: str, options: Options) -> Catbox:
    """Read a position in which tokens, tricks or predictions can be left out. Raises `NotationError`."""
    return _read(written, options, whole=False)


def _read(written: str, options: Options, *, whole: bool) -> Catbox:
    (*tokens, observed), phase, (leader, trick), hands, markers, *seats = POSITION.read(written, options)
    predictions, won, discards, round_, scored, deck, forced = seats
    check_points(research_board(options.word("players")), round_, scored)
    state = replace(
        start(options, round_, scored),
        phase=[*Phase, END][phase],
        hands=hands,
        deck=deck,
        discards=discards,
        markers=markers,
        predictions=predictions,
        tokens=tuple(tokens),
        observed=observed,
        filled=reduce(or_, tokens, observed),
        leader=leader,
        trick=trick,
        won=won,
        forced=forced and ForcedRed(*forced),
    )
    return checked(state, paradox=phase == len(Phase), whole=whole)


# --- position checks -------------------------------------------------------------------------------------------

_PLAYED = N_("all cards dealt, one card put aside by each player and all predictions made before tricks are played")
_PREDICT = N_("one card put aside by each player and at least one prediction still to be made in the phase predict")
NEEDS = {  # what each phase needs, and the rule to cite if something is missing
    DEAL: ("catbox.setup.table", N_("at least one card left to deal and no card put aside in the phase deal")),
    position.REVEAL: (
        "catbox.duel.preset",
        N_("all cards dealt, no card put aside and at least one left to reveal in the phase reveal"),
    ),
    DISCARD: (
        "catbox.prepare.discard",
        N_("all cards dealt and at least one player still to put a card aside in the phase discard"),
    ),
    position.PREDICT: ("catbox.prepare.predict", _PREDICT),
    PLAY: ("catbox.prepare.predict", _PLAYED),
    END: ("catbox.prepare.predict", _PLAYED),
}


def _require(holds: object, rule: str, expected: str | Text, found: object, *areas: str) -> None:
    """Refuse a position unless a condition holds. Raises `PositionError`."""
    if not holds:
        raise PositionError(rule, expected, found, *areas)


def check_points(board: ResearchBoard, number: int, scored: tuple[RoundPoints, ...]) -> None:
    """Refuse points that do not belong to the `number` rounds before this one. Raises `PositionError`."""
    expected = many("the points of {n} earlier round", "the points of {n} earlier rounds", number)
    _require(len(scored) == number, "catbox.round.next", expected, len(scored))
    expected = text(N_("at most {tricks} points for tricks and at most {tricks} as bonus"), tricks=board.tricks)
    for won, extra in (points for row in scored for points in row):
        _require(max(abs(won), extra) <= board.tricks, "catbox.score.tricks", expected, f"{won}+{extra}")


def checked(state: Catbox, *, paradox: bool, whole: bool = True) -> Catbox:
    """Return the position with `turn` filled in. Raises `PositionError` if no game can reach the position.

    Unless it is `whole`, tokens, tricks and predictions may be missing.
    """
    _check_cards(state)
    if whole or state.phase not in (PLAY, END):
        _check_phase(state)
    if state.phase not in (PLAY, END):
        _check_not_begun(state)
    if state.forced is not None:
        seat, only = state.forced
        expected = N_(
            "a token in the red row, and only these numbers in hand for the player who led red while it was closed"
        )
        fits = state.red_open and not components.number_mask(state.hands[seat]) & ~only
        held = "".join(str(n + 1) for n in bits(only)) or "-"
        _require(fits, "catbox.lead.red-forced", expected, held, f"hand.{SEATS[seat]}")
    return _with_turn(state, paradox=paradox, whole=whole)


def _check_cards(state: Catbox) -> None:
    """Refuse a wrong number of copies of a card, a hand of the wrong size, and cards put aside out of order."""
    board, start = state.board, state.start_player
    for card in range(1, board.numbers + 1):
        found = (state.filled & board.column[card]).bit_count() + state.discards.count(card)
        found += sum(components.copies(cards, card) for cards in (*state.hands, state.deck))
        expected = text(N_("{copies} cards with the number {card}"), card=card, copies=box().copies)
        _require(found == box().copies, "catbox.components", expected, found)
    dealt = card_count(board.deck) - card_count(state.deck) - state.observed.bit_count()
    most, aside = min(dealt, board.players * board.dealt), sum(map(bool, state.discards))
    done = ", ".join(SEATS[seat] for seat, card in enumerate(state.discards) if card)
    for seat, hand in enumerate(state.hands):
        order = (seat - start) % board.players
        due = most // board.players + (order < most % board.players)
        due -= bool(state.discards[seat]) + state.tokens[seat].bit_count()
        expected = many("{n} card in the hand of {who}", "{n} cards in the hand of {who}", due, who=SEATS[seat])
        _require(card_count(hand) == due, "catbox.setup.table", expected, card_count(hand), f"hand.{SEATS[seat]}")
    for seat, card in enumerate(state.discards):
        in_order = bool(card) == ((seat - start) % board.players < aside)
        expected = text(N_("cards put aside in seat order"))
        _require(in_order, "catbox.prepare.discard", expected, done, f"aside.{SEATS[seat]}")


def _check_phase(state: Catbox) -> None:
    """Refuse cards or predictions that do not fit the phase. Raises `PositionError`."""
    board, phase, seen, aside = state.board, state.phase, state.observed.bit_count(), sum(map(bool, state.discards))
    undealt = card_count(state.deck) - board.left + seen
    predicted = [bool(state.predictions[(state.start_player + n) % board.players]) for n in range(board.players)]
    due, early = PLAY, 0  # the phase that the cards imply, and what may only be done after it
    if undealt:
        due, early = DEAL, seen + aside
    elif seen < board.revealed:
        due, early = position.REVEAL, aside
    elif aside < board.players:
        due = DISCARD
    elif board.predictions and not all(predicted):
        due = position.PREDICT
    sentence = N_("cards left to deal: {left}, put aside: {aside}, predictions: {predicted}")
    found = text(sentence, left=undealt, aside=aside, predicted=sum(predicted))
    fits = not early and phase in ((PLAY, END) if due is PLAY else (due,))
    _require(fits, NEEDS[DEAL if undealt else phase][0], NEEDS[phase][1], found)
    made = "/".join(str(n or "-") for n in state.predictions)
    known = {0, *board.predictions}.issuperset(state.predictions) and predicted == sorted(predicted, reverse=True)
    _require(known, "catbox.prepare.predict", N_("printed predictions, in seat order"), made)
    fits = not any(predicted) or phase not in (DEAL, position.REVEAL, DISCARD)
    _require(fits, "catbox.prepare.predict", text(N_("no prediction in the phase {phase}"), phase=phase), made)
    shown = [(state.observed & board.column[card]).bit_count() for card in range(1, board.numbers + 1)]
    preset = sum(1 << board.cell(row, card) for card, n in enumerate(shown, 1) for row in board.preset[:n])
    cells, expected = board.grid.named(state.observed), N_("observed cells in the order of the preset rows")
    _require(state.observed == preset, "catbox.duel.preset", expected, cells or "-", *cells.split(","))


def _check_not_begun(state: Catbox) -> None:
    """Refuse tokens, tricks and lost colours before the tricks begin. Raises `PositionError`."""
    phase, who = state.phase, SEATS[state.start_player]
    named = state.board.grid.named(reduce(or_, state.tokens, mask(state.trick)))
    expected = text(N_("no token on the board in the phase {phase}"), phase=phase)
    _require(not named, "catbox.declare", expected, named, *named.split(","))
    expected = text(N_("no trick won in the phase {phase}"), phase=phase)
    _require(not any(state.won), "catbox.trick.winner", expected, sum(state.won))
    expected = text(N_("{who}, the round start player, as the leader"), who=who)
    _require(state.leader == state.start_player, "catbox.round.next", expected, SEATS[state.leader])
    lost = [SEATS[seat] for seat, own in enumerate(state.markers) if own != state.board.all_colours]
    expected = text(N_("all colours in the phase {phase}"), phase=phase)
    _require(not lost, "catbox.setup.markers", expected, ", ".join(lost), *(f"lost.{seat}" for seat in lost))


def _with_turn(state: Catbox, *, paradox: bool, whole: bool) -> Catbox:
    """Return the position with `turn` filled in. Raises `PositionError` if phase, trick and tokens do not agree."""
    board, seats = state.board, state.players
    if state.phase not in (PLAY, END):
        done = sum(map(bool, state.discards if state.phase is DISCARD else state.predictions))
        if state.phase is DEAL:
            done = card_count(board.deck) - card_count(state.deck)
        return replace(state, turn=(state.start_player + done) % seats)
    state, won = replace(state, turn=_mover(state, whole=whole)), sum(state.won)
    if paradox:
        stuck, who = won < board.tricks and replace(state, phase=PLAY).pending, SEATS[state.turn]
        expected = text(N_("a paradox only if no card can be declared"))
        _require(stuck, "catbox.paradox.not-chosen", expected, who, f"hand.{who}")
        return broken(state)
    expected = text(N_("the end of the round after {tricks} tricks, and not before"), tricks=board.tricks)
    fits = (won == board.tricks) == (state.phase is END) or (not whole and won < board.tricks)
    _require(fits, "catbox.phase.end", expected, won)
    return replace(state, turn=(state.start_player + 1) % seats) if state.phase is END else state


def _mover(state: Catbox, *, whole: bool) -> int:
    """Check the trick against the tokens and return the seat to play. Raises `PositionError`."""
    board, seats, trick, leader = state.board, state.players, state.trick, state.leader
    cells = [board.grid.names[at] for at in trick]
    expected = text(N_("at most {players} cards in a trick"), players=seats)
    _require(len(trick) <= seats, "catbox.trick.winner", expected, ",".join(cells), *cells)
    expected = text(N_("one token of each player in the trick, in turn order from {who}"), who=SEATS[leader])
    for at, name in enumerate(cells):
        own = state.tokens[(leader + at) % seats]
        _require(own >> trick[at] & 1, "catbox.declare", expected, name, name)
    for seat, own in enumerate(state.tokens):
        due = sum(state.won) + int((seat - leader) % seats < len(trick) % seats)
        expected = many("{n} token of {who}", "{n} tokens of {who}", due, who=SEATS[seat])
        tokens = (board.grid.names[at] for at in bits(own))
        _require(own.bit_count() == due or not whole, "catbox.declare", expected, own.bit_count(), *tokens)
    if len(trick) < seats:
        return (leader + len(trick)) % seats
    if not whole:
        return state.taker
    expected, won = text(N_("a trick won by {who}"), who=SEATS[state.taker]), "/".join(map(str, state.won))
    _require(state.won[state.taker], "catbox.trick.winner", expected, won, *cells)
    return state.taker
