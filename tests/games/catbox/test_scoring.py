"""The points of a round, the next round, and the end of the game."""

from dataclasses import replace
from random import Random

import pytest

from cattools.core.chance import Dealer
from cattools.games.catbox import Catbox
from cattools.games.catbox.position import points, totals
from cattools.lessons.answer_check import answer
from cattools.lessons.example import examples
from tests.games.catbox.positions_builder import CATBOX, begun, lay, sentences, walked
from tests.games.helpers import legal, play, refusal_texts, refused

FULL = {"p": "b1 b6", "t": "b2 b5", "o": "b3 b4"}


def ended(predictions: str = "1/3/1", *, more: str = "") -> Catbox:
    """Return the end of a three-player round by Plum's paradox; Plum and Orange have taken a trick each."""
    return lay(
        3, FULL, "o:b4,b6,b5", lost={"p": "ryg"}, won="1/0/1", predictions=predictions, phase="paradox", more=more
    )


@pytest.mark.rule("catbox.score.tricks")
def test_a_trick_is_worth_one_point_or_minus_one_after_a_paradox() -> None:
    state = ended()
    assert [won for won, _ in points(state)] == [-1, 0, 1]
    lines = [line for line in state.score().lines if line.rule == "catbox.score.tricks"]
    assert [(line.seat, line.points, str(line)) for line in lines] == [
        (0, -1, "Plum: 1 trick, subtracted"),
        (1, 0, "Teal: 0 tricks"),
        (2, 1, "Orange: 1 trick"),
    ]


@pytest.mark.rule("catbox.score.tricks")
def test_every_line_names_its_round_after_the_first_one() -> None:
    lines = [str(line) for line in ended(more="round=2 sheet=-3+0,1+0,2+4").score().lines]
    assert lines[0] == "Round 1, Plum: tricks"
    assert "Round 1, Orange: bonus" in lines
    assert "Round 2, Plum: 1 trick, subtracted" in lines
    assert all(line.startswith("Round ") for line in lines)
    assert not any(str(line).startswith("Round ") for line in ended().score().lines)


@pytest.mark.rule("catbox.score.tricks")
def test_a_total_can_be_negative() -> None:
    state = ended(more="round=2 sheet=-3+0,1+0,2+4")
    assert totals(state) == [-4, 1, 9]
    assert state.score().total(0) == -4


@pytest.mark.rule("catbox.score.tricks")
def test_the_panels_show_the_total_and_the_points_of_each_finished_round() -> None:
    state = ended(more="round=2 sheet=0+0,1+0,2+4")
    panels = CATBOX.panels(state.view(1))
    rows = [[words for words, _ in panel.rows] for panel in panels]
    assert rows[0][2:4] == ["\N{MINUS SIGN}1 point, 7 cards", "tricks + bonus by round: 0 + 0, \N{MINUS SIGN}1 + 0"]
    assert rows[1][2].startswith("1 point, 7 cards, aside: ")
    assert rows[2][3] == "tricks + bonus by round: 2 + 4, {} + {}".format(*points(state)[2])


@pytest.mark.rule("catbox.score.bonus")
def test_the_end_of_a_round_explains_the_points_of_every_player() -> None:
    state = lay(3, FULL, "o:b4,b6,b5", lost={"p": "ryg"}, won="1/0/1", predictions="1/3/1")
    assert sentences(state, "paradox")[1:] == [
        ("score.tricks", "Plum won 1 and caused a paradox: \N{MINUS SIGN}1 for tricks, no bonus."),
        ("score.tricks", "Teal predicted 3 and won 0: 0 for tricks, no bonus."),
        ("score.bonus", "Orange predicted 1 and won 1: 1 for tricks, 2 for the largest group."),
    ]


@pytest.mark.rule("catbox.score.bonus")
def test_the_bonus_is_the_largest_group_of_a_player_who_met_the_prediction() -> None:
    state = ended("1/3/1")
    assert [bonus for _, bonus in points(state)] == [0, 0, 2]  # plum: the paradox; teal: 0 tricks, not 3
    lines = [line for line in state.score().lines if line.rule == "catbox.score.bonus"]
    assert [(line.points, line.cells, str(line)) for line in lines] == [
        (0, (), "Plum: a paradox, no bonus"),
        (0, (), "Teal: predicted 3, won 0, no bonus"),
        (2, ("b3", "b4"), "Orange: prediction met, largest group of 2 tokens"),
    ]


@pytest.mark.rule("catbox.score.bonus")
def test_a_prediction_can_be_met_even_if_a_paradox_ended_the_round() -> None:
    assert points(ended("3/1/1"))[2] == (1, 2)
    assert points(ended("3/1/3"))[2] == (1, 0)


@pytest.mark.rule("catbox.score.bonus")
@pytest.mark.parametrize(
    ("tokens", "group"),
    [
        ("b2", "b2"),
        ("b2 y3", "b2"),  # corners do not connect; of equally large groups, the first counts
        ("b2 b3 y3 g3", "b2,b3,y3,g3"),
        ("r1 r2 b1 y5 y6", "r1,r2,b1"),
        ("r1 g1", "r1"),  # the top row does not touch the bottom row
        ("b6 y1", "b6"),  # nor does the end of a row touch the start of the next
        ("r1 b1 y1 g1 r3 b3 y3 g3 g2", "r1,r3,b1,b3,y1,y3,g1,g2,g3"),
    ],
)
@pytest.mark.ruling("catbox.ruling.single", "Yes")
def test_tokens_connect_only_by_their_sides(tokens: str, group: str) -> None:
    board = begun(3).board
    assert board.grid.named(board.group(board.grid.cells(tokens.replace(" ", ",")))) == group


