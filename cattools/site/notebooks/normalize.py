"""The pages as JupyterLab saves them, so that Run All and Save leave a page as it was.

`python -m cattools.site.notebooks.normalize` (a part of `make fix`) brings all of them into that form.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cattools.site.sphinx.rule_sections import ROOT, rewrite

# What a kernel adds to a notebook that has been run, as far as a page tells of it.
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "pygments_lexer": "ipython3"}
_FORM = {"extension": ".md", "format_name": "myst"}


@cache
def _settings() -> Any:
    from jupytext.config import load_jupytext_configuration_file  # noqa: PLC0415 - not where only a wheel is

    return load_jupytext_configuration_file(str(ROOT / "jupytext.toml"))


def as_saved(page: str) -> str:
    """Return the text of a page as JupyterLab saves it after a run."""
    import jupytext  # noqa: PLC0415 - not where only a wheel is

    notebook = jupytext.reads(page, fmt=dict(_FORM), config=_settings())
    notebook.metadata.update(kernelspec=KERNEL, language_info=LANGUAGE)
    form = dict(_FORM)
    _settings().set_default_format_options(form)
    return str(jupytext.writes(notebook, fmt=form, config=_settings()))


def main() -> None:
    """Bring every page of the book into the form in which it is saved."""
    rewrite(lambda page, _: as_saved(page), "written as JupyterLab saves it")


if __name__ == "__main__":
    main()
