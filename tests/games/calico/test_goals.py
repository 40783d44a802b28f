"""Design goals: when they are checked, exact counts, and colours and patterns checked separately."""

import re
from itertools import product
from random import Random

import pytest

from cattools.core.display.scene import Label
from cattools.games.calico import Calico, components
from cattools.games.calico.board import counted, ways
from cattools.games.calico.position import empty_around, frequencies, goal_points, possible, reached
from cattools.lessons.answer_check import answer
from cattools.lessons.example import Example, examples
from cattools.lessons.ruling import rulings
from tests.games.calico import oracle
from tests.games.calico.positions_builder import CALICO, event_rules, lay
from tests.games.helpers import as_a, play

AROUND = ("b3", "b4", "c3", "c5", "d3", "d4")  # around c4
COLOURS, PATTERNS = "NBGPUY", "defqsv"


def ring(colours: str, patterns: str) -> str:
    """Return six patches around c4 in notation."""
    return " ".join(a + c + p for a, c, p in zip(AROUND, colours, patterns, strict=True))


def paid(colours: str, patterns: str, goal: str) -> int:
    """Return the points that a goal on c4 pays for the six patches around it."""
    others = [g for g in oracle.POINTS if g != goal][:2]
    return goal_points(lay(ring(colours, patterns), "", goals=",".join([goal, *others])).quilts[0], 0)


@pytest.mark.rule("calico.goal.when")
def test_a_goal_is_checked_when_six_patches_surround_it() -> None:
    state = lay(ring("NBGPUY", "defqsv").replace(" d4Yv", ""), "Yv")
    assert (goal_points(state.quilts[0], 0), state.score().total(0)) == (0, 0)
    assert "goal.both" in event_rules(state, "Yv@d4")
    assert "goal.both" not in event_rules(state, "Yv@f4")
    assert play(state, "Yv@d4").score().total(0) == 15
    assert play(state, "Yv@f4").score().total(0) == 0


@pytest.mark.rule("calico.goal.when")
def test_the_order_around_a_goal_does_not_matter() -> None:
    rng = Random(1)
    for _ in range(60):
        colours, patterns = rng.sample("NNBBGP", 6), rng.sample("ddeefq", 6)
        patches = [c + p for c, p in zip(colours, patterns, strict=True)]
        if max(patches.count(p) for p in patches) < 4:
            assert paid("".join(colours), "".join(patterns), "AABBCD") == 8


@pytest.mark.rule("calico.goal.when")
def test_printed_patches_never_touch_a_goal() -> None:
    for cell in components.GOAL_CELLS:
        assert not components.GRID.around[cell] & components.RING


WAYS = {
    "ABCDEF": "abcdef",
    "AAABBB": "ababab",
    "AABBCC": "abcabc",
    "AAAABB": "aabaab",
    "AAABBC": "abacab",
    "AABBCD": "abcdab",
}


@pytest.mark.rule("calico.goal.kinds")
@pytest.mark.rule("calico.goal.one")
@pytest.mark.rule("calico.goal.both")
@pytest.mark.parametrize("goal", WAYS)
@pytest.mark.parametrize("found", WAYS)
def test_a_goal_is_met_only_by_its_own_grouping_of_colours_and_of_patterns(goal: str, found: str) -> None:
    turned = WAYS[found][1:] + WAYS[found][0]
    colours = "".join(COLOURS["abcdef".index(x)] for x in WAYS[found])
    patterns = "".join(PATTERNS["abcdef".index(x)] for x in turned)
    none_c, none_p = "NNNNNB", "deeeee"  # five and one fit no goal
    one, both = oracle.POINTS[goal] if goal == found else (0, 0)
    assert paid(colours, none_p, goal) == one
    assert paid(none_c, patterns, goal) == one
    assert paid(colours, patterns, goal) == both


@pytest.mark.rule("calico.goal.kinds")
def test_random_counts_agree_with_the_oracle() -> None:
    rng = Random(2)
    for goal in oracle.POINTS:
        for _ in range(150):
            colours, patterns = ("".join(rng.choices(six[: rng.randint(2, 6)], k=6)) for six in (COLOURS, PATTERNS))
            patches = [c + p for c, p in zip(colours, patterns, strict=True)]
            if max(patches.count(p) for p in patches) > 3:
                continue
            ways = oracle.fits(goal, list(colours)) + oracle.fits(goal, list(patterns))
            assert paid(colours, patterns, goal) == (0, *oracle.POINTS[goal])[ways]


@pytest.mark.rule("calico.goal.one")
def test_colours_and_patterns_are_checked_separately() -> None:
    quilt = lay(ring("NBGPUY", "ddefqs"), goals="ABCDEF,AAABBB,AABBCC").quilts[0]
    assert reached(quilt, 0) == (True, False)
    assert goal_points(quilt, 0) == 10
    quilt = lay(ring("NNGPUY", "defqsv"), goals="ABCDEF,AAABBB,AABBCC").quilts[0]
    assert reached(quilt, 0) == (False, True)
    assert goal_points(quilt, 0) == 10


def test_a_goal_can_still_be_met_if_its_counts_can_still_be_reached() -> None:
    for goal in components.GOALS:
        ends = [n for n in product(range(7), repeat=6) if tuple(sorted(filter(None, n), reverse=True)) == goal.counts]
        assert ends
        for now in product(range(4), repeat=4):
            mine = tuple(sorted(filter(None, now), reverse=True))
            able = any(all(a <= b for a, b in zip((*now, 0, 0), end, strict=True)) for end in ends)
            assert possible(goal, mine) == able, (goal.name, mine)


