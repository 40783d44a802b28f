"""Find the words of a sentence that belong to the notation, not to a reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cattools.core.display.scene import Scene

AROUND = ".,;:!?()“”\"'…"  # punctuation around a word
SIGNS = re.compile(r"[@=*^<>|_{}\[\]\\~#&]|\w[+/]|[+/]\w|\d,-?\d|\w-\d|\d-[a-z]\d")  # never part of a word or a number
NAMED = re.compile(r"[A-Za-z]+-?\d+")
COUNT = re.compile(r"\d+/\d+")  # a number out of a total, as in "3/21"


def cells_shown(scene: Scene) -> set[str]:
    """Return the names that the board shows on its cells."""
    names = {re.split(r"[.+]", area.id)[-1] for group in scene.groups for row in group.rows for area in row}
    return {name for name in names if NAMED.fullmatch(name)}


def code_words(actions: Iterable[object]) -> set[str]:
    """Return the parts of actions in notation that are not words, such as `AAAABB`, `Nd` or `sm`."""
    parts = {part for action in actions for part in re.split(r"[^A-Za-z0-9]+", str(action))}
    return {
        part
        for part in parts
        if len(part) > 1 and not part.isdigit() and not re.fullmatch("[A-Z]?[a-z]{3,}|[A-Z][a-z]{2}", part)
    }


def codes(said: str, shown: set[str], notation: set[str]) -> list[str]:
    """Return the words of a sentence that are code."""
    found = []
    for word in said.split():
        bare = word.strip(AROUND)
        if bare in shown or COUNT.fullmatch(bare):
            continue
        if len(bare) > 1 and (SIGNS.search(bare) or bare in notation or NAMED.fullmatch(bare)):
            found.append(word)
    return found
