"""The seats of Neko Neko Territory, and the empty park before the deal."""

from __future__ import annotations

from cattools.core.game import Seat
from cattools.core.options import Options
from cattools.games.territory.rules.components import ASSIST, CELLS, COLOURS, SIZE, plan
from cattools.games.territory.rules.labels import SEATS
from cattools.games.territory.rules.state import DueDraw, Territory, drawing

PLAYERS = tuple(Seat(colour, name, f"players.{colour}") for colour, name in zip(COLOURS, SEATS, strict=True))


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the players, two in the game for two (`territory.players`)."""
    return PLAYERS[: plan(options).seats]


def start(options: Options) -> Territory:
    """Return the empty park before the deal (`territory.setup.hand`, `territory.duel.cards`).

    The assist cards are a separate deck (`territory.setup.assist-deck`).
    """
    table = plan(options)
    cells, assist = table.hand
    draws = tuple(DueDraw(seat, deck) for deck in [ASSIST] * assist + [CELLS] * cells for seat in range(table.seats))
    return Territory(
        options=options,
        plan=table,
        stacks=bytes(SIZE),
        tops=(0,) * table.seats,
        hands=(bytes(dict.fromkeys(table.assist)) if table.duel else b"",) * table.seats,
        cell_deck=table.cells,
        assist_deck=b"" if table.duel else table.assist,
        bottom=(),
        used=b"",
        treasures=table.treasures,
        won=(b"",) * table.seats,
        bonus=(0,) * table.seats,
        step=drawing(draws, lot=True),
    )
