"""Classes with a fast constructor are as frozen, comparable and strict as ordinary data classes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, replace
from inspect import signature

import pytest

from cattools.core.fast_dataclass import fast_init
from cattools.games import GAMES


@dataclass(frozen=True, slots=True)
class Plain:
    one: int
    two: tuple[int, ...] = ()
    three: int = field(default=3, compare=False)


@fast_init
@dataclass(frozen=True, slots=True)
class Quick:
    one: int
    two: tuple[int, ...] = ()
    three: int = field(default=3, compare=False)


def test_the_fast_constructor_matches_the_constructor_of_a_data_class() -> None:
    assert str(signature(Quick)) == str(signature(Plain))
    instance = Quick(1, three=5)
    assert (instance.one, instance.two, instance.three) == (1, (), 5)
    assert instance == Quick(1) != Quick(2)
    assert hash(instance) == hash(Quick(1))
    assert replace(instance, two=(2,)) == Quick(1, (2,))
    with pytest.raises(TypeError, match=r"Quick\.__init__\(\) missing 1 required positional argument: 'one'"):
        Quick()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="four"):
        Quick(1, four=4)  # type: ignore[call-arg]


def test_an_instance_is_immutable() -> None:
    instance = Quick(1)
    with pytest.raises(FrozenInstanceError):
        instance.one = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del instance.one
    assert instance.one == 1


@pytest.mark.parametrize("game_id", GAMES)
def test_positions_are_immutable(game_id: str) -> None:
    game = GAMES[game_id]
    state = game.start(game.choose())
    for name in type(state).__slots__:
        with pytest.raises(FrozenInstanceError):
            setattr(state, name, None)


def test_a_class_without_slots_or_with_a_constructor_that_does_more_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Counted:
        one: int

        def __post_init__(self) -> None:
            raise AssertionError

    @dataclass(frozen=True, slots=True)
    class WithFactory:
        one: list[int] = field(default_factory=list)

    @dataclass(frozen=True, slots=True)
    class Hidden:
        one: int = field(default=1, init=False)

    @dataclass(frozen=True)
    class WithoutSlots:
        one: int

    for cls in (Counted, WithFactory, Hidden, WithoutSlots):
        with pytest.raises(TypeError, match=f"only takes its fields, found {cls.__name__}"):
            fast_init(cls)
