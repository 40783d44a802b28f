"""What actions do in Neko Neko Territory: the state after an action, and what happened, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE, plain_turn, with_seat
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, listed, many, sentences, text
from cattools.core.notation.actions import deed as deed_of
from cattools.core.notation.actions import sentence
from cattools.games.territory import components, position
from cattools.games.territory.components import Action, Block, Draw, Keep, Lot, Pass, Place, Reveal, Swap, Use, colour
from cattools.games.territory.position import IDLE, RAY, DueDraw, Lines, Placement, Step, Territory, drawing, turned

# --- transitions -----------------------------------------------------------------------------------------------


DRAW = tuple(Draw(card) for card in components.CARDS)
REVEAL = tuple(Reveal(value) for value in range(10))
LOT = tuple(Lot(colour) for colour in components.COLOURS)
ON_ITS_CELL = tuple(
    Placement(cell, cell) for cell in range(components.SIZE)
)  # the placement made with each coordinate card
DRAW_ONE = {
    deck: tuple(drawing((DueDraw(seat, deck),)) for seat in range(len(components.COLOURS))) for deck in components.DECKS
}  # by seat


def apply_unchecked(state: Territory, action: Action) -> Territory:
    """Return the state after a legal action (`territory.turn.choose`)."""
    if isinstance(action, Draw):
        return _drawn(state, components.CARD[action.card])
    draft, step = Draft(state), state.step
    if step.placed:
        if isinstance(action, Reveal):
            draft.reveal(step.placed, action.value)
        else:
            draft.answer(step.placed, block=isinstance(action, Block))
    elif step.swap:
        draft.exchange(step.swap, components.CARD[action.card] if isinstance(action, Swap) else None)
    elif isinstance(action, Place):
        draft.place(ON_ITS_CELL[components.GRID.index[action.at]])
    elif isinstance(action, Swap):
        draft.swap(components.CARD[action.card], action.deck)
    elif isinstance(action, Use):
        draft.use(components.CARD[action.card], action.at)
    elif isinstance(action, Keep):
        draft.keep(action.number - 1)
    elif isinstance(action, Lot):
        draft.turn, draft.step = components.COLOURS.index(action.colour), IDLE
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
    elif card == components.END:
        ended_by, step = draws[0].seat, IDLE
    else:
        seat, deck = draws[0]
        hands = with_seat(hands, seat, components.with_card(hands[seat], card))
        if deck == components.CELLS:
            cell_deck = components.without_card(cell_deck, card)
        else:
            assist_deck, bottom, used = _without_next(assist_deck, bottom, used, card)
        if len(draws) > 1 or step.lot:
            step = drawing(draws[1:], step.lot, step.again)
        elif step.again:
            step = position.AGAIN
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
        return components.without_card(deck, card), bottom, used
    if bottom:
        return deck, bottom[1:], used
    return components.without_card(used, card), bottom, b""


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
        """Put a cat on a cell with a card from the hand; then the cell's treasure is turned face up or cells flip.

        If the stack already holds a cat of that colour, that cat comes to the top instead: a stack has no colour twice
        (`territory.stack.unique`).
        """
        (cell, card), seat, table = placed, self.turn, self.before.plan
        old, stacks, tops = self.stacks[cell], bytearray(self.stacks), list(self.tops)
        stacks[cell] = components.WITH_TOP[seat][old]
        if old:
            tops[components.STACKS[old][-1]] ^= 1 << cell
        tops[seat] |= 1 << cell
        self.stacks, self.tops = bytes(stacks), tuple(tops)
        self.discard(seat, card)
        if not old:
            if table.treasures:
                self.step = position.revealing(placed)
                return
            if (value := table.layout[cell]) is not None:
                self.won = with_seat(self.won, seat, components.with_card(self.won[seat], value))
        self.settle(placed)

    def reveal(self, placed: Placement, value: int) -> None:
        """Give the mover the treasure turned face up under the cat just placed; then cells can flip."""
        self.treasures = components.without_card(self.treasures, value)
        self.won = with_seat(self.won, self.turn, components.with_card(self.won[self.turn], value))
        self.settle(placed)

    def settle(self, placed: Placement) -> None:
        """Ask the players who may block; if there are none, flip the cells."""
        lines = turned(placed, self.tops, self.turn)
        asked = who_is_asked(self.before, self.tops, lines) if lines else ()
        if asked:
            self.step = Step(placed=placed, asked=asked)
        else:
            self.finish(placed, lines, ())

    def answer(self, placed: Placement, *, block: bool) -> None:
        """Process the answer of the player asked; after the last answer the cells flip."""
        (seat, *asked), blocks = self.step.asked, self.step.blocks
        if block:
            self.discard(seat, components.BLOCK)
            blocks = (*blocks, seat)
        if asked:
            self.step = Step(placed=placed, asked=tuple(asked), blocks=blocks)
        else:
            self.finish(placed, turned(placed, self.tops, self.turn), blocks)

    def finish(self, placed: Placement, lines: Lines, blocks: tuple[int, ...]) -> None:
        """Flip the cells; then the game ends, cards are drawn or the next player moves."""
        seat, table = self.turn, self.before.plan
        if blocks:
            lines = position.unblocked(self.tops, lines, blocks)
        if lines:
            caught, stacks = sum(lines), bytearray(self.stacks)
            for cell in bits(caught):
                stacks[cell] = components.WITH_TOP[seat][stacks[cell]]
            tops = [top & ~caught for top in self.tops]
            tops[seat] |= caught
            self.stacks, self.tops = bytes(stacks), tuple(tops)
            if table.pays and (points := position.bonus_points(lines)):
                self.bonus = with_seat(self.bonus, seat, self.bonus[seat] + points)
        if 0 not in self.stacks:
            self.step = IDLE
        elif table.duel and (placed.card >= components.SIZE or not self.cell_deck):
            self.end_turn()  # nothing is drawn (`territory.duel.turn`, `territory.duel.stuck`)
        elif blocks and not table.duel:
            self.step = drawing(tuple(DueDraw(drawer, components.CELLS) for drawer in (*blocks, seat)))
        else:
            self.step = DRAW_ONE[components.CELLS][seat]

    # --- cards ---------------------------------------------------------------------------------------------------

    def discard(self, seat: int, card: int) -> None:
        """Remove a card from a hand; an assist card joins the used cards."""
        self.hands = with_seat(self.hands, seat, components.without_card(self.hands[seat], card))
        if card >= components.SIZE:
            self.used = components.with_card(self.used, card)

    def end_turn(self) -> None:
        """Pass the turn to the next player."""
        self.turn, self.step = (self.turn + 1) % len(self.tops), IDLE

    def use(self, card: int, at: str) -> None:
        """Use an assist card, on a cell if it needs one."""
        if at:
            self.place(Placement(components.GRID.index[at], card))
        elif card == components.DOUBLE:
            self.discard(self.turn, card)
            self.step = drawing(DRAW_ONE[components.CELLS][self.turn].draws, again=True)
        else:  # the search card joins the used cards only when a card is kept
            self.hands = with_seat(self.hands, self.turn, components.without_card(self.hands[self.turn], card))
            self.step = Step(looking=min(3, self.before.assist_left))

    def keep(self, index: int) -> None:
        """Take one of the cards looked at; the others go below the deck in the order they were drawn.

        (`territory.assist.search-three`)
        """
        looked, seat = self.step.looked, self.turn
        self.hands = with_seat(self.hands, seat, components.with_card(self.hands[seat], looked[index]))
        self.bottom += tuple((card, seat) for n, card in enumerate(looked) if n != index)
        self.used = components.with_card(self.used, components.SEARCH)
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


def who_is_asked(state: Territory, tops: Sequence[int], lines: Lines) -> tuple[int, ...]:
    """Return the seats that may block, clockwise, from public information only (`territory.assist.block-window`).

    `state` is the state before the placement and can contain card backs. `tops` are the cells that each colour tops
    after the placement, and `lines` are the cells about to flip.
    """
    table, caught = state.plan, sum(lines)
    if not table.duel and state.used.count(components.BLOCK) == table.assist.count(components.BLOCK):
        return ()
    asked = []
    for offset in range(1, table.seats):
        other = (state.turn + offset) % table.seats
        hand = state.hands[other]
        if tops[other] & caught and (
            components.BLOCK in hand if table.duel else hand and components.SIZE <= hand[-1] != components.CELL_BACK
        ):
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
    return [*deals, (1, DRAW[components.END])] if end else deals


def chance(state: Territory, rng: Random) -> Action:
    """Return a random deal, chosen by weight."""
    step = state.step
    if step.reveal:
        return REVEAL[state.treasures[int(rng.random() * len(state.treasures))]]
    if not step.draws and not step.looking:
        return LOT[int(rng.random() * len(state.tops))]
    cards, end = _drawn_from(state)
    at = int(rng.random() * (len(cards) + end))
    return DRAW[cards[at] if at < len(cards) else components.END]


def _drawn_from(state: Territory) -> tuple[bytes, bool]:
    """Return the cards that the next draw comes from, and whether END can be drawn (`territory.setup.end-card`).

    An empty assist deck is refilled with the used cards (`territory.assist.reshuffle`).
    """
    draws = state.step.draws
    if draws and draws[0].deck == components.CELLS:
        among = state.plan.end_among
        return state.cell_deck, among is not None and len(state.cell_deck) <= among
    if state.assist_deck or not state.bottom:
        return state.assist_deck or state.used, False
    return bytes(state.bottom[0][:1]), False


# --- events ----------------------------------------------------------------------------------------------------

BY_CARD = {
    components.EMPTY: "territory.assist.empty-cell",
    components.COLUMN: "territory.assist.over-vertical",
    components.ROW: "territory.assist.over-horizontal",
}
EXCHANGES = {
    "basic": "territory.exchange",
    "advanced": "territory.advanced.exchange",
    "duel": "territory.duel.stuck",
}


# Sentences about a move, and how they address the player who made it (`Game.addressed`).
SECOND_PERSON: dict[str, str | tuple[str, str]] = {
    "{who} uses an assist card: {card}.": N_("You use an assist card: {card}."),
    "{who} discards the coordinate card {card}.": N_("You discard the coordinate card {card}."),
    "{who} discards an assist card: {card}.": N_("You discard an assist card: {card}."),
    "{who} does not exchange a second card.": N_("You do not exchange a second card."),
    "{who} keeps one card; the others go to the bottom of the deck.": N_(
        "You keep one card; the others go to the bottom of the deck."
    ),
    "{who} cannot act and passes.": N_("You cannot act: you pass."),
    "{who} begins.": N_("You begin."),
    "{who} puts a cat on {at}.": N_("You put a cat on {at}."),
    "On {at} the cat of {who} comes to the top.": N_("On {at} your cat comes to the top."),
    "{who} puts a cat on {at}, over {stack}.": N_("You put a cat on {at}, over {stack}."),
    "{who} may answer with a block.": N_("You may answer with a block."),
    "{who} blocks.": N_("You block."),
    "{who} lets the cells flip.": N_("You let the cells flip."),
    "Cells flip in three directions. Bonus points for {who}: {n}.": N_(
        "Cells flip in three directions. Bonus points for you: {n}."
    ),
    "Cells flip in four directions. Bonus points for {who}: {n}.": N_(
        "Cells flip in four directions. Bonus points for you: {n}."
    ),
    "A line of three flips. Bonus points for {who}: {n}.": N_("A line of three flips. Bonus points for you: {n}."),
    "A line of four flips. Bonus points for {who}: {n}.": N_("A line of four flips. Bonus points for you: {n}."),
    "{who} looks at the top assist cards.": N_("You look at the top assist cards."),
    "{who} draws END and shows it.": N_("You draw END and show it."),
    "{who} draws a coordinate card.": N_("You draw a coordinate card."),
    "{who} draws an assist card.": N_("You draw an assist card."),
    "{who} takes the treasure on {at}, worth {n} point.": NP_(
        "You take the treasure on {at}, worth {n} point.", "You take the treasure on {at}, worth {n} points."
    ),
    # Intents, as in advice:
    "{who} wants to put a cat on {at} with a coordinate card.": N_("You put a cat on {at} with a coordinate card."),
    "{who} wants to use an assist card: {card}.": N_("You use an assist card: {card}."),
    "{who} wants to use an assist card on {at}: {card}.": N_("You use an assist card on {at}: {card}."),
    "{who} wants to discard a card ({card}) and draw one from {deck}.": N_(
        "You discard a card ({card}) and draw one from {deck}."
    ),
    "{who} does not want to exchange a second card.": N_("You do not exchange a second card."),
    "{who} wants to keep card {number} of the assist cards looked at.": N_(
        "You keep card {number} of the assist cards looked at."
    ),
    "{who} wants to block.": N_("You block."),
    "{who} wants to let the cells flip.": N_("You let the cells flip."),
    "{who} wants to pass.": N_("You pass."),
    # Refusals:
    "The game is over: {who} has drawn END.": N_("The game is over: you have drawn END."),
    "{who} must answer first: block, or let the cells flip.": N_(
        "You must answer first: block, or let the cells flip."
    ),
    "{who} must first choose which card to keep.": N_("You must first choose which card to keep."),
    "{who} must first exchange a second card, or press “No second exchange”.": N_(
        "You must first exchange a second card, or press “No second exchange”."
    ),
    "{who} holds no coordinate card for {at}.": N_("You hold no coordinate card for {at}."),
    "{who} does not hold this assist card: {card}.": N_("You do not hold this assist card: {card}."),
    "{who} has already used this assist card: {card}.": N_("You have already used this assist card: {card}."),
    "{who} does not hold this card: {card}.": N_("You do not hold this card: {card}."),
    "{who} holds no block card.": N_("You hold no block card."),
}


def events(state: Territory, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in rule order."""
    after = apply_unchecked(state, action)
    found = [*_action_events(state, action, after)]
    if after.over:
        found.append(Event(EventKind.NOTE, status(after), _end_rule(after)))
    return tuple(found)


