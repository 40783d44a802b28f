"""How the final discs of a real game are entered, and every check told, also one that removes nobody.

The picture shows one player's disc with the tiles left off, and every tile there is, to be chosen from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cattools.core.errors import NotationError, OptionError
from cattools.core.messages import N_, Text, listed, text
from cattools.core.options import Options
from cattools.core.rules import IllegalAction, Refusal
from cattools.core.scene import Area, Group, Part, Path, Piece, Point, Room, Scene, Shape, corners, moved, rectangle
from cattools.core.score import Line
from cattools.core.sheet import Field, Sheet, read_fields
from cattools.games.cattricola.board import drawing, layout
from cattools.games.cattricola.board.scene import disc_part, held, noted
from cattools.games.cattricola.rules.components import DISC_FILE, box, disc_boards, holder_of_the_star
from cattools.games.cattricola.rules.events import status
from cattools.games.cattricola.rules.notation import read_discs
from cattools.games.cattricola.rules.ranch import shaped
from cattools.games.cattricola.rules.scoring import leaders, points, score, tally_of, winners
from cattools.games.cattricola.rules.state import OVER, Cattricola
from cattools.games.cattricola.rules.tiles import FACES, read_tile, write_tile
from cattools.games.cattricola.rules.words import SEATS, animal, cell_of
from cattools.games.cattricola.rules.words import name as seat_name

NOBODY = {  # by the rule of the check that removes nobody
    "cattricola.score.wolf": N_("nobody stands beside a wolf"),
    "cattricola.score.couple": N_("nobody is without a partner"),
    "cattricola.score.cluster": N_("nobody young or wild is outside a group"),
}
PALETTE = tuple(write_tile(face) for face in FACES)
OFF = "off"  # before the number of a place for a tile left off


# --- what lies there ---------------------------------------------------------------------------------------------


def _laid(options: Options, letters: str, discs: Sequence[bytes], unplaced: Sequence[bytes], first: int) -> Cattricola:
    """Return the end of a game: who holds the star began, whatever else is told."""
    ranch, players = shaped(options), len(discs)
    star = holder_of_the_star(letters)
    begins = first if star is None else star
    begins = begins if begins < players else 0
    return Cattricola(
        options=options,
        ranch=ranch,
        tiles=bytes(ranch.size),
        animals=0,
        letters=letters,
        discs=tuple(discs),
        unplaced=tuple(unplaced),
        radars=(0,) * players,
        phase=OVER,
        first=begins,
        turn=begins,
    )


def blank(options: Options) -> Cattricola:
    """Return empty discs, the boards given out in order."""
    letters = "".join(disc_boards())[: int(options.word("players"))]
    return _laid(options, letters, [bytes(disc_boards()[letter].size) for letter in letters], [b""] * len(letters), 0)


def again(state: Cattricola, options: Options) -> Cattricola:
    """Return the same discs for another number of players, as far as there are players."""
    players = int(options.word("players"))
    others = "".join(letter for letter in disc_boards() if letter not in state.letters)
    letters = (state.letters + others)[:players]
    discs = [*state.discs, *(bytes(disc_boards()[letter].size) for letter in letters[state.players :])][:players]
    unplaced = [*state.unplaced, *[b""] * players][:players]
    return _laid(options, letters, discs, unplaced, state.turn_order[0])


def read(written: str, options: Options) -> Cattricola:
    """Read discs, finished or not; ranch and radars are of no account any more. Raises `NotationError`."""
    seats, first = read_discs(written, options)
    letters = "".join(seat.letter for seat in seats)
    if "?" in letters or len(set(letters)) < len(letters):
        raise NotationError(text(N_("a disc board of its own for each seat")), letters)
    state = _laid(options, letters, [seat.disc for seat in seats], [seat.unplaced for seat in seats], first)
    if any(b"\0" in off for off in state.unplaced):
        raise NotationError(text(N_("tiles without gaps among those without a place")), written)
    for face, count in box().supply.items():
        if (found := _count(state, face)) > count:
            raise NotationError(text(N_("at most {count} tiles {face}"), count=count, face=write_tile(face)), found)
    return state


def _count(state: Cattricola, face: int) -> int:
    return b"".join((*state.discs, *state.unplaced)).count(face)


def _with(state: Cattricola, seat: int, area: str, tile: int) -> Cattricola:
    """Return the position with a tile (0: none) on a cell or off the disc."""
    if area.startswith(OFF):
        at, row = int(area.removeprefix(OFF)) - 1, bytearray(state.unplaced[seat])
        row[at : at + 1] = bytes((tile,)) if tile else b""
        unplaced = tuple(bytes(row) if n == seat else other for n, other in enumerate(state.unplaced))
        return replace(state, unplaced=unplaced)
    disc = bytearray(state.discs[seat])
    disc[cell_of(area)[1]] = tile
    return replace(state, discs=tuple(bytes(disc) if n == seat else other for n, other in enumerate(state.discs)))


def put(state: Cattricola, seat: int, what: str, area: str) -> Cattricola:
    """Return the position with a tile on a cell or among those left off. Raises `IllegalAction`."""
    tile = read_tile(what)
    new = _with(state, seat, area, tile)
    if _count(new, tile) > (most := box().supply[tile]):
        said = text(N_("All {n} tiles {tile} are on the discs already."), n=most, tile=animal(tile))
        raise IllegalAction(what, (Refusal("cattricola.tiles", said, (area,)),))
    return new


def take(state: Cattricola, seat: int, area: str) -> Cattricola:
    """Return the position without what lies on a cell."""
    return _with(state, seat, area, 0)


# --- what lies on no cell ----------------------------------------------------------------------------------------


def fields(state: Cattricola) -> tuple[Field, ...]:
    """Return everybody's disc board, and the first player where nobody holds the star."""
    found = [
        Field(
            name=f"disc-{SEATS[seat]}",
            title=text(N_("Disc board of {who}"), who=seat_name(seat)),
            choices=tuple(
                (letter, text(N_("{letter} with the star") if board.star else "{letter}", letter=letter))
                for letter, board in disc_boards().items()
            ),
            value=own,
        )
        for seat, own in enumerate(state.letters)
    ]
    if holder_of_the_star(state.letters) is None:
        players = tuple((SEATS[n], seat_name(n)) for n in range(state.players))
        found.append(
            Field(name="first", title=text(N_("First player")), choices=players, value=SEATS[state.turn_order[0]])
        )
    return tuple(found)


