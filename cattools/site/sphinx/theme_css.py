"""The book's single style sheet: the theme's sheets without unused rules, followed by the book's own.

A rule is dropped if its selector needs a class or an id that no page has and no script sets; elements, pseudo-classes
and media queries are not checked. Printed pages use the light theme, whichever theme the reader has chosen. All pages
share one sheet, because following a link swaps the content and keeps the sheet of the page loaded first.
"""

from __future__ import annotations

import base64
import posixpath
import re
import shutil
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tinycss2
from tinycss2 import serialize

from cattools.site.errors import BuildError
from cattools.site.pipeline.optimizations import enabled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tinycss2.ast import Declaration, Node

FILE = "style.css"
WHOLE = "theme.css"  # a file outside the site, with the theme's unreduced rules
FONT = Path(__file__).with_name("icons.woff2")
_ADDRESS = base64.b64encode(FONT.read_bytes()).decode()
_FACE = (
    '@font-face{font-family:"Font Awesome 6 Free";font-style:normal;font-weight:900;font-display:block;'
    f"src:url(data:font/woff2;base64,{_ADDRESS})}}"
)
_OWN = "\n/* The book's own. */\n"
_NAMES = re.compile(r'\s(?:class|id)="([^"]*)"')
_PROPERTY = re.compile(r"--[a-zA-Z][\w-]*")
_USED = re.compile(r"var\(\s*(--[\w-]+)")
_ANIMATION = re.compile(r"animation(?:-name)?:([^;}]*)")
_WORD = re.compile(r"[\w-]+")
_ICON = re.compile(r"[\ue000-\uf8ff]")  # the private use area, where icon fonts have their glyphs
_DARK, _LIGHT = (re.compile(rf'\[data-theme="?{look}"?\]') for look in ("dark", "light"))
_GROUPS = ("media", "supports", "layer", "container")
_CHOICES = ("is", "where", "has", "matches", "-webkit-any", "host")


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def icons() -> set[str]:
    """Return the characters in the icon font."""
    return {chr(int(code, 16)) for code in _data()["icons"]}


def write(html: Path, whole: Path | None = None) -> None:
    """Write the style sheet of a built book and delete the sheets from which it was made.

    If Sphinx wrote no page, the theme's sheets are already gone and the existing style sheet is still valid. If `whole`
    is given, the theme's unreduced rules go into that file, for debugging.
    Raises `BuildError` if a sheet is missing, or if one uses an icon that the font lacks or refers to another file.
    """
    static = html / "_static"
    if not any(static.glob(_data()["sheets"][0])):
        return
    pages = [page.read_text("utf-8") for page in html.rglob("*.html")]
    scripts = [file.read_text("utf-8") for file in static.rglob("*.js")]
    sheets = [_sheet(static, name) for name in _data()["sheets"]]
    names = {name for page in pages for found in _NAMES.findall(page) for name in found.split()}
    names.update(name for found in _data()["set_by"].values() for name in found)
    own = [file.read_text("utf-8") for file in static.glob("book.css")]
    theme = "\n".join(file.read_text("utf-8") for file in sheets)
    if whole:
        whole.write_text(f"{theme}\n{_FACE}", "utf-8")
    used = purged(theme, names, [*pages, *scripts, *own])
    text = used if enabled()["purge_styles"] else theme
    if missing := set(_ICON.findall(used)) - icons():
        codes = ", ".join(f"{ord(icon):x}" for icon in sorted(missing))
        raise BuildError(
            f"icons.woff2 has no icon {codes}: add them to theme_css.toml and run python -m tools.subset_icons"
        )
    if "url(" in used.replace("url(data:", "").replace('url("data:', ""):
        raise BuildError(
            "a style sheet of the theme refers to another file with url(...): embed that file in theme_css.py, "
            "as the icon font is embedded"
        )
    (static / FILE).write_text(_FACE + text + _OWN + "".join(own), "utf-8")
    for name in (*_data()["sheets"], *_data()["unneeded"]):
        for file in static.glob(name):
            shutil.rmtree(file) if file.is_dir() else file.unlink()


def add_own(html: Path, sheets: Iterable[Path]) -> None:
    """Replace the book's own rules, which come after the theme's rules, with their current version."""
    file = html / "_static" / FILE
    theme = file.read_text("utf-8").partition(_OWN)[0]
    file.write_text(theme + _OWN + "".join(sheet.read_text("utf-8") for sheet in sheets), "utf-8")


def _sheet(static: Path, name: str) -> Path:
    found = sorted(static.glob(name))
    if len(found) != 1:
        raise BuildError(f"expected one style sheet {name} in {static}, found {len(found)}")
    return found[0]


