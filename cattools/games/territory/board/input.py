"""Input on the board: which areas to press for an action, and which action a sequence of presses means.

A cell is its own area. A card in the hand is `hand.C4`, its second copy `hand.C4.2`; the decks are `deck.assist` and
`deck.cells`, the pile of used cards is `used`, and the cards being looked at are `look.1` to `look.3`.
"""

from __future__ import annotations

from cattools.core import selection
from cattools.core.display.scene import Mark, MarkKind
from cattools.core.grid import bits
from cattools.games.territory.rules.actions import Action, Block, Keep, Place, Swap, Use
from cattools.games.territory.rules.components import CARD, GRID, NAMES, PLACING, SIZE
from cattools.games.territory.rules.legality import allows
from cattools.games.territory.rules.state import Territory

USED = "used"


def hand_area(card: str, copy: int = 1) -> str:
    """Return the area of a card in the hand."""
    return f"hand.{card}" if copy == 1 else f"hand.{card}.{copy}"


def presses(action: Action) -> tuple[str, ...]:
    """Return the areas to press for an action, in order."""
    if isinstance(action, Place):
        return (action.at,)
    if isinstance(action, Use):
        return (hand_area(action.card), action.at or USED)
    if isinstance(action, Swap):
        return (hand_area(action.card), f"deck.{action.deck}")
    if isinstance(action, Block):
        return (hand_area("block"),)
    if isinstance(action, Keep):
        return (f"look.{action.number}",)
    return ()


def action_from_presses(state: Territory, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that the pressed areas mean, legal or not, or None if more presses are needed."""
    *before, area = pressed
    card = before[-1].split(".")[1] if before and before[-1].startswith("hand.") else ""
    if area in GRID.index:
        return Use(card, area) if card in PLACING else Block() if card == "block" else Place(area)
    kind, _, rest = area.partition(".")
    if kind == "look":
        return Keep(int(rest))
    if kind == "hand":
        return Block() if rest.startswith("block") and state.step.asked else None
    if not card:
        return None
    if kind == "deck":
        return Swap(card, rest)
    return Block() if card == "block" else Use(card) if CARD[card] >= SIZE else Place(card)


def selection_marks(state: Territory, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the marks of possible next presses, of the selected coordinate card's cell, and of cells about to turn."""
    marks = selection.selection_marks(state, pressed)
    step = state.step
    if step.placed and step.asked:
        blocked = sum(state.tops[seat] for seat in step.blocks)
        threatened = (
            Mark(MarkKind.PROTECTED if blocked >> c & 1 else MarkKind.CHANGED, NAMES[c]) for c in bits(sum(state.lines))
        )
        return (*marks, Mark(MarkKind.SELECTED, NAMES[step.placed.cell]), *threatened)
    if len(pressed) == 1 and pressed[0].startswith("hand."):
        at = pressed[0].split(".")[1]
        if at in GRID.index and allows(state, Place(at)):
            return (*marks, Mark(MarkKind.LEGAL, at))
    return marks
