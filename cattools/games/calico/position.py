"""A position of Calico, its set-up, and its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import combinations
from random import Random

from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, Seat, State, View
from cattools.core.grid import bits
from cattools.core.messages import N_, many, text
from cattools.core.options import Options
from cattools.core.score import Line, Score
from cattools.games.calico import components
from cattools.games.calico.components import (
    CATS,
    GOAL_CELLS,
    GOALS,
    GRID,
    PATTERN,
    Action,
    Begin,
    Board,
    Cat,
    Choose,
    DealCat,
    DealGoals,
    DealPatterns,
    Goal,
    Pair,
    box,
)

# --- quilts ----------------------------------------------------------------------------------------------------

_AROUND = GRID.around


@fast_init
@dataclass(frozen=True, slots=True)
class Quilt:
    """A quilt: masks by colour and by pattern (including the printed ring), empty spaces, goals and tokens.

    `goals` are the tiles on the goal spaces, None where there is none. A token is a cell in `cats` or `buttons`; the
    pattern or colour of its patch determines the cat or the button.
    """

    colours: tuple[int, ...]
    patterns: tuple[int, ...]
    free: int = components.SPACES
    goals: tuple[int | None, ...] = (None,) * len(GOAL_CELLS)
    cats: int = 0
    buttons: int = 0

    @property
    def has_goals(self) -> bool:
        """Whether any goal space has a goal tile."""
        return any(goal is not None for goal in self.goals)

    def kind(self, cell: int) -> int:
        """Return the patch on a cell. Raises `ValueError` if there is none."""
        colour = [cells >> cell & 1 for cells in self.colours].index(1)
        return colour * len(components.PATTERNS) + [cells >> cell & 1 for cells in self.patterns].index(1)


def empty(board: Board) -> Quilt:
    """Return a board that has only its printed ring."""
    return Quilt(board.colours, board.patterns)


def area(cells: int, at: int) -> int:
    """Return the connected part of a mask that contains a cell."""
    found = edge = 1 << at
    while edge:
        low = edge & -edge
        new = _AROUND[low.bit_length() - 1] & cells & ~found
        found |= new
        edge = edge ^ low | new
    return found


def areas(cells: int) -> list[int]:
    """Return all connected parts of a mask."""
    found = []
    while cells:
        part = area(cells, (cells & -cells).bit_length() - 1)
        found.append(part)
        cells ^= part
    return found


def with_patch(quilt: Quilt, kind: int, cell: int, likes: tuple[Cat | None, ...]) -> Quilt:
    """Return the quilt with a patch on an empty space and the tokens it earns.

    A patch joins one area of its colour and one of its pattern, so it earns at most one button and one cat
    (`calico.cat.once-a-placement`), each only if the area has none yet (`calico.cat.apart`, `calico.button.apart`).
    """
    colour, pattern, bit, near = components.COLOUR[kind], PATTERN[kind], 1 << cell, _AROUND[cell]
    colours, patterns = list(quilt.colours), list(quilt.patterns)
    colours[colour] |= bit
    patterns[pattern] |= bit
    cats, buttons, cat = quilt.cats, quilt.buttons, likes[pattern]
    if near & colours[colour]:
        part = area(colours[colour], cell)
        if part.bit_count() >= box().group and not part & buttons:
            buttons |= bit
    if cat and near & patterns[pattern]:
        part = area(patterns[pattern], cell)
        if not part & cats and cat.meets(part):
            cats |= bit
    # positional arguments, as for states in `effects`: keyword arguments slow down random play
    return Quilt(tuple(colours), tuple(patterns), quilt.free ^ bit, quilt.goals, cats, buttons)


def with_goal(quilt: Quilt, goal: int, space: int) -> Quilt:
    """Return the quilt with a goal tile on a goal space."""
    goals = list(quilt.goals)
    goals[space] = goal
    return replace(quilt, goals=tuple(goals))


def rainbow(quilt: Quilt) -> bool:
    """Return whether every colour has a button; this earns a rainbow button, at most one per quilt.

    (`calico.button.rainbow`)
    """
    return quilt.buttons.bit_count() >= len(components.COLOURS) and all(
        cells & quilt.buttons for cells in quilt.colours
    )


def around(space: int) -> int:
    """Return the six spaces around a goal space."""
    return _AROUND[GOAL_CELLS[space]]


def frequencies(masks: tuple[int, ...], space: int) -> tuple[int, ...]:
    """Return how often each colour (or pattern) occurs around a goal space, in descending order, without zeros."""
    six = _AROUND[GOAL_CELLS[space]]
    return tuple(sorted(filter(None, ((cells & six).bit_count() for cells in masks)), reverse=True))


def empty_around(quilt: Quilt, space: int) -> int:
    """Return the empty spaces around a goal space."""
    return quilt.free & _AROUND[GOAL_CELLS[space]]


def reached(quilt: Quilt, space: int) -> tuple[bool, bool]:
    """Return whether a goal is met by the colours, and whether by the patterns around it (`calico.goal.when`)."""
    goal = quilt.goals[space]
    if goal is None or empty_around(quilt, space):
        return False, False
    wanted = GOALS[goal].counts
    return frequencies(quilt.colours, space) == wanted, frequencies(quilt.patterns, space) == wanted


def possible(goal: Goal, now: tuple[int, ...]) -> bool:
    """Return whether these frequencies can still grow to the goal's counts."""
    return len(now) <= len(goal.counts) and all(a <= b for a, b in zip(now, goal.counts, strict=False))


