"""Calico against the oracle: random quilts sewn patch by patch, on every board, with every cat."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from cattools.games import game
from cattools.games.calico import components, position
from cattools.games.calico.position import Calico, Quilt, with_patch
from tests.games.calico import oracle
from tests.games.calico.oracle import Plain
from tests.games.calico.positions_builder import INNER
from tests.kinds import number

CALICO = game("calico")
SPACES = [n for row in INNER for n in row if n not in ("c4", "d5", "e3")]
PLAIN_CATS = list(oracle.WORTH)
BANDS = ("b2 b3 c2 c3", "b4 b5 b6 c6", "d2 d3 e2 f2", "c5 d4 e4", "d6 e5 e6", "f3 f4 f5 f6")


def table(rng: Random) -> tuple[Calico, Plain]:
    """Return an empty quilt with random cats, patterns and goals, once as the game's state and once for the oracle."""
    board = rng.choice([b.name for b in components.BOARDS])
    cats = rng.sample(PLAIN_CATS, 3)
    patterns = rng.sample(range(6), 6)
    pairs = [tuple(sorted(patterns[n : n + 2])) for n in (0, 2, 4)]
    goals = rng.sample(list(oracle.POINTS), 3)
    words = ",".join(f"{c}:{''.join(components.LETTERS[p] for p in pair)}" for c, pair in zip(cats, pairs, strict=True))
    line = f"cats={words} {board}=5/2_2/3_1/1_3/5;{','.join(goals)};Nd turn={board}"
    likes = {components.PATTERNS[p]: c for c, pair in zip(cats, pairs, strict=True) for p in pair}
    state = CALICO.read_position(line, CALICO.choose(f"players=1,board={board}"))
    return state, Plain(board, likes, (goals[0], goals[1], goals[2]))


def sewn(rng: Random, lean: float) -> list[tuple[str, str]]:
    """Return the 22 spaces in random order, each with a patch; many patches are alike, so that groups grow."""
    cells, found = rng.sample(SPACES, len(SPACES)), []
    colours, patterns, banded = rng.sample("NBGPUY", 6), rng.sample("defqsv", 2), rng.random() < 0.3
    for cell in cells:
        colour = rng.choice(colours[:3] if rng.random() < lean else colours)
        if banded:  # one colour per band of neighbouring spaces, for buttons of all colours
            colour = next(c for c, band in zip(colours, BANDS, strict=True) if cell in band)
        found.append((cell, colour + rng.choice(patterns if rng.random() < lean else "defqsv")))
    return found


@pytest.mark.rule("calico.score")
@pytest.mark.rule("calico.cat.apart")
@pytest.mark.rule("calico.button.apart")
@pytest.mark.sampled
def test_random_quilts_have_the_same_tokens_and_score() -> None:
    rng, seen = Random("quilts"), Counter[str]()
    for round_ in range(number(400, 4000)):
        state, plain = table(rng)
        quilt = state.quilts[0]
        for cell, patch in sewn(rng, (0.2, 0.5, 0.8, 0.95)[round_ % 4]):
            at = components.GRID.index[cell]
            quilt = with_patch(quilt, components.KIND[patch], at, state.likes)
            plain.sew(oracle.spot(cell), oracle.patch(patch))
        names = components.GRID.names
        assert {names[c] for c in range(49) if quilt.cats >> c & 1} == {oracle.name(s) for s in plain.cats}
        assert {names[c] for c in range(49) if quilt.buttons >> c & 1} == {oracle.name(s) for s in plain.buttons}
        full = replace(state, quilts=(quilt,))
        assert full.score().total(0) == position.points(full, 0) == plain.score()
        seen.update(plain.cats.values())
        seen["rainbow"] += set(plain.buttons.values()) == set(oracle.COLOURS)
        seen.update(line.rule for line in full.score().lines)
    print(dict(seen))  # noqa: T201 - shown with -s
    for rare in (*PLAIN_CATS, "rainbow", "calico.goal.one", "calico.goal.both"):
        assert seen[rare] > 3, (rare, seen)


@pytest.mark.rule("calico.score")
@pytest.mark.rule("calico.goal.kinds")
@pytest.mark.sampled
def test_permuting_colours_and_patterns_does_not_change_the_score() -> None:
    """All colours are permuted, also in the ring; so are the patterns, together with the cats that like them."""
    rng = Random("names")
    for _ in range(number(40, 600)):
        state, _ = table(rng)
        quilt = state.quilts[0]
        colours, patterns = rng.sample(range(6), 6), rng.sample(range(6), 6)
        other = Quilt(
            tuple(quilt.colours[colours.index(n)] for n in range(6)),
            tuple(quilt.patterns[patterns.index(n)] for n in range(6)),
            quilt.free,
            quilt.goals,
        )
        liked = ((patterns[p], patterns[q]) for p, q in state.pairs)
        pairs = tuple((min(pair), max(pair)) for pair in liked)
        renamed = replace(state, pairs=pairs)
        for cell, patch in sewn(rng, 0.7):
            kind, at = components.KIND[patch], components.GRID.index[cell]
            quilt = with_patch(quilt, kind, at, state.likes)
            new = colours[components.COLOUR[kind]] * 6 + patterns[components.PATTERN[kind]]
            other = with_patch(other, new, at, renamed.likes)
            assert (other.cats, other.buttons) == (quilt.cats, quilt.buttons)
        ours = replace(state, quilts=(quilt,)).score()
        theirs = replace(renamed, quilts=(other,)).score()
        assert ours.total(0) == theirs.total(0)
        assert sorted(line.cells for line in ours.lines) == sorted(line.cells for line in theirs.lines)


@pytest.mark.rule("calico.turn.tokens")
@pytest.mark.rule("calico.cat.once-a-placement")
@pytest.mark.sampled
@pytest.mark.ruling("calico.ruling.two-cats", "No")
def test_one_patch_earns_at_most_one_cat_and_one_button() -> None:
    rng = Random("one")
    for _ in range(number(25, 400)):
        state, _ = table(rng)
        quilt = state.quilts[0]
        for cell, patch in sewn(rng, 0.9):
            after = with_patch(quilt, components.KIND[patch], components.GRID.index[cell], state.likes)
            assert (after.cats ^ quilt.cats).bit_count() <= 1
            assert (after.buttons ^ quilt.buttons).bit_count() <= 1
            quilt = after
