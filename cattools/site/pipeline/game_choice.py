"""The pages of a book with chosen games, which come from the project and from other distributions.

Text that links to a page that is not in the book is left out: a list item, a table row, a link in an enumeration, or
the sentence that contains the link. So are a sentence that names one of the project's games that is left out, a page
whose code needs such a game, and a section with nothing left in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import metadata
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from cattools.core.game import AnyGame
from cattools.core.loading.game_packages import installed
from cattools.games import GAMES
from cattools.lessons.example import welcome
from cattools.live.pipeline.incremental import files_below
from cattools.site import chapters
from cattools.site.sphinx import rule_sections

FRONT_PAGE = "intro"
_LINK = r"\[[^\]\n]*\]\((?P<to{}>[\w./-]+)\.md(?:#[^)\s]*)?\)"
_ANY_LINK = re.compile(_LINK.format(""))
_ALSO = r"(?:, | and | or |、|と|や|または)"
_LIST = re.compile(rf"{_LINK.format(1)}(?:{_ALSO}{_LINK.format(2)})+")
_SEPARATOR = re.compile(rf"(?<=\)){_ALSO}(?=\[)")
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[\"(*\[`]*[A-Z\d`])|(?<=[。\uff1f\uff01])(?![」\uff09])")
_BLOCK = re.compile(r"^(?P<fence>`{3,})(?:.*\n)*?(?P=fence)$|(?:(?!```).+\n?)+", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\A---\n.*?^---$\n", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(?:%.*\n|\(\S+\)=\n)*(?P<depth>#+) ", re.MULTILINE)
_GAME_ITEM = re.compile(r"^- \[[^\]]*\]\(\w+/[\w-]+\.md\)\n", re.MULTILINE)
_GAME_ROW = re.compile(r"^\| \[[^\]]*\]\(\w+/index\.md\).*\|\n", re.MULTILINE)


def added() -> list[str]:
    """Return the chosen games whose chapters are in packages of other distributions."""
    return [one for one in GAMES if not installed()[one].is_own]


def absent() -> dict[str, AnyGame]:
    """Return the book's own games that are not chosen, by id."""
    left = (one for one in installed().values() if one.is_own and one.id not in GAMES)
    return {one.id: import_module(one.package).GAME for one in left}


def is_changed() -> bool:
    """Return whether the pages differ from those in the project."""
    return bool(added() or any(one.is_own and one.id not in GAMES for one in installed().values()))


def sources() -> list[Path]:
    """Return the files of the chapters that are not in the project."""
    return [file for one in added() for file in files_below(rule_sections.folder(one))]


def pictures() -> dict[Path, Path]:
    """Return the other files of these chapters, by their place in the book."""
    return {
        Path("book", one, file.relative_to(rule_sections.folder(one))): file
        for one in added()
        for file in files_below(rule_sections.folder(one))
        if file.suffix != ".md"
    }


# --- the table of contents ---------------------------------------------------------------------------------------


def with_chapters(contents: dict[str, Any], pages: Collection[str]) -> dict[str, Any]:
    """Return a table of contents with only the pages that are in the book, and with the chapters of added games."""
    parts = [
        {**part, "chapters": [one for one in part["chapters"] if one["file"] in pages]} for part in contents["parts"]
    ]
    own = [n for n, part in enumerate(contents["parts"]) if _game_of(part["chapters"][0]["file"]) in installed()]
    at = max(own, default=-1) + 1
    new = [
        {
            "caption": str(GAMES[one].title),
            "chapters": [{"file": f"book/{one}/{page}"} for page in chapters.chapter(one)],
        }
        for one in added()
    ]
    return {**contents, "parts": [part for part in (*parts[:at], *new, *parts[at:]) if part["chapters"]]}


def _game_of(file: str) -> str:
    return file.split("/")[1]


# --- the pages ---------------------------------------------------------------------------------------------------


def chosen_pages(pages: Mapping[str, str]) -> dict[str, str]:
    """Return the pages of a book with the chosen games, by name, as in `book/herders/turn`, in the language in use."""
    gone = absent()
    kept = {name: page for name, page in pages.items() if len(name.split("/")) < 3 or _game_of(name) not in gone}
    needing = _naming(gone)
    front = f"book/{FRONT_PAGE}"
    if gone:
        kept = {name: page for name, page in kept.items() if name == front or not _needs(page, needing)}
    kept |= {f"book/{one}/{name}": page for one in added() for name, page in chapters.chapter(one).items()}
    if front in kept:
        kept[front] = _with_games(kept[front], added())
    titles = [str(game.title) for game in gone.values()]
    return {name: _Page(name, kept.keys(), titles, needing).of(page) for name, page in kept.items()}


def _naming(games: Collection[str]) -> re.Pattern[str]:
    """Return a pattern of code that names one of these games, or one of their examples or rules."""
    return re.compile(rf"[\"'](?:{'|'.join(games) or '(?!)'})[\"'.]")


def _needs(page: str, naming: re.Pattern[str]) -> bool:
    return any(block["fence"] and naming.search(block[0]) for block in _BLOCK.finditer(page))


