"""The score of Neko Neko Territory: stack by stack, then treasures and bonus points."""

from __future__ import annotations

from cattools.core.grid import bits
from cattools.core.messages import N_, text
from cattools.core.rules import Refusal
from cattools.core.score import Line, Score
from cattools.games.territory.rules.components import HEIGHT, NAMES
from cattools.games.territory.rules.labels import colour, stack_words
from cattools.games.territory.rules.state import Territory


def score(state: Territory) -> Score:
    """Return a line for every stack, then one for the treasures and one for the bonus points (`territory.score`)."""
    lines: list[Line] = []
    for seat, top in enumerate(state.tops):
        for cell in bits(top):
            stack = state.stacks[cell]
            words = text(N_("Stack on {cell}, {stack}"), cell=NAMES[cell], stack=stack_words(stack))
            lines.append(Line("territory.score", seat, HEIGHT[stack], words, (NAMES[cell],)))
        if state.won[seat]:
            values = ", ".join(str(value) for value in reversed(state.won[seat]))
            words = text(N_("Treasures of {colour}: {values}"), colour=colour(seat), values=values)
            lines.append(Line("territory.score", seat, sum(state.won[seat]), words))
        if state.bonus[seat]:
            words = text(N_("Bonus points of {colour}"), colour=colour(seat))
            lines.append(Line("territory.advanced.bonus.supply", seat, state.bonus[seat], words))
    return Score(tuple(lines))


def totals(state: Territory) -> list[int]:
    """Return every seat's sum."""
    return [
        sum(HEIGHT[state.stacks[cell]] for cell in bits(top)) + sum(won) + bonus
        for top, won, bonus in zip(state.tops, state.won, state.bonus, strict=True)
    ]


def winners(state: Territory) -> tuple[int, ...]:
    """Return the seats with the highest sum once the game is over (`territory.score.tie`)."""
    if not state.over:
        return ()
    sums = totals(state)
    return tuple(seat for seat, points in enumerate(sums) if points == max(sums))


def ties(state: Territory) -> tuple[Refusal, ...]:
    """Return a note that tied players share the victory, if there is a tie (`territory.score.tie`)."""
    if len(winners(state)) < 2:
        return ()
    return (Refusal("territory.score.tie", text(N_("Equal sums: there is no tiebreaker."))),)
