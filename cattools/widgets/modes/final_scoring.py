"""The end of a game: the score of all seats is counted line by line, then the winner is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cattools.core.display.scene import Mark, Panel
from cattools.core.game_record import position_link
from cattools.core.messages import N_, integer, text
from cattools.core.score import Line
from cattools.core.timeline import Node
from cattools.widgets import score_table
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.html import Html, el
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.modes.game_review import ReviewableGame
from cattools.widgets.perspective import SharedDeviceView


class FinalScoring(ReviewableGame):
    """A game whose final score is counted line by line; until all lines are counted, nothing reveals the winner."""

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
    def walks(self) -> bool:
        """Whether the reader is still counting, so the winner must not be shown yet."""
        return self.at_end and self.counted < len(self.lines)

    @property
    def untold(self) -> str:
        """The final status, which the move list must not reveal while the reader is still counting."""
        return str(self.state.status()) if self.walks else super().untold

    @property
    def lit(self) -> Line | None:
        """The line counted last, if the reader counts line by line."""
        walked = self._counted is not None and self._counted[0] is self.timeline.node
        return self.lines[self.counted - 1] if self.at_end and walked and self.counted else None

    # --- what is shown -------------------------------------------------------------------------------------------

    def marks(self) -> Sequence[Mark]:
        """Return the marks of the line just counted and of its seat's earlier deductions, or else all marks."""
        if (line := self.lit) is None:
            return super().marks()
        before = self.lines[: self.counted - 1]
        return score_table.marks_of(line, [earlier for earlier in before if earlier.seat == line.seat])

    def status(self) -> str:
        """Return whose turn it is, the progress of the count, or the result."""
        if not self.walks:
            return super().status()
        if not self.counted:
            return str(text(N_("The game is over.")))
        return str(text(N_("Line {at} of {lines}"), at=self.counted, lines=len(self.lines)))

    def panels(self) -> tuple[Panel, ...]:
        """Return the players' panels; at the end they show the points counted so far."""
        found = super().panels()
        if not self.at_end:
            return found
        won = () if self.walks else self.state.winners()
        tokens, seats = [panel.token for panel in found], self.game.seats(self.state.options)
        return tuple(score_table.panels(tokens, seats, self.lines[: self.counted], won))

    def framed(self) -> int | None:
        """Return the seat whose panel is framed: the seat to move, or the one whose line is counted."""
        return self.lit.seat if self.lit is not None else super().framed()

    def slots(self) -> dict[str, str]:
        """Return the slots; at the end, the score's lines follow the moves."""
        found = super().slots()
        return {**found, "moves": found["moves"] + self.score_sheet()} if self.at_end else found

    def score_sheet(self) -> Html:
        """Return all seats' lines side by side, with a link to the scorer if the game has one."""
        game, state, lines = self.game, self.state, self.lines[: self.counted]
        link = None
        if game.sheet is not None and not self.walks:
            words, page = text(N_("Open in the scorer")), f"{game.id}/scorer"
            link = el("a", words, class_="cat-rule", href="#", data_page=page, data_anchor=position_link(state))
        tables = score_table.tables(state, game.seats(state.options), lines, self.lit)
        inside = el("div", tables, class_="cat-counts"), el("p", link) if link else None
        return folded(text(N_("Score sheet")), *inside, opened=True, css="cat-score-sheet")

    def count_buttons(self) -> list[Button]:
        """Return the buttons that step through the lines."""
        if not self.at_end or not self.lines:
            return []
        last, at = len(self.lines), self.counted
        on = Button("next", text(N_("Next line")), self._counting(at + 1), at < last, strong=at < last)
        back = Button("previous", text(N_("Previous")), self._counting(at - 1), at > 0)
        if at == last:
            return [on, back, Button("count", text(N_("Count line by line")), self._counting(0))]
        return [on, back, Button("result", text(N_("Result")), self._counting(last))]

    def _counting(self, at: int) -> Callable[[], None]:
        return lambda: self.count(at)

    # --- actions -------------------------------------------------------------------------------------------------

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened; at the end of a game, leave it to the count to reveal the winner."""
        super().happened(steps)
        if self.state.to_move is not None or len(self.lines) <= len(self.players):
            return
        self._counted = self.timeline.node, 0
        result = str(self.state.status())
        said = [sentence for sentence in self.describe_steps(steps)[0] if str(sentence) != result]
        how_to_count = text(N_("The game is over. “Next line” scores it line by line, “Result” shows the winner."))
        self.say(MessageKind.INFO, [*said, how_to_count], self.ended_by())

    def count(self, at: int) -> None:
        """Count up to a line; after the last one, name the winner and say what broke a tie."""
        lines = self.lines
        self._counted = self.timeline.node, at
        self.hand.clear()
        if not at:
            self.answer(MessageKind.INFO, [self.status()])
            return
        line, rules, end = lines[at - 1], [self.game.rules.cited(lines[at - 1])], []
        if at == len(lines):
            ties = self.game.ties(self.state)
            end = [*ties, self.state.status()]
            rules += [*map(self.game.rules.cited, ties), *self.ended_by()]
        self.answer(MessageKind.SCORE, [f"{line}: {integer(line.points)}.", *end], rules)

    @property
    def players(self) -> list[str]:
        """The player of each seat."""
        return self.session.players
