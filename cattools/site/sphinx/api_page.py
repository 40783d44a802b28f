"""The page of what Python offers: a list of names, in whose places the built book has what their docstrings tell.

JupyterLab, nbconvert and a forge know no Sphinx; there the names themselves stand, and `help` tells of each.
"""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from pydoc import locate

from cattools.site.errors import BuildError

PAGE = "book/api"
_NAMES = re.compile(r"(?:^- `cattools\.[\w.]+`\n)+", re.MULTILINE)


def documented(text: str) -> str:
    """Return the page's text with its lists of names as Sphinx' directives. Raises `BuildError` for an unknown name."""

    def told(found: re.Match[str]) -> str:
        return "```{eval-rst}\n" + "".join(map(_directive, re.findall("`(.+)`", found[0]))) + "```\n"

    return _NAMES.sub(told, text)


def _directive(name: str) -> str:
    told = locate(name)
    if told is None:
        raise BuildError(f"cattools-error: expected a name of the package on {PAGE}.md, found {name}")
    if not isinstance(told, type):
        return f".. autofunction:: {name}\n"
    # Values are made by games: how would lead astray.
    made = "   :exclude-members: __init__, __new__\n" if is_dataclass(told) else ""
    return f".. autoclass:: {name}\n   :members:\n{made}"
