"""The score of Neko Neko Territory: stack by stack, then treasures and bonus points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, text
from cattools.core.score import Line, Score
from cattools.games.territory.park import HEIGHT, NAMES, STACKS

if TYPE_CHECKING:
    from cattools.games.territory.state import Territory

WORDS = (N_("red"), N_("blue"), N_("yellow"), N_("green"))


def stack_words(stack: int) -> Text:
    """Return a stack with cats in words, from the top: `red over blue over green`."""
    words, *above = (text(WORDS[colour]) for colour in STACKS[stack])
    for colour in above:
        words = text(N_("{top} over {rest}"), top=colour, rest=words)
    return words


def score(state: Territory) -> Score:
    """Return a line for every stack, then one for the treasures and one for bonus points (`territory.score`)."""
    lines: list[Line] = []
    for seat in range(len(state.tops)):
        for cell in bits(state.tops[seat]):
            stack = state.stacks[cell]
            words = text(N_("Stack on {cell}, {stack}"), cell=NAMES[cell], stack=stack_words(stack))
            lines.append(Line("territory.score", seat, HEIGHT[stack], words, (NAMES[cell],)))
        if state.won[seat]:
            values = ", ".join(str(value) for value in reversed(state.won[seat]))
            words = text(N_("Treasures of {colour}: {values}"), colour=text(WORDS[seat]), values=values)
            lines.append(Line("territory.score", seat, sum(state.won[seat]), words))
        if state.bonus[seat]:
            words = text(N_("Bonus points of {colour}"), colour=text(WORDS[seat]))
            lines.append(Line("territory.advanced.bonus.supply", seat, state.bonus[seat], words))
    return Score(tuple(lines))


def totals(state: Territory) -> list[int]:
    """Return every seat's sum."""
    return [
        sum(HEIGHT[state.stacks[cell]] for cell in bits(top)) + sum(won) + bonus
        for top, won, bonus in zip(state.tops, state.won, state.bonus, strict=True)
    ]


def winners(state: Territory) -> tuple[int, ...]:
    """Return the seats with the highest sum when the game is over (`territory.score.tie`)."""
    if not state.over:
        return ()
    sums = totals(state)
    return tuple(seat for seat, points in enumerate(sums) if points == max(sums))
