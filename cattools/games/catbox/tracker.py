"""The round tracker of Cat in the Box: it follows a game at a real table without knowing any hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cattools.core.display.scene import Cell, Look, Panel, Scene
from cattools.core.errors import NotationError
from cattools.core.events import Event, EventKind
from cattools.core.game import AnyGame, Seat, State, Tracker, View, with_seat
from cattools.core.grid import mask
from cattools.core.messages import N_, NP_, Text, integer, listed, many, text
from cattools.core.notation.actions import Actions
from cattools.core.notation.parsing import ACTION, limited
from cattools.core.options import Options
from cattools.core.rules import CheckList, Fault, Refusal, Refusals, fault, refusals
from cattools.core.score import Score
from cattools.core.table import scorer
from cattools.core.table.position_editor import Draft
from cattools.core.table.scorer import RoundForm, Rounds
from cattools.games.catbox import board, components, effects, legality, position
from cattools.games.catbox.components import Action, Next, Paradox, Play, Predict, ResearchBoard, Reveal, box, seat_name
from cattools.games.catbox.notation import spelled_out, write_position
from cattools.games.catbox.position import END, PLAY, PREDICT, REVEAL, Catbox, CatboxView, RoundPoints, start
from cattools.games.catbox.position_editor import without_hands

__all__ = ["TRACKER", "RoundTracker"]

# --- actions and public state ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Broken(Paradox):
    """A paradox that a player announces (`catbox.paradox`); `held` is the hand if the player shows it."""

    held: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(["paradox", *map(str, self.held)])


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
        return " ".join(
            ["round", *parts, *([] if self.paradox is None else [f"paradox={components.LETTERS[self.paradox]}"])]
        )

    def ended(self, table: Catbox) -> Catbox:
        """Return the end of the round, with, for each seat, a connected group of as many tokens as were entered.

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


Step = Action | Entry
STEPS = Actions[Step](
    *(Next, Predict, Reveal, Play),
    examples=("b6", "predict 2", "reveal 3", "paradox", "paradox 3 5 5", "next"),
    also=components.SPELLINGS,
)


@dataclass(frozen=True, slots=True)
class Tally(State[Step]):
    """The public state. In `table` every hand holds all cards, because it could hold any of them; no card is put aside.

    A play is checked as if its card were the only card in hand: if it is refused even then, no hand makes it legal.
    `entered` means that only the result of this round was entered, so the board is empty.
    """

    options: Options
    table: Catbox
    entered: bool = False

    @property
    def board(self) -> ResearchBoard:
        """The research board in play."""
        return self.table.board

    @property
    def to_move(self) -> int | None:
        """The seat to play, to predict or to reveal a card; None once the game is over."""
        return None if self.table.over else self.table.turn

    @property
    def pending(self) -> bool:
        """Whether a paradox is certain, because no card at all could be declared."""
        return self.table.phase is PLAY and not self.open_cells()

    def holding(self, held: int) -> Catbox:
        """Return the position with exactly these cards in the hand of the seat to move."""
        return replace(self.table, hands=with_seat(self.table.hands, self.table.turn, held))

    def before(self, action: Step) -> Catbox:
        """Return the position with the cards that an action shows as the whole hand, if it shows any."""
        if isinstance(action, Broken):
            return self.holding(components.cards(action.held))
        return self.holding(components.one_card(action.card)) if isinstance(action, Play) else self.table

    def open_cells(self) -> int:
        """Return the cells that the seat to move could take with at least one card that it could hold."""
        found = 0
        for cells in self.ways().values():
            found |= cells
        return found

    def ways(self) -> dict[int, int]:
        """Return, for each number that the seat to move could hold, the cells that such a card could take."""
        numbers = range(1, self.board.numbers + 1)
        return {card: self.holding(components.one_card(card)).open_cells() for card in numbers if self.may_hold(card)}

    def may_hold(self, card: int) -> bool:
        """Return whether the seat to move could hold a card: leading red while it was closed excludes some numbers."""
        forced = self.table.forced
        return forced is None or forced.seat != self.table.turn or bool(forced.numbers >> card - 1 & 1)

    def unseen(self, card: int) -> int:
        """Return the number of copies of a card that are not on the board."""
        return box().copies - (self.table.filled & self.board.column[card]).bit_count()

    def sizes(self) -> tuple[int, ...]:
        """Return the number of cards in each hand, which is public."""
        table = self.table
        placed = [sum(table.won)] * table.players if self.entered else [own.bit_count() for own in table.tokens]
        return tuple(self.board.dealt - 1 - n for n in placed)

    def seen(self) -> CatboxView:
        """Return the view of a spectator; only the hand shown after a paradox is open."""
        table = self.table
        if self.entered:
            table = replace(table, tokens=(0,) * table.players, filled=table.observed)
        left = self.board.left - table.observed.bit_count()
        return replace(position.view(table, None), sizes=self.sizes(), left=left)


