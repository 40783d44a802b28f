"""What keeps old and new files apart in a browser: the addresses of the live part and of the answers end with a stamp.

Pages are written without knowing it, so that a page is not written anew because the kernel is another one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cattools.site import answers
from cattools.site.steps import fingerprint

if TYPE_CHECKING:
    from pathlib import Path

LIVE = "catlive"
ANY = "?v=0"  # behind an address whose stamp is not known yet
_LIVE = re.compile(rf"(\b{LIVE}/[\w.-]+\?v=)\w+")
_ANSWERS = re.compile(rf"(\b_static/{re.escape(answers.FILE)}\?v=)\w+")


def put(html: Path, stamp: str) -> None:
    """Write the stamp of the live part, and that of the answers, into every page of a built book."""
    said = fingerprint((html / "_static" / answers.FILE).read_text("utf-8"))
    for page in html.rglob("*.html"):
        before = page.read_text("utf-8")
        text = _ANSWERS.sub(rf"\g<1>{said}", _LIVE.sub(rf"\g<1>{stamp}", before))
        if text != before:
            page.write_text(text, "utf-8")
