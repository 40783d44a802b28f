"""Whose eyes are on a board, who may act on it, and how far back undo may lead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattools.core.game import CHANCE, AnyState
from cattools.core.hidden_information import may_reveal, outcomes, reveals
from cattools.core.timeline import Node
from cattools.widgets.game_session import Room


class BothSides:
    """All seats in one hand: the side of the seat to move is shown, and it may act; nothing is kept from anybody."""

    sees_all = True

    def __init__(self, room: Room) -> None:
        self.room = room

    @property
    def state(self) -> AnyState:
        """The position that is shown."""
        return self.room.state

    @property
    def seat(self) -> int | None:
        """Whose view of it is shown."""
        return self.seat_at(self.state)

    def seat_at(self, state: AnyState) -> int | None:
        """Return whose view of a position is shown."""
        return state.mover

    @property
    def acts(self) -> bool:
        """Whether the reader may act now."""
        return self.room.state.mover is not None

    @property
    def takes_back(self) -> bool:
        """Whether the reader may go back and forth in the game."""
        return True

    @property
    def undo_to(self) -> Node | None:
        """Where undo leads."""
        timeline = self.room.timeline
        return timeline.choice_before(timeline.node)

    def is_final(self, action: Any) -> bool:  # noqa: ARG002 - here all can be taken back
        """Return whether undo will refuse a legal action, as far as its seat can know before it is played."""
        return False


class OneTurn(BothSides):
    """All seats in one hand, for one whole turn: after it nobody acts until it is taken back, or what `ends` that."""

    def __init__(self, room: Room, ends: Callable[[], bool]) -> None:
        super().__init__(room)
        self.ends = ends

    @property
    def acts(self) -> bool:
        """Whether the reader may act now."""
        node = self.room.timeline.node
        return super().acts and (node.parent is None or node.state.pending or self.ends())


class Onlooker(BothSides):
    """All is seen as the seat to move sees it, and nobody acts."""

    @property
    def acts(self) -> bool:
        """Whether the reader may act now: never."""
        return False

    @property
    def takes_back(self) -> bool:
        """Whether the reader may go back and forth in the game: it is not played here."""
        return False


class Open(BothSides):
    """What everybody at a real table can see; whoever enters it may act for all."""

    def seat_at(self, state: AnyState) -> None:  # noqa: ARG002 - the same in all positions
        """Return whose view is shown: nobody's."""
        return


class FirstSide(BothSides):
    """The side of the seat that was to move at the start, and it may act; what the others do is shown to it."""

    def seat_at(self, state: AnyState) -> int | None:  # noqa: ARG002 - the same in all positions
        """Return whose view is shown: always that of the first to move."""
        return self.room.timeline.root.state.mover

    @property
    def acts(self) -> bool:
        """Whether the reader may act now: in the others' turns not."""
        return self.room.state.to_move is not None and self.room.state.mover == self.seat


def first_side(room: Room) -> BothSides:
    """Return whose eyes are on what is shown to readers: where seats have secrets, always the first to move."""
    return FirstSide(room) if room.has_secrets else BothSides(room)


class OwnSeat(BothSides):
    """One seat's board, or with None a spectator's: it acts only in its turn, whoever asks, and takes nothing back."""

    sees_all = False

    def __init__(self, room: Room, seat: int | None) -> None:
        super().__init__(room)
        self._seat = seat

    def seat_at(self, state: AnyState) -> int | None:  # noqa: ARG002 - the same in all positions
        """Return whose view is shown: always its own."""
        return self._seat

    @property
    def acts(self) -> bool:
        """Whether this seat is to move."""
        return self._seat is not None and self.room.state.to_move == self._seat

    @property
    def takes_back(self) -> bool:
        """Whether the reader may go back and forth in the game: it is the others' too."""
        return False

    @property
    def undo_to(self) -> None:
        """Where undo leads: nowhere."""
        return

    def is_final(self, action: Any) -> bool:  # noqa: ARG002 - nothing can be taken back
        """Return whether undo will refuse a legal action: always."""
        return True


