"""Rules as data: refusals and score lines cite a rule by its id, and a section of the book explains the rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, wraps
from typing import Any, Generic, Protocol, TypeVar

from cattools.core.display.notebook_display import NotebookDisplay
from cattools.core.errors import CattoolsError, DataError, shorten, unknown_id
from cattools.core.grid import Grid
from cattools.core.loading.data_files import from_table, load_once
from cattools.core.messages import N_, Text, labelled, sentences, text, translated
from cattools.core.notation.actions import shown

MARK = N_("Our interpretation")  # what the book and the boards call an interpretation


class RuleKind(StrEnum):
    """Where a rule comes from."""

    RULE = "rule"
    """The rule is printed in our source."""
    RULING = "ruling"
    """Our source is silent; the publisher or the designer settled the whole rule in public."""
    READING = "reading"
    """Our source is silent; the whole rule is our interpretation."""


class Authority(StrEnum):
    """Whose ruling settles what our source leaves open."""

    RULEBOOK = "rulebook"
    """The publisher's own rulebook."""
    DESIGNER = "designer"
    """The designer, in public."""

    def called(self, who: str) -> Text:
        """Return what the book and the boards call a ruling of this authority; `who` is the designer's name."""
        return text(CALLED[self], who=translated(who))


CALLED = {
    Authority.RULEBOOK: N_("Ruling from the publisher's rulebook"),
    Authority.DESIGNER: N_("Ruling by {who}, the designer"),
}


@dataclass(frozen=True, slots=True)
class Rule(NotebookDisplay):
    """One testable rule: its id, a title, one sentence, and where the book explains it."""

    id: str  # the game's name, a dot, and the rule's own name: `herders.place`
    title: str  # a few words, used as the heading
    sentence: str  # the rule in one or two sentences, in the project's own words, as the book shows it
    # `rule` if the rule is printed; otherwise `ruling` if the publisher or the designer settled all of it in public, or
    # `reading` if all of it is our interpretation
    kind: RuleKind
    page: str  # the page that explains the rule, relative to `book/`, without extension
    # whether the rule can refuse an action; if so, it needs an example in which the reader can try such an action
    forbids: bool = False
    # our interpretation of a detail of a printed rule; the book shows it below the sentence and marks it as ours
    reading: str = ""
    # a ruling on a detail of the rule; the book shows it below the sentence and names whose ruling it is
    ruling: str = ""
    # whose ruling it is, in a rule of kind `ruling` or with the key `ruling`: `rulebook`, the publisher's own, or
    # `designer`
    by: Authority | None = None
    # the designer's name, if it is a ruling by the designer
    who: str = ""
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
    def ruled(self) -> bool:
        """Whether a ruling settles the whole rule and none of it is printed."""
        return self.kind is RuleKind.RULING

    @property
    def ruler(self) -> str:
        """What the book and the boards call the ruling, which names whose it is; empty if there is none."""
        return str(self.by.called(self.who)) if self.by else ""

    @property
    def notes(self) -> tuple[tuple[RuleKind, str, str], ...]:
        """The details that are not printed: for each its kind, what the book calls it, and its text."""
        ruled = [(RuleKind.RULING, self.ruler, self.ruling)] if self.ruling else []
        return (*ruled, *([(RuleKind.READING, MARK, self.reading)] if self.reading else []))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The text of the rule: its sentence, then the marked ruling and interpretation, if any."""
        notes = (labelled(translated(title), translated(words)) for _, title, words in self.notes)
        return (translated(self.sentence), *notes)

    def detail(self, kind: RuleKind = RuleKind.READING) -> Rule:
        """Return the detail of this kind as a rule with the same anchor; if there is none, this rule."""
        words = {one: words for one, _, words in self.notes}.get(kind)
        return replace(self, kind=kind, sentence=words, reading="", ruling="") if words else self

    @property
    def sources(self) -> frozenset[RuleKind]:
        """The kinds of source that the rule and its details come from."""
        return frozenset({self.kind, *(kind for kind, _, _ in self.notes)})


class Citation(Protocol):
    """Something that names a rule as its cause: a refusal, an event or a score line."""

    @property
    def rule(self) -> str:
        """The rule's id."""

    @property
    def by_reading(self) -> bool:
        """Whether our interpretation of the rule is the cause, not its printed text."""

    @property
    def by_ruling(self) -> bool:
        """Whether the ruling on a detail of the rule is the cause, not its printed text."""


