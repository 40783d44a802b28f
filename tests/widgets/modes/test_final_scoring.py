"""Final scoring: the score is counted line by line; then the next game or the scorer can be opened."""

from __future__ import annotations

import re
from html import unescape

import pytest

from cattools.core.display.scene import MarkKind
from cattools.core.messages import integer
from cattools.games import GAMES, game, having
from cattools.widgets import play, scorer
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from tests.widgets.board_client import hear, said, tool

COUNTED = [id_ for id_ in GAMES if id_ != "herders"]


def seats_of(game_id: str) -> int:
    """Return the number of seats in the usual game."""
    return len(game(game_id).seats(game(game_id).choose()))


def ended(game_id: str, seed: int = 1) -> Board[PlayMode]:
    """Return a board at the end of a game of bots."""
    table = play(game_id, *["random"] * seats_of(game_id), seed=seed)
    while table.state.to_move is not None:
        hear(table, tool("on"))
    return table


def all_text(table: Board[PlayMode]) -> str:
    """Return all text around the board."""
    return unescape(re.sub("<[^>]*>", " ", " ".join(table.slots.values())))


@pytest.mark.parametrize("game_id", COUNTED)
def test_nothing_reveals_the_winner_before_the_last_line(game_id: str) -> None:
    table = ended(game_id)
    result, lines = str(table.state.status()), table.state.score().lines
    hear(table, {"kind": "press", "area": next(iter(table.names))}, {"kind": "typed", "text": "x"})
    for n, line in enumerate(lines):
        assert result not in all_text(table)
        assert "wins" not in table.slots["side"]
        hear(table, tool("next"))
        assert f"{line}: {integer(line.points)}." in unescape(said(table))
        assert table.slots["moves"].count('"cat-score-current"') == 1
        assert table.slots["head"].count(f"Line {n + 1} of") == (n + 1 < len(lines))
    assert result in unescape(said(table))
    assert table.slots["side"].count(">wins<") == len(table.state.winners())


@pytest.mark.parametrize("game_id", COUNTED)
def test_the_totals_of_all_seats_are_shown_together(game_id: str) -> None:
    table = ended(game_id)
    hear(table, tool("result"))
    state = table.state
    for seat, info in enumerate(state.game.seats(state.options)):
        assert re.search(rf"{info.name}: {integer(state.score().total(seat))} points?<", table.slots["moves"])
    hear(table, tool("previous"))
    assert "wins" not in table.slots["side"]


def test_the_cells_of_a_line_are_highlighted_and_those_of_deductions_are_struck_out() -> None:
    struck = False
    for seed in range(4):
        table = ended("cattricola", seed)
        lines = table.state.score().lines
        for line in lines:
            hear(table, tool("next"))
            lit = {mark.area for mark in table.mode.marks() if mark.kind == MarkKind.SCORE}
            assert lit == set(line.cells)
            assert lit <= set(table.scene.areas)
            struck = struck or any(mark.kind == MarkKind.REFUSED for mark in table.mode.marks())
    assert struck


def test_a_tie_is_reported_with_the_rule_that_breaks_it() -> None:
    for seed in range(200):
        table = ended("catbox", seed)
        if ties := GAMES["catbox"].ties(table.state):
            break
    assert ties
    hear(table, tool("result"))
    words = unescape(said(table))
    assert words.index(str(ties[0])) < words.index(str(table.state.status()))
    assert "tie" in table.slots["status"]


def test_the_next_game_has_the_same_players_and_the_same_or_a_new_deal() -> None:
    table = ended("calico")
    hear(table, tool("result"))
    start, players, seed = table.mode.timeline.root.state, table.mode.players, table.mode.session.dealer.seed
    hear(table, tool("again"))
    assert (table.mode.timeline.root.state, table.mode.players) == (start, players)
    table = ended("calico")
    hear(table, tool("result"), tool("deal"))
    assert table.mode.players == players
    assert table.mode.session.dealer.seed != seed
    assert table.state.to_move is not None


@pytest.mark.parametrize("game_id", having("sheet"))
def test_one_press_opens_the_final_position_in_the_scorer(game_id: str) -> None:
    table = ended(game_id)
    assert "scorer" not in table.slots["moves"]
    hear(table, tool("result"))
    (link,) = re.findall(rf'data-page="{game_id}/scorer" data-anchor="([^"]*)"', table.slots["moves"])
    sheet = scorer(game_id)
    hear(sheet, {"kind": "address", "fragment": unescape(link)})
    assert [line.points for line in sheet.mode.lines] == [line.points for line in table.state.score().lines]


def test_scoring_can_be_left_and_started_again() -> None:
    table = ended("territory")
    hear(table, tool("next"), tool("look"))
    assert table.mode.looks_back
    hear(table, tool("now"), tool("result"), tool("count"))
    assert table.mode.counted == 0
