"""The command line of the site: `cattools build` and `cattools serve`."""

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
