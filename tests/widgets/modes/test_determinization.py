"""Unknown pieces of an edited position never forbid an action, and stay unknown until they are revealed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from random import Random
from typing import Any

import pytest

from cattools.core.chance import Dealer
from cattools.core.display.scene import MarkKind
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.options import Options
from cattools.core.table.determinization import NO_OBSTACLES, Determinization, obstacles
from cattools.games import GAMES
from cattools.widgets import position_editor
from cattools.widgets.board import Board
from cattools.widgets.modes.editor.position_editor import PositionEditor
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
    if game.position_editor is not None and game.has_hidden_information(options)
]
CERTAIN = "Hidden information was filled in at random; only what is certain is counted."
DEALT = "Hidden information was filled in at random"


def editor_with(game_id: str, *words: str, options: str = "") -> Board[PositionEditor]:
    board = position_editor(game_id, options=options)
    hear(board, view(board), *map(typed, words or TABLES[game_id]))
    return board


def heard(board: Board[Any]) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", board.slots["status"]))


def answer(board: Board[Any]) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", board.slots["extra"]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "moves"),
    [
        ("territory", ("C5", "C6", "D6", "C4", "A1", "B1", "B6")),
        ("catbox", ("b8", "b1", "b2", "r2", "g5")),
        ("calico", ("Gv d3", "+Yd", "Nd c3", "+Nd", "Gs b2")),
    ],
)
def test_an_unknown_hand_forbids_none_of_the_moves_played_in_a_row(game_id: str, moves: Sequence[str]) -> None:
    board = editor_with(game_id)
    hear(board, tool("may"))
    for n, move in enumerate(moves, 1):
        hear(board, typed(move))
        assert "cat-refuse" not in board.slots["status"], (move, heard(board))
        played = [str(node.action) for node in board.mode.timeline.line if node.parent.state.to_move != CHANCE]  # type: ignore[union-attr]
        assert len(played) == n


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "options"), one_a_game(SECRETS), ids=named)
def test_moves_of_a_real_game_are_legal_with_unknown_hands(game_id: str, options: Options) -> None:
    game: AnyGame = GAMES[game_id]
    setting = game.position_editor
    assert setting is not None
    rng, moves = Random(1), 0
    for start in sample(game_id, options)[::3]:
        real = Dealer(5).settle(start)
        if real.mover is None:
            continue
        board = position_editor(game_id, options=str(options))
        hear(board, view(board))
        board.mode.change(setting.known(setting.read(real), None, CHANCE))
        hear(board, tool("may"))
        if not board.mode.asked:  # in mid-turn, what only the mover knows must be entered
            continue
        for _ in range(6):
            before = [setting.known(setting.read(state), None, CHANCE) for state in (real, board.mode.state)]
            if real.to_move in (None, CHANCE) or before[0] != before[1]:  # a different card was revealed
                break
            action = rng.choice(real.legal())
            hear(board, typed(str(action)))
            assert "cat-refuse" not in board.slots["status"], (str(start), str(action), heard(board))
            real, moves = Dealer(5).settle(real.apply(action)), moves + 1
    assert moves > 2


@pytest.mark.slow
@pytest.mark.parametrize("game_id", TABLES)
def test_actions_possible_with_unknown_pieces_are_not_listed_as_refused(game_id: str) -> None:
    board = editor_with(game_id)
    hear(board, tool("can"), tool("weigh"))
    listed = answer(board)
    assert "Depending on hidden information:" in listed
    assert re.search(r"\d+ moves, listed below, depend on hidden information", heard(board))
    assert DEALT in heard(board)
    for held in ("holds no", "does not hold", "do not hold", "no patch"):
        assert held not in listed, listed[listed.index(held) - 40 :][:120]


def test_reasons_that_apply_in_every_deal_are_given() -> None:
    board = editor_with("territory")
    hear(board, tool("can"), tool("weigh"))
    assert "The top cat on C4 is already red. C4" in answer(board)
    assert "In an exchange, the new card comes from the assist deck." in answer(board)


def test_actions_with_known_cards_do_not_depend_on_the_deal() -> None:
    board = editor_with("territory", "red C4 blue D5 A1.card hand.red B1.card hand.red ? hand.red")
    hear(board, tool("can"))
    assert "4 legal moves, listed below." in heard(board)  # each of two cards places a cat or is exchanged
    assert re.search(r"\d+ more depend on hidden information", heard(board))
    sure, _, may = answer(board).partition("Depending on hidden information:")
    assert "Coordinate card A1; Coordinate card B1 (2): Assist deck" in " ".join(sure.split())
    assert "(A1)" not in may
    assert "C5" not in sure


def test_a_move_impossible_in_every_deal_is_refused() -> None:
    board = editor_with("territory")
    hear(board, tool("may"), typed("C5"), typed("C5"), typed("C5"))
    assert "cat-refuse" in board.slots["status"]
    assert "Yellow holds no coordinate card for C5" in heard(board)  # both such cards have been played
    played = [str(node.action) for node in board.mode.timeline.line]
    assert played.count("C5") == 2


def test_every_answer_that_depends_on_the_deal_says_so() -> None:
    board = editor_with("catbox")
    hear(board, tool("may"), typed("b8"), typed("b1"))
    for question in ("can", "count", "may"):
        hear(board, tool(question))
        assert (DEALT if question != "count" else CERTAIN) in heard(board), question


@pytest.mark.parametrize(
    ("game_id", "moves", "shown"),
    [
        ("catbox", ("b8", "b1", "b2"), {"b8": ("plum", "trick"), "b1": ("teal", "trick")}),
        ("territory", ("C5", "C6", "D6"), {"C5": ("red",), "gone": ("C5.card", "C6.card", "D6.card")}),
        ("calico", ("Gv d3",), {"blue.d3": ("Gv", "placed")}),
    ],
)
def test_unrevealed_pieces_stay_unknown_when_play_returns_to_the_editor(
    game_id: str, moves: Sequence[str], shown: dict[str, tuple[str, ...]]
) -> None:
    board = editor_with(game_id)
    before = board.mode.draft
    hear(board, tool("may"), *map(typed, moves), tool("take"))
    draft, table = board.mode.draft, board.mode.table
    assert {place: draft.at(place) for place in shown} == shown
    secret = [place for place in draft.contents if table.places[place].secret]
    assert all(table.things[one].unknown for place in secret for one in draft.at(place)), board.mode.written()
    assert set(secret) == {place for place in before.contents if table.places[place].secret}
    hear(board, tool("can"))
    assert board.mode.asked


def test_known_cards_stay_known_and_played_ones_leave_when_play_returns_to_the_editor() -> None:
    board = editor_with("territory", "red C4 blue D5 A1.card hand.red B1.card hand.red ? hand.red")
    hear(board, tool("may"), typed("A1"), tool("take"))
    assert sorted(board.mode.draft.at("hand.red")) == ["?", "?", "B1.card"]  # nobody has seen the card drawn
    hear(board, tool("undo"))
    assert board.mode.draft.at("hand.red") == ("A1.card", "B1.card", "?")


def test_a_tile_taken_from_the_market_is_known() -> None:
    board = editor_with(
        "calico", CATS, "Gv hand1.blue Yd hand2.blue ? hand1.green hand2.green Nd market Ns market Bd market"
    )
    hear(board, tool("may"), typed("Gv d3"), typed("+Ns"), tool("take"))
    held = {one for n in (1, 2) for one in board.mode.draft.at(f"hand{n}.blue")} - {"seen"}
    assert held == {"Yd", "Ns"}
    assert board.mode.draft.at("hand1.green") == ("?",)
    assert len(board.mode.draft.at("market")) == 3


def test_a_treasure_drawn_in_play_is_reported_and_stays_unknown() -> None:
    board = editor_with("territory")
    hear(board, tool("may"), typed("C5"))
    assert re.search(r"Drawn at random by the editor: Red takes the treasure on C5, worth \d points?\.", heard(board))
    hear(board, typed("C6"), tool("take"))
    assert board.mode.draft.at("won.red") == ("?treasure",)
    assert board.mode.draft.at("won.blue") == ("?treasure",)
    hear(board, tool("count"))
    assert board.mode.asked
    assert CERTAIN in heard(board)
    assert "The rest depends on: Treasures of Red, Treasures of Blue and the treasures won." in heard(board)


@pytest.mark.parametrize(("game_id", "options"), one_a_game(SECRETS), ids=named)
def test_nothing_drawn_in_play_is_known_when_play_returns_to_the_editor(game_id: str, options: Options) -> None:
    game: AnyGame = GAMES[game_id]
    assert game.position_editor is not None
    state = Dealer(3).settle(sample(game_id, options)[0])
    board = position_editor(game_id, options=str(options))
    hear(board, view(board))
    board.mode.change(game.position_editor.read(state))  # every piece is known
    known = game.position_editor.thing_counts(board.mode.draft)
    hear(board, tool("may"))
    for _ in range(5):
        # actions that do not depend on the pieces drawn since then
        sure = board.mode.ways()[0] if board.mode.state.mover is not None else ()
        hear(board, *(typed(str(action)) for action in sure[:1]))
    hear(board, tool("take"))
    things = board.mode.table.things
    backs = {one.group for one in things.values() if one.unknown}
    now = game.position_editor.thing_counts(board.mode.draft)
    more = {one: n - known[one] for one, n in now.items() if n > known[one]}
    assert not {one: n for one, n in more.items() if not things[one].unknown and things[one].group in backs}


def test_the_market_can_have_received_a_tile_other_than_the_one_drawn() -> None:
    held = "Gv hand1.blue Yd hand2.blue Bs hand1.green Bd hand2.green Nd market Ns market Gs market"
    board = editor_with("calico", CATS, held)
    hear(board, tool("may"), typed("Gv d3"), typed("+Ns"), typed("Bs d3"))
    received = next(one for one in ("Uf", "Yq") if one not in str(board.mode.state))
    hear(board, typed(f"+{received}"))
    assert "cat-refuse" not in board.slots["status"], heard(board)
    hear(board, tool("take"))
    assert board.mode.draft.at("market").count("?") == 1  # the tile drawn last; the tile drawn before it was taken


def _paradoxes() -> list[AnyState]:
    """Return positions from random rounds in which the mover can declare no card."""
    game, found = GAMES["catbox"], list[AnyState]()
    for seed in range(32):
        rng, dealer = Random(seed), Dealer(seed)
        state = dealer.settle(game.start(game.choose(f"players={2 + seed % 4}")))
        while state.to_move is not None and "paradox" not in map(str, state.legal()):
            state = dealer.settle(state.apply(rng.choice(state.legal())))
        found += [state] if state.to_move is not None else []
    return found


@pytest.mark.nightly
@pytest.mark.rule("catbox.paradox")
def test_an_unknown_hand_can_have_a_paradox() -> None:
    found = _paradoxes()
    assert len(found) > 20
    for state in found:
        setting = state.game.position_editor
        assert setting is not None
        board = position_editor("catbox", options=str(state.options))
        hear(board, view(board))
        board.mode.change(setting.known(setting.read(state), None, CHANCE))
        hear(board, tool("can"))
        assert "Paradox" in answer(board), str(state)
        hear(board, tool("may"), typed("paradox"))
        assert "cannot declare any card: a paradox!" in heard(board), (str(state), heard(board))


@pytest.mark.rule("catbox.paradox")
def test_a_hand_that_was_dealt_here_forces_no_paradox() -> None:
    """A paradox follows automatically, but only if every hand that the player can have forces it."""
    board = position_editor("catbox", options="players=2")
    hear(board, view(board), typed("ttp2/1ppp1/3p1/ttxxx play p:b4 1455/12455 rbyg/rg -/- 3/1 2/3 deck=13"))
    setting = board.mode.editor
    board.mode.change(setting.known(board.mode.draft, None, CHANCE))
    hear(board, tool("may"), typed("r5"))
    assert "Teal declares the red 5." in heard(board)
    assert "paradox" not in heard(board)
    assert board.mode.state.to_move is not None
    hear(board, typed("paradox"))
    assert "cannot declare any card: a paradox!" in heard(board)
    played = [str(node.action) for node in board.mode.timeline.line]
    assert played == ["r5", "paradox"]


@pytest.mark.rule("catbox.paradox.not-chosen")
@pytest.mark.parametrize("move", ["paradox", "r3"])
def test_no_card_of_an_unknown_hand_is_cited_against_a_move(move: str) -> None:
    board = editor_with("catbox")
    hear(board, tool("may"), typed(move))
    assert "cat-refuse" in board.slots["status"]
    assert "for example" not in heard(board)
    cited = {mark.area for mark in board.mode.marks() if mark.kind is not MarkKind.ASSUMED}
    assert cited <= {move}
    hear(board, tool("can"), tool("weigh"))
    assert "Nobody can choose a paradox: a player who can declare a card must declare one." in answer(board)
    assert "for example" not in answer(board)


def test_a_card_of_an_open_hand_is_cited_against_a_move() -> None:
    open_ = " ".join(f"{card} hand.plum hand.plum hand.plum" for card in (1, 2, 3)) + " 4 aside.plum"
    board = editor_with("catbox", open_, HANDS.partition("aside.plum ")[2].join(["? ", ""]), PREDICTED)
    hear(board, tool("may"), typed("paradox"))
    assert "Plum can still declare a card, for example blue 1." in heard(board)


@pytest.mark.rule("catbox.lead.no-red")
def test_red_can_be_led_before_it_opens_if_an_unknown_hand_can_lack_other_colours() -> None:
    tokens = {"p": "b1 b2", "t": "y4 b3", "o": "g5 b4"}  # besides red, Plum can declare only blue 5 and 6
    state = lay(3, tokens, "p:", lost={"p": "yg"}, won="2/0/0")
    setting = state.game.position_editor
    assert setting is not None
    board = position_editor("catbox", options="players=3")
    hear(board, view(board))
    hidden = setting.known(setting.read(state), None, CHANCE)
    for move, allowed in (("r1", True), ("r5", False)):
        board.mode.change(hidden)
        hear(board, tool("may"), typed(move))
        assert ("cat-refuse" not in board.slots["status"]) is allowed, heard(board)
        assert "for example" not in heard(board)
        hear(board, tool("table"))


DUEL = (
    "b,1,r,rb,r,r/r,1,b,rb,r,r/br,r,br,rb,b,1/r,b,1,r,2/1,b,r,r,1,r/b,b,b,2,r blue B1+F3+E5+F5/B2+F4+A5+D6"
    " gone=A1+C1+D1+E1+F1+A2+C2+D2+E2+F2+A3+B3+C3+D3+E3+A4+B4+D4+B5+C5+D5+A6+B6+C6+F6"
)


@pytest.mark.rule("territory.place.card")
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(1, 25))])
def test_a_card_drawn_since_is_never_missing_because_another_hand_was_dealt_it(seed: int) -> None:
    game: AnyGame = GAMES["territory"]
    setting, dealer = game.position_editor, Dealer(seed)
    assert setting is not None
    hidden = setting.known(setting.read(game.position(DUEL, "game=duel")), None, CHANCE)
    world = Determinization.dealt(game, setting, hidden, hidden)
    for move in ("B2", "E5", "A5", "F3", "D6", "B1"):
        if obstacles(world.state, [move]) != NO_OBSTACLES:
            found = world.suiting([move])
            assert found is not None, move
            world = found
        world.timeline.play(game.read_action(move, world.state))
        while world.state.to_move == CHANCE:
            world.timeline.play(dealer.choose(world.state))
    sure, unsure, _ = world.ways()
    assert not sure
    assert {*map(str, unsure)} == {"C4", "E4", "F4", "E6", "F5"}
    for move in map(str, unsure):
        suits = world if obstacles(world.state, [move]) == NO_OBSTACLES else world.suiting([move])
        assert suits is not None, move
        assert obstacles(suits.state, [move]) == NO_OBSTACLES, move


@pytest.mark.rule("cattricola.hidden.sex")
def test_a_face_down_tile_stays_unknown_next_to_one_like_it() -> None:
    game: AnyGame = GAMES["cattricola"]
    setting = game.position_editor
    assert setting is not None
    pigs = game.position("0,0;0,5 10/10/10/pf?py8/10 plum=A::a2,a3 teal=C plum", "hidden")
    hidden = setting.known(setting.read(pigs), None, CHANCE)
    world = Determinization.dealt(game, setting, hidden, hidden)
    for move in ("d1", "@2"):
        world.timeline.play(game.read_action(move, world.state))
    known = world.known()
    assert known.at("plum1") == ("p?",)
    assert known.at("hand") == ("pf",)
