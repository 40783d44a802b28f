"""Checks of answers, and proof that an example's own solution and hints are right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from cattools.core.chance import Dealer
from cattools.core.display.scene import Area
from cattools.core.errors import CattoolsError, DataError
from cattools.core.game import CHANCE, AnyState
from cattools.core.messages import Text, first_part, in_source_language
from cattools.core.rules import IllegalAction, Refusal
from cattools.games import game
from cattools.lessons.area_queries import ASKS
from cattools.lessons.example import Example, ExampleKind, GoalQuery

LEGAL = "legal"
ANY = "any"  # in `wanted`: every legal action counts
TERM = "*"  # before and after a term, in the walkthrough step that explains the term
T = TypeVar("T")
_AREA = re.compile(r"\[([^]|\s]+)(?:\|([^]]+))?\]")
_IDS = re.compile(r"[\w.@+=,-]+")  # words that can be an id


@contextmanager
def _reading(example: Example, key: str) -> Iterator[None]:
    """Raise an error in the value of this key as a `DataError` that names the example and the key."""
    try:
        yield
    except IllegalAction as error:
        raise DataError(f"{example.where}, {key}: expected legal actions, found {error}") from None
    except CattoolsError as error:
        raise DataError(f"{example.where}, {key}: {error}") from None


def _call(example: Example, known: Mapping[str, Callable[..., T]], asked: GoalQuery, *states: AnyState) -> T:
    with _reading(example, "ask" if asked is example.ask else "goal"):
        return known[asked.name](*states, *asked.arguments)


def reached(example: Example, start: AnyState, now: AnyState) -> bool:
    """Return whether the example's goal is met between `start` and `now`. Raises `DataError`."""
    return example.goal is not None and _call(example, start.game.goals, example.goal, start, now)


def so_far(example: Example, start: AnyState, now: AnyState) -> list[Text]:
    """Return a sentence that reports progress towards the goal, if the game counts it. Raises `DataError`."""
    if example.goal is None or example.goal.name not in start.game.counted:
        return []
    return [_call(example, start.game.counted, example.goal, start, now)]


def answer(example: Example, state: AnyState) -> frozenset[str]:
    """Return the areas that the example asks for, as the rules compute them. Raises `DataError`."""
    return frozenset(_call(example, {**ASKS, **state.game.asks}, example.ask, state) if example.ask else ())


def shown(example: Example, state: AnyState) -> list[Any]:
    """Return the actions that demonstrate the answer to a question about areas. Raises `DataError`."""
    found = []
    with _reading(example, "shows"):
        for written in example.shows:
            found.append(state.game.read_action(written, state))
            state = state.apply(found[-1])
    return found


def against(example: Example, state: AnyState, areas: Iterable[str]) -> list[Refusal]:
    """Return the refusals of the actions that end on these areas, if the example asks where an action can end."""
    known = state.game.scene_of(state, state.mover).areas
    chosen = tuple(str(one) for one in example.ask.arguments if one in known) if example.ask else ()
    if state.mover is None or frozenset(ASKS["onward"](state, *chosen)) != answer(example, state):
        return []
    meant = (state.game.action_from_presses(state, (*chosen, area)) for area in sorted(areas))
    found = (refusal for action in meant if action is not None for refusal in state.why_not(action))
    return [*{str(refusal): refusal for refusal in found}.values()]


def judged(example: Example, state: AnyState) -> tuple[Any, tuple[Refusal, ...]]:
    """Return the action to judge and all its refusals, none if it is legal. Raises `DataError`."""
    with _reading(example, "action"):
        action = game(example.game).read_action(example.action, state)
    return action, state.why_not(action)


PlayedAction = tuple[AnyState, Any]  # a state and the legal action played in it


def was_tried(example: Example, line: Iterable[PlayedAction]) -> bool:
    """Return whether the actions played include what a `try` example asks for. Raises `DataError`."""
    played = [*line]
    if example.wanted:
        return bool(played) if ANY in example.wanted else {*example.wanted} <= {str(action) for _, action in played}
    solution = [(state, action) for state, action, _ in _solution_actions(example, example.start())]
    wanted = _effects(example, solution)
    return wanted <= _effects(example, played) if wanted else _types(solution[:1]) <= _types(played)


def _effects(example: Example, line: Iterable[PlayedAction]) -> set[tuple[int | None, str]]:
    """Return which of the example's rules took effect, each with the seat whose action it was."""
    rules = {*example.rules}
    found = ((state.mover, event.rule) for state, action in line for event in state.events(action))
    return {(seat, rule) for seat, rule in found if rule in rules}


