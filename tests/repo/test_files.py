"""Checks on every committed file."""

import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BINARY = {".png", ".webp", ".gif", ".ico", ".woff2", ".gz", ".zip", ".mo"}
# The strings are split so that this file does not contain the addresses itself.
ADDRESSES = [
    *(
        "pypi" + ".org",
        "pythonhosted" + ".org",
        "registry" + ".npmjs",
        "npmjs" + ".com",
        "deb.debian" + ".org",
    ),
    *("--find" + "-links", "--index" + "-url", "--extra-index" + "-url", '"resol' + 'ved":'),
]
# Pyodide's home folder is in the reader's browser, not on a developer's machine.
PATHS = re.compile(
    "|".join([r"/(?:work|root|home|Users)/" + r"(?!pyodide\b)[\w.]", r"/tmp/" + r"\w", r"/opt/" + r"\w"])
)
REGISTRY = re.compile("|".join(map(re.escape, ADDRESSES)))


@cache
def tracked() -> list[Path]:
    """Return all files that are committed, and new files that `git add` would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True, timeout=60).stdout
    return [ROOT / name for name in sorted(set(names.split("\0"))) if name and (ROOT / name).is_file()]


TEXTS = [file for file in tracked() if file.suffix not in BINARY]
GENERATED = "protocol.js"
SCRIPTS = [file for file in TEXTS if file.suffix in {".js", ".mjs"} and file.name != GENERATED]
LONG = re.compile(".{121}")
CODE = {".py", ".js", ".mjs", ".css", ".html"}
MOST = 20  # files of code in one folder


def faults(file: Path) -> list[str]:
    """Return the faults of a committed text file, one sentence each."""
    data = file.read_bytes()
    text = data.decode("utf-8")
    found = {
        "does not end with a newline": bool(text) and not text.endswith("\n"),
        "has line endings other than LF": "\r" in text,
        "has a byte order mark": data.startswith(b"\xef\xbb\xbf"),
        "contains a registry's address": REGISTRY.search(text),
        "contains a path that exists only on one machine": file != Path(__file__) and PATHS.search(text),
        "has lines longer than 120 characters": file in SCRIPTS and LONG.search(text),
    }
    return [f"{file.relative_to(ROOT)} {fault}" for fault, is_there in found.items() if is_there]


def test_text_files_are_plain_and_mention_no_machine_or_registry() -> None:
    assert [fault for file in TEXTS for fault in faults(file)] == []


def test_the_list_of_files_contains_known_files() -> None:
    assert {"pyproject.toml", "Makefile", "cattools/__init__.py"} <= {str(f.relative_to(ROOT)) for f in tracked()}


def test_no_folder_has_more_code_files_than_a_newcomer_can_take_in() -> None:
    folders = Counter(str(file.parent.relative_to(ROOT)) for file in tracked() if file.suffix in CODE)
    assert folders["cattools/core"] > 0
    assert {folder: files for folder, files in folders.items() if files > MOST} == {}


@pytest.mark.parametrize("name", [".ci/run", "postBuild"])
def test_scripts_are_executable(name: str) -> None:
    assert (ROOT / name).stat().st_mode & 0o111


def test_every_action_of_a_workflow_is_pinned_to_a_commit() -> None:
    """A tag can be moved to other code. The version after the hash helps maintainers to update it."""
    workflows = [file for file in tracked() if file.parent.name == "workflows"]
    used = [line for file in workflows for line in re.findall(r"uses: (?!\./)(.*)", file.read_text(encoding="utf-8"))]
    assert used
    assert [line for line in used if not re.fullmatch(r"\S+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line)] == []
