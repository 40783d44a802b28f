"""Leads, and their forecasts from features."""

import pytest

from cattools.core.forecast import Forecast, leads


def test_a_lead_is_the_distance_to_the_best_other_seat() -> None:
    assert leads([7.0, 4.0, 6.0]) == [1.0, -3.0, -1.0]
    assert leads([5.0, 5.0]) == [0.0, 0.0]
    assert leads([5.0]) == [5.0]


@pytest.mark.parametrize(
    ("stage", "expected"), [(-5, 3.0), (0, 3.0), (5, 2.0), (10, 1.0), (15, 5.0), (20, 9.0), (99, 9.0)]
)
def test_the_weights_are_interpolated_between_the_knots(stage: float, expected: float) -> None:
    forecast = Forecast((0, 10, 20), ((3.0, 0.0), (1.0, 0.0), (9.0, 0.0)))
    assert forecast.leads(stage, [[1.0, 8.0], [0.0, 2.0]]) == pytest.approx([expected, -expected])
