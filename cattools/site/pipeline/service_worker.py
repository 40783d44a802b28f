"""Offline use: the service worker's list of files, and the web app manifest."""

from __future__ import annotations

import json
import posixpath
import re
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from cattools.core.language import LANGUAGES
from cattools.core.messages import N_, SOURCE, language, translated
from cattools.games import GAMES
from cattools.live.pipeline.offline import OfflineFile, is_requested, offline_file, with_facts
from cattools.live.settings import WORKER, messages_file
from cattools.site.metadata import example_images, permalinks
from cattools.site.precomputed import answer_files
from cattools.site.search import index
from cattools.site.sphinx.rule_sections import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

MANIFEST = "manifest.webmanifest"
# Never stored. Permalinks are many small files: the service worker has a map of their targets instead. Search answers
# work without example images. Precomputed answers are only needed while the kernel loads, and the kernel is cached.
_OUTSIDE = tuple(f"{part.FOLDER}/" for part in (permalinks, example_images, answer_files))
NAME, _SHORT = N_("Cat board games"), N_("Cat games")
_ABOUT = N_("The rules of cat board games, to read and to play.")
STATIC = "_static"
_OF_A_GAME = re.compile(rf"(?:book/|sheets/|catlive/pack\.|{STATIC}/answers(?:_other)?\.)(\w+)")
# What all editions share, as folders of the site.
_SHARED = ("catlive/", f"{STATIC}/", "404.html")
_BACKGROUND = "#fffdf6"


def offline_files(site: Path, folder: str = "", languages: Sequence[str] = LANGUAGES) -> dict[str, list[OfflineFile]]:
    """Return the files that a reader of an edition can store, by the id of their game, "" if all games need them.

    `folder` is the edition's folder in the site. A reader stores only one edition, and what all editions share.
    """
    others = _others(folder, languages)
    unshared = tuple(messages_file(other.rstrip("/")) for other in others)
    found: dict[str, list[OfflineFile]] = {"": []}
    for file in sorted(site.rglob("*")):
        name = file.relative_to(site).as_posix()
        if not is_requested(file):
            continue
        if name.removeprefix(folder).startswith(_OUTSIDE) or name.startswith(others) or name.endswith(unshared):
            continue
        if folder and not name.startswith((folder, *_SHARED)):
            continue
        if folder and fnmatch(name, f"{STATIC}/{index.FILES}"):
            continue
        of = _OF_A_GAME.match(name.removeprefix(folder))
        part = of[1] if of and of[1] in GAMES else ""
        found.setdefault(part, []).append(offline_file(file, posixpath.relpath(name, folder or ".")))
    return found


def _others(folder: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Return the folders of the editions other than those in `folder` and in the source language."""
    return tuple(f"{code}/" for code in languages if code != SOURCE and f"{code}/" != folder)


def make_offline(
    site: Path,
    script: Path,
    stamp: str,
    folder: str = "",
    languages: Sequence[str] = LANGUAGES,
    book: Path = ROOT / "book",
) -> None:
    """Write the web app manifest and the service worker of an edition, in the language in use.

    `script` is the bundled service worker, `stamp` the build stamp, `folder` the edition's folder in the site, `book`
    the folder with its pages.
    """
    root = "../" * bool(folder)
    (site / folder / MANIFEST).write_text(json.dumps(_manifest(stamp, root), indent=1) + "\n", encoding="utf-8")
    text = script.read_text(encoding="utf-8")
    files = offline_files(site, folder, languages)
    others = () if folder else _others(folder, languages)
    facts = {
        "STAMP": stamp,
        "ROOT": root,
        "OTHERS": others,
        "PERMALINKS": f"{permalinks.FOLDER}/",
        "PLACES": permalinks.places(book),
        "UNSTORED": [f"{answer_files.FOLDER}/"],  # offline, boards wait for Python
        "FILES": files,
    }
    (site / folder / WORKER).write_text(with_facts(text, facts), encoding="utf-8")


def _manifest(stamp: str, root: str) -> dict[str, object]:
    icons = [{"src": f"{root}catlive/icon.svg?v={stamp}", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for size, purpose in ((192, "any"), (512, "maskable")):
        source = f"{root}catlive/icon-{size}.png?v={stamp}"
        icons.append({"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    return {
        "name": translated(NAME),
        "short_name": translated(_SHORT),
        "description": translated(_ABOUT),
        "lang": language(),
        "id": "./",
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": _BACKGROUND,
        "theme_color": _BACKGROUND,
        "icons": icons,
    }
