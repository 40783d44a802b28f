"""Tokens on a finished quilt: those that lie there against those that some order of sewing could have brought.

Two tokens of an area lie on parts that were apart once, each as wanted when its last patch came; what joins them came
later. So the most tokens are the most such parts that do not touch. The ring lay there from the start: a part that
touches a printed patch holds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.core.rules import Refusal
from cattools.games.calico.rules import words
from cattools.games.calico.rules.components import CATS, GRID, PATTERN, RING, Cat, box, prefix
from cattools.games.calico.rules.quilt import Quilt, areas, promo_cells
from cattools.games.calico.rules.state import Calico


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


def areas_with_tokens(quilt: Quilt, likes: tuple[Cat | None, ...]) -> Iterator[Tokens]:
    """Yield every area that has tokens or could have some."""
    for of, cells in enumerate(quilt.patterns):
        cat = likes[of]
        if cat and not cat.promo:
            yield from _counted(cat, of, cells, quilt.cats)
    for of, cells in enumerate(quilt.colours):
        yield from _counted(None, of, cells, quilt.buttons)


def _counted(cat: Cat | None, of: int, cells: int, laid: int) -> Iterator[Tokens]:
    for area in areas(cells):
        fits = cat.meets(area) if cat else area.bit_count() >= box().group
        least = int(fits and bool(area & ~RING))
        if least or area & laid:
            yield Tokens(
                cat=cat,
                of=of,
                area=area,
                laid=(area & laid).bit_count(),
                least=least,
                most=most_tokens(area, cat) if least else 0,
            )


def doubts(state: Calico) -> tuple[Refusal, ...]:
    """Return which tokens cannot lie as they do, and which are missing."""
    found = []
    for seat, quilt in enumerate(state.quilts):
        who = prefix(state.options, seat)
        for one in areas_with_tokens(quilt, state.likes):
            if one.laid < one.least or one.laid > one.most:
                cells = tuple(who + GRID.names[c] for c in bits(one.area))
                found.append(Refusal(_rule(one), _told(one, str(words.player(state.options, seat))), cells))
        unloved = [c for c in bits(quilt.cats) if not (cat := state.likes[PATTERN[quilt.kind(c)]]) or cat.promo]
        said = N_("No cat that lies on patches likes the patch on {at}.")
        found += [Refusal("calico.cat.earn", text(said, at=GRID.names[c]), (who + GRID.names[c],)) for c in unloved]
    return (*found, *_promo(state))


def filled(quilt: Quilt, likes: tuple[Cat | None, ...]) -> Quilt:
    """Return a quilt with the tokens that are missing, where only one number of them can have come."""
    cats, buttons = quilt.cats, quilt.buttons
    for one in areas_with_tokens(quilt, likes):
        if one.least != one.most:
            continue
        free = bits(one.area & ~RING & ~(cats if one.cat else buttons))
        for _, cell in zip(range(one.least - one.laid), free, strict=False):
            if one.cat:
                cats |= 1 << cell
            else:
                buttons |= 1 << cell
    return replace(quilt, cats=cats, buttons=buttons)


def _rule(one: Tokens) -> str:
    if one.laid > one.most > 0:
        return "calico.cat.apart" if one.cat else "calico.button.apart"
    if one.cat is None:
        return "calico.button.earn"
    return "calico.cat.shape" if one.cat.places else "calico.cat.size"


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
    have = [promo_cells(cat, quilt, state.likes).bit_count() for quilt in state.quilts]
    top, holders = max(have), [holder for holder in state.promo if holder is not None]
    for points, holder in zip(box().promo, state.promo, strict=True):
        if holder is not None and not have[holder]:
            told = N_("{who} has the {points} of {cat} without a group for it.")
            facts = {"who": words.player(state.options, holder), "points": points, "cat": cat.title}
            yield Refusal("calico.cat.promo", text(told, **facts))
    for seat, n in enumerate(have):
        if not top or n < top or seat in holders:
            continue
        if len(holders) < len(state.promo) or all(have[holder] < top for holder in holders):
            told = N_("{who} counts {n} for {cat}, more than anybody or as many, and has neither the 11 nor the 7.")
            said = text(told, who=words.player(state.options, seat), n=n, cat=cat.title)
            yield Refusal("calico.cat.promo", said, by_reading=True)


# --- how many an area can have got -------------------------------------------------------------------------------


@lru_cache(1024)  # a press changes few areas
def most_tokens(area: int, cat: Cat | None) -> int:
    """Return how many tokens of a cat, or without one how many buttons, an area can have got (`calico.cat.apart`)."""
    return _Parts(area, cat).most(area)


def _halo(cells: int) -> int:
    """Return some cells with all that touch them."""
    halo = cells
    for cell in bits(cells):
        halo |= GRID.around[cell]
    return halo


class _Parts:
    """The parts of one area; what was found of its remains is kept."""

    def __init__(self, area: int, cat: Cat | None) -> None:
        self.size, self.sewn, self.printed = cat.size if cat else box().group, area & ~RING, areas(area & RING)
        self.found: dict[int, int] = {}
        self.shaped = cat if cat and cat.places else None
        within = (s for c in bits(area) for s in self.shaped.places[c] if not s & ~area) if self.shaped else ()
        self.shapes = [self.whole(spot) for spot in within]

    def whole(self, cells: int) -> int:
        """Return a part with the printed patches it touches."""
        halo = _halo(cells)
        return cells | sum(part & ~cells for part in self.printed if part & halo)

    def most(self, cells: int) -> int:
        """Return the most parts that do not touch among some cells."""
        if cells not in self.found:
            self.found[cells] = self._most(cells)
        return self.found[cells]

    def _most(self, cells: int) -> int:
        count, left = cells.bit_count(), cells & self.sewn
        if count < self.size or not left:
            return 0
        if len(pieces := areas(cells)) > 1:
            return sum(map(self.most, pieces))
        bound = (2 * count + 1) // (2 * self.size + 1)  # one patch joins at most three parts
        found, cell = self.most(cells ^ left & -left), (left & -left).bit_length() - 1
        if found < bound:
            for part in self.parts(cell, cells):
                found = max(found, 1 + self.most(cells & ~_halo(part)))
                if found == bound:
                    break
        return found

    def parts(self, cell: int, cells: int) -> Iterator[int]:
        """Yield the smallest parts with a patch, and with others among some cells, that are as wanted."""
        queue = [self.whole(1 << cell)]
        if self.shaped:
            shapes = queue if self.shaped.meets(queue[0]) else self.shapes
            yield from (part for part in shapes if part >> cell & 1 and not part & ~cells)
            return
        seen = {*queue}
        while queue:
            part = queue.pop()
            if part.bit_count() >= self.size:
                yield part
                continue
            for other in bits(_halo(part) & cells & self.sewn & ~part):
                if (more := self.whole(part | 1 << other)) not in seen:
                    seen.add(more)
                    queue.append(more)
