"""Pieces of HTML: what is no HTML yet is escaped, wherever it stands."""

from __future__ import annotations

from cattools.core.messages import text
from cattools.widgets.html import Html, el, join, open_tag


def test_words_are_escaped_and_html_is_not() -> None:
    assert el("p", "<b>", el("b", "&"), Html("<i>")) == "<p>&lt;b&gt;<b>&amp;</b><i></p>"


def test_a_sentence_and_a_number_are_words() -> None:
    assert join(text("a < b"), " ", 7) == "a &lt; b 7"


def test_nothing_is_nothing_and_several_are_one_after_the_other() -> None:
    assert join(None, False, "", [el("b"), (el("i"), "x")]) == "<b></b><i></i>x"


def test_an_attribute_is_escaped_left_out_or_stands_alone() -> None:
    tag = open_tag("input", class_="a", data_tool='"x"', hidden=True, readonly=False, value=None, size=3)
    assert tag == '<input class="a" data-tool="&quot;x&quot;" hidden size="3">'
