"""A room: the one place where a game is played. Boards follow it; none of them plays by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from cattools.bots import BOTS, HUMAN, bot
from cattools.core.chance import Dealer
from cattools.core.display.seat_names import checked, given
from cattools.core.errors import OptionError, unknown
from cattools.core.events import Event
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.messages import N_, text
from cattools.core.options import Options
from cattools.core.timeline import Node, Timeline


@dataclass(frozen=True, slots=True)
class Step:
    """One action as it was played: the position before it, what it did, the position after it."""

    before: AnyState
    action: Any
    events: tuple[Event, ...]
    after: AnyState


Follower: TypeAlias = Callable[[Sequence[Step]], None]


def seating(game: AnyGame, options: Options, count: int) -> Options:
    """Return options with which so many can sit down: these, or where they seat fewer, with more `players`.

    Raises `OptionError` where the game has no room for so many.
    """
    if count <= len(game.seats(options)) or "players" not in game.known_options:
        return options
    return game.choose({**options.changed, "players": str(count)})


def seated(game: AnyGame, options: Options, players: Sequence[str]) -> list[str]:
    """Return who sits at each seat: humans unless named otherwise. Raises `OptionError`."""
    seats = len(game.seats(options))
    if len(players) > seats:
        raise OptionError(text(N_("expected at most {seats} players, found {n}"), seats=seats, n=len(players)))
    known = (HUMAN, *BOTS)
    for name in players:
        if name not in known:
            raise unknown(N_("expected a player among {known}, found {found}"), name, known)
    return [*players, *[HUMAN] * (seats - len(players))]


class Room:
    """A game with its players: "human" or a bot's name for each seat; `dealer` deals, and seeds the bots.

    `names` are given to people, by the seats' order; `called` holds them by the game's own names, changed in place.
    What happens by itself is played here too: deals, the only step left in a turn, bots. Whoever follows the room is
    handed every step, or no step where another moment of the game is looked at.
    """

    def __init__(self, timeline: Timeline, dealer: Dealer, players: Sequence[str] = ()) -> None:
        self.timeline, self.dealer = timeline, dealer
        self.players = seated(self.game, self.state.options, players)
        self.names: list[str] = []
        self.called: dict[str, str] = {}
        self.rng = Random(dealer.seed)
        self.followers: list[Follower] = []
        self._actor: int | None = None  # whose action was the last one
        self._bot_turns = 0  # since a human has played

    @property
    def state(self) -> AnyState:
        """The position now."""
        return self.timeline.state

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.state.game

    @property
    def has_secrets(self) -> bool:
        """Whether seats know different things in the game that is played."""
        return self.game.has_hidden_information(self.state.options)

    def call(self, names: Sequence[str]) -> None:
        """Give names to the people here, "" for none. Raises `OptionError`, and keeps the old ones."""
        found = checked(names)
        usual = [seat.name for seat in self.game.seats(self.state.options)]
        called = given(usual, [name if n in self.humans else "" for n, name in enumerate(found)])
        self.names = found
        self.called.clear()
        self.called.update(called)

    @property
    def humans(self) -> list[int]:
        """The seats of humans."""
        return [seat for seat, name in enumerate(self.players) if name == HUMAN]

    def human_to_move(self) -> bool:
        """Return whether a human decides now."""
        return self.state.mover in self.humans

    @property
    def pauses(self) -> bool:
        """Whether a bot waits until a human has looked: at the end of a round, say."""
        seat = self.state.mover
        return (
            seat is not None and bool(self.humans) and not self.human_to_move() and self.game.pauses_after(self.state)
        )

    # --- playing -------------------------------------------------------------------------------------------------

    def play(self, *actions: Any, by: Follower | None = None) -> tuple[Step, ...]:
        """Play legal actions and everything that follows by itself; hand the steps to all followers but `by`.

        Raises `IllegalAction`; what was played before stays.
        """
        self._bot_turns = 0
        return self._notify(self._played(list(actions)), by)

    def go_on(self, *, by: Follower | None = None) -> tuple[Step, ...]:
        """Let the bots play when it is their turn, also after a pause."""
        self._bot_turns = 0
        action = self._following(seen=True)
        return self._notify(self._played([] if action is None else [action]), by)

    def _played(self, queue: list[Any]) -> tuple[Step, ...]:
        steps = []
        while queue:
            action, before = queue.pop(0), self.state
            self._actor = self._actor if before.mover is None else before.mover
            events = before.events(action)
            steps.append(Step(before, action, events, self.timeline.play(action)))
            if not queue and (more := self._following()) is not None:
                queue.append(more)
        return tuple(steps)

    def _notify(self, steps: tuple[Step, ...], by: Follower | None) -> tuple[Step, ...]:
        for follow in self.followers:
            if follow != by:
                follow(steps)
        return steps

    def _following(self, *, seen: bool = False) -> Any | None:
        """Return what happens next by itself: a deal, a bot's action, the only step left; None: somebody decides.

        With secrets, whoever else is asked answers in person: that there is a single answer is one of them. Bots among
        themselves play a few turns at a time. `seen` says that a human has looked, where a bot waits for that.
        """
        state, seat = self.state, self.state.to_move
        if seat is None:
            return None
        if seat == CHANCE:
            return self.dealer.choose(state)
        if self.players[seat] == HUMAN:
            asked = seat != self._actor and self.has_secrets
            legal = state.legal() if state.pending and not asked else ()
            return legal[0] if len(legal) == 1 else None
        if self.pauses and not seen:
            return None
        if not state.pending:
            self._bot_turns += 1
            if not self.humans and self._bot_turns > len(self.players):
                return None
        return bot(self.players[seat])(state.view(seat), self.rng)

    # --- other moments, other games ------------------------------------------------------------------------------

    def goto(self, node: Node, *, by: Follower | None = None) -> None:
        """Look at another moment of the game."""
        self.timeline.goto(node)
        self._notify((), by)

    def undo(self, back: Node | None = None, *, by: Follower | None = None) -> bool:
        """Step back to the last choice, or on to that of `back`; return whether there was one."""
        done = self.timeline.undo()
        while done and back is not None and self.timeline.node is not back:
            done = self.timeline.undo()
        self._notify((), by)
        return done

    def redo(self, *, by: Follower | None = None) -> bool:
        """Take back the last undo; return whether there was one."""
        done = self.timeline.redo()
        self._notify((), by)
        return done

    def begin(
        self,
        timeline: Timeline,
        players: Sequence[str] = (),
        dealer: Dealer | None = None,
        names: Sequence[str] | None = None,
        *,
        by: Follower | None = None,
    ) -> None:
        """Take over another game; without `names` people keep theirs. Raises `OptionError`, and keeps the old one."""
        state, before = timeline.state, (self.players, self.timeline)
        self.players, self.timeline = seated(state.game, state.options, players), timeline
        try:
            self.call(self.names if names is None else names)
        except OptionError:
            self.players, self.timeline = before
            raise
        self._actor = None
        if dealer is not None:
            self.dealer, self.rng = dealer, Random(dealer.seed)
        self._notify((), by)
