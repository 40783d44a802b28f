"""Every live example is correct, and every kind of mistake in one is reported."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from cattools.core.errors import DataError, OptionError
from cattools.game_check import areas_of, effects, refusals
from cattools.games import GAMES
from cattools.lessons.answer_check import TERM, answer, plain, pointed, problems, reached
from cattools.lessons.example import Example, ExampleKind, GoalQuery, Step, example, examples
from cattools.lessons.presentation import plan

EVERY = [found for game_id in GAMES for found in examples(game_id).values()]
BOARD = "6/7/8/9/10/3r1c5/10/9/8/7/6 red 1-0 0-0"  # red on f4, a cat on f6
CORNERED = "6/7/8/9/4bbr3/3r1c5/4bbr3/9/8/7/6 red 0-0 0-0"  # f4-f5 makes the cat run to f7, where it is captured

TRY = Example(
    "herders.t", "herders", ExampleKind.TRY, ("herders.place",), "Place.", BOARD,
    solution=("e5", "a1"), refused=(("e5", "herders.place"),), hints=("Go to [a1].",),
)  # fmt: skip
GOAL = Example(
    "herders.g", "herders", ExampleKind.FIND, ("herders.capture",), "Take it.", CORNERED,
    solution=("f4-f5", "f6>f7"), hints=("Scare [f6].", "Go to [f5]."), goal=GoalQuery("took", (1,)),
)  # fmt: skip
ASK = Example(
    "herders.a", "herders", ExampleKind.FIND, ("herders.herd.trigger",), "Which?", BOARD,
    solution=("f6",), hints=("Look.", "One."), ask=GoalQuery("scared", ("f5",)),
)  # fmt: skip
JUDGE = Example(
    "herders.j", "herders", ExampleKind.JUDGE, ("herders.move",), "Judge.", BOARD,
    action="f4-f7", solution=("herders.move",), choices=("herders.move", "herders.place"),
)  # fmt: skip
SCORE = Example(
    "herders.s", "herders", ExampleKind.SCORE, ("herders.win",), "Count.", "6/7/8/9/10/11/10/9/8/7/6 red 0-0 3-2",
    solution=("red 3", "blue 2"),
)  # fmt: skip
PATCH = replace(example("calico.variant.solo"), id="calico.p", hints=())
WALK = Example(
    "herders.w", "herders", ExampleKind.WALK, ("herders.move",), "Step by step.", BOARD, solution=("f4-f5", "f6>f7"),
    steps=(Step("You are Red."), Step("Press [f4], then [f5].", "f4-f5"), Step("Press [f7].", "f6>f7", "It ran.")),
)  # fmt: skip


@pytest.mark.parametrize("found", EVERY, ids=lambda e: e.id)
def test_every_example_is_correct(found: Example) -> None:
    assert list(problems(found)) == []
    assert found.id.startswith(f"{found.game}.")
    assert found.task.strip()
    assert found.rules
    assert set(found.rules) <= set(GAMES[found.game].rules)
    assert example(found.id) is found


@pytest.mark.parametrize("game_id", GAMES)
def test_every_sentence_in_a_solution_is_whole(game_id: str) -> None:
    """Some sentences are said only in rare positions such as those of the examples."""
    for found in examples(game_id).values():
        if found.kind is not ExampleKind.TRY and not found.goal:
            continue
        state = found.start()
        for written in found.solution:
            action, areas = state.game.read_action(written, state), areas_of(state)
            broken = [*refusals(state, action, areas)]
            if state.allows(action):
                broken += effects(state, action, areas)
                state = state.apply(action)
            assert [(one.expected, one.found) for one in broken] == [], found.id


@pytest.mark.parametrize("game_id", GAMES)
def test_every_sentence_begins_with_a_capital(game_id: str) -> None:
    written = [
        words
        for found in examples(game_id).values()
        for words in (found.task, *found.hints, *(one for step in found.steps for one in (step.ask, step.say)))
    ]
    if GAMES[game_id].has_presentation:
        for slide in plan(game_id):
            written += [slide.say, slide.ask, slide.reveal, *(choice.words for choice in slide.choices)]
    sentences = [part for words in written for part in re.split(r"(?<=[.!?]) +", plain(words).replace(TERM, ""))]
    assert [part for part in sentences if part[:1].islower()] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_has_examples_of_every_kind_except_walkthroughs(game_id: str) -> None:
    """A game without a scorer, such as one that is not won on points, has no points to count."""
    needless = {ExampleKind.WALK} if GAMES[game_id].scorer else {ExampleKind.WALK, ExampleKind.SCORE}
    assert set(ExampleKind) - needless - {found.kind for found in examples(game_id).values()} == set()


@pytest.mark.parametrize("right", [TRY, GOAL, ASK, JUDGE, SCORE, WALK], ids=lambda e: e.id)
def test_the_examples_used_by_the_next_test_are_correct(right: Example) -> None:
    assert list(problems(right)) == []


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (replace(TRY, solution=()), "expected a solution, found none"),
        (replace(TRY, solution=("castle",)), "expected a move such as"),
        (replace(TRY, solution=("f6",)), "f6 is in the park"),
        (replace(TRY, refused=(("a1", "herders.place"),)), "a1 should be refused by herders.place, found legal"),
        (
            replace(TRY, refused=(("e5", "herders.move"),)),
            "e5 should be refused by herders.move, found ['herders.place'",
        ),
        (replace(TRY, hints=("[z9]",)), "points at z9, which is not an area of the board"),
        (replace(TRY, hints=("[k6]",)), "points at k6, which the solution never touches"),
        (replace(TRY, position="nowhere"), "example 'herders.t', position: expected colour, hands, cats after"),
        (replace(TRY, options="side=3"), "example 'herders.t', position: expected one of the options"),
        (replace(GOAL, solution=("f4-f5",)), "does not reach the goal 'took 1'"),
        (replace(GOAL, solution=("f4-f3", "e5-f5", "f6>e5")), "the solution takes more than one turn"),
        (replace(GOAL, goal=GoalQuery("took", (0,))), "the goal is met before the solution ends"),
        (
            replace(GOAL, goal=GoalQuery("stands", ("z9",))),
            "expected a cell from a1 to k6, found 'z9'",
        ),
        (replace(GOAL, hints=("One.",)), "expected at least two hints"),
        (replace(GOAL, ask=GoalQuery("scared", ("f5",))), "expected either a goal or a question"),
        (replace(GOAL, goal=None), "expected either a goal or a question"),
        (replace(ASK, solution=("e5",)), "the areas asked for are ['f6'], found the solution ['e5']"),
        (replace(ASK, hints=("[z9]", "Two.")), "points at z9, which is not an area of the board"),
        (
            replace(ASK, ask=GoalQuery("scared", ("z9",))),
            "example 'herders.a', ask: expected a cell from a1 to k6, found 'z9'",
        ),
        (replace(JUDGE, solution=("legal",)), "the verdict on f4-f7 is ['herders.move'], found the solution ['legal']"),
        (replace(JUDGE, action="f4-f5"), "the verdict on f4-f5 is ['legal']"),
        (replace(JUDGE, action="castle"), "example 'herders.j', action: expected a move such as"),
        (replace(JUDGE, choices=("herders.place", "herders.win")), "expected two or more rules to choose from"),
        (replace(JUDGE, choices=("herders.move",)), "expected two or more rules to choose from"),
        (replace(WALK, steps=(Step("You are *Red."), *WALK.steps)), "step 1, ask: expected * before and after every"),
        (replace(WALK, position="nowhere"), "example 'herders.w', position: expected colour, hands, cats after"),
        (replace(WALK, steps=()), "expected steps, at least one of which the reader plays"),
        (replace(WALK, steps=(Step("Press [z9].", "f4-f5"),)), "step 1, ask: points at z9, which is not an area"),
        (replace(WALK, steps=(Step("Press [a1].", "f4-f7"),)), "step 1, play: f4-f7 is refused by herders.move"),
        (
            replace(WALK, steps=(Step("Press [a1].", "f4-f5"),)),
            "step 1, ask: expected it to point at an area that f4-f5 presses: f4, f5",
        ),
        (replace(WALK, position=CORNERED), "step 3, shown: expected true, because another player acts"),
        (
            replace(WALK, position=CORNERED, steps=(Step("Press [f4].", "f4-f5, f6>f7"),)),
            "step 1, play: leave out f6>f7, which is played automatically",
        ),
        (replace(WALK, steps=(Step("Press [f4].", "F4-f5"),)), "step 1, play: expected 'f4-f5', found 'F4-f5'"),
        (replace(WALK, steps=(Step("Press [f4].", "castle"),)), "expected a move such as"),
        (replace(PATCH, hints=("Press [market1].", "Then [b2].")), "'Press [market1].' shows the id market1; write"),
        (
            replace(PATCH, task="Sew hand1 on b2."),
            "shows the id hand1; write the name of the area instead, as in [hand1|green",
        ),
        (replace(SCORE, solution=("red 2", "blue 2")), "the score is ['red 3', 'blue 2'], found the solution"),
    ],
)
def test_a_wrong_example_is_reported(broken: Example, message: str) -> None:
    found = list(problems(broken))
    assert any(message in problem for problem in found), found
    assert all("\n" not in problem for problem in found)
    where = f"games/{broken.game}/data/examples.toml, example {broken.id!r}"
    assert all(re.match(rf"{re.escape(where)}(, \w+)?: (?!example)", problem) for problem in found), found


RECORD: dict[str, Any] = {"id": "herders.x", "kind": "try", "task": "T", "rules": ["herders.place"]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "quiz"}, "kind: expected one of try, find, judge, score, walk, found 'quiz'"),
        ({"rules": ["herders.fly"]}, "'herders.x', rules: expected a rule of herders, found 'herders.fly'"),
        ({"by_ruling": "herders.fly"}, "by_ruling: expected one of herders.place on which there is a ruling, found"),
        ({"by_ruling": "herders.place"}, "by_ruling: expected one of herders.place on which there is a ruling, found"),
        ({"choices": ["herders.fly"]}, "'herders.x', choices: expected a rule of herders, found 'herders.fly'"),
        ({"refused": {"a1": "herders.fly"}}, "'herders.x', refused: expected a rule of herders, found 'herders.fly'"),
        ({"refused": {"a1": []}}, "refused 'a1': expected a string, found []"),
        ({"refused": "a1"}, "refused: expected a table, found 'a1'"),
        ({"hints": [1]}, "hints 1: expected a string, found 1"),
        ({"hints": "go"}, "hints: expected a list, found 'go'"),
        ({"seed": "x"}, "seed: expected a whole number, found 'x'"),
        ({"goals": "x"}, "found 'goals'"),
        ({"steps": []}, "expected 'steps' in examples of kind walk and in no others, found kind try"),
        ({"kind": "walk"}, "expected 'steps' in examples of kind walk and in no others, found kind walk"),
        (
            {"kind": "walk", "steps": [{"ask": "Go.", "plays": "a1"}]},
            "steps 1: expected one of the keys ask, play, say, shown",
        ),
        ({"kind": "walk", "steps": [{"play": "a1"}]}, "steps 1: expected the key 'ask', found 'play'"),
        ({"goal": "took 1"}, "goal: expected a table with one name, found 'took 1'"),
        ({"goal": {}}, "goal: expected a table with one name, found {}"),
        ({"goal": {"rich": 1}}, "goal: expected one of took, won, ran, stands, found 'rich'"),
        ({"goal": {"took": True}}, "goal: expected 'took' with cats (a number), found True"),
        ({"goal": {"took": "one"}}, "goal: expected 'took' with cats (a number), found 'one'"),
        ({"goal": {"took": [1, 2]}}, "goal: expected 'took' with cats (a number), found [1, 2]"),
        ({"goal": {"took": {"dogs": 1}}}, "goal: expected 'took' with cats (a number), found {'dogs': 1}"),
        ({"goal": {"won": 1}}, "goal: expected 'won' with nothing, found 1"),
        ({"ask": {"scared": True}}, "ask: expected 'scared' with herder (a string), found True"),
        ({"ask": {"hungry": "f5"}}, "ask: expected one of goes, enters, runs"),
        (
            {"position": "one-cta"},
            "'herders.x', position: expected a position's name (one-cat, alone) or notation, found 'one-cta'",
        ),
        ({"task": ...}, "expected the key 'task', found"),
    ],
)
def test_a_broken_file_is_reported(monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], message: str) -> None:
    record = {k: v for k, v in {**RECORD, **changes}.items() if v is not ...}
    file = {"positions": {"one-cat": "", "alone": ""}, "example": [record]}
    monkeypatch.setattr("cattools.lessons.example.load_once", lambda _: file)
    with pytest.raises(DataError) as error:
        examples.__wrapped__("herders")
    assert str(error.value).startswith("games/herders/data/examples.toml, example 'herders.x'")
    assert message in str(error.value)


def test_a_duplicate_id_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cattools.lessons.example.load_once", lambda _: {"example": [RECORD, RECORD]})
    with pytest.raises(DataError, match=r"expected example 'herders\.x' once, found it twice"):
        examples.__wrapped__("herders")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chess.e4", "expected an example such as "),
        ("herders.plaice", "expected an example such as "),
        ("herders.x", "expected an example such as herders."),
        ("", "expected"),
    ],
)
def test_an_unknown_example_is_refused(name: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        example(name)
    assert str(error.value).startswith(message)


def test_hints_goals_and_questions_are_evaluated() -> None:
    assert (plain("Go to [a1] or [b 2]."), pointed("[a1], [a2]")) == ("Go to a1 or [b 2].", ("a1", "a2"))
    named = "The best one is that of [slate|Slate], on [used|the discard pile]."
    assert plain(named) == "The best one is that of Slate, on the discard pile."
    assert pointed(named) == ("slate", "used")
    start = GOAL.start()
    assert not reached(GOAL, start, start)
    assert answer(ASK, ASK.start()) == {"f6"}


@pytest.mark.parametrize("game_id", ["catbox", "cattricola"])
def test_hints_use_the_names_of_players(game_id: str) -> None:
    found = examples(game_id).values()
    seats = {seat.id for one in found for seat in GAMES[game_id].seats(one.start().options)}
    words = " ".join(plain(hint) for one in found for hint in one.hints)
    assert seats & set(re.findall("[a-z]+", words)) == set()


def test_a_dealt_start_is_reproducible() -> None:
    dealt = replace(TRY, position="", seed=3)
    assert dealt.start() == dealt.start() != replace(dealt, seed=4).start()


def test_a_hint_that_points_away_from_the_answer_is_reported() -> None:
    wrong = replace(ASK, hints=("Look around.", "It is [a1]."))
    assert any("points at a1" in problem for problem in problems(wrong))
