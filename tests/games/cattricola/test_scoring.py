"""The checks, each alone and as a chain, and who wins. Disc A: 1 in the middle, then 2 to its right, 3 below that,
4, 5, 6 on the left, 7, 8, 9 above, and so on clockwise outwards."""

from __future__ import annotations

import pytest

from cattools.core.messages import integer
from cattools.games.cattricola import Cattricola
from cattools.games.cattricola.rules.actions import Pass
from cattools.games.cattricola.rules.components import disc_boards
from tests.games.cattricola.positions_builder import CATTRICOLA, lay, seat_lines

# Every disc below has all five kinds, so that nobody is out unless that is the point.
#      19 20 21
#   18  7  8  9 10
#   17  6  1  2 11
#   16  5  4  3 12
#      15 14 13


def lines(tiles: str, **more: str) -> dict[str, tuple[int, set[str]]]:
    """Return points and cells by rule of a disc A."""
    state = lay(plum=f"A:{tiles}", mover="end", **more)
    return {rule: (points, {c.removeprefix("plum") for c in cells}) for rule, points, cells in seat_lines(state)}


def test_the_picture_above() -> None:
    rows: dict[int, list[int]] = {}
    for n, (r, c) in sorted(enumerate(disc_boards()["A"].spots, 1), key=lambda e: e[1]):
        rows.setdefault(r, []).append(n)
        assert 0 <= c < 5
    assert list(rows.values()) == [
        [19, 20, 21], [18, 7, 8, 9, 10], [17, 6, 1, 2, 11], [16, 5, 4, 3, 12], [15, 14, 13],
    ]  # fmt: skip


@pytest.mark.rule("cattricola.score.knockout")
def test_who_lacks_a_kind_is_out() -> None:
    assert lines("smsfpmpfcmcfhmhf") == {"score.knockout": (0, set())}
    state = lay(plum="A:smsfpmpfcmcfhmhf", teal="B:smpmcmhmw", mover="end")
    assert [str(line) for line in state.score().of(0)] == ["Out: no wolf on the disc of Plum"]
    assert state.winners() == (1,)  # whatever Teal has left


@pytest.mark.rule("cattricola.score.knockout")
def test_the_knockout_comes_before_anything_is_removed() -> None:
    # The only pig goes, eaten by the wolf beside it; and yet Plum stays.
    found = lines("wpycmcfhmhfsy")
    assert found["score.knockout"] == (0, set())
    assert found["score.wolf"] == (-1, {"2"})
    assert lay(plum="A:wpycmcfhmhfsy", mover="end").winners() == (0,)


@pytest.mark.rule("cattricola.score.wolf")
def test_sheep_and_pigs_beside_a_wolf_go_others_stay() -> None:
    found = lines("wsmpfcmhmpysyhfsf")  # beside 1: sheep on 2, cow on 4, pig on 6, horse on 8; 3, 5, 7, 9 at corners
    assert found["score.wolf"] == (-2, {"2", "6"})


@pytest.mark.rule("cattricola.score.couple")
def test_a_partner_is_of_the_same_kind_the_other_sex_and_beside() -> None:
    # 1 cow m, 2 cow f stay; 3 horse f beside 2 cow f goes; 5 and 6, both pig m, go; 7 sheep f beside no sheep goes.
    found = lines("cmcfhfhypmpmsfhyw")
    assert found["score.couple"] == (-4, {"3", "5", "6", "7"})
    corner = lines("cmwcfhmwwpysy")  # cow m on 1, cow f on 3: only a corner is shared
    assert corner["score.couple"][1] >= {"1", "3"}


@pytest.mark.rule("cattricola.score.couple")
def test_one_partner_serves_several() -> None:
    found = lines("cfcmhycmsycmpycmw")  # a female on 1, males on 2, 4, 6 and 8, all beside her
    assert "score.couple" not in found
    assert found["score.total"] == (5, {"1", "2", "4", "6", "8"})
    without = lines("cmcmhycmsycmpycmw")
    assert without["score.couple"] == (-5, {"1", "2", "4", "6", "8"})


@pytest.mark.rule("cattricola.score.cluster")
def test_groups_of_three_of_a_kind() -> None:
    # Cows: male on 1, female on 2, young on 3: three, the young stays. Horses: young on 5 and 6: two, both go.
    found = lines("cmcfcywhyhypysy")
    assert found["score.cluster"][1] >= {"5", "6"}
    assert "3" not in found["score.cluster"][1]
    pair = lines("cmcfwwwhypysy")
    assert not {"1", "2"} & pair["score.cluster"][1]  # grown-ups alone are not tested


