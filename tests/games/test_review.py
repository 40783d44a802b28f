"""Reviews of finished games: who was ahead, the turning points, and what chance decided."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from cattools.bots import report
from cattools.bots.review import Reviewer, review
from cattools.bots.search import Search
from cattools.cli import main
from cattools.core.errors import OptionError
from cattools.core.game_record import read_link, read_record
from cattools.core.timeline import Timeline
from cattools.games import GAMES
from tests.games.reviewed import CLOSE, FOLDER, QUICK, printed

SHORT = "territory"


def replayed(game_id: str) -> Timeline:
    """Return the recorded match of a game."""
    return read_record((FOLDER / f"{game_id}.json").read_text(encoding="utf-8"), GAMES).replay()


def written(tmp_path: Path, **changes: object) -> str:
    """Return the path of a copy of a recorded match with some fields changed."""
    fields = json.loads((FOLDER / f"{SHORT}.json").read_text(encoding="utf-8"))
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**fields, **changes}), encoding="utf-8")
    return str(file)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [path.stem for path in sorted(FOLDER.glob("*.json"))])
def test_the_review_of_a_recorded_match_is_as_written(game_id: str) -> None:
    assert printed(game_id) == (FOLDER / f"{game_id}.txt").read_text(encoding="utf-8")


def test_a_review_can_be_stopped_and_says_how_far_it_got() -> None:
    timeline = replayed(SHORT)
    reviewer = Reviewer(timeline.line, quick=QUICK, close=CLOSE)
    for done in range(1, 8):
        assert reviewer.step()
        assert reviewer.done == done
    found = reviewer.review()
    assert not found.is_complete
    assert (found.done, found.all) == (7, reviewer.all)
    assert len(found.curve) == found.spans[-1].last + 1
    steps: list[tuple[int, int]] = []
    at_once = review(timeline.line, seconds=0.0, progress=lambda done, all_: steps.append((done, all_)))
    assert at_once.done == at_once.looked_at == 0
    told = "\n".join(report.lines(at_once, timeline.state))
    assert f"the moves of 0 of {at_once.turns} turns" in told
    assert "No turning point found so far." in told
    assert "Luck" not in told
    assert not steps
    assert at_once.curve == found.curve


@pytest.mark.slow
def test_turning_points_are_decisions_that_cost_points_judged_by_what_the_seat_knew() -> None:
    timeline = replayed(SHORT)
    steps: list[tuple[int, int]] = []
    found = review(timeline.line, quick=QUICK, close=CLOSE, progress=lambda done, all_: steps.append((done, all_)))
    assert found.is_complete
    assert steps[-1] == (found.all, found.all)
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert found.turning_points
    for point in found.turning_points:
        node = timeline.line[point.number - 1]
        better, played = point.advice.moves
        assert node.parent is not None
        assert point.before is node.parent.state
        assert played.action == node.action != better.action
        assert better.action in point.before.legal()
        assert point.advice.seat == point.before.to_move
        assert point.cost > 0
        assert point.lay is not None  # this game hides cards
    assert len({point.turn for point in found.turning_points}) == len(found.turning_points)


def test_the_curve_ends_with_the_score_and_the_luck_of_two_seats_adds_up_to_zero() -> None:
    timeline = replayed("calico")
    found = review(timeline.line, quick=4, close=4)
    mine, theirs = timeline.state.score().totals(2)
    assert found.curve[-1] == (mine - theirs, theirs - mine)
    assert sum(found.luck) == pytest.approx(0)
    assert any(found.luck)
    assert found.spans[-1].seat == timeline.state.winners()[0]


# Yellow flowers from the market can meet a goal on the next turn: sewn on d4, they score 10 points.
TAKES = (
    "cats=Millie:fq,Cira:es,Gwenivere:dv "
    "blue=Gs1UvUd+Yd/YqPq!_BqYq/BeUqBv_Yd/Ps+_1YsYf+/PdNvPvPf+Pe;AAABBB,AAAABB,ABCDEF;Pf!,Yq! "
    "green=Gv+BqNdNs+Gd/UsGf!_PvYv+/Bs+Uf1_Ye/Bf_GfUsUe/Nf!GsGv+YeGe!;ABCDEF,AAABBB,AAAABB;Nq! "
    "market=Yf,Yv,Pq turn=green placed=e5"
)


@pytest.mark.rule("calico.goal.one")
def test_the_actual_position_is_played_on_as_far_as_the_sampled_ones() -> None:
    state = GAMES["calico"].position(TAKES)
    search = Search(state.view(state.to_move), Random(0))
    flowers, quatrefoils = (
        search.lead_after(state.apply(state.game.read_action(written, state)), 0.5) for written in ("+Yf1", "+Pq3")
    )
    assert flowers - quatrefoils > 5


@pytest.mark.parametrize("game_id", ["herders", "calico"])
def test_the_curve_counts_every_point_of_a_lead_once(game_id: str) -> None:
    """In Cat Herders, the bots evaluate a lead; in Calico, a seat's own points."""
    timeline = replayed(game_id)
    found = Reviewer(timeline.line).review()
    last = found.curve[-2][0]
    before = timeline.line[-1].parent
    assert before is not None
    won, lost = before.state.score().totals(2)
    assert last == pytest.approx(won - lost, abs=0.5 if game_id == "herders" else 15)


def test_an_unfinished_or_empty_game_has_no_review() -> None:
    timeline = replayed(SHORT)
    with pytest.raises(OptionError, match="expected a finished game, found one without moves"):
        review([])
    with pytest.raises(OptionError, match="expected a finished game, found one that goes on after 9 actions"):
        review(timeline.line[:9])


def test_the_command_prints_a_review_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", written(tmp_path), "--json", "--seconds", "0", "--seed", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == SHORT
    assert found["seed"] == 2
    assert found["complete"] is False
    assert len(found["curve"][0]) == len(found["seats"]) == len(found["luck"])
    for point in found["turning_points"]:
        assert str(read_link(point["link"].partition("#")[2], GAMES))
        assert point["better"]["action"] != point["played"]["action"]


@pytest.mark.parametrize("command", [["replay"], ["review", "--seconds", "0"]])
def test_the_commands_use_the_players_names(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, written(tmp_path, names=["Ada", "Ben", "Cy", "Di"])]) == 0
    said = capsys.readouterr().out
    assert re.search(r"\b(Ada|Ben|Cy|Di) wins", said)
    assert not {"Red", "Yellow", "Blue", "Green"} & set(re.findall(r"\w+", said))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"game": "chess"}, "expected one of the games "),
        ({"seats": ["friendly", "grandmaster"]}, "expected one of the bots beginner"),
        ({"format": "something"}, "expected JSON with format"),
        ({"actions": []}, "expected a finished game, found one without moves"),
        ({"actions": ["nonsense"]}, "action 1:"),
    ],
)
def test_the_command_refuses_what_is_no_finished_game(
    changes: dict[str, object], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", written(tmp_path, **changes)]) == 1
    said = capsys.readouterr().err
    assert problem in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(("seconds", "found"), [("-1", "-1.0"), ("nan", "nan")])
def test_an_impossible_time_limit_is_refused(
    seconds: str, found: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", written(tmp_path), "--seconds", seconds]) == 1
    assert f"expected a number of seconds, at least 0, found {found}" in capsys.readouterr().err


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, what in ((tmp_path / "none.json", "no such file"), (tmp_path, "something else")):
        assert main(["review", str(path)]) == 1
        assert f"expected a game record (a JSON file) at {path}, found {what}" in capsys.readouterr().err
