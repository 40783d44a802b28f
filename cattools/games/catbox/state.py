"""The position: cards, tokens and the trick, and where in the round the players are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cattools.core.game import CHANCE, Game, State
from cattools.core.messages import Text
from cattools.core.options import Options
from cattools.games.catbox import legality, scoring, events
from cattools.games.catbox.actions import Action, Deal, Discard, Next, Paradox, Play, Predict, Reveal
from cattools.games.catbox.cards import counts, kinds, one, size
from cattools.games.catbox.research import Research, research

if TYPE_CHECKING:
    from cattools.core.events import Event
    from cattools.core.rules import Refusal
    from cattools.core.score import Score
    from cattools.games.catbox.view import Seen

DEAL, REVEAL, DISCARD, PREDICT, PLAY, END = PHASES = ("deal", "reveal", "discard", "predict", "play", "end")
PARADOX, NEXT = Paradox(), Next()
Sheet = tuple[tuple[tuple[int, int], ...], ...]  # for each round over, for each seat: points for tricks, bonus


@dataclass(frozen=True, slots=True)
class Catbox(State[Action]):
    """A position. Secret are `hands`, `discards` and `deck` (the cards not dealt); everything else lies on the table.

    Hands are cards (`cards.py`), `tokens`, `observed` and `filled` masks of cells, `markers` the colours each seat
    still has. `leader` began `trick`, the cells taken in it; a whole trick stays there until the next is led. `turn`
    decides, or is dealt to, next; `paradox` is the seat of one, else -1. `forced` is a seat whose lead of red has shown
    that its hand holds only these numbers, else (-1, 0).
    """

    options: Options
    board: Research = field(compare=False, repr=False)  # follows from the options
    phase: str
    turn: int
    hands: tuple[int, ...]
    deck: int
    discards: tuple[int, ...]
    markers: tuple[int, ...]
    predictions: tuple[int, ...]
    tokens: tuple[int, ...]
    filled: int
    leader: int
    trick: tuple[int, ...]
    won: tuple[int, ...]
    observed: int = 0
    round: int = 0
    sheet: Sheet = ()
    paradox: int = -1
    forced: tuple[int, int] = (-1, 0)

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game this is a position of."""
        from cattools.games.catbox import GAME  # noqa: PLC0415 - the package knows this module

        return GAME

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def start(self) -> int:
        """The round start player: seat 0 in the first round, then each to the left (`catbox.round.next`)."""
        return self.round % len(self.hands)

    @property
    def over(self) -> bool:
        """Whether the last round is over (`catbox.end`)."""
        return self.phase == END and self.round + 1 == self.board.rounds

    @property
    def to_move(self) -> int | None:
        """The seat to decide, `CHANCE` while cards are dealt or revealed, None at the end."""
        if self.phase in (DEAL, REVEAL):
            return CHANCE
        return None if self.over else self.turn

    @property
    def pending(self) -> bool:
        """Whether a paradox is due: it happens by itself, at once (`catbox.paradox`)."""
        return self.phase == PLAY and not self.open_cells()

    @property
    def leads(self) -> bool:
        """Whether the next card begins a trick."""
        return len(self.trick) in (0, len(self.hands))

    @property
    def red_open(self) -> bool:
        """Whether a player's token lies in the red row (`catbox.lead.red-open`)."""
        return bool(self.filled & ~self.observed & self.board.row[self.board.trump])

    def declarable(self) -> int:
        """Return the cells that the seat to move could take with a card of its hand, the rules of leading apart."""
        board, turn = self.board, self.turn
        return board.rows[self.markers[turn]] & board.columns[kinds(self.hands[turn])] & ~self.filled

    def open_cells(self) -> int:
        """Return the cells that the seat to move may take now (`catbox.declare`, `catbox.lead.no-red`)."""
        cells = self.declarable()
        if self.leads and not self.red_open:
            return cells & ~self.board.row[self.board.trump] or cells
        return cells

    def legal(self) -> Sequence[Action]:
        """Return every legal action: deals, preparations, or the cells to take."""
        board, phase = self.board, self.phase
        if phase == PLAY:
            return board.plays(self.open_cells()) or (PARADOX,)
        if phase == PREDICT:
            return board.predict
        if phase == END:
            return () if self.over else (NEXT,)
        if phase == DISCARD:
            return [board.discard[card] for card, _ in counts(self.hands[self.turn])]
        deck = self.deck
        return [action for shift, action in self._draws() if deck >> shift & 7]

    def chances(self) -> Sequence[tuple[int, Action]]:
        """Return the possible deals, each as likely as there are copies left."""
        if self.phase not in (DEAL, REVEAL):
            return []
        deck = self.deck
        return [(n, action) for shift, action in self._draws() if (n := deck >> shift & 7)]

    def _draws(self) -> tuple[tuple[int, Deal | Reveal], ...]:
        return self.board.deals if self.phase == DEAL else self.board.reveals

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Return all reasons against an action, each with its rule."""
        return legality.why_not(self, action)

    def allows(self, action: Action) -> bool:
        """Return whether an action is legal; cards played, the most of a game, are looked at one by one."""
        if self.phase != PLAY or not isinstance(action, Play):
            return action in self.legal()
        cell = self.board.grid.index.get(action.at, -1)
        return cell >= 0 and self.board.play[cell] == action and bool(self.open_cells() >> cell & 1)

    def apply_unchecked(self, action: Action) -> Catbox:
        """Return the state after a legal action, unchecked."""
        if isinstance(action, Play):
            return self._played(self.board.grid.index[action.at])
        if isinstance(action, Deal):
            return self._dealt(action.card)
        if isinstance(action, Reveal):
            return self._revealed(action.card)
        turn, onward = self.turn, (self.turn + 1) % len(self.hands)
        last = onward == self.start
        if isinstance(action, Discard):
            hands = put(self.hands, turn, self.hands[turn] - one(action.card))
            phase = DISCARD if not last else PREDICT if self.board.predictions else PLAY
            return replace(self, hands=hands, discards=put(self.discards, turn, action.card), turn=onward, phase=phase)
        if isinstance(action, Predict):
            predictions = put(self.predictions, turn, action.tricks)
            return replace(self, predictions=predictions, turn=onward, phase=PLAY if last else PREDICT)
        if isinstance(action, Paradox):
            return self.broken()
        return fresh(self.options, self.round + 1, (*self.sheet, scoring.points(self)))

    def _dealt(self, card: int) -> Catbox:
        turn, hands, copy = self.turn, self.hands, 1 << 3 * (card - 1)
        deck, hands = self.deck - copy, (*hands[:turn], hands[turn] + copy, *hands[turn + 1 :])
        onward, board = (turn + 1) % len(hands), self.board
        phase = DEAL
        if onward == self.start and size(deck) == board.left:
            phase = REVEAL if board.revealed else DISCARD
        return Catbox(
            self.options, board, phase, onward, hands, deck, self.discards, self.markers, self.predictions,
            self.tokens, 0, self.leader, (), self.won, 0, self.round, self.sheet,
        )  # fmt: skip

    def _revealed(self, card: int) -> Catbox:
        board, deck = self.board, self.deck - one(card)
        cell = next(c for c in (board.cell(row, card) for row in board.preset) if not self.observed >> c & 1)
        observed = self.observed | 1 << cell
        phase = REVEAL if observed.bit_count() < board.revealed else DISCARD
        return replace(self, deck=deck, observed=observed, filled=observed, phase=phase)

    def _played(self, cell: int) -> Catbox:
        board, turn, trick, forced = self.board, self.turn, self.trick, self.forced
        seats, markers, leader = len(self.hands), self.markers, self.leader
        if len(trick) in (0, seats):
            trick, leader = (cell,), turn
            if cell // board.numbers == board.trump and not self.red_open:
                forced = (turn, self._only_red())
        else:
            led = trick[0] // board.numbers
            if led != cell // board.numbers and markers[turn] >> led & 1:
                markers = put(markers, turn, markers[turn] ^ 1 << led)
            trick = (*trick, cell)
        hands = put(self.hands, turn, self.hands[turn] - (1 << 3 * (cell % board.numbers)))
        tokens, won, phase = put(self.tokens, turn, self.tokens[turn] | 1 << cell), self.won, PLAY
        if len(trick) == seats:
            turn = (leader + board.taker(trick)) % seats
            won = put(won, turn, won[turn] + 1)
            if sum(won) == board.tricks:
                phase, turn = END, (self.start + 1) % seats
        else:
            turn = (turn + 1) % seats
        return Catbox(
            self.options, board, phase, turn, hands, self.deck, self.discards, markers, self.predictions, tokens,
            self.filled | 1 << cell, leader, trick, won, self.observed, self.round, self.sheet, -1, forced,
        )  # fmt: skip

    def _only_red(self) -> int:
        """Return the numbers that the seat to move could not declare in any colour but red."""
        board = self.board
        free = board.rows[self.markers[self.turn]] & ~self.filled & ~board.row[board.trump]
        return sum(1 << n for n in range(board.numbers) if not free & board.column[n + 1])

    def broken(self) -> Catbox:
        """Return the end of the round by a paradox of the seat to move (`catbox.paradox`)."""
        return replace(self, phase=END, turn=(self.start + 1) % len(self.hands), paradox=self.turn)

    def events(self, action: Action) -> tuple[Event, ...]:
        """Return what a legal action does, step by step."""
        return events.events(self, action)

    def score(self) -> Score:
        """Return the score so far, line by line (`catbox.score.tricks`, `catbox.score.bonus`)."""
        return scoring.score(self)

    def winners(self) -> tuple[int, ...]:
        """Return the seats with the highest total; of equals the better final round (`catbox.end.tie`)."""
        return scoring.winners(self)

    def status(self) -> Text:
        """Return one sentence: whose turn it is and what is asked, or how the game ended."""
        return events.status(self)

    def view(self, seat: int | None) -> Seen:
        """Return what a seat may know: the table, its own hand, and the card it put aside."""
        from cattools.games.catbox.view import seen  # noqa: PLC0415 - views are made of states

        return seen(self, seat)

    def __str__(self) -> str:
        from cattools.games.catbox.notation import write_position  # noqa: PLC0415 - reads states too

        return write_position(self)


def put(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """Return the values with another one at a place."""
    return (*values[:at], value, *values[at + 1 :])


def fresh(options: Options, number: int = 0, sheet: Sheet = ()) -> Catbox:
    """Return the beginning of a round, nothing dealt (`catbox.setup.markers`)."""
    board = research(options.word("players"))
    seats = board.players
    none, begins = (0,) * seats, number % seats
    return Catbox(
        options, board, DEAL, begins, none, board.deck, none, (board.all,) * seats, none, none, 0, begins, (), none, 0,
        number, sheet,
    )  # fmt: skip


def start(options: Options) -> Catbox:
    """Return the beginning of the game, nothing dealt (`catbox.setup.table`)."""
    return fresh(options)
