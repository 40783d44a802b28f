"""The words of players: what the search index knows about English and Japanese beyond the text of the book."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from cattools.core.errors import DataError
from cattools.core.loading.data_files import from_table, has, load_as, load_once
from cattools.games import GAMES
from cattools.lessons.ruling import PAGE, rulings
from cattools.site.search.prose import Section, sections
from cattools.site.sphinx.rule_sections import ROOT, pages, rule

_SPEECH = "site/search/speech.toml"
_USES = "site/search/uses.toml"
FILE = "search.toml"
# The words that the search ignores (`frontend/search/words.mjs`), which are left out of the questions in the index.
_IGNORED = """
    a about actually all also am an and any are as at be been being but by can cannot cant could couldnt did
    didnt do does doesnt dont for from get gets got has hasnt have havent having he hed her hers hes him his how
    i id if ill im in into is isnt it its itself ive just let lets like make makes may me might mine my of oh ok
    on or our ours please really shall she shes should shouldnt so some still such than thanks that thats the
    their them then there theres these they theyre theyve this those to too us was wasnt we well were weve what
    whats when where whether which while who whos whose why will with wont would wouldnt yes you your yours
    youre
"""
STOP_WORDS = frozenset(_IGNORED.split())
_ENDINGS_JA = re.compile(r"(?:の?です|ます|でしょう)?か?[\u3002\uff1f?]?$")


@dataclass(frozen=True, slots=True)
class Asked:
    """What players ask, in English and in Japanese."""

    en: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()

    @property
    def fields(self) -> dict[str, list[str]]:
        """The index fields with these questions, reduced to the words that matter."""
        found = {"players": [*map(_content, self.en)], "players_ja": [*map(_content_ja, self.ja)]}
        return {name: asked for name, asked in found.items() if asked}


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game's data file `search.toml`."""

    # Japanese terms of the printed rules, each with the words of this book for it
    terms: Mapping[str, str] = field(default_factory=dict)
    # the rules by id, each in one or two lines of Japanese, in the project's own words
    rules: Mapping[str, str] = field(default_factory=dict)
    # Japanese words and phrases for what a rule is about, as players type them, by the rule's id
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # what players ask, by the rule, the ruling or the section of prose that answers it: `herders/reference#set-up`
    questions: Mapping[str, Asked] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Use:
    """A question about the book itself or about each game, its answer, and the page that says more."""

    asks: str
    at: str  # relative to `book/` or, if it is about each game, to the game's folder; with the anchor
    says: str = ""
    of_each_game: bool = False  # the answer is then the first line of each game's start page
    also: tuple[str, ...] = ()  # other words for it, in any language
    # how players ask it, in English and in Japanese
    en: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Uses:
    use: tuple[Use, ...]


@dataclass(frozen=True, slots=True)
class _Speech:
    # lines of words and phrases that mean the same, separated by commas
    same: tuple[str, ...]
    same_japanese: tuple[str, ...]
    japanese: Mapping[str, str]  # the stems of Japanese words, each with English words


@cache
def game_words(game_id: str) -> GameWords:
    """Return what `games/<game>/data/search.toml` contains; nothing if there is no such file. Raises `DataError`."""
    name = f"games/{game_id}/data/{FILE}"
    if not has(name):
        return GameWords()
    found, rules = from_table(GameWords, load_once(name), name), GAMES[game_id].rules.keys()
    for part, rows in (("rules", found.rules), ("also", found.also)):
        for id_ in rows.keys() - rules:
            raise DataError(f"{name}, {part}: expected the id of a rule of this game, found {id_!r}")
    for id_ in found.questions.keys() - {*rules, *(one.id for one in rulings(game_id).rows), *_passages(game_id)}:
        raise DataError(
            f"{name}, questions: expected the id of a rule or a ruling of this game, or a section such as "
            f"{game_id}/reference#set-up, found {id_!r}"
        )
    return found


def is_passage(page: str, section: Section) -> bool:
    """Return whether a section is an answer of its own: it is neither a rule's nor a ruling's."""
    return not rule(section.place) and not (section.place and page.endswith(f"/{PAGE}"))


def _passages(game_id: str) -> Iterator[str]:
    for file in pages(ROOT / "book" / game_id):
        page = f"{game_id}/{file.stem}"
        found = sections(file.read_text("utf-8"))
        yield from (f"{page}{section.fragment}" for section in found if is_passage(page, section))


def _content(question: str) -> str:
    words = re.findall(r"\w+", question.lower().replace("'", ""))
    return " ".join(word for word in words if word not in STOP_WORDS)


def _content_ja(question: str) -> str:
    return _ENDINGS_JA.sub("", question)


def uses() -> tuple[Use, ...]:
    """Return the questions about the book itself. Raises `DataError`."""
    return load_as(_Uses, _USES).use


def speech() -> dict[str, Any]:
    """Return the words that mean the same, and the Japanese words with their meaning in general and in each game."""
    found = load_as(_Speech, _SPEECH)
    terms = {game_id: dict(game_words(game_id).terms) for game_id in GAMES}
    same = {"same": list(found.same), "same_japanese": list(found.same_japanese)}
    return same | {"japanese": {"": dict(found.japanese), **terms}}
