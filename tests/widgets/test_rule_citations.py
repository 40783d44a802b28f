"""A message links to the rules that determined a consequence, not to the rule of the action itself."""

from __future__ import annotations

import re

import pytest

from cattools.core.game import State
from tests.games.calico.positions_builder import lay as quilt
from tests.games.cattricola.positions_builder import lay as ranch
from tests.games.herders.positions_builder import knot
from tests.games.herders.positions_builder import lay as park
from tests.widgets.board_client import free, hear

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
