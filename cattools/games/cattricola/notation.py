"""The notation of Cattricola: it writes an action as one word and a position as one line, and parses both.

A position is `boards ranch seats mover [more]`:

- `boards` are the top left cells of the ranch boards, as in `0,0;0,5`.
- `ranch` is the rows of the ranch from the top, separated by `/`. A tile is the letters of its kind and its sex, as in
  `sm` for a male sheep, `pf` or `cy`, or only `w` for a wolf; `?` before a tile means face down. A number is that many
  empty cells.
- `seats` is one word for each seat, as in `plum=A:smpfw:b2,b3:cy`: the disc board, the tiles on it in the order of the
  cell numbers, the markers on the radar, and the unplaced tiles. Empty fields at the end can be omitted. A custom disc
  board is written as its cell numbers row by row, as in `.1.2/3.4`, instead of a letter.
- `mover` is the seat to move, `chance`, or `end` after the game.
- `more` is whichever of these words the position needs: `join`, `final`, `first=teal`, `charged=1`, `hand=smw`,
  `lifts=2`, `passed=1` and `undealt=12`. Without `first`, the first player is the holder of the star, or the first seat
  if nobody holds the star.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cattools.core.errors import NotationError, PositionError
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, commas, many, text
from cattools.core.notation.parsing import POSITION, limited, too_short, write_row, write_rows
from cattools.core.notation.position_format import Part, PositionFormat, choice, flag, number
from cattools.core.options import Options
from cattools.games.cattricola import components
from cattools.games.cattricola.components import DOWN, MOST_PLAYERS, SEATS, Spot, box, cell_name, radar, write_tile
from cattools.games.cattricola.position import (
    DEAL,
    FINAL,
    JOIN,
    OVER,
    PLAY,
    Cattricola,
    Phase,
    Ranch,
    is_joined,
    ranch,
    shaped,
)

_PAIR = re.compile(r"(-?\d{1,2}),(-?\d{1,2})")
_OWN = re.compile(r"[\d./]{1,200}")
_ROW = re.compile(r"\d+|\??[a-z][mfy]?|.")


# --- rows of tiles -----------------------------------------------------------------------------------------------


def write_tiles(tiles: bytes) -> str:
    """Return cells in notation, with numbers for empty ones."""
    return write_row(write_tile(tile) if tile else "" for tile in tiles)


def read_tiles(written: str, size: int, what: Text, *, down: bool = False, trim: bool = False) -> bytes:
    """Read `size` cells from notation.

    `down` allows face-down tiles, `trim` allows fewer cells; errors call the cells `what`. Raises `NotationError`.
    """
    found = bytearray()
    for sign in _ROW.findall(written):
        if sign.isascii() and sign.isdigit():
            found += bytes(min(int(sign[:4]), size + 1))
        else:
            tile = components.read_tile(sign)
            if tile & DOWN and not down:
                raise NotationError(N_("no face-down tiles in {what}"), sign, what=what)
            found.append(tile)
        if len(found) > size:
            break
    if len(found) > size or (len(found) < size and not trim):
        raise NotationError(N_("{size} cells in {what}"), written, size=size, what=what)
    return bytes(found).ljust(size, b"\0")


def _read_loose(written: str, most: int, what: Text) -> bytes:
    """Read up to `most` tiles that are not on a board."""
    return read_tiles(written, most, what, trim=True).rstrip(b"\0")


# --- positions ---------------------------------------------------------------------------------------------------

NUMBERS = ("charged", "lifts", "passed", "undealt")  # words with a number, named like the fields of the state
MORE = PositionFormat(
    {},
    {
        "join": flag(),
        "final": flag(),
        "first": replace(choice(SEATS), default=None),
        "hand": Part(
            lambda written, _: _read_loose(written, box().most_waiting, text(N_("the hand"))),
            lambda hand, _: write_tiles(hand),
            b"",
        ),
        **{name: number(999) for name in NUMBERS},
    },
)
MOVERS = {"chance": DEAL, "end": OVER}  # instead of the seat to move


def write_position(state: Cattricola) -> str:
    """Return a position as one line."""
    tiles = [write_tile(tile) if tile else "" for tile in state.tiles]
    parts = [write_boards(state.ranch), write_rows(state.ranch.grid, tiles.__getitem__)]
    letters = (*state.letters, *"?" * (state.players - len(state.letters)))
    for who, letter, disc, markers, off in zip(SEATS, letters, state.discs, state.radars, state.unplaced, strict=False):
        fields = (letter, write_tiles(disc.rstrip(b"\0")), radar().grid.named(markers), write_tiles(off))
        parts.append(f"{who}={':'.join(fields).rstrip(':')}")
    parts.append(next((word for word, phase in MOVERS.items() if phase is state.phase), SEATS[state.turn]))
    numbers = (getattr(state, name) for name in NUMBERS)
    more = (state.phase is JOIN, state.phase is FINAL, state.first or None, state.hand, *numbers)
    return " ".join([*parts, MORE.write(state.options, *more)]).rstrip()


def read_position(written: str, options: Options) -> Cattricola:
    """Read a position. Raises `NotationError` naming the first invalid part."""
    players = int(options.word("players"))
    parts = limited(written, POSITION).split()
    _check_seats(parts, players)
    if len(parts) < players + 3:
        raise too_short(["boards", "ranch", *SEATS[:players], "mover"], parts)
    join, final, given, hand, *numbers = MORE.read(" ".join(parts[players + 3 :]), options)
    mover, known = parts[players + 2], SEATS[:players]
    if mover not in (*known, *MOVERS):
        raise NotationError(N_("{known}, chance or end as the player to move"), mover, known=commas(known))
    phase = MOVERS.get(mover) or (JOIN if join else FINAL if final else PLAY)
    joined = _read_boards(parts[0], players, phase, options)
    tiles = _read_ranch(parts[1], joined)
    seats = [_read_seat(part, seat) for seat, part in enumerate(parts[2 : players + 2])]
    letters = tuple(seat.letter for seat in seats)
    first = None if phase in (JOIN, DEAL) else _first_player(given, letters)
    state = Cattricola(
        options=options,
        ranch=joined,
        tiles=tiles,
        animals=sum(1 << joined.place[cell] for cell, tile in enumerate(tiles) if tile),
        letters=tuple(letter for letter in letters if letter != "?"),
        discs=tuple(seat.disc for seat in seats),
        unplaced=tuple(seat.unplaced for seat in seats),
        radars=tuple(seat.markers for seat in seats),
        phase=phase,
        first=first,
        turn=SEATS.index(mover) if mover in SEATS else first or 0,
        hand=hand,
        **dict(zip(NUMBERS, numbers, strict=True)),
    )
    check_box(state, letters)
    check_turn(state)
    return state


def read_discs(written: str, options: Options) -> tuple[list[Tableau], int]:
    """Read each player's tableau and the first player from a position.

    The ranch, the mover and the fields that do not matter after the game can be omitted. Raises `NotationError`.
    """
    players = int(options.word("players"))
    parts = limited(written, POSITION).split()
    if len(parts) > 2 and not parts[0].startswith(SEATS):
        parts = parts[2:]
    _check_seats(parts, players)
    if len(parts) < players:
        raise NotationError(N_("{players} seats such as {what}=A:smpfw"), written, players=players, what=SEATS[0])
    seats = [_read_seat(part, seat) for seat, part in enumerate(parts[:players])]
    more = [part for part in parts[players:] if part not in (*SEATS, *MOVERS)]
    _, _, first, *_ = MORE.read(" ".join(more), options)
    return seats, _first_player(first, [seat.letter for seat in seats])


@dataclass(frozen=True, slots=True)
class Tableau:
    """A player's tableau: the name of the disc board, the tiles on it, markers and unplaced tiles."""

    letter: str
    disc: bytes
    markers: int
    unplaced: bytes


