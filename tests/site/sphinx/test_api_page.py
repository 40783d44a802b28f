"""The API page lists every name of the package, and the built book shows their docstrings."""

import pytest

import cattools
from cattools.site.errors import BuildError
from cattools.site.sphinx.api_page import PAGE, documented
from cattools.site.sphinx.rule_sections import ROOT

TEXT = (ROOT / f"{PAGE}.md").read_text(encoding="utf-8")


def test_a_list_of_names_becomes_sphinx_directives() -> None:
    text = "Some.\n\n- `cattools.show`\n- `cattools.core.chance.Dealer`\n\n- `other`\n"
    assert documented(text) == (
        "Some.\n\n```{eval-rst}\n.. autofunction:: cattools.show\n"
        ".. autoclass:: cattools.core.chance.Dealer\n   :members:\n```\n\n- `other`\n"
    )


def test_an_unknown_name_is_reported() -> None:
    with pytest.raises(BuildError, match=r"expected a name of the package on book/api\.md, found cattools\.shwo"):
        documented("- `cattools.shwo`\n")


def test_the_page_lists_every_name_of_the_package() -> None:
    made = documented(TEXT)
    assert [name for name in dir(cattools) if name != "games" and f":: cattools.{name}\n" not in made] == []
    assert "- `" not in made
