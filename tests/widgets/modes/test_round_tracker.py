"""The round tracker driven as the page drives it: presses, typed words, forms; no entry is ever lost."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cattools.core.errors import OptionError
from cattools.games.catbox.tracker import Tally
from cattools.widgets import position_editor, round_tracker
from cattools.widgets.board import Board
from cattools.widgets.modes.round_tracker import TrackerMode
from tests.core.test_fuzz import JSON
from tests.games.helpers import as_a
from tests.kinds import nightly, number
from tests.widgets.board_client import hear, press, said
from tests.widgets.test_fuzz import WILD

ROUND = {
    "won-plum": "3", "won-teal": "3", "won-orange": "2",
    "said-plum": "1", "said-teal": "3", "said-orange": "4",
    "group-teal": "r1 r2 b2",
}  # fmt: skip


def tally(tracker: Board[TrackerMode]) -> Tally:
    return as_a(Tally, tracker.state)


def table(*written: str, players: str = "3") -> Board[TrackerMode]:
    tracker = round_tracker("catbox", players=players)
    hear(tracker, *({"kind": "typed", "text": words} for words in written))
    return tracker


def count(**changes: str) -> dict[str, Any]:
    return {"kind": "form", "form": "round", "values": {**ROUND, **changes}}


def points(tracker: Board[TrackerMode]) -> list[str]:
    return [part.partition("<")[0] for part in tracker.slots["extra"].partition("</table>")[0].split("<td>")[1:]]


def test_a_trick_is_entered_by_presses_and_reported_with_its_rules() -> None:
    tracker = round_tracker("catbox", players="3")
    hear(tracker, *press("p1", "p3", "p4", "b5"))
    assert said(tracker) == "Plum leads the blue 5."
    asked = "Press the cell of the card that Teal declares. Any colour but blue costs blue."
    assert asked in tracker.slots["task"]
    hear(tracker, *press("y5"))
    assert "Teal loses blue for this round." in said(tracker)
    assert 'data-anchor="catbox-follow-renounce"' in tracker.slots["status"]
    hear(tracker, *press("r2"))
    assert "Orange wins the trick with the red 2." in said(tracker)
    assert "Press the cell of the card that Orange leads." in tracker.slots["task"]


def test_legal_declarations_are_shown_without_asking() -> None:
    tracker = table("predict 1", "predict 3", "predict 4", "b5")
    legal = {m.area for m in tracker.marks if m.kind == "legal"}
    assert "b5" not in legal
    assert {"b6", "r6", "g1"} <= legal
    hear(tracker, *press("b5"))
    assert said(tracker) == "A token of Plum is already on blue 5."
    hear(tracker, {"kind": "typed", "text": "5"})
    assert said(tracker) == (
        "The 5 can be declared as red. A token of Plum is already on blue 5. "
        "The 5 can be declared as yellow. The 5 can be declared as green."
    )


def test_the_score_sheet_can_be_filled_with_only_the_results_of_rounds() -> None:
    tracker = table()
    hear(tracker, count())
    assert points(tracker)[:3] == ["3 + 0", "3 + 3", "2 + 0"]
    hear(tracker, {"kind": "tool", "tool": "play:next"})
    assert tracker.state.to_move == 1
    hear(tracker, count(paradox="orange", **{"won-teal": "2"}))
    assert points(tracker)[3:6] == ["3 + 0", "2 + 0", "\N{MINUS SIGN}2 + 0"]
    hear(tracker, {"kind": "tool", "tool": "undo"})
    assert len(points(tracker)) == 6


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"won-plum": ""}, "Expected the tricks of Plum as a number, found 'nothing'."),
        ({"won-plum": "4"}, "The round has 8 tricks, but 9 were entered."),
        ({"said-orange": "2"}, "2 is not printed: Orange must have predicted one of 1, 3 and 4."),
        ({"said-orange": "3"}, "Orange predicted 4, but 3 was entered."),
        ({"group-teal": "r1 b5"}, "Expected cells of Teal without b5, which belongs to Plum, found 'r1 b5'."),
        ({"group-teal": "z1"}, "Expected the largest group of Teal as a number or as cells such as b2 b3, found 'z1'."),
        ({"group-teal": ""}, "Expected the largest group of Teal, who met the prediction, found nothing."),
        ({"paradox": "ivory"}, "Expected a player of the round, or nobody, for the paradox, found 'ivory'."),
    ],
)
def test_bad_input_is_reported_in_one_sentence_and_loses_nothing(changes: dict[str, str], sentence: str) -> None:
    tracker = table("predict 1", "predict 3", "predict 4", "b5")
    before = tracker.state, tracker.slots["extra"]
    hear(tracker, count(**changes))
    assert unescape(said(tracker)) == sentence
    assert (tracker.state, tracker.slots["extra"]) == before


def test_a_change_of_players_can_be_undone() -> None:
    tracker = table("predict 1", "predict 3", "predict 4", "b5")
    before = tracker.state
    hear(tracker, {"kind": "form", "form": "new", "values": {"players": "5"}})
    assert len(tracker.state.game.seats(tracker.state.options)) == 5
    hear(tracker, {"kind": "form", "form": "new", "values": {"players": "9"}})
    assert "found '9'" in unescape(said(tracker))
    hear(tracker, {"kind": "tool", "tool": "undo"})
    assert tracker.state == before


def kept_fragments(tracker: Board[TrackerMode], *messages: dict[str, Any]) -> list[str]:
    """Send messages; return the fragments to which the page's address was set, in order."""
    return [sent["fragment"] for sent in hear(tracker, *messages) if sent["kind"] == "keep"]


