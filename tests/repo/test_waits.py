"""Tests wait neither forever nor for a fixed time.

Every call that starts a program or contacts a server has a timeout, and so has every test. Tests wait for what a page
or program shows; `idle` waits until nothing more arrives.
"""

import ast
import re
from collections.abc import Mapping
from functools import cache

import pytest

from tests.repo.test_files import ROOT, tracked

# Calls that can wait forever if they have no timeout. Those in `BARE` can do so only when called without arguments.
LIMITED = {"urlopen", "HTTPConnection", "create_connection", "communicate", "FileLock", "check_output", "check_call"}
BARE = {"wait", "join", "acquire", "get"}
FIXED = {"wait_for_timeout", "sleep"}  # calls that wait for a fixed time
EXPECTED = ("to_", "not_to_", "wait_for")  # beginnings of the names of Playwright's waits
PROMISE = re.compile(r"^\s*\(?async |new Promise|\.finished\b|document\.fonts\.(?:load|ready)")
WAITS = "tests/browser/waits.py"  # the only place that polls and evaluates promises


@cache
def calls(source: str) -> list[tuple[ast.Call, str]]:
    """Return the calls in a source, each with the words that name what is called."""
    nodes = ast.walk(ast.parse(source))
    return [(node, ast.unparse(node.func)) for node in nodes if isinstance(node, ast.Call)]


def unlimited(source: str) -> list[str]:
    """Return the calls in a test's source that can wait forever."""
    found = []
    for call, words in calls(source):
        name = words.rpartition(".")[2]
        limited = any(key.arg in ("timeout", None) for key in call.keywords)
        if ((name in LIMITED or words == "subprocess.run") and not limited) or (
            name in BARE and "." in words and not call.args and not call.keywords
        ):
            found.append(f"line {call.lineno}: {words}")
    return found


def fixed(source: str) -> list[str]:
    """Return the calls in a test's source that wait for a fixed time, except those inside strings."""
    return [f"line {call.lineno}: {words}" for call, words in calls(source) if words.split(".")[-1] in FIXED]


@pytest.mark.parametrize(
    "source",
    [
        "subprocess.run(['ls'], check=False)",
        "process.wait()",
        "run.communicate()",
        "thread.join()",
        "urlopen('http://x')",
        "with FileLock(name): pass",
        "socket.create_connection(place)",
    ],
)
def test_a_wait_without_a_timeout_is_found(source: str) -> None:
    assert len(unlimited(source)) == 1


def test_a_wait_with_a_timeout_is_not_reported() -> None:
    source = "subprocess.run([], timeout=3); process.wait(3); ','.join(words); run.communicate(timeout=3); found.get(x)"
    assert unlimited(source) == []


@pytest.mark.slow
def test_nothing_waits_forever() -> None:
    files = [file for file in tracked() if file.suffix == ".py" and file.is_relative_to(ROOT / "tests")]
    found = {str(file.relative_to(ROOT)): unlimited(file.read_text(encoding="utf-8")) for file in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def hurried(source: str) -> list[str]:
    """Return the waits in a browser that have a number as their timeout instead of the long default."""
    return [
        f"line {call.lineno}: {words}"
        for call, words in calls(source)
        if words.rpartition(".")[2].startswith(EXPECTED)
        and any(key.arg == "timeout" and isinstance(key.value, ast.Constant) for key in call.keywords)
    ]


def test_waits_in_a_browser_use_the_default_timeout() -> None:
    assert hurried("expect(x).to_have_text('a', timeout=500)") == ["line 1: expect(x).to_have_text"]
    files = [file for file in tracked() if file.suffix == ".py" and file.is_relative_to(ROOT / "tests")]
    found = {str(file.relative_to(ROOT)): hurried(file.read_text(encoding="utf-8")) for file in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def pending(source: str, promises: set[str]) -> list[str]:
    """Return the calls that wait for a promise of a page without a time limit.

    `promises` are the names of constants whose JavaScript returns a promise.
    """
    return [
        f"line {call.lineno}: {words}"
        for call, words in calls(source)
        if words.endswith(".evaluate") and call.args and promising(call.args[0], promises)
    ]


def promising(script: ast.expr, promises: set[str]) -> bool:
    """Return whether a Python expression gives JavaScript that returns a promise."""
    return any(
        (isinstance(node, ast.Name) and node.id in promises)
        or (isinstance(node, ast.Constant) and PROMISE.search(str(node.value)))
        for node in ast.walk(script)
    )


def constants_with_promises(source: str, modules: Mapping[str, str]) -> set[str]:
    """Return the names of constants, defined or imported, whose JavaScript returns a promise.

    `modules` are the sources of other modules, by name.
    """
    promises = set[str]()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and (module := modules.get(str(node.module))):
            imported = constants_with_promises(module, {})
            promises |= imported.intersection(alias.name for alias in node.names)
        elif isinstance(node, ast.Assign) and promising(node.value, promises):
            promises |= {ast.unparse(target) for target in node.targets}
    return promises


def test_promises_of_a_page_have_a_time_limit() -> None:
    imported = "READY = 'async () => { await fonts; }'"
    source = "from driver import READY\npage.evaluate(READY)\npage.evaluate('new Promise(() => {})')"
    promises = constants_with_promises(source, {"driver": imported})
    assert pending(source, promises) == ["line 2: page.evaluate", "line 3: page.evaluate"]
    files = [file for file in tracked() if file.suffix == ".py" and file.is_relative_to(ROOT / "tests")]
    sources = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}
    modules = {name.removesuffix(".py").replace("/", "."): source for name, source in sources.items()}
    users = {name: source for name, source in sources.items() if ".evaluate(" in source and name != WAITS}
    found = {name: pending(source, constants_with_promises(source, modules)) for name, source in users.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize("source", ["page.wait_for_timeout(300)", "time.sleep(1)", "from time import sleep\nsleep(1)"])
def test_a_fixed_wait_is_found(source: str) -> None:
    assert len(fixed(source)) == 1


def test_nothing_waits_for_a_fixed_time() -> None:
    files = [file for file in tracked() if file.suffix == ".py" and file.is_relative_to(ROOT / "tests")]
    found = {str(file.relative_to(ROOT)): fixed(file.read_text(encoding="utf-8")) for file in files}
    assert {name: lines for name, lines in found.items() if lines and name != WAITS} == {}


def test_a_hanging_test_is_aborted(pytestconfig: pytest.Config) -> None:
    assert 0 < float(pytestconfig.getini("faulthandler_timeout")) <= 900
    assert pytestconfig.getini("faulthandler_exit_on_timeout") is True