def choose(state: Cattricola, values: Mapping[str, str]) -> Cattricola:
    """Return the position with other boards; tiles keep their numbers. Raises `OptionError`."""
    chosen = read_fields(fields(state), values)
    letters = "".join(chosen[f"disc-{SEATS[seat]}"] for seat in range(state.players))
    if twice := next((x for x in letters if letters.count(x) > 1), ""):
        raise OptionError(
            text(N_("expected a disc board of its own for each player, found {twice} twice"), twice=twice)
        )
    discs = []
    for letter, disc in zip(letters, state.discs, strict=True):
        size = disc_boards()[letter].size
        if any(disc[size:]):
            raise OptionError(
                text(
                    N_("expected at most {size} cells filled for board {letter}, found {disc}"),
                    size=size,
                    letter=letter,
                    disc=len(disc),
                )
            )
        discs.append(disc[:size].ljust(size, b"\0"))
    first = SEATS.index(chosen.get("first", SEATS[state.turn_order[0]]))
    return _laid(state.options, letters, discs, state.unplaced, first)


# --- counting ----------------------------------------------------------------------------------------------------


def lines(state: Cattricola) -> tuple[Line, ...]:
    """Return the score with all four checks of every disc that passes the first."""
    found = []
    for seat in range(state.players):
        own = score(state).of(seat)
        by_rule = {line.rule: line for line in own}
        order = [own[0]]
        if not tally_of(state, seat).lacking:
            order += [by_rule.get(rule) or Line(rule, seat, 0, text(said)) for rule, said in NOBODY.items()]
        found += [*order, *(line for line in own[1:] if line not in order)]
    return tuple(found)


def missing(state: Cattricola) -> tuple[Text, ...]:
    """Return the discs and numbers that are still to be entered."""
    found = []
    for seat, disc in enumerate(state.discs):
        who, laid = seat_name(seat), disc.rstrip(b"\0")
        if not laid:
            found.append(text(N_("the disc of {who}"), who=who))
        elif b"\0" in laid:
            numbers = listed([n + 1 for n, tile in enumerate(laid) if not tile])
            found.append(text(N_("{who}: number {numbers}"), who=who, numbers=numbers))
    return tuple(found)


