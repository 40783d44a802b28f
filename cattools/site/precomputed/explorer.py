"""Precompute the first answers of a live example or of practice, by running the modes that answer the reader.

The result contains the states that a board reaches within a few presses. For every press, hover and button of a state,
it contains the next state and look. Pages use the result until Python has loaded (`frontend/precomputed/model.mjs`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any

from cattools.core.errors import CattoolsError
from cattools.core.game import AnyGame
from cattools.lessons.example import ExampleKind
from cattools.site.precomputed.area_questions import AreaExplorer
from cattools.site.precomputed.fake_display import (
    Explorable,
    FakeDisplay,
    PendingState,
    copied,
    question_of,
    send_event,
)
from cattools.site.precomputed.model import AnswerTree, InputEvent, Look, Over, State
from cattools.widgets import markup
from cattools.widgets.modes.examples.base import ExampleMode
from cattools.widgets.modes.examples.find import FindAreas
from cattools.widgets.modes.practice.question import PracticeQuestion
from cattools.widgets.protocol import LEGAL, Names

STATES = 160  # the maximum number of states of a board
FOLLOWED = 24  # the maximum number of explored states; states that an example asks for come first
# Presses on areas are followed to this depth; buttons, and actions that an example asks for, are followed further.
PRESSES = 2
LATE = ("hint", "solve")  # buttons that are followed only from the first `NEAR` explored states
NEAR = 10
WAYS_BACK = ("undo", "reset")
BY_BUTTONS = (ExampleKind.JUDGE, ExampleKind.SCORE, ExampleKind.WALK)  # examples that are answered with buttons
FAR = 3  # a number of events: from this depth on, only actions that an example asks for are followed
CACHE_SIZE = 2048  # the number of results to cache for each function of a game


class Explorer:
    """Explores a board's events and collects its precomputed answers."""

    def __init__(self, mode: Explorable) -> None:
        self.screen = FakeDisplay(mode)
        self.screen.refresh()
        start = self.screen.look()
        assert start is not None  # noqa: S101 - it was just shown
        self.start = start
        self.states = [State()]
        self.followed = 0
        self.known = {_key(mode): 0}
        self.looks: dict[int, Look] = {}
        self.open = deque([PendingState(0, mode, self.screen.scene, self.screen.marks, 0)])

    def record(self) -> AnswerTree:
        """Return the answers; explore first the events that the example asks for, then the others breadth first."""
        mode, question = self.open[0].mode, None
        with _caching(mode.game):
            if questioner := self._questioner(self.open[0]):
                question = questioner.question()
            while self.open and self.followed < FOLLOWED:
                self._explore(self.open.popleft())
                self.followed += 1
        return AnswerTree(self.start, self.states, question)

    def _questioner(self, moment: PendingState) -> AreaExplorer | None:
        """Return the explorer of area questions, if the board now asks for areas."""
        asked = question_of(moment.mode)
        if not isinstance(asked, FindAreas) or asked.done:
            return None
        return AreaExplorer(self.screen, self.start, moment, asked)

    def _explore(self, moment: PendingState) -> None:
        """Explore a state's events; presses that are not legal are explored only at the start."""
        state, mode, board = self.states[moment.number], question_of(moment.mode), moment.mode
        with board.here():
            names = board.names(moment.scene)
            buttons = [b.id for b in mode.all_buttons() if b.ready or b.unready is not markup.nothing]
            free = moment.depth == 0 or (moment.depth < PRESSES and _is_under_way(mode))
            next_ = [*next_presses(mode)]
        if isinstance(mode, PracticeQuestion) and mode.done:  # presses on areas are left to Python
            free, next_ = False, []
        for tool in buttons:
            if self._is_followed(moment, tool):
                self._try(moment, InputEvent("tool", tool))
        if moment.depth < PRESSES:
            self._try(moment, InputEvent("back"))
        if questioner := self._questioner(moment):
            if moment.depth < FAR:
                for event, after in questioner.answers():
                    self.note(state, event, after, moment.depth + 1)
            self._point(moment, None if moment.depth else names)
            return
        legal = [area for area, (_, flags) in names.items() if flags & LEGAL]
        self._press(moment, dict.fromkeys(next_), names, ahead=True)
        self._press(moment, [area for area in (legal if free else ()) if area not in next_], names)
        self._point(moment, legal if free else None)
        if not moment.depth:
            self._press_rest(moment, names)

    def _is_followed(self, moment: PendingState, tool: str) -> bool:
        """Return whether to follow a button: near the start any button, later only undo and reset."""
        if question_of(moment.mode).example.kind in BY_BUTTONS or moment.depth < PRESSES:
            return tool not in LATE or self.followed < NEAR
        return moment.depth < FAR and tool in WAYS_BACK

    @property
    def is_full(self) -> bool:
        """Whether the board has reached the maximum number of states."""
        return len(self.states) >= STATES

    def _press_rest(self, moment: PendingState, names: Names) -> None:
        """Explore the presses on areas that are not legal, and drop all presses that do nothing."""
        state = self.states[moment.number]
        self._press(moment, [area for area, (_, flags) in names.items() if not flags & LEGAL], names)
        state.whole = True
        for area in names:
            press = state.to.get(InputEvent("press", area))
            if press is None:
                state.unknown.add(area)
            elif press == (moment.number, None):
                del state.to[InputEvent("press", area)]

    def _press(self, moment: PendingState, areas: Iterable[str], names: Names, *, ahead: bool = False) -> None:
        """Explore presses, and taps if their result differs; with `ahead`, the states that follow are explored next."""
        to = self.states[moment.number].to
        for area in areas:
            if self.is_full and moment.depth:
                return  # no state can be added, and hardly any press leads to a known state
            press, tap = InputEvent("press", area), InputEvent("tap", area)
            self._try(moment, press, ahead=ahead)
            if names[area][1] & LEGAL:
                self._try(moment, tap)
                if to.get(tap) == to.get(press):
                    to.pop(tap, None)

    def _try(self, moment: PendingState, event: InputEvent, *, ahead: bool = False) -> None:
        """Explore an event, and store the next state and look."""
        mode = self.answered(moment, event)
        self.note(self.states[moment.number], event, mode, moment.depth + 1, ahead=ahead)

    def note(self, state: State, event: InputEvent, mode: Explorable, depth: int, *, ahead: bool = False) -> None:
        """Store the state that an event has led to, and the look."""
        if self.screen.closed:
            return
        number = self.number(mode, depth, ahead=ahead)
        if number >= 0:
            look = self.screen.look(self.looks.get(number))
            state.to[event] = number, look
            if look:
                self.looks[number] = look

    def _point(self, moment: PendingState, areas: Iterable[str] | None) -> None:
        """Explore hovering over areas, and the marks that hovering removes permanently."""
        state, screen = self.states[moment.number], self.screen
        state.left = self._away(moment, self.answered(moment, InputEvent("over")))
        bare = screen.marks
        if areas is None:
            return
        state.over = {}
        for area in areas:
            mode = self.answered(moment, InputEvent("over", area))
            if screen.closed or screen.redrawn or (screen.marks == bare and not screen.hint):
                continue
            state.over[area] = Over(screen.pictures() if screen.marks != bare else None, screen.hint)
            if screen.hint and state.left_preview is None:
                send_event(mode, InputEvent("over"))
                state.left_preview = self._away(moment, mode)

    def _away(self, moment: PendingState, mode: Explorable) -> tuple[int, Look] | None:
        """Return the state and look after the pointer has left the board; None if the marks are unchanged."""
        screen = self.screen
        if screen.marks == moment.marks:
            return None
        return self.number(mode, moment.depth, always=True), self.start._replace(pictures=screen.pictures())

    def answered(self, moment: PendingState, event: InputEvent) -> Explorable:
        """Return the mode after an event; the output for the page is in `self.screen`."""
        mode = copied(moment.mode)
        self.screen.attach(mode, moment.scene, moment.marks)
        send_event(mode, event)
        self.screen.settle()
        return mode

    def number(self, mode: Explorable, depth: int, *, always: bool = False, ahead: bool = False) -> int:
        """Return the number of the mode's state, which is added if it is new; -1 if the board is full."""
        key = _key(mode)
        if key not in self.known:
            if self.is_full and not always:
                return -1
            self.known[key] = len(self.states)
            queue = self.open.appendleft if ahead else self.open.append
            queue(PendingState(len(self.states), mode, self.screen.scene, self.screen.marks, depth))
            self.states.append(State())
        return self.known[key]


