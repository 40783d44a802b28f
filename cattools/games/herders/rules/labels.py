"""The words for the players of Cat Herders."""

from __future__ import annotations

from cattools.core.display import seat_names
from cattools.core.messages import N_, Text, text

SEATS = (N_("Red"), N_("Blue"))
COLOURS = (N_("red"), N_("blue"))


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return seat_names.seat_name(SEATS[seat])


def colour(seat: int) -> Text:
    """Return a seat's colour as a word."""
    return text(COLOURS[seat])
