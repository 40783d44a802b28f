"""Redirects from the former addresses of pages: old links keep working, including their query and fragment."""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING

from cattools.site.metadata.page_metadata import NOINDEX, bare_page, refresh

if TYPE_CHECKING:
    from pathlib import Path

MOVED = {  # former name of a page in a game's chapter -> present name
    "box": "components",
    "helper": "round-tracker",
    "quarrels": "disputes",
    "readings": "interpretations",
    "sheet": "printable",
    "start": "first-game",
    "table": "position",
    "teach": "presentation",
}
_FORMER, _PRESENT = "quarrel", "dispute"  # in the fragments and permalinks of disputes
_TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)
ANCHORS = (f"#{_FORMER}-", f"#{_PRESENT}-")


def former_id(id_: str) -> str:
    """Return the former id of a permalink, which equals the present id unless the id has changed."""
    return id_.replace(_PRESENT, _FORMER)


def write(outdir: Path) -> None:
    """Write a redirect for each page of a built book that has moved."""
    for before, now in MOVED.items():
        for page in outdir.glob(f"book/*/{now}.html"):
            title = _TITLE.search(page.read_text("utf-8"))
            page.with_name(f"{before}.html").write_text(_page(page.name, title[1] if title else escape(now)), "utf-8")


def _page(target: str, title: str) -> str:
    anchor = ", ".join(map(json.dumps, ANCHORS))
    address = f"{json.dumps(target)} + location.search + location.hash.replace({anchor})"
    return bare_page(
        title,
        f"{NOINDEX}<script>location.replace({address})</script><noscript>{refresh(target)}</noscript>",
        f'<p><a href="{escape(target)}">{title}</a></p>',
    )
