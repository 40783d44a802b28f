"""A board's JavaScript: the files in `frontend/` joined into one ES module, as anywidget requires.

JupyterLab gets this text. The site's bundle is built from the same text, because there a board refers to its script
by the text's checksum.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from functools import cache

from cattools.core.errors import DataError
from cattools.core.loading.data_files import read

FIRST = "board.js"
_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[\w./-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) )", re.MULTILINE)
_TOP = re.compile(r"^(export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
_LEFT = re.compile(r"^(?:import\b|export\b|(?:const|let) [\[{]|var ).*", re.MULTILINE)
# Comments on their own lines are removed: otherwise every board would carry them.
_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)


@cache
def module() -> str:
    """Return the text of the joined module. Raises `DataError`."""
    return joined(FIRST, lambda name: read(f"widgets/frontend/{name}"))


def joined(first: str, part: Callable[[str], str]) -> str:
    """Return a file and everything it imports as one module, imports first.

    `part` returns the text of a file by name. Raises `DataError` for files that cannot be joined.
    """
    texts: dict[str, str] = {}
    owners: dict[str, str] = {}  # top-level name -> the file that declares it
    exported: dict[str, set[str]] = {}

    def take(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise DataError(f"{importers[-1]}: expected no circular import, found one of {name}")
        if name in texts:
            return
        try:
            text = _COMMENT.sub("", part(name))
        except FileNotFoundError:
            wants = f"{importers[-1]}: expected" if importers else "expected"
            raise DataError(f"{wants} a file {name}, found none") from None
        for names, specifier in _IMPORT.findall(text):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), specifier))
            take(other, (*importers, name))
            for imported in filter(None, map(str.strip, names.split(","))):
                if imported not in exported[other]:
                    raise DataError(f"{name}: expected {other} to export {imported}, found no such name")
        exported[name] = {own for export, own in _TOP.findall(text) if export}
        for _, own in _TOP.findall(text):
            if own in owners:
                raise DataError(f"{name}: expected unique top-level names, found {own}, also in {owners[own]}")
            owners[own] = name
        text = _EXPORT.sub("", _IMPORT.sub("", text))
        left = [line for line in _LEFT.findall(text) if importers or not line.startswith("export default ")]
        if left:
            raise DataError(f"{name}: expected only named imports, exports and declarations, found {left[0]!r}")
        texts[name] = text.strip()

    take(first, ())
    return "\n\n".join(texts.values()) + "\n"
