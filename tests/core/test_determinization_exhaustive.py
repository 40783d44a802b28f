"""What may be legal and what is known despite unknown things, compared with an exhaustive search of all deals.

The positions have few unknown things. The search deals them in every possible way, follows a line of moves in each of
these worlds, with every result of every draw, and examines the worlds that remain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cattools.core.chance import Dealer
from cattools.core.errors import NotationError
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.table.determinization import NO_OBSTACLES, Determinization, obstacles
from cattools.core.table.position_editor import Draft
from cattools.games import GAMES
from cattools.lessons.practice.position_pool import pool
from tests.kinds import nightly

MOST = 700  # worlds, and a quarter of the deals tried to find them; positions with more are left out
UNKNOWN = 6  # unknown things; positions with more are left out
MOVES = 5  # moves followed from a position
REFUSED = 5  # moves that no deal allows, tried in each position
SMALL_DUEL = (
    "b,1,r,rb,r,r/r,1,b,rb,r,r/br,r,br,rb,b,1/r,b,1,r,2/1,b,r,r,1,r/b,b,b,2,r blue B1+F3/B2+F4"
    " gone=A1+C1+D1+E1+F1+A2+C2+D2+E2+F2+A3+B3+C3+D3+E3+A4+B4+D4+B5+C5+D5+A6+B6+C6+F6+E5+F5+A5+D6"
)
FACE_DOWN_PIG = "0,0;0,5 10/10/10/pf?py8/10 plum=A::a2,a3 teal=C plum"


def deals(game: AnyGame, draft: Draft, after: tuple[str, int] = ("", 0)) -> Iterator[Draft]:
    """Yield every deal of the unknown things; `after` is the place and the index of the thing dealt last."""
    editor = game.position_editor
    assert editor is not None
    table = editor.table(draft.options)
    place = next(
        (one for one, contents in draft.contents.items() if any(table.things[x].unknown for x in contents)), None
    )
    if place is None:
        yield draft
        return
    counts, here = editor.thing_counts(draft), draft.at(place)
    only = editor.only(draft, place) or table.places[place].only
    at = next(n for n, one in enumerate(here) if table.things[one].unknown)
    least = after[1] if after[0] == place and table.places[place].row else 0  # the order within a hand does not matter
    for n, one in enumerate(table.things.values()):
        fits = one.group == table.things[here[at]].group and not one.unknown and (not only or one.id in only)
        if n >= least and fits and one.most is not None and counts[one.id] < one.most:
            yield from deals(game, draft.with_contents(place, (*here[:at], one.id, *here[at + 1 :])), (place, n))


def worlds(game: AnyGame, draft: Draft) -> list[AnyState] | None:
    """Return the positions of all deals; None if there are too many."""
    assert game.position_editor is not None
    things = game.position_editor.table(draft.options).things
    if sum(things[one].unknown for contents in draft.contents.values() for one in contents) > UNKNOWN:
        return None
    found, number = dict[AnyState, None](), 0
    for deal in deals(game, draft):
        number += 1
        if number > MOST * 4 or len(found) > MOST:
            return None
        try:
            state = game.read_position(game.position_editor.write(deal), draft.options)
        except NotationError:
            continue
        found[state] = None
    return list(found)


def settled(states: Iterable[AnyState]) -> list[AnyState] | None:
    """Return the positions after every result of every draw; None if there are too many."""
    todo, found = list(states), dict[AnyState, None]()
    while todo:
        state = todo.pop()
        if state.to_move == CHANCE:
            todo += [state.apply_unchecked(action) for _, action in state.chances()]
        else:
            found[state] = None
        if len(todo) + len(found) > MOST * 4:
            return None
    return list(found)


def hidden_positions(game_id: str, options: str, own: bool) -> Iterator[Draft]:
    """Yield positions in which everything hidden from spectators is an unknown thing.

    With `own`, only what is in secret places of the seat to move or of no seat is unknown.
    """
    game: AnyGame = GAMES[game_id]
    editor = game.position_editor
    assert editor is not None
    wanted = str(game.choose(options))
    if game_id == "territory" and not own:
        yield editor.known(editor.read(game.position(SMALL_DUEL, options)), None, CHANCE)
    if game_id == "cattricola":
        yield editor.known(editor.read(game.position(FACE_DOWN_PIG, options)), None, CHANCE)
    found = (stretch.states(game)[-1] for stretch in pool(game_id).stretches if stretch.options == wanted)
    for state in ends_of_rounds(game, options) if game_id == "catbox" else found:
        if state.mover is None:
            continue
        real = editor.read(state)
        hidden = editor.known(real, None, CHANCE)
        if own:
            places = editor.table(real.options).places
            mine = {at for at in real.contents if places[at].secret and places[at].seat in (state.mover, None)}
            hidden = replace(
                hidden, contents={at: hidden.at(at) if at in mine else real.at(at) for at in real.contents}
            )
        if editor.hides(hidden):
            yield hidden


def ends_of_rounds(game: AnyGame, options: str) -> Iterator[AnyState]:
    """Yield, from each random game, the first position in the play phase with `UNKNOWN - 1` secret cards."""
    editor = game.position_editor
    assert editor is not None
    for seed in range(30):
        rng, dealer = Random(seed), Dealer(seed)
        state = dealer.settle(game.start(game.choose(options)))
        while state.to_move is not None:
            draft = editor.read(state)
            number = sum(len(draft.at(at)) for at, one in editor.table(draft.options).places.items() if one.secret)
            if editor.value(draft, "phase") == "play" and number == UNKNOWN - 1:
                yield state
                break
            state = dealer.settle(state.apply(rng.choice(state.legal())))


def written(actions: Iterable[Any]) -> set[str]:
    return {*map(str, actions)}


def reachable(world: Determinization, move: str) -> Determinization | None:
    """Return a world that is consistent with all moves so far and allows this one, or None if none is found."""
    found = world if obstacles(world.state, [move]) == NO_OBSTACLES else world.suiting([move])
    return found if found is not None and obstacles(found.state, [move]) == NO_OBSTACLES else None


CASES = [nightly(("territory", "game=duel", False)), ("cattricola", "hidden", False)]
CASES += [("catbox", "players=2", own) for own in (False, True)]
CASES += [nightly(("calico", "players=2", True))]


@pytest.mark.slow
@pytest.mark.parametrize("number", [pytest.param(3, id="few"), pytest.param(40, id="many", marks=pytest.mark.nightly)])
@pytest.mark.parametrize(("game_id", "options", "own"), CASES)
def test_what_may_be_legal_and_what_is_known_agree_with_all_deals(
    game_id: str, options: str, own: bool, number: int
) -> None:
    game: AnyGame = GAMES[game_id]
    lines = 0
    for hidden in hidden_positions(game_id, options, own):
        possible = worlds(game, hidden)
        if possible is not None and len(possible) > 1:
            lines += compare(game, hidden, possible, Random(lines)) > 0
        if lines >= number:
            break
    assert lines


def compare(game: AnyGame, hidden: Draft, possible: list[AnyState], rng: Random) -> int:
    """Compare a table with all worlds along a line of moves; return how many positions of the line were compared."""
    editor = game.position_editor
    assert editor is not None
    world, line, checked = Determinization.dealt(game, editor, hidden, hidden), list[str](), 0
    for _ in range(MOVES):
        followed = settled(possible)
        if not followed or world.state.mover is None or any(state.mover != world.state.mover for state in followed):
            break
        possible = followed
        about = (editor.text(hidden), line)
        each = [written(state.legal()) for state in possible]
        some, every = set.union(*each), set.intersection(*each)
        sure, unsure, _ = world.ways()
        assert written([*sure, *unsure]) == some, about
        assert written(sure) <= every, about
        others = sorted(written(game.candidates(world.state)) - some)
        for move in [*some, *rng.sample(others, min(len(others), REFUSED))]:
            assert (reachable(world, move) is not None) == (move in some), (*about, move)
        things, known = editor.table(hidden.options).things, world.known()
        for draft in map(editor.read, possible):
            for place, contents in known.contents.items():
                there = Counter(one for one in contents if not things[one].unknown)
                assert there <= Counter(draft.at(place)), (*about, place, contents)
        checked += 1
        move = rng.choice(sorted(some))
        line.append(move)
        found = reachable(world, move)
        assert found is not None
        world = found
        world.timeline.play(game.read_action(move, world.state))
        drawn = 0
        while world.state.to_move == CHANCE and drawn <= UNKNOWN:
            world.timeline.play(Dealer(rng.randrange(1000)).choose(world.state))
            drawn += 1
        if drawn > UNKNOWN:  # a new round is dealt
            break
        possible = [state.apply(game.read_action(move, state)) for state in possible if move in written(state.legal())]
    return checked
