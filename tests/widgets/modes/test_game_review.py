"""Game review: moves are listed and stepped through, and play can continue from any of them."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest

from cattools.core.events import EventKind
from cattools.core.messages import sentences
from cattools.games import GAMES, game
from cattools.widgets import play
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from cattools.widgets.move_list import turns
from tests.kinds import some
from tests.widgets.board_client import free, hear, press, said, tool, typed, view


def among_bots(game_id: str, moves: int, seed: int = 1) -> Board[PlayMode]:
    """Return a board with bots after at least `moves` moves, or at the end of their game."""
    seats = game(game_id).seats(game(game_id).choose())
    table = play(game_id, *["beginner"] * len(seats), seed=seed)
    while len(table.mode.moves) < moves and table.state.to_move is not None:
        hear(table, tool("on"))
    return table


def three_moves() -> Board[PlayMode]:
    table = play("herders", seed=7)
    for _ in range(3):
        hear(table, typed(str(table.state.legal()[0])))
    return table


def listed(table: Board[PlayMode]) -> list[str]:
    """Return the visible text of each line of the move list."""
    rows = re.findall(r"<li>(.*?)</li>", table.slots["moves"])
    return [" ".join(re.sub("<[^>]*>", "", row).split()) for row in rows]


def current(table: Board[PlayMode]) -> list[str]:
    return re.findall(r'data-tool="(move:\d+)" aria-current="step"', table.slots["moves"])


def test_a_move_has_its_player_and_events() -> None:
    table = three_moves()
    first = turns(table.mode.moves)[0]
    assert listed(table)[0] == sentences(event for move in first for event in move.events)
    assert [line.split()[0] for line in listed(table)][:2] == ["Red", "Blue"]
    assert 'class="cat-icon"' in table.slots["moves"]


def test_the_message_has_a_line_for_each_move_and_shortens_long_ones() -> None:
    table = play("calico", *["human", "friendly", "friendly", "friendly"], seed=1)
    while len({move.seat for move in table.mode.moves}) < 4:
        hear(table, typed(str(table.state.legal()[0])))
    lines = re.findall(r'<span class="cat-turn">(.*?)</span>', table.slots["status"])
    played = table.mode.moves[-len(lines) :]
    assert len(lines) > 4
    told = [
        [table.mode.sentence_of(event) in line for event in move.events]
        for line, move in zip(lines, played, strict=True)
    ]
    assert all(line[0] for line in told)
    assert not all(all(line) for line in told)
    assert "plays" not in said(table)


@pytest.mark.parametrize("game_id", GAMES)
def test_everything_that_bots_gain_is_reported_one_move_per_line(game_id: str) -> None:
    """Also if only bots play."""
    seats = len(GAMES[game_id].seats(GAMES[game_id].choose()))
    for humans in (1, 0):
        table, told = play(game_id, *["human"] * humans, *["friendly"] * (seats - humans), seed=2), 0
        for _ in range(12):
            before = len(table.mode.moves)
            if table.state.to_move is None:
                break
            hear(table, typed(str(table.state.legal()[0])) if table.mode.hand.acts else tool("on"))
            new = table.mode.moves[before:]
            if len(new) < 2:
                continue
            lines = re.findall(r'<span class="cat-turn">(.*?)</span>', table.slots["status"])
            for move, line in zip(new, map(unescape, lines), strict=True):
                wanted = [move.events[0], *(event for event in move.events if event.kind is EventKind.GAIN)]
                assert all(table.mode.sentence_of(event) in line for event in wanted), line
                told += 1
        assert told > seats


def test_the_lines_about_the_reader_say_you() -> None:
    table = play("territory", "human", "friendly", seed=2, players="2")
    hear(table, typed(str(table.state.legal()[0])))
    lines = re.findall(r'<span class="cat-turn">(.*?)</span>', table.slots["status"])
    told = [line.rpartition("</svg>")[2].strip() for line in lines]
    assert [line.split()[:2] for line in told] == [["You", "put"], ["Blue", "puts"]]
    assert any(line.startswith("You put") for line in listed(table))


@pytest.mark.parametrize("game_id", GAMES)
def test_the_only_person_is_never_named_in_the_third_person(game_id: str) -> None:
    """This holds for the messages about moves and for the lines of the move list before the result."""
    seats, rng = len(GAMES[game_id].seats(GAMES[game_id].choose())), Random(4)
    table = play(game_id, "human", *["beginner"] * (seats - 1), seed=2)
    own = str(table.mode.name_of(0))
    third = re.compile(rf"(?:^|[.!?:] ){own} (?!\d|and )")
    for _ in range(40):
        if table.state.to_move is None or not table.mode.hand.acts:
            break
        hear(table, typed(str(rng.choice(table.state.legal()))))
        if table.state.to_move is not None:
            lines = re.findall(r'<span class="cat-turn">(.*?)</span>', table.slots["status"]) or [said(table)]
            told = [unescape(re.sub("<[^>]*>", "", line)).strip() for line in [*lines, *listed(table)]]
            assert not [line for line in told if third.search(line)]


@pytest.mark.parametrize("game_id", some(GAMES, lambda game: game in ("catbox", "territory")))
def test_a_refusal_never_names_the_only_person(game_id: str) -> None:
    """It says "you" instead, after a press on any area."""
    seats, rng = len(GAMES[game_id].seats(GAMES[game_id].choose())), Random(4)
    table = play(game_id, "human", *["beginner"] * (seats - 1), seed=2)
    third = re.compile(
        rf"\b{table.mode.name_of(0)} (?:must|holds?|has|can|chooses|does)\b|of {table.mode.name_of(0)}\b"
    )
    for n in range(24):
        if table.state.to_move is None or not table.mode.hand.acts:
            break
        if n % 6 == 0:
            state = table.state
            for area in table.mode.scene().areas:
                hear(table, *press(area))
                if "cat-refuse" in table.slots["status"]:
                    assert not third.search(said(table)), area
                if table.state is not state:
                    break
        else:
            hear(table, typed(str(rng.choice(table.state.legal()))))


def test_several_people_are_named() -> None:
    table = three_moves()
    assert [line.split()[0] for line in listed(table)][:2] == ["Red", "Blue"]
    assert "You " not in said(table)


def test_the_treasure_of_a_bot_is_reported() -> None:
    table = play("territory", "human", "careful", "careful", "careful", seed=5)
    lines = re.findall(r'<span class="cat-turn">(.*?)</span>', table.slots["status"])
    taken = [event for move in table.mode.moves for event in move.events if "takes the treasure" in str(event)]
    assert len(taken) == len(lines) == 3
    assert all(str(event) in line for event, line in zip(taken, lines, strict=True))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_prompt_says_how_to_go_on_when_only_bots_play(game_id: str) -> None:
    """Also while their moves are shown one by one."""
    seats = len(GAMES[game_id].seats(GAMES[game_id].choose()))
    table = play(game_id, *["friendly"] * seats, seed=1)
    assert "Press “Let bots play on” to see their next moves." in table.slots["task"]
    assert ">Let bots play on</button>" in table.slots["tools"]
    hear(table, view(table), tool("on"))
    assert table.mode.showing
    skip = "Skip to the last move" if table.state.to_move is not None else "Skip to the result"
    assert f"press “{skip}”" in table.slots["task"]
    assert f">{skip}</button>" in table.slots["tools"]
    hear(table, tool("skip"))
    assert "Let bots play on" in table.slots["task"] or table.state.to_move is None


@pytest.mark.parametrize("game_id", GAMES)
def test_the_prompt_stands_alone_after_a_reload(game_id: str) -> None:
    """It is above the board and, for screen readers, in a paragraph apart from the message about what happened."""
    seats = len(GAMES[game_id].seats(GAMES[game_id].choose()))
    table, other = (play(game_id, "human", *["friendly"] * (seats - 1), seed=seed) for seed in (2, 3))
    for _ in range(3):
        hear(table, typed(str(table.state.legal()[0])))
    hear(other, {"kind": "resume", "record": table.record, "id": "g1"})
    prompt = str(other.state.prompt())
    assert prompt in other.slots["task"]
    paragraphs = re.findall(r"<p\b.*?</p>", other.slots["status"])
    assert [unescape(one) for one in paragraphs if prompt in unescape(one)] == [f'<p class="cat-sr">{prompt}</p>']


def test_what_bots_played_before_the_first_press_is_reported_one_move_per_line() -> None:
    table = play("catbox", "friendly", "friendly", "human", seed=3, players="3")
    lines = re.findall(r'<span class="cat-turn">(.*?)</span>', table.slots["status"])
    assert [line.rpartition("</svg>")[2].strip() for line in lines] == [
        "Plum puts a card aside, face down.",
        "Teal puts a card aside, face down.",
    ]
    assert "Press a card in your hand to put it aside, face down." in table.slots["task"]


def test_a_press_on_a_move_shows_its_position_and_keeps_the_present() -> None:
    table = three_moves()
    present, moves = table.state, table.mode.moves
    (place,) = re.findall(r'data-tool="move:(\d+)"', table.slots["moves"])[:1]  # where the first turn ended
    hear(table, tool(f"move:{place}"))
    then = moves[int(place) - 1].end.state
    assert table.mode.shown == then
    assert table.scene == table.mode.game.scene_of(then, then.to_move)
    assert table.state == present
    assert current(table) == [f"move:{place}"]
    assert f"After turn 1 of {len(listed(table))}" in table.slots["head"]
    hear(table, tool("first"))
    assert "The start" in table.slots["head"]
    hear(table, tool("now"))
    assert table.mode.shown == present
    assert "to move" in table.slots["head"]


def test_review_steps_through_every_position_to_the_present() -> None:
    table = among_bots("herders", 20)
    ends = [move.end.state for move in table.mode.moves]
    hear(table, tool("first"))
    assert table.mode.shown == table.mode.timeline.root.state
    seen = []
    for _ in ends:
        hear(table, tool("later"))
        seen.append(table.mode.shown)
    assert seen == ends
    assert not table.mode.looks_back
    hear(table, tool("earlier"), tool("earlier"))
    assert table.mode.shown == ends[-3]
    hear(table, tool("last"))
    assert table.mode.shown == ends[-1]


def test_input_on_a_past_position_plays_nothing_and_is_explained() -> None:
    table = three_moves()
    hear(table, tool("move:1"))
    before, legal = table.state, str(table.state.legal()[0])
    for message in (*press(next(iter(table.names))), typed(legal)):
        hear(table, message)
        assert "You are looking at an earlier move" in said(table)
        assert table.state == before
    assert 'data-tool="now"' in table.slots["tools"]
    hear(table, {"kind": "back"})
    assert not table.mode.looks_back


def test_play_from_a_past_position_keeps_both_lines() -> None:
    table = three_moves()
    old = table.mode.timeline.node
    hear(table, tool("move:1"), tool("branch"))
    assert table.state == table.mode.moves[0].end.state
    hear(table, typed(str(table.state.legal()[-1])))
    assert len(table.mode.timeline.ends) == 2
    assert table.slots["moves"].count('data-tool="line:') == 2
    back = table.mode.timeline.ends.index(old) + 1
    hear(table, tool(f"line:{back}"))
    assert table.state == old.state


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_finished_game_can_be_reviewed(game_id: str) -> None:
    table = among_bots(game_id, 10_000)
    assert table.state.to_move is None
    last = table.state
    hear(table, tool("first"), *[tool("later")] * 5)
    assert table.mode.shown == table.mode.moves[4].end.state
    hear(table, tool("branch"), tool("on"))
    assert table.state != last


def test_hidden_actions_stay_hidden_until_the_game_ends() -> None:
    table = play("catbox", "human", "beginner", "beginner", players="3", seed=2)
    hear(table, *press("h1"))
    hear(table, tool("move:2"))
    assert table.mode.perspective.seat == 0
    assert not any(re.search(r"(Teal|Orange) puts the", line) for line in listed(table))
    over = among_bots("catbox", 10_000)
    hear(over, tool("first"), tool("later"))
    assert over.mode.perspective.seat == over.mode.moves[1].seat
    assert any(re.search("puts the . aside", line) for line in listed(over))


def test_a_running_game_cannot_branch_from_before_secrets_were_shown() -> None:
    table = play("catbox", "human", "beginner", "beginner", players="3", seed=2)
    while table.state.score().total(1) + table.state.score().total(2) == 0:
        hear(table, typed(str(table.state.legal()[0])))
    state = table.state
    hear(table, tool("first"), tool("branch"))
    assert "hidden information has been revealed since" in said(table)
    assert table.state == state


def test_a_veiled_board_lists_no_moves() -> None:
    table = play("catbox", players="2", seed=2)
    hear(table, tool("unveil"), *press("h1"))
    assert table.mode.device.veiled
    assert table.slots["moves"] == ""
    hear(table, tool("first"))
    assert not table.mode.looks_back


def test_review_draws_only_what_the_perspective_can_see() -> None:
    table = play("territory", "human", "beginner", "beginner", "beginner", seed=3)
    hear(table, view(table))
    hear(table, typed(str(table.state.legal()[0])))
    assert game("territory").has_hidden_information(table.state.options)
    for place in range(1, len(table.mode.moves)):
        hear(table, tool(f"move:{place}"))
        assert table.mode.perspective.seat == 0
        assert table.scene == table.mode.hand.scene_of(table.mode.shown)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_turn_can_be_typed_as_the_list_prints_it(game_id: str) -> None:
    table = among_bots(game_id, 40, seed=3)
    for turn in turns(table.mode.moves):
        start = turn[0].nodes[0].parent
        assert start is not None
        if len(turn) == 1:
            continue
        again = free(start.state)
        sent = hear(again, typed(" ".join(str(move.nodes[0].action) for move in turn)))
        assert [move.nodes[0].action for move in turn] == [n.action for n in again.mode.timeline.line][: len(turn)]
        assert {"kind": "taken", "text": sent[-1]["text"], "left": ""} in sent


def test_a_typed_turn_is_played_whole_or_not_at_all_and_a_refused_turn_stays_in_the_field() -> None:
    table = among_bots("calico", 40, seed=3)
    turn = next(turn for turn in turns(table.mode.moves) if len(turn) == 2)
    start = turn[0].nodes[0].parent
    assert start is not None
    written = " ".join(str(move.nodes[0].action) for move in turn)
    for wrong, words in ((f"{written} {written}", "the turn ends there"), (f"{written[:-1]}9", "Expected a move")):
        again = free(start.state)
        assert "taken" not in [message["kind"] for message in hear(again, typed(wrong))]
        assert again.state == start.state
        assert words in said(again)


def beside_bots(*messages: Any, **more: Any) -> tuple[Board[PlayMode], list[dict[str, Any]]]:
    """Return a board on which a human and then bots have played, and the messages that it sent last."""
    table = play("territory", "human", "beginner", "beginner", "beginner", seed=3)
    hear(table, view(table, **more), *messages)
    seats: set[int] = set()
    while len(seats) < 4:
        played = len(table.mode.moves)
        sent = hear(table, typed(str(table.state.legal()[0])))
        seats = {move.seat for move in table.mode.moves[played:]}
    return table, sent


def finish_motion(table: Board[PlayMode], sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Report to the board, as the page does, that the last motion and its pause have ended."""
    motion = [message for message in sent if message["kind"] == "motion"][-1]
    return hear(table, {"kind": "frame", "id": motion["id"], "at": motion["ms"] + motion["pause"]})


