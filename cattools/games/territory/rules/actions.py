"""The actions of Neko Neko Territory, one small immutable class each; `str` gives the notation."""

from __future__ import annotations

from dataclasses import dataclass

from cattools.core.chance import ByChance


@dataclass(frozen=True, slots=True)
class Place:
    """Show a coordinate card and put a cat on its cell (`territory.place.card`): `C4`."""

    at: str

    def __str__(self) -> str:
        return self.at


@dataclass(frozen=True, slots=True)
class Use:
    """Use an assist card, on a cell if it needs one (`territory.assist.use`): `column:C4`, `double`."""

    card: str
    at: str = ""

    def __str__(self) -> str:
        return f"{self.card}:{self.at}" if self.at else self.card


@dataclass(frozen=True, slots=True)
class Swap:
    """Discard a card to draw one from a deck (`territory.exchange`): `C4>assist`, `block>cells`."""

    card: str
    deck: str = "assist"

    def __str__(self) -> str:
        return f"{self.card}>{self.deck}"


@dataclass(frozen=True, slots=True)
class Enough:
    """Decline to exchange a second card (`territory.advanced.exchange`): `enough`."""

    def __str__(self) -> str:
        return "enough"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep one of the assist cards looked at (`territory.assist.search-three`): `keep:2`."""

    number: int

    def __str__(self) -> str:
        return f"keep:{self.number}"


@dataclass(frozen=True, slots=True)
class Block:
    """Answer another player's card with a block card (`territory.assist.block`): `block`."""

    def __str__(self) -> str:
        return "block"


@dataclass(frozen=True, slots=True)
class Allow:
    """Let the cells turn (`territory.assist.block-window`): `allow`."""

    def __str__(self) -> str:
        return "allow"


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass for lack of any other legal action (`territory.end.stuck`): `pass`."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Draw(ByChance):
    """Chance: a card is drawn (`territory.place.card`): `*C4`, `*block`, `*END`."""

    card: str

    def __str__(self) -> str:
        return f"*{self.card}"


@dataclass(frozen=True, slots=True)
class Reveal(ByChance):
    """Chance: a treasure is turned up (`territory.place.empty`): `*2`."""

    value: int

    def __str__(self) -> str:
        return f"*{self.value}"


@dataclass(frozen=True, slots=True)
class Lot(ByChance):
    """Chance: the start player is drawn (`territory.setup.order`): `*blue`."""

    colour: str

    def __str__(self) -> str:
        return f"*{self.colour}"


Action = Place | Use | Swap | Enough | Keep | Block | Allow | Pass | Draw | Reveal | Lot
