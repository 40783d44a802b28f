"""Links from the rules that can be practised to practice questions about each of them."""

from __future__ import annotations

from gettext import dgettext

from docutils import nodes

from cattools.core.messages import N_
from cattools.games import GAMES
from cattools.lessons.practice.config import is_practised, topics
from cattools.lessons.practice.question_set import rule_link

PAGE = "practice"  # in a game's chapter
_WORDS = N_("Practise this rule")


def add(doctree: nodes.document, page: str) -> None:
    """Add the links to a page, named as in `book/herders/turn`."""
    game_id = page.removeprefix("book/").partition("/")[0]
    if game_id not in GAMES or not is_practised(game_id):
        return
    reasons = topics(game_id).reasons
    asked = {rule.anchor: rule.id for rule in GAMES[game_id].rules.values() if rule.id not in reasons}
    for section in list(doctree.findall(nodes.section)):
        rule = next((asked[anchor] for anchor in section["ids"] if anchor in asked), None)
        if rule is None:
            continue
        words = dgettext("cattools", _WORDS)
        link = nodes.reference("", words, refuri=f"{PAGE}.html#{rule_link(rule)}", internal=True)
        within = [n for n, child in enumerate(section.children) if isinstance(child, nodes.section)]
        section.insert(within[0] if within else len(section), nodes.paragraph("", "", link, classes=["cat-practise"]))
