"""The names of seats, colours and cells in Cat in the Box, as shown to the reader."""

from __future__ import annotations

from cattools.core.display import seat_names
from cattools.core.messages import N_, Text, text
from cattools.games.catbox.rules.components import ResearchBoard

NAMES = (N_("Plum"), N_("Teal"), N_("Orange"), N_("Slate"), N_("Ivory"))
COLOURS = {"red": N_("red"), "blue": N_("blue"), "yellow": N_("yellow"), "green": N_("green")}


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return seat_names.seat_name(NAMES[seat])


def colour_word(board: ResearchBoard, colour: int) -> Text:
    """Return a colour's name."""
    return text(COLOURS[board.colours[colour]])


def cell_words(board: ResearchBoard, cell: int) -> Text:
    """Return the name of a cell of the research board: `blue 7`."""
    return text(N_("{colour} {card}"), colour=colour_word(board, board.colour(cell)), card=board.card(cell))
