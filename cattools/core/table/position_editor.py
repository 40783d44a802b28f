"""The position editor: which things there are, where they can go, and drafts that need not be positions yet.

Each game provides one `EditorSpec`, which the mode `PositionEditor` (`widgets/modes/editor/position_editor.py`) shows.
A `Draft` records what is in each place and the values of the fields, in the game's own words, so that even an
impossible position is kept in full.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, product
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from cattools.core.display.scene import Part, Shape
from cattools.core.errors import NotationError, PositionError, quoted
from cattools.core.messages import N_, Text, language, listed, many, text
from cattools.core.notation.parsing import at_word, normalized, typed_name, words_of
from cattools.core.notation.typed_words import in_notation, in_readers_words
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.scorer import Field, read_fields

S = TypeVar("S")
ROWS = re.compile(r"[^\s<>/]/[^\s<>/]")  # two rows of a board in notation
MOVE = re.compile(r"[^<>]+>[^<>]+")  # from one place to another
NOTHING = text(N_("nothing"))
TILE = 40.0  # units: the width of a thing, drawn around the origin
LONGEST = 20_000  # maximum length of a draft as text, in characters; no real draft comes near it
TRIES = 300  # how many deals of the unknown things are tried before reporting that none fits
FEW_TRIES = 5  # the same, while a table is being entered
MOST_COMPLETIONS = 24  # how many combinations of what was left out are tried before reporting that none fits


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity, which makes cache lookups fast
class Thing:
    """Something that can be on a table: its id, its name, its kind, and its shapes.

    `most` is how many of it there are (None: any number); `rule` is the rule that sets this number. An `unknown` thing
    stands for any other thing of its kind or, if it has a `family`, of that family. `several` is a sentence with {n},
    singular and plural, for more than one unknown thing in the same place. `page` is its palette page, by default the
    page of its kind. If a thing `shows`, everyone knows what is in its place; if it `hides`, nobody does.
    """

    id: str
    name: Text
    kind: str
    shapes: tuple[Shape, ...]
    most: int | None = None
    rule: str = ""
    unknown: bool = False
    family: str = ""
    page: str = ""
    shows: bool = False
    hides: bool = False
    several: tuple[str, str] | None = None

    @property
    def group(self) -> str:
        """The group of things that an unknown thing can turn out to be: its family, or else its kind."""
        return self.family or self.kind

    @property
    def palette_page(self) -> str:
        """The palette page that shows it."""
        return self.page or self.kind


@dataclass(frozen=True, slots=True)
class Place:
    """A place where things can be: its id, its name, and how many of each kind it `takes`, bottom kind first.

    A place with a `seat` is shown together with the other places of that seat. A `row` is not a cell of a board: its
    things are side by side. `only` lists the things that the place accepts; if it is empty, the place accepts all
    things of its kinds. The contents of a `secret` place are known only to its seat or, if it has no seat, to the seat
    to move. Places `beside` the boards are shown for every seat at once. `alone` is the id of a rule, if any,
    that allows only one thing of the bottom kind: a second one can be placed, but is reported as a problem. A
    `caption` replaces the name above a row if the name is too long.
    """

    id: str
    name: Text
    takes: tuple[tuple[str, int], ...]
    seat: int | None = None
    row: bool = False
    only: tuple[str, ...] = ()
    secret: bool = False
    alone: str = ""
    caption: Text | None = None
    beside: bool = False

    def most(self, thing: Thing) -> int:
        """Return how many things of this thing's kind the place can hold."""
        return 0 if self.only and thing.id not in self.only else dict(self.takes).get(thing.kind, 0)


@dataclass(frozen=True, slots=True)
class Draft:
    """A table being set up: the `contents` of each place, in order, and the values of the fields."""

    options: Options
    contents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    field_values: Mapping[str, str] = field(default_factory=dict)

    def at(self, place: str) -> tuple[str, ...]:
        """Return what is in a place, bottom first."""
        return self.contents.get(place, ())

    def has(self, place: str, thing: str) -> bool:
        """Return whether a thing is in a place."""
        return thing in self.contents.get(place, ())

    def where(self, thing: str) -> list[str]:
        """Return the places that contain a thing."""
        return [place for place, things in self.contents.items() if thing in things]

    def with_contents(self, place: str, things: tuple[str, ...]) -> Draft:
        """Return the draft with these things as the contents of a place."""
        others = {where: there for where, there in self.contents.items() if where != place}
        return replace(self, contents={**others, place: things} if things else others)


