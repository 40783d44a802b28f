"""A position of Cat Herders, its set-up and its score. A turn is one herder action, then the scared cats' reaction."""

from __future__ import annotations

from dataclasses import dataclass, field

from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, Seat, State
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.core.options import Options
from cattools.core.score import Line, Score
from cattools.games.herders.components import SEATS, Action, Park, Variant, box, seat_name, variant

PLAYERS = tuple(Seat(name.lower(), name, f"herders.{name.lower()}") for name in SEATS)


def seats(_: Options) -> tuple[Seat, ...]:
    """Return the two players, red and blue (`herders.players`)."""
    return PLAYERS


@fast_init
@dataclass(frozen=True, slots=True, repr=False)
class Herders(State[Action]):
    """A position: masks of herders and cats, hands, cats taken, and what is left to do in the current turn.

    Seat 0 is red, seat 1 blue. `scared` are the cats that have yet to react, `running` is the cell of a cat between its
    two steps, and `paying` are the herders, one of which must leave the game. `undealt` is the number of cats still to
    be dealt.
    """

    options: Options
    variant: Variant = field(compare=False, repr=False)  # derived from the options
    herders: tuple[int, int]
    cats: int
    hands: tuple[int, int]
    taken: tuple[int, int] = (0, 0)
    turn: int = 0
    plies: int = 0
    passed: bool = False
    scared: int = 0
    running: int | None = None
    paying: int = 0
    undealt: int = 0

    @property
    def board(self) -> Park:
        """The board in play."""
        return self.variant.board

    @property
    def over(self) -> bool:
        """Whether a player has won, both are stuck, or the turn limit is reached (`herders.win`, `herders.stuck`)."""
        (red, blue), win = self.taken, box().win
        if red >= win or blue >= win or (self.passed and self.stuck):
            return True
        return self.plies >= self.variant.limit > 0 and not self.pending

    @property
    def stuck(self) -> bool:
        """Whether the seat to move cannot place or move a herder and no cat has to run (`herders.stuck`)."""
        empty, around = ~self.occupied, self.board.grid.around
        if self.pending or (self.hands[self.turn] and self.board.wall & empty):
            return False
        return not any(around[cell] & empty for cell in bits(self.herders[self.turn]))

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` during the deal, or None after the game."""
        if self.undealt:
            return CHANCE
        return None if self.over else self.turn

    @property
    def pending(self) -> bool:
        """Whether the cats' reaction is unfinished."""
        return bool(self.scared or self.paying) or self.running is not None

    @property
    def occupied(self) -> int:
        """The occupied cells as a mask."""
        return self.herders[0] | self.herders[1] | self.cats


def start(options: Options) -> Herders:
    """Return the set-up before the cats are dealt (`herders.setup.normal`, `herders.setup.advanced`).

    With the option `empty-wall`, no herders start on the wall (`herders.option.empty-wall`).
    """
    rules = variant(options)
    herders = (0, 0) if options.flag("empty-wall") else rules.board.start[options.word("setup")]
    hands = (box().herders - herders[0].bit_count(), box().herders - herders[1].bit_count())
    return Herders(options=options, variant=rules, herders=herders, cats=0, hands=hands, undealt=rules.board.cats)


def score(state: Herders) -> Score:
    """Return one line per seat: a point for each cat taken (`herders.win`, or `herders.stuck` if no seat has five)."""
    ended = state.to_move is None and max(state.taken) < box().win
    rule, sentence = "herders.stuck" if ended else "herders.win", N_("Cats taken by {who}")
    return Score(
        tuple(Line(rule, seat, cats, text(sentence, who=seat_name(seat))) for seat, cats in enumerate(state.taken))
    )


def winners(state: Herders) -> tuple[int, ...]:
    """Return the seat with five cats, or the seat with more cats if both are stuck or the turn limit is reached.

    Equal numbers are a draw, without a winner (`herders.win`, `herders.stuck`).
    """
    if state.to_move is not None:
        return ()
    red, blue = state.taken
    for seat in (0, 1):
        if state.taken[seat] >= box().win:
            return (seat,)
    return () if red == blue else (0,) if red > blue else (1,)


def amount(n: int) -> Text:
    """Return a number of cats in words; cats, not points, decide the game (`herders.win`)."""
    return many("{n} cat caught", "{n} cats caught", n)


def amount_title() -> Text:
    """Return the title of the column with the number of cats."""
    return text(N_("cats caught"))


def brief(n: int) -> Text:
    """Return a number of cats that follows another, in English without a word for cats."""
    return text(N_("cats caught\x04{n}"), n=n)
