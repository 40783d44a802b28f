"""The round tracker knows only public information, but reports the same as real games of 2 to 5 players."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from cattools.core.errors import NotationError
from cattools.core.game import OpenView
from cattools.games.catbox import Catbox, position
from cattools.games.catbox.components import Action, Deal, Discard, Paradox, Play, numbers
from cattools.games.catbox.tracker import TRACKER, Broken, Entry, Step, Tally
from tests.games.catbox.positions_builder import CATBOX, walked
from tests.games.helpers import as_a
from tests.kinds import nightly

SEEDS = {
    2: (0, 1, 2, 3, 5),
    3: (1, 2, 3, 4, 5),
    4: (1, 3, 16, 20),
    5: (0, 1, 2, 3),
}  # games with even seeds have rounds without a paradox

FOUR_ONES = "b1 y1 g1 b2 y2 g2 b3 y3 g3 b4 y4 g4 r1"  # three players play four tricks and lead red


def start(players: int) -> Tally:
    return TRACKER.start(CATBOX.choose({"players": str(players)}))


def enter(tally: Tally, *written: str) -> Tally:
    for words in written:
        tally = tally.apply(TRACKER.read_action(words, tally))
    return tally


def why(tally: Tally, written: str) -> list[tuple[str, str]]:
    found = tally.why_not(TRACKER.read_action(written, tally))
    return [(r.rule.removeprefix("catbox."), str(r)) for r in found]


def public(state: Catbox) -> tuple[object, ...]:
    """Return all public information in a state."""
    return (
        state.tokens, state.filled, state.observed, state.markers, state.predictions, state.trick, state.leader,
        state.won, state.paradox, state.turn, state.round, state.scored, position.totals(state),
    )  # fmt: skip


def tame(state: Catbox, rng: Random) -> Action:
    """Return the action of a player who follows the led colour and plays numbers with few free cells first."""
    plays = [a for a in state.legal() if isinstance(a, Play)]
    if not plays:
        return rng.choice(state.legal())
    index, board = state.board.grid.index, state.board
    led = -1 if state.leads else board.colour(state.trick[0])
    free_cells = Counter(a.card for a in plays)
    return min(plays, key=lambda a: (board.colour(index[a.at]) != led, free_cells[a.card], rng.random()))


def played(players: int, seed: int) -> list[Catbox]:
    """Return the states of a game; with even seeds the seats play carefully, so that rounds are played to the end."""
    states = walked(players, seed)
    if seed % 2:
        return states
    rng, states = Random(seed), states[:1]
    while (seat := states[-1].to_move) is not None:
        now = states[-1]
        states.append(now.apply_unchecked(now.chance(rng) if seat < 0 else tame(now, rng)))
    return states


@pytest.mark.slow
@pytest.mark.rule("catbox.score.bonus")
@pytest.mark.rule("catbox.trick.winner")
@pytest.mark.rule("catbox.follow.renounce")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_tracker_follows_whole_games(players: int) -> None:
    seen = Counter[str]()
    for seed in SEEDS[players]:
        tally = start(players)
        states = played(players, seed)
        for before, now in pairwise(states):
            real = next(a for a in before.legal() if before.apply_unchecked(a) == now)
            if isinstance(real, Deal | Discard):
                continue
            action: Step = real
            if isinstance(real, Paradox):
                action = Broken(tuple(numbers(before.hands[before.turn])))
                assert not tally.why_not(Broken())
                seen["paradox"] += 1
            else:
                assert action in tally.legal(), (str(before), str(action))
                seen["round over"] += now.phase == "end"
            assert TRACKER.read_action(str(action), tally) == action
            sentences = {str(event) for event in tally.events(action)}
            if now.phase in ("play", "end"):
                assert {str(event) for event in before.events(real)} <= sentences
            tally = tally.apply(action)
            if now.phase in ("play", "end"):
                assert public(tally.table) == public(now)
                assert tally.to_move == now.to_move
            if now.phase == "play":
                mine = now.open_cells()
                assert mine & ~tally.open_cells() == 0, str(now)  # a possible play is never refused
            if now.phase == "end":
                assert position.by_round(tally.table)[-1] == position.points(now)
        assert tally.winners() == states[-1].winners()
    assert min(seen["paradox"], seen["round over"]) > 1, seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_entering_only_the_result_of_a_round_gives_the_same_points(players: int) -> None:
    for seed in SEEDS[players]:
        tally = start(players)
        for state in [s for s in played(players, seed) if s.phase == "end"]:
            groups = tuple(state.board.group(own).bit_count() for own in state.tokens)
            entry = Entry(state.won, state.predictions, groups, state.paradox)
            assert TRACKER.read_action(str(entry), tally) == entry
            tally = tally.apply(entry)
            assert position.by_round(tally.table)[-1] == position.points(state)
            assert not any(as_a(OpenView, tally.view(None)).state.seen().state.tokens)
            if tally.to_move is not None:
                tally = enter(tally, "next")
        assert position.totals(tally.table) == position.totals(state)
        assert tally.winners() == state.winners()


@pytest.mark.parametrize("players", [2, 3, nightly(4), nightly(5)])
def test_actions_are_legal_exactly_if_they_are_not_refused(players: int) -> None:
    rng, tally = Random(players), start(players)
    while tally.to_move is not None:
        legal = list(tally.legal())
        for action in [a for a in TRACKER.candidates(tally) if not isinstance(a, Deal | Discard | Paradox)]:
            assert (action in legal) == (not tally.why_not(action)), (str(tally), str(action))
        more = [a for a in legal if not isinstance(a, Broken)] or legal
        tally = tally.apply(rng.choice(more))


@pytest.mark.rule("catbox.lead.no-red")
@pytest.mark.rule("catbox.lead.red-forced")
def test_leading_closed_red_is_refused_while_another_colour_could_be_declared() -> None:
    tally = enter(start(3), "predict 1", "predict 3", "predict 4")
    assert why(tally, "r5") == [
        ("lead.no-red", "Red cannot be led yet: Plum can still lead another colour, for example blue 5.")
    ]
    tally = enter(tally, "b5", "b4", "b3", "y5", "y4", "y3", "g5", "g4", "g3")
    lead = "r5"
    assert why(tally, lead) == []
    events = [(e.rule, str(e)) for e in tally.events(TRACKER.read_action(lead, tally))]
    assert events[1][0] == "catbox.lead.red-forced"
    assert "only if Plum cannot declare a card in another colour" in events[1][1]
    tally = enter(tally, lead, "r4", "r3")
    assert tally.table.turn == 0
    assert [rule for rule, _ in why(tally, "b6")] == ["lead.red-forced"]


@pytest.mark.rule("catbox.follow.renounce")
def test_the_cost_of_another_colour_is_stated_before_and_after_it_is_declared() -> None:
    tally = enter(start(3), "predict 1", "predict 3", "predict 4", "b5")
    assert str(tally.status()) == "Teal to declare; blue was led. Any other colour costs blue."
    tally = enter(tally, "y5", "b2", "b1")
    assert (
        str(tally.status()) == "Teal to declare; blue was led. Teal has already lost blue, so nothing more can be lost."
    )
    assert why(tally, "b6") == [("declare.own-colour", "Teal has lost blue for this round.")]
    assert str((TRACKER.answer(tally, "5") or [])[1]) == "A token of Plum is already on blue 5."
    assert [str(text) for text in TRACKER.answer(tally, "6") or []] == [
        "The 6 can be declared as red.",
        "Teal has lost blue for this round.",
        "The 6 can be declared as yellow.",
        "The 6 can be declared as green.",
    ]


@pytest.mark.rule("catbox.paradox.not-chosen")
def test_a_revealed_hand_is_checked_for_a_paradox() -> None:
    tally = enter(start(3), "predict 1", "predict 3", "predict 4", "b5", "y5", "g5")
    assert why(tally, "paradox 5 5 5 5 1 2 3 4") == [
        ("paradox.not-chosen", "Plum can still declare a card, for example blue 1.")
    ]
    tally = enter(tally, "b2", "r5", "g2")
    assert why(tally, "paradox 5") == [("prepare.discard", "Teal still holds 7 cards, not 1.")]


@pytest.mark.rule("catbox.paradox.not-chosen")
def test_a_paradox_that_no_hand_could_cause_is_refused() -> None:
    tally = enter(start(3), "predict 1", "predict 1", "predict 1")
    sentence = "Plum holds 9 cards, and can declare at least 9 of them."
    assert why(tally, "paradox") == [("paradox.not-chosen", sentence)]
    assert "paradox" not in {str(a) for a in tally.legal()}
    # One 1 is left, and there is no cell for it.
    tally = enter(tally, *FOUR_ONES.split())
    sentence = "Teal holds 5 cards, and can declare at least 4 of them."
    assert why(tally, "paradox") == [("paradox.not-chosen", sentence)]


@pytest.mark.rule("catbox.components")
def test_a_revealed_hand_has_no_card_that_is_on_the_board() -> None:
    tally = enter(start(3), "predict 1", "predict 1", "predict 1", *FOUR_ONES.split())
    assert why(tally, "paradox 1 1 1 1 1") == [
        ("components", "Only 1 copy of the 1 can be in hand: the others are on the board.")
    ]


@pytest.mark.rule("catbox.phase.end")
@pytest.mark.parametrize(
    ("written", "rule"),
    [
        ("round 3,1,0 3,3,4 3,4,0", "phase.end"),
        ("round 3,1,0 3,3,4 2,4,0 paradox=o", "paradox.trick"),
        ("round 3,2,0 3,3,4 2,4,0", "prepare.predict"),
        ("round 3,1,0 3,3,9 2,4,0", "score.bonus"),
    ],
)
def test_an_impossible_result_of_a_round_is_refused_with_the_rule_that_it_breaks(written: str, rule: str) -> None:
    assert [found for found, _ in why(start(3), written)] == [rule]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("round 3,1 3,3,4 2,4,0", "tricks, prediction and group as in 3,1,4"),
        ("round 3,1,4", "tricks, prediction and group of 3 players"),
        ("round x,1,4 3,3,4 2,4,0", "the tricks of Plum as a number"),
        ("round 3,1,0 3,3,0 2,4,0", "the largest group of Teal, who met the prediction"),
        ("round 3,1,z9 3,3,3 2,4,0", "the largest group of Plum as a number or as cells"),
        ("round 3,1,0 3,3,3 2,4,0 paradox=q", "a player of the round, or nobody"),
        ("paradox 7", "cards from 1 to 6, at most 5 of each"),
        ("paradox 555555", "cards from 1 to 6, at most 5 of each"),
        ("discard 3", "a move such as b6"),
        ("*3", "a move such as b6"),
        ("b9", "one of 1, 2, 3, 4, 5, 6, found '9'"),
        ("nonsense", "a move such as b6"),
    ],
)
def test_malformed_input_is_refused_in_one_sentence(written: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        TRACKER.read_action(written, start(3))


@pytest.mark.parametrize(
    ("written", "rule", "sentence"),
    [
        ("round 0,1,0 4,1,0 3,1,0 1,1,1", "trick.winner", "Tricks already won by Plum: 1, but 0 were entered."),
        ("round 1,1,1 4,1,0 2,3,0 1,1,1", "prepare.predict", "Orange predicted 1, but 3 was entered."),
        ("round 1,1,1 4,1,1 2,1,0 1,1,1", "", ""),
    ],
)
def test_the_result_of_a_round_must_agree_with_earlier_entries(written: str, rule: str, sentence: str) -> None:
    tally = enter(start(4), *["predict 1"] * 4, "b8", "b1", "b2", "b3")
    assert why(tally, written) == ([(rule, sentence)] if rule else [])


@pytest.mark.rule("catbox.score.bonus")
def test_a_group_cannot_shrink() -> None:
    tally = enter(start(3), "predict 1", "predict 3", "predict 4", "b6", "y1", "g1", "b5", "y3", "g3")
    sentence = "Plum already has a group of 2, but 1 was entered."
    assert why(tally, "round 2,1,1 2,3,0 4,4,5") == [("score.bonus", sentence)]


@pytest.mark.rule("catbox.research-order")
def test_five_players_count_groups_on_their_own_face_of_the_board() -> None:
    tally = enter(start(5), *["predict 1"] * 5, "b6", "y1", "g1", "y2", "g2", "b5", "y3", "g3", "y4", "g4")
    written = "round 3,1,1 1,1,1 1,1,1 1,1,1 1,1,1"
    assert why(tally, written) == []  # the tokens are adjacent on the face shown here, but not on the other
    after = enter(tally, written)
    assert after.table.board.other_face
    events = [
        event for event in TRACKER.events(tally, TRACKER.read_action(written, tally)) if "other side" in str(event)
    ]
    assert [event.rule for event in events] == ["catbox.research-order"]
    form, three = TRACKER.round_form(tally), TRACKER.round_form(start(3))
    assert form is not None
    assert three is not None
    assert "Count groups on your printed research board" in str(form.note)
    assert "Count groups on your printed research board" not in str(three.note)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("round 3,1,b4+b3 3,3,b3+b2 2,4,0", "cells of Teal without b3, which belongs to Plum, found 'b3.b2"),
        ("round 3,1,g5+g6 3,3,4 2,4,0", "cells of Plum without g5, which belongs to Orange"),
    ],
)
def test_a_cell_belongs_to_only_one_group(written: str, expected: str) -> None:
    tally = enter(start(3), "predict 1", "predict 3", "predict 4", "b5", "y5", "g5")
    with pytest.raises(NotationError, match=expected):
        TRACKER.read_action(written, tally)


def test_an_observed_cell_belongs_to_no_group() -> None:
    tally = enter(start(2), "!1", "!2", "!3")
    with pytest.raises(NotationError, match="cells of Plum without g2, which belongs to nobody"):
        TRACKER.read_action("round 4,-,b2+g2 4,-,3", tally)


def test_a_group_can_be_entered_as_cells() -> None:
    tally = start(3)
    entry = as_a(Entry, TRACKER.read_action("round 3,1,0 3,3,r1+r2+b2 2,4,0", tally))
    assert entry.groups == (0, 3, 0)


@pytest.mark.rule("catbox.score.bonus")
def test_cells_that_do_not_touch_are_not_a_group() -> None:
    with pytest.raises(NotationError, match="cells of Teal that touch by their sides, found 'r1\\+g6'"):
        TRACKER.read_action("round 3,1,0 3,3,r1+g6 2,4,0", start(3))


def test_a_group_of_zero_is_quoted_as_it_was_written() -> None:
    with pytest.raises(NotationError, match="who met the prediction, found '0'"):
        TRACKER.read_action("round 3,1,0 3,3,0 2,4,0", start(3))
