"""What examples and practice questions ask about Neko Neko Territory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeGuard

from cattools.core.chance import Dealer
from cattools.core.game import Practice
from cattools.core.grid import bits, mask
from cattools.core.messages import N_, Text, integer, listed, many, text
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.games.territory import components, position
from cattools.games.territory.components import COLOURS, EVERYWHERE, GRID, NAMES, SIZE, STACK, Action, Block, Place, Use
from cattools.games.territory.legality import legal
from cattools.games.territory.position import Lines, Placement, Territory, start, tops_with, totals, turned, with_stacks

# --- example goals ---------------------------------------------------------------------------------------------


def _done(start: Territory, now: Territory) -> bool:
    """Return whether the turn in progress at the start is finished."""
    return now is not start and not now.pending


def _mover(start: Territory) -> int:
    return start.mover or 0


def flipped(start: Territory, now: Territory, cells: int) -> bool:
    """Return whether exactly this many cells have flipped for the player and the turn is over."""
    seat = start.turn
    return _done(start, now) and (now.tops[seat] & ~start.tops[seat]).bit_count() == cells + 1


def gained(start: Territory, now: Territory, points: int) -> bool:
    """Return whether the reader's side has gained exactly this many points and the turn is over."""
    seat = start.turn
    return _done(start, now) and totals(now)[seat] - totals(start)[seat] == points


def paid(start: Territory, now: Territory, points: int) -> bool:
    """Return whether the reader's side has gained exactly this many bonus points and the turn is over."""
    seat = start.turn
    return _done(start, now) and now.bonus[seat] - start.bonus[seat] == points


def gained_now(start: Territory, now: Territory, _: int) -> Text:
    """Return in words how many points the reader's side has gained."""
    seat = start.turn
    return many("That scores {n} point.", "That scores {n} points.", totals(now)[seat] - totals(start)[seat])


def paid_now(start: Territory, now: Territory, _: int) -> Text:
    """Return in words how many bonus points the reader's side has gained."""
    paid = now.bonus[start.turn] - start.bonus[start.turn]
    return many("That scores {n} bonus point.", "That scores {n} bonus points.", paid)


def tops(start: Territory, now: Territory, cell: str) -> bool:
    """Return whether the player who acts first in the example tops a cell once the turn is over."""
    return _done(start, now) and bool(now.tops[_mover(start)] >> GRID.index[cell] & 1)


def won(start: Territory, now: Territory) -> bool:
    """Return whether the player who acts first in the example has won."""
    return _mover(start) in now.winners()


def lines_from(state: Territory, cell: str, card: str = "") -> Lines:
    """Return the cells that flip in each direction if the player uses `card` (by default the cell's own) on a cell."""
    at = GRID.index[cell]
    placed = Placement(at, components.CARD[card] if card else at)
    return turned(placed, tops_with(state.tops, state.turn, at), state.turn)


def places(state: Territory) -> Iterable[str]:
    """Return the cells on which a coordinate card can be played."""
    return {action.at for action in legal(state) if isinstance(action, Place)}


def treasures(state: Territory) -> Iterable[str]:
    """Return the cells on which the player to move can place a cat and take a treasure: those without a cat."""
    placed = {action.at for action in legal(state) if isinstance(action, Place | Use) and action.at}
    return placed & {NAMES[c] for c in bits(EVERYWHERE & ~state.filled)}


def uses(state: Territory, card: str) -> Iterable[str]:
    """Return the cells on which an assist card can be used."""
    return {action.at for action in legal(state) if isinstance(action, Use) and action.card == card}


def usable(state: Territory) -> Iterable[str]:
    """Return the assist cards in hand that the seat to decide can use now, or nothing if two are of the same kind."""
    cards = assist_cards(state)
    used = {"block" if isinstance(action, Block) else action.card for action in legal(state) if _uses_card(action)}
    return {f"hand.{card}" for card in cards if card in used} if len({*cards}) == len(cards) else ()


def assist_cards(state: Territory) -> list[str]:
    """Return the assist cards held by the seat to decide: the seat asked whether to block, if any, else the mover."""
    return [components.CARDS[card] for card in state.hands[state.mover or 0] if card >= SIZE]


def _uses_card(action: Action) -> TypeGuard[Use | Block]:
    return isinstance(action, Use | Block)


def turns(state: Territory, cell: str, card: str = "") -> Iterable[str]:
    """Return the cells that flip if the player to move places a cat on a cell, with or without an assist card."""
    return {NAMES[c] for c in bits(sum(lines_from(state, cell, card)))}