def _action_events(state: Territory, action: Action, after: Territory) -> Iterator[Event]:
    who = components.seat_name(state.turn)
    if state.step.placed:
        yield from _after_placement(state, state.step.placed, action, after)
    elif isinstance(action, Place):
        yield from _placed(state, Placement(components.GRID.index[action.at], components.GRID.index[action.at]), after)
    elif isinstance(action, Use) and action.at:
        words = text(N_("{who} uses an assist card: {card}."), who=who, card=components.title(action.card))
        yield Event(EventKind.NOTE, words, "territory.assist.use")
        yield from _placed(state, Placement(components.GRID.index[action.at], components.CARD[action.card]), after)
    elif isinstance(action, Use):
        rule = (
            "territory.assist.search-three"
            if components.CARD[action.card] == components.SEARCH
            else "territory.assist.double-turn"
        )
        words = text(N_("{who} uses an assist card: {card}."), who=who, card=components.title(action.card))
        yield Event(EventKind.NOTE, words, rule)
    elif isinstance(action, Swap):
        card = components.CARD[action.card]
        cell, assist = N_("{who} discards the coordinate card {card}."), N_("{who} discards an assist card: {card}.")
        words = text(cell if card < components.SIZE else assist, who=who, card=components.card_words(card))
        yield Event(EventKind.NOTE, words, EXCHANGES[state.plan.game])
    elif isinstance(action, components.Enough):
        yield Event(
            EventKind.NOTE, text(N_("{who} does not exchange a second card."), who=who), "territory.advanced.exchange"
        )
    elif isinstance(action, Keep):
        words = text(N_("{who} keeps one card; the others go to the bottom of the deck."), who=who)
        yield Event(EventKind.NOTE, words, "territory.assist.search-three")
    elif isinstance(action, Pass):
        yield Event(EventKind.NEWS, text(N_("{who} cannot act and passes."), who=who), "territory.end.stuck")
    elif isinstance(action, Draw):
        yield from _draw_events(state, action)
    elif isinstance(action, Lot):
        words = text(N_("{who} begins."), who=components.seat_name(after.turn))
        yield Event(EventKind.NOTE, words, "territory.setup.order", by_reading=True)


