"""The content of a game's reference sheet, from `[printable]` in its `pages.toml` and the records that this names.

A line of the sheet is either a rule's id, which stands for the rule's text, or a text with the rules it covers. Numbers
in a text come from the game's components: `{players.4.dealt}` is that value of `components.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, Literal

from cattools.core.display.scene import MarkKind
from cattools.core.errors import DataError, OptionError, shorten
from cattools.core.game import AnyGame
from cattools.core.loading.data_files import from_table, load, value_at
from cattools.core.messages import N_, SOURCE, Text, commas, language, text, translated
from cattools.games import game
from cattools.lessons.example import example, known_rules
from cattools.lessons.ruling import SourceKind, rulings
from cattools.site.game_pages import FILE, SHEET

SIDES = ("front", "back")
SMALLEST = 9.0  # points
LINES = ("steps", "says", "may", "never")
RULE_ID = re.compile(r"[a-z]+(\.[a-z-]+)+")
_FIRST_SENTENCE = re.compile(r"(.+?[.。])\s*(.*)", re.DOTALL)
_GAP = re.compile(r"\{([\w.-]+)\}")
MARK = re.compile(r"(?P<kind>[a-z]+):(?P<area>[^>=]+)(>(?P<to>[^=]+))?(=(?P<note>.+))?")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the sheet: its text, the rules it covers, its interpretation and its run-in heading."""

    words: str
    rules: tuple[str, ...] = ()
    reading: str = ""
    head: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: a position, the part of its scene and the areas to show, and marks."""

    id: str  # the drawing's id
    width: int  # its width on paper, in millimetres
    position: str = ""  # the position, in notation; by default the start of `example`, or else the set-up
    options: str = ""  # the options, as in examples
    example: str = ""  # the example whose start is shown
    seed: int = 0  # the seed for all random events
    seat: int = 0  # the seat from whose perspective the scene is drawn; the first seat is 0
    part: str = ""  # the part of the scene to draw; by default the first part
    show: tuple[str, ...] = ()  # the areas to show, by id or pattern (`plum*`); by default the whole part
    marks: tuple[str, ...] = ()  # marks, as in `score:b2`, `trail:b2>b3`, `captured:b3=cat`
    letters: bool = True  # whether the labels of the board are drawn
    beside: bool = False  # whether the caption is next to the drawing instead of below it
    caption: Line = Line("")

    def __post_init__(self) -> None:
        for mark in self.marks:
            if not (fits := MARK.fullmatch(mark)) or fits["kind"] not in tuple(MarkKind):
                raise ValueError(f"expected 'marks' as in score:b2 or trail:b2>b3, found {shorten(mark)}")


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption of a picture."""

    caption: str = ""  # the caption: a rule's id or a text
    rules: tuple[str, ...] = ()  # if the caption is a text: the rules that it covers


@dataclass(frozen=True, slots=True)
class SetUpDiagram:
    """A diagram of the set-up for a chapter's first page, with its alt text and the label below it."""

    picture: Picture
    alt: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """The content below one heading, in the order of the fields."""

    side: str
    title: str
    wide: bool
    beside: bool
    columns: int
    text: str
    pictures: tuple[Picture, ...]
    table: tuple[tuple[str, ...], ...]
    lines: Mapping[str, tuple[Line, ...]]
    disputes: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Pad:
    """A score pad: a column for each player, and in each of `bands` bands a row for everything that is counted."""

    players: int  # the number of columns, one for each player
    band: str  # the word before the number of each band, such as Game or Round
    bands: int  # the number of bands on a page
    rows: tuple[str, ...]  # the labels of the rows, one for everything that is counted
    boxes: int = 0  # the number of boxes to cross off in each cell of these rows
    sum: str = ""  # the label of the row for the sum of these rows
    total: str = ""  # the label of the last row of the page
    note: str = ""  # a sentence that says how to fill in the pad


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """A game's printed pages: the sheet's blocks, the rules that are only in the book, the set-up, the score pad."""

    game: AnyGame
    aim: str
    players: str
    size: float
    elsewhere: tuple[str, ...]
    laid: tuple[SetUpDiagram, ...]
    blocks: tuple[Block, ...]
    pad: Pad

    @property
    def lines(self) -> Iterator[Line]:
        """Every line of the sheet."""
        for block in self.blocks:
            for lines in block.lines.values():
                yield from lines
            yield from block.disputes
            yield from (picture.caption for picture in block.pictures)


# --- the records of the file ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineRecord:
    """A line that is written as a table."""

    says: str  # the text; `**bold**` is bold, and `*italics*` marks an interpretation
    rules: tuple[str, ...] = ()  # the rules that the text covers


