"""The search of the stronger levels, one for all games: a tree of actions, tried in sampled worlds.

Each play-out samples a world, a full state consistent with the seat's view. It follows the tree to a new leaf, plays on
with the cheap policy until the seat begins its next turn, and values the position by the game's `forecast`. The n-th
play-out of every action is played in the n-th world with the n-th luck, so that differences between two actions come
from the actions. The search departs from the cheap policy's choice only for an action that is clearly better in the
same worlds.

Every seat plays for its own lead (max^n). An action counts as available where it is legal, because hidden cards and
draws make different actions legal in different worlds (information set search).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt, tanh
from operator import attrgetter
from random import Random
from time import perf_counter
from typing import Any

from cattools.bots.greedy import to_decide, turn_value
from cattools.core.game import CHANCE, AnyState, AnyView

EXPLORATION = 0.2  # how much a seldom tried action is preferred; values are between 0 and 1
WIDENING = 0.5  # a position entered n times tries its best 2 + n ** WIDENING actions
FIRST = 24  # the number of play-outs that fix the scale of the values
DECIDED = 0.8  # how much winning counts in the value of a finished game; the rest is the lead
LONGEST = 200  # the maximum number of actions after a leaf
ROUNDS = 4  # play-outs of each action before the worse half is given up; then twice as many, and so on
CLEAR = 1.0  # how many standard errors better an action must be than the cheap policy's choice


@dataclass(frozen=True, slots=True)
class Budget:
    """When a search ends: after a number of play-outs, or after `ms` milliseconds if that is earlier.

    Without a time limit, or if the play-outs are done in time, the same seed gives the same choice.
    """

    playouts: int
    ms: float = inf


@dataclass(slots=True, eq=False)
class Node:
    """An action in the tree: its visits, its values for the seat that plays it, and what can follow.

    `prior` is the value that the cheap policy gives it. `met` is how often it was available.
    """

    action: Any
    prior: float
    visits: int = 0
    total: float = 0.0
    met: int = 0
    after: dict[Any, Node] = field(default_factory=dict)
    entered: int = 0
    leads: list[float] = field(default_factory=list)  # of a candidate: the seat's lead in each world
    values: list[float] = field(default_factory=list)  # and the values of these leads

    @property
    def mean(self) -> float:
        """The mean value."""
        return self.total / self.visits if self.visits else -inf


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that was searched, and the seat's lead in each world, in points as `forecast` counts them.

    The n-th lead of every candidate is from the same world.
    """

    action: Any
    leads: tuple[float, ...]

    @property
    def lead(self) -> float:
        """The mean lead."""
        return sum(self.leads) / len(self.leads)

    def gain(self, other: Candidate) -> tuple[float, float]:
        """Return how many points this action is better than another in the same worlds, and the standard error."""
        return compared(self.leads, other.leads)


