"""The parser of the `cattools` command: `argparse` with its words in the reader's language."""

from __future__ import annotations

import argparse
import gettext
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from cattools.core.messages import N_, language, translated

if TYPE_CHECKING:
    from collections.abc import Iterator

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


class CommandParser(argparse.ArgumentParser):
    """A parser that translates the help of its arguments, and whose errors look like those of the commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": _Formatter, **settings})

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
    """Let `argparse` speak the language in use within the block."""
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
