"""Pages in another language: everything readable is a message, everything else stays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cattools.core.language import catalogue
from cattools.core.messages import speaking
from cattools.site.page_translation import messages, translated

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "book").rglob("*.md"))

PAGE = """---
kernelspec:
  name: python3
---

# Your turn

A *herder* goes [one step](turn.md#herders.move).

```{admonition} Our interpretation
:class: note reading
A cell is empty.
```

(herders.move)=
## Moving

- Step one
2. Step two

| Piece | Number |
| --- | --- |
| red herder | 15 |

| English | Japanese |
| --- | --- |
| cell | マス |
| scared | 追い立てられた (ours) |

```{code-cell} ipython3
:tags: [live]

show("herders.turn", title="Try it")
```

<!-- not shown -->
"""
MESSAGES = [
    "Your turn",
    "A *herder* goes [one step](turn.md#herders.move).",
    "Our interpretation",
    "A cell is empty.",
    "Moving",
    "Step one",
    "Step two",
    "Piece",
    "Number",
    "red herder",
    "English",
    "Japanese",
    "追い立てられた (ours)",
    "Try it",
]


def test_all_that_is_read_is_a_message() -> None:
    assert list(messages(PAGE)) == MESSAGES


def test_only_messages_change() -> None:
    page = translated(PAGE, lambda words: f"<{MESSAGES.index(words)}>")
    assert page.startswith("---\nkernelspec:\n  name: python3\n---\n")
    assert "% anchor your-turn\n# <0>\n" in page, "a heading keeps the English anchor"
    assert "% anchor moving\n(herders.move)=\n## <4>\n" in page
    assert "```{admonition} <2>\n:class: note reading\n<3>\n```" in page
    assert "- <5>\n2. <6>\n" in page
    assert "| <7> | <8> |\n| --- | --- |\n| <9> | 15 |" in page
    assert "| <10> | <11> |\n| --- | --- |\n| cell | マス |\n| scared | <12> |" in page, "its English column stays"
    assert 'show("herders.turn", title="<13>")' in page
    assert "<!-- not shown -->" in page


def test_a_table_of_the_notation_has_the_words_that_the_reader_can_type() -> None:
    table = "| Written | Means |\n| --- | --- |\n| `predict 2` | `next` |\n\n| Code | Means |\n| `next` | `next` |"
    assert translated(table, str) == table
    with speaking(catalogue("ja")):
        assert translated(table, str) == table.replace("predict 2", "予測 2")


def test_a_range_and_a_series_of_numbers_are_messages() -> None:
    assert list(messages("| 2 | 1\N{EN DASH}5 | 10 | 1, 3, 4 |")) == ["1\N{EN DASH}5", "1, 3, 4"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "book").as_posix())
def test_a_page_in_its_own_words_is_unchanged(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = translated(text, lambda words: words)
    assert re.sub(r"\n% anchor [a-z0-9-]+(?=\n[#(])", "", found) == re.sub(r"\n% anchor [a-z0-9-]+(?=\n[#(])", "", text)
    assert len(list(messages(text))) > 1
