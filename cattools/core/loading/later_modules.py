"""Modules that only a few pages of the book need: the browser kernel has them in archives of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Later(NamedTuple):
    """The functions of `cattools` whose boards need an archive, and its modules; a package includes all its modules."""

    functions: tuple[str, ...]
    modules: tuple[str, ...]


LATER: Mapping[str, Later] = {
    "practice": Later(
        ("practice",),
        (
            "fsrs",
            "cattools.lessons.practice",
            "cattools.widgets.modes.delegating",
            "cattools.widgets.modes.practice.knowledge_list",
            "cattools.widgets.modes.practice.practice",
            "cattools.widgets.modes.practice.question",
        ),
    ),
    "presentation": Later(("teach",), ("cattools.lessons.presentation", "cattools.widgets.modes.presentation")),
    "editor": Later(
        ("position_editor", "scorer"),
        (
            "cattools.widgets.modes.editor.editor",
            "cattools.widgets.modes.editor.position_editor",
            "cattools.widgets.modes.editor.scorer",
            "cattools.widgets.modes.table_queries",
        ),
    ),
    "tracker": Later(("round_tracker",), ("cattools.widgets.modes.round_tracker",)),
}


def is_below(module: str, packages: tuple[str, ...]) -> bool:
    """Return whether a module is one of the packages, or in one of them."""
    return any(module == one or module.startswith(f"{one}.") for one in packages)