@dataclass(frozen=True, slots=True)
class Refusal(NotebookDisplay):
    """One reason why an action is illegal: the rule, the sentence, and the cells (areas of the board) involved.

    `by_reading` is set if the reason is our interpretation of the rule, `by_ruling` if it is the ruling on it, rather
    than the printed text; `secret` is set if the sentence and the cells reveal what the seat to move holds.
    """

    rule: str
    text: Text
    cells: tuple[str, ...] = ()
    by_reading: bool = False
    secret: bool = False
    by_ruling: bool = False

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

    # `Mapping` decides membership by catching the KeyError, whose suggestion takes milliseconds.
    def __contains__(self, key: object) -> bool:
        return key in self._rules

    def get(self, key: str, default: Any = None) -> Any:
        """Return a rule, or the default if there is no such rule."""
        return self._rules.get(key, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._rules)

    def cited(self, by: Citation) -> Rule:
        """Return the rule that `by` cites, or only its interpretation or the ruling on it if `by` rests on that."""
        kind = RuleKind.READING if by.by_reading else RuleKind.RULING if by.by_ruling else RuleKind.RULE
        return self[by.rule].detail(kind)


@dataclass(frozen=True, slots=True)
class _File:
    rule: tuple[Rule, ...]
    option: tuple[Mapping[str, Any], ...] = ()  # read by `core/options.py`


def rulebook(game: str) -> Rulebook:
    """Return the rules in `games/<game>/data/rules.toml`. Raises `DataError` naming the bad record."""
    name = f"games/{game}/data/rules.toml"
    found: dict[str, Rule] = {}
    for rule in from_table(_File, load_once(name), name).rule:
        where = f"{name}, rule {rule.id!r}"
        if rule.kind is not RuleKind.RULE and getattr(rule, rule.kind):
            raise DataError(f"{where}: expected no key '{rule.kind}' in a rule of kind '{rule.kind}', found one")
        if bool(rule.by) != (rule.ruled or bool(rule.ruling)):
            expected = "no key 'by' without a ruling" if rule.by else "the key 'by', because a ruling has an author"
            raise DataError(f"{where}: expected {expected}, found {shorten(str(rule.by)) if rule.by else 'none'}")
        if bool(rule.who.strip()) != (rule.by is Authority.DESIGNER):
            expected = "no key 'who' without a designer" if rule.who else "the key 'who', the designer's name"
            raise DataError(f"{where}: expected {expected}, found {shorten(rule.who) if rule.who else 'none'}")
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
        super().__init__(f"{action}: " + sentences(self.refusals))


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
    the action, fill the gaps of the sentence. `by_reading` is set if the reason is our interpretation
    of the rule, `by_ruling` if it is the ruling on it, rather than the printed text. `secret` is set if the facts and
    cells reveal what the seat to move holds; they are omitted where its hand is unknown.
    """

    rule: str
    sentence: str
    find: Callable[[S, A], Fault | None]
    by_reading: bool = False
    secret: bool = False
    by_ruling: bool = False


Checks = Mapping[type, tuple[Check[Any, Any], ...]]  # by type of action, in the order in which refusals are reported
F = TypeVar("F", bound=Callable[[Any, Any], Fault | None])


C = TypeVar("C", bound=Callable[[Any], int])


class CheckList(dict[type, tuple[Check[Any, Any], ...]]):
    """The checks of a game by type of action, in the order in which refusals are reported.

    A game defines each check as a function, below the rule that it enforces. The function looks at one action, or it
    returns all cells (a mask) that the rule excludes in a position; `open_cells` combines such functions, so that legal
    actions are found without checking each action:

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
        self,
        rule: str,
        sentence: str,
        *kinds: type,
        by_reading: bool = False,
        secret: bool = False,
        by_ruling: bool = False,
    ) -> Callable[[F], F]:
        """Return the decorator that adds a predicate as a check on these types of action; see `Check`."""

        def add(find: F) -> F:
            self._add(Check(rule, sentence, find, by_reading, secret, by_ruling), kinds)
            return find

        return add

    def refuse_cells(
        self, rule: str, sentence: str, *kinds: type, field: str = "at", by_reading: bool = False
    ) -> Callable[[C], C]:
        """Return the decorator that adds a check by a function that returns the cells that the rule excludes.

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
        if not kinds:
            raise TypeError(f"check {check.rule!r}: expected a rule, a sentence and types of action, found no type")
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
                check.by_ruling,
            )
            for check in checks
            if (found := check.find(state, action))
        ]
    )


def _fields(sentence: str, action: object, facts: Sequence[tuple[str, object]]) -> Iterator[tuple[str, object]]:
    """Yield the fields of an action that fill gaps of the sentence that the facts leave open."""
    given = {name for name, _ in facts}
    for name in _gaps(sentence):
        if name not in given and hasattr(action, name):
            yield name, shown(action, name)


@cache
def _gaps(sentence: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\{(\w+)\}", sentence)))
