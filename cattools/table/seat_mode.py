"""What one device of a table shows of the game: the view of its seat, or of nobody, and what can be done there."""

from __future__ import annotations

from dataclasses import replace

from cattools.core import selection
from cattools.core.display.scene import Mark, MarkKind, Panel
from cattools.core.messages import N_, commas, text
from cattools.table.table import Player, Table, TableError
from cattools.widgets import score_table
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.perspective import OwnSeatView

POSSIBLE, TAKE_BACK = "possible", "take-back"


class SeatView(OwnSeatView):
    """The view of one seat of a table; it cannot act during a pause or while a bot plays for it."""

    def __init__(self, table: Table, seat: int | None) -> None:
        super().__init__(table.session, seat)
        self._table = table

    @property
    def acts(self) -> bool:
        """Whether this seat is to move, and a person plays for it."""
        return super().acts and not self._table.paused and not self._table.players[self.seat or 0].bot


class SeatMode(FreePlay):
    """A table's game on one device, for a seat or for watchers (None)."""

    fills = True
    warning = N_("You can take this back only if the others agree.")

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table, self.seat = table, seat
        super().__init__(table.session, perspective=SeatView(table, seat))

    # --- what is shown -------------------------------------------------------------------------------------------

    def task(self) -> Html:
        """Return what to press now, or else what everybody waits for."""
        return el("p", self.prompt() or self.status(), class_="cat-prompt")

    def status(self) -> str:
        """Return whose turn it is, that the game is paused, or how it has ended."""
        return str(text(N_("The game is paused."))) if self.table.paused else super().status()

    def buttons(self) -> list[Button]:
        """Return the buttons below the board."""
        if self.seat is None:
            return []
        can_ask = self.table.back_to(self.seat) is not None and self.table.request is None
        return [
            *self.actions(),
            Button(POSSIBLE, text(N_("What may I do?")), self.show_possible, self.hand.acts, unready=self.rest),
            Button(TAKE_BACK, text(N_("Take back")), self.ask_back, can_ask and not self.table.paused),
        ]

    def panels(self) -> tuple[Panel, ...]:
        """Return the players' panels, which say who has each seat."""
        shown = zip(super().panels(), self.table.players, strict=True)
        return tuple(replace(panel, name=self._seat_label(panel, player)) for panel, player in shown)

    def _seat_label(self, panel: Panel, player: Player) -> str:
        if player.bot:
            return str(text(N_("{who} (computer)"), who=panel.name))
        if panel.seat == self.seat:
            return str(text(N_("You ({who})"), who=panel.name))
        return panel.name

    def turn(self) -> str:
        """Return whose turn it is."""
        mine = self.seat is not None and self.on_turn == self.seat
        return str(text(N_("board\x04Your turn"))) if mine else super().turn()

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
        return {**found, "status": join(result, Html(found["status"])), "moves": score_table.sheet(tables)}

    # --- what is done --------------------------------------------------------------------------------------------

    def show_possible(self) -> None:
        """Mark everything that can be pressed now, and list it."""
        areas = self.scene().areas
        ways = [area for area in selection.next_areas(self.state, self.hand.chosen) if area in areas]
        self.hand.hover_marks = [Mark(MarkKind.LEGAL, area) for area in ways]
        names = [*(areas[area].name for area in ways), *(str(button.words) for button in self.actions())]
        said = text(N_("Possible now: {places}."), places=commas(names))
        self.answer(MessageKind.INFO, [said, self.prompt()])

    def ask_back(self) -> None:
        """Ask to take back the last action of this seat."""
        if self.seat is None:
            raise TableError(text(N_("Watchers do not play.")))
        self.table.ask_back(self.seat)