def pays(state: Territory, points: int) -> Iterable[str]:
    """Return the cells on which a coordinate card would earn this many bonus points if nobody blocks."""
    return {cell for cell in places(state) if position.bonus_points(lines_from(state, cell)) == points}


def owns(state: Territory, colour: str) -> Iterable[str]:
    """Return the cells with a cat of this colour on top."""
    return {NAMES[c] for c in bits(state.tops[COLOURS.index(colour)])}


def high(state: Territory, height: int) -> Iterable[str]:
    """Return the cells with stacks of this many cats."""
    return {NAMES[c] for c, stack in enumerate(state.stacks) if components.HEIGHT[stack] == height}


def keeps(state: Territory, colour: str, cell: str) -> Iterable[str]:
    """Return the cells that a block by this colour would keep if the player to move places a cat on a cell."""
    return {NAMES[c] for c in bits(sum(lines_from(state, cell)) & state.tops[COLOURS.index(colour)])}


def ways(state: Territory, number: int) -> Iterable[str]:
    """Return the cells on which a cat of the player to move would flip other cells in this many directions."""
    return _turning(state, lambda lines: len(lines) == number)


def line(state: Territory, length: int) -> Iterable[str]:
    """Return the cells on which a cat of the player to move would flip this many other cells in one direction."""
    return _turning(state, lambda lines: any(cells.bit_count() == length for cells in lines))


def restacked(state: Territory, cell: str) -> Iterable[str]:
    """Return the cells where the mover's own cat would come up from below if the mover places a cat on a cell."""
    inside = mask(c for c, stack in enumerate(state.stacks) if state.turn in components.STACKS[stack])
    return {NAMES[c] for c in bits(sum(lines_from(state, cell)) & inside)}


def pays_blocked(state: Territory, points: int, colour: str) -> Iterable[str]:
    """Return the cells on which a cat would earn this many bonus points even if this colour blocks."""
    block, cells = (COLOURS.index(colour),), set()
    for cell, lines in _cells_and_lines(state):
        tops = tops_with(state.tops, state.turn, GRID.index[cell])
        if sum(lines) & tops[block[0]] and position.bonus_points(position.unblocked(tops, lines, block)) == points:
            cells.add(cell)
    return cells


def fills(state: Territory) -> Iterable[str]:
    """Return the cells on which a cat fills the board and so ends the game."""
    left = EVERYWHERE & ~state.filled
    return {NAMES[c] for c in bits(left)} if left.bit_count() == 1 else ()


def _turning(state: Territory, wanted: Callable[[Lines], bool]) -> set[str]:
    return {cell for cell, lines in _cells_and_lines(state) if wanted(lines)}


def _cells_and_lines(state: Territory) -> Iterable[tuple[str, Lines]]:
    """Return each cell that the player to move does not top, with the lines that a cat there would flip."""
    return [(name, lines_from(state, name)) for c, name in enumerate(NAMES) if not state.tops[state.turn] >> c & 1]


GOALS: dict[str, Callable[..., bool]] = {goal.__name__: goal for goal in (flipped, gained, paid, tops, won)}
ASKS: dict[str, Callable[..., Iterable[str]]] = {
    ask.__name__.replace("_", "-"): ask
    for ask in (
        *(places, treasures, uses, usable, turns, pays, owns, high, keeps, ways, line, restacked, pays_blocked, fills),
    )
}
COUNTED: dict[str, Callable[..., Text]] = {"gained": gained_now, "paid": paid_now}


# --- misconceptions --------------------------------------------------------------------------------------------


def _turned_wrongly(state: Territory, cell: str, *, far: bool, gaps: bool) -> set[str]:
    """Return the cells that would flip if lines went to the mover's farthest cat (`far`) or across gaps (`gaps`)."""
    at = GRID.index[cell]
    tops = tops_with(state.tops, state.turn, at)
    own, filled, wrong = tops[state.turn], sum(tops), 0
    for way, ray in enumerate(position.RAY[at]):
        ends = [end for end in ray if own >> end & 1]
        for end in ends[-1:] if far else ends[:1]:
            between = position.BETWEEN[at][way][2][1 << end]
            if gaps or between & filled == between:
                wrong |= between & filled & ~own
    return {NAMES[c] for c in bits(wrong)}


def over_gaps(state: Territory, cell: str) -> Iterable[str]:
    """Answer as if all cats between two of the mover's cats flipped, even across gaps."""
    return _turned_wrongly(state, cell, far=False, gaps=True)


