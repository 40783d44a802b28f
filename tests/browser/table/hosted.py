"""A table server in a thread of the test's process, so that a test can see the game that its browsers play."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tornado.httpserver import HTTPServer

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE
from cattools.games import GAMES
from cattools.table.server import Tables, application, listen
from cattools.table.store import Store
from cattools.table.table import Table
from tests.browser.waits import TIMEOUT, until


@dataclass
class Hosted:
    """A table and the addresses of its pages."""

    table: Table
    origin: str
    tables: Tables
    loop: asyncio.AbstractEventLoop

    @property
    def screen(self) -> str:
        """The address of the screen that everybody sees, for the host."""
        return f"{self.origin}/table/{self.table.code}#host={self.table.people.host}"

    @property
    def phone(self) -> str:
        """The address for phones."""
        return f"{self.origin}/join/{self.table.code}"

    def mover(self) -> int | None:
        """Return the seat to move once pending deals are over; None after the end of the game."""
        until(lambda: self.table.state.to_move != CHANCE, TIMEOUT / 1000, "the deal is over")
        return self.table.state.mover

    def disconnect(self) -> None:
        """Cut the connections of all devices."""
        for device in [*self.tables.sockets]:
            self.loop.call_soon_threadsafe(device.close)

    def let_play(self, seat: int, bot: str) -> None:
        """Let a bot play for a seat."""

        def start() -> None:
            self.table.let_play(seat, bot)
            self.tables.wake(self.table)

        self.loop.call_soon_threadsafe(start)


@contextmanager
def hosted(game_id: str, file: Path, options: str = "", seed: int = 1) -> Iterator[Hosted]:
    """Serve a new table, with deals from a seed, within the block."""
    ready, found, loop = threading.Event(), list[Hosted](), asyncio.new_event_loop()
    end = loop.create_future()

    async def serve() -> None:
        tables = Tables(Store(file), lambda code: f"http://192.0.2.1:8010/join/{code}")
        table = tables.begin(GAMES[game_id], options, Dealer(seed))
        bound, server = listen(0, lan=False), HTTPServer(application(tables))
        server.add_socket(bound)
        found.append(Hosted(table, f"http://127.0.0.1:{bound.getsockname()[1]}", tables, loop))
        ready.set()
        await end
        server.stop()
        await server.close_all_connections()
        tables.close()

    thread = threading.Thread(target=loop.run_until_complete, args=[serve()])
    thread.start()
    try:
        assert ready.wait(TIMEOUT / 1000)
        yield found[0]
    finally:
        loop.call_soon_threadsafe(end.set_result, None)
        thread.join(TIMEOUT / 1000)
        loop.close()
