"""What keeps old and new files apart in a browser: a stamp, behind the addresses of the live part, answers and style.

Pages are written without knowing it, so that a page is not written anew because the kernel is another one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cattools.site import answers, style
from cattools.site.steps import fingerprint

if TYPE_CHECKING:
    from pathlib import Path

LIVE = "catlive"
ANY = "?v=0"  # behind an address whose stamp is not known yet
_LIVE = re.compile(rf"(\b{LIVE}/[\w.-]+\?v=)\w+")
_OWN = re.compile(rf"(\b_static/({re.escape(answers.FILE)}|{re.escape(style.FILE)})\?v=)\w+")


def put(html: Path, stamp: str) -> None:
    """Write the stamp of the live part, and those of the answers and of the style, into every page of a built book."""
    own = {name: fingerprint((html / "_static" / name).read_text("utf-8")) for name in (answers.FILE, style.FILE)}
    for page in html.rglob("*.html"):
        before = page.read_text("utf-8")
        text = _OWN.sub(lambda found: found[1] + own[found[2]], _LIVE.sub(rf"\g<1>{stamp}", before))
        if text != before:
            page.write_text(text, "utf-8")
