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
- `more` are the words that the position needs, out of `join`, `final`, `first=teal`, `charged=1`, `hand=smw`,
  `lifts=2`, `passed=1` and `undealt=12`. Without `first`, the first player is the holder of the star, or the first seat
  if nobody holds the star.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cattools.core.errors import NotationError, PositionError
from cattools.core.messages import N_, Text, text
from cattools.core.notation import ACTION, POSITION, limited
from cattools.core.options import Options
from cattools.games.cattricola.rules.actions import (
    Action,
    Disc,
    Done,
    First,
    Lay,
    Lift,
    Marker,
    Pass,
    Put,
    Swap,
    Tile,
    Turn,
)
from cattools.games.cattricola.rules.components import (
    MOST_PLAYERS,
    Spot,
    box,
    disc_board,
    disc_boards,
    holder_of_the_star,
    is_own,
    radar,
)
from cattools.games.cattricola.rules.labels import SEATS, cell_name, cell_of
from cattools.games.cattricola.rules.position_checks import check_box, check_turn
from cattools.games.cattricola.rules.ranch import Ranch, is_joined, ranch, shaped
from cattools.games.cattricola.rules.state import DEAL, FINAL, JOIN, OVER, PLAY, Cattricola, Phase
from cattools.games.cattricola.rules.tiles import DOWN, read_tile, write_tile

EXPECTED = N_("a move such as +b2, done, f3, @1, ^plum4, plum3<>plum7 or pass")
FLAGS = ("join", "final")
NUMBERS = ("charged", "lifts", "passed", "undealt")  # written after a position unless they are 0
WORDS = (*FLAGS, "first", *NUMBERS, "hand")
_PAIR = re.compile(r"(-?\d{1,2}),(-?\d{1,2})")
_DISC_CELL = rf"((?:{'|'.join(SEATS)})?\d{{1,2}})"
_SWAP = re.compile(rf"{_DISC_CELL}\s*<>\s*{_DISC_CELL}")
_PUT = re.compile(rf"@(\d{{1,2}})(?:\s*>\s*{_DISC_CELL})?")
_LIFT = re.compile(rf"\^\s*{_DISC_CELL}")
_OWN = re.compile(r"[\d./]{1,200}")
_ROW = re.compile(r"\d+|\??[a-z][mfy]?|.")


def read_action(written: str, state: Cattricola) -> Action:
    """Read an action; `catch f3`, `lift 4` and `swap 3 7` are also accepted. Raises `NotationError`."""
    words = re.sub(r"\s+", " ", limited(written, ACTION))
    words = re.sub(r"^catch ", "", words)
    words = re.sub(r"^(marker|charge) \+?", "+", words)
    words = re.sub(r"^lift \^?", "^", words)
    words = re.sub(r"^put @?", "@", words)
    words = re.sub(r"^swap (\S+) (?:and )?(\S+)$", r"\1<>\2", words)
    plain: dict[str, Action] = {"done": Done(), "pass": Pass(), "turn": Turn(), "mirror": Turn("mirror")}
    if words in plain:
        return plain[words]
    if words.startswith("+"):
        return Marker(radar().grid.names[radar().grid.cell(words[1:])])
    if words.startswith("="):
        return Lay(*_read_spot(words[1:]))
    if words.startswith("*"):
        return _read_deal(words[1:])
    if found := _LIFT.fullmatch(words):
        return Lift(_disc_cell(found[1], state))
    if found := _SWAP.fullmatch(words):
        one, other = (_disc_cell(at, state) for at in found.groups())
        backward = cell_of(one)[0] == cell_of(other)[0] and cell_of(one) > cell_of(other)
        return Swap(other, one) if backward else Swap(one, other)
    if found := _PUT.fullmatch(words):
        return read_put(int(found[1]), _disc_cell(found[2], state) if found[2] else "", state)
    if words in state.ranch.catch:
        return state.ranch.catch[words]
    if re.fullmatch(r"[a-z]-?\d{1,2}", words):
        first, *_, last = state.ranch.catch
        raise NotationError(
            text(N_("a cell on or beside the ranch, {first} to {last}"), first=first, last=last), written
        )
    raise NotationError(EXPECTED, written)


