"""Encode precomputed answers as a file: repeated items are written once.

Pictures are written as differences from the initial pictures. `frontend/precomputed/decode.mjs` reads the file. A text
is written as an index into `texts`, where private-use characters represent `icons`; a shape is written as an index into
`drawn`, followed by its position, if it has one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from cattools.lessons.example import example
from cattools.site.precomputed.explorer import Explorer
from cattools.site.precomputed.fake_display import Explorable
from cattools.site.precomputed.model import (
    AnswerTree,
    Look,
    MarksError,
    Over,
    Pictures,
    Question,
    Reason,
    State,
    Verdict,
)
from cattools.widgets import lesson
from cattools.widgets.modes.practice.practice import PRACTICE, Practice
from cattools.widgets.protocol import Names

Json: TypeAlias = Any
FIRST_ICON = 0xE000  # the first private-use character
# Long HTML fragments that many texts contain.
_ICON = re.compile(r'<svg class="cat-icon".*?</svg>|<a class="cat-rule".*?</a>|<button .*?</button>', re.DOTALL)
_PLACE = re.compile(r'transform="translate\((-?[\d.]+) (-?[\d.]+)\)')
_SHORT = {"press": "p", "tap": "f", "tool": "t"}


class _Table:
    """A list of unique items."""

    def __init__(self) -> None:
        self.items: list[Json] = []
        self._at: dict[str, int] = {}

    def __call__(self, item: Json) -> int:
        """Return the index of an item; add the item if it is new."""
        key = item if isinstance(item, str) else json.dumps(item)
        if key not in self._at:
            self._at[key] = len(self.items)
            self.items.append(item)
        return self._at[key]


class _Writer:
    """Encodes the precomputed answers of one board."""

    def __init__(self, record: AnswerTree) -> None:
        self.record, self.start = record, record.start
        self.icons, self.texts, self.shapes, self.pictures, self.looks = (_Table() for _ in range(5))
        self.known_texts: dict[str, int] = {}
        self.known_pictures: dict[tuple[str, Sequence[str]], int] = {}
        self.where = {part: _places(shapes) for part, shapes in self.start.pictures.items()}

    def text(self, html: str) -> int:
        """Return the index of a text."""
        if html not in self.known_texts:
            short = _ICON.sub(lambda found: chr(FIRST_ICON + self.icons(found[0])), html)
            self.known_texts[html] = self.texts(short)
        return self.known_texts[html]

    def shape(self, drawn: str) -> list[Json]:
        """Return an encoded shape: its index and, if it has one, its position."""
        if found := _PLACE.search(drawn):
            at = [json.loads(found[1]), json.loads(found[2])]
            return [self.shapes(f"{drawn[: found.start(1)]}|{drawn[found.end(2) :]}"), *at]
        return [self.shapes(drawn)]

    def picture(self, part: str, shapes: Sequence[str]) -> int:
        """Return the index of a part's picture: runs of initial shapes (first index, count), and new shapes."""
        base, where = self.start.pictures[part], self.where[part]
        runs: list[Json] = []
        at = 0
        while at < len(shapes):
            found = max(
                ((_run(base, shapes, begin, at), -begin) for begin in where.get(shapes[at], ())), default=(0, 0)
            )
            if found[0]:
                runs.append([-found[1], found[0]])
            else:
                runs.append({"s": self.shape(shapes[at])})
            at += max(found[0], 1)
        return self.pictures(runs)

    def drawn(self, pictures: Pictures) -> dict[str, int]:
        """Return the indices of the pictures that differ from the initial pictures."""
        found = {}
        for part, shapes in pictures.items():
            if shapes != self.start.pictures[part]:
                if (part, shapes) not in self.known_pictures:
                    self.known_pictures[part, shapes] = self.picture(part, shapes)
                found[part] = self.known_pictures[part, shapes]
        return found

    def names(self, names: Names, base: Names) -> dict[str, list[int]]:
        """Return the names that differ from `base`."""
        return {id_: [self.text(name), flags] for id_, (name, flags) in names.items() if base.get(id_) != (name, flags)}

    def look(self, look: Look | None) -> int | None:
        """Return the index of a look."""
        if look is None:
            return None
        start = self.start
        base = start.names if look.names.keys() == start.names.keys() else {}
        encoded = {
            "s": {slot: self.text(html) for slot, html in look.slots.items() if html != start.slots.get(slot)},
            "n": self.names(look.names, base),
            "all": not base,
            "a": {part: self.text(html) for part, html in look.areas.items()},
            "p": self.drawn(look.pictures),
            "r": [list(one) for one in look.remember],
        }
        return self.looks({name: one for name, one in encoded.items() if one})

    def state(self, state: State) -> Json:
        """Return an encoded state."""
        to = {
            f"{_SHORT.get(kind, kind)} {what}".strip(): [n, self.look(look)]
            for (kind, what), (n, look) in state.to.items()
        }
        over = None if state.over is None else {area: self.over(seen) for area, seen in state.over.items()}
        whole = sorted(state.unknown) if state.whole else None
        left, left_preview = (
            away and [away[0], self.drawn(away[1].pictures)] for away in (state.left, state.left_preview)
        )
        encoded = {"to": to, "over": over, "left": left, "left_preview": left_preview, "whole": whole}
        return {name: one for name, one in encoded.items() if one is not None}

    def over(self, seen: Over) -> Json:
        """Return the encoded effect of hovering over an area."""
        return [self.text(seen.hint), None if seen.pictures is None else self.drawn(seen.pictures)]

    def question(self, asked: Question) -> Json:
        """Return the encoded data of a board that asks for areas."""
        many: Callable[[Sequence[str]], list[int]] = lambda texts: [*map(self.text, texts)]  # noqa: E731
        marks = {
            area: {
                "n": [self.text(mark.name[0]), mark.name[1]],
                "part": mark.part,
                "moved": {n: self.shape(drawn) for n, drawn in mark.moved.items()},
                "above": [*map(self.shape, mark.above)],
                "missed": [*map(self.shape, mark.missed)],
            }
            for area, mark in asked.marks.items()
        }
        return {
            "signs": marks,
            "right": asked.right,
            "slots": {slot: self.text(html) for slot, html in asked.slots.items()},
            "counts": many(asked.counts),
            "verdict": self.verdict(asked.verdict),
        }

    def verdict(self, verdict: Verdict) -> Json:
        """Return the encoded message after a wrong answer."""
        many: Callable[[Sequence[str]], list[int]] = lambda texts: [*map(self.text, texts)]  # noqa: E731
        of_areas: Callable[[Mapping[str, Sequence[Reason]]], Json] = lambda reasons: {  # noqa: E731
            area: [*map(many, found)] for area, found in reasons.items() if found
        }
        return {
            "message": many(verdict.message),
            "against": of_areas(verdict.against),
            "brings": of_areas(verdict.brings),
            "most": verdict.most,
            "said": many(verdict.said),
            "otherwise": [*map(many, verdict.otherwise)],
            "then": many(verdict.then),
            "links": many(verdict.links),
            "wrong": many(verdict.wrong),
            "missing": many(verdict.missing),
        }


