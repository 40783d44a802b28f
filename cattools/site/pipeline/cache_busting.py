"""What keeps old and new files apart in a browser: a stamp, behind the addresses of the live part, answers and style.

Pages are written without knowing it, so that a page is not written anew because the kernel is another one. Records
hold it: their addresses may bring those of another build.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cattools.site.pipeline.incremental import fingerprint
from cattools.site.precomputed import files
from cattools.site.search import index
from cattools.site.sphinx import theme_css

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LIVE = "catlive"
ANY = "?v=0"  # behind an address whose stamp is not known yet
_LIVE = re.compile(rf"(\b{LIVE}/[\w.-]+\?v=)\w+")
_OF = re.compile(r'\A(\{"build":")\w+')  # begins a record
_OWN = re.compile(rf"(\b_static/({re.escape(index.FILE)}|{re.escape(theme_css.FILE)})\?v=)\w+")


def put(html: Path, stamp: str) -> None:
    """Write the stamp of the live part into all of a built book, and those of answers and style into its pages."""
    own = {name: fingerprint((html / "_static" / name).read_text("utf-8")) for name in (index.FILE, theme_css.FILE)}
    ours = rf"\g<1>{stamp}"
    for page in html.rglob("*.html"):
        _rewrite(page, lambda text: _OWN.sub(lambda found: found[1] + own[found[2]], _LIVE.sub(ours, text)))
    for record in (html / files.FOLDER).glob("*.json"):
        _rewrite(record, lambda text: _OF.sub(ours, text))


def _rewrite(file: Path, change: Callable[[str], str]) -> None:
    before = file.read_text("utf-8")
    text = change(before)
    if text != before:
        file.write_text(text, "utf-8")
