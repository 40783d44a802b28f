"""Notation shared by all games: maximum lengths, boards written row by row, and words at the end of a position.

A word at the end of a position is `name=value` or a flag.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence

from cattools.core.errors import CattoolsError, NotationError, shorten
from cattools.core.grid import Grid
from cattools.core.messages import N_, NP_, Text, commas, many, text
from cattools.core.notation.typed_words import in_notation

ACTION, POSITION = 400, 4000  # maximum lengths in characters: far more than a real line needs, too few to freeze a page
_SINGLE, _DOUBLE = (
    "\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc\u2039\u203a",
    "\u201c-\u201f\u2033\u00ab\u00bb\u301d-\u301f",
)
_SPELLINGS = ((re.compile(f"[{_SINGLE}]"), "'"), (re.compile(f"[{_DOUBLE}]"), '"'), (re.compile("\u3001"), ","))
_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
# A Japanese keyboard's key for "-" types a long vowel mark; after a Latin letter or a digit it cannot be one.
_DASHES = re.compile(
    "[~\u02d7\u058a\u1806\u2010-\u2015\u2043\u2192\u2212\u2500\u2e3a\u2e3b\u301c\u3030]|(?<=[0-9A-Za-z])\u30fc"
)


def normalized(written: str) -> str:
    """Return typed text in its plainest spelling: all typed input is read in this form, except names.

    Full-width letters and digits become ordinary ones, every dash or arrow becomes `-`, every quotation mark `'` or
    `"`, and characters without width are dropped.
    """
    if written.isascii():
        return written
    for signs, plain in _SPELLINGS:  # first, because NFKC takes some of these signs apart
        written = signs.sub(plain, written)
    plain = unicodedata.normalize("NFKC", written)
    return _DASHES.sub("-", _INVISIBLE.sub("", plain))


def limited(written: str, most: int) -> str:
    """Return a line normalized, in lower case, without surrounding space, and with the notation's words.

    Raises `NotationError` if it is too long.
    """
    if len(written) > most:
        raise NotationError(text(N_("at most {most} characters"), most=most), len(written))
    return in_notation(normalized(written).strip().lower())


def typed_name(name: object) -> str:
    """Return how the name of a thing or a place is typed: as `limited` returns it, but without spaces."""
    return in_notation(normalized(str(name)).lower()).replace(" ", "")


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
    one, more = NP_(
        "{n} of {all} words was entered; the rest is still in the field.",
        "{n} of {all} words were entered; the rest is still in the field.",
    )
    return (many(one, more, n, all=of),) if n else ()


def too_short(names: Sequence[str], found: Sequence[str]) -> NotationError:
    """Return the error for a position that ends after some of its parts: it names those that are missing."""
    missing = commas(names[len(found) :])
    if not found:
        return NotationError(text(missing), text(N_("nothing")))
    return NotationError(text(N_("{parts} after {last}"), parts=missing, last=shorten(found[-1])), text(N_("nothing")))


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
                known = commas(letters)
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
            names = commas(word.rstrip("=") for word in known)
            raise NotationError(text(N_("only the fields {known}, each at most once"), known=names), part)
        found[name] = value or name
    return found
