"""A table that teaches: the presentation with votes by phone, and ten questions together."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from cattools.core.display.scene import MarkKind
from cattools.core.errors import RecordError
from cattools.games import GAMES
from cattools.lessons.practice.question import Form
from cattools.table.store import Store
from cattools.table.table import Table
from cattools.table.teaching import PRESENTATION, QUESTIONS, Teaching, read
from tests.kinds import some
from tests.table.tables import Phone, table_of


def room(table: Table, phones: int = 3) -> tuple[Phone, list[Phone]]:
    """Return the host's big screen, and phones, each with a vote of its own."""
    return Phone(table, shared=True, host=True), [Phone(table, voter=f"phone {n}") for n in range(phones)]


def press(device: Phone, tool: str) -> None:
    """Press a button, which has to be there."""
    assert f'data-tool="{tool}"' in device.slot("tools")
    device.board("tool", tool=tool)


def bars(device: Phone) -> list[int]:
    """Return the numbers at the bars that a device shows."""
    return [int(n) for n in re.findall(r"<b>(\d+)(?: of \d+)?</b></div>", device.slot("tools"))]


def says_right(device: Phone) -> bool | None:
    """Return whether a device says that an answer was right, with a tick; None if it says nothing about it."""
    first = re.search(r'class="cat-message cat-(\w+)".*?</svg><span>(.*)', device.slot("status"), re.DOTALL)
    assert first is not None
    kind, said = first.groups()
    assert (kind == "ok") == ("Right." in said), said
    return True if kind == "ok" else False if "Not quite." in said else None


def test_the_audience_votes_by_phone_and_by_raised_hands_and_sees_its_answers_as_bars() -> None:
    table = table_of("catbox")
    screen, phones = room(table)
    before = table.session.timeline.node
    screen.send("teach", what=PRESENTATION)
    teaching = table.teaching
    assert teaching is not None
    assert phones[0].last("around") == ""  # no seats to take meanwhile
    while not teaching.slides[teaching.at].choices:
        press(screen, "next")
    for phone, choice in zip(phones, (0, 0, 1), strict=True):
        assert phone.slot("task").partition("</p>")[2] == screen.slot("task").partition("</p>")[2]
        press(phone, f"vote:{choice}")
    press(phones[1], "vote:1")  # the latest vote counts
    assert "3 answers so far." in screen.slot("tools")
    assert bars(screen) == []  # so that nobody just votes as the others do
    press(screen, "hands:1")
    assert "4 answers so far." in screen.slot("tools")  # hands count as well
    assert not re.search(r">\s*\d+\s*<", screen.slot("tools"))  # nothing looks like a count of one answer
    press(screen, "next")
    assert bars(screen)[:2] == [1, 3]
    assert "of 4." in screen.slot("status")
    right = teaching.slides[teaching.at].choices.index(
        next(one for one in teaching.slides[teaching.at].choices if teaching.slides[teaching.at].is_right(one))
    )
    for phone, choice in zip(phones, (0, 1, 1), strict=True):
        assert says_right(phone) is (choice == right)
        assert "cat-refuse" not in phone.slot("status")  # an answer is not a refusal
        assert phone.slot("tools").count("✓") == 1
    assert says_right(screen) is None  # some votes were wrong
    assert says_right(Phone(table)) is None
    assert 'aria-disabled="true"' in phones[0].slot("tools")  # too late
    phones[0].board("tool", tool="vote:1")
    assert teaching.votes["phone 0"] == 0
    press(screen, "previous")  # hides the answer again
    assert "4 answers so far." in screen.slot("tools")
    while 'data-tool="next" aria-disabled' not in screen.slot("tools") and teaching.at + 1 < teaching.number:
        press(screen, "next")
    screen.send("teach", what="")
    assert table.session.timeline.node is before
    assert "Nobody plays Plum yet" in screen.slot("task")
    assert [one.errors() for one in (screen, *phones)] == [[]] * 4


@pytest.mark.parametrize("game_id", [game.id for game in GAMES.values() if game.has_presentation])
def test_every_slide_says_what_it_is_about_on_every_device(game_id: str) -> None:
    table = table_of(game_id)
    screen, phones = room(table)
    screen.send("teach", what=PRESENTATION)
    teaching = table.teaching
    assert teaching is not None
    for slide in teaching.slides:
        while teaching.slides[teaching.at] is not slide:
            press(screen, "next")
        for device in (screen, *phones):
            assert (slide.ask or slide.say) in unescape(device.slot("task"))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", some(GAMES, lambda one: one == "herders"))
