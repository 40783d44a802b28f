"""The book's pages as notebooks, run cell by cell by nbval.

A text page stores no outputs to compare with. Instead, the run checks that every cell runs without an error, with one
kernel per page, and that a cell tagged `live` ends in a board whose output bundle contains the widget, the picture and
the words, so that it works in JupyterLab, in print and with a screen reader.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import jupytext
import nbformat
import pytest
from nbval.plugin import IPyNbCell, IPyNbFile
from sphinx_external_toc.parsing import parse_toc_yaml

from tests.kinds import NIGHTLY

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "_build" / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"

KINDS = {"index", "turn", "play"}  # a game's pages in the usual run: its start page, a lesson, a whole game
LONGEST = 60  # timeout in seconds for a cell that was assigned to another worker


def contents(root: Path = ROOT) -> list[Path]:
    """Return all pages of the table of contents, in its order."""
    table = root / "_toc.yml"
    named = [root / f"{name}.md" for name in parse_toc_yaml(table)] if table.is_file() else []
    missing = [str(page.relative_to(root)) for page in named if not page.is_file()]
    assert not missing, f"_toc.yml names missing pages: {', '.join(missing)}"
    return named


def pages(root: Path = ROOT) -> list[Path]:
    """Return the pages that contain code cells."""
    return [page for page in contents(root) if "{code-cell}" in page.read_text(encoding="utf-8")]


def is_usual(page: Path) -> bool:
    """Return whether a page is in the usual run: the general pages, and some pages of one game.

    The usual run can skip the other pages, because building the site runs the code of all pages.
    """
    return page.parent.name == "book" or (page.parent.name == "herders" and page.stem in KINDS)


def convert(page: Path, folder: Path, root: Path = ROOT) -> Path:
    """Write a page as .ipynb, at the same path below `folder`."""
    notebook = (folder / page.relative_to(root)).with_suffix(".ipynb")
    notebook.parent.mkdir(parents=True, exist_ok=True)
    text = nbformat.writes(jupytext.read(page, fmt="md:myst"))
    # Every worker collects all pages; none may read a file that another has only half written.
    if not notebook.is_file() or notebook.read_text(encoding="utf-8") != text:
        fresh = notebook.with_suffix(f".{id(text)}")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(notebook)
    return notebook


def lacks(outputs: list[nbformat.NotebookNode]) -> list[str]:
    """Return what is missing from the outputs of a live cell; an empty list if the board is complete."""
    bundle = next((output.data for output in outputs if WIDGET in output.get("data", {})), None)
    if bundle is None:
        return ["no widget: the cell should end with a board"]
    faults = []
    words = bundle.get("text/plain", "").strip()
    if not words or words.startswith("<") or "(" in words.split("\n")[0].split(" ")[0]:
        faults.append(f"no words: text/plain should describe the position, but is {words[:60]!r}")
    try:
        picture = ET.fromstring(bundle.get("image/svg+xml", ""))
        if picture.tag != "{http://www.w3.org/2000/svg}svg" or not len(picture):
            faults.append(f"no picture: image/svg+xml holds an empty <{picture.tag}>")
    except ET.ParseError as error:
        faults.append(f"no picture: image/svg+xml is not XML ({error})")
    return faults


class Cell(IPyNbCell):  # type: ignore[misc]  # nbval has no type hints
    """A code cell of a page; `before` contains the cells above it."""

    before: tuple["Cell", ...] = ()

    def runtest(self) -> None:
        self.parent.catch_up(self.before)
        self.parent.ran.add(self)
        super().runtest()
        faults = lacks(self.test_outputs) if "live" in self.cell.metadata.get("tags", []) else []
        if faults:
            self.raise_cell_error("a live cell's output is incomplete", "\n".join(faults))


class Page(IPyNbFile):  # type: ignore[misc]  # nbval has no type hints
    """A page of the book with its own kernel, started in the page's folder."""

    source: Path
    ran: set[Cell]

    @classmethod
    def of(cls, parent: pytest.Collector, source: Path, folder: Path = NOTEBOOKS, root: Path = ROOT) -> "Page":
        page = cls.from_parent(parent, path=convert(source, folder, root))
        page.source = source
        return page

    def catch_up(self, cells: tuple[Cell, ...]) -> None:
        """Run the earlier cells that were assigned to other workers, since the cells of a page share variables."""
        for cell in cells:
            if cell not in self.ran:
                self.ran.add(cell)
                sent = self.kernel.execute_cell_input(cell.cell.source, allow_stdin=False)
                self.kernel.await_reply(sent, timeout=LONGEST)
                self.kernel.await_idle(sent, timeout=LONGEST)

    def setup(self) -> None:
        super().setup()
        self.ran = set()
        self.kernel.execute_cell_input(f"import os; os.chdir({str(self.source.parent)!r}); del os", allow_stdin=False)

    def collect(self) -> Iterator[Cell]:
        before: tuple[Cell, ...] = ()
        for item in super().collect():
            if item.options["check"]:
                where = f"{self.source.name}, {item.name}"
                raise pytest.Collector.CollectError(
                    f"{where}: NBVAL_CHECK_OUTPUT compares with a stored output, but a text page has none; "
                    "use assert in the cell instead"
                )
            parts = {name: getattr(item, name) for name in ("name", "cell_num", "cell", "options")}
            cell: Cell = Cell.from_parent(self, **parts)
            cell.before = before
            before = (*before, cell)
            yield cell


class Book(pytest.File):
    """All pages, collected in addition to the test module `test_pages.py`."""

    def collect(self) -> Iterator[Page]:
        for source in pages():
            if is_usual(source):
                yield Page.of(self, source)
            elif NIGHTLY in os.environ:  # otherwise it need not be converted
                page = Page.of(self, source)
                page.add_marker("nightly")
                yield page
