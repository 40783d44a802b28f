"""Placing things in the position editor: put, moved and taken away by presses, before a question is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cattools.core.chance import Dealer
from cattools.core.display.scene import Mark, MarkKind, Part, Path, Scene
from cattools.core.game import AnyGame
from cattools.core.messages import N_, Text, text
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import AnyEditorSpec, Draft, Place, Table
from cattools.core.timeline import Timeline
from cattools.render import svg
from cattools.render.editor_scene import PALETTE, Seen, empty_boards, row_of, scene, things_in
from cattools.widgets.game_session import GameSession
from cattools.widgets.html import Html
from cattools.widgets.markup import MessageKind
from cattools.widgets.mode import lies_now, of_side
from cattools.widgets.modes.table_queries import TableQueries
from cattools.widgets.protocol import CHOSEN, LEGAL, Names
from cattools.widgets.score_table import doubted


class PlacementMode(TableQueries):
    """A table being edited: `draft` is its content, `seat` the side shown, `page` the palette's page.

    `item` is what the next press places, `cursor` the area that gets the next thing of the palette; at most one is set.
    """

    def __init__(self, game: AnyGame, setup: AnyEditorSpec, draft: Draft, title: str) -> None:
        self.setup, self.draft = setup, draft
        self.past: list[Draft] = []
        self.future: list[Draft] = []
        self.seat, self.item, self.cursor = 0, "", ""
        self.unread = ""  # the rest of a pasted text
        self.page = next(iter(self.table.pages))
        self._seen: tuple[tuple[Draft, int, str], Scene] | None = None  # the scene, cached by draft, side and page
        self._doubted: tuple[Draft, tuple[Refusal, ...]] | None = None  # the problems of a draft
        self._missed: tuple[Draft, list[Text]] | None = None  # what a draft still lacks
        self._empty: tuple[tuple[Draft, int], tuple[Part, ...]] | None = None  # a side's empty boards, by fields
        self._cells: Seen = {}  # those boards' cells with their content
        super().__init__(GameSession(Timeline(game.start(draft.options)), Dealer(0)), title)

    @property
    def table(self) -> Table:
        """The things and places that exist with the current options."""
        return self.setup.table(self.draft.options)

    @property
    def missing(self) -> list[Text]:
        """What is still to be entered."""
        if self._missed is None or self._missed[0] is not self.draft:
            self._missed = self.draft, [*self.setup.missing(self.draft)]
        return self._missed[1]

    @property
    def doubts(self) -> tuple[Refusal, ...]:
        """Why the table is impossible, each reason with its rule; a complete draft is also read as a position."""
        if self._doubted is None or self._doubted[0] != self.draft:
            found = self.setup.all_doubts(self.draft)
            if not found and not self.missing:
                found = self.setup.faults(self.draft, self.game.read_position)
            self._doubted = self.draft, found
        return self._doubted[1]

    @property
    def chosen(self) -> list[str]:
        """Nothing: a record holds only the table."""
        return []

    # --- what is shown -------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return the table with the palette, or the position in question."""
        if self.asked:
            return super().scene()
        shown = self.draft, self.seat, self.page
        if self._seen is None or self._seen[0] != shown:
            self._seen = shown, scene(self.setup, *shown, self.boards(), self._cells)
        return self._seen[1]

    def boards(self) -> tuple[Part, ...]:
        """Return the empty boards of the side that is shown."""
        told = Draft(self.draft.options, told=self.draft.told), self.seat
        if self._empty is None or self._empty[0] != told:
            self._empty, self._cells = (told, empty_boards(self.setup, *told)), {}
        return self._empty[1]

    def marks(self) -> Sequence[Mark]:
        """Return the marks of the selection and of problems."""
        if self.asked:
            return super().marks()
        there = self.scene().areas
        causes = dict.fromkeys(cell for doubt in self.doubts for cell in doubt.cells if cell in there)
        chosen = [id_ for id_ in (self.cursor, PALETTE + self.item) if id_ in there]
        return [
            *(Mark(MarkKind.CAUSE, cell) for cell in causes),
            *(Mark(MarkKind.SELECTED, id_) for id_ in chosen),
        ]

    def names(self, scene: Scene) -> Names:
        """Return every area's name, and whether it is selected."""
        if self.asked:
            return super().names(scene)
        chosen, found = str(text(N_("chosen"))), {}
        for area in scene.areas.values():
            on = area.id in (self.cursor, PALETTE + self.item)
            found[area.id] = (f"{area.name}, {chosen}" if on else area.name, CHOSEN * on | LEGAL)
        return found

    def ghost(self) -> Html:
        """Return what the next press places, which follows the pointer."""
        if self.asked:
            return super().ghost()
        shapes = self.table.things[self.item].shapes if self.item else ()
        return Html(svg.shapes(tuple(shape for shape in shapes if isinstance(shape, Path))))

    def resting(self) -> list[str]:
        """Return the message to show before anything has happened."""
        if self.asked:
            return super().resting()
        return [str(one) for one in self.standing_here()]

    def standing_here(self) -> list[object]:
        """Return sentences with the number of problems, and with what is still to be entered."""
        missing, doubts = self.missing, len(self.doubts)
        found: list[object] = [doubted(doubts)] if doubts else []
        if missing:
            found.append(text(N_("Still to enter: {lacks}."), lacks="; ".join(map(str, missing))))
        return found or [text(N_("Ask below, or press a place, then what is on it."))]

    # --- actions -------------------------------------------------------------------------------------------------

    def change(self, draft: Draft, *said: object) -> None:
        """Set another draft; undo restores the old one."""
        if draft != self.draft:
            self.past.append(self.draft)
            self.future.clear()
        self.goto(draft, *said)

    def goto(self, draft: Draft, *said: object) -> None:
        """Show a draft, and say what is missing."""
        self.draft, self.linked_to, self.asked = draft, "", ""
        if draft.options != self.session.state.options:  # other seats play
            self.session.begin(Timeline(self.game.start(draft.options)), by=self.follow)
        table = self.table
        self.seat = min(self.seat, len(self.game.seats(draft.options)) - 1)
        self.page = self.page if self.page in table.pages else next(iter(table.pages))
        self.item = self.item if self.item in table.things else ""
        self.cursor = self.cursor if self.cursor in self.scene().areas else ""
        self.answer(MessageKind.INFO, [*said, *self.standing_here()])

    def on_press(self, area: str) -> None:
        """Select a thing or a place for it; put, move or take away. While a question is open, press for a move."""
        if self.asked:
            super().on_press(area)
        elif area.startswith(PALETTE):
            self._press_thing(area.removeprefix(PALETTE))
        else:
            self._press_place(area)

    def _press_thing(self, thing: str) -> None:
        """Place a thing at the cursor, or else pick it up or put it back."""
        table, what = self.table, self.table.things[thing]
        place = table.places[row_of(self.cursor)[0]] if self.cursor else None
        if place is None or not place.most(what) or self._bare(place, what.kind):
            self.cursor, self.item = "", "" if thing == self.item else thing
            said = N_("Chosen: {name}. Press where it goes.") if self.item else N_("Put back: {name}.")
            self.answer(MessageKind.INFO, [text(said, name=what.name)])
            return
        at = row_of(self.cursor)[1]
        if place.alone and self.draft.at(place.id)[:1]:
            at = 0 if table.things[self.draft.at(place.id)[0]].kind == what.kind else -1
        before = self.draft if at < 0 else self.setup.take(self.draft, place.id, at)  # replaces what is there
        draft = self.setup.put(before, thing, place.id)
        self.cursor = place.id if place.row else self._next_cell(draft, place, what.kind)
        self.change(draft, *self.told(draft, place))

    def _bare(self, place: Place, kind: str) -> bool:
        """Return whether a thing that lies on another would be put on an empty cell; it is picked up instead."""
        return not place.row and kind != place.takes[0][0] and not self.draft.at(place.id)

    def _next_cell(self, draft: Draft, place: Place, kind: str) -> str:
        """Return the next empty cell if a place takes one thing of this kind, otherwise the same place."""
        table = self.table
        if dict(place.takes)[kind] > 1 or place.takes[0][0] != kind:
            return place.id
        for part in self.boards():
            areas = part.areas  # in the order of the places, because a disc is filled by its numbers
            cells = [id_ for id_, one in table.places.items() if id_ in areas and dict(one.takes).get(kind)]
            if place.id in cells:
                after = cells[cells.index(place.id) + 1 :]
                return next((cell for cell in after if not draft.at(cell)), place.id)
        return place.id

    def told(self, draft: Draft, *places: Place) -> list[Text]:
        """Return sentences that list what places of another draft hold, and what they displace."""
        if not places:
            return []
        seats, sides = self.game.seats(draft.options), {place.seat for place in places}
        lie = [self.lying(draft, place) for place in places]
        if len(sides) > 1:  # cells of different sides have the same names
            lie = [
                lies if place.row or place.seat is None else of_side(seats[place.seat].called, lies)
                for place, lies in zip(places, lie, strict=True)
            ]
        said = lies_now(lie)
        gone = Counter[str]()
        for place in places:
            had, has = Counter(self.draft.at(place.id)), Counter(draft.at(place.id))
            gone += had - has if has - had else Counter()
        return [*said, *self._taken_away(gone)]

    def _taken_away(self, gone: Counter[str]) -> list[Text]:
        """Return a sentence that lists the displaced things, without unknown ones."""
        known = [one for one in gone.elements() if not self.table.things[one].unknown]
        return [text(N_("Removed: {things}."), things=things_in(self.table, known))] if known else []

    def lying(self, draft: Draft, place: Place) -> Text:
        """Return a place of a draft with its content, in words."""
        things = things_in(self.setup.table(draft.options), draft.at(place.id))
        return text(N_("{place}, {things}") if things else N_("{place}, empty"), place=place.name, things=things)

    def _press_place(self, area: str) -> None:
        """Place the picked-up thing, or else move the selected one, take it away, or select a place."""
        id_, at = row_of(area)
        place = self.table.places[id_]
        if self.item:
            self._lay(place)
        elif self.cursor == area:
            self._take_from(area)
        elif not self._moves(place):
            self._choose(area, place, at)

    def _lay(self, place: Place) -> None:
        """Place the picked-up thing; if the place holds one and takes only one, take it away."""
        what, lying = self.table.things[self.item], self.draft.at(place.id)
        if place.most(what) == 1 and self.item in lying:  # also if there are two although only one is allowed
            draft = self.setup.take(self.draft, place.id, lying.index(self.item))
        else:
            draft = self.setup.put(self.draft, self.item, place.id)
        self.change(draft, *self.told(draft, place))

    def _take_from(self, area: str) -> None:
        """Take away what is at the cursor, from the top."""
        id_, at = row_of(area)
        place = self.table.places[id_]
        if (at < 0 and place.row) or not self.draft.at(id_):
            self.cursor = ""
            self.answer(MessageKind.INFO, self.standing_here())
            return
        draft = self.setup.take(self.draft, id_, at)
        self.change(draft, *self.told(draft, place))

    def _moves(self, target: Place) -> bool:
        """Move what is at the cursor to another place if there is room; return whether it was moved."""
        id_, at = row_of(self.cursor)
        if not self.cursor or not self._holds(self.cursor) or id_ == target.id:
            return False
        thing = self.table.things[self.draft.at(id_)[at]]
        there = [one for one in self.draft.at(target.id) if self.table.things[one].kind == thing.kind]
        if len(there) >= target.most(thing):
            return False
        draft = self.setup.put(self.setup.take(self.draft, id_, at), thing.id, target.id)
        self.cursor = ""
        self.change(draft, *self.told(draft, target))
        return True

    def _choose(self, area: str, place: Place, at: int) -> None:
        """Select a place for the next thing, and turn the palette to a page with things for it."""
        self.cursor = area
        if self.page not in (pages := self.table.pages_of[place.id]):
            self.page = pages[0]
        lying = self.draft.at(place.id)
        name = self.what_is(area)
        said = N_("Press what goes there.")
        if lying and (at >= 0 or not place.row):
            said = N_("Press a destination, a replacement, or here again to remove it.")
        self.answer(MessageKind.INFO, [name, text(said)])

    def on_drag(self, area: str, to: str) -> None:
        """Place or move what was dragged, or take it away if dropped on the palette."""
        if self.asked:
            super().on_drag(area, to)
            return
        self.item = self.cursor = ""
        if area.startswith(PALETTE):
            if not to.startswith(PALETTE):
                place = self.table.places[row_of(to)[0]]
                draft = self.setup.put(self.draft, area.removeprefix(PALETTE), place.id)
                self.change(draft, *self.told(draft, place))
        elif to.startswith(PALETTE):
            self.cursor = area
            self._take_from(area)
            self.cursor = ""
        elif self._holds(area) and row_of(area)[0] != row_of(to)[0]:
            self._drop(area, self.table.places[row_of(to)[0]])
        else:
            self.cursor = area
            self._press_place(to)

    def _holds(self, area: str) -> bool:
        """Return whether an area has a single thing to take: not a whole row, and not an empty place."""
        id_, at = row_of(area)
        return bool(self.draft.at(id_)) and (at >= 0 or not self.table.places[id_].row)

    def _drop(self, area: str, target: Place) -> None:
        """Place a dragged thing elsewhere; what has no room next to it is displaced. Raises `NotationError`."""
        id_, at = row_of(area)
        thing, taken = self.draft.at(id_)[at], self.setup.take(self.draft, id_, at)
        draft = self.setup.put(taken, thing, target.id)
        gone = Counter([thing, *taken.at(target.id)]) - Counter(draft.at(target.id))
        self.change(draft, *lies_now([self.lying(draft, target)]), *self._taken_away(gone))

    def on_tap(self, area: str) -> None:
        """Handle a tap with a finger: while the table is edited, it is a press."""
        if self.asked:
            super().on_tap(area)
        else:
            self.on_press(area)

    def on_hover(self, area: str | None) -> None:
        """Show the preview of a press while a question is open."""
        if self.asked:
            super().on_hover(area)

    def on_query(self, area: str) -> None:
        """Say what is there, or while a question is open, what is possible there."""
        if self.asked:
            super().on_query(area)
        else:
            self.answer(MessageKind.INFO, [self.what_is(area)])

    def on_back(self) -> None:
        """Clear the selection, or else undo."""
        if self.asked:
            super().on_back()
        elif self.item or self.cursor:
            self.item = self.cursor = ""
            self.answer(MessageKind.INFO, self.standing_here())
        elif self.past:
            self.undo()

    def undo(self) -> None:
        """Undo the last change."""
        if self.asked:
            super().undo()
        elif self.past:
            draft = self.past.pop()
            self.cursor = self._changed(draft) if self.cursor else ""
            self.future.append(self.draft)
            self.unread = ""
            self.goto(draft, text(N_("Undone.")))

    def _changed(self, draft: Draft) -> str:
        """Return the first place whose content differs in another draft, where editing continues."""
        return next((p for p in self.table.places if draft.at(p) != self.draft.at(p)), "")

    def redo(self) -> None:
        """Redo what was undone."""
        if self.asked:
            super().redo()
        elif self.future:
            self.past.append(self.draft)
            self.goto(self.future.pop(), text(N_("Redone.")))
