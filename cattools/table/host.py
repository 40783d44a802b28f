"""Hosts a table on this machine: `cattools table`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import join
from urllib.parse import urljoin

import segno
from tornado.httpserver import HTTPServer
from tornado.ioloop import PeriodicCallback

from cattools.core.messages import N_, Text, commas, text
from cattools.games import game as game_of
from cattools.site.serve import lan_address, stop_on_signals
from cattools.table.server import Tables, application, listen
from cattools.table.store import Claim, Store
from cattools.table.table import Table

PORT = 8010
HOUR = 3_600_000  # milliseconds
PHONES = N_("Phones: {link}")
NO_NETWORK = N_("Phones cannot join: this machine is not on a network.")


def usual_file() -> Path:
    """Return the file in which this user's tables are saved."""
    home = os.environ.get("XDG_DATA_HOME", "") or Path.home() / ".local" / "share"
    return Path(home) / "cattools" / "tables.sqlite"


def serve(
    name: str,
    options: str | None = None,
    port: int = PORT,
    *,
    lan: bool = False,
    fresh: bool = False,
    file: Path | None = None,
    book: Path | None = None,
) -> None:
    """Host a table of a game until Ctrl-C: the last one (with `options`, the last one that has them), or a new one.

    With `fresh`, the table is always new. With `lan`, other devices on the local network can join. Raises `OptionError`
    for an unknown game or option, `TableError` for a port and `StoreError` for a file that cannot be used.
    """
    stop_on_signals()
    try:
        asyncio.run(_serve(name, options, port, lan=lan, fresh=fresh, file=file or usual_file(), book=book))
    except KeyboardInterrupt:
        said = text(N_("Stopped. The table goes on when you start it again."))
        sys.stdout.write(f"\n{said}\n")


async def _serve(
    name: str, options: str | None, port: int, *, lan: bool, fresh: bool, file: Path, book: Path | None
) -> None:
    async with hosting(name, options, port, lan=lan, fresh=fresh, file=file, book=book) as hosted:
        sys.stdout.write("\n".join(_startup_lines(hosted)) + "\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


@dataclass(frozen=True)
class Hosted:
    """A table that is hosted: where, whether other devices can join, and whether it `goes_on` from an earlier time.

    `other` is the table with other options that would go on if none were given.
    """

    table: Table
    tables: Tables
    port: int
    lan: bool
    goes_on: bool
    file: Path
    other: Table | None = None

    @property
    def screen(self) -> str:
        """The address of the big screen on this machine, with the host's key."""
        return f"http://127.0.0.1:{self.port}/{self._path}"

    @property
    def _path(self) -> str:
        return f"table/{self.table.code}#host={self.table.people.host}"

    @property
    def phones(self) -> str:
        """The address for other devices."""
        return self.tables.address(self.table.code)

    def screens(self) -> list[tuple[str, str]]:
        """Return the addresses of the big screen, each after a sentence with the gap `link` for it."""
        if not (self.lan and lan_address()):
            return [(N_("The big screen: {link}"), self.screen)]
        return [
            (N_("The big screen, on this machine: {link}"), self.screen),
            (N_("The big screen, on another device: {link}"), urljoin(self.phones, f"/{self._path}")),
        ]

    def said(self) -> Text:
        """Return a sentence that says which table this is."""
        facts = {"game": self.table.game.title, "code": self.table.code, "options": str(self.table.state.options)}
        if not self.goes_on:
            return text(N_("{game}: table {code}."), **facts)
        return text(
            N_("{game}: table {code} goes on, with {options}.")
            if facts["options"]
            else N_("{game}: table {code} goes on."),
            **facts,
        )

    def kept(self) -> list[Text]:
        """Return a sentence with the command that continues the table with other options, if there is one."""
        if self.other is None:
            return []
        words = ["cattools", "table", self.other.game.id, "--options", str(self.other.state.options)]
        words += ["--lan"] * self.lan + (["--data", str(self.file)] if self.file != usual_file() else [])
        said = N_("Table {code} is saved. It goes on with: {command}")
        return [text(said, code=self.other.code, command=join(words))]


@asynccontextmanager
async def hosting(
    name: str, options: str | None, port: int, *, lan: bool, fresh: bool = False, file: Path, book: Path | None = None
) -> AsyncIterator[Hosted]:
    """Host a table within the block; the arguments are those of `serve`, and port 0 means any free port."""
    game = game_of(name)
    game.choose(options or "")
    machine = (lan and lan_address()) or "127.0.0.1"
    with ExitStack() as opened:
        store = Store(file)
        opened.callback(store.close)
        claim = Claim(file)
        opened.callback(claim.close)
        bound = listen(port, lan=lan)
        port = bound.getsockname()[1]
        opened.callback(bound.close)
        claim.tell(f"http://127.0.0.1:{port}")
        opened.pop_all()
    tables = Tables(store, lambda code: f"http://{machine}:{port}/join/{code}", book)
    server = HTTPServer(application(tables))
    server.add_socket(bound)
    ending = PeriodicCallback(tables.end_unused, HOUR)
    try:
        last, old = tables.latest(game), None if fresh else tables.latest(game, options)
        table = old or tables.begin(game, options or "")
        store.touch(table.code)  # next time, this is the table that goes on, even if nobody plays
        other = last if last and last.state.options != table.state.options else None
        ending.start()
        yield Hosted(table, tables, port, lan, old is not None, file, other)
    finally:
        ending.stop()
        server.stop()
        tables.close()
        claim.close()
        await server.close_all_connections()


def _startup_lines(hosted: Hosted) -> list[str]:
    """Return what the host has to know."""
    lines = [hosted.said(), *hosted.kept(), *(text(words, link=link) for words, link in hosted.screens())]
    if hosted.tables.outdated:
        ended = N_("Tables that were begun with other rules cannot go on: {codes}.")
        lines.append(text(ended, codes=commas(sorted(hosted.tables.outdated))))
    lines.append(text(PHONES, link=hosted.phones))
    if hosted.table.state.to_move is None:
        lines.append(text(N_("The game is over. “Play again” on the big screen begins the next one.")))
    if not hosted.lan:
        lines.append(text(N_("Only this machine can join. With --lan, phones on its network can.")))
    elif lan_address() is None:
        lines.append(text(NO_NETWORK))
    lines.append(text(N_("Ctrl-C stops.")))
    return [*map(str, lines), *(_terminal_code(hosted.phones) if hosted.lan else ())]


def _terminal_code(address: str) -> list[str]:
    """Return a QR code as lines of text."""
    rows = [list(row) for row in segno.make(address, error="l").matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(" ▄▀█"[2 * (not top) + (not bottom)] for top, bottom in zip(*pair, strict=True)) for pair in pairs]