def test_every_entry_is_kept_in_the_address_and_restored() -> None:
    tracker = round_tracker("catbox", players="3")
    assert kept_fragments(tracker, *press("p1")) == ["game=catbox&options=players=3&entries=predict+1"]
    assert kept_fragments(tracker, {"kind": "typed", "text": "predict 9"}, {"kind": "query", "area": "b5"}) == []
    *_, last = kept_fragments(tracker, *press("p3", "p4", "b5", "y5"), count(), {"kind": "tool", "tool": "play:next"})
    again = round_tracker("catbox", players="5")
    hear(again, {"kind": "address", "fragment": last})
    assert said(again) == "Loaded. Press the number of tricks that Teal predicts."
    assert (again.state, points(again)) == (tracker.state, points(tracker))
    *_, before = kept_fragments(again, {"kind": "tool", "tool": "undo"})
    assert before.endswith("entries=predict+1.predict+3.predict+4.b5.y5")


def test_a_shared_link_opens_the_same_sheet() -> None:
    tracker = table("predict 1", "predict 3", "predict 4", "b5")
    sent = hear(tracker, {"kind": "tool", "tool": "share"})[-1]
    assert sent["kind"] == "share"
    assert f'value="#{sent["fragment"].replace("&", "&amp;")}"' in tracker.slots["extra"]
    other = table("predict 4", players="3")
    own = other.state
    hear(other, {"kind": "address", "fragment": "#" + sent["fragment"]})
    assert other.state == tracker.state
    hear(other, *[{"kind": "tool", "tool": "undo"}] * 5)
    assert other.state == own


@pytest.mark.parametrize(
    ("fragment", "sentence"),
    [
        ("game=catbox", "Expected an address with entries= or options=, found 'game=catbox'."),
        ("entries=b5", "Action 1, b5: Plum must predict first."),
        ("game=calico&entries=", "This page is for Cat in the Box. The link is for Calico."),
        (
            "game=catbox&options=players=9&entries=",
            "Expected players to be one of 2, 3, 4, 5, found '9'; did you mean 5?",
        ),
        ("game=catbox&options=players=3&entries=predict+1.b5", "Action 2, b5: Teal must predict first."),
        ("game=catbox&options=players=3&entries=b9", "Action 1: expected one of 1, 2, 3, 4, 5, 6, found '9'."),
    ],
)
def test_a_bad_link_is_reported_in_one_sentence_and_loses_nothing(fragment: str, sentence: str) -> None:
    tracker = table("predict 1")
    before = tracker.state
    assert kept_fragments(tracker, {"kind": "address", "fragment": fragment}) == []
    assert unescape(said(tracker)) == sentence
    assert tracker.state == before


def test_an_impossible_paradox_is_refused_with_its_reason() -> None:
    tracker = table("predict 1", "predict 3", "predict 4")
    assert 'data-tool="play:paradox"' in tracker.slots["tools"]
    hear(tracker, {"kind": "tool", "tool": "play:paradox"})
    assert said(tracker) == "Plum holds 9 cards, and can declare at least 9 of them."
    assert 'data-anchor="catbox-paradox-not-chosen"' in tracker.slots["status"]


