"""A position of Cat Herders, and what follows an action. A turn is one herder action, then the cats it scared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cattools.core.game import CHANCE, Game, OpenView, State
from cattools.core.grid import bits
from cattools.core.messages import Text
from cattools.core.options import Options
from cattools.games.herders import herding, legality, scoring, story
from cattools.games.herders.actions import Action, Deal, Give, Herd, Move, Pass, Place
from cattools.games.herders.park import Park, box, park

if TYPE_CHECKING:
    from cattools.core.events import Event
    from cattools.core.rules import Refusal
    from cattools.core.score import Score

PASS = Pass()


@dataclass(frozen=True, slots=True)
class Herders(State[Action]):
    """A position: masks of herders and cats, hands, cats taken; and, within a turn, what still has to happen.

    Seat 0 is red, seat 1 blue. `stirred` are the cats that still have to react, `running` is the cell of a cat
    between its two steps (-1: none), `paying` the herders of which one must leave. `undealt` cats wait for chance.
    """

    options: Options
    herders: tuple[int, int]
    cats: int
    hands: tuple[int, int]
    taken: tuple[int, int] = (0, 0)
    turn: int = 0
    plies: int = 0
    passed: bool = False
    stirred: int = 0
    running: int = -1
    paying: int = 0
    undealt: int = 0

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game this is a position of."""
        from cattools.games.herders import GAME  # noqa: PLC0415 - the package knows this module

        return GAME

    @property
    def board(self) -> Park:
        """The board in play."""
        return park(str(self.options["board"]))

    @property
    def over(self) -> bool:
        """Whether somebody has won, or nothing can happen any more (`herders.win`, `herders.stuck`)."""
        win, limit = box().win, self.options["limit"]
        return (
            self.taken[0] >= win
            or self.taken[1] >= win
            or (bool(limit) and self.plies >= limit and not self.pending)  # type: ignore[operator]
            or (self.passed and self.legal_actions() == (PASS,))
        )

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` while cats are dealt, None at the end."""
        if self.undealt:
            return CHANCE
        return None if self.over else self.turn

    @property
    def pending(self) -> bool:
        """Whether cats still have to react in this turn."""
        return bool(self.stirred or self.paying) or self.running >= 0

    @property
    def occupied(self) -> int:
        """The cells that are not empty, as a mask."""
        return self.herders[0] | self.herders[1] | self.cats

    def legal(self) -> Sequence[Action]:
        """Return every legal action: deals, herder actions, or the steps of the cats (`herders.turn`)."""
        if self.undealt:
            board = self.board
            return [board.deal[c] for c in bits(board.park & ~self.occupied)]
        return () if self.over else self.legal_actions()

    def legal_actions(self) -> Sequence[Action]:
        """Return the legal actions of the seat to move, the end of the game apart."""
        if self.stirred or self.paying or self.running >= 0:
            return herding.steps(self)
        board, occupied = self.board, self.herders[0] | self.herders[1] | self.cats
        found: list[Action] = []
        if self.hands[self.turn]:
            place, free = board.place, board.wall & ~occupied
            while free:
                low = free & -free
                found.append(place[low.bit_length() - 1])
                free ^= low
        own, moves = self.herders[self.turn], board.moves
        while own:
            low = own & -own
            found += moves(low.bit_length() - 1, occupied)
            own ^= low
        return found or (PASS,)

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Return all reasons against an action, each with its rule."""
        return legality.why_not(self, action)

    def allows(self, action: Action) -> bool:
        """Return whether an action is legal; herder actions, the most of a game, are looked at one by one."""
        if not isinstance(action, Move | Place) or self.pending or self.undealt or self.over:
            return action in self.legal()
        board, taken = self.board, self.occupied
        if isinstance(action, Place):
            return bool(self.hands[self.turn] and board.wall & ~taken & 1 << board.grid.index[action.at])
        source = board.grid.index[action.source]
        return bool(self.herders[self.turn] >> source & 1) and action in board.moves(source, taken)

    def after(self, action: Action) -> Herders:
        """Return the state after a legal action, unchecked."""
        index = self.board.grid.index
        if isinstance(action, Move):
            target = index[action.target]
            return self._acted(target, self.herders[self.turn] ^ (1 << index[action.source] | 1 << target), 0)
        if isinstance(action, Place):
            target = index[action.at]
            return self._acted(target, self.herders[self.turn] | 1 << target, 1)
        if isinstance(action, Herd):
            return herding.stepped(self, index[action.source], index[action.target])
        if isinstance(action, Give):
            return herding.given(self, index[action.at])
        if isinstance(action, Deal):
            return replace(self, cats=self.cats | 1 << index[action.at], undealt=self.undealt - 1)
        return replace(self, turn=1 - self.turn, plies=self.plies + 1, passed=True)

    def _acted(self, target: int, own: int, placed: int) -> Herders:
        turn = self.turn
        herders = (own, self.herders[1]) if turn == 0 else (self.herders[0], own)
        hands = self.hands
        if placed:
            hands = (hands[0] - 1, hands[1]) if turn == 0 else (hands[0], hands[1] - 1)
        stirred = self.cats & self.board.grid.around[target]
        if stirred and herding.any_can_move(self.board, herders, self.cats, stirred):
            return Herders(self.options, herders, self.cats, hands, self.taken, turn, self.plies, False, stirred)
        return Herders(self.options, herders, self.cats, hands, self.taken, 1 - turn, self.plies + 1)

    def story(self, action: Action) -> tuple[Event, ...]:
        """Return what a legal action does, step by step."""
        return story.story(self, action)

    def score(self) -> Score:
        """Return the cats taken, a line a seat (`herders.win`)."""
        return scoring.score(self)

    def winners(self) -> tuple[int, ...]:
        """Return the winning seat; at a limit the one with most cats, or nobody (`herders.stuck`)."""
        return scoring.winners(self)

    def verdict(self) -> Text:
        """Return one sentence: whose turn it is and what is asked, or how the game ended."""
        return story.verdict(self)

    def view(self, seat: int | None) -> OpenView[Action]:
        """Return what a seat may know: all of it, for nothing is hidden."""
        return OpenView(self, seat)

    def __str__(self) -> str:
        from cattools.games.herders.notation import write_position  # noqa: PLC0415 - reads states too

        return write_position(self)


def start(options: Options) -> Herders:
    """Return the set-up before the cats land (`herders.setup.normal`, `herders.setup.advanced`)."""
    board = park(options.word("board"))
    herders = (0, 0) if options.flag("empty-wall") else board.start[options.word("setup")]
    hands = (box().herders - herders[0].bit_count(), box().herders - herders[1].bit_count())
    return Herders(options, herders, 0, hands, undealt=board.cats)
