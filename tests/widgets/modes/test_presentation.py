"""A presentation: questions wait, hands are counted, and the board plays the answer with its reasons."""

from __future__ import annotations

from typing import Any

import pytest

from cattools.core.errors import OptionError, RecordError
from cattools.games import GAMES, having
from cattools.lessons.example import ExampleKind, audience_link, example, examples
from cattools.lessons.presentation import plan
from cattools.widgets import Board, show, teach
from cattools.widgets.modes.presentation import PresentationMode
from tests.widgets.board_client import hear, press, said, tool, typed, view

TAUGHT = having("has_presentation")


def at(game_id: str, slide: int) -> Board[PresentationMode]:
    """Return a presentation at a slide, counted from one, as a page shows it."""
    board = teach(game_id)
    hear(board, view(board), {"kind": "address", "fragment": f"game={game_id}&slide={slide}"})
    return board


def texts(board: Board[PresentationMode]) -> str:
    """Return all text around the board except the presenter's notes."""
    return "".join(words for name, words in board.slots.items() if name != "notes")


@pytest.mark.parametrize("game_id", TAUGHT)
def test_a_presentation_runs_from_beginning_to_end_and_back(game_id: str) -> None:
    board = teach(game_id)
    hear(board, view(board))
    mode, slides = board.mode, plan(game_id)
    for n, slide in enumerate(slides):
        assert (mode.at, mode.revealed, mode.slide) == (n, False, slide)
        if slide.waits:
            before = said(board)
            hear(board, tool("next"))
            assert (mode.at, mode.revealed) == (n, True)
            assert said(board) != before
            shown = [str(node.action) for node in mode.timeline.line]
            legal = [one for one in slide.actions if one not in dict(slide.refused)]
            assert [one for one in shown if one in legal] == legal
            assert all(f'href="rule:{rule}"' in board.slots["status"] for rule in slide.rules)
        hear(board, tool("next"))
    assert mode.at == len(slides) - 1
    assert 'data-tool="next" class="cat-strong" aria-disabled="true"' in board.slots["tools"]
    for _ in range(2 * len(slides)):
        hear(board, tool("previous"))
    assert (mode.at, mode.revealed) == (0, False)
    assert mode.record() == ""


@pytest.mark.slow
@pytest.mark.parametrize("game_id", TAUGHT)
def test_every_example_can_be_presented_and_answered(game_id: str) -> None:
    board = teach(game_id)
    hear(board, view(board))
    for found in examples(game_id).values():
        if found.kind is ExampleKind.WALK:
            continue
        hear(board, {"kind": "address", "fragment": audience_link(found)})
        assert board.mode.slide.example is found, said(board)
        hear(board, tool("next"))
        assert board.mode.revealed
        assert board.mode.message
    hear(board, tool("reset"))
    assert board.mode.slides == plan(game_id)


def test_a_question_reveals_nothing_before_its_answer() -> None:
    board = at("herders", 3)
    assert board.mode.asking
    assert not any(flags for _, flags in board.names.values())
    assert board.mode.marks() == []
    assert 'class="cat-vote cat-right"' not in texts(board)
    before = str(board.state)
    hear(
        board,
        *press("g5"),
        {"kind": "press", "area": "g5", "finger": True},
        {"kind": "hover", "area": "g5"},
        typed("f6>g5"),
    )
    hear(board, {"kind": "query", "area": "f6"})
    assert str(board.state) == before
    assert said(board) == "Here: f6, cat."
    hear(board, tool("next"))
    assert board.slots["tools"].count('class="cat-vote cat-right"') == 1
    assert str(board.state) != before


def test_a_slide_shows_only_the_parts_that_it_names() -> None:
    """The parts are the same before and after the answer; a later slide shows all of its parts again."""
    slides = plan("cattricola")
    (n, *_) = (n for n, slide in enumerate(slides, 1) if slide.only)
    board = at("cattricola", n)
    for _ in range(2):
        assert [part.name for part in board.scene.parts] == ["disc"]
        hear(board, tool("next"))
    board = at("cattricola", len(slides))
    assert {"ranch", "radar", "disc", "disc2"} <= {part.name for part in board.scene.parts}


def test_hands_are_counted_corrected_and_reported() -> None:
    board = at("herders", 3)
    hear(board, tool("less:0"), tool("hands:0"), tool("hands:2"), tool("hands:2"), tool("hands:2"), tool("less:2"))
    assert board.mode.counts == [1, 0, 2]
    hear(board, tool("next"))
    assert "Right: 2 of 3." in said(board)
    hear(board, tool("previous"))
    assert (board.mode.revealed, board.mode.counts) == (False, [1, 0, 2])
    hear(board, tool("previous"), tool("next"))
    assert board.mode.counts == []
    hear(board, tool("next"), tool("next"))
    assert board.mode.counts == [0, 0, 0]


def test_a_refusal_is_explained_with_its_rule() -> None:
    board = at("herders", 7)
    hear(board, tool("next"))
    assert "cat-refuse" in board.slots["status"]
    assert "rule:herders.win" in board.slots["status"]
    assert board.mode.timeline.line == []


def test_a_score_is_given_line_by_line_and_no_panel_reveals_it() -> None:
    board = at("territory", 6)
    assert board.mode.asking
    assert board.slots["side"] == ""
    hear(board, tool("next"))
    assert board.slots["status"].count('"rule:territory.score"') == 1
    assert "Treasures of Red: 3, 0: 3. Red: 6 points in all." in said(board)
    assert board.mode.marks()


def test_a_long_score_is_summarised() -> None:
    board = at("calico", 6)
    hear(board, tool("next"))
    assert said(board).startswith(
        "You: 33 points in all. Three cats are worth 9, seven buttons 21, and the rainbow button 3."
    )


