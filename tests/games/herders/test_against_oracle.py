"""Cat Herders against the oracle: many crowded positions, comparing all ways to play a whole turn."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

from cattools.core.grid import bits
from cattools.games import game
from cattools.games.herders import Herders
from tests.games.herders import oracle
from tests.games.herders.oracle import Rules, Table, TooManyError
from tests.games.herders.random_positions import knot
from tests.kinds import number, some

HERDERS = game("herders")
EVERY = list(product((False, True), (False, True), (False, True)))
# The number of positions for each of the 8 combinations of options. On squares, cats seldom block each other.
ROUNDS = {"hex": number(15, 300), "large": 75, "square": 400}


def names(state: Herders, cells: int) -> frozenset[str]:
    """Return the names of the cells of a mask."""
    return frozenset(state.board.grid.names[cell] for cell in bits(cells))


@cache  # many ways lead to the same table
def table_of(state: Herders, mover: int) -> Table:
    """Return the pieces on the table, from the mover's side."""
    own, other = (names(state, state.herders[seat]) for seat in (mover, 1 - mover))
    return Table(own, other, names(state, state.cats), state.hands[mover], state.taken[mover])


def ends_of(state: Herders, mover: int) -> dict[tuple[str, ...], Herders]:
    """Return every way the game allows to finish the turn: its steps, and the position after it."""
    if state.turn != mover or not state.pending:
        return {(): state}
    return {
        (str(step), *more): end for step in state.legal() for more, end in ends_of(state.apply(step), mover).items()
    }


def compare(rules: Rules, line: str, acts: int, rng: Random) -> Counter[str]:
    """Compare one position: all herder actions, and the whole turns of those that scare the most cats."""
    state = HERDERS.read_position(line, HERDERS.choose(rules.line()))
    table, mover = oracle.read(line, rules), state.turn
    plain = oracle.acts(rules, table)
    assert {str(a) for a in state.legal()} == (set(plain) or {"pass"}), line
    seen = Counter[str]()
    lively = sorted(sorted(plain), key=lambda a: (-len(oracle.scares(rules, table, a)), rng.random()))
    for act in lively[:acts]:
        try:
            turn = oracle.turn(rules, plain[act], act)
        except TooManyError:
            seen["too many"] += 1
            continue
        after = state.apply(HERDERS.read_action(act, state))
        ends = ends_of(after, mover)
        assert {way: table_of(end, mover) for way, end in ends.items()} == turn.allowed, f"{rules.line()} {line} {act}"
        way, end = next(iter(ends.items()))
        assert str(end).split()[0] == oracle.write(rules, turn.allowed[way], ("red", "blue")[mover])
        seen["turns"] += 1
        seen["choice matters"] += any(count < turn.most for _, count, _ in turn.every)
        seen["a cat stays"] += turn.most < len(turn.scared)
        seen["won"] += any(end.taken == oracle.WIN for end in turn.allowed.values())
        blocked = [c for c in turn.scared if not oracle.calmest(rules, plain[act], c)]
        seen["blocked runs later"] += turn.most > len(turn.scared) - len(blocked)
    return seen


@pytest.mark.slow
@pytest.mark.rule("herders.herd.most")
@pytest.mark.rule("herders.option.combine")
@pytest.mark.sampled
@pytest.mark.parametrize(("board", "rounds"), some(ROUNDS.items(), lambda row: row[0] == "hex"))
def test_whole_turns_match_the_oracle(board: str, rounds: int) -> None:
    rng, total = Random(f"knots {board}"), Counter[str]()
    for options in EVERY:
        rules = Rules(board, *options)
        for _ in range(rounds):
            total += compare(rules, knot(rng, rules), 2, rng)
    # The comparison is meaningful only if the hard cases occurred.
    print(dict(total))  # noqa: T201 - shown with -s
    assert total["turns"] > 8 * rounds
    assert total["too many"] < total["turns"] / 10
    for rare in ("choice matters", "a cat stays", "won", "blocked runs later"):
        assert total[rare] > (4 if board != "square" else 0), (rare, total)
