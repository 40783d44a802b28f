"""Incremental build steps: a step runs only if its inputs have changed."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING

from cattools.live.pipeline import subprocesses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_SKIPPED = {"__pycache__", "node_modules", ".ipynb_checkpoints"}


def files_below(folder: Path, *, skip: Iterable[Path] = ()) -> list[Path]:
    """Return the files below a folder in a stable order, without caches and `skip`; [] if the folder is missing."""
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
    """Return a short hash of files (their names and contents) and texts."""
    total = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode()
        total.update(f"{part}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()[:16]


@contextmanager
def alone(lock: Path, *, quiet: bool = False) -> Iterator[None]:
    """Hold a lock file; if another build holds it, say so and wait, because two builds would overwrite each other."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only builds need it, not `cattools serve` of a built site

    lock.parent.mkdir(parents=True, exist_ok=True)
    held = FileLock(lock)
    try:
        held.acquire(timeout=0)
    except Timeout:
        if not quiet:
            sys.stdout.write(f"Another build is running in {lock.parent}; waiting for it to end.\n")
            sys.stdout.flush()
        held.acquire()
    try:
        yield
    finally:
        held.release()


class BuildSteps:
    """The steps of a build, whose fingerprints are stored in a file between builds."""

    def __init__(self, memory: Path, *, quiet: bool = False) -> None:
        self._memory = memory
        self._quiet = quiet
        self._known: dict[str, str] = {}
        self._reported = 0
        self._side: list[str] | None = None
        self._lock = threading.Lock()
        if memory.is_file():
            try:
                self._known = json.loads(memory.read_text())
            except ValueError:
                self._say("Cannot read the record of the last build; rebuilding everything.")

    def known(self, name: str) -> str | None:
        """Return the fingerprint with which a step last ran."""
        return self._known.get(name)

    def due(self, name: str, made_from: str, *results: Path) -> bool:
        """Return whether a step has to run: its inputs have changed or a result is missing."""
        return self._known.get(name) != made_from or not all(result.exists() for result in results)

    @contextmanager
    def doing(self, name: str, title: str, made_from: str) -> Iterator[None]:
        """Run a step; print its duration, and store its fingerprint only if it succeeds."""
        began, self._reported = time.perf_counter(), 0
        self._say(f"{title} ...", end="")
        self.remember(name, None)
        try:
            yield
        except BaseException:
            self._say(" failed")
            if self._side is None:
                subprocesses.end_all()
            raise
        self.remember(name, made_from)
        self._say(f" {time.perf_counter() - began:.1f} s")

    @contextmanager
    def meanwhile(self, others: Callable[[BuildSteps], None]) -> Iterator[None]:
        """Run other steps concurrently; their output is printed after that of the steps in the block."""
        side = copy(self)
        side._side = output = list[str]()  # noqa: SLF001 - an instance of the same class
        with ThreadPoolExecutor(1) as worker:
            done = worker.submit(others, side)
            try:
                yield
            except BaseException:
                subprocesses.end_all()
                raise
            try:
                done.result()
            finally:
                self._say("".join(output), end="")

    def progress(self, percent: int) -> None:
        """Report the step's progress, in increments of ten percent."""
        if self._reported < percent // 10 * 10 < 100:
            self._reported = percent // 10 * 10
            self._say(f" {self._reported}%", end="")

    def remember(self, name: str, made_from: str | None) -> None:
        """Store the fingerprint of a step, or of a part of a step; None deletes it."""
        with self._lock:
            self._known.pop(name, None)
            if made_from is not None:
                self._known[name] = made_from
            self._memory.parent.mkdir(parents=True, exist_ok=True)
            self._memory.write_text(json.dumps(self._known, indent=1))

    def report(self, text: str) -> None:
        """Report something that the author should know."""
        self._say(text)

    def unchanged(self, title: str) -> None:
        """Report that a step was skipped."""
        self._say(f"{title}: unchanged")

    def _say(self, text: str, end: str = "\n") -> None:
        if self._side is not None:
            self._side.append(text + end)
        elif not self._quiet:
            sys.stdout.write(text + end)
            sys.stdout.flush()
