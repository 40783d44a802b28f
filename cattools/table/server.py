"""The server of tables: pages, one WebSocket per device, and bots; for this machine or for the local network."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import socket
from collections.abc import Callable, Mapping
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Any

import segno
from tornado.web import Application, RequestHandler, StaticFileHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from cattools.core.chance import Dealer
from cattools.core.display.icons import icon
from cattools.core.errors import CattoolsError, shorten
from cattools.core.game import AnyGame
from cattools.core.language import LANGUAGES, catalogue
from cattools.core.loading.data_files import read
from cattools.core.messages import N_, SOURCE, Text, speaking, text
from cattools.games import GAMES
from cattools.render import svg
from cattools.render.theme import style_sheet
from cattools.site.serve import answers_to
from cattools.table.plain_pages import plain_page, rules_of
from cattools.table.screen import Screen
from cattools.table.store import Store
from cattools.table.surroundings import Invitation
from cattools.table.table import Table, TableError
from cattools.widgets import js_bundle
from cattools.widgets.html import Html, el, open_tag
from cattools.widgets.mode import sentence

LONGEST = 65_536  # bytes of a message
RATE, BURST = 20, 60  # messages a second from one device, and how many it can send at once
MOST = 300  # devices
MOST_OF_SEAT = 2  # devices that show one seat
LONGEST_NAME = 64  # characters of the name under which a device votes
WAITING = 200  # messages to a device that does not read them, before it is disconnected
PING = 15  # seconds; a device that does not answer for this long is gone
ALIVE = {"kind": "alive"}  # what a device asks, and the answer: browsers do not tell a page when its network is gone
HELLO = 10  # seconds in which a device has to say who it is
DAY = 86_400  # seconds after which an unused table ends
PACE, PAUSE = 0.8, 4.0  # seconds before a bot plays, and at the end of a round
UNKNOWN, REPLACED, BUSY, SILENT = 4404, 4409, 4429, 4408  # why a socket is closed
_log = logging.getLogger(__name__)

ENDED = N_("There is no table {code} here. Ask the host for the address of the new one.")
LOST = N_("The connection to the table is lost. Trying again…")
GONE = N_("The table does not answer. Start its program again: the game is saved.")
UNSENT = N_("Not connected: what you press now is not sent.")
ELSEWHERE = N_("This seat has been opened on another device. Reload this page to take it back here.")
NOT_YOURS = N_("This seat is no longer yours. Choose a seat, or watch the game.")
USED = N_("This link has been used already or is no longer valid. Ask the host for a new one.")
OUTDATED = N_("This table was begun with other rules and cannot go on. Ask the host to begin a new one.")
NO_PORT = N_("expected a port from 0 to 65535, found {found}")
NO_PAGE = N_("There is no page here. Scan the code on the big screen, or open the whole address that it shows.")
NO_HOST = N_("This is not the key of this table's host. Open the address that the host's machine shows.")
OLD_PAGE = N_(
    "This page does not match the version of the table's program. Close it, and open the address of the table again."
)


@cache
def assets() -> Mapping[str, tuple[str, str]]:
    """Return the files of the pages by name, each as its type and its text."""
    paw = svg.shapes(icon("paw", 64, main="go"), "light")
    return {
        "board.js": ("text/javascript", js_bundle.module()),
        "table.js": ("text/javascript", read("table/frontend/table.js")),
        "table.css": (
            "text/css",
            style_sheet() + read("widgets/frontend/board.css") + read("table/frontend/table.css"),
        ),
        "icon.svg": (
            "image/svg+xml",
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">{paw}</svg>',
        ),
    }


@cache
def version() -> str:
    """Return a text that changes whenever the pages change."""
    return hashlib.sha256("".join(words for _, words in assets().values()).encode()).hexdigest()[:16]


class Tables:
    """All tables of a server, and the bots at them."""

    def __init__(self, store: Store, address: Callable[[str], str], book: Path | None = None) -> None:
        """Open the saved tables; `address` returns the address where phones join the table that has a code.

        `book` is the folder of the built book, if there is one.
        """
        self.store, self.address, self.book = store, address, book
        store.forget(DAY)
        self.tables: dict[str, Table] = {}
        self.outdated: set[str] = set()  # codes of saved tables that do not fit the rules, as after an update
        self.sockets: list[Socket] = []
        self._bots: dict[str, asyncio.Task[None]] = {}
        for code in reversed(store.codes()):
            if saved := store.load(code):
                try:
                    self.tables[code] = Table(store, saved)
                except CattoolsError as error:
                    self.outdated.add(code)
                    _log.warning("%s", error)

    def latest(self, game: AnyGame, options: str | None = None) -> Table | None:
        """Return the table of a game that was used last, even if its game is over.

        With `options`, only tables that have them count.
        """
        wanted = None if options is None else str(game.choose(options))
        found = [one for one in self.tables.values() if one.game is game and wanted in (None, str(one.state.options))]
        return found[-1] if found else None

    def begin(self, game: AnyGame, options: str = "", dealer: Dealer | None = None) -> Table:
        """Return a new table, by default with deals that nobody can predict. Raises `OptionError`."""
        table = Table.begin(self.store, game, options, dealer)
        self.tables[table.code] = table
        return table

    def missing(self, code: str) -> Text:
        """Return why there is no table with a code, and what to do."""
        return text(OUTDATED) if code in self.outdated else text(ENDED, code=code[:20])

    def invitation(self, table: Table, ticket: str = "") -> Invitation:
        """Return how others can join a table or, with a ticket, how a seat can be taken on another device."""
        address = self.address(table.code) + (f"#seat={ticket}" if ticket else "")
        code = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
        return Invitation(address, Html(code))

    def wake(self, table: Table) -> None:
        """Let the bots of a table play if it is their turn."""
        task = self._bots.get(table.code)
        if table.bot_turn() is not None and (task is None or task.done()):
            self._bots[table.code] = asyncio.create_task(self._let_play(table))

    async def _let_play(self, table: Table) -> None:
        while table.devices and (turn := table.bot_turn()) is not None:
            node, choose = turn
            pauses = table.game.pauses_after(table.state) and any(player.key for player in table.players)
            action, _ = await asyncio.gather(asyncio.to_thread(choose), asyncio.sleep(PAUSE if pauses else PACE))
            table.play_bot(node, action)

    def end_unused(self) -> None:
        """End the tables at which nothing has happened for a day."""
        for code in self.store.forget(DAY):
            self.tables.pop(code, None)
            for device in [one for one in self.sockets if one.code == code]:
                device.refuse(UNKNOWN, text(ENDED, code=code))

    def close(self) -> None:
        """Stop the bots and close the database."""
        for task in self._bots.values():
            task.cancel()
        self.store.close()


class OfThisMachine(RequestHandler):
    """The base class of all answers, given only under this machine's names: another site could own any other name."""

    def prepare(self) -> None:
        """Refuse other names."""
        if not answers_to(self.request.host):
            self.set_status(421)
            self.finish("This server has no site of that name.\n")


