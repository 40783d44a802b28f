"""The licences page: the third-party components that the site publishes, and their licences.

The bundler lists the front end's packages; `licences.toml` lists the rest. Each component names the files of the site
that contain it, so a test can find files that belong to no component. The licence text comes from the component's
package if the package has one, else from `licence_texts`.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import tomllib
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cattools.core.messages import N_, translated
from cattools.live.pipeline.bundle import BUNDLED

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGE = "book/licences"
TITLE = N_("Licences")
_INTRODUCTION = N_("This book is under the MIT licence. It includes the work of others:")
_READ = N_("licences\x04Read")
_SHIPPED = Path(__file__).with_name("licences.toml")
_LICENCE_TEXTS = Path(__file__).with_name("licence_texts")
_TEXTS = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE)[^/]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Part:
    """A third-party component: its licence, its home page and the files of the site that contain it.

    `notice` is shown directly on the page; `words`, the full licence text, is in a collapsed section.
    """

    name: str
    licence: str
    home: str
    files: tuple[str, ...]
    version: str = ""
    notice: str = ""
    words: str = ""

    def holds(self, file: str) -> bool:
        """Return whether a file, given relative to the site's root, contains the component."""
        return any(fnmatchcase(file, pattern) for pattern in self.files)


def _installed(name: str, licence: str, files: list[str]) -> Part:
    package = importlib.metadata.distribution(name)
    metadata = package.metadata
    urls = (url.partition(",") for url in _all(metadata, "Project-URL"))
    homes = {key.strip().lower(): url.strip() for key, _, url in urls}
    home = next((homes[key] for key in ("homepage", "repository", "source", "source code") if key in homes), "")
    texts = [file for file in package.files or () if ".dist-info" in str(file) and _TEXTS.search(str(file))]
    return Part(
        name=metadata["Name"],
        version=metadata["Version"],
        licence=licence,
        home=home or next(iter(_all(metadata, "Home-page")), ""),
        files=tuple(files),
        words="\n\n".join(Path(str(file.locate())).read_text("utf-8") for file in texts),
    )


def _all(metadata: importlib.metadata.PackageMetadata, key: str) -> list[str]:
    return [str(value) for value in metadata.get_all(key) or ()]


def _within(package: str, licence_list: str, files: list[str]) -> list[Part]:
    """Return the components bundled in an installed package, as listed in its file `licence_list`."""
    found = json.loads(Path(str(importlib.metadata.distribution(package).locate_file(licence_list))).read_text("utf-8"))
    return [
        Part(
            name=one["name"],
            version=one["versionInfo"],
            licence=one["licenseId"],
            home="",
            files=tuple(files),
            words=one["extractedText"],
        )
        for one in found["packages"]
    ]


def _read(record: dict[str, Any], versions: dict[str, str]) -> Part:
    texts: dict[str, Any] = {key: value.format(**versions) for key, value in record.items() if isinstance(value, str)}
    return Part(**texts, files=tuple(record["files"]))


def _completed(part: Part, holders: dict[str, str]) -> Part:
    """Add the copyright holder and the standard licence text to a component that has no licence text."""
    if part.words:
        return part
    notice = part.notice or holders.get(part.name) or holders.get(part.name.partition("/")[0], "")
    files = [_LICENCE_TEXTS / f"{licence}.txt" for licence in part.licence.split(" AND ")]
    texts = [file.read_text("utf-8") for file in files if file.is_file()]
    return replace(part, notice=notice, words="\n\n".join((notice, *texts)) if texts else "")


def parts(live: Path) -> list[Part]:
    """Return all components, sorted by name; `live` is the folder with the bundled front end."""
    shipped = tomllib.loads(_SHIPPED.read_text("utf-8"))
    bundled = json.loads((live / BUNDLED).read_text("utf-8"))
    found = [
        *(_read(record, bundled["versions"]) for record in shipped["part"]),
        *(_installed(**package) for package in shipped["python"]),
        *(Part(**{**record, "files": tuple(record["files"])}) for record in bundled["packages"]),
    ]
    known = {(part.name, part.version) for part in found}
    within = [part for bundle in shipped["within"] for part in _within(**bundle)]
    found += [part for part in within if (part.name, part.version) not in known]
    whole = (_completed(part, shipped["holders"]) for part in found)
    return sorted(whole, key=lambda part: (part.name.lower(), part.version))


def _word(text: str) -> str:
    return escape(translated(text))


def body(found: Iterable[Part]) -> str:
    """Return the page's HTML."""
    rows = "".join(
        f"<tr><td>{_name(part)} {escape(part.version)}</td><td>{escape(part.licence)}</td><td>{_notice(part)}</td></tr>"
        for part in found
    )
    heads = "".join(
        f"<th>{head}</th>"
        for head in (_word(N_("licences\x04Part")), _word(N_("Licence")), _word(N_("licences\x04Text")))
    )
    return (
        f"<section><h1>{_word(TITLE)}</h1>"
        f"<p>{_word(_INTRODUCTION)}</p>"
        f'<div class="pst-scrollable-table-container"><table class="table"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></section>"
    )


def _name(part: Part) -> str:
    return f'<a href="{escape(part.home)}">{escape(part.name)}</a>' if part.home else escape(part.name)


def _notice(part: Part) -> str:
    if not part.words:
        return escape(part.notice)
    words = f"<details><summary>{_word(_READ)}</summary><pre>{escape(part.words)}</pre></details>"
    return escape(part.notice) + words
