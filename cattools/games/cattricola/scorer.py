"""The scorer of Cattricola."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cattools.core.display import scene as display
from cattools.core.display.scene import Area, Group, Part, Path, Piece, Scene, Shape, SizeHint, corners, rectangle
from cattools.core.display.tray import Tray
from cattools.core.errors import NotationError, OptionError
from cattools.core.game import with_seat
from cattools.core.messages import N_, Text, commas, listed, text
from cattools.core.options import Options
from cattools.core.rules import IllegalAction, Refusal
from cattools.core.score import Line
from cattools.core.table.scorer import Field, ScorerSpec, read_fields
from cattools.games.cattricola import board, components
from cattools.games.cattricola.board import disc_part, held, noted
from cattools.games.cattricola.components import BARE, LATTICE, SEATS, animal, cell_of, disc_boards, is_own, seat_name
from cattools.games.cattricola.effects import status, with_tile
from cattools.games.cattricola.notation import check_supply, read_discs
from cattools.games.cattricola.position import (
    OVER,
    Cattricola,
    leaders,
    points,
    score,
    shaped,
    tally_of,
    winners,
    with_ranch,
)
from cattools.games.cattricola.position_editor import OWN, SIGNS

NOBODY = {  # by the rule of the check that removes nothing
    "cattricola.score.wolf": N_("no animal is beside a wolf"),
    "cattricola.score.couple": N_("no animal is without a partner"),
    "cattricola.score.cluster": N_("no young animal or wolf is outside a group"),
}
OFF = "off"  # prefix of the areas for unplaced tiles
CELL = "cell"  # in the palette: adds a cell to a custom disc board, or removes one
PALETTE = (*SIGNS, CELL)
SPOTS = {f"spot.{chr(ord('a') + r)}{c + 1}": (r, c) for r in range(LATTICE) for c in range(LATTICE)}


# --- entering discs ----------------------------------------------------------------------------------------------


def _finished_game(
    options: Options, letters: Sequence[str], discs: Sequence[bytes], unplaced: Sequence[bytes], first: int
) -> Cattricola:
    """Return a finished game; the holder of the star began, whatever `first` says."""
    star = components.holder_of_the_star(letters)
    begins = first if star is None else star
    begins = begins if begins < len(discs) else 0
    return replace(
        with_ranch(options, shaped(options), 0), letters=tuple(letters), discs=tuple(discs), unplaced=tuple(unplaced),
        phase=OVER, first=begins, turn=begins, undealt=0,
    )  # fmt: skip


def blank(options: Options) -> Cattricola:
    """Return empty discs, with the boards dealt in order."""
    letters = [*disc_boards()][: int(options.word("players"))]
    return _finished_game(
        options, letters, [bytes(disc_boards()[letter].size) for letter in letters], [b""] * len(letters), 0
    )


def cleared(state: Cattricola) -> Cattricola:
    """Return the position with the same boards, but without tiles."""
    discs = [bytes(len(disc)) for disc in state.discs]
    return _finished_game(state.options, state.letters, discs, [b""] * state.players, state.turn_order[0])


def fitting(state: Cattricola, options: Options) -> Cattricola:
    """Return the same discs for another number of players; additional players get empty discs."""
    players = int(options.word("players"))
    others = [letter for letter in disc_boards() if letter not in state.letters]
    letters = (*state.letters, *others)[:players]
    discs = [*state.discs, *(bytes(disc_boards()[letter].size) for letter in letters[state.players :])][:players]
    unplaced = [*state.unplaced, *[b""] * players][:players]
    return _finished_game(options, letters, discs, unplaced, state.turn_order[0])


def read(written: str, options: Options) -> Cattricola:
    """Read discs, finished or not; the ranch and the radars are ignored. Raises `NotationError`."""
    seats, first = read_discs(written, options)
    letters = [seat.letter for seat in seats]
    if "?" in letters or components.some_disc_twice(letters):
        raise NotationError(N_("a different disc for each seat"), ", ".join(letters))
    state = _finished_game(options, letters, [seat.disc for seat in seats], [seat.unplaced for seat in seats], first)
    check_supply(b"".join((*state.discs, *state.unplaced)))
    return state


def _count(state: Cattricola, face: int) -> int:
    return b"".join((*state.discs, *state.unplaced)).count(face)


def _with(state: Cattricola, seat: int, area: str, tile: int) -> Cattricola:
    """Return the position with `tile` on a cell or among the unplaced tiles, or with no tile there if it is 0."""
    if area.startswith(OFF):
        at, row = int(area.removeprefix(OFF)) - 1, state.unplaced[seat]
        row = row[:at] + (bytes((tile,)) if tile else b"") + row[at + 1 :]
        return replace(state, unplaced=with_seat(state.unplaced, seat, row))
    return replace(state, discs=with_seat(state.discs, seat, with_tile(state.discs[seat], cell_of(area)[1], tile)))


def put(state: Cattricola, seat: int, what: str, area: str) -> Cattricola:
    """Return the position with a tile on a cell or among the unplaced tiles, or with a cell added or removed.

    Raises `IllegalAction`.
    """
    if what == CELL:
        return _with_cell(state, seat, area)
    if area in SPOTS:
        sentence = text(N_("The disc has no cell here. Press “cell” first to add one."))
        raise IllegalAction(what, (Refusal("cattricola.boards", sentence, (area,)),))
    tile = components.read_tile(what)
    new = _with(state, seat, area, tile)
    if _count(new, tile) > (most := components.box().supply[tile]):
        sentence = text(N_("All {n} {tile} tiles are already on the discs."), n=most, tile=animal(tile))
        raise IllegalAction(what, (Refusal("cattricola.tiles", sentence, (area,)),))
    return new


def take(state: Cattricola, seat: int, area: str) -> Cattricola:
    """Return the position without the tile on an area."""
    return state if area in SPOTS else _with(state, seat, area, 0)


def _with_cell(state: Cattricola, seat: int, area: str) -> Cattricola:
    """Return the position with a cell added to a custom board, or removed from it. Raises `IllegalAction`."""
    spots, disc = [*state.board(seat).spots], bytearray(state.discs[seat])
    if area in SPOTS:
        spots.append(SPOTS[area])
        disc.append(0)
    elif area.startswith(OFF) or not is_own(state.letters[seat]):
        sentence = text(
            N_("These cells are printed. First choose “Another: press its cells” for {who}, and press “Apply”."),
            who=seat_name(seat),
        )
        raise IllegalAction(CELL, (Refusal("cattricola.boards", sentence, (area,)),))
    else:
        cell = cell_of(area)[1]
        if disc[cell]:
            sentence = text(N_("{animal} is on this cell: remove it first."), animal=animal(disc[cell]))
            raise IllegalAction(CELL, (Refusal("cattricola.boards", sentence, (area,)),))
        del spots[cell], disc[cell]
    letters, discs = (
        with_seat(state.letters, seat, components.own_disc(spots)),
        with_seat(state.discs, seat, bytes(disc)),
    )
    return replace(state, letters=letters, discs=discs)


# --- form fields -------------------------------------------------------------------------------------------------


def fields(state: Cattricola) -> tuple[Field, ...]:
    """Return a field for each disc board, and one for the first player if no seat holds the star."""
    found = [
        Field(
            name=f"disc-{SEATS[seat]}",
            title=text(N_("Disc of {who}"), who=seat_name(seat)),
            choices=(
                *(
                    (letter, text(N_("{letter} with the star") if board.star else "{letter}", letter=letter))
                    for letter, board in disc_boards().items()
                ),
                (OWN, text(N_("Another: press its cells"))),
            ),
            value=OWN if is_own(board) else board,
        )
        for seat, board in enumerate(state.letters)
    ]
    if components.holder_of_the_star(state.letters) is None:
        players = tuple((SEATS[n], seat_name(n)) for n in range(state.players))
        found.append(
            Field(name="first", title=text(N_("First player")), choices=players, value=SEATS[state.turn_order[0]])
        )
    return tuple(found)


def with_values(state: Cattricola, values: Mapping[str, str]) -> Cattricola:
    """Return the position with other boards; tiles keep their numbers. Raises `OptionError`."""
    chosen = read_fields(fields(state), values)
    boards = [chosen[f"disc-{SEATS[seat]}"] for seat in range(state.players)]
    letters = [_own(state, seat) if board == OWN else board for seat, board in enumerate(boards)]
    if twice := next((board for board in boards if board != OWN and boards.count(board) > 1), ""):
        raise OptionError(text(N_("expected a different disc for each player, found {twice} twice"), twice=twice))
    discs = []
    for letter, disc in zip(letters, state.discs, strict=True):
        size = components.disc_board(letter).size
        if any(disc[size:]):
            raise OptionError(
                text(
                    N_("expected tiles up to number {size} for board {letter}, found number {disc}"),
                    size=size,
                    letter=letter,
                    disc=len(disc.rstrip(b"\0")),
                )
            )
        discs.append(disc[:size].ljust(size, b"\0"))
    first = SEATS.index(chosen.get("first", SEATS[state.turn_order[0]]))
    return _finished_game(state.options, letters, discs, state.unplaced, first)


def _own(state: Cattricola, seat: int) -> str:
    """Return the seat's custom board, else a copy of its printed board, or no cells if no tile is on it."""
    board = state.letters[seat]
    if is_own(board):
        return board
    return components.own_disc(components.disc_board(board).spots) if any(state.discs[seat]) else BARE


