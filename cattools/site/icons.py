"""The theme's icons without its icon script.

Beside a font of icons, whose names its style sheet knows, the theme loads a script that draws the same icons
again, as pictures; that takes the reader's browser longer than to lay out the page.
"""

from __future__ import annotations

import re
from pathlib import Path

# The one icon that the font would show in another size than the script.
STYLE = "<style>html .theme-switch.fa-solid.fa-lg{font-size:1.25rem}</style>"
SCRIPT = Path("_static", "scripts", "fontawesome.js")
_TAG = re.compile(r'[ \t]*<script\b[^>]*\bsrc="[^"]*/fontawesome\.js[^"]*"[^>]*></script>\n?')


def drop_script(outdir: Path) -> None:
    """Take the icon script out of a built book, whose pages are in `outdir`."""
    for page in outdir.rglob("*.html"):
        text = page.read_text("utf-8")
        if (without := _TAG.sub("", text)) != text:
            page.write_text(without, "utf-8")
    for file in (outdir / SCRIPT).parent.glob(SCRIPT.name + "*"):  # its licence and map too
        file.unlink()
