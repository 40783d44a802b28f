"""Determinization: a table with one deal of its unknown things, the moves since, and other deals that fit those moves.

The deal is arbitrary: if it makes an action illegal, but another deal that fits all moves so far allows the action,
then the refusal is due to the deal and not to the rules. In this module, a world is a `Determinization`.

Most other worlds are not dealt at random. In each, an unknown thing has changed places with another thing: an unknown
one in another hand or among the things drawn since, or one that nobody has, in a deck. The moves so far are then
replayed, so every world that is found is possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

from cattools.core.chance import Dealer
from cattools.core.errors import CattoolsError, NotationError
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.messages import N_, Text, listed, text
from cattools.core.options import Options
from cattools.core.rules import Refusal, Refusals
from cattools.core.score import Line
from cattools.core.table.position_editor import TRIES, AnyEditorSpec, Draft, Gap, Place
from cattools.core.timeline import Node, Timeline

SAMPLES = 4  # how many other values of an unknown thing are tried when points are counted
SHOWN_OTHERWISE = 2  # how many other values of a thing are tried to find out where the board shows it
FEW_DEALS = 64  # if all unknown things have at most this many deals, each deal is tried when points are counted
DEALS = 16  # how many are tried otherwise
LEFT_OUT = "?"  # begins the name of a part that the reader left out, because a place can have the same name
AT_START = "*-1"  # the origin of things that were drawn before the first move
DRAWN = "*"  # begins the origin of things drawn by chance since the start; the number of the step follows


@dataclass(frozen=True, slots=True)
class UnknownItems:
    """The unknown things at one moment.

    `by_place` lists the unknown things in each place; each is paired with its origin, which is the place where it was
    at the start, or the step in which it was drawn. `revealed` counts the things that have been revealed since then, by
    origin.
    """

    by_place: Mapping[str, tuple[tuple[str, str], ...]]
    revealed: Mapping[str, Counter[str]]

    def at(self, place: str) -> Counter[str]:
        """Return the unknown things in a place."""
        return Counter(thing for thing, _ in self.by_place.get(place, ()))

    @property
    def slots(self) -> list[Slot]:
        """The unknown things, each with its place and its origin."""
        return [Slot(place, *one) for place, things in self.by_place.items() for one in things]


class Slot(NamedTuple):
    """An unknown thing: its place now, what it is in this world, and its origin."""

    place: str
    thing: str
    origin: str


@dataclass(frozen=True)
class Determinization:
    """A table that a reader entered, with one deal of its unknown things and the moves made from there.

    `entered` is the draft as entered; `completed` also contains, as unknown things, what the reader left out; `deal` is
    `completed` with every unknown thing dealt; `timeline` holds the moves from there. `gaps` are the other parts
    that the reader left out, each filled in `completed` in the first way; `read` reads a position of such a table.
    """

    game: AnyGame
    editor: AnyEditorSpec
    entered: Draft
    completed: Draft
    deal: Draft
    timeline: Timeline
    read: Callable[[str, Options], AnyState]
    gaps: tuple[Gap, ...] = ()
    was_due: bool = False  # whether a deal was due before the first move
    _seen: dict[Node, tuple[Draft, UnknownItems]] = field(default_factory=dict)  # by node of the timeline

    @classmethod
    def dealt(cls, game: AnyGame, editor: AnyEditorSpec, entered: Draft, completed: Draft) -> Determinization:
        """Return a world that is consistent with `completed`.

        Raises `NotationError`, and `PositionError` if no game can reach such a world.
        """
        read = editor.reader(entered, game.read_position)
        deal, state = editor.dealing(completed, read, Random(0), TRIES)
        timeline = Timeline(Dealer(0).settle(state))
        return cls(game, editor, entered, completed, deal, timeline, read, was_due=state.to_move == CHANCE)

    @classmethod
    def supposed(cls, game: AnyGame, editor: AnyEditorSpec, entered: Draft) -> Determinization:
        """Return a world of a table from which anything can be missing.

        Raises `NotationError`, and `PositionError` if no game can reach such a world.
        """
        usual, *others = editor.completions(entered)
        try:
            world = cls.dealt(game, editor, entered, usual)
        except NotationError:
            if (other := next(cls._possible(game, editor, entered, others), None)) is None:
                raise
            world = other
        return replace(world, gaps=tuple(editor.gaps(entered)), _seen={})

    @classmethod
    def _possible(
        cls, game: AnyGame, editor: AnyEditorSpec, entered: Draft, drafts: Iterable[Draft]
    ) -> Iterator[Determinization]:
        for completed in drafts:
            with suppress(NotationError):
                yield cls.dealt(game, editor, entered, completed)

    def at(self, node: Node) -> Determinization:
        """Return the world as it was at an earlier node of the timeline."""
        timeline = Timeline(self.timeline.root.state)
        for one in Timeline.line_to(node):
            timeline.play(one.action)
        return replace(self, timeline=timeline, _seen={})

    @property
    def state(self) -> AnyState:
        """The current position."""
        return self.timeline.state

    @property
    def draft(self) -> Draft:
        """The current draft, with everything that is unknown as it is in this world."""
        return self._draft_at(self.timeline.node)[0]

    @cached_property
    def hides(self) -> bool:
        """Whether `completed` contains unknown things."""
        return self.editor.hides(self.completed)

    @property
    def is_open(self) -> bool:
        """Whether everything on the table is now known."""
        return not self._draft_at(self.timeline.node)[1].by_place

    # --- what is known -------------------------------------------------------------------------------------------

    def known(self) -> Draft:
        """Return the current draft; things that were unknown, or were drawn by chance, stay unknown until revealed."""
        draft, unseen = self._draft_at(self.timeline.node)
        if supposed := {name for gap in self.gaps for name, value in gap.ways[0].items() if isinstance(value, str)}:
            supposed_values = {name: value for name, value in self.entered.field_values.items() if name in supposed}
            draft = replace(
                draft,
                field_values={**{k: v for k, v in draft.field_values.items() if k not in supposed}, **supposed_values},
            )
        if self.is_open and not self.hides:
            return draft
        table, unknown = self.editor.table(draft.options), self._unknown_places(draft, unseen)
        for place, contents in draft.contents.items():
            hidden = unknown.get(place, ())
            found = (
                table.backs.get(table.things[one].group, one) if n in hidden else one for n, one in enumerate(contents)
            )
            draft = draft.with_contents(place, tuple(found))
        if not self.hides:
            return draft
        open_ = {name: value for name, value in draft.field_values.items() if name not in self.editor.secrets}
        kept = {name: value for name, value in self.completed.field_values.items() if name in self.editor.secrets}
        return self._left_out(Draft(draft.options, draft.contents, {**open_, **kept}))

    def _unknown_places(self, draft: Draft, unseen: UnknownItems) -> dict[str, list[int]]:
        """Return, for each place, the indices of the unknown things in it.

        In this world, an unknown thing can look like a known one. In another world it is something else, so the things
        that differ there are the unknown ones.
        """
        counts, found = self.editor.thing_counts(draft), dict[str, list[int]]()
        if any(counts[one] > n for one, n in Counter(slot.thing for slot in unseen.slots).items()):
            other = self
            for slot in unseen.slots:
                other = next(other.alternatives(slot), other)
            elsewhere = other.draft
            found = {
                place: [n for n, (one, two) in enumerate(zip(here, elsewhere.at(place), strict=False)) if one != two]
                for place, here in draft.contents.items()
            }
            things = Counter(draft.at(place)[n] for place, at in found.items() for n in at)
            if things == Counter(slot.thing for slot in unseen.slots):
                return found
        for place, here in draft.contents.items():
            left = unseen.at(place)
            found[place] = [n for n, one in enumerate(here) if left[one] > here[:n].count(one)]
        return found

    def _left_out(self, draft: Draft) -> Draft:
        """Return a draft without the unknown things that the reader had left out, where `rest` can restore them."""
        things, whole = self.editor.table(draft.options).things, self.editor.rest(draft)
        for place, contents in draft.contents.items():
            unknown = [one for one in contents if things[one].unknown]
            entered = sum(things[one].unknown for one in self.entered.at(place))
            if len(self.completed.at(place)) > len(self.entered.at(place)) and len(unknown) > entered:
                known = tuple(one for one in contents if not things[one].unknown)
                shorter = draft.with_contents(place, (*known, *unknown[:entered]))
                draft = shorter if self.editor.rest(shorter) == whole else draft
        return draft

    def _draft_at(self, node: Node) -> tuple[Draft, UnknownItems]:
        """Return the draft at a node of the timeline, and which of its things are unknown."""
        if node not in self._seen:
            draft = self.editor.read(node.state)
            if node.parent is None:
                before, unseen = self.deal, self._unknown_at_start()
            else:
                before, unseen = self._draft_at(node.parent)
            by_chance = node.parent is None or node.parent.state.to_move == CHANCE
            origin = f"{DRAWN}{len(Timeline.line_to(node)) - 1}" if by_chance else ""
            self._seen[node] = draft, self._unknown_after(before, draft, unseen, origin)
        return self._seen[node]

    def _unknown_at_start(self) -> UnknownItems:
        """Return what is unknown at the start."""
        things, found = self.editor.table(self.completed.options).things, dict[str, tuple[tuple[str, str], ...]]()
        for place, contents in self.completed.contents.items():
            deal = zip(contents, self.deal.at(place), strict=True)
            found[place] = tuple((one, place) for back, one in deal if things[back].unknown)
        return UnknownItems({place: cards for place, cards in found.items() if cards}, {})

    def _unknown_after(self, before: Draft, after: Draft, unseen: UnknownItems, drawn_at: str) -> UnknownItems:
        """Return what is unknown after a step: a thing that left its place was revealed, or is unseen in another place.

        Things drawn by chance are unknown as well, even face up, because they were drawn here, not at the real table;
        `drawn_at` is their origin, empty if the step was an action of a player.
        """
        table = self.editor.table(after.options)
        by_place, revealed = dict(unseen.by_place), {place: cards.copy() for place, cards in unseen.revealed.items()}
        shown, moved = self.editor.known(after, None, CHANCE), list[tuple[str, str]]()
        places = [
            place for place in before.contents.keys() | after.contents.keys() if before.at(place) != after.at(place)
        ]
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
            drawn = arrived - left_over if drawn_at else Counter[str]()
            new = (thing for thing in drawn.elements() if table.things[thing].group in table.backs)
            by_place[place] = (*by_place.get(place, ()), *here, *((thing, drawn_at) for thing in new))
            left_over -= arrived
        for thing, origin in moved:
            revealed.setdefault(origin, Counter())[thing] += 1
        return UnknownItems({place: cards for place, cards in by_place.items() if cards}, revealed)

    # --- other worlds --------------------------------------------------------------------------------------------

    def others(self, mover: int, *, each: bool = True) -> Iterator[Determinization]:
        """Yield the worlds in which one unknown thing, known to the seat to move at the real table, is another thing.

        Without `each`, only one world is yielded for a place and a new thing, whatever thing it replaces.
        """
        for _, world in self._others(mover, each=each):
            yield world

    def _others(self, mover: int, *, each: bool) -> Iterator[tuple[Slot, Determinization]]:
        """Yield the worlds of `others`, each with the unknown thing that is replaced."""
        unseen, places = self._draft_at(self.timeline.node)[1], self.editor.table(self.completed.options).places
        done = set[tuple[str, str, str]]()
        for slot in unseen.slots:
            place = places[slot.place]
            own = place.seat in (mover, None) and (place.secret or place.row)
            if not own and (place.secret or not slot.origin.startswith(DRAWN)):
                continue
            for thing in self._fitting(slot):
                key = slot.place, thing, slot.thing if each else ""
                if key not in done and (world := next(self.with_thing(slot, thing), None)) is not None:
                    done.add(key)
                    yield slot, world

    def otherwise(self, mover: int) -> Iterator[list[Determinization]]:
        """Yield, for each unknown thing that the seat to move can see here, worlds in which it is another thing.

        For each thing, up to `SHOWN_OTHERWISE` worlds are yielded, which differ in what it is instead.
        """
        unseen, places = self._draft_at(self.timeline.node)[1], self.editor.table(self.completed.options).places
        first = dict[tuple[str, str], Slot]()
        for slot in unseen.slots:
            first.setdefault((slot.place, slot.thing), slot)
        for slot in first.values():
            if places[slot.place].secret and places[slot.place].seat not in (mover, None):
                continue
            worlds = (world for thing in self._fitting(slot) for world in islice(self.with_thing(slot, thing), 1))
            if found := [*islice(worlds, SHOWN_OTHERWISE)]:
                yield found

    def supposing_otherwise(self) -> Iterator[tuple[Gap, Determinization]]:
        """Yield the worlds in which a part that the reader left out is filled in another way, each with this part."""
        for gap in self.gaps:
            for way in gap.ways[1:]:
                with suppress(CattoolsError):
                    completed, deal = (self.editor.filled_in(draft, way) for draft in (self.completed, self.deal))
                    deal = self.editor.dealt(deal, Random(0)) if self.editor.hides(deal) else deal
                    if (world := self._dealt_otherwise(deal, completed, {})) is not None:
                        now = replace(gap, ways=(way, *(one for one in gap.ways if one is not way)))
                        gaps = tuple(now if one is gap else one for one in self.gaps)
                        yield gap, replace(world, gaps=gaps)

    def alternatives(self, slot: Slot) -> Iterator[Determinization]:
        """Yield the worlds in which an unknown thing is another thing."""
        for thing in self._fitting(slot):
            yield from self.with_thing(slot, thing)

    def _fitting(self, slot: Slot) -> Iterator[str]:
        """Yield the other things that an unknown thing can be.

        Something that the reader has not entered can also be of another kind.
        """
        table, at = self.editor.table(self.completed.options), slot.origin
        drawn = at.startswith(DRAWN)
        only = () if drawn else self.editor.only(self.completed, at) or table.places[at].only
        loose = not drawn and len(self.completed.at(at)) > len(self.entered.at(at))
        for one in table.things.values():
            if one.unknown or one.most is None or one.id == slot.thing or (only and one.id not in only):
                continue
            if one.group == table.things[slot.thing].group or (loose and table.places[at].most(one)):
                yield one.id

    def with_thing(self, slot: Slot, thing: str) -> Iterator[Determinization]:
        """Yield worlds in which an unknown thing is the other `thing`, and as little else as possible differs.

        Either nobody has the other thing, or it is unknown elsewhere and the two change places. The unknown thing can
        also have changed places with a thing that has been revealed since then.
        """
        unseen, spare = self._draft_at(self.timeline.node)[1], self._spare()
        old, sources = slot.thing, list[list[tuple[Slot, str]]]()
        if spare[thing] > 0:
            sources.append([])
        elsewhere = (one for one in unseen.slots if one.place != slot.place)
        holders = dict.fromkeys(one for one in elsewhere if one.thing == thing)
        sources += [[(holder, old)] for holder in holders]
        sources += [[(holder, one)] for holder in holders for one in self._fitting(holder) if spare[one] > 0]
        for source in sources:
            if (world := self._changed([(slot, thing), *source])) is not None:
                yield world
        for origin, things in unseen.revealed.items() if sources else ():
            for shown in things:
                if shown not in (thing, old) and origin != slot.origin:
                    for source in sources:
                        changes = [(Slot("", shown, origin), thing), (slot, shown), *source]
                        if (world := self._changed(changes)) is not None:
                            yield world

    def _spare(self) -> Counter[str]:
        """Return the things that nobody has had so far: those in the decks."""
        things, unseen = self.editor.table(self.completed.options).things, self._draft_at(self.timeline.node)[1]
        had = self.editor.thing_counts(self.deal)
        had.update(slot.thing for slot in unseen.slots if slot.origin.startswith(DRAWN))
        for origin, shown in unseen.revealed.items():
            had.update(shown if origin.startswith(DRAWN) else ())
        return Counter({one.id: one.most for one in things.values() if one.most is not None}) - had

    def _changed(self, changes: Sequence[tuple[Slot, str]]) -> Determinization | None:
        """Return the world in which other things replace some unknown ones; None if the moves so far cannot be made."""
        deal, draws, things = self.deal, dict[int, tuple[str, str]](), self.editor.table(self.completed.options).things
        changed, drawn = dict[str, set[int]](), list[tuple[Slot, str]]()
        for slot, thing in changes:
            if slot.origin == AT_START:
                drawn.append((slot, thing))
                continue
            if slot.origin.startswith(DRAWN):
                draws[int(slot.origin.removeprefix(DRAWN))] = slot.thing, thing
                continue
            at, done = slot.origin, changed.setdefault(slot.origin, set())
            backs, contents = self.completed.at(at), list(deal.at(at))
            like = [n for n, one in enumerate(contents) if one == slot.thing and things[backs[n]].unknown]
            like = [n for n in like if n not in done]
            same = [n for n in like if things[backs[n]].group == things[thing].group]
            loose = [n for n in like if n >= len(self.entered.at(at))]
            n = next(iter(same or loose), None)
            if n is None:
                return None
            done.add(n)
            contents[n] = thing
            deal = deal.with_contents(at, tuple(contents))
        return self._dealt_otherwise(deal, self.completed, draws, drawn)

    def _dealt_otherwise(
        self,
        deal: Draft,
        completed: Draft,
        draws: Mapping[int, tuple[str, str]],
        drawn: Iterable[tuple[Slot, str]] = (),
    ) -> Determinization | None:
        """Return the world with another deal; None if no game can reach it or the moves are not possible there.

        `drawn` are the things drawn before the first move that are replaced, each with its replacement.
        """
        try:
            state = self.read(self.editor.write(deal), deal.options)
            start = self._drawn_otherwise(Dealer(0).settle(state), drawn)
        except NotationError:
            return None
        if start is None:
            return None
        due = state.to_move == CHANCE
        world = replace(self, deal=deal, completed=completed, timeline=Timeline(start), was_due=due, _seen={})
        return world if self._replays(world, draws) else None

    def _drawn_otherwise(self, start: AnyState, drawn: Iterable[tuple[Slot, str]]) -> AnyState | None:
        """Return the start with other things in place of some that were drawn for it; None if those are not there.

        Raises `NotationError` if no game can reach it.
        """
        draft, slots = self.editor.read(start), self._draft_at(self.timeline.root)[1].slots
        for slot, thing in drawn:
            same = [one for one in slots if (one.thing, one.origin) == (slot.thing, slot.origin)]
            found = slot if slot in same else next(iter(same), slot)
            contents = list(draft.at(found.place))
            if found not in slots or found.thing not in contents:
                return None
            slots.remove(found)
            contents[contents.index(found.thing)] = thing
            draft = draft.with_contents(found.place, tuple(contents))
        return self.read(self.editor.write(draft), draft.options) if drawn else start

    def _replays(self, world: Determinization, draws: Mapping[int, tuple[str, str]]) -> bool:
        """Replay the moves so far in another world and return whether they are possible there.

        `draws` are the draws with another result, by number of the step: what was drawn, and what is drawn instead.
        Other draws can differ as well if they have to, as long as nobody can see it.
        """
        for n, node in enumerate(self.timeline.line):
            state, action = world.state, node.action
            if state.to_move != CHANCE:
                action = state.game.read_action(str(action), state)
                if not state.allows(action):
                    return False
            elif n in draws:
                action = self._drawing(state, node, *draws[n])
            elif not state.allows(action):
                later = {str(one.action) for one in self.timeline.line[n + 1 :]}
                free = [one for _, one in state.chances() if str(one) not in later]
                same = (one for one in free if self._public(state.apply_unchecked(one)) == self._public(node.state))
                action = next(same, None)
            if action is None:
                return False
            world.timeline.play(action)
        return True

    def _drawing(self, state: AnyState, node: Node, old: str, new: str) -> Any | None:
        """Return the draw that brings `new` to where the draw of a node brought `old`; None if there is none."""
        before = self._draft_at(node.parent)[0] if node.parent is not None else self.deal
        after = self._draft_at(node)[0]
        places = [at for at in after.contents if after.at(at).count(old) > before.at(at).count(old)]
        now = self.editor.read(state)
        for _, action in state.chances():
            then = self.editor.read(state.apply_unchecked(action))
            if any(then.at(at).count(new) > now.at(at).count(new) for at in places):
                return action
        return None

    def _public(self, state: AnyState) -> Draft:
        return self.editor.known(self.editor.read(state), None, CHANCE)

    def needed(self, action: Any) -> Iterator[Determinization]:
        """Yield a world for an action that is legal only if several unknown things suit it, if there is such a world.

        For example, an action can be legal only if no card of a hand can be declared.
        """
        world = self
        for place, things in self.editor.needs(self.state, action).items():
            while left := world.unsuited_at(place, things):
                worlds = (one for thing in things for one in world.with_thing(left[0], thing))
                better = (one for one in worlds if len(one.unsuited_at(place, things)) < len(left))
                if (found := next(better, None)) is None:
                    return
                world = found
            if things and things[0] not in world.draft.at(place):
                worlds = (one for slot in world.slots_at(place) for one in world.with_thing(slot, things[0]))
                world = next(worlds, world)
        if world is not self:
            yield world

    def slots_at(self, place: str) -> list[Slot]:
        """Return the unknown things in a place."""
        return [slot for slot in self._draft_at(self.timeline.node)[1].slots if slot.place == place]

    def unsuited_at(self, place: str, things: Sequence[str]) -> list[Slot]:
        """Return the unknown things in a place that are none of `things`."""
        return [slot for slot in self.slots_at(place) if slot.thing not in things]

    def suiting(self, actions: Sequence[Any]) -> Determinization | None:
        """Return the world with the fewest obstacles to these actions in sequence; None if that is this world.

        The search changes one unknown thing at a time, as long as each change removes an obstacle.
        """
        mover, least = self.state.mover, obstacles(self.state, actions)
        with suppress(NotationError):
            for world in self.needed(self.state.game.read_action(str(actions[0]), self.state)):
                if obstacles(world.state, actions) == NO_OBSTACLES:
                    return world
        found, world, better = None, self, mover is not None
        while better:
            better = False
            for other in world.others(mover or 0):
                if (still := obstacles(other.state, actions)) < least:
                    found, least, better = other, still, True
                    if least == NO_OBSTACLES:
                        return found
            world = found or self
        for _, other in self.supposing_otherwise() if least > NO_OBSTACLES else ():
            best = replace(other, gaps=()).suiting(actions) or other
            if (still := obstacles(best.state, actions)) < least:
                found, least = replace(best, gaps=other.gaps), still
        return found

    def ways(self) -> tuple[list[Any], Mapping[Any, AnyState], Collection[tuple[str, str]]]:
        """Return the actions that are certainly legal, those that may be, and the reasons against the latter.

        Each action that may be legal is mapped to a position in which it is legal.
        """
        state, mover = self.state, self.state.mover
        sure, some = [*state.legal()], dict.fromkeys(state.legal(), state)
        if mover is not None:
            worlds = chain(self.others(mover, each=False), (world for _, world in self.supposing_otherwise()))
            for world in worlds:
                legal = dict.fromkeys(world.state.legal(), world.state)
                sure = [action for action in sure if action in legal]
                some |= {action: there for action, there in legal.items() if action not in some}
            meant = (action for action in state.game.candidates(state) if action not in some)
            needed = ((one, next((w.state for w in self.needed(one) if w.state.allows(one)), None)) for one in meant)
            some |= {one: there for one, there in needed if there is not None}
        sure = [action for action in sure if not self._used(action)]
        unsure = {action: there for action, there in some.items() if action not in sure}
        return sure, unsure, {why(refusal) for action in unsure for refusal in state.why_not(action)}

    def decided_by(self, actions: Iterable[Any]) -> list[Gap]:
        """Return the parts of the table that decide whether `actions`, legal in this world, are really legal.

        Actions that use an unknown thing are decided by its place.
        """
        meant = [*actions]
        used = [place for action in meant for place in self._used(action)]
        return self._parts(lambda state: all(obstacles(state, [one]) == NO_OBSTACLES for one in meant), used)

    def deciding(self) -> list[Gap]:
        """Return the parts of the table that decide which actions are legal now."""
        return self._parts(lambda state: {*map(str, state.legal())}, ())

    def _parts(self, answer: Callable[[AnyState], object], used: Iterable[str]) -> list[Gap]:
        """Return the parts of the table that change the answer to a question, and the places in `used`."""
        here = answer(self.state)
        worlds = self._others(self.state.mover or 0, each=False)
        other = (self._differing(slot, world) for slot, world in worlds if answer(world.state) != here)
        places = _fewest([{place} for place in used], other)
        gaps = (gap for gap, world in self.supposing_otherwise() if answer(world.state) != here)
        return [*map(self._part, places), *{gap.at: gap for gap in gaps}.values()]

    def _differing(self, slot: Slot, world: Determinization) -> set[str]:
        """Return the places in which another world differs: that of an unknown thing, and perhaps a second one."""
        here, there = self.draft, world.draft
        places = {
            at for at in here.contents.keys() | there.contents.keys() if Counter(here.at(at)) != Counter(there.at(at))
        }
        return places | {slot.place} if slot.place in here.contents else places or {slot.place}

    def _part(self, place: str) -> Gap:
        seats = self.game.seats(self.completed.options)
        return self.editor.part_at(self.completed.options, place, {n: seat.called for n, seat in enumerate(seats)})

    def scored(self) -> tuple[list[Line], list[Gap]]:
        """Return the lines of the score that are the same in all worlds, and the parts of the table that change it.

        A single line replaces a seat's other lines if their sum is the same everywhere. To compare worlds, first
        one thing at a time takes some of its other possible values, then several do.
        """
        lines, sums = [*self.state.score().lines], _sums(self.state)
        gaps = {LEFT_OUT + part.at: part for part in self.gaps}
        everywhere = somewhere = Counter(map(_points, lines))
        changed, alone, together = set[int](), list[set[str]](), list[set[str]]()
        unknown = dict.fromkeys(self._draft_at(self.timeline.node)[1].slots)
        one_thing = ((world, self._differing(slot, world)) for slot in unknown for world in self._some(slot))
        one_part = ((world, {LEFT_OUT + part.at}) for part, world in self.supposing_otherwise())
        several = ((world, set[str]()) for world in self._dealt_anew())
        for world, where in chain(one_thing, one_part, several):
            there, points = _sums(world.state), Counter(map(_points, world.state.score().lines))
            everywhere, somewhere = everywhere & points, somewhere | points
            changed |= (differ := {seat for seat in sums if sums[seat] != there[seat]})
            if differ and where:
                (together if where & gaps.keys() else alone).append(where)
            elif differ and not any(one <= self._apart(world) for one in [*alone, *together]):
                together.append(self._fewest_apart(world))
        known, left = list[Line](), everywhere.copy()
        for line in lines:
            if left[_points(line)] > 0:
                left[_points(line)] -= 1
                known.append(line)
        for seat in sums.keys() - changed:
            if rules := [*dict.fromkeys(rule for who, rule, _, _ in somewhere - everywhere if who == seat)]:
                said = text(N_("{rules}: the same sum in every case"), rules=listed([*map(self._title, rules)]))
                rest = sums[seat][0] - sum(line.points for line in known if line.seat == seat)
                known.append(Line(rules[0], seat, rest, said))
        return known, [gaps.get(at) or self._part(at) for at in _fewest(alone, together)]

    def _title(self, rule: str) -> Text:
        return text(self.game.rules[rule].title)

    def _dealt_anew(self) -> Iterator[Determinization]:
        """Yield worlds in which several things can differ: all of them if there are few, otherwise some at random."""
        for completed in self.editor.completions(self.entered) if self.gaps else (self.completed,):
            deals = [*islice(self.editor.every_deal(completed), FEW_DEALS + 1)]
            if len(deals) > FEW_DEALS:
                deals = [self.editor.dealt(completed, Random(n)) for n in range(DEALS)]
            for deal in deals:
                if deal != self.deal and (world := self._dealt_otherwise(deal, completed, {})) is not None:
                    yield world

    def _apart(self, world: Determinization) -> set[str]:
        """Return the parts of the table in which the deal of another world differs: places, and parts left out."""
        here, there = self.deal, world.deal
        places = {at for at in here.contents.keys() | there.contents.keys() if here.at(at) != there.at(at)}
        added = {at for at in places if len(here.at(at)) != len(there.at(at))}
        fields = {
            name
            for name in here.field_values.keys() | there.field_values.keys()
            if here.field_values.get(name) != there.field_values.get(name)
        }
        return places - added | {LEFT_OUT + part.at for part in self.gaps if _in(part) & (added | fields)}

    def _fewest_apart(self, world: Determinization) -> set[str]:
        """Return a small set of parts of the table that must be as in another world for the score to change."""
        parts = {LEFT_OUT + part.at: _in(part) for part in self.gaps}
        for at in sorted(self._apart(world)):
            deal, completed = world.deal, world.completed
            for name in parts.get(at, {at}):
                deal, completed = _as_in(self.deal, deal, name), _as_in(self.completed, completed, name)
            nearer = None if any(self.editor.too_many(deal)) else self._dealt_otherwise(deal, completed, {})
            if nearer is not None and _sums(nearer.state) != _sums(self.state):
                world = nearer
        return self._apart(world)

    def _some(self, slot: Slot) -> Iterator[Determinization]:
        """Yield worlds in which an unknown thing has some of its other values, from the first to the last."""
        things = [*self._fitting(slot)]
        for thing in things[:: -(-len(things) // SAMPLES) or 1]:
            yield from islice(self.with_thing(slot, thing), 1)
        if things:
            yield from islice(self.with_thing(slot, things[-1]), 1)

    def openly(self, refusals: Iterable[Refusal]) -> Refusals:
        """Return refusals; a refusal that would reveal a hand that was dealt here states only its rule."""
        mover, places = self.state.mover, self.editor.table(self.completed.options).places
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

    def _used(self, action: Any) -> list[str]:
        """Return the places from which an action uses something unknown: reveals it, or moves what must be there."""
        if self.is_open:
            return []
        before, unseen = self._draft_at(self.timeline.node)
        after = self._unknown_after(before, self.editor.read(self.state.apply_unchecked(action)), unseen, "")
        here, there = unseen.by_place, after.by_place
        left = [place for place in here if len(there.get(place, ())) < len(here[place])]
        if sum(map(len, there.values())) < sum(map(len, here.values())):
            return left
        moved = ((place, Counter(one for one, _ in here[place]) - after.at(place)) for place in left)
        others = ((place, self._without(place, thing)) for place, things in moved for thing in things)
        return [place for place, world in others if world and obstacles(world.state, [action]) != NO_OBSTACLES]

    def _without(self, place: str, thing: str) -> Determinization | None:
        """Return a world in which no unknown thing in a place is this thing; None if there is none."""
        world: Determinization | None = self
        while world is not None and (slots := [slot for slot in world.slots_at(place) if slot.thing == thing]):
            others = world.alternatives(slots[0])
            fewer = (one for one in others if sum(slot.thing == thing for slot in one.slots_at(place)) < len(slots))
            world = next(fewer, None)
        return world


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
    unseen: Iterable[tuple[str, str]], cards: Counter[str]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Split unseen things into those taken (of each, as many as `cards` says) and those left."""
    left, taken, kept = cards.copy(), list[tuple[str, str]](), list[tuple[str, str]]()
    for one in unseen:
        (taken if left[one[0]] > 0 else kept).append(one)
        left[one[0]] -= 1
    return tuple(taken), tuple(kept)


