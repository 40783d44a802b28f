"""The setup of Calico: seats, the initial state, and the deals and choices before the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from cattools.core.game import Seat
from cattools.core.options import Options
from cattools.games.calico.rules.actions import Action, Begin, Choose, DealCat, DealGoals, DealPatterns
from cattools.games.calico.rules.components import (
    CATS,
    FIRST_CATS,
    FIRST_GOALS,
    GOAL_CELLS,
    GOALS,
    GRID,
    PATTERNS,
    SCENARIOS,
    Pair,
    boards,
    copies,
    full,
    has_goals,
    prefix,
)
from cattools.games.calico.rules.labels import ALONE, PLAYERS
from cattools.games.calico.rules.quilt import empty
from cattools.games.calico.rules.state import DEAL_CATS, DEAL_GOALS, DEAL_PATTERNS, DRAW_FIRST, Calico


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the seats, each named after the colour of its board (`calico.players`)."""
    found = boards(options)
    names = [PLAYERS[board.name] for board in found] if len(found) > 1 else [ALONE]
    return tuple(Seat(b.name, name, f"calico.{b.name}") for b, name in zip(found, names, strict=True))


def start(options: Options) -> Calico:
    """Return the initial state, before anything is dealt (`calico.variant.first-game`, `calico.variant.family`).

    A scenario has its own cats and goal tiles (`calico.variant.solo.scenario`).
    """
    quilts = [empty(board) for board in boards(options)]
    cats: tuple[int, ...] = ()
    tiles: tuple[int, ...] = ()
    if options["scenario"]:
        scenario = SCENARIOS[options.number("scenario") - 1]
        cats, tiles = scenario.cats, scenario.goals
    elif options.flag("first-game"):
        cats = FIRST_CATS
        quilts = [replace(quilt, goals=FIRST_GOALS) for quilt in quilts]
    if not has_goals(options):
        tiles, quilts = (), [empty(board) for board in boards(options)]
    seated, bag = len(quilts), full(copies(options))
    return Calico(
        options=options, quilts=tuple(quilts), hands=((),) * seated, bag=bag, cats=cats, tiles=(tiles,) * seated
    )


def visitors(options: Options, dots: int) -> list[int]:
    """Return the cats with this number of dots that can be dealt (`calico.setup.cats`, `calico.cat.promo`)."""
    found = [n for n, cat in enumerate(CATS) if cat.dots == dots]
    promo = options.word("promo")
    plain, special = [n for n in found if not CATS[n].promo], [n for n in found if CATS[n].promo]
    if not special or promo == "off":
        return plain
    return found if promo == "lot" else [n for n in special if (CATS[n].promo == "group") == (promo == "luna")]


def unliked(pairs: Sequence[Pair]) -> list[int]:
    """Return the patterns not yet dealt to a cat."""
    return [n for n in range(len(PATTERNS)) if all(n not in pair for pair in pairs)]


def deals(state: Calico) -> Sequence[Action]:
    """Return the possible deals, all equally likely, except draws from the bag."""
    stage = state.stage
    if stage is DEAL_CATS:
        return [DealCat(CATS[c].name) for c in visitors(state.options, len(state.cats) + 1)]
    if stage is DEAL_PATTERNS:
        return [DealPatterns(PATTERNS[a], PATTERNS[b]) for a, b in combinations(unliked(state.pairs), 2)]
    if stage is DEAL_GOALS:
        return [DealGoals(four) for four in combinations([goal.letters for goal in GOALS], 4)]
    return [Begin(board.name) for board in boards(state.options)] if stage is DRAW_FIRST else []


def choices(state: Calico) -> Sequence[Action]:
    """Return every way in which the choosing seat can place one of its goal tiles (`calico.setup.goals`)."""
    seat = state.choosing
    if seat is None:
        return []
    spaces = [GRID.names[GOAL_CELLS[n]] for n, goal in enumerate(state.quilts[seat].goals) if goal is None]
    who = prefix(state.options, seat)
    return [
        Choose(who=who, slot=n, goal=GOALS[tile].letters, at=at)
        for n, tile in enumerate(state.tiles[seat])
        for at in spaces
    ]
