"""A game's practice configuration, read from `games/<game>/data/practice.toml`: its own questions, and what not to ask.

Most questions need no configuration, because they are generated from what every game has. A row of the file gives the
words of one of the game's own questions (`ASKS`), and says where the arguments of the question come from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

from cattools.core.errors import DataError, OptionError, shorten
from cattools.core.game import AnyGame, AnyState
from cattools.core.loading.data_files import load_as
from cattools.core.messages import N_, Text, label, text
from cattools.core.options import Options
from cattools.games import game
from cattools.lessons.answer_check import is_named_by_id

FILE = "practice.toml"
WINNER = "winner"  # the question that asks who has won a finished game
MIN_SEATS = 2  # minimum number of seats in a game for the question `winner`
NEXT = "next"  # the question that asks which seat decides after an action
GAPS = "abc"  # the names of a question's arguments, as used in its wording
OR = "/"  # separates the sources of one argument's values
MOST = 60  # maximum number of ways to fill the gaps of one question in one position


@dataclass(frozen=True, slots=True)
class Topic:
    """One of the game's own questions about a rule."""

    rule: str  # the rule that the question is about
    # a name from the game's `ASKS`, or `winner` (who has won a finished game), or `next` (which seat decides after an
    # action)
    ask: str
    words: str  # the wording of the question; `{a}` and `{b}` are its arguments, `{who}` is the player to move
    # where the value of each argument comes from: `seat`, any seat; `own`, the seat to move; a type of legal action, as
    # in `Move`; one of its fields, as in `Move.source`; the start of its notation, as in `Use double`, or several
    # starts separated by /; another name from `ASKS`; anything else is a list of values, separated by spaces
    of: tuple[str, ...] = ()
    options: str = ""  # options that must be in force, as in `three`
    when: str = ""  # one of the game's phases: the question is asked only then
    # one of the game's misconceptions, or `most_points`: the question is asked only if the answer
    # that this function returns is wrong
    unlike: str = ""
    wrong: str = ""  # the response to a player who gives that wrong answer
    # the name of the argument, such as `a`, whose value is the action that the board plays to show the answer
    shows: str = ""
    # the type of action whose presses are the areas of the answer, as in `Play`; `Play.card` means only the actions
    # whose field `card` is the first argument. The explanation quotes what the rules say about these actions
    acts: str = ""
    then: str = ""  # the response of every player who must respond to the question's action, as in `allow`

    def is_act(self, action: Any, about: tuple[str, ...]) -> bool:
        """Return whether an action has the type in `acts` and, if `acts` names a field, the first argument in it."""
        sort, _, name = self.acts.partition(".")
        return type(action).__name__ == sort and (not name or str(getattr(action, name)) == about[0])

    def possible_arguments(self, state: AnyState) -> Iterator[tuple[str, ...]]:
        """Yield the arguments that the question can have in a position: a tuple for each way to fill its gaps."""
        if not state.options.meet(self.options):
            return
        if self.when and not state.game.practice.phases[self.when](state):
            return
        if (self.ask == WINNER) != (state.to_move is None):
            return
        if self.ask == WINNER and len(state.game.seats(state.options)) < MIN_SEATS:
            return
        sources = [list(_source(state, source)) for source in self.of]
        found = product(*sources)
        yield from (about for about, _ in zip(found, range(MOST), strict=False))

    def misconception(self, state: AnyState, about: tuple[str, ...]) -> frozenset[str] | None:
        """Return the answer of a reader with the misconception; None if the row names no misconception."""
        answer = misconceptions(state.game).get(self.unlike)
        return None if answer is None else frozenset(answer(state, *map(value, about)))

    def demonstration(self, about: tuple[str, ...]) -> str:
        """Return the action, in notation, that the board plays to show the answer; empty if there is none."""
        return about[GAPS.index(self.shows)] if self.shows else ""

    def answered(self, state: AnyState) -> Any | None:
        """Return the response `then` if it is legal in this position, None otherwise."""
        answer = state.game.read_action(self.then, state) if self.then else None
        return answer if self.then and state.allows(answer) else None

    def answers(self, state: AnyState) -> Iterator[Any]:
        """Yield the response `then` once for each player who must respond, in sequence."""
        while (answer := self.answered(state)) is not None:
            yield answer
            state = state.apply(answer)

    def wording(self, state: AnyState, about: tuple[str, ...]) -> Text:
        """Return the question in words."""
        who = state.game.seats(state.options)[max(state.mover or 0, 0)].called
        named = {gap: _called(state, *one) for gap, one in zip(GAPS, zip(about, self.of, strict=True), strict=False)}
        return text(self.words, who=who, **named)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A type of action that a rule forbids altogether, so that no legal action is similar to it."""

    rule: str  # the rule that forbids it
    action: str  # the type of action, as in `Swap`
    beside: str = ""  # options with which the action is legal


@dataclass(frozen=True, slots=True)
class Permitted:
    """A type of action that a rule permits, while another rule forbids similar actions."""

    rule: str  # the rule that permits the action; one of the action's effects cites this rule
    action: str  # the type of action, as in `Pass`
    against: str  # the rule that refuses similar actions in other positions
    always: bool = False  # whether the rule permits every legal action of this type even if no effect cites it


@dataclass(frozen=True, slots=True)
class Topics:
    """A game's practice configuration."""

    first: str  # the URL fragment, without `#`, of the first question on the practice page
    total: str = ""  # the rule that adds up all points
    # by rule id, the reason why practice does not ask about the rule
    reasons: Mapping[str, str] = field(default_factory=dict)
    # by rule id, the reason why practice asks about the rule in fewer than a hundred different positions
    few: Mapping[str, str] = field(default_factory=dict)
    # by rule id and name from `ASKS`, as in `herders.stuck causes`, the reason why practice does not ask about the rule
    # with that question
    without: Mapping[str, str] = field(default_factory=dict)
    # by rule id, the options with which the rule is in force: `game=basic/advanced`
    only_with: Mapping[str, str] = field(default_factory=dict)
    # by rule id, other rules that would be equally right; practice never offers them as wrong answers when this rule is
    # right
    equivalent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # the sentences of refusals from which a player learns nothing; practice does not ask about these refusals
    dull: frozenset[str] = frozenset()
    # a name from the game's `ASKS`; the areas that it returns are marked on the board, because nothing else shows them
    marks: str = ""
    marked: str = ""  # the sentence that explains the marks; `{areas}` lists the marked areas
    ask: tuple[Topic, ...] = ()  # the game's own questions
    # types of action that a rule forbids; practice asks whether such an action is legal
    forbidden: tuple[Forbidden, ...] = ()
    # types of action that one rule permits in some positions, while another rule refuses similar actions in others
    permitted: tuple[Permitted, ...] = ()
    best: tuple[Mapping[str, Any], ...] = ()  # positions with a best move, which `best_moves.py` reads

    def topic(self, rule: str, ask: str) -> Topic | None:
        """Return the row for a question about a rule; None if the file has no such row."""
        return next((one for one in self.ask if (one.rule, one.ask) == (rule, ask)), None)

    def judges(self, rule: str) -> tuple[str, ...]:
        """Return the rules that can refuse an action in a question about `rule`.

        These are the rule itself or, if it permits actions, the rules that forbid similar ones.
        """
        return tuple(row.against for row in self.permitted if row.rule == rule) or (rule,)

    def holds(self, rule: str, options: Options) -> bool:
        """Return whether a rule is in force with these options."""
        return options.meet(self.only_with.get(rule, ""))