@pytest.mark.rule("cattricola.score.cluster")
def test_wolves_are_tested_too() -> None:
    assert lines("wwcmcfhmhfpysy")["score.cluster"][1] >= {"1", "2"}
    assert not {"1", "2", "3"} & lines("wwwcmcfhmpysyhy")["score.cluster"][1]


@pytest.mark.rule("cattricola.score.cluster")
@pytest.mark.rule("cattricola.score.chain")
def test_clusters_are_counted_after_couples_are_gone() -> None:
    # Cows: young on 1 and 4, a male on 5 without a female. With him they were three; he goes first.
    found = lines("cywhycycmhypysy")
    assert found["score.couple"] == (-1, {"5"})
    assert found["score.cluster"][1] >= {"1", "4"}


@pytest.mark.rule("cattricola.score.chain")
def test_a_wolf_starts_a_chain() -> None:
    # The wolf on 9 eats the male sheep on 2; his female on 1 is alone and goes; then the young on 4 and 8 are no group.
    found = lines("sfsmhfsycmpyhysywcf")
    assert found["score.wolf"] == (-2, {"2", "8"})
    assert "1" in found["score.couple"][1]
    assert "4" in found["score.cluster"][1]


@pytest.mark.rule("cattricola.score.chain")
def test_no_check_is_repeated() -> None:
    # Young cows on 1 and 2 with a couple: all four stay. What the cluster check removes never takes a couple apart.
    found = lines("cmcfsyhywpyhy")
    assert "score.couple" not in found
    assert "1" in found["score.total"][1]
    # A wolf that goes for want of a pack has eaten all the same.
    alone = lines("wpycmcfhmhfsy")
    assert alone["score.wolf"] == (-1, {"2"})
    assert "1" in alone["score.cluster"][1]


@pytest.mark.rule("cattricola.score.total")
def test_left_minus_removed_minus_those_without_a_place() -> None:
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
def test_among_equals_the_later_in_turn_order(first: str, winner: int) -> None:
    one = "smpmcmhmw"
    state = lay(options="players=3", plum=f"D:{one}", teal=f"B:{one}", orange=f"C:{one}", mover="end", more=first)
    assert len({state.score().total(seat) for seat in range(3)}) == 1
    assert state.winners() == (winner,)
    names = ("Plum", "Teal", "Orange")
    who, others = names[winner], " and ".join(name for n, name in enumerate(names) if n != winner)
    points = state.score().total(0)
    assert str(state.status()) == f"{who} wins with {integer(points)} points, later in turn order than {others}."


@pytest.mark.rule("cattricola.score.winner")
def test_nobody_wins_when_all_are_out() -> None:
    state = lay(plum="A:smsf", teal="B:w", mover="end")
    assert (state.winners(), str(state.status())) == ((), "Everybody is out: nobody wins.")
    one = lay(plum="A:smsf", teal="B:smpmcmhmw", mover="end")
    assert one.winners() == (1,)  # out is out, however few points the other has


def rows(state: Cattricola) -> list[list[str]]:
    """Return the words of every player's panel."""
    return [[words for words, _ in panel.rows] for panel in CATTRICOLA.panels(state.view(0))]


CHAIN = "sfsmhypmpfsyhmhfcmcfw"  # the wolf on 11 takes the sheep on 2, he leaves 1 alone, and 3, 6 and 11 have no group


@pytest.mark.rule("cattricola.score.knockout")
@pytest.mark.rule("cattricola.score.chain")
def test_the_last_action_tells_who_is_out_and_whom_each_check_takes() -> None:
    state = lay(plum=f"A:{CHAIN}", teal="C:smpmcmhm", mover="teal", more="final")
    assert [(e.rule.removeprefix("cattricola."), str(e)) for e in state.events(Pass())][2:] == [
        ("score.knockout", "Teal is out: no wolf."),
        ("score.wolf", "Beside a wolf, and gone: 1 of Plum."),
        ("score.couple", "Without a partner, and gone: 1 of Plum."),
        ("score.cluster", "Outside a group, and gone: 3 of Plum."),
        ("score.winner", "Plum wins with 1 point."),
    ]


@pytest.mark.rule("cattricola.score.total")
def test_a_finished_game_shows_what_everybody_has_and_lost() -> None:
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
