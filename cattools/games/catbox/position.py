"""A position of Cat in the Box, its set-up, and its score."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from typing import NamedTuple

from cattools.core.ending import Ending
from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, Seat, State, View
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, many, text
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.score import Line, Score
from cattools.games.catbox import components
from cattools.games.catbox.components import NAMES, SEATS, Action, Discard, ResearchBoard, card_count, cards, seat_name

# --- state -----------------------------------------------------------------------------------------------------

RoundPoints = tuple[tuple[int, int], ...]  # for each seat, its points for tricks and its bonus in one round


class Phase(StrEnum):
    """The phase of a round; each value is the word for the phase in the notation."""

    DEAL = "deal"
    REVEAL = "reveal"
    DISCARD = "discard"
    PREDICT = "predict"
    PLAY = "play"
    END = "end"


DEAL, REVEAL, DISCARD, PREDICT, PLAY, END = Phase  # bound to module names, because every step reads them


class ForcedRed(NamedTuple):
    """A seat that led red while red was closed, and the only numbers its hand can hold (`catbox.lead.red-forced`)."""

    seat: int
    numbers: int


@fast_init
@dataclass(frozen=True, slots=True, repr=False)
class Catbox(State[Action]):
    """A position. `hands`, `discards` and `deck` (the undealt cards) are secret; everything else is public.

    `hands` and `deck` are packed cards (see `components`); `tokens`, `observed` and `filled` are masks of cells;
    `markers` are the colours each seat still has. In `discards` and `predictions`, 0 means none yet. `trick` holds the
    cells taken in the current trick, which `leader` led; a complete trick stays until the next trick is led. `turn` is
    the seat that acts or gets the next card; `paradox` is the seat that caused a paradox. An `observed` cell has a
    neutral token (`catbox.observed`). `round` counts from 0; `scored` holds the points of the earlier rounds. `forced`
    records what a seat revealed about its hand by leading red while red was closed.
    """

    options: Options
    board: ResearchBoard = field(compare=False, repr=False)  # derived from the options
    phase: Phase
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
    scored: tuple[RoundPoints, ...] = ()
    paradox: int | None = None
    forced: ForcedRed | None = None

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def start_player(self) -> int:
        """The round start player: seat 0 first, then the next seat to the left each round (`catbox.round.next`)."""
        return self.round % len(self.hands)

    @property
    def over(self) -> bool:
        """Whether the last round is over (`catbox.end`)."""
        return self.phase is END and self.round + 1 == self.board.rounds

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` while cards are dealt or revealed, None once the game is over."""
        phase = self.phase
        if phase is DEAL or phase is REVEAL:
            return CHANCE
        return None if self.over else self.turn

    @property
    def pending(self) -> bool:
        """Whether a paradox is due; it happens automatically and immediately (`catbox.paradox`)."""
        return self.phase is PLAY and not self.open_cells()

    @property
    def leads(self) -> bool:
        """Whether the next card leads a trick."""
        return len(self.trick) in (0, len(self.hands))

    @property
    def red_open(self) -> bool:
        """Whether a player's token is in the red row (`catbox.lead.red-open`)."""
        return bool(self.filled & ~self.observed & self.board.row[self.board.trump])

    def declarable(self) -> int:
        """Return the cells that the seat to move could take if no rule restricted what may be led."""
        board, turn = self.board, self.turn
        return board.rows[self.markers[turn]] & board.columns[components.number_mask(self.hands[turn])] & ~self.filled

    def open_cells(self) -> int:
        """Return the cells that the seat to move can take now (`catbox.declare`, `catbox.lead.no-red`).

        The led colour does not restrict the players who follow (`catbox.follow.free`).
        """
        cells = self.declarable()
        if self.leads and not self.red_open:
            return cells & ~self.board.row[self.board.trump] or cells
        return cells

    @property
    def taker(self) -> int:
        """The seat whose card is the best of the trick so far (`catbox.trick.red`, `catbox.trick.led`)."""
        return (self.leader + self.board.taker(self.trick)) % len(self.hands)

    def owner(self, cell: int) -> int | None:
        """Return the seat whose token is on a cell, None if there is none."""
        return next((seat for seat, own in enumerate(self.tokens) if own >> cell & 1), None)


# --- setup -----------------------------------------------------------------------------------------------------

