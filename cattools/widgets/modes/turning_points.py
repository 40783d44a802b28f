"""A look back at a finished game: who was ahead, its turning points, and what would have been better.

The review is made in slices, so that the reader can meanwhile step through the moves or stop the review.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

from cattools.bots import report
from cattools.bots.advice import Suggestion
from cattools.bots.review import CLOSE, QUICK, Review, Reviewer, TurningPoint
from cattools.core.display.scene import Mark, MarkKind
from cattools.core.messages import N_, commas, many, sentences, text
from cattools.core.timeline import Node
from cattools.render import curve
from cattools.render.animation import Motion
from cattools.widgets import markup
from cattools.widgets.game_session import GameSession
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.move_advice import BREATH, SLICE, MoveAdvice
from cattools.widgets.perspective import SharedDeviceView

LONGEST = 14.0  # seconds: on a slow device, a review gets by with fewer play-outs
ENOUGH = 1.3  # times `LONGEST`: then the review stops with what is known
REPORT_INTERVAL = 1.0  # seconds between two reports of the progress


class TurningPoints(MoveAdvice):
    """A game that is reviewed after its end, when the reader looks back at it."""

    def __init__(self, session: GameSession, device: SharedDeviceView) -> None:
        self._reviewed: tuple[Node, Reviewer] | None = None  # the end of the game, and its reviewer
        self._review: Review | None = None  # once it is complete or stopped
        self._ends = self._reported_at = 0.0  # when the review stops, and when its progress was reported last
        super().__init__(session, device)

    @property
    def reviewer(self) -> Reviewer | None:
        """The reviewer of the game that has ended, if the reader has looked back at it."""
        if self._reviewed is None or self._reviewed[0] is not self.timeline.node:
            return None
        return self._reviewed[1]

    @property
    def review(self) -> Review | None:
        """The review of the game that has ended, once it is complete or stopped."""
        return self._review if self.reviewer is not None else None

    @property
    def reviews(self) -> bool:
        """Whether the review is still being made."""
        return self.reviewer is not None and self._review is None

    # --- reviewing -----------------------------------------------------------------------------------------------

    def look_back(self) -> None:
        """Show the position before the last move, and review the game unless that has been done."""
        if self.reviewer is None:
            self._reviewed = self.timeline.node, Reviewer(self.timeline.line, 0, QUICK, CLOSE, LONGEST)
            self._begin()
        super().look_back()
        self._review_unseen()

    def continue_review(self) -> None:
        """Go on with a review that was stopped."""
        self._begin()
        self.refresh()
        self._review_unseen()

    def _begin(self) -> None:
        self._review, self._reported_at = None, perf_counter()
        self._ends = self._reported_at + ENOUGH * LONGEST

    def _review_unseen(self) -> None:
        """Make the whole review at once if no page shows the board."""
        if self.reviews and (self.display is None or not self.display.is_seen):
            while self._step():
                pass
            self._show_review()

    def on_shown(self) -> None:
        """Continue the review, unless moves are being shown."""
        if self.showing or not self.reviews or self.display is None:
            super().on_shown()
            return
        until = perf_counter() + SLICE / 1000
        while self._step() and perf_counter() < until:  # at least one step, on the slowest machine too
            pass
        if self._review is not None:
            self._show_review()
            return
        if perf_counter() > self._reported_at + REPORT_INTERVAL:
            self._reported_at = perf_counter()
            self.display.update_text()
        self.display.go_on_in(BREATH)

    def _step(self) -> bool:
        """Do one step of the review; return whether there is more to do."""
        reviewer = self.reviewer
        if reviewer is None:
            return False
        more = perf_counter() < self._ends and reviewer.step()
        if not more:
            self._review = reviewer.review()
        return more

    def stop_review(self) -> None:
        """End the review with what is known."""
        if self.reviewer is not None:
            self._review = self.reviewer.review()
        self._show_review()

    def _show_review(self) -> None:
        """Show the review, and say what it has found."""
        if self.review is None:
            self.refresh()
            return
        found = len(self.review.turning_points)
        count = many("The review has found {n} turning point.", "The review has found {n} turning points.", found)
        said = [] if self.review.is_complete else [report.unfinished(self.review)]
        self.answer(MessageKind.INFO, [*said, count if found else report.no_points(self.review)])

    def refresh(self, plan: Motion | None = None, pause: float = 0.0) -> None:
        """Update everything; a review in progress continues."""
        super().refresh(plan, pause or (BREATH if self.reviews else 0.0))

    # --- what is shown -------------------------------------------------------------------------------------------

    def back_buttons(self) -> list[Button]:
        """Return the buttons below the board while an earlier node is viewed, with those of the turning points."""
        back, *others = super().back_buttons()
        return [back, *self._review_buttons(), *others]

    def all_buttons(self) -> list[Button]:
        """Return the buttons below the board, and those in the move list and in the review."""
        return [*super().all_buttons(), *([] if self.device.veiled else self._review_buttons())]

    def _review_buttons(self) -> list[Button]:
        if self.reviews:
            return [Button("stop-review", text(N_("Stop the review")), self.stop_review)]
        if self.review is None:
            return []
        points = [
            Button(f"point:{n}", text(N_("Turning point {n}"), n=n), self._leading_to(point), on=self._shows(point))
            for n, point in enumerate(self.review.turning_points, 1)
        ]
        return points if self.review.is_complete else [*points, self._continue_button()]

    def _continue_button(self) -> Button:
        return Button("continue-review", text(N_("Continue the review")), self.continue_review)

    def _shows(self, point: TurningPoint) -> bool:
        return self.device.at is self._node(point).parent

    def _node(self, point: TurningPoint) -> Node:
        return self.timeline.line[point.number - 1]

    def _leading_to(self, point: TurningPoint) -> Callable[[], None]:
        return lambda: self.look_at(point)

    def look_at(self, point: TurningPoint) -> None:
        """Show the position of a turning point, with the better and the played move marked and compared."""
        node = self._node(point)
        self.device.at = node.parent
        self.hand.clear()
        better, played = point.advice.moves
        colour = f"{self.game.seats(self.state.options)[point.advice.seat].palette}.rim"
        self.hand.event_marks = [
            *self._move_marks(Mark(MarkKind.SELECTED, ""), better, 1),
            *self._move_marks(Mark(MarkKind.CHANGED, "", colour=colour), played, 2),
        ]
        title = el("strong", report.title(point, self._names_of_seats()))
        said = [title, *self._compared(point), *report.worth(point)]
        reasons = [reason for move in point.advice.moves for reason in move.reasons if reason.rule]
        self.answer(MessageKind.INFO, said, map(self.game.rules.cited, reasons))

    def _move_marks(self, mark: Mark, move: Suggestion, order: int) -> list[Mark]:
        """Return a mark for each press of a move, the last one with its number."""
        presses = self.game.presses(move.action)
        return [replace(mark, area=area, order=order if area == presses[-1] else 0) for area in dict.fromkeys(presses)]

    def _compared(self, point: TurningPoint) -> list[Html]:
        """Return what was better and what was played, each a line with the reasons."""
        better, played = point.advice.moves
        return [
            el("span", f"{n}. ", text(words, move=sentences([move.deed, *move.reasons])), class_="cat-turn")
            for n, words, move in ((1, report.BETTER, better), (2, report.PLAYED, played))
        ]

    def _names_of_seats(self) -> Sequence[str]:
        return [str(seat.called) for seat in self.game.seats(self.state.options)]

    def slots(self) -> dict[str, str]:
        """Return the slots; the review comes before the moves."""
        found = super().slots()
        return found if self.reviewer is None else {**found, "moves": join(self._section(), Html(found["moves"]))}

    def _section(self) -> Html:
        """Return the review, or its progress while it is being made."""
        heading = el("p", el("strong", text(N_("Review"))))
        if (review := self.review) is None:
            done, all_ = (self.reviewer.done, self.reviewer.all) if self.reviewer else (0, 1)
            label = text(N_("Looking for turning points"))
            bar = el("progress", value=done, max=all_, aria_label=label)
            stop = markup.tools(self._review_buttons()) if self.looks_back else None
            return el("div", heading, el("p", label), bar, stop, class_="cat-review")
        names = self._names_of_seats()
        course = report.course(review, names)
        points = [self._point(n, point) for n, point in enumerate(review.turning_points, 1)]
        return el(
            "div",
            heading,
            None if review.is_complete else el("p", report.unfinished(review)),
            None if review.is_complete else markup.tools([self._continue_button()]),
            Html(self._curve(review, names, sentences(course))),
            points or el("p", report.no_points(review)),
            el("p", sentences(course)),
            [el("p", one) for one in report.luck(review, names)],
            class_="cat-review",
        )

    def _point(self, number: int, point: TurningPoint) -> Html:
        title = text(N_("Turning point {n}: {when}"), n=number, when=report.title(point, self._names_of_seats()))
        lines = [el("p", line) for line in self._compared(point)]
        show = Button(f"point:{number}", text(N_("Show on the board")), self._leading_to(point), on=self._shows(point))
        ways = [show, *([self._branch_button()] if self._shows(point) else [])]
        return join(
            el("p", el("strong", title)),
            lines,
            el("p", sentences(report.worth(point))),
            el("div", markup.tools(ways), class_="cat-ways"),
        )

    def _curve(self, review: Review, names: Sequence[str], said: str) -> str:
        seats = self.game.seats(self.state.options)
        lines = [
            curve.Line(name, f"{seat.palette}.rim", [leads[n] for leads in review.curve])
            for n, (name, seat) in enumerate(zip(names, seats, strict=True))
        ]
        numbered = {
            n: (point.turn, review.curve[point.turn][point.advice.seat])
            for n, point in enumerate(review.turning_points, 1)
        }
        summary = text(N_("The lead of {players} after each turn. {course}"), players=commas(names), course=said)
        return curve.curve(lines, numbered, str(summary))
