"""Requirements on every game, checked with all of its options in positions from random play."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist
from random import Random

import pytest

from cattools import game_check
from cattools.bots import LEVELS, searching
from cattools.core import game_record, selection
from cattools.core.display.scene import Area, Look, MarkKind, Part, Point, Scene
from cattools.core.events import EventKind
from cattools.core.game import CHANCE, AnyGame, AnyState, Game, OpenView, State
from cattools.core.messages import integer
from cattools.core.options import Options
from cattools.core.random_play import random_game
from cattools.core.rules import IllegalAction
from cattools.core.timeline import Timeline
from cattools.game_check import areas_of
from cattools.games import GAMES
from tests.games.helpers import EVERY, choices, named, sample

pytestmark = pytest.mark.parametrize(("game_id", "options"), EVERY, ids=named)
LONGEST = 4000  # the maximum number of actions in a game that can end
PHASES = 4  # the maximum number of layouts of a scene during a game


def forbidden(state: AnyState, action: object) -> bool:
    """Return whether any check forbids an action, without running the checks after the first that does."""
    return any(check.find(state, action) for check in state.game.checks[type(action)])


def test_an_action_is_legal_exactly_if_nothing_forbids_it(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        legal = list(state.legal())
        assert len(legal) == len(set(legal))
        candidates = set(state.game.candidates(state))
        assert set(legal) <= candidates
        assert not any(map(state.why_not, legal)), str(state)
        assert set(legal) == {a for a in candidates if not forbidden(state, a)}, str(state)
        assert set(legal) == {a for a in candidates if state.allows(a)}, str(state)
        again = state.game.read_position(str(state), options)
        assert list(again.legal()) == legal


def test_a_games_own_way_to_draw_a_deal_matches_the_default(game_id: str, options: Options) -> None:
    game, dealt, rng = GAMES[game_id], GAMES[game_id].start(options), Random(7)
    for seed in range(200):
        if dealt.to_move is None:
            break
        if dealt.to_move == CHANCE:
            drawn = dealt.chance(Random(seed))
            assert drawn == Game.chance(game, dealt, Random(seed))
            dealt = dealt.apply_unchecked(drawn)
        else:
            dealt = dealt.apply_unchecked(rng.choice(dealt.legal()))


def test_apply_is_pure_and_deterministic(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        before, written, copied = hash(state), str(state), copy.copy(state)
        for action in state.legal():
            after = state.apply(action)
            assert after == state.apply(action) == state.apply_unchecked(action)
            assert hash(after) == hash(state.apply_unchecked(action))
        assert (hash(state), str(state)) == (before, written)
        assert state == copied


def test_forbidden_actions_are_refused_with_reasons(game_id: str, options: Options) -> None:
    game, rng = GAMES[game_id], Random(0)
    for state in sample(game_id, options):
        legal, cells = set(state.legal()), areas_of(state)
        forbidden = [a for a in game.candidates(state) if a not in legal]
        before = str(state)
        for action in rng.sample(forbidden, min(60, len(forbidden))):
            with pytest.raises(IllegalAction) as refused:
                state.apply(action)
            assert refused.value.refusals == state.why_not(action)
            assert [*game_check.refusals(state, action, cells)] == []
        assert str(state) == before


def test_notation_is_read_back(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        assert state.game.read_position(str(state), options) == state
        for action in state.legal():
            assert state.game.read_action(str(action), state) == action
            assert "\n" not in str(action)


def test_json_and_links_are_read_back(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        for read in (
            game_record.read_position(game_record.position_json(state), GAMES),
            game_record.read_link("#" + game_record.position_link(state), GAMES),
        ):
            assert (read, hash(read), read.options) == (state, hash(state), options)


def test_a_record_replays(game_id: str, options: Options) -> None:
    rng, timeline = Random(2), Timeline(GAMES[game_id].start(options))
    for _ in range(60):
        if timeline.state.to_move is None:
            break
        timeline.play(rng.choice(timeline.state.legal()))
    record = game_record.record_of(timeline, 7, ("human", "beginner"))
    read = game_record.read_record(record.to_json(), GAMES)
    assert read == record
    again = read.replay()
    assert [n.state for n in again.line] == [n.state for n in timeline.line]


def test_views_contain_only_what_a_seat_can_know(game_id: str, options: Options) -> None:
    game = GAMES[game_id]
    for state in sample(game_id, options):
        for seat in (None, *range(len(game.seats(options)))):
            view = state.view(seat)
            assert (view.game, view.options, view.to_move, view.seat) == (game, options, state.to_move, seat)
            assert not isinstance(view, State)
            assert list(view.legal()) == (list(state.legal()) if seat == state.to_move else [])
            if isinstance(view, OpenView):
                assert view.state == state  # nothing is hidden
                continue
            # A view is a function of what the seat knows: every state sampled from it looks the same to that seat.
            for seed in range(5):
                imagined = view.determinize(Random(seed))
                assert imagined.view(seat) == view
                assert repr(imagined.view(seat)) == repr(view)


def test_score_lines_cite_rules_and_add_up(game_id: str, options: Options) -> None:
    game = GAMES[game_id]
    for state in sample(game_id, options):
        score, seats = state.score(), range(len(game.seats(options)))
        assert sum(score.total(s) for s in seats) == sum(line.points for line in score.lines)
        assert {line.seat for line in score.lines} <= {*seats}
        assert [*game_check.lines(state, areas_of(state))] == []


def test_the_events_of_every_action_can_be_shown(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        areas = areas_of(state)
        assert [*game_check.sentence("status", state.status(), areas, closed=False)] == []
        for action in state.legal():
            events = state.events(action)
            assert events or state.to_move == CHANCE  # a deal of many steps has events only for its last step
            assert all(isinstance(event.kind, EventKind) for event in events)
            assert [*game_check.effects(state, action, areas)] == []


def test_refusals_do_not_reveal_what_the_seat_to_move_cannot_see(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        candidates = list(dict.fromkeys(state.game.candidates(state)))
        asked = Random(0).sample(candidates, min(60, len(candidates)))
        assert [*game_check.revealing(state, asked, Random(1))] == []


def test_presses_lead_to_the_action(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        areas = areas_of(state)
        for action in state.legal():
            assert action in selection.following(state, state.game.presses(action))
            assert [*game_check.presses(state, action, areas)] == []


def test_previews_can_be_shown(game_id: str, options: Options) -> None:
    preview = GAMES[game_id].preview
    for state in sample(game_id, options):
        areas = areas_of(state)
        for action in state.legal() if state.mover is not None else ():
            shown = preview(state.view(state.mover), action)
            assert all(isinstance(mark.kind, MarkKind) for mark in shown.marks)
            assert [*game_check.previews(state, action, areas)] == []


def test_a_scene_has_every_area_once(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        scene = state.game.scene_of(state)
        ids = [area.id for group in scene.groups for row in group.rows for area in row]
        assert [i for i, n in Counter(ids).items() if n > 1] == []
        assert scene.summary
        assert len(state.game.panels(state.view(None))) == len(state.game.seats(options))
        assert [*game_check.names(state)] == []


def test_a_scene_shows_the_chosen_areas_only_through_its_look(game_id: str, options: Options) -> None:
    game = GAMES[game_id]
    for state in sample(game_id, options)[::8]:
        view = state.view(state.mover)
        for area in [*game.scene(view, Look()).areas][::5]:
            for chosen in ((area,), (area, area)):
                assert game.scene(view, game.look(view, chosen)) == game.scene(view, Look(chosen)), (str(state), chosen)


def test_a_scene_keeps_its_layout_for_a_whole_phase(game_id: str, options: Options) -> None:
    """Parts with the same name have the same size in all positions and for all seats, and areas do not overlap."""
    game = GAMES[game_id]
    layouts: dict[tuple[str, ...], Scene] = {}
    checked: set[tuple[Area, ...]] = set()
    for n, state in enumerate(random_game(game, ending(game, options), 4, LONGEST)):
        if state.to_move == CHANCE or (n % 23 and n > 23 and state.to_move is not None):
            continue
        for seat in {None, state.mover, len(game.seats(options)) - 1}:
            scene = game.scene_of(state, seat)
            names = tuple(part.name for part in scene.parts)
            assert len(set(names)) == len(names)
            assert scene.stands_like(layouts.setdefault(names, scene)), str(state)
            for part in scene.parts:
                assert {piece.area for piece in part.pieces} <= part.areas.keys()
                spots = tuple(replace(area, name="", holds=False) for area in part.areas.values())
                if spots not in checked:
                    checked.add(spots)
                    assert_apart(part)
    assert len(layouts) <= PHASES


def assert_apart(part: Part) -> None:
    """Check that the areas of a part are inside it and do not overlap."""
    wide, tall = part.size
    areas = [*part.areas.values()]
    for n, area in enumerate(areas):
        assert all(-0.01 <= x <= wide + 0.01 and -0.01 <= y <= tall + 0.01 for x, y in area.outline), area
        for other in areas[:n]:
            if dist(area.at, other.at) < area.size + other.size:
                assert not overlap(area.outline, other.outline), (area, other)


def overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether two convex outlines overlap, that is, whether no edge of either separates them."""
    for outline in (one, other):
        for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
            across, length = (by - ay, ax - bx), dist((ax, ay), (bx, by))
            near, far = ([(x * across[0] + y * across[1]) / length for x, y in each] for each in (one, other))
            if max(near) <= min(far) + 0.01 or max(far) <= min(near) + 0.01:
                return False
    return True