# --- the result of a round -------------------------------------------------------------------------------------

CHECKS = CheckList(Entry)
CHECKS[Entry] = tuple(  # a round that is over already has its result
    check for check in legality.CHECKS[Paradox] if check.rule in ("catbox.end", "catbox.phase.end", "catbox.paradox")
)


def _first(wrong: Sequence[bool], known: Sequence[int], found: Sequence[int]) -> Fault | None:
    """Return a fault for the first seat whose entry is wrong, with the known number and the one entered."""
    seats = (seat for seat, is_wrong in enumerate(wrong) if is_wrong)
    return next((fault(who=seat_name(seat), n=known[seat], found=found[seat]) for seat in seats), None)


@CHECKS.refuse("catbox.phase.end", N_("The round has {n} tricks, but {found} were entered."), Entry)
def _tricks(table: Catbox, entry: Entry) -> Fault | None:
    won, due = sum(entry.won), table.board.tricks
    return fault(found=won, n=due) if entry.paradox is None and won != due else None


@CHECKS.refuse(
    "catbox.paradox.trick", N_("After a paradox, fewer than {n} tricks are won, but {found} were entered."), Entry
)
def _after_paradox(table: Catbox, entry: Entry) -> Fault | None:
    won, due = sum(entry.won), table.board.tricks
    return fault(found=won, n=due) if entry.paradox is not None and won >= due else None


@CHECKS.refuse("catbox.trick.winner", N_("Tricks already won by {who}: {n}, but {found} were entered."), Entry)
def _fewer(table: Catbox, entry: Entry) -> Fault | None:
    wrong = [now < before for before, now in zip(table.won, entry.won, strict=True)]
    return _first(wrong, table.won, entry.won)


@CHECKS.refuse("catbox.prepare.predict", N_("{who} predicted {n}, but {found} was entered."), Entry)
def _other_prediction(table: Catbox, entry: Entry) -> Fault | None:
    pairs = zip(table.predictions, entry.predictions, strict=True)
    wrong = [before not in (0, now) and now in table.board.predictions for before, now in pairs]
    return _first(wrong, table.predictions, entry.predictions)


@CHECKS.refuse(
    "catbox.prepare.predict", N_("{tricks} is not printed: {who} must have predicted one of {printed}."), Entry
)
def _not_printed(table: Catbox, entry: Entry) -> Fault | None:
    printed = table.board.predictions
    for seat, predicted in enumerate(entry.predictions):
        if printed and predicted not in printed:
            return fault(who=seat_name(seat), tricks=predicted, printed=listed(printed))
    return None


@CHECKS.refuse("catbox.score.bonus", N_("{who} placed at most {n} tokens, so no group has {found}."), Entry)
def _group_too_large(_: Catbox, entry: Entry) -> Fault | None:
    placed = sum(entry.won) + (entry.paradox is not None)  # one token per trick, and possibly one in the broken trick
    return _first([group > placed for group in entry.groups], [placed] * len(entry.won), entry.groups)


@CHECKS.refuse("catbox.score.bonus", N_("{who} already has a group of {n}, but {found} was entered."), Entry)
def _group_too_small(table: Catbox, entry: Entry) -> Fault | None:
    if table.board.other_face:  # the players use a side of the board whose layout is unknown
        return None
    sizes = [table.board.group(own).bit_count() for own in table.tokens]
    wrong = [0 < group < size for group, size in zip(entry.groups, sizes, strict=True)]  # 0 is an empty field
    return _first(wrong, sizes, entry.groups)


