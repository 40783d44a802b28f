"""What follows an action: the cat placed, the treasure taken, who is asked for a block, what turns, who draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from cattools.core.grid import bits
from cattools.games.territory.actions import (
    Allow,
    Block,
    Draw,
    Enough,
    Keep,
    Lot,
    Pass,
    Place,
    Reveal,
    Swap,
    Use,
)
from cattools.games.territory.park import (
    BLOCK,
    CARD,
    CELLS,
    COLOURS,
    DECKS,
    DOUBLE,
    END,
    EVERYWHERE,
    GRID,
    PUT,
    SEARCH,
    SIZE,
    STACKS,
    WAYS,
    bonus,
    put,
    turned,
    without,
)
from cattools.games.territory.step import AGAIN, IDLE, Step, drawing, revealing

if TYPE_CHECKING:
    from cattools.games.territory.state import Territory

Sets = tuple[bytes, ...]
Masks = tuple[int, ...]


def at_seat(sets: Sets, seat: int, cards: bytes) -> Sets:
    """Return the sets with one seat's replaced."""
    return (*sets[:seat], cards, *sets[seat + 1 :])


@cache
def _fields(kind: type[Territory]) -> tuple[Callable[[Territory], tuple[Any, ...]], dict[str, int]]:
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: number for number, name in enumerate(names)}


def changed(state: Territory, **changes: Any) -> Territory:
    """Return the state with some of its parts replaced, in a third of the time of `dataclasses.replace`."""
    values, number = _fields(type(state))
    parts = [*values(state)]
    for name, value in changes.items():
        parts[number[name]] = value
    return type(state)(*parts)


# --- a cat is placed ---------------------------------------------------------------------------------------------


def place(state: Territory, cell: int, by: int) -> Territory:
    """Return the state after a cat came to a cell by a card: its treasure next, else the cells that turn."""
    seat, table, bit = state.turn, state.plan, 1 << cell
    old = state.stacks[cell]
    stacks = bytearray(state.stacks)
    stacks[cell] = PUT[seat][old]
    tops = list(state.tops)
    if old:
        tops[STACKS[old][-1]] ^= bit
    tops[seat] |= bit
    hands = at_seat(state.hands, seat, without(state.hands[seat], by))
    used = put(state.used, by) if by >= SIZE else state.used
    won = state.won
    if not old:
        if table.treasures:
            return type(state)(
                state.options, bytes(stacks), tuple(tops), hands, state.deck, state.pool, state.bottom, used,
                state.hoard, won, state.bonus, seat, step=revealing(cell, by),
            )  # fmt: skip
        if table.layout[cell] >= 0:
            won = at_seat(won, seat, put(won[seat], table.layout[cell]))
    return settle(state, stacks, tops, hands, used, state.hoard, won, cell, by)


def settle(
    state: Territory, stacks: bytearray, tops: list[int], hands: Sets, used: bytes, hoard: bytes, won: Sets, at: int,
    by: int,
) -> Territory:  # fmt: skip
    """Return the state in which somebody is asked for a block, or in which the caught cells have turned."""
    lines = turned(at, tops[state.turn], sum(tops), WAYS[by])
    asked = who_is_asked(state, tops, hands, used, lines) if lines else ()
    if asked:
        return type(state)(
            state.options, bytes(stacks), tuple(tops), hands, state.deck, state.pool, state.bottom, used, hoard, won,
            state.bonus, state.turn, step=Step(at=at, by=by, asked=asked),
        )  # fmt: skip
    return finish(state, stacks, tops, hands, used, hoard, won, by, lines, ())


