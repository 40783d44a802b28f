"""Perspectives: whose view a board shows, who can act on it, and how far back undo goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattools.core.game import CHANCE, AnyState
from cattools.core.hidden_information import may_reveal, outcomes, reveals
from cattools.core.timeline import Node
from cattools.widgets.game_session import GameSession


class HotSeatView:
    """One person plays all seats: the board shows the side of the seat to move, which can act, and hides nothing."""

    sees_all = True

    def __init__(self, session: GameSession) -> None:
        self.session = session

    @property
    def state(self) -> AnyState:
        """The position that is shown."""
        return self.session.state

    @property
    def seat(self) -> int | None:
        """The seat whose view of it is shown."""
        return self.seat_at(self.state)

    def seat_at(self, state: AnyState) -> int | None:
        """Return the seat whose view of a position is shown."""
        return state.mover

    @property
    def acts(self) -> bool:
        """Whether the reader can act now."""
        return self.session.state.mover is not None

    @property
    def takes_back(self) -> bool:
        """Whether the reader can step back and forth in the game."""
        return True

    @property
    def undo_to(self) -> Node | None:
        """The node to which undo goes."""
        timeline = self.session.timeline
        return timeline.choice_before(timeline.node)

    def is_final(self, action: Any) -> bool:  # noqa: ARG002 - everything can be undone here
        """Return whether undo will refuse a legal action, as far as its seat can know before it is played."""
        return False


class OneTurnView(HotSeatView):
    """One person plays all seats for one whole turn, then nobody acts until it is undone or `ends` returns true."""

    def __init__(self, session: GameSession, ends: Callable[[], bool]) -> None:
        super().__init__(session)
        self.ends = ends

    @property
    def acts(self) -> bool:
        """Whether the reader can act now."""
        node = self.session.timeline.node
        return super().acts and (node.parent is None or node.state.pending or self.ends())


class SpectatorView(HotSeatView):
    """A perspective that sees what the seat to move sees and never acts."""

    @property
    def acts(self) -> bool:
        """Whether the reader can act now: never."""
        return False

    @property
    def takes_back(self) -> bool:
        """Whether the reader can step back and forth in the game: no, it is not played here."""
        return False


class PublicView(HotSeatView):
    """The public view of a real table; the person who enters the game acts for all seats."""

    def seat_at(self, state: AnyState) -> None:  # noqa: ARG002 - the same in all positions
        """Return the seat whose view is shown: none."""
        return


class FirstSeatView(HotSeatView):
    """The side of the seat that moved first, which can act; it is shown what the others do."""

    def seat_at(self, state: AnyState) -> int | None:  # noqa: ARG002 - the same in all positions
        """Return the seat whose view is shown: always the first to move."""
        return self.session.timeline.root.state.mover

    @property
    def acts(self) -> bool:
        """Whether the reader can act now: not in the others' turns."""
        return self.session.state.to_move is not None and self.session.state.mover == self.seat


def first_seat_view(session: GameSession) -> HotSeatView:
    """Return the perspective for positions shown to readers: with hidden information, always the first to move."""
    return FirstSeatView(session) if session.has_secrets else HotSeatView(session)


class OwnSeatView(HotSeatView):
    """One seat's board, or with None a spectator's: it acts only in its turn and never undoes."""

    sees_all = False

    def __init__(self, session: GameSession, seat: int | None) -> None:
        super().__init__(session)
        self._seat = seat

    def seat_at(self, state: AnyState) -> int | None:  # noqa: ARG002 - the same in all positions
        """Return the seat whose view is shown: always its own."""
        return self._seat

    @property
    def acts(self) -> bool:
        """Whether this seat is to move."""
        return self._seat is not None and self.session.state.to_move == self._seat

    @property
    def takes_back(self) -> bool:
        """Whether the reader can step back and forth in the game: no, the others play it too."""
        return False

    @property
    def undo_to(self) -> None:
        """The node to which undo goes: none."""
        return

    def is_final(self, action: Any) -> bool:  # noqa: ARG002 - nothing can be undone
        """Return whether undo will refuse a legal action: always."""
        return True


