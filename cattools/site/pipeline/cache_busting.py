"""Cache busting: stamps in the URLs of the files in `catlive`, the search index and the style sheet.

Sphinx writes pages with a placeholder instead of a stamp, so a new kernel does not require new pages. A file of
precomputed answers contains the build stamp, so that a page can reject a file from another build.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from cattools.live.pipeline.incremental import fingerprint
from cattools.site.precomputed import answer_files
from cattools.site.search import index
from cattools.site.sphinx import theme_css

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

LIVE, STATIC = "catlive", "_static"
ANY = "?v=0"  # the placeholder for a stamp
_LIVE = re.compile(rf"(\b{LIVE}/[\w.-]+\?v=)\w+")
_OF = re.compile(r'\A(\{"build":")\w+')  # the start of a file of precomputed answers
_OWN = re.compile(rf"(\b_static/({re.escape(index.FILE)}|{re.escape(theme_css.FILE)})\?v=)\w+")


def put(html: Path, stamp: str) -> None:
    """Write the build stamp into a book's pages and precomputed answers.

    Also write the stamps of the search index and of the style sheet into the pages.
    """
    style = fingerprint((html / STATIC / theme_css.FILE).read_text("utf-8"))
    answers = {file.parents[1]: fingerprint(file.read_text("utf-8")) for file in html.glob(f"**/{STATIC}/{index.FILE}")}
    ours = rf"\g<1>{stamp}"
    for page in html.rglob("*.html"):
        own = {theme_css.FILE: style, index.FILE: next(filter(None, map(answers.get, page.parents)))}
        _rewrite(page, partial(_stamped, ours, own))
    for file in html.glob(f"**/{answer_files.FOLDER}/*{answer_files.SUFFIX}"):
        before = answer_files.unpack(file.read_bytes())
        if (text := _OF.sub(ours, before)) != before:
            file.write_bytes(answer_files.pack(text))


def _stamped(ours: str, own: Mapping[str, str], text: str) -> str:
    return _OWN.sub(lambda found: found[1] + own[found[2]], _LIVE.sub(ours, text))


def _rewrite(file: Path, change: Callable[[str], str]) -> None:
    before = file.read_text("utf-8")
    text = change(before)
    if text != before:
        file.write_text(text, "utf-8")