def _read_seat(written: str, seat: int) -> Tableau:
    who = SEATS[seat]
    name, _, rest = written.partition("=")
    fields = [*rest.split(":"), "", "", ""]
    if name != who or len(fields) > 7 or not rest:
        expected = N_("{who}= followed by the disc, the tiles on it, the markers and the tiles off it, separated by :")
        raise NotationError(expected, written, who=who)
    letter, tiles, markers, off = fields[0].upper(), *fields[1:4]
    if components.is_own(letter) and not _OWN.fullmatch(letter):
        raise NotationError(
            N_("{known} or ? as the disc of {who}"), letter, known=commas(components.disc_boards()), who=who
        )
    size = components.disc_board(letter).size if letter != "?" else 0
    disc = read_tiles(tiles, size, text(N_("the disc of {who}"), who=who), trim=True)
    names = markers.split(",") if markers else []
    placed = radar().grid.cells(markers)
    if placed.bit_count() > box().markers or not radar().joined(placed) or placed.bit_count() < len(names):
        rule = "cattricola.setup.radar" if len(names) > box().markers else "cattricola.charge.adjacent"
        expected = N_("at most {markers} markers for {who} that form one group")
        raise PositionError(rule, expected, markers, *(f"{who}.{at}" for at in names), markers=box().markers, who=who)
    unplaced = _read_loose(off, box().size, text(N_("tiles off the disc")))
    if 0 in unplaced:
        raise NotationError(N_("no gaps among the tiles off the disc"), off)
    return Tableau(letter, disc, placed, unplaced)


