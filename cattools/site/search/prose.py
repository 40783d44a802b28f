"""The prose of the book's pages, section by section and sentence by sentence, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from docutils.nodes import make_id

from cattools.site.page_translation import ANCHOR

_FENCE = re.compile(r"^```(?P<kind>.*)\n(?P<body>(?:(?!```).*\n)*)```$", re.MULTILINE)
_UNREAD = re.compile(r"\A---\n.*?^---$|<!--.*?-->|^:[\w-]+:[^\n]*$", re.MULTILINE | re.DOTALL)
_ANCHOR = re.compile(rf"^% {ANCHOR} (\S+)$")
_PLACE = re.compile(r"^\((\S+)\)=$")
_HEADING = re.compile(r"^(#+) (.+)$")
_ITEM = re.compile(r"^(?:[-*]|\d+\.) +")
_RULED = re.compile(r"^\|[\s|:-]+\|$")
_LEAD = re.compile(r"^\*\*(?P<lead>[^*]+?)[.:]?\*\*\s+(?P<rest>[^a-z].+)$", re.DOTALL)
_LINK = re.compile(r"!?\[([^\]]*)\]\(([^)]*)\)")
_MARKS = re.compile(r"[*`]|\(ours\)|</?\w[^>]*>")
# An English sentence ends before a space and a capital letter, a Japanese one at its full stop.
_SENTENCE = re.compile(r"(?<=[.?!])\"?\s+(?=[\"(]?[A-Z\d`])|(?<=[。\uff1f\uff01])(?![」\uff09])\s*")

ROW = " · "  # between the cells of a table row, by which `frontend/search/ranking.mjs` recognizes the row
_FEWEST = 3  # minimum number of columns of a table whose headings are added to its rows


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, an item of a list or a row of a table."""

    lead: str  # the words in bold type with which it begins, if any
    sentences: tuple[str, ...]
    row: tuple[str, ...] = ()  # the plain text of the cells if it is a row of a table
    links: tuple[str, ...] = ()  # the targets of its links


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what is below it, up to the next heading."""

    place: str  # its label, or an empty string
    anchor: str  # made of its English words, in every language
    depth: int
    title: str
    passages: tuple[Passage, ...]

    @property
    def fragment(self) -> str:
        """What follows a page's address to lead here; "" for the page itself."""
        return "" if self.depth == 1 else f"#{make_id(self.place) or self.anchor}"


def sections(page: str) -> Iterator[Section]:
    """Yield the sections of a page's text. Code, comments and pictures are left out; admonitions are not."""
    text = _UNREAD.sub("", _FENCE.sub(lambda found: found["body"] if found["kind"].startswith("{adm") else "", page))
    label, anchor, section, lines = "", "", None, list[str]()
    for line in text.splitlines():
        if found := _PLACE.match(line):
            label = found[1]
        elif found := _ANCHOR.match(line):
            anchor = found[1]
        elif found := _HEADING.match(line):
            if section:
                yield replace(section, passages=tuple(_passages(lines)))
            title = plain(found[2])
            section, lines = Section(label, anchor or make_id(title), len(found[1]), title, ()), []
            label, anchor = "", ""
        else:
            lines.append(line)
    if section:
        yield replace(section, passages=tuple(_passages(lines)))


def plain(words: str) -> str:
    """Return words without MyST markup."""
    return " ".join(_MARKS.sub("", _LINK.sub(_shown, words)).split())


def _shown(link: re.Match[str]) -> str:
    return "" if link[0].startswith("!") else link[1]


def _passages(lines: list[str]) -> Iterator[Passage]:
    for block in re.split(r"\n\s*\n", "\n".join(lines)):
        if "|" in block and block.lstrip().startswith("|"):
            yield from _rows(block.strip().splitlines())
            continue
        for item in re.split(r"\n(?=\s*(?:[-*]|\d+\.) )", block.strip()):
            if words := _ITEM.sub("", item.strip()):
                yield _passage(words)


def _passage(words: str) -> Passage:
    found = _LEAD.match(words)
    lead, rest = (found["lead"], found["rest"]) if found else ("", words)
    return Passage(plain(lead), sentences(plain(rest)), (), _targets(words))


def _rows(lines: list[str]) -> Iterator[Passage]:
    is_ruled = len(lines) > 1 and _RULED.match(lines[1])
    heads = _cells(lines[0]) if is_ruled else ()
    for line in lines[2:] if is_ruled else lines:
        cells, links = _cells(line), _targets(line)
        said = ": ".join(filter(None, cells))
        if _FEWEST <= len(cells) == len({*filter(None, heads)}) and not links:  # the cells say nothing without heads
            said = ROW.join(f"{head}: {cell}" for head, cell in zip(heads, cells, strict=True) if cell)
        yield Passage("", (said,), cells, links)


def _cells(line: str) -> tuple[str, ...]:
    return tuple(map(plain, re.split(r"\s*\|\s*", line.strip().removeprefix("|").removesuffix("|"))))


def _targets(words: str) -> tuple[str, ...]:
    return tuple(target for _, target in _LINK.findall(words))


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a plain text."""
    return tuple(filter(None, (part.strip() for part in _SENTENCE.split(text))))