# --- cats --------------------------------------------------------------------------------------------------------


def _placed(state: Territory, placed: Placement, after: Territory) -> Iterator[Event]:
    """Yield the events of placing a cat, up to the point where a treasure is turned face up or players are asked."""
    (cell, card), seat = placed, state.turn
    stack, at, who = components.STACKS[state.stacks[cell]], components.NAMES[cell], components.seat_name(seat)
    if not stack:
        rule, words = "territory.place.empty", text(N_("{who} puts a cat on {at}."), who=who, at=at)
    elif seat in stack:
        rule, words = "territory.flip.restack", text(N_("On {at} the cat of {who} comes to the top."), who=who, at=at)
    else:
        below = components.stack_words(state.stacks[cell])
        rule = "territory.place.occupied"
        words = text(N_("{who} puts a cat on {at}, over {stack}."), who=who, at=at, stack=below)
    yield Event(EventKind.TURN if seat in stack else EventKind.LAND, words, BY_CARD.get(card, rule), (at,))
    value = state.plan.layout[cell]
    if not stack and value is not None:
        yield _treasure(state, cell, value)
    tops = position.tops_with(state.tops, seat, cell)
    yield from _caught(placed, tops, seat)
    if not after.step.reveal:
        yield from _settled(state, placed, after, turned(placed, tops, seat))


