"""A board's HTML: it is the same for the static picture and the live board, so that nothing moves on hydration.

The slots are small pieces of HTML that change during play: those in `SLOTS`, and one for the caption of each part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from html import escape
from itertools import count, pairwise, starmap
from json import dumps

from cattools.core.display.icons import icon
from cattools.core.display.scene import Area, Cell, Group, Panel, Part, Path, Scene, number
from cattools.core.messages import N_, Text, labelled, sentence_space, sentences, text
from cattools.core.notation.typed_words import in_readers_words
from cattools.core.rules import Rule
from cattools.render import svg
from cattools.render.flow_layout import beside
from cattools.widgets.html import Html, el, join, open_tag
from cattools.widgets.protocol import CHOSEN, LEGAL, Names

TOUCH = 24  # the smallest width of an area in CSS pixels (WCAG 2.5.8)
SLOTS = ("head", "task", "side", "hint", "status", "tools", "moves", "extra")
ONE_LINE = 8  # a cell of the table of players with at most this many characters stays on one line


class MessageKind(StrEnum):
    """The kind of a message below a board."""

    INFO = "info"
    """An event or a status."""
    REFUSE = "refuse"
    """The reason for a refusal."""
    OK = "ok"
    """A success, such as a correct answer."""
    SCORE = "score"
    """A line of a score."""
    RESULT = "result"
    """Who has won."""


SIGNS = {
    MessageKind.INFO: ("paw", "go"),
    MessageKind.REFUSE: ("no", "refuse"),
    MessageKind.OK: ("yes", "ok"),
    MessageKind.SCORE: ("yes", "goldDeep"),
    MessageKind.RESULT: ("yes", "ok"),
}
_serial = count(1)


class Quiet(str):
    """A sentence for screen readers only; sighted readers see its content in the heading or on the board."""

    __slots__ = ()


def coded(place: str, label: str) -> dict[str, str]:
    """Return the attributes that describe a QR code: its target and the label next to it."""
    local = N_("This address works only on this computer; for phones, use “cattools serve --lan”.")
    words = {"data_code": label, "data_close": str(text(N_("Close"))), "data_local": str(text(local))}
    return {"data_place": place, **words}


def nothing() -> None:
    """Do nothing: the action of a button that the page itself handles."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button below the board: its id, label and action, whether it is enabled, and whether it is switched on.

    `unready` runs when the button is pressed while disabled; it usually says why it is disabled. `tap`, if set,
    replaces `press` when the button is pressed with a finger.
    """

    id: str
    words: str | Text
    press: Callable[[], object] = nothing
    ready: bool = True
    on: bool | None = None
    strong: bool = False
    unready: Callable[[], None] = nothing
    tap: Callable[[], None] | None = None


@lru_cache(1024)  # the same few icons after every press
def drawing(shapes: tuple[Path, ...], size: float = 32, css: str = "cat-icon") -> Html:
    """Return shapes drawn around the origin as a small decorative SVG image."""
    half, wide = number(size / 2), number(size)
    return el(
        "svg",
        Html(svg.shapes(shapes)),
        class_=css,
        viewBox=f"-{half} -{half} {wide} {wide}",
        width=wide,
        height=wide,
        aria_hidden="true",
        focusable="false",
    )


def rule_link(rule: Rule) -> Html:
    """Return a link to the book's section on a rule; an interpretation or a ruling is labelled as one."""
    ruled = rule.ruler if rule.ruled else text(N_("Rule"))
    kind = text(N_("Interpretation")) if rule.ours else ruled
    book = drawing(icon("reading", 16, main="go"), 16)
    words = join(book, " ", labelled(kind, text(rule.title)))
    return el("a", words, class_="cat-rule", href=f"rule:{rule.id}", data_page=rule.page, data_anchor=rule.anchor)


def symbols(name: str, tokens: Sequence[tuple[Path, ...]]) -> Html:
    """Return the tokens of all seats as SVG symbols, each defined once and referred to by every `symbol`."""
    drawn = [
        el("symbol", Html(svg.shapes(token)), id=f"{name}-{seat}", viewBox="-24 -24 48 48")
        for seat, token in enumerate(tokens)
    ]
    return el("svg", drawn, class_="cat-sr", aria_hidden="true")


