"""The transforms of a page's document, in the order in which they run; each is a function of the document and the page.

They run after Sphinx has resolved references and before it writes HTML, so they need not search finished HTML.
"""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes

from cattools.core.loading.game_packages import installed
from cattools.core.messages import N_, SOURCE, commas, language, sentence_space, text, translated
from cattools.games import GAMES
from cattools.lessons.example import TEACH_PAGE, welcome
from cattools.lessons.practice.config import topics
from cattools.lessons.practice.question_set import rule_link
from cattools.site.metadata import example_images, permalinks
from cattools.site.printable.pdf import FOLDER, KINDS, SHEET_PAGE, file_name, sizes
from cattools.site.sphinx import live_cells, rulings_page, svg_symbols
from cattools.site.sphinx.book_page import BookPage, html, insert_below_title

if TYPE_CHECKING:
    from collections.abc import Callable

_FILES, _SHEET, _PAD = N_("As PDF:"), N_("the sheet"), N_("a score pad")
_NEW, _GO_ON = N_("New here? Press a cell on the board below."), N_("Resume:")
_NAMED_SIZE = N_("{what} ({size})")
_PRACTISE = N_("Practise this rule")
_FIRST_PAGE = "book/intro"
PRACTICE_PAGE = "practice"  # in a game's chapter


def add_practice_links(document: nodes.document, page: BookPage) -> None:
    """Add to each rule that can be practised a link to practice questions about it."""
    if not page.game or not GAMES[page.game].has_practice:
        return
    reasons = topics(page.game).reasons
    practised = {rule.anchor: rule.id for rule in GAMES[page.game].rules.values() if rule.id not in reasons}
    for section in list(document.findall(nodes.section)):
        rule = next((practised[anchor] for anchor in section["ids"] if anchor in practised), None)
        if rule is None:
            continue
        words = translated(_PRACTISE)
        link = nodes.reference("", words, refuri=f"{PRACTICE_PAGE}.html#{rule_link(rule)}", internal=True)
        within = [n for n, child in enumerate(section.children) if isinstance(child, nodes.section)]
        section.insert(within[0] if within else len(section), nodes.paragraph("", "", link, classes=["cat-practise"]))


def open_in_full_screen(document: nodes.document, page: BookPage) -> None:
    """Make links to the presentation of the page's game open the first slide in full screen."""
    for link in document.findall(nodes.reference):
        if page.game and link.get("refuri") == f"{TEACH_PAGE}.html":
            link["refuri"] += f"#game={page.game}&slide=1"


def add_sheet_files(document: nodes.document, page: BookPage) -> None:
    """On a reference sheet's page, add links to the PDFs, if the build has Chromium."""
    if not page.game or not page.name.endswith(f"/{SHEET_PAGE}") or not os.environ.get("CATTOOLS_SHEETS"):
        return
    words = {"sheet": _SHEET, "pad": _PAD}
    links = commas(
        f'<a href="{page.root}{FOLDER}/{file_name(page.game, kind, size)}" download>'
        f"{escape(str(text(_NAMED_SIZE, what=translated(words[kind]), size=size_name)))}</a>"
        for kind in KINDS
        for size, size_name in sizes().items()
    )
    document += html(f'<p class="cat-sheet-files">{live_cells.page_word(_FILES)} {links}</p>')


def add_resume_link(document: nodes.document, page: BookPage) -> None:
    """Add a line for new readers to the first page; later a script replaces it with a link to the last page visited."""
    if page.name == _FIRST_PAGE:
        words, new = live_cells.page_word(_GO_ON) + sentence_space(), live_cells.page_word(_NEW)
        insert_below_title(document, f'<p class="cat-resume" data-words="{words}">{new}</p>')


def show_games_as_pictures(document: nodes.document, page: BookPage) -> None:
    """Mark the list of games on the first page, so that the style sheet shows each game as a picture to press.

    The picture of a game from another distribution is the board of its welcome example.
    """
    games = document.next_node(nodes.bullet_list) if page.name == _FIRST_PAGE else None
    if games is None:
        return
    games["classes"].append("cat-games")
    for item in games.findall(nodes.list_item):
        link = item.next_node(nodes.reference)
        game = link["refuri"].partition("/")[0] if link is not None else ""
        if game in GAMES and not installed()[game].is_own:
            up = page.root + "../" * (language() != SOURCE)
            picture = f"{up}{example_images.FOLDER}/{welcome(game)}.svg"
            link.insert(0, html(f'<img class="cat-game-picture" src="{picture}" alt="" width="320" height="320">'))
        item["classes"] += [f"cat-game-{game}"] if game else []


TRANSFORMS: tuple[Callable[[nodes.document, BookPage], None], ...] = (
    live_cells.put_code_below,
    rulings_page.list_questions,
    rulings_page.fold_boards,
    add_practice_links,
    permalinks.add_buttons,
    live_cells.link_rules,
    open_in_full_screen,
    add_sheet_files,
    svg_symbols.share,
    add_resume_link,
    show_games_as_pictures,
)
