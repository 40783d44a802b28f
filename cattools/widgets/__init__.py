"""Interactive boards: ipycanvas paints, and a listening layer above it handles input and speaks to screen readers.

`show`, `position`, `play`, `practice`, `scorer`, `round_tracker`, `teach` and `position_editor` each return a `Board`
in its own mode. `board.mode` and `board.state` give access from Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cattools.core.calls import called_as
from cattools.core.chance import Dealer
from cattools.core.errors import DataError, NotationError, unknown
from cattools.core.game_record import split
from cattools.core.messages import N_, text
from cattools.core.table.position_editor import Draft
from cattools.games import game, having
from cattools.lessons.example import Example, ExampleKind, example
from cattools.widgets.board import Board
from cattools.widgets.modes.examples.base import ExampleMode, Try
from cattools.widgets.modes.examples.find import FindAreas, FindMove
from cattools.widgets.modes.examples.judge import Judge
from cattools.widgets.modes.examples.score import Score
from cattools.widgets.modes.examples.walkthrough import Walkthrough
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.modes.play import PlayMode

if TYPE_CHECKING:
    from cattools.widgets.modes.editor.position_editor import PositionEditor
    from cattools.widgets.modes.editor.scorer import Scorer
    from cattools.widgets.modes.practice.practice import Practice
    from cattools.widgets.modes.presentation import PresentationMode
    from cattools.widgets.modes.round_tracker import TrackerMode

__all__ = [
    "Board",
    "lesson",
    "play",
    "position",
    "position_editor",
    "practice",
    "round_tracker",
    "scorer",
    "show",
    "teach",
]

LESSONS: Mapping[ExampleKind, Callable[[Example], ExampleMode]] = {
    ExampleKind.TRY: Try,
    ExampleKind.FIND: lambda found: FindAreas(found) if found.ask else FindMove(found),
    ExampleKind.JUDGE: Judge,
    ExampleKind.SCORE: Score,
    ExampleKind.WALK: Walkthrough,
}


def lesson(found: Example) -> ExampleMode:
    """Return the mode for a live example, by its kind."""
    return LESSONS[found.kind](found)


@called_as('show("herders.place")')
def show(name: str) -> Board[ExampleMode]:
    """Return a live example as a board.

    `name` is the example's id, often the id of the rule that it shows; `examples("herders")` lists the ids of a game.
    Raises `OptionError` for an unknown id, with the closest known one as a suggestion.

    >>> show("herders.place").mode.example.rules
    ('herders.place',)
    """
    return Board(lesson(example(name)))


@called_as('position("herders", options="three")')
def position(game_id: str, written: str = "", options: str = "", seed: int = 0, title: str = "") -> Board[FreePlay]:
    """Return a board that starts from a given position and lets the user play every seat.

    `written` is a position in the game's notation, as `str(state)` returns it; "" means the starting position, dealt
    from `seed`. `options` are the game's options that differ from their defaults, in one line, as in `"three,side=7"`.
    `title` is the board's heading; it defaults to the game's name.
    Raises `NotationError` for an unreadable position and `OptionError` for an unknown game, option or seed.

    >>> board = position("herders", "6/7/8/9/3c6/5r5/10/9/8/7/6 red 14-15 0-0")
    >>> str(board.state.status())
    'Red to move.'
    """
    if not isinstance(written, str):
        raise NotationError(text(N_("a position as text")), written)
    played = game(game_id)
    return Board(FreePlay(Dealer(seed).settle(played.position(written, options)), title))


@called_as('play("catbox", "human", players=3)')
def play(game_id: str, *players: str, seed: int | None = None, **options: object) -> Board[PlayMode]:
    """Return a board for a whole game.

    `players` are the players in turn order: `"human"`, or the name of a bot such as `"friendly"`; the other seats are
    human. `seed` fixes the deal; without it the deal is random. `options` are the game's options, by name.
    Raises `OptionError` for an unknown game, player, seed or option.

    >>> board = play("herders", "human", "friendly", seed=7, three=True)
    >>> str(board.state.options)
    'three'
    """
    return Board(PlayMode(game(game_id), players, seed, **options))


@called_as('scorer("calico", options="players=3")')
def scorer(game_id: str, written: str = "", options: str = "") -> Board[Scorer]:
    """Return the scorer of a game, which counts the points of a game played at a real table.

    `written` is the final position in the game's notation, or "" for an empty scorer; `options` are as in `position`.
    Raises `OptionError` for a game without a scorer or an unknown option, `NotationError` for an unreadable position.

    >>> scorer("calico").state.score().total(0)
    0
    """
    played = game(game_id)
    if played.scorer is None:
        raise unknown(N_("expected a game with a scorer ({known}), found {found}"), game_id, having("scorer"))
    named, line = split(written)
    chosen = played.scorer.choosing(played.choose(options if named is None else named))
    state = played.scorer.read(line, chosen) if line else played.scorer.blank(chosen)
    from cattools.widgets.modes.editor.scorer import Scorer  # noqa: PLC0415 - see `later_modules.py`

    return Board(Scorer(played, played.scorer, state))


@called_as('round_tracker("catbox", players=3)')
def round_tracker(game_id: str, **options: object) -> Board[TrackerMode]:
    """Return the round tracker of a game, which follows a round at a real table without knowing the hands.

    It shows which declarations are legal and who wins each trick. `options` are the game's options, by name.
    Raises `OptionError` for a game without a round tracker or an unknown option.

    >>> len(round_tracker("catbox", players="3").state.table.hands)
    3
    """
    played = game(game_id)
    if played.tracker is None:
        raise unknown(N_("expected a game with a round tracker ({known}), found {found}"), game_id, having("tracker"))
    from cattools.widgets.modes.round_tracker import TrackerMode  # noqa: PLC0415 - see `later_modules.py`

    return Board(TrackerMode(played.tracker, played.choose(options)))


@called_as('teach("herders")')
def teach(game_id: str) -> Board[PresentationMode]:
    """Return a ten-minute presentation of a game, shown slide by slide.

    Raises `OptionError` for an unknown game or one without a presentation, and `DataError` for a faulty presentation.

    >>> teach("herders").mode.slide.minutes
    1
    """
    from cattools.lessons.presentation import plan, problems  # noqa: PLC0415 - see `later_modules.py`
    from cattools.widgets.modes.presentation import PresentationMode  # noqa: PLC0415

    board = Board(PresentationMode(game(game_id).id))
    if wrong := next(problems(plan(game_id)), ""):
        raise DataError(wrong)
    return board


@called_as('practice("herders", "herders.place")')
def practice(game_id: str, rule: str = "") -> Board[Practice]:
    """Return practice questions generated from the rules; questions answered wrongly come back sooner.

    With a `rule`, all questions are about that rule.
    Raises `OptionError` for an unknown game or rule.

    >>> practice("herders").mode.inner.done
    False
    """
    from cattools.widgets.modes.practice.practice import Practice  # noqa: PLC0415 - see `later_modules.py`

    return Board(Practice(game(game_id).id, rule))


@called_as('position_editor("herders", options="three")')
def position_editor(game_id: str, written: str = "", options: str = "") -> Board[PositionEditor]:
    """Return a position editor: rebuild a real table, then try actions, list all legal ones, or count the score.

    `written` is a position in the game's notation, or a position, complete or not, in the editor's text format; ""
    means an empty table. `options` are as in `position`. Raises `OptionError` for a game without a position editor or
    an unknown option, and `NotationError` for unreadable text.

    >>> position_editor("herders", "f6:cat f5:red").mode.draft.where("cat")
    ['f6']
    """
    played = game(game_id)
    if played.position_editor is None:
        raise unknown(
            N_("expected a game with a position editor ({known}), found {found}"), game_id, having("position_editor")
        )
    named, line = split(written)
    from cattools.widgets.modes.editor.position_editor import PositionEditor  # noqa: PLC0415 - see `later_modules.py`

    mode = PositionEditor(played, played.position_editor, Draft(played.choose(options if named is None else named)))
    if line:
        mode.hold(mode.drafted(line, mode.draft.options))
    return Board(mode)
