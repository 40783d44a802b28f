"""Tables: how soon a phone is ready, how soon a press shows on the other devices, and many tables on one machine.

`python -m benchmarks.tables` prints only these results. The server is a process of its own; robots act as phones: they
press what their board marks as possible. An echo from the same server, measured in between, shows how much time
the machine itself takes.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import async_playwright
from tornado.httpserver import HTTPServer
from tornado.websocket import WebSocketClientConnection, WebSocketHandler, websocket_connect

from benchmarks.report import Row, table
from cattools.games import game
from cattools.table import server
from cattools.table.store import Store
from cattools.widgets.protocol import CHOSEN, LEGAL
from tools.find_browsers import CHROMIUM

GAME = "catbox"
SLOWER, RATE, DELAY = 4, 8e6 / 8, 20  # the phone's CPU, bytes a second, milliseconds of delay
ROUNDS = 5
PHONES, PRESSES = 6, 150  # devices at the single table, without the big screen, and presses there
TABLES, SEATS, PACE, SECONDS = 50, 4, 2.0, 30.0
READY_MS, READY_KB, SHOWN_MS, MEDIAN_MS, WORST_MS, MEMORY_MB = 1000, 250, 150, 50, 300, 300
LIVE = '.cat-shell[data-cat="live"]'
# After `WATCH`, `SHOWN` waits for the time at which the page has shown the next change of its board.
WATCH = """() => { window.shown = new Promise((done) => new MutationObserver((_, own) => {
  own.disconnect();
  requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())));
}).observe(document.querySelector("#board"), { subtree: true, childList: true, characterData: true })); }"""
SHOWN = "() => window.shown"


class Echo(WebSocketHandler):
    """Sends every message back: this takes the time of a press without a table."""

    def on_message(self, message: str | bytes) -> None:
        """Send the message back."""
        self.write_message(message)


async def serve(count: int, options: str) -> None:
    """Serve some tables in this process until it is killed; print the port, then the codes."""
    with tempfile.TemporaryDirectory() as folder:
        bound = server.listen(0, lan=False)
        tables = server.Tables(Store(Path(folder) / "tables.sqlite"), lambda code: f"http://127.0.0.1/join/{code}")
        made = [tables.begin(game(GAME), options) for _ in range(count)]
        app = server.application(tables)
        app.add_handlers(".*", [("/echo", Echo)])
        HTTPServer(app).add_socket(bound)
        sys.stdout.write(f"{bound.getsockname()[1]} {' '.join(one.code for one in made)}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


@asynccontextmanager
async def serving(count: int, options: str) -> AsyncIterator[tuple[int, int, list[str]]]:
    """Yield the process, the port and the codes of a server with some tables."""
    command = [sys.executable, "-m", "benchmarks.tables", "serve", str(count), options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: ASYNC220 - it starts at once
    try:
        assert process.stdout is not None
        port, *codes = process.stdout.readline().split()
        yield process.pid, int(port), codes
    finally:
        process.kill()
        process.wait()


class Robot:
    """A device that plays by pressing what is marked as possible; `seen` are the times when it was sent a change."""

    def __init__(self, socket: WebSocketClientConnection, rng: Random) -> None:
        self.socket, self.rng = socket, rng
        self.names: dict[str, tuple[str, int]] = {}
        self.slots: dict[str, str] = {}
        self.first: set[str] = set()  # what could be pressed first in this turn
        self.seen: list[float] = []
        self.heard = asyncio.Event()
        self.keys: list[str] = []

    async def listen(self) -> None:
        """Follow what the table sends."""
        while (message := await self.socket.read_message()) is not None:
            found = json.loads(message)
            self.keys = found.get("keys", self.keys)
            if found["kind"] != "look":
                continue
            if "board" in found or "areas" in found:
                self.names = {}
            self.names.update(found.get("names", {}))
            self.slots.update(found.get("slots", {}))
            self.seen.append(time.perf_counter())
            self.heard.set()

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.socket.write_message(json.dumps({"kind": kind, **fields}))

    @property
    def acts(self) -> bool:
        """Whether it is this device's turn."""
        return "Your turn" in self.slots.get("head", "")

    def press(self) -> None:
        """Press something that is possible."""
        legal = {area for area, (_, flags) in self.names.items() if flags & LEGAL}
        if not any(flags & CHOSEN for _, flags in self.names.values()):
            self.first = legal
        buttons = re.findall(r'data-tool="(play:[^"]+)"', self.slots.get("tools", ""))
        if areas := sorted(legal - self.first or legal):
            self.say("board", message={"kind": "press", "area": self.rng.choice(areas)})
        elif buttons:
            self.say("board", message={"kind": "tool", "tool": html.unescape(self.rng.choice(buttons))})


