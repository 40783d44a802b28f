"""The rules on the book's pages: a rule's section begins with its sentence, and the ruling and interpretation, if any.

A section begins with the rule's label, `(herders.place)=`, and a heading. Below them `make fix` writes the sentence as
a paragraph, the ruling and the interpretation as admonitions, all from `rules.toml`. The build and the tests reject a
section that differs. The pages use plain MyST without custom directives, so they also read well without Sphinx: in
JupyterLab, in an editor or on a code host.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from posixpath import dirname, relpath

from cattools.core.loading.game_packages import installed
from cattools.core.messages import translated
from cattools.core.rules import Rule, RuleKind
from cattools.games import GAMES
from cattools.lessons.ruling import rulings

# The folder with the book's pages; a build sets another for the pages of a translated edition.
ROOT = Path(os.environ.get("CATTOOLS_BOOK") or Path(__file__).parents[3])
FOLDER = "book"
NEWLINE = "\n"
ALIKE = 0.5  # text with a higher similarity ratio is an older version of the sentence or interpretation
NOTE = "```{{admonition}} {title}\n:class: note {kind}\n{words}\n```\n"
_WHAT = {RuleKind.RULING: "the ruling", RuleKind.READING: "the interpretation"}
_SECTION = re.compile(
    r"^\((?P<id>\S+\.\S+)\)=\n(?P<heading>#+ .*\n)?\n*(?P<rest>(?:(?!\(\S+\)=\n|#+ ).*\n)*)", re.MULTILINE
)
_LINK = re.compile(r"\]\((?P<page>[\w/.]*\.md)?#(?P<id>\w+\.[\w.-]+)\)")
_ROLE = re.compile(r"\{ref\}`([^`<]+) <([^`>]+)>`")
_TITLE = re.compile("^# (.*)$", re.MULTILINE)
_FIRST = re.compile(r"(?!```)(?:.+\n)*")
_NOTE = re.compile(r"\n*```\{admonition\} .*\n:class: note (?:reading|ruling)\n(?P<words>(?:(?!```).*\n)*)```\n")


def rule(place: str) -> Rule | None:
    """Return the rule with the label `place`, or None if there is no such rule."""
    game_id = place.partition(".")[0]
    return GAMES[game_id].rules.get(place) if game_id in GAMES else None


def opening(known: Rule) -> str:
    """Return the text at the beginning of a rule's section."""
    notes = (
        NOTE.format(title=translated(title), kind=kind, words=translated(words)) for kind, title, words in known.notes
    )
    return "\n".join((f"{translated(known.sentence)}\n", *notes))


def section_errors(page: str) -> Iterator[str]:
    """Yield one sentence for each error in a page's rule sections."""
    for found in _SECTION.finditer(page):
        known = rule(found["id"])
        if known is None:
            game_id = found["id"].partition(".")[0]
            if game_id in GAMES and found["id"] not in {one.id for one in rulings(game_id).rows}:
                yield f"expected the label ({found['id']})= to be the id of a rule, found no such rule"
        elif not found["heading"]:
            yield f"expected a heading below ({found['id']})="
        elif not found["rest"].startswith(opening(known)):
            what = " and ".join(("the rule's sentence", *(_WHAT[kind] for kind, _, _ in known.notes)))
            actual = f"found {found['rest'].partition(NEWLINE)[0][:60]!r}; run `make fix`"
            yield f"expected the section of {known.id} to begin with {what}, {actual}"


def _alike(text: str, current: str) -> bool:
    return SequenceMatcher(None, " ".join(text.split()), current).ratio() > ALIKE


def brought_up_to_date(page: str) -> str:
    """Return a page in which every rule's section begins with the rule's current sentence and notes."""

    def section(found: re.Match[str]) -> str:
        known, rest = rule(found["id"]), found["rest"]
        if known is None or not found["heading"] or rest.startswith(opening(known)):
            return found[0]
        if (first := _FIRST.match(rest)) and _alike(first[0], known.sentence):
            rest = rest[first.end() :]
        while (note := _NOTE.match(rest)) and any(_alike(note["words"], words) for _, _, words in known.notes):
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


def folder(game_id: str, root: Path = ROOT) -> Path:
    """Return the folder with the pages of a game that are written by hand."""
    found = installed()[game_id]
    return root / FOLDER / game_id if found.is_own else Path(found.folder) / FOLDER


def title(page: str) -> str:
    """Return the title of a page such as `herders/turn`; "" if there is no such page."""
    game_id, _, name = page.partition("/")
    file = folder(game_id) / f"{name}.md"
    found = _TITLE.search(file.read_text(encoding="utf-8")) if file.is_file() else None
    return found[1] if found else ""


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
