"""Neko Neko Territory against the oracle, on random positions of every game."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from cattools.core.game import CHANCE
from cattools.games.territory import Territory
from tests.games.territory.oracle import COLOURS, OPEN, Park, Placing, actions, points
from tests.games.territory.positions_builder import TERRITORY, hand, stacks
from tests.games.territory.random_positions import VARIANTS, Laid, random_position
from tests.kinds import number

ROUNDS = number(40, 500)


def in_notation(park: Park) -> dict[str, str]:
    """Return a park in the game's notation."""
    return {cell: "".join(c[0] for c in reversed(cats)) for cell, cats in park.items() if cats}


def players_asked(laid: Laid, placing: Placing, card: str, duel: bool) -> list[str]:
    """Return the players asked, clockwise: those with a cat about to flip and an assist card (in the duel, a block)."""
    at = laid.colours.index(laid.turn)
    clockwise = [laid.colours[(at + n) % len(laid.colours)] for n in range(1, len(laid.colours))]
    found = []
    for colour in clockwise:
        held = laid.hands[COLOURS.index(colour)]
        able = "block" in held if duel else any(len(name) > 2 for name in held)
        if colour in placing.threatened() and able:
            found.append(colour)
    return found


@pytest.mark.slow
@pytest.mark.rule("territory.flip.line")
@pytest.mark.rule("territory.flip.nearest")
@pytest.mark.rule("territory.flip.gap")
@pytest.mark.rule("territory.flip.restack")
@pytest.mark.rule("territory.assist.block")
@pytest.mark.rule("territory.assist.block-window")
@pytest.mark.rule("territory.advanced.bonus.blocked")
@pytest.mark.sampled
@pytest.mark.parametrize("options", VARIANTS)
def test_placements_answers_and_flipped_cells_match_the_oracle(options: str) -> None:
    rng, chosen = Random(options), TERRITORY.choose(options)
    turning = blocked = paid = 0
    for _ in range(ROUNDS):
        laid = random_position(rng, options)
        start = TERRITORY.read_position(laid.line, chosen)
        assert isinstance(start, Territory)
        mine = laid.hands[COLOURS.index(laid.turn)]
        possible = actions(laid.park, laid.turn, mine)
        ours = {a for a in map(str, start.legal()) if ">" not in a and a not in ("double", "search", "pass")}
        assert ours == possible
        for written in rng.sample(sorted(possible), min(4, len(possible))):
            card, _, cell = written.rpartition(":")
            placing = Placing(laid.park, laid.turn, cell, card or "cell")
            order = players_asked(laid, placing, card, "duel" in options)
            for answers in product((False, True), repeat=len(order)):
                if any(
                    yes and "block" not in laid.hands[COLOURS.index(c)] for c, yes in zip(order, answers, strict=True)
                ):
                    continue
                blockers = {c for c, yes in zip(order, answers, strict=True) if yes}
                check(start, laid, written, placing, order, blockers, options)
                turning += any(placing.turned(blockers).values())
                blocked += bool(blockers)
                paid += placing.bonus(blockers) > 0
    assert turning > ROUNDS // 2
    assert blocked > ROUNDS // 20
    assert paid > ROUNDS // 20


def check(
    start: Territory, laid: Laid, written: str, placing: Placing, order: list[str], blockers: set[str], options: str
) -> None:
    """Play a placement and its answers in the game and the oracle; compare the stacks, the points and who draws."""
    seat, basic = COLOURS.index(laid.turn), "game=" not in options
    state = start.apply(TERRITORY.read_action(written, start))
    fresh = placing.cell not in laid.park
    treasure = 0
    if basic and fresh:
        assert state.to_move == CHANCE
        state = state.apply(TERRITORY.read_action("*3", state))
        treasure = 3
    elif "advanced" in options and fresh:
        treasure = OPEN.get(placing.cell, 0)
    for colour in order:
        assert state.to_move == COLOURS.index(colour)
        assert {"block", "allow"} >= set(map(str, state.legal())) >= {"allow"}
        assert ("block" in map(str, state.legal())) == ("block" in laid.hands[COLOURS.index(colour)])
        state = state.apply(TERRITORY.read_action("block" if colour in blockers else "allow", state))
    assert state.to_move in (CHANCE, None) or "duel" in options
    park = placing.result(blockers)
    assert stacks(state) == in_notation(park)
    bonus = 0 if basic else placing.bonus(blockers)
    assert state.bonus == tuple(bonus if n == seat else 0 for n in range(len(laid.colours)))
    for n, colour in enumerate(laid.colours):
        extra = treasure + bonus if n == seat else 0
        assert state.score().total(n) == points(park, colour) + extra
    if len(park) == 36:
        assert state.to_move is None
        sums = [state.score().total(n) for n in range(len(laid.colours))]
        assert list(state.winners()) == [n for n, total in enumerate(sums) if total == max(sums)]
        return
    drawing = [*(COLOURS.index(c) for c in order if c in blockers), seat]
    if "duel" in options:
        drawing = [seat] if ":" not in written else []
    for drawer in drawing:
        assert state.to_move == CHANCE
        before = sum(len(h) for h in state.hands)
        state = state.apply(next(a for _, a in state.chances() if str(a) != "*END"))
        assert sum(len(h) for h in state.hands) == before + 1
        assert len(hand(state, drawer)) >= 1
    assert state.to_move == (seat + 1) % len(laid.colours)
    sizes = [len(h) for h in state.hands]
    assert sizes == [len(h) for h in start.hands] or "duel" in options