def _treasure(state: Territory, cell: int, value: int) -> Event:
    words = many(
        "{who} takes the treasure on {at}, worth {n} point.",
        "{who} takes the treasure on {at}, worth {n} points.",
        value,
        at=components.NAMES[cell],
        who=components.seat_name(state.turn),
    )
    return Event(EventKind.GAIN, words, "territory.place.empty", (components.NAMES[cell],))


def _caught(placed: Placement, tops: tuple[int, ...], seat: int) -> Iterator[Event]:
    """Yield for each direction which cells are about to flip, or which gap prevents that."""
    cell, filled = placed.cell, sum(tops)
    for way in position.WAYS[placed.card]:
        ray, high, between = position.BETWEEN[cell][way]
        near = tops[seat] & ray
        if not near:
            continue
        far = near.bit_length() - 1 if high else (near & -near).bit_length() - 1
        line = between[1 << far]
        if gaps := line & ~filled:
            names = [components.NAMES[c] for c in RAY[cell][way] if gaps >> c & 1]
            words = many(
                "Nothing flips towards {far}: {gaps} has no cat.",
                "Nothing flips towards {far}: {gaps} have no cats.",
                len(names),
                far=components.NAMES[far],
                gaps=listed(list(names)),
            )
            yield Event(EventKind.NOTE, words, "territory.flip.gap", tuple(names))
        elif line:
            names = [components.NAMES[c] for c in RAY[cell][way] if line >> c & 1]
            words = many(
                "{cells} is between {at} and {far}.",
                "{cells} are between {at} and {far}.",
                len(names),
                at=components.NAMES[cell],
                far=components.NAMES[far],
                cells=listed(list(names)),
            )
            yield Event(EventKind.REACT, words, "territory.flip.nearest", tuple(names))


