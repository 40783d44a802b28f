"""What Hatchling does beside packing the package: it lays the finished book in, where a wheel is to bring it.

And it tells where the project is on the web, a checkout having no address of its own, and what it is: the README, whose
links lead there.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

BOOK = "CATTOOLS_WHEEL_BOOK"  # names the folder of the finished book
URLS = "CATTOOLS_WHEEL_URLS"  # addresses by their names, as JSON
PLACE = "cattools/site/html"
_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!\w+:)([^()\s]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!\w+:|#)([^()\s]+)\)")


def abroad(text: str, source: str) -> str:
    """Return a text of the project as it can be read elsewhere: its links lead to the `source` on the web.

    Where that is not known, links are words, and there are no pictures.
    """
    if not source:
        return _LINK.sub(r"\1", re.sub(rf"{_PICTURE.pattern}\n*", "", text))
    shown = _PICTURE.sub(rf"![\1]({source}/raw/HEAD/\2)", text)
    return _LINK.sub(rf"[\1]({source}/blob/HEAD/\2)", shown)


class WheelHook(BuildHookInterface[Any]):
    """Adds the finished book to the files of a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Name the folder, if there is one."""
        if folder := os.environ.get(BOOK):
            build_data["force_include"][folder] = PLACE


class Told(MetadataHookInterface):
    """Tells the addresses and the README in a wheel's metadata."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Name the addresses, if there are any, and lay the README in."""
        metadata["urls"] = json.loads(os.environ.get(URLS) or "{}")
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        said = abroad(readme, metadata["urls"].get("Source", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": said}
