"""Programs that a build starts: they end with it, whatever ends it."""

from __future__ import annotations

import os
import signal
import subprocess
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_running: list[subprocess.Popen[str]] = []


def start(command: Sequence[str], **how: Any) -> subprocess.Popen[str]:
    """Start a program whose words are read as text; `how` as for `Popen`."""
    if os.name == "posix":
        how["process_group"] = 0  # what it starts in turn ends with it
    pipe = subprocess.PIPE
    child = subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.DEVNULL, stdout=pipe, encoding="utf-8", errors="replace", **how
    )
    _running.append(child)  # at once: two steps may start programs at the same time
    return child


def end_all() -> None:
    """End the programs that still run."""
    for child in _running:
        if child.poll() is not None:
            continue
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGTERM)
        else:
            child.terminate()
