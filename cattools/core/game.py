"""What a game is to everything else: states that are values, views without secrets, a record that names the parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cattools.core.errors import IllegalAction
from cattools.core.events import Event
from cattools.core.messages import N_, Text, text
from cattools.core.options import Option, Options, parse
from cattools.core.rules import Refusal, Rulebook
from cattools.core.scene import Look, Mark, Path, Scene
from cattools.core.score import Score

if TYPE_CHECKING:
    from cattools.core.sheet import Sheet

CHANCE = -1
A = TypeVar("A")
DEPTH = 4  # steps of its own turn that a bot looks ahead, unless the game says otherwise


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: its id, its name, and the palette that draws its pieces."""

    id: str
    name: str
    palette: str


@dataclass(frozen=True, slots=True)
class Panel:
    """What lies before one seat, beside the board: a token, a name, and rows of small pictures with their words."""

    seat: int
    token: tuple[Path, ...]
    name: str
    rows: tuple[tuple[str, tuple[tuple[Path, ...], ...]], ...]


@dataclass(frozen=True, slots=True)
class Foresight:
    """What an action would bring, shown before it is done: signs on the board, and sentences."""

    marks: tuple[Mark, ...] = ()
    said: tuple[Text, ...] = ()


class State(ABC, Generic[A]):
    """A position with everything that belongs to it, secrets included; an immutable value.

    Subclasses are equal and hashable by content. Nothing a method does ever changes a state.
    """

    __slots__ = ()
    game: Game
    options: Options

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat whose decision is next, `CHANCE` for a deal or draw, None when the game is over."""

    @property
    def mover(self) -> int | None:
        """The seat whose decision is next; None while chance decides and at the end."""
        seat = self.to_move
        return None if seat == CHANCE else seat

    @property
    @abstractmethod
    def pending(self) -> bool:
        """Whether the seat to move is in the middle of its turn."""

    @abstractmethod
    def legal(self) -> Sequence[A]:
        """Return every legal action, in a stable order; exactly those for which `why_not` is empty."""

    @abstractmethod
    def why_not(self, action: A) -> tuple[Refusal, ...]:
        """Return all reasons against an action, each with its rule; empty means legal."""

    @abstractmethod
    def after(self, action: A) -> State[A]:
        """Return the state after a legal action, unchecked: the fast path of playouts."""

    def apply(self, action: A) -> State[A]:
        """Return the state after an action. Raises `IllegalAction` with every reason; this state stays as it is."""
        if not self.allows(action):
            raise IllegalAction(action, self.why_not(action))
        return self.after(action)

    def allows(self, action: A) -> bool:
        """Return whether an action is legal, without the reasons; a game may know a quicker way."""
        return not self.why_not(action)

    @abstractmethod
    def story(self, action: A) -> tuple[Event, ...]:
        """Return what a legal action does, step by step, for showing and telling."""

    def chances(self) -> Sequence[tuple[int, A]]:
        """Return the possible deals with their weights when `CHANCE` is to move."""
        return [(1, action) for action in self.legal()] if self.to_move == CHANCE else []

    def chance(self, rng: Random) -> A:
        """Return one of the possible deals by weight; a game may know a quicker way."""
        chances = self.chances()
        left, action = rng.random() * sum([weight for weight, _ in chances]), chances[0][1]
        for weight, action in chances:  # noqa: B007 - the one at which the lot falls
            left -= weight
            if left < 0:
                break
        return action

    @abstractmethod
    def score(self) -> Score:
        """Return the score so far, line by line."""

    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """Return the winning seats when the game is over: several share, none may win."""

    @abstractmethod
    def verdict(self) -> Text:
        """Return one sentence: whose turn it is and what is asked, or how the game ended."""

    @abstractmethod
    def view(self, seat: int | None) -> View[A]:
        """Return what a seat (or, with None, a spectator) may know."""


class View(ABC, Generic[A]):
    """What one seat may know of a state: another type, without the secrets."""

    __slots__ = ()
    game: Game
    options: Options
    seat: int | None

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat whose decision is next, as in the state."""

    @abstractmethod
    def legal(self) -> Sequence[A]:
        """Return the legal actions when this seat is to move, else nothing."""

    @abstractmethod
    def imagine(self, rng: Random) -> State[A]:
        """Return a full state that agrees with everything this seat knows."""

    def expect(self, action: A) -> View[A] | None:  # noqa: ARG002 - a game may know a quick way
        """Return what this seat would see after an action if that showed it nothing new; None: imagine it."""
        return None


