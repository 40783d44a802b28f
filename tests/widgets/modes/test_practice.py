"""Practice: right and wrong answers, what is asked next, what is saved, links, and ten questions for a group."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from cattools.core.display.scene import MarkKind
from cattools.core.errors import OptionError
from cattools.core.grid import bits
from cattools.core.messages import integer
from cattools.games import having
from cattools.lessons.practice.config import WINNER
from cattools.lessons.practice.position_pool import base, pool
from cattools.lessons.practice.question import Form, Grade
from cattools.lessons.practice.question_set import NUMBER, Series, rule_link
from cattools.lessons.practice.spaced_repetition import Known, Memory
from cattools.widgets import Board, practice
from cattools.widgets.modes.practice.practice import Practice
from cattools.widgets.modes.practice.question import CHOICE, AreasQuiz, BestMoveQuiz
from cattools.widgets.protocol import CHOSEN
from tests.kinds import number
from tests.widgets.board_client import hear, press, said, tool, typed, view

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
each_game = pytest.mark.parametrize("game_id", having("has_practice"))


class Clock:
    """A clock that a test advances by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


def begun(game_id: str = "herders", only: str = "", seed: int = 1) -> Board[Practice]:
    """Return a seeded practice board as a page shows it."""
    board = Board(Practice(game_id, only, Clock(), Random(seed)))
    hear(board, view(board))
    return board


def test_a_solo_board_mentions_no_second_player() -> None:
    found, board = pool("calico"), begun("calico")
    for options, shown in (("players=1", False), ("second=yellow", True)):
        at = next(n for n, one in enumerate(found.stretches) if one.options == options)
        key = next(key for key, places in found.asked.items() if any(n == at for n, _ in places))
        places = tuple(place for place in found.asked[key] if place[0] == at)
        asked = replace(found, asked={key: places}).drawn(key[0], base(key[1]), Random(1))
        assert asked is not None
        hear(board, {"kind": "address", "fragment": asked.link()})
        assert board.mode.inner.asked == asked
        assert ("second player" in board.slots["task"]) is shown


def answer(board: Board[Practice], *, right: bool = True) -> list[dict[str, Any]]:
    """Answer as a reader does; return what was sent to the page."""
    asked, state = board.mode.inner.asked, board.state
    found = asked.answer(state)
    if asked.form is Form.JUDGE:
        legal = found == {"legal"}
        if legal == right:
            return hear(board, tool("allowed"))
        return hear(board, tool("not"), tool(*found)) if right else hear(board, tool("not"))
    if asked.form is Form.CHOOSE:
        offered = [asked.is_right(state, value) for value, _ in asked.offered(state)]
        return hear(board, tool(f"{CHOICE}{offered.index(right)}"))
    wrong = next(area for area in board.names if area not in found)
    return hear(board, *press(*(sorted(found) if right else [wrong])), tool("check"))


def last_saved(sent: list[dict[str, Any]]) -> str:
    """Return the last value that the browser was asked to store, apart from the ten questions."""
    return [one["value"] for one in sent if one["kind"] == "remember" and not one["name"].startswith("ten.")][-1]


def remembered_names(sent: list[dict[str, Any]]) -> list[str]:
    """Return the names under which the page was asked to remember values."""
    return [one["name"] for one in sent if one["kind"] == "remember"]


@pytest.mark.slow
@pytest.mark.sampled
@each_game
@pytest.mark.parametrize("right", [True, False])
def test_every_kind_of_question_is_answered_with_reasons(game_id: str, right: bool) -> None:
    board = begun(game_id, seed=len(game_id))
    for _ in range(number(4, 40)):
        if isinstance(board.mode.inner, BestMoveQuiz):  # tested in `test_best_moves.py`
            hear(board, tool("solve"), tool("next"))
            continue
        asked = board.mode.inner.asked
        answer(board, right=right)
        assert board.mode.inner.done
        assert board.mode.inner.solved == right
        assert ("Right." if right else "Not quite.") in said(board)
        assert f'href="rule:{asked.rule}"' in board.slots["status"]
        assert [button.id for button in board.mode.buttons()][:1] == ["next"]
        hear(board, tool("next"))
        assert not board.mode.inner.done


