"""The checks, one by one and as a chain, and who wins.

On disc A, number 1 is in the middle and 2 is to its right; from there the numbers wind clockwise outwards, as in the
diagram below.
"""

from __future__ import annotations

import re

import pytest

from cattools.core.messages import integer
from cattools.games.cattricola import Cattricola
from cattools.games.cattricola.components import Pass, disc_boards, seat_name
from cattools.widgets import score_table
from tests.games.cattricola.positions_builder import CATTRICOLA, lay, seat_lines

# Every disc below has all five kinds, so nobody is out, except in the tests about players who are out.
#      19 20 21
#   18  7  8  9 10
#   17  6  1  2 11
#   16  5  4  3 12
#      15 14 13


def lines(tiles: str, **more: str) -> dict[str, tuple[int, set[str]]]:
    """Return the points and cells of each rule for disc A with some tiles."""
    state = lay(plum=f"A:{tiles}", mover="end", **more)
    return {rule: (points, {c.removeprefix("plum") for c in cells}) for rule, points, cells in seat_lines(state)}


def test_the_diagram_above_matches_the_disc() -> None:
    rows: dict[int, list[int]] = {}
    for n, (r, c) in sorted(enumerate(disc_boards()["A"].spots, 1), key=lambda e: e[1]):
        rows.setdefault(r, []).append(n)
        assert 0 <= c < 5
    assert list(rows.values()) == [
        [19, 20, 21], [18, 7, 8, 9, 10], [17, 6, 1, 2, 11], [16, 5, 4, 3, 12], [15, 14, 13],
    ]  # fmt: skip


@pytest.mark.rule("cattricola.score.knockout")
def test_a_player_without_one_of_the_kinds_is_out() -> None:
    assert lines("smsfpmpfcmcfhmhf") == {"score.knockout": (0, set())}
    state = lay(plum="A:smsfpmpfcmcfhmhf", teal="B:smpmcmhmw", mover="end")
    assert [str(line) for line in state.score().of(0)] == ["Out: no wolf on the disc of Plum"]
    assert state.winners() == (1,)  # however few animals Teal has left


@pytest.mark.rule("cattricola.score.knockout")
def test_the_knockout_is_checked_before_anything_is_removed() -> None:
    # The wolf eats the only pig, which is next to it, and yet Plum stays in.
    found = lines("wpycmcfhmhfsy")
    assert found["score.knockout"] == (0, set())
    assert found["score.wolf"] == (-1, {"2"})
    assert lay(plum="A:wpycmcfhmhfsy", mover="end").winners() == (0,)


@pytest.mark.rule("cattricola.score.wolf")
def test_only_sheep_and_pigs_next_to_a_wolf_are_removed() -> None:
    found = lines("wsmpfcmhmpysyhfsf")  # next to 1: sheep on 2, cow on 4, pig on 6, horse on 8; 3, 5, 7, 9 at corners
    assert found["score.wolf"] == (-2, {"2", "6"})


@pytest.mark.rule("cattricola.score.couple")
def test_a_partner_is_adjacent_of_the_same_kind_and_of_the_other_sex() -> None:
    # The male cow on 1 and the female cow on 2 stay. These are removed: the female horse on 3, next to a cow; the male
    # pigs on 5 and 6; and the female sheep on 7, which has no sheep next to it.
    found = lines("cmcfhfhypmpmsfhyw")
    assert found["score.couple"] == (-4, {"3", "5", "6", "7"})
    corner = lines("cmwcfhmwwpysy")  # the male cow on 1 and the female cow on 3 share only a corner
    assert corner["score.couple"][1] >= {"1", "3"}


@pytest.mark.rule("cattricola.score.couple")
def test_one_animal_can_be_the_partner_of_several() -> None:
    found = lines("cfcmhycmsycmpycmw")  # a female on 1, with males on 2, 4, 6 and 8 next to her
    assert "score.couple" not in found
    assert found["score.total"] == (5, {"1", "2", "4", "6", "8"})
    without = lines("cmcmhycmsycmpycmw")
    assert without["score.couple"] == (-5, {"1", "2", "4", "6", "8"})


