"""The preview of a patch on a space: what it would earn there, and why it would not earn more."""

from __future__ import annotations

from collections.abc import Iterator

from cattools.core.display.scene import Mark, MarkKind
from cattools.core.game import Preview
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.games.calico.rules import labels, scoring
from cattools.games.calico.rules.actions import Action, Place
from cattools.games.calico.rules.components import COLOUR, GOAL_CELLS, GOALS, GRID, KIND, PATTERN, Cat, box
from cattools.games.calico.rules.events import events
from cattools.games.calico.rules.quilt import Quilt, area, empty_around, frequencies, possible, promo_cells
from cattools.games.calico.rules.state import Calico
from cattools.games.calico.rules.transitions import apply_unchecked
from cattools.games.calico.rules.view import CalicoView


def preview(view: CalicoView, action: Action) -> Preview:
    """Return the points that a patch would score, the events it would cause, and what is still missing."""
    if not isinstance(action, Place):
        return Preview()
    state, seat = view.state, view.state.turn
    after = apply_unchecked(state, action)
    before, now, kind, cell = state.quilts[seat], after.quilts[seat], KIND[action.patch], GRID.index[action.at]
    points = scoring.points(after, seat) - scoring.points(state, seat)
    brought = [e.text for e in events(state, action)[1:] if e.rule != "calico.end"]
    gained = many(N_("{n} point here."), N_("{n} points here."), points) if points else text(N_("No points here yet."))
    sentences = (gained, *brought, *_lacking(state, now, kind, cell), *_lost(before, now, cell))
    return Preview(tuple(_marks(before, now, kind, cell, action.who)), sentences)


def _lacking(state: Calico, now: Quilt, kind: int, cell: int) -> Iterator[Text]:
    """Yield what the groups of the patch still need for a cat or a button."""
    cat, name = state.likes[PATTERN[kind]], labels.pattern(PATTERN[kind])
    group = area(now.patterns[PATTERN[kind]], cell)
    n = group.bit_count()
    if cat and cat.promo:
        if n > 1:
            yield _promo(state, now, cat)
    elif cat and n > 1 and not cat.meets(group):
        sentence = N_("{n} connected {pattern}; {cat} wants {requirement}.")
        yield text(sentence, n=n, pattern=name, cat=cat.title, requirement=labels.requirement(cat))
    n = area(now.colours[COLOUR[kind]], cell).bit_count()
    if 1 < n < box().group:
        sentence = N_("{n} connected {colour} patches; a button needs {all}.")
        yield text(sentence, n=n, colour=labels.colour(COLOUR[kind]), all=box().group)


def _promo(state: Calico, now: Quilt, cat: Cat) -> Text:
    """Return a sentence with the number that a promo cat would count on this quilt, compared with the others."""
    others = [quilt for seat, quilt in enumerate(state.quilts) if seat != state.turn]
    n, most = (
        max((promo_cells(cat, q, state.likes).bit_count() for q in quilts), default=0) for quilts in ([now], others)
    )
    if not n:
        return text(N_("{cat} counts nothing below {least}."), cat=cat.title, least=box().least)
    if not others:
        return text(N_("{cat} counts {n}."), cat=cat.title, n=n)
    return text(N_("{cat} counts {n} here, and at most {most} on another quilt."), cat=cat.title, n=n, most=most)


def _lost(before: Quilt, now: Quilt, cell: int) -> Iterator[Text]:
    """Yield a sentence for each goal that could no longer be met by colours, by patterns, or at all."""
    for space, goal in enumerate(now.goals):
        if goal is None or not empty_around(now, space) or not empty_around(before, space) >> cell & 1:
            continue
        could, can = (
            [possible(GOALS[goal], frequencies(masks, space)) for masks in (quilt.colours, quilt.patterns)]
            for quilt in (before, now)
        )
        if could == can:
            continue
        sentence = N_("The goal {goal} on {at} could no longer be met.")
        if any(can):
            by_patterns = N_("The goal {goal} on {at} could no longer be met by colours: {points} points at most.")
            by_colours = N_("The goal {goal} on {at} could no longer be met by patterns: {points} points at most.")
            sentence = by_colours if can[0] else by_patterns
        yield text(sentence, goal=GOALS[goal].name, at=GRID.names[GOAL_CELLS[space]], points=GOALS[goal].one)


def _marks(before: Quilt, now: Quilt, kind: int, cell: int, who: str) -> Iterator[Mark]:
    """Yield marks on a group that would earn a cat or a button, or on the token that prevents a second one."""
    for masks, tokens, had in (
        (now.patterns[PATTERN[kind]], now.cats, before.cats),
        (now.colours[COLOUR[kind]], now.buttons, before.buttons),
    ):
        group = area(masks, cell)
        mark, cells = (MarkKind.CHANGED, group) if tokens != had else (MarkKind.CAUSE, group & had)
        yield from (Mark(mark, who + GRID.names[c]) for c in bits(cells))
