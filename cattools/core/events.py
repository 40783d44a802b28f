"""What an action did, step by step: the order in which a board shows it and a sentence tells it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cattools.core.messages import Text


class EventKind(StrEnum):
    """How a consequence is shown."""

    LAND = "land"
    """A piece comes from the hand."""
    MOVE = "move"
    """A piece goes from one area to another."""
    TURN = "turn"
    """A piece changes its look."""
    LEAVE = "leave"
    """A piece goes to a tray."""
    REACT = "react"
    """A piece must react."""
    KEEP = "keep"
    """A piece could have changed and did not."""
    NOTE = "note"
    """Words only."""
    NEWS = "news"
    """Words only, on what a rule brought about: its rule is linked even where it is told first."""


@dataclass(frozen=True, slots=True)
class Event:
    """One visible consequence of an action.

    `cells` are the area ids concerned: for a move and a piece that leaves the place left and the place entered.
    `rule` is the rule that made it happen. `piece` is the icon of a piece that leaves, for its silhouette.
    `by_reading` says that the reading beside the printed rule made it happen.
    """

    kind: EventKind
    text: Text
    rule: str
    cells: tuple[str, ...] = ()
    piece: str = ""
    by_reading: bool = False

    def __str__(self) -> str:
        return str(self.text)
