"""Devices that use a server of tables through its sockets, and the server as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from tornado.websocket import WebSocketClientConnection, websocket_connect

SOON = 30.0  # seconds


class Client:
    """Devices that use the server at a port, for the table with a code."""

    def __init__(self, port: int, code: str) -> None:
        self.port, self.code = port, code
        self.guests: list[Guest] = []
        self._version = ""

    async def get(self, path: str, **headers: str) -> HTTPResponse:
        """Return the answer to a request."""
        request = HTTPRequest(f"http://127.0.0.1:{self.port}{path}", headers=headers, follow_redirects=False)
        return await AsyncHTTPClient(force_instance=True).fetch(request, raise_error=False)

    async def enter(self, key: str = "", **how: Any) -> Guest:
        """Return a device that has said who it is."""
        usual = {
            "keys": [key] if key else [],
            "host": "",
            "voter": "",
            "language": "en",
            "version": await self.version(),
            "shared": False,
        }
        guest = await self.connect()
        guest.send("hello", **{**usual, **how})
        return guest

    async def version(self) -> str:
        """Return the version that the server's page states; a server in another process may have read other files."""
        if not self._version:
            found = re.search(r'data-version="(\w+)"', (await self.get(f"/join/{self.code}")).body.decode())
            assert found is not None
            self._version = found[1]
        return self._version

    async def connect(self, code: str = "", **headers: str) -> Guest:
        """Return a device that has not said who it is."""
        address = f"ws://127.0.0.1:{self.port}/socket/{code or self.code}"
        self.guests.append(Guest(await websocket_connect(HTTPRequest(address, headers=headers))))
        return self.guests[-1]

    async def leave(self) -> None:
        """Close all connections."""
        for guest in self.guests:
            await guest.leave()


class Guest:
    """A device that is connected to a server."""

    def __init__(self, connection: WebSocketClientConnection) -> None:
        self.connection, self.closed = connection, False

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.connection.write_message(json.dumps({"kind": kind, **fields}))

    def board(self, kind: str, **fields: Any) -> None:
        """Send a message of the board's script."""
        self.send("board", message={"kind": kind, **fields})

    async def hear(self, kind: str = "") -> dict[str, Any] | None:
        """Return the next message of a kind; None if the connection has been closed.

        While it waits for a kind, the device must not be asked to reload.
        """
        while True:
            got = await asyncio.wait_for(self.connection.read_message(), SOON)
            if got is None:
                self.closed = True
                return None
            found: dict[str, Any] = json.loads(got)
            if not kind or found["kind"] == kind:
                return found
            assert found["kind"] != "reload"

    async def leave(self) -> None:
        """Close the connection."""
        self.connection.close()
        while not self.closed:
            await self.hear()

    async def sit(self, seat: int) -> str:
        """Take a seat; return its key."""
        self.send("sit", seat=seat, name="")
        found = await self.hear("keys")
        assert found is not None
        return str(found["keys"][-1])


def started(file: Path, port: int, game_id: str = "catbox") -> tuple[subprocess.Popen[str], str]:
    """Start the command as a background job of a script, ignoring Ctrl-C; return its process and its table's code."""
    command = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
    command += [sys.executable, "-m", "cattools", "table", game_id, "--port", str(port), "--data", str(file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"})
    assert process.stdout is not None
    lines = [*takewhile(lambda line: "Ctrl-C" not in line, process.stdout)]
    found = re.search(r"table (\w+)", "".join(lines))
    assert found is not None, f"the server has not started, its exit status is {process.wait(SOON)}"
    return process, found[1]
