"""Tables on disk: what was played and who sits where, in an SQLite database, so that they survive a killed server."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import time
from weakref import finalize

from cattools.core.errors import CattoolsError
from cattools.core.messages import N_, text

_SCHEMA = """
create table if not exists tables (
    code text primary key, game text not null, options text not null, people text not null, used real not null
) strict;
create table if not exists entries (
    code text not null references tables on delete cascade, n integer not null, entry text not null,
    primary key (code, n)
) strict, without rowid;
"""


@dataclass(frozen=True, slots=True)
class Saved:
    """A table as saved: its game and options, who sits where (JSON), and its entries in order.

    An entry is an action in notation, or a jump to an earlier position or to a new deal (see `Table`).
    """

    code: str
    game: str
    options: str
    people: str
    entries: tuple[str, ...]


_MAGIC = b"SQLite format 3\0"  # every SQLite file begins with this
UNUSABLE = N_("the tables cannot be saved at {path}: {error}")
RUNNING = N_("the tables in {path} are already running at {address}; open that address, or choose another file")
EXPECTED = N_("expected saved tables (an SQLite database) at {path}, found: {error}")


class StoreError(CattoolsError):
    """A file cannot be used for tables."""


def _beginning(file: Path) -> bytes:
    """Return the first bytes of a file, which is created if it is missing. Raises `StoreError`."""
    if file.is_dir():
        raise StoreError(text(EXPECTED, path=file, error=text(N_("a folder"))))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_CREAT | os.O_RDWR, 0o600), "rb") as opened:  # it holds every hand
            return opened.read(len(_MAGIC))
    except OSError as error:
        raise StoreError(text(UNUSABLE, path=file, error=os.strerror(error.errno or 0))) from error


class Claim:
    """A server's claim on a file of tables, which ends with its process at the latest, even if it is killed.

    It is an open transaction in a small database next to the file, in which others can read the server's address.
    """

    def __init__(self, file: Path) -> None:
        """Claim a file. Raises `StoreError` if a server has claimed it, or if the claim cannot be saved."""
        beside = file.with_name(f"{file.name}.lock")
        _beginning(beside)
        self._db = sqlite3.connect(beside, isolation_level=None, timeout=0)
        try:
            self._db.execute("begin immediate")
            self._db.execute("create table if not exists running (address text not null) strict")
        except sqlite3.OperationalError as error:
            found = self._addresses()
            self._db.close()
            if not found:
                raise StoreError(text(UNUSABLE, path=file, error=error)) from error
            raise StoreError(text(RUNNING, path=file, address=found[0])) from error
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise StoreError(text(UNUSABLE, path=beside, error=error)) from error

    def _addresses(self) -> list[str]:
        try:
            return [address for (address,) in self._db.execute("select address from running")]
        except sqlite3.DatabaseError:
            return []

    def tell(self, address: str) -> None:
        """Let others read where this server is."""
        self._db.execute("delete from running")
        self._db.execute("insert into running values (?)", (address,))
        self._db.execute("commit")
        self._db.execute("begin immediate")

    def close(self) -> None:
        """Give up the claim."""
        self._db.close()


def _close(db: sqlite3.Connection) -> None:
    with suppress(sqlite3.ProgrammingError):  # the garbage collector runs in another thread than the database
        db.close()


class Store:
    """The tables of one server. Every change is on disk when the method that makes it returns."""

    def __init__(self, file: Path | None = None) -> None:
        """Open the database in a file that only its owner can read; without a file, keep everything in memory.

        Raises `StoreError` for a file that holds something else or cannot be opened.
        """
        if file is not None:
            begins = _beginning(file)
            if begins not in (b"", _MAGIC):  # SQLite itself would overwrite a short file
                raise StoreError(text(EXPECTED, path=file, error=text(N_("another kind of file"))))
        self._db = sqlite3.connect(file or ":memory:", isolation_level=None)
        finalize(self, _close, self._db)  # otherwise Python 3.13 warns of a store that nobody closes
        try:
            self._db.execute("pragma journal_mode = wal")
            # A killed process loses nothing; a power cut may lose a move.
            self._db.execute("pragma synchronous = normal")
            self._db.execute("pragma foreign_keys = on")
            self._db.executescript(_SCHEMA)
            self._db.execute("select code, game, options, people, used from tables limit 0")
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise StoreError(text(EXPECTED, path=file, error=error)) from error

    def begin(self, table: Saved) -> None:
        """Save a new table, without entries."""
        row = (table.code, table.game, table.options, table.people, time())
        self._db.execute("insert into tables values (?, ?, ?, ?, ?)", row)

    def add(self, code: str, at: int, entries: Sequence[str], people: str) -> None:
        """Add entries to a table that has `at` of them, and save who sits where: both or neither."""
        with self._db:
            self._db.execute("begin immediate")
            rows = [(code, at + n, entry) for n, entry in enumerate(entries)]
            self._db.executemany("insert into entries values (?, ?, ?)", rows)
            self._db.execute("update tables set people = ?, used = ? where code = ?", (people, time(), code))

    def touch(self, code: str) -> None:
        """Save that a table is in use now."""
        self._db.execute("update tables set used = ? where code = ?", (time(), code))

    def load(self, code: str) -> Saved | None:
        """Return a saved table, or None."""
        row = self._db.execute("select code, game, options, people from tables where code = ?", (code,)).fetchone()
        if row is None:
            return None
        entries = self._db.execute("select entry from entries where code = ? order by n", (code,))
        game, options, people = row[1:]
        return Saved(code, game, options, people, tuple(entry for (entry,) in entries))

    def codes(self) -> list[str]:
        """Return the codes of all tables, the one used last first."""
        return [code for (code,) in self._db.execute("select code from tables order by used desc")]

    def forget(self, unused: float) -> list[str]:
        """Delete the tables at which nothing has happened for this many seconds; return their codes."""
        old = self._db.execute("delete from tables where used < ? returning code", (time() - unused,))
        return [code for (code,) in old.fetchall()]

    def close(self) -> None:
        """Close the database."""
        self._db.close()
