"""The scorer of Calico."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from cattools.core.display.scene import Group, Look, Part, Scene, Shape, SizeHint
from cattools.core.display.tray import Tray
from cattools.core.errors import NotationError, OptionError
from cattools.core.game import with_seat
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, alternatives, listed, many, semicolons, text
from cattools.core.options import Options
from cattools.core.rules import IllegalAction, Refusal
from cattools.core.table.scorer import Field, ScorerSpec, read_fields
from cattools.games.calico import board, components, notation, position
from cattools.games.calico.board import QUILT, SIZE, cell_areas, cell_name, goal_text, ground, letters, pieces
from cattools.games.calico.components import (
    CATS,
    GOAL_CELLS,
    GOALS,
    GRID,
    PATCHES,
    PATTERN,
    PATTERNS,
    RING,
    Cat,
    Goal,
    areas_of,
    boards,
    box,
    copies,
)
from cattools.games.calico.effects import status
from cattools.games.calico.notation import PROMO_WORDS, holders_fit, visible
from cattools.games.calico.position import Calico, CalicoView, Quilt, areas, promo_cells, start, with_patch
from cattools.games.calico.position_editor import BUTTON, CAT

PALETTE = (*PATCHES, *(goal.letters for goal in GOALS), CAT, BUTTON)
OPTIONS = ("players", "board", "second", "first-game", "family", "duel", "scenario")
PAIRS = {f"{p[0]}-{q[0]}": (p[1], q[1]) for p, q in combinations([(name, n) for n, name in enumerate(PATTERNS)], 2)}
NOBODY = "nobody"
PRINTED = N_("The ring is printed: {at} cannot change.")
PATCH, TILE = 43.0, 58.0  # width of a patch, width of a goal tile or token
PATCH_TRAY = Tray(len(PATTERNS), (48.0, 50.0), board.hexagon(PATCH), PATCH)  # one row per colour
TILE_TRAY = Tray(2, (62.0, 68.0), board.hexagon(TILE), TILE)
PATCHES_ROOM = SizeHint(PATCH, least=29, best=80, weight=2, near="palette")
TILES_ROOM = SizeHint(TILE, least=39, best=110, weight=2, near="palette")


def _settled(state: Calico) -> Calico:
    """Return a state with empty hands and market; the bag gets every patch that is not on a quilt."""
    empty: tuple[tuple[int, ...], ...] = ((),) * len(state.quilts)
    state = replace(state, hands=empty, market=(), tiles=empty, begun=True, placed=None, bag=0)
    return replace(state, bag=components.full(copies(state.options)) - components.heap(visible(state)))


def blank(options: Options) -> Calico:
    """Return empty quilts with the cats that the options fix or, if none, the first cat for each number of dots."""
    state = start(options)
    cats = state.cats or tuple(next(n for n, cat in enumerate(CATS) if cat.dots == dots) for dots in (1, 2, 3))
    pairs = tuple((n, n + 1) for n in range(0, len(PATTERNS), 2))
    return _settled(replace(state, cats=cats, pairs=pairs))


def fitting(state: Calico, options: Options) -> Calico:
    """Return the quilts under other options. Raises `OptionError` if the game then has too few patches."""
    new = blank(options)
    quilts = list(new.quilts)
    for seat, (old, own) in enumerate(zip(state.quilts, boards(options), strict=False)):
        fixed_goals = not components.has_goals(options) or quilts[seat].has_goals
        goals = quilts[seat].goals if fixed_goals else old.goals
        quilts[seat] = replace(notation.read_laid_quilt(own, notation.write_quilt(old)), goals=goals)
    fixed = options["scenario"] or options.flag("first-game")
    one_of_each = [CATS[n].dots for n in state.cats] == [CATS[n].dots for n in new.cats]  # not in every scenario
    cats = state.cats if one_of_each and not fixed else new.cats
    seated = all(holder is None or holder < len(quilts) for holder in state.promo)
    promo = state.promo if seated and _promo(cats) else (None, None)
    new = replace(new, quilts=tuple(quilts), pairs=state.pairs, cats=cats, promo=promo)
    if excess := _excess(new):
        expected, found = excess
        raise OptionError(text(N_("expected {expected}, found {found}"), expected=expected, found=found))
    return _settled(new)


def _promo(cats: Iterable[int]) -> bool:
    return any(CATS[n].promo for n in cats)


def _excess(state: Calico) -> tuple[Text, int] | None:
    """Return the limit that a patch exceeds and its number on the quilts, or None if no patch exceeds its limit."""
    most, count = copies(state.options), Counter(visible(replace(state, hands=(), market=())))
    kind, found = max(count.items(), key=lambda pair: pair[1], default=(0, 0))
    return (text(N_("at most {most} {patch} patches"), most=most, patch=PATCHES[kind]), found) if found > most else None


def _seated(seats: list[str], options: Options) -> Options:
    """Return the options, changed if necessary to fit the players whose quilts a text names."""
    if not seats or seats == [board.name for board in boards(options)]:
        return options
    game, count = Calico.game, min(len(seats), len(components.BOARDS))
    chosen: dict[str, object] = {**options, "players": str(count), "board": seats[0], "second": "next"}
    usual = game.choose(chosen)
    if count == 2 and seats != [board.name for board in boards(usual)]:
        return game.choose({**chosen, "second": seats[1]})
    return usual


def read(written: str, options: Options) -> Calico:
    """Parse a position, finished or not, ignoring hands and market. Raises `NotationError`.

    The text can be pasted into a page with other players: the players become those whose quilts the text names.
    """
    options = _seated(notation.seats_in(written), options)
    state, _ = notation.read_table(written, options)
    usual = blank(options)
    state = replace(state, cats=state.cats if len(state.cats) == len(usual.cats) else usual.cats)
    state = replace(state, pairs=state.pairs if len(state.pairs) == len(usual.pairs) else usual.pairs)
    if state.promo != (None, None) and not holders_fit(state):
        raise NotationError(
            N_("a promo cat for eleven= and seven=, and seven= only if eleven= names another player"), written
        )
    if excess := _excess(state):
        raise NotationError(*excess)
    return _settled(state)


# --- placing and removing ----------------------------------------------------------------------------------------


def _refuse(what: str, area: str, rule: str, sentence: str, **facts: object) -> IllegalAction:
    return IllegalAction(what, (Refusal(rule, text(sentence, **facts), (area,)),))


def _cell(area: str) -> int:
    return GRID.cell(area.rpartition(".")[2])


def _with(state: Calico, seat: int, changed: Quilt) -> Calico:
    return _settled(replace(state, quilts=with_seat(state.quilts, seat, changed)))


def _without(old: Quilt, cell: int) -> Quilt:
    """Return a quilt without the patch on a cell and its tokens."""
    keep = ~(1 << cell)
    return replace(
        old,
        colours=tuple(m & keep for m in old.colours),
        patterns=tuple(m & keep for m in old.patterns),
        free=old.free | 1 << cell,
        cats=old.cats & keep,
        buttons=old.buttons & keep,
    )


def put(state: Calico, seat: int, what: str, area: str) -> Calico:
    """Return the position with a patch, tile or token added to a cell. Raises `IllegalAction`."""
    old, cell = state.quilts[seat], _cell(area)
    bit = 1 << cell
    if what in (CAT, BUTTON):
        return _with(state, seat, _with_token(state, old, cell, what, area))
    if what in components.KIND:
        if cell in GOAL_CELLS:
            sentence = N_("The space {at} is for a goal tile.")
            raise _refuse(what, area, "calico.setup.goals", sentence, at=GRID.names[cell])
        if RING & bit:
            raise _refuse(what, area, "calico.board", PRINTED, at=GRID.names[cell])
        kind, cleared, most = components.KIND[what], _without(old, cell), copies(state.options)
        if visible(_with(state, seat, cleared)).count(kind) >= most:
            sentence = N_("All {n} {patch} are already on the quilts.")
            raise _refuse(what, area, "calico.components", sentence, n=most, patch=components.patch(kind))
        new = with_patch(cleared, kind, cell, (None,) * len(PATTERNS))
        return _with(state, seat, replace(new, cats=cleared.cats, buttons=cleared.buttons))
    if cell not in GOAL_CELLS:
        spaces = alternatives([GRID.names[space] for space in GOAL_CELLS])
        raise _refuse(what, area, "calico.setup.goals", N_("A goal tile goes on {spaces}."), spaces=spaces)
    if not components.has_goals(state.options):
        raise _refuse(what, area, "calico.variant.family", N_("The family game has no goals."))
    goal = components.GOAL_NAMES[what.lower()]
    goals = [None if g == goal else g for g in old.goals]  # a tile is on one space only
    goals[GOAL_CELLS.index(cell)] = goal
    return _with(state, seat, replace(old, goals=tuple(goals)))


def _with_token(state: Calico, old: Quilt, cell: int, what: str, area: str) -> Quilt:
    """Return a quilt with a token added to a patch, or removed if it is there. Raises `IllegalAction`."""
    bit = 1 << cell
    if not components.SPACES & bit & ~old.free:
        raise _refuse(what, area, "calico.turn.tokens", N_("Tokens go only on patches that have been sewn on."))
    if what == BUTTON:
        return replace(old, buttons=old.buttons ^ bit)
    pattern = PATTERN[old.kind(cell)]
    cat = state.likes[pattern]
    if cat is None or cat.promo:
        sentence = N_("No cat in this game puts tokens on {pattern}.")
        raise _refuse(what, area, "calico.cat.earn", sentence, pattern=components.pattern(pattern))
    return replace(old, cats=old.cats ^ bit)


def take(state: Calico, seat: int, area: str) -> Calico:
    """Return the position with a cell cleared; cells of the ring cannot be cleared. Raises `IllegalAction`."""
    old, cell = state.quilts[seat], _cell(area)
    if RING >> cell & 1:
        raise _refuse(area, area, "calico.board", PRINTED, at=GRID.names[cell])
    if cell in GOAL_CELLS:
        goals = list(old.goals)
        goals[GOAL_CELLS.index(cell)] = None
        return _with(state, seat, replace(old, goals=tuple(goals)))
    return state if old.free >> cell & 1 else _with(state, seat, _without(old, cell))


# --- the tokens --------------------------------------------------------------------------------------------------


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


def token_problems(state: Calico) -> tuple[Refusal, ...]:
    """Return refusals for impossible tokens, and for tokens missing from quilts whose tokens were entered."""
    found, later = [], seats_without_tokens(state)
    for seat, quilt in enumerate(state.quilts):
        who = components.prefix(state.options, seat)
        for one in areas_with_tokens(quilt, state.likes):
            if one.count <= one.most and (one.count >= one.least or seat in later):
                continue
            sentence = _token_problem(one, str(components.player(state.options, seat)))
            found.append(Refusal(_token_rule(one), sentence, areas_of(who, one.area)))
        unloved = [c for c in bits(quilt.cats) if not (cat := state.likes[PATTERN[quilt.kind(c)]]) or cat.promo]
        nobody = N_("No cat whose tokens go on patches likes the patch on {at}.")
        found += [Refusal("calico.cat.earn", text(nobody, at=GRID.names[c]), areas_of(who, 1 << c)) for c in unloved]
    return (*found, *_promo_problems(state, later))


def token_questions(state: Calico) -> tuple[Refusal, ...]:
    """Return a question for each area with tokens that could have earned more; only the players know the number."""
    found = []
    for seat, quilt in enumerate(state.quilts):
        for one in areas_with_tokens(quilt, state.likes):
            if one.least <= one.count < one.most:
                rule = "calico.cat.apart" if one.cat else "calico.button.apart"
                sentence = _token_question(one, str(components.player(state.options, seat)))
                found.append(Refusal(rule, sentence, areas_of(components.prefix(state.options, seat), one.area)))
    return tuple(found)


def with_certain_tokens(state: Calico) -> Calico:
    """Return the position with all certain tokens: one per area, the 11-point token if only one seat can have it."""
    quilts = tuple(_with_certain_tokens(quilt, state.likes) for quilt in state.quilts)
    count = [seat for seat, n in enumerate(_promo_counts(state)) if n]
    sure = len(count) == 1 and state.promo == (None, None) and not any(quilt.free for quilt in state.quilts)
    return replace(state, quilts=quilts, promo=(count[0], None) if sure else state.promo)


def _with_certain_tokens(quilt: Quilt, likes: tuple[Cat | None, ...]) -> Quilt:
    cats, buttons = quilt.cats, quilt.buttons
    for one in areas_with_tokens(quilt, likes):
        if one.count < one.least:
            cell = next(bits(one.area & ~RING & ~(cats if one.cat else buttons)))
            cats |= bool(one.cat) << cell
            buttons |= (not one.cat) << cell
    return replace(quilt, cats=cats, buttons=buttons)


def _token_rule(one: Tokens) -> str:
    if one.count > one.most > 0:
        return "calico.cat.apart" if one.cat else "calico.button.apart"
    if one.cat is None:
        return "calico.button.earn"
    return "calico.cat.shape" if one.cat.places else "calico.cat.size"


def _token_facts(one: Tokens, who: str) -> dict[str, object]:
    """Return the owner, the patches (by pattern or colour) and the first cell of an area, for a message."""
    at = GRID.names[next(bits(one.area & ~RING), next(bits(one.area)))]
    of = components.pattern(one.of) if one.cat else text(N_("{colour} patches"), colour=components.colour(one.of))
    return {"who": who, "of": of, "at": at}


def _token_question(one: Tokens, who: str) -> Text:
    """Return the question of how many tokens an area earned."""
    sentence = N_("{least} or {most}") if one.most - one.count == 1 else N_("{least} to {most}")
    facts = {**_token_facts(one, who), "range": text(sentence, least=one.count, most=one.most), "laid": one.count}
    if one.cat:
        return text(N_("{who}: how many {cat} tokens did the group of {of} at {at} earn, {range}? Entered: {laid}."),
                    cat=one.cat.title, **facts)  # fmt: skip
    return text(N_("{who}: how many buttons did the group of {of} at {at} earn, {range}? Entered: {laid}."), **facts)


def _token_problem(one: Tokens, who: str) -> Text:
    token = text(N_("a {cat} token"), cat=one.cat.title) if one.cat else text(N_("a button"))
    facts = {**_token_facts(one, who), "token": token}
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


def _promo_problems(state: Calico, later: Collection[int]) -> Iterator[Refusal]:
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
    """Return the most cat tokens, or buttons if `cat` is None, that an area can have earned (`calico.cat.apart`)."""
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


# --- fields ------------------------------------------------------------------------------------------------------


def fields(state: Calico) -> tuple[Field, ...]:
    """Return the fields for the cats, their patterns, and the holders of the promo tokens."""
    found, fixed = [], bool(state.options["scenario"]) or state.options.flag("first-game")
    for n, number in enumerate(state.cats):
        if not fixed:
            dots = CATS[number].dots
            choices = tuple((cat.name, text(cat.title)) for cat in CATS if cat.dots == dots)
            title = many("Cat with {n} dot", "Cat with {n} dots", dots)
            found.append(Field(name=f"cat{n + 1}", title=title, choices=choices, value=CATS[number].name))
    for n, pair in enumerate(state.pairs):
        title = text(N_("{cat} likes"), cat=CATS[state.cats[n]].title)
        if not fixed:  # the cat can change in the same form
            dots = CATS[state.cats[n]].dots
            title = many("The cat with {n} dot likes", "The cat with {n} dots likes", dots)
        choices = tuple((name, components.liking(both)) for name, both in PAIRS.items())
        value = next(k for k, p in PAIRS.items() if p == pair)
        found.append(Field(name=f"likes{n + 1}", title=title, choices=choices, value=value))
    if _promo(state.cats):
        seats = boards(state.options)
        players = [(board.name, components.player(state.options, n)) for n, board in enumerate(seats)]
        holders = [*zip(PROMO_WORDS, box().promo, state.promo, strict=True)]
        for name, points, holder in holders[: len(seats)]:  # a solo player can only take the first token
            title = text(N_("Who has the {points}-point token"), points=points)
            value = NOBODY if holder is None else seats[holder].name
            found.append(Field(name=name, title=title, choices=((NOBODY, text(N_("nobody"))), *players), value=value))
    return tuple(found)


def with_values(state: Calico, values: Mapping[str, str]) -> Calico:
    """Return the position with other cats, patterns or holders of promo tokens. Raises `OptionError`."""
    cats, pairs, promo = list(state.cats), list(state.pairs), list(state.promo)
    for name, value in read_fields(fields(state), values).items():
        n = int(name[-1]) - 1 if name[-1].isdigit() else 0
        if name.startswith("cat"):
            cats[n] = next(c for c, cat in enumerate(CATS) if cat.name == value)
        elif name.startswith("likes"):
            pairs[n] = PAIRS[value]
        else:
            names = [board.name for board in boards(state.options)]
            promo[PROMO_WORDS.index(name)] = names.index(value) if value in names else None
    used = [PATTERNS[p] for pair in pairs for p in pair]
    if twice := next((p for p in used if used.count(p) > 1), ""):
        raise OptionError(text(N_("expected each pattern once, found {twice} twice"), twice=twice))
    if promo[1] is not None and promo[0] in (None, promo[1]):
        sentence = N_("expected the {less}-point token only if another player has the {more}-point token")
        raise OptionError(text(sentence, more=box().promo[0], less=box().promo[1]))
    holders = (promo[0], promo[1]) if _promo(cats) else (None, None)
    return replace(state, cats=tuple(cats), pairs=tuple(pairs), promo=holders)


# --- counting ----------------------------------------------------------------------------------------------------


def missing(state: Calico) -> tuple[Text, ...]:
    """Return the patches, goals and tokens still to be entered."""
    found = []
    for seat, q in enumerate(state.quilts):
        who = components.player(state.options, seat)
        if n := q.free.bit_count():
            found.append(many("{who}: {n} patch", "{who}: {n} patches", n, who=who))
        left = [goal.name for goal in _scenario_goals(state.options) if GOALS.index(goal) not in q.goals]
        if left and None in q.goals:  # the scenario fixes the tiles, but not their spaces
            spaces = NP_("{who}: the space of goal {goals}", "{who}: the spaces of goals {goals}")
            found.append(many(*spaces, len(left), who=who, goals=listed(left)))
        elif (n := q.goals.count(None)) and components.has_goals(state.options):
            found.append(many("{who}: {n} goal", "{who}: {n} goals", n, who=who))
    waiting = (components.player(state.options, seat) for seat in seats_without_tokens(state))
    return (*found, *(text(N_("{who}: the cats and buttons"), who=who) for who in waiting))


def _scenario_goals(options: Options) -> list[Goal]:
    """Return the goal tiles of the scenario, none without a scenario."""
    return [GOALS[tile] for tile in start(options).tiles[0]]


def problems(state: Calico) -> tuple[Refusal, ...]:
    """Return refusals for an impossible position: wrong tokens, or goals that are not in the scenario."""
    goals, found = _scenario_goals(state.options), token_problems(state)
    cells = [
        components.prefix(state.options, seat) + GRID.names[cell]
        for seat, own in enumerate(state.quilts)
        for cell, goal in zip(GOAL_CELLS, own.goals, strict=True)
        if goal is not None and goals and GOALS[goal] not in goals
    ]
    if not cells:
        return found
    sentence = text(N_("This scenario has other goals: {goals}."), goals=listed([goal.name for goal in goals]))
    return (*found, Refusal("calico.variant.solo.scenario", sentence, tuple(cells)))


def result(state: Calico) -> tuple[Refusal, ...]:
    """Return the result: who won, and how a tie on points was broken."""
    rule = "calico.variant.solo" if state.alone else "calico.score"
    if state.options["scenario"]:
        return (Refusal("calico.variant.solo.scenario", status(state), by_ruling=not state.alone),)
    found = [Refusal(rule, status(state))]
    ranks = position.ranks(state)
    level = [seat for seat, rank in enumerate(ranks) if rank[0] == max(ranks)[0]]
    if len(level) > 1:
        words, have = N_("{who}: cats {cats}, buttons {buttons}"), []
        for seat in level:
            who, (_, cats, buttons) = components.player(state.options, seat), ranks[seat]
            have.append(text(words, who=who, cats=cats, buttons=buttons))
        sentence = text(
            N_("Tied on points: the player with more cats wins, then the one with more buttons. {have}."),
            have=semicolons(have),
        )
        found.append(Refusal("calico.score.tie", sentence))
    return tuple(found)


# --- the scene ---------------------------------------------------------------------------------------------------


def _tokens() -> Iterator[tuple[str, Text, tuple[Shape, ...]]]:
    """Yield the goals and tokens of the palette: their ids, names and shapes."""
    for goal in GOALS:
        yield goal.letters, board.goal_name(goal), (*board.goal(TILE), *goal_text(goal, (0, 0)))
    yield CAT, text(N_("a cat token")), (*board.space(TILE), *board.sleeper(38))
    yield BUTTON, text(N_("a button")), (*board.space(TILE), *board.button_token(0, 36))


def _palette() -> tuple[Part, Part]:
    """Return the palettes of patches, and of goals and tokens."""
    patches = ((id_, components.patch(kind), board.patch(kind, PATCH)) for kind, id_ in enumerate(PATCHES))
    found, more = (
        [(id_, text(N_("{id}, {name}"), id=id_, name=name), drawn) for id_, name, drawn in things]
        for things in (patches, _tokens())
    )
    return (
        PATCH_TRAY.palette("patches", PATCHES_ROOM, text(N_("Patches")), found),
        TILE_TRAY.palette("goals", TILES_ROOM, text(N_("Goals and tokens")), more, "group"),
    )


def scene(state: Calico, seat: int) -> Scene:
    """Return the scene with one player's quilt and the palette."""
    who = components.prefix(state.options, seat)
    q, view = state.quilts[seat], CalicoView(state, seat)
    title = text(N_("Quilt: {who}"), who=components.player(state.options, seat))
    rows = cell_areas(who, q, lambda cell: cell_name(view, seat, cell, Look()))
    quilt = Part(
        "quilt",
        SIZE,
        QUILT,
        groups=(Group(str(title), rows),),
        ground=ground(boards(state.options)[seat].name),
        pieces=tuple(pieces(who, q)),
        above=tuple(letters(q)),
    )
    summary = text(
        N_("{who}: {points}, {left}."),
        who=components.player(state.options, seat),
        points=many("{n} point", "{n} points", position.points(state, seat)),
        left=many("{n} space empty", "{n} spaces empty", q.free.bit_count()),
    )
    return Scene(str(summary), (quilt, *_palette()))


SCORER = ScorerSpec(
    palette=PALETTE,
    options=OPTIONS,
    blank=blank,
    fitting=fitting,
    read=read,
    scene=scene,
    put=put,
    take=take,
    fields=fields,
    with_values=with_values,
    lines=lambda state: position.score(state).lines,
    missing=missing,
    problems=problems,
    fill=(N_("Place the tokens for me"), with_certain_tokens),
    asks=token_questions,
    result=result,
    also={"≠": "ABCDEF", "!=": "ABCDEF", **{goal.name.lower(): goal.letters for goal in GOALS}},
)
