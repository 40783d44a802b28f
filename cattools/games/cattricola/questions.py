"""What examples and practice questions ask about Cattricola."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from cattools.core.chance import Dealer
from cattools.core.game import Practice
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, integer, many, text
from cattools.core.options import Options
from cattools.games.cattricola import components, position
from cattools.games.cattricola.components import FACE, SEATS, WOLF, Catch, Marker, Put, cell_name, cell_words, kind_of
from cattools.games.cattricola.effects import apply_unchecked
from cattools.games.cattricola.legality import legal
from cattools.games.cattricola.position import FINAL, PLAY, Cattricola, start

# --- example goals ---------------------------------------------------------------------------------------------


def caught(start: Cattricola, now: Cattricola, tiles: int) -> bool:
    """Return whether the reader's side has gained exactly this many tiles and the turn is over."""
    seat = start.turn
    return not now.pending and _tiles(now, seat) - _tiles(start, seat) == tiles


def _tiles(state: Cattricola, seat: int) -> int:
    return sum(1 for tile in state.discs[seat] if tile) + len(state.unplaced[seat])


def markers(start: Cattricola, now: Cattricola, number: int) -> bool:
    """Return whether the reader's side has exactly this many markers on the radar and the turn is over."""
    return now.radars[start.turn].bit_count() == number and now.turn != start.turn


def points(start: Cattricola, now: Cattricola, least: int) -> bool:
    """Return whether the reader's side has at least this many points and the turn is over."""
    seat = start.turn
    stays = not position.tally_of(now, seat).lacking
    return not now.pending and stays and now.turn != seat and position.points(now, seat) >= least


def points_now(start: Cattricola, now: Cattricola, _: int) -> Text:
    """Return the points that the reader's side would have now."""
    seat = start.turn
    sentences = NP_(
        "{who} would have {n} point if the game ended now.", "{who} would have {n} points if the game ended now."
    )
    return many(*sentences, position.points(now, seat), who=components.seat_name(seat))


def circles(_: Cattricola, now: Cattricola, number: int) -> bool:
    """Return whether exactly this many circles have appeared and no charge or placement is pending."""
    return not now.pending and now.appeared == number


def free(state: Cattricola) -> Iterable[str]:
    """Return the radar cells that the next marker can go on."""
    return {str(action) for action in legal(state) if isinstance(action, Marker)}


def _under(state: Cattricola, at: str) -> int:
    """Return the animals, a mask of places, caught with the middle marker over a cell."""
    return state.ranch.covered(state.radars[state.turn], at) & state.animals


def covered(state: Cattricola, at: str) -> Iterable[str]:
    """Return the animals caught with the middle marker over a cell."""
    return set(state.ranch.names(_under(state, at)))


def shows(state: Cattricola, sex: str) -> Iterable[str]:
    """Return the ranch tiles whose front shows a sex."""
    wanted = components.SEXES.index(sex)
    found = zip(state.ranch.grid.names, state.tiles, strict=True)
    return {
        name
        for name, tile in found
        if tile and tile != components.WOLF_TILE and not tile & components.DOWN and components.sex_of(tile) == wanted
    }


def following(state: Cattricola, number: int) -> Iterable[str]:
    """Return the next `number` cells that the seat to move fills."""
    empty = [n for n, tile in enumerate(state.disc) if not tile] if state.letters else []
    return {cell_name(state.turn, n) for n in empty[:number]}


def fits(state: Cattricola, at: str) -> Iterable[str]:
    """Return the disc cells that get tiles if the range is laid over a cell and nothing is lifted."""
    return following(state, _under(state, at).bit_count())


def waiting(state: Cattricola) -> Iterable[str]:
    """Return the waiting tiles, any of which can be placed next."""
    return {f"@{action.slot}" for action in legal(state) if isinstance(action, Put)}


def full(state: Cattricola) -> Iterable[str]:
    """Return the catches that fill the disc, by the cell under the middle marker."""
    catches, empty = [action.at for action in legal(state) if isinstance(action, Catch)], state.disc.count(0)
    return {at for at in catches if _under(state, at).bit_count() >= empty > 0}


