"""The search box's index: the rules and the pages' headings, each with its URL and searchable text.

The build writes the index into one file, which a page fetches on the first search; `frontend/search/ranking.mjs` ranks
the results. A rule is found by its own text, its aliases (`also`), its glossary entries, the messages of its refusals,
and the disputes that the rule settles. Code and button labels are not indexed.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from docutils.nodes import make_id

from cattools.core.errors import OptionError
from cattools.core.messages import N_
from cattools.core.rules import Rule
from cattools.games import GAMES
from cattools.lessons.example import example, examples
from cattools.site.sphinx.rule_sections import ROOT, by_label, pages, rule

FILE = "answers.json"
# The texts of the search box, each by its name in the templates.
WORDS = {
    "title": N_("Ask the rules"),
    "rest": N_("Type a few words, such as: who begins, equal points, jump over a cat."),
    "answers": N_("Answers"),
    "dispute": N_("A dispute that this rule settles:"),
    "one": N_("1 answer."),
    "more": N_("{n} answers."),
    "none": N_("No rule matches these words. Try other words, or see the glossary."),
    "failed": N_("The answers could not be loaded. See the quick references or the glossary instead."),
    "close": N_("Close"),
    "noscript": N_("The search needs JavaScript. The glossary lists every term of the games with its rule:"),
    "glossary": N_("Words"),
}
# Other words for sections that belong to no rule: words for the book itself. `*` is every game.
ALSO = {
    "intro#how-a-board-works": "undo · take back · keyboard · shortcuts · 元に戻す",
    "about#for-everybody": "colour-blind · color-blind · colourblind · colorblind · accessibility · dark mode · 色覚",
    "about#how-it-works": "offline · without internet · install · app · オフライン",
    "*/printable": "print · PDF · paper · 印刷",
    "*/index": "how long does it take · how long a game lasts · duration · playing time · minutes · 所要時間",
}
DISPUTES = "disputes"  # the name of each game's page of disputes
_GLOSSARY = "glossary"
_GAP = re.compile(r"\{[^}]*\}")
_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(?:\((?P<place>\S+)\)=\n)?(?P<depth>#+) (?P<title>.+)$", re.MULTILINE)
_DISPUTE = re.compile(r"^\*\*(?P<number>\d+)\. (?P<claim>.+?)\*\*(?P<question>.*)$", re.MULTILINE)
_SHOWN = re.compile(r'\bshow\("([^"]+)"\)')
_WORD = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| \[[^]]*\]\(#?([^)]+)\) \|$", re.MULTILINE)
_MARKS = re.compile(r"[*`]|\(ours\)")


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute: its number and text, its page below `book/`, its example and the rules that the example shows."""

    number: str
    words: str
    page: str
    rules: tuple[str, ...]
    example: str = ""


def dispute_anchor(number: str) -> str:
    """Return the anchor of a dispute on its page."""
    return f"dispute-{number}"


def disputes(page: str, text: str) -> Iterator[Dispute]:
    """Yield the disputes in the text of a page; `page` is its name below `book/`."""
    found = list(_DISPUTE.finditer(text))
    for one, end in zip(found, [*(following.start() for following in found[1:]), len(text)], strict=True):
        shown = _SHOWN.search(text, one.end(), end)
        words = _plain(one["claim"] + one["question"])
        name = shown[1] if shown else ""
        yield Dispute(one["number"], words, page, _rules_shown(name) if name else (), name)


def shown_on(text: str) -> list[str]:
    """Return the ids of the examples that a page's text shows, in order."""
    return _SHOWN.findall(text)


def _rules_shown(name: str) -> tuple[str, ...]:
    try:
        return example(name).rules
    except OptionError:
        return ()  # the page's cell reports the unknown id


def answers() -> dict[str, Any]:
    """Return the games' titles and all entries: rules in the book's order, then headings that belong to no rule."""
    text = {_name(file.relative_to(ROOT / "book").as_posix()): file.read_text("utf-8") for file in pages()}
    called = _glossary(text.get(_GLOSSARY, ""))
    settled: dict[str, list[Dispute]] = defaultdict(list)
    for page in (page for page in text if page.endswith(f"/{DISPUTES}")):
        for dispute in disputes(page, text[page]):
            for id_ in dispute.rules:
                settled[id_].append(dispute)
    entries = [
        _of_rule(known, refused, called.get(known.id, []), settled[known.id])
        for game in GAMES.values()
        for refused in [_refused(game.checks)]
        for known in game.rules.values()
    ]
    entries += [entry for page in text for entry in _headings(page, text[page], called.get(page, []))]
    return {"games": {id_: str(game.title) for id_, game in GAMES.items()}, "entries": entries}


def file_text() -> str:
    """Return the index as JSON."""
    return json.dumps(answers(), ensure_ascii=False, separators=(",", ":"))


def _of_rule(
    known: Rule, refused: Mapping[str, list[str]], called: list[str], settled: list[Dispute]
) -> dict[str, Any]:
    entry = {
        "rule": known.id,
        "at": f"book/{known.page}.html#{known.anchor}",
        "game": known.id.partition(".")[0],
        "title": known.title,
        "says": list(known.paragraphs),
        "board": known.id in examples(known.id.partition(".")[0]),
        "also": " · ".join(known.also),
        "called": " · ".join(called),
        "refuses": " ".join(refused.get(known.id, [])),
        "disputes": [
            {"says": dispute.words, "at": f"book/{dispute.page}.html#{dispute_anchor(dispute.number)}"}
            for dispute in settled
        ],
    }
    return {key: value for key, value in entry.items() if value}


def _refused(checks: Mapping[Any, Any]) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)  # dicts as ordered sets of sentences
    for check in (check for row in checks.values() for check in row):
        found[check.rule][" ".join(_GAP.sub("", check.sentence).split())] = None
    return {id_: list(sentences) for id_, sentences in found.items()}


def _headings(page: str, text: str, called: list[str]) -> Iterator[dict[str, Any]]:
    game = page.partition("/")[0]
    for found in _HEADING.finditer(_CODE.sub("", text)):
        if found["place"] and rule(found["place"]):
            continue
        title = _plain(found["title"])
        first = found["depth"] == "#"
        place = "" if first else f"#{make_id(found['place'] or title)}"
        also = ALSO.get(f"{page}{place}") or ALSO.get(f"*/{page.rpartition('/')[2]}{place}" if game in GAMES else "")
        yield {
            "at": f"book/{page}.html{place}",
            **({"game": game} if game in GAMES else {}),
            "title": title,
            **({"also": also} if also else {}),
            **({"called": " · ".join(called)} if first and called else {}),
        }


def _glossary(text: str) -> dict[str, list[str]]:
    # rule or page that explains a word -> the English word, the Japanese word and the meaning
    found: dict[str, list[str]] = defaultdict(list)
    for *words, place in _WORD.findall(by_label(text)):
        found[_name(place)] += filter(None, map(_plain, words))
    return found


def _name(file: str) -> str:
    return file.removesuffix(".md")


def _plain(words: str) -> str:
    return " ".join(_MARKS.sub("", words).split())
