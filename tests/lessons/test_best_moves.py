"""The positions with a best move: each is proved again by a search, and a broken file is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cattools.core.errors import DataError, RecordError
from cattools.core.loading import data_files
from cattools.games import GAMES, having
from cattools.lessons.practice import best_moves as files
from cattools.lessons.practice.best_moves import LEAST_LEGAL, BestMove, best_moves, written
from cattools.lessons.practice.question import BEST, Form, Grade, best_move_questions, read
from tests.kinds import one_a_game
from tools.find_best_moves import CLEAR, LEAST, LONGER, MOST_ROWS, SHORTER, proved, row_of

HAVE = having("has_best_moves")
ROWS = [(game_id, row) for game_id in HAVE for row in best_moves(game_id)]
each_game = pytest.mark.parametrize("game_id", HAVE)


@each_game
def test_every_row_has_a_position_and_all_its_legal_actions(game_id: str) -> None:
    files.check(game_id)
    rows = best_moves(game_id)
    assert len({row.position for row in rows}) == len(rows) <= MOST_ROWS
    for row in rows:
        assert row.margin >= max(LEAST, CLEAR * row.error), row.position
        assert len(row.leads) >= LEAST_LEGAL


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "row"), one_a_game(ROWS))
def test_a_shorter_search_with_another_seed_finds_the_same_move(game_id: str, row: BestMove) -> None:
    assert proved(row, game_id, row.seed + 1, row.playouts // SHORTER)


@pytest.mark.nightly
@pytest.mark.parametrize(("game_id", "row"), ROWS)
def test_the_long_search_proves_every_row_again(game_id: str, row: BestMove) -> None:
    again = row_of(GAMES[game_id].position(row.position, row.options), row.seed, row.playouts)
    assert again is not None
    assert (again.best, again.leads.keys()) == (row.best, row.leads.keys())
    assert again.margin == pytest.approx(row.margin, abs=CLEAR * row.error + LEAST / LONGER)


@each_game
def test_a_question_for_the_best_move_depends_only_on_what_its_seat_sees(game_id: str) -> None:
    for question in best_move_questions(game_id):
        state = question.start()
        view = state.view(state.mover)
        for seed in range(3):
            other = view.determinize(Random(seed))
            assert str(question.task(other)) == str(question.task(state))
            assert {*map(str, other.legal())} == {*map(str, state.legal())}
            assert other.view(state.mover) == view


@each_game
def test_a_link_leads_to_a_question_for_the_best_move(game_id: str) -> None:
    for question in best_move_questions(game_id):
        again = read(question.link(), game_id)
        assert again == question
        assert (again.ask, again.form, again.grade) == (BEST, Form.PLAY, Grade.HARD)
        (answer,) = again.answer(again.start())
        assert answer in map(str, again.start().legal())


def test_a_link_to_a_position_without_a_known_best_move_is_refused() -> None:
    start = str(GAMES["herders"].position())
    with pytest.raises(RecordError, match="expected a question about this position, found 'best'"):
        read(f"game=herders&position={start}&rule=&ask=best&about=", "herders")


@each_game
def test_rows_are_written_as_they_are_read(game_id: str) -> None:
    text = data_files.read(files.file_of(game_id))
    assert written(text, best_moves(game_id)) == text


LEADS = {"a2": 3.0, "b1": 1.0, "c1": 0.5, "d1": 0.0}
ROW = {"position": "", "best": "a2", "margin": 2.0, "error": 0.1, "playouts": 8000, "seed": 1, "leads": LEADS}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"best": "z9"}, "best 1: expected the best action in leads, 'z9', found it nowhere"),
        ({"best": "b1"}, "best 1: expected b1 in leads to be 2.0 better than any other, found 3.0 for a2"),
        ({"margin": 1.0}, "best 1: expected a2 in leads to be 1.0 better than any other, found 1.0 for b1"),
        ({"margin": "much"}, "best 1, margin: expected a number, found 'much'"),
        ({"leads": {"a2": 1.0}}, "best 1: expected at least 4 legal actions in leads, found 1"),
        ({"speed": 1}, "best 1: expected one of the keys .*, found 'speed'"),
        ({"position": "nonsense"}, "best 1, position: .*nonsense"),
        ({"options": "wolves"}, "best 1, position: .*wolves"),
        ({}, "best 1, leads: expected the legal actions"),
    ],
)
def test_a_broken_row_is_reported_with_its_file_and_number(
    change: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_files, "load_once", lambda _: {"best": [ROW | change]})
    monkeypatch.setattr(files, "best_moves", best_moves.__wrapped__)
    with pytest.raises(DataError, match=f"^games/herders/data/practice.toml, {message}"):
        files.check("herders")
