"""A page exported by nbconvert shows its boards as pictures, and leads on as the book does."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cattools.site.exported import plain
from cattools.site.lab import settle
from cattools.site.rule_pages import ROOT, pages
from tests.notebooks.pages import convert


def test_places_links_and_readings_are_what_everybody_reads() -> None:
    said = plain(
        "(herders.place)=\n## A\n\nSee {ref}`b <herders.herd.trigger>`, [c](cats.md), [d](../intro.md#x).\n", "herders"
    )
    assert said.startswith('<a id="herders-place"></a>\n')
    assert "[b](cats.html#herders-herd-trigger), [c](cats.html), [d](../intro.html#x)" in said
    note = "```{admonition} A reading\n:class: note reading\nIt is so.\n```\n"
    assert plain(note) == "> **A reading**\n>\n> It is so.\n"
    assert plain("[a](https://b.example/c.md)") == "[a](https://b.example/c.md)"


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_nothing_of_myst_is_left_on_a_page(page: Path) -> None:
    text = re.sub(r"^```\{code-cell\}.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"\{ref\}|^```\{|^\(\S+\)=|\]\(#\w+\.\w|\.md[)#]", plain(text, page.parent.name), re.MULTILINE)


def test_nbconvert_shows_every_board_as_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settle(tmp_path)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(tmp_path / "etc" / "jupyter"))
    page = ROOT / "book" / "herders" / "turn.md"
    notebook = convert(page, tmp_path / "pages")
    command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", str(notebook)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    html = notebook.with_suffix(".html").read_text(encoding="utf-8")
    boards = page.read_text(encoding="utf-8").count(":tags: [live]")
    assert len(re.findall(r'<svg [^>]*aria-label="[^"]+"', html)) == boards
    assert "widget-view" not in re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    assert '<a id="herders-move"></a>' in html
