"""Everything created for a reader's page stays on that page, and is gone when the page is closed."""

from __future__ import annotations

import gettext
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

from cattools.core.chance import Dealer
from cattools.core.messages import N_, text
from cattools.core.timeline import Timeline
from cattools.games import game
from cattools.widgets import page_context, play, show
from cattools.widgets.board import Board
from cattools.widgets.game_session import GameSession
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.page_context import PageContext
from cattools.widgets.perspective import OwnSeatView
from tests.widgets.board_client import hear, view


class Cat(gettext.NullTranslations):
    """A catalogue that translates every sentence into the same word."""

    def gettext(self, message: str) -> str:
        return "miau" if message else message


def commands(one: PageContext, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that collects the commands sent to the canvases of a page context."""
    sent: list[Any] = []
    monkeypatch.setattr(one.manager, "send", lambda content, buffers=None: sent.append(content))
    return sent


def test_a_board_draws_on_its_own_page_only(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = PageContext(), PageContext()
    with first.here():
        board = play("herders", seed=1)
    sent, other = commands(first, monkeypatch), commands(second, monkeypatch)
    hear(board, view(board))
    assert sent
    assert not other
    assert first.paths is not second.paths
    first.close()
    second.close()


def test_every_page_has_its_own_language() -> None:
    said = text(N_("Undo"))
    first, second = PageContext(catalogue=Cat()), PageContext()
    with first.here():
        board = play("herders", seed=1)
        assert str(said) == "miau"
    assert "miau" in board.slots["tools"]
    with second.here():
        assert str(said) == "Undo"
    hear(board, {"kind": "typed", "text": str(board.state.legal()[0])})  # handled outside `here`
    assert "miau" in board.slots["tools"]
    assert str(said) == "Undo"
    first.close()
    second.close()


def test_a_page_that_follows_a_session_keeps_its_language_and_leaves_when_closed() -> None:
    rules = game("herders")
    session = GameSession(Timeline(rules.start(rules.choose())), Dealer(1))
    first, second = PageContext(catalogue=Cat()), PageContext()
    with first.here():
        watching: Board[FreePlay] = Board(FreePlay(session, perspective=OwnSeatView(session, 1)))
    with second.here():
        playing: Board[FreePlay] = Board(FreePlay(session))
    hear(playing, {"kind": "typed", "text": str(session.state.legal()[0])})
    assert "miau" in watching.slots["tools"]
    assert "Undo" in playing.slots["tools"]
    first.close()
    assert len(session.followers) == 1
    hear(playing, {"kind": "typed", "text": str(session.state.legal()[0])})
    second.close()
    assert session.followers == []


def test_a_closed_page_leaves_nothing_behind() -> None:
    before = set(_instances)
    page = PageContext()
    with page.here():
        boards: list[Board[Any]] = [play("calico", seed=1), show("herders.place")]
    for board in boards:
        hear(board, view(board), {"kind": "typed", "text": str(board.state.legal()[0])})
    assert len(_instances) > len(before) + len(boards)
    page.close()
    assert set(_instances) == before


def test_a_static_picture_opens_no_comm() -> None:
    before = set(_instances)
    with PageContext(static=True).here():
        made = set(_instances) - before  # the page's own canvas manager
        board: Board[Any] = show("herders.place")
        data = board._repr_mimebundle_()
    assert set(_instances) - before == made
    assert 'data-cat="static"' in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" not in data


@pytest.mark.parametrize("pictured", [False, True])
def test_a_notebook_stores_a_board_as_a_picture_unless_the_page_shows_a_picture(pictured: bool) -> None:
    with PageContext(pictured=pictured).here() as page:
        board: Board[Any] = show("herders.place")
        assert board.as_picture == ""
        board._repr_mimebundle_()
        assert ('data-cat="static"' in board.as_picture, "<svg" in board.as_picture) == (not pictured, not pictured)
        page.close()


def test_outside_any_page_the_context_of_the_process_is_used() -> None:
    assert page_context.current() is page_context.current()
    with PageContext().here() as page:
        assert page_context.current() is page
    assert page_context.current() is not page
