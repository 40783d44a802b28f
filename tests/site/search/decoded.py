"""Decode the columns of the search index."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from cattools.games import GAMES
from cattools.site.search.index import FILE

Cells: TypeAlias = dict[str, list[str]]  # by field


def own_files(folder: Path) -> dict[str, Any]:
    """Return the files that all questions need: the book's under "", each game's under its id."""
    names = {"": FILE} | {game: f"answers.{game}.json" for game in GAMES}
    return {game: json.loads((folder / name).read_text("utf-8")) for game, name in names.items()}


def decoded(of: Mapping[str, Any]) -> dict[str, dict[str, Cells]]:
    """Return the cells of a set of files by game, table and field."""
    letters = of[""]["alphabet"].split("\n")
    code = {chr(ord("#") + n + (ord("#") + n >= ord("\\"))): letter for n, letter in enumerate(letters)}

    def cells(column: str) -> list[str]:
        return "".join(code[letter] for letter in column).split("~")

    shared = cells(of[""]["shared"])

    def plain(cell: str) -> str:
        return "|".join(shared[int(item[1:])] if item.startswith("\t") else item for item in cell.split("|"))

    return {
        game: {
            table: {field: [*map(plain, cells(column))] for field, column in file[table].items()}
            for table in ("entries", "rulings")
        }
        for game, file in of.items()
    }
