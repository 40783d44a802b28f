"""The end of a game on a page: the result is in view without a press, with the buttons for what to do next."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cattools.core.chance import Dealer
from cattools.core.game import AnyState
from cattools.core.game_record import position_link
from cattools.core.random_play import random_game
from cattools.games import GAMES
from tests.browser.board_driver import PHONE, Board, axe, live, visit
from tests.browser.fixtures import NewPage
from tests.games.reviewed import FOLDER as REVIEWS
from tests.kinds import most_seats, some

LAPTOP = {"viewport": {"width": 1280, "height": 720}}
DESK = {"viewport": {"width": 1920, "height": 1080}}
SCREENS: dict[str, dict[str, Any]] = {"phone": PHONE, "laptop": LAPTOP, "desk": DESK, "full screen": LAPTOP}
# Whether the result is above the part of the message that fades out because there is more to read.
UNFADED = """result => { const said = result.closest(".cat-status"), { bottom } = said.getBoundingClientRect();
  return result.getBoundingClientRect().bottom <= bottom - (said.matches(".cat-scroll-hint") ? 22 : 0); }"""
NEXT = ["count", "again", "deal", "look", "save"]
LONGEST = 4000  # the maximum number of actions in a game
DEALS = 9  # deals tried after an action: the game must end with each of them, because the page deals differently


def numbers(game_id: str) -> list[str]:
    """Return the numbers of players to test, as option values; only "" if the number is fixed."""
    known = GAMES[game_id].known_options.get("players")
    return list(dict.fromkeys([str(most_seats()[game_id]), "2"])) if known is not None else [""]


ROWS = [(game_id, screen, n) for game_id in GAMES for n in numbers(game_id) for screen in SCREENS]


def before_the_end(game_id: str, players: str) -> tuple[AnyState, Any, str]:
    """Return a position, an action that ends the game there, and the result as the page words it for the seat to move.

    If the game ends only after a further deal, the page can show another result, so the one returned is "".
    """
    game = GAMES[game_id]
    known: dict[str, object] = {"players": players} if players else {}
    known |= {"limit": 20} if "limit" in game.known_options else {}
    for seed in range(50):
        states = list(random_game(game, game.choose(known), seed, LONGEST))
        before = next(state for state in reversed(states) if state.mover is not None)
        for action in before.legal():
            after, *others = (Dealer(n).settle(before.apply(action)) for n in range(DEALS))
            if all(one.to_move is None for one in (after, *others)):
                told = " ".join(map(str, after.result(before.mover)))
                return before, action, told if before.apply(action).to_move is None else ""
    raise AssertionError("no random game ended with a player's action")


def opened(page: Page, site_url: str, before: AnyState, loaded: str = "Loaded.") -> Board:
    """Open a position in which only the seat to move is human; return its board."""
    count = len(before.game.seats(before.options))
    seats = ["human" if seat == before.mover else "beginner" for seat in range(count)]
    visit(page, f"{site_url}/book/{before.game.id}/play.html#{position_link(before, seats)}")
    board = live(page)
    expect(board.status).to_contain_text(loaded)
    return board


@pytest.mark.parametrize(("game_id", "screen", "players"), some(ROWS, lambda row: row == ("cattricola", "phone", "4")))
def test_the_result_is_in_view_without_a_press(
    game_id: str, screen: str, players: str, warm_page: NewPage, site_url: str
) -> None:
    before, action, told = before_the_end(game_id, players)
    page = warm_page(**SCREENS[screen])
    board = opened(page, site_url, before)
    expect(board.shell.locator(".cat-chip")).to_have_text("Your turn")
    if screen == "full screen":
        board.shell.locator(".cat-full").click()
    board.type_move(str(action))
    result = board.shell.locator(".cat-result > span")
    expect(result).to_be_in_viewport(ratio=0.99)
    expect(result).to_contain_text(told or re.compile(r"\bwins?\b|draw"))
    assert result.evaluate(UNFADED)
    told = told or (result.text_content() or "").partition(".")[0]
    for tool in NEXT:
        expect(board.tool(tool)).to_be_in_viewport(ratio=1)
    assert page.title().startswith(told)
    board.tool("count").click()
    expect(board.tool("next")).to_be_focused()
    expect(result).to_have_count(0)
    board.tool("result").click()
    expect(result).to_be_in_viewport(ratio=0.99)
    board.tool("again").click()
    expect(result).to_have_count(0)
    assert told not in page.title()


@pytest.mark.nightly
def test_a_finished_game_shows_its_end_after_a_reload(new_page: NewPage, site_url: str) -> None:
    before, action, told = before_the_end("catbox", "2")
    page = new_page()
    page.goto(f"{site_url}/book/catbox/play.html")
    live(page)
    board = opened(page, site_url, before)
    board.type_move(str(action))
    result = board.shell.locator(".cat-result > span")
    expect(result).to_contain_text(told)
    page.reload()
    expect(live(page).shell.locator(".cat-result > span")).to_contain_text(told)
    assert page.title().startswith(f"{told} · ")


def test_on_a_phone_the_review_covers_no_buttons(warm_page: NewPage, site_url: str) -> None:
    """Calico's board leaves too little height for the review, so the review comes below it."""
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/calico/play.html")
    board = live(page)
    with page.expect_file_chooser() as choosing:
        board.tool("open").click()
    choosing.value.set_files(REVIEWS / "calico.json")
    board.tool("look").click()
    review = board.shell.locator(".cat-review")
    expect(review).to_be_in_viewport()
    board.tool("stop-review").first.click()
    expect(board.status).to_contain_text("turning point")
    expect(board.tool("continue-review").first).to_be_visible()
    board.tool("now").click()
    expect(board.tool("look").first).to_be_visible()


@pytest.mark.nightly
def test_a_lost_game_is_reviewed_and_played_on_from_a_turning_point(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/herders/play.html")
    board = live(page)
    record = json.loads((REVIEWS / "herders.json").read_text(encoding="utf-8"))
    lost = json.dumps({**record, "seats": ["friendly", "human"]})
    with page.expect_file_chooser() as choosing:
        board.tool("open").click()
    choosing.value.set_files({"name": "game.json", "mimeType": "application/json", "buffer": lost.encode()})
    expect(board.shell.locator(".cat-result > span")).to_contain_text("Red wins")
    board.tool("look").click()
    review = board.shell.locator(".cat-review")
    expect(review.locator("progress")).to_be_in_viewport()
    board.tool("earlier").last.click()  # the board responds while the game is reviewed
    expect(board.shell.locator(".cat-chip")).to_have_text(re.compile(r"^(After|In) turn \d+ of 59$"))
    show = review.locator('[data-tool="point:1"]')
    expect(show).to_be_attached()
    expect(review.locator("svg")).to_have_attribute("aria-label", re.compile("Red is ahead"))
    assert axe(page, ".cat-review") == []
    show.click()
    expect(show).to_have_attribute("aria-pressed", "true")
    expect(board.status).to_contain_text("Better:")
    review.locator('[data-tool="branch"]').click()
    expect(board.shell.locator(".cat-chip")).to_have_text("Your turn")
    expect(review).to_have_count(0)
    board.shell.locator(".cat-moves-button").click()  # close the list
    board.tool("advise").click()
    expect(board.tool("advised:1")).to_be_visible()
    expect(board.status).to_contain_text(re.compile(r"1\. \w+"))
    board.tool("advised:1").click()
    expect(board.tool("advised:1")).to_have_count(0)
