"""The round helper: a game at a real table, followed by what everybody there can see. Nobody's hand is known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cattools.core.errors import NotationError
from cattools.core.events import Event, EventKind
from cattools.core.game import Game, Panel, State, View
from cattools.core.messages import N_, Text, many, text
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.score import Score
from cattools.games.catbox import GAME, legality, scoring, events
from cattools.games.catbox.actions import Action, Next, Paradox, Play, Predict, Reveal
from cattools.games.catbox.cards import cards, copies, one
from cattools.games.catbox.entry import Entry, read_form, read_round, refusals
from cattools.games.catbox.legality import seat_name
from cattools.games.catbox.notation import read_action as read_play
from cattools.games.catbox.research import box
from cattools.games.catbox.scene import table as picture
from cattools.games.catbox.state import END, NEXT, PLAY, PREDICT, REVEAL, Catbox, Sheet, fresh, put
from cattools.games.catbox.view import Seen

__all__ = ["HELPER", "Broken", "Tally", "begun", "places", "read_form", "sheet", "totals"]
EXPECTED = "a cell such as b6, predict 2, reveal 3, paradox or paradox 3 5 5, or next"


@dataclass(frozen=True, slots=True)
class Broken:
    """A paradox that a player tells of, with the hand laid open or on the player's word (`catbox.paradox`)."""

    held: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(["paradox", *map(str, self.held)])


Step = Action | Broken | Entry


