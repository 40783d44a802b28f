"""A book with a game from another distribution has its chapter and live boards; faulty games are left out."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path
from re import findall

import pytest
from playwright.sync_api import Page

from cattools.core.loading.game_packages import packages
from cattools.site.search.index import FILES
from tests.browser.board_driver import live
from tests.packages.install import KONANE, ROOT, environment, installed_from_wheel, registered

BUILD = """
import sys
from pathlib import Path
from cattools.site.pipeline.build import build
build(Path(sys.argv[1]), languages=("en",), games=sys.argv[2].split())
"""
USABLE = """
import sys
from pathlib import Path
from cattools.live.pipeline.incremental import BuildSteps
from cattools.site.pipeline.usable_games import usable
print(usable(BuildSteps(Path(sys.argv[1])), sys.argv[2].split()))
"""
KEPT = ("site/npm", "site/live", "site/steps.json", ".jupyter_cache")  # of an earlier build, to save time


@pytest.fixture(scope="module")
def konane(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed_from_wheel(KONANE, tmp_path_factory.mktemp("konane"))


def run(program: str, *words: str, paths: tuple[Path, ...]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *words], env=environment(*paths), cwd=paths[0],
        capture_output=True, text=True, check=False, timeout=1800,
    )  # fmt: skip


@pytest.mark.nightly
def test_a_game_that_breaks_a_promise_is_reported_and_left_out(konane: Path, tmp_path: Path) -> None:
    registered(tmp_path, "okapi")
    shutil.copytree(konane / "cattools_konane", tmp_path / "cattools_okapi")
    done = run(USABLE, str(tmp_path / "steps.json"), "", paths=(konane, tmp_path))
    *report, games = done.stdout.splitlines()
    assert games == str([*(name for name, found in packages().items() if found.is_own), "konane"])
    assert report[0].startswith("The book leaves out okapi. cattools-okapi 0.1.0: `cattools check` finds faults:")
    assert "games/okapi/data/components.toml" not in report[0]
    named = run(USABLE, str(tmp_path / "steps.json"), "okapi", paths=(konane, tmp_path))
    assert named.returncode == 1
    assert "BuildError: cattools-okapi 0.1.0: " in named.stderr


@pytest.mark.nightly
@pytest.mark.site
def test_a_book_has_the_pages_of_a_game_from_another_distribution(konane: Path, tmp_path: Path) -> None:
    html = built(tmp_path, konane, "herders konane")
    assert {page.parent.name for page in html.glob("book/*/play.html")} == {"herders", "konane"}
    assert 'href="konane/index.html"' in (html / "book" / "intro.html").read_text(encoding="utf-8")
    assert '"konane":"Konane"' in (html / "_static" / "answers.json").read_text(encoding="utf-8")
    assert {file.name for file in (html / "_static").glob(FILES)} == {
        f"{stem}{game}.json" for stem in ("answers", "answers_other") for game in ("", ".herders", ".konane")
    }
    assert (html / "r" / "konane.jump" / "index.html").is_file()
    assert dead_links(html) == []


@pytest.mark.nightly
@pytest.mark.browser
def test_a_board_of_a_game_from_another_distribution_is_live(
    konane: Path, tmp_path: Path, page: Page, serve: Callable[[Path], str]
) -> None:
    html = built(tmp_path, konane, "konane")
    page.goto(f"{serve(html)}/book/konane/index.html")
    board = live(page, 3)
    with board.repaint():
        board.type_move("c1-c3")


def built(folder: Path, konane: Path, games: str) -> Path:
    """Build a book of some games, in English, in a folder; return the folder of the site."""
    for name in ("_config.yml", "_toc.yml"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "book", folder / "book")
    for name in KEPT:
        kept, to = ROOT / "_build" / name, folder / "_build" / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if kept.is_dir():
            shutil.copytree(kept, to, symlinks=True)
        elif kept.is_file():
            shutil.copy(kept, to)
    done = run(BUILD, str(folder), games, paths=(konane,))
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
    return folder / "_build" / "html"


def dead_links(html: Path) -> list[str]:
    """Return the links of the pages that lead to no file of the site."""
    found = []
    for page in html.glob("book/**/*.html"):
        for link in findall(r'href="(?!#|\w+:)([^"#?]+)', page.read_text(encoding="utf-8")):
            target = page.parent / unescape(link)
            if not target.exists():
                found.append(f"{page.relative_to(html)}: {link}")
    return found
