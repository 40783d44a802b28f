"""The template for translators is up to date with code and data."""

import ast
from string import Formatter

import pytest

from tools.compile_catalogues import LOCALE
from tools.extract_messages import ROOT, code_messages, data_messages, templates


def test_the_templates_are_up_to_date() -> None:
    for domain, template in templates().items():
        assert (LOCALE / f"{domain}.pot").read_text(encoding="utf-8") == template, "run make messages"


def test_rules_tasks_and_code_are_in_the_template() -> None:
    text = templates()["cattools"]
    for sentence in ('"No jumping"', '"Undo"', '"Red"', "Herders do not jump, and there is a piece on {cells}."):
        assert sentence in text
    assert len(set(data_messages())) > 50


@pytest.mark.slow
def test_every_marked_sentence_of_the_code_is_extracted() -> None:
    """On Python 3.11 the extractor misses calls of `N_` inside an f-string, so they must come before the f-string."""
    gathered = {message for _, message in code_messages()}
    marked = {
        node.args[0].value
        for file in (ROOT / "cattools").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_"
        if isinstance(node.args[0], ast.Constant)
    }
    assert marked
    assert marked - gathered == set()


def _sentences(node: ast.expr) -> list[str]:
    """Return the marked sentences that an expression can be."""
    if isinstance(node, ast.IfExp):
        return [*_sentences(node.body), *_sentences(node.orelse)]
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_"):
        return []
    value = node.args[0]
    return [value.value] if isinstance(value, ast.Constant) and isinstance(value.value, str) else []


def unfilled(code: str) -> list[str]:
    """Return the sentences of a Python file that `text` gets without a fact for each gap.

    A name stands for the sentence that was last assigned to it, and for none if it is a parameter or the like.
    """
    nodes = [one for one in ast.walk(ast.parse(code)) if isinstance(one, ast.stmt | ast.expr | ast.arg)]
    assigned = {one.targets[0]: one.value for one in nodes if isinstance(one, ast.Assign)}
    named: dict[str, list[str]] = {}
    found = []
    for node in sorted(nodes, key=lambda one: (one.lineno, isinstance(one, ast.Call))):
        if isinstance(node, ast.arg):
            named[node.arg] = []
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            named[node.id] = _sentences(assigned[node]) if node in assigned else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
            sentence, facts = node.args[0], {one.arg for one in node.keywords}
            for words in named.get(sentence.id, ()) if isinstance(sentence, ast.Name) else _sentences(sentence):
                gaps = {name for _, name, _, _ in Formatter().parse(words) if name}
                if None not in facts and gaps - facts:
                    found.append(words)
    return found


@pytest.mark.slow
def test_every_gap_of_a_sentence_is_filled() -> None:
    """A gap without a fact would be shown as it is written in the code."""
    files = (ROOT / "cattools").rglob("*.py")
    assert {file.name: found for file in files if (found := unfilled(file.read_text("utf-8")))} == {}


def test_a_gap_without_a_fact_is_found() -> None:
    assert unfilled('text(N_("Take {n}."), of=3)') == ["Take {n}."]
    assert unfilled('TAKE = N_("Take {n}.")\ntext(TAKE)') == ["Take {n}."]
    assert unfilled('text(N_("Take {n}."), n=3)\ntext(said)\ntext(N_("Take {n}."), **facts)') == []
