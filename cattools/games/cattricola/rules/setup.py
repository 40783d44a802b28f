"""The seats of Cattricola, and the state before the deal."""

from __future__ import annotations

from cattools.core.game import Seat
from cattools.core.options import Options
from cattools.games.cattricola.rules.labels import NAMES, SEATS
from cattools.games.cattricola.rules.ranch import Ranch, ranch, shaped
from cattools.games.cattricola.rules.state import DEAL, JOIN, Cattricola

PLAYERS = tuple(Seat(seat, name, f"seats.{seat}") for seat, name in zip(SEATS, NAMES, strict=True))


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the seats, as many as the options say (`cattricola.players`)."""
    return PLAYERS[: int(options.word("players"))]


def start(options: Options) -> Cattricola:
    """Return the state before the deal; if players build their own ranch, the state before they join the boards."""
    return with_ranch(options, ranch(((0, 0),)) if options.word("ranch") == "own" else shaped(options), 0)


def with_ranch(options: Options, laid: Ranch, turn: int) -> Cattricola:
    """Return the state while boards are being joined, or before the first tile is dealt if all boards are joined.

    (`cattricola.setup.ranch`) `turn` is the seat that joins the next board.
    """
    players = int(options.word("players"))
    ready = len(laid.origins) == players
    none = (b"",) * players
    return Cattricola(
        options=options,
        ranch=laid,
        tiles=bytes(laid.size),
        animals=0,
        letters=(),
        discs=none,
        unplaced=none,
        radars=(0,) * players,
        phase=DEAL if ready else JOIN,
        turn=0 if ready else turn,
        undealt=laid.size if ready else 0,
    )
