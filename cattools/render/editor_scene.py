"""The scene of a table in the position editor: its boards, the rows next to them, and the palette."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from cattools.core.display.scene import (
    Area,
    Group,
    Part,
    Path,
    Point,
    Scene,
    Shape,
    SizeHint,
    corners,
    rectangle,
)
from cattools.core.display.tray import Tray
from cattools.core.messages import N_, Text, catalogue, commas, many, text
from cattools.core.table.position_editor import TILE, AnyEditorSpec, Draft, Place, Table, Thing

COLUMNS = 8
GAP = 4.0  # between neighbouring things
STEP = TILE + GAP
TRAY = Tray(COLUMNS, (STEP, STEP), corners((0, 0), TILE, TILE), TILE)
LETTER = 9.0  # width of a letter in a caption when tiles have their minimum size
PALETTE_SIZE = SizeHint(STEP, least=36, best=56, weight=2, near="palette", firm=True)
ROW_SIZE = SizeHint(STEP, least=30, best=48, firm=True)
PALETTE = "+"  # begins the id of an area in the palette; the thing's id follows
COLON = ":"  # between a row's id and the number of a thing in it, counted from 1
# The relative sizes of the top of a stack, of the things below it, and of the things next to it.
HIGH, LOW, BESIDE = 0.86, 0.36, 0.5
# Cells of boards by id and contents, cached because few of them change per press.
Seen = dict[tuple[str, tuple[str, ...]], Area]


def scene(editor: AnyEditorSpec, draft: Draft, seat: int, page: str, empty: Iterable[Part], seen: Seen) -> Scene:
    """Return a seat's scene of a draft: the boards, a page of the palette, and the rows for the things on that page.

    `empty` are the empty boards, as `empty_boards` returns them; `seen` caches the named cells.
    """
    table = editor.table(draft.options)
    boards = [_board(table, draft, part, seen) for part in empty]
    rows = [
        _row(table, draft, place)
        for place in table.places.values()
        if place.row and (place.beside or place.seat in (None, seat)) and page in table.pages_of[place.id]
    ]
    count = sum(map(len, draft.contents.values()))
    summary = many("{n} item on the table.", "{n} items on the table.", count)
    return Scene(str(summary), (*boards, _palette(editor, draft, table, page), *rows))


def empty_boards(editor: AnyEditorSpec, draft: Draft, seat: int) -> tuple[Part, ...]:
    """Return the boards that a seat sees, with every cell named as empty, and without areas that are not places."""
    table = editor.table(draft.options)
    boards = (_with_places(part, table) for part in editor.boards(draft, seat))
    return tuple(_named(part, lambda area: _empty(table, area)) for part in boards if part.groups)


def row_of(area: str) -> tuple[str, int]:
    """Return the row that an area belongs to, and the index, from 0, of the thing there; -1 if there is none."""
    place, _, number = area.partition(COLON)
    return place, int(number) - 1 if number else -1


def things_in(table: Table, things: Sequence[str]) -> str:
    """Return some things in words, in order; equal unknown things are counted together at the position of the first."""
    left, words = Counter(things), list[Text]()
    for id_ in things:
        thing, n = table.things[id_], left[id_]
        if thing.several is None or n == 1:
            words.append(thing.name)
        elif n:
            words.append(many(*thing.several, n))
            left[id_] = 0
    return commas(map(str, words))


# --- boards --------------------------------------------------------------------------------------------------------


def _board(table: Table, draft: Draft, part: Part, seen: Seen) -> Part:
    """Return a board with the contents of its cells."""
    contents = draft.contents

    def cell(area: Area) -> Area:
        if not (things := contents.get(area.id)):
            return area
        if (found := seen.get((area.id, things))) is None:
            found = seen[area.id, things] = _cell(table, things, area)
        return found

    areas = (area for group in part.groups for row in group.rows for area in row if area.id in contents)
    above = [shape for area in areas for shape in _stack(table, contents[area.id], area)]
    return replace(_named(part, cell), pieces=(), above=(*part.above, *above))


def _with_places(part: Part, table: Table) -> Part:
    """Return a part with only those of its areas that are places: nothing can be put, for example, on an exit."""
    groups = list[Group]()
    for group in part.groups:
        rows = (tuple(area for area in row if area.id in table.places) for row in group.rows)
        if kept := tuple(row for row in rows if row):
            groups.append(replace(group, rows=kept))
    return replace(part, groups=tuple(groups))


def _named(part: Part, named: Callable[[Area], Area]) -> Part:
    """Return a part with every area replaced by `named(area)`."""
    groups = (replace(group, rows=tuple(tuple(map(named, row)) for row in group.rows)) for group in part.groups)
    return replace(part, groups=tuple(groups))


def _empty(table: Table, area: Area) -> Area:
    return replace(area, name=str(text(N_("{place}, empty"), place=table.places[area.id].name)), holds=False)


def _cell(table: Table, things: Sequence[str], area: Area) -> Area:
    words = text(N_("{place}, {things}"), place=table.places[area.id].name, things=things_in(table, things))
    return replace(area, name=str(words), holds=True)


def _stack(table: Table, ids: Sequence[str], area: Area) -> Iterable[Shape]:
    """Yield the shapes of a cell's contents: the top of its stack, smaller things below it, and things next to it."""
    things = [table.things[one] for one in ids]
    base = [one for one in things if one.kind == things[0].kind]
    full, (x, y) = 0.9 * area.size / TILE, area.at
    if len(base) > 1:
        yield from _drawn(base[-1], (x, y - 0.1 * area.size), full * HIGH)
        for n, one in enumerate(reversed(base[:-1])):
            across = (n - (len(base) - 2) / 2) * LOW * 0.8 * area.size
            yield from _drawn(one, (x + across, y + 0.34 * area.size), full * LOW)
    elif base:
        yield from _drawn(base[0], (x, y), full)
    for n, one in enumerate(things[len(base) :]):
        yield from _drawn(one, (x + (0.26 - 0.4 * n) * area.size, y - 0.26 * area.size), full * BESIDE)