def who_is_asked(state: Territory, tops: list[int], hands: Sets, used: bytes, lines: Masks) -> tuple[int, ...]:
    """Return who may answer with a block, clockwise; it depends on nothing secret (`territory.assist.block-window`)."""
    table, caught = state.plan, sum(lines)
    if not table.duel and used.count(BLOCK) == table.assist.count(BLOCK):
        return ()
    found = []
    for ahead in range(1, table.seats):
        other = (state.turn + ahead) % table.seats
        hand = hands[other]
        if tops[other] & caught and (BLOCK in hand if table.duel else hand and hand[-1] >= SIZE):
            found.append(other)
    return tuple(found)


def finish(
    state: Territory, stacks: bytearray, tops: list[int], hands: Sets, used: bytes, hoard: bytes, won: Sets, by: int,
    lines: Masks, blocks: tuple[int, ...],
) -> Territory:  # fmt: skip
    """Return the state after the cells have turned: the end of the game, the draws that are due, or the next turn."""
    seat, table, paid = state.turn, state.plan, state.bonus
    if lines:
        if blocks:
            lines = kept_apart(tops, lines, blocks)
        caught, mine = sum(lines), PUT[seat]
        for cell in bits(caught):
            stacks[cell] = mine[stacks[cell]]
        tops = [top & ~caught for top in tops]
        tops[seat] |= caught
        if table.pays and (points := bonus(lines)):
            paid = (*paid[:seat], paid[seat] + points, *paid[seat + 1 :])
    step, turn = IDLE, seat
    if sum(tops) != EVERYWHERE:
        draws = drawers(state, by, blocks)
        if draws:
            step = drawing(draws)
        else:
            turn = (seat + 1) % table.seats
    return type(state)(
        state.options, bytes(stacks), tuple(tops), hands, state.deck, state.pool, state.bottom, used, hoard, won, paid,
        turn, step=step,
    )  # fmt: skip


def kept_apart(tops: list[int], lines: Masks, blocks: tuple[int, ...]) -> Masks:
    """Return what really turns in each direction: not the cats of those who blocked (`territory.assist.block`)."""
    kept = sum(tops[seat] for seat in blocks)
    return tuple(line & ~kept for line in lines if line & ~kept)


