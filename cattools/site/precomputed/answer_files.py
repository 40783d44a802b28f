"""Write the precomputed answers: one file for each live example, and one for each game's practice."""

from __future__ import annotations

import gc
import multiprocessing
import os
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from cattools.core.language import use
from cattools.games import GAMES
from cattools.lessons.example import examples
from cattools.site.precomputed.encoding import record_of
from cattools.widgets.modes.practice.practice import PRACTICE

FOLDER = "precomputed"
SUFFIX = ".deflate"  # the format is zlib's; a host might decompress files with a common suffix such as .gz
CHUNK = 4  # boards per task of the process pool


def pack(record: str) -> bytes:
    """Return the content of the file that stores a record."""
    return zlib.compress(record.encode(), 9)


def unpack(packed: bytes) -> str:
    """Return the record that `pack` has packed."""
    return zlib.decompress(packed).decode()


def named(game: str) -> list[str]:
    """Return the names of a game's files of precomputed answers, without extension."""
    return [*examples(game), *([f"{PRACTICE}{game}"] if GAMES[game].has_practice else [])]


def _begin(language: str) -> None:
    """Prepare a process of the pool: set its language, and make it collect garbage less often."""
    use(language)
    gc.freeze()
    gc.set_threshold(100_000, 50)


def write(folder: Path, games: Sequence[str], progress: Callable[[int], None], language: str) -> None:
    """Write the precomputed answers of some games in a language into a folder, replacing earlier ones.

    `progress` is called with the percentage done.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        for old in (*folder.glob(f"{game}.*"), *folder.glob(f"{PRACTICE}{game}.*")):
            old.unlink()
    names = [name for game in games for name in named(game)]
    # spawn, not fork: the build has threads, which a fork would not copy
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), spawn, _begin, (language,)) as processes:
        for n, (name, record) in enumerate(zip(names, processes.map(record_of, names, chunksize=CHUNK), strict=True)):
            if record:
                (folder / f"{name}{SUFFIX}").write_bytes(pack(record))
            progress(100 * n // len(names))
