"""The theme's icon script without the two thousand icons that no page shows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

SCRIPT = Path("_static", "scripts", "fontawesome.js")
_USED = re.compile(r"\bfa-([a-z0-9-]+)")
# "name":[width,height,["other name",...],"code","path"]
_ICON = re.compile(r'"?([a-z0-9-]+)"?:\[\d+,\d+,\[([^\]]*)\],"[0-9a-f]*",(?:"[^"]*"|\[[^\]]*\])\],?')


def used_icons(files: Iterable[Path]) -> set[str]:
    """Collect the names of the icons that pages and the theme's scripts ask for."""
    return {name for file in files for name in _USED.findall(file.read_text("utf-8"))}


def trim(script: str, used: set[str]) -> str:
    """Take the unused icons out of the script.

    Args:
        script: the theme's fontawesome.js.
        used: names to keep; an icon is kept under any of its names.
    """

    def keep(found: re.Match[str]) -> str:
        names = {found[1], *re.findall(r'"([a-z0-9-]+)"', found[2])}
        return found[0] if names & used else ""

    return _ICON.sub(keep, script)


def trim_built(outdir: Path) -> None:
    """Trim the icon script of a built book, if it has one."""
    script = outdir / SCRIPT
    if not script.is_file():
        return
    scripts = [f for f in (outdir / "_static").rglob("*.js") if f != script]
    used = used_icons([*outdir.rglob("*.html"), *scripts])
    script.write_text(trim(script.read_text("utf-8"), used), "utf-8")
