"""What an action does, told step by step, and what is asked next. Nothing is told that only one player may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cattools.core.events import Event, EventKind
from cattools.core.grid import bits
from cattools.core.messages import N_, listed, many, text
from cattools.games.territory.actions import (
    Action,
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
from cattools.games.territory.legality import card_words, name
from cattools.games.territory.park import (
    ASSIST,
    CARD,
    CELLS,
    GRID,
    LINES,
    NAMES,
    RAY,
    SEARCH,
    SIZE,
    STACKS,
    TITLES,
    WAYS,
    box,
    tops_with,
    turned,
)
from cattools.games.territory.scoring import WORDS, stack_words
from cattools.games.territory.status import end_rule, status

if TYPE_CHECKING:
    from cattools.games.territory.state import Territory


def events(state: Territory, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in rule order."""
    after = state.apply_unchecked(action)
    events = [*_told(state, action, after)]
    if after.over:
        events.append(Event(EventKind.NOTE, status(after), end_rule(after)))
    return tuple(events)


def _told(state: Territory, action: Action, after: Territory) -> Iterator[Event]:
    who = name(state.turn)
    if isinstance(action, Place) or (isinstance(action, Use) and action.at):
        yield from _placed(state, action, after)
    elif isinstance(action, Use):
        rule = "territory.assist.search-three" if CARD[action.card] == SEARCH else "territory.assist.double-turn"
        told = text(N_("{who} uses an assist card: {card}."), who=who, card=text(TITLES[action.card]))
        yield Event(EventKind.NOTE, told, rule)
    elif isinstance(action, Swap):
        card = card_words(CARD[action.card])
        cell, assist = N_("{who} discards the coordinate card {card}."), N_("{who} discards an assist card: {card}.")
        yield Event(
            EventKind.NOTE,
            text(cell if CARD[action.card] < SIZE else assist, who=who, card=card),
            _exchange_rule(state),
        )
    elif isinstance(action, Enough):
        yield Event(EventKind.NOTE, text(N_("{who} exchanges no second card."), who=who), "territory.advanced.exchange")
    elif isinstance(action, Keep):
        told = text(N_("{who} keeps one card; the others go to the bottom of the deck."), who=who)
        yield Event(EventKind.NOTE, told, "territory.assist.search-three")
    elif isinstance(action, Block | Allow):
        yield from _answered(state, action, after)
    elif isinstance(action, Pass):
        yield Event(EventKind.NEWS, text(N_("{who} cannot act and passes."), who=who), "territory.end.stuck")
    elif isinstance(action, Draw):
        yield from _drawn(state, action)
    elif isinstance(action, Reveal):
        told = many(
            N_("The treasure on {at} brings {who} {n} point."),
            N_("The treasure on {at} brings {who} {n} points."),
            action.value,
            at=NAMES[state.step.at],
            who=who,
        )
        yield Event(EventKind.NOTE, told, "territory.place.empty", (NAMES[state.step.at],))
        yield from _turned(state, after)
    elif isinstance(action, Lot):
        yield Event(EventKind.NOTE, text(N_("{who} begins."), who=name(after.turn)), "territory.setup.order")


def _exchange_rule(state: Territory) -> str:
    rules = {"basic": "territory.exchange", "advanced": "territory.advanced.exchange", "duel": "territory.duel.stuck"}
    return rules[state.plan.game]


# --- cats --------------------------------------------------------------------------------------------------------


def _placed(state: Territory, action: Place | Use, after: Territory) -> Iterator[Event]:
    cell, who = GRID.index[action.at], name(state.turn)
    stack, by = STACKS[state.stacks[cell]], CARD[action.card] if isinstance(action, Use) else cell
    rules = ("territory.assist.empty-cell", "territory.assist.over-vertical", "territory.assist.over-horizontal")
    if isinstance(action, Use):
        told = text(N_("{who} uses an assist card: {card}."), who=who, card=text(TITLES[action.card]))
        yield Event(EventKind.NOTE, told, "territory.assist.use")
    if not stack:
        rule, told = "territory.place.empty", text(N_("{who} puts a cat on {at}."), who=who, at=action.at)
    elif state.turn in stack:
        told = text(N_("On {at} the cat of {who} comes to the top."), who=who, at=action.at)
        rule = "territory.flip.restack"
    else:
        below = stack_words(state.stacks[cell])
        told = text(N_("{who} puts a cat on {at}, over {stack}."), who=who, at=action.at, stack=below)
        rule = "territory.place.occupied"
    if by >= SIZE:
        rule = rules[by - SIZE]
    yield Event(EventKind.TURN if state.turn in stack else "land", told, rule, (action.at,))
    if len(after.won[state.turn]) > len(state.won[state.turn]):
        told = many(
            N_("The treasure on {at} brings {who} {n} point."),
            N_("The treasure on {at} brings {who} {n} points."),
            state.plan.layout[cell],
            at=action.at,
            who=who,
        )
        yield Event(EventKind.NOTE, told, "territory.place.empty", (action.at,))
    tops = tops_with(state.tops, state.turn, cell)
    yield from _caught(state, tops, cell, by)
    if not after.step.reveal:
        yield from _asks(after)
        if not after.step.asked:
            yield from _turning(state, after, cell, turned(cell, tops[state.turn], sum(tops), WAYS[by]), ())


