"""The components, the deal, the card put aside, and the predictions."""

from itertools import pairwise

import pytest

from cattools.core.display.scene import Look
from cattools.core.errors import OptionError
from cattools.games.catbox import Catbox
from cattools.games.catbox.components import card_count, numbers
from cattools.games.catbox.position import CatboxView
from cattools.lessons.ruling import rulings
from tests.games.catbox.positions_builder import CATBOX, begun, colours, lay, walked
from tests.games.helpers import as_a, legal, play, refusal_texts, refused


@pytest.mark.rule("catbox.players")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_player_is_the_round_start_player_once(players: int) -> None:
    states = walked(players, 3)
    assert dict.fromkeys((s.round, s.start_player) for s in states) == dict.fromkeys((n, n) for n in range(players))
    assert states[-1].over
    assert [s.round for s in states if s.over] == [players - 1]


@pytest.mark.rule("catbox.players")
@pytest.mark.parametrize("players", ["1", "6", "0", "four", ""])
def test_other_numbers_of_players_are_refused(players: str) -> None:
    with pytest.raises(OptionError, match=r"players needs a value|expected players to be one of 2, 3, 4, 5"):
        CATBOX.choose({"players": players})


@pytest.mark.rule("catbox.components")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_are_five_cards_of_each_number(players: int) -> None:
    state = begun(players)
    shown = [int(name[1]) for name in state.board.grid.named(state.observed).split(",") if name]
    every = sorted([*shown, *numbers(state.deck), *(n for hand in state.hands for n in numbers(hand))])
    assert every == [n for n in range(1, state.board.numbers + 1) for _ in range(5)]
    cells = {f"{c}{n}" for c in "rbyg" for n in range(1, state.board.numbers + 1)}
    assert set(state.board.grid.names) == cells


@pytest.mark.rule("catbox.components")
def test_there_is_no_sixth_card_of_a_number() -> None:
    state = play(CATBOX.start(CATBOX.choose()), *["*7"] * 5)
    assert "*7" not in legal(state)
    assert refused(state, "*7") == {"components"}
    assert refused(begun(4), "*7") == {"components", "prepare.discard"}


@pytest.mark.rule("catbox.setup.table")
@pytest.mark.parametrize(
    ("players", "highest", "dealt", "tricks", "printed", "left"),
    [(2, 5, 10, 8, (), 2), (3, 6, 10, 8, (1, 3, 4), 0), (4, 8, 10, 8, (1, 2, 3), 0), (5, 9, 9, 7, (1, 2, 3), 0)],
)
def test_the_setup_depends_on_the_number_of_players(
    players: int, highest: int, dealt: int, tricks: int, printed: tuple[int, ...], left: int
) -> None:
    state = begun(players)
    assert (state.board.numbers, state.board.tricks, state.board.predictions) == (highest, tricks, printed)
    assert [card_count(hand) for hand in state.hands] == [dealt] * players
    assert card_count(state.deck) == left
    assert len(CATBOX.seats(state.options)) == state.board.rounds == players


@pytest.mark.rule("catbox.setup.markers")
def test_every_round_begins_with_all_four_colours() -> None:
    states = walked(3, 5)
    for before, after in pairwise(states):
        if after.round > before.round:
            assert any(colours(before, seat) != "rbyg" for seat in range(3))
            assert [colours(after, seat) for seat in range(3)] == ["rbyg"] * 3
    assert [colours(begun(5), seat) for seat in range(5)] == ["rbyg"] * 5


@pytest.mark.rule("catbox.setup.table")
def test_the_side_of_the_research_cards_depends_on_the_number_of_players() -> None:
    played = {players: walked(players, 1)[-1] for players in (2, 3, 4, 5)}
    shown = {n: not CATBOX.scene(state.view(0), Look()).parts[0].caption for n, state in played.items()}
    assert shown == {2: True, 3: True, 4: True, 5: False}  # the boards have the white side
    sides = {n: state.board.sides for n, state in played.items()}
    assert {n for n, own in sides.items() if len(own) > 1} == {3, 4}
    (first,) = {own[0] for n, own in sides.items() if n < 5}
    verdict = next(one.verdict for one in rulings("catbox").rows if one.id == "catbox.ruling.white")
    assert verdict == (
        f"The {first} one for a first game. It is also the side for two players; "
        f"five players use the {sides[5][0]} one."
    )


@pytest.mark.rule("catbox.prepare.discard")
@pytest.mark.parametrize(("players", "dealt"), [(2, 10), (5, 9)])
def test_a_deal_is_reported_once_per_round(players: int, dealt: int) -> None:
    states = walked(players, 1)
    found = [event for state in states if state.phase == "deal" for event in state.events(state.legal()[0])]
    sentences = [str(event) for event in found if event.rule == "catbox.prepare.discard"]
    assert sentences == [f"Each player is dealt {dealt} cards."] * players


