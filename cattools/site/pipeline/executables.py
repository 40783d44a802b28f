"""Find programs on this machine that the project uses but does not install, mainly browsers."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

MAC_APPS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")


@dataclass(frozen=True)
class Program:
    """A program: its possible names, the environment variable that overrides them, and globs of paths outside PATH."""

    names: tuple[str, ...]
    variable: str
    patterns: tuple[str, ...] = ()

    def find(self) -> str | None:
        """Return the program's path from the variable, else from PATH, else from other locations; None if not found.

        Raises `FileNotFoundError` if the variable names something that is not executable.
        """
        named = os.environ.get(self.variable)
        if named:
            program = shutil.which(named)
            if not program:
                raise FileNotFoundError(f"expected {self.variable} to name an executable, found {named!r}")
            return program
        known = (shutil.which(name) for name in self.names)
        others = (str(path) for pattern in self.patterns for path in sorted(Path("/").glob(pattern), reverse=True))
        return next((path for path in (*known, *others) if path and os.access(path, os.X_OK)), None)


@dataclass(frozen=True)
class Chromium(Program):
    """Chromium or Chrome, which has more locations than other programs.

    Debian's headless shell is preferred: without the user interface, it opens a page in two thirds of the time.
    """

    def find(self) -> str | None:
        """Return the path as for any program; prefer the headless shell, and also try macOS apps and Playwright's."""
        shell = None if os.environ.get(self.variable) else shutil.which(HEADLESS_SHELL)
        if shell:
            return shell
        roots = (Path("/Applications"), Path.home() / "Applications")
        apps = (str(root / app) for root in roots for app in MAC_APPS)
        return super().find() or next((path for path in (*apps, *playwrights()) if os.access(path, os.X_OK)), None)


def playwrights() -> list[str]:
    """List the browsers that `playwright install chromium` has installed, newest first."""
    places = (Path.home() / ".cache", Path.home() / "Library" / "Caches")
    roots = [
        Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")),
        *(place / "ms-playwright" for place in places),
    ]
    patterns = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
    found = [path for root in roots if root.name for pattern in patterns for path in root.glob(pattern)]
    return [str(path) for path in sorted(found, reverse=True)]


HEADLESS_SHELL = "chromium-headless-shell"
CHROMIUM = Chromium(("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"), "CHROMIUM")
