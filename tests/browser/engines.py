"""Drives three browser engines through one small interface: a reader's actions on a page, and what the page reports.

Playwright can drive a stock Chromium, but Firefox and WebKit only in its own builds. A stock Firefox is therefore
driven by WebDriver BiDi, and WebKitGTK by WebDriver, with the few commands of those standards that are needed here.
"""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Error, Page
from websocket import WebSocket, create_connection

from tests.browser.page_watch import Watch
from tests.browser.waits import settled, until

LONGEST = 60.0  # seconds for one command
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.3 Mobile/15E148 Safari/604.1"
)
# The codes of keys other than letters, in both WebDriver standards.
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
# Pages run this first if the browser's driver does not report the console.
LISTENER = """
const hear = (text) => {
  sessionStorage.heard = JSON.stringify([...JSON.parse(sessionStorage.heard ?? "[]"), String(text)]);
};
addEventListener("error", (event) => hear(event.message ?? `${event.target.src ?? event.target.href} is lost`), true);
addEventListener("unhandledrejection", (event) => hear(event.reason));
addEventListener("securitypolicyviolation", (event) => hear(`${event.violatedDirective}: ${event.blockedURI}`));
const { error } = console;
console.error = (...words) => { hear(words.join(" ")); error.apply(console, words); };
"""
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "ui.primaryPointerCapabilities": 6,  # a fine pointer that hovers: without a screen, Firefox finds no mouse
    "ui.allPointerCapabilities": 6,
}


class PageGoneError(Exception):
    """The page was replaced before it could answer."""


# The centre of an element in the window; null if another element covers it.
SEEN = """(() => {
  const place = document.querySelector(%s);
  place.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = place.getBoundingClientRect();
  const middle = [x + width / 2, y + height / 2];
  return place.contains(document.elementFromPoint(...middle)) ? middle : null;
})()"""


