"""The Python examples in README.md and docs/adding-a-game.md run without changes.

The README and the book list every game.
"""

import re
import sys
from pathlib import Path

import pytest

from cattools.games import GAMES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "number"), [("README.md", 2), ("docs/adding-a-game.md", 1)])
def test_the_python_examples_run(page: str, number: int) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == number
    for block in blocks:
        exec(block, {})


def test_the_setting_that_keeps_boards_in_a_notebook_is_named_as_in_jupyterlab() -> None:
    (called,) = re.findall(r"only if Settings, ([^,]*?) is on", " ".join(README.split()))
    scripts = Path(sys.prefix, "share", "jupyter", "labextensions", "@jupyter-widgets").rglob("*.js")
    assert any(called in script.read_text(encoding="utf-8") for script in scripts)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_list_of_games_is_complete(game_id: str) -> None:
    game, book = GAMES[game_id], ROOT / "book"
    pages = {page.stem for page in (book / game_id).glob("*.md")}
    intro = (book / "intro.md").read_text(encoding="utf-8")
    assert f"**{game.title}**" in README
    assert f"**{game.title}**" in (book / "about.md").read_text(encoding="utf-8")
    for page in {"index", "play", "reference", "scorer"} & pages:
        assert f"]({game_id}/{page}.md)" in intro
    if "rulings" in pages:
        assert f"]({game_id}/rulings.md)" in (book / "about.md").read_text(encoding="utf-8")
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    assert all(f"file: book/{game_id}/{page}\n" in contents for page in pages)
