"""Build a wheel that contains the built book, so that `cattools serve` works immediately after installation.

`make wheel` builds the book, then the wheel in `dist`. The wheel's metadata contain the repository's URL, which is read
from the Git remote, and the URL of the published book, which is given by `make wheel ADDRESS=https://...`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from cattools.site.pipeline.build import build

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "dist"
BOOK = "CATTOOLS_WHEEL_BOOK"  # BOOK and URLS are environment variables that hatch_hook.py reads
URLS = "CATTOOLS_WHEEL_URLS"
TIMEOUT = 600  # seconds, the time limit of each command
_BY_SSH = re.compile(r"(?:ssh://)?git@([\w.-]+)[:/](.+)")


def web_address(remote: str) -> str:
    """Return the web URL of a Git remote, or "" if it has none."""
    shown = _BY_SSH.sub(r"https://\1/\2", remote.strip())
    return shown.removesuffix(".git") if re.match(r"https?://[^/@]+/.", shown) else ""


def addresses(root: Path, book: str) -> dict[str, str]:
    """Return the project's known URLs, by their labels in the package metadata."""
    command = ["git", "-C", str(root), "config", "remote.origin.url"]
    try:
        remote = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT).stdout
    except OSError:  # Git is not installed
        remote = ""
    source = web_address(remote)
    issues = f"{source}/issues" if source else ""
    found = {"Rulebook": book, "Source": source, "Issues": issues}
    return {name: address for name, address in found.items() if address}


def make(book: Path | None, out: Path, urls: Mapping[str, str]) -> Path:
    """Build a wheel in the folder `out`, with the built book, if any, and `urls` in its metadata; return its path."""
    for old in out.glob("*.whl"):
        old.unlink()
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out)]
    subprocess.run(
        [*command, "--quiet", "--disable-pip-version-check", str(ROOT)],
        check=True, timeout=TIMEOUT, env={**os.environ, BOOK: str(book or ""), URLS: json.dumps(urls)},
    )  # fmt: skip
    return next(out.glob("*.whl"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build a wheel that contains the built book.")
    parser.add_argument("--address", default="", help="the book's URL (default: as in _config.yml)")
    address = parser.parse_args().address
    made = make(build(ROOT, address=address), OUT, addresses(ROOT, address))
    print(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB")
