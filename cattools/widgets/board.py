"""A board of any game: presses and typed moves become actions, the rules answer, the consequences are shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from cattools.core import selection
from cattools.core.chance import Dealer
from cattools.core.errors import NotationError
from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE, Foresight
from cattools.core.messages import N_, many, text
from cattools.core.rules import Refusal, Rule
from cattools.core.scene import Mark, MarkKind, Scene
from cattools.render import motion
from cattools.widgets.position import PLAY, Position
from cattools.widgets.shell import message
from cattools.widgets.surface import spoken

SHOWN = 4  # reasons of one refusal shown at once


class Board(Position):
    """A position to play on, both sides in one hand.

    `state` is where it starts; `title` is its heading. Every action is checked by the game's rules; a refused one
    changes nothing and is answered with its reasons and a link to each rule.
    """

    actor: int | None = None  # whose action was the last one

    @cached_property
    def dealer(self) -> Dealer:
        """Who deals in the middle of play: the same each time, so that a page reads the same twice."""
        return Dealer(0)

    def touched(self, area: str) -> None:
        """Answer a finger, which cannot point without pressing: where a board foretells, the second tap plays."""
        seen = self.foreseen(self.aimed(area) if self.acts else None)
        if not seen.said or self.pointed == area:
            self.pressed(area)
            return
        name = self.draw(self.state).areas[area].name
        self.told, self.hovered = [], [Mark(MarkKind.SELECTED, area), *(m for m in seen.marks if m.area != area)]
        self.answer("info", [f"{name}:", *map(str, seen.said), str(text(N_("Tap again to play it.")))])
        self.pointed = area

    def pressed(self, area: str) -> None:
        """Choose, play, or refuse, whichever the press means."""
        if not self.acts:
            self.rest()
            return
        if area in self.chosen and not self.state.pending:
            self.choose(())
            return
        if (action := self.aimed(area)) is not None:
            self.act(action)
            return
        presses = (*self.chosen, area)
        legal = selection.following(self.state, presses)
        if not legal and self.chosen and not self.strict(area):
            legal = selection.following(self.state, (area,))
            presses = (area,) if legal else presses
        if legal:
            self.choose(presses)
        else:
            # a first press that was made for the reader gives way to another piece
            by_itself = self.chosen and self.chosen == selection.preselected(self.state)
            if (
                by_itself
                and self.scene.areas[area].holds
                and self.game.action_from_presses(self.state, (area,)) is None
            ):
                presses = (area,)
            meant = self.game.action_from_presses(self.state, presses)
            if meant is None and len(presses) == 1:
                self.stray(area)
            elif meant is not None:
                self.act(meant)

    def stray(self, area: str) -> None:
        """Answer a press on something that cannot be used now: choose it, the next press will say what was meant."""
        self.choose((area,))

    def choose(self, presses: tuple[str, ...]) -> None:
        """Remember what has been pressed and show what follows."""
        self.chosen = presses or selection.preselected(self.state)
        self.told, self.hovered = [], []
        if presses:
            scene = self.draw(self.state)
            board = {area.id for group in scene.groups if group.role == "grid" for row in group.rows for area in row}
            ways = len(board & {*selection.next_areas(self.state, presses)})
            name = scene.areas[presses[-1]].name
            said = many(N_("{name}: {n} cell possible."), N_("{name}: {n} cells possible."), ways, name=name)
            self.said = message("info", [str(said) if ways else name + "."])
        else:
            self.said = message("info", self.resting())
        self.refresh()

    def act(self, action: Any) -> None:
        """Play an action the reader means, or say why not."""
        refusals = self.state.why_not(action)
        if refusals:
            self.refuse(action, refusals)
        else:
            self.play([action])

    def play(self, actions: Sequence[Any]) -> None:
        """Play legal actions and everything that follows by itself; show and tell what happens."""
        told: list[tuple[Event, Scene, Scene]] = []
        stories: list[Sequence[Event]] = []
        self.chosen = ()
        queue = list(actions)
        while queue:
            action = queue.pop(0)
            self.actor = self.state.mover if self.state.mover is not None else self.actor
            first, events = self.draw(self.state), self.state.events(action)
            self.timeline.play(action)
            after = self.draw(self.state)
            told += [(event, first, after) for event in events]
            stories.append(events)
            if not queue and (more := self.following()) is not None:
                queue.append(more)
        self.happened(stories)
        self.refresh(motion.plan(told))

    def following(self) -> Any | None:
        """Return what happens next by itself: a deal, the only step left in a turn; None when somebody decides.

        With secrets, whoever else is asked answers in person: that there is a single answer is one of them.
        """
        if self.state.to_move == CHANCE:
            return self.dealer.choose(self.state)
        asked = self.state.to_move != self.actor and self.game.has_hidden_information(self.state.options)
        legal = self.state.legal() if self.state.pending and not asked else ()
        return legal[0] if len(legal) == 1 else None

    def happened(self, stories: Sequence[Sequence[Event]]) -> None:
        """Remember what happened, the story of each action, as signs and as words with links to the rules."""
        events = [event for story in stories for event in story]
        self.chosen = selection.preselected(self.state)
        self.hovered = []
        self.told = [mark for event in events for mark in self.sign(event)]
        cited = [self.game.rules.cited(event) for story in stories for event in self.cited(story)]
        said = [str(event) for event in events]
        self.said = message("info", [*said, *self.closing()], cited)

    def closing(self) -> list[str]:
        """Return what is said after all that happened: what is asked in the middle of a turn."""
        return [str(self.state.status())] if self.state.pending else []

    @staticmethod
    def cited(story: Sequence[Event]) -> list[Event]:
        """Return the events whose rule is linked: what the rules made of an action.

        The first event is what somebody did and knows; it is linked only where a piece leaves or must react,
        and where it is news.
        """
        return [
            event
            for n, event in enumerate(story)
            if n or event.kind in (EventKind.LEAVE, EventKind.REACT, EventKind.NEWS)
        ]

    def sign(self, event: Event) -> list[Mark]:
        """Return the signs an event leaves on the board until the next action."""
        cells = event.cells
        if event.kind == EventKind.MOVE:
            return [Mark(MarkKind.TRAIL, cells[0], cells[-1])]
        if event.kind in (EventKind.LAND, EventKind.TURN):
            return [Mark(MarkKind.CHANGED, cell) for cell in (cells if event.kind == EventKind.TURN else cells[-1:])]
        if event.kind == EventKind.KEEP:
            return [Mark(MarkKind.PROTECTED, cell) for cell in cells]
        if event.kind == EventKind.LEAVE:
            return [Mark(MarkKind.CAPTURED, cells[0], note=event.piece)]
        return []

    def refuse(self, action: Any, refusals: Sequence[Refusal]) -> None:
        """Say why an action is not legal, with a link to each rule; nothing is lost, what was chosen stays chosen."""
        rules = [self.rule(r) for r in refusals[:SHOWN]]
        presses = self.game.presses(action)
        self.told = []
        self.hovered = [Mark(MarkKind.REFUSED, area) for area in presses[-1:]]
        self.hovered += [Mark(MarkKind.CAUSE, c) for r in refusals for c in r.cells if c not in presses[-1:]]
        self.said = message("refuse", [str(r) for r in refusals[:SHOWN]], rules)
        if not selection.following(self.state, self.chosen):
            self.chosen = selection.preselected(self.state)
        self.refresh()

    def rule(self, refusal: Refusal) -> Rule:
        """Return the rule a refusal cites, or the reading beside it that decides."""
        return self.game.rules.cited(refusal)

    def answer(self, kind: str, said: Sequence[str], rules: Sequence[Rule] = ()) -> None:
        """Say something below the board and change nothing else."""
        self.said = message(kind, said, rules)
        self.refresh()

    def rest(self) -> None:
        """Say how things stand when the reader cannot act."""
        self.answer("info", [str(self.state.status())], self.ended())

    def ended(self) -> list[Rule]:
        """Return the rule by which the last action ended the game; nothing while it goes on."""
        node = self.timeline.node
        if self.state.to_move is not None or node.parent is None:
            return []
        return [self.game.rules.cited(node.parent.state.events(node.action)[-1])]

    # --- other ways in -------------------------------------------------------------------------------------------

    def typed(self, text: str) -> None:
        """Play a move given in notation."""
        if not self.acts:
            self.rest()
            return
        try:
            action = self.game.read_action(text, self.state)
        except NotationError as error:
            self.answer("refuse", [spoken(error)])
            return
        self.act(action)

    def asked(self, area: str) -> None:
        """Say what is possible on an area."""
        scene = self.draw(self.state)
        if not self.acts:
            self.rest()
            return
        onward = selection.following(self.state, (area,))
        into = [
            a for a in selection.following(self.state, self.chosen) if area in self.game.presses(a)[len(self.chosen) :]
        ]
        cells = selection.next_areas(self.state, (area,))
        meant = (
            self.game.action_from_presses(self.state, (*self.chosen, area))
            if self.chosen and not (onward or into)
            else None
        )
        if meant is not None and (refusals := self.state.why_not(meant)):
            self.answer("refuse", [str(r) for r in refusals[:SHOWN]], [self.rule(r) for r in refusals[:SHOWN]])
            return
        if cells:
            said = text(N_("{name}. From here: {cells}."), name=scene.areas[area].name, cells=", ".join(cells))
        elif onward or into:
            said = text(
                N_("{name}. Possible: {actions}."),
                name=scene.areas[area].name,
                actions=", ".join(map(str, dict.fromkeys((*onward, *into)))),
            )
        else:
            said = text(N_("{name}. Nothing is possible here now."), name=scene.areas[area].name)
        self.answer("info", [str(said), *map(str, self.foreseen(self.aimed(area)).said)])

    def looked(self, area: str | None) -> None:
        """Show what a press on an area would do before it is done."""
        before, self.hovered = self.hovered, [m for m in self.hovered if m.kind in (MarkKind.REFUSED, MarkKind.CAUSE)]
        action = self.aimed(area) if area is not None and self.acts else None
        seen = self.foreseen(action)
        self.hint(" ".join(map(str, seen.said)))
        if seen.said:
            self.hovered = list(seen.marks)
        elif action is not None:
            after = self.state.apply_unchecked(action)
            for event in self.state.events(action):
                self.hovered += [
                    Mark(MarkKind.CHANGED, cell)
                    for cell in event.cells
                    if event.kind in (EventKind.REACT, EventKind.TURN)
                ]
            if after.pending and after.to_move == self.state.to_move:  # and what would be asked then
                self.hovered += [m for m in self.game.selection_marks(after, ()) if m.kind == MarkKind.PREVIEW]
        if before != self.hovered:
            self.marks = tuple(self.marks_now())
            if self._motion is None:
                self.paint()

    def aimed(self, area: str) -> Any | None:
        """Return the legal action that a press on an area would make now, or None."""
        presses = (*self.chosen, area)
        legal = selection.following(self.state, presses)
        if not legal and self.chosen:
            if (either := self.game.action_from_presses(self.state, presses)) in self.state.legal():
                return either  # the same presses in another order
            if self.strict(area):
                return None
            presses = (area,)
            legal = selection.following(self.state, presses)
        return next((a for a in legal if self.game.presses(a) == presses), None)

    def strict(self, area: str) -> bool:
        """Whether a press belongs to the piece the reader chose, and would be a whole action of its own without it.

        Then it is refused as a way to use that piece: nothing is played that was not meant.
        """
        if self.chosen == selection.preselected(self.state):
            return False
        alone = selection.following(self.state, (area,))
        at_once = any(self.game.presses(action) == (area,) for action in alone)
        return at_once and self.game.action_from_presses(self.state, (*self.chosen, area)) is not None

    def foreseen(self, action: Any | None) -> Foresight:
        """Return what an action would bring; nothing where the game does not tell or the reader is to find it."""
        if action is None or not self.foretells:
            return Foresight()
        return self.game.foresee(self.state.view(self.seat), action)

    def back(self) -> None:
        """Put down what is chosen, else take back."""
        if self.chosen != selection.preselected(self.state):
            self.choose(())
        else:
            self.tool("undo")

    def tool(self, tool: str) -> None:
        """Do what a button says."""
        if tool in ("undo", "redo"):
            done = self.timeline.undo() if tool == "undo" else self.timeline.redo()
            if not done:
                return
            self.restored(str(text(N_("Taken back."))) if tool == "undo" else str(text(N_("Played again."))))
        elif tool.startswith(PLAY):
            self.typed(tool.removeprefix(PLAY))
        elif tool == "reset":
            self.timeline.goto(self.timeline.root)
            self.restored(str(text(N_("Back to the start."))))

    def restored(self, said: str) -> None:
        """Show a position reached by going back or forth."""
        self.chosen, self.told, self.hovered = selection.preselected(self.state), [], []
        self.answer("info", [said, self.standing()], self.ended())