def symbol(name: str, seat: int) -> Html:
    """Return a small picture of a seat's token, defined by `symbols`."""
    return el("svg", el("use", href=f"#{name}-{seat}"), class_="cat-icon", aria_hidden="true")


def message(kind: MessageKind, said: Iterable[str], rules: Iterable[Rule] = (), token: tuple[Path, ...] = ()) -> Html:
    """Return a message below the board, next to the icon of its kind or the token of the player it is about.

    What only screen readers read is in separate paragraphs, before and after what is shown.
    """
    parts: list[object] = []
    spoken: tuple[list[Quiet], list[Quiet]] = [], []
    for sentence in filter(None, said):
        if isinstance(sentence, Quiet):
            spoken[bool(parts)].append(sentence)
        else:
            parts += [sentence_space(), sentence]
    links = [(" ", rule_link(rule)) for rule in dict.fromkeys(rules)]
    name, colour = SIGNS[kind]
    sign = drawing(token, 48) if token else drawing(icon(name, 20, main=colour, light="surface"), 20)
    before, after = (el("p", sentences(heard), class_="cat-sr") if heard else Html() for heard in spoken)
    return join(before, el("p", sign, el("span", parts[1:], links), class_=f"cat-message cat-{kind}"), after)


def line(token: tuple[Path, ...], said: Iterable[str]) -> Html:
    """Return one line of a message: what a player did in a turn, next to the player's token."""
    return el("span", drawing(token, 48), sentences(said), class_="cat-turn")


def hint() -> Html:
    """Return the element for previews; it covers the message while the reader points at an area."""
    return el("p")


def tools(buttons: Iterable[Button]) -> Html:
    """Return the buttons below the board."""
    return join(
        el(
            "button",
            b.words,
            type="button",
            data_tool=b.id,
            class_="cat-strong" if b.strong else None,
            aria_disabled=None if b.ready else "true",
            data_explains=not b.ready and b.unready is not nothing,
            aria_pressed=None if b.on is None else str(b.on).lower(),
        )
        for b in buttons
    )


def tool_line(buttons: Iterable[Button], css: str = "") -> Html:
    """Return buttons that have a separate row on a phone screen."""
    return el("div", tools(buttons), class_=f"cat-line {css}".rstrip())


def tool_group(title: object, buttons: Iterable[Button]) -> Html:
    """Return buttons that belong together; `title` is their accessible name."""
    return el("div", tools(buttons), role="group", aria_label=title)


def side(panels: Iterable[Panel], to_move: int | None) -> Html:
    """Return the panels next to the board, with a frame around the panel of the seat to move.

    The page shows them as cards, or on a board that fills the screen, as the rows of a table.
    """
    shown = tuple(panels)
    titles = {cell.title: cell.sign for panel in shown for cell in panel.cells}
    cards = join(_panel(panel, (*titles,), now=panel.seat == to_move) for panel in shown)
    if not titles:
        return cards
    heads = el("div", el("span"), starmap(_title, titles.items()), class_="cat-titles", aria_hidden="true")
    return el("div", heads, cards, class_="cat-table")


@lru_cache(64)  # most presses change no panel
def _panel(panel: Panel, titles: Sequence[str], *, now: bool) -> Html:
    rows = [
        el(
            "li",
            el("span", (drawing(picture, 22) for picture in pictures), class_="cat-small"),
            el("span", said, class_="cat-row"),
        )
        for said, pictures in panel.rows
    ]
    name = el("div", drawing(panel.token, 48), el("strong", _name(panel)), class_="cat-name")
    css = "cat-panel cat-current" if now else "cat-panel"
    cells = {cell.title: cell for cell in panel.cells}
    table = [_cell(cells.get(title)) for title in titles]  # hidden from screen readers, which read the rows
    return el("div", name, table, el("ul", rows), class_=css, aria_current="true" if now else None)


def _title(title: str, sign: tuple[Path, ...]) -> Html:
    """Return a column's title; the compact table shows its sign instead, if it has one."""
    return el("span", el("span", title), drawing(sign, 22) if sign else None)


