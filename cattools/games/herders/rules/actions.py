"""The actions of Cat Herders, one small immutable class each; `str` gives the notation."""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.chance import ByChance


@dataclass(frozen=True, slots=True)
class Place:
    """Place a herder from the hand on a wall cell (`herders.place`): `a2`."""

    at: str

    def __str__(self) -> str:
        return self.at


@dataclass(frozen=True, slots=True)
class Move:
    """Move one of the player's herders in a straight line (`herders.move`): `f3-f5`."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"


@dataclass(frozen=True, slots=True)
class Herd:
    """Let a scared cat take one step (`herders.herd.target`): `d4>d5`."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source}>{self.target}"


@dataclass(frozen=True, slots=True)
class Give:
    """Remove one of the capturing herders from the game (`herders.option.sacrifice`): `xf3`."""

    at: str

    def __str__(self) -> str:
        return f"x{self.at}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass because no other action is legal (`herders.stuck`): `pass`."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Deal(ByChance):
    """Chance: a cat is dealt to a park cell (`herders.setup.cats`): `*d4`."""

    at: str

    def __str__(self) -> str:
        return f"*{self.at}"


Action = Place | Move | Herd | Give | Pass | Deal
