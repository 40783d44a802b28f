"""Links from the rules that can be practised to practice questions about each of them."""

from __future__ import annotations

from gettext import dgettext

from docutils import nodes

from cattools.core.messages import N_
from cattools.games import GAMES
from cattools.lessons.practice.config import is_practised, topics
from cattools.lessons.practice.question_set import rule_link
from cattools.site.sphinx.book_page import BookPage

PAGE = "practice"  # in a game's chapter
_WORDS = N_("Practise this rule")


def add(document: nodes.document, page: BookPage) -> None:
    """Add the links to a page."""
    if not page.game or not is_practised(page.game):
        return
    reasons = topics(page.game).reasons
    asked = {rule.anchor: rule.id for rule in GAMES[page.game].rules.values() if rule.id not in reasons}
    for section in list(document.findall(nodes.section)):
        rule = next((asked[anchor] for anchor in section["ids"] if anchor in asked), None)
        if rule is None:
            continue
        words = dgettext("cattools", _WORDS)
        link = nodes.reference("", words, refuri=f"{PAGE}.html#{rule_link(rule)}", internal=True)
        within = [n for n, child in enumerate(section.children) if isinstance(child, nodes.section)]
        section.insert(within[0] if within else len(section), nodes.paragraph("", "", link, classes=["cat-practise"]))
