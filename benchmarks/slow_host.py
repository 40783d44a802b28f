"""A static host on a slow network: a shared rate, and a delay for every file."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from cattools.site.static_host import COMPRESSED, StaticHost

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHUNK = 16384


class SlowHost(StaticHost):
    """A static host with a rate of `mbit` Mbit/s and a delay of `delay` seconds per file.

    Without `mbit` it sends uncompressed files at full speed. Otherwise it compresses files: all of them in
    advance, so that no request waits, or, with `lazy`, each file at its first request.
    """

    cache_control = "max-age=600"

    def __init__(self, folder: Path, mbit: float = 0, delay: float = 0, *, lazy: bool = False) -> None:
        self.mbit, self.delay = mbit, delay
        self.gzip_level = 9 if mbit else 0
        self.sent: dict[str, int] = {}  # bytes of bodies
        self.asked: dict[str, int] = {}  # number of times that a body was sent
        self._line = threading.Lock()
        self._free = 0.0
        super().__init__(folder)
        if mbit and not lazy:
            for file in folder.rglob("*"):
                if file.suffix in COMPRESSED and file.is_file():
                    self.gzipped(file.read_bytes())

    def content(self, file: Path) -> bytes:
        """Return the file's content after the delay of a request."""
        time.sleep(self.delay)
        return super().content(file)

    def send(self, path: str, data: bytes, write: Callable[[bytes], object]) -> None:
        """Send a body as fast as the simulated network transfers it, and count its bytes."""
        self.sent[path] = self.sent.get(path, 0) + len(data)
        self.asked[path] = self.asked.get(path, 0) + 1
        for at in range(0, len(data), CHUNK):
            part = data[at : at + CHUNK]
            self._transfer(len(part))
            write(part)

    def _transfer(self, size: int) -> None:
        """Wait until the simulated network has transferred `size` bytes."""
        if not self.mbit:
            return
        with self._line:
            self._free = max(time.perf_counter(), self._free) + size * 8 / (self.mbit * 1e6)
            wait = self._free - time.perf_counter()
        if wait > 0:
            time.sleep(wait)