def test_a_question_can_be_answered_only_once() -> None:
    board = begun()
    assert isinstance(board.mode.inner, AreasQuiz)
    answer(board)
    before = board.mode.memory.to_json()
    hear(board, tool("check"), *press(next(iter(board.names))), {"kind": "back"})
    assert board.mode.memory.to_json() == before


def test_a_question_links_to_the_editor_once_it_is_answered() -> None:
    board = begun()
    assert "herders/position" not in board.slots["tools"]
    hear(board, tool("solve"))
    assert 'data-page="herders/position"' in board.slots["tools"]
    hear(board, tool("next"))
    assert "herders/position" not in board.slots["tools"]


def test_show_me_counts_as_not_knowing_the_rule() -> None:
    board = begun()
    rule = board.mode.inner.asked.rule
    hear(board, tool("solve"))
    assert board.mode.memory.known(rule, NOW) is Known.SHAKY


def test_without_a_block_the_answer_ends_with_the_flipped_cells() -> None:
    board = begun("territory")
    hear(board, tool("solve"))
    assert [board.names[cell][0].partition(" over")[0] for cell in ("C2", "D2")] == ["C2, blue", "D2, blue"]
    assert "D2 and C2 flip to blue." in said(board)
    assert "block" not in said(board)
    assert [mark.area for mark in board.mode.marks()] == ["C2", "D2"]


def test_areas_and_numbers_can_be_typed() -> None:
    board = begun()
    asked = board.mode.inner.asked
    hear(board, typed(" ".join(asked.answer(board.state))), tool("check"))
    assert board.mode.inner.solved
    board = begun("territory", "territory.score")
    while board.mode.inner.asked.form is not Form.CHOOSE:
        hear(board, tool("next"))
    (number,) = board.mode.inner.asked.answer(board.state)
    hear(board, typed("many"))
    assert not board.mode.inner.done
    hear(board, typed(number))
    assert board.mode.inner.solved


def test_nothing_reveals_the_answer_before_it_is_given() -> None:
    board = begun()
    board.mode.practise("herders.move.clear")
    for _ in range(6):
        marks = {mark.kind for mark in board.mode.marks()}
        assert not marks & {"legal", "changed", "refused", "cause"}
        hear(
            board,
            {"kind": "hover", "area": next(iter(board.names))},
            {"kind": "query", "area": next(iter(board.names))},
        )
        assert "Rule:" not in board.slots["status"]
        hear(board, tool("next"))
        board.mode.go_on()


def test_a_rule_answered_wrongly_is_asked_again_sooner() -> None:
    memory, rng = Memory("herders"), Random(1)
    rules = ["herders.place", "herders.move", "herders.win"]
    memory.answered("herders.place", NOW, right=True, grade=Grade.PLAIN)
    memory.answered("herders.move", NOW, right=False, grade=Grade.PLAIN)
    assert memory.next(rules, NOW, rng) == "herders.win"  # this rule has not been asked yet
    memory.answered("herders.win", NOW, right=True, grade=Grade.HARD)
    assert memory.next(rules, NOW + timedelta(minutes=2), rng) == "herders.move"
    assert memory.next(rules, NOW + timedelta(minutes=7), rng, "herders.move") == "herders.place"
    assert [memory.known(rule, NOW) for rule in rules] == [Known.FAIR, Known.SHAKY, Known.WELL]
    assert memory.strength("herders.win", NOW) > memory.strength("herders.win", NOW + timedelta(days=60))


