"""A mode around a question: it shows the question's board, and hands on what the page asks and what the board tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cattools.core.display.scene import Mark, Scene
from cattools.core.game import AnyState
from cattools.core.rules import Rule
from cattools.core.timeline import Timeline
from cattools.widgets.markup import MessageKind
from cattools.widgets.mode import Mode
from cattools.widgets.modes.practice.question import Quiz
from cattools.widgets.protocol import Names, ToPage


class Around(Mode):
    """A mode that shows another one, `inner`: the question that is asked now."""

    inner: Quiz

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
        """Return a line that could be typed."""
        return self.inner.sample()

    def say(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule] = ()) -> None:
        """Set what stands below the board."""
        self.inner.say(kind, said, rules)

    @property
    def is_seen(self) -> bool:
        """Whether a page shows it."""
        return self.display is not None and self.display.is_seen

    @property
    def moves(self) -> bool:
        """Whether motions are shown."""
        return self.display is not None and self.display.moves

    def retell(self) -> None:
        """Show the words and buttons as they are now."""
        if self.display is not None:
            self.display.retell()

    def rebuild(self) -> None:
        """Show everything anew."""
        if self.display is not None:
            self.display.rebuild()

    def prepare(self, scene: Scene, names: Names) -> None:
        """Make ready what will be shown."""
        if self.display is not None:
            self.display.prepare(scene, names)

    def point(self, marks: Sequence[Mark]) -> None:
        """Show other signs and nothing else."""
        if self.display is not None:
            self.display.point(marks)

    def post(self, message: ToPage) -> None:
        """Tell the page something."""
        if self.display is not None:
            self.display.post(message)

    # --- what the page asks --------------------------------------------------------------------------------------

    def settle(self) -> bool:
        """Show at once what is still being shown."""
        return self.inner.settle()

    def on_press(self, area: str) -> None:
        """Answer a press on an area."""
        self.inner.on_press(area)

    def on_tap(self, area: str) -> None:
        """Answer a finger."""
        self.inner.on_tap(area)

    def on_hover(self, area: str | None) -> None:
        """Answer the pointer on an area."""
        self.inner.on_hover(area)

    def on_query(self, area: str) -> None:
        """Say what is there."""
        self.inner.on_query(area)

    def on_typed(self, written: str) -> bool:
        """Take what is typed."""
        return self.inner.on_typed(written)

    def on_back(self) -> None:
        """Put down what is chosen."""
        self.inner.on_back()
