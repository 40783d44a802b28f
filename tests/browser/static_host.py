"""The tests' static host, which can hold back files, and a trap for requests to other hosts."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from cattools.site import static_host

LISTENER = "listener.js"
LONGEST = 60.0  # maximum seconds for which a file is held back


class _Handler(static_host.Handler):
    server: "StaticHost"

    def do_GET(self) -> None:  # noqa: N802 - the name in the base class
        if self.path == f"{self.server.below}/{LISTENER}":
            self.give(HTTPStatus.OK, "text/javascript", self.server.listener)
        else:
            super().do_GET()


class StaticHost(static_host.StaticHost):
    """A static host that can hold back files; `listener` is a script that every page runs first.

    The site is below a path, as on GitHub Pages, so none of its links may start at the host's root.
    """

    handler = _Handler
    below = "/rulebook"
    cache_control = "max-age=600"

    def __init__(self, folder: Path, listener: str = "") -> None:
        self.listener = listener.encode()
        self.gates: dict[str, threading.Event] = {}
        super().__init__(folder)

    @contextmanager
    def holding(self, part: str) -> Iterator[None]:
        """Hold back the files whose paths contain a string until the end of the block."""
        gate = self.gates[part] = threading.Event()
        try:
            yield
        finally:
            del self.gates[part]
            gate.set()

    def content(self, file: Path) -> bytes:
        if gate := next((gate for part, gate in self.gates.items() if part in file.as_posix()), None):
            gate.wait(LONGEST)
        content = super().content(file)
        if self.listener and file.suffix == ".html":
            tag = f'<head><script src="{self.below}/{LISTENER}"></script>'.encode()
            return content.replace(b"<head>", tag, 1)
        return content


class Trap(socketserver.ThreadingTCPServer):
    """The proxy of every browser context: it records and refuses every request to another host.

    It also sees requests that page events miss: those of workers, prefetches and web sockets.
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
