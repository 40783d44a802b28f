"""The words for the players, stacks and cards of Neko Neko Territory."""

from __future__ import annotations

from cattools.core.display import seat_names
from cattools.core.messages import N_, Text, text
from cattools.games.territory.rules.components import CARDS, NAMES, SIZE, STACKS

SEATS = (N_("Red"), N_("Blue"), N_("Yellow"), N_("Green"))
COLOURS = (N_("red"), N_("blue"), N_("yellow"), N_("green"))
TITLES = {
    "empty": N_("any empty cell"),
    "column": N_("over a cat, column"),
    "row": N_("over a cat, row"),
    "double": N_("double turn"),
    "search": N_("look at three"),
    "block": N_("block"),
    "END": N_("END"),
}


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return seat_names.seat_name(SEATS[seat])


def colour(seat: int) -> Text:
    """Return a seat's colour as a word."""
    return text(COLOURS[seat])


def title(kind: str) -> Text:
    """Return an assist card's name, which says what it does."""
    return text(TITLES[kind])


def card_words(card: int) -> str | Text:
    """Return a card's name: its cell or its effect."""
    return NAMES[card] if card < SIZE else title(CARDS[card])


def stack_words(stack: int) -> Text:
    """Return a stack with cats in words, from the top: `red over blue over green`."""
    words, *above = (colour(seat) for seat in STACKS[stack])
    for upper in above:
        words = text(N_("{top} over {rest}"), top=upper, rest=words)
    return words
