"""An interactive rulebook for cat (and cattle) board games.

In a notebook: `show("herders.place")` is a live example, `play("herders")` a whole game, `position(...)` a board,
`practice("herders")` questions that the rules make,
`scorer("calico")` a sheet that counts a game played at a real table, `helper("catbox")` one that follows a round of
it, `teach("herders")` a lesson for a room, `setup("herders")` a table to set up as yours is, and to ask.
`examples("herders")` are a game's live examples, `games.game("herders")` is the game itself, whose rules can be asked.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cattools.core.display import notebook_display

if TYPE_CHECKING:
    from cattools import games
    from cattools.lessons.example import examples
    from cattools.widgets import helper, play, position, practice, scorer, setup, show, teach

__all__ = ["examples", "games", "helper", "play", "position", "practice", "scorer", "setup", "show", "teach"]
__version__ = "0.1.0"

_ELSEWHERE = {"examples": "cattools.lessons.example"}  # the others are boards


def __getattr__(name: str) -> Any:
    # the rules work where no widget library is installed
    if name == "games":
        return import_module("cattools.games")
    if name in __all__:
        return getattr(import_module(_ELSEWHERE.get(name, "cattools.widgets")), name)
    raise AttributeError(f"cattools has no {name}")


def __dir__() -> list[str]:
    return __all__


def _draw(value: notebook_display.Shown) -> notebook_display.Drawn:
    from cattools.notebook import drawn  # noqa: PLC0415 - where nobody looks nothing is drawn

    return drawn(value)


notebook_display.draws(_draw)
if "IPython" in sys.modules:
    import_module("cattools.notebook").offer_ids()
