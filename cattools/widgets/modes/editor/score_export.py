"""Points of a real game's players side by side, handed out as text and as a table; the players' names."""

from __future__ import annotations

from cattools.core.messages import N_, text
from cattools.widgets import score_table
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.mode import Mode
from cattools.widgets.protocol import Copy, Download

COPIED = N_("The sheet is copied where the browser allows it; it also stands below, under “As text, to copy”.")


class Points(Mode):
    """A mode with sheets of points."""

    def sheets(self) -> list[score_table.Rows]:
        """Return the sheets, that of the game first."""
        raise NotImplementedError

    def sheet_buttons(self) -> list[Button]:
        """Return the buttons that hand out the sheets."""
        return [
            Button("copy", str(text(N_("Copy as text"))), self.copy),
            Button("csv", str(text(N_("Save as CSV"))), self.save_csv),
        ]

    def copy(self) -> None:
        """Put the sheets on the clipboard as text."""
        self.post(Copy("\n\n".join(map(score_table.plain, self.sheets()))))
        self.answer(MessageKind.INFO, [text(COPIED)])

    def save_csv(self) -> None:
        """Hand out the sheets for a spreadsheet."""
        self.post(Download(f"{self.keeps}.csv", "\n".join(map(score_table.csv, self.sheets()))))
        self.answer(MessageKind.INFO, [text(N_("Saved as a file."))])
