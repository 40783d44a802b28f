"""What a cat on a cell would turn and bring, and what a block would keep: told while somebody points at it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cattools.core.game import Foresight
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.scene import Mark, MarkKind
from cattools.games.territory.rules.actions import Action, Block, Place, Use
from cattools.games.territory.rules.components import CARD, EVERYWHERE, GRID, NAMES, STACKS
from cattools.games.territory.rules.lines import RAY, Lines, Placement, bonus_points, tops_with, turned, unblocked
from cattools.games.territory.rules.turn import who_is_asked
from cattools.games.territory.rules.view import TerritoryView
from cattools.games.territory.rules.words import colour, name


def foresee(view: TerritoryView, action: Action) -> Foresight:
    """Return which cells a placement would turn and what it would bring, or which cells a block would keep."""
    if isinstance(action, Block) and view.step.asked:
        return _blocking(view)
    if isinstance(action, Place):
        return _placing(view, Placement(GRID.index[action.at], GRID.index[action.at]))
    if isinstance(action, Use) and action.at:
        return _placing(view, Placement(GRID.index[action.at], CARD[action.card]))
    return Foresight()


def _placing(view: TerritoryView, placed: Placement) -> Foresight:
    cell, tops = placed.cell, tops_with(view.tops, view.turn, placed.cell)
    lines = turned(placed, tops, view.turn)
    outwards = [c for way in RAY[cell] for c in way if sum(lines) >> c & 1]
    said = (*_treasure(view, cell), *_turning(view, cell, outwards), *_paid(view, lines), *_after(view, tops, lines))
    return Foresight(tuple(Mark(MarkKind.CHANGED, NAMES[c]) for c in outwards), said)


def _treasure(view: TerritoryView, cell: int) -> Iterator[Text]:
    """Yield what lies there to be taken (`territory.place.empty`); nobody knows a treasure that is face down."""
    value = view.plan.layout[cell]
    if view.stacks[cell]:
        return
    if view.plan.treasures:
        yield text(N_("A treasure, face down."))
    elif value is not None:
        yield many(N_("A treasure of {n} point."), N_("A treasure of {n} points."), value)


def _turning(view: TerritoryView, cell: int, outwards: list[int]) -> Iterator[Text]:
    """Yield the cells that would turn, and those where a cat only comes up (`territory.flip.restack`)."""
    own = colour(view.turn)
    if outwards:
        yield text(N_("{cells} would turn {colour}."), cells=_named(outwards), colour=own)
    else:
        yield text(N_("Nothing would turn."))
    if raised := [c for c in (cell, *outwards) if view.turn in STACKS[view.stacks[c]]]:
        yield text(N_("On {cells} the {colour} cat would come up from below."), cells=_named(raised), colour=own)


def _paid(view: TerritoryView, lines: Lines) -> Iterator[Text]:
    if view.plan.pays and (points := bonus_points(lines)):
        yield many(N_("It would bring {n} bonus point."), N_("It would bring {n} bonus points."), points)


def _after(view: TerritoryView, tops: tuple[int, ...], lines: Lines) -> Iterator[Text]:
    """Yield who could answer, and whether the park would be full."""
    shown = view.determinize(Random(0))  # who is asked depends on nothing hidden
    if asked := who_is_asked(shown, tops, lines):
        yield text(N_("{who} may answer with a block."), who=listed([name(seat) for seat in asked]))
    if sum(tops) == EVERYWHERE:
        yield text(N_("Every cell would hold a cat, and the game would be over."))


def _blocking(view: TerritoryView) -> Foresight:
    seat, lines, blocks = view.step.asked[0], view.lines, view.step.blocks
    kept = [*bits(sum(lines) & view.tops[seat])]
    said = [text(N_("{cells} would stay {colour}."), cells=_named(kept), colour=colour(seat))]
    if view.plan.pays:
        points, less = (bonus_points(unblocked(view.tops, lines, by)) for by in (blocks, (*blocks, seat)))
        if less < points:
            told = N_("Bonus points for {who}: {n} instead of {points}.")
            said.append(text(told, who=name(view.turn), n=less, points=points))
    return Foresight(tuple(Mark(MarkKind.PROTECTED, NAMES[c]) for c in kept), tuple(said))


def _named(cells: list[int]) -> str:
    return listed([NAMES[c] for c in cells])
