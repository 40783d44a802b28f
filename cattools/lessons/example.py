"""Live examples: a start, a task, a kind, a solution and hints; read from `games/<game>/data/examples.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from inspect import Signature, signature
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.data_files import Key, load_once, tables, take, values
from cattools.core.errors import CattoolsError, DataError, shorten, unknown_id
from cattools.core.game import AnyState
from cattools.core.messages import N_
from cattools.games import GAMES, game

_SAID = N_("expected an example such as {known}, found {found}")


class ExampleKind(StrEnum):
    """What a reader does in a live example."""

    TRY = "try"
    """Act freely; effects are shown, refusals explained."""
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
    """A goal or question of the game (`example_goals.py`) by name, with its arguments."""

    name: str
    arguments: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(str, (self.name, *self.arguments)))


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a walkthrough: the task, the action of the first seat to move that completes it, and a final remark.

    `play` can be several actions, separated by commas: several presses of the reader, and what others then do. Without
    it the step is only read. `shown`: the board plays everything, not the reader.
    """

    ask: str
    play: str = ""
    say: str = ""
    shown: bool = False

    @property
    def actions(self) -> Sequence[str]:
        """The actions that complete it, in notation, in sequence."""
        return self.play.split(", ") if self.play else ()


@dataclass(frozen=True, slots=True)
class Example:
    """One live example.

    `rules` are the ids of the rules it shows; `position` is a start in notation, or "" for a set-up dealt from `seed`;
    `marked` are areas on which something has just happened there. `try`: `refused` maps a forbidden action to the rule
    that refuses it; `wanted` are the actions asked for (`any`: every legal one; empty: those with the same effects as
    the solution). `find`: `goal` is what to reach, or `ask` the question whose areas to find; `shows` is what the board
    plays after the answer, and `reason` the rule cited with it, if not the first. `judge`: `action` is judged,
    `choices` are the rules offered if it is illegal. `walk`: `steps`, in sequence.

    `solution` holds actions in notation, areas, rules (or `legal`), or `<seat> <points>`.
    """

    id: str
    game: str
    kind: ExampleKind
    rules: tuple[str, ...]
    task: str
    position: str = ""
    options: str = ""
    seed: int = 0
    solution: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    goal: GoalQuery | None = None
    ask: GoalQuery | None = None
    shows: tuple[str, ...] = ()
    reason: str = ""
    marked: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    action: str = ""
    choices: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def where(self) -> str:
        """Its file and record, as errors name them."""
        return f"{examples_file(self.game)}, example {self.id!r}"

    def start(self) -> AnyState:
        """Return the starting position. Raises `DataError`."""
        played = game(self.game)
        try:
            return Dealer(self.seed).settle(played.position(self.position, self.options))
        except CattoolsError as error:
            raise DataError(f"{self.where}, position: {error}") from None


_PLAYED = (ExampleKind.TRY, ExampleKind.FIND)
KEYS: Mapping[str, Key] = {
    "id": Key(str, "the game's name, a dot, and the example's own name; often the id of its rule"),
    "kind": Key(str, "`try`, `find`, `judge`, `score` or `walk`"),
    "rules": Key(list, "the rules it shows", default=[]),
    "task": Key(str, "the task, in one or two sentences"),
    "position": Key(str, "the start, in notation or as a name from `[positions]`; without it, the set-up", default=""),
    "options": Key(str, 'the options, as in `"three,board=large"`', default=""),
    "seed": Key(int, "the seed for what the position or a step of a walk leaves to chance", default=0),
    "solution": Key(list, "the solution; see below", default=[]),
    "hints": Key(
        list, "hints, from vague to explicit; areas in `[brackets]`, `[plum|Plum]` is shown as Plum", default=[]
    ),
    "refused": Key(dict, "forbidden actions, each with a rule that refuses it", default={}, only=_PLAYED),
    "goal": Key(
        dict,
        "the goal: a name from `GOALS` with its arguments",
        default={},
        only=(ExampleKind.FIND,),
    ),
    "ask": Key(
        dict,
        "the areas to find: a name from `ASKS` with its arguments",
        default={},
        only=(ExampleKind.FIND,),
    ),
    "shows": Key(
        list,
        "with `ask`: the actions that the board plays after the answer, to show that it is right",
        default=[],
        only=(ExampleKind.FIND,),
    ),
    "reason": Key(
        str,
        "with `ask`: the rule in `rules` that gives the reason, if not the first",
        default="",
        only=(ExampleKind.FIND,),
    ),
    "marked": Key(list, "areas where something has just happened, marked until the first action", default=[]),
    "wanted": Key(
        list,
        "the actions of the solution that the reader must play, or `any` for every legal one; "
        "without it, actions with the same effects by its `rules` as the solution",
        default=[],
        only=(ExampleKind.TRY,),
    ),
    "action": Key(str, "the action to judge, in notation", default="", only=(ExampleKind.JUDGE,)),
    "choices": Key(list, "the rules to choose from if it is not legal", default=[], only=(ExampleKind.JUDGE,)),
}


STEPS = "steps"  # of a walkthrough: a list of tables
STEP_KEYS: Mapping[str, Key] = {
    "ask": Key(
        str,
        "the task, in one or two sentences; the areas to press in `[brackets]`, as in hints; "
        "a term that it explains in `*asterisks*`",
    ),
    "play": Key(
        str,
        "the action that solves it, or several, including those of other players, in notation, separated by commas; "
        "without it, the step is only read",
        default="",
    ),
    "say": Key(str, "the text shown after the effects; a term that it explains in `*asterisks*`", default=""),
    "shown": Key(
        bool, "whether the board plays the step instead of the reader, e.g. another player's move", default=False
    ),
}


