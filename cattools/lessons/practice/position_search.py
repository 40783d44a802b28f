"""Search for practice positions: play seeded games with all options until every rule has enough positions.

The search runs on an author's machine (`cattools practice`) and writes a data file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from time import monotonic
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.options import Option, Options
from cattools.games import game
from cattools.lessons.practice.blind_guessing import unguessed
from cattools.lessons.practice.config import topics
from cattools.lessons.practice.distractors import some
from cattools.lessons.practice.generators import ALLOWED, NONE, REFUSED, PositionContext, offered
from cattools.lessons.practice.position_pool import Pool, Stretch, is_fair, moments

Key = tuple[str, str]  # a rule and a way of asking about it
STEPS = 4  # positions per stretch
WANTED = 115  # how many positions the search looks for, per rule
WANTED_EACH = 40  # how many positions the search looks for, per way of asking
ENOUGH, ENOUGH_EACH = 105, 20  # how many positions are kept at the end, per rule and per way of asking
MOST_INDEXED = 110  # maximum number of positions listed per way of asking
LEAST_HALF = 10  # minimum number of positions for a way of asking whose answer is "nothing"
LONGEST = 900  # maximum number of actions per game
RANDOM, LAST = 2, 3  # how many stretches of a game are examined: at random, and at its end
DEFAULT_SHARE = 0.3  # share of the search time for games with the default options
SHORT = 8  # number of actions played from a dense position, in which rare rules apply
CANDIDATES = 6  # number of random actions from which a player with a preference chooses the best


def _values(option: Option) -> Sequence[object]:
    if isinstance(option.default, bool):
        return (True, False)
    return option.choices or (option.least, min(option.least + 9, option.most))


def options_of(played: AnyGame) -> list[Options]:
    """Return the default options, and every other value of each option once with each number of players."""
    known = played.known_options
    players = known["players"].choices if "players" in known else ("",)
    found = {played.choose(): None}
    for name, option in known.items():
        for value in _values(option):
            for number in players:
                try:
                    chosen = played.choose({name: value})
                    if number and name != "players":
                        with_number = played.choose({name: value, "players": number})
                        if len(played.seats(with_number)) != len(played.seats(chosen)):
                            chosen = with_number  # otherwise this option would change the number of players
                except OptionError:  # some options exclude each other
                    continue
                found[chosen] = None
    return list(found)


Player = Callable[[AnyState, Any], float]  # a player is a function that rates actions


def _sharp(state: AnyState, action: Any) -> float:
    """Prefer actions after which the seat's position is good."""
    return state.game.evaluate(state.apply_unchecked(action), state.mover or 0)


def _lively(state: AnyState, action: Any) -> float:
    """Prefer actions with many effects, so that several rare rules apply at once."""
    return len(state.events(action)) + (0.5 if state.apply_unchecked(action).pending else 0)


def _careless(_: AnyState, __: Any) -> float:
    """Rate all actions the same."""
    return 0


PLAYERS: Sequence[Player] = (_careless, _careless, _sharp, _lively)


def play(start: AnyState, rng: Random, player: Player) -> Iterator[tuple[AnyState, Any]]:
    """Yield each position of a game with the action played in it; the player's ratings decide about half of these."""
    dealer, state = Dealer(int(rng.random() * 1_000_000)), start
    for _ in range(LONGEST):
        if state.to_move is None:
            yield state, None
            return
        if state.to_move == CHANCE:
            action = dealer.choose(state)
        else:
            with_aim = player is not _careless and rng.random() < 0.5
            tried = some(rng, state.legal(), CANDIDATES if with_aim else 1)
            action = max(tried, key=lambda one: player(state, one))
        yield state, action
        state = state.apply_unchecked(action)


