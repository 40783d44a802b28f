"""An interactive rulebook for cat (and cattle) board games.

In a notebook: `show("herders.place")` is a live example, `play("herders")` a whole game, `position(...)` a board,
`scorer("calico")` a sheet that counts a game played at a real table, `sheet("calico")` its rules on two pages to print.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cattools.site.sheets import sheet
    from cattools.widgets import helper, play, position, scorer, show

__all__ = ["helper", "play", "position", "scorer", "sheet", "show"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # the rules work where no widget library is installed
    if name in __all__:
        return getattr(import_module("cattools.site.sheets" if name == "sheet" else "cattools.widgets"), name)
    raise AttributeError(name)
