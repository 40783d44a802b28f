"""A position of Neko Neko Territory, secrets included: what lies on the table, in the hands and in the decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from cattools.core.game import CHANCE, Game, State
from cattools.core.messages import Text
from cattools.core.options import Options
from cattools.games.territory import choices, events, legality, scoring, turns
from cattools.games.territory.actions import Action, Draw, Lot, Reveal
from cattools.games.territory.park import ASSIST, CARDS, CELLS, COLOURS, END, EVERYWHERE, SIZE, Plan, plan
from cattools.games.territory.step import IDLE, Step, drawing

if TYPE_CHECKING:
    from cattools.core.events import Event
    from cattools.core.rules import Refusal
    from cattools.core.score import Score
    from cattools.games.territory.view import TerritoryView

DRAW = tuple(Draw(card) for card in CARDS)
REVEAL = tuple(Reveal(value) for value in range(10))


@dataclass(frozen=True, slots=True)
class Territory(State[Action]):
    """A position: the stack of every cell, the cells each colour tops, hands, decks, treasures, the step of the turn.

    Cards and treasures are sorted bytes: `hands` by seat, `deck` the coordinate cards (END apart), `pool` the assist
    deck in unknown order, `bottom` the cards below it as (card, who put it there), `used` the used assist cards,
    `hoard` the treasures not yet taken, `won` those taken by seat. `ended` is who drew END (-1: nobody).
    """

    options: Options
    stacks: bytes
    tops: tuple[int, ...]
    hands: tuple[bytes, ...]
    deck: bytes
    pool: bytes
    bottom: tuple[tuple[int, int], ...]
    used: bytes
    hoard: bytes
    won: tuple[bytes, ...]
    bonus: tuple[int, ...]
    turn: int = 0
    passes: int = 0
    ended: int = -1
    step: Step = IDLE

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game this is a position of."""
        from cattools.games.territory import GAME  # noqa: PLC0415 - the package knows this module

        return GAME

    @property
    def plan(self) -> Plan:
        """What the options amount to."""
        return plan(self.options)

    @property
    def filled(self) -> int:
        """The cells with cats, as a mask."""
        return sum(self.tops)

    @property
    def over(self) -> bool:
        """Whether the game has ended (`territory.end.full`, `territory.end.card`, `territory.end.stuck`)."""
        return not self.step.due and (self.ended >= 0 or self.passes >= len(self.tops) or sum(self.tops) == EVERYWHERE)

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is next, `CHANCE` for a deal or draw, None at the end."""
        step = self.step
        if not step.due:
            return None if self.over else self.turn
        if step.chance:
            return CHANCE
        return step.asked[0] if step.asked else self.turn

    @property
    def pending(self) -> bool:
        """Whether the turn, or another player's answer to it, is not finished."""
        return self.step.due

    @property
    def lines(self) -> tuple[int, ...]:
        """The cells about to turn by the cat just placed, a mask for each direction."""
        return self.step.lines(self.tops[self.turn], self.filled)

    @property
    def left(self) -> int:
        """How many assist cards can still be drawn, after a reshuffle if need be (`territory.assist.reshuffle`)."""
        return len(self.pool) + len(self.bottom) + len(self.used)

    def legal(self) -> Sequence[Action]:
        """Return every legal action: cells in reading order, then assist cards, then exchanges."""
        if self.step.chance:
            return [action for _, action in self.chances()]
        return () if self.over else choices.choices(self)

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Return all reasons against an action, each with its rule."""
        return legality.why_not(self, action)

    def allows(self, action: Action) -> bool:
        """Return whether an action is legal; those a turn begins with are looked at one by one."""
        if not self.step.due and not self.over and (found := choices.allowed(self, action)) is not None:
            return found
        return action in self.legal()

    def apply_unchecked(self, action: Action) -> Territory:
        """Return the state after a legal action, unchecked."""
        return turns.AFTER[type(action)](self, action)

    # --- chance --------------------------------------------------------------------------------------------------

    def source(self) -> bytes:
        """Return the cards of which the next one drawn is one, END apart; an empty deck is made of the used cards."""
        step = self.step
        if not step.looking and step.draws[0] % 2 == CELLS:
            return self.deck
        if self.pool or not self.bottom:
            return self.pool or self.used
        return bytes(self.bottom[0][:1])

    @property
    def end_is_near(self) -> bool:
        """Whether the next coordinate card may be END (`territory.setup.end-card`)."""
        step = self.step
        return (
            bool(step.draws) and step.draws[0] % 2 == CELLS and len(self.deck) <= self.plan.below and self.plan.with_end
        )

    def chances(self) -> list[tuple[int, Action]]:
        """Return the possible deals with their weights."""
        step = self.step
        if not step.chance:
            return []
        if step.reveal:
            return [(count, REVEAL[value]) for value, count in Counter(self.hoard).items()]
        if not step.draws and not step.looking:
            return [(1, Lot(colour)) for colour in COLOURS[: len(self.tops)]]
        found: list[tuple[int, Action]] = [(count, DRAW[card]) for card, count in Counter(self.source()).items()]
        return [*found, (1, DRAW[END])] if self.end_is_near else found

    def chance(self, rng: Random) -> Action:
        """Return one of the possible deals by weight."""
        step = self.step
        if step.reveal:
            return REVEAL[self.hoard[int(rng.random() * len(self.hoard))]]
        if not step.draws and not step.looking:
            return Lot(COLOURS[int(rng.random() * len(self.tops))])
        cards = self.source()
        at = int(rng.random() * (len(cards) + self.end_is_near))
        return DRAW[cards[at] if at < len(cards) else END]

    # --- for readers ---------------------------------------------------------------------------------------------

    def events(self, action: Action) -> tuple[Event, ...]:
        """Return what a legal action does, step by step; what only one player may see is not told."""
        return events.events(self, action)

    def score(self) -> Score:
        """Return the score so far: stack by stack, then treasures and bonus points (`territory.score`)."""
        return scoring.score(self)

    def winners(self) -> tuple[int, ...]:
        """Return the seats with the highest sum when the game is over (`territory.score.tie`)."""
        return scoring.winners(self)

    def status(self) -> Text:
        """Return one sentence: whose turn it is and what is asked, or how the game ended."""
        return verdict.status(self)

    def view(self, seat: int | None) -> TerritoryView:
        """Return what a seat, or with None a spectator, may know."""
        from cattools.games.territory.view import view_of  # noqa: PLC0415 - views imagine states

        return view_of(self, seat)

    def __str__(self) -> str:
        from cattools.games.territory.notation import write_position  # noqa: PLC0415 - reads states too

        return write_position(self)


def start(options: Options) -> Territory:
    """Return the empty park before the cards are dealt (`territory.setup.hand`, `territory.duel.cards`)."""
    table = plan(options)
    seats, (cells, assist) = table.seats, table.hand
    deals = [deck for deck, count in ((ASSIST, assist), (CELLS, cells)) for _ in range(count)]
    draws = tuple(seat * 2 + deck for deck in deals for seat in range(seats))
    hands = (bytes(dict.fromkeys(table.assist)) if table.duel else b"",) * seats
    pool = b"" if table.duel else table.assist
    return Territory(
        options, bytes(SIZE), (0,) * seats, hands, table.cells, pool, (), b"", table.treasures,
        (b"",) * seats, (0,) * seats, step=drawing(draws, lot=True),
    )  # fmt: skip
