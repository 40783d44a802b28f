"""In each engine, what a reader must see is in the window: result, turn, prompt, players, previews, large patches.

The pages are in a frame, because not every driver can make its browser's window as narrow as a phone's.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cattools.core.game_record import position_link
from cattools.games import GAMES
from tests.browser.boards.test_answers_in_sight import pages
from tests.browser.boards.test_end_screen import NEXT, before_the_end, numbers
from tests.browser.boards.test_full_screen_layout import players_of
from tests.browser.boards.test_in_sight import DESKS, TOUCH
from tests.browser.engine_fixtures import ENGINES, SECONDS, Visit, take_steps
from tests.browser.engines import Driver
from tests.browser.static_host import StaticHost
from tests.kinds import nightly

BOARD = ".cat-shell[data-cat=live]"  # without quotes, so that it fits in a string with either kind
POLLS = 10
PHONE, LAPTOP = (360, 740), DESKS[0]
SIZES = (PHONE, *DESKS)
LAST = "catbox"
SEATS = "select[name^=seat-]"


class Framed:
    """A page of the site in a frame of any size."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.opened = 0
        visit.driver.open(f"{visit.host.url}/book/about.html")
        visit.driver.until("document.readyState === 'complete'")  # the theme's scripts expect the page's own elements
        visit.driver.run(
            "document.body.replaceChildren(document.createElement('iframe')),"
            "document.querySelector('iframe').style.cssText = 'border: 0; position: fixed; left: 0; top: 0'"
        )

    def resize(self, size: tuple[int, int]) -> None:
        wide, tall = size
        self.visit.driver.run(
            f"Object.assign(document.querySelector('iframe').style, {{ width: '{wide}px', height: '{tall}px' }})"
        )

    def open(self, page: str, size: tuple[int, int]) -> None:
        self.resize(size)
        address = json.dumps(f"{self.visit.host.url}/{page}")
        # The frame's document can stay the same, so the previous page's boards are marked; they can come back later.
        self.opened += 1
        self.run(f"document.querySelectorAll('.cat-shell').forEach(one => {{ one.dataset.left = '{self.opened}' }})")
        self.visit.driver.run(f"void (document.querySelector('iframe').src = {address})")
        board = f'{BOARD}:not([data-left="{self.opened}"])'
        self.until(f"catlive?.state === 'live' && document.querySelector('{board} .cat-area')", SECONDS)

    @staticmethod
    def inside(expression: str) -> str:
        """Return an expression that is evaluated with the frame's globals."""
        names = "{ document, innerWidth, innerHeight, catlive, PointerEvent, Event }"
        return f"(({names}) => ({expression}))(document.querySelector('iframe').contentWindow)"

    def run(self, expression: str) -> Any:
        return self.visit.driver.run(self.inside(expression))

    def until(self, expression: str, seconds: float = 60) -> None:
        self.visit.driver.until(self.inside(expression), seconds)

    def sees(self, selector: str, number: int = 1) -> None:
        """Wait until at least `number` elements match a selector within the board, all of them in the window."""
        self.until(
            f"""(all => all.length >= {number} && all.map(one => one.getBoundingClientRect()).every(
              ({{ left, top, right, bottom, width }}) => width && left >= -1 && top >= -1 && right <= innerWidth + 1
                && bottom <= innerHeight + 1))(
              (document.querySelector('{BOARD}').scrollIntoView({{ block: "start", behavior: "instant" }}),
              [...document.querySelectorAll('{BOARD} :is({selector})')]))"""
        )

    def deal(self, players: str) -> None:
        """Start a game between this many people."""
        # A board that is about to deal again ignores the form, so the form is submitted again after some polls.
        self.until(
            f"""(form => {{
              if (document.querySelectorAll("{BOARD} .cat-panel").length === {players}) return true;
              if (!form) return false;
              form.polls = (form.polls ?? 0) + 1;
              if (form.polls % (4 * {POLLS}) !== 1) return false;
              const select = form.querySelector("[name=players]");
              select.value = "{players}";
              select.dispatchEvent(new Event("change", {{ bubbles: true }}));
              for (const seat of form.querySelectorAll("{SEATS}")) seat.value = "human";
              form.querySelector("[name=seed]").value = "7";
              form.requestSubmit();
              return false;
            }})(document.querySelector("{BOARD} form[data-form=new]"))"""
        )


def the_result_is_in_sight(frame: Framed) -> None:
    """Check the end of every game, with as many players as possible; the game with the largest tables comes last."""
    for game in (*(one for one in GAMES if one != LAST), LAST):
        _result_in_sight(frame, game)


