"""How a visit and the build grow with the number of games.

`python -m benchmarks.growth` writes small games with `cattools new --package`, builds English books of 5, 10, 25 and 50
games from nothing, and visits the same page of each in turn. The first visit may cost at most 2 % more in the book of
50 games than in the book of 5. This takes about half an hour, so `make bench` does not run it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from gzip import compress
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.first_board import ANSWER, PAGES, RECORDED, ROOT, hosts_of, visit
from benchmarks.report import Row, table
from cattools.core.loading.game_packages import CHOSEN
from cattools.games import GAMES
from tests.packages.install import registered
from tools.find_browsers import CHROMIUM

SIZES = (5, 10, 25, 50)
MOST = 1.02  # limit for the first visit, as a ratio to the smallest book
SECONDS = 4.0  # limit for the build, for each added game
LINE = "20 Mbit/s"
ROUNDS = 25  # medians of 5 visits to the same book differ by a tenth
KINDS = {"first answer": RECORDED, "first board live": ANSWER}
INSTALLED = "_build/site/npm"  # the packages of the front end, which a build fetches once


@dataclass
class Book:
    """A book's build time in seconds, the bytes of a first visit, its times in milliseconds, and the index in bytes."""

    built: float
    site: Path
    sent: int = 0
    times: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})

    @property
    def index(self) -> Mapping[str, int]:
        """The gzipped sizes of the search index's files."""
        files = sorted(self.site.glob("_static/answers*.json"))
        return {file.name: len(compress(file.read_bytes(), 9)) for file in files}


def written(folder: Path, count: int) -> Sequence[Path]:
    """Write `count` small games as packages and register them; return the folders to import from."""
    found = []
    for number in range(count):
        name = "small" + chr(ord("a") + number // 26) + chr(ord("a") + number % 26)
        project = folder / name
        command = [sys.executable, "-m", "cattools.cli", "new", name, "--package", str(project)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        found.append(registered(project, name))
    return found


def build(root: Path, games: Sequence[Path]) -> Book:
    """Build the English book from nothing, in a copy of the project, with these games in addition to its own."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in files.rstrip("\0").split("\0"):
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    shutil.copytree(ROOT / INSTALLED, root / INSTALLED, symlinks=True)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*games, root))), CHOSEN: ""}
    compiled = [sys.executable, "-m", "tools.compile_catalogues"]
    subprocess.run(compiled, cwd=root, env=environment, check=True, stdout=sys.stderr, timeout=300)
    began = time.perf_counter()
    command = [sys.executable, "-m", "cattools.cli", "build", "--languages", "en"]
    subprocess.run(command, cwd=root, env=environment, check=True, stdout=sys.stderr, timeout=3600)
    return Book(time.perf_counter() - began, root / "_build" / "html")


def measure(sizes: Sequence[int] = SIZES, rounds: int = ROUNDS) -> list[Row]:
    """Build a book of each size and visit its page `rounds` times, the books in turn."""
    programs = CHROMIUM.find()
    if programs is None:
        sys.exit(CHROMIUM.missing)
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        games = written(folder / "games", max(sizes) - len(GAMES))
        books = {size: build(folder / f"book{size}", games[: size - len(GAMES)]) for size in sizes}
        play = stack.enter_context(sync_playwright())
        hosts = {size: hosts_of(stack, book.site, (LINE,))[LINE] for size, book in books.items()}
        for number in range(rounds):
            for kind, script in KINDS.items():
                for size, book in books.items():
                    hosts[size].sent.clear()
                    took, _, page = visit(play, str(programs["chromium"]), f"{hosts[size].url}/{PAGES[0]}", script)
                    book.times[kind].append(took)
                    if script == ANSWER:
                        page.wait_for_timeout(1000)
                        book.sent = sum(hosts[size].sent.values())
                    page.context.close()
            sys.stderr.write(f"round {number + 1} of {rounds}\n")
        return rows(books)


def rows(books: Mapping[int, Book]) -> list[Row]:
    """Return the results of each book, compared with those of the smallest one."""
    small = min(books)
    least, found = books[small], list[Row]()
    for size, book in books.items():
        what = f"{size} games, "
        found.append(Row(f"{what}first visit, bytes", book.sent / least.sent, MOST, note=f"{book.sent / 1e6:.3f} MB"))
        for kind, times in book.times.items():
            middle = statistics.median(times)
            ratio = middle / statistics.median(least.times[kind])
            found.append(Row(f"{what}{kind}, {LINE}", ratio, MOST, note=f"{middle:.0f} ms"))
        if size > small:
            each = (book.built - least.built) / (size - small)
            found.append(Row(f"{what}build, s for each more", each, SECONDS, note=f"{book.built:.0f} s in all"))
        total = sum(book.index.values())
        found.append(Row(f"{what}search index, kB", total / 1e3, float("inf"), note=f"{len(book.index)} files"))
    return found


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="the numbers of games")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="fresh profiles per case (default: %(default)s)")
    args = parser.parse_args()
    print(table(measure(args.sizes, args.rounds)))


if __name__ == "__main__":
    main()
