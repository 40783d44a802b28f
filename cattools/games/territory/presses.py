"""How presses become actions: which areas to press for an action, and what some presses mean.

A cell is its own area. A card of the hand is `hand.C4`, a second copy of it `hand.C4.2`; the decks are `deck.assist`
and `deck.cells`, the open pile `used`, the cards looked at `look.1` to `look.3`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cattools.core import selection
from cattools.core.grid import bits
from cattools.core.scene import Mark, MarkKind
from cattools.games.territory.actions import Action, Block, Draw, Keep, Lot, Place, Reveal, Swap, Use
from cattools.games.territory.choices import ALLOW, ALONE, ENOUGH, PASS, PLACE, SWAP, USE
from cattools.games.territory.legality import PLACING
from cattools.games.territory.park import CARD, CARDS, COLOURS, GRID, NAMES, SIZE
from cattools.games.territory.state import Territory

USED = "used"


def hand_area(card: str, copy: int = 1) -> str:
    """Return the area of a card of the hand."""
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
    """Return the action some presses mean, legal or not; None while more are needed."""
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


def candidates(state: Territory) -> Iterator[Action]:
    """Yield every action one could mean, legal or not."""
    yield from PLACE
    yield from ALONE.values()
    yield from (Block(), ALLOW, ENOUGH, PASS)
    for use in USE.values():
        yield from use
    for swap in SWAP:
        yield from swap
    yield from (Keep(number) for number in (1, 2, 3))
    yield from (Draw(card) for card in CARDS)
    yield from (Reveal(value) for value in range(4))
    yield from (Lot(colour) for colour in COLOURS[: len(state.tops)])


def selection_marks(state: Territory, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the signs for what can be done next; a coordinate card shows its cell, a block what is at stake."""
    marks = selection.selection_marks(state, pressed)
    step = state.step
    if step.asked:
        kept = sum(state.tops[seat] for seat in step.blocks)
        stakes = (Mark(MarkKind.PROTECTED if kept >> c & 1 else "changed", NAMES[c]) for c in bits(sum(state.lines)))
        return (*marks, Mark(MarkKind.SELECTED, NAMES[step.at]), *stakes)
    if len(pressed) == 1 and pressed[0].startswith("hand."):
        at = pressed[0].split(".")[1]
        if at in GRID.index and state.allows(Place(at)):
            return (*marks, Mark(MarkKind.LEGAL, at))
    return marks
