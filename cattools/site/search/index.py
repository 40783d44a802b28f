"""The search box's index: the rules and all other passages of the pages, each with its URL and searchable text.

The build writes the index into files (`columns.py`). When the search box opens, a page fetches the book's file and its
game's; at the first question, the other games' files; and at the first question in another language, the files for that
language. `frontend/search/ranking.mjs` ranks the results. A rule is found by its own text, its Japanese text, its
aliases (`also`), its glossary entries, the messages of its refusals, the sentences that explain it, the rulings that
rest on it, and the questions that players ask about the rule and these rulings. Other passages of the pages are found
by their sentences, and sections also by questions. Code is not indexed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cattools.core.messages import N_, language, text, translated
from cattools.core.rules import Rule
from cattools.games import GAMES
from cattools.lessons.example import examples
from cattools.lessons.ruling import PAGE, Ruling, rulings
from cattools.site.pipeline.game_choice import absent
from cattools.site.search.columns import packed
from cattools.site.search.prose import Passage, Section, sections, sentences
from cattools.site.search.speech import Asked, GameWords, Use, game_words, is_passage, speech, uses
from cattools.site.sphinx.rule_sections import ROOT, by_label, pages, rule

CLAIMED = N_("“{claim}” {question}")
FILE, FILES = "answers.json", "answers*.json"  # the book's file, which has the addresses of the others; all files
_STEMS = {"own": "answers", "other": "answers_other"}
# The texts of the search box, each by its name in the templates.
WORDS = {
    "title": N_("Ask the rules"),
    "rest": N_("Type a question in English or Japanese, such as: who begins, can I jump over a cat."),
    "answers": N_("Answers"),
    "dispute": N_("A question that this rule answers:"),
    "book": N_("This book"),
    "one": N_("1 answer."),
    "more": N_("{n} answers."),
    "none": N_("No rule matches these words. Try other words, or see the glossary."),
    "unknown": N_("Not in the book: {words}."),
    "absent": N_("The answers about {game} are not on this device."),
    "failed": N_("The answers could not be loaded. See the quick references or the glossary instead."),
    "close": N_("Close"),
    "noscript": N_("The search needs JavaScript. Without it, look up the terms of the games and their rules here:"),
    "glossary": N_("Glossary"),
}
_GLOSSARY = "glossary"
_JAPANESE = re.compile(r"[\u3041-\u30fe\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
_FIRST_LINE = re.compile(r"^\*([^*\n]+)\*$", re.MULTILINE)  # of a game's start page: by whom, for whom, how long
_EMPHASIS = re.compile(r"\*+([^*\n]+)\*+")
_GAP = re.compile(r"\{[^}]*\}")
_SHOWN = re.compile(r'\bshow\("([^"]+)"\)')
_WORD = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| \[[^]]*\]\(#?([^)]+)\) \|$", re.MULTILINE)
_MARKS = re.compile(r"[*`]|\(ours\)")


def shown_on(text: str) -> list[str]:
    """Return the ids of the examples that a page's text shows, in order."""
    return _SHOWN.findall(text)


def answers() -> dict[str, Any]:
    """Return the games' titles, the words that mean the same, and all entries: rules, passages, uses of the book."""
    text = {_name(file.relative_to(ROOT / "book").as_posix()): file.read_text("utf-8") for file in pages()}
    read = {page: list(sections(words)) for page, words in text.items()}
    about = _about_rules(text, read)
    entries = [
        _of_rule(known, about[known.id], refused.get(known.id, []), words)
        for game in GAMES.values()
        for refused, words in [(_refused(game.checks), game_words(game.id))]
        for known in game.rules.values()
    ]
    called = _glossary(text.get(_GLOSSARY, ""))
    entries += [entry for page, found in read.items() for entry in _of_page(page, found, called.get(page, []))]
    entries += [entry for one in uses() for entry in _of_use(one, text)]
    titles = {id_: game.title for id_, game in GAMES.items()}
    names = {id_: [*game.titles[1:]] for id_, game in GAMES.items()}
    return {"games": titles, "names": names, "speech": speech(), "entries": entries}


def files() -> dict[str, str]:
    """Return the JSON of each index file (`columns.py`) by the file's name. Raises `DataError`."""
    sets = packed(answers(), language())
    book = sets["own"].pop("")
    found: dict[str, str] = {}
    addresses: dict[str, dict[str, str]] = {name: {} for name in sets}
    for name, of_games in sets.items():
        for game, content in of_games.items():
            file = ".".join(filter(None, (_STEMS[name], game, "json")))
            found[file] = _json(content)
            addresses[name][game] = f"{file}?v={hashlib.sha256(found[file].encode()).hexdigest()[:16]}"
    return {FILE: _json({"files": addresses, **book}), **found}


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True)
class _About:
    """What the book says about a rule outside the rule's own text."""

    called: list[str] = field(default_factory=list)  # its terms in the glossary, each with its meaning
    asked: list[str] = field(default_factory=list)  # questions that the book answers with the rule
    more: list[str] = field(default_factory=list)  # sentences that explain it
    disputes: list[dict[str, Any]] = field(default_factory=list)  # the rulings that rest on it
    shown: list[dict[str, Any]] = field(default_factory=list)  # the other rulings whose example is about it


