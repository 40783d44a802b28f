"""Hosts a table on this machine: `cattools table`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import segno
from tornado.ioloop import PeriodicCallback

from cattools.core.messages import N_, commas, text
from cattools.games import game as game_of
from cattools.site.serve import lan_address
from cattools.table.server import Tables, application, listen
from cattools.table.store import Store
from cattools.table.table import Table

HOUR = 3_600_000  # milliseconds


def usual_file() -> Path:
    """Return the file in which this user's tables are saved."""
    home = os.environ.get("XDG_DATA_HOME", "") or Path.home() / ".local" / "share"
    return Path(home) / "cattools" / "tables.sqlite"


def serve(
    name: str,
    options: str = "",
    port: int = 8010,
    *,
    lan: bool = False,
    fresh: bool = False,
    file: Path | None = None,
    book: Path | None = None,
) -> None:
    """Host a table of a game until Ctrl-C: the last one, if its game is not over, or with `fresh` a new one.

    With `lan`, other devices on the local network can join. Raises `OptionError` for an unknown game or option, and
    `TableError` for a port that cannot be used.
    """
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        asyncio.run(_serve(name, options, port, lan=lan, fresh=fresh, file=file or usual_file(), book=book))
    except KeyboardInterrupt:
        said = text(N_("Stopped. The table goes on when you start it again."))
        sys.stdout.write(f"\n{said}\n")


async def _serve(name: str, options: str, port: int, *, lan: bool, fresh: bool, file: Path, book: Path | None) -> None:
    game = game_of(name)
    game.choose(options)
    machine = (lan and lan_address()) or "127.0.0.1"
    tables = Tables(Store(file), lambda code: f"http://{machine}:{port}/join/{code}", book)
    server = listen(application(tables), port, lan=lan)
    try:
        old = None if fresh else tables.latest(game, options)
        table = old or tables.begin(game, options)
        sys.stdout.write("\n".join(_told(table, tables, port, lan=lan, goes_on=old is not None)) + "\n")
        sys.stdout.flush()
        PeriodicCallback(tables.end_unused, HOUR).start()
        await asyncio.Event().wait()
    finally:
        server.stop()
        tables.close()


def _told(table: Table, tables: Tables, port: int, *, lan: bool, goes_on: bool) -> list[str]:
    """Return what the host has to know."""
    address = tables.invitation(table).address
    said = N_("{game}: table {code} goes on.") if goes_on else N_("{game}: table {code}.")
    screen = f"http://127.0.0.1:{port}/table/{table.code}#host={table.people.host}"
    lines = [
        text(said, game=table.game.title, code=table.code),
        text(N_("The screen for all: {screen}"), screen=screen),
    ]
    if tables.outdated:
        ended = N_("Tables that were begun with other rules cannot go on: {codes}.")
        lines.append(text(ended, codes=commas(sorted(tables.outdated))))
    lines.append(text(N_("Phones: {address}"), address=address))
    if not lan:
        lines.append(text(N_("Only this machine can join. With --lan, phones on its network can.")))
    elif lan_address() is None:
        lines.append(text(N_("Phones cannot join: this machine is not on a network.")))
    lines.append(text(N_("Ctrl-C stops.")))
    return [*map(str, lines), *(_terminal_code(address) if lan else ())]


def _terminal_code(address: str) -> list[str]:
    """Return a QR code as lines of text."""
    rows = [list(row) for row in segno.make(address, error="l").matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(" ▄▀█"[2 * (not top) + (not bottom)] for top, bottom in zip(*pair, strict=True)) for pair in pairs]
