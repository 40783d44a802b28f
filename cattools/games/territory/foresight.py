"""What a cat on a cell would turn and bring, and what a block would keep: told while somebody points at it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from cattools.core.game import Foresight, View
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.scene import Mark, MarkKind
from cattools.games.territory.actions import Action, Block, Place, Use
from cattools.games.territory.legality import name
from cattools.games.territory.park import (
    CARD,
    EVERYWHERE,
    GRID,
    NAMES,
    RAY,
    STACKS,
    WAYS,
    bonus,
    plan,
    tops_with,
    turned,
)
from cattools.games.territory.scoring import WORDS
from cattools.games.territory.turns import Masks, kept_apart, who_is_asked

if TYPE_CHECKING:
    from cattools.games.territory.view import TerritoryView


def foresee(view: View[Action], action: Action) -> Foresight:
    """Return which cells a placement would turn and what it would bring, or which cells a block would keep."""
    seen: TerritoryView = view  # type: ignore[assignment]
    if isinstance(action, Block) and seen.step.asked:
        return _blocking(seen)
    if isinstance(action, Place) or (isinstance(action, Use) and action.at):
        return _placing(seen, GRID.index[action.at], CARD[action.card] if isinstance(action, Use) else -1)
    return Foresight()


def _placing(view: TerritoryView, cell: int, card: int) -> Foresight:
    tops = tops_with(view.tops, view.turn, cell)
    lines = turned(cell, tops[view.turn], sum(tops), WAYS[card if card >= 0 else cell])
    outwards = [c for way in RAY[cell] for c in way if sum(lines) >> c & 1]
    said = (*_treasure(view, cell), *_turning(view, cell, outwards), *_paid(view, lines), *_after(view, tops, lines))
    return Foresight(tuple(Mark(MarkKind.CHANGED, NAMES[c]) for c in outwards), said)


def _treasure(view: TerritoryView, cell: int) -> Iterator[Text]:
    """Yield what lies there to be taken (`territory.place.empty`); nobody knows a treasure that is face down."""
    table = plan(view.options)
    if view.stacks[cell]:
        return
    if table.treasures:
        yield text(N_("A treasure, face down."))
    elif table.layout[cell] >= 0:
        yield many(N_("A treasure of {n} point."), N_("A treasure of {n} points."), table.layout[cell])


def _turning(view: TerritoryView, cell: int, outwards: list[int]) -> Iterator[Text]:
    """Yield the cells that would turn, and those where a cat only comes up (`territory.flip.restack`)."""
    colour = text(WORDS[view.turn])
    if outwards:
        yield text(N_("{cells} would turn {colour}."), cells=_named(outwards), colour=colour)
    else:
        yield text(N_("Nothing would turn."))
    if raised := [c for c in (cell, *outwards) if view.turn in STACKS[view.stacks[c]]]:
        yield text(N_("On {cells} the {colour} cat would come up from below."), cells=_named(raised), colour=colour)


def _paid(view: TerritoryView, lines: Masks) -> Iterator[Text]:
    if plan(view.options).pays and (points := bonus(lines)):
        yield many(N_("It would bring {n} bonus point."), N_("It would bring {n} bonus points."), points)


def _after(view: TerritoryView, tops: list[int], lines: Masks) -> Iterator[Text]:
    """Yield who could answer, and whether the park would be full."""
    shown = view.determinize(Random(0))  # who is asked depends on nothing hidden
    if asked := who_is_asked(shown, tops, shown.hands, shown.used, lines):
        yield text(N_("{who} may answer with a block."), who=listed([name(seat) for seat in asked]))
    if sum(tops) == EVERYWHERE:
        yield text(N_("Every cell would hold a cat, and the game would be over."))


def _blocking(view: TerritoryView) -> Foresight:
    seat, lines, blocks = view.step.asked[0], view.lines, view.step.blocks
    kept = [*bits(sum(lines) & view.tops[seat])]
    said = [text(N_("{cells} would stay {colour}."), cells=_named(kept), colour=text(WORDS[seat]))]
    if plan(view.options).pays:
        points, less = (bonus(kept_apart([*view.tops], lines, by)) for by in (blocks, (*blocks, seat)))
        if less < points:
            told = N_("Bonus points for {who}: {n} instead of {points}.")
            said.append(text(told, who=name(view.turn), n=less, points=points))
    return Foresight(tuple(Mark(MarkKind.PROTECTED, NAMES[c]) for c in kept), tuple(said))


def _named(cells: list[int]) -> str:
    return listed([NAMES[c] for c in cells])
