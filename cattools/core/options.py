"""Game options: their definitions, read from data files, and the values that players choose."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cattools.core.errors import DataError, OptionError, each_once, shorten, unknown
from cattools.core.loading.data_files import Pairs, from_table, load_once
from cattools.core.messages import N_, Text, alternatives, commas, labelled, text, translated
from cattools.core.notation.parsing import normalized

Value = bool | int | str
OR = "/"  # separates the accepted values in `needs`
AND = "+"  # separates the choices in a value that names several
_REMARK = re.compile(r"\s*[(（].*")  # noqa: RUF001 - ends a form's label, in any of the languages
_OFF = (["no"], ["0"], ["off"])  # the values of `needs` if another option must not be chosen
MOST = 1000  # maximum length of a line in characters, far more than the options of any game need


@dataclass(frozen=True, slots=True)
class Option:
    """One setting that players can agree on: a flag (its default is true or false), a number, or a choice of words."""

    name: str  # the option's name in notation: `side` in `side=7`
    title: str  # the option's label in a form
    default: Value  # the default value: true or false, a number, or one of the choices
    rule: str  # the id of the rule that describes the option
    # the values of other options that this option needs, unless it has its default value: `players=1/2,scenario=0`
    needs: str = ""
    # other default values, each keyed by the options with which it applies: `{ scenario = "1" }`
    instead: Pairs = ()
    choices: tuple[str, ...] = ()  # for an option with choices: the possible values
    # for an option with choices: how many of them a value names, as in `Millie+Rumi+Leo`, unless it is empty
    pick: int = 0
    labels: tuple[str, ...] = ()  # for an option with choices: their labels in a form, in the same order
    least: int = 0  # for a number: the smallest value
    most: int = 0  # for a number: the largest value

    @property
    def words(self) -> str:
        """Its label in a form, without the remark in brackets that ends it."""
        return _REMARK.sub("", translated(self.title))

    def worded(self, value: object) -> str:
        """Return a value in words."""
        if isinstance(value, bool):
            return str(text(N_("yes"))) if value else str(text(N_("no")))
        if self.pick:
            return commas(str(value).split(AND))
        if self.labels:
            return str(text(self.labels[self.choices.index(str(value))]))
        return str(value)

    def chosen(self, value: object) -> str:
        """Return the option and a value of it in words."""
        return self.words if value is True else labelled(self.words, self.worded(value))

    def check(self, value: object, called: object = "") -> Value:
        """Return `value` if the option accepts it. Raises `OptionError`, which calls the option `called`.

        Numbers and flags can be strings, and several choices a list or tuple of names.
        """
        called = called or self.name
        if isinstance(self.default, bool):
            value = (
                {"true": True, "yes": True, "on": True, "1": True, "": True}.get(value, value)
                if isinstance(value, str)
                else value
            )
            value = (
                {"false": False, "no": False, "off": False, "0": False}.get(value, value)
                if isinstance(value, str)
                else value
            )
            if isinstance(value, bool):
                return value
            raise OptionError(
                text(N_("expected {name} to be true or false, found {found}"), name=called, found=shorten(value))
            )
        if isinstance(self.default, int):
            if isinstance(value, str) and len(value) < 9 and value.isascii() and value.removeprefix("-").isdigit():
                value = int(value)
            if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
                return value
            message = N_("expected {name} to be a number from {least} to {most}, found {found}")
            if value == "":  # only its name was written
                message = N_("{name} needs a number from {least} to {most}")
            facts = {"name": called, "least": self.least, "most": self.most, "found": shorten(value)}
            error = OptionError(text(message, **facts))
            error.wrong, error.near = str(value), self._in_range(value)
            raise error
        if self.pick and isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value):
            value = AND.join(value)
        if self.pick and isinstance(value, str):
            return self._picked(value, called)
        written = str(value) if type(value) is int else value  # as in `players=2`; True is not 1
        if isinstance(written, str) and written in self.choices:
            return written
        if written == "":  # only its name was written
            raise OptionError(text(N_("{name} needs a value: {known}"), name=called, known=alternatives(self.choices)))
        expected, near = N_("expected {name} to be one of {known}, found {found}"), _nearest(value, self.choices)
        raise unknown(expected, value, self.choices, near=near, name=called)

    def _in_range(self, value: object) -> str:
        """Return the accepted number nearest to `value`, or "" if `value` is not a number."""
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return str(min(max(int(str(value)), self.least), self.most)) if is_number else ""

    @property
    def sample(self) -> str:
        """A value that names `pick` choices, spread over the list."""
        return self._ordered(self._spread)

    @property
    def _spread(self) -> list[str]:
        return [self.choices[n * len(self.choices) // self.pick] for n in range(self.pick)]

    def _ordered(self, named: Container[str]) -> str:
        """Return the choices that are named, in the order of the file."""
        return AND.join(choice for choice in self.choices if choice in named)

    def _picked(self, value: str, called: object) -> str:
        """Return the choices that a value names, in the order of the file; spaces and commas separate them too."""
        words = value.replace(AND, " ").replace(",", " ").split()
        known = {choice.casefold(): choice for choice in self.choices}
        for word in words:
            if word.casefold() not in known:
                expected = N_("expected {name} to name some of {known}, found {found}")
                raise unknown(expected, word, self.choices, name=called)
        folded = [word.casefold() for word in words]
        named = {known[word] for word in folded}
        if len(named) < len(words):
            double = next(known[word] for n, word in enumerate(folded) if word in folded[:n])
            message = N_("expected {name} to name {n} different ones, found {double} more than once")
            raise OptionError(text(message, name=called, n=self.pick, double=double))
        if len(words) not in (0, self.pick):
            message, found = N_("expected {name} to name {n}, such as {sample}, found {found}"), shorten(value)
            near = self._ordered([*dict.fromkeys([*(known[word] for word in folded), *self._spread])][: self.pick])
            error = OptionError(text(message, name=called, n=self.pick, sample=near, found=found))
            error.wrong, error.near = value, near
            raise error
        return self._ordered(named)


class Options(Mapping[str, Value]):
    """The chosen values of a game's options, immutable and hashable; options not chosen have their default value."""

    __slots__ = ("_hash", "_known", "_values")

    def __init__(
        self, known: Mapping[str, Option], chosen: Mapping[str, object] | None = None, *, in_words: bool = False
    ) -> None:
        """Use the chosen values. Raises `OptionError`, if asked `in_words` of a form, for what cannot be chosen."""
        chosen = {} if chosen is None else chosen
        if not isinstance(chosen, Mapping):
            raise OptionError(text(N_("expected options as a string or by name, found {found}"), found=shorten(chosen)))
        values = {name: option.default for name, option in known.items()}
        chosen = {_called(name, known): value for name, value in chosen.items()}
        for name, value in chosen.items():
            if name not in known:
                expected, near = N_("expected one of the options {known}, found {found}"), _with_choice(name, known)
                raise unknown(expected, name, known, near=near)
            values[name] = known[name].check(value, _in_form(known[name].words) if in_words else "")
        self._known, self._values = known, values
        for name in known.keys() - chosen.keys():
            values[name] = self._default(name)
        self._hash = hash(tuple(values.items()))
        self._refuse_misfits(in_words=in_words)

    def _default(self, name: str) -> Value:
        """Return the default value of an option, given the values of the others."""
        option = self._known[name]
        return next((option.check(value) for needs, value in option.instead if self.meet(needs)), option.default)

    def _refuse_misfits(self, *, in_words: bool) -> None:
        """Raise `OptionError` if an option that was chosen does not fit the others."""
        for name, value in self.changed.items():
            for word in filter(None, self._known[name].needs.split(",")):
                if not self.meet(word):
                    raise self._misfit(name, value, word, in_words=in_words)

    def _misfit(self, name: str, value: Value, need: str, *, in_words: bool) -> OptionError:
        """Return the error for an option that was chosen and does not have what it needs, such as `players=1/2`."""
        other, _, needed = need.partition("=")
        accepted = _nearest_first(self._values[other], needed.split(OR)) if needed else []
        ways = [f"{other}={one}" for one in accepted] or [need]
        message, found = N_("{option} goes only with {needs}, not with {found}"), _written(other, self._values[other])
        facts: dict[str, object] = {"option": _written(name, value), "needs": alternatives(ways), "found": found}
        if in_words:
            its, option = self._known[name], self._known[other]
            worded = [*map(_in_form, [option.chosen(option.check(one)) for one in accepted] or [option.words])]
            there = _in_form(option.chosen(self._values[other]))
            facts = {"option": _in_form(its.chosen(value)), "needs": alternatives(worded), "found": there}
            if accepted in _OFF:
                message = N_("{option} does not go with {found}")
        error = OptionError(text(message, **facts))
        error.wrong, error.near = found, ways[0]
        return error

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def flag(self, name: str) -> bool:
        """Return a flag's value."""
        return bool(self._values[name])

    def number(self, name: str) -> int:
        """Return a number's value."""
        return int(self._values[name])

    def word(self, name: str) -> str:
        """Return the chosen word."""
        return str(self._values[name])

    def only(self, names: Iterable[str]) -> Options:
        """Return options with the chosen values for these names and the default values for all others."""
        return Options(self._known, {name: self._values[name] for name in names})

    @property
    def changed(self) -> dict[str, Value]:
        """The values that differ from the defaults."""
        return {name: value for name, value in self._values.items() if value != self._default(name)}

    def meet(self, needs: str) -> bool:
        """Return whether all required options are chosen.

        `fast,side=6/7,quiet=no` means an option that differs from its default, one of two values, and a flag not set.
        """
        for word in filter(None, needs.split(",")):
            name, _, values = word.partition("=")
            value = self._values[name]
            if not values and value == self._known[name].default:
                return False
            written = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
            if values and written not in values.split(OR):
                return False
        return True

    def __str__(self) -> str:
        return ",".join(_written(name, value) for name, value in self.changed.items())

    def __repr__(self) -> str:
        return f"Options({str(self)!r})"


