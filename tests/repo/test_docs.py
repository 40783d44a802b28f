"""The pages in `docs/` name only what is in the code, and their lists are not joined into paragraphs."""

import re
from pathlib import Path

import pytest

from tests.repo.test_files import ROOT, tracked

PAGES = sorted(page for page in (ROOT / "docs").glob("*.md") if page.name != "reference.md")
WITH_INVENTED_NAMES = {"adding-a-game.md", "dependencies.md"}  # the game in the recipe; other projects
CODE = {".py", ".mjs", ".js", ".ts", ".toml", ".yml", ".css"}
NAME = re.compile(r"[A-Za-z_][\w.]*(\(.*\)| = .*)?")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in WITH_INVENTED_NAMES], ids=lambda p: p.stem)
def test_a_page_names_only_what_is_in_the_code(page: Path) -> None:
    texts = (file.read_text("utf-8") for file in tracked() if file.suffix in CODE and file != Path(__file__))
    known = {word for text in texts for word in re.findall(r"[A-Za-z_]\w*", text)}
    named = [
        code for code in re.findall(r"`([^`\n]+)`", FENCED.sub("", page.read_text("utf-8"))) if NAME.fullmatch(code)
    ]
    assert [code for code in named if re.split("[( ]", code)[0].rpartition(".")[2] not in known] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_a_page_has_no_list_that_was_joined_into_a_paragraph(page: Path) -> None:
    lines = FENCED.sub("", page.read_text("utf-8")).splitlines()
    assert [line for line in lines if re.search(r"\S   +\S|\. \d\. [A-Z]", line) and not line.startswith("|")] == []
