"""The optimizations of the live page, each of which can be turned off; a book can have more."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cattools.live.errors import BuildError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FILE = Path(__file__).parents[1] / "optimizations.toml"
# The environment variable that names optimizations to turn off, whatever the file says. The programs that the build
# starts inherit it.
WITHOUT = "CATTOOLS_WITHOUT"
# optimization -> the other optimizations without which it does not work
_NEEDS = {
    "zero_free_memory": ("snapshot",),
    "omit_recomputable": ("snapshot",),
    "relative_addresses": ("snapshot",),
    "split_wasm": ("snapshot", "compile_on_page", "lean_glue"),
}


@cache
def groups(*more: Path) -> Mapping[str, Mapping[str, bool]]:
    """Return the switches by group, including those in a book's own files, which are read only once."""
    found: dict[str, dict[str, bool]] = {}
    for file in (FILE, *more):
        for group, switches in tomllib.loads(file.read_text("utf-8")).items():
            found.setdefault(group, {}).update(switches)
    return found


def check(names: Iterable[str], *more: Path) -> list[str]:
    """Return the names. Raises `BuildError` if one is neither an optimization nor a group of optimizations."""
    known = [*groups(*more), *(name for group in groups(*more).values() for name in group)]
    names = list(names)
    for name in names:
        if name not in known:
            raise BuildError(f"expected the name of an optimization ({', '.join(known)}), found {name!r}")
    return names


def enabled(*more: Path) -> dict[str, bool]:
    """Return for each optimization whether it is on.

    An optimization is on if its file says so, `WITHOUT` names neither the optimization nor its group, and all
    optimizations that it needs are on. `more` are a book's own files.
    """
    off = set(os.environ.get(WITHOUT, "").split())
    switches = groups(*more).items()
    on = {name: value and not off & {name, group} for group, names in switches for name, value in names.items()}
    for name, needed in _NEEDS.items():
        on[name] = on[name] and all(on[need] for need in needed)
    return on
