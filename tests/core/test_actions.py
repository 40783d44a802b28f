"""Actions by declaration: the values of their fields."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from cattools.core.actions import Actions, Among, action, sentence
from cattools.core.messages import N_

CARDS = ("h1", "h2")


@action("{card}")
class Play:
    """An action whose field has its values in its own line."""

    card: Annotated[str, Among(lambda _: CARDS)]


def test_the_values_of_a_field_can_be_names_of_the_module() -> None:
    state: Any = None
    assert [str(one) for one in Actions[Play](Play, examples=("h1",)).candidates(state)] == ["h1", "h2"]


@action("{card}[={suit}]", sentence=N_("{who} plays {card} {suit}."))
class Name:
    """An action with an optional field."""

    card: Annotated[str, Among(lambda _: CARDS)]
    suit: Annotated[str, Among(lambda _: ("h",), shown={"h": "hearts"}.__getitem__)] = ""


@pytest.mark.parametrize(("named", "said"), [("h", "Ada plays h1 hearts."), ("", "Ada plays h1 .")])
def test_a_field_that_is_left_out_has_no_words(named: str, said: str) -> None:
    assert str(sentence(Name("h1", named), "Ada")) == said
