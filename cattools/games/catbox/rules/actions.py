"""Everything that can happen in Cat in the Box, one small value each; `str` is the notation."""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.chance import ByChance


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card and declare its colour by the cell its token takes (`catbox.declare`): `b6`.

    A card never goes into another number's column; that this can be written, `6>b7`, lets it be tried and refused.
    """

    card: int
    at: str

    def __str__(self) -> str:
        return self.at if self.at[1:] == str(self.card) else f"{self.card}>{self.at}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card aside, face down (`catbox.prepare.discard`): `discard 6`."""

    card: int

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Predict:
    """Predict how many tricks to win (`catbox.prepare.predict`): `predict 2`."""

    tricks: int

    def __str__(self) -> str:
        return f"predict {self.tricks}"


@dataclass(frozen=True, slots=True)
class Paradox:
    """Have no card that can be declared (`catbox.paradox`): `paradox`."""

    def __str__(self) -> str:
        return "paradox"


@dataclass(frozen=True, slots=True)
class Next:
    """Take all tokens back, pass the start player card, begin the next round (`catbox.round.next`): `next`."""

    def __str__(self) -> str:
        return "next"


@dataclass(frozen=True, slots=True)
class Deal(ByChance):
    """Chance: the next card dealt (`catbox.prepare.discard`): `*6`."""

    card: int

    def __str__(self) -> str:
        return f"*{self.card}"


@dataclass(frozen=True, slots=True)
class Reveal(ByChance):
    """Chance: a card left over is turned up (`catbox.duel.preset`): `!6`."""

    card: int

    def __str__(self) -> str:
        return f"!{self.card}"


Action = Play | Discard | Predict | Paradox | Next | Deal | Reveal