@pytest.mark.parametrize("still", [False, True])
def test_bots_move_one_after_another_each_with_its_own_message(still: bool) -> None:
    table, sent = beside_bots(still=still)
    present, order = table.state, []
    while table.mode.showing:
        (move,) = [move for move in table.mode.moves if move.end is table.mode.device.at]
        order.append(move.seat)
        assert table.mode.shown == move.end.state
        assert table.mode.sentence_of(move.events[0]) in said(table)
        motion = [message for message in sent if message["kind"] == "motion"][-1]
        assert bool(motion["ms"]) <= (not still)
        sent = finish_motion(table, sent)
    assert len(order) > 2
    assert order == sorted(order)
    assert table.mode.shown == table.state == present
    assert table.mode.hand.acts


def test_a_press_or_a_key_skips_to_the_present_and_plays_nothing() -> None:
    for skip in (*press("a1"), {"kind": "back"}, tool("skip")):
        table, _ = beside_bots()
        area = next(iter(table.names))
        present = table.state
        hear(table, skip if skip["kind"] != "press" else {**skip, "area": area})
        assert not table.mode.showing
        assert table.mode.shown == table.state == present


def test_an_outdated_frame_advances_nothing() -> None:
    table, sent = beside_bots()
    motion = next(message for message in sent if message["kind"] == "motion")
    hear(table, tool("skip"), {"kind": "frame", "id": motion["id"], "at": 1e6})
    assert not table.mode.showing


