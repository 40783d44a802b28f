"""A game's reference sheet and score pad as HTML: the same on the book's page, in JupyterLab and in a PDF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path

from cattools.core.errors import OptionError
from cattools.core.messages import N_, language, sentences, text
from cattools.site.printable.diagrams import drawing
from cattools.site.printable.fonts import faces
from cattools.site.printable.reference_sheet import SIDES, Block, Line, Picture, ReferenceSheet, sheet_of

STYLE = Path(__file__).with_name("print.css")
STOPS = (".", "!", "?", "。", "\uff01", "\uff1f")  # the ends of a sentence
HEADED = ("steps", "says")  # the kinds of lines that show a rule's title
NARROWEST = 30  # the minimum width of a caption, in millimetres
WORDS = {
    "sheet": N_("The sheet"),
    "pad": N_("A score pad"),
    "choice": N_("Show and print"),
    "ours": N_("In italics: our interpretation, where the printed rules are silent."),
    "name": N_("Name of player {n}"),
    "score": N_("Score pad"),
}
_QUOTED = re.compile(r'"(.+?)"')
_BOLD, _OURS = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"\*(.+?)\*")


def _word(name: str, **facts: object) -> str:
    return escape(str(text(WORDS[name], **facts)))


def marked(words: str) -> str:
    """Return words as HTML, with `**bold**`, `*italics*` and typographic quotes."""
    quoted = _QUOTED.sub("\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}", escape(words, quote=False))
    return _OURS.sub(r"<em>\1</em>", _BOLD.sub(r"<b>\1</b>", quoted))


@cache
def style() -> str:
    """Return the style sheet of the printed pages."""
    return STYLE.read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Printed:
    """A game's reference sheet and score pad, displayed by a notebook."""

    paper: ReferenceSheet

    def __repr__(self) -> str:
        return str(text(N_("The reference sheet of {title}."), title=self.paper.game.title))

    def _repr_html_(self) -> str:
        id_ = self.paper.game.id
        choices = "".join(
            f'<label><input type="radio" name="cat-paper-{id_}" value="{kind}"{checked}> {_word(kind)}</label>'
            for kind, checked in (("sheet", " checked"), ("pad", ""))
        )
        choice = f'<fieldset class="cat-choice"><legend>{_word("choice")}</legend>{choices}</fieldset>'
        pad = pad_page(self.paper, inputs=True)
        return f'<style>{style()}</style><div class="cat-print">{choice}{sheet_pages(self.paper)}{pad}</div>'


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game's set-up as diagrams from the reference sheet, displayed by a notebook."""

    paper: ReferenceSheet

    def __repr__(self) -> str:
        return " ".join(laid.alt for laid in self.paper.laid)

    def _repr_html_(self) -> str:
        figures = "".join(
            f"<figure>{drawing(self.paper.game, laid.picture, laid.alt)}"
            f"{f'<figcaption>{marked(laid.label)}</figcaption>' if laid.label else ''}</figure>"
            for laid in self.paper.laid
        )
        return f'<div class="cat-set-up">{figures}</div>'


def set_up(game_id: str) -> SetUp:
    """Return diagrams of a game's set-up, as in `set_up("herders")`.

    Raises `OptionError` if there is no such game, and `DataError` if its data is invalid.
    """
    return SetUp(sheet_of(game_id))


def sheet(game_id: str) -> Printed:
    """Return a game's reference sheet and score pad, as in `sheet("herders")`.

    Raises `OptionError` if there is no such game, and `DataError` if its data is invalid.
    """
    return Printed(sheet_of(game_id))


def sheet_pages(found: ReferenceSheet) -> str:
    """Return both sides of a reference sheet."""
    return "".join(_side(found, side) for side in SIDES)


def document(body: str, title: str, size: str, packages: Path | None = None) -> str:
    """Return a complete HTML document for printing on paper of the given size, such as `A4`.

    `packages` is the folder with the npm packages, from which the document gets a Japanese font if it needs one.
    """
    font = faces(body, packages) if packages else ""
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{font}{style()}@page{{size:{size}}}</style></head>"
        f'<body data-paper="{size}"><div class="cat-print">{body}</div></body></html>'
    )


def _side(found: ReferenceSheet, side: str) -> str:
    blocks = [block for block in found.blocks if block.side == side]
    rows = []
    for wide, group in groupby(blocks, key=lambda block: block.wide):
        inner = "".join(_block(found, block) for block in group)
        rows.append(inner if wide else f'<div class="cat-columns">{inner}</div>')
    title = escape(found.game.title)
    aim = (
        f"<p>{marked(found.aim)}</p>"
        if side == SIDES[0]
        else f'<p class="cat-print-disclaimer"><em>{_word("ours")}</em></p>'
    )
    players = f'<p class="cat-players">{marked(found.players)}</p>' if side == SIDES[0] else ""
    return (
        f'<section class="cat-print-page cat-sheet" data-side="{side}" style="font-size:{found.size}pt">'
        f"<header><h2>{title}</h2><div>{aim}{players}</div></header>{''.join(rows)}</section>"
    )


