"""The end of a game: who has won, and then, if the reader wants it, the score line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cattools.core.display.scene import Mark, Panel
from cattools.core.game_record import position_link
from cattools.core.messages import N_, sentences, text
from cattools.core.score import Line
from cattools.core.timeline import Node
from cattools.widgets import score_table
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.game_review import ReviewableGame
from cattools.widgets.perspective import SharedDeviceView

OVER = N_("The game is over.")


class FinalScoring(ReviewableGame):
    """A game that names the winner as soon as it ends; its score can be counted line by line.

    During the count, nothing shows the winner again before the last line.
    """

    def __init__(self, session: GameSession, device: SharedDeviceView) -> None:
        self._counted: tuple[Node, int] | None = None  # the end node being counted, and the number of lines so far
        self._score: tuple[Node, tuple[Line, ...]] | None = None
        super().__init__(session, device)

    # --- progress of the count -----------------------------------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """Whether the end of a game is shown."""
        return self.state.to_move is None and self.device.at is None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the score."""
        node = self.timeline.node
        if self._score is None or self._score[0] is not node:
            self._score = node, node.state.score().lines
        return self._score[1]

    @property
    def counted(self) -> int:
        """The number of lines counted: all of them, unless the reader counts line by line."""
        if self._counted is not None and self._counted[0] is self.timeline.node:
            return self._counted[1]
        return len(self.lines)

    @property
    def counting(self) -> bool:
        """Whether the reader is still counting, so the winner must not be shown yet."""
        return self.at_end and self.counted < len(self.lines)

    @property
    def withheld_text(self) -> str:
        """The game's final status: the result replaces it in the move list."""
        return str(self.state.status()) if self.state.to_move is None else super().withheld_text

    @property
    def highlighted(self) -> Line | None:
        """The line counted last, if the reader counts line by line."""
        walked = self._counted is not None and self._counted[0] is self.timeline.node
        return self.lines[self.counted - 1] if self.at_end and walked and self.counted else None

    # --- what is shown -------------------------------------------------------------------------------------------

    def marks(self) -> Sequence[Mark]:
        """Return the marks of the line just counted and of its seat's earlier deductions, or else all marks."""
        if (line := self.highlighted) is None:
            return super().marks()
        before = self.lines[: self.counted - 1]
        return score_table.marks_of(line, [earlier for earlier in before if earlier.seat == line.seat])

    def result(self) -> str:
        """Return who has won, with every total and the tie-break that decided; "" before the end."""
        return sentences(self.state.result(self.you)) if self.state.to_move is None else ""

    def status(self) -> str:
        """Return whose turn it is, the progress of the count, or the result."""
        if self.counting:
            return str(text(N_("Line {at} of {lines}"), at=self.counted, lines=len(self.lines)))
        return self.result() if self.at_end else super().status()

    def standing(self) -> str:
        """Return the status as a sentence, unless the result is shown anyway."""
        return "" if self.at_end else super().standing()

    def resting(self) -> list[str]:
        """Return the message to show before anything has happened."""
        return [str(text(OVER))] if self.at_end else super().resting()

    def chip(self) -> str:
        """Return the words at the board's top edge; at the end of a game they are brief."""
        return str(text(OVER)) if self.at_end and not self.counting else super().chip()

    def panels(self) -> tuple[Panel, ...]:
        """Return the players' panels; at the end they show the points counted so far."""
        found = super().panels()
        if not self.at_end:
            return found
        won, lines = () if self.counting else self.state.winners(), self.lines[: self.counted]
        tokens, seats = [panel.token for panel in found], self.game.seats(self.state.options)
        out = score_table.eliminated(self.state, lines)
        return tuple(score_table.panels(self.game, tokens, seats, lines, won, out))

    def framed(self) -> int | None:
        """Return the seat whose panel is framed: the seat to move, or the one whose line is counted."""
        return self.highlighted.seat if self.highlighted is not None else super().framed()

    def slots(self) -> dict[str, str]:
        """Return the slots; at the end, the result precedes every message; the counted lines follow the moves."""
        found = super().slots()
        if not self.at_end:
            return found
        return {
            **found,
            "status": join(self._result_message(), Html(found["status"])),
            "moves": found["moves"] + (self.score_sheet() if self.highlighted is not None else ""),
        }

    def _result_message(self) -> Html:
        """Return the result; nothing during the count."""
        return Html() if self.counting else self.result_message([self.result()])

    def move_list(self) -> Html:
        """Return the moves; after the last one, the result."""
        found = super().move_list()
        return join(found, el("p", self.result(), class_="cat-outcome")) if self.at_end and not self.counting else found

    def score_sheet(self) -> Html:
        """Return all seats' lines side by side, with a link to the scorer if the game has one."""
        game, state, lines = self.game, self.state, self.lines[: self.counted]
        link = None
        if game.scorer is not None and not self.counting:
            words, page = text(N_("Open in the scorer")), f"{game.id}/scorer"
            link = el("a", words, class_="cat-rule", href="#", data_page=page, data_anchor=position_link(state))
        tables = score_table.tables(state, game.seats(state.options), lines, self.highlighted)
        return score_table.sheet(tables, el("p", link) if link else None)

    def count_buttons(self) -> list[Button]:
        """Return the button that starts the count or, during the count, those that step through the lines."""
        if not self.at_end or not self.lines:
            return []
        last, at = len(self.lines), self.counted
        if not self.counting:
            return [Button("count", text(N_("Show the count")), self._counting(1))]
        return [
            Button("next", text(N_("Next line")), self._counting(at + 1), strong=True),
            Button("previous", text(N_("Previous")), self._counting(at - 1), at > 1),
            Button("result", text(N_("Result")), self._counting(last)),
        ]

    def _counting(self, at: int) -> Callable[[], None]:
        return lambda: self.count(at)

    # --- actions -------------------------------------------------------------------------------------------------

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened; at the end of a game the result, which is shown anyway, is not repeated."""
        super().happened(steps)
        reported = {str(event) for step in steps for event in step.events} - {self.withheld_text}
        if self.state.to_move is None and not reported:
            self.say(MessageKind.INFO, [text(OVER)], self.ended_by())

    def rest(self) -> None:
        """Report the status when the reader cannot act; after the end, say how to see the moves."""
        if not self.at_end:
            super().rest()
            return
        self.answer(MessageKind.INFO, [text(N_("The game is over. “Look back at the game” shows its moves."))])

    def count(self, at: int) -> None:
        """Count up to a line."""
        self._counted = self.timeline.node, at
        self.hand.clear()
        line = self.lines[at - 1]
        self.answer(MessageKind.SCORE, [line.with_points], [self.game.rules.cited(line)])

    @property
    def players(self) -> list[str]:
        """The player of each seat."""
        return self.session.players
