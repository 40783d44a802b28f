"""What a page says about an address that it cannot read, and the address that it offers instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from html import unescape
from typing import Any

import pytest

from cattools.core.language import catalogue
from cattools.core.messages import install
from cattools.games import GAMES
from cattools.widgets import play, position_editor, practice, round_tracker, scorer, teach
from cattools.widgets.board import Board
from tests.widgets.board_client import hear

BOARDS: dict[str, Callable[[], Board[Any]]] = {
    "play": lambda: play("calico", seed=1),
    "scorer": lambda: scorer("calico"),
    "position": lambda: position_editor("calico"),
    "round tracker": lambda: round_tracker("catbox"),
}
WRONG = [
    ("options=players=9", "'9'; did you mean", "options=players="),
    ("options=playrs=3", "'playrs'; did you mean players?", "options=players=3"),
    ("option=players=3", "'option' in its address; did you mean options?", "options=players=3"),
    ("players=3", "expected options after #options= in the address", "options=players=3"),
    ("playrs=3", "expected options after #options= in the address", "options=players=3"),
    ("players=9", "expected options after #options= in the address", "options=players="),
    ("?players=9", "expected options after #options= in the address", "options=players="),
    ("wibble=3", "cannot read 'wibble' in its address; the options are players", ""),
    ("?players=3", "expected options after #options= in the address", "options=players=3"),
    ("?options=players=3", "put # in place of ? in the address", "options=players=3"),
    ("?options=plyers=3", "put # in place of ? in the address", "options=players=3"),
    ("wibble", "cannot read 'wibble' in its address; the options are players", ""),
    ("?options=wibble", "put # in place of ? in the address", ""),
]


def heard(board: Board[Any], fragment: str) -> tuple[str, str]:
    """Return what a board says about an address, as plain text, and the address to which its link leads."""
    hear(board, {"kind": "address", "fragment": fragment})
    status = board.slots["status"]
    assert status.count("cat-message cat-refuse") == status.count("cat-message") == 1
    (link,) = re.findall(r'<a href="#([^"]*)">', status) or [""]
    return unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", "", status)), unescape(link)


@pytest.fixture
def japanese() -> Iterator[None]:
    install(catalogue("ja"))
    yield
    install(NullTranslations())


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize(("fragment", "words", "right"), WRONG)
def test_a_wrong_address_deals_nothing_and_the_right_one_is_a_link(
    kind: str, fragment: str, words: str, right: str
) -> None:
    board = BOARDS[kind]()
    before = board.state
    text, link = heard(board, fragment)
    assert words.casefold() in text.casefold()
    assert link.startswith(right)
    assert board.state == before
    if link:
        assert text.endswith(f"Open #{link}")
        hear(board, {"kind": "address", "fragment": link})
        assert "cat-refuse" not in board.slots["status"]
        assert str(board.state.options) == link.partition("options=")[2] or board.state.options.changed == {}


def test_a_scorer_takes_options_alone_and_keeps_what_fits() -> None:
    board = BOARDS["scorer"]()
    hear(board, {"kind": "address", "fragment": "options=players=3"})
    assert len(board.state.game.seats(board.state.options)) == 3
    assert "Loaded." in board.slots["status"]


def test_a_page_without_options_says_what_it_cannot_read() -> None:
    assert heard(teach("calico"), "options=players=3") == ("This page cannot read 'options' in its address.", "")
    assert heard(teach("calico"), "game=calico")[0] == (
        "Expected an address with slide= or example=, found 'game=calico'."
    )


@pytest.mark.parametrize(
    ("board", "fragment", "page"),
    [
        (BOARDS["play"], "game=herders&options=three", "herders/play"),
        (BOARDS["scorer"], "game=territory&options=players%3D3", "territory/scorer"),
        (BOARDS["scorer"], "game=herders&options=three", "herders/play"),  # there is no scorer
        (BOARDS["scorer"], "game=herders&options=&table=f6%3Acat", "herders/position"),
        (BOARDS["position"], "game=herders&options=three", "herders/position"),
        (BOARDS["round tracker"], "game=calico&options=players%3D3", "calico/play"),
        (lambda: practice("calico"), "game=herders&rule=herders.place", "herders/practice"),
        (lambda: teach("calico"), "game=herders&slide=2", "herders/presentation"),
        (lambda: teach("calico"), "game=herders&options=three", "herders/play"),
    ],
)
def test_a_link_for_another_game_leads_to_the_page_of_that_game(
    board: Callable[[], Board[Any]], fragment: str, page: str
) -> None:
    asked = board()
    text, _ = heard(asked, f"#{fragment}")
    game, other = GAMES[asked.mode.state.game.id], GAMES[page.partition("/")[0]]
    assert text.startswith(f"This page is for {game.title}. The link is for {other.title}.")
    assert text.endswith(f"Open the page of {other.title}")
    (link,) = re.findall(r'<a href="rule:play" data-page="([^"]*)" data-anchor="([^"]*)"', asked.slots["status"])
    assert [*map(unescape, link)] == [page, fragment]


def test_a_file_of_another_game_leads_to_the_page_of_that_game() -> None:
    asked = BOARDS["play"]()
    (saved,) = [m for m in hear(play("herders", seed=1), {"kind": "tool", "tool": "save"}) if m["kind"] == "download"]
    hear(asked, {"kind": "file", "text": saved["text"]})
    assert "This page is for Calico. The file is for Cat Herders." in asked.slots["status"]
    assert 'data-page="herders/play"' in asked.slots["status"]


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize(("fragment", "right"), [(fragment, right) for fragment, _, right in WRONG])
def test_japanese_refusals_have_japanese_punctuation(fragment: str, right: str) -> None:
    text, link = heard(BOARDS["play"](), fragment)
    sentence = text.partition("。#")[0] if right else text
    assert link.startswith(right)
    assert not re.search(r"['\"]|\.$|[.;?](?= |#)|。。", re.sub(r"「[^」]*」", "", sentence)), text
    assert "「" in text
    assert re.search(r"。(?!.*「)", text), text


def test_a_refusal_names_options_in_words_after_a_form_and_as_typed_after_an_address() -> None:
    asked = BOARDS["play"]()
    hear(asked, {"kind": "form", "form": "new", "values": {"players": "4", "duel": "on"}})
    status = re.sub(r"<[^>]*>", "", asked.slots["status"])
    refusal = (
        "“Fewer patches in the bag” goes only with “Players: Two” or “Players: One (solo)”, not with “Players: Four”."
    )
    assert status.endswith(refusal)
    text, link = heard(asked, "options=players=4,duel")
    assert text.startswith("Duel goes only with players=2 or players=1, not with players=4.")
    assert link == "options=players=2,duel"
    assert heard(asked, "options=cats=Leo")[1] == "options=cats=Millie%2BRumi%2BLeo"


def test_the_options_in_force_are_named_without_the_remarks_of_the_form() -> None:
    table = play("calico", seed=1, players=1, duel=True)
    assert "Options: Players: One (solo), Fewer patches in the bag." in "".join(table.slots.values())
