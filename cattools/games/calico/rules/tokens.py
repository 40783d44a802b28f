"""Tokens on a finished quilt: those that lie there against those that some order of sewing could have brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.core.rules import Refusal
from cattools.games.calico import words
from cattools.games.calico.box import CATS, GRID, GROUP, PATTERNS, PROMO, RING, Cat
from cattools.games.calico.parting import most
from cattools.games.calico.quilt import Quilt, areas, best
from cattools.games.calico.state import Calico
from cattools.games.calico.table import NOBODY, prefix


@dataclass(frozen=True, slots=True)
class Tokens:
    """One connected area: the cat that likes it (None: a colour, so a button), its tokens, the fewest and the most.

    `of` is the number of its pattern or colour.
    """

    cat: Cat | None
    of: int
    area: int
    laid: int
    least: int
    most: int


def _fits(cat: Cat | None) -> Callable[[int], bool]:
    return cat.meets if cat else lambda area: area.bit_count() >= GROUP


def tokens(quilt: Quilt, likes: tuple[Cat | None, ...]) -> Iterator[Tokens]:
    """Yield every area that has tokens or could have some."""
    for of, cells in enumerate(quilt.patterns):
        cat = likes[of]
        if cat and not cat.promo:
            yield from _counted(cat, of, cells, quilt.cats)
    for of, cells in enumerate(quilt.colours):
        yield from _counted(None, of, cells, quilt.buttons)


def _counted(cat: Cat | None, of: int, cells: int, laid: int) -> Iterator[Tokens]:
    fits = _fits(cat)
    for area in areas(cells):
        least = int(bool(area & ~RING) and fits(area))
        if least or area & laid:
            yield Tokens(cat, of, area, (area & laid).bit_count(), least, most(area, cat) if least else 0)


def doubts(state: Calico) -> tuple[Refusal, ...]:
    """Return which tokens cannot lie as they do, and which are missing."""
    found = []
    for seat, quilt in enumerate(state.quilts):
        who = prefix(state.options, seat)
        for one in tokens(quilt, state.likes):
            if one.laid < one.least or one.laid > one.most:
                cells = tuple(who + GRID.names[c] for c in bits(one.area))
                found.append(Refusal(_rule(one), _told(one, str(words.player(state.options, seat))), cells))
        unloved = [c for c in bits(quilt.cats) if not (cat := state.likes[quilt.kind(c) % len(PATTERNS)]) or cat.promo]
        found += [
            Refusal("calico.cat.earn", text(N_("{at}: no cat that lies on patches likes it."), at=at), (at,))
            for at in (who + GRID.names[c] for c in unloved)
        ]
    return (*found, *_promo(state))


def _rule(one: Tokens) -> str:
    if one.laid > one.most > 0:
        return "calico.cat.apart" if one.cat else "calico.button.apart"
    if one.cat is None:
        return "calico.button.earn"
    return "calico.cat.shape" if one.cat.spots else "calico.cat.size"


def _told(one: Tokens, who: str) -> Text:
    at = GRID.names[next(bits(one.area & ~RING), next(bits(one.area)))]
    if one.cat:
        what, token = words.pattern(one.of), text(N_("a cat token of {cat}"), cat=one.cat.title)
    else:
        what, token = words.colour(one.of), text(N_("a button"))
    facts = {"who": who, "of": what, "at": at, "token": token}
    if one.laid < one.least:
        return text(N_("{who}: the {of} around {at} could have {token}, and has none."), **facts)
    if not one.most:
        return text(N_("{who}: the {of} around {at} cannot have {token}."), **facts)
    return many(
        N_("{who}: the {of} around {at} have {laid} tokens; {n} was possible."),
        N_("{who}: the {of} around {at} have {laid} tokens; {n} were possible."),
        one.most,
        laid=one.laid,
        **facts,
    )


def _promo(state: Calico) -> Iterator[Refusal]:
    """Yield what cannot be about the 11 and the 7.

    Whoever is first to count anything takes the 11; whoever rose to the most last has a token; and while the 7 lies
    in the middle, nobody else has ever risen to as many as the holder of the 11.
    """
    cat = next((CATS[n] for n in state.cats if CATS[n].promo), None)
    if not cat or state.alone:
        return
    have = [best(cat, quilt, state.likes).bit_count() for quilt in state.quilts]
    top, holders = max(have), [holder for holder in state.promo if holder != NOBODY]
    for points, holder in zip(PROMO, state.promo, strict=True):
        if holder != NOBODY and not have[holder]:
            told = N_("{who} has the {points} of {cat} without a group for it.")
            facts = {"who": words.player(state.options, holder), "points": points, "cat": cat.title}
            yield Refusal("calico.cat.promo", text(told, **facts))
    for seat, n in enumerate(have):
        if not top or n < top or seat in holders:
            continue
        if len(holders) < len(PROMO) or all(have[holder] < top for holder in holders):
            told = N_("{who} counts {n} for {cat}, more than anybody or as many, and has neither the 11 nor the 7.")
            yield Refusal(
                "calico.cat.promo.rise", text(told, who=words.player(state.options, seat), n=n, cat=cat.title)
            )
