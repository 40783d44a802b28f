"""Ten questions made from a seed, the same on every device of a group, and the line that sums up the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from random import Random
from urllib.parse import urlencode

from cattools.core.chance import MOST_SEED
from cattools.core.errors import RecordError, shorten
from cattools.core.game_record import link_fields
from cattools.core.messages import N_, integer, listed, text
from cattools.games import game
from cattools.lessons.practice.distractors import some
from cattools.lessons.practice.position_pool import Pool
from cattools.lessons.practice.question import Question
from cattools.lessons.practice.variety import Kind, due, kind_for

NUMBER = 10  # questions in a set
MINUTE = 60
DIGITS = 12  # a saved number with this many digits or more is ignored
AWAY = 15 * MINUTE  # seconds; a longer absence does not count as thinking time


@dataclass
class Series:
    """Questions from a seed, and a reader's answers: `at` counts the answers, `missed` lists the missed rules.

    `seconds` is the time spent up to the last answer, and `since` is when that answer was given. On a projector,
    `hands` holds how many people answered each question correctly, and `counts` is set while the hands for the last
    question can still be counted.
    """

    pool: Pool
    seed: int
    at: int = 0
    missed: list[str] = field(default_factory=list)
    seconds: int = 0
    since: int = 0
    hands: list[int] | None = None
    counts: bool = False

    @property
    def rules(self) -> list[str]:
        """The rules that the questions are about, in sequence; no rule occurs twice if there are enough rules."""
        return [rule for rule, _ in self.plan]

    @cached_property
    def plan(self) -> Sequence[tuple[str, Kind]]:
        """The rule and the kind of each question."""
        kinds, rng, found, left = self.pool.kinds, _source(self.seed, 0), list[tuple[str, Kind]](), list[str]()
        while kinds and len(found) < NUMBER:
            left, asked = left or [*kinds], [kind for _, kind in found]
            kind = due(kinds, left, asked)
            (rule,) = some(rng, [rule for rule in left if kind is None or kind in kinds[rule]], 1)
            found.append((rule, kind_for(rule, kinds, asked)))
            left.remove(rule)
        return found

    @property
    def over(self) -> bool:
        """Whether all questions are answered."""
        return self.at >= NUMBER

    def question(self) -> Question:
        """Return the next question, the same for everyone with this seed."""
        rule, kind = self.plan[self.at]
        return self.pool.draw(rule, _source(self.seed, NUMBER + self.at), kind)

    def answered(self, rule: str, *, right: bool) -> None:
        """Record an answer; with an audience, the hands are counted next."""
        self.at += 1
        if self.hands is not None:
            self.hands.append(0)
            self.counts = True
        elif not right:
            self.missed.append(rule)

    def spent(self, now: datetime) -> int:
        """Return the seconds up to the last answer, plus the time since then unless the reader was away."""
        idle = int(now.timestamp()) - self.since if self.since else 0
        return self.seconds + (idle if 0 <= idle < AWAY else 0)

    def line(self) -> str:
        """Return the result to read out at the end: how many were right, the time, and the missed rules."""
        if self.hands is not None:
            return self._audience_line(self.hands)
        time = f"{self.seconds // MINUTE}:{self.seconds % MINUTE:02d}"
        facts = {"right": self.at - len(self.missed), "all": self.at, "time": time}
        if not self.missed:
            return str(text(N_("{right} of {all} in {time}."), **facts))
        rules = game(self.pool.game).rules
        missed = listed([text(rules[rule].title) for rule in dict.fromkeys(self.missed)])
        return str(text(N_("{right} of {all} in {time}; missed: {missed}."), missed=missed, **facts))

    def _audience_line(self, hands: Sequence[int]) -> str:
        """Return the result to read out to an audience: how many got each question right, and the hardest rules."""
        rules = game(self.pool.game).rules
        few = min(hands, default=0)
        hardest = [text(rules[rule].title) for rule, n in zip(self.rules, hands, strict=False) if n == few]
        sentence = N_("Correct votes for the ten questions: {hands}. Fewest for: {rules}.")
        return str(text(sentence, hands=listed([integer(n) for n in hands]), rules=listed([*dict.fromkeys(hardest)])))

    def link(self) -> str:
        """Return the set as a URL fragment, with the version of the positions from which it was made."""
        return urlencode({"game": self.pool.game, "seed": self.seed, "positions": self.pool.version})

    def written(self) -> str:
        """Return the set with its answers, as the browser saves it."""
        answers = {"at": self.at, "missed": " ".join(self.missed), "seconds": self.seconds, "since": self.since}
        hands = {} if self.hands is None else {"hands": " ".join(map(str, self.hands)), "counts": int(self.counts)}
        return f"{self.link()}&{urlencode(answers | hands)}"


def rule_link(rule: str) -> str:
    """Return the URL fragment for practising one rule."""
    return urlencode({"game": rule.partition(".")[0], "rule": rule})


def _source(seed: int, number: int) -> Random:
    return Random(seed * (2 * NUMBER) + number)


def read(fragment: str, pool: Pool) -> Series:
    """Return the set of questions from a link. Raises `RecordError`, and `OptionError` for another game."""
    fields = link_fields(fragment, "seed", of=game(pool.game))
    seed = fields["seed"]
    if not (seed.isdecimal() and seed.isascii() and len(seed) < len(str(MOST_SEED))):
        raise RecordError(
            text(N_("expected a seed from 0 to {most}, found {found}"), most=MOST_SEED - 1, found=shorten(seed))
        )
    if fields.get("positions", "") != pool.version:
        raise _of_another_edition()
    return Series(pool, int(seed))


def _of_another_edition() -> RecordError:
    return RecordError(
        text(N_("expected questions from this edition of the book, found questions from another edition"))
    )


def resumed(written: str, pool: Pool) -> Series:
    """Return the set that `Series.written` wrote, ignoring invalid answers. Raises the same errors as `read`."""
    if "seed=" not in written:
        raise _of_another_edition()
    found, fields = read(written, pool), link_fields(written, "seed", of=game(pool.game))
    found.at = min(_number(fields.get("at", "")), NUMBER)
    found.missed = [rule for rule in fields.get("missed", "").split() if rule in pool.rules][: found.at]
    found.seconds, found.since = _number(fields.get("seconds", "")), _number(fields.get("since", ""))
    if "hands" in fields:
        found.hands = [_number(hands) for hands in fields["hands"].split()][: found.at]
        found.hands += [0] * (found.at - len(found.hands))
        found.counts = found.at > 0 and fields.get("counts") == "1"
    return found


def _number(written: str) -> int:
    return int(written) if written.isascii() and written.isdecimal() and len(written) < DIGITS else 0
