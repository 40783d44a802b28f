"""The components, and the setup of a game."""

from __future__ import annotations

from collections import Counter

import pytest

from cattools.core.chance import Dealer
from cattools.core.errors import NotationError, OptionError
from cattools.core.events import Event
from cattools.core.game import CHANCE
from cattools.games.cattricola import Cattricola
from cattools.games.cattricola.components import DOWN, FACES, box, disc_boards, kind_of, radar, ranch_board
from cattools.games.cattricola.position import is_joined
from tests.games.cattricola.positions_builder import CATTRICOLA, lay, on_ranch
from tests.games.helpers import legal, play, refusal_texts, refused, refused_by_interpretation


def begun(options: str, seed: int = 1) -> Cattricola:
    return Dealer(seed).settle(CATTRICOLA.start(CATTRICOLA.choose(options)))


@pytest.mark.rule("cattricola.players")
def test_two_to_four_players_can_play() -> None:
    for players in "234":
        options = CATTRICOLA.choose(f"players={players}")
        assert [s.id for s in CATTRICOLA.seats(options)] == ["plum", "teal", "orange", "slate"][: int(players)]
        assert len(begun(str(options)).radars) == int(players)
    for players in ("1", "5", "two"):
        with pytest.raises(OptionError, match="expected players to be one of 2, 3, 4"):
            CATTRICOLA.choose(f"players={players}")


@pytest.mark.rule("cattricola.components")
def test_the_box_has_the_right_contents() -> None:
    found = box()
    assert (found.size, found.markers, found.charge, len(disc_boards())) == (100, 5, 3, 4)
    assert ranch_board().rows * ranch_board().columns * 4 == 100
    assert [found.lifts(n) for n in range(7)] == [0, 1, 2, 2, 2, 3, 3]


@pytest.mark.rule("cattricola.boards")
def test_the_reconstructed_boards_have_the_right_cells_and_circles() -> None:
    assert all(board.size == 21 for board in disc_boards().values())
    assert [letter for letter, board in disc_boards().items() if board.star] == ["A"]
    assert len({board.spots for board in disc_boards().values()}) == 4
    assert radar().grid.size == 25
    # One circle per board, and one more only where four boards meet: at most five.
    shapes = {"players=2": 2, "players=3": 3, "players=4": 5, "players=4,ranch=line": 4, "players=4,ranch=corner": 4}
    assert {o: len(CATTRICOLA.start(CATTRICOLA.choose(o)).ranch.circles) for o in shapes} == shapes


@pytest.mark.rule("cattricola.tiles")
def test_there_are_twenty_tiles_of_each_kind() -> None:
    supply = box().supply
    assert [supply[face] for face in FACES] == [6, 6, 8] * 4 + [20]
    assert Counter(kind_of(f) for f in FACES for _ in range(supply[f])) == dict.fromkeys(range(1, 6), 20)


@pytest.mark.rule("cattricola.setup.ranch")
def test_boards_are_joined_side_to_side() -> None:
    start = CATTRICOLA.start(CATTRICOLA.choose("players=3,ranch=own"))
    assert (start.to_move, legal(start)) == (0, {"=-5,0", "=0,-5", "=0,5", "=5,0"})
    assert refusal_texts(start, "=0,0") == refusal_texts(start, "=2,3") == ["The board would overlap another board."]
    apart = ["The board would not share a whole side with another board."]
    for slot in ("=5,5", "=0,10", "=5,2", "=0,6", "=-5,-5"):  # a corner, a gap, half a side, a slit, a corner
        assert refusal_texts(start, slot) == apart, slot
    two = play(start, "=0,-5")
    assert (two.to_move, str(two)) == (1, "0,0;0,5 10/10/10/10/10 plum=? teal=? orange=? teal join")
    assert legal(two) == {"=-5,0", "=-5,5", "=0,-5", "=0,10", "=5,0", "=5,5"}
    three = play(two, "=5,5")
    assert (three.to_move, three.ranch.origins, three.undealt) == (CHANCE, ((0, 0), (0, 5), (5, 5)), 75)
    assert refused(three, "=5,0") == {"setup.ranch"}
    assert refused(two, "+a1") == refused(two, "a1") == refused(two, "pass") == {"setup.ranch"}


