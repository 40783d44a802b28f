"""The exception that the site's commands report, and its message about a missing module."""

from cattools.core.messages import N_, text
from cattools.live.errors import BuildError

__all__ = ["BOOK", "LAB", "TABLE", "BuildError", "missing_message"]

MISSING = N_("this needs {module}, which comes with cattools[{extra}]: python -m pip install 'cattools[{extra}]'")
BOOK, LAB, TABLE = "book", "lab", "table"  # the package's extras


def missing_message(module: str | None, extra: str) -> str:
    """Return the message about a missing module: which extra contains it and how to install that extra."""
    return str(text(MISSING, module=module, extra=extra))
