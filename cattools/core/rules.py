"""Rules as data: refusals and score lines cite a rule by its id, and a section of the book explains the rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, wraps
from typing import Any, Generic, Protocol, TypeVar

from cattools.core.actions import shown
from cattools.core.data_files import from_table, load_once
from cattools.core.display.notebook_display import NotebookDisplay
from cattools.core.errors import CattoolsError, DataError, unknown_id
from cattools.core.grid import Grid
from cattools.core.messages import N_, Text

MARK = "Our interpretation: "


class RuleKind(StrEnum):
    """Where a rule comes from."""

    RULE = "rule"
    """The rule is printed in the rulebook."""
    READING = "reading"
    """The rulebook is silent; the whole rule is our interpretation."""


@dataclass(frozen=True, slots=True)
class Rule(NotebookDisplay):
    """One testable rule: its id, a title, one sentence, and where the book explains it."""

    id: str  # the game's name, a dot, and the rule's own name: `herders.place`
    title: str  # a few words, used as the heading
    sentence: str  # the rule in one or two sentences, in the project's own words, as the book shows it
    kind: RuleKind  # `rule`, or `reading` if no part of the rule is printed and all of it is our interpretation
    page: str  # the page that explains the rule, relative to `book/`, without extension
    # whether the rule can refuse an action; if so, it needs an example in which the reader can try such an action
    forbids: bool = False
    # our interpretation of a detail of a printed rule; the book shows it below the sentence and marks it as ours
    reading: str = ""
    # other words for the rule that players use, in any language, if they are not in its title or sentence; used by the
    # search
    also: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The id of the rule's anchor on its page."""
        return self.id.replace(".", "-")

    @property
    def ours(self) -> bool:
        """Whether the whole rule is our interpretation and none of it is printed."""
        return self.kind is RuleKind.READING

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The text of the rule: its sentence, then the marked interpretation, if any."""
        return (self.sentence, f"{MARK}{self.reading}") if self.reading else (self.sentence,)

    def detail(self) -> Rule:
        """Return the interpretation of a printed rule as a rule with the same anchor; if there is none, this rule."""
        return replace(self, kind=RuleKind.READING, sentence=self.reading, reading="") if self.reading else self


class Citation(Protocol):
    """Something that names a rule as its cause: a refusal, an event or a score line."""

    @property
    def rule(self) -> str:
        """The rule's id."""

    @property
    def by_reading(self) -> bool:
        """Whether our interpretation of the rule is the cause, not its printed text."""


@dataclass(frozen=True, slots=True)
class Refusal(NotebookDisplay):
    """One reason why an action is illegal: the rule, the sentence, and the cells involved.

    `by_reading` is set if our interpretation of the rule is the reason, not its printed text; `secret` is set if the
    sentence and the cells reveal what the seat to move holds.
    """

    rule: str
    text: Text
    cells: tuple[str, ...] = ()
    by_reading: bool = False
    secret: bool = False

    def __str__(self) -> str:
        return str(self.text)


class Refusals(tuple[Refusal, ...], NotebookDisplay):
    """All reasons why an action is illegal; empty if it is legal."""

    __slots__ = ()


class Rulebook(Mapping[str, Rule]):
    """The rules of one game by id, in the book's order; an unknown id raises a `KeyError` with a suggestion."""

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        self._rules = dict(rules)

    def __getitem__(self, key: str) -> Rule:
        if key not in self._rules:
            raise KeyError(str(unknown_id(N_("expected a rule such as {known}, found {found}"), key, self._rules)))
        return self._rules[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._rules)

    def cited(self, by: Citation) -> Rule:
        """Return the rule that `by` cites, or only our interpretation of that rule if `by` rests on it."""
        return self[by.rule].detail() if by.by_reading else self[by.rule]


@dataclass(frozen=True, slots=True)
class _File:
    rule: tuple[Rule, ...]


def rulebook(game: str) -> Rulebook:
    """Read `games/<game>/data/rules.toml`. Raises `DataError` naming the bad record."""
    name = f"games/{game}/data/rules.toml"
    found: dict[str, Rule] = {}
    for rule in from_table(_File, load_once(name), name).rule:
        where = f"{name}, rule {rule.id!r}"
        if rule.ours and rule.reading:
            raise DataError(f"{where}: expected no key 'reading' in a rule of kind 'reading', found one")
        if not rule.id.startswith(f"{game}."):
            raise DataError(f"{where}: expected an id that starts with {game + '.'!r}")
        if rule.id in found:
            raise DataError(f"{where}: expected each id once, found it twice")
        found[rule.id] = rule
    return Rulebook(found)


class IllegalAction(CattoolsError):  # noqa: N818 - the established name
    """An action was refused; `refusals` holds every reason with its rule."""

    def __init__(self, action: object, refusals: Sequence[Refusal]) -> None:
        self.action, self.refusals = action, tuple(refusals)
        super().__init__(f"{action}: " + " ".join(str(r) for r in self.refusals))


