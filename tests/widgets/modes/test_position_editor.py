"""The position editor: any position can be built by presses, bad input loses no entry, and questions are answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cattools.core.chance import ByChance, Dealer
from cattools.core.game import AnyGame, AnyState
from cattools.core.options import Options
from cattools.games import GAMES, having
from cattools.games.catbox.components import numbers
from cattools.games.catbox.position import Catbox
from cattools.games.herders.position import Herders
from cattools.render.editor_scene import PALETTE
from cattools.widgets import play, position_editor, scorer, show
from cattools.widgets.board import Board
from cattools.widgets.modes.editor.position_editor import PositionEditor
from tests.core.test_fuzz import JSON
from tests.games.helpers import as_a, choices, named, sample
from tests.kinds import number, one_a_game, some
from tests.widgets.board_client import hear, press, said, tool, typed, view

ROOT = Path(__file__).parents[3]
HAVE = having("position_editor")
SOME = [(game_id, options) for game_id in HAVE for options in choices(game_id)[:3]]
EVERY = [(game_id, options) for game_id in HAVE for options in choices(game_id)]


def blank(game_id: str, options: Options) -> Board[PositionEditor]:
    board = position_editor(game_id, options=str(options))
    hear(board, view(board))
    return board


def build(board: Board[PositionEditor], state: AnyState) -> int:
    """Build a position by presses, picking up each piece first; return the number of presses."""
    mode, presses = board.mode, 0
    target = mode.editor.read(state)
    chosen = {
        name: "on" if value is True else str(value) for name, value in state.options.items() if value is not False
    }
    hear(board, {"kind": "form", "form": "table", "values": {**chosen, **target.field_values}})
    for place, things in target.contents.items():
        seat = mode.table.places[place].seat
        if seat not in (None, mode.seat):
            hear(board, tool(f"seat:{seat}"))
            presses += 1
        for thing in things:
            if mode.item != thing:
                if (page := mode.table.things[thing].palette_page) != mode.page:
                    hear(board, tool(f"page:{page}"))
                    presses += 1
                hear(board, *press(f"{PALETTE}{thing}"))
                presses += 1
            hear(board, *press(place))
            presses += 1
    return presses


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "options"), EVERY, ids=named)
def test_every_position_round_trips_through_a_draft_and_its_text(game_id: str, options: Options) -> None:
    game: AnyGame = GAMES[game_id]
    assert game.position_editor is not None
    for state in sample(game_id, options):
        draft = game.position_editor.read(state)
        assert game.read_position(game.position_editor.write(draft), options) == state
        assert game.position_editor.read_text(game.position_editor.text(draft), options) == draft
        assert not game.position_editor.all_problems(draft)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "options"), one_a_game(SOME), ids=named)
def test_any_position_can_be_built_press_by_press(game_id: str, options: Options) -> None:
    for state in sample(game_id, options, seed=2)[::4]:
        board = blank(game_id, options)
        build(board, state)
        assert board.mode.position() == state
        hear(board, tool("may"))
        assert board.mode.asked == "may"


@cache
def areas(game_id: str) -> tuple[str, ...]:
    mode = position_editor(game_id).mode
    return (*mode.scene().areas, *(PALETTE + thing for thing in mode.table.things))


TOOLS = ["undo", "redo", "start", "reset", "share", "may", "can", "count", "weigh", "table", "take", "seat:1", "x"]


def messages(game_id: str) -> st.SearchStrategy[Any]:
    words = st.sampled_from([*areas(game_id), "turn=0", "turn=x", "?", "a:b", ":", "=", "-", ">", "1/2", "[x] y"])
    return st.one_of(
        st.sampled_from(areas(game_id)).map(lambda area: {"kind": "press", "area": area}),
        st.sampled_from(areas(game_id)).map(lambda area: {"kind": "query", "area": area}),
        st.lists(words, max_size=3).map(lambda found: typed(" ".join(found).replace(PALETTE, ""))),
        st.sampled_from(TOOLS).map(tool),
        st.just({"kind": "back"}),
        st.text(max_size=20).map(lambda written: {"kind": "form", "form": "written", "values": {"position": written}}),
        st.text(max_size=20).map(lambda fragment: {"kind": "address", "fragment": fragment}),
        JSON,
    )


@pytest.mark.slow
@pytest.mark.parametrize("game_id", HAVE)
@settings(max_examples=number(10, 100), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_arbitrary_messages_lose_no_entry(game_id: str, data: st.DataObject) -> None:
    board = blank(game_id, GAMES[game_id].choose())
    mode = board.mode
    for message in data.draw(st.lists(messages(game_id), max_size=12)):
        before = mode.draft
        hear(board, message)
        assert set(board.names) == set(mode.scene().areas)
        assert mode.editor.read_text(mode.editor.text(mode.draft), mode.draft.options) == mode.draft
        if mode.draft != before and mode.past and mode.past[-1] == before:
            kept = mode.draft
            hear(board, tool("undo"))
            assert mode.draft == before
            hear(board, tool("redo"))
            assert mode.draft == kept


def test_asking_a_question_and_returning_to_the_editor_scroll_to_the_board() -> None:
    board = position_editor("herders")
    for name in ("may", "table"):
        assert [one["kind"] for one in hear(board, tool(name))].count("begun") == 1
    assert "begun" not in [one["kind"] for one in hear(board, *press("f6", "+cat"))]


@pytest.mark.parametrize("written", ["", " \n"])
def test_pasting_empty_text_does_not_clear_the_board(written: str) -> None:
    board = position_editor("herders")
    hear(board, *press("f6", "+cat"), {"kind": "form", "form": "written", "values": {"position": written}})
    assert unescape(said(board)) == "Expected a position in notation or as text, found ''."
    assert board.mode.draft.at("f6") == ("cat",)


def test_turning_the_palette_page_puts_back_the_chosen_piece() -> None:
    board = position_editor("catbox")
    hear(board, *press("+plum", "r1"), tool("page:card"), *press("hand.plum", "+5"))
    assert board.mode.draft.at("hand.plum") == ("5",)


def test_a_question_asked_too_early_lists_what_is_missing() -> None:
    board = position_editor("territory")
    hear(board, typed("red C4 by=row"), tool("may"))
    assert board.mode.asked == ""
    assert unescape(said(board)) == "Still to enter: where the cat was just placed."


def drafts(game_id: str) -> Iterator[Board[PositionEditor]]:
    for options in choices(game_id)[:3]:
        for state in sample(game_id, options)[:4]:
            board = blank(game_id, options)
            hear(board, {"kind": "form", "form": "written", "values": {"position": f"[{options}] {state}"}})
            yield board


def pressed_last(board: Board[PositionEditor]) -> list[str]:
    """Return, for every legal action, the name of what is pressed last, or the words on its button."""
    played, areas = board.mode.game, board.mode.scene().areas
    ways = [(action, played.presses(action)) for action in board.state.legal()]
    return [
        areas[presses[-1]].name.partition(",")[0] if presses else str(played.label(action))
        for action, presses in ways
        if not presses or presses[-1] in areas
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", some(HAVE, lambda game: game != "cattricola"))
def test_the_three_questions_are_answered(game_id: str) -> None:
    for board in drafts(game_id):
        hear(board, tool("may"))
        assert board.mode.asked == "may", said(board)
        state = board.state
        hear(board, tool("can"))
        assert all(words in unescape(board.slots["extra"]) for words in pressed_last(board))
        hear(board, tool("count"))
        total = state.score().lines
        assert not total or "<table>" in board.slots["extra"]
        if state.to_move is not None:
            assert "play" in board.slots["extra"]
        hear(board, tool("table"))
        assert not board.mode.asked


def test_every_board_links_to_the_editor_with_its_position() -> None:
    found = re.search(r'data-page="herders/position" data-anchor="([^"]*)"', show("herders.place").slots["extra"])
    assert found
    board = blank("herders", GAMES["herders"].choose())
    hear(board, {"kind": "address", "fragment": unescape(found[1])})
    assert board.mode.position() == show("herders.place").state


@pytest.mark.parametrize("game_id", ["catbox", "territory"])
def test_a_game_opens_in_the_editor_with_only_what_its_player_knows(game_id: str) -> None:
    played = play(game_id, "human", "friendly", "friendly", seed=3, players="3")
    found = re.search(rf'data-page="{game_id}/position" data-anchor="([^"]*)"', played.slots["extra"])
    assert found
    board = blank(game_id, GAMES[game_id].choose())
    hear(board, {"kind": "address", "fragment": unescape(found[1])})
    hands = {place: things for place, things in board.mode.draft.contents.items() if place.startswith("hand.")}
    assert len(hands) == 3
    assert [place for place, things in hands.items() if not set(things) <= {"?", "?assist"}] == [next(iter(hands))]


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "options"), EVERY, ids=named)
def test_what_a_seat_knows_is_the_same_in_all_worlds_it_cannot_tell_apart(game_id: str, options: Options) -> None:
    game: AnyGame = GAMES[game_id]
    assert game.position_editor is not None
    for state in sample(game_id, options)[:6]:
        for seat in (None, *range(len(game.seats(options)))):
            worlds = [state.view(seat).determinize(Random(n)) for n in (1, 2)]
            one, other, here = (
                game.position_editor.known(game.position_editor.read(s), seat, state.mover) for s in (*worlds, state)
            )
            assert one == other == here


PAGES = [(kind, game_id) for kind in ("position", "scorer") for game_id in GAMES
         if (ROOT / "book" / game_id / f"{kind}.md").is_file()]  # fmt: skip


@pytest.mark.parametrize(("kind", "game_id"), PAGES)
def test_the_examples_on_a_page_can_be_typed_there(kind: str, game_id: str) -> None:
    page = (ROOT / "book" / game_id / f"{kind}.md").read_text(encoding="utf-8")
    keys = next(line for line in page.splitlines() if line.startswith("**By key"))
    board: Board[Any] = position_editor(game_id) if kind == "position" else scorer(game_id)
    hear(board, view(board))
    examples = re.findall(r"`([^`]+)`", keys)
    assert examples
    for written in examples:
        hear(board, typed(written))
        assert "cat-refuse" not in board.slots["status"], (written, said(board))


def test_words_before_an_unreadable_one_are_entered() -> None:
    board = blank("herders", GAMES["herders"].choose(""))
    hear(board, typed("cat f6 g6 red zz9 f7"))
    assert board.mode.draft.where("cat") == ["f6", "g6"]
    assert "found 'zz9' as word 5 of 6" in unescape(said(board))
    hear(board, {"kind": "form", "form": "written", "values": {"position": "f6:cat g6:dog"}})
    assert "found 'g6:dog' as word 2 of 2" in unescape(said(board))
    assert sorted(board.mode.draft.where("cat")) == ["f6", "g6"]


def test_play_from_the_editor_keeps_the_names_and_the_known_cards() -> None:
    board = blank("catbox", GAMES["catbox"].choose("players=3"))
    form = {"players": "3", "phase": "play", "name-plum": "Ann", "name-teal": "Bo"}
    known = "plum b6 trick b6 5 hand 6 hand ? " + "hand " * 6 + "aside "
    others = "".join(f"{'hand.' + who} " * 9 + f"aside.{who} " for who in ("teal", "orange"))
    values = {f"predicted-{who}": "1" for who in ("plum", "teal", "orange")}
    hear(board, {"kind": "form", "form": "table", "values": {**form, **values}}, typed(known + others), tool("can"))
    assert "Bo to declare" in said(board)
    links = re.findall(r'data-page="catbox/play" data-anchor="([^"]*)"', board.slots["extra"])
    assert len(links) == 2
    for link in links:
        table = play("catbox")
        hear(table, {"kind": "address", "fragment": unescape(link)})
        assert table.mode.session.names[:2] == ["Ann", "Bo"]
        assert {5, 6} <= set(numbers(as_a(Catbox, table.state).hands[0]))


def test_a_hand_that_led_red_before_it_opened_is_dealt_only_what_it_can_hold() -> None:
    setting = GAMES["catbox"].position_editor
    assert setting
    options = GAMES["catbox"].choose("players=3")
    table = "hand.plum:?,?,?,?,?,?,?,? hand.teal:?,?,?,?,?,?,?,?,? hand.orange:?,?,?,?,?,?,?,?,? only=p:12"
    draft = setting.read_text(table, options)
    for seed in range(20):
        hand = setting.dealt(draft, Random(seed)).at("hand.plum")
        assert set(hand) <= {"1", "2"}


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize(("game_id", "options"), one_a_game(SOME), ids=named)
def test_a_complete_position_answers_questions_and_an_incomplete_one_says_why_not(
    game_id: str, options: Options
) -> None:
    game, rng = GAMES[game_id], Random(3)
    assert game.position_editor is not None
    for state in sample(game_id, options)[:: number(2, 1)]:
        whole = game.position_editor.read(state)
        assert not [*game.position_editor.missing(whole)], str(state)
        for _ in range(number(1, 4)):
            contents = {place: things for place, things in whole.contents.items() if rng.random() < 0.7}
            values = {name: value for name, value in whole.field_values.items() if rng.random() < 0.7}
            part = replace(whole, contents=contents, field_values=values)
            board = blank(game_id, options)
            board.mode.change(part)
            whole_now = "Ask a question below" in said(board)
            hear(board, tool("may"))
            assert board.mode.asked or not whole_now, game.position_editor.text(part)
            assert board.mode.asked or board.mode.problems or board.mode.missing


FOUR = ("plum", "teal", "orange", "slate")
CATS = "cat1=millie cat2=coconut cat3=gwenivere likes1=de likes2=fq likes3=sv"


@pytest.mark.rule("calico.turn.place")
def test_one_quilt_is_enough_for_questions_and_tiles_dealt_to_others_are_not_scored() -> None:
    board = blank("calico", GAMES["calico"].choose())
    hear(board, typed(CATS), typed("Nd blue.b2 Ns blue.b3 Bd blue.b4 Yd hand1.blue"))
    lacks = unescape(board.slots["extra"])
    for one in ("Green: 3 patches on the quilt", "Blue: 1 patch in hand", "the market"):
        assert one in lacks
    hear(board, tool("may"), typed("Yd b5"))
    assert "Blue sews yellow dots on b5." in said(board)
    assert "Play from here" not in board.slots["extra"]
    hear(board, tool("table"), tool("count"))
    assert "Current score; the game is not over." in said(board)
    assert "No patches are left" not in said(board)
    assert board.mode.draft.where("?") == []


@pytest.mark.parametrize(
    ("game_id", "words", "rule"),
    [
        ("catbox", "plum b7 teal b7", "catbox.declare.free-cell"),
        ("catbox", "? " + "hand.plum " * 10, "catbox.prepare.discard"),
        ("territory", "? " + "hand.red " * 9, "territory.setup.hand"),
        ("territory", "red A1 A1", "territory.stack.unique"),
        ("cattricola", "disc-plum=a disc-teal=a", "cattricola.setup.disc"),
        ("cattricola", "disc-plum=a disc-teal=b turn=teal charged=9", "cattricola.charge.count"),
        ("cattricola", "disc-plum=a disc-teal=b phase=final lifts=7", "cattricola.circle.lift"),
        ("cattricola", "disc-plum=a disc-teal=b phase=final passed=9", "cattricola.end.pass"),
    ],
)
def test_an_impossible_entry_is_reported_with_its_rule_immediately(game_id: str, words: str, rule: str) -> None:
    board = blank(game_id, GAMES[game_id].choose())
    hear(board, typed(words))
    assert [problem.rule for problem in board.mode.problems] == [rule]
    hear(board, tool("may"))
    assert not board.mode.asked
    assert "Expected" not in said(board)


def test_one_of_two_tokens_in_a_cell_can_be_removed() -> None:
    board = blank("catbox", GAMES["catbox"].choose())
    hear(board, *press("+plum", "b7", "+teal", "b7"))
    assert board.mode.draft.at("b7") == ("plum", "teal")
    hear(board, *press("b7"))
    assert board.mode.draft.at("b7") == ("plum",)
    hear(board, *press("+teal", "b7", "+orange"))  # the chosen token goes there instead
    assert board.mode.draft.at("b7") == ("orange",)


@pytest.mark.parametrize(
    ("words", "lacks"),
    [
        ("won-plum=0", "the trick of 1 token, either its winner or the mark “in this trick”"),
        ("won-plum=5", "Plum, Teal, Orange and Slate: 4 tokens, for the tricks won"),
        ("won-plum=1 predicted-teal=-", "Teal: the prediction"),
        ("won-plum=1 -aside.teal", "Teal: the card put aside"),
        ("won-plum=1", ""),
    ],
)
def test_what_a_trick_lacks_is_listed_but_needed_for_no_question(words: str, lacks: str) -> None:
    board = blank("catbox", GAMES["catbox"].choose())
    cards = "".join(f"{f'hand.{who} ' * 8}aside.{who} " for who in FOUR)
    hear(board, typed("? " + cards), typed(" ".join(f"predicted-{who}=1" for who in FOUR)))
    hear(board, typed("plum b7 teal b6 orange g1 slate y5"), typed(words))
    assert lacks in board.slots["extra"]
    assert ("also enter" in board.slots["extra"]) == bool(lacks)
    hear(board, tool("may"))
    assert board.mode.asked == "may"
    assert "Expected" not in said(board)


@pytest.mark.parametrize(("game_id", "words"), [("herders", "cat f6"), ("territory", "? hand.red")])
def test_an_incomplete_position_answers_questions_but_cannot_start_a_game(game_id: str, words: str) -> None:
    board = blank(game_id, GAMES[game_id].choose())
    hear(board, typed(words))
    assert "To play on from here, also enter:" in board.slots["extra"]
    hear(board, tool("may"))
    assert "Still to enter" not in said(board)
    assert "Play from here" not in board.slots["extra"]


def test_a_missing_entry_is_reported_even_if_hands_are_unknown() -> None:
    board = blank("territory", GAMES["territory"].choose())
    hands = "".join(f"hand.{who} " * 3 for who in ("red", "blue", "yellow", "green"))
    hear(board, typed("? " + hands), typed("by=row"))
    assert "where the cat was just placed" in said(board)
    hear(board, tool("may"))
    assert "where the cat was just placed" in said(board)
    hear(board, tool("count"))
    assert "Points: Red 0" in said(board)


def test_refused_actions_are_collapsed_by_rule() -> None:
    game = GAMES["herders"]
    state = Dealer(25).settle(game.start(game.choose()))  # one of 3,732 actions jumps over a cat
    board = blank("herders", game.choose())
    hear(board, typed(game.write_position(state)), tool("can"))
    assert '<ul class="cat-possible">' in board.slots["extra"]
    before = board.slots["extra"].count("<details")
    hear(board, tool("weigh"))
    answer = board.slots["extra"]
    causes = {board.mode.game.rules.cited(why[0]).id for action in board.mode.game.candidates(board.state)
              if not isinstance(action, ByChance) and (why := board.state.why_not(action))}  # fmt: skip
    assert "herders.move.clear" in causes
    assert answer.count("<details") - before == len(causes)
    assert all(f'href="rule:{rule}"' in answer for rule in causes)


def test_nothing_can_be_removed_from_an_empty_place() -> None:
    board = blank("territory", GAMES["territory"].choose())
    hear(board, typed("-A1"))
    assert unescape(said(board)) == "Expected something to remove in A1, found nothing."


@pytest.mark.parametrize(
    ("game_id", "words", "moves"),
    [
        ("herders", "cat f6 g5 red c3 blue h8", ("a1", "h1")),
        ("territory", "red C4 blue D5", ("C5", "D5", "A1")),
        ("calico", CATS, ("Gv d3", "Nd c3")),
    ],
)
def test_a_hand_that_is_not_entered_forbids_nothing(game_id: str, words: str, moves: Sequence[str]) -> None:
    board = blank(game_id, GAMES[game_id].choose())
    hear(board, typed(words))
    dealt = []
    for move in moves:
        hear(board, tool("may"), typed(move))
        depends = "This depends on: " in board.slots["status"]
        assert ("Allowed." in board.slots["status"]) != depends
        assert "cat-refuse" not in board.slots["status"]
        dealt.append(depends)
        hear(board, tool("table"))
    assert dealt == [game_id != "herders"] * len(moves)  # in Herders, herders not on the board are in hand


@pytest.mark.slow
def test_a_move_that_no_hand_allows_is_refused_for_that_reason_only() -> None:
    board = blank("territory", GAMES["territory"].choose())
    hear(board, typed("red C4 blue D5"), tool("may"), typed("C4"))
    assert said(board) == "The top cat on C4 is already red."
    hear(board, typed("pass"))
    assert "Allowed." not in board.slots["status"]


def test_herders_not_on_the_board_are_in_hand_unless_herders_can_leave() -> None:
    board = blank("herders", GAMES["herders"].choose())
    hear(board, typed("red c3 blue h8"))
    assert "herder" not in board.slots["extra"].partition("also enter")[2].partition("</p>")[0]
    hear(board, tool("can"))
    assert as_a(Herders, board.mode.state).hands == (14, 14)
    board = blank("herders", GAMES["herders"].choose("sacrifice"))
    hear(board, typed("red c3"))
    assert "Red: the herders in hand" in board.slots["extra"]


@pytest.mark.parametrize(
    ("game_id", "words", "message"),
    [
        ("herders", "cat f5 f6 f7 g5 g6", "Now: f5, cat; f6, cat; f7, cat; g5, cat; g6, cat."),
        ("calico", "Nd b2 Ye b3 turn=green", "Now: b2, navy dots; b3, yellow ferns. Player to move: Green."),
        ("territory", "red C4 D4 blue C4", "Now: C4, red cat, blue cat; D4, red cat."),
    ],
)
def test_a_typed_list_is_announced_once_and_undone_in_one_step(game_id: str, words: str, message: str) -> None:
    board = blank(game_id, GAMES[game_id].choose())
    heard: list[str] = []
    board.observe(lambda change: heard.append(change["new"]["status"]), names="slots")
    hear(board, typed(words))
    assert len([*dict.fromkeys(heard)]) == 1
    assert said(board).startswith(message)
    hear(board, tool("undo"))
    assert (board.mode.draft.contents, board.mode.draft.field_values) == ({}, {})


def test_a_replaced_tile_is_reported() -> None:
    board = blank("calico", GAMES["calico"].choose())
    hear(board, typed("Nd b2"), typed("Gv b2 b3"))
    assert said(board).startswith("Now: b2, green vines; b3, green vines. Removed: navy dots.")
    hear(board, tool("undo"), *press(f"{PALETTE}Gv", "blue.b2"))
    assert said(board).startswith("Now: b2, green vines. Removed: navy dots.")


@pytest.mark.parametrize(
    ("game_id", "words"),
    [
        ("herders", "cat f6 scared f6 red f5 taken-red=5 hand-red=0 hand-blue=0"),
        ("calico", "turn=none-yet seven=blue"),
        ("catbox", "phase=deal aside.plum:5"),
    ],
)
def test_a_problem_is_expressed_in_the_words_of_the_game(game_id: str, words: str) -> None:
    board = blank(game_id, GAMES[game_id].choose())
    hear(board, typed(words))
    setup_of = GAMES[game_id].position_editor
    assert setup_of is not None
    faults = setup_of.faults(board.mode.draft, GAMES[game_id].read_position)
    assert faults
    for problem in faults:
        assert not re.search(r"'|others|=|found -", str(problem)), str(problem)


def test_unknown_cards_are_counted_and_problems_come_first() -> None:
    board = blank("catbox", GAMES["catbox"].choose())
    hear(board, typed("? hand.plum hand.plum hand.plum"))
    assert said(board).startswith("Now: Hand of Plum, 3 unknown cards.")
    hear(board, typed("plum r1 teal r1"))
    assert "1 problem, see below." in said(board)
    board = blank("territory", GAMES["territory"].choose())
    hear(board, typed("red A1 A1 by=row"))
    assert said(board).index("see below") < said(board).index("Still to enter")


@pytest.mark.parametrize(
    ("game_id", "words", "drag", "left", "message"),
    [
        ("herders", "cat f8 g5", ("f8", "g5"), "g5:cat", "Now: g5, cat. Removed: cat."),
        ("herders", "cat f8 red f6", ("f8", "f6"), "f6:", "Now: f6, "),
        (
            "calico",
            "Nd b2 Ye b3",
            ("blue.b2", "blue.b3"),
            "blue.b3:Nd",
            "Now: b3, navy dots. Removed: yellow ferns.",
        ),
        ("territory", "red C4 blue D5", ("C4", "D5"), "D5:blue,red", "Now: D5, blue cat, red cat. Ask"),
    ],
)
def test_a_piece_can_be_dragged_onto_another(
    game_id: str, words: str, drag: tuple[str, str], left: str, message: str
) -> None:
    board = blank(game_id, GAMES[game_id].choose())
    hear(board, typed(words))
    before = board.mode.draft
    hear(board, {"kind": "drag", "area": drag[0], "to": drag[1]})
    assert said(board).startswith(message)
    assert board.mode.written().startswith(left)
    assert drag[0] not in board.mode.draft.contents
    assert (board.mode.item, board.mode.cursor) == ("", "")
    hear(board, tool("undo"))
    assert board.mode.draft == before


@pytest.mark.parametrize("dragged", ["blue.b2", "+Nd"])
def test_a_piece_dragged_to_a_wrong_place_is_refused_and_stays(dragged: str) -> None:
    board = blank("calico", GAMES["calico"].choose())
    hear(board, typed("Nd b2"), {"kind": "drag", "area": dragged, "to": "blue.c4"})
    assert "Expected something that can be in c4" in unescape(said(board))
    hear(board, *press("blue.b3"))  # no piece is picked up
    assert board.mode.written() == "blue.b2:Nd"


def test_dragging_a_piece_from_the_palette_onto_an_equal_piece_removes_nothing() -> None:
    board = blank("herders", GAMES["herders"].choose())
    hear(board, *[{"kind": "drag", "area": "+cat", "to": "f5"}] * 2)
    assert board.mode.written() == "f5:cat"
    assert said(board).startswith("Now: f5, cat.")


def test_a_piece_typed_where_it_already_is_is_reported() -> None:
    board = blank("herders", GAMES["herders"].choose())
    hear(board, typed("cat f6"), typed("cat f6 g6"))
    assert "Now: g6, cat. Already there: f6, cat." in said(board)
    assert len(board.mode.past) == 2


@pytest.mark.parametrize("make", [position_editor, scorer])
def test_tiles_on_two_quilts_are_reported_with_their_owners(make: Callable[..., Board[Any]]) -> None:
    board = make("calico")
    hear(board, view(board), typed("Nd blue.b2 green.b2"))
    message = unescape(said(board))
    assert message.startswith("Now: Blue: b2, navy dots; Green: b2, navy dots."), message


def test_a_list_for_more_players_is_entered() -> None:
    board = blank("cattricola", GAMES["cattricola"].choose("players=2"))
    hear(board, typed("[players=3] sm plum1"))
    assert board.mode.draft.options["players"] == "3"
    assert board.mode.draft.at("plum1") == ("sm",)


@pytest.mark.parametrize("sent", ["form", "remembered"])
def test_new_names_are_on_the_board_immediately(sent: str) -> None:
    board = blank("cattricola", GAMES["cattricola"].choose())
    if sent == "form":
        hear(board, {"kind": "form", "form": "table", "values": {"name-plum": "Ann"}})
    else:
        hear(board, {"kind": "remembered", "name": "names", "value": "Ann"})
    assert board.slots["caption.radar"] == "Radar of Ann"


def test_a_palette_piece_dragged_to_another_is_put_back() -> None:
    board = blank("herders", GAMES["herders"].choose())
    hear(board, *press("+cat"), {"kind": "drag", "area": "+red", "to": "+blue"})
    assert not any("chosen" in name for name, _ in board.names.values())


def test_a_scenario_sets_its_own_cats() -> None:
    board = position_editor("calico", options="scenario=3")
    hear(board, view(board), typed("Nd b2"))
    assert "the patterns each cat likes" in board.slots["extra"]
    assert "the three cats" not in board.slots["extra"]


@pytest.mark.parametrize(("options", "count"), [("scenario=3", "1"), ("players=2,scenario=3", "2")])
def test_the_form_shows_how_many_play_a_scenario(options: str, count: str) -> None:
    """`calico.variant.solo.scenario`: one player, unless several are asked for."""
    board = position_editor("calico", options=options)
    hear(board, view(board))
    players = re.search(r'<select[^>]*name="players".*?</select>', board.slots["task"], re.DOTALL)
    assert players is not None
    assert re.findall(r'value="(\d)"[^>]*selected', players[0]) == [count]
