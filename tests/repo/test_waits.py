"""No test waits for ever: what starts a program or asks a server says how long, and a test's time has an end."""

import ast

import pytest

from tests.repo.test_files import ROOT, tracked

# What waits without an end unless told otherwise; `wait` and `join` only where nothing at all stands in the brackets.
LIMITED = {"urlopen", "HTTPConnection", "create_connection", "communicate", "FileLock", "check_output", "check_call"}
BARE = {"wait", "join", "acquire", "get"}


def unlimited(source: str) -> list[str]:
    """The calls in a test's source that may wait for ever."""
    found = []
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        words = ast.unparse(call.func)
        name = words.rpartition(".")[2]
        limited = any(key.arg in ("timeout", None) for key in call.keywords)
        if ((name in LIMITED or words == "subprocess.run") and not limited) or (
            name in BARE and "." in words and not call.args and not call.keywords
        ):
            found.append(f"line {call.lineno}: {words}")
    return found


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
def test_a_wait_without_an_end_is_found(source: str) -> None:
    assert len(unlimited(source)) == 1


def test_a_wait_with_an_end_is_none() -> None:
    source = "subprocess.run([], timeout=3); process.wait(3); ','.join(words); run.communicate(timeout=3); found.get(x)"
    assert unlimited(source) == []


@pytest.mark.parametrize(
    "name", [str(f.relative_to(ROOT)) for f in tracked() if f.suffix == ".py" and f.is_relative_to(ROOT / "tests")]
)
def test_nothing_waits_for_ever(name: str) -> None:
    assert unlimited((ROOT / name).read_text(encoding="utf-8")) == []


def test_a_test_that_hangs_is_ended(pytestconfig: pytest.Config) -> None:
    assert 0 < float(pytestconfig.getini("faulthandler_timeout")) <= 900
    assert pytestconfig.getini("faulthandler_exit_on_timeout") is True
