"""The words of players: what the search index knows about English and Japanese besides the text of the book."""

from __future__ import annotations

import re
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
_QUESTIONS = "player_questions.toml"
# The most frequent of the words that the search ignores (`frontend/search/words.mjs`): left out of the index.
STOP_WORDS = frozenset(
    [
        "a",
        "about",
        "all",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "can't",
        "did",
        "do",
        "does",
        "don't",
        "for",
        "from",
        "get",
        "gets",
        "has",
        "have",
        "he",
        "her",
        "him",
        "his",
        "how",
        "i",
        "if",
        "i'm",
        "in",
        "into",
        "is",
        "it",
        "its",
        "just",
        "like",
        "may",
        "me",
        "might",
        "my",
        "of",
        "on",
        "or",
        "our",
        "she",
        "should",
        "so",
        "some",
        "still",
        "that",
        "that's",
        "the",
        "their",
        "them",
        "then",
        "there",
        "they",
        "this",
        "those",
        "to",
        "too",
        "us",
        "was",
        "we",
        "were",
        "what",
        "what's",
        "when",
        "where",
        "which",
        "who",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)
_ENDINGS_JA = re.compile(r"(?:の?です|ます|でしょう)?か?[\u3002\uff1f?]?$")


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
class _Asked:
    """What players ask, in English and in Japanese."""

    en: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Speech:
    same: tuple[str, ...]  # lines of words and phrases that mean the same, separated by commas
    japanese: Mapping[str, str]  # the stems of Japanese words, each with English words


@cache
def player_questions(game_id: str) -> Mapping[str, tuple[str, ...]]:
    """Return the questions, in all languages, that each rule of a game answers, by id: only the words that matter.

    Raises `DataError`.
    """
    name = f"games/{game_id}/data/{_QUESTIONS}"
    if name not in of_games(_QUESTIONS):
        return {}
    found = {}
    for id_, row in load_once(name).items():
        if id_ not in GAMES[game_id].rules:
            raise DataError(f"{name}: expected the id of a rule of this game, found {id_!r}")
        asked = from_table(_Asked, row, f"{name}, {id_}")
        found[id_] = (*map(_content, asked.en), *map(_content_ja, asked.ja))
    return found


def _content(question: str) -> str:
    return " ".join(word for word in re.findall(r"[\w']+", question.lower()) if word not in STOP_WORDS)


def _content_ja(question: str) -> str:
    return _ENDINGS_JA.sub("", question)


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