class Answer(OfThisMachine):
    """The base class of all answers but sockets: it can say something in the reader's language."""

    @property
    def language(self) -> str:
        """The reader's language."""
        wanted = self.request.headers.get("Accept-Language", "")
        return next((code for one in wanted.split(",") if (code := one.strip()[:2]) in LANGUAGES), SOURCE)

    def say(self, status: int, said: Text | TableError) -> None:
        """Answer with one sentence."""
        self.set_status(status)
        with speaking(catalogue(self.language)):
            words = el(
                "main",
                el("p", sentence(said if isinstance(said, TableError) else TableError(said)), role="alert"),
                class_="rules",
            )
            self.finish(plain_page("cattools", self.language, words))


class Page(Answer):
    """The base class of the pages and their files: it says what pages may load."""

    tables: Tables

    def initialize(self, tables: Tables) -> None:
        """Keep what all answers share."""
        self.tables = tables

    def set_default_headers(self) -> None:
        """Set the headers of every answer."""
        self.set_header("Server", "cattools")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header(
            "Content-Security-Policy",
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
            "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
        )


class TablePage(Page):
    """The page of a table: the screen that everybody sees, or a phone."""

    def get(self, kind: str, code: str) -> None:
        """Answer with the page."""
        self.set_header("Cache-Control", "no-cache")
        table = self.tables.tables.get(code.upper())
        if table is None:
            self.say(404, self.tables.missing(code.upper()))
            return
        language = self.language
        with speaking(catalogue(language)):
            title = text(N_("{game}: table {code}"), game=table.game.title, code=table.code)
            self.finish(_html(table, str(title), language, self.tables.book, shared=kind == "table"))


