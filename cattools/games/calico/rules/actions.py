"""The actions of Calico as small values; `str` returns the notation.

`who` is the prefix of a seat's area names: empty for a single player, otherwise as in `blue.`.
"""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.chance import ByChance


@dataclass(frozen=True, slots=True)
class Place:
    """Place the patch at index `slot` of the hand on a space of the player's quilt (`calico.turn.place`): `Nd@b2`."""

    who: str
    slot: int
    patch: str
    at: str

    def __str__(self) -> str:
        return f"{self.patch}@{self.at}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the patch at index `slot` of the market into the hand (`calico.turn.draw`): `+Nd2`."""

    slot: int
    patch: str

    def __str__(self) -> str:
        return f"+{self.patch}{self.slot + 1}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Place the turned-up goal tile at index `slot` on a goal space (`calico.setup.goals`): `AAABBB@c4`."""

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
    """Chance: the next cat gets two patterns (`calico.setup.patterns`): `*dots+vines`."""

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
    """Chance: a patch is drawn from the bag (`calico.setup.hand`, `calico.turn.draw`): `*Nd`."""

    patch: str

    def __str__(self) -> str:
        return f"*{self.patch}"


@dataclass(frozen=True, slots=True)
class Begin(ByChance):
    """Chance: the starting player is drawn (`calico.setup.start`): `*blue`."""

    seat: str

    def __str__(self) -> str:
        return f"*{self.seat}"


Action = Place | Take | Choose | DealCat | DealPatterns | DealGoals | Draw | Begin
