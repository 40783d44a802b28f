"""The steps of a build: which of them run again, what is copied, and how a failure is reported."""

import json
import re
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from cattools import cli
from cattools.core.loading.later_modules import LATER
from cattools.games import GAMES
from cattools.lessons import ruling_check
from cattools.lessons.ruling import Rulings, rulings
from cattools.lessons.ruling_check import proved
from cattools.live.pipeline.bundle import python_files, write_tree
from cattools.live.pipeline.incremental import BuildSteps, alone, files_below, fingerprint
from cattools.live.pipeline.node import INSTALL, TO_BUILD, fetch, locks
from cattools.live.settings import FRONTEND as LIVE_FRONTEND
from cattools.live.settings import LIVE
from cattools.site.errors import BuildError
from cattools.site.pipeline import cache_busting
from cattools.site.pipeline.build import _mirror, _reason, build
from cattools.site.pipeline.editions import BOOK_FILES
from cattools.site.pipeline.frontend_bundle import FRONTEND, archives, kernel_settings, package_sources
from cattools.site.precomputed import answer_files
from cattools.site.sphinx.execute import failing_cell

ROOT = Path(__file__).parents[3]


def test_a_step_runs_once_and_again_when_its_sources_change(tmp_path: Path) -> None:
    made = tmp_path / "made"
    first = BuildSteps(tmp_path / "steps.json", quiet=True)
    assert first.due("a", "1", made)
    with first.doing("a", "A", "1"):
        made.touch()
    again = BuildSteps(tmp_path / "steps.json", quiet=True)
    assert not again.due("a", "1", made)
    assert again.due("a", "2", made)
    made.unlink()
    assert again.due("a", "1", made)


def test_a_failed_step_runs_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = BuildSteps(tmp_path / "steps.json")
    with pytest.raises(ZeroDivisionError), steps.doing("a", "Doing A", "1"):
        raise ZeroDivisionError
    assert BuildSteps(tmp_path / "steps.json").due("a", "1")
    assert capsys.readouterr().out == "Doing A ... failed\n"


def test_a_contradicted_ruling_stops_the_build_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in BOOK_FILES:
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (one,) = (one for one in rulings("calico").rows if one.id == "calico.ruling.joined")
    flipped = Rulings((replace(one, verdict=f"Yes{one.verdict.removeprefix('No')}"),))
    monkeypatch.setattr(ruling_check, "rulings", lambda _: flipped)
    proved.cache_clear()
    message = (
        r"^games/calico/data/rulings\.toml, ruling 'calico\.ruling\.joined': the verdict is 'Yes\. .*, "
        "for which 'areas' must give 'c5 d3 e4 e6 f4', found 'c5 e4 e6 f4'$"
    )
    try:
        with pytest.raises(BuildError, match=message):
            build(tmp_path, games=["calico"])
    finally:
        proved.cache_clear()
    assert capsys.readouterr().out == "Proving the rulings ... failed\n"
    assert not (tmp_path / "_build" / "html").exists()


BUILDS = """
import sys
from pathlib import Path
from cattools.live.pipeline import subprocesses
from cattools.site.serve import stop_on_signals
from cattools.live.pipeline.incremental import BuildSteps

def work(name):
    code = "import os, time; os.fork(); print('!', flush=True); time.sleep(60)"
    child = subprocesses.start([sys.executable, "-c", code])
    child.stdout.readline()
    sys.stdout.write(f"{name}\\n")  # in one call, because two threads write
    sys.stdout.flush()
    child.stdout.read()  # returns when both processes have ended

def others(steps):
    with steps.doing("kernel", "Kernel", "1"):
        work("kernel")

stop_on_signals()
steps = BuildSteps(Path(sys.argv[1]), quiet=True)
with steps.meanwhile(others), steps.doing("book", "Book", "1"):
    work("book")
"""