def _called(name: str, known: Mapping[str, Option]) -> str:
    """Return the option's name for a keyword in Python, which has an underscore in place of a hyphen."""
    hyphenated = str(name).replace("_", "-")
    return hyphenated if hyphenated in known else name


def _nearest_first(value: object, choices: Sequence[str]) -> list[str]:
    """Return the choices, those nearest to `value` first if all are numbers."""
    return (
        sorted(choices, key=lambda choice: abs(int(choice) - int(str(value))))
        if _are_numbers(value, choices)
        else [*choices]
    )


def _nearest(value: object, choices: Sequence[str]) -> str:
    """Return the choice nearest to `value` if all are numbers, else the empty string."""
    return _nearest_first(value, choices)[0] if choices and _are_numbers(value, choices) else ""


def _are_numbers(value: object, choices: Sequence[str]) -> bool:
    return all(len(one) < 9 and one.isascii() and one.isdigit() for one in (str(value), *choices))


def _in_form(words: str) -> Text:
    """Return words as a quotation from a form."""
    return text(N_("“{words}”"), words=words)


def _with_choice(word: str, known: Mapping[str, Option]) -> str:
    """Return the option that has `word` as a choice, as in `game=advanced`; else the empty string."""
    return next((f"{option.name}={word}" for option in known.values() if word in option.choices), "")


