"""Compile the translators' catalogues, `locale/<language>/*.po`, into `cattools/locale`, where the code reads them.

`make` runs this when a catalogue has changed; so does the build of a wheel (`tools/hatch_hook.py`).
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "locale"
COMPILED = ROOT / "cattools" / "locale"
KERNEL = "kernel"
# Code and data that only commands, the build and Python programs read.
_ABSENT = tuple(
    f"cattools/{name}"
    for name in ("site/", "table/", "cli.py", "__main__.py", "new/", "game_check.py", "rule_coverage.py", "notebook.py")
)
_KERNEL = "cattools/site/browser_python/"
_OF_GAME = re.compile(r"cattools/games/(\w+)/")
_UNREAD = ("/rulings.toml", "/pages.toml")
DOMAINS = ("cattools", "book")  # sentences of the code and the games' data; those that only the book's pages have


def kernel_domain(message: Message) -> str | None:
    """Return the catalogue of a page's kernel that has a message: a game's, if only that game's code or data has it.

    It is None if the kernel loads no code or data that has the message.
    """
    files = [
        file
        for file, _ in message.locations
        if file.startswith(_KERNEL) or (not file.startswith(_ABSENT) and not file.endswith(_UNREAD))
    ]
    games = {game[1] if (game := _OF_GAME.match(file)) else "" for file in files}
    if not games:
        return None
    only = games.pop() if len(games) == 1 else ""
    return f"{KERNEL}.{only}" if only else KERNEL


class CatalogueError(Exception):
    """A catalogue that cannot be read."""


def languages() -> list[str]:
    """Return the languages that have catalogues."""
    return sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())


def read(language: str, domain: str) -> Catalog:
    """Return a language's catalogue, which is empty if there is no file. Raises `CatalogueError`."""
    file = LOCALE / language / f"{domain}.po"
    if not file.is_file():
        return Catalog(locale=language, domain=domain, charset="utf-8")
    try:
        return read_po(io.BytesIO(file.read_bytes()), locale=language, domain=domain, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise CatalogueError(f"{file.relative_to(ROOT)}: expected a catalogue in PO format, found {error}") from error


def compile_catalogues() -> list[Path]:
    """Write the compiled catalogues and return their files. Fuzzy entries are left out: they are shown in English.

    `kernel.mo` and each game's `kernel.calico.mo` have the messages of `cattools.mo` that a page's kernel can show:
    readers download them.
    """
    files = []
    for language in languages():
        folder = COMPILED / language / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        found = {domain: read(language, domain) for domain in DOMAINS}
        for message in found[DOMAINS[0]]:
            if message.id and (domain := kernel_domain(message)):
                if domain not in found:
                    found[domain] = Catalog(locale=language, domain=domain, charset="utf-8")
                    found[domain].mime_headers = found[DOMAINS[0]].mime_headers
                found[domain][message.id] = message
        for domain, catalogue in found.items():
            out = io.BytesIO()
            write_mo(out, catalogue)
            files.append(folder / f"{domain}.mo")
            files[-1].write_bytes(out.getvalue())
    return files


if __name__ == "__main__":
    try:
        compile_catalogues()
    except CatalogueError as error:
        sys.exit(str(error))