@dataclass(frozen=True, slots=True)
class Tally(State[Step]):
    """What lies on the table. In `table` every hand holds every number, for it might; put aside is nothing.

    A card played is checked as if it were the only one in the hand: what is refused then is wrong whatever else is
    held. `entered` says that only the end of this round was told, so nothing lies on the board.
    """

    table: Catbox
    entered: bool = False

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game, as it is seen at the table."""
        return HELPER

    @property
    def options(self) -> Options:  # type: ignore[override]
        """The options in force."""
        return self.table.options

    @property
    def to_move(self) -> int | None:
        """The seat to play or to predict, or that turns up a card; None at the end."""
        return None if self.table.over else self.table.turn

    @property
    def pending(self) -> bool:
        """Whether a paradox is certain: no card at all could be declared."""
        return self.table.phase == PLAY and not self.open_cells()

    def holding(self, held: int) -> Catbox:
        """Return the position with these cards, and no others, in the hand of the seat to move."""
        return replace(self.table, hands=put(self.table.hands, self.table.turn, held))

    def open_cells(self) -> int:
        """Return the cells that the seat to move may take with one card or another."""
        found = 0
        for cells in self.ways().values():
            found |= cells
        return found

    def ways(self) -> dict[int, int]:
        """Return for each number that the seat to move may still hold the cells such a card may take."""
        seat, only = self.table.forced
        numbers = range(1, self.table.board.numbers + 1)
        held = [n for n in numbers if seat != self.table.turn or only >> n - 1 & 1]
        return {card: self.holding(one(card)).open_cells() for card in held}

    def unseen(self, card: int) -> int:
        """Return how many copies of a card do not lie on the board."""
        board = self.table.board
        return copies(board.deck, card) - (self.table.filled & board.column[card]).bit_count()

    def legal(self) -> Sequence[Step]:
        """Return what can be entered now; where it can be, a paradox is taken on the player's word."""
        table = self.table
        if table.phase == PLAY:
            paradox = Broken()
            return (*table.board.plays(self.open_cells()), *([] if self.why_not(paradox) else [paradox]))
        if table.phase == REVEAL:
            return [reveal for _, reveal in table.board.reveals]
        return table.legal()

    def why_not(self, action: Step) -> tuple[Refusal, ...]:
        """Return all reasons that can be seen on the table against an action, each with its rule."""
        table = self.table
        if isinstance(action, Entry):
            return refusals(table, action)
        if isinstance(action, Broken):
            found = legality.why_not(self.holding(cards(action.held)), Paradox())
            return found or (self._miscounted(action) if action.held else self._possible())
        if not isinstance(action, Play):
            return legality.why_not(table, action)
        found = legality.why_not(self.holding(one(action.card)), action)
        seat, only = table.forced
        if not found and seat == table.turn and not only >> action.card - 1 & 1:
            told = N_("{who} led red while it was closed, which was right only without a {card} in the hand.")
            found = (Refusal("catbox.lead.red-forced", text(told, who=seat_name(seat), card=action.card)),)
        return found

    def _miscounted(self, action: Broken) -> tuple[Refusal, ...]:
        """Return why an open hand cannot be that of the seat to move: its size, or copies that lie on the board."""
        due, found = self.sizes()[self.table.turn], list[Refusal]()
        if len(action.held) != due:
            told = many(
                N_("{who} still holds {n} card, not {found}."), N_("{who} still holds {n} cards, not {found}."), due,
                who=seat_name(self.table.turn), found=len(action.held),
            )  # fmt: skip
            found.append(Refusal("catbox.prepare.discard", told))
        for card in sorted(set(action.held)):
            if action.held.count(card) > (left := self.unseen(card)):
                told = many(
                    N_("Only {n} copy of the {card} is not on the board."),
                    N_("Only {n} copies of the {card} are not on the board."), left, card=card,
                )  # fmt: skip
                found.append(Refusal("catbox.components", told))
        return tuple(found)

    def _possible(self) -> tuple[Refusal, ...]:
        """Return why a paradox cannot be: too few cards that fit nowhere are left for a whole hand."""
        if self.table.phase != PLAY or self.pending:
            return ()
        due = self.sizes()[self.table.turn]
        stuck = sum(self.unseen(card) for card, cells in self.ways().items() if not cells)
        if stuck >= due:
            return ()
        told = many(
            N_("{who} holds {n} card. Those that fit nowhere and are not on the board: {stuck}."),
            N_("{who} holds {n} cards. Those that fit nowhere and are not on the board: only {stuck}."),
            due, who=seat_name(self.table.turn), stuck=stuck,
        )  # fmt: skip
        return (Refusal("catbox.paradox.not-chosen", told),)

    def apply_unchecked(self, action: Step) -> Tally:
        """Return the table after a legal action."""
        table = self.table
        if isinstance(action, Entry):
            return Tally(action.ended(table), entered=True)
        if isinstance(action, Broken):
            return Tally(self.holding(cards(action.held)).broken())
        if isinstance(action, Next):
            return begun(table.options, table.round + 1, table.apply_unchecked(NEXT).sheet)
        now = (self.holding(one(action.card)) if isinstance(action, Play) else table).apply_unchecked(action)
        phase = now.phase if now.phase in (REVEAL, PREDICT, END) else PLAY  # what is put aside is not told
        return Tally(replace(now, phase=phase, hands=table.hands))

    def events(self, action: Step) -> tuple[Event, ...]:
        """Return what an action does, step by step; for a lead of closed red, when it was right."""
        table = self.table
        if isinstance(action, Entry):
            return tuple(events.ended(self.apply_unchecked(action).table))
        if isinstance(action, Broken):
            return events.events(self.holding(cards(action.held)), Paradox())
        if not isinstance(action, Play):
            return events.events(table, action)
        events = events.events(self.holding(one(action.card)), action)
        if events[0].rule == "catbox.lead.red-forced":
            told = text(N_("Red was closed: this is right only if {who} can declare no card in another colour."),
                        who=seat_name(table.turn))  # fmt: skip
            events = (events[0], Event(EventKind.NOTE, told, events[0].rule), *events[1:])
        return events

    def score(self) -> Score:
        """Return the score so far, line by line."""
        return scoring.score(self.table)

    def winners(self) -> tuple[int, ...]:
        """Return the winning seats at the end."""
        return self.table.winners()

    def status(self) -> Text:
        """Return one sentence or two: what is asked, and what it may cost."""
        table = self.table
        said = table.status()
        if table.phase != PLAY:
            return said
        if table.leads:
            if table.red_open:
                return said
            return text(N_("{said} Red may be led only if no card can be declared in another colour."), said=said)
        led = table.board.colour(table.trick[0])
        cost = N_("{said} Any other colour costs {led}.")
        if not table.markers[table.turn] >> led & 1:
            cost = N_("{said} {who} has lost {led} already, so nothing more can be lost.")
        return text(cost, said=said, led=legality.colour(table, led), who=seat_name(table.turn))

    def sizes(self) -> tuple[int, ...]:
        """Return how many cards everybody holds; all can count them."""
        table = self.table
        placed = [sum(table.won)] * table.players if self.entered else [own.bit_count() for own in table.tokens]
        return tuple(table.board.dealt - 1 - n for n in placed)

    def view(self, seat: int | None) -> View[Step]:  # noqa: ARG002 - all see the same
        """Return what everybody sees."""
        table, none = self.table, (0,) * self.table.players
        hands = put(none, table.paradox, table.hands[table.paradox]) if table.paradox >= 0 else none
        if self.entered:
            table = replace(table, tokens=none, filled=table.observed)
        left = table.board.left - table.observed.bit_count()
        return Seen(replace(table, hands=hands, deck=0), None, self.sizes(), left)  # type: ignore[return-value]

    def __str__(self) -> str:
        return str(self.table)