def _check_seats(parts: Sequence[str], players: int) -> None:
    """Refuse the tableau of a seat that is not in the game."""
    for part in parts:
        if "=" in part and part.partition("=")[0] in SEATS[players:]:
            raise NotationError(N_("only the seats {known}"), part, known=commas(SEATS[:players]))


def _first_player(given: int | None, letters: Sequence[str]) -> int:
    """Return the first player: the holder of the star (`cattricola.setup.start`), else `given`, else seat 0."""
    star = components.holder_of_the_star(letters)
    if given is not None and given >= len(letters):
        known = commas(SEATS[: len(letters)])
        raise NotationError(N_("a first player among {known}"), SEATS[given], known=known)
    if given is not None and star is not None and given != star:
        expected = N_("{who}, the holder of the star, as the first player")
        raise PositionError("cattricola.setup.start", expected, SEATS[given], who=SEATS[star])
    return (given or 0) if star is None else star


def read_spot(written: str) -> Spot:
    """Read a row and a column of the lattice. Raises `NotationError`."""
    found = _PAIR.fullmatch(written)
    if not found:
        raise NotationError(N_("a row and a column as in 0,5"), written)
    return int(found[1]), int(found[2])


def _read_boards(written: str, players: int, phase: Phase, options: Options) -> Ranch:
    rule, origins = "cattricola.setup.ranch", tuple(map(read_spot, written.split(";")[: MOST_PLAYERS + 1]))
    if not is_joined(origins):
        raise PositionError(rule, N_("ranch boards joined by whole sides, without overlaps"), written)
    joined = ranch(origins)
    if write_boards(joined) != written:
        expected = N_("boards sorted from the top left, with 0 as the smallest row and column")
        raise PositionError(rule, expected, written)
    if phase is JOIN and len(origins) >= players:
        raise PositionError(rule, N_("fewer than {n} ranch boards"), len(origins), n=players)
    if phase is not JOIN and len(origins) != players:
        raise PositionError(rule, N_("{n} ranch boards"), len(origins), n=players)
    if phase is not JOIN and options.word("ranch") != "own" and joined is not shaped(options):
        raise PositionError(rule, N_("the boards of the shape {shape}"), written, shape=options.word("ranch"))
    return joined


def write_boards(joined: Ranch) -> str:
    """Return the boards of a ranch in notation."""
    return ";".join(f"{row},{column}" for row, column in joined.origins)


def _read_ranch(written: str, joined: Ranch) -> bytes:
    rows = written.split("/")
    if len(rows) != len(joined.grid.rows):
        raise NotationError(N_("{n} ranch rows separated by /"), len(rows), n=len(joined.grid.rows))
    return b"".join(
        read_tiles(row, len(cells), text(N_("ranch row {n}"), n=n), down=True)
        for n, (row, cells) in enumerate(zip(rows, joined.grid.rows, strict=True), 1)
    )


# --- position checks -------------------------------------------------------------------------------------------


def check_box(state: Cattricola, letters: Sequence[str]) -> None:
    """Refuse more components than are in the box. Raises `PositionError`."""
    given = state.letters
    if tuple(letters[: len(given)]) != given or components.some_disc_twice(given):
        expected = N_("each disc once, given to the seats in order")
        raise PositionError("cattricola.setup.disc", expected, ", ".join(letters))
    empty = next((n for n, disc in enumerate(state.discs[: len(given)]) if not disc), None)
    if empty is not None:
        expected = N_("at least one cell on the disc of {who}")
        raise PositionError("cattricola.boards", expected, given[empty], who=SEATS[empty])
    if state.phase not in (DEAL, JOIN) and len(given) < state.players:
        raise PositionError("cattricola.setup.disc", N_("a disc for each seat"), ", ".join(letters))
    check_supply(b"".join((state.tiles, *state.discs, *state.unplaced, state.hand)))


def check_supply(tiles: bytes) -> None:
    """Refuse more tiles of a face than are in the box. Raises `PositionError`."""
    for face, count in box().supply.items():
        if (found := tiles.count(face) + tiles.count(face | DOWN)) > count:
            expected = N_("at most {count} {tile} tiles")
            raise PositionError("cattricola.tiles", expected, found, count=count, tile=write_tile(face))


