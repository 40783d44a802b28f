"""Variants: family game, first game, fewer patches for two, and solo with scenarios."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cattools.core.chance import Dealer
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE
from cattools.games.calico import Calico, board, components, position
from tests.games.calico.positions_builder import CALICO, event_rules, lay, rows, until_play
from tests.games.helpers import as_a, play, refusal_texts, refused


@pytest.mark.rule("calico.variant.family")
def test_the_family_game_has_no_goals() -> None:
    state = until_play("family")
    assert state.quilts[0].goals == (None, None, None)
    assert refused(state, "ABCDEF@c4") == {"variant.family"}
    full = lay("b3Nd b4Be c3Gf c5Pq d3Us d4Yv", goals="-", options="players=1,family")
    assert full.score().total(0) == 0
    assert CALICO.start(CALICO.choose("family,first-game")).quilts[0].goals == (None, None, None)


@pytest.mark.rule("calico.variant.first-game")
def test_the_first_game_has_its_own_cats_and_goals() -> None:
    state = CALICO.start(CALICO.choose("first-game,players=3"))
    assert [components.CATS[n].name for n in state.cats] == ["Millie", "Tibbit", "Coconut"]
    for quilt in state.quilts:
        assert [components.GOALS[g].name for g in quilt.goals if g is not None] == ["≠", "AA-BB-CC", "AAA-BBB"]
    assert len(state.legal()) == 15  # patterns are dealt as usual


@pytest.mark.rule("calico.variant.duel")
def test_one_of_each_patch_is_removed_with_the_option_duel() -> None:
    assert components.counts(CALICO.start(CALICO.choose("duel")).bag) == [2] * 36
    assert components.counts(CALICO.start(CALICO.choose("duel,players=1")).bag) == [2] * 36
    state = lay("b2Nd b3Nd", "Ye", options="players=1,duel")
    assert components.counts(state.bag)[0] == 0


@pytest.mark.rule("calico.variant.solo")
@pytest.mark.parametrize(("take", "gone", "left"), [("+Gs1", "Pv", "Uq"), ("+Pv2", "Gs", "Uq"), ("+Uq3", "Gs", "Pv")])
def test_a_solo_player_discards_the_farthest_patch_and_draws_two(take: str, gone: str, left: str) -> None:
    state = play(lay("", "Nd,Ye", market="Gs,Pv,Uq"), "Nd@b2")
    after = play(state, take)
    assert after.market == (components.KIND[left],)
    assert event_rules(state, take) == ["turn.draw", "variant.solo"]
    assert str(state.events(CALICO.read_action(take, state))[1]).lower().endswith(str(_words(gone)) + ".")
    after = play(after, "*Be", "*Bf")
    assert after.market == tuple(components.KIND[p] for p in (left, "Be", "Bf"))
    assert (after.turn, after.to_move) == (0, 0)
    assert f"out={gone}" in str(after)


def _words(patch: str) -> object:
    from cattools.games.calico import components

    return components.patch(components.KIND[patch])


@pytest.mark.rule("calico.variant.solo")
@pytest.mark.ruling("calico.ruling.achievements", "No")
def test_a_single_player_can_add_a_scenario_but_no_restriction() -> None:
    alone = [option for option in CALICO.known_options.values() if option.rule.startswith("calico.variant.solo")]
    assert [option.name for option in alone] == ["scenario"]
    assert CALICO.start(CALICO.choose("players=1,scenario=1")).options.number("scenario") == 1
    with pytest.raises(OptionError, match="found 'restrictions'"):
        CALICO.choose("players=1,restrictions")


@pytest.mark.rule("calico.variant.solo")
def test_two_or_more_players_discard_nothing() -> None:
    others = f"green={rows('')};-;Uf,Us"
    state = play(
        lay("", "Nd,Ye", market="Gs,Pv,Uq", options="players=2,family", goals="-", others=others), "Nd@b2", "+Pv2"
    )
    assert state.market == (components.KIND["Gs"], components.KIND["Uq"])


@pytest.mark.rule("calico.variant.solo.scenario")
@pytest.mark.parametrize("number", range(1, 11))
def test_a_scenario_gives_goals_and_cats_but_not_the_goal_spaces(number: int) -> None:
    options = CALICO.choose(f"scenario={number}")  # alone, unless several players are asked for
    state = Dealer(number).settle(CALICO.start(options))
    scenario = components.SCENARIOS[number - 1]
    assert len(state.quilts) == len(CALICO.seats(options)) == 1
    assert state.cats == scenario.cats
    assert state.tiles == (scenario.goals,)
    assert len(state.legal()) == 9
    assert scenario.points == [58, 59, 60, 61, 62, 63, 64, 66, 68, 72][number - 1]
    start = Dealer(1).settle(
        play(
            state,
            *(f"{components.GOALS[g].letters}@{at}" for g, at in zip(scenario.goals, ("e3", "c4", "d5"), strict=True)),
        )
    )
    assert set(start.quilts[0].goals) == set(scenario.goals)
    assert set(position.lacking(start)) == {*scenario.wants, "points"}


@pytest.mark.rule("calico.variant.solo.scenario")
def test_a_scenario_is_won_only_if_nothing_is_lacking() -> None:
    from cattools.lessons.example import example

    won = as_a(Calico, example("calico.variant.solo.scenario.end").start())
    assert position.lacking(won) == []
    assert won.winners() == (0,)
    assert str(won.status()).endswith("you win the scenario.")
    bare = replace(won, quilts=(replace(won.quilts[0], buttons=0),))
    assert "rainbow" in position.lacking(bare)
    assert bare.winners() == ()
    assert "the rainbow button" in str(bare.status())


@pytest.mark.rule("calico.variant.solo.scenario")
def test_each_panel_shows_the_tasks_of_its_own_player() -> None:
    options = CALICO.choose("players=2,scenario=1")
    state = as_a(Calico, Dealer(1).settle(CALICO.start(options)))
    while state.stage is not position.OVER:
        state = as_a(Calico, Dealer(1).settle(state.apply(state.legal()[0])))
    assert position.progress(state, 0) != position.progress(state, 1)
    for seat, panel in enumerate(CALICO.panels(state.view(None))):
        shown = [(cell.title, cell.value) for cell in panel.cells]
        for task, have, wanted in position.progress(state, seat):
            assert (str(board.TASKS[task]), f"{have} of {wanted}") in shown


@pytest.mark.rule("calico.variant.solo.scenario")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_several_players_can_play_a_scenario(players: int) -> None:
    state = as_a(Calico, Dealer(5).settle(CALICO.start(CALICO.choose(f"scenario=4,players={players}"))))
    scenario = components.SCENARIOS[3]
    assert len(state.quilts) == players
    assert (state.cats, state.tiles) == (scenario.cats, (scenario.goals,) * players)
    assert [panel.rows[-1][0] for panel in CALICO.panels(state.view(0))] == ["Task: 0 of 61 points"] * players


@pytest.mark.rule("calico.variant.solo.scenario")
def test_every_player_who_completes_a_scenario_wins() -> None:
    from cattools.lessons.example import example

    alone = as_a(Calico, example("calico.variant.solo.scenario.end").start())
    quilt, options = alone.quilts[0], CALICO.choose("scenario=1,players=3")
    bare = replace(quilt, buttons=0)
    for quilts, won, status in (
        ((quilt, bare, quilt), (0, 2), "Blue and Purple win the scenario."),
        ((bare, quilt, bare), (1,), "Green wins the scenario."),
        ((bare, bare, bare), (), "Nobody has won the scenario."),
    ):
        state = replace(alone, options=options, quilts=quilts, hands=alone.hands * 3, tiles=alone.tiles * 3)
        assert state.winners() == won
        assert str(state.status()) == status


@pytest.mark.rule("calico.setup.cats")
def test_the_players_can_choose_the_cats() -> None:
    state = as_a(Calico, Dealer(3).settle(CALICO.start(CALICO.choose("cats=Leo+Millie+Rumi"))))
    assert [components.CATS[cat].name for cat in state.cats] == ["Millie", "Rumi", "Leo"]
    assert len(state.pairs) == 3
    assert refused(state, "*Cira") == {"setup.cats"}


@pytest.mark.rule("calico.setup.cats")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("cats=Millie+Callie+Leo", "expected cats of three tiles, found Millie and Callie, the two sides of one tile"),
        ("cats=Millie+Millie+Leo", "expected cats to name 3 different ones, found Millie more than once"),
        ("cats=Millie+Leo", r"expected cats to name 3, such as Millie\+Rumi\+Leo, found 'Millie\+Leo'"),
        (
            "cats=Millie+Rumi+Leo,first-game",
            r"cats=Millie\+Rumi\+Leo goes only with first-game=no, not with first-game",
        ),
        ("cats=Millie+Rumi+Leo,promo=luna", r"cats=Millie\+Rumi\+Leo goes only with promo=off, not with promo=luna"),
        ("cats=Luna+Rumi+Leo", "expected cats to name some of Millie, .*, found 'Luna'"),
    ],
)
def test_cats_that_cannot_be_chosen_are_refused(options: str, message: str) -> None:
    with pytest.raises(OptionError, match=f"^{message}"):
        CALICO.choose(options)


@pytest.mark.rule("calico.variant.solo.scenario")
def test_the_tasks_of_scenarios_are_counted() -> None:
    goals = "b3Ns b4Bs c3Bq c5Nq d3Ns d4Bq"  # AAA-BBB on c4 by colours and patterns
    state = lay(f"{goals} e4Gd!", cats="Tibbit:de,Tecolote:fq,Almond:sv", goals="AAABBB,AAAABB,AABBCC",
                options="scenario=6")  # fmt: skip
    assert position.lacking(state) == ["met", "rainbow", "points"]  # one goal is met, by colours and patterns
    each = lay("b2Gd! b4Nf! c6Uv!", cats="Callie:de,Cira:fq,Leo:sv", goals="AAAABB,AABBCC,AABBCD", options="scenario=9")
    assert position.lacking(each) == ["met", "double", "points"]
    same = lay("b2Gd! b4Ne! c6Ud! e2Ns!", cats="Callie:de,Coconut:fq,Cira:sv", goals="ABCDEF,AAAABB,AABBCD",
               options="scenario=5")  # fmt: skip
    assert position.lacking(same) == ["met", "points"]
    buttons = lay("b2Gd+ b4Ge+ c6Gs+", cats="Millie:de,Tibbit:fq,Tecolote:sv", goals="ABCDEF,AAABBC,AABBCD",
                  options="scenario=4")  # fmt: skip
    assert position.lacking(buttons) == ["met", "points"]
    five = lay("b2Gd! b4Ge! c6Gs! d2Nf! e2Nq!", cats="Callie:de,Tibbit:fq,Coconut:sv", goals="ABCDEF,AAABBB,AAABBC",
               options="scenario=2")  # fmt: skip
    assert position.lacking(five) == ["points"]


def test_only_the_goals_of_the_scenario_can_be_placed() -> None:
    state = Dealer(1).settle(CALICO.start(CALICO.choose("scenario=1")))
    assert refusal_texts(state, "AAAABB@c4") == ["AAAA-BB is not among the tiles turned up: ≠, AA-BB-CC and AAA-BBB."]


@pytest.mark.rule("calico.variant.first-game", "calico.variant.solo.scenario", "calico.variant.duel")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("first-game,promo=luna", "promo=luna goes only with first-game=no, not with first-game"),
        ("scenario=5,promo=luna", "promo=luna goes only with scenario=0, not with scenario=5"),
        ("scenario=5,first-game", "first-game goes only with scenario=0, not with scenario=5"),
        ("scenario=3,family", "family goes only with scenario=0, not with scenario=3"),
        ("players=4,duel", "duel goes only with players=2 or players=1, not with players=4"),
        ("players=3,second=green", "second=green goes only with players=2, not with players=3"),
        ("promo", "promo needs a value: off, lot, luna or shop-cat"),
        ("scenario", "scenario needs a number from 0 to 10"),
        ("second=blue", "expected a board other than blue for the second player, found blue for both"),
    ],
)
def test_options_that_do_not_fit_each_other_are_refused(options: str, message: str) -> None:
    for chosen in (options, dict(one.partition("=")[::2] for one in options.split(","))):
        with pytest.raises(OptionError) as error:
            CALICO.choose(chosen)
        assert str(error.value) == message


@pytest.mark.rule("calico.variant.solo.scenario")
def test_the_panel_shows_the_progress_of_the_tasks() -> None:
    state = lay("b2Gd! b4Ge+ c6Ns! d2Nf+ e4Nd", cats="Millie:de,Rumi:fq,Coconut:sv", goals="ABCDEF,AABBCC,AABBCD",
                options="scenario=3")  # fmt: skip
    rows = [words for words, _ in CALICO.panels(state.view(0))[0].rows]
    assert rows[-4:] == [
        "Task: 0 of 2 goals met",
        "Task: 2 of 3 different cats",
        "Task: 2 of 6 button colours towards the rainbow button",
        "Task: 16 of 60 points",
    ]
    five = lay("b2Gd! b4Ge! c6Gs! d2Nf! e2Nq!", cats="Callie:de,Tibbit:fq,Coconut:sv", goals="ABCDEF,AAABBB,AAABBC",
               options="scenario=2")  # fmt: skip
    assert "Task met: 5 of 5 cats" in [words for words, _ in CALICO.panels(five.view(0))[0].rows]
    assert not [words for words, _ in CALICO.panels(lay("").view(0))[0].rows if words.startswith("Task")]


def test_a_solo_player_is_addressed_in_the_second_person() -> None:
    """A single player is called "You", so a sentence that continues in the third person would be wrong."""
    for options in ("players=1,promo=luna", "scenario=3", "players=1,family"):
        state, dealer = CALICO.start(CALICO.choose(options)), Dealer(3)
        while state.to_move is not None:
            action = dealer.choose(state) if state.to_move == CHANCE else state.legal()[0]
            for labels in (*state.events(action), state.status(), *state.why_not(CALICO.read_action("nd@a1", state))):
                assert not re.search(r"\b[Yy]ou \w+s\b|for You", str(labels)), str(labels)
            state = state.apply_unchecked(action)