def test_two_players_enter_the_cards_turned_up() -> None:
    tracker = round_tracker("catbox", players="2")
    hear(tracker, *press("b3", "g3", "r5"))
    assert tally(tracker).table.board.grid.named(tally(tracker).table.observed) == "y3,g3,g5"
    assert tally(tracker).table.phase == "play"


def test_a_certain_paradox_is_entered_automatically() -> None:
    tracker = table("predict 1", "predict 3", "predict 4", players="3")
    while not any(as_a(Tally, n.state).table.phase == "end" for n in tracker.mode.timeline.line):
        plays = [a for a in tracker.state.legal() if str(a) != "paradox"]
        led = tally(tracker).table.trick and not tally(tracker).table.leads
        other = [a for a in plays if not led or str(a)[0] != tally(tracker).table.board.colours[1][0]]
        hear(tracker, *press(str((other or plays)[-1])))
    assert "a paradox! The round is over." in said(tracker)


def test_only_some_games_have_a_round_tracker() -> None:
    with pytest.raises(OptionError, match=r"a round tracker .catbox., found"):
        round_tracker("herders")


AREA = st.sampled_from(["b1", "b2", "b3", "r1", "r2", "y4", "g5", "p1", "p3", "start", "plum"])
LIKELY = st.one_of(
    st.builds(lambda area: {"kind": "press", "area": area}, AREA),
    st.builds(
        lambda tool: {"kind": "tool", "tool": tool}, st.sampled_from(["undo", "redo", "play:next", "play:paradox"])
    ),
    st.builds(
        lambda words: {"kind": "typed", "text": words}, st.sampled_from(["5", "paradox 1 1", "r5", "next", "*3"])
    ),
    st.builds(lambda who, n: count(**{f"won-{who}": n}), st.sampled_from(["plum", "teal"]), st.sampled_from("0123x")),
    st.sampled_from(
        [{"kind": "address", "fragment": f"game=catbox&options=players=3&entries={e}"} for e in ("", "b5", "predict+1")]
    ),
    st.builds(lambda n: {"kind": "form", "form": "new", "values": {"players": n}}, st.sampled_from("2345x")),
)


@settings(max_examples=number(10, 100), suppress_health_check=[HealthCheck.too_slow])
@given(players=st.sampled_from("2345"), messages=st.lists(LIKELY | WILD | JSON, max_size=14))
def test_arbitrary_messages_cause_no_exception(players: str, messages: list[Any]) -> None:
    tracker = round_tracker("catbox", players=players)
    for sent in messages:
        hear(tracker, sent)
        assert said(tracker) is not None
        state = tracker.mode.timeline.root.state
        for node in tracker.mode.timeline.line:
            state = state.apply(node.action)
        assert state == tracker.state
        assert set(tracker.names) == set(tracker.mode.scene().areas)


@pytest.mark.slow
@pytest.mark.parametrize("players", ["2", *map(nightly, "345")])
def test_public_information_opens_in_the_editor_with_possible_hands(players: str) -> None:
    followed, rng = round_tracker("catbox", players=players), Random(3)
    for _ in range(14):
        ways = [str(action) for action in followed.mode.state.legal()]
        ways = [way for way in ways if not way.startswith("r") or way.startswith("reveal")] or ways
        hear(followed, {"kind": "typed", "text": rng.choice(ways)})  # a random red lead can imply an impossible hand
        link = re.search(r'data-page="catbox/position" data-anchor="([^"]*)"', followed.slots["extra"])
        assert link
        table = position_editor("catbox")
        hear(table, {"kind": "address", "fragment": unescape(link[1])}, {"kind": "tool", "tool": "can"})
        assert "cat-refuse" not in table.slots["status"], said(table)


def test_players_are_called_by_name_and_the_sheet_can_be_copied() -> None:
    sheet = round_tracker("catbox", players="3")
    hear(sheet, {"kind": "form", "form": "names", "values": {"name-plum": "Ann", "name-teal": "Pink"}})
    (copied,) = [one["text"] for one in hear(sheet, {"kind": "tool", "tool": "copy"}) if one["kind"] == "copy"]
    assert copied.split("\n")[0].split() == ["Ann", "Pink", "Orange"]
    hear(sheet, {"kind": "form", "form": "names", "values": {"name-plum": "Ann", "name-teal": "Ann"}})
    assert said(sheet).startswith("Expected a different name for each player")
