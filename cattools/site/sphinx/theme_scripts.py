"""Which of the scripts that the theme and its extensions bring a page loads: those that find something to do on it.

None of them is waited for. Each runs when the page has been parsed, in order; on a page with boards, when the boards in
sight answer: `boot.js` runs them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

_AT_ONCE, _LATER = {"defer": "defer"}, {"type": "later"}  # how a script is loaded
# What no page needs: the theme's own live code; the marking of words that Sphinx' search has found, which rewrites the
# page's address; keys and tables of Sphinx' search and index; the page's name for a choice of versions, which would be
# another inline script on every page, and no policy could hold them all.
_UNNEEDED = re.compile(r"sphinx-thebe|sphinx_highlight|doctools|^DOCUMENTATION_OPTIONS\.")
# What works on code, on what can be unfolded, on tabs, and what has to stand in a page for it.
_WANTED = {
    re.compile(r"clipboard|copybutton"): re.compile(r'class="[^"]*\bhighlight\b'),
    re.compile(r"togglebutton|toggleHint|toggleOpen"): re.compile(r'class="[^"]*\b(toggle|dropdown)\b'),
    re.compile(r"design-tabs"): re.compile(r'class="[^"]*\bsd-tab-set\b'),
}


def scripts(files: Iterable[Any], body: str, *, live: bool = False) -> list[Any]:
    """Return what a page with this body is to load of the scripts that Sphinx has gathered for it.

    A `live` page has boards.
    """
    found = {}
    for file in files:
        name = str(file.filename or "")
        says = name or file.attributes.get("body", "")
        if _UNNEEDED.search(says) or any(kind.search(says) and not on.search(body) for kind, on in _WANTED.items()):
            continue
        when = (_LATER if live else _AT_ONCE) if name else {}
        found[says] = type(file)(file.filename, priority=file.priority, **{**file.attributes, **when})
    return list(found.values())
