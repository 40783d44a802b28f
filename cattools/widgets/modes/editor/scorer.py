"""The scorer: the end of a game at a real table is entered player by player, and counted line by line."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from cattools.core.chance import Dealer
from cattools.core.display.scene import Area, Mark, Scene
from cattools.core.display.seat_names import naming
from cattools.core.errors import NotationError, OptionError, shorten
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
from cattools.core.notation.parsing import POSITION, at_word, limited, words_of
from cattools.core.notation.typed_words import in_readers_words
from cattools.core.options import Options
from cattools.core.rules import IllegalAction, Rule
from cattools.core.score import Line
from cattools.core.table.scorer import AnyScorerSpec
from cattools.core.timeline import Timeline
from cattools.widgets import forms, markup, score_history, score_table
from cattools.widgets.game_session import GameSession
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.mode import HERE, RESUMED, SCORER_PAGE, lies_now, of_side, table_link
from cattools.widgets.modes.editor.editor import Editor
from cattools.widgets.modes.editor.score_export import ScoreExport
from cattools.widgets.protocol import Remember

RECORD = "cattools sheet"
MOST_CELLS = 1000  # greater than any cell's number
TAKEN, KEPT = N_("Loaded."), N_("Loaded; other entries are kept where they fit.")
POSITIONS = re.compile(r"[\w-]+=")  # the start of a word that sets a value, unlike a goal with "!="


class Count(NamedTuple):
    """What is entered in a scorer: the final position, and the earlier games of this score history."""

    state: AnyState
    games: score_history.ScoreHistory = ()


class Scorer(ScoreExport, Editor[Count]):
    """The scorer of a game; `at` is the number of the highlighted score line (0: none).

    `earlier` are the games of the score history that the reader's browser has stored, from another visit or from
    another tab; `beside`: whether another tab has stored them during this visit.
    """

    addresses = ("position", "options")
    own_page = SCORER_PAGE
    shares = True
    all_taken = N_("The scorer is empty.")

    @property
    def keeps(self) -> str:
        """The name under which the reader's browser saves what is entered here."""
        return f"scorer.{self.game.id}"

    def __init__(self, game: AnyGame, spec: AnyScorerSpec, state: AnyState) -> None:
        self.session, self.scorer, self.at = GameSession(Timeline(state), Dealer(0)), spec, 0
        self.earlier: score_history.ScoreHistory = ()
        self.known: score_history.ScoreHistory = ()  # the browser's games, as far as this tab knows
        self.beside = False
        self.remembers = ("names", f"evening.{game.id}")
        self._quiet = False  # whether only the last message is shown
        self._entered_items: dict[tuple[int, str], str] = {}  # what the last typed text has entered, by seat and cell
        super().__init__(spec, Count(state), str(text(N_("Scorer: {game}"), game=text(game.title))))
        self.say(MessageKind.INFO, self.standing_here(), self._decided_by())

    @contextmanager
    def here(self) -> Iterator[None]:
        """Within the block, write texts in the page's language and with the players' names."""
        with super().here(), naming(self.session.called):
            yield

    @property
    def state(self) -> AnyState:
        """The position entered so far."""
        return self.entered.state

    content = state

    def _with_content(self, content: AnyState) -> Count:
        return self.entered._replace(state=content)

    @property
    def games(self) -> score_history.ScoreHistory:
        """The earlier games of this score history."""
        return self.entered.games

    def hold(self, entered: Count) -> None:
        """Replace what was entered, and count it."""
        super().hold(entered)
        spec, state = self.scorer, entered.state
        self.lines: tuple[Line, ...] = spec.lines(state)
        self.problems, self.missing, self.asks = spec.problems(state), spec.missing(state), spec.asks(state)
        whole = not self.missing
        self.won, self.result = (state.winners(), spec.result(state)) if whole else ((), ())

    def emptied(self) -> Count:
        """Return an empty scorer without earlier games."""
        return super().emptied()._replace(games=())

    @property
    def _things(self) -> Sequence[str]:
        return self.scorer.palette

    def _picture(self, entered: Count) -> Scene:
        return self.scorer.scene(entered.state, self.seat)

    def _goes_on_at(self, area: str) -> bool:
        """Return whether a cell is still empty."""
        return self._empty(self.state, area)

    def _changed_area(self, entered: Count) -> str:
        """Return the cell that undoing a change has emptied."""
        there = self.scene_of(entered).areas
        cells = (area.id for area in self._cells() if area.id in there and not self._empty(self.state, area.id))
        return next((cell for cell in cells if self._empty(entered.state, cell)), self.cursor)

    # --- the count -----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the player whose side is shown."""
        return str(self.seats[self.seat].called)

    @property
    def highlighted(self) -> Line | None:
        """The score line highlighted on the board."""
        return self.lines[self.at - 1] if self.at else None

    # --- what is shown -------------------------------------------------------------------------------------------

    def marks(self) -> Sequence[Mark]:
        """Return the marks of a score line and of earlier deductions, or else of the selection and the problems."""
        if (line := self.highlighted) is not None:
            return score_table.marks_of(line, [one for one in self.lines[: self.at - 1] if one.seat == self.seat])
        return super().marks()

    def head(self) -> Html:
        """Return the title, and whose side is shown."""
        if self.scorer.shared:
            return markup.heading(self.heading, (), "")
        token = self.game.panels(self.state.view(self.seat))[self.seat].token
        return markup.heading(self.heading, token, self.name)

    def side(self) -> Html:
        """Return every player's points, and the winner."""
        tokens = [panel.token for panel in self.game.panels(self.state.view(self.seat))]
        won = self.won if len(self.seats) > 1 else ()
        out = score_table.eliminated(self.state, self.lines)
        return markup.side(score_table.panels(self.game, tokens, self.seats, self.lines, won, out), None)

    def task(self) -> Html:
        """Return the form for everything that has no cell: players, options, and the game's own fields."""
        return folded(text(N_("Players and options")), self.form(), opened=not self.sent, css="cat-sheet")

    def written(self) -> str:
        """Return the entered position as text."""
        return with_options(self.state)

    def extra(self) -> Html:
        """Return the problems, the score line by line, and the position as text."""
        return join(
            self.problem_list(MessageKind.REFUSE, self.problems),
            self.problem_list(MessageKind.INFO, self.asks),
            score_table.tables(self.state, self.seats, self.lines, self.highlighted),
            score_table.side_by_side(text(N_("All players side by side")), *self.sheets())
            if len(self.seats) > 1 or self.games
            else None,
            self._links(),
            self.as_text(),
        )

    def sheets(self) -> list[score_table.Rows]:
        """Return the score table of all players, and the score history; between two games, only the score history.

        Once everything is entered, the table also has the winner and the reason.
        """
        evenings = [score_history.table(self.games)] if self.games else []
        if evenings and self.state == self.emptied().state:
            return evenings
        return [score_table.all_players(self.state, self.seats, self.lines, self.won, self.result), *evenings]

    def _links(self) -> Html:
        """Return the link that opens this position in the position editor."""
        editor = self.game.position_editor
        if editor is None:
            return Html()
        draft = editor.read(self.state)
        return el("p", table_link(self.game, editor, editor.open(draft) if self.missing else draft), class_="cat-links")

    def buttons(self) -> list[Button]:
        """Return the buttons for each player's side, the score lines, and undo."""
        last, earlier = self.at < len(self.lines), len(self._earlier_ones(self.games))
        add = many("Add your last game", "Add your last {n} games", earlier)
        return [
            *([] if self.record() else self.kept.offer()),
            *(() if self.scorer.shared else self.seat_buttons()),
            Button("next", str(text(N_("Next line"))), lambda: self.step(1), last, strong=True),
            Button("previous", str(text(N_("Previous"))), lambda: self.step(-1), self.at > 0),
            *([Button("fill", str(text(self.scorer.fill[0])), self.fill)] if self.scorer.fill else []),
            *self.history_buttons(),
            Button("reset", str(text(N_("Clear the scorer"))), self.reset, bool(self.past or self.future)),
            Button("share", str(text(N_("Share this position"))), self.share),
            Button("next-game", str(text(N_("Save points, next game"))), self.next_game, not self.missing),
            *([Button("earlier", str(add), self.join_earlier)] if earlier else []),
            *self.sheet_buttons(),
        ]

    def standing_here(self) -> list[object]:
        """Return the status as sentences, with the number of problems."""
        found = self.result or [score_table.so_far(self.seats, self.lines, self.missing)]
        return [*found, *([score_table.problem_count(len(self.problems))] if self.problems else [])]

    def _decided_by(self) -> list[Rule]:
        """Return the rules that decide the winner, once everything is entered."""
        return [self.game.rules.cited(refusal) for refusal in self.result]

    def _shown_side(self) -> list[object]:
        """Return whose side is shown, and the status."""
        return [*super()._shown_side(), *self.standing_here()]

    # --- counting ------------------------------------------------------------------------------------------------

    def set_state(self, state: AnyState, *said: object) -> None:
        """Set another position and score it; undo restores the old one."""
        self.change(self._with_content(state), *said)

    def goto(self, entered: Count, *said: object) -> None:
        """Show a position and its status; if the score history has changed, store it in the reader's browser."""
        if entered.games != self.games:
            self._remember(entered.games or self.earlier)
        self.at = 0
        super().goto(entered, *said)

    def select(self, item: str = "", cursor: str = "") -> None:
        """Select a thing to place, or a cell for the next thing; no score line stays highlighted."""
        super().select(item, cursor)
        self.at = 0

    def step(self, by: int) -> None:
        """Highlight the next or the previous score line."""
        self.at += by
        line, self.cursor = self.highlighted, ""
        if line is None:
            self.answer(MessageKind.INFO, self.standing_here(), self._decided_by())
            return
        self.seat = line.seat
        points = score_table.points(line.points)
        said = text(N_("{who}: {words}, {points}."), who=self.name, words=line, points=points)
        last: Sequence[object] = self.standing_here() if self.at == len(self.lines) else ()
        self.answer(MessageKind.SCORE, [said, *last], [self.game.rules.cited(line)])

    def fill(self) -> None:
        """Enter everything that is certain, and ask for the rest."""
        if self.scorer.fill is not None:
            state = self.scorer.fill[1](self.state)
            said: list[object] = [text(N_("Everything certain has been entered."))]
            if asks := self.scorer.asks(state):
                said += [*asks, text(N_("If there were more, enter the others too."))]
            self.set_state(state, *said)

    def share(self) -> None:
        """Hand out a link to the position."""
        self.share_link(position_link(self.state, names=self.session.names))

    # --- the score history ---------------------------------------------------------------------------------------

    def next_game(self) -> None:
        """Add this game's points to the score history, and empty the scorer for the next game."""
        called, points = [seat.called for seat in self.seats], score_table.totals(self.seats, self.lines)
        before = self.games or (self.earlier if self.beside else ())
        games = (*before, score_history.game_of(called, points, self.won))[-score_history.MOST :]
        said = [text(N_("Game {n} is saved below. The scorer is empty for the next game."), n=len(games))]
        if self._earlier_ones(games):
            said.append(text(N_("Games from another visit are not included; a button below adds them.")))
        self.change(self.emptied()._replace(games=games), *said)

    def _earlier_ones(self, games: score_history.ScoreHistory) -> score_history.ScoreHistory:
        """Return the games from another visit that are not in a score history."""
        known = min(len(games), len(self.earlier))
        return () if known and games[:known] == self.earlier[:known] else self.earlier

    def join_earlier(self) -> None:
        """Put the games from another visit first in this score history; undo removes them."""
        games = (*self._earlier_ones(self.games), *self.games)[-score_history.MOST :]
        self.change(self.entered._replace(games=games), text(N_("The earlier games are now included below.")))

    def _remember(self, games: score_history.ScoreHistory) -> None:
        """Store games in the reader's browser."""
        self.known = games
        self.post(Remember(self.remembers[1], score_history.write(games)))

    def on_elsewhere(self, name: str, value: str) -> None:
        """Merge the games that another tab adds to this score history. Raises `RecordError`."""
        if name != self.remembers[1]:
            return  # names in another tab do not rename the players here
        stored, before = score_history.read(value), self.games
        if self.games:
            self._join(score_history.merged(self.games, self.known, stored))
        self.known, self.beside = stored, bool(stored)
        self._learn(stored)
        if stored and self.games and Counter(self.games) != Counter(stored):  # the other tab lacks some games
            self._remember(self.games)
        if self.games != before:
            self.answer(MessageKind.INFO, [text(N_("Games scored in another tab are included below."))])

    def _join(self, games: score_history.ScoreHistory) -> None:
        """Set the score history to one merged with another tab's; undo does not remove the other tab's games."""
        before = self.games
        self.hold(self.entered._replace(games=games))
        for line in (self.past, self.future):
            line[:] = [count._replace(games=score_history.changed(count.games, before, games)) for count in line]

    def _learn(self, kept: score_history.ScoreHistory) -> None:
        """Note the browser's games; if they begin with the games here, adopt the later ones as well."""
        self.earlier = kept
        if self.games and kept[: len(self.games)] == self.games:
            self._join(kept)
        self.refresh()

    # --- saving --------------------------------------------------------------------------------------------------

    def record(self) -> str:
        """Return the restart state; "" before anything was entered."""
        if self.is_untouched:
            return ""
        table = {"entered": self.written(), "set": self.sent, "seat": self.seat}
        more = {"names": write_names(self.session.names), "games": score_history.write(self.games)}
        return json.dumps({"format": RECORD, "version": VERSION, **table, **more})

    def saved_labels(self) -> list[object]:
        """Return the status of the count; nothing before anything was entered."""
        return self.standing_here()[:1] if self.record() else []

    def resume(self, record: str) -> None:
        """Restore a restart state; undo returns to the previous table. Raises `CattoolsError`."""
        found = read_fields(record, RECORD, {"entered": str, "set": bool, "seat": int})
        games = score_history.read(str(found.get("games", "")))
        self.read(found["entered"])
        self.hold(self.entered._replace(games=games))
        self._learn(self.earlier)
        self.call(read_names(str(found.get("names", ""))))
        self.sent = found["set"]
        self.show_restored(text(RESUMED), found["seat"])

    def on_address(self, fragment: str) -> None:
        """Load a link's position, even an incomplete one, or only its options. Raises `CattoolsError`."""
        fields = link_fields(fragment, *self.addresses, of=self.game)
        if "position" not in fields:
            self.set_state(self.scorer.fitting(self.state, self._chosen(fields["options"])), text(TAKEN))
            return
        names = table_of(fields)[1]
        self.read(f"[{fields['options']}] {fields['position']}")
        if any(names):
            self.call(names)
            self.answer(MessageKind.INFO, [text(N_("Loaded.")), *self.standing_here()], self._decided_by())

    def on_form(self, form: str, values: Mapping[str, str]) -> None:
        """Apply the form, or enter pasted text like typed text. Raises `OptionError` and `NotationError`."""
        super().on_form(form, values)
        if form == forms.TABLE and self.display is not None:
            self.display.rerender()  # this closes the form, unless it needs more input

    def on_remembered(self, name: str, value: str) -> None:
        """Offer the games from another visit, or apply the last visit's names if the players have none.

        Raises `OptionError` and `RecordError`.
        """
        if name == self.remembers[1]:
            self.known = score_history.read(value)
            self._learn(self.known)
        else:
            super().on_remembered(name, value)

    # --- presses -------------------------------------------------------------------------------------------------

    def answer(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule] = ()) -> None:
        """Set the message and update everything; while a list of words is entered, show only the last message."""
        self.say(kind, said, rules)
        if not self._quiet:
            self.refresh()

    def _lays_at_cursor(self, thing: str) -> bool:
        """Place a thing at the cursor; False if it belongs elsewhere. Raises `IllegalAction` if it belongs nowhere."""
        try:
            self._lay(thing, self.cursor)
        except IllegalAction:
            if not any(self._takes(thing, area.id) for area in self._cells()):
                raise
            return False
        return True

    def _press_place(self, area: str) -> None:
        """Place the picked-up item, take away what is on the area, or move the cursor to it. Raises `IllegalAction`."""
        if self.item:
            self._lay(self.item, area)
            return
        state = self.scorer.take(self.state, self.seat, area)
        if state != self.state:
            if self.cursor and self._empty(state, area):
                self.cursor = area
            self._changed(state, area)
            return
        self.select(cursor="" if area == self.cursor else area)
        said = text(N_("Here: {name}. Press what goes there."), name=self.scene().areas[area].name)
        self.answer(MessageKind.INFO, [said] if self.cursor else self.standing_here())

    def _take_off(self, area: str) -> None:
        """Take away what is on a cell. Raises `IllegalAction`."""
        self._changed(self.scorer.take(self.state, self.seat, area), area)

    def _move(self, area: str, to: str) -> None:
        """Move the thing on a cell to another cell. Raises `IllegalAction`."""
        state = self.scorer.take(self.state, self.seat, area)
        things = [thing for thing in self._things if self._with(thing, area, state) == self.state]
        movable = state != self.state and len(things) == 1  # an area that only reacts to presses would match all things
        self._changed(self.scorer.put(state, self.seat, things[0], to) if movable else self.state, to)

    def _lay(self, thing: str, cell: str) -> None:
        """Place a thing on a cell, and move the cursor on if there is one. Raises `IllegalAction`."""
        state = self.scorer.put(self.state, self.seat, thing, cell)
        if state == self.state:
            name = self.scene().areas[cell].name
            self.answer(MessageKind.INFO, [text(N_("Already there: {name}."), name=name)])
            return
        if self.cursor:
            part = next(part for part in self.scene().parts if cell in part.areas)
            cells = [area.id for area in self._cells() if area.id in part.areas]
            after = cells[cells.index(cell) + 1 :]
            self.cursor = next((other for other in after if self._free(thing, other)), "")
        self._changed(state, cell)

    def _changed(self, state: AnyState, cell: str) -> None:
        """Adopt a position, and say what is now on the cell that has changed, if any."""
        if state == self.state:
            self.answer(MessageKind.INFO, self.standing_here())
            return
        before, there = self.scene().areas, self.scene_of(self._with_content(state)).areas
        at = cell if cell in there else next(id_ for id_ in there if id_ not in before)
        self.cursor = self.cursor if cell in there else ""  # the cells have changed
        self._entered_items[self.seat, at] = there[at].name
        self.set_state(state, text(HERE, name=there[at].name))

    def _cells(self) -> list[Area]:
        """Return the areas outside the palette, numbered ones in numerical order."""
        cells = [area for area in self.scene().areas.values() if area.id not in self.scorer.palette]
        numbers = {area.id: area.id.removeprefix(self.seats[self.seat].id) for area in cells}
        return sorted(cells, key=lambda area: int(numbers[area.id]) if numbers[area.id].isdigit() else MOST_CELLS)

    def _empty(self, state: AnyState, cell: str) -> bool:
        """Return whether a cell is empty; False for an area that is printed, or that a press turns over."""
        with suppress(IllegalAction):
            return bool(self.scorer.take(state, self.seat, cell) == state)
        return False

    def _with(self, thing: str, cell: str, state: AnyState | None = None) -> AnyState | None:
        """Return the position with a thing on a cell, or None if it cannot be there."""
        with suppress(IllegalAction):
            found: AnyState = self.scorer.put(state or self.state, self.seat, thing, cell)
            return found
        return None

    def _takes(self, thing: str, cell: str) -> bool:
        """Return whether placing a thing on a cell changes something."""
        return self._with(thing, cell) not in (None, self.state)

    def _free(self, thing: str, cell: str) -> bool:
        """Return whether a cell is empty and accepts a thing."""
        return self._empty(self.state, cell) and self._takes(thing, cell)

    def put_back(self) -> None:
        """Clear the selection."""
        self.on_press(self.item or self.cursor)

    # --- typed words ---------------------------------------------------------------------------------------------

    def sample(self) -> str:
        """Return the words that place the first possible item of the palette on the first cell that accepts it."""
        cells = [area for area in self.scene().areas if not self.thing_at(area)]
        ways = (f"{item} {cell}" for item in self._things for cell in cells if self._takes(item, cell))
        return next(ways, self.scorer.palette[0])

    def on_typed(self, written: str) -> bool:
        """Enter typed text as one undo step, with one message; return whether it changed anything.

        Raises the errors of `_enter`; what was entered before an error stays.
        """
        before, past = (self.state, self.item), len(self.past)
        self._quiet, self._entered_items = True, {}
        try:
            self._enter(written)
            if len(self._entered_items) > 1:
                items, several = self._entered_items.items(), len({seat for seat, _ in self._entered_items}) > 1
                contents = [of_side(self.seats[seat].called, name) if several else name for (seat, _), name in items]
                self.goto(self.entered, *lies_now(contents))
        finally:
            self._quiet = False
            del self.past[past + 1 :]
        self.refresh()
        return (self.state, self.item) != before

    def paste(self, written: str) -> None:
        """Enter pasted text like typed text. Raises the errors of `_enter`."""
        self.on_typed(written)

    def _enter(self, written: str) -> None:
        """Load a position or parts of one, or press the named areas one after another.

        Raises `NotationError`, `OptionError` and `IllegalAction`.
        """
        self.cursor = ""
        options, listed = split(written)
        words = words_of(limited(listed, POSITION)) or [""]
        if (options is not None and not listed) or not self._lists(words):
            self._take_over(written)
            return
        if options is not None:
            self.set_state(self.scorer.fitting(self.state, self._chosen(options)), text(KEPT))
        read = 0  # the number of words entered; a thing that is only picked up does not count
        self._alone = self._next = len(words) == 1
        for number, word in enumerate(words, 1):
            try:
                if self._typed(word, words[number : number + 1]):
                    read = number
            except (NotationError, OptionError) as error:
                raise self.keep_rest(at_word(error, word, number, len(words)), words_of(listed), read) from None
            except IllegalAction as error:
                at = text(N_("This was word {n} of {all}, {word}."), n=number, all=len(words), word=shorten(word))
                self.keep_rest(error, words_of(listed), read)
                error.more = (at, *error.more) if len(words) > 1 else error.more
                raise

    def _chosen(self, options: str) -> Options:
        """Return written options, without those that do not matter for the score. Raises `OptionError`."""
        return self.scorer.choosing(self.game.choose(options))

    def read(self, line: str) -> None:
        """Load a position in notation. Raises `NotationError` and `OptionError` and keeps the old position."""
        options, position = split(line)
        chosen = self.state.options if options is None else self._chosen(options)
        self.set_state(self.scorer.read(position, chosen), text(TAKEN))

    def _lists(self, words: Sequence[str]) -> bool:
        """Return whether words name things, cells and fields rather than a position."""
        names = {one.name for one in self.scorer.fields(self.state)}
        return not any("/" in word or (POSITIONS.match(word) and _name(word) not in names) for word in words)

    def _take_over(self, line: str) -> None:
        """Load a whole position, or else set only the values that the text names, word by word."""
        options, written = split(line)
        parts = limited(written, POSITION).split()
        names = {part.partition("=")[0] for part in parts}
        if not names < {seat.id for seat in self.seats}:  # a text with only some of the players keeps the others
            try:
                self.read(line)
            except NotationError:
                if not all("=" in part for part in parts):
                    raise
            else:
                return
        state = before = self.state
        if options is not None:
            state = self.scorer.fitting(state, self._chosen(options))
        for number, part in enumerate(parts, 1):
            try:
                state = self.scorer.read(with_word(str(state), part), state.options)
            except NotationError as error:
                if number > 1:
                    self.set_state(state)
                wrong = at_word(error, part, number, len(parts))
                raise self.keep_rest(wrong, split(line)[1].split(), number - 1) from None
        self.set_state(state, text(KEPT if before != self.scorer.blank(before.options) else TAKEN))

    def _typed(self, word: str, after: Sequence[str]) -> bool:
        """Press the area that a typed word names, or set a value; return whether something was entered.

        A thing goes on the next free cell if it is the last word, or if another thing follows, or if the thing before
        it went on the next free cell and no cell follows. Raises `NotationError`, `OptionError` and `IllegalAction`.
        """
        if POSITIONS.match(word):
            self._set_value(word)
            return True
        self.seat, area = self._area(word)
        if area not in self.scorer.palette or self.cursor:
            self._next = False
            self.on_press(area)
            return True
        if area != self.item:
            self.on_press(area)
        on_next = not after or self._thing(after[0]) or (self._next and not self._cell(after[0]))
        if not self._alone and on_next:
            cell = next((cell.id for cell in self._cells() if self._free(area, cell.id)), None)
            if cell is None:
                name = self.scene().areas[area].name
                raise NotationError(text(N_("a free cell for {name}"), name=name), word)
            self.on_press(cell)
            self._next = True
            return True
        return self._alone

    def _set_value(self, word: str) -> None:
        """Set a value that has no cell, as in the form. Raises `OptionError`."""
        name, _, value = word.partition("=")
        field = next(one for one in self.scorer.fields(self.state) if one.name.lower() == name)
        value = next((known for known, _ in field.choices if known.lower() == value), value)
        self.set_state(self.scorer.with_values(self.state, {field.name: value}))

    def _cell(self, word: str) -> bool:
        """Return whether a word names a cell or sets a value."""
        with suppress(NotationError):
            return bool(POSITIONS.match(word)) or self._area(word)[1] not in self.scorer.palette
        return False

    def _thing(self, word: str) -> bool:
        """Return whether a word names an item of the palette."""
        also = {other: area for other, area in self.scorer.also.items() if area in self.scorer.palette}
        return word in also or word in map(str.lower, self.scorer.palette)

    def _area(self, word: str) -> tuple[int, str]:
        """Return the seat and area that a word names; the shown seat's cells need no prefix. Raises `NotationError`."""
        seat = self.seats[self.seat].id
        known = {area.lower(): area for area in self.scene().areas}
        known = {other: area for other, area in self.scorer.also.items() if area in known.values()} | known
        for name in (word, f"{seat}.{word}", f"{seat}{word}"):
            if name.lower() in known:
                return self.seat, known[name.lower()]
        for other in range(len(self.seats)):
            areas = self.scorer.scene(self.state, other).areas
            theirs = {area.lower(): area for area in areas if area not in self.scorer.palette}
            if word.lower() in theirs:
                return other, theirs[word.lower()]
        raise NotationError(
            text(N_("a palette item and a cell, as in {sample}"), sample=in_readers_words(self.sample())), word
        )


def _name(word: str) -> str:
    return word.partition("=")[0]


def with_word(line: str, word: str) -> str:
    """Return a position with a word `name=value` in place of the old word for that name, or else appended."""
    name, words = word.partition("=")[0] + "=", line.split()
    found = [word if own.startswith(name) else own for own in words]
    return " ".join(found if word in found else [*found, word])
