"""What a mode is to its board: what to show, and the answers to everything the page can ask.

A mode holds no widget. The board it is shown on, if there is one, is its `display`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from cattools.core.display.scene import Mark, Scene
from cattools.core.errors import CattoolsError, RecordError, shorten
from cattools.core.game import AnyGame, AnyState
from cattools.core.game_record import draft_link, write_names
from cattools.core.messages import N_, Text, many, text
from cattools.core.notation import entered_of
from cattools.core.rules import Rule
from cattools.core.table.position_editor import AnySetup, Draft
from cattools.render.animation import Motion
from cattools.widgets import markup, page_context
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.protocol import KeptGame, KeptGames, MessageError, Names, Remember, Share, ToPage
from cattools.widgets.saved_games import Kept

TABLE_PAGE = "table"  # of a game's chapter: where any position is set up
HERE = N_("Here: {name}.")
FEW = 8  # places told one by one
RESUMED = N_("The board is back where it was.")
LINKED = N_("The link leads to this position; it has been copied where the browser allows it.")


class Display(Protocol):
    """Where a mode is shown."""

    @property
    def is_seen(self) -> bool:
        """Whether a page shows it."""

    @property
    def moves(self) -> bool:
        """Whether motions are shown."""

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:
        """Show everything as it is now; with a motion the pieces travel first.

        When it has stood for `pause` milliseconds, the mode is told (`on_shown`); with 0 never.
        """

    def retell(self) -> None:
        """Show the words and buttons as they are now; the picture, moving perhaps, stays."""

    def rebuild(self) -> None:
        """Show everything anew: what was opened is shut."""

    def prepare(self, scene: Scene, names: Names) -> None:
        """Make ready what will be shown: what it takes is done before anybody waits for it."""

    def point(self, marks: Sequence[Mark]) -> None:
        """Show other signs and nothing else."""

    def post(self, message: ToPage) -> None:
        """Tell the page something."""


def lies_now(places: Sequence[object]) -> list[Text]:
    """Return in sentences what lies in some places now, each told with its name."""
    said = [text(N_("Now: {places}."), places="; ".join(map(str, places[:FEW])))] if places else []
    if (more := len(places) - FEW) > 0:
        said.append(many(N_("And {n} more place."), N_("And {n} more places."), more))
    return said


def of_side(who: object, lies: object) -> Text:
    """Return on whose side something lies, and what and where."""
    return text(N_("{who}: {place}"), who=who, place=lies)


class Mode:
    """The base of all modes: its words, its buttons, and answers that change nothing.

    `heading` is the board's title; `message` is what was said last. `reads_address`: the page's address may bring a
    position. `fills`: the board is to fill the screen of its page. `presents`: it is shown to a room, slide by slide.
    `types`: something that it asks for can only be typed.
    `remembers`: what the reader's browser keeps for it, by name. `shares`: it is also told when another tab changes
    that. An answer may raise a `CattoolsError`, which becomes a sentence below the board.
    """

    reads_address = False
    fills = False
    presents = False
    types = False
    remembers: Sequence[str] = ()
    shares = False
    left_over = ""  # what was not entered of what was typed last

    @property
    def keeps(self) -> str:
        """Under which name the reader's browser keeps what is played here; nothing where it keeps none."""
        return ""

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.message = Html()
        self.linked_to = ""  # the link that was handed out, from its "#" on
        self.display: Display | None = None
        self.session = page_context.current()
        self.kept = Kept(self.post, lambda said: self.answer(MessageKind.INFO, [said]), self.may_hand_out)

    def close(self) -> None:
        """End: the board is closed."""

    def here(self) -> AbstractContextManager[object]:
        """Let what is made or said within belong to the board's page, in its words."""
        return self.session.here()

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def state(self) -> AnyState:
        """The position on the board."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """The board's name among the regions of its page."""
        return self.heading

    def scene(self) -> Scene:
        """Return the picture."""
        raise NotImplementedError

    def marks(self) -> Sequence[Mark]:
        """Return the signs on it."""
        raise NotImplementedError

    def names(self, scene: Scene) -> Names:
        """Return what every area is called, with its flags."""
        raise NotImplementedError

    def sample(self) -> str:
        """Return a line that could be typed; nothing where an area's name is one."""
        return ""

    def buttons(self) -> Iterable[Button]:
        """Return the buttons below the board."""
        return ()

    def all_buttons(self) -> Iterable[Button]:
        """Return every button there is: those below the board, and those among its words."""
        return self.buttons()

    def head(self) -> Html:
        """Return the heading, and in its chip whose turn it is."""
        return markup.heading(self.heading, (), "")

    def task(self) -> Html:
        """Return what is asked."""
        return Html()

    def side(self) -> Html:
        """Return what stands beside the board."""
        return Html()

    def hint(self) -> Html:
        """Return the place for what a press would bring, where there is one."""
        return Html()

    def extra(self) -> Html:
        """Return what lies below the buttons."""
        return Html()

    def tools(self) -> Html:
        """Return the buttons below the board."""
        return markup.tools(self.buttons())

    def ghost(self) -> Html:
        """Return the chosen piece, to be shown where the pointer is."""
        return Html()

    def slots(self) -> dict[str, str]:
        """Return the words and buttons around the board."""
        return {
            "head": self.head(),
            "task": self.task(),
            "side": self.side(),
            "hint": self.hint(),
            "said": self.message,
            "tools": self.tools(),
            "extra": self.extra(),
            "ghost": self.ghost(),
        }

    # --- saying --------------------------------------------------------------------------------------------------

    def what_is(self, area: str) -> Text:
        """Return in a sentence what a place is."""
        return text(HERE, name=self.scene().areas[area].name)

    def say(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule] = ()) -> None:
        """Set what stands below the board."""
        self.message = markup.message(kind, map(_word, said), rules)

    def add(self, kind: MessageKind, said: Iterable[object]) -> None:
        """Say something more."""
        self.message = join(self.message, markup.message(kind, map(_word, said)))

    def answer(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule] = ()) -> None:
        """Say something, and show everything as it is now."""
        self.say(kind, said, rules)
        self.refresh()

    def complain(self, error: CattoolsError) -> None:
        """Say what was wrong with what the page sent."""
        self.answer(MessageKind.REFUSE, [sentence(error), *error.more])

    def keep_rest(self, error: CattoolsError, words: Sequence[str], read: int) -> CattoolsError:
        """Keep what was not entered of some words; return what was wrong, with how many of them, `read`, were."""
        self.left_over = " ".join(words[read:])
        error.more = entered_of(read, len(words))
        return error

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:
        """Show everything as it is now."""
        if self.display is not None:
            self.display.refresh(motion, pause)

    def post(self, message: ToPage) -> None:
        """Tell the page something."""
        if self.display is not None:
            self.display.post(message)

    def hand_out(self, fragment: str, said: str = LINKED) -> None:
        """Hand out a link: show it, and let the page put it on the clipboard."""
        self.linked_to = f"#{fragment}"
        self.answer(MessageKind.INFO, [text(said)])
        self.post(Share(fragment))

    # --- keeping -------------------------------------------------------------------------------------------------

    def record(self) -> str:
        """Return what `resume` needs to bring this board back here; nothing where its start is all there is."""
        return ""

    @property
    def chosen(self) -> list[str]:
        """The areas whose presses bring back, on a board that has resumed, what was chosen and is not yet played."""
        return []

    def kept_as(self) -> list[str]:
        """Return the words kept with the record in the reader's browser; none where nothing is worth keeping yet.

        The first tells what it is; a second, that it has ended.
        """
        return []

    def may_hand_out(self, tool: str) -> bool:  # noqa: ARG002 - for modes with secrets
        """Return whether a kept game may become a file now; where that gives something away, it is said first."""
        return True

    def resume(self, record: str) -> None:
        """Go on where a record was told. Raises `RecordError`, and leaves all as it is."""
        raise RecordError(text(N_("expected no record for this board, found {found}"), found=shorten(record)))

    def resume_later(self, record: str) -> None:
        """Go on on another visit: whoever is there now may be another. Raises as `resume`."""
        self.resume(record)

    # --- what the page asks --------------------------------------------------------------------------------------

    def settle(self) -> bool:
        """Show at once what is still being shown step by step; return whether there was anything."""
        return False

    def on_shown(self) -> None:
        """Go on: what was shown has stood for its pause."""

    def on_untouched(self) -> None:
        """Take the place of a picture on which nothing was pressed."""

    def on_kept(self, found: KeptGames) -> None:
        """Take what the reader's browser has kept, and offer it."""
        self.kept.found = found
        if self.display is not None:
            self.display.retell()

    def on_return(self, record: str, id_: str) -> None:
        """Go on in a kept game of another visit; where that cannot be, say why, and keep it."""
        try:
            self.resume_later(record)
        except CattoolsError as error:
            self.post(KeptGame("refused", id_))
            self.answer(MessageKind.REFUSE, [*self.kept.unreadable(id_), sentence(error)])
        else:
            self.post(KeptGame("resumed", id_))

    def on_press(self, area: str) -> None:
        """Answer a press on an area."""

    def on_tap(self, area: str) -> None:
        """Answer a press by a finger, which could not point at the area before."""
        self.on_press(area)

    def on_drag(self, area: str, to: str) -> None:
        """Answer something drawn from one place to another: as two presses."""
        self.on_press(area)
        self.on_press(to)

    def on_hover(self, area: str | None) -> None:
        """Answer the pointer or the focus on an area, or on none."""

    def on_query(self, area: str) -> None:
        """Say what is possible at an area."""

    def on_typed(self, written: str) -> bool:  # noqa: ARG002 - for modes that read moves
        """Answer a typed move; return whether it was taken, else it stays in its field."""
        return False

    def on_back(self) -> None:
        """Take back, where there is a button for it."""
        self._press("undo")

    def on_tool(self, tool: str, *, finger: bool = False) -> None:
        """Do what a button says, `finger`: to a finger. Raises `MessageError` for one that is not there."""
        if not self._press(tool, finger=finger):
            known = ", ".join(button.id for button in self.buttons())
            raise MessageError(
                text(N_("expected a button among {known}, found {found}"), known=known, found=shorten(tool))
            )

    def _press(self, tool: str, *, finger: bool = False) -> bool:
        """Do what a button says; return whether there is one."""
        button = next((one for one in self.all_buttons() if one.id == tool), None)
        if button is not None:
            press = button.tap if finger and button.tap else button.press
            (press if button.ready else button.unready)()
        return button is not None

    def on_form(self, form: str, values: Mapping[str, str]) -> None:  # noqa: ARG002 - for modes with forms
        """Take what a form says. Raises `MessageError` for one that is not there."""
        raise MessageError(text(N_("expected a form of this board, found {found}"), found=shorten(form)))

    def on_file(self, written: str) -> None:
        """Take over a chosen file. Raises `MessageError` where none can be chosen."""
        raise MessageError(text(N_("expected no file on this board, found {found}"), found=shorten(written)))

    def on_remembered(self, name: str, value: str) -> None:
        """Take over what the reader's browser has kept; most keep nothing."""

    def on_elsewhere(self, name: str, value: str) -> None:
        """Take in what another tab has had kept just now; nothing: deleted there."""
        self.on_remembered(name, value)

    def remember_names(self, names: Sequence[str]) -> None:
        """Let the reader's browser remember the players' names, where there are any."""
        if any(names):
            self.post(Remember("names", write_names(names)))

    def on_address(self, fragment: str) -> None:
        """Take over the position in the page's address. Raises `MessageError` where the address tells none."""
        raise MessageError(text(N_("expected no address on this board, found {found}"), found=shorten(fragment)))


def sentence(error: CattoolsError) -> str:
    """Return what was wrong as a sentence: a capital first, a full stop last."""
    said = str(error)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")


def table_link(game: AnyGame, setup: AnySetup, draft: Draft) -> Html:
    """Return the link that sets up a table of a game as it is in a draft."""
    page, anchor = f"{game.id}/{TABLE_PAGE}", draft_link(setup, draft, game.id)
    return el("a", text(N_("Set up from here")), href="rule:table", data_page=page, data_anchor=anchor)


def _word(said: object) -> str:
    return said if isinstance(said, str) else str(said)