def round_form(table: Catbox) -> RoundForm:
    """Return the form for the result of a round: one row per player, and who caused a paradox."""
    rows, seats = list[tuple[scorer.Entry, ...]](), components.SEATS[: table.players]
    for id_, known in zip(seats, table.predictions, strict=True):
        said = scorer.Entry(f"said-{id_}", text(N_("Prediction")), str(known or ""))
        group = scorer.Entry(f"group-{id_}", text(N_("Largest group")), number=False)
        won = scorer.Entry(f"won-{id_}", text(N_("Tricks")))
        rows.append((won, said, group) if table.board.predictions else (won, group))
    choices = (("", text(N_("nobody"))), *((id_, seat_name(seat)) for seat, id_ in enumerate(seats)))
    note = N_("You may leave a group empty if it earns no bonus.")
    if table.board.other_face:
        note = N_(
            "You may leave a group empty if it earns no bonus. Count groups on your printed research board "
            "and enter the numbers: with this number of players, its other side is up, not the one shown here."
        )
    return RoundForm(tuple(rows), text(note), (scorer.Field("paradox", text(N_("Paradox")), choices, ""),))


def read_round(parts: Sequence[str], table: Catbox) -> Entry:
    """Return the result of a round from one part per seat. Raises `NotationError`."""
    named = [part for part in parts if part.startswith("paradox=")]
    entries = [part for part in parts if part not in named]
    if len(entries) != table.players or len(named) > 1:
        expected = N_("tricks, prediction and group of {players} players, as in 3,1,4")
        raise NotationError(text(expected, players=table.players), " ".join(parts))
    letter = "".join(named).removeprefix("paradox=")
    values = {"paradox": next((id_ for id_ in components.SEATS if letter in (id_[0], id_)), letter)}
    for seat, part in zip(components.SEATS, entries, strict=False):
        fields = part.split(",")
        if len(fields) != 3:
            raise NotationError(text(N_("tricks, prediction and group as in 3,1,4")), part)
        values |= dict(zip((f"won-{seat}", f"said-{seat}", f"group-{seat}"), fields, strict=True))
    return read_form(values, table)


def read_form(values: Mapping[str, str], table: Catbox) -> Entry:
    """Return the result of a round from named fields. Raises `NotationError`.

    A group is a number or a list of cells; it can be missing if it scores nothing.
    """
    seats, printed = components.SEATS[: table.players], table.board.predictions
    owners = {cell: seat for cell in range(table.board.grid.size) if (seat := table.owner(cell)) is not None}
    won, said, groups = (
        [limited(values.get(f"{field}-{id_}", ""), ACTION) for id_ in seats] for field in ("won", "said", "group")
    )
    paradox = values.get("paradox", "")
    if paradox and paradox not in seats:
        raise NotationError(N_("a player of the round, or nobody, for the paradox"), paradox)
    entry = Entry(
        won=tuple(_number(one, seat, N_("the tricks")) for seat, one in enumerate(won)),
        predictions=tuple(_number(one, seat, N_("the prediction")) if printed else 0 for seat, one in enumerate(said)),
        groups=tuple(_group(one, seat, table, owners) for seat, one in enumerate(groups)),
        paradox=seats.index(paradox) if paradox else None,
    )
    ended = entry.ended(table)
    for seat, group in enumerate(() if refusals(CHECKS[Entry], table, entry) else entry.groups):
        if not group and any(entry.won) and seat != entry.paradox and position.met(ended, seat):
            expected = text(N_("the largest group of {seat}, who met the prediction"), seat=seat_name(seat))
            raise NotationError(expected, groups[seat] or text(N_("nothing")))
    return entry


def _number(written: str, seat: int, what: str) -> int:
    if not re.fullmatch("[0-9]", written):
        expected = text(N_("{what} of {who} as a number"), what=text(what), who=seat_name(seat))
        raise NotationError(expected, written or "nothing")
    return int(written)