@pytest.mark.rule("cattricola.score.cluster")
def test_a_cluster_needs_three_of_a_kind() -> None:
    # Three cows, a male on 1, a female on 2 and a young one on 3, form a group, so the young cow stays. There are only
    # two young horses, on 5 and 6, so both are removed.
    found = lines("cmcfcywhyhypysy")
    assert found["score.cluster"][1] >= {"5", "6"}
    assert "3" not in found["score.cluster"][1]
    pair = lines("cmcfwwwhypysy")
    assert not {"1", "2"} & pair["score.cluster"][1]  # a group that consists only of adults is not checked


@pytest.mark.rule("cattricola.score.cluster")
def test_wolves_also_need_a_cluster() -> None:
    assert lines("wwcmcfhmhfpysy")["score.cluster"][1] >= {"1", "2"}
    assert not {"1", "2", "3"} & lines("wwwcmcfhmpysyhy")["score.cluster"][1]


@pytest.mark.rule("cattricola.score.cluster")
@pytest.mark.rule("cattricola.score.chain")
def test_clusters_are_counted_after_couples_are_removed() -> None:
    # There are young cows on 1 and 4, and a male cow without a female on 5. With him they are three, but he is removed
    # first.
    found = lines("cywhycycmhypysy")
    assert found["score.couple"] == (-1, {"5"})
    assert found["score.cluster"][1] >= {"1", "4"}


@pytest.mark.rule("cattricola.score.chain")
def test_a_wolf_starts_a_chain() -> None:
    # The wolf on 9 eats the sheep on 2 and 8. That leaves the female sheep on 1 without a partner and the young sheep
    # on 4 without a group, so both are removed as well.
    found = lines("sfsmhfsycmpyhysywcf")
    assert found["score.wolf"] == (-2, {"2", "8"})
    assert "1" in found["score.couple"][1]
    assert "4" in found["score.cluster"][1]


@pytest.mark.rule("cattricola.score.chain")
def test_no_check_is_repeated() -> None:
    # The cows on 1 and 2 are a couple and stay. What the cluster check removes never separates a couple.
    found = lines("cmcfsyhywpyhy")
    assert "score.couple" not in found
    assert "1" in found["score.total"][1]
    # A wolf that is removed because it has no group has eaten before that.
    alone = lines("wpycmcfhmhfsy")
    assert alone["score.wolf"] == (-1, {"2"})
    assert "1" in alone["score.cluster"][1]


@pytest.mark.rule("cattricola.score.total")
def test_the_total_is_animals_left_minus_removed_minus_unplaced() -> None:
    found = lines("cmcfcywhyhypysy")
    state = lay(plum="A:cmcfcywhyhypysy::wpf", mover="end")
    left, gone = found["score.total"][0], -sum(points for points, _ in found.values() if points < 0)
    assert (left, gone) == (3, 5)
    assert state.score().total(0) == 3 - 5 - 2
    assert [line.rule for line in state.score().of(0)][-1] == "cattricola.place.overflow"


SMALL = "cmcfcywhyhypysy"  # 3 left, 5 removed


@pytest.mark.rule("cattricola.score.winner")
def test_the_highest_score_wins() -> None:
    state = lay(plum=f"A:{SMALL}", teal="B:smpmcmhmw", mover="end")
    assert (state.score().total(0), state.winners()) == (-2, (0,))
    assert str(state.status()) == "Plum wins with \N{MINUS SIGN}2 points."


