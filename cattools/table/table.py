"""A table: one game, the players at its seats, and the devices that show it.

Nothing is drawn here. Every change is saved before a device learns of it.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from time import monotonic
from typing import Any, Protocol

from cattools.bots import bot, offered
from cattools.core.chance import MOST_SEED, Dealer
from cattools.core.display.seat_names import naming
from cattools.core.errors import CattoolsError, RecordError, shorten, unknown
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.game_record import Record, record_of
from cattools.core.messages import N_, Text, sentences, text
from cattools.core.timeline import Node, Timeline
from cattools.games import GAMES
from cattools.table import teaching
from cattools.table.people import People, Player, digest, new_key
from cattools.table.store import Saved, Store
from cattools.widgets.game_session import GameSession, Step

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without letters and digits that look alike
CODE = 5  # letters in a table's code
PLAY, BACK, DEAL, OLD = "play", "back", "deal", "old"  # an entry begins with one of these words
LOGGED = 60  # lines of the log that are kept
TIMERS = (0, 30, 60, 120, 300)  # seconds for a turn; 0: no timer is shown


class TableError(CattoolsError):
    """A table refused what a device asked for; nothing has changed."""


class TooLateError(TableError):
    """A device asked for something too late, but did nothing wrong."""


class FairDealer(Dealer):
    """Deals from the system's source of randomness, so that no player can compute the deal from a seed."""

    def __init__(self) -> None:
        super().__init__(0)
        self._random: Random = SystemRandom()


@dataclass(frozen=True, slots=True)
class Request:
    """A seat's request to go back to a node, and the seats that have agreed to it."""

    seat: int
    back: Node
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log: what a seat did, how many actions had then been played, and the number of the entry."""

    before: AnyState
    action: Any
    depth: int
    number: int

    @property
    def said(self) -> tuple[Text, ...]:
        """What happened. Every device asks for this itself, because the names are in the device's language."""
        return tuple(dict.fromkeys(event.text for event in self.before.events(self.action)))


@dataclass(frozen=True, slots=True)
class OldGame:
    """The game before a new deal, and its log."""

    timeline: Timeline
    log: list[LogEntry]


class Device(Protocol):
    """A device that shows a table; its people have some `seats`, usually one."""

    seat: int | None  # the seat whose side is shown

    @property
    def seats(self) -> Collection[int]:
        """The seats of the device's people."""

    def update(self) -> None:
        """Send the device what has changed."""

    def lose(self, seat: int, why: Text | None) -> None:
        """Give up a seat, and say why."""


