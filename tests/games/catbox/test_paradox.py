"""The end of a round: the last card and the paradox."""

import pytest

from cattools.games.catbox import Catbox
from cattools.games.catbox.components import card_count
from cattools.games.catbox.position import CatboxView
from tests.games.catbox.positions_builder import lay, sentences, walked
from tests.games.helpers import as_a, legal, play, refusal_texts, refused

# All blue cells are taken after two tricks. Plum took the second trick and has lost every colour except blue.
FULL = {"p": "b1 b6", "t": "b2 b5", "o": "b3 b4"}
LED = "o:b4,b6,b5"


def stuck_leader() -> Catbox:
    return lay(3, FULL, LED, lost={"p": "ryg"}, won="1/0/1")


def stuck_follower() -> Catbox:
    """Return a position with Plum to play second in a trick that Orange leads; Plum has only blue left."""
    tokens = {"p": "b1 b5", "t": "b2 b3", "o": "b4 b6 y1"}
    return lay(3, tokens, "o:y1", lost={"p": "ryg"}, won="0/0/2", predictions="1/1/3")


@pytest.mark.rule("catbox.paradox")
@pytest.mark.ruling("catbox.ruling.announce", "No")
def test_with_no_card_to_declare_the_round_ends_in_a_paradox() -> None:
    state = stuck_follower()
    assert (state.turn, legal(state), state.pending) == (0, {"paradox"}, True)
    after = play(state, "paradox")
    assert (after.phase, after.paradox) == ("end", 0)
    assert sentences(state, "paradox")[:2] == [
        ("paradox", "Plum cannot declare any card: a paradox! The round is over."),
        ("paradox.trick", "Nobody wins this trick; its tokens stay."),
    ]
    texts = " ".join([*(sentence for _, sentence in sentences(state, "paradox")), str(after.status())])
    assert texts.count("round is over") == 1
    assert legal(after) == {"next"}
    assert refused(after, "g2") >= {"paradox"}
    assert "The round is over: Plum caused a paradox." in refusal_texts(after, "g2")


@pytest.mark.rule("catbox.paradox")
@pytest.mark.ruling("catbox.ruling.leader-paradox", "Yes")
def test_a_leader_can_cause_a_paradox() -> None:
    state = stuck_leader()
    assert (state.turn, state.leads, legal(state)) == (0, True, {"paradox"})
    after = play(state, "paradox")
    assert (after.paradox, after.won) == (0, (1, 0, 1))
    assert "paradox.trick" not in [rule for rule, _ in sentences(state, "paradox")]  # no trick was in progress


@pytest.mark.rule("catbox.paradox")
@pytest.mark.ruling("catbox.ruling.show-hand", "Yes")
def test_the_hand_of_a_paradox_is_revealed() -> None:
    after = play(stuck_leader(), "paradox")
    for seat in (None, 1, 2):
        assert as_a(CatboxView, after.view(seat)).state.hands[0] == after.hands[0]
    assert as_a(CatboxView, stuck_leader().view(1)).state.hands[0] == 0


@pytest.mark.rule("catbox.paradox.not-chosen")
@pytest.mark.rule("catbox.paradox")
def test_there_is_no_paradox_while_a_card_can_be_declared() -> None:
    state = lay(3, FULL, LED, {"p": "4444"}, lost={"p": "ryg"}, won="1/0/1")
    assert legal(state) == {"paradox"}
    can = lay(3, FULL, LED, {"p": "4444"}, lost={"p": "ry"}, won="1/0/1")
    assert "paradox" not in legal(can)
    assert refused(can, "paradox") == {"paradox.not-chosen"}
    assert refusal_texts(can, "paradox") == ["Plum can still declare a card, for example green 4."]


@pytest.mark.rule("catbox.paradox.not-chosen")
def test_a_forced_red_is_not_a_paradox() -> None:
    state = lay(3, FULL, LED, lost={"p": "byg"}, won="1/0/1")
    assert {a[0] for a in legal(state)} == {"r"}
    assert refused(state, "paradox") == {"paradox.not-chosen"}


@pytest.mark.rule("catbox.paradox.trick")
def test_the_broken_trick_has_no_winner_and_its_tokens_stay() -> None:
    state = stuck_follower()
    after = play(state, "paradox")
    assert after.won == state.won
    assert after.tokens == state.tokens
    assert after.board.grid.named(after.tokens[2]) == "b4,b6,y1"


@pytest.mark.rule("catbox.phase.end")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_tricks_end_when_every_hand_is_down_to_one_card(players: int) -> None:
    found = 0
    for seed in range(12):
        for state in walked(players, seed):
            if state.phase == "play":
                assert not all(card_count(hand) == 1 for hand in state.hands)
            elif state.phase == "end" and state.paradox is None:
                found += 1
                assert [card_count(hand) for hand in state.hands] == [1] * players
                assert sum(state.won) == state.board.tricks
                if not state.over:
                    assert "phase.end" in refused(state, "b1")
                    texts = [*refusal_texts(state, "b1"), str(state.status())]
                    assert "The round is over: every hand is down to one card." in texts
                    assert " ".join(texts).count("round is over") == 1
    assert found or players > 2
