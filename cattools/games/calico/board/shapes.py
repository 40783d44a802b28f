"""Drawings of Calico's pieces, centred on the origin: patches, pattern tiles, goal tiles, tokens."""

from __future__ import annotations

from functools import cache

from cattools.core.data_files import load
from cattools.core.display.icons import icon
from cattools.core.display.scene import Path, Point, circle, moved, rounded
from cattools.games.calico.rules.components import COLOUR, COLOURS, PATTERN, PATTERNS

ART = "games/calico/data/art.json"
UNIT = 100.0  # width of the hexagon in which the motifs are drawn
FILL = 0.955  # share of the width that a hexagon fills; the rest is the gap to the next one
SIGN_AT, SIGN_SIZE = 41.0, 19.0
LIFTED, BELOW, TOKEN = (0.0, -15.0), 23.0, 39.0  # offset of a motif above tokens; position and width of the tokens


def hexagon(size: float) -> tuple[Point, ...]:
    """Return the corners of a pointy-top hexagon of width `size`, centred on the origin."""
    half, tall, side = size / 2, size / 3**0.5, size / 3**0.5 / 2
    return ((0, -tall), (half, -side), (half, side), (0, tall), (-half, side), (-half, -side))


HEX = rounded(hexagon(UNIT * FILL), UNIT * 0.14 * 0.55)
INNER = rounded(hexagon(UNIT * 0.8), 6.0)


@cache
def _motif(pattern: str, line: str, base: str) -> tuple[Path, ...]:
    motifs = load(ART)["motifs"]
    shapes = []
    for part in motifs["paths"][pattern]:
        role = part["role"]
        if role == "line":
            shapes.append(Path(part["d"], stroke=line, width=motifs["lineWidth"]))
        else:
            shapes.append(Path(part["d"], line if role == "fill" else base))
    return tuple(shapes)


@cache
def patch(kind: int, size: float) -> tuple[Path, ...]:
    """Return the drawing of a patch of width `size`: background, motif, and the mark of its colour below."""
    palette = f"calico.{COLOURS[COLOUR[kind]]}"
    shapes = (
        Path(HEX, f"{palette}.fill"),
        *_motif(PATTERNS[PATTERN[kind]], f"{palette}.motif", f"{palette}.fill"),
        *moved(icon(f"sign-{COLOURS[COLOUR[kind]]}", SIGN_SIZE, main=f"{palette}.motif"), (0, SIGN_AT)),
    )
    return moved(shapes, (0, 0), size / UNIT)


@cache
def sewn(kind: int, size: float, *, cat: bool, button: bool) -> tuple[Path, ...]:
    """Return the drawing of a patch with tokens below its motif, so that motif and colour stay visible."""
    if not (cat or button):
        return patch(kind, size)
    colour, side = COLOURS[COLOUR[kind]], 19.0 if cat else 0.0
    main = f"calico.{colour}.motif"
    motif = _motif(PATTERNS[PATTERN[kind]], main, f"calico.{colour}.fill")
    shapes = (Path(HEX, f"calico.{colour}.fill"), *moved(motif, LIFTED, 0.74))
    if cat:
        shapes = (*shapes, *moved(sleeper(TOKEN), (-side, BELOW)))
    if button:
        shapes = (*shapes, *moved(button_token(COLOUR[kind], TOKEN - 2), (side, BELOW + 1)))
    else:
        shapes = (*shapes, *moved(icon(f"sign-{colour}", 24, main=main), (side, BELOW + 3)))
    return moved(shapes, (0, 0), size / UNIT)


@cache
def tile(pattern: int, size: float) -> tuple[Path, ...]:
    """Return the drawing of a black-and-white pattern tile of width `size`."""
    shapes = (Path(HEX, "ground.calico.cell"), *_motif(PATTERNS[pattern], "ink", "ground.calico.cell"))
    return moved(shapes, (0, 0), size / UNIT)


@cache
def space(size: float) -> tuple[Path, ...]:
    """Return the drawing of an empty space of width `size` for a patch."""
    dashed = Path(INNER, stroke="ground.calico.line", width=1.6 * UNIT / 55, dash=(7.0, 7.0))
    return moved((Path(HEX, "ground.calico.cell"), dashed), (0, 0), size / UNIT)


@cache
def goal(size: float, *, face_down: bool = False) -> tuple[Path, ...]:
    """Return the drawing of a goal tile of width `size` without its letters; face down, it shows a paw."""
    ground = Path(HEX, "sunken" if face_down else "surface", "ground.calico.mark", 2.5)
    shapes = (ground, *moved(icon("paw", 40, main="ground.calico.line"), (0, 0))) if face_down else (ground,)
    return moved(shapes, (0, 0), size / UNIT)


@cache
def different(size: float) -> tuple[Path, ...]:
    """Return the mark of the goal that requires six different colours or patterns, above its numbers."""
    return moved((Path("M-19 -21H19M-19 -5H19M11 -37L-11 11", stroke="ink", width=6.5),), (0, 0), size / UNIT)


@cache
def goal_dots(counts: tuple[int, ...], size: float) -> tuple[Path, ...]:
    """Return a row of dots for each letter of a goal, one for each time it occurs; for tiles too small for text."""
    places = (
        (column - (n - 1) / 2, row - (len(counts) - 1) / 2) for row, n in enumerate(counts) for column in range(n)
    )
    dots = [Path(circle(6.5), "ink", at=(17.0 * x, 19.0 * y)) for x, y in places]
    return moved(dots, (0, 0), size / UNIT)


@cache
def back(size: float) -> tuple[Path, ...]:
    """Return the drawing of the back of a patch, with waves."""
    waves = "".join(f"M-34 {y}q8.5 -9 17 0t17 0t17 0t17 0" for y in (-22, 0, 22))
    return moved((Path(HEX, "ink2"), Path(waves, stroke="surface", width=5)), (0, 0), size / UNIT)


@cache
def sleeper(size: float) -> tuple[Path, ...]:
    """Return the drawing of a cat token."""
    return (
        Path(circle(size / 2), "wood.deep", at=(0, size * 0.07)),
        Path(circle(size / 2), "cat.main", "wood.deep", 1.2),
        *icon("cat-loaf", size * 0.74, main="wood.main", ink="wood.ink"),
    )


@cache
def button_token(colour: int, size: float) -> tuple[Path, ...]:
    """Return the drawing of a button with the mark of its colour, inside a light rim."""
    palette = f"calico.{COLOURS[colour]}"
    return (
        Path(circle(size * 0.52), "halo"),
        *icon("button", size, main=f"{palette}.fill", deep=f"{palette}.deep"),
        *icon(f"sign-{COLOURS[colour]}", size * 0.42, main=f"{palette}.on"),
    )


@cache
def rainbow_button(size: float) -> tuple[Path, ...]:
    """Return the drawing of the rainbow button."""
    return (*icon("button", size, main="gold", deep="goldDeep"), *icon("sign-rainbow", size * 0.5, main="goldDeep"))
