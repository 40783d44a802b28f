"""HTML fragments: text is escaped wherever it occurs."""

from __future__ import annotations

from cattools.core.messages import text
from cattools.widgets.html import Html, el, join, open_tag


def test_text_is_escaped_and_html_is_not() -> None:
    assert el("p", "<b>", el("b", "&"), Html("<i>")) == "<p>&lt;b&gt;<b>&amp;</b><i></p>"


def test_a_sentence_and_a_number_are_text() -> None:
    assert join(text("a < b"), " ", 7) == "a &lt; b 7"


def test_empty_values_are_omitted_and_lists_are_joined() -> None:
    assert join(None, False, "", [el("b"), (el("i"), "x")]) == "<b></b><i></i>x"


def test_an_attribute_is_escaped_or_omitted_or_has_no_value() -> None:
    tag = open_tag("input", class_="a", data_tool='"x"', hidden=True, readonly=False, value=None, size=3)
    assert tag == '<input class="a" data-tool="&quot;x&quot;" hidden size="3">'
