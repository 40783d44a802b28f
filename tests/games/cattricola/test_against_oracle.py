"""Cattricola against the oracle: whole random games step by step, and thousands of random discs."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cattools.core.chance import Dealer
from cattools.games.cattricola import Cattricola, position
from cattools.games.cattricola.components import FACES, disc_boards, read_tile, write_tile
from cattools.games.cattricola.position import tally
from tests.games.cattricola import oracle
from tests.games.cattricola.positions_builder import CATTRICOLA
from tests.games.helpers import legal
from tests.kinds import nightly, number

OPTIONS = [
    ("players=2", 12), ("players=3", 5), ("players=4", 4), nightly(("players=4,ranch=line", 2)),
    nightly(("players=4,ranch=corner", 2)), nightly(("players=3,ranch=own", 3)), ("players=2,hidden=no", 2),
]  # fmt: skip


def same(state: object, plain: oracle.Plain) -> bool:
    """Return whether the game and the oracle are in the same position."""
    again = oracle.read(str(state))
    if again.mover == "end":
        again.final = plain.final
    return again == plain


@pytest.mark.slow
@pytest.mark.rule("cattricola.catch.range")
@pytest.mark.rule("cattricola.place.order")
@pytest.mark.rule("cattricola.circle.lift")
@pytest.mark.sampled
@pytest.mark.parametrize(("options", "games"), OPTIONS)
def test_whole_games_match_the_oracle(options: str, games: int) -> None:
    rng, seen = Random(options), Counter[str]()
    number_of_games = number(games, 4 * games)
    for seed in range(number_of_games):
        dealer = Dealer(seed)
        state = CATTRICOLA.start(CATTRICOLA.choose(options))
        while state.to_move is not None and state.first is None:
            state = state.apply_unchecked(dealer.choose(state) if state.to_move < 0 else rng.choice(state.legal()))
        plain = oracle.read(str(state))
        while True:
            found = legal(state)
            assert found == oracle.legal(plain), str(state)
            assert len(state.legal()) == len(found)
            if not found:
                break
            keen = [a for a in sorted(found) if a[0] in "@^" or (a[0].isalpha() and "<>" not in a)]
            action = rng.choice(keen if keen and rng.random() < 0.4 else sorted(found))
            # Random games seldom empty a circle, so now and then choose a catch that does.
            if rng.random() < 0.5 and (tempting := [a for a in keen if appears(state, a)]):
                action = rng.choice(tempting)
            seen["lift"] += action[0] == "^"
            seen["declined"] += action == "done" and bool(plain.hand)
            seen["final catch"] += plain.final and action in oracle.ranges(plain)
            before = sum(map(len, plain.unplaced))
            state = state.apply(CATTRICOLA.read_action(action, state))
            oracle.act(plain, action)
            seen["unplaced"] += sum(map(len, plain.unplaced)) > before
            assert same(state, plain), f"{state} after {action}"
        for seat in range(plain.players):
            stays, points, gone = oracle.count(plain.letters[seat], plain.discs[seat], len(plain.unplaced[seat]))
            found_ = tally(state.board(seat), state.discs[seat])
            assert (not found_.lacking, position.points(state, seat)) == (stays, points)
            lines = state.score().of(seat)
            assert sum(line.points for line in lines) == (points if stays else 0)
            seen["out"] += not stays
            seen["removed"] += any(gone)
        assert state.winners() == (() if oracle.winner(plain) is None else (oracle.winner(plain),))
        seen["games"] += 1
    print(options, dict(seen))  # noqa: T201 - shown with -s
    assert seen["games"] == number_of_games
    if options == "players=2":  # the comparison is meaningful only if the hard cases occurred
        assert min(seen[k] for k in ("lift", "final catch", "unplaced", "out", "removed")) > 0, seen


def appears(state: Cattricola, action: str) -> bool:
    """Return whether a catch makes a circle appear."""
    if not (action[0].isalpha() and "<>" not in action and action not in ("done", "pass")):
        return False
    after = state.apply_unchecked(CATTRICOLA.read_action(action, state))
    return after.appeared > state.appeared


def shuffled_disc(rng: Random, size: int) -> bytes:
    """Return a disc filled from number 1 up with tiles of a random choice of faces, so that groups are common."""
    faces = rng.sample(FACES, rng.randint(3, len(FACES)))
    filled = rng.choice((size, size, rng.randint(0, size)))
    return bytes(rng.choice(faces) for _ in range(filled)).ljust(size, b"\0")


@pytest.mark.rule("cattricola.score.chain")
@pytest.mark.rule("cattricola.score.wolf")
@pytest.mark.rule("cattricola.score.couple")
@pytest.mark.rule("cattricola.score.cluster")
@pytest.mark.sampled
def test_the_checks_match_the_oracle() -> None:
    rng, seen = Random(5), Counter[str]()
    for _ in range(number(2000, 20_000)):
        letter = rng.choice("ABCD")
        board = disc_boards()[letter]
        disc = shuffled_disc(rng, board.size)
        found = tally(board, disc)
        tiles = {n: write_tile(tile) for n, tile in enumerate(disc, 1) if tile}
        assert all(read_tile(tile) for tile in tiles.values())
        stays, points, gone = oracle.count(letter, tiles, 0)
        masks = [
            {n + 1 for n in range(board.size) if cells >> n & 1} for cells in (found.wolf, found.couple, found.cluster)
        ]
        assert (not found.lacking, found.points, masks) == (stays, points, gone), (letter, tiles)
        for name, cells in zip(("wolf", "couple", "cluster"), gone, strict=True):
            seen[name] += bool(cells)
        seen["all three"] += all(gone)
        seen["left"] += points > 0
        seen["stays"] += stays
    print(dict(seen))  # noqa: T201 - shown with -s
    assert min(seen.values()) > 25, seen
