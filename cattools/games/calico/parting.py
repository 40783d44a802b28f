"""How many tokens an area can have got, whatever the order in which it was sewn.

Two tokens lie on parts that were apart once, each as wanted when its last patch came; what joins them came later. So
the most tokens are the most such parts that do not touch. The ring lay there from the start: a part that touches a
printed patch holds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cattools.core.grid import bits
from cattools.games.calico.box import GRID, GROUP, RING, Cat
from cattools.games.calico.quilt import areas


@lru_cache(1024)  # a press changes few areas
def most(area: int, cat: Cat | None) -> int:
    """Return how many tokens of a cat, or without one how many buttons, an area can have got (`calico.cat.apart`)."""
    return _Parting(area, cat).most(area)


def _halo(cells: int) -> int:
    """Return some cells with all that touch them."""
    halo = cells
    for cell in bits(cells):
        halo |= GRID.around[cell]
    return halo


class _Parting:
    """An area that is taken apart; what was found of its remains is kept."""

    def __init__(self, area: int, cat: Cat | None) -> None:
        self.size, self.sewn, self.printed = cat.size if cat else GROUP, area & ~RING, areas(area & RING)
        self.found: dict[int, int] = {}
        self.shaped = cat if cat and cat.spots else None
        within = (s for c in bits(area) for s in self.shaped.spots[c] if not s & ~area) if self.shaped else ()
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
