"""Pages in another language: what a translator translates on a page, and the page with the translations in place.

A message is a heading, a paragraph, an item of a list, a cell of a table, the title of an admonition or the title that
a cell's code gives a board. Code, labels and links stay as they are, so a translated page has the same anchors. A
table's first column also stays as it is if its heading is `SOURCE_WORDS`; if the heading is `NOTATION`, only the code
in the column changes, to what readers can type in their language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from docutils import nodes
from docutils.nodes import make_id

from cattools.core.notation.typed_words import in_readers_words

Translate = Callable[[str], str]
SOURCE_WORDS = "English"
NOTATION = "Written"
ANCHOR = "anchor"  # begins a comment that gives the heading below it its anchor

_FRONT_MATTER = re.compile(r"\A---\n.*?^---$\n", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^(`{3,})(?:\{admonition\} (?P<title>.+))?")
_OPTION = re.compile(r"^:[\w-]+:")
_NUMBERED = re.compile(r"id\d+")
_LABEL = re.compile(r"^\(\S+\)=$")
_TITLE = re.compile(r'(?<=title=")(?P<words>[^"\n]+)(?=")')
_HEADING = re.compile(r"^#+ (?P<words>.+)$")
_BLOCK = re.compile(r"^\s*(?:[-*] |\d+\. )?(?P<words>.+)$")
_CELL = re.compile(r"(?<=\|) *(?P<words>[^|\n]+?) *(?=\|)")
_RULED = re.compile(r"^\|[\s|:-]+\|$")
_COMMENT = re.compile(r"^<!--.*-->$")
# Text without a match needs no translation: code, single numbers, signs, and words that are Japanese already.
_WORDS = re.compile(r"[A-Za-z]{2}|\b[AI]\b|[0-9](?:\u2013|, )[0-9]")
_UNTRANSLATED = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>")


def messages(page: str) -> Iterator[str]:
    """Yield the messages of a page, in order."""
    found = list[str]()

    def note(words: str) -> str:
        found.append(words)
        return words

    translated(page, note)
    yield from found


def translated(page: str, translate: Translate) -> str:
    """Return the page with each message replaced by its translation, and notation in the words of the language in use.

    Above each heading, and its label if it has one, is a comment with its English anchor (`keep_anchors`).
    """
    front = _FRONT_MATTER.match(page)
    head = front[0] if front else ""
    return head + "\n".join(_lines(page[len(head) :].split("\n"), translate))


def keep_anchors(document: nodes.document) -> None:
    """Give the sections of a translated page the anchors that the comments above their headings name."""
    for comment in list(document.findall(nodes.comment)):
        kind, _, anchor = comment.astext().partition(" ")
        section = comment.next_node(nodes.section, ascend=True)
        if kind == ANCHOR and section is not None:
            own = make_id(section.next_node(nodes.title).astext())  # "" without Latin letters; then the id is a number
            section["ids"] = [anchor, *(one for one in section["ids"] if one != own and not _NUMBERED.fullmatch(one))]
            comment.parent.remove(comment)


def _lines(lines: list[str], translate: Translate) -> Iterator[str]:
    fence, is_code, heading = "", False, ""
    for before, line, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        opens = None if fence else _FENCE.match(line)
        if fence and line == fence:
            fence, is_code = "", False
            yield line
        elif opens:
            fence, is_code = opens[1], not opens["title"]
            yield line if is_code else _put(opens, translate, "title")
        elif is_code:
            yield _TITLE.sub(lambda found: _put(found, translate), line)
        elif line.startswith("|") and not _RULED.match(line):
            heading = heading if before.startswith("|") else line.split("|")[1].strip()
            kept = heading in {SOURCE_WORDS, NOTATION} and before.startswith("|")
            start = line.index("|", 1) if kept else 0
            first = in_readers_words(line[:start]) if heading == NOTATION else line[:start]
            yield first + _CELL.sub(lambda found: _put(found, translate), line[start:])
        else:
            yield from _text(line, before, after, translate)


def _text(line: str, before: str, after: str, translate: Translate) -> Iterator[str]:
    heading = _HEADING.match(line)
    block = _BLOCK.match(line)
    anchored = _HEADING.match(after) if _LABEL.match(line) else None if _LABEL.match(before) else heading
    if anchored:
        yield f"% {ANCHOR} {make_id(anchored['words'])}"
    if heading:
        yield _put(heading, translate)
    elif block is None or any(known.match(line) for known in (_OPTION, _LABEL, _COMMENT, _RULED)):
        yield line
    else:
        yield _put(block, translate)


def _put(found: re.Match[str], translate: Translate, group: str = "words") -> str:
    """Return the match with its words translated."""
    words, start = found[group], found.start()
    if not _WORDS.search(_UNTRANSLATED.sub("", words)):
        return found[0]
    return found[0][: found.start(group) - start] + translate(words) + found[0][found.end(group) - start :]
