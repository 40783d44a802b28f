"""A mode that passes the page's messages to a question, and the question's output to the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cattools.core.display.scene import Mark, Scene
from cattools.core.game import AnyState
from cattools.core.rules import Rule
from cattools.core.timeline import Timeline
from cattools.widgets.markup import MessageKind
from cattools.widgets.mode import Mode
from cattools.widgets.modes.practice.question import PracticeQuestion
from cattools.widgets.protocol import Names, ToPage


class DelegatingMode(Mode):
    """A mode that shows another mode, the current question `inner`."""

    inner: PracticeQuestion

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def state(self) -> AnyState:
        """The position on the board."""
        return self.inner.state

    @property
    def timeline(self) -> Timeline:
        """The states of the question's board, in order."""
        return self.inner.timeline

    def sample(self) -> str:
        """Return an example of typed input."""
        return self.inner.sample()

    def say(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule] = ()) -> None:
        """Set the message below the board."""
        self.inner.say(kind, said, rules)

    @property
    def is_seen(self) -> bool:
        """Whether a page shows the board."""
        return self.display is not None and self.display.is_seen

    @property
    def moves(self) -> bool:
        """Whether motions are shown."""
        return self.display is not None and self.display.moves

    def update_text(self) -> None:
        """Update names and slots only."""
        if self.display is not None:
            self.display.update_text()

    def go_on_in(self, pause: float) -> None:
        """Call `on_shown` after `pause` milliseconds."""
        if self.display is not None:
            self.display.go_on_in(pause)

    def update_head(self) -> None:
        """Update only the heading."""
        if self.display is not None:
            self.display.update_head()

    def rerender(self) -> None:
        """Rebuild the whole board."""
        if self.display is not None:
            self.display.rerender()

    def prepare(self, scene: Scene, names: Names) -> None:
        """Prepare the next scene."""
        if self.display is not None:
            self.display.prepare(scene, names)

    def point(self, marks: Sequence[Mark]) -> None:
        """Replace the marks only."""
        if self.display is not None:
            self.display.point(marks)

    def post(self, message: ToPage) -> None:
        """Send a message to the page."""
        if self.display is not None:
            self.display.post(message)

    # --- messages from the page ----------------------------------------------------------------------------------

    def settle(self) -> bool:
        """Finish a step-by-step display immediately."""
        return self.inner.settle()

    def on_press(self, area: str) -> None:
        """Handle a press on an area."""
        self.inner.on_press(area)

    def on_tap(self, area: str) -> None:
        """Handle a tap with a finger."""
        self.inner.on_tap(area)

    def on_hover(self, area: str | None) -> None:
        """Handle the pointer entering an area, or leaving all areas."""
        self.inner.on_hover(area)

    def on_query(self, area: str) -> None:
        """Say what is possible at an area, or what is there."""
        self.inner.on_query(area)

    def on_typed(self, written: str) -> bool:
        """Handle typed input."""
        return self.inner.on_typed(written)

    def on_back(self) -> None:
        """Clear the selection."""
        self.inner.on_back()