@dataclass(frozen=True, slots=True)
class Gap:
    """A part of a table that an answer can depend on: its name, and the place or the field where it is entered.

    If the reader left it out and it is not an unknown thing in a place, `ways` are the ways to fill it in. Each maps
    fields to values, and places to things to add there; the first is assumed.
    """

    name: Text
    at: str
    ways: tuple[Mapping[str, str | tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Table:
    """A table as the options define it: palette pages, things and places by id, and the fields of an empty table."""

    pages: Mapping[str, Text]
    things: Mapping[str, Thing]
    places: Mapping[str, Place]
    fields: tuple[Field, ...]

    @classmethod
    def of(
        cls, pages: Mapping[str, Text], things: Iterable[Thing], places: Iterable[Place], fields: Iterable[Field]
    ) -> Table:
        """Return a table with these contents; palette pages without things are left out."""
        by_id = {thing.id: thing for thing in things}
        palette_pages = {thing.palette_page for thing in by_id.values()}
        shown = {page: words for page, words in pages.items() if page in palette_pages}
        return cls(shown, by_id, {place.id: place for place in places}, tuple(fields))

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The ids of things, places and fields, by the lower-case form in which they can be typed."""
        return {word.lower(): word for word in (*self.things, *self.places, *(f.name for f in self.fields))}

    @cached_property
    def _names(self) -> dict[str, dict[str, list[str]]]:
        """The ids of things, places and fields, by language and then by the form in which their names are typed."""
        return {}

    def called(self, word: str) -> list[str]:
        """Return the ids of the things, places and fields that a word means: as an id, or as a name for readers."""
        if known := self.words.get(word.lower()):
            return [known]
        if language() not in self._names:
            names = self._names[language()] = dict[str, list[str]]()
            named = [
                *((one.id, one.name) for one in self.things.values()),
                *((one.id, one.name) for one in self.places.values()),
                *((one.name, one.title) for one in self.fields),
            ]
            for id_, name in named:
                names.setdefault(typed_name(name), []).append(id_)
        return self._names[language()].get(word.lower(), [])

    def meant(self, word: str) -> str:
        """Return the id of the only thing, place or field that a word means, or ""."""
        found = self.called(word)
        return found[0] if len(found) == 1 else ""

    @cached_property
    def backs(self) -> Mapping[str, str]:
        """The unknown things, by the group of things that they can turn out to be."""
        return {thing.group: thing.id for thing in self.things.values() if thing.unknown}

    def place(self, word: str, who: str) -> str:
        """Return the place that a typed word names, or ""; places of the seat `who` need no seat id."""
        written = (word, f"{who}.{word}", f"{who}{word}", f"{word}.{who}")
        found = (self.words.get(name.lower(), "") for name in written)
        known = next((id_ for id_ in found if id_ in self.places), "")
        return known or self._place_called(word, who)

    def _place_called(self, word: str, who: str) -> str:
        """Return the only place with this name, or that of the seat `who` if several have it; otherwise ""."""
        found = [id_ for id_ in self.called(word) if id_ in self.places]
        own = [id_ for id_ in found if who in id_.split(".")] if len(found) > 1 else found
        return own[0] if len(own) == 1 else ""

    @cached_property
    def pages_of(self) -> Mapping[str, tuple[str, ...]]:
        """For each place, the palette pages with things that can go there, the bottom kind's page first."""
        return {id_: tuple(self._pages_of(place)) for id_, place in self.places.items()}

    def _pages_of(self, place: Place) -> Iterable[str]:
        kinds = [kind for kind, _ in place.takes]
        found = [thing for thing in self.things.values() if place.most(thing)]
        return dict.fromkeys(one.palette_page for one in sorted(found, key=lambda one: kinds.index(one.kind)))

    @property
    def sample(self) -> str:
        """An example of what can be typed."""
        ways = ((t.id, p.id) for t in self.things.values() for p in self.places.values() if p.most(t))
        return " ".join(next(ways, ()))


@dataclass(frozen=True, slots=True)
class EditorSpec(Generic[S]):
    """How positions of a game are set up.

    `table(options)` returns what a table can have. `read(state)` returns the draft of a position, and `write(draft)`
    the position in the game's notation, whether it is possible or not. `boards(draft, seat)` returns the empty boards
    that a seat sees, which depend only on the fields; their areas are places. `problems(draft)` says why a draft is
    impossible, each time with a rule; `missing(draft)` says what no question can be answered without. `left_out(draft)`
    says what else a complete position needs: questions can be answered without it, but no game can go on from there.
    `gaps(draft)` yields the ways to fill it in, apart from unknown things, and `loosely` reads such a position, without
    the checks that only a complete one passes (None: the game's own reader accepts it). `shown(draft)` yields the
    things that a draft shows but that are in no place. `secrets` lists the fields that not everyone knows; `options`
    lists the options that the form offers (empty: all). `rest(draft)` adds what was left out, as unknown things, where
    these can be dealt: other players' hands need not be entered. `only(draft, place)` returns the things that an
    unknown thing in a place can be, or nothing if it can be anything that the place accepts. `ending` lists the fields
    and places that make a scorer's position final; they are ignored while the position is incomplete. `counted(draft)`
    returns the part of an impossible draft that can be scored. `needs(state, action)` is for actions that are legal
    only if several unknown things turn out to be certain things: it maps places to what the unknown things in them must
    be.
    """

    table: Callable[[Options], Table]
    read: Callable[[S], Draft]
    write: Callable[[Draft], str]
    boards: Callable[[Draft, int], tuple[Part, ...]]
    problems: Callable[[Draft], Iterable[Refusal]]
    missing: Callable[[Draft], Iterable[Text]] = lambda draft: ()  # noqa: ARG005 - in most games, nothing is needed
    shown: Callable[[Draft], Iterable[str]] = lambda draft: ()  # noqa: ARG005 - in most games, everything is in a place
    options: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    rest: Callable[[Draft], Draft] = lambda draft: draft  # in most games everything must be entered
    ending: tuple[str, ...] = ()
    counted: Callable[[Draft], S] | None = None
    only: Callable[[Draft, str], Collection[str]] = lambda draft, place: ()  # noqa: ARG005 - the place decides
    needs: Callable[[S, Any], Mapping[str, Sequence[str]]] = lambda state, action: {}  # noqa: ARG005 - rarely needed
    left_out: Callable[[Draft], Iterable[Text]] = lambda draft: ()  # noqa: ARG005 - some games need everything
    gaps: Callable[[Draft], Iterable[Gap]] = lambda draft: ()  # noqa: ARG005 - unknown things are enough in most games
    loosely: Callable[[str, Options], S] | None = None

    # --- contents ------------------------------------------------------------------------------------------------

    def value(self, draft: Draft, name: str) -> str:
        """Return the value of a field, by default its value on an empty table."""
        entered = draft.field_values.get(name)
        return self.values(Draft(draft.options))[name] if entered is None else entered

    def fields(self, draft: Draft) -> tuple[Field, ...]:
        """Return the fields with their current values."""
        return tuple(
            replace(f, value=draft.field_values.get(f.name, f.value)) for f in self.table(draft.options).fields
        )

    def values(self, draft: Draft) -> dict[str, str]:
        """Return the current values of all fields, by name."""
        entered = draft.field_values
        return {one.name: entered.get(one.name, one.value) for one in self.table(draft.options).fields}

    def new_draft(self, options: Options, contents: Mapping[str, tuple[str, ...]], values: Mapping[str, str]) -> Draft:
        """Return a draft with these things in places and these values of fields. Raises `OptionError`."""
        return self.with_values(Draft(options, {place: things for place, things in contents.items() if things}), values)

    def with_values(self, draft: Draft, values: Mapping[str, str]) -> Draft:
        """Return the draft with new field values; default values are not stored. Raises `OptionError`."""
        usual, found = self.values(Draft(draft.options)), dict[str, str]()
        for name, value in read_fields(self.fields(draft), values).items():
            written = str(int(value)) if value.isdigit() else value or usual[name]
            if written != usual[name]:
                found[name] = written
        return replace(draft, field_values=found)

    def put(self, draft: Draft, thing: str, place: str) -> Draft:
        """Return the draft with one more thing in a place; if its kind is full there, the last of that kind is removed.

        A thing that must be alone in a place is not replaced silently: the second thing stays next to it until one of
        them is removed.

        Raises `NotationError` if the thing can never be in this place.
        """
        table = self.table(draft.options)
        what, where = table.things[thing], table.places[place]
        most = where.most(what)
        if not most:
            raise NotationError(text(N_("something that can be in {place}"), place=where.name), str(what.name))
        kinds = [kind for kind, _ in where.takes]
        contents = list(draft.at(place))
        same = [n for n, one in enumerate(contents) if table.things[one].kind == what.kind]
        if where.alone and what.kind == kinds[0]:
            if thing in contents:
                return draft
            most += 1
        if len(same) >= most:
            del contents[same[-1]]
        contents.append(thing)
        contents.sort(key=lambda one: kinds.index(table.things[one].kind))
        return draft.with_contents(place, tuple(contents))

    def take(self, draft: Draft, place: str, at: int = -1) -> Draft:
        """Return the draft without the thing at an index in a place, by default the top one."""
        contents = list(draft.at(place))
        if contents:
            del contents[at]
        return draft.with_contents(place, tuple(contents))

    def fitting(self, draft: Draft, options: Options) -> Draft:
        """Return the part of a draft that also exists with other options."""
        table, found = self.table(options), Draft(options)
        for place, things in draft.contents.items():
            for thing in things:
                if place in table.places and thing in table.things:
                    what = table.things[thing]
                    if table.places[place].most(what):
                        found = self.put(found, thing, place)
        known = {one.name: one for one in table.fields}
        return self.with_values(found, {k: v for k, v in draft.field_values.items() if k in known and v in known[k]})

    def emptied(self, draft: Draft) -> Draft:
        """Return an empty draft with the same options."""
        return Draft(draft.options)

    def open(self, draft: Draft) -> Draft:
        """Return the draft as that of a game in progress: without the fields and places in `ending`."""
        contents = {place: things for place, things in draft.contents.items() if place not in self.ending}
        return replace(
            draft, contents=contents, field_values={k: v for k, v in draft.field_values.items() if k not in self.ending}
        )

    def known(self, draft: Draft, seat: int | None, mover: int | None) -> Draft:
        """Return the draft as a seat knows it: what the seat does not know is replaced by unknown things."""
        table, found = self.table(draft.options), draft
        for id_, things in draft.contents.items():
            place = table.places[id_]
            shown, hidden = (any(getattr(table.things[one], sign) for one in things) for sign in ("shows", "hides"))
            secret = place.secret and seat != (mover if place.seat is None else place.seat)
            if hidden or (secret and not shown):
                found = found.with_contents(id_, tuple(table.backs.get(table.things[one].group, one) for one in things))
        return replace(
            found, field_values={name: value for name, value in found.field_values.items() if name not in self.secrets}
        )

    # --- consistency ---------------------------------------------------------------------------------------------

    def thing_counts(self, draft: Draft) -> Counter[str]:
        """Return how many of each thing are on the table."""
        return Counter([*(thing for things in draft.contents.values() for thing in things), *self.shown(draft)])

    def too_many(self, draft: Draft) -> Iterator[Refusal]:
        """Yield a refusal for each thing of which there are more on the table than exist."""
        table, counts = self.table(draft.options), self.thing_counts(draft)
        for id_, n in counts.items():
            thing = table.things[id_]
            if thing.most is not None and n > thing.most:
                most = many("{what}: there is {n}", "{what}: there are {n}", thing.most, what=thing.name)
                cells = tuple(p for p in draft.where(id_) if not table.places[p].row)
                yield Refusal(
                    thing.rule, text(N_("{limit}, but the position has {found}."), limit=most, found=n), cells
                )

    def overfull_places(self, draft: Draft) -> Iterator[Refusal]:
        """Yield a refusal for each place that holds two things but may hold only one."""
        table = self.table(draft.options)
        for id_, things in draft.contents.items():
            place = table.places[id_]
            names = [table.things[one].name for one in things if table.things[one].kind == place.takes[0][0]]
            if place.alone and len(names) > 1:
                message = N_("{place}: there is room for one, but it holds {one} and {other}.")
                yield Refusal(place.alone, text(message, place=place.name, one=names[0], other=names[1]), (id_,))

    def exceeded_groups(self, draft: Draft) -> Iterator[Refusal]:
        """Yield a refusal for each group with more things on the table, known or unknown, than exist."""
        table, counts = self.table(draft.options), self.thing_counts(draft)
        for back in (thing for thing in table.things.values() if thing.unknown and counts[thing.id]):
            alike = [thing for thing in table.things.values() if thing.group == back.group]
            there, found = sum(thing.most or 0 for thing in alike), sum(counts[thing.id] for thing in alike)
            if found > there:
                message = N_("{page}: the position has {n}, including unknown ones, but there are only {most}.")
                page = table.pages[back.palette_page]
                yield Refusal(alike[0].rule, text(message, page=page, n=found, most=there))

    def all_problems(self, draft: Draft) -> tuple[Refusal, ...]:
        """Return all reasons why a draft is impossible, each with its rule."""
        return (
            *self.too_many(draft),
            *self.exceeded_groups(draft),
            *self.overfull_places(draft),
            *self.problems(draft),
        )

    def hides(self, draft: Draft) -> bool:
        """Return whether a draft contains unknown things."""
        things = self.table(draft.options).things
        return any(things[thing].unknown for contents in draft.contents.values() for thing in contents)

    def dealt(self, draft: Draft, rng: Random) -> Draft:
        """Return the draft with each unknown thing replaced at random by a thing that is not on the table yet.

        Raises `PositionError` if there are too few such things.
        """
        things = self.table(draft.options).things
        counts, left = self.thing_counts(draft), dict[str, list[str]]()
        for thing in things.values():
            if not thing.unknown and thing.most is not None:
                left.setdefault(thing.group, []).extend([thing.id] * (thing.most - counts[thing.id]))
        for cards in left.values():
            rng.shuffle(cards)
        places, contents = self.table(draft.options).places, dict(draft.contents)
        rules = {thing.group: thing.rule for thing in things.values() if thing.rule}
        only = {place: self.only(draft, place) or places[place].only for place in contents}
        for place in sorted(contents, key=lambda one: len(only[one]) or len(things)):  # most restricted places first
            contents[place] = tuple(
                self._drawn_for(left.get(things[one].group, []), places[place], only[place], rules[things[one].group])
                if things[one].unknown
                else one
                for one in contents[place]
            )
        return replace(draft, contents=contents)

    def every_deal(self, draft: Draft) -> Iterator[Draft]:
        """Yield every way of replacing each unknown thing of a draft by a thing that is not on the table yet."""
        table = self.table(draft.options)
        where = next(
            ((at, n) for at, lie in draft.contents.items() for n, one in enumerate(lie) if table.things[one].unknown),
            None,
        )
        if where is None:
            yield draft
            return
        place, n = where
        things = draft.at(place)
        for one in self._spare(draft, place):
            if not one.unknown and one.group == table.things[things[n]].group:
                yield from self.every_deal(draft.with_contents(place, (*things[:n], one.id, *things[n + 1 :])))

    def deals(self, draft: Draft, mover: int, entered: Draft) -> Iterator[Draft]:
        """Yield drafts in which one unknown thing is replaced by a thing that it could be.

        Only places of the seat to move, or of no seat, are considered. An unknown thing that was not `entered` there
        can also be of another kind.
        """
        table = self.table(draft.options)
        for id_, things in draft.contents.items():
            place = table.places[id_]
            if not (place.secret or place.row) or place.seat not in (mover, None):
                continue
            unknown = [n for n, one in enumerate(things) if table.things[one].unknown]
            for one in self._spare(draft, id_):
                like = (n for n in unknown if table.things[things[n]].group == one.group)
                loose = (n for n in unknown if n >= len(entered.at(id_)) and place.most(one))
                if (at := next(like, next(loose, -1))) >= 0:
                    yield draft.with_contents(id_, (*things[:at], one.id, *things[at + 1 :]))

    def _spare(self, draft: Draft, place: str) -> Iterator[Thing]:
        """Yield the things that are not all on the table yet and that a place accepts."""
        table, counts = self.table(draft.options), self.thing_counts(draft)
        only = self.only(draft, place) or table.places[place].only
        for one in table.things.values():
            if one.most is not None and counts[one.id] < one.most and (not only or one.id in only):
                yield one

    def filled(self, draft: Draft, needed: Mapping[str, Sequence[str]]) -> Draft:
        """Return the draft with the unknown things in some places replaced by the needed things, in the given order.

        If there are too few needed things, the remaining unknown things stay unknown.
        """
        table = self.table(draft.options)
        for place, things in needed.items():
            counts = self.thing_counts(draft)
            left = [one for one in things for _ in range((table.things[one].most or 0) - counts[one])]
            found = (left.pop(0) if table.things[one].unknown and left else one for one in draft.at(place))
            draft = draft.with_contents(place, tuple(found))
        return draft

    @staticmethod
    def _drawn_for(left: list[str], place: Place, only: Collection[str], rule: str) -> str:
        """Remove from `left` a thing that a place accepts, and return it; `rule` limits how many there are."""
        found = next((n for n in range(len(left) - 1, -1, -1) if not only or left[n] in only), None)
        if found is None:
            expected = text(N_("something left for {place}"), place=place.name)
            raise PositionError(rule, expected, text(N_("nothing")), place.id)
        return left.pop(found)

    def position(self, draft: Draft, read: Callable[[str, Options], S], rng: Random, tries: int = TRIES) -> S:
        """Return a draft's position, with the unknown things dealt to fit the known ones, in at most `tries` attempts.

        Raises `NotationError`, and `PositionError` if no game can reach it.
        """
        return self.dealing(draft, read, rng, tries)[1]

    def dealing(
        self, draft: Draft, read: Callable[[str, Options], S], rng: Random, tries: int = TRIES
    ) -> tuple[Draft, S]:
        """Return a draft with all unknown things dealt, and its position; see `position` for `tries` and the errors."""
        if not self.hides(draft):
            return draft, read(self.write(draft), draft.options)
        for left in range(tries, 0, -1):
            try:
                deal = self.dealt(draft, rng)
                return deal, read(self.write(deal), draft.options)
            except NotationError:
                if left == 1:
                    raise
        raise AssertionError

    def faults(self, draft: Draft, read: Callable[[str, Options], S]) -> tuple[Refusal, ...]:
        """Return why no game can reach a draft; empty if a game can, with some deal of the unknown things.

        Raises `NotationError` if the draft cannot even be read.
        """
        reader, found = self.reader(draft, read), None
        for whole in islice(self.completions(draft), FEW_TRIES):
            try:
                self.position(whole, reader, Random(0), FEW_TRIES)
            except PositionError as error:
                found = found or error
            else:
                return ()
        return () if found is None else (problem_of(found),)

    # --- what was left out ---------------------------------------------------------------------------------------

    def reader(self, draft: Draft, read: Callable[[str, Options], S]) -> Callable[[str, Options], S]:
        """Return the reader of a draft's position: `read` or, if something was left out, `loosely` if there is one."""
        return read if self.loosely is None or next(iter(self.left_out(draft)), None) is None else self.loosely

    def completions(self, draft: Draft) -> Iterator[Draft]:
        """Yield the draft completed in several ways, the usual one first; what is unknown in a place stays unknown."""
        gaps = [*self.gaps(draft)]
        for ways in islice(product(*(gap.ways for gap in gaps)), MOST_COMPLETIONS):
            found = draft
            for way in ways:
                found = self.filled_in(found, way)
            yield self.rest(found)

    def filled_in(self, draft: Draft, way: Mapping[str, str | tuple[str, ...]]) -> Draft:
        """Return the draft with a gap filled in one of its ways."""
        for at, value in way.items():
            if isinstance(value, tuple):
                draft = draft.with_contents(at, (*draft.at(at), *value))
        return self.with_values(draft, {at: value for at, value in way.items() if isinstance(value, str)})

    def part_at(self, options: Options, place: str, called: Mapping[int, Text]) -> Gap:
        """Return a place as a part of the table; `called` are the seats' names, to tell equal names apart."""
        places = self.table(options).places
        one, name = places[place], places[place].name
        if one.seat is not None and any(str(two.name) == str(name) for two in places.values() if two is not one):
            name = text(N_("{who}: {place}"), who=called[one.seat], place=name)
        return Gap(name, place)

    # --- text ----------------------------------------------------------------------------------------------------

    def text(self, draft: Draft) -> str:
        """Return a draft as one line, complete or not, which `read_text` can read."""
        order = self.table(draft.options).places
        contents = [f"{place}:{','.join(draft.contents[place])}" for place in order if place in draft.contents]
        return " ".join([*contents, *(f"{name}={value}" for name, value in draft.field_values.items())])

    def read_text(self, written: str, options: Options, onto: Draft | None = None) -> Draft:
        """Return a draft, by default an empty one, after words such as `f3:red` (contents) and `turn=blue` (a field).

        Raises `NotationError` and `OptionError` naming the word that does not fit.
        """
        if len(written) > LONGEST:
            raise NotationError(text(N_("at most {most} characters"), most=LONGEST), len(written))
        table, draft, values = self.table(options), onto or Draft(options), dict[str, str]()
        words = words_of(in_notation(normalized(written)))
        for n, word in enumerate(words, 1):
            place, colon, things = word.partition(":")
            name, sign, value = word.partition("=")
            of = next((one for one in table.fields if sign and one.name == table.meant(name)), None)
            if of is not None:
                values[of.name] = of.meant(value.lower())
                continue
            where = table.meant(place)
            if not colon or where not in table.places:
                expected = text(N_("a place and its contents, as in {place}:…"), place=next(iter(table.places)))
                raise at_word(NotationError(expected, word), word, n, len(words))
            draft = draft.with_contents(where, ())
            for thing in filter(None, things.split(",")):
                if (what := table.meant(thing)) not in table.things:
                    expected = text(N_("something that can be in {place}"), place=table.places[where].name)
                    raise at_word(NotationError(expected, word), word, n, len(words))
                draft = self.put(draft, what, where)
        return self.with_values(draft, values)

    def typed(self, draft: Draft, word: str, item: str = "", who: str = "") -> tuple[Draft, str]:
        """Return the draft after a typed word, and the thing in hand afterwards.

        `cat` takes a cat in hand, and each place typed after it, such as `f3`, receives a cat; `f3>f4` moves a thing,
        `-f3` removes one, `turn=blue` sets a field. The places of the seat `who` can be named without its id.

        Raises `NotationError` and `OptionError`.
        """
        table = self.table(draft.options)
        known, bare = table.meant(word), word.lstrip("-")
        if "=" in word or (":" in word and not known):
            return self.read_text(word, draft.options, draft), item
        if MOVE.fullmatch(word):
            source, target = (self._place(table, one, who) for one in word.split(">", 1))
            if not draft.at(source):
                raise NotationError(text(N_("something to move in {place}"), place=table.places[source].name), NOTHING)
            return self.put(self.take(draft, source), draft.at(source)[-1], target), item
        if bare != word:
            if not draft.at(source := self._place(table, bare or word, who)):
                expected = text(N_("something to remove in {place}"), place=table.places[source].name)
                raise NotationError(expected, NOTHING)
            return self.take(draft, source), item
        place = table.place(word, who)
        if place and item and table.places[place].most(table.things[item]):
            return self.put(draft, item, place), item
        if known in table.things:
            return draft, known
        raise NotationError(
            text(N_("an item and a place, as in {sample}"), sample=in_readers_words(table.sample)), word
        )

    @staticmethod
    def _place(table: Table, word: str, who: str) -> str:
        if place := table.place(word, who):
            return place
        raise NotationError(text(N_("a place such as {place}"), place=next(iter(table.places))), word)


def problem_of(error: PositionError) -> Refusal:
    """Return a position error as a refusal; it says what was found only if that is a sentence or a number."""
    message = text(N_("Expected {expected}."), expected=error.expected)
    if isinstance(error.found, (Text, int)):  # anything else is notation and visible on the table
        message = text(N_("Expected {expected}, found {found}."), expected=error.expected, found=quoted(error.found))
    return Refusal(error.rule, message, error.areas)


def lacking(lacks: Iterable[tuple[Text, int]], one: str, more: str) -> Iterator[Text]:
    """Yield a sentence for each number of things that players lack: {n} is the number, {who} names the players."""
    found: dict[int, list[Text]] = {}
    for who, n in lacks:
        if n > 0:
            found.setdefault(n, []).append(who)
    for n, players in found.items():
        yield many(one, more, n, who=listed(players))


AnyEditorSpec: TypeAlias = EditorSpec[Any]  # for code that works with any game
