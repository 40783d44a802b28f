"""The entered result of a round at a real table: tricks, predictions, largest groups, and the paradox."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from cattools.core.errors import NotationError
from cattools.core.grid import mask
from cattools.core.messages import N_, listed, text
from cattools.core.notation import limited
from cattools.core.rules import Check, Checks, Fault, fault, refusals
from cattools.core.table import scorer
from cattools.core.table.scorer import RoundForm
from cattools.games.catbox.rules import legality, scoring
from cattools.games.catbox.rules.components import LETTERS, SEATS
from cattools.games.catbox.rules.labels import seat_name
from cattools.games.catbox.rules.state import END, Catbox

_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Entry:
    """The result of a round: tricks, prediction and largest group of each seat: `round 3,1,0 2,3,0 3,3,4 paradox=o`."""

    won: tuple[int, ...]
    predictions: tuple[int, ...]
    groups: tuple[int, ...]
    paradox: int | None = None

    def __str__(self) -> str:
        seats = zip(self.won, self.predictions, self.groups, strict=True)
        parts = [f"{won},{predicted or '-'},{group}" for won, predicted, group in seats]
        return " ".join(["round", *parts, *([] if self.paradox is None else [f"paradox={LETTERS[self.paradox]}"])])

    def ended(self, table: Catbox) -> Catbox:
        """Return the end of the round, with a connected group of tokens of the entered size for each seat.

        The first n cells of the board in reading order are always connected.
        """
        return replace(
            table,
            phase=END,
            turn=(table.start_player + 1) % table.players,
            won=self.won,
            predictions=self.predictions,
            tokens=tuple((1 << n) - 1 for n in self.groups),
            filled=table.observed,
            paradox=self.paradox,
            trick=(),
            leader=table.start_player,
        )


# --- checks --------------------------------------------------------------------------------------------------------


def _tricks(table: Catbox, entry: Entry) -> Fault | None:
    won, due = sum(entry.won), table.board.tricks
    return fault(found=won, n=due) if entry.paradox is None and won != due else None


def _after_paradox(table: Catbox, entry: Entry) -> Fault | None:
    won, due = sum(entry.won), table.board.tricks
    return fault(found=won, n=due) if entry.paradox is not None and won >= due else None


def _fewer(table: Catbox, entry: Entry) -> Fault | None:
    for seat, (before, won) in enumerate(zip(table.won, entry.won, strict=True)):
        if won < before:
            return fault(who=seat_name(seat), n=before, found=won)
    return None


def _other_prediction(table: Catbox, entry: Entry) -> Fault | None:
    for seat, (before, predicted) in enumerate(zip(table.predictions, entry.predictions, strict=True)):
        if before and predicted != before and predicted in table.board.predictions:
            return fault(who=seat_name(seat), n=before, found=predicted)
    return None


def _smaller(table: Catbox, entry: Entry) -> Fault | None:
    if table.board.other_face:  # the players use a face of the board whose adjacency is unknown
        return None
    for seat, (own, group) in enumerate(zip(table.tokens, entry.groups, strict=True)):
        if 0 < group < (n := table.board.group(own).bit_count()):  # 0 is an empty field
            return fault(who=seat_name(seat), n=n, found=group)
    return None


def _not_printed(table: Catbox, entry: Entry) -> Fault | None:
    printed = table.board.predictions
    for seat, predicted in enumerate(entry.predictions):
        if printed and predicted not in printed:
            return fault(who=seat_name(seat), tricks=predicted, printed=listed(list(printed)))
    return None


def _group(_: Catbox, entry: Entry) -> Fault | None:
    placed = sum(entry.won) + (entry.paradox is not None)  # one token per trick, and possibly one in the broken trick
    for seat, group in enumerate(entry.groups):
        if group > placed:
            return fault(who=seat_name(seat), n=placed, found=group)
    return None


CHECKS: Checks = {
    Entry: (
        legality.OVER,
        *legality.LATE,
        Check("catbox.phase.end", N_("The round has {n} tricks, but {found} were entered."), _tricks),
        Check(
            "catbox.paradox.trick",
            N_("After a paradox, fewer than {n} tricks are won, but {found} were entered."),
            _after_paradox,
        ),
        Check("catbox.trick.winner", N_("Tricks already won by {who}: {n}, but {found} were entered."), _fewer),
        Check("catbox.prepare.predict", N_("{who} predicted {n}, but {found} was entered."), _other_prediction),
        Check(
            "catbox.prepare.predict",
            N_("{tricks} is not printed: {who} must have predicted one of {printed}."),
            _not_printed,
        ),
        Check("catbox.score.bonus", N_("{who} placed at most {n} tokens, so no group has {found}."), _group),
        Check("catbox.score.bonus", N_("{who} already has a group of {n}, but {found} was entered."), _smaller),
    )
}


# --- the form ------------------------------------------------------------------------------------------------------


def round_form(table: Catbox) -> RoundForm:
    """Return the form for the result of a round: one row per player, and who caused a paradox."""
    printed, rows = table.board.predictions, []
    for at, seat in enumerate(SEATS[: table.players]):
        known = str(table.predictions[at] or "")
        prediction = [scorer.Entry(f"said-{seat}", text(N_("Prediction")), known)] if printed else []
        group = scorer.Entry(f"group-{seat}", text(N_("Largest group")), number=False)
        rows.append((scorer.Entry(f"won-{seat}", text(N_("Tricks"))), *prediction, group))
    seats = [(id_, seat_name(at)) for at, id_ in enumerate(SEATS[: table.players])]
    paradox = scorer.Field("paradox", text(N_("Paradox")), (("", text(N_("nobody"))), *seats), "")
    note = N_("You may leave a group empty if it earns no bonus.")
    if table.board.other_face:
        note = N_(
            "You may leave a group empty if it earns no bonus. Count groups on your own board and enter the numbers: "
            "its face for this number of players is not the one shown here."
        )
    return RoundForm(tuple(rows), text(note), (paradox,))


# --- parsing -------------------------------------------------------------------------------------------------------


def read_round(parts: Sequence[str], table: Catbox) -> Entry:
    """Parse the result of a round from one part per seat. Raises `NotationError`."""
    values = {"paradox": ""}
    named = [part for part in parts if part.startswith("paradox=")]
    entries = [part for part in parts if part not in named]
    if named:
        letter = named[0].removeprefix("paradox=")
        values["paradox"] = next((id_ for id_ in SEATS[: table.players] if letter in (id_[0], id_)), letter)
    if len(entries) != table.players or len(named) > 1:
        raise NotationError(
            text(N_("tricks, prediction and group of {players} players, as in 3,1,4"), players=table.players),
            " ".join(parts),
        )
    for seat, part in zip(SEATS, entries, strict=False):
        fields = part.split(",")
        if len(fields) != 3:
            raise NotationError(text(N_("tricks, prediction and group as in 3,1,4")), part)
        values |= dict(zip((f"won-{seat}", f"said-{seat}", f"group-{seat}"), fields, strict=True))
    return read_form(values, table)


def read_form(values: Mapping[str, str], table: Catbox) -> Entry:
    """Parse the result of a round from named fields. Raises `NotationError`.

    A group is a number or a list of cells; it can be missing if it scores nothing.
    """
    seats, board = range(table.players), table.board
    owners = {cell: seat for cell in range(board.grid.size) if (seat := table.owner(cell)) is not None}

    def each(field: str, read: Callable[[str, int], int]) -> tuple[int, ...]:
        return tuple(read(limited(values.get(f"{field}-{SEATS[s]}", ""), _LONGEST), s) for s in seats)

    def number(what: str) -> Callable[[str, int], int]:
        def read(written: str, seat: int) -> int:
            if not re.fullmatch("[0-9]", written):
                raise NotationError(
                    text(N_("{what} of {who} as a number"), what=what, who=seat_name(seat)), written or "nothing"
                )
            return int(written)

        return read

    def group(written: str, seat: int) -> int:
        cells = re.split(r"[\s,+]+", written)
        if written in ("", "-"):
            return 0
        if written.isdecimal() and written.isascii():
            return int(written[:3])
        if any(cell not in board.grid.index for cell in cells):
            raise NotationError(
                text(N_("the largest group of {who} as a number or as cells such as b2 b3"), who=seat_name(seat)),
                written,
            )
        for cell in cells:
            at = board.grid.index[cell]
            if table.observed >> at & 1 or owners.setdefault(at, seat) != seat:
                whose = seat_name(owners[at]) if at in owners else text(N_("nobody"))
                expected = N_("cells of {who} without {cell}, which belongs to {whose}")
                raise NotationError(text(expected, who=seat_name(seat), cell=cell, whose=whose), written)
        named = mask({board.grid.index[cell] for cell in cells})
        if board.group(named) != named:
            raise NotationError(text(N_("cells of {who} that touch by their sides"), who=seat_name(seat)), written)
        return named.bit_count()

    paradox = values.get("paradox", "")
    if paradox and paradox not in SEATS[: table.players]:
        raise NotationError(text(N_("a player of the round, or nobody, for the paradox")), paradox)
    prediction = number(str(text(N_("the prediction"))))
    entry = Entry(
        won=each("won", number(str(text(N_("the tricks"))))),
        predictions=each("said", prediction) if board.predictions else (0,) * table.players,
        groups=each("group", group),
        paradox=SEATS.index(paradox) if paradox else None,
    )
    return _complete(entry, table, values)


def _complete(entry: Entry, table: Catbox, values: Mapping[str, str]) -> Entry:
    """Return the entry. Raises `NotationError` if a group that earns a bonus is missing."""
    ended = entry.ended(table)
    for seat, group in enumerate(() if refusals(CHECKS[Entry], table, entry) else entry.groups):
        if not group and any(entry.won) and seat != entry.paradox and scoring.met(ended, seat):
            raise NotationError(
                text(N_("the largest group of {seat}, who met the prediction"), seat=seat_name(seat)),
                values.get(f"group-{SEATS[seat]}", "").strip() or "nothing",
            )
    return entry
