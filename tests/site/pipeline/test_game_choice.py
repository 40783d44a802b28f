"""A book of chosen games: which pages it has, and what is left of the pages that are about all games."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
import yaml

from cattools.core.language import catalogue
from cattools.core.loading.game_packages import choosing
from cattools.core.messages import speaking
from cattools.games import GAMES
from cattools.live.pipeline.incremental import BuildSteps
from cattools.site import page_translation
from cattools.site.errors import BuildError
from cattools.site.pipeline import build as building
from cattools.site.pipeline import game_choice, usable_games
from cattools.site.pipeline.build import _remove_other_games, build
from cattools.site.pipeline.editions import editions
from cattools.site.pipeline.usable_games import usable
from cattools.site.search.index import answers
from cattools.site.sphinx import rule_sections

ROOT = Path(__file__).parents[3]
PAGES = {
    file.relative_to(ROOT).with_suffix("").as_posix(): file.read_text(encoding="utf-8")
    for file in rule_sections.pages(ROOT / "book")
}
CONTENTS = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
CHOICES = [*((game,) for game in GAMES), ("calico", "herders"), ("catbox", "cattricola", "territory")]
LINK = re.compile(r"\]\(([\w./-]+)\.md[^)]*\)")
CODE = re.compile(r"[\"'](?:{})[\"'.]".format("|".join(GAMES)))


def in_japanese() -> dict[str, str]:
    words = catalogue("ja", "book")
    words.add_fallback(catalogue("ja"))
    return {name: page_translation.translated(page, words.gettext) for name, page in PAGES.items()}


def is_word(title: str, of: str, pages: Mapping[str, str]) -> bool:
    """Return whether a game's title is also an ordinary word, which the chapters of other games use."""
    return any(title in page for name, page in pages.items() if name.count("/") == 2 and name.split("/")[1] != of)


@pytest.mark.parametrize("games", CHOICES, ids=" ".join)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_leads_only_to_pages_of_the_book_and_names_no_other_game(language: str, games: tuple[str, ...]) -> None:
    with choosing(games), speaking(catalogue(language)):
        written = PAGES if language == "en" else in_japanese()
        pages = game_choice.chosen_pages(written)
        others = game_choice.absent()
        titles = [title for id_, game in others.items() if not is_word(title := str(game.title), id_, written)]
    for name, page in pages.items():
        targets = [normpath(join(dirname(name), to)) for to in LINK.findall(page)]
        assert {*targets} <= pages.keys()
        shown = {found[0].strip("\"'.") for found in CODE.finditer(page) if "code-cell" in page}
        assert not shown & others.keys()
        if name.count("/") == 1:
            assert [title for title in titles if title in page] == []
    assert {name.split("/")[1] for name in pages if name.count("/") == 2} == {*games}


def test_pages_of_a_chapter_are_unchanged() -> None:
    with choosing(["herders"]):
        pages = game_choice.chosen_pages(PAGES)
    assert {name: page for name, page in pages.items() if "/herders/" in name} == {
        name: page for name, page in PAGES.items() if "/herders/" in name
    }


def test_enumerations_lists_and_tables_keep_the_games_of_the_book() -> None:
    with choosing(["calico", "catbox"]):
        pages = game_choice.chosen_pages(PAGES)
    intro = pages["book/intro"]
    assert "\n- [Cat in the Box](catbox/first-game.md)\n- [Calico](calico/first-game.md)\n" in intro
    assert "against the computer: [Cat in the Box](catbox/play.md), [Calico](calico/play.md)." in intro
    assert "[Cat in the Box](catbox/rulings.md) and [Calico](calico/rulings.md)." in pages["book/about"]
    assert intro.count("\n| [") == 2
    assert 'show("calico.' in intro
    assert "book/bots" not in pages
    assert re.findall("^## (.*)", pages["book/glossary"], re.MULTILINE) == [
        "Terms in Cat in the Box",
        "Terms in Calico",
        "Terms in this book",
    ]