def test_knowledge_is_stored_restored_saved_and_deleted() -> None:
    board = begun()
    rule = board.mode.inner.asked.rule
    found = last_saved(answer(board))
    other = begun()
    hear(other, {"kind": "remembered", "name": "practice.herders", "value": found})
    assert other.mode.memory.to_json() == found
    assert "1 right, 0 wrong" in other.slots["extra"]
    (saved,) = [one for one in hear(other, tool("save")) if one["kind"] == "download"]
    assert saved["text"] == found
    assert last_saved(hear(other, tool("delete"), tool("delete"))) == ""
    assert rule not in other.mode.memory.rules
    hear(other, {"kind": "file", "text": saved["text"]})
    assert other.mode.memory.to_json() == found


def remembered(value: str) -> dict[str, str]:
    """Return the page's message that the browser has stored `value`, or, if it is empty, has deleted what it stored."""
    return {"kind": "remembered", "name": "practice.herders", "value": value}


@pytest.mark.parametrize("late_first", [False, True])
def test_merging_two_memories_keeps_the_later_review_of_each_rule(late_first: bool) -> None:
    early, late = Memory("herders"), Memory("herders")
    for memory, rule, minutes in ((early, "herders.move", 0), (late, "herders.move", 5), (early, "herders.win", 6)):
        memory.answered(rule, NOW + timedelta(minutes=minutes), right=memory is late, grade=Grade.PLAIN)
    found = late.merged(early) if late_first else early.merged(late)
    assert found.rules == {"herders.move": late.rules["herders.move"], "herders.win": early.rules["herders.win"]}


@each_game
def test_a_due_rule_is_asked_on_the_next_visit_even_if_the_page_began_with_it(game_id: str) -> None:
    board = begun(game_id)
    rule, memory = board.mode.inner.asked.rule, Memory(game_id)
    memory.answered(rule, NOW - timedelta(days=1), right=False, grade=Grade.PLAIN)
    hear(board, {"kind": "remembered", "name": f"practice.{game_id}", "value": memory.to_json()})
    assert board.mode.inner.asked.rule == rule


def test_the_memory_of_another_tab_is_merged_without_losing_ones_own() -> None:
    one, other = begun("herders", "herders.move"), begun("herders", "herders.win")
    mine, theirs = last_saved(answer(one)), last_saved(answer(other))
    before, asked = said(one), one.mode.inner.asked
    both = last_saved(hear(one, remembered(theirs)))
    assert {*json.loads(both)["rules"]} == {"herders.move", "herders.win"}
    assert (said(one), one.mode.inner.asked) == (before, asked)
    assert "data-shares" in one.markup
    assert last_saved(hear(other, remembered(mine))) == both
    for board in (one, other):  # nothing to add, so the exchange ends
        assert not remembered_names(hear(board, remembered(both)))


def test_a_deletion_in_another_tab_applies_here() -> None:
    board = begun("herders", "herders.move")
    answer(board)
    assert not remembered_names(hear(board, remembered("")))
    assert not board.mode.memory.rules


def test_a_file_is_merged_into_the_memory_of_every_tab() -> None:
    one, other = begun("herders", "herders.move"), begun("herders", "herders.win")
    answer(one)
    file = last_saved(answer(other))
    both = last_saved(hear(one, {"kind": "file", "text": file}))
    assert [*json.loads(both)["rules"]] == ["herders.move", "herders.win"]
    assert "has been added to yours" in said(one)
    assert not remembered_names(hear(other, remembered(both)))
    assert [*other.mode.memory.rules] == ["herders.move", "herders.win"]


def test_deleting_takes_two_presses_in_a_row() -> None:
    board = begun()
    answer(board)
    hear(board, tool("delete"), tool("next"), tool("delete"))
    assert board.mode.memory.rules


CARD = "1 1 2.307 2.118 1767225960 1767225600 1 0"


