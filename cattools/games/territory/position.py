"""A position of Neko Neko Territory, its set-up, and its score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import NamedTuple

from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, Seat, State, View
from cattools.core.grid import bits, mask
from cattools.core.messages import N_, commas, text
from cattools.core.options import Options
from cattools.core.score import Line, Score
from cattools.games.territory import components
from cattools.games.territory.components import ASSIST_BACK, CELL_BACK, NAMES, SIZE, Action, Plan, plan, without_cards

# --- state -----------------------------------------------------------------------------------------------------


class DueDraw(NamedTuple):
    """A card still to be drawn: by which seat, from which deck."""

    seat: int
    deck: str


@dataclass(frozen=True, slots=True)
class Step:
    """The step of a turn: what is still to happen in it, in order.

    `placed` is the cat just placed; `reveal` says that its treasure is still to be turned face up, `asked` are the
    players still to be asked whether to block, and `blocks` those who blocked. `draws` are the cards to draw. `looking`
    is the number of cards still to be looked at, `looked` are the cards to choose from. `swap` is the deck of an
    exchange that can continue, `again` means that another action follows, and `lot` that the first player has not been
    drawn yet. `due` is false only between two turns.
    """

    draws: tuple[DueDraw, ...] = ()
    lot: bool = False
    placed: Placement | None = None
    reveal: bool = False
    asked: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()
    looking: int = 0
    looked: bytes = b""
    swap: str | None = None
    again: bool = False
    due: bool = True

    @property
    def chance(self) -> bool:
        """Whether chance is to move."""
        return bool(self.draws or self.reveal or self.looking or self.lot)


IDLE = Step(due=False)
AGAIN = Step(again=True)


@cache
def drawing(draws: tuple[DueDraw, ...], lot: bool = False, again: bool = False) -> Step:
    """Return the step in which cards are drawn."""
    return Step(draws, lot, again=again)


@cache
def revealing(placed: Placement) -> Step:
    """Return the step in which the treasure under the cat just placed is turned face up."""
    return Step(placed=placed, reveal=True)


@fast_init
@dataclass(frozen=True, slots=True, repr=False)
class Territory(State[Action]):
    """A position: stacks by cell, the cells each colour tops, hands, decks, treasures and the step of the turn.

    Cards and treasures are sorted bytes: `hands` by seat, `cell_deck` the coordinate cards in the deck (without END),
    `assist_deck` the assist cards in unknown order, `bottom` the cards below them as (card, seat that put it there),
    `used` the used assist cards, `treasures` those not yet taken, and `won` those taken, by seat. `ended_by` is the
    seat that drew END.
    """

    options: Options
    plan: Plan = field(compare=False, repr=False)  # derived from the options
    stacks: bytes
    tops: tuple[int, ...]
    hands: tuple[bytes, ...]
    cell_deck: bytes
    assist_deck: bytes
    bottom: tuple[tuple[int, int], ...]
    used: bytes
    treasures: bytes
    won: tuple[bytes, ...]
    bonus: tuple[int, ...]
    turn: int = 0
    passes: int = 0
    ended_by: int | None = None
    step: Step = IDLE

    @property
    def filled(self) -> int:
        """The cells with cats, as a mask."""
        return sum(self.tops)

    @property
    def full(self) -> bool:
        """Whether every cell holds a cat."""
        return 0 not in self.stacks

    @property
    def over(self) -> bool:
        """Whether the game has ended (`territory.end.full`, `territory.end.card`, `territory.end.stuck`)."""
        if self.step.due:
            return False
        return 0 not in self.stacks or self.ended_by is not None or self.passes >= len(self.tops)

    @property
    def to_move(self) -> int | None:
        """The seat to decide next, `CHANCE` for a deal or draw, or None after the game."""
        step = self.step
        if not step.due:
            return None if self.over else self.turn
        if step.chance:
            return CHANCE
        return step.asked[0] if step.asked else self.turn

    @property
    def pending(self) -> bool:
        """Whether the turn, including other players' answers, is unfinished."""
        return self.step.due

    @property
    def lines(self) -> Lines:
        """The cells that the cat just placed is about to flip, a mask per direction (`territory.flip.line`)."""
        return turned(self.step.placed, self.tops, self.turn) if self.step.placed else ()

    @property
    def assist_left(self) -> int:
        """The number of assist cards that can be drawn, after a reshuffle if needed (`territory.assist.reshuffle`)."""
        return len(self.assist_deck) + len(self.bottom) + len(self.used)

    @property
    def discards(self) -> bytes:
        """The discarded coordinate cards, which are visible to everyone (`territory.discards`)."""
        return without_cards(self.plan.cells, b"".join((self.cell_deck, *self.hands)))


