"""Make the ipywidgets of a Jupyter Book live on any static host: Python runs in the reader's browser.

This is a Sphinx extension: `extensions = ["myst_nb", "cattools.live"]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension."""
    from cattools.live.sphinx.extension import setup as register  # noqa: PLC0415 - the kernel's build needs no Sphinx

    return register(app)
