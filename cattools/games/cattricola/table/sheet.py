"""How the final discs of a real game are entered, and every check told, also one that removes nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cattools.core.errors import NotationError, OptionError
from cattools.core.messages import N_, Text, listed, text
from cattools.core.options import Options
from cattools.core.rules import IllegalAction, Refusal
from cattools.core.score import Line
from cattools.core.sheet import Field, Sheet, told
from cattools.games.cattricola import scoring
from cattools.games.cattricola.boards import boards
from cattools.games.cattricola.dealing import OVER
from cattools.games.cattricola.pad import OFF, PALETTE, scene
from cattools.games.cattricola.ranch import shaped
from cattools.games.cattricola.reading import read_discs
from cattools.games.cattricola.scoring import NAMES, SEATS, cell_of, tally_of
from cattools.games.cattricola.state import Cattricola
from cattools.games.cattricola.tiles import WORDS, box, kind_of, read_tile, write_tile

CHECKS = (
    ("score.wolf", N_("nobody stands beside a wolf")),
    ("score.couple", N_("nobody is without a partner")),
    ("score.cluster", N_("nobody young or wild is outside a group")),
)


def _laid(
    options: Options, letters: str, discs: tuple[bytes, ...], spilled: tuple[bytes, ...], first: int
) -> Cattricola:
    """Return the end of a game: who holds the star began, whatever else is told."""
    field, players = shaped(options), len(discs)
    star = next((n for n, letter in enumerate(letters) if boards()[letter].star), first)
    begins = star if star < players else 0
    return Cattricola(
        options, field, bytes(field.size), 0, letters, discs, spilled, (0,) * players, OVER, begins, begins
    )


def blank(options: Options) -> Cattricola:
    """Return empty discs, the boards given out in order."""
    letters = "".join(boards())[: int(options.word("players"))]
    return _laid(options, letters, tuple(bytes(boards()[x].size) for x in letters), (b"",) * len(letters), 0)


def again(state: Cattricola, options: Options) -> Cattricola:
    """Return the same discs for another number of players, as far as there are players."""
    players = int(options.word("players"))
    letters = (state.boards + "".join(x for x in boards() if x not in state.boards))[:players]
    discs = [*state.discs, *(bytes(boards()[x].size) for x in letters[state.players :])][:players]
    spilled = [*state.spilled, *[b""] * players][:players]
    return _laid(options, letters, tuple(discs), tuple(spilled), state.first)


def read(written: str, options: Options) -> Cattricola:
    """Read discs, finished or not; ranch and radars are of no account any more. Raises `NotationError`."""
    seats, first = read_discs(written, options)
    letters = "".join(letter for letter, *_ in seats)
    if "?" in letters or len(set(letters)) < len(letters):
        raise NotationError(text(N_("a disc board of its own for each seat")), letters)
    state = _laid(options, letters, tuple(disc for _, disc, _ in seats), tuple(off for *_, off in seats), first)
    if any(b"\0" in off for off in state.spilled):
        raise NotationError(text(N_("tiles without gaps among those without a place")), written)
    for face, count in box().supply.items():
        if (found := _count(state, face)) > count:
            raise NotationError(text(N_("at most {count} tiles {face}"), count=count, face=write_tile(face)), found)
    return state


def _count(state: Cattricola, face: int) -> int:
    return b"".join((*state.discs, *state.spilled)).count(face)


def _refuse(what: str, rule: str, sentence: Text, area: str) -> IllegalAction:
    return IllegalAction(what, (Refusal(f"cattricola.{rule}", sentence, (area,)),))


def _with(state: Cattricola, seat: int, area: str, tile: int) -> Cattricola:
    """Return the position with a tile (0: none) on a cell or off the disc."""
    discs, spilled = list(state.discs), list(state.spilled)
    if area.startswith(OFF):
        at = int(area.removeprefix(OFF)) - 1
        row = bytearray(spilled[seat])
        row[at : at + 1] = bytes((tile,)) if tile else b""
        spilled[seat] = bytes(row)
    else:
        disc = bytearray(discs[seat])
        disc[cell_of(area)[1]] = tile
        discs[seat] = bytes(disc)
    return replace(state, discs=tuple(discs), spilled=tuple(spilled))


def put(state: Cattricola, seat: int, what: str, area: str) -> Cattricola:
    """Return the position with a tile on a cell or among those left off. Raises `IllegalAction`."""
    tile = read_tile(what)
    new = _with(state, seat, area, tile)
    if _count(new, tile) > box().supply[tile]:
        words = text(WORDS[kind_of(tile) - 1][tile & 3])
        said = text(N_("All {n} tiles {tile} are on the discs already."), n=box().supply[tile], tile=words)
        raise _refuse(what, "tiles", said, area)
    return new


def take(state: Cattricola, seat: int, area: str) -> Cattricola:
    """Return the position without what lies on a cell."""
    return _with(state, seat, area, 0)


# --- what lies on no cell ----------------------------------------------------------------------------------------


def fields(state: Cattricola) -> tuple[Field, ...]:
    """Return everybody's disc board, and the first player where nobody holds the star."""
    found = [
        Field(
            f"disc-{SEATS[seat]}",
            text(N_("Disc board of {who}"), who=text(NAMES[seat])),
            tuple(
                (x, text(N_("{letter} with the star") if b.star else "{letter}", letter=x)) for x, b in boards().items()
            ),
            letter,
        )
        for seat, letter in enumerate(state.boards)
    ]
    if not any(boards()[letter].star for letter in state.boards):
        players = tuple((SEATS[n], text(NAMES[n])) for n in range(state.players))
        found.append(Field("first", text(N_("First player")), players, SEATS[state.first]))
    return tuple(found)


