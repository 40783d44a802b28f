"""Questions from the table take few presses, and name what the answer depends on instead of asking for everything."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from cattools.core.game import AnyGame
from cattools.games import GAMES
from cattools.render.editor_scene import PALETTE
from cattools.widgets import setup
from cattools.widgets.board import Board
from cattools.widgets.modes.editor.position_editor import PositionEditor
from tests.widgets.board_client import hear, press, tool, view

FILE = Path(__file__).parents[2] / "data" / "table_questions.toml"
QUESTIONS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["question"]
MOST = 12  # presses for a question, beyond one for each piece that matters


def heard(board: Board[Any]) -> str:
    """Return everything that is said below the board."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", board.slots["status"])).split())


class Reader:
    """A reader at the position editor, who only presses; `presses` counts every press."""

    def __init__(self, game_id: str, options: str = "") -> None:
        self.board: Board[PositionEditor] = setup(game_id, options=options)
        self.presses = 0
        hear(self.board, view(self.board))

    @property
    def mode(self) -> PositionEditor:
        return self.board.mode

    def press(self, area: str) -> None:
        assert area in self.board.names, f"{area} is not on the board: {sorted(self.board.names)}"
        hear(self.board, *press(area))
        self.presses += 1

    def tool(self, name: str) -> None:
        assert name in {button.id for button in self.mode.all_buttons() if button.ready}, name
        hear(self.board, tool(name))
        self.presses += 1

    def lay(self, thing: str, place: str) -> None:
        """Put a thing down: turn to its page and its side, pick it up unless it is in hand, and press the place."""
        table = self.mode.table
        where = table.places[table.place(place, self.mode.seats[0].id)]
        if self.mode.item != thing:
            if (page := table.things[thing].palette_page) != self.mode.page:
                self.tool(f"page:{page}")
            self.press(PALETTE + thing)
        if where.seat not in (None, self.mode.seat) and not where.beside:
            self.tool(f"seat:{where.seat}")
        self.press(where.id)
        assert self.mode.draft.has(where.id, thing)

    def tell(self, values: dict[str, str]) -> None:
        """Fill in fields of the form: open it, choose each value, and apply."""
        hear(self.board, {"kind": "form", "form": "table", "values": values})
        self.presses += 2 + len(values)

    def play(self, written: str) -> None:
        """Make a move on the board, legal or not."""
        game: AnyGame = self.mode.game
        action = game.read_action(written, self.mode.state)
        areas = game.presses(action)
        for area in areas:
            if area not in self.mode.hand.chosen:
                self.press(area)
        if not areas:
            self.tool(f"play:{action}")


def asked(question: dict[str, Any]) -> Reader:
    """Return a reader who has put down the pieces that matter, and has asked the question."""
    reader = Reader(question["game"], question.get("options", ""))
    if "told" in question:
        reader.tell(question["told"])
    for piece in question["lies"]:
        reader.lay(*piece.split())
    reader.tool(question["tool"])
    assert reader.mode.asked == question["tool"], heard(reader.board)
    if "move" in question:
        reader.play(question["move"])
    return reader


def named(question: dict[str, Any]) -> str:
    return f"{question['game']}-{question['asks'][:40]}"


@pytest.mark.parametrize("question", QUESTIONS, ids=named)
def test_a_question_from_the_table_is_answered_in_few_presses(question: dict[str, Any]) -> None:
    reader = asked(question)
    board, answer = reader.board, question["answer"]
    said = heard(board)
    refused = "cat-refuse" in board.slots["status"]
    assert refused == (answer == "refused"), said
    assert ("Allowed." in said) == (answer == "allowed"), said
    if answer == "refused":
        assert f"rule:{question['rule']}" in board.slots["status"], said
    elif answer not in ("allowed", "depends"):
        assert answer in said
    depends = re.search(r"depends? on: ([^.]*)\.", said)
    assert (depends[1] if depends else "") == question.get("on", ""), said
    assert reader.presses - len(question["lies"]) <= MOST, reader.presses


def test_there_are_questions_about_every_game() -> None:
    assert len(QUESTIONS) >= 20
    assert {question["game"] for question in QUESTIONS} == {id_ for id_, game in GAMES.items() if game.setup}
    assert {question["tool"] for question in QUESTIONS} == {"may", "can", "count"}
