"""Questions from the table take few presses; an answer names what it depends on instead of asking for everything."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from cattools.core.display.scene import MarkKind
from cattools.core.game import AnyGame, AnyState
from cattools.core.random_play import random_game
from cattools.games import GAMES, having
from cattools.render.editor_scene import PALETTE
from cattools.widgets import position_editor
from cattools.widgets.board import Board
from cattools.widgets.modes.editor.position_editor import PositionEditor
from cattools.widgets.modes.table_queries import ROWS
from tests.widgets.board_client import hear, press, tool, view

FILE = Path(__file__).parents[2] / "data" / "table_questions.toml"
QUESTIONS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["question"]
LEAST = {"territory": 5, "calico": 4, "catbox": 5, "cattricola": 3, "herders": 4}  # questions about each game
MOST = 12  # presses for a question, beyond one for each piece that matters


def heard(board: Board[Any]) -> str:
    """Return everything that is said below the board."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", board.slots["status"])).split())


class Reader:
    """A reader at the position editor, who only presses; `presses` counts every press."""

    def __init__(self, game_id: str, options: str = "") -> None:
        self.board: Board[PositionEditor] = position_editor(game_id, options=options)
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

    def fill_in(self, values: dict[str, str]) -> None:
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
        reader.fill_in(question["told"])
    for piece in question["lies"]:
        reader.lay(*piece.split())
    reader.tool(question["tool"])
    assert reader.mode.asked == question["tool"], heard(reader.board)
    if "move" in question:
        reader.play(question["move"])
    return reader


def named(question: dict[str, Any]) -> str:
    return f"{question['game']}-{question['asks'][:40]}"


@pytest.mark.slow
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


def test_there_are_questions_about_many_games() -> None:
    asked = Counter(question["game"] for question in QUESTIONS)
    assert asked >= Counter(LEAST)
    assert asked.keys() <= {*having("position_editor")}
    assert {question["tool"] for question in QUESTIONS} == {"may", "can", "count"}


def groups(board: Board[Any]) -> dict[str, list[str]]:
    """Return the ids of the buttons below the board, by the names of their groups."""
    found = re.findall(r'<div role="group" aria-label="([^"]*)">(.*?)</div>', board.slots["tools"])
    return {name: re.findall(r'data-tool="([^"]*)"', inside) for name, inside in found}


@pytest.mark.parametrize("game_id", sorted({question["game"] for question in QUESTIONS}))
def test_the_buttons_are_in_three_named_groups(game_id: str) -> None:
    board = Reader(game_id).board
    found = groups(board)
    assert [*found] == ["What I put down", "What I ask", "The table"]
    laying, asking, table = found.values()
    assert all(one.startswith(("page:", "seat:")) for one in laying)
    assert asking == ["may", "can", "count"]
    assert [one for one in table if one in ("undo", "redo", "reset", "share")] == ["undo", "redo", "reset", "share"]
    assert [*laying, *asking, *table] == [button.id for button in board.mode.buttons()]
    hear(board, tool("can"))
    assert [name for name in groups(board) if "depends" not in name] == ["What I ask", "The table"]
    assert groups(board)["What I ask"][:4] == ["may", "can", "count", "weigh"]


@pytest.mark.parametrize(
    ("game_id", "page", "hands"),
    [
        ("territory", "card", ["Hand of Red", "Hand of Blue", "Hand of Yellow", "Hand of Green"]),
        ("territory", "treasure", [f"Treasures of {who}" for who in ("Red", "Blue", "Yellow", "Green")]),
        ("catbox", "card", ["Hand of Plum", "Hand of Teal", "Hand of Orange", "Hand of Slate"]),
    ],
)
def test_the_hands_of_all_players_come_one_after_the_other(game_id: str, page: str, hands: list[str]) -> None:
    reader = Reader(game_id)
    reader.tool(f"page:{page}")
    titles = [str(part.caption) for part in reader.board.scene.parts if part.name.startswith("row.")]
    assert titles[: len(hands)] == hands


def depends(board: Board[Any]) -> str:
    """Return the words after "depends on: " in the message that has them; "" if there is none."""
    found = re.findall(r'<p class="cat-message[^>]*>(.*?)</p>', board.slots["status"])
    words = [" ".join(unescape(re.sub(r"<[^>]*>", " ", one)).split()) for one in found]
    return next((one.partition("depends on: ")[2] for one in words if "depends on: " in one), "")


