"""The position editor of Calico."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations

from cattools.core.display.icons import icon
from cattools.core.display.scene import Label, Part, Shape
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, listed, text
from cattools.core.notation.parsing import named
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import TILE, Draft, EditorSpec, Gap, Place, Table, Thing, lacking
from cattools.core.table.scorer import Field
from cattools.games.calico import board, components
from cattools.games.calico.board import goal_text
from cattools.games.calico.components import CATS, GOAL_CELLS, GOALS, GRID, KINDS, LETTERS, PATCHES, box, copies, prefix
from cattools.games.calico.components import boards as quilt_boards
from cattools.games.calico.notation import PROMO_WORDS, read_loosely, visible, write_rows
from cattools.games.calico.position import SEEN, TURNED_UP, Calico, start, visitors

PATCH, GOAL, TOKEN = "patch", "goal", "token"  # kinds of things, and pages of the palette
CAT, BUTTON, SIGN, OPEN = "cat", "button", "placed", "seen"  # things that are the only ones of their kind
UNKNOWN, NONE, NOT_YET = "?", "none", "none-yet"


def _goal(goal: int) -> tuple[Shape, ...]:
    return (*board.goal(TILE), *_smaller(goal_text(GOALS[goal], (0, 0))))


def _unknown() -> tuple[Shape, ...]:
    """Return the drawing of an unknown patch: its back with a question mark."""
    return (board.back(TILE)[0], Label(UNKNOWN, (0, 0), 22, "surface", 700))


def _smaller(drawn: Iterator[Shape]) -> Iterator[Shape]:
    """Yield the shapes of a goal tile, scaled down from the size on a quilt to the width of a thing."""
    by = TILE / 55
    for shape in drawn:
        at = (shape.at[0] * by, shape.at[1] * by)
        if isinstance(shape, Label):
            yield replace(shape, at=at, size=shape.size * by)
        else:
            yield replace(shape, at=at, scale=shape.scale * by)


@cache
def table(options: Options) -> Table:
    """Return the pages, things, places and fields of the editor for these options."""
    rule = "calico.variant.duel" if copies(options) < box().copies else "calico.components"
    things = [
        Thing(patch, components.patch(kind), PATCH, board.patch(kind, TILE), copies(options), rule)
        for kind, patch in enumerate(PATCHES)
    ]
    several = NP_("{n} unknown patch", "{n} unknown patches")
    unknown = text(N_("an unknown patch"))
    things.append(Thing(UNKNOWN, unknown, PATCH, _unknown(), unknown=True, several=several))
    things += [
        Thing(goal.letters, text(N_("goal {goal}"), goal=goal.name), GOAL, _goal(n)) for n, goal in enumerate(GOALS)
    ]
    things += [
        Thing(CAT, text(N_("cat token")), CAT, board.sleeper(0.9 * TILE), page=TOKEN),
        Thing(BUTTON, text(N_("button")), BUTTON, board.button_token(0, 0.9 * TILE), page=TOKEN),
        Thing(SIGN, text(N_("just sewn on")), SIGN, icon("spark", TILE, main="go"), page=TOKEN),
        Thing(
            OPEN, text(N_("seen by all")), OPEN, icon("yes", TILE, main="ok", light="surface"), page=TOKEN, shows=True
        ),
    ]
    pages = {PATCH: text(N_("Patches")), GOAL: text(N_("Goal tiles")), TOKEN: text(N_("Tokens and marks"))}
    return Table.of(pages, things, _places(options), _fields(options))


def _places(options: Options) -> Iterator[Place]:
    for seat, own in enumerate(quilt_boards(options)):
        who = prefix(options, seat)
        for cell, at in enumerate(GRID.names):
            if cell in GOAL_CELLS:
                yield Place(who + at, text(at), ((GOAL, 1),), seat)
            elif components.SPACES >> cell & 1:
                yield Place(who + at, text(at), ((PATCH, 1), (CAT, 1), (BUTTON, 1), (SIGN, 1)), seat)
        for n in range(1, box().hand + 1):
            title = text(N_("Hand {n}"), n=n)
            yield Place(f"hand{n}.{own.name}", title, ((PATCH, 1), (OPEN, 1)), seat, row=True, secret=True)
        yield Place(f"tiles.{own.name}", text(N_("Goal tiles")), ((GOAL, TURNED_UP),), seat, row=True)
    yield Place("market", text(N_("Market")), ((PATCH, box().market),), row=True)
    yield Place("out", text(N_("Out of the game")), ((PATCH, KINDS * copies(options)),), row=True)


def _fields(options: Options) -> Iterator[Field]:
    seats = tuple((own.name, components.player(options, seat)) for seat, own in enumerate(quilt_boards(options)))
    not_yet = (NOT_YET, text(N_("Not begun yet")))
    yield Field("turn", text(N_("calico\x04Player to move")), (*seats, not_yet), seats[0][0])
    none, cats = (NONE, text(N_("none"))), [(cat.name.lower(), Text(cat.title)) for cat in CATS]
    own = [CATS[cat].name.lower() for cat in start(options).cats] or [NONE] * 3  # the options can fix them
    for n, cat in enumerate(own, 1):
        yield Field(f"cat{n}", text(N_("Cat {n}"), n=n), (none, *cats), cat)
    likes = [
        (LETTERS[p] + LETTERS[q], components.liking((p, q)))
        for p, q in combinations(range(len(components.PATTERNS)), 2)
    ]
    for n in range(1, 4):
        yield Field(f"likes{n}", text(N_("Cat {n} likes"), n=n), (none, *likes), NONE)
    for word, points in zip(PROMO_WORDS, box().promo, strict=True):
        title = text(N_("Who has the promo cat's {points}-point token"), points=points)
        yield Field(word, title, ((NONE, text(N_("nobody"))), *seats), NONE)


def read(state: Calico) -> Draft:
    """Return the draft of a position."""
    contents, options = dict[str, tuple[str, ...]](), state.options
    for seat, own in enumerate(quilt_boards(options)):
        quilt, who = state.quilts[seat], prefix(options, seat)
        for cell in bits(components.SPACES & ~quilt.free):
            signs = ((CAT, quilt.cats), (BUTTON, quilt.buttons))
            contents[who + GRID.names[cell]] = (
                PATCHES[quilt.kind(cell)],
                *(sign for sign, cells in signs if cells >> cell & 1),
                *((SIGN,) if state.placed == cell and seat == state.turn else ()),
            )
        for cell, goal in zip(GOAL_CELLS, quilt.goals, strict=True):
            if goal is not None:
                contents[who + GRID.names[cell]] = (GOALS[goal].letters,)
        for n, kind in enumerate(state.hands[seat], 1):
            contents[f"hand{n}.{own.name}"] = (PATCHES[kind % KINDS], *((OPEN,) if kind >= SEEN else ()))
        contents[f"tiles.{own.name}"] = tuple(GOALS[tile].letters for tile in state.tiles[seat])
    contents["market"] = tuple(PATCHES[kind] for kind in state.market)
    out = components.full(copies(options)) - state.bag - components.heap(visible(state))
    contents["out"] = tuple(PATCHES[kind] for kind, n in enumerate(components.counts(out)) for _ in range(n))
    names = [board.name for board in quilt_boards(options)]
    values = {"turn": names[state.turn] if state.begun else NOT_YET}
    for n, cat in enumerate(state.cats, 1):
        values[f"cat{n}"] = CATS[cat].name.lower()
    for n, pair in enumerate(state.pairs, 1):
        values[f"likes{n}"] = "".join(LETTERS[p] for p in sorted(pair))
    values |= {word: names[who] for word, who in zip(PROMO_WORDS, state.promo, strict=True) if who is not None}
    return EDITOR.new_draft(options, contents, values)


def write(draft: Draft) -> str:
    """Return the draft in notation; patches that have not been placed anywhere are in the bag."""
    values, parts = EDITOR.values(draft), []
    cats = [
        CATS[components.CAT_NAMES[values[f"cat{n}"]]].name
        + (f":{values[f'likes{n}']}" if values[f"likes{n}"] != NONE else "")
        for n in range(1, 4)
        if values[f"cat{n}"] != NONE
    ]
    parts += named(cats=",".join(cats))
    for seat, own in enumerate(quilt_boards(draft.options)):
        who = prefix(draft.options, seat)
        goals = [next(iter(draft.at(who + GRID.names[cell])), "-") for cell in GOAL_CELLS]
        held = [draft.at(f"hand{n}.{own.name}") for n in range(1, box().hand + 1)]
        hand = ",".join(one[0] + "!" * (OPEN in one) for one in held if one and one[0] != OPEN)
        row = [write_rows(partial(_sign, draft, who)), ",".join(goals) if set(goals) != {"-"} else "-", hand]
        tiles = ",".join(draft.at(f"tiles.{own.name}"))
        parts.append(f"{own.name}={';'.join([*row, tiles] if tiles else row)}")
    parts += named(
        market=",".join(draft.at("market")),
        turn="" if values["turn"] == NOT_YET else values["turn"],
        placed=next((cell.rpartition(".")[2] for cell in draft.where(SIGN)), ""),
        **{word: values[word] for word in PROMO_WORDS if values[word] != NONE},
        out="".join(draft.at("out")),
    )
    return " ".join(parts)


def _sign(draft: Draft, who: str, cell: int) -> str:
    """Return the patch on a space with its tokens in notation, "" if there is none or it is unknown."""
    things = draft.at(who + GRID.names[cell])
    return things[0] + "!" * (CAT in things) + "+" * (BUTTON in things) if things and things[0] in PATCHES else ""


def boards(draft: Draft, seat: int) -> tuple[Part, ...]:
    """Return the empty quilt of a seat."""
    return (replace(Calico.game.scene_of(start(draft.options), seat).parts[0], above=()),)


def problems(draft: Draft) -> Iterator[Refusal]:
    """Yield the reasons against a draft: tokens without a patch; wrong cats; goals, cats or patterns used twice."""
    for place, things in draft.contents.items():
        if things[0] in (CAT, BUTTON, SIGN, OPEN):
            yield Refusal("calico.turn.tokens", text(N_("Tokens go on patches.")), (place,))
    for seat in range(len(quilt_boards(draft.options))):
        cells = [prefix(draft.options, seat) + GRID.names[cell] for cell in GOAL_CELLS]
        goals = [one for cell in cells for one in draft.at(cell)]
        if len(set(goals)) < len(goals):
            yield Refusal("calico.setup.goals", text(N_("A quilt needs three different goal tiles.")), tuple(cells))
    values = EDITOR.values(draft)
    cats = [values[f"cat{n}"] for n in range(1, 4) if values[f"cat{n}"] != NONE]
    if len(set(cats)) < len(cats):
        yield Refusal("calico.setup.cats", text(N_("The three cats must be different.")))
    known = [CATS[cat] for cat in start(draft.options).cats]
    if known and not {cat.name.lower() for cat in known}.issuperset(cats):
        come = listed([cat.title for cat in known])
        sentence = text(N_("This game uses the cats {known}."), known=come)
        yield Refusal(components.brings_cats(draft.options), sentence, by_ruling=bool(draft.options["cats"]))
    likes = [letter for n in range(1, 4) for letter in values[f"likes{n}"] if values[f"likes{n}"] != NONE]
    if len(set(likes)) < len(likes):
        yield Refusal("calico.setup.patterns", text(N_("Only one cat can like each pattern.")))


def _due(draft: Draft) -> Iterator[tuple[int, int, int]]:
    """Yield, for each seat in a game that has begun, how many patches are missing from its quilt and its hand."""
    seats, mover = [board.name for board in quilt_boards(draft.options)], EDITOR.value(draft, "turn")
    turn, placed = seats.index(mover), bool(draft.where(SIGN))
    sewn = [len(_sewn(draft, seat)) for seat in range(len(seats))]
    held = [sum(bool(draft.at(f"hand{n}.{name}")) for n in range(1, box().hand + 1)) for name in seats]
    bag = _bag(draft)
    refills = not placed and 0 < len(draft.at("market")) < box().market and bag > 0
    order, least = [(turn + n) % len(seats) for n in range(len(seats))], 0
    done = {seat: sewn[seat] - (seat == turn and (placed or refills)) for seat in order}
    most = max(done.values())
    for seat in order:
        least = max(least, done[seat], most - 1)  # quilts differ by at most one patch
        hand = box().hand - (seat == turn and placed)
        yield seat, least - done[seat], max(0, min(hand - held[seat], bag))


def _bag(draft: Draft) -> int:
    """Return the number of patches in the bag."""
    entered = sum(thing in PATCHES or thing == UNKNOWN for things in draft.contents.values() for thing in things)
    return max(0, KINDS * copies(draft.options) - entered)


def _sewn(draft: Draft, seat: int) -> list[str]:
    """Return the spaces of a quilt that have a patch."""
    return [place for place in _spaces(draft, seat) if draft.at(place)]


def _spaces(draft: Draft, seat: int) -> list[str]:
    who = prefix(draft.options, seat)
    return [who + GRID.names[cell] for cell in bits(components.SPACES)]


def rest(draft: Draft) -> Draft:
    """Return the draft with unknown patches where hands or the market have too few."""
    if EDITOR.value(draft, "turn") == NOT_YET:
        return draft
    found, due = draft, [*_due(draft)]
    for seat, _, cards in due:
        name = quilt_boards(draft.options)[seat].name
        held = [f"hand{n}.{name}" for n in range(1, box().hand + 1)]
        for place in [place for place in held if not draft.at(place)][:cards]:
            found = found.with_contents(place, (UNKNOWN,))
    whole = not any(patches or cards for _, patches, cards in due) and not any(_cats_left_out(draft))
    lacks = 0 if found.at("market") and whole else min(box().market - len(found.at("market")), _bag(found))
    return found.with_contents("market", (*found.at("market"), *(UNKNOWN,) * lacks))


def _cats_left_out(draft: Draft) -> tuple[bool, bool]:
    """Return whether a cat is missing, and whether the patterns of a cat are."""
    values = EDITOR.values(draft)
    return any(values[f"cat{n}"] == NONE for n in range(1, 4)), any(values[f"likes{n}"] == NONE for n in range(1, 4))


def gaps(draft: Draft) -> Iterator[Gap]:
    """Yield the cats and their patterns, if some are missing in a game that has begun."""
    cats, likes = _cats_left_out(draft)
    values = EDITOR.values(draft)
    if values["turn"] == NOT_YET or not (cats or likes):
        return
    known = {values[f"cat{n}"] for n in range(1, 4)}
    names = ([CATS[cat].name.lower() for cat in visitors(draft.options, n)] for n in (1, 2, 3))
    may = [[name for name in found if name not in known] for found in names]
    liked = "".join(values[f"likes{n}"] for n in (1, 2, 3) if values[f"likes{n}"] != NONE)
    left = [letter for letter in LETTERS if letter not in liked]
    ways = list[dict[str, str | tuple[str, ...]]]()
    for k in range(max(len(components.PATTERNS), *map(len, may))):
        letters = [*left[k % len(left) :], *left[: k % len(left)]] if left else []
        way: dict[str, str | tuple[str, ...]] = {}
        for n in (1, 2, 3):
            if values[f"cat{n}"] == NONE and may[n - 1]:
                way[f"cat{n}"] = may[n - 1][k % len(may[n - 1])]
            if values[f"likes{n}"] == NONE:
                way[f"likes{n}"] = "".join(sorted((letters.pop(0), letters.pop(k % len(letters))), key=LETTERS.index))
        ways.append(way)
    name = N_("the three cats") if cats else N_("the patterns each cat likes")
    yield Gap(text(name), "cat1" if cats else "likes1", ({}, *ways))


def left_out(draft: Draft) -> Iterator[Text]:
    """Yield what the draft still lacks if the game has begun: cats with their patterns, and patches."""
    values = EDITOR.values(draft)
    if values["turn"] == NOT_YET:
        return
    cats, likes = _cats_left_out(draft)
    if cats:
        yield text(N_("the three cats"))
    if likes:
        yield text(N_("the patterns each cat likes"))
    lacks = [(components.player(draft.options, seat), patches, cards) for seat, patches, cards in _due(draft)]
    yield from lacking(
        [(who, n) for who, n, _ in lacks],
        *NP_("{who}: {n} patch on the quilt, “?” if unknown", "{who}: {n} patches on the quilt, “?” if unknown"),
    )
    yield from lacking(
        [(who, n) for who, _, n in lacks],
        *NP_("{who}: {n} patch in hand, “?” if unknown", "{who}: {n} patches in hand, “?” if unknown"),
    )
    if not draft.at("market") and _bag(draft):
        yield text(N_("the market"))


EDITOR = EditorSpec(
    table,
    read,
    write,
    boards,
    problems,
    rest=rest,
    ending=("turn", "out"),
    left_out=left_out,
    gaps=gaps,
    loosely=read_loosely,
)
