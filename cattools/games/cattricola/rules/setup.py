"""Who plays Cattricola, and the game before anything is dealt."""

from __future__ import annotations

from cattools.core.game import Seat
from cattools.core.options import Options
from cattools.games.cattricola.rules.labels import NAMES, SEATS
from cattools.games.cattricola.rules.ranch import Ranch, ranch, shaped
from cattools.games.cattricola.rules.state import DEAL, JOIN, Cattricola

PLAYERS = tuple(Seat(seat, name, f"seats.{seat}") for seat, name in zip(SEATS, NAMES, strict=True))


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the players, as many as the options say (`cattricola.players`)."""
    return PLAYERS[: int(options.word("players"))]


def start(options: Options) -> Cattricola:
    """Return the game before anything is dealt; with the option, before the boards are joined."""
    return with_ranch(options, ranch(((0, 0),)) if options.word("ranch") == "own" else shaped(options), 0)


def with_ranch(options: Options, laid: Ranch, turn: int) -> Cattricola:
    """Return the state while boards are joined, or before the first tile when all are (`cattricola.setup.ranch`).

    `turn` is the seat that joins the next one.
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
