"""The actions of Cat in the Box as small values; `str` returns the notation."""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.chance import ByChance


@dataclass(frozen=True, slots=True)
class Play:
    """A card played and declared; the cell of its token gives the colour (`catbox.declare`): `b6`.

    A token can never go in the column of another number. Such a play can still be written, as in `6>b7`, so that the
    game can refuse it with a reason.
    """

    card: int
    at: str

    def __str__(self) -> str:
        return self.at if self.at[1:] == str(self.card) else f"{self.card}>{self.at}"


@dataclass(frozen=True, slots=True)
class Discard:
    """A card put aside, face down (`catbox.prepare.discard`): `discard 6`."""

    card: int

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Predict:
    """A prediction of the number of tricks to win (`catbox.prepare.predict`): `predict 2`."""

    tricks: int

    def __str__(self) -> str:
        return f"predict {self.tricks}"


@dataclass(frozen=True, slots=True)
class Paradox:
    """The paradox of a seat that can declare no card (`catbox.paradox`): `paradox`."""

    def __str__(self) -> str:
        return "paradox"


@dataclass(frozen=True, slots=True)
class Next:
    """The start of the next round: tokens return, the start player card passes on (`catbox.round.next`): `next`."""

    def __str__(self) -> str:
        return "next"


@dataclass(frozen=True, slots=True)
class Deal(ByChance):
    """Chance: the next card is dealt (`catbox.prepare.discard`): `*6`."""

    card: int

    def __str__(self) -> str:
        return f"*{self.card}"


@dataclass(frozen=True, slots=True)
class Reveal(ByChance):
    """Chance: a card left over from the deal is revealed (`catbox.duel.preset`): `!6`."""

    card: int

    def __str__(self) -> str:
        return f"!{self.card}"


Action = Play | Discard | Predict | Paradox | Next | Deal | Reveal
