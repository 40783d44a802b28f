"""What a game is to everything else: states that are values, views without secrets, and one object that answers.

A game is a package below `cattools.games`. `Game` finds its functions by file and name (`PARTS`); what a package
may leave out is done as the method of that name says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from cattools.core.display.notebook_display import Shown
from cattools.core.display.scene import Look, Mark, Panel, Scene
from cattools.core.display.seat_names import seat_name
from cattools.core.errors import DataError
from cattools.core.events import Event
from cattools.core.messages import N_, Text, text
from cattools.core.options import Option, Options, known_options, parse
from cattools.core.rules import Checks, IllegalAction, Refusal, Refusals, Rulebook, refusals, rulebook
from cattools.core.score import Score
from cattools.core.table.position_editor import Draft, Setup
from cattools.core.table.scorer import RoundForm, Rounds, Sheet

CHANCE = -1
DEPTH = 4  # steps of its own turn that a bot looks ahead, unless the game says otherwise
A = TypeVar("A")
S = TypeVar("S", bound="State[Any]")


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: its id, its name, and the palette that draws its pieces."""

    id: str
    name: str
    palette: str

    @property
    def called(self) -> Text:
        """The name where it is shown: the one given to who sits there, else the seat's."""
        return seat_name(self.name)


@dataclass(frozen=True, slots=True)
class Foresight:
    """What an action would bring, shown before it is done: signs on the board, and sentences."""

    marks: tuple[Mark, ...] = ()
    said: tuple[Text, ...] = ()


class PlainTurn(Text):
    """A status that says whose turn it is and nothing more: a heading that does so has said it all."""

    __slots__ = ()


def plain_turn(who: Text) -> PlainTurn:
    """Return the status of a seat that is to move, with nothing special to ask."""
    return PlainTurn(N_("{who} to move."), (("who", who),))


class State(Shown, ABC, Generic[A]):
    """A position with everything that belongs to it, secrets included; an immutable value.

    A game's state holds fields, equal and hashable by content, and says who is to move; all else is asked of its game,
    which sets `game` on the class. Nothing a method does ever changes a state.
    """

    __slots__ = ()
    game: ClassVar[AnyGame]
    options: Options

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat whose decision is next, `CHANCE` for a deal or draw, None when the game is over."""

    @property
    @abstractmethod
    def pending(self) -> bool:
        """Whether the seat to move is in the middle of its turn."""

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: a value needs no copy."""
        return self

    @property
    def mover(self) -> int | None:
        """The seat whose decision is next; None while chance decides and at the end."""
        seat = self.to_move
        return None if seat == CHANCE else seat

    def legal(self) -> Sequence[A]:
        """Return every legal action, in a stable order; exactly those for which `why_not` is empty."""
        return self.game.legal(self)

    def why_not(self, action: A) -> Refusals:
        """Return all reasons against an action, each with its rule; empty means legal."""
        return self.game.why_not(self, action)

    def allows(self, action: A) -> bool:
        """Return whether an action is legal, without the reasons."""
        return self.game.allows(self, action)

    def apply(self, action: A) -> Self:
        """Return the state after an action. Raises `IllegalAction` with every reason; this state stays as it is."""
        game = self.game  # asked at once, for this is what play does most
        if not game.allows(self, action):
            raise IllegalAction(action, self.why_not(action))
        after: Self = game.apply_unchecked(self, action)
        return after

    def apply_unchecked(self, action: A) -> Self:
        """Return the state after a legal action, unchecked: the fast path of playouts."""
        after: Self = self.game.apply_unchecked(self, action)
        return after

    def chances(self) -> Sequence[tuple[int, A]]:
        """Return the possible deals with their weights when `CHANCE` is to move, else nothing."""
        return self.game.chances(self)

    def chance(self, rng: Random) -> A:
        """Return one of the possible deals by weight."""
        deal: A = self.game.chance(self, rng)
        return deal

    def events(self, action: A) -> tuple[Event, ...]:
        """Return what a legal action does, step by step, for showing and telling."""
        return self.game.events(self, action)

    def status(self) -> Text:
        """Return one sentence: whose turn it is and what is asked, or how the game ended."""
        return self.game.status(self)

    def score(self) -> Score:
        """Return the score so far, line by line."""
        return self.game.score(self)

    def winners(self) -> tuple[int, ...]:
        """Return the winning seats when the game is over: several share, none may win."""
        return self.game.winners(self)

    def view(self, seat: int | None) -> View[Any, A]:
        """Return what a seat (or, with None, a spectator) may know."""
        return self.game.view(self, seat)

    def __str__(self) -> str:
        return self.game.write_position(self)

    def __repr__(self) -> str:
        options = f", {str(self.options)!r}" if self.options.changed else ""
        return f"{self.game!r}.position({str(self)!r}{options})"


