"""The round tracker: a game at a real table is entered, checked and counted on a board, with a score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlencode

from cattools.core.chance import Dealer
from cattools.core.display.scene import Mark, MarkKind
from cattools.core.errors import RecordError, shorten
from cattools.core.game import AnyState, AnyTracker, Seat
from cattools.core.game_record import Record, link_fields, record_of
from cattools.core.messages import N_, Text, integer, labelled, many, text
from cattools.core.options import Options
from cattools.core.table.scorer import Entry
from cattools.core.timeline import Timeline
from cattools.render import animation
from cattools.widgets import forms, score_history, score_table
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.html import Html, el, join, open_tag
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.mode import RESUMED, TRACKER_PAGE, table_link
from cattools.widgets.modes.editor.score_export import ScoreExport
from cattools.widgets.modes.free_play import PLAY, FreePlay
from cattools.widgets.perspective import PublicView
from cattools.widgets.protocol import Keep


class TrackerMode(ScoreExport, FreePlay):
    """A game at a real table, followed on a board.

    A new game does not discard the old one: undo at the start of the new game returns to the old one. The page's
    address contains everything entered, so that a reload, or the link on another device, restores it.
    """

    addresses = ("entries", "options")
    own_page = TRACKER_PAGE
    remembers = ("names",)

    @property
    def keeps(self) -> str:
        """The name under which the reader's browser saves what is entered here."""
        return f"helper.{self.tracker.id}"

    def __init__(self, tracker: AnyTracker, options: Options) -> None:
        self.tracker = tracker
        self.older: list[Timeline] = []
        session = GameSession(Timeline(tracker.start(options)), Dealer(0))
        super().__init__(session, perspective=PublicView(session))
        self.in_address = self.fragment()

    # --- what is shown -------------------------------------------------------------------------------------------

    def marks(self) -> Sequence[Mark]:
        """Return the marks of the last events and, unlike other modes, always the marks of possible presses."""
        hand = self.hand
        offered = () if any(m.kind == MarkKind.REFUSED for m in hand.hover_marks) else hand.offered()
        at = {m.area for m in (*hand.event_marks, *hand.hover_marks)}
        return [*hand.event_marks, *(m for m in offered if m.area not in at), *hand.hover_marks]

    def buttons(self) -> list[Button]:
        """Return the buttons for actions without an area on the board, undo, redo, and sharing."""
        legal = {button.id: button for button in self.actions()}
        offered = [
            Button(f"{PLAY}{written}", words, self._typing(written), strong=f"{PLAY}{written}" in legal)
            for written, words in self.tracker.offered(self.state)
        ]
        for button in offered:
            legal.pop(button.id, None)
        offer = [] if self.timeline.line or self.older else self.kept.offer()
        return [
            *offer,
            Button("undo", text(N_("Undo")), self.undo, self.timeline.can_undo or bool(self.older)),
            *offered,
            *legal.values(),
            Button("redo", text(N_("Redo")), self.redo, self.can_redo),
            Button("share", text(N_("Share this game")), self.share),
            *self.sheet_buttons(),
        ]

    def all_buttons(self) -> list[Button]:
        """Return the buttons below the board, and those of the saved games."""
        return [*self.buttons(), *self.kept.buttons()]

    def _typing(self, written: str) -> Callable[[], object]:
        return lambda: self.on_typed(written)

    def extra(self) -> Html:
        """Return the score sheet, and the forms for the end of a round, the players' names and a new game."""
        option, options = self.game.known_options["players"], self.state.options
        pairs = [(c, option.worded(c)) for c in option.choices]
        field = forms.select("players", text(option.title), pairs, str(options["players"]))
        another = forms.form("new", [field], button="begin", says=N_("Start"), strong=False)
        seats, given = self.game.seats(options), self.session.names
        fields = [forms.name_field(seat, given[n] if n < len(given) else "") for n, seat in enumerate(seats)]
        note = el("p", text(N_("A name can also be the colour of a player's tokens.")), class_="cat-row")
        named = forms.form("names", fields, button="call", says=N_("Set names"), strong=False)
        return join(
            self._score_sheet(),
            el("p", self.links(), class_="cat-links"),
            forms.link_field(self.linked_to),
            self._round_form(),
            folded(text(N_("Player names")), note, named),
            folded(text(N_("New game")), another),
            self.kept.section(),
        )

    def links(self) -> list[Html]:
        """Return the link that opens this position in the position editor, with unknown hands."""
        found = self.tracker.drafted(self.state)
        editor = found and found[0].position_editor
        return [table_link(found[0], editor, found[1])] if found and editor else []

    def _score_sheet(self) -> Html:
        """Return the points of every round and the totals."""
        rounds = self.tracker.rounds(self.state)
        names = [el("th", seat.called, scope="col") for seat in self.game.seats(self.state.options)]
        rows = [el("tr", el("th", text(N_("Round")), scope="col"), names)]
        for number, points in enumerate(rounds.rows, 1):
            rows.append(el("tr", el("th", number, scope="row"), (el("td", said) for said in points)))
        totals = [el("td", el("strong", integer(n))) for n in rounds.totals]
        rows.append(el("tr", el("th", text(N_("Total")), scope="row"), totals))
        now = el("table", el("caption", rounds.caption), rows, class_="cat-sheet")
        this, *others = self.sheets()
        return join(
            now,
            score_table.side_by_side(text(N_("Score history")), *others) if others else None,
            score_table.as_text(this),
        )

    def sheets(self) -> list[score_table.Rows]:
        """Return the points of this game's rounds, and the score history if there are earlier games."""
        rounds, names = self.tracker.rounds(self.state), [str(seat.called) for seat in self._seats(self.state)]
        found = [["", *names]]
        found += [[str(text(N_("Round {n}"), n=n)), *points] for n, points in enumerate(rounds.rows, 1)]
        found.append([str(text(N_("Total"))), *map(integer, rounds.totals)])
        if self.state.to_move is None:
            found.append([str(self.state.status())])
        states = [*(timeline.state for timeline in self.older), self.state]
        games = tuple(self._game(state) for state in states if self.tracker.rounds(state).rows)
        return [found, *([score_history.table(games)] if len(games) > 1 else [])]

    def _game(self, state: AnyState) -> tuple[score_history.PlayerResult, ...]:
        won = state.winners() if state.to_move is None else ()
        return score_history.game_of(
            [seat.called for seat in self._seats(state)], self.tracker.rounds(state).totals, won
        )

    def _seats(self, state: AnyState) -> tuple[Seat, ...]:
        return self.game.seats(state.options)

    def _round_form(self) -> Html:
        """Return the form for the end of a round: one row per player."""
        found = self.tracker.round_form(self.state)
        if found is None:
            return Html()
        seats = [str(seat.called) for seat in self.game.seats(self.state.options)]
        heads = [el("th", entry.title, scope="col") for entry in found.rows[0]]
        rows = [el("tr", el("td"), heads)]
        for who, entries in zip(seats, found.rows, strict=True):
            rows.append(el("tr", el("th", who, scope="row"), (el("td", _entry(who, entry)) for entry in entries)))
        selects = [
            forms.select(f.name, str(f.title), [(value, str(said)) for value, said in f.choices], f.value)
            for f in found.fields
        ]
        count = el("button", text(N_("Score this round")), type="submit", name="count", class_="cat-strong")
        form = el(
            "form",
            el("table", rows, class_="cat-sheet"),
            el("p", found.note, class_="cat-row"),
            el("div", selects, class_="cat-fields"),
            count,
            data_form="round",
        )
        return folded(text(N_("Enter only this round's result")), form)

    # --- playing -------------------------------------------------------------------------------------------------

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened and the decision to make next, with the rules that applied."""
        events = [event for step in steps for event in step.events]
        rules = [self.game.rules.cited(e) for e in events if e.rule not in self.tracker.quiet_rules]
        self.say(MessageKind.INFO, [*events, *self.closing()], rules)

    def on_typed(self, written: str) -> bool:
        """Enter notation, or answer a question."""
        if (answer := self.tracker.answer(self.state, written)) is not None:
            self.answer(MessageKind.INFO, answer)
            return True
        return super().on_typed(written)

    def undo(self) -> None:
        """Undo the last entry; at the start of a new game, go back to the previous one."""
        if self.timeline.can_undo or not self.older:
            super().undo()
            return
        self.session.begin(self.older.pop(), by=self.follow)
        self.restored(text(N_("Back to the previous game.")))

    def on_form(self, form: str, values: Mapping[str, str]) -> None:
        """Count a round, start a new game, or set the players' names. Raises `NotationError` and `OptionError`."""
        if form == "round":
            self.report(self.hand.act(self.tracker.read_form(values, self.state)))
        elif form == "new":
            start = self.tracker.start(self.game.choose({"players": values.get("players", "")}))
            self.older.append(self.timeline)
            self.session.begin(Timeline(start), by=self.follow)
            self.restored(text(N_("New game; undo returns to the previous one.")))
        elif form == "names":
            self.session.call(forms.names_in(self._seats(self.state), values))
            self.remember_names(self.session.names)
            self.answer(MessageKind.INFO, self.resting())
        else:
            super().on_form(form, values)

    # --- saving --------------------------------------------------------------------------------------------------

    def fragment(self, timeline: Timeline | None = None) -> str:
        """Return everything entered in this game, or in an older one, as the part of a link after `#`."""
        record = record_of(timeline or self.timeline)
        entries = ".".join(record.actions)
        return urlencode({"game": self.tracker.id, "options": str(record.options), "entries": entries}, safe=",=")

    def refresh(self, plan: animation.Motion | None = None, pause: float = 0.0) -> None:
        """Update everything, and keep the entries in the page's address."""
        if (now := self.fragment()) != self.in_address:
            self.in_address, self.linked_to = now, ""
            self.post(Keep(now))
        super().refresh(plan, pause)

    def share(self) -> None:
        """Hand out a link to everything entered."""
        said = N_("The link contains everything entered. It has been copied if the browser allows it.")
        self.share_link(self.fragment(), said)

    def on_address(self, fragment: str) -> None:
        """Load everything in a link; undo returns to the previous game. Raises `RecordError` and `OptionError`."""
        timeline = self._entered(fragment)
        if self.timeline.line:
            self.older.append(self.timeline)
        self.session.begin(timeline, by=self.follow)
        self.restored(text(N_("Loaded.")))

    def _entered(self, fragment: str) -> Timeline:
        """Return the game whose entries are in a link. Raises `RecordError` and `OptionError`."""
        fields = link_fields(fragment, *self.addresses, of=self.tracker)
        entries = tuple(filter(None, fields.get("entries", "").split(".")))
        return Record(self.tracker, self.game.choose(fields["options"]), entries).replay()

    def record(self) -> str:
        """Return everything entered in this game and the earlier ones, one line per game."""
        if not (self.timeline.line or self.older):
            return ""
        return "\n".join(map(self.fragment, (*self.older, self.timeline)))

    def saved_labels(self) -> list[Text]:
        """Return a label with the number of entries; an empty list if there are none."""
        entries = sum(len(timeline.line) for timeline in (*self.older, self.timeline))
        return [many("{n} entry", "{n} entries", entries)] if entries else []

    def resume(self, record: str) -> None:
        """Continue the games in a record. Raises `RecordError` and `OptionError`."""
        games = record.split("\n")
        if strange := [line for line in games if "entries=" not in line]:
            message = N_("expected a saved game of this board, found {found}")
            raise RecordError(text(message, found=shorten(strange[0])))
        *older, timeline = map(self._entered, games)
        self.older = older
        self.session.begin(timeline, by=self.follow)
        self.restored(text(RESUMED))


def _entry(who: str, entry: Entry) -> Html:
    """Return the field for a player's entry."""
    return open_tag(
        "input",
        name=entry.name,
        aria_label=labelled(who, entry.title),
        size=3,
        autocomplete="off",
        autocapitalize="off",
        inputmode="numeric" if entry.number else None,
        value=entry.value,
    )
