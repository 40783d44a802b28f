"""A game's practice configuration, read from `games/<game>/data/practice.toml`: its own questions, and what not to ask.

Most questions need no configuration, because they come from what every game has. A row here gives a question of the
game's own (`ASKS`) its words, and says where its arguments come from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from typing import Any

from cattools.core.data_files import Key, load, of_games, tables, take, values
from cattools.core.errors import DataError, OptionError, shorten
from cattools.core.game import AnyGame, AnyState
from cattools.core.messages import N_, Text, text
from cattools.core.options import Options
from cattools.core.rules import Citation
from cattools.games import GAMES, game
from cattools.lessons.answer_check import is_named_by_id

FILE = "practice.toml"
WINNER = "winner"  # the question about a finished game
SEVERAL = 2  # seats needed to ask which of them wins
NEXT = "next"  # the question who decides after an action
GAPS = "abc"  # names of a question's arguments in its words
OR = "/"  # separates sources
MOST = 60  # ways to fill the gaps of one question, in one position


@dataclass(frozen=True, slots=True)
class Topic:
    """A question of the game's own about a rule: which `ask`, with which arguments (`of`), in which words.

    `options` are values that must be in force, as in `"three"`. `unlike` names one of the game's `TWINS`, the answer of
    a reader with a misconception: the question is asked only if that answer is wrong, and `wrong` is the response to
    it. `shows` is the argument with the action that is played with the answer, `then` is how everyone who is asked
    answers that action.
    """

    rule: str
    ask: str
    words: str
    of: tuple[str, ...] = ()
    options: str = ""
    unlike: str = ""
    wrong: str = ""
    shows: str = ""
    then: str = ""
    acts: str = ""

    def is_act(self, action: Any, about: tuple[str, ...]) -> bool:
        """Return whether an action is of the sort in `acts`, with the first argument in its field if that names one."""
        sort, _, name = self.acts.partition(".")
        return type(action).__name__ == sort and (not name or str(getattr(action, name)) == about[0])

    def abouts(self, state: AnyState) -> Iterator[tuple[str, ...]]:
        """Yield the arguments that the question can have in a position, one tuple for each way to fill its gaps."""
        if not state.options.meet(self.options):
            return
        if (self.ask == WINNER) != (state.to_move is None):
            return
        if self.ask == WINNER and len(state.game.seats(state.options)) < SEVERAL:
            return
        sources = [list(_source(state, source)) for source in self.of]
        found = product(*sources)
        yield from (about for about, _ in zip(found, range(MOST), strict=False))

    def twin(self, state: AnyState, about: tuple[str, ...]) -> frozenset[str] | None:
        """Return the answer of a reader with the misconception; None if no misconception is known."""
        twin = twins(state.game).get(self.unlike)
        return None if twin is None else frozenset(twin(state, *map(value, about)))

    def shown(self, about: tuple[str, ...]) -> str:
        """Return the action, in notation, that is played with the answer; the empty string if there is none."""
        return about[GAPS.index(self.shows)] if self.shows else ""

    def answers(self, state: AnyState) -> Iterator[Any]:
        """Yield the same answer for each player who is asked, in sequence."""
        answer = state.game.read_action(self.then, state) if self.then else None
        while self.then and not state.why_not(answer):
            yield answer
            state = state.apply(answer)

    def said(self, state: AnyState, about: tuple[str, ...]) -> Text:
        """Return the question in words."""
        who = state.game.seats(state.options)[max(state.mover or 0, 0)].called
        named = {gap: _called(state, *one) for gap, one in zip(GAPS, zip(about, self.of, strict=True), strict=False)}
        return text(self.words, who=who, **named)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A sort of action that a rule forbids and that is never close to a legal one, and how to find similar legal ones.

    `action` is the name of the sort; with the options `beside` it is legal.
    """

    rule: str
    action: str
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Permitted:
    """A sort of action that a rule permits where another rule, `against`, forbids similar ones.

    `always`: the rule permits all legal actions of this sort, and none of their effects cites it.
    """

    rule: str
    action: str
    against: str
    always: bool = False


@dataclass(frozen=True, slots=True)
class Topics:
    """A game's practice configuration.

    `first` is the link of the first question on the practice page, `total` the rule that adds up all points. By rule,
    `reasons` says why it is not asked about, `few` why in fewer positions than others, and `without` why not in one of
    its ways; `only_with` are the options with which it is in force, and `akin` the rules that say the same and are
    never its distractors. `dull` are sentences of refusals that teach nothing. `marks` is the ask whose areas are
    marked in each position because nothing else shows them, `marked` the sentence about them.
    """

    asks: tuple[Topic, ...]
    forbidden: tuple[Forbidden, ...]
    permitted: tuple[Permitted, ...]
    reasons: Mapping[str, str]
    few: Mapping[str, str] = field(default_factory=dict)
    without: Mapping[str, str] = field(default_factory=dict)
    first: str = ""
    total: str = ""
    only_with: Mapping[str, str] = field(default_factory=dict)
    akin: Mapping[str, list[str]] = field(default_factory=dict)
    dull: frozenset[str] = frozenset()
    marks: str = ""
    marked: str = ""

    def topic(self, rule: str, ask: str) -> Topic | None:
        """Return the row for a rule and an ask; None if there is none."""
        return next((one for one in self.asks if (one.rule, one.ask) == (rule, ask)), None)

    def judges(self, rule: str) -> tuple[str, ...]:
        """Return the rules that can refuse an action judged for a rule: itself or, if it permits, the opposing ones."""
        return tuple(row.against for row in self.permitted if row.rule == rule) or (rule,)

    def holds(self, rule: str, options: Options) -> bool:
        """Return whether a rule is in force with these options."""
        return options.meet(self.only_with.get(rule, ""))


