"""The review of a finished game: who was ahead after each turn, its turning points, and what chance decided.

The turning points are the decisions that cost most, judged by what the seat could know: what was hidden from it is
sampled, so a good choice that met bad luck does not count. The curve shows the game as it was, with nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from cattools.bots.advice import LEAST, WORLDS, Advice, compared, samples
from cattools.bots.search import Budget, Search
from cattools.core.errors import OptionError
from cattools.core.forecast import leads
from cattools.core.game import CHANCE, AnyState
from cattools.core.messages import N_, many, text
from cattools.core.timeline import Node

TURNING_POINTS = 3  # at most this many are shown
QUICK, CLOSE = 24, 160  # play-outs for every decision, then for those that cost most
FEW = 4  # how many actions are tried for every decision, besides the one that was played
WIDTH = 10  # the same for the decisions that cost most
CLOSELY = 6  # how many decisions are searched again
DEALS = 12  # how many other deals or draws each is compared with
SHARE = 0.6  # the share of the time for the first look at every decision
EVEN = 0.5  # points: a smaller lead does not count
CLEAR = 1.5  # how many standard errors a decision must have cost to be a turning point


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision that cost its seat points: `advice` has the better action first, and the one that was played second.

    `number` is the number of the action in the game, and `turn` that of its turn, both from 1; `before` is the position
    before it. `lay` is what it cost in the actual position, with all that was hidden; None if nothing was hidden.
    """

    number: int
    turn: int
    before: AnyState
    advice: Advice
    lay: float | None

    @property
    def cost(self) -> float:
        """How many points the decision cost on average."""
        return self.advice.gain


class Span(NamedTuple):
    """Turns in which a seat was ahead: the first, the last, and by how many points at most."""

    seat: int
    first: int
    last: int
    most: float


@dataclass(frozen=True, slots=True)
class Review:
    """What is known of a game so far.

    `curve` has every seat's expected final lead in points, before the first turn and after each turn. `luck`
    is how many points of lead the deals and draws gave each seat, compared with other deals. `done` of `all` steps are
    done, and all decisions up to turn `looked_at` have been looked at. `samples` says whether hidden information was
    filled in at random.
    """

    curve: tuple[tuple[float, ...], ...]
    turning_points: tuple[TurningPoint, ...]
    luck: tuple[float, ...]
    samples: bool
    done: int
    all: int
    looked_at: int

    @property
    def is_complete(self) -> bool:
        """Whether all steps are done."""
        return self.done == self.all

    @property
    def turns(self) -> int:
        """The number of turns of the game."""
        return len(self.curve) - 1

    @property
    def spans(self) -> tuple[Span, ...]:
        """Who was ahead from which turn to which; a lead of less than `EVEN` points changes nothing."""
        found = list[Span]()
        for turn, ahead in enumerate(self.curve[1:], 1):
            lead, seat = max((lead, -seat) for seat, lead in enumerate(ahead))
            if found and (found[-1].seat == -seat or lead < EVEN):
                last = found.pop()
                found.append(Span(last.seat, last.first, turn, max(last.most, lead if last.seat == -seat else 0.0)))
            elif lead >= EVEN:
                found.append(Span(-seat, turn, turn, lead))
        return tuple(found)


@dataclass(slots=True)
class _Decision:
    """A decision: the number of its action, the turn, and what it seems to have cost."""

    number: int
    turn: int
    before: AnyState
    action: Any
    cost: float = 0.0
    clear: float = 0.0  # the cost, less the part that can be chance
    advice: Advice | None = None
    lay: float | None = field(default=None)


