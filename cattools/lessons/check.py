"""How an answer is checked, and the proof that an example's own solution and hints are right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cattools.core.errors import CattoolsError, DataError, shorten
from cattools.core.game import State
from cattools.core.rules import Refusal
from cattools.games import game
from cattools.lessons.example import Example

LEGAL = "legal"
_CELL = re.compile(r"\[([^\]\s]+)\]")


def _call(example: Example, table: str, sentence: str, *states: State[Any]) -> Any:
    known, (name, *words) = getattr(game(example.game), table), sentence.split() or [""]
    where = f"example {example.id!r}"
    if name not in known:
        raise DataError(f"{where}: expected {table} among {', '.join(known)}, found {shorten(name)}")
    try:
        return known[name](*states, *words)
    except CattoolsError as no:
        raise DataError(f"{where}: {no}") from None
    except (TypeError, ValueError):  # a word too many or too few, or no number
        raise DataError(f"{where}: expected what {name!r} takes, found {shorten(sentence)}") from None


def reached(example: Example, start: State[Any], now: State[Any]) -> bool:
    """Return whether the example's goal is met between the start and now. Raises `DataError`."""
    return bool(_call(example, "goals", example.goal, start, now))


def answer(example: Example, state: State[Any]) -> frozenset[str]:
    """Return the areas the example asks for, worked out by the rules. Raises `DataError`."""
    return frozenset(_call(example, "asks", example.ask, state))


def judged(example: Example, state: State[Any]) -> tuple[Any, tuple[Refusal, ...]]:
    """Return the action to judge and every reason against it. Raises `DataError`."""
    try:
        action = game(example.game).read_action(example.action, state)
    except CattoolsError as no:
        raise DataError(f"example {example.id!r}: {no}") from None
    return action, state.why_not(action)


def plain(hint: str) -> str:
    """Return a hint without the brackets around its areas."""
    return _CELL.sub(r"\1", hint)


def pointed(hint: str) -> tuple[str, ...]:
    """Return the areas a hint points at, written in brackets."""
    return tuple(_CELL.findall(hint))


def problems(example: Example) -> Iterator[str]:
    """Yield everything that is wrong with an example: a solution that fails, a hint that misleads."""
    try:
        yield from {"try": _try, "find": _find, "judge": _judge, "score": _score}[example.kind](
            example, example.start()
        )
    except CattoolsError as no:
        yield str(no)


def _played(example: Example, start: State[Any]) -> Iterator[tuple[State[Any], Any, State[Any]]]:
    """Yield every step of the solution with the states around it, refused ones left out."""
    state, forbidden = start, dict(example.refused)
    for written in example.solution:
        action = state.game.read_action(written, state)
        if written in forbidden:
            continue
        after = state.apply(action)
        yield state, action, after
        state = after


def _touched(example: Example, start: State[Any]) -> set[str]:
    """Return every area that the solution presses or changes."""
    found = set(answer(example, start)) if example.ask else set()
    for state, action, _ in _played(example, start):
        found |= set(state.game.presses(action))
        found |= {cell for event in state.story(action) for cell in event.cells}
    return found


def _hints(example: Example, start: State[Any]) -> Iterator[str]:
    touched, areas = _touched(example, start), start.game.scene_of(start, start.mover).areas
    for hint in example.hints:
        for cell in pointed(hint):
            if cell not in areas:
                yield f"the hint {hint!r} points at {cell}, which is no area of the board"
            elif cell not in touched:
                yield f"the hint {hint!r} points at {cell}, which the solution never touches"


def _try(example: Example, start: State[Any]) -> Iterator[str]:
    if not example.solution:
        yield "expected a solution to show"
    for written, rule in example.refused:
        refusals = start.why_not(start.game.read_action(written, start))
        if rule not in {r.rule for r in refusals}:
            yield f"{written} should be refused by {rule}, found {[r.rule for r in refusals] or LEGAL}"
    list(_played(example, start))
    yield from _hints(example, start)


def _find(example: Example, start: State[Any]) -> Iterator[str]:
    if len(example.hints) < 2:
        yield "expected at least two hints, the first one gentle"
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
                    yield f"the hint {hint!r} points at {cell}, which is no area of the board"
                elif not (cell in right or cell in example.ask.split() or areas[cell].holds):
                    yield f"the hint {hint!r} points at {cell}, where nothing stands and which is no answer"
        return
    else:
        states = [start, *(after for _, _, after in _played(example, start))]
        if not reached(example, start, states[-1]):
            yield f"the solution {' '.join(example.solution)} does not reach the goal {example.goal!r}"
        if any(reached(example, start, state) for state in states[:-1]):
            yield "the goal is met before the solution ends"
        yield from _hints(example, start)


def _judge(example: Example, start: State[Any]) -> Iterator[str]:
    _, refusals = judged(example, start)
    truth = {r.rule for r in refusals} or {LEGAL}
    if truth != set(example.solution):
        yield f"the verdict on {example.action} is {sorted(truth)}, found the solution {sorted(example.solution)}"
    if len(example.choices) < 2 or not (truth - {LEGAL}) <= set(example.choices):
        yield "expected two or more rules to choose from, the right ones among them"


def _score(example: Example, start: State[Any]) -> Iterator[str]:
    seats = start.game.seats(start.options)
    score = start.score()
    totals = [f"{seat.id} {score.total(n)}" for n, seat in enumerate(seats)]
    if totals != list(example.solution):
        yield f"the score is {totals}, found the solution {list(example.solution)}"