S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an action: the facts that fill a check's sentence, and the cells that are the cause."""

    facts: tuple[tuple[str, object], ...] = ()
    cells: tuple[str, ...] = ()


def fault(*cells: str, **facts: object) -> Fault:
    """Return the fault with these cells as its cause and these facts, by name, for the check's sentence."""
    return Fault(tuple(facts.items()), cells)


@dataclass(frozen=True, slots=True)
class Check(Generic[S, A]):
    """One thing that can be wrong with an action: the rule, the sentence, and the predicate.

    `find(state, action)` returns None if the action passes the check, else the `Fault`. Its facts, and the fields of
    the action, fill the gaps of the sentence. `by_reading` is set if our interpretation of the rule is the reason, not
    its printed text. `secret` is set if the facts and cells reveal what the seat to move holds; they are omitted where
    its hand is unknown.
    """

    rule: str
    sentence: str
    find: Callable[[S, A], Fault | None]
    by_reading: bool = False
    secret: bool = False


Checks = Mapping[type, tuple[Check[Any, Any], ...]]  # by type of action, in the order in which refusals are reported
F = TypeVar("F", bound=Callable[[Any, Any], Fault | None])


C = TypeVar("C", bound=Callable[[Any], int])


class CheckList(dict[type, tuple[Check[Any, Any], ...]]):
    """The checks of a game by type of action, in the order in which refusals are reported.

    A game defines each check as a function, below the rule that it enforces. The function looks at one action, or it
    returns all cells (a mask) that the rule excludes in a position; `open_cells` combines such functions, so that legal
    actions are found without asking about each of them:

        @CHECKS.refuse("herders.place", N_("No herder is left in hand."), Place)
        def _hand_empty(state: Herders, _: Place) -> Fault | None:
            return None if state.hands[state.turn] else fault()

        @CHECKS.refuse_cells("herders.place", N_("There is already a piece on {at}."), Place)
        def _taken(state: Herders) -> int:
            return state.occupied
    """

    def __init__(self, *kinds: type, grid: Callable[[Any], Grid] | None = None) -> None:
        """Begin a list of checks on these types of action; `grid` is the board of a position."""
        super().__init__((kind, ()) for kind in kinds)
        self._grid = grid
        self._excluded: dict[tuple[type, str], tuple[Callable[[Any], int], ...]] = {}

    def refuse(
        self, rule: str, sentence: str, *kinds: type, by_reading: bool = False, secret: bool = False
    ) -> Callable[[F], F]:
        """Return the decorator that adds a predicate as a check on these types of action; see `Check`."""

        def add(find: F) -> F:
            self._add(Check(rule, sentence, find, by_reading, secret), kinds)
            return find

        return add

    def refuse_cells(
        self, rule: str, sentence: str, *kinds: type, field: str = "at", by_reading: bool = False
    ) -> Callable[[C], C]:
        """Return the decorator that adds a function as a check: it returns the cells that the rule excludes.

        `field` is the field of the action that names the cell.
        """

        def add(excluded: C) -> C:
            @wraps(excluded)
            def find(state: Any, action: Any) -> Fault | None:
                assert self._grid is not None  # noqa: S101 - a game with such checks has a board
                name = getattr(action, field)
                return fault(name) if excluded(state) >> self._grid(state).index[name] & 1 else None

            self._add(Check(rule, sentence, find, by_reading), kinds)
            for kind in kinds:
                self._excluded[kind, field] = (*self._excluded.get((kind, field), ()), excluded)
            return excluded

        return add

    def _add(self, check: Check[Any, Any], kinds: Sequence[type]) -> None:
        for kind in kinds:
            self[kind] = (*self[kind], check)

    def open_cells(self, state: Any, kind: type, field: str = "at") -> int:
        """Return the mask of the cells that no rule excludes for this field of an action."""
        cells = 0
        for excluded in self._excluded[kind, field]:
            cells |= excluded(state)
        assert self._grid is not None  # noqa: S101 - a game with such checks has a board
        return self._grid(state).everywhere & ~cells


def refusals(checks: Sequence[Check[S, A]], state: S, action: A) -> Refusals:
    """Return all refusals that the checks find for an action, in their order."""
    return Refusals(
        [
            Refusal(
                check.rule,
                Text(check.sentence, (*_fields(check.sentence, action, found.facts), *found.facts)),
                found.cells,
                check.by_reading,
                check.secret,
            )
            for check in checks
            if (found := check.find(state, action))
        ]
    )


def _fields(sentence: str, action: object, facts: Sequence[tuple[str, object]]) -> Iterator[tuple[str, object]]:
    """Yield the fields of an action that fill gaps of the sentence which the facts leave open."""
    given = {name for name, _ in facts}
    for name in _gaps(sentence):
        if name not in given and hasattr(action, name):
            yield name, shown(action, name)


@cache
def _gaps(sentence: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\{(\w+)\}", sentence)))
