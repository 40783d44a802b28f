"""The pages made from templates: the committed pages are up to date, and mistakes in `pages.toml` are reported."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cattools.core.errors import DataError
from cattools.core.loading.data_files import load
from cattools.games import GAMES
from cattools.lessons.ruling import Rulings, SourceKind, rulings
from cattools.site.game_pages import generate
from cattools.site.game_pages.generate import MARK, PAGES, ROOT, filled, in_contents, outdated, page_text, pages_of

WHERE = "games/herders/data/pages.toml"
COUNTS = {"herders": 7, "territory": 8, "catbox": 8, "calico": 8, "cattricola": 8}


def with_texts(patch: pytest.MonkeyPatch, texts: Mapping[str, Any] | None) -> None:
    """Give Cat Herders these texts, or no `pages.toml` at all."""
    patch.setattr(generate, "has", lambda name: texts is not None and name == WHERE)
    patch.setattr(generate, "load", lambda name: texts if name == WHERE else load(name))


@pytest.mark.parametrize("game_id", GAMES)
def test_the_committed_pages_are_up_to_date(game_id: str) -> None:
    assert [file.relative_to(ROOT).as_posix() for file, _ in outdated(game_id)] == [], "run `make fix`"


@pytest.mark.parametrize("game_id", sorted(COUNTS.keys() & GAMES.keys()))
def test_a_game_has_the_pages_for_what_it_can_do(game_id: str) -> None:
    made, game = pages_of(game_id), GAMES[game_id]
    assert len(made) == COUNTS[game_id]
    assert ("scorer" in made, "round-tracker" in made) == (game.scorer is not None, game.tracker is not None)


def test_a_page_names_the_files_it_is_made_from() -> None:
    assert f"# Play\n\n{MARK}cattools/site/game_pages/templates/play.md and cattools/{WHERE} -->\n\n" in page_text(
        GAMES["herders"], "play"
    )
    assert f"{MARK}cattools/site/game_pages/templates/practice.md -->" in page_text(GAMES["herders"], "practice")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_without_texts_of_the_game_has_no_gaps(monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    with_texts(monkeypatch, None)
    written = page_text(GAMES["herders"], page)
    assert "$" not in written
    assert "\n\n\n" not in written
    assert all(line == line.rstrip() for line in written.splitlines())


def test_a_new_game_needs_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    with_texts(monkeypatch, None)
    play = page_text(GAMES["herders"], "play")
    assert "You are Red. Blue is a bot that looks ahead." in play
    assert 'play("herders", "human", "friendly")' in play
    assert "| [Two players](components.md#herders.players)† | " in page_text(GAMES["herders"], "reference")
    assert "## Notation" not in page_text(GAMES["herders"], "reference")
    assert '"herders",\n    "' in page_text(GAMES["herders"], "rulings")


def test_a_paragraph_with_only_empty_gaps_is_left_out() -> None:
    template = (
        "# $title\n\n$none\n\n**One.** $some $none\n\n## Empty\n\n$none\n\n## Last\n\nText.\n\n```\n\n$none\n```\n"
    )
    values = {"title": "A game", "some": "There."}
    assert filled(template, values) == "# A game\n\n**One.** There.\n\n## Last\n\nText.\n"


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"plya": {}}, "expected one of the pages play, practice, .*, found 'plya'"),
        ({"play": "x"}, "play: expected a table, found 'x'"),
        ({"play": {"yuo": "x"}}, "play: expected one of the gaps after, choices, .*, found 'yuo'"),
        ({"practice": {"you": "x"}}, "practice: expected no gaps, because all games share this page, found 'you'"),
        ({"play": {"you": 1}}, "play, you: expected a string, found 1"),
        ({"reference": {"columns": "x"}}, "reference, columns: expected a list, found 'x'"),
        ({"reference": {"columns": [{"title": "x"}]}}, "reference, columns 1: expected the key 'first', found 'title'"),
        (
            {"reference": {"columns": [{"title": "x", "first": "herders.x"}]}},
            "reference: expected a rule from data/rules.toml, found 'herders.x'",
        ),
    ],
)
def test_a_mistake_in_the_texts_is_reported(
    monkeypatch: pytest.MonkeyPatch, texts: Mapping[str, Any], message: str
) -> None:
    with_texts(monkeypatch, texts)
    with pytest.raises(DataError, match=f"^{WHERE}(, |: ){message}"):
        pages_of("herders")


@pytest.mark.parametrize("game_id", GAMES)
def test_the_page_of_rulings_says_what_its_rows_rest_on(game_id: str) -> None:
    known = rulings(game_id)
    sources, by = {one.source for one in known.rows}, {source.kind.value for source in (known.sources or {}).values()}
    intro = page_text(GAMES[game_id], "rulings").partition("\n## ")[0]
    assert ("are settled by" in intro) == (SourceKind.RULING in sources) == bool(by)
    assert ("by the publisher's rulebook" in intro) == ("rulebook" in by)
    assert (" designer; those answers" in intro) == ("designer" in by)
    assert ("the answer is **our interpretation**" in intro) == (SourceKind.READING in sources)
    if sources == {SourceKind.PRINTED}:
        assert "leave some questions open" not in intro


@pytest.mark.parametrize("game_id", GAMES)
def test_the_rulings_are_grouped_by_the_pages_of_their_rules(game_id: str) -> None:
    page = page_text(GAMES[game_id], "rulings")
    assert re.findall(r"^- \[(.*)\]\(#(.*)\)$", page, re.MULTILINE) == [
        (title, label) for label, title in re.findall(r"^\((\S+-rulings-\S+)\)=\n## (.*)$", page, re.MULTILINE)
    ]
    theme, found = "", dict[str, str]()
    for line in page.splitlines():
        if label := re.fullmatch(r"\((?P<place>[\w-]+-rulings-[\w-]+|[\w.-]+\.ruling\.[\w-]+)\)=", line):
            theme = label["place"] if "-rulings-" in label["place"] else theme
            found |= {label["place"]: theme} if theme != label["place"] else {}
    themes = {one.id: one.law.page.replace("/", "-rulings-") for one in rulings(game_id).rows}
    assert found == (themes if len({*themes.values()}) > 1 else dict.fromkeys(themes, ""))


def test_a_page_that_the_game_no_longer_has_is_deleted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "herders").mkdir()
    for page in pages_of("herders"):
        (tmp_path / "herders" / f"{page}.md").write_text(page_text(GAMES["herders"], page), encoding="utf-8")
    (tmp_path / "herders" / "scorer.md").write_text("# Written by hand\n", encoding="utf-8")
    assert list(outdated("herders", tmp_path)) == []
    monkeypatch.setattr(generate, "rulings", lambda _: Rulings())
    assert (tmp_path / "herders" / "rulings.md", None) in list(outdated("herders", tmp_path))


def test_the_table_of_contents_has_the_pages_that_a_game_has(tmp_path: Path) -> None:
    (tmp_path / "wolf").mkdir()
    for page in ("index", "play", "rulings"):
        (tmp_path / f"wolf/{page}.md").touch()
    head, foot = "parts:\n  - chapters:\n      - file: book/wolfhound/position\n", "      - file: book/glossary\n"
    before = f"{head}      - file: book/wolf/index\n      - file: book/wolf/position\n{foot}"
    pages = "".join(f"      - file: book/wolf/{page}\n" for page in ("index", "play", "rulings"))
    after = in_contents(before, "wolf", tmp_path)
    assert after == f"{head}{pages}{foot}"
    assert in_contents(after, "wolf", tmp_path) == after


@pytest.mark.parametrize("game_id", GAMES)
def test_the_table_of_contents_is_up_to_date(game_id: str) -> None:
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    assert in_contents(contents, game_id) == contents