def goal_points(quilt: Quilt, space: int) -> int:
    """Return the points of a goal space (`calico.goal.one`, `calico.goal.both`)."""
    number, (by_colour, by_pattern) = quilt.goals[space], reached(quilt, space)
    if number is None or not (by_colour or by_pattern):
        return 0
    return GOALS[number].both if by_colour and by_pattern else GOALS[number].one


# --- the promo cats ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def longest_chain(cells: int) -> int:
    """Return a longest chain within a mask: connected cells, none adjacent to three or more of the others."""
    best = 0
    for start in bits(cells):
        best = _longer(cells, 1 << start, start, start, best)
    return best


def _longer(cells: int, line: int, start: int, end: int, best: int) -> int:
    """Return the longest of `best` and all chains that extend a line from its end."""
    if line.bit_count() > best.bit_count():
        best = line
    for cell in bits(_AROUND[end] & cells & ~line):
        touched = _AROUND[cell] & line
        if touched == 1 << end:
            # Other neighbours of the end can no longer join the line, but if the line is a single cell, one of them can
            # still close a ring.
            left = cells if end == start else cells & ~_AROUND[end] | line
            best = _longer(left, line | 1 << cell, start, cell, best)
        elif touched == 1 << end | 1 << start and line.bit_count() + 1 > best.bit_count():
            best = line | 1 << cell  # the cell closes a ring
    return best


@lru_cache(maxsize=1 << 14)
def largest_group(cells: int) -> int:
    """Return the largest connected area within a mask."""
    return max(areas(cells), key=int.bit_count, default=0)


def promo_cells(cat: Cat, quilt: Quilt, likes: tuple[Cat | None, ...]) -> int:
    """Return the cells that a promo cat counts on a quilt, or 0 below its minimum (`calico.cat.promo`)."""
    measure = largest_group if cat.promo == "group" else longest_chain
    found = max((measure(quilt.patterns[p]) for p, c in enumerate(likes) if c is cat), key=int.bit_count, default=0)
    return found if found.bit_count() >= box().least else 0


# --- state -----------------------------------------------------------------------------------------------------

