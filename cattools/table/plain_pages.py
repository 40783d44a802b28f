"""Plain pages: a sentence, or the rules of a game for a server without the built book."""

from __future__ import annotations

from cattools.core.game import AnyGame
from cattools.core.messages import translated
from cattools.widgets.html import Html, el, open_tag


def plain_page(title: object, language: str, main: Html) -> str:
    """Return a page."""
    sheet = open_tag("link", rel="stylesheet", href="/assets/table.css")
    icon = open_tag("link", rel="icon", href="/assets/icon.svg")
    wide = open_tag("meta", name="viewport", content="width=device-width, initial-scale=1")
    head = el("head", Html('<meta charset="utf-8">'), wide, el("title", title), sheet, icon)
    return f"<!doctype html>{el('html', head, el('body', el('div', main, id='page')), lang=language)}"


def rules_of(game: AnyGame, language: str) -> str:
    """Return the page with a game's rules, with the same anchor for each rule as in the book."""
    rules = [
        el("section", el("h2", translated(rule.title)), [el("p", words) for words in rule.paragraphs], id=rule.anchor)
        for rule in game.rules.values()
    ]
    return plain_page(game.title, language, el("main", el("h1", game.title), rules, class_="rules"))
