"""The position editor of Cattricola."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache

from cattools.core.display.icons import icon
from cattools.core.display.scene import Area, Part, Path, circle
from cattools.core.errors import NotationError
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.core.notation.parsing import named, write_row
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import TILE, Draft, EditorSpec, Gap, Place, Table, Thing
from cattools.core.table.scorer import Field
from cattools.games.cattricola import components
from cattools.games.cattricola.board import OWN_DISC, disc_part, marker, tile
from cattools.games.cattricola.components import KINDS, NAMES, SEATS, box, cell_name, disc_board, radar, write_tile
from cattools.games.cattricola.notation import NUMBERS, read_spot, write_boards
from cattools.games.cattricola.position import (
    DEAL,
    FINAL,
    JOIN,
    OVER,
    PLAY,
    Cattricola,
    Ranch,
    is_joined,
    ranch,
    shaped,
    with_ranch,
)

TILES, MARKER, TURN = "tile", "marker", "turn"  # kinds, and pages of the palette
FACE_DOWN, GAP, NONE = "down", "gap", "none"
PHASES = {
    JOIN: ("join", N_("ranch boards are joined")),
    DEAL: ("deal", N_("tiles and discs are dealt")),
    PLAY: ("play", N_("players charge and catch")),
    FINAL: ("final", N_("the final round")),
    OVER: ("over", N_("the game is over")),
}
SIGNS = {write_tile(face): face for face in components.FACES}  # tiles by id
BACKS = [f"{kind[0]}?" for kind in KINDS[:-1]]  # tiles of unknown sex
OWN = "own"  # the form's value for a disc board that is not printed
MOST = 999


def _ranch(draft: Draft) -> Ranch:
    """Return the ranch of a draft, or a single board if its boards cannot be joined as written."""
    if draft.options.word("ranch") != "own":
        return shaped(draft.options)
    written = EDITOR.value(draft, "boards")
    origins = tuple(map(read_spot, written.split(";")))
    board = components.ranch_board()
    fits = all(r % board.rows == 0 and c % board.columns == 0 and max(r, c) < 100 for r, c in origins)
    return ranch(origins if len(origins) <= components.MOST_PLAYERS and fits and is_joined(origins) else ((0, 0),))


@cache
def table(options: Options) -> Table:
    """Return the things, places and fields of the editor for these options."""
    things = [
        Thing(
            sign,
            components.animal(face),
            TILES,
            tile(face, TILE),
            box().supply[face],
            "cattricola.tiles",
            family=KINDS[components.kind_of(face) - 1],
        )
        for sign, face in SIGNS.items()
    ]
    for number, sign in enumerate(BACKS, 1):
        words, picture = (
            text(N_("{animal}, sex unknown"), animal=components.kind_words(number)),
            tile(number << 2, TILE),
        )
        things.append(Thing(sign, words, TILES, picture, unknown=True, family=KINDS[number - 1]))
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
    tiles = (*SIGNS, *BACKS)
    for name in _ranch_cells(options):
        yield Place(name, text(name), ((TILES, 1), (FACE_DOWN, 1)), only=(*tiles, FACE_DOWN))
    secret = options.flag("hidden")
    for seat in range(players):
        who = text(NAMES[seat])
        for at in radar().grid.names:
            title = text(N_("radar of {who}, {at}"), who=who, at=at)
            yield Place(f"{SEATS[seat]}.{at}", title, ((MARKER, 1),), seat)
        for cell in range(components.LATTICE**2):
            at = cell_name(seat, cell)
            yield Place(at, components.cell_words(at), ((TILES, 1),), seat, only=tiles, secret=secret)
        title = text(N_("Tiles of {who} off the disc"), who=who)
        off, takes, short = f"off.{SEATS[seat]}", ((TILES, box().size),), text(N_("Left off"))
        yield Place(off, title, takes, seat, row=True, only=tiles, secret=secret, caption=short)
    most = box().most_waiting
    title, short = text(N_("Tiles to be placed")), text(N_("To be placed"))
    yield Place("hand", title, ((TILES, most),), row=True, only=(*tiles, GAP), secret=secret, caption=short)


@cache
def _ranch_cells(options: Options) -> tuple[str, ...]:
    """Return the cells that any ranch can cover."""
    if options.word("ranch") != "own":
        return shaped(options).grid.names
    board = components.ranch_board()  # the players can join their boards anywhere
    spots = (
        (r, c)
        for r in range(components.MOST_PLAYERS * board.rows)
        for c in range(components.MOST_PLAYERS * board.columns)
    )
    return tuple(Ranch.name(spot) for spot in spots)


def _fields(options: Options) -> Iterator[Field]:
    players = int(options.word("players"))
    seats = tuple((SEATS[seat], text(NAMES[seat])) for seat in range(players))
    yield Field("phase", text(N_("Phase")), tuple((id_, text(w)) for id_, w in PHASES.values()), "play")
    yield Field("turn", text(N_("Player to move")), seats, SEATS[0])
    yield Field("first", text(N_("Who began")), seats, SEATS[0])
    if options.word("ranch") == "own":
        board = components.ranch_board()
        sample = f"0,0;0,{board.columns}"
        title = text(N_("Top left cells of the ranch boards, rows and columns from 0"))
        yield Field("boards", title, (), "0,0", pattern=r"\d{1,2},\d{1,2}(;\d{1,2},\d{1,2}){0,3}", sample=sample)
    letters = ((letter.lower(), Text(letter)) for letter in components.disc_boards())
    boards = (("-", text(N_("not dealt yet"))), *letters, (OWN, text(N_("another: enter its cells"))))
    for seat in range(players):
        who = text(NAMES[seat])
        yield Field(f"disc-{SEATS[seat]}", text(N_("Disc of {who}"), who=who), boards, "-")
        title = text(N_("If {who} has another disc: its numbers, row by row"), who=who)
        yield Field(f"cells-{SEATS[seat]}", title, (), "", pattern=r"[\d./]{1,200}", sample=".1.2/3.4.5")
    titles = (
        N_("Markers charged in this turn"),
        N_("Tiles that may still be lifted"),
        N_("Passes this round"),
        N_("Ranch cells still without a tile"),
    )
    for name, number_title in zip(NUMBERS, titles, strict=True):
        yield Field(name, text(number_title), (), "0", MOST)


def read(state: Cattricola) -> Draft:
    """Return the draft of a position."""
    contents = dict[str, tuple[str, ...]]()
    for name, face in zip(state.ranch.grid.names, state.tiles, strict=True):
        if face:
            contents[name] = (write_tile(face & components.FACE), *((FACE_DOWN,) if face & components.DOWN else ()))
    values = {"phase": PHASES[state.phase][0], "first": SEATS[state.first or 0]}
    if state.phase not in (DEAL, OVER):
        values["turn"] = SEATS[state.turn]
    for seat in range(state.players):
        for cell in bits(state.radars[seat]):
            contents[f"{SEATS[seat]}.{radar().grid.names[cell]}"] = (MARKER,)
        for cell, face in enumerate(state.discs[seat]):
            if face:
                contents[cell_name(seat, cell)] = (write_tile(face),)
        contents[f"off.{SEATS[seat]}"] = tuple(map(write_tile, state.unplaced[seat]))
        if seat < len(state.letters):
            board, who = state.letters[seat], SEATS[seat]
            values |= (
                {f"disc-{who}": OWN, f"cells-{who}": board}
                if components.is_own(board)
                else {f"disc-{who}": board.lower()}
            )
    contents["hand"] = tuple(write_tile(face) if face else GAP for face in state.hand)
    if state.options.word("ranch") == "own":
        values["boards"] = write_boards(state.ranch)
    values |= {name: str(getattr(state, name)) for name in NUMBERS}
    return EDITOR.new_draft(state.options, contents, values)


def write(draft: Draft) -> str:
    """Return a draft in notation; tiles that have not been put anywhere are in the box."""
    values, joined = EDITOR.values(draft), _ranch(draft)
    names, phase = joined.grid.names, next(phase for phase, (id_, _) in PHASES.items() if id_ == values["phase"])
    rows = (write_row(_tile(draft, names[cell]) for cell in row) for row in joined.grid.rows)
    parts = [values.get("boards", write_boards(joined)), "/".join(rows)]
    for seat in range(int(draft.options.word("players"))):
        letter = _board(values, seat)
        size = disc_board(letter).size if letter != "?" else 0
        markers = ",".join(at for at in radar().grid.names if draft.at(f"{SEATS[seat]}.{at}"))
        row = write_row(_tile(draft, cell_name(seat, cell)) for cell in range(size))
        off = "".join(draft.at(f"off.{SEATS[seat]}"))
        parts.append(f"{SEATS[seat]}={letter}:{row}:{markers}:{off}".rstrip(":"))
    parts.append({DEAL: "chance", OVER: "end"}.get(phase, values["turn"]))
    parts += [values["phase"]] if phase in (JOIN, FINAL) else []
    parts += named(
        first=values["first"] if values["first"] != SEATS[0] and phase not in (JOIN, DEAL) else "",
        hand=write_row("" if one == GAP else one for one in draft.at("hand")),
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
        return board if disc_board(board).size and components.is_own(board) else "?"
    return "?"


def _tile(draft: Draft, place: str) -> str:
    """Return the tile in a place, in notation; "" if there is none."""
    things = draft.at(place)
    sign = next((one for one in things if one != FACE_DOWN), "")
    return f"?{sign}" if FACE_DOWN in things and sign else sign


def boards(draft: Draft, seat: int) -> tuple[Part, ...]:
    """Return the empty ranch, and the radar and disc of a seat."""
    joined = _ranch(draft)
    state = replace(with_ranch(draft.options, joined, 0), phase=DEAL, turn=seat, undealt=joined.size)
    pasture, scanner, *_ = Cattricola.game.scene_of(state, seat).parts
    cells = set(joined.grid.names)
    found = [_only(pasture, lambda area: area if area.id in cells else None)]
    found.append(_only(scanner, lambda area: replace(area, id=f"{SEATS[seat]}.{area.id[1:]}")))
    board = _board(EDITOR.values(draft), seat)
    if board != "?":
        dealt = replace(state, letters=(board,) * (seat + 1), discs=(bytes(disc_board(board).size),) * state.players)
        found.append(disc_part(dealt, seat, "disc", OWN_DISC))
    return tuple(found)


def _only(part: Part, kept: Callable[[Area], Area | None]) -> Part:
    """Return a part with each area replaced by `kept`, which returns None to drop it."""
    group = part.groups[0]
    rows = (tuple(one for area in row if (one := kept(area)) is not None) for row in group.rows)
    return replace(part, groups=(replace(group, rows=tuple(row for row in rows if row)),))


def _problem(rule: str, sentence: str, /, *cells: str, **facts: object) -> Refusal:
    return Refusal(rule, text(sentence, **facts), cells)


def problems(draft: Draft) -> Iterator[Refusal]:
    """Yield refusals for an impossible draft: repeated disc boards, wrong markers, impossible turns or discs."""
    values, players = EDITOR.values(draft), int(draft.options.word("players"))
    dealt = [letter for seat in SEATS[:players] if (letter := values[f"disc-{seat}"]) not in ("-", OWN)]
    if len(set(dealt)) < len(dealt):
        yield _problem("cattricola.setup.disc", N_("There is only one of each disc."))
    for seat, name in zip(SEATS[:players], NAMES, strict=False):
        who, most, cells = text(name), box().markers, _markers(draft, seat)
        if len(cells) > most:
            sentence = N_("{who} has {n} markers on the radar, but there are only {most}.")
            yield _problem("cattricola.setup.radar", sentence, *cells, who=who, n=len(cells), most=most)
        if not radar().joined(radar().grid.cells(",".join(cell.partition(".")[2] for cell in cells))):
            yield _problem(
                "cattricola.charge.adjacent", N_("The markers of {who} must form one group."), *cells, who=who
            )
    yield from _turn_problems(draft, values, players)
    yield from _disc_problems(draft, values, players)
    if lost := [cell for cell in draft.where(FACE_DOWN) if len(draft.at(cell)) < 2]:
        yield _problem("cattricola.setup.tiles", N_("Only tiles can be face down."), *lost)
    cells, there = _ranch_cells(draft.options), _ranch(draft).grid.index
    if out := [cell for cell in draft.contents if cell in cells and cell not in there]:
        yield _problem("cattricola.setup.ranch", N_("A tile is outside the ranch boards."), *out)


def _markers(draft: Draft, seat: str) -> tuple[str, ...]:
    """Return the places of a seat's markers."""
    return tuple(place for at in radar().grid.names if draft.at(place := f"{seat}.{at}"))


