"""The effects of an action, in the order in which the board shows them and the sentences describe them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cattools.core.messages import Text


class EventKind(StrEnum):
    """How an effect is shown."""

    LAND = "land"
    """A piece is placed from the hand."""
    MOVE = "move"
    """A piece moves from one area to another."""
    TURN = "turn"
    """A piece changes its appearance."""
    LEAVE = "leave"
    """A piece moves to a tray."""
    REACT = "react"
    """A piece must react to the action; for example, a scared cat must run."""
    KEEP = "keep"
    """A piece could have changed but did not."""
    GAIN = "gain"
    """Text only: what a player gains or loses by the rules, such as a treasure."""
    NOTE = "note"
    """Text only."""
    NEWS = "news"
    """Text only, about something that a rule caused; even as the first event of an action it has a link to its rule."""


@dataclass(frozen=True, slots=True)
class Event:
    """One visible effect of an action.

    `cells` are the ids of the areas involved; for a piece that moves or leaves, the area it left and the area it
    entered. `rule` is the rule that caused the effect. `piece` is the icon of a piece that leaves, used for its
    silhouette. `by_reading` is set if the cause is our interpretation of the rule, `by_ruling` if it is the ruling
    on it, rather than the printed text.
    """

    kind: EventKind
    text: Text
    rule: str
    cells: tuple[str, ...] = ()
    piece: str = ""
    by_reading: bool = False
    by_ruling: bool = False

    def __str__(self) -> str:
        return str(self.text)
