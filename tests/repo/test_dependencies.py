"""The list of dependencies in pyproject.toml, and the files that are derived from it or describe it."""

import json
import platform
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.repo.test_files import tracked

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# Each entry is one line, plus one line per hash.
LOCK = re.sub(r"^#.*\n", "", (ROOT / "requirements.lock").read_text(encoding="utf-8")).replace(" \\\n    ", "\n    ")
LOCKED = [Requirement(line) for line in LOCK.splitlines() if not line.startswith(" ")]
DIRECT = [
    Requirement(line)
    for lines in (
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
    )
    for line in lines
]
PYTHONS = ("3.11.0", "3.11.9", "3.12.4", "3.13.1", "3.14.0")
PLATFORMS = ({"sys_platform": "linux", "os_name": "posix"}, {"sys_platform": "darwin", "os_name": "posix"})


def chosen(python: str, system: dict[str, str]) -> dict[str, str]:
    """Return the versions that the lock file selects for a Python version on a system."""
    short = ".".join(python.split(".")[:2])
    here = {name: str(value) for name, value in default_environment().items()}
    place = {**here, "python_full_version": python, "python_version": short, **system}
    lines = [line for line in LOCKED if line.marker is None or line.marker.evaluate(place)]
    names = [canonicalize_name(line.name) for line in lines]
    assert len(names) == len(set(names)), "two versions of one package for the same Python"
    return {canonicalize_name(line.name): str(line.specifier).removeprefix("==") for line in lines}


def test_locked_lines_are_exact_versions_in_alphabetical_order() -> None:
    lines = [line for line in LOCK.splitlines() if not line.startswith(" ")]
    assert [
        one for one in lines if not re.fullmatch(r"[a-z0-9][a-z0-9.-]*==[0-9][0-9a-z.]*( ; [a-z_]+ .*)?", one)
    ] == []
    assert [canonicalize_name(one.name) for one in LOCKED] == sorted(canonicalize_name(one.name) for one in LOCKED)


def test_every_locked_package_has_hashes() -> None:
    entries = re.split(r"\n(?! )", LOCK.removesuffix("\n"))
    assert len(entries) == len(LOCKED)
    assert [one for one in entries if not re.fullmatch(r"[^\n]+(\n    --hash=sha256:[0-9a-f]{64})+", one)] == []


@pytest.mark.parametrize("system", PLATFORMS, ids=lambda place: place["sys_platform"])
@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_contains_every_direct_dependency(python: str, system: dict[str, str]) -> None:
    versions = chosen(python, system)
    assert {
        str(one) for one in DIRECT if not one.specifier.contains(versions.get(canonicalize_name(one.name), ""))
    } == set()


def test_the_lock_is_complete() -> None:
    """All packages that the locked packages require on this system are locked too, so pip has nothing to resolve."""
    versions = chosen(platform.python_version(), {})
    missing = set()
    for name in versions:
        for line in metadata.distribution(name).requires or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                have = versions.get(canonicalize_name(need.name))
                if have is None or not need.specifier.contains(have, prereleases=True):
                    missing.add(f"{name} needs {need}")
    assert missing == set()


def test_installed_versions_are_the_locked_ones() -> None:
    versions = chosen(platform.python_version(), {})
    assert {name: metadata.version(name) for name in versions} == versions


def test_the_conda_environment_takes_every_version_from_the_lock() -> None:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    entries = re.findall(r"^ +- (.*)$", text, re.MULTILINE)
    python = next(entry for entry in entries if entry.startswith("python="))
    assert sorted(entries) == sorted(
        ["conda-forge", python, "pip", "pip:", "--requirement requirements.lock"]
    )  # nothing else: pip refuses requirements without hashes
    script = (ROOT / "postBuild").read_text(encoding="utf-8")
    assert "pip install --no-deps --no-build-isolation --editable .\n" in script
    name = re.search(r"^name: (\S+)$", text, re.MULTILINE)
    assert name is not None
    assert PROJECT["project"]["name"] == name[1]
    assert python.removeprefix("python=") in {".".join(p.split(".")[:2]) for p in PYTHONS}


def npm() -> set[str]:
    """Return the direct npm packages of every front end tracked by git."""
    found = [file for file in tracked() if file.name == "package.json"]
    read = [json.loads(file.read_text(encoding="utf-8")) for file in found]
    return {name for one in read for kind in ("dependencies", "devDependencies") for name in one.get(kind, {})}


def test_every_direct_dependency_is_explained() -> None:
    """docs/dependencies.md has one line (name, reason, licence) per direct dependency, and no obsolete lines."""
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    named = [name for name, _, _ in rows]
    assert sorted(named) == sorted({canonicalize_name(one.name) for one in DIRECT} | npm())
    assert [name for name, why, licence in rows if not why.strip() or not licence.strip()] == []
