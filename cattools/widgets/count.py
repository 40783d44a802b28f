"""Live examples of kind `score`: the score line by line."""

from __future__ import annotations

from html import escape

from cattools.core.game import AnyState
from cattools.core.messages import N_, text
from cattools.core.scene import Mark
from cattools.lessons.example import Example
from cattools.widgets import shell
from cattools.widgets.lesson import Lesson
from cattools.widgets.shell import Tool
from cattools.widgets.tally import counted


class Count(Lesson):
    """An example of kind `score`: the score built line by line, each line lighting up its cells."""

    foretells = False

    def __init__(self, example: Example) -> None:
        self.at = 0
        super().__init__(example)

    @property
    def acts(self) -> bool:
        """Whether the reader may act: here the score is only read."""
        return False

    @staticmethod
    def title_of(example: Example, start: AnyState) -> str:  # noqa: ARG004 - every score is counted line by line
        """Return the heading."""
        return str(text(N_("Line by line")))

    def status(self) -> str:
        """Return how far the count is; who has won is said at its end."""
        lines = len(self.state.score().lines)
        return super().status() if self.done else str(text(N_("Line {at} of {lines}"), at=self.at, lines=lines))

    @property
    def telling(self) -> bool:
        """Whether the panels may tell what each player has: at the end of the count."""
        return self.done

    def marks_now(self) -> list[Mark]:
        """Return the cells of the line just counted."""
        lines = self.state.score().lines
        if not self.at:
            return []
        return counted(lines[self.at - 1], lines[: self.at - 1])

    def framed(self) -> int | None:
        """Return the seat whose line is counted."""
        return self.state.score().lines[self.at - 1].seat if self.at else None

    def extra(self) -> str:
        """Return the lines counted so far and the totals."""
        state = self.state
        score, seats = state.score(), state.game.seats(state.options)
        rows = []
        for n, line in enumerate(score.lines[: self.at]):
            lit = ' class="cat-lit"' if n == self.at - 1 else ""
            who = escape(str(text(seats[line.seat].name)))
            rows.append(f"<tr{lit}><td>{who}</td><td>{escape(str(line))}</td><td>{line.points}</td></tr>")
        if self.at == len(score.lines):
            for seat, info in enumerate(seats):
                rows.append(
                    f"<tr><th>{escape(str(text(info.name)))}</th><th>{shell.words(N_('Total'))}</th><th>{score.total(seat)}</th></tr>"
                )
        return f"<table>{''.join(rows)}</table>" if rows else ""

    def buttons(self) -> list[Tool]:
        """Return the way through the lines."""
        last = len(self.state.score().lines)
        return [
            Tool("next", str(text(N_("Next line"))), self.at < last, strong=True),
            Tool("previous", str(text(N_("Line before"))), self.at > 0),
            Tool("reset", str(text(N_("Reset"))), self.at > 0),
            Tool("solve", str(text(N_("Show me"))), self.at < last),
        ]

    def tool(self, tool: str) -> None:
        """Count on, back, or to the end."""
        lines = self.state.score().lines
        self.at = {
            "next": min(self.at + 1, len(lines)),
            "previous": max(self.at - 1, 0),
            "reset": 0,
            "solve": len(lines),
        }.get(tool, self.at)
        self.done = self.at == len(lines)
        if not self.at:
            self.answer("info", [self.status()])
            return
        line = lines[self.at - 1]
        end = [str(self.state.status())] if self.done else []
        self.answer("score", [f"{line}: {line.points}.", *end], [self.game.rules.cited(line)])