def to_the_farthest(state: Territory, cell: str) -> Iterable[str]:
    """Answer as if everything up to the mover's farthest cat flipped."""
    return _turned_wrongly(state, cell, far=True, gaps=False)


def chained(state: Territory, cell: str) -> Iterable[str]:
    """Answer as if cells that flip made other cells flip."""
    right = {*turns(state, cell)}
    tops = list(tops_with(state.tops, state.turn, GRID.index[cell]))
    for name in right:
        tops = list(tops_with(tops, state.turn, GRID.index[name]))
    more = (turned(Placement(GRID.index[name], GRID.index[name]), tops, state.turn) for name in right)
    return {*right, *(NAMES[c] for lines in more for c in bits(sum(lines)))} - {cell}


def all_turned(state: Territory, colour: str, cell: str) -> Iterable[str]:
    """Answer as if a block kept everything that is about to flip."""
    return turns(state, cell) if [*keeps(state, colour, cell)] else ()


def unblocked(state: Territory, points: int, colour: str) -> Iterable[str]:  # noqa: ARG001 - the question's arguments
    """Answer as if the bonus were paid for all cells about to flip, despite the block."""
    lines = {cell for number in (3, 4) for cell in (*ways(state, number), *line(state, number))}
    return {cell for cell in lines if [*keeps(state, colour, cell)]}


def below(state: Territory, colour: str) -> Iterable[str]:
    """Answer as if every cell with a cat of the colour counted, on top or not."""
    seat = COLOURS.index(colour)
    return {NAMES[c] for c, stack in enumerate(state.stacks) if seat in components.STACKS[stack]}


def every_assist(state: Territory) -> Iterable[str]:
    """Answer as if every assist card could be used at any time."""
    cards = assist_cards(state)
    return {f"hand.{card}" for card in cards} if len({*cards}) == len(cards) else ()


def other_way(state: Territory, action: str) -> Iterable[str]:
    """Answer as if every action except a double turn gave another action."""
    further = 1 if action == components.CARDS[components.DOUBLE] else 0
    return {COLOURS[(state.turn + further) % len(state.tops)]}


def a_cat_too_few(state: Territory, written: str) -> Iterable[str]:
    """Answer as if the game ended with one cell still empty, and continued once every cell was filled."""
    action = components.ACTIONS.read(written, state)
    following = {COLOURS[(state.turn + 1) % len(state.tops)]}
    if not isinstance(action, Place):
        return following
    left = (EVERYWHERE & ~state.filled & ~(1 << GRID.index[action.at])).bit_count()
    return () if left == 1 else following


def first(state: Territory) -> Iterable[str]:
    """Answer as if the first tied player in turn order won."""
    return {COLOURS[seat] for seat in state.winners()[:1]}


# --- explanations ----------------------------------------------------------------------------------------------


def _why_pays(state: Territory, cell: str, _: int) -> Refusal | Text | None:
    """Explain how many cells a cat would flip in each direction and its bonus points, or why it cannot go there.

    (`territory.advanced.bonus.sum`, `territory.duel.bonus`)
    """
    if cell not in NAMES:
        return None
    if refusals := state.why_not(Place(cell)):
        return refusals[0]
    lines = lines_from(state, cell)
    points = integer(position.bonus_points(lines))
    if not lines:
        return text(N_("{cell}: nothing flips, no bonus points."), cell=cell)
    turned = listed([integer(line.bit_count()) for line in lines])
    return text(
        N_("{cell}: cells that flip, by direction: {turned}; bonus points: {points}."),
        cell=cell,
        turned=turned,
        points=points,
    )


# --- dense positions -------------------------------------------------------------------------------------------

FULL, HALF = 30, 14  # numbers of filled cells, of 36 cells
MOST_ACTIONS = 300
NO_LINE, EMPTY = 0.2, 0.5  # probabilities: a direction gets no line; the deck is empty in the game for two


def dense(options: Options, rng: Random) -> Territory:
    """Return a position of a kind chosen at random."""
    return KINDS[int(rng.random() * len(KINDS))](options, rng)


def _mixed(options: Options, rng: Random, filled: int = FULL) -> Territory:
    """Return a position from a game with this many cells filled, all with single cats of random colours."""
    dealer = Dealer(int(rng.random() * 1_000_000))
    state = dealer.settle(start(options))
    for _ in range(MOST_ACTIONS):
        if state.to_move is None or (state.filled.bit_count() >= HALF and not state.pending):
            break
        state = dealer.play_one(state, legal(state), rng)
    stacks = bytearray(state.stacks)
    empty = sorted(bits(EVERYWHERE & ~state.filled), key=lambda _: rng.random())
    for cell in (*bits(state.filled), *empty[: max(0, filled - state.filled.bit_count())]):
        stacks[cell] = STACK[int(rng.random() * len(state.tops)),]
    return with_stacks(state, stacks)