def test_one_patch_can_complete_two_goals() -> None:
    # d4 touches c4 and d5.
    state = lay("b3Nd b4Be c3Gf c5Pq d3Us c6Gf d6Be e5Ne e6Gq", "Yv", goals="ABCDEF,AABBCD,AAABBB")
    assert [empty_around(state.quilts[0], n).bit_count() for n in (0, 1)] == [1, 1]
    assert frequencies(play(state, "Yv@d4").quilts[0].colours, 1) == (2, 1, 1, 1, 1)
    assert event_rules(state, "Yv@d4")[1:3] == ["goal.both", "goal.one"]
    assert play(state, "Yv@d4").score().total(0) == 15 + 5
    neither = lay("b3Nd b4Be c3Gf c5Pq d3Us c6Gf d6Be e5Ne e6Gq", "Yv", goals="ABCDEF,AAABBB,AABBCC")
    assert event_rules(neither, "Yv@d4")[1:3] == ["goal.both", "goal.when"]  # the other goal is surrounded but not met


def named(state: Calico, cell: str) -> str:
    """Return the name of a goal on the board."""
    return CALICO.scene_of(state, 0).areas[cell].name


@pytest.mark.rule("calico.goal.kinds")
def test_a_goal_lists_the_counts_it_still_needs() -> None:
    def needs(cells: str, goal: str) -> str:
        goals = ",".join([goal, *[g for g in oracle.POINTS if g != goal][:2]])
        return named(lay(cells, "Nv,Be", goals=goals, market="Nd,Bs,Ye"), "c4").partition("; ")[2]

    assert needs("", "AABBCC") == "colours: none so far; patterns: none so far"
    assert needs("b3Nd b4Ne c3Gd d4Gd", "AABBCC") == "colours: 2 of another to go; patterns: can no longer be met"
    assert needs("b3Nd b4Ne c3Gf", "AABBCC") == (
        "colours: 1 green and 2 of another to go; patterns: 1 with dots, 1 with ferns and 1 with flowers to go"
    )
    assert needs("b3Nd b4Be", "ABCDEF") == "colours: 4 different others to go; patterns: 4 different others to go"
    assert needs("b3Nd b4Ne c3Nf", "AAAABB").startswith("colours: 1 navy and 2 of another to go;")
    assert needs("b3Ne b4Nf", "AAAABB").startswith("colours: 2 navy and 2 of another, or 4 of another, to go;")
    assert needs("b3Nd b4Ne c3Gf", "AABBCD").startswith("colours: 1 green and 2 different others, or ")
    assert needs("b3Nd b4Ge c3Yf", "AAABBC").startswith("colours: 1 navy, 1 green and 1 yellow so far, several")


@pytest.mark.rule("calico.goal.kinds")
def test_the_ways_to_a_goal_are_complete() -> None:
    """Compare `ways` with the result of trying every colour on every remaining space."""
    for goal in components.GOALS:
        for have in [(1,), (2, 1), (3,), (1, 1, 1), (2, 2), (2, 1, 1, 1)]:
            left = 6 - sum(have)
            found = set()
            for rest in product(range(6), repeat=left):
                more = [*have, *[0] * (6 - len(have))]
                for n in rest:
                    more[n] += 1
                if sorted(filter(None, more)) == sorted(goal.counts):
                    new = tuple(sorted(filter(None, more[len(have) :]), reverse=True))
                    found.add((tuple(b - a for a, b in zip(have, more, strict=False)), new))
            assert set(ways(goal.counts, have)) == found
            assert len(ways(goal.counts, have)) == len(found)


@pytest.mark.rule("calico.goal.when")
def test_a_surrounded_goal_does_not_give_away_the_answer_to_a_question() -> None:
    full = ring("NBGPUY", "dddqsv")
    in_question, in_play = lay(full, "Us"), lay(full, "Us,Be", market="Nd,Bs,Ye")
    assert named(in_question, "c4") == "c4, goal ≠, 10 or 15 points, all six spaces filled"
    assert named(in_play, "c4") == "c4, goal ≠: pays 10"
    quilts = [CALICO.scene_of(state, 0).parts[0] for state in (in_question, in_play)]
    printed = [{s.text for s in quilt.above if isinstance(s, Label)} for quilt in quilts]
    assert {"10", "15"} <= printed[0]
    assert {"10", "15"} & printed[1] == {"10"}


@pytest.mark.parametrize("found", [e for e in examples("calico").values() if e.ask and e.ask.name == "paying"])
def test_the_answer_is_not_printed_when_a_question_asks_what_pays(found: Example) -> None:
    state = as_a(Calico, found.start())
    assert not counted(state)
    assert 0 < len(answer(found, state)) < len(components.GOAL_CELLS)


@pytest.mark.rule("calico.goal.kinds")
def test_the_ruling_on_tile_numbers_names_the_numbers_of_every_goal() -> None:
    verdict = next(one.verdict for one in rulings("calico").rows if one.id == "calico.ruling.tile-numbers")
    named = {
        name: (int(one), int(both))
        for one, both, names in re.findall(r"(\d+) and (\d+) \(([^)]*)\)", verdict)
        for name in names.split(" and ")
    }
    assert named == {goal.name: (goal.one, goal.both) for goal in components.GOALS}
