"""Pages run in few kernels leave in the cache what they would in kernels of their own."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from jupyter_cache import get_cache
from myst_nb.core.config import NbParserConfig
from myst_nb.core.read import read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig

from cattools.site.page_runs import run_changed

HEAD = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  name: python3
---
"""
ADDS = "import cattools\ncattools.added = 1\nmine = len(dir())"
LOOKS = 'import cattools\nprint("mine" in dir(), hasattr(cattools, "added"))'


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run pages that hold one cell each, in one kernel; returns what each printed, None of one that is not kept."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    cache = tmp_path / "cache"
    settings = NbParserConfig(execution_mode="cache", execution_cache_path=str(cache))
    env = SimpleNamespace(
        doc2path=lambda name: tmp_path / f"{name}.md", myst_config=MdParserConfig(), mystnb_config=settings
    )

    def start(**cells: str) -> dict[str, str | None]:
        for name, code in cells.items():
            (tmp_path / f"{name}.md").write_text(f"{HEAD}# {name}\n\n```{{code-cell}} python\n{code}\n```\n", "utf-8")
        run_changed(cast("Any", SimpleNamespace(env=env)), None, list(cells))
        return {name: printed(name) for name in cells}

    def printed(name: str) -> str | None:
        page = tmp_path / f"{name}.md"
        notebook = read_myst_markdown_notebook(page.read_text("utf-8"), add_source_map=True, path=page)
        try:
            _, found = get_cache(str(cache)).merge_match_into_notebook(notebook)
        except KeyError:
            return None
        code = next(cell for cell in found.cells if cell.cell_type == "code")
        return "".join(output.get("text", "") for output in code.outputs)

    return start


def test_a_page_knows_nothing_of_the_one_before(run: Any) -> None:
    assert run(first=ADDS, second=LOOKS) == {"first": "", "second": "False False\n"}


def test_a_page_that_fails_is_left_to_jupyter_book(run: Any) -> None:
    assert run(first="1 / 0", second="print(2)") == {"first": None, "second": "2\n"}


def test_what_ran_once_does_not_run_again(run: Any, tmp_path: Path) -> None:
    code = f'print("ran", file=open({str(tmp_path / "ran")!r}, "a"))'
    run(only=code)
    run(only=code)
    assert (tmp_path / "ran").read_text("utf-8") == "ran\n"
