"""Declared actions: one line gives a kind of action its notation; `Actions` reads, lists and finds them by presses.

    @action("{source}-{target}")
    class Move:
        source: Cell
        target: Cell

A field's type names its values: `Cell = Annotated[str, Among(lambda state: state.board.grid.names)]`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cached_property, lru_cache
from itertools import product
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from cattools.core.errors import NotationError
from cattools.core.grid import Grid
from cattools.core.messages import N_, Text, alternatives, commas, text
from cattools.core.notation.parsing import ACTION, limited, typed_name
from cattools.core.notation.typed_words import in_readers_words

if TYPE_CHECKING:
    from cattools.core.game import State

A = TypeVar("A")
T = TypeVar("T")
_FEW = 8  # an error lists up to this many values; if there are more, only the first and the last
_CACHE_SIZE = 4096  # how many actions of one kind have the areas to press cached
_GAP = re.compile(r"(\[[^\]]*\])|\{(\w+)\}|([^{\[]+)")


@dataclass(frozen=True, slots=True)
class Among:
    """The values of a field that is one word: those that `values` returns for a position, in that order.

    `area` is the board's area for a value, with `{}` for the value; it is "" if the value is not pressed. `expected`
    describes the values in an error; by default the error lists them. `shape` is the regular expression that such
    a word matches. `find` is a faster way to read a word; it raises `NotationError`. `implied(state, fields)`
    returns the value of a field that the notation leaves out; `fields` are the fields that are written and those before
    it. `shown` returns what sentences call a value.
    """

    values: Callable[[Any], Iterable[Any]]
    area: str = "{}"
    expected: str = ""
    shape: str = r"\w+"
    find: Callable[[str, Any], Any] | None = None
    implied: Callable[[Any, Mapping[str, Any]], Any] | None = None
    shown: Callable[[Any], object] = lambda value: value

    def read(self, written: str, state: Any) -> Any:
        """Return the value that a word in lower case denotes. Raises `NotationError`."""
        if self.find is not None:
            return self.find(written, state)
        for value in self.values(state):
            if str(value).lower() == written:
                return value
        raise NotationError(self.described(state), written)

    def pressed(self, value: object) -> tuple[str, ...]:
        """Return the area to press for a value, or () if it is not pressed."""
        return (self.area.format(value),) if self.area and value != "" else ()

    def described(self, state: Any) -> Text:
        """Return the values in words, for an error."""
        if self.expected:
            return text(self.expected)
        known = [str(value) for value in self.values(state)]
        if len(known) <= _FEW:
            return text(N_("one of {known}"), known=commas(known))
        return text(N_("{first} to {last}"), first=known[0], last=known[-1])


def cell_of(grid: Callable[[Any], Grid]) -> Among:
    """Return the values of a field that names a cell of a board; `grid` returns the board of a position."""

    def find(written: str, state: Any) -> str:
        return grid(state).names[grid(state).cell(written)]

    return Among(lambda state: grid(state).names, shape=r"[a-z]\d{1,2}", find=find)


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    among: Among
    default: object


class _Form:
    """The notation of a kind of action, such as `{source}>{target}`; a part in brackets can be absent."""

    def __init__(
        self,
        kind: type,
        written: str,
        also: Sequence[str],
        presses: Sequence[str] | None,
        *,
        sentence: str,
        deed: str,
        label: str,
    ) -> None:
        self.kind, self.sentence, self.deed, self.label = kind, sentence, deed, label
        self._forms, self._presses = (written, *also), presses
        self.presses = lru_cache(_CACHE_SIZE)(self._areas)
        self.parts = [found.groups() for found in _GAP.finditer(written)]

    @cached_property
    def fields(self) -> Mapping[str, _Field]:
        """The fields by name, each with its values; looked up late, because types can refer to later definitions."""
        hints, found = self._hints(), {}
        for field in fields(self.kind):
            hint = hints[field.name]
            marks = [mark for mark in get_args(hint)[1:] if isinstance(mark, Among)] if _annotated(hint) else []
            if not marks:
                raise TypeError(f"expected {self.kind.__name__}.{field.name} to be Annotated with Among, found {hint}")
            found[field.name] = _Field(field.name, marks[0], field.default)
        return found

    def _hints(self) -> Mapping[str, Any]:
        """Return the types of the fields. A function inside a type also finds the names of the class's module.

        Without a namespace of its own, `get_type_hints` gives such a function a copy of the class's namespace.
        """
        module = vars(sys.modules[self.kind.__module__])
        return get_type_hints(self.kind, globalns=module, localns=module, include_extras=True)

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        """The regular expressions of the notations, in lower case and with optional spaces between their parts."""
        return tuple(re.compile(self._pattern(form)) for form in self._forms)

    def _pattern(self, written: str) -> str:
        found = []
        for optional, gap, literal in (part.groups() for part in _GAP.finditer(written)):
            if optional:
                found.append(f"(?:{self._pattern(optional[1:-1])})?")
            elif gap:
                found.append(f"(?P<{gap}>{self.fields[gap].among.shape})")
            else:
                found.append(r"\s*".join(map(re.escape, literal.lower().split(" "))))
        return r"\s*".join(found)

    def write(self, action: object) -> str:
        """Return the notation of an action."""
        found = []
        for optional, gap, literal in self.parts:
            if optional:
                gaps = re.findall(r"\{(\w+)\}", optional)
                if any(getattr(action, name) != self.fields[name].default for name in gaps):
                    found.append(optional[1:-1].format_map({name: getattr(action, name) for name in gaps}))
            else:
                found.append(str(getattr(action, gap)) if gap else literal)
        return "".join(found)

    def read(self, written: str, state: Any) -> Any:
        """Return the action that a line denotes, or None if it has another form. Raises `NotationError`."""
        match = next(filter(None, (pattern.fullmatch(written) for pattern in self.patterns)), None)
        if match is None:
            return None
        words = {name: word for name, word in match.groupdict().items() if word is not None}
        fields = {name: self.fields[name].among.read(word, state) for name, word in words.items()}
        for name, field in self.fields.items():
            if name not in fields and field.among.implied is not None:
                fields[name] = field.among.implied(state, fields)
        return self.kind(**fields)

    def all(self, state: Any) -> Iterator[Any]:
        """Yield every action of this kind, legal or not; an optional field also with its default."""
        rows = []
        for field in self.fields.values():
            extra = () if field.default is MISSING else (field.default,)
            rows.append([*extra, *field.among.values(state)])
        return (self.kind(*values) for values in product(*rows))

    def pressed(self, state: Any, areas: tuple[str, ...]) -> Iterator[Any]:
        """Yield every action of this kind that these presses make, legal or not, in the order of `all`."""
        if self._presses is not None:
            yield from (action for action in self.all(state) if self.presses(action) == areas)
            return
        # The values of the first fields, each with the areas that are left for the others.
        fitting: list[tuple[tuple[Any, ...], tuple[str, ...]]] = [((), areas)]
        for field in self.fields.values():
            values = [*(() if field.default is MISSING else (field.default,)), *field.among.values(state)]
            shown = [(value, field.among.pressed(value)) for value in values]
            fitting = [
                ((*before, value), left[1:] if area else left)
                for before, left in fitting
                for value, area in shown
                if not area or area == left[:1]
            ]
        yield from (self.kind(*values) for values, left in fitting if not left)

    def said(self, words: str, action: object, **facts: object) -> Text | None:
        """Return the sentence `words` with the fields of an action in its gaps, or None if there are no words."""
        return text(words, **facts, **{name: shown(action, name) for name in self.fields}) if words else None

    def _areas(self, action: object) -> tuple[str, ...]:
        """Return the areas to press for an action, in order."""
        values = {name: getattr(action, name) for name in self.fields}
        if self._presses is not None:
            return tuple(area.format_map(values) for area in self._presses)
        return tuple(area for name, field in self.fields.items() for area in field.among.pressed(values[name]))


def _annotated(hint: object) -> bool:
    return get_origin(hint) is Annotated


def _form(kind: type) -> _Form:
    found: _Form = kind.__dict__["form"]
    return found


@dataclass_transform(frozen_default=True)
def action(
    form: str,
    *,
    also: Sequence[str] = (),
    presses: Sequence[str] | None = None,
    sentence: str = "",
    deed: str = "",
    label: str = "",
) -> Callable[[type[T]], type[T]]:
    """Return a decorator that makes a class an action: an immutable value with a notation such as `{source}>{target}`.

    A part of the form in brackets, such as `{card}[:{at}]`, is written only if its field differs from its default.
    `also` are other forms that can be read. `presses` are the areas to press, in order, such as `hand.{card}`; by
    default these are the areas of the fields. `sentence` says what the player `{who}` does; its gaps are the fields.
    `deed` says the same before the press, without the player: it begins with its verb, as in "Puts a stone on {at}."
    `label` are the words on the button of an action that has no area, by default its notation.
    A class that abbreviates its notation has its own `__str__`.
    """

    def declare(kind: type[T]) -> type[T]:
        made = dataclass(frozen=True, slots=True)(kind)
        made.form = _Form(made, form, also, presses, sentence=sentence, deed=deed, label=label)  # type: ignore[attr-defined]
        if "__str__" not in vars(kind):
            made.__str__ = lambda self: _form(type(self)).write(self)  # type: ignore[method-assign]
        return made

    return declare


def sentence(action: object, who: object) -> Text | None:
    """Return the sentence that says what a player does with an action, or None if its kind has none."""
    form = _declared(action)
    return form.said(form.sentence, action, who=who) if form else None


def deed(action: object) -> Text | None:
    """Return the sentence that says what an action does, without the player, or None if its kind has none."""
    form = _declared(action)
    return form.said(form.deed, action) if form else None


def _declared(action: object) -> _Form | None:
    """Return the form of an action; None if its class has none."""
    return getattr(type(action), "form", None)


def button_label(action: object) -> Text | None:
    """Return the words on an action's button, or None if its kind has none."""
    form = _declared(action)
    return text(form.label) if form is not None and form.label else None


