"""The scene of a view: the ranch with its sky, the radar of the seat to move, the waiting tiles and all discs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from cattools.core.display.scene import (
    Area,
    Group,
    Look,
    Panel,
    Part,
    Piece,
    Point,
    Scene,
    Scrolls,
    Shape,
    SizeHint,
    corners,
    moved,
)
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, language, many, text
from cattools.games.cattricola.board import layout, shapes
from cattools.games.cattricola.rules import scoring
from cattools.games.cattricola.rules.components import DISC_FILE, RADAR_FILE, RANCH_FILE, radar, reconstructed
from cattools.games.cattricola.rules.events import status
from cattools.games.cattricola.rules.labels import animal, cell_name, cell_words, seat_name
from cattools.games.cattricola.rules.ranch import Ranch
from cattools.games.cattricola.rules.state import JOIN, Cattricola
from cattools.games.cattricola.rules.tiles import DOWN
from cattools.games.cattricola.rules.view import CattricolaView

RANCH_PART = "ranch"
RANCH = SizeHint(layout.CELL, least=24, best=120, weight=8)
PLACES = SizeHint(layout.BOARD, least=44, best=160, weight=8)
RADAR_ROOM = SizeHint(layout.RADAR, least=27, best=70, weight=2, scrolls=Scrolls.LAST)
HAND = SizeHint(layout.SLOT, least=34, best=80, weight=2)
OWN_DISC = SizeHint(layout.DISC, least=24, best=60, weight=2, scrolls=Scrolls.LAST)
OTHER_DISC = SizeHint(layout.DISC, least=14, best=60, scrolls=Scrolls.FIRST)
FIRST_DISC = replace(OWN_DISC, weight=8)
NOTE = SizeHint(layout.TEXT, least=11, best=18)


@cache
def _words(tile: int, _language: str) -> str:
    """Return a tile in words, as far as it is known."""
    words = str(animal(tile))
    return str(text(N_("{tile} face down"), tile=words)) if tile & DOWN else words


def held(tile: int) -> str:
    """Return the contents of a cell in words."""
    return _words(tile, language()) if tile else str(text(N_("empty")))


@cache
def _area(id_: str, what: str, at: Point, wide: float, tall: float, *, holds: bool, label: str = "") -> Area:
    return Area(id_, label or f"{id_}, {what}", at, corners(at, wide, tall), min(wide, tall), holds)


def _ranch_rows(state: Cattricola) -> tuple[tuple[Area, ...], ...]:
    ranch = state.ranch
    sky = str(text(N_("outside the ranch")))
    circles = {place: bool(circle & state.animals) for circle in ranch.circles for place in bits(circle)}
    rows: dict[int, list[Area]] = {}
    for spot in ranch.catching:
        name = Ranch.name(spot)
        tile, what = 0, sky
        if name in ranch.grid.index:
            tile = state.tiles[ranch.grid.index[name]]
            what = held(tile)
        if (hides := circles.get(ranch.place_of(spot))) is not None:
            circle = N_("{what}, on a mystery circle") if hides else N_("{what}, on a mystery circle that has appeared")
            what = str(text(circle, what=what))
        area = _area(name, what, layout.spot_at(spot), layout.CELL, layout.CELL, holds=bool(tile))
        rows.setdefault(spot[0], []).append(area)
    return tuple(tuple(row) for row in rows.values())


def _ranch(state: Cattricola) -> Part:
    """Return the part with the ranch; tiles on circles have a rim, circles that have appeared have bright marks."""
    ranch, size = state.ranch, layout.CELL
    pieces = [
        Piece(name, layout.spot_at(spot), shapes.tile(tile, size), size)
        for name, spot, tile in zip(ranch.grid.names, ranch.spots, state.tiles, strict=True)
        if tile
    ]
    above: list[Shape] = []
    for circle in ranch.circles:
        appeared = not circle & state.animals and not state.undealt
        sign = (shapes.bare_circle if appeared else shapes.hidden_circle)(size)
        for spot in ranch.spots_of(circle if appeared else circle & state.animals):
            above += moved(sign, layout.spot_at(spot))
    group = Group(str(text(N_("Ranch"))), _ranch_rows(state))
    ground = shapes.ranch_ground(ranch)
    return Part(RANCH_PART, layout.ranch_size(ranch), RANCH, (group,), ground, tuple(pieces), tuple(above))


def _radar(state: Cattricola) -> Part:
    """Return the part with the radar of the seat to move.

    Markers are shapes, not pieces: they never move, and when they come off, the part shows another player's radar.
    """
    markers = state.radars[state.turn]
    middle = radar().middle(markers) if markers else None
    empty, marker, centre = N_("radar {at}"), N_("radar {at}, marker"), N_("radar {at}, the middle marker")
    rows, above = [], list[Shape]()
    for row in radar().grid.rows:
        areas = []
        for cell in row:
            name, at, on = radar().grid.names[cell], layout.radar_at(cell), bool(markers >> cell & 1)
            label = text(empty if not on else centre if cell == middle else marker, at=name)
            areas.append(_area(f"+{name}", "", at, layout.RADAR, layout.RADAR, holds=on, label=str(label)))
            if on:
                above += moved(shapes.marker(layout.RADAR * 0.9, middle=cell == middle), at)
        rows.append(tuple(areas))
    whose, ground = str(text(N_("Radar of {who}"), who=seat_name(state.turn))), shapes.radar_ground()
    group = Group(whose, tuple(rows))
    return Part("radar", layout.radar_size(), RADAR_ROOM, (group,), ground, above=tuple(above), caption=whose)


def _hand(state: Cattricola) -> Part:
    """Return the part with the waiting tiles and the two buttons."""
    areas, pieces = [], []
    for n in range(layout.slots()):
        tile = state.hand[n] if n < len(state.hand) else 0
        at, name = layout.slot_at(n), f"@{n + 1}"
        label = text(N_("waiting tile {n}: {tile}"), n=n + 1, tile=held(tile)) if tile else text(N_("no waiting tile"))
        areas.append(_area(name, "", at, layout.SLOT, layout.SLOT, holds=bool(tile), label=str(label)))
        if tile:
            pieces.append(Piece(name, at, shapes.tile(tile, layout.CELL), layout.CELL))
    done, passed = str(text(N_("Done"))), str(text(N_("Pass")))
    for n, (name, words) in enumerate((("done", done), ("pass", passed))):
        areas.append(_area(name, "", layout.pill_at(n), *layout.PILL, holds=True, label=words))
    group = Group(str(text(N_("Caught tiles and buttons"))), (tuple(areas),), "group")
    ground = shapes.hand_ground(done, passed)
    return Part("hand", layout.hand_size(), HAND, (group,), ground, tuple(pieces), caption=str(text(N_("Caught"))))


def disc_part(state: Cattricola, seat: int, name: str, size_hint: SizeHint) -> Part:
    """Return a seat's disc as a part called `name`; its caption names the owner and counts the filled cells."""
    letter, tiles = "", state.discs[seat]
    groups, pieces, caption = list[Group](), list[Piece](), seat_name(seat)
    if seat < len(state.letters):
        letter = state.letters[seat]
        groups.append(_disc_group(state, seat))
        caption = text(N_("{who} {n} of {all}"), who=caption, n=len(tiles) - tiles.count(0), all=len(tiles))
        for n, tile in enumerate(tiles):
            if tile:
                at, area = layout.disc_at(letter, n), cell_name(seat, n)
                pieces.append(Piece(area, at, shapes.tile(tile, layout.CELL), layout.CELL))
    size = (layout.disc_size(letter), layout.disc_size(letter))
    above = () if state.over else tuple(shapes.small_radar(state.radars[seat], letter))
    ground = shapes.disc_ground(letter, seat, small=size_hint is OTHER_DISC)
    return Part(name, size, size_hint, tuple(groups), ground, tuple(pieces), above, str(caption))