@dataclass(frozen=True, slots=True)
class OpenView(View[A]):
    """The view in a game without secrets: the state itself, seen from a seat."""

    state: State[A]
    seat: int | None

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game being played."""
        return self.state.game

    @property
    def options(self) -> Options:  # type: ignore[override]
        """The options in force."""
        return self.state.options

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is next."""
        return self.state.to_move

    def legal(self) -> Sequence[A]:
        """Return the legal actions when this seat is to move, else nothing."""
        return self.state.legal() if self.seat == self.state.to_move else ()

    def imagine(self, rng: Random) -> State[A]:  # noqa: ARG002 - nothing is hidden, so nothing is imagined
        """Return the state itself."""
        return self.state


def _wish(state: State[Any], action: Any) -> Text:
    """Return the usual words for an action somebody would like to take."""
    seat = state.game.seats(state.options)[max(state.to_move or 0, 0)]
    return text(N_("{who} wants to play {action}."), who=text(seat.name), action=action)


@dataclass(frozen=True)
class Game:
    """One game: its names, its rules and options, and the functions of its package, each by its usual name.

    `start(options)` is the state before anything is dealt. `read_action(text, state)` and `read_position(text,
    options)` read notation; `str` writes it. `candidates(state)` is every action one could mean, legal or not.
    `presses(action)` are the areas to press for an action in order; `meant(state, presses)` is the action these
    presses mean, legal or not, or None while more are needed; `offers(state, presses)` are the signs for what can be
    done next. `panels(view)` is what lies beside the board, a panel a seat. `worth(state, seat)` is a bot's first guess
    of how well a seat stands, `ahead(state)` how many steps of its own turn a bot looks ahead there. `scene(view,
    look)` is the picture. `goals` (of a start, the state now and words) and `asks` (of a state and words) are what
    examples can ask for, by name. `wish(state, action)` says in words what somebody would like to do.
    `secrets(options)` says that views differ, so a device is passed from hand to hand; `covert(action)` that only
    the seat which acts may know what it was. `sheet` is how the end of a game at a real table is entered and counted.
    `foresee(view, action)` is what a legal action would bring as far as the seat can know: shown while somebody
    points at it.
    `rests(state)` says that a reader wants to look before a bot goes on, at the end of a round.
    """

    id: str
    title: str
    original: str
    rules: Rulebook
    known_options: Mapping[str, Option]
    seats: Callable[[Options], tuple[Seat, ...]]
    start: Callable[[Options], State[Any]]
    read_action: Callable[[str, Any], Any]
    read_position: Callable[[str, Options], State[Any]]
    candidates: Callable[[Any], Iterable[Any]]
    scene: Callable[[View[Any], Look], Scene]
    presses: Callable[[Any], tuple[str, ...]]
    meant: Callable[[Any, tuple[str, ...]], Any]
    offers: Callable[[Any, tuple[str, ...]], tuple[Mark, ...]]
    panels: Callable[[View[Any]], tuple[Panel, ...]]
    worth: Callable[[Any, int], float]
    goals: Mapping[str, Callable[..., bool]]
    asks: Mapping[str, Callable[..., Iterable[str]]]
    ahead: Callable[[Any], int] = lambda _: DEPTH
    wish: Callable[[Any, Any], Text] = _wish
    secrets: Callable[[Options], bool] = lambda _: False
    covert: Callable[[Any], bool] = lambda _: False
    sheet: Sheet | None = None
    foresee: Callable[[View[Any], Any], Foresight] | None = None
    rests: Callable[[Any], bool] = lambda _: False

    def scene_of(self, state: State[Any], seat: int | None = None) -> Scene:
        """Return the picture of a state as a seat, or a spectator, sees it."""
        return self.scene(state.view(seat), Look())

    def choose(self, chosen: str | Mapping[str, object] = "") -> Options:
        """Return options from a line as in `side=7,three`, or from values by name. Raises `OptionError`."""
        return parse(self.known_options, chosen) if isinstance(chosen, str) else Options(self.known_options, chosen)

    def __repr__(self) -> str:
        return f"<Game {self.id}>"
