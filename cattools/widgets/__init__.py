"""Boards that everybody can use: ipycanvas paints, a listening layer above it hears and speaks.

`show`, `position`, `play`, `practice`, `scorer`, `helper`, `teach` and `setup` return a `Board` in the mode it is for;
`board.mode` and `board.state` are there for whoever plays with them in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cattools.core.chance import Dealer
from cattools.core.errors import DataError, NotationError, unknown
from cattools.core.game_record import split
from cattools.core.messages import N_, text
from cattools.core.table.position_editor import Draft
from cattools.games import game, having
from cattools.lessons.example import Example, ExampleKind, example
from cattools.lessons.presentation import plan, problems
from cattools.widgets.board import Board
from cattools.widgets.modes.editor.position_editor import SetUp
from cattools.widgets.modes.editor.scorer import SheetMode
from cattools.widgets.modes.examples.base import Lesson, Try
from cattools.widgets.modes.examples.find import FindAreas, FindMove
from cattools.widgets.modes.examples.judge import Judge
from cattools.widgets.modes.examples.score import Score
from cattools.widgets.modes.examples.walkthrough import Walk
from cattools.widgets.modes.free_play import Free
from cattools.widgets.modes.play import Table
from cattools.widgets.modes.presentation import Teach
from cattools.widgets.modes.round_tracker import TrackerMode

if TYPE_CHECKING:
    from cattools.widgets.modes.practice.practice import Practice

__all__ = ["Board", "helper", "lesson", "play", "position", "practice", "scorer", "setup", "show", "teach"]

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
    """Return a live example as a board.

    `name` is its id, often that of the rule it shows; `examples("herders")` has those of a game.
    Raises `OptionError` for an id that is not there, with the one that was probably meant.

    >>> show("herders.place").mode.example.rules
    ('herders.place',)
    """
    return Board(lesson(example(name)))


def position(game_id: str, written: str = "", options: str = "", seed: int = 0, title: str = "") -> Board[Free]:
    """Return a board to play on freely.

    `written` is a position in the game's notation, as `str` of a state gives it; "" is the set-up, dealt from `seed`.
    `options` are those of the game that differ from the usual, in one line, as in `"three,side=7"`. `title` is
    the board's heading, the game's name if not given.
    Raises `NotationError` for a position and `OptionError` for a game, an option or a seed that is not there.

    >>> board = position("herders", "6/7/8/9/3c6/5r5/10/9/8/7/6 red 14-15 0-0")
    >>> str(board.state.status())
    'Red to move.'
    """
    if not isinstance(written, str):
        raise NotationError(text(N_("a position as a text")), written)
    played = game(game_id)
    return Board(Free(Dealer(seed).settle(played.position(written, options)), title))


def play(game_id: str, *players: str, seed: int | None = None, **options: object) -> Board[Table]:
    """Return a table for a whole game.

    `players` say who sits where, in turn order: `"human"`, or a bot by its name such as `"greedy"`; where nobody is
    named there is a human. `seed` fixes the deal, and by lot there is one. `options` are the game's, by
    name.
    Raises `OptionError` for a game, a player, a seed or an option that is not there.

    >>> board = play("herders", "human", "greedy", seed=7, three=True)
    >>> str(board.state.options)
    'three'
    """
    return Board(Table(game(game_id), players, seed, **options))


def scorer(game_id: str, written: str = "", options: str = "") -> Board[SheetMode]:
    """Return the sheet that counts a game played at a real table.

    `written` is what lies there in the game's notation, or "" for an empty sheet; `options` as in `position`.
    Raises `OptionError` for a game without a scorer or an option that is not there, `NotationError` for a position.

    >>> scorer("calico").state.score().total(0)
    0
    """
    played = game(game_id)
    if played.sheet is None:
        raise unknown(N_("expected a game with a scorer ({known}), found {found}"), game_id, having("sheet"))
    named, line = split(written)
    chosen = played.sheet.choosing(played.choose(options if named is None else named))
    state = played.sheet.read(line, chosen) if line else played.sheet.blank(chosen)
    return Board(SheetMode(played, played.sheet, state))


def helper(game_id: str, **options: object) -> Board[TrackerMode]:
    """Return what follows a round of a real game, the hands unknown: what may be declared, who takes the trick.

    `options` are the game's, by name. Raises `OptionError` for a game without a helper or an option that is not there.

    >>> len(helper("catbox", players="3").state.table.hands)
    3
    """
    played = game(game_id)
    if played.tracker is None:
        raise unknown(N_("expected a game with a helper ({known}), found {found}"), game_id, having("tracker"))
    return Board(TrackerMode(played.tracker, played.choose(options)))


def teach(game_id: str) -> Board[Teach]:
    """Return a lesson of ten minutes, to be shown to a room slide by slide.

    Raises `OptionError` for a game that is not there or has none, and `DataError` for one that is wrong.

    >>> teach("herders").mode.slide.minutes
    1
    """
    board = Board(Teach(game(game_id).id))
    if wrong := next(problems(plan(game_id)), ""):
        raise DataError(wrong)
    return board


def practice(game_id: str, rule: str = "") -> Board[Practice]:
    """Return questions that the rules make, one after the other; what was wrong comes back sooner.

    With a `rule` they are about that one only.
    Raises `OptionError` for a game or a rule that is not there.

    >>> practice("herders").mode.inner.done
    False
    """
    from cattools.widgets.modes.practice.practice import Practice  # noqa: PLC0415 - a page without practice goes without it

    return Board(Practice(game(game_id).id, rule))


def setup(game_id: str, written: str = "", options: str = "") -> Board[SetUp]:
    """Return a table to set up as the players' own is: then a move is tried there, all moves are shown, it is counted.

    `written` is a position in the game's notation, or what a table told "as text", finished or not; without one the
    table is empty. `options` as in `position`. Raises `OptionError` for a game or an option that is not there,
    `NotationError` for what cannot be read.

    >>> setup("herders", "f6:cat f5:red").mode.draft.where("cat")
    ['f6']
    """
    played = game(game_id)
    if played.setup is None:
        raise unknown(N_("expected a game with a table to set up ({known}), found {found}"), game_id, having("setup"))
    named, line = split(written)
    mode = SetUp(played, played.setup, Draft(played.choose(options if named is None else named)))
    if line:
        mode.draft = mode.drafted(line, mode.draft.options)
    return Board(mode)
