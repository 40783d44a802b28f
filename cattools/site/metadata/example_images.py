"""The image files of the live examples.

An SVG image shows the board in an embed until the live board has loaded; it has no words, so all editions share it. A
card, a PNG with the image, the game and the rule, is for the link previews of chats and search engines, which do not
support SVG.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path

from cattools.core.messages import translated
from cattools.games import GAMES
from cattools.lessons.example import Example, examples
from cattools.render import svg
from cattools.render.theme import colour, system_style
from cattools.site.pipeline.chromium import Printer
from cattools.widgets import lesson

FOLDER = "pictures"
CARD = (1200, 630)  # pixels, the usual size of a link preview
_LIGHT = "light"
_CARD = """<!doctype html>
<meta charset="utf-8">
<style>
body {{ margin: 0; height: 100vh; display: flex; gap: 48px; align-items: center; justify-content: center;
  box-sizing: border-box; padding: 32px 56px; background: {page}; color: {ink};
  font: 600 46px/1.2 system-ui, sans-serif; }}
svg {{ flex: none; width: auto; height: auto; max-width: 700px; max-height: 566px; }}
p {{ margin: 0; max-width: 400px; text-wrap: balance; }}
small {{ display: block; margin-bottom: 14px; font-size: 30px; font-weight: 400; }}
</style>
{picture}<p><small>{game}</small>{rule}</p>
"""


def all_examples() -> Iterator[Example]:
    """Yield the live examples of all games."""
    for game in GAMES:
        yield from examples(game).values()


def picture(example: Example, theme: str = "") -> str:
    """Return an example's initial board as an SVG document; theme "" follows the reader's system."""
    mode = lesson(example)
    with mode.here():
        drawn = svg.svg(mode.scene(), tuple(mode.marks()), theme)
    if theme:
        return drawn
    ground = '<rect width="100%" height="100%" fill="var(--cat-page)"/>'
    begin, end = drawn.split(">", 1)
    return f"{begin}><style>{system_style(ground + end)}</style>{ground}{end}"


def card(example: Example) -> str:
    """Return an example's card as an HTML document."""
    game = GAMES[example.game]
    rules = [translated(game.rules[id_].title) for id_ in example.rules[:1]]
    return _CARD.format(
        page=colour("page", _LIGHT),
        ink=colour("ink", _LIGHT),
        picture=picture(example, _LIGHT),
        game=escape(str(game.title)),
        rule=escape("".join(map(str, rules))),
    )


def write(folder: Path, *, images: bool, cards: bool) -> None:
    """Write the images if `images` is set, and the cards if `cards` is set; delete the folder's previous content.

    Raises `BuildError` if `cards` is set and Chromium is missing or fails.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for example in all_examples() if images else ():
        (folder / f"{example.id}.svg").write_text(picture(example), encoding="utf-8")
    if cards:
        with Printer() as printer:
            for example in all_examples():
                (folder / f"{example.id}.png").write_bytes(printer.png(card(example), *CARD))