def read_put(slot: int, at: str, state: Cattricola) -> Put:
    """Return the action that puts a waiting tile on a cell; `Put.at` is empty if that is the lowest free cell.

    `at` is the area of the cell, or empty. Raises `NotationError`.
    """
    if not slot:
        raise NotationError(N_("a waiting tile from @1 on"), "@0")
    lowest = "" if state.free is None else cell_name(state.turn, state.free)
    return Put(slot) if at == lowest else Put(slot, at)


def _read_deal(words: str) -> Action:
    kind, _, what = words.partition(":")
    if kind == "disc" and what.upper() in disc_boards():
        return Disc(what.upper())
    if kind == "first" and what in SEATS:
        return First(what)
    if what or kind in ("disc", "first"):
        raise NotationError(
            text(
                N_("a deal such as *sm, *disc:{first} or *first:{seat}"), first=next(iter(disc_boards())), seat=SEATS[0]
            ),
            f"*{words}",
        )
    return Tile(write_tile(read_tile(words)))


def _disc_cell(written: str, state: Cattricola) -> str:
    at = written if written[0].isalpha() else f"{SEATS[state.turn]}{written}"
    seat, cell = cell_of(at)
    cells = len(state.discs[seat]) if seat < state.players else 0
    if not 0 <= cell < cells:
        raise NotationError(text(N_("a disc cell such as {seat}1"), seat=SEATS[state.turn]), written)
    return cell_name(seat, cell)


def _read_spot(written: str) -> Spot:
    """Read a row and a column of the lattice. Raises `NotationError`."""
    found = _PAIR.fullmatch(written)
    if not found:
        raise NotationError(N_("a row and a column as in 0,5"), written)
    return int(found[1]), int(found[2])


# --- rows of tiles -----------------------------------------------------------------------------------------------


def write_row(tiles: bytes, *, trim: bool = False) -> str:
    """Return cells in notation, with numbers for empty ones; `trim` omits the empty cells at the end."""
    parts: list[str] = []
    empty = 0
    for tile in tiles.rstrip(b"\0") if trim else tiles:
        if tile:
            parts += [str(empty)] if empty else []
            parts.append(write_tile(tile))
            empty = 0
        else:
            empty += 1
    return "".join([*parts, str(empty)] if empty else parts)


def read_row(written: str, size: int, what: Text, *, down: bool = False, trim: bool = False) -> bytes:
    """Read `size` cells from notation.

    `down` allows face-down tiles, `trim` allows fewer cells. Raises `NotationError` naming `what`.
    """
    found = bytearray()
    for sign in _ROW.findall(written):
        if sign.isascii() and sign.isdigit():
            found += bytes(min(int(sign[:4]), size + 1))
        else:
            tile = read_tile(sign)
            if tile & DOWN and not down:
                raise NotationError(text(N_("no face-down tiles in {what}"), what=what), sign)
            found.append(tile)
        if len(found) > size:
            break
    if len(found) > size or (len(found) < size and not trim):
        raise NotationError(text(N_("{size} cells in {what}"), size=size, what=what), written)
    return bytes(found).ljust(size, b"\0")


# --- positions ---------------------------------------------------------------------------------------------------


def write_position(state: Cattricola) -> str:
    """Return a position as one line."""
    rows, at = [], 0
    for row in state.ranch.grid.rows:
        rows.append(write_row(state.tiles[at : at + len(row)]))
        at += len(row)
    parts = [_written(state.ranch), "/".join(rows)]
    for seat in range(state.players):
        letter = state.letters[seat] if seat < len(state.letters) else "?"
        fields = [letter, write_row(state.discs[seat], trim=True), radar().grid.named(state.radars[seat])]
        fields.append("".join(write_tile(t) for t in state.unplaced[seat]))
        parts.append(f"{SEATS[seat]}={':'.join(fields).rstrip(':')}")
    parts.append({DEAL: "chance", OVER: "end"}.get(state.phase, SEATS[state.turn]))
    if state.phase in (JOIN, FINAL):
        parts.append("join" if state.phase is JOIN else "final")
    if state.first:
        parts.append(f"first={SEATS[state.first]}")
    if state.hand:
        parts.append(f"hand={write_row(state.hand)}")
    numbers = (state.charged, state.lifts, state.passed, state.undealt)
    parts += [f"{word}={number}" for word, number in zip(NUMBERS, numbers, strict=True) if number]
    return " ".join(parts)