def _after_placement(state: Territory, placed: Placement, action: Action, after: Territory) -> Iterator[Event]:
    """Yield the events of turning up the treasure under the cat just placed, or of an answer, and what follows."""
    if isinstance(action, Reveal):
        yield _treasure(state, placed.cell, action.value)
        yield from _settled(state, placed, after, state.lines)
        return
    seat, blocks = state.step.asked[0], state.step.blocks
    if isinstance(action, Block):
        blocks = (*blocks, seat)
        yield Event(EventKind.NOTE, text(N_("{who} blocks."), who=components.seat_name(seat)), "territory.assist.block")
    else:
        words = text(N_("{who} lets the cells flip."), who=components.seat_name(seat))
        yield Event(EventKind.NOTE, words, "territory.assist.block-window")
    if not after.step.asked:
        yield from _turning(state, placed, after, state.lines, blocks)


def _settled(state: Territory, placed: Placement, after: Territory, lines: Lines) -> Iterator[Event]:
    """Yield who is asked whether to block, or what flips if nobody is asked."""
    if after.step.asked:
        asked = [components.seat_name(seat) for seat in after.step.asked]
        words = text(N_("{who} may answer with a block."), who=listed(asked) if len(asked) > 1 else asked[0])
        yield Event(EventKind.NOTE, words, "territory.assist.block-window", (components.NAMES[placed.cell],))
    else:
        yield from _turning(state, placed, after, lines, ())


