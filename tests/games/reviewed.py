"""A recorded match of each game, and the printed review of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

from cattools.bots import LEVELS
from cattools.bots.report import lines
from cattools.bots.review import review
from cattools.core.chance import Dealer
from cattools.core.errors import CattoolsError
from cattools.core.game import CHANCE
from cattools.core.game_record import read_record, record_of
from cattools.core.timeline import Timeline
from cattools.games import GAMES

FOLDER = Path(__file__).parents[1] / "data" / "reviews"
QUICK, CLOSE = 10, 48  # play-outs
SEED = 4


def record(game_id: str) -> str:
    """Return the record of a match between bots of the two lowest levels."""
    game, dealer, rng = GAMES[game_id], Dealer(SEED), Random(SEED)
    levels = ["friendly", "beginner"]
    timeline = Timeline(game.start(game.choose()))
    while (seat := timeline.state.to_move) is not None:
        state = timeline.state
        action = dealer.choose(state) if seat == CHANCE else LEVELS[levels[seat % 2]](state.view(seat), rng)
        timeline.play(action)
    seats = [levels[seat % 2] for seat in range(len(game.seats(timeline.state.options)))]
    return record_of(timeline, SEED, tuple(seats)).to_json() + "\n"


def printed(game_id: str) -> str:
    """Return the printed review of a game's recorded match."""
    written = (FOLDER / f"{game_id}.json").read_text(encoding="utf-8")
    timeline = read_record(written, GAMES).replay()
    found = review(timeline.line, quick=QUICK, close=CLOSE)
    return "\n".join(lines(found, timeline.state)) + "\n"


def _replays(file: Path) -> bool:
    """Return whether a recorded match is still possible: the notation or the rules of a new game can have changed."""
    try:
        read_record(file.read_text(encoding="utf-8"), GAMES).replay()
    except CattoolsError:
        return False
    return True


def write(game_id: str) -> None:
    """Write the review of a game's recorded match; first record a match if there is none that is possible."""
    file = FOLDER / f"{game_id}.json"
    if not file.exists() or not _replays(file):
        file.write_text(record(game_id), encoding="utf-8")
    (FOLDER / f"{game_id}.txt").write_text(printed(game_id), encoding="utf-8")
