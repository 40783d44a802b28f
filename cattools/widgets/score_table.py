"""A score as text and as marks: every player's lines with their rules, the totals, and the cells that a line counts."""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Sequence
from csv import writer
from typing import TypeAlias

from cattools.core.display.icons import icon
from cattools.core.display.scene import Cell, Mark, MarkKind, Panel, Path
from cattools.core.game import AnyGame, AnyState, Seat
from cattools.core.messages import N_, Text, commas, integer, many, semicolons, text
from cattools.core.rules import Refusal
from cattools.core.score import Line
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import folded, rule_link

Rows: TypeAlias = list[list[str]]  # a header, then rows of the same width or single sentences
NUMBER = re.compile(r"[-\N{MINUS SIGN}]?[0-9]+")
COMPUTED = (
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\N{MINUS SIGN}",
    "\uff1d",
    "\uff0b",
    "\uff0d",
    "\uff20",
)  # first characters of a spreadsheet formula, including their full-width forms
LISTED = 3  # at most this many missing entries are listed


def points(n: int) -> Text:
    """Return a number of points in words."""
    return many("{n} point", "{n} points", n)


def marks_of(line: Line, before: Sequence[Line]) -> list[Mark]:
    """Return the marks of the line being counted, and of the cells for which earlier lines have deducted points."""
    scored = [
        Mark(MarkKind.SCORE, cell, note=_change(line.points) if n == 0 and line.points else "")
        for n, cell in enumerate(line.cells)
    ]
    deducted = dict.fromkeys(cell for earlier in before if earlier.points < 0 for cell in earlier.cells)
    return [*scored, *(Mark(MarkKind.REFUSED, cell) for cell in deducted if cell not in line.cells)]


def _change(points: int) -> str:
    return f"+{points}" if points > 0 else integer(points)


def totals(seats: Sequence[Seat], lines: Sequence[Line]) -> list[int]:
    """Return every seat's total."""
    return [sum(line.points for line in lines if line.seat == seat) for seat in range(len(seats))]


def panels(
    game: AnyGame,
    tokens: Sequence[tuple[Path, ...]],
    seats: Sequence[Seat],
    lines: Sequence[Line],
    won: Sequence[int],
    out: Collection[int] = (),
) -> list[Panel]:
    """Return the panels next to the board: every player's total, which players win, and which are `out`."""
    word, sign, title = str(text(N_("wins"))), (icon("yes", 20, main="ok", light="page"),), str(game.amount_title())
    found = []
    for n, (token, seat, total) in enumerate(zip(tokens, seats, totals(seats, lines), strict=True)):
        wins, lost = n in won, str(text(N_("out"))) if n in out else ""
        cells = (Cell(title, lost or integer(total)), *((Cell(word, pictures=sign),) if wins else ()))
        rows = ((lost or str(game.amount(total)), ()), *(((word, sign),) if wins else ()))
        found.append(Panel(n, token, str(seat.called), rows, cells=cells))
    return found


def problem_count(n: int) -> Text:
    """Return a sentence with the number of problems, which are listed below it."""
    return many("{n} problem, see below.", "{n} problems, see below.", n)


def counted(seats: Sequence[Seat], lines: Sequence[Line]) -> Text:
    """Return every seat's points in a sentence."""
    return text(N_("Points: {points}."), points=_each(seats, lines))


def _each(seats: Sequence[Seat], lines: Sequence[Line]) -> str:
    return commas(
        str(text(N_("{who} {n}"), who=seat.called, n=total))
        for seat, total in zip(seats, totals(seats, lines), strict=True)
    )


def so_far(seats: Sequence[Seat], lines: Sequence[Line], missing: Sequence[Text]) -> Text:
    """Return a sentence with the points so far and what is still missing."""
    lacks: object = semicolons(missing[:LISTED])
    if len(missing) > LISTED:
        lacks = text(N_("{lacks} and more"), lacks=lacks)
    return text(N_("So far: {points}. Still to enter: {lacks}."), points=_each(seats, lines), lacks=lacks)


def eliminated(state: AnyState, lines: Sequence[Line]) -> set[int]:
    """Return the seats that are out according to the lines counted so far: a total would mean nothing for them."""
    return {line.seat for line in lines}.intersection(state.game.ending(state).out)