def read_position(written: str, options: Options) -> Cattricola:
    """Read a position. Raises `NotationError` naming the first invalid part."""
    players = int(options.word("players"))
    parts = limited(written, POSITION).split()
    _check_seats(parts, players)
    if len(parts) < players + 3:
        raise NotationError(text(N_("boards, ranch, {players} seats and the player to move"), players=players), written)
    more = _read_more(parts[players + 3 :])
    mover = parts[players + 2]
    if mover not in (*SEATS[:players], "chance", "end"):
        expected = text(N_("{known}, chance or end as the player to move"), known=", ".join(SEATS[:players]))
        raise NotationError(expected, mover)
    turn = SEATS.index(mover) if mover in SEATS else 0
    phase = {"chance": DEAL, "end": OVER}.get(mover, JOIN if more.join else FINAL if more.final else PLAY)
    laid = _read_boards(parts[0], players, phase, options)
    tiles = _read_tiles(parts[1], laid)
    seats = [_read_seat(part, seat) for seat, part in enumerate(parts[2 : players + 2])]
    letters = tuple(seat.letter for seat in seats)
    animals = sum(1 << laid.place[cell] for cell, tile in enumerate(tiles) if tile)
    first = None
    if phase not in (JOIN, DEAL):
        first = _first_player(more.first, letters)
        turn = first if phase is OVER else turn
    state = Cattricola(
        options=options,
        ranch=laid,
        tiles=tiles,
        animals=animals,
        letters=tuple(letter for letter in letters if letter != "?"),
        discs=tuple(seat.disc for seat in seats),
        unplaced=tuple(seat.unplaced for seat in seats),
        radars=tuple(seat.markers for seat in seats),
        phase=phase,
        first=first,
        turn=turn,
        charged=more.charged,
        hand=more.hand,
        lifts=more.lifts,
        passed=more.passed,
        undealt=more.undealt,
    )
    check_box(state, letters)
    check_turn(state)
    if any(b"\0" in off for off in state.unplaced):
        raise NotationError(N_("no gaps among the tiles without a place"), write_position(state))
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
        raise NotationError(text(N_("{players} seats such as {what}=A:smpfw"), players=players, what=SEATS[0]), written)
    seats = [_read_seat(part, seat) for seat, part in enumerate(parts[:players])]
    more = parts[players:]
    if more and more[0] in (*SEATS, "chance", "end"):
        more = more[1:]
    return seats, _first_player(_read_more(more).first, [seat.letter for seat in seats])


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
        raise NotationError(
            text(N_("{who}= before the disc, tiles, markers and tiles without a place, separated by :"), who=who),
            written,
        )
    letter, tiles, markers, off = fields[0].upper(), *fields[1:4]
    if is_own(letter) and not _OWN.fullmatch(letter):
        raise NotationError(
            text(N_("{known} or ? as the disc board of {who}"), known=", ".join(disc_boards()), who=who), letter
        )
    size = disc_board(letter).size if letter != "?" else 0
    disc = read_row(tiles, size, text(N_("the disc of {who}"), who=who), trim=True)
    placed, count = radar().grid.cells(markers), len(markers.split(",")) if markers else 0
    if placed.bit_count() > box().markers or not radar().joined(placed) or placed.bit_count() < count:
        rule = "cattricola.setup.radar" if count > box().markers else "cattricola.charge.adjacent"
        expected = text(N_("at most {markers} markers for {who} that form one group"), markers=box().markers, who=who)
        raise PositionError(rule, expected, markers, *(f"{who}.{at}" for at in markers.split(",")))
    unplaced = read_row(off, box().tiles, text(N_("tiles without a place")), trim=True).rstrip(b"\0")
    return Tableau(letter=letter, disc=disc, markers=placed, unplaced=unplaced)