def mystery(state: Cattricola) -> Iterable[str]:
    """Return the animals on circles that have not appeared."""
    return {name for circle in state.ranch.circles for name in state.ranch.names(circle & state.animals)}


def cleared(state: Cattricola, action: str) -> Iterable[str]:
    """Return the radar cells from which an action removes markers."""
    after = apply_unchecked(state, components.ACTIONS.read(action, state))
    return _radar_areas(state.radars[state.turn] & ~after.radars[state.turn])


def _radar_areas(markers: int) -> set[str]:
    return {f"+{components.radar().grid.names[cell]}" for cell in bits(markers)}


def removed(check: str) -> Callable[[Cattricola, str], Iterable[str]]:
    """Return the query for the animals on a seat's disc that a check of `Tally` removes."""

    def query(state: Cattricola, seat: str) -> Iterable[str]:
        n = SEATS.index(seat)
        cells = getattr(position.tally_of(state, n), check) if n < len(state.letters) else 0
        return {cell_name(n, cell) for cell in bits(cells)}

    return query


GOALS: dict[str, Callable[..., bool]] = {goal.__name__: goal for goal in (caught, markers, points, circles)}
ASKS: dict[str, Callable[..., Iterable[str]]] = {
    **{ask.__name__: ask for ask in (free, shows, covered, following, fits, full, waiting, mystery, cleared)},
    "eaten": removed("wolf"),
    "lonely": removed("couple"),
    "scattered": removed("cluster"),
    "gone": removed("gone"),
}
COUNTED: dict[str, Callable[..., Text]] = {"points": points_now}


# --- practice --------------------------------------------------------------------------------------------------

# --- misconceptions --------------------------------------------------------------------------------------------


def in_a_row(state: Cattricola, number: int) -> Iterable[str]:
    """Answer as if the next `number` cells were those from the first free one up, even if some are filled."""
    if not state.letters or 0 not in state.disc:
        return ()
    first = state.disc.index(0)
    return {cell_name(state.turn, n) for n in range(first, min(first + number, len(state.disc)))}


def space_for_all(state: Cattricola, at: str) -> Iterable[str]:
    """Answer as if the caught animals got the cells from the first free one up, even if some are filled."""
    return in_a_row(state, _under(state, at).bit_count())


def out_of_time(state: Cattricola, action: str) -> Iterable[str]:
    """Answer as if the markers came off with the first tile placed instead of the last."""
    return _radar_areas(state.radars[state.turn]) - {*cleared(state, action)}


def inside(state: Cattricola, at: str) -> Iterable[str]:
    """Answer as if a range that sticks out over the edge caught nothing."""
    markers, ranch = state.radars[state.turn], state.ranch
    whole = ranch.covered(markers, at).bit_count() == markers.bit_count()
    return covered(state, at) if whole else ()


def all_beside_wolves(state: Cattricola, seat: str) -> Iterable[str]:
    """Answer as if wolves removed every animal next to them."""
    n = SEATS.index(seat)
    if n >= len(state.letters):
        return ()
    disc, beside = state.discs[n], 0
    for cell, tile in enumerate(disc):
        if kind_of(tile) == WOLF:
            beside |= state.board(n).around[cell]
    return {cell_name(n, cell) for cell in bits(beside) if disc[cell] and kind_of(disc[cell]) != WOLF}


def at_once(state: Cattricola, seat: str) -> Iterable[str]:
    """Answer as if each check looked at all animals, including those that another check removes."""
    n = SEATS.index(seat)
    if n >= len(state.letters):
        return ()
    return {cell_name(n, cell) for cell in bits(_gone_at_once(state, n))}


def _gone_at_once(state: Cattricola, seat: int) -> int:
    """Return the animals removed if each check looked at all animals, a mask of cells."""
    disc, whole = state.discs[seat], position.tally_of(state, seat)
    tame = bytes(0 if kind_of(tile) == WOLF else tile for tile in disc)  # as if no wolf ate anything
    return whole.wolf | position.tally(state.board(seat), tame).couple | whole.cluster


