"""What Hatchling does beside packing the package: it lays the finished book in, where a wheel is to bring it.

And it tells where the project is on the web: a checkout has no address of its own.
"""

from __future__ import annotations

import json
import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

BOOK = "CATTOOLS_WHEEL_BOOK"  # names the folder of the finished book
URLS = "CATTOOLS_WHEEL_URLS"  # addresses by their names, as JSON
PLACE = "cattools/site/html"


class WheelHook(BuildHookInterface[Any]):
    """Adds the finished book to the files of a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Name the folder, if there is one."""
        if folder := os.environ.get(BOOK):
            build_data["force_include"][folder] = PLACE


class Addresses(MetadataHookInterface):
    """Tells the addresses in a wheel's metadata."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Name the addresses, if there are any."""
        metadata["urls"] = json.loads(os.environ.get(URLS) or "{}")
