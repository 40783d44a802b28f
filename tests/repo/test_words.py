"""Names use the words of the list in CONTRIBUTING.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repo.test_files import ROOT, tracked

EXEMPT = {"cattools/site/metadata/moved_pages.py"}  # contains the former names of pages
ROW = re.compile(r"^\| [^|]+ \| [^|]* \| ([^|]*) \|$", re.MULTILINE)


def banned() -> set[str]:
    """Return the words that no name may contain: those in bold in the last column of the list."""
    words = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Words")[2]
    return {word for cell in ROW.findall(words) for word in re.findall(r"\*\*(\w+)\*\*", cell)}


def names(file: str, text: str) -> Iterator[str]:
    """Yield the names in a path, and of a file's classes, CSS classes and, outside the tests, functions."""
    yield from Path(file).parts
    if file.endswith(".py"):
        kinds = "class" if file.startswith("tests/") else "class|def"
        yield from re.findall(rf"^ *(?:{kinds}) (\w+)", text, re.MULTILINE)
    elif file.endswith((".js", ".mjs")):
        yield from re.findall(r"^(?:export )?(?:async )?(?:class|function\*?) (\w+)", text, re.MULTILINE)
    elif file.endswith(".css"):
        yield from set(re.findall(r"\.(cat-[\w-]+)", text))


def wrong(file: str, text: str, words: set[str]) -> list[str]:
    """Return the names in a file that contain one of the words."""
    found = []
    for name in names(file, text):
        parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
        if {word for part in parts for word in (part.lower(), part.lower().removesuffix("s"))} & words:
            found.append(f"{file}: {name}")
    return found


def test_names_use_the_words_of_the_list() -> None:
    words, found = banned(), list[str]()
    for path in tracked():
        file, is_code = path.relative_to(ROOT).as_posix(), path.suffix in {".py", ".js", ".mjs", ".css"}
        if file not in EXEMPT:
            found += wrong(file, path.read_text(encoding="utf-8") if is_code else "", words)
    assert len(words) >= 8
    assert found == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("book/herders/quarrels.md", ""),
        ("cattools/x.py", "class BigRoom: ..."),
        ("cattools/x.mjs", "export class Twin {}"),
        ("cattools/x.mjs", "export async function enterRoom() {}"),
        ("cattools/x.py", "    def walk_on(self) -> None: ..."),
        ("cattools/rooms/x.py", ""),
        ("cattools/x.css", ".cat-walk-end { color: red }"),
    ],
)
def test_a_wrong_name_is_found(file: str, text: str) -> None:
    assert len(wrong(file, text, banned())) == 1
