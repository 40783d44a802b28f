"""The score of Cat Herders: the cats each player has taken."""

from __future__ import annotations

from cattools.core.messages import N_, text
from cattools.core.score import Line, Score
from cattools.games.herders.rules.components import box
from cattools.games.herders.rules.labels import colour
from cattools.games.herders.rules.state import Herders


def score(state: Herders) -> Score:
    """Return one line per seat: a point for each cat taken (`herders.win`, or `herders.stuck` if no seat has five)."""
    ended = state.to_move is None and max(state.taken) < box().win
    rule, sentence = "herders.stuck" if ended else "herders.win", N_("Cats taken by {colour}")
    return Score(
        tuple(Line(rule, seat, cats, text(sentence, colour=colour(seat))) for seat, cats in enumerate(state.taken))
    )


def winners(state: Herders) -> tuple[int, ...]:
    """Return the seat with five cats, or the seat with more cats if both are stuck or the turn limit is reached.

    Equal numbers are a draw, without a winner (`herders.win`, `herders.stuck`).
    """
    if state.to_move is not None:
        return ()
    red, blue = state.taken
    for seat in (0, 1):
        if state.taken[seat] >= box().win:
            return (seat,)
    return () if red == blue else (0,) if red > blue else (1,)
