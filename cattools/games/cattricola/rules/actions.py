"""Everything that can happen in Cattricola, one small value each; `str` is the notation."""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.chance import ByChance


@dataclass(frozen=True, slots=True)
class Lay:
    """Join a ranch board, by the cell that becomes its top left corner (`cattricola.setup.ranch`): `=0,5`.

    Cells are counted from the top left of the ranch as it lies; above and to the left of it numbers are negative.
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"={self.row},{self.column}"


@dataclass(frozen=True, slots=True)
class Tile(ByChance):
    """Chance: a tile lands on the next ranch cell (`cattricola.setup.tiles`): `*sm`, face down `*?sm`."""

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
    """Chance: a player is drawn to begin (`cattricola.setup.start`): `*first:teal`."""

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
    """End a charge, or leave off what finds no room although tiles could be lifted: `done`."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn or mirror the radar, which is never allowed (`cattricola.charge.fixed`): `turn`, `mirror`."""

    how: str = "turn"

    def __str__(self) -> str:
        return self.how


@dataclass(frozen=True, slots=True)
class Catch:
    """Lay the range with its middle marker over a cell, on the ranch or beside it (`cattricola.catch.range`): `f3`."""

    at: str

    def __str__(self) -> str:
        return self.at


@dataclass(frozen=True, slots=True)
class Lift:
    """Lift a tile off the own disc, a circle having appeared (`cattricola.circle.lift`): `^plum3`."""

    at: str

    def __str__(self) -> str:
        return f"^{self.at}"


@dataclass(frozen=True, slots=True)
class Put:
    """Put a waiting tile on the free cell with the lowest number (`cattricola.place.order`): `@2`.

    `at` names another cell, `@2>plum12`, which is never allowed.
    """

    slot: int
    at: str = ""

    def __str__(self) -> str:
        return f"@{self.slot}>{self.at}" if self.at else f"@{self.slot}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Let two tiles on the own disc change places (`cattricola.end.swap`): `plum3<>plum7`."""

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
