"""Select the scripts of the theme and its extensions that a page needs.

None of them blocks rendering. They run in order once the page has been parsed; on a page with boards, `boot.js` runs
them once the visible boards answer.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cattools.site.pipeline.optimizations import enabled

if TYPE_CHECKING:
    from collections.abc import Iterable

_AT_ONCE, _LATER = {"defer": "defer"}, {"type": "later"}  # how a script is loaded
# No page needs: the theme's live code (Thebe); Sphinx's search highlighting, which rewrites the page's URL; the
# keyboard shortcuts and tables of Sphinx's search and index; the page's name for the version switcher, an inline script
# that differs on every page, too many hashes for one policy.
_UNNEEDED = re.compile(r"sphinx-thebe|sphinx_highlight|doctools|^DOCUMENTATION_OPTIONS\.")
# Scripts for code blocks, toggles and tabs -> the element that a page must contain to need them.
_WANTED = {
    re.compile(r"clipboard|copybutton"): re.compile(r'class="[^"]*\bhighlight\b'),
    re.compile(r"togglebutton|toggleHint|toggleOpen"): re.compile(r'class="[^"]*\b(toggle|dropdown)\b'),
    re.compile(r"design-tabs"): re.compile(r'class="[^"]*\bsd-tab-set\b'),
}


def scripts(files: Iterable[Any], body: str, *, live: bool = False) -> list[Any]:
    """Return those of Sphinx's script files that a page with this body needs; a `live` page has boards."""
    if not enabled()["trim_scripts"]:
        return list(files)
    found = {}
    for file in files:
        name = str(file.filename or "")
        says = name or file.attributes.get("body", "")
        if _UNNEEDED.search(says) or any(kind.search(says) and not on.search(body) for kind, on in _WANTED.items()):
            continue
        when = (_LATER if live else _AT_ONCE) if name else {}
        found[says] = type(file)(file.filename, priority=file.priority, **{**file.attributes, **when})
    return list(found.values())