@contextmanager
def _caching(game: AnyGame) -> Iterator[None]:
    """Cache a game's functions, because many presses lead to the same few positions."""
    known = {name: getattr(game, name) for name in ("scene", "panels", "legal", "score", "position_editor")}
    for name, function in known.items():
        if name == "position_editor":
            quick = function and replace(function, read=lru_cache(CACHE_SIZE)(function.read))
        else:
            quick = lru_cache(CACHE_SIZE)(function)
        setattr(game, name, quick)
    try:
        yield
    finally:
        for name, function in known.items():
            setattr(game, name, function)


def _is_under_way(mode: ExampleMode) -> bool:
    """Return whether an action is half chosen or the turn is incomplete."""
    begun = mode.timeline.node is not mode.timeline.root
    return bool(mode.chosen) or (begun and mode.state.pending)


def next_presses(mode: ExampleMode) -> Iterator[str]:
    """Yield the areas to press next for an example's solution, or for the actions that it expects to be refused."""
    if not mode.hand.acts:
        return
    example, state, chosen = mode.example, mode.state, mode.hand.chosen
    wanted = getattr(mode.hand, "wanted", None)
    if wanted is None:
        wanted = [*example.solution, *(written for written, _ in example.refused)]
    areas = mode.scene().areas
    for written in wanted:
        try:
            presses = mode.game.presses(mode.game.read_action(written, state))
        except CattoolsError:
            continue  # not possible in this position
        if presses[: len(chosen)] == chosen and len(presses) > len(chosen) and presses[len(chosen)] in areas:
            yield presses[len(chosen)]


