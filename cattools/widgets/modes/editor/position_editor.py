"""The position editor: readers set up, save and share a table, and ask questions about it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.display.scene import Area, Mark, MarkKind, Part, Path, Scene
from cattools.core.errors import CattoolsError, NotationError, PositionError
from cattools.core.events import Event
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.game_record import VERSION, draft_link, link_fields, read_fields, split
from cattools.core.messages import N_, Text, listed, many, semicolons, text
from cattools.core.notation.parsing import at_word, limited, words_of
from cattools.core.notation.turns import read_turn
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.score import Line
from cattools.core.table.determinization import Determinization
from cattools.core.table.position_editor import LONGEST, ROWS, AnyEditorSpec, Draft, Gap, Place, Table, problem_of
from cattools.core.timeline import Node, Timeline
from cattools.render import animation, svg
from cattools.render.editor_scene import PALETTE, Seen, empty_boards, row_of, scene, things_in
from cattools.widgets import forms, markup
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.mode import FEW, RESUMED, TABLE_PAGE, lies_now, of_side
from cattools.widgets.modes.editor.editor import Editor, editing
from cattools.widgets.modes.free_play import PLAY
from cattools.widgets.modes.table_queries import CAN, COUNT, MAY, QUESTIONS, TableQueries, Ways
from cattools.widgets.player_input import Outcome, Played, Refused
from cattools.widgets.protocol import Begun, Reach
from cattools.widgets.score_table import problem_count

RECORD = "cattools table"
LAYS = ("page:", "seat:")  # prefixes of the ids of buttons that choose the palette's page and the seat
FORM = N_("Players, turn and more")
ENTER, OPEN = "enter:", "not-known"  # id prefix, and id, of the buttons for what an answer depends on
FILLED_IN = N_("Hidden information was filled in at random; answers may depend on it.")
MARKED = N_("Hidden information was filled in at random (marked “?”); answers may depend on it.")
ONLY_CERTAIN = N_("Hidden information was filled in at random; only what is certain is counted.")
# What an answer depends on: while it can be entered, and once the reader has said that it is not known.
DEPENDS = N_("This depends on: {parts}. Enter that, or press “Not known”.")
BOTH = N_("This depends on: {parts}. As that is not known, both answers are possible.")
AND_THEN = (
    N_("What else happens depends on: {parts}. Enter that, or press “Not known”."),
    N_("What else happens depends on: {parts}. That is not known."),
)
THE_REST = (
    N_("The rest depends on: {parts}. Enter that, or press “Not known”."),
    N_("The rest depends on: {parts}. That is not known."),
)
THESE = (
    N_("Some moves depend on: {parts}. Enter that, or press “Not known”."),
    N_("Some moves depend on: {parts}. That is not known."),
)
ASKS = (*QUESTIONS, PLAY, "weigh")  # prefixes of the ids of buttons that belong to a question
# The groups of buttons, each with the prefixes of their ids. On a phone, the first two each have a row of their own.
GROUPS = (
    (N_("What I put down"), LAYS),
    (N_("What the answer depends on"), (ENTER, OPEN)),
    (N_("What I ask"), ASKS),
    (N_("The table"), ("",)),
)


class PositionEditor(Editor[Draft], TableQueries):
    """The position editor; `asked` is empty while the table is being set up."""

    addresses = ("table", "position", "options")
    own_page = TABLE_PAGE
    fills = True
    remembers = ("names",)
    prefix = PALETTE
    all_taken = N_("The board is empty.")

    @property
    def keeps(self) -> str:
        """The name under which the reader's browser saves what is set up here."""
        return f"table.{self.game.id}"

    def __init__(self, game: AnyGame, editor: AnyEditorSpec, draft: Draft) -> None:
        self.editor = editor
        self.page = next(iter(editor.table(draft.options).pages))
        self.world: Determinization | None = None  # the position in question, with sampled hidden information
        self._ways_at: tuple[Node, Ways] | None = None
        self.written_move = ""  # the typed move being played
        self.decided_by: Sequence[Gap] = ()  # the parts of the table on which the last answer depends
        self.follows_from: Sequence[Gap] = ()  # the parts on which the effects of the last move depend
        self.left_open = set[str]()  # parts that the reader does not know either
        self._deciding: tuple[Node, Sequence[Gap]] | None = None  # a node, and what decides what is legal there
        self._uncertain = set[str]()  # effects of the last move that depend on what was left out
        self._assumed: tuple[Node, set[str]] | None = None  # a node, and areas that show something unknown there
        self._scored: tuple[Node, tuple[Sequence[Line], Sequence[Gap]]] | None = None  # a node and its score
        self._empty: tuple[object, tuple[Part, ...]] | None = None  # a side's empty boards, and what they depend on
        self._cells: Seen = {}  # those boards' cells with their content
        self.session = GameSession(Timeline(game.start(draft.options)), Dealer(0))
        super().__init__(editor, draft, self.session, str(text(N_("Editor: {game}"), game=text(game.title))))

    # --- what can be entered, and where --------------------------------------------------------------------------

    @property
    def draft(self) -> Draft:
        """What is on the table so far."""
        return self.entered

    @property
    def table(self) -> Table:
        """The things and places that exist with the current options."""
        return self.editor.table(self.draft.options)

    @property
    def _things(self) -> Collection[str]:
        return self.table.things

    def position(self, draft: Draft | None = None) -> AnyState:
        """Return the table's position, with unknown things dealt. Raises `NotationError` and `OptionError`."""
        found: AnyState = self.editor.position(draft or self.draft, self.game.read_position, Random(0))
        return found

    def hold(self, entered: Draft) -> None:
        """Set another draft, and look for problems; a complete draft is also read as a position."""
        super().hold(entered)
        self.missing, self.problems = [*self.editor.missing(entered)], self.editor.all_problems(entered)
        self.left_out = [*self.editor.left_out(entered)]
        if not (self.missing or self.problems):
            self.problems = self.editor.faults(entered, self.game.read_position)

    @property
    def chosen(self) -> list[str]:
        """No presses: a restart state contains only the table."""
        return []

    # --- what is shown -------------------------------------------------------------------------------------------

    def _picture(self, entered: Draft) -> Scene:
        return scene(self.editor, entered, self.seat, self.page, self.boards(), self._cells)

    def boards(self) -> tuple[Part, ...]:
        """Return the empty boards of the side that is shown, as parts of the scene."""
        side = Draft(self.draft.options, field_values=self.draft.field_values), self.seat
        key = *side, tuple(self.session.names)
        if self._empty is None or self._empty[0] != key:
            self._empty, self._cells = (key, empty_boards(self.editor, *side)), {}
        return self._empty[1]

    def _name_of_thing(self, thing: str) -> object:
        return self.table.things[thing].name

    @editing
    def ghost(self) -> Html:
        """Return a drawing of the thing that the next press places; it follows the pointer."""
        shapes = self.table.things[self.item].shapes if self.item else ()
        return Html(svg.shapes(tuple(shape for shape in shapes if isinstance(shape, Path))))

    @editing
    def resting(self) -> list[str]:
        """Return the message to show before anything has happened."""
        return [str(one) for one in self.standing_here()]

    def standing_here(self) -> list[object]:
        """Return sentences with the number of problems, and with what is still to be entered."""
        missing, problems = self.missing, len(self.problems)
        found: list[object] = [problem_count(problems)] if problems else []
        if missing:
            found.append(text(N_("Still to enter: {lacks}."), lacks=semicolons(missing)))
        return found or [text(N_("Ask a question below, or press a place and then what is on it."))]

    def tools(self) -> Html:
        """Return the buttons below the board in groups, such as what is put down, what is asked, and the table."""
        left, found = self.buttons(), list[Html]()
        for title, starts in GROUPS:
            own = [button for button in left if button.id.startswith(starts)]
            left = [button for button in left if button not in own]
            found.append(markup.tool_group(text(title), own) if own else Html())
        rows = (("cat-line", found[0]), ("cat-line cat-wrapped", found[1]), ("cat-line", join(found[2:])))
        return join(el("div", row, class_=css) for css, row in rows if row)

    @editing
    def sample(self) -> str:
        """Return an example of what can be typed now."""
        return self.table.sample

    def task(self) -> Html:
        """Return the form for everything that is not on the board: options, turn, names, and the game's own fields."""
        return Html() if self.asked else folded(text(FORM), self.form(), css="cat-sheet")

    def extra(self) -> Html:
        """Return the answer to the question or the problems, and the table as text."""
        if self.asked:
            return join(self.full_answer(), super().extra(), forms.link_field(self.linked_to))
        return join(self.problem_list(MessageKind.REFUSE, self.problems), self._unfinished(), self.as_text())

    def _unfinished(self) -> Html:
        """Return a line with what must still be entered before a game can go on from here."""
        if not self.left_out or self.is_untouched:
            return Html()
        lacks = semicolons(self.left_out)
        return el("p", text(N_("To play on from here, also enter: {lacks}."), lacks=lacks), class_="cat-unfinished")

    def written(self) -> str:
        """Return the table with its options as one line."""
        options, line = str(self.draft.options), self.editor.text(self.draft)
        return f"[{options}] {line}" if options else line

    def buttons(self) -> list[Button]:
        """Return the buttons for the questions, undo, and sharing."""
        asks = [
            Button(name, str(text(words)), self._asking(name), on=self.asked == name, strong=not self.asked)
            for name, words in QUESTIONS.items()
        ]
        if self.asked:
            weigh = Button("weigh", str(text(N_("Why not the others?"))), self.explain_illegal, not self.weighs)
            take = Button("take", str(text(N_("Edit position"))), self.take_over, bool(self.timeline.line))
            back = Button("table", str(text(N_("Back to editor"))), self.set_up, strong=True)
            weighs = [weigh] if self.asked == CAN else []
            return [*asks, *weighs, *self._open_buttons(), back, *TableQueries.buttons(self), take]
        table = self.table
        shown = [
            Button(f"page:{page}", str(words), self._turning(page), on=page == self.page)
            for page, words in table.pages.items()
        ]
        own = any(place.seat is not None and not place.beside for place in table.places.values())
        return [
            *(shown if len(shown) > 1 else []),
            *(self.seat_buttons() if own else ()),
            *asks,
            *([] if self.record() else self.kept.offer()),
            *self.history_buttons(),
            Button("start", str(text(N_("Start position"))), self.from_start),
            Button("reset", str(text(N_("Clear the board"))), self.reset, bool(self.past or self.future)),
            Button("share", str(text(N_("Share position"))), self.share),
        ]

    def from_start(self) -> None:
        """Place the game's starting position, dealt at random."""
        state = Dealer(None).settle(self.game.start(self.draft.options))
        self.change(self.editor.read(state), text(N_("This is the start position.")))

    def _turning(self, page: str) -> Callable[[], None]:
        def show() -> None:
            self.page = page
            there = self.scene().areas
            self.cursor = self.cursor if self.cursor in there else ""
            self.item = self.item if self.prefix + self.item in there else ""  # a picked-up thing must be visible
            self.answer(MessageKind.INFO, [f"{self.table.pages[page]}."])

        return show

    # --- presses -------------------------------------------------------------------------------------------------

    def goto(self, entered: Draft, *said: object) -> None:
        """Show a draft to be edited, and say what is missing."""
        self.asked = ""
        self.left_open = self.left_open if entered.contents else set()
        pages = self.editor.table(entered.options).pages
        self.page = self.page if self.page in pages else next(iter(pages))
        super().goto(entered, *said)

    def _changed_area(self, entered: Draft) -> str:
        """Return the first place whose content differs in another draft: editing continues there."""
        return next((place for place in self.table.places if entered.at(place) != self.draft.at(place)), "")

    def _place_of(self, area: str) -> Place:
        return self.table.places[row_of(area)[0]]

    def _lays_at_cursor(self, thing: str) -> bool:
        table, what, place = self.table, self.table.things[thing], self._place_of(self.cursor)
        if not place.most(what) or self._bare(place, what.kind):
            return False
        at = row_of(self.cursor)[1]
        if place.alone and self.draft.at(place.id)[:1]:
            at = 0 if table.things[self.draft.at(place.id)[0]].kind == what.kind else -1
        before = self.draft if at < 0 else self.editor.take(self.draft, place.id, at)  # replaces what is there
        draft = self.editor.put(before, thing, place.id)
        self.cursor = place.id if place.row else self._next_cell(draft, place, what.kind)
        self._adopt(draft, place)
        return True

    def _bare(self, place: Place, kind: str) -> bool:
        """Return whether a thing would be placed on an empty cell although it belongs on top of another thing.

        The thing is then picked up instead.
        """
        return not place.row and kind != place.takes[0][0] and not self.draft.at(place.id)

    def _next_cell(self, draft: Draft, place: Place, kind: str) -> str:
        """Return the next empty cell if a place takes one thing of this kind, otherwise the same place."""
        table = self.table
        if dict(place.takes)[kind] > 1 or place.takes[0][0] != kind:
            return place.id
        for part in self.boards():
            areas = part.areas
            # The cells are in the order of the places, because a disc is filled in the order of its numbers.
            cells = [id_ for id_, one in table.places.items() if id_ in areas and dict(one.takes).get(kind)]
            if place.id in cells:
                after = cells[cells.index(place.id) + 1 :]
                return next((cell for cell in after if not draft.at(cell)), place.id)
        return place.id

    def change_summary(self, draft: Draft, *places: Place) -> list[Text]:
        """Return sentences that list what is on some places in another draft, and what was displaced there."""
        if not places:
            return []
        seats, sides = self.game.seats(draft.options), {place.seat for place in places}
        contents = [self.place_summary(draft, place) for place in places]
        if len(sides) > 1:  # cells of different sides have the same names
            contents = [
                content if place.row or place.seat is None else of_side(seats[place.seat].called, content)
                for place, content in zip(places, contents, strict=True)
            ]
        said = lies_now(contents)
        gone = Counter[str]()
        for place in places:
            had, has = Counter(self.draft.at(place.id)), Counter(draft.at(place.id))
            gone += had - has if has - had else Counter()
        return [*said, *self._taken_away(gone)]

    def _taken_away(self, gone: Counter[str]) -> list[Text]:
        """Return a sentence that lists the displaced things, except unknown ones."""
        known = [one for one in gone.elements() if not self.table.things[one].unknown]
        return [text(N_("Removed: {things}."), things=things_in(self.table, known))] if known else []

    def place_summary(self, draft: Draft, place: Place) -> Text:
        """Return a place and its content in a draft, in words."""
        things = things_in(self.editor.table(draft.options), draft.at(place.id))
        return text(N_("{place}, {things}") if things else N_("{place}, empty"), place=place.name, things=things)

    def _press_place(self, area: str) -> None:
        """Place the picked-up thing, or else move the selected one, take it away, or select a place."""
        id_, at = row_of(area)
        place = self.table.places[id_]
        if self.item:
            things = self.draft.at(id_)
            # A second press takes the thing away if the place has room for only one of its kind.
            if self.item in things and place.most(self.table.things[self.item]) == 1:
                self._adopt(self.editor.take(self.draft, id_, things.index(self.item)), place)
            else:
                self._lay(self.item, area)
        elif self.cursor == area:
            self._take_off(area)
        elif not self._moves(place):
            self._choose(area, place, at)

    def _adopt(self, draft: Draft, place: Place) -> None:
        """Adopt a draft in which a place has changed, and say what is there now."""
        self.change(draft, *self.change_summary(draft, place))

    def _lay(self, thing: str, area: str) -> None:
        place = self._place_of(area)
        self._adopt(self.editor.put(self.draft, thing, place.id), place)

    def _take_off(self, area: str) -> None:
        """Take away what is on an area; of several things, only the top one."""
        id_, at = row_of(area)
        place = self.table.places[id_]
        if (at < 0 and place.row) or not self.draft.at(id_):
            self.put_back()
            return
        self._adopt(self.editor.take(self.draft, id_, at), place)

    def _move(self, area: str, to: str) -> None:
        """Move what is on an area to another; if that is nothing, press both in turn. Raises `NotationError`."""
        if self._holds(area) and row_of(area)[0] != row_of(to)[0]:
            self._drop(area, self._place_of(to))
        else:
            self.cursor = area
            self._press_place(to)

    def _moves(self, target: Place) -> bool:
        """Move what is at the cursor to another place if there is room; return whether it was moved."""
        id_, at = row_of(self.cursor)
        if not self.cursor or not self._holds(self.cursor) or id_ == target.id:
            return False
        thing = self.table.things[self.draft.at(id_)[at]]
        there = [one for one in self.draft.at(target.id) if self.table.things[one].kind == thing.kind]
        if len(there) >= target.most(thing):
            return False
        source, self.cursor = self.cursor, ""
        self._drop(source, target)
        return True

    def _choose(self, area: str, place: Place, at: int) -> None:
        """Select a place for the next thing, and turn the palette to a page with things for it."""
        self.select(cursor=area)
        if self.page not in (pages := self.table.pages_of[place.id]):
            self.page = pages[0]
        things = self.draft.at(place.id)
        name = self.what_is(area)
        what_next = N_("Press what goes there.")
        if things and (at >= 0 or not place.row):
            what_next = N_("Press a destination or a replacement, or press here again to remove it.")
        self.answer(MessageKind.INFO, [name, text(what_next)])

    def _holds(self, area: str) -> bool:
        """Return whether an area has a single thing to take: not a whole row, and not an empty place."""
        id_, at = row_of(area)
        return bool(self.draft.at(id_)) and (at >= 0 or not self.table.places[id_].row)

    def _drop(self, area: str, target: Place) -> None:
        """Move the thing on an area to a place, and displace what has no room there. Raises `NotationError`."""
        id_, at = row_of(area)
        thing, taken = self.draft.at(id_)[at], self.editor.take(self.draft, id_, at)
        draft = self.editor.put(taken, thing, target.id)
        gone = Counter([thing, *taken.at(target.id)]) - Counter(draft.at(target.id))
        self.change(draft, *lies_now([self.place_summary(draft, target)]), *self._taken_away(gone))

    # --- typed, pasted, saved ------------------------------------------------------------------------------------

    def on_typed(self, written: str) -> bool:
        """Place what is typed, or load a whole table; while a question is open, play a typed move."""
        if self.asked:
            self.written_move = written
            try:
                return TableQueries.on_typed(self, written)
            finally:
                self.written_move = ""
        before, (options, listed) = self.draft, split(written)
        if ROWS.search(listed) or (options is not None and not listed):
            self.read(written)
            return True
        self._list(options, listed)
        return self.draft != before

    def paste(self, written: str) -> None:
        """Load a text, or place what it lists. Raises `NotationError` and `OptionError`."""
        if not written.strip():  # a separate button empties the table
            raise NotationError(text(N_("a position in notation or as text")), written.strip())
        try:
            self.read(written.strip())
        except CattoolsError:
            options, listed = split(written.strip())
            if ROWS.search(listed):
                raise
            self._list(options, listed)

    def _list(self, options: str | None, written: str) -> None:
        """Place the things named in a list one after another, on an empty table if the list begins with options.

        Raises `NotationError` and `OptionError`.
        """
        draft = self.draft if options is None else Draft(self.game.choose(options))
        seats = self.game.seats(draft.options)
        item, who = self.item, seats[min(self.seat, len(seats) - 1)].id
        words, there, done = words_of(limited(written, LONGEST)), list[Text](), (0, draft)
        for n, word in enumerate(words, 1):
            try:
                was, held = draft, item
                draft, item = self.editor.typed(draft, word, item, who)
            except CattoolsError as error:
                read, entered = done
                if read:
                    self._enter(entered, there)
                raise self.keep_rest(at_word(error, word, n, len(words)), words_of(written), read) from None
            if draft != was or item == held:
                done = n, draft
            if draft == was and (place := self.table.place(word, who)):
                there.append(self.place_summary(draft, self.table.places[place]))
        self._enter(draft, there)

    def _enter(self, draft: Draft, there: Sequence[Text]) -> None:
        """Adopt a draft made from one typed text, and say what is there now or was there already."""
        table = self.editor.table(draft.options)
        places = [place for id_, place in table.places.items() if draft.at(id_) != self.draft.at(id_)]
        was = {one.name: one.value for one in (*table.fields, *self.editor.fields(self.draft))}
        fields = [one for one in self.editor.fields(draft) if one.value != was[one.name]]
        said = N_("{field}: {value}.")
        values = [text(said, field=one.title, value=dict(one.choices).get(one.value, one.value)) for one in fields]
        same = [text(N_("Already there: {name}."), name=semicolons(there[:FEW]))] if there else []
        self.change(draft, *self.change_summary(draft, *places), *values, *same)

    def read(self, line: str) -> None:
        """Load a position in notation, or a table as text. Raises `NotationError` and `OptionError`."""
        options, written = split(line)
        chosen = self.draft.options if options is None else self.game.choose(options)
        self.change(self.drafted(written, chosen), text(N_("Loaded.")))

    def drafted(self, written: str, options: Any) -> Draft:
        """Return the draft described by a text in the editor's own words or in notation. Raises `NotationError`."""
        try:
            return self.editor.read_text(written, options)
        except CattoolsError as error:
            try:
                return self.editor.read(self.game.read_position(written, options))
            except NotationError:
                if ROWS.search(written):
                    raise
            raise error from None

    def share(self) -> None:
        """Hand out a link to the table, even if it is incomplete."""
        self.share_link(draft_link(self.editor, self.draft, self.game.id))

    def on_address(self, fragment: str) -> None:
        """Load a link's table or position. Raises `CattoolsError`."""
        fields = link_fields(fragment, *self.addresses, of=self.game)
        self.read(f"[{fields['options']}] {fields.get('table', fields.get('position', ''))}")

    def record(self) -> str:
        """Return the restart state; "" before anything was entered."""
        if self.is_untouched:
            return ""
        return json.dumps({"format": RECORD, "version": VERSION, "table": self.written(), "seat": self.seat})

    def saved_labels(self) -> list[Text]:
        """Return the number of things on the table; nothing before anything was entered."""
        count = sum(map(len, self.draft.contents.values()))
        return [many("{n} item entered", "{n} items entered", count)] if self.record() else []

    def resume(self, record: str) -> None:
        """Restore a restart state; undo returns to the previous table. Raises `CattoolsError`."""
        found = read_fields(record, RECORD, {"table": str, "seat": int})
        self.read(found["table"])
        self.sent = True
        self.show_restored(text(RESUMED), found["seat"])

    # --- questions -----------------------------------------------------------------------------------------------

    def _asking(self, question: str) -> Callable[[], None]:
        def ask() -> None:
            if self.asked and (self.timeline.line or not (self.partly or self.left_out)):
                self.asked, self.weighs = question, False
                self.answer(MessageKind.INFO, self.asked_now())
            else:
                self.ask(question)

        return ask

    def ask(self, question: str) -> None:
        """Ask a question about the position, or say what is wrong with it. Raises `NotationError` and `OptionError`."""
        problems, missing = self.editor.all_problems(self.draft), self.missing
        lacks = [self.standing_here()[-1]] if missing else []  # more precise than the notation's error
        world, partly = None, False
        if question == COUNT or not problems:  # an impossible table can only be counted
            try:
                world, partly = self.counted() if question == COUNT else (self._supposed(), False)
            except PositionError as error:
                if not problems and not missing:
                    problems = (problem_of(error),)
            except CattoolsError:
                if not problems and not missing:
                    raise
        if world is None:
            self.answer(MessageKind.REFUSE, [*problems, *lacks], self.cited(problems))
            return
        self.asked, self.weighs = question, False
        self.partly = partly or (question == COUNT and bool(missing or self.left_out))
        self.decided_by = self.follows_from = ()
        self.item = self.cursor = self.linked_to = ""
        self.world = world
        self.session.begin(world.timeline, by=self.follow)
        self.hand.clear()
        drawn = [text(N_("The pending draw was made at random."))] * world.was_due
        self.answer(MessageKind.INFO, [*lacks, *drawn, *self.asked_now()])
        self.post(Begun())  # palette and form are gone, so the buttons have moved

    def asked_now(self) -> list[object]:
        """Return the short answer in sentences, with a warning if it may depend on hidden information."""
        hides = self.world is not None and not self.world.is_open
        caution = [text(MARKED if self.assumed else FILLED_IN)] * hides
        if self.asked == COUNT:
            said, certain = super().asked_now(), [text(ONLY_CERTAIN)] * hides
            return [*said, *self._depending(self.decided_by, *THE_REST), *certain]
        if self.asked == CAN and self.state.mover is not None:
            self.decided_by = self._ways_by() if self.ways()[1] else ()
            return [*super().asked_now(), *self._depending(self.decided_by, *THESE), *caution]
        return [*super().asked_now(), *caution]

    # --- what is assumed while a question is open ------------------------------------------------------------------

    @property
    def assumed(self) -> set[str]:
        """The areas on which the board shows something that nobody entered and that is different in other worlds."""
        node = self.timeline.node
        if not self.asked or self.world is None or self.shown is not self.state:
            return set()
        if self._assumed is None or self._assumed[0] is not node:
            here, found = {one.id: one for one in self.scene().areas.values() if one.holds}, set[str]()
            for worlds in self.world.otherwise(self.state.mover or 0):
                scenes = [self.hand.scene_of(world.state).areas for world in worlds]
                found |= {
                    id_
                    for id_, area in here.items()
                    if all(id_ not in there or there[id_].name != area.name for there in scenes)
                }
            self._assumed = node, found
        return self._assumed[1]

    def marks(self) -> Sequence[Mark]:
        """Return all marks; while a question is open, also those of what is assumed."""
        return [*(Mark(MarkKind.ASSUMED, area) for area in sorted(self.assumed)), *super().marks()]

    def called(self, area: Area) -> str:
        """Return an area's name, followed by “assumed” if what is there is only assumed."""
        name = super().called(area)
        return str(text(N_("{name}, assumed"), name=name)) if area.id in self.assumed else name

    def _ways_by(self) -> Sequence[Gap]:
        """Return the parts of the table that decide what is legal now."""
        if self.world is None:
            return ()
        if self._deciding is None or self._deciding[0] is not self.timeline.node:
            self._deciding = self.timeline.node, self.world.deciding()
        return self._deciding[1]

    def counted_lines(self) -> tuple[Sequence[Line], bool]:
        """Return the lines of the score that are certain, and whether these are all."""
        if self.world is None:
            return super().counted_lines()
        if self._scored is None or self._scored[0] is not self.timeline.node:
            self._scored = self.timeline.node, self.world.scored()
        lines, self.decided_by = self._scored[1]
        return lines, not self.decided_by

    def ways(self) -> Ways:
        """Return the legal actions, actions that may be legal, and the `why` of refusals that may not apply."""
        if self.world is None or (self.world.is_open and not self.world.hides):
            return super().ways()
        if self._ways_at is None or self._ways_at[0] is not self.timeline.node:
            self._ways_at = self.timeline.node, self.world.ways()
        return self._ways_at[1]

    def _supposed(self) -> Determinization:
        """Return the table with sampled hidden information. Raises `NotationError` and `OptionError`."""
        return Determinization.supposed(self.game, self.editor, self.draft)

    def counted(self) -> tuple[Determinization, bool]:
        """Return the position to count, and whether it is incomplete although its score can be read.

        Raises `NotationError` and `OptionError`.
        """
        problems = any(True for _ in self.editor.all_problems(self.draft))
        try:
            if problems:
                return Determinization.dealt(self.game, self.editor, self.draft, self.draft), False
            return self._supposed(), False
        except NotationError as error:  # what is missing may not matter for the score
            with suppress(CattoolsError):
                if (found := self._what_counts()) is not None:
                    return found, True
            raise error from None

    def _what_counts(self) -> Determinization | None:
        """Return the position to count, read by the game's scorer or the editor's own reader; None if there is neither.

        Raises `NotationError` and `OptionError`.
        """
        scorer, editor, draft = self.game.scorer, self.editor, self.draft
        if scorer is None:
            if (counted := editor.counted) is None:
                return None
            timeline = Timeline(counted(draft))
            return Determinization(self.game, editor, draft, draft, draft, timeline, lambda *_: counted(draft))
        deal = editor.dealt(draft, Random(0))

        def read(written: str, options: Options) -> AnyState:
            state: AnyState = scorer.read(written, scorer.choosing(options))
            return state

        return Determinization(
            self.game, editor, draft, draft, deal, Timeline(read(editor.write(deal), draft.options)), read
        )

    def report(self, outcome: Outcome) -> None:
        """Report the outcome of a move; if only the sampled hidden information forbids it, first sample again."""
        dealt, last = False, ""
        while isinstance(outcome, Refused) and last != str(outcome.action):
            if (world := self._suiting(outcome)) is None:
                break
            dealt, self.world, last = True, world, str(outcome.action)
            self.session.begin(world.timeline, by=self.follow)
            self.hand.clear()
            outcome = self.hand.act(*self._meant(outcome))
        if isinstance(outcome, Refused) and self.world is not None:
            refusals = self.world.openly(outcome.refusals)
            outcome = replace(self.hand.refused(outcome.action, refusals), before=outcome.before)
        if isinstance(outcome, Played):
            outcome = Played(self._unforced(outcome.steps))
            self._weigh(outcome.steps)
        super().report(outcome)
        if dealt and not isinstance(outcome, Refused) and not self.decided_by:
            self.add(MessageKind.INFO, [text(N_("Hidden information was filled in so that this is possible."))])
            self.refresh()

    def _unforced(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Return the steps before the first that a player was forced to take only because of a hand dealt here.

        In the world shown from then on, that player has a choice.
        """
        line = [self.timeline.root, *self.timeline.line][-len(steps) - 1 :]
        for n, (step, node) in enumerate(zip(steps, line, strict=False)):
            mover = step.before.mover
            if not n or self.world is None or mover is None or len(step.before.legal()) > 1:
                continue
            worlds = self.world.at(node).others(mover)
            forced = [str(step.action)]
            if (world := next((one for one in worlds if [*map(str, one.state.legal())] != forced), None)) is not None:
                self.world = world
                self.session.begin(world.timeline, by=self.follow)
                nodes = world.timeline.line[-n:]
                before = [node.parent.state for node in nodes if node.parent is not None]
                return tuple(
                    Step(state, node.action, tuple(state.events(node.action)), node.state)
                    for state, node in zip(before, nodes, strict=True)
                )
        return steps

    def _weigh(self, steps: Sequence[Step]) -> None:
        """Find out which parts of the table decide whether the steps just played are legal, and what they do."""
        self.decided_by, self.follows_from, self._uncertain = (), (), set()
        if self.world is None or not steps or not (self.world.hides or self.world.gaps or not self.world.is_open):
            return
        decided, follows = dict[str, Gap](), dict[str, Gap]()
        line = [self.timeline.root, *self.timeline.line]
        for step, node in zip(steps, line[-len(steps) - 1 :], strict=False):
            if step.before.to_move != CHANCE:
                decided |= {part.at: part for part in self.world.at(node).decided_by([step.action])}
        for gap, world in self.world.supposing_otherwise():
            nodes = world.timeline.line[-len(steps) :]
            there = {str(one) for node in nodes if node.parent for one in node.parent.state.events(node.action)}
            here = {str(one) for step in steps for one in step.events}
            if there != here:
                follows.setdefault(gap.at, gap)
                self._uncertain |= here - there
        self.decided_by, self.follows_from = [*decided.values()], [*follows.values()]

    def describe_steps(self, steps: Sequence[Step]) -> tuple[list[object], list[Event]]:
        """Return what to say about steps, without what depends on something that the reader left out."""
        said, events = super().describe_steps(steps)
        left = {str(event) for event in events} & self._uncertain
        texts = [one for one in said if str(one) not in self._uncertain]
        return texts, [event for event in events if str(event) not in left]

    def verdict(self) -> None:
        """Say that the action just played is allowed, or on which part of the table that depends."""
        if self.decided_by:
            self.put_first(MessageKind.INFO, self._depending(self.decided_by))
        else:
            super().verdict()
        if self.follows_from:
            self.add(MessageKind.INFO, self._depending(self.follows_from, *AND_THEN))

    def _depending(self, parts: Sequence[Gap], ask: str = DEPENDS, not_known: str = BOTH) -> list[Text]:
        """Return sentences that name the parts of the table on which an answer depends."""
        found = list[Text]()
        for sentence, is_open in ((ask, False), (not_known, True)):
            if own := [part.name for part in parts if (part.at in self.left_open) == is_open]:
                found.append(text(sentence, parts=listed(own)))
        return found

    def _open_buttons(self) -> list[Button]:
        """Return the buttons that enter what the last answer depends on, or say that nobody knows it."""
        parts = {part.at: part for part in (*self.decided_by, *self.follows_from) if part.at not in self.left_open}
        enter = [
            Button(f"{ENTER}{at}", str(text(N_("Enter: {part}"), part=part.name)), self._entering(part))
            for at, part in parts.items()
        ]
        return [*enter, *([Button(OPEN, str(text(N_("Not known"))), self._leave_open)] if enter else [])]

    def _entering(self, part: Gap) -> Callable[[], None]:
        def enter() -> None:
            self.set_up()
            place = self.table.places.get(part.at)
            if place is None:
                self.answer(MessageKind.INFO, [text(N_("Enter: {part}. Then press “Apply”."), part=part.name)])
                self.post(Reach(part.at))
                return
            self.seat = self.seat if place.seat is None or place.beside else place.seat
            self.page = self.page if self.page in (pages := self.table.pages_of[place.id]) else pages[0]
            area = next((one for one in self.scene().areas if row_of(one)[0] == place.id and row_of(one)[1] < 0), "")
            self._choose(area, place, -1)
            self.post(Reach(next(one for one in self.scene().areas if one.startswith(PALETTE))))

        return enter

    def _leave_open(self) -> None:
        """Say what is not known, instead of asking for it."""
        parts = [*self.decided_by, *self.follows_from]
        self.left_open |= {part.at for part in parts}
        asked = self.asked == MAY
        self.answer(MessageKind.INFO, self._depending(parts) if asked else self.asked_now())

    def _suiting(self, refused: Refused) -> Determinization | None:
        """Return a new sample with fewer refusals of the intended actions; None if there is none."""
        if self.asked not in (MAY, CAN) or self.world is None:
            return None
        if self.written_move and not refused.before:  # the parsed action can contain details that were not typed
            with suppress(NotationError):
                self.game.read_action(self.written_move, self.state)
                return self.world.suiting([self.written_move])
        return self.world.suiting((*refused.before, refused.action))

    def _meant(self, refused: Refused) -> Sequence[Any]:
        """Return the intended actions in the current sample: everything that was typed."""
        if self.written_move:
            return read_turn(self.written_move, self.state)
        return (*refused.before, self.game.read_action(str(refused.action), self.state))

    def why_not(self, action: Any) -> Sequence[Refusal]:
        """Return the refusals of an action, without revealing hidden information."""
        found = super().why_not(action)
        return found if self.world is None else self.world.openly(found)

    def links(self) -> list[Html]:
        """Return the links that start a game from here; none for an incomplete table."""
        return [] if self.missing or self.left_out else super().links()

    def set_up(self) -> None:
        """Go back to setting up the table, which is unchanged."""
        self.decided_by = self.follows_from = ()
        self.goto(self.draft)
        self.post(Begun())

    def take_over(self) -> None:
        """Go back to setting up the table, with the position that the moves have led to."""
        if self.world is not None:
            self.change(self.world.known(), text(N_("Loaded.")))

    def refresh(self, plan: animation.Motion | None = None, pause: float = 0.0) -> None:
        """Update everything."""
        super().refresh(plan if self.asked else None, pause)
