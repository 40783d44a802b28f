"""The game session, the only place where actions are played. Boards send it actions and follow what it plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from cattools.bots import BOTS, HUMAN, bot, present_name
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
    """One played action: the position before it, its events, the position after it."""

    before: AnyState
    action: Any
    events: tuple[Event, ...]
    after: AnyState


Follower: TypeAlias = Callable[[Sequence[Step]], None]


def seating(game: AnyGame, chosen: str | Mapping[str, object], count: int) -> Options:
    """Return the chosen options; if they do not say how many players there are, with at least `count` seats.

    Raises `OptionError` for unknown options, and if the game does not allow that many players.
    """
    options = game.choose(chosen)
    if "players" in chosen or count <= len(game.seats(options)) or "players" not in game.known_options:
        return options
    return game.choose({**options.changed, "players": str(count)})


def seated(game: AnyGame, options: Options, players: Sequence[str]) -> list[str]:
    """Return the player of each seat: the names in `players`, then humans. Raises `OptionError`."""
    most = len(game.seats(options))
    if len(players) > most:
        raise OptionError(text(N_("expected at most {seats} players, found {n}"), seats=most, n=len(players)))
    known, found = (HUMAN, *BOTS), [present_name(name) for name in players]
    for name in found:
        if name not in known:
            seats = game.known_options.get("players")
            near = f"players={name}" if seats is not None and str(name) in seats.choices else ""
            raise unknown(N_("expected one of the players {known}, found {found}"), name, known, near=near)
    return [*found, *[HUMAN] * (most - len(players))]


def _nothing(_: int) -> None:
    """Do nothing while a bot is thinking."""


class GameSession:
    """A game and its players: "human" or a bot's name per seat. `dealer` deals, and its seed also seeds the bots.

    `names` are the people's names in seat order; `called` maps the game's seat names to these names and is updated
    in place. The session also plays what happens automatically: deals, the only legal action left in a turn, and bots'
    actions. Followers receive the steps that were played, or an empty sequence when another node of the game is shown.
    """

    def __init__(self, timeline: Timeline, dealer: Dealer, players: Sequence[str] = ()) -> None:
        self.timeline, self.dealer = timeline, dealer
        self.players = seated(self.game, self.state.options, players)
        self.names: list[str] = []
        self.called: dict[str, str] = {}
        self.rng = Random(dealer.seed)
        self.followers: list[Follower] = []
        self.on_thinking: Callable[[int], None] = _nothing  # gets the seat of a bot that is about to choose an action
        self._actor: int | None = None  # the seat that acted last
        self._bot_turns = 0  # since a human last played

    @property
    def state(self) -> AnyState:
        """The current position."""
        return self.timeline.state

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.state.game

    @property
    def has_secrets(self) -> bool:
        """Whether this game has hidden information."""
        return self.game.has_hidden_information(self.state.options)

    def call(self, names: Sequence[str]) -> None:
        """Set the people's names, "" for no name. Raises `OptionError` for invalid names and keeps the old ones."""
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

    def seat_human(self, seat: int) -> None:
        """Let a human play a seat of a bot."""
        self.players[seat] = HUMAN

    def human_to_move(self) -> bool:
        """Return whether a human decides now."""
        return self.state.mover in self.humans

    @property
    def pauses(self) -> bool:
        """Whether a bot waits until a human has looked at the board, for example at the end of a round."""
        seat = self.state.mover
        return (
            seat is not None and bool(self.humans) and not self.human_to_move() and self.game.pauses_after(self.state)
        )

    # --- playing -------------------------------------------------------------------------------------------------

    def play(self, *actions: Any, by: Follower | None = None) -> tuple[Step, ...]:
        """Play legal actions and everything that follows automatically; send the steps to all followers except `by`.

        Raises `IllegalAction`; the actions before the illegal one stay played.
        """
        self._bot_turns = 0
        return self._notify(self._played(list(actions)), by)

    def go_on(self, *, by: Follower | None = None) -> tuple[Step, ...]:
        """Let the bots play if it is their turn, even if they pause."""
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
        """Return the next automatic action: a deal, a bot's action or the only legal one; None if a human must decide.

        In a game with hidden information, a human always chooses the response to another seat's action: an automatic
        response would reveal that only one was possible. If only bots play, they stop after a few turns. `seen`: a
        human has looked at the board, so a pausing bot may act.
        """
        state, seat = self.state, self.state.to_move
        if seat is None:
            return None
        if seat == CHANCE:
            return self.dealer.choose(state)
        if self.players[seat] == HUMAN:
            responds = seat != self._actor and self.has_secrets
            legal = state.legal() if state.pending and not responds else ()
            return legal[0] if len(legal) == 1 else None
        if self.pauses and not seen:
            return None
        if not state.pending:
            self._bot_turns += 1
            if not self.humans and self._bot_turns > len(self.players):
                return None
        self.on_thinking(seat)
        return bot(self.players[seat])(state.view(seat), self.rng)

    # --- other positions, other games ----------------------------------------------------------------------------

    def goto(self, node: Node, *, by: Follower | None = None) -> None:
        """Show another node of the game."""
        self.timeline.goto(node)
        self._notify((), by)

    def undo(self, back: Node | None = None, *, by: Follower | None = None) -> bool:
        """Go back to the last choice, or further to the node `back`; return whether there was a choice."""
        done = self.timeline.undo()
        while done and back is not None and self.timeline.node is not back:
            done = self.timeline.undo()
        self._notify((), by)
        return done

    def redo(self, *, by: Follower | None = None) -> bool:
        """Redo what was undone last; return whether there was anything to redo."""
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
        """Switch to another game; without `names`, the people keep their names.

        Raises `OptionError` for unknown players or invalid names and keeps the old game.
        """
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