class Search:
    """The positions found for one game so far, including those `known` from an earlier search."""

    def __init__(self, game_id: str, seed: int = 1, known: Pool | None = None) -> None:
        self.game, self.rng = game(game_id), Random(seed)
        self.options = options_of(self.game)
        self.usual = str(self.options[0])
        self.dense = self.game.practice.dense
        ways = (False, True) if self.dense else (False,)
        self.sources = [(options, dense) for options in self.options for dense in ways]
        self.gain = [1.0] * len(self.sources)
        self.stretches: list[Stretch] = []
        self.asked = defaultdict[Key, list[tuple[int, int]]](list)
        self.places = defaultdict[str, set[tuple[int, int]]](set)  # by rule
        self.usual_ones = Counter[Key]()  # how many positions have the default options
        if known is not None:
            kept = {*map(str, self.options)}
            for stretch in (one for one in known.stretches if one.options in kept):
                # the questions that are possible in a stretch may have changed since the earlier search
                self._take(stretch, self._asked_in(stretch.states(self.game)))

    def run(self, seconds: float) -> Pool:
        """Search for some time and return the positions that are worth keeping."""
        begun_at, end = monotonic(), monotonic() + seconds
        while monotonic() < end:
            # default options first: most rules need no other options, and readers meet the default options first
            usual = monotonic() - begun_at < seconds * DEFAULT_SHARE
            n = self._next_source(sum(str(options) == self.usual for options, _ in self.sources) if usual else None)
            before, begun = len(self.stretches), monotonic()
            self._look_at_a_game(*self.sources[n])
            gained = (len(self.stretches) - before) / max(monotonic() - begun, 0.001)
            self.gain[n] = 0.7 * self.gain[n] + 0.3 * gained
        return self.found()

    def _next_source(self, first: int | None) -> int:
        """Return the index of a random source, one of the `first` if given; productive sources are more likely."""
        weights = [gain + 0.05 * max(self.gain) + 0.01 for gain in self.gain[:first]]
        left = self.rng.random() * sum(weights)
        for n, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return n
        return 0

    def _look_at_a_game(self, options: Options, dense: bool) -> None:
        player = PLAYERS[int(self.rng.random() * len(PLAYERS))]
        if self.dense is not None and dense:
            line = list(islice(play(self.dense(options, self.rng), self.rng, _lively), SHORT))
        else:
            line = list(play(self.game.start(options), self.rng, player))
        starts = list(range(len(line) % STEPS, len(line), STEPS))
        for start in dict.fromkeys([0, *some(self.rng, starts, RANDOM), *starts[-LAST:]]):
            self._look_at(str(options), line[start : start + STEPS])

    def _look_at(self, options: str, part: Sequence[tuple[AnyState, Any]]) -> None:
        here = self._asked_in([state for state, _ in part])
        if any(self._is_lacking(key, usual=options == self.usual) for key in here):
            actions = tuple(str(action) for _, action in part[:-1])
            self._take(Stretch(options, str(part[0][0]), actions), here)

    def _asked_in(self, states: Sequence[AnyState]) -> Mapping[Key, Sequence[int]]:
        """Return the rules and ways of asking that a stretch allows, each with the steps that allow it."""
        here = defaultdict[Key, list[int]](list)
        for step, moment in moments(states):
            for key in self._keys(moment):
                here[key].append(step)
        return here

    def _take(self, stretch: Stretch, here: Mapping[Key, Sequence[int]]) -> None:
        number = len(self.stretches)
        self.stretches.append(stretch)
        for key, steps in here.items():
            self.usual_ones[key] += len(steps) * (stretch.options == self.usual)
            self.asked[key] += [(number, step) for step in steps]
            self.places[key[0]] |= {(number, step) for step in steps}

    def _is_lacking(self, key: Key, *, usual: bool) -> bool:
        lacks = len(self.asked[key]) < WANTED_EACH or len(self.places[key[0]]) < WANTED
        return lacks or (usual and self.usual_ones[key] < WANTED_EACH)

    def _keys(self, moment: PositionContext) -> list[Key]:
        found = dict[Key, None]()
        reasons, without = topics(self.game.id).reasons, topics(self.game.id).without
        for way, question in islice(offered(moment, self.rng), 400):
            key = question.rule, way
            if (
                question.rule in reasons
                or " ".join(key) in without
                or (key not in found and not is_fair(question, moment.state, self.rng))
            ):
                continue
            found[key] = None
        return list(found)

    def found(self) -> Pool:
        """Return the stretches that are needed, with the positions for each way of asking that is hard to guess."""
        kept = {key: places for key, places in self.asked.items() if self._is_kept(key) and not self._is_rare(key)}
        used = self._needed(kept)
        number = {old: new for new, old in enumerate(sorted(used))}
        asked = {}
        for key, places in kept.items():
            first = [place for place in sorted(places, key=self._is_unusual) if place[0] in used][:MOST_INDEXED]
            asked[key] = tuple((number[n], step) for n, step in first)
        return unguessed(Pool(self.game.id, tuple(self.stretches[n] for n in sorted(used)), asked))

    def _is_unusual(self, place: tuple[int, int]) -> bool:
        return self.stretches[place[0]].options != self.usual

    def _needed(self, kept: Mapping[Key, Sequence[tuple[int, int]]]) -> set[int]:
        """Return the indices of enough stretches for each rule and way of asking; default options are preferred."""
        used, by_rule = set[int](), defaultdict[str, set[tuple[int, int]]](set)
        for key, found in kept.items():
            by_rule[key[0]].update(found)
        groups = [(ENOUGH_EACH, {*places}) for places in kept.values()]
        groups += [(ENOUGH, places) for places in by_rule.values()]
        for wanted, places in sorted(groups, key=lambda group: (group[0], len(group[1]))):
            for n in sorted({n for n, _ in places}, key=lambda n: (self.stretches[n].options != self.usual, n)):
                if sum(place[0] in used for place in places) >= wanted:
                    break
                used.add(n)
        return used

    def _is_kept(self, key: Key) -> bool:
        rule, way = key
        other = {REFUSED: ALLOWED, ALLOWED: REFUSED}.get(way)
        if other is not None:
            return bool(self.asked.get((rule, other)))
        if way.endswith(f" {NONE}"):
            # half of the questions have the answer "nothing", so there must be enough positions for them
            return len(self.asked[key]) >= LEAST_HALF and (rule, way.removesuffix(f" {NONE}")) in self.asked
        return True

    def _is_rare(self, key: Key) -> bool:
        """Return whether a way of asking is rare while another way of asking about the same rule is not."""
        rule, way = key
        halves = way in (REFUSED, ALLOWED) or way.endswith(f" {NONE}") or (rule, f"{way} {NONE}") in self.asked
        others = (len(places) for (one, other), places in self.asked.items() if one == rule and other != way)
        return not halves and len(self.asked[key]) < ENOUGH_EACH <= max(others, default=0)
