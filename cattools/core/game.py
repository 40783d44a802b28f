"""The interface between a game and everything else: immutable states, views without secrets, and the `Game` object.

A game is a package in `cattools.games` that defines `GAME`, a `Game` made from the package's functions (`Parts`). For
each function that a game can leave out, a method of `Game` is the default.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from inspect import unwrap
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Required, Self, TypeAlias, TypedDict, TypeVar, Unpack

from cattools.core import selection
from cattools.core.display.notebook_display import NotebookDisplay
from cattools.core.display.scene import Look, Mark, Panel, Scene
from cattools.core.display.seat_names import seat_name
from cattools.core.ending import Ending, Standings
from cattools.core.errors import DataError, NotationError, clipped
from cattools.core.events import Event
from cattools.core.forecast import leads
from cattools.core.loading.data_files import has, has_key
from cattools.core.loading.game_packages import id_of
from cattools.core.messages import N_, Text, many, text, translated
from cattools.core.notation.actions import Actions, button_label, deed, sentence
from cattools.core.notation.position_format import PositionFormat
from cattools.core.options import Option, Options, known_options, parse
from cattools.core.rules import Check, Checks, Citation, IllegalAction, Refusal, Refusals, Rulebook, refusals, rulebook
from cattools.core.score import Score
from cattools.core.table.position_editor import Draft, EditorSpec
from cattools.core.table.scorer import RoundForm, Rounds, ScorerSpec

CHANCE = -1
# What a function of a game raises if the type of the action is not one of the game's.
_OF_OTHER_TYPES = (KeyError, AttributeError, TypeError)
A = TypeVar("A")
S = TypeVar("S", bound="State[Any]")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table: its id, its name, and the palette for its pieces."""

    id: str
    name: str
    palette: str

    @property
    def called(self) -> Text:
        """The name to show: the player's name if one was entered, else the seat's."""
        return seat_name(self.name)


def with_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return the values of all seats with one seat's value replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of an action, shown before the action is played: marks on the board, and sentences."""

    marks: tuple[Mark, ...] = ()
    said: tuple[Text, ...] = ()


class PlainTurn(Text):
    """A status that says only whose turn it is, so that a heading with the same content can replace it."""

    __slots__ = ()


def plain_turn(who: Text) -> PlainTurn:
    """Return the status for a seat that is to move and has no special decision to make."""
    return PlainTurn(N_("{who} to move."), (("who", who),))


