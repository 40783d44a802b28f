"""Steps of a build: each is done again only when what it is made from has changed."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SKIPPED = {"__pycache__", "node_modules", ".ipynb_checkpoints"}


def files_below(folder: Path, *, skip: Iterable[Path] = ()) -> list[Path]:
    """Return the files below a folder in a stable order, without caches and `skip`; none where there is no folder."""
    left_out = set(skip)
    found: list[Path] = []
    for entry in sorted(folder.iterdir()) if folder.is_dir() else []:
        if entry in left_out or entry.name in _SKIPPED:
            continue
        if entry.is_dir():
            found += files_below(entry, skip=left_out)
        elif entry.suffix != ".pyc":
            found.append(entry)
    return found


def fingerprint(*parts: Path | str) -> str:
    """Condense files (by content) and texts into one short line."""
    total = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode()
        total.update(f"{part}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()[:16]


class Steps:
    """The steps done so far, remembered in a file between builds."""

    def __init__(self, memory: Path, *, quiet: bool = False) -> None:
        self._memory = memory
        self._quiet = quiet
        self._known: dict[str, str] = {}
        self._told = 0
        if memory.is_file():
            try:
                self._known = json.loads(memory.read_text())
            except ValueError:
                self._say("The record of the last build cannot be read; everything is made anew.")

    def known(self, name: str) -> str | None:
        """Tell from what a step was last made."""
        return self._known.get(name)

    def due(self, name: str, made_from: str, *results: Path) -> bool:
        """Tell whether a step has to be done: its sources changed or a result is missing."""
        return self._known.get(name) != made_from or not all(result.exists() for result in results)

    @contextmanager
    def doing(self, name: str, title: str, made_from: str) -> Iterator[None]:
        """Do a step: says how long it took, and remembers it only if it came to its end."""
        began, self._told = time.perf_counter(), 0
        self._say(f"{title} ...", end="")
        self._known.pop(name, None)
        self._save()
        try:
            yield
        except BaseException:
            self._say(" failed")
            raise
        self._known[name] = made_from
        self._save()
        self._say(f" {time.perf_counter() - began:.1f} s")

    def progress(self, percent: int) -> None:
        """Say how far the step has come, every ten percent."""
        if self._told < percent // 10 * 10 < 100:
            self._told = percent // 10 * 10
            self._say(f" {self._told}%", end="")

    def remember(self, name: str, made_from: str) -> None:
        """Note what a part of a step was made from."""
        self._known[name] = made_from
        self._save()

    def kept(self, title: str) -> None:
        """Say that a step had nothing to do."""
        self._say(f"{title}: unchanged")

    def _save(self) -> None:
        self._memory.parent.mkdir(parents=True, exist_ok=True)
        self._memory.write_text(json.dumps(self._known, indent=1))

    def _say(self, text: str, end: str = "\n") -> None:
        if not self._quiet:
            sys.stdout.write(text + end)
            sys.stdout.flush()
