"""The page of what Python offers names what is there, and the built book tells its docstrings."""

import pytest

import cattools
from cattools.site.errors import BuildError
from cattools.site.sphinx.api_page import PAGE, documented
from cattools.site.sphinx.rule_sections import ROOT

TEXT = (ROOT / f"{PAGE}.md").read_text(encoding="utf-8")


def test_a_list_of_names_becomes_what_sphinx_documents() -> None:
    text = "Some.\n\n- `cattools.show`\n- `cattools.core.chance.Dealer`\n\n- `other`\n"
    assert documented(text) == (
        "Some.\n\n```{eval-rst}\n.. autofunction:: cattools.show\n"
        ".. autoclass:: cattools.core.chance.Dealer\n   :members:\n```\n\n- `other`\n"
    )


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(BuildError, match=r"expected a name of the package on book/api\.md, found cattools\.shwo"):
        documented("- `cattools.shwo`\n")


def test_the_page_names_all_that_the_package_offers() -> None:
    made = documented(TEXT)
    assert [name for name in dir(cattools) if name != "games" and f":: cattools.{name}\n" not in made] == []
    assert "- `" not in made
