"""Answers of the search: a ruling's claim is in quotation marks, and no mark of emphasis is left in an answer."""

from __future__ import annotations

import pytest

from cattools.core.language import catalogue
from cattools.core.messages import speaking
from cattools.games import GAMES
from cattools.lessons.ruling import rulings
from cattools.site.search import index


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_claim_is_quoted_and_nothing_is_emphasised(language: str) -> None:
    with speaking(catalogue(language)):
        found = [one["says"] for entry in index.answers()["entries"] for one in entry.get("disputes", ())]
    claims = [one for game in GAMES for one in rulings(game).rows if one.claim]
    assert sum(words.startswith(("“", "「")) for words in found) >= len(claims) > 0
    assert [words for words in found if "*" in words] == []
