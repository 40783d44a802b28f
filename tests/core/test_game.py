"""A `Game` is made from its parts; unknown rules are reported."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_origin, get_type_hints

import pytest

from cattools.core.errors import DataError
from cattools.core.game import CHANCE, Game, OpenView, Parts, SearchSettings, State
from cattools.core.messages import text
from cattools.core.options import Option, Options
from cattools.core.rules import Check, Checks, Rule, Rulebook, RuleKind, fault


class Coin(State[int]):
    """The state of a small game in which the player chooses a number."""

    to_move, pending = 0, False

    def __init__(self, options: Options) -> None:
        self.options = options


CHECKS: Checks = {int: (Check("coin.odd", "{n} is odd.", lambda _, n: fault("a1", n=n) if n % 2 else None),)}
RULES = Rulebook({"coin.odd": Rule("coin.odd", "Odd", "Only even numbers.", RuleKind.RULE, "coin/index")})
HERE = r"^.*test_game\.py, line \d+, check '{n} is odd\.': "


@pytest.fixture(autouse=True)
def coin_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the data files of the game `coin`: one rule, no options."""
    monkeypatch.setattr("cattools.core.game.rulebook", lambda _: RULES)
    monkeypatch.setattr("cattools.core.game.known_options", lambda _: {})


def coin(**parts: Any) -> Game[Coin, int]:
    """Return a game that has only the required parts and the given ones."""
    required: dict[str, Any] = dict.fromkeys(Parts.__required_keys__, lambda *_: None)
    given = {**required, "checks": CHECKS, "candidates": lambda _: iter((1, 2, 4)), **parts}
    return Game("tale.coin", Coin, title="Coin", original="コイン", **given)


def test_the_core_supplies_defaults_for_optional_parts() -> None:
    game = coin()
    state = Coin(game.choose())
    assert (game.id, repr(game), Coin.game) == ("coin", "game('coin')", game)
    assert [*state.legal()] == [2, 4]
    assert [(r.rule, str(r), r.cells) for r in state.why_not(1)] == [("coin.odd", "1 is odd.", ("a1",))]
    assert (state.allows(1), state.allows(2)) == (False, True)
    assert state.chances() == []
    assert state.view(0) == OpenView(state, 0)
    assert not game.has_hidden_information(state.options)
    assert not game.is_hidden_action(1)
    assert not game.pauses_after(state)
    assert game.preview(state.view(0), 2).said == ()
    assert game.scorer is None
    assert game.search_settings(state) == SearchSettings(
        depth=4, width=10, sample=4, turns=1, friendly=0.62, careful=0.0, worlds=1
    )


def test_deals_are_equally_likely_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Coin(coin().choose())
    monkeypatch.setattr(Coin, "to_move", CHANCE)
    assert state.chances() == [(1, 2), (1, 4)]


def test_parts_replace_the_defaults() -> None:
    state = Coin(coin(legal=lambda _: (4,), status=lambda _: text("On.")).choose())
    assert state.legal() == (4,)
    assert str(state.status()) == "On."


def test_the_methods_of_a_game_document_its_parts() -> None:
    for name in (name for name, hint in get_type_hints(Parts).items() if get_origin(hint) is Callable):
        assert inspect.getdoc(getattr(Game, name)), name


def test_a_check_that_cites_an_unknown_rule_is_refused() -> None:
    wrong: Checks = {int: (Check("coin.odds", "{n} is odd.", lambda _, n: fault(n=n)),)}
    with pytest.raises(DataError, match=HERE + r"expected a rule from data/rules\.toml, found 'coin\.odds'$"):
        coin(checks=wrong)


def test_a_check_that_cites_a_missing_interpretation_is_refused() -> None:
    (check,) = CHECKS[int]
    with pytest.raises(DataError, match=HERE + r"expected a 'reading' for coin\.odd in data/rules\.toml, found none$"):
        coin(checks={int: (replace(check, by_reading=True),)})


def test_an_option_that_cites_an_unknown_rule_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cattools.core.game.known_options", lambda _: {"big": Option("big", "Big", default=False, rule="coin.big")}
    )
    with pytest.raises(DataError) as error:
        coin()
    assert str(error.value) == (
        "games/coin/data/rules.toml, option 'big': expected a rule from data/rules.toml, found 'coin.big'"
    )
