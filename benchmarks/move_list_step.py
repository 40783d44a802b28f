"""The time that Python needs for one step back in the move list.

A step draws the board, which is 640 pixels wide, and updates its texts and the move list.
"""

from __future__ import annotations

from statistics import median
from time import process_time

from benchmarks.report import Row
from cattools.games import GAMES, game
from cattools.widgets import play
from cattools.widgets.move_list import moves, turns

TURNS, LIMIT = 60, 30.0  # turns of a game; milliseconds in a browser
BROWSER = 3.0  # how many times slower Python is in a browser
WIDE, SEED = 640, 1


def step(game_id: str) -> float:
    """Play a game between bots, step back to its start, and return the median milliseconds of a step."""
    seats = len(game(game_id).seats(game(game_id).choose("")))
    board = play(game_id, *["beginner"] * seats, seed=SEED)
    while len(turns(moves(board.mode.timeline.line))) < TURNS and board.state.to_move is not None:
        board.mode.go_on()
    board.send = lambda content, buffers=None: None  # noqa: ARG005 - there is no page
    places, top = {}, 0.0
    for part in board.scene.parts:
        scale = WIDE / part.size[0]
        places[part.name] = [0, top, scale]
        top += part.size[1] * scale
    view = {"kind": "view", "wide": WIDE, "tall": round(top), "places": places, "still": True}
    board.handle_message(board, view)
    spent = []
    while board.mode.place:
        began = process_time()
        board.handle_message(board, {"kind": "tool", "tool": "earlier"})
        spent.append(process_time() - began)
    return 1000 * median(spent)


def measure() -> list[Row]:
    """Return a result for each game."""
    found = []
    for game_id in GAMES:
        took = step(game_id)
        found.append(Row(f"a step back in {TURNS} turns, {game_id}, ms", took * BROWSER, LIMIT, note="CPython x3"))
    return found