def test_an_answer_does_not_mention_that_its_few_pieces_are_used_up() -> None:
    board = at("calico", 4)
    hear(board, tool("next"))
    assert "4 connected dots earn Millie. A new cat needs a group of its own" in said(board)


def test_an_audience_can_try_moves_after_the_answer() -> None:
    board = at("herders", 2)
    hear(board, tool("next"))
    assert len(board.mode.timeline.line) == 2
    hear(board, typed("a3"))
    assert len(board.mode.timeline.line) == 3
    assert "One herder moved" not in said(board)
    hear(board, {"kind": "back"})
    assert len(board.mode.timeline.line) == 2


def test_the_presenters_words_are_shown_only_on_request() -> None:
    board = at("herders", 2)
    words = "one or two cells in a straight line"
    assert words not in texts(board)
    assert words in board.slots["notes"]
    hear(board, tool("words"))
    assert words in texts(board)
    hear(board, tool("next"), tool("next"))  # the first press plays the slide
    assert "touches the fewest herders" in texts(board)


def test_the_notes_give_the_right_answer_and_what_comes_next() -> None:
    notes = at("herders", 3).slots["notes"]
    assert notes.index("To g5") < notes.index("✓")
    assert "The most common mistake" in notes
    assert "<h2>" not in at("herders", 7).slots["notes"]


def test_the_clock_knows_when_a_slide_should_begin_and_end() -> None:
    task = at("herders", 3).slots["task"]
    assert 'data-begin="180" data-end="240"' in task
    assert 'data-place="game=herders&amp;slide=3"' in task


def test_a_presentation_continues_in_another_kernel() -> None:
    board = at("herders", 3)
    hear(board, tool("hands:1"), tool("next"))
    other = teach("herders")
    hear(other, view(other), {"kind": "resume", "record": board.record})
    assert (other.mode.at, other.mode.revealed, other.mode.counts) == (2, True, [0, 1, 0])
    assert str(other.state) == str(board.state)
    assert other.record == board.record


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("game=herders&slide=99", "Expected a slide from 1 to 7, found"),
        ("game=herders&slide=3&hands=1.2", "Expected one number per choice, found '1.2'"),
        ("game=herders&slide=x", "Expected a slide from 1 to 7, found"),
        ("game=calico&slide=1", "This page is for Cat Herders. The link is for Calico."),
        ("game=herders", "Expected an address with slide= or example="),
        ("game=herders&example=herders.fly", "Expected an example"),
        ("game=herders&example=calico.first", "Expected an example of herders, found calico.first"),
    ],
)
def test_a_bad_link_is_reported(fragment: str, expected: str) -> None:
    board = teach("herders")
    hear(board, view(board), {"kind": "address", "fragment": fragment})
    assert expected in said(board).replace("&#x27;", "'")
    assert board.mode.at == 0


@pytest.mark.parametrize("counts", ["", "1", "1.2.x", "1.2.3.4", "1.2.9999999"])
def test_an_invalid_record_is_refused(counts: str) -> None:
    record: Any = at("herders", 3)
    hear(record, tool("hands:0"))
    broken = record.record.replace("hands=1.0.0", f"hands={counts}")
    assert broken != record.record
    with pytest.raises(RecordError):
        teach("herders").mode.resume(broken)


@pytest.mark.parametrize("place", ["game=herders&slide=3", "game=herders&example=herders.herd.trigger.passed"])
def test_the_address_keeps_the_hands_and_the_qr_code_omits_them(place: str) -> None:
    board = teach("herders")
    hear(board, view(board), {"kind": "address", "fragment": place})

    def kept(name: str) -> str:
        (message,) = [sent for sent in hear(board, tool(name)) if sent["kind"] == "keep"]
        return str(message["fragment"])

    assert kept("hands:0").startswith(f"{place}&hands=1.")
    counts = board.mode.counts
    after = teach("herders")
    hear(after, view(after), {"kind": "address", "fragment": board.mode.stand})
    assert after.mode.counts == counts
    hear(after, {"kind": "address", "fragment": place})
    assert not any(after.mode.counts)
    assert f'data-place="{place.replace("&", "&amp;")}"' in board.slots["task"]
    hear(board, tool("next"))
    assert board.mode.counts == counts
    assert kept("previous").startswith(f"{place}&hands=1.")
    assert kept("less:0") == place


def test_every_example_links_to_its_presentation() -> None:
    for found in examples("catbox").values():
        link = f'data-page="catbox/presentation" data-anchor="game=catbox&amp;example={found.id}"'
        assert (link in show(found.id).slots["extra"]) == (found.kind is not ExampleKind.WALK)


def test_a_presentation_of_an_unknown_game_is_rejected() -> None:
    with pytest.raises(OptionError):
        teach("chess")
    assert set(TAUGHT) <= set(GAMES)


def test_an_answer_marks_only_the_areas_that_were_asked_for() -> None:
    """The rules preselect the only tile in hand, which could also mark every cell where the tile can go."""
    board = teach("calico")
    asked = example("calico.dispute.goal")
    (number,) = (n for n, slide in enumerate(plan("calico"), 1) if slide.example == asked)
    hear(board, {"kind": "address", "fragment": f"game=calico&slide={number}"})
    hear(board, tool("next"))
    assert [mark.area for mark in board.marks] == ["e3"]
    assert "AAA-BBB has three and three" in said(board)


@pytest.mark.parametrize("game_id", [game_id for game_id, played in GAMES.items() if played.has_presentation])
def test_the_first_slide_says_what_a_player_does(game_id: str) -> None:
    """Everybody sees this sentence, even if the notes for the presenter are hidden."""
    board = teach(game_id)
    assert '<p class="cat-question">You ' in board.slots["task"]
    assert "cat-say" not in board.slots["task"]
