"""The API page: a list of names, which the built book replaces with their documentation.

JupyterLab, nbconvert and code hosts do not run Sphinx and show only the names; `help` shows their documentation.
"""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from pydoc import locate

from cattools.site.errors import BuildError

PAGE = "book/api"
_NAMES = re.compile(r"(?:^- `cattools\.[\w.]+`\n)+", re.MULTILINE)


def documented(text: str) -> str:
    """Return the page's text with an autodoc directive for each name. Raises `BuildError` for an unknown name."""

    def directives(found: re.Match[str]) -> str:
        return "```{eval-rst}\n" + "".join(map(_directive, re.findall("`(.+)`", found[0]))) + "```\n"

    return _NAMES.sub(directives, text)


def _directive(name: str) -> str:
    value = locate(name)
    if value is None:
        raise BuildError(f"cattools-error: expected a name of the package on {PAGE}.md, found {name}")
    if not isinstance(value, type):
        return f".. autofunction:: {name}\n"
    # Only games construct these values, not readers, so the constructor is not documented.
    excluded = "   :exclude-members: __init__, __new__\n" if is_dataclass(value) else ""
    return f".. autoclass:: {name}\n   :members:\n{excluded}"
