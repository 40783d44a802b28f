"""The search of the stronger levels, one for all games: a tree of actions, tried in sampled worlds.

Each play-out samples a world, a full state consistent with the seat's view. It follows the tree to a new leaf, plays on
with the cheap policy until the seat begins a turn, and values the position by the game's `evaluate`. An action's n-th
play-out is played in the n-th world with the n-th luck, whatever the action, so that differences between two actions
come from the actions. The seat leaves the cheap policy's choice only for an action that is clearly better in the same
worlds.

Every seat plays for its own lead (max^n). An action counts as available where it is legal, because hidden cards and
draws make different actions legal in different worlds (information set search).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt, tanh
from random import Random
from time import perf_counter
from typing import Any

from cattools.bots.greedy import to_decide, turn_value
from cattools.core.game import CHANCE, AnyState, AnyView

EXPLORATION = 0.35  # how much a seldom tried action is preferred; values are between 0 and 1
WIDENING = 0.5  # a position with n visits tries its best n ** WIDENING actions
SAMPLED = 4  # how many legal actions the cheap policy compares
FIRST = 24  # the number of play-outs that fix the scale of the values
DECIDED = 0.8  # how much winning counts in the value of a finished game; the rest is the lead
LONGEST = 60  # the maximum number of actions after a leaf
COMPARED = 4  # the cheap policy's choice gets at least one play-out of this many, to compare the others with it
CLEAR = 1.0  # how many standard errors better an action must be than the cheap policy's choice


@dataclass(frozen=True, slots=True)
class Budget:
    """When a search ends: after a number of play-outs, or earlier, after `ms` milliseconds.

    Without a limit of time, or if the play-outs are done in time, the same seed gives the same choice.
    """

    playouts: int
    ms: float = inf


@dataclass(slots=True)
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
    leads: list[float] = field(default_factory=list)  # in the tree's first row: the seat's lead in each world

    @property
    def mean(self) -> float:
        """The mean value."""
        return self.total / self.visits if self.visits else -inf


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that was searched: its visits, and its mean lead in points (as `evaluate` counts them)."""

    action: Any
    visits: int
    lead: float
    leads: Sequence[float]  # in each world, in the same order for all candidates

    def gain(self, other: Candidate) -> tuple[float, float]:
        """Return how much better this action is than another in the same worlds, and the standard error of that."""
        both = [mine - theirs for mine, theirs in zip(self.leads, other.leads, strict=False)]
        if not both:
            return 0.0, inf
        mean = sum(both) / len(both)
        spread = sum((gap - mean) ** 2 for gap in both)
        return mean, sqrt(spread / (len(both) * max(len(both) - 1, 1))) if len(both) > 1 else inf


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: the chosen action, all candidates with the most visited first, and the play-outs."""

    action: Any
    candidates: tuple[Candidate, ...]
    playouts: int


class Search:
    """A search for the best action of the seat to move. It can be continued in slices, and knows its best so far."""

    def __init__(self, view: AnyView, rng: Random) -> None:
        """Begin a search. Raises `OptionError` if the view's seat is not to move."""
        self._began = perf_counter()  # the preparation counts
        seat, legal = to_decide(view)
        self.view, self.seat, self.legal, self.rng = view, seat, legal, rng
        self.seats = range(len(view.game.seats(view.options)))
        self.playouts = 0
        self._worlds: list[tuple[AnyState, float]] = []
        self._leads: list[float] = []  # of the first leaves
        self._middle, self._scale = 0.0, 1.0
        world, _ = self._world(0)
        depth = world.game.search_depth(world)
        priors = [
            (turn_value(world.apply_unchecked(action), seat, depth), rng.random(), n) for n, action in enumerate(legal)
        ]
        self._root = Node(None, 0.0)
        self._root.after = {
            legal[n]: Node(legal[n], prior) for prior, _, n in sorted(priors, key=lambda one: one[:2], reverse=True)
        }

    def _world(self, number: int) -> tuple[AnyState, float]:
        """Return a sampled world and its luck, the same for the same number."""
        while len(self._worlds) <= number:
            self._worlds.append((self.view.determinize(self.rng), self.rng.random()))
        return self._worlds[number]

    def run(self, budget: Budget) -> Found:
        """Search until the budget is spent, return the best action."""
        ends = self._began + budget.ms / 1000
        if len(self.legal) > 1:
            for _ in range(budget.playouts):
                if perf_counter() >= ends:
                    break
                self._play()
        self._began = perf_counter()
        return self.found()

    def found(self) -> Found:
        """Return the best action so far."""
        nodes = list(self._root.after.values())
        tried = sorted((node for node in nodes if node.visits), key=lambda node: (-node.visits, -node.total))
        candidates = tuple(
            Candidate(node.action, node.visits, sum(node.leads) / node.visits, node.leads) for node in tried
        )
        chosen = nodes[0].action
        usual = next((one for one in candidates if one.action == chosen), None)
        if candidates and usual and candidates[0] is not usual:
            gain, error = candidates[0].gain(usual)
            if gain > CLEAR * error:
                chosen = candidates[0].action
        return Found(chosen, candidates, self.playouts)

    def _play(self) -> None:
        """Play once from the position through the tree to a new leaf, and count its value on the way back."""
        self.playouts += 1
        nodes = list(self._root.after.values())
        first = self._choice(self._root, nodes)
        if nodes[0].visits * COMPARED < self.playouts:
            first = nodes[0]
        state, luck = self._world(first.visits)
        rng, pauses = Random(luck), state.game.pauses_after
        path, node = [(first, self.seat)], first
        state = state.apply_unchecked(first.action)
        while node.visits and (seat := state.to_move) is not None and not pauses(state):
            if seat == CHANCE:
                state = state.apply_unchecked(state.chance(rng))
                continue
            legal = state.legal()
            if len(legal) > 1:
                node = self._choice(node, self._nodes(node, state, legal))
                path.append((node, seat))
                state = state.apply_unchecked(node.action)
            else:
                state = state.apply_unchecked(legal[0])
        end = self._played_on(state, rng)
        leads = self._lead(end)
        first.leads.append(leads[self.seat])
        if len(self._leads) < FIRST:
            self._fix_scale(leads[self.seat])
        values = self._values(end, leads)
        for node, seat in path:
            node.visits += 1
            node.total += values[seat]

    def _played_on(self, state: AnyState, rng: Random) -> AnyState:
        """Return the state in which the seat begins a turn, or in which the round or the game has ended.

        All seats play by the cheap policy, so that every action is judged after the others' replies.
        """
        pauses = state.game.pauses_after
        for _ in range(LONGEST):
            seat = state.to_move
            if seat is None or pauses(state) or (seat == self.seat and not state.pending):
                break
            state = state.apply_unchecked(state.chance(rng) if seat == CHANCE else cheap(state, rng))
        return state

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
        """Return the action to try next, of those available, the best first."""
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

    def _lead(self, state: AnyState) -> list[float]:
        """Return how far each seat is ahead of the best other seat."""
        evaluate = state.game.evaluate
        found = [evaluate(state, seat) for seat in self.seats]
        if len(found) == 1:
            return found
        high, second = sorted(found, reverse=True)[:2]
        return [one - (second if one == high else high) for one in found]

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


def _prior(node: Node) -> float:
    return node.prior


def cheap(state: AnyState, rng: Random) -> Any:
    """Return the best of a few random legal actions, by the evaluation of the seat to move."""
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    if len(legal) > SAMPLED:
        legal = [legal[int(rng.random() * len(legal))] for _ in range(SAMPLED)]
    seat, evaluate = state.to_move or 0, state.game.evaluate
    return max(legal, key=lambda action: evaluate(state.apply_unchecked(action), seat))
