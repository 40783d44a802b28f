"""The picture of a view: the ranch with its sky, the radar of the seat to move, waiting tiles, everybody's disc."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from cattools.core.game import Panel
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, language, many, text
from cattools.core.scene import Area, Group, Label, Look, Piece, Point, Scene, Shape, corners, moved
from cattools.games.cattricola.board import drawing, layout
from cattools.games.cattricola.board.layout import Layout
from cattools.games.cattricola.rules import scoring
from cattools.games.cattricola.rules.components import DISC_FILE, RADAR_FILE, RANCH_FILE, radar, reconstructed
from cattools.games.cattricola.rules.events import status
from cattools.games.cattricola.rules.ranch import Ranch
from cattools.games.cattricola.rules.state import JOIN, Cattricola
from cattools.games.cattricola.rules.tiles import DOWN
from cattools.games.cattricola.rules.view import CattricolaView
from cattools.games.cattricola.rules.words import animal, cell_name, cell_words
from cattools.games.cattricola.rules.words import name as seat_name


@cache
def _words(tile: int, _language: str) -> str:
    """Return a tile in words as far as it is known."""
    words = str(animal(tile))
    return str(text(N_("{tile} face down"), tile=words)) if tile & DOWN else words


def held(tile: int) -> str:
    """Return what a cell holds, in words."""
    return _words(tile, language()) if tile else str(text(N_("empty")))


@cache
def _area(id_: str, what: str, at: Point, wide: float, tall: float, *, holds: bool, said: str = "") -> Area:
    return Area(id_, said or f"{id_}, {what}", at, corners(at, wide, tall), min(wide, tall), holds)


def _ranch_rows(state: Cattricola, place: Point) -> tuple[tuple[Area, ...], ...]:
    ranch = state.ranch
    sky = str(text(N_("beside the ranch")))
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
        at, size = layout.spot_at(ranch, spot, place), layout.cell_size(ranch)
        rows.setdefault(spot[0], []).append(_area(name, what, at, size, size, holds=bool(tile)))
    return tuple(tuple(row) for row in rows.values())


def _ranch_pieces(state: Cattricola, place: Point) -> list[Piece]:
    ranch, size = state.ranch, layout.cell_size(state.ranch)
    return [
        Piece(name, layout.spot_at(ranch, spot, place), drawing.tile(tile, size), size)
        for name, spot, tile in zip(ranch.grid.names, ranch.spots, state.tiles, strict=True)
        if tile
    ]


def _radar(state: Cattricola, place: Point) -> Group:
    markers = state.radars[state.turn]
    middle = radar().middle(markers) if markers else None
    empty, marker, centre = (
        str(text(words)) for words in (N_("radar"), N_("radar, marker"), N_("radar, the middle marker"))
    )
    rows = []
    for row in radar().grid.rows:
        areas = []
        for cell in row:
            name, at, on = f"+{radar().grid.names[cell]}", layout.radar_at(place, cell), bool(markers >> cell & 1)
            what = empty if not on else centre if cell == middle else marker
            areas.append(_area(name, what, at, layout.RADAR, layout.RADAR, holds=on))
        rows.append(tuple(areas))
    return Group(str(text(N_("Radar of {who}"), who=seat_name(state.turn))), tuple(rows))


def _hand(state: Cattricola, place: Point) -> tuple[Group, list[Piece]]:
    areas, pieces = [], []
    for n in range(layout.slots()):
        tile = state.hand[n] if n < len(state.hand) else 0
        at, name = layout.slot_at(place, n), f"@{n + 1}"
        what = held(tile) if tile else str(text(N_("no tile waits here")))
        areas.append(_area(name, what, at, layout.SLOT, layout.SLOT, holds=bool(tile)))
        if tile:
            pieces.append(Piece(name, at, drawing.tile(tile, layout.CELL), layout.CELL))
    for n, (name, words) in enumerate((("done", N_("Done")), ("pass", N_("Pass")))):
        areas.append(_area(name, "", layout.pill_at(place, n), *layout.PILL, holds=True, said=str(text(words))))
    return Group(str(text(N_("Caught tiles and buttons"))), (tuple(areas),), "group"), pieces


def disc_group(state: Cattricola, seat: int, place: Point) -> tuple[Group, list[Piece]]:
    """Return a disc's cells and the tiles on them."""
    letter, disc = state.letters[seat], state.discs[seat]
    rows: dict[int, list[Area]] = {}
    pieces = []
    order = sorted(range(len(disc)), key=lambda n: state.board(seat).spots[n])
    for n in order:
        at, name = layout.disc_at(place, letter, n), cell_name(seat, n)
        said = f"{cell_words(name)}, {held(disc[n])}"
        rows.setdefault(state.board(seat).spots[n][0], []).append(
            _area(name, "", at, layout.DISC, layout.DISC, holds=bool(disc[n]), said=said)
        )
        if disc[n]:
            pieces.append(Piece(name, at, drawing.tile(disc[n], layout.CELL), layout.CELL))
    group = Group(str(text(N_("Disc of {who}"), who=seat_name(seat))), tuple(tuple(row) for row in rows.values()))
    return group, pieces