@lru_cache(maxsize=4096)
def _drawn(thing: Thing, at: Point, scale: float) -> tuple[Shape, ...]:
    found = list[Shape]()
    for shape in thing.shapes:
        there = at[0] + shape.at[0] * scale, at[1] + shape.at[1] * scale
        if isinstance(shape, Path):
            found.append(replace(shape, at=there, scale=shape.scale * scale))
        else:
            found.append(replace(shape, at=there, size=shape.size * scale))
    return tuple(found)


# --- next to the boards --------------------------------------------------------------------------------------------


def _tile(id_: str, words: Text, n: int, *, holds: bool) -> Area:
    return _cached_tile(id_, words, n, holds, catalogue())


@lru_cache(maxsize=4096)  # a press changes few of the areas next to the boards
def _cached_tile(id_: str, words: Text, n: int, holds: bool, _language: object) -> Area:
    return TRAY.area(n, id_, words, holds=holds)


@lru_cache(maxsize=256)
def _frames(n: int) -> tuple[Shape, ...]:
    half = TILE / 2
    frame = rectangle(-half, -half, TILE, TILE, 6)
    return tuple(Path(frame, "surface", "line", 1.2, at=TRAY.at(at)) for at in range(n))


def _row(table: Table, draft: Draft, place: Place) -> Part:
    """Return the part for a row: the things in the row, then space for one more unless the row is full."""
    areas, above = list[Area](), list[Shape]()
    for n, id_ in enumerate(draft.at(place.id)):
        thing = table.things[id_]
        words = text(N_("{place}, {things}"), place=place.name, things=thing.name)
        areas.append(_tile(f"{place.id}{COLON}{n + 1}", words, n, holds=True))
        above += _drawn(thing, TRAY.at(n), 0.92)
    most = sum(most for _, most in place.takes)
    if len(areas) < most or not areas:
        words = text(N_("{place}, room for more"), place=place.name)
        areas.append(_tile(place.id, words, len(areas), holds=False))
    rows, caption = -(-len(areas) // COLUMNS), str(place.caption or place.name)
    for_caption = min(COLUMNS, -(-len(caption) * LETTER // STEP))
    size = max(min(most, COLUMNS * rows), for_caption)
    part = TRAY.part(f"row.{place.id}", ROW_SIZE, place.name, areas, room=int(size))
    return replace(part, ground=_frames(len(areas)), above=tuple(above), caption=caption)


def _palette(editor: AnyEditorSpec, draft: Draft, table: Table, page: str) -> Part:
    """Return the part for a page of the palette."""
    counts, areas, above = editor.thing_counts(draft), list[Area](), list[Shape]()
    for n, thing in enumerate(one for one in table.things.values() if one.palette_page == page):
        words = thing.name
        if thing.most is not None:
            left = max(thing.most - counts[thing.id], 0)
            words = text(N_("{thing}, {n} left"), thing=thing.name, n=left)
        areas.append(_tile(PALETTE + thing.id, words, n, holds=True))
        above += _drawn(thing, TRAY.at(n), 0.92)
    part = TRAY.part("palette", PALETTE_SIZE, table.pages[page], areas)
    return replace(part, ground=(*_frames(len(areas)), *above))  # a press changes only how many are left
