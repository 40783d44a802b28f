"""How many points a seat is ahead, and a forecast of its final lead from a few features of a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


def leads(points: Sequence[float]) -> list[float]:
    """Return how far each seat is ahead of the best other seat, from the points of all seats."""
    if len(points) == 1:
        return [*points]
    high, second = sorted(points, reverse=True)[:2]
    return [one - (second if one == high else high) for one in points]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The expected final points of each seat, as a weighted sum of its features; the weights depend on the stage.

    The stage is a number that changes from the start of a game to its end. `weights` has a row for each of the
    `knots`, which are stages in ascending order; between two knots the weights are interpolated.
    `python -m tools.fit_forecast` finds them. All seats can lack the same number of points, as only leads are used.
    """

    knots: tuple[float, ...]
    weights: tuple[tuple[float, ...], ...]

    def leads(self, stage: float, features: Sequence[Sequence[float]]) -> list[float]:
        """Return the expected final lead of each seat, from a row of features for each seat."""
        knots, at = self.knots, 0
        while at < len(knots) - 2 and stage >= knots[at + 1]:
            at += 1
        share = min(max((stage - knots[at]) / (knots[at + 1] - knots[at]), 0.0), 1.0)
        weights = [a + (b - a) * share for a, b in zip(self.weights[at], self.weights[at + 1], strict=True)]
        return leads([sum(w * x for w, x in zip(weights, row, strict=True)) for row in features])