def test_ten_questions_are_asked_together(game_id: str) -> None:
    table = table_of(game_id)
    screen, phones = room(table, 2)
    screen.send("teach", what=QUESTIONS)
    teaching = table.teaching
    assert teaching is not None
    for n in range(10):
        assert f"{n + 1} of 10" in phones[0].slot("task")
        question = teaching.question()
        assert "Show me" not in phones[0].slot("tools")
        if question.ask == "judge":
            press(phones[0], "allowed")
        else:
            tool = next(tool for tool in re.findall(r'data-tool="([^"]+)"', phones[0].slot("tools")) if tool != "reset")
            press(phones[0], tool)
        if "Your answer counts." in phones[0].slot("status"):
            assert "1 answer so far." in screen.slot("tools")
            assert "data-tool" not in phones[0].slot("tools")
        later = question.form in (Form.FIND, Form.PLAY)  # hands are counted once the answer is shown
        before = teaching.tally()
        if later:
            assert "hands:" not in screen.slot("tools")
            press(screen, "next")
        for choice, _ in enumerate(teaching.choices()):
            press(screen, f"hands:{choice}")
            press(screen, f"hands:{choice}")
            press(screen, f"less:{choice}")
            assert later or not re.search(r"<b>\d+</b>", screen.slot("tools"))  # no number before the answer
        if not later:
            press(screen, "next")
        right, votes = teaching.tally()
        assert (right, votes) == (before[0] + 1, before[1] + len(teaching.choices()))
        assert bars(screen) == [right, votes - right]
        given = teaching.votes.get("phone 0")
        again = Phone(table, voter="phone 0")  # its page has been loaded again
        assert says_right(phones[0]) is says_right(again) is (None if given is None else bool(given))
        again.screen.close()
        assert says_right(phones[1]) is None  # it has not answered
        assert "cat-ok" not in screen.slot("status")
        press(screen, "next")
    assert re.search(r"Together: \d+ of \d\d answers were right", screen.slot("status"))
    assert len(bars(screen)) == 10
    answered, right = teaching.answered["phone 0"], teaching.right["phone 0"]
    questions = "question" if answered == 1 else "questions"
    assert f"You answered {answered} {questions}: {right} right." in phones[0].slot("status")
    assert "You answered none of the questions." in phones[1].slot("status")
    for device in (screen, phones[0]):  # nobody is to move any more
        assert "to move" not in device.slot("head")
        assert device.slot("side") == ""
    assert f"Together: {sum(right for right, _ in teaching.results)} of" in screen.slot("status")
    assert all(right for right, _ in teaching.results)  # because hands were raised for the right answer
    assert says_right(phones[1]) is None
    assert [one.errors() for one in (screen, *phones)] == [[]] * 3


@pytest.mark.slow
def test_hands_are_counted_for_each_answer_to_a_question_by_the_host_alone() -> None:
    table = table_of("herders")
    table.teaching = teaching = Teaching(table.game, QUESTIONS, seed=4)
    screen, (phone,) = room(table, 1)
    other = Phone(table, shared=True)
    asked = set()
    while not teaching.over:
        form = teaching.question().form
        words = [str(words) for words, _ in teaching.choices()]
        for device in (screen, other):
            assert all((f">{one}<" in device.slot("tools")) == (form in (Form.JUDGE, Form.CHOOSE)) for one in words)
        if form is Form.JUDGE and form not in asked:
            for device in (other, phone):
                assert device.board("tool", tool="hands:0")[-1]["kind"] == "error"
            press(screen, "hands:0")
            assert restarted(table).hands == teaching.hands == [1, 0]
            assert "1 answer so far." in screen.slot("tools")
        asked.add(form)
        for _ in range(2):
            press(screen, "next")
    assert {Form.JUDGE, Form.FIND} <= asked
    assert sum(votes for _, votes in teaching.results) == 1


def test_each_question_has_a_board_of_its_own_on_the_screen_for_all() -> None:
    table = table_of("herders")
    screen, _ = room(table, 1)
    screen.send("teach", what=QUESTIONS)
    press(screen, "next")
    before = len(screen.got)
    press(screen, "next")
    assert any("board" in json.loads(one) for one in screen.got[before:])


