"""The site's commands: `cattools build`, `cattools serve` and `cattools sheets`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from cattools.core.language import LANGUAGES
from cattools.core.messages import N_, text
from cattools.site.errors import BOOK, BuildError

if TYPE_CHECKING:
    import argparse

    from cattools.site.command_parser import CommandParser

# The project folder with the pages, tests and tools; None if cattools was installed from a wheel.
_ABOVE = Path(__file__).resolve().parents[2]
CHECKOUT: Path | None = _ABOVE if (_ABOVE / "_toc.yml").is_file() else None
# The built book in a wheel made by `make wheel`.
BUNDLED_BOOK = Path(__file__).with_name("html")
# Where a built book can be, whether or not it is up to date.
BOOKS = (*([CHECKOUT / "_build" / "html"] if CHECKOUT else ()), BUNDLED_BOOK)

NO_BOOK = N_("this installation does not contain the built book; a wheel made by `make wheel` does")
Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"  # noqa: SLF001 - no public name


def add_build(commands: Commands) -> None:
    """Add the command that builds the book."""
    parser = commands.add_parser("build", help=N_("build the book as a static site"))
    parser.add_argument("--out", type=Path, metavar="FOLDER", help=N_("the folder for the finished site"))
    parser.add_argument("--address", default="", metavar="URL", help=N_("the site's URL (default: as in _config.yml)"))
    parser.add_argument(
        "--without",
        nargs="+",
        default=(),
        metavar="NAME",
        help=N_("optimizations to turn off (see site/optimizations.toml)"),
    )
    parser.add_argument(
        "--languages",
        default="",
        metavar="CODES",
        help=N_("the editions to build, as in en,ja (default: all)"),
    )
    parser.add_argument(
        "--games",
        default="",
        metavar="NAMES",
        help=N_("the games of the book, as in herders,calico (default: all)"),
    )
    _add_root(parser)
    parser.set_defaults(run=_build, extra=BOOK)


def add_serve(commands: Commands) -> None:
    """Add the command that serves the book: in a checkout a fresh build, otherwise the book in the wheel."""
    building, only = N_("build the book and serve it on this machine"), N_("serve the book on this machine")
    parser = commands.add_parser("serve", help=building if CHECKOUT else only)
    parser.add_argument("--port", type=int, metavar="N", help=N_("the port to listen on (default: 8000 or a free one)"))
    parser.add_argument("--lan", action="store_true", help=N_("serve other devices on this network as well"))
    if CHECKOUT:
        _add_root(parser)
    parser.set_defaults(run=_serve, extra=BOOK)


def add_sheets(commands: Commands) -> None:
    """Add the command that writes the reference sheets and score pads."""
    parser = commands.add_parser("sheets", help=N_("write the games' reference sheets and score pads as PDF"))
    parser.add_argument("games", nargs="*", metavar="GAME", help=N_("for example herders (default: all)"))
    parser.add_argument("--paper", choices=("a4", "letter"), help=N_("the paper size (default: both)"))
    parser.add_argument("--names", default="", metavar="A,B", help=N_("names for the score pads, as in Ada,Ben"))
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("sheets"),
        metavar="FOLDER",
        help=N_("the output folder (default: sheets)"),
    )
    parser.set_defaults(run=_sheets)


def _add_root(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--root",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help=N_("the project folder (default: the current folder)"),
    )


def _build(args: argparse.Namespace) -> int:
    from cattools.site.pipeline import optimizations  # noqa: PLC0415 - other commands do not need these
    from cattools.site.pipeline.build import build  # noqa: PLC0415
    from cattools.site.pipeline.editions import check_languages  # noqa: PLC0415
    from cattools.site.serve import stop_on_signals  # noqa: PLC0415

    stop_on_signals()
    if args.without:
        os.environ[optimizations.WITHOUT] = " ".join(optimizations.check(args.without))
    languages = check_languages(args.languages.split(",")) if args.languages else LANGUAGES
    games = args.games.split(",") if args.games else ()
    folder = build(args.root.resolve(), args.out, address=args.address, languages=languages, games=games)
    print(text(N_("The site is in {folder}"), folder=folder))  # noqa: T201
    return 0


def _serve(args: argparse.Namespace) -> int:
    from cattools.site.serve import serve, stop_on_signals  # noqa: PLC0415 - other commands do not need it

    stop_on_signals()
    serve(_finished(args), args.port, lan=args.lan)
    return 0


def _finished(args: argparse.Namespace) -> Path:
    if CHECKOUT:
        from cattools.site.pipeline.build import build  # noqa: PLC0415 - slow to import

        return build(args.root.resolve(), precomputed=False)  # faster: the author is waiting
    if not (BUNDLED_BOOK / "index.html").is_file():
        raise BuildError(text(NO_BOOK))
    return BUNDLED_BOOK


def _sheets(args: argparse.Namespace) -> int:
    from cattools.site.printable.pdf import SIZES, write  # noqa: PLC0415 - other commands do not need it

    names = [name.strip() for name in args.names.split(",") if name.strip()]
    for file in write(args.out, args.games, [args.paper] if args.paper else SIZES, names):
        print(file)  # noqa: T201
    return 0
