"""Live examples, each with a position, a task and a solution, read from `games/<game>/data/examples.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from inspect import Signature, signature
from typing import Any
from urllib.parse import urlencode

from cattools.core.chance import Dealer
from cattools.core.errors import CattoolsError, DataError, OptionError, shorten, unknown_id
from cattools.core.game import AnyState
from cattools.core.loading.data_files import Pairs, from_table, load_once
from cattools.core.messages import N_, text
from cattools.core.rules import Rule, RuleKind
from cattools.games import GAMES, game

TEACH_PAGE = "presentation"  # the page with the presentation in a game's chapter
_EXPECTED = N_("expected an example such as {known}, found {found}")


class ExampleKind(StrEnum):
    """What a reader does in a live example."""

    TRY = "try"
    """Act freely; the board shows the effects of actions and explains refusals."""
    FIND = "find"
    """Find the action that reaches a goal, or the areas that a question asks for."""
    JUDGE = "judge"
    """Say whether an action is legal and, if not, which rule refuses it."""
    SCORE = "score"
    """Score a position line by line."""
    WALK = "walk"
    """Follow a walkthrough of a first turn, step by step."""


@dataclass(frozen=True, slots=True)
class GoalQuery:
    """A goal or a question of the game (`GOALS` and `ASKS` in `lessons.py`), given by its name and arguments."""

    name: str
    arguments: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(str, (self.name, *self.arguments)))


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a walkthrough: the task, the action that completes it, and a final remark."""

    # the task, in one or two sentences; areas to press are in `[brackets]`, as in hints; a term that the step explains
    # is in `*asterisks*`
    ask: str
    # the action that solves the step, in notation; several actions, including those of other players, are separated by
    # commas; without it, the reader only reads the step
    play: str = ""
    say: str = ""  # the text shown after the effects of the action; a term that it explains is in `*asterisks*`
    shown: bool = False  # whether the board plays the step instead of the reader, as for another player's move

    @property
    def actions(self) -> Sequence[str]:
        """The actions that complete the step, in notation, in sequence."""
        return self.play.split(", ") if self.play else ()


@dataclass(frozen=True, slots=True)
class Example:
    """One live example of a game.

    `solution` holds actions in notation, areas, rules (or `legal`), or `<seat> <points>`.
    """

    id: str  # the game's name, a dot, and the example's own name; often the id of its rule
    game: str
    kind: ExampleKind  # `try`, `find`, `judge`, `score` or `walk`
    rules: tuple[str, ...]  # the rules that the example shows
    task: str  # the task, in one or two sentences
    # the position at the start, in notation or, in the file, as a name from `[positions]`; without it, the set-up
    position: str = ""
    options: str = ""  # the options, as in `"three,board=large"`
    seed: int = 0  # the seed for everything that the position or a step of a walkthrough leaves to chance
    solution: tuple[str, ...] = ()  # the solution; what it contains depends on `kind`
    # hints, from vague to explicit; areas to press are in `[brackets]`; `[plum|Plum]` is shown as Plum
    hints: tuple[str, ...] = ()
    refused: Pairs = ()  # for `try` and `find`: the forbidden actions to try, each with a rule that refuses it
    goal: GoalQuery | None = None  # for `find`: the goal, as a name from `GOALS` with its arguments
    # for `find`: the question whose answer is a choice of areas, as a name from `ASKS` with its arguments
    ask: GoalQuery | None = None
    # with `ask`: the actions that the board plays after the answer, to show that it is right
    shows: tuple[str, ...] = ()
    reason: str = ""  # with `ask`: the rule in `rules` that explains the answer, if it is not the first
    by_ruling: str = ""  # the rule in `rules` whose ruling, not its printed text, settles the answer
    marked: tuple[str, ...] = ()  # areas where something has just happened, marked until the first action
    # for `try`: the actions of the solution that the reader must play, or `any` if every legal action is accepted;
    # without it, each of the example's `rules` that takes effect in the solution must also take effect in the reader's
    # actions, for the same seat; if none does, an action of the same type as the solution's first is enough
    wanted: tuple[str, ...] = ()
    action: str = ""  # for `judge`: the action to judge, in notation
    # for `judge`: the rules that the reader can choose as the reason if the action is not legal
    choices: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()  # for `walk`: the steps, in order

    @property
    def laws(self) -> tuple[Rule, ...]:
        """The rules that the example shows; the rule `by_ruling` is reduced to its ruling."""
        return tuple(map(self.law, self.rules))

    def law(self, rule: str) -> Rule:
        """Return one of the example's rules, reduced to its ruling if that settles the answer."""
        found = game(self.game).rules[rule]
        return found.detail(RuleKind.RULING) if rule == self.by_ruling else found

    @property
    def where(self) -> str:
        """The file and record of the example, as errors name them."""
        return f"{examples_file(self.game)}, example {self.id!r}"

    def start(self) -> AnyState:
        """Return the starting position. Raises `DataError`."""
        played = game(self.game)
        try:
            return Dealer(self.seed).settle(played.position(self.position, self.options))
        except CattoolsError as error:
            raise DataError(f"{self.where}, position: {error}") from None


def known_rules(game_id: str, rules: Iterable[str], where: str) -> None:
    """Raise a `DataError` that names `where` if one of the ids is not a rule of the game."""
    for rule in rules:
        if rule not in GAMES[game_id].rules:
            raise DataError(f"{where}: expected a rule of {game_id}, found {shorten(rule)}")


