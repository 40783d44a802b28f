"""A server that is killed at any moment: nothing that a device has been shown is lost, and all devices go on."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from subprocess import Popen

import pytest

from cattools.games import GAMES
from cattools.table.store import Store
from cattools.table.table import Table
from tests.kinds import number
from tests.table.clients import SOON, Client, Guest, started

BACK = number(30, 3)  # seconds after a start within which every device is back; the usual run shares the machine

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system cannot kill a process at once")


@contextmanager
def free_port() -> Iterator[int]:
    """Yield a port that no other program gets within the block, even while the server is dead."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        port = int(holder.getsockname()[1])
        if sys.platform != "linux":  # elsewhere the server itself could not use the port either
            holder.close()
        yield port


class Killed:
    """A server that is killed and started again with the same file and port."""

    def __init__(self, game_id: str, file: Path, port: int) -> None:
        self.game_id, self.file, self.port = game_id, file, port
        self.process: Popen[str] | None = None
        self.code = ""

    def start(self) -> None:
        """Start the server; it goes on with its table."""
        self.process, code = started(self.file, self.port, self.game_id)
        assert self.code in ("", code)
        self.code = code

    def kill(self) -> None:
        """Kill the server at once."""
        assert self.process is not None
        self.process.kill()
        self.end()

    def end(self) -> int:
        """Ask the server to stop; return its exit status."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.terminate()
        status = self.process.wait(SOON)
        self.process.stdout.close()
        return status

    def saved(self) -> Table:
        """Return the table as it is in the file."""
        store = Store(self.file)
        found = store.load(self.code)
        assert found is not None
        return Table(store, found)


@contextmanager
def served(game_id: str, file: Path) -> Iterator[Killed]:
    """Run a server within the block."""
    with free_port() as port:
        server = Killed(game_id, file, port)
        server.start()
        try:
            yield server
        finally:
            assert server.end() == 0  # although a script runs it in the background, where Ctrl-C is ignored


@asynccontextmanager
async def devices(server: Killed) -> AsyncIterator[Client]:
    """Yield a maker of devices, which all leave at the end of the block."""
    client = Client(server.port, server.code)
    try:
        yield client
    finally:
        await client.leave()


async def enter(client: Client, key: str) -> Guest:
    """Return a device that has connected, and shows the seat of its key."""
    guest = await client.enter(key)
    look = await guest.hear("look")
    assert look is not None
    assert not key or "(you)" in look["slots"]["side"]
    return guest


async def play(server: Killed, keys: list[str], rng: Random, least: int, moment: float) -> int:
    """Play for the seats with these keys until the server is killed; return how many entries devices know of.

    It is killed `moment` seconds after the last message. Without keys, devices first take all seats and add theirs.
    """
    known, actions = least, rng.randrange(2, 12)
    async with devices(server) as client:
        guests = [await enter(client, key) for key in keys]
        if not keys:
            guests = [await enter(client, "") for _ in server.saved().players]
            keys += [await guest.sit(seat) for seat, guest in enumerate(guests)]
        table = server.saved()
        for n in range(actions):
            assert len(table.session.timeline.line) >= known
            seat = table.state.mover
            if seat is None:
                break
            guests[seat].board("typed", text=str(rng.choice(table.state.legal())))
            if n == actions - 1:
                break
            await guests[seat].hear("look")
            table = server.saved()
            known = len(table.session.timeline.line)
        asyncio.get_running_loop().call_later(moment, server.kill)
        for guest in guests:
            while not guest.closed:  # because the server has ended
                await guest.hear()
    return known


async def all_are_back(server: Killed, keys: list[str]) -> None:
    """Check that all devices can connect again within `BACK` seconds."""
    began = time.monotonic()
    async with devices(server) as client:
        await asyncio.gather(*(enter(client, key) for key in keys))
        assert time.monotonic() - began < BACK


@pytest.mark.nightly
@pytest.mark.sampled
@pytest.mark.parametrize("game_id", GAMES)
def test_a_server_that_is_killed_at_random_loses_nothing(game_id: str, tmp_path: Path) -> None:
    rng, keys, known = Random(game_id), list[str](), 0
    with served(game_id, tmp_path / "tables.sqlite") as server:
        for _ in range(number(1, 4)):
            known = asyncio.run(play(server, keys, rng, known, rng.uniform(0, 0.03)))
            assert len(server.saved().session.timeline.line) >= known > 0
            server.start()
            asyncio.run(all_are_back(server, keys))