def _group(written: str, seat: int, table: Catbox, owners: dict[int, int]) -> int:
    """Return the size of a group, noting its cells in `owners`: a cell has only one owner. Raises `NotationError`."""
    index, who = table.board.grid.index, seat_name(seat)
    if written in ("", "-"):
        return 0
    if written.isdecimal() and written.isascii():
        return int(written[:3])
    cells = set(re.split(r"[\s,+]+", written))
    if not cells <= index.keys():
        expected = text(N_("the largest group of {who} as a number or as cells such as b2 b3"), who=who)
        raise NotationError(expected, written)
    for cell in sorted(cells):
        at = index[cell]
        if table.observed >> at & 1 or owners.setdefault(at, seat) != seat:
            whose = seat_name(owners[at]) if at in owners else text(N_("nobody"))
            expected = text(
                N_("cells of {who} without {cell}, which belongs to {whose}"), who=who, cell=cell, whose=whose
            )
            raise NotationError(expected, written)
    named = mask(index[cell] for cell in cells)
    if table.board.group(named) != named:
        raise NotationError(text(N_("cells of {who} that touch by their sides"), who=who), written)
    return named.bit_count()


# --- tracker ---------------------------------------------------------------------------------------------------


class RoundTracker(Tracker[Tally, Step]):
    """Cat in the Box as seen at the table: the same rules, applied to the public state."""

    quiet_rules = frozenset({"catbox.declare", "catbox.score.tricks", "catbox.score.bonus"})
    actions = STEPS
    checks = CHECKS

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Return the seats, in turn order."""
        return position.seats(options)

    def start(self, options: Options) -> Tally:
        """Return the start of the game, after the deal."""
        return _begun(options)

    # --- playing -------------------------------------------------------------------------------------------------

    def candidates(self, state: Tally) -> Iterator[Step]:
        """Yield every action that a player could mean, legal or not; for a paradox, no hand is shown."""
        yield Broken()
        yield from STEPS.candidates(state)

    def legal(self, state: Tally) -> Sequence[Step]:
        """Return what can be entered now, including a paradox if the seat to move could have no card to declare."""
        if state.table.phase is not PLAY:
            return legality.legal(state.table)
        paradox = Broken()
        return (*state.board.plays(state.open_cells()), *([] if self.why_not(state, paradox) else [paradox]))

    def why_not(self, state: Tally, action: Step) -> Refusals:
        """Return all refusals of an action that follow from the public state, each with its rule."""
        if isinstance(action, Entry):
            return refusals(CHECKS[Entry], state.table, action)
        if isinstance(action, Broken):
            found = state.before(action).why_not(legality.PARADOX)
            return found or Refusals(_miscounted(state, action) if action.held else _impossible(state))
        found = state.before(action).why_not(action)
        if isinstance(action, Play) and not found and not state.may_hold(action.card):
            sentence = N_("{who} led red while it was closed, which is legal only without a {card} in hand.")
            said = text(sentence, who=seat_name(state.table.turn), card=action.card)
            found = Refusals([Refusal("catbox.lead.red-forced", said)])
        return found

    def allows(self, state: Tally, action: Step) -> bool:
        """Return whether a step is possible, without giving reasons."""
        return not self.why_not(state, action)

    def apply_unchecked(self, state: Tally, action: Step) -> Tally:
        """Return the state after a legal action."""
        table = state.table
        if isinstance(action, Entry):
            return Tally(state.options, action.ended(table), entered=True)
        if isinstance(action, Next):
            return _begun(state.options, table.round + 1, position.by_round(table))
        now = effects.apply_unchecked(state.before(action), action)
        if isinstance(action, Broken):
            return Tally(state.options, now)
        phase = now.phase if now.phase in (REVEAL, PREDICT, END) else PLAY  # cards put aside are not entered
        return Tally(state.options, replace(now, phase=phase, hands=table.hands))

    # --- events and status ---------------------------------------------------------------------------------------

    def events(self, state: Tally, action: Step) -> tuple[Event, ...]:
        """Return the events of an action; for a lead of red while it is closed, one says when that is legal."""
        if isinstance(action, Entry):
            return tuple(effects.round_ended(self.apply_unchecked(state, action).table, seen=False))
        first, *rest = effects.events(state.before(action), action)
        if first.rule == "catbox.lead.red-forced":
            sentence = N_("Red was closed: this is legal only if {who} cannot declare a card in another colour.")
            rest.insert(0, Event(EventKind.NOTE, text(sentence, who=seat_name(state.table.turn)), first.rule))
        return (first, *rest)

    def status(self, state: Tally) -> Text:
        """Return one or two sentences: what to do, and what it could cost."""
        table = state.table
        status, who = effects.status(table), seat_name(table.turn)
        if table.phase is not PLAY or (table.leads and table.red_open):
            return status
        if table.leads:
            return text(N_("{status} Red may be led only if no card can be declared in another colour."), status=status)
        led = state.board.colour(table.trick[0])
        cost = N_("{status} Any other colour costs {led}.")
        if not table.markers[table.turn] >> led & 1:
            cost = N_("{status} {who} has already lost {led}, so nothing more can be lost.")
        return text(cost, status=status, led=components.colour_word(state.board, led), who=who)

    def prompt(self, state: Tally) -> Text:
        """Return what to press to enter what happens at the table, and what it could cost."""
        table, who = state.table, seat_name(state.table.turn)
        if table.phase is END:
            return text(N_("Press “Next round” when the next round begins at the table."))
        if table.phase is REVEAL:
            return text(N_("Press the cell of each card revealed at the table."))
        if table.phase is PREDICT:
            return text(N_("Press the number of tricks that {who} predicts."), who=who)
        if state.pending:
            return text(N_("{who} cannot declare any card: press “Paradox”."), who=who)
        if table.leads and table.red_open:
            return text(N_("Press the cell of the card that {who} leads."), who=who)
        if table.leads:
            closed = N_(
                "Press the cell of the card that {who} leads. Red may be led only if no card can be declared in "
                "another colour."
            )
            return text(closed, who=who)
        led = state.board.colour(table.trick[0])
        cost = N_("Press the cell of the card that {who} declares. Any colour but {led} costs {led}.")
        if not table.markers[table.turn] >> led & 1:
            cost = N_("Press the cell of the card that {who} declares. {who} has already lost {led}.")
        return text(cost, led=components.colour_word(state.board, led), who=who)

    def answer(self, state: Tally, written: str) -> list[object] | None:
        """Return, if only a number is written, for each colour that the card can be declared in it, or why not."""
        board, number = state.board, written.strip()
        if state.table.phase is not PLAY or number not in map(str, range(1, board.numbers + 1)):
            return None
        found: list[object] = []
        for row in range(len(board.colours)):
            reasons = self.why_not(state, board.play[board.cell(row, int(number))])
            can = text(
                N_("The {card} can be declared as {colour}."), card=number, colour=components.colour_word(board, row)
            )
            found.append(reasons[0] if reasons else can)
        return found

    def offered(self, state: Tally) -> list[tuple[str, Text]]:
        """Return the button for the next round or a paradox; a paradox is offered even if it would be refused."""
        if state.table.phase is END and state.to_move is not None:
            return [("next", text(N_("Next round")))]
        return [("paradox", text(N_("Paradox")))] if state.table.phase is PLAY else []

    # --- scoring -------------------------------------------------------------------------------------------------

    def score(self, state: Tally) -> Score:
        """Return the score so far, line by line."""
        return position.score(state.table)

    def winners(self, state: Tally) -> tuple[int, ...]:
        """Return the winning seats of a finished game."""
        return position.winners(state.table)

    def rounds(self, state: Tally) -> Rounds:
        """Return, for each finished round and seat, the points for tricks and the bonus; and the totals."""
        rounds = position.by_round(state.table)
        rows = tuple(tuple(f"{integer(won)} + {bonus}" for won, bonus in seats) for seats in rounds)
        return Rounds(text(N_("Score sheet: tricks + bonus")), rows, tuple(position.totals(state.table)))

    def drafted(self, state: Tally) -> tuple[AnyGame, Draft] | None:
        """Return a draft with all hands unknown, or None if only the result of the round was entered."""
        return None if state.entered else (Catbox.game, without_hands(state.table, state.sizes()))

    def round_form(self, state: Tally) -> RoundForm | None:
        """Return the form for the result of the round, or None while no result can be entered."""
        return round_form(state.table) if state.table.phase is not END else None

    # --- notation and presses ------------------------------------------------------------------------------------

    def read_action(self, written: str, state: Tally) -> Step:
        """Return the play, the other action, or the result of a round that a line denotes. Raises `NotationError`."""
        words = limited(written, ACTION)
        if words.startswith("round"):
            return read_round(words.removeprefix("round").split(), state.table)
        if found := re.fullmatch(r"paradox((?:[\s,]*[0-9])*)", words):
            held = [int(digit) for digit in re.findall("[0-9]", found[1])]
            most, copies = state.board.numbers, box().copies
            if any(not 1 <= card <= most or held.count(card) > copies for card in held):
                expected = text(N_("cards from 1 to {most}, at most {copies} of each"), most=most, copies=copies)
                raise NotationError(expected, found[1].strip())
            return Broken(tuple(sorted(held)))
        return STEPS.read(spelled_out(written, state.table), state)

    def read_form(self, values: Mapping[str, str], state: Tally) -> Entry:
        """Return the result of a round from named fields. Raises `NotationError`."""
        return read_form(values, state.table)

    def write_position(self, state: Tally) -> str:
        """Return the public state as one line."""
        return write_position(state.table)

    def presses(self, action: Step) -> tuple[str, ...]:
        """Return the area to press for an action; for a play it is only the cell, because no hand is shown."""
        if isinstance(action, Reveal):
            return (f"{box().preset[0][0]}{action.card}",)
        return () if isinstance(action, Broken | Entry) else STEPS.presses(action)[-1:]

    def action_from_presses(self, state: Tally, pressed: tuple[str, ...]) -> Step | None:
        """Return the action that a press means, legal or not."""
        if state.table.phase is REVEAL and pressed[-1] in state.board.grid.index:
            return Reveal(int(pressed[-1][1:]))
        return board.action_from_presses(state.table, pressed[-1:])

    # --- display -------------------------------------------------------------------------------------------------

    def scene(self, view: View[Tally, Step], look: Look) -> Scene:  # noqa: ARG002 - all games share this signature
        """Return the scene of the table: the board without a hand."""
        return board.table_scene(view.state.seen().state)

    def panels(self, view: View[Tally, Step]) -> tuple[Panel, ...]:
        """Return a panel for each player, with the size of the largest group."""
        seen, found = view.state.seen(), []
        tokens = seen.state.tokens
        for panel in board.panels(seen):
            largest = seen.state.board.group(tokens[panel.seat]).bit_count()
            size = many("largest group: {n} token", "largest group: {n} tokens", largest)
            cell = Cell(str(text(N_("largest group"))), integer(largest))
            wider = replace(panel, rows=(*panel.rows, (str(size), ())), cells=(*panel.cells, cell))
            found.append(wider if any(tokens) else panel)
        return tuple(found)


def _begun(options: Options, number: int = 0, scored: tuple[RoundPoints, ...] = ()) -> Tally:
    """Return the start of a round, after the deal."""
    table = start(options, number, scored)
    board = table.board
    phase = REVEAL if board.revealed else PREDICT if board.predictions else PLAY
    return Tally(options, replace(table, phase=phase, hands=(board.deck,) * board.players))


def _miscounted(state: Tally, action: Broken) -> tuple[Refusal, ...]:
    """Return the reasons why the seat to move cannot hold a shown hand: its size, or copies already on the board."""
    due, found = state.sizes()[state.table.turn], list[Refusal]()
    if len(action.held) != due:
        one, more = NP_("{who} still holds {n} card, not {found}.", "{who} still holds {n} cards, not {found}.")
        said = many(one, more, due, who=seat_name(state.table.turn), found=len(action.held))
        found.append(Refusal("catbox.prepare.discard", said))
    for card in sorted(set(action.held)):
        if action.held.count(card) > (left := state.unseen(card)):
            one, more = NP_(
                "Only {n} copy of the {card} can be in hand: the others are on the board.",
                "Only {n} copies of the {card} can be in hand: the others are on the board.",
            )
            found.append(Refusal("catbox.components", many(one, more, left, card=card)))
    return tuple(found)


def _impossible(state: Tally) -> tuple[Refusal, ...]:
    """Return the reason why a paradox is impossible: at least one card in hand can certainly be declared."""
    due = state.sizes()[state.table.turn]
    least = due - sum(state.unseen(card) for card, cells in state.ways().items() if not cells)
    if state.table.phase is not PLAY or state.pending or least <= 0:
        return ()
    one, more = NP_(
        "{who} holds {n} card, and it can be declared.",
        "{who} holds {n} cards, and can declare at least {least} of them.",
    )
    said = many(one, more, due, who=seat_name(state.table.turn), least=least)
    return (Refusal("catbox.paradox.not-chosen", said),)


TRACKER = RoundTracker(
    __name__.removesuffix(".tracker"),
    Tally,
    title=N_("Cat in the Box: round tracker"),
    original="キャットインザボックス",
)