@dataclass(frozen=True, slots=True)
class View(ABC, Generic[S, A]):
    """What one seat (None: a spectator) may know of a position: `state` has gaps where the secrets were.

    It is no state itself, for with gaps nothing can be played; what a game puts in them is its own.
    """

    state: S
    seat: int | None

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.state.game

    @property
    def options(self) -> Options:
        """The options in force."""
        return self.state.options

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is next, as in the state."""
        return self.state.to_move

    def legal(self) -> Sequence[A]:
        """Return the legal actions when this seat is to move, else nothing: they never depend on a gap."""
        return self.state.legal() if self.seat == self.state.to_move else ()

    @abstractmethod
    def determinize(self, rng: Random) -> S:
        """Return a full state that agrees with everything this seat knows."""

    def predict(self, action: A) -> Self | None:  # noqa: ARG002 - a game may know a quick way
        """Return what this seat would see after an action if that showed it nothing new; None: determinize."""
        return None


class OpenView(View[S, A]):
    """The view in a game without secrets: the state itself, seen from a seat."""

    __slots__ = ()

    def determinize(self, rng: Random) -> S:  # noqa: ARG002 - nothing is hidden
        """Return the state itself."""
        return self.state


# What a game's package holds, by file. A star: it may be left out, and then `Game` has what is done without it.
PARTS: Mapping[str, tuple[str, ...]] = {
    "rules.setup": ("seats", "start"),
    "rules.legality": ("CHECKS", "candidates", "legal*", "allows*"),
    "rules.transitions": ("apply_unchecked", "chances*", "chance*", "begins*"),
    "rules.events": ("events", "status", "intent*", "pauses_after*", "rests_after*"),
    "rules.scoring": ("score", "winners", "ties*"),
    "rules.notation": ("read_action", "read_position", "write_position"),
    "rules.view*": ("view", "has_hidden_information", "is_hidden_action*"),
    "board.scene": ("scene", "panels"),
    "board.input": ("presses", "action_from_presses", "selection_marks"),
    "board.preview*": ("foresee",),
    "table.position_editor*": ("SETUP",),
    "table.scorer*": ("SHEET",),
    "table.tracker*": ("TRACKER",),
    "evaluate": ("evaluate", "search_depth*"),
    "example_goals": ("GOALS", "ASKS", "COUNTED*"),
}


class Game(Shown, Generic[S, A]):
    """One game: its names, its rules and options, and all that can be asked of its positions.

    The methods without a body of their own are the functions of the same name in the game's package (`PARTS`). A
    subclass may take fewer of them, or from other files (`parts`), and write the rest as methods.
    """

    parts: ClassVar[Mapping[str, tuple[str, ...]]] = PARTS
    checks: Checks
    goals: Mapping[str, Callable[..., bool]]
    asks: Mapping[str, Callable[..., Iterable[str]]]
    counted: Mapping[str, Callable[..., Text]] = {}  # of goals: a sentence, how far it is
    setup: Setup[S] | None = None
    sheet: Sheet[S] | None = None
    tracker: AnyTracker | None = None

    def __init__(self, package: str, state: type[S], *, title: str, original: str) -> None:
        """Take the parts of a package; `title` and `original` are the game's names, in English and in Japanese.

        Raises `DataError` naming a file or a name that is missing, or a rule that no record describes.
        """
        self.package, self.id, self.title, self.original = package, package.rpartition(".")[2], title, original
        self.rules: Rulebook = rulebook(self.id)
        self.known_options: Mapping[str, Option] = known_options(self.id)
        for file, names in self.parts.items():
            self._take(file, names)
        state.game = self
        self._refuse_unknown_rules()

    def _take(self, file: str, names: tuple[str, ...]) -> None:
        path = f"games/{self.id}/{file.rstrip('*').replace('.', '/')}.py"
        name = f"{self.package}.{file.rstrip('*')}"
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if not f"{name}.".startswith(f"{error.name}."):  # it is there, and lacks something itself
                raise
            if file.endswith("*"):
                return
            raise DataError(f"{path}: expected this file, found none") from None
        for part in names:
            if (found := getattr(module, part.rstrip("*"), None)) is not None:
                setattr(self, part.rstrip("*").lower(), found)
            elif not part.endswith("*"):
                raise DataError(f"{path}: expected it to define {part}")

    def _refuse_unknown_rules(self) -> None:
        cited = [(f"rules/legality.py, check {c.sentence!r}", c.rule) for row in self.checks.values() for c in row]
        cited += [(f"data/options.toml, option {name!r}", option.rule) for name, option in self.known_options.items()]
        for where, rule in cited:
            if rule not in self.rules:
                raise DataError(f"games/{self.id}/{where}: expected a rule of data/rules.toml, found {rule!r}")
        found = (check for row in self.checks.values() for check in row if check.by_reading)
        for check in (check for check in found if not self.rules[check.rule].reading):
            where = f"games/{self.id}/rules/legality.py, check {check.sentence!r}"
            raise DataError(f"{where}: expected a reading beside {check.rule} in data/rules.toml, found none")

    def __repr__(self) -> str:
        return f"game({self.id!r})"

    # --- setting up ----------------------------------------------------------------------------------------------

    def choose(self, chosen: str | Mapping[str, object] = "") -> Options:
        """Return options from a line as in `side=7,three`, or from values by name. Raises `OptionError`."""
        return parse(self.known_options, chosen) if isinstance(chosen, str) else Options(self.known_options, chosen)

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Return who sits at the table, in turn order."""
        raise NotImplementedError

    def start(self, options: Options) -> S:
        """Return the state before anything is dealt. Raises `OptionError` for options that exclude each other."""
        raise NotImplementedError

    def position(self, written: str = "", options: str = "") -> S:
        """Return the position of a notation, or without one the start. Raises `NotationError` and `OptionError`."""
        chosen = self.choose(options)
        return self.read_position(written, chosen) if written else self.start(chosen)

    # --- playing -------------------------------------------------------------------------------------------------

    def candidates(self, state: S) -> Iterable[A]:
        """Yield every action one could mean in a position, legal or not."""
        raise NotImplementedError

    def legal(self, state: S) -> Sequence[A]:
        """Return every legal action in a stable order: the candidates that nothing forbids."""
        return [action for action in self.candidates(state) if not self.why_not(state, action)]

    def why_not(self, state: S, action: A) -> Refusals:
        """Return all reasons against an action, each with its rule; empty means legal."""
        return refusals(self.checks[type(action)], state, action)

    def allows(self, state: S, action: A) -> bool:
        """Return whether an action is legal, without the reasons; a game may know a quicker way."""
        return not self.why_not(state, action)

    def apply_unchecked(self, state: S, action: A) -> S:
        """Return the state after a legal action, without asking whether it is legal."""
        raise NotImplementedError

    def chances(self, state: S) -> Sequence[tuple[int, A]]:
        """Return the possible deals with their weights when `CHANCE` is to move, else nothing."""
        return [(1, action) for action in state.legal()] if state.to_move == CHANCE else []

    def chance(self, state: S, rng: Random) -> A:
        """Return one of the possible deals by weight; a game may know a quicker way."""
        chances: Sequence[tuple[int, A]] = state.chances()
        left, action = rng.random() * sum([weight for weight, _ in chances]), chances[0][1]
        for weight, action in chances:  # noqa: B007 - the one at which the lot falls
            left -= weight
            if left < 0:
                break
        return action

    def begins(self, action: A) -> str | None:  # noqa: ARG002 - in some games the rules say who begins
        """Return the id of the seat that a lot lets begin; None for any other action."""
        return None

    @property
    def leaves_who_begins(self) -> bool:
        """Whether the rules leave it to the table who begins."""
        return "begins" in vars(self)

    # --- telling -------------------------------------------------------------------------------------------------

    def events(self, state: S, action: A) -> tuple[Event, ...]:
        """Return what a legal action does, step by step, for showing and telling."""
        raise NotImplementedError

    def status(self, state: S) -> Text:
        """Return one sentence: whose turn it is and what is asked, or how the game ended."""
        raise NotImplementedError

    def intent(self, state: S, action: A) -> Text:
        """Return in words what somebody would like to do."""
        seat = self.seats(state.options)[max(state.to_move or 0, 0)]
        return text(N_("{who} wants to play {action}."), who=seat.called, action=action)

    def pauses_after(self, state: S) -> bool:  # noqa: ARG002 - most games never pause
        """Return whether a reader wants to look before a bot goes on, as at the end of a round."""
        return False

    def rests_after(self, state: S) -> bool:
        """Return whether a reader wants to look before the next move is shown: there too, or at a whole trick."""
        return self.pauses_after(state)

    def score(self, state: S) -> Score:
        """Return the score so far, line by line."""
        raise NotImplementedError

    def winners(self, state: S) -> tuple[int, ...]:
        """Return the winning seats when the game is over: several share, none may win."""
        raise NotImplementedError

    def ties(self, state: S) -> tuple[Refusal, ...]:
        """Return what decides between seats with equal points when the game is over, each with its rule."""
        return self.sheet.result(state)[1:] if self.sheet is not None else ()

    # --- writing -------------------------------------------------------------------------------------------------

    def read_action(self, written: str, state: S) -> A:
        """Return the action that a notation means in a position, legal or not. Raises `NotationError`."""
        raise NotImplementedError

    def read_position(self, written: str, options: Options) -> S:
        """Return the position that a line describes. Raises `NotationError` naming what does not fit."""
        raise NotImplementedError

    def write_position(self, state: S) -> str:
        """Return a position as one line, which `read_position` reads back."""
        raise NotImplementedError

    # --- hiding --------------------------------------------------------------------------------------------------

    def view(self, state: S, seat: int | None) -> View[S, A]:
        """Return what a seat (or, with None, a spectator) may know: everything, where nothing is hidden."""
        return OpenView(state, seat)

    def has_hidden_information(self, options: Options) -> bool:  # noqa: ARG002 - most games hide nothing
        """Return whether the views of the seats differ, so that a device is passed from hand to hand."""
        return False

    def is_hidden_action(self, action: A) -> bool:  # noqa: ARG002 - most games hide nothing
        """Return whether only the seat that acts may know which action it was."""
        return False

    # --- showing -------------------------------------------------------------------------------------------------

    def scene(self, view: View[S, A], look: Look) -> Scene:
        """Return the picture of what a seat sees."""
        raise NotImplementedError

    def scene_of(self, state: S, seat: int | None = None) -> Scene:
        """Return the picture of a state as a seat, or a spectator, sees it."""
        return self.scene(state.view(seat), Look())

    def panels(self, view: View[S, A]) -> tuple[Panel, ...]:
        """Return what lies beside the board, a panel a seat."""
        raise NotImplementedError

    def presses(self, action: A) -> tuple[str, ...]:
        """Return the areas to press for an action, in order."""
        raise NotImplementedError

    def action_from_presses(self, state: S, pressed: tuple[str, ...]) -> A | None:
        """Return the action that some presses mean, legal or not; None while more are needed."""
        raise NotImplementedError

    def selection_marks(self, state: S, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
        """Return the signs for what can be done next; `core.selection` has the usual ones."""
        raise NotImplementedError

    @property
    def foresees(self) -> bool:
        """Whether the game has more to say of an action beforehand than what it does."""
        return "foresee" in vars(self)

    def foresee(self, view: View[S, A], action: A) -> Foresight:  # noqa: ARG002 - a game may foresee nothing
        """Return what a legal action would bring as far as the seat can know, shown while somebody points at it."""
        return Foresight()

    # --- bots ----------------------------------------------------------------------------------------------------

    def evaluate(self, state: S, seat: int) -> float:
        """Return a bot's first guess of how well a seat stands; more is better."""
        raise NotImplementedError

    def search_depth(self, state: S) -> int:  # noqa: ARG002 - the same everywhere in most games
        """Return how many steps of its own turn a bot looks ahead."""
        return DEPTH


class Tracker(Game[S, A]):
    """A game at a real table as everybody sees it, played like any other; besides, questions and a round's end told."""

    quiet_rules: frozenset[str] = frozenset()  # rules at work so often that they need no link each time

    def answer(self, state: S, written: str) -> Sequence[object] | None:  # noqa: ARG002 - most ask nothing
        """Return the answer to a typed question, in sentences; None where what is typed is a move."""
        return None

    def offered(self, state: S) -> Sequence[tuple[str, Text]]:
        """Return the actions, in notation and in words, that have a button even where they are refused."""
        raise NotImplementedError

    def rounds(self, state: S) -> Rounds:
        """Return the score sheet."""
        raise NotImplementedError

    def round_form(self, state: S) -> RoundForm | None:
        """Return what is told of a round's end, where it may be told now."""
        raise NotImplementedError

    def drafted(self, state: S) -> tuple[AnyGame, Draft] | None:  # noqa: ARG002 - not every table can be set up
        """Return the real game, and its table as far as everybody sees it; None where that is not known."""
        return None

    def read_form(self, values: Mapping[str, str], state: S) -> A:
        """Return the action that a filled-in form means. Raises `NotationError`."""
        raise NotImplementedError


# Where it does not matter which game it is.
AnyTracker: TypeAlias = Tracker[Any, Any]
AnyGame: TypeAlias = Game[Any, Any]
AnyState: TypeAlias = State[Any]
AnyView: TypeAlias = View[Any, Any]