PLAYERS = tuple(Seat(name, title, f"seats.{name}") for name, title in zip(SEATS, NAMES, strict=True))


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the seats for the chosen number of players (`catbox.players`)."""
    return PLAYERS[: int(options.word("players"))]


def start(options: Options, number: int = 0, scored: tuple[RoundPoints, ...] = ()) -> Catbox:
    """Return the start of a round, before the deal (`catbox.setup.table`, `catbox.setup.markers`).

    `number` counts the rounds from 0; `scored` holds the points of the rounds before it.
    """
    board = components.research_board(options.word("players"))
    none, starter = (0,) * board.players, number % board.players
    markers = (board.all_colours,) * board.players
    return Catbox(
        options, board, DEAL, starter, none, board.deck, none, markers, none, none, 0, starter, (), none, 0, number,
        scored,
    )  # fmt: skip


# --- scoring ---------------------------------------------------------------------------------------------------


def met(state: Catbox, seat: int) -> bool:
    """Return whether a seat met its prediction or, with two players, won few enough tricks (`catbox.score.duel`)."""
    if state.board.predictions:
        return state.won[seat] == state.predictions[seat]
    return state.won[seat] <= components.box().few


def trick_points(state: Catbox, seat: int) -> int:
    """Return a seat's points for tricks in this round (`catbox.score.tricks`)."""
    return -state.won[seat] if seat == state.paradox else state.won[seat]


def bonus_group(state: Catbox, seat: int) -> int:
    """Return the mask of the tokens that earn a seat the bonus if the round ends now (`catbox.score.bonus`)."""
    return state.board.group(state.tokens[seat]) if seat != state.paradox and met(state, seat) else 0


def points(state: Catbox) -> RoundPoints:
    """Return each seat's points for tricks and its bonus in a finished round."""
    return tuple((trick_points(state, seat), bonus_group(state, seat).bit_count()) for seat in range(state.players))


def by_round(state: Catbox) -> tuple[RoundPoints, ...]:
    """Return the points of every finished round, including the current one if it is over."""
    return (*state.scored, points(state)) if state.phase is END else state.scored


def totals(state: Catbox) -> list[int]:
    """Return each seat's total."""
    rounds = by_round(state)
    return [sum(sum(row[seat]) for row in rounds) for seat in range(state.players)]


def score(state: Catbox) -> Score:
    """Return the lines of the earlier rounds, then those of this round, with its bonuses only once it is over."""
    lines, seats, bonus = list[Line](), range(state.players), "catbox.score.bonus"
    for number, row in enumerate(state.scored, 1):
        for seat, (won, extra) in enumerate(row):
            facts = {"round": number, "who": seat_name(seat)}
            if won:
                lines.append(Line("catbox.score.tricks", seat, won, text(N_("Round {round}, {who}: tricks"), **facts)))
            if extra:
                lines.append(Line(bonus, seat, extra, text(N_("Round {round}, {who}: bonus"), **facts)))
    if state.phase in (PLAY, END):
        for seat in seats:
            said = _of_round(state, _tricks(state, seat))
            lines.append(Line("catbox.score.tricks", seat, trick_points(state, seat), said))
    if state.phase is END:
        rule = bonus if state.board.predictions else "catbox.score.duel"
        for seat in seats:
            group = bonus_group(state, seat)
            cells = tuple(state.board.grid.names[cell] for cell in bits(group))
            others = rule == bonus and state.paradox not in (None, seat)
            said = _of_round(state, _why(state, seat, len(cells)))
            lines.append(Line(rule, seat, len(cells), said, cells, by_ruling=others))
    return Score(tuple(lines))


def _of_round(state: Catbox, said: Text) -> Text:
    """Return the words for a line of this round, which begin with its number if there are earlier rounds."""
    return text(N_("Round {round}, {line}"), round=len(state.scored) + 1, line=said) if state.scored else said


def _tricks(state: Catbox, seat: int) -> Text:
    """Return how many tricks a seat has won in this round."""
    if seat == state.paradox:
        sentence = NP_("{who}: {n} trick, subtracted", "{who}: {n} tricks, subtracted")
    else:
        sentence = NP_("{who}: {n} trick", "{who}: {n} tricks")
    return many(*sentence, state.won[seat], who=seat_name(seat))


def _why(state: Catbox, seat: int, tokens: int) -> Text:
    """Return why a seat does or does not have a bonus for its largest group."""
    facts = {"who": seat_name(seat), "won": state.won[seat], "predicted": state.predictions[seat]}
    if seat == state.paradox:
        return text(N_("{who}: a paradox, no bonus"), **facts)
    if met(state, seat):
        one, more = NP_(
            "{who}: prediction met, largest group of {n} token", "{who}: prediction met, largest group of {n} tokens"
        )
        return many(one, more, tokens, **facts)
    if state.board.predictions:
        return text(N_("{who}: predicted {predicted}, won {won}, no bonus"), **facts)
    return text(N_("{who}: {won} tricks are too many, no bonus"), **facts)