@pytest.mark.parametrize(
    "broken",
    [
        "{",
        "[]",
        json.dumps({"format": "cattools practice", "version": 2, "game": "herders", "rules": {}}),
        json.dumps({"format": "cattools practice", "version": 1, "game": "calico", "rules": {}}),
        json.dumps({"format": "cattools practice", "version": 1, "game": "herders", "rules": []}),
        *(
            json.dumps(
                {"format": "cattools practice", "version": 1, "game": "herders", "rules": {"herders.move": card}}
            )
            for card in ("", "x", "1 1 nan 2 1 1 1 0", "9 1 2 2 1 1 1 0", "1 7 2 2 1 1 1 0", "2 1 2 2 1 1 1 0", 7)
        ),
    ],
)
def test_a_broken_saved_memory_is_reported_in_one_sentence_and_kept(broken: str) -> None:
    board = begun()
    hear(board, {"kind": "remembered", "name": "practice.herders", "value": broken})
    assert "cannot be read" in said(board)
    sent = answer(board)
    assert not [one for one in sent if one["kind"] == "remember"]
    (saved,) = [one for one in hear(board, tool("save")) if one["kind"] == "download"]
    assert saved["text"] == broken
    assert last_saved(hear(board, tool("delete"), tool("delete"))) == ""


def test_rules_that_no_longer_exist_are_dropped_from_the_memory() -> None:
    board = begun()
    rules = {"herders.move": CARD, "herders.gone": CARD}
    value = json.dumps({"format": "cattools practice", "version": 1, "game": "herders", "rules": rules})
    hear(board, {"kind": "remembered", "name": "practice.herders", "value": value})
    assert [*board.mode.memory.rules] == ["herders.move"]


def test_practice_can_be_limited_to_one_rule_and_widened_again() -> None:
    board = begun(only="herders.move.clear")
    for _ in range(4):
        assert board.mode.inner.asked.rule == "herders.move.clear"
        answer(board)
        hear(board, tool("next"))
    hear(board, tool("all"))
    assert board.mode.only == ""
    hear(board, tool("rule:herders.win"))
    assert board.mode.inner.asked.rule == "herders.win"


def test_a_rule_has_a_link_to_its_practice() -> None:
    board = begun()
    hear(board, {"kind": "address", "fragment": rule_link("herders.herd.wall")})
    assert board.mode.inner.asked.rule == "herders.herd.wall"


def test_a_link_with_only_a_rule_means_a_rule_of_the_pages_game() -> None:
    board = begun()
    hear(board, {"kind": "address", "fragment": "rule=herders.win"})
    assert board.mode.only == board.mode.inner.asked.rule == "herders.win"


def test_a_question_has_a_link() -> None:
    board, other = begun(), begun(seed=2)
    hear(board, tool("next"))
    board.mode.go_on()
    (shared,) = [one for one in hear(board, tool("share")) if one["kind"] == "share"]
    hear(other, {"kind": "address", "fragment": shared["fragment"]})
    assert other.mode.inner.asked == board.mode.inner.asked


@pytest.mark.parametrize(
    "fragment",
    [
        *("game=herders&rule=herders.fly", "game=herders&seed=x", "game=calico&seed=1", "rule=win", "rule="),
        *("game=herders&rule=", "seed=5", f"game=herders&seed={'9' * 20}", "%%%", "hello world", "ask=judge", "x=1"),
    ],
)
def test_a_bad_link_is_reported_in_one_sentence_and_keeps_the_question(fragment: str) -> None:
    board = begun()
    asked = board.mode.inner.asked
    hear(board, {"kind": "address", "fragment": fragment})
    assert said(board).startswith(("Expected", "This page"))
    assert board.mode.inner.asked == asked


