"""The live cells of a page: those that run again in the reader's browser."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VIEW = "application/vnd.jupyter.widget-view+json"
LIVE, STATIC = "tag_live", "tag_static"
# What readers see, by the state of the page (frontend/page/kernel_status.mjs).
WORDS = {
    "waiting": "This widget appears when Python has loaded.",
    "nojs": "This widget needs JavaScript.",
    "loading": "Loading Python …",
    "still": "Loading Python …",
    "begun": "Loading Python: {come} MB …",
    "slow": "Loading Python: {come} of {all} MB …",
    "asleep": "Press here to load Python.",
    "nowasm": "This browser does not support WebAssembly, so the widgets are not live.",
    "noworker": "This browser does not allow workers here, so the widgets are not live.",
    "file": "The widgets are live only on a web server, not in a file opened from the disk.",
    "old": "This browser is too old for live widgets.",
    "failed": "Python did not load.",
    "stopped": "Python has stopped.",
    "again": "Restart",
}
_WIDGET = re.compile(re.escape(VIEW))


def cells(doctree: nodes.document) -> Iterator[nodes.container]:
    """Yield the live cells of a page, in order."""
    for box in doctree.findall(nodes.container):
        if {"cell", LIVE} <= set(box["classes"]):
            yield box


def is_live(doctree: nodes.document | None) -> bool:
    """Return whether a page has a live cell."""
    return doctree is not None and next(cells(doctree), None) is not None


def make_live(doctree: nodes.document, words: Mapping[str, str]) -> None:
    """If a page shows a widget, make all its code cells live, because they share names.

    A cell with the tag `static` is left alone. Each widget is replaced by a line of text until Python has loaded.
    """
    widgets = [raw for raw in doctree.findall(nodes.raw) if _WIDGET.search(raw.astext())]
    if not widgets:
        return
    for box in doctree.findall(nodes.container):
        if "cell" in box["classes"] and STATIC not in box["classes"] and LIVE not in box["classes"]:
            box["classes"].append(LIVE)
    for raw in widgets:
        nojs = f"<noscript>{escape(words['nojs'])}</noscript>"
        raw.replace_self(
            nodes.raw("", f'<p class="live-waiting">{nojs}<span>{escape(words["waiting"])}</span></p>', format="html")
        )
    states = " ".join(f'data-{name}="{escape(text)}"' for name, text in words.items())
    status = f'<div class="live-status" data-cat="static"><p class="cat-state" {states}></p></div>'
    doctree.append(nodes.raw("", status, format="html"))
