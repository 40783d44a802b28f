"""Boards that everybody can use: ipycanvas paints, a listening layer above it hears and speaks."""

from __future__ import annotations

from cattools.widgets.board import Board
from cattools.widgets.lesson import show
from cattools.widgets.table import play

__all__ = ["Board", "play", "show"]