SEEN = components.KINDS  # added to a hand patch that all players saw in the market
UNKNOWN = -1  # a hidden hand patch in a view; an integer, because every step does arithmetic on hands
TURNED_UP = 4  # goal tiles from which a player chooses
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
MARKET = box().market
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
        return components.cats_by_pattern(self.cats, self.pairs)

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
            if self.bag and 0 < len(self.market) < MARKET:
                return REFILL
            return PLACE if self.quilts[self.turn].free and self.hands[self.turn] else OVER
        if len(self.cats) < len(components.FIRST.cats):
            return DEAL_CATS
        if len(self.pairs) < len(self.cats):
            return DEAL_PATTERNS
        if (seat := self.choosing) is not None:
            return CHOOSE_GOALS if self.tiles[seat] else DEAL_GOALS
        if self.drawing is not None:
            return DEAL_HANDS
        return DEAL_MARKET if len(self.market) < MARKET else DRAW_FIRST

    @property
    def choosing(self) -> int | None:
        """The seat that gets its goals next during setup, None once all goals are placed (`calico.setup.goals`)."""
        if not components.has_goals(self.options):
            return None
        return next((seat for seat, quilt in enumerate(self.quilts) if None in quilt.goals), None)

    @property
    def actor(self) -> int:
        """The seat whose turn it is or, during setup, the seat that gets its goals (0 if none does)."""
        return self.turn if self.begun else self.choosing or 0

    @property
    def drawing(self) -> int | None:
        """The seat whose hand is dealt next during setup, None once all hands are full."""
        if self.begun:
            return None
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
        return [kind % components.KINDS for kind in self.hands[seat]]