def _about_rules(text: Mapping[str, str], read: Mapping[str, list[Section]]) -> dict[str, _About]:
    about: dict[str, _About] = defaultdict(_About)
    for place, words in _glossary(text.get(_GLOSSARY, "")).items():
        about[place].called += words
    for one in (one for game in GAMES for one in rulings(game).rows):
        entry = _of_ruling(one)
        about[one.rule].disputes.append(entry)
        for id_ in dict.fromkeys(one.shown.rules):
            if id_ != one.rule:
                about[id_].shown.append(entry)
    for section in (section for found in read.values() for section in found):
        if known := rule(section.place):
            own = " ".join(known.paragraphs)
            about[known.id].more += [one for passage in section.passages for one in passage.sentences if one not in own]
        for passage in section.passages:
            if known := _answered_by(passage):
                about[known.id].asked.append(" ".join(passage.row[:-1]))
    for game in GAMES.values():
        for option in game.known_options.values():
            if option.rule:
                about[option.rule].asked.append(" · ".join(map(translated, (option.title, *option.labels))))
    return about


def _of_ruling(one: Ruling) -> dict[str, Any]:
    question, claim, verdict = map(translated, (one.question, one.claim, one.verdict))
    asks = str(text(CLAIMED, claim=claim, question=question)) if claim else question
    words = _EMPHASIS.sub(r"\1", " ".join(filter(None, (asks, verdict))))
    asked = game_words(one.game).questions.get(one.id, Asked())
    return {"at": f"book/{one.page}.html#{one.anchor}", "says": words, **asked.fields}


def _answered_by(passage: Passage) -> Rule | None:
    """Return the rule that a table row of three or more cells explains: the target of the row's only link."""
    if len(passage.row) < len(("question", "answer", "rule")) or len(passage.links) != 1:
        return None
    return rule(passage.links[0].rpartition("#")[2])


def _of_rule(known: Rule, about: _About, refused: list[str], words: GameWords) -> dict[str, Any]:
    game = known.id.partition(".")[0]
    # In this order, the columns of the index are smallest.
    entry = {
        **words.questions.get(known.id, Asked()).fields,
        "at": f"book/{known.page}.html#{known.anchor}",
        "rule": known.id,
        "title": translated(known.title),
        **_also([*known.also, *words.also.get(known.id, ())]),
        "says": list(known.paragraphs),
        "refuses": refused,
        "more": about.more,
        "called": about.called,
        "asked": about.asked,
        "shown": about.shown,
        "disputes": about.disputes,
        "board": known.id in examples(game),
        "game": game,
        "ja": words.rules.get(known.id, ""),
    }
    return {key: value for key, value in entry.items() if value}


def _also(words: Iterable[str]) -> dict[str, list[str]]:
    """Return the fields with other words for an answer, by their language; signs belong to both."""
    said = [*words]
    found = {
        "also": [one for one in said if not _JAPANESE.search(one)],
        "also_ja": [one for one in said if not _LATIN.search(one) or _JAPANESE.search(one)],
    }
    return {name: some for name, some in found.items() if some}


def _refused(checks: Mapping[Any, Any]) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)  # dicts as ordered sets of sentences
    for check in (check for row in checks.values() for check in row):
        found[check.rule][" ".join(_GAP.sub("", translated(check.sentence)).split())] = None
    return {id_: list(sentences) for id_, sentences in found.items()}


def _of_page(page: str, found: list[Section], called: list[str]) -> Iterator[dict[str, Any]]:
    """Yield an entry for each section of a page except rules' and rulings', and for each paragraph with a lead."""
    game = page.partition("/")[0]
    of = {"game": game} if game in GAMES else {}
    asked = game_words(game).questions if of else {}
    titles = {(section.title,) for section in found}  # the entries of a list of contents say nothing else
    for section in found:
        at = f"book/{page}.html{section.fragment}"
        if is_passage(page, section):
            more = [
                one
                for passage in section.passages
                if not passage.lead
                and passage.sentences not in titles
                and not any(rule(link.rpartition("#")[2]) for link in passage.links if passage.row)
                for one in passage.sentences
            ]
            entry = {
                "at": at,
                **of,
                "title": section.title,
                "called": called if section.depth == 1 else [],
                "more": more,
                **asked.get(f"{page}{section.fragment}", Asked()).fields,
            }
            yield {key: value for key, value in entry.items() if value}
        for passage in section.passages:
            if passage.lead and not page.endswith(f"/{PAGE}"):  # a rule's entry has the rulings
                yield {"at": at, **of, "title": passage.lead, "more": list(passage.sentences)}


def _of_use(use: Use, text: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    entry = {"title": translated(use.asks), **_also(use.also), "use": True, **Asked(use.en, use.ja).fields}
    page = use.at.partition(".")[0]
    if not use.of_each_game:
        left_out = [str(game.title) for game in absent().values()]
        says = [one for one in sentences(translated(use.says)) if not any(title in one for title in left_out)]
        if page in text and says:
            yield {"at": f"book/{use.at}", "says": [" ".join(says)] if left_out else [translated(use.says)], **entry}
        return
    for game in GAMES:
        if f"{game}/{page}" in text and (line := _FIRST_LINE.search(text.get(f"{game}/index", ""))):
            yield {"at": f"book/{game}/{use.at}", "game": game, "says": [line[1]], **entry}


def _glossary(text: str) -> dict[str, list[str]]:
    # rule or page that explains a word -> the English word, the Japanese word and the meaning
    found: dict[str, list[str]] = defaultdict(list)
    for *words, place in _WORD.findall(by_label(text)):
        found[_name(place)].append(" · ".join(filter(None, map(_plain, words))))
    return found


def _name(file: str) -> str:
    return file.removesuffix(".md")


def _plain(words: str) -> str:
    return " ".join(_MARKS.sub("", words).split())
