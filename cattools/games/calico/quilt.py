"""The quilts of Calico, and the cats and buttons that they earn."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from cattools.core.fast_dataclass import fast_init
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.core.rules import Refusal
from cattools.games.calico import components
from cattools.games.calico.components import GOAL_CELLS, GOALS, GRID, PATTERN, RING, Board, Cat, Goal, areas_of, box

if TYPE_CHECKING:
    from cattools.games.calico.position import Calico

# --- quilt -----------------------------------------------------------------------------------------------------

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
    # positional arguments, as for states in `transitions`: keyword arguments slow down random play
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


# --- tokens ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tokens:
    """One connected area: the number of its tokens (`count`), and the minimum and maximum number possible.

    `cat` is the cat that likes the area's pattern, None for a colour, which earns buttons. `of` is the index of the
    pattern or colour.
    """

    cat: Cat | None
    of: int
    area: int
    count: int
    least: int
    most: int


def areas_with_tokens(quilt: Quilt, likes: tuple[Cat | None, ...]) -> Iterator[Tokens]:
    """Yield every area that has tokens or could have earned some."""
    groups = [(cat, of, quilt.patterns[of], quilt.cats) for of, cat in enumerate(likes) if cat and not cat.promo]
    buttons = [(None, of, cells, quilt.buttons) for of, cells in enumerate(quilt.colours)]
    for cat, of, cells, tokens in [*groups, *buttons]:
        for part in areas(cells):
            fits = cat.meets(part) if cat else part.bit_count() >= box().group
            least = int(fits and bool(part & ~RING))
            if least or part & tokens:
                most = most_tokens(part, cat) if least else 0
                yield Tokens(cat, of, part, (part & tokens).bit_count(), least, most)


def seats_without_tokens(state: Calico) -> tuple[int, ...]:
    """Return the seats whose quilts have no tokens although some were earned: their tokens are not entered yet."""
    return tuple(
        seat
        for seat, quilt in enumerate(state.quilts)
        if not quilt.cats | quilt.buttons and any(one.least for one in areas_with_tokens(quilt, state.likes))
    )


def problems(state: Calico) -> tuple[Refusal, ...]:
    """Return refusals for impossible tokens, and for tokens missing on quilts whose tokens were entered."""
    found, later = [], seats_without_tokens(state)
    for seat, quilt in enumerate(state.quilts):
        who = components.prefix(state.options, seat)
        for one in areas_with_tokens(quilt, state.likes):
            if one.count <= one.most and (one.count >= one.least or seat in later):
                continue
            found.append(
                Refusal(_rule(one), _problem(one, str(components.player(state.options, seat))), areas_of(who, one.area))
            )
        unloved = [c for c in bits(quilt.cats) if not (cat := state.likes[PATTERN[quilt.kind(c)]]) or cat.promo]
        sentence = N_("No cat whose tokens go on patches likes the patch on {at}.")
        found += [Refusal("calico.cat.earn", text(sentence, at=GRID.names[c]), areas_of(who, 1 << c)) for c in unloved]
    return (*found, *_promo(state, later))


def asks(state: Calico) -> tuple[Refusal, ...]:
    """Return a question for each area with tokens that could have earned more; only the players know the number."""
    found = []
    for seat, quilt in enumerate(state.quilts):
        for one in areas_with_tokens(quilt, state.likes):
            if one.least <= one.count < one.most:
                rule = "calico.cat.apart" if one.cat else "calico.button.apart"
                sentence = _question(one, str(components.player(state.options, seat)))
                found.append(Refusal(rule, sentence, areas_of(components.prefix(state.options, seat), one.area)))
    return tuple(found)


def filled(state: Calico) -> Calico:
    """Return the position with all certain tokens: one per area, and the 11-point token for the only possible seat."""
    quilts = tuple(_filled(quilt, state.likes) for quilt in state.quilts)
    count = [seat for seat, n in enumerate(_promo_counts(state)) if n]
    sure = len(count) == 1 and state.promo == (None, None) and not any(quilt.free for quilt in state.quilts)
    return replace(state, quilts=quilts, promo=(count[0], None) if sure else state.promo)


def _filled(quilt: Quilt, likes: tuple[Cat | None, ...]) -> Quilt:
    cats, buttons = quilt.cats, quilt.buttons
    for one in areas_with_tokens(quilt, likes):
        if one.count < one.least:
            cell = next(bits(one.area & ~RING & ~(cats if one.cat else buttons)))
            cats |= bool(one.cat) << cell
            buttons |= (not one.cat) << cell
    return replace(quilt, cats=cats, buttons=buttons)


def _rule(one: Tokens) -> str:
    if one.count > one.most > 0:
        return "calico.cat.apart" if one.cat else "calico.button.apart"
    if one.cat is None:
        return "calico.button.earn"
    return "calico.cat.shape" if one.cat.places else "calico.cat.size"


def _facts(one: Tokens, who: str) -> dict[str, object]:
    """Return the owner, the patches (by pattern or colour) and the first cell of an area, for a message."""
    at = GRID.names[next(bits(one.area & ~RING), next(bits(one.area)))]
    of = components.pattern(one.of) if one.cat else text(N_("{colour} patches"), colour=components.colour(one.of))
    return {"who": who, "of": of, "at": at}


def _question(one: Tokens, who: str) -> Text:
    """Return the question of how many tokens an area earned."""
    sentence = N_("{least} or {most}") if one.most - one.count == 1 else N_("{least} to {most}")
    facts = {**_facts(one, who), "range": text(sentence, least=one.count, most=one.most), "laid": one.count}
    if one.cat:
        return text(N_("{who}: how many {cat} tokens did the group of {of} at {at} earn, {range}? Entered: {laid}."),
                    cat=one.cat.title, **facts)  # fmt: skip
    return text(N_("{who}: how many buttons did the group of {of} at {at} earn, {range}? Entered: {laid}."), **facts)


def _problem(one: Tokens, who: str) -> Text:
    token = text(N_("a {cat} token"), cat=one.cat.title) if one.cat else text(N_("a button"))
    facts = {**_facts(one, who), "token": token}
    if one.count < one.least:
        return text(N_("{who}: the group of {of} at {at} must have earned {token}."), **facts)
    if not one.most:
        return text(N_("{who}: the group of {of} at {at} cannot have {token}."), **facts)
    return many(
        "{who}: the group of {of} at {at} has {laid} tokens; at most {n} was possible.",
        "{who}: the group of {of} at {at} has {laid} tokens; at most {n} were possible.",
        one.most,
        laid=one.count,
        **facts,
    )


def _promo_counts(state: Calico) -> list[int]:
    """Return the number that the promo cat counts for each seat, 0 if there is no promo cat."""
    cat = state.promo_cat
    return [promo_cells(cat, quilt, state.likes).bit_count() if cat else 0 for quilt in state.quilts]


def _promo(state: Calico, later: Collection[int]) -> Iterator[Refusal]:
    """Yield refusals for impossible holders of the promo tokens.

    The tokens of the seats in `later` are not entered yet. The first seat with a group that counts takes the 11-point
    token, so a solo player gets this token with the first group. The last seat to reach the maximum has a token. While
    the 7-point token is in the middle, no other seat has ever reached the count of the holder of the 11-point token.
    """
    cat = state.promo_cat
    if not cat:
        return
    have = _promo_counts(state)
    top, holders = max(have), [holder for holder in state.promo if holder is not None]
    for points, holder in zip(box().promo, state.promo, strict=True):
        if holder is not None and not have[holder]:
            sentence = N_("{who} has the {points}-point token of {cat}, but no group that counts.")
            if state.alone:
                sentence = N_("Without a group that counts for {cat}, you cannot have the {points}-point token.")
            facts = {"who": components.player(state.options, holder), "points": points, "cat": cat.title}
            yield Refusal("calico.cat.promo", text(sentence, **facts))
    for seat, n in enumerate(have):
        if not top or n < top or seat in holders or seat in later:
            continue
        facts = {"who": components.player(state.options, seat), "n": n, "cat": cat.title, "points": box().promo[0]}
        if state.alone:
            sentence = N_(
                "You are the only player, and {n} patches count for {cat}: the {points}-point token is yours."
            )
            yield Refusal("calico.cat.promo", text(sentence, **facts))
        elif len(holders) < len(state.promo) or all(have[holder] < top for holder in holders):
            sentence = N_(
                "{who} has no promo token, but {n} of their patches count for {cat}, and no more on any other quilt."
            )
            yield Refusal("calico.cat.promo", text(sentence, **facts), by_reading=True)


# --- the maximum for an area -------------------------------------------------------------------------------------


@lru_cache(1024)  # a press changes few areas: the results for the others are reused
def most_tokens(area: int, cat: Cat | None) -> int:
    """Return the most cat tokens, or buttons if `cat` is None, an area can have earned (`calico.cat.apart`)."""
    return _Parts(area, cat).most(area)


def _halo(cells: int) -> int:
    """Return cells together with all their neighbours."""
    halo = cells
    for cell in bits(cells):
        halo |= GRID.around[cell]
    return halo


class _Parts:
    """The token-earning parts of one area, with cached results for its subsets."""

    def __init__(self, area: int, cat: Cat | None) -> None:
        self.size, self.sewn, self.printed = cat.size if cat else box().group, area & ~RING, areas(area & RING)
        self.found: dict[int, int] = {}
        self.shaped = cat if cat and cat.places else None
        within = (s for c in bits(area) for s in self.shaped.places[c] if not s & ~area) if self.shaped else ()
        self.shapes = [self.whole(spot) for spot in within]

    def whole(self, cells: int) -> int:
        """Return a part together with the printed patches it touches."""
        halo = _halo(cells)
        return cells | sum(part & ~cells for part in self.printed if part & halo)

    def most(self, cells: int) -> int:
        """Return the maximum number of parts within `cells` that do not touch."""
        if cells not in self.found:
            self.found[cells] = self._most(cells)
        return self.found[cells]

    def _most(self, cells: int) -> int:
        count, left = cells.bit_count(), cells & self.sewn
        if count < self.size or not left:
            return 0
        if len(pieces := areas(cells)) > 1:
            return sum(map(self.most, pieces))
        bound = (2 * count + 1) // (2 * self.size + 1)  # one patch joins at most three parts
        found, cell = self.most(cells ^ left & -left), (left & -left).bit_length() - 1
        if found < bound:
            for part in self.parts(cell, cells):
                found = max(found, 1 + self.most(cells & ~_halo(part)))
                if found == bound:
                    break
        return found

    def parts(self, cell: int, cells: int) -> Iterator[int]:
        """Yield the smallest parts within `cells` that contain `cell` and meet the requirement."""
        queue = [self.whole(1 << cell)]
        if self.shaped:
            shapes = queue if self.shaped.meets(queue[0]) else self.shapes
            yield from (part for part in shapes if part >> cell & 1 and not part & ~cells)
            return
        seen = {*queue}
        while queue:
            part = queue.pop()
            if part.bit_count() >= self.size:
                yield part
                continue
            for other in bits(_halo(part) & cells & self.sewn & ~part):
                if (more := self.whole(part | 1 << other)) not in seen:
                    seen.add(more)
                    queue.append(more)
