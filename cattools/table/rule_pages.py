"""The rules of a game as one plain page, for a server without the built book."""

from __future__ import annotations

from cattools.core.game import AnyGame
from cattools.core.messages import translated
from cattools.widgets.html import Html, el, open_tag


def page(game: AnyGame, language: str) -> str:
    """Return the page, with the same anchor for each rule as in the book."""
    rules = [
        el("section", el("h2", translated(rule.title)), [el("p", words) for words in rule.paragraphs], id=rule.anchor)
        for rule in game.rules.values()
    ]
    sheet = open_tag("link", rel="stylesheet", href="/assets/table.css")
    icon = open_tag("link", rel="icon", href="/assets/icon.svg")
    wide = open_tag("meta", name="viewport", content="width=device-width, initial-scale=1")
    head = el("head", Html('<meta charset="utf-8">'), wide, el("title", game.title), sheet, icon)
    body = el("body", el("div", el("main", el("h1", game.title), rules, class_="rules"), id="page"))
    return f"<!doctype html>{el('html', head, body, lang=language)}"