def shown(action: object, name: str) -> object:
    """Return what sentences call a field of an action."""
    form = _declared(action)
    value = getattr(action, name)
    if form is None or name not in form.fields or value == "":  # an optional field that is left out
        return value
    return form.fields[name].among.shown(value)


class Actions(Generic[A]):
    """The kinds of action of a game, in the order in which candidates are listed.

    `examples` show the notation in an error, as in `a2, f3-f5 or pass`. `also` are other ways to write an action: a
    regular expression and its replacement for each, applied in order before a line is read.
    """

    def __init__(self, *kinds: type[A], examples: Sequence[str], also: Mapping[str, str] | None = None) -> None:
        self.kinds, self.examples = kinds, examples
        self._also = [(re.compile(pattern), to) for pattern, to in (also or {}).items()]

    def read(self, written: str, state: State[Any]) -> A:
        """Return the action that a line denotes in a position, legal or not.

        If a line has several readings, the one with the fewest reasons against it is meant. Raises `NotationError`.
        """
        words = re.sub(r"\s+", " ", limited(written, ACTION))
        try:
            return self._read(words, state, written)
        except NotationError:
            plain = words if words.isascii() else self._with_values(words, state)
            if plain == words:
                raise
        return self._read(plain, state, written)

    def _with_values(self, words: str, state: State[Any]) -> str:
        """Return a line with field values in place of what sentences call them, the longest names first."""
        names = {}
        for field in (field for kind in self.kinds for field in _form(kind).fields.values()):
            for value in field.among.values(state):
                name, own = typed_name(field.among.shown(value)), str(value).lower()
                if not name.isascii():
                    names[name] = own
        for name in sorted(names, key=len, reverse=True):
            words = words.replace(name, names[name])
        return words

    def _read(self, words: str, state: State[Any], written: str) -> A:
        """Return the action that a normalized line denotes; if it has no reading, the error quotes `written`."""
        for pattern, to in self._also:
            words = pattern.sub(to, words)
        found, wrong = list[A](), list[NotationError]()
        for kind in self.kinds:
            try:
                read = _form(kind).read(words, state)
            except NotationError as error:
                wrong.append(error)
            else:
                found += [] if read is None else [read]
        if not found:
            if wrong:
                raise wrong[0]
            examples = [in_readers_words(example) for example in self.examples]
            raise NotationError(text(N_("a move such as {example}"), example=alternatives(examples)), written)
        return self._meant(state, found)

    def candidates(self, state: State[Any]) -> Iterator[A]:
        """Yield every action that a player could mean, legal or not."""
        for kind in self.kinds:
            yield from _form(kind).all(state)

    def presses(self, action: A) -> tuple[str, ...]:
        """Return the areas to press for an action, in order."""
        return _form(type(action)).presses(action)

    def from_presses(self, state: State[Any], pressed: tuple[str, ...]) -> A | None:
        """Return the action that the pressed areas mean, legal or not; None while more presses are needed.

        More are needed while the presses begin a legal action; otherwise the action with these presses that has the
        fewest reasons against it is meant.
        """
        if "candidates" in vars(state.game):
            complete = [action for action in state.game.candidates(state) if self.presses(action) == pressed]
        else:  # these presses can mean far fewer actions than there are candidates
            complete = [action for kind in self.kinds for action in _form(kind).pressed(state, pressed)]
        legal = [action for action in complete if state.allows(action)]
        if legal or not complete or any(self._begins(one, pressed) for one in state.legal()):
            return legal[0] if legal else None
        return self._meant(state, complete)

    def _begins(self, action: A, pressed: tuple[str, ...]) -> bool:
        presses = self.presses(action)
        return len(presses) > len(pressed) and presses[: len(pressed)] == pressed

    @staticmethod
    def _meant(state: State[Any], found: Sequence[A]) -> A:
        return found[0] if len(found) == 1 else min(found, key=lambda one: len(state.why_not(one)))
