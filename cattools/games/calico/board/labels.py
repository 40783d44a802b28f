"""What a cell of a quilt is called: what lies there, whose token, what a goal still needs, what a patch would bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.scene import Look
from cattools.games.calico import events, words
from cattools.games.calico.box import COLOUR, GOAL_CELLS, GOALS, GRID, KINDS, PATTERN, RING
from cattools.games.calico.needs import needed
from cattools.games.calico.quilt import Quilt, missing, pays
from cattools.games.calico.state import Calico
from cattools.games.calico.table import PLACE, places, prefix
from cattools.games.calico.view import CalicoView

if TYPE_CHECKING:
    from cattools.games.calico.box import Cat


def cell_name(view: CalicoView, seat: int, cell: int, look: Look) -> str:
    """Return a cell's name for the reader."""
    state = view.table
    quilt, at = state.quilts[seat], GRID.names[cell]
    if not state.alone and seat != (view.seat if view.seat is not None else state.turn):
        at = prefix(state.options, seat) + at
    if cell in GOAL_CELLS:
        return str(text(N_("{at}, {goal}"), at=at, goal=_goal(state, quilt, GOAL_CELLS.index(cell))))
    if quilt.free >> cell & 1:
        brought = _brought(view, seat, cell, look)
        if brought:
            return str(text(N_("{at}, empty. {brought}"), at=at, brought=brought))
        return str(text(N_("{at}, empty"), at=at))
    kind = quilt.kind(cell)
    patch = words.patch(kind)
    if RING >> cell & 1:
        return str(text(N_("{at}, {patch}, printed"), at=at, patch=patch))
    if tokens := _tokens(quilt, cell, kind, state.likes):
        return str(text(N_("{at}, {patch} with {tokens}"), at=at, patch=patch, tokens=listed([*tokens])))
    return str(text(N_("{at}, {patch}"), at=at, patch=patch))


def _tokens(quilt: Quilt, cell: int, kind: int, likes: tuple[Cat | None, ...]) -> list[str]:
    cat = likes[PATTERN[kind]]
    found = [cat.title] if cat and quilt.cats >> cell & 1 else []
    if quilt.buttons >> cell & 1:
        found.append(str(text(N_("a {colour} button"), colour=words.colour(COLOUR[kind]))))
    return found


def counted(state: Calico) -> bool:
    """Return whether goals tell how they stand: beside a market, and at the end.

    A quilt that is laid out without a market asks a question, and the reader counts (`calico.goal.when`).
    """
    return bool(state.market) or state.to_move is None


def _goal(state: Calico, quilt: Quilt, space: int) -> Text:
    if quilt.goals[space] < 0:
        return text(N_("a goal face down") if state.options.flag("family") else N_("a goal space"))
    goal = GOALS[quilt.goals[space]]
    empty = missing(quilt, space).bit_count()
    facts = {"goal": goal.name, "less": goal.one, "both": goal.both}
    if not empty:
        if counted(state):
            return text(N_("goal {goal}: pays {points}"), goal=goal.name, points=pays(quilt, space))
        return text(N_("goal {goal}, {less} or {both} points, all six spaces filled"), **facts)
    name = many(
        N_("goal {goal}, {less} or {both} points, {n} space to fill"),
        N_("goal {goal}, {less} or {both} points, {n} spaces to fill"),
        empty,
        **facts,
    )
    if not counted(state):
        return name
    colours = needed(goal.counts, quilt.colours, space, words.colour)
    patterns = needed(goal.counts, quilt.patterns, space, _patterned)
    return text(N_("{goal}; colours: {colours}; patterns: {patterns}"), goal=name, colours=colours, patterns=patterns)


def _patterned(number: int) -> Text:
    return text(N_("with {pattern}"), pattern=words.pattern(number))


def _brought(view: CalicoView, seat: int, cell: int, look: Look) -> str:
    """Return what the chosen patch would bring on an empty space, and why not more."""
    state = view.table
    if not look.chosen or state.stage != PLACE or seat != state.turn or view.seat not in (None, seat):
        return ""
    who = prefix(state.options, seat)
    hand = [f"{who}hand{slot + 1}" for slot in range(len(state.hands[seat]))]
    if look.chosen[0] not in hand or (entry := state.hands[seat][hand.index(look.chosen[0])]) < 0:
        return ""
    kinds = [kind % KINDS for kind in state.hands[seat]]
    action = places(who, kinds.index(entry % KINDS), entry % KINDS)[cell]
    told = [str(event) for event in events.events(state, action)[1:] if event.kind in ("turn", "note")]
    return " ".join(told)
