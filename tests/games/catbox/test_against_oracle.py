"""Cat in the Box against the oracle: many rounds for every number of players, decision by decision."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cattools.bots import bot, random
from cattools.games.catbox.components import numbers
from cattools.games.catbox.position import Catbox, points
from tests.games.catbox.oracle import COLOURS, TABLE, Cell, Round
from tests.games.catbox.positions_builder import begun
from tests.games.helpers import play
from tests.kinds import number

ROUNDS = number(60, 800)  # per number of players
# How all seats play a round: "wise" seats play like the careful bot, "tame" ones follow the led colour if possible so
# that rounds reach the last trick, "shy" ones avoid red where possible, and "random" ones play at random.
WAYS = ("wise", "tame", "tame", "tame", "shy", "random", "random", "random")


def written(cell: Cell) -> str:
    return f"{cell[0][0]}{cell[1]}"


def dealt(players: int, seed: int, rng: Random, way: str) -> Catbox:
    """Return a round in which every player has put a card aside and predicted."""
    state = begun(players, seed)
    while state.phase != "play":
        choose = bot("careful") if way == "wise" else random
        state = state.apply(choose(state.view(state.turn), rng))
    return state


def choose(state: Catbox, possible: set[Cell], rng: Random, way: str) -> Cell:
    """Return the cell to declare."""
    if way == "wise":
        name = str(bot("careful")(state.view(state.turn), rng))
        return next(c for c in possible if written(c) == name)
    if way == "tame":
        led = state.trick[0] // state.board.numbers if not state.leads else -1
        room = {n: sum(c[1] == n for c in possible) for _, n in possible}
        return min(sorted(possible), key=lambda c: (COLOURS.index(c[0]) != led, room[c[1]], rng.random()))
    some = [c for c in possible if c[0] != "red"] if way == "shy" or rng.random() < 0.6 else []
    return rng.choice(sorted(some or possible))


def compare(state: Catbox, rng: Random, way: str) -> Counter[str]:
    """Play a round in the game and in the oracle, comparing what is possible before each card."""
    players, seen, index = state.players, Counter[str](), state.board.grid.index
    revealed = [int(name[1]) for name in state.board.grid.named(state.observed).split(",") if name]
    plain = Round(players, [numbers(h) for h in state.hands], list(state.predictions), state.leader, revealed)
    while state.phase == "play":
        assert state.turn == plain.who()
        possible = plain.possible()
        names = sorted(map(written, possible), key=index.__getitem__)
        assert [str(a) for a in state.legal()] == (names or ["paradox"]), str(state)
        leads, red = not plain.trick, any(c[0] == "red" for c in possible)
        seen["led a closed red"] += leads and red and not state.red_open
        seen["red led"] += leads and red and state.red_open
        seen["led paradox"] += leads and not possible
        if not possible:
            plain.stuck()
            state = play(state, "paradox")
        else:
            cell, before = choose(state, possible, rng, way), plain.piles[:]
            plain.declare(cell)
            state = play(state, written(cell))
            seen["tricks"] += before != plain.piles
        for seat in range(players):
            assert numbers(state.hands[seat]) == sorted(plain.hands[seat])
            assert [c for n, c in enumerate(COLOURS) if state.markers[seat] >> n & 1] == plain.colours[seat]
            assert state.board.group(state.tokens[seat]).bit_count() == plain.group(seat)
        assert list(state.won) == plain.piles
        assert (state.phase == "end") == plain.over()
    assert state.paradox == plain.paradox
    assert list(points(state)) == plain.points()
    seen["whole rounds"] += plain.paradox is None
    seen["bonus"] += any(extra for _, extra in plain.points())
    seen["negative"] += any(won < 0 for won, _ in plain.points())
    return seen


@pytest.mark.slow
@pytest.mark.rule("catbox.follow.free")
@pytest.mark.rule("catbox.setup.table")
@pytest.mark.sampled
@pytest.mark.parametrize("players", TABLE)
def test_rounds_match_the_oracle(players: int) -> None:
    total, rng = Counter[str](), Random(players)
    for seed in range(ROUNDS):
        way = WAYS[seed % len(WAYS)]
        total += compare(dealt(players, seed, rng, way), rng, way)
    # The comparison is meaningful only if the hard cases occurred.
    print(players, dict(total))  # noqa: T201 - shown with -s
    assert total["tricks"] > 3 * ROUNDS
    for rare in ("led a closed red", "red led", "led paradox", "whole rounds", "bonus", "negative"):
        assert total[rare] > 1, (rare, total)


def test_the_game_and_the_oracle_have_the_same_set_up_values() -> None:
    for players, (highest, tricks, predictions) in TABLE.items():
        board = begun(players).board
        assert (board.numbers, board.tricks, list(board.predictions)) == (highest, tricks, predictions)
