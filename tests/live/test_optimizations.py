"""The switches of the live page's optimizations."""

import re
from pathlib import Path

import pytest

from cattools.live.pipeline.bundle import kernel_parts, start_parts
from cattools.site.errors import BuildError
from cattools.site.pipeline import optimizations

ROOT = Path(__file__).parents[2]
GROUPS = optimizations.groups()
NAMES = {name for group in GROUPS.values() for name in group}
OF_SNAPSHOT = {"zero_free_memory", "omit_recomputable", "relative_addresses", "split_wasm"}


def test_all_optimizations_are_on_unless_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(optimizations.WITHOUT, raising=False)
    assert optimizations.enabled() == dict.fromkeys(NAMES, True)
    monkeypatch.setenv(optimizations.WITHOUT, "share_symbols prefetch")
    assert {name for name, on in optimizations.enabled().items() if not on} == {"share_symbols", "prefetch"}


def test_an_optimization_is_off_without_those_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(optimizations.WITHOUT, "snapshot")
    assert {name for name, on in optimizations.enabled().items() if not on} == {"snapshot", *OF_SNAPSHOT}


def test_the_split_kernel_needs_the_lean_script(monkeypatch: pytest.MonkeyPatch) -> None:
    # Pyodide's own script gives an address to every export; the first half of the split WebAssembly has too few
    # exports, so the function table would not match the snapshot.
    monkeypatch.setenv(optimizations.WITHOUT, "lean_glue")
    assert {name for name, on in optimizations.enabled().items() if not on} == {"lean_glue", "split_wasm"}


def test_a_group_is_turned_off_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(optimizations.WITHOUT, "pyodide_patches")
    assert {name for name, on in optimizations.enabled().items() if not on} == set(GROUPS["pyodide_patches"])


def test_an_unknown_optimization_is_reported() -> None:
    assert optimizations.check(["snapshot", "site"]) == ["snapshot", "site"]
    with pytest.raises(BuildError, match=r"expected the name of an optimization \(.*snapshot.*\), found 'snapshots'"):
        optimizations.check(["snapshots"])


def test_the_kernels_files_depend_on_the_optimizations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(optimizations.WITHOUT, raising=False)
    on = optimizations.enabled()
    assert set(kernel_parts(on)) - set(start_parts(on)) == {
        "pyodide.rest.wasm.bin",
        "python_stdlib.zip",
        "catlive.zip",
    }
    monkeypatch.setenv(optimizations.WITHOUT, "pyodide_patches compress")
    plain = optimizations.enabled()
    assert set(kernel_parts(plain)) == {"kernel.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "catlive.zip"}
    assert start_parts(plain) == kernel_parts(plain)


def test_each_optimization_is_used_and_documented() -> None:
    code = "\n".join(
        file.read_text("utf-8")
        for package in ("live", "site")
        for file in (ROOT / "cattools" / package).rglob("*")
        if file.suffix in {".py", ".mjs", ".js"}
    )
    used = set(re.findall(r"\b(?:OPTIMIZATIONS|on|optimizations)\.(\w+)", code)) & NAMES
    used |= set(re.findall(r'(?:enabled\(\)|_optimizations|on)\["(\w+)"\]', code))
    assert used & NAMES == NAMES
    rows = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "optimizations.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(NAMES)


def test_the_documented_numbers_of_lines_are_about_right() -> None:
    places = [ROOT / "cattools" / place for place in ("live/frontend/pyodide_patches", "live", "site")]
    row = re.compile(r"^\| `(\w+)` \| [^|]* \| ([^|]*) \| ([\d,]+) \|", re.MULTILINE)
    checked = 0
    for name, code, documented in row.findall((ROOT / "docs" / "optimizations.md").read_text("utf-8")):
        named = [
            next((f for place in places if (f := place / at).exists()), None) for at in re.findall("`([^`]*)`", code)
        ]
        if " in " in code or None in named:  # a row that names functions in a file
            continue
        files = [file for one in named if one for file in ([one] if one.is_file() else one.rglob("*.*"))]
        lines = sum(len(file.read_text("utf-8").splitlines()) for file in files if file.suffix != ".pyc")
        assert int(documented.replace(",", "")) == pytest.approx(lines, rel=0.1), f"{name}: {lines} lines"
        checked += 1
    assert checked >= len(NAMES) - 3
