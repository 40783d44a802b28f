"""Hosts a table from a notebook: `host("catbox")`."""

from __future__ import annotations

import asyncio
import atexit
import threading
from pathlib import Path
from typing import Any

from cattools.core.calls import called_as
from cattools.core.errors import shorten
from cattools.core.messages import N_, text
from cattools.site.commands import BOOKS
from cattools.site.serve import lan_address
from cattools.table.host import NO_NETWORK, PHONES, PORT, Hosted, hosting, usual_file
from cattools.table.people import new_key
from cattools.table.server import NO_PORT
from cattools.table.table import TableError
from cattools.widgets.html import Html, el, join

WAIT = 10.0  # seconds for the server to stop
_hosted: list[HostedTable] = []  # the table that this process hosts, if any


class HostedTable:
    """A table that a notebook hosts until `stop()` is called or the kernel ends."""

    def __init__(self, name: str, options: str | None, port: int, *, lan: bool, fresh: bool, file: Path) -> None:
        self._found: list[Hosted | Exception] = []
        self._loop, self._end = asyncio.new_event_loop(), asyncio.Event()
        ready = threading.Event()

        async def serve() -> None:
            book = next((one for one in BOOKS if (one / "index.html").is_file()), None)
            try:
                async with hosting(name, options, port, lan=lan, fresh=fresh, file=file, book=book) as hosted:
                    with hosted.table.changing():  # a saved notebook contains the key of its last run
                        hosted.table.people.host = new_key()
                    self._found.append(hosted)
                    ready.set()
                    await self._end.wait()
            except Exception as error:  # noqa: BLE001 - raised again in the notebook's thread
                self._found.append(error)
                ready.set()

        def run() -> None:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(serve())

        # A thread of its own: the kernel's loop stands still while a cell runs.
        self._thread = threading.Thread(target=run, name="cattools table", daemon=True)
        self._thread.start()
        ready.wait()
        if isinstance(error := self._found[0], Exception):
            self._thread.join(WAIT)
            raise error

    @property
    def _hosted(self) -> Hosted | None:
        found = self._found[0]
        return found if self._thread.is_alive() and isinstance(found, Hosted) else None

    @property
    def address(self) -> str:
        """The address for phones; "" once the table has stopped."""
        return self._hosted.phones if self._hosted else ""

    @property
    def screen(self) -> str:
        """The address of the big screen on this machine; "" once the table has stopped."""
        return self._hosted.screen if self._hosted else ""

    def stop(self) -> None:
        """Stop hosting; the next `host` of the same game goes on with this table."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(WAIT)

    def __repr__(self) -> str:
        hosted = self._hosted
        if hosted is None:
            return str(text(STOPPED))
        lines = [*hosted.screens(), (PHONES, hosted.phones)]
        return "\n".join(str(text(words, link=link)) for words, link in lines)

    def _repr_html_(self) -> str:
        hosted = self._hosted
        if hosted is None:
            return el("p", text(STOPPED))
        invitation = hosted.tables.invitation(hosted.table)
        lines = [el("p", hosted.said()), *(_linked(*screen) for screen in hosted.screens())]
        if not hosted.lan:
            lines.append(el("p", text(N_("Only this machine can join. With lan=True, phones on its network can."))))
        elif lan_address() is None:
            lines.append(el("p", text(NO_NETWORK)))
        else:
            style = "width: 220px; background: #fff"
            lines.append(_linked(PHONES, invitation.address))
            lines.append(el("div", invitation.code, style=style, role="img", aria_label=invitation.address))
        return join(lines)


STOPPED = N_("Stopped. The table goes on when you host it again.")


def _linked(words: str, address: str) -> Html:
    before, _, after = str(text(words, link="\n")).partition("\n")
    return el("p", before, el("a", address.partition("#")[0], href=address, target="_blank"), after)


@called_as('host("catbox", "players=3", lan=True)')
def host(
    game_id: str,
    options: str | None = None,
    *,
    lan: bool = False,
    port: int = 0,
    new: bool = False,
    file: Path | None = None,
) -> HostedTable:
    """Host a game for several devices, from this notebook; show the addresses, and with `lan` a QR code for phones.

    The last game goes on; if `new` is true, a new one begins. `options` are the game's options, as in `players=3`: if
    they are given, the last game with the same options goes on, or a new one begins if there is none. `lan` lets other
    devices on this network join. `port` is the port to listen on, by default 8010 or any free one, and `file` is where
    the games are saved. A notebook hosts one game at a time, until you call `stop()` or the kernel ends.
    Raises `OptionError` for an unknown game or option, and `TableError` for a port that cannot be used.

    >>> table = host("catbox")
    >>> table.stop()
    >>> table
    Stopped. The table goes on when you host it again.
    """
    if not isinstance(port, int):
        raise TableError(text(NO_PORT, found=shorten(port)))
    _stop()
    how: dict[str, Any] = {"lan": lan, "fresh": new, "file": file or usual_file()}
    try:
        _hosted.append(HostedTable(game_id, options, port or PORT, **how))
    except TableError:
        if port:
            raise
        _hosted.append(HostedTable(game_id, options, 0, **how))
    return _hosted[-1]


@atexit.register
def _stop() -> None:
    while _hosted:
        _hosted.pop().stop()
