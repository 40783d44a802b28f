"""Checks that refuse positions of Cat Herders that no game can reach; each refusal cites a rule and cells."""

from __future__ import annotations

from cattools.core.errors import PositionError
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, text
from cattools.games.herders.rules import herding
from cattools.games.herders.rules.components import Park, box
from cattools.games.herders.rules.labels import SEATS
from cattools.games.herders.rules.state import Herders


def check(state: Herders) -> None:
    """Refuse a position that cannot occur in a game. Raises `PositionError`."""
    _check_pieces(state)
    _check_turn(state)


def _check_pieces(state: Herders) -> None:
    """Refuse too many pieces, cats on the wall, and cells marked as scared, running or leaving without such a piece."""
    board, cats = state.board, state.cats
    for seat, own, hand in zip(SEATS, state.herders, state.hands, strict=True):
        if (count := own.bit_count() + hand) > box().herders:
            most = text(N_("at most {herders} herders of {who}"), herders=box().herders, who=text(seat))
            raise PositionError("herders.components", most, count, *_names(own, board))
    if (count := cats.bit_count() + sum(state.taken) + state.undealt) > board.cats:
        most = text(N_("at most {cats} cats"), cats=board.cats)
        raise PositionError("herders.components", most, count, *_names(cats, board))
    if out := cats & board.wall:
        raise _error("herders.herd.wall", N_("cats only in the park"), out, board)
    running = 0 if state.running is None else 1 << state.running
    if cells := state.scared & ~cats:
        raise _error("herders.herd.must", N_("a cat on each cell of “scared”"), cells, board)
    if cells := running & ~cats:
        raise _error("herders.option.two-steps", N_("a cat on the cell of “running”"), cells, board)
    if cells := state.paying & ~state.herders[state.turn]:
        expected = N_("a herder of the player to move on each cell of “leaves”")
        raise _error("herders.option.sacrifice", expected, cells, board)


def _check_turn(state: Herders) -> None:
    """Refuse scared cats, a running cat or leaving herders that contradict the rest of the position."""
    board = state.board
    moving = state.scared | state.paying | (0 if state.running is None else 1 << state.running)
    if state.pending and state.undealt:
        raise _error("herders.setup.cats", N_("scared cats only once all cats are dealt"), moving, board)
    if state.pending and max(state.taken) >= box().win:
        raise _error("herders.win", N_("no unfinished turn once the game is won"), moving, board)
    if state.pending and not herding.steps(state):
        raise _error("herders.herd.must", N_("at least one scared cat that can run"), moving, board)
    if state.running is not None and (
        state.scared >> state.running & 1 or state.paying or not state.options.flag("two-steps")
    ):
        expected = N_("a running cat only between its two steps")
        raise _error("herders.option.two-steps", expected, 1 << state.running, board)
    if state.paying and not state.options.flag("sacrifice"):
        expected = N_("herders that may leave only with the option sacrifice")
        raise _error("herders.option.sacrifice", expected, state.paying, board)


def _error(rule: str, expected: str | Text, cells: int, board: Park) -> PositionError:
    """Return the error that cites a rule and the cells that break it."""
    return PositionError(rule, expected, board.grid.named(cells) or "-", *_names(cells, board))


def _names(cells: int, board: Park) -> list[str]:
    """Return the names of the cells in a mask."""
    return [board.grid.names[cell] for cell in bits(cells)]
