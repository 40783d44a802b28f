"""An nbconvert preprocessor for pages without a kernel: static pictures instead of boards, HTML anchors and links.

It is enabled wherever a wheel is installed (`nbconvert.json`), and by `settle` in `jupyterlab.py` in the book's
environment, also for Voilà. Voilà runs the preprocessor before any cell, so in Voilà it changes only the text.
Notebooks that have nothing to do with the book are exported as usual.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, metadata
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
_USES = re.compile(r"^\s*(?:from|import) cattools\b", re.MULTILINE)
# nbconvert loads these scripts from other hosts on every page; pictures need none of them.
_SCRIPTS, _NO_SCRIPT = ("require_js_url", "mathjax_url", "jquery_url"), "data:text/javascript,"
_PLACE = re.compile(r"^\((\S+)\)=$", re.MULTILINE)
_LINK = re.compile(r"\]\(#([\w.-]+)\)")
_PAGE = re.compile(r"\]\(((?!\w+:)[^()\s#]+)\.md(#[^()\s]*)?\)")
_NOTE = re.compile(r"^```\{\w+\} ?(?P<title>.*)\n(?::.*\n)*(?P<words>(?:(?!```).*\n)*)```$", re.MULTILINE)


class Still(Preprocessor):  # type: ignore[misc, unused-ignore]
    """Replaces each board with its picture, and MyST syntax with Markdown and HTML; loads no script from other hosts.

    If a link's target has no notebook next to this one, the link leads to the published book, provided that the book's
    `address` is known.
    """

    address = Unicode(help="the book's URL (default: as in _config.yml)").tag(config=True)

    @default("address")
    def _address(self) -> str:
        return configured_address(ROOT) or _published()

    def preprocess(self, notebook: Any, resources: Any) -> tuple[Any, Any]:
        """Return the notebook without boards and MyST syntax, and the resources."""
        place = Path(resources.get("metadata", {}).get("path") or ".").resolve()
        if not _is_ours(notebook, place):
            return notebook, resources
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
        if not _needs_scripts(notebook):
            notebook.metadata.pop("widgets", None)
            resources.update(dict.fromkeys(_SCRIPTS, _NO_SCRIPT))
        return notebook, resources


def _is_ours(notebook: Any, place: Path) -> bool:
    """Return whether a notebook in the folder `place` is a page of the book, or imports cattools."""
    uses = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    form = notebook.metadata.get("jupytext", {}).get("text_representation", {}).get("format_name", "")
    return form == "myst" or place.is_relative_to(ROOT / "book") or any(map(_USES.search, uses))


def _needs_scripts(notebook: Any) -> bool:
    """Return whether a notebook has formulas, or outputs that only scripts can show."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and "$" in cell.source:
            return True
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if WIDGET in data or "application/javascript" in data or "<script" in str(data.get("text/html", "")):
                return True
    return False


def _published() -> str:
    """Return the URL of the published book that a wheel records, or "" if there is none."""
    try:
        urls = metadata("cattools").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    found = dict(str(url).split(", ", 1) for url in urls)
    return with_slash(found.get("Rulebook", ""))


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
