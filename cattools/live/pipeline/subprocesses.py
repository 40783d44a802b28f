"""The programs that a build starts; they end when the build ends, even if it fails or is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_running: list[subprocess.Popen[str]] = []


def start(command: Sequence[str], **how: Any) -> subprocess.Popen[str]:
    """Start a program whose output is read as text; `how` holds further arguments of `Popen`."""
    if os.name == "posix":
        how["process_group"] = 0  # so that the program's own children end with it
    pipe = subprocess.PIPE
    child = subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.DEVNULL, stdout=pipe, encoding="utf-8", errors="replace", **how
    )
    _running.append(child)  # immediately, so that `end_all` in another thread finds it
    return child


def end_all() -> None:
    """Terminate the programs that are still running."""
    for child in _running:
        if child.poll() is not None:
            continue
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGTERM)
        else:
            child.terminate()
