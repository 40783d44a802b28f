"""What the bots know about Cattricola."""

from __future__ import annotations

from cattools.core.forecast import Forecast, leads
from cattools.core.game import SearchSettings
from cattools.games.cattricola.position import Cattricola, points, tally, tally_of

KIND, COUPLE, WAITING, MARKER = 2.5, 0.8, 0.5, 0.3
FEW = 5  # largest number of waiting tiles for which every order is searched
WIDTH = 40  # how many actions are searched: many, as the evaluation rates all cells for a marker alike
SAMPLE = 12  # how many catches, out of many, a play-out compares
WORLDS = 4  # more than one, because the sex of the tiles to be caught is often unknown
ENOUGH = 16  # number of tiles on a disc at which missing kinds and removed animals count in full
OUT = 20.0  # points that a seat with missing kinds loses at the end, as it cannot win
# By the number of players: the weights of `features`, as `python -m tools.fit_forecast` finds them
# (`cattricola:players=2 0 3 6 10 14 18 22 --games 2000`).
FORECASTS: dict[int, Forecast] = {
    2: Forecast(
        (0, 3, 6, 10, 14, 18, 22),
        (
            (5.07, 1.67, 1.22, 0.67, 2.01, 5.23),
            (-0.51, 6.63, 0.20, -0.33, 2.37, 3.29),
            (0.26, 2.93, -0.72, -1.13, 1.31, 2.05),
            (0.64, 0.97, -0.65, -0.48, 0.40, 0.83),
            (0.63, 0.43, -0.38, -0.31, 0.16, 0.53),
            (0.70, 0.59, -0.16, 0.04, -0.06, 0.34),
            (0.91, 0.99, 0.02, 0.25, -0.36, 0.27),
        ),
    ),
    3: Forecast(
        (0, 3, 6, 10, 14, 18, 22),
        (
            (2.40, 0.65, 0.53, 0.68, 1.44, 3.22),
            (-0.24, 3.91, 0.38, -0.14, 1.58, 2.24),
            (0.40, 1.44, -0.54, -0.97, 0.90, 1.52),
            (0.63, 0.76, -0.35, -0.60, 0.41, 0.97),
            (0.69, 0.38, -0.12, -0.33, 0.23, 0.67),
            (0.75, 0.60, 0.04, -0.06, 0.01, 0.42),
            (0.85, 0.81, 0.02, -0.04, -0.28, 0.49),
        ),
    ),
    4: Forecast(
        (0, 3, 6, 10, 14, 18, 22),
        (
            (1.91, 0.48, 0.30, 0.17, 0.87, 2.18),
            (-0.15, 3.44, -0.49, -0.89, 1.10, 1.56),
            (0.28, 1.44, -0.69, -1.16, 0.70, 1.17),
            (0.48, 0.55, -0.45, -0.70, 0.34, 0.77),
            (0.63, 0.30, -0.22, -0.34, 0.22, 0.68),
            (0.72, 0.50, 0.06, -0.07, 0.06, 0.47),
            (0.77, 0.73, -0.13, -0.19, -0.27, 0.59),
        ),
    ),
}


def search_settings(state: Cattricola) -> SearchSettings:
    """Return settings with a depth of 0 if no tiles wait, 1 if tiles can be lifted, 4 if few tiles wait, else 2."""
    waiting = len(state.hand) - state.hand.count(0)
    depth = 0 if not state.hand else 1 if state.lifts else 4 if waiting <= FEW else 2
    return SearchSettings(depth=depth, width=WIDTH, sample=SAMPLE, turns=2, worlds=WORLDS)


def evaluate(state: Cattricola, seat: int) -> float:
    """Return a seat's evaluation: points, kinds on its disc, animals that can still be saved, and markers."""
    if seat >= len(state.letters):  # nothing is dealt yet
        return 0.0
    board, disc, off = state.board(seat), state.discs[seat], len(state.unplaced[seat])
    if state.hand and state.turn == seat:  # assume that the waiting tiles are placed in their current order
        found = bytearray(disc)
        waiting = [tile for tile in state.hand if tile]
        for cell, tile in enumerate(disc):
            if not tile and waiting:
                found[cell] = waiting.pop(0)
        disc, off = bytes(found), off + len(waiting)
    counted = tally(board, disc)
    filled = len(disc) - disc.count(0)
    late = min(filled / ENOUGH, 1.0)
    value = float(counted.left.bit_count() - late * counted.gone.bit_count()) - 1.5 * off
    value += (KIND + 4 * late) * len({tile >> 2 for tile in disc if tile})  # also tiles of unknown sex
    # An animal that would now be removed can still be saved if a cell next to it is free.
    free = sum(1 << cell for cell, tile in enumerate(disc) if not tile)
    gone = counted.couple | counted.cluster
    for cell in range(len(disc)):
        if gone >> cell & 1 and board.around[cell] & free:
            value += COUPLE
    return value + MARKER * state.radars[seat].bit_count() + (WAITING * state.lifts if state.turn == seat else 0.0)


def features(state: Cattricola) -> tuple[float, list[list[float]]]:
    """Return the stage of a position between two turns and, for each seat, the inputs to a forecast of its points.

    These are the seat's evaluation, the tiles on its disc, the animals that the checks for couples and for clusters
    would remove, its markers, and whether it is to move. The stage is the number of tiles on the fullest disc.
    """
    rows, most = [], 0
    for seat, disc in enumerate(state.discs):
        counted, filled = tally(state.board(seat), disc), len(disc) - disc.count(0)
        most = max(most, filled)
        alone, apart = counted.couple.bit_count(), counted.cluster.bit_count()
        markers = state.radars[seat].bit_count()
        rows.append([evaluate(state, seat), filled, alone, apart, markers, float(state.turn == seat)])
    return float(most), rows


def forecast(state: Cattricola) -> list[float]:
    """Return the expected final lead of every seat."""
    if state.to_move is None:
        return leads([points(state, seat) - OUT * bool(tally_of(state, seat).lacking) for seat in range(state.players)])
    if not state.playing:  # nothing is dealt yet
        return [0.0] * state.players
    return FORECASTS[state.players].leads(*features(state))