class Reviewer:
    """Reviews a game step by step, with a review so far after each. Without a time limit, the seed fixes the review."""

    def __init__(
        self, line: Sequence[Node], seed: int = 0, quick: int = QUICK, close: int = CLOSE, seconds: float = inf
    ) -> None:
        """Begin the review of a line of a game; a slow device does fewer play-outs, to finish in about `seconds`.

        Raises `OptionError` if the game has not ended or has no moves.
        """
        self.seed, self.quick, self.close = seed, Budget(quick), Budget(close)
        self._line = [*line]
        end = self._line[-1].state if self._line else None
        if end is None or self._line[0].parent is None:
            raise OptionError(text(N_("expected a finished game, found one without moves")))
        if end.to_move is not None:
            problem = many(
                "expected a finished game, found one that goes on after {n} action",
                "expected a finished game, found one that goes on after {n} actions",
                len(self._line),
            )
            raise OptionError(problem)
        self._game, self._seats = end.game, range(len(end.game.seats(end.options)))
        self._start = self._line[0].parent.state
        self._samples = end.game.has_hidden_information(end.options)
        self._curve = list[tuple[float, ...]]()
        self._luck = [0.0] * len(self._seats)
        self._deals: list[tuple[int, AnyState, AnyState]] = []  # the number, and the positions before and after
        self._decisions = [*self._follow()]
        self._best: list[_Decision] = []
        self._looked_at = 0  # all decisions up to this turn were looked at
        closely = min(CLOSELY, len(self._decisions))
        self.done, self.all = 0, len(self._decisions) + closely + len(self._deals)
        if self._decisions:
            self.quick = Budget(quick, 1000 * seconds * SHARE / len(self._decisions))
            self.close = Budget(close, 1000 * seconds * (1 - SHARE) / (closely + TURNING_POINTS))
        self._steps = self._work()

    def _follow(self) -> Iterator[_Decision]:
        """Yield the decisions of the game; collect the curve and the deals. Turns are counted as in the move list."""
        turn, before, undealt, acted = 0, self._start, self._start, -1
        for number, node in enumerate(self._line, 1):
            seat, after = before.to_move, node.state
            if seat == CHANCE:
                if after.to_move != CHANCE:
                    self._deals.append((number, undealt, after))
            elif seat is not None:
                if not (before.pending and seat == acted):
                    turn += 1
                    self._curve.append(self._leads(before))
                if len(before.legal()) > 1:
                    yield _Decision(number, turn, before, node.action)
            acted = CHANCE if seat is None else seat
            undealt = undealt if seat == CHANCE else after
            before = after
        self._curve.append(self._leads(before))

    def _leads(self, state: AnyState) -> tuple[float, ...]:
        """Return every seat's expected final lead or, at the end, its lead in the score."""
        if state.to_move is None:
            return tuple(leads(state.score().totals(len(self._seats))))
        return tuple(self._game.forecast(state))

    def _count_luck(self, number: int, before: AnyState, after: AnyState) -> None:
        """Add what the deals and draws after a position gave each seat, compared with others that were possible."""
        rng, others = Random(f"{self.seed}.{number}"), []
        for _ in range(DEALS):
            other = before
            while other.to_move == CHANCE:
                other = other.apply_unchecked(other.chance(rng))
            others.append(self._leads(other))
        for seat, lead in enumerate(self._leads(after)):
            self._luck[seat] += lead - sum(other[seat] for other in others) / len(others)

    # --- steps ---------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Do one more step; return whether there is more to do."""
        return next(self._steps, False)

    def run(self, seconds: float = inf, progress: Callable[[int, int], object] | None = None) -> None:
        """Do all steps, or as many as begin within `seconds`.

        `progress` is called after each step with the number of steps done and the number of all steps.
        """
        ends = perf_counter() + seconds
        while perf_counter() < ends and self.step():
            if progress is not None:
                progress(min(self.done, self.all), self.all)

    def _work(self) -> Iterator[bool]:
        for decision in self._decisions:
            self._look_at(decision, self.quick, FEW)
            self._looked_at = decision.turn
            self.done += 1
            yield True
        for decision in self._costly(CLOSELY, clearly=False):
            self._look_at(decision, self.close)
            self.done += 1
            yield True
        for deal in self._deals:
            self._count_luck(*deal)
            self.done += 1
            yield True
        self._best = self._costly(TURNING_POINTS)
        for decision in self._best:
            self._explain(decision)
            yield True
        self.done = self.all
        yield False

    def _look_at(self, decision: _Decision, budget: Budget, width: int = WIDTH) -> None:
        """Search a position, and compare the best action with the one that was played."""
        _, best, played = self._searched(decision, budget, width)
        if best is None or played is None or best.action == played.action:
            decision.cost = decision.clear = 0.0
            return
        decision.cost, error = best.gain(played)
        decision.clear = decision.cost - CLEAR * error

    def _searched(self, decision: _Decision, budget: Budget, width: int = WIDTH) -> tuple[Search, Any, Any]:
        """Return a search of a position, and the candidates for the best action and the one that was played."""
        view = decision.before.view(decision.before.to_move)
        search = Search(view, Random(f"{self.seed}.{decision.number}.{width}"), [decision.action], width)
        found = search.run(budget)
        best = next(iter(found.candidates), None)
        return search, best, next((one for one in found.candidates if one.action == decision.action), None)

    def _costly(self, most: int, *, clearly: bool = True) -> list[_Decision]:
        """Return the decisions that cost most, at most one per turn; if `clearly`, only if they surely did."""
        found = list[_Decision]()
        for decision in sorted(self._decisions, key=lambda one: (-one.clear, one.number)):
            costs = decision.cost >= LEAST and (decision.clear > 0 or not clearly)
            if costs and len(found) < most and decision.turn not in {one.turn for one in found}:
                found.append(decision)
        return found

    def _explain(self, decision: _Decision) -> None:
        search, best, played = self._searched(decision, self.close)
        decision.advice = compared(search, best, played)
        if samples(search.view):
            decision.lay = self._as_it_lay(search, decision, best.action)

    def _as_it_lay(self, search: Search, decision: _Decision, better: Any) -> float:
        """Return what a decision cost in the actual position, with everything that was hidden."""
        gaps = []
        for number in range(2 * WORLDS):
            _, luck = search.world(number)
            mine, theirs = (
                search.lead_after(decision.before.apply_unchecked(action), luck) for action in (better, decision.action)
            )
            gaps.append(mine - theirs)
        return sum(gaps) / len(gaps)

    def review(self) -> Review:
        """Return the review so far."""
        best = self._best
        if not best:  # stopped before the end
            best = self._costly(TURNING_POINTS)
            for decision in best:
                self._explain(decision)
        points = [
            TurningPoint(one.number, one.turn, one.before, one.advice, one.lay)
            for one in sorted(best, key=lambda one: one.number)
            if one.advice is not None and one.advice.gain >= LEAST
        ]
        return Review(
            tuple(self._curve),
            tuple(points),
            tuple(self._luck),
            self._samples,
            min(self.done, self.all),
            self.all,
            self._looked_at,
        )


def review(
    line: Sequence[Node],
    seed: int = 0,
    seconds: float = inf,
    progress: Callable[[int, int], object] | None = None,
    quick: int = QUICK,
    close: int = CLOSE,
) -> Review:
    """Return the review of a line of a game or, after `seconds`, what is known by then.

    `progress` is as in `Reviewer.run`. Raises `OptionError` if the game has not ended or has no moves.
    """
    reviewer = Reviewer(line, seed, quick, close)
    reviewer.run(seconds, progress)
    return reviewer.review()