@cache
def twins(played: AnyGame) -> Mapping[str, Callable[..., Iterable[str]]]:
    """Return a game's `TWINS`; empty if it has no such file."""
    return _table(played, "practice.misconceptions", "TWINS")


@cache
def reasons(played: AnyGame) -> Mapping[str, Callable[..., Citation | Text | None]]:
    """Return a game's `REASONS` by rule and ask: why an area belongs or not; empty if it has no such file."""
    return _table(played, "practice.explanations", "REASONS")


def _table(played: AnyGame, module: str, name: str) -> Mapping[str, Callable[..., Any]]:
    if find_spec(f"{played.package}.{module}") is None:
        return {}
    found: Mapping[str, Callable[..., Any]] = getattr(import_module(f"{played.package}.{module}"), name)
    return found


def value(written: str) -> str | int:
    """Return an argument of an ask, as a number if it is one."""
    return int(written) if written.isdecimal() else written


def called(state: AnyState, about: str) -> object:
    """Return an argument in words: a place, a seat, or the text itself."""
    seat = next((seat for seat in state.game.seats(state.options) if seat.id == about), None)
    if seat is not None:
        return seat.called
    area = state.game.scene_of(state, state.mover).areas.get(about)
    if area is not None:
        return area.id if is_named_by_id(area) else area.name.partition(":")[0]
    return about


def _called(state: AnyState, about: str, source: str) -> object:
    """Return an argument from a source in words; an action becomes what the player wants to do."""
    sort = _SORT.fullmatch(source.partition(OR)[0])
    if sort is None or sort[2]:
        return called(state, about)
    return state.game.intent(state, state.game.read_action(about, state))


_SORT = re.compile(r"([A-Z]\w+)(?:\.(\w+)| (\S+))?")


def _source(state: AnyState, source: str) -> Iterable[str]:
    """Return the values that can fill one gap of a question; see `of` in `ASK_KEYS`."""
    if source == "seat":
        return [seat.id for seat in state.game.seats(state.options)]
    if source == "own":
        return [seat.id for n, seat in enumerate(state.game.seats(state.options)) if n == state.mover]
    if OR in source:
        return [about for one in source.split(OR) for about in _source(state, one)]
    if sort := _SORT.fullmatch(source):
        actions = [action for action in state.legal() if type(action).__name__ == sort[1]]
        written = (str(getattr(action, sort[2])) if sort[2] else str(action) for action in actions)
        return dict.fromkeys(one for one in written if one.startswith(sort[3] or ""))
    ask = state.game.asks.get(source)
    return source.split() if ask is None else sorted(ask(state))


# --- reading ---------------------------------------------------------------------------------------------------------

ASK_KEYS: Mapping[str, Key] = {
    "rule": Key(str, "the rule it is about"),
    "ask": Key(
        str, "a name from the game's `ASKS`, `winner` (of a finished game), or `next` (who decides after an action)"
    ),
    "words": Key(str, "the question; `{a}`, `{b}` are its arguments, `{who}` is the player to move"),
    "of": Key(
        list,
        "the source of each argument: `seat`; `own`, the seat to move; a type of legal action, as in `Move`, one of "
        "its fields, as in `Move.source`, or the start of its notation, as in `Use double`, several separated by /; "
        "another ask; otherwise the values themselves, separated by spaces",
        default=[],
    ),
    "options": Key(str, "options that must be in force, as in `three`", default=""),
    "unlike": Key(
        str, "a name from the game's `TWINS`: it is asked only if that misconception's answer is wrong", default=""
    ),
    "wrong": Key(str, "the response to that answer", default=""),
    "shows": Key(str, "the argument that is an action, played with the answer: `a`", default=""),
    "acts": Key(
        str,
        "the type of action whose presses are the areas, as in `Play`; `Play.card` limits it to actions with the first "
        "argument in that field. The answer quotes what the rules say about these actions",
        default="",
    ),
    "then": Key(str, "how all players who are asked answer that action, in notation: `allow`", default=""),
}
FORBIDDEN_KEYS: Mapping[str, Key] = {
    "rule": Key(str, "the rule that forbids it"),
    "action": Key(str, "the type of action, as in `Swap`"),
    "beside": Key(str, "options with which it is legal", default=""),
}
PERMITTED_KEYS: Mapping[str, Key] = {
    "rule": Key(str, "the rule that permits it, cited by an effect of the action"),
    "action": Key(str, "the type of action, as in `Pass`"),
    "against": Key(str, "the rule that refuses similar actions elsewhere"),
    "always": Key(bool, "whether it permits every legal action of this type, and no effect cites it", default=False),
}
TOP_KEYS: Mapping[str, Key] = {
    "first": Key(str, "the URL fragment, without `#`, of the first question on the practice page"),
    "total": Key(str, "the rule that adds up all points", default=""),
    "reasons": Key(dict, "by rule id, why it is not asked about", default={}),
    "few": Key(dict, "by rule id, why it is asked about in fewer than a hundred different positions", default={}),
    "without": Key(
        dict, "by rule id and ask, as in `herders.stuck causes`, why it is not asked about in this way", default={}
    ),
    "only_with": Key(dict, "by rule id, the options with which it is in force: `game=basic/advanced`", default={}),
    "akin": Key(
        dict, "by rule id, rules that say the same or can replace it: never offered together with it", default={}
    ),
    "dull": Key(list, "refusal sentences that teach nothing and are not asked about", default=[]),
    "marks": Key(
        str, "a name from the game's `ASKS` whose areas are marked, because nothing else shows them", default=""
    ),
    "marked": Key(str, "the sentence about the marked `{areas}`", default=""),
}


