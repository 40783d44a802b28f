"""Export of the players' points in a real game, side by side, as text and as CSV."""

from __future__ import annotations

from cattools.core.messages import N_, text
from cattools.widgets import score_table
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.mode import Mode
from cattools.widgets.protocol import Copy, Download

COPIED = N_("The scores have been copied if the browser allows it. See also “As text, to copy” below.")


class ScoreExport(Mode):
    """A mode with score tables."""

    def sheets(self) -> list[score_table.Rows]:
        """Return the score tables; the first is that of the current game."""
        raise NotImplementedError

    def sheet_buttons(self) -> list[Button]:
        """Return the buttons that export the score tables."""
        return [
            Button("copy", str(text(N_("Copy as text"))), self.copy),
            Button("csv", str(text(N_("Save as CSV"))), self.save_csv),
        ]

    def copy(self) -> None:
        """Copy the score tables to the clipboard as text."""
        self.post(Copy("\n\n".join(map(score_table.plain, self.sheets()))))
        self.answer(MessageKind.INFO, [text(COPIED)])

    def save_csv(self) -> None:
        """Offer the score tables as a CSV file."""
        self.post(Download(f"{self.keeps}.csv", "\n".join(map(score_table.csv, self.sheets()))))
        self.answer(MessageKind.INFO, [text(N_("Saved as a file."))])