def _disc_problems(draft: Draft, values: Mapping[str, str], players: int) -> Iterator[Refusal]:
    """Yield reasons why a disc cannot occur, or cannot occur before the final round.

    Tiles cannot be outside the board. Free cells come after all tiles, unless the player has tiles to be placed.
    """
    names = [_board(values, seat) for seat in range(players)]
    sizes = [disc_board(name).size if name != "?" else 0 for name in names]
    for seat, size in enumerate(sizes):
        cells = [cell_name(seat, cell) for cell in range(components.LATTICE**2)]
        filled, who = [cell for cell in cells if draft.at(cell)], text(NAMES[seat])
        if size and (lost := [cell for cell in filled if components.cell_of(cell)[1] >= size]):
            sentence = N_("The disc of {who} has {n} cells; some tiles are outside it.")
            yield _problem("cattricola.setup.disc", sentence, *lost, who=who, n=size)
        free = [cell for cell in cells[: cells.index(filled[-1])] if cell not in filled] if filled else []
        if free and not (draft.at("hand") and values["turn"] == SEATS[seat]):
            sentence = N_("The disc of {who} must be filled from the lowest number up, without gaps.")
            yield _problem("cattricola.place.order", sentence, *free, who=who)
    full = any(size and all(draft.at(cell_name(seat, n)) for n in range(size)) for seat, size in enumerate(sizes))
    within, star = draft.at("hand") or values["charged"] != "0", components.holder_of_the_star(names)
    first = values["first"] if star is None else SEATS[star]
    if values["phase"] == "play" and full and not within and values["turn"] == first:
        sentence = N_("A disc is full and a new round begins, so this is the final round.")
        yield _problem("cattricola.end.trigger", sentence)


