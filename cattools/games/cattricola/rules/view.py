"""Views of a position, without the sexes that a seat does not know; these can be sampled."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from cattools.core.game import View
from cattools.core.options import Options
from cattools.games.cattricola.rules.actions import Action
from cattools.games.cattricola.rules.components import box
from cattools.games.cattricola.rules.state import Cattricola
from cattools.games.cattricola.rules.tiles import DOWN, FACE, UNKNOWN, kind_of, kind_only, sex_of
from cattools.games.cattricola.rules.transitions import apply_unchecked

KIND_ONLY = bytes(kind_only(tile) for tile in range(256))
BACKS_ONLY = bytes(kind_only(tile) if tile & DOWN else tile for tile in range(256))


def has_hidden_information(options: Options) -> bool:
    """Return whether the sexes on a disc are known to its owner only (`cattricola.hidden.sex`)."""
    return options.flag("hidden")


class CattricolaView(View[Cattricola, Action]):
    """A position as one seat sees it: `state` omits the sexes that the seat does not know (`cattricola.hidden.sex`).

    Everyone knows only the kind of a face-down tile on the ranch (`cattricola.hidden.ranch`).
    """

    __slots__ = ()

    def predict(self, action: Action) -> CattricolaView:
        """Return this seat's view after an action; what it does not know stays unknown."""
        return view(apply_unchecked(self.state, action), self.seat)

    def determinize(self, rng: Random) -> Cattricola:
        """Return a position with the unknown sexes sampled from the tiles that the seat has not seen."""
        state = self.state
        rows = [state.tiles, *state.discs, *state.unplaced, state.hand]
        left: dict[int, list[int]] = {}
        for face, count in box().supply.items():
            seen = sum(row.count(face) + row.count(face | DOWN) for row in rows)
            left.setdefault(kind_of(face), []).extend([face] * (count - seen))
        for faces in left.values():
            rng.shuffle(faces)

        def dealt(row: bytes) -> bytes:
            return bytes(  # the sex of a wolf is never unknown
                left[kind_of(tile)].pop() | tile & DOWN if tile & FACE and sex_of(tile) == UNKNOWN else tile
                for tile in row
            )

        tiles, *discs, hand = (dealt(row) for row in (state.tiles, *state.discs, *state.unplaced, state.hand))
        half = len(state.discs)
        return replace(state, tiles=tiles, discs=tuple(discs[:half]), unplaced=tuple(discs[half:]), hand=hand)


def view(state: Cattricola, seat: int | None) -> CattricolaView:
    """Return the view of a seat, or of a spectator if None; after the game the discs are open."""
    tiles = state.tiles.translate(BACKS_ONLY)
    if not state.options.flag("hidden") or state.over:
        return CattricolaView(replace(state, tiles=tiles), seat)

    def seen(rows: tuple[bytes, ...]) -> tuple[bytes, ...]:
        return tuple(row if n == seat else row.translate(KIND_ONLY) for n, row in enumerate(rows))

    hand = state.hand if state.to_move == seat else state.hand.translate(KIND_ONLY)
    shown = replace(state, tiles=tiles, discs=seen(state.discs), unplaced=seen(state.unplaced), hand=hand)
    return CattricolaView(shown, seat)