def _caught(state: Territory, tops: list[int], cell: int, by: int) -> Iterator[Event]:
    """Tell direction by direction which cells are about to turn, and which are not because of a gap."""
    filled = sum(tops)
    for way in WAYS[by]:
        ray, high, between = LINES[cell][way]
        near = tops[state.turn] & ray
        if not near:
            continue
        far = near.bit_length() - 1 if high else (near & -near).bit_length() - 1
        line = between[1 << far]
        if gaps := line & ~filled:
            names = [NAMES[c] for c in RAY[cell][way] if gaps >> c & 1]
            told = many(
                N_("Nothing turns towards {far}: {gaps} has no cat."),
                N_("Nothing turns towards {far}: {gaps} have no cats."),
                len(names),
                far=NAMES[far],
                gaps=listed(list(names)),
            )
            yield Event(EventKind.NOTE, told, "territory.flip.gap", tuple(names))
        elif line:
            names = [NAMES[c] for c in RAY[cell][way] if line >> c & 1]
            told = many(
                N_("Between {at} and {far} stands {cells}."),
                N_("Between {at} and {far} stand {cells}."),
                len(names),
                at=NAMES[cell],
                far=NAMES[far],
                cells=listed(list(names)),
            )
            yield Event(EventKind.REACT, told, "territory.flip.nearest", tuple(names))


def _turned(state: Territory, after: Territory) -> Iterator[Event]:
    """Tell what follows once the treasure is open or everybody has answered."""
    yield from _asks(after)
    if not after.step.asked:
        yield from _turning(state, after, state.step.at, state.lines, state.step.blocks)


def _asks(after: Territory) -> Iterator[Event]:
    if after.step.asked:
        asked = [name(seat) for seat in after.step.asked]
        told = text(N_("{who} may answer with a block."), who=listed(list(asked)))
        yield Event(EventKind.NOTE, told, "territory.assist.block-window", (NAMES[after.step.at],))


def _turning(
    state: Territory, after: Territory, at: int, lines: tuple[int, ...], blocks: tuple[int, ...]
) -> Iterator[Event]:
    """Tell which cells turn, outwards from the cat placed, which are kept, and the bonus points."""
    seat = state.turn
    kept = sum(state.tops[b] for b in blocks) & sum(lines)
    for blocker in blocks:
        cells = tuple(NAMES[c] for c in bits(state.tops[blocker] & sum(lines)))
        told = text(N_("The block keeps {cells} {colour}."), cells=listed(list(cells)), colour=text(WORDS[blocker]))
        yield Event(EventKind.KEEP, told, "territory.assist.block", cells)
    real = [line & ~kept for line in lines if line & ~kept]
    for way in RAY[at]:
        names = tuple(NAMES[c] for c in way if any(line >> c & 1 for line in real))
        if names:
            told = many(
                N_("{cells} turns {colour}."),
                N_("{cells} turn {colour}."),
                len(names),
                cells=listed(list(names)),
                colour=text(WORDS[seat]),
            )
            yield Event(EventKind.TURN, told, "territory.flip.line", names)
    if after.bonus[seat] > state.bonus[seat]:
        yield from _bonus(state, real)


def _bonus(state: Territory, real: list[int]) -> Iterator[Event]:
    counts = [line.bit_count() for line in real]
    patterns = (
        ("three_way", len(real) == 3, N_("It turns three ways: {n} bonus for {who}.")),
        ("four_way", len(real) == 4, N_("It turns four ways: {n} bonus for {who}.")),
        ("line_three", counts.count(3), N_("It turns a line of three: {n} bonus for {who}.")),
        ("line_four", counts.count(4), N_("It turns a line of four: {n} bonus for {who}.")),
    )
    for pattern, times, sentence in patterns:
        for _ in range(times):
            told = text(sentence, n=box().paid[pattern], who=name(state.turn))
            yield Event(EventKind.NOTE, told, f"territory.advanced.bonus.{pattern.replace('_', '-')}")


# --- cards -------------------------------------------------------------------------------------------------------


def _answered(state: Territory, action: Block | Allow, after: Territory) -> Iterator[Event]:
    who = name(state.step.asked[0])
    if isinstance(action, Block):
        yield Event(EventKind.NOTE, text(N_("{who} blocks."), who=who), "territory.assist.block")
    else:
        yield Event(EventKind.NOTE, text(N_("{who} lets it happen."), who=who), "territory.assist.block-window")
    if not after.step.asked:
        step = after.step if after.step.at >= 0 else state.step
        blocks = (*step.blocks, state.step.asked[0]) if isinstance(action, Block) else step.blocks
        yield from _turning(state, after, state.step.at, state.lines, blocks)


def _drawn(state: Territory, action: Draw) -> Iterator[Event]:
    step = state.step
    assist = bool(step.looking) or step.draws[0] % 2 == ASSIST
    if assist and not state.pool and not state.bottom:
        told = text(N_("The used assist cards are shuffled into a new deck."))
        yield Event(EventKind.NEWS, told, "territory.assist.reshuffle")
    if step.looking:
        told = text(N_("{who} looks at an assist card."), who=name(state.turn))
        yield Event(EventKind.NOTE, told, "territory.assist.search-three")
        return
    who = name(step.draws[0] // 2)
    if action.card == "END":
        yield Event(EventKind.NEWS, text(N_("{who} draws END and shows it."), who=who), "territory.end.card")
    elif step.draws[0] % 2 == CELLS:
        rule = "territory.setup.hand" if step.lot else "territory.place.card"
        yield Event(EventKind.NOTE, text(N_("{who} draws a coordinate card."), who=who), rule)
    else:
        rule = "territory.advanced.hand" if step.lot else "territory.exchange"
        yield Event(EventKind.NOTE, text(N_("{who} draws an assist card."), who=who), rule)
