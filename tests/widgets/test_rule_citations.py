"""A message links to the rules that determined a consequence, not to the rule of the action itself."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest

from cattools.core.game import State
from cattools.lessons.example import example
from cattools.widgets import show
from tests.games.calico.positions_builder import CALICO
from tests.games.calico.positions_builder import lay as quilt
from tests.games.cattricola.positions_builder import lay as ranch
from tests.games.herders.positions_builder import knot
from tests.games.herders.positions_builder import lay as park
from tests.widgets.board_client import free, hear, tool, typed

GREEN = "b2Gd b3Ge c2Nf c3Nf"


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("f7>e6", ""),
        ("e5>d5", ""),
        ("e5>e6", "Interpretation: As many cats as possible"),
        ("e5>e4", "Rule: Where a cat runs"),
    ],
)
def test_a_refusal_says_whether_its_reason_is_an_interpretation(move: str, kind: str) -> None:
    board = free(knot())
    hear(board, {"kind": "typed", "text": move})
    link = re.findall(r"</svg> ((?:Interpretation|Rule): [^<]+)</a>", board.slots["status"])
    assert link == ([kind] if kind else link)
    assert bool(board.state.pending and kind) == bool(kind)


LAST = (
    "cats=Millie:fq,Cira:es,Gwenivere:dv blue=NfPf!Us+Pf!Yd/GvYd_UfYf+/UsBqYe_Nv/Yf_Ys+UeYq/BqYeBeGfNd;"
    "AAABBB,AAAABB,ABCDEF;Yq! market=Ns,Us,Ys turn=blue placed=b4"
)
BY_BOOK, BY_DESIGNER = "Ruling from the publisher's rulebook", "Ruling by Kevin Russ, the designer"


@pytest.mark.parametrize(
    ("state", "move", "kind"),
    [
        (CALICO.position(LAST, "players=1"), "Yq@b2", f"{BY_BOOK}: Last, take a new patch"),
        (quilt("b3Gd! b4Pd c3Ud", "Nd"), "Nd@b5", f"{BY_BOOK}: One cat for each group"),
        (quilt("b2Pq b3Ps+ b4Pe c6Pf+ d6Pv e6Pq", "Pd"), "Pd@b5", f"{BY_DESIGNER}: One button for each group"),
        (quilt("b2Pq b3Ps+ b4Pe c2Pf c3Pv", "Pd"), "Pd@d3", "Rule: One button for each group"),
    ],
    ids=["a patch on the last turn", "a second cat", "two buttons joined", "a sixth patch"],
)
def test_a_refusal_or_a_consequence_that_a_ruling_settles_names_whose_ruling_it_is(
    state: State[object], move: str, kind: str
) -> None:
    board = free(state)
    hear(board, typed(move))
    assert f"</svg> {escape(kind)}</a>" in board.slots["status"]


@pytest.mark.parametrize(
    ("example", "chosen", "kind"),
    [
        ("calico.dispute.joined", "c5", f"{BY_BOOK}: One cat for each group"),
        ("catbox.dispute.wrong-call", "h1", f"{BY_BOOK}: Paradox!"),
        ("calico.button.apart", "b2", "Rule: One button for each group"),
    ],
)
def test_a_checked_answer_that_a_ruling_settles_names_whose_ruling_it_is(example: str, chosen: str, kind: str) -> None:
    board: Any = show(example)
    hear(board, typed(chosen), tool("check"))
    assert f"</svg> {escape(kind)}</a>" in board.slots["status"]


@pytest.mark.parametrize(
    ("state", "move", "rules"),
    [
        (park(red="f4", hands="1-0"), "a1", []),  # a plain move
        (park(red="f4", blue="a1"), "f4-f5", []),
        (park(red="f4", cats="f7"), "f4-f6", ["herders.herd.trigger"]),
        (quilt(GREEN, "Ys,Be"), "Ys@e6", []),
        (quilt(GREEN, "Gf,Be"), "Gf@b4", ["calico.button.earn"]),
        (ranch("a1=sm"), "+c3", []),
        (ranch("a1=sm a2=pf", plum="A::c3,c4"), "a1", ["cattricola.catch.range", "cattricola.place.choice"]),
    ],
    ids=str,
)
def test_a_consequence_is_linked_to_its_rule(state: State[object], move: str, rules: list[str]) -> None:
    board = free(state)
    hear(board, {"kind": "typed", "text": move})
    assert board.state != state
    assert re.findall(r'href="rule:([^"]*)"', board.slots["status"]) == rules


def test_after_a_paradox_the_bonus_of_the_others_names_whose_ruling_it_is() -> None:
    state = example("catbox.dispute.others-bonus").start()
    bonus = [line for line in state.score().lines if line.rule == "catbox.score.bonus"]
    assert [line.by_ruling for line in bonus] == [False, True, True, True]  # Plum caused it
