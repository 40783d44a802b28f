"""A game in which the reader can ask for a move: the best two are shown with reasons, and a press plays one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter

from cattools.bots.advice import BUDGET, Advice, explained
from cattools.bots.search import Budget, Search
from cattools.core.display.scene import Mark, MarkKind
from cattools.core.messages import N_, text
from cattools.core.timeline import Node
from cattools.render.animation import Motion
from cattools.widgets.game_session import GameSession
from cattools.widgets.html import Html, el
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.final_scoring import FinalScoring
from cattools.widgets.perspective import SharedDeviceView

SLICE = 120.0  # milliseconds: how long the board searches before it listens to the page again
BREATH = 1.0  # milliseconds between two slices
SAMPLED = N_("Hidden information was filled in at random.")


class MoveAdvice(FinalScoring):
    """A game that shows the best two moves to the person who acts, based only on what this person can see.

    The search runs in slices, so that the board responds to every press meanwhile; anything the reader does ends it.
    """

    def __init__(self, session: GameSession, device: SharedDeviceView) -> None:
        self._search: Search | None = None
        self._until = 0.0  # when the search ends
        self._advice: tuple[Node, Advice] | None = None
        super().__init__(session, device)

    @property
    def advice(self) -> Advice | None:
        """The advice for the position that is shown, if the person asked for it."""
        if self._advice is None or self._advice[0] is not self.timeline.node or not self.hand.acts or self.showing:
            return None
        return self._advice[1]

    def advice_buttons(self) -> list[Button]:
        """Return the button that asks for a move, or those that play or hide the moves that are shown."""
        if not self.session.humans:
            return []
        if (advice := self.advice) is None:
            return [Button("advise", text(N_("Show me a move")), self.advise, self.hand.acts, unready=self.rest)]
        numbered = [
            self.play_button(f"advised:{n}", text(N_("Play move {n}"), n=n), move.action, strong=n == 1)
            for n, move in enumerate(advice.moves, 1)
        ]
        return [*numbered, Button("unadvise", text(N_("Hide moves")), self.hide_advice)]

    def marks(self) -> Sequence[Mark]:
        """Return all marks, with those of the moves that are shown."""
        return [*super().marks(), *self._advice_marks()]

    def _advice_marks(self) -> list[Mark]:
        """Return the marks of the moves that are shown, each with its number on an area that only this move presses."""
        found = list[Mark]()
        ways = [self.game.presses(move.action) for move in self.advice.moves] if self.advice else []
        for number, presses in enumerate(ways, 1):
            others = {area for way in ways if way is not presses for area in way}
            own = next((area for area in reversed(presses) if area not in others), "")
            found += [
                Mark(MarkKind.SELECTED, area, order=number if area == own and len(ways) > 1 else 0) for area in presses
            ]
        return found

    # --- asking --------------------------------------------------------------------------------------------------

    def advise(self) -> None:
        """Begin to look for the best moves; without a page, find them at once."""
        state = self.state
        if not state.legal():  # in a position from a link
            self.answer(MessageKind.INFO, [text(N_("No move is legal here."))])
            return
        search = Search(state.view(state.to_move), Random(0))
        if self.display is None or not self.display.is_seen:
            self._show_advice(search, BUDGET)
            return
        self.answer(MessageKind.INFO, [text(N_("Looking for a good move…"))])
        self._search, self._until = search, perf_counter() + BUDGET.ms / 1000
        self.display.go_on_in(BREATH)

    def on_shown(self) -> None:
        """Continue the search, or else show the next move."""
        search, left = self._search, 1000 * (self._until - perf_counter())
        if search is None or self.display is None:
            super().on_shown()
        elif left <= 0 or search.playouts >= BUDGET.playouts or len(search.legal) < 2:
            self._show_advice(search, Budget(0))
        else:
            search.run(Budget(BUDGET.playouts - search.playouts, min(SLICE, left)))
            self.display.go_on_in(BREATH)

    def _show_advice(self, search: Search, budget: Budget) -> None:
        """Run a search for a last budget, and show what it has found."""
        advice = explained(search, search.run(budget))
        self._advice = self.timeline.node, advice
        said: list[object] = [self._described(n, advice) for n in range(len(advice.moves))]
        said += [advice.verdict, *([text(SAMPLED)] if advice.samples and len(advice.moves) > 1 else [])]
        reasons = [reason for move in advice.moves for reason in move.reasons[:1] if reason.rule]
        self.answer(MessageKind.INFO, said, map(self.game.rules.cited, reasons))

    def _described(self, at: int, advice: Advice) -> Html:
        """Return a line that says what a move does, and the first reason for it."""
        move, number = advice.moves[at], f"{at + 1}. " if len(advice.moves) > 1 else ""
        return el("span", number, move.deed, [(" ", reason) for reason in move.reasons[:1]], class_="cat-turn")

    def hide_advice(self) -> None:
        """Hide the moves."""
        self._advice = None
        self.answer(MessageKind.INFO, [self.standing()])

    def refresh(self, plan: Motion | None = None, pause: float = 0.0) -> None:
        """Update everything; a search that is still running ends."""
        self._search = None
        super().refresh(plan, pause)