def _with_games(page: str, games: Sequence[str]) -> str:
    """Return the front page with more games in its list and its table."""
    for one in games:
        game, link = GAMES[one], f"{one}/{next(iter(chapters.chapter(one)))}.md"
        summary = metadata(installed()[one].distribution.split()[0])["Summary"] or ""
        page = _after_last(_GAME_ITEM, page, f"- [{game.title}]({link})\n")
        page = _after_last(_GAME_ROW, page, f"| [{game.title}]({one}/index.md) | {_players(game)} | {summary} |\n")
    return page


def _after_last(pattern: re.Pattern[str], page: str, line: str) -> str:
    ends = [found.end() for found in pattern.finditer(page)]
    return page[: ends[-1]] + line + page[ends[-1] :] if ends else page


def _players(game: AnyGame) -> str:
    option = game.known_options.get("players")
    counts = [*map(str, option.choices)] if option and option.choices else [str(len(game.seats(game.choose())))]
    return " - ".join(dict.fromkeys((counts[0], counts[-1])))


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of the book: its name, all pages' names, the titles of games left out, and a pattern of code for those."""

    name: str
    pages: Collection[str]
    titles: Sequence[str]
    needing: re.Pattern[str]

    def of(self, page: str) -> str:
        """Return the text of the page for the book."""
        front = _FRONT_MATTER.match(page)
        head = front[0] if front else ""
        blocks: list[str] = []
        shown = False
        for found in _BLOCK.finditer(page[len(head) :]):
            block = found[0].rstrip("\n")
            if found["fence"] and self.needing.search(block):
                blocks[-1:] = [] if shown else [_first_board()]
                shown = True
            elif kept := block if found["fence"] else self._kept(block):
                blocks.append(kept)
        return "\n".join((head, *(f"{block}\n" for block in _with_content(blocks))))

    def _kept(self, block: str) -> str:
        """Return what is left of a paragraph, a list or a table."""
        if any(block.startswith(f"**{title}**") for title in self.titles):
            return ""
        if _HEADING.match(block) or block.startswith(("<!--", "%")):
            return block
        if block.startswith("|"):
            titles, ruled, *rows = block.split("\n")
            left = [row for row in rows if not self._is_gone(row)]
            return "\n".join((titles, ruled, *left)) if left else ""
        return "\n".join(filter(None, (self._line(line) for line in block.split("\n"))))

    def _line(self, line: str) -> str:
        """Return what is left of a line of text: a list item or a paragraph."""
        listed = [found[0] for found in _LIST.finditer(line)]
        if any(self._is_gone(one) and _SEPARATOR.search(one) for one in listed):
            return ""  # the line is about pages none of which is in the book
        words = _LIST.sub(self._enumerated, line)
        if not self._is_wrong(words):
            return words
        kept = [one for one in _SENTENCE.split(words) if not self._is_wrong(one)]
        ended = any(mark in words for mark in "。\uff1f\uff01")
        left = ("" if ended else " ").join(kept).strip()
        return "" if re.fullmatch(r"(?:- )?(?:\*\*[^*]*\*\*)?\s*", left) else left

    def _enumerated(self, found: re.Match[str]) -> str:
        """Return an enumeration without links to pages that are not in the book; if none is left, the first link."""
        links, between = _SEPARATOR.split(found[0]), _SEPARATOR.findall(found[0])
        left = [link for link in links if not self._is_gone(link)]
        if len(left) == len(links):
            return found[0]
        last = between[-1] if len(left) > 1 else ""
        return (between[0].join(left[:-1]) + last + left[-1]) if left else links[0]

    def _is_wrong(self, sentence: str) -> bool:
        """Return whether a sentence leads to a page that is not in the book, or names a game that is left out."""
        at_top = self.name.count("/") == 1
        astray = any(not self._is_there(link["to"]) for link in _ANY_LINK.finditer(sentence))
        return astray or (at_top and any(title in sentence for title in self.titles))

    def _is_gone(self, words: str) -> bool:
        """Return whether a text has links, all of which lead to pages that are not in the book."""
        links = [link["to"] for link in _ANY_LINK.finditer(words)]
        return bool(links) and not any(map(self._is_there, links))

    def _is_there(self, to: str) -> bool:
        return normpath(join(dirname(self.name), to)) in self.pages


def _first_board() -> str:
    """Return the cell with which a front page begins: the first example of the first game."""
    example = welcome(next(iter(GAMES)))
    return f'```{{code-cell}} ipython3\n:tags: [live]\n\nfrom cattools import show\n\nshow("{example}")\n```'


def _with_content(blocks: Sequence[str]) -> Iterator[str]:
    """Yield the blocks of a page without the headings below which nothing is left."""
    depths = [len(found["depth"]) if (found := _HEADING.match(block)) else 0 for block in blocks]
    for n, (block, depth) in enumerate(zip(blocks, depths, strict=True)):
        after = depths[n + 1] if n + 1 < len(depths) else 1
        if not depth or depth == 1 or not 0 < after <= depth:
            yield block
