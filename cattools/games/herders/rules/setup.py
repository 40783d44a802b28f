"""The seats of Cat Herders, and the board before the cats are dealt."""

from __future__ import annotations

from cattools.core.game import Seat
from cattools.core.options import Options
from cattools.games.herders.rules.components import box, variant
from cattools.games.herders.rules.labels import SEATS
from cattools.games.herders.rules.state import Herders

PLAYERS = tuple(Seat(name.lower(), name, f"herders.{name.lower()}") for name in SEATS)


def seats(_: Options) -> tuple[Seat, ...]:
    """Return the two players, red and blue (`herders.players`)."""
    return PLAYERS


def start(options: Options) -> Herders:
    """Return the set-up before the cats are dealt (`herders.setup.normal`, `herders.setup.advanced`).

    With the option `empty-wall`, no herders start on the wall (`herders.option.empty-wall`).
    """
    rules = variant(options)
    herders = (0, 0) if options.flag("empty-wall") else rules.board.start[options.word("setup")]
    hands = (box().herders - herders[0].bit_count(), box().herders - herders[1].bit_count())
    return Herders(options=options, variant=rules, herders=herders, cats=0, hands=hands, undealt=rules.board.cats)
