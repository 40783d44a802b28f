"""The picture of a view: the ranch with its sky, the radar of the seat to move, waiting tiles, everybody's disc."""

from __future__ import annotations

from functools import cache

from cattools.core.art import icon
from cattools.core.game import Panel, View
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, language, many, text
from cattools.core.scene import Area, Group, Label, Look, Path, Piece, Point, Scene, Shape, moved
from cattools.games.cattricola import drawing
from cattools.games.cattricola import layout as lay
from cattools.games.cattricola.actions import Action, Lay
from cattools.games.cattricola.boards import Spot, radar
from cattools.games.cattricola.dealing import JOIN
from cattools.games.cattricola.ranch import Ranch
from cattools.games.cattricola.scoring import NAMES, cell_name, words_of
from cattools.games.cattricola.state import Cattricola
from cattools.games.cattricola.tiles import DOWN, WORDS, kind_of


@cache
def _words(tile: int, _language: str) -> str:
    """Return a tile in words as far as it is known."""
    sex = 0 if tile & DOWN else tile & 3
    words = str(text(WORDS[kind_of(tile) - 1][sex]))
    return str(text(N_("{tile} face down"), tile=words)) if tile & DOWN else words


def held(tile: int) -> str:
    """Return what a cell holds, in words."""
    return _words(tile, language()) if tile else str(text(N_("empty")))


@cache
def _area(id_: str, what: str, at: Point, wide: float, tall: float, *, holds: bool, said: str = "") -> Area:
    return Area(id_, said or f"{id_}, {what}", at, lay.corners(at, wide, tall), min(wide, tall), holds)


def _ranch_rows(state: Cattricola, place: Point) -> tuple[tuple[Area, ...], ...]:
    ranch = state.ranch
    sky = str(text(N_("beside the ranch")))
    rows: dict[int, list[Area]] = {}
    for spot in ranch.around:
        name = Ranch.name(spot)
        cell = ranch.grid.index.get(name, -1)
        tile = state.tiles[cell] if cell >= 0 else 0
        x, y, wide, tall = lay.spot_box(ranch, spot)
        what = held(tile) if cell >= 0 else sky
        rows.setdefault(spot[0], []).append(
            _area(name, what, (place[0] + x, place[1] + y), wide, tall, holds=bool(tile))
        )
    return tuple(tuple(row) for row in rows.values())


def _ranch_pieces(state: Cattricola, place: Point) -> list[Piece]:
    return [
        Piece(name, _spot(state.ranch, state.ranch.spots[n], place), drawing.tile(tile, lay.CELL), lay.CELL)
        for n, (name, tile) in enumerate(zip(state.ranch.grid.names, state.tiles, strict=True))
        if tile
    ]


def _spot(ranch: Ranch, spot: Spot, place: Point) -> Point:
    x, y, *_ = lay.spot_box(ranch, spot)
    return place[0] + x, place[1] + y


def _radar(state: Cattricola, place: Point) -> Group:
    markers = state.radars[state.turn]
    middle = radar().middle(markers) if markers else -1
    words = {
        -1: str(text(N_("radar"))),
        0: str(text(N_("radar, marker"))),
        1: str(text(N_("radar, the middle marker"))),
    }
    rows = []
    for row in radar().grid.rows:
        areas = []
        for cell in row:
            name, at, on = f"+{radar().grid.names[cell]}", lay.radar_at(place, cell), bool(markers >> cell & 1)
            what = words[(cell == middle) if on else -1]
            areas.append(_area(name, what, at, lay.RADAR, lay.RADAR, holds=on))
        rows.append(tuple(areas))
    who = text(NAMES[state.turn])
    return Group(str(text(N_("Radar of {who}"), who=who)), tuple(rows))


def _hand(state: Cattricola, place: Point) -> tuple[Group, list[Piece]]:
    areas, pieces = [], []
    for n in range(lay.slots()):
        tile = state.hand[n] if n < len(state.hand) else 0
        at, name = lay.slot_at(place, n), f"@{n + 1}"
        what = held(tile) if tile else str(text(N_("no tile waits here")))
        areas.append(_area(name, what, at, lay.SLOT, lay.SLOT, holds=bool(tile)))
        if tile:
            pieces.append(Piece(name, at, drawing.tile(tile, lay.CELL), lay.CELL))
    for n, (name, words) in enumerate((("done", N_("Done")), ("pass", N_("Pass")))):
        areas.append(_area(name, "", lay.pill_at(place, n), *lay.PILL, holds=True, said=str(text(words))))
    return Group(str(text(N_("Caught tiles and buttons"))), (tuple(areas),), "group"), pieces


def _disc(state: Cattricola, seat: int, place: Point) -> tuple[Group, list[Piece]]:
    letter, disc = state.boards[seat], state.discs[seat]
    rows: dict[int, list[Area]] = {}
    pieces = []
    order = sorted(range(len(disc)), key=lambda n: state.board(seat).spots[n])
    for n in order:
        at, name = lay.disc_at(place, letter, n), cell_name(seat, n)
        rows.setdefault(state.board(seat).spots[n][0], []).append(
            _area(name, "", at, lay.DISC, lay.DISC, holds=bool(disc[n]), said=f"{words_of(name)}, {held(disc[n])}")
        )
        if disc[n]:
            pieces.append(Piece(name, at, drawing.tile(disc[n], lay.CELL), lay.CELL))
    group = Group(str(text(N_("Disc of {who}"), who=text(NAMES[seat]))), tuple(tuple(row) for row in rows.values()))
    return group, pieces


