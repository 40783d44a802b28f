"""Pages that run in their own processes leave the same results in the cache as pages that run in kernels."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import nbformat
import pytest
from jupyter_cache import get_cache
from myst_nb.core.config import NbParserConfig
from myst_nb.core.read import read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from nbclient import NotebookClient

from cattools.games import GAMES
from cattools.live.pipeline.incremental import files_below
from cattools.site.sphinx import execute
from cattools.site.sphinx.execute import Code, outdated, run_changed

ROOT = Path(__file__).parents[3]
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
SHOWS = """\
import sys
from IPython.display import SVG, display
print("one")
display(SVG("<svg xmlns='http://www.w3.org/2000/svg'/>"))
print("two", file=sys.stderr)
SVG("<svg xmlns='http://www.w3.org/2000/svg' width='2'/>")
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs one-cell pages and returns the output of each, None for a page not in the cache."""
    cache = tmp_path / "cache"

    def start(behind: str = "unchanged", longest: int = 60, **cells: str) -> dict[str, str | None]:
        settings = NbParserConfig(execution_mode="cache", execution_cache_path=str(cache), execution_timeout=longest)
        monkeypatch.setattr(Code, "behind", lambda *_: behind)
        for name, code in cells.items():
            (tmp_path / f"{name}.md").write_text(f"{HEAD}# {name}\n\n```{{code-cell}} python\n{code}\n```\n", "utf-8")
        env = cast("Any", SimpleNamespace(
            doc2path=lambda name: tmp_path / f"{name}.md", found_docs=set(cells),
            myst_config=MdParserConfig(), mystnb_config=settings,
        ))  # fmt: skip
        outdated(cast("Any", None), env)
        run_changed(cast("Any", SimpleNamespace(env=env)), env, list(cells))
        return {name: printed(name) for name in cells}

    def printed(name: str) -> str | None:
        found = kept(tmp_path, name)
        return None if found is None else "".join(output.get("text", "") for output in found.outputs)

    return start


def kept(folder: Path, name: str) -> nbformat.NotebookNode | None:
    """Return the code cell of a page from the cache; None if the page is not in the cache."""
    page = folder / f"{name}.md"
    notebook = read_myst_markdown_notebook(page.read_text("utf-8"), add_source_map=True, path=page)
    cache = get_cache(str(folder / "cache"))
    try:
        _, found = cache.merge_match_into_notebook(notebook)
    except KeyError:
        return None
    finally:
        cache.db.dispose()
    return next(cell for cell in found.cells if cell.cell_type == "code")


@pytest.mark.nightly
def test_a_page_sees_no_variables_or_changes_of_the_previous_page(run: Any) -> None:
    assert run(first=ADDS, second=LOOKS) == {"first": "", "second": "False False\n"}


@pytest.mark.slow
@pytest.mark.parametrize("fails", ["1 / 0", "import os; os._exit(0)"])
def test_a_failing_page_is_left_to_jupyter_book(run: Any, fails: str) -> None:
    assert run(first=fails, second="print(2)") == {"first": None, "second": "2\n"}


def test_an_endless_page_is_left_to_jupyter_book(run: Any) -> None:
    assert run(first="while True: pass", longest=2) == {"first": None}


def test_an_unchanged_page_does_not_run_again(run: Any, tmp_path: Path) -> None:
    code = f'print("ran", file=open({str(tmp_path / "ran")!r}, "a"))'
    run(only=code)
    run(only=code)
    assert (tmp_path / "ran").read_text("utf-8") == "ran\n"


def test_a_page_that_ran_with_older_code_runs_again(run: Any, tmp_path: Path) -> None:
    (tmp_path / "code").write_text("old")
    code = f"print(open({str(tmp_path / 'code')!r}).read())"
    assert run(only=code) == {"only": "old\n"}
    (tmp_path / "code").unlink()
    assert run(only=code) == {"only": "old\n"}
    assert run(only=code, behind="changed") == {"only": None}  # the output of older code does not hide the failure
    (tmp_path / "code").write_text("new")
    assert run(only=code, behind="changed") == {"only": "new\n"}


def test_a_page_has_the_same_outputs_as_in_a_kernel(run: Any, tmp_path: Path) -> None:
    run(only=SHOWS)
    shown = kept(tmp_path, "only")
    assert shown is not None
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(SHOWS)])
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    # stderr can arrive before or after the other outputs
    there = [one for one in notebook.cells[0].outputs if one.get("name") != "stderr"]

    def compared(output: nbformat.NotebookNode) -> Any:
        return output.output_type, output.get("text", "").strip(), output.get("data"), output.get("execution_count")

    here = [one for one in shown.outputs if one.get("name") != "stderr" and one.get("text") != "\n"]
    assert [compared(one) for one in here] == [compared(one) for one in there]
    assert "".join(one.text for one in shown.outputs if one.get("name") == "stderr") == "two\n"


def test_changes_to_its_own_game_or_to_shared_code_make_a_page_outdated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {name: tmp_path / name for name in ("core/game.py", "games/wolf/rules/data.toml", "games/fox/a.py")}
    for file in files.values():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    places = {name: SimpleNamespace(folder=str(tmp_path / "games" / name)) for name in ("wolf", "fox")}
    monkeypatch.setattr(execute, "installed", lambda: places)
    monkeypatch.setattr(execute, "GAMES", ("wolf", "fox"))
    monkeypatch.setattr(execute, "package_sources", lambda: files_below(tmp_path))
    names = ["book/wolf/turn", "book/fox/turn", "book/intro"]
    env = cast("Any", SimpleNamespace(doc2path=lambda name: f"{name}.md", found_docs=names))

    def due(changed: str = "") -> list[str]:
        if changed:
            files[changed].write_text(f"{files[changed].read_text()}#")
        return outdated(cast("Any", None), env)

    assert due() == names
    assert due() == []
    assert due("games/wolf/rules/data.toml") == ["book/wolf/turn", "book/intro"]
    assert due("games/fox/a.py") == ["book/fox/turn", "book/intro"]
    assert due("core/game.py") == names


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_game_use_no_other_game(game: str) -> None:
    run_all = """
import re, sys
from pathlib import Path
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.history_manager.enabled = False
for page in sorted(Path("book", sys.argv[1]).glob("*.md")):
    for cell in re.findall(r"```{code-cell}[^\\n]*\\n(?::.*\\n)?((?:.*\\n)*?)```", page.read_text("utf-8")):
        shell.run_cell(cell).raise_error()
print("used", *sorted({name.split(".")[2] for name in sys.modules if name.startswith("cattools.games.")}))
"""
    done = subprocess.run(
        [sys.executable, "-c", run_all, game],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), "CATTOOLS_STATIC": "1"}, capture_output=True, text=True,
        check=False, timeout=120,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1:] == [f"used {game}"], done.stderr
