"""The book's base URL, with a trailing slash; "" if none is configured."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from cattools.site.errors import BuildError

CONFIG = "_config.yml"


def with_slash(address: str) -> str:
    """Return an address with a trailing slash; "" stays "". Raises `BuildError` if it is not an HTTP(S) URL."""
    parts = urlsplit(address)
    if not address:
        return ""
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BuildError(f"expected the book's address, as in https://example.org/cats/, found {address!r}")
    return address.rstrip("/") + "/"


def configured_address(root: Path) -> str:
    """Return the base URL from a project's `_config.yml`, "" if the file or key is missing. Raises `BuildError`."""
    file = root / CONFIG
    if not file.is_file():
        return ""
    import yaml  # noqa: PLC0415 - comes with Jupyter Book and with Jupytext

    config = yaml.safe_load(file.read_text("utf-8"))
    return with_slash(config.get("html", {}).get("baseurl") or "")
