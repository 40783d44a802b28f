"""What Hatchling does beside packing the package: it lays the finished book in, where a wheel is to bring it."""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BOOK = "CATTOOLS_WHEEL_BOOK"  # names the folder of the finished book
PLACE = "cattools/site/html"


class WheelHook(BuildHookInterface[Any]):
    """Adds the finished book to the files of a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Name the folder, if there is one."""
        if folder := os.environ.get(BOOK):
            build_data["force_include"][folder] = PLACE
