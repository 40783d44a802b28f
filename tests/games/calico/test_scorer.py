"""The scorer reads a finished game as text, works out who played and names what is impossible."""

from __future__ import annotations

import pytest

from cattools.core.errors import NotationError
from cattools.core.game_record import with_options
from cattools.games.calico import Calico
from cattools.games.calico.components import CATS, GOALS
from cattools.games.calico.position import points, start
from cattools.games.calico.scorer import SCORER, areas_with_tokens
from cattools.widgets import scorer
from tests.games.calico.positions_builder import CALICO
from tests.games.helpers import as_a

TABLES = ["players=1", "players=1,board=purple", "players=3", "board=purple", "second=purple", "players=4,board=yellow"]


@pytest.mark.rule("calico.players", "calico.board")
@pytest.mark.parametrize("options", [*TABLES, "family", "scenario=3", "players=4,family", "first-game"])
def test_the_text_of_any_game_is_read_by_a_blank_scorer(options: str) -> None:
    line, fresh = with_options(scorer("calico", options=options).state), scorer("calico")
    fresh.mode.on_typed(line)
    assert with_options(fresh.state) == line
    assert str(fresh.state.options) == options
    assert not options.endswith("family") or not any("goal" in str(entry) for entry in fresh.mode.missing)


@pytest.mark.rule("calico.players", "calico.board")
@pytest.mark.parametrize("options", TABLES)
def test_the_quilts_in_a_text_determine_the_players(options: str) -> None:
    state = SCORER.blank(CALICO.choose(options))
    assert SCORER.read(str(state), CALICO.choose("")) == state


def test_a_player_outside_the_game_is_named_with_the_options_to_change() -> None:
    with pytest.raises(NotationError) as error:
        SCORER.read("blue=5/2_2/3_1/1_3/5;- green=5/2_2/3_1/1_3/5;- yellow=5/2_2/3_1/1_3/5;-", CALICO.choose(""))
    assert "quilts of blue, green, purple" in str(error.value)
    assert "the options for players and quilts" in str(error.value)
    with pytest.raises(NotationError, match="quilts of blue, green "):
        CALICO.read_position("blue=5/2_2/3_1/1_3/5;- yellow=5/2_2/3_1/1_3/5;-", CALICO.choose(""))


@pytest.mark.rule("calico.score")
def test_goals_and_tokens_are_typed_as_the_page_explains() -> None:
    sheet = scorer("calico")
    sheet.mode.on_typed("AABBCC c4 ABCDEF d5 Nd b2 cat b2 button b2")
    line = str(sheet.state)
    assert "blue=Nd!+4/" in line
    assert "AABBCC,ABCDEF,-" in line
    sheet.mode.on_typed("cat b2")
    sheet.mode.on_typed("button")  # or in two steps
    sheet.mode.on_typed("b2")
    assert "blue=Nd4/" in str(sheet.state)


@pytest.mark.rule("calico.cat.promo")
def test_a_solo_player_can_have_the_first_promo_token() -> None:
    cats = "cats=Millie:de,Tibbit:fq,Luna:sv"
    sheet = scorer("calico", f"{cats} blue=YvYvYv2/2_2/3_1/1_3/5;-; eleven=blue", "players=1")
    assert any(line.rule == "calico.cat.promo" and line.points == 11 for line in sheet.mode.lines)


@pytest.mark.rule("calico.cat.promo")
def test_a_promo_token_without_a_group_is_reported_and_pays_nothing() -> None:
    sheet = scorer("calico", "cats=Millie:de,Tibbit:fq,Luna:sv blue=YvYfYd2/2_2/3_1/1_3/5;-; eleven=blue", "players=1")
    assert [line.points for line in sheet.mode.lines if line.rule == "calico.cat.promo"] == [0]
    assert "calico.cat.promo" in {problem.rule for problem in sheet.mode.problems}
    state = as_a(Calico, sheet.mode.state)
    assert points(state, 0) == sum(line.points for line in sheet.mode.lines)


@pytest.mark.rule("calico.setup.cats")
def test_leaving_a_scenario_gives_one_cat_of_each_kind_again() -> None:
    chosen = CALICO.choose
    alone = SCORER.fitting(SCORER.blank(chosen("players=1,scenario=3")), chosen("players=1"))
    for state in (alone, SCORER.fitting(alone, chosen("players=2"))):
        assert [CATS[cat].dots for cat in state.cats] == [1, 2, 3]
    other = SCORER.with_values(alone, {"cat1": "Tibbit"})
    assert SCORER.fitting(other, chosen("players=2")).cats == other.cats


