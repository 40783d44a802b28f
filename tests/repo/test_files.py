"""What every committed file must be."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BINARY = {".png", ".gif", ".ico", ".woff2", ".gz", ".zip", ".mo"}
# Written in parts, so that this file does not hold them itself.
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
# Pyodide's own home folder is in the reader's browser, not on a machine.
PATHS = re.compile(
    "|".join([r"/(?:work|root|home|Users)/" + r"(?!pyodide\b)[\w.]", r"/tmp/" + r"\w", r"/opt/" + r"\w"])
)
REGISTRY = re.compile("|".join(map(re.escape, ADDRESSES)))


@cache
def tracked() -> list[Path]:
    """All files that are committed, or would be with `git add`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True, timeout=60).stdout
    return [ROOT / name for name in sorted(set(names.split("\0"))) if name and (ROOT / name).is_file()]


TEXTS = [file for file in tracked() if file.suffix not in BINARY]


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_text_file(file: Path) -> None:
    data = file.read_bytes()
    text = data.decode("utf-8")
    assert not text or text.endswith("\n"), "should end with a newline"
    assert "\r" not in text, "should have plain line ends"
    assert not data.startswith(b"\xef\xbb\xbf"), "should have no byte order mark"
    assert REGISTRY.findall(text) == [], "holds a registry's address"
    if file != Path(__file__):
        assert PATHS.findall(text) == [], "holds a path of one machine"


WRITTEN = "protocol.js"  # by a tool
SCRIPTS = [file for file in TEXTS if file.suffix in {".js", ".mjs"} and file.name != WRITTEN]


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_is_easy_to_read(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 120] == []
    assert len(lines) <= 250


def test_the_list_of_files_is_real() -> None:
    assert {"pyproject.toml", "Makefile", "cattools/__init__.py"} <= {str(f.relative_to(ROOT)) for f in tracked()}


@pytest.mark.parametrize("name", [".ci/run", "postBuild"])
def test_scripts_can_be_run(name: str) -> None:
    assert (ROOT / name).stat().st_mode & 0o111


def test_every_action_of_a_workflow_is_pinned_to_a_commit() -> None:
    """A tag may be moved to other code; beside the commit stands the version, for whoever brings it up to date."""
    workflows = [file for file in tracked() if file.parent.name == "workflows"]
    used = [line for file in workflows for line in re.findall(r"uses: (?!\./)(.*)", file.read_text(encoding="utf-8"))]
    assert used
    assert [line for line in used if not re.fullmatch(r"\S+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line)] == []
