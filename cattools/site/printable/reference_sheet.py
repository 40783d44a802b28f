"""The content of a game's reference sheet, from `games/<game>/data/reference_sheet.toml` and the records it names.

A line of the sheet is either a rule's id, which stands for the rule's text, or a text with the rules it covers. Numbers
in a text come from the game's components: `{players.4.dealt}` is that value of `components.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from cattools.core.data_files import Key, load, tables, take, values
from cattools.core.display.scene import MarkKind
from cattools.core.errors import CattoolsError, DataError, OptionError, shorten
from cattools.core.game import AnyGame
from cattools.core.messages import N_, Text, text
from cattools.games import game
from cattools.lessons.answer_check import LEGAL
from cattools.lessons.example import Example, ExampleKind, example
from cattools.site.search.index import DISPUTES, disputes
from cattools.site.sphinx.rule_sections import ROOT

FILE = "reference_sheet.toml"
SIDES = ("front", "back")
SMALLEST = 9.0  # points
LINES = ("steps", "says", "may", "never")
YES, NO = N_("Yes."), N_("No.")
ASKED = ("allowed", "forbidden")  # whether a question with a judged move asks if it is allowed or forbidden
RULE_ID = re.compile(r"[a-z]+(\.[a-z-]+)+")
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
    """A diagram: a position, the part of its scene and the areas to show, marks, the width in millimetres."""

    id: str
    width: int
    position: str = ""
    options: str = ""
    example: str = ""
    seed: int = 0
    seat: int = 0
    part: str = ""
    show: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    letters: bool = True
    beside: bool = False
    caption: Line = Line("")


@dataclass(frozen=True, slots=True)
class Laid:
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

    players: int
    band: str
    bands: int
    rows: tuple[str, ...]
    boxes: int = 0
    sum: str = ""
    total: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """A game's printed pages: the sheet's blocks, the rules left to the book, the set-up diagrams, the score pad."""

    game: AnyGame
    aim: str
    players: str
    size: float
    elsewhere: tuple[str, ...]
    laid: tuple[Laid, ...]
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


TOP_KEYS: Mapping[str, Key] = {
    "aim": Key(str, "the aim of the game, in one sentence"),
    "players": Key(str, "the number of players and the playing time"),
    "size": Key(float, "the font size in points, at least nine", default=9.6),
    "elsewhere": Key(list, "the rules that only the book has; the sheet has all others", default=[]),
}
BLOCK_KEYS: Mapping[str, Key] = {
    "side": Key(str, "`front` or `back`"),
    "title": Key(str, "its heading"),
    "wide": Key(bool, "whether it spans the page", default=False),
    "beside": Key(bool, "whether its lines are next to its drawings, not below them", default=False),
    "columns": Key(int, "the number of columns of its lines", default=1),
    "text": Key(str, "the text below the heading", default=""),
    "pictures": Key(list, "drawings, by id", default=[]),
    "table": Key(object, "rows of cells; the first row and the first cell of each row are headings", default=[]),
    "steps": Key(object, "lines to tick off; a rule's line begins with its title", default=[]),
    "says": Key(object, "lines; a rule's line begins with its title", default=[]),
    "may": Key(object, "lines that say what is allowed", default=[]),
    "never": Key(object, "lines that say what is not allowed", default=[]),
    "disputes": Key(
        object,
        "disputes of the book by their examples, or tables of `example`, `asks`, `answer`, or of `says`, `answer`, "
        "`rules`",
        default=[],
    ),
}
LINE_KEYS: Mapping[str, Key] = {
    "says": Key(str, "the text; `**bold**`, and `*italics*` for an interpretation"),
    "rules": Key(list, "the rules that it covers", default=[]),
}
PICTURE_KEYS: Mapping[str, Key] = {
    "id": Key(str, "its id"),
    "width": Key(int, "its width on paper, in millimetres"),
    "position": Key(
        str, "the position, in notation; without it, the start of `example`, or else the set-up", default=""
    ),
    "options": Key(str, "the options, as in examples", default=""),
    "example": Key(str, "the example whose start is shown", default=""),
    "seed": Key(int, "the seed for what is left to chance", default=0),
    "seat": Key(int, "the seat from whose perspective it is drawn, from 0", default=0),
    "part": Key(str, "the part of the scene; without it, the first", default=""),
    "show": Key(list, "the areas to show, by id or pattern (`plum*`); without it, the whole part", default=[]),
    "marks": Key(list, "marks, as in `score:b2`, `trail:b2>b3`, `captured:b3=cat`", default=[]),
    "letters": Key(bool, "whether the drawing keeps its labels", default=True),
    "beside": Key(bool, "whether the caption is next to it, not below", default=False),
    "caption": Key(str, "the caption: a rule's id or a text", default=""),
    "rules": Key(list, "the rules that such a text covers", default=[]),
}
LAID_KEYS: Mapping[str, Key] = {
    "picture": Key(str, "the id of a drawing"),
    "alt": Key(str, "its alternative text"),
    "label": Key(str, "a short label below it, e.g. the number of players", default=""),
}
PAD_KEYS: Mapping[str, Key] = {
    "players": Key(int, "the number of columns for players"),
    "band": Key(str, "what one band is for: a game, a round"),
    "bands": Key(int, "the number of bands on a page"),
    "rows": Key(list, "what is counted, one row each"),
    "boxes": Key(int, "the number of boxes to cross off in each of these rows", default=0),
    "sum": Key(str, "the label of the row that adds these up", default=""),
    "total": Key(str, "the label of the last row of the page", default=""),
    "note": Key(str, "a sentence that says how to fill it in", default=""),
}


@cache
def paper(game_id: str) -> ReferenceSheet:
    """Return the content of a game's sheet. Raises `OptionError`, and `DataError` naming file, record and key."""
    played = game(game_id)
    name = f"games/{played.id}/data/{FILE}"
    file = load(name)
    _only(file, {*TOP_KEYS, "laid", "block", "picture", "pad"}, name)
    told = values(file, TOP_KEYS, name)
    if told["size"] < SMALLEST:
        raise DataError(f"{name}: expected 'size' to be {SMALLEST} or more, found {told['size']}")
    for rule in told["elsewhere"]:
        _known(rule, played, f"{name}, elsewhere")
    drawn = _pictures(file, played, name)
    laid = tuple(_laid(record, played, drawn, name) for record in _some(file, "laid", name))
    blocks = tuple(_block(record, played, drawn, name) for record in tables(file, "block", name))
    pad = take(file, "pad", dict, name)
    _only(pad, PAD_KEYS, f"{name}, pad")
    return ReferenceSheet(
        played,
        str(Text(told["aim"])),
        str(Text(told["players"])),
        told["size"],
        told["elsewhere"],
        laid,
        blocks,
        Pad(**{key: _said(value) for key, value in values(pad, PAD_KEYS, f"{name}, pad").items()}),
    )


