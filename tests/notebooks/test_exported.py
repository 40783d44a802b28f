"""A page exported by nbconvert shows its boards as pictures, and its links work as in the book."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from cattools.site.notebooks.jupyterlab import settle
from cattools.site.notebooks.nbconvert_preprocessor import WIDGET, Still, plain
from cattools.site.sphinx.rule_sections import ROOT, pages
from tests.notebooks.plugin import convert
from tools.build_wheel import make

MYST = {"jupytext": {"text_representation": {"extension": ".md", "format_name": "myst"}}}
# Elements whose content would be loaded from another host.
LOADED = re.compile(r'<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="(?:https?:)?//[^"]*"')


def test_labels_links_and_interpretations_become_plain_markdown() -> None:
    text = plain(
        "(herders.place)=\n## A\n\nSee {ref}`b <herders.herd.trigger>`, [c](cats.md), [d](../intro.md#x).\n", "herders"
    )
    assert text.startswith('<a id="herders-place"></a>\n')
    assert "[b](cats.html#herders-herd-trigger), [c](cats.html), [d](../intro.html#x)" in text
    note = "```{admonition} Our interpretation\n:class: note reading\nIt is so.\n```\n"
    assert plain(note) == "> **Our interpretation**\n>\n> It is so.\n"
    assert plain("[a](https://b.example/c.md)") == "[a](https://b.example/c.md)"


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_no_myst_syntax_is_left_on_a_page(page: Path) -> None:
    text = re.sub(r"^```\{code-cell\}.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"\{ref\}|^```\{|^\(\S+\)=|\]\(#\w+\.\w|\.md[)#]", plain(text, page.parent.name), re.MULTILINE)


@pytest.mark.parametrize(
    ("folder", "written", "local", "published"),
    [
        ("book/herders", "[a](cats.md#herders.x)", "cats.html#herders.x", "book/herders/cats.html#herders.x"),
        ("book/herders", "[a](#calico.score)", "../calico/end.html", "book/calico/end.html"),
        ("book/herders", "[a](../intro.md)", "../intro.html", "book/intro.html"),
        ("book", "[a](herders/cats.md)", "herders/cats.html", "book/herders/cats.html"),
        ("book", "[a](#herders.place)", "herders/turn.html#herders-place", "book/herders/turn.html#herders-place"),
    ],
)
def test_a_link_to_a_page_that_is_not_exported_leads_to_the_published_book(
    folder: str, written: str, local: str, published: str, tmp_path: Path
) -> None:
    place = tmp_path / folder
    place.mkdir(parents=True)

    def exported(address: str) -> str:
        page = new_notebook(cells=[new_markdown_cell(written)], metadata=MYST)
        still = Still(address=address)
        return str(still.preprocess(page, {"metadata": {"path": str(place)}})[0].cells[0].source)

    assert f"]({local}" in exported("")
    assert f"](https://example.org/cats/{published}" in exported("https://example.org/cats")
    other = (place / local.partition("#")[0]).with_suffix(".ipynb")
    other.parent.mkdir(exist_ok=True)
    other.touch()
    assert f"]({local}" in exported("https://example.org/cats")


@pytest.mark.nightly
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
    assert LOADED.findall(html) == []


def test_a_notebook_that_has_nothing_to_do_with_the_book_is_exported_as_usual(tmp_path: Path) -> None:
    page = new_notebook(cells=[new_markdown_cell("[a](other.md) $x$"), new_code_cell("print(1)")])
    page.metadata["widgets"] = {}
    found, resources = Still().preprocess(page, {"metadata": {"path": str(tmp_path)}, "mathjax_url": "there"})
    assert found.cells[0].source == "[a](other.md) $x$"
    assert "widgets" in found.metadata
    assert resources["mathjax_url"] == "there"


def test_another_widget_and_a_formula_next_to_a_board_keep_their_scripts() -> None:
    widget = new_output("display_data", {WIDGET: {"model_id": "1"}, "text/plain": "a slider"})
    board = new_output("display_data", {WIDGET: {"model_id": "2"}, "image/svg+xml": "<svg></svg>"})
    for more in (new_code_cell("slider", outputs=[widget]), new_markdown_cell("$x$")):
        page = new_notebook(cells=[new_code_cell("from cattools import show", outputs=[board]), more])
        page.metadata["widgets"] = {}
        found, resources = Still().preprocess(page, {"require_js_url": "there"})
        assert found.cells[0].outputs[0].data == {"text/html": "<svg></svg>"}
        assert "widgets" in found.metadata
        assert resources["require_js_url"] == "there"


@pytest.mark.nightly
def test_a_wheel_contains_what_nbconvert_needs(tmp_path: Path) -> None:
    """The notebook is exported without PyYAML and Sphinx, with cattools imported from the wheel."""
    wheel = make(None, tmp_path / "dist", {"Rulebook": "https://cats.example/book/"})
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path / "there")
    (data,) = (tmp_path / "there").glob("*.data/data")
    notebook = tmp_path / "mine.ipynb"
    cells = [
        new_markdown_cell("See [a rule](#herders.place)."),
        new_code_cell('from cattools import show\nshow("herders.place")'),
    ]
    notebook.write_text(nbformat.writes(new_notebook(cells=cells)), encoding="utf-8")
    program = (
        "import sys; sys.modules['yaml'] = sys.modules['sphinx'] = None; "
        "from nbconvert.nbconvertapp import main; main()"
    )
    places = {"PYTHONPATH": str(tmp_path / "there"), "JUPYTER_CONFIG_PATH": str(data / "etc" / "jupyter")}
    places["JUPYTER_CONFIG_DIR"] = str(tmp_path / "none")
    done = subprocess.run(
        [sys.executable, "-c", program, "--execute", "--to", "html", str(notebook)],
        cwd=tmp_path,
        env={**os.environ, **places},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    html = notebook.with_suffix(".html").read_text(encoding="utf-8")
    assert len(re.findall(r'<svg [^>]*aria-label="[^"]+"', html)) == 1
    assert LOADED.findall(html) == []
    assert 'href="https://cats.example/book/book/herders/turn.html#herders-place"' in html