class Driver(ABC):
    """A browser with one page."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Open a page; return when its HTML has been parsed."""

    @abstractmethod
    def run(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page, transferred as JSON; a promise is awaited first."""

    @abstractmethod
    def press_at(self, x: float, y: float) -> None:
        """Press the mouse at a point of the window."""

    @abstractmethod
    def keys(self, *names: str) -> None:
        """Press keys one after the other: letters, or names as in `KEYS`."""

    @abstractmethod
    def back(self) -> None:
        """Go to the previous page."""

    @abstractmethod
    def errors(self) -> list[str]:
        """Return all errors that the console has shown so far."""

    def until(self, expression: str, seconds: float = 60) -> None:
        """Wait until an expression is true, even on a busy machine."""

        def holds() -> bool:
            with suppress(PageGoneError):
                return bool(self.run(f"!!({expression})"))
            return False

        until(holds, seconds, expression)

    def press(self, selector: str, seconds: float = 10) -> None:
        """Press the first element that matches a CSS selector, once it is in view and has stopped moving."""
        places: list[Any] = [self.run(SEEN % json.dumps(selector))]

        def rests() -> bool:
            places.append(self.run(SEEN % json.dumps(selector)))
            return places[-1] is not None and places[-1] == places[-2]

        until(rests, seconds, f"{selector} can be pressed")
        self.press_at(*places[-1])


def evaluate(page: Page, expression: str) -> Any:
    """Evaluate JavaScript in a Playwright page. Raises `PageGoneError` if another page replaces it meanwhile."""
    try:
        return settled(page, expression)
    except Error as error:
        raise PageGoneError(error.message) if "context was destroyed" in error.message else error from None


class ChromiumDriver(Driver):
    """A Playwright page and the watch over it."""

    def __init__(self, page: Page, watch: Watch) -> None:
        self._page = page
        self._watch = watch

    def open(self, address: str) -> None:
        self._page.goto(address, wait_until="domcontentloaded")

    def run(self, expression: str) -> Any:
        return evaluate(self._page, f"async () => ({expression})")

    def press_at(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def keys(self, *names: str) -> None:
        for name in names:
            self._page.keyboard.press(name)

    def back(self) -> None:
        self._page.go_back(wait_until="domcontentloaded")

    def errors(self) -> list[str]:
        self.run("0")  # earlier console messages arrive before the answer
        return self._watch.errors


def mouse(x: float, y: float) -> list[dict[str, Any]]:
    """Return the actions of a mouse press, which are the same in both WebDriver standards."""
    steps = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}]


def keyboard(names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the actions of key presses, which are the same in both WebDriver standards."""
    values = [KEYS.get(name, name) for name in names]
    steps = [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keys", "actions": steps}]


class FirefoxDriver(Driver):
    """A stock Firefox, driven by WebDriver BiDi."""

    def __init__(self, line: WebSocket) -> None:
        self._line = line
        self._number = 0
        self._errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        # The first page of a headless Firefox never has the focus.
        self._here = self._ask("browsingContext.create", type="tab")["context"]

    def _ask(self, method: str, **params: object) -> dict[str, Any]:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            message = json.loads(self._line.recv())
            if message["type"] == "event" and message["params"]["level"] == "error":
                self._errors.append(message["params"]["text"])
            elif message.get("id") == self._number:
                assert message["type"] == "success", f"{method}: {message['message']}"
                return dict(message["result"])

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._here, url=address, wait="interactive")

    def run(self, expression: str) -> Any:
        program = f"(async () => JSON.stringify(await ({expression})))()"
        done = self._ask("script.evaluate", expression=program, target={"context": self._here}, awaitPromise=True)
        assert done["type"] == "success", f"{expression}: {done['exceptionDetails']['text']}"
        return json.loads(done["result"].get("value", "null"))

    def _act(self, actions: list[dict[str, Any]]) -> None:
        self._ask("input.performActions", context=self._here, actions=actions)

    def press_at(self, x: float, y: float) -> None:
        self._act(mouse(x, y))

    def keys(self, *names: str) -> None:
        self._act(keyboard(names))

    def back(self) -> None:
        self._ask("browsingContext.traverseHistory", context=self._here, delta=-1)

    def print(self) -> bytes:
        """Print the page as PDF."""
        return base64.b64decode(self._ask("browsingContext.print", context=self._here)["data"])

    def errors(self) -> list[str]:
        self._ask("session.status")  # earlier console messages arrive before the answer
        return self._errors


class WebkitDriver(Driver):
    """WebKitGTK's MiniBrowser, driven by WebDriver.

    The driver does not report the console, so the pages need `LISTENER`.
    """

    def __init__(self, service: str, browser: Mapping[str, object]) -> None:
        self._service = service
        wanted = {"alwaysMatch": {"pageLoadStrategy": "none", "webkitgtk:browserOptions": browser}}
        self._session = f"/session/{self._ask('POST', '/session', capabilities=wanted)['sessionId']}"

    def _ask(self, method: str, path: str, **body: object) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        request = Request(self._service + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(request, timeout=LONGEST) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            with error:
                reason = json.load(error)["value"]
            raise PageGoneError(reason["error"]) if "no such" in reason["error"] else AssertionError(reason) from None

    def _tell(self, path: str, **body: object) -> Any:
        return self._ask("POST", self._session + path, **body)

    def open(self, address: str) -> None:
        self._tell("/url", url=address)
        self.until(f"location.href === {json.dumps(address)} && document.readyState !== 'loading'", LONGEST)

    def run(self, expression: str) -> Any:
        program = (
            f"const done = arguments[0]; (async () => JSON.stringify(await ({expression})) ?? 'null')()"
            ".then(done, (error) => done(JSON.stringify({ failed: String(error) })))"
        )
        found = json.loads(self._tell("/execute/async", script=program, args=[]))
        assert not (isinstance(found, dict) and "failed" in found), f"{expression}: {found['failed']}"
        return found

    def press_at(self, x: float, y: float) -> None:
        self._tell("/actions", actions=mouse(x, y))

    def keys(self, *names: str) -> None:
        self._tell("/actions", actions=keyboard(names))

    def back(self) -> None:
        self._tell("/back")

    def errors(self) -> list[str]:
        return list(self.run("JSON.parse(sessionStorage.heard ?? '[]')"))

    def close(self) -> None:
        """Close the browser."""
        self._ask("DELETE", self._session)


@contextmanager
def _running(command: Sequence[str], log: Path, places: Mapping[str, str]) -> Iterator[None]:
    """Run a program; at the end, kill it and everything that it started."""
    with log.open("wb") as output:
        program = subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT, env={**os.environ, **places}, start_new_session=True
        )
    try:
        yield
    finally:
        os.killpg(program.pid, signal.SIGKILL)
        program.wait(timeout=LONGEST)


def _logged(log: Path, pattern: str) -> str:
    """Wait until the log of a program matches a pattern, and return the match."""
    content = partial(log.read_text, encoding="utf-8", errors="replace")
    try:
        found = until(lambda: re.findall(pattern, content()), LONGEST, "a browser has started")
    except AssertionError as late:
        raise AssertionError(f"{late}\n{content()[-1000:]}") from None
    return str(found[0])


@contextmanager
def firefox(program: str, folder: Path) -> Iterator[FirefoxDriver]:
    """Start a Firefox with a fresh profile in a folder."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("".join(lines), encoding="utf-8")
    log = folder / "firefox.log"
    command = [program, "--headless", "--remote-debugging-port=0", "--profile", str(folder)]
    with _running(command, log, {"HOME": str(folder)}):
        place = _logged(log, r"BiDi listening on (ws://\S+)") + "/session"
        line = create_connection(place, timeout=LONGEST, suppress_origin=True)
        try:
            yield FirefoxDriver(line)
        finally:
            line.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(service: str) -> None:
    """Wait until a WebDriver service answers."""

    def up() -> bool:
        with suppress(OSError), urlopen(f"{service}/status", timeout=LONGEST):
            return True
        return False

    until(up, LONGEST, "WebKitWebDriver has started")


@contextmanager
def webkit(programs: Mapping[str, str], folder: Path, agent: str = "") -> Iterator[WebkitDriver]:
    """Start WebKitGTK's MiniBrowser on its own virtual screen; `agent` is its user agent."""
    screen, log = folder / "screen.log", folder / "webkit.log"
    show = [programs["Xvfb"], "-displayfd", "1", "-screen", "0", "1400x1100x24", "-nolisten", "tcp"]
    arguments = ["--automation", *([f"--user-agent={agent}"] if agent else [])]
    with _running(show, screen, {}):
        number = _logged(screen, r"(?m)^(\d+)$")
        places = {
            "DISPLAY": f":{number}",
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # as for Chromium: containers do not allow the sandbox
        }
        port = _free_port()
        with _running([programs["WebKitWebDriver"], f"--port={port}"], log, places):
            service = f"http://127.0.0.1:{port}"
            _answers(service)
            driver = WebkitDriver(service, {"binary": programs["MiniBrowser"], "args": arguments})
            try:
                yield driver
            finally:
                driver.close()
