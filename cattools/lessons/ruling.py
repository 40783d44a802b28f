"""Rulings: what players ask at the table, each question with its answer and its source, from `data/rulings.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from cattools.core.errors import DataError, shorten
from cattools.core.loading.data_files import from_table, has, load_once
from cattools.core.rules import Authority, Rule, RuleKind
from cattools.games import GAMES
from cattools.lessons.example import Example, ExampleKind, examples

FILE = "rulings.toml"
PAGE = "rulings"  # the name of each game's page of rulings
_VERDICT = re.compile(r"(?P<first>[^.]+)\.(?: \S.*)?", re.DOTALL)


class SourceKind(StrEnum):
    """What a ruling rests on."""

    PRINTED = "printed"
    """The rule as our source prints it."""
    RULING = "ruling"
    """The publisher or the designer, who settled the question in public."""
    READING = "reading"
    """Our interpretation."""

    @property
    def rule_kind(self) -> RuleKind:
        """The kind of a rule, or of a rule's detail, that has this source."""
        return RuleKind.RULE if self is SourceKind.PRINTED else RuleKind(self)


@dataclass(frozen=True, slots=True)
class Source:
    """A public place where the publisher or the designer settled questions."""

    id: str  # the name by which rulings refer to it
    kind: Authority  # `rulebook` (the publisher's) or `designer`
    who: str  # who settled the questions
    where: str  # where the answers can be read
    when: str  # the year, or what is known about it


@dataclass(frozen=True, slots=True)
class Check:
    """A question to the game's code, asked in the position of the example.

    It has exactly one key besides `after`, `gives`, `yes` and `no`. The answer to `allowed`, `refused`, `happens` and
    `options` is yes or no, and a verdict of Yes or No must agree. The answer to any other key must equal `gives` or, if
    the verdict is Yes or No, `yes` or `no` respectively. A `test` has no such answer; if the verdict is Yes or No, it
    must be marked with the ruling and that word: `@pytest.mark.ruling("calico.ruling.decline", "No")`.
    """

    after: tuple[str, ...] = ()  # the actions that are played first, in notation
    allowed: str = ""  # an action: is it legal? An illegal one must be refused by the rule and source of the ruling
    refused: str = ""  # an action: is it illegal? It must be refused by the rule and source of the ruling
    happens: str = ""  # a rule: does it cause an effect of the last action in `after`?
    options: str = ""  # options, as in `players=3,scenario=1`: can a game begin with them?
    score: str = ""  # a seat: how many points does it have?
    turn: bool = False  # whose turn is it? `over` at the end of the game
    winners: bool = False  # who has won?
    areas: bool = False  # which areas answer the question of the example? `none` if there are none
    fact: str = ""  # a value of `components.toml`, as in `board.hex.side`
    test: str = ""  # a test, as in `tests/games/calico/test_goals.py::test_pairs`, for what no other key can ask
    gives: str = ""  # the answer, if neither the answer nor the verdict is yes or no
    yes: str = ""  # the answer that means Yes, for a question whose answer is not yes or no
    no: str = ""  # the answer that means No, for the same question


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question as players ask it, the verdict, and what it rests on."""

    id: str  # the game's name, `.ruling.`, and the ruling's own name
    question: str  # the question, in a player's words
    verdict: str  # the answer; its first sentence is the verdict: `Yes.`, `No.`, `On the corners.`
    rule: str  # the rule that answers the question
    source: SourceKind  # `printed`, `ruling` or `reading`
    example: str  # the example whose position shows the answer
    by: str = ""  # for the source `ruling`: the id of the source, in the same file
    # the question to the game's code whose answer is the verdict; without it, whether the action of an example of kind
    # `judge` is legal
    check: Check | None = None
    claim: str = ""  # what a player says, if the reference sheet quotes it
    number: int = 0  # its number on the former page of disputes, which old links use

    @property
    def game(self) -> str:
        """The game's id."""
        return self.id.partition(".")[0]

    @property
    def page(self) -> str:
        """The page that shows it, below `book/`, without extension."""
        return f"{self.game}/{PAGE}"

    @property
    def anchor(self) -> str:
        """The id of its anchor on its page."""
        return self.id.replace(".", "-")

    @property
    def first(self) -> str:
        """The first sentence of the verdict, without the full stop."""
        return self.verdict.partition(".")[0]

    @property
    def where(self) -> str:
        """The file and row, as errors name them."""
        return f"games/{self.game}/data/{FILE}, ruling {self.id!r}"

    @property
    def law(self) -> Rule:
        """The rule that answers the question."""
        return GAMES[self.game].rules[self.rule]

    @property
    def shown(self) -> Example:
        """The example whose position shows the answer."""
        return examples(self.game)[self.example]

    @property
    def asked(self) -> Check:
        """The question to the game's code; by default, whether the action of the example is legal."""
        return self.check or Check(allowed=self.shown.action)


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings of one game, in the order of its page, and their sources by id."""

    rows: tuple[Ruling, ...] = ()
    sources: Mapping[str, Source] | None = None

    def source_of(self, one: Ruling) -> Source | None:
        """Return the public source of a ruling, if it has one."""
        return (self.sources or {}).get(one.by)


@dataclass(frozen=True, slots=True)
class _File:
    ruling: tuple[Ruling, ...]
    source: tuple[Source, ...] = ()


@cache
def rulings(game_id: str) -> Rulings:
    """Return a game's rulings; none if it has no `rulings.toml`. Raises `DataError` naming the file and the row."""
    name = f"games/{game_id}/data/{FILE}"
    if not has(name):
        return Rulings()
    file = from_table(_File, load_once(name), name)
    sources = _sources(file.source, name)
    found: dict[str, Ruling] = {}
    numbers: set[int] = set()
    for row in file.ruling:
        where = f"{name}, ruling {row.id!r}"
        if not row.id.startswith(f"{game_id}.ruling."):
            raise DataError(f"{where}: expected an id that starts with {game_id + '.ruling.'!r}")
        if row.id in found:
            raise DataError(f"{where}: expected each id once, found it twice")
        if row.example in {other.example for other in found.values()}:
            raise DataError(f"{where}: expected an example of its own, found {shorten(row.example)} a second time")
        if row.number in numbers:
            raise DataError(f"{where}, number: expected one that no other ruling has, found {row.number}")
        _check_references(row, sources, where)
        found[row.id] = row
        numbers |= {row.number} - {0}
    return Rulings(tuple(found.values()), sources)