def test_a_paragraph_about_pages_that_no_game_of_the_book_has_is_left_out() -> None:
    with choosing(("herders",)):
        pages = game_choice.chosen_pages({name: page for name, page in PAGES.items() if "presentation" not in name})
    assert "**New to a game?**" in pages["book/intro"]
    assert "**Teaching a group?**" in PAGES["book/intro"]
    assert "**Teaching a group?**" not in pages["book/intro"]


def test_the_contents_have_only_the_chapters_of_the_book() -> None:
    with choosing(["herders"]):
        pages = game_choice.chosen_pages(PAGES)
        found = game_choice.with_chapters(CONTENTS, pages)
    assert [part["caption"] for part in found["parts"]] == ["Cat Herders", "The book"]
    assert {"file": "book/bots"} not in found["parts"][-1]["chapters"]


def test_a_book_of_all_games_is_built_from_the_project_itself(tmp_path: Path) -> None:
    assert not game_choice.is_changed()
    assert editions(tmp_path, ("en",))[0].root == tmp_path
    with choosing(["herders"]):
        (edition,) = editions(tmp_path, ("en",))
    assert (edition.root, edition.html) == (tmp_path / "_build" / "site" / "en", tmp_path / "_build" / "html")


def test_the_search_knows_only_the_games_of_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cattools.site.search.index.pages", list)
    with choosing(["herders"]):
        found = answers()
    assert [*found["games"]] == ["herders"]
    assert {entry.get("game", "herders") for entry in found["entries"]} == {"herders"}


@pytest.mark.parametrize("games", [["chess"], ["herders", "Calico"], [""]])
def test_an_unknown_game_is_refused_in_one_sentence(games: list[str], tmp_path: Path) -> None:
    for name in ("_config.yml", "_toc.yml"):
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(BuildError) as error:
        build(tmp_path, quiet=True, games=games)
    assert str(error.value) == f"expected games of the book ({', '.join(GAMES)}), found {games[-1]!r}"


def test_the_choice_applies_until_its_block_ends() -> None:
    before = [*GAMES]
    assert len(before) > 1
    with choosing(usable(BuildSteps(Path(os.devnull), quiet=True), ["herders"])):
        assert [*GAMES] == ["herders"]
    assert [*GAMES] == before


def test_pages_and_answers_of_other_games_are_removed(tmp_path: Path) -> None:
    html, steps = tmp_path / "html", BuildSteps(tmp_path / "steps.json", quiet=True)
    kept = [html / "precomputed" / name for name in ("herders.move.deflate", "practice.herders.deflate")]
    gone = [html / "precomputed" / name for name in ("calico.cat.deflate", "practice.calico.deflate")]
    for file in (*kept, *gone, html / "book" / "calico" / "turn.html"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    for step in ("book", "records herders", "records calico"):
        steps.remember(step, "made")
    with choosing(["herders"]):
        _remove_other_games(steps, editions(tmp_path, ("en",)), html)
    assert sorted(file for file in html.rglob("*") if file.is_file()) == sorted(kept)
    assert [steps.known(step) for step in ("book", "records herders", "records calico")] == [None, "made", None]
    with choosing(["herders"]):
        steps.remember("book", "made")
        _remove_other_games(steps, editions(tmp_path, ("en",)), html)
    assert steps.known("book") == "made"


def test_a_package_with_the_name_of_a_game_of_the_book_is_left_out_and_the_game_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reason = "my-herders 0.1.0: expected a name other than herders, which is already a game in the book"
    monkeypatch.setattr(usable_games, "refused", lambda: {"herders": reason})
    steps = BuildSteps(Path(os.devnull), quiet=False)
    assert usable(steps, ["herders"]) == ["herders"]
    assert set(usable(steps, [])) == {*GAMES}
    assert capsys.readouterr().out == f"The book leaves out a package. {reason}\n" * 2


def test_a_build_without_compiled_catalogues_says_at_once_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "has_catalogue", lambda *_: False)
    with pytest.raises(BuildError, match=r"expected compiled catalogues .*: run `make catalogues`"):
        build(ROOT, games=["herders"], languages=["en"])
