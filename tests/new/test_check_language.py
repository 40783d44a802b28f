"""`cattools check` reads sentences in the language of the code, whatever the language of its report."""

from __future__ import annotations

import pytest

from cattools import game_check
from cattools.core.language import catalogue
from cattools.core.messages import speaking
from cattools.games import GAMES


@pytest.mark.parametrize("check", ["random games", "pages"])
def test_the_language_of_the_report_adds_no_fault(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_check, "USUAL_MOVES", 12)
    monkeypatch.setattr(game_check, "MOVES", 2)
    with speaking(catalogue("ja")):
        found = [*game_check.CHECKS[check](GAMES["herders"], 1, game_check.Counts())]
        assert [str(one) for one in found] == []
