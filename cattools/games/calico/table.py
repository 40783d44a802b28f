"""The table before anybody plays: who sits where, how many patches, which cats may come, what follows what."""

from __future__ import annotations

from functools import cache, lru_cache

from cattools.core.options import Options
from cattools.games.calico.actions import Draw, Place
from cattools.games.calico.box import BOARDS, CATS, COPIES, GRID, KINDS, PATCHES, Board

DEAL_CATS, DEAL_PATTERNS, DEAL_GOALS, CHOOSE, DEAL_HANDS, DEAL_MARKET, BEGIN, PLACE, TAKE, REFILL, OVER = range(11)
DRAWS = tuple(Draw(patch) for patch in PATCHES)
SEEN = KINDS  # added to a hand's patch that everybody saw in the market
UNKNOWN = -1  # a patch of the hand in a view that may not know it
NOBODY = -1


@cache
def boards(options: Options) -> tuple[Board, ...]:
    """Return the boards in play, in the order of the seats (`calico.players`, `calico.board`)."""
    first = next(n for n, board in enumerate(BOARDS) if board.name == options["board"])
    count = 1 if options["scenario"] else int(options.word("players"))
    if count == 2 and options["second"] not in ("next", options["board"]):
        return (BOARDS[first], next(board for board in BOARDS if board.name == options["second"]))
    return tuple(BOARDS[(first + n) % len(BOARDS)] for n in range(count))


@cache
def copies(options: Options) -> int:
    """Return how many of each patch are in the game (`calico.variant.duel`)."""
    return COPIES - 1 if options.flag("duel") and len(boards(options)) <= 2 else COPIES


@cache
def prefix(options: Options, seat: int) -> str:
    """Return what the names of a seat's areas begin with; nothing for a single player."""
    found = boards(options)
    return f"{found[seat].name}." if len(found) > 1 else ""


@lru_cache(maxsize=1024)
def places(who: str, slot: int, kind: int) -> tuple[Place, ...]:
    """Return the action for each cell, made once."""
    return tuple(Place(who, slot, PATCHES[kind], name) for name in GRID.names)


def visitors(options: Options, dots: int) -> list[int]:
    """Return the cats that may come for a number of dots (`calico.setup.cats`, `calico.cat.promo.lot`)."""
    found = [n for n, cat in enumerate(CATS) if cat.dots == dots]
    promo = options.word("promo")
    plain, special = [n for n in found if not CATS[n].promo], [n for n in found if CATS[n].promo]
    if not special or promo == "off":
        return plain
    return found if promo == "lot" else [n for n in special if (CATS[n].promo == "group") == (promo == "luna")]
