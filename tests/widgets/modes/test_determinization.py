"""What nobody knows of a table forbids nothing, whatever was played, and stays unknown until it is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from random import Random
from typing import Any

import pytest

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.options import Options
from cattools.games import GAMES
from cattools.widgets import setup
from cattools.widgets.board import Board
from cattools.widgets.modes.editor.position_editor import SetUp
from tests.games.catbox.positions_builder import lay
from tests.games.helpers import choices, named, sample
from tests.kinds import one_a_game
from tests.widgets.board_client import hear, tool, typed, view

CATS = "cat1=millie cat2=coconut cat3=gwenivere likes1=de likes2=fq likes3=sv"
HANDS = "? " + "".join(f"{f'hand.{who} ' * 8}aside.{who} " for who in ("plum", "teal", "orange", "slate"))
PREDICTED = "predicted-plum=1 predicted-teal=1 predicted-orange=2 predicted-slate=1"
TABLES = {"territory": ("red C4 blue D5",), "catbox": (HANDS, PREDICTED), "calico": (CATS,)}
SECRETS = [
    (game_id, options)
    for game_id, game in GAMES.items()
    for options in choices(game_id)
    if game.setup is not None and game.has_hidden_information(options)
]
DEALT = "What nobody knows was dealt to fit; an answer may hang on it."


def laid(game_id: str, *words: str, options: str = "") -> Board[SetUp]:
    board = setup(game_id, options=options)
    hear(board, view(board), *map(typed, words or TABLES[game_id]))
    return board


def heard(board: Board[Any]) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", board.slots["said"]))


def answer(board: Board[Any]) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", board.slots["extra"]))


@pytest.mark.parametrize(
    ("game_id", "moves"),
    [
        ("territory", ("C5", "C6", "D6", "C4", "A1", "B1", "B6")),
        ("catbox", ("b8", "b1", "b2", "r2", "g5")),
        ("calico", ("Gv d3", "+Yd", "Nd c3", "+Nd", "Gs b2")),
    ],
)
def test_a_hand_nobody_knows_forbids_none_of_several_moves(game_id: str, moves: Sequence[str]) -> None:
    board = laid(game_id)
    hear(board, tool("may"))
    for n, move in enumerate(moves, 1):
        hear(board, typed(move))
        assert "cat-refuse" not in board.slots["said"], (move, heard(board))
        played = [str(node.action) for node in board.mode.timeline.line if node.parent.state.to_move != CHANCE]  # type: ignore[union-attr]
        assert len(played) == n


@pytest.mark.parametrize(("game_id", "options"), one_a_game(SECRETS), ids=named)
def test_what_was_really_played_can_be_on_a_table_that_hides_the_hands(game_id: str, options: Options) -> None:
    game: AnyGame = GAMES[game_id]
    setting = game.setup
    assert setting is not None
    rng, moves = Random(1), 0
    for start in sample(game_id, options)[::3]:
        real = Dealer(5).settle(start)
        if real.mover is None:
            continue
        board = setup(game_id, options=str(options))
        hear(board, view(board))
        board.mode.change(setting.known(setting.read(real), None, CHANCE))
        hear(board, tool("may"))
        if not board.mode.asked:  # what only the mover knows in the middle of a turn cannot be left out
            continue
        for _ in range(6):
            before = [setting.known(setting.read(state), None, CHANCE) for state in (real, board.mode.state)]
            if real.to_move in (None, CHANCE) or before[0] != before[1]:  # another card was turned up
                break
            action = rng.choice(real.legal())
            hear(board, typed(str(action)))
            assert "cat-refuse" not in board.slots["said"], (str(start), str(action), heard(board))
            real, moves = Dealer(5).settle(real.apply(action)), moves + 1
    assert moves > 2


@pytest.mark.parametrize("game_id", TABLES)
def test_what_may_be_done_with_what_nobody_knows_is_not_told_as_refused(game_id: str) -> None:
    board = laid(game_id)
    hear(board, tool("can"), tool("weigh"))
    told = answer(board)
    assert "With what nobody knows: " in told
    assert re.search(r"\d+ ways, listed below, hang on what nobody knows", heard(board))
    assert DEALT in heard(board)
    for held in ("holds no coordinate card", "does not hold", "in the hand of", "no patch"):
        assert held not in told, told[told.index(held) - 40 :][:120]


def test_of_several_reasons_the_one_that_stands_in_any_deal_is_told() -> None:
    board = laid("territory")
    hear(board, tool("can"), tool("weigh"))
    assert "The top cat on C4 is red already. C4" in answer(board)
    assert "Exchanged cards come from the assist deck." in answer(board)


def test_what_is_done_with_known_cards_hangs_on_nothing() -> None:
    board = laid("territory", "red C4 blue D5 A1.card hand.red B1.card hand.red ? hand.red")
    hear(board, tool("can"))
    assert "4 ways, listed below." in heard(board)  # a cat on either, an assist card for either
    assert re.search(r"\d+ more hang on what nobody knows", heard(board))
    sure, _, may = answer(board).partition("With what nobody knows: ")
    assert "A1>assist" in sure
    assert "A1>assist" not in may
    assert "C5" not in sure


def test_what_no_deal_allows_with_what_was_played_is_refused() -> None:
    board = laid("territory")
    hear(board, tool("may"), typed("C5"), typed("C5"), typed("C5"))
    assert "cat-refuse" in board.slots["said"]
    assert "Yellow holds no coordinate card for C5" in heard(board)  # there are two, and both have been shown
    played = [str(node.action) for node in board.mode.timeline.line]
    assert played.count("C5") == 2


def test_the_note_on_the_deal_stands_wherever_an_answer_hangs_on_it() -> None:
    board = laid("catbox")
    hear(board, tool("may"), typed("b8"), typed("b1"))
    for question in ("can", "count", "may"):
        hear(board, tool(question))
        assert DEALT in heard(board), question


@pytest.mark.parametrize(
    ("game_id", "moves", "shown"),
    [
        ("catbox", ("b8", "b1", "b2"), {"b8": ("plum", "trick"), "b1": ("teal", "trick")}),
        ("territory", ("C5", "C6", "D6"), {"C5": ("red",), "gone": ("C5.card", "C6.card", "D6.card")}),
        ("calico", ("Gv d3",), {"blue.d3": ("Gv", "placed")}),
    ],
)
def test_what_nobody_knew_is_unknown_when_the_table_is_set_up_from_there(
    game_id: str, moves: Sequence[str], shown: dict[str, tuple[str, ...]]
) -> None:
    board = laid(game_id)
    before = board.mode.draft
    hear(board, tool("may"), *map(typed, moves), tool("take"))
    draft, table = board.mode.draft, board.mode.table
    assert {place: draft.at(place) for place in shown} == shown
    secret = [place for place in draft.laid if table.places[place].secret]
    assert all(table.things[one].unknown for place in secret for one in draft.at(place)), board.mode.written()
    assert set(secret) == {place for place in before.laid if table.places[place].secret}
    hear(board, tool("can"))
    assert board.mode.asked


def test_known_cards_stay_known_and_played_ones_leave_when_set_up_from_there() -> None:
    board = laid("territory", "red C4 blue D5 A1.card hand.red B1.card hand.red ? hand.red")
    hear(board, tool("may"), typed("A1"), tool("take"))
    assert sorted(board.mode.draft.at("hand.red")) == ["?", "?", "B1.card"]  # drawn and seen by nobody
    hear(board, tool("undo"))
    assert board.mode.draft.at("hand.red") == ("A1.card", "B1.card", "?")


def test_a_patch_taken_from_the_market_is_known() -> None:
    board = laid("calico", CATS, "Gv hand1.blue Yd hand2.blue ? hand1.green hand2.green Nd market Ns market Bd market")
    hear(board, tool("may"), typed("Gv d3"), typed("+Ns"), tool("take"))
    held = {one for n in (1, 2) for one in board.mode.draft.at(f"hand{n}.blue")} - {"seen"}
    assert held == {"Yd", "Ns"}
    assert board.mode.draft.at("hand1.green") == ("?",)
    assert len(board.mode.draft.at("market")) == 3


def test_a_treasure_drawn_here_stays_unknown_and_is_told_as_drawn() -> None:
    board = laid("territory")
    hear(board, tool("may"), typed("C5"))
    assert re.search(r"Drawn by lot here: The treasure on C5 brings Red \d points?\.", heard(board))
    hear(board, typed("C6"), tool("take"))
    assert board.mode.draft.at("won.red") == ("?treasure",)
    assert board.mode.draft.at("won.blue") == ("?treasure",)
    hear(board, tool("count"))
    assert board.mode.asked
    assert DEALT in heard(board)


@pytest.mark.parametrize(("game_id", "options"), one_a_game(SECRETS), ids=named)
def test_nothing_that_was_drawn_here_is_known_when_a_table_is_set_up_from_there(game_id: str, options: Options) -> None:
    game: AnyGame = GAMES[game_id]
    assert game.setup is not None
    state = Dealer(3).settle(sample(game_id, options)[0])
    board = setup(game_id, options=str(options))
    hear(board, view(board))
    board.mode.change(game.setup.read(state))  # everything is known
    known = game.setup.lying(board.mode.draft)
    hear(board, tool("may"))
    for _ in range(5):
        sure = board.mode.ways()[0] if board.mode.state.mover is not None else ()  # with nothing that was drawn here
        hear(board, *(typed(str(action)) for action in sure[:1]))
    hear(board, tool("take"))
    things = board.mode.table.things
    backs = {one.likes for one in things.values() if one.unknown}
    now = game.setup.lying(board.mode.draft)
    more = {one: n - known[one] for one, n in now.items() if n > known[one]}
    assert not {one: n for one, n in more.items() if not things[one].unknown and things[one].likes in backs}


def test_another_patch_than_the_one_drawn_here_may_have_come_into_the_market() -> None:
    held = "Gv hand1.blue Yd hand2.blue Bs hand1.green Bd hand2.green Nd market Ns market Gs market"
    board = laid("calico", CATS, held)
    hear(board, tool("may"), typed("Gv d3"), typed("+Ns"), typed("Bs d3"))
    come = next(one for one in ("Uf", "Yq") if one not in str(board.mode.state))
    hear(board, typed(f"+{come}"))
    assert "cat-refuse" not in board.slots["said"], heard(board)
    hear(board, tool("take"))
    assert board.mode.draft.at("market").count("?") == 1  # what came after; the other one was taken


def _paradoxes() -> list[AnyState]:
    """Return positions of random rounds in which somebody can declare no card."""
    game, found = GAMES["catbox"], list[AnyState]()
    for seed in range(32):
        rng, dealer = Random(seed), Dealer(seed)
        state = dealer.settle(game.start(game.choose(f"players={2 + seed % 4}")))
        while state.to_move is not None and "paradox" not in map(str, state.legal()):
            state = dealer.settle(state.apply(rng.choice(state.legal())))
        found += [state] if state.to_move is not None else []
    return found


@pytest.mark.rule("catbox.paradox")
def test_a_paradox_of_a_hand_nobody_knows_can_be() -> None:
    found = _paradoxes()
    assert len(found) > 20
    for state in found:
        setting = state.game.setup
        assert setting is not None
        board = setup("catbox", options=str(state.options))
        hear(board, view(board))
        board.mode.change(setting.known(setting.read(state), None, CHANCE))
        hear(board, tool("can"))
        assert "paradox" in answer(board), str(state)
        hear(board, tool("may"), typed("paradox"))
        assert "can declare no card: a paradox!" in heard(board), (str(state), heard(board))


@pytest.mark.rule("catbox.paradox.not-chosen")
@pytest.mark.parametrize("move", ["paradox", "r3"])
def test_no_card_of_a_hand_nobody_knows_is_named_against_a_move(move: str) -> None:
    board = laid("catbox")
    hear(board, tool("may"), typed(move))
    assert "cat-refuse" in board.slots["said"]
    assert "for example" not in heard(board)
    assert {mark.area for mark in board.mode.marks()} <= {move}
    hear(board, tool("can"), tool("weigh"))
    assert "Nobody can choose a paradox: whoever can declare a card must declare one." in answer(board)
    assert "for example" not in answer(board)


def test_a_card_of_a_hand_that_lies_open_is_named_against_a_move() -> None:
    open_ = " ".join(f"{card} hand.plum hand.plum hand.plum" for card in (1, 2, 3)) + " 4 aside.plum"
    board = laid("catbox", open_, HANDS.partition("aside.plum ")[2].join(["? ", ""]), PREDICTED)
    hear(board, tool("may"), typed("paradox"))
    assert "Plum can still declare a card, for example blue 1." in heard(board)


@pytest.mark.rule("catbox.lead.no-red")
def test_closed_red_is_led_from_a_hand_nobody_knows_that_may_hold_no_other_colour() -> None:
    tokens = {"p": "b1 b2", "t": "y4 b3", "o": "g5 b4"}  # Plum has blue left, where 5 and 6 are free
    state = lay(3, tokens, "p:", lost={"p": "yg"}, won="2/0/0")
    setting = state.game.setup
    assert setting is not None
    board = setup("catbox", options="players=3")
    hear(board, view(board))
    hidden = setting.known(setting.read(state), None, CHANCE)
    for move, allowed in (("r1", True), ("r5", False)):
        board.mode.change(hidden)
        hear(board, tool("may"), typed(move))
        assert ("cat-refuse" not in board.slots["said"]) is allowed, heard(board)
        assert "for example" not in heard(board)
        hear(board, tool("table"))