def _charged(state: Cattricola, places: lay.Layout) -> list[Shape]:
    """Return the markers and the circles that appeared.

    Markers stay where they are until all of them leave, and then another player's are shown.
    """
    ranch, markers = state.ranch, state.radars[state.turn]
    shapes: list[Shape] = []
    for cell in bits(markers):
        marker = drawing.ufo(lay.RADAR * 0.9, middle=cell == radar().middle(markers))
        shapes += moved(marker, lay.radar_at(places.radar, cell))
    for circle in ranch.circles:
        if not circle & state.animals and not state.undealt:
            for name in ranch.names(circle):
                shapes += drawing.shining(_spot(ranch, ranch.spots[ranch.grid.index[name]], places.ranch))
    return shapes


def _filled(state: Cattricola, places: lay.Layout) -> list[Shape]:
    """Return how full the discs are, and everybody's markers in small."""
    shapes: list[Shape] = []
    for seat in range(len(state.boards)):
        x, y = places.discs[seat]
        disc = state.discs[seat]
        said = text(N_("{n} of {all}"), n=len(disc) - disc.count(0), all=len(disc))
        shapes.append(Label(str(said), (x + lay.disc_size() - 72, y + 15), 14, "ink2"))
        shapes += drawing.mini((x + lay.disc_size() - 32, y), state.radars[seat])
    return shapes


def summary(state: Cattricola) -> Text:
    """Return the position in one sentence."""
    discs = ", ".join(
        str(text(N_("{who} {n} of {all}"), who=text(NAMES[seat]), n=len(disc) - disc.count(0), all=len(disc)))
        for seat, disc in enumerate(state.discs)
        if disc
    )
    animals = state.animals.bit_count()
    return text(
        N_("{verdict} {animals}; tiles on discs: {discs}."),
        verdict=state.verdict(),
        animals=many(N_("{n} animal on the ranch"), N_("{n} animals on the ranch"), animals),
        discs=discs or str(text(N_("none"))),
    )


def scene(view: View[Action], look: Look) -> Scene:  # noqa: ARG001 - every game's picture takes both
    """Return the picture of what a seat sees."""
    state: Cattricola = view.shown  # type: ignore[attr-defined]
    if state.phase == JOIN:
        return _joining(state)
    over = state.to_move is None
    places = lay.ended(state.players) if over else lay.layout(state.ranch, state.players)
    groups, ground, pieces = ([], [], []) if over else _outside(state, places)
    for seat in range(state.players):
        letter = state.boards[seat] if seat < len(state.boards) else ""
        ground += drawing.disc_ground(places.discs[seat], letter, seat)
        if letter:
            group, more = _disc(state, seat, places.discs[seat])
            groups.append(group)
            pieces += more
    above = [*([] if over else _charged(state, places)), *_filled(state, places)]
    return Scene(places.size, str(summary(state)), tuple(groups), tuple(ground), tuple(pieces), tuple(above))


def _outside(state: Cattricola, places: lay.Layout) -> tuple[list[Group], list[Shape], list[Piece]]:
    """Return what lies beside the discs while the game goes on: ranch, radar, waiting tiles."""
    waiting, pieces = _hand(state, places.hand)
    groups = [Group(str(text(N_("Ranch"))), _ranch_rows(state, places.ranch)), _radar(state, places.radar), waiting]
    ground: list[Shape] = [
        *drawing.ranch_ground(state.ranch, places.ranch),
        *drawing.radar_ground(places.radar),
        *drawing.hand_ground(places.hand),
    ]
    return groups, ground, [*_ranch_pieces(state, places.ranch), *pieces]


def _joining(state: Cattricola) -> Scene:
    """Return the picture while boards are joined: those that lie, and the places around them."""
    rows = []
    free, taken = str(text(N_("free"))), str(text(N_("a ranch board")))
    for n, row in enumerate(state.ranch.slots()):
        areas = []
        for m, slot in enumerate(row):
            at = ((m + 0.5) * lay.SLOT_BOARD + lay.EDGE, (n + 0.5) * lay.SLOT_BOARD + lay.EDGE)
            on = _lies(state.ranch, slot)
            areas.append(_area(str(slot), taken if on else free, at, lay.SLOT_BOARD, lay.SLOT_BOARD, holds=on))
        rows.append(tuple(areas))
    size = (len(rows[0]) * lay.SLOT_BOARD + 2 * lay.EDGE, len(rows) * lay.SLOT_BOARD + 2 * lay.EDGE)
    group = Group(str(text(N_("Places for ranch boards"))), tuple(rows))
    return Scene(size, str(state.verdict()), (group,), drawing.joining_ground(state.ranch))


def _lies(ranch: Ranch, slot: Lay) -> bool:
    return (slot.row, slot.column) in ranch.origins


def panels(view: View[Action]) -> tuple[Panel, ...]:
    """Return what lies before each player: how full the disc is, markers, tiles without a place."""
    state: Cattricola = view.shown  # type: ignore[attr-defined]
    found = []
    for seat in range(state.players):
        disc, markers, off = state.discs[seat], state.radars[seat], len(state.spilled[seat])
        filled = text(N_("{n} of {all} cells filled"), n=len(disc) - disc.count(0), all=len(disc))
        rows: list[tuple[str, tuple[tuple[Path, ...], ...]]] = [
            (str(filled), (icon("ufo", 18, main="ufo.main", deep="ufo.deep", light="ufo.light"),)),
            (_count(markers.bit_count()), tuple(drawing.ufo(18.0) for _ in bits(markers))),
        ]
        if off:
            words = many(N_("{n} tile without a place"), N_("{n} tiles without a place"), off)
            rows.append((str(words), (icon("no", 18, main="refuse", light="page"),)))
        found.append(Panel(seat, drawing.seat_sign(seat, 30), str(text(NAMES[seat])), tuple(rows)))
    return tuple(found)


def _count(markers: int) -> str:
    return str(many(N_("{n} marker on the radar"), N_("{n} markers on the radar"), markers))
