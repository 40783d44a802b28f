"""Tokens on a finished quilt: those that lie there against those that some order of sewing could have brought.

Two tokens of an area lie on parts that were apart once, each as wanted when its last patch came; what joins them came
later. So the most tokens are the most such parts that do not touch. The ring lay there from the start: a part that
touches a printed patch holds it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.core.rules import Refusal
from cattools.games.calico.rules import labels
from cattools.games.calico.rules.components import GRID, PATTERN, RING, Cat, box, prefix
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


def untold(state: Calico) -> tuple[int, ...]:
    """Return the seats on whose quilts no token lies though some have come: nobody has told them yet."""
    return tuple(
        seat
        for seat, quilt in enumerate(state.quilts)
        if not quilt.cats | quilt.buttons and any(one.least for one in areas_with_tokens(quilt, state.likes))
    )


def doubts(state: Calico) -> tuple[Refusal, ...]:
    """Return which tokens cannot lie as they do, and which are missing on quilts whose tokens were told."""
    found, later = [], untold(state)
    for seat, quilt in enumerate(state.quilts):
        who = prefix(state.options, seat)
        for one in areas_with_tokens(quilt, state.likes):
            if one.laid <= one.most and (one.laid >= one.least or seat in later):
                continue
            found.append(Refusal(_rule(one), _told(one, str(labels.player(state.options, seat))), _names(who, one)))
        unloved = [c for c in bits(quilt.cats) if not (cat := state.likes[PATTERN[quilt.kind(c)]]) or cat.promo]
        said = N_("No cat that lies on patches likes the patch on {at}.")
        found += [Refusal("calico.cat.earn", text(said, at=GRID.names[c]), (who + GRID.names[c],)) for c in unloved]
    return (*found, *_promo(state, later))


def asks(state: Calico) -> tuple[Refusal, ...]:
    """Return which areas have tokens and could have got more: how many, only the players know."""
    found = []
    for seat, quilt in enumerate(state.quilts):
        for one in areas_with_tokens(quilt, state.likes):
            if one.least <= one.laid < one.most:
                rule = "calico.cat.apart" if one.cat else "calico.button.apart"
                said = _asked(one, str(labels.player(state.options, seat)))
                found.append(Refusal(rule, said, _names(prefix(state.options, seat), one)))
    return tuple(found)


def filled(state: Calico) -> Calico:
    """Return the position with every token that is certain: one an area, and the 11 where only one seat can have it."""
    quilts = tuple(_filled(quilt, state.likes) for quilt in state.quilts)
    count = [seat for seat, n in enumerate(_promo_counts(state)) if n]
    sure = len(count) == 1 and state.promo == (None, None) and not any(quilt.free for quilt in state.quilts)
    return replace(state, quilts=quilts, promo=(count[0], None) if sure else state.promo)


def _filled(quilt: Quilt, likes: tuple[Cat | None, ...]) -> Quilt:
    cats, buttons = quilt.cats, quilt.buttons
    for one in areas_with_tokens(quilt, likes):
        if one.laid < one.least:
            cell = next(bits(one.area & ~RING & ~(cats if one.cat else buttons)))
            cats |= bool(one.cat) << cell
            buttons |= (not one.cat) << cell
    return replace(quilt, cats=cats, buttons=buttons)


def _names(who: str, one: Tokens) -> tuple[str, ...]:
    return tuple(who + GRID.names[c] for c in bits(one.area))


def _rule(one: Tokens) -> str:
    if one.laid > one.most > 0:
        return "calico.cat.apart" if one.cat else "calico.button.apart"
    if one.cat is None:
        return "calico.button.earn"
    return "calico.cat.shape" if one.cat.places else "calico.cat.size"


def _facts(one: Tokens, who: str) -> dict[str, object]:
    """Return whose area it is, of what, and where it begins."""
    at = GRID.names[next(bits(one.area & ~RING), next(bits(one.area)))]
    return {"who": who, "of": labels.pattern(one.of) if one.cat else labels.colour(one.of), "at": at}


def _asked(one: Tokens, who: str) -> Text:
    """Return in words how many tokens an area may have got."""
    said = N_("{least} or {most}") if one.most - one.laid == 1 else N_("{least} to {most}")
    facts = {**_facts(one, who), "range": text(said, least=one.laid, most=one.most), "laid": one.laid}
    if one.cat:
        return text(N_("{who}: how many cat tokens of {cat} came for the {of} around {at}, {range}? Entered: {laid}."),
                    cat=one.cat.title, **facts)  # fmt: skip
    return text(N_("{who}: how many buttons came for the {of} around {at}, {range}? Entered: {laid}."), **facts)


def _told(one: Tokens, who: str) -> Text:
    token = text(N_("a cat token of {cat}"), cat=one.cat.title) if one.cat else text(N_("a button"))
    facts = {**_facts(one, who), "token": token}
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


def _promo_counts(state: Calico) -> list[int]:
    """Return what each seat counts for the promo cat, nothing without one."""
    cat = state.promo_cat
    return [promo_cells(cat, quilt, state.likes).bit_count() if cat else 0 for quilt in state.quilts]


def _promo(state: Calico, later: Collection[int]) -> Iterator[Refusal]:
    """Yield what cannot be about the 11 and the 7; the tokens of some seats are told `later`.

    Whoever is first to count anything takes the 11, so whoever plays alone has it with the first group; whoever rose to
    the most last has a token; and while the 7 lies in the middle, nobody else has ever risen to as many as the holder
    of the 11.
    """
    cat = state.promo_cat
    if not cat:
        return
    have = _promo_counts(state)
    top, holders = max(have), [holder for holder in state.promo if holder is not None]
    for points, holder in zip(box().promo, state.promo, strict=True):
        if holder is not None and not have[holder]:
            told = N_("{who} has the {points} of {cat} without a group for it.")
            if state.alone:
                told = N_("{cat} counts nothing: without a group the {points} is not yours.")
            facts = {"who": labels.player(state.options, holder), "points": points, "cat": cat.title}
            yield Refusal("calico.cat.promo", text(told, **facts))
    for seat, n in enumerate(have):
        if not top or n < top or seat in holders or seat in later:
            continue
        facts = {"who": labels.player(state.options, seat), "n": n, "cat": cat.title, "points": box().promo[0]}
        if state.alone:
            told = N_("{cat} counts {n}: with nobody else at the table the {points} is yours.")
            yield Refusal("calico.cat.promo", text(told, **facts))
        elif len(holders) < len(state.promo) or all(have[holder] < top for holder in holders):
            told = N_("{who} counts {n} for {cat}, more than anybody or as many, and has neither the 11 nor the 7.")
            yield Refusal("calico.cat.promo", text(told, **facts), by_reading=True)


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
