"""The round tracker: it follows a game at a real table from public information, without knowing any hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from cattools.core import selection
from cattools.core.display.scene import Mark
from cattools.core.errors import NotationError
from cattools.core.events import Event, EventKind
from cattools.core.game import AnyGame, Tracker
from cattools.core.messages import N_, Text, integer, many, text
from cattools.core.notation import ACTION, limited
from cattools.core.options import Options
from cattools.core.rules import Refusal, Refusals, refusals
from cattools.core.score import Score
from cattools.core.table.position_editor import Draft
from cattools.core.table.scorer import RoundForm, Rounds
from cattools.games.catbox.board.input import action_from_presses, presses
from cattools.games.catbox.rules import events, legality, scoring, transitions
from cattools.games.catbox.rules.actions import Next, Play, Predict, Reveal
from cattools.games.catbox.rules.components import box, cards, one_card
from cattools.games.catbox.rules.labels import colour_word, seat_name
from cattools.games.catbox.rules.notation import parse_action, write_position
from cattools.games.catbox.rules.setup import fresh_round
from cattools.games.catbox.rules.state import END, PLAY, PREDICT, REVEAL, Catbox, RoundPoints
from cattools.games.catbox.table import round_result
from cattools.games.catbox.table.position_editor import without_hands
from cattools.games.catbox.table.public_state import Broken, Step, Tally
from cattools.games.catbox.table.round_result import Entry

__all__ = ["TRACKER", "RoundTracker"]
EXPECTED = "a cell such as b6, predict 2, reveal 3, paradox or paradox 3 5 5, or next"


class RoundTracker(Tracker[Tally, Step]):
    """Cat in the Box as seen at the table: the same rules, applied to the public state."""

    quiet_rules = frozenset({"catbox.declare", "catbox.score.tricks", "catbox.score.bonus"})

    parts: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "rules.setup": ("seats",),
        "table.round_result": ("CHECKS",),
        "table.scene": ("scene", "panels"),
    }

    def start(self, options: Options) -> Tally:
        """Return the start of the game, after the deal."""
        return _begun(options)

    # --- playing -------------------------------------------------------------------------------------------------

    def candidates(self, state: Tally) -> Iterator[Step]:
        """Yield every action that a player could mean, legal or not; for a paradox, no hand is shown."""
        yield Broken()
        for action in legality.candidates(state.table):
            if isinstance(action, Play | Predict | Reveal | Next):
                yield action

    def legal(self, state: Tally) -> Sequence[Step]:
        """Return what can be entered now, including a paradox if the seat to move could have no card to declare."""
        table = state.table
        if table.phase is PLAY:
            paradox = Broken()
            return (*table.board.plays(state.open_cells()), *([] if self.why_not(state, paradox) else [paradox]))
        if table.phase is REVEAL:
            return [reveal for _, reveal in table.board.reveals]
        return legality.legal(table)

    def why_not(self, state: Tally, action: Step) -> Refusals:
        """Return all refusals of an action that follow from the public state, each with its rule."""
        table = state.table
        if isinstance(action, Entry):
            return refusals(self.checks[Entry], table, action)
        if isinstance(action, Broken):
            found = state.holding(cards(action.held)).why_not(legality.PARADOX)
            return found or Refusals(_miscounted(state, action) if action.held else _impossible(state))
        if not isinstance(action, Play):
            return table.why_not(action)
        found = state.holding(one_card(action.card)).why_not(action)
        if not found and not state.may_hold(action.card):
            sentence = N_("{who} led red while it was closed, which is legal only without a {card} in hand.")
            who = seat_name(table.turn)
            found = Refusals([Refusal("catbox.lead.red-forced", text(sentence, who=who, card=action.card))])
        return found

    def apply_unchecked(self, state: Tally, action: Step) -> Tally:
        """Return the state after a legal action."""
        table = state.table
        if isinstance(action, Entry):
            return Tally(state.options, action.ended(table), entered=True)
        if isinstance(action, Broken):
            return Tally(state.options, transitions.broken(state.holding(cards(action.held))))
        if isinstance(action, Next):
            return _begun(state.options, table.round + 1, scoring.by_round(table))
        before = state.holding(one_card(action.card)) if isinstance(action, Play) else table
        now = transitions.apply_unchecked(before, action)
        phase = now.phase if now.phase in (REVEAL, PREDICT, END) else PLAY  # cards put aside are not entered
        return Tally(state.options, replace(now, phase=phase, hands=table.hands))

    # --- events and status ---------------------------------------------------------------------------------------

    def events(self, state: Tally, action: Step) -> tuple[Event, ...]:
        """Return the events of an action; if red is led while it is closed, also when that is legal."""
        table = state.table
        if isinstance(action, Entry):
            return tuple(events.round_ended(self.apply_unchecked(state, action).table, seen=False))
        if isinstance(action, Broken):
            return events.events(state.holding(cards(action.held)), legality.PARADOX)
        if not isinstance(action, Play):
            return events.events(table, action)
        lead, *rest = events.events(state.holding(one_card(action.card)), action)
        if lead.rule == "catbox.lead.red-forced":
            sentence = N_("Red was closed: this is legal only if {who} cannot declare a card in another colour.")
            rest.insert(0, Event(EventKind.NOTE, text(sentence, who=seat_name(table.turn)), lead.rule))
        return (lead, *rest)

    def status(self, state: Tally) -> Text:
        """Return one or two sentences: what to do, and what it could cost."""
        table = state.table
        status = events.status(table)
        if table.phase is not PLAY:
            return status
        if table.leads:
            if table.red_open:
                return status
            return text(N_("{status} Red may be led only if no card can be declared in another colour."), status=status)
        led = table.board.colour(table.trick[0])
        cost = N_("{status} Any other colour costs {led}.")
        if not table.markers[table.turn] >> led & 1:
            cost = N_("{status} {who} has already lost {led}, so nothing more can be lost.")
        return text(cost, status=status, led=colour_word(table.board, led), who=seat_name(table.turn))

    def answer(self, state: Tally, written: str) -> list[object] | None:
        """If only a number is written, say for each colour that the card can be declared in it, or why not."""
        board, number = state.table.board, written.strip()
        if state.table.phase is not PLAY or number not in map(str, range(1, board.numbers + 1)):
            return None
        found: list[object] = []
        for row in range(len(board.colours)):
            at = board.grid.names[board.cell(row, int(number))]
            reasons = self.why_not(state, Play(int(number), at))
            can = text(N_("The {card} can be declared as {colour}."), card=number, colour=colour_word(board, row))
            found.append(reasons[0] if reasons else can)
        return found

    def offered(self, state: Tally) -> list[tuple[str, Text]]:
        """Return the button for the next round or a paradox; a paradox is offered even if it would be refused."""
        if state.table.phase is END and state.to_move is not None:
            return [("next", text(N_("Next round")))]
        return [("paradox", text(N_("Paradox")))] if state.table.phase is PLAY else []

    # --- scoring -------------------------------------------------------------------------------------------------

    def score(self, state: Tally) -> Score:
        """Return the score so far, line by line."""
        return scoring.score(state.table)

    def winners(self, state: Tally) -> tuple[int, ...]:
        """Return the winning seats of a finished game."""
        return scoring.winners(state.table)

    def rounds(self, state: Tally) -> Rounds:
        """Return, for each finished round and seat, the points for tricks and the bonus; and the totals."""
        rows = tuple(
            tuple(f"{integer(won)} + {bonus}" for won, bonus in seats) for seats in scoring.by_round(state.table)
        )
        return Rounds(text(N_("Score sheet: tricks + bonus")), rows, tuple(scoring.totals(state.table)))

    def drafted(self, state: Tally) -> tuple[AnyGame, Draft] | None:
        """Return a draft with all hands unknown, or None if only the result of the round was entered."""
        return None if state.entered else (Catbox.game, without_hands(state.table, state.sizes()))

    def round_form(self, state: Tally) -> RoundForm | None:
        """Return the form for the result of the round, or None while no result can be entered."""
        return (
            round_result.round_form(state.table) if state.table.phase is not END and state.to_move is not None else None
        )

    # --- notation and presses ------------------------------------------------------------------------------------

    def read_action(self, written: str, state: Tally) -> Step:
        """Parse a play, another action, or the result of a round. Raises `NotationError`."""
        words = limited(written, ACTION)
        if words.startswith("round"):
            return round_result.read_round(words.removeprefix("round").split(), state.table)
        if found := re.fullmatch(r"paradox((?:[\s,]*[0-9])*)", words):
            held = [int(digit) for digit in re.findall("[0-9]", found[1])]
            most, each = state.table.board.numbers, box().copies
            if any(not 1 <= card <= most or held.count(card) > each for card in held):
                raise NotationError(
                    text(N_("cards from 1 to {most}, at most {copies} of each"), most=most, copies=each),
                    found[1].strip(),
                )
            return Broken(tuple(sorted(held)))
        action = parse_action(written, state.table)
        if not isinstance(action, Play | Predict | Reveal | Next):
            raise NotationError(EXPECTED, written)
        return action

    def read_form(self, values: Mapping[str, str], state: Tally) -> Entry:
        """Parse the result of a round from named fields. Raises `NotationError`."""
        return round_result.read_form(values, state.table)

    def write_position(self, state: Tally) -> str:
        """Return the public state as one line."""
        return write_position(state.table)

    def presses(self, action: Step) -> tuple[str, ...]:
        """Return the area to press for an action; for a play it is only the cell, because no hand is shown."""
        if isinstance(action, Reveal):
            return (f"{box().preset[0][0]}{action.card}",)
        return () if isinstance(action, Broken | Entry) else presses(action)[-1:]

    def action_from_presses(self, state: Tally, pressed: tuple[str, ...]) -> Step | None:
        """Return the action that a press means, legal or not."""
        table, index = state.table, state.table.board.grid.index
        if table.phase is REVEAL and pressed[-1] in index:
            return Reveal(table.board.card(index[pressed[-1]]))
        return action_from_presses(table, pressed[-1:])

    def selection_marks(self, state: Tally, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
        """Return the marks for the cells that can be taken."""
        return selection.selection_marks(state, pressed)


def _begun(options: Options, number: int = 0, scored: tuple[RoundPoints, ...] = ()) -> Tally:
    """Return the start of a round, after the deal."""
    table = fresh_round(options, number, scored)
    board = table.board
    phase = REVEAL if board.revealed else PREDICT if board.predictions else PLAY
    return Tally(options, replace(table, phase=phase, hands=(board.deck,) * board.players))


def _miscounted(state: Tally, action: Broken) -> tuple[Refusal, ...]:
    """Return the reasons why the seat to move cannot hold a shown hand: its size, or copies already on the board."""
    due, found = state.sizes()[state.table.turn], list[Refusal]()
    if len(action.held) != due:
        sentence = many(
            N_("{who} still holds {n} card, not {found}."),
            N_("{who} still holds {n} cards, not {found}."),
            due,
            who=seat_name(state.table.turn),
            found=len(action.held),
        )
        found.append(Refusal("catbox.prepare.discard", sentence))
    for card in sorted(set(action.held)):
        if action.held.count(card) > (left := state.unseen(card)):
            sentence = many(
                N_("Only {n} copy of the {card} can be in hand: the others are on the board."),
                N_("Only {n} copies of the {card} can be in hand: the others are on the board."),
                left,
                card=card,
            )
            found.append(Refusal("catbox.components", sentence))
    return tuple(found)


def _impossible(state: Tally) -> tuple[Refusal, ...]:
    """Return the reason why a paradox is impossible: at least one card in hand can certainly be declared."""
    if state.table.phase is not PLAY or state.pending:
        return ()
    due = state.sizes()[state.table.turn]
    stuck = sum(state.unseen(card) for card, cells in state.ways().items() if not cells)
    if stuck >= due:
        return ()
    sentence = many(
        N_("{who} holds {n} card, and it can be declared."),
        N_("{who} holds {n} cards, and can declare at least {least} of them."),
        due,
        who=seat_name(state.table.turn),
        least=due - stuck,
    )
    return (Refusal("catbox.paradox.not-chosen", sentence),)


TRACKER = RoundTracker(
    __name__.removesuffix(".table.tracker"),
    Tally,
    title=N_("Cat in the Box: round tracker"),
    original="キャットインザボックス",
)
