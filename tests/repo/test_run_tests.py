"""The test runner reruns failed tests, reports flaky tests, and fails if there are too many of them."""

from pathlib import Path

import pytest

from tools import run_tests
from tools.run_tests import Result

FAILS = "def test_fails():\n    assert 0\n"
PASSES = "def test_passes():\n    pass\n"
# This test fails in the first run, which leaves a file behind, and passes in the second run, which finds the file.
FLAKY = """from pathlib import Path

def test_flaky_{n}():
    mark = Path(__file__).with_name("mark{n}")
    met, _ = mark.exists(), mark.touch()
    assert met
"""


def outcome(folder: Path, monkeypatch: pytest.MonkeyPatch, *sources: str) -> tuple[Result, bool]:
    """Run test files with these contents; return the result and whether the runner could go on."""
    monkeypatch.setattr(run_tests, "WORK", folder / "work")
    (folder / "work").mkdir()
    (folder / "conftest.py").touch()
    for n, source in enumerate(sources):
        (folder / f"test_{n}.py").write_text(source, encoding="utf-8")
    result = Result()
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # most plugins take long to load
    own = ["-p", "xdist", "-c", str(folder / "own.ini"), f"--rootdir={folder}", "-q", str(folder)]
    (folder / "own.ini").write_text("[pytest]\n", encoding="utf-8")
    went_on = run_tests.run("own", result, *own)
    return result, went_on


@pytest.mark.slow
def test_a_test_that_fails_once_is_flaky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = outcome(tmp_path, monkeypatch, PASSES, FLAKY.format(n=1))
    assert (result.passed, result.failed) == (2, [])
    assert [test.rpartition("::")[2] for test in result.flaky] == ["test_flaky_1"]
    assert run_tests.status(result) == 0


@pytest.mark.slow
def test_a_test_that_fails_twice_fails_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = outcome(tmp_path, monkeypatch, PASSES, FAILS)
    assert (result.passed, result.flaky) == (1, [])
    assert [test.rpartition("::")[2] for test in result.failed] == ["test_fails"]
    assert run_tests.status(result) == 1


def test_three_flaky_tests_fail_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = outcome(tmp_path, monkeypatch, PASSES, *(FLAKY.format(n=n) for n in range(3)))
    assert run_tests.status(result) == 1
    assert result.passed == 1


def test_a_file_that_cannot_be_imported_fails_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, went_on = outcome(tmp_path, monkeypatch, PASSES, "import nothing_of_the_kind")
    assert not went_on
    assert run_tests.status(result) == 1
