"""Actions by declaration: the values of their fields."""

from __future__ import annotations

from typing import Annotated, Any

from cattools.core.actions import Actions, Among, action

CARDS = ("h1", "h2")


@action("{card}")
class Play:
    """An action whose field has its values in its own line."""

    card: Annotated[str, Among(lambda _: CARDS)]


def test_the_values_of_a_field_can_be_names_of_the_module() -> None:
    state: Any = None
    assert [str(one) for one in Actions[Play](Play, example="h1").candidates(state)] == ["h1", "h2"]
