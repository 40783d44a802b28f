"""Check the Japanese terms against the Japanese rules of the games, which are not part of the project.

python -m tools.check_terms FOLDER   report each term that is not in the line of its source; FOLDER has the sources
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cattools.core.errors import DataError
from cattools.core.loading.data_files import from_table, parse

TERMS = Path(__file__).parents[1] / "locale" / "ja" / "terms.toml"


@dataclass(frozen=True)
class Term:
    """One row of the list: a term of the book, and the Japanese word for it."""

    english: str
    japanese: str
    game: str  # its id; empty for a term of all games, or of the site
    source: str  # a game's source and a line of it, such as `herders:44`; empty if no source has a word for it
    form: str = ""  # how that line writes the word, if it differs: inflected, or misprinted
    also: tuple[str, ...] = ()  # other words that a reader may type
    avoid: tuple[str, ...] = ()  # in the file, `not`: words that a translator must not use
    note: str = ""

    @property
    def line(self) -> tuple[str, int]:
        """The game whose source has the word, and the number of the line."""
        game, _, number = self.source.partition(":")
        return game, int(number)


@dataclass(frozen=True)
class Terms:
    """The list of terms, and the name of each game's source."""

    sources: Mapping[str, str]
    terms: tuple[Term, ...]


def read(file: Path = TERMS) -> Terms:
    """Return the list in a file. Raises `DataError`."""
    table = parse(file.read_text(encoding="utf-8"), file.name)
    rows = [{"avoid" if key == "not" else key: row[key] for key in row} for row in table.get("terms", [])]
    return from_table(Terms, table | {"terms": rows}, file.name)


def faults(terms: Terms, folder: Path) -> Iterator[str]:
    """Yield one sentence for each term that is not in the line of its source. Raises `OSError`."""
    lines = {game: (folder / name).read_text(encoding="utf-8").split("\n") for game, name in terms.sources.items()}
    for term in terms.terms:
        if term.source:
            game, number = term.line
            text = lines[game][number - 1] if 0 < number <= len(lines[game]) else ""
            word = term.form or term.japanese
            if word not in text:
                elsewhere = ", ".join(str(at) for at, line in enumerate(lines[game], 1) if word in line)
                yield f"{term.english!r}: expected {word} in {term.source}, found it in {elsewhere or 'no line'}"


def main(folder: str) -> str:
    """Return the faults, one on each line."""
    try:
        return "\n".join(faults(read(), Path(folder)))
    except (DataError, OSError) as error:
        return str(error)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
