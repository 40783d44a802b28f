"""A device that is passed on shows nothing of its previous user, neither in the picture nor in the document.

Each case is played by keyboard, mouse and touch. Two positions that differ only in hidden information are played to the
same hand-over, after which the two pages must not differ.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE, AnyState
from cattools.core.game_record import position_link
from cattools.core.timeline import Timeline
from cattools.games import GAMES, game
from cattools.widgets.game_session import GameSession
from tests.browser.board_driver import STILL, Board, difference, live, visit
from tests.browser.fixtures import NewPage
from tests.kinds import some

# Options for games whose usual options give them no hands or too many players.
TABLES: dict[str, dict[str, str]] = {
    "catbox": {"players": "3"},
    "territory": {"game": "duel", "players": "2"},
    "calico": {"players": "2"},
    "cattricola": {"players": "2"},
}
SECRET = [id_ for id_, one in GAMES.items() if one.has_hidden_information(one.choose(TABLES.get(id_, {})))]
WAYS = ("keys", "mouse", "finger")
KINDS = 3  # number of kinds of actions that hand over the device; each kind is played once
WORLDS = 12  # maximum number of other positions to try
# Share of pixels that may differ, because icon edges are not rounded alike; a hover shade or a focus ring changes ten
# times as many.
ROUNDED = 1e-4
# Every draw has its likeliest result: the same here and on the page and, if possible, in both positions.
LIKELIEST = "lambda self, state: max(state.chances(), key=lambda one: (one[0], str(one[1])))[1]"
PATCH = f"from cattools.core.chance import Dealer\nDealer.choose = {LIKELIEST}\n"


class HandOver(NamedTuple):
    """Two positions, each with an action that hands over the device; afterwards both positions look the same."""

    state: AnyState
    action: Any
    other: AnyState
    another: Any


@cache
def after(state: AnyState, action: Any) -> AnyState:
    """Return the state after an action and everything that follows automatically."""
    session = GameSession(Timeline(state), Dealer(0))
    session.play(action)
    return session.state


def hand_over(state: AnyState, action: Any, rng: Random) -> HandOver | None:
    """Return a hand-over whose two actions differ if possible, or None if no other position looks the same after it."""
    onward = after(state, action)
    seen, found = onward.view(None), None
    for _ in range(WORLDS):
        world = state.view(None).determinize(rng)
        if world == state:
            continue
        ways = sorted(world.legal(), key=lambda way: way == action)
        for way in ways:
            if type(way) is type(action) and after(world, way).view(None) == seen:
                found = HandOver(state, action, world, way)
                if way != action:
                    return found
                break
    return found


def dealt(state: AnyState, rng: Random) -> AnyState:
    """Return the state after all pending deals."""
    while state.to_move == CHANCE:
        state = state.apply(state.chance(rng))
    return state


def hand_overs(game_id: str) -> Iterator[HandOver]:
    """Yield hand-overs of a random game, each by a different kind of action."""
    played, rng = game(game_id), Random(4)
    state, kinds = dealt(played.start(played.choose(TABLES.get(game_id, {}))), rng), set[type]()
    for _ in range(60):
        if state.mover is None or len(kinds) == KINDS:
            return
        action = rng.choice(list(state.legal()))
        onward = after(state, action)
        kind = type(action)
        if onward.mover not in (state.mover, None) and kind not in kinds and played.presses(action):
            found = hand_over(state, action, rng)
            if found is not None:
                kinds.add(kind)
                yield found
        state = dealt(state.apply(action), rng)


def press(board: Board, way: str, name: str) -> None:
    if way == "keys":
        board.key(name)
    elif way == "mouse":
        board.click(name)
    else:
        board.tap(name)


def play(board: Board, way: str, state: AnyState, action: Any) -> None:
    """Open a position, show the mover's perspective, and play an action with all its presses."""
    page, unveil = board.page, board.tool("unveil")
    page.mouse.move(1, 1)
    page.evaluate("hash => location.hash = hash", position_link(state))
    expect(board.status).to_contain_text("Loaded.")
    unveil.click()
    expect(unveil).to_have_count(0)
    if "cat-fill" not in (board.shell.get_attribute("class") or ""):
        board.shell.locator(".cat-full").click()  # nothing scrolls in full screen
    page.mouse.move(1, 1)
    for name in state.game.presses(action):
        area = board.area(name)
        if "true" in (area.get_attribute("aria-pressed"), area.get_attribute("aria-selected")):
            continue
        press(board, way, name)
        board.settle()
    if way == "finger":
        press(board, way, state.game.presses(action)[-1])  # an irreversible action asks for confirmation
    expect(unveil).to_have_count(1)


def document(page: Page) -> str:
    """Return the page's document, field values, focus and scroll positions, but not the times of saved games."""
    return str(
        page.evaluate(
            """() => {
              for (const list of document.querySelectorAll(".cat-kept-games ul")) list.replaceChildren();
              const values = [...document.querySelectorAll("input, select, textarea")].map((one) => one.value);
              const { activeElement: at } = document;
              const all = [...document.querySelectorAll(".cat-shell *")];
              const kept = all.map((one) => `${one.scrollLeft},${one.scrollTop}`);
              return [document.documentElement.outerHTML, values.join(), at.outerHTML, kept.join(" ")].join("\\n");
            }"""
        )
    )


def shown(page: Page) -> np.ndarray:
    """Return a screenshot, which includes the focus ring and the hover shade."""
    return np.asarray(Image.open(io.BytesIO(page.screenshot(caret="initial"))).convert("RGB"))


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", some(SECRET, lambda game: game == "catbox"))
def test_nothing_of_a_hand_remains_when_the_device_is_passed_on(
    warm_page: NewPage, site_url: str, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Dealer, "choose", eval(LIKELIEST))
    page = warm_page(viewport={"width": 1000, "height": 1400}, has_touch=True, **STILL)
    visit(page, f"{site_url}/book/{game_id}/play.html")
    board = live(page)
    page.evaluate("code => catlive.worker.postMessage({ kind: 'run', cell: '', code })", PATCH)
    compared = 0
    for case in hand_overs(game_id):
        for way in WAYS:
            seen = []
            for state, action in ((case.state, case.action), (case.other, case.another)):
                play(board, way, state, action)
                board.settle()
                seen.append((document(page), board.pixels(), shown(page)))
            (words, pixels, picture), (other, others, another) = seen
            assert words == other, (way, str(case.action), str(case.another))
            assert difference(pixels, others) == 0
            assert difference(picture, another) < ROUNDED
            expect(board.tool("unveil")).to_be_focused()
            compared += 1
    assert compared >= len(WAYS)
