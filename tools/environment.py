"""Create `.venv` with the locked packages and cattools itself, editable.

Almost every target of the Makefile runs this first. The environment contains a hash of the lock and pyproject.toml from
which it was made; if these two files have not changed, this does nothing. This script uses only the standard library.
`make_environment.py` runs it.
"""

import hashlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "cattools.stamp"


def say(words: str) -> None:
    """Print a line of progress."""
    print("environment: " + words, flush=True)


def complaint() -> str:
    """Return a sentence that says why this Python is unsuitable, or "" if it is suitable."""
    missing = [name for name in ("venv", "ensurepip") if find_spec(name) is None]
    if missing:
        return (
            f"this Python has no module '{missing[0]}', which creates environments; on Debian and Ubuntu, "
            "install it with `sudo apt-get install python3-venv`, then run make again."
        )
    return ""


def wanted() -> str:
    """Return a hash of everything that determines the environment's content."""
    # Tool settings, which follow the project's tables, do not affect what is installed.
    project = (ROOT / "pyproject.toml").read_bytes().split(b"\n[tool.")[0]
    lock = (ROOT / "requirements.lock").read_bytes()
    python = repr(sys.version_info[:2]).encode()
    return hashlib.sha256(b"\0".join((python, project, lock, Path(__file__).read_bytes()))).hexdigest()


def install_locked(pip: list[str]) -> None:
    """Install the locked packages; print how many have been found so far, and pip's output only if it fails.

    pip requires a hash for everything that it installs here. The folder of cattools has no hash, so cattools is
    installed separately.
    """
    total = sum("==" in line for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines())
    say(f"installing {total} locked packages (about a minute, longer on a slow connection)")
    command = [*pip, "install", "--no-deps", "--no-compile", "--require-hashes", "--progress-bar=off"]
    command += ["--requirement", "requirements.lock"]
    lines, count = [], 0
    with subprocess.Popen(
        command, cwd=str(ROOT), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
    ) as process:
        for line in process.stdout or ():
            lines.append(line)
            if line.startswith(("Collecting ", "Processing ")):
                count += 1
                if count % 25 == 0:
                    say(f"{count} of {total} found")
    if process.returncode:
        # pip also lists every package that is not for this Python; among these lines its error would be lost.
        output = [line for line in lines if not line.startswith("Ignoring ")]
        print("".join(output[-20:]), file=sys.stderr)
        raise subprocess.CalledProcessError(process.returncode, command)


def make() -> None:
    """Recreate the environment and install the locked packages, then cattools."""
    # This Python may be in the old .venv, which is about to be deleted, so use its base interpreter.
    base = getattr(sys, "_base_executable", None) or sys.executable
    say("creating .venv with Python " + ".".join(map(str, sys.version_info[:3])))
    subprocess.run([base, "-m", "venv", "--clear", str(VENV)], check=True)
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "--no-input", "--disable-pip-version-check"]
    install_locked(pip)
    say("installing cattools, editable")
    editable = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", "."]
    subprocess.run([*pip, *editable], check=True, cwd=str(ROOT))
    subprocess.run([*pip, "check"], check=True)
    settle = (
        "import sys; from pathlib import Path; from cattools.site.notebooks.jupyterlab import settle; "
        "settle(Path(sys.prefix))"
    )
    subprocess.run([pip[0], "-c", settle], check=True)


def main() -> int:
    """Create the environment unless it is up to date; return the exit status."""
    stamp = wanted()
    if STAMP.is_file() and STAMP.read_text(encoding="ascii") == stamp:
        return 0
    problem = complaint()
    if problem:
        print(problem, file=sys.stderr)
        return 1
    try:
        make()
    except subprocess.CalledProcessError as error:
        command = " ".join(error.cmd)
        print(f"environment: `{command}` failed; see its output above.", file=sys.stderr)
        return 1
    STAMP.write_text(stamp, encoding="ascii")
    say("ready")
    return 0


if __name__ == "__main__":
    sys.exit(main())