def test_the_reader_sets_the_pace() -> None:
    pauses = {}
    for pace in ("slow", "normal", "fast"):
        table, sent = beside_bots({"kind": "remembered", "name": "pace", "value": pace})
        pauses[pace] = max(message["pause"] for message in sent if message["kind"] == "motion")
        assert f'value="{pace}" selected' in table.slots["moves"]
    assert pauses["slow"] > pauses["normal"] > pauses["fast"] > 0
    table, _ = beside_bots({"kind": "remembered", "name": "pace", "value": "once"})
    assert not table.mode.showing
    hear(table, {"kind": "remembered", "name": "pace", "value": "quick"})
    assert table.mode.pace == "once"


def at_a_whole_trick(pace: str = "normal") -> Board[PlayMode]:
    """Return a board of Cat in the Box that pauses on a complete trick, taken by a bot, before the next lead."""
    for seed in range(5):
        table = play("catbox", "human", "friendly", "friendly", "friendly", seed=seed)
        hear(table, view(table), {"kind": "remembered", "name": "pace", "value": pace})
        for _ in range(40):
            if table.mode.waiting:
                return table
            if table.mode.showing:
                table.mode.on_shown()
            elif table.state.mover == 0:
                hear(table, typed(str(table.state.legal()[0])))
            else:
                break
    raise AssertionError("no bot took a trick")


