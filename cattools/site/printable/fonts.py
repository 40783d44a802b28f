"""A Japanese font for printed pages: a PDF contains the font, so the machine that makes it needs none.

The font is BIZ UDGothic, from the npm package `@fontsource/biz-udgothic`, which divides it into files of some 40 kB by
the characters that they contain. A document gets only the files that its text needs.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

PACKAGE = "@fontsource/biz-udgothic"
_WEIGHTS = ("400", "700")
_FACE = re.compile(r"@font-face \{.*?\}", re.DOTALL)
_FILE = re.compile(r"src: url\(\./(?P<file>files/[\w-]+\.woff2)\)[^;]*;")
_RANGE = re.compile(r"U\+(?P<first>[0-9a-fA-F]+)(?:-(?P<last>[0-9a-fA-F]+))?")
_PLAIN = 0x2E80  # before the first character that needs a Japanese font


def faces(text: str, packages: Path) -> str:
    """Return the style rules that define the font for a text; "" if it has no Japanese characters.

    `packages` is the folder `node_modules` with the font's package. Raises `FileNotFoundError`.
    """
    wanted = {ord(letter) for letter in set(text) if ord(letter) >= _PLAIN}
    if not wanted:
        return ""
    folder = packages / PACKAGE
    rules = [face for weight in _WEIGHTS for face in _FACE.findall((folder / f"{weight}.css").read_text("utf-8"))]
    return "".join(_embedded(face, folder) for face in rules if _has_one_of(face, wanted))


def _has_one_of(face: str, wanted: set[int]) -> bool:
    ranges = face.partition("unicode-range:")[2]
    return any(
        int(found["first"], 16) <= letter <= int(found["last"] or found["first"], 16)
        for found in _RANGE.finditer(ranges)
        for letter in wanted
    )


def _embedded(face: str, folder: Path) -> str:
    def inline(found: re.Match[str]) -> str:
        data = base64.b64encode((folder / found["file"]).read_bytes()).decode()
        return f"src:url(data:font/woff2;base64,{data});"

    return _FILE.sub(inline, face)
