"""Randomly altered positions of real games contradict a rule, are incomplete, or have every question answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape
from random import Random

import pytest

from cattools.core.table.determinization import Determinization
from cattools.core.table.format_editor import FormatEditor
from cattools.core.table.position_editor import AnyEditorSpec, Draft
from cattools.core.table.scorer import Field
from cattools.games import GAMES, having
from cattools.widgets import position_editor
from cattools.widgets.modes.table_queries import QUESTIONS
from tests.games.helpers import choices, sample
from tests.kinds import number
from tests.widgets.board_client import hear, said, tool, typed, view

HAVE = having("position_editor")
TIMES = 4  # alterations of each position
EVERY_SO_MANY = number(100, 8)  # one in this many altered positions is also tested on a board


def taken(draft: Draft, rng: Random) -> tuple[str, int]:
    """Return the place of a random piece, and its index there."""
    place = rng.choice([*draft.contents])
    return place, rng.randrange(len(draft.at(place)))


def random_place(setting: AnyEditorSpec, draft: Draft, thing: str, rng: Random) -> str:
    """Return a random place that can hold a thing."""
    table = setting.table(draft.options)
    return rng.choice([one.id for one in table.places.values() if one.most(table.things[thing])])


def moved(setting: AnyEditorSpec, draft: Draft, rng: Random) -> Draft:
    """Return the draft with one piece moved."""
    place, at = taken(draft, rng)
    thing = draft.at(place)[at]
    return setting.put(setting.take(draft, place, at), thing, random_place(setting, draft, thing, rng))


def removed(setting: AnyEditorSpec, draft: Draft, rng: Random) -> Draft:
    """Return the draft with one piece removed."""
    return setting.take(draft, *taken(draft, rng))


def added(setting: AnyEditorSpec, draft: Draft, rng: Random) -> Draft:
    """Return the draft with one piece added."""
    thing = rng.choice([*setting.table(draft.options).things])
    return setting.put(draft, thing, random_place(setting, draft, thing, rng))


def recoloured(setting: AnyEditorSpec, draft: Draft, rng: Random) -> Draft:
    """Return the draft with one piece replaced by another of its kind."""
    place, at = taken(draft, rng)
    table = setting.table(draft.options)
    old, where = table.things[draft.at(place)[at]], table.places[place]
    new = rng.choice([one.id for one in table.things.values() if one.kind == old.kind and where.most(one)])
    return setting.put(setting.take(draft, place, at), new, place)


def with_new_value(setting: AnyEditorSpec, draft: Draft, rng: Random) -> Draft:
    """Return the draft with a new value in one field."""
    one = rng.choice(setting.fields(draft))
    return setting.with_values(draft, {one.name: random_value(one, rng)})


def random_value(one: Field, rng: Random) -> str:
    """Return a random possible value of a field."""
    if one.choices:
        return rng.choice([value for value, _ in one.choices])
    return one.sample if one.pattern else str(rng.randint(0, min(one.most, 9)))


def with_other_options(setting: AnyEditorSpec, draft: Draft, rng: Random) -> Draft:
    """Return the draft with other options."""
    return setting.fitting(draft, rng.choice(choices(next(g for g in HAVE if GAMES[g].position_editor is setting))))


WAYS: tuple[Callable[[AnyEditorSpec, Draft, Random], Draft], ...] = (
    *(moved, removed, added, recoloured),
    *(with_new_value, with_other_options),
)


def altered(game_id: str, seed: int) -> Iterator[Draft]:
    """Yield randomly altered drafts, most of which are not positions that a game can reach."""
    setting, rng = GAMES[game_id].position_editor, Random(f"{game_id}{seed}")
    assert setting
    for options in choices(game_id):
        for state in sample(game_id, options):
            whole = setting.read(state)
            if rng.random() < 0.3:
                whole = setting.known(whole, 0, state.mover)
            if not whole.contents:
                continue
            for _ in range(TIMES):
                draft = rng.choice(WAYS)(setting, whole, rng)
                yield rng.choice(WAYS)(setting, draft, rng) if draft.contents and rng.random() < 0.3 else draft


@pytest.mark.slow
@pytest.mark.parametrize("game_id", HAVE)
def test_an_altered_position_is_reported_by_a_rule_or_incomplete_or_playable(game_id: str) -> None:
    game = GAMES[game_id]
    setting = game.position_editor
    assert setting
    seen = Counter[str]()
    for draft in altered(game_id, 1):
        found = setting.all_problems(draft)
        lacks = [*setting.missing(draft)]
        if not found and not lacks:
            found = setting.faults(draft, game.read_position)
        assert all(one.rule in game.rules for one in found), setting.text(draft)
        if not found and not lacks:
            Determinization.supposed(game, setting, draft)
        lacks += setting.left_out(draft)
        seen["impossible" if found else "lacking" if lacks else "whole"] += 1
    by_format = isinstance(getattr(setting.read, "__self__", None), FormatEditor)  # it finds hardly any problems
    kinds = ("whole",) if by_format else ("impossible", "lacking", "whole")
    assert min(seen[kind] for kind in kinds) > 9, seen


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game_id", HAVE)
def test_every_question_about_an_altered_position_is_answered_or_refused_by_a_rule(game_id: str) -> None:
    board = position_editor(game_id)
    hear(board, view(board))
    mode = board.mode
    for draft in [*altered(game_id, 2)][::EVERY_SO_MANY]:
        mode.change(draft)
        problems, lacks = mode.problems, mode.missing
        for question in QUESTIONS:
            hear(board, tool(question))
            message = unescape(said(board))
            if mode.asked:
                assert mode.asked == question
                hear(board, tool("table"))
            else:
                assert problems or lacks, (message, mode.written())
                assert "cat-rule" in board.slots["status"] if problems else message.startswith("Still to enter"), (
                    message
                )
        assert mode.draft == draft


@pytest.mark.parametrize(
    ("game_id", "words", "rule", "cells"),
    [
        ("cattricola", "disc-plum=a disc-teal=b sm plum5", "cattricola.place.order", "plum1"),
        ("cattricola", "disc-plum=a disc-teal=b w plum21", "cattricola.place.order", "plum20"),
        ("territory", "t1 won.red", "territory.setup.treasure", "won.red"),
        ("territory", "end=red lot=yes", "territory.end.card", ""),
        ("calico", "Nd blue.b2 turn=none-yet", "calico.setup.start", "blue.b2"),
        ("catbox", "phase=deal plum r4", "catbox.declare", "r4"),
    ],
)
def test_a_complete_draft_that_is_not_a_position_is_reported(game_id: str, words: str, rule: str, cells: str) -> None:
    board = position_editor(game_id)
    hear(board, view(board), typed(words))
    (problem,) = board.mode.problems
    assert problem.rule == rule
    assert not cells or cells in problem.cells
    assert "1 problem" in said(board)
    hear(board, tool("may"))
    assert not board.mode.asked
    assert f'href="rule:{rule}"' in board.slots["status"]


@pytest.mark.rule("cattricola.end.trigger")
def test_a_full_disc_in_the_editor_begins_the_final_round() -> None:
    board = position_editor("cattricola")
    hear(board, view(board), typed("disc-plum=a disc-teal=b w " + " ".join(f"plum{n}" for n in range(1, 21))))
    hear(board, typed("sm plum21"))
    assert [problem.rule for problem in board.mode.problems] == ["cattricola.end.trigger"]
    hear(board, typed("phase=final"))
    assert not board.mode.problems


def test_marks_of_an_option_are_offered_only_with_that_option() -> None:
    board = position_editor("herders")
    assert {"running", "leaves"}.isdisjoint(board.mode.table.things)
    assert {"running", "leaves"} < {*position_editor("herders", options="two-steps,sacrifice").mode.table.things}
    assert "swap" not in {one.name for one in position_editor("territory").mode.table.fields}
