"""Animation of effects, step by step: where every piece is at a moment between two positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cattools.core.display.scene import Path, Piece, Point, Scene, moved
from cattools.core.events import Event, EventKind
from cattools.render.theme import tokens


@dataclass(frozen=True, slots=True)
class Step:
    """One event between two scenes; its animation begins at `start` and takes `ms` milliseconds."""

    event: Event
    before: Scene
    after: Scene
    start: float
    ms: float


class Flight(NamedTuple):
    """A piece in flight, above all parts: its shapes around the origin, and the points between which it flies.

    The points are in the units of the parts that contain the areas `source` and `target`. On arrival, a unit of the
    piece equals `grows` units of the target's part, so that the piece is as large as the pieces there.
    """

    shapes: tuple[Path, ...]
    source: str
    target: str
    start: Point
    end: Point
    done: float
    grows: float = 1.0


@dataclass(frozen=True, slots=True)
class Motion:
    """The steps of one action and of everything that it caused."""

    steps: tuple[Step, ...]
    ms: float

    @property
    def part_of(self) -> dict[str, str]:
        """The name of the part that each area belongs to, before and after the motion."""
        return {**self.steps[0].before.part_of, **self.steps[-1].after.part_of}

    def pieces(self, at: float) -> tuple[tuple[Piece, ...], tuple[Flight, ...]]:
        """Return the pieces at rest and the pieces in flight, `at` milliseconds after the start."""
        if at >= self.ms:  # pieces that no event mentions change only now
            return self.steps[-1].after.pieces, ()
        resting = {piece.area: piece for piece in self.steps[0].before.pieces}
        flying: list[Flight] = []
        for step in self.steps:
            done = min(max((at - step.start) / step.ms, 0.0), 1.0)
            if done:
                _show(step, _ease(done), resting, flying)
        return tuple(resting.values()), tuple(flying)


def plan(played: Iterable[tuple[Event, Scene, Scene]]) -> Motion | None:
    """Return the motion for events in order, no longer than the token `maximumChain`; None if nothing moves."""
    motion = tokens()["motion"]
    usual = {
        EventKind.LAND: motion["move"],
        EventKind.MOVE: motion["move"],
        EventKind.TURN: motion["flip"],
        EventKind.LEAVE: motion["move"],
        EventKind.REACT: motion["quick"],
    }
    steps: list[Step] = []
    now = 0.0
    for event, before, after in played:
        ms = usual.get(event.kind)
        if ms is None or not event.cells:
            continue
        turns = event.kind == EventKind.TURN
        for part in [replace(event, cells=(cell,)) for cell in event.cells] if turns else [event]:
            if turns and steps and steps[-1].event.kind == EventKind.TURN:
                now = steps[-1].start + motion["stagger"]
            steps.append(Step(part, before, after, now, ms))
            now += ms
    if not steps:
        return None
    shrink = min(1.0, motion["maximumChain"] / now)
    return Motion(tuple(replace(s, start=s.start * shrink, ms=s.ms * shrink) for s in steps), now * shrink)


def _ease(part: float) -> float:
    """Return the progress of a motion that slows down at its end, close to the curve for moves in the tokens."""
    return 1 - (1 - part) ** 3


def _find(pieces: Sequence[Piece], area: str) -> Piece | None:
    return next((piece for piece in pieces if piece.area == area), None)


def _move(step: Step, part: float, resting: dict[str, Piece], flying: list[Flight]) -> None:
    """Move a piece, and scale it to its size after the move, because parts have different units."""
    source, target = step.event.cells[0], step.event.cells[-1]
    piece, area = resting.pop(source, None), step.after.areas.get(target)
    if piece is None or area is None:
        return
    landed = _find(step.after.pieces, target)
    grows, end = (landed.size / piece.size, landed.at) if landed else (1.0, area.at)
    if part < 1:
        flying.append(Flight(piece.shapes, source, target, piece.at, end, part, grows))
    else:
        shapes = piece.shapes if grows == 1 else moved(piece.shapes, (0, 0), grows)
        resting[target] = replace(piece, area=target, at=end, shapes=shapes, size=piece.size * grows)


def _show(step: Step, part: float, resting: dict[str, Piece], flying: list[Flight]) -> None:
    kind, cells = step.event.kind, step.event.cells
    if kind == EventKind.MOVE:
        _move(step, part, resting, flying)
    elif kind == EventKind.LAND:
        piece = _find(step.after.pieces, cells[-1])
        if piece is not None:
            x, y = piece.at
            resting[cells[-1]] = replace(piece, at=(x, y - (1 - part) * piece.size * 0.5), alpha=part)
    elif kind == EventKind.LEAVE:
        piece = resting.pop(cells[0], None)
        if piece is not None and part < 1:
            shapes = moved(piece.shapes, (0, 0), 1 - 0.4 * part, alpha=1 - part)
            flying.append(Flight(shapes, cells[0], cells[0], piece.at, piece.at, part))
    elif kind == EventKind.TURN:
        for cell in cells:
            old, new = resting.get(cell), _find(step.after.pieces, cell)
            piece = old if part < 0.5 else new
            if piece is not None:
                resting[cell] = replace(piece, shapes=moved(piece.shapes, (0, 0), wide=max(abs(1 - 2 * part), 0.05)))
    elif kind == EventKind.REACT:
        for cell in cells:
            piece = resting.get(cell)
            if piece is not None and part < 1:
                x, y = piece.at
                resting[cell] = replace(piece, at=(x, y - 4 * part * (1 - part) * piece.size * 0.08))
