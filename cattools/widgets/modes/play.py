"""A whole game on one device, with a human or a bot at each seat.

In a game with hidden information, the players pass the device on. The game can be saved, loaded and shared. Undo goes
back to a human's turn, but not if hidden information has been revealed since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from cattools.bots import BOTS, HUMAN, LEVELS, OPPONENT, present_name, title
from cattools.core.chance import Dealer
from cattools.core.display.scene import Panel
from cattools.core.errors import CattoolsError, OptionError, OtherGameError, shorten
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.game_record import (
    link_fields,
    position_link,
    read_linked,
    read_record,
    record_of,
    table_of,
    write_names,
)
from cattools.core.messages import N_, Text, comma_series, commas, many, sentence_space, sentences, text
from cattools.core.options import Options
from cattools.core.rules import RuleKind
from cattools.core.timeline import Node, Timeline
from cattools.games import GAMES
from cattools.render.animation import Motion
from cattools.widgets import forms, markup, page_context
from cattools.widgets.forms import PLAYERS
from cattools.widgets.game_session import GameSession, Step, seating
from cattools.widgets.html import Html, el, join, open_tag
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.mode import RESUMED
from cattools.widgets.modes.turning_points import TurningPoints
from cattools.widgets.move_list import Move
from cattools.widgets.perspective import SharedDeviceView
from cattools.widgets.protocol import Begun, Download, Forget, KeptGame, MessageError, Remember, Veil

TOGETHER = {
    2: N_("Two people here"),
    3: N_("Three people here"),
    4: N_("Four people here"),
    5: N_("Five people here"),
}
PLAY_ON = N_("Let bots play on")
PICTURED = 7  # the seed of a game that starts as a static picture
HOLDS = N_("The file reveals every hand and, through its seed, every future draw.")
OFF = (False, 0, "off", "")  # values of an option that change nothing


class PlayMode(TurningPoints):
    """A game on one device: `players` are "human" or a bot's name per seat; `seed` fixes the deal and the bots."""

    addresses = ("position", "seats", "options")
    fills = True

    @property
    def keeps(self) -> str:
        """The name under which the reader's browser saves games played here; "" if one of the reader's bots plays."""
        return f"game.{self.game.id}" if self._saves else ""

    def __init__(
        self, game: AnyGame, players: Sequence[str] = (), /, seed: int | None = None, **options: object
    ) -> None:
        chosen = seating(game, options, len(players))
        # Whether the game starts with the static picture's deal; the page may replace this deal.
        self.pictured = seed is None and page_context.current().pictured
        dealer = Dealer(PICTURED if self.pictured else seed)
        session = GameSession(_dealt(game, chosen, dealer), dealer, players)
        session.go_on()  # bots before the first human have already moved
        self._saves = {*session.players} <= {HUMAN, *LEVELS}  # no other page has the reader's own bots
        self.opponent = next((name for name in session.players if name != HUMAN), OPPONENT)
        self.against = f"against.{game.id}"  # the name under which the last game against the computer is remembered
        self.remembers = ("names", "pace", self.against)
        self.rivals = 0  # the number of players in the last game against the computer; 0: there has been none
        self.in_address, self.dealt = False, True
        self.set_up = False  # whether players and options were chosen here
        self._thinking: int | None = None  # the bot that is about to choose an action
        super().__init__(session, SharedDeviceView(session))
        session.on_thinking = self._show_thinking

    # --- what is shown -------------------------------------------------------------------------------------------

    def buttons(self) -> list[Button]:
        """Return the buttons below the board; on a veiled board, only those that unveil it or start another game."""
        device, session = self.device, self.session
        if self.showing:
            return self.showing_buttons()
        if device.veiled:
            words = text(N_("I am {who}: show my side"), who=self.name_of(device.viewer))
            show = Button("unveil", words, self.reveal_seat, strong=True)
            return [show, *self._offer(), *self.ways_to_begin()]
        if self.looks_back:
            return self.back_buttons()
        if self.at_end:
            return [*self.end_buttons(), *self._more_buttons()]
        go_on = []
        if not session.humans:
            go_on = [Button("on", text(PLAY_ON), self.go_on, strong=True)]
        elif session.pauses:
            go_on = [Button("on", text(N_("Go on")), self.go_on, strong=True)]
        advice = self.advice_buttons()
        return [
            *(advice if self.advice else ()),
            *self._offer(),
            *self.ways_to_begin(),
            self._undo_button(),
            *(() if self.advice else advice),
            *(go_on if session.humans else ()),
            *self.actions(),
            self._redo_button(),
            *(() if session.humans else go_on),
            self._save_button(),
            *self._sharing_buttons(),
        ]

    def tools(self) -> Html:
        """Return the buttons below the board, as HTML; at the end of a game, those of `end_buttons` come first."""
        if not self.at_end or self.showing:
            return super().tools()
        return join(
            markup.tool_line(self.end_buttons(), "cat-ending"),
            markup.tool_line(self._more_buttons()),
        )

    def end_buttons(self) -> list[Button]:
        """Return the buttons for what usually comes next after the end of a game."""
        return [
            *self.count_buttons(),
            Button("again", text(N_("Play again")), self.play_again, strong=not self.counting),
            Button("deal", text(N_("New deal")), self.deal_again),
            Button("look", text(N_("Look back at the game")), self.look_back),
            self._save_button(),
        ]

    def _more_buttons(self) -> list[Button]:
        """Return the other buttons at the end of a game."""
        return [self._undo_button(), self._redo_button(), *self._sharing_buttons()]

    def _undo_button(self) -> Button:
        return Button(
            "undo", text(N_("Undo")), self.undo, self.device.undo_to is not None, unready=self.explain_no_undo
        )

    def _redo_button(self) -> Button:
        return Button("redo", text(N_("Redo")), self.redo, self.can_redo)

    def _save_button(self) -> Button:
        return Button("save", text(N_("Save")), self.save)

    def _sharing_buttons(self) -> list[Button]:
        return [Button("open", text(N_("Load"))), Button("share", text(N_("Share this position")), self.share)]

    @property
    def has_begun(self) -> bool:
        """Whether a human has moved, or if there are no humans, a bot."""
        movers = [node.parent.state.to_move for node in self.timeline.line if node.parent is not None]
        return any(seat in (self.session.humans or movers) for seat in movers if seat != CHANCE)

    def ways_to_begin(self) -> list[Button]:
        """Return the buttons for the usual ways to start, before the first move; the form offers all other ways."""
        seats, humans = len(self.players), len(self.session.humans)
        if self.has_begun or seats not in TOGETHER:
            return []
        return [
            Button("people", text(TOGETHER[seats]), self._seating([HUMAN] * seats), on=humans == seats),
            Button(
                "computer",
                text(N_("Against the computer")),
                self.play_computer,
                on=self.players[0] == HUMAN and humans == 1,
            ),
            Button("more", text(N_("More…"))),
        ]

    def _offer(self) -> list[Button]:
        """Return the button to continue a saved game, before the first move of this one."""
        return [] if self.has_begun else self.kept.offer()

    def all_buttons(self) -> list[Button]:
        """Return the buttons below the board, in the move list, and in the list of saved games."""
        return [*super().all_buttons(), *self.kept.buttons()]

    def _seating(self, players: Sequence[str]) -> Callable[[], None]:
        return lambda: self.deal(
            self.state.options, players, self.session.names, Dealer(begins=self.session.dealer.begins)
        )

    def play_computer(self) -> None:
        """Deal a game against bots, with the last game's number of players and level unless others were chosen here."""
        seats = len(self.players) if self.set_up or not self.rivals else self.rivals
        options = self.state.options
        if seats != len(self.players):
            options = self.game.choose({**options.changed, PLAYERS: str(seats)})
        bots = [self.opponent] * (seats - 1)
        self.deal(options, [HUMAN, *bots], self.session.names, Dealer(begins=self.session.dealer.begins))

    def sample(self) -> str:
        """Return an action that can be typed now, unless that would reveal something to others."""
        return "" if self.device.passes else super().sample()

    def extra(self) -> Html:
        """Return the options in force, the form for a new game, and the saved games."""
        load = text(N_("Load a saved game"))
        return join(
            el("p", self._facts(), class_="cat-row"),
            forms.link_field(self.linked_to),
            open_tag("input", type="file", accept=".json,application/json", hidden=True, aria_label=load),
            folded(text(N_("New game")), self._form()),
            self.kept.section(),
            super().extra(),
        )

    def _form(self) -> Html:
        session = self.session
        return forms.new_game(self.state, session.players, session.names, session.dealer.begins)

    def _facts(self) -> Html:
        """Return the options in force, the seed, and links to the rulings and interpretations that apply."""
        options, known = self.state.options, self.game.known_options
        on = [known[name].chosen(value) for name, value in options.changed.items()]
        facts: list[object] = [text(N_("Options: {options}."), options=commas(on) or text(N_("standard rules")))]
        if self.dealt:
            facts += [sentence_space(), text(N_("Seed: {seed}."), seed=self.session.dealer.seed)]
        cited = [(self.game.rules[option.rule], options[name]) for name, option in known.items()]
        unprinted = dict.fromkeys(
            rule.detail(kind)
            for rule, value in cited
            for kind in (RuleKind.RULING, RuleKind.READING)
            if kind in rule.sources and (rule.kind is kind or value not in OFF)
        )
        return join(facts, ((" ", markup.rule_link(rule)) for rule in unprinted))

    # --- seats ---------------------------------------------------------------------------------------------------

    def seat_label(self, seat: int) -> str:
        """Return who has a seat: "You (Plum)", "Computer, careful (Teal)", or one of several people by name."""
        if (player := self.players[seat]) == HUMAN:
            return super().seat_label(seat)
        return str(text(N_("{computer} ({who})"), computer=text(title(player)), who=self.name_of(seat)))

    def panels(self) -> tuple[Panel, ...]:
        """Return the players' panels, which say who has each seat."""
        return tuple(
            replace(panel, name=self.seat_label(panel.seat), short=self._short_label(panel.seat))
            for panel in super().panels()
        )

    def _short_label(self, seat: int) -> str:
        """Return "Teal" for "Computer, careful (Teal)", "You" for "You (Plum)"; "" if the label is short enough."""
        name = str(self.name_of(seat))
        if self.players[seat] == HUMAN:
            return "" if self.seat_label(seat) == name else str(text(N_("You")))
        return name

    @property
    def paused(self) -> bool:
        """Whether a bot waits until the reader presses “Go on”."""
        return self.session.pauses and not self.showing and not self.looks_back

    @property
    def on_turn(self) -> int | None:
        """The seat whose turn the heading shows: while a bot is thinking, already the bot's; while it waits, none."""
        if self.paused:
            return None
        return super().on_turn if self._thinking is None else self._thinking

    def turn(self) -> str:
        """Return whose turn it is; "" if nobody decides."""
        if self.paused:
            return str(text(N_("Waiting for you")))
        seat = self.on_turn
        goes_on = self._thinking is not None or (self.showing and not self.waiting)  # without another press
        if seat is not None and goes_on and self.players[seat] != HUMAN:
            return str(text(N_("{who} is thinking…"), who=self.name_of(seat)))
        return super().turn()

    def _show_thinking(self, seat: int) -> None:
        """Show that a bot is thinking while its action is being chosen."""
        if self.display is None or not self.display.is_seen or self._thinking == seat:
            return
        self._thinking = seat
        self.display.update_head()

    # --- texts ---------------------------------------------------------------------------------------------------

    def passing(self) -> str:
        """Return a sentence that says who takes the device next."""
        return str(text(N_("Pass the device to {who}."), who=self.name_of(self.device.viewer)))

    def prompt(self) -> str:
        """Return what to press now; while the device changes hands, who takes it."""
        if self.device.veiled:
            return self.passing()
        if self.paused:
            return str(text(N_("Press “Go on” to continue.")))
        if not (self.session.humans or self.showing or self.looks_back or self.state.to_move is None):
            return str(text(N_("Press “{button}” to see their next moves."), button=text(PLAY_ON)))
        return super().prompt()

    def closing(self) -> list[str]:
        """Return the end of a message about an action: what the person with the device has to decide."""
        return [] if self.state.to_move is None else [self.standing()]

    def rest(self) -> None:
        """Report the status when the reader cannot act."""
        if self.device.veiled:
            self.answer(MessageKind.INFO, [self.passing()])
        else:
            super().rest()

    # --- playing -------------------------------------------------------------------------------------------------

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened; with hidden information the device may change hands."""
        self.pictured = False
        if self.in_address:  # the address no longer matches the game
            self.forget()
        self.linked_to = ""
        if self.device.pass_on():
            self.hand.clear()
        super().happened(steps)

    def reveal_seat(self) -> None:
        """Show the side of the person who has the device now."""
        self.device.reveal_seat()
        turn = text(N_("{who}, it is your turn."), who=self.name_of(self.device.viewer))
        self.restored("" if self.state.pending else turn)  # in the middle of a turn the pending choice is shown anyway

    def refresh(self, plan: Motion | None = None, pause: float = 0.0) -> None:
        """Update everything; if the device changes hands, the page discards all traces of the previous holder."""
        self._thinking = None
        super().refresh(plan, pause)
        if self.device.veiled:
            self.post(Veil())

    def redo(self) -> None:
        """Redo what was undone, up to a human's turn."""
        while self.session.redo(by=self.follow) and not self.hand.acts and self.state.to_move is not None:
            pass
        self.restored(text(N_("Redone.")))

    # --- saving --------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Offer the game as a file."""
        if not self._may_reveal("save", HOLDS):
            return
        self.post(Download(f"{self.game.id}.json", self.record()))
        self.answer(MessageKind.INFO, [text(N_("Saved as a file."))])

    def record(self) -> str:
        """Return the game record."""
        seed = self.session.dealer.seed if self.dealt else None
        return record_of(self.timeline, seed, tuple(self.players), tuple(self._names())).to_json()

    def saved_labels(self) -> list[Text]:
        """Return the players and the number of moves, and the result if the game is over; nothing before it begins."""
        if not (self.has_begun or self.set_up):
            return []
        who = comma_series([self.name_of(seat) for seat in range(len(self.players))])
        label = many("{who}: {n} move", "{who}: {n} moves", len(self.moves), who=who)
        return [label, *(self.state.result(self.you) if self.state.to_move is None else ())]

    def resume(self, record: str) -> None:
        """Continue the game in a record. Raises `RecordError` and keeps the old game."""
        self._resume(record)
        self._report_progress()

    def _report_progress(self) -> None:
        """Say where the game stands: how many moves have been played, and what the others have played last."""
        self.hand.clear()
        played, since = self.moves, list[Move]()
        if not self.device.veiled:
            since = [*takewhile(lambda move: move.seat != self.you, reversed(played))][::-1]
            since = since if self.you is not None else since[-1:]
        self.hand.event_marks = self.signs_of(since)
        count = many("{n} move has been played.", "{n} moves have been played.", len(played))
        said = [text(RESUMED), *([count] if played else []), *self.move_lines(since), self.standing()]
        self.answer(MessageKind.INFO, said, self.ended_by())

    def _resume(self, record: str) -> None:
        self.skip()
        timeline, players, names, dealer = self._recorded(record)
        self.take(timeline, players, dealer, names, dealt=dealer is not None)
        self.in_address = True  # the position in the address may be older: remove it on the next move

    def share(self) -> None:
        """Hand out a link to the position."""
        if not self._may_reveal("share", N_("The link reveals every hand: anyone who opens it can see them all.")):
            return
        self.in_address = True
        seats = self.players if len(self.session.humans) < len(self.players) else ()
        self.share_link(position_link(self.state, seats, self._names()))

    def _names(self) -> list[str]:
        """Return the names of this game's seats, "" for none; empty if no seat has one."""
        names = self.session.names[: len(self.players)]
        return names if any(names) else []

    def _may_reveal(self, tool: str, said: str) -> bool:
        """Return whether a file or a link can be handed out; if it reveals hidden information, warn first."""
        if not self.session.has_secrets or self.hand.tapped == tool:
            return True
        self.answer(MessageKind.INFO, [text(said), text(N_("Press the button again to confirm."))])
        self.hand.tapped = tool
        return False

    def may_hand_out(self, tool: str) -> bool:
        """Return whether a saved game can be exported now; if it contains hidden information, warn first."""
        return self._may_reveal(tool, HOLDS)

    def go_on_from(self, node: Node, said: object) -> None:
        """Continue from another node; the line played before stays among the saved games."""
        self.post(KeptGame("new"))
        super().go_on_from(node, said)

    def forget(self) -> None:
        """Remove the position from the page's address."""
        self.in_address = False
        self.post(Forget())

    def on_form(self, form: str, values: Mapping[str, str]) -> None:
        """Deal a new game with the chosen players and options. Raises `OptionError` and keeps the old game."""
        self.skip()
        if form != "new":
            super().on_form(form, values)
        known = self.game.known_options
        options = self.game.choose(forms.chosen(known, known, values), in_words=True)
        shown = forms.most_seats(self.state)  # the form's seats: with other options, seats can have other ids
        players = [values.get(f"seat-{seat.id}", HUMAN) for seat in shown][: len(self.game.seats(options))]
        names = forms.names_in(shown, values)
        written = values.get("seed", "").strip()
        if written and not (written.isascii() and written.isdigit() and len(written) < 10):
            raise OptionError(
                text(N_("expected the seed to be a number or empty, found {written}"), written=repr(written))
            )
        begins, ids = values.get("begins", ""), [seat.id for seat in self.game.seats(options)]
        if begins and begins not in ids:
            problem = N_("expected one of {known} as the first to play, found {found}")
            raise OptionError(text(problem, known=", ".join(ids), found=shorten(begins)))
        self.deal(options, players, names, Dealer(int(written) if written else None, begins))
        self.post(Remember("names", write_names(self.session.names)))

    def deal(self, options: Options, players: Sequence[str], names: Sequence[str], dealer: Dealer) -> None:
        """Deal a new game. Raises `OptionError` and keeps the old game."""
        timeline = _dealt(self.game, options, dealer)
        self.begin(timeline, players, str(text(N_("A new game."))), dealer, names=names)
        self.forget()
        self.post(Begun())
        if self.you is not None and len(self.players) > 1:
            self.opponent = next(name for name in self.players if name != HUMAN)
            self.post(Remember(self.against, f"{len(self.players)} {self.opponent}"))

    def play_again(self) -> None:
        """Restart the game with the same players and the same deal."""
        if self.dealt:
            self._deal(Dealer(self.session.dealer.seed, self.session.dealer.begins))
        else:  # only its first position is known
            self.begin(Timeline(self.timeline.root.state), self.players, str(text(N_("A new game."))), dealt=False)
            self.forget()

    def deal_again(self) -> None:
        """Deal another game with the same players and options."""
        self._deal(Dealer(None))

    def _deal(self, dealer: Dealer) -> None:
        self.deal(self.state.options, self.players, self.session.names, dealer)

    def begin(
        self,
        timeline: Timeline,
        players: Sequence[str],
        said: str,
        dealer: Dealer | None = None,
        *,
        names: Sequence[str] | None = None,
        dealt: bool = True,
    ) -> None:
        """Switch to another game; `dealt`: its seed is known. Raises `OptionError` and keeps the old game."""
        had_bots, had_begun = len(self.session.humans) < len(self.players), self.has_begun
        self.take(timeline, players, dealer, names, dealt=dealt)
        self.set_up = True
        if had_begun:  # otherwise it replaces a game that nobody has played
            self.post(KeptGame("new"))
        if had_bots and len(self.session.humans) == len(self.players):
            humans = text(N_("All players are human now. To play against bots again, use “New game”."))
            said = sentences([said, humans])
        self.restored(said)
        self.go_on()

    def take(
        self,
        timeline: Timeline,
        players: Sequence[str],
        dealer: Dealer | None,
        names: Sequence[str] | None,
        *,
        dealt: bool,
    ) -> None:
        """Switch to another game as `begin` does, but without a message."""
        self.session.begin(timeline, players, dealer, names, by=self.follow)
        self.dealt, self.linked_to, self.pictured = dealt, "", False
        self.device.begin()

    def _recorded(self, written: str) -> tuple[Timeline, list[str], Sequence[str] | None, Dealer | None]:
        """Return the game in a record, its players and, if known, the players' names and the dealer."""
        record = read_record(written, GAMES)
        self._refuse_other(record.game)
        dealer = None if record.seed is None else Dealer(record.seed)
        timeline = record.replay()
        return timeline, _known(record.seats, timeline.state), record.names or None, dealer

    def on_file(self, written: str) -> None:
        """Load a saved game. Raises `RecordError` and keeps the old game."""
        self.skip()
        timeline, players, names, dealer = self._recorded(written)
        self.begin(timeline, players, _loaded(), dealer, names=names, dealt=dealer is not None)
        self.forget()

    def on_address(self, fragment: str) -> None:
        """Load a link's position, or deal a new game to its players. Raises `RecordError` and `OptionError`."""
        self.skip()
        fields = link_fields(fragment, *self.addresses, of=self.game)
        if "position" not in fields:
            kept = {name: value for name, value in self.state.options.changed.items() if name != PLAYERS}
            players = fields["seats"].split(",") if "seats" in fields else []
            options = seating(self.game, fields["options"] or kept, len(players))
            if not players:  # any further seats go to the player in the last seat
                count = len(self.game.seats(options))
                players = [*self.players, *self.players[-1:] * count][:count]
            self.deal(options, players, self.session.names, Dealer(None))
            return
        state = read_linked(fields, GAMES)
        self.in_address = False  # so that beginning the new game does not remove its position from the address
        seats, names = table_of(fields)
        timeline = Timeline(self.session.dealer.settle(state))
        self.begin(timeline, _known(seats, state), _loaded(), names=names or None, dealt=False)
        self.in_address = True

    def complain(self, error: CattoolsError) -> None:
        """Show an error; another deal must not replace it."""
        self.pictured = False
        super().complain(error)

    def on_untouched(self) -> None:
        """Deal again if nobody has played with the deal of the static picture: every visit gets its own game."""
        if self.pictured:
            dealer = Dealer(None, self.session.dealer.begins)
            self.take(_dealt(self.game, self.state.options, dealer), self.players, dealer, None, dealt=True)
            self.session.go_on(by=self.follow)
            self.hand.clear()
            self.answer(MessageKind.INFO, self.resting())

    def on_remembered(self, name: str, value: str) -> None:
        """Set how many players and which level the last game against the computer had. Raises `MessageError`."""
        if name != self.against:
            super().on_remembered(name, value)
            return
        seats, _, level = value.partition(" ")
        level = present_name(level)
        if level not in BOTS or not seats.isdecimal() or not 1 < int(seats) <= len(forms.most_seats(self.state)):
            problem = N_("expected a number of players and a bot, found {found}")
            raise MessageError(text(problem, found=shorten(value)))
        self.rivals, self.opponent = int(seats), level

    def names_of(self, remembered: str) -> list[str]:
        """Return the remembered names, at most as many as the game can have seats."""
        return super().names_of(remembered)[: len(forms.most_seats(self.state))]

    def _refuse_other(self, other: AnyGame) -> None:
        if other is not self.game:
            raise OtherGameError(self.game.id, other.id)


def _dealt(game: AnyGame, options: Options, dealer: Dealer) -> Timeline:
    """Return the start of a game."""
    return Timeline(dealer.settle(game.start(options)))


def _known(seats: Sequence[str], state: AnyState) -> list[str]:
    """Return the players of a position's seats: known bots, otherwise humans."""
    found = [present_name(name) for name in seats[: len(state.game.seats(state.options))]]
    return [name if name in BOTS else HUMAN for name in found]


def _loaded() -> str:
    return str(text(N_("Loaded.")))