def tops_of(stacks: bytes, seats: int) -> tuple[int, ...]:
    """Return the cells that each seat tops, as masks."""
    return tuple(
        mask(c for c, stack in enumerate(stacks) if stack and components.STACKS[stack][-1] == seat)
        for seat in range(seats)
    )


def with_stacks(state: Territory, stacks: bytearray) -> Territory:
    """Return the position with these stacks."""
    return replace(state, stacks=bytes(stacks), tops=tops_of(bytes(stacks), len(state.tops)))


# --- lines -----------------------------------------------------------------------------------------------------

Lines = tuple[int, ...]

UP, RIGHT, DOWN, LEFT = range(4)  # in the order of the grid's directions
BOTH, VERTICAL, HORIZONTAL = (UP, RIGHT, DOWN, LEFT), (UP, DOWN), (LEFT, RIGHT)
WAYS = {
    **dict.fromkeys(range(SIZE), BOTH),
    components.EMPTY: BOTH,
    components.COLUMN: VERTICAL,
    components.ROW: HORIZONTAL,
}  # by card


class Placement(NamedTuple):
    """A cat just placed: its cell and the card that was used."""

    cell: int
    card: int


# `RAY[cell][way]` are the cells in that direction, nearest first. `BETWEEN[cell][way]` is a tuple of the mask of these
# cells, whether the nearest cell has the highest bit, and a dictionary from the bit of each cell that can be the far
# end of a line to the mask of the cells before it.
RAY = components.GRID.rays
BETWEEN = tuple(
    tuple(
        (mask(ray), way in (UP, LEFT), {1 << end: mask(ray[:n]) for n, end in enumerate(ray)})
        for way, ray in enumerate(rays)
    )
    for rays in RAY
)


def turned(placed: Placement, tops: Sequence[int], seat: int) -> Lines:
    """Return the cells that flip when a seat has placed a cat on a cell (`territory.flip.line`).

    Only the cat just placed flips others; flipped cells do not (`territory.flip.no-chain`). `tops` are the cells that
    each colour tops, with the cat just placed.
    """
    cell, card = placed
    own, filled, lines = tops[seat], sum(tops), []
    for way in WAYS[card]:
        ray, high, between = BETWEEN[cell][way]
        near = own & ray
        if near:
            line = between[1 << near.bit_length() - 1 if high else near & -near]
            if line and line & filled == line:
                lines.append(line)
    return tuple(lines)


def tops_with(tops: Sequence[int], seat: int, cell: int) -> tuple[int, ...]:
    """Return the cells that each colour tops after a cat of this seat has come to the top of a cell."""
    changed = [top & ~(1 << cell) for top in tops]
    changed[seat] |= 1 << cell
    return tuple(changed)


def unblocked(tops: Sequence[int], lines: Lines, blocks: Sequence[int]) -> Lines:
    """Return the cells that flip in each direction despite the blocks (`territory.assist.block`)."""
    protected = sum(tops[seat] for seat in blocks)
    return tuple(line & ~protected for line in lines if line & ~protected)


def bonus_points(lines: Lines) -> int:
    """Return the bonus points for the cells that flipped in each direction.

    (`territory.advanced.bonus.sum`, `territory.advanced.bonus.blocked`)
    """
    bonus, points = components.box().advanced, 0
    if len(lines) > 2:
        points = bonus.three_way if len(lines) == 3 else bonus.four_way
    for line in lines:
        count = line.bit_count()
        if count > 2:
            points += bonus.line_three if count == 3 else bonus.line_four
    return points


# --- setup -----------------------------------------------------------------------------------------------------

