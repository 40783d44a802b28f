"""Report a page's failing cell in one sentence."""

from __future__ import annotations

import re

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_FENCE = re.compile(r"^(`{3,}|:{3,})\{code-cell\}", re.MULTILINE)
_RULE = re.compile(r"^-{5,}$", re.MULTILINE)


def failure(name: str, page: str, traceback: str) -> str:
    """Return which cell of a page failed and why, in one sentence.

    For example: "book/first.md, cell 2 (line 31): NameError: name 'x' is not defined".
    `name` is the page's name in the message, `page` its text, `traceback` the traceback of its execution.
    """
    plain = _ESCAPES.sub("", traceback)
    reason = next((line.strip() for line in reversed(plain.splitlines()) if line.strip()), "no reason given")
    parts = _RULE.split(plain, maxsplit=2)
    source = parts[1].strip() if len(parts) > 2 else ""
    at = page.find(source) if source else -1
    if at < 0:
        return f"{name}: {reason}"
    before = page[:at]
    return f"{name}, cell {len(_FENCE.findall(before))} (line {before.count(chr(10)) + 1}): {reason}"
