"""Every id of a rule, ruling or example that code or documentation puts in backticks exists."""

import re
from pathlib import Path

from cattools.games import GAMES
from cattools.lessons.example import examples
from cattools.lessons.ruling import rulings
from tests.repo.test_files import tracked


def unknown_ids(text: str) -> set[str]:
    """Return the ids in backticks that are neither the id of a rule, ruling or example nor a prefix of one."""
    written = re.findall(rf"`((?:{'|'.join(GAMES)})(?:\.[a-z0-9-]+)+)`", text)
    known = {
        f"{found}."
        for game_id in GAMES
        for found in (*GAMES[game_id].rules, *examples(game_id), *(one.id for one in rulings(game_id).rows))
    }
    return {found for found in written if not any(each.startswith(f"{found}.") for each in known)}


def test_every_id_in_backticks_exists() -> None:
    assert unknown_ids("`herders.place`, `herders.herd` and `herders.gone`, herders.lost") == {"herders.gone"}
    texts = {file: file.read_text(encoding="utf-8") for file in tracked() if file.suffix in (".py", ".md")}
    found = {str(file): unknown_ids(text) for file, text in texts.items() if file != Path(__file__)}
    assert {name: ids for name, ids in found.items() if ids} == {}
