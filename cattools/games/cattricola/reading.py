"""Positions back from notation: joined boards, tiles, radars and discs; nothing that the box or the turn forbids."""

from __future__ import annotations

from cattools.core.errors import NotationError
from cattools.core.messages import N_, many, text
from cattools.core.options import Options
from cattools.games.cattricola.boards import boards, radar
from cattools.games.cattricola.dealing import DEAL, FINAL, JOIN, OVER, PLAY
from cattools.games.cattricola.notation import NUMBERS, read_spot
from cattools.games.cattricola.ranch import MOST, Ranch, board_size, ranch, shaped, whole
from cattools.games.cattricola.scoring import SEATS
from cattools.games.cattricola.state import Cattricola
from cattools.games.cattricola.tiles import DOWN, box, read_row, write_row, write_tile

FLAGS = ("join", "final")
_LONGEST = 2000


def read_position(written: str, options: Options) -> Cattricola:
    """Read a position. Raises `NotationError` naming what does not fit."""
    players = int(options.word("players"))
    parts = written.strip().lower()[:_LONGEST].split()
    _check_seats(parts, players)
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
    first = _begins(int(more["first"]), letters) if phase not in (JOIN, DEAL) else -1
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
    _check_seats(parts, players)
    if len(parts) < players:
        raise NotationError(text(N_("{players} seats such as {what}=A:smpfw"), players=players, what=SEATS[0]), written)
    seats = [_seat(part, seat) for seat, part in enumerate(parts[:players])]
    more = parts[players:]
    if more and more[0] in (*SEATS, "chance", "end"):
        more = more[1:]
    first = _begins(int(_more(more)["first"]), "".join(letter for letter, *_ in seats))
    return [(letter, disc, off) for letter, disc, _, off in seats], first


def _check_seats(parts: list[str], players: int) -> None:
    """Refuse what lies before a player who is not at the table."""
    for part in parts:
        if "=" in part and part.partition("=")[0] in SEATS[players:]:
            raise NotationError(text(N_("only {known} at the table"), known=", ".join(SEATS[:players])), part)


def _begins(first: int, letters: str) -> int:
    """Return who began: who holds the star, nobody else (`cattricola.setup.start`); unless told, the first seat."""
    if first >= len(letters):
        raise NotationError(
            text(N_("a first player among {known}"), known=", ".join(SEATS[: len(letters)])), SEATS[first]
        )
    star = next((seat for seat, letter in enumerate(letters) if letter != "?" and boards()[letter].star), -1)
    if min(first, star) >= 0 and first != star:
        raise NotationError(text(N_("{who} to begin, who holds the star"), who=SEATS[star]), f"first={SEATS[first]}")
    return max(first, star, 0)


def _boards(written: str, players: int, phase: int, options: Options) -> Ranch:
    origins = tuple(read_spot(part) for part in written.split(";")[: MOST + 1])
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
    found: dict[str, int | bytes] = {
        **dict.fromkeys((*FLAGS, "first", *NUMBERS), 0),
        "first": -1,
        "hand": b"",
    }
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
    holes = [SEATS[s] for s, disc in enumerate(state.discs) if b"\0" in disc.rstrip(b"\0")]
    if holes and (holes != [SEATS[state.turn]] or not state.hand):
        raise NotationError(N_("discs filled from the lowest number on"), holes[0])
    if state.charged and (phase != PLAY or state.hand or not state.charged < min(box().charge, markers + 1)):
        raise NotationError(N_("a charge that can still go on"), f"charged={state.charged}")
    if state.charged and markers == box().markers:
        raise NotationError(N_("a charge that can still go on"), f"charged={state.charged}")
    if state.hand and (phase not in (PLAY, FINAL) or not markers or not (state.lifts or 0 in state.disc)):
        raise NotationError(N_("a hand only after a catch, while tiles find a place"), write_row(state.hand))
    circles = state.appeared(state.animals)
    most = min(box().lifts(circles), sum(1 for tile in state.disc if tile)) if state.hand else 0
    if state.lifts > most:
        told = many(
            N_("at most {most} lifts after {n} circle"),
            N_("at most {most} lifts after {n} circles"),
            circles,
            most=most,
        )
        raise NotationError(told, state.lifts)
    if state.passed >= state.players or (state.passed and phase not in (PLAY, FINAL)):
        raise NotationError(text(N_("fewer than {players} passes"), players=state.players), state.passed)
    full = any(0 not in disc for disc in state.discs)
    if phase == PLAY and full and state.turn == state.first and not state.pending:
        raise NotationError(N_("final, for a disc is full and a new round begins"), str(state).split()[-1])


def _settled(state: Cattricola) -> bool:
    """Return whether nothing is left to be dealt."""
    stars = any(boards()[letter].star for letter in state.boards)
    return not state.undealt and len(state.boards) == state.players and stars
