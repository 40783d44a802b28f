"""What a seat may know: the same position with unknown sexes left out, and ways it could really be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from cattools.core.game import Game, View
from cattools.core.options import Options
from cattools.games.cattricola.actions import Action
from cattools.games.cattricola.dealing import OVER
from cattools.games.cattricola.state import Cattricola
from cattools.games.cattricola.tiles import DOWN, FACE, box, kind_of, masked

KIND_ONLY = bytes(masked(tile) for tile in range(256))
BACKS_ONLY = bytes(masked(tile) if tile & DOWN else tile for tile in range(256))


@dataclass(frozen=True, slots=True)
class CattricolaView(View[Action]):
    """A position as one seat sees it: `shown` has no sex that the seat does not know (`cattricola.hidden.sex`)."""

    shown: Cattricola
    seat: int | None

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game being played."""
        return self.shown.game

    @property
    def options(self) -> Options:  # type: ignore[override]
        """The options in force."""
        return self.shown.options

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is next."""
        return self.shown.to_move

    def legal(self) -> Sequence[Action]:
        """Return the legal actions when this seat is to move; they never depend on a sex."""
        return self.shown.legal() if self.seat == self.shown.to_move else ()

    def predict(self, action: Action) -> CattricolaView:
        """Return what this seat would see after an action: what it does not know stays unknown."""
        return view(self.shown.apply_unchecked(action), self.seat)

    def determinize(self, rng: Random) -> Cattricola:
        """Return a position with sexes dealt to all that are unknown, from the tiles the seat does not see."""
        shown = self.shown
        rows = [shown.tiles, *shown.discs, *shown.spilled, shown.hand]
        left: dict[int, list[int]] = {}
        for face, count in box().supply.items():
            seen = sum(row.count(face) + row.count(face | DOWN) for row in rows)
            left.setdefault(kind_of(face), []).extend([face] * (count - seen))
        for faces in left.values():
            rng.shuffle(faces)

        def dealt(row: bytes) -> bytes:
            return bytes(
                left[kind_of(t)].pop() | t & DOWN if t & FACE and not t & 3 else t for t in row
            )  # a wolf is never unknown

        tiles, *discs, hand = (dealt(row) for row in (shown.tiles, *shown.discs, *shown.spilled, shown.hand))
        half = len(shown.discs)
        return replace(shown, tiles=tiles, discs=tuple(discs[:half]), spilled=tuple(discs[half:]), hand=hand)


def view(state: Cattricola, seat: int | None) -> CattricolaView:
    """Return what a seat, or with None a spectator, may know; when all is over the discs are open."""
    tiles = state.tiles.translate(BACKS_ONLY)
    if not state.options.flag("hidden") or state.phase == OVER:
        return CattricolaView(replace(state, tiles=tiles), seat)

    def seen(rows: tuple[bytes, ...]) -> tuple[bytes, ...]:
        return tuple(row if n == seat else row.translate(KIND_ONLY) for n, row in enumerate(rows))

    hand = state.hand if state.to_move == seat else state.hand.translate(KIND_ONLY)
    shown = replace(state, tiles=tiles, discs=seen(state.discs), spilled=seen(state.spilled), hand=hand)
    return CattricolaView(shown, seat)