PLAYERS = tuple(
    Seat(colour, name, f"players.{colour}") for colour, name in zip(components.COLOURS, components.SEATS, strict=True)
)


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the players, two in the game for two (`territory.players`)."""
    return PLAYERS[: plan(options).seats]


def start(options: Options) -> Territory:
    """Return the empty park before the deal (`territory.setup.hand`, `territory.duel.cards`).

    The assist cards are a separate deck (`territory.setup.assist-deck`).
    """
    table = plan(options)
    cells, assist = table.hand
    draws = tuple(
        DueDraw(seat, deck)
        for deck in [components.ASSIST] * assist + [components.CELLS] * cells
        for seat in range(table.seats)
    )
    return Territory(
        options=options,
        plan=table,
        stacks=bytes(SIZE),
        tops=(0,) * table.seats,
        hands=(bytes(dict.fromkeys(table.assist)) if table.duel else b"",) * table.seats,
        cell_deck=table.cells,
        assist_deck=b"" if table.duel else table.assist,
        bottom=(),
        used=b"",
        treasures=table.treasures,
        won=(b"",) * table.seats,
        bonus=(0,) * table.seats,
        step=drawing(draws, lot=True),
    )


# --- scoring ---------------------------------------------------------------------------------------------------


def score(state: Territory) -> Score:
    """Return, by seat, a line per stack, one for the treasures and one for the bonus points (`territory.score`)."""
    lines: list[Line] = []
    for seat, top in enumerate(state.tops):
        for cell in bits(top):
            stack = state.stacks[cell]
            words = text(N_("Stack on {cell}, {stack}"), cell=NAMES[cell], stack=components.stack_words(stack))
            lines.append(Line("territory.score", seat, components.HEIGHT[stack], words, (NAMES[cell],)))
        if state.won[seat]:
            values = commas(str(value) for value in reversed(state.won[seat]))
            words = text(N_("Treasures of {who}: {values}"), who=components.seat_name(seat), values=values)
            lines.append(Line("territory.score", seat, sum(state.won[seat]), words))
        if state.bonus[seat]:
            words = text(N_("Bonus points of {who}"), who=components.seat_name(seat))
            lines.append(Line("territory.advanced.bonus.supply", seat, state.bonus[seat], words))
    return Score(tuple(lines))


def totals(state: Territory) -> list[int]:
    """Return each seat's total."""
    return score(state).totals(len(state.tops))


# --- view ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TerritoryView(View[Territory, Action]):
    """A seat's view: `state` has card backs in other hands, in the decks and below the assist deck.

    `discards` are the discarded coordinate cards, which cannot be derived from the card backs in `state`.
    """

    discards: bytes

    def determinize(self, rng: Random) -> Territory:
        """Return a full state with hidden information sampled consistently with everything this seat knows."""
        state, step = self.state, self.state.step
        searching = bytes([components.SEARCH] * bool(step.looking or step.looked))
        seen = b"".join((*state.hands, searching, bytes(card for card, _ in state.bottom), step.looked))
        cells = [*without_cards(state.plan.cells, seen + self.discards)]
        assist = [*without_cards(state.plan.assist, seen + state.used)]
        rng.shuffle(cells)
        rng.shuffle(assist)

        def revealed(cards: Iterable[int]) -> tuple[int, ...]:
            return tuple(cells.pop() if c == CELL_BACK else assist.pop() if c == ASSIST_BACK else c for c in cards)

        # backs are replaced in this order: hands, bottom, cards looked at; the remaining cards form the decks
        hands = tuple(bytes(sorted(revealed(hand))) for hand in state.hands)
        bottom = tuple(zip(revealed(card for card, _ in state.bottom), (who for _, who in state.bottom), strict=True))
        if step.looked:
            step = replace(step, looked=bytes(revealed(step.looked)))
        return replace(
            state,
            hands=hands,
            cell_deck=bytes(sorted(cells)),
            assist_deck=bytes(sorted(assist)),
            bottom=bottom,
            step=step,
        )


def view(state: Territory, seat: int | None) -> TerritoryView:
    """Return the view of a seat, or of a spectator if None; in the game for two, assist cards are open."""
    duel, step = state.plan.duel, state.step
    hands = tuple(
        hand if who == seat else bytes(CELL_BACK if card < SIZE else card if duel else ASSIST_BACK for card in hand)
        for who, hand in enumerate(state.hands)
    )
    if step.looked and state.turn != seat:
        step = replace(step, looked=bytes([ASSIST_BACK] * len(step.looked)))
    shown = replace(
        state,
        hands=hands,
        cell_deck=bytes([CELL_BACK] * len(state.cell_deck)),
        assist_deck=bytes([ASSIST_BACK] * len(state.assist_deck)),
        bottom=tuple((card if who == seat else ASSIST_BACK, who) for card, who in state.bottom),
        step=step,
    )
    return TerritoryView(state=shown, seat=seat, discards=state.discards)
