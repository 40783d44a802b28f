"""Only the game session plays actions; the boards of its seats follow it, and act only in their turn."""

from __future__ import annotations

from random import Random

import pytest

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE
from cattools.core.timeline import Timeline
from cattools.games import GAMES, game, having
from cattools.widgets.board import Board
from cattools.widgets.game_session import GameSession
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.perspective import OwnSeatView
from tests.widgets.board_client import hear, press, said, seat, view


def session(game_id: str, **options: object) -> GameSession:
    """Return a game session of humans, after the deal."""
    played, dealer = game(game_id), Dealer(3)
    return GameSession(Timeline(dealer.settle(played.start(played.choose(options)))), dealer)


def boards(one: GameSession) -> list[Board[FreePlay]]:
    """Return a board for every seat of a game session, and then one for a spectator."""
    seats = [*range(len(one.game.seats(one.state.options))), None]
    return [Board(FreePlay(one, perspective=OwnSeatView(one, at))) for at in seats]


def test_all_boards_of_a_session_show_what_one_of_them_plays() -> None:
    one = session("herders")
    red, blue, nobody = boards(one)
    hear(red, view(red))
    hear(blue, view(blue))
    hear(red, {"kind": "typed", "text": "a2"})
    assert {str(board.state) for board in (red, blue, nobody)} == {str(one.state)}
    assert {said(board).partition(". ")[0] for board in (red, blue, nobody)} == {"Red places a herder on a2"}
    before, mover = one.state, (red, blue)[one.state.mover or 0]
    hear(mover, {"kind": "typed", "text": str(before.legal()[0])})
    assert one.state != before
    assert red.scene == blue.scene == nobody.scene


@pytest.mark.parametrize("message", [{"kind": "typed", "text": "a2"}, {"kind": "press", "area": "a2"}])
def test_a_seat_acts_only_on_its_turn(message: dict[str, str]) -> None:
    one = session("herders")
    waiting = boards(one)
    hear(waiting[one.state.mover or 0], {"kind": "typed", "text": str(one.state.legal()[0])})
    del waiting[one.state.mover or 0]
    before = one.timeline.node
    tools = [{"kind": "tool", "tool": tool} for tool in ("undo", "redo", "reset")]
    for board in waiting:
        hear(board, message, *tools, {"kind": "query", "area": "a2"}, {"kind": "back"})
        board.mode.report(board.mode.hand.act(one.state.legal()[0]))  # even without a message
        assert board.mode.hand.chosen == ()
        assert 'data-tool="reset" aria-disabled="true"' in board.slots["tools"]
    assert one.timeline.node is before


def test_undo_on_one_board_appears_on_all() -> None:
    one = session("herders")
    table = Board(FreePlay(one))
    (red, *_), before = boards(one), one.state
    hear(table, {"kind": "typed", "text": "a2"}, {"kind": "tool", "tool": "undo"})
    assert one.state == before
    assert "empty" in red.names["a2"][0]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", having("keeps_secrets"))
def test_a_board_shows_only_what_its_seat_can_know(game_id: str) -> None:
    """Positions that a seat cannot tell apart look the same on its board, whatever messages it receives."""
    one, rng = session(game_id, **({"players": "3"} if "players" in GAMES[game_id].known_options else {})), Random(1)
    for _ in range(12):
        state = one.state
        for at in range(len(one.game.seats(state.options))):
            if state.mover in (None, at):
                continue
            other = state.view(at).determinize(rng)
            found = []
            for world in (state, other):
                alone = GameSession(Timeline(world), Dealer(1))
                board = Board(FreePlay(alone, perspective=OwnSeatView(alone, at)))
                area = next(iter(board.names))
                hear(
                    board,
                    {"kind": "back"},
                    *press(area),
                    {"kind": "query", "area": area},
                    {"kind": "typed", "text": "x"},
                )
                found.append((dict(board.names), dict(board.slots), board.marks, board.picture()))
            assert found[0] == found[1]
        if state.to_move is None:
            break
        one.play(rng.choice(state.legal()))
        assert one.state.to_move != CHANCE


def test_a_veiled_board_does_not_reveal_that_only_one_card_can_be_played() -> None:
    table = seat(game("catbox"), seed=1, players="3")
    rng = Random(2)
    for _ in range(80):
        if table.state.to_move is None:
            break
        if table.mode.device.veiled:
            before = (dict(table.slots), dict(table.names))
            hear(table, {"kind": "back"})
            assert table.mode.hand.chosen == ()
            assert (dict(table.slots), dict(table.names)) == before
            assert not any(flags for _, flags in table.names.values())
        hear(table, {"kind": "tool", "tool": "unveil"})
        hear(table, {"kind": "typed", "text": str(rng.choice(table.state.legal()))})