class Device(BothSides):
    """One device for all humans of a room.

    `viewer` is the human whose view is shown where it stays with one person, `veiled` while the device changes hands.
    `at` is the moment of the game that is shown, None the present one: at another nobody acts.
    """

    sees_all = False

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.viewer: int | None = None
        self.veiled = False
        self.at: Node | None = None
        self.begin()

    def begin(self) -> None:
        """Take over the room's game as it is now: whoever holds the device may be another than who is to move."""
        humans, state = self.room.humans, self.room.state
        self.at = None
        self.viewer = state.to_move if state.to_move in humans else humans[0] if humans else None
        self.veiled = self.passes and state.mover is not None

    def hide(self) -> None:
        """Hide what a person knows, also where one plays alone: on another day another may look."""
        self.veiled = self.room.has_secrets and bool(self.room.humans) and self.room.state.mover is not None

    def unveil(self) -> None:
        """Show the viewer's side: the right person has the device."""
        self.veiled = False

    def pass_on(self) -> bool:
        """Hide everything when the next decision is another person's; return whether the device changes hands."""
        seat = self.room.state.mover
        if not self.room.has_secrets or seat in (None, self.viewer) or not self.room.human_to_move():
            return False
        self.viewer, self.veiled = seat, self.passes
        return self.veiled

    def seat_at(self, state: AnyState) -> int | None:
        """Return whose view is shown: that of the person at the device, nobody's while it changes hands.

        When the game is over, nothing stays hidden: earlier positions are shown as who was to move saw them.
        """
        if not self.stays or (self.room.state.to_move is None and state.to_move is not None):
            return state.mover
        if self.viewer is None and self.room.state.to_move is None:
            return 0  # nobody's hand was shown, and now all may be
        return None if self.veiled else self.viewer

    @property
    def state(self) -> AnyState:
        """The position that is shown."""
        return self.room.state if self.at is None else self.at.state

    @property
    def acts(self) -> bool:
        """Whether a human is to move and may look."""
        return self.at is None and self.room.human_to_move() and not self.veiled

    @property
    def stays(self) -> bool:
        """Whether the view stays with one person: with secrets, and where one human plays among bots."""
        return self.room.has_secrets or len(self.room.humans) == 1

    @property
    def passes(self) -> bool:
        """Whether the device goes from hand to hand."""
        return self.room.has_secrets and len(self.room.humans) > 1

    @property
    def last_choice(self) -> Node | None:
        """The last choice of a human; of bots among themselves, theirs."""
        timeline, humans = self.room.timeline, self.room.humans
        node = timeline.choice_before(timeline.node)
        while node is not None and humans and node.state.mover not in humans:
            node = timeline.choice_before(node)
        return node

    @property
    def undo_to(self) -> Node | None:
        """Where undo leads: the last choice of a human, if nothing hidden has been shown to anybody here since.

        With secrets it must have been the same person's choice too. Bots among themselves may always be taken back.
        """
        node = self.last_choice
        return node if node is not None and self._can_forget(node) else None

    def may_go_on_from(self, node: Node) -> bool:
        """Return whether the game may be played on from another moment: as far as undo may lead; once over, any."""
        return self.room.state.to_move is None or self._can_forget(self.room.timeline.shared(node))

    def _can_forget(self, node: Node) -> bool:
        """Return whether nothing since an earlier moment was another's choice, or has shown anybody here a secret."""
        at = self.room.timeline.node
        while self.room.humans and at is not node and at.parent is not None:
            state, action, at = at.parent.state, at.action, at.parent
            if self._is_anothers(state) or reveals(state, action, self.viewer if self.stays else state.mover):
                return False
        return True

    def is_final(self, action: Any) -> bool:
        """Return whether undo will refuse a legal action, as far as its seat can know before it is played.

        It does where something hidden may be shown, and with secrets where others go on: what they do may show some.
        """
        seat = self.room.state.to_move
        view = self.room.state.view(seat)
        return may_reveal(view, action) or any(self._goes_on(after, seat) for after in outcomes(view, action))

    def _goes_on(self, state: AnyState, seat: int | None) -> bool:
        """Return whether after a seat's action chance, or with secrets another seat, is next."""
        while state.to_move == seat and state.pending and len(only := state.legal()) == 1:
            state = state.apply_unchecked(only[0])  # as the room does
        return state.to_move == CHANCE or (self.room.has_secrets and state.to_move not in (seat, None))

    def _is_anothers(self, state: AnyState) -> bool:
        """Return whether, with secrets, another human decided in a position."""
        seat = state.to_move
        return self.room.has_secrets and seat not in (self.viewer, CHANCE) and seat in self.room.humans
