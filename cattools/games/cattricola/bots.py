"""What the bots know of Cattricola."""

from __future__ import annotations

from cattools.games.cattricola.position import Cattricola, tally

KIND, COUPLE, WAITING, MARKER = 2.5, 0.8, 0.5, 0.3
FEW = 5  # largest number of waiting tiles of which every order is searched
WIDTH = 40  # how many actions are searched: the evaluation cannot tell the cells for a marker apart
ENOUGH = 16  # number of tiles on a disc from which missing kinds and removed animals count in full


def search_depth(state: Cattricola) -> int:
    """Return the search depth in actions: 0 if no tiles wait, 1 if tiles can be lifted, 4 if few tiles wait, else 2."""
    if not state.hand:
        return 0
    waiting = len(state.hand) - state.hand.count(0)
    return 1 if state.lifts else 4 if waiting <= FEW else 2


def search_width(state: Cattricola) -> int:  # noqa: ARG001 - the same in all positions
    """Return how many legal actions are searched."""
    return WIDTH


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