async def seated(port: int, code: str, seats: int, watching: int, tasks: list[asyncio.Task[None]]) -> list[Robot]:
    """Return robots at a table: one for each seat, and some that watch."""
    robots = []
    for seat in range(seats + watching):
        robot = Robot(await websocket_connect(f"ws://127.0.0.1:{port}/socket/{code}"), Random(seat))
        tasks.append(asyncio.create_task(robot.listen()))
        hello = {"keys": [], "host": "", "voter": f"{seat}", "language": "en", "version": server.version()}
        robot.say("hello", **hello, shared=seat == seats + watching - 1 and watching > 0)
        if seat < seats:
            robot.say("sit", seat=seat, name="")
        robots.append(robot)
    for robot in robots:
        await robot.heard.wait()
    return robots


async def pressed(robots: Sequence[Robot], pace: float) -> tuple[float, list[float]] | None:
    """Let the robot whose turn it is press; return the seconds until its answer, and until each device changed."""
    robot = next((one for one in robots if one.acts), None)
    if robot is None:  # the end of the game
        return None
    began, robot.heard = time.perf_counter(), asyncio.Event()
    robot.press()
    try:
        await asyncio.wait_for(robot.heard.wait(), 10)
    except TimeoutError:
        return None
    await asyncio.sleep(pace)
    own = next(at for at in robot.seen if at >= began) - began
    return own, [next(at for at in one.seen if at >= began) - began for one in robots if one.seen[-1] >= began]


async def echoes(port: int, count: int) -> list[float]:
    """Return how many seconds the same server takes to send a message back."""
    socket, found = await websocket_connect(f"ws://127.0.0.1:{port}/echo"), list[float]()
    for _ in range(count):
        began = time.perf_counter()
        await socket.write_message('{"kind": "board"}')
        await socket.read_message()
        found.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    socket.close()
    return found