def _result_in_sight(frame: Framed, game: str) -> None:
    before, action, told = before_the_end(game, numbers(game)[0])
    count = len(before.game.seats(before.options))
    seats = ["human" if seat == before.mover else "beginner" for seat in range(count)]
    frame.open(f"book/{game}/play.html#{position_link(before, seats)}", PHONE)
    frame.until(f"document.querySelector('{BOARD} .cat-status').textContent.includes('Loaded.')")
    frame.sees(".cat-chip")
    frame.sees(".cat-prompt")
    assert frame.run(f"document.querySelector('{BOARD} .cat-chip').textContent") == "Your turn"
    frame.run(
        f"""(form => {{
          form.querySelector("input").value = {json.dumps(str(action))};
          form.requestSubmit();
        }})(document.querySelector("{BOARD} .cat-keys .cat-form"))"""
    )
    for size in SIZES:
        frame.resize(size)
        frame.sees(".cat-result > span")
        frame.sees(",".join(f"[data-tool={tool}]" for tool in NEXT), len(NEXT))
    assert told in str(frame.run(f"document.querySelector('{BOARD} .cat-result').textContent"))


def every_player_is_in_sight(frame: Framed) -> None:
    """Check the page of the game that has just ended."""
    for players in players_of(LAST):
        frame.deal(players)
        for size in SIZES:
            frame.resize(size)
            frame.sees(".cat-chip")
            frame.sees(".cat-cell", 4 * int(players))
            frame.sees(".cat-name strong", int(players))


def every_patch_is_large_enough(frame: Framed) -> None:
    frame.open("book/calico/play.html", PHONE)
    frame.deal("4")
    patches = f"[...document.querySelectorAll('{BOARD} .cat-part[data-part^=quilt] .cat-area')]"
    sizes = f"{patches}.map(one => one.getBoundingClientRect()).map(({{ width, height }}) => Math.min(width, height))"
    frame.until(f"{patches}.length > 3 * 25 && Math.min(...{sizes}) >= {TOUCH - 0.05}")


def a_preview_is_in_sight(frame: Framed) -> None:
    """Check a chapter's preview of a move with the patch that the reader has pressed; the mouse stays on the board."""
    chapter = pages(frame.visit.site, "calico", every=False)[0]
    frame.open(chapter, LAPTOP)
    first = f"document.querySelector('{BOARD} .cat-area.legal')"
    middle = "({ x, y, width, height }) => [x + width / 2, y + height / 2]"
    into_view = "scrollIntoView({ block: 'center', behavior: 'instant' })"
    hint = f"document.querySelector('{BOARD} .cat-hint')"
    frame.until(first)
    frame.run(f"{first}.{into_view}")
    x, y = frame.run(f"({middle})({first}.getBoundingClientRect())")
    frame.visit.driver.press_at(x, y)
    frame.until(
        f"document.querySelector('{BOARD} .cat-area[aria-pressed=true], {BOARD} .cat-area[aria-selected=true]')"
    )
    for size in (LAPTOP, PHONE):
        frame.resize(size)
        frame.run(f"({first}.{into_view}, {hint}.polls = 0)")
        # The preview appears later: after some polls, the mouse moves on to the next legal area.
        frame.until(
            f"""((areas, hint) => {{
              if (hint.classList.contains("cat-hint-shown")) return true;
              const area = areas[Math.floor(hint.polls / {POLLS}) % areas.length];
              if (hint.polls++ % {POLLS}) return false;
              area.dispatchEvent(new PointerEvent("pointerover", {{ bubbles: true, pointerType: "mouse" }}));
              return false;
            }})([...document.querySelectorAll('{BOARD} .cat-area.legal')], {hint})"""
        )
        frame.until(
            f"""(({{ top, bottom, height }}) => height && top >= 0 && bottom <= innerHeight)(
              {hint}.getBoundingClientRect())"""
        )


STEPS = [the_result_is_in_sight, every_player_is_in_sight, every_patch_is_large_enough, a_preview_is_in_sight]


@pytest.mark.browser
@pytest.mark.parametrize("driver", [nightly(engine) for engine in ENGINES], indirect=True)
def test_what_matters_is_in_sight(driver: Driver, host: StaticHost, site: Path, subtests: pytest.Subtests) -> None:
    take_steps(STEPS, Framed(Visit(driver, host, site)), subtests)
    assert driver.errors() == []
