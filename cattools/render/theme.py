"""The reader's theme: values of colour tokens, and their CSS variables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from cattools.core.display.icons import THEMES, TOKENS, themes
from cattools.core.errors import DataError
from cattools.core.loading.data_files import load

Tokens = Mapping[str, Any]


def tokens() -> Tokens:
    """Return the tokens that all games share: colours, the font and the pace of motion."""
    return load(TOKENS)


@cache
def colour(token: str, theme: str) -> str:
    """Return a token's colour in a theme as `#RRGGBB`. Raises `DataError` for an unknown token."""
    found: Any = themes()[theme]
    for part in token.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    if not isinstance(found, str) or not found.startswith("#"):
        raise DataError(f"{TOKENS} or a game's art.json: expected a colour called {token!r} in the theme {theme}")
    return found


def variable(token: str) -> str:
    """Return the name of a token's CSS variable."""
    return "--cat-" + re.sub(r"(?<=[a-z])(?=[A-Z])", "-", token).lower().replace(".", "-")


def _flat(table: Tokens, before: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            found.update(_flat(value, f"{before}{name}."))
        elif isinstance(value, str) and value.startswith("#"):
            found[before + name] = value
    return found


@cache
def _variables(theme: str) -> dict[str, str]:
    return {variable(token): colour for token, colour in _flat(themes()[theme]).items()}


def system_style(shapes: str) -> str:
    """Return the CSS variables that shapes use, for an SVG file whose theme follows the reader's system."""
    used = set(re.findall(r"var\((--[\w-]+)\)", shapes))
    light, dark = (
        "".join(f"{name}:{shade};" for name, shade in _variables(theme).items() if name in used)
        for theme in ("light", "dark")
    )
    return f"svg{{{light}}}@media screen and (prefers-color-scheme:dark){{svg{{{dark}}}}}"


@cache
def style_sheet() -> str:
    """Return the CSS variables of both themes; the page, else JupyterLab, else the reader's system selects one.

    They are set on the page's body, not on each board, so that a browser computes them once for all the page's boards.
    """
    rules = {
        theme: f"--cat-theme:{theme};" + "".join(f"{name}:{shade};" for name, shade in _variables(theme).items())
        for theme in THEMES
    }
    dark = 'html[data-theme="dark"] body,body[data-jp-theme-light="false"]'
    system = "html:not([data-theme]) body:not([data-jp-theme-light])"
    return (
        f"body{{{rules['light']}}}\n{dark}{{{rules['dark']}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{{system}{{{rules['dark']}}}}}\n"
        f"@media print{{html:root body{{{rules['light']}}}}}\n"
    )
