"""Advice: the best two actions of a seat, each with reasons in the game's words.

A reason is something that one action leads to and the other does not: points of a score line, an event with its rule,
or a row of a player's panel. Both actions are played in the same sampled worlds, so the advice depends only on what the
seat can see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import floor
from random import Random
from typing import Any, NamedTuple, TypeAlias

from cattools.bots.search import Budget, Candidate, Found, Search, mean_and_error
from cattools.core.events import Event, EventKind
from cattools.core.game import AnyState, AnyView
from cattools.core.messages import N_, Text, decimal, signed, text
from cattools.core.score import Line, Score

BUDGET = Budget(600, ms=700)
WORLDS = 8  # in how many sampled worlds two actions are played to find the reasons
LEAST = 0.25  # points: a smaller average difference is not a reason
TURNS = 2  # how many more turns of the seat are played, for the case that there is no reason before
REASONS = 2  # at most this many reasons are given for an action
CONSEQUENCES = (EventKind.TURN, EventKind.LEAVE, EventKind.REACT, EventKind.NEWS)
CLEAR = 2.0  # how many standard errors a difference must exceed to count


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that speaks for an action, and the rule that it follows from: "" if a panel shows it.

    `about` is the seat whose points it is about, if any.
    """

    text: Text
    rule: str = ""
    by_reading: bool = False
    by_ruling: bool = False
    about: int | None = None

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action, what it does, the seat's lead after it in points, and what speaks for it."""

    action: Any
    deed: Text
    lead: float
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """The best actions of a seat, the best one first: two, or one if no other is legal.

    `gain` is how many points the first is better than the second on average, and `error` the standard error. The first
    was better in `better` of `tried` play-outs; one in which both were equal counts half. `samples` says whether what
    is hidden from the seat was filled in at random.
    """

    seat: int
    moves: tuple[Suggestion, ...]
    gain: float = 0.0
    error: float = 0.0
    better: float = 0.0
    tried: int = 0
    samples: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether the first action is clearly better than the second."""
        return self.gain > CLEAR * self.error and self.gain >= LEAST

    @property
    def verdict(self) -> Text:
        """How the two actions compare, as a sentence."""
        if len(self.moves) < 2:
            return text(N_("It is the only legal move."))
        if not self.is_clear:
            return text(N_("Both are about equally good."))
        sentence = N_("The first is worth {points} more on average, and better in {n} of {all} continuations.")
        if not self.moves[0].reasons:
            sentence = N_(
                "No points differ yet. By the bot's estimate, the first is worth {points} more on average, and better "
                "in {n} of {all} continuations."
            )
        return text(sentence, points=decimal(self.gain), n=floor(self.better), all=self.tried)


def advise(view: AnyView, rng: Random, budget: Budget = BUDGET) -> Advice:
    """Return the best two actions of the seat to move. Raises `OptionError` if the view's seat is not to move."""
    search = Search(view, rng)
    return explained(search, search.run(budget))


def explained(search: Search, found: Found) -> Advice:
    """Return the first two candidates of a search as advice."""
    if len(found.candidates) < 2:
        only = Suggestion(found.action, deed(search, found.action), 0.0)
        return Advice(search.seat, (only,)) if len(search.legal) == 1 else _unsearched(search, only)
    return compared(search, *found.candidates[:2])


def _unsearched(search: Search, first: Suggestion) -> Advice:
    """Return the advice of a search that had no time: the cheap policy's choice, and any other action."""
    other = next(action for action in search.legal if action != first.action)
    return Advice(search.seat, (first, Suggestion(other, deed(search, other), 0.0)), samples=samples(search.view))


def compared(search: Search, one: Candidate, other: Candidate) -> Advice:
    """Return advice about two candidates of a search, given the better one first, with what speaks for each."""
    gain, error = one.gain(other)
    gaps = [mine - theirs for mine, theirs in zip(one.leads, other.leads, strict=False)]
    better = sum(1.0 if gap > 0 else 0.5 if gap == 0 else 0.0 for gap in gaps)
    why = reasons(search, one.action, other.action, is_better=gain > CLEAR * error)
    moves = tuple(
        Suggestion(candidate.action, deed(search, candidate.action), candidate.lead, given)
        for candidate, given in zip((one, other), why, strict=True)
    )
    return Advice(search.seat, moves, gain, error, better, len(gaps), samples(search.view))


