"""Modules that only a few pages of the book need: the browser kernel has them in archives of their own."""

from __future__ import annotations

from collections.abc import Mapping

# By the function of `cattools` whose boards need them. A package includes all modules below it.
LATER: Mapping[str, tuple[str, ...]] = {
    "practice": (
        "fsrs",
        "cattools.lessons.practice",
        "cattools.widgets.modes.delegating",
        "cattools.widgets.modes.practice.knowledge_list",
        "cattools.widgets.modes.practice.practice",
        "cattools.widgets.modes.practice.question",
    ),
    "teach": ("cattools.lessons.presentation", "cattools.widgets.modes.presentation"),
    "helper": ("cattools.widgets.modes.round_tracker",),
}


def is_below(module: str, packages: tuple[str, ...]) -> bool:
    """Return whether a module is one of the packages, or in one of them."""
    return any(module == one or module.startswith(f"{one}.") for one in packages)