def drawers(state: Territory, by: int, blocks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the draws after a placement: those who blocked, then the mover (`territory.duel.stuck`)."""
    if state.plan.duel:
        return (state.turn * 2,) if by < SIZE and state.deck else ()
    return (*(seat * 2 for seat in blocks), state.turn * 2)


def _placed(state: Territory, action: Place) -> Territory:
    cell = GRID.index[action.at]
    return place(state, cell, cell)


def _revealed(state: Territory, action: Reveal) -> Territory:
    seat, value, step = state.turn, action.value, state.step
    won = at_seat(state.won, seat, put(state.won[seat], value))
    return settle(
        state, bytearray(state.stacks), list(state.tops), state.hands, state.used, without(state.hoard, value), won,
        step.at, step.by,
    )  # fmt: skip


# --- answers -----------------------------------------------------------------------------------------------------


def _blocked(state: Territory, _: Block) -> Territory:
    step = state.step
    seat = step.asked[0]
    return _answered(
        state,
        replace(step, asked=step.asked[1:], blocks=(*step.blocks, seat)),
        at_seat(state.hands, seat, without(state.hands[seat], BLOCK)),
        put(state.used, BLOCK),
    )


def _allowed(state: Territory, _: Allow) -> Territory:
    step = state.step
    return _answered(state, replace(step, asked=step.asked[1:]), state.hands, state.used)


def _answered(state: Territory, step: Step, hands: Sets, used: bytes) -> Territory:
    if step.asked:
        return changed(state, step=step, hands=hands, used=used)
    return finish(
        state, bytearray(state.stacks), list(state.tops), hands, used, state.hoard, state.won, step.by, state.lines,
        step.blocks,
    )  # fmt: skip


# --- cards -------------------------------------------------------------------------------------------------------


def ended(state: Territory, again: bool = False) -> dict[str, Any]:
    """Return what changes when an action is over: a further action, or the next player's turn."""
    return {"step": AGAIN} if again else {"step": IDLE, "turn": (state.turn + 1) % len(state.tops)}


def _drew(state: Territory, action: Draw) -> Territory:
    step, card = state.step, CARD[action.card]
    if step.looking:
        return _looked(state, card)
    who, deck = divmod(step.draws[0], 2)
    if card == END:
        return changed(state, ended=who, step=IDLE)
    rest, turn, following = step.draws[1:], state.turn, IDLE
    if rest or step.lot:
        following = drawing(rest, step.lot, step.again)
    elif step.again:
        following = AGAIN
    else:
        turn = (turn + 1) % len(state.tops)
    hands = at_seat(state.hands, who, put(state.hands[who], card))
    if deck == CELLS:
        return type(state)(
            state.options, state.stacks, state.tops, hands, without(state.deck, card), state.pool, state.bottom,
            state.used, state.hoard, state.won, state.bonus, turn, step=following,
        )  # fmt: skip
    return changed(state, hands=hands, turn=turn, step=following, **taken(state, card))


def taken(state: Territory, card: int) -> dict[str, Any]:
    """Return the assist deck without a card drawn from it, reshuffled if empty (`territory.assist.reshuffle`)."""
    if state.pool:
        return {"pool": without(state.pool, card)}
    if state.bottom:
        return {"bottom": state.bottom[1:]}
    return {"pool": without(state.used, card), "used": b""}


def _looked(state: Territory, card: int) -> Territory:
    step = state.step
    looked = bytes((*step.looked, card))
    return changed(state, step=Step(looking=step.looking - 1, looked=looked), **taken(state, card))


def _kept(state: Territory, action: Keep) -> Territory:
    looked, seat = state.step.looked, state.turn
    card = looked[action.number - 1]
    others = (*looked[: action.number - 1], *looked[action.number :])
    return changed(
        state,
        hands=at_seat(state.hands, seat, put(state.hands[seat], card)),
        bottom=(*state.bottom, *((other, seat) for other in others)),
        used=put(state.used, SEARCH),
        **ended(state),
    )


def _used(state: Territory, action: Use) -> Territory:
    by = CARD[action.card]
    if action.at:
        return place(state, GRID.index[action.at], by)
    seat = state.turn
    hands = at_seat(state.hands, seat, without(state.hands[seat], by))
    if by == DOUBLE:
        step = drawing((seat * 2,), again=True)
        return changed(state, hands=hands, used=put(state.used, by), step=step, passes=0)
    return changed(state, hands=hands, step=Step(looking=min(3, state.left)), passes=0)


def _swapped(state: Territory, action: Swap) -> Territory:
    seat, card, deck, step = state.turn, CARD[action.card], DECKS.index(action.deck), state.step
    hands = at_seat(state.hands, seat, without(state.hands[seat], card))
    used = put(state.used, card) if card >= SIZE else state.used
    draw = seat * 2 + deck
    if state.plan.game == "advanced" and step.swap < 0:
        return changed(state, hands=hands, used=used, step=Step(swap=deck), passes=0)
    return changed(state, hands=hands, used=used, step=drawing((draw, draw) if step.swap >= 0 else (draw,)), passes=0)


def _enough(state: Territory, _: Enough) -> Territory:
    return changed(state, step=drawing((state.turn * 2 + state.step.swap,)))


def _passed(state: Territory, _: Pass) -> Territory:
    return changed(state, passes=state.passes + 1, **ended(state))


def _began(state: Territory, action: Lot) -> Territory:
    return changed(state, turn=COLOURS.index(action.colour), step=IDLE)


AFTER: dict[type, Callable[[Territory, Any], Territory]] = {
    Place: _placed,
    Use: _used,
    Swap: _swapped,
    Enough: _enough,
    Keep: _kept,
    Block: _blocked,
    Allow: _allowed,
    Pass: _passed,
    Draw: _drew,
    Reveal: _revealed,
    Lot: _began,
}