def purged(sheet: str, names: set[str], others: Iterable[str]) -> str:
    """Return a style sheet without the rules that cannot match pages with these classes and ids (`names`).

    `others` are the other texts that can use the sheet's custom properties: pages, scripts, other sheets.
    """
    rules = list(_kept(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True), names))
    used = {name for text in others for name in _PROPERTY.findall(text)}
    while (more := set(_USED.findall(text := "".join(_written(rules, used))))) - used:
        used |= more
    animations = set(_WORD.findall(" ".join(_ANIMATION.findall(text))))
    return "".join(_written([rule for rule in rules if _is_used(rule, animations)], used))


@dataclass
class _Rule:
    head: str
    body: list[_Rule] | list[Declaration] | str


def _kept(nodes: Iterable[Node], names: set[str]) -> Iterator[_Rule]:
    """Yield the rules that can match, reduced to the selectors that can match."""
    for node in nodes:
        if node.type == "qualified-rule":
            heads = [serialize(one).strip() for one in _split(node.prelude) if _can_match(one, names)]
            body = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            if heads and body:
                yield from _themed(heads, body)
        elif node.type == "at-rule" and node.content is not None and node.lower_at_keyword != "font-face":
            head = f"@{node.at_keyword}{serialize(node.prelude).rstrip()}"
            if node.lower_at_keyword not in _GROUPS:
                yield _Rule(head, serialize(node.content).strip())
            elif inner := list(_kept(tinycss2.parse_rule_list(node.content, True, True), names)):
                yield _Rule(head, inner)
        elif node.type == "at-rule" and node.lower_at_keyword == "import":
            named = next(token.value for token in node.prelude if token.type in ("string", "url"))
            if posixpath.basename(named) not in map(posixpath.basename, _data()["sheets"]):
                raise BuildError(f"a style sheet of the theme imports {named}: add it to theme_css.toml")
        elif node.type == "error":
            raise BuildError(f"a style sheet cannot be read: {node.message}")


def _themed(heads: list[str], body: list[Declaration]) -> Iterator[_Rule]:
    """Yield a rule, split so that in print its light variant always applies and its dark variant never does."""
    dark = [head for head in heads if _DARK.search(head)]
    if other := [head for head in heads if head not in dark]:
        yield _Rule(",".join(other), body)
    if light := [_LIGHT.sub("[data-theme]", head) for head in other if _LIGHT.search(head)]:
        yield _Rule("@media print", [_Rule(",".join(light), body)])
    if dark:
        yield _Rule("@media not print", [_Rule(",".join(dark), body)])


def _split(tokens: Iterable[Node]) -> list[list[Node]]:
    """Split a selector list into its selectors."""
    found: list[list[Node]] = [[]]
    for token in tokens:
        if token.type == "literal" and token.value == ",":
            found.append([])
        else:
            found[-1].append(token)
    return found


def _can_match(selector: list[Node], names: set[str]) -> bool:
    """Return whether all classes and ids that a selector needs are in `names`; ignore the arguments of `:not()`."""
    for before, token in zip([None, *selector], selector, strict=False):
        of_class = token.type == "ident" and before is not None and before.type == "literal" and before.value == "."
        if (of_class or token.type == "hash") and token.value not in names:
            return False
        chosen = token.type == "function" and token.lower_name in _CHOICES
        if chosen and not any(_can_match(one, names) for one in _split(token.arguments)):
            return False
    return True


def _written(rules: Iterable[_Rule], used: set[str]) -> Iterator[str]:
    """Yield the text of rules, without unused custom properties."""
    for rule in rules:
        if isinstance(rule.body, str):
            body = rule.body
        else:
            parts = [_part(one, used) for one in rule.body]
            body = "".join(part for part in parts if part)
        if body:
            yield f"{rule.head}{{{body.removesuffix(';')}}}"


def _part(one: _Rule | Declaration, used: set[str]) -> str:
    if isinstance(one, _Rule):
        return "".join(_written([one], used))
    if one.type != "declaration":
        raise BuildError(f"a style sheet of the theme has a nested rule, which is not supported: {one.serialize()}")
    if one.name.startswith("--") and one.name not in used:
        return ""
    value = serialize(one.value).strip()
    return f"{one.name}:{value or ' '}{'!important' * one.important};"


def _is_used(rule: _Rule, animations: set[str]) -> bool:
    """Return False for the keyframes of an animation that no rule uses."""
    return "keyframes " not in rule.head or rule.head.rpartition(" ")[2] in animations