def test_ten_questions_for_a_group_are_the_same_for_everyone_and_end_with_a_result() -> None:
    boards = [begun(seed=1), begun(seed=2)]
    link = Series(pool("herders"), 77).link()
    seen: list[list[Any]] = []
    for board in boards:
        hear(board, {"kind": "address", "fragment": link})
        assert 'data-place="game=herders&amp;seed=77' in board.slots["task"]
        seen.append([])
        for n in range(NUMBER):
            seen[-1].append(board.mode.inner.asked)
            assert f"{n + 1} of 10" in board.slots["task"]
            answer(board, right=n > 0)
            if n < NUMBER - 1:
                hear(board, tool("next"))
        assert "9 of 10 in 0:00; missed:" in board.slots["status"]
        hear(board, tool("next"))
        assert board.mode.series is None
    assert seen[0] == seen[1]


@each_game
def test_all_rules_are_listed_on_the_first_visit(game_id: str) -> None:
    board = begun(game_id)
    assert board.slots["extra"].count("<li>") == len(pool(game_id).rules)
    assert board.mode.listed == pool(game_id).rules


def test_an_audience_is_asked_the_same_ten_questions_and_its_hands_are_counted() -> None:
    board, phone = begun(), begun(seed=2)
    for one in (board, phone):
        hear(one, {"kind": "address", "fragment": Series(pool("herders"), 77).link()})
    hear(board, tool("room"))
    for n in range(NUMBER):
        assert board.mode.inner.asked == phone.mode.inner.asked
        assert "hand" not in {button.id for button in board.mode.buttons()}  # only after the answer
        assert {*remembered_names(hear(board, tool("solve")))} <= {"ten.herders"}, (
            "the audience's answers must not change the reader's progress"
        )
        hear(board, *[tool("hand")] * (n + 2), tool("less"))
        if n < NUMBER - 1:
            hear(board, tool("next"))
            hear(phone, tool("solve"), tool("next"))
    assert (
        "Correct votes for the ten questions: 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10. Fewest for: " in board.slots["status"]
    )
    assert not board.mode.memory.rules
    hear(board, tool("all"))
    assert board.mode.votes is None


def test_the_menu_of_the_site_receives_what_the_reader_knows() -> None:
    board = begun()
    sent = [one for one in answer(board) if one.get("name") == "known.herders"]
    assert [*map(len, (one["value"] for one in sent))] == [len(pool("herders").rules)]
    assert {*sent[-1]["value"]} == {"0", str(int(board.mode.memory.known(board.mode.inner.asked.rule, NOW)))}
    (last,) = [one for one in hear(board, tool("delete"), tool("delete")) if one.get("name") == "known.herders"]
    assert last["value"] == ""


def test_practice_continues_after_a_kernel_restart() -> None:
    board, other = begun(), begun(seed=3)
    assert board.record == ""
    hear(board, tool("ten"))
    answer(board, right=False)
    hear(board, tool("next"))
    hear(other, {"kind": "resume", "record": board.record})
    assert other.mode.inner.asked == board.mode.inner.asked
    assert other.mode.series == board.mode.series
    assert other.mode.memory.to_json() == board.mode.memory.to_json()


def test_half_an_answer_survives_a_kernel_restart() -> None:
    board, other = begun(), begun(seed=3)
    assert isinstance(board.mode.inner, AreasQuiz)
    chosen = [*board.names][:3]
    hear(board, *press(*chosen))
    assert not board.chosen, "the chosen areas are in the record; if they were pressed again, they would be deselected"
    hear(other, {"kind": "resume", "record": board.record})
    assert isinstance(other.mode.inner, AreasQuiz)
    assert other.mode.inner.asked == board.mode.inner.asked
    assert other.mode.inner.found == {*chosen}
    assert [area for area, (_, flags) in other.names.items() if flags & CHOSEN] == chosen
    assert not other.mode.inner.done
    assert not other.mode.memory.rules, "nothing has been answered"
    assert "The board has been restored." in said(other)


