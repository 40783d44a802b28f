"""The curve of a game: every player's lead after each turn, as a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cattools.core.display.scene import Label, Path, Shape, circle, number
from cattools.core.messages import decimal
from cattools.render import svg

WIDE, TALL = 420.0, 200.0
LEFT, RIGHT, EDGE = 38.0, 112.0, 16.0  # the space for the scale, for the names, and above and below the curve
GAP = 17.0  # between two names
DASHES = ((), (9.0, 5.0), (2.0, 5.0), (12.0, 4.0, 2.0, 4.0), (5.0, 3.0))  # so that no player is known by colour alone


class Line(NamedTuple):
    """A player's line: the name, the colour token, and the lead at the start and after each turn."""

    name: str
    colour: str
    leads: Sequence[float]


def curve(lines: Sequence[Line], numbered: Mapping[int, tuple[int, float]], summary: str) -> str:
    """Return the drawing of the players' lines as an SVG document.

    `numbered` has the turn and the lead at which to write each number. `summary` is what the drawing says, in words.
    """
    return svg.drawing((WIDE, TALL), summary, _shapes(lines, numbered))


def _shapes(lines: Sequence[Line], numbered: Mapping[int, tuple[int, float]]) -> Iterator[Shape]:
    high = max((lead for line in lines for lead in line.leads), default=0.0)
    low = min((lead for line in lines for lead in line.leads), default=0.0)
    high, low = max(high, 1.0), min(low, -1.0 if len(lines) > 1 else 0.0)
    turns = max(len(lines[0].leads) - 1, 1)

    def at(turn: int, lead: float) -> tuple[float, float]:
        x = LEFT + (WIDE - LEFT - RIGHT) * turn / turns
        return x, EDGE + (TALL - 2 * EDGE) * (high - lead) / (high - low)

    for level in (high, 0.0, low):
        x, y = at(0, level)
        line = f"M{number(x)} {number(y)}H{number(WIDE - RIGHT)}"
        yield Path(line, stroke="line" if level else "ink2", width=1.0)
        if level or not -low < high / 8 > 0:
            yield Label(decimal(level), (LEFT / 2, y), 13, "ink2")
    for line_of, dash in zip(lines, DASHES, strict=False):
        points = "L".join(f"{number(x)} {number(y)}" for x, y in (at(n, lead) for n, lead in enumerate(line_of.leads)))
        yield Path(f"M{points}", stroke="halo", width=5.0)
        yield Path(f"M{points}", stroke=line_of.colour, width=2.4, dash=dash)
    yield from _names(lines, [at(turns, line.leads[-1])[1] for line in lines])
    for value, (turn, lead) in numbered.items():
        place = at(turn, lead)
        yield Path(circle(9.0), "halo", "ink", 1.6, at=place)
        yield Label(str(value), place, 12, "ink", 700)


def _names(lines: Sequence[Line], ends: Sequence[float]) -> Iterator[Shape]:
    """Yield the names next to the ends of the lines, from top to bottom, so that none covers another."""
    below = EDGE / 2
    for n in sorted(range(len(lines)), key=lambda n: ends[n]):
        left = sum(1 for other in ends if other > ends[n])
        below = min(max(ends[n], below + GAP if below > EDGE / 2 else ends[n]), TALL - EDGE / 2 - left * GAP)
        line, x = lines[n], WIDE - RIGHT
        sample = f"M{number(x + 6)} {number(below)}h18"
        yield Path(sample, stroke=line.colour, width=2.4, dash=DASHES[n % len(DASHES)])
        yield Label(line.name, (x + 28 + (RIGHT - 28) / 2, below), 13, "ink")
