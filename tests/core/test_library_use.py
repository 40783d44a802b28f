"""The rules as a library: the types that a checker sees, and one clear error for each wrong use.

`mypy` checks the types: an attribute that does not exist must be an error, so no value may have the type `Any`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, assert_type

import pytest

import cattools
from cattools.core.chance import Dealer
from cattools.core.errors import CattoolsError, NotationError, OptionError
from cattools.games import GAMES, catbox, game, herders
from cattools.lessons.example import example


def test_a_type_checker_knows_the_states_and_actions_of_a_game() -> None:
    played = game("herders")
    state = Dealer(seed=7).settle(played.start(played.choose("three")))
    assert_type(state, herders.Herders)
    action = played.read_action("a1-c3", state)
    assert_type(action, herders.Action)
    assert_type(state.legal(), Sequence[herders.Action])
    assert_type(state.apply(state.legal()[0]), herders.Herders)
    with pytest.raises(AttributeError):
        state.aply(action)  # type: ignore[attr-defined]
    with pytest.raises(NotationError):
        state.apply("a1-c3")  # type: ignore[arg-type]
    other = game("catbox")
    assert_type(Dealer(seed=7).settle(other.start(other.choose())), catbox.Catbox)


def test_a_type_checker_knows_that_any_game_has_states() -> None:
    played = game(str(next(iter(GAMES))))
    with pytest.raises(AttributeError):
        played.start(played.choose()).aply  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("game_id", GAMES)
def test_a_value_that_is_no_action_is_refused_in_one_sentence(game_id: str) -> None:
    state = Dealer(seed=1).settle(GAMES[game_id].start(GAMES[game_id].choose()))
    written = str(state.legal()[0])
    for use in (state.apply, state.why_not):
        for value in (written, None, 3):
            with pytest.raises(
                NotationError, match=r"expected an action of .*, as read_action\(.*, state\) returns it"
            ):
                use(value)
    with pytest.raises(NotationError) as error:
        state.apply(written)
    assert str(error.value).endswith(f"read_action({written!r}, state) returns it, found {written!r}")


@pytest.mark.parametrize(("module", "near"), [(cattools, "games"), (cattools.games, "herders")])
def test_a_misspelt_name_is_suggested(module: object, near: str) -> None:
    swapped = near.replace("me", "em") if "me" in near else near.replace("er", "re", 1)
    with pytest.raises(AttributeError, match=f"found '{swapped}'; did you mean {near}\\?$"):
        getattr(module, swapped)


def test_the_id_of_a_game_in_place_of_an_example_gets_a_pointer_to_play() -> None:
    with pytest.raises(OptionError, match=r"found 'herders'.*; play\('herders'\) plays the whole game$"):
        example("herders")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda f: f.round_tracker("catbox", 3),
            "a call such as round_tracker(\"catbox\", players=3), found round_tracker('catbox', 3)",
        ),
        (lambda f: f.show(), 'a call such as show("herders.place"), found show()'),
        (lambda f: f.show("herders.place", "x"), "found show('herders.place', 'x')"),
        (
            lambda f: f.scorer("calico", players=3),
            'scorer("calico", options="players=3"), found scorer(\'calico\', play',
        ),
        (lambda f: f.position("calico", players=3), "found position('calico', players=3)"),
        (lambda f: f.position_editor("calico", players=3), "found position_editor('calico', players=3)"),
        (lambda f: f.teach("catbox", 3), "found teach('catbox', 3)"),
        (lambda f: f.practice("catbox", "a", "b"), "found practice('catbox', 'a', 'b')"),
        (lambda f: f.host("catbox", "players=3", 8010), "found host('catbox', 'players=3', 8010)"),
        (lambda f: f.host("catbox", port="x"), "expected a port from 0 to 65535, found 'x'"),
        (lambda f: f.play(), "found play()"),
        (lambda f: f.play("catbox", 3), "human, beginner, friendly, careful, master, found 3; did you mean players=3?"),
    ],
)
def test_a_call_that_does_not_fit_is_refused_in_one_sentence(call: Callable[[Any], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^expected .*{re.escape(message)}|^{re.escape(message)}") as error:
        call(cattools)
    assert isinstance(error.value, CattoolsError)


def test_the_sample_calls_in_error_messages_work() -> None:
    assert cattools.round_tracker("catbox", players=3).state.options.word("players") == "3"
    assert cattools.play("catbox", "human", players=3).state.options.word("players") == "3"
    assert cattools.scorer("calico", options="players=3").state.options.word("players") == "3"
    assert cattools.position("herders", options="three").state.options.flag("three")
    assert cattools.position_editor("herders", options="three").state.options.flag("three")
    assert not cattools.practice("herders", "herders.place").mode.inner.done
