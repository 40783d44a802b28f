"""The position editor of Cattricola: ranch, radars, discs, waiting tiles and phase."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache

from cattools.core.display.icons import icon
from cattools.core.display.scene import Area, Part, Path, circle
from cattools.core.errors import NotationError
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.core.notation import named
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import TILE, Draft, EditorSpec, Place, Table, Thing
from cattools.core.table.scorer import Field
from cattools.games.cattricola.board.scene import OWN_DISC, disc_part
from cattools.games.cattricola.board.shapes import marker, tile
from cattools.games.cattricola.rules.components import (
    LATTICE,
    MOST_PLAYERS,
    box,
    disc_board,
    disc_boards,
    holder_of_the_star,
    is_own,
    radar,
    ranch_board,
)
from cattools.games.cattricola.rules.labels import ANIMALS, NAMES, SEATS, cell_name, cell_of, cell_words
from cattools.games.cattricola.rules.notation import NUMBERS
from cattools.games.cattricola.rules.ranch import Origins, Ranch, is_joined, ranch, shaped
from cattools.games.cattricola.rules.setup import with_ranch
from cattools.games.cattricola.rules.state import DEAL, FINAL, JOIN, OVER, PLAY, Cattricola
from cattools.games.cattricola.rules.tiles import DOWN, FACE, FACES, KINDS, kind_of, write_tile

TILES, MARKER, TURN = "tile", "marker", "turn"  # kinds, and pages of the palette
FACE_DOWN, GAP, NONE = "down", "gap", "none"
PHASES = {
    JOIN: ("join", N_("ranch boards are joined")),
    DEAL: ("deal", N_("tiles and discs are dealt")),
    PLAY: ("play", N_("players charge and catch")),
    FINAL: ("final", N_("the final round")),
    OVER: ("over", N_("the game is over")),
}
SIGNS = {write_tile(face): face for face in FACES}  # tiles by id
OWN = "own"  # the form's value for a disc board that is not printed
MOST = 999


def _first_boards(options: Options) -> Origins:
    """Return the ranch boards of an empty position."""
    return ((0, 0),) if options.word("ranch") == "own" else shaped(options).origins


def _laid(draft: Draft) -> Ranch:
    """Return the ranch of a draft, or the first board if its boards cannot be joined as written."""
    first = _first_boards(draft.options)
    if draft.options.word("ranch") != "own":
        return ranch(first)
    written = SETUP.told(draft, "boards")
    origins = tuple((int(r), int(c)) for r, c in (spot.split(",") for spot in written.split(";")))
    board = ranch_board()
    fits = all(r % board.rows == 0 and c % board.columns == 0 and max(r, c) < 100 for r, c in origins)
    return ranch(origins) if len(origins) <= MOST_PLAYERS and fits and is_joined(origins) else ranch(first)


@cache
def table(options: Options) -> Table:
    """Return the things, places and fields of the editor for these options."""
    things = [
        Thing(
            sign,
            text(ANIMALS[kind_of(face) - 1][face & 3]),
            TILES,
            tile(face, TILE),
            box().supply[face],
            "cattricola.tiles",
            family=KINDS[kind_of(face) - 1],
        )
        for sign, face in SIGNS.items()
    ]
    for number, kind in enumerate(KINDS[:-1], 1):
        words = text(N_("{animal}, sex unknown"), animal=text(ANIMALS[number - 1][0]))
        things.append(Thing(f"{kind[0]}?", words, TILES, tile(number << 2, TILE), unknown=True, family=kind))
    back, ring = icon("card-back", TILE, main="ink2", accent="surface"), Path(circle(0.3 * TILE), "", "line", 2)
    things += [
        Thing(MARKER, text(N_("marker")), MARKER, marker(0.9 * TILE), page=TURN),
        Thing(FACE_DOWN, text(N_("face down")), FACE_DOWN, back, page=TURN, hides=True),
        Thing(GAP, text(N_("a tile already placed")), TILES, (ring,), page=TURN),
    ]
    pages = {TILES: text(N_("Tiles")), TURN: text(N_("Markers and more"))}
    return Table.of(pages, things, _places(options), _fields(options))


def _places(options: Options) -> Iterator[Place]:
    players = int(options.word("players"))
    tiles = tuple(one for one in (*SIGNS, *(f"{kind[0]}?" for kind in KINDS[:-1])))
    for name in _ranch_cells(options):
        yield Place(name, text(name), ((TILES, 1), (FACE_DOWN, 1)), only=(*tiles, FACE_DOWN))
    secret = options.flag("hidden")
    for seat in range(players):
        who = text(NAMES[seat])
        for at in radar().grid.names:
            title = text(N_("radar of {who}, {at}"), who=who, at=at)
            yield Place(f"{SEATS[seat]}.{at}", title, ((MARKER, 1),), seat)
        for cell in range(LATTICE**2):
            at = cell_name(seat, cell)
            yield Place(at, cell_words(at), ((TILES, 1),), seat, only=tiles, secret=secret)
        title = text(N_("Tiles of {who} without a place"), who=who)
        off, takes, short = f"off.{SEATS[seat]}", ((TILES, box().tiles),), text(N_("Left off"))
        yield Place(off, title, takes, seat, row=True, only=tiles, secret=secret, caption=short)
    most = box().markers + max(box().lift)
    title, short = text(N_("Tiles to be placed")), text(N_("To be placed"))
    yield Place("hand", title, ((TILES, most),), row=True, only=(*tiles, GAP), secret=secret, caption=short)


@cache
def _ranch_cells(options: Options) -> tuple[str, ...]:
    """Return the cells that any ranch can cover."""
    if options.word("ranch") != "own":
        return ranch(_first_boards(options)).grid.names
    board = ranch_board()  # the players can join their boards anywhere
    spots = ((r, c) for r in range(MOST_PLAYERS * board.rows) for c in range(MOST_PLAYERS * board.columns))
    return tuple(Ranch.name(spot) for spot in spots)


def _fields(options: Options) -> Iterator[Field]:
    players = int(options.word("players"))
    seats = tuple((SEATS[seat], text(NAMES[seat])) for seat in range(players))
    yield Field("phase", text(N_("Phase")), tuple((id_, text(w)) for id_, w in PHASES.values()), "play")
    yield Field("turn", text(N_("Player to move")), seats, SEATS[0])
    yield Field("first", text(N_("Who began")), seats, SEATS[0])
    if options.word("ranch") == "own":
        board = ranch_board()
        sample = f"0,0;0,{board.columns}"
        title = text(N_("Top left cells of the ranch boards, rows and columns from 0"))
        yield Field("boards", title, (), "0,0", pattern=r"\d{1,2},\d{1,2}(;\d{1,2},\d{1,2}){0,3}", sample=sample)
    letters = ((letter.lower(), Text(letter)) for letter in disc_boards())
    boards = (("-", text(N_("not dealt yet"))), *letters, (OWN, text(N_("another: enter its cells"))))
    for seat in range(players):
        who = text(NAMES[seat])
        yield Field(f"disc-{SEATS[seat]}", text(N_("Disc board of {who}"), who=who), boards, "-")
        title = text(N_("Numbers on the cells of another disc board of {who}, row by row"), who=who)
        yield Field(f"cells-{SEATS[seat]}", title, (), "", pattern=r"[\d./]{1,200}", sample=".1.2/3.4.5")
    titles = (
        N_("Markers charged in this turn"),
        N_("Tiles that may still be lifted"),
        N_("Passes this round"),
        N_("Ranch cells still without a tile"),
    )
    for name, number_title in zip(NUMBERS, titles, strict=True):
        yield Field(name, text(number_title), (), "0", MOST)


def _sign(face: int) -> str:
    """Return the id of a tile, whichever side is up."""
    return write_tile(face & FACE)


def read(state: Cattricola) -> Draft:
    """Return the draft of a position."""
    laid = dict[str, tuple[str, ...]]()
    for name, face in zip(state.ranch.grid.names, state.tiles, strict=True):
        if face:
            laid[name] = (_sign(face), *((FACE_DOWN,) if face & DOWN else ()))
    values = {"phase": PHASES[state.phase][0], "first": SEATS[state.first or 0]}
    if state.phase not in (DEAL, OVER):
        values["turn"] = SEATS[state.turn]
    for seat in range(state.players):
        for cell in bits(state.radars[seat]):
            laid[f"{SEATS[seat]}.{radar().grid.names[cell]}"] = (MARKER,)
        for cell, face in enumerate(state.discs[seat]):
            if face:
                laid[cell_name(seat, cell)] = (_sign(face),)
        laid[f"off.{SEATS[seat]}"] = tuple(map(_sign, state.unplaced[seat]))
        if seat < len(state.letters):
            board, who = state.letters[seat], SEATS[seat]
            values |= {f"disc-{who}": OWN, f"cells-{who}": board} if is_own(board) else {f"disc-{who}": board.lower()}
    laid["hand"] = tuple(_sign(face) if face else GAP for face in state.hand)
    if state.options.word("ranch") == "own":
        values["boards"] = _origins(state.ranch)
    numbers = (state.charged, state.lifts, state.passed, state.undealt)
    values |= {name: str(n) for name, n in zip(NUMBERS, numbers, strict=True)}
    return SETUP.drafted(state.options, laid, values)


def _origins(laid: Ranch) -> str:
    return ";".join(f"{row},{column}" for row, column in laid.origins)


def write(draft: Draft) -> str:
    """Return a draft in notation; tiles that have not been put anywhere are in the box."""
    values, laid = SETUP.values(draft), _laid(draft)
    names, phase = laid.grid.names, next(phase for phase, (id_, _) in PHASES.items() if id_ == values["phase"])
    rows = (_row(_tile(draft, names[cell]) for cell in row) for row in laid.grid.rows)
    parts = [values.get("boards", _origins(laid)), "/".join(rows)]
    for seat in range(int(draft.options.word("players"))):
        letter = _board(values, seat)
        size = disc_board(letter).size if letter != "?" else 0
        markers = ",".join(at for at in radar().grid.names if draft.at(f"{SEATS[seat]}.{at}"))
        row = _row(_tile(draft, cell_name(seat, cell)) for cell in range(size))
        off = "".join(draft.at(f"off.{SEATS[seat]}"))
        parts.append(f"{SEATS[seat]}={letter}:{row}:{markers}:{off}".rstrip(":"))
    parts.append({DEAL: "chance", OVER: "end"}.get(phase, values["turn"]))
    parts += [values["phase"]] if phase in (JOIN, FINAL) else []
    parts += named(
        first=values["first"] if values["first"] != SEATS[0] and phase not in (JOIN, DEAL) else "",
        hand=_row("" if one == GAP else one for one in draft.at("hand")),
        **{name: values[name] for name in NUMBERS if values[name] != "0"},
    )
    return " ".join(parts)


def _board(values: Mapping[str, str], seat: int) -> str:
    """Return the name of a seat's disc board, `?` if it is not dealt or its cells cannot be read."""
    board = values[f"disc-{SEATS[seat]}"].upper().replace("-", "?")
    if board != OWN.upper():
        return board
    board = values[f"cells-{SEATS[seat]}"]
    with suppress(NotationError):
        return board if disc_board(board).size and is_own(board) else "?"
    return "?"


