"""The rules' sentences on the book's pages: the first paragraph of a rule's section is its sentence, from the data.

A section begins with the rule's place, `(herders.place)=`, and a heading of its own. `make fix` writes the paragraph
from `rules.toml`; the build and the tests refuse one that says something else. It is a plain paragraph and no
directive, so that it reads the same where Sphinx is not: in JupyterLab, in an editor, on a forge.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from cattools.core.rules import Rule
from cattools.games import GAMES

ROOT = Path(__file__).parents[2]
ALIKE = 0.5  # a paragraph more like the sentence than this is an older one of it
_SECTION = re.compile(r"^\((?P<id>\S+\.\S+)\)=\n(?P<heading>#+ .*\n)?\n*(?P<first>(?:.+\n)*)", re.MULTILINE)


def rule(place: str) -> Rule | None:
    """Return the rule whose place it is, or None where no game has that name."""
    game_id = place.partition(".")[0]
    return GAMES[game_id].rules.get(place) if game_id in GAMES else None


def wrong(page: str) -> Iterator[str]:
    """Yield what is wrong with the rules on a page, one sentence each."""
    for found in _SECTION.finditer(page):
        known, first = rule(found["id"]), " ".join(found["first"].split())
        if known is None:
            if found["id"].partition(".")[0] in GAMES:
                yield f"expected a rule at ({found['id']})=, found none of that name"
        elif not found["heading"]:
            yield f"expected a heading below ({found['id']})="
        elif first != known.sentence:
            said = f"found {first[:60]!r}; `make fix` writes it"
            yield f"expected the sentence of {known.id} first in its section, {said}"


def brought_up_to_date(page: str) -> str:
    """Return a page with the sentence of every rule first in its section."""

    def section(found: re.Match[str]) -> str:
        known, first = rule(found["id"]), " ".join(found["first"].split())
        if known is None or not found["heading"] or first == known.sentence:
            return found[0]
        head = f"({found['id']})=\n{found['heading']}\n{known.sentence}\n"
        older = SequenceMatcher(None, first, known.sentence).ratio() > ALIKE
        return head if older or not first else f"{head}\n{found['first']}"

    return _SECTION.sub(section, page)


def pages(book: Path = ROOT / "book") -> list[Path]:
    """Return the pages of the book, without what JupyterLab keeps beside them."""
    return [file for file in sorted(book.rglob("*.md")) if ".ipynb_checkpoints" not in file.parts]


def main() -> None:
    """Bring every page of the book up to date."""
    for file in pages():
        before = file.read_text(encoding="utf-8")
        if (after := brought_up_to_date(before)) != before:
            file.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{file.relative_to(ROOT)}: sentences of rules written anew\n")


if __name__ == "__main__":
    main()
