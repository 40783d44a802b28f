"""What a page becomes by nbconvert, where no kernel answers: boards as pictures, places and links as HTML knows them.

`settle` in `lab.py` tells nbconvert of it in an environment that is made for the book, and Voilà, which uses nbconvert
before any cell has run: there only the text is made ready.
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
from cattools.site.config import configured, whole
from cattools.site.sphinx.rule_sections import ROOT, by_label, rule

WIDGET, PICTURE = "application/vnd.jupyter.widget-view+json", "image/svg+xml"
_PLACE = re.compile(r"^\((\S+)\)=$", re.MULTILINE)
_LINK = re.compile(r"\]\(#([\w.-]+)\)")
_PAGE = re.compile(r"\]\(((?!\w+:)[^()\s#]+)\.md(#[^()\s]*)?\)")
_NOTE = re.compile(r"^```\{\w+\} ?(?P<title>.*)\n(?::.*\n)*(?P<words>(?:(?!```).*\n)*)```$", re.MULTILINE)


class Still(Preprocessor):  # type: ignore[misc, unused-ignore]
    """Takes widgets out of a notebook that is exported, where they have a picture, and MyST out of its text.

    A link to a page that is no notebook beside this one leads to the published book, where its `address` is known.
    """

    address = Unicode(help="where the book is published, if not as _config.yml says").tag(config=True)

    @default("address")
    def _address(self) -> str:
        return configured(ROOT)

    def preprocess(self, notebook: Any, resources: Any) -> tuple[Any, Any]:
        """Return the notebook as it can be read by anybody."""
        notebook.metadata.pop("widgets", None)
        place = Path(resources.get("metadata", {}).get("path") or ".").resolve()
        at = place.name if place.name in GAMES else ""

        def found(page: str) -> str:
            if not self.address or (place / page).with_suffix(".ipynb").is_file():
                return f"{page}.html"
            return f"{whole(self.address)}{quote(normpath(join('book', at, page)))}.html"

        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = plain(cell.source, at, found)
            for output in cell.get("outputs", ()):
                data = output.get("data", {})
                if WIDGET in data and PICTURE in data:
                    del data[WIDGET]
                    data["text/html"] = data.pop(PICTURE)  # as a file of its own it would lose its description
        return notebook, resources


def _beside(page: str) -> str:
    return f"{page}.html"


def plain(text: str, folder: str = "", address: Callable[[str], str] = _beside) -> str:
    """Return a page's text without what is MyST's own.

    `folder` is the page's below `book/`; `address` gives that of another page, named from there without its ending.
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
    """Return the id of a place, as the book's pages have it and as boards lead to it."""
    return label.replace(".", "-")
