# ruff: noqa: INP001 - a top-level module in the browser
"""What the book adds to the browser kernel: the games, each in an archive of its own, and the reader's language."""

from __future__ import annotations

import gettext
import io
import logging
import os
import sys
import zipimport
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import anywidget
import livekernel

from cattools.core.chance import FIXED
from cattools.core.loading.data_files import has
from cattools.core.loading.game_packages import PACKED, installed
from cattools.core.loading.later_modules import LATER, is_below
from cattools.core.messages import N_, catalogue, install, language, text

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

os.environ["CATTOOLS_PICTURED"] = "1"  # boards hydrate the page's static pictures

_ABSENT = (
    "cattools.site",
    "cattools.live",
    "cattools.table",
    "cattools.lessons.ruling_check",
    "cattools.rule_coverage",
    "cattools.game_check",
    "cattools.cli",
    "cattools.__main__",
)
_GAMES = "cattools.games."
_log = logging.getLogger("cattools.messages")
_ARCHIVES = "/lib/packs"  # holds the archives; the worker fetches one when it is first read
POSITIONS = "/data/practice_positions.json"
# The kernel's own messages, here for the translators.
N_("No network, and this part of Python has not been downloaded yet.")
N_("… the rest of this cell's output is omitted")
N_("input() is not available on a page of the book")
N_("Line {line}: {what}")


class _Archive(zipimport.zipimporter):
    """Loads modules from an archive; the positions of its practice questions are in an archive of their own."""

    def get_data(self, path: str) -> bytes:
        """Return the content of a file."""
        if path.endswith(POSITIONS):
            path = path.replace(".zip/", ".practice.zip/", 1)
            return zipimport.zipimporter(path.partition(".zip/")[0] + ".zip").get_data(path)
        return super().get_data(path)


class _Finder:
    """Finds each game, and the modules that only a few pages need, in its archive."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return the spec of a module that is in an archive; None for other modules."""
        game = next((one.id for one in installed().values() if one.package == name), None)
        archive = game or next((pack for pack, later in LATER.items() if name in later.modules), None)
        if archive is None:
            return None
        folder = name.rpartition(".")[0].replace(".", "/")
        try:
            found = _Archive(f"{_ARCHIVES}/{archive}.zip/{folder}".rstrip("/")).find_spec(name)
        except zipimport.ZipImportError as error:  # the archive could not be fetched
            raise livekernel.not_downloaded(name) from error
        if game:
            _add_messages(game)
        return found


def _add_messages(game: str) -> None:
    """Add a game's messages in the reader's language to those in use; without them the game speaks English."""
    file = Path(f"{_ARCHIVES}/{game}.messages.{language()}.deflate")
    if not file.exists():
        return
    try:
        catalogue().add_fallback(_catalogue(file.read_bytes()))
    except OSError:
        _log.warning("the messages of %s did not arrive", game)


def _catalogue(compressed: bytes) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(zlib.decompress(compressed)))


if has(PACKED):
    sys.meta_path.insert(0, _Finder)  # first, because another archive contains the art of the games


class _Games(livekernel.Extension):
    """Adds the games to the kernel, each as a pack."""

    def text(self, message: str, **values: object) -> str:
        """Return one of the kernel's messages in the reader's language, with its gaps filled."""
        return str(text(message, **values))

    def translate(self, messages: bytes) -> None:
        """Show all text in another language from now on; `messages` are those that all games share, compressed."""
        install(_catalogue(messages))
        for game in filter(self.has_pack, installed()):
            _add_messages(game)

    def is_sentence(self, error: BaseException) -> bool:
        """Return whether an error is one of cattools' own, whose messages are complete sentences."""
        return type(error).__module__.startswith("cattools")

    def connected(self, seed: str) -> None:
        """Fix all random deals by a seed, and send cattools' log messages to the page's console."""
        os.environ[FIXED] = seed
        own = logging.getLogger("cattools")
        own.handlers[:] = [livekernel.ConsoleLog()]
        own.propagate = False

    def has_pack(self, pack: str) -> bool:
        """Return whether a game, or every module of another pack, has been imported."""
        if pack in LATER:
            return {*LATER[pack].modules} <= sys.modules.keys()
        return pack in installed() and installed()[pack].package in sys.modules

    def load_pack(self, pack: str) -> None:
        """Import a game and fill its caches, by creating two of its boards.

        Doing this for all of its boards would make its part of the snapshot much larger.
        """
        import cattools  # noqa: PLC0415
        from cattools.lessons.example import examples  # noqa: PLC0415

        cattools.play(pack)
        cattools.show(next(iter(examples(pack))))


livekernel.extend(_Games())
# The page's scripts already include those of cattools' widgets.
anywidget.bundled = "cattools."  # type: ignore[attr-defined] # only the stub has it


def preload() -> None:
    """Import every module of cattools that a page can use, except the games and those that only a few pages need.

    Raises:
        ImportError: a module needs something that is not in the browser kernel.
    """
    absent = (*_ABSENT, *(name for one in LATER.values() for name in one.modules))
    # For `fsrs`, which is in an archive: otherwise a practice page would fetch `catlive.zip` for this stub.
    packages = ("cattools", "typing_extensions")
    livekernel.preload(*packages, absent=lambda name: name.startswith(_GAMES) or is_below(name, absent))
    _fill_caches()


def _fill_caches() -> None:
    # What all boards read, so that it is in the snapshot.
    from cattools.core.display import icons  # noqa: PLC0415

    installed()
    icons.icons()
    icons.themes()
