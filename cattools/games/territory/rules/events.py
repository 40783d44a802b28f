"""Events and status messages of Neko Neko Territory. No message reveals what only one player can see."""

from __future__ import annotations

from collections.abc import Iterator

from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE, plain_turn
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.territory.rules.actions import (
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
from cattools.games.territory.rules.components import (
    ASSIST,
    CARD,
    CELLS,
    COLUMN,
    EMPTY,
    GRID,
    NAMES,
    ROW,
    SEARCH,
    SIZE,
    STACKS,
    box,
)
from cattools.games.territory.rules.labels import card_words, colour, seat_name, stack_words, title
from cattools.games.territory.rules.lines import BETWEEN, RAY, WAYS, Lines, Placement, tops_with, turned, unblocked
from cattools.games.territory.rules.scoring import totals, winners
from cattools.games.territory.rules.state import Territory
from cattools.games.territory.rules.transitions import apply_unchecked

BY_CARD = {
    EMPTY: "territory.assist.empty-cell",
    COLUMN: "territory.assist.over-vertical",
    ROW: "territory.assist.over-horizontal",
}
EXCHANGES = {
    "basic": "territory.exchange",
    "advanced": "territory.advanced.exchange",
    "duel": "territory.duel.stuck",
}


def events(state: Territory, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in rule order."""
    after = apply_unchecked(state, action)
    found = [*_action_events(state, action, after)]
    if after.over:
        found.append(Event(EventKind.NOTE, status(after), _end_rule(after)))
    return tuple(found)


def _action_events(state: Territory, action: Action, after: Territory) -> Iterator[Event]:
    who = seat_name(state.turn)
    if state.step.placed:
        yield from _after_placement(state, state.step.placed, action, after)
    elif isinstance(action, Place):
        yield from _placed(state, Placement(GRID.index[action.at], GRID.index[action.at]), after)
    elif isinstance(action, Use) and action.at:
        words = text(N_("{who} uses an assist card: {card}."), who=who, card=title(action.card))
        yield Event(EventKind.NOTE, words, "territory.assist.use")
        yield from _placed(state, Placement(GRID.index[action.at], CARD[action.card]), after)
    elif isinstance(action, Use):
        rule = "territory.assist.search-three" if CARD[action.card] == SEARCH else "territory.assist.double-turn"
        words = text(N_("{who} uses an assist card: {card}."), who=who, card=title(action.card))
        yield Event(EventKind.NOTE, words, rule)
    elif isinstance(action, Swap):
        card = CARD[action.card]
        cell, assist = N_("{who} discards the coordinate card {card}."), N_("{who} discards an assist card: {card}.")
        words = text(cell if card < SIZE else assist, who=who, card=card_words(card))
        yield Event(EventKind.NOTE, words, EXCHANGES[state.plan.game])
    elif isinstance(action, Enough):
        yield Event(
            EventKind.NOTE, text(N_("{who} does not exchange a second card."), who=who), "territory.advanced.exchange"
        )
    elif isinstance(action, Keep):
        words = text(N_("{who} keeps one card; the others go to the bottom of the deck."), who=who)
        yield Event(EventKind.NOTE, words, "territory.assist.search-three")
    elif isinstance(action, Pass):
        yield Event(EventKind.NEWS, text(N_("{who} cannot act and passes."), who=who), "territory.end.stuck")
    elif isinstance(action, Draw):
        yield from _drawn(state, action)
    elif isinstance(action, Lot):
        words = text(N_("{who} begins."), who=seat_name(after.turn))
        yield Event(EventKind.NOTE, words, "territory.setup.order", by_reading=True)


# --- cats --------------------------------------------------------------------------------------------------------


def _placed(state: Territory, placed: Placement, after: Territory) -> Iterator[Event]:
    """Yield the events of placing a cat, up to the point where a treasure is turned up or players are asked."""
    (cell, card), seat = placed, state.turn
    stack, at, who = STACKS[state.stacks[cell]], NAMES[cell], seat_name(seat)
    if not stack:
        rule, words = "territory.place.empty", text(N_("{who} puts a cat on {at}."), who=who, at=at)
    elif seat in stack:
        rule, words = "territory.flip.restack", text(N_("On {at} the cat of {who} comes to the top."), who=who, at=at)
    else:
        below = stack_words(state.stacks[cell])
        rule = "territory.place.occupied"
        words = text(N_("{who} puts a cat on {at}, over {stack}."), who=who, at=at, stack=below)
    yield Event(EventKind.TURN if seat in stack else EventKind.LAND, words, BY_CARD.get(card, rule), (at,))
    value = state.plan.layout[cell]
    if not stack and value is not None:
        yield _treasure(state, cell, value)
    tops = tops_with(state.tops, seat, cell)
    yield from _caught(placed, tops, seat)
    if not after.step.reveal:
        yield from _settled(state, placed, after, turned(placed, tops, seat))


def _treasure(state: Territory, cell: int, value: int) -> Event:
    words = many(
        N_("The treasure on {at} brings {who} {n} point."),
        N_("The treasure on {at} brings {who} {n} points."),
        value,
        at=NAMES[cell],
        who=seat_name(state.turn),
    )
    return Event(EventKind.NOTE, words, "territory.place.empty", (NAMES[cell],))


def _caught(placed: Placement, tops: tuple[int, ...], seat: int) -> Iterator[Event]:
    """Yield for each direction which cells are about to turn, or which gap prevents that."""
    cell, filled = placed.cell, sum(tops)
    for way in WAYS[placed.card]:
        ray, high, between = BETWEEN[cell][way]
        near = tops[seat] & ray
        if not near:
            continue
        far = near.bit_length() - 1 if high else (near & -near).bit_length() - 1
        line = between[1 << far]
        if gaps := line & ~filled:
            names = [NAMES[c] for c in RAY[cell][way] if gaps >> c & 1]
            words = many(
                N_("Nothing turns towards {far}: {gaps} has no cat."),
                N_("Nothing turns towards {far}: {gaps} have no cats."),
                len(names),
                far=NAMES[far],
                gaps=listed(list(names)),
            )
            yield Event(EventKind.NOTE, words, "territory.flip.gap", tuple(names))
        elif line:
            names = [NAMES[c] for c in RAY[cell][way] if line >> c & 1]
            words = many(
                N_("{cells} is between {at} and {far}."),
                N_("{cells} are between {at} and {far}."),
                len(names),
                at=NAMES[cell],
                far=NAMES[far],
                cells=listed(list(names)),
            )
            yield Event(EventKind.REACT, words, "territory.flip.nearest", tuple(names))


def _after_placement(state: Territory, placed: Placement, action: Action, after: Territory) -> Iterator[Event]:
    """Yield the events of turning up the treasure under the cat just placed, or of answering, and what follows."""
    if isinstance(action, Reveal):
        yield _treasure(state, placed.cell, action.value)
        yield from _settled(state, placed, after, state.lines)
        return
    seat, blocks = state.step.asked[0], state.step.blocks
    if isinstance(action, Block):
        blocks = (*blocks, seat)
        yield Event(EventKind.NOTE, text(N_("{who} blocks."), who=seat_name(seat)), "territory.assist.block")
    else:
        words = text(N_("{who} lets the cells turn."), who=seat_name(seat))
        yield Event(EventKind.NOTE, words, "territory.assist.block-window")
    if not after.step.asked:
        yield from _turning(state, placed, after, state.lines, blocks)


def _settled(state: Territory, placed: Placement, after: Territory, lines: Lines) -> Iterator[Event]:
    """Yield who is asked whether to block, or what turns if nobody is asked."""
    if after.step.asked:
        words = text(N_("{who} may answer with a block."), who=listed([seat_name(seat) for seat in after.step.asked]))
        yield Event(EventKind.NOTE, words, "territory.assist.block-window", (NAMES[placed.cell],))
    else:
        yield from _turning(state, placed, after, lines, ())


def _turning(
    state: Territory, placed: Placement, after: Territory, lines: Lines, blocks: tuple[int, ...]
) -> Iterator[Event]:
    """Yield the cells that blocks protect, those that turn (nearest to the new cat first), and the bonus points."""
    for blocker in blocks:
        cells = tuple(NAMES[c] for c in bits(state.tops[blocker] & sum(lines)))
        words = text(N_("The block keeps {cells} {colour}."), cells=listed(list(cells)), colour=colour(blocker))
        yield Event(EventKind.KEEP, words, "territory.assist.block", cells)
    real = unblocked(state.tops, lines, blocks)
    for way in RAY[placed.cell]:
        names = tuple(NAMES[c] for c in way if sum(real) >> c & 1)
        if names:
            words = many(
                N_("{cells} turns {colour}."),
                N_("{cells} turn {colour}."),
                len(names),
                cells=listed(list(names)),
                colour=colour(state.turn),
            )
            yield Event(EventKind.TURN, words, "territory.flip.line", names)
    if after.bonus != state.bonus:
        yield from _bonus(state, real)


def _bonus(state: Territory, lines: Lines) -> Iterator[Event]:
    bonus, counts = box().bonus, [line.bit_count() for line in lines]
    patterns = (
        ("territory.advanced.bonus.three-way", len(lines) == 3, bonus.three_way,
         N_("Cells turn in three directions. Bonus points for {who}: {n}.")),
        ("territory.advanced.bonus.four-way", len(lines) == 4, bonus.four_way,
         N_("Cells turn in four directions. Bonus points for {who}: {n}.")),
        ("territory.advanced.bonus.line-three", counts.count(3), bonus.line_three,
         N_("A line of three turns. Bonus points for {who}: {n}.")),
        ("territory.advanced.bonus.line-four", counts.count(4), bonus.line_four,
         N_("A line of four turns. Bonus points for {who}: {n}.")),
    )  # fmt: skip
    for rule, times, points, sentence in patterns:
        for _ in range(times):
            yield Event(EventKind.NOTE, text(sentence, n=points, who=seat_name(state.turn)), rule)


# --- cards -------------------------------------------------------------------------------------------------------


def _drawn(state: Territory, action: Draw) -> Iterator[Event]:
    step = state.step
    assist = bool(step.looking) or step.draws[0].deck == ASSIST
    if assist and not state.assist_deck and not state.bottom:
        words = text(N_("The used assist cards are shuffled into a new deck."))
        yield Event(EventKind.NEWS, words, "territory.assist.reshuffle")
    if step.looking:
        words = text(N_("{who} looks at the top assist cards."), who=seat_name(state.turn))
        yield Event(EventKind.NOTE, words, "territory.assist.search-three")
        return
    who = seat_name(step.draws[0].seat)
    if action.card == "END":
        yield Event(EventKind.NEWS, text(N_("{who} draws END and shows it."), who=who), "territory.end.card")
    elif step.draws[0].deck == CELLS:
        rule = "territory.setup.hand" if step.lot else "territory.place.card"
        yield Event(EventKind.NOTE, text(N_("{who} draws a coordinate card."), who=who), rule)
    else:
        rule = "territory.advanced.hand" if step.lot else "territory.exchange"
        yield Event(EventKind.NOTE, text(N_("{who} draws an assist card."), who=who), rule)


# --- status and intent -------------------------------------------------------------------------------------------


def status(state: Territory) -> Text:
    """Return one sentence: whose turn it is and what they must do, or how the game ended."""
    seat, step = state.to_move, state.step
    if seat is None:
        return _ended(state)
    if seat == CHANCE:
        if step.placed:
            at = NAMES[step.placed.cell]
            return text(N_("{who} turns up the treasure on {at}."), who=seat_name(state.turn), at=at)
        if step.looking:
            return text(N_("{who} looks at assist cards."), who=seat_name(state.turn))
        if not step.draws:
            return text(N_("The start player is drawn at random."))
        if step.lot:
            return text(N_("The cards are dealt."))
        return text(N_("{who} draws a card."), who=seat_name(step.draws[0].seat))
    if step.asked:
        cells = listed([NAMES[c] for c in bits(sum(state.lines) & state.tops[seat])])
        words = N_("{who} may block: {cells} would turn {colour}.")
        return text(words, who=seat_name(seat), cells=cells, colour=colour(state.turn))
    if step.looked:
        return text(N_("{who} keeps one of these cards: press the one to keep."), who=seat_name(seat))
    if step.swap:
        return text(N_("{who} may exchange one more card."), who=seat_name(seat))
    if step.again:
        return text(N_("{who} takes another action."), who=seat_name(seat))
    return plain_turn(seat_name(seat))


def _end_rule(state: Territory) -> str:
    """Return the rule that ended the game."""
    if state.ended_by is not None:
        return "territory.end.card"
    if not state.full:
        return "territory.end.stuck"
    return "territory.duel.end" if state.plan.duel else "territory.end.full"


def _ended(state: Territory) -> Text:
    won, points = winners(state), max(totals(state))
    names = listed([seat_name(seat) for seat in won])
    return many(
        N_("The game is over: {who} wins with {points}."),
        N_("The game is over: {who} share the victory with {points}."),
        len(won),
        who=names,
        points=many(N_("{n} point"), N_("{n} points"), points),
    )


def intent(state: Territory, action: Action) -> Text:
    """Return in words what an action, legal or not, attempts."""
    seat = state.mover
    who = seat_name(state.turn if seat is None else seat)
    if isinstance(action, Place):
        return text(N_("{who} wants to put a cat on {at} with a coordinate card."), who=who, at=action.at)
    if isinstance(action, Use):
        card = title(action.card)
        if action.at:
            return text(N_("{who} wants to use an assist card on {at}: {card}."), who=who, card=card, at=action.at)
        return text(N_("{who} wants to use an assist card: {card}."), who=who, card=card)
    if isinstance(action, Swap):
        decks = {CELLS: N_("the coordinate deck"), ASSIST: N_("the assist deck")}
        return text(
            N_("{who} wants to discard a card ({card}) and draw one from {deck}."),
            who=who,
            card=card_words(CARD[action.card]),
            deck=text(decks[action.deck]),
        )
    if isinstance(action, Draw):
        return text(N_("{who} wants to draw a card."), who=who)
    if isinstance(action, Block):
        return text(N_("{who} wants to block."), who=who)
    if isinstance(action, Pass):
        return text(N_("{who} wants to pass."), who=who)
    if isinstance(action, Allow):
        return text(N_("{who} wants to let the cells turn."), who=who)
    if isinstance(action, Enough):
        return text(N_("{who} does not want to exchange a second card."), who=who)
    if isinstance(action, Keep):
        return text(N_("{who} wants to keep card {n} of the assist cards looked at."), who=who, n=action.number)
    return text(N_("{who} wants to play {action}."), who=who, action=action)