def _some(file: Mapping[str, Any], key: str, name: str) -> Sequence[Mapping[str, Any]]:
    """Return the records of an optional kind."""
    return tables(file, key, name) if key in file else ()


def _said(value: Any) -> Any:
    """Return a record's value, translated into the reader's language if it is text."""
    if isinstance(value, tuple):
        return tuple(_said(each) for each in value)
    return str(Text(value)) if isinstance(value, str) and value else value


def _only(record: Mapping[str, Any], known: Mapping[str, Key] | set[str], where: str) -> None:
    if extra := sorted(record.keys() - {*known}):
        raise DataError(f"{where}: expected keys among {', '.join(sorted(known))}, found {extra[0]!r}")


def _known(rule: str, played: AnyGame, where: str) -> None:
    if rule not in played.rules:
        raise DataError(f"{where}: expected a rule of {played.id}, found {shorten(rule)}")


# --- blocks and their lines --------------------------------------------------------------------------------------


def _block(record: Mapping[str, Any], played: AnyGame, drawn: Mapping[str, Picture], name: str) -> Block:
    where = f"{name}, block {record.get('title', '?')!r}"
    _only(record, BLOCK_KEYS, where)
    told = values({key: value for key, value in record.items() if BLOCK_KEYS[key].type is not object},
                  {key: kind for key, kind in BLOCK_KEYS.items() if kind.type is not object}, where)  # fmt: skip
    if told["side"] not in SIDES:
        raise DataError(f"{where}: expected 'side' to be one of {', '.join(SIDES)}, found {shorten(told['side'])}")
    pictures = tuple(_drawn(one, drawn, f"{where}, pictures") for one in told["pictures"])
    return Block(
        **{
            **told,
            "title": str(Text(told["title"])),
            "text": _words(told["text"], played, f"{where}, text"),
            "pictures": pictures,
            "table": _table(_list(record, "table", where), played, f"{where}, table"),
            "lines": {key: _lines(_list(record, key, where), played, f"{where}, {key}") for key in LINES},
            "disputes": tuple(_dispute(one, played, f"{where}, disputes") for one in _list(record, "disputes", where)),
        }
    )


