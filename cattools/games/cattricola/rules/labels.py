"""The words for the players and animals of Cattricola, and the names of the disc cells."""

from __future__ import annotations

from functools import cache

from cattools.core.display import seat_names
from cattools.core.errors import NotationError
from cattools.core.messages import N_, Text, text
from cattools.games.cattricola.rules.tiles import DOWN, UNKNOWN, kind_of, sex_of

SEATS = ("plum", "teal", "orange", "slate")
NAMES = (N_("Plum"), N_("Teal"), N_("Orange"), N_("Slate"))
# Each animal in words, singular: of unknown sex, male, female, young.
ANIMALS = (
    (N_("sheep"), N_("male sheep"), N_("female sheep"), N_("young sheep")),
    (N_("pig"), N_("male pig"), N_("female pig"), N_("young pig")),
    (N_("cow"), N_("male cow"), N_("female cow"), N_("young cow")),
    (N_("horse"), N_("male horse"), N_("female horse"), N_("young horse")),
    (N_("wolf"), N_("wolf"), N_("wolf"), N_("wolf")),
)


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return seat_names.seat_name(NAMES[seat])


def kind_words(kind: int) -> Text:
    """Return a kind of animal in words."""
    return text(ANIMALS[kind - 1][UNKNOWN])


def animal(tile: int) -> Text:
    """Return a tile's animal in words; only its kind if it is face down or its sex is unknown."""
    return text(ANIMALS[kind_of(tile) - 1][UNKNOWN if tile & DOWN else sex_of(tile)])


# --- disc cells --------------------------------------------------------------------------------------------------


def cell_name(seat: int, cell: int) -> str:
    """Return the area id of a disc cell, such as `plum3`; `cell` is counted from 0."""
    return f"{SEATS[seat]}{cell + 1}"


def is_disc_cell(at: str) -> bool:
    """Return whether an area is a disc cell."""
    return _seat_and_cell(at) is not None


def cell_of(at: str) -> tuple[int, int]:
    """Return the seat and cell of a disc area. Raises `NotationError` for any other area."""
    found = _seat_and_cell(at)
    if found is None:
        raise NotationError(text(N_("a disc cell such as {seat}1"), seat=SEATS[0]), at)
    return found


@cache
def _seat_and_cell(at: str) -> tuple[int, int] | None:
    for seat, who in enumerate(SEATS):
        number = at.removeprefix(who)
        if number != at and number.isascii() and number.isdigit():
            return seat, int(number) - 1
    return None


def cell_words(at: str) -> Text:
    """Return a disc cell in words, such as "Plum 3"."""
    seat, cell = cell_of(at)
    return text(N_("{who} {n}"), who=seat_name(seat), n=cell + 1)
