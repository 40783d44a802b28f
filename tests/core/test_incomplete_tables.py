"""Incomplete tables: what a game allows is never refused, and nothing unknown is called known.

A position of a random game is entered without hands, treasures, fields and whatever else a player can leave out. The
real position is one way to complete the table, so every answer must agree with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from operator import and_
from random import Random

import pytest

from cattools.core.chance import Dealer
from cattools.core.errors import NotationError
from cattools.core.game import AnyGame, AnyState
from cattools.core.options import Options
from cattools.core.score import Line, Score
from cattools.core.table.determinization import FEW_DEALS, NO_OBSTACLES, Determinization, obstacles
from cattools.core.table.position_editor import AnyEditorSpec, Draft
from cattools.games import GAMES, having
from tests.games.helpers import choices, named, sample
from tests.kinds import number, one_a_game, some

EVERY = [(game_id, options) for game_id in having("position_editor") for options in choices(game_id)]
CASES = one_a_game(EVERY)
FEW = some(EVERY, lambda case: case[0] in ("catbox", "herders") and not str(case[1]))
ACTIONS = 6  # tried in each position
SAME = "{rules}: the same sum in every case"  # the text of a line that replaces lines of which only the sum is known
LEFT_OUT = ("cat", "likes", "sheet", "disc-", "cells-")  # fields that the reader may leave out


def incomplete(editor: AnyEditorSpec, state: AnyState, rng: Random) -> Draft:
    """Return a position without some of the contents that seats hide and some of the fields that can be assumed."""
    whole = editor.read(state)
    places = editor.table(whole.options).places
    hidden = [at for at in whole.contents if places[at].secret and places[at].row and places[at].seat is not None]
    hidden = [at for at in hidden if editor.rest(whole.with_contents(at, ())).at(at)]  # its number of things is known
    without = {at for at in hidden if rng.random() < 0.7}
    values, set_up = dict(whole.field_values), whole.field_values.get("turn") == "none-yet"
    values = {
        name: one for name, one in values.items() if set_up or not name.startswith(LEFT_OUT) or rng.random() < 0.3
    }
    if whole.field_values.get("phase", "play") in ("play", "end") and rng.random() < 0.7:
        values = {name: value for name, value in values.items() if not name.startswith("predicted-")}
    for name in whole.field_values:  # the tiles on a disc board show which board it is
        if name.startswith(("disc-", "cells-")) and any(at.startswith(name.partition("-")[2]) for at in whole.contents):
            values[name] = whole.field_values[name]
    contents = {at: things for at, things in whole.contents.items() if at not in without}
    return replace(whole, contents=contents, field_values=values)


def tables(game_id: str, options: Options) -> Iterator[tuple[AnyGame, AnyEditorSpec, AnyState, Draft]]:
    """Yield each position in which a player decides: its game, its editor, the position, and what was entered."""
    game, rng = GAMES[game_id], Random(str(options))
    editor = game.position_editor
    assert editor is not None
    for seed in range(1, number(2, 5)):
        for state in sample(game_id, options, seed):
            real = Dealer(1).settle(state)
            if real.mover is not None:
                entered = incomplete(editor, real, rng)
                if not editor.all_problems(entered) and not any(editor.missing(entered)):
                    yield game, editor, real, entered


def said(line: Line) -> tuple[int, str, str, int]:
    """Return what a reader sees of a line of a score."""
    return line.seat, line.rule, str(line.text), line.points


def reachable(world: Determinization, move: str) -> Determinization | None:
    """Return a world that allows a move, or None if none is found."""
    found = world if obstacles(world.state, [move]) == NO_OBSTACLES else world.suiting([move])
    return found if found is not None and obstacles(found.state, [move]) == NO_OBSTACLES else None


@pytest.mark.sampled
@pytest.mark.parametrize(("game_id", "options"), CASES, ids=named)
def test_what_the_real_position_allows_is_not_refused(game_id: str, options: Options) -> None:
    rng, tried = Random(1), 0
    for game, editor, real, entered in tables(game_id, options):
        world = Determinization.supposed(game, editor, entered)
        legal = [*map(str, real.legal())]
        for move in rng.sample(legal, min(ACTIONS, len(legal))):
            assert reachable(world, move) is not None, (editor.text(entered), move, str(real))
            tried += 1
    assert tried > 9


@pytest.mark.sampled
@pytest.mark.parametrize(("game_id", "options"), FEW, ids=named)
def test_what_depends_on_nothing_left_out_is_true_of_the_real_position(game_id: str, options: Options) -> None:
    """Actions that depend on no part left out are legal; a part that is entered decides nothing any more."""
    rng, tried = Random(2), 0
    for game, editor, real, entered in tables(game_id, options):
        world, about = Determinization.supposed(game, editor, entered), editor.text(entered)
        if world.state.mover != real.mover:
            continue
        legal = {*map(str, real.legal())}
        assert {*map(str, world.ways()[0])} <= legal, (about, str(real))
        here = [*world.state.legal()]
        whole = editor.read(real)
        for action in rng.sample(here, min(ACTIONS, len(here))):
            parts = world.decided_by([action])
            if not parts:
                assert str(action) in legal, (about, str(action), str(real))
            tried += 1
            known = entered
            for part in parts:
                known = (
                    editor.with_values(known.with_contents(part.at, whole.at(part.at)), {})
                    if part.at in whole.contents
                    else known
                )
                if part.at in whole.field_values:
                    known = editor.with_values(known, {part.at: whole.field_values[part.at]})
            if known != entered:
                now = Determinization.supposed(game, editor, known)
                found = reachable(now, str(action))
                if found is not None:
                    left = found.decided_by([game.read_action(str(action), found.state)])
                    assert not {part.at for part in left} & {part.at for part in parts}, (about, str(action))
    assert tried > 9


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize(("game_id", "options"), FEW, ids=named)
def test_points_that_are_counted_are_points_of_the_real_position(game_id: str, options: Options) -> None:
    for game, editor, real, entered in tables(game_id, options):
        lines, parts = Determinization.supposed(game, editor, entered).scored()
        there, score, about = Counter(map(said, real.score().lines)), real.score(), editor.text(entered)
        known = Counter(said(line) for line in lines if line.points and line.text.sentence != SAME)
        assert known <= there, (about, known - there, str(real))
        if not parts:
            assert all(Score((*lines,)).total(n) == score.total(n) for n, _ in enumerate(game.seats(options))), about


def with_backs(editor: AnyEditorSpec, draft: Draft, most: int, rng: Random) -> Draft:
    """Return the draft with up to `most` of its things replaced by unknown things."""
    table = editor.table(draft.options)
    backed = {
        (at, n): table.backs[table.things[one].group]
        for at, contents in draft.contents.items()
        for n, one in enumerate(contents)
        if table.things[one].group in table.backs
    }
    for at, n in rng.sample([*backed], min(most, len(backed))):
        draft = draft.with_contents(at, (*draft.at(at)[:n], backed[at, n], *draft.at(at)[n + 1 :]))
    return draft


def completions(game: AnyGame, editor: AnyEditorSpec, entered: Draft) -> list[AnyState] | None:
    """Return every position that completes the table; None if there are too many to compare."""
    read, found = editor.reader(entered, game.read_position), list[AnyState]()
    deals = (deal for whole in editor.completions(entered) for deal in editor.every_deal(whole))
    for n, deal in enumerate(deals):
        if n >= FEW_DEALS:
            return None
        with suppress(NotationError):
            found.append(Dealer(0).settle(read(editor.write(deal), deal.options)))
    return found


@pytest.mark.sampled
@pytest.mark.parametrize(("game_id", "options"), FEW, ids=named)
def test_a_score_depends_on_what_is_unknown_only_if_a_completion_changes_it(game_id: str, options: Options) -> None:
    """What a reader sees of a line (seat, rule, text and points) is compared in every completion of the table."""
    game, rng, tried = GAMES[game_id], Random(str(options)), 0
    editor = game.position_editor
    assert editor is not None
    for seed in range(1, number(3, 9)):
        for state in sample(game_id, options, seed):
            real = Dealer(1).settle(state)
            seen = incomplete(editor, real, rng) if rng.random() < 0.3 else editor.read(real)
            entered = with_backs(editor, seen, rng.randint(1, 3), rng)
            if not (worlds := completions(game, editor, entered)):
                entered = with_backs(editor, editor.read(real), 1, rng)
                worlds = completions(game, editor, entered)
            if not worlds or editor.all_problems(entered) or any(editor.missing(entered)):
                continue
            tried += 1
            about, seats = editor.text(entered), range(len(game.seats(options)))
            lines, parts = Determinization.supposed(game, editor, entered).scored()
            same = reduce(and_, (Counter(map(said, world.score().lines)) for world in worlds))
            assert same == Counter(said(line) for line in lines if line.text.sentence != SAME), about
            sums = [{(world.score().total(n), n in game.ending(world).out) for world in worlds} for n in seats]
            assert bool(parts) == any(len(one) > 1 for one in sums), (about, parts, sums)
            for n in seats:
                if len(sums[n]) == 1:
                    assert {Score((*lines,)).total(n)} == {total for total, _ in sums[n]}, about
    assert tried > 5


@pytest.mark.sampled
@pytest.mark.parametrize(("game_id", "options"), CASES, ids=named)
def test_what_was_left_out_is_still_unknown_after_moves(game_id: str, options: Options) -> None:
    rng = Random(3)
    for game, editor, _, entered in tables(game_id, options):
        world = Determinization.supposed(game, editor, entered)
        if world.state.mover is None:
            continue
        world.timeline.play(rng.choice(world.state.legal()))
        known, supposed = world.known(), {name for gap in world.gaps for name in gap.ways[0]}
        assert {name: known.field_values.get(name) for name in supposed} == {
            name: entered.field_values.get(name) for name in supposed
        }
        places, things = editor.table(entered.options).places, editor.table(entered.options).things
        own = {at for at in known.contents if places[at].secret and places[at].row and places[at].seat is not None}
        for at in own:
            there = Counter(one for one in known.at(at) if things[one].most is not None)
            assert sum(there.values()) <= len(entered.at(at)) + 1, (editor.text(entered), at, known.at(at))


def test_a_table_without_anything_on_it_can_be_asked_about() -> None:
    for game_id in having("position_editor"):
        game: AnyGame = GAMES[game_id]
        editor = game.position_editor
        assert editor is not None
        for options in choices(game_id):
            try:
                Determinization.supposed(game, editor, Draft(options))
            except NotationError as error:
                pytest.fail(f"{game_id} {options}: {error}")
