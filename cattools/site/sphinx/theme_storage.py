"""Guards the theme's scripts: where the browser's storage is refused or full, they run as if it were empty.

A browser that blocks cookies throws an error on every use of its storage, which would end the theme's script before it
has set up the menu on phones.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_USES = re.compile(r"\b(?:window\.)?(localStorage|sessionStorage)\b")
_BEGINS = """(() => {
const storage = (name) => ({
  getItem(key) { try { return window[name].getItem(key); } catch { return null; } },
  setItem(key, value) { try { window[name].setItem(key, value); } catch {} },
  removeItem(key) { try { window[name].removeItem(key); } catch {} },
});
const [localStorage, sessionStorage] = ["localStorage", "sessionStorage"].map(storage);
"""
_ENDS = "\n})();\n"


def guarded(script: str) -> str:
    """Return a script that uses storage within a function in which storage never fails; other scripts unchanged."""
    if script.startswith(_BEGINS) or not _USES.search(script):
        return script
    return _BEGINS + _USES.sub(r"\1", script) + _ENDS


def guard(static: Path) -> None:
    """Guard all scripts in the folder of the book's static files."""
    for file in static.rglob("*.js"):
        before = file.read_text("utf-8")
        if (after := guarded(before)) != before:
            file.write_text(after, "utf-8")