def begun(options: Options, number: int = 0, sheet: Sheet = ()) -> Tally:
    """Return the beginning of a round, the cards in everybody's hands."""
    table = fresh(options, number, sheet)
    board = table.board
    phase = REVEAL if board.revealed else PREDICT if board.predictions else PLAY
    return Tally(replace(table, phase=phase, hands=(board.deck,) * board.players))


# --- what is asked and answered ----------------------------------------------------------------------------------


def places(tally: Tally, card: int) -> list[str]:
    """Return a line for each colour: whether a card may be declared so, or why not."""
    board, found = tally.table.board, []
    for row in range(len(board.names)):
        at = board.grid.names[board.cell(row, card)]
        no = tally.why_not(Play(card, at))
        found.append(str(no[0]) if no else str(text(N_("{at} is possible."), at=at)))
    return found


def sheet(tally: Tally) -> list[tuple[tuple[int, int], ...]]:
    """Return for each round over, for each seat, the points for tricks and the bonus."""
    table = tally.table
    return [*table.sheet, *([scoring.points(table)] if table.phase == END else [])]


def totals(tally: Tally) -> list[int]:
    """Return everybody's total of the rounds that are over."""
    return scoring.totals(tally.table)


# --- in writing and by presses -----------------------------------------------------------------------------------


def read_action(written: str, tally: Tally) -> Step:
    """Read what was played or told. Raises `NotationError`."""
    words = written.strip().lower()
    if words.startswith("round"):
        return read_round(words.removeprefix("round").split(), tally.table)
    if found := re.fullmatch(r"paradox((?:[\s,]*[0-9])*)", words[:80]):
        held = [int(digit) for digit in re.findall("[0-9]", found[1])]
        most, each = tally.table.board.numbers, box().copies
        if any(not 1 <= card <= most or held.count(card) > each for card in held):
            raise NotationError(
                text(N_("cards from 1 to {most}, at most {copies} of each"), most=most, copies=each), found[1].strip()
            )
        return Broken(tuple(sorted(held)))
    try:
        action = read_play(written, tally.table)
    except NotationError as error:
        raise (
            error
            if error.expected.sentence.startswith(("a cell of", "a card from"))
            else NotationError(EXPECTED, written)
        ) from error
    if not isinstance(action, Play | Predict | Reveal | Next):
        raise NotationError(EXPECTED, written)
    return action


def presses(action: Step) -> tuple[str, ...]:
    """Return the area to press: the cell itself, for no hand is shown."""
    if isinstance(action, Reveal):
        return (f"{box().preset[0][0]}{action.card}",)
    return () if isinstance(action, Broken | Entry) else GAME.presses(action)[-1:]


def action_from_presses(tally: Tally, pressed: tuple[str, ...]) -> Any:
    """Return what a press means, legal or not."""
    table, index = tally.table, tally.table.board.grid.index
    if table.phase == REVEAL and pressed[-1] in index:
        return Reveal(table.board.card(index[pressed[-1]]))
    return GAME.action_from_presses(table, pressed[-1:])


def panels(view: View[Action]) -> tuple[Panel, ...]:
    """Return what lies before each player, and how large the largest group is."""
    assert isinstance(view, Seen)  # noqa: S101 - the helper's own views
    board, tokens = view.table.board, view.table.tokens
    return tuple(
        replace(panel, rows=(*panel.rows, (str(told), ()))) if any(tokens) else panel
        for panel in GAME.panels(view)
        for n in [board.group(tokens[panel.seat]).bit_count()]
        for told in [many(N_("largest group: {n} token"), N_("largest group: {n} tokens"), n)]
    )


HELPER = replace(
    GAME, title=N_("Cat in the Box: round helper"), start=begun, read_action=read_action, presses=presses,
    action_from_presses=action_from_presses, scene=picture, panels=panels, has_hidden_information=lambda _: False,
)  # fmt: skip