def _total(total: int, *, is_out: bool) -> str:
    return str(text(N_("out"))) if is_out else integer(total)


def tables(state: AnyState, seats: Sequence[Seat], lines: Sequence[Line], highlighted: Line | None) -> Html:
    """Return a table per player: the player's lines with their rules, and the total; one line is highlighted."""
    found, out = [], eliminated(state, lines)
    for n, (seat, total) in enumerate(zip(seats, totals(seats, lines), strict=True)):
        rows = [_row(state, line, highlighted=line is highlighted) for line in lines if line.seat == n]
        rows.append(el("tr", el("th", text(N_("Total"))), el("th", _total(total, is_out=n in out))))
        points = text(N_("out")) if n in out else state.game.amount(total)
        name = text(N_("{who}: {points}"), who=seat.called, points=points)
        found.append(folded(name, el("table", rows), opened=True, css="cat-count"))
    return join(found)


def sheet(counted: Html, *below: Html | None, opened: bool = True) -> Html:
    """Return the tables of a score as a section of the board's panel, with `below` under them."""
    return folded(
        text(N_("Score sheet")), el("div", counted, class_="cat-counts"), *below, opened=opened, css="cat-score-sheet"
    )


def all_players(
    state: AnyState, seats: Sequence[Seat], lines: Sequence[Line], won: Sequence[int], why: Sequence[Refusal]
) -> Rows:
    """Return the score table of all players: a row per scoring rule, the totals, then the winner and `why`."""
    rules = state.game.rules
    rows = [["", *(str(seat.called) for seat in seats)]]
    for rule in dict.fromkeys(line.rule for line in lines):
        of_rule = [line for line in lines if line.rule == rule]
        rows.append([str(text(rules[rule].title)), *map(integer, totals(seats, of_rule))])
    out, sums = eliminated(state, lines), enumerate(totals(seats, lines))
    rows.append([str(text(N_("Total"))), *(_total(total, is_out=seat in out) for seat, total in sums)])
    if won:
        wins = str(text(N_("wins")))
        rows.append([str(text(N_("Winner"))), *(wins if seat in won else "" for seat in range(len(seats)))])
    return [*rows, *([f"{one} ({rules.cited(one).title})"] for one in why)]


def csv(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as CSV for a spreadsheet."""
    found = io.StringIO()
    writer(found, lineterminator="\n").writerows(map(_cell, row) for row in rows)
    return found.getvalue()


def _cell(words: str) -> str:
    """Return a CSV cell that a spreadsheet reads as a number or as text, never as a formula."""
    if NUMBER.fullmatch(words):
        return words.replace("\N{MINUS SIGN}", "-")
    return f"'{words}" if words.startswith(COMPUTED) else words


def plain(rows: Rows) -> str:
    """Return rows as text in aligned columns; a row with a single cell is a sentence."""
    columns = zip(*(row for row in rows if len(row) > 1), strict=True)
    wide = [max(map(len, column)) for column in columns]
    return "\n".join(
        row[0] if len(row) == 1 else "  ".join(one.ljust(n) for one, n in zip(row, wide, strict=True)).rstrip()
        for row in rows
    )


def as_text(*sheets: Rows) -> Html:
    """Return tables as text to copy, in a folded section."""
    return folded(text(N_("As text, to copy")), el("pre", "\n\n".join(map(plain, sheets))))


def side_by_side(title: Text, *sheets: Rows) -> Html:
    """Return tables as HTML, and as text to copy."""
    found = []
    for rows in sheets:
        head, *body = (row for row in rows if len(row) > 1)
        cells = [el("tr", [el("th", one, scope="col") if one else el("td") for one in head])]
        cells += [el("tr", el("th", first, scope="row"), [el("td", one) for one in rest]) for first, *rest in body]
        found.append(el("table", cells, class_="cat-sheet cat-all"))
        found += [el("p", row[0]) for row in rows if len(row) == 1]
    return folded(title, found, as_text(*sheets), opened=True, css="cat-count cat-printed")


def _row(state: AnyState, line: Line, *, highlighted: bool) -> Html:
    words = el("td", line, " ", rule_link(state.game.rules.cited(line)))
    return el("tr", words, el("td", integer(line.points)), class_="cat-score-current" if highlighted else None)
