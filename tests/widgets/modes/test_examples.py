"""Interactive examples and games driven by messages, each kind from beginning to end."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cattools.core.errors import NotationError, OptionError
from cattools.core.game_record import position_link
from cattools.games import GAMES
from cattools.games.herders import Herders
from cattools.lessons.answer_check import answer, pointed
from cattools.lessons.example import Example, example, examples
from cattools.widgets import lesson, play, position, position_editor, scorer, show
from cattools.widgets.board import Board
from cattools.widgets.modes.examples.base import Try
from tests.games.helpers import as_a
from tests.games.herders.positions_builder import cells
from tests.lessons.test_examples import ASK, GOAL, JUDGE, SCORE, TRY
from tests.widgets.board_client import hear, press, said, seat, tool, typed

EVERY = [found for game_id in GAMES for found in examples(game_id).values()]


def make(example: Example) -> Any:
    return Board(lesson(example))


def ticks(sent: list[dict[str, Any]]) -> list[str]:
    """Return the boards whose tick the browser is asked to remember."""
    kept = (one["name"] for one in sent if one["kind"] == "remember" and one["value"])
    return [name.removeprefix("done-") for name in kept if name.startswith("done-")]


def buttons(board: Any) -> set[str]:
    """Return the enabled buttons."""
    return set(re.findall(r'data-tool="([^"]*)"(?![^>]*aria-disabled)', board.slots["tools"]))


@pytest.mark.slow
@pytest.mark.parametrize("example", [e for e in EVERY if e.kind != "walk"], ids=lambda e: e.id)
def test_show_me_solves_the_example_and_reset_restores_it(example: Example) -> None:
    board: Any = show(example.id)
    start = board.state
    hints, areas = board.mode.hints, board.scene.areas.keys()
    # the other hints wait until their areas exist
    due = [n for n, hint in enumerate(hints, 1) if areas >= {*pointed(hint)}]
    for n in range(len(hints) + 2):
        hear(board, tool("hint"))
        assert board.mode.hinted == (due[n % len(due)] if hints else 0)
    hear(board, tool("solve"))
    # An example about a forbidden action is done only once that action has been tried.
    assert board.mode.done or (example.kind == "try" and example.refused)
    assert said(board)
    hear(board, tool("reset"))
    assert board.state == start


def test_a_solved_board_states_the_points_that_were_asked_for() -> None:
    """The example covers `cattricola.circle.lift`; its goal is a score (`cattricola.score.total`)."""
    board: Any = show("cattricola.circle.lift.use")
    for action in board.mode.example.solution[:2]:  # the last tile has one place, so it is placed automatically
        hear(board, typed(action))
    assert board.mode.solved
    assert "Plum would have 9 points if the game ended now. Goal reached." in said(board)


@pytest.mark.parametrize("example", [e for e in EVERY if e.refused], ids=lambda e: e.id)
def test_a_forbidden_action_can_be_tried_and_is_explained(example: Example) -> None:
    for written, rule in example.refused:
        board: Any = show(example.id)
        start = board.state
        hear(board, {"kind": "typed", "text": written})
        assert board.state == start
        assert rule in board.mode.met
        assert f'data-anchor="{GAMES[example.game].rules[rule].anchor}"' in board.slots["status"]


def test_a_try_example_is_done_after_a_forbidden_and_a_legal_action() -> None:
    board = make(TRY)
    hear(board, *press("a1"))
    assert not board.mode.done
    assert ticks(hear(board, tool("undo"), {"kind": "typed", "text": "e5"})) == [TRY.id]
    assert board.mode.done
    assert "herders-place" in board.slots["status"]
    assert "Task complete." in board.slots["status"]
    hear(board, tool("reset"))
    assert not board.mode.done


@pytest.mark.parametrize("name", ["territory.assist-mix", "territory.setup.treasure", "herders.components"])
def test_a_different_legal_action_does_not_solve_the_example(name: str) -> None:
    board: Any = show(name)
    asked = board.mode.example.solution[0]
    other = next(str(action) for action in board.state.legal() if str(action)[:2] != asked[:2])
    hear(board, {"kind": "typed", "text": other})
    assert not board.mode.done


@pytest.mark.parametrize("presses", ["e4 e6 e4 g5 d4", "e4 g5 e6 d4", "e4 e6 g5 e4 d4", "e4 e4 e4 e6 e4 g5 e4 d4"])
def test_two_forbidden_actions_are_counted_whatever_is_selected(presses: str) -> None:
    board: Any = show("herders.move.clear")
    sent = hear(board, *press(*presses.split()))
    assert board.mode.met["herders.move.clear"] == {"e4-e6", "e4-g5"}
    assert ticks(sent) == ["herders.move.clear"]


def test_a_hint_for_a_later_step_waits_and_a_chosen_card_lists_its_targets() -> None:
    board: Any = show("territory.assist.search-three")
    hear(board, *press("hand.search"))
    assert "Now press: Discarded assist cards, 0 cards; Assist deck" in said(board)
    for _ in range(2):
        hear(board, tool("hint"))
        assert said(board) == "Now press the discard pile."
        assert [mark.area for mark in board.mode.marks() if mark.kind == "changed"] == ["used"]
    hear(board, *press("used"), tool("hint"))
    assert "Three cards are face up" in said(board)
    assert "look.2" in {mark.area for mark in board.mode.marks()}


def test_no_hint_points_at_areas_that_another_move_removed() -> None:
    board: Any = show("territory.assist.search-three")
    hear(board, *press("hand.C4", "C4"))
    hear(board, tool("hint"))
    assert "go back with Undo or Reset" in said(board)
    hear(board, tool("reset"), tool("hint"))
    assert "“look at three”" in said(board)


@pytest.mark.parametrize("name", ["place.overflow.choose", "circle.lift.use", "end.swap.best", "place.choice"])
def test_a_task_that_asks_for_points_links_to_the_scoring_rules(name: str) -> None:
    task = show(f"cattricola.{name}").slots["task"]
    assert 'href="rule:cattricola.score.total"' in task
    assert "rule:cattricola.place.choice" not in task


def test_forbidden_actions_also_count_after_the_legal_one() -> None:
    board: Any = show("herders.move.clear")
    hear(board, *press("e4", "d4"), tool("undo"))
    assert not board.mode.done
    assert ticks(hear(board, *press("e4", "e6", "g5"))) == ["herders.move.clear"]


def test_a_try_example_needs_every_forbidden_action() -> None:
    example = next(e for e in EVERY if len({rule for _, rule in e.refused}) < len(e.refused))
    board = make(example)
    legal = str(board.state.legal()[0])
    first, *others = (written for written, _ in example.refused)
    hear(board, {"kind": "typed", "text": first}, {"kind": "typed", "text": legal})
    assert not board.mode.done
    hear(board, tool("undo"))
    for written in others:
        hear(board, {"kind": "typed", "text": written})
    hear(board, {"kind": "typed", "text": legal})
    assert board.mode.done


def test_a_shown_or_wrong_answer_earns_no_tick() -> None:
    judge, find = make(JUDGE), make(ASK)
    right = "not" if judge.mode.example.choices else "allowed"
    assert not ticks(hear(judge, tool("allowed" if right == "not" else "not")))
    assert "Not quite." in judge.slots["status"]
    before = judge.slots["status"]
    hear(judge, {"kind": "typed", "text": "zz"})
    assert "Is that allowed?" not in judge.slots["status"]
    assert judge.slots["status"] != before
    assert not ticks(hear(find, tool("solve")))
    assert find.mode.done
    assert "Right." not in find.slots["status"]


def test_a_typed_list_of_areas_is_checked_before_any_is_pressed() -> None:
    board = make(ASK)
    name = next(iter(board.names))
    hear(board, {"kind": "typed", "text": f"{name} zz"})
    assert board.mode.found == set()
    hear(board, {"kind": "typed", "text": name})
    assert board.mode.found == {name}
    hear(board, {"kind": "back"})
    assert board.mode.found == set()


@pytest.mark.parametrize("seed", ["x", 1.5, -1, 10**400, True])
def test_a_seed_outside_the_range_of_the_form_is_rejected(seed: Any) -> None:
    with pytest.raises(OptionError, match="expected a seed from 0 to 999999999"):
        play("herders", seed=seed)


def test_arguments_of_the_wrong_type_are_rejected() -> None:
    with pytest.raises(OptionError, match="expected one of the players"):
        play("herders", ["human"])  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="expected a position as text, found 7"):
        position("herders", 7)  # type: ignore[arg-type]
    for entry in (scorer, position_editor):
        with pytest.raises(NotationError, match="expected a position as text, found 7"):
            entry("calico", 7)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="expected options as a string or by name, found 4"):
        position("herders", options=4)  # type: ignore[arg-type]


def test_undo_and_redo_without_moves_do_not_change_the_message() -> None:
    table = play("herders", seed=1)
    said_first = table.slots["status"]
    hear(table, tool("redo"), tool("undo"), {"kind": "back"})
    assert table.slots["status"] == said_first


def test_a_link_has_the_players_but_no_seed() -> None:
    table = play("herders", "human", "friendly", seed=7)
    assert "Seed: 7." in table.slots["extra"]
    hear(table, tool("share"))
    hear(table, {"kind": "address", "fragment": table.mode.linked_to})
    assert "Seed" not in table.slots["extra"].split("<details")[0]
    assert table.mode.players == ["human", "friendly"]
    hear(table, {"kind": "address", "fragment": position_link(table.state)})  # a link without players
    assert "All players are human now" in table.slots["status"]


def test_a_second_press_on_a_verdict_changes_nothing() -> None:
    board: Any = show("herders.move.back")
    hear(board, tool("allowed"))
    first = board.slots["status"]
    assert "Right." in first
    hear(board, tool("allowed"), tool("not"))
    assert board.slots["status"] == first


def test_a_query_does_not_reveal_the_answer_to_a_question() -> None:
    for name in ("herders.move.goes", "herders.move.back"):
        board: Any = show(name)
        hear(board, *({"kind": "query", "area": area} for area in board.names))
        assert "From here" not in board.slots["status"]
        assert "Possible" not in board.slots["status"]


@pytest.mark.parametrize("example", [e for e in EVERY if e.ask and e.start().to_move is None], ids=lambda e: e.id)
def test_a_question_about_a_finished_game_does_not_reveal_the_winner(example: Example) -> None:
    board, verdict = show(example.id), str(example.start().status())
    hear(board, tool("hint"))
    hear(board, tool("reset"))
    assert "The game is over." in board.slots["head"]
    assert verdict not in "".join(board.slots.values())


def test_a_question_is_answered_by_typing_areas() -> None:
    board: Any = show("herders.move.goes")
    start = board.state
    hear(board, {"kind": "typed", "text": "a1, a2"})
    assert (board.state, board.mode.found) == (start, {"a1", "a2"})
    assert 'data-tool="reset" aria-disabled' not in board.slots["tools"]
    hear(board, tool("reset"))
    assert board.mode.found == set()
    hear(board, {"kind": "typed", "text": "d8-d9"})
    assert board.state == start
    assert "Expected names of cells" in board.slots["status"]


def test_a_bot_in_the_first_seat_begins_and_undo_returns_to_a_person() -> None:
    for players in (("friendly", "human"), ("beginner", "human")):
        table = play("herders", *players, seed=3)
        assert table.mode.hand.acts
        assert table.state.to_move == 1
        area = next(a for a, (_, flags) in table.names.items() if flags)
        hear(table, tool("undo"))
        assert table.mode.hand.acts
        assert area in table.names


def test_a_find_example_can_ask_for_a_move() -> None:
    board = make(GOAL)
    hear(board, tool("hint"))
    assert said(board) == "Scare f6."
    hear(board, {"kind": "typed", "text": "f4-f2"})
    assert not board.mode.done
    assert "Not yet" in said(board)
    tried = board.state
    assert not any(flags for _, flags in board.names.values())
    mine = next(action for action in tried.legal() if tried.game.presses(action))
    hear(board, *press(*tried.game.presses(mine)), {"kind": "typed", "text": str(mine)})
    assert board.state == tried, "the opponent must not move"
    assert "Not yet: undo and try again." in said(board)
    hear(board, tool("undo"), {"kind": "typed", "text": "f4-f5"})
    assert board.mode.done  # the cat has one way to run
    assert "Goal reached." in said(board)


def test_a_find_example_can_ask_for_cells() -> None:
    board = make(ASK)
    why = str(ASK.start().game.rules[ASK.rules[0]].sentence)
    hear(board, *press("f6", "e5"), tool("check"))
    assert (board.mode.done, said(board)) == (
        False,
        f"1 cell does not belong. {why}",
    )
    hear(board, *press("e5", "f6"))
    assert "check" not in buttons(board)
    hear(board, *press("f6"), tool("check"))
    assert (board.mode.done, said(board)) == (True, f"Right. {why}")
    assert board.mode.found == answer(ASK, ASK.start())


def test_a_judge_example_asks_for_a_verdict_and_then_for_the_rule() -> None:
    board = make(JUDGE)
    assert "Red moves from f4 to f7" in said(board)
    hear(board, tool("herders.move"))
    assert not board.mode.done  # first the verdict, then the rule
    hear(board, tool("not"), tool("herders.place"))
    assert board.mode.done
    assert said(board).startswith("Not quite. It is not allowed.")
    hear(board, tool("reset"), tool("not"), tool("herders.move"))
    assert said(board).startswith("Right. It is not allowed.")
    hear(board, tool("reset"), tool("allowed"))
    assert said(board).startswith("Not quite.")
    before = board.state
    hear(board, *press("f4", "f5"), {"kind": "typed", "text": "f4-f5"})
    assert board.state == before


def test_a_score_example_counts_line_by_line() -> None:
    board = make(SCORE)
    hear(board, tool("next"))
    assert said(board) == "Cats taken by Red: 3."
    lines = len(board.state.score().lines)
    assert board.slots["extra"].count("cat-score-upcoming") == lines - 1 + len(
        board.state.game.seats(board.state.options)
    )
    assert board.slots["extra"].count('aria-hidden="true"') == board.slots["extra"].count("cat-score-upcoming")
    hear(board, tool("next"), tool("next"))
    assert said(board).startswith("Cats taken by Blue: 2.")
    assert (board.mode.done, "cat-score-upcoming" in board.slots["extra"]) == (True, False)
    hear(board, tool("previous"), tool("previous"), tool("previous"))
    assert board.mode.at == 0


def form(**values: str) -> dict[str, Any]:
    return {"kind": "form", "form": "new", "values": values}


def test_the_form_starts_a_new_game() -> None:
    table = play("herders", seed=1)
    hear(table, form(**{"seat-red": "human", "seat-blue": "friendly", "three": "on", "limit": "20", "seed": "7"}))
    assert (str(table.state.options), table.mode.players, table.mode.session.dealer.seed) == (
        "three,limit=20",
        ["human", "friendly"],
        7,
    )
    assert "A new game." in said(table)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"seed": "x"}, "expected the seed to be a number or empty"),
        ({"seat-red": "deepblue"}, "expected one of the players human, beginner, friendly"),
        ({"limit": "1000"}, "expected “End after this many turns” to be a number from 0 to 999"),
        ({"board": "round"}, "expected “Board”"),
    ],
)
def test_an_invalid_form_keeps_the_game(values: dict[str, str], words: str) -> None:
    table = play("herders", seed=1)
    before = table.state
    hear(table, form(**values))
    assert words.lower() in said(table).lower()
    assert table.state == before


def test_a_bot_moves_after_a_human() -> None:
    table = play("herders", "human", "beginner", seed=1)
    hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    assert table.state.to_move == 0
    assert as_a(Herders, table.state).plies == 2
    hear(table, tool("undo"))
    assert as_a(Herders, table.state).plies == 0


def test_a_game_is_saved_loaded_and_shared() -> None:
    table = play("herders", seed=1)
    hear(table, {"kind": "typed", "text": "a2"})
    (download,) = [m for m in hear(table, tool("save")) if m["kind"] == "download"]
    assert json.loads(download["text"])["actions"][-1] == "a2"
    (link,) = [m for m in hear(table, tool("share")) if m["kind"] == "share"]
    other = play("herders", seed=2)
    hear(other, {"kind": "file", "text": download["text"]})
    assert (other.state, said(other).startswith("Loaded.")) == (table.state, True)
    third = play("herders", seed=3)
    hear(third, {"kind": "address", "fragment": link["fragment"]})
    assert third.state == table.state


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "file", "text": "{}"},
        {"kind": "file", "text": '{"format": "cattools record", "version": 9}'},
        {"kind": "address", "fragment": "game=herders"},
    ],
)
def test_an_unreadable_file_or_link_is_reported_and_keeps_the_game(message: dict[str, Any]) -> None:
    table = play("herders", seed=1)
    hear(table, {"kind": "typed", "text": "a2"})
    before = (table.state, [str(n.action) for n in table.mode.timeline.line])
    hear(table, message)
    assert said(table).lower().startswith("expected ")
    assert (table.state, [str(n.action) for n in table.mode.timeline.line]) == before
    assert cells(as_a(Herders, table.state), "red") >= {"a2"}


def test_too_many_or_unknown_players_are_rejected() -> None:
    with pytest.raises(OptionError, match="expected at most 2 players, found 3"):
        play("herders", "human", "human", "human")
    with pytest.raises(
        OptionError, match="expected one of the players human, beginner, friendly, careful, master, found 'x'"
    ):
        seat(GAMES["herders"], ["x"])
    with pytest.raises(OptionError, match="expected one of the games"):
        play("chess")


def test_a_referee_can_read_the_rules_first_and_undo_a_verdict_before_naming_the_rule() -> None:
    board: Any = show("herders.setup.cats")
    hear(board, tool("hint"))
    anchors = {GAMES["herders"].rules[rule].anchor for rule in board.mode.example.choices}
    assert anchors == set(re.findall(r'data-anchor="([^"]*)"', board.slots["status"]))
    assert not board.mode.done
    hear(board, tool("not"))
    assert set(board.mode.example.choices) <= buttons(board)
    hear(board, tool("undo"))
    assert not set(board.mode.example.choices) & buttons(board)
    hear(board, tool("not"), tool("herders.setup.cats"))
    assert board.mode.solved


def test_scoring_highlights_the_seat_of_the_current_line_and_can_be_reset() -> None:
    board: Any = show("herders.stuck.limit")
    framed = []
    for name in ("next", "next", "previous"):
        hear(board, tool(name))
        framed.append(board.slots["side"].split('aria-current="true"')[0].count("<strong>"))
    assert framed == [0, 1, 0]
    hear(board, tool("reset"))
    assert "aria-current" not in board.slots["side"]
    assert "cat-score-current" not in board.slots["extra"]
    assert "reset" not in buttons(board)


def test_scoring_marks_the_cells_of_earlier_deductions() -> None:
    board: Any = show("cattricola.score.chain.count")
    while (line := board.state.score().lines[board.mode.at]).points >= 0 or not line.cells:
        hear(board, tool("next"))
    taken = set(line.cells)
    hear(board, tool("next"), tool("next"))
    assert taken - {mark.area for mark in board.mode.marks() if mark.kind == "score"} <= {
        mark.area for mark in board.mode.marks() if mark.kind == "refused"
    }
    assert any(mark.kind == "refused" for mark in board.mode.marks())


def test_the_reason_that_the_example_is_about_comes_first() -> None:
    board = make(example("calico.components.spent"))
    hear(board, tool("not"), tool("calico.components"))
    assert said(board) == (
        "Right. It is not allowed. No navy dots are left in the bag. "
        "No patch is drawn now: the hands and the market are full."
    )


def test_the_herder_that_scared_a_cat_is_marked_if_an_example_starts_in_mid_turn() -> None:
    for found in examples("herders").values():
        state: Any = found.start()
        if state.scared or state.running is not None:
            assert found.marked, found.id
            assert found.marked[0] in [mark.area for mark in make(found).mode.marks()], found.id


def test_after_the_legal_action_the_message_names_the_forbidden_one_to_try() -> None:
    board: Any = show("catbox.prepare.predict")
    assert board.mode.types  # there is no area to press for the 2
    hear(board, *press("p1"))
    assert not board.mode.done
    assert "Now also type a forbidden move: predict 2. Press “Undo” to go back." in said(board)
    hear(board, tool("undo"), {"kind": "typed", "text": "predict 2"})
    hear(board, *press("p1"))
    assert board.mode.done


@pytest.mark.rule("catbox.lead.no-red")
def test_a_refusal_by_another_rule_does_not_count_as_tried() -> None:
    board: Any = show("catbox.lead.no-red")
    hear(
        board, typed("b6"), typed("r6"), typed("r1"), typed("r1")
    )  # Plum has no 6; the second r1 is a cell that is taken
    assert set(board.mode.met) == {"catbox.declare", "catbox.declare.free-cell"}
    hear(board, typed(str(board.mode.state.legal()[0])))
    assert "Now also try what is forbidden: Orange declares the 6 as red. Press “Undo” to go back." in said(board)


def test_only_actions_without_an_area_are_typed() -> None:
    typed = [one.id for game_id in GAMES for one in examples(game_id).values() if Try(one).types]
    assert typed == ["catbox.prepare.predict"]


def test_the_name_of_an_area_mentions_its_mark() -> None:
    board: Any = show("herders.herd.target.runs")
    assert board.names["e5"][0] == "e5, red herder, just arrived"
    assert "just arrived" not in board.names["e6"][0]
