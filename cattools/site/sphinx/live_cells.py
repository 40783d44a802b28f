"""Live cells: the output comes first, the code is folded below it."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NoReturn

from docutils import nodes

from cattools.core.errors import OptionError
from cattools.core.loading.later_modules import LATER
from cattools.core.messages import N_, commas, translated
from cattools.games import GAMES
from cattools.lessons.example import example
from cattools.site.search import index
from cattools.site.sphinx.book_page import BookPage, html_nodes, replace
from cattools.site.sphinx.standalone_pages import EMBED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.writers.html5 import HTML5Translator


_QUOTED = re.compile(r"""["'](\w+)[."']""")
_CALLED = re.compile(r"\b(\w+)\(")
_RULE_LINK = re.compile(r'href="rule:[^"]*" data-page="([^"]*)" data-anchor="([^"]*)"')


# Messages of the page's script about a cell's code, each by the name of its data attribute.
_MESSAGES = {
    "label": N_("Code of this example"),
    "running": N_("Running …"),
    "held": N_("Code you ran on another page is still running. The boards here are waiting for it."),
    "stop": N_("Stop it and start the boards"),
    "stopped": N_("The kernel has stopped:"),
    "again": N_("Restart"),
}
_CODE, _RUN, _PUT_BACK = N_("Code"), N_("Run"), N_("Restore")
_EMBED, _EMBEDS, _COPIED = N_("Embed"), N_("Copy the HTML for embedding this board"), N_("Copied")


class LiveCode(nodes.General, nodes.Element):  # type: ignore[misc, unused-ignore]
    """The folded code of a live cell."""


def cells(doctree: nodes.document) -> Iterator[nodes.container]:
    """Yield the live cells of a page, in order."""
    for box in doctree.findall(nodes.container):
        if {"cell", "tag_live"} <= set(box["classes"]):
            yield box


def is_live(doctree: nodes.document | None) -> bool:
    """Return whether a page has a live cell."""
    return doctree is not None and next(cells(doctree), None) is not None


def link_rules(document: nodes.document, page: BookPage) -> None:
    """Resolve the rule links of a page's static pictures, so that they work without scripts.

    `widgets/frontend/rule_links.js` resolves a live board's links.
    """

    def link(found: re.Match[str]) -> str:
        address = page.address(f"book/{found[1]}")
        return f'href="{address}#{found[2]}" data-page="{found[1]}" data-anchor="{found[2]}"'

    for node in html_nodes(document):
        replace(node, _RULE_LINK.sub(link, node.astext()))


def put_code_below(document: nodes.document, _page: BookPage) -> None:
    """Fold each live cell's code and move it below the output."""
    for cell in list(cells(document)):
        for code in [part for part in cell.children if _is_input(part)]:
            cell.remove(code)
            cell.append(LiveCode("", code))


def _is_input(part: nodes.Node) -> bool:
    return isinstance(part, nodes.Element) and "cell_input" in part.get("classes", [])


def page_word(text: str) -> str:
    """Return a text of a page's interface as HTML, translated into the reader's language."""
    return escape(translated(text))


def visit_live_code(writer: HTML5Translator, node: LiveCode) -> None:
    """Write the start tags of the folded code, after the button that opens the search box."""
    ask = page_word(index.WORDS["title"])
    writer.body.append(f'<button type="button" class="cat-ask-open pst-js-only" data-ask>{ask}</button>')
    words = " ".join(f'data-{name}="{page_word(message)}"' for name, message in _MESSAGES.items())
    if packs := " ".join(_packs(node.astext())):
        words += f' data-packs="{packs}"'
    writer.body.append(f'<details class="cat-code" {words}><summary>{page_word(_CODE)}</summary>')


def _packs(code: str) -> list[str]:
    """Return the packs that a cell's code needs, which the kernel fetches before it runs the code.

    They are those of the games that the code names, as in `show("herders.place")`, and of the functions that it calls,
    as in `teach("herders")`.
    """
    games = [game for game in dict.fromkeys(_QUOTED.findall(code)) if game in GAMES]
    called = {*_CALLED.findall(code)}
    return [*games, *(pack for pack, later in LATER.items() if called & {*later.functions})]


def depart_live_code(writer: HTML5Translator, node: LiveCode) -> None:
    """Write the buttons of the folded code, which the page's scripts enable, and the end tags."""
    writer.body.append(
        '<div class="cat-code-tools">'
        f'<button type="button" disabled>{page_word(_RUN)}</button>'
        f'<button type="button" disabled>{page_word(_PUT_BACK)}</button>'
        f'<span class="cat-code-said" role="status"></span>{_embed(writer, node)}</div></details>\n'
    )


def _embed(writer: HTML5Translator, node: LiveCode) -> str:
    """Return the button that copies the embed code of a cell's example, or "" unless the cell shows exactly one."""
    shown = index.shown_on(node.astext())
    if len(shown) != 1:
        return ""
    at = f"{writer.builder.get_relative_uri(writer.builder.current_docname, EMBED)}?show={shown[0]}"
    says = page_word(_EMBEDS)
    return (
        f'<button type="button" class="cat-embed-copy pst-js-only" data-embed="{at}" title="{says}" '
        f'data-board="{escape(_board_name(shown[0]))}" '
        f'data-done="{page_word(_COPIED)}">{page_word(_EMBED)}</button>'
    )


def _board_name(id_: str) -> str:
    """Return the title of an embedded board: its first rule and its game."""
    try:
        shown = example(id_)
    except OptionError:
        return id_  # the cell itself reports the unknown id
    game = GAMES[shown.game]
    titles = [translated(game.rules[rule].title) for rule in shown.rules[:1]]
    return commas([*titles, str(game.title)])


def leave_out(_writer: object, _node: LiveCode) -> NoReturn:
    """Omit the code in output formats that cannot fold it."""
    raise nodes.SkipNode
