"""The position editor: a table is set up, saved and shared, and questions about it are answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.display.seat_names import given
from cattools.core.errors import CattoolsError, NotationError, PositionError
from cattools.core.game import AnyGame, AnyState
from cattools.core.game_record import VERSION, draft_link, link_fields, read_fields, split
from cattools.core.messages import N_, Text, many, text
from cattools.core.notation import at_word, limited, words_of
from cattools.core.rules import Refusal
from cattools.core.table.determinization import Determinization
from cattools.core.table.position_editor import LONGEST, AnyEditorSpec, Draft, doubt_of
from cattools.core.timeline import Node, Timeline
from cattools.core.turn_notation import read_turn
from cattools.render import animation
from cattools.render.editor_scene import PALETTE
from cattools.widgets import forms, markup
from cattools.widgets.html import Html, join
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.mode import FEW, RESUMED
from cattools.widgets.modes.editor.placing import PlacementMode
from cattools.widgets.modes.table_queries import CAN, COUNT, MAY, QUESTIONS
from cattools.widgets.player_input import Outcome, Refused
from cattools.widgets.protocol import Begun, KeptGame

RECORD = "cattools table"
LAYS = ("page:", "seat:")  # prefixes of the ids of buttons that choose the palette's page and the seat


class PositionEditor(PlacementMode):
    """The position editor; `asked` is empty while the table is being set up."""

    fills = True
    reads_address = True
    remembers = ("names",)

    @property
    def keeps(self) -> str:
        """The name under which the reader's browser saves what is set up here."""
        return f"table.{self.game.id}"

    def __init__(self, game: AnyGame, setup: AnyEditorSpec, draft: Draft) -> None:
        self.sent = False  # whether the form was submitted
        self.world: Determinization | None = None  # the position in question, with sampled hidden information
        self._ways_at: tuple[Node, tuple[Sequence[Any], Sequence[Any], Collection[tuple[str, str]]]] | None = None
        self.written_move = ""  # the typed move being played
        self._form: tuple[tuple[Draft, tuple[str, ...]], Html] | None = None  # cached by fields and names
        super().__init__(game, setup, draft, str(text(N_("Editor: {game}"), game=text(game.title))))

    # --- the table -----------------------------------------------------------------------------------------------

    def position(self, draft: Draft | None = None) -> AnyState:
        """Return the table's position, with unknown things dealt. Raises `NotationError` and `OptionError`."""
        found: AnyState = self.setup.position(draft or self.draft, self.game.read_position, Random(0))
        return found

    # --- what is shown -------------------------------------------------------------------------------------------

    def tools(self) -> Html:
        """Return the buttons below the board; those for the palette's page and the seat have their own row."""
        if self.asked:
            return super().tools()
        buttons = self.buttons()
        lays = [button for button in buttons if button.id.startswith(LAYS)]
        return join(*map(markup.tool_line, (lays, [one for one in buttons if one not in lays])))

    def sample(self) -> str:
        """Return an example of what can be typed now."""
        return super().sample() if self.asked else self.table.sample

    def head(self) -> Html:
        """Return the title; while a question is open, also whose turn it is."""
        return super().head() if self.asked else markup.heading(self.heading, (), "")

    def task(self) -> Html:
        """Return the form for everything outside the places: options, whose turn it is, and the game's own fields."""
        if self.asked:
            return Html()
        draft = self.draft
        told = Draft(draft.options, told=draft.told), tuple(self.session.names)
        if self._form is None or self._form[0] != told:
            known, seats = self.game.known_options, self.game.seats(draft.options)
            form = forms.table(known, draft.options, self.setup.fields(draft), seats, self.session.names)
            title = text(N_("Players, turn and more"))
            self._form = told, folded(title, form, css="cat-sheet")
        return self._form[1]

    def side(self) -> Html:
        """Return the panels of the position in question."""
        return super().side() if self.asked else Html()

    def hint(self) -> Html:
        """Return the element for previews."""
        return super().hint() if self.asked else Html()

    def extra(self) -> Html:
        """Return the answer to the question or the problems, and the table as text."""
        if self.asked:
            return join(self.full_answer(), super().extra(), forms.link_field(self.linked_to))
        cited = self.game.rules.cited
        doubts = [markup.message(MessageKind.REFUSE, [str(doubt)], [cited(doubt)]) for doubt in self.doubts]
        text_form = forms.pasted(text(N_("Position")), self.written(), self.unread)
        return join(doubts, forms.link_field(self.linked_to), text_form, self.kept.section())

    def written(self) -> str:
        """Return the table with its options as one line."""
        options, line = str(self.draft.options), self.setup.text(self.draft)
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
            return [back, *asks, *([weigh] if self.asked == CAN else []), *super().buttons(), take]
        table = self.table
        shown = [
            Button(f"page:{page}", str(words), self._showing(page), on=page == self.page)
            for page, words in table.pages.items()
        ]
        seats = [
            Button(f"seat:{n}", str(seat.called), self._seating(n), on=n == self.seat)
            for n, seat in enumerate(self.game.seats(self.draft.options))
        ]
        own = any(place.seat is not None for place in table.places.values())
        return [
            *([] if self.record() else self.kept.offer()),
            *(shown if len(shown) > 1 else []),
            *(seats if own and len(seats) > 1 else []),
            *asks,
            Button("undo", str(text(N_("Undo"))), self.undo, bool(self.past)),
            Button("redo", str(text(N_("Redo"))), self.redo, bool(self.future)),
            Button("start", str(text(N_("Start position"))), self.from_start),
            Button("reset", str(text(N_("Clear the board"))), self.reset, bool(self.past or self.future)),
            Button("share", str(text(N_("Share position"))), self.share),
        ]

    def all_buttons(self) -> list[Button]:
        """Return the buttons below the board, and those of the saved tables."""
        return [*self.buttons(), *self.kept.buttons()]

    def reset(self) -> None:
        """Empty the table; the old content stays among the saved tables."""
        if self.asked:
            super().reset()
            return
        self.unread = ""
        self.post(KeptGame("new"))
        self.change(Draft(self.draft.options), text(N_("The board is empty.")))

    def from_start(self) -> None:
        """Place the game's starting position, dealt at random."""
        state = Dealer(None).settle(self.game.start(self.draft.options))
        self.change(self.setup.read(state), text(N_("This is the start position.")))

    def _showing(self, page: str) -> Callable[[], None]:
        def show() -> None:
            self.page = page
            there = self.scene().areas
            self.cursor = self.cursor if self.cursor in there else ""
            self.item = self.item if PALETTE + self.item in there else ""  # its selection must be visible
            self.answer(MessageKind.INFO, [f"{self.table.pages[page]}."])

        return show

    def _seating(self, seat: int) -> Callable[[], None]:
        def show() -> None:
            self.seat, self.cursor = seat, ""
            self.answer(MessageKind.INFO, [f"{self.game.seats(self.draft.options)[seat].called}."])

        return show

    # --- typed, pasted, saved ------------------------------------------------------------------------------------

    def on_typed(self, written: str) -> bool:
        """Place what is typed, or load a whole table; while a question is open, play a typed move."""
        if self.asked:
            self.written_move = written
            try:
                return super().on_typed(written)
            finally:
                self.written_move = ""
        options, listed = split(written)
        if "/" in listed or (options is not None and not listed):
            self.read(written)
            return True
        return self._list(listed, self.draft if options is None else Draft(self.game.choose(options)))

    def on_pasted(self, written: str) -> None:
        """Load a pasted text; what was not entered stays in its field. Raises `NotationError` and `OptionError`."""
        self.unread = ""
        try:
            self.read(written)
        except CattoolsError:
            options, listed = split(written)
            if "/" in listed:
                raise
            try:
                self._list(listed, self.draft if options is None else Draft(self.game.choose(options)))
            finally:
                self.unread, self.left_over = self.left_over, ""
                self.refresh()

    def _list(self, written: str, draft: Draft) -> bool:
        """Place the things named in a list one after another; return whether the table has changed.

        Raises `NotationError` and `OptionError`.
        """
        seats = self.game.seats(draft.options)
        before, item, who = self.draft, self.item, seats[min(self.seat, len(seats) - 1)].id
        words, there, done = words_of(limited(written, LONGEST)), list[Text](), (0, draft)
        for n, word in enumerate(words, 1):
            try:
                was, held = draft, item
                draft, item = self.setup.typed(draft, word, item, who)
            except CattoolsError as error:
                read, entered = done
                if read:
                    self._enter(entered, there)
                raise self.keep_rest(at_word(error, word, n, len(words)), words_of(written), read) from None
            if draft != was or item == held:
                done = n, draft
            if draft == was and (place := self.table.place(word, who)):
                there.append(self.lying(draft, self.table.places[place]))
        self._enter(draft, there)
        return self.draft != before

    def _enter(self, draft: Draft, there: Sequence[Text]) -> None:
        """Adopt a draft made from one typed text, and say what is there now or was there already."""
        table = self.setup.table(draft.options)
        places = [place for id_, place in table.places.items() if draft.at(id_) != self.draft.at(id_)]
        fields = [one for one in self.setup.fields(draft) if one.value != self.setup.told(self.draft, one.name)]
        said = N_("{field}: {value}.")
        values = [text(said, field=one.title, value=dict(one.choices).get(one.value, one.value)) for one in fields]
        same = [text(N_("Already there: {name}."), name="; ".join(map(str, there[:FEW])))] if there else []
        self.change(draft, *self.told(draft, *places), *values, *same)

    def read(self, line: str) -> None:
        """Load a position in notation, or a table as text. Raises `NotationError` and `OptionError`."""
        options, written = split(line)
        chosen = self.draft.options if options is None else self.game.choose(options)
        self.change(self.drafted(written, chosen), text(N_("Loaded.")))

    def drafted(self, written: str, options: Any) -> Draft:
        """Return the draft described by a text: a table's own words, or a position. Raises `NotationError`."""
        try:
            return self.setup.read_text(written, options)
        except CattoolsError as error:
            try:
                return self.setup.read(self.game.read_position(written, options))
            except NotationError:
                if "/" in written:
                    raise
            raise error from None

    def on_form(self, form: str, values: Mapping[str, str]) -> None:
        """Apply the form, or load a text. Raises `OptionError` and `NotationError` and then changes nothing."""
        if form == forms.WRITTEN:
            if not (written := values.get("position", "").strip()):  # the table is emptied by a button of its own
                raise NotationError(text(N_("a position in notation or as text")), written)
            self.on_pasted(written)
        elif form == forms.TABLE and not self.asked:
            options = self.game.choose(forms.chosen(self.game.known_options, self.game.known_options, values))
            self.game.start(options)  # options may exclude each other
            draft = self.setup.telling(self.draft, values)
            seats = self.game.seats(self.draft.options)
            names = forms.names_in(seats, values)
            given([seat.name for seat in self.game.seats(options)], names)  # check before changing anything
            self.sent = True
            if options != draft.options:
                draft = self.setup.fitting(draft, options)
            self.change(draft)
            self.session.call(names)
            self.remember_names(names)
            self.answer(MessageKind.INFO, [text(N_("Applied.")), *self.standing_here()])
        else:
            super().on_form(form, values)

    def share(self) -> None:
        """Hand out a link to the table, finished or not."""
        self.share_link(draft_link(self.setup, self.draft, self.game.id))

    def on_address(self, fragment: str) -> None:
        """Load the table or the position of a link. Raises `CattoolsError`."""
        holds = "table" if "table=" in fragment else "position"
        fields = link_fields(fragment, holds=holds, of=self.game.id)
        self.read(f"[{fields['options']}] {fields[holds]}")

    def record(self) -> str:
        """Return the restart state; "" before anything was entered."""
        if not (self.past or self.future or self.sent):
            return ""
        return json.dumps({"format": RECORD, "version": VERSION, "table": self.written(), "seat": self.seat})

    def kept_as(self) -> list[str]:
        """Return the number of things on the table; nothing before anything was entered."""
        lying = sum(map(len, self.draft.laid.values()))
        return [str(many(N_("{n} item entered"), N_("{n} items entered"), lying))] if self.record() else []

    def resume(self, record: str) -> None:
        """Restore a restart state; undo leads back. Raises `CattoolsError`."""
        found = read_fields(record, RECORD, {"table": str, "seat": int})
        self.read(found["table"])
        self.sent, self.seat = True, max(0, min(found["seat"], len(self.game.seats(self.draft.options)) - 1))
        self.answer(MessageKind.INFO, [text(RESUMED), *self.standing_here()])

    # --- questions -----------------------------------------------------------------------------------------------

    def _asking(self, question: str) -> Callable[[], None]:
        def ask() -> None:
            if self.asked and (self.timeline.line or not (self.partly or self.missing)):
                self.asked, self.weighs = question, False
                self.answer(MessageKind.INFO, self.asked_now())
            else:
                self.ask(question)

        return ask

    def ask(self, question: str) -> None:
        """Ask a question about the position, or say what is wrong with it. Raises `NotationError` and `OptionError`."""
        doubts, missing, draft = self.setup.all_doubts(self.draft), self.missing, self.setup.rest(self.draft)
        lacks = [self.standing_here()[-1]] if missing else []  # more precise than the notation's error
        world, partly = None, False
        if question == COUNT or not doubts:  # an impossible table can only be counted
            try:
                world, partly = self.counted() if question == COUNT else (self._dealt(draft), False)
            except PositionError as error:
                if not doubts and not missing:
                    doubts = (doubt_of(error),)
            except CattoolsError:
                if not doubts and not missing:
                    raise
        if world is None:
            self.answer(MessageKind.REFUSE, [*doubts, *lacks], self.cited(doubts))
            return
        self.asked, self.weighs, self.partly = question, False, partly or (question == COUNT and bool(missing))
        self.item = self.cursor = self.linked_to = ""
        self.world = world
        self.session.begin(world.timeline, by=self.follow)
        self.hand.clear()
        drawn = [text(N_("The pending draw was made at random."))] * world.was_due
        self.answer(MessageKind.INFO, [*lacks, *drawn, *self.asked_now()])
        self.post(Begun())  # palette and form are gone, so the buttons have moved

    def asked_now(self) -> list[object]:
        """Return the question in sentences, and whether its answer depends on hidden information."""
        hides = self.world is not None and not self.world.is_open
        said = [text(N_("Hidden information was dealt to fit; answers may depend on it."))] * hides
        return [*said, *super().asked_now()]

    def ways(self) -> tuple[Sequence[Any], Sequence[Any], Collection[tuple[str, str]]]:
        """Return the certainly legal actions, those that depend on hidden information, and the reasons involved."""
        if self.world is None or (self.world.is_open and not self.world.hides):
            return super().ways()
        if self._ways_at is None or self._ways_at[0] is not self.timeline.node:
            self._ways_at = self.timeline.node, self.world.ways()
        return self._ways_at[1]

    def _dealt(self, draft: Draft) -> Determinization:
        """Return a sampled world for a question about a draft. Raises `NotationError` and `OptionError`."""
        return Determinization.dealt(self.game, self.setup, self.draft, draft)

    def counted(self) -> tuple[Determinization, bool]:
        """Return the position to count, and whether it is incomplete although its score can be read.

        Raises `NotationError` and `OptionError`.
        """
        try:
            return self._dealt(self.draft), False
        except NotationError as error:  # otherwise a scorer would complain about what it does not count
            if self.game.sheet is None:
                with suppress(CattoolsError):
                    return self._dealt(self.setup.rest(self.draft)), False
            with suppress(CattoolsError):
                if (found := self._what_counts()) is not None:
                    return Determinization(
                        self.game, self.setup, self.draft, self.draft, self.draft, Timeline(found)
                    ), True
            raise error from None

    def _what_counts(self) -> AnyState | None:
        """Return what counts, from the game's scorer or its own reader. Raises `NotationError` and `OptionError`."""
        sheet, setup = self.game.sheet, self.setup
        if sheet is None:
            return setup.counted and setup.counted(self.draft)
        found: AnyState = sheet.read(
            setup.write(setup.dealt(self.draft, Random(0))), sheet.choosing(self.draft.options)
        )
        return found

    def tell(self, outcome: Outcome) -> None:
        """Report the outcome of a move; if only the sampled hidden information forbids it, sample another first."""
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
        super().tell(outcome)
        if dealt and not isinstance(outcome, Refused):
            self.add(MessageKind.INFO, [text(N_("Hidden information was dealt to make this possible."))])
            self.refresh()

    def _suiting(self, refused: Refused) -> Determinization | None:
        """Return another world with fewer refusals of the intended actions; None if there is none."""
        if self.asked not in (MAY, CAN) or self.world is None:
            return None
        if self.written_move and not refused.before:  # unlike the parsed action, the text adds nothing to it
            with suppress(NotationError):
                self.game.read_action(self.written_move, self.state)
                return self.world.suiting([self.written_move])
        return self.world.suiting((*refused.before, refused.action))

    def _meant(self, refused: Refused) -> Sequence[Any]:
        """Return the intended actions in the current world: everything that was typed."""
        if self.written_move:
            return read_turn(self.written_move, self.state)
        return (*refused.before, self.game.read_action(str(refused.action), self.state))

    def why_not(self, action: Any) -> Sequence[Refusal]:
        """Return the refusals of an action, without details of hidden information."""
        found = super().why_not(action)
        return found if self.world is None else self.world.openly(found)

    def links(self) -> list[Html]:
        """Return the links that start a game from here; none for an incomplete table, which no game has reached."""
        return [] if self.missing else super().links()

    def set_up(self) -> None:
        """Return to setting up the unchanged table."""
        self.goto(self.draft)
        self.post(Begun())

    def take_over(self) -> None:
        """Set up the position that the moves have led to."""
        if self.world is not None:
            self.change(self.world.known(), text(N_("Loaded.")))

    def refresh(self, plan: animation.Motion | None = None, pause: float = 0.0) -> None:
        """Update everything."""
        super().refresh(plan if self.asked else None, pause)
