"""Boards that everybody can use: ipycanvas paints, a listening layer above it hears and speaks.

`show`, `position`, `play`, `scorer` and `helper` return a `Board` in the mode it is for; `board.mode` and
`board.state` are there for whoever plays with them in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cattools.core.chance import Dealer
from cattools.core.errors import NotationError, OptionError, shorten
from cattools.core.messages import N_, text
from cattools.games import GAMES, game
from cattools.lessons.example import Example, ExampleKind, example
from cattools.widgets.board import Board
from cattools.widgets.modes.find import FindAreas, FindMove
from cattools.widgets.modes.free import Free
from cattools.widgets.modes.judge import Judge
from cattools.widgets.modes.lesson import Lesson, Try
from cattools.widgets.modes.score import Score
from cattools.widgets.modes.sheet import SheetMode, split
from cattools.widgets.modes.table import Table
from cattools.widgets.modes.tracker import TrackerMode
from cattools.widgets.modes.walk import Walk

__all__ = ["Board", "helper", "lesson", "play", "position", "scorer", "show"]

LESSONS: Mapping[ExampleKind, Callable[[Example], Lesson]] = {
    ExampleKind.TRY: Try,
    ExampleKind.FIND: lambda found: FindAreas(found) if found.ask else FindMove(found),
    ExampleKind.JUDGE: Judge,
    ExampleKind.SCORE: Score,
    ExampleKind.WALK: Walk,
}


def lesson(found: Example) -> Lesson:
    """Return the mode of a live example, by its kind."""
    return LESSONS[found.kind](found)


def show(name: str) -> Board[Lesson]:
    """Return the live example of that id, as in `show("herders.place")`. Raises `OptionError`."""
    return Board(lesson(example(name)))


def position(game_id: str, written: str = "", options: str = "", seed: int = 0, title: str = "") -> Board[Free]:
    """Return a board to play on freely, from a position in notation or else a set-up dealt from `seed`.

    `title` is its heading, the game's name if not given. Raises `NotationError` and `OptionError`.
    """
    if not isinstance(written, str):
        raise NotationError(text(N_("a position as a text")), written)
    played = game(game_id)
    chosen = played.choose(options)
    state = played.read_position(written, chosen) if written else played.start(chosen)
    return Board(Free(Dealer(seed).settle(state), title))


def play(game_id: str, *players: str, seed: int | None = None, **options: object) -> Board[Table]:
    """Return a table for a whole game, as in `play("herders", "human", "greedy")`. Raises `OptionError`."""
    return Board(Table(game(game_id), players, seed, **options))


def scorer(game_id: str, written: str = "", options: str = "") -> Board[SheetMode]:
    """Return the sheet of a game, empty or with a position in notation, as in `scorer("calico")`.

    Raises `OptionError` and `NotationError`.
    """
    played = game(game_id)
    if played.sheet is None:
        raise OptionError(text(N_("expected a game with a scorer, found {game_id}"), game_id=game_id))
    named, line = split(written)
    chosen = played.choose(options if named is None else named)
    state = played.sheet.read(line, chosen) if line else played.sheet.blank(chosen)
    return Board(SheetMode(played, played.sheet, state))


def helper(game_id: str, **options: object) -> Board[TrackerMode]:
    """Return a round helper for the real game, as in `helper("catbox", players="3")`. Raises `OptionError`."""
    played = game(game_id)
    if played.tracker is None:
        known = ", ".join(id_ for id_, one in GAMES.items() if one.tracker is not None)
        found = shorten(game_id)
        raise OptionError(text(N_("expected {known}, with a round helper, found {found}"), known=known, found=found))
    return Board(TrackerMode(played.tracker, played.choose(options)))