def _turn_problems(draft: Draft, values: Mapping[str, str], players: int) -> Iterator[Refusal]:
    """Yield reasons why a turn cannot occur: too many markers charged, lifts or passes."""
    charged, lifts, passed = (int(values[name]) for name in NUMBERS[:3])
    markers, most = len(_markers(draft, values["turn"])), max(box().lift.values())
    could = 0 if markers == box().markers else min(box().charge - 1, markers)
    if charged > could:
        sentence = N_("{n} markers are entered as charged this turn; at most {most} are possible before the turn ends.")
        yield _problem("cattricola.charge.count", sentence, n=charged, most=could)
    if lifts and not draft.at("hand"):
        yield _problem("cattricola.circle.lift", N_("Tiles are lifted only while others wait to be placed."))
    elif lifts > most:
        sentence = N_("{n} tiles are entered as still to be lifted; at most {most} are possible.")
        yield _problem("cattricola.circle.lift", sentence, n=lifts, most=most)
    if passed >= players:
        sentence = N_("{n} passes are entered; after {players} the round is over.")
        yield _problem("cattricola.end.pass", sentence, n=passed, players=players)


def missing(draft: Draft) -> Iterator[Text]:
    """Yield what every answer needs once everything is dealt: the cells of disc boards that are not printed."""
    values = EDITOR.values(draft)
    for seat in range(int(draft.options.word("players"))) if values["phase"] not in ("join", "deal") else ():
        if values[f"disc-{SEATS[seat]}"] == OWN and _board(values, seat) == "?":
            yield text(N_("the cells of the disc of {who}, numbered from 1"), who=text(NAMES[seat]))


