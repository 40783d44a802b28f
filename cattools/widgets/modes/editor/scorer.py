"""The scorer: the end of a game at a real table is entered per player, and counted line by line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from cattools.core.display.scene import Mark, MarkKind, Scene
from cattools.core.display.seat_names import given, naming
from cattools.core.errors import OptionError
from cattools.core.game import AnyGame, AnyState
from cattools.core.game_record import (
    VERSION,
    link_fields,
    position_link,
    read_fields,
    read_names,
    split,
    table_of,
    with_options,
    write_names,
)
from cattools.core.messages import N_, many, text
from cattools.core.rules import Refusal, Rule
from cattools.core.score import Line
from cattools.core.table.scorer import AnySheet
from cattools.widgets import forms, markup, score_history, score_table
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.mode import RESUMED, table_link
from cattools.widgets.modes.editor.scorer_input import ScorerInput
from cattools.widgets.protocol import CHOSEN, LEGAL, KeptGame, Names, Remember

T = TypeVar("T")
RECORD = "cattools sheet"


class Scorer(ScorerInput):
    """The scorer of a game; `set`: the players have filled in the form completely.

    `given_names` are the players' names, `games` the earlier games of this score history, `earlier` those stored in the
    reader's browser: from another visit, or `beside` this one from another tab.
    """

    reads_address = True
    shares = True

    @property
    def keeps(self) -> str:
        """The name under which the reader's browser saves what is entered here."""
        return f"scorer.{self.game.id}"

    def __init__(self, game: AnyGame, sheet: AnySheet, state: AnyState) -> None:
        super().__init__(game, sheet, state, str(text(N_("Scorer: {game}"), game=text(game.title))))
        self.past: list[tuple[AnyState, score_history.ScoreHistory]] = []
        self.future: list[tuple[AnyState, score_history.ScoreHistory]] = []
        self.games: score_history.ScoreHistory = ()
        self.earlier: score_history.ScoreHistory = ()
        self.known: score_history.ScoreHistory = ()  # the browser's games, as far as this tab knows
        self.beside = False
        self.remembers = ("names", f"evening.{game.id}")
        self.given_names: list[str] = []
        self.called: dict[str, str] = {}  # the given names by the game's own
        self.set = False
        self._made: dict[Hashable, Any] = {}  # cached values that depend on the position and the names
        self._seen: tuple[AnyState, int, Scene] | None = None  # the scene, cached by position and side
        self._asks: tuple[object, Html] | None = None  # the form, and what it depends on
        self._count()
        self.say(MessageKind.INFO, self.standing(), self.decided_by())

    def _count(self) -> None:
        """Score the current position."""
        sheet, state = self.sheet, self.state
        self.lines: tuple[Line, ...] = sheet.lines(state)
        self.doubts, self.missing, self.asks = sheet.doubts(state), sheet.missing(state), sheet.asks(state)

    @contextmanager
    def here(self) -> Iterator[None]:
        """Bind everything created or worded within to the board's page, its language and the players' names."""
        with super().here(), naming(self.called):
            yield

    def call(self, names: Sequence[str]) -> None:
        """Set the players' names, "" for none. Raises `OptionError` and keeps the old ones."""
        found = given([seat.name for seat in self.seats], names)
        self.given_names = [name.strip() for name in names]
        self.called.clear()
        self.called.update(found)
        self._made.clear()
        self._seen = self._asks = None

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the player whose side is shown."""
        return str(self.seats[self.seat].called)

    @property
    def lit(self) -> Line | None:
        """The score line highlighted on the board."""
        return self.lines[self.at - 1] if self.at else None

    @property
    def won(self) -> tuple[int, ...]:
        """The winners of the current position."""
        return self._once("won", self.state.winners)

    @property
    def result(self) -> tuple[Refusal, ...]:
        """The winners of the current position, and the rules that decide it."""
        return self._once("result", lambda: self.sheet.result(self.state))

    def scene(self) -> Scene:
        """Return the palette and one player's side."""
        return self.scene_of(self.state)

    def scene_of(self, state: AnyState) -> Scene:
        """Return the palette and one player's side of a position."""
        if self._seen is None or self._seen[:2] != (state, self.seat):
            self._seen = state, self.seat, self.sheet.scene(state, self.seat)
        return self._seen[2]

    def _once(self, what: Hashable, make: Callable[[], T]) -> T:
        """Return a value that depends on the position and the names, computed only once."""
        found: T = self._made[what] if what in self._made else self._made.setdefault(what, make())
        return found

    def marks(self) -> list[Mark]:
        """Return the marks of a score line and what earlier lines removed, or else of the selection and problems."""
        if (line := self.lit) is not None:
            return score_table.marks_of(line, [one for one in self.lines[: self.at - 1] if one.seat == self.seat])
        causes = [Mark(MarkKind.CAUSE, cell) for doubt in self.doubts for cell in doubt.cells]
        chosen = self.item or self.cursor
        return [*causes, *([Mark(MarkKind.SELECTED, chosen)] if chosen else [])]

    def names(self, scene: Scene) -> Names:
        """Return every area's name, and whether it is selected."""
        chosen, found = str(text(N_("chosen"))), {}
        for area in scene.areas.values():
            on = area.id in (self.item, self.cursor)
            found[area.id] = (f"{area.name}, {chosen}" if on else area.name, CHOSEN * on | LEGAL)
        return found

    def head(self) -> Html:
        """Return the title, and whose side is shown."""
        if self.sheet.shared:
            return markup.heading(self.heading, (), "")
        token = self.game.panels(self.state.view(self.seat))[self.seat].token
        return markup.heading(self.heading, token, self.name)

    def side(self) -> Html:
        """Return every player's points, and the winner."""
        tokens = [panel.token for panel in self.game.panels(self.state.view(self.seat))]
        won = () if self.missing or len(self.seats) < 2 else self.won
        return markup.side(score_table.panels(tokens, self.seats, self.lines, won), None)

    def task(self) -> Html:
        """Return the form for everything that has no cell: players, options, and the game's own fields."""
        form = self._once("form", self._form)
        return folded(text(N_("Players and options")), form, opened=not self.set, css="cat-sheet")

    def _form(self) -> Html:
        known, sheet = self.game.known_options, self.sheet
        chosen, fields = self.state.options, sheet.fields(self.state)
        if self._asks is None or self._asks[0] != (chosen, fields):
            options = {name: known[name] for name in sheet.options}
            self._asks = (chosen, fields), forms.table(options, chosen, fields, self.seats, self.given_names)
        return self._asks[1]

    def written(self) -> str:
        """Return the entered position as text."""
        return self._once("written", lambda: with_options(self.state))

    def extra(self) -> Html:
        """Return the problems, the score line by line, and the position as text."""
        cited = self.game.rules.cited
        return join(
            (markup.message(MessageKind.REFUSE, [str(doubt)], [cited(doubt)]) for doubt in self.doubts),
            (markup.message(MessageKind.INFO, [str(ask)], [cited(ask)]) for ask in self.asks),
            score_table.tables(self.state, self.seats, self.lines, self.lit),
            score_table.side_by_side(text(N_("All players side by side")), *self.sheets())
            if len(self.seats) > 1 or self.games
            else None,
            self._links(),
            forms.link_field(self.linked_to),
            forms.pasted(text(N_("Position")), self.written(), self.unread),
            self.kept.section(),
        )

    def sheets(self) -> list[score_table.Rows]:
        """Return the score table of all players, with the winner and why once all is entered, and the score history.

        Between two games, return only the latter.
        """
        evenings = [score_history.table(self.games)] if self.games else []
        if evenings and self.state == self._emptied():
            return evenings
        won, why = ((), ()) if self.missing else (self.won, self.result)
        return [score_table.all_players(self.state, self.seats, self.lines, won, why), *evenings]

    def _links(self) -> Html:
        """Return the link that opens this position in the position editor."""
        setup = self.game.setup
        if setup is None:
            return Html()
        draft = setup.read(self.state)
        return el("p", table_link(self.game, setup, setup.open(draft) if self.missing else draft), class_="cat-links")

    def next_game(self) -> None:
        """Add this game's points to the score history, and empty the scorer for the next game."""
        called, points = [seat.called for seat in self.seats], score_table.totals(self.seats, self.lines)
        before = self.games or (self.earlier if self.beside else ())
        games = (*before, score_history.game_of(called, points, self.won))[-score_history.MOST :]
        said = [text(N_("Game {n} is saved below. The scorer is empty for the next one."), n=len(games))]
        if self._earlier_ones(games):
            said.append(text(N_("Games from another visit are not included; a button below adds them.")))
        self.change(self._emptied(), *said, games=games)

    def _earlier_ones(self, games: score_history.ScoreHistory) -> score_history.ScoreHistory:
        """Return the games of another visit that are not in a score history."""
        known = min(len(games), len(self.earlier))
        return () if known and games[:known] == self.earlier[:known] else self.earlier

    def join_earlier(self) -> None:
        """Put the games of another visit first in this score history; undo removes them."""
        games = (*self._earlier_ones(self.games), *self.games)[-score_history.MOST :]
        self.change(self.state, text(N_("The earlier games are now included below.")), games=games)

    def buttons(self) -> list[Button]:
        """Return the buttons for each player's side, the score lines, and undo."""
        seats = [
            Button(f"seat:{n}", str(seat.called), self._showing(n), on=n == self.seat)
            for n, seat in enumerate(self.seats)
        ]
        changed = bool(self.past) or bool(self.future)
        last, earlier = self.at < len(self.lines), self._earlier_ones(self.games)
        return [
            *([] if self.record() else self.kept.offer()),
            *(seats if len(seats) > 1 and not self.sheet.shared else []),
            Button("next", str(text(N_("Next line"))), lambda: self.step(1), last, strong=True),
            Button("previous", str(text(N_("Previous"))), lambda: self.step(-1), self.at > 0),
            *([Button("fill", str(text(self.sheet.fill[0])), self.fill)] if self.sheet.fill else []),
            Button("undo", str(text(N_("Undo"))), self.undo, bool(self.past)),
            Button("redo", str(text(N_("Redo"))), self.redo, bool(self.future)),
            Button("reset", str(text(N_("Clear the scorer"))), self.reset, changed),
            Button("share", str(text(N_("Share this position"))), self.share),
            Button("next-game", str(text(N_("Save points, next game"))), self.next_game, not self.missing),
            *([Button("earlier", self._words_of(earlier), self.join_earlier)] if earlier else []),
            *self.sheet_buttons(),
        ]

    def _words_of(self, games: score_history.ScoreHistory) -> str:
        """Return the label of the button that adds games of another visit."""
        return str(many(N_("Add your last game"), N_("Add your last {n} games"), len(games)))

    def all_buttons(self) -> list[Button]:
        """Return the buttons below the board, and those of the saved games."""
        return [*self.buttons(), *self.kept.buttons()]

    def standing(self) -> list[object]:
        """Return the status as sentences, with the number of problems."""
        found: list[object] = [score_table.so_far(self.seats, self.lines, self.missing)]
        if not self.missing:
            found = list(self.result)
        return [*found, *([score_table.doubted(len(self.doubts))] if self.doubts else [])]

    def decided_by(self) -> list[Rule]:
        """Return the rules that decide the winner, once everything is entered."""
        return [] if self.missing else [self.game.rules.cited(r) for r in self.result]

    # --- actions -------------------------------------------------------------------------------------------------

    def change(self, state: AnyState, *said: object, games: score_history.ScoreHistory | None = None) -> None:
        """Set another position, or another score history, and score it; undo restores the old one."""
        before, played = (self.state, self.games), self.games if games is None else games
        if (state, played) != before:
            self.past.append(before)
            self.future.clear()
        self._count_on(played)
        self.goto(state, *said)

    def _count_on(self, games: score_history.ScoreHistory) -> None:
        """Set the score history; the reader's browser stores it for another visit."""
        if games != self.games:
            self._remember(games or self.earlier)
        self.games = games

    def _remember(self, games: score_history.ScoreHistory) -> None:
        """Store games in the reader's browser."""
        self.known = games
        self.post(Remember(self.remembers[1], score_history.write(games)))

    def goto(self, state: AnyState, *said: object) -> None:
        """Show a position and its status."""
        if state.options != self.state.options:
            self.entered = state
            self._keep_names()
        self.entered, self.at, self.linked_to = state, 0, ""
        self._made.clear()
        self.seat = min(self.seat, len(self.seats) - 1)
        there = self.scene().areas
        self.item = self.item if self.item in there else ""
        self.cursor = self.cursor if self.cursor in there and self._empty(state, self.cursor) else ""
        self._count()
        self.answer(MessageKind.INFO, [*said, *self.standing()], self.decided_by())

    def enter(self, written: str) -> bool:
        """Enter a text as a single step for undo. Raises as `take_in`."""
        before = len(self.past)
        try:
            return super().enter(written)
        finally:
            del self.past[before + 1 :]

    def undo(self) -> None:
        """Undo the last change; a cursor that moves from cell to cell returns to the emptied cell."""
        self.unread = ""
        self.future.append((self.state, self.games))
        state, games = self.past.pop()
        self._count_on(games)
        if self.cursor:
            there = self.scene_of(state).areas
            cells = (area.id for area in self._cells() if area.id in there and not self._empty(self.state, area.id))
            self.cursor = next((cell for cell in cells if self._empty(state, cell)), self.cursor)
        self.goto(state, text(N_("Undone.")))

    def redo(self) -> None:
        """Redo what was undone."""
        self.past.append((self.state, self.games))
        state, games = self.future.pop()
        self._count_on(games)
        self.goto(state, text(N_("Redone.")))

    def _keep_names(self) -> None:
        """Apply the seats' names to the current players; on a duplicate, use the game's own names."""
        try:
            self.call(self.given_names)
        except OptionError:
            self.call([])

    def reset(self) -> None:
        """Empty the scorer; the old content stays among the saved games."""
        self.unread = ""
        self.post(KeptGame("new"))
        self.change(self._emptied(), text(N_("The scorer is empty.")), games=())

    def _emptied(self) -> AnyState:
        clear = self.sheet.cleared
        empty: AnyState = clear(self.state) if clear else self.sheet.blank(self.state.options)
        return empty

    def _showing(self, seat: int) -> Callable[[], None]:
        def show() -> None:
            self.seat, self.cursor, self.at = seat, "", 0
            self.item = self.item if self.item in self.scene().areas else ""
            self.answer(MessageKind.INFO, [f"{self.name}.", *self.standing()], self.decided_by())

        return show

    def step(self, by: int) -> None:
        """Highlight the next or the previous score line."""
        self.at += by
        line, self.cursor = self.lit, ""
        if line is None:
            self.answer(MessageKind.INFO, self.standing(), self.decided_by())
            return
        self.seat = line.seat
        points = score_table.points(line.points)
        said = text(N_("{who}: {words}, {points}."), who=self.name, words=line, points=points)
        last: Sequence[object] = self.standing() if self.at == len(self.lines) else ()
        self.answer(MessageKind.SCORE, [said, *last], [self.game.rules.cited(line)])

    def fill(self) -> None:
        """Enter what is certain, and ask about the rest."""
        if self.sheet.fill is not None:
            state = self.sheet.fill[1](self.state)
            said: list[object] = [text(N_("Everything certain has been entered."))]
            if asks := self.sheet.asks(state):
                said += [*asks, text(N_("If there were more, enter the rest."))]
            self.change(state, *said)

    def share(self) -> None:
        """Hand out a link to the position."""
        self.share_link(position_link(self.state, names=self.given_names))

    def read(self, line: str) -> None:
        """Load a position in notation. Raises `NotationError` and `OptionError` and keeps the old position."""
        options, position = split(line)
        chosen = self.state.options if options is None else self.sheet.choosing(self.game.choose(options))
        self.change(self.sheet.read(position, chosen), text(N_("Loaded.")))

    # --- saving --------------------------------------------------------------------------------------------------

    def record(self) -> str:
        """Return the restart state; "" before anything was entered."""
        if not (self.past or self.future or self.set):
            return ""
        told = {"entered": self.written(), "set": self.set, "seat": self.seat}
        more = {"names": write_names(self.given_names), "games": score_history.write(self.games)}
        return json.dumps({"format": RECORD, "version": VERSION, **told, **more})

    def kept_as(self) -> list[str]:
        """Return the status of the count; nothing before anything was entered."""
        return [str(self.standing()[0])] if self.record() else []

    def resume(self, record: str) -> None:
        """Restore a restart state; undo leads back. Raises `CattoolsError`."""
        found = read_fields(record, RECORD, {"entered": str, "set": bool, "seat": int})
        games = score_history.read(str(found.get("games", "")))
        self.read(found["entered"])
        self.games = games
        self._learn(self.earlier)
        self.call(read_names(str(found.get("names", ""))))
        self.set, self.seat = found["set"], max(0, min(found["seat"], len(self.seats) - 1))
        self.answer(MessageKind.INFO, [text(RESUMED), *self.standing()], self.decided_by())

    # --- messages from the page ----------------------------------------------------------------------------------

    def on_query(self, area: str) -> None:
        """Say what is on an area."""
        self.answer(MessageKind.INFO, [self.what_is(area)])

    def on_form(self, form: str, values: Mapping[str, str]) -> None:
        """Apply the form, or enter pasted text as if it were typed. Raises `OptionError` and `NotationError`."""
        if form == forms.WRITTEN:
            self.on_pasted(values.get("position", ""))
        elif form == forms.TABLE:
            options = self.game.choose(forms.chosen(self.game.known_options, self.sheet.options, values))
            asked = {field.name for field in self.sheet.fields(self.state)}
            state = self.sheet.choose(self.state, values)
            if options != self.state.options:
                state = self.sheet.again(state, options)
            names = forms.names_in(self.seats, values)
            given([seat.name for seat in self.game.seats(state.options)], names)  # check before changing anything
            self.set = asked >= {field.name for field in self.sheet.fields(state)}
            self.change(state)
            self.call(names)
            self.remember_names(names)
            self.answer(MessageKind.INFO, [text(N_("Applied.")), *self.standing()], self.decided_by())
            if self.display is not None:
                self.display.rerender()  # with the form folded, unless it needs more input now
        else:
            super().on_form(form, values)

    def on_address(self, fragment: str) -> None:
        """Load the position of a link, finished or not. Raises `CattoolsError`."""
        fields, names = link_fields(fragment, of=self.game.id), table_of(fragment)[1]
        self.read(f"[{fields['options']}] {fields['position']}")
        if any(names):
            self.call(names)
            self.answer(MessageKind.INFO, [text(N_("Loaded.")), *self.standing()], self.decided_by())

    def on_elsewhere(self, name: str, value: str) -> None:
        """Merge the games that another tab adds to this score history. Raises `RecordError`."""
        if name != self.remembers[1]:
            return  # names in another tab do not rename the players here
        told, had = score_history.read(value), self.games
        if self.games:
            self._join(score_history.merged(self.games, self.known, told))
        self.known, self.beside = told, bool(told)
        self._learn(told)
        if told and self.games and Counter(self.games) != Counter(told):  # the other tab did not have these
            self._remember(self.games)
        if self.games != had:
            self.answer(MessageKind.INFO, [text(N_("Another tab has scored games too; they are included below."))])

    def _join(self, games: score_history.ScoreHistory) -> None:
        """Set the score history as merged with another tab's; undo does not remove the other tab's games."""
        had, self.games = self.games, games
        for line in (self.past, self.future):
            line[:] = [(state, score_history.changed(games_then, had, games)) for state, games_then in line]

    def _learn(self, kept: score_history.ScoreHistory) -> None:
        """Store the browser's games; those that continue the games here are added to them."""
        self.earlier = kept
        if self.games and kept[: len(self.games)] == self.games:
            self._join(kept)
        self.refresh()

    def on_remembered(self, name: str, value: str) -> None:
        """Offer the games of another visit, and apply the last visit's names if the players have none.

        Raises `OptionError` and `RecordError`.
        """
        if name == self.remembers[1]:
            self.known = score_history.read(value)
            self._learn(self.known)
        elif not any(self.given_names):
            self.call(read_names(value))
            self.answer(MessageKind.INFO, self.standing(), self.decided_by())