def _list(record: Mapping[str, Any], key: str, where: str) -> Sequence[Any]:
    return take(record, key, list, where, [])


def _lines(records: Sequence[Any], played: AnyGame, where: str) -> tuple[Line, ...]:
    return tuple(_line(record, played, where) for record in records)


def _line(record: Any, played: AnyGame, where: str) -> Line:
    if isinstance(record, str) and RULE_ID.fullmatch(record):
        _known(record, played, where)
        return _of_rule(record, played)
    if isinstance(record, str):
        return Line(_words(record, played, where))
    if not isinstance(record, dict):
        raise DataError(f"{where}: expected a rule, words, or a table with `says`, found {shorten(record)}")
    _only(record, LINE_KEYS, where)
    told = values(record, LINE_KEYS, where)
    for rule in told["rules"]:
        _known(rule, played, where)
    return Line(_words(told["says"], played, where), told["rules"])


def _of_rule(id_: str, played: AnyGame) -> Line:
    rule = played.rules[id_]
    said, head = str(Text(rule.sentence)), str(Text(rule.title))
    if rule.ours:
        return Line("", (id_,), said, head)
    return Line(said, (id_,), str(Text(rule.reading)) if rule.reading else "", head)


def _words(words: str, played: AnyGame, where: str) -> str:
    """Return a text with its placeholders filled from the game's components."""
    box = load(f"games/{played.id}/data/components.toml")

    def fact(found: re.Match[str]) -> str:
        value: Any = box
        for key in found[1].split("."):
            if isinstance(value, list):
                value = value[int(key)] if key.isdigit() and int(key) < len(value) else None
            else:
                value = value.get(key) if isinstance(value, dict) else None
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
    return str(text(N_("{some} or {last}"), some=", ".join(words[:-1]), last=words[-1]))


def _table(rows: Sequence[Any], played: AnyGame, where: str) -> tuple[tuple[str, ...], ...]:
    for row in rows:
        if not isinstance(row, list) or not all(isinstance(cell, str) for cell in row) or len(row) != len(rows[0]):
            raise DataError(f"{where}: expected rows with as many cells as the first, found {shorten(row)}")
    return tuple(tuple(_words(cell, played, where) for cell in row) for row in rows)


# --- disputes ----------------------------------------------------------------------------------------------------

DISPUTE_KEYS: Mapping[str, Key] = {
    "example": Key(str, "the example on the book's page of disputes", default=""),
    "says": Key(str, "the question, if no example shows it", default=""),
    "answer": Key(str, "the answer, if no rule's sentence gives it; a judged example adds Yes or No", default=""),
    "asks": Key(
        str,
        "whether it asks if what a judged example shows is `allowed`, as a question with May does, or `forbidden`",
        default="",
    ),
    "rules": Key(list, "the rules that settle it, if no example does", default=[]),
}


@cache
def _asked(game_id: str) -> Mapping[str, str]:
    """Return the text of the book's disputes by their examples."""
    page = f"{game_id}/{DISPUTES}"
    file = ROOT / "book" / f"{page}.md"
    found = disputes(page, file.read_text("utf-8")) if file.is_file() else ()
    return {dispute.example: dispute.words for dispute in found}


