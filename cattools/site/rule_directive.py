"""The `rule` directive: a rule's sentence in the book, from the game's data, and the reading beside it if there is one.

Its body holds both too, for whoever reads the page as text or as a notebook, where the directive is not
known: JupyterLab, an editor, a forge. `python -m cattools.site.rule_directive` (part of `make fix`) writes the bodies
anew; the build refuses one that says something else.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import ClassVar

from docutils import nodes  # type: ignore[import-untyped, unused-ignore]
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from cattools.core.messages import N_, text
from cattools.core.rules import MARK, Rule
from cattools.games import GAMES

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```\{rule\} (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_log = logging.getLogger(__name__)


def rule(rule_id: str) -> Rule | None:
    """Return the rule with an id, or None."""
    game_id = rule_id.partition(".")[0]
    return GAMES[game_id].rules.get(rule_id) if game_id in GAMES else None


def _body(known: Rule) -> str:
    return "\n\n".join(known.paragraphs)


def wrong(rule_id: str, found: str) -> str:
    """Return what is wrong with a block, in one sentence, or nothing."""
    known = rule(rule_id)
    if known is None:
        return f"expected a rule of the book, found {rule_id!r}"
    if found.strip() != _body(known):
        what = "the sentence and the reading" if known.reading else "the sentence"
        return f"expected {what} of {rule_id}, found {found.strip()[:60]!r}; `make fix` writes it"
    return ""


def marked(reading: nodes.Node) -> nodes.admonition:
    """Return the last paragraph of a block as the admonition of a reading, like those that are written in the pages."""
    words = next(iter(reading.findall(nodes.Text)))
    words.parent.replace(words, nodes.Text(words.astext().removeprefix(MARK)))
    title = nodes.title("", str(text(N_("A reading"))))
    return nodes.admonition("", title, reading, classes=["note", "reading"])


class RuleDirective(SphinxDirective):
    """The sentence of the rule, which is the first thing its section says, and below it, marked, the reading."""

    required_arguments: ClassVar[int] = 1
    has_content: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Return the sentence and the reading; what is wrong with the block ends the build with a sentence."""
        (rule_id,) = self.arguments
        if fault := wrong(rule_id, "\n".join(self.content)):
            page = self.env.doc2path(self.env.docname, base=False)
            _log.warning("cattools-error: %s, line %d: %s", page, self.lineno, fault)
        self.env.note_dependency(str(ROOT / "cattools" / "games" / rule_id.partition(".")[0] / "data" / "rules.toml"))
        found = self.parse_content_to_nodes()
        known = rule(rule_id)
        if known and known.reading and len(found) > 1:
            return [*found[:-1], marked(found[-1])]
        return found


def brought_up_to_date(page: str) -> str:
    """Return a page with the sentence of every known rule in its block, and with the reading beside it."""

    def block(found: re.Match[str]) -> str:
        known = rule(found[1])
        return f"```{{rule}} {found[1]}\n{_body(known)}\n```" if known else found[0]

    return _BLOCK.sub(block, page)


def main() -> None:
    """Bring every page of the book up to date."""
    for file in sorted((ROOT / "book").rglob("*.md")):
        before = file.read_text(encoding="utf-8")
        if (after := brought_up_to_date(before)) != before:
            file.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{file.relative_to(ROOT)}: sentences of rules written anew\n")


if __name__ == "__main__":
    main()
