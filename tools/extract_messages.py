"""Extract every sentence that a reader can see into the templates for translators.

`locale/cattools.pot` has the sentences of the code and of the games' data, `locale/book.pot` those that only the book's
pages have. `make messages` writes both, and brings every language's catalogues up to date (`tools/catalogues.py`).
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from cattools.core.messages import CONTEXT
from cattools.site import page_translation
from cattools.site.game_pages import FILE, SHEET
from cattools.site.printable.reference_sheet import RULE_ID
from cattools.site.sphinx.rule_sections import pages

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "locale"
# For each data file, the keys whose texts readers see.
SHOWN = {
    "components.toml": {"words"},
    "rules.toml": {"title", "sentence", "reading", "ruling", "who", "labels"},
    "rulings.toml": {"question", "claim", "verdict", "who", "where", "when"},
    "examples.toml": {"task", "hints", "ask", "say", "reveal", "words"},
    "practice.toml": {"words", "wrong", "marked"},
    "uses.toml": {"asks", "says"},
    "pages.toml": {  # of the reference sheet; the other texts are on the pages themselves
        *("aim", "players", "title", "text", "table", "steps", "says", "may", "never", "answer", "caption"),
        *("band", "rows", "sum", "total", "note", "alt", "label"),
    },
}
KEYWORDS = {"N_": None, "NP_": (1, 2), "text": None, "many": (1, 2)}


@cache
def code_messages() -> Sequence[tuple[str, str | tuple[str, ...]]]:
    """Return the file and the text of every sentence in the code that is marked for translation."""
    found = extract_from_dir(ROOT / "cattools", [("**.py", "python")], keywords=KEYWORDS)
    return [(f"cattools/{name}", message) for name, _, message, _, _ in found if message]


def data_messages() -> Iterator[tuple[str, str]]:
    """Yield the file and the text of everything in data files that readers see."""
    files = [
        *(ROOT / "cattools" / "games").glob("*/data/*.toml"),
        *(ROOT / "cattools" / "site" / "search").glob("*.toml"),
    ]
    for file in sorted(files):
        if keys := SHOWN.get(file.name):
            found = tomllib.loads(file.read_text(encoding="utf-8"))
            found = found.get(SHEET, {}) if file.name == FILE else found
            yield from ((file.relative_to(ROOT).as_posix(), message) for message in shown_texts(found, keys))


def shown_texts(found: object, keys: AbstractSet[str], *, shown: bool = False) -> Iterator[str]:
    """Yield the texts at these keys, including those in lists; rule ids are left out."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from shown_texts(value, keys, shown=key in keys)
    elif isinstance(found, list):
        for value in found:
            yield from shown_texts(value, keys, shown=shown)
    elif isinstance(found, str) and shown and found and not RULE_ID.fullmatch(found):
        yield found


def book_messages() -> Iterator[tuple[str, str]]:
    """Yield the file and the text of everything on the pages, the book's title and authors, and its captions."""
    for file in pages(ROOT / "book"):
        where = file.relative_to(ROOT).as_posix()
        yield from ((where, message) for message in page_translation.messages(file.read_text(encoding="utf-8")))
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    yield from (("_config.yml", config[words]) for words in ("title", "author"))
    for part in yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]:
        if "caption" in part:
            yield "_toc.yml", part["caption"]


@cache
def templates() -> dict[str, str]:
    """Return the text of the template of each domain. The book's leaves out what the code has as well."""
    shown = {*code_messages(), *data_messages()}
    elsewhere = {message for _, message in shown}
    return {
        "cattools": _template("cattools", shown),
        "book": _template("book", {one for one in book_messages() if one[1] not in elsewhere}),
    }


def _template(domain: str, found: Iterable[tuple[str, str | tuple[str, ...]]]) -> str:
    catalogue = Catalog(project=domain, charset="utf-8")
    for where, message in sorted(found, key=str):
        forms = [message] if isinstance(message, str) else message
        context, sign, _ = forms[0].partition(CONTEXT)
        rest = tuple(form.removeprefix(context + sign) if sign else form for form in forms)
        id_ = rest[0] if isinstance(message, str) else rest
        catalogue.add(id_, locations=[(where, 0)], context=context if sign else None)
    out = io.BytesIO()
    write_po(out, catalogue, omit_header=True, include_lineno=False, width=120)
    return out.getvalue().decode()


def write() -> None:
    """Write the templates."""
    for domain, text in templates().items():
        (LOCALE / f"{domain}.pot").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
