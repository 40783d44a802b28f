"""A static host like the real ones, and a trap for requests to other hosts."""

import gzip
import mimetypes
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

# As on real hosts, text and WebAssembly are compressed; files that are compressed already are not.
PACKED = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".wasm", ".txt", ".map"}
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}
# The site is below a path, as on GitHub Pages, so no address in it may begin at the host's root.
BELOW = "/rulebook"
LISTENER = "listener.js"
LONGEST = 60.0  # seconds for which a file is held back


@cache
def _packed(path: Path, changed: int) -> bytes:
    del changed  # only part of the cache key: a rebuilt file is compressed again
    return gzip.compress(path.read_bytes(), 6)


class StaticHost(ThreadingHTTPServer):
    """Serves one folder below a path of 127.0.0.1, on a free port, with gzip and the folder's own `_headers`.

    `listener` is a script that every page runs first.
    """

    daemon_threads = True

    def __init__(self, folder: Path, listener: str = "") -> None:
        self.folder = folder
        self.listener = listener.encode()
        own = folder / "_headers"
        lines = own.read_text(encoding="utf-8").splitlines() if own.is_file() else []
        self.headers = [line.strip().partition(": ")[::2] for line in lines if line.startswith(" ")]
        self.gates: dict[str, threading.Event] = {}
        super().__init__(("127.0.0.1", 0), _Answer)

    @contextmanager
    def holding(self, part: str) -> Iterator[None]:
        """Hold back the files with a part in their paths until the end of the block."""
        gate = self.gates[part] = threading.Event()
        try:
            yield
        finally:
            del self.gates[part]
            gate.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}{BELOW}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a browser that closes a page in the middle of a download."""


class _Answer(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: StaticHost

    def do_GET(self) -> None:
        name = self.path.split("?")[0].split("#")[0]
        if not name.startswith(BELOW + "/"):
            self.send_error(404)
            return
        if name == f"{BELOW}/{LISTENER}":
            self._give(self.server.listener, ".js", pack=False)
            return
        self.directory = str(self.server.folder)
        path = Path(self.translate_path(name.removeprefix(BELOW)))
        if path.is_dir() and not name.endswith("/"):
            self.send_response(301)
            self.send_header("Location", f"{name}/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            missing = self.server.folder / "404.html"
            if missing.is_file():
                self._give(missing.read_bytes(), ".html", pack=False, status=404)
            else:
                self.send_error(404)
            return
        if gate := next((gate for part, gate in self.server.gates.items() if part in self.path), None):
            gate.wait(LONGEST)
        if self.server.listener and path.suffix == ".html":
            tag = f'<head><script src="{BELOW}/{LISTENER}"></script>'.encode()
            self._give(path.read_bytes().replace(b"<head>", tag, 1), ".html", pack=False)
            return
        pack = path.suffix in PACKED and "gzip" in self.headers.get("Accept-Encoding", "")
        self._give(_packed(path, path.stat().st_mtime_ns) if pack else path.read_bytes(), path.suffix, pack=pack)

    def _give(self, body: bytes, suffix: str, *, pack: bool, status: int = 200) -> None:
        self.send_response(status)
        kind = TYPES.get(suffix) or mimetypes.guess_type(f"a{suffix}")[0] or "application/octet-stream"
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        for header, value in self.server.headers:
            self.send_header(header, value)
        if pack:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None:
        """Log nothing: the tests report failures themselves."""


class Trap(socketserver.ThreadingTCPServer):
    """The proxy of every browser context: it records and refuses every request to another host.

    It also sees what page events miss: workers, prefetches and web sockets.
    """

    daemon_threads = True

    def __init__(self) -> None:
        self.caught: list[str] = []
        super().__init__(("127.0.0.1", 0), _Refuse)


class _Refuse(socketserver.StreamRequestHandler):
    server: Trap
    timeout = 10

    def handle(self) -> None:
        line = self.rfile.readline(4096).decode("latin-1").split()
        if len(line) > 1:
            self.server.caught.append(line[1])
        self.wfile.write(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