@pytest.mark.rule("cattricola.score.winner")
@pytest.mark.parametrize(("first", "winner"), [("", 2), ("first=teal", 0), ("first=orange", 1)])
def test_a_tie_goes_to_the_player_later_in_turn_order(first: str, winner: int) -> None:
    one = "smpmcmhmw"
    state = lay(options="players=3", plum=f"D:{one}", teal=f"B:{one}", orange=f"C:{one}", mover="end", more=first)
    assert len({state.score().total(seat) for seat in range(3)}) == 1
    assert state.winners() == (winner,)
    names = ("Plum", "Teal", "Orange")
    who, others = names[winner], " and ".join(name for n, name in enumerate(names) if n != winner)
    points = state.score().total(0)
    assert (
        str(state.status()) == f"{who} wins with {integer(points)} points: tied with {others}, but later in turn order."
    )


@pytest.mark.rule("cattricola.score.winner")
def test_nobody_wins_when_all_are_out() -> None:
    state = lay(plum="A:smsf", teal="B:w", mover="end")
    assert (state.winners(), str(state.status())) == ((), "Everybody is out: nobody wins.")
    one = lay(plum="A:smsf", teal="B:smpmcmhmw", mover="end")
    assert one.winners() == (1,)  # a player who is out cannot win, however few points the other player has


def rows(state: Cattricola) -> list[list[str]]:
    """Return the words of every player's panel."""
    return [[words for words, _ in panel.rows] for panel in CATTRICOLA.panels(state.view(0))]


CHAIN = "sfsmhypmpfsyhmhfcmcfw"  # the wolf on 11 eats 2, so 1 has no partner; 3, 6 and 11 have no group


@pytest.mark.rule("cattricola.score.knockout")
@pytest.mark.rule("cattricola.score.chain")
def test_the_last_action_reports_who_is_out_and_what_each_check_removes() -> None:
    state = lay(plum=f"A:{CHAIN}", teal="C:smpmcmhm", mover="teal", more="final")
    assert [(e.rule.removeprefix("cattricola."), str(e)) for e in state.events(Pass())][2:] == [
        ("score.knockout", "Teal is out: no wolf."),
        ("score.wolf", "Removed for being next to a wolf: 1 animal of Plum."),
        ("score.couple", "Removed for having no partner: 1 animal of Plum."),
        ("score.cluster", "Removed for being outside a group: 3 animals of Plum."),
        ("score.winner", "Plum wins with 1 point."),
    ]


def test_the_last_action_says_which_of_a_players_own_animals_the_checks_remove() -> None:
    state = lay(plum=f"A:{CHAIN}", teal=f"C:{CHAIN}", mover="teal", more="final")
    told = [str(CATTRICOLA.addressed(event.text, seat_name(0))) for event in state.events(Pass())]
    assert "Removed for being next to a wolf: 1 animal of yours and 1 animal of Teal." in told


@pytest.mark.rule("cattricola.score.total")
def test_a_finished_game_shows_the_animals_that_every_player_kept_and_lost() -> None:
    state = lay(plum=f"A:{CHAIN}", teal="C:smpmcmhm", mover="teal", more="final")
    assert rows(state) == [
        ["11 of 21 cells filled", "0 markers on the radar"],
        ["4 of 21 cells filled", "0 markers on the radar"],
    ]
    assert rows(state.apply_unchecked(Pass())) == [
        [
            "1 point", "wins", "1 animal beside a wolf", "1 animal without a partner", "3 animals outside a group",
            "6 animals left",
        ],
        ["out: no wolf"],
    ]  # fmt: skip


@pytest.mark.rule("cattricola.score.knockout")
def test_the_score_sheet_has_no_total_for_a_player_who_is_out() -> None:
    state = lay(plum=f"A:{CHAIN}", teal="C:smpmcmhm", mover="end")
    seats, counted = CATTRICOLA.seats(state.options), state.score().lines
    assert score_table.eliminated(state, counted) == {1}
    assert score_table.eliminated(state, counted[:1]) == set()  # while only Plum's lines are counted
    sheet = str(score_table.tables(state, seats, counted, None))
    assert re.findall(r"<th>Total</th><th>(.*?)</th>", sheet) == ["1", "out"]
    assert "Teal: out" in sheet
    assert ["Total", "1", "out"] in score_table.all_players(state, seats, counted, state.winners(), [])
