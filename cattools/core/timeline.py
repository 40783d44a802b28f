"""The states of one game in order, with undo, redo and branches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cattools.core.game import CHANCE, AnyState


@dataclass(eq=False, slots=True)
class Node:
    """A state, the action that led to it, and the branches played from it (latest last)."""

    state: AnyState
    action: Any = None
    parent: Node | None = None
    branches: list[Node] = field(default_factory=list)


class Timeline:
    """A tree of states, one of them current. Playing an action a second time follows its existing branch."""

    def __init__(self, start: AnyState) -> None:
        self.root = self.node = Node(start)
        self._redo: list[Node] = []

    @property
    def state(self) -> AnyState:
        """The current state."""
        return self.node.state

    @property
    def line(self) -> list[Node]:
        """The nodes after the start, up to and including the current one."""
        return self.line_to(self.node)

    @staticmethod
    def line_to(node: Node) -> list[Node]:
        """Return the nodes after the start, up to and including this one."""
        found = []
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    @property
    def ends(self) -> list[Node]:
        """The last node of every line played; where lines diverge, the latest one comes last."""
        found, left = [], [self.root]
        while left:
            node = left.pop()
            left += reversed(node.branches)
            if not node.branches:
                found.append(node)
        return found

    def shared(self, other: Node) -> Node:
        """Return the last node that the current line shares with the line to `other`."""
        here = {self.root, *self.line}
        while other not in here and other.parent is not None:
            other = other.parent
        return other

    def play(self, action: Any) -> AnyState:
        """Apply an action and make the new state current. Raises `IllegalAction`, in which case nothing changes."""
        state = self.state.apply(action)
        node = next((n for n in self.node.branches if n.action == action), None)
        if node is None:
            node = Node(state, action, self.node)
        else:
            self.node.branches.remove(node)
        self.node.branches.append(node)
        self.node, self._redo = node, []
        return state

    def undo(self) -> bool:
        """Step back to the last state in which a seat had a choice; return whether there was such a state."""
        back = self.choice_before(self.node)
        if back is None:
            return False
        self._redo.append(self.node)
        self.node = back
        return True

    @staticmethod
    def choice_before(node: Node) -> Node | None:
        """Return the last node before this one in which a seat had a choice, or None."""
        while node.parent is not None:
            node = node.parent
            if node.state.to_move != CHANCE and (node.parent is None or len(node.state.legal()) > 1):
                return node
        return None

    def redo(self) -> bool:
        """Reverse the last undo; return whether there was anything to reverse."""
        if not self._redo:
            return False
        self.node = self._redo.pop()
        return True

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would step back."""
        return self.choice_before(self.node) is not None

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would step forward."""
        return bool(self._redo)

    def goto(self, node: Node) -> None:
        """Make a node of this tree the current one."""
        if node is not self.node:
            self.node, self._redo = node, []
