"""Pages can be opened, run and saved in JupyterLab, and boards whose kernel is gone say so."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import jupytext
import nbformat
import pytest
from nbclient import NotebookClient
from playwright.sync_api import Page, expect

from tests.browser.board_driver import Board, live
from tests.browser.fixtures import ROOT
from tests.browser.jupyterlab import Lab, running
from tests.browser.page_watch import Watch

GOALS = "book/calico/goals.md"
GONE = "The kernel has stopped. Rerun the cell to continue."


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a writable folder with the pages."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("jupytext.toml", "_toc.yml"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "book", folder / "book", ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    return folder


@pytest.fixture(scope="module")
def lab(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Yield a JupyterLab that can save."""
    with running(copy, tmp_path_factory.mktemp("lab")) as started:
        yield started


@pytest.mark.nightly
def test_run_all_and_save_leave_a_page_unchanged(page: Page, lab: Lab, copy: Path) -> None:
    lab.open(page, GOALS)
    lab.run_all(page)
    live(page)
    assert lab.errors(page) == []
    # JupyterLab's style removes the underline of links; a link alone on its line would look like text
    expect(page.locator(".cat-shell a:not(.cat-link-button)").first).to_have_css("text-decoration-line", "underline")
    saved = (copy / GOALS).stat().st_mtime_ns
    page.keyboard.press("Control+s")
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
    assert (copy / GOALS).stat().st_mtime_ns > saved
    assert (copy / GOALS).read_text(encoding="utf-8") == (ROOT / GOALS).read_text(encoding="utf-8")


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["book/herders/reference.md", "book/glossary.md", "book/herders/index.md"])
def test_a_page_opens_without_a_dialog(page: Page, lab: Lab, name: str) -> None:
    lab.open(page, name)
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.ready")
    expect(page.locator(".jp-Dialog")).to_have_count(0)


@pytest.mark.nightly
def test_a_board_whose_kernel_is_gone_says_so_and_keeps_its_picture(page: Page, lab: Lab, watch: Watch) -> None:
    watch.forgive("Session has no kernel")  # JupyterLab logs this if it has not ended the session itself
    lab.open(page, "book/herders/turn.md")
    lab.run_all(page)
    before = live(page).pixels()
    lab.forget()
    board = Board(page, page.locator(".cat-shell").first)
    expect(board.shell.locator(".cat-state")).to_have_text(GONE)
    assert (board.pixels() == before).all()
    # JupyterLab learns at its next poll that a session was ended from outside; until then no cell can be run
    page.wait_for_function("() => window.jupyterapp.shell.currentWidget.sessionContext.hasNoKernel")
    lab.run_all(page)
    assert live(page).pixels().any()


@pytest.mark.nightly
def test_a_saved_notebook_shows_its_boards_without_their_kernel(page: Page, lab: Lab, copy: Path) -> None:
    notebook = jupytext.read(copy / "book" / "herders" / "turn.md")
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type == "code"][:2]
    NotebookClient(notebook, timeout=60).execute()
    nbformat.write(notebook, copy / "saved.ipynb")
    lab.ask("contents/saved.ipynb/trust", "POST")  # as if the notebook had been saved in this JupyterLab
    lab.open(page, "saved.ipynb")
    boards = page.locator(".cat-shell")
    expect(boards).to_have_count(2)
    for board in boards.all():
        expect(board.locator(".cat-state")).to_have_text(GONE)
        expect(board.locator(".cat-stage svg").first).to_be_visible()
        expect(board.locator("button:enabled")).to_have_count(0)
