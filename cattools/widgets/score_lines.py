"""A score in words and signs: every player's lines, each with its rule, the sums, and the cells of a line."""

from __future__ import annotations

from collections.abc import Sequence

from cattools.core.art import icon
from cattools.core.game import AnyState, Panel, Seat
from cattools.core.messages import N_, Text, integer, many, text
from cattools.core.scene import Mark, MarkKind, Path
from cattools.core.score import Line
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import folded, rule_link

LISTED = 3  # things named as still missing


def points(n: int) -> Text:
    """Return so many points in words."""
    return many(N_("{n} point"), N_("{n} points"), n)


def marks_of(line: Line, before: Sequence[Line]) -> list[Mark]:
    """Return the signs of the line that is counted, and of what the lines before it took away."""
    scored = [
        Mark(MarkKind.SCORE, cell, note=_change(line.points) if n == 0 and line.points else "")
        for n, cell in enumerate(line.cells)
    ]
    taken = dict.fromkeys(cell for one in before if one.points < 0 for cell in one.cells)
    return [*scored, *(Mark(MarkKind.REFUSED, cell) for cell in taken if cell not in line.cells)]


def _change(points: int) -> str:
    return f"+{points}" if points > 0 else integer(points)


def totals(seats: Sequence[Seat], lines: Sequence[Line]) -> list[int]:
    """Return every seat's sum."""
    return [sum(line.points for line in lines if line.seat == seat) for seat in range(len(seats))]


def panels(
    tokens: Sequence[tuple[Path, ...]], seats: Sequence[Seat], lines: Sequence[Line], won: Sequence[int]
) -> list[Panel]:
    """Return what stands beside the board: every player's points, and who wins."""
    wins = ((str(text(N_("wins"))), (icon("yes", 20, main="ok", light="page"),)),)
    return [
        Panel(n, token, str(seat.called), ((str(points(total)), ()), *(wins if n in won else ())))
        for n, (token, seat, total) in enumerate(zip(tokens, seats, totals(seats, lines), strict=True))
    ]


def so_far(seats: Sequence[Seat], lines: Sequence[Line], missing: Sequence[Text]) -> Text:
    """Return in a sentence the points so far and what is still missing."""
    counted = ", ".join(
        str(text(N_("{who} {n}"), who=seat.called, n=total))
        for seat, total in zip(seats, totals(seats, lines), strict=True)
    )
    lacks: object = "; ".join(map(str, missing[:LISTED]))
    if len(missing) > LISTED:
        lacks = text(N_("{lacks} and more"), lacks=lacks)
    return text(N_("So far: {points}. Still to enter: {lacks}."), points=counted, lacks=lacks)


def tables(state: AnyState, seats: Sequence[Seat], lines: Sequence[Line], lit: Line | None) -> Html:
    """Return every player's lines, each with its rule, under the player's name and sum; `lit` is the shown one."""
    found = []
    for n, (seat, total) in enumerate(zip(seats, totals(seats, lines), strict=True)):
        rows = [_row(state, line, lit=line is lit) for line in lines if line.seat == n]
        rows.append(el("tr", el("th", text(N_("Total"))), el("th", integer(total))))
        name = text(N_("{who}: {points}"), who=seat.called, points=points(total))
        found.append(folded(name, el("table", rows), opened=True, css="cat-count"))
    return join(found)


def _row(state: AnyState, line: Line, *, lit: bool) -> Html:
    words = el("td", line, " ", rule_link(state.game.rules.cited(line)))
    return el("tr", words, el("td", integer(line.points)), class_="cat-lit" if lit else None)
