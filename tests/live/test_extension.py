"""The Sphinx extension: which cells are live, what a book can add, and how mistakes are reported."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx.errors import SphinxError

from cattools.live.errors import BuildError
from cattools.live.pipeline import offline
from cattools.live.pipeline.bundle import Bundle, python_files
from cattools.live.pipeline.optimizations import enabled
from cattools.live.settings import WORKER, Settings
from cattools.live.sphinx.extension import settings_of
from cattools.live.sphinx.live_cells import VIEW, WORDS, cells, is_live, make_live


def page(*outputs: str, tags: tuple[str, ...] = ()) -> nodes.document:
    """Return a page with a cell for each output; the first cell has the tags."""
    document = new_document("page")
    for n, output in enumerate(outputs):
        classes = ["cell", *(f"tag_{tag}" for tag in tags if n == 0)]
        document += nodes.container("", nodes.raw("", output, format="html"), classes=classes)
    return document


def book(folder: Path, **config: Any) -> Any:
    """Return the part of a Sphinx application that the extension reads."""
    usual: dict[str, Any] = {"live_packages": [], "live_python": [], "live_preload": []}
    return SimpleNamespace(config=SimpleNamespace(**usual | config), srcdir=str(folder))


def test_all_cells_of_a_page_with_a_widget_are_live() -> None:
    document = page("<p>1</p>", f'<script type="{VIEW}">{{}}</script>')
    make_live(document, WORDS | {"waiting": "Not <yet>"})
    assert len(list(cells(document))) == 2
    shown = "".join(raw.astext() for raw in document.findall(nodes.raw))
    assert VIEW not in shown
    assert "<p>1</p>" in shown
    assert "Not &lt;yet&gt;" in shown
    assert shown.count('data-cat="static"') == 1


def test_a_page_without_widgets_stays_as_it_is() -> None:
    document = page("<p>1</p>")
    before = document.pformat()
    make_live(document, WORDS)
    assert document.pformat() == before
    assert not is_live(document)


def test_a_cell_with_the_tag_static_does_not_run() -> None:
    document = page("<p>1</p>", f'<script type="{VIEW}">{{}}</script>', tags=("static",))
    make_live(document, WORDS)
    assert [box.astext() for box in cells(document)] != []
    assert len(list(cells(document))) == 1


def test_a_books_own_python_is_packed_under_its_name(tmp_path: Path) -> None:
    (tmp_path / "lib" / "inner").mkdir(parents=True)
    (tmp_path / "lib" / "inner" / "deep.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "one.py").write_text("y = 2\n", encoding="utf-8")
    settings = settings_of(book(tmp_path, live_python=["lib", "one.py"], live_preload=["one"]))
    assert {"lib/inner/deep.py", "one.py", "livekernel.py", "live_output.py", "ipywidgets/__init__.py"} <= python_files(
        settings
    ).keys()
    assert "'one'" in settings.start


def test_what_is_missing_is_named_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SphinxError, match=r"^live_python: expected a file or folder .* but .*nowhere does not exist$"):
        settings_of(book(tmp_path, live_python=["nowhere"]))
    settings = Settings(packages=("no-such-distribution",))
    with pytest.raises(BuildError, match=r"^the site needs the Python package no-such-distribution, which is not"):
        Bundle(tmp_path / "work", tmp_path / "live", settings, enabled())


def test_the_service_worker_lists_what_pages_load(tmp_path: Path) -> None:
    site, script = tmp_path / "site", tmp_path / "bundled.js"
    for name in ("index.html", "catlive/boot.js", "_static/a.css", "_static/a.css.map", ".doctrees/index.doctree"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(name, encoding="utf-8")
    script.write_text("work();\n", encoding="utf-8")
    for _ in range(2):  # the second build finds the worker that the first one has written
        offline.write(site, script, "stamp")
        text = (site / WORKER).read_text(encoding="utf-8")
        assert text.endswith("\nwork();\n")
        assert re.findall(r'\["([^"]+)", "sha256-', text) == ["_static/a.css", "catlive/boot.js", "index.html"]