def _types(line: Iterable[PlayedAction]) -> set[tuple[int | None, type]]:
    return {(state.mover, type(action)) for state, action in line}


def plain(hint: str) -> str:
    """Return a hint for readers: each area in brackets is replaced by its label if it has one, else by its id."""
    return _AREA.sub(lambda area: area[2] or area[1], hint)


def pointed(hint: str) -> tuple[str, ...]:
    """Return the areas that a hint points at: those in brackets."""
    return tuple(area for area, _ in pointers(hint))


def pointers(hint: str) -> list[tuple[str, str]]:
    """Return the areas that a hint points at, each with its label in the hint, or "" if it has none."""
    return _AREA.findall(hint)


def is_named_by_id(area: Area) -> bool:
    """Return whether an area's name begins with its id, as "c3, empty" does but "navy dots" for `hand1` does not."""
    return first_part(area.name) == area.id


def ids_in(words: str, areas: Mapping[str, Area]) -> Iterator[str]:
    """Yield the area ids that readers would not understand in a text written for them."""
    for found in _IDS.findall(words):
        area = areas.get(found.strip(".,-"))
        # an id that consists only of letters is an ordinary word
        if area and not area.id.isalpha() and not is_named_by_id(area):
            yield area.id


def _unnamed(texts: Iterable[str], areas: Mapping[str, Area]) -> Iterator[str]:
    for words in texts:
        for id_ in ids_in(plain(words), areas):
            yield f"{words!r} shows the id {id_}; write the name of the area instead, as in [{id_}|{areas[id_].name}]"


def problems(example: Example) -> Iterator[str]:
    """Yield everything that is wrong with an example: a failing solution, a misleading hint, an area called by its id.

    Each problem begins with the file and the record; in a walkthrough, the step and the key follow.
    """
    with in_source_language():
        found = [*_located_problems(example)]
    yield from found


def _located_problems(example: Example) -> Iterator[str]:
    try:
        yield from (f"{example.where}: {problem}" for problem in _all_problems(example))
    except DataError as error:  # the message already names the file and the record
        yield str(error)
    except CattoolsError as error:
        yield f"{example.where}: {error}"


def _all_problems(example: Example) -> Iterator[str]:
    start = example.start()
    yield from _PROBLEMS[example.kind](example, start)
    if unknown := {*example.marked} - {*start.game.scene_of(start, start.mover).areas}:
        yield f"marked: {min(unknown)} is not an area of the board"
    if example.kind is not ExampleKind.WALK:  # `_replayed_faults` checks each step on the board of that step
        yield from _unnamed((example.task, *example.hints), start.game.scene_of(start, start.mover).areas)


def _solution_actions(example: Example, start: AnyState) -> Iterator[tuple[AnyState, Any, AnyState]]:
    """Yield every action of the solution that is not refused, with the states before and after the action.

    Raises `DataError`.
    """
    state, forbidden = start, dict(example.refused)
    for written in example.solution:
        with _reading(example, "solution"):
            action = state.game.read_action(written, state)
            if written in forbidden:
                continue
            after = state.apply(action)
        yield state, action, after
        state = after


def _touched_areas(example: Example, start: AnyState) -> set[str]:
    """Return every area that the solution presses or changes."""
    found = set(answer(example, start))
    for state, action, _ in _solution_actions(example, start):
        found |= set(state.game.presses(action))
        found |= {cell for event in state.events(action) for cell in event.cells}
    return found


def _hints(example: Example, start: AnyState) -> Iterator[str]:
    touched, areas = _touched_areas(example, start), {*start.game.scene_of(start, start.mover).areas}
    # a hint can point at an area that appears only after an action
    for _, _, after in _solution_actions(example, start):
        areas |= after.game.scene_of(after, start.mover).areas.keys()
    for hint in example.hints:
        for cell in pointed(hint):
            if cell not in areas:
                yield f"the hint {hint!r} points at {cell}, which is not an area of the board"
            elif cell not in touched:
                yield f"the hint {hint!r} points at {cell}, which the solution never touches"


def _try(example: Example, start: AnyState) -> Iterator[str]:
    if not example.solution:
        yield "expected a solution, found none"
    for written, rule in example.refused:
        with _reading(example, "refused"):
            refusals = start.why_not(start.game.read_action(written, start))
        if rule not in {r.rule for r in refusals}:
            yield f"{written} should be refused by {rule}, found {[r.rule for r in refusals] or LEGAL}"
    played = [(state, action) for state, action, _ in _solution_actions(example, start)]
    if unplayed := {*example.wanted} - {ANY} - {str(action) for _, action in played}:
        yield f"wanted: {min(unplayed)} is not an action of the solution"
    yield from _hints(example, start)