def _has_no_ranch(draft: Draft) -> bool:
    """Return whether the players joined the ranch boards in their own way, but how was not entered."""
    started = EDITOR.value(draft, "phase") != "join"
    return started and draft.options.word("ranch") == "own" and "boards" not in draft.field_values


def _not_dealt(draft: Draft) -> list[int]:
    """Return the seats whose disc boards were not entered although everything is dealt."""
    values = EDITOR.values(draft)
    seats = range(int(draft.options.word("players"))) if values["phase"] not in ("join", "deal") else ()
    return [seat for seat in seats if values[f"disc-{SEATS[seat]}"] == "-"]


def gaps(draft: Draft) -> Iterator[Gap]:
    """Yield the disc boards that were not entered: each can be any board that no other player has."""
    seats, values = _not_dealt(draft), EDITOR.values(draft)
    used = {values[f"disc-{seat}"] for seat in SEATS[: int(draft.options.word("players"))]}
    free = [letter.lower() for letter in components.disc_boards() if letter.lower() not in used]
    star = next((letter for letter in free if components.holder_of_the_star([letter.upper()]) is not None), "")
    begins = next((n for n, seat in enumerate(seats) if SEATS[seat] == values["first"]), None)
    if star:  # the holder of the star begins
        free.insert(len(free) if begins is None else begins, free.pop(free.index(star)))
    if _has_no_ranch(draft):
        board, players = components.ranch_board(), int(draft.options.word("players"))
        steps = ((0, board.columns), (board.rows, 0))
        lines = (";".join(f"{n * rows},{n * columns}" for n in range(players)) for rows, columns in steps)
        yield Gap(text(N_("the ranch boards")), "boards", tuple({"boards": line} for line in lines))
    for n, seat in enumerate(seats):
        name, field = text(N_("which disc {who} has"), who=text(NAMES[seat])), f"disc-{SEATS[seat]}"
        others = [letter for letter in free[len(seats) :] if letter != star]
        ways: list[dict[str, str | tuple[str, ...]]] = [{field: letter} for letter in (free[n], *others)]
        for m, other in enumerate(seats):  # another player's assumed board; that player then has this one or a free one
            instead = free[n] if free[n] != star else next(iter(others), star)
            if m != n and star not in (free[m], instead):
                ways.append({field: free[m], f"disc-{SEATS[other]}": instead})
        yield Gap(name, field, tuple(ways))


def left_out(draft: Draft) -> Iterator[Text]:
    """Yield what the draft still lacks once everything is dealt: tiles and disc boards."""
    if EDITOR.value(draft, "phase") in ("join", "deal"):
        return
    if EDITOR.value(draft, "phase") != "over":  # after the game the ranch does not matter
        yield from _tiles(draft)
    for seat in _not_dealt(draft):
        yield text(N_("which disc {who} has"), who=text(NAMES[seat]))


def _tiles(draft: Draft) -> Iterator[Text]:
    """Yield the number of missing tiles: every ranch cell got a tile, which is still there or has been caught."""
    entered = sum(1 for things in draft.contents.values() for one in things if one not in (FACE_DOWN, GAP, MARKER))
    if (left := _ranch(draft).size - entered) > 0:
        yield many("{n} tile, on the ranch or caught", "{n} tiles, on the ranch or caught", left)


EDITOR = EditorSpec(table, read, write, boards, problems, missing, ending=("phase",), left_out=left_out, gaps=gaps)
