"""`cattools serve`: serve the built site on this machine."""

from __future__ import annotations

import errno
import gzip
import signal
import socket
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from cattools.core.errors import clipped
from cattools.site.errors import BuildError
from cattools.site.precomputed.files import FOLDER as RECORDED

if TYPE_CHECKING:
    from types import FrameType

HOST = "127.0.0.1"
PORT = 8000
_NO_PAGE = "404.html"  # at the site's root
_PACKABLE = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".wasm", ".txt", ".md", ".inv"}


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves static files with the MIME types of modules and WebAssembly, gzipped if the browser accepts it."""

    protocol_version = "HTTP/1.1"
    extensions_map: dict[str, str] = {  # noqa: RUF012 - as in the base class
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".css": "text/css",
        ".svg": "image/svg+xml",
        ".json": "application/json",
        ".html": "text/html; charset=utf-8",
        ".woff2": "font/woff2",
        ".bin": "application/octet-stream",
    }
    packed: ClassVar[dict[tuple[str, int], bytes]] = {}

    def do_GET(self) -> None:
        """Answer with the file."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """Answer as to GET, without the body."""
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        asked, _, query = self.path.partition("?")
        try:
            file = self._inside(Path(self.translate_path(asked)))
            if file.is_dir():
                if not asked.endswith("/"):
                    self._lead(asked.rsplit("/", 1)[-1] + "/" + (f"?{query}" if query else ""))
                    return
                file = self._inside(file / "index.html")
            stat, data = file.stat(), file.read_bytes()
        except (OSError, ValueError, RuntimeError):  # missing file, invalid file name, symlink loop
            self._missing(asked, body=body)
            return
        tag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", tag)
            self.end_headers()
            return
        small = file.suffix in _PACKABLE and "gzip" in self.headers.get("Accept-Encoding", "")
        if small:
            key = (str(file), stat.st_mtime_ns)
            if key not in self.packed:
                self.packed[key] = gzip.compress(data, 6, mtime=0)
            data = self.packed[key]
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("ETag", tag)
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Cache-Control", "no-cache")  # revalidate: the site may have been rebuilt
        if small:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if body:
            self.wfile.write(data)

    def _inside(self, file: Path) -> Path:
        """Return an existing file or folder. Raises `FileNotFoundError` if a symlink leads out of the site."""
        if not file.resolve(strict=True).is_relative_to(Path(self.directory).resolve()):
            raise FileNotFoundError(file)
        return file

    def _lead(self, where: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _missing(self, asked: str, *, body: bool) -> None:
        """Answer 404 with the book's page or a line of text; a missing precomputed answer gets 204."""
        if asked.rpartition("/")[0].endswith(f"/{RECORDED}"):  # `cattools serve` builds without them
            self.send_response(HTTPStatus.NO_CONTENT)
            self.end_headers()
            return
        page = Path(self.directory, _NO_PAGE)
        if "text/html" in self.headers.get("Accept", "") and page.is_file():
            self._give(HTTPStatus.NOT_FOUND, "text/html; charset=utf-8", page.read_bytes(), body=body)
            return
        line = f"There is no page at {clipped(asked, 200)}.\n".encode()
        self._give(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", line, body=body)

    def _give(self, status: HTTPStatus, kind: str, data: bytes, *, body: bool) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Log no requests."""

    def handle(self) -> None:
        """Answer one connection; a client that disconnects early is not an error."""
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True


class SiteServer(ThreadingHTTPServer):
    """Serves each client in its own thread and reports a failed request in one line."""

    def handle_error(self, request: object, client_address: object) -> None:  # noqa: ARG002 - as in the base class
        """Report a failure in one line."""
        sys.stderr.write(f"A request failed: {clipped(repr(sys.exception()), 200)}\n")


def make_server(folder: Path, port: int | None = None, *, lan: bool = False) -> ThreadingHTTPServer:
    """Return a server for a folder, bound to `port` but not yet running.

    The default port is 8000, or any free port if 8000 is taken. With `lan` the server also answers other devices on the
    local network.

    Raises `BuildError` if the requested port cannot be used.
    """
    handler = partial(SiteHandler, directory=str(folder))
    for one in (PORT, 0) if port is None else (port,):
        try:
            return SiteServer(("" if lan else HOST, one), handler)
        except OSError as error:
            if port is None and error.errno == errno.EADDRINUSE:
                continue
            raise BuildError(f"port {one} cannot be used: {error.strerror}") from error
        except OverflowError as error:
            raise BuildError(f"expected a port from 0 to 65535, found {one}") from error
    raise BuildError("no free port found")


def _lan_address() -> str | None:
    """Return this machine's IP address on the local network, None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: UDP connect only selects a route
        except OSError:
            return None
        return str(probe.getsockname()[0])


def stop_when_asked() -> None:
    """Make SIGTERM end the program as Ctrl-C does, and make Ctrl-C work even in a background process."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, stop)


def serve(folder: Path, port: int | None = None, *, lan: bool = False) -> None:
    """Serve a built site until Ctrl-C; `port` and `lan` as in `make_server`."""
    server = make_server(folder, port, lan=lan)
    try:
        number = server.server_address[1]
        sys.stdout.write(f"The book is at http://{HOST}:{number}/ (Ctrl-C stops)\n")
        if lan:
            address = _lan_address()
            where = f"http://{address}:{number}/" if address else "nothing: this machine is not in a network"
            sys.stdout.write(f"Other devices on this network can open {where}\n")
        sys.stdout.flush()
        with server:
            server.serve_forever()
    except KeyboardInterrupt:
        sys.stdout.write("\nStopped.\n")
