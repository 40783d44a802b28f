"""Helpers to build positions of Cat in the Box and to play on them."""

from __future__ import annotations

import re
from collections import Counter

from cattools.core.chance import Dealer
from cattools.core.random_play import random_game
from cattools.games.catbox import GAME, Catbox
from tests.games.helpers import short

CATBOX = GAME
ROWS = "rbyg"
# By number of players: highest number, cards dealt, cards not dealt, default prediction.
BOX = {2: (5, 10, 5, "-"), 3: (6, 10, 0, "1"), 4: (8, 10, 0, "1"), 5: (9, 9, 0, "1")}


def lay(
    players: int,
    tokens: dict[str, str],
    trick: str,
    hands: dict[str, str] | None = None,
    *,
    lost: dict[str, str] | None = None,
    predictions: str = "",
    won: str = "",
    aside: str = "",
    observed: str = "",
    phase: str = "play",
    more: str = "",
) -> Catbox:
    """Return the position with tokens on the named cells; hands are completed with the remaining cards.

    Seats are named by their first letters: p, t, o, s, i.
    """
    wide, dealt, left, usual = BOX[players]
    seats = "ptosi"[:players]
    signs = {cell: seat for seat, cells in tokens.items() for cell in cells.split()}
    signs.update(dict.fromkeys(observed.split(), "x"))
    lines = ("".join(signs.get(f"{row}{n}", ".") for n in range(1, wide + 1)) for row in ROWS)
    board = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), line) for line in lines)
    pool = Counter({str(n): 5 for n in range(1, wide + 1)})
    pool.subtract(cell[1] for cell in signs)
    known = {seat: (hands or {}).get(seat, "") for seat in seats}
    pool.subtract("".join(known.values()))
    put = aside.replace("/", "")
    pool.subtract(put)
    assert min(pool.values()) >= 0, pool
    rest, full = sorted(pool.elements()), {}
    for seat in seats:
        due = dealt - 1 - len(tokens.get(seat, "").split()) - len(known[seat])
        assert due >= 0, (seat, due)
        full[seat] = "".join(sorted(known[seat] + "".join(rest.pop() for _ in range(due))))
    while len(put) < players:
        put += rest.pop()
    assert len(rest) == left - len(observed.split()), rest
    kept = ("".join(c for c in ROWS if c not in (lost or {}).get(seat, "")) or "-" for seat in seats)
    line = [
        board, phase, trick, "/".join(full[s] or "-" for s in seats), "/".join(kept),
        predictions or "/".join([usual] * players), won or "/".join(["0"] * players), "/".join(put),
        *([more] if more else []), *([f"deck={''.join(rest)}"] if rest else []),
    ]  # fmt: skip
    return CATBOX.read_position(" ".join(line), CATBOX.choose({"players": str(players)}))


def begun(players: int, seed: int = 1) -> Catbox:
    """Return a game after the deal."""
    return Dealer(seed).settle(CATBOX.start(CATBOX.choose({"players": str(players)})))


def walked(players: int, seed: int) -> list[Catbox]:
    """Return every state of one random game, deals included."""
    found = [*random_game(CATBOX, CATBOX.choose({"players": str(players)}), seed, 1000)]
    assert found[-1].to_move is None
    return found


def colours(state: Catbox, seat: int) -> str:
    """Return the letters of the colours a seat still has."""
    return "".join(c for n, c in enumerate(ROWS) if state.markers[seat] >> n & 1)


def sentences(state: Catbox, move: str) -> list[tuple[str, str]]:
    """Return the rule (without the game's name) and the sentence of each event of a move."""
    return [(short(e.rule), str(e)) for e in state.events(CATBOX.read_action(move, state))]
