"""A static host: a web server for one folder of files. `cattools serve`, tests and benchmarks subclass it."""

from __future__ import annotations

import gzip
import re
import sys
import threading
from contextlib import contextmanager
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cattools.core.errors import clipped
from cattools.live.sphinx.content_security_policy import ALWAYS, HEADERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HOST = "127.0.0.1"
_NOT_FOUND = "404.html"
_PLAIN = "text/plain; charset=utf-8"
# As on real hosts, only text and WebAssembly are compressed; the formats of the other files are compressed already.
COMPRESSED = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".wasm", ".txt", ".md", ".inv"}


@cache  # unbounded: if a host compresses a whole site in advance, no file may be evicted
def _gzip(data: bytes, level: int) -> bytes:
    return gzip.compress(data, level, mtime=0)


class Handler(SimpleHTTPRequestHandler):
    """Answers one client's requests with files of the host's folder."""

    server: StaticHost
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

    def do_GET(self) -> None:
        """Answer a request with the file that it names, or with the requested range of its bytes."""
        host = self.headers.get("Host", "")
        if not self.server.answers_to(host):
            line = f"This server has no site called {clipped(host, 200)}.\n".encode()
            self.give(HTTPStatus.MISDIRECTED_REQUEST, _PLAIN, line)
            return
        path, _, query = self.path.partition("?")
        try:
            file = self._find(path)
            if file.is_dir():
                if not path.endswith("/"):
                    self._redirect(path.rsplit("/", 1)[-1] + "/" + (f"?{query}" if query else ""))
                    return
                file = self._inside(file / "index.html")
            stat, data = file.stat(), self.server.content(file)
        except (OSError, ValueError, RuntimeError):  # missing file, invalid file name, symlink loop
            self._missing(path)
            return
        tag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", tag)
            self.end_headers()
            return
        headers = {"ETag": tag, "Vary": "Accept-Encoding", "Cache-Control": self.server.cache_control}
        kind = self.guess_type(str(file))
        if (asked := self._range(len(data), tag)) is not None:
            first, last = asked
            if first > last:
                headers["Content-Range"] = f"bytes */{len(data)}"
                self.give(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, _PLAIN, b"", headers)
                return
            headers["Content-Range"] = f"bytes {first}-{last}/{len(data)}"
            self.give(HTTPStatus.PARTIAL_CONTENT, kind, data[first : last + 1], headers)
            return
        headers["Accept-Ranges"] = "bytes"
        compressed = file.suffix in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", "")
        if compressed and self.server.gzip_level:
            data = self.server.gzipped(data)
            headers["Content-Encoding"] = "gzip"
        self.give(HTTPStatus.OK, kind, data, headers)

    def _range(self, size: int, tag: str) -> tuple[int, int] | None:
        """Return the first and last byte that a request asks for; the first is beyond the last if there are none.

        None means the whole file: a request for several ranges, or for a part of another version, gets it all.
        """
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        if asked is None or self.command != "GET" or self.headers.get("If-Range", tag) != tag:
            return None
        first, last = asked.groups()
        if first:
            return int(first), min(int(last or size), size - 1) if int(first) < size else -1
        return (max(0, size - int(last)), size - 1 if int(last) else -1) if last else None

    def do_HEAD(self) -> None:
        """Answer like a GET request, but without the body."""
        self.do_GET()

    def give(self, status: HTTPStatus, kind: str, data: bytes, headers: dict[str, str] | None = None) -> None:
        """Send a complete answer: status, headers and body."""
        self.send_response(status)
        own = [("Content-Type", kind), ("Content-Length", str(len(data))), *(headers or {}).items()]
        for name, value in (*own, *self.server.headers):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.server.send(self.path, data, self.wfile.write)

    def _find(self, path: str) -> Path:
        below = self.server.below
        if not path.startswith(f"{below}/"):
            raise FileNotFoundError(path)
        return self._inside(Path(self.translate_path(path.removeprefix(below))))

    def _inside(self, file: Path) -> Path:
        """Return an existing file or folder. Raises `FileNotFoundError` if a symlink leads out of the host's folder."""
        if not file.resolve(strict=True).is_relative_to(self.server.folder.resolve()):
            raise FileNotFoundError(file)
        return file

    def _redirect(self, where: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _missing(self, path: str) -> None:
        """Send an empty answer if the file may be missing, otherwise the folder's 404 page or a line of text."""
        if self.server.may_be_missing(path):
            self.send_response(HTTPStatus.NO_CONTENT)
            self.end_headers()
            return
        page = self.server.folder / _NOT_FOUND
        if "text/html" in self.headers.get("Accept", "") and page.is_file():
            self.give(HTTPStatus.NOT_FOUND, self.extensions_map[".html"], page.read_bytes())
            return
        line = f"There is no page at {clipped(path, 200)}.\n".encode()
        self.give(HTTPStatus.NOT_FOUND, _PLAIN, line)

    def log_message(self, *_: Any) -> None:
        """Log no requests."""

    def handle(self) -> None:
        """Answer one connection; a client that disconnects early is not an error."""
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True


class StaticHost(ThreadingHTTPServer):
    """Serves a folder as real hosts do; each client has its own thread.

    Files are sent with the right content types and the headers in `_headers`; they are compressed and revalidated. The
    answer to a request for a missing page is `404.html`. A subclass can set the class attributes and override
    `content`, `send`, `answers_to` and `may_be_missing`.
    """

    handler: ClassVar[type[Handler]] = Handler
    below: ClassVar[str] = ""  # the path of the folder's URL, without a trailing slash
    cache_control: ClassVar[str] = "no-cache"  # revalidate: the site may have been rebuilt
    gzip_level: int = 6  # 0: compress nothing
    request_queue_size = 64

    def __init__(self, folder: Path, address: str = HOST, port: int = 0) -> None:
        """Bind the host to a port, by default to a free one. Raises `OSError` or `OverflowError`."""
        self.folder = folder
        file = folder / HEADERS
        lines = file.read_text("utf-8").splitlines() if file.is_file() else []
        self.headers = [line.strip().partition(": ")[::2] for line in lines if line.startswith(" ")]
        named = {name for name, _ in self.headers}
        self.headers += [(name, value) for name, value in ALWAYS.items() if name not in named]
        super().__init__((address, port), partial(self.handler, directory=str(folder)))

    @property
    def url(self) -> str:
        """The URL of the folder on this machine, without a trailing slash."""
        return f"http://{HOST}:{self.server_port}{self.below}"

    def content(self, file: Path) -> bytes:
        """Return the bytes to send for a file; called on every request for that file."""
        return file.read_bytes()

    def gzipped(self, data: bytes) -> bytes:
        """Return data compressed with the host's `gzip_level`."""
        return _gzip(data, self.gzip_level)

    def send(self, path: str, data: bytes, write: Callable[[bytes], object]) -> None:  # noqa: ARG002 - for subclasses
        """Send the body of the answer to the request for `path`."""
        write(data)

    def answers_to(self, host: str) -> bool:  # noqa: ARG002 - for subclasses
        """Return whether a request may address this server by the name in its `Host` header."""
        return True

    def may_be_missing(self, path: str) -> bool:  # noqa: ARG002 - for subclasses
        """Return whether the file at `path` may be missing; the answer is then empty instead of an error."""
        return False

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Answer requests until the end of the block."""
        with self:
            threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
            try:
                yield self
            finally:
                self.shutdown()

    def handle_error(self, request: object, client_address: object) -> None:  # noqa: ARG002 - as in the base class
        """Report a failed request in one line."""
        sys.stderr.write(f"A request failed: {clipped(repr(sys.exception()), 200)}\n")
