"""Answers that follow from misconceptions about Calico; questions are chosen so that these answers are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.games.calico import example_goals
from cattools.games.calico.rules.actions import Place
from cattools.games.calico.rules.components import COLOUR, GRID, KIND, PATTERN, RING, box
from cattools.games.calico.rules.legality import legal
from cattools.games.calico.rules.quilt import area
from cattools.games.calico.rules.state import Calico


def _where(state: Calico, brings: Callable[[int, int], bool]) -> set[str]:
    """Return the spaces where a patch in hand would earn a token according to `brings(kind, cell)`."""
    placings = [action for action in legal(state) if isinstance(action, Place)]
    return {a.who + a.at for a in placings if brings(KIND[a.patch], GRID.index[a.at])}


def _cat(state: Calico, *, ring: bool = True, apart: bool = True, mixed: bool = False, exact: bool = False) -> set[str]:
    """Return the spaces where a patch in hand would bring a cat, if some rules were different.

    Without `ring`, printed patches do not count. Without `apart`, a group that has a cat brings another one. With
    `mixed`, the two patterns of a cat form one group. With `exact`, a group must have exactly the shape.
    """
    quilt = state.quilts[state.turn]

    def brings(kind: int, cell: int) -> bool:
        pattern = PATTERN[kind]
        cat = state.likes[pattern]
        if cat is None:
            return False
        liked = [n for n, other in enumerate(state.likes) if other is cat] if mixed else [pattern]
        cells = sum(quilt.patterns[n] for n in liked) | 1 << cell
        group = area(cells if ring else cells & ~RING, cell)
        shape = cat.shape_in(group) if cat.places else 0
        if exact and shape and group != shape:
            return False
        return cat.meets(group) and not (apart and group & quilt.cats)

    return _where(state, brings)


def _button(state: Calico, *, ring: bool = True, apart: bool = True) -> set[str]:
    """Return the spaces where a patch in hand would earn a button, if some rules were different.

    Without `ring`, printed patches do not count. Without `apart`, a group that has a button earns another one.
    """
    quilt = state.quilts[state.turn]

    def brings(kind: int, cell: int) -> bool:
        cells = quilt.colours[COLOUR[kind]] | 1 << cell
        group = area(cells if ring else cells & ~RING, cell)
        return group.bit_count() >= box().group and not (apart and group & quilt.buttons)

    return _where(state, brings)


def inside_only(state: Calico, what: str) -> Iterable[str]:
    """Answer as if the printed ring did not count."""
    return _cat(state, ring=False) if what == "cat" else _button(state, ring=False)


def again(state: Calico, what: str) -> Iterable[str]:
    """Answer as if a group with a token earned another one."""
    return _cat(state, apart=False) if what == "cat" else _button(state, apart=False)


def mixed(state: Calico, what: str) -> Iterable[str]:
    """Answer as if the two patterns of a cat formed one group."""
    return _cat(state, mixed=True) if what == "cat" else _button(state)


def exact(state: Calico, what: str) -> Iterable[str]:
    """Answer as if a group had to have exactly the shape."""
    return _cat(state, exact=True) if what == "cat" else _button(state)


def filled(state: Calico) -> Iterable[str]:
    """Answer as if filling the six spaces always met the goal."""
    return example_goals.fills(state)
