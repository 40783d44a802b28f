"""What keeps old and new files apart in a browser: a stamp, behind the addresses of the live part, answers and style.

Pages are written without knowing it, so that a page is not written anew because the kernel is another one. Records
hold it: their addresses may bring those of another build.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cattools.site import answers, records, style
from cattools.site.steps import fingerprint

if TYPE_CHECKING:
    from pathlib import Path

LIVE = "catlive"
ANY = "?v=0"  # behind an address whose stamp is not known yet
_LIVE = re.compile(rf"(\b{LIVE}/[\w.-]+\?v=)\w+")
_OF = re.compile(r'(\{"build":")\w+')  # begins a record
_OWN = re.compile(rf"(\b_static/({re.escape(answers.FILE)}|{re.escape(style.FILE)})\?v=)\w+")


def put(html: Path, stamp: str) -> None:
    """Write the stamp of the live part into all of a built book, and those of answers and style into its pages."""
    own = {name: fingerprint((html / "_static" / name).read_text("utf-8")) for name in (answers.FILE, style.FILE)}
    for page in html.rglob("*.html"):
        before = page.read_text("utf-8")
        text = _OWN.sub(lambda found: found[1] + own[found[2]], _LIVE.sub(rf"\g<1>{stamp}", before))
        if text != before:
            page.write_text(text, "utf-8")
    for record in (html / records.FOLDER).glob("*.json"):
        before = record.read_text("utf-8")
        found = _OF.match(before)
        if found and found[0] != f"{found[1]}{stamp}":
            record.write_text(f"{found[1]}{stamp}{before[found.end() :]}", "utf-8")
