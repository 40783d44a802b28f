"""The bonus track below the park: how many bonus points each player has been paid (`territory.advanced.bonus.sum`)."""

from __future__ import annotations

from functools import cache

from cattools.core.art import icon
from cattools.core.messages import N_, text
from cattools.core.scene import Label, Path, Shape, moved, rectangle
from cattools.games.territory.park import COLOURS

TALL, LAST = 30.0, 12  # the last field is for all who have as many or more
APART = 12.0  # between the signs on a field


@cache
def sign(seat: int, size: float) -> tuple[Path, ...]:
    """Return the sign of a colour with its outline."""
    colour = COLOURS[seat]
    (shape,) = icon(f"sign-{colour}", size, main=f"players.{colour}.fill")
    outline = Path(shape.d, stroke=f"players.{colour}.rim", width=6, at=shape.at, scale=shape.scale)
    return (outline, shape)


def track(bonus: tuple[int, ...], top: float, wide: float) -> tuple[Shape, ...]:
    """Return the track across the picture, with the sign of each player on its field."""
    step = wide / (LAST + 1)
    middle = top + TALL / 2
    shapes: list[Shape] = [Path(rectangle(0, top, wide, TALL, 9), "ground.territory.board")]
    field = rectangle(1.5 - step / 2, 3 - TALL / 2, step - 3, TALL - 6, 6)
    for points in range(LAST + 1):
        centre = step * (points + 0.5)
        here = [seat for seat, paid in enumerate(bonus) if min(paid, LAST) == points]
        shapes.append(Path(field, "ground.territory.cell", at=(centre, middle)))
        number = str(text(N_("{n}+"), n=points)) if points == LAST else str(points)
        if not here:
            shapes.append(Label(number, (centre, middle), 13, "ink2"))
        for n, seat in enumerate(here):
            across = (n % 2 - 0.5) * APART if len(here) > 1 else 0.0
            down = (n // 2 - 0.5) * APART if len(here) > 2 else 0.0
            shapes += moved(sign(seat, 10.5 if len(here) > 2 else 13), (centre + across, middle + down))
    return tuple(shapes)