def _disc_group(state: Cattricola, seat: int) -> Group:
    letter, tiles = state.letters[seat], state.discs[seat]
    rows: dict[int, list[Area]] = {}
    for spot, n in sorted((spot, n) for n, spot in enumerate(state.board(seat).spots)):
        name = cell_name(seat, n)
        label = f"{cell_words(name)}, {held(tiles[n])}"
        at = layout.disc_at(letter, n)
        area = _area(name, "", at, layout.DISC, layout.DISC, holds=bool(tiles[n]), label=label)
        rows.setdefault(spot[0], []).append(area)
    return Group(str(text(N_("Disc of {who}"), who=seat_name(seat))), tuple(tuple(row) for row in rows.values()))


def summary(state: Cattricola) -> Text:
    """Return a summary of the position."""
    discs = ", ".join(
        str(text(N_("{who} {n} of {all}"), who=seat_name(seat), n=len(disc) - disc.count(0), all=len(disc)))
        for seat, disc in enumerate(state.discs)
        if disc
    )
    animals = state.animals.bit_count()
    return text(
        N_("{status} {animals}; tiles on discs: {discs}."),
        status=status(state),
        animals=many(N_("{n} animal on the ranch"), N_("{n} animals on the ranch"), animals),
        discs=discs or str(text(N_("none"))),
    )


