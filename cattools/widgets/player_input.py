"""A reader's input to a game: what is selected, what a press or a typed move means, and the marks that show it.

A `PlayerInput` produces no text and does not know the page. It returns an outcome, which the mode puts into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from cattools.core import selection
from cattools.core.display.scene import Mark, MarkKind, Scene
from cattools.core.events import Event, EventKind
from cattools.core.game import AnyState, Preview
from cattools.core.messages import N_, NP_, Text, catalogue, many, text
from cattools.core.rules import Refusal
from cattools.widgets.game_session import Follower, GameSession, Step
from cattools.widgets.perspective import HotSeatView
from cattools.widgets.protocol import CHOSEN, LEGAL

Presses: TypeAlias = tuple[str, ...]
NO_USE = N_("Nothing can be done there now: {name}.")
SHOWN_AT_ONCE = (EventKind.REACT, EventKind.TURN)  # further effects of an action, shown on hover


@dataclass(frozen=True, slots=True)
class Chosen:
    """The reader selected something, or cleared the selection (`presses` is then empty)."""

    presses: Presses


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules forbid the intended action; `before` are the actions that would have been played before it."""

    action: Any
    refusals: tuple[Refusal, ...]
    before: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """The intended actions were played, and everything that followed automatically."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Previewed:
    """A finger's first tap: the preview of the action that a second tap plays; `final`: undo would be impossible."""

    area: str
    preview: Preview
    final: bool


@dataclass(frozen=True, slots=True)
class NoEffect:
    """The reader cannot act now, or the press meant nothing."""


@dataclass(frozen=True, slots=True)
class NotExpected:
    """The intended action is legal, but it is not the next one of the script that a `GuidedInput` follows."""

    action: Any


Outcome: TypeAlias = Chosen | Refused | Played | Previewed | NoEffect | NotExpected


