"""Write `requirements.lock` anew from the lists in pyproject.toml: `make lock`.

One lock for every platform and for Python 3.11 and newer, resolved by uv against the public registry alone:
uv reads none of pip's settings, so no local index, folder of wheels or address can leak in. Each version stands
with the hashes of its files, and pip takes no other file. A version that still fits is kept; `make lock UPGRADE=1`
takes the newest of each.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
TOOL = ROOT / "_build" / "lock"
UV = "uv==0.13.8"
HEADER = "# Every package of the environment, generated from pyproject.toml by `make lock`: do not edit.\n"


def resolve(*, upgrade: bool) -> str:
    """Resolve the direct dependencies of pyproject.toml with all that they need in turn.

    Returns the entries `name==version`, with markers where one is for some platforms or Pythons only, each followed
    by lines with its hashes.
    Raises `subprocess.CalledProcessError` when there is no solution; uv has then said why.
    """
    python = TOOL / "bin" / "python"
    if not python.exists():
        venv.create(TOOL, with_pip=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV], check=True)
    command = [str(TOOL / "bin" / "uv"), "pip", "compile", "--no-config", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--all-extras", "--group", "test", "--group", "build"]
    command += ["--no-annotate", "--no-header", "--no-emit-index-url", "--no-emit-find-links", "--generate-hashes"]
    command += ["--upgrade"] if upgrade else []
    command += ["--output-file", str(LOCK), "pyproject.toml"]
    # An index or a folder of wheels set for uv in this shell would bind the lock to this machine.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("UV_")}
    subprocess.run(command, check=True, cwd=ROOT, env=clean)
    lines = LOCK.read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("#"))


if __name__ == "__main__":
    try:
        locked = resolve(upgrade="--upgrade" in sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(f"the lock was not made: `{error.cmd[1]} ...` ended with status {error.returncode}")
    LOCK.write_text(HEADER + locked, encoding="utf-8")
    print(f"requirements.lock: {sum(line[:1] not in ' #' for line in locked.splitlines())} packages")