class State(NotebookDisplay, ABC, Generic[A]):
    """A complete position, including hidden information; an immutable value.

    A game's state class holds fields, compares and hashes by content, and says who is to move. Everything else
    it delegates to its game, which it finds in the class attribute `game`. No method ever changes a state.
    """

    __slots__ = ()
    game: ClassVar[AnyGame]
    options: Options

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat that decides next, `CHANCE` for a deal or draw, None when the game is over."""

    @property
    def pending(self) -> bool:
        """Whether the seat to move is in the middle of its turn; always false if a turn is a single action."""
        return False

    def __deepcopy__(self, memo: object) -> Self:
        """Return this state itself: an immutable value needs no copy."""
        return self

    @property
    def mover(self) -> int | None:
        """The seat that decides next; None while chance decides and after the end of the game."""
        seat = self.to_move
        return None if seat == CHANCE else seat

    def legal(self) -> Sequence[A]:
        """Return every legal action, in a stable order: exactly those for which `why_not` is empty."""
        return self.game.legal(self)

    def why_not(self, action: A) -> Refusals:
        """Return all reasons against an action, each with its rule; empty if it is legal."""
        try:
            return self.game.why_not(self, action)
        except _OF_OTHER_TYPES:
            self.game.refuse_other_types(action)
            raise

    def allows(self, action: A) -> bool:
        """Return whether an action is legal, without giving reasons."""
        try:
            return self.game.allows(self, action)
        except _OF_OTHER_TYPES:
            self.game.refuse_other_types(action)
            raise

    def apply(self, action: A) -> Self:
        """Return the state after an action; this state never changes.

        Raises `IllegalAction` with every reason, and `NotationError` for a value that is not an action, such as the
        text of one.
        """
        game = self.game  # called directly, because play spends most of its time here
        try:
            allowed = game.allows(self, action)
        except _OF_OTHER_TYPES:
            game.refuse_other_types(action)
            raise
        if not allowed:
            raise IllegalAction(action, self.why_not(action))
        after: Self = game.apply_unchecked(self, action)
        return after

    def apply_unchecked(self, action: A) -> Self:
        """Return the state after a legal action, without checking it: the fast path for playouts."""
        after: Self = self.game.apply_unchecked(self, action)
        return after

    def chances(self) -> Sequence[tuple[int, A]]:
        """Return the possible deals with their weights if `CHANCE` is to move, else an empty sequence."""
        return self.game.chances(self)

    def chance(self, rng: Random) -> A:
        """Return one of the possible deals, chosen by weight."""
        deal: A = self.game.chance(self, rng)
        return deal

    def events(self, action: A) -> tuple[Event, ...]:
        """Return the effects of a legal action, step by step, each with its sentence and cells (areas of the board)."""
        return self.game.events(self, action)

    def status(self) -> Text:
        """Return one sentence: whose turn it is and what to do, or how the game ended."""
        return self.game.status(self)

    def prompt(self) -> Text:
        """Return an instruction to the seat to move: what to press."""
        return self.game.prompt(self)

    def score(self) -> Score:
        """Return the score so far, line by line."""
        return self.game.score(self)

    def winners(self) -> tuple[int, ...]:
        """Return the winning seats once the game is over: several if they share the win, or none."""
        return self.game.winners(self)

    def result(self, you: int | None = None) -> tuple[Text, ...]:
        """Return sentences that say who has won a finished game; `you` is the seat of the only human player."""
        return self.game.result(self, you)

    def view(self, seat: int | None) -> View[Any, A]:
        """Return what a seat (None: a spectator) can know."""
        return self.game.view(self, seat)

    def __str__(self) -> str:
        return self.game.write_position(self)

    def __repr__(self) -> str:
        options = f", {str(self.options)!r}" if self.options.changed else ""
        return f"{self.game!r}.position({str(self)!r}{options})"


@dataclass(frozen=True, slots=True)
class View(ABC, Generic[S, A]):
    """What one seat (None: a spectator) can know of a position: `state` has gaps in place of hidden information.

    A view is not a state, because a position with gaps cannot be played; each game represents gaps in its own way.
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
        """The seat that decides next, as in the state."""
        return self.state.to_move

    def legal(self) -> Sequence[A]:
        """Return the legal actions if this seat is to move, else (); they never depend on what is hidden from it."""
        return self.state.legal() if self.seat == self.state.to_move else ()

    @abstractmethod
    def determinize(self, rng: Random) -> S:
        """Return a full state that is consistent with everything this seat knows."""

    def predict(self, action: A) -> Self | None:  # noqa: ARG002 - games can override it
        """Return this seat's view after an action, supposing that the action shows the seat nothing new.

        None means that the view cannot be predicted; then use `determinize`.
        """
        return None


class OpenView(View[S, A]):
    """The view in a game without hidden information: the state itself."""

    __slots__ = ()

    def determinize(self, rng: Random) -> S:  # noqa: ARG002 - nothing is hidden
        """Return the state itself."""
        return self.state