@pytest.mark.slow
@each_game
@pytest.mark.parametrize("right", [True, False, None])
def test_an_answer_and_its_explanation_survive_a_kernel_restart(game_id: str, right: bool | None) -> None:
    board, forms = begun(game_id), set[Form]()
    for _ in range(12):
        asked = board.mode.inner.asked
        forms.add(asked.form)
        if right is None:
            hear(board, tool("solve"))
        elif asked.best_move:
            hear(board, typed(asked.best_move.best if right else asked.best_move.second))
        else:
            answer(board, right=right)
        other = begun(game_id, seed=3)
        hear(other, {"kind": "resume", "record": board.record})
        for slot in ("task", "status"):
            assert other.slots[slot] == board.slots[slot], asked.link()
        assert [button.id for button in other.mode.buttons()] == [button.id for button in board.mode.buttons()]
        assert other.mode.marks() == board.mode.marks()
        assert other.mode.memory.to_json() == board.mode.memory.to_json(), "the answer does not count twice"
        assert other.record == board.record
        hear(board, tool("next"))
    assert len(forms) > 1


@pytest.mark.parametrize("given", ["[", "5", "null", "[true]", "[1, []]", "[true, 5]", "[true, [5]]"])
def test_an_answer_that_cannot_be_read_is_refused_and_changes_nothing(given: str) -> None:
    board, other = begun(), begun(seed=3)
    hear(board, tool("solve"))
    asked = other.mode.inner.asked
    hear(other, {"kind": "resume", "record": json.dumps(json.loads(board.record) | {"given": given})})
    assert "Expected an answer, found" in said(other)
    assert other.mode.inner.asked == asked
    assert not other.mode.inner.done
    assert not other.mode.memory.rules


def test_half_a_verdict_survives_a_kernel_restart() -> None:
    board, other = begun(), begun(seed=3)
    while board.mode.inner.asked.form is not Form.JUDGE or board.mode.inner.asked.answer(board.state) == {"legal"}:
        board.mode.practise("")
    hear(board, tool("not"))
    hear(other, {"kind": "resume", "record": board.record})
    assert "Which rule forbids it?" in said(other)
    assert not other.mode.memory.rules
    hear(other, tool(*board.mode.inner.asked.answer(board.state)))
    assert other.mode.inner.solved


def test_a_kernel_restart_does_not_count_an_answer_twice() -> None:
    board, other = begun(), begun(seed=3)
    answer(board)
    hear(other, {"kind": "resume", "record": board.record})
    assert other.mode.memory.to_json() == board.mode.memory.to_json()


def test_the_knowledge_list_has_a_row_per_rule() -> None:
    board = begun()
    answer(board)
    rows = board.slots["extra"].count("<li>")
    assert rows == len(pool("herders").rules)
    assert "not asked yet" in board.slots["extra"]


def test_practice_of_an_unknown_game_or_rule_is_rejected() -> None:
    with pytest.raises(OptionError, match="chess"):
        practice("chess")
    with pytest.raises(OptionError, match="expected a rule that can be practised"):
        practice("herders", "herders.players")


def test_a_question_states_the_options_in_force() -> None:
    board = begun(only="herders.option.three")
    assert "three" in board.state.options.changed
    assert str(board.mode.game.known_options["three"].title) in board.slots["task"]


def test_scared_cats_are_marked_and_named() -> None:
    """`herders.herd.order`: the picture does not show which cats have yet to run."""
    asked = pool("herders").drawn("herders.herd.order", "first", Random(5))
    assert asked is not None
    board = begun("herders")
    hear(board, {"kind": "address", "fragment": asked.link()})
    state: Any = board.state
    scared = {state.board.grid.names[cell] for cell in bits(state.scared)}
    assert len(scared) > 1
    assert {mark.area for mark in board.mode.marks() if mark.kind is MarkKind.CHANGED} == scared
    assert all(cell in board.slots["task"] for cell in scared)


