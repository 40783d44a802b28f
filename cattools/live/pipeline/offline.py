"""Offline use: the service worker and its list of files (frontend/service_worker.mjs)."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from cattools.live.settings import WORKER
from cattools.live.sphinx.content_security_policy import HEADERS

if TYPE_CHECKING:
    from collections.abc import Mapping

# Files that no page loads: the theme's sources and translations, fonts that also exist in a smaller format, and files
# for the host, which might not serve them.
UNREQUESTED = {".map", ".po", ".mo", ".ttf", ".txt", ".xml", ".inv", ".buildinfo", ".nojekyll", HEADERS}


class OfflineFile(NamedTuple):
    """A file that can be stored: its URL relative to the worker, its hash, and the size of a download."""

    url: str
    integrity: str
    bytes: int


def is_requested(file: Path) -> bool:
    """Return whether a page can load a file of the site."""
    return file.is_file() and file.name != WORKER and (file.suffix or file.name) not in UNREQUESTED


def offline_file(file: Path, url: str) -> OfflineFile:
    """Return what the service worker needs to store a file; `url` is the file's path relative to the worker."""
    data = file.read_bytes()
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    # A host compresses what it sends where that helps.
    size = min(len(data), len(zlib.compress(data)))
    return OfflineFile(quote(url), f"sha256-{digest}", size)


def with_facts(script: str, facts: Mapping[str, object]) -> str:
    """Return the bundled service worker with facts about the site, each a global constant."""
    constants = "".join(f"self.__{name}={json.dumps(fact)};" for name, fact in facts.items())
    return f"{constants}\n{script}"


def write(site: Path, script: Path, stamp: str) -> None:
    """Write the service worker of a book with a single part and no other editions; the worker stores all files.

    Files in hidden folders, such as Sphinx's doctrees, belong to no page and are omitted.
    """
    names = [file.relative_to(site) for file in sorted(site.rglob("*")) if is_requested(file)]
    shown = [name for name in names if not any(part.startswith(".") for part in name.parts)]
    facts = {
        "STAMP": stamp,
        "ROOT": "",
        "OTHERS": [],
        "PERMALINKS": "r/",
        "PLACES": {},
        "UNSTORED": [],
        "FILES": {"": [offline_file(site / name, name.as_posix()) for name in shown]},
    }
    (site / WORKER).write_text(with_facts(script.read_text("utf-8"), facts), encoding="utf-8")
