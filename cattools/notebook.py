"""Rich display of values in a notebook, and completion of ids.

A position is displayed as an image, a game as a summary, a rule as its sentence with its page, a score as a table, and
a refusal as its sentence. JupyterLab and the book's pages use the same display methods.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import singledispatch
from html import escape
from typing import Any

from cattools.bots import BOTS, HUMAN
from cattools.core.display.notebook_display import Drawn, NotebookDisplay
from cattools.core.game import Game, State
from cattools.core.messages import N_, Text, commas, text
from cattools.core.rules import Refusal, Refusals, Rule
from cattools.core.score import Score
from cattools.games import GAMES, having
from cattools.lessons.example import examples
from cattools.render.svg import svg
from cattools.render.theme import colour

LIGHT = "light"
# An unfinished string argument: the function, the string arguments before it, its keyword, the text typed so far.
_ARGUMENT = re.compile(
    r"""\b(?P<call>show|position|play|practice|scorer|round_tracker|position_editor|teach|host|game|examples)\(
    (?P<before>(?:\s*(?:'[\w.-]*'|"[\w.-]*")\s*,)*)\s*(?:(?P<keyword>\w+)\s*=\s*)?['"](?P<begun>[\w.-]*)$""",
    re.VERBOSE,
)
_RULE = re.compile(r"""\.rules\[\s*['"](?P<begun>[\w.-]*)$""")
_EXAMPLE = re.compile(r"""\bexamples\(\s*['"](?P<game>[\w]+)['"]\s*\)\[\s*['"](?P<begun>[\w.-]*)$""")
_FIRST = {None, "game_id", "name"}  # keywords of the argument that is a game or an example; None if it has no keyword
# for each function of the package that needs an optional part of a game, the attribute of `Game`
_HAVING = {
    "scorer": "scorer",
    "round_tracker": "tracker",
    "position_editor": "position_editor",
    "practice": "has_practice",
    "teach": "has_presentation",
}


@singledispatch
def drawn(value: NotebookDisplay) -> Drawn:
    """Return a value's representations by MIME type."""
    raise TypeError(f"expected a position, a game, a rule, a score or a refusal, found {type(value).__name__}")


@drawn.register
def _(state: State) -> Drawn:  # type: ignore[type-arg] # not subscripted at run time
    image = svg(state.game.scene_of(state, state.mover), theme=LIGHT)
    # The image has a light background in every notebook theme and is no wider than the notebook.
    style = f"background: {colour('page', LIGHT)}; max-width: 100%; height: auto"
    fitting = image.replace("<svg ", f'<svg style="{style}" ', 1)
    figure = f'<figure style="margin: 0">{fitting}<figcaption>{_words(state.status())}</figcaption></figure>'
    return {"text/html": figure, "image/svg+xml": image}


@drawn.register
def _(game: Game) -> Drawn:  # type: ignore[type-arg]
    size = text(N_("{rules} rules, {examples} live examples."), rules=len(game.rules), examples=len(examples(game.id)))
    lines = [f"<strong>{_words(game.title)}</strong> {_words(game.original)}", _words(size)]
    if game.known_options:
        lines.append(_words(text(N_("Options: {options}."), options=commas(game.known_options))))
    lines.append(f"<code>play({escape(repr(game.id), quote=False)})</code>")
    return _html(lines)


@drawn.register
def _(rule: Rule) -> Drawn:
    place = f"<code>{_words(rule.id)}</code> ({_words(rule.page)})"
    return _html([f"<strong>{_words(rule.title)}</strong> {place}", *map(_words, rule.paragraphs)])


@drawn.register
def _(refusal: Refusal) -> Drawn:
    return _html([f"{_words(refusal.text)} <code>{_words(refusal.rule)}</code>"])


@drawn.register
def _(refusals: Refusals) -> Drawn:
    if not refusals:
        return _html([_words(text(N_("No rule refuses this action.")))])
    return {"text/html": "".join(drawn(one)["text/html"] for one in refusals)}


@drawn.register
def _(score: Score) -> Drawn:
    if not score.lines:
        return _html([_words(text(N_("No points yet.")))])
    heads = (text(N_("Seat")), text(N_("Points")), text(N_("What for")), text(N_("Rule")))
    rows = [(line.seat + 1, line.points, line.text, line.rule) for line in score.lines]
    sums = [(seat + 1, score.total(seat), text(N_("Total")), "") for seat in sorted({one.seat for one in score.lines})]
    body = "".join(_row("td", row) for row in (*rows, *sums))
    return {"text/html": f"<table><thead>{_row('th', heads)}</thead><tbody>{body}</tbody></table>"}


def _row(cell: str, values: Iterable[object]) -> str:
    return "<tr>" + "".join(f"<{cell}>{_words(value)}</{cell}>" for value in values) + "</tr>"


def _html(lines: Iterable[str]) -> Drawn:
    return {"text/html": "<p>" + "<br>".join(lines) + "</p>"}


def _words(shown: Text | object) -> str:
    return escape(str(shown), quote=False)


def ids(written: str) -> tuple[list[str], str]:
    """Return the ids that can complete the code `written` so far, and the beginning of an id at its end."""
    if found := _RULE.search(written):
        return [rule for one in GAMES.values() for rule in one.rules], found["begun"]
    if (found := _EXAMPLE.search(written)) and found["game"] in GAMES:
        return list(examples(found["game"])), found["begun"]
    if not (found := _ARGUMENT.search(written)):
        return [], ""
    before = re.findall(r"[\w.-]+", found["before"])
    return _of(found["call"], before, found["keyword"]), found["begun"]


def _of(call: str, before: list[str], keyword: str | None) -> list[str]:
    """Return the possible ids of a function's argument, given the arguments `before` it and its `keyword`."""
    if not before and keyword in _FIRST:
        if call == "show":
            return [name for one in GAMES for name in examples(one)]
        return having(_HAVING[call]) if call in _HAVING else list(GAMES)
    if call == "play" and before and keyword is None:
        return [HUMAN, *BOTS]
    if call == "practice" and len(before) == 1 and keyword in {None, "rule"} and before[0] in GAMES:
        from cattools.lessons.practice.position_pool import pool  # noqa: PLC0415 - loads all positions

        return list(pool(before[0]).rules)
    return []


def offer_ids() -> None:
    """Enable completion of ids in the current notebook, for example after `show("herders.` when Tab is pressed."""
    shell = sys.modules["IPython"].get_ipython()
    if shell is None or not hasattr(shell, "Completer"):
        return
    from IPython.core.completer import SimpleCompletion, context_matcher  # noqa: PLC0415 - IPython is running

    @context_matcher()  # type: ignore[untyped-decorator]
    def cattools_ids(context: Any) -> Mapping[str, Any]:
        known, begun = ids(context.text_until_cursor)
        completions = [SimpleCompletion(text=name, type="id") for name in known if name.startswith(begun)]
        return {"completions": completions, "matched_fragment": begun, "suppress": bool(completions)}

    matchers = shell.Completer.custom_matchers
    if not any(one.__name__ == cattools_ids.__name__ for one in matchers):
        matchers.append(cattools_ids)
