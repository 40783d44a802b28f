"""The end, told: who is out, whom each check takes, and what stands in the end before each player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cattools.core.events import Event, EventKind
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.cattricola import scoring

if TYPE_CHECKING:
    from cattools.games.cattricola.state import Cattricola

CHECKS = (
    ("wolf", N_("Beside a wolf, and gone: {gone}.")),
    ("couple", N_("Without a partner, and gone: {gone}.")),
    ("cluster", N_("Outside a group, and gone: {gone}.")),
)


def counted(state: Cattricola) -> Iterator[Event]:
    """Yield what the checks do, in their order, to all discs together (`cattricola.score.chain`)."""
    tallies = [(scoring.name(seat), scoring.tally_of(state, seat)) for seat in range(state.players)]
    for who, tally in tallies:
        if tally.lacking:
            told = text(N_("{who} is out: {kinds}."), who=who, kinds=scoring.lacks(tally))
            yield Event(EventKind.NOTE, told, "cattricola.score.knockout")
    for check, sentence in CHECKS:
        gone = [(who, getattr(tally, check).bit_count()) for who, tally in tallies if not tally.lacking]
        if parts := [text(N_("{n} of {who}"), n=n, who=who) for who, n in gone if n]:
            yield Event(EventKind.NOTE, text(sentence, gone=listed([*parts])), f"cattricola.score.{check}")


def decided(state: Cattricola) -> Text:
    """Return in a sentence who has won, and over which equals (`cattricola.score.winner`)."""
    won = scoring.winners(state)
    if not won:
        return text(N_("Everybody is out: nobody wins."))
    who, points = scoring.name(won[0]), scoring.value(state, won[0])
    if others := [scoring.name(seat) for seat in scoring.level(state) if seat not in won]:
        one = N_("{who} wins with {n} point, later in turn order than {others}.")
        more = N_("{who} wins with {n} points, later in turn order than {others}.")
        return many(one, more, points, who=who, others=listed([*others]))
    return many(N_("{who} wins with {n} point."), N_("{who} wins with {n} points."), points, who=who)


def rows(state: Cattricola, seat: int) -> list[tuple[Text, str]]:
    """Return what is told of a seat when all is over, each with its sign: points, who stays, who went and why."""
    tally = scoring.tally_of(state, seat)
    if tally.lacking:
        return [(text(N_("out: {kinds}"), kinds=scoring.lacks(tally)), "no")]
    found = [(many(N_("{n} point"), N_("{n} points"), scoring.value(state, seat)), "paw")]
    if seat in scoring.winners(state):
        found.append((text(N_("wins")), "yes"))
    lines = [line for line in scoring.score(state).of(seat) if line.rule != "cattricola.score.knockout"]
    return found + [(line.text, "ufo" if line.points >= 0 else "no") for line in lines]
