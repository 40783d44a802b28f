"""A ten-minute presentation, slide by slide, and its verification.

The slides are read from `games/<game>/data/examples.toml`. No slide says which choice is right: each choice is a
claim, and the rules decide whether the claim is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.display.scene import Scene
from cattools.core.errors import CattoolsError, DataError, OptionError, shorten
from cattools.core.game import AnyState
from cattools.core.loading.data_files import Pairs, from_table, load_once
from cattools.core.messages import N_, in_source_language, text
from cattools.games import game
from cattools.lessons.answer_check import LEGAL, answer, ids_in, reached
from cattools.lessons.example import Example, ExampleKind, examples, known_rules

MINUTES = 10  # length of every presentation
ALLOWED, NOT_ALLOWED = N_("Allowed"), N_("Not allowed")
MOST_SENTENCES = 2  # maximum number of sentences that the presenter says per slide


class Part(StrEnum):
    """What a slide is for."""

    AIM = "aim"
    """What the game is about."""
    TURN = "turn"
    """A first turn."""
    RULE = "rule"
    """A rule that players often get wrong."""
    SCORE = "score"
    """How the game is scored."""
    END = "end"
    """When the game is over, and who has won."""
    SHOWN = "shown"
    """A live example of the book, shown to an audience on its own."""


# minimum number of slides for each part
MIN_SLIDES = {Part.AIM: 1, Part.TURN: 1, Part.RULE: 2, Part.SCORE: 1, Part.END: 1}


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that the audience can give: the words of the answer, and one claim about the slide's board."""

    words: str  # the answer as the audience reads it
    legal: str = ""  # claims that these actions can be played in sequence
    reaches: str = ""  # claims that these actions reach the example's goal
    refused: Pairs = ()  # claims that this rule refuses this action
    areas: tuple[str, ...] = ()  # claims that these areas are what the example asks for
    score: str = ""  # claims that a seat has this many points: `"red 3"`


CLAIMS = ("legal", "reaches", "refused", "areas", "score")