def test_an_answer_is_not_explained_before_all_see_it() -> None:
    table = table_of("herders")
    table.teaching = Teaching(table.game, QUESTIONS, seed=4)
    screen, (phone,) = room(table, 1)
    while table.teaching.question().ask != "judge":
        press(screen, "next")
        press(screen, "next")
    marks = len(phone.got)
    press(phone, "allowed")
    assert "pictures" not in "".join(phone.got[marks:])
    phone.board("tool", tool="allowed")  # there is no second try
    assert phone.errors()[-1].startswith("Expected one of the buttons")
    press(screen, "next")
    assert re.search(r"It is (not )?allowed\.", phone.slot("status"))


def test_the_right_areas_are_named_and_ringed_after_a_wrong_answer() -> None:
    table = table_of("herders")
    table.teaching = teaching = Teaching(table.game, QUESTIONS, seed=0)
    screen, phones = room(table, 1)
    while not (teaching.question().form is Form.FIND and teaching.question().answer(teaching.question().start())):
        press(screen, "next")
        press(screen, "next")
    assert "The right answer" not in screen.slot("status")
    press(phones[0], "check")  # with no area chosen
    assert "The right answer" not in phones[0].slot("status")
    press(screen, "next")
    right = sorted(teaching.question().answer(teaching.question().start()))
    for device in (screen, phones[0]):
        named = re.search(r"The right answer: (.*?)\.", device.slot("status"))
        assert named is not None
        assert sorted(re.split(", | and ", named[1])) == right
        mode = device.screen.mode
        assert mode is not None
        assert sorted(mark.area for mark in mode.marks() if mark.kind is MarkKind.SELECTED) == right


def test_only_the_host_leads() -> None:
    table = table_of("herders")
    screen, (phone, *_) = room(table)
    assert phone.send("teach", what=PRESENTATION)[-1]["text"] == "Only the host of the table can do that."
    assert screen.send("teach", what="songs")[-1]["text"].startswith("Expected one of presentation, questions")
    screen.send("teach", what=PRESENTATION)
    for tool in ("next", "previous", "hands:0"):
        assert phone.board("tool", tool=tool)[-1]["kind"] == "error"
    assert table.teaching is not None
    assert table.teaching.at == 0


def test_nobody_plays_and_no_bot_moves_while_the_table_teaches() -> None:
    table = table_of("herders")
    screen, _ = room(table)
    phone, before = Phone(table, 0), table.state
    screen.send("let", seat=0, bot="beginner")
    screen.send("teach", what=QUESTIONS)
    assert table.bot_turn() is None
    phone.play(before.legal()[0])
    assert table.state is before


def restarted(table: Table) -> Teaching:
    """Return what a table teaches after its server has been started again."""
    saved = table.store.load(table.code)
    assert saved is not None
    found = Table(table.store, saved).teaching
    assert found is not None
    return found


def test_teaching_goes_on_after_the_server_has_been_started_again() -> None:
    table = table_of("catbox")
    screen, phones = room(table)
    screen.send("teach", what=QUESTIONS)
    press(screen, "next")
    press(screen, "next")
    again = restarted(table)
    assert table.teaching is not None
    assert (again.at, again.question()) == (1, table.teaching.question())
    with pytest.raises(RecordError, match="expected what a table teaches"):
        read("presentation", table.game)
    screen.send("teach", what=PRESENTATION)
    while not table.teaching.slides[table.teaching.at].choices:
        press(screen, "next")
    press(phones[0], "vote:0")
    press(phones[1], "vote:1")
    assert restarted(table).counts()[:2] == [1, 1]
    press(screen, "next")
    assert restarted(table).revealed


def test_a_phone_that_connects_late_or_again_has_one_vote() -> None:
    table = Table.begin(Store(), GAMES["catbox"])
    screen, phones = room(table, 1)
    screen.send("teach", what=PRESENTATION)
    assert table.teaching is not None
    while not table.teaching.slides[table.teaching.at].choices:
        press(screen, "next")
    press(phones[0], "vote:0")
    phones[0].screen.close()
    again = Phone(table, voter="phone 0")
    assert 'data-tool="vote:0" aria-pressed="true"' in again.slot("tools")
    press(again, "vote:1")
    assert list(table.teaching.votes.values()) == [1]


def test_a_question_names_nobody_at_the_table() -> None:
    table = table_of("catbox")
    host, phones = room(table)
    for seat, (phone, name) in enumerate(zip(phones, ("Ada", "Ben", "Cy"), strict=True)):
        phone.send("sit", seat=seat, name=name)
    host.send("teach", what="questions")
    for device in (host, *phones):
        shown = json.dumps([device.last("slots"), device.last("names")])
        assert not [name for name in ("Ada", "Ben", "Cy ") if name in shown]
