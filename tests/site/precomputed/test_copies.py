"""Copies of modes: what is done to a copy leaves the original as it was, and a copied dealer deals the same."""

from __future__ import annotations

from copy import deepcopy

from cattools.core.chance import Dealer
from cattools.core.language import catalogue
from cattools.games import GAMES
from cattools.lessons.example import example
from cattools.site.precomputed.copies import independent
from cattools.site.precomputed.fake_display import copied
from cattools.widgets import lesson
from cattools.widgets.modes.examples.base import ExampleMode


def test_what_is_played_on_a_copy_leaves_the_original_as_it_was() -> None:
    mode = lesson(example("herders.turn"))
    before = mode.state, mode.message, mode.hand.chosen
    clone = copied(mode)
    assert isinstance(clone, ExampleMode)
    for action in clone.state.legal()[:1]:
        clone.report(clone.hand.act(action))
    assert clone.state != before[0]
    assert (mode.state, mode.message, mode.hand.chosen) == before
    assert clone.hand.session is clone.session is not mode.session
    assert clone.example is mode.example


def test_a_copied_dealer_deals_the_same_and_leaves_the_other_alone() -> None:
    start = GAMES["catbox"].start(GAMES["catbox"].choose({}))
    dealer, alone = Dealer(3), Dealer(3)
    clone = deepcopy(dealer)
    drawn = dealer.drawn
    assert clone.settle(start) == alone.settle(start)
    assert dealer.drawn == drawn
    assert dealer.settle(start) == Dealer(3).settle(start)
    assert clone.drawn == dealer.drawn == alone.drawn


def test_a_copy_shares_the_catalogue_of_its_language() -> None:
    words = catalogue("ja")
    assert independent([words], [])[0] is words  # copying thousands of messages doubles the time of a Japanese board
