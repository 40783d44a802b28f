"""The setup of Cat in the Box: the seats, and the state of a round before the deal."""

from __future__ import annotations

from cattools.core.game import Seat
from cattools.core.options import Options
from cattools.games.catbox.rules.components import SEATS, research_board
from cattools.games.catbox.rules.labels import NAMES
from cattools.games.catbox.rules.state import DEAL, Catbox, RoundPoints

PLAYERS = tuple(Seat(name, title, f"seats.{name}") for name, title in zip(SEATS, NAMES, strict=True))


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the seats for the chosen number of players (`catbox.players`)."""
    return PLAYERS[: int(options.word("players"))]


def start(options: Options) -> Catbox:
    """Return the start of the game, before the deal (`catbox.setup.table`)."""
    return fresh_round(options)


def fresh_round(options: Options, number: int = 0, scored: tuple[RoundPoints, ...] = ()) -> Catbox:
    """Return the start of a round, before the deal (`catbox.setup.markers`).

    `number` counts the rounds from 0; `scored` holds the points of the rounds before it.
    """
    board = research_board(options.word("players"))
    players = board.players
    none, starter = (0,) * players, number % players
    return Catbox(
        options=options,
        board=board,
        phase=DEAL,
        turn=starter,
        hands=none,
        deck=board.deck,
        discards=none,
        markers=(board.all_colours,) * players,
        predictions=none,
        tokens=none,
        filled=0,
        leader=starter,
        trick=(),
        won=none,
        round=number,
        scored=scored,
    )
