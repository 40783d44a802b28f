"""Proof that a ruling's verdict is right: the question that its row asks is put to the game's own code."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from cattools.core.errors import CattoolsError, DataError, shorten
from cattools.core.game import CHANCE, AnyState
from cattools.core.loading.data_files import load, value_at
from cattools.core.loading.game_packages import installed
from cattools.core.rules import RuleKind
from cattools.lessons import answer_check
from cattools.lessons.ruling import Check, Ruling, SourceKind, rulings

YES, NO = "yes", "no"
_YES_OR_NO = ("allowed", "refused", "happens", "options")
_ASIDE = ("after", "gives", "yes", "no")


def problems(one: Ruling) -> Iterator[str]:
    """Yield one sentence for each way in which the game's code contradicts a ruling."""
    try:
        yield from _problems(one)
    except CattoolsError as error:
        yield f"check: {error}"


@cache
def proved(game_id: str) -> None:
    """Raise `DataError` naming the file and row if the game's code contradicts one of its rulings."""
    for one in rulings(game_id).rows:
        for problem in problems(one):
            raise DataError(f"{one.where}: {problem}")


def _problems(one: Ruling) -> Iterator[str]:
    check = one.asked
    kinds = [field.name for field in fields(Check) if field.name not in _ASIDE and getattr(check, field.name)]
    if len(kinds) != 1:
        yield f"check: expected one question, found {', '.join(kinds) or 'none'}"
        return
    (kind,) = kinds
    word = one.first.casefold() if one.first.casefold() in (YES, NO) else ""
    if kind == "test":
        yield from _misfits(check, kind, (), ", because the test has the answer")
        yield from _stated(one, check.test) if word else ()
        return
    state, last = _played(one, check)
    answer = _ANSWERS[kind](one, state, last)
    if kind in _YES_OR_NO:
        wanted = word or YES
        yield from _misfits(check, kind, (), f", because {kind!r} gives yes or no")
    elif word:
        wanted = getattr(check, word)
        yield from _misfits(check, kind, (YES, NO), " with a verdict of Yes or No, which needs 'yes' and 'no'")
    else:
        wanted = check.gives
        yield from _misfits(check, kind, ("gives",), " with a verdict that is neither Yes nor No")
    if answer != wanted:
        yield f"the verdict is {shorten(one.verdict)}, for which {kind!r} must give {wanted!r}, found {answer!r}"


def _misfits(check: Check, kind: str, needed: tuple[str, ...], why: str) -> Iterator[str]:
    """Yield one sentence for each answer that is `needed` but missing or given but not needed, and if two are equal."""
    for key in ("gives", YES, NO):
        written = getattr(check, key)
        if written and key not in needed:
            yield f"check: expected no {key!r}{why}, found {shorten(written)}"
        elif key in needed and not written:
            yield f"check: expected {key!r}, the answer to {kind!r}, found none"
    if check.yes and check.yes == check.no:
        yield f"check: expected different answers for 'yes' and 'no', found {shorten(check.yes)} for both"


def _stated(one: Ruling, test: str) -> Iterator[str]:
    """Yield one sentence if a test is not marked with the ruling and its verdict; nothing if the tests are not here."""
    package = installed()[one.game]
    project = Path(__file__).parents[2] if package.is_own else Path(package.folder).parent
    if not (project / "tests").is_dir():
        return
    file, _, name = test.partition("::")
    marks = _marks(project / file).get(name)
    if marks is None:
        yield f"check, test: expected a test in the project's folder, found {shorten(test, len(test) + 2)}"
    elif one.id not in marks:
        yield f"check, test: expected {name} to have the mark ruling({one.id!r}, {one.first!r}), found none"
    elif marks[one.id] != one.first:
        mark = marks[one.id]
        yield f"the verdict is {shorten(one.verdict)}, for which {name} must be marked {one.first!r}, found {mark!r}"


