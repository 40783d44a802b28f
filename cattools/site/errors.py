"""The one kind of failure that the site's commands report."""

BOOK, LAB = "book", "lab"  # the optional parts of the package, by what they are for


class BuildError(Exception):
    """Something the user can act on, in one clear sentence."""


def lacking(module: str | None, extra: str) -> str:
    """Say which optional part of cattools brings a module that is not installed, and how that is done."""
    return f"this needs {module}, which comes with cattools[{extra}]: python -m pip install 'cattools[{extra}]'"
