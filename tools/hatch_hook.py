"""Hatchling hooks: add the built book to a wheel, and set the metadata that depend on the project's URLs.

The project's URLs are not written in its files, so `make wheel` passes them to the build. The hooks turn the README's
relative links into links below these URLs.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

BOOK = "CATTOOLS_WHEEL_BOOK"  # the folder with the built book
URLS = "CATTOOLS_WHEEL_URLS"  # URLs by label, as JSON
TARGET = "cattools/site/html"
_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!\w+:)([^()\s]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!\w+:|#)([^()\s]+)\)")


def with_absolute_links(text: str, source: str) -> str:
    """Return a Markdown text with its relative links and images resolved against the repository's URL, `source`.

    If `source` is "", links become plain text and images are removed.
    """
    if not source:
        return _LINK.sub(r"\1", re.sub(rf"{_PICTURE.pattern}\n*", "", text))
    shown = _PICTURE.sub(rf"![\1]({source}/raw/HEAD/\2)", text)
    return _LINK.sub(rf"[\1]({source}/blob/HEAD/\2)", shown)


class WheelHook(BuildHookInterface[Any]):
    """Adds the compiled catalogues and the built book to a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Include the compiled catalogues, and the book's folder, if it is set."""
        sys.path.insert(0, self.root)
        from tools.compile_catalogues import compile_catalogues  # noqa: PLC0415 - only now can it be imported

        build_data["artifacts"] += [str(file.relative_to(self.root)) for file in compile_catalogues()]
        if folder := os.environ.get(BOOK):
            build_data["force_include"][folder] = TARGET


class MetadataHook(MetadataHookInterface):
    """Sets the URLs and the README in a wheel's metadata."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the URLs, if there are any, and the README."""
        metadata["urls"] = json.loads(os.environ.get(URLS) or "{}")
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = with_absolute_links(readme, metadata["urls"].get("Source", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
