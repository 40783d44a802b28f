"""What one device of a table shows of the game: the view of its seat, or of nobody, and what can be done there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from cattools.core import selection
from cattools.core.display.scene import Mark, MarkKind, Panel
from cattools.core.errors import clipped
from cattools.core.events import Event
from cattools.core.game import AnyState, PlainTurn
from cattools.core.messages import N_, Text, semicolons, sentences, text
from cattools.core.rules import Rule
from cattools.core.timeline import Node
from cattools.table import surroundings
from cattools.table.people import Player
from cattools.table.table import Table, TableError
from cattools.widgets import score_table
from cattools.widgets.game_session import Step
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, Quiet
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.move_list import moves
from cattools.widgets.perspective import OwnSeatView
from cattools.widgets.player_input import event_marks

POSSIBLE, TAKE_BACK = "possible", "take-back"
LABEL = 22  # maximum number of characters of a label in the table of players
WORLDS = 4  # how many deals of what is hidden must give the same prompt before all may see it


class SeatView(OwnSeatView):
    """The view of one seat of a table; it cannot act during a pause or while a bot plays for it.

    `at` is the earlier node that is shown after the end of the game, or None for the current one.
    """

    def __init__(self, table: Table, seat: int | None) -> None:
        super().__init__(table.session, seat)
        self._table = table
        self.at: Node | None = None

    @property
    def state(self) -> AnyState:
        """The position that is shown."""
        return super().state if self.at is None else self.at.state

    @property
    def acts(self) -> bool:
        """Whether this seat is to move, and a person plays for it."""
        return super().acts and not self._table.paused and not self._table.players[self.seat or 0].bot


class SeatMode(FreePlay):
    """A table's game on one device, for a seat or for watchers (None).

    `own` are the seats of the device's people, who pass it on if there are several. `shared`: all see the device.
    """

    fills = True
    warning = N_("You can take this back only if the others agree.")

    def __init__(self, table: Table, seat: int | None, *, own: Collection[int] = (), shared: bool = False) -> None:
        self.table, self.seat, self._own, self._shared = table, seat, own, shared
        self._seen = SeatView(table, seat)
        self._panels: tuple[object, tuple[Panel, ...]] = None, ()
        self._refusal: tuple[Sequence[object], Sequence[Rule]] | None = None  # the message, if it is a refusal
        super().__init__(table.session, perspective=self._seen)

    # --- what is shown -------------------------------------------------------------------------------------------

    def task(self) -> Html:
        """Return what to press now, or else what everybody waits for; nothing at the end, where the result is shown."""
        if self.state.to_move is None:
            return Html()
        said = self.prompt() or (self.for_newcomers() if self._shared else self.for_waiting()) or self.status()
        return el("p", said, class_="cat-prompt")

    def for_waiting(self) -> str:
        """Return to whom to pass the device, or what its people wait for; "" if the status says that."""
        mover, bare = self.state.mover, isinstance(self.state.status(), PlainTurn)
        if mover is None or self.table.paused:
            return ""
        person = surroundings.person_to_move(self.table, self._own)
        if person is not None and person != self.seat:
            return str(text(N_("Pass the device to {who}."), who=self.name_of(person)))
        if not self._own:
            watching = text(N_("You are watching this game."))
            return str(watching) if bare else str(sentences([watching, self.state.status()]))
        if not bare:
            return ""
        return "" if mover == self.seat else str(text(N_("Wait until {who} has played."), who=self.name_of(mover)))

    def for_newcomers(self) -> str:
        """Return what the player to move has to press, if that depends on nothing hidden."""
        seat, view = self.state.mover, self.state.view(None)
        if seat is None or self.table.paused or self.table.players[seat].bot:
            return ""
        if not self.table.players[seat].key:
            return str(text(N_("Nobody plays {who} yet: join the table, and take the seat."), who=self.name_of(seat)))
        prompts = {str(view.determinize(Random(n)).prompt()) for n in range(WORLDS)}
        if len(prompts) > 1:
            return ""
        return str(text(N_("{who}, on your own device: {prompt}"), who=self.name_of(seat), prompt=prompts.pop()))

    def status(self) -> str:
        """Return whose turn it is, that the game is paused, or how it has ended."""
        return str(text(N_("The game is paused."))) if self.table.paused else super().status()

    def buttons(self) -> list[Button]:
        """Return the buttons below the board."""
        if self.state.to_move is None:
            return self._steps()
        if self.seat is None:
            return []
        can_ask = self.table.back_to(self.seat) is not None and self.table.request is None
        return [
            *self.actions(),
            Button(POSSIBLE, text(N_("What may I do?")), self.show_possible, self.hand.acts, unready=self.rest),
            Button(TAKE_BACK, text(N_("Take back")), self.ask_back, can_ask and not self.table.paused),
        ]

    def tools(self) -> Html:
        """Return the buttons below the board; those that pass the device on come first."""
        return join(surroundings.passing(self.table, self.seat, self._own), super().tools())

    def _steps(self) -> list[Button]:
        """Return the buttons that go through the moves of a finished game."""
        played = moves(self.timeline.line)
        ends = [self.timeline.root, *(move.end for move in played)]
        at, last = (len(played) if self._seen.at is None else ends.index(self._seen.at)), len(played)
        ways = (("first", N_("Start"), 0), ("earlier", N_("Previous"), at - 1), ("later", N_("Next"), at + 1))
        return [
            *(Button(id_, text(words), self._leading(to), 0 <= to <= last and to != at) for id_, words, to in ways),
            Button("last", text(N_("Current")), self._leading(last), at < last),
        ]

    def _leading(self, place: int) -> Callable[[], None]:
        return lambda: self.look(place)

    def look(self, place: int) -> None:
        """Show the position of a finished game after some moves, as this seat saw it."""
        played = moves(self.timeline.line)
        self._seen.at = played[place - 1].end if 0 < place < len(played) else None if place else self.timeline.root
        said: list[Text] = [text(N_("The start of the game."))]
        self.hand.clear()
        if place > 0:
            move = played[place - 1]
            events = _without_result(move.events, move.end.state)
            self.hand.event_marks = [mark for event in events for mark in event_marks(event)]
            said = list(dict.fromkeys(event.text for event in events))
        self.answer(MessageKind.INFO, said)

    def follow(self, steps: Sequence[Step]) -> None:
        """Show what was played, from the current position on, in the words of this device's language."""
        self._seen.at = None
        with self.here():
            super().follow([replace(step, events=step.before.events(step.action)) for step in steps])

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened, and that it has ended a request of this seat."""
        super().happened(steps)
        if self.seat is not None and self.seat == self.table.ended:
            self.put_first(MessageKind.INFO, [text(N_("The game has moved on, so your move stays."))])

    def panels(self) -> tuple[Panel, ...]:
        """Return the players' panels, which say who has each seat; they are made once for all slots."""
        now = (self.shown, *self.table.players)
        if self._panels[0] != now:
            shown = super().panels()
            first = Counter(panel.name.split()[0] for panel in shown)
            pairs = zip(shown, self.table.players, strict=True)
            self._panels = now, tuple(self._labelled(panel, player, first) for panel, player in pairs)
        return self._panels[1]

    def _labelled(self, panel: Panel, player: Player, first: Mapping[str, int]) -> Panel:
        """Return a panel whose name says who has the seat.

        Where there is little room, the first word of the name is shown alone, if only one player has it (`first`).
        """
        name = who = panel.name
        word = who.split()[0]
        if player.bot:
            name = str(text(N_("{who} (computer)"), who=who))
            if len(name) > LABEL:  # the end of the label says more than the end of the name
                most = max(LABEL - (len(name) - len(who)), 1)
                fits = first[word] == 1 and len(word) <= most
                name = str(text(N_("{who} (computer)"), who=word if fits else clipped(who, most)))
        elif panel.seat == self.seat:
            name = str(text(N_("{who} (you)"), who=who))
        short = word if first[word] == 1 else who
        return replace(panel, name=name, short=short if short != name else "")

    def turn(self) -> str:
        """Return whose turn it is."""
        seat = self.seat if self._seen.at is None else None  # nobody moves in a game that is over
        mine = seat is not None and self.on_turn == seat and not self.table.players[seat].bot
        return str(text(N_("board\x04Your turn"))) if mine else super().turn()

    def chip(self) -> str:
        """Return the words at the board's top edge; at the end of the game, the result is shown elsewhere."""
        over = self.shown.to_move is None
        return str(text(N_("The game is over."))) if over else super().chip()

    def standing(self) -> str:
        """Return the end of a message about a position, only read aloud because it is shown above the board anyway."""
        return Quiet(super().standing())

    def resting(self) -> list[str]:
        """Return the message to show before anything has happened; at the end of the game, next to the result."""
        over = self.state.to_move is None
        return [str(text(N_("Go through the moves with the buttons below.")))] if over else super().resting()

    def links(self) -> list[Html]:
        """Return no links to other pages: they would leave the table."""
        return []

    def slots(self) -> dict[str, str]:
        """Return the slots; at the end of the game with its result and its score."""
        found = super().slots()
        if self.state.to_move is not None:
            return found
        state, result = self.state, self.result_message(self.state.result())
        tables = score_table.tables(state, self.game.seats(state.options), state.score().lines, None)
        sheet = score_table.sheet(tables, opened=not self._shared)  # on the big screen, it hides no board at first
        return {**found, "status": join(result, Html(found["status"])), "moves": sheet}

    def describe_steps(self, steps: Sequence[Step]) -> tuple[list[object], list[Event]]:
        """Return the sentences and the events of steps, without the result: it has a message of its own."""
        return super().describe_steps([replace(one, events=_without_result(one.events, one.after)) for one in steps])

    def say(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule] = ()) -> None:
        """Set the message below the board."""
        said, rules = [*said], [*rules]
        self._refusal = (said, rules) if kind is MessageKind.REFUSE else None
        super().say(kind, said, rules)

    def notice(self, said: Text) -> None:
        """Say what somebody has done besides playing; a refusal stays in front of it until the next press."""
        refusal, self.message = self._refusal, Html()
        if refusal is None:
            self.say(MessageKind.INFO, [said])
        else:
            self.say(MessageKind.REFUSE, *refusal)  # somebody in it may have another name now
            self.add(MessageKind.INFO, [said])

    # --- what is done --------------------------------------------------------------------------------------------

    def show_possible(self) -> None:
        """Mark everything that can be pressed now, and list it; a press that leads nowhere is forgotten."""
        if not selection.next_areas(self.state, self.hand.chosen):
            self.hand.clear()
        areas = self.scene().areas
        ways = [area for area in selection.next_areas(self.state, self.hand.chosen) if area in areas]
        self.hand.hover_marks = [Mark(MarkKind.LEGAL, area) for area in ways]
        names = [*(areas[area].name for area in ways), *(str(button.words) for button in self.actions())]
        said = text(N_("Possible now: {places}."), places=semicolons(names))
        self.answer(MessageKind.INFO, [said, self.prompt()])

    def ask_back(self) -> None:
        """Ask to take back the last action of this seat."""
        if self.seat is None:
            raise TableError(text(N_("Watchers do not play.")))
        self.table.ask_back(self.seat)
        if self.table.request is not None:
            self.answer(MessageKind.INFO, [text(N_("The others have been asked whether you can take it back."))])

    def rest(self) -> None:
        """Say whose turn it is to somebody who cannot act."""
        mover = self.state.mover
        if mover is None or mover == self.seat or self.table.paused:
            super().rest()
            return
        said = (
            N_("You are watching: {who} is to move.")
            if self.seat is None
            else N_("It is not your turn: {who} is to move.")
        )
        self.answer(MessageKind.INFO, [text(said, who=self.name_of(mover))])


def _without_result(events: Sequence[Event], after: AnyState) -> tuple[Event, ...]:
    """Return the events that led to a position; at the end of a game, the last one is its result."""
    return tuple(events[:-1] if after.to_move is None else events)