def _example(game_id: str, record: Mapping[str, Any], positions: Mapping[str, str], name: str) -> Example:
    where, played = f"{name}, example {record.get('id', '?')!r}", GAMES[game_id]
    queries = {
        key: _query(record[key], key, known, where)
        for key, known in (("goal", played.goals), ("ask", played.asks))
        if key in record
    }
    others = {key: value for key, value in record.items() if key not in queries}
    if (named := str(record.get("position", ""))) in positions:
        others["position"] = positions[named]
    found = from_table(Example, others, where, game=game_id, **queries)
    if ("steps" in record) != (found.kind is ExampleKind.WALK):
        raise DataError(f"{where}: expected 'steps' in examples of kind walk and in no others, found kind {found.kind}")
    cited = {
        "rules": found.rules,
        "choices": found.choices,
        "refused": [rule for _, rule in found.refused],
        "reason": [found.reason] if found.reason else [],
    }
    for key, rules in cited.items():
        known_rules(game_id, rules, f"{where}, {key}")
    if found.by_ruling and (found.by_ruling not in found.rules or not found.law(found.by_ruling).ruled):
        expected = f"one of {', '.join(found.rules)} on which there is a ruling"
        raise DataError(f"{where}, by_ruling: expected {expected}, found {shorten(found.by_ruling)}")
    if positions and named not in positions and re.fullmatch(r"[\w-]+", named):
        try:
            played.position(found.position, found.options)
        except CattoolsError:
            known = ", ".join(positions)
            raise DataError(
                f"{where}, position: expected a position's name ({known}) or notation, found {found.position!r}"
            ) from None
    played_steps = tuple(step.play for step in found.steps if step.play)
    return replace(found, solution=played_steps) if played_steps else found


def _query(table: object, key: str, known: Mapping[str, Callable[..., Any]], where: str) -> GoalQuery:
    """Return the goal or question of a record, checked against the signature of its function. Raises `DataError`.

    `{ took = 1 }` passes one argument, `{ met = { cell = "c4", ways = 2 } }` several by name,
    `{ taker = ["b8", "g3"] }` any number, `{ won = true }` none.
    """
    if not isinstance(table, dict) or len(table) != 1:
        raise DataError(f"{where}, {key}: expected a table with one name, found {shorten(table)}")
    ((name, arguments),) = table.items()
    if name not in known:
        raise DataError(f"{where}, {key}: expected one of {', '.join(known)}, found {shorten(name)}")
    # the first parameters are states: two for a goal, one for a question
    parameters = list(signature(known[name]).parameters.values())[2 if key == "goal" else 1 :]
    takes = ", ".join(f"{p.name} ({_WORDS.get(p.annotation, 'a string or a number')})" for p in parameters) or "nothing"
    expected = f"{where}, {key}: expected {name!r} with {takes}, found {shorten(arguments)}"
    named = arguments if isinstance(arguments, dict) else {}
    listed = [] if arguments is True or named else arguments if isinstance(arguments, list) else [arguments]
    try:
        bound = Signature(parameters).bind(*listed, **named)
    except TypeError:
        raise DataError(expected) from None
    for parameter in parameters:
        value = bound.arguments.get(parameter.name, ())
        for each in value if isinstance(value, tuple) else (value,):
            # functions have no annotations in the browser's kernel; published data has already been checked
            if parameter.annotation in _WORDS and type(each).__name__ != parameter.annotation:
                raise DataError(expected)
    return GoalQuery(name, bound.args)


_WORDS = {"str": "a string", "int": "a number"}


def examples_file(game_id: str) -> str:
    """Return the path of the file with a game's live examples."""
    return f"games/{game_id}/data/examples.toml"


@dataclass(frozen=True, slots=True)
class _File:
    example: tuple[Mapping[str, Any], ...]
    positions: Mapping[str, str] = field(default_factory=dict)
    slide: tuple[Mapping[str, Any], ...] = ()  # read by `presentation.py`


class Examples(dict[str, Example]):
    """The live examples of one game by id, and its named positions; an unknown id raises a `KeyError`."""

    positions: Mapping[str, str]

    def __missing__(self, key: str) -> Example:
        raise KeyError(str(unknown_id(_EXPECTED, key, self)))


@cache
def examples(game_id: str) -> Examples:
    """Return a game's live examples by id.

    Raises `OptionError` for an unknown game, and `DataError` naming a bad record.

    >>> examples("herders")["herders.place"].rules
    ('herders.place',)
    """
    name = examples_file(game(game_id).id)
    found, file = Examples(), from_table(_File, load_once(name), name)
    found.positions = file.positions
    for record in file.example:
        example = _example(game_id, record, file.positions, name)
        if example.id in found:
            raise DataError(f"{name}: expected example {example.id!r} once, found it twice")
        found[example.id] = example
    return found


def example(name: object) -> Example:
    """Return an example by its id, which begins with the game's id. Raises `OptionError`."""
    game_id = name.partition(".")[0] if isinstance(name, str) else ""
    if isinstance(name, str) and game_id in GAMES and name in (known := examples(game_id)):
        return known[name]
    everywhere = (id_ for one in GAMES for id_ in examples(one))
    error = unknown_id(_EXPECTED, name, everywhere)
    if name in GAMES:
        raise OptionError(text(N_("{error}; play({game}) plays the whole game"), error=error, game=repr(name)))
    raise error


def audience_link(shown: Example) -> str:
    """Return the URL fragment of `TEACH_PAGE` that shows an example to an audience."""
    return urlencode({"game": shown.game, "example": shown.id})


def welcome(game_id: str) -> str:
    """Return the id of the example that introduces a game: the one called `welcome`, or else the first."""
    known = examples(game_id)
    return f"{game_id}.welcome" if f"{game_id}.welcome" in known else next(iter(known))