def _name(panel: Panel) -> Html:
    """Return a player's name, and its short form if it has one; screen readers always read the whole name."""
    if not panel.short:
        return join(panel.name)
    return join(el("span", panel.name), el("span", panel.short, class_="cat-short", aria_hidden="true"))


def _cell(cell: Cell | None) -> Html:
    """Return a cell; a long one may take several lines on a phone."""
    shown = None if cell is None else (cell.value, (drawing(picture, 22) for picture in cell.pictures))
    long = cell is not None and len(cell.value) > ONE_LINE
    return el("span", shown, class_="cat-cell cat-long" if long else "cat-cell", aria_hidden="true")


def heading(title: str, token: tuple[Path, ...], chip: str) -> Html:
    """Return a board's heading: its title, and a chip with the player to move, if any."""
    mark = drawing(icon("paw", 28, main="go"), 30)
    picture = drawing(token, 48) if token else None
    whose = el("span", picture, chip, class_="cat-chip") if chip else Html()
    return join(mark, el("span", title), whose)


def folded(title: object, *inside: object, opened: bool = False, css: str | None = None) -> Html:
    """Return a collapsible section with a title; it starts collapsed unless `opened`."""
    return el("details", el("summary", title), inside, class_=css, open=opened)


# --- the board -------------------------------------------------------------------------------------------------------


def _area(area: Area, role: str, column: int, name: str, flags: int) -> Html:
    # Built by hand for speed: a page has a thousand areas, and its first board is not shown before they are built. The
    # steps along the outline are relative, so that equal outlines have equal text, which compresses well.
    x, y = area.outline[0]
    steps = " ".join([f"{number(bx - ax)} {number(by - ay)}" for (ax, ay), (bx, by) in pairwise(area.outline)])
    at = f'data-x="{number(area.at[0])}" data-y="{number(area.at[1])}" data-size="{number(area.size)}"'
    chosen = "true" if flags & CHOSEN else "false"
    state = f'aria-colindex="{column}" aria-selected="{chosen}"' if role == "gridcell" else f'aria-pressed="{chosen}"'
    return Html(
        f'<path class="cat-area{" legal" if flags & LEGAL else ""}" data-id="{escape(area.id)}" {at} role="{role}" '
        f'tabindex="-1" {state} aria-label="{escape(name)}" d="M{number(x)} {number(y)}l{steps}z"/>'
    )


def _group(group: Group, names: Names) -> Html:
    grid = group.role == "grid"
    rows = []
    for at, row in enumerate(group.rows, 1):
        cells = join(_area(a, "gridcell" if grid else "button", c, *names[a.id]) for c, a in enumerate(row, 1))
        rows.append(el("g", cells, role="row", aria_rowindex=at) if grid else cells)
    return el(
        "g",
        rows,
        role=group.role,
        aria_label=group.name,
        aria_rowcount=len(group.rows) if grid else None,
        aria_colcount=max(map(len, group.rows), default=0) if grid else None,
    )


def areas(part: Part, names: Names) -> Html:
    """Return the areas of a part: one focusable, labelled outline per area, which exactly follows a hex's edges."""
    return join(_group(group, names) for group in part.groups)


def _layer(part: Part, *within: Html) -> Html:
    """Return the layer of a part that receives input and contains its areas; a live board gets them separately."""
    wide, tall = (number(n) for n in part.size)
    return el(
        "svg",
        el("g", class_="cat-place-names", aria_hidden="true"),
        el("g", within, class_="cat-areas"),
        class_="cat-layer",
        viewBox=f"0 0 {wide} {tall}",
        role="presentation",
    )


def _over_areas() -> Html:
    """Return the layer that is shown over the area pointed at, in any part: the chosen piece, a ring, and the name."""
    rings = [Html(f"{open_tag('path', class_=f'cat-ring {w}', aria_hidden='true')[:-1]}/>") for w in ("out", "in")]
    return el(
        "svg",
        el("g", class_="cat-ghost", aria_hidden="true"),
        rings,
        el("text", class_="cat-tip", aria_hidden="true", text_anchor="middle"),
        class_="cat-overlay",
        aria_hidden="true",
    )


