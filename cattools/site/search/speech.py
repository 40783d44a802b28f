"""The words of players: what the search index knows about English and Japanese besides the text of the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from cattools.core.data_files import from_table, load_as, load_once, of_games
from cattools.core.errors import DataError
from cattools.games import GAMES

_SPEECH = "site/search/speech.toml"
_USES = "site/search/uses.toml"
_JAPANESE = "japanese.toml"


@dataclass(frozen=True, slots=True)
class Japanese:
    """A game's data file `japanese.toml`."""

    # Japanese terms of the printed rules, each with the words of this book for it
    terms: Mapping[str, str] = field(default_factory=dict)
    # the rules by id, each in one or two lines of Japanese, in the project's own words
    rules: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Use:
    """A question about the book itself, its answer, and the page that says more."""

    asks: str
    says: str
    at: str  # from the folder `book/`, with the anchor
    also: tuple[str, ...] = ()  # other words for it, in any language


@dataclass(frozen=True, slots=True)
class _Uses:
    use: tuple[Use, ...]


@dataclass(frozen=True, slots=True)
class _Speech:
    same: tuple[str, ...]  # lines of words and phrases that mean the same, separated by commas
    japanese: Mapping[str, str]  # the stems of Japanese words, each with English words


@cache
def japanese(game_id: str) -> Japanese:
    """Return what `games/<game>/data/japanese.toml` contains; nothing if there is no such file. Raises `DataError`."""
    name = f"games/{game_id}/data/{_JAPANESE}"
    if name not in of_games(_JAPANESE):
        return Japanese()
    found = from_table(Japanese, load_once(name), name)
    for id_ in found.rules.keys() - GAMES[game_id].rules.keys():
        raise DataError(f"{name}, rules: expected the id of a rule of this game, found {id_!r}")
    return found


def uses() -> tuple[Use, ...]:
    """Return the questions about the book itself. Raises `DataError`."""
    return load_as(_Uses, _USES).use


def speech() -> dict[str, Any]:
    """Return the words that mean the same, and the Japanese words with their meaning in general and in each game."""
    found = load_as(_Speech, _SPEECH)
    terms = {game_id: dict(japanese(game_id).terms) for game_id in GAMES}
    return {"same": list(found.same), "japanese": {"": dict(found.japanese), **terms}}
