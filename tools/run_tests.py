"""Run the quick tests while the site is built, then the tests of the site, in browsers and in JupyterLab.

A failing test is rerun once, without other tests in parallel. If it then passes, it is flaky and listed at the end. The
run fails if a test fails twice or if more than two tests are flaky. `--nightly` runs the nightly tests instead, then
browser tests on two sites, each without one group of optimizations, and the quick tests with newly made games.
`--check` runs the quick tests that are not marked `slow`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "_build" / "tests"
LARGE = "site or browser or lab"
LARGE_FOLDERS = ("tests/browser", "tests/live", "tests/site")  # the only ones with such tests; no others are read
MOST_FLAKY = 2
CORES = os.cpu_count() or 1
# The groups of optimizations that the nightly run turns off, the tests that it then runs, and further arguments.
GROUPS = (
    ("pyodide_patches", "browser and not pyodide_patches", ()),
    ("site", "browser", ("-k", "test_a_board_is_played and not lab")),
)
NEW_GAMES = "tests.new.whole_check"


@dataclass
class Result:
    """The results of all tests so far; `failed` and `flaky` are lists of node ids."""

    passed: int = 0
    skipped: int = 0
    failed: list[str] = field(default_factory=list)
    flaky: list[str] = field(default_factory=list)


def pytest(name: str, *arguments: str) -> tuple[int, list[str]]:
    """Run pytest with its own cache; return its exit status and the node ids of the failed tests."""
    cache = WORK / name
    last = cache / "v" / "cache" / "lastfailed"
    command = [sys.executable, "-m", "pytest", f"--junitxml={WORK / name}.xml", "-o", f"cache_dir={cache}", *arguments]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    return status, sorted(json.loads(last.read_text(encoding="utf-8"))) if last.is_file() else []


def counted(name: str) -> tuple[int, int]:
    """Return the number of passed and of skipped tests in a run."""
    suite = ET.parse(WORK / f"{name}.xml").getroot()[0]  # noqa: S314 - pytest's own file
    total, skipped, *bad = (int(suite.attrib[key]) for key in ("tests", "skipped", "failures", "errors"))
    return total - skipped - sum(bad), skipped


def run(name: str, result: Result, *arguments: str) -> bool:
    """Run some of the tests, and rerun those that fail if they are few; return False if pytest itself failed."""
    (WORK / name / "v" / "cache" / "lastfailed").unlink(missing_ok=True)
    ended, failed = pytest(name, *arguments)
    if ended not in {0, 1}:  # pytest was interrupted or misused, or collected no tests
        print(f"tests: pytest exited with status {ended}", file=sys.stderr)
        result.failed += failed or [name]
        return False
    passed, skipped = counted(name)
    result.passed += passed
    result.skipped += skipped
    if not failed:
        return True
    if len(failed) + len(result.flaky) > MOST_FLAKY:
        result.failed += failed
        return True
    print(f"== rerunning {len(failed)} failed tests alone", flush=True)
    _, again = pytest(name, *arguments, "-n", "0", "--last-failed", "--last-failed-no-failures=none")
    flaky = [test for test in failed if test not in again]
    result.passed += len(flaky)
    result.flaky += flaky
    result.failed += [test for test in failed if test in again]
    return True


def status(result: Result) -> int:
    """Return the exit status: 1 if a test failed twice or if more than two tests were flaky."""
    return int(bool(result.failed) or len(result.flaky) > MOST_FLAKY)


class Build:
    """A build of the site for the tests that need it; it begins at once and runs while other tests run."""

    def __init__(self, *arguments: str) -> None:
        self.words = ("cattools", "build", *arguments)
        self.log = (WORK / "build.log").open("w+", encoding="utf-8")
        command = [sys.executable, "-m", "cattools.cli", "build", *arguments]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=self.log, stderr=subprocess.STDOUT)

    def succeeds(self) -> bool:
        """Wait for the end, print what the build has printed, and return whether it succeeded."""
        print(f"== site ({' '.join(self.words)})", flush=True)
        try:
            status = self.process.wait(1200)
        finally:
            self.process.kill()
            with self.log:
                self.log.seek(0)
                print(self.log.read(), end="", flush=True)
        return status == 0


def run_on(site: Path, name: str, result: Result, marks: str, *more: str) -> None:
    """Run tests on a built site; as a browser often waits, more at a time than there are processors."""
    os.environ["CATTOOLS_SITE"] = str(site)
    print("== tests on the site, in browsers and in JupyterLab (pytest)", flush=True)
    run(name, result, *LARGE_FOLDERS, "-n", str(CORES * 2), "--dist", "worksteal", "-m", marks, *more)


def main(*words: str) -> int:
    """Run the tests and print the results; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nightly", action="store_true", help="run the nightly tests, with random examples")
    parser.add_argument(
        "--quick", action="store_true", help="run only the tests without the site, a browser or JupyterLab"
    )
    parser.add_argument("--check", action="store_true", help="run only those of the quick tests that are not slow")
    options = parser.parse_args(words)
    WORK.mkdir(parents=True, exist_ok=True)
    began, result = time.monotonic(), Result()
    more = ["--nightly"] if options.nightly else []
    site = None if options.quick or options.check else Build()
    print("== tests without the site, a browser or JupyterLab (pytest)", flush=True)
    others = f"{LARGE} or slow" if options.check else LARGE
    run("quick", result, "-n", str(CORES), "--dist", "worksteal", "-m", f"not ({others})", *more)
    if site:
        if site.succeeds():
            run_on(ROOT / "_build" / "html", "large", result, LARGE, *more)
        else:
            result.failed.append("cattools build")
    for group, marks, chosen in GROUPS if options.nightly else ():
        folder = ROOT / "_build" / f"without_{group}"
        if Build("--without", group, "--out", str(folder)).succeeds():
            run_on(folder, f"without_{group}", result, marks, *chosen)
        else:
            result.failed.append(f"cattools build --without {group}")
    if options.nightly:
        print("== quick tests with new games (tests.new.whole_check)", flush=True)
        if subprocess.run([sys.executable, "-m", NEW_GAMES], cwd=ROOT, check=False, timeout=2 * 3600).returncode:
            result.failed.append(NEW_GAMES)
    for test in result.flaky:
        print(f"flaky: {test}")
    for test in result.failed:
        print(f"failed: {test}")
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    print(f"tests: {minutes}:{seconds:02d} minutes, {len(result.flaky)} flaky")
    skipped = f", {result.skipped} skipped" if result.skipped else ""
    print(f"{result.passed} passed, {len(result.failed)} failed{skipped}")
    return status(result)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
