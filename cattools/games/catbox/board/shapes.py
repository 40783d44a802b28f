"""The shapes of Cat in the Box, centred on the origin: tokens, cards, and the colour marks of the panels."""

from __future__ import annotations

from functools import cache

from cattools.core.display.icons import icon
from cattools.core.display.scene import Path, circle, moved, rectangle
from cattools.games.catbox.rules.components import SEATS

TOKEN = 18.6
CARD = (46.0, 64.0)
TRICK = (54.0, 74.0)
RAISED = 5.0  # offset of the winning card of a trick
FAN = 6.0  # offset of each further copy of a card


@cache
def token(seat: int, radius: float = TOKEN) -> tuple[Path, ...]:
    """Return the shapes of a seat's token: a disc with a lip, and the seat's mark."""
    palette = f"seats.{SEATS[seat]}"
    return (
        Path(circle(radius), f"{palette}.deep", at=(0, radius * 0.18)),
        Path(circle(radius), f"{palette}.fill", f"{palette}.rim", 1.2),
        *icon(f"seat-{seat + 1}", radius * 0.92, main=f"{palette}.on"),
    )


@cache
def observed_token() -> tuple[Path, ...]:
    """Return the shapes of the neutral token, with a paw, on a cell observed before the round."""
    return (
        Path(circle(TOKEN), "ground.catbox.line", "ground.catbox.mark", 1.2, dash=(3, 3)),
        *icon("paw", TOKEN * 1.1, main="ground.catbox.mark"),
    )


def _card(size: tuple[float, float], fill: str, rim: str, lip: str) -> tuple[Path, ...]:
    wide, tall = size
    shape = rectangle(-wide / 2, -tall / 2, wide, tall, 8)
    return (Path(shape, lip, at=(0, 3)), Path(shape, fill, rim, 1.2))


@cache
def hand_cards(copies: int) -> tuple[Path, ...]:
    """Return the shapes of hand cards with the same number, fanned upwards; the caller adds the number as a label."""
    card = _card(CARD, "surface", "line", "line")
    shapes = [s for n in reversed(range(copies)) for s in moved(card, (0, -FAN * n))]
    if copies == 1:
        shapes += moved(icon("cat", 15, main="line", accent="surface", ink="surface"), (0, 20))
    return tuple(shapes)


@cache
def trick_card(colour: str, seat: int, *, taker: bool) -> tuple[Path, ...]:
    """Return the shapes of a trick's card in its colour, with its player's token; the winning card is raised."""
    palette = f"players.{colour}"
    shapes = (
        *_card(TRICK, f"{palette}.fill", f"{palette}.rim", f"{palette}.deep"),
        *moved(icon(f"sign-{colour}", 17, main=f"{palette}.on"), (0, 21)),
        *moved(token(seat, 9.5), (TRICK[0] / 2 - 4, -TRICK[1] / 2 + 2)),
    )
    return moved(shapes, (0, -RAISED if taker else 0))


@cache
def missing_trick_card(seat: int) -> tuple[Path, ...]:
    """Return the outline for a card that a seat has still to play."""
    wide, tall = TRICK
    return (
        Path(rectangle(-wide / 2, -tall / 2, wide, tall, 8), stroke="ground.catbox.mark", width=1.4, dash=(6, 5)),
        *moved(token(seat, 9.5), (wide / 2 - 4, -tall / 2 + 2)),
    )


@cache
def prediction_card(seats: tuple[int, ...]) -> tuple[Path, ...]:
    """Return the shapes of a printed prediction: its card and, in two rows, the tokens of the players who made it."""
    in_row, apart, radius = (2, 20.0, 8.2) if len(seats) < 5 else (3, 14.4, 7.0)
    shapes = _card(CARD, "surface", "line", "line")
    for n, seat in enumerate(seats):
        row, column = divmod(n, in_row)
        last = min(len(seats) - row * in_row, in_row) - 1
        shapes += moved(token(seat, radius), (apart * (column - last / 2), 1.0 + 17.0 * row))
    return shapes


@cache
def start_card(seat: int) -> tuple[Path, ...]:
    """Return the shapes of the round start player card with its holder's token."""
    box = icon(
        "cat-in-box", 30, deep="wood.deep", light="wood.light", ink="wood.ink", main="wood.main", accent="wood.accent"
    )
    corner = moved(token(seat, 9.5), (CARD[0] / 2 - 4, -CARD[1] / 2 + 2))
    return (*_card(CARD, "goWash", "line", "line"), *moved(box, (0, 4)), *corner)


@cache
def marker(colour: str, *, there: bool) -> tuple[Path, ...]:
    """Return the shapes for a colour of a player's own board: its mark, or a crossed-out circle if it is lost."""
    if there:
        return (Path(circle(10.5), f"players.{colour}.pale"), *icon(f"sign-{colour}", 13, main=f"players.{colour}.rim"))
    return (
        Path(circle(9.6), stroke="ground.catbox.mark", width=1.4, dash=(2.4, 2.6)),
        Path("M-5 5L5-5", stroke="ground.catbox.mark", width=1.8),
    )