@cache
def _marks(file: Path) -> Mapping[str, Mapping[str, str]]:
    """Return the tests of a file, each with the rulings that it proves and the first words of their verdicts."""
    body = ast.parse(file.read_text(encoding="utf-8")).body if file.is_file() else []
    return {
        node.name: {
            str(ast.literal_eval(call.args[0])): str(ast.literal_eval(call.args[1]))
            for call in node.decorator_list
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.ruling" and len(call.args) == 2
        }
        for node in body
        if isinstance(node, ast.FunctionDef)
    }


def _played(one: Ruling, check: Check) -> tuple[AnyState, Any]:
    """Return the state after the check's actions, and the last action with the state before it, or None."""
    state, last = one.shown.start(), None
    for written in check.after:
        action = state.game.read_action(written, state)
        last = (state, action)
        state = state.apply(action)
    return state, last


def _is_refused(one: Ruling, state: AnyState, written: str) -> bool:
    """Return whether an action is illegal. Raises `DataError` if another rule or source is the reason."""
    reasons = state.why_not(state.game.read_action(written, state))
    if not reasons:
        return False
    rules = state.game.rules
    if one.rule not in {reason.rule for reason in reasons}:
        raise DataError(f"expected {written} to be refused by {one.rule}, found {', '.join(r.rule for r in reasons)}")
    kinds = {rules.cited(reason).kind for reason in reasons if reason.rule == one.rule}
    # The code may refuse by the printed text what our interpretation only spells out, but never the other way round.
    if one.source.rule_kind not in kinds and (one.source is not SourceKind.READING or RuleKind.RULE not in kinds):
        found = ", ".join(sorted(kinds))
        raise DataError(f"expected the refusal of {written} to rest on the source '{one.source}', found '{found}'")
    return True


def _word(holds: object) -> str:
    return YES if holds else NO


def _allowed(one: Ruling, state: AnyState, _: Any) -> str:
    return _word(not _is_refused(one, state, one.asked.allowed))


def _refused(one: Ruling, state: AnyState, _: Any) -> str:
    return _word(_is_refused(one, state, one.asked.refused))


def _happens(one: Ruling, _: AnyState, last: Any) -> str:
    if last is None:
        raise DataError("expected 'after' with 'happens', found none")
    before, action = last
    return _word(one.asked.happens in {event.rule for event in before.events(action)})


def _options(one: Ruling, state: AnyState, _: Any) -> str:
    for written in one.asked.options.split(","):  # a misspelt option is refused too, and would prove any "no"
        if (name := written.partition("=")[0]) not in state.game.known_options:
            known = ", ".join(state.game.known_options)
            raise DataError(f"options: expected some of {known}, found {shorten(name)}")
    try:
        state.game.position("", one.asked.options)
    except CattoolsError:
        return NO
    return YES


def _score(one: Ruling, state: AnyState, _: Any) -> str:
    seats = [seat.id for seat in state.game.seats(state.options)]
    if one.asked.score not in seats:
        raise DataError(f"score: expected one of {', '.join(seats)}, found {shorten(one.asked.score)}")
    return str(state.score().total(seats.index(one.asked.score)))


def _turn(_: Ruling, state: AnyState, __: Any) -> str:
    seat = state.to_move
    return "over" if seat is None else "chance" if seat == CHANCE else state.game.seats(state.options)[seat].id


def _winners(_: Ruling, state: AnyState, __: Any) -> str:
    seats = state.game.seats(state.options)
    return " ".join(seats[seat].id for seat in state.game.winners(state)) or "nobody"


def _areas(one: Ruling, state: AnyState, _: Any) -> str:
    return " ".join(sorted(answer_check.answer(one.shown, state))) or "none"


def _fact(one: Ruling, _: AnyState, __: Any) -> str:
    value = value_at(load(f"games/{one.game}/data/components.toml"), one.asked.fact)
    if value is None:
        raise DataError(f"fact: expected a value of components.toml, found {shorten(one.asked.fact)}")
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


_ANSWERS: Mapping[str, Callable[[Ruling, AnyState, Any], str]] = {
    "allowed": _allowed,
    "refused": _refused,
    "happens": _happens,
    "options": _options,
    "score": _score,
    "turn": _turn,
    "winners": _winners,
    "areas": _areas,
    "fact": _fact,
}