# --- setup -----------------------------------------------------------------------------------------------------


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the seats, each named after the colour of its board (`calico.players`)."""
    found = components.boards(options)
    names = [components.PLAYERS[board.name] for board in found] if len(found) > 1 else [components.ALONE]
    return tuple(Seat(b.name, name, f"calico.{b.name}") for b, name in zip(found, names, strict=True))


def start(options: Options) -> Calico:
    """Return the initial state, before anything is dealt (`calico.variant.first-game`, `calico.variant.family`).

    A scenario has its own cats and goal tiles (`calico.variant.solo.scenario`); the players can choose the cats
    (`calico.setup.cats`).
    """
    quilts = [empty(board) for board in components.boards(options)]
    setup, tiles, cats = components.scenario(options), (), components.chosen_cats(options)
    if setup:
        tiles = setup.goals
    elif options.flag("first-game"):
        setup = components.FIRST
        quilts = [replace(quilt, goals=setup.goals) for quilt in quilts] if components.has_goals(options) else quilts
    count, bag = len(quilts), components.full(components.copies(options))
    cats = setup.cats if setup else cats
    return Calico(options, tuple(quilts), ((),) * count, bag, cats=cats, tiles=(tiles,) * count)


def visitors(options: Options, dots: int) -> list[int]:
    """Return the cats with this number of dots that can be dealt (`calico.setup.cats`, `calico.cat.promo`)."""
    found = [n for n, cat in enumerate(CATS) if cat.dots == dots]
    promo = options.word("promo")
    plain, special = [n for n in found if not CATS[n].promo], [n for n in found if CATS[n].promo]
    if not special or promo == "off":
        return plain
    return found if promo == "lot" else [n for n in special if (CATS[n].promo == "group") == (promo == "luna")]


def unliked(pairs: Sequence[Pair]) -> list[int]:
    """Return the patterns not yet dealt to a cat."""
    return [n for n in range(len(components.PATTERNS)) if all(n not in pair for pair in pairs)]


def dealt(state: Calico) -> Sequence[Action]:
    """Return the legal deals, except draws from the bag, and the legal choices of goals (`calico.setup.goals`)."""
    options = state.options
    match state.stage:
        case Stage.DEAL_CATS:
            return [DealCat(CATS[cat].name) for cat in visitors(options, len(state.cats) + 1)]
        case Stage.DEAL_PATTERNS:
            return [
                DealPatterns(f"{components.PATTERNS[a]}+{components.PATTERNS[b]}")
                for a, b in combinations(unliked(state.pairs), 2)
            ]
        case Stage.DEAL_GOALS:
            return [DealGoals("+".join(four)) for four in combinations(components.GOAL, TURNED_UP)]
        case Stage.CHOOSE_GOALS:
            seat = state.actor
            spaces = [GRID.names[GOAL_CELLS[n]] for n, goal in enumerate(state.quilts[seat].goals) if goal is None]
            own, tiles = components.prefix(options, seat), [*enumerate(state.tiles[seat], 1)]
            return [Choose(own, slot, GOALS[tile].letters, at) for slot, tile in tiles for at in spaces]
        case Stage.DRAW_FIRST:
            return [Begin(board.name) for board in components.boards(options)]
    return []


# --- scoring ---------------------------------------------------------------------------------------------------


def score(state: Calico) -> Score:
    """Return the score lines of all seats: goals, cat tokens, promo tokens, buttons (`calico.score`)."""
    found: list[Line] = []
    for seat, quilt in enumerate(state.quilts):
        who = components.prefix(state.options, seat)
        found += _goals(seat, quilt, who)
        found += _cats(seat, quilt, who, state.likes)
        if seat in state.promo:
            found.append(_promo(state, seat, who))
        found += _buttons(seat, quilt, who)
    return Score(tuple(found))


def _goals(seat: int, quilt: Quilt, who: str) -> Iterator[Line]:
    for space, cell in enumerate(GOAL_CELLS):
        number, (by_colour, by_pattern) = quilt.goals[space], reached(quilt, space)
        if number is None or not (by_colour or by_pattern):
            continue
        rule, sentence = "calico.goal.one", N_("{goal} by colours") if by_colour else N_("{goal} by patterns")
        if by_colour and by_pattern:
            rule, sentence = "calico.goal.both", N_("{goal} by colours and patterns")
        points, words = goal_points(quilt, space), text(sentence, goal=GOALS[number].name)
        yield Line(rule, seat, points, words, components.areas_of(who, GRID.around[cell] | 1 << cell))


def _cats(seat: int, quilt: Quilt, who: str, likes: tuple[Cat | None, ...]) -> Iterator[Line]:
    for pattern, cat in enumerate(likes):
        if cat is None:
            continue
        rule = "calico.cat.shape" if cat.places else "calico.cat.size"
        for token in bits(quilt.patterns[pattern] & quilt.cats):
            sentence = text(N_("{cat} on {pattern}"), cat=cat.title, pattern=components.pattern(pattern))
            yield Line(rule, seat, cat.points, sentence, components.areas_of(who, area(quilt.patterns[pattern], token)))


def _promo(state: Calico, seat: int, who: str) -> Line:
    cat, cells = state.promo_cat, _promo_group(state, seat)
    assert cat is not None  # noqa: S101 - the seat holds a promo token
    points = box().promo[state.promo.index(seat)] if cells else 0  # an entered position can lack the group
    n = cells.bit_count()
    sentence = many("{cat}, for {n} patch", "{cat}, for {n} patches", n, cat=cat.title)
    return Line("calico.cat.promo", seat, points, sentence, components.areas_of(who, cells))


def _promo_group(state: Calico, seat: int) -> int:
    cat = state.promo_cat
    return promo_cells(cat, state.quilts[seat], state.likes) if cat else 0


def _buttons(seat: int, quilt: Quilt, who: str) -> Iterator[Line]:
    for colour, cells in enumerate(quilt.colours):
        for token in bits(cells & quilt.buttons):
            sentence = text(N_("A {colour} button"), colour=components.colour(colour))
            yield Line(
                "calico.button.earn",
                seat,
                box().button,
                sentence,
                components.areas_of(who, area(cells, token)),
            )
    if rainbow(quilt):
        sentence = text(N_("The rainbow button"))
        yield Line("calico.button.rainbow", seat, box().button, sentence, components.areas_of(who, quilt.buttons))


def points(state: Calico, seat: int) -> int:
    """Return a seat's points: the same total as `score`, but faster, without building the lines."""
    total = _quilt_points(state.quilts[seat], state.cats, state.pairs)
    if seat in state.promo and _promo_group(state, seat):
        total += box().promo[state.promo.index(seat)]
    return total


@lru_cache(maxsize=1 << 14)
def _quilt_points(quilt: Quilt, cats: tuple[int, ...], pairs: tuple[Pair, ...]) -> int:
    """Return the points of a quilt without promo tokens; cached, because many positions share a quilt."""
    total = box().button * (quilt.buttons.bit_count() + rainbow(quilt))
    for cells, cat in zip(quilt.patterns, components.cats_by_pattern(cats, pairs), strict=True):
        if cat and cells & quilt.cats:
            total += cat.points * (cells & quilt.cats).bit_count()
    return total + sum(goal_points(quilt, space) for space in range(len(GOAL_CELLS)))


def cat_tokens(state: Calico, seat: int) -> int:
    """Return how many cat tokens a seat has, including promo tokens."""
    return state.quilts[seat].cats.bit_count() + state.promo.count(seat)