def _html(table: Table, title: str, language: str, book: Path | None, *, shared: bool) -> str:
    query = f"?v={version()}"
    head = el(
        "head",
        Html('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        el("title", title),
        Html(
            f'<link rel="icon" href="/assets/icon.svg{query}"><link rel="stylesheet" href="/assets/table.css{query}">'
        ),
        Html(f'<link rel="modulepreload" href="/assets/board.js{query}">'),
        el("script", type="module", src=f"/assets/table.js{query}"),
    )
    translated = book is not None and (book / language / "book" / table.game.id / "index.html").is_file()
    root = f"/{language}/" if translated else "/"
    pages = f"{root}book/{table.game.id}"
    sheet = el("a", text(N_("The rules on one page")), href=f"{pages}/reference.html", target="_blank")
    rules = el("a", text(N_("The rules with examples")), href=f"{pages}/index.html", target="_blank")
    join = el("a", text(N_("Take a seat")), href=f"/join/{table.code}", id="join") if shared else None
    notice = el("p", id="notice", role="alert", hidden=True)
    around = el("section", id="around", tabindex="-1")
    inside = el(
        "div",
        el(
            "main",
            el("h1", title, class_="cat-sr"),
            el(
                "div",
                el("section", id="board", aria_label=title),
                el("p", id="clock", role="timer", hidden=True),
                id="play",
            ),
            el("div", join, notice, el("div", id="asked", role="alert"), around, id="sidebar"),
        ),
        el("footer", sheet, rules if book is not None else None),
        id="page",
    )
    start = open_tag(
        "html",
        lang=language,
        data_code=table.code,
        data_version=version(),
        data_shared=shared,
        data_lost=text(LOST),
        data_gone=text(GONE),
        data_unsent=text(UNSENT),
        data_old=text(OLD_PAGE),
    )
    # In this attribute, the pages of the book say where the site begins; `open_tag` cannot write its underscore.
    return f'<!doctype html>{start[:-1]} data-content_root="{root}">{head}{el("body", inside)}</html>'


class Asset(Page):
    """A file of the pages."""

    def get(self, name: str) -> None:
        """Answer with the file."""
        if name not in assets():
            self.set_status(404)
            return
        kind, words = assets()[name]
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        newest = self.get_query_argument("v", "") == version()
        self.set_header("Cache-Control", "max-age=31536000, immutable" if newest else "no-cache")
        self.finish(words)


class RulePage(Page):
    """The rules of a game, if the book is not there."""

    def get(self, name: str) -> None:
        """Answer with the page."""
        if name not in GAMES:
            self.say(404, text(NO_PAGE))
            return
        with speaking(catalogue(self.language)):
            self.finish(rules_of(GAMES[name], self.language))


class BookFile(Answer, StaticFileHandler):
    """A file of the built book, which has its own security policy."""

    def write_error(self, status_code: int, **how: Any) -> None:
        """Say what to do if there is no such file."""
        if status_code == HTTPStatus.NOT_FOUND:
            self.say(status_code, text(NO_PAGE))
        else:
            super().write_error(status_code, **how)


class RecordFile(Page):
    """The record of a finished game."""

    def get(self, code: str) -> None:
        """Answer with the record as a file."""
        table = self.tables.tables.get(code)
        if table is None:
            self.say(404, self.tables.missing(code))
            return
        try:
            written = table.record().to_json()
        except TableError as error:
            self.say(403, error)
            return
        self.set_header("Content-Type", "application/json")
        self.set_header("Content-Disposition", f'attachment; filename="{table.game.id}-{table.code}.json"')
        self.finish(written)


class Root(Page):
    """The address without a path: it leads to the table begun last or, after a restart, the one used last."""

    def get(self) -> None:
        """Lead to the table."""
        for code in reversed(self.tables.tables):
            self.redirect(f"/join/{code}")
            return
        self.say(404, text(N_("There is no table here. Ask the host to begin one.")))


class NoPage(Page):
    """Any other address, such as one without the code of a table."""

    def get(self) -> None:
        """Say what to do."""
        self.say(404, text(NO_PAGE))


class Socket(OfThisMachine, WebSocketHandler):
    """The connection of one device; Tornado itself refuses pages of other sites."""

    def initialize(self, tables: Tables) -> None:
        """Begin without a table."""
        self.tables = tables
        self.code = ""
        self.screen: Screen | None = None
        self.language = SOURCE
        self._left, self._then = float(BURST), monotonic()  # how many messages the device can send now
        self._warned = False
        self._waiting = 0

    def open(self, code: str) -> None:
        """Accept a device, which then has to say who it is."""
        self.code = code
        self.tables.sockets.append(self)
        if len(self.tables.sockets) > MOST:
            self.refuse(BUSY, text(N_("Too many devices are connected. Close one and try again.")))
        elif code not in self.tables.tables:
            self.refuse(UNKNOWN, self.tables.missing(code))
        else:
            self._expect_hello(HELLO / 2)

    def _expect_hello(self, later: float) -> None:
        """Refuse a device that does not say who it is.

        The device waits for two timers in turn: after a stall, the server first reads the messages that have arrived.
        """
        loop = asyncio.get_running_loop()
        loop.call_later(later, loop.call_later, later, self._refuse_silent)

    def _refuse_silent(self) -> None:
        if self.screen is None:
            self.refuse(SILENT, text(N_("The device has not said who it is.")))

    def refuse(self, code: int, said: Text) -> None:
        """Say why, and close the connection."""
        self._say(said)
        self.close(code)

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message, unless the device has gone or does not read."""
        if self._waiting > WAITING:
            self.close(BUSY)  # it connects again, and gets the whole board
            return
        try:
            sent = asyncio.ensure_future(self.write_message(json.dumps(message)))
        except WebSocketClosedError:
            return
        self._waiting += 1
        sent.add_done_callback(self._read)

    def _read(self, sent: asyncio.Future[None]) -> None:
        self._waiting -= 1
        if not sent.cancelled():
            sent.exception()  # the device has gone: `on_close` handles that

    def on_message(self, message: str | bytes) -> None:
        """Handle a message; one that is malformed gets one error, and one too many is ignored."""
        if not self._in_time():
            return
        try:
            found = json.loads(message)
        except (ValueError, RecursionError):
            self._say(text(N_("expected JSON")))
            return
        if found == ALIVE:
            self.send(ALIVE)
        elif self.screen is not None:
            self.screen.receive(found)
            self.tables.wake(self.screen.table)
        else:
            self._greet(found)

    def _in_time(self) -> bool:
        now = monotonic()
        self._left, self._then = min(BURST, self._left + RATE * (now - self._then)), now
        if self._left < 1:
            if not self._warned:
                self._say(text(N_("The device sends too much; some of it is ignored.")))
            self._warned = True
            return False
        self._left -= 1
        self._warned = False
        return True

    def _say(self, said: Text) -> None:
        with speaking(catalogue(self.language)):
            self.send({"kind": "error", "text": sentence(TableError(said))})

    def _greet(self, found: object) -> None:
        """Handle the first message, in which a device says who it is."""
        table = self.tables.tables.get(self.code)
        fields = found if isinstance(found, dict) and found.get("kind") == "hello" else {}
        if table is None or not isinstance(shown := fields.get("version"), str):
            self._say(text(N_("expected a device to say who it is")))
            return
        if shown != version():
            self.send({"kind": "reload"})
            return
        keys, host, language, voter = (fields.get(name) for name in ("keys", "host", "language", "voter"))
        known = isinstance(keys, list) and all(isinstance(one, str) for one in (*keys, host, language, voter))
        if not (isinstance(keys, list) and known):
            self._say(text(N_("expected a device to say who it is")))
            return
        self.language = str(language) if language in LANGUAGES else SOURCE
        own = {seat: key for key in keys if (seat := table.seat_of(key)) is not None}
        taken = {key: table.redeem(key) for key in dict.fromkeys(keys)}  # a key can be redeemed only once
        moved = [found for found in taken.values() if found is not None]
        own |= dict(moved)
        for seat in own:
            self._make_way(table, seat)
        shared = fields.get("shared") is True
        hosting = bool(host) and table.is_host(str(host))
        self.screen = Screen(
            table,
            self.send,
            keys=own,
            voter=str(voter)[:LONGEST_NAME],
            host=hosting,
            shared=shared,
            language=self.language,
            invite=partial(self.tables.invitation, table),
        )
        if moved or len(own) < len(keys):
            self.send({"kind": "keys", "keys": [*own.values()]})
        if len(own) < len(keys):
            linked = fields.get("link") is True and keys[-1] not in own.values() and taken[keys[-1]] is None
            self._say(text(USED if linked else NOT_YOURS))
        if host and not hosting:
            self.send({"kind": "guest"})
            self._say(text(NO_HOST))
        self.tables.wake(table)

    def _make_way(self, table: Table, seat: int) -> None:
        """Disconnect the oldest devices with a seat, so that this one can show it."""
        screens = [(one, one.screen) for one in self.tables.sockets if one.screen is not None]
        others = [one for one, screen in screens if screen.table is table and seat in screen.seats]
        for other in others[: len(others) - MOST_OF_SEAT + 1]:
            other.refuse(REPLACED, text(ELSEWHERE))
            other.gone()

    def gone(self) -> None:
        """Remove the device from its table."""
        screen, self.screen = self.screen, None
        if screen is not None:
            screen.close()

    def on_close(self) -> None:
        """Forget the device."""
        if self in self.tables.sockets:
            self.tables.sockets.remove(self)
        self.gone()

    def get_compression_options(self) -> dict[str, Any]:
        """Compress messages."""
        return {"compression_level": 3}


def application(tables: Tables) -> Application:
    """Return the web application."""
    shared = {"tables": tables}
    rest: list[Any] = [(r"/book/(\w+)/[\w-]+\.html", RulePage, shared)]
    if tables.book is not None:
        folder = {"path": str(tables.book), "default_filename": "index.html"}
        rest = [(r"/((?:book|_static|catlive|precomputed|pictures|sheets|r|ja)(?:/.*)?)", BookFile, folder)]
    return Application(
        [
            (r"/", Root, shared),
            (r"/(table|join)/(\w+)", TablePage, shared),
            (r"/socket/(\w+)", Socket, shared),
            (r"/assets/([\w.]+)", Asset, shared),
            (r"/record/(\w+)", RecordFile, shared),
            *rest,
        ],
        default_handler_class=NoPage,
        default_handler_args=shared,
        compress_response=True,
        websocket_max_message_size=LONGEST,
        websocket_ping_interval=PING,
        websocket_ping_timeout=PING,
        log_function=lambda _: None,
    )


def port_of(written: str) -> int:
    """Return the port that somebody has written. Raises `TableError`."""
    if not written.removeprefix("-").isdecimal():
        raise TableError(text(NO_PORT, found=shorten(written)))
    return int(written)


def listen(port: int, *, lan: bool) -> socket.socket:
    """Return a socket that listens on a port or, with 0, on a free one. Raises `TableError` if that is impossible."""
    if not 0 <= port < 65_536:
        raise TableError(text(NO_PORT, found=port))
    try:
        bound = socket.create_server(("" if lan else "127.0.0.1", port))
    except OSError as error:
        message = N_("port {port} cannot be used: {error}; choose another one with --port")
        raise TableError(text(message, port=port, error=os.strerror(error.errno or 0))) from error
    bound.setblocking(False)
    return bound
