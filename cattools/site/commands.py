"""The command line of the site: `cattools build`, `cattools serve` and `cattools sheets`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import argparse

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - has no other name


def add(commands: Commands) -> None:
    """Add the site's commands."""
    building = commands.add_parser("build", help="build the book as a static site")
    building.add_argument("--out", type=Path, metavar="FOLDER", help="where to put the finished site")
    building.set_defaults(run=_build)
    serving = commands.add_parser("serve", help="build the book and serve it on this machine")
    serving.add_argument("--port", type=int, metavar="N", help="the port to listen on (8000, or a free one)")
    serving.set_defaults(run=_serve)
    printing = commands.add_parser("sheets", help="write the games' sheets for the table and score pads as PDF")
    printing.add_argument("games", nargs="*", metavar="GAME", help="for example herders (all)")
    printing.add_argument("--paper", choices=("a4", "letter"), help="the size of the paper (both)")
    printing.add_argument("--names", default="", metavar="A,B", help="who stands on the score pads, as in Ada,Ben")
    printing.add_argument("--out", type=Path, default=Path("sheets"), metavar="FOLDER", help="where to (sheets)")
    printing.set_defaults(run=_sheets)
    for one in (building, serving):
        one.add_argument("--root", type=Path, default=Path(), metavar="FOLDER", help="the project's folder (this one)")


def _build(args: argparse.Namespace) -> int:
    from cattools.site.build import build  # noqa: PLC0415 - other commands do not need it

    folder = build(args.root.resolve(), args.out)
    print(f"The site is in {folder}")  # noqa: T201
    return 0


def _serve(args: argparse.Namespace) -> int:
    from cattools.site.build import build  # noqa: PLC0415 - other commands do not need it
    from cattools.site.serve import serve  # noqa: PLC0415

    serve(build(args.root.resolve()), args.port)
    return 0


def _sheets(args: argparse.Namespace) -> int:
    from cattools.site.sheets.files import SIZES, write  # noqa: PLC0415 - other commands do not need it

    names = [name.strip() for name in args.names.split(",") if name.strip()]
    for file in write(args.out, args.games, [args.paper] if args.paper else SIZES, names):
        print(file)  # noqa: T201
    return 0