def _find(example: Example, start: AnyState) -> Iterator[str]:
    if len(example.hints) < 2:
        yield "expected at least two hints, from vague to explicit"
    if bool(example.goal) == bool(example.ask):
        yield "expected either a goal or a question"
    elif example.ask:
        right = answer(example, start)
        if right != frozenset(example.solution):
            yield f"the areas asked for are {sorted(right)}, found the solution {sorted(example.solution)}"
        areas = start.game.scene_of(start, start.mover).areas
        for hint in example.hints:
            for cell in pointed(hint):
                if cell not in areas:
                    yield f"the hint {hint!r} points at {cell}, which is not an area of the board"
                elif not (cell in right or cell in map(str, example.ask.arguments) or areas[cell].holds):
                    yield f"the hint {hint!r} points at {cell}, which is empty and not an answer"
        shown(example, start)
        return
    else:
        states = [start, *(after for _, _, after in _solution_actions(example, start))]
        if not reached(example, start, states[-1]):
            yield f"the solution {' '.join(example.solution)} does not reach the goal {str(example.goal)!r}"
        if any(reached(example, start, state) for state in states[:-1]):
            yield "the goal is met before the solution ends"
        if not all(state.pending for state in states[1:-1]):
            yield "the solution takes more than one turn"
        yield from _hints(example, start)


def _judge(example: Example, start: AnyState) -> Iterator[str]:
    _, refusals = judged(example, start)
    truth = {r.rule for r in refusals} or {LEGAL}
    if truth != set(example.solution):
        yield f"the verdict on {example.action} is {sorted(truth)}, found the solution {sorted(example.solution)}"
    if len(example.choices) < 2 or not (truth - {LEGAL}) <= set(example.choices):
        yield "expected two or more rules to choose from, including the right ones"


def _score(example: Example, start: AnyState) -> Iterator[str]:
    seats = start.game.seats(start.options)
    score = start.score()
    totals = [f"{seat.id} {score.total(n)}" for n, seat in enumerate(seats)]
    if totals != list(example.solution):
        yield f"the score is {totals}, found the solution {list(example.solution)}"


def _replayed_faults(example: Example, start: AnyState) -> Iterator[str]:
    if not any(step.play and not step.shown for step in example.steps):
        yield "expected steps, at least one of which the reader plays"
    state, game_of = start, start.game
    for number, step in enumerate(example.steps, 1):
        where = f"step {number}"
        areas = game_of.scene_of(state, start.mover).areas
        unknown = [area for area in pointed(step.ask) if area not in areas]
        if unknown:
            yield f"{where}, ask: points at {unknown[0]}, which is not an area of the board"
        for key, words in (("ask", step.ask), ("say", step.say)):
            yield from (f"{where}, {key}: {problem}" for problem in _unnamed((words,), areas))
            if words.count(TERM) % 2:
                yield f"{where}, {key}: expected {TERM} before and after every term that the step explains"
        if not step.play:
            continue
        if not step.shown and state.mover != start.mover:
            yield f"{where}, shown: expected true, because another player acts in this step"
        dealer = Dealer(example.seed)  # a new dealer for each step, as in the walkthrough
        for written in step.actions:
            try:
                action = game_of.read_action(written, state)
            except CattoolsError as error:
                yield f"{where}, play: {error}"
                return
            if str(action) != written:
                yield f"{where}, play: expected '{action}', found {written!r}"
            if _goes_on(state):
                yield f"{where}, play: leave out {action}, which is played automatically"
            if refusals := state.why_not(action):
                yield f"{where}, play: {action} is refused by {refusals[0].rule}"
                return
            presses = set(game_of.presses(action))
            by_hand = not step.shown and state.mover == start.mover
            if by_hand and presses and not presses & set(pointed(step.ask)):
                listed = ", ".join(sorted(presses))
                yield f"{where}, ask: expected it to point at an area that {action} presses: {listed}"
            state = dealer.settle(state.apply(action))
        while state.to_move == CHANCE or _goes_on(state):
            state = dealer.settle(state) if state.to_move == CHANCE else state.apply(state.legal()[0])


def _goes_on(state: AnyState) -> bool:
    """Return whether a turn continues automatically because only one action is left in it."""
    return state.pending and len(state.legal()) == 1


_PROBLEMS = {
    ExampleKind.TRY: _try,
    ExampleKind.FIND: _find,
    ExampleKind.JUDGE: _judge,
    ExampleKind.SCORE: _score,
    ExampleKind.WALK: _replayed_faults,
}
