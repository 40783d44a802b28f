"""Radars and discs: boards read from data, checked, with their neighbours worked out once."""

from __future__ import annotations

from functools import cache
from typing import Any

from cattools.core.data import load, take
from cattools.core.errors import DataError, shorten
from cattools.core.grid import Grid, bits, mask
from cattools.games.cattricola.actions import Marker
from cattools.games.cattricola.tiles import box

RADAR_FILE = "games/cattricola/data/radar.toml"
DISC_FILE = "games/cattricola/data/discs.toml"
Spot = tuple[int, int]


def picture(data: dict[str, Any], key: str, where: str, signs: str) -> dict[Spot, str]:
    """Return a board drawn in text, sign by (row, column); spaces are no cells. Raises `DataError`."""
    rows = take(data, key, list, where)
    if not rows or not all(isinstance(row, str) and set(row) <= set(signs) for row in rows):
        raise DataError(f"{where}: expected {key!r} to be rows of the signs {signs!r}, found {shorten(rows)}")
    return {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != " "}


class Radar:
    """The charge radar: its cells, which touch by a side or a corner, and what follows from some markers on it."""

    def __init__(self, spots: list[Spot]) -> None:
        rows = [[(c, r) for r, c in spots if r == row] for row in range(1 + max(r for r, _ in spots))]
        names = [f"{chr(ord('a') + r)}{c + 1}" for r, c in spots]
        self.grid = Grid("square", rows, names=names)
        self.spots = tuple(spots)
        self.touching = tuple(
            mask(n for n, (y, x) in enumerate(spots) if max(abs(y - r), abs(x - c)) == 1) for r, c in spots
        )
        self.marker = {name: Marker(name) for name in names}
        self._free: dict[int, tuple[Marker, ...]] = {}
        self._middle: dict[int, int] = {}

    def beside(self, markers: int) -> int:
        """Return the mask of the free cells that touch a marker, all cells when there is none."""
        found = self.grid.everywhere if not markers else 0
        for cell in bits(markers):
            found |= self.touching[cell]
        return found & ~markers

    def free(self, markers: int) -> tuple[Marker, ...]:
        """Return where the next marker may go (`cattricola.charge.adjacent`)."""
        found = self._free.get(markers)
        if found is None:
            found = tuple(self.marker[self.grid.names[c]] for c in bits(self.beside(markers)))
            self._free[markers] = found
        return found

    def joined(self, markers: int) -> bool:
        """Return whether some markers form one group."""
        group, grown = markers & -markers, 0
        while group != grown:
            grown = group
            for cell in bits(group):
                group |= self.touching[cell] & markers
        return group == markers

    def middle(self, markers: int) -> int:
        """Return the marker that has the others nearest around it: the one laid over the cell that is named."""
        found = self._middle.get(markers)
        if found is None:
            cells = [(c, *self.spots[c]) for c in bits(markers)]

            def far(r: int, c: int) -> tuple[int, int]:
                reach = [max(abs(y - r), abs(x - c)) for _, y, x in cells]
                return max(reach), sum(reach)

            found = min(cells, key=lambda cell: far(cell[1], cell[2]))[0]
            self._middle[markers] = found
        return found


class Board:
    """A disc board: cells in the order of their numbers, from 0; `around[n]` is the mask of those that share a side."""

    def __init__(self, letter: str, numbers: dict[int, Spot], *, star: bool) -> None:
        self.letter, self.star = letter, star
        self.size = len(numbers)
        self.spots = tuple(numbers[n] for n in range(1, self.size + 1))
        self.around = tuple(
            mask(n for n, (y, x) in enumerate(self.spots) if abs(y - r) + abs(x - c) == 1) for r, c in self.spots
        )


def reconstructed(*files: str) -> bool:
    """Return whether boards in some of these files are rebuilt from words (`cattricola.boards`). Raises `DataError`."""
    return any(take(load(file), "reconstructed", bool, file, default=False) for file in files)


@cache
def radar() -> Radar:
    """Return the charge radar. Raises `DataError`."""
    spots = list(picture(load(RADAR_FILE), "radar", RADAR_FILE, ". "))
    if max(r for r, _ in spots) > 25 or len(spots) < box().markers:
        raise DataError(f"{RADAR_FILE}: expected at least {box().markers} cells in at most 26 rows, found {len(spots)}")
    return Radar(spots)


def read_disc(letter: str, data: dict[str, Any], most: int) -> Board:
    """Return a disc board from its data, of at most `most` cells. Raises `DataError` saying what is wrong with it."""
    where = f"{DISC_FILE}, disc {letter!r}"
    rows, found = take(data, "cells", list, where), dict[int, Spot]()
    if not all(isinstance(row, list) and all(isinstance(n, int) and n >= 0 for n in row) for row in rows):
        raise DataError(f"{where}: expected rows of numbers, 0 for no cell, found {shorten(rows)}")
    if len(lengths := sorted({len(row) for row in rows})) > 1:
        raise DataError(f"{where}: expected rows of one length, found lengths {lengths}")
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            if number and number in found:
                raise DataError(f"{where}: expected each number once, found {number} on two cells")
            if number:
                found[number] = (r, c)
    if not found:
        raise DataError(f"{where}: expected at least one cell, found none")
    if gap := next((n for n in range(1, max(found)) if n not in found), 0):
        raise DataError(f"{where}: expected every number from 1 to {max(found)}, found no {gap}")
    if len(found) > most:
        raise DataError(f"{where}: expected at most {most} cells, the tiles there are for a player, found {len(found)}")
    return Board(letter, found, star=take(data, "star", bool, where, default=False))


@cache
def boards() -> dict[str, Board]:
    """Return the disc boards by their letter. Raises `DataError`."""
    from cattools.games.cattricola.ranch import MOST, board_size  # noqa: PLC0415 - a ranch is read with this module

    data = take(load(DISC_FILE), "disc", dict, DISC_FILE)
    if len(data) < MOST:
        raise DataError(f"{DISC_FILE}: expected at least {MOST} discs, one a player, found {len(data)}")
    for letter, disc in data.items():
        if len(letter) != 1 or not "A" <= letter <= "Z" or not isinstance(disc, dict):
            raise DataError(f"{DISC_FILE}: expected tables [disc.A], [disc.B] and so on, found {shorten(letter)}")
    return {letter: read_disc(letter, disc, board_size()) for letter, disc in sorted(data.items())}
