"""Find the browsers for tests and benchmarks, or install Debian's packages.

`python tools/find_browsers.py` prints the paths of the browsers' programs; with `--install` it first installs the
missing browsers if it has permission. The arguments `chromium`, `firefox` and `webkit` select browsers. The environment
variables CHROMIUM, FIREFOX, WEBKITWEBDRIVER, MINIBROWSER and XVFB override the programs' paths.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from cattools.site.pipeline import executables
from cattools.site.pipeline.executables import Program


@dataclass(frozen=True)
class Browser:
    """A browser: its programs and the Debian packages that contain them.

    Where Debian has the package `lighter`, its program of the same name is installed instead.
    """

    name: str
    programs: tuple[Program, ...]
    packages: tuple[str, ...]
    lighter: str = ""

    def find(self) -> dict[str, str] | None:
        """Return the paths of the browser's programs by the first of their names, or None if one is missing.

        Raises `FileNotFoundError` if an environment variable names something that is not executable.
        """
        found = {program.names[0]: program.find() for program in self.programs}
        paths = {name: path for name, path in found.items() if path is not None}
        return paths if len(paths) == len(found) else None

    @property
    def lacking(self) -> tuple[str, ...]:
        """The Debian packages to install: those of a missing browser, or a lighter one that apt knows."""
        found = self.find()
        named = any(os.environ.get(program.variable) for program in self.programs)
        if self.lighter and not named and not shutil.which(self.lighter) and is_offered(self.lighter):
            return (self.lighter,)
        return () if found else self.packages

    @property
    def missing(self) -> str:
        """The message that says what to install if the browser is missing."""
        variables = ", ".join(program.variable for program in self.programs)
        packages = " ".join(self.packages)
        return (
            f"{self.name}, which the browser tests need, was not found: install it "
            f"(on Debian `sudo apt-get install {packages}`), or set {variables} to the path of the program"
        )


CHROMIUM = Browser(
    "Chromium",
    (executables.CHROMIUM,),
    ("chromium",),
    executables.HEADLESS_SHELL,
)
FIREFOX = Browser("Firefox", (Program(("firefox-esr", "firefox"), "FIREFOX"),), ("firefox-esr",))
WEBKIT = Browser(
    "WebKitGTK",
    (
        Program(("WebKitWebDriver",), "WEBKITWEBDRIVER"),
        Program(("MiniBrowser",), "MINIBROWSER", ("usr/lib/*/webkit2gtk-4*/MiniBrowser", "usr/libexec/*/MiniBrowser")),
        Program(("Xvfb",), "XVFB"),
    ),
    ("webkit2gtk-driver", "xvfb"),
)
BROWSERS = {"chromium": CHROMIUM, "firefox": FIREFOX, "webkit": WEBKIT}


def root_prefix() -> list[str] | None:
    """Return the command prefix that runs a command as root.

    It is empty if this process is root, and `sudo` if that needs no password. Otherwise the result is None.
    """
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "--non-interactive"]
    able = shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode == 0
    return sudo if able else None


def is_offered(package: str) -> bool:
    """Return whether apt knows a package."""
    program = shutil.which("apt-cache")
    return (
        program is not None
        and not subprocess.run(
            [program, "show", package], capture_output=True, check=False, stdin=subprocess.DEVNULL
        ).returncode
    )


def install(browsers: list[Browser]) -> None:
    """Install browsers as Debian packages with apt-get, showing its output; do nothing without apt-get or root access.

    Packages are installed one by one, because some Debian derivatives do not have all of them.
    """
    prefix = root_prefix()
    if not shutil.which("apt-get") or prefix is None:
        return
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]

    def run(*words: str) -> None:
        if subprocess.run([*apt, *words], check=False, stdin=subprocess.DEVNULL).returncode:
            print(f"browsers: `apt-get {' '.join(words)}` failed; see its output above", file=sys.stderr)

    if any(browser.find() is None for browser in browsers):
        run("update")  # a fresh container knows no packages
    for package in (package for browser in browsers for package in browser.lacking):
        print(f"browsers: installing Debian's {package}", flush=True)
        run("install", "--yes", "--no-install-recommends", package)


def main(*args: str) -> int:
    """Print the browsers' programs, after installing missing ones if requested; return 1 if one is still missing."""
    wanted = [browser for name, browser in BROWSERS.items() if name in args or not {*BROWSERS} & {*args}]
    try:
        if "--install" in args:
            install(wanted)
        found = {browser: browser.find() for browser in wanted}
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    for browser, paths in found.items():
        words = " ".join(paths.values()) if paths else browser.missing
        print(words, file=sys.stdout if paths else sys.stderr)
    return 0 if all(found.values()) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
