"""Previews: which cells a placement would turn and what it would earn, and which cells a block would keep."""

from __future__ import annotations

from collections.abc import Iterator

from cattools.core.display.scene import Mark, MarkKind
from cattools.core.game import Preview
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.territory.rules.actions import Action, Block, Place, Use
from cattools.games.territory.rules.components import CARD, EVERYWHERE, GRID, NAMES, STACKS
from cattools.games.territory.rules.labels import colour, seat_name
from cattools.games.territory.rules.lines import RAY, Lines, Placement, bonus_points, tops_with, turned, unblocked
from cattools.games.territory.rules.state import Territory
from cattools.games.territory.rules.transitions import who_is_asked
from cattools.games.territory.rules.view import TerritoryView


def preview(view: TerritoryView, action: Action) -> Preview:
    """Return the cells that a placement would turn and what it would earn, or the cells that a block would keep."""
    if isinstance(action, Block) and view.state.step.asked:
        return _blocking(view.state)
    if isinstance(action, Place):
        return _placing(view.state, Placement(GRID.index[action.at], GRID.index[action.at]))
    if isinstance(action, Use) and action.at:
        return _placing(view.state, Placement(GRID.index[action.at], CARD[action.card]))
    return Preview()


def _placing(state: Territory, placed: Placement) -> Preview:
    cell, tops = placed.cell, tops_with(state.tops, state.turn, placed.cell)
    lines = turned(placed, tops, state.turn)
    outwards = [c for way in RAY[cell] for c in way if sum(lines) >> c & 1]
    sentences = (
        *_treasure(state, cell),
        *_turning(state, cell, outwards),
        *_bonus(state, lines),
        *_after(state, tops, lines),
    )
    return Preview(tuple(Mark(MarkKind.CHANGED, NAMES[c]) for c in outwards), sentences)


def _treasure(state: Territory, cell: int) -> Iterator[Text]:
    """Yield the treasure to be taken on a cell, without its value if it is face down (`territory.place.empty`)."""
    value = state.plan.layout[cell]
    if state.stacks[cell]:
        return
    if state.plan.treasures:
        yield text(N_("You would take the treasure."))
    elif value is not None:
        yield many(
            N_("You would take the treasure of {n} point."), N_("You would take the treasure of {n} points."), value
        )


def _turning(state: Territory, cell: int, outwards: list[int]) -> Iterator[Text]:
    """Yield the cells that would turn, and those where a cat only comes to the top (`territory.flip.restack`)."""
    own = colour(state.turn)
    if outwards:
        yield text(N_("{cells} would turn {colour}."), cells=_names(outwards), colour=own)
    else:
        yield text(N_("Nothing would turn."))
    if raised := [c for c in (cell, *outwards) if state.turn in STACKS[state.stacks[c]]]:
        yield text(N_("On {cells} the {colour} cat would come up from below."), cells=_names(raised), colour=own)


def _bonus(state: Territory, lines: Lines) -> Iterator[Text]:
    if state.plan.pays and (points := bonus_points(lines)):
        yield many(N_("You would score {n} bonus point."), N_("You would score {n} bonus points."), points)


def _after(state: Territory, tops: tuple[int, ...], lines: Lines) -> Iterator[Text]:
    """Yield who could block, and whether the park would be full."""
    if asked := who_is_asked(state, tops, lines):
        yield text(N_("{who} may answer with a block."), who=listed([seat_name(seat) for seat in asked]))
    if sum(tops) == EVERYWHERE:
        yield text(N_("Every cell would hold a cat, and the game would be over."))


def _blocking(state: Territory) -> Preview:
    seat, lines, blocks = state.step.asked[0], state.lines, state.step.blocks
    protected = [*bits(sum(lines) & state.tops[seat])]
    sentences = [text(N_("{cells} would stay {colour}."), cells=_names(protected), colour=colour(seat))]
    if state.plan.pays:
        points, less = (bonus_points(unblocked(state.tops, lines, by)) for by in (blocks, (*blocks, seat)))
        if less < points:
            sentence = N_("Bonus points for {who}: {n} instead of {points}.")
            sentences.append(text(sentence, who=seat_name(state.turn), n=less, points=points))
    return Preview(tuple(Mark(MarkKind.PROTECTED, NAMES[c]) for c in protected), tuple(sentences))


def _names(cells: list[int]) -> str:
    return listed([NAMES[c] for c in cells])
