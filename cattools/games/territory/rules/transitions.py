"""The effects of actions: placing cats, taking treasures, asking for blocks, turning cells and drawing cards.

It also has the results of chance: cards, treasures and the start player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from cattools.core.grid import bits
from cattools.games.territory.rules.actions import (
    Action,
    Block,
    Draw,
    Keep,
    Lot,
    Place,
    Reveal,
    Swap,
    Use,
)
from cattools.games.territory.rules.components import (
    BLOCK,
    CARD,
    CARDS,
    CELL_BACK,
    CELLS,
    COLOURS,
    DECKS,
    DOUBLE,
    END,
    GRID,
    SEARCH,
    SIZE,
    STACKS,
    WITH_TOP,
    with_card,
    without_card,
)
from cattools.games.territory.rules.lines import Lines, Placement, bonus_points, turned, unblocked
from cattools.games.territory.rules.state import AGAIN, IDLE, DueDraw, Step, Territory, drawing, revealing

T = TypeVar("T")

DRAW = tuple(Draw(card) for card in CARDS)
REVEAL = tuple(Reveal(value) for value in range(10))
LOT = tuple(Lot(colour) for colour in COLOURS)
ON_ITS_CELL = tuple(Placement(cell, cell) for cell in range(SIZE))  # the placement made with each coordinate card
DRAW_ONE = {deck: tuple(drawing((DueDraw(seat, deck),)) for seat in range(len(COLOURS))) for deck in DECKS}  # by seat


def apply_unchecked(state: Territory, action: Action) -> Territory:
    """Return the state after a legal action (`territory.turn.choose`)."""
    if isinstance(action, Draw):
        return _drawn(state, CARD[action.card])
    draft, step = Draft(state), state.step
    if step.placed:
        if isinstance(action, Reveal):
            draft.reveal(step.placed, action.value)
        else:
            draft.answer(step.placed, block=isinstance(action, Block))
    elif step.swap:
        draft.exchange(step.swap, CARD[action.card] if isinstance(action, Swap) else None)
    elif isinstance(action, Place):
        draft.place(ON_ITS_CELL[GRID.index[action.at]])
    elif isinstance(action, Swap):
        draft.swap(CARD[action.card], action.deck)
    elif isinstance(action, Use):
        draft.use(CARD[action.card], action.at)
    elif isinstance(action, Keep):
        draft.keep(action.number - 1)
    elif isinstance(action, Lot):
        draft.turn, draft.step = COLOURS.index(action.colour), IDLE
    else:
        draft.passes = state.passes + 1
        draft.end_turn()
    return draft.state()


def _drawn(state: Territory, card: int) -> Territory:
    """Return the state after a draw into a hand or to the cards being looked at; END ends the game."""
    step, turn, hands, cell_deck, ended_by = state.step, state.turn, state.hands, state.cell_deck, state.ended_by
    assist_deck, bottom, used, draws = state.assist_deck, state.bottom, state.used, step.draws
    if step.looking:
        assist_deck, bottom, used = _without_next(assist_deck, bottom, used, card)
        step = Step(looking=step.looking - 1, looked=bytes((*step.looked, card)))
    elif card == END:
        ended_by, step = draws[0].seat, IDLE
    else:
        seat, deck = draws[0]
        hands = at_seat(hands, seat, with_card(hands[seat], card))
        if deck == CELLS:
            cell_deck = without_card(cell_deck, card)
        else:
            assist_deck, bottom, used = _without_next(assist_deck, bottom, used, card)
        if len(draws) > 1 or step.lot:
            step = drawing(draws[1:], step.lot, step.again)
        elif step.again:
            step = AGAIN
        else:
            turn, step = (turn + 1) % len(hands), IDLE
    return Territory(
        state.options, state.plan, state.stacks, state.tops, hands, cell_deck, assist_deck, bottom, used,
        state.treasures, state.won, state.bonus, turn, 0, ended_by, step,
    )  # fmt: skip


def _without_next(
    deck: bytes, bottom: tuple[tuple[int, int], ...], used: bytes, card: int
) -> tuple[bytes, tuple[tuple[int, int], ...], bytes]:
    """Return the assist deck, the cards below it and the used cards, after a card is drawn.

    An empty deck is first refilled with the used cards (`territory.assist.reshuffle`).
    """
    if deck:
        return without_card(deck, card), bottom, used
    if bottom:
        return deck, bottom[1:], used
    return without_card(used, card), bottom, b""


class Draft:
    """A position under construction: the parts of a state, replaced one by one; `state` builds the new state."""

    __slots__ = (
        "assist_deck",
        "before",
        "bonus",
        "bottom",
        "cell_deck",
        "ended_by",
        "hands",
        "passes",
        "stacks",
        "step",
        "tops",
        "treasures",
        "turn",
        "used",
        "won",
    )

    def __init__(self, state: Territory) -> None:
        self.before = state
        self.stacks = state.stacks
        self.tops = state.tops
        self.hands = state.hands
        self.cell_deck = state.cell_deck
        self.assist_deck = state.assist_deck
        self.bottom = state.bottom
        self.used = state.used
        self.treasures = state.treasures
        self.won = state.won
        self.bonus = state.bonus
        self.turn = state.turn
        self.passes = 0  # any action but a pass resets the count
        self.ended_by = state.ended_by
        self.step = state.step

    def state(self) -> Territory:
        """Return the position as it is now."""
        return Territory(  # positional arguments: keyword arguments make random play slower
            self.before.options, self.before.plan, self.stacks, self.tops, self.hands, self.cell_deck,
            self.assist_deck, self.bottom, self.used, self.treasures, self.won, self.bonus, self.turn, self.passes,
            self.ended_by, self.step,
        )  # fmt: skip

    # --- placing a cat -------------------------------------------------------------------------------------------

    def place(self, placed: Placement) -> None:
        """Put a cat on a cell with a card from the hand; then the cell's treasure is turned up or cells turn.

        If the stack already holds a cat of that colour, that cat comes to the top instead: a stack has no colour twice
        (`territory.stack.unique`).
        """
        (cell, card), seat, table = placed, self.turn, self.before.plan
        old, stacks, tops = self.stacks[cell], bytearray(self.stacks), list(self.tops)
        stacks[cell] = WITH_TOP[seat][old]
        if old:
            tops[STACKS[old][-1]] ^= 1 << cell
        tops[seat] |= 1 << cell
        self.stacks, self.tops = bytes(stacks), tuple(tops)
        self.discard(seat, card)
        if not old:
            if table.treasures:
                self.step = revealing(placed)
                return
            if (value := table.layout[cell]) is not None:
                self.won = at_seat(self.won, seat, with_card(self.won[seat], value))
        self.settle(placed)

    def reveal(self, placed: Placement, value: int) -> None:
        """Give the mover the treasure turned up under the cat just placed; then cells can turn."""
        self.treasures = without_card(self.treasures, value)
        self.won = at_seat(self.won, self.turn, with_card(self.won[self.turn], value))
        self.settle(placed)

    def settle(self, placed: Placement) -> None:
        """Ask the players who may block; if there are none, turn the cells."""
        lines = turned(placed, self.tops, self.turn)
        asked = who_is_asked(self.before, self.tops, lines) if lines else ()
        if asked:
            self.step = Step(placed=placed, asked=asked)
        else:
            self.finish(placed, lines, ())

    def answer(self, placed: Placement, *, block: bool) -> None:
        """Process the answer of the player asked; after the last answer the cells turn."""
        (seat, *asked), blocks = self.step.asked, self.step.blocks
        if block:
            self.discard(seat, BLOCK)
            blocks = (*blocks, seat)
        if asked:
            self.step = Step(placed=placed, asked=tuple(asked), blocks=blocks)
        else:
            self.finish(placed, turned(placed, self.tops, self.turn), blocks)

    def finish(self, placed: Placement, lines: Lines, blocks: tuple[int, ...]) -> None:
        """Turn the cells; then the game ends, cards are drawn or the next player moves."""
        seat, table = self.turn, self.before.plan
        if blocks:
            lines = unblocked(self.tops, lines, blocks)
        if lines:
            caught, stacks = sum(lines), bytearray(self.stacks)
            for cell in bits(caught):
                stacks[cell] = WITH_TOP[seat][stacks[cell]]
            tops = [top & ~caught for top in self.tops]
            tops[seat] |= caught
            self.stacks, self.tops = bytes(stacks), tuple(tops)
            if table.pays and (points := bonus_points(lines)):
                self.bonus = at_seat(self.bonus, seat, self.bonus[seat] + points)
        if 0 not in self.stacks:
            self.step = IDLE
        elif table.duel and (placed.card >= SIZE or not self.cell_deck):
            self.end_turn()  # nothing is drawn (`territory.duel.turn`, `territory.duel.stuck`)
        elif blocks and not table.duel:
            self.step = drawing(tuple(DueDraw(drawer, CELLS) for drawer in (*blocks, seat)))
        else:
            self.step = DRAW_ONE[CELLS][seat]

    # --- cards ---------------------------------------------------------------------------------------------------

    def discard(self, seat: int, card: int) -> None:
        """Remove a card from a hand; an assist card joins the used cards."""
        self.hands = at_seat(self.hands, seat, without_card(self.hands[seat], card))
        if card >= SIZE:
            self.used = with_card(self.used, card)

    def end_turn(self) -> None:
        """Pass the turn to the next player."""
        self.turn, self.step = (self.turn + 1) % len(self.tops), IDLE

    def use(self, card: int, at: str) -> None:
        """Use an assist card, on a cell if it needs one."""
        if at:
            self.place(Placement(GRID.index[at], card))
        elif card == DOUBLE:
            self.discard(self.turn, card)
            self.step = drawing(DRAW_ONE[CELLS][self.turn].draws, again=True)
        else:  # the search card joins the used cards only when a card is kept
            self.hands = at_seat(self.hands, self.turn, without_card(self.hands[self.turn], card))
            self.step = Step(looking=min(3, self.before.assist_left))

    def keep(self, index: int) -> None:
        """Take one of the cards looked at; the others go below the deck in the order they were drawn.

        (`territory.assist.search-three`)
        """
        looked, seat = self.step.looked, self.turn
        self.hands = at_seat(self.hands, seat, with_card(self.hands[seat], looked[index]))
        self.bottom += tuple((card, seat) for n, card in enumerate(looked) if n != index)
        self.used = with_card(self.used, SEARCH)
        self.end_turn()

    def swap(self, card: int, deck: str) -> None:
        """Discard a card to draw one from a deck; in the advanced game a second exchange can follow."""
        self.discard(self.turn, card)
        self.step = Step(swap=deck) if self.before.plan.game == "advanced" else DRAW_ONE[deck][self.turn]

    def exchange(self, deck: str, second: int | None) -> None:
        """Draw a card for the first card discarded, and another if a second card is discarded."""
        self.step = DRAW_ONE[deck][self.turn]
        if second is not None:
            self.discard(self.turn, second)
            self.step = drawing(self.step.draws * 2)


def at_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return the values of all seats with one seat's value replaced."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def who_is_asked(state: Territory, tops: Sequence[int], lines: Lines) -> tuple[int, ...]:
    """Return the seats that may block, clockwise, from public information only (`territory.assist.block-window`).

    `state` is the state before the placement and can contain card backs. `tops` are the cells that each colour tops
    after the placement, and `lines` are the cells about to turn.
    """
    table, caught = state.plan, sum(lines)
    if not table.duel and state.used.count(BLOCK) == table.assist.count(BLOCK):
        return ()
    asked = []
    for offset in range(1, table.seats):
        other = (state.turn + offset) % table.seats
        hand = state.hands[other]
        if tops[other] & caught and (BLOCK in hand if table.duel else hand and SIZE <= hand[-1] != CELL_BACK):
            asked.append(other)
    return tuple(asked)


# --- chance ----------------------------------------------------------------------------------------------------------


def begins(action: Action) -> str | None:
    """Return the seat drawn to begin (`territory.setup.order`), or None for any other action."""
    return action.colour if isinstance(action, Lot) else None


def chances(state: Territory) -> list[tuple[int, Action]]:
    """Return the possible deals with their weights."""
    step = state.step
    if not step.chance:
        return []
    if step.reveal:
        return [(count, REVEAL[value]) for value, count in Counter(state.treasures).items()]
    if not step.draws and not step.looking:
        return [(1, lot) for lot in LOT[: len(state.tops)]]
    cards, end = _drawn_from(state)
    deals: list[tuple[int, Action]] = [(count, DRAW[card]) for card, count in Counter(cards).items()]
    return [*deals, (1, DRAW[END])] if end else deals


def chance(state: Territory, rng: Random) -> Action:
    """Return a random deal, chosen by weight."""
    step = state.step
    if step.reveal:
        return REVEAL[state.treasures[int(rng.random() * len(state.treasures))]]
    if not step.draws and not step.looking:
        return LOT[int(rng.random() * len(state.tops))]
    cards, end = _drawn_from(state)
    at = int(rng.random() * (len(cards) + end))
    return DRAW[cards[at] if at < len(cards) else END]


def _drawn_from(state: Territory) -> tuple[bytes, bool]:
    """Return the cards that the next draw comes from, and whether END can be drawn (`territory.setup.end-card`).

    An empty assist deck is refilled with the used cards (`territory.assist.reshuffle`).
    """
    draws = state.step.draws
    if draws and draws[0].deck == CELLS:
        among = state.plan.end_among
        return state.cell_deck, among is not None and len(state.cell_deck) <= among
    if state.assist_deck or not state.bottom:
        return state.assist_deck or state.used, False
    return bytes(state.bottom[0][:1]), False