def doubts(state: Cattricola) -> tuple[Refusal, ...]:
    """Return whose tiles lie off although the disc has room."""
    said = N_("{who} has left tiles off, and free cells.")
    return tuple(
        Refusal("cattricola.place.overflow", text(said, who=seat_name(seat)))
        for seat, disc in enumerate(state.discs)
        if state.unplaced[seat] and 0 in disc
    )


def result(state: Cattricola) -> tuple[Refusal, ...]:
    """Return who has won, and who of equals plays later."""
    won, best = winners(state), leaders(state)
    found = [Refusal("cattricola.score.winner", status(state), by_reading=not won)]
    if len(best) > 1:
        said = text(
            N_("{players} are equal; {first} began, and {who} is the last of them in turn order."),
            players=listed([seat_name(seat) for seat in best]),
            first=seat_name(state.turn_order[0]),
            who=seat_name(won[0]),
        )
        found.append(Refusal("cattricola.score.winner", said))
    return tuple(found)


# --- the picture -------------------------------------------------------------------------------------------------

ACROSS, STEP = 7, 44.0  # tiles in a row, and from one to the next
OFF_ACROSS, OFF_ROWS = 5, 2
DISC = Room(layout.DISC, least=24, best=120, weight=8)
TILES = Room(STEP, least=30, best=80, weight=2, near="palette")
OFF_ROOM = Room(STEP, least=30, best=80, weight=2)


def _at(n: int, across: int) -> Point:
    """Return the centre of the nth of some tiles in rows, from 0."""
    return (n % across + 0.5) * STEP, (n // across + 0.5) * STEP


def _square(id_: str, name: str, at: Point, *, holds: bool) -> Area:
    side = STEP - 2
    return Area(id_, name, at, corners(at, side, side), side, holds)


def _palette() -> Part:
    """Return every tile that can lie on a disc."""
    items, shapes = [], list[Shape]()
    for n, (name, face) in enumerate(zip(PALETTE, FACES, strict=True)):
        at = _at(n, ACROSS)
        items.append(_square(name, f"{name}, {held(face)}", at, holds=True))
        shapes += moved(drawing.tile(face, layout.CELL), at)
    rows = tuple(tuple(items[n : n + ACROSS]) for n in range(0, len(items), ACROSS))
    group = Group(str(text(N_("Tiles"))), rows)
    return Part("tiles", (ACROSS * STEP, len(rows) * STEP), TILES, (group,), ground=tuple(shapes))


def off_places(state: Cattricola, seat: int) -> int:
    """Return how many places for tiles left off are shown: some, and always one more than are used."""
    return max(OFF_ROWS, -(-(len(state.unplaced[seat]) + 1) // OFF_ACROSS)) * OFF_ACROSS


def _left_off(state: Cattricola, seat: int) -> Part:
    """Return the tiles without a place."""
    off, places = state.unplaced[seat], off_places(state, seat)
    areas, pieces, shapes = [], list[Piece](), list[Shape]()
    slot = rectangle(-19, -19, 38, 38, 8)
    for n in range(places):
        at, name, tile = _at(n, OFF_ACROSS), f"{OFF}{n + 1}", off[n] if n < len(off) else 0
        said = text(N_("{name}, without a place: {what}"), name=name, what=held(tile))
        areas.append(_square(name, str(said), at, holds=bool(tile)))
        shapes.append(Path(slot, stroke="line", width=1.4, dash=(4, 4), at=at))
        if tile:
            pieces.append(Piece(name, at, drawing.tile(tile, layout.CELL), layout.CELL))
    group = Group(str(text(N_("Tiles without a place"))), (tuple(areas),), "group")
    size, caption = (OFF_ACROSS * STEP, places / OFF_ACROSS * STEP), str(text(N_("Left off")))
    return Part("off", size, OFF_ROOM, (group,), tuple(shapes), tuple(pieces), caption=caption)


def scene(state: Cattricola, seat: int) -> Scene:
    """Return the picture of one player's disc with the tiles left off, and of every tile that can lie on it."""
    summary = text(N_("{who}: {n} points as it lies."), who=seat_name(seat), n=points(state, seat))
    parts = (disc_part(state, seat, "disc", DISC), _left_off(state, seat), _palette())
    return noted(str(summary), parts, DISC_FILE)


SHEET = Sheet(
    palette=PALETTE,
    options=("players",),
    blank=blank,
    again=again,
    read=read,
    scene=scene,
    put=put,
    take=take,
    fields=fields,
    choose=choose,
    lines=lines,
    missing=missing,
    doubts=doubts,
    result=result,
)
