"""Record docs/board.gif, the README's animation of a board, from the built site.

`python -m tools.record_readme_gif` builds the site, then plays a short story on a board in this machine's Chromium.
"""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from cattools.site.pipeline.build import build
from cattools.site.static_host import StaticHost
from tools.find_browsers import CHROMIUM

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "board.gif"
WIDE, TALL = 640, 660
COLOURS = 96
FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"]
# The areas to press on the book's first board (None: the start), and how long the result is shown, in milliseconds.
STORY = [(None, 1800), ("d4", 3200), ("a2", 4500)]
MOTION_MS, FRAMES = 110, 16  # milliseconds per frame and number of frames while a piece moves


def picture(page: Page) -> Image.Image:
    """Return a screenshot of the page."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def film(page: Page) -> list[tuple[Image.Image, int]]:
    """Play the story and return its frames, each with its duration in milliseconds."""
    shown: list[tuple[Image.Image, int]] = []
    for area, hold_ms in STORY:
        if area is not None:
            page.locator(f'.cat-shell [data-id="{area}"]').click()
            for _ in range(FRAMES):
                shown.append((picture(page), MOTION_MS))
                page.wait_for_timeout(MOTION_MS / 2)
        page.mouse.move(1, 1)
        page.wait_for_timeout(400)
        shown.append((picture(page), hold_ms))
    return shown


def main() -> None:
    """Write the GIF."""
    programs = CHROMIUM.find()
    if programs is None:
        raise SystemExit(CHROMIUM.missing)
    with StaticHost(build(ROOT)).running() as host, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=programs["chromium"], args=FLAGS)
        page = browser.new_page(viewport={"width": WIDE, "height": TALL})
        page.goto(f"{host.url}/embed.html?show=herders.welcome&theme=light")
        page.locator('.cat-shell[data-cat="live"]').wait_for()
        page.wait_for_timeout(500)
        shown = film(page)
        browser.close()
    still = [image for image, duration in shown if duration != MOTION_MS]
    together = Image.new("RGB", (WIDE, TALL * len(still)))
    for n, one in enumerate(still):
        together.paste(one, (0, n * TALL))
    palette = together.quantize(COLOURS)
    reduce = partial(Image.Image.quantize, palette=palette, dither=Image.Dither.NONE)
    frames = [reduce(one) for one, _ in shown]
    frames[0].save(
        OUT,
        save_all=True,
        append_images=frames[1:],
        duration=[duration for _, duration in shown],
        loop=0,
        optimize=True,
    )
    print(f"{OUT.relative_to(ROOT)}: {OUT.stat().st_size // 1000} kB, {len(frames)} frames")


if __name__ == "__main__":
    main()