def ending(game: AnyGame, options: Options) -> Options:
    """Return the options with a limit added if the game could go on forever without it."""
    if "limit" in game.known_options and not options["limit"]:
        return game.choose({**options, "limit": 30})
    return options


def test_games_end_and_then_nothing_is_legal(game_id: str, options: Options) -> None:
    game = GAMES[game_id]
    states = list(random_game(game, ending(game, options), 3, LONGEST))
    last = states[-1]
    assert last.to_move is None
    assert list(last.legal()) == []
    assert not last.pending
    assert all(last.why_not(a) for a in game.candidates(last))
    assert set(last.winners()) <= set(range(len(game.seats(options))))
    assert [*game_check.sentence("status", last.status(), areas_of(last), closed=False)] == []
    for state in states[:-1]:
        assert state.to_move is not None
        assert state.legal()
        assert state.winners() == ()
        unfinished = game.ending(state)  # asked for its seats that are out, also during setup
        assert set(unfinished.out) <= set(range(len(game.seats(options))))
        assert unfinished.said is None


def test_the_result_names_the_winners_every_total_and_the_tie_break(game_id: str, options: Options) -> None:
    game = GAMES[game_id]
    *_, last = random_game(game, ending(game, options), 3, LONGEST)
    seats = game.seats(options)
    totals, won, declared = last.score().totals(len(seats)), last.winners(), game.ending(last)
    assert not set(won) & set(declared.out)
    for you in (None, *range(len(seats))):
        told = " ".join(map(str, last.result(you)))
        if declared.said is not None:  # a solo game
            assert told == str(declared.said)
            assert integer(totals[0]) in told
            continue
        for seat, (info, total) in enumerate(zip(seats, totals, strict=True)):
            assert seat in declared.out or integer(total) in told
            # in a sentence about two players, the player who is not named is the loser
            named = str(info.called) in told or (seat == you and "you" in told.lower())
            assert named or (seat not in won and len(seats) == 2) or "draw" in told
        # without a tie-break, the losers must have lower totals: otherwise nobody could say why they did not win
        losers = {*range(len(seats))} - {*won, *declared.out}
        if won and any(totals[seat] >= totals[won[0]] for seat in losers):
            assert str(declared.tie_break) in told
            assert declared.rule in game.rules
        else:
            assert declared.tie_break is None


def test_every_deal_has_a_positive_weight(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        chances = state.chances()
        assert bool(chances) == (state.to_move == CHANCE)
        assert all(weight > 0 for weight, _ in chances)
        assert {action for _, action in chances} == (set(state.legal()) if chances else set())


def test_bots_play_legally_and_depend_only_on_their_seed(game_id: str, options: Options) -> None:
    for state in sample(game_id, options):
        if state.to_move in (None, CHANCE):
            continue
        for bot in (LEVELS["beginner"], LEVELS["friendly"], searching(playouts=20)):  # without a time limit
            view = state.view(state.to_move)
            choice = bot(view, Random(4))
            assert choice in state.legal()
            assert choice == bot(view, Random(4))


def test_every_option_value_is_tried(game_id: str, options: Options) -> None:
    known = GAMES[game_id].known_options
    tried = {(name, value) for chosen in choices(game_id) for name, value in chosen.items()}
    for name, option in known.items():
        wanted = (
            (option.sample,)
            if option.pick
            else option.choices or ((True, False) if isinstance(option.default, bool) else (option.most,))
        )
        assert {(name, value) for value in wanted} <= tried
    assert GAMES[game_id].choose(str(options)) == options
