"""Tests of the notebook plugin; the pages themselves are collected by `Book`."""

from pathlib import Path

import nbformat
import pytest

from tests.notebooks.plugin import WIDGET, Page, convert, lacks, pages

GOOD = {
    WIDGET: {"model_id": "1"},
    "text/plain": "Cat on b2.",
    "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>',
}
PAGE = """---
kernelspec: {name: python3, display_name: Python 3}
---
# A page

```{code-cell}
:tags: [live]
6 * 7
```
"""


def output(**changes: object) -> list[nbformat.NotebookNode]:
    data = {name: value for name, value in {**GOOD, **changes}.items() if value is not None}
    return [nbformat.from_dict({"output_type": "display_data", "data": data, "metadata": {}})]


def test_a_complete_bundle_has_no_faults() -> None:
    assert lacks(output()) == []


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (WIDGET, None, "no widget"),
        ("text/plain", None, "no words"),
        ("text/plain", " \n", "no words"),
        ("text/plain", "Board(canvas=Canvas(width=3))", "no words"),
        ("text/plain", "<cattools.widgets.Board object>", "no words"),
        ("image/svg+xml", None, "no picture"),
        ("image/svg+xml", "<svg", "no picture"),
        ("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>', "no picture"),
    ],
)
def test_each_missing_part_of_a_bundle_is_named(kind: str, value: str | None, words: str) -> None:
    assert [fault.startswith(words) for fault in lacks(output(**{kind: value}))] == [True]


def test_a_page_becomes_a_notebook(tmp_path: Path) -> None:
    page = tmp_path / "book" / "page.md"
    page.parent.mkdir()
    page.write_text(PAGE, encoding="utf-8")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: book/page\n", encoding="utf-8")
    assert pages(tmp_path) == [page]
    path = convert(page, tmp_path / "out", tmp_path)
    assert path == tmp_path / "out" / "book" / "page.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    assert [cell.cell_type for cell in cells] == ["markdown", "code"]
    assert cells[1].metadata.tags == ["live"]


def test_the_book_has_pages_with_live_cells() -> None:
    live = [page for page in pages() if "live" in page.read_text(encoding="utf-8")]
    assert live, "expected _toc.yml to name at least one page with a live cell"


class Kernel:
    """A kernel that records the code that it should run."""

    def __init__(self) -> None:
        self.run: list[str] = []

    def execute_cell_input(self, source: str, *, allow_stdin: bool) -> str:
        assert not allow_stdin
        self.run.append(source)
        return str(len(self.run))

    def await_reply(self, sent: str, timeout: float) -> None:
        assert (sent, timeout > 0) == (str(len(self.run)), True)

    await_idle = await_reply


def test_earlier_cells_assigned_to_another_worker_run_before_a_cell(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    more = "\n```{code-cell}\ncats = 9\n```\n\n```{code-cell}\nassert cats == 9\n```\n"
    page.write_text(PAGE + more, encoding="utf-8")
    book = Page.of(request.session, page, tmp_path / "out", tmp_path)
    book.kernel, book.ran = Kernel(), set()
    *_, last = book.collect()
    for _ in range(2):
        book.catch_up(last.before)
    assert book.kernel.run == ["6 * 7", "cats = 9"]