@pytest.mark.parametrize("way", [tool("on"), {"kind": "back"}, {"kind": "press", "area": "start"}])
def test_a_complete_trick_stays_until_the_reader_continues(way: dict[str, Any]) -> None:
    table = at_a_whole_trick()
    trick: Any = table.mode.shown
    assert len(trick.trick) == trick.players
    sent = hear(table, view(table))
    assert not [message for message in sent if message["kind"] == "motion" and message["pause"]]
    assert 'data-tool="on"' in table.slots["tools"]
    left = len(table.mode.showing)
    if way["kind"] == "press":
        way = {**way, "area": next(iter(table.names))}
    hear(table, way)
    assert table.mode.shown != trick
    assert len(table.mode.showing) == left - 1


@pytest.mark.nightly
def test_a_button_skips_from_a_complete_trick_to_the_present() -> None:
    table = at_a_whole_trick()
    hear(table, tool("skip"))
    assert not table.mode.showing
    assert table.mode.shown == table.state
    with pytest.raises(AssertionError):
        at_a_whole_trick("fast")


def test_a_page_rotated_while_moves_are_shown_continues() -> None:
    table, _ = beside_bots()
    left = len(table.mode.showing)
    finish_motion(table, hear(table, view(table)))
    assert len(table.mode.showing) == left - 1


def test_marks_have_the_colour_of_their_player_and_an_order() -> None:
    table, _ = beside_bots()
    hear(table, tool("skip"))
    marks = table.mode.hand.event_marks
    assert len({mark.colour for mark in marks}) > 1
    orders = [mark.order for mark in marks if mark.order]
    assert orders == sorted(set(orders))
    assert len(orders) > 1
    hear(table, tool("move:1"))
    assert {mark.order for mark in table.mode.hand.event_marks} <= {0}


def test_escape_takes_back_no_move_of_a_finished_game() -> None:
    table = play("herders", "human", "human", seed=7, limit=1)
    hear(table, typed(str(table.state.legal()[0])))
    while table.state.to_move is not None:
        hear(table, typed(str(table.state.legal()[0])))
    hear(table, {"kind": "back"})
    assert table.state.to_move is None
    hear(table, tool("undo"))
    assert table.state.to_move is not None