def ended(run: subprocess.Popen[str], how: signal.Signals) -> str:
    """Send a program a signal up to six times until it ends; return what it wrote to stderr.

    Python checks for signals between instructions. A signal that arrives after a check and before a blocking read of a
    pipe is noticed only when that read is over.
    """
    for _ in range(6):
        run.send_signal(how)
        with suppress(subprocess.TimeoutExpired):
            return run.communicate(timeout=5)[1]
    pytest.fail("the program did not end after six signals")


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_build_leaves_nothing_running(tmp_path: Path, how: signal.Signals) -> None:
    memory = tmp_path / "steps.json"
    pipe = subprocess.PIPE
    run = subprocess.Popen([sys.executable, "-c", BUILDS, str(memory)], stdout=pipe, stderr=pipe, text=True, cwd=ROOT)
    try:
        assert run.stdout
        assert {run.stdout.readline(), run.stdout.readline()} == {"kernel\n", "book\n"}
        errors = ended(run, how)
    finally:
        run.kill()
        run.communicate(timeout=30)
    assert errors.endswith("KeyboardInterrupt\n")
    assert BuildSteps(memory).due("book", "1")


WAITS = """
import sys
from pathlib import Path
from cattools.live.pipeline.incremental import alone

with alone(Path(sys.argv[1])):
    print("building", flush=True)
"""


