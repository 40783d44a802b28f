"""An interactive rulebook for cat (and cattle) board games.

In a notebook, `show("herders.place")` shows a live example, `play("herders")` starts a game, and `position(...)` shows
a position. `practice("herders")` asks practice questions, `scorer("calico")` counts the points of a game played with
real components, `round_tracker("catbox")` tracks a round of such a game, `teach("herders")` shows a presentation,
`position_editor("herders")` opens the position editor, and `host("catbox")` hosts a game for several devices.
`examples("herders")` returns a game's live examples, and `games.game("herders")` returns the game with its rules.
`use("ja")` shows everything in Japanese from then on; without it, the language is that of the environment variable
CATTOOLS_LANGUAGE or of the system.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cattools.core.display import notebook_display
from cattools.core.errors import unknown
from cattools.core.language import use_setting
from cattools.core.messages import N_

if TYPE_CHECKING:
    from cattools import games
    from cattools.core.language import use
    from cattools.lessons.example import examples
    from cattools.table.notebook import host
    from cattools.widgets import play, position, position_editor, practice, round_tracker, scorer, show, teach

__all__ = [
    "examples",
    "games",
    "host",
    "play",
    "position",
    "position_editor",
    "practice",
    "round_tracker",
    "scorer",
    "show",
    "teach",
    "use",
]
__version__ = "0.1.0"

_ELSEWHERE = {
    "examples": "cattools.lessons.example",
    "host": "cattools.table.notebook",
    "use": "cattools.core.language",
}  # all other names are in `cattools.widgets`


def __getattr__(name: str) -> Any:
    # Imported lazily, so that the rules work without a widget library.
    if name == "games":
        return import_module("cattools.games")
    if name in __all__:
        return getattr(import_module(_ELSEWHERE.get(name, "cattools.widgets")), name)
    known = unknown(N_("expected a name that cattools offers, one of {known}, found {found}"), name, __all__)
    raise AttributeError(str(known), name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return __all__


def _draw(value: notebook_display.NotebookDisplay) -> notebook_display.Drawn:
    from cattools.notebook import drawn  # noqa: PLC0415 - needed only to display a value

    return drawn(value)


if said := use_setting(os.environ):
    sys.stderr.write(f"cattools: {said}\n")
notebook_display.register_renderer(_draw)
if "IPython" in sys.modules:
    import_module("cattools.notebook").offer_ids()
