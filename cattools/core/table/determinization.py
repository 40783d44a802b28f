"""What nobody knows of a table, imagined: one deal of it, the game played on from there, and other deals that suit it.

A deal is a choice: where something is refused that another deal allows, with all that was played so far, it is no
answer of the rules but of the deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.errors import NotationError
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.messages import Text
from cattools.core.rules import Refusal, Refusals
from cattools.core.table.position_editor import FEW_TRIES, TRIES, AnySetup, Draft, Place
from cattools.core.timeline import Node, Timeline

DRAWN = ""  # where something lay at the start that chance has brought since


@dataclass(frozen=True, slots=True)
class Unseen:
    """What nobody knows at a moment: what `lies` in each place, and where that lay at the start.

    `used` is what of the deal has been shown since, by where it lay at the start.
    """

    lies: Mapping[str, tuple[tuple[str, str], ...]]
    used: Mapping[str, Counter[str]]

    def at(self, place: str) -> Counter[str]:
        """Return what nobody knows of a place."""
        return Counter(thing for thing, _ in self.lies.get(place, ()))


@dataclass(frozen=True)
class World:
    """A table as it was `entered`, and as it is `told` with what was left out; one `deal` of what nobody knows of it.

    The `timeline` is what was played from there.
    """

    game: AnyGame
    setup: AnySetup
    entered: Draft
    told: Draft
    deal: Draft
    timeline: Timeline
    was_due: bool = False  # whether chance had to bring something before anybody could move
    _seen: dict[Node, tuple[Draft, Unseen]] = field(default_factory=dict)  # by moment of the game

    @classmethod
    def dealt(cls, game: AnyGame, setup: AnySetup, entered: Draft, told: Draft, supposed: Draft | None = None) -> World:
        """Return a world that agrees with what is told, and with more that is `supposed` to lie there.

        Raises `NotationError`, and `PositionError` where no game comes to it.
        """
        tries = FEW_TRIES if supposed else TRIES
        deal, state = setup.dealing(supposed or told, game.read_position, Random(0), tries)
        return cls(game, setup, entered, told, deal, Timeline(Dealer(0).settle(state)), state.to_move == CHANCE)

    @property
    def state(self) -> AnyState:
        """The position now."""
        return self.timeline.state

    @cached_property
    def hides(self) -> bool:
        """Whether something lies there of which nobody knows what it is."""
        return self.setup.hides(self.told)

    @property
    def is_open(self) -> bool:
        """Whether all that lies there now is known."""
        return not self._at(self.timeline.node)[1].lies

    # --- what is known -------------------------------------------------------------------------------------------

    def known(self) -> Draft:
        """Return what lies there now: unknown stays what was, until it is shown, and all that was drawn by lot here."""
        draft, unseen = self._at(self.timeline.node)
        if self.is_open and not self.hides:
            return draft
        table = self.setup.table(draft.options)
        for place, lying in draft.laid.items():
            left, found = unseen.at(place), list[str]()
            for one in lying:
                found.append(table.backs.get(table.things[one].likes, one) if left[one] > 0 else one)
                left[one] -= 1
            draft = draft.laying(place, tuple(found))
        if not self.hides:
            return draft
        open_ = {name: value for name, value in draft.told.items() if name not in self.setup.secrets}
        kept = {name: value for name, value in self.told.told.items() if name in self.setup.secrets}
        return self._left_out(Draft(draft.options, draft.laid, {**open_, **kept}))

    def _left_out(self, draft: Draft) -> Draft:
        """Return a draft without what is unknown where the reader had left things out, if it is filled in alike."""
        things, whole = self.setup.table(draft.options).things, self.setup.rest(draft)
        for place, lying in draft.laid.items():
            unknown = [one for one in lying if things[one].unknown]
            told = sum(things[one].unknown for one in self.entered.at(place))
            if len(self.told.at(place)) > len(self.entered.at(place)) and len(unknown) > told:
                known = tuple(one for one in lying if not things[one].unknown)
                shorter = draft.laying(place, (*known, *unknown[:told]))
                draft = shorter if self.setup.rest(shorter) == whole else draft
        return draft

    def _at(self, node: Node) -> tuple[Draft, Unseen]:
        """Return what lies there at a moment of the game, and what of it nobody knows."""
        if node not in self._seen:
            draft = self.setup.read(node.state)
            if node.parent is None:
                before, unseen = self.deal, self._dealt()
            else:
                before, unseen = self._at(node.parent)
            by_chance = node.parent is None or node.parent.state.to_move == CHANCE
            self._seen[node] = draft, self._followed(before, draft, unseen, by_chance=by_chance)
        return self._seen[node]

    def _dealt(self) -> Unseen:
        """Return what nobody knows as the game begins."""
        things, found = self.setup.table(self.told.options).things, dict[str, tuple[tuple[str, str], ...]]()
        for place, lying in self.told.laid.items():
            deal = zip(lying, self.deal.at(place), strict=True)
            found[place] = tuple((one, place) for back, one in deal if things[back].unknown)
        return Unseen({place: cards for place, cards in found.items() if cards}, {})

    def _followed(self, before: Draft, after: Draft, unseen: Unseen, *, by_chance: bool) -> Unseen:
        """Return what nobody knows after a step: what has left its place was shown, or lies unseen in another.

        Nobody knows either what chance has brought, were it face up: it was drawn here, not at the table.
        """
        table = self.setup.table(after.options)
        lies, used = dict(unseen.lies), {place: cards.copy() for place, cards in unseen.used.items()}
        shown, moved = self.setup.known(after, None, CHANCE), list[tuple[str, str]]()
        places = [place for place in before.laid.keys() | after.laid.keys() if before.at(place) != after.at(place)]
        for place in places:
            gone = Counter(before.at(place)) - Counter(after.at(place))
            gone -= Counter(before.at(place)) - unseen.at(place)  # what is known goes first
            left, lies[place] = _taken(lies.get(place, ()), gone)
            moved += left
        left_over = Counter(thing for thing, _ in moved)
        for place in places:
            come = Counter(after.at(place)) - Counter(before.at(place))
            here, rest = _taken(moved, come - Counter(shown.at(place)))
            moved = [*rest]
            drawn = come - left_over if by_chance else Counter[str]()
            new = (thing for thing in drawn.elements() if table.things[thing].likes in table.backs)
            lies[place] = (*lies.get(place, ()), *here, *((thing, DRAWN) for thing in new))
            left_over -= come
        for thing, origin in moved:
            if origin != DRAWN:
                used.setdefault(origin, Counter())[thing] += 1
        return Unseen({place: cards for place, cards in lies.items() if cards}, used)

    # --- other worlds --------------------------------------------------------------------------------------------

    def supposed(self) -> list[Draft]:
        """Return what may have to lie there for all that was played: what was used of the deal, with what has moved.

        What moved unseen was named by whoever moved it, as a card put aside; or it moved by itself, and may be another.
        """
        unseen = self._at(self.timeline.node)[1]
        moved = {place: cards.copy() for place, cards in unseen.used.items()}
        for place, lying in unseen.lies.items():
            for thing, origin in lying:
                if origin not in (place, DRAWN):
                    moved.setdefault(origin, Counter())[thing] += 1
        return [self._pinned(cards) for cards in ((unseen.used,) if moved == unseen.used else (moved, unseen.used))]

    def _pinned(self, used: Mapping[str, Counter[str]]) -> Draft:
        """Return what is told, and what of the deal was used."""
        draft, things = self.told, self.setup.table(self.told.options).things
        for place, cards in used.items():
            left, found = cards.copy(), list[str]()
            for back, one in zip(self.told.at(place), self.deal.at(place), strict=True):
                taken = things[back].unknown and left[one] > 0
                left[one] -= taken
                found.append(one if taken else back)
            draft = draft.laying(place, tuple(found))
        return draft

    def others(self, mover: int, bases: Sequence[Draft] = ()) -> Iterator[tuple[Draft, World]]:
        """Yield what else is supposed and a world in which it is so, and all that was played can be played.

        Only what a seat knows of what nobody else does is another there: first what was dealt to it, then what it drew.
        """
        if self.is_open and not self.hides:
            return
        bases, line = bases or self.supposed(), self.timeline.line
        ways: list[tuple[Draft, dict[int, Any]]] = [
            (draft, {}) for base in bases for draft in self.setup.deals(base, mover, self.entered)
        ]
        ways += [(base, {n: one}) for base in bases for n, node in enumerate(line) for one in self._draws(node, mover)]
        yield from self._in(ways)

    def needed(self, action: Any) -> Iterator[tuple[Draft, World]]:
        """Yield the same for all that an action needs there at once: a hand of which no card can be declared, say."""
        if (self.hides or not self.is_open) and (needs := self.setup.needs(self.state, action)):
            yield from self._in([(self.setup.filled(base, needs), {}) for base in self.supposed()])

    def _in(self, ways: Iterable[tuple[Draft, Mapping[int, Any]]]) -> Iterator[tuple[Draft, World]]:
        """Yield what is supposed and a world in which it is so, where all that was played can be played."""
        line = self.timeline.line
        for draft, instead in ways:
            with suppress(NotationError):
                world = World.dealt(self.game, self.setup, self.entered, self.told, draft)
                if self._replays(world, line, instead):
                    yield draft, world

    def _draws(self, node: Node, mover: int) -> Sequence[Any]:
        """Return what chance could have brought a seat instead, where a step was a draw that nobody else saw."""
        if node.parent is None or node.parent.state.to_move != CHANCE:
            return ()
        before, after = self._at(node.parent)[0], self._at(node)[0]
        places, lies = self.setup.table(after.options).places, self._at(self.timeline.node)[1].lies
        changed = [at for at in places if before.at(at) != after.at(at)]
        open_ = (at for at in changed if not places[at].secret and at in lies)  # and lies there still
        if not any(_is_own(places[at], mover) for at in changed) and not any(open_):
            return ()
        return [action for _, action in node.parent.state.chances() if action != node.action]

    def _replays(self, world: World, line: Sequence[Node], instead: Mapping[int, Any]) -> bool:
        """Return whether a line can be played in another world, and play it there; what is drawn unseen may differ."""
        for n, node in enumerate(line):
            state = world.state
            chance = state.to_move == CHANCE
            action = instead.get(n, node.action)
            if not chance:
                action = state.game.read_action(str(action), state)
            if not state.allows(action):
                if not chance:
                    return False
                action = Dealer(n).choose(state)
            world.timeline.play(action)
            moved = chance and action != node.action and n not in instead
            if moved and self._public(world.state) != self._public(node.state):
                return False
        return True

    def _public(self, state: AnyState) -> Draft:
        return self.setup.known(self.setup.read(state), None, CHANCE)

    def suiting(self, actions: Sequence[Any]) -> World | None:
        """Return the world in which the least is against what is meant, one action after the other; None: it is this.

        What is needed is supposed one thing after the other, as long as that takes something away that was against it.
        """
        mover, least = self.state.mover, against(self.state, actions)
        with suppress(NotationError):
            for _, world in self.needed(self.state.game.read_action(str(actions[0]), self.state)):
                if against(world.state, actions) == NOTHING:
                    return world
        found, bases, better = None, self.supposed(), mover is not None
        while better:
            better = False
            for draft, world in self.others(mover or 0, bases):
                if (still := against(world.state, actions)) < least:
                    found, least, bases, better = world, still, [draft], True
                    if least == NOTHING:
                        return found
        return found

    def ways(self) -> tuple[list[Any], list[Any], Collection[tuple[str, str]]]:
        """Return the actions that can be played whatever nobody knows, those that hang on it, and which reasons do."""
        state, mover = self.state, self.state.mover
        sure, some = [*state.legal()], dict.fromkeys(state.legal())
        if mover is not None:
            for _, world in self.others(mover):
                legal = dict.fromkeys(world.state.legal())
                sure = [action for action in sure if action in legal]
                some |= legal
            meant = (action for action in state.game.candidates(state) if action not in some)
            some |= {one: None for one in meant if any(world.state.allows(one) for _, world in self.needed(one))}
        sure = [action for action in sure if not self._uses(action)]
        hang = [action for action in some if action not in sure]
        return sure, hang, {why(refusal) for action in hang for refusal in state.why_not(action)}

    def openly(self, refusals: Iterable[Refusal]) -> Refusals:
        """Return reasons without what they tell of a hand, where it is imagined: then the rule itself is told."""
        mover, places = self.state.mover, self.setup.table(self.told.options).places
        lies = self._at(self.timeline.node)[1].lies
        if mover is None or not any(_is_own(places[place], mover) for place in lies):
            return Refusals(refusals)
        sentences = self.game.rules
        return Refusals(
            [
                replace(one, text=Text(sentences.cited(one).sentence), cells=()) if one.secret else one
                for one in refusals
            ]
        )

    def _uses(self, action: Any) -> bool:
        """Return whether an action is done with something that nobody knows."""
        if self.is_open:
            return False
        before, unseen = self._at(self.timeline.node)
        after = self._followed(before, self.setup.read(self.state.apply_unchecked(action)), unseen, by_chance=False)
        return sum(map(len, after.lies.values())) < sum(map(len, unseen.lies.values()))


NOTHING = (0, 0)


def against(state: AnyState, actions: Sequence[Any]) -> tuple[int, int]:
    """Return how many actions cannot be played one after the other, and how many reasons are against the first."""
    for n, meant in enumerate(actions):
        try:
            action = state.game.read_action(str(meant), state)  # in another hand it may lie elsewhere
        except NotationError:
            return len(actions) - n, TRIES
        if refusals := state.why_not(action):
            return len(actions) - n, len(refusals)
        state = state.apply_unchecked(action)
    return NOTHING


def _taken(
    lying: Iterable[tuple[str, str]], cards: Counter[str]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Return what is taken of what lies unseen, so many of each thing, and what is left."""
    left, taken, kept = cards.copy(), list[tuple[str, str]](), list[tuple[str, str]]()
    for one in lying:
        (taken if left[one[0]] > 0 else kept).append(one)
        left[one[0]] -= 1
    return tuple(taken), tuple(kept)


def why(refusal: Refusal) -> tuple[str, str]:
    """Return the rule of a refusal and its sentence without its facts: which check it comes from."""
    return refusal.rule, refusal.text.sentence


def _is_own(place: Place, seat: int) -> bool:
    """Return whether only this seat knows what lies in a place."""
    return place.secret and place.seat in (seat, None)