# Attributes that are not part of the key, because they are the same in all states or only affect the look. `inner`, the
# question of practice mode, is not needed: the key contains the question's own attributes.
_SAME = {"display", "example", "game", "hand", "heading", "kept", "led", "linked_to", "message", "place", "remembers",
         "session", "saying", "context", "perspective", "_untouched", "by", "shows_previews", "asked", "on_answer",
         "highlighted", "has_explained_responses", "inner", "chance", "clock", "begun", "memory", "ahead", "first",
         "_map", "_last_scene"}  # fmt: skip


def _key(mode: Explorable) -> object:
    """Return a key that identifies a mode's state: everything that its answers depend on."""
    asked = question_of(mode)
    timeline, parts = asked.timeline, [asked, asked.hand, *([] if mode is asked else [mode])]
    own = [
        (n, name, _plain(value))
        for n, one in enumerate(parts)
        for name, value in vars(one).items()
        if name not in _SAME
    ]
    back = [timeline.node, *timeline._redo]  # noqa: SLF001 - part of the state
    lines = tuple(tuple(str(node.action) for node in timeline.line_to(end)) for end in back)
    return lines, hash(asked.session.dealer.drawn), tuple(sorted(own))


def _plain(value: Any) -> object:
    if isinstance(value, dict):
        return tuple(sorted((name, _plain(one)) for name, one in value.items()))
    if isinstance(value, set):
        return tuple(sorted(value))
    return tuple(value) if isinstance(value, list) else value
