"""The records of all live examples, one file each: what pages answer before Python has come."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from cattools.site.pictures import all_examples
from cattools.site.record_file import record_of

FOLDER = "recorded"
AT_ONCE = 4  # examples that a process is handed


def write(folder: Path, progress: Callable[[int], None]) -> None:
    """Write the records into a folder, which holds nothing else; `progress` is told how many of a hundred are done."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    names = [found.id for found in all_examples()]
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        for n, (name, record) in enumerate(zip(names, processes.map(record_of, names, chunksize=AT_ONCE), strict=True)):
            if record:
                (folder / f"{name}.json").write_text(record, encoding="utf-8")
            progress(100 * n // len(names))
