"""Offline use: the service worker's list of files, and the web app manifest."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from cattools.site.metadata import example_images, permalinks
from cattools.site.precomputed import answer_files
from cattools.site.sphinx.content_security_policy import HEADERS

if TYPE_CHECKING:
    from pathlib import Path

WORKER = "service_worker.js"
MANIFEST = "manifest.webmanifest"
# Files that no page loads: the theme's sources and translations, fonts that also exist in a smaller format, and files
# for the host, which might not serve them.
_UNREQUESTED = {".map", ".po", ".mo", ".ttf", ".txt", ".xml", ".inv", ".buildinfo", ".nojekyll", HEADERS}
# Not precached. Permalinks are many small files: the service worker has a map of their targets instead. Search answers
# work without example images. Precomputed answers are only needed while the kernel loads, and the kernel is cached.
_OUTSIDE = tuple(f"{part.FOLDER}/" for part in (permalinks, example_images, answer_files))
NAME = "Cat board games"
_BACKGROUND = "#fffdf6"


def precached_files(site: Path) -> list[dict[str, str]]:
    """Return the files to precache as a Workbox manifest: URL, revision, integrity."""
    found = []
    for file in sorted(site.rglob("*")):
        name = file.relative_to(site).as_posix()
        if not file.is_file() or name == WORKER or (file.suffix or file.name) in _UNREQUESTED:
            continue
        if name.startswith(_OUTSIDE):
            continue
        digest = hashlib.sha256(file.read_bytes()).digest()
        integrity = f"sha256-{base64.b64encode(digest).decode()}"
        found.append({"url": quote(name), "revision": digest.hex()[:16], "integrity": integrity})
    return found


def make_offline(site: Path, script: Path, stamp: str) -> None:
    """Write the web app manifest and the service worker of a built site.

    `script` is the bundled service worker, `stamp` the build stamp.
    """
    (site / MANIFEST).write_text(json.dumps(_manifest(stamp), indent=1) + "\n", encoding="utf-8")
    text = script.read_text(encoding="utf-8")
    facts = {"STAMP": stamp, "PLACES": permalinks.places(), "WB_MANIFEST": precached_files(site)}
    constants = "".join(f"self.__{name}={json.dumps(fact)};" for name, fact in facts.items())
    (site / WORKER).write_text(f"{constants}\n{text}", encoding="utf-8")


def _manifest(stamp: str) -> dict[str, object]:
    icons = [{"src": f"catlive/icon.svg?v={stamp}", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for size, purpose in ((192, "any"), (512, "maskable")):
        source = f"catlive/icon-{size}.png?v={stamp}"
        icons.append({"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    return {
        "name": NAME,
        "short_name": "Cat games",
        "description": "The rules of five cat board games, to read and to play.",
        "id": "./",
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": _BACKGROUND,
        "theme_color": _BACKGROUND,
        "icons": icons,
    }