class PlayerInput:
    """One reader's input to a game session, within the limits of a perspective.

    `event_marks` are the marks of the last events, and `hover_marks` are temporary marks. `by` is the follower of the
    session that belongs to this input; the session does not notify it of the actions played here. `shows_previews`: the
    game's previews are shown.
    """

    def __init__(
        self, session: GameSession, perspective: HotSeatView, by: Follower | None = None, *, shows_previews: bool = True
    ) -> None:
        self.session, self.perspective, self.by, self.shows_previews = session, perspective, by, shows_previews
        self.event_marks: list[Mark] = []
        self.hover_marks: list[Mark] = []
        self.tapped = ""  # the area whose preview was shown after a finger's first tap
        self._last_scene: tuple[object, Scene] | None = None  # what the scene depends on, and the scene
        self.chosen = self.preselected

    @property
    def acts(self) -> bool:
        """Whether the reader can act now."""
        return self.perspective.acts

    @property
    def preselected(self) -> Presses:
        """The first press if all legal actions share it; empty if the reader cannot act, to reveal nothing."""
        return selection.preselected(self.session.state) if self.acts else ()

    # --- what is shown -------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return the scene of the position as the perspective shows it."""
        return self.scene_of(self.perspective.state, self.chosen)

    def scene_of(self, state: AnyState, chosen: Presses = ()) -> Scene:
        """Return the scene of a position as the perspective would show it; the last scene is cached."""
        game, view = self.session.game, state.view(self.perspective.seat_at(state))
        shows = (view, game.look(view, chosen), catalogue(), {**self.session.called})
        if self._last_scene is None or self._last_scene[0] != shows:
            self._last_scene = shows, game.scene(view, shows[1])
        return self._last_scene[1]

    def offered(self) -> tuple[Mark, ...]:
        """Return the marks of possible next presses."""
        return self.session.game.selection_marks(self.session.state, self.chosen) if self.acts else ()

    def marks(self) -> list[Mark]:
        """Return all marks: those of the last events, of possible presses, and temporary ones.

        Once the reader has selected something at the start of a turn, the marks of the last events are left out.
        """
        pending = self.perspective.state.pending
        offered = self.offered() if self.chosen or pending else ()
        return [*(self.event_marks if pending or not self.chosen else ()), *offered, *self.hover_marks]

    def flags(self, scene: Scene) -> dict[str, int]:
        """Return the flags of each area: whether a press continues an action, and whether it is selected."""
        legal: set[str] = set()
        if self.acts:
            legal = {*selection.next_areas(self.session.state, self.chosen)}
            if self.chosen and not self.session.state.pending:
                legal |= {area for area in selection.next_areas(self.session.state, ()) if not self._belongs(area)}
        return {area: LEGAL * (area in legal) | CHOSEN * (area in self.chosen) for area in scene.areas}

    def clear(self) -> None:
        """Remove all marks and the selection, except for the press preselected by the rules."""
        self.chosen, self.event_marks, self.hover_marks = self.preselected, [], []

    # --- pressing ------------------------------------------------------------------------------------------------

    def press(self, area: str) -> Outcome:
        """Select, play or refuse, depending on what the press means."""
        if not self.acts:
            return NoEffect()
        action, presses = self._meant(area)
        if action is not None:
            return self.act(action)
        return NoEffect() if presses is None else self.choose(presses)

    def _meant(self, area: str) -> tuple[Any | None, Presses | None]:
        """Return the action that a press means, legal or not, or else the new selection; (None, None) for neither."""
        state = self.session.state
        if area in self.chosen and not state.pending:
            if not selection.following(state, self.chosen):  # nothing can be done there: say so again
                return None, self.chosen
            return None, self.chosen[:1] if self._starts_over(area) else ()
        if (action := self.aimed(area)) is not None:
            return action, None
        presses = (*self.chosen, area)
        legal = selection.following(state, presses)
        if not legal and self.chosen and not self._belongs(area) and (alone := selection.following(state, (area,))):
            legal, presses = alone, (area,)
        if legal:
            return None, presses
        # A preselected first press is replaced by a press on another piece.
        if self._gives_way(area):
            presses = (area,)
        action = self.session.game.action_from_presses(state, presses)
        # If what was pressed cannot be used now, keep the press: the next press shows what was meant.
        return action, (area,) if action is None and len(presses) == 1 else None

    def tap(self, area: str) -> Outcome:
        """Handle a tap with a finger, which cannot point without pressing.

        If the game has a preview of the action, or the action could not be undone, only the second tap plays it.
        """
        action = self._meant(area)[0] if self.acts and self.tapped != area else None
        if action is None or not self.session.state.allows(action):
            return self.press(area)
        final = self.is_final(action)
        if not self.preview_of(action).said and not final:
            return self.press(area)
        seen = self.press_preview(area)
        presses = [at for at in self.session.game.presses(action) if at not in self.chosen]
        self.event_marks = []
        self.hover_marks = [
            *(Mark(MarkKind.SELECTED, at) for at in presses),
            *(mark for mark in seen.marks if mark.area not in presses),
        ]
        return Previewed(area, seen, final)

    def is_final(self, action: Any) -> bool:
        """Return whether a legal action cannot be undone, as far as the reader can know."""
        return self.perspective.is_final(action)

    def choose(self, presses: Presses) -> Outcome:
        """Replace the selection."""
        self.clear()
        self.chosen = presses or self.preselected
        return Chosen(self.chosen)

    def act(self, *actions: Any) -> Outcome:
        """Play all intended actions, or if one is illegal, play none and return why; out of turn, play nothing."""
        if not self.acts:
            return NoEffect()
        state = self.session.state
        for n, action in enumerate(actions):
            if refusals := state.why_not(action):
                return replace(self.refused(action, refusals), before=actions[:n])
            state = state.apply_unchecked(action)
        return self.play(*actions)

    def play(self, *actions: Any) -> Outcome:
        """Play legal actions and everything that follows automatically."""
        return self.follow(self.session.play(*actions, by=self.by))

    def follow(self, steps: Sequence[Step]) -> Played:
        """Show what was played in the session."""
        self.clear()
        self.event_marks = [mark for step in steps for event in step.events for mark in event_marks(event)]
        return Played(tuple(steps))

    def refused(self, action: Any, refusals: tuple[Refusal, ...]) -> Refused:
        """Mark the causes of a refusal; keep the selection if it can still lead to an action."""
        last = self.session.game.presses(action)[-1:]
        causes = [Mark(MarkKind.CAUSE, c) for r in refusals for c in r.cells if c not in last]
        self.event_marks, self.hover_marks = [], [*(Mark(MarkKind.REFUSED, area) for area in last), *causes]
        if not selection.following(self.session.state, self.chosen):
            self.chosen = self.preselected
        return Refused(action, refusals)

    def aimed(self, area: str) -> Any | None:
        """Return the legal action that a press on an area would play now, or None."""
        if not self.acts:
            return None
        state, game = self.session.state, self.session.game
        presses = (*self.chosen, area)
        legal = selection.following(state, presses)
        if not legal and self.chosen:
            if (either := game.action_from_presses(state, presses)) in state.legal():
                return either  # the same presses in another order
            if self._belongs(area):
                return None
            presses = (area,)
            legal = selection.following(state, presses)
        return next((a for a in legal if game.presses(a) == presses), None)

    def _belongs(self, area: str) -> bool:
        """Return whether a press is meant for the selected piece, although the press alone would be a whole action.

        The piece's intended action is then refused, so that no action is played that was not meant.
        """
        if self.chosen == self.preselected:
            return False
        state, game = self.session.state, self.session.game
        at_once = any(game.presses(action) == (area,) for action in selection.following(state, (area,)))
        return at_once and game.action_from_presses(state, (*self.chosen, area)) is not None

    def _starts_over(self, area: str) -> bool:
        """Return whether a press on the selected piece keeps it selected: its action has just been refused."""
        return self.chosen[:1] == (area,) and any(mark.kind is MarkKind.REFUSED for mark in self.hover_marks)

    def _gives_way(self, area: str) -> bool:
        """Return whether a press on another piece replaces the preselected press."""
        if not self.chosen or self.chosen != self.preselected:
            return False
        holds = self.scene().areas[area].holds
        return holds and self.session.game.action_from_presses(self.session.state, (area,)) is None

    # --- looking ahead -------------------------------------------------------------------------------------------

    def preview_of(self, action: Any | None) -> Preview:
        """Return the game's preview of an action; empty if the game has none, or if previews are off."""
        if action is None or not self.shows_previews:
            return Preview()
        session = self.session
        return session.game.preview(session.state.view(self.perspective.seat), action)

    def press_preview(self, area: str) -> Preview:
        """Return what a press on an area would do: the game's preview, or else what is played or chosen."""
        action = self.aimed(area)
        if (seen := self.preview_of(action)).said:
            return seen
        if action is None:
            return Preview(said=self._choosing(area))
        state = self.session.state
        reactions = [event.text for event in state.events(action) if event.kind is EventKind.REACT]
        said = (self.session.game.deed(state, action), *reactions) if self.shows_previews else ()
        return Preview(tuple(self._effects(action)), said)

    def _choosing(self, area: str) -> tuple[Text, ...]:
        """Return a sentence about a press after which another one is needed; none for any other press."""
        state = self.session.state
        if not (self.shows_previews and self.acts):
            return ()
        if area in self.chosen and self.chosen == self.preselected:  # there was nothing else to choose
            to = len(selection.next_areas(state, self.chosen))
            one, more = NP_("Press the marked area.", "Press one of the {n} marked areas.")
            return (many(one, more, to),) if to else ()
        if area in self.chosen:
            return () if state.pending else (text(N_("Clears the choice.")),)
        ways = len(selection.next_areas(state, (*self.chosen, area)))
        if not ways and self.chosen and not state.pending:
            ways = len(selection.next_areas(state, (area,)))
        one, more = NP_(
            "Chooses it. Then press the marked area.", "Chooses it. Then press one of the {n} marked areas."
        )
        return (many(one, more, ways),) if ways else self._without_use(area)

    def _without_use(self, area: str) -> tuple[Text, ...]:
        """Return a sentence about a card or another thing off the board that the game uses, but not now."""
        scene, game = self.scene(), self.session.game
        cells = {cell.id for group in scene.groups if group.role == "grid" for row in group.rows for cell in row}
        if area in cells or not scene.areas[area].holds:
            return ()
        used = any(area in game.presses(action)[:1] for action in game.candidates(self.session.state))
        return (text(NO_USE, name=scene.areas[area].name),) if used else ()

    def point(self, area: str | None) -> Preview:
        """Show the preview of a press on an area; None removes it."""
        self.hover_marks = [m for m in self.hover_marks if m.kind in (MarkKind.REFUSED, MarkKind.CAUSE)]
        seen = Preview() if area is None else self.press_preview(area)
        self.hover_marks += seen.marks
        return seen

    def _effects(self, action: Any) -> list[Mark]:
        """Return the marks of an action's further effects, and of the choice that would follow."""
        state = self.session.state
        after = state.apply_unchecked(action)
        events = [event for event in state.events(action) if event.kind in SHOWN_AT_ONCE]
        marks = [Mark(MarkKind.CHANGED, cell) for event in events for cell in event.cells]
        if after.pending and after.to_move == state.to_move:
            marks += [m for m in self.session.game.selection_marks(after, ()) if m.kind == MarkKind.PREVIEW]
        return marks


