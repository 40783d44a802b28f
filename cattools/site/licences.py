"""The page of licences: whose work the site publishes beside its own, and under which terms.

What the front end bundles is told by the bundler; the rest stands in `shipped.toml`. Each part names the files of the
site that hold something of it, so that a test finds a file which belongs to nobody.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from gettext import dgettext
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGE = "book/licences"
BUNDLED = "packages.json"
_SHIPPED = Path(__file__).with_name("shipped.toml")
_TEXTS = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE)[^/]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Part:
    """Something of somebody's that the site publishes: its terms, where it comes from, the files that hold it."""

    name: str
    licence: str
    home: str
    files: tuple[str, ...]
    version: str = ""
    notice: str = ""

    def holds(self, file: str) -> bool:
        """Tell whether something of it is in a file, named from the site's root."""
        return any(fnmatchcase(file, pattern) for pattern in self.files)


def _installed(name: str, licence: str, files: list[str]) -> Part:
    package = importlib.metadata.distribution(name)
    found = package.metadata
    homes = {key.strip().lower(): url.strip() for key, _, url in (u.partition(",") for u in _all(found, "Project-URL"))}
    home = next((homes[key] for key in ("homepage", "repository", "source", "source code") if key in homes), "")
    texts = [file for file in package.files or () if ".dist-info" in str(file) and _TEXTS.search(str(file))]
    return Part(
        name=found["Name"],
        version=found["Version"],
        licence=licence,
        home=home or next(iter(_all(found, "Home-page")), ""),
        files=tuple(files),
        notice="\n\n".join(Path(str(file.locate())).read_text("utf-8") for file in texts),
    )


def _all(found: importlib.metadata.PackageMetadata, key: str) -> list[str]:
    return [str(value) for value in found.get_all(key) or ()]


def _read(records: Iterable[dict[str, Any]]) -> list[Part]:
    return [Part(**{**record, "files": tuple(record["files"])}) for record in records]


def parts(live: Path) -> list[Part]:
    """Return every part of the site by name; `live` is the folder that the front end was bundled into."""
    shipped = tomllib.loads(_SHIPPED.read_text("utf-8"))
    python = [_installed(**package) for package in shipped["python"]]
    bundled = _read(json.loads((live / BUNDLED).read_text("utf-8")))
    return sorted((*_read(shipped["part"]), *python, *bundled), key=lambda part: (part.name.lower(), part.version))


def _word(text: str) -> str:
    return escape(dgettext("cattools", text))


def body(found: Iterable[Part]) -> str:
    """Return the page's HTML."""
    rows = "".join(
        f"<tr><td>{_name(part)} {escape(part.version)}</td><td>{escape(part.licence)}</td><td>{_notice(part)}</td></tr>"
        for part in found
    )
    heads = "".join(f"<th>{head}</th>" for head in (_word("Part"), _word("Licence"), _word("Its words")))
    return (
        f"<section><h1>{_word('Licences')}</h1>"
        f"<p>{_word('This book is under the MIT licence. It is published with the work of others:')}</p>"
        f'<div class="pst-scrollable-table-container"><table class="table"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></section>"
    )


def _name(part: Part) -> str:
    return f'<a href="{escape(part.home)}">{escape(part.name)}</a>' if part.home else escape(part.name)


def _notice(part: Part) -> str:
    first, _, rest = part.notice.strip().partition("\n")
    if not rest:
        return escape(first)
    return f"<details><summary>{_word('Read')}</summary><pre>{escape(part.notice)}</pre></details>"