def scene(view: CattricolaView, look: Look) -> Scene:  # noqa: ARG001 - all games share this signature
    """Return the scene of a seat's view."""
    state = view.state
    if state.phase is JOIN:
        return noted(str(status(state)), (_places(state),), RANCH_FILE)
    own = state.turn if view.seat is None else view.seat
    others = [seat for seat in range(state.players) if seat != own]
    size_hint, rest = (FIRST_DISC, OWN_DISC) if state.over else (OWN_DISC, OTHER_DISC)
    discs = [
        disc_part(state, own, "disc", size_hint),
        *(disc_part(state, seat, f"disc{n}", rest) for n, seat in enumerate(others, 2)),
    ]
    if state.over:  # only the discs still matter
        return noted(str(summary(state)), discs, DISC_FILE)
    parts = (_ranch(state), _radar(state), _hand(state), *discs)
    return noted(str(summary(state)), parts, RANCH_FILE, RADAR_FILE, DISC_FILE)


def noted(summary: str, parts: Sequence[Part], *files: str) -> Scene:
    """Return a scene, with a note if the boards in these files are reconstructed (`cattricola.boards`).

    The note is in the sky below the ranch, or in a separate part if the scene has no ranch.
    """
    if not reconstructed(*files):
        return Scene(summary, tuple(parts))
    full_summary = str(text(N_("{summary} The boards are reconstructed."), summary=summary))
    words, first = str(text(N_("reconstructed boards"))), parts[0]
    if first.name == RANCH_PART:
        sky = shapes.note((first.size[0] / 2, first.size[1] - layout.CELL), words)
        return Scene(full_summary, (replace(first, ground=(*first.ground, *sky)), *parts[1:]))
    wide, tall = layout.NOTE
    return Scene(
        full_summary, (*parts, Part("note", layout.NOTE, NOTE, ground=shapes.note((wide / 2, tall / 2), words)))
    )


def _places(state: Cattricola) -> Part:
    """Return the part with the boards joined so far and the free spots around them."""
    rows = []
    free, taken = str(text(N_("free"))), str(text(N_("a ranch board")))
    ranch, players = state.ranch, state.players
    for row in ranch.slots():
        areas = []
        for slot in row:
            at = layout.joining_at(ranch, players, (slot.row, slot.column))
            on = (slot.row, slot.column) in ranch.origins
            areas.append(_area(str(slot), taken if on else free, at, layout.BOARD, layout.BOARD, holds=on))
        rows.append(tuple(areas))
    group, ground = Group(str(text(N_("Places for ranch boards"))), tuple(rows)), shapes.joining_ground(ranch, players)
    return Part("places", layout.joining_size(players), PLACES, (group,), ground)


def panels(view: CattricolaView) -> tuple[Panel, ...]:
    """Return a panel for each player: disc, markers and unplaced tiles; after the game, points and checks."""
    state = view.state
    found = []
    for seat in range(state.players):
        lines = _counted(state, seat) if state.over else _progress(state, seat)
        markers = tuple(shapes.marker(18.0) for _ in bits(state.radars[seat]))
        rows = tuple((str(words), markers if sign == "marker" else (shapes.sign(sign, 18),)) for words, sign in lines)
        found.append(Panel(seat, shapes.seat_sign(seat, 30), str(seat_name(seat)), rows, () if state.over else rows))
    return tuple(found)


def _progress(state: Cattricola, seat: int) -> list[tuple[Text, str]]:
    """Return the lines of a player's panel during the game, each with its icon."""
    disc, markers, off = state.discs[seat], state.radars[seat].bit_count(), len(state.unplaced[seat])
    if not disc:
        return [(text(N_("no disc yet")), "ufo")]
    filled = text(N_("{n} of {all} cells filled"), n=len(disc) - disc.count(0), all=len(disc))
    found = [(filled, "ufo"), (many(N_("{n} marker on the radar"), N_("{n} markers on the radar"), markers), "marker")]
    if off:
        found.append((many(N_("{n} tile without a place"), N_("{n} tiles without a place"), off), "no"))
    return found


def _counted(state: Cattricola, seat: int) -> list[tuple[Text, str]]:
    """Return the lines of a player's panel after the game, each with its icon: points, victory, and the checks."""
    tally = scoring.tally_of(state, seat)
    if tally.lacking:
        return [(text(N_("out: {kinds}"), kinds=scoring.missing_kinds(tally)), "no")]
    found = [(many(N_("{n} point"), N_("{n} points"), scoring.points(state, seat)), "paw")]
    if seat in scoring.winners(state):
        found.append((text(N_("wins")), "yes"))
    lines = [line for line in scoring.score(state).of(seat) if line.rule != "cattricola.score.knockout"]
    return found + [(line.text, "ufo" if line.points >= 0 else "no") for line in lines]
