"""The editions of the book: one for each language, built from the same pages into one site.

The edition in the source language is the site itself. Any other is in a folder named after its language's code, as in
`ja/book/herders/turn.html`, and has the same pages with the same anchors. Its pages are translated with the catalogues
before Sphinx reads them; front end, kernel and style sheet are those of the site. If the chosen games differ from the
project's (`game_choice.py`), the pages of the source edition are written too.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from cattools.core.language import LANGUAGES, catalogue, catalogue_bytes
from cattools.core.messages import N_, SOURCE, speaking
from cattools.live.pipeline.incremental import files_below, fingerprint
from cattools.site import page_translation
from cattools.site.errors import BuildError
from cattools.site.metadata.language_choice import folder_of
from cattools.site.pipeline import game_choice
from cattools.site.pipeline.cache_busting import LIVE, STATIC
from cattools.site.search import index

BOOK_FILES = ("_config.yml", "_toc.yml")
DOMAINS = ("cattools", "book")
# Labels of the theme and of Sphinx that their own catalogues leave in English.
_LABELS = (
    N_("Link to this heading"),
    N_("Link to this definition"),
    N_("Toggle primary sidebar"),
    N_("Color mode"),
    N_("System Settings"),
    N_("Main"),
    N_("Page"),
)
# An address of something that all editions share, relative to a page of an edition.
_SHARED = re.compile(
    rf'(?P<before>\b(?:href|src|content|data-\w+)="|url\()(?P<up>(?:\.\./)*)'
    rf"(?P<to>{STATIC}/(?!{re.escape(index.FILE)})|{LIVE}/)"
)


@dataclass(frozen=True, slots=True)
class Edition:
    """The book in one language: the folder with its pages, and the folder in which Jupyter Book makes its `_build`."""

    language: str
    root: Path
    out: Path

    @property
    def is_source(self) -> bool:
        """Whether this is the book in the language in which it is written."""
        return self.language == SOURCE

    @property
    def folder(self) -> str:
        """The edition's folder in the site, with a slash; "" for the edition in the source language."""
        return folder_of(self.language)

    @property
    def html(self) -> Path:
        """The folder into which Jupyter Book writes the edition's pages."""
        return self.out / "_build" / "html"

    def step(self, name: str) -> str:
        """Return the name of this edition's part of a build step."""
        return name if self.is_source else f"{name} {self.language}"

    def titled(self, title: str) -> str:
        """Return the title of this edition's part of a build step."""
        return title if self.is_source else f"{title} ({self.language})"


def editions(root: Path, languages: tuple[str, ...]) -> list[Edition]:
    """Return the edition of each language; pages that the build writes are below `_build/site`."""
    folders = {code: root / "_build" / "site" / code for code in languages}
    if not game_choice.is_changed():
        folders[SOURCE] = root
    return [Edition(code, folders[code], root if code == SOURCE else folders[code]) for code in languages]


def check_languages(names: Sequence[str]) -> tuple[str, ...]:
    """Return the languages to build, the source language first. Raises `BuildError` for an unknown one."""
    for name in names:
        if name not in LANGUAGES:
            raise BuildError(f"expected languages of the book ({', '.join(LANGUAGES)}), found {name!r}")
    return tuple(code for code in LANGUAGES if code == SOURCE or code in names)


def words_of(language: str) -> str:
    """Return a fingerprint of a language's catalogues, on which its edition depends; "" for the source language."""
    if language == SOURCE:
        return ""
    return fingerprint(*(catalogue_bytes(language, domain).hex() for domain in DOMAINS))


def write_source(edition: Edition, root: Path) -> None:
    """Write an edition's pages, contents and configuration, from those of the project folder `root`.

    Files that have not changed are left alone, so that Sphinx reads only the others.
    """
    import yaml  # noqa: PLC0415 - comes with Jupyter Book

    translate = str if edition.is_source else _translator(edition.language)
    texts: dict[Path, str | Path] = {}
    pages: dict[str, str] = {}
    for file in files_below(root / "book"):
        at = file.relative_to(root)
        if file.suffix == ".md":
            page = file.read_text("utf-8")
            if not edition.is_source:
                with speaking(catalogue(edition.language)):
                    page = page_translation.translated(page, translate)
            pages[at.with_suffix("").as_posix()] = page
        else:
            texts[at] = file
    config, contents = (yaml.safe_load((root / name).read_text("utf-8")) for name in BOOK_FILES)
    if game_choice.is_changed():
        with speaking(catalogue(edition.language)):
            pages = game_choice.chosen_pages(pages)
            contents = game_choice.with_chapters(contents, pages)
        texts |= game_choice.pictures()
    if not edition.is_source:
        _translate_config(config, edition.language, translate)
    for part in contents["parts"]:
        part["caption"] = translate(part["caption"])
    for name, value in zip(BOOK_FILES, (config, contents), strict=True):
        texts[Path(name)] = yaml.safe_dump(value, allow_unicode=True, sort_keys=False)
    texts |= {Path(f"{name}.md"): text for name, text in pages.items()}
    for old in files_below(edition.root / "book"):
        if old.relative_to(edition.root) not in texts:
            old.unlink()
    for at, text in texts.items():
        _write_if_changed(edition.root / at, text if isinstance(text, str) else text.read_bytes())


def _translator(language: str) -> Callable[[str], str]:
    own, shared = catalogue(language, "book"), catalogue(language)
    own.add_fallback(shared)
    return own.gettext


def _translate_config(config: dict[str, Any], language: str, translate: Callable[[str], str]) -> None:
    for words in ("title", "author"):
        config[words] = translate(config[words])
    sphinx = config["sphinx"]["config"]
    sphinx["language"] = language
    options = sphinx["html_theme_options"]
    options["search_bar_text"] = translate(options["search_bar_text"])


def merge(edition: Edition, site: Path) -> None:
    """Put a translated edition's pages and search index into the site; what all editions share is there already."""
    target, words = site / edition.folder, catalogue(edition.language)
    own = {label: escape(words.gettext(label)) for label in _LABELS}
    labels = re.compile(f'="({"|".join(map(re.escape, own))})"')
    shutil.rmtree(target / STATIC, ignore_errors=True)
    wanted = {file.relative_to(edition.html) for file in edition.html.rglob("*.html")}
    wanted = {file for file in wanted if file.parts[0] not in (STATIC, "404.html")}
    for old in [*target.glob("*.html"), *(target / "book").rglob("*.html"), *(target / "r").rglob("*.html")]:
        if old.relative_to(target) not in wanted:
            old.unlink()
    for file in wanted:
        text = _SHARED.sub(r"\g<before>../\g<up>\g<to>", (edition.html / file).read_text("utf-8"))
        _write_if_changed(target / file, labels.sub(lambda found: f'="{own[found[1]]}"', text))
    for file in (edition.html / STATIC).glob(index.FILES):
        _write_if_changed(target / STATIC / file.name, file.read_bytes())


def _write_if_changed(file: Path, content: str | bytes) -> None:
    data = content.encode() if isinstance(content, str) else content
    if not file.is_file() or file.read_bytes() != data:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
