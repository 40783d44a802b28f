"""Detects faults that no page may have, whatever its test checks."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

from tests.browser.static_host import Trap

HERE = {"127.0.0.1", "localhost"}


class Watch:
    """Records every request, console error and page error of a browser context.

    A test that provokes an error on purpose calls `forgive` with a pattern that matches the expected line.
    """

    def __init__(self, context: BrowserContext, trap: Trap) -> None:
        self._trap = trap
        self.restart()
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", self._error)

    def restart(self) -> None:
        """Discard everything recorded so far, because another test begins."""
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.forgiven: list[str] = []
        self._pardoned = False
        self._before = len(self._trap.caught)

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self.errors.append(f"page: {error.error}")

    def forgive(self, pattern: str) -> None:
        """Expect errors that match the regular expression."""
        self.forgiven.append(pattern)

    def pardon(self) -> None:
        """Ignore all faults of the page, past and future, for a test that checks them itself."""
        self._pardoned = True

    @property
    def outside(self) -> list[str]:
        """All requests to other hosts."""
        requested = [url for url in self.requests if urlsplit(url).hostname not in {*HERE, None}]
        return [*requested, *self._trap.caught[self._before :]]

    def faults(self) -> list[str]:
        """Return everything that makes the test fail, one line each."""
        if self._pardoned:
            return []
        errors = [e for e in self.errors if not any(re.search(pattern, e) for pattern in self.forgiven)]
        return [*(f"request to another host: {url}" for url in dict.fromkeys(self.outside)), *errors]