def samples(view: AnyView) -> bool:
    """Return whether something is hidden from a seat, so that a search samples it."""
    return view.game.has_hidden_information(view.options)


def deed(search: Search, action: Any) -> Text:
    """Return what an action does."""
    world, _ = search.world(0)
    return world.game.deed(world, action)


# --- reasons ---------------------------------------------------------------------------------------------------------

AT_ONCE = N_("{points} for {who} ({what}).")
AVERAGE = N_("{points} for {who} on average ({what}).")
REPLIES = N_("{points} for {who} after the replies, on average ({what}).")
FURTHER = N_("{points} for {who} two turns later, on average ({what}).")
RESULT = N_("result\x04{event}")  # an event that an action leads to, in the words of the log


class Outcome(NamedTuple):
    """What an action leads to in a world: events, the state after the seat's turn, and that before its next turn.

    `further` is the state two of the seat's turns after `later`.
    """

    events: tuple[Event, ...]
    after: AnyState
    later: AnyState
    further: AnyState


Pairs: TypeAlias = Sequence[tuple[Outcome, Outcome]]  # the outcomes of two actions in each world
Group: TypeAlias = tuple[int, str]  # a seat and a rule
Difference: TypeAlias = dict[Group, dict[Text, float]]  # points, by the words of the score line


