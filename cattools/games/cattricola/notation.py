"""Cattricola in writing: an action is a word, a position is a line, and both can be read back.

A position is `boards ranch seats mover [more]`. `boards` are the top left cells of the ranch boards, `0,0;0,5`;
`ranch` is its rows from the top, a tile two letters (`sm` a male sheep, `pf`, `cy`, `w` a wolf), with `?` before it
when it lies face down, numbers for empty cells. Each seat is `plum=A:smpfw:b2,b3:cy`: its disc board, tiles in the
order of numbers, markers on the radar, tiles without a place; what is empty at the end may be left out. The mover is a
seat, `chance` or `end`. After these, where needed: `join`, `final`, `first=teal`, `charged=1`, `hand=smw`, `lifts=2`,
`passed=1`, `undealt=12`.
"""

from __future__ import annotations

import re

from cattools.core.errors import NotationError
from cattools.core.messages import N_, text
from cattools.core.options import Options
from cattools.games.cattricola.actions import (
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
from cattools.games.cattricola.boards import Spot, boards, radar
from cattools.games.cattricola.dealing import DEAL, FINAL, JOIN, OVER, PLAY
from cattools.games.cattricola.ranch import MOST, Ranch, board_size, ranch, shaped, whole
from cattools.games.cattricola.scoring import SEATS, cell_name, cell_of
from cattools.games.cattricola.state import Cattricola
from cattools.games.cattricola.tiles import DOWN, box, read_row, read_tile, write_row, write_tile

EXPECTED = N_("a move such as +b2, done, f3, @1, ^plum4, plum3<>plum7 or pass")
NUMBERS = ("charged", "lifts", "passed", "undealt")
FLAGS = ("join", "final")
_LONGEST = 2000
_PAIR = re.compile(r"(-?\d{1,2}),(-?\d{1,2})")
_DISC_CELL = rf"((?:{'|'.join(SEATS)})?\d{{1,2}})"
_SWAP = re.compile(rf"{_DISC_CELL}\s*<>\s*{_DISC_CELL}")
_PUT = re.compile(rf"@(\d{{1,2}})(?:\s*>\s*{_DISC_CELL})?")
_LIFT = re.compile(rf"\^\s*{_DISC_CELL}")


def read_action(written: str, state: Cattricola) -> Action:
    """Read an action; `catch f3`, `lift 4` and `swap 3 7` are understood too. Raises `NotationError`."""
    words = re.sub(r"\s+", " ", written.strip()[:100].lower())
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
        return Lay(*_spot(words[1:]))
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
        first, last = state.ranch.around[0], state.ranch.around[-1]
        raise NotationError(
            text(
                N_("a cell on or beside the ranch, {first} to {last}"), first=Ranch.name(first), last=Ranch.name(last)
            ),
            written,
        )
    raise NotationError(EXPECTED, written)


def read_put(slot: int, at: str, state: Cattricola) -> Put:
    """Return the action of putting a waiting tile on a cell; the lowest free cell is not named."""
    if not slot:
        raise NotationError(N_("a waiting tile from @1 on"), "@0")
    free = state.disc.find(0)
    return Put(slot) if free >= 0 and at == cell_name(state.turn, free) else Put(slot, at)


def _read_deal(words: str) -> Action:
    kind, _, what = words.partition(":")
    if kind == "disc" and what.upper() in boards():
        return Disc(what.upper())
    if kind == "first" and what in SEATS:
        return First(what)
    if what or kind in ("disc", "first"):
        raise NotationError(
            text(N_("a deal such as *sm, *disc:{first} or *first:{seat}"), first=next(iter(boards())), seat=SEATS[0]),
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


def _spot(written: str) -> Spot:
    found = _PAIR.fullmatch(written)
    if not found:
        raise NotationError(N_("a row and a column as in 0,5"), written)
    return int(found[1]), int(found[2])


def write_position(state: Cattricola) -> str:
    """Return a position as one line."""
    rows, at = [], 0
    for row in state.ranch.grid.rows:
        rows.append(write_row(state.tiles[at : at + len(row)]))
        at += len(row)
    parts = [";".join(f"{r},{c}" for r, c in state.ranch.origins), "/".join(rows)]
    for seat in range(state.players):
        letter = state.boards[seat] if seat < len(state.boards) else "?"
        fields = [letter, write_row(state.discs[seat], trim=True), radar().grid.named(state.radars[seat])]
        fields.append("".join(write_tile(t) for t in state.spilled[seat]))
        parts.append(f"{SEATS[seat]}={':'.join(fields).rstrip(':')}")
    parts.append({DEAL: "chance", OVER: "end"}.get(state.phase, SEATS[state.turn]))
    if state.phase in (JOIN, FINAL):
        parts.append("join" if state.phase == JOIN else "final")
    if state.first > 0:
        parts.append(f"first={SEATS[state.first]}")
    if state.hand:
        parts.append(f"hand={write_row(state.hand)}")
    parts += [f"{name}={getattr(state, name)}" for name in NUMBERS if getattr(state, name)]
    return " ".join(parts)


def read_position(written: str, options: Options) -> Cattricola:
    """Read a position. Raises `NotationError` naming what does not fit."""
    players = int(options.word("players"))
    parts = written.strip().lower()[:_LONGEST].split()
    if len(parts) < players + 3:
        raise NotationError(text(N_("a position: boards, ranch, {players} seats, mover"), players=players), written)
    more = _more(parts[players + 3 :])
    mover = parts[players + 2]
    if mover not in (*SEATS[:players], "chance", "end"):
        raise NotationError(text(N_("one of {known}, chance or end to move"), known=", ".join(SEATS[:players])), mover)
    turn = SEATS.index(mover) if mover in SEATS else 0
    phase = {"chance": DEAL, "end": OVER}.get(mover, JOIN if more["join"] else FINAL if more["final"] else PLAY)
    field = _boards(parts[0], players, phase, options)
    tiles = _tiles(parts[1], field)
    seats = [_seat(part, seat) for seat, part in enumerate(parts[2 : players + 2])]
    letters = "".join(letter for letter, *_ in seats)
    animals = sum(1 << field.place[n] for n, tile in enumerate(tiles) if tile)
    first = int(more["first"]) if phase not in (JOIN, DEAL) else -1
    state = Cattricola(
        options, field, tiles, animals, letters.rstrip("?"), tuple(s[1] for s in seats), tuple(s[3] for s in seats),
        tuple(s[2] for s in seats), phase, first, first if phase == OVER else turn, int(more["charged"]),
        bytes(more["hand"]), int(more["lifts"]), int(more["passed"]), int(more["undealt"]),
    )  # fmt: skip
    _check_box(state, letters)
    _check_turn(state)
    return state


def read_discs(written: str, options: Options) -> tuple[list[tuple[str, bytes, bytes]], int]:
    """Read what lies before each player: disc board, tiles, tiles without a place; and the first player.

    Boards and ranch may be left out, and what does not matter at the end. Raises `NotationError`.
    """
    players = int(options.word("players"))
    parts = written.strip().lower()[:_LONGEST].split()
    if len(parts) > 2 and not parts[0].startswith(SEATS):
        parts = parts[2:]
    if len(parts) < players:
        raise NotationError(f"{players} seats such as {SEATS[0]}=A:smpfw", written)
    seats = [_seat(part, seat) for seat, part in enumerate(parts[:players])]
    more = parts[players:]
    if more and more[0] in (*SEATS, "chance", "end"):
        more = more[1:]
    first = int(_more(more)["first"])
    if first >= players:
        raise NotationError(f"a first player among {', '.join(SEATS[:players])}", SEATS[first])
    return [(letter, disc, off) for letter, disc, _, off in seats], first


def _boards(written: str, players: int, phase: int, options: Options) -> Ranch:
    origins = tuple(_spot(part) for part in written.split(";")[: MOST + 1])
    if not whole(origins):
        raise NotationError(N_("ranch boards joined by whole sides, each place once"), written)
    field = ranch(origins)
    if ";".join(f"{r},{c}" for r, c in field.origins) != written:
        raise NotationError(N_("boards from the top left, the smallest row and column being 0"), written)
    if (len(origins) >= players) if phase == JOIN else (len(origins) != players):
        raise NotationError(
            text(N_("fewer than {n} ranch boards") if phase == JOIN else N_("{n} ranch boards"), n=players),
            len(origins),
        )
    if phase != JOIN and options.word("ranch") != "own" and field is not shaped(options):
        raise NotationError(text(N_("the boards as in the shape {shape}"), shape=options.word("ranch")), written)
    return field


def _tiles(written: str, field: Ranch) -> bytes:
    rows = written.split("/")
    if len(rows) != len(field.grid.rows):
        raise NotationError(text(N_("{n} ranch rows between /"), n=len(field.grid.rows)), len(rows))
    return b"".join(
        read_row(row, len(cells), text(N_("ranch row {n}"), n=n), down=True)
        for n, (row, cells) in enumerate(zip(rows, field.grid.rows, strict=True), 1)
    )


def _seat(written: str, seat: int) -> tuple[str, bytes, int, bytes]:
    who = SEATS[seat]
    name, _, rest = written.partition("=")
    fields = [*rest.split(":"), "", "", ""]
    if name != who or len(fields) > 7 or not rest:
        raise NotationError(
            text(N_("{who}= and disc, tiles, markers, tiles without a place between :"), who=who), written
        )
    letter, tiles, markers, off = fields[0].upper(), *fields[1:4]
    if letter not in boards() and letter != "?":
        raise NotationError(
            text(N_("a disc board among {known} or ? for {who}"), known=", ".join(boards()), who=who), letter
        )
    size = boards()[letter].size if letter != "?" else 0
    disc = read_row(tiles, size, text(N_("the disc of {who}"), who=who), trim=True)
    placed = radar().grid.cells(markers)
    if placed.bit_count() > box().markers or not radar().joined(placed) or placed.bit_count() < len(_split(markers)):
        raise NotationError(
            text(N_("at most {markers} markers for {who} that form one group"), markers=box().markers, who=who), markers
        )
    return letter, disc, placed, read_row(off, box().tiles, text(N_("tiles without a place")), trim=True).rstrip(b"\0")


def _split(markers: str) -> list[str]:
    return markers.split(",") if markers else []


def _more(parts: list[str]) -> dict[str, int | bytes]:
    found: dict[str, int | bytes] = dict.fromkeys((*FLAGS, "first", *NUMBERS), 0) | {"hand": b""}
    seen = set[str]()
    for part in parts:
        name, _, value = part.partition("=")
        if name not in found or name in seen:
            raise NotationError(text(N_("one each of {known}"), known=", ".join(found)), part)
        seen.add(name)
        if name in FLAGS and not value:
            found[name] = 1
        elif name == "first" and value in SEATS[1:]:
            found[name] = SEATS.index(value)
        elif name == "hand" and value:
            found[name] = read_row(value, box().markers + max(box().lift), text(N_("the hand")), trim=True).rstrip(
                b"\0"
            )
        elif name in NUMBERS and value.isascii() and value.isdigit() and 0 < int(value[:5]) < 1000:
            found[name] = int(value)
        else:
            raise NotationError(text(N_("{name} as it is written by this book"), name=name), part)
    return found


def _check_box(state: Cattricola, letters: str) -> None:
    """Refuse more of something than there is in the box."""
    given = state.boards
    if "?" in given or len(set(given)) < len(given):
        raise NotationError(N_("each disc board once, given to the seats in order"), letters)
    if state.phase not in (DEAL, JOIN) and len(given) < state.players:
        raise NotationError(N_("a disc board for each seat"), letters)
    tiles = b"".join((state.tiles, *state.discs, *state.spilled, state.hand))
    for face, count in box().supply.items():
        found = tiles.count(face) + tiles.count(face | DOWN)
        if found > count:
            raise NotationError(text(N_("at most {count} tiles {tile}"), count=count, tile=write_tile(face)), found)
    if any(b"\0" in off for off in state.spilled):
        raise NotationError(N_("tiles without gaps among those without a place"), str(state))


def _check_turn(state: Cattricola) -> None:
    """Refuse what cannot be at that moment of a game."""
    phase, markers = state.phase, state.radars[state.turn].bit_count()
    dealt = phase in (JOIN, DEAL)
    if dealt and (any(state.radars) or state.hand or state.charged or any(map(any, (*state.discs, *state.spilled)))):
        raise NotationError(N_("empty discs and radars while the set-up goes on"), str(state))
    waiting = board_size() * len(state.ranch.origins) if phase == JOIN else state.undealt
    if (phase == JOIN and (state.animals or state.boards or state.undealt)) or (phase != DEAL and state.undealt):
        raise NotationError(N_("undealt cells only while tiles are dealt"), state.undealt)
    if dealt and (state.tiles.rstrip(b"\0").find(0) >= 0 or state.tiles.count(0) != waiting):
        raise NotationError(N_("as many empty cells at the end of the ranch as are undealt"), state.undealt)
    if phase == DEAL and ((state.undealt and state.boards) or _settled(state)):
        raise NotationError(
            N_("discs dealt after the tiles, and chance to move only while something is dealt"), state.boards
        )
    if phase == JOIN and state.turn != (len(state.ranch.origins) - 1) % state.players:
        raise NotationError(N_("the seats in order to join the boards"), SEATS[state.turn])
    if state.first >= state.players:
        raise NotationError(
            text(N_("a first player among {known}"), known=", ".join(SEATS[: state.players])), SEATS[state.first]
        )
    holes = [SEATS[s] for s, disc in enumerate(state.discs) if b"\0" in disc.rstrip(b"\0")]
    if holes and (holes != [SEATS[state.turn]] or not state.hand):
        raise NotationError(N_("discs filled from the lowest number on"), holes[0])
    if state.charged and (phase != PLAY or state.hand or not state.charged < min(box().charge, markers + 1)):
        raise NotationError(N_("a charge that can still go on"), f"charged={state.charged}")
    if state.charged and markers == box().markers:
        raise NotationError(N_("a charge that can still go on"), f"charged={state.charged}")
    if state.hand and (phase not in (PLAY, FINAL) or not markers or not (state.lifts or 0 in state.disc)):
        raise NotationError(N_("a hand only after a catch, while tiles find a place"), write_row(state.hand))
    most = min(max(box().lift), sum(1 for tile in state.disc if tile)) if state.hand else 0
    if state.lifts > most:
        raise NotationError(text(N_("at most {most} lifts"), most=most), state.lifts)
    if state.passed >= state.players or (state.passed and phase not in (PLAY, FINAL)):
        raise NotationError(text(N_("fewer than {players} passes"), players=state.players), state.passed)
    full = any(0 not in disc for disc in state.discs)
    if phase == PLAY and full and state.turn == state.first and not state.pending:
        raise NotationError(N_("final, for a disc is full and a new round begins"), str(state).split()[-1])


def _settled(state: Cattricola) -> bool:
    """Return whether nothing is left to be dealt."""
    stars = any(boards()[letter].star for letter in state.boards)
    return not state.undealt and len(state.boards) == state.players and stars