def choose(state: Cattricola, values: Mapping[str, str]) -> Cattricola:
    """Return the position with other boards; tiles keep their numbers. Raises `OptionError`."""
    chosen = told(fields(state), values)
    letters = "".join(chosen[f"disc-{SEATS[seat]}"] for seat in range(state.players))
    if twice := next((x for x in letters if letters.count(x) > 1), ""):
        raise OptionError(
            text(N_("expected a disc board of its own for each player, found {twice} twice"), twice=twice)
        )
    discs = []
    for letter, disc in zip(letters, state.discs, strict=True):
        size = boards()[letter].size
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
    first = SEATS.index(chosen.get("first", SEATS[state.first]))
    return _laid(state.options, letters, tuple(discs), state.spilled, first)


# --- counting ----------------------------------------------------------------------------------------------------


def lines(state: Cattricola) -> tuple[Line, ...]:
    """Return the score with all four checks of every disc that passes the first."""
    found = []
    for seat in range(state.players):
        own = scoring.score(state).of(seat)
        by_rule = {line.rule: line for line in own}
        order = [own[0]]
        if not tally_of(state, seat).lacking:
            for rule, none in CHECKS:
                id_ = f"cattricola.{rule}"
                order.append(by_rule.get(id_) or Line(id_, seat, 0, text(none)))
        found += [*order, *(line for line in own[1:] if line not in order)]
    return tuple(found)


def missing(state: Cattricola) -> tuple[Text, ...]:
    """Return the discs and numbers that are still to be entered."""
    found = []
    for seat, disc in enumerate(state.discs):
        who, laid = text(NAMES[seat]), disc.rstrip(b"\0")
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
        Refusal("cattricola.place.overflow", text(said, who=text(NAMES[seat])))
        for seat, disc in enumerate(state.discs)
        if state.spilled[seat] and 0 in disc
    )


def result(state: Cattricola) -> tuple[Refusal, ...]:
    """Return who has won, and who of equals plays later."""
    found = [Refusal("cattricola.score.winner", state.status())]
    won = scoring.winners(state)
    level = scoring.level(state)
    if len(level) > 1:
        said = text(
            N_("{players} are equal; {first} began, and {who} is the last of them in turn order."),
            players=listed([text(NAMES[seat]) for seat in level]),
            first=text(NAMES[state.first]),
            who=text(NAMES[won[0]]),
        )
        found.append(Refusal("cattricola.score.winner", said))
    return tuple(found)


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
