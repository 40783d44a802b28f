"""The `cattools` command."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, TypeAlias

from cattools.site import commands as site
from cattools.site.errors import BuildError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - has no other name

# Each adds its parsers and sets `run`: a function that takes the arguments and gives the exit code.
_ADD: tuple[Callable[[Commands], None], ...] = (site.add,)
# Failures that explain themselves in one sentence; any other is a mistake in the program.
_EXPLAINED: tuple[type[Exception], ...] = (BuildError,)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: the words after `cattools`; those of this process if not given.

    Returns:
        The exit code: 0 when all went well, 1 after a failure, which is told in one sentence.
    """
    parser = argparse.ArgumentParser(prog="cattools", description="The interactive rulebook: build it, serve it.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in _ADD:
        add(commands)
    args = parser.parse_args(arguments)
    try:
        return int(args.run(args))
    except _EXPLAINED as error:
        sys.stderr.write(f"cattools: {error}\n")
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