def _part(part: Part, unit: float, slots: Mapping[str, str], picture: Html | None, within: Html) -> Html:
    """Return a part: its caption, its picture unless the board is live, its areas and, as data, the space it needs."""
    size_hint = part.size_hint
    touch = TOUCH / min((area.size for area in part.areas.values()), default=math.inf)
    wish = {
        "name": part.name,
        "w": round(part.size[0], 2),
        "h": round(part.size[1], 2),
        "least": round(size_hint.least / size_hint.cell, 4),
        "touch": round(touch, 4),
        "best": round(size_hint.best / size_hint.cell, 4),
        "weight": size_hint.weight,
        "scrolls": int(size_hint.scrolls),
        "near": size_hint.near,
        "firm": size_hint.firm,
    }
    name = caption_slot(part)
    caption = el("div", Html(slots.get(name, "")), class_="cat-caption", data_slot=name) if part.caption else None
    shown = el("div", picture, class_="cat-picture") if picture else None
    return el(
        "div",
        caption,
        el("div", shown, _layer(part, within), class_="cat-stack"),
        class_="cat-part",
        data_part=part.name,
        data_room=dumps(wish, separators=(",", ":")),
        style=f"--w:{number(part.size[0])};--unit:{unit:.4g};--touch:{touch:.4g}",
    )


def caption_slot(part: Part) -> str:
    """Return the name of the slot for a part's caption."""
    return f"caption.{part.name}"


def captions(scene: Scene) -> dict[str, str]:
    """Return the slots with the captions of a scene's parts."""
    return {caption_slot(part): escape(part.caption) for part in scene.parts if part.caption}


def stage(
    scene: Scene,
    slots: Mapping[str, str] | None = None,
    names: Names | None = None,
    pictures: Mapping[str, Html] | None = None,
) -> Html:
    """Return the parts in the game's order; the page lays them out.

    On a live board, the parts have neither texts nor areas; these are sent separately.
    """
    first = scene.parts[0]
    wide, tall = (number(n) for n in first.size)
    parts = [
        _part(
            part,
            beside(part, first),
            slots or {},
            pictures[part.name] if pictures is not None else None,
            areas(part, names) if names is not None else Html(),
        )
        for part in scene.parts
    ]
    return el(
        "div",
        el("canvas", class_="cat-paint", aria_hidden="true"),
        parts,
        _over_areas(),
        class_="cat-stage",
        style=f"--across:{wide};--down:{tall};--top:{number(first.size_hint.best / first.size_hint.cell)}px",
    )


def _views(*, live: bool) -> Html:
    """Return the buttons for the view: area names, move list, full screen, previous board and next board."""
    names, fill, leave = text(N_("Area names")), text(N_("Full screen")), text(N_("Leave full screen"))
    moves = text(N_("Move list at the side"))
    turns = [
        el("button", sign, type="button", data_turn=step, hidden=True, aria_label=said, title=said)
        for sign, step, said in (("◀", -1, text(N_("Previous board"))), ("▶", 1, text(N_("Next board"))))
    ]
    named = el("button", "a1", type="button", class_="cat-named", aria_pressed="false", aria_label=names, title=names)
    listed = el(
        "button", "≡", type="button", class_="cat-moves-button", aria_pressed="false", aria_label=moves, title=moves
    )
    full = el("button", "⤢", type="button", class_="cat-full", aria_label=fill, data_fill=fill, data_leave=leave)
    return el("div", turns, named, listed, full, class_="cat-views", hidden=not live)


def sample(written: str, scene: Scene) -> Html:
    """Return the label of the move field, with an example of what can be typed now: by default the first area."""
    move = in_readers_words(written or next(iter(scene.areas), ""))
    return join(text(N_("A move, for example {move}:"), move=move))


