"""Starts a JupyterLab for the tests, and opens and runs its notebooks as a reader does."""

import json
import secrets
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from playwright.sync_api import Page

from cattools.core.chance import FIXED
from cattools.site.notebooks.jupyterlab import Settings, command, environment
from tests.browser.waits import settled, until

# All cells are in the document, so that each board can be found. Nothing is saved, because the files are the book.
SETTINGS: Settings = {
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}


class Lab:
    """A running JupyterLab: its address and its access token."""

    def __init__(self, port: int, token: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.token = token

    def ask(self, path: str, method: str = "GET") -> Any:
        """Send a request to the server's REST API and return its answer."""
        headers = {"Authorization": f"token {self.token}"}
        with urlopen(Request(f"{self.url}/api/{path}", headers=headers, method=method), timeout=10) as answer:
            return json.loads(answer.read() or "null")

    def up(self) -> bool:
        try:
            return bool(self.ask("status"))
        except (URLError, OSError):
            return False

    def forget(self) -> None:
        """End all kernels: a page opened again would otherwise take over the kernel of the previous test."""
        for session in self.ask("sessions"):
            self.ask(f"sessions/{session['id']}", "DELETE")

    def open(self, page: Page, path: str, *, single: bool = False) -> None:
        """Open a file as a double click would, in a fresh workspace; `single` shows the document alone."""
        self.forget()
        space = f"{'doc' if single else 'lab'}/workspaces/{secrets.token_hex(4)}"
        page.goto(f"{self.url}/{space}/tree/{path}?token={self.token}")
        page.wait_for_selector(".jp-Notebook .jp-Cell", state="attached")
        page.wait_for_function("() => window.jupyterapp")

    def run_all(self, page: Page) -> None:
        """Run all cells of the open notebook; return when the kernel has answered the last one."""
        settled(
            page,
            """async () => {
                const panel = window.jupyterapp.shell.currentWidget;
                await panel.sessionContext.ready;
                await window.jupyterapp.commands.execute('notebook:run-all-cells');
            }""",
        )

    def errors(self, page: Page) -> list[str]:
        """Return the error outputs in the open notebook."""
        return page.locator('.jp-OutputArea-output[data-mime-type$="stderr"]').all_inner_texts()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(root: Path, folder: Path) -> Iterator[Lab]:
    """Run JupyterLab on `root`, with everything it writes in `folder`. Raises `RuntimeError` if it does not start."""
    lab = Lab(free_port(), secrets.token_hex(16))
    port = lab.url.rpartition(":")[2]
    options = [f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={lab.token}"]
    options += ["--no-browser", "--LabApp.expose_app_in_browser=True"]
    log = folder / "jupyterlab.log"
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            [*command(root), *options],
            env={**environment(folder, SETTINGS), FIXED: "11"},
            stdout=out,
            stderr=out,
            stdin=subprocess.DEVNULL,
        )
        try:
            until(lambda: lab.up() or process.poll() is not None, 60, "JupyterLab has started")
            if process.poll() is not None:
                raise RuntimeError("JupyterLab did not start:\n" + log.read_text(encoding="utf-8")[-3000:])
            yield lab
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(20)