class GuidedInput(PlayerInput):
    """An input that follows a script: it plays only the actions in `wanted`."""

    wanted: Sequence[str] = ()  # in notation, in order

    def play(self, *actions: Any) -> Outcome:
        """Play actions only if they come next in the script; then play the script's actions of the other seats."""
        if [*map(str, actions)] != [*self.wanted[: len(actions)]]:
            return NotExpected(actions[0])
        self.wanted = self.wanted[len(actions) :]
        steps = [*self.session.play(*actions, by=self.by)]
        while self.wanted and not self.acts:
            steps += self._play_next()
        return self.follow(steps)

    def finish(self) -> Outcome:
        """Play the rest of the script, for all seats."""
        return self.follow(self.catch_up())

    def catch_up(self) -> list[Step]:
        """Play the rest of the script without updating marks or selection."""
        steps = list[Step]()
        while self.wanted:
            steps += self._play_next()
        return steps

    def _play_next(self) -> tuple[Step, ...]:
        action = self.session.game.read_action(self.wanted[0], self.session.state)
        self.wanted = self.wanted[1:]
        return self.session.play(action, by=self.by)


def event_marks(event: Event, colour: str = "go") -> list[Mark]:
    """Return the marks that an event leaves on the board until the next action; `colour` is that of the player."""
    cells = event.cells
    if event.kind == EventKind.MOVE:
        return [Mark(MarkKind.TRAIL, cells[0], cells[-1], colour=colour)]
    if event.kind in (EventKind.LAND, EventKind.TURN):
        at = cells if event.kind == EventKind.TURN else cells[-1:]
        return [Mark(MarkKind.CHANGED, cell, colour=colour) for cell in at]
    if event.kind == EventKind.KEEP:
        return [Mark(MarkKind.PROTECTED, cell) for cell in cells]
    if event.kind == EventKind.LEAVE:
        return [Mark(MarkKind.CAPTURED, cells[0], note=event.piece)]
    return []
