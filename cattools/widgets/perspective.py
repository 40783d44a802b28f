"""Perspectives: whose view a board shows, who can act on it, and how far back undo goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattools.core.game import CHANCE, AnyState
from cattools.core.hidden.reveals import may_reveal, outcomes, reveals
from cattools.core.timeline import Node
from cattools.widgets.game_session import GameSession


class HotSeatView:
    """One person plays all seats: the board shows the side of the seat to move, and hides nothing."""

    sees_all = True

    def __init__(self, session: GameSession) -> None:
        self.session = session

    @property
    def state(self) -> AnyState:
        """The position that is shown."""
        return self.session.state

    @property
    def seat(self) -> int | None:
        """The seat whose view of the position is shown."""
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
        """The node to which undo goes; None if nothing can be undone."""
        timeline = self.session.timeline
        return timeline.choice_before(timeline.node)

    def is_final(self, action: Any) -> bool:  # noqa: ARG002 - everything can be undone here
        """Return whether a legal action cannot be undone, as far as its seat can know before playing it."""
        return False


class OneTurnView(HotSeatView):
    """One person plays all seats, for one turn; then nobody can act until it is undone, unless `ends()` is true."""

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
        """Whether the reader can step back and forth in the game: no, nothing is played here."""
        return False


class PublicView(HotSeatView):
    """The public view of a game at a real table; the person who enters the game acts for all seats."""

    def seat_at(self, state: AnyState) -> None:  # noqa: ARG002 - the same in all positions
        """Return the seat whose view is shown: none."""
        return


class FirstSeatView(HotSeatView):
    """The view of the seat that moved first: only this seat can act, and it sees what the other seats do."""

    def seat_at(self, state: AnyState) -> int | None:  # noqa: ARG002 - the same in all positions
        """Return the seat whose view is shown: always the seat that moved first."""
        return self.session.timeline.root.state.mover

    @property
    def acts(self) -> bool:
        """Whether the reader can act now: only if this seat is to move."""
        return self.session.state.to_move is not None and self.session.state.mover == self.seat


def first_seat_view(session: GameSession) -> HotSeatView:
    """Return the perspective for a position shown to readers.

    In a game with hidden information, this is always the view of the seat that moved first.
    """
    return FirstSeatView(session) if session.has_secrets else HotSeatView(session)


class OwnSeatView(HotSeatView):
    """The view of one seat, or of a spectator if the seat is None; the seat acts only on its turn and never undoes."""

    sees_all = False

    def __init__(self, session: GameSession, seat: int | None) -> None:
        super().__init__(session)
        self._seat = seat

    def seat_at(self, state: AnyState) -> int | None:  # noqa: ARG002 - the same in all positions
        """Return the seat whose view is shown: always the same one."""
        return self._seat

    @property
    def acts(self) -> bool:
        """Whether this seat is to move."""
        return self._seat is not None and self.session.state.to_move == self._seat

    @property
    def takes_back(self) -> bool:
        """Whether the reader can step back and forth in the game: no, other people are playing too."""
        return False

    @property
    def undo_to(self) -> None:
        """The node to which undo goes: none."""
        return

    def is_final(self, action: Any) -> bool:  # noqa: ARG002 - nothing can be undone
        """Return whether a legal action cannot be undone: always."""
        return True


class SharedDeviceView(HotSeatView):
    """Hot seat: one device for all humans of a game session.

    `viewer` is the human whose view is shown while the view stays with one person; `veiled` is set while the device
    changes hands. `at` is the earlier node that is shown, or None for the current one; at an earlier node nobody can
    act.
    """

    sees_all = False

    def __init__(self, session: GameSession) -> None:
        super().__init__(session)
        self.viewer: int | None = None
        self.veiled = False
        self.at: Node | None = None
        self.begin()

    def begin(self) -> None:
        """Adopt the session's current game; someone other than the player to move may hold the device."""
        humans, state = self.session.humans, self.session.state
        self.at = None
        self.viewer = state.to_move if state.to_move in humans else humans[0] if humans else None
        self.veiled = self.passes and state.mover is not None

    def reveal_seat(self) -> None:
        """Show the viewer's side, now that the right person has the device."""
        self.veiled = False

    def pass_on(self) -> bool:
        """Veil the board if another person decides next; return whether the device changes hands."""
        seat = self.session.state.mover
        if not self.session.has_secrets or seat in (None, self.viewer) or not self.session.human_to_move():
            return False
        self.viewer, self.veiled = seat, self.passes
        return self.veiled

    def seat_at(self, state: AnyState) -> int | None:
        """Return the seat whose view is shown: the viewer's (None while veiled) if the view `stays`, else the mover's.

        Nothing is hidden after the end of the game: earlier positions are then shown as the seat to move saw them.
        """
        if not self.stays or (self.session.state.to_move is None and state.to_move is not None):
            return state.mover
        if self.viewer is None and self.session.state.to_move is None:
            return 0  # only bots played, so no hand was shown during the game; now all hands can be
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
        """Whether the view stays with one person: if there is hidden information, or one human plays against bots."""
        return self.session.has_secrets or len(self.session.humans) == 1

    @property
    def passes(self) -> bool:
        """Whether the players pass the device from hand to hand."""
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

        In a game with hidden information, no other human may have decided since. If only bots play, undo always works.
        """
        node = self.last_choice
        return node if node is not None and self._can_forget(node) else None

    def may_go_on_from(self, node: Node) -> bool:
        """Return whether play can continue from a node: as far back as undo goes; after the game, from any node."""
        return self.session.state.to_move is None or self._can_forget(self.session.timeline.shared(node))

    def _can_forget(self, node: Node) -> bool:
        """Return whether no other human has decided and no secret has been shown here since an earlier node."""
        at = self.session.timeline.node
        while self.session.humans and at is not node and at.parent is not None:
            state, action, at = at.parent.state, at.action, at.parent
            if self._is_anothers(state) or reveals(state, action, self.viewer if self.stays else state.mover):
                return False
        return True

    def is_final(self, action: Any) -> bool:
        """Return whether a legal action cannot be undone, as far as its seat can know before playing it.

        An action cannot be undone if it may reveal hidden information, or if chance acts next or, in a game with hidden
        information, another seat, because what it does may reveal some.
        """
        seat = self.session.state.to_move
        view = self.session.state.view(seat)
        return may_reveal(view, action) or any(self._goes_on(after, seat) for after in outcomes(view, action))

    def _goes_on(self, state: AnyState, seat: int | None) -> bool:
        """Return whether chance or, in a game with hidden information, another seat acts next after a seat's action."""
        while state.to_move == seat and state.pending and len(only := state.legal()) == 1:
            state = state.apply_unchecked(only[0])  # the session plays it automatically too
        return state.to_move == CHANCE or (self.session.has_secrets and state.to_move not in (seat, None))

    def _is_anothers(self, state: AnyState) -> bool:
        """Return whether another human decided in a position, in a game with hidden information."""
        seat = state.to_move
        return self.session.has_secrets and seat not in (self.viewer, CHANCE) and seat in self.session.humans
