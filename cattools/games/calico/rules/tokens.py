"""Checks whether the tokens on a finished quilt could have been earned in some order of placements.

An area with two tokens was once two separate parts. Each part met the requirement when its last patch was placed, and
the patches that join the parts came later. So the maximum number of tokens of an area is the maximum number of parts
that meet the requirement and do not touch. The ring is printed, so a part that touches a printed patch includes it.
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
    """One connected area: the number of its tokens (`laid`), and the minimum and maximum number possible.

    `cat` is the cat that likes the area's pattern, None for a colour, which earns buttons. `of` is the index of the
    pattern or colour.
    """

    cat: Cat | None
    of: int
    area: int
    laid: int
    least: int
    most: int


def areas_with_tokens(quilt: Quilt, likes: tuple[Cat | None, ...]) -> Iterator[Tokens]:
    """Yield every area that has tokens or could have earned some."""
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
    """Return the seats whose quilts have no tokens although some were earned: their tokens are not entered yet."""
    return tuple(
        seat
        for seat, quilt in enumerate(state.quilts)
        if not quilt.cats | quilt.buttons and any(one.least for one in areas_with_tokens(quilt, state.likes))
    )


def doubts(state: Calico) -> tuple[Refusal, ...]:
    """Return refusals for impossible tokens, and for tokens missing on quilts whose tokens were entered."""
    found, later = [], untold(state)
    for seat, quilt in enumerate(state.quilts):
        who = prefix(state.options, seat)
        for one in areas_with_tokens(quilt, state.likes):
            if one.laid <= one.most and (one.laid >= one.least or seat in later):
                continue
            found.append(Refusal(_rule(one), _problem(one, str(labels.player(state.options, seat))), _names(who, one)))
        unloved = [c for c in bits(quilt.cats) if not (cat := state.likes[PATTERN[quilt.kind(c)]]) or cat.promo]
        sentence = N_("No cat whose tokens go on patches likes the patch on {at}.")
        found += [Refusal("calico.cat.earn", text(sentence, at=GRID.names[c]), (who + GRID.names[c],)) for c in unloved]
    return (*found, *_promo(state, later))


def asks(state: Calico) -> tuple[Refusal, ...]:
    """Return a question for each area with tokens that could have earned more; only the players know the number."""
    found = []
    for seat, quilt in enumerate(state.quilts):
        for one in areas_with_tokens(quilt, state.likes):
            if one.least <= one.laid < one.most:
                rule = "calico.cat.apart" if one.cat else "calico.button.apart"
                sentence = _question(one, str(labels.player(state.options, seat)))
                found.append(Refusal(rule, sentence, _names(prefix(state.options, seat), one)))
    return tuple(found)


def filled(state: Calico) -> Calico:
    """Return the position with all certain tokens: one per area, and the 11-point token for the only possible seat."""
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
    """Return the owner, the patches (by pattern or colour) and the first cell of an area, for a message."""
    at = GRID.names[next(bits(one.area & ~RING), next(bits(one.area)))]
    of = labels.pattern(one.of) if one.cat else text(N_("{colour} patches"), colour=labels.colour(one.of))
    return {"who": who, "of": of, "at": at}


def _question(one: Tokens, who: str) -> Text:
    """Return the question of how many tokens an area earned."""
    sentence = N_("{least} or {most}") if one.most - one.laid == 1 else N_("{least} to {most}")
    facts = {**_facts(one, who), "range": text(sentence, least=one.laid, most=one.most), "laid": one.laid}
    if one.cat:
        return text(N_("{who}: how many {cat} tokens did the group of {of} at {at} earn, {range}? Entered: {laid}."),
                    cat=one.cat.title, **facts)  # fmt: skip
    return text(N_("{who}: how many buttons did the group of {of} at {at} earn, {range}? Entered: {laid}."), **facts)


def _problem(one: Tokens, who: str) -> Text:
    token = text(N_("a {cat} token"), cat=one.cat.title) if one.cat else text(N_("a button"))
    facts = {**_facts(one, who), "token": token}
    if one.laid < one.least:
        return text(N_("{who}: the group of {of} at {at} must have earned {token}."), **facts)
    if not one.most:
        return text(N_("{who}: the group of {of} at {at} cannot have {token}."), **facts)
    return many(
        N_("{who}: the group of {of} at {at} has {laid} tokens; at most {n} was possible."),
        N_("{who}: the group of {of} at {at} has {laid} tokens; at most {n} were possible."),
        one.most,
        laid=one.laid,
        **facts,
    )


def _promo_counts(state: Calico) -> list[int]:
    """Return the number that the promo cat counts for each seat, 0 if there is no promo cat."""
    cat = state.promo_cat
    return [promo_cells(cat, quilt, state.likes).bit_count() if cat else 0 for quilt in state.quilts]


def _promo(state: Calico, later: Collection[int]) -> Iterator[Refusal]:
    """Yield refusals for impossible holders of the promo tokens.

    The tokens of the seats in `later` are not entered yet. The first seat with a group that counts takes the 11-point
    token, so a solo player gets this token with the first group. The last seat to reach the maximum has a token. While
    the 7-point token is in the middle, no other seat has ever reached the count of the holder of the 11-point token.
    """
    cat = state.promo_cat
    if not cat:
        return
    have = _promo_counts(state)
    top, holders = max(have), [holder for holder in state.promo if holder is not None]
    for points, holder in zip(box().promo, state.promo, strict=True):
        if holder is not None and not have[holder]:
            sentence = N_("{who} has the {points}-point token of {cat}, but no group that counts.")
            if state.alone:
                sentence = N_("{cat} counts nothing: without a group, you cannot have the {points}-point token.")
            facts = {"who": labels.player(state.options, holder), "points": points, "cat": cat.title}
            yield Refusal("calico.cat.promo", text(sentence, **facts))
    for seat, n in enumerate(have):
        if not top or n < top or seat in holders or seat in later:
            continue
        facts = {"who": labels.player(state.options, seat), "n": n, "cat": cat.title, "points": box().promo[0]}
        if state.alone:
            sentence = N_("{cat} counts {n}: with no other player, the {points}-point token is yours.")
            yield Refusal("calico.cat.promo", text(sentence, **facts))
        elif len(holders) < len(state.promo) or all(have[holder] < top for holder in holders):
            sentence = N_("{who} has no promo token, but {cat} counts {n} on their quilt and no more on any other.")
            yield Refusal("calico.cat.promo", text(sentence, **facts), by_reading=True)


# --- the maximum for an area -------------------------------------------------------------------------------------


@lru_cache(1024)  # a press changes few areas: the results for the others are reused
def most_tokens(area: int, cat: Cat | None) -> int:
    """Return the most cat tokens, or buttons if `cat` is None, an area can have earned (`calico.cat.apart`)."""
    return _Parts(area, cat).most(area)


def _halo(cells: int) -> int:
    """Return cells together with all their neighbours."""
    halo = cells
    for cell in bits(cells):
        halo |= GRID.around[cell]
    return halo


class _Parts:
    """The token-earning parts of one area, with cached results for its subsets."""

    def __init__(self, area: int, cat: Cat | None) -> None:
        self.size, self.sewn, self.printed = cat.size if cat else box().group, area & ~RING, areas(area & RING)
        self.found: dict[int, int] = {}
        self.shaped = cat if cat and cat.places else None
        within = (s for c in bits(area) for s in self.shaped.places[c] if not s & ~area) if self.shaped else ()
        self.shapes = [self.whole(spot) for spot in within]

    def whole(self, cells: int) -> int:
        """Return a part together with the printed patches it touches."""
        halo = _halo(cells)
        return cells | sum(part & ~cells for part in self.printed if part & halo)

    def most(self, cells: int) -> int:
        """Return the maximum number of parts within `cells` that do not touch."""
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
        """Yield the smallest parts within `cells` that contain `cell` and meet the requirement."""
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