# --- scoring -----------------------------------------------------------------------------------------------------


def lines(state: Cattricola) -> tuple[Line, ...]:
    """Return the score lines; every disc that passes the first check has a line for each of the four checks."""
    found = []
    for seat in range(state.players):
        own = score(state).of(seat)
        by_rule = {line.rule: line for line in own}
        order = [own[0]]
        if not tally_of(state, seat).lacking:
            order += [by_rule.get(rule) or Line(rule, seat, 0, text(sentence)) for rule, sentence in NOBODY.items()]
        found += [*order, *(line for line in own[1:] if line not in order)]
    return tuple(found)


def missing(state: Cattricola) -> tuple[Text, ...]:
    """Return the discs and numbers still to be entered."""
    found = []
    for seat, disc in enumerate(state.discs):
        who, tiles = seat_name(seat), disc.rstrip(b"\0")
        if not disc:
            found.append(text(N_("the cells of the disc of {who}"), who=who))
        elif not tiles:
            found.append(text(N_("the disc of {who}"), who=who))
        elif b"\0" in tiles:
            numbers = listed([n + 1 for n, tile in enumerate(tiles) if not tile])
            found.append(text(N_("{who}: number {numbers}"), who=who, numbers=numbers))
    return tuple(found)


def problems(state: Cattricola) -> tuple[Refusal, ...]:
    """Return refusals for players who have unplaced tiles although their discs have free cells."""
    sentence = N_("{who} has tiles off the disc although cells are free.")
    return tuple(
        Refusal("cattricola.place.overflow", text(sentence, who=seat_name(seat)))
        for seat, disc in enumerate(state.discs)
        if state.unplaced[seat] and 0 in disc
    )