@dataclass(frozen=True, slots=True)
class Practice(Generic[S]):
    """What a game adds to the practice questions that all games share.

    `misconceptions` are functions that return the answer of a player who has a rule wrong, each named by a question's
    `unlike`. `reasons` say why an area belongs to an answer or not, by the question's rule and name. `dense` returns a
    random position to which rules apply that rarely matter in games. `phases` say, by name, whether a position is in a
    part of the game, such as the end of a round; a question's `when` names the phase in which it is asked.
    """

    misconceptions: tuple[Callable[..., Iterable[str]], ...]
    reasons: Mapping[str, Callable[..., Citation | Text | None]]
    dense: Callable[[Options, Random], S] | None = None
    phases: Mapping[str, Callable[[S], bool]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How far and how widely bots search from a position.

    `depth` is how many actions of its own turn a bot looks ahead. The levels *friendly* and *careful* overlook a share
    of their actions, from 0 to 1. The other settings are for bots that search: they try the `width` best legal
    actions by `evaluate`, averaged over `worlds` full states consistent with what the seat sees, compare `sample`
    random actions at each later decision, and value the position by `forecast` after `turns` turns of the seat or at
    the end of the game.
    """

    depth: int = 4
    width: int = 10
    sample: int = 4
    turns: int = 1
    friendly: float = 0.62
    careful: float = 0.0
    worlds: int = 1


class Parts(TypedDict, Generic[S, A], total=False):
    """The functions and tables that make up a game; `Game` documents each, and has a default for those not required."""

    seats: Required[Callable[[Options], tuple[Seat, ...]]]
    start: Required[Callable[[Options], S]]
    check_options: Callable[[Options], None]
    actions: Actions[A]
    checks: Required[Checks]
    candidates: Callable[[S], Iterable[A]]
    legal: Callable[[S], Sequence[A]]
    allows: Callable[[S, A], bool]
    apply_unchecked: Required[Callable[[S, A], S]]
    chances: Callable[[S], Sequence[tuple[int, A]]]
    chance: Callable[[S, Random], A]
    begins: Callable[[A], str | None]
    events: Required[Callable[[S, A], tuple[Event, ...]]]
    second_person: Mapping[str, str | tuple[str, str]]
    status: Required[Callable[[S], Text]]
    prompt: Required[Callable[[S], Text]]
    intent: Callable[[S, A], Text]
    deed: Callable[[S, A], Text]
    pauses_after: Callable[[S], bool]
    shows_longer_after: Callable[[S], bool]
    score: Required[Callable[[S], Score]]
    winners: Callable[[S], tuple[int, ...]]
    ties: Callable[[S], tuple[Refusal, ...]]
    ending: Callable[[S], Ending]
    amount: Callable[[int], Text]
    amount_title: Callable[[], Text]
    brief: Callable[[int], Text]
    read_action: Callable[[str, S], A]
    position_format: PositionFormat
    read_position: Callable[[str, Options], S]
    write_position: Callable[[S], str]
    view: Callable[[S, int | None], View[S, A]]
    has_hidden_information: Callable[[Options], bool]
    is_hidden_action: Callable[[A], bool]
    look: Callable[[Any, tuple[str, ...]], Look]
    scene: Required[Callable[[Any, Look], Scene]]
    panels: Required[Callable[[Any], tuple[Panel, ...]]]
    presses: Callable[[A], tuple[str, ...]]
    action_from_presses: Callable[[S, tuple[str, ...]], A | None]
    selection_marks: Callable[[S, tuple[str, ...]], tuple[Mark, ...]]
    preview: Callable[[Any, A], Preview]
    evaluate: Callable[[S, int], float]
    evaluates_lead: bool
    forecast: Callable[[S], Sequence[float]]
    search_settings: Callable[[S], SearchSettings]
    goals: Mapping[str, Callable[..., bool]]
    asks: Mapping[str, Callable[..., Iterable[str]]]
    counted: Mapping[str, Callable[..., Text]]
    practice: Practice[S]
    position_editor: EditorSpec[S]
    scorer: ScorerSpec[S]
    tracker: AnyTracker


class Game(NotebookDisplay, Generic[S, A]):
    """One game: its names, its rules and options, and all queries about its positions.

    `Game` is given the functions of a game as `Parts`; each replaces the method of the same name.
    """

    actions: Actions[A] = Actions(examples=("",))
    checks: Checks = MappingProxyType({})
    position_format: PositionFormat = PositionFormat({})
    goals: Mapping[str, Callable[..., bool]] = MappingProxyType({})
    asks: Mapping[str, Callable[..., Iterable[str]]] = MappingProxyType({})
    counted: Mapping[str, Callable[..., Text]] = MappingProxyType(
        {}
    )  # for each goal, a function whose sentence reports progress
    second_person: Mapping[str, str | tuple[str, str]] = MappingProxyType(
        {}
    )  # sentences about a player, such as "{who} passes.", and the same in the second person: "You pass."
    practice: Practice[S] = Practice((), {})
    evaluates_lead = True  # whether `evaluate` returns a seat's lead over the best other seat, not its own points
    position_editor: EditorSpec[S] | None = None
    scorer: ScorerSpec[S] | None = None
    tracker: AnyTracker | None = None

    def __init__(
        self, package: str, state: type[S], *, title: str, original: str, **parts: Unpack[Parts[S, A]]
    ) -> None:
        """Assemble a game from its parts; `title` and `original` are its English and Japanese names.

        `package` is the full name of its package, or of the package's module `game`. Raises `DataError` naming a rule
        without a record, or without the reading or ruling that a check cites.
        """
        vars(self).update(parts)
        self._assemble(package, state, title, original)

    def _assemble(self, package: str, state: type[S], title: str, original: str) -> None:
        self.package = package.removesuffix(".game")
        self.id, self._title, self.original = id_of(self.package), title, original
        self.rules: Rulebook = rulebook(self.id)
        self.known_options: Mapping[str, Option] = known_options(self.id)
        state.game, self._state = self, state
        self._refuse_unknown_rules()

    @property
    def title(self) -> str:
        """The game's name in the reader's language."""
        return translated(self._title)

    @property
    def titles(self) -> tuple[str, ...]:
        """The game's names: in the reader's language, in English and in Japanese."""
        return tuple(dict.fromkeys((self.title, self._title, self.original)))

    def _refuse_unknown_rules(self) -> None:
        checks = [(_place_of(c), c) for row in self.checks.values() for c in row]
        cited = [(where, c.rule) for where, c in checks]
        options = f"games/{self.id}/data/rules.toml"
        cited += [(f"{options}, option {name!r}", option.rule) for name, option in self.known_options.items()]
        for where, rule in cited:
            if rule not in self.rules:
                raise DataError(f"{where}: expected a rule from data/rules.toml, found {rule!r}")
        for where, check in checks:
            for key in (key for key in ("reading", "ruling") if getattr(check, f"by_{key}")):
                if not getattr(self.rules[check.rule], key):
                    raise DataError(f"{where}: expected a '{key}' for {check.rule} in data/rules.toml, found none")

    def __repr__(self) -> str:
        return f"game({self.id!r})"

    # --- setting up ----------------------------------------------------------------------------------------------

    def choose(self, chosen: str | Mapping[str, object] = "", *, in_words: bool = False) -> Options:
        """Return options from a line such as `side=7,three`, or from values by name.

        Raises `OptionError` for an unknown option or value, and for options that do not fit each other. If the values
        come from a form, the error can be `in_words` of the form.
        """
        known = self.known_options
        options = parse(known, chosen) if isinstance(chosen, str) else Options(known, chosen, in_words=in_words)
        self.check_options(options)
        return options

    def check_options(self, options: Options) -> None:
        """Raise `OptionError` if options exclude each other in a way that `rules.toml` cannot express."""

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Return the seats, in turn order."""
        raise NotImplementedError

    def start(self, options: Options) -> S:
        """Return the state before any deal. Raises `OptionError` for options that exclude each other."""
        raise NotImplementedError

    def position(self, written: str = "", options: str = "") -> S:
        """Return the position that a line denotes ("": the start). Raises `NotationError` and `OptionError`."""
        chosen = self.choose(options)
        return self.read_position(written, chosen) if written else self.start(chosen)

    # --- playing -------------------------------------------------------------------------------------------------

    def candidates(self, state: S) -> Iterable[A]:
        """Yield every action that a player could mean in a position, legal or not."""
        return self.actions.candidates(state)

    def legal(self, state: S) -> Sequence[A]:
        """Return every legal action, in a stable order: the candidates that no check refuses."""
        return _legal(self, state)

    def why_not(self, state: S, action: A) -> Refusals:
        """Return all reasons against an action, each with its rule; empty if it is legal."""
        return refusals(self.checks[type(action)], state, action)

    def allows(self, state: S, action: A) -> bool:
        """Return whether an action is legal, without giving reasons; games can override it with a faster check."""
        for check in self.checks[type(action)]:  # noqa: SIM110 - a hot path; avoids the generator of `any`
            if check.find(state, action):
                return False
        return True

    def apply_unchecked(self, state: S, action: A) -> S:
        """Return the state after a legal action, without checking it."""
        raise NotImplementedError

    def chances(self, state: S) -> Sequence[tuple[int, A]]:
        """Return the possible deals with their weights if `CHANCE` is to move, else an empty sequence."""
        return [(1, action) for action in state.legal()] if state.to_move == CHANCE else []

    def chance(self, state: S, rng: Random) -> A:
        """Return one of the possible deals, chosen by weight; games can override it with a faster draw."""
        chances: Sequence[tuple[int, A]] = state.chances()
        left, action = rng.random() * sum([weight for weight, _ in chances]), chances[0][1]
        for weight, action in chances:  # noqa: B007 - read after the loop
            left -= weight
            if left < 0:
                break
        return action

    def begins(self, action: A) -> str | None:  # noqa: ARG002 - in some games the rules fix the first player
        """Return the id of the seat that this draw makes first player; None for any other action."""
        return None

    @property
    def leaves_who_begins(self) -> bool:
        """Whether the rules leave the choice of first player to the players."""
        return "begins" in vars(self)

    def refuse_other_types(self, action: object) -> None:
        """Raise `NotationError` if a value is not an action of this game; the text of an action is not one either."""
        if type(action) not in self.checks:
            example = repr(action) if isinstance(action, str) else "'...'"
            expected = N_("an action of {game}, as read_action({example}, state) returns it")
            raise NotationError(text(expected, game=text(self.title), example=clipped(example)), action)

    # --- what it has ---------------------------------------------------------------------------------------------

    @property
    def has_practice(self) -> bool:
        """Whether practice asks questions about the game, as set up in its `practice.toml`."""
        return has(f"games/{self.id}/data/practice.toml")

    @property
    def has_best_moves(self) -> bool:
        """Whether practice also asks for the best move in positions of the game, in its `practice.toml`."""
        return self._has_data("practice.toml", "best")

    @property
    def has_presentation(self) -> bool:
        """Whether the game has a presentation, in its `examples.toml`."""
        return self._has_data("examples.toml", "slide")

    @property
    def has_reference_sheet(self) -> bool:
        """Whether the game has a printed reference sheet, in its `pages.toml`."""
        return self._has_data("pages.toml", "printable")

    @property
    def keeps_secrets(self) -> bool:
        """Whether something is hidden from a player in the usual game."""
        return self.has_hidden_information(self.choose())

    def _has_data(self, name: str, key: str) -> bool:
        """Return whether the game has a data file with this key."""
        return has_key(f"games/{self.id}/data/{name}", key)

    # --- describing ----------------------------------------------------------------------------------------------

    def events(self, state: S, action: A) -> tuple[Event, ...]:
        """Return the effects of a legal action, step by step, each with its sentence and cells (areas of the board)."""
        raise NotImplementedError

    def status(self, state: S) -> Text:
        """Return one sentence: whose turn it is and what to do, or how the game ended."""
        raise NotImplementedError

    def prompt(self, state: S) -> Text:
        """Return an instruction to the seat to move, in the second person: what to press."""
        raise NotImplementedError

    def intent(self, state: S, action: A) -> Text:
        """Return a sentence that says what the player wants to do."""
        who = self.seats(state.options)[max(state.to_move or 0, 0)].called
        return sentence(action, who) or text(N_("{who} wants to play {action}."), who=who, action=action)

    def deed(self, state: S, action: A) -> Text:
        """Return a sentence that says what an action does, beginning with the verb: "Puts the 6 aside, face down."."""
        return deed(action) or self.intent(state, action)

    def addressed(self, said: Text, who: Text) -> Text:
        """Return a sentence with every part about `who` in the second person: "You pass." for "Red passes."."""
        facts = ((name, self.addressed(one, who) if isinstance(one, Text) else one) for name, one in said.facts)
        said = replace(said, facts=tuple(facts))
        own = self.second_person.get(said.sentence)
        if own is None or ("who", who) not in said.facts:
            return said
        one, more = (own, "") if isinstance(own, str) else own
        return replace(said, sentence=one, plural=more)

    def label(self, action: A) -> Text:
        """Return the words on the button of an action that has no area on the board."""
        return button_label(action) or text(str(action).capitalize())

    def pauses_after(self, state: S) -> bool:  # noqa: ARG002 - most games never pause
        """Return whether bots wait in this state until the reader continues, as at the end of a round."""
        return False

    def shows_longer_after(self, state: S) -> bool:
        """Return whether to show this state longer before the next move, for example after a complete trick."""
        return self.pauses_after(state)

    def score(self, state: S) -> Score:
        """Return the score so far, line by line."""
        raise NotImplementedError

    def winners(self, state: S) -> tuple[int, ...]:
        """Return the winning seats once the game is over: several if they share the win, or none.

        By default, the seats with the most points win.
        """
        if state.to_move is not None:
            return ()
        totals = self.score(state).totals(len(self.seats(state.options)))
        return tuple(seat for seat, points in enumerate(totals) if points == max(totals))

    def ties(self, state: S) -> tuple[Refusal, ...]:
        """Return sentences about ties on points once the game is over, each with its rule."""
        return self.scorer.result(state)[1:] if self.scorer is not None else ()

    def ending(self, state: S) -> Ending:  # noqa: ARG002 - in many games the totals say everything
        """Return what decides the game besides the totals, such as a tie-break, if it ends in this position."""
        return Ending()

    def amount(self, n: int) -> Text:
        """Return a total in words: points, unless the game counts something else."""
        return many("{n} point", "{n} points", n)

    def amount_title(self) -> Text:
        """Return the title of a column of totals: what the game counts."""
        return text(N_("total"))

    def brief(self, n: int) -> Text:
        """Return a total that follows another one, in English without a word for what the game counts."""
        return text(N_("points\x04{n}"), n=n)

    def result(self, state: S, you: int | None = None) -> tuple[Text, ...]:
        """Return sentences that say who has won a finished game, with every total and the tie-break that decided.

        `you` is the seat of the human player if there is only one.
        """
        seats = self.seats(state.options)
        totals = self.score(state).totals(len(seats))
        names = [seat.called for seat in seats]
        amounts, briefs = [*map(self.amount, totals)], [*map(self.brief, totals)]
        return Standings(names, totals, amounts, briefs, self.winners(state), self.ending(state), you).sentences()

    # --- notation ------------------------------------------------------------------------------------------------

    def read_action(self, written: str, state: S) -> A:
        """Return the action that a notation denotes in a position, legal or not. Raises `NotationError`."""
        return self.actions.read(written, state)

    def read_position(self, written: str, options: Options) -> S:
        """Return the position that a line denotes. Raises `NotationError` naming what does not fit.

        By default, each part of the game's `position_format` is the field of the state that has its name.
        """
        form = self.position_format
        state: Callable[..., S] = self._state
        return state(options=options, **dict(zip(form.names, form.read(written, options), strict=True)))

    def write_position(self, state: S) -> str:
        """Return a position as one line, which `read_position` can read."""
        form = self.position_format
        return form.write(state.options, *(getattr(state, name) for name in form.names))

    # --- hidden information --------------------------------------------------------------------------------------

    def view(self, state: S, seat: int | None) -> View[S, A]:
        """Return what a seat (None: a spectator) can know: everything, unless the game hides something."""
        return OpenView(state, seat)

    def has_hidden_information(self, options: Options) -> bool:  # noqa: ARG002 - in some games options decide
        """Return whether the seats' views differ, so that hot seat players must hand over the device.

        By default, they do if the game defines `view`.
        """
        return "view" in vars(self)

    def is_hidden_action(self, action: A) -> bool:  # noqa: ARG002 - most games hide nothing
        """Return whether only the acting seat can know which action it was."""
        return False

    # --- display -------------------------------------------------------------------------------------------------

    def look(self, view: View[S, A], chosen: tuple[str, ...]) -> Look:  # noqa: ARG002 - in some games the view decides
        """Return what the scene of a view shows of the chosen areas: by default all of them.

        A board makes a new scene only if this changes.
        """
        return Look(chosen)

    def scene(self, view: View[S, A], look: Look) -> Scene:
        """Return the scene that shows a seat's view."""
        raise NotImplementedError

    def scene_of(self, state: S, seat: int | None = None) -> Scene:
        """Return the scene that shows a state as a seat (None: a spectator) sees it."""
        return self.scene(state.view(seat), Look())

    def panels(self, view: View[S, A]) -> tuple[Panel, ...]:
        """Return the panels next to the board, one per seat."""
        raise NotImplementedError

    def presses(self, action: A) -> tuple[str, ...]:
        """Return the areas to press for an action, in order."""
        return self.actions.presses(action)

    def action_from_presses(self, state: S, pressed: tuple[str, ...]) -> A | None:
        """Return the action that these presses mean, legal or not; None while more presses are needed."""
        return self.actions.from_presses(state, pressed)

    def selection_marks(self, state: S, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
        """Return the marks for what can be done next."""
        return selection.selection_marks(state, pressed)

    def preview(self, view: View[S, A], action: A) -> Preview:  # noqa: ARG002 - not every game has previews
        """Return what to show while the reader points at a legal action, limited to what the seat can know.

        Without sentences, the board shows the action's `deed` and marks its further effects.
        """
        return Preview()

    # --- bots ----------------------------------------------------------------------------------------------------

    def evaluate(self, state: S, seat: int) -> float:
        """Return a bot's static evaluation of a seat's position in points of the score; higher is better.

        By default, it is the seat's lead over the best other seat; with `evaluates_lead=False`, a game returns the
        seat's own points.
        """
        points = self.score(state).totals(len(self.seats(state.options)))
        return float(points.pop(seat) - max(points, default=0))

    def forecast(self, state: S) -> Sequence[float]:
        """Return the expected final lead of every seat in points, between two turns: how a search values a play-out.

        By default, these are the leads by `evaluate`.
        """
        values = [self.evaluate(state, seat) for seat in range(len(self.seats(state.options)))]
        return values if self.evaluates_lead else leads(values)

    def search_settings(self, state: S) -> SearchSettings:  # noqa: ARG002 - constant in most games
        """Return how far and how widely bots search from a position."""
        return SearchSettings()


def _place_of(check: Check[Any, Any]) -> str:
    """Return the file and line of a check's predicate, and its sentence."""
    code = unwrap(check.find).__code__
    _, _, file = code.co_filename.rpartition("cattools/")
    return f"{file}, line {code.co_firstlineno}, check {check.sentence!r}"


class Tracker(Game[S, A]):
    """A round tracker: the public part of a game at a real table, played like any other game.

    It also answers questions and records the results of a finished round. A subclass defines its parts as methods.
    """

    quiet_rules: frozenset[str] = frozenset()  # rules that apply too often to be linked each time

    def __init__(self, package: str, state: type[S], *, title: str, original: str) -> None:
        """Assemble a tracker; see `Game`. Raises `DataError` naming a rule that has no record."""
        self._assemble(package, state, title, original)

    def answer(self, state: S, written: str) -> Sequence[object] | None:  # noqa: ARG002 - few trackers answer questions
        """Return the answer to a typed question, as sentences; None if the input is a move."""
        return None

    def offered(self, state: S) -> Sequence[tuple[str, Text]]:
        """Return the actions that have a button even while they are illegal, each in notation and in words."""
        raise NotImplementedError

    def rounds(self, state: S) -> Rounds:
        """Return the score sheet."""
        raise NotImplementedError

    def round_form(self, state: S) -> RoundForm | None:
        """Return the form for the results of a round, or None if they cannot be entered now."""
        raise NotImplementedError

    def drafted(self, state: S) -> tuple[AnyGame, Draft] | None:  # noqa: ARG002 - not every game has a position editor
        """Return the game at the real table and the public part of its position as a draft; None if it is unknown."""
        return None

    def read_form(self, values: Mapping[str, str], state: S) -> A:
        """Return the action that a completed form means. Raises `NotationError`."""
        raise NotImplementedError


@lru_cache(maxsize=2)  # marks, previews and bots ask for the same position one after the other
def _legal(game: Game[S, A], state: S) -> Sequence[A]:
    return tuple(action for action in game.candidates(state) if game.allows(state, action))


# For code that works with any game:
AnyTracker: TypeAlias = Tracker[Any, Any]
AnyGame: TypeAlias = Game[Any, Any]
AnyState: TypeAlias = State[Any]
AnyView: TypeAlias = View[Any, Any]