def board(
    title: str,
    slots: Mapping[str, str],
    parts: Html | None = None,
    *,
    fills: bool = False,
    presents: bool = False,
    types: bool = False,
    remembers: Sequence[str] = (),
    shares: bool = False,
    keeps: str = "",
) -> Html:
    """Return a whole board: with `parts` a static picture, otherwise a live board that receives parts and texts later.

    `fills`: on the site, the board fills the screen. `presents`: it is a presentation. `types`: the move field is
    open and directly below the message. `remembers`: the names of the values that the reader's browser stores for the
    board; `shares`: these are shared with the reader's other tabs. `keeps`: the name under which the browser saves the
    games played on the board.
    """
    live = parts is None
    blocks = {name: el("div", Html(slots.get(name, "")), class_=f"cat-{name}", data_slot=name) for name in SLOTS}
    blocks["status"] = el("div", Html(slots.get("status", "")), class_="cat-status", role="status", data_slot="status")
    section = el(
        "section",
        el("div", blocks["head"], state_line(live=live), blocks["task"], class_="cat-header"),
        _views(live=live),
        el("div", el("div", class_="cat-stage") if parts is None else parts, blocks["side"], class_="cat-main"),
        el("div", blocks["status"], blocks["hint"], class_="cat-foot"),
        el("span", class_="cat-sr cat-announcer", aria_live="polite"),
        blocks["tools"],
        blocks["moves"],
        blocks["extra"],
        _typing(Html(slots.get("sample", "")), live=live, opened=types),
        class_="cat-board",
        aria_label=title,
    )
    return el(
        "div",
        section,
        class_="cat-shell",
        data_cat="live" if live else "static",
        data_fills=fills,
        data_presents=presents,
        data_types=types,
        data_remembers=" ".join(remembers) or None,
        data_shares=shares,
        data_keeps=keeps or None,
        tabindex="-1" if live else None,
    )


def state_line(*, live: bool) -> Html:
    """Return the line that reports the board's progress while it loads, with the text of every state."""
    return el(
        "span",
        class_="cat-state",
        data_state="live" if live else "picture",
        data_loading=text(N_("Loading…")),
        data_still=text(N_("Loading…")),
        data_asleep=text(N_("Press the board to start it")),
        data_begun=text(N_("Loaded {come} MB"), come="{come}"),
        data_slow=text(N_("Loading {come} of {all} MB"), come="{come}", all="{all}"),
        data_kept=text(N_("Your press will be played once the board has loaded.")),
        data_stopped=text(N_("The board has stopped.")),
        data_gone=text(N_("The kernel has stopped. Rerun the cell to continue.")),
        data_again=text(N_("Restart")),
        data_noworker=text(N_("The board cannot run in this frame or with this browser's settings.")),
        data_file=text(
            N_(
                "Opened as a file, the book shows only pictures. To play, run “python -m http.server” in its folder "
                "and open http://localhost:8000."
            )
        ),
        data_nowasm=text(N_("This browser cannot run the board (no WebAssembly). The picture and the text remain.")),
        data_old=text(N_("This browser is too old for the board. The picture and the text remain.")),
        data_failed=text(N_("The board could not start. The picture and the text remain.")),
        data_live="",
        data_nojs=text(N_("The board needs JavaScript, which is disabled here.")),
    )


def _typing(words: Html, *, live: bool, opened: bool) -> Html:
    """Return the field for typed moves, and the keyboard help."""
    field = f"cat-move-{next(_serial)}"
    keys = N_(
        "The arrow keys move around the board, Enter or Space presses a cell or a piece, Esc undoes a press, "
        "and ? tells you what you can do there. Home and End go to the ends of a row. Tab leaves the board. In the "
        "move list, arrow keys step to the previous or next move, Home and End to the start and the current position."
    )
    entry = open_tag(
        "input",
        id=field,
        name="move",
        type="text",
        size=12,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
    )
    send = el("button", text(N_("move\x04Play")), type="submit", aria_disabled=None if live else "true")
    label = el("label", words, for_=field, data_slot="sample")
    form = el("form", label, entry, send, class_="cat-form")
    return folded(text(N_("Keyboard input")), form, el("p", text(keys)), _twice(), css="cat-keys", opened=opened)


def _twice() -> Html:
    """Return the checkbox that makes a first press only show the preview, as a finger's tap does."""
    box = open_tag("input", type="checkbox", class_="cat-confirm-moves", autocomplete="off")
    label = text(N_("Confirm moves that cannot be undone"))
    return el("label", box, label, class_="cat-check")