def compared(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean difference of numbers from the same worlds, and its standard error."""
    gaps = [mine - theirs for mine, theirs in zip(one, other, strict=False)]
    return mean_and_error(gaps) if len(gaps) > 1 else (0.0, inf)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of at least two numbers, and its standard error."""
    count = len(values)
    mean = sum(values) / count
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count * (count - 1)))


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: the chosen action, the candidates that were tried, and the number of play-outs.

    The first candidate is the chosen action; then come those that were tried most; of equals, the better one.
    """

    action: Any
    candidates: tuple[Candidate, ...]
    playouts: int


class Search:
    """A search for the best action of the seat to move. It can run in slices, and knows the best action so far."""

    def __init__(
        self, view: AnyView, rng: Random, also: Sequence[Any] = (), width: int | None = None, rounds: int = ROUNDS
    ) -> None:
        """Begin a search of the `width` best actions by the cheap policy, and of those in `also`.

        By default, the game's `search_settings` give the width. Every action is tried `rounds` times before any is
        given up; those in `also` never are. Raises `OptionError` if the view's seat is not to move.
        """
        began = perf_counter()
        seat, legal = to_decide(view)
        self.view, self.seat, self.legal, self.rng = view, seat, legal, rng
        self.seats = range(len(view.game.seats(view.options)))
        self.playouts = 0
        self._worlds: list[tuple[AnyState, float]] = []
        self._leads: list[float] = []  # of the first leaves
        self._middle, self._scale = 0.0, 1.0
        world, _ = self.world(0)
        self._settings = settings = world.game.search_settings(world)
        depth, width = settings.depth, width or settings.width
        worlds = [self.world(n)[0] for n in range(settings.worlds)]
        priors = [
            (sum(turn_value(one.apply_unchecked(action), seat, depth) for one in worlds), rng.random(), n)
            for n, action in enumerate(legal)
        ]
        priors.sort(reverse=True)
        tried = [Node(legal[n], prior) for at, (prior, _, n) in enumerate(priors) if at < width or legal[n] in also]
        self._alive = self._all = tried
        self._kept = [tried[0], *(one for one in tried[1:] if one.action in also)]
        self._until = rounds
        self._prepared = perf_counter() - began  # counts for the first budget

    def world(self, number: int) -> tuple[AnyState, float]:
        """Return a sampled world and its luck, always the same for the same number."""
        while len(self._worlds) <= number:
            self._worlds.append((self.view.determinize(self.rng), self.rng.random()))
        return self._worlds[number]

    def run(self, budget: Budget) -> Found:
        """Search until the budget is spent and return the best action."""
        ends = perf_counter() - self._prepared + budget.ms / 1000
        self._prepared = 0.0
        if len(self.legal) > 1:
            for _ in range(budget.playouts):
                if perf_counter() >= ends:
                    break
                self._play()
        return self.found()

    def found(self) -> Found:
        """Return the best action so far."""
        usual = self._all[0]
        best = max(self._alive, key=_mean)
        gain, error = compared(best.values, usual.values)
        chosen = best if gain > CLEAR * error else usual
        tried = [chosen, *sorted((one for one in self._all if one is not chosen), key=_rank)]
        found = tuple(Candidate(one.action, tuple(one.leads)) for one in tried if one.visits)
        return Found(chosen.action, found, self.playouts)

    def _play(self) -> None:
        """Play once from the position through the tree to a new leaf, and count its value on the way back."""
        self.playouts += 1
        first = self._next()
        state, luck = self.world(first.visits)
        draws, rng, pauses = Random(luck), Random(-luck), state.game.pauses_after
        path, node = [(first, self.seat)], first
        state = state.apply_unchecked(first.action)
        while node.visits and (seat := state.to_move) is not None and not pauses(state):
            if seat == CHANCE:
                state = state.apply_unchecked(state.chance(draws))
                continue
            legal = state.legal()
            if len(legal) > 1:
                node = self._choice(node, self._nodes(node, state, legal))
                path.append((node, seat))
                state = state.apply_unchecked(node.action)
            else:
                state = state.apply_unchecked(legal[0])
        end = self.played_on(state, draws, rng, self._settings.turns)
        leads = end.game.forecast(end)
        if len(self._leads) < FIRST:
            self._fix_scale(leads[self.seat])
        values = self._values(end, leads)
        first.leads.append(leads[self.seat])
        first.values.append(values[self.seat])
        for node, seat in path:
            node.visits += 1
            node.total += values[seat]

    def _next(self) -> Node:
        """Return the candidate to try next, each in turn; after some rounds, give up the worse half of them.

        The cheap policy's choice and the actions in `also` always stay, to be compared with the best.
        """
        one, kept = min(self._alive, key=_visits), self._kept
        if one.visits >= self._until and len(self._alive) > len(kept) + 1:
            others = [other for other in self._alive if other not in kept]
            self._alive = [*kept, *sorted(others, key=_mean, reverse=True)[: len(others) // 2]]
            self._until *= 2
        return one

    def played_on(self, state: AnyState, draws: Random, rng: Random, turns: int = 1) -> AnyState:
        """Return the state in which the seat begins its next turn, or in which the round or the game has ended.

        With `turns` 2, it is the turn after that, and so on.

        All seats play by the cheap policy, so that every action is judged after the others' replies. Draws have a
        random generator of their own, so that the same cards come, whatever is played.
        """
        pauses, sample = state.game.pauses_after, self._settings.sample
        for _ in range(LONGEST):
            seat = state.to_move
            if seat is None or pauses(state):
                break
            if seat == self.seat and not state.pending:
                turns -= 1
                if not turns:
                    break
            state = state.apply_unchecked(state.chance(draws) if seat == CHANCE else cheap(state, rng, sample))
        return state

    def lead_after(self, state: AnyState, luck: float) -> float:
        """Return the seat's lead when a position has been played on as in a play-out, without the tree."""
        end = self.played_on(state, Random(luck), Random(-luck), self._settings.turns)
        return float(end.game.forecast(end)[self.seat])

    def _nodes(self, node: Node, state: AnyState, legal: Sequence[Any]) -> list[Node]:
        """Return the nodes of the legal actions after a node; the seat's evaluation orders new ones."""
        after, seat, evaluate, found = node.after, state.to_move or 0, state.game.evaluate, []
        for action in legal:
            if (known := after.get(action)) is None:
                known = after[action] = Node(action, evaluate(state.apply_unchecked(action), seat))
            found.append(known)
        found.sort(key=_prior, reverse=True)
        return found

    @staticmethod
    def _choice(node: Node, nodes: Sequence[Node]) -> Node:
        """Return the node to try next; `nodes` are those of the legal actions, the best first."""
        node.entered += 1
        best, most = nodes[0], -inf
        for one in nodes[: 2 + int(node.entered**WIDENING)]:
            one.met += 1
            if not one.visits:
                return one
            bound = one.total / one.visits + EXPLORATION * sqrt(log(one.met) / one.visits)
            if bound > most:
                best, most = one, bound
        return best

    def _values(self, state: AnyState, leads: Sequence[float]) -> list[float]:
        """Return the value of a position for each seat, between 0 and 1."""
        values = [0.5 + 0.5 * tanh((lead - self._middle) / self._scale) for lead in leads]
        if state.to_move is None and len(values) > 1:
            won = state.winners()
            share = 1 / len(won) if won else 0.5
            values = [
                DECIDED * (share if seat in won or not won else 0.0) + (1 - DECIDED) * one
                for seat, one in enumerate(values)
            ]
        return values

    def _fix_scale(self, lead: float) -> None:
        """Fit the scale of the values to the leads of the first play-outs."""
        self._leads.append(lead)
        count = len(self._leads)
        middle = sum(self._leads) / count
        spread = sqrt(sum((one - middle) ** 2 for one in self._leads) / count)
        self._middle, self._scale = (middle if len(self.seats) != 2 else 0.0), 3 * spread + abs(middle) * 0.5 or 1.0


_visits, _mean, _prior = attrgetter("visits"), attrgetter("mean"), attrgetter("prior")


def _rank(node: Node) -> tuple[int, float]:
    return -node.visits, -node.mean


def cheap(state: AnyState, rng: Random, sample: int) -> Any:
    """Return the best of `sample` random legal actions, by the evaluation of the seat to move."""
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    if len(legal) > sample:
        legal = [legal[int(rng.random() * len(legal))] for _ in range(sample)]
    seat, evaluate = state.to_move or 0, state.game.evaluate
    return max(legal, key=lambda action: evaluate(state.apply_unchecked(action), seat))
