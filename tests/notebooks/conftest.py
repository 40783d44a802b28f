"""Collect the book's pages in addition to this folder's own tests."""

import os
from pathlib import Path

import pytest

from tests.notebooks.plugin import ROOT, Book

# A user's own IPython startup files must not affect the book's kernels.
os.environ["IPYTHONDIR"] = str(ROOT / "_build" / "ipython")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Book | None:
    return Book.from_parent(parent, path=file_path) if file_path.name == "test_pages.py" else None
