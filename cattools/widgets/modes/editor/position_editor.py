"""A table that is set up: what lies before the players, entered, kept and shared; then it is asked."""

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
from cattools.core.table.determinization import World
from cattools.core.table.position_editor import LONGEST, AnySetup, Draft, doubt_of
from cattools.core.timeline import Node, Timeline
from cattools.core.turn_notation import read_turn
from cattools.render import animation
from cattools.render.editor_scene import PALETTE
from cattools.widgets import forms, markup
from cattools.widgets.html import Html, join
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.mode import FEW, RESUMED
from cattools.widgets.modes.editor.placing import Laying
from cattools.widgets.modes.table_queries import CAN, COUNT, MAY, QUESTIONS
from cattools.widgets.player_input import Outcome, Refused
from cattools.widgets.protocol import Begun, KeptGame

RECORD = "cattools table"
LAYS = ("page:", "seat:")  # begin the ids of the buttons that choose what is laid, and for whom


class SetUp(Laying):
    """A table that is set up, and asked: while it is set up nothing is `asked`."""

    fills = True
    reads_address = True
    remembers = ("names",)

    @property
    def keeps(self) -> str:
        """Under which name the reader's browser keeps what is set up here."""
        return f"table.{self.game.id}"

    def __init__(self, game: AnyGame, setup: AnySetup, draft: Draft) -> None:
        self.sent = False  # whether the form was sent
        self.world: World | None = None  # what is asked: what nobody knows is dealt in it
        self._ways_at: tuple[Node, tuple[Sequence[Any], Sequence[Any], Collection[tuple[str, str]]]] | None = None
        self.written_move = ""  # what is being played as it was typed
        self._form: tuple[tuple[Draft, tuple[str, ...]], Html] | None = None  # as it was told, under these names
        super().__init__(game, setup, draft, str(text(N_("Your table: {game}"), game=text(game.title))))

    # --- what is there -------------------------------------------------------------------------------------------

    def position(self, draft: Draft | None = None) -> AnyState:
        """Return the position that lies there, what is unknown dealt. Raises `NotationError` and `OptionError`."""
        found: AnyState = self.setup.position(draft or self.draft, self.game.read_position, Random(0))
        return found

    # --- what is shown -------------------------------------------------------------------------------------------

    def tools(self) -> Html:
        """Return the buttons below the board; what is laid now, and for whom, in a row of its own."""
        if self.asked:
            return super().tools()
        buttons = self.buttons()
        lays = [button for button in buttons if button.id.startswith(LAYS)]
        return join(*map(markup.tool_line, (lays, [one for one in buttons if one not in lays])))

    def sample(self) -> str:
        """Return what could be typed now."""
        return super().sample() if self.asked else self.table.sample

    def head(self) -> Html:
        """Return the title; where a question is asked, whose turn it is."""
        return super().head() if self.asked else markup.heading(self.heading, (), "")

    def task(self) -> Html:
        """Return the form for what lies in no place: the options, whose turn it is, and what the game asks."""
        if self.asked:
            return Html()
        draft = self.draft
        told = Draft(draft.options, told=draft.told), tuple(self.room.names)
        if self._form is None or self._form[0] != told:
            known, seats = self.game.known_options, self.game.seats(draft.options)
            form = forms.table(known, draft.options, self.setup.fields(draft), seats, self.room.names)
            title = text(N_("Players, whose turn, and the rest"))
            self._form = told, folded(title, form, css="cat-sheet")
        return self._form[1]

    def side(self) -> Html:
        """Return the panels of the position that is asked about."""
        return super().side() if self.asked else Html()

    def hint(self) -> Html:
        """Return the place for what a press would bring."""
        return super().hint() if self.asked else Html()

    def extra(self) -> Html:
        """Return the answer to the question, or what is in doubt; and the table as text."""
        if self.asked:
            return join(self.full_answer(), super().extra(), forms.link_field(self.linked_to))
        cited = self.game.rules.cited
        doubts = [markup.message(MessageKind.REFUSE, [str(doubt)], [cited(doubt)]) for doubt in self.doubts]
        text_form = forms.pasted(text(N_("What lies there")), self.written(), self.unread)
        return join(doubts, forms.link_field(self.linked_to), text_form, self.kept.section())

    def written(self) -> str:
        """Return the table with its options as one line."""
        options, line = str(self.draft.options), self.setup.text(self.draft)
        return f"[{options}] {line}" if options else line

    def buttons(self) -> list[Button]:
        """Return the questions, and the ways to go back and to keep the table."""
        asks = [
            Button(name, str(text(words)), self._asking(name), on=self.asked == name, strong=not self.asked)
            for name, words in QUESTIONS.items()
        ]
        if self.asked:
            weigh = Button("weigh", str(text(N_("And why not the rest?"))), self.weigh, not self.weighs)
            take = Button("take", str(text(N_("Set up from here"))), self.take_over, bool(self.timeline.line))
            back = Button("table", str(text(N_("Back to the table"))), self.set_up, strong=True)
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
            Button("start", str(text(N_("From the start"))), self.from_start),
            Button("reset", str(text(N_("Empty the table"))), self.reset, bool(self.past or self.future)),
            Button("share", str(text(N_("Share this table"))), self.share),
        ]

    def all_buttons(self) -> list[Button]:
        """Return the buttons below the board, and those of the kept tables."""
        return [*self.buttons(), *self.kept.buttons()]

    def reset(self) -> None:
        """Take everything away; what was there stays among the kept tables."""
        if self.asked:
            super().reset()
            return
        self.unread = ""
        self.post(KeptGame("new"))
        self.change(Draft(self.draft.options), text(N_("The table is empty.")))

    def from_start(self) -> None:
        """Lay out the set-up, dealt by lot."""
        state = Dealer(None).settle(self.game.start(self.draft.options))
        self.change(self.setup.read(state), text(N_("This is the set-up.")))

    def _showing(self, page: str) -> Callable[[], None]:
        def show() -> None:
            self.page = page
            there = self.scene().areas
            self.cursor = self.cursor if self.cursor in there else ""
            self.item = self.item if PALETTE + self.item in there else ""  # nobody lays what is not seen as chosen
            self.answer(MessageKind.INFO, [f"{self.table.pages[page]}."])

        return show

    def _seating(self, seat: int) -> Callable[[], None]:
        def show() -> None:
            self.seat, self.cursor = seat, ""
            self.answer(MessageKind.INFO, [f"{self.game.seats(self.draft.options)[seat].called}."])

        return show

    # --- typed, pasted, kept -------------------------------------------------------------------------------------

    def on_typed(self, written: str) -> bool:
        """Lay what is typed, or take over a whole table; where a question is asked, name a move."""
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
        """Take over a text; what is left of it stays in its field. Raises `NotationError` and `OptionError`."""
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
        """Lay on a draft what a list names, one thing after the other; return whether that is another table.

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
        """Take over what was typed at once, and say what lies there now, or was there already."""
        table = self.setup.table(draft.options)
        places = [place for id_, place in table.places.items() if draft.at(id_) != self.draft.at(id_)]
        fields = [one for one in self.setup.fields(draft) if one.value != self.setup.told(self.draft, one.name)]
        said = N_("{field}: {value}.")
        values = [text(said, field=one.title, value=dict(one.choices).get(one.value, one.value)) for one in fields]
        same = [text(N_("That lies here already: {name}."), name="; ".join(map(str, there[:FEW])))] if there else []
        self.change(draft, *self.told(draft, *places), *values, *same)

    def read(self, line: str) -> None:
        """Take over a position in notation, or a table as text. Raises `NotationError` and `OptionError`."""
        options, written = split(line)
        chosen = self.draft.options if options is None else self.game.choose(options)
        self.change(self.drafted(written, chosen), text(N_("Taken over.")))

    def drafted(self, written: str, options: Any) -> Draft:
        """Return the draft that a text tells: a table's own words, or a position. Raises `NotationError`."""
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
        """Set the table, or take over a text. Raises `OptionError` and `NotationError`; all stays as it was."""
        if form == forms.WRITTEN:
            if not (written := values.get("position", "").strip()):  # an empty table is made by its own button
                raise NotationError(text(N_("a position, or a table as text")), written)
            self.on_pasted(written)
        elif form == forms.TABLE and not self.asked:
            options = self.game.choose(forms.chosen(self.game.known_options, self.game.known_options, values))
            self.game.start(options)  # options may exclude each other
            draft = self.setup.telling(self.draft, values)
            seats = self.game.seats(self.draft.options)
            names = forms.names_in(seats, values)
            given([seat.name for seat in self.game.seats(options)], names)  # before anything changes
            self.sent = True
            if options != draft.options:
                draft = self.setup.fitting(draft, options)
            self.change(draft)
            self.room.call(names)
            self.remember_names(names)
            self.answer(MessageKind.INFO, [text(N_("The table is set.")), *self.standing_here()])
        else:
            super().on_form(form, values)

    def share(self) -> None:
        """Hand out a link to the table, finished or not."""
        self.hand_out(draft_link(self.setup, self.draft, self.game.id))

    def on_address(self, fragment: str) -> None:
        """Take over the table, or the position, of a link. Raises `CattoolsError`."""
        holds = "table" if "table=" in fragment else "position"
        fields = link_fields(fragment, holds=holds, of=self.game.id)
        self.read(f"[{fields['options']}] {fields[holds]}")

    def record(self) -> str:
        """Return what lies there; nothing before anything was entered."""
        if not (self.past or self.future or self.sent):
            return ""
        return json.dumps({"format": RECORD, "version": VERSION, "table": self.written(), "seat": self.seat})

    def kept_as(self) -> list[str]:
        """Return how much lies there; nothing before anything was entered."""
        lying = sum(map(len, self.draft.laid.values()))
        return [str(many(N_("{n} thing on the table"), N_("{n} things on the table"), lying))] if self.record() else []

    def resume(self, record: str) -> None:
        """Go on where a record was told; undo leads back. Raises `CattoolsError`."""
        found = read_fields(record, RECORD, {"table": str, "seat": int})
        self.read(found["table"])
        self.sent, self.seat = True, max(0, min(found["seat"], len(self.game.seats(self.draft.options)) - 1))
        self.answer(MessageKind.INFO, [text(RESUMED), *self.standing_here()])

    # --- the questions -------------------------------------------------------------------------------------------

    def _asking(self, question: str) -> Callable[[], None]:
        def ask() -> None:
            if self.asked and (self.timeline.line or not (self.partly or self.missing)):
                self.asked, self.weighs = question, False
                self.answer(MessageKind.INFO, self.asked_now())
            else:
                self.ask(question)

        return ask

    def ask(self, question: str) -> None:
        """Ask the position that lies there; where it is none yet, say why. Raises `NotationError` and `OptionError`."""
        doubts, missing, draft = self.setup.all_doubts(self.draft), self.missing, self.setup.rest(self.draft)
        lacks = [self.standing_here()[-1]] if missing else []  # says more than the notation
        world, partly = None, False
        if question == COUNT or not doubts:  # what is doubted is counted as it lies, and nothing else is asked of it
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
        self.room.begin(world.timeline, by=self.follow)
        self.hand.clear()
        drawn = [text(N_("What is due to be dealt was dealt."))] * world.was_due
        self.answer(MessageKind.INFO, [*lacks, *drawn, *self.asked_now()])
        self.post(Begun())  # palette and form are gone, and the buttons stand elsewhere

    def asked_now(self) -> list[object]:
        """Return in sentences what the question is, and whether its answer hangs on what nobody knows."""
        hides = self.world is not None and not self.world.is_open
        said = [text(N_("What nobody knows was dealt to fit; an answer may hang on it."))] * hides
        return [*said, *super().asked_now()]

    def ways(self) -> tuple[Sequence[Any], Sequence[Any], Collection[tuple[str, str]]]:
        """Return what can be done whatever nobody knows, what hangs on that, and by which rules."""
        if self.world is None or (self.world.is_open and not self.world.hides):
            return super().ways()
        if self._ways_at is None or self._ways_at[0] is not self.timeline.node:
            self._ways_at = self.timeline.node, self.world.ways()
        return self._ways_at[1]

    def _dealt(self, draft: Draft) -> World:
        """Return the world that is asked. Raises `NotationError` and `OptionError`."""
        return World.dealt(self.game, self.setup, self.draft, draft)

    def counted(self) -> tuple[World, bool]:
        """Return the position to count, and whether it is not whole: what counts can be read of it all the same.

        Raises `NotationError` and `OptionError`.
        """
        try:
            return self._dealt(self.draft), False
        except NotationError as error:  # else a scorer would blame what it does not count
            if self.game.sheet is None:
                with suppress(CattoolsError):
                    return self._dealt(self.setup.rest(self.draft)), False
            with suppress(CattoolsError):
                if (found := self._what_counts()) is not None:
                    return World(self.game, self.setup, self.draft, self.draft, self.draft, Timeline(found)), True
            raise error from None

    def _what_counts(self) -> AnyState | None:
        """Return what counts, as the game's scorer or its own reader has it. Raises `NotationError`, `OptionError`."""
        sheet, setup = self.game.sheet, self.setup
        if sheet is None:
            return setup.counted and setup.counted(self.draft)
        found: AnyState = sheet.read(
            setup.write(setup.dealt(self.draft, Random(0))), sheet.choosing(self.draft.options)
        )
        return found

    def tell(self, outcome: Outcome) -> None:
        """Say what a move came to; nothing is held against it that hangs on what nobody knows."""
        dealt, last = False, ""
        while isinstance(outcome, Refused) and last != str(outcome.action):
            if (world := self._suiting(outcome)) is None:
                break
            dealt, self.world, last = True, world, str(outcome.action)
            self.room.begin(world.timeline, by=self.follow)
            self.hand.clear()
            outcome = self.hand.act(*self._meant(outcome))
        if isinstance(outcome, Refused) and self.world is not None:
            refusals = self.world.openly(outcome.refusals)
            outcome = replace(self.hand.refused(outcome.action, refusals), before=outcome.before)
        super().tell(outcome)
        if dealt and not isinstance(outcome, Refused):
            self.add(MessageKind.INFO, [text(N_("What nobody knows was dealt so that this can be."))])
            self.refresh()

    def _suiting(self, refused: Refused) -> World | None:
        """Return another world in which less is against what was meant; None where nothing is that a move answers."""
        if self.asked not in (MAY, CAN) or self.world is None:
            return None
        if self.written_move and not refused.before:  # what is typed names no more than is meant
            with suppress(NotationError):
                self.game.read_action(self.written_move, self.state)
                return self.world.suiting([self.written_move])
        return self.world.suiting((*refused.before, refused.action))

    def _meant(self, refused: Refused) -> Sequence[Any]:
        """Return what was meant, as it reads in the world that is there now: what was typed to its end."""
        if self.written_move:
            return read_turn(self.written_move, self.state)
        return (*refused.before, self.game.read_action(str(refused.action), self.state))

    def why_not(self, action: Any) -> Sequence[Refusal]:
        """Return what is told against an action: nothing of what nobody knows."""
        found = super().why_not(action)
        return found if self.world is None else self.world.openly(found)

    def links(self) -> list[Html]:
        """Return the links that lead to a game from here; none where something lacks, for no game has come to that."""
        return [] if self.missing else super().links()

    def set_up(self) -> None:
        """Go back to setting up, all as it was."""
        self.goto(self.draft)
        self.post(Begun())

    def take_over(self) -> None:
        """Set up what the moves have come to."""
        if self.world is not None:
            self.change(self.world.known(), text(N_("Taken over.")))

    def refresh(self, plan: animation.Motion | None = None, pause: float = 0.0) -> None:
        """Show everything as it is now."""
        super().refresh(plan if self.asked else None, pause)