def _written(name: str, value: Value) -> str:
    """Return an option and its value as in a line of options."""
    return name if value is True else f"{name}={'no' if value is False else value}"


def parse(known: Mapping[str, Option], line: str) -> Options:
    """Return the options in a line such as `side=7,three`; the inverse of `str`. Raises `OptionError`."""
    if len(line) > MOST:
        raise OptionError(text(N_("expected at most {most} characters, found {n}"), most=MOST, n=len(line)))
    return Options(known, each_once(_pairs(known, normalized(line)), line, OptionError))


def _pairs(known: Mapping[str, Option], line: str) -> list[tuple[str, str]]:
    """Return the names and values of a line; choices separated by commas, as in `cats=Leo,Rumi`, are one value."""
    pairs: list[tuple[str, str]] = []
    for part in filter(None, map(str.strip, line.split(","))):
        name, _, value = (word.strip() for word in part.partition("="))
        name, before = _called(name, known), known.get(pairs[-1][0]) if pairs else None
        is_choice = name.casefold() in map(str.casefold, before.choices) if before and before.pick else False
        if is_choice and name == part and name not in known:
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]}{AND}{name}")
        else:
            pairs.append((name, value))
    return pairs


@dataclass(frozen=True, slots=True)
class _File:
    option: tuple[Option, ...]


def known_options(game: str) -> dict[str, Option]:
    """Return the options in `games/<game>/data/rules.toml` by name. Raises `DataError`."""
    name = f"games/{game}/data/rules.toml"
    found: dict[str, Option] = {}
    for option in from_table(_File, {"option": load_once(name).get("option", [])}, name).option:
        _check_words(option, found, f"{name}, option {option.name!r}")
        found[option.name] = option
    for option in found.values():
        where = f"{name}, option {option.name!r}"
        try:
            option.check(option.default)
        except OptionError as error:
            raise DataError(f"{where}: {error}") from None
        named = ",".join((option.needs, *(needs for needs, _ in option.instead)))
        for word in filter(None, named.split(",")):
            other, _, values = word.partition("=")
            if other not in found:
                unfit = unknown(N_("expected one of the options {known}, found {found}"), other, found)
                raise DataError(f"{where}: {unfit}")
            try:
                for one in filter(None, values.split(OR)):
                    found[other].check(one)
                for _, value in option.instead:
                    option.check(value)
            except OptionError as error:
                raise DataError(f"{where}: {error}") from None
    return found


def _check_words(option: Option, earlier: Container[str], where: str) -> None:
    """Raise `DataError` if an option has the name of an earlier one, no title, or too few or too many labels."""
    if option.name in earlier:
        raise DataError(f"{where}: expected each name once, found it twice")
    if not option.title.strip():
        raise DataError(f"{where}: expected a title, found {shorten(option.title)}")
    if option.labels and len(option.labels) != len(option.choices):
        raise DataError(f"{where}, labels: expected {len(option.choices)}, one a choice, found {len(option.labels)}")
