"""The template for translators holds what the code and the data say now."""

from tools.messages import TEMPLATE, of_data, template


def test_the_template_is_up_to_date() -> None:
    assert TEMPLATE.read_text(encoding="utf-8") == template(), "run make messages"


def test_rules_tasks_and_code_are_all_in_it() -> None:
    text = template()
    for sentence in ('"No jumping"', '"Undo"', '"Red"', "Herders do not jump, and there is a piece on {between}."):
        assert sentence in text
    assert len(set(of_data())) > 50
