"""The positions for practice questions: short stretches of seeded games, each with the rules it can illustrate.

`position_search.py` finds the positions in advance, because many rules rarely apply in random games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from random import Random
from zlib import crc32

from cattools.core.errors import DataError, shorten, unknown_id
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.loading.data_files import load_as, read
from cattools.core.messages import N_
from cattools.games import game
from cattools.lessons.practice.distractors import some
from cattools.lessons.practice.generators import ALLOWED, NONE, REFUSED, PositionContext, maker_of
from cattools.lessons.practice.question import JUDGE, Question
from cattools.lessons.practice.variety import Kind, kind_of

FILE = "practice_positions.json"
BEFORE, AFTER = 3, 2  # how many earlier and later positions of the game are considered with a position
BETWEEN = "|"  # separates the actions of a stretch
WORLDS = 3  # how many possible values of the hidden information are sampled
DRAWING = "2"  # version of the way in which questions are drawn from the positions; change it with the way
TRIES = 12  # maximum number of positions tried for one question
USUAL, ENOUGH = 0.75, 20  # share of questions with the default options, if at least this many positions have them


@dataclass(frozen=True, slots=True)
class Stretch:
    """A position and the actions played after it, in notation."""

    options: str
    position: str
    actions: tuple[str, ...] = ()

    def states(self, played: AnyGame) -> tuple[AnyState, ...]:
        """Return the position and those after each action, in order. Raises `CattoolsError`."""
        states = [played.position(self.position, self.options)]
        for written in self.actions:
            states.append(states[-1].apply(played.read_action(written, states[-1])))
        return tuple(states)


def moments(states: Sequence[AnyState]) -> Iterator[tuple[int, PositionContext]]:
    """Yield the index and the context of each position of a stretch in which a question can be asked."""
    for n, state in enumerate(states):
        if state.to_move != CHANCE:
            around = (*states[max(0, n - BEFORE) : n], *states[n + 1 : n + 1 + AFTER])
            yield n, PositionContext(state, around)


@dataclass(frozen=True)
class Pool:
    """A game's positions; `asked` maps each rule and way of asking to (stretch, step) pairs where it can be asked."""

    game: str
    stretches: tuple[Stretch, ...]
    asked: Mapping[tuple[str, str], tuple[tuple[int, int], ...]]
    version: str = ""

    @cached_property
    def usual(self) -> frozenset[int]:
        """The indices of stretches from games with the default options."""
        plain = str(game(self.game).choose())
        return frozenset(n for n, one in enumerate(self.stretches) if one.options == plain)

    @property
    def rules(self) -> list[str]:
        """The rules that can be asked about, in the book's order."""
        known = {rule for rule, _ in self.asked}
        return [rule for rule in game(self.game).rules if rule in known]

    def known(self, rule: str) -> str:
        """Return `rule` if it is asked about. Raises `OptionError` otherwise."""
        if rule not in self.rules:
            message = N_("expected a rule that can be practised, such as {known}, found {found}")
            raise unknown_id(message, rule, self.rules)
        return rule

    def ways(self, rule: str) -> list[str]:
        """Return the ways of asking about a rule; ways that differ only in the right answer count as one."""
        return list(dict.fromkeys(base(way) for one, way in self.asked if one == rule))

    @cached_property
    def kinds(self) -> Mapping[str, Sequence[Kind]]:
        """The kinds of questions that can be asked about each rule, by rule in the book's order."""
        return {rule: list(dict.fromkeys(map(kind_of, self.ways(rule)))) for rule in self.rules}

    def positions(self, rule: str) -> int:
        """Return in how many different positions a rule can be asked about; equal positions count once."""
        places = {at for (one, _), found in self.asked.items() if one == rule for at in found}
        return len({self._written[stretch][step] for stretch, step in places})

    @cached_property
    def _written(self) -> list[list[tuple[str, str]]]:
        """The positions of each stretch, in order, as options and notation."""
        played = game(self.game)
        return [[(one.options, str(state)) for state in one.states(played)] for one in self.stretches]

    def draw(self, rule: str, rng: Random, kind: Kind | None = None) -> Question:
        """Return a question about a rule, chosen by `rng`; of this kind, if one is found.

        Raises `OptionError` for a rule that is not asked about, and `DataError` if no question is found.
        """
        ways = self.ways(self.known(rule))
        for way in sorted(some(rng, ways, len(ways)), key=lambda way: kind is not None and kind_of(way) is not kind):
            if (question := self.drawn(rule, way, rng)) is not None:
                return question
        raise DataError(f"{file_of(self.game)}: expected questions about {rule}, found none")

    def drawn(self, rule: str, way: str, rng: Random) -> Question | None:
        """Return a question about a rule in one of its ways, or None if a few random positions yield none."""
        keys = [key for key in self.asked if key[0] == rule and base(key[1]) == way]
        for key in some(rng, keys, len(keys)):
            if (question := self._made(key, rng)) is not None:
                return question
        return None

    def _made(self, key: tuple[str, str], rng: Random) -> Question | None:
        """Return a question about a rule, asked in one way, or None if a few random positions yield none."""
        places, (rule, way) = self.asked[key], key
        usual = [place for place in places if place[0] in self.usual]
        # prefer the default options if possible: for most rules, readers should not need other options
        for stretch, step in some(rng, usual if len(usual) >= ENOUGH and rng.random() < USUAL else places, TRIES):
            moment = _moments(self.game, self.stretches[stretch])[step]
            for made, question in maker_of(rule, way)(moment, rng):
                if (question.rule, made) == (rule, way) and is_fair(question, moment.state, Random(0)):
                    return replace(question, position=str(moment.state))
        return None