def result(state: Cattricola) -> tuple[Refusal, ...]:
    """Return who won, and which tied player is later in turn order."""
    won, best = winners(state), leaders(state)
    found = [Refusal("cattricola.score.winner", status(state), by_reading=not won)]
    if len(best) > 1:
        sentence = text(
            N_("{players} are tied; {first} began, and {who} is the last of them in turn order."),
            players=listed([seat_name(seat) for seat in best]),
            first=seat_name(state.turn_order[0]),
            who=seat_name(won[0]),
        )
        found.append(Refusal("cattricola.score.winner", sentence))
    return tuple(found)


# --- the scene ---------------------------------------------------------------------------------------------------

STEP = 44.0  # distance between the centres of tiles
SQUARE = corners((0, 0), STEP - 2, STEP - 2)
TILE_TRAY, OFF_TRAY = (Tray(across, (STEP, STEP), SQUARE, STEP - 2) for across in (7, 5))
OFF_ROWS = 2
DISC = SizeHint(board.DISC, least=24, best=120, weight=8)
TILES_ROOM = SizeHint(STEP, least=30, best=80, weight=2, near="palette")
OFF_ROOM = SizeHint(STEP, least=30, best=80, weight=2)


def _disc(state: Cattricola, seat: int) -> Part:
    """Return a seat's disc; for a custom board, with an area for each lattice cell that the board does not have."""
    part = disc_part(state, seat, "disc", DISC)
    if not is_own(state.letters[seat]):
        return part
    on, side = state.board(seat).spots, board.DISC - 4
    free = {id_: spot for id_, spot in SPOTS.items() if spot not in on}
    dot = Path(display.circle(3), "line")
    drawn = tuple(replace(dot, at=board.lattice_at(spot)) for spot in free.values())
    areas = []
    for id_, spot in free.items():
        at = board.lattice_at(spot)
        label = text(N_("row {row}, column {column}: no cell"), row=spot[0] + 1, column=spot[1] + 1)
        areas.append(Area(id_, str(label), at, corners(at, side, side), side, False))
    rows = tuple(tuple(areas[n : n + LATTICE]) for n in range(0, len(areas), LATTICE))
    group = Group(str(text(N_("Where the disc has no cell"))), rows, "group")
    return replace(part, groups=(*part.groups, group), ground=(*part.ground, *drawn))