def _row(record: Mapping[str, Any], keys: Mapping[str, Key], played: AnyGame, where: str) -> dict[str, Any]:
    if extra := sorted(record.keys() - keys.keys()):
        raise DataError(f"{where}: expected keys among {', '.join(sorted(keys))}, found {extra[0]!r}")
    found = values(record, keys, where)
    if found["rule"] not in played.rules:
        raise DataError(f"{where}: expected a rule of {played.id}, found {shorten(found['rule'])}")
    return found


def _known(name: str, known: Mapping[str, Callable[..., Any]], where: str, key: str) -> None:
    if name and name not in known:
        raise DataError(f"{where}: expected {key} among {', '.join(known) or 'none'}, found {shorten(name)}")


def is_practised(game_id: str) -> bool:
    """Return whether a game has practice questions."""
    return _file(game_id) in of_games(FILE)


def _file(game_id: str) -> str:
    return f"games/{game_id}/data/{FILE}"


@cache
def topics(game_id: str) -> Topics:
    """Return a game's practice configuration.

    Raises `OptionError` for an unknown game or one without practice, and `DataError` naming what is wrong.
    """
    played = game(game_id)
    name = _file(played.id)
    if not is_practised(played.id):
        raise OptionError(text(N_("expected a game with practice, found {game_id}"), game_id=game_id))
    file = load(name)
    if extra := sorted(file.keys() - TOP_KEYS.keys() - {"ask", "forbidden", "permitted"}):
        raise DataError(f"{name}: expected no key {extra[0]!r}")
    top = values(file, TOP_KEYS, name)
    asks, forbidden, permitted = [], [], []
    for n, record in enumerate(tables(file, "ask", name) if "ask" in file else (), 1):
        where = f"{name}, ask {n}"
        found = _row(record, ASK_KEYS, GAMES[game_id], where)
        if found["ask"] not in (WINNER, NEXT):
            _known(found["ask"], played.asks, where, "ask")
        _known(found["unlike"], twins(played), where, "unlike")
        if found["shows"] and found["shows"] not in GAPS[: len(found["of"])]:
            raise DataError(
                f"{where}: expected shows to be one of {GAPS[: len(found['of'])]!r}, found {found['shows']!r}"
            )
        asks.append(Topic(**found))
    for n, record in enumerate(tables(file, "forbidden", name) if "forbidden" in file else (), 1):
        forbidden.append(Forbidden(**_row(record, FORBIDDEN_KEYS, played, f"{name}, forbidden {n}")))
    for n, record in enumerate(tables(file, "permitted", name) if "permitted" in file else (), 1):
        permitted.append(Permitted(**_row(record, PERMITTED_KEYS, played, f"{name}, permitted {n}")))
    named = [
        *top["reasons"],
        *top["few"],
        *(key.partition(" ")[0] for key in top["without"]),
        *top["only_with"],
        *top["akin"],
        *(row.against for row in permitted),
    ]
    named += [rule for others in top["akin"].values() for rule in others]
    for rule in (*named, *filter(None, [top["total"]])):
        if rule not in played.rules:
            raise DataError(f"{name}: expected a rule of {played.id}, found {shorten(rule)}")
    for table in ("reasons", "few", "without", "only_with"):
        for rule in top[table]:
            take(top[table], rule, str, f"{name}, {table}")
    _known(top["marks"], played.asks, name, "marks")
    said = {check.sentence for row in played.checks.values() for check in row}
    for sentence in top["dull"]:
        if sentence not in said:
            raise DataError(f"{name}: expected dull to hold refusal sentences, found {shorten(sentence)}")
    top["dull"] = frozenset(top["dull"])
    return Topics(tuple(asks), tuple(forbidden), tuple(permitted), **top)
