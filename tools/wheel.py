"""Make a wheel that carries the finished book: where it is installed, `cattools serve` works at once.

`make wheel` builds the book, then the wheel in `dist`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cattools.site.build import build

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "dist"
BOOK = "CATTOOLS_WHEEL_BOOK"  # as wheel_hook.py reads it
LONGEST = 600  # seconds


def make(book: Path, out: Path) -> Path:
    """Return the wheel that carries the finished book of a folder, in the folder `out`."""
    for old in out.glob("*.whl"):
        old.unlink()
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out)]
    subprocess.run(
        [*command, "--quiet", "--disable-pip-version-check", str(ROOT)],
        check=True, timeout=LONGEST, env={**os.environ, BOOK: str(book)},
    )  # fmt: skip
    return next(out.glob("*.whl"))


if __name__ == "__main__":
    made = make(build(ROOT), OUT)
    print(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB")