def _sources(rows: tuple[Source, ...], name: str) -> dict[str, Source]:
    """Return the sources by id. Raises `DataError` for an id given twice or a source without who, where or when."""
    found: dict[str, Source] = {}
    for row in rows:
        where = f"{name}, source {row.id!r}"
        if row.id in found:
            raise DataError(f"{where}: expected each id once, found it twice")
        for key, value in (("who", row.who), ("where", row.where), ("when", row.when)):
            if not value.strip():
                raise DataError(f"{where}, {key}: expected words, found {shorten(value)}")
        found[row.id] = row
    return found


def _check_references(row: Ruling, sources: Mapping[str, Source], where: str) -> None:
    """Raise `DataError` if a row has no question or verdict, or names a rule, source or example that does not fit."""
    if not re.fullmatch(r"\S.*\?", row.question, re.DOTALL):
        raise DataError(f"{where}: expected a question that ends with '?', found {shorten(row.question)}")
    if not _VERDICT.fullmatch(row.verdict):
        raise DataError(f"{where}: expected a verdict such as 'No. Only yours.', found {shorten(row.verdict)}")
    if row.rule not in GAMES[row.game].rules:
        raise DataError(f"{where}: expected a rule from data/rules.toml, found {shorten(row.rule)}")
    if row.source.rule_kind not in row.law.sources:
        known = ", ".join(sorted(kind for kind in SourceKind if kind.rule_kind in row.law.sources))
        raise DataError(f"{where}: expected a source that {row.rule} has ({known}), found '{row.source}'")
    ruled = row.source is SourceKind.RULING
    if (ruled and row.by not in sources) or (row.by and not ruled):
        expected = f"'by' to be one of {', '.join(sources) or 'the sources'}" if ruled else "no 'by'"
        raise DataError(f"{where}: expected {expected}, found {shorten(row.by) if row.by else 'none'}")
    if row.by and sources[row.by].kind is not row.law.by:
        raise DataError(f"{where}: expected 'by' of kind '{row.law.by}', as {row.rule} has, found {shorten(row.by)}")
    if row.law.who and row.by and row.law.who != sources[row.by].who:
        raise DataError(f"{where}: expected 'by' to be by {row.law.who}, as {row.rule} says, found {shorten(row.by)}")
    try:
        shown = row.shown
    except KeyError as error:
        raise DataError(f"{where}: {error.args[0]}") from None
    needs_note = row.source is SourceKind.RULING and not row.law.ruled
    if needs_note != (shown.by_ruling == row.rule):
        expected = f"'by_ruling' of {shown.id} to be {row.rule!r}" if needs_note else f"no 'by_ruling' in {shown.id}"
        raise DataError(
            f"{where}: expected {expected}, found {shorten(shown.by_ruling) if shown.by_ruling else 'none'}"
        )
    if row.check is None and shown.kind is not ExampleKind.JUDGE:
        raise DataError(f"{where}: expected 'check', because {shown.id} is not an example to judge, found none")


def source_words(one: Ruling) -> str:
    """Return what a ruling rests on, in words: the kind of its source and, if it is public, who, where and when."""
    if public := rulings(one.game).source_of(one):
        names = [] if public.kind is Authority.DESIGNER else [public.who]  # `called` names the designer
        return f"{public.kind.called(public.who)}: {', '.join([*names, public.where, public.when])}"
    if one.source is SourceKind.PRINTED:
        return "Printed rule"
    ours = str(one.law.reading)
    if one.law.kind is RuleKind.RULE and ours and one.verdict.endswith(f". {ours}"):
        return "Printed rule; only the last sentence is our interpretation"
    return "Our interpretation"