@pytest.mark.rule("calico.button.earn")
def test_tokens_not_entered_are_missing_and_those_that_are_certain_are_filled_in() -> None:
    rows = "NdNdNdBsBs/YeYe_GvGv/PqPqPq_Uf/Uf_BsGvYe/NsBdYfGqPv"
    sheet = scorer("calico", f"cats=Millie:de,Tibbit:fq,Leo:sv blue={rows};ABCDEF,AABBCC,AAABBB", "players=1")
    assert [str(entry) for entry in sheet.mode.missing] == ["You: the cats and buttons"]
    assert not sheet.mode.problems
    sheet.mode.on_tool("fill")
    assert as_a(Calico, sheet.mode.state).quilts[0].buttons.bit_count() >= 2
    assert not sheet.mode.missing


SEWN = "Nd Ye Gs Uf Nd Ye Gs Uf Nd Ye Gs Uf Bd Pe Bs Pf Bv Nq Ne Nf Ns Nv"


@pytest.mark.rule("calico.button.apart")
def test_certain_tokens_are_filled_in_and_the_others_are_asked_for() -> None:
    sheet = scorer("calico", options="players=1")
    sheet.mode.on_typed(SEWN)
    assert not sheet.mode.problems
    sheet.mode.on_tool("fill")
    question = "You: how many buttons did the group of navy patches at f2 earn, 1 or 2? Entered: 1."
    assert [(ask.rule, str(ask)) for ask in sheet.mode.asks] == [("calico.button.apart", question)]
    assert question in sheet.slots["status"]
    assert question in sheet.slots["extra"]
    assert not sheet.mode.problems
    for one in areas_with_tokens(as_a(Calico, sheet.state).quilts[0], as_a(Calico, sheet.state).likes):
        assert 1 == one.least == one.count <= one.most
    sheet.mode.on_typed("button f6")
    assert (sheet.mode.asks, sheet.mode.problems) == ((), ())


@pytest.mark.rule("calico.button.earn")
def test_the_tokens_of_the_first_quilt_are_missing_while_the_second_is_empty() -> None:
    sheet = scorer("calico")
    sheet.mode.on_typed(f"{SEWN} AAABBB c4 ABCDEF d5 AABBCC e3")
    missing = ["Blue: the cats and buttons", "Green: 22 patches", "Green: 3 goals"]
    assert sorted(map(str, sheet.mode.missing)) == missing
    assert not sheet.mode.problems
    sheet.mode.on_tool("fill")
    assert sorted(map(str, sheet.mode.missing)) == missing[1:]
    sheet.mode.on_typed("button b2")  # an impossible token is reported on any quilt
    assert [problem.rule for problem in sheet.mode.problems] == ["calico.button.earn"]


LONER = "GsYvYfYs+Ns+/UqYe_YdNd/BdYs+Ne_Pq!/Nd_BdNeGf/UfNeUqUsYq;AAABBB,AAAABB,ABCDEF;"


@pytest.mark.rule("calico.cat.promo")
def test_a_solo_player_with_a_group_gets_the_first_promo_token() -> None:
    sheet = scorer("calico", f"cats=Millie:fq,Cira:es,Luna:dv blue={LONER} turn=blue", "players=1")
    assert "You are the only player, and 3 patches count for Luna: the 11-point token is yours." in [
        str(problem) for problem in sheet.mode.problems
    ]
    sheet.mode.on_tool("fill")
    assert "calico.cat.promo" not in [problem.rule for problem in sheet.mode.problems]
    assert sheet.state.score().total(0) == 23


@pytest.mark.rule("calico.cat.promo")
def test_the_11_point_token_is_filled_in_only_if_nobody_else_can_have_taken_it() -> None:
    cats = "cats=Millie:fq,Cira:es,Luna:dv"
    half = scorer("calico", f"{cats} blue={LONER} green=5/2_2/3_1/1_3/5;- turn=blue")
    half.mode.on_tool("fill")
    assert as_a(Calico, half.state).promo == (None, None)


@pytest.mark.rule("calico.variant.solo.scenario")
def test_the_scorer_asks_where_the_goals_of_a_scenario_are() -> None:
    options = Calico.game.choose("players=1,scenario=3")
    state = SCORER.blank(options)
    goals = [GOALS[n] for n in start(options).tiles[0]]
    assert state.quilts[0].goals == (None, None, None)
    assert all(goal.name in str(SCORER.missing(state)[1]) for goal in goals)
    other = next(goal for goal in GOALS if goal not in goals)
    state = SCORER.put(state, 0, other.letters, "c4")
    assert [problem.rule for problem in SCORER.problems(state)] == ["calico.variant.solo.scenario"]
    for goal, at in zip(goals, ("c4", "d5", "e3"), strict=True):
        state = SCORER.put(state, 0, goal.letters, at)
    assert not SCORER.problems(state)
    assert len(SCORER.missing(state)) == 1
