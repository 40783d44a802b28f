"""Notation shared by all games: maximum lengths, boards written row by row, and words at the end of a position.

A word at the end of a position is `name=value` or a flag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from cattools.core.errors import CattoolsError, NotationError, shorten
from cattools.core.grid import Grid
from cattools.core.messages import N_, Text, many, text

ACTION, POSITION = 400, 4000  # maximum lengths in characters: far more than a real line needs, too few to freeze a page


def limited(written: str, most: int) -> str:
    """Return a line in lower case, without surrounding space. Raises `NotationError` if it is too long."""
    if len(written) > most:
        raise NotationError(text(N_("at most {most} characters"), most=most), len(written))
    return written.strip().lower()


def words_of(written: str) -> list[str]:
    """Return the words of a line, without commas or semicolons after them."""
    return [word for part in written.split() if (word := part.rstrip(",;"))]


def at_word(error: CattoolsError, word: str, n: int, of: int) -> CattoolsError:
    """Return the error for word `n` of `of`; a `NotationError` about one of several words says which one."""
    if of == 1 or not isinstance(error, NotationError):
        return error
    return NotationError(error.expected, text(N_("{found} as word {n} of {all}"), found=shorten(word), n=n, all=of))


def entered_of(n: int, of: int) -> tuple[Text, ...]:
    """Return a sentence that says how many words were entered before the first bad one; empty if there were none."""
    one = N_("{n} of {all} words was entered; the rest is still in the field.")
    more = N_("{n} of {all} words were entered; the rest is still in the field.")
    return (many(one, more, n, all=of),) if n else ()


def named(**values: str) -> list[str]:
    """Return words such as `turn=blue` for all values that are not empty."""
    return [f"{name}={value}" for name, value in values.items() if value]


def write_row(cells: Iterable[str]) -> str:
    """Return cells as one word: what is on each occupied cell, and numbers for runs of empty cells ("")."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), "".join(cell or "." for cell in cells))


def write_rows(grid: Grid, letter: Callable[[int], str]) -> str:
    """Return a board row by row, as in `3r2/6`: a letter for each occupied cell, numbers for runs of empty cells.

    `letter(cell)` is the cell's letter, or "" for an empty cell.
    """
    return "/".join(write_row(map(letter, row)) for row in grid.rows)


def read_rows(grid: Grid, written: str, letters: str) -> tuple[str, ...]:
    """Read a board as `write_rows` writes it: return each cell's letter, "" if it is empty. Raises `NotationError`."""
    rows = written.split("/")
    if len(rows) != len(grid.rows):
        raise NotationError(text(N_("{n} rows separated by /"), n=len(grid.rows)), len(rows))
    found: list[str] = []
    for number, (row, cells) in enumerate(zip(rows, grid.rows, strict=True), 1):
        row_letters: list[str] = []
        for run in re.findall(r"[0-9]+|.", row):
            if run[0] in "0123456789":
                row_letters += [""] * min(int(run[:3]), len(cells) + 1)
            elif run in letters and len(row_letters) < len(cells):
                row_letters.append(run)
            else:
                known = ", ".join(letters)
                raise NotationError(
                    text(
                        N_("{n} cells in row {number}, written as {known} or numbers"),
                        known=known,
                        n=len(cells),
                        number=number,
                    ),
                    row,
                )
        if len(row_letters) != len(cells):
            raise NotationError(text(N_("{n} cells in row {number}"), n=len(cells), number=number), row)
        found += row_letters
    return tuple(found)


def read_words(parts: Iterable[str], known: Sequence[str]) -> Mapping[str, str]:
    """Return the words after the fixed parts of a position, by name; a flag has its own name as its value.

    `known` are the allowed words; those that take a value end in `=`, as in `turn=`. Raises `NotationError` for any
    other word, for a missing or an unexpected value, and for a word that occurs twice.
    """
    found: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if f"{name}{equals}" not in known or bool(equals) != bool(value) or name in found:
            names = ", ".join(word.rstrip("=") for word in known)
            raise NotationError(text(N_("only the fields {known}, each at most once"), known=names), part)
        found[name] = value or name
    return found
