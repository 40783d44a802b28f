"""What a live example is: a start, a task, a kind, a solution, hints; read from `games/<game>/data/examples.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.data import load, tables, take
from cattools.core.errors import CattoolsError, DataError, OptionError, shorten
from cattools.core.game import State
from cattools.core.messages import N_, text
from cattools.games import GAMES, game

KINDS = ("try", "find", "judge", "score")


@dataclass(frozen=True, slots=True)
class Example:
    """One live example.

    `rules` are the rule ids it shows; `position` is a start in notation, or "" for a set-up dealt from `seed`.
    `try`: `refused` maps a forbidden action to the rule that refuses it. `find`: `goal` is a sentence of the game's
    goals, or `cells` the areas to find by the question `ask`. `judge`: `action` is judged, `choices` are the rules
    offered when it is not legal. `solution` is a list of actions in notation.
    """

    id: str
    game: str
    kind: str
    rules: tuple[str, ...]
    task: str
    position: str = ""
    options: str = ""
    seed: int = 0
    solution: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    goal: str = ""
    ask: str = ""
    action: str = ""
    choices: tuple[str, ...] = ()
    after: str = ""

    def start(self) -> State[Any]:
        """Return the position the example starts from. Raises `DataError`."""
        played = game(self.game)
        try:
            options = played.choose(self.options)
            state = played.read_position(self.position, options) if self.position else played.start(options)
            return Dealer(self.seed).settle(state)
        except CattoolsError as no:
            raise DataError(f"example {self.id!r}: {no}") from None


def _example(game_id: str, record: Mapping[str, Any], name: str) -> Example:
    where = f"{name}, example {record.get('id', '?')!r}"
    texts = {key: take(record, key, str, where) for key in ("id", "kind", "task")}
    rest = {
        key: take(record, key, str, where, default="")
        for key in ("position", "options", "goal", "ask", "action", "after")
    }
    lists = {key: _texts(record, key, where) for key in ("rules", "solution", "hints", "choices")}
    refused = take(record, "refused", dict, where, default={})
    for action in refused:
        take(refused, action, str, f"{where}, refused")
    known = {*texts, *rest, *lists, "refused", "seed"}
    if extra := sorted(set(record) - known):
        raise DataError(f"{where}: expected keys among {', '.join(sorted(known))}, found {extra[0]!r}")
    if texts["kind"] not in KINDS:
        raise DataError(f"{where}: expected kind to be one of {', '.join(KINDS)}, found {texts['kind']!r}")
    for rule in (*lists["rules"], *lists["choices"], *refused.values()):
        if rule not in GAMES[game_id].rules:
            raise DataError(f"{where}: expected a rule of {game_id}, found {shorten(rule)}")
    fields: dict[str, Any] = {**texts, **rest, **lists}
    seed = take(record, "seed", int, where, default=0)
    return Example(game=game_id, seed=seed, refused=tuple(refused.items()), **fields)


def _texts(record: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    found = take(record, key, list, where, default=[])
    if not all(isinstance(text, str) for text in found):
        raise DataError(f"{where}: expected {key!r} to be a list of texts, found {shorten(found)}")
    return tuple(found)


@cache
def examples(game_id: str) -> Mapping[str, Example]:
    """Return a game's examples by id. Raises `DataError` naming the record that is wrong."""
    name = f"games/{game(game_id).id}/data/examples.toml"
    found: dict[str, Example] = {}
    for record in tables(load(name), "example", name):
        example = _example(game_id, record, name)
        if example.id in found:
            raise DataError(f"{name}: expected example {example.id!r} once, found it twice")
        found[example.id] = example
    return found


def example(name: object) -> Example:
    """Return an example by its id, which begins with the game's. Raises `OptionError`."""
    game_id = name.partition(".")[0] if isinstance(name, str) else ""
    if not isinstance(name, str) or game_id not in GAMES:
        raise OptionError(
            text(
                N_("expected an example such as {first}.place, found {found}"),
                first=next(iter(GAMES)),
                found=shorten(name),
            )
        )
    known = examples(game_id)
    if name not in known:
        near = [k for k in known if k.startswith(name.rpartition(".")[0])] or list(known)
        raise OptionError(
            text(N_("expected an example among {known}, found {found}"), known=", ".join(near[:6]), found=shorten(name))
        )
    return known[name]
