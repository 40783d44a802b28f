"""Running and saving a page in JupyterLab does not change it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jupyter_server.services.contents.largefilemanager import LargeFileManager
from jupytext.sync_contentsmanager import build_sync_jupytext_contents_manager_class
from nbformat.v4 import new_output

from cattools.site.notebooks.jupyterlab import SETTINGS, settle
from cattools.site.notebooks.normalize import KERNEL, LANGUAGE, as_saved
from cattools.site.sphinx.rule_sections import ROOT, pages

PAGES = pages()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the parts of the project that JupyterLab reads."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copy(ROOT / "jupytext.toml", folder)
    shutil.copytree(ROOT / "book", folder / "book", ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    return folder


@pytest.fixture(scope="module")
def manager(copy: Path) -> Any:
    """Return the contents manager that opens and saves notebooks for JupyterLab."""
    return build_sync_jupytext_contents_manager_class(LargeFileManager)(root_dir=str(copy))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_running_and_saving_a_page_does_not_change_it(page: Path, copy: Path, manager: Any) -> None:
    name = page.relative_to(ROOT).as_posix()
    model = manager.get(name, type="notebook")
    notebook = model["content"]
    assert notebook.metadata.kernelspec.name == "python3", "without one, JupyterLab asks for a kernel"
    notebook.metadata.kernelspec = KERNEL
    notebook.metadata.language_info = {**LANGUAGE, "version": "3.12.1", "file_extension": ".py"}
    for number, cell in enumerate(notebook.cells):
        cell.metadata["trusted"] = True
        if cell.cell_type == "code":
            cell.execution_count = number
            cell.metadata["execution"] = {"iopub.status.busy": "2024-01-01T00:00:00Z"}
            cell.outputs = [new_output("stream", text="meow")]
    manager.save(model, name)
    assert (copy / name).read_text(encoding="utf-8") == page.read_text(encoding="utf-8"), "`make fix` writes it"


def test_a_page_in_another_format_is_normalized() -> None:
    before = "# A page\n\n```{code-cell} python\n:tags: [live]\n1 + 1\n```\n"
    after = as_saved(before)
    assert after.endswith("# A page\n\n```{code-cell} ipython3\n:tags: [live]\n\n1 + 1\n```\n")
    assert as_saved(after) == after


def test_the_books_environment_opens_pages_as_notebooks(tmp_path: Path) -> None:
    settle(tmp_path)
    file = tmp_path / "share/jupyter/lab/settings/overrides.d/cattools.json"
    assert json.loads(file.read_text(encoding="utf-8")) == SETTINGS
