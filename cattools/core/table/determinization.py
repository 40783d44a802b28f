"""Determinization: a table with one deal of its unknown things, the moves since, and other deals that fit those moves.

The deal is arbitrary: if it makes an action illegal, but another deal that fits all moves so far allows the action,
then the refusal is due to the deal and not to the rules. In this module, a world is a `Determinization`.
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
from cattools.core.table.position_editor import FEW_TRIES, TRIES, AnyEditorSpec, Draft, Place
from cattools.core.timeline import Node, Timeline

DRAWN = ""  # recorded as the origin of things that were drawn by chance since the start


@dataclass(frozen=True, slots=True)
class UnknownItems:
    """The unknown things at one moment.

    `by_place` lists the unknown things in each place; each is paired with the place where it was at the start.
    `revealed` counts the dealt things that have been revealed since then, by the place where they were at the start.
    """

    by_place: Mapping[str, tuple[tuple[str, str], ...]]
    revealed: Mapping[str, Counter[str]]

    def at(self, place: str) -> Counter[str]:
        """Return the unknown things in a place."""
        return Counter(thing for thing, _ in self.by_place.get(place, ()))


@dataclass(frozen=True)
class Determinization:
    """A table that a reader entered, with one deal of its unknown things and the moves made from there.

    `entered` is the draft as entered; `completed` also contains, as unknown things, what the reader left out; `deal` is
    `completed` with every unknown thing dealt; `timeline` holds the moves from there.
    """

    game: AnyGame
    setup: AnyEditorSpec
    entered: Draft
    completed: Draft
    deal: Draft
    timeline: Timeline
    was_due: bool = False  # whether a deal was due before the first move
    _seen: dict[Node, tuple[Draft, UnknownItems]] = field(default_factory=dict)  # by node of the timeline

    @classmethod
    def dealt(
        cls, game: AnyGame, setup: AnyEditorSpec, entered: Draft, completed: Draft, supposed: Draft | None = None
    ) -> Determinization:
        """Return a world that is consistent with `completed`.

        `supposed`, if given, is `completed` with additional assumptions; the world is also consistent with these.
        Raises `NotationError`, and `PositionError` if no game can reach such a world.
        """
        tries = FEW_TRIES if supposed else TRIES
        deal, state = setup.dealing(supposed or completed, game.read_position, Random(0), tries)
        return cls(game, setup, entered, completed, deal, Timeline(Dealer(0).settle(state)), state.to_move == CHANCE)

    @property
    def state(self) -> AnyState:
        """The current position."""
        return self.timeline.state

    @cached_property
    def hides(self) -> bool:
        """Whether `completed` contains unknown things."""
        return self.setup.hides(self.completed)

    @property
    def is_open(self) -> bool:
        """Whether everything on the table is now known."""
        return not self._draft_at(self.timeline.node)[1].by_place

    # --- what is known -------------------------------------------------------------------------------------------

    def known(self) -> Draft:
        """Return the current draft; things that were unknown, or were drawn by chance, stay unknown until revealed."""
        draft, unseen = self._draft_at(self.timeline.node)
        if self.is_open and not self.hides:
            return draft
        table = self.setup.table(draft.options)
        for place, lying in draft.laid.items():
            left, found = unseen.at(place), list[str]()
            for one in lying:
                found.append(table.backs.get(table.things[one].group, one) if left[one] > 0 else one)
                left[one] -= 1
            draft = draft.laying(place, tuple(found))
        if not self.hides:
            return draft
        open_ = {name: value for name, value in draft.told.items() if name not in self.setup.secrets}
        kept = {name: value for name, value in self.completed.told.items() if name in self.setup.secrets}
        return self._left_out(Draft(draft.options, draft.laid, {**open_, **kept}))

    def _left_out(self, draft: Draft) -> Draft:
        """Return a draft without the unknown things that the reader had left out, where `rest` can restore them."""
        things, whole = self.setup.table(draft.options).things, self.setup.rest(draft)
        for place, lying in draft.laid.items():
            unknown = [one for one in lying if things[one].unknown]
            entered = sum(things[one].unknown for one in self.entered.at(place))
            if len(self.completed.at(place)) > len(self.entered.at(place)) and len(unknown) > entered:
                known = tuple(one for one in lying if not things[one].unknown)
                shorter = draft.laying(place, (*known, *unknown[:entered]))
                draft = shorter if self.setup.rest(shorter) == whole else draft
        return draft

    def _draft_at(self, node: Node) -> tuple[Draft, UnknownItems]:
        """Return the draft at a node of the timeline, and which of its things are unknown."""
        if node not in self._seen:
            draft = self.setup.read(node.state)
            if node.parent is None:
                before, unseen = self.deal, self._unknown_at_start()
            else:
                before, unseen = self._draft_at(node.parent)
            by_chance = node.parent is None or node.parent.state.to_move == CHANCE
            self._seen[node] = draft, self._unknown_after(before, draft, unseen, by_chance=by_chance)
        return self._seen[node]

    def _unknown_at_start(self) -> UnknownItems:
        """Return what is unknown at the start."""
        things, found = self.setup.table(self.completed.options).things, dict[str, tuple[tuple[str, str], ...]]()
        for place, lying in self.completed.laid.items():
            deal = zip(lying, self.deal.at(place), strict=True)
            found[place] = tuple((one, place) for back, one in deal if things[back].unknown)
        return UnknownItems({place: cards for place, cards in found.items() if cards}, {})

    def _unknown_after(self, before: Draft, after: Draft, unseen: UnknownItems, *, by_chance: bool) -> UnknownItems:
        """Return what is unknown after a step: a thing that left its place was revealed, or is unseen in another place.

        Things drawn by chance are unknown as well, even face up, because they were drawn here, not at the real table.
        """
        table = self.setup.table(after.options)
        by_place, revealed = dict(unseen.by_place), {place: cards.copy() for place, cards in unseen.revealed.items()}
        shown, moved = self.setup.known(after, None, CHANCE), list[tuple[str, str]]()
        places = [place for place in before.laid.keys() | after.laid.keys() if before.at(place) != after.at(place)]
        for place in places:
            gone = Counter(before.at(place)) - Counter(after.at(place))
            gone -= Counter(before.at(place)) - unseen.at(place)  # assume that known things leave first
            left, by_place[place] = _taken(by_place.get(place, ()), gone)
            moved += left
        left_over = Counter(thing for thing, _ in moved)
        for place in places:
            arrived = Counter(after.at(place)) - Counter(before.at(place))
            here, rest = _taken(moved, arrived - Counter(shown.at(place)))
            moved = [*rest]
            drawn = arrived - left_over if by_chance else Counter[str]()
            new = (thing for thing in drawn.elements() if table.things[thing].group in table.backs)
            by_place[place] = (*by_place.get(place, ()), *here, *((thing, DRAWN) for thing in new))
            left_over -= arrived
        for thing, origin in moved:
            if origin != DRAWN:
                revealed.setdefault(origin, Counter())[thing] += 1
        return UnknownItems({place: cards for place, cards in by_place.items() if cards}, revealed)

    # --- other worlds --------------------------------------------------------------------------------------------

    def supposed(self) -> list[Draft]:
        """Return drafts that the moves so far may require: `completed` with the dealt things that they revealed.

        There are two drafts if things have moved unseen: one with those things filled in, and one without. If a player
        chose such a thing, for example to put a card aside, the moves require it; if it moved automatically, it may be
        another thing.
        """
        unseen = self._draft_at(self.timeline.node)[1]
        moved = {place: cards.copy() for place, cards in unseen.revealed.items()}
        for place, lying in unseen.by_place.items():
            for thing, origin in lying:
                if origin not in (place, DRAWN):
                    moved.setdefault(origin, Counter())[thing] += 1
        return [
            self._pinned(cards)
            for cards in ((unseen.revealed,) if moved == unseen.revealed else (moved, unseen.revealed))
        ]

    def _pinned(self, revealed: Mapping[str, Counter[str]]) -> Draft:
        """Return `completed` with these revealed things of the deal filled in."""
        draft, things = self.completed, self.setup.table(self.completed.options).things
        for place, cards in revealed.items():
            left, found = cards.copy(), list[str]()
            for back, one in zip(self.completed.at(place), self.deal.at(place), strict=True):
                taken = things[back].unknown and left[one] > 0
                left[one] -= taken
                found.append(one if taken else back)
            draft = draft.laying(place, tuple(found))
        return draft

    def others(self, mover: int, bases: Sequence[Draft] = ()) -> Iterator[tuple[Draft, Determinization]]:
        """Yield other drafts with more assumptions, each with a world that fits the draft and all moves so far.

        Only things that the seat to move knows at the real table differ: first the things dealt to it, then those that
        it drew.
        """
        if self.is_open and not self.hides:
            return
        bases, line = bases or self.supposed(), self.timeline.line
        ways: list[tuple[Draft, dict[int, Any]]] = [
            (draft, {}) for base in bases for draft in self.setup.deals(base, mover, self.entered)
        ]
        ways += [(base, {n: one}) for base in bases for n, node in enumerate(line) for one in self._draws(node, mover)]
        yield from self._with_worlds(ways)

    def needed(self, action: Any) -> Iterator[tuple[Draft, Determinization]]:
        """Yield drafts with worlds, as `others` does, for an action that several unknown things must make legal.

        For example, an action can be legal only if no card of a hand can be declared.
        """
        if (self.hides or not self.is_open) and (needs := self.setup.needs(self.state, action)):
            yield from self._with_worlds([(self.setup.filled(base, needs), {}) for base in self.supposed()])

    def _with_worlds(self, ways: Iterable[tuple[Draft, Mapping[int, Any]]]) -> Iterator[tuple[Draft, Determinization]]:
        """Yield each draft with a world that fits it, if the moves so far are legal in that world."""
        line = self.timeline.line
        for draft, instead in ways:
            with suppress(NotationError):
                world = Determinization.dealt(self.game, self.setup, self.entered, self.completed, draft)
                if self._replays(world, line, instead):
                    yield draft, world

    def _draws(self, node: Node, mover: int) -> Sequence[Any]:
        """Return the other possible results of a step, if it was a draw that nobody but this seat saw."""
        if node.parent is None or node.parent.state.to_move != CHANCE:
            return ()
        before, after = self._draft_at(node.parent)[0], self._draft_at(node)[0]
        places, by_place = self.setup.table(after.options).places, self._draft_at(self.timeline.node)[1].by_place
        changed = [at for at in places if before.at(at) != after.at(at)]
        open_ = (at for at in changed if not places[at].secret and at in by_place)  # still unknown
        if not any(_is_own(places[at], mover) for at in changed) and not any(open_):
            return ()
        return [action for _, action in node.parent.state.chances() if action != node.action]

    def _replays(self, world: Determinization, line: Sequence[Node], instead: Mapping[int, Any]) -> bool:
        """Replay a line in another world and return whether it is legal there; draws that nobody saw can differ."""
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

    def suiting(self, actions: Sequence[Any]) -> Determinization | None:
        """Return the world with the fewest obstacles to these actions in sequence; None if that is this world.

        The search adds assumptions one at a time, as long as each of them removes an obstacle.
        """
        mover, least = self.state.mover, obstacles(self.state, actions)
        with suppress(NotationError):
            for _, world in self.needed(self.state.game.read_action(str(actions[0]), self.state)):
                if obstacles(world.state, actions) == NO_OBSTACLES:
                    return world
        found, bases, better = None, self.supposed(), mover is not None
        while better:
            better = False
            for draft, world in self.others(mover or 0, bases):
                if (still := obstacles(world.state, actions)) < least:
                    found, least, bases, better = world, still, [draft], True
                    if least == NO_OBSTACLES:
                        return found
        return found

    def ways(self) -> tuple[list[Any], list[Any], Collection[tuple[str, str]]]:
        """Return the actions that are certainly legal, those that may be, and the reasons against the latter."""
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
        unsure = [action for action in some if action not in sure]
        return sure, unsure, {why(refusal) for action in unsure for refusal in state.why_not(action)}

    def openly(self, refusals: Iterable[Refusal]) -> Refusals:
        """Return refusals; a refusal that would reveal a hand that was dealt here states only its rule."""
        mover, places = self.state.mover, self.setup.table(self.completed.options).places
        by_place = self._draft_at(self.timeline.node)[1].by_place
        if mover is None or not any(_is_own(places[place], mover) for place in by_place):
            return Refusals(refusals)
        sentences = self.game.rules
        return Refusals(
            [
                replace(one, text=Text(sentences.cited(one).sentence), cells=()) if one.secret else one
                for one in refusals
            ]
        )

    def _uses(self, action: Any) -> bool:
        """Return whether an action uses something unknown."""
        if self.is_open:
            return False
        before, unseen = self._draft_at(self.timeline.node)
        after = self._unknown_after(
            before, self.setup.read(self.state.apply_unchecked(action)), unseen, by_chance=False
        )
        return sum(map(len, after.by_place.values())) < sum(map(len, unseen.by_place.values()))


NO_OBSTACLES = (0, 0)


def obstacles(state: AnyState, actions: Sequence[Any]) -> tuple[int, int]:
    """Return how many actions at the end of a sequence cannot be played, and how many reasons forbid the first one."""
    for n, meant in enumerate(actions):
        try:
            action = state.game.read_action(str(meant), state)  # in another deal, the thing may be elsewhere
        except NotationError:
            return len(actions) - n, TRIES
        if refusals := state.why_not(action):
            return len(actions) - n, len(refusals)
        state = state.apply_unchecked(action)
    return NO_OBSTACLES


def _taken(
    lying: Iterable[tuple[str, str]], cards: Counter[str]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Split unseen things into those taken (of each, as many as `cards` says) and those left."""
    left, taken, kept = cards.copy(), list[tuple[str, str]](), list[tuple[str, str]]()
    for one in lying:
        (taken if left[one[0]] > 0 else kept).append(one)
        left[one[0]] -= 1
    return tuple(taken), tuple(kept)


def why(refusal: Refusal) -> tuple[str, str]:
    """Return the rule of a refusal and its sentence without facts, which identify the check it comes from."""
    return refusal.rule, refusal.text.sentence


def _is_own(place: Place, seat: int) -> bool:
    """Return whether only this seat knows what is in a place."""
    return place.secret and place.seat in (seat, None)
