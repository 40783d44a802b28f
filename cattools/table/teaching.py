"""What a table can show instead of its game: the ten-minute presentation, or ten practice questions together.

Nothing is drawn here. Each device has a mode (`teaching_modes.py`) that follows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from cattools.core.errors import OptionError, RecordError, shorten
from cattools.core.game import AnyGame
from cattools.core.messages import N_, Text, text
from cattools.lessons.answer_check import LEGAL
from cattools.lessons.practice.position_pool import pool
from cattools.lessons.practice.question import Form, Question
from cattools.lessons.practice.question_set import NUMBER, Series
from cattools.lessons.presentation import ALLOWED, NOT_ALLOWED, Slide, plan

PRESENTATION, QUESTIONS = "presentation", "questions"
RIGHT, WRONG = N_("Right, by show of hands"), N_("Wrong, by show of hands")
MOST_VOTERS = 1000
KEPT = ("what", "seed", "at", "revealed", "votes", "hands", "results", "right", "answered")  # attributes that are saved


class Follower(Protocol):
    """A mode that shows what is taught on one device."""

    def sync(self) -> None:
        """Show where the teaching is now."""

    def voted(self, voter: str) -> None:
        """Show the votes after this voter has voted or, with "", after hands have been counted."""


def kinds(game: AnyGame) -> list[str]:
    """Return what a table of a game can teach."""
    return [PRESENTATION] * game.has_presentation + [QUESTIONS] * game.has_practice


class Teaching:
    """A presentation or ten questions for a whole room: where it is, and what everybody has answered.

    `votes` are the answers to the current slide or question, by voter: the number of the choice, or whether the answer
    was right. `hands` are the hands counted for each choice.
    """

    def __init__(self, game: AnyGame, what: str, seed: int = 0, at: int = 0) -> None:
        """Begin. Raises `OptionError` if the game cannot be taught in this way."""
        if what not in kinds(game):
            known = ", ".join(kinds(game))
            raise OptionError(text(N_("expected one of {known}, found {found}"), known=known, found=shorten(what)))
        self.game, self.what, self.seed = game, what, seed
        self.at, self.revealed = max(0, min(at, self.number - (what == PRESENTATION))), False
        self.votes: dict[str, int] = {}
        self.hands: list[int] = self._no_hands()
        self.results: list[tuple[int, int]] = []  # right votes and all votes of the questions so far
        self.right: dict[str, int] = {}  # how many questions each voter got right
        self.answered: dict[str, int] = {}  # how many questions each voter answered
        self.followers: list[Follower] = []

    # --- what is shown -------------------------------------------------------------------------------------------

    @cached_property
    def slides(self) -> Sequence[Slide]:
        """The slides of the presentation."""
        return plan(self.game.id)

    @cached_property
    def series(self) -> Series:
        """The ten questions."""
        return Series(pool(self.game.id), self.seed)

    @property
    def number(self) -> int:
        """How many slides or questions there are."""
        return len(self.slides) if self.what == PRESENTATION else NUMBER

    @property
    def over(self) -> bool:
        """Whether all questions have been answered."""
        return self.at >= self.number

    @property
    def waits(self) -> bool:
        """Whether there is still something to reveal here."""
        if self.what == PRESENTATION:
            return self.slides[self.at].waits and not self.revealed
        return not self.over and not self.revealed

    def question(self) -> Question:
        """Return the current question; at the end, the last one."""
        self.series.at = min(self.at, NUMBER - 1)
        return self.series.question()

    def choices(self) -> list[tuple[Text, bool]]:
        """Return the answers to the question for which hands are counted, and whether each is right.

        Where people press areas or play a move, hands are counted once the answer is shown: of those who got it right,
        and of the others. A hand does not say which rule forbids an action.
        """
        asked = self.question()
        state = asked.start()
        if asked.form is Form.CHOOSE:
            return [(words, asked.is_right(state, value)) for value, words in asked.offered(state)]
        if asked.form is Form.JUDGE:
            legal = asked.is_right(state, LEGAL)
            return [(text(ALLOWED), legal), (text(NOT_ALLOWED), not legal)]
        return [(text(RIGHT), True), (text(WRONG), False)]

    @property
    def counts_hands(self) -> bool:
        """Whether hands are counted for a question now."""
        return not self.over and self.revealed == (self.question().form in (Form.FIND, Form.PLAY))

    def counts(self) -> list[int]:
        """Return the votes for each choice of the slide, hands included."""
        votes = [*self.votes.values()]
        return [hands + votes.count(n) for n, hands in enumerate(self.hands)]

    def tally(self) -> tuple[int, int]:
        """Return how many answers to the question were right, and how many there were."""
        raised = sum(hands for hands, (_, right) in zip(self.hands, self.choices(), strict=True) if right)
        return sum(self.votes.values()) + raised, len(self.votes) + sum(self.hands)

    # --- what happens --------------------------------------------------------------------------------------------

    def vote(self, voter: str, choice: int) -> None:
        """Take a vote; a later vote by the same voter replaces it."""
        if not self.waits or (voter not in self.votes and len(self.votes) >= MOST_VOTERS):
            return
        self.votes[voter] = choice
        self._show_votes(voter)

    def raise_hand(self, choice: int, change: int) -> None:
        """Count a hand, or take it away."""
        self.hands[choice] = max(0, self.hands[choice] + change)
        self._show_votes("")

    def _show_votes(self, voter: str) -> None:
        for one in self.followers:
            one.voted(voter)

    def go_on(self) -> None:
        """Reveal the answer, or go to the next slide or question."""
        if self.waits:
            self.revealed = True
            self._sync()
        elif not self.over:
            self._enter(self.at + 1)

    def go_back(self) -> None:
        """Hide the answer again, or go to the slide before."""
        if self.revealed:
            self.revealed = False
            self._sync()
        elif self.at > 0:
            self._enter(self.at - 1)

    def _enter(self, at: int) -> None:
        if self.what == QUESTIONS:
            self.results.append(self.tally())
            for voter, right in self.votes.items():
                self.right[voter] = self.right.get(voter, 0) + right
                self.answered[voter] = self.answered.get(voter, 0) + 1
        elif at >= self.number:
            return
        self.at, self.revealed = at, False
        self.votes, self.hands = {}, self._no_hands()
        self._sync()

    def _no_hands(self) -> list[int]:
        return [0] * len(self.slides[self.at].choices if self.what == PRESENTATION else self.choices())

    def _sync(self) -> None:
        for one in [*self.followers]:
            one.sync()

    # --- saving --------------------------------------------------------------------------------------------------

    def written(self) -> str:
        """Return what `read` reads: where the teaching is, and everything that has been answered."""
        return json.dumps({name: getattr(self, name) for name in KEPT})


def read(written: str, game: AnyGame) -> Teaching:
    """Return what `Teaching.written` wrote. Raises `RecordError` and `OptionError`."""
    try:
        kept = json.loads(written)
        found = Teaching(game, kept["what"], kept["seed"], kept["at"])
        found.revealed, found.votes, found.right = kept["revealed"], dict(kept["votes"]), dict(kept["right"])
        found.answered = dict(kept["answered"])
        if len(kept["hands"]) == len(found.hands):  # otherwise the question has other choices, as after an update
            found.hands = list(kept["hands"])
        found.results = [(right, count) for right, count in kept["results"]]
    except (LookupError, TypeError, ValueError) as error:
        unreadable = text(N_("expected what a table teaches, found {found}"), found=shorten(written))
        raise RecordError(unreadable) from error
    return found
