"""What a board shows: the picture, the signs, the names of the areas, and the words and buttons around it."""

from __future__ import annotations

from html import escape

from cattools.core import selection
from cattools.core.art import icon
from cattools.core.game import CHANCE, AnyState, Panel, PlainTurn
from cattools.core.messages import N_, text
from cattools.core.scene import Look, Mark, Scene
from cattools.core.timeline import Timeline
from cattools.render import motion, svg
from cattools.widgets import shell
from cattools.widgets.shell import CHOSEN, LEGAL, Names, Quiet, Tool, message
from cattools.widgets.surface import Surface

TURN = N_("{who} to move")
PLAY = "play:"  # begins the id of a button that plays an action, its notation follows


class Position(Surface):
    """A position of any game as it is shown; what a press does is said by `Board`.

    `chosen` are the presses made so far, `told` the signs of what happened, `hovered` those of the moment. `foretells`
    says whether the board tells what a press would bring, where the game can.
    """

    foretells = True
    hinted_at = ""
    pointed = ""  # where a finger has been told what a press would bring

    def __init__(self, state: AnyState, title: str = "", timeline: Timeline | None = None) -> None:
        self.game = state.game
        self.timeline = timeline or Timeline(state)
        state = self.state
        self.chosen = selection.preselected(state)
        self.told: list[Mark] = []
        self.hovered: list[Mark] = []
        self.said = message("info", self.resting())
        self.heading = title or str(text(self.game.title))
        scene = self.draw(state)
        super().__init__(self.region(), scene, self.label(scene), self.slots_now(), self.marks_now())

    def region(self) -> str:
        """Return the board's name among the regions of its page."""
        return self.heading

    @property
    def state(self) -> AnyState:
        """The position now."""
        return self.timeline.state

    def draw(self, state: AnyState) -> Scene:
        """Return the picture of a state as its reader sees it."""
        return self.game.scene(state.view(self.seat), Look(self.chosen))

    @property
    def seat(self) -> int | None:
        """Whose view is shown: that of the seat to move."""
        seat = self.state.to_move
        return None if seat == CHANCE else seat

    @property
    def acts(self) -> bool:
        """Whether the reader may act now."""
        return self.state.to_move not in (None, CHANCE)

    def offered(self) -> tuple[Mark, ...]:
        """Return the signs for what can be done next."""
        return self.game.selection_marks(self.state, self.chosen) if self.acts else ()

    def marks_now(self) -> list[Mark]:
        """Return all signs: what happened, or what can be done; one accent group at a time."""
        offered = list(self.offered()) if self.chosen or self.state.pending else []
        return [*(self.told if not self.chosen or self.state.pending else []), *offered, *self.hovered]

    def label(self, scene: Scene) -> Names:
        """Return every area's name with what can be done there."""
        legal = set(selection.next_areas(self.state, self.chosen)) if self.acts else set()
        if self.acts and self.chosen and not self.state.pending:
            legal |= set(selection.next_areas(self.state, ()))
        names: Names = {}
        possible, chosen = str(text(N_("possible"))), str(text(N_("chosen")))
        for group in scene.groups:
            for row in group.rows:
                for area in row:
                    on, can = area.id in self.chosen, area.id in legal
                    words = [area.name, *([chosen] if on else []), *([possible] if can else [])]
                    names[area.id] = (", ".join(words), (CHOSEN if on else 0) | (LEGAL if can else 0))
        return names

    def slots_now(self) -> dict[str, str]:
        """Return the words and buttons around the board."""
        return {
            "head": self.head(),
            "task": self.task(),
            "side": shell.side(self.panels(), self.framed()),
            "hint": shell.hint() if self.foretells and self.game.foresees else "",
            "said": self.said,
            "tools": shell.tools(self.buttons()),
            "extra": self.extra(),
            "ghost": self.ghost(),
        }

    def panels(self) -> tuple[Panel, ...]:
        """Return what lies before each player, as it stands beside the board."""
        return self.game.panels(self.state.view(self.seat))

    def framed(self) -> int | None:
        """Return the seat whose panel is framed: the one to move."""
        return self.state.to_move

    def sample(self) -> str:
        """Return an action that could be typed now."""
        return next(map(str, self.state.legal()), "") if self.acts else ""

    def head(self) -> str:
        """Return the heading: the title, and whose turn it is."""
        state = self.state
        panels = self.game.panels(state.view(self.seat))
        seat = state.to_move
        token = shell.drawing(panels[seat].token, 48) if seat is not None and seat != CHANCE else ""
        name = self.turn() or self.status()
        mark = shell.drawing(icon("paw", 28, main="go"), 30)
        return f'{mark}<span>{escape(self.heading)}</span><span class="cat-chip">{token}{escape(name)}</span>'

    def turn(self) -> str:
        """Return whose turn it is in a few words, nothing when nobody decides."""
        seat = self.state.mover
        if seat is None:
            return ""
        return str(text(TURN, who=text(self.game.seats(self.state.options)[seat].name)))

    def standing(self) -> str:
        """Return in a sentence how things stand; only to be heard where it says no more than the heading."""
        said = self.status()
        return Quiet(said) if isinstance(self.state.status(), PlainTurn) else said

    def resting(self) -> list[str]:
        """Return what is said when nothing has happened."""
        said = self.standing()
        return [str(text(N_("Press a place on the board."))), said] if isinstance(said, Quiet) else [said]

    def status(self) -> str:
        """Return in a sentence whose turn it is, or how the game ended."""
        return str(self.state.status())

    def task(self) -> str:
        """Return what is asked, for examples."""
        return ""

    def extra(self) -> str:
        """Return what lies below the buttons."""
        return ""

    def buttons(self) -> list[Tool]:
        """Return the buttons below the board; an action without a place on the board has one of its own."""
        placeless = [a for a in self.state.legal() if not self.game.presses(a)] if self.acts else []
        return [
            *(Tool(f"{PLAY}{a}", str(a).capitalize(), strong=True) for a in placeless),
            Tool("undo", str(text(N_("Undo"))), self.timeline.can_undo),
            Tool("redo", str(text(N_("Redo"))), self.timeline.can_redo),
            Tool("reset", str(text(N_("Reset"))), self.timeline.node is not self.timeline.root),
        ]

    def ghost(self) -> str:
        """Return the chosen piece, to be shown where the pointer is."""
        if len(self.chosen) != 1:
            return ""
        piece = next((p for p in self.draw(self.state).pieces if p.area == self.chosen[0]), None)
        return svg.shapes(piece.shapes) if piece else ""

    def hint(self, words: str) -> None:
        """Tell what the area pointed at would bring, in its own place: nothing moves, nothing is read aloud."""
        if words != self.hinted_at:
            self.hinted_at = words
            self.send({"kind": "hint", "text": words})

    def refresh(self, moving: motion.Motion | None = None) -> None:
        """Show the position and the words as they are now."""
        self.hint("")
        self.pointed = ""
        scene = self.draw(self.state)
        if scene.size == self.scene.size:
            self.show(scene, self.marks_now(), moving)
            self.tell(self.label(scene), self.slots_now())
        else:
            self.rebuild(scene, self.marks_now(), self.label(scene), self.slots_now())
