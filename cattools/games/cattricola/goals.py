"""What examples of Cattricola can ask for, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.core.grid import bits
from cattools.games.cattricola.rules import scoring
from cattools.games.cattricola.rules.actions import Marker
from cattools.games.cattricola.rules.legality import legal
from cattools.games.cattricola.rules.scoring import Tally
from cattools.games.cattricola.rules.state import Cattricola
from cattools.games.cattricola.rules.tiles import DOWN, SEXES, WOLF_TILE, sex_of
from cattools.games.cattricola.rules.words import SEATS, cell_name


def caught(start: Cattricola, now: Cattricola, tiles: int) -> bool:
    """Return whether the player who began has this many tiles more and the turn is over."""
    seat = start.turn
    return not now.pending and _tiles(now, seat) - _tiles(start, seat) == tiles


def _tiles(state: Cattricola, seat: int) -> int:
    return sum(1 for tile in state.discs[seat] if tile) + len(state.unplaced[seat])


def markers(start: Cattricola, now: Cattricola, number: int) -> bool:
    """Return whether the player who began has this many markers on the radar and the turn is over."""
    return now.radars[start.turn].bit_count() == number and now.turn != start.turn


def points(start: Cattricola, now: Cattricola, least: int) -> bool:
    """Return whether the player who began has at least this many points and the turn is over."""
    seat = start.turn
    stays = not scoring.tally_of(now, seat).lacking
    return not now.pending and stays and now.turn != seat and scoring.points(now, seat) >= least


def circles(_: Cattricola, now: Cattricola, number: int) -> bool:
    """Return whether this many circles have appeared and the turn is over."""
    return not now.pending and now.appeared == number


def free(state: Cattricola) -> Iterable[str]:
    """Return the radar cells on which a marker may go."""
    return {str(action) for action in legal(state) if isinstance(action, Marker)}


def covered(state: Cattricola, at: str) -> Iterable[str]:
    """Return the animals that a catch takes whose middle marker lies over a cell."""
    ranch = state.ranch
    return set(ranch.names(ranch.covered(state.radars[state.turn], at) & state.animals))


def shows(state: Cattricola, sex: str) -> Iterable[str]:
    """Return the ranch tiles whose front shows a sex."""
    wanted = SEXES.index(sex)
    found = zip(state.ranch.grid.names, state.tiles, strict=True)
    return {name for name, tile in found if tile and tile != WOLF_TILE and not tile & DOWN and sex_of(tile) == wanted}


def following(state: Cattricola, number: int) -> Iterable[str]:
    """Return the next cells that the seat to move fills."""
    empty = [n for n, tile in enumerate(state.disc) if not tile]
    return {cell_name(state.turn, n) for n in empty[:number]}


def mystery(state: Cattricola) -> Iterable[str]:
    """Return the animals that lie on circles that have not appeared."""
    return {name for circle in state.ranch.circles for name in state.ranch.names(circle & state.animals)}


def _tally(state: Cattricola, seat: str) -> Tally:
    return scoring.tally_of(state, SEATS.index(seat))


def _names(seat: str, cells: int) -> set[str]:
    return {cell_name(SEATS.index(seat), cell) for cell in bits(cells)}


def eaten(state: Cattricola, seat: str) -> Iterable[str]:
    """Return the animals that wolves make go."""
    return _names(seat, _tally(state, seat).wolf)


def lonely(state: Cattricola, seat: str) -> Iterable[str]:
    """Return the animals that go for want of a partner."""
    return _names(seat, _tally(state, seat).couple)


def scattered(state: Cattricola, seat: str) -> Iterable[str]:
    """Return the animals that go for want of a group."""
    return _names(seat, _tally(state, seat).cluster)


def gone(state: Cattricola, seat: str) -> Iterable[str]:
    """Return all animals that the checks remove."""
    return _names(seat, _tally(state, seat).gone)


GOALS: dict[str, Callable[..., bool]] = {
    "caught": caught,
    "markers": markers,
    "points": points,
    "circles": circles,
}
ASKS: dict[str, Callable[..., Iterable[str]]] = {
    "free": free,
    "shows": shows,
    "covered": covered,
    "following": following,
    "mystery": mystery,
    "eaten": eaten,
    "lonely": lonely,
    "scattered": scattered,
    "gone": gone,
}
