"""The template for translators is up to date with code and data."""

import ast

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