def _dispute(record: Any, played: AnyGame, where: str) -> Line:
    record = {"example": record} if isinstance(record, str) else record
    if not isinstance(record, dict):
        raise DataError(f"{where}: expected an example or a table, found {shorten(record)}")
    _only(record, DISPUTE_KEYS, where)
    told = values(record, DISPUTE_KEYS, where)
    answer = _words(told["answer"], played, where)
    if not told["example"]:
        if not (told["says"] and answer and told["rules"]):
            raise DataError(f"{where}: expected 'example', or 'says', 'answer' and 'rules', found {shorten(record)}")
        for rule in told["rules"]:
            _known(rule, played, where)
        return Line(answer, told["rules"], head=_words(told["says"], played, where))
    try:
        shown = example(told["example"])
    except OptionError as error:
        raise DataError(f"{where}: {error}") from None
    head = told["says"] or _asked(played.id).get(shown.id, "")
    if not head:
        raise DataError(f"{where}: expected an example from book/{played.id}/{DISPUTES}.md, found {shorten(shown.id)}")
    if shown.kind == ExampleKind.JUDGE:
        return _judged(shown, played, head, answer, told["asks"], where)
    if told["asks"] or not answer:
        raise DataError(f"{where}: expected only 'answer' with {shown.id}, which is not judged")
    return Line(answer, shown.rules, head=head)


def _judged(shown: Example, played: AnyGame, head: str, answer: str, asks: str, where: str) -> Line:
    """Return a dispute about a judged move, answered with Yes or No by the rules."""
    asks = asks or ("allowed" if " May " in head else "")
    if asks not in ASKED:
        found = shorten(asks) if asks else "none"
        raise DataError(f"{where}: expected 'asks' to be one of {', '.join(ASKED)} for {head!r}, found {found}")
    if answer.startswith("**"):
        raise DataError(f"{where}: expected 'answer' without Yes or No, which {shown.id} adds, found {answer!r}")
    legal = LEGAL in shown.solution
    said = f"**{text(YES if legal == (asks == 'allowed') else NO)}**"
    if answer:
        return Line(f"{said} {answer}", shown.rules, head=head)
    settled = shown.rules[:1] if legal else shown.solution
    lines = [_of_rule(rule, played) for rule in settled]
    words = " ".join(line.words for line in lines if line.words)
    reading = " ".join(line.reading for line in lines if line.reading)
    return Line(f"{said} {words}".strip(), settled, reading, head)


# --- pictures ----------------------------------------------------------------------------------------------------


def _laid(record: Mapping[str, Any], played: AnyGame, drawn: Mapping[str, Picture], name: str) -> Laid:
    where = f"{name}, laid {record.get('picture', '?')!r}"
    _only(record, LAID_KEYS, where)
    told = values(record, LAID_KEYS, where)
    alt, label = (_words(told[key], played, f"{where}, {key}") if told[key] else "" for key in ("alt", "label"))
    return Laid(_drawn(told["picture"], drawn, f"{where}, picture"), alt, label)


def _drawn(id_: Any, drawn: Mapping[str, Picture], where: str) -> Picture:
    if id_ not in drawn:
        raise DataError(f"{where}: expected one of {', '.join(drawn) or 'none'}, found {shorten(id_)}")
    return drawn[id_]


def _pictures(file: Mapping[str, Any], played: AnyGame, name: str) -> dict[str, Picture]:
    found: dict[str, Picture] = {}
    for record in _some(file, "picture", name):
        where = f"{name}, picture {record.get('id', '?')!r}"
        _only(record, PICTURE_KEYS, where)
        told = values(record, PICTURE_KEYS, where)
        if told["id"] in found:
            raise DataError(f"{where}: expected each id once, found it twice")
        for mark in told["marks"]:
            if not (fits := MARK.fullmatch(mark)) or fits["kind"] not in tuple(MarkKind):
                raise DataError(f"{where}: expected 'marks' as in score:b2 or trail:b2>b3, found {shorten(mark)}")
        try:
            shown = example(told["example"]) if told["example"] else None
        except CattoolsError as error:
            raise DataError(f"{where}, example: {error}") from None
        if shown is not None:
            told |= {"position": shown.position, "options": shown.options, "seed": shown.seed}
        rules, caption = told.pop("rules"), _line(told["caption"], played, f"{where}, caption")
        for rule in rules:
            _known(rule, played, f"{where}, rules")
        told["caption"] = replace(caption, rules=caption.rules or rules)
        found[told["id"]] = Picture(**told)
    return found
