"""Print PDFs and take screenshots with this machine's Chromium, started once with a temporary profile.

Chromium is controlled with the DevTools protocol over pipes (file descriptors 3 and 4). A message is a JSON object
followed by a zero byte.
"""

from __future__ import annotations

import base64
import json
import os
import select
import signal
import time
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

from cattools.site.errors import BuildError
from cattools.site.pipeline.executables import CHROMIUM

if TYPE_CHECKING:
    from types import TracebackType

LONGEST = 60.0  # timeout for one answer, in seconds
MISSING = (
    "Chromium, which makes the PDFs, was not found: install it (on Debian `sudo apt-get install chromium`), or set "
    "CHROMIUM to its path; any browser can print a sheet from its page in the book"
)
_FLAGS = (
    "--headless",
    "--remote-debugging-pipe",
    "--no-sandbox",  # the sandbox does not work in containers, and only our own pages, without scripts, are shown
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
_LOWEST = 10  # the lowest file descriptor of our ends of the pipes; Chromium gets lower ones


def program() -> str:
    """Return the path of Chromium. Raises `BuildError` if there is none."""
    try:
        found = CHROMIUM.find()
    except FileNotFoundError as error:
        raise BuildError(str(error)) from None
    if found is None:
        raise BuildError(MISSING)
    return found


class Printer:
    """A Chromium process that renders HTML to PDF and PNG: `with Printer() as printer: printer.pdf(html)`."""

    def __init__(self, path: str | None = None) -> None:
        """Start the program at `path`, by default the one that `program` finds. Raises `BuildError`."""
        import fcntl  # noqa: PLC0415 - missing on Windows, where no program is found

        path = path or program()
        self._profile = TemporaryDirectory(prefix="cattools-", ignore_cleanup_errors=True)
        (theirs_in, self._write), (self._read, theirs_out) = os.pipe(), os.pipe()
        reading, writing = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _LOWEST) for fd in (theirs_in, theirs_out))
        silent = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
        pipes = [(os.POSIX_SPAWN_DUP2, reading, 3), (os.POSIX_SPAWN_DUP2, writing, 4)]
        words = [path, *_FLAGS, f"--user-data-dir={self._profile.name}"]
        try:
            self._process = os.posix_spawn(path, words, os.environ, file_actions=[*silent, *pipes], setpgroup=0)
        finally:
            for fd in (theirs_in, theirs_out, reading, writing):
                os.close(fd)
        self._last_id, self._received = 0, b""
        try:
            target = self._ask("Target.createTarget", url="about:blank")["targetId"]
            self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            self._frame = self._send_command("Page.getFrameTree")["frameTree"]["frame"]["id"]
        except BuildError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def pdf(self, html: str) -> bytes:
        """Render an HTML document to PDF, in the paper size set by its style sheet. Raises `BuildError`."""
        self._send_command("Page.setDocumentContent", frameId=self._frame, html=html)
        made = self._send_command("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        return base64.b64decode(made["data"])

    def png(self, html: str, wide: int, tall: int) -> bytes:
        """Render an HTML document to a PNG of `wide` by `tall` pixels. Raises `BuildError`."""
        size = {"width": wide, "height": tall, "deviceScaleFactor": 1, "mobile": False}
        self._send_command("Emulation.setDeviceMetricsOverride", **size)
        self._send_command("Page.setDocumentContent", frameId=self._frame, html=html)
        made = self._send_command("Page.captureScreenshot", format="png", optimizeForSpeed=False)
        return base64.b64decode(made["data"])

    def close(self) -> None:
        """Kill the program and its child processes."""
        for fd in (self._write, self._read):
            with suppress(OSError):
                os.close(fd)
        with suppress(ProcessLookupError):
            os.killpg(self._process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)
        self._profile.cleanup()

    def _send_command(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._ask(method, self._session, **parameters)

    def _ask(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        until = time.monotonic() + LONGEST
        self._send(json.dumps(message).encode() + b"\0", method)
        while True:
            found = json.loads(self._next(method, until))
            if found.get("id") == self._last_id:
                if "error" in found:
                    raise BuildError(f"Chromium could not print: {found['error'].get('message', method)}")
                return dict(found["result"])

    def _send(self, data: bytes, method: str) -> None:
        try:
            while data:
                data = data[os.write(self._write, data) :]
        except BrokenPipeError:
            raise BuildError(f"Chromium exited before printing ({method})") from None

    def _next(self, method: str, until: float) -> bytes:
        """Return the next message."""
        while b"\0" not in self._received:
            ready, _, _ = select.select([self._read], [], [], max(until - time.monotonic(), 0))
            if not ready:
                raise BuildError(f"Chromium did not answer within {LONGEST:.0f} seconds ({method})")
            more = os.read(self._read, 1 << 20)
            if not more:
                raise BuildError(f"Chromium exited before printing ({method})")
            self._received += more
        message, _, self._received = self._received.partition(b"\0")
        return message
