"""Normalize the pages to the text that JupyterLab saves, so that Run All and Save do not change a page.

`python -m cattools.site.notebooks.normalize`, part of `make fix`, rewrites all pages, or those of the games named.
An author need not write a page's front matter: this adds it.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from functools import cache
from typing import Any

from cattools.site.sphinx.rule_sections import ROOT, rewrite

# The metadata that a running kernel adds to a notebook, reduced to the keys that a page stores.
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "pygments_lexer": "ipython3"}
_FORM = {"extension": ".md", "format_name": "myst"}

# The front matter of a page, without its last line, as JupyterLab saves it.
FRONT_MATTER = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3 (ipykernel)
  language: python
  name: python3
"""


@cache
def _settings() -> Any:
    from jupytext.config import load_jupytext_configuration_file  # noqa: PLC0415 - not installed with a wheel

    return load_jupytext_configuration_file(str(ROOT / "jupytext.toml"))


def as_saved(page: str) -> str:
    """Return a page's text as JupyterLab saves it after a run."""
    import jupytext  # noqa: PLC0415 - not installed with a wheel

    notebook = jupytext.reads(page, fmt=dict(_FORM), config=_settings())
    notebook.metadata.update(kernelspec=KERNEL, language_info=LANGUAGE)
    form = dict(_FORM)
    _settings().set_default_format_options(form)
    return str(jupytext.writes(notebook, fmt=form, config=_settings()))


def main(game_ids: Collection[str] = ()) -> None:
    """Normalize the pages of these games, or every page of the book."""

    def change(page: str, name: str) -> str:
        return as_saved(page) if not game_ids or name.partition("/")[0] in game_ids else page

    rewrite(change, "rewritten as JupyterLab saves it")


if __name__ == "__main__":
    main(sys.argv[1:])
