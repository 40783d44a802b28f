"""Redirects from the former addresses of pages: old links keep working, including their query and fragment."""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING

from cattools.core.loading.game_packages import installed
from cattools.lessons.ruling import rulings
from cattools.site.metadata.page_metadata import NOINDEX, bare_page, refresh

if TYPE_CHECKING:
    from pathlib import Path

MOVED = {  # former name of a page in a game's chapter -> present name
    "box": "components",
    "disputes": "rulings",
    "helper": "round-tracker",
    "interpretations": "rulings",
    "quarrels": "rulings",
    "readings": "rulings",
    "sheet": "printable",
    "start": "first-game",
    "table": "position",
    "teach": "presentation",
}
_TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)
# The former page of disputes numbered them; the rulings keep these numbers as additional anchors. The page of quarrels
# before it had the same numbers.
ANCHORS = ("#quarrel-", "#dispute-")


def former_ids(id_: str) -> list[str]:
    """Return the former ids of a permalink: those that a ruling had as a numbered dispute."""
    game_id, _, name = id_.partition(".")
    known = rulings(game_id).rows if name.startswith("ruling.") else ()
    number = next((one.number for one in known if one.id == id_), 0)
    return [f"{game_id}.{word}-{number}" for word in ("dispute", "quarrel")] if number else []


def write(outdir: Path) -> None:
    """Write a redirect for each page of a built book that has moved; games from other distributions have none."""
    own = [one.id for one in installed().values() if one.is_own]
    for before, now in MOVED.items():
        for page in (page for game in own for page in outdir.glob(f"book/{game}/{now}.html")):
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
