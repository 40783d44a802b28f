"""Extract every sentence that a reader can see into the templates for translators.

`locale/cattools.pot` has the sentences of the code and of the games' data, `locale/book.pot` those that only the book's
pages have. `make messages` writes both, and brings every language's catalogues up to date (`tools/catalogues.py`).
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from cattools.site import page_translation
from cattools.site.printable.reference_sheet import RULE_ID

ROOT = Path(__file__).parents[1]
# For each data file, the keys of its records whose texts readers see.
SHOWN = {
    "rules.toml": ("title", "sentence", "reading"),
    "options.toml": ("title", "labels"),
    "examples.toml": ("task", "hints", "ask", "say"),
    "presentation.toml": ("say", "ask", "reveal", "words"),
    "practice.toml": ("words", "wrong", "marked"),
}
NESTED = ("steps", "choices")  # keys of nested records: the steps of a walkthrough, the choices of a slide
# Keys of a reference sheet: every text below them is shown, except rule ids.
SHEET = "reference_sheet.toml"
SHEET_KEYS = {
    *("aim", "players", "title", "text", "table", "steps", "says", "may", "never", "answer", "caption"),
    *("band", "rows", "sum", "total", "note"),
}
KEYWORDS = {"N_": None, "NP_": (1, 2), "text": None, "many": (1, 2)}


def code_messages() -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """Yield the file and the text of every sentence in the code that is marked for translation."""
    for name, _, message, _, _ in extract_from_dir(ROOT / "cattools", [("**.py", "python")], keywords=KEYWORDS):
        if message:
            yield f"cattools/{name}", message


def data_messages() -> Iterator[tuple[str, str]]:
    """Yield the file and the text of everything in the games' data files that readers see."""
    for file in sorted((ROOT / "cattools" / "games").glob("*/data/*.toml")):
        where = file.relative_to(ROOT).as_posix()
        if file.name == SHEET:
            yield from ((where, message) for message in sheet_messages(tomllib.loads(file.read_text(encoding="utf-8"))))
        for table in tomllib.loads(file.read_text(encoding="utf-8")).values() if file.name in SHOWN else ():
            # other tables and lists contain only names that are not shown
            for record in (one for one in table if isinstance(table, list) and isinstance(one, dict)):
                inner = [one for key in NESTED for one in record.get(key, ()) if isinstance(one, dict)]
                for shown in (record, *inner):
                    for key in SHOWN[file.name]:
                        yield from ((where, message) for message in sentences(shown.get(key)))


def sheet_messages(found: object, *, shown: bool = False) -> Iterator[str]:
    """Yield the texts that readers see in the data of a reference sheet; rule ids are left out.

    If `shown` is true, readers see every text in the data, otherwise only the texts below the keys in `SHEET_KEYS`.
    """
    if isinstance(found, dict):
        for key, value in found.items():
            yield from sheet_messages(value, shown=key in SHEET_KEYS)
    elif isinstance(found, list):
        for value in found:
            yield from sheet_messages(value, shown=shown)
    elif isinstance(found, str) and shown and found and not RULE_ID.fullmatch(found):
        yield found


def sentences(found: object) -> list[str]:
    """Return the texts in a key's value; an empty list if the value is a table, such as an example's `ask`."""
    return [found] if isinstance(found, str) else found if isinstance(found, list) else []


def book_messages() -> Iterator[tuple[str, str]]:
    """Yield the file and the text of everything on the book's pages, its title, and the captions of its contents."""
    for file in sorted((ROOT / "book").rglob("*.md")):
        where = file.relative_to(ROOT).as_posix()
        yield from ((where, message) for message in page_translation.messages(file.read_text(encoding="utf-8")))
    yield "_config.yml", yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["title"]
    for part in yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]:
        if "caption" in part:
            yield "_toc.yml", part["caption"]


def templates() -> dict[str, str]:
    """Return the text of the template of each domain. A sentence that the code has as well is not in the book's."""
    shown = {*code_messages(), *data_messages()}
    elsewhere = {message for _, message in shown}
    return {
        "cattools": _template("cattools", shown),
        "book": _template("book", {one for one in book_messages() if one[1] not in elsewhere}),
    }


def _template(domain: str, found: Iterable[tuple[str, str | tuple[str, ...]]]) -> str:
    catalogue = Catalog(project=domain, charset="utf-8")
    for where, message in sorted(found, key=str):
        catalogue.add(message, locations=[(where, 0)])
    out = io.BytesIO()
    write_po(out, catalogue, omit_header=True, include_lineno=False, width=120)
    return out.getvalue().decode()
