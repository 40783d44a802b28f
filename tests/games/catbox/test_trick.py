"""Declaring, leading, following, and winning a trick."""

import pytest

from cattools.games.catbox import Catbox
from cattools.lessons.answer_check import reached
from cattools.lessons.example import examples
from tests.games.catbox.positions_builder import begun, colours, lay, sentences
from tests.games.helpers import legal, play, refusal_texts, refused

# Three players after one trick (blue 2, blue 3, blue 5), which Orange took; Orange leads.
ONE = {"p": "b2", "t": "b3", "o": "b5"}


def after_one(hands: dict[str, str], lost: dict[str, str] | None = None) -> Catbox:
    return lay(3, ONE, "p:b2,b3,b5", hands, lost=lost, won="0/0/1")


@pytest.mark.rule("catbox.declare")
def test_declaring_a_card_puts_a_token_on_its_cell() -> None:
    state = lay(3, {}, "p:", {"p": "1466"})
    assert {"b1", "y1", "g1", "b4", "b6", "g6"} <= legal(state)
    after = play(state, "y6")
    assert after.board.grid.named(after.tokens[0]) == "y6"
    assert after.board.grid.named(after.filled) == "y6"
    assert after.trick == (after.board.grid.index["y6"],)
    assert str(after).split()[3].split("/")[0].count("6") == str(state).split()[3].split("/")[0].count("6") - 1
    assert after.turn == 1


@pytest.mark.rule("catbox.declare")
def test_a_card_must_be_in_hand_and_goes_only_in_its_column() -> None:
    state = lay(3, {}, "p:", {"p": "111144466"})
    assert refused(state, "b2") == {"declare"}
    assert refusal_texts(state, "b2") == ["Plum holds no 2."]
    assert refused(state, "6>b4") == {"declare"}
    assert refusal_texts(state, "6>b4") == ["A 6 goes in column 6, not in column 4."]


@pytest.mark.rule("catbox.trick.red")
@pytest.mark.rule("catbox.trick.led")
def test_the_first_example_cites_the_rule_that_decides_who_wins_its_trick() -> None:
    example = examples("catbox")["catbox.first"]
    start = example.start()
    takes = {
        str(a): start.events(a)[-1].rule for a in start.legal() if reached(example, start, start.apply_unchecked(a))
    }
    assert takes == {"b6": "catbox.trick.led", **dict.fromkeys(["r1", "r2", "r3", "r4", "r6"], "catbox.trick.red")}
    assert set(takes.values()) < set(example.rules)


@pytest.mark.rule("catbox.declare.free-cell")
def test_a_taken_cell_cannot_be_declared() -> None:
    state = after_one(hands={"o": "235"})
    for cell, who in (("b2", "Plum"), ("b3", "Teal"), ("b5", "Orange")):
        assert cell not in legal(state)
        assert refused(state, cell) == {"declare.free-cell"}
        assert refusal_texts(state, cell) == [f"A token of {who} is already on blue {cell[1]}."]
    assert {"y2", "g3", "y5"} <= legal(state)


@pytest.mark.rule("catbox.declare.own-colour")
def test_a_lost_colour_cannot_be_declared() -> None:
    state = after_one(hands={"o": "1"}, lost={"o": "y"})
    assert {"b1", "g1"} <= legal(state)
    assert "y1" not in legal(state)
    assert refusal_texts(state, "y1") == ["Orange has lost yellow for this round."]
    assert refused(state, "y1") == {"declare.own-colour"}
    assert "y1" in legal(after_one(hands={"o": "1"}, lost={"p": "y", "t": "y"}))


@pytest.mark.rule("catbox.lead.no-red")
def test_the_leader_cannot_declare_red() -> None:
    state = lay(3, {}, "p:", {"p": "16"})
    assert not {c for c in legal(state) if c[0] == "r"}
    assert refused(state, "r6") == {"lead.no-red"}
    assert state.why_not(state.board.play[5])[0].cells[0] == "b1"
    follows = play(state, "b6")
    assert {c for c in legal(follows) if c[0] == "r"}  # followers can declare red


@pytest.mark.rule("catbox.lead.no-red")
def test_red_stays_closed_in_later_tricks() -> None:
    assert refused(after_one(hands={"o": "1"}), "r1") == {"lead.no-red"}


@pytest.mark.rule("catbox.lead.red-open")
@pytest.mark.parametrize("who", "pto")
def test_any_token_in_the_red_row_opens_red(who: str) -> None:
    cells = {"p": "b2", "t": "b3", "o": "b4", who: "r1"}
    order = ",".join(cells[seat] for seat in "pto")
    winner = "pto".index(who)
    won = "/".join("1" if n == winner else "0" for n in range(3))
    state = lay(3, cells, f"p:{order}", {who: "6"}, won=won)
    assert state.turn == winner
    assert "r6" in legal(state)
    assert sentences(state, "r6")[0][0] == "lead.red-open"


@pytest.mark.rule("catbox.lead.red-forced")
def test_closed_red_can_be_led_if_no_other_colour_is_possible() -> None:
    # Orange has only red and blue left, and blue is taken for the 2s, 3s and 5s in the hand.
    state = after_one(hands={"o": "22233355"}, lost={"o": "yg"})
    assert legal(state) == {"r2", "r3", "r5"}
    assert sentences(state, "r3")[0] == ("lead.red-forced", "Orange leads the red 3.")
    after = play(state, "r3")
    assert after.forced == (2, 0b010110)
    assert "only=o:235" in str(after)


