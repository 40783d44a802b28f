"""`cattools sheets`: every game's sheet and score pad as PDF, by the Chromium of this machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cattools.games import GAMES
from cattools.site.pipeline.chromium import Printer
from cattools.site.printable.html import document, pad_page, sheet_pages
from cattools.site.printable.reference_sheet import paper

SIZES = {"a4": "A4", "letter": "Letter"}  # as in a command, as in a style sheet
FOLDER = "sheets"  # of a built site
SHEET_PAGE = "sheet"  # the name of each game's page of it
KINDS = ("sheet", "pad")


def file_name(game_id: str, kind: str, size: str) -> str:
    """Return what a file is called, as in `herders-sheet-a4.pdf`."""
    return f"{game_id}-{kind}-{size}.pdf"


def documents(
    games: Iterable[str] = (), sizes: Iterable[str] = tuple(SIZES), names: Sequence[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the name of each file and its HTML. Raises `OptionError` and `DataError`.

    Where no game is named, the pads of games for fewer players than there are names stay blank.
    """
    sizes, named = tuple(sizes), tuple(games)
    for game_id in named or GAMES:
        found = paper(game_id)
        fit = names if named or len(names) <= found.pad.players else ()
        for size in sizes:
            for kind, body in zip(KINDS, (sheet_pages(found), pad_page(found, fit)), strict=True):
                yield file_name(found.game.id, kind, size), document(body, found.game.title, SIZES[size])


def write(
    folder: Path, games: Iterable[str] = (), sizes: Iterable[str] = tuple(SIZES), names: Sequence[str] = ()
) -> list[Path]:
    """Write sheets and score pads as PDF into a folder, and return the files.

    Without games those of all, with the `names` on the pads. Raises `OptionError` for a game that is not there or too
    many names, `DataError` for data that is wrong, and `BuildError` without a Chromium; nothing is written then.
    """
    wanted = list(documents(games, sizes, names))
    with Printer() as printer:
        made = {folder / name: printer.pdf(html) for name, html in wanted}
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in made.items():
        file.write_bytes(data)
    return list(made)
