"""Scenes in words: one line for alt text, and a listing for screen readers, tests and print."""

from __future__ import annotations

from cattools.core.display.scene import Scene
from cattools.core.messages import labelled, semicolons


def line(scene: Scene) -> str:
    """Return a description of the scene in one sentence."""
    return scene.summary


def listing(scene: Scene) -> str:
    """Return the full description of the scene: its summary, then every area that holds something, row by row."""
    parts = [scene.summary]
    for group in scene.groups:
        held = [area.name for row in group.rows for area in row if area.holds]
        if held:
            parts.append(labelled(group.name, semicolons(held)))
    return "\n".join(parts)
