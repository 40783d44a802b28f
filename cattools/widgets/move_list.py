"""The moves of a game, as the move list shows them and steps through them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cattools.core.events import Event
from cattools.core.game import CHANCE
from cattools.core.timeline import Node


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a seat, with the deals that followed it.

    `goes_on`: whether it continues the turn of the previous move, with no deal in between.
    """

    seat: int
    nodes: tuple[Node, ...]
    goes_on: bool

    @property
    def end(self) -> Node:
        """The position after the move."""
        return self.nodes[-1]

    @property
    def steps(self) -> list[tuple[Event, ...]]:
        """The events of the action, and those of each deal that followed it."""
        return [node.parent.state.events(node.action) for node in self.nodes if node.parent]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the move."""
        return tuple(event for events in self.steps for event in events)


Turn = Sequence[Move]


def moves(line: Iterable[Node]) -> list[Move]:
    """Return the moves of a line of nodes, in order."""
    found: list[Move] = []
    for node in line:
        before = node.parent.state if node.parent is not None else node.state
        seat = before.to_move
        if seat is None:
            continue
        if seat != CHANCE:
            goes_on = before.pending and bool(found) and found[-1].seat == seat and len(found[-1].nodes) == 1
            found.append(Move(seat, (node,), goes_on))
        elif found:
            last = found.pop()
            found.append(Move(last.seat, (*last.nodes, node), last.goes_on))
    return found


def turns(played: Iterable[Move]) -> list[Turn]:
    """Return moves grouped by turn."""
    found: list[list[Move]] = []
    for move in played:
        if move.goes_on and found:
            found[-1].append(move)
        else:
            found.append([move])
    return [*found]
