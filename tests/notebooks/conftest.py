"""Collects the book's pages beside this folder's own tests."""

import os
from pathlib import Path

import pytest

from tests.notebooks.plugin import ROOT, Book

# A user's own start-up files have no say in how the book's kernels behave.
os.environ["IPYTHONDIR"] = str(ROOT / "_build" / "ipython")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Book | None:
    return Book.from_parent(parent, path=file_path) if file_path.name == "test_pages.py" else None
