"""The interface between a mode and its board: what to show, and handlers for every message from the page.

A mode holds no widget. The board that shows it, if any, is its `display`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from cattools.core.display.scene import Mark, Scene
from cattools.core.errors import CattoolsError, OtherGameError, RecordError, shorten
from cattools.core.game import AnyGame, AnyState
from cattools.core.game_record import draft_link, write_names
from cattools.core.messages import N_, SOURCE, Text, language, many, semicolons, text
from cattools.core.notation.parsing import entered_of
from cattools.core.rules import Rule
from cattools.core.table.position_editor import AnyEditorSpec, Draft
from cattools.games import GAMES
from cattools.lessons.example import TEACH_PAGE
from cattools.render.animation import Motion
from cattools.widgets import markup, page_context
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.protocol import KeptGame, KeptGames, MessageError, Names, Remember, Repeated, Share, ToPage
from cattools.widgets.saved_games import SavedGames

# Pages of a game's chapter, by what they show
PLAY_PAGE, TABLE_PAGE, SCORER_PAGE, TRACKER_PAGE = "play", "position", "scorer", "round-tracker"
# A key of `LINKS` -> the page that opens such links, if it is not the play page
_PAGES = {
    "table": TABLE_PAGE,
    "entries": TRACKER_PAGE,
    **dict.fromkeys(("slide", "example"), TEACH_PAGE),
    **dict.fromkeys(("seed", "ask", "rule"), "practice"),
}
# a page -> what a game needs for it
_NEEDED = {TABLE_PAGE: "position_editor", SCORER_PAGE: "scorer", TRACKER_PAGE: "tracker"}
HERE = N_("Here: {name}.")
_ENDS = tuple(".!?。！？")  # noqa: RUF001 - of a sentence, in any of the languages
FEW = 8  # at most this many places are listed one by one
RESUMED = N_("The board has been restored.")
LINKED = N_("The link leads to this position. It has been copied if the browser allows it.")


class Display(Protocol):
    """The board that shows a mode."""

    @property
    def is_seen(self) -> bool:
        """Whether a page shows the board."""

    @property
    def moves(self) -> bool:
        """Whether motions are shown."""

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:
        """Update everything, after showing the `motion`, if any.

        If `pause` is not 0, the mode's `on_shown` is called that many milliseconds later.
        """

    def go_on_in(self, pause: float) -> None:
        """Call the mode's `on_shown` after `pause` milliseconds, unless something else is shown first."""

    def update_text(self) -> None:
        """Update only names and slots, not the scene, which may be in motion."""

    def update_head(self) -> None:
        """Update only the heading."""

    def rerender(self) -> None:
        """Rebuild the whole board; sections that the reader has opened are closed."""

    def prepare(self, scene: Scene, names: Names) -> None:
        """Prepare the next scene, so that it appears without delay."""

    def point(self, marks: Sequence[Mark]) -> None:
        """Replace the marks only."""

    def post(self, message: ToPage) -> None:
        """Send a message to the page."""


def lies_now(places: Sequence[object]) -> list[Text]:
    """Return sentences that list what is on some places now; each of `places` describes a place and its contents."""
    said = [text(N_("Now: {places}."), places=semicolons(places[:FEW]))] if places else []
    if (more := len(places) - FEW) > 0:
        said.append(many("And {n} more place.", "And {n} more places.", more))
    return said


def of_side(who: object, lies: object) -> Text:
    """Return the contents of a place in words, prefixed with the name of the place's owner."""
    return text(N_("{who}: {place}"), who=who, place=lies)