def check_turn(state: Cattricola) -> None:
    """Refuse a state that cannot occur in the current phase and turn. Raises `PositionError`."""
    if state.phase in (JOIN, DEAL):
        _check_set_up(state)
    elif state.undealt:
        raise PositionError(
            "cattricola.setup.tiles", N_("undealt cells only while tiles are being dealt"), state.undealt
        )
    for seat, disc in enumerate(state.discs):
        gap = disc.rstrip(b"\0").find(0)
        if gap >= 0 and (seat != state.turn or not state.hand):
            at = cell_name(seat, gap)
            raise PositionError("cattricola.place.order", N_("discs filled from the lowest number up"), at, at)
    _check_charge(state)
    _check_hand(state)
    if state.passed >= state.players or (state.passed and not state.playing):
        raise PositionError(
            "cattricola.end.pass", N_("fewer than {players} passes"), state.passed, players=state.players
        )
    full = any(0 not in disc for disc in state.discs)
    if state.phase is PLAY and full and state.turn == state.first and not state.pending:
        expected = N_("the final round, as a disc is full and a new round begins")
        raise PositionError("cattricola.end.trigger", expected, text(N_("an ordinary round")))


def _check_set_up(state: Cattricola) -> None:
    """Refuse a state that cannot occur during the set-up."""
    phase = state.phase
    if any(state.radars) or state.charged:
        marked = [(who, cell) for who, own in zip(SEATS, state.radars, strict=False) for cell in bits(own)]
        areas = (f"{who}.{radar().grid.names[cell]}" for who, cell in marked)
        found = marked[0][0] if marked else SEATS[state.turn]
        raise PositionError("cattricola.setup.radar", N_("empty radars during the set-up"), found, *areas)
    if state.hand or any(map(any, (*state.discs, *state.unplaced))):
        cells = [cell_name(seat, n) for seat, disc in enumerate(state.discs) for n, tile in enumerate(disc) if tile]
        expected = N_("empty discs and no tile in hand during the set-up")
        raise PositionError("cattricola.setup.tiles", expected, text(N_("caught tiles")), *cells)
    if phase is JOIN and (state.animals or state.letters or state.undealt):
        expected = N_("no tile and no disc before the boards are joined")
        raise PositionError("cattricola.setup.ranch", expected, text(N_("tiles or discs")))
    waiting = components.ranch_board().size * len(state.ranch.origins) if phase is JOIN else state.undealt
    if state.tiles.rstrip(b"\0").find(0) >= 0 or state.tiles.count(0) != waiting:
        empty = [name for name, tile in zip(state.ranch.grid.names, state.tiles, strict=True) if not tile]
        last = N_("a tile on every cell of the ranch but the last one")
        more = N_("a tile on every cell of the ranch but the last {n}")
        due = many(last, more, waiting) if waiting else text(N_("a tile on every cell of the ranch"))
        empty_cells = many("{n} empty cell", "{n} empty cells", len(empty))
        raise PositionError("cattricola.setup.tiles", due, empty_cells, *empty)
    settled = (
        not state.undealt
        and len(state.letters) == state.players
        and components.holder_of_the_star(state.letters) is not None
    )
    if phase is DEAL and (settled or (state.undealt and state.letters)):
        expected = N_("discs dealt after the tiles, and chance to move only while something is dealt")
        raise PositionError("cattricola.setup.disc", expected, ", ".join(state.letters))
    if phase is JOIN and state.turn != (len(state.ranch.origins) - 1) % state.players:
        raise PositionError("cattricola.setup.ranch", N_("the seats to join the boards in order"), SEATS[state.turn])


def _check_charge(state: Cattricola) -> None:
    """Refuse a charge that should have ended."""
    markers = state.radars[state.turn].bit_count()
    ended = state.phase is not PLAY or state.hand or not state.charged < min(box().charge, markers + 1)
    if state.charged and (ended or markers == box().markers):
        rule = "cattricola.charge.count" if state.phase is PLAY else "cattricola.end.final-round"
        raise PositionError(rule, N_("a charge that can continue"), state.charged)


def _check_hand(state: Cattricola) -> None:
    """Refuse waiting tiles where there can be none, and too many lifts."""
    hand, rule = state.hand, ""
    if hand and state.over:
        rule = "cattricola.end.final-round"
    elif hand and not state.radars[state.turn]:
        rule = "cattricola.catch.at-least-one"
    elif hand and not state.lifts and 0 not in state.disc:
        rule = "cattricola.place.overflow"
    if rule:
        expected = N_("waiting tiles only during a catch made with a marker, while a tile can be placed or lifted")
        raise PositionError(rule, expected, "".join(map(write_tile, hand)))
    circles = state.appeared
    most = min(box().lifts(circles), len(state.disc) - state.disc.count(0)) if hand else 0
    if state.lifts > most:
        one, more = NP_(
            "a number from 0 to {most} for lifts= when {n} circle has appeared",
            "a number from 0 to {most} for lifts= when {n} circles have appeared",
        )
        raise PositionError("cattricola.circle.lift", many(one, more, circles, most=most), state.lifts)
