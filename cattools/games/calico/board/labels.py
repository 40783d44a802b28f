"""The names of a quilt's cells: contents, tokens, what a goal still needs, and what a patch would earn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import permutations

from cattools.core.display.scene import Look
from cattools.core.events import EventKind
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.calico.rules import labels
from cattools.games.calico.rules.components import (
    COLOUR,
    GOAL_CELLS,
    GOALS,
    GRID,
    PATTERN,
    RING,
    Cat,
    boards,
    has_goals,
    prefix,
)
from cattools.games.calico.rules.events import events
from cattools.games.calico.rules.legality import placings
from cattools.games.calico.rules.quilt import Quilt, around, empty_around, goal_points
from cattools.games.calico.rules.state import PLACE, UNKNOWN, Calico
from cattools.games.calico.rules.view import CalicoView

Way = tuple[tuple[int, ...], tuple[int, ...]]
_MOST_WAYS = 2  # a longer list would not help


def cell_name(view: CalicoView, seat: int, cell: int, look: Look) -> str:
    """Return a cell's name as shown to the reader."""
    state = view.state
    quilt, at = state.quilts[seat], GRID.names[cell]
    own = seat == view.seat if view.seat is not None else state.begun and seat == state.turn
    if not (own or state.alone):
        owner = text(labels.SEATS[boards(state.options)[seat].name])
        at = str(text(N_("{at} on the {owner} quilt"), at=at, owner=owner))
    if cell in GOAL_CELLS:
        return str(text(N_("{at}, {goal}"), at=at, goal=_goal(state, quilt, GOAL_CELLS.index(cell))))
    if quilt.free >> cell & 1:
        brought = _brought(view, seat, cell, look)
        if brought:
            return str(text(N_("{at}, empty. {brought}"), at=at, brought=brought))
        return str(text(N_("{at}, empty"), at=at))
    kind = quilt.kind(cell)
    patch = labels.patch(kind)
    if RING >> cell & 1:
        return str(text(N_("{at}, {patch}, printed"), at=at, patch=patch))
    if tokens := _tokens(quilt, cell, kind, state.likes):
        return str(text(N_("{at}, {patch} with {tokens}"), at=at, patch=patch, tokens=listed([*tokens])))
    return str(text(N_("{at}, {patch}"), at=at, patch=patch))


def _tokens(quilt: Quilt, cell: int, kind: int, likes: tuple[Cat | None, ...]) -> list[str]:
    cat = likes[PATTERN[kind]]
    found = [cat.title] if cat and quilt.cats >> cell & 1 else []
    if quilt.buttons >> cell & 1:
        found.append(str(text(N_("a {colour} button"), colour=labels.colour(COLOUR[kind]))))
    return found


def counted(state: Calico) -> bool:
    """Return whether goals show their progress, as they do while there is a market and at the end of the game.

    A quilt without a market belongs to a question, so the reader has to count (`calico.goal.when`).
    """
    return bool(state.market) or state.to_move is None


def _goal(state: Calico, quilt: Quilt, space: int) -> Text:
    number = quilt.goals[space]
    if number is None:
        return text(N_("a face-down goal") if not has_goals(state.options) else N_("a goal space"))
    goal = GOALS[number]
    empty = empty_around(quilt, space).bit_count()
    facts = {"goal": goal.name, "less": goal.one, "both": goal.both}
    if not empty:
        if counted(state):
            return text(N_("goal {goal}: pays {points}"), goal=goal.name, points=goal_points(quilt, space))
        return text(N_("goal {goal}, {less} or {both} points, all six spaces filled"), **facts)
    name = many(
        N_("goal {goal}, {less} or {both} points, {n} space to fill"),
        N_("goal {goal}, {less} or {both} points, {n} spaces to fill"),
        empty,
        **facts,
    )
    if not counted(state):
        return name
    colours = still_needed(goal.counts, quilt.colours, space, labels.colour)
    patterns = still_needed(goal.counts, quilt.patterns, space, _patterned)
    return text(N_("{goal}; colours: {colours}; patterns: {patterns}"), goal=name, colours=colours, patterns=patterns)


def _patterned(number: int) -> Text:
    return text(N_("with {pattern}"), pattern=labels.pattern(number))


def _brought(view: CalicoView, seat: int, cell: int, look: Look) -> str:
    """Return what the chosen patch would earn on an empty space, and why it would not earn more."""
    state = view.state
    if not look.chosen or state.stage is not PLACE or seat != state.turn or view.seat not in (None, seat):
        return ""
    who = prefix(state.options, seat)
    hand = [f"{who}hand{slot + 1}" for slot in range(len(state.hands[seat]))]
    if look.chosen[0] not in hand or state.hands[seat][slot := hand.index(look.chosen[0])] == UNKNOWN:
        return ""
    kinds = state.held(seat)
    action = placings(who, kinds.index(kinds[slot]), kinds[slot])[cell]
    sentences = [str(event) for event in events(state, action)[1:] if event.kind in (EventKind.TURN, EventKind.NOTE)]
    return " ".join(sentences)


# --- what a goal still needs -------------------------------------------------------------------------------------


@lru_cache(4096)  # called for every scene
def ways(counts: tuple[int, ...], have: tuple[int, ...]) -> tuple[Way, ...]:
    """Return every way to reach a goal's counts: how many more of each kind present, and of each new kind."""
    found: dict[Way, None] = {}
    for wanted in dict.fromkeys(permutations(counts, len(have))):
        more = tuple(want - n for want, n in zip(wanted, have, strict=True))
        if min(more, default=0) >= 0:
            found[more, tuple((Counter(counts) - Counter(wanted)).elements())] = None
    return tuple(found)


def still_needed(counts: tuple[int, ...], masks: tuple[int, ...], space: int, named: Callable[[int], Text]) -> Text:
    """Return what a goal space still needs around it, by colours or by patterns (`calico.goal.kinds`)."""
    have = {n: (cells & around(space)).bit_count() for n, cells in enumerate(masks) if cells & around(space)}
    found = ways(counts, tuple(have.values()))
    if not found:
        return text(N_("can no longer be met"))
    if not have:
        return text(N_("none so far"))
    if len(found) > _MOST_WAYS:
        there = listed([text(N_("{n} {what}"), n=n, what=named(which)) for which, n in have.items()])
        return text(N_("{there} so far, several ways left"), there=there)
    words = [_way_words(more, new, [*map(named, have)]) for more, new in found]
    return (
        text(N_("{one} to go"), one=words[0])
        if len(words) == 1
        else text(N_("{a}, or {b}, to go"), a=words[0], b=words[1])
    )


def _way_words(more: tuple[int, ...], new: tuple[int, ...], names: list[Text]) -> str:
    parts: list[object] = [text(N_("{n} {what}"), n=n, what=name) for n, name in zip(more, names, strict=True) if n]
    for each, n in Counter(new).items():
        if each == 1:
            parts.append(many(N_("{n} other"), N_("{n} different others"), n))
        else:
            parts.append(many(N_("{each} of another"), N_("{each} each of {n} others"), n, each=each))
    return listed(parts)
