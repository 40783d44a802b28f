"""Every presentation is correct, and every kind of mistake in a slide is reported."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from cattools import widgets
from cattools.core.display.scene import Label
from cattools.core.errors import DataError, OptionError
from cattools.core.game import Game
from cattools.core.loading import data_files
from cattools.games import GAMES, having
from cattools.lessons.example import ExampleKind, example, examples
from cattools.lessons.presentation import MINUTES, Choice, Part, Slide, plan, problems, shown

PLACE = re.compile(r"\b[A-Za-z]\d+\b")
FILE = "games/herders/data/examples.toml"
TAUGHT = having("has_presentation")


@pytest.mark.parametrize("game_id", TAUGHT)
def test_every_presentation_is_correct(game_id: str) -> None:
    assert list(problems(plan(game_id))) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_example_can_be_shown_as_a_slide(game_id: str) -> None:
    for found in examples(game_id).values():
        slide = shown(found)
        if found.kind is ExampleKind.JUDGE:
            (right,) = slide.right
            assert bool(right.legal) == (found.solution == ("legal",))


def test_an_unknown_game_has_no_presentation() -> None:
    with pytest.raises(OptionError, match="chess"):
        plan("chess")


SLIDE = Slide(
    "herders", Part.RULE, 2, "Look.", example("herders.herd.target"), ask="Where?",
    choices=(Choice("Here", legal="f6>g5"), Choice("There", legal="f6>f7")), play="f6>g5",
    rules=("herders.herd.target",),
)  # fmt: skip


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (replace(SLIDE, minutes=0), "minutes: expected one or more, found 0"),
        (replace(SLIDE, say="One. Two. Three."), "say: expected 2 sentences at most, found 3"),
        (replace(SLIDE, choices=()), "ask: expected both a question and choices, or neither"),
        (
            replace(SLIDE, choices=SLIDE.choices[1:]),
            "choices: expected two or more, exactly one of them right, found 1; right: none",
        ),
        (replace(SLIDE, choices=SLIDE.choices[:1] * 2), "found 2; right: 'Here', 'Here'"),
        (replace(SLIDE, rules=()), "rules: expected a rule and a question about it"),
        (
            replace(SLIDE, part=Part.TURN, play="", rules=()),
            "reveal: expected at least one of play, rules and reveal, found none",
        ),
        (replace(SLIDE, play="f6>f7"), "play: f6>f7 is refused by herders.herd.target"),
        (replace(SLIDE, play="F6>g5"), "play: expected 'f6>g5', found 'F6>g5'"),
        (replace(SLIDE, play="castle"), "play: expected a move such as"),
        (
            replace(SLIDE, refused=(("f6>g5", "herders.win"),)),
            "refused: f6>g5 should be refused by herders.win, found legal",
        ),
        (replace(SLIDE, refused=(("a1", "herders.win"),)), "refused: expected only actions listed in 'play', found a1"),
        (replace(SLIDE, example=None, position="nowhere"), "position: expected colour, hands, cats after"),
        (replace(SLIDE, only=("board", "moon")), "only: expected names of parts of the scene, found 'moon'"),
        (
            replace(SLIDE, choices=(Choice("A", score="green 1"),) * 2),
            "choices: expected one of the seats red, blue, found 'green'",
        ),
        (
            replace(SLIDE, example=example("calico.goal.one"), game="calico", ask="Sew hand1?"),
            "shows the id hand1",
        ),
    ],
)
def test_a_wrong_slide_is_reported(broken: Slide, message: str) -> None:
    found = list(problems((broken,)))
    assert any(
        re.match(r"games/\w+/data/examples.toml, slide 1, \w+: ", problem) and message in problem for problem in found
    ), found


def test_an_incomplete_presentation_is_reported() -> None:
    found = list(problems((SLIDE,)))
    assert f"{FILE}, minutes: expected {MINUTES} in all, found 2" in found
    assert f"{FILE}, part: expected 'rule' in 2 or more slides, each about a different rule, found 1" in found
    assert f"{FILE}, part: expected 'end' in 1 or more slides, each about a different rule, found 0" in found


RECORD: dict[str, Any] = {"part": "rule", "minutes": 1, "say": "Look."}
CHOICE = {"words": "Yes", "legal": "pass"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"part": "quiz"}, "part: expected one of aim, turn, rule, score, end, shown, found 'quiz'"),
        ({"minute": 1}, "expected one of the keys ask, choices, minutes"),
        ({"minutes": "1"}, "minutes: expected a whole number, found '1'"),
        ({"say": None}, "say: expected a string"),
        ({"rules": ["herders.fly"]}, "slide 2, rules: expected a rule of herders, found 'herders.fly'"),
        ({"refused": {"a1": "herders.fly"}}, "slide 2, refused: expected a rule of herders, found 'herders.fly'"),
        (
            {"choices": [{"words": "No", "refused": {"a1": "herders.fly"}}]},
            "slide 2, choices 1, refused: expected a rule of herders, found 'herders.fly'",
        ),
        ({"example": "herders.fly"}, "slide 2, example: expected an example of herders, found 'herders.fly'"),
        ({"example": "herders.place", "position": "6/7"}, "expected either an example or a position, found both"),
        (
            {"choices": [{"words": "Yes"}]},
            "choices 1: expected one of legal, reaches, refused, areas, score, found none",
        ),
        (
            {"choices": [{**CHOICE, "score": "red 1"}]},
            "choices 1: expected one of legal, reaches, refused, areas, score",
        ),
        ({"choices": [CHOICE, {"word": "No"}]}, "choices 2: expected one of the keys areas, legal"),
        ({"choices": ["Yes"]}, "choices 1: expected a table, found 'Yes'"),
    ],
)
def test_an_error_names_the_file_the_slide_and_the_key(
    changes: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = data_files.load

    def broken(name: str) -> dict[str, Any]:
        return {**real(name), "slide": [RECORD, {**RECORD, **changes}]}

    monkeypatch.setattr("cattools.lessons.presentation.load_once", broken)
    plan.cache_clear()
    try:
        with pytest.raises(DataError) as found:
            plan("herders")
    finally:
        plan.cache_clear()
    assert str(found.value).startswith("games/herders/data/examples.toml, slide 2")
    assert message in str(found.value)


def test_a_wrong_presentation_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = plan("herders")
    wrong = (replace(first, minutes=3), *others)
    monkeypatch.setattr("cattools.lessons.presentation.plan", lambda _: wrong)
    with pytest.raises(DataError, match=f"{FILE}, minutes: expected 10 in all, found 12"):
        widgets.teach("herders")


def test_a_file_in_another_encoding_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_files, "read", lambda _: b"say = 'Caf\xe9'".decode("utf-8"))
    with pytest.raises(DataError, match=f"{FILE}: expected UTF-8, found byte 0xe9 at 10"):
        data_files.load.__wrapped__(FILE)


def test_a_game_without_a_presentation_names_the_missing_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "has_presentation", False)
    with pytest.raises(OptionError, match=f"found herders, which has no slides in {FILE}"):
        plan.__wrapped__("herders")


def test_everything_the_audience_must_count_is_on_the_slide() -> None:
    """The scores to choose from can be computed from the slide, whose question states the treasures."""
    (slide,) = (one for one in plan("territory") if one.part is Part.SCORE)
    assert "treasures of 3 and 0" in slide.ask
    assert [choice.score for choice in slide.choices] == ["red 3", "red 5", "red 6"]


def test_the_cattricola_presentation_covers_knockouts_wolves_and_circles() -> None:
    about = {rule for slide in plan("cattricola") for rule in slide.rules}
    assert {"cattricola.score.knockout", "cattricola.score.wolf", "cattricola.circle.lift"} <= about


@pytest.mark.parametrize("game_id", TAUGHT)
def test_no_choice_mentions_a_hidden_number(game_id: str) -> None:
    """The audience sees the pieces but not the numbers under the tiles of a disc."""
    for slide in plan(game_id):
        assert not [choice.words for choice in slide.choices if choice.words.lower().startswith("number")]


@pytest.mark.parametrize("game_id", TAUGHT)
def test_every_place_named_on_a_slide_is_labelled_on_its_board(game_id: str) -> None:
    """A label shows the whole name, or two labels at the sides of the board show its letter and its number."""
    for slide in plan(game_id):
        state = slide.start()
        (part, *_) = state.game.scene_of(state, state.mover).parts
        written = {shape.text for shape in (*part.ground, *part.above) if isinstance(shape, Label)}
        named = [id_ for words in (slide.ask, *(one.words for one in slide.choices)) for id_ in PLACE.findall(words)]
        unlabelled = [id_ for id_ in named if id_ in part.areas and not {id_[0], id_[1:]} <= written]
        assert slide.names or not unlabelled, (slide.ask, unlabelled)