def shared(state: Cattricola) -> Iterable[str]:
    """Answer as if all players with the most points won."""
    return {SEATS[seat] for seat in position.leaders(state)}


def any_kinds(state: Cattricola) -> Iterable[str]:
    """Answer as if the most points won, even without all five kinds."""
    points = [position.points(state, seat) for seat in range(state.players)]
    return {SEATS[seat] for seat, n in enumerate(points) if n == max(points)}


# --- explanations ----------------------------------------------------------------------------------------------


def _gone_before(state: Cattricola, at: str, *, couples: bool) -> Text | None:
    """Explain which check removed an animal before the check in question, or return None if none did."""
    seat, cell = components.cell_of(at)
    counted = position.tally_of(state, seat)
    if counted.wolf >> cell & 1:
        return text(N_("{cell}: a wolf is beside it, so it is already gone."), cell=cell_words(at))
    if couples and counted.couple >> cell & 1:
        return text(N_("{cell}: it has no partner, so it is already gone."), cell=cell_words(at))
    return None


def _no_animal(state: Cattricola, at: str, who: str) -> Text | None:
    """Explain that an area does not hold an animal of the player in question, or return None if it does."""
    seat, cell = components.cell_of(at) if components.is_disc_cell(at) else (-1, 0)
    if seat != SEATS.index(who):
        return text(N_("The question is only about the disc of {who}."), who=components.seat_name(SEATS.index(who)))
    return None if state.discs[seat][cell] else text(N_("{cell} is empty."), cell=cell_words(at))


def partner(state: Cattricola, at: str, who: str) -> Text:
    """Explain whether an animal has a partner next to it (`cattricola.score.couple`)."""
    if (none := _no_animal(state, at, who)) is not None:
        return none
    seat, cell = components.cell_of(at)
    disc, counted = state.discs[seat], position.tally_of(state, seat)
    facts = {"cell": cell_words(at), "animal": components.animal(disc[cell] & FACE)}
    if components.sex_of(disc[cell]) not in (components.MALE, components.FEMALE):
        return text(N_("{cell}: a {animal} needs no partner."), **facts)
    if (gone := _gone_before(state, at, couples=False)) is not None:
        return gone
    other = disc[cell] & FACE ^ components.MALE ^ components.FEMALE
    beside = [c for c in bits(state.board(seat).around[cell] & ~counted.wolf) if disc[c] & FACE == other]
    facts["other"] = components.animal(other)
    if beside:
        return text(N_("{cell}: the {animal} has a {other} beside it, and stays."), **facts)
    return text(N_("{cell}: the {animal} has no {other} left beside it."), **facts)


def group(state: Cattricola, at: str, who: str) -> Text:
    """Explain how large an animal's group is (`cattricola.score.cluster`)."""
    if (none := _no_animal(state, at, who)) is not None:
        return none
    seat, cell = components.cell_of(at)
    disc, counted = state.discs[seat], position.tally_of(state, seat)
    facts = {
        "cell": cell_words(at),
        "animal": components.animal(disc[cell] & FACE),
        "least": integer(components.box().cluster),
    }
    if (gone := _gone_before(state, at, couples=True)) is not None:
        return gone
    if components.sex_of(disc[cell]) != components.YOUNG and kind_of(disc[cell]) != WOLF:
        return text(N_("{cell}: a {animal} needs no group."), **facts)
    kept, around = ~(counted.wolf | counted.couple), state.board(seat).around
    rest = {c for c, tile in enumerate(disc) if kind_of(tile) == kind_of(disc[cell]) and kept >> c & 1}
    found, edge = {cell}, [cell]
    while edge:
        new = [c for c in bits(around[edge.pop()]) if c in rest and c not in found]
        found.update(new)
        edge += new
    sentence = N_("{cell}: the {animal} is in a group of {n}; a group needs {least}.")
    return text(sentence, n=integer(len(found)), **facts)


# --- dense positions -------------------------------------------------------------------------------------------