@dataclass(frozen=True, slots=True)
class Slide:
    """One screen of a presentation: its board, the words, the question to the audience, and what the board then plays.

    The board is that of a live example, or is given by `position`, `options` and `seed` as in an example.
    """

    game: str
    part: Part  # the slide's purpose: `aim`, `turn`, `rule`, `score` or `end`
    minutes: int  # how long the slide takes; the times of all slides add up to ten
    say: str  # what the presenter says, in one or two sentences
    example: Example | None = None  # the live example whose board the slide shows; in the file, its id
    # without `example`: the position, in notation or, in the file, as a name from the examples' `[positions]`
    position: str = ""
    options: str = ""  # the options of that position
    seed: int = 0  # the seed for everything that the position leaves to chance
    ask: str = ""  # the question to the audience
    # the answers that the audience can choose from; by the rules, exactly one of them must be right
    choices: tuple[Choice, ...] = ()
    # the actions that the board plays after the answer, including deals, in notation, separated by commas
    play: str = ""
    refused: Pairs = ()  # those actions of `play` that are refused, each with the rule that refuses it
    reveal: str = ""  # the text shown with the answer
    rules: tuple[str, ...] = ()  # the rules that the slide is about
    names: bool = False  # whether the board shows the names of its areas, for slides whose text uses them
    only: tuple[str, ...] = ()  # the names of the parts of the scene that the slide shows; without it, all parts

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions that the board plays, in notation, in sequence."""
        return _line(self.play)

    @property
    def waits(self) -> bool:
        """Whether there is something to reveal."""
        return bool(self.ask or self.play)

    def scene_of(self, scene: Scene) -> Scene:
        """Return the scene with only the parts that the slide shows; other parts would waste space."""
        shown = tuple(part for part in scene.parts if part.name in self.only)
        return replace(scene, parts=shown) if shown else scene

    def start(self) -> AnyState:
        """Return the position on the board. Raises `DataError`."""
        if self.example is not None:
            return self.example.start()
        try:
            return Dealer(self.seed).settle(game(self.game).position(self.position, self.options))
        except CattoolsError as error:
            raise DataError(str(error)) from None

    def is_right(self, choice: Choice) -> bool:
        """Return whether the rules say that a choice is right. Raises `CattoolsError` for an invalid claim."""
        start = self.start()
        if choice.areas:
            return self.example is not None and answer(self.example, start) == frozenset(choice.areas)
        if choice.score:
            seat, _, total = choice.score.partition(" ")
            return str(start.score().total(_seat(start, seat))) == total
        if choice.refused:
            return all(rule in _refusing(start, action) for action, rule in choice.refused)
        after = start
        for written in _line(choice.legal or choice.reaches):
            action = after.game.read_action(written, after)
            if after.why_not(action):
                return False
            after = after.apply(action)
        return not choice.reaches or (self.example is not None and reached(self.example, start, after))

    @property
    def right(self) -> tuple[Choice, ...]:
        """The right choices."""
        return tuple(choice for choice in self.choices if self.is_right(choice))


def _line(play: str) -> tuple[str, ...]:
    return tuple(play.split(", ")) if play else ()


def _seat(state: AnyState, id_: str) -> int:
    ids = [seat.id for seat in state.game.seats(state.options)]
    if id_ not in ids:
        raise DataError(f"expected one of the seats {', '.join(ids)}, found {shorten(id_)}")
    return ids.index(id_)


def _refusing(state: AnyState, written: str) -> set[str]:
    return {refusal.rule for refusal in state.why_not(state.game.read_action(written, state))}


# --- reading ---------------------------------------------------------------------------------------------------------

FILE = "examples.toml"
CHOICES = "choices"


@dataclass(frozen=True, slots=True)
class _File:
    slide: tuple[Mapping[str, Any], ...]


def _slide(record: Mapping[str, Any], game_id: str, positions: Mapping[str, str], where: str) -> Slide:
    known, name = examples(game_id), record.get("example")
    if name is not None and not (isinstance(name, str) and name in known):
        raise DataError(f"{where}, example: expected an example of {game_id}, found {shorten(name)}")
    others = {key: value for key, value in record.items() if key != "example"}
    slide = from_table(Slide, others, where, game=game_id, example=known[name] if name else None)
    if slide.part is Part.SHOWN:
        parts = ", ".join(part for part in Part if part is not Part.SHOWN)
        raise DataError(f"{where}, part: expected one of {parts}, found {slide.part!r}")
    if name and (slide.position or slide.options):
        raise DataError(f"{where}: expected either an example or a position, found both")
    for n, choice in enumerate(slide.choices, 1):
        claims = [key for key in CLAIMS if getattr(choice, key)]
        if len(claims) != 1:
            found = ", ".join(claims) or "none"
            raise DataError(f"{where}, {CHOICES} {n}: expected one of {', '.join(CLAIMS)}, found {found}")
        known_rules(game_id, dict(choice.refused).values(), f"{where}, {CHOICES} {n}, refused")
    known_rules(game_id, slide.rules, f"{where}, rules")
    known_rules(game_id, dict(slide.refused).values(), f"{where}, refused")
    return replace(slide, position=positions.get(slide.position, slide.position))


def _file(game_id: str) -> str:
    return f"games/{game_id}/data/{FILE}"


@cache
def plan(game_id: str) -> tuple[Slide, ...]:
    """Return a game's presentation, slide by slide.

    Raises `OptionError` for an unknown game or one without a presentation, and `DataError` naming the file, slide and
    key that are wrong.

    >>> plan("herders")[0].part
    <Part.AIM: 'aim'>
    """
    played = game(game_id)
    name = _file(played.id)
    if not played.has_presentation:
        message = N_("expected a game with a presentation, found {game_id}, which has no slides in {file}")
        raise OptionError(text(message, game_id=game_id, file=name))
    slides = from_table(_File, {"slide": load_once(name)["slide"]}, name).slide
    positions = examples(game_id).positions
    return tuple(_slide(slide, game_id, positions, f"{name}, slide {n}") for n, slide in enumerate(slides, 1))


def shown(example: Example) -> Slide:
    """Return a live example as a slide: its task becomes the question, and the board plays its solution."""
    refused, choices = example.refused, tuple[Choice, ...]()
    play: tuple[str, ...] = (*(action for action, _ in refused), *example.solution)
    if example.kind is ExampleKind.JUDGE:
        rule = next((rule for rule in example.solution if rule != LEGAL), "")
        no = ((example.action, rule or example.choices[0]),)
        choices = (Choice(ALLOWED, legal=example.action), Choice(NOT_ALLOWED, refused=no))
        refused, play = no if rule else (), (example.action,)
    elif example.kind is ExampleKind.SCORE or example.ask:
        play = ()
    return Slide(
        example.game,
        Part.SHOWN,
        minutes=0,
        say="",
        example=example,
        ask=example.task,
        choices=choices,
        play=", ".join(play),
        refused=refused,
        rules=example.rules,
    )


# --- verification ----------------------------------------------------------------------------------------------------


def problems(slides: tuple[Slide, ...]) -> Iterator[str]:
    """Yield everything that is wrong with a presentation, slide by slide, each problem with its file, slide and key."""
    file = _file(slides[0].game) if slides else FILE
    with in_source_language():
        found = [*_problems(slides)]
    yield from (f"{file}, {problem}" for problem in found)


def _problems(slides: tuple[Slide, ...]) -> Iterator[str]:
    if (minutes := sum(slide.minutes for slide in slides)) != MINUTES:
        yield f"minutes: expected {MINUTES} in all, found {minutes}"
    for part, least in MIN_SLIDES.items():
        about = {slide.rules or slide.say for slide in slides if slide.part is part}
        if len(about) < least:
            yield f"part: expected '{part}' in {least} or more slides, each about a different rule, found {len(about)}"
    for n, slide in enumerate(slides, 1):
        for key, check in _CHECKS.items():
            try:
                yield from (f"slide {n}, {problem}" for problem in check(slide))
            except CattoolsError as error:
                yield f"slide {n}, {key}: {error}"


def _words(slide: Slide) -> Iterator[str]:
    if slide.minutes < 1:
        yield f"minutes: expected one or more, found {slide.minutes}"
    ends = sum(slide.say.count(end) for end in (". ", "? ", "! ")) + 1
    if ends > MOST_SENTENCES:
        yield f"say: expected {MOST_SENTENCES} sentences at most, found {ends}"
    start = slide.start()
    scene = slide.scene_of(start.game.scene_of(start, start.mover))
    if unknown := sorted({*slide.only} - {part.name for part in scene.parts}):
        yield f"only: expected names of parts of the scene, found {unknown[0]!r}"
    areas = scene.areas
    chosen = ((CHOICES, choice.words) for choice in slide.choices)
    for key, words in (("say", slide.say), ("ask", slide.ask), ("reveal", slide.reveal), *chosen):
        for id_ in ids_in(words, areas):
            yield f"{key}: {words!r} shows the id {id_}; write the name of the area instead: {areas[id_].name}"


def _asked(slide: Slide) -> Iterator[str]:
    if bool(slide.ask) != bool(slide.choices):
        yield "ask: expected both a question and choices, or neither"
    if slide.choices and not (len(slide.choices) >= 2 and len(slide.right) == 1):
        right = ", ".join(repr(choice.words) for choice in slide.right) or "none"
        yield f"{CHOICES}: expected two or more, exactly one of them right, found {len(slide.choices)}; right: {right}"
    if slide.part is Part.RULE and not (slide.choices and slide.rules):
        yield "rules: expected a rule and a question about it"
    if slide.waits and not (slide.play or slide.rules or slide.reveal):
        yield "reveal: expected at least one of play, rules and reveal, found none"


def _played(slide: Slide) -> Iterator[str]:
    state, refused = slide.start(), dict(slide.refused)
    if unplayed := sorted(refused.keys() - {*slide.actions}):
        yield f"refused: expected only actions listed in 'play', found {unplayed[0]}"
    for written in slide.actions:
        action = state.game.read_action(written, state)
        found = {refusal.rule for refusal in state.why_not(action)}
        if str(action) != written:
            yield f"play: expected '{action}', found {written!r}"
        if written in refused:
            if refused[written] not in found:
                yield f"refused: {written} should be refused by {refused[written]}, found {sorted(found) or LEGAL}"
        elif found:
            yield f"play: {written} is refused by {', '.join(sorted(found))}"
            return
        else:
            state = state.apply(action)


# Each check, by the key of the slide that it reads; an error that the check raises is reported under that key.
_CHECKS: Mapping[str, Callable[[Slide], Iterator[str]]] = {"position": _words, CHOICES: _asked, "play": _played}
