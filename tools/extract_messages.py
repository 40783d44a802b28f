"""Every sentence a reader may see, gathered for translators in `locale/cattools.pot`.

`make messages` writes the file; a test compares it with what the code and the data files say now. A translation is
`locale/<language>.po`, made from it; `msgfmt` compiles it to `cattools/locale/<language>/LC_MESSAGES/cattools.mo`.
"""

from __future__ import annotations

import io
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from cattools.site.printable.reference_sheet import RULE_ID

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "locale" / "cattools.pot"
# What of a data file is shown: by file name, the keys of its records.
SHOWN = {
    "rules.toml": ("title", "sentence", "reading"),
    "options.toml": ("title", "labels"),
    "examples.toml": ("task", "hints", "ask", "say"),
    "presentation.toml": ("say", "ask", "reveal", "words"),
    "practice.toml": ("words", "wrong", "marked"),
}
WITHIN = ("steps", "choices")  # of a walk and of a slide: records of their own
# Of a sheet, which is a tree of its own: every text below these keys, but for ids.
SHEET = "reference_sheet.toml"
ON_PAPER = {
    *("aim", "players", "title", "text", "table", "steps", "says", "may", "never", "answer", "caption"),
    *("band", "rows", "sum", "total", "note"),
}
KEYWORDS = {"N_": None, "text": None, "many": (1, 2), "words": None}


def of_code() -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """Yield where and what for every marked sentence in the code."""
    for name, _, message, _, _ in extract_from_dir(ROOT / "cattools", [("**.py", "python")], keywords=KEYWORDS):
        if message:
            yield f"cattools/{name}", message


def of_data() -> Iterator[tuple[str, str]]:
    """Yield where and what for every text in the games' data files."""
    for file in sorted((ROOT / "cattools" / "games").glob("*/data/*.toml")):
        where = file.relative_to(ROOT).as_posix()
        if file.name == SHEET:
            yield from ((where, said) for said in on_paper(tomllib.loads(file.read_text(encoding="utf-8"))))
        for table in tomllib.loads(file.read_text(encoding="utf-8")).values() if file.name in SHOWN else ():
            # a table is of names, which nobody sees, and so is a list of texts
            for record in (one for one in table if isinstance(table, list) and isinstance(one, dict)):
                inner = [one for key in WITHIN for one in record.get(key, ()) if isinstance(one, dict)]
                for shown in (record, *inner):
                    for key in SHOWN[file.name]:
                        yield from ((where, said) for said in sentences(shown.get(key)))


def on_paper(found: object, *, shown: bool = False) -> Iterator[str]:
    """Yield the texts of a sheet's data, or of a part of it that is `shown`; a rule's id is none."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from on_paper(value, shown=key in ON_PAPER)
    elif isinstance(found, list):
        for value in found:
            yield from on_paper(value, shown=shown)
    elif isinstance(found, str) and shown and found and not RULE_ID.fullmatch(found):
        yield found


def sentences(found: object) -> list[str]:
    """Return the texts under a key; the question of an example, which is a table, is no text."""
    return [found] if isinstance(found, str) else found if isinstance(found, list) else []


def template() -> str:
    """Return the catalogue template as text."""
    catalogue = Catalog(project="cattools", charset="utf-8")
    for where, message in sorted({*of_code(), *of_data()}, key=str):
        catalogue.add(message, locations=[(where, 0)])
    out = io.BytesIO()
    write_po(out, catalogue, omit_header=True, include_lineno=False, width=120)
    return out.getvalue().decode()


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(template(), encoding="utf-8")
    sys.stdout.write(f"{TEMPLATE.relative_to(ROOT)}: {template().count('msgid ')} messages\n")