@pytest.mark.rule("catbox.research-order")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_with_five_players_every_deal_mentions_the_other_face_of_the_board(players: int) -> None:
    found = [event for state in walked(players, 1) if state.phase == "deal" for event in state.events(state.legal()[0])]
    sentence = "With 5 players, the printed board shows its other side. Here, groups are counted on the side shown."
    sentences = [str(event) for event in found if event.rule == "catbox.research-order"]
    assert sentences == ([sentence] * 5 if players == 5 else [])


@pytest.mark.rule("catbox.research-order")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_with_five_players_the_caption_mentions_the_other_face_of_the_board(players: int) -> None:
    state = begun(players, 1)
    board = CATBOX.scene(state.view(0), Look()).parts[0]
    assert board.caption == ("With 5 players, the printed board shows its other side" if players == 5 else "")


@pytest.mark.rule("catbox.prepare.discard")
def test_each_player_puts_one_card_of_the_hand_aside() -> None:
    state = begun(3, 2)
    assert (state.phase, state.turn) == ("discard", 0)
    own = {f"discard {n}" for n in numbers(state.hands[0])}
    assert legal(state) == own
    missing = next(n for n in range(1, 7) if f"discard {n}" not in own)
    assert refused(state, f"discard {missing}") == {"prepare.discard"}
    assert refusal_texts(state, f"discard {missing}") == [f"Plum holds no {missing}."]
    assert refused(state, "b1") >= {"prepare.discard"}
    assert refused(state, "predict 1") == {"prepare.discard"}
    for seat in range(3):
        assert (state.phase, state.turn) == ("discard", seat)
        card = numbers(state.hands[seat])[0]
        held = card_count(state.hands[seat])
        state = play(state, f"discard {card}")
        assert (card_count(state.hands[seat]), state.discards[seat]) == (held - 1, card)
    assert state.phase == "predict"
    assert refusal_texts(state, f"discard {numbers(state.hands[0])[0]}") == [
        "Everybody has already put a card aside: one per round."
    ]


@pytest.mark.rule("catbox.prepare.discard")
@pytest.mark.ruling("catbox.ruling.aside", "Yes")
@pytest.mark.ruling("catbox.ruling.aside-turn", "Yes")
def test_nobody_learns_which_card_another_player_put_aside() -> None:
    state = begun(3, 2)
    first, second = (state.apply(action) for action in state.legal()[:2])
    assert first.discards[0] != second.discards[0]
    for seat in (1, 2, None):
        seen = {as_a(CatboxView, state.view(seat)).state.discards for state in (first, second)}
        assert len(seen) == 1


@pytest.mark.rule("catbox.components")
def test_tokens_never_run_out() -> None:
    tokens = {"p": "g1 g2 g3 g4 g5 g6 b1", "t": "b2 b3 b4 b5 b6 y1 y2", "o": "y3 y4 y5 y6 r1 r2 r3"}
    state = play(lay(3, tokens, "p:", {"p": "4"}, won="3/2/2"), "r4")
    used = state.tokens[0].bit_count() + len(colours(state, 0)) + 1  # cells, colours and the prediction
    assert used == 13  # a player has twelve


@pytest.mark.rule("catbox.prepare.discard")
def test_the_card_put_aside_is_out_for_the_round() -> None:
    for state in walked(3, 2):
        if state.phase == "end":
            assert all(1 <= card <= 6 for card in state.discards)
            assert sum(map(card_count, state.hands)) + 3 + state.filled.bit_count() == 30


def put_aside(players: int, seed: int = 1) -> Catbox:
    state = begun(players, seed)
    while state.phase == "discard":
        state = state.apply(state.legal()[0])
    return state


@pytest.mark.rule("catbox.prepare.predict")
@pytest.mark.parametrize(("players", "printed"), [(3, "134"), (4, "123"), (5, "123")])
def test_only_printed_values_can_be_predicted(players: int, printed: str) -> None:
    state = put_aside(players)
    assert legal(state) == {f"predict {n}" for n in printed}
    for number in set("01234567") - set(printed):
        assert refused(state, f"predict {number}") == {"prepare.predict"}
    first, second, third = list(printed)
    assert refusal_texts(state, "predict 0") == [f"0 is not printed: predict one of {first}, {second} and {third}."]
    assert refused(state, "b1") >= {"prepare.predict"}


@pytest.mark.rule("catbox.prepare.predict")
def test_players_predict_in_turn_from_the_round_start_player() -> None:
    states = walked(4, 1)
    for number in range(4):
        order = [s.turn for s in states if s.phase == "predict" and s.round == number]
        assert order == [(number + n) % 4 for n in range(4)]
        leads = next(s for s in states if s.phase == "play" and s.round == number)
        assert leads.turn == leads.leader == number
    later = next(s for s in states if s.phase == "play")
    assert refusal_texts(later, "predict 1") == ["Everybody has already predicted."]


@pytest.mark.rule("catbox.prepare.predict")
def test_two_players_do_not_predict() -> None:
    state = put_aside(2)
    assert (state.phase, state.predictions) == ("play", (0, 0))
    assert refusal_texts(state, "predict 2") == ["With two players, nobody predicts."]