def _tile(draft: Draft, place: str) -> str:
    """Return the tile on a place in notation, empty if there is none."""
    lying = draft.at(place)
    sign = next((one for one in lying if one != FACE_DOWN), "")
    return f"?{sign}" if FACE_DOWN in lying and sign else sign


def _row(tiles: Iterable[str]) -> str:
    """Return cells in notation, with numbers for empty ones."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), "".join(one or "." for one in tiles))


def boards(draft: Draft, seat: int) -> tuple[Part, ...]:
    """Return the empty ranch, and the radar and disc of a seat."""
    laid = _laid(draft)
    state = replace(with_ranch(draft.options, laid, 0), phase=DEAL, turn=seat, undealt=laid.size)
    pasture, scanner, *_ = Cattricola.game.scene_of(state, seat).parts
    cells = set(laid.grid.names)
    found = [_only(pasture, lambda area: area if area.id in cells else None)]
    found.append(_only(scanner, lambda area: replace(area, id=f"{SEATS[seat]}.{area.id[1:]}")))
    board = _board(SETUP.values(draft), seat)
    if board != "?":
        dealt = replace(state, letters=(board,) * (seat + 1), discs=(bytes(disc_board(board).size),) * state.players)
        found.append(disc_part(dealt, seat, "disc", OWN_DISC))
    return tuple(found)


def _only(part: Part, kept: Callable[[Area], Area | None]) -> Part:
    """Return a part with each area replaced by `kept`, which returns None to drop it."""
    group = part.groups[0]
    rows = (tuple(one for area in row if (one := kept(area)) is not None) for row in group.rows)
    return replace(part, groups=(replace(group, rows=tuple(row for row in rows if row)),))


def doubts(draft: Draft) -> Iterator[Refusal]:
    """Yield refusals for an impossible draft: repeated disc boards, wrong markers, impossible turns or discs."""
    values, players = SETUP.values(draft), int(draft.options.word("players"))
    letters = [values[f"disc-{SEATS[seat]}"] for seat in range(players)]
    dealt = [letter for letter in letters if letter not in ("-", OWN)]
    if len(set(dealt)) < len(dealt):
        yield Refusal("cattricola.setup.disc", text(N_("There is only one of each disc board.")))
    for seat in range(players):
        cells = [f"{SEATS[seat]}.{at}" for at in radar().grid.names if draft.at(f"{SEATS[seat]}.{at}")]
        placed = radar().grid.cells(",".join(cell.partition(".")[2] for cell in cells))
        if len(cells) > box().markers:
            sentence = N_("{who} has {n} markers on the radar, but there are only {most}.")
            facts = text(sentence, who=text(NAMES[seat]), n=len(cells), most=box().markers)
            yield Refusal("cattricola.setup.radar", facts, tuple(cells))
        if not radar().joined(placed):
            facts = text(N_("The markers of {who} must form one group."), who=text(NAMES[seat]))
            yield Refusal("cattricola.charge.adjacent", facts, tuple(cells))
    yield from _turn_doubts(draft, values, players)
    yield from _disc_doubts(draft, values, players)
    if lost := [cell for cell in draft.where(FACE_DOWN) if len(draft.at(cell)) < 2]:
        yield Refusal("cattricola.setup.tiles", text(N_("Only tiles can be face down.")), tuple(lost))
    if out := [
        cell for cell in draft.laid if cell in _ranch_cells(draft.options) and cell not in _laid(draft).grid.index
    ]:
        yield Refusal("cattricola.setup.ranch", text(N_("A tile is outside the ranch boards.")), tuple(out))


def _disc_doubts(draft: Draft, values: Mapping[str, str], players: int) -> Iterator[Refusal]:
    """Yield reasons why a disc cannot occur, or cannot occur before the final round.

    Tiles cannot be outside the board. Free cells come after all tiles, unless the player has tiles to be placed.
    """
    sizes = [disc_board(board).size if (board := _board(values, seat)) != "?" else 0 for seat in range(players)]
    for seat, size in enumerate(sizes):
        cells = [cell_name(seat, cell) for cell in range(LATTICE**2) if draft.at(cell_name(seat, cell))]
        who = text(NAMES[seat])
        if size and (lost := tuple(cell for cell in cells if cell_of(cell)[1] >= size)):
            sentence = text(N_("The disc of {who} has {n} cells; some tiles are outside it."), who=who, n=size)
            yield Refusal("cattricola.setup.disc", sentence, lost)
        last = cell_of(cells[-1])[1] if cells else 0
        free = tuple(cell_name(seat, cell) for cell in range(last) if not draft.at(cell_name(seat, cell)))
        if free and not (draft.at("hand") and values["turn"] == SEATS[seat]):
            sentence = text(N_("The disc of {who} must be filled from the lowest number on, without gaps."), who=who)
            yield Refusal("cattricola.place.order", sentence, free)
    full = any(size and all(draft.at(cell_name(seat, n)) for n in range(size)) for seat, size in enumerate(sizes))
    within = draft.at("hand") or values["charged"] != "0"
    if values["phase"] == "play" and full and not within and values["turn"] == _first(values, players):
        sentence = text(N_("A disc is full and a new round begins, so this is the final round."))
        yield Refusal("cattricola.end.trigger", sentence)


def _first(values: Mapping[str, str], players: int) -> str:
    """Return the first player: the holder of the star, else the chosen one."""
    star = holder_of_the_star([_board(values, seat) for seat in range(players)])
    return values["first"] if star is None else SEATS[star]


def _turn_doubts(draft: Draft, values: Mapping[str, str], players: int) -> Iterator[Refusal]:
    """Yield reasons why a turn cannot occur: too many markers charged, lifts or passes."""
    charged, lifts, passed = (int(values[name]) for name in NUMBERS[:3])
    own = [f"{values['turn']}.{at}" for at in radar().grid.names]
    markers = sum(draft.has(place, MARKER) for place in own)
    most = 0 if markers == box().markers else min(box().charge - 1, markers)
    if charged > most:
        sentence = N_("{n} markers are entered as charged this turn; at most {most} are possible before the turn ends.")
        yield Refusal("cattricola.charge.count", text(sentence, n=charged, most=most))
    waiting = draft.at("hand")
    if lifts and not waiting:
        yield Refusal("cattricola.circle.lift", text(N_("Tiles are lifted only while others wait to be placed.")))
    elif lifts > max(box().lift):
        sentence = N_("{n} tiles are entered as still to be lifted; at most {most} are possible.")
        yield Refusal("cattricola.circle.lift", text(sentence, n=lifts, most=max(box().lift)))
    if passed >= players:
        sentence = N_("{n} passes are entered; after {players} the round is over.")
        yield Refusal("cattricola.end.pass", text(sentence, n=passed, players=players))


def missing(draft: Draft) -> Iterator[Text]:
    """Yield what must still be entered once everything is dealt: tiles and disc boards."""
    if SETUP.told(draft, "phase") in ("join", "deal"):
        return
    if SETUP.told(draft, "phase") != "over":  # after the game the ranch does not matter
        yield from _tiles(draft)
    for seat in range(int(draft.options.word("players"))):
        values = SETUP.values(draft)
        if values[f"disc-{SEATS[seat]}"] == "-":
            yield text(N_("the disc board of {who}"), who=text(NAMES[seat]))
        elif _board(values, seat) == "?":
            yield text(N_("the cells of the disc board of {who}, numbered from 1"), who=text(NAMES[seat]))


def _tiles(draft: Draft) -> Iterator[Text]:
    """Yield the number of missing tiles: every ranch cell got a tile, which is still there or has been caught."""
    lying = sum(1 for things in draft.laid.values() for one in things if one not in (FACE_DOWN, GAP, MARKER))
    if (left := _laid(draft).size - lying) > 0:
        yield many(N_("{n} tile, on the ranch or caught"), N_("{n} tiles, on the ranch or caught"), left)


SETUP = EditorSpec(table, read, write, boards, doubts, missing, ending=("phase",))
