"""Write `requirements.lock` from the dependencies in pyproject.toml: `make lock`.

There is one lock for all platforms and for Python 3.11 and newer. It is resolved by uv, which uses only PyPI: uv
ignores pip's settings, so no local index or wheel folder gets into the lock. The lock lists the hashes of each
version's files, and pip rejects any other file. Versions that still meet the requirements are kept; `make lock
UPGRADE=1` chooses the newest version of each package.
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
    """Resolve the direct dependencies of pyproject.toml and their dependencies.

    Returns the entries `name==version`, with environment markers where needed, each followed by lines with its hashes.
    Raises `subprocess.CalledProcessError` if there is no solution; uv has then printed the reason.
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
    # An index or wheel folder that this shell sets for uv would make the lock specific to this machine.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("UV_")}
    subprocess.run(command, check=True, cwd=ROOT, env=clean)
    lines = LOCK.read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("#"))


if __name__ == "__main__":
    try:
        locked = resolve(upgrade="--upgrade" in sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(f"cannot write the lock: `{error.cmd[1]} ...` exited with status {error.returncode}")
    LOCK.write_text(HEADER + locked, encoding="utf-8")
    print(f"requirements.lock: {sum(line[:1] not in ' #' for line in locked.splitlines())} packages")
