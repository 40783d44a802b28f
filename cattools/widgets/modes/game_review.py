"""A game with a move list; earlier positions can be viewed without losing the current position."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate, count, takewhile

from cattools.core.display.scene import Mark
from cattools.core.errors import shorten
from cattools.core.events import Event, EventKind
from cattools.core.messages import N_, Text, many, sentences, text
from cattools.core.timeline import Node, Timeline
from cattools.render import animation
from cattools.widgets import forms, markup
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.modes.free_play import FreePlay, linked
from cattools.widgets.move_list import Move, Turn, moves, turns
from cattools.widgets.perspective import SharedDeviceView
from cattools.widgets.player_input import event_marks
from cattools.widgets.protocol import MessageError, Unfold

PACES = {  # name -> label, and a factor for how long each move is shown; with 0, all moves are shown immediately
    "slow": (N_("slow"), 2.0),
    "normal": (N_("normal"), 1.0),
    "fast": (N_("fast"), 0.4),
    "once": (N_("instant"), 0.0),
}
HURRIED = 1.0  # at factors below this, the next move never waits for the reader
# How long a move is shown: milliseconds per move, milliseconds per further event, and the most events that count.
MOVE_DURATION, EVENT_DURATION, MAX_COUNTED_EVENTS = 600.0, 250.0, 4
BRIEF = 260  # characters: up to this length a message says everything about every move since the reader's own
LINKS = 2  # at most this many rules are linked below several moves; one if the moves are shortened
TELLING = (EventKind.LAND, EventKind.TURN, EventKind.LEAVE, EventKind.GAIN, EventKind.NEWS)  # said even if shortened
SEEN = N_("That cannot be undone: hidden information has been revealed since.")
_serial = count(1)


class ReviewableGame(FreePlay):
    """A game on one device: every node can be viewed, and play can continue from it if no secret was revealed since."""

    remembers: Sequence[str] = ("pace",)

    def __init__(self, session: GameSession, device: SharedDeviceView) -> None:
        self.device = device
        self._signs = f"cat-signs-{next(_serial)}"  # unique, because a page has several boards
        self._moves: tuple[Node, list[Move]] = (session.timeline.root, [])  # a node and the moves that led to it
        self._rows: dict[Node, Html] = {}  # a cache: the same turns are listed after every press
        self._rows_for: object = None
        self.pace = "normal"
        self.showing: list[Move] = []  # moves that have been played but not yet shown
        self.waiting = False  # whether the next move waits until the reader goes on
        self._arrival: tuple[Html, list[Mark]] = Html(), []  # the message and marks to show after the last move
        super().__init__(session, perspective=device)

    @property
    def you(self) -> int | None:
        """The seat of the only person who plays; None if there are several people, or only bots."""
        humans = self.session.humans
        return humans[0] if len(humans) == 1 else None

    # --- moves ---------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> list[Move]:
        """The moves up to the present."""
        node, found = self._moves
        if node is not self.timeline.node:
            node = self.timeline.node
            found = moves(self.timeline.line)
            self._moves = node, found
        return found

    def turns(self) -> list[Turn]:
        """Return the moves up to the present, grouped by turn."""
        return turns(self.moves)

    @property
    def place(self) -> int:
        """The number of moves played before the node that is shown."""
        at, played = self.device.at, self.moves
        if at is None:
            return len(played)
        return next((n for n, move in enumerate(played, 1) if move.end is at), 0)

    def own_secret(self, move: Move) -> Text | None:
        """Return what the reader did, if the events of the move hide it from the others; otherwise None."""
        node = move.nodes[0]
        before = node.parent.state if node.parent is not None else node.state
        if not self.game.is_hidden_action(node.action) or move.seat != self.perspective.seat_at(before):
            return None
        return self.addressed(self.game.intent(before, node.action))

    @property
    def withheld_text(self) -> str:
        """The text that the move list must not show yet."""
        return ""

    def move_list(self) -> Html:
        """Return the moves, each as a button that shows its position, and the navigation buttons."""
        if self.device.veiled:
            return Html()
        device, over, withheld_text = self.device, self.state.to_move is None, self.withheld_text
        known = device.viewer, device.stays, over, withheld_text, self.you  # what the rows depend on
        if self._rows_for != known:
            self._rows_for = known
            self._rows.clear()
        places, at = 0, self.place
        rows = []
        for turn in self.turns():
            first, places = places, places + len(turn)
            inside = self._rows.get(turn[-1].end)
            if inside is None:
                inside = self._rows[turn[-1].end] = self._row(turn, withheld_text)
            step = "step" if first < at <= places else None
            rows.append(el("li", el("button", inside, type="button", data_tool=f"move:{places}", aria_current=step)))
        ways = markup.tools([*self._steps(), *self._lines()])
        tokens = [panel.token for panel in self.panels()]
        return folded(
            text(N_("Moves")),
            markup.symbols(self._signs, tokens),
            el("div", ways, self._pace_field(), class_="cat-ways"),
            el("ol", rows),
        )

    def _row(self, turn: Turn, withheld_text: str) -> Html:
        """Return a turn's player and events, without the text that must not be shown yet."""
        said: dict[str, None] = {}
        for move in turn:
            events = [self.sentence_of(event) for event in move.events if str(event) != withheld_text]
            if (own := self.own_secret(move)) is not None:
                events[:1] = [str(own)]
            said.update(dict.fromkeys(events))
        seat, words = turn[0].seat, sentences(said)
        who = self.name_of(seat)
        addressed = any(self.sentence_of(event) != str(event) for event in turn[0].events[:1])
        player = () if addressed or words.startswith(str(who)) else (el("strong", who), " ")
        return join(markup.symbol(self._signs, seat), player, el("span", words))

    def _pace_field(self) -> Html:
        pairs = [(name, str(text(words))) for name, (words, _) in PACES.items()]
        return forms.select("pace", text(N_("Move speed")), pairs, self.pace, kept=True)

    # --- buttons -------------------------------------------------------------------------------------------------

    def all_buttons(self) -> list[Button]:
        """Return the buttons below the board, and those in the move list."""
        if self.device.veiled:
            return [*self.buttons()]
        played = [Button(f"move:{n}", "", self._leading(n)) for n in range(1, len(self.moves) + 1)]
        return [*self.buttons(), *self._steps(), *self._lines(), *played]

    def _leading(self, place: int) -> Callable[[], None]:
        return lambda: self.look(place)

    def _steps(self) -> list[Button]:
        """Return the buttons that step through the moves."""
        at, last = self.place, len(self.moves)
        return [
            Button("first", text(N_("Start")), self._leading(0), at > 0),
            Button("earlier", text(N_("Previous")), self._leading(at - 1), at > 0),
            Button("later", text(N_("Next")), self._leading(at + 1), at < last),
            Button("last", text(N_("Current")), self._leading(last), at < last),
        ]

    def _lines(self) -> list[Button]:
        """Return a button for each line of play, if there are several."""
        ends = self.timeline.ends
        if len(ends) < 2:
            return []
        here = self.timeline.node
        return [
            Button(
                f"line:{n}",
                many("Line {number}: {n} move", "Line {number}: {n} moves", _length(end), number=n),
                self._taking(end),
                self.device.may_go_on_from(end),
                on=here is end,
                unready=self.explain_no_undo,
            )
            for n, end in enumerate(ends, 1)
        ]

    def _taking(self, end: Node) -> Callable[[], None]:
        return lambda: self.go_on_from(end, text(N_("Switched to another line.")))

    def back_buttons(self) -> list[Button]:
        """Return the buttons below the board while an earlier node is viewed."""
        _, earlier, later, _ = self._steps()
        return [
            Button("now", text(N_("Return to the game")), self._leading(len(self.moves)), strong=True),
            earlier,
            later,
            self._branch_button(),
        ]

    def _branch_button(self) -> Button:
        at = self.device.at
        ready = at is not None and self.device.may_go_on_from(at)
        return Button("branch", text(N_("Play from here")), self.branch, ready, unready=self.explain_no_undo)

    def showing_buttons(self) -> list[Button]:
        """Return the buttons below the board while moves are shown one by one."""
        skip = Button("skip", self._skipping(), self.skip, strong=not self.waiting)
        return [Button("on", text(N_("Go on")), self.on_shown, strong=True), skip] if self.waiting else [skip]

    def _skipping(self) -> Text:
        """Return the words on the button that skips the moves being shown."""
        if self.state.to_move is None:
            return text(N_("Skip to the result"))
        return text(N_("Skip to my turn")) if self.session.humans else text(N_("Skip to the last move"))

    # --- looking back --------------------------------------------------------------------------------------------

    @property
    def looks_back(self) -> bool:
        """Whether the reader is viewing an earlier node."""
        return self.device.at is not None and not self.showing

    def prompt(self) -> str:
        """Return what to press now; while moves are shown or viewed, which button leads on."""
        if self.waiting and self.showing:
            return str(text(N_("Press “Go on” to see the next move.")))
        if self.showing:
            return str(text(N_("Watch the moves, or press “{button}”."), button=self._skipping()))
        if self.looks_back:
            return str(text(N_("You are looking back: press “Return to the game” to play on.")))
        return super().prompt()

    def head(self) -> Html:
        """Return the title, and whose turn it is or which turn is viewed."""
        if not self.looks_back:
            return super().head()
        played, place = self.moves, self.place
        token = self.panels()[played[place - 1].seat].token if place else ()
        ends = [*accumulate(map(len, turns(played)))]  # turns are counted as in the move list
        at = bisect_left(ends, place) + 1
        words = N_("After turn {n} of {all}") if place in ends else N_("In turn {n} of {all}")
        said = text(words, n=at, all=len(ends)) if place else text(N_("The start"))
        return markup.heading(self.heading, token, str(said))

    def slots(self) -> dict[str, str]:
        """Return the slots, including the moves."""
        return {**super().slots(), "moves": self.move_list()}

    # --- moves shown one by one ----------------------------------------------------------------------------------

    def played(self, steps: Sequence[Step]) -> None:
        """Report what was played and show it; if there are several moves, one by one."""
        new = moves(self.timeline.line[-len(steps) :])
        stepwise = self.display is not None and self.display.is_seen and PACES[self.pace][1] > 0
        self.device.at = None
        self.hand.event_marks = self.signs_of(new) or self.hand.event_marks
        if len(new) < 2 or not stepwise:
            super().played(steps)
            return
        self.happened(steps)
        self._arrival, self.showing = (self.message, self.hand.event_marks), new
        self.on_shown()

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened, one line per move."""
        new = moves(self.timeline.line[len(self.timeline.line) - len(steps) :])
        if len(new) < 2:
            super().happened(steps)
            return
        shown, most = (new, LINKS) if _is_brief(new) else ([*turns(new)[0]], 1)
        cited = [event for move in shown for events in move.steps for event in linked(events)]
        rules = [*dict.fromkeys(map(self.game.rules.cited, cited))]
        self.say(MessageKind.INFO, [*self.move_lines(new), *self.closing()], rules[:most])

    def move_lines(self, played: Sequence[Move]) -> list[Html]:
        """Return a line for each move; if they are too long, they say only what was played and gained."""
        whole = _is_brief(played)
        lines = [move.events if whole else _brief(move) for move in played]
        tokens = [panel.token for panel in self.panels()]
        said = [
            dict.fromkeys(self.sentence_of(event) for event in line if str(event) != self.withheld_text)
            for line in lines
        ]
        return [markup.line(tokens[move.seat], line) for move, line in zip(played, said, strict=True) if line]

    def resting(self) -> list[str]:
        """Return the message before the reader has done anything: what the bots have played since a human moved."""
        played, humans = self.moves, self.session.humans
        since = [*takewhile(lambda move: move.seat not in humans, reversed(played))][::-1] if humans else []
        return [*self.move_lines(since), self.standing()] if since else super().resting()

    def describe_steps(self, steps: Sequence[Step]) -> tuple[list[object], list[Event]]:
        """Return sentences that report steps, without the text that must not be shown yet, and events to cite."""
        said, cited = super().describe_steps(steps)
        return [one for one in said if str(one) != self.withheld_text], cited

    def on_shown(self) -> None:
        """Show the next of the moves that have been played; after the last one, show the present."""
        if not self.showing:
            return
        move = self.showing.pop(0)
        motion_of_it = self._motion_of(move)
        if not self.showing:
            self._arrive(motion_of_it)
            return
        self.device.at = move.end
        self.hand.clear()
        self.hand.event_marks = self.signs_of([move])
        self.report_move(move)
        own = 0.5 if move.seat in self.session.humans else 1.0  # the player already knows the move
        duration = MOVE_DURATION + EVENT_DURATION * min(len(move.events) - 1, MAX_COUNTED_EVENTS)
        pace = PACES[self.pace][1]
        ended = self.state.to_move is None  # the result must not wait for a press
        self.waiting = not ended and pace >= HURRIED and self.game.shows_longer_after(move.end.state)
        self.refresh(motion_of_it, 0.0 if self.waiting else own * duration * pace)

    def signs_of(self, played: Sequence[Move]) -> list[Mark]:
        """Return the marks that moves leave, in the colours of the players, and numbered if there are several moves."""
        found: list[Mark] = []
        seats = self.game.seats(self.state.options)
        for number, move in enumerate(played, 1):
            colour = f"{seats[move.seat].palette}.rim"
            marks = [mark for event in move.events for mark in event_marks(event, colour)]
            if len(played) > 1 and marks:
                marks[0] = replace(marks[0], order=number)
            found += marks
        return found

    def _arrive(self, plan: animation.Motion | None = None) -> None:
        self.showing, self.waiting, self.device.at = [], False, None
        self.hand.clear()
        self.message, self.hand.event_marks = self._arrival
        self.refresh(plan)

    def skip(self) -> None:
        """Skip to the present if moves are still being shown."""
        if self.showing:
            self._arrive()

    def settle(self) -> bool:
        """Go on, or skip to the present; return whether moves were still being shown."""
        shown = bool(self.showing)
        if self.waiting:
            self.on_shown()
        else:
            self.skip()
        return shown

    def _motion_of(self, move: Move) -> animation.Motion | None:
        if self.display is None or not self.display.moves:
            return None
        found = []
        for node in move.nodes:
            if node.parent is not None:
                before = node.parent.state
                scenes = self.hand.scene_of(before), self.hand.scene_of(node.state)
                found += [(event, *scenes) for event in before.events(node.action)]
        return animation.plan(found)

    def on_tool(self, tool: str, *, finger: bool = False) -> None:
        """Press a button; unless it belongs to the moves being shown, skip to the present first."""
        if self.showing and tool not in {button.id for button in self.showing_buttons()}:
            self.skip()
        super().on_tool(tool, finger=finger)

    def on_typed(self, written: str) -> bool:
        """Play a move or a whole turn typed in notation, after skipping to the present."""
        self.skip()
        return super().on_typed(written)

    def on_remembered(self, name: str, value: str) -> None:
        """Set the pace at which moves are shown. Raises `MessageError`."""
        if name != "pace":
            super().on_remembered(name, value)
            return
        if value not in PACES:
            known = ", ".join(PACES)
            raise MessageError(
                text(N_("expected one of the speeds {known}, found {found}"), known=known, found=shorten(value))
            )
        self.pace = value
        if not self.showing:
            self.refresh()

    # --- navigation ----------------------------------------------------------------------------------------------

    def look(self, place: int) -> None:
        """Show the position after `place` moves without changing the game; after the last move, show the present."""
        played = self.moves
        if place >= len(played):
            self.device.at = None
            self.restored(text(N_("The current position.")))
            return
        self.device.at = played[place - 1].end if place > 0 else self.timeline.root
        self.hand.clear()
        if place > 0:
            self.hand.event_marks = self.signs_of([played[place - 1]])
            self.report_move(played[place - 1])
        else:
            self.say(MessageKind.INFO, [text(N_("The start of the game."))])
        self.refresh()

    def look_back(self) -> None:
        """Show the position before the last move, and unfold the move list."""
        self.look(len(self.moves) - 1)
        self.post(Unfold("moves"))

    def report_move(self, move: Move) -> None:
        """Report what a move did, with the player's token."""
        rules = [self.game.rules.cited(event) for event in linked(move.events)]
        token = self.panels()[move.seat].token
        self.message = markup.message(MessageKind.INFO, map(self.sentence_of, move.events), rules, token)

    def rest(self) -> None:
        """Report the status when the reader cannot act; while the reader looks back, say how to return."""
        if self.looks_back:
            self.answer(
                MessageKind.INFO,
                [text(N_("You are looking at an earlier move. Press “Return to the game” to continue."))],
            )
        else:
            super().rest()

    def on_back(self) -> None:
        """Return to the present from an earlier node, or else clear the selection or undo.

        Only the button takes back the end of a game, since readers also leave full screen with this key.
        """
        if self.looks_back:
            self.look(len(self.moves))
        elif self.state.to_move is not None:
            super().on_back()

    def branch(self) -> None:
        """Continue from the node that is viewed; the line played before is kept."""
        at = self.device.at
        if at is None:
            return
        sentence = N_("The game continues from here. The other line is kept under “Moves”.")
        if not self.session.humans and at.state.mover is not None:  # the reader wants to try something
            self.session.seat_human(at.state.mover)
            sentence = N_("You play {who} from here. The other line is kept under “Moves”.")
        self.go_on_from(at, text(sentence, who=self.name_of(at.state.mover)))

    def go_on_from(self, node: Node, said: object) -> None:
        """Make another node the present."""
        self.session.goto(node, by=self.follow)
        self.device.begin()
        self.restored(said)
        self.go_on()

    def go_on(self) -> None:
        """Let the bots play."""
        if steps := self.session.go_on(by=self.follow):
            self.report(self.hand.follow(steps))

    def explain_no_undo(self) -> None:
        """Say why nothing can be undone, unless there was nothing to undo."""
        if self.device.last_choice is not None:
            self.answer(MessageKind.INFO, [text(SEEN), self.standing()], self.ended_by())


def _is_brief(played: Sequence[Move]) -> bool:
    return sum(len(str(event)) for move in played for event in move.events) <= BRIEF


def _brief(move: Move) -> Sequence[Event]:
    """Return what a move played, and what it gained, but neither the reasons nor what was drawn."""
    return [*move.events[:1], *(event for event in move.events[1:] if event.kind in TELLING)]


def _length(end: Node) -> int:
    return len(moves(Timeline.line_to(end)))
