"""The words around a sheet: the form for the table, every player's score line by line, the position as text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cattools.core.art import icon
from cattools.core.game import AnyState, Panel, Seat
from cattools.core.messages import N_, Text, many, text
from cattools.core.rules import Refusal
from cattools.core.scene import Mark, MarkKind, Path
from cattools.core.score import Line
from cattools.core.sheet import AnySheet
from cattools.widgets import shell
from cattools.widgets.forms import link_field, option_field, select
from cattools.widgets.shell import message

TABLE, WRITTEN = "table", "written"  # the forms by name
LONGEST = 4000
LISTED = 3  # things named as still missing


def table_form(state: AnyState, sheet: AnySheet, *, shown: bool) -> str:
    """Return the form for what lies on no cell: how many play, the options, and what the game asks."""
    known = state.game.known_options
    inputs = [option_field(known[name], state.options[name]) for name in sheet.options]
    for field in sheet.fields(state):
        pairs = [(value, str(said)) for value, said in field.choices]
        inputs.append(select(field.name, str(field.title), pairs, field.value))
    return (
        f'<details class="cat-sheet"{" open" if shown else ""}><summary>{shell.words(N_("Who played, and with what"))}'
        f'</summary><form data-form="{TABLE}"><div class="cat-fields">{"".join(inputs)}</div>'
        f'<button type="submit" name="set" class="cat-strong">{shell.words(N_("Set the table"))}</button>'
        f"</form></details>"
    )


def points(n: int) -> str:
    """Return so many points in words."""
    return str(many(N_("{n} point"), N_("{n} points"), n))


def counted(line: Line, before: Sequence[Line]) -> list[Mark]:
    """Return the signs of the line that is counted, and of what the lines before it took away."""
    scored = [
        Mark(MarkKind.SCORE, cell, note=f"{line.points:+d}" if n == 0 and line.points else "")
        for n, cell in enumerate(line.cells)
    ]
    gone = dict.fromkeys(cell for one in before if one.points < 0 for cell in one.cells)
    return [*scored, *(Mark(MarkKind.REFUSED, cell) for cell in gone if cell not in line.cells)]


def totals(seats: Sequence[Seat], lines: Sequence[Line]) -> list[int]:
    """Return every seat's sum."""
    return [sum(line.points for line in lines if line.seat == seat) for seat in range(len(seats))]


def sums(
    tokens: Sequence[tuple[Path, ...]], seats: Sequence[Seat], lines: Sequence[Line], won: Sequence[int]
) -> list[Panel]:
    """Return what stands beside the board: every player's points, and who wins."""
    wins = ((str(text(N_("wins"))), (icon("yes", 20, main="ok", light="page"),)),)
    return [
        Panel(n, token, str(text(seat.name)), ((points(total), ()), *(wins if n in won else ())))
        for n, (token, seat, total) in enumerate(zip(tokens, seats, totals(seats, lines), strict=True))
    ]


def so_far(seats: Sequence[Seat], lines: Sequence[Line], missing: Sequence[Text]) -> str:
    """Return in a sentence the points so far and what is still missing."""
    counted = ", ".join(
        str(text(N_("{who} {n}"), who=text(seat.name), n=total))
        for seat, total in zip(seats, totals(seats, lines), strict=True)
    )
    lacks = "; ".join(map(str, missing[:LISTED]))
    if len(missing) > LISTED:
        lacks = str(text(N_("{lacks} and more"), lacks=lacks))
    return str(text(N_("So far: {points}. Still to enter: {lacks}."), points=counted, lacks=lacks))


def warning(doubted: Sequence[Refusal]) -> str:
    """Return how many things are doubted, to be read below."""
    if not doubted:
        return ""
    more = N_("{n} things cannot be right, see below.")
    return str(many(N_("{n} thing cannot be right, see below."), more, len(doubted)))


def score_tables(state: AnyState, seats: Sequence[Seat], lines: Sequence[Line], lit: Line | None) -> str:
    """Return every player's lines, each with its rule, under the player's name and sum."""
    rules, parts = state.game.rules, []
    for n, (seat, total) in enumerate(zip(seats, totals(seats, lines), strict=True)):
        rows = []
        for line in lines:
            if line.seat != n:
                continue
            css = ' class="cat-lit"' if line is lit else ""
            rows.append(
                f"<tr{css}><td>{escape(str(line))} {shell.rule_link(rules.cited(line))}</td><td>{line.points}</td></tr>"
            )
        rows.append(f"<tr><th>{shell.words(N_('Total'))}</th><th>{total}</th></tr>")
        name = shell.words(N_("{who}: {points}"), who=text(seat.name), points=points(total))
        parts.append(
            f'<details class="cat-count" open><summary>{name}</summary><table>{"".join(rows)}</table></details>'
        )
    return "".join(parts)


def doubts(state: AnyState, found: Sequence[Refusal]) -> str:
    """Return what cannot have come about by the rules, a paragraph each."""
    return "".join(message("refuse", [str(doubt)], [state.game.rules.cited(doubt)]) for doubt in found)


def written(state: AnyState) -> str:
    """Return a position with its options as one line, as `unwritten` reads it."""
    options = str(state.options)
    return f"[{options}] {state}" if options else str(state)


def unwritten(line: str) -> tuple[str | None, str]:
    """Return the options that a line begins with (None: it names none) and its position."""
    line = line.strip()
    if line.startswith("[") and "]" in line:
        options, _, position = line[1:].partition("]")
        return options, position.strip()
    return None, line


def written_form(state: AnyState, link: str) -> str:
    """Return the form that shows the position as text and takes another, and the link to it."""
    return (
        f'{link_field(link)}<details class="cat-written">'
        f"<summary>{shell.words(N_('As text, to keep or to paste'))}</summary>"
        f'<form data-form="{WRITTEN}"><label>{shell.words(N_("What was entered"))}'
        f'<textarea name="position" rows="4" maxlength="{LONGEST}" spellcheck="false" autocapitalize="off">'
        f"{escape(written(state))}</textarea></label>"
        f'<button type="submit" name="read">{shell.words(N_("Take over this text"))}</button></form></details>'
    )