def winners(state: Catbox) -> tuple[int, ...]:
    """Return the seats with the highest total; the final round breaks ties (`catbox.end.tie`)."""
    if not state.over:
        return ()
    marks = list(zip(totals(state), map(sum, points(state)), strict=True))
    return tuple(seat for seat, mark in enumerate(marks) if mark == max(marks))


def ending(state: Catbox) -> Ending:
    """Return the tie-break if another seat has the winner's total (`catbox.end.tie`)."""
    return Ending("catbox.end.tie", text(N_("the better last round"))) if also_tied(state) else Ending()


def also_tied(state: Catbox) -> list[int]:
    """Return the seats with the highest total that lose by the points of the final round (`catbox.end.tie`)."""
    sums, won = totals(state), winners(state)
    return [seat for seat, points in enumerate(sums) if points == max(sums) and seat not in won]


def ties(state: Catbox) -> tuple[Refusal, ...]:
    """Return what breaks a tie between equal totals (`catbox.end.tie`)."""
    if others := also_tied(state):
        sentence = N_("Tied with the winner on {points} points: {who}. The final round decides.")
        said = text(sentence, who=components.names_of(others), points=max(totals(state)))
    elif len(winners(state)) > 1:
        said = text(N_("The totals are equal, and so are the points of the final round."))
    else:
        return ()
    return (Refusal("catbox.end.tie", said),)


# --- view ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CatboxView(View[Catbox, Action]):
    """A seat's view: `state` is the position without the cards that the seat does not know.

    `sizes` and `left` are public: the number of cards in each hand and the number of undealt cards.
    """

    sizes: tuple[int, ...]
    left: int

    def determinize(self, rng: Random) -> Catbox:
        """Return a full state in which every unseen card is dealt at random to a place where it could be.

        All such deals are equally likely. A hand that can hold only certain numbers is dealt first,
        from cards with these numbers.
        """
        state, forced = self.state, self.state.forced
        pool = self.unseen()
        rng.shuffle(pool)
        hands, discards = list(state.hands), list(state.discards)
        if forced is not None and not hands[forced.seat]:
            held = [card for card in pool if forced.numbers >> card - 1 & 1][: self.sizes[forced.seat]]
            hands[forced.seat] = cards(held)
            for card in held:
                pool.remove(card)
        for other, hand in enumerate(hands):
            if not hand:
                hands[other] = cards(pool.pop() for _ in range(self.sizes[other]))
            if self.has_put_aside(other) and not discards[other]:
                discards[other] = pool.pop()
        return replace(state, hands=tuple(hands), discards=tuple(discards), deck=cards(pool))

    def unseen(self) -> list[int]:
        """Return the cards that this seat has not seen, lowest first."""
        state, board = self.state, self.state.board
        seen = cards(card for card in state.discards if card) + sum(state.hands)
        found = []
        for card, every in components.counts(board.deck):
            shown = (state.filled & board.column[card]).bit_count() + components.copies(seen, card)
            found += [card] * (every - shown)
        return found

    def has_put_aside(self, seat: int) -> bool:
        """Return whether a seat has put a card aside in this round."""
        state = self.state
        if state.phase in (DEAL, REVEAL):
            return False
        start, players = state.start_player, state.players
        return state.phase is not DISCARD or (seat - start) % players < (state.turn - start) % players


def view(state: Catbox, seat: int | None) -> CatboxView:
    """Return the view of a seat, or of a spectator for None. A paradox reveals the hand (`catbox.paradox`)."""
    known = [at in (seat, state.paradox) for at in range(state.players)]
    shown = replace(
        state,
        hands=tuple(hand if mine else 0 for hand, mine in zip(state.hands, known, strict=True)),
        discards=tuple(card if at == seat else 0 for at, card in enumerate(state.discards)),
        deck=0,
    )
    sizes = tuple(card_count(hand) for hand in state.hands)
    return CatboxView(state=shown, seat=seat, sizes=sizes, left=card_count(state.deck))


def is_hidden_action(action: Action) -> bool:
    """Return whether an action hides its card: a card put aside is face down (`catbox.prepare.discard`)."""
    return isinstance(action, Discard)
