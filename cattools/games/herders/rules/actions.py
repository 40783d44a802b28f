"""Everything that can happen in Cat Herders, one small value each; `str` is the notation."""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.chance import ByChance


@dataclass(frozen=True, slots=True)
class Place:
    """Put a herder from the hand on a wall cell (`herders.place`): `a2`."""

    at: str

    def __str__(self) -> str:
        return self.at


@dataclass(frozen=True, slots=True)
class Move:
    """Move an own herder in a straight line (`herders.move`): `f3-f5`."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"


@dataclass(frozen=True, slots=True)
class Herd:
    """Let a cat that must react take one step (`herders.herd.target`): `d4>d5`."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source}>{self.target}"


@dataclass(frozen=True, slots=True)
class Give:
    """Take one of the capturing herders out of the game (`herders.option.sacrifice`): `xf3`."""

    at: str

    def __str__(self) -> str:
        return f"x{self.at}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, having no legal action (`herders.stuck`): `pass`."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Deal(ByChance):
    """Chance: a cat lands on a park cell (`herders.setup.cats`): `*d4`."""

    at: str

    def __str__(self) -> str:
        return f"*{self.at}"


Action = Place | Move | Herd | Give | Pass | Deal