@pytest.mark.rule("catbox.lead.red-forced")
def test_one_card_in_another_colour_keeps_red_closed() -> None:
    state = after_one(hands={"o": "12223355"}, lost={"o": "yg"})
    assert legal(state) == {"b1"}
    assert refusal_texts(state, "r2") == [
        "Red cannot be led yet: Orange can still lead another colour, for example blue 1."
    ]


@pytest.mark.rule("catbox.lead.red-forced")
def test_a_leader_without_red_cannot_be_forced_to_lead_it() -> None:
    state = after_one(hands={"o": "22233355"}, lost={"o": "ryg"})
    assert legal(state) == {"paradox"}


@pytest.mark.rule("catbox.follow.free")
def test_following_is_optional() -> None:
    state = play(lay(3, {}, "p:", {"p": "6", "t": "14"}), "b6")
    assert {"b1", "y1", "g1", "r1", "b4", "y4", "g4", "r4"} <= legal(state)


@pytest.mark.rule("catbox.follow.renounce")
def test_declaring_another_colour_loses_the_led_colour() -> None:
    state = play(lay(3, {}, "p:", {"p": "6", "t": "144"}), "b6")
    followed, other = play(state, "b4"), play(state, "y4")
    assert colours(followed, 1) == "rbyg"
    assert colours(other, 1) == "ryg"
    assert [colours(other, seat) for seat in (0, 2)] == ["rbyg", "rbyg"]
    assert sentences(state, "y4") == [
        ("declare", "Teal declares the yellow 4."),
        ("follow.renounce", "That is not blue: Teal loses blue for this round."),
    ]


@pytest.mark.rule("catbox.follow.renounce")
def test_declaring_red_instead_of_the_led_colour_loses_the_led_colour() -> None:
    state = play(lay(3, {}, "p:", {"p": "6", "t": "4"}), "g6", "r4")
    assert colours(state, 1) == "rby"


@pytest.mark.rule("catbox.follow.renounce")
@pytest.mark.ruling("catbox.ruling.red-lost", "Yes")
def test_led_red_is_treated_like_any_other_led_colour() -> None:
    cells = {"p": "b2", "t": "b3", "o": "r1"}
    state = play(lay(3, cells, "p:b2,b3,r1", {"o": "6", "p": "4"}, won="0/0/1"), "r6")
    assert colours(play(state, "r4"), 0) == "rbyg"
    assert colours(play(state, "y4"), 0) == "byg"
    assert [e.by_ruling for e in state.events(state.game.read_action("y4", state)) if "renounce" in e.rule] == [True]


@pytest.mark.rule("catbox.follow.renounce")
def test_a_lost_colour_is_not_lost_again() -> None:
    state = after_one(hands={"o": "4", "p": "6"}, lost={"p": "b"})
    after = play(state, "b4", "y6")
    assert colours(after, 0) == "ryg"
    assert [rule for rule, _ in sentences(play(state, "b4"), "y6")] == ["declare"]


@pytest.mark.rule("catbox.trick.red")
@pytest.mark.parametrize(
    ("cells", "winner"), [("b6 r1 b5", 1), ("b6 r1 r2", 2), ("g1 r6 r2", 1), ("y6 g6 r1", 2), ("b1 r3 y6", 1)]
)
def test_the_highest_red_wins(cells: str, winner: int) -> None:
    plum, teal, orange = cells.split()
    state = lay(3, {}, "p:", {"p": plum[1], "t": teal[1], "o": orange[1]})
    after = play(state, plum, teal)
    assert sentences(after, orange)[-1][0] == "trick.red"
    assert play(after, orange).won == tuple(int(n == winner) for n in range(3))


@pytest.mark.rule("catbox.trick.led")
@pytest.mark.parametrize(
    ("cells", "winner"), [("b6 b1 b5", 0), ("b1 y6 g6", 0), ("b1 b2 y6", 1), ("g3 y6 g4", 2), ("y2 y1 b6", 0)]
)
def test_without_red_the_highest_card_of_the_led_colour_wins(cells: str, winner: int) -> None:
    plum, teal, orange = cells.split()
    state = lay(3, {}, "p:", {"p": plum[1], "t": teal[1], "o": orange[1]})
    after = play(state, plum, teal)
    assert sentences(after, orange)[-1][0] == "trick.led"
    assert play(after, orange).won == tuple(int(n == winner) for n in range(3))


@pytest.mark.rule("catbox.trick.red")
def test_in_a_trick_led_with_red_the_highest_red_wins() -> None:
    cells = {"p": "b2", "t": "b3", "o": "r1"}
    state = lay(3, cells, "p:b2,b3,r1", {"o": "2", "p": "3", "t": "6"}, won="0/0/1")
    assert play(state, "r2", "r3", "y6").won == (1, 0, 1)


@pytest.mark.rule("catbox.trick.winner")
def test_the_winner_leads_the_next_trick() -> None:
    state = lay(4, {}, "p:", {"p": "5", "t": "6", "o": "1", "s": "8"})
    after = play(state, "b5", "b6", "b1", "y8")
    assert (after.won, after.turn, after.leads) == ((0, 1, 0, 0), 1, True)
    assert str(after.status()) == "Teal leads; red is closed."
    again = play(after, str(after.legal()[0]))
    assert (again.leader, len(again.trick), again.turn) == (1, 1, 2)


def test_play_goes_clockwise() -> None:
    state = begun(5)
    while state.phase != "play":
        state = state.apply(state.legal()[0])
    for seat in range(5):
        assert state.turn == seat
        state = state.apply(state.legal()[0])
