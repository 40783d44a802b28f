"""Find a Chromium for the browser tests and the benchmarks, or install Debian's.

`python tools/chromium.py` prints the path of the one that is used; with `--install` it first installs one
where there is none and where it may. The variable CHROMIUM names another.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_APPS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
MISSING = (
    "no Chromium was found for the browser tests: install one (on Debian `sudo apt-get install chromium`), "
    "or set the variable CHROMIUM to the path of a Chromium or Chrome program"
)


def find() -> str | None:
    """Look for a Chromium or Chrome: CHROMIUM's, the usual programs, macOS applications, Playwright's own.

    Returns its path, or None. Raises `FileNotFoundError` when CHROMIUM names something that cannot be run.
    """
    named = os.environ.get("CHROMIUM")
    if named:
        program = shutil.which(named)
        if not program:
            raise FileNotFoundError(f"CHROMIUM should name a program that can be run, but is {named!r}")
        return program
    known = (shutil.which(name) for name in NAMES)
    apps = (str(root / app) for root in (Path("/Applications"), Path.home() / "Applications") for app in MAC_APPS)
    return next((path for path in (*known, *apps, *playwrights()) if path and os.access(path, os.X_OK)), None)


def playwrights() -> list[str]:
    """List the browsers that `playwright install chromium` has put on this machine, the newest first."""
    places = (Path.home() / ".cache", Path.home() / "Library" / "Caches")
    roots = [
        Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")),
        *(place / "ms-playwright" for place in places),
    ]
    patterns = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
    found = [path for root in roots if root.name for pattern in patterns for path in root.glob(pattern)]
    return [str(path) for path in sorted(found, reverse=True)]


def administrator() -> list[str] | None:
    """Say how this user runs a command as root: [] as root, sudo's words where it asks nothing, else None."""
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "--non-interactive"]
    able = shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode == 0
    return sudo if able else None


def install() -> None:
    """Install Debian's package with apt-get, showing its progress; leave it alone where that cannot work."""
    prefix = administrator()
    if not shutil.which("apt-get") or prefix is None:
        return
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]
    print("chromium: installing Debian's package", flush=True)
    for words in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        if subprocess.run([*apt, *words], check=False, stdin=subprocess.DEVNULL).returncode:
            print(f"chromium: `apt-get {words[0]}` failed; what it said stands above", file=sys.stderr)
            return


def main() -> int:
    """Show which Chromium is used, after installing one if asked to; the exit status is 1 without one."""
    try:
        path = find()
        if path is None and "--install" in sys.argv[1:]:
            install()
            path = find()
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    print(path or MISSING, file=sys.stdout if path else sys.stderr)
    return 0 if path else 1


if __name__ == "__main__":
    sys.exit(main())