MOST_FREE = 4  # upper bound of free cells on a disc
# Shares of the positions: in the final round, with hardly any animals left, with each kind grouped together.
IS_FINAL, IS_BARE, IS_ORDERLY = 0.5, 0.15, 0.6
# Positions in which a check affects the next: their share, the attempts for each, and the most animals removed.
CHAINED, TRIED, FEW = 0.3, 120, 8
CHANGED = 4  # exclusive upper bound of the tiles moved out of order


def dense(options: Options, rng: Random) -> Cattricola:
    """Return a late position, often one in which a check affects the next (`cattricola.score.chain`)."""
    for _ in range(TRIED if rng.random() < CHAINED else 0):
        state = _late(options, rng)
        gone = position.tally_of(state, state.turn).gone
        if gone.bit_count() <= FEW and gone != _gone_at_once(state, state.turn):
            return state
    return _late(options, rng)


def _late(options: Options, rng: Random) -> Cattricola:
    """Return a late position: random animals from the ranch are on the discs, and random markers on the radars."""
    dealer = Dealer(int(rng.random() * 1_000_000))
    state = dealer.settle(start(options))
    while state.phase is not PLAY:
        state = dealer.play_one(state, legal(state), rng)
    tiles, cells = bytearray(state.tiles), [n for n, tile in enumerate(state.tiles) if tile]
    cells.sort(key=lambda _: rng.random())
    final, orderly, discs = rng.random() < IS_FINAL, rng.random() < IS_ORDERLY, []
    fullest = int(rng.random() * state.players)  # the seat whose disc is full in the final round
    for seat, disc in enumerate(state.discs):
        free = 0 if final and seat == fullest else int(rng.random() * MOST_FREE) + (not final)
        number = min(len(disc) - free, len(cells))
        taken = [tiles[cells.pop()] & FACE for _ in range(number)]
        discs.append(bytes(_kept(taken, rng) if orderly else taken) + bytes(len(disc) - number))
    left = int(rng.random() * 3) if rng.random() < IS_BARE else len(cells)
    unplaced = [b""] * state.players
    for cell in [n for n, tile in enumerate(state.tiles) if tile and n not in cells[:left]]:
        if cell in cells:  # tiles not dealt to a disc become unplaced ones
            seat = int(rng.random() * state.players)
            unplaced[seat] += bytes((tiles[cell] & FACE,))
        tiles[cell] = 0
    animals = sum(1 << state.ranch.place[n] for n, tile in enumerate(tiles) if tile)
    radars = tuple(_markers(int(rng.random() * (components.box().markers + 1)), rng) for _ in discs)
    turn = int(rng.random() * state.players)
    phase = FINAL if final else PLAY
    return replace(
        state, tiles=bytes(tiles), animals=animals, discs=tuple(discs), unplaced=tuple(unplaced), radars=radars,
        phase=phase, turn=turn,
    )  # fmt: skip


def _kept(tiles: Sequence[int], rng: Random) -> list[int]:
    """Return tiles sorted by kind, wolves last, with a few of them moved, so that the checks remove few animals."""
    found = sorted(tiles, key=lambda tile: (tile == components.WOLF_TILE, kind_of(tile), rng.random()))
    for _ in range(int(rng.random() * CHANGED)):
        if found:
            found.insert(int(rng.random() * len(found)), found.pop(int(rng.random() * len(found))))
    return found


def _markers(number: int, rng: Random) -> int:
    """Return a random connected group of markers."""
    found = 0
    for _ in range(number):
        free = components.radar().free(found)
        found |= 1 << components.radar().grid.index[free[int(rng.random() * len(free))].at]
    return found


PRACTICE = Practice(
    (in_a_row, space_for_all, out_of_time, inside, all_beside_wolves, at_once, shared, any_kinds),
    {"cattricola.score.couple lonely": partner, "cattricola.score.cluster scattered": group},
    dense,
    {
        "between catches": lambda state: state.phase in (PLAY, FINAL) and not state.hand,
        "catching": lambda state: state.mover is not None and any(isinstance(one, Catch) for one in legal(state)),
        "placing": lambda state: bool(state.hand),
    },
)