@pytest.mark.rule("catbox.research-order")
def test_rows_are_red_blue_yellow_green_from_the_top() -> None:
    grid = begun(4).board.grid
    assert [grid.names[row[0]] for row in grid.rows] == ["r1", "b1", "y1", "g1"]
    assert grid.named(grid.around[grid.index["b4"]]) == "r4,b3,b5,y4"
    assert grid.named(grid.around[grid.index["r8"]]) == "r7,b8"


@pytest.mark.rule("catbox.round.next")
def test_tokens_are_returned_and_the_start_player_card_passes_to_the_left() -> None:
    state = ended()
    assert (state.start_player, state.to_move) == (0, 1)
    after = play(state, "next")
    assert (after.round, after.start_player, after.turn, after.phase) == (1, 1, 1, "deal")
    assert (after.filled, after.tokens, after.won, after.predictions) == (0, (0, 0, 0), (0, 0, 0), (0, 0, 0))
    assert after.deck == after.board.deck
    assert after.scored == (((-1, 0), (0, 0), (1, 2)),)
    assert totals(after) == totals(state)
    assert sentences(state, "next") == [
        ("round.next", "All tokens return. Round 2 begins, with Teal as round start player.")
    ]


@pytest.mark.rule("catbox.round.next")
def test_the_next_round_cannot_begin_before_this_one_is_over() -> None:
    state = lay(3, {}, "p:")
    assert refused(state, "next") == {"round.next"}
    assert refusal_texts(state, "next") == ["The round is not over yet."]


@pytest.mark.rule("catbox.end")
def test_the_game_ends_when_every_player_has_been_the_round_start_player() -> None:
    over = ended(more="round=3 sheet=3+2,0+0,1+0;0+0,4+3,2+0")
    assert (over.to_move, legal(over), over.winners()) == (None, set(), (1,))
    assert str(over.status()) == "Teal wins with 7 points."
    for move in ("next", "b1", "paradox", "predict 1", "discard 1", "*1", "!1"):
        assert "end" in refused(over, move)
        assert "The game is over." in refusal_texts(over, move)
    before = ended(more="round=2 sheet=3+2,0+0,1+0")
    assert (before.to_move, legal(before), before.winners()) == (2, {"next"}, ())


@pytest.mark.rule("catbox.end")
def test_the_final_total_is_the_sum_of_all_rounds() -> None:
    for players in (2, 3, 4, 5):
        last = walked(players, 8)[-1]
        assert len(last.scored) == players - 1
        sums = [sum(sum(row[s]) for row in last.scored) + sum(points(last)[s]) for s in range(players)]
        assert [last.score().total(s) for s in range(players)] == sums == totals(last)
        assert set(last.winners()) <= {s for s in range(players) if sums[s] == max(sums)}


@pytest.mark.rule("catbox.end.tie")
def test_a_tie_goes_to_the_player_with_the_better_final_round() -> None:
    # The final round gives plum -1, teal 0, orange 3.
    tie = ended(more="round=3 sheet=0+0,3+3,2+1;0+0,0+0,0+0")
    assert totals(tie) == [-1, 6, 6]
    assert tie.winners() == (2,)
    status = "Orange wins with 6 points. Teal also had 6, but scored fewer in the final round."
    assert str(tie.status()) == status


@pytest.mark.rule("catbox.end.tie")
def test_a_tie_in_the_final_round_is_shared() -> None:
    tie = ended("3/3/3", more="round=3 sheet=0+0,3+3,2+3;0+0,0+0,0+0")
    even = replace(tie, won=(1, 1, 0), scored=(((0, 0), (3, 3), (6, 0)), ((0, 0), (0, 0), (1, 0))))
    assert totals(even) == [-1, 7, 7]
    assert even.winners() == (1,)  # one point against none in the final round
    shared = replace(tie, won=(1, 0, 0), scored=(((0, 0), (3, 3), (6, 0)), ((0, 0), (0, 0), (0, 0))))
    assert shared.winners() == (1, 2)
    assert str(shared.status()) == "Teal and Orange share the win with 6 points each."


def test_the_questions_of_examples_have_answers_at_the_end() -> None:
    over = ended(more="round=3 sheet=3+2,0+0,1+0;0+0,4+3,2+0")
    assert CATBOX.asks["wins"](over) == {"teal"}
    assert CATBOX.asks["bonus"](ended()) == {"orange"}
    assert CATBOX.asks["starts"](ended()) == {"teal"}


@pytest.mark.rule("catbox.score.bonus")
def test_the_panels_do_not_reveal_who_scores_the_bonus() -> None:
    example = examples("catbox")["catbox.score.bonus.who"]
    panels = CATBOX.panels(example.start().view(example.start().mover))
    assert {words.split(",")[0] for panel in panels for words, _ in panel.rows if "point" in words} == {"0 points"}
    assert answer(example, example.start()) == {"orange"}


@pytest.mark.rule("catbox.score.tricks")
def test_the_panels_list_every_finished_round() -> None:
    dealer, rng = Dealer(5), Random(5)
    state = dealer.settle(CATBOX.start(CATBOX.choose({})))
    for over in (1, 2):
        while state.phase != "end":
            state = dealer.settle(state.apply_unchecked(rng.choice(state.legal())))
        for seat, panel in enumerate(CATBOX.panels(state.view(0))):
            panel_text = " ".join(words for words, _ in panel.rows)
            assert panel_text.count(" + ") == over + 1  # one per finished round, and one in the label itself
            assert f"{state.score().total(seat)} point" in panel_text
        state = dealer.settle(state.apply_unchecked(state.legal()[0])) if not state.over else state
