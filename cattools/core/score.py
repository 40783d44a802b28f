"""A score is a list of lines that cite their rules; the total is always their sum."""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.display.notebook_display import NotebookDisplay
from cattools.core.messages import N_, Text, text


@dataclass(frozen=True, slots=True)
class Line:
    """Points for one seat under one rule, with the cells that earn them.

    `by_reading` is set if the points come from our interpretation of the rule, `by_ruling` if they come from the ruling
    on it, rather than from the printed text.
    """

    rule: str
    seat: int
    points: int
    text: Text
    cells: tuple[str, ...] = ()
    by_reading: bool = False
    by_ruling: bool = False

    def __str__(self) -> str:
        return str(self.text)

    @property
    def with_points(self) -> Text:
        """The line as a sentence that ends with its points."""
        return text(N_("{line}: {points}."), line=self, points=self.points)


@dataclass(frozen=True, slots=True)
class Score(NotebookDisplay):
    """The lines of all seats, in the order in which the rules count them."""

    lines: tuple[Line, ...] = ()

    def total(self, seat: int) -> int:
        """Return the sum of a seat's lines."""
        return sum(line.points for line in self.lines if line.seat == seat)

    def totals(self, seats: int) -> list[int]:
        """Return the sums of the first `seats` seats."""
        return [self.total(seat) for seat in range(seats)]

    def of(self, seat: int) -> tuple[Line, ...]:
        """Return a seat's lines."""
        return tuple(line for line in self.lines if line.seat == seat)