def button_tokens(state: Calico, seat: int) -> int:
    """Return how many buttons a seat has, including the rainbow button."""
    return state.quilts[seat].buttons.bit_count() + rainbow(state.quilts[seat])


def ranks(state: Calico) -> list[tuple[int, int, int]]:
    """Return each seat's points, cat tokens and buttons, the criteria of the ranking (`calico.score.tie`)."""
    seats = range(len(state.quilts))
    return [(points(state, seat), cat_tokens(state, seat), button_tokens(state, seat)) for seat in seats]


def progress(state: Calico, seat: int = 0) -> list[tuple[str, int, int]]:
    """Return a seat's tasks in a scenario, "points" last: name, number reached, number required.

    A task that requires one of each counts the different kinds (`calico.variant.solo.scenario`).
    """
    played = components.scenario(state.options)
    if played is None:
        return []
    quilt, likes = state.quilts[seat], state.likes
    met = [sum(reached(quilt, space)) for space in range(len(GOAL_CELLS))]
    each = [
        sum((quilt.patterns[p] & quilt.cats).bit_count() for p, c in enumerate(likes) if c is CATS[n])
        for n in state.cats
    ]
    have = {
        "met": sum(1 for m in met if m),
        "double": met.count(2),
        "cats": cat_tokens(state, seat),
        "each": sum(1 for n in each if n),
        "same": max(each, default=0),
        "buttons": max((quilt.colours[c] & quilt.buttons).bit_count() for c in range(len(components.COLOURS))),
        "rainbow": sum(1 for cells in quilt.colours if cells & quilt.buttons),
    }
    whole = {"each": len(state.cats), "rainbow": len(components.COLOURS)}
    found = [(name, have[name], whole.get(name, least)) for name, least in played.wants.items()]
    return [*found, ("points", points(state, seat), played.points)]


def lacking(state: Calico, seat: int = 0) -> list[str]:
    """Return the names of a seat's unmet tasks in a scenario (`calico.variant.solo.scenario`)."""
    return [name for name, have, wanted in progress(state, seat) if have < wanted]


def winners(state: Calico) -> tuple[int, ...]:
    """Return the winning seats (`calico.score`, `calico.score.tie`).

    A scenario is won by every seat that has met all tasks (`calico.variant.solo.scenario`).
    """
    if state.to_move is not None:
        return ()
    if state.options["scenario"]:
        return tuple(seat for seat in range(len(state.quilts)) if not lacking(state, seat))
    found = ranks(state)
    return tuple(seat for seat, rank in enumerate(found) if rank == max(found))


# --- view ------------------------------------------------------------------------------------------------------


class CalicoView(View[Calico, Action]):
    """A seat's view: `state` is the position with `UNKNOWN` for hidden patches in other hands.

    The bag of `state` holds every patch this seat has not seen, including those in hands (`calico.hidden.hand`).
    """

    __slots__ = ()

    def determinize(self, rng: Random) -> Calico:
        """Return a full state with the unknown patches sampled from those this seat has not seen."""
        bag, hands = self.state.bag, []
        for hand in self.state.hands:
            known = []
            for kind in hand:
                drawn = kind
                if kind == UNKNOWN:
                    drawn = rng.choices(range(components.KINDS), components.counts(bag))[0]
                    bag -= components.ONE[drawn]
                known.append(drawn)
            hands.append(tuple(known))
        return replace(self.state, hands=tuple(hands), bag=bag)


def has_hidden_information(options: Options) -> bool:
    """Return whether there are other players, whose hands are hidden (`calico.hidden.hand`)."""
    return len(components.boards(options)) > 1


def view(state: Calico, seat: int | None) -> CalicoView:
    """Return the view of a seat, or of a spectator: hidden hand patches become `UNKNOWN` and join the bag."""
    bag, hands = state.bag, []
    for other, hand in enumerate(state.hands):
        shown = hand
        if other != seat:
            bag += components.heap(kind for kind in hand if kind < SEEN)
            shown = tuple(kind if kind >= SEEN else UNKNOWN for kind in hand)
        hands.append(shown)
    return CalicoView(replace(state, hands=tuple(hands), bag=bag), seat)
