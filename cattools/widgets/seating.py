"""Who sits at a table: humans and bots, whose eyes are on the screen, and how far back undo may lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cattools.bots import bot
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.information import reveals
from cattools.core.messages import N_, Text, text
from cattools.core.timeline import Node
from cattools.widgets.board import Board
from cattools.widgets.forms import HUMAN
from cattools.widgets.shell import message


class Seating(Board):
    """A board with players: `players` are "human" or a bot's name for each seat.

    `viewer` is the human whose view is shown where it stays with one person, `veiled` while the device changes hands.
    """

    players: list[str]
    viewer: int | None
    veiled: bool

    @staticmethod
    def seated(game: AnyGame, options: Any, players: Sequence[str]) -> list[str]:
        """Return who sits at each seat: humans unless named otherwise. Raises `OptionError`."""
        seats = len(game.seats(options))
        if len(players) > seats:
            raise OptionError(text(N_("expected at most {seats} players, found {n}"), seats=seats, n=len(players)))
        for name in players:
            if name != HUMAN:
                bot(name)  # raises, whatever else it may be
        return [*players, *[HUMAN] * (seats - len(players))]

    @property
    def acts(self) -> bool:
        """Whether a human is to move and may look."""
        seat = self.state.to_move
        return seat is not None and seat != CHANCE and self.players[seat] == HUMAN and not self.veiled

    # --- whose eyes are on the screen ----------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Whose view is shown: that of the person at the device, nobody's while it changes hands."""
        if not self.stays:
            return super().seat
        return None if self.veiled else self.viewer

    @property
    def stays(self) -> bool:
        """Whether the view stays with one person: with secrets, and where one human plays among bots."""
        return self.secret or self.players.count(HUMAN) == 1

    @property
    def secret(self) -> bool:
        """Whether seats know different things in the game that is played."""
        return self.game.has_hidden_information(self.timeline.state.options)

    @property
    def passes(self) -> bool:
        """Whether the device goes from hand to hand."""
        return self.secret and self.players.count(HUMAN) > 1

    def first_viewer(self, state: AnyState) -> int | None:
        """Return the human to move, else the first human seat."""
        humans = [seat for seat, who in enumerate(self.players) if who == HUMAN]
        return state.to_move if state.to_move in humans else humans[0] if humans else None

    def pass_on(self) -> None:
        """Hide everything when the next decision is another person's, until that person takes the device."""
        seat = self.state.to_move
        if not self.secret or seat in (None, CHANCE, self.viewer) or self.players[seat or 0] != HUMAN:
            return
        self.viewer, self.veiled = seat, self.passes
        if self.veiled:
            self.chosen, self.told, self.hovered = (), [], []
            self.said += message("info", [self.passing()])

    def passing(self) -> str:
        """Return who is to take the device."""
        return str(text(N_("Pass the device to {who}."), who=self.name_of(self.viewer)))

    def closing(self) -> list[str]:
        """Return what is said after all that happened: what is asked of the person at the device."""
        return [] if self.state.to_move is None or self.veiled else [self.standing()]

    def resting(self) -> list[str]:
        """Return what is said when nothing has happened."""
        return [self.passing()] if self.veiled else super().resting()

    def standing(self) -> str:
        """Return in a sentence how things stand, while the device changes hands who is to take it."""
        return self.passing() if self.veiled else super().standing()

    def rest(self) -> None:
        """Say how things stand when the reader cannot act."""
        if self.veiled:
            self.answer("info", [self.passing()])
        else:
            super().rest()

    def name_of(self, seat: int | None) -> Text:
        """Return a seat's name."""
        return text(self.game.seats(self.state.options)[seat or 0].name)

    @property
    def last_choice(self) -> Node | None:
        """The last choice of a human; of bots among themselves, theirs."""
        node = self.timeline.choice_before(self.timeline.node)
        while node is not None and HUMAN in self.players and self.players[node.state.to_move or 0] != HUMAN:
            node = self.timeline.choice_before(node)
        return node

    @property
    def before(self) -> Node | None:
        """Where undo leads: the last choice of a human, if nothing hidden has been shown to anybody here since.

        With secrets it must have been the same person's choice too. Bots among themselves may always be taken back.
        """
        node, at = self.last_choice, self.timeline.node
        if HUMAN not in self.players:
            return node
        while node is not None and at is not node and at.parent is not None:
            state, action, at = at.parent.state, at.action, at.parent
            seat = state.to_move
            if self.secret and seat not in (self.viewer, CHANCE) and self.players[seat or 0] == HUMAN:
                return None
            if reveals(state, action, self.viewer if self.stays else state.mover):
                return None
        return node