def test_what_an_answer_depends_on_can_be_entered_or_left_open() -> None:
    reader = Reader("territory")
    reader.lay("blue", "C5")
    reader.tool("may")
    reader.play("C5")
    assert depends(reader.board) == "Hand of Red. Enter that, or press “Not known”."
    assert heard(reader.board).startswith("This depends on: Hand of Red."), "the verdict comes first"
    assert groups(reader.board)["What the answer depends on"] == ["enter:hand.red", "not-known"]
    reader.tool("not-known")
    assert depends(reader.board) == "Hand of Red. As that is not known, both answers are possible."
    assert not {"not-known", "enter:hand.red"} & {button.id for button in reader.mode.buttons()}
    reader.tool("table")
    reader.tool("may")
    reader.play("C5")
    assert "As that is not known" in depends(reader.board)
    other = Reader("territory")
    other.lay("blue", "C5")
    other.tool("may")
    other.play("C5")
    sent = hear(other.board, tool("enter:hand.red"))
    palette = [area for area in other.board.names if area.startswith(PALETTE)]
    assert [one["name"] for one in sent if one["kind"] == "reach"] == palette[:1]
    assert (other.mode.asked, other.mode.cursor, other.mode.page) == ("", "hand.red", "card")
    other.press(PALETTE + "C5.card")
    other.tool("may")
    other.play("C5")
    assert heard(other.board).startswith("Allowed."), "the verdict comes first"


def test_a_tap_answers_at_once_and_an_answer_says_that_it_counts_a_move_that_was_tried() -> None:
    reader = Reader("territory")
    reader.lay("blue", "C5")
    reader.tool("count")
    assert "tried here" not in heard(reader.board)
    reader.tool("may")
    hear(reader.board, {"kind": "press", "area": "C5", "finger": True})
    assert depends(reader.board) == "Hand of Red. Enter that, or press “Not known”."
    reader.tool("count")
    assert heard(reader.board).startswith("This counts the move tried here; “Undo” takes it back.")
    reader.tool("undo")
    assert "tried here" not in heard(reader.board)


def test_a_field_that_an_answer_depends_on_is_named_with_its_form() -> None:
    reader = Reader("calico")
    for cell in ("b2", "b3", "b4"):
        reader.lay("Nd", f"blue.{cell}")
    for cell in ("b2", "b3"):
        reader.lay("cat", f"blue.{cell}")
    reader.tool("count")
    assert "The rest depends on: the three cats. Enter that, or press “Not known”." in heard(reader.board)
    sent = hear(reader.board, tool("enter:cat1"))
    assert [one["name"] for one in sent if one["kind"] == "reach"] == ["cat1"]
    assert 'name="cat1"' in reader.board.slots["task"]
    assert heard(reader.board) == "Enter: the three cats. Then press “Apply”."


@pytest.mark.rule("calico.cat.earn")
def test_a_cat_comes_only_if_it_is_certain_which_cats_there_are() -> None:
    patches = "Nd blue.b2 Bd blue.b3 Gd blue.b4 Pd hand1.blue"
    board = position_editor("calico")
    hear(board, view(board), {"kind": "typed", "text": patches}, tool("may"), {"kind": "typed", "text": "Pd b5"})
    assert "What else happens depends on: the three cats." in heard(board)
    assert "Allowed." in heard(board)
    hear(board, tool("take"))
    assert not board.mode.draft.where("cat")
    assert not {name for name in board.mode.draft.field_values if name.startswith(("cat", "likes"))}


@pytest.mark.rule("herders.option.sacrifice")
def test_a_hand_that_cannot_be_computed_is_named() -> None:
    reader = Reader("herders", "sacrifice")
    reader.lay("red", "c3")
    reader.tool("may")
    reader.play("a1")
    assert depends(reader.board).startswith("Red: herders in hand.")
    reader.tool("take")
    assert "hand-red" not in reader.mode.draft.field_values, "it is still not known"
    reader.fill_in({"turn": "red", "hand-red": "0"})
    reader.tool("may")
    reader.play("a2")
    assert "cat-refuse" in reader.board.slots["status"]


@pytest.mark.rule("cattricola.setup.disc")
def test_the_disc_board_is_named_where_it_decides_the_points() -> None:
    reader = Reader("cattricola")
    reader.fill_in({"disc-plum": "a"})
    for n, tile in enumerate(("sm", "sf", "py", "cy", "hy", "w"), 1):  # whether the wolf eats depends on the board
        reader.lay(tile, f"plum{n}")
    hear(reader.board, {"kind": "typed", "text": "disc-plum=-"})
    reader.tool("count")
    assert "The rest depends on: which disc Plum has." in heard(reader.board)
    reader.tool("enter:disc-plum")
    assert reader.mode.asked == ""