def _turning(
    state: Territory, placed: Placement, after: Territory, lines: Lines, blocks: tuple[int, ...]
) -> Iterator[Event]:
    """Yield the cells that blocks protect, those that flip (nearest to the new cat first), and the bonus points."""
    for blocker in blocks:
        cells = tuple(components.NAMES[c] for c in bits(state.tops[blocker] & sum(lines)))
        words = text(N_("The block keeps {cells} {colour}."), cells=listed(list(cells)), colour=colour(blocker))
        yield Event(EventKind.KEEP, words, "territory.assist.block", cells)
    real = position.unblocked(state.tops, lines, blocks)
    for way in RAY[placed.cell]:
        names = tuple(components.NAMES[c] for c in way if sum(real) >> c & 1)
        if names:
            words = many(
                "{cells} flips to {colour}.",
                "{cells} flip to {colour}.",
                len(names),
                cells=listed(list(names)),
                colour=colour(state.turn),
            )
            yield Event(EventKind.TURN, words, "territory.flip.line", names)
    if after.bonus != state.bonus:
        yield from _bonus(state, real)


def _bonus(state: Territory, lines: Lines) -> Iterator[Event]:
    bonus, counts = components.box().advanced, [line.bit_count() for line in lines]
    patterns = (
        ("territory.advanced.bonus.three-way", len(lines) == 3, bonus.three_way,
         N_("Cells flip in three directions. Bonus points for {who}: {n}.")),
        ("territory.advanced.bonus.four-way", len(lines) == 4, bonus.four_way,
         N_("Cells flip in four directions. Bonus points for {who}: {n}.")),
        ("territory.advanced.bonus.line-three", counts.count(3), bonus.line_three,
         N_("A line of three flips. Bonus points for {who}: {n}.")),
        ("territory.advanced.bonus.line-four", counts.count(4), bonus.line_four,
         N_("A line of four flips. Bonus points for {who}: {n}.")),
    )  # fmt: skip
    for rule, times, points, words in patterns:
        for _ in range(times):
            yield Event(EventKind.GAIN, text(words, n=points, who=components.seat_name(state.turn)), rule)


# --- cards -------------------------------------------------------------------------------------------------------


