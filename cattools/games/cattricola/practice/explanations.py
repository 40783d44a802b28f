"""Explanations after a practice question: why an animal of Cattricola stays or is removed."""

from __future__ import annotations

from collections.abc import Callable

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, integer, text
from cattools.games.cattricola.rules import scoring
from cattools.games.cattricola.rules.components import box
from cattools.games.cattricola.rules.labels import SEATS, animal, cell_of, cell_words, is_disc_cell, seat_name
from cattools.games.cattricola.rules.state import Cattricola
from cattools.games.cattricola.rules.tiles import FACE, FEMALE, MALE, WOLF, YOUNG, kind_of, sex_of


def _gone_before(state: Cattricola, at: str, *, couples: bool) -> Text | None:
    """Explain which check removed an animal before the check in question, or return None if none did."""
    seat, cell = cell_of(at)
    counted = scoring.tally_of(state, seat)
    if counted.wolf >> cell & 1:
        return text(N_("{cell}: a wolf is beside it, so it is already gone."), cell=cell_words(at))
    if couples and counted.couple >> cell & 1:
        return text(N_("{cell}: it has no partner, so it is already gone."), cell=cell_words(at))
    return None


def _no_animal(state: Cattricola, at: str, who: str) -> Text | None:
    """Explain that an area does not hold an animal of the player in question, or return None if it does."""
    seat, cell = cell_of(at) if is_disc_cell(at) else (-1, 0)
    if seat != SEATS.index(who):
        return text(N_("The question is only about the disc of {who}."), who=seat_name(SEATS.index(who)))
    return None if state.discs[seat][cell] else text(N_("{cell} is empty."), cell=cell_words(at))


def partner(state: Cattricola, at: str, who: str) -> Text:
    """Explain whether an animal has a partner next to it (`cattricola.score.couple`)."""
    if (none := _no_animal(state, at, who)) is not None:
        return none
    seat, cell = cell_of(at)
    disc, counted = state.discs[seat], scoring.tally_of(state, seat)
    facts = {"cell": cell_words(at), "animal": animal(disc[cell] & FACE)}
    if sex_of(disc[cell]) not in (MALE, FEMALE):
        return text(N_("{cell}: a {animal} needs no partner."), **facts)
    if (gone := _gone_before(state, at, couples=False)) is not None:
        return gone
    other = disc[cell] & FACE ^ MALE ^ FEMALE
    beside = [c for c in bits(state.board(seat).around[cell] & ~counted.wolf) if disc[c] & FACE == other]
    facts["other"] = animal(other)
    if beside:
        return text(N_("{cell}: the {animal} has a {other} beside it, and stays."), **facts)
    return text(N_("{cell}: the {animal} has no {other} left beside it."), **facts)


def group(state: Cattricola, at: str, who: str) -> Text:
    """Explain how large an animal's group is (`cattricola.score.cluster`)."""
    if (none := _no_animal(state, at, who)) is not None:
        return none
    seat, cell = cell_of(at)
    disc, counted = state.discs[seat], scoring.tally_of(state, seat)
    facts = {"cell": cell_words(at), "animal": animal(disc[cell] & FACE), "least": integer(box().cluster)}
    if (gone := _gone_before(state, at, couples=True)) is not None:
        return gone
    if sex_of(disc[cell]) != YOUNG and kind_of(disc[cell]) != WOLF:
        return text(N_("{cell}: a {animal} needs no group."), **facts)
    kept, around = ~(counted.wolf | counted.couple), state.board(seat).around
    rest = {c for c, tile in enumerate(disc) if kind_of(tile) == kind_of(disc[cell]) and kept >> c & 1}
    found, edge = {cell}, [cell]
    while edge:
        new = [c for c in bits(around[edge.pop()]) if c in rest and c not in found]
        found.update(new)
        edge += new
    sentence = N_("{cell}: the {animal} is in a group of {n}; a group needs {least}.")
    return text(sentence, n=integer(len(found)), **facts)


REASONS: dict[str, Callable[..., Text]] = {
    "cattricola.score.couple lonely": partner,
    "cattricola.score.cluster scattered": group,
}
