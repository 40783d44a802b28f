"""The optimizations of the site: those of the live page, and the book's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cattools.live.pipeline import optimizations
from cattools.live.pipeline.optimizations import WITHOUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["WITHOUT", "check", "enabled", "groups"]

FILE = Path(__file__).parents[1] / "optimizations.toml"


def groups() -> Mapping[str, Mapping[str, bool]]:
    """Return the switches by group."""
    return optimizations.groups(FILE)


def check(names: Iterable[str]) -> list[str]:
    """Return the names. Raises `BuildError` if one is neither an optimization nor a group of optimizations."""
    return optimizations.check(names, FILE)


def enabled() -> dict[str, bool]:
    """Return for each optimization whether it is on."""
    return optimizations.enabled(FILE)