def _draw_events(state: Territory, action: Draw) -> Iterator[Event]:
    step = state.step
    assist = bool(step.looking) or step.draws[0].deck == components.ASSIST
    if assist and not state.assist_deck and not state.bottom:
        words = text(N_("The discarded assist cards are shuffled into a new deck."))
        yield Event(EventKind.NEWS, words, "territory.assist.reshuffle")
    if step.looking:
        words = text(N_("{who} looks at the top assist cards."), who=components.seat_name(state.turn))
        yield Event(EventKind.NOTE, words, "territory.assist.search-three")
        return
    who = components.seat_name(step.draws[0].seat)
    if action.card == "END":
        yield Event(EventKind.NEWS, text(N_("{who} draws END and shows it."), who=who), "territory.end.card")
    elif step.draws[0].deck == components.CELLS:
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
            at = components.NAMES[step.placed.cell]
            return text(N_("{who} turns the treasure on {at} face up."), who=components.seat_name(state.turn), at=at)
        if step.looking:
            return text(N_("{who} looks at assist cards."), who=components.seat_name(state.turn))
        if not step.draws:
            return text(N_("The first player is chosen at random."))
        if step.lot:
            return text(N_("The cards are dealt."))
        return text(N_("{who} draws a card."), who=components.seat_name(step.draws[0].seat))
    if step.asked:
        cells = listed([components.NAMES[c] for c in bits(sum(state.lines) & state.tops[seat])])
        words = N_("{who} may block: {cells} would flip to {colour}.")
        return text(words, who=components.seat_name(seat), cells=cells, colour=colour(state.turn))
    if step.looked:
        return text(N_("{who} chooses which of these cards to keep."), who=components.seat_name(seat))
    if step.swap:
        return text(N_("{who} may exchange one more card."), who=components.seat_name(seat))
    if step.again:
        return text(N_("{who} takes another action."), who=components.seat_name(seat))
    return plain_turn(components.seat_name(seat))


PROMPTS = {
    Place: N_("Press the cell of one of your coordinate cards."),
    Use: N_("Assist card: press it, then its cell or the discard pile."),
    Swap: N_("Exchange: press a card, then a deck."),
    Pass: N_("You have no move: press Pass."),
}


def prompt(state: Territory) -> Text:
    """Return what the seat to move has to press."""
    seat, step = state.mover or 0, state.step
    if step.asked:
        facts = {
            "cells": listed([components.NAMES[c] for c in bits(sum(state.lines) & state.tops[seat])]),
            "colour": colour(state.turn),
        }
        if state.allows(Block()):
            return text(N_("{cells} would flip to {colour}: press your block card, or “Let them flip”."), **facts)
        return text(N_("{cells} would flip to {colour}, and you cannot block: press “Let them flip”."), **facts)
    if step.looked:
        return text(N_("Press the card to keep."))
    if step.swap:
        return text(N_("Press a second card and a deck to exchange it, or “No second exchange”."))
    possible = {type(action) for action in state.legal()}
    how = sentences(text(words) for kind, words in PROMPTS.items() if kind in possible)
    return text(N_("You have another action. {how}") if step.again else "{how}", how=how)


def _end_rule(state: Territory) -> str:
    """Return the rule that ended the game."""
    if state.ended_by is not None:
        return "territory.end.card"
    if not state.full:
        return "territory.end.stuck"
    return "territory.duel.end" if state.plan.duel else "territory.end.full"


def _ended(state: Territory) -> Text:
    won, points = state.winners(), max(position.totals(state))
    names = listed([components.seat_name(seat) for seat in won])
    return many(
        "The game is over: {who} wins with {points}.",
        "The game is over: {who} share the win with {points}.",
        len(won),
        who=names,
        points=many("{n} point", "{n} points", points),
    )


def deed(state: Territory, action: Action) -> Text:
    """Return a sentence that begins with a verb and says what a press does."""
    if isinstance(action, Use) and action.at:
        return text(N_("Uses the assist card on {at}: {card}."), card=components.title(action.card), at=action.at)
    return deed_of(action) or intent(state, action)


def intent(state: Territory, action: Action) -> Text:
    """Return in words what an action, legal or not, attempts."""
    seat = state.mover
    who = components.seat_name(state.turn if seat is None else seat)
    if isinstance(action, Use) and action.at:
        words = N_("{who} wants to use an assist card on {at}: {card}.")
        return text(words, who=who, card=components.title(action.card), at=action.at)
    return sentence(action, who) or text(N_("{who} wants to play {action}."), who=who, action=action)
