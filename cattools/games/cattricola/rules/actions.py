"""The actions of Cattricola, one small immutable class each; `str` gives the notation."""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.chance import ByChance


@dataclass(frozen=True, slots=True)
class Lay:
    """Join a ranch board, named by the cell that becomes its top left corner (`cattricola.setup.ranch`): `=0,5`.

    Rows and columns are counted from the top left of the ranch so far and are negative above it and to its left.
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"={self.row},{self.column}"


@dataclass(frozen=True, slots=True)
class Tile(ByChance):
    """Chance: a tile is dealt to the next ranch cell (`cattricola.setup.tiles`): `*sm`, face down `*?sm`."""

    tile: str

    def __str__(self) -> str:
        return f"*{self.tile}"


@dataclass(frozen=True, slots=True)
class Disc(ByChance):
    """Chance: the next player gets a disc board (`cattricola.setup.disc`): `*disc:A`."""

    board: str

    def __str__(self) -> str:
        return f"*disc:{self.board}"


@dataclass(frozen=True, slots=True)
class First(ByChance):
    """Chance: the first player is drawn (`cattricola.setup.start`): `*first:teal`."""

    seat: str

    def __str__(self) -> str:
        return f"*first:{self.seat}"


@dataclass(frozen=True, slots=True)
class Marker:
    """Put a marker on the radar (`cattricola.charge.count`): `+b2`."""

    at: str

    def __str__(self) -> str:
        return f"+{self.at}"


@dataclass(frozen=True, slots=True)
class Done:
    """End a charge, or leave the waiting tiles off a full disc although tiles can still be lifted: `done`."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class Turn:
    """Rotate or mirror the radar, which is never legal (`cattricola.charge.fixed`): `turn`, `mirror`."""

    how: str = "turn"

    def __str__(self) -> str:
        return self.how


@dataclass(frozen=True, slots=True)
class Catch:
    """Lay the range with its middle marker over a cell on or around the ranch (`cattricola.catch.range`): `f3`."""

    at: str

    def __str__(self) -> str:
        return self.at


@dataclass(frozen=True, slots=True)
class Lift:
    """Lift a tile off the player's own disc after a circle appeared (`cattricola.circle.lift`): `^plum3`."""

    at: str

    def __str__(self) -> str:
        return f"^{self.at}"


@dataclass(frozen=True, slots=True)
class Put:
    """Put a waiting tile on the free cell with the lowest number (`cattricola.place.order`): `@2`.

    `at` names another cell, as in `@2>plum12`, which is never legal.
    """

    slot: int
    at: str = ""

    def __str__(self) -> str:
        return f"@{self.slot}>{self.at}" if self.at else f"@{self.slot}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Swap two tiles on the player's own disc (`cattricola.end.swap`): `plum3<>plum7`."""

    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.one}<>{self.other}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing (`cattricola.end.pass`): `pass`."""

    def __str__(self) -> str:
        return "pass"


Action = Lay | Tile | Disc | First | Marker | Done | Turn | Catch | Lift | Put | Swap | Pass
DEALS = (Tile, Disc, First)