class Table:
    """One game at a table.

    The session plays for people only; the table itself lets bots play, in any seat and at any time.
    """

    def __init__(self, store: Store, saved: Saved, dealer: Dealer | None = None) -> None:
        """Open a saved table. Raises `RecordError` if it cannot be continued, as after an update of its rules."""
        self.store, self.code = store, saved.code
        self.devices: list[Device] = []
        self.request: Request | None = None
        self.ended: int | None = None  # the seat whose request the last action has ended
        self.teaching: teaching.Teaching | None = None  # what is shown instead of the game
        self.log: list[LogEntry] = []
        self._old: list[OldGame] = []  # the games before the current one
        self.people = People.from_json(saved.people)
        game, dealer = GAMES[saved.game], dealer or FairDealer()
        self._options = game.choose(saved.options)
        if self.people.teaching:
            self.teaching = teaching.read(self.people.teaching, game)
        self._saved = len(saved.entries)
        self._unsaved: list[str] = []
        self._changes = False  # whether a change is being made
        self.turn, self._since = 0, monotonic()  # the number of the turn since the table was opened, and its start
        self._used = 0.0  # seconds of this turn before a pause
        self.version = 0  # of what all devices show; a device that has shown it needs no update
        self.session = GameSession(Timeline(game.start(self._options)), dealer)
        self._replay(saved.entries)
        self.session.followers.append(self._follow)
        self._rename()
        if (asking := self.people.asking) is not None:
            lost = N_("{who} asked to take back a move, but the server was started again meanwhile. Ask again.")
            self.people.notice = text(lost, who=self.name_of(asking))

    @classmethod
    def begin(cls, store: Store, game: AnyGame, options: str = "", dealer: Dealer | None = None) -> Table:
        """Save a new table, deal, and return it. Raises `OptionError`."""
        chosen = game.choose(options)
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        people = People(new_key(), [Player() for _ in game.seats(chosen)])
        saved = Saved(code, game.id, str(chosen), people.to_json(), ())
        store.begin(saved)
        table = cls(store, saved, dealer)
        with table.changing():
            table.session.go_on()
        return table

    def _replay(self, entries: Sequence[str]) -> None:
        timeline, game = self.session.timeline, self.game
        for number, entry in enumerate(entries, 1):
            word, _, rest = entry.partition(" ")
            try:
                if word == DEAL:
                    self._old.append(OldGame(timeline, self.log))
                    timeline, self.log = Timeline(game.start(self._options)), []
                elif word == OLD:
                    old = self._old.pop()
                    timeline, self.log = old.timeline, old.log
                elif word == BACK:
                    timeline.goto([timeline.root, *timeline.line][int(rest)])
                    self._forget(int(rest))
                else:
                    before, action = timeline.state, game.read_action(rest, timeline.state)
                    after = timeline.play(action)
                    self._log_step(Step(before, action, before.events(action), after), len(timeline.line), number)
            except (CattoolsError, ValueError, IndexError) as error:
                message = N_("table {code}, entry {number}: {error}")
                raise RecordError(text(message, code=self.code, number=number, error=error)) from None
        self.session.timeline = timeline

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.session.game

    @property
    def state(self) -> AnyState:
        """The current position."""
        return self.session.state

    @property
    def players(self) -> list[Player]:
        """Who has each seat."""
        return self.people.players

    @property
    def paused(self) -> bool:
        """Whether the host has paused the game."""
        return self.people.paused

    def name_of(self, seat: int) -> Text:
        """Return a seat's name."""
        return self.game.seats(self.state.options)[seat].called

    def said(self, entry: LogEntry) -> str:
        """Return a line of the log, in which nobody is named for what the seat did before that person sat down."""
        seats = self.game.seats(self.state.options)
        people = zip(seats, self.session.names, self.players, strict=True)
        with naming({seat.name: name for seat, name, player in people if player.since < entry.number}):
            return str(sentences(entry.said))

    def seat_of(self, key: str) -> int | None:
        """Return the seat that belongs to a key, or None."""
        mine = digest(key)
        return next((n for n, one in enumerate(self.players) if secrets.compare_digest(one.key, mine)), None)

    def has_person(self, seat: int) -> bool:
        """Return whether somebody has a seat. Raises `TableError` for an unknown seat."""
        self._refuse_unknown(seat)
        return bool(self.players[seat].key)

    def is_host(self, key: str) -> bool:
        """Return whether a key is the host's."""
        return secrets.compare_digest(digest(self.people.host), digest(key))

    def present(self) -> set[int]:
        """Return the seats whose people have a device now."""
        return {seat for device in self.devices for seat in device.seats}

    @property
    def used(self) -> float:
        """The seconds for which this turn has lasted, without pauses and teaching."""
        return self._used if self.paused or self.teaching else self._used + monotonic() - self._since

    @property
    def has_begun(self) -> bool:
        """Whether a person has played in this game; the log suffices, because everybody plays again and again."""
        return any(not self.players[entry.before.mover or 0].bot for entry in self.log)

    @property
    def runs(self) -> bool:
        """Whether a new deal would end a game: a person has played in it, and it is not over."""
        return self.state.to_move is not None and self.has_begun

    @property
    def has_old_game(self) -> bool:
        """Whether a new deal can be undone: nobody has played since."""
        return bool(self._old) and not self.has_begun

    def record(self) -> Record:
        """Return the record of the game. Raises `TableError` before its end: it holds every hand."""
        if self.state.to_move is not None:
            raise TableError(text(N_("The record can be saved once the game is over, because it holds every hand.")))
        names = tuple(player.name for player in self.players)
        return record_of(self.session.timeline, names=names if any(names) else ())

    # --- changes -------------------------------------------------------------------------------------------------

    @contextmanager
    def changing(self, *, all_see: bool = True) -> Iterator[None]:
        """Save what the block changes, and only then show it; if it fails or cannot be saved, nothing has changed.

        `all_see`: update all devices, even if nothing is played.
        """
        if self._changes:  # part of a larger change
            self.version += all_see
            yield
            return
        timeline, people = self.session.timeline, replace(self.people, players=[*self.players])
        node, log, old = timeline.node, self.log, [*self._old]
        before, self._changes = people.to_json(), True
        self.version += all_see
        try:
            yield
            self.people.teaching = self.teaching.written() if self.teaching else ""
            self.people.asking = self.request.seat if self.request else None
            now = self.people.to_json()
            if self._unsaved or now != before:
                self.store.add(self.code, self._saved, self._unsaved, now)
        except Exception as error:
            self._unsaved, self.people, self.log, self._old = [], people, log, old
            if self.session.timeline.node is not node:
                self._unfollow(timeline, node)
            self._rename()
            if isinstance(error, sqlite3.IntegrityError):
                raise TableError(text(N_("Another server goes on with this table. Stop one of the two."))) from error
            if isinstance(error, sqlite3.Error):
                raise TableError(text(N_("This could not be saved: {error}."), error=error)) from error
            raise
        finally:
            self._saved += len(self._unsaved)
            self._unsaved, self._changes = [], False
            self.show()

    def _unfollow(self, timeline: Timeline, node: Node) -> None:
        """Go back to a node after a failure, without saving that."""
        timeline.goto(node)
        self.session.timeline = timeline
        for follow in self.session.followers:
            if follow != self._follow:
                follow(())

    def show(self) -> None:
        """Send all devices what has changed: those of the seat to move first, then those of watchers, then the rest."""
        for device in sorted(self.devices, key=lambda one: (one.seat != self.state.mover, one.seat is not None)):
            device.update()

    def _follow(self, steps: Sequence[Step]) -> None:
        self.version += 1
        played = len(self.session.timeline.line) - len(steps)
        for n, step in enumerate(steps, 1):
            self._unsaved.append(f"{PLAY} {step.action}")
            self._log_step(step, played + n, self._number)
        if steps:
            self.ended = self.request.seat if self.request else None
            self.request = self.people.notice = None
        if not steps or steps[0].before.mover != self.state.mover:
            self._begin_turn()

    def _begin_turn(self) -> None:
        self.turn, self._since, self._used = self.turn + 1, monotonic(), 0.0

    @property
    def _number(self) -> int:
        """How many entries the table has."""
        return self._saved + len(self._unsaved)

    def _log_step(self, step: Step, depth: int, number: int) -> None:
        if step.before.mover is not None:
            self.log = [*self.log[1 - LOGGED :], LogEntry(step.before, step.action, depth, number)]

    def _forget(self, depth: int) -> None:
        self.log = [entry for entry in self.log if entry.depth <= depth]

    def _rename(self) -> None:
        """Use the people's names in all sentences."""
        self.session.call([player.name for player in self.players])

    # --- seats ---------------------------------------------------------------------------------------------------

    def _refuse_unknown(self, seat: int) -> None:
        if not 0 <= seat < len(self.players):
            message = N_("expected a seat from 0 to {last}, found {found}")
            raise TableError(text(message, last=len(self.players) - 1, found=shorten(seat)))

    def sit(self, seat: int, name: str) -> str:
        """Give a free seat to somebody; return its new key. Raises `TableError` and `OptionError`."""
        self._refuse_unknown(seat)
        if self.players[seat].key:
            who = self.name_of(seat)
            raise TableError(text(N_("{who} is taken. Choose another seat, or watch the game."), who=who))
        key = new_key()
        with self.changing():
            self.players[seat] = Player(digest(key), name.strip(), since=self._number)
            self._rename()
            self.people.notice = text(N_("{who} has sat down."), who=self.name_of(seat))
        return key

    def free(self, seat: int, why: Text | None = None) -> None:
        """Take a seat from the person who has it: the devices that showed it become watchers, and say why."""
        self._refuse_unknown(seat)
        with self.changing():
            self.players[seat] = Player(bot=self.players[seat].bot)
            self._rename()
            self.people.notice = text(N_("{who} is free now."), who=self.name_of(seat))
        self._lose(seat, why)

    def offer(self, seat: int) -> str:
        """Return a ticket with which the person at a seat can take it on another device. Raises `TableError`.

        Until then, the seat stays where it is. A new ticket replaces an older one.
        """
        self._refuse_unknown(seat)
        if not self.players[seat].key:
            raise TableError(text(N_("{who} is free: it can be taken on any device."), who=self.name_of(seat)))
        ticket = new_key()
        with self.changing():
            self.players[seat] = replace(self.players[seat], ticket=digest(ticket))
            self.people.notice = text(N_("{who} can take the seat on another device."), who=self.name_of(seat))
        return ticket

    def cancel_offer(self, seat: int) -> None:
        """Let a seat stay on the device that has it: its ticket is void."""
        self._refuse_unknown(seat)
        with self.changing():
            self.players[seat] = replace(self.players[seat], ticket="")
            self.people.notice = text(N_("{who} stays on the same device."), who=self.name_of(seat))

    def redeem(self, ticket: str) -> tuple[int, str] | None:
        """Return the seat of a ticket and its new key, which replaces the old one; None if the ticket is void."""
        mine = digest(ticket)
        seat = next((n for n, one in enumerate(self.players) if secrets.compare_digest(one.ticket, mine)), None)
        if seat is None:
            return None
        key = new_key()
        with self.changing():
            self.players[seat] = replace(self.players[seat], key=digest(key), ticket="")
        self._lose(seat, text(N_("Your seat has moved to another device. This one only watches now.")))
        return seat, key

    def _lose(self, seat: int, why: Text | None) -> None:
        """Let the devices that showed a seat become watchers."""
        for device in [one for one in self.devices if seat in one.seats]:
            device.lose(seat, why)
        self.changed()

    def changed(self) -> None:
        """Show a change of the devices themselves, which is not saved."""
        self.version += 1
        self.show()

    def let_play(self, seat: int, name: str) -> None:
        """Let a bot play for a seat or, with "", the person again. Raises `TableError`."""
        self._refuse_unknown(seat)
        known = offered()
        if name and name not in known:
            raise unknown(N_("expected one of the bots {known}, found {found}"), name, known)
        with self.changing():
            self.players[seat] = replace(self.players[seat], bot=name)
            said = N_("The computer plays for {who}.") if name else N_("The computer no longer plays for {who}.")
            self.people.notice = text(said, who=self.name_of(seat))

    def pause(self, *, on: bool) -> None:
        """Pause the game, or go on."""
        with self.changing():
            self._used, self._since = self.used, monotonic()
            self.people.paused = on
            self.people.notice = text(N_("The game is paused.") if on else N_("The game goes on."))

    def set_timer(self, seconds: int) -> None:
        """Show how much of a turn's time is left or, with 0, no timer. Nothing happens when the time is up."""
        if seconds not in TIMERS:
            known = ", ".join(map(str, TIMERS))
            raise TableError(text(N_("expected one of {known}, found {found}"), known=known, found=seconds))
        with self.changing():
            self.people.timer = seconds
            self._begin_turn()

    def join(self, device: Device) -> None:
        """Add a device."""
        self.devices.append(device)
        self.changed()

    def leave(self, device: Device) -> None:
        """Remove a device that has gone; a request no longer waits for its seats."""
        self.devices.remove(device)
        if self.request is not None and self.request.seat not in device.seats:
            with self.changing():
                self._grant()
        self.changed()

    # --- taking back ---------------------------------------------------------------------------------------------

    def back_to(self, seat: int) -> Node | None:
        """Return the node before a seat's last action, None if there is none; which node depends on nothing hidden."""
        node = self.session.timeline.node
        while node.parent is not None:
            node = node.parent
            if node.state.to_move == seat:
                return node
        return None

    def voters(self, request: Request) -> set[int]:
        """Return the seats that have to agree to a request: all others whose people are present and play themselves."""
        people = {n for n, one in enumerate(self.players) if one.key and not one.bot}
        return (people & self.present()) - {request.seat}

    def undone_by(self, request: Request) -> list[LogEntry]:
        """Return the lines of the log that a request would take back."""
        depth = len(Timeline.line_to(request.back))
        return [entry for entry in self.log if entry.depth > depth]

    def ask_back(self, seat: int) -> None:
        """Ask the others whether a seat can take back its last action. Raises `TableError`."""
        node = self.back_to(seat)
        if node is None:
            raise TableError(text(N_("There is no move to take back.")))
        with self.changing():
            self.request = Request(seat, node)
            self._grant()

    def vote(self, seats: Collection[int], *, yes: bool) -> None:
        """Answer a request for some seats. Raises `TooLateError` if there is none that they can answer."""
        request = self.request
        own = self.voters(request).intersection(seats) if request else set()
        if request is None or not own:
            raise TooLateError(text(N_("Nobody asks you to take back a move now.")))
        with self.changing():
            if yes:
                self.request = replace(request, agreed=request.agreed | own)
                self._grant()
            else:
                self.request = None
                self.people.notice = text(N_("{who} does not agree to that."), who=self.name_of(min(own)))

    def _grant(self) -> None:
        """Go back as requested if everybody who has to agree has agreed."""
        request = self.request
        if request is None or not (self.people.free or self.voters(request) <= request.agreed):
            return
        self.request = None
        depth = len(Timeline.line_to(request.back))
        drawn = any(node.parent and node.parent.state.to_move == CHANCE for node in self.session.timeline.line[depth:])
        self._unsaved.append(f"{BACK} {depth}")
        self._forget(depth)
        self.session.goto(request.back)
        said = N_("{who} has taken back a move.")
        if drawn:
            said = N_(
                "{who} has taken back a move. "
                "Anything dealt or drawn after it will be dealt or drawn again, so it may be different."
            )
        self.people.notice = text(said, who=self.name_of(request.seat))

    def set_free(self, *, on: bool) -> None:
        """Let players take back moves without asking, or not."""
        with self.changing():
            self.people.free = on
            self._grant()

    def deal(self) -> None:
        """Deal a new game with the same options to the same people."""
        with self.changing():
            self._old.append(OldGame(self.session.timeline, self.log))
            self._begin(DEAL, OldGame(Timeline(self.game.start(self._options)), []))
            self.session.go_on()
            self.people.notice = text(N_("The host has dealt a new game."))

    def undo_deal(self) -> None:
        """Go on with the game before the last deal. Raises `TableError`."""
        if not self.has_old_game:
            raise TableError(
                text(N_("There is no previous game to go back to: somebody has played since the last deal."))
            )
        with self.changing():
            self._begin(OLD, self._old.pop())
            self.people.notice = text(N_("The host went back to the previous game."))

    def _begin(self, entry: str, game: OldGame) -> None:
        self.request, self.log = None, game.log
        self._unsaved.append(entry)
        self.session.begin(game.timeline, names=[one.name for one in self.players])

    def teach(self, what: str) -> None:
        """Show a presentation or ten questions instead of the game; with "", the game again. Raises `OptionError`."""
        seed = secrets.randbelow(MOST_SEED)
        found = teaching.Teaching(self.game, what, seed) if what else None
        with self.changing():
            self._used, self._since = self.used, monotonic()
            self.teaching = found

    # --- bots ----------------------------------------------------------------------------------------------------

    def bot_turn(self) -> tuple[Node, Callable[[], Any]] | None:
        """Return the current node and a function that chooses a bot's action there; None if no bot is to move.

        The function can take long and uses nothing that changes, so that it can run in another thread.
        """
        seat = self.state.mover
        if seat is None or self.paused or self.teaching or not self.players[seat].bot:
            return None
        view, name, rng = self.state.view(seat), self.players[seat].bot, SystemRandom()
        return self.session.timeline.node, lambda: bot(name)(view, rng)

    def play_bot(self, node: Node, action: Any) -> None:
        """Play a bot's action, unless the game has gone on without it."""
        turn = self.bot_turn()
        if turn is not None and turn[0] is node:
            with self.changing():
                self.session.play(action)