def test_a_second_build_waits_for_the_first(tmp_path: Path) -> None:
    lock = tmp_path / "build.lock"
    with alone(lock):
        second = subprocess.Popen([sys.executable, "-c", WAITS, lock], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert second.stdout
        assert second.stdout.readline() == f"Another build is running in {tmp_path}; waiting for it to end.\n"
    assert second.communicate(timeout=60)[0] == "building\n"
    assert second.returncode == 0


def test_a_concurrent_step_is_reported_afterwards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def others(side: BuildSteps) -> None:
        with side.doing("kernel", "Kernel", "1"):
            pass
        side.unchanged("More")

    steps = BuildSteps(tmp_path / "steps.json")
    with steps.meanwhile(others), steps.doing("book", "Book", "1"):
        pass
    printed = re.sub(r"\d+\.\d s", "0 s", capsys.readouterr().out)
    assert printed == "Book ... 0 s\nKernel ... 0 s\nMore: unchanged\n"
    again = BuildSteps(tmp_path / "steps.json")
    assert not again.due("book", "1")
    assert not again.due("kernel", "1")


def test_a_failing_concurrent_step_fails_the_build(tmp_path: Path) -> None:
    def others(side: BuildSteps) -> None:
        with side.doing("kernel", "Kernel", "1"):
            raise BuildError("no kernel")

    steps = BuildSteps(tmp_path / "steps.json", quiet=True)
    with pytest.raises(BuildError, match="no kernel"), steps.meanwhile(others), steps.doing("book", "Book", "1"):
        pass
    assert not steps.due("book", "1")
    assert steps.due("kernel", "1")


def test_pages_get_the_stamps_of_the_files_they_load(tmp_path: Path) -> None:
    index = tmp_path / "_static" / "answers.json"
    index.parent.mkdir()
    index.write_text("{}")
    sheet = tmp_path / "_static" / "style.css"
    sheet.write_text("p{}")
    page = tmp_path / "book" / "page.html"
    page.parent.mkdir()
    page.write_text(
        '<link href="../_static/style.css?v=0">'
        '<script src="../catlive/boot.js?v=0" data-answers="../_static/answers.json?v=0"><a href="x?v=0">'
    )
    record = tmp_path / answer_files.FOLDER / f"one{answer_files.SUFFIX}"
    record.parent.mkdir()
    record.write_bytes(answer_files.pack('{"build":"0","texts":["{\\"build\\":\\"0\\"}"]}'))
    cache_busting.put(tmp_path, "one")
    assert json.loads(answer_files.unpack(record.read_bytes())) == {"build": "one", "texts": ['{"build":"0"}']}
    first = page.read_text()
    assert re.fullmatch(r'.*/boot\.js\?v=one" .*answers\.json\?v=[0-9a-f]{16}"><a href="x\?v=0">', first)
    cache_busting.put(tmp_path, "two")
    assert page.read_text() == first.replace("one", "two")
    assert json.loads(answer_files.unpack(record.read_bytes()))["build"] == "two"
    for file in (index, sheet):
        before = page.read_text()
        file.write_text("{1}")
        cache_busting.put(tmp_path, "two")
        assert page.read_text() != before


def test_a_damaged_record_of_the_last_build_causes_a_full_build(tmp_path: Path) -> None:
    (tmp_path / "steps.json").write_text("{")
    assert BuildSteps(tmp_path / "steps.json", quiet=True).due("a", "1")


def test_a_fingerprint_depends_on_names_and_contents(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("x")
    two.write_text("x")
    assert fingerprint(one) != fingerprint(two)
    before = fingerprint(one, "v1")
    assert before == fingerprint(one, "v1") != fingerprint(one, "v2")
    one.write_text("y")
    assert fingerprint(one, "v1") != before


def test_caches_and_skipped_folders_are_not_sources(tmp_path: Path) -> None:
    for name in ("a.py", "__pycache__/a.pyc", "node_modules/x.js", "b/c.toml", "skipped/d.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = files_below(tmp_path, skip=[tmp_path / "skipped"])
    assert [str(f.relative_to(tmp_path)) for f in found] == ["a.py", "b/c.toml"]
    assert files_below(tmp_path / "nowhere") == []


def test_a_mirror_touches_only_files_that_differ(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    for folder in (source, target):
        (folder / "in").mkdir(parents=True)
        (folder / "in" / "same").write_text("same")
    (source / "new").write_text("new")
    (target / "old").write_text("old")
    stamp = (target / "in" / "same").stat().st_mtime_ns
    _mirror(source, target)
    assert sorted(f.name for f in target.rglob("*") if f.is_file()) == ["new", "same"]
    assert (target / "in" / "same").stat().st_mtime_ns == stamp


@pytest.mark.slow
def test_without_a_network_the_build_says_in_one_sentence_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")  # nothing listens there
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    with pytest.raises(BuildError, match=r"registry cannot be reached \(ECONNREFUSED\): run this once with a network"):
        fetch(tmp_path / "npm", FRONTEND, TO_BUILD)
    assert "ECONNREFUSED" in (tmp_path / "npm" / "npm.log").read_text()


def test_the_site_is_built_without_packages_that_only_check_it() -> None:
    assert {*TO_BUILD} - {*INSTALL} == {"--omit=dev"}
    package, lock = (json.loads(file.read_text(encoding="utf-8")) for file in locks(FRONTEND))
    locked = lock["packages"]
    assert not [name for name in package["devDependencies"] if not locked[f"node_modules/{name}"].get("dev")]
    assert not [name for name in package["dependencies"] if locked[f"node_modules/{name}"].get("dev")]


def test_the_book_and_the_live_page_use_the_same_versions_of_packages() -> None:
    ours, book = (
        {name: one["version"] for name, one in json.loads(lock.read_text(encoding="utf-8"))["packages"].items() if name}
        for _, lock in map(locks, (LIVE_FRONTEND, FRONTEND))
    )
    assert ours == {name: version for name, version in book.items() if name in ours}


def test_the_browser_gets_the_data_files_but_not_the_site_tools(tmp_path: Path) -> None:
    write_tree(tmp_path / "tree", python_files(kernel_settings()))
    packed = {str(f.relative_to(tmp_path / "tree")) for f in files_below(tmp_path / "tree")}
    assert {
        "livekernel.py",
        "catkernel.py",
        "numpy/__init__.py",
        "ipycanvas/canvas.py",
        "cattools/widgets/frontend/board.js",
    } <= packed
    kinds = {Path(name).suffix for name in packed if name.startswith("cattools/")}
    assert {".py", ".json", ".js", ".css"} <= kinds
    assert not [name for name in packed if name.startswith(("cattools/site", "cattools/live", "cattools/cli"))]
    assert not [name for name in packed if "/tests/" in name]
    assert not [file for file in package_sources() if file.is_relative_to(LIVE)]


def test_each_game_has_its_own_archive_and_only_its_art_is_shared_by_all_pages(tmp_path: Path) -> None:
    write_tree(tmp_path, python_files(kernel_settings()))
    assert {file.name for file in (tmp_path / "cattools/games").glob("*/**/*") if file.is_file()} == {"art.json"}
    packed = archives()
    for game in GAMES:
        names = {file.name for file in packed[f"pack.{game}.zip"].values()}
        assert {"rules.toml", "examples.toml", "art.json"} <= names
        assert not names & {"search.toml", "pages.toml", "practice_positions.json"}
        questions = [file.name for file in packed.get(f"pack.{game}.practice.zip", {}).values()]
        assert questions == (["practice_positions.json"] if GAMES[game].has_practice else [])


@pytest.mark.parametrize("pack", LATER)
def test_modules_that_few_pages_need_are_only_in_an_archive_of_their_own(pack: str) -> None:
    own, shared = archives()[f"pack.{pack}.zip"], python_files(kernel_settings())
    assert {f"{name.replace('.', '/')}.py" for name in LATER[pack].modules if is_module(name)} <= own.keys()
    assert not own.keys() & shared.keys()


def is_module(name: str) -> bool:
    """Return whether a name is that of a module and not of a package."""
    found = find_spec(name)
    return found is not None and found.submodule_search_locations is None


PAGE = """# Page

```{code-cell} python
x = 1
```

```{code-cell} python
:tags: [live]
y = x + nothing
y
```
"""
TRACEBACK = """Traceback (most recent call last):
nbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:
------------------
y = x + nothing
y
------------------


\x1b[31m---------------------------------------------------------------------------\x1b[39m
\x1b[31mNameError\x1b[39m  Traceback (most recent call last)
\x1b[31mNameError\x1b[39m: name 'nothing' is not defined
"""


def test_a_failing_cell_is_reported_with_its_page_and_line() -> None:
    assert (
        failing_cell("book/a.md", PAGE, TRACEBACK)
        == "book/a.md, cell 2 (line 9): NameError: name 'nothing' is not defined"
    )
    assert failing_cell("book/a.md", "other", TRACEBACK) == "book/a.md: NameError: name 'nothing' is not defined"
    assert failing_cell("book/a.md", PAGE, "") == "book/a.md: no reason given"


def test_the_reason_for_a_failed_build_is_one_sentence(tmp_path: Path) -> None:
    log = tmp_path / "log"
    own = "x\n\x1b[31mWARNING: cattools-error: book/a.md, cell 2 (line 9): oops\x1b[0m\nmore"
    assert _reason(own, log) == "book/a.md, cell 2 (line 9): oops"
    assert "a.md:3: WARNING: unknown document" in _reason("a\n/x/a.md:3: WARNING: unknown document\nb", log)
    assert "gave no reason" in _reason("", log)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--root", "EMPTY"], "has no _config.yml"),
        (["build", "--root", "ROOT", "--out", "ROOT"], "--out needs a separate folder"),
        (["build", "--root", "ROOT", "--out", "ROOT/_build/html"], "--out needs a separate folder"),
        (["build", "--root", "ROOT", "--out", "ROOT/tests"], "--out needs an empty folder"),
        (["build", "--root", "ROOT", "--out", "ROOT/LICENSE"], "--out needs a folder, found the file"),
    ],
)
def test_bad_arguments_are_reported_in_one_sentence(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {"EMPTY": str(tmp_path), "ROOT": str(ROOT)}
    words = [next((a.replace(n, p) for n, p in places.items() if n in a), a) for a in arguments]
    assert cli.main(words) == 1
    error = capsys.readouterr().err
    assert error.startswith("cattools: ")
    assert message in error
    assert error.count("\n") == 1


def test_a_folder_without_a_book_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"_config\.yml"):
        build(tmp_path)
