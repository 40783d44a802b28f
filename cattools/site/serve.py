"""`cattools serve`: serve the built site on this machine."""

from __future__ import annotations

import errno
import signal
import socket
import sys
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cattools.core.messages import N_, Text, text
from cattools.site.errors import BuildError
from cattools.site.precomputed import answer_files
from cattools.site.static_host import HOST, StaticHost

if TYPE_CHECKING:
    from pathlib import Path

PORT = 8000


def answers_to(host: str) -> bool:
    """Return whether `host` is empty, an IP address or a name of this machine; other sites could own other names."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    machine = socket.gethostname().lower()
    if not host or name == "localhost" or name in (machine, f"{machine}.local"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class SiteHost(StaticHost):
    """A static host for a built site."""

    def answers_to(self, host: str) -> bool:
        """Return whether `host` names this machine."""
        return answers_to(host)

    def may_be_missing(self, path: str) -> bool:
        """Return whether `path` belongs to precomputed answers, which `cattools serve` does not build."""
        return path.rpartition("/")[0].endswith(f"/{answer_files.FOLDER}")


def make_server(folder: Path, port: int | None = None, *, lan: bool = False) -> SiteHost:
    """Return a server for a folder, bound to `port` but not yet running.

    The default port is 8000, or any free port if 8000 is taken. With `lan` the server also answers other devices on the
    local network.

    Raises `BuildError` if the requested port cannot be used.
    """
    for candidate in (PORT, 0) if port is None else (port,):
        try:
            return SiteHost(folder, "" if lan else HOST, candidate)
        except OSError as error:
            if port is None and error.errno == errno.EADDRINUSE:
                continue
            raise BuildError(f"port {candidate} cannot be used: {error.strerror}") from error
        except OverflowError as error:
            raise BuildError(f"expected a port from 0 to 65535, found {candidate}") from error
    raise BuildError("no free port found")


def lan_address() -> str | None:
    """Return this machine's IP address on the local network, or None if it is not on a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: UDP connect only selects a route
        except OSError:
            return None
        return str(probe.getsockname()[0])


def stop_on_signals() -> None:
    """Make SIGTERM end the program as Ctrl-C does, even if a shell script started it with Ctrl-C disabled."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))


def serve(folder: Path, port: int | None = None, *, lan: bool = False) -> None:
    """Serve a built site until Ctrl-C; `port` and `lan` are as in `make_server`. Raises `BuildError`."""
    server = make_server(folder, port, lan=lan)
    try:
        _say(text(N_("The book is at {url}/ (Ctrl-C stops)"), url=server.url))
        if lan:
            if address := lan_address():
                url = f"http://{address}:{server.server_port}"
                _say(text(N_("Other devices on this network can open {url}/"), url=url))
            else:
                _say(text(N_("Other devices cannot open the book: this machine is not on a network.")))
        sys.stdout.flush()
        with server:
            server.serve_forever()
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        _say(text(N_("Stopped.")))


def _say(line: Text) -> None:
    sys.stdout.write(f"{line}\n")