class Mode:
    """The base class of all modes, with default texts, no buttons, and handlers that change nothing.

    `heading` is the board's title, and `message` the HTML of the last message. `addresses`: what the page's address can
    lead to, as keys of `LINKS`. `own_page`: the page of a game's chapter that has such a board, if its name does not
    follow from these keys. `fills`: on the site, the board fills the screen. `presents`: it is shown slide by
    slide. `types`: some of its input can only be typed. `remembers`: the names of the values that the reader's browser
    stores for the board. `shares`: the board is notified when another tab changes these values. A handler may raise a
    `CattoolsError`, which becomes a message below the board.
    """

    addresses: Sequence[str] = ()
    own_page = ""
    fills = False
    presents = False
    types = False
    remembers: Sequence[str] = ()
    shares = False
    left_over = ""  # the part of the last typed line that was not entered

    @property
    def keeps(self) -> str:
        """The name under which the reader's browser saves games played here; "" if it saves none."""
        return ""

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.message = Html()
        self.linked_to = ""  # the last link handed out, beginning with "#"
        self.display: Display | None = None
        self.context = page_context.current()
        self.kept = SavedGames(self.post, lambda said: self.answer(MessageKind.INFO, [said]), self.may_hand_out)

    def close(self) -> None:
        """Handle the closing of the board."""

    def here(self) -> AbstractContextManager[object]:
        """Within the block, write texts in the page's language."""
        return self.context.here()

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def state(self) -> AnyState:
        """The position on the board."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """The board's accessible name among the regions of its page."""
        return self.heading

    def scene(self) -> Scene:
        """Return the scene."""
        raise NotImplementedError

    def marks(self) -> Sequence[Mark]:
        """Return the marks on the scene."""
        raise NotImplementedError

    def names(self, scene: Scene) -> Names:
        """Return the name and flags of every area."""
        raise NotImplementedError

    def sample(self) -> str:
        """Return an example of typed input; if it is "", the board shows its first area instead."""
        return ""

    def buttons(self) -> Iterable[Button]:
        """Return the buttons below the board."""
        return ()

    def all_buttons(self) -> Iterable[Button]:
        """Return all buttons: those below the board and those inside other slots."""
        return self.buttons()

    def head(self) -> Html:
        """Return the heading, with a chip that shows whose turn it is."""
        return markup.heading(self.heading, (), "")

    def task(self) -> Html:
        """Return the question or task."""
        return Html()

    def side(self) -> Html:
        """Return the panel next to the board."""
        return Html()

    def hint(self) -> Html:
        """Return the element that shows previews, if there is one."""
        return Html()

    def extra(self) -> Html:
        """Return the content below the buttons."""
        return Html()

    def tools(self) -> Html:
        """Return the buttons below the board, as HTML."""
        return markup.tools(self.buttons())

    def ghost(self) -> Html:
        """Return a drawing of the chosen piece, which follows the pointer."""
        return Html()

    def slots(self) -> dict[str, str]:
        """Return the HTML of all slots."""
        return {
            "head": self.head(),
            "task": self.task(),
            "side": self.side(),
            "hint": self.hint(),
            "status": self.message,
            "tools": self.tools(),
            "extra": self.extra(),
            "ghost": self.ghost(),
        }

    # --- messages below the board --------------------------------------------------------------------------------

    def what_is(self, area: str) -> Text:
        """Return a sentence that names an area."""
        return text(HERE, name=self.scene().areas[area].name)

    def say(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule] = ()) -> None:
        """Set the message below the board."""
        before, self.message = self.message, markup.message(kind, map(_word, said), rules)
        if self.message and self.message == before:
            self.post(Repeated())

    def add(self, kind: MessageKind, said: Iterable[object]) -> None:
        """Add to the end of the message below the board."""
        self.message = join(self.message, markup.message(kind, map(_word, said)))

    def put_first(self, kind: MessageKind, said: Iterable[object]) -> None:
        """Add to the beginning of the message below the board."""
        self.message = join(markup.message(kind, map(_word, said)), self.message)

    def answer(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule] = ()) -> None:
        """Set the message and update everything."""
        self.say(kind, said, rules)
        self.refresh()

    def complain(self, error: CattoolsError) -> None:
        """Show an error caused by a message from the page, with a link to use instead, if any."""
        if isinstance(error, OtherGameError) and (other := GAMES.get(error.game_id)):
            of_link = N_("This page is for {title}. The link is for {other}.")
            of_file = N_("This page is for {title}. The file is for {other}.")
            sentences = of_link if error.kind else of_file
            own = GAMES.get(self.state.game.id, self.state.game)  # not the title of its round tracker
            said = text(sentences, title=own.title, other=other.title)
            self.answer(MessageKind.REFUSE, [said, self._link_to(other, error)])
            return
        instead = [address_link(error.address)] if error.address else []
        self.answer(MessageKind.REFUSE, [sentence(error), *error.more, *instead])

    def _link_to(self, other: AnyGame, error: OtherGameError) -> Html:
        """Return a link to the page of the other game that can open the refused link or file."""
        page = self.own_page if self.own_page and error.kind in self.addresses else _PAGES.get(error.kind, PLAY_PAGE)
        has_page = page not in _NEEDED or getattr(other, _NEEDED[page]) is not None
        anchor = error.fragment if has_page or error.kind not in _PAGES else ""
        words, place = text(N_("Open the page of {title}"), title=other.title), page if has_page else PLAY_PAGE
        return el("a", words, href="rule:play", data_page=f"{other.id}/{place}", data_anchor=anchor)

    def keep_rest(self, error: CattoolsError, words: Sequence[str], read: int) -> CattoolsError:
        """Return the error with a note that the first `read` words were entered; store the others in `left_over`."""
        self.left_over = " ".join(words[read:])
        error.more = entered_of(read, len(words))
        return error

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:
        """Update everything."""
        if self.display is not None:
            self.display.refresh(motion, pause)

    def post(self, message: ToPage) -> None:
        """Send a message to the page."""
        if self.display is not None:
            self.display.post(message)

    def share_link(self, fragment: str, said: str = LINKED) -> None:
        """Hand out a link: show it and have the page copy it to the clipboard."""
        self.linked_to = f"#{fragment}"
        self.answer(MessageKind.INFO, [text(said)])
        self.post(Share(fragment))

    # --- saved games ---------------------------------------------------------------------------------------------

    def record(self) -> str:
        """Return the restart state for `resume`; "" if it equals the initial state."""
        return ""

    @property
    def chosen(self) -> list[str]:
        """The areas to press, in order, to restore a selection after `resume`."""
        return []

    def saved_labels(self) -> Sequence[object]:
        """Return labels for the saved game in the reader's browser; none if there is nothing worth saving yet.

        The first label describes the game; a second one says how it has ended.
        """
        return []

    def may_hand_out(self, tool: str) -> bool:  # noqa: ARG002 - for modes with hidden information
        """Return whether a saved game can be exported now; if that would reveal a secret, warn first."""
        return True

    def resume(self, record: str) -> None:
        """Restore the board from a restart state. Raises `RecordError` and changes nothing if that fails."""
        raise RecordError(text(N_("expected no record for this board, found {found}"), found=shorten(record)))

    # --- messages from the page ----------------------------------------------------------------------------------

    def settle(self) -> bool:
        """Finish a step-by-step display immediately; return whether one was running."""
        return False

    def on_shown(self) -> None:
        """Continue after the pause that followed the last refresh."""

    def on_untouched(self) -> None:
        """Handle the replacement of a static picture on which nothing was pressed."""

    def on_kept(self, found: KeptGames) -> None:
        """Store the list of saved games and offer them."""
        self.kept.found = found
        if self.display is not None:
            self.display.update_text()

    def on_return(self, record: str, id_: str) -> None:
        """Restore a saved game from an earlier visit; if that fails, say why and keep the game."""
        try:
            self.resume(record)
        except CattoolsError as error:
            self.post(KeptGame("refused", id_))
            self.answer(MessageKind.REFUSE, [*self.kept.unreadable(id_), sentence(error)])
        else:
            self.post(KeptGame("resumed", id_))

    def on_press(self, area: str) -> None:
        """Handle a press on an area."""

    def on_tap(self, area: str) -> None:
        """Handle a tap with a finger, which cannot point at an area first."""
        self.on_press(area)

    def on_drag(self, area: str, to: str) -> None:
        """Handle a drag from one area to another as two presses."""
        self.on_press(area)
        self.on_press(to)

    def on_hover(self, area: str | None) -> None:
        """Handle the pointer or the focus entering an area, or leaving all areas (None)."""

    def on_query(self, area: str) -> None:
        """Say what is possible at an area."""

    def on_typed(self, written: str) -> bool:  # noqa: ARG002 - for modes that read moves
        """Handle a typed move; return whether it was accepted. A refused move stays in its field."""
        return False

    def on_back(self) -> None:
        """Undo, if there is a button for it."""
        self._press("undo")

    def on_tool(self, tool: str, *, finger: bool = False) -> None:
        """Press a button, with a `finger` or otherwise. Raises `MessageError` for an unknown button."""
        if not self._press(tool, finger=finger):
            known = ", ".join(button.id for button in self.buttons())
            raise MessageError(
                text(N_("expected one of the buttons {known}, found {found}"), known=known, found=shorten(tool))
            )

    def _press(self, tool: str, *, finger: bool = False) -> bool:
        """Press a button; return whether it exists."""
        button = next((one for one in self.all_buttons() if one.id == tool), None)
        if button is not None:
            press = button.tap if finger and button.tap else button.press
            (press if button.ready else button.unready)()
        return button is not None

    def on_form(self, form: str, values: Mapping[str, str]) -> None:  # noqa: ARG002 - for modes with forms
        """Handle a submitted form. Raises `MessageError` for an unknown form."""
        raise MessageError(text(N_("expected a form of this board, found {found}"), found=shorten(form)))

    def on_file(self, written: str) -> None:
        """Handle an uploaded file. Raises `MessageError` if the mode accepts no files."""
        raise MessageError(text(N_("expected no file on this board, found {found}"), found=shorten(written)))

    def on_remembered(self, name: str, value: str) -> None:
        """Handle a value stored in the reader's browser; most modes store no values."""

    def on_elsewhere(self, name: str, value: str) -> None:
        """Handle a value that another tab has just stored; "" if it was deleted there."""
        self.on_remembered(name, value)

    def remember_names(self, names: Sequence[str]) -> None:
        """Store the players' names, if any, in the reader's browser."""
        if any(names):
            self.post(Remember("names", write_names(names)))

    def on_address(self, fragment: str) -> None:
        """Load the position from the page's address. Raises `MessageError` if the mode reads no address."""
        raise MessageError(text(N_("expected no address on this board, found {found}"), found=shorten(fragment)))


def sentence(error: CattoolsError) -> str:
    """Return an error as a sentence with a full stop and, in English, a capital letter."""
    said = str(error)
    if language() == SOURCE:  # in other languages it may begin with a name
        said = said[:1].upper() + said[1:]
    return said if said.endswith(_ENDS) else str(text(N_("{error}."), error=said))


def address_link(fragment: str) -> Html:
    """Return the link that opens the page with another fragment."""
    return el("a", text(N_("Open {address}"), address=f"#{fragment}"), href=f"#{fragment}")


def table_link(game: AnyGame, editor: AnyEditorSpec, draft: Draft) -> Html:
    """Return the link that opens a draft in the position editor of a game."""
    page, anchor = f"{game.id}/{TABLE_PAGE}", draft_link(editor, draft, game.id)
    return el("a", text(N_("Edit position")), href="rule:table", data_page=page, data_anchor=anchor)


def _word(said: object) -> str:
    return said if isinstance(said, str) else str(said)