def _charged(state: Cattricola, places: Layout) -> list[Shape]:
    """Return the markers, and where the circles are: below tiles, or shining where they appeared.

    Markers stay where they are until all of them leave, and then another player's are shown.
    """
    ranch, markers = state.ranch, state.radars[state.turn]
    shapes: list[Shape] = []
    for cell in bits(markers):
        marker = drawing.marker(layout.RADAR * 0.9, middle=cell == radar().middle(markers))
        shapes += moved(marker, layout.radar_at(places.radar, cell))
    for circle in ranch.circles:
        appeared = not circle & state.animals and not state.undealt
        sign = (drawing.bare_circle if appeared else drawing.hidden_circle)(layout.cell_size(ranch))
        for spot in ranch.spots_of(circle if appeared else circle & state.animals):
            shapes += moved(sign, layout.spot_at(ranch, spot, places.ranch))
    return shapes


def _filled(state: Cattricola, places: Layout) -> list[Shape]:
    """Return how full the discs are, and everybody's markers in small."""
    shapes: list[Shape] = []
    for seat in range(len(state.letters)):
        x, y = places.discs[seat]
        disc = state.discs[seat]
        said = text(N_("{n} of {all}"), n=len(disc) - disc.count(0), all=len(disc))
        shapes.append(Label(str(said), (x + layout.disc_size() - 72, y + 15), 14, "ink2"))
        shapes += drawing.small_radar((x + layout.disc_size() - 32, y), state.radars[seat])
    return shapes


def summary(state: Cattricola) -> Text:
    """Return the position in one sentence."""
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


def scene(view: CattricolaView, look: Look) -> Scene:  # noqa: ARG001 - every game's picture takes both
    """Return the picture of what a seat sees."""
    state = view.state
    if state.phase is JOIN:
        return _joining(state)
    over = state.over
    places = layout.final_layout(state.players) if over else layout.play_layout(state.ranch, state.players)
    groups, ground, pieces = ([], [], []) if over else _outside(state, places)
    for seat in range(state.players):
        letter = state.letters[seat] if seat < len(state.letters) else ""
        ground += drawing.disc_ground(places.discs[seat], letter, seat)
        if letter:
            group, more = disc_group(state, seat, places.discs[seat])
            groups.append(group)
            pieces += more
    above = [*([] if over else _charged(state, places)), *_filled(state, places)]
    found = Scene(places.size, str(summary(state)), tuple(groups), tuple(ground), tuple(pieces), tuple(above))
    return captioned(found, DISC_FILE) if over else captioned(found, RANCH_FILE, RADAR_FILE, DISC_FILE)


def captioned(picture: Scene, *files: str) -> Scene:
    """Return a picture that says it where the boards of these files are reconstructed (`cattricola.boards`)."""
    if not reconstructed(*files):
        return picture
    wide, tall = picture.size
    said = text(N_("{summary} The boards are reconstructed."), summary=picture.summary)
    ground = (*picture.ground, *drawing.caption(picture.size))
    return replace(picture, size=(wide, tall + layout.CAPTION), summary=str(said), ground=ground)


def _outside(state: Cattricola, places: Layout) -> tuple[list[Group], list[Shape], list[Piece]]:
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
    for row in state.ranch.slots():
        areas = []
        for slot in row:
            at, on = layout.joining_at(slot.row, slot.column), (slot.row, slot.column) in state.ranch.origins
            areas.append(_area(str(slot), taken if on else free, at, layout.BOARD, layout.BOARD, holds=on))
        rows.append(tuple(areas))
    size = (len(rows[0]) * layout.BOARD + 2 * layout.EDGE, len(rows) * layout.BOARD + 2 * layout.EDGE)
    group = Group(str(text(N_("Places for ranch boards"))), tuple(rows))
    return captioned(Scene(size, str(status(state)), (group,), drawing.joining_ground(state.ranch)), RANCH_FILE)


def panels(view: CattricolaView) -> tuple[Panel, ...]:
    """Return what lies before each player: disc, markers, tiles without a place; at the end the points, and why."""
    state = view.state
    found = []
    for seat in range(state.players):
        told = _counted(state, seat) if state.over else _lying(state, seat)
        markers = tuple(drawing.marker(18.0) for _ in bits(state.radars[seat]))
        rows = tuple((str(words), markers if sign == "marker" else (drawing.sign(sign, 18),)) for words, sign in told)
        found.append(Panel(seat, drawing.seat_sign(seat, 30), str(seat_name(seat)), rows))
    return tuple(found)


def _lying(state: Cattricola, seat: int) -> list[tuple[Text, str]]:
    """Return what lies before a player while the game goes on, each with its sign."""
    disc, markers, off = state.discs[seat], state.radars[seat].bit_count(), len(state.unplaced[seat])
    if not disc:
        return [(text(N_("no disc yet")), "ufo")]
    filled = text(N_("{n} of {all} cells filled"), n=len(disc) - disc.count(0), all=len(disc))
    found = [(filled, "ufo"), (many(N_("{n} marker on the radar"), N_("{n} markers on the radar"), markers), "marker")]
    if off:
        found.append((many(N_("{n} tile without a place"), N_("{n} tiles without a place"), off), "no"))
    return found


def _counted(state: Cattricola, seat: int) -> list[tuple[Text, str]]:
    """Return what is told of a seat when all is over, each with its sign: points, who stays, who went and why."""
    tally = scoring.tally_of(state, seat)
    if tally.lacking:
        return [(text(N_("out: {kinds}"), kinds=scoring.missing_kinds(tally)), "no")]
    found = [(many(N_("{n} point"), N_("{n} points"), scoring.points(state, seat)), "paw")]
    if seat in scoring.winners(state):
        found.append((text(N_("wins")), "yes"))
    lines = [line for line in scoring.score(state).of(seat) if line.rule != "cattricola.score.knockout"]
    return found + [(line.text, "ufo" if line.points >= 0 else "no") for line in lines]
