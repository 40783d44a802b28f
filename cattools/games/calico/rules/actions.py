"""Everything that can happen in Calico, one small value each; `str` is the notation.

`who` begins the names of a seat's areas: empty for a single player, else as in `blue.`.
"""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.chance import ByChance


@dataclass(frozen=True, slots=True)
class Place:
    """Put a patch of the hand, from its `slot`, on a space of the own quilt (`calico.turn.place`): `Nd@b2`."""

    who: str
    slot: int
    patch: str
    at: str

    def __str__(self) -> str:
        return f"{self.patch}@{self.at}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a market patch, from its `slot`, into the hand (`calico.turn.draw`): `+Nd2`."""

    slot: int
    patch: str

    def __str__(self) -> str:
        return f"+{self.patch}{self.slot + 1}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Put a goal tile, one of those turned up, on a goal space (`calico.setup.goals`): `AAABBB@c4`."""

    who: str
    slot: int
    goal: str
    at: str

    def __str__(self) -> str:
        return f"{self.goal}@{self.at}"


@dataclass(frozen=True, slots=True)
class DealCat(ByChance):
    """Chance: a cat comes to visit (`calico.setup.cats`): `*Millie`."""

    name: str

    def __str__(self) -> str:
        return f"*{self.name}"


@dataclass(frozen=True, slots=True)
class DealPatterns(ByChance):
    """Chance: two patterns for the next cat (`calico.setup.patterns`): `*dots+vines`."""

    one: str
    other: str

    def __str__(self) -> str:
        return f"*{self.one}+{self.other}"


@dataclass(frozen=True, slots=True)
class DealGoals(ByChance):
    """Chance: four goal tiles are turned up (`calico.setup.goals`): `*ABCDEF+AAABBB+AABBCC+AABBCD`."""

    goals: tuple[str, ...]

    def __str__(self) -> str:
        return "*" + "+".join(self.goals)


@dataclass(frozen=True, slots=True)
class Draw(ByChance):
    """Chance: a patch comes out of the bag (`calico.setup.hand`, `calico.turn.draw`): `*Nd`."""

    patch: str

    def __str__(self) -> str:
        return f"*{self.patch}"


@dataclass(frozen=True, slots=True)
class Begin(ByChance):
    """Chance: the seat that begins (`calico.setup.start`): `*blue`."""

    seat: str

    def __str__(self) -> str:
        return f"*{self.seat}"


Action = Place | Take | Choose | DealCat | DealPatterns | DealGoals | Draw | Begin