@dataclass(frozen=True, slots=True)
class DisputeRecord:
    """A dispute that is no ruling of the book, written as a table."""

    says: str  # the question
    answer: str  # the answer
    rules: tuple[str, ...]  # the rules that settle the dispute


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """A heading and its content."""

    side: Literal["front", "back"]  # the side of the sheet: `front` or `back`
    title: str  # the heading
    wide: bool = False  # whether the block spans the page
    beside: bool = False  # whether the lines are next to the drawings instead of below them
    columns: int = 1  # the number of columns for the lines
    text: str = ""  # the text below the heading
    pictures: tuple[str, ...] = ()  # drawings, by id
    table: tuple[tuple[str, ...], ...] = ()  # rows of cells; the first row and the first cell of each row are headings
    steps: tuple[str | LineRecord, ...] = ()  # lines to tick off; a rule's line begins with its title
    says: tuple[str | LineRecord, ...] = ()  # lines; a rule's line begins with its title
    may: tuple[str | LineRecord, ...] = ()  # lines that say what is allowed
    never: tuple[str | LineRecord, ...] = ()  # lines that say what is not allowed
    # disputes: each is the id of a ruling, or a table with `says`, `answer` and `rules`
    disputes: tuple[str | DisputeRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class SetUpRecord:
    """A drawing of the set-up, on the chapter's first page."""

    picture: str  # the id of a drawing
    alt: str  # the drawing's alternative text
    label: str = ""  # a short label below the drawing, such as the number of players


@dataclass(frozen=True, slots=True)
class SheetFile:
    """The contents of `[printable]` in `pages.toml`."""

    aim: str  # the aim of the game, in one sentence
    players: str  # the number of players and the playing time
    block: tuple[BlockRecord, ...]  # the blocks, each a heading and its content
    pad: Pad  # the score pad
    size: float = 9.6  # the font size in points, at least nine
    # the rules that are only in the book and not on the sheet; all other rules must be on the sheet
    elsewhere: tuple[str, ...] = ()
    picture: tuple[Mapping[str, Any], ...] = ()  # the drawings of positions
    laid: tuple[SetUpRecord, ...] = ()  # the drawings of the set-up, on the chapter's first page

    def __post_init__(self) -> None:
        if self.size < SMALLEST:
            raise ValueError(f"expected 'size' to be {SMALLEST} or more, found {self.size}")


def place_of(game_id: str) -> str:
    """Return the name of a game's sheet in error messages: its file and table."""
    return f"games/{game_id}/data/{FILE}, {SHEET}"


def sheet_of(game_id: str) -> ReferenceSheet:
    """Return the content of a game's sheet. Raises `OptionError`, or `DataError` with file, record and key."""
    return _sheet_of(game(game_id), language())


@cache
def _sheet_of(played: AnyGame, _language: str) -> ReferenceSheet:
    name = place_of(played.id)
    file = from_table(SheetFile, load(f"games/{played.id}/data/{FILE}")[SHEET], name)
    known_rules(played.id, file.elsewhere, f"{name}, elsewhere")
    drawn = _pictures(file.picture, played, name)
    return ReferenceSheet(
        game=played,
        aim=_translated(file.aim),
        players=_translated(file.players),
        size=file.size if language() == SOURCE else SMALLEST,  # translations can be longer
        elsewhere=file.elsewhere,
        laid=tuple(_laid(record, played, drawn, f"{name}, laid {record.picture!r}") for record in file.laid),
        blocks=tuple(_block(record, played, drawn, f"{name}, block {record.title!r}") for record in file.block),
        pad=Pad(**{key: _translated(value) for key, value in asdict(file.pad).items()}),
    )


def _translated(value: Any) -> Any:
    """Return a record's value, translated into the reader's language if it is text."""
    if isinstance(value, tuple):
        return tuple(_translated(each) for each in value)
    return str(Text(value)) if isinstance(value, str) and value else value


# --- blocks and their lines --------------------------------------------------------------------------------------


def _block(record: BlockRecord, played: AnyGame, drawn: Mapping[str, Picture], where: str) -> Block:
    kinds = {key: getattr(record, key) for key in LINES}
    return Block(
        side=record.side,
        title=_translated(record.title),
        wide=record.wide,
        beside=record.beside,
        columns=record.columns,
        text=_words(record.text, played, f"{where}, text"),
        pictures=tuple(_drawn(one, drawn, f"{where}, pictures") for one in record.pictures),
        table=_table(record.table, played, f"{where}, table"),
        lines={key: tuple(_line(line, played, f"{where}, {key}") for line in lines) for key, lines in kinds.items()},
        disputes=tuple(_dispute(one, played, f"{where}, disputes") for one in record.disputes),
    )


def _line(record: str | LineRecord, played: AnyGame, where: str) -> Line:
    line = LineRecord(record) if isinstance(record, str) else record
    if record == line.says and RULE_ID.fullmatch(line.says):
        known_rules(played.id, [line.says], where)
        return _of_rule(line.says, played)
    known_rules(played.id, line.rules, where)
    return Line(_words(line.says, played, where), line.rules)


def _of_rule(id_: str, played: AnyGame) -> Line:
    rule = played.rules[id_]
    sentence, head = str(Text(rule.sentence)), str(Text(rule.title))
    if rule.ours:
        return Line("", (id_,), sentence, head)
    return Line(sentence, (id_,), str(Text(rule.reading)) if rule.reading else "", head)


def _words(words: str, played: AnyGame, where: str) -> str:
    """Return a text with its placeholders replaced by values from the game's components."""
    box = load(f"games/{played.id}/data/components.toml")

    def fact(found: re.Match[str]) -> str:
        value = value_at(box, found[1])
        if value is None or isinstance(value, dict | bool) or (isinstance(value, list) and not _plain(value)):
            raise DataError(f"{where}: expected {found[0]} to name a number in components.toml, found none")
        return _listed(value) if isinstance(value, list) else str(value)

    return _GAP.sub(fact, str(Text(words)))


def _plain(values: Sequence[object]) -> bool:
    return all(isinstance(value, int | str) for value in values)


def _listed(values: Sequence[object]) -> str:
    """Return the values as a choice: `1`, `1 or 3`, `1, 3 or 4`; an en dash if there are none."""
    words = [str(value) for value in values]
    if len(words) < 2:
        return "".join(words) or "\N{EN DASH}"
    return str(text(N_("{some} or {last}"), some=commas(words[:-1]), last=words[-1]))


def _table(rows: Sequence[Sequence[str]], played: AnyGame, where: str) -> tuple[tuple[str, ...], ...]:
    for row in rows:
        if len(row) != len(rows[0]):
            raise DataError(f"{where}: expected rows with as many cells as the first row, found {shorten([*row])}")
    return tuple(tuple(_words(cell, played, where) for cell in row) for row in rows)


# --- disputes ----------------------------------------------------------------------------------------------------


def _dispute(record: str | DisputeRecord, played: AnyGame, where: str) -> Line:
    if isinstance(record, DisputeRecord):
        known_rules(played.id, record.rules, where)
        return Line(_words(record.answer, played, where), record.rules, head=_words(record.says, played, where))
    one = next((one for one in rulings(played.id).rows if one.id == record), None)
    if one is None:
        raise DataError(f"{where}: expected a ruling of {played.id}, found {shorten(record)}")
    question, claim, words = map(translated, (one.question, one.claim, one.verdict))
    head = str(text(N_('"{claim}" {question}'), claim=claim, question=question)) if claim else question
    found = _FIRST_SENTENCE.fullmatch(words)
    first, more = found.groups() if found else (words, "")
    verdict = f"**{first}**"
    if one.source is SourceKind.READING:
        return Line(verdict, (one.rule,), more, head)
    return Line(f"{verdict} {more}".strip(), (one.rule,), head=head)


# --- pictures ----------------------------------------------------------------------------------------------------


def _laid(record: SetUpRecord, played: AnyGame, drawn: Mapping[str, Picture], where: str) -> SetUpDiagram:
    alt = _words(record.alt, played, f"{where}, alt")
    label = _words(record.label, played, f"{where}, label")
    return SetUpDiagram(_drawn(record.picture, drawn, f"{where}, picture"), alt, label)


def _drawn(id_: str, drawn: Mapping[str, Picture], where: str) -> Picture:
    if id_ not in drawn:
        known = ", ".join(drawn) or "there is none"
        raise DataError(f"{where}: expected the id of a picture ({known}), found {shorten(id_)}")
    return drawn[id_]


def _pictures(records: Iterable[Mapping[str, Any]], played: AnyGame, name: str) -> dict[str, Picture]:
    found: dict[str, Picture] = {}
    for record in records:
        where = f"{name}, picture {record.get('id', '?')!r}"
        under = {key: record[key] for key in ("caption", "rules") if key in record}
        caption_record = from_table(Caption, under, where)
        known_rules(played.id, caption_record.rules, f"{where}, rules")
        line = _line(caption_record.caption, played, f"{where}, caption")
        caption = replace(line, rules=line.rules or caption_record.rules)
        picture = from_table(Picture, {key: record[key] for key in record if key not in under}, where, caption=caption)
        if picture.id in found:
            raise DataError(f"{where}: expected a different id for each picture, found {picture.id!r} twice")
        if picture.example:
            try:
                shown = example(picture.example)
            except OptionError as error:  # another error is in the example's own file, which it names
                raise DataError(f"{where}, example: {error}") from None
            picture = replace(picture, position=shown.position, options=shown.options, seed=shown.seed)
        found[picture.id] = picture
    return found
