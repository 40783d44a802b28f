"""A plain panel: what one seat has, counted or listed, under short titles."""

from __future__ import annotations

from collections.abc import Mapping

from cattools.core.display.scene import Cell, Panel, Path
from cattools.core.messages import N_, Text, text


def count_panel(seat: int, token: tuple[Path, ...], name: Text, has: Mapping[str, object]) -> Panel:
    """Return a panel that says what a seat has, by title, such as `{N_("Stones"): 5, N_("Cards"): "a, c"}`.

    Every seat's panel has the same titles. On a board that fills the screen, they are the columns of a table.
    """
    shown = [(str(text(title)), str(value)) for title, value in has.items()]
    rows = tuple((str(text(N_("{what}: {n}"), what=what, n=n)), ()) for what, n in shown)
    return Panel(seat, token, str(name), rows, cells=tuple(Cell(what, n) for what, n in shown))
