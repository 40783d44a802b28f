"""`cattools sheets`: write the games' reference sheets and score pads as PDF with this machine's Chromium."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cattools.core.messages import SOURCE, language
from cattools.games import having
from cattools.site.pipeline.chromium import Printer
from cattools.site.printable.html import document, pad_page, sheet_pages
from cattools.site.printable.reference_sheet import sheet_of

SIZES = {"a4": "A4", "letter": "Letter"}  # name in a command -> name in CSS
FOLDER = "sheets"  # in a built site
SHEET_PAGE = "printable"  # the name of each game's reference sheet page
KINDS = ("sheet", "pad")


def sizes() -> dict[str, str]:
    """Return the paper sizes that are in use where the reader's language is spoken, as in `SIZES`."""
    return SIZES if language() == SOURCE else {"a4": SIZES["a4"]}


def file_name(game_id: str, kind: str, size: str) -> str:
    """Return a file's name, as in `herders-sheet-a4.pdf`."""
    return f"{game_id}-{kind}-{size}.pdf"


def documents(
    games: Iterable[str] = (),
    sizes: Iterable[str] = tuple(SIZES),
    names: Sequence[str] = (),
    packages: Path | None = None,
) -> Iterator[tuple[str, str]]:
    """Yield the name and the HTML of each file to print. Raises `OptionError` and `DataError`.

    `packages` is the folder with the npm packages, for a Japanese font.

    If no games are given, a score pad with too few columns for `names` is left without names.
    """
    sizes, named = tuple(sizes), tuple(games)
    for game_id in named or having("has_reference_sheet"):
        found = sheet_of(game_id)
        fit = names if named or len(names) <= found.pad.players else ()
        for size in sizes:
            for kind, body in zip(KINDS, (sheet_pages(found), pad_page(found, fit)), strict=True):
                yield file_name(found.game.id, kind, size), document(body, found.game.title, SIZES[size], packages)


def write(
    folder: Path,
    games: Iterable[str] = (),
    sizes: Iterable[str] = tuple(SIZES),
    names: Sequence[str] = (),
    packages: Path | None = None,
) -> list[Path]:
    """Write reference sheets and score pads, with `names` on the pads, as PDF into a folder; return the files.

    Without `games`, the files of all games are written. Raises `OptionError` for an unknown game or too many names,
    `DataError` for invalid data, and `BuildError` if Chromium is missing or fails; then no file is written.
    """
    wanted = list(documents(games, sizes, names, packages))
    with Printer() as printer:
        made = {folder / name: printer.pdf(html) for name, html in wanted}
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in made.items():
        file.write_bytes(data)
    return list(made)