def worst(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def used(pid: int) -> tuple[float, float]:
    """Return the CPU seconds of a process so far, and its memory in MB."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return (int(fields[11]) + int(fields[12])) / 100, int(found[1]) / 1024 if found else float("nan")


async def one_table(program: str) -> list[Row]:
    """Measure a table of five with a screen for all in Chromium: presses, and what other devices show."""
    shown, answered, painted = list[float](), list[float](), list[float]()
    tasks: list[asyncio.Task[None]] = []
    async with serving(1, "players=5") as (pid, port, (code,)), async_playwright() as play:
        robots = await seated(port, code, 5, PHONES - 5, tasks)
        browser = await play.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        screen = await browser.new_page(viewport={"width": 1280, "height": 720})
        await screen.goto(f"http://127.0.0.1:{port}/table/{code}")
        await screen.wait_for_selector(LIVE)
        before = used(pid)[0]
        for _ in range(PRESSES):
            await screen.evaluate(WATCH)
            began = time.time()
            found = await pressed(robots, 0.2)
            if found is None:
                break
            answered.append(found[0])
            if len(found[1]) > 1:
                shown += [one for one in found[1] if one != found[0]]
                painted.append(await asyncio.wait_for(screen.evaluate(SHOWN), 10) / 1000 - began)
        spent = 1000 * (used(pid)[0] - before) / max(1, len(answered))
        echo = await echoes(port, 40)
        await browser.close()
        for task in tasks:
            task.cancel()
    note = f"{len(answered)} presses; echo p95 {worst(echo, 0.95):.0f} ms; {spent:.0f} ms of CPU a press"
    return [
        Row(f"{PHONES} phones, press to change elsewhere, ms", worst(shown, 0.95), SHOWN_MS, note=f"p95; {note}"),
        Row("... until the screen for all shows it, ms", worst(painted, 0.95), SHOWN_MS, note="p95, in Chromium"),
    ]


async def many_tables() -> list[Row]:
    """Measure many tables at which somebody presses every two seconds."""
    own, all_found, tasks = list[float](), list[float](), list[asyncio.Task[None]]()
    async with serving(TABLES, f"players={SEATS}") as (pid, port, codes):
        tables = [await seated(port, code, SEATS, 0, tasks) for code in codes]
        until, before = time.perf_counter() + SECONDS, used(pid)[0]

        async def plays(robots: Sequence[Robot], rng: Random) -> None:
            await asyncio.sleep(rng.uniform(0, PACE))
            while time.perf_counter() < until and (found := await pressed(robots, PACE)) is not None:
                own.append(found[0])
                all_found.extend(found[1])

        echoing = asyncio.create_task(echoes(port, int(SECONDS / 0.1)))
        await asyncio.gather(*(plays(one, Random(n)) for n, one in enumerate(tables)))
        echo = await echoing
        cpu, memory = used(pid)
        for task in tasks:
            task.cancel()
    note = f"{len(own)} presses; echo p99 {worst(echo, 0.99):.0f} ms; {100 * (cpu - before) / SECONDS:.0f} % of a core"
    return [
        Row(f"{TABLES} tables, press to change, median ms", worst(all_found, 0.5), MEDIAN_MS, note=note),
        Row(f"{TABLES} tables, press to change, p99 ms", worst(all_found, 0.99), WORST_MS),
        Row(f"{TABLES} tables of {SEATS} devices, MB", memory, MEMORY_MB),
    ]


async def first_answer(program: str) -> list[Row]:
    """Measure a phone from the address to an answer to a press, on a slow CPU and network, with an empty cache."""
    took, loaded, tasks = list[float](), list[int](), list[asyncio.Task[None]]()
    async with serving(1, "") as (_, port, (code,)), async_playwright() as play:
        robots = await seated(port, code, SEATS, 0, tasks)
        (keys,) = [robot.keys for robot in robots if robot.acts]
        browser = await play.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(ROUNDS):
            context = await browser.new_context(
                viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2
            )
            await context.add_init_script(f"localStorage.setItem('table.{code}.keys', '{keys[0]}')")
            page = await context.new_page()
            devtools, bytes_ = await context.new_cdp_session(page), list[int]()
            await devtools.send("Network.enable")
            await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            await devtools.send(
                "Network.emulateNetworkConditions",
                {"offline": False, "latency": DELAY, "downloadThroughput": RATE, "uploadThroughput": RATE},
            )
            devtools.on("Network.loadingFinished", lambda event, to=bytes_: to.append(event["encodedDataLength"]))
            devtools.on(
                "Network.webSocketFrameReceived",
                lambda event, to=bytes_: to.append(len(event["response"]["payloadData"])),
            )
            began = time.perf_counter()
            await page.goto(f"http://127.0.0.1:{port}/join/{code}", wait_until="commit")
            await page.evaluate(
                f"""async () => {{
                  const until = async (ready) => {{ while (!ready()) await new Promise(requestAnimationFrame); }};
                  const told = () => document.querySelector('{LIVE} .cat-status').textContent;
                  await until(() => document.querySelector('{LIVE} [data-tool="possible"]'));
                  const before = told();
                  document.querySelector('{LIVE} [data-tool="possible"]').click();
                  await until(() => told() !== before);
                }}"""
            )
            took.append(1000 * (time.perf_counter() - began))
            loaded.append(sum(bytes_))
            await context.close()
        await browser.close()
        for task in tasks:
            task.cancel()
    note = f"median of {ROUNDS}, CPU {SLOWER} times slower, 8 Mbit/s"
    return [
        Row("phone, from the address to an answer, ms", statistics.median(took), READY_MS, note=note),
        Row("phone, from the address to an answer, kB", max(loaded) / 1000, READY_KB),
    ]


async def _measure(program: str) -> list[Row]:
    return [*await first_answer(program), *await one_table(program), *await many_tables()]


def measure() -> list[Row]:
    """Return the figures."""
    programs = CHROMIUM.find()
    if programs is None:
        sys.exit(CHROMIUM.missing)
    return asyncio.run(_measure(str(programs["chromium"])))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        asyncio.run(serve(int(sys.argv[2]), sys.argv[3]))
    else:
        print(table(measure()))