def reasons(
    search: Search, one: Any, other: Any, *, is_better: bool = True
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Return what speaks for one action against another, and what speaks for the other.

    If the first is better but nothing speaks for it, the second gets no reasons either: they would explain nothing.
    """
    pairs = [(_outcome(search, one, n), _outcome(search, other, n)) for n in range(WORLDS)]
    first = _reasons(search.seat, pairs)
    if is_better and not first:
        return (), ()
    return first, _reasons(search.seat, [(b, a) for a, b in pairs])


def _outcome(search: Search, action: Any, number: int) -> Outcome:
    """Return what an action leads to in a world; its seat plays on by `evaluate`, the others by the cheap policy."""
    state, luck = search.world(number)
    draws, rng = Random(luck), Random(-luck)
    after, events = _turn(search.seat, state, action)
    later = further = search.played_on(after, draws, rng)
    for _ in range(TURNS):
        if further.to_move == search.seat and not further.game.pauses_after(further):
            ended, _ = _turn(search.seat, further, _best(search.seat, further))
            further = search.played_on(ended, draws, rng)
    return Outcome(events, after, later, further)


def _turn(seat: int, state: AnyState, action: Any) -> tuple[AnyState, tuple[Event, ...]]:
    """Return the state after the rest of a seat's turn, which begins with this action, and the turn's events."""
    events = state.events(action)
    state = state.apply_unchecked(action)
    while state.to_move == seat and state.pending and not state.game.pauses_after(state):
        action = _best(seat, state)
        events += state.events(action)
        state = state.apply_unchecked(action)
    return state, events


def _best(seat: int, state: AnyState) -> Any:
    """Return the action that leads to the best evaluation."""
    return max(state.legal(), key=lambda action: state.game.evaluate(state.apply_unchecked(action), seat))


def _reasons(seat: int, pairs: Pairs) -> tuple[Reason, ...]:
    """Return what speaks for the first action of each pair: points, else events, panels or later points."""
    at_once = [_difference(one.after, other.after) for one, other in pairs]
    later = [_difference(one.later, other.later) for one, other in pairs]
    state = pairs[0][0].after
    found = [*_points(seat, state, at_once, AT_ONCE)]
    counted = {(reason.about, reason.rule) for reason in found}
    found += [one for one in _points(seat, state, later, REPLIES) if (one.about, one.rule) not in counted]
    found = found or [*_events(pairs)] or [*_panels(seat, pairs)]
    if not found:
        further = [_difference(one.further, other.further) for one, other in pairs]
        found = [*_points(seat, state, further, FURTHER)]
    return tuple(found[:REASONS])


def _difference(one: AnyState, other: AnyState) -> Difference:
    """Return how many points more a state's score has than another's, by seat, rule and line; negative if fewer."""
    out = {*one.game.ending(one).out, *one.game.ending(other).out}  # the totals of these seats do not count
    mine, theirs = _by_rule(one.score(), out), _by_rule(other.score(), out)
    found: Difference = {}
    for group in {**mine, **theirs}:
        ours, others = mine.get(group, []), theirs.get(group, [])
        words: dict[Text, float] = {}
        if len(ours) < 2 and len(others) < 2:  # the line counts something: only its number differs
            words[(ours or others)[0].text] = sum(line.points for line in ours) - sum(line.points for line in others)
        else:
            gained, lost = Counter(map(_content, ours)), Counter(map(_content, others))
            for sign, left in ((1, gained - lost), (-1, lost - gained)):
                for (line, points), count in left.items():
                    words[line] = words.get(line, 0.0) + sign * count * points
        if any(words.values()):
            found[group] = {line: points for line, points in words.items() if points}
    return found


def _by_rule(score: Score, out: Iterable[int]) -> dict[Group, list[Line]]:
    found = dict[Group, list[Line]]()
    for line in score.lines:
        if line.seat not in out:
            found.setdefault((line.seat, line.rule), []).append(line)
    return found


def _content(line: Line) -> tuple[Text, int]:
    return line.text, line.points


def _points(seat: int, state: AnyState, worlds: Sequence[Difference], sentence: str) -> Iterator[Reason]:
    """Yield the points that speak for the first action, most points first: own gains and others' losses."""
    shares = list[tuple[float, Group, Text, bool]]()  # mean points, and whether they are the same in all worlds
    for group in dict.fromkeys(group for world in worlds for group in world):
        found = [world.get(group, {}) for world in worlds]
        totals = [sum(words.values()) for words in found]
        mean, error = mean_and_error(totals)
        if abs(mean) < LEAST or abs(mean) <= CLEAR * error or (mean > 0) != (group[0] == seat):
            continue
        if all(words == found[0] for words in found):
            shares += [(points, group, line, True) for line, points in found[0].items() if (points > 0) == (mean > 0)]
        else:
            lines = {line for words in found for line in words}
            line = lines.pop() if len(lines) == 1 else text(state.game.rules[group[1]].title)
            shares.append((mean, group, line, False))
    seats = state.game.seats(state.options)
    for points, (whose, rule), line, same in sorted(shares, key=lambda share: -abs(share[0])):
        words = AVERAGE if sentence is AT_ONCE and not same else sentence
        said = text(words, points=signed(points), who=seats[whose].called, what=line)
        yield Reason(said, rule, about=whose)


def _events(pairs: Pairs) -> Iterator[Reason]:
    """Yield the consequences that the first action always has and the other never."""
    never = {event for _, other in pairs for event in other.events}
    for event in dict.fromkeys(pairs[0][0].events):
        always = all(event in one.events for one, _ in pairs)
        if event.kind in CONSEQUENCES and always and event not in never:
            yield Reason(text(RESULT, event=event.text), event.rule, event.by_reading, event.by_ruling)


def _panels(seat: int, pairs: Pairs) -> Iterator[Reason]:
    """Yield what the panels show in words, if it differs between the two actions in every world."""
    tables = [(_rows(one.after, seat), _rows(other.after, seat)) for one, other in pairs]
    for at, row in tables[0][0].items():
        against = tables[0][1].get(at)
        if against and against != row and all(a.get(at) == row and b.get(at) == against for a, b in tables):
            yield Reason(text(N_("{who}: {row}; with the other move: {other}."), who=at[0], row=row, other=against))


def _rows(state: AnyState, seat: int) -> dict[tuple[str, int], str]:
    """Return the rows of all panels by player and index, except rows with numbers: these mostly repeat the action."""
    return {
        (panel.name, at): row
        for panel in state.game.panels(state.view(seat))
        for at, (row, _) in enumerate(panel.rows)
        if not any(map(str.isdigit, row))
    }