def _places(shapes: Sequence[str]) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = {}
    for n, drawn in enumerate(shapes):
        found.setdefault(drawn, []).append(n)
    return found


def _run(base: Sequence[str], shapes: Sequence[str], begin: int, at: int) -> int:
    """Return the number of consecutive shapes from index `at` that equal the shapes of `base` from index `begin`."""
    length = 0
    while begin + length < len(base) and at + length < len(shapes) and base[begin + length] == shapes[at + length]:
        length += 1
    return length


def written(record: AnswerTree) -> str:
    """Return a board's precomputed answers as the text of their file."""
    writer = _Writer(record)
    states = [writer.state(state) for state in record.states]
    question = None if record.question is None else writer.question(record.question)
    content = {
        "build": "0",  # `cache_busting.py` writes the stamp
        "shapes": {part: len(shapes) for part, shapes in record.start.pictures.items()},
        "slots": {slot: writer.text(html) for slot, html in record.start.slots.items()},
        "states": states,
        "question": question,
        "icons": writer.icons.items,
        "texts": writer.texts.items,
        "drawn": writer.shapes.items,
        "pictures": writer.pictures.items,
        "looks": writer.looks.items,
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def mode_of(name: str) -> Explorable:
    """Return the mode whose answers are in the file `name`: the mode of a live example, or a game's practice."""
    kind, _, game = name.partition(".")
    return Practice(game) if f"{kind}." == PRACTICE else lesson(example(name))


def record_of(name: str) -> str:
    """Return the text of a board's file, or "" if the marks of several chosen areas cannot be combined."""
    try:
        return written(Explorer(mode_of(name)).record())
    except MarksError:
        return ""
