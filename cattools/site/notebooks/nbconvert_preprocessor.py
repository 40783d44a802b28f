"""An nbconvert preprocessor for pages without a kernel: static pictures instead of boards, HTML anchors and links.

`settle` in `jupyterlab.py` enables it in the book's environment for nbconvert and Voilà. Voilà runs the
preprocessor before any cell, so in Voilà it changes only the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from posixpath import join, normpath, relpath
from typing import Any
from urllib.parse import quote

from nbconvert.preprocessors import Preprocessor
from traitlets import Unicode, default

from cattools.games import GAMES
from cattools.site.config import configured_address, with_slash
from cattools.site.sphinx.rule_sections import ROOT, by_label, rule

WIDGET, PICTURE = "application/vnd.jupyter.widget-view+json", "image/svg+xml"
_PLACE = re.compile(r"^\((\S+)\)=$", re.MULTILINE)
_LINK = re.compile(r"\]\(#([\w.-]+)\)")
_PAGE = re.compile(r"\]\(((?!\w+:)[^()\s#]+)\.md(#[^()\s]*)?\)")
_NOTE = re.compile(r"^```\{\w+\} ?(?P<title>.*)\n(?::.*\n)*(?P<words>(?:(?!```).*\n)*)```$", re.MULTILINE)


class Still(Preprocessor):  # type: ignore[misc, unused-ignore]
    """Replaces each widget that has a picture with the picture, and MyST syntax with Markdown and HTML.

    If a link's target has no notebook next to this one, the link leads to the published book, provided that the book's
    `address` is known.
    """

    address = Unicode(help="the book's URL (default: as in _config.yml)").tag(config=True)

    @default("address")
    def _address(self) -> str:
        return configured_address(ROOT)

    def preprocess(self, notebook: Any, resources: Any) -> tuple[Any, Any]:
        """Return the notebook without widgets and MyST syntax, and the resources."""
        notebook.metadata.pop("widgets", None)
        place = Path(resources.get("metadata", {}).get("path") or ".").resolve()
        at = place.name if place.name in GAMES else ""

        def url(page: str) -> str:
            if not self.address or (place / page).with_suffix(".ipynb").is_file():
                return f"{page}.html"
            return f"{with_slash(self.address)}{quote(normpath(join('book', at, page)))}.html"

        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = plain(cell.source, at, url)
            for output in cell.get("outputs", ()):
                data = output.get("data", {})
                if WIDGET in data and PICTURE in data:
                    del data[WIDGET]
                    data["text/html"] = data.pop(PICTURE)  # as a separate file it would lose its alt text
        return notebook, resources


def _local_url(page: str) -> str:
    return f"{page}.html"


def plain(text: str, folder: str = "", address: Callable[[str], str] = _local_url) -> str:
    """Return a page's text without MyST syntax.

    `folder` is the page's folder below `book/`. `address` returns the URL of another page, given its path relative to
    `folder` without extension.
    """

    def link(found: re.Match[str]) -> str:
        known = rule(found[1])
        page = address(relpath(known.page, folder or ".")) if known else ""
        return f"]({page}#{_anchor(found[1])})"

    def note(found: re.Match[str]) -> str:
        words = found["words"].strip().replace("\n", "\n> ")
        return f"> **{found['title']}**\n>\n> {words}" if found["title"] else f"> {words}"

    text = _NOTE.sub(note, by_label(text))
    text = _PLACE.sub(lambda found: f'<a id="{_anchor(found[1])}"></a>\n', text)
    return _PAGE.sub(lambda found: f"]({address(found[1])}{found[2] or ''})", _LINK.sub(link, text))


def _anchor(label: str) -> str:
    """Return the HTML id of a label, which the book's pages and the links of boards also use."""
    return label.replace(".", "-")