def _fewest(first: Iterable[set[str]], others: Iterable[set[str]]) -> list[str]:
    """Return a few places with one from each set, preferring those in most sets; the `first` sets are covered first."""
    found = list[str]()
    for sets in map(list, (first, others)):
        while left := [one for one in sets if not one & {*found}]:
            number = Counter(place for one in left for place in sorted(one))
            found.append(max(number, key=number.__getitem__))
    return found


def _points(line: Line) -> tuple[int, str, str, int]:
    """Return what a reader sees of a line of a score."""
    return line.seat, line.rule, str(line.text), line.points


def _sums(state: AnyState) -> dict[int, tuple[int, bool]]:
    """Return the total of each seat, and whether it is out."""
    score, out = state.score(), state.game.ending(state).out
    return {seat: (score.total(seat), seat in out) for seat in range(len(state.game.seats(state.options)))}


def _in(part: Gap) -> set[str]:
    """Return the places and fields that a part of the table consists of."""
    return {part.at, *(name for way in part.ways for name in way)}


def _as_in(one: Draft, other: Draft, name: str) -> Draft:
    """Return `other` with the place or field `name` as in `one`."""
    values = {key: value for key, value in other.field_values.items() if key != name}
    own = {name: one.field_values[name]} if name in one.field_values else {}
    return replace(other.with_contents(name, one.at(name)), field_values=values | own)


def why(refusal: Refusal) -> tuple[str, str]:
    """Return the rule of a refusal and its sentence without facts, which identify the check it comes from."""
    return refusal.rule, refusal.text.sentence


def _is_own(place: Place, seat: int) -> bool:
    """Return whether only this seat knows what is in a place."""
    return place.secret and place.seat in (seat, None)
