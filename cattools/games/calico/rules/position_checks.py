"""Checks for positions that the notation can express but no game can reach; each error cites a rule and areas."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from cattools.core.errors import PositionError
from cattools.core.grid import bits
from cattools.core.messages import N_, listed, text
from cattools.games.calico.rules.components import (
    CATS,
    GRID,
    KINDS,
    PATCHES,
    SPACES,
    boards,
    box,
    brings_cats,
    copies,
    full,
    heap,
    prefix,
)
from cattools.games.calico.rules.setup import start
from cattools.games.calico.rules.state import REFILL, TAKE, Calico

PROMO_WORDS = ("eleven", "seven")


def visible(state: Calico) -> list[int]:
    """Return every patch on the table: on quilts, in hands and in the market."""
    sewn = [quilt.kind(c) for quilt in state.quilts for c in bits(SPACES & ~quilt.free)]
    return [*sewn, *(kind % KINDS for hand in state.hands for kind in hand), *state.market]


def checked(state: Calico, out: list[int]) -> Calico:
    """Return the state with its bag. Raises `PositionError` if no game can reach it."""
    most = copies(state.options)
    seen = Counter([*visible(state), *out])
    if over := [kind for kind, n in seen.items() if n > most]:
        rule = "calico.variant.duel" if most < box().copies else "calico.components"
        expected = text(N_("at most {most} {patch} patches"), most=most, patch=PATCHES[over[0]])
        raise PositionError(rule, expected, seen[over[0]])
    state = replace(state, bag=full(most) - heap(seen.elements()))
    if state.begun:
        _check_play(state)
    else:
        _check_set_up(state)
    return state


def _sewn(state: Calico) -> list[str]:
    """Return the areas of all placed patches."""
    return [
        prefix(state.options, seat) + GRID.names[cell]
        for seat, quilt in enumerate(state.quilts)
        for cell in bits(SPACES & ~quilt.free)
    ]


def _check_set_up(state: Calico) -> None:
    """Refuse a position that cannot occur during setup. Raises `PositionError`."""
    if sewn := _sewn(state):
        expected, found = (
            text(N_("empty quilts before the game begins")),
            text(N_("sewn patches")),
        )
        raise PositionError("calico.setup.start", expected, found, *sewn)
    if state.promo != (None, None):
        expected = text(N_("promo tokens only after patches are sewn on"))
        raise PositionError("calico.cat.promo", expected, _promo(state))
    laid = start(state.options)
    if laid.cats and state.cats != laid.cats:
        expected = text(N_("the cats {known}"), known=listed([CATS[n].title for n in laid.cats]))
        raise PositionError(brings_cats(state.options), expected, listed([CATS[n].title for n in state.cats]) or "-")
    whole = [len(hand) == box().hand for hand in state.hands]
    if state.market and not all(whole):
        raise PositionError("calico.setup.hand", N_("full hands before a market"), _named(state.market), "market")
    if any(later and not before for before, later in pairwise(whole)):
        names = [boards(state.options)[seat].name for seat, full_hand in enumerate(whole) if full_hand]
        expected = text(N_("hands dealt in seat order"))
        raise PositionError("calico.setup.hand", expected, ", ".join(names))


def _named(patches: tuple[int, ...]) -> str:
    return ", ".join(PATCHES[kind] for kind in patches)


def _promo(state: Calico) -> str:
    """Return the holders of the promo tokens in notation."""
    names = [board.name for board in boards(state.options)]
    pairs = zip(PROMO_WORDS, state.promo, strict=True)
    return ", ".join(f"{word}={names[holder]}" for word, holder in pairs if holder is not None)


def _check_play(state: Calico) -> None:
    """Refuse a position that cannot occur once the game has begun. Raises `PositionError`."""
    if len(state.pairs) < 3:
        expected = text(N_("three cats with their patterns, as in cats=Millie:de,Tibbit:fq,Coconut:sv"))
        raise PositionError("calico.setup.patterns", expected, len(state.pairs))
    names = [board.name for board in boards(state.options)]
    if held := [f"tiles.{name}" for name, tiles in zip(names, state.tiles, strict=True) if tiles]:
        expected, found = text(N_("goal tiles next to a quilt only before the game begins")), text(N_("some"))
        raise PositionError("calico.setup.goals", expected, found, *held)
    turn, seats = state.turn, len(state.quilts)
    sewn = [(SPACES & ~quilt.free).bit_count() for quilt in state.quilts]
    order = [sewn[(turn + n) % seats] for n in range(seats)]
    if state.stage in (TAKE, REFILL):
        order[0] -= 1  # this turn's patch is already placed
    if state.placed is not None:
        _check_placed(state, state.placed)
    if order != sorted(order) or order[-1] - order[0] > 1:
        expected = text(N_("equally many patches on each quilt, or one more for players who have had their turn"))
        raise PositionError("calico.setup.start", expected, ", ".join(map(str, sewn)))
    if state.market:
        due = [box().hand - (seat == turn and state.placed is not None) for seat in range(seats)]
        short = [len(hand) for hand, least in zip(state.hands, due, strict=True) if len(hand) < least]
        if short and state.bag:
            expected = text(N_("{hand} patches in each hand once there is a market"), hand=box().hand)
            raise PositionError("calico.turn.draw", expected, short[0])
    if state.promo != (None, None) and not holders_fit(state):
        expected = text(N_("a promo cat, and seven= only if eleven= names another player"))
        raise PositionError("calico.cat.promo", expected, _promo(state))


def _check_placed(state: Calico, placed: int) -> None:
    """Refuse a `placed` cell without a patch, or with an impossible market or hand. Raises `PositionError`."""
    at = prefix(state.options, state.turn) + GRID.names[placed]
    if not (SPACES & ~state.quilts[state.turn].free) >> placed & 1:
        expected = text(N_("a patch of the player to move on the cell that placed= names"))
        raise PositionError("calico.turn.place", expected, at, at)
    if not state.market or len(state.hands[state.turn]) != box().hand - 1:
        expected, found = text(N_("a market and one patch in hand after sewing")), _named(state.market)
        raise PositionError("calico.turn.draw", expected, found or text(N_("no market")), at)


def holders_fit(state: Calico) -> bool:
    """Return whether there is a promo cat, one seat has the 11-point token, and none has both (`calico.cat.promo`)."""
    eleven, seven = state.promo
    return eleven is not None and eleven != seven and state.promo_cat is not None