@pytest.mark.parametrize("game_id", ["calico", "catbox", "territory"])
def test_answers_about_the_winner_state_what_decides(game_id: str) -> None:
    found, rng = pool(game_id), Random(4)
    rule = {"calico": "calico.score.tie", "catbox": "catbox.end.tie", "territory": "territory.score.tie"}[game_id]
    asked = found.drawn(rule, WINNER, rng)
    assert asked is not None
    board = begun(game_id)
    hear(board, {"kind": "address", "fragment": asked.link()})
    state = board.state
    panels = board.mode.inner.panels()
    rounds = [words.rpartition(": ")[2] for panel in panels for words, _ in panel.rows if "by round" in words]
    for n, seat in enumerate(state.game.seats(state.options)):
        reason = re.search(rf"{seat.called}: ([^.]*)\.", said(board))
        assert reason, said(board)
        assert integer(state.score().total(n)) in reason[1]
        assert not rounds or any(one in reason[1] for one in rounds)


@each_game
def test_a_game_in_progress_is_not_called_over(game_id: str) -> None:
    board = begun(game_id)
    for _ in range(8):
        over = board.state.to_move is None
        assert over or "The game is over" not in board.slots["status"]
        hear(board, {"kind": "tool", "tool": "solve"}, {"kind": "tool", "tool": "next"})


@each_game
def test_an_answer_adds_at_most_one_row_to_a_panel_and_shows_no_other_hand(game_id: str) -> None:
    board = begun(game_id, seed=3)
    for _ in range(8):
        mode = board.mode.inner
        seat, rows = mode.perspective.seat, [len(panel.rows) for panel in mode.panels()]
        answer(board)
        if mode.state.to_move is not None:
            assert all(rows), mode.asked
            now = [len(panel.rows) for panel in mode.panels()]
            assert all(0 <= n - before <= 1 for n, before in zip(now, rows, strict=True)), (
                "expected at most one more row, for the event"
            )
        if mode.session.has_secrets:
            assert mode.perspective.seat == seat, mode.asked
        hear(board, tool("next"))


def test_the_remaining_colours_are_shown_where_they_decide() -> None:
    board = begun("catbox")
    assert "red, blue and green" in board.slots["side"]
    assert "point" not in board.slots["side"], "the reader must count the points"


def test_the_next_question_is_prepared_while_the_answer_is_read() -> None:
    board = begun()
    sent = answer(board)
    motion = next(one for one in sent[::-1] if one["kind"] == "motion")
    hear(board, {"kind": "frame", "id": motion["id"], "at": motion["ms"] + motion["pause"]})
    ahead = board.mode.ahead
    assert ahead is not None
    hear(board, tool("next"))
    assert board.mode.inner is ahead.quiz
    assert board.mode.ahead is None
    answer(board)
    board.mode.practise("herders.move")
    assert board.mode.inner.asked.rule == "herders.move", "the prepared question does not fit the reader's new choice"


@pytest.mark.slow
@each_game
def test_a_prepared_question_looks_like_a_fresh_one(game_id: str) -> None:
    board = begun(game_id, seed=4)
    for _ in range(8):
        sent = answer(board)
        motion = next(one for one in sent[::-1] if one["kind"] == "motion")
        hear(board, {"kind": "frame", "id": motion["id"], "at": motion["ms"] + motion["pause"]})
        assert board.mode.ahead is not None
        hear(board, tool("next"))
        fresh = Board(board.mode.inner)
        assert (board.scene, board.marks, board.names) == (fresh.scene, fresh.marks, fresh.names)
        assert {**fresh.slots, **board.mode.slots(), "sample": ""} == {**board.slots, "sample": ""}
        board.mode.inner.display = board.mode
        hear(board, view(board))


def test_parts_change_without_replacing_the_board() -> None:
    board = begun("territory")
    around, stages = board.markup, {board.stage}
    for _ in range(20):
        hear(board, tool("solve"), tool("next"))
        stages.add(board.stage)
    assert len(stages) > 1
    assert board.markup == around