def _block(found: ReferenceSheet, block: Block) -> str:
    parts = [
        f"<p>{marked(block.text)}</p>" if block.text else "",
        _table(block.table),
        *(_lines(kind, lines, block.columns) for kind, lines in block.lines.items() if lines),
        _disputes(block.disputes, block.columns),
    ]
    inner = f"{_pictures(found, block)}<div>{''.join(parts)}</div>"
    inner = f'<div class="cat-print-row">{inner}</div>' if block.beside else inner
    return f'<section class="cat-block"><h3>{marked(block.title)}</h3>{inner}</section>'


def _pictures(found: ReferenceSheet, block: Block) -> str:
    figures = "".join(_figure(found, picture) for picture in block.pictures)
    return f'<div class="cat-pictures">{figures}</div>' if figures else ""


def _figure(found: ReferenceSheet, picture: Picture) -> str:
    line = picture.caption
    words = " ".join(filter(None, (_head(line) if line.head else "", _body(line))))
    under = f"<figcaption>{words}</figcaption>" if words else ""
    look = (
        ' class="cat-print-figure-row"' if picture.beside else f' style="--cat-wide:{max(picture.width, NARROWEST)}mm"'
    )
    return f"<figure{look}>{drawing(found.game, picture)}{under}</figure>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{marked(cell)}</th>' if cell else "<td></td>" for cell in rows[0])
    body = "".join(
        f'<tr><th scope="row">{marked(row[0])}</th>{"".join(f"<td>{marked(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows[1:]
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _head(line: Line) -> str:
    head = line.head if line.head.endswith(STOPS) else str(text(N_("{head}."), head=line.head))
    return f"<b>{escape(head, quote=False)}</b>"


def _body(line: Line) -> str:
    reading = f"<em>{marked(line.reading)}</em>" if line.reading else ""
    return sentences(filter(None, (marked(line.words), reading)))


def _lines(kind: str, lines: Iterable[Line], columns: int) -> str:
    items = "".join(
        f"<li>{sentences([_head(line)] * bool(kind in HEADED and line.head) + [_body(line)])}</li>" for line in lines
    )
    return f'<ul class="cat-print-{kind}"{_columns(columns)}>{items}</ul>'


def _disputes(lines: Sequence[Line], columns: int) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{sentences((f'<b>{marked(line.head)}</b>', _body(line)))}</li>" for line in lines)
    return f"<ol{_columns(columns)}>{items}</ol>"


def _columns(columns: int) -> str:
    return f' style="columns:{columns}"' if columns > 1 else ""


# --- score pads --------------------------------------------------------------------------------------------------


def pad_page(found: ReferenceSheet, names: Sequence[str] = (), *, inputs: bool = False) -> str:
    """Return a score pad with the names filled in; with `inputs` the reader can type names.

    Raises `OptionError` if there are more names than columns.
    """
    pad = found.pad
    if len(names) > pad.players:
        raise OptionError(
            text(N_("expected up to {most} names for {title}, found {found}"),
                 most=pad.players, title=found.game.title, found=len(names))
        )  # fmt: skip
    cells = "<td></td>" * pad.players
    boxes = f"<td>{'<i></i>' * pad.boxes}</td>" * pad.players
    rows = [_names(pad.players, names, inputs=inputs)]
    for number in range(1, pad.bands + 1):
        rows.append(f'<tr class="cat-band"><th scope="rowgroup">{escape(pad.band)} {number}</th>{cells}</tr>')
        rows += [f'<tr><th scope="row">{marked(row)}</th>{boxes}</tr>' for row in pad.rows]
        rows += [f'<tr class="cat-sum"><th scope="row">{marked(pad.sum)}</th>{cells}</tr>'] if pad.sum else []
    rows += [f'<tr class="cat-sum"><th scope="row">{marked(pad.total)}</th>{cells}</tr>'] if pad.total else []
    note = f"<p>{marked(pad.note)}</p>" if pad.note else ""
    return (
        f'<section class="cat-print-page cat-pad"><header><h2>{escape(found.game.title)}</h2><div>'
        f"<p>{_word('score')}</p>"
        f"</div></header>{note}<table>{''.join(rows)}</table></section>"
    )


def _names(players: int, names: Sequence[str], *, inputs: bool) -> str:
    def cell(n: int) -> str:
        if inputs:
            return f'<input type="text" maxlength="24" autocomplete="off" aria-label="{_word("name", n=n + 1)}">'
        return escape(names[n]) if n < len(names) else ""

    heads = "".join(f'<th scope="col">{cell(n)}</th>' for n in range(players))
    return f'<tr class="cat-names"><td></td>{heads}</tr>'