# By game: what is entered, at least how many areas then show something that nobody entered, and one that does not.
ASSUMED = {
    "territory": ("blue C5 A1.card hand.red", 2, "hand.A1"),
    "calico": ("Nd hand1.blue Ye market", 3, "blue.hand1"),
    "catbox": ("3 hand.plum hand.plum", 4, "h3"),
    "cattricola": ("disc-plum=a disc-teal=b s? plum1 pm plum2", 1, "plum2"),
}


@pytest.mark.parametrize("game_id", ASSUMED)
def test_what_the_board_shows_but_nobody_entered_is_marked_and_named(game_id: str) -> None:
    entered, number, known = ASSUMED[game_id]
    board: Board[PositionEditor] = position_editor(game_id)
    hear(board, view(board), {"kind": "typed", "text": entered})
    assert not board.mode.assumed
    hear(board, tool("may"))
    marked = {mark.area for mark in board.mode.marks() if mark.kind is MarkKind.ASSUMED}
    assert known in board.names
    assert known not in marked
    assert len(marked) >= number
    assert {area for area, (name, _) in board.names.items() if ", assumed" in name} == marked
    assert "filled in at random (marked “?”)" in heard(board)
    hear(board, tool("table"))
    assert not [mark for mark in board.mode.marks() if mark.kind is MarkKind.ASSUMED]


def first_choice(game_id: str) -> AnyState:
    """Return the first position of a random game in which a seat has several legal actions."""
    states = random_game(GAMES[game_id], GAMES[game_id].choose(), 1, 100)
    return next(state for state in states if state.mover is not None and len(state.legal()) > 1)


def rows(board: Board[PositionEditor]) -> list[tuple[int, str]]:
    """Return the rows of the short list of moves: their number of moves, and their words."""
    short = board.slots["extra"].partition("<details")[0]
    found = re.findall(r"<li>(.*?)</li>", short)
    plain = [" ".join(unescape(re.sub(r"<[^>]*>", "", one)).split()) for one in found]
    return [(int(number[1]) if (number := re.search(r" \((\d+)\): ", one)) else 1, one) for one in plain]


@pytest.mark.parametrize("game_id", having("position_editor"))
def test_moves_are_listed_by_piece_in_a_short_list(game_id: str) -> None:
    entered = "cat f6 red f7" if game_id == "herders" else ASSUMED.get(game_id, ("", 0, ""))[0]
    board: Board[PositionEditor] = position_editor(game_id, "" if entered else str(first_choice(game_id)))
    typed = [{"kind": "typed", "text": entered}] if entered else []
    hear(board, view(board), *typed, tool("can"))
    sure, hang, _ = board.mode.ways()
    found, answer = rows(board), board.slots["extra"]
    assert 0 < len(found) <= 2 * ROWS
    assert max(line.count(", ") for _, line in found) < 20
    assert not [line for _, line in found if re.search(r"[.:] ?,|\.$", line)], "no stray punctuation"
    if len(found) < ROWS:
        assert sum(number for number, _ in found) == len(sure) + len(hang)
    is_long = any(" more" in line for _, line in found)
    assert (f"Show all {len(sure) + len(hang)} moves" in answer) == is_long
    if is_long:
        assert " more" not in answer.partition("<details")[2].partition("</details>")[0]


def test_cards_that_can_do_the_same_share_a_row() -> None:
    board: Board[PositionEditor] = position_editor("calico")
    hear(board, view(board), {"kind": "typed", "text": "Nd b3"}, tool("can"))
    assert [number for number, _ in rows(board)] == [len(board.mode.ways()[1])]
    assert len(board.mode.ways()[1]) > 1000
    assert "32 more (" in rows(board)[0][1]


@pytest.mark.parametrize("game_id", having("position_editor"))
@pytest.mark.parametrize("written", ["-A1", "<b>x</b>", "/", "-"])
def test_what_cannot_be_read_gets_one_clear_sentence(game_id: str, written: str) -> None:
    pasted = {"kind": "form", "form": "written", "values": {"position": written}}
    said = set[str]()
    for message in ({"kind": "typed", "text": written}, pasted):
        board: Board[PositionEditor] = position_editor(game_id)
        hear(board, view(board), message)
        said.add(heard(board))
    assert len(said) == 1
    place = r"(a place such as [\w.]+|something to remove in \w+|an item and a place, as in \w+ [\w.]+)"
    assert re.fullmatch(rf"Expected {place}, found (nothing|'({re.escape(written)}|a1)')\.", said.pop())


def test_without_storage_a_line_says_how_to_continue_later() -> None:
    board: Board[PositionEditor] = position_editor("herders")
    hear(board, view(board), {"kind": "kept_games", "games": {}, "able": False})
    assert "This browser does not save what you enter here." in board.slots["extra"]
    assert "as a file" not in board.slots["extra"]