def base(way: str) -> str:
    """Return the name of a way of asking without the part that depends on the right answer."""
    return JUDGE if way in (REFUSED, ALLOWED) else way.removesuffix(f" {NONE}")


@lru_cache(maxsize=32)
def _moments(game_id: str, stretch: Stretch) -> Mapping[int, PositionContext]:
    return dict(moments(stretch.states(game(game_id))))


def is_fair(question: Question, state: AnyState, rng: Random) -> bool:
    """Return whether a reader can answer by looking: nothing hidden matters, and no two answers read alike."""
    if question.depends_on_chance(state):
        return False
    return is_open(question, state, rng) and not question.reads_alike(state)


def is_open(question: Question, state: AnyState, rng: Random) -> bool:
    """Return whether a question is independent of hidden information: other deals give the same question and answer."""
    if state.mover is None or not state.game.has_hidden_information(state.options):
        return True
    view, answer, words = state.view(state.mover), question.answer(state), str(question.task(state))
    imagined = (view.determinize(rng) for _ in range(WORLDS))
    return all(question.answer(one) == answer and str(question.task(one)) == words for one in imagined)


# --- reading and writing ---------------------------------------------------------------------------------------------


def file_of(game_id: str) -> str:
    """Return the path of the file with a game's positions."""
    return f"games/{game(game_id).id}/data/{FILE}"


@dataclass(frozen=True, slots=True)
class _File:
    """A file of positions: a stretch is the index of its options, its first position and its actions.

    `asked` holds the indices of positions in ascending order, each stored as the difference from the index before.
    """

    options: tuple[str, ...]
    stretches: tuple[tuple[int, str, str], ...]
    asked: Mapping[str, tuple[int, ...]]


@cache
def pool(game_id: str) -> Pool:
    """Return a game's positions. Raises `OptionError`, and `DataError` for a broken file."""
    name = file_of(game_id)
    found = load_as(_File, name)
    stretches = [_stretch(record, found.options, name) for record in found.stretches]
    places = [(n, step) for n, one in enumerate(stretches) for step in range(len(one.actions) + 1)]
    asked = dict[tuple[str, str], tuple[tuple[int, int], ...]]()
    for key, numbers in found.asked.items():
        rule, _, way = key.partition(" ")
        at = [*accumulate(numbers)]
        if at and not 0 <= min(at) <= max(at) < len(places):
            raise DataError(f"{name}, asked {key!r}: expected position indices below {len(places)}, found {max(at)}")
        asked[rule, way] = tuple([places[number] for number in at])
    return Pool(game_id, tuple(stretches), asked, f"{crc32((DRAWING + read(name)).encode()):08x}")


def _stretch(record: tuple[int, str, str], options: Sequence[str], name: str) -> Stretch:
    number, position, actions = record
    if not 0 <= number < len(options):
        raise DataError(f"{name}: expected the index of one of {len(options)} options, found {shorten(record)}")
    return Stretch(options[number], position, tuple(actions.split(BETWEEN)) if actions else ())


def written(found: Pool) -> str:
    """Return positions in their file format, one stretch per line."""
    options = list(dict.fromkeys(one.options for one in found.stretches))
    first, at = [], 0
    for one in found.stretches:
        first.append(at)
        at += len(one.actions) + 1
    asked = {}
    for (rule, way), places in sorted(found.asked.items()):
        numbers = sorted(first[stretch] + step for stretch, step in places)
        asked[f"{rule} {way}"] = [b - a for a, b in zip([0, *numbers], numbers, strict=False)]
    stretches = [[options.index(o.options), o.position, BETWEEN.join(o.actions)] for o in found.stretches]
    rows = {"options": [json.dumps(one) for one in options], "stretches": map(_json, stretches)}
    parts = [f'"{name}": [\n  ' + ",\n  ".join(found) + "\n ]" for name, found in rows.items()]
    ways = ",\n  ".join(f'"{key}": {_json(numbers)}' for key, numbers in asked.items())
    return "{\n " + ",\n ".join(parts) + ',\n "asked": {\n  ' + ways + "\n }\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
