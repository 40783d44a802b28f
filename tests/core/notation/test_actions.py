"""Declared actions: the values of their fields."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any

import pytest

from cattools.core.messages import N_
from cattools.core.notation.actions import Actions, Among, action, sentence

CARDS = ("h1", "h2")


@action("{card}")
class Play:
    """An action whose field takes its values from a constant of the module."""

    card: Annotated[str, Among(lambda _: CARDS)]


def test_a_field_can_take_its_values_from_a_constant_of_the_module() -> None:
    state: Any = None
    assert [str(one) for one in Actions[Play](Play, examples=("h1",)).candidates(state)] == ["h1", "h2"]


@action("{source}-{target}[={suit}]")
class Move:
    """An action with two fields to press, and one that can be left out."""

    source: Annotated[str, Among(lambda _: ("a1", "a2", "a3"))]
    target: Annotated[str, Among(lambda _: ("a1", "a2", "a3"))]
    suit: Annotated[str, Among(lambda _: ("h",), area="suit.{}")] = ""


@pytest.mark.parametrize("pressed", [("a2",), ("a1", "a3"), ("a1", "a3", "suit.h"), ("a1", "b9"), ("suit.h",)])
def test_presses_select_the_candidate_with_exactly_these_presses(pressed: tuple[str, ...]) -> None:
    actions = Actions[Move](Move, examples=("a1-a2",))
    usual = SimpleNamespace(game=SimpleNamespace(), allows=lambda _: True, legal=list)
    own = SimpleNamespace(game=SimpleNamespace(candidates=actions.candidates), allows=lambda _: True, legal=list)
    meant: Any = [actions.from_presses(state, pressed) for state in (usual, own)]  # type: ignore[arg-type]
    assert meant == [next((one for one in actions.candidates(None) if actions.presses(one) == pressed), None)] * 2  # type: ignore[arg-type]


@action("{card}[={suit}]", sentence=N_("{who} plays {card} {suit}."))
class Name:
    """An action with an optional field."""

    card: Annotated[str, Among(lambda _: CARDS)]
    suit: Annotated[str, Among(lambda _: ("h",), shown={"h": "hearts"}.__getitem__)] = ""


@pytest.mark.parametrize(("named", "said"), [("h", "Ada plays h1 hearts."), ("", "Ada plays h1 .")])
def test_a_field_that_is_left_out_has_no_words(named: str, said: str) -> None:
    assert str(sentence(Name("h1", named), "Ada")) == said
