"""The board's markup: the same before it is live (a picture) and after (a canvas), so that nothing jumps.

The slots `head`, `task`, `side`, `hint`, `said`, `tools` and `extra` are small pieces of HTML that change during play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import count

from cattools.core.art import icon
from cattools.core.game import Panel
from cattools.core.messages import N_, text
from cattools.core.rules import Rule
from cattools.core.scene import Area, Group, Path, Scene, number
from cattools.render import svg

SLOTS = ("head", "task", "side", "hint", "said", "tools", "extra")
LEGAL, CHOSEN = 1, 2
SIGNS = {"info": ("paw", "go"), "refuse": ("no", "refuse"), "ok": ("yes", "ok"), "score": ("yes", "goldDeep")}
Names = dict[str, tuple[str, int]]
_serial = count(1)


class Quiet(str):
    """A sentence for those who hear the board: the eyes find the same in the heading."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """A button below the board: its id, its words, whether it can be pressed now, whether it is on."""

    id: str
    words: str
    ready: bool = True
    on: bool | None = None
    strong: bool = False


def words(sentence: str, **facts: object) -> str:
    """Return a catalogue sentence as HTML text."""
    return escape(str(text(sentence, **facts)))


@lru_cache(1024)  # the same few icons after every press
def drawing(shapes: tuple[Path, ...], size: float = 32, css: str = "cat-icon") -> str:
    """Return shapes drawn around the origin as a small picture without words."""
    half = number(size / 2)
    return (
        f'<svg class="{css}" viewBox="-{half} -{half} {number(size)} {number(size)}" width="{number(size)}" '
        f'height="{number(size)}" aria-hidden="true" focusable="false">{svg.shapes(shapes)}</svg>'
    )


def rule_link(rule: Rule) -> str:
    """Return a link to the place where the book explains a rule; a reading says so."""
    kind = words(N_("Reading")) if rule.ours else words(N_("Rule"))
    book = drawing(icon("reading", 16, main="go"), 16)
    return (
        f'<a class="cat-rule" href="rule:{rule.id}" data-page="{rule.page}" data-anchor="{rule.anchor}">'
        f"{book} {kind}: {escape(str(text(rule.title)))}</a>"
    )


def message(kind: str, sentences: Sequence[str], rules: Sequence[Rule] = ()) -> str:
    """Return what is said below the board; `kind` is info, refuse, ok or score."""
    links = "".join(f" {rule_link(rule)}" for rule in dict.fromkeys(rules))
    spoken = (f'<span class="cat-sr">{escape(s)}</span>' if isinstance(s, Quiet) else escape(s) for s in sentences if s)
    body = " ".join(spoken)
    name, colour = SIGNS[kind]
    sign = drawing(icon(name, 20, main=colour, light="surface"), 20)
    return f'<p class="cat-message cat-{kind}">{sign}<span>{body}{links}</span></p>'


def hint() -> str:
    """Return the place for what a press would bring, and what stands there before anything is pointed at."""
    rest = words(N_("Point at a place: here stands what it would bring."))
    return f'<p data-rest="{rest}">{rest}</p>'


def tools(buttons: Iterable[Tool]) -> str:
    """Return the buttons below the board."""
    parts = []
    for b in buttons:
        state = "" if b.ready else ' aria-disabled="true"'
        state += "" if b.on is None else f' aria-pressed="{str(b.on).lower()}"'
        css = ' class="cat-strong"' if b.strong else ""
        parts.append(f'<button type="button" data-tool="{b.id}"{css}{state}>{escape(b.words)}</button>')
    return "".join(parts)


def side(panels: Iterable[Panel], to_move: int | None) -> str:
    """Return the panels beside the board, the seat to move framed; its words stand in the heading."""
    parts, current = [], ' aria-current="true"'
    for panel in panels:
        now = panel.seat == to_move
        rows = "".join(
            f'<li><span class="cat-small">{"".join(drawing(p, 22) for p in pictures)}</span>'
            f'<span class="cat-row">{escape(said)}</span></li>'
            for said, pictures in panel.rows
        )
        parts.append(
            f'<div class="cat-panel{" cat-now" if now else ""}"{current if now else ""}><div class="cat-name">'
            f"{drawing(panel.token, 48)}<strong>{escape(panel.name)}</strong></div><ul>{rows}</ul></div>"
        )
    return "".join(parts)


def _area(area: Area, role: str, column: int, name: str, flags: int) -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in area.outline)
    at = f'data-x="{number(area.at[0])}" data-y="{number(area.at[1])}" data-size="{number(area.size)}"'
    chosen = str(bool(flags & CHOSEN)).lower()
    state = f'aria-colindex="{column}" aria-selected="{chosen}"' if role == "gridcell" else f'aria-pressed="{chosen}"'
    legal = " legal" if flags & LEGAL else ""
    return (
        f'<polygon class="cat-area{legal}" data-id="{escape(area.id)}" {at} role="{role}" tabindex="-1" {state} '
        f'aria-label="{escape(name)}" points="{points}"/>'
    )


def _group(group: Group, names: Mapping[str, tuple[str, int]]) -> str:
    grid = group.role == "grid"
    wide = max(map(len, group.rows), default=0)
    size = f' aria-rowcount="{len(group.rows)}" aria-colcount="{wide}"' if grid else ""
    rows = []
    for number_, row in enumerate(group.rows, 1):
        cells = "".join(_area(a, "gridcell" if grid else "button", c, *names[a.id]) for c, a in enumerate(row, 1))
        rows.append(f'<g role="row" aria-rowindex="{number_}">{cells}</g>' if grid else cells)
    return f'<g role="{group.role}" aria-label="{escape(group.name)}"{size}>{"".join(rows)}</g>'


def areas(scene: Scene, names: Mapping[str, tuple[str, int]]) -> str:
    """Return what can be pressed: one focusable, labelled polygon an area, exact for hexes."""
    return "".join(_group(group, names) for group in scene.groups)


def layer(scene: Scene, within: str) -> str:
    """Return the listening layer around the areas; those of a live board come by themselves."""
    wide, tall = (number(n) for n in scene.size)
    rings = "".join(f'<polygon class="cat-ring {w}" aria-hidden="true" points="0,0"/>' for w in ("out", "in"))
    return (
        f'<svg class="cat-layer" viewBox="0 0 {wide} {tall}" role="presentation">'
        f'<g class="cat-areas">{within}</g><g class="cat-ghost" aria-hidden="true"></g>{rings}'
        f'<text class="cat-tip" aria-hidden="true" text-anchor="middle"></text></svg>'
    )


def shell(title: str, scene: Scene, names: Names, slots: Mapping[str, str], picture: str = "", sample: str = "") -> str:
    """Return a whole board; with a picture it is the static one, without it the live one waiting for its canvas.

    `sample` is a line that could be typed.
    """
    number_ = next(_serial)
    state = "static" if picture else "live"
    paint = picture or '<canvas class="cat-paint" aria-hidden="true"></canvas>'
    within = areas(scene, names) if picture else ""
    part = {name: f'<div class="cat-{name}" data-slot="{name}">{slots.get(name, "")}</div>' for name in SLOTS}
    part["said"] = f'<div class="cat-said" role="status" data-slot="said">{slots.get("said", "")}</div>'
    inert = ' aria-disabled="true"' if picture else ""
    keys = words(
        N_(
            "Arrow keys move over the board, Enter or Space presses, Esc takes back, ? says what is possible here. "
            "Home and End go to the ends of a row. Tab leaves the board."
        )
    )
    asked = words(N_("A move, for example {move}:"), move=sample or next(iter(scene.areas), ""))
    full = words(N_("Full screen"))
    waiting = {
        "loading": words(N_("Waking the cats…")),
        "nowasm": words(N_("This browser cannot run the board (no WebAssembly). The picture and the words stay.")),
        "failed": words(N_("The board could not start. The picture and the words stay.")),
        "live": "",
        "nojs": words(N_("The picture becomes a board where JavaScript is allowed.")),
    }
    status = " ".join(f'data-{name}="{said}"' for name, said in waiting.items())
    return (
        f'<div class="cat-shell" data-cat="{state}"><section class="cat-board" aria-label="{escape(title)}">'
        f'{part["head"]}<button type="button" class="cat-full" hidden aria-label="{full}">⤢</button>'
        f'<span class="cat-state" data-state="{"picture" if picture else "live"}" {status}></span>'
        f"{part['task']}"
        f'<div class="cat-main"><div class="cat-stack">{paint}{layer(scene, within)}</div>'
        f'<div class="cat-beside">{part["side"]}{part["hint"]}</div></div>'
        f'{part["said"]}<span class="cat-sr cat-heard" aria-live="polite"></span>{part["tools"]}{part["extra"]}'
        f'<details class="cat-keys"><summary>{words(N_("Type a move, keys"))}</summary>'
        f'<form class="cat-form"><label for="cat-move-{number_}">{asked}</label>'
        f'<input id="cat-move-{number_}" name="move" type="text" size="12" maxlength="80" autocomplete="off" '
        f'autocapitalize="off" spellcheck="false">'
        f'<button type="submit"{inert}>{words(N_("Play"))}</button></form><p>{keys}</p></details></section></div>'
    )