def most_points(state: AnyState) -> Iterable[str]:
    """Return the answer of a reader who believes that all players with the most points win."""
    seats, score = state.game.seats(state.options), state.score()
    totals = [score.total(n) for n in range(len(seats))]
    return {seat.id for seat, total in zip(seats, totals, strict=True) if total == max(totals)}


@cache
def misconceptions(played: AnyGame) -> Mapping[str, Callable[..., Iterable[str]]]:
    """Return a game's misconceptions by name, and `most_points`."""
    return {function.__name__: function for function in (most_points, *played.practice.misconceptions)}


def value(written: str) -> str | int:
    """Return an argument of a question, as a number if it is one."""
    return int(written) if written.isdecimal() else written


def called(state: AnyState, about: str) -> object:
    """Return an argument in words: the name of a seat or area, or else the argument itself."""
    seat = next((seat for seat in state.game.seats(state.options) if seat.id == about), None)
    if seat is not None:
        return seat.called
    area = state.game.scene_of(state, state.mover).areas.get(about)
    if area is not None:
        return area.id if is_named_by_id(area) else label(area.name)
    return about


def _called(state: AnyState, about: str, source: str) -> object:
    """Return an argument from a source in words; for an action, the words say what the player wants to do."""
    sort = _SORT.fullmatch(source.partition(OR)[0])
    if sort is None or sort[2]:
        return called(state, about)
    return state.game.intent(state, state.game.read_action(about, state))


_SORT = re.compile(r"([A-Z]\w+)(?:\.(\w+)| (\S+))?")


def _source(state: AnyState, source: str) -> Iterable[str]:
    """Return the values that can fill one gap of a question; see `Topic.of`."""
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


def _file(game_id: str) -> str:
    return f"games/{game_id}/data/{FILE}"


@cache
def topics(game_id: str) -> Topics:
    """Return a game's practice configuration.

    Raises `OptionError` for an unknown game or one without practice, and `DataError` naming what is wrong.
    """
    played = game(game_id)
    name = _file(played.id)
    if not played.has_practice:
        raise OptionError(text(N_("expected a game with practice questions, found {game_id}"), game_id=game_id))
    found = load_as(Topics, name)
    kinds = ("ask", "forbidden", "permitted")
    cited = [(f"{key} {n}, rule", row.rule) for key in kinds for n, row in enumerate(getattr(found, key), 1)]
    cited += [(f"permitted {n}, against", row.against) for n, row in enumerate(found.permitted, 1)]
    tables = ("reasons", "few", "without", "only_with", "equivalent")
    cited += [(key, rule.partition(" ")[0]) for key in tables for rule in getattr(found, key)]
    cited += [("equivalent", rule) for others in found.equivalent.values() for rule in others]
    cited += [("total", found.total)] if found.total else []
    for where, rule in cited:
        if rule not in played.rules:
            raise DataError(f"{name}, {where}: expected a rule of {played.id}, found {shorten(rule)}")
    for n, topic in enumerate(found.ask, 1):
        where = f"{name}, ask {n}"
        _known(topic.ask, (WINNER, NEXT, *played.asks), f"{where}, ask")
        _known(topic.unlike, ("", *misconceptions(played)), f"{where}, unlike")
        _known(topic.when, ("", *played.practice.phases), f"{where}, when")
        _known(topic.shows, ("", *GAPS[: len(topic.of)]), f"{where}, shows")
    _known(found.marks, ("", *played.asks), f"{name}, marks")
    sentences = {check.sentence for row in played.checks.values() for check in row}
    for sentence in found.dull:
        _known(sentence, sentences, f"{name}, dull")
    return found


def _known(name: str, known: Collection[str], where: str) -> None:
    if name not in known:
        raise DataError(f"{where}: expected one of {', '.join(filter(None, known)) or 'none'}, found {shorten(name)}")
