"""Live examples of kind `score`: the score line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cattools.core.display.scene import Mark
from cattools.core.game import AnyState
from cattools.core.messages import N_, integer, text
from cattools.lessons.example import Example
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.examples.base import ExampleMode
from cattools.widgets.perspective import SpectatorView
from cattools.widgets.score_table import marks_of


class Score(ExampleMode):
    """An example of kind `score`: the score is counted line by line, and the cells of each line are marked.

    `at` is the number of lines counted.
    """

    shows_previews = False

    def __init__(self, example: Example) -> None:
        self.at = 0
        super().__init__(example, SpectatorView)

    def heading_of(self, start: AnyState) -> str:  # noqa: ARG002 - the same for every score
        """Return the heading."""
        return str(text(N_("Line by line")))

    def status(self) -> str:
        """Return the progress of the count; the winner is named only at the end of the count."""
        return str(text(N_("Line {at} of {lines}"), at=self.at, lines=len(self.state.score().lines)))

    @property
    def shows_player_values(self) -> bool:
        """Whether the panels may show what each player has: no, the score table shows it line by line."""
        return False

    def marks(self) -> Sequence[Mark]:
        """Return the marks of the line just counted."""
        lines = self.state.score().lines
        return marks_of(lines[self.at - 1], lines[: self.at - 1]) if self.at else []

    def framed(self) -> int | None:
        """Return the seat whose line is counted."""
        return self.state.score().lines[self.at - 1].seat if self.at else None

    def extra(self) -> Html:
        """Return the score table: the lines counted so far, empty rows for the others, and the totals."""
        score, seats = self.state.score(), self.game.seats(self.state.options)
        last = len(score.lines)
        rows = []
        for n, line in enumerate(score.lines):
            cells = [seats[line.seat].called, line, integer(line.points)]
            rows.append(self._row("td", cells, counted=n < self.at, highlighted=n == self.at - 1))
        for seat, info in enumerate(seats):
            cells = [text(info.name), text(N_("Total")), integer(score.total(seat))]
            rows.append(self._row("th", cells, counted=self.at == last, highlighted=False))
        return join(el("div", el("table", rows), class_="cat-lines"), super().extra())

    @staticmethod
    def _row(tag: str, cells: Sequence[object], *, counted: bool, highlighted: bool) -> Html:
        """Return a row of the score table; a row not yet counted takes up space but cannot be read."""
        css = "cat-score-current" if highlighted else None if counted else "cat-score-upcoming"
        return el(
            "tr", (el(tag, el("span", cell)) for cell in cells), class_=css, aria_hidden=None if counted else "true"
        )

    def buttons(self) -> list[Button]:
        """Return the buttons that step through the lines."""
        last = len(self.state.score().lines)
        return [
            Button("next", text(N_("Next line")), lambda: self.goto(self.at + 1), self.at < last, strong=True),
            Button("previous", text(N_("Previous")), lambda: self.goto(self.at - 1), self.at > 0),
            Button("reset", text(N_("Reset")), self.reset, self.at > 0),
            Button("solve", text(N_("Show me")), self.solve, self.at < last),
        ]

    def progress(self) -> dict[str, Any]:
        """Return the reader's progress, including the number of lines counted."""
        return {**super().progress(), "at": self.at}

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Restore the reader's progress, and show the line again."""
        super().take_over(found)
        self.goto(max(0, min(found["at"], len(self.state.score().lines))))

    def on_back(self) -> None:
        """Show the line again: nothing can be undone."""
        self.goto(self.at)

    def reset(self) -> None:
        """Restart the count."""
        self.helped = False
        self.goto(0)

    def solve(self) -> None:
        """Count all lines immediately."""
        self.helped = True
        self.goto(len(self.state.score().lines))

    def goto(self, at: int) -> None:
        """Count up to a line."""
        lines = self.state.score().lines
        self.at, self.done = at, False
        if at == len(lines):
            self.end()
        if not at:
            self.answer(MessageKind.INFO, [self.status()])
            return
        line = lines[at - 1]
        end = [self.state.status()] if self.done else []
        self.answer(MessageKind.SCORE, [line.with_points, *end], [self.game.rules.cited(line)])
