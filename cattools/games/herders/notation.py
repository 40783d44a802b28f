"""The notation of a position of Cat Herders, and checks that refuse positions that no game can reach.

A position is `board colour hands cats [more]`, for example `r2b2/7/8/9/3c6/5r5/10/9/8/7/6 red 13-14 0-0`: the board's
rows from the top, where `r` and `b` are herders, `c` is a cat and a number counts empty cells; the colour to move; the
herders in red's and blue's hands; the cats that red and blue have taken. Other fields are written only if needed:
`turn=12` (turns played), `passed` (the last turn was a pass), `scared=d4,e5` (cats that have yet to run),
`leaves=f3,f5` (herders, one of which must leave the game), `running=d4` (a cat between its two steps) and `deal=9`
(cats still to be dealt).
"""

from __future__ import annotations

from cattools.core.errors import PositionError
from cattools.core.grid import Grid, bits
from cattools.core.messages import N_, Text, text
from cattools.core.notation.position_format import PositionFormat, cell, cells, choice, each, flag, number, rows
from cattools.core.options import Options
from cattools.games.herders import effects
from cattools.games.herders.components import SEATS, Park, box, variant
from cattools.games.herders.position import PLAYERS, Herders


def grid(options: Options) -> Grid:
    """Return the board in play."""
    return variant(options).board.grid


POSITION = PositionFormat(
    {
        "board": rows(grid, "rbc"),
        "colour": choice([seat.id for seat in PLAYERS]),
        "hands": each(2, number(lambda _: box().herders), "-"),
        "cats": each(2, number(lambda options: variant(options).board.cats), "-"),
    },
    {
        "turn": number(),
        "passed": flag(),
        "scared": cells(grid),
        "leaves": cells(grid),
        "running": cell(grid),
        "deal": number(),
    },
)


def write_position(state: Herders) -> str:
    """Return a position as one line."""
    parts = ((*state.herders, state.cats), state.turn, state.hands, state.taken)
    words = (state.plies, state.passed, state.scared, state.paying, state.running, state.undealt)
    return POSITION.write(state.options, *parts, *words)


def read_position(written: str, options: Options) -> Herders:
    """Read a position under these options. Raises `NotationError`, which names the invalid part."""
    (red, blue, cats), turn, hands, taken, *words = POSITION.read(written, options)
    plies, passed, scared, paying, running, undealt = words
    state = Herders(
        options=options,
        variant=variant(options),
        herders=(red, blue),
        cats=cats,
        hands=hands,
        taken=taken,
        turn=turn,
        plies=plies,
        passed=passed,
        scared=scared,
        running=running,
        paying=paying,
        undealt=undealt,
    )
    check(state)
    return state


def check(state: Herders) -> None:
    """Refuse a position that cannot occur in a game. Raises `PositionError`."""
    _check_pieces(state)
    _check_turn(state)


def _check_pieces(state: Herders) -> None:
    """Refuse too many pieces, cats on the wall, and cells marked as scared, running or leaving without their piece."""
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
    if state.pending and not effects.steps(state):
        raise _error("herders.herd.must", N_("at least one scared cat that can run"), moving, board)
    if state.running is not None and (
        state.scared >> state.running & 1 or state.paying or not state.options.flag("two-steps")
    ):
        expected = N_("a running cat only between its two steps")
        raise _error("herders.option.two-steps", expected, 1 << state.running, board)
    if state.paying and not state.options.flag("sacrifice"):
        expected = N_("herders that may leave only with the option “Taking a cat costs a herder”")
        raise _error("herders.option.sacrifice", expected, state.paying, board)


def _error(rule: str, expected: str | Text, cells: int, board: Park) -> PositionError:
    """Return the error that cites a rule and the cells that break it."""
    return PositionError(rule, expected, board.grid.named(cells) or "-", *_names(cells, board))


def _names(cells: int, board: Park) -> list[str]:
    """Return the names of the cells in a mask."""
    return [board.grid.names[cell] for cell in bits(cells)]
