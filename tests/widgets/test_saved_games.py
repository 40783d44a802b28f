"""Games saved in the reader's browser: which are worth saving, how they are offered, and how they resume."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from cattools.core.game_record import position_link
from cattools.core.language import catalogue
from cattools.core.messages import deserialize
from cattools.games import GAMES, having
from cattools.widgets import play, round_tracker, scorer
from cattools.widgets.board import Board
from cattools.widgets.page_context import PageContext
from tests.widgets.board_client import hear, said, tool

SECRET = having("keeps_secrets")


def alone(game_id: str, seed: int) -> Board[Any]:
    """Return a game of one person against bots."""
    game = GAMES[game_id]
    return play(game_id, "human", *["friendly"] * (len(game.seats(game.choose())) - 1), seed=seed)


MAKERS: dict[str, Callable[[], Board[Any]]] = {
    **{f"game.{game_id}": partial(alone, game_id, 5) for game_id in GAMES},
    **{f"scorer.{game_id}": partial(scorer, game_id) for game_id in having("scorer")},
    **{f"helper.{game_id}": partial(round_tracker, game_id) for game_id in having("tracker")},
}


def kept(current: str = "", *, able: bool = True, **games: list[str]) -> dict[str, Any]:
    return {"kind": "kept_games", "games": games, "able": able, "current": current}


def resume(record: str) -> dict[str, Any]:
    return {"kind": "resume", "record": record, "id": "g1"}


def act(board: Board[Any]) -> None:
    """Play the move that the board gives as an example."""
    hear(board, {"kind": "typed", "text": board.mode.sample()})


def at_the_end() -> Board[Any]:
    """Return a finished game of bots."""
    board = play("herders", "beginner", "beginner", seed=1)
    while board.state.to_move is not None:
        hear(board, tool("on"))
    return board


@pytest.mark.parametrize("name", MAKERS)
def test_a_board_has_a_name_for_saving_and_saves_from_the_first_move_on(name: str) -> None:
    board = MAKERS[name]()
    assert f'data-keeps="{name}"' in board.markup
    assert board.saved_labels == []
    act(board)
    assert len(board.saved_labels) == 1
    other = MAKERS[name]()
    sent = hear(other, resume(board.record))
    assert {"kind": "kept_game", "deed": "resumed", "id": "g1"} in sent
    assert other.state == board.state
    assert other.saved_labels == board.saved_labels


@pytest.mark.parametrize("name", MAKERS)
def test_the_latest_unfinished_game_is_offered_before_the_first_move(name: str) -> None:
    board = MAKERS[name]()
    hear(board, kept(g2=["Friday", "ended one", "over"], g1=["Tuesday", "Ada, Blue: 3 moves"]))
    assert ">Continue game from Tuesday</button>" in board.slots["tools"]
    assert hear(board, tool("kept:resume:g1"))[-1] == {"kind": "kept_game", "deed": "resume", "id": "g1"}
    act(board)
    assert "Continue game" not in board.slots["tools"]


def test_saved_games_are_listed_with_their_buttons() -> None:
    board = play("herders", seed=1)
    assert "only in this browser" in board.slots["extra"]
    hear(board, kept("g1", g1=["9:05", "Red, Blue: 1 move"], g2=["", "", "Red wins: 5 cats to 3."]))
    row, other = board.slots["extra"].split("<li>")[-2:]
    assert "<strong>9:05</strong> Red, Blue: 1 move, on the board now" in row
    assert "kept:resume" not in row
    assert "<strong>another day</strong>  Red wins: 5 cats to 3." in other
    assert all(f'data-tool="kept:{deed}:g2"' in other for deed in ("resume", "save", "delete"))
    assert not [sent for sent in hear(board, tool("kept:delete:g2")) if sent.get("kind") == "kept_game"]
    assert "cannot be restored" in said(board)
    assert board.slots["extra"].count("Delete permanently") == 1
    assert hear(board, tool("kept:delete:g2"))[-1] == {"kind": "kept_game", "deed": "delete", "id": "g2"}


def test_a_browser_that_cannot_save_games_is_reported_instead_of_the_list() -> None:
    board = play("herders", seed=1)
    hear(board, kept(able=False))
    assert "This browser does not save games for this page." in board.slots["extra"]
    assert "Saved games" not in board.slots["extra"]


def test_the_list_of_saved_games_does_not_interrupt_an_animation() -> None:
    board = play("herders", "human", "friendly", seed=1)
    board.is_seen = True
    act(board)
    showing = list(board.mode.showing)
    assert showing
    hear(board, kept("g1", g1=["9:05", "Red, Blue: 1 move"]))
    assert board.mode.showing == showing


@pytest.mark.parametrize("game_id", SECRET)
def test_all_hands_are_hidden_when_several_people_resume_a_game_on_a_later_visit(game_id: str) -> None:
    players = ("human", "human")
    board = play(game_id, *players, seed=5)
    hear(board, tool("unveil"))
    hear(board, {"kind": "typed", "text": str(board.state.legal()[0])})
    other = play(game_id, *players, seed=6)
    hear(other, resume(board.record))
    assert other.mode.device.veiled
    assert other.mode.device.seat is None
    hear(other, tool("unveil"))
    assert not other.mode.device.veiled
    assert other.state == board.state


def test_a_kernel_restart_does_not_veil_the_board() -> None:
    board = alone("catbox", 5)
    act(board)
    other = alone("catbox", 6)
    hear(other, {"kind": "resume", "record": board.record})
    assert not other.mode.device.veiled


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("record", ["", "{}", '{"format": "cattools record", "version": 99}', "nonsense\n[["])
def test_an_unreadable_saved_game_is_reported_in_one_sentence_and_kept(name: str, record: str) -> None:
    board = MAKERS[name]()
    before = board.state
    hear(board, kept(g1=["Tuesday", "an old game"]))
    sent = hear(board, resume(record))
    assert {"kind": "kept_game", "deed": "refused", "id": "g1"} in sent
    assert board.state == before
    assert "Your game from Tuesday cannot be read" in board.slots["status"]
    assert "Expected" in board.slots["status"]
    assert 'data-tool="kept:save:g1"' in board.slots["extra"]
    assert "Continue game" not in board.slots["tools"]


@pytest.mark.parametrize("way", ["form", "file", "address", "tool"])
def test_a_new_game_is_reported_before_its_record(way: str) -> None:
    """A new deal, a file or a link must not be saved over the previous game."""
    board = play("herders", "human", "friendly", seed=1)
    act(board)
    messages = {
        "form": {"kind": "form", "form": "new", "values": {}},
        "file": {"kind": "file", "text": board.record},
        "address": {"kind": "address", "fragment": position_link(board.state)},
        "tool": tool("again"),
    }
    if way == "tool":
        board = at_the_end()
    events: list[object] = []
    board.observe(lambda _: events.append("record"), "record")
    board.send = lambda content, buffers=None: events.append(content)
    board.handle_message(board, messages[way], [])
    new = {"kind": "kept_game", "deed": "new", "id": ""}
    assert new in events
    assert "record" not in events[: events.index(new)]


def test_clearing_the_scorer_begins_a_new_saved_game() -> None:
    board = scorer("calico")
    act(board)
    assert {"kind": "kept_game", "deed": "new", "id": ""} in hear(board, tool("reset"))


# --- every visit has its own deal -------------------------------------------------------------------------------------


def pictured(*args: Any, **options: Any) -> Board[Any]:
    """Return a game that replaces its picture on a page of the site."""
    with PageContext(pictured=True).here():
        return play(*args, **options)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_page_starts_from_its_picture_and_deals_again_if_the_picture_was_untouched(game_id: str) -> None:
    with PageContext(static=True).here():
        picture = play(game_id)
    board = pictured(game_id)
    assert board.state == picture.state
    seeds = set()
    for _ in range(4):
        hear(board, {"kind": "untouched"})
        seeds.add(board.mode.session.dealer.seed)
        assert f"Seed: {board.mode.session.dealer.seed}." in board.slots["extra"]
        board = pictured(game_id)
    assert len(seeds) == 4


def test_a_game_with_a_given_seed_is_not_dealt_again() -> None:
    board = pictured("territory", seed=3)
    hear(board, {"kind": "untouched"})
    assert board.mode.session.dealer.seed == 3


def test_a_refused_address_stays_in_sight_when_the_picture_was_untouched() -> None:
    board = pictured("catbox")
    before = board.state
    hear(board, {"kind": "address", "fragment": "?players=3"})
    hear(board, {"kind": "untouched"})
    assert said(board).startswith("Expected ")
    assert board.state == before


@pytest.mark.parametrize("deed", ["a move", "a button", "a saved game"])
def test_a_game_is_not_dealt_again_once_the_reader_has_pressed(deed: str) -> None:
    board = pictured("herders", "human", "friendly")
    move = {"kind": "typed", "text": str(board.state.legal()[0])}
    hear(board, {"a move": move, "a button": tool("people"), "a saved game": resume(board.record)}[deed])
    before = board.state, board.mode.session.dealer.seed
    hear(board, {"kind": "untouched"})
    assert (board.state, board.mode.session.dealer.seed) == before


def test_a_notebook_deals_a_new_game_immediately() -> None:
    assert len({play("herders").mode.session.dealer.seed for _ in range(4)}) == 4


def test_a_bad_link_is_reported_and_does_not_redeal() -> None:
    for fragment in ("game=herders&position=%00", "game=herders&seats=a,b,c", "game=calico", "game=" + "x" * 30_000):
        board = pictured("herders")
        before = board.state
        hear(board, {"kind": "address", "fragment": fragment}, {"kind": "untouched"})
        assert "cat-refuse" in board.slots["status"], fragment
        assert board.state == before


# --- what else must not be lost, or given away ------------------------------------------------------------------------


def test_choices_in_the_form_are_saved_before_the_first_move() -> None:
    board = play("catbox", "human", "friendly", seed=1)
    new = {"kind": "kept_game", "deed": "new", "id": ""}
    sent = hear(board, {"kind": "form", "form": "new", "values": {"players": "5", "name-plum": "Ada"}})
    assert new not in sent  # nobody had played the previous game
    label = deserialize(board.saved_labels[0])
    assert label.startswith("Ada, ")
    assert label.endswith(": 0 moves")
    other = play("catbox", "human", "friendly", seed=2)
    hear(other, resume(board.record))
    assert other.state == board.state


def test_a_game_saved_in_one_language_is_listed_in_the_language_of_the_page() -> None:
    board = at_the_end()
    labels = list(board.saved_labels)
    with PageContext(catalogue=catalogue("ja")).here():
        page = play("herders", seed=1)
        hear(page, kept(g2=["昨日", *labels]))
        [listed] = re.findall(r"<li>(.*?)</li>", page.slots["extra"])
        shown = re.sub(r"<[^>]+>", "", listed)
    assert not re.search(r"[a-z]{2}", shown), shown
    assert "手" in shown


def test_a_branch_of_a_game_is_saved_separately() -> None:
    board = play("herders", seed=7)
    for _ in range(3):
        act(board)
    hear(board, tool("move:1"))
    assert {"kind": "kept_game", "deed": "new", "id": ""} in hear(board, tool("branch"))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_saved_game_with_secrets_becomes_a_file_only_after_a_warning(game_id: str) -> None:
    board = alone(game_id, 5)
    hear(board, kept(g1=["Tuesday", "Ada, Blue: 3 moves"]))
    save = {"kind": "kept_game", "deed": "save", "id": "g1"}
    sent = hear(board, tool("kept:save:g1"))
    if game_id in SECRET:
        assert save not in sent
        assert "The file reveals every hand" in board.slots["status"]
        sent = hear(board, tool("kept:save:g1"))
    assert save in sent
