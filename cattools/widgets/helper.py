"""The round helper: what is played at a real table is pressed, checked and counted; a sheet keeps the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

from cattools.core.errors import OptionError, shorten
from cattools.core.events import Event
from cattools.core.messages import N_, text
from cattools.core.options import Options
from cattools.core.records import Record, link_fields, record_of
from cattools.core.scene import Mark, MarkKind
from cattools.core.timeline import Timeline
from cattools.games import game
from cattools.games.catbox import GAME
from cattools.games.catbox.rules.state import END, PLAY, Catbox
from cattools.games.catbox.table.tally import Tally
from cattools.games.catbox.table.tracker import TRACKER
from cattools.widgets import shell
from cattools.widgets.board import Board
from cattools.widgets.forms import link_field, select, worded
from cattools.widgets.shell import Tool, message

QUIET = ("catbox.declare", "catbox.score.tricks", "catbox.score.bonus")  # rules that need no link each time


class Helper(Board):
    """Cat in the Box at a real table, followed on a board.

    A new table does not end the old one: undo at its beginning leads back. Everything entered is kept in the page's
    address, so that a reload, or the link on another device, brings it back.
    """

    def __init__(self, options: Options) -> None:
        self.older: list[Timeline] = []
        self.linked_to = ""
        super().__init__(TRACKER.start(options))
        self.kept = self.fragment()
        self.reads_address = True

    @property
    def tally(self) -> Tally:
        """What is known at the table."""
        state = self.state
        assert isinstance(state, Tally)  # noqa: S101 - nothing else is ever played here
        return state

    @property
    def table(self) -> Catbox:
        """The position, without hands."""
        return self.tally.table

    @property
    def seat(self) -> None:
        """Nobody's view: everybody at the table sees this screen."""
        return

    def marks_now(self) -> list[Mark]:
        """Return what happened, and always what is possible: that is what a helper is asked."""
        offered = self.offered() if not any(m.kind == MarkKind.REFUSED for m in self.hovered) else ()
        at = {m.area for m in (*self.told, *self.hovered)}
        return [*self.told, *(m for m in offered if m.area not in at), *self.hovered]

    def happened(self, stories: Sequence[Sequence[Event]]) -> None:
        """Tell what happened and what is asked now, with the rules that were at work."""
        super().happened(stories)
        events = [event for story in stories for event in story]
        cited = [self.game.rules.cited(e) for e in events if e.rule not in QUIET]
        asked = [] if self.state.to_move is None else [str(self.state.status())]
        self.said = message("info", [*(str(e) for e in events), *asked], cited)

    def status(self) -> str:
        """Return what is asked now."""
        return str(self.state.status())

    def typed(self, text: str) -> None:
        """Enter what is given in notation; a number alone asks where that card may go."""
        number, known = text.strip(), map(str, range(1, self.table.board.numbers + 1))
        if self.table.phase is PLAY and number in known:
            self.answer("info", TRACKER.places(self.tally, int(number)))
            return
        super().typed(text)

    def buttons(self) -> list[Tool]:
        """Return what has no place on the board, undo and redo."""
        found = [tool for tool in super().buttons() if tool.id not in ("undo", "reset")]
        if self.table.phase is END and self.acts:
            found.insert(0, Tool("play:next", str(text(N_("Next round"))), strong=True))
        if self.table.phase is PLAY and not any(tool.id == "play:paradox" for tool in found):
            found.insert(0, Tool("play:paradox", str(text(N_("Paradox")))))  # refused with its reason
        share = Tool("share", str(text(N_("Share this sheet"))))
        return [Tool("undo", str(text(N_("Undo"))), self.timeline.can_undo or bool(self.older)), *found, share]

    def tool(self, tool: str) -> None:
        """Do what a button says; at the beginning of a new table undo leads back to the old one."""
        if tool == "undo" and not self.timeline.can_undo and self.older:
            self.timeline = self.older.pop()
            self.restored(str(text(N_("Back at the table before."))))
        elif tool == "share":
            self.linked_to = "#" + self.fragment()
            told = N_("The link holds everything entered; it has been copied where the browser allows it.")
            self.answer("info", [str(text(told))])
            self.send({"kind": "share", "fragment": self.fragment()})
        elif tool != "reset":
            super().tool(tool)

    # --- what is kept --------------------------------------------------------------------------------------------

    def fragment(self) -> str:
        """Return everything entered at this table as the part of a link after `#`."""
        record = record_of(self.timeline)
        entries = ".".join(record.actions)
        return urlencode({"game": GAME.id, "options": str(record.options), "entries": entries}, safe=",=")

    def refresh(self, moving: Any = None) -> None:
        """Show the table as it is now, and keep it in the page's address."""
        if (now := self.fragment()) != self.kept:
            self.kept, self.linked_to = now, ""
            self.send({"kind": "keep", "fragment": now})
        super().refresh(moving)

    def linked(self, fragment: str) -> None:
        """Take over everything a link holds; undo leads back. Raises `RecordError` and `OptionError`."""
        fields = link_fields(fragment, holds="entries", of=GAME.id)
        entries = tuple(filter(None, fields["entries"].split(".")))
        timeline = Record(self.game, self.game.choose(fields["options"]), entries).replay()
        if self.timeline.line:
            self.older.append(self.timeline)
        self.timeline = timeline
        self.restored(str(text(N_("Loaded."))))

    # --- the sheet and the forms ---------------------------------------------------------------------------------

    def extra(self) -> str:
        """Return the score sheet, the form for the end of a round, and that for another table."""
        end = ""
        if self.acts and self.table.phase is not END:
            words = shell.words(N_("Enter only the end of this round"))
            end = f"<details><summary>{words}</summary>{self.entry()}</details>"
        option = self.game.known_options["players"]
        now = str(self.state.options["players"])
        field = select("players", str(text(option.title)), [(c, worded(option, c)) for c in option.choices], now)
        begin = shell.words(N_("Begin"))
        new = (
            f'<form data-form="new"><div class="cat-fields">{field}</div>'
            f'<button type="submit" name="begin">{begin}</button></form>'
        )
        link = link_field(self.linked_to)
        return f"{self.sheet()}{link}{end}<details><summary>{shell.words(N_('Another table'))}</summary>{new}</details>"

    def titles(self) -> list[str]:
        """Return the names of the seats."""
        return [str(text(seat.name)) for seat in self.game.seats(self.state.options)]

    def sheet(self) -> str:
        """Return the points of every round, for tricks and as bonus, and the totals."""
        heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.titles())
        rows = [f'<tr><th scope="col">{shell.words(N_("Round"))}</th>{heads}</tr>']
        for number, points in enumerate(TRACKER.by_round(self.tally), 1):
            cells = "".join(f"<td>{won} + {bonus}</td>" for won, bonus in points)
            rows.append(f'<tr><th scope="row">{number}</th>{cells}</tr>')
        totals = "".join(f"<td><strong>{n}</strong></td>" for n in TRACKER.totals(self.tally))
        rows.append(f'<tr><th scope="row">{shell.words(N_("Total"))}</th>{totals}</tr>')
        caption = shell.words(N_("Score sheet: tricks + bonus"))
        return f'<table class="cat-sheet"><caption>{caption}</caption>{"".join(rows)}</table>'

    def entry(self) -> str:
        """Return the form for the end of a round: a row a player."""
        table, seats = self.table, self.game.seats(self.state.options)
        printed = table.board.predictions
        asked = [N_("Tricks"), *([N_("Prediction")] if printed else []), N_("Largest group")]
        heads = "".join(f'<th scope="col">{shell.words(word)}</th>' for word in asked)
        rows = [f"<tr><td></td>{heads}</tr>"]
        for at, seat in enumerate(seats):
            who, cells = str(text(seat.name)), []
            names = ["won", *(["said"] if printed else []), "group"]
            for name, word in zip(names, asked, strict=True):
                label = escape(f"{who}: {text(word)}")
                known = table.predictions[at] if name == "said" else 0
                keys = ' inputmode="numeric"' if name != "group" else ""
                cells.append(
                    f'<td><input name="{name}-{seat.id}" aria-label="{label}" size="3" maxlength="40" '
                    f'autocomplete="off" autocapitalize="off"{keys} value="{known or ""}"></td>'
                )
            rows.append(f'<tr><th scope="row">{escape(who)}</th>{"".join(cells)}</tr>')
        nobody = ("", str(text(N_("nobody"))))
        paradox = select("paradox", str(text(N_("Paradox"))), [nobody, *((s.id, str(text(s.name))) for s in seats)], "")
        count = shell.words(N_("Count this round"))
        return (
            f'<form data-form="round"><table class="cat-sheet">{"".join(rows)}</table>'
            f'<p class="cat-row">{shell.words(N_("A group may be left empty where it earns no bonus."))}</p>'
            f'<div class="cat-fields">{paradox}</div>'
            f'<button type="submit" name="count" class="cat-strong">{count}</button></form>'
        )

    def form(self, form: str, values: Mapping[str, str]) -> None:
        """Count a round that was told, or begin at another table. Raises `NotationError` and `OptionError`."""
        if form == "round" and self.acts:
            self.act(TRACKER.read_form(values, self.tally))
        elif form == "new":
            start = TRACKER.start(self.game.choose({"players": values.get("players", "")}))
            self.older.append(self.timeline)
            self.timeline = Timeline(start)
            self.restored(str(text(N_("Another table; undo leads back to the one before."))))


def helper(game_id: str, **options: object) -> Helper:
    """Return a round helper for the real game, as in `helper("catbox", players="3")`. Raises `OptionError`."""
    played = game(game_id)
    if played is not GAME:
        raise OptionError(
            text(N_("expected catbox, the game with a round helper, found {game_id}"), game_id=shorten(game_id))
        )
    return Helper(played.choose(options))