def _star(options: Options, rng: Random) -> Territory:
    """Return a position with a cell from which, in most directions, a line leads to a cat of the mover."""
    state = _mixed(options, rng)
    inner = [cell for cell in range(SIZE) if all(1 < at < components.SIDE - 2 for at in divmod(cell, components.SIDE))]
    middle, own = inner[int(rng.random() * len(inner))], state.turn
    others, stacks = [seat for seat in range(len(state.tops)) if seat != own], bytearray(state.stacks)
    for ray in position.RAY[middle]:
        cells = [*ray]
        if len(cells) < 2 or rng.random() < NO_LINE:
            continue
        end = 1 + int(rng.random() * (len(cells) - 1))
        for cell in cells[:end]:
            stacks[cell] = STACK[(others[int(rng.random() * len(others))],)]
        stacks[cells[end]] = STACK[(own,)]
    if stacks[middle]:
        stacks[middle] = STACK[(others[0],)]
    return with_stacks(state, stacks)


def _searching(options: Options, rng: Random) -> Territory:
    """Return a position whose mover holds the card “look at three”, if possible."""
    state = _mixed(options, rng)
    hand = state.hands[state.turn]
    if (
        components.SEARCH in hand
        or not hand
        or components.SEARCH not in state.assist_deck
        or hand[0] >= SIZE
        or state.pending
    ):
        return state
    hands = list(state.hands)
    hands[state.turn] = components.with_card(hand[1:], components.SEARCH)
    deck, cells = (
        components.without_card(state.assist_deck, components.SEARCH),
        components.with_card(state.cell_deck, hand[0]),
    )
    return replace(state, hands=tuple(hands), assist_deck=deck, cell_deck=cells)


def _equal(options: Options, rng: Random) -> Territory:
    """Return a game played to its end; if the game has bonus points, at least two seats share the highest sum."""
    dealer, state = Dealer(int(rng.random() * 1_000_000)), _mixed(options, rng)
    for _ in range(MOST_ACTIONS):
        if state.to_move is None:
            break
        state = dealer.play_one(state, legal(state), rng)
    sums = totals(state)
    if state.plan.pays and state.over:
        best, bonus = max(sums), list(state.bonus)
        for seat in sorted(range(len(sums)), key=lambda _: rng.random())[:2]:
            bonus[seat] += best - sums[seat]
        return replace(state, bonus=tuple(bonus))
    return state


def _stuck(options: Options, rng: Random) -> Territory:
    """Return a position of the game for two whose mover cannot place or use a card; the deck is sometimes empty."""
    state = _mixed(options, rng, HALF + int(rng.random() * (FULL - HALF)))
    if not state.plan.duel or state.pending or state.over:
        return state
    stacks, seat, hands = bytearray(state.stacks), state.turn, list(state.hands)
    hands[seat] = bytes(card for card in hands[seat] if card < SIZE)
    used = state.plan.assist
    for hand in hands:
        used = components.without_cards(used, bytes(card for card in hand if card >= SIZE))
    for card in hands[seat]:
        stacks[card] = STACK[(seat,)]
    deck = b"" if rng.random() < EMPTY else state.cell_deck
    return with_stacks(replace(state, hands=tuple(hands), used=used, cell_deck=deck), stacks)


KINDS: Sequence[Callable[[Options, Random], Territory]] = (_mixed, _star, _searching, _equal, _stuck)


MISCONCEPTIONS = (
    *(over_gaps, to_the_farthest, chained, all_turned, unblocked, below, every_assist, other_way, a_cat_too_few),
    first,
)
REASONS = {"territory.advanced.bonus.sum pays": _why_pays, "territory.duel.bonus pays": _why_pays}
# --- phases ----------------------------------------------------------------------------------------------------


def _chooses(state: Territory) -> bool:
    """Return whether the player whose turn it is chooses an action."""
    step = state.step
    return state.to_move == state.turn and not (step.asked or step.looked or step.swap)


PHASES: dict[str, Callable[[Territory], bool]] = {
    "choosing": _chooses,
    "choosing or blocking": lambda state: _chooses(state) or (bool(state.step.asked) and state.mover is not None),
}

PRACTICE = Practice(MISCONCEPTIONS, REASONS, dense, PHASES)
