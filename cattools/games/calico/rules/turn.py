"""A position of Calico, and what follows an action. A turn is a patch sewn on, then a new one from the market."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cattools.core.game import CHANCE, Game, State
from cattools.core.grid import bits
from cattools.core.messages import Text
from cattools.core.options import Options
from cattools.games.calico import deals, legality, quilt, scoring, events
from cattools.games.calico.actions import (
    Action,
    Choose,
    DealCat,
    DealGoals,
    DealPatterns,
    Draw,
    Place,
    Take,
)
from cattools.games.calico.box import (
    CAT,
    FIRST_CATS,
    FIRST_GOALS,
    GOAL,
    GOAL_CELLS,
    GRID,
    HAND,
    KIND,
    MARKET,
    PATCHES,
    PATTERN,
    PATTERNS,
    SCENARIOS,
    Cat,
    Pair,
    full,
    tastes,
)
from cattools.games.calico.quilt import Quilt
from cattools.games.calico.table import (
    BEGIN,
    CHOOSE,
    DEAL_CATS,
    DEAL_GOALS,
    DEAL_HANDS,
    DEAL_MARKET,
    DEAL_PATTERNS,
    DRAWS,
    NOBODY,
    OVER,
    PLACE,
    REFILL,
    SEEN,
    TAKE,
    boards,
    copies,
    places,
    prefix,
)
from cattools.games.calico.view import CalicoView, seen_from

if TYPE_CHECKING:
    from cattools.core.events import Event
    from cattools.core.rules import Refusal
    from cattools.core.score import Score
_INDEX = GRID.index


@dataclass(frozen=True, slots=True)
class Calico(State[Action]):
    """A position: quilts, hands and market, what is in the bag, and the cats with their patterns.

    `turn` is the seat to sew, -1 during set-up; `placed` the cell just sewn while a new patch has to be taken, else
    -1. A hand's patch has `SEEN` added when it came from the market. `tiles` are goal tiles turned up and not yet
    laid. `promo` are the holders of the two promo tokens, -1 for the middle.
    """

    options: Options
    quilts: tuple[Quilt, ...]
    hands: tuple[tuple[int, ...], ...]
    bag: int
    market: tuple[int, ...] = ()
    cats: tuple[int, ...] = ()
    pairs: tuple[Pair, ...] = ()
    tiles: tuple[tuple[int, ...], ...] = ()
    turn: int = -1
    placed: int = -1
    promo: tuple[int, int] = (NOBODY, NOBODY)

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game this is a position of."""
        from cattools.games.calico import GAME  # noqa: PLC0415 - the package knows this module

        return GAME

    @property
    def alone(self) -> bool:
        """Whether a single player follows the solo rules (`calico.variant.solo`)."""
        return len(self.quilts) == 1

    @property
    def likes(self) -> tuple[Cat | None, ...]:
        """For each pattern the cat that likes it."""
        return tastes(self.cats, self.pairs)

    @property
    def stage(self) -> int:
        """What has to happen next."""
        turn = self.turn
        if turn >= 0:
            if self.placed >= 0:
                return TAKE
            if 0 < len(self.market) < MARKET and self.bag:
                return REFILL
            return PLACE if self.quilts[turn].free and self.hands[turn] else OVER
        if len(self.cats) < len(FIRST_CATS):
            return DEAL_CATS
        if len(self.pairs) < len(self.cats):
            return DEAL_PATTERNS
        if (seat := self.choosing) is not None:
            return CHOOSE if self.tiles[seat] else DEAL_GOALS
        if any(len(hand) < HAND for hand in self.hands):
            return DEAL_HANDS
        return DEAL_MARKET if len(self.market) < MARKET else BEGIN

    @property
    def choosing(self) -> int | None:
        """The seat whose goals come next in the set-up, None when all goals lie (`calico.setup.goals.order`)."""
        if self.options.flag("family"):
            return None
        return next((seat for seat, q in enumerate(self.quilts) if min(q.goals) < 0), None)

    @property
    def drawing(self) -> int:
        """The seat whose hand is dealt next in the set-up."""
        return next(seat for seat, hand in enumerate(self.hands) if len(hand) < HAND)

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` for deals and draws, None at the end (`calico.end`)."""
        stage = self.stage
        if stage in (PLACE, TAKE):
            return self.turn
        if stage == CHOOSE:
            return self.choosing
        return None if stage == OVER else CHANCE

    @property
    def pending(self) -> bool:
        """Whether a patch has to be taken, or more goals chosen."""
        if self.placed >= 0:
            return True
        seat = self.choosing if self.turn < 0 else None
        return seat is not None and self.stage == CHOOSE and max(self.quilts[seat].goals) >= 0

    def legal(self) -> Sequence[Action]:
        """Return every legal action."""
        stage = self.stage
        if stage == PLACE:
            who, hand = prefix(self.options, self.turn), self.hands[self.turn]
            cells = list(bits(self.quilts[self.turn].free))
            row = places(who, 0, hand[0] % SEEN)
            found: list[Action] = [row[c] for c in cells]
            if len(hand) > 1 and (hand[0] - hand[1]) % SEEN:
                row = places(who, 1, hand[1] % SEEN)
                found += [row[c] for c in cells]
            return found
        if stage == TAKE:
            return [Take(slot, PATCHES[kind]) for slot, kind in enumerate(self.market)]
        if stage in (REFILL, DEAL_HANDS, DEAL_MARKET):
            return [draw for _, draw in self.chances()]
        return deals.deals(self, stage)

    def chances(self) -> Sequence[tuple[int, Action]]:
        """Return the possible deals with their weights; a patch by how often it is in the bag."""
        stage = self.stage
        if stage in (REFILL, DEAL_HANDS, DEAL_MARKET):
            bag = self.bag
            return [(bag >> 2 * kind & 3, draw) for kind, draw in enumerate(DRAWS) if bag >> 2 * kind & 3]
        return [(1, action) for action in deals.deals(self, stage)] if self.to_move == CHANCE else []

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Return all reasons against an action, each with its rule."""
        return legality.why_not(self, action)

    def allows(self, action: Action) -> bool:
        """Return whether an action is legal; patches, the most of a game, are looked at one by one."""
        if isinstance(action, Place) and self.stage == PLACE:
            hand, slot, cell = self.hands[self.turn], action.slot, _INDEX[action.at]
            if not 0 <= slot < len(hand) or (slot and not (hand[0] - hand[1]) % SEEN):
                return False
            meant = places(prefix(self.options, self.turn), slot, hand[slot] % SEEN)[cell]
            return action == meant and bool(self.quilts[self.turn].free >> cell & 1)
        return action in self.legal()

    def apply_unchecked(self, action: Action) -> Calico:
        """Return the state after a legal action, unchecked."""
        if isinstance(action, Place):
            return self._placed(KIND[action.patch], _INDEX[action.at])
        if isinstance(action, Take):
            return self._taken(action.slot)
        if isinstance(action, Draw):
            return self._drawn(KIND[action.patch])
        if isinstance(action, Choose):
            return self._chosen(GOAL[action.goal], GOAL_CELLS.index(_INDEX[action.at]))
        if isinstance(action, DealCat):
            return replace(self, cats=(*self.cats, CAT[action.name]))
        if isinstance(action, DealPatterns):
            pairs = (*self.pairs, (PATTERNS.index(action.one), PATTERNS.index(action.other)))
            left = deals.unliked(pairs)
            return replace(self, pairs=(*pairs, (left[0], left[1])) if len(left) == 2 else pairs)
        if isinstance(action, DealGoals):
            tiles, seat = list(self.tiles), self.choosing or 0
            tiles[seat] = tuple(GOAL[goal] for goal in action.goals)
            return replace(self, tiles=tuple(tiles))
        return replace(self, turn=[b.name for b in boards(self.options)].index(action.seat))

    def _chosen(self, goal: int, space: int) -> Calico:
        seat = self.choosing or 0
        quilts, tiles = list(self.quilts), list(self.tiles)
        quilts[seat] = quilt.with_goal(quilts[seat], goal, space)
        left = tuple(t for t in tiles[seat] if t != goal)
        tiles[seat] = left if min(quilts[seat].goals) < 0 else ()
        return replace(self, quilts=tuple(quilts), tiles=tuple(tiles))

    def _placed(self, kind: int, cell: int) -> Calico:
        turn, hand, quilts, hands = self.turn, self.hands[self.turn], self.quilts, self.hands
        likes = tastes(self.cats, self.pairs)
        new = quilt.laid(quilts[turn], kind, cell, likes)
        # Of two equal patches the one everybody saw is gone: others cannot know better.
        gone = kind + SEEN if kind + SEEN in hand else kind
        at = hand.index(gone)
        hands = (*hands[:turn], hand[:at] + hand[at + 1 :], *hands[turn + 1 :])
        cat = likes[PATTERN[kind]]
        promo = self._promoted(cat, new) if cat and cat.promo else self.promo
        placed, onward = (cell, turn) if self.market else (-1, (turn + 1) % len(quilts))
        quilts = (*quilts[:turn], new, *quilts[turn + 1 :])
        return Calico(
            self.options, quilts, hands, self.bag, self.market, self.cats, self.pairs, self.tiles, onward, placed, promo
        )

    def _promoted(self, cat: Cat, new: Quilt) -> tuple[int, int]:
        """Return who holds the promo tokens after a patch (`calico.cat.promo`, `calico.cat.promo.rise`)."""
        turn, likes, (eleven, seven) = self.turn, self.likes, self.promo
        counts = [quilt.best(cat, q, likes).bit_count() for q in self.quilts]
        now = quilt.best(cat, new, likes).bit_count()
        if eleven == turn or now <= counts[turn] or now < max(counts):
            return self.promo
        if eleven == NOBODY:
            return turn, seven
        if seven == NOBODY:
            return eleven, turn
        return turn, eleven

    def _taken(self, slot: int) -> Calico:
        turn, market = self.turn, list(self.market)
        hands = list(self.hands)
        hands[turn] = (*hands[turn], market.pop(slot) + SEEN)
        if len(self.quilts) == 1 and market:
            market.pop(0)
        onward = turn if self.bag and market else (turn + 1) % len(hands)  # first the market is filled
        return Calico(
            self.options, self.quilts, tuple(hands), self.bag, tuple(market), self.cats, self.pairs, self.tiles, onward,
            -1, self.promo,
        )  # fmt: skip

    def _drawn(self, kind: int) -> Calico:
        bag, hands, market, turn = self.bag - (1 << 2 * kind), self.hands, self.market, self.turn
        if turn >= 0 or all(len(hand) == HAND for hand in hands):
            market = (*market, kind)
            if len(market) == MARKET or (turn >= 0 and not bag):
                turn = (turn + 1) % len(hands) if turn >= 0 or len(hands) == 1 else turn
        else:
            seat = self.drawing
            hands = (*hands[:seat], (*hands[seat], kind), *hands[seat + 1 :])
        return Calico(
            self.options, self.quilts, hands, bag, market, self.cats, self.pairs, self.tiles, turn, -1, self.promo
        )

    def events(self, action: Action) -> tuple[Event, ...]:
        """Return what a legal action does, step by step."""
        return events.events(self, action)

    def score(self) -> Score:
        """Return the score so far, line by line (`calico.score`)."""
        return scoring.score(self)

    def winners(self) -> tuple[int, ...]:
        """Return the winning seats; alone in a scenario, only who has met all of it."""
        return scoring.winners(self)

    def status(self) -> Text:
        """Return one sentence: whose turn it is and what is asked, or how the game ended."""
        return events.status(self)

    def view(self, seat: int | None) -> CalicoView:
        """Return what a seat may know: not the others' hands, and so not quite what is in the bag."""
        return seen_from(self, seat)

    def __str__(self) -> str:
        from cattools.games.calico.notation import write_position  # noqa: PLC0415 - reads states too

        return write_position(self)


def start(options: Options) -> Calico:
    """Return the set-up before anything is dealt."""
    found = boards(options)
    quilts = [quilt.empty(board) for board in found]
    cats: tuple[int, ...] = ()
    tiles: tuple[int, ...] = ()
    if options["scenario"]:
        scenario = SCENARIOS[options.number("scenario") - 1]
        cats, tiles = scenario.cats, scenario.goals
    elif options.flag("first-game"):
        cats = FIRST_CATS
        quilts = [replace(q, goals=FIRST_GOALS) for q in quilts]
    if options.flag("family"):
        tiles = ()
        quilts = [quilt.empty(board) for board in found]
    return Calico(
        options, tuple(quilts), ((),) * len(found), full(copies(options)), cats=cats, tiles=(tiles,) * len(found)
    )
