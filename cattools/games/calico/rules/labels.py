"""The names of things in Calico, as shown to the reader."""

from __future__ import annotations

from functools import cache

from cattools.core.display.seat_names import seat_name
from cattools.core.messages import N_, Text, text
from cattools.core.options import Options
from cattools.games.calico.rules.components import COLOUR, COLOURS, PATTERN, PATTERNS, Cat, boards

_COLOURS = {
    "navy": N_("navy"),
    "blue": N_("blue"),
    "green": N_("green"),
    "pink": N_("pink"),
    "purple": N_("purple"),
    "yellow": N_("yellow"),
}
_PATTERNS = {
    "dots": N_("dots"),
    "ferns": N_("ferns"),
    "flowers": N_("flowers"),
    "quatrefoil": N_("quatrefoils"),
    "stripes": N_("stripes"),
    "vines": N_("vines"),
}
PLAYERS = {
    "blue": N_("Blue player"),
    "green": N_("Green player"),
    "purple": N_("Purple player"),
    "yellow": N_("Yellow player"),
}
ALONE = N_("You")
SEATS = {"blue": N_("blue"), "green": N_("green"), "purple": N_("purple"), "yellow": N_("yellow")}


def colour(number: int) -> Text:
    """Return a colour's name."""
    name = COLOURS[number]
    return text(_COLOURS.get(name, name))


def pattern(number: int) -> Text:
    """Return a pattern's name."""
    name = PATTERNS[number]
    return text(_PATTERNS.get(name, name))


@cache
def patch(kind: int) -> Text:
    """Return a patch's name, as in "navy dots"."""
    return text(N_("{colour} {pattern}"), colour=colour(COLOUR[kind]), pattern=pattern(PATTERN[kind]))


def player(options: Options, seat: int) -> Text:
    """Return a seat's name."""
    found = boards(options)
    return seat_name(PLAYERS[found[seat].name] if len(found) > 1 else ALONE)


def requirement(cat: Cat) -> Text:
    """Return what a cat requires of a group, in a few words."""
    if cat.promo:
        return text(N_("the longest chain") if cat.promo == "chain" else N_("the largest group"))
    return text(cat.words) if cat.words else text(N_("{n} or more"), n=cat.size)