class SharedDeviceView(HotSeatView):
    """Hot seat: one device for all humans of a game session.

    `viewer` is the human whose view is shown while the view stays with one person, `veiled` is set while the device
    changes hands. `at` is the node that is shown, None for the present; at an earlier node nobody acts.
    """

    sees_all = False

    def __init__(self, session: GameSession) -> None:
        super().__init__(session)
        self.viewer: int | None = None
        self.veiled = False
        self.at: Node | None = None
        self.begin()

    def begin(self) -> None:
        """Adopt the session's current game; the person holding the device need not be the one to move."""
        humans, state = self.session.humans, self.session.state
        self.at = None
        self.viewer = state.to_move if state.to_move in humans else humans[0] if humans else None
        self.veiled = self.passes and state.mover is not None

    def hide(self) -> None:
        """Veil a person's knowledge, even if only one human plays: another person may look at the game later."""
        self.veiled = self.session.has_secrets and bool(self.session.humans) and self.session.state.mover is not None

    def reveal_seat(self) -> None:
        """Show the viewer's side: the right person has the device."""
        self.veiled = False

    def pass_on(self) -> bool:
        """Veil the board if another person decides next; return whether the device changes hands."""
        seat = self.session.state.mover
        if not self.session.has_secrets or seat in (None, self.viewer) or not self.session.human_to_move():
            return False
        self.viewer, self.veiled = seat, self.passes
        return self.veiled

    def seat_at(self, state: AnyState) -> int | None:
        """Return the seat whose view is shown: the person at the device, or none while it changes hands.

        Nothing is hidden after the end: earlier positions are shown as the seat to move saw them.
        """
        if not self.stays or (self.session.state.to_move is None and state.to_move is not None):
            return state.mover
        if self.viewer is None and self.session.state.to_move is None:
            return 0  # no hand was shown before; now all can be
        return None if self.veiled else self.viewer

    @property
    def state(self) -> AnyState:
        """The position that is shown."""
        return self.session.state if self.at is None else self.at.state

    @property
    def acts(self) -> bool:
        """Whether a human is to move and can see the board."""
        return self.at is None and self.session.human_to_move() and not self.veiled

    @property
    def stays(self) -> bool:
        """Whether the view stays with one person: with hidden information, and if one human plays against bots."""
        return self.session.has_secrets or len(self.session.humans) == 1

    @property
    def passes(self) -> bool:
        """Whether the device goes from hand to hand."""
        return self.session.has_secrets and len(self.session.humans) > 1

    @property
    def last_choice(self) -> Node | None:
        """The last choice of a human; if only bots play, their last choice."""
        timeline, humans = self.session.timeline, self.session.humans
        node = timeline.choice_before(timeline.node)
        while node is not None and humans and node.state.mover not in humans:
            node = timeline.choice_before(node)
        return node

    @property
    def undo_to(self) -> Node | None:
        """The node to which undo goes: the last choice of a human, unless hidden information was shown here since.

        With hidden information it must also be the same person's choice. If only bots play, undo always works.
        """
        node = self.last_choice
        return node if node is not None and self._can_forget(node) else None

    def may_go_on_from(self, node: Node) -> bool:
        """Return whether play can continue from another node: as far back as undo goes; after the end, from any."""
        return self.session.state.to_move is None or self._can_forget(self.session.timeline.shared(node))

    def _can_forget(self, node: Node) -> bool:
        """Return whether since an earlier node no other human decided and no secret was shown to anybody here."""
        at = self.session.timeline.node
        while self.session.humans and at is not node and at.parent is not None:
            state, action, at = at.parent.state, at.action, at.parent
            if self._is_anothers(state) or reveals(state, action, self.viewer if self.stays else state.mover):
                return False
        return True

    def is_final(self, action: Any) -> bool:
        """Return whether undo will refuse a legal action, as far as its seat can know before it is played.

        It will if hidden information may be revealed, or if another seat continues a game with hidden information: its
        actions may reveal some.
        """
        seat = self.session.state.to_move
        view = self.session.state.view(seat)
        return may_reveal(view, action) or any(self._goes_on(after, seat) for after in outcomes(view, action))

    def _goes_on(self, state: AnyState, seat: int | None) -> bool:
        """Return whether chance or, with hidden information, another seat comes next after a seat's action."""
        while state.to_move == seat and state.pending and len(only := state.legal()) == 1:
            state = state.apply_unchecked(only[0])  # as the session does
        return state.to_move == CHANCE or (self.session.has_secrets and state.to_move not in (seat, None))

    def _is_anothers(self, state: AnyState) -> bool:
        """Return whether another human decided in a position, in a game with hidden information."""
        seat = state.to_move
        return self.session.has_secrets and seat not in (self.viewer, CHANCE) and seat in self.session.humans
