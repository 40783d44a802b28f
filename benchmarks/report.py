"""Results of benchmarks and their limits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """A result and its limit: a maximum or, with `least`, a minimum."""

    what: str
    value: float
    limit: float
    least: bool = False
    note: str = ""

    @property
    def reached(self) -> bool:
        """Whether the result meets its limit; NaN, the result of a failed measurement, does not."""
        return self.value >= self.limit if self.least else self.value <= self.limit


def table(rows: Iterable[Row]) -> str:
    """Return the results as a table with one line each."""
    lines = [f"{'what':46}{'value':>8}{'limit':>10}"]
    for row in rows:
        limit = f"{'>=' if row.least else '<='} {row.limit:g}"
        lines.append(f"{row.what:46}{row.value:8.2f}{limit:>10}  {'' if row.reached else 'NOT REACHED  '}{row.note}")
    return "\n".join(line.rstrip() for line in lines)