@pytest.mark.rule("cattricola.setup.ranch")
@pytest.mark.parametrize("shape", ["block", "line", "corner"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_shape_of_the_ranch_can_be_chosen(shape: str, players: int) -> None:
    state = CATTRICOLA.start(CATTRICOLA.choose(f"ranch={shape},players={players}"))
    assert len(state.ranch.origins) == players
    assert is_joined(state.ranch.origins)
    assert state.undealt == state.ranch.size == 25 * players


@pytest.mark.rule("cattricola.setup.ranch")
def test_unconnected_and_overlapping_ranches_are_refused() -> None:
    assert not is_joined(((0, 0), (0, 10)))
    assert not is_joined(((0, 0), (5, 5)))
    assert not is_joined(((0, 0), (0, 3)))
    assert not is_joined(((0, 0), (0, 0)))
    with pytest.raises(NotationError, match="expected ranch boards joined by whole sides"):
        CATTRICOLA.read_position("0,0;5,5 5/5/5/5/5/5/5/5/5/5 plum=A teal=B plum", CATTRICOLA.choose())


@pytest.mark.rule("cattricola.setup.tiles")
def test_every_cell_gets_a_tile_with_either_side_up() -> None:
    start = CATTRICOLA.start(CATTRICOLA.choose())
    assert start.to_move == CHANCE
    assert [weight for weight, _ in start.chances()][-2:] == [20, 20]  # a wolf, either side up
    assert sum(weight for weight, _ in start.chances()) == 200
    state = begun("players=4")
    assert len(on_ranch(state)) == 100
    down = sum(bool(tile & DOWN) for tile in state.tiles)
    assert 25 < down < 75
    assert Counter(tile & ~DOWN for tile in state.tiles) == box().supply  # all hundred tiles are on the ranch
    assert begun("", 1) == begun("", 1) != begun("", 2)


@pytest.mark.rule("cattricola.setup.tiles")
def test_the_deal_of_all_tiles_is_reported_in_one_sentence_before_the_first_player() -> None:
    state = play(CATTRICOLA.start(CATTRICOLA.choose("players=3,ranch=own")), "=0,5", "=5,0")
    assert {words for panel in CATTRICOLA.panels(state.view(None)) for words, _ in panel.rows} == {"no disc yet"}
    dealer = Dealer(1)
    events: list[Event] = []
    while state.to_move == CHANCE:
        action = dealer.choose(state)
        events += state.events(action)
        state = state.apply_unchecked(action)
    assert [str(event) for event in events] == [
        "75 animals land on the ranch.",
        "Plum gets disc C.",
        "Teal gets disc B.",
        "Orange gets disc A.",
        "Orange holds the star and begins.",
    ]
    assert [e.rule for e in events] == [
        f"cattricola.setup.{what}" for what in ("tiles", "disc", "disc", "disc", "start")
    ]
    assert not any(event.cells for event in events)


@pytest.mark.rule("cattricola.setup.tiles")
def test_no_more_copies_of_a_tile_are_dealt_than_are_in_the_box() -> None:
    state = play(CATTRICOLA.start(CATTRICOLA.choose()), *["*sm", "*?sm"] * 3)
    assert refusal_texts(state, "*sm") == refusal_texts(state, "*?sm") == ["No male sheep is left in the box."]
    assert not {"*sm", "*?sm"} & legal(state)
    assert refused(begun(""), "*w") == {"setup.tiles"}
    assert refused(state, "+a1") == refused(state, "a1") == {"setup.tiles"}


def dealt(*deals: str) -> Cattricola:
    """Return a game after the deal of all tiles and some further deals."""
    state = CATTRICOLA.start(CATTRICOLA.choose())
    while state.undealt:
        state = state.apply_unchecked(state.legal()[-1] if state.undealt > 35 else state.legal()[0])
    return play(state, *deals)


@pytest.mark.rule("cattricola.setup.disc")
def test_every_player_gets_a_different_disc() -> None:
    state = dealt()
    assert legal(state) == {"*disc:A", "*disc:B", "*disc:C", "*disc:D"}
    assert refused(CATTRICOLA.start(CATTRICOLA.choose()), "*disc:A") == {"setup.disc"}
    one = play(state, "*disc:C")
    assert refusal_texts(one, "*disc:C") == ["Disc C is taken."]
    assert legal(one) == {"*disc:A", "*disc:B", "*disc:D"}


@pytest.mark.rule("cattricola.setup.start")
def test_the_holder_of_the_star_begins() -> None:
    assert (dealt("*disc:C", "*disc:A").to_move, dealt("*disc:A", "*disc:B").to_move) == (1, 0)
    assert refusal_texts(dealt("*disc:C", "*disc:A"), "*first:plum") == ["No first player is drawn now."]


@pytest.mark.rule("cattricola.setup.start")
def test_without_the_star_the_first_player_is_drawn() -> None:
    state = dealt("*disc:C", "*disc:D")
    assert (state.to_move, legal(state)) == (CHANCE, {"*first:plum", "*first:teal"})
    assert play(state, "*first:teal").to_move == 1
    assert refused(state, "*first:slate") == {"setup.start"}


@pytest.mark.rule("cattricola.setup.radar")
def test_each_player_has_an_empty_radar_that_keeps_its_direction() -> None:
    state = begun("players=4")
    assert state.radars == (0, 0, 0, 0)
    charged = lay("b2=sm c2=pf", plum="A::a1,b1")
    assert legal(charged) >= {"a2", "b2", "c2"}  # b1 is always directly below a1
    assert refused(charged, "turn") == refused(charged, "mirror") == {"charge.fixed"}
    assert (refused_by_interpretation(charged, "turn"), refused_by_interpretation(charged, "mirror")) == (
        set(),
        {"charge.fixed"},
    )  # the printed rules forbid only turning
