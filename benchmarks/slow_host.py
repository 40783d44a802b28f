"""A static host on a slow network: gzip like real hosts, a shared rate, a delay per request."""

from __future__ import annotations

import gzip
import threading
import time
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PACKED = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".wasm"}
TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css"}
CHUNK = 16384


@cache
def _packed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), 9)


class Host(ThreadingHTTPServer):
    """Serves folders, selected by the path's first segment.

    `mbit` is the rate in Mbit/s, `delay` the delay per request in seconds. Without `mbit` it serves uncompressed files
    at full speed.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folders: dict[str, Path], mbit: float = 0, delay: float = 0) -> None:
        self.folders, self.mbit, self.delay = folders, mbit, delay
        self.sent: dict[str, int] = {}  # bytes of bodies
        self.asked: dict[str, int] = {}  # number of times that a body was sent
        self._line = threading.Lock()
        self._free = 0.0
        super().__init__(("127.0.0.1", 0), _Answer)
        if mbit:  # compress in advance, so that the first request does not wait for it
            for folder in folders.values():
                for file in folder.rglob("*"):
                    if file.suffix in PACKED and file.is_file():
                        _packed(file)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """The host's URL, without a trailing slash."""
        return f"http://127.0.0.1:{self.server_port}"

    def pace(self, size: int) -> None:
        """Wait until the simulated network has transferred `size` bytes."""
        if not self.mbit:
            return
        with self._line:
            self._free = max(time.perf_counter(), self._free) + size * 8 / (self.mbit * 1e6)
            wait = self._free - time.perf_counter()
        if wait > 0:
            time.sleep(wait)

    def handle_error(self, request: object, client_address: object) -> None:
        """Do nothing: a browser that disconnects early is not an error."""


class _Answer(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Host

    def do_GET(self) -> None:
        time.sleep(self.server.delay)
        first, _, rest = self.path.split("?")[0].lstrip("/").partition("/")
        file = self.server.folders.get(first, Path("/nowhere")) / (rest or "index.html")
        if not file.is_file():
            self.send_error(404)
            return
        tag = f'"{file.stat().st_mtime_ns:x}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.end_headers()
            return
        pack = bool(self.server.mbit) and file.suffix in PACKED
        body = _packed(file) if pack else file.read_bytes()
        self.server.sent[self.path] = self.server.sent.get(self.path, 0) + len(body)
        self.server.asked[self.path] = self.server.asked.get(self.path, 0) + 1
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(file.suffix) or self.guess_type(str(file)))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "max-age=600")
        if pack:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        for at in range(0, len(body), CHUNK):
            part = body[at : at + CHUNK]
            self.server.pace(len(part))
            self.wfile.write(part)

    def log_message(self, *words: object) -> None:
        """Log nothing."""