def _check_seats(parts: Sequence[str], players: int) -> None:
    """Refuse the tableau of a seat that is not in the game."""
    for part in parts:
        if "=" in part and part.partition("=")[0] in SEATS[players:]:
            raise NotationError(text(N_("only the seats {known}"), known=", ".join(SEATS[:players])), part)


def _first_player(given: int | None, letters: Sequence[str]) -> int:
    """Return the first player: the holder of the star (`cattricola.setup.start`), else `given`, else seat 0."""
    if given is not None and given >= len(letters):
        raise NotationError(
            text(N_("a first player among {known}"), known=", ".join(SEATS[: len(letters)])), SEATS[given]
        )
    star = holder_of_the_star(letters)
    if given is not None and star is not None and given != star:
        expected = text(N_("{who}, the holder of the star, as the first player"), who=SEATS[star])
        raise PositionError("cattricola.setup.start", expected, SEATS[given])
    return (given or 0) if star is None else star


def _read_boards(written: str, players: int, phase: Phase, options: Options) -> Ranch:
    origins = tuple(_read_spot(part) for part in written.split(";")[: MOST_PLAYERS + 1])
    if not is_joined(origins):
        expected = text(N_("ranch boards joined by whole sides, without overlaps"))
        raise PositionError("cattricola.setup.ranch", expected, written)
    laid = ranch(origins)
    if _written(laid) != written:
        expected = text(N_("boards sorted from the top left, with 0 as the smallest row and column"))
        raise PositionError("cattricola.setup.ranch", expected, written)
    if (len(origins) >= players) if phase is JOIN else (len(origins) != players):
        number = N_("fewer than {n} ranch boards") if phase is JOIN else N_("{n} ranch boards")
        raise PositionError("cattricola.setup.ranch", text(number, n=players), len(origins))
    if phase is not JOIN and options.word("ranch") != "own" and laid is not shaped(options):
        expected = text(N_("the boards of the shape {shape}"), shape=options.word("ranch"))
        raise PositionError("cattricola.setup.ranch", expected, written)
    return laid


def _written(laid: Ranch) -> str:
    """Return the boards of a ranch in notation."""
    return ";".join(f"{row},{column}" for row, column in laid.origins)


def _read_tiles(written: str, laid: Ranch) -> bytes:
    rows = written.split("/")
    if len(rows) != len(laid.grid.rows):
        raise NotationError(text(N_("{n} ranch rows separated by /"), n=len(laid.grid.rows)), len(rows))
    return b"".join(
        read_row(row, len(cells), text(N_("ranch row {n}"), n=n), down=True)
        for n, (row, cells) in enumerate(zip(rows, laid.grid.rows, strict=True), 1)
    )


@dataclass(frozen=True, slots=True)
class _More:
    """The optional words of a position; `first` is None if the word is missing."""

    join: bool
    final: bool
    first: int | None
    hand: bytes
    charged: int
    lifts: int
    passed: int
    undealt: int


def _read_more(parts: Sequence[str]) -> _More:
    seen, numbers = set[str](), dict[str, int]()
    first, hand = None, b""
    for part in parts:
        name, _, value = part.partition("=")
        if name not in WORDS or name in seen:
            raise NotationError(text(N_("each of {known} at most once"), known=", ".join(WORDS)), part)
        seen.add(name)
        if name in FLAGS and not value:
            continue
        if name == "first" and value in SEATS[1:]:
            first = SEATS.index(value)
        elif name == "hand" and value:
            hand = read_row(value, box().markers + max(box().lift), text(N_("the hand")), trim=True).rstrip(b"\0")
        elif name in NUMBERS and value.isascii() and value.isdigit() and 0 < int(value[:5]) < 1000:
            numbers[name] = int(value)
        else:
            raise NotationError(text(N_("a valid value for {name}"), name=name), part)
    return _More("join" in seen, "final" in seen, first, hand, *(numbers.get(word, 0) for word in NUMBERS))
