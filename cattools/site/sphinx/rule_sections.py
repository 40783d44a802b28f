"""The rules on the book's pages: a rule's section begins with its sentence and its interpretation, if any.

A section begins with the rule's label, `(herders.place)=`, and a heading. Below them `make fix` writes the sentence as
a paragraph and the interpretation as an admonition, both from `rules.toml`. The build and the tests reject a section
that differs. The pages use plain MyST without custom directives, so they also read well without Sphinx: in JupyterLab,
in an editor or on a code host.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from posixpath import dirname, relpath

from cattools.core.rules import Rule
from cattools.games import GAMES

ROOT = Path(__file__).parents[3]
NEWLINE = "\n"
ALIKE = 0.5  # text with a higher similarity ratio is an older version of the sentence or interpretation
NOTE = "```{{admonition}} Our interpretation\n:class: note reading\n{words}\n```\n"
_SECTION = re.compile(
    r"^\((?P<id>\S+\.\S+)\)=\n(?P<heading>#+ .*\n)?\n*(?P<rest>(?:(?!\(\S+\)=\n|#+ ).*\n)*)", re.MULTILINE
)
_LINK = re.compile(r"\]\((?P<page>[\w/.]*\.md)?#(?P<id>\w+\.[\w.-]+)\)")
_ROLE = re.compile(r"\{ref\}`([^`<]+) <([^`>]+)>`")
_FIRST = re.compile(r"(?!```)(?:.+\n)*")
_NOTE = re.compile(r"\n*```\{admonition\} Our interpretation\n:class: note reading\n(?P<words>(?:(?!```).*\n)*)```\n")


def rule(place: str) -> Rule | None:
    """Return the rule with the label `place`, or None if there is no such rule."""
    game_id = place.partition(".")[0]
    return GAMES[game_id].rules.get(place) if game_id in GAMES else None


def opening(known: Rule) -> str:
    """Return the text at the beginning of a rule's section."""
    return f"{known.sentence}\n" + (f"\n{NOTE.format(words=known.reading)}" if known.reading else "")


def section_errors(page: str) -> Iterator[str]:
    """Yield one sentence for each error in a page's rule sections."""
    for found in _SECTION.finditer(page):
        known = rule(found["id"])
        if known is None:
            if found["id"].partition(".")[0] in GAMES:
                yield f"expected the label ({found['id']})= to be the id of a rule, found no such rule"
        elif not found["heading"]:
            yield f"expected a heading below ({found['id']})="
        elif not found["rest"].startswith(opening(known)):
            what = "the rule's sentence and interpretation" if known.reading else "the rule's sentence"
            actual = f"found {found['rest'].partition(NEWLINE)[0][:60]!r}; run `make fix`"
            yield f"expected the section of {known.id} to begin with {what}, {actual}"


def _alike(text: str, current: str) -> bool:
    return SequenceMatcher(None, " ".join(text.split()), current).ratio() > ALIKE


def brought_up_to_date(page: str) -> str:
    """Return a page in which every rule's section begins with the rule's current sentence and interpretation."""

    def section(found: re.Match[str]) -> str:
        known, rest = rule(found["id"]), found["rest"]
        if known is None or not found["heading"] or rest.startswith(opening(known)):
            return found[0]
        if (first := _FIRST.match(rest)) and _alike(first[0], known.sentence):
            rest = rest[first.end() :]
        if (note := _NOTE.match(rest)) and known.reading and _alike(note["words"], known.reading):
            rest = rest[note.end() :]
        more = rest.lstrip("\n")
        return f"({found['id']})=\n{found['heading']}\n{opening(known)}" + (f"\n{more}" if more else rest)

    return _SECTION.sub(section, page)


def with_file_links(page: str, name: str) -> str:
    """Return a page whose links to rules are links to files, which work without Sphinx.

    `name` is the page's name below `book/`, as in `herders/turn`. A link within the page has no file name.
    """

    def link(found: re.Match[str]) -> str:
        known = rule(found["id"])
        if known is None:
            return found[0]
        file = "" if known.page == name else f"{relpath(known.page, dirname(name) or '.')}.md"
        return f"]({file}#{known.id})"

    return _LINK.sub(link, _ROLE.sub(r"[\1](#\2)", page))


def by_label(page: str) -> str:
    """Return a page whose links to rules have the form that Sphinx resolves: only the rule's label."""
    page = _ROLE.sub(r"[\1](#\2)", page)
    return _LINK.sub(lambda found: f"](#{found['id']})" if rule(found["id"]) else found[0], page)


def pages(book: Path = ROOT / "book") -> list[Path]:
    """Return the pages of the book, without JupyterLab's checkpoints."""
    return [file for file in sorted(book.rglob("*.md")) if ".ipynb_checkpoints" not in file.parts]


def rewrite(change: Callable[[str, str], str], report: str) -> None:
    """Apply `change` to the text and name of every page; print the name of each changed page, followed by `report`."""
    for file in pages():
        before = file.read_text(encoding="utf-8")
        if (after := change(before, file.relative_to(ROOT / "book").with_suffix("").as_posix())) != before:
            file.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{file.relative_to(ROOT)}: {report}\n")


def main() -> None:
    """Update the rule sections and links of every page."""
    rewrite(lambda page, name: with_file_links(brought_up_to_date(page), name), "rule text or links updated")


if __name__ == "__main__":
    main()
