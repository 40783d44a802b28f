"""The goals and questions that examples of Cattricola name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many
from cattools.games.cattricola.rules import scoring
from cattools.games.cattricola.rules.actions import Catch, Marker, Put
from cattools.games.cattricola.rules.components import radar
from cattools.games.cattricola.rules.labels import SEATS, cell_name, seat_name
from cattools.games.cattricola.rules.legality import legal
from cattools.games.cattricola.rules.notation import read_action
from cattools.games.cattricola.rules.scoring import Tally
from cattools.games.cattricola.rules.state import Cattricola
from cattools.games.cattricola.rules.tiles import DOWN, SEXES, WOLF_TILE, sex_of
from cattools.games.cattricola.rules.transitions import apply_unchecked


def caught(start: Cattricola, now: Cattricola, tiles: int) -> bool:
    """Return whether the example's player has gained exactly this many tiles and the turn is over."""
    seat = start.turn
    return not now.pending and _tiles(now, seat) - _tiles(start, seat) == tiles


def _tiles(state: Cattricola, seat: int) -> int:
    return sum(1 for tile in state.discs[seat] if tile) + len(state.unplaced[seat])


def markers(start: Cattricola, now: Cattricola, number: int) -> bool:
    """Return whether the example's player has exactly this many markers on the radar and the turn is over."""
    return now.radars[start.turn].bit_count() == number and now.turn != start.turn


def points(start: Cattricola, now: Cattricola, least: int) -> bool:
    """Return whether the example's player has at least this many points and the turn is over."""
    seat = start.turn
    stays = not scoring.tally_of(now, seat).lacking
    return not now.pending and stays and now.turn != seat and scoring.points(now, seat) >= least


def points_now(start: Cattricola, now: Cattricola, _: int) -> Text:
    """Return the points that the example's player would have now."""
    seat = start.turn
    sentences = N_("{who} would have {n} point now."), N_("{who} would have {n} points now.")
    return many(*sentences, scoring.points(now, seat), who=seat_name(seat))


def circles(_: Cattricola, now: Cattricola, number: int) -> bool:
    """Return whether exactly this many circles have appeared and no charge or placement is pending."""
    return not now.pending and now.appeared == number


def free(state: Cattricola) -> Iterable[str]:
    """Return the radar cells that the next marker can go on."""
    return {str(action) for action in legal(state) if isinstance(action, Marker)}


def covered(state: Cattricola, at: str) -> Iterable[str]:
    """Return the animals caught with the middle marker over a cell."""
    ranch = state.ranch
    return set(ranch.names(ranch.covered(state.radars[state.turn], at) & state.animals))


def shows(state: Cattricola, sex: str) -> Iterable[str]:
    """Return the ranch tiles whose front shows a sex."""
    wanted = SEXES.index(sex)
    found = zip(state.ranch.grid.names, state.tiles, strict=True)
    return {name for name, tile in found if tile and tile != WOLF_TILE and not tile & DOWN and sex_of(tile) == wanted}


def following(state: Cattricola, number: int) -> Iterable[str]:
    """Return the next cells that the seat to move fills."""
    empty = [n for n, tile in enumerate(state.disc) if not tile] if state.letters else []
    return {cell_name(state.turn, n) for n in empty[:number]}


def fits(state: Cattricola, at: str) -> Iterable[str]:
    """Return the disc cells that get tiles if the range is laid over a cell and nothing is lifted."""
    caught = (state.ranch.covered(state.radars[state.turn], at) & state.animals).bit_count()
    return following(state, caught)


def waiting(state: Cattricola) -> Iterable[str]:
    """Return the waiting tiles, any of which can be placed next."""
    return {f"@{action.slot}" for action in legal(state) if isinstance(action, Put)}


def full(state: Cattricola) -> Iterable[str]:
    """Return the catches that fill the disc, by the cell under the middle marker."""
    empty, radar, ranch = state.disc.count(0), state.radars[state.turn], state.ranch
    catches = [action.at for action in legal(state) if isinstance(action, Catch)]
    return {at for at in catches if (ranch.covered(radar, at) & state.animals).bit_count() >= empty > 0}


def mystery(state: Cattricola) -> Iterable[str]:
    """Return the animals on circles that have not appeared."""
    return {name for circle in state.ranch.circles for name in state.ranch.names(circle & state.animals)}


def cleared(state: Cattricola, action: str) -> Iterable[str]:
    """Return the radar cells from which an action removes markers."""
    after = apply_unchecked(state, read_action(action, state))
    gone = state.radars[state.turn] & ~after.radars[state.turn]
    return {f"+{cell}" for cell in radar().grid.named(gone).split(",")} if gone else ()


def _tally(state: Cattricola, seat: str) -> Tally:
    number = SEATS.index(seat)
    return scoring.tally_of(state, number) if number < len(state.letters) else Tally((), 0, 0, 0, 0)


def _names(seat: str, cells: int) -> set[str]:
    return {cell_name(SEATS.index(seat), cell) for cell in bits(cells)}


def eaten(state: Cattricola, seat: str) -> Iterable[str]:
    """Return the animals removed by wolves."""
    return _names(seat, _tally(state, seat).wolf)


def lonely(state: Cattricola, seat: str) -> Iterable[str]:
    """Return the animals removed because they have no partner."""
    return _names(seat, _tally(state, seat).couple)


def scattered(state: Cattricola, seat: str) -> Iterable[str]:
    """Return the animals removed because they have no group."""
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
    "fits": fits,
    "full": full,
    "waiting": waiting,
    "mystery": mystery,
    "cleared": cleared,
    "eaten": eaten,
    "lonely": lonely,
    "scattered": scattered,
    "gone": gone,
}
COUNTED: dict[str, Callable[..., Text]] = {"points": points_now}
