"""A position of Calico. In each turn a player places a patch, then takes a new one from the market."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, State
from cattools.core.options import Options
from cattools.games.calico.rules.actions import Action
from cattools.games.calico.rules.components import CATS, FIRST_CATS, KINDS, Cat, Pair, box, cats_by_pattern, has_goals
from cattools.games.calico.rules.quilt import Quilt

SEEN = KINDS  # added to a hand patch that all players saw in the market
UNKNOWN = -1  # a hidden hand patch in a view; an integer, because every step does arithmetic on hands
Holders = tuple[int | None, int | None]


class Stage(Enum):
    """The stage of a game: what has to happen next."""

    DEAL_CATS = "deal cats"
    DEAL_PATTERNS = "deal patterns"
    DEAL_GOALS = "deal goals"
    CHOOSE_GOALS = "choose goals"
    DEAL_HANDS = "deal hands"
    DEAL_MARKET = "deal market"
    DRAW_FIRST = "draw who begins"
    PLACE = "place"
    TAKE = "take"
    REFILL = "refill the market"
    OVER = "over"


# bound to module names, because every step reads them
DEAL_CATS, DEAL_PATTERNS, DEAL_GOALS, CHOOSE_GOALS, DEAL_HANDS, DEAL_MARKET, DRAW_FIRST, PLACE, TAKE, REFILL, OVER = (
    Stage
)
PLAYING = (PLACE, TAKE)
DRAWING = (REFILL, DEAL_HANDS, DEAL_MARKET)  # stages that draw patches from the bag


@fast_init
@dataclass(frozen=True, slots=True, repr=False)
class Calico(State[Action]):
    """A position: quilts, hands, market and bag, and the cats with their patterns.

    `turn` is the seat to move once the game has `begun`; `placed` is the cell of the patch just placed, until a new
    patch is taken. A hand patch from the market has `SEEN` added. `tiles` are the goal tiles turned up but not yet
    placed. `promo` holds the seats with the two promo tokens, None while a token is in the middle.
    """

    options: Options
    quilts: tuple[Quilt, ...]
    hands: tuple[tuple[int, ...], ...]
    bag: int
    market: tuple[int, ...] = ()
    cats: tuple[int, ...] = ()
    pairs: tuple[Pair, ...] = ()
    tiles: tuple[tuple[int, ...], ...] = ()
    begun: bool = False
    turn: int = 0
    placed: int | None = None
    promo: Holders = (None, None)

    @property
    def alone(self) -> bool:
        """Whether the game follows the solo rules (`calico.variant.solo`)."""
        return len(self.quilts) == 1

    @property
    def likes(self) -> tuple[Cat | None, ...]:
        """The cat that likes each pattern, in pattern order."""
        return cats_by_pattern(self.cats, self.pairs)

    @property
    def promo_cat(self) -> Cat | None:
        """The promo cat of this game, if any (`calico.cat.promo`)."""
        return next((CATS[n] for n in self.cats if CATS[n].promo), None)

    @property
    def stage(self) -> Stage:
        """What has to happen next."""
        if self.begun:
            if self.placed is not None:
                return TAKE
            if self.bag and 0 < len(self.market) < box().market:
                return REFILL
            return PLACE if self.quilts[self.turn].free and self.hands[self.turn] else OVER
        if len(self.cats) < len(FIRST_CATS):
            return DEAL_CATS
        if len(self.pairs) < len(self.cats):
            return DEAL_PATTERNS
        if (seat := self.choosing) is not None:
            return CHOOSE_GOALS if self.tiles[seat] else DEAL_GOALS
        if self.drawing is not None:
            return DEAL_HANDS
        return DEAL_MARKET if len(self.market) < box().market else DRAW_FIRST

    @property
    def choosing(self) -> int | None:
        """The seat that gets its goals next during setup, None once all goals are placed (`calico.setup.goals`)."""
        if not has_goals(self.options):
            return None
        return next((seat for seat, quilt in enumerate(self.quilts) if None in quilt.goals), None)

    @property
    def drawing(self) -> int | None:
        """The seat whose hand is dealt next during setup, None once all hands are full."""
        return next((seat for seat, hand in enumerate(self.hands) if len(hand) < box().hand), None)

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` for deals and draws, None once the game is over (`calico.end`)."""
        stage = self.stage
        if stage in PLAYING:
            return self.turn
        if stage is CHOOSE_GOALS:
            return self.choosing
        return None if stage is OVER else CHANCE

    @property
    def over(self) -> bool:
        """Whether the game is over (`calico.end`)."""
        return self.stage is OVER

    @property
    def pending(self) -> bool:
        """Whether the turn is unfinished: a patch must be taken, or more goals must be chosen."""
        if self.placed is not None:
            return True
        seat = None if self.begun else self.choosing
        return seat is not None and self.stage is CHOOSE_GOALS and self.quilts[seat].has_goals

    def held(self, seat: int) -> list[int]:
        """Return the patches in a hand, without `SEEN`."""
        return [kind % KINDS for kind in self.hands[seat]]
