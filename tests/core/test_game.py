"""A `Game` is assembled from its package; missing parts and unknown rules are reported."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cattools.core.errors import DataError
from cattools.core.game import CHANCE, DEPTH, PARTS, Game, OpenView, State
from cattools.core.messages import text
from cattools.core.options import Option, Options
from cattools.core.rules import Check, Checks, Rule, Rulebook, RuleKind, fault


class Coin(State[int]):
    """The state of a small game in which the player chooses a number."""

    to_move, pending = 0, False

    def __init__(self, options: Options) -> None:
        self.options = options


CHECKS: Checks = {int: (Check("coin.odd", "{n} is odd.", lambda _, n: fault("a1", n=n) if n % 2 else None),)}
VALUES: dict[str, Any] = {"CHECKS": CHECKS, "candidates": lambda _: iter((1, 2, 4)), "GOALS": {}, "ASKS": {}}
RULES = Rulebook({"coin.odd": Rule("coin.odd", "Odd", "Only even numbers.", RuleKind.RULE, "coin/index")})


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """Return the modules of a package `tale.coin` that defines only the required functions of a game."""
    monkeypatch.setattr("cattools.core.game.rulebook", lambda _: RULES)
    monkeypatch.setattr("cattools.core.game.known_options", lambda _: {})
    found = {}
    for file, names in PARTS.items():
        if not file.endswith("*"):
            module = ModuleType(f"tale.coin.{file}")
            for name in names:
                if not name.endswith("*"):
                    setattr(module, name, VALUES.get(name, lambda *_: None))
            found[file] = module
            monkeypatch.setitem(sys.modules, module.__name__, module)
    return found


def coin() -> Game[Coin, int]:
    return Game("tale.coin", Coin, title="Coin", original="コイン")


def test_the_core_supplies_defaults_for_optional_parts(parts: dict[str, ModuleType]) -> None:
    game = coin()
    state = Coin(game.choose())
    assert (game.id, repr(game), Coin.game) == ("coin", "game('coin')", game)
    assert state.legal() == [2, 4]
    assert [(r.rule, str(r), r.cells) for r in state.why_not(1)] == [("coin.odd", "1 is odd.", ("a1",))]
    assert (state.allows(1), state.allows(2)) == (False, True)
    assert state.chances() == []
    assert state.view(0) == OpenView(state, 0)
    assert not game.has_hidden_information(state.options)
    assert not game.is_hidden_action(1)
    assert not game.pauses_after(state)
    assert not game.previews
    assert game.preview(state.view(0), 2).said == ()
    assert game.sheet is None
    assert game.search_depth(state) == DEPTH


def test_deals_are_equally_likely_by_default(parts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    state = Coin(coin().choose())
    monkeypatch.setattr(Coin, "to_move", CHANCE)
    assert state.chances() == [(1, 2), (1, 4)]


def test_a_package_overrides_the_defaults(parts: dict[str, ModuleType]) -> None:
    vars(parts["rules.legality"])["legal"] = lambda _: (4,)
    vars(parts["rules.events"])["status"] = lambda _: text("On.")
    state = Coin(coin().choose())
    assert state.legal() == (4,)
    assert str(state.status()) == "On."


def test_a_missing_file_is_reported(parts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tale.coin.rules.setup")
    with pytest.raises(DataError, match=r"^games/coin/rules/setup\.py: expected this file, found none$"):
        coin()


def test_a_missing_name_is_reported(parts: dict[str, ModuleType]) -> None:
    del parts["rules.scoring"].winners
    with pytest.raises(
        DataError, match=r"^games/coin/rules/scoring\.py: expected a definition of winners, found none$"
    ):
        coin()


def test_an_import_error_inside_a_part_is_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "fable" / "coin" / "rules"
    folder.mkdir(parents=True)
    (folder / "setup.py").write_text("import no_such_module_anywhere\n", encoding="utf-8")
    monkeypatch.setattr("cattools.core.game.rulebook", lambda _: RULES)
    monkeypatch.setattr("cattools.core.game.known_options", lambda _: {})
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="no_such_module_anywhere"):
        Game("fable.coin", Coin, title="Coin", original="コイン")


def test_a_check_that_cites_an_unknown_rule_is_refused(parts: dict[str, ModuleType]) -> None:
    vars(parts["rules.legality"])["CHECKS"] = {
        int: (Check("coin.odds", "{n} is odd.", lambda _, n: fault(n=n)),),
    }
    with pytest.raises(DataError) as error:
        coin()
    assert str(error.value) == (
        "games/coin/rules/legality.py, check '{n} is odd.': expected a rule from data/rules.toml, found 'coin.odds'"
    )


def test_a_check_that_cites_a_missing_interpretation_is_refused(parts: dict[str, ModuleType]) -> None:
    (check,) = CHECKS[int]
    vars(parts["rules.legality"])["CHECKS"] = {int: (replace(check, by_reading=True),)}
    with pytest.raises(DataError) as error:
        coin()
    assert str(error.value) == (
        "games/coin/rules/legality.py, check '{n} is odd.': "
        "expected a 'reading' for coin.odd in data/rules.toml, found none"
    )


def test_an_option_that_cites_an_unknown_rule_is_refused(
    parts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "cattools.core.game.known_options", lambda _: {"big": Option("big", "Big", default=False, rule="coin.big")}
    )
    with pytest.raises(DataError) as error:
        coin()
    assert str(error.value) == (
        "games/coin/data/options.toml, option 'big': expected a rule from data/rules.toml, found 'coin.big'"
    )
