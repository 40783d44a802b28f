"""The parser of the `cattools` command: `argparse` with its words in the reader's language."""

from __future__ import annotations

import argparse
import gettext
import os
import re
import sys
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from cattools.core.errors import unknown
from cattools.core.messages import N_, language, translated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DOMAIN = "cattools"
_CATALOGUES = Path(__file__).resolve().parents[1] / "locale"
_SETTING = "LANGUAGE"  # what gettext reads first
# What `argparse` itself says. It looks these words up in gettext's current domain.
_WORDS = (
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("ignored explicit argument %r"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
)


_LOOKS_LIKE_OPTION = re.compile(r"-[^\d.\s]\S*$")  # as in argparse: not a negative number, and no spaces


class CommandParser(argparse.ArgumentParser):
    """A parser that translates the help of its arguments, and whose errors look like those of the commands."""

    def __init__(self, **settings: Any) -> None:
        self._known: list[str] = []  # the options, in the order in which they were added
        self._commands: Any = None
        super().__init__(**{"formatter_class": _Formatter, **settings})

    def add_argument(self, *flags: str, **settings: Any) -> argparse.Action:
        """Add an argument."""
        added = super().add_argument(*flags, **settings)
        self._known += added.option_strings
        return added

    def add_subparsers(self, **settings: Any) -> Any:
        """Return the object that adds commands, each with a parser of its own."""
        self._commands = super().add_subparsers(**settings)
        return self._commands

    # The parser of a command refuses what it does not know, instead of returning it to the parser of all commands.
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments; if there is an unknown option, command or argument, print an error and exit."""
        words: list[str] = sys.argv[1:] if args is None else [*args]
        self._refuse_unknown(words)
        found, rest = super().parse_known_args(words, namespace)
        if rest:
            self.error(translated(N_("unrecognized arguments: %s")) % " ".join(rest))
        return found, rest

    def _refuse_unknown(self, words: Sequence[str]) -> None:
        own = [*takewhile(lambda word: word != "--", words)]
        if self._commands is not None:  # what follows the command is read by its own parser
            own = [*takewhile(_LOOKS_LIKE_OPTION.match, own)]
            command = next(iter(words[len(own) :]), None)
            known = self._commands.choices
            if command is not None and command not in known:
                self._refuse(unknown(N_("expected one of the commands {known}, found {found}"), command, known))
        for word in own:
            name = word.partition("=")[0]
            if not _LOOKS_LIKE_OPTION.match(word) or any(one.startswith(name) for one in self._known):
                continue
            known = [one for one in self._known if one != "-h"]
            expected = N_("expected one of the options {known}, found {found}")
            self._refuse(unknown(expected, name, known))

    def _refuse(self, error: Exception) -> NoReturn:
        self.exit(2, f"{self.prog}: {error}\n")

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")


class _Formatter(argparse.HelpFormatter):
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        before = translated(N_("usage: {command}")).partition("{")[0]
        super().add_usage(usage, actions, groups, before if prefix is None else prefix)

    def _get_help_string(self, action: argparse.Action) -> str:
        return translated(action.help or "")


@contextmanager
def argparse_translated() -> Iterator[None]:
    """Make `argparse` use the reader's language within the block."""
    setting, domain = os.environ.get(_SETTING), gettext.textdomain()
    gettext.bindtextdomain(_DOMAIN, str(_CATALOGUES))
    gettext.textdomain(_DOMAIN)
    os.environ[_SETTING] = language()
    try:
        yield
    finally:
        gettext.textdomain(domain)
        del os.environ[_SETTING]
        if setting is not None:
            os.environ[_SETTING] = setting
