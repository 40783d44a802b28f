"""Take the screenshots of docs/screens.md: each game's play page and the end of a game, on a phone and on a laptop.

python -m tests.browser.take_screenshots SITE [LANGUAGE]     SITE is the folder of the built site, such as _build/html

With a LANGUAGE such as ja, the same screenshots are taken in that language, for docs/screens.ja.md.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from cattools.core.language import catalogue
from cattools.core.messages import SOURCE, speaking, translated
from cattools.games import GAMES
from cattools.site.metadata.language_choice import folder_of
from tests.browser.board_driver import PHONE, idle, live
from tests.browser.boards.test_end_screen import before_the_end, numbers, opened
from tests.browser.fixtures import AT_ONCE, FIXED_DEALS, FLAGS
from tests.browser.static_host import StaticHost
from tools.find_browsers import CHROMIUM

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {**PHONE, "device_scale_factor": 1},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
}
QUALITY = 50  # of WebP


def save(page: Page, folder: Path, name: str) -> None:
    """Scroll to the board and save what the window shows."""
    page.locator(".cat-shell").first.evaluate("shell => shell.scrollIntoView({ block: 'start' })")
    idle(page)
    Image.open(io.BytesIO(page.screenshot())).save(folder / f"{name}.webp", quality=QUALITY, method=6)
    sys.stdout.write(f"{name}\n")


def main(site: Path, language: str = SOURCE) -> None:
    """Take all screenshots of a built site in a language."""
    folder = FOLDER / folder_of(language)
    folder.mkdir(parents=True, exist_ok=True)
    with speaking(catalogue(language)):
        loaded = translated("Loaded.")
    programs = CHROMIUM.find()
    assert programs is not None, CHROMIUM.missing
    with sync_playwright() as playwright, StaticHost(site).running() as host:
        book = f"{host.url}/{folder_of(language)}"
        browser = playwright.chromium.launch(executable_path=programs["chromium"], args=FLAGS)
        for screen, device in SCREENS.items():
            for game in GAMES:
                context = browser.new_context(**device, service_workers="block", bypass_csp=True)
                context.add_init_script(AT_ONCE)
                context.add_init_script(FIXED_DEALS)
                page = context.new_page()
                page.goto(f"{book}book/{game}/play.html")
                live(page)
                save(page, folder, f"{game}-play-{screen}")
                before, action, _ = before_the_end(game, numbers(game)[0])
                board = opened(page, book.rstrip("/"), before, loaded)
                board.type_move(str(action))
                expect(board.shell.locator(".cat-result")).to_be_visible()
                save(page, folder, f"{game}-end-{screen}")
                context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