def _palette(*, own: bool) -> Part:
    """Return the palette: every tile that can be on a disc, and a disc cell if the board is custom (`own`)."""
    things: list[tuple[str, object, tuple[Shape, ...]]] = [
        (name, commas((name, held(face))), board.tile(face, board.CELL)) for name, face in SIGNS.items()
    ]
    if own:
        side = board.CELL * 0.9
        cell = Path(rectangle(-side / 2, -side / 2, side, side, side * 0.2), "surface", "ink2", 1.6)
        things.append((CELL, text(N_("a cell of the disc")), (cell,)))
    return TILE_TRAY.palette("tiles", TILES_ROOM, text(N_("Tiles")), things)


def _left_off(state: Cattricola, seat: int) -> Part:
    """Return the unplaced tiles, in full rows with at least one area free."""
    tiles, across = state.unplaced[seat], OFF_TRAY.across
    places = max(OFF_ROWS, -(-(len(tiles) + 1) // across)) * across
    areas, pieces, drawn = [], list[Piece](), list[Shape]()
    slot = rectangle(-19, -19, 38, 38, 8)
    for n, tile in enumerate(tiles.ljust(places, b"\0")):
        at, name = OFF_TRAY.at(n), f"{OFF}{n + 1}"
        label = text(N_("{name}, off the disc: {what}"), name=name, what=held(tile))
        areas.append(OFF_TRAY.area(n, name, label, holds=bool(tile)))
        drawn.append(Path(slot, stroke="line", width=1.4, dash=(4, 4), at=at))
        if tile:
            pieces.append(Piece(name, at, board.tile(tile, board.CELL), board.CELL))
    part = OFF_TRAY.part("off", OFF_ROOM, text(N_("Tiles off the disc")), areas, "group")
    return replace(part, ground=tuple(drawn), pieces=tuple(pieces), caption=str(text(N_("Left off"))))


def scene(state: Cattricola, seat: int) -> Scene:
    """Return the scene of one player's disc and unplaced tiles, with the palette."""
    summary = text(N_("{who}: {n} points so far."), who=seat_name(seat), n=points(state, seat))
    parts = (_disc(state, seat), _left_off(state, seat), _palette(own=is_own(state.letters[seat])))
    return noted(str(summary), parts, "disc")


SCORER = ScorerSpec(
    palette=PALETTE,
    options=("players",),
    blank=blank,
    fitting=fitting,
    read=read,
    scene=scene,
    put=put,
    take=take,
    cleared=cleared,
    fields=fields,
    with_values=with_values,
    lines=lines,
    missing=missing,
    problems=problems,
    result=result,
    also={id_.partition(".")[2]: id_ for id_ in SPOTS},
)
