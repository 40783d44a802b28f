"""The list below the practice board, which shows how well the reader knows each rule of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from cattools.core.messages import N_, labelled, many, text
from cattools.core.rules import Rule
from cattools.lessons.practice.spaced_repetition import Known, Memory
from cattools.widgets.html import Html, el, join, open_tag
from cattools.widgets.markup import Button, folded, rule_link, tools

WORDS = {
    Known.NEW: N_("not asked yet"),
    Known.SHAKY: N_("shaky"),
    Known.FAIR: N_("partly known"),
    Known.WELL: N_("known well"),
}


def practise(rule: Rule, id_: str, press: Callable[[], object], *, on: bool) -> Button:
    """Return the button that practises one rule."""
    practise = str(text(N_("Practise")))
    # Only screen readers need the rule: it is shown next to the button.
    words = join(practise, el("span", labelled(practise, text(rule.title)).removeprefix(practise), class_="cat-sr"))
    return Button(id_, words, press, on=on or None)


def knowledge(
    memory: Memory, rules: Sequence[Rule], now: datetime, one: Callable[[Rule], Button], buttons: Iterable[Button]
) -> Html:
    """Return the folded list: a row per rule with the button to practise it, then `buttons`."""
    rows = [_row(memory, rule, now, one(rule)) for rule in rules]
    known = sum(memory.known(rule.id, now) is Known.WELL for rule in rules)
    title = text(N_("Rules you know"))
    if rules:
        title = many(
            "Rules you know well: {n} of {all}", "Rules you know well: {n} of {all}", known,
            all=len(rules),
        )  # fmt: skip
    load = text(N_("Load a file"))
    file = open_tag("input", type="file", accept=".json,application/json", hidden=True, aria_label=load)
    return folded(
        title,
        el("ol", rows, class_="cat-known") if rows else None,
        el("p", text(N_("Saved only in this browser."))),
        el("p", tools(buttons), file),
        css="cat-knowledge",
    )


def _row(memory: Memory, rule: Rule, now: datetime, button: Button) -> Html:
    known, learnt = memory.known(rule.id, now), memory.rules.get(rule.id)
    words = str(text(WORDS[known]))
    if learnt is not None:
        answers = text(N_("{right} right, {wrong} wrong"), right=learnt.right, wrong=learnt.wrong)
        words = f"{words} ({answers})"
    sign = el("span", class_=f"cat-level cat-level-{int(known)}", aria_hidden="true")
    return el("li", sign, " ", rule_link(rule), " ", words, " ", tools([button]))
