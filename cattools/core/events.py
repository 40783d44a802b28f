"""What an action did, step by step: the order in which a board shows it and a sentence tells it."""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.messages import Text


@dataclass(frozen=True, slots=True)
class Event:
    """One visible consequence of an action.

    `kind` says how it is shown: "land" (a piece comes from the hand), "move", "turn" (a piece changes its look),
    "leave" (a piece goes to a tray), "stir" (a piece must react), "keep" (it could have changed and did not), "note"
    (words only), "news" (words only, on what a rule brought about: its rule is linked even where it is told first).
    `cells` are the area ids concerned: for "move" and "leave" the place left and the place entered.
    `rule` is the rule that made it happen. `piece` is the icon of a piece that leaves, for its silhouette.
    """

    kind: str
    text: Text
    rule: str
    cells: tuple[str, ...] = ()
    piece: str = ""

    def __str__(self) -> str:
        return str(self.text)


KINDS = ("land", "move", "turn", "leave", "stir", "keep", "note", "news")
