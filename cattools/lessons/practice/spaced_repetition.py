"""What a reader knows: a card for each rule that practice has asked about, and the choice of the next rule.

FSRS, the Free Spaced Repetition Scheduler, decides when a rule is due again: within minutes after a wrong answer, after
days or weeks if the rule is known.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from math import isfinite
from random import Random

from fsrs import Card, Rating, Scheduler, State

from cattools.core.errors import RecordError, shorten
from cattools.core.game_record import VERSION, read_fields
from cattools.core.messages import N_, text
from cattools.lessons.practice.question import Grade

RECORD = "cattools practice"
SCHEDULER = Scheduler(learning_steps=(timedelta(minutes=1), timedelta(minutes=6)), enable_fuzzing=False)
# The valid values of a card's step: while its rule is being learnt, and after that.
STEPS = (range(len(SCHEDULER.learning_steps)), (None,))
WEEK = timedelta(days=7)
SHAKY, FAIR = 0.6, 0.85  # below these probabilities of being known in a week, a rule counts as shaky or fair
LATEST = 253_402_300_799  # the last second that `datetime` can represent


class Known(IntEnum):
    """How well a rule is known."""

    NEW = 0
    """The reader has never been asked about the rule."""
    SHAKY = 1
    FAIR = 2
    WELL = 3


@dataclass(frozen=True, slots=True)
class RuleMemory:
    """What a reader knows of one rule: its card, and the numbers of right and wrong answers."""

    card: Card
    right: int = 0
    wrong: int = 0


class Memory:
    """What a reader knows of a game's rules, by rule id."""

    def __init__(self, game_id: str) -> None:
        self.game = game_id
        self.rules: dict[str, RuleMemory] = {}

    def answered(self, rule: str, now: datetime, *, right: bool, helped: bool = False, grade: Grade) -> None:
        """Record an answer; `helped` means that the answer came after a hint."""
        rating = Rating.Again
        if right:
            rating = Rating.Hard if helped else Rating.Easy if grade is Grade.HARD else Rating.Good
        known = self.rules.get(rule) or RuleMemory(Card(card_id=len(self.rules) + 1, due=now))
        card, _ = SCHEDULER.review_card(known.card, rating, now)
        self.rules[rule] = RuleMemory(card, known.right + right, known.wrong + (not right))

    def strength(self, rule: str, now: datetime) -> float:
        """Return the probability that a rule is still known in a week, from 0 to 1."""
        known = self.rules.get(rule)
        return SCHEDULER.get_card_retrievability(known.card, now + WEEK) if known else 0.0

    def known(self, rule: str, now: datetime) -> Known:
        """Return how well a rule is known."""
        if rule not in self.rules:
            return Known.NEW
        strength = self.strength(rule, now)
        return Known.SHAKY if strength < SHAKY else Known.FAIR if strength < FAIR else Known.WELL

    def next(self, rules: Sequence[str], now: datetime, rng: Random, last: str = "") -> str:
        """Return the rule to ask about next: the rule longest overdue, else a new rule, else the rule known least.

        The `last` rule is not repeated if there is another rule.
        """
        offered = [rule for rule in rules if rule != last] or [*rules]
        due = [rule for rule in offered if rule in self.rules and self.rules[rule].card.due <= now]
        if due:
            return min(due, key=lambda rule: self.rules[rule].card.due)
        new = [rule for rule in offered if rule not in self.rules]
        if new:
            return new[int(rng.random() * len(new))]
        return min(offered, key=lambda rule: (self.strength(rule, now), self.rules[rule].card.due))

    def merged(self, other: Memory) -> Memory:
        """Return both memories combined: for every rule, the card that was reviewed last."""
        found = Memory(self.game)
        for rule in sorted({*self.rules, *other.rules}):
            cards = (known for known in (self.rules.get(rule), other.rules.get(rule)) if known is not None)
            found.rules[rule] = max(cards, key=_latest)
        return found

    # --- storage -------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Return the memory as JSON; the empty string if nothing has been answered."""
        if not self.rules:
            return ""
        rules = {rule: _written(known) for rule, known in sorted(self.rules.items())}
        return json.dumps({"format": RECORD, "version": VERSION, "game": self.game, "rules": rules})


def _latest(known: RuleMemory) -> tuple[int, int, str]:
    """Return a key to sort cards by last review; different cards never tie, so all tabs choose the same card."""
    reviewed = int((known.card.last_review or known.card.due).timestamp())
    return reviewed, known.right + known.wrong, _written(known)


def _written(known: RuleMemory) -> str:
    card = known.card
    times = (int(at.timestamp()) for at in (card.due, card.last_review or card.due))
    step = "-" if card.step is None else card.step
    numbers = (round(card.stability or 0, 3), round(card.difficulty or 0, 3))
    return " ".join(map(str, (int(card.state), step, *numbers, *times, known.right, known.wrong)))


def read(written: str, game_id: str, rules: Iterable[str]) -> Memory:
    """Return the memory that `Memory.to_json` wrote, without rules that no longer exist. Raises `RecordError`."""
    found = read_fields(written, RECORD, {"game": str, "rules": dict})
    if found["game"] != game_id:
        raise RecordError(
            text(N_("expected results of {id}, found results of {game}"), id=game_id, game=shorten(found["game"]))
        )
    memory, known = Memory(game_id), {*rules}
    cards: Mapping[object, object] = found["rules"]
    for rule, card in cards.items():
        learnt = _read(card, len(memory.rules) + 1)
        if rule in known:
            memory.rules[str(rule)] = learnt
    return memory


def _read(written: object, number: int) -> RuleMemory:
    try:
        state, step, stability, difficulty, due, last, right, wrong = str(written).split()
        numbers = float(stability), float(difficulty)
        times = [datetime.fromtimestamp(min(max(0, int(at)), LATEST), UTC) for at in (due, last)]
        counts = int(right), int(wrong)
        card = Card(number, State(int(state)), None if step == "-" else int(step), *numbers, *times)
    except (ValueError, OverflowError):
        card = None
    fits = card is not None and all(map(isfinite, numbers)) and 0 < numbers[0] < 1e5 and 1 <= numbers[1] <= 10
    if card is None or not fits or min(counts) < 0 or card.step not in STEPS[card.state is State.Review]:
        raise RecordError(text(N_("expected the practice results of a rule, found {found}"), found=shorten(written)))
    return RuleMemory(card, *counts)