def _steps(record: Mapping[str, Any], where: str) -> tuple[Step, ...]:
    """Return the steps of a walkthrough; other kinds have none."""
    found = tables(record, STEPS, where) if record.get("kind") == ExampleKind.WALK else []
    steps = []
    for number, step in enumerate(found, 1):
        here = f"{where}, step {number}"
        if extra := sorted(step.keys() - STEP_KEYS.keys()):
            raise DataError(f"{here}: expected keys among {', '.join(sorted(STEP_KEYS))}, found {extra[0]!r}")
        steps.append(Step(**values(step, STEP_KEYS, here)))
    return tuple(steps)


def known_rules(game_id: str, rules: Iterable[str], where: str) -> None:
    """Raise a `DataError` that names `where` for an id that is not a rule of the game."""
    for rule in rules:
        if rule not in GAMES[game_id].rules:
            raise DataError(f"{where}: expected a rule of {game_id}, found {shorten(rule)}")


def _example(game_id: str, record: Mapping[str, Any], positions: Mapping[str, str], name: str) -> Example:
    where = f"{name}, example {record.get('id', '?')!r}"
    steps = _steps(record, where)
    if extra := sorted(record.keys() - KEYS.keys() - ({STEPS} if steps else set())):
        raise DataError(f"{where}: expected keys among {', '.join(sorted(KEYS))}, found {extra[0]!r}")
    found = values(record, KEYS, where)
    refused = [take(found["refused"], action, str, f"{where}, refused") for action in found["refused"]]
    if found["kind"] not in tuple(ExampleKind):
        raise DataError(f"{where}: expected kind to be one of {', '.join(ExampleKind)}, found {found['kind']!r}")
    played = GAMES[game_id]
    cited = {"rules": found["rules"], "choices": found["choices"], "refused": refused, "reason": (found["reason"],)}
    for key, rules in cited.items():
        known_rules(game_id, filter(None, rules), f"{where}, {key}")
    if positions and found["position"] not in positions and re.fullmatch(r"[\w-]+", found["position"]):
        try:
            played.position(found["position"], found["options"])
        except CattoolsError:
            known = ", ".join(positions)
            raise DataError(
                f"{where}, position: expected a position's name ({known}) or notation, found {found['position']!r}"
            ) from None
    changed = {
        "kind": ExampleKind(found["kind"]),
        "position": positions.get(found["position"], found["position"]),
        "refused": tuple(found["refused"].items()),
        "solution": tuple(step.play for step in steps if step.play) or found["solution"],
        "steps": steps,
        "goal": _asked(record, "goal", played.goals, where),
        "ask": _asked(record, "ask", played.asks, where),
    }
    return Example(game=game_id, **{**found, **changed})


def _asked(
    record: Mapping[str, Any], key: str, known: Mapping[str, Callable[..., Any]], where: str
) -> GoalQuery | None:
    """Return the goal or question of a record, checked against the signature of its function.

    `{ took = 1 }` passes one argument, `{ met = { cell = "c4", ways = 2 } }` several by name,
    `{ taker = ["b8", "g3"] }` any number, `{ won = true }` none.
    """
    if key not in record:
        return None
    table = take(record, key, dict, where)
    if len(table) != 1:
        raise DataError(f"{where}: expected one {key}, found {shorten(', '.join(table) or 'none')}")
    ((name, given),) = table.items()
    if name not in known:
        raise DataError(f"{where}: expected {key} among {', '.join(known)}, found {shorten(name)}")
    # the arguments follow the states: two for a goal, one for a question
    parameters = list(signature(known[name]).parameters.values())[2 if key == "goal" else 1 :]
    takes = ", ".join(f"{p.name} ({_WORDS.get(p.annotation, 'a string or a number')})" for p in parameters) or "nothing"
    expected = f"{where}: expected {key} {name!r} with {takes}, found {shorten(given)}"
    named = given if isinstance(given, dict) else {}
    listed = [] if given is True or named else given if isinstance(given, list) else [given]
    try:
        bound = Signature(parameters).bind(*listed, **named)
    except TypeError:
        raise DataError(expected) from None
    for parameter in parameters:
        value = bound.arguments.get(parameter.name, ())
        for each in value if isinstance(value, tuple) else (value,):
            # the browser's kernel has no annotations; published data was checked before
            if parameter.annotation in _WORDS and type(each).__name__ != parameter.annotation:
                raise DataError(expected)
    return GoalQuery(name, bound.args)


_WORDS = {"str": "a string", "int": "a number"}


def examples_file(game_id: str) -> str:
    """Return the path of the file with a game's live examples."""
    return f"games/{game_id}/data/examples.toml"


class Examples(dict[str, Example]):
    """The live examples of one game by id; an unknown id raises a `KeyError` with a suggestion."""

    def __missing__(self, key: str) -> Example:
        raise KeyError(str(unknown_id(_SAID, key, self)))


@cache
def examples(game_id: str) -> Mapping[str, Example]:
    """Return a game's live examples by id.

    Raises `OptionError` for an unknown game, and `DataError` naming a bad record.

    >>> examples("herders")["herders.place"].rules
    ('herders.place',)
    """
    name = examples_file(game(game_id).id)
    found = Examples()
    file = load_once(name)
    positions = take(file, "positions", dict, name, default={})
    for record in tables(file, "example", name):
        example = _example(game_id, record, positions, name)
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
    raise unknown_id(_SAID, name, everywhere)
