"""How a table is set up: what there is, where it may lie, and a draft of it that need not be a position yet.

A game gives one `Setup`; the mode `SetUp` (`widgets/modes/editor/position_editor.py`) shows it. A `Draft` says what
lies in each place and what is told of the rest, in words of the game's own, so that nothing is lost that cannot be a
position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from cattools.core.display.scene import Part, Shape
from cattools.core.errors import NotationError, PositionError, quoted
from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.notation import at_word, words_of
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.scorer import Field, read_fields

S = TypeVar("S")
TILE = 40.0  # units: how wide a thing is drawn, around the origin
LONGEST = 20_000  # characters of a draft as text: far above any that is written
TRIES = 300  # ways to deal what is not known, before it is said that none fits
FEW_TRIES = 5  # the same, while a table is entered


@dataclass(frozen=True, slots=True, eq=False)  # one of its kind, and soon found in a cache
class Thing:
    """Something that can lie on a table: its id, its words, what kind of thing it is, how it looks.

    `most` is how many there are (None: no matter), by a `rule`. What is `unknown` stands for any other
    of its kind, or of its `family`; `several` says in words with {n} that it lies there more than once.
    `page` is where the palette has it, that of its kind unless told. What `shows` says that all know
    what lies there, what `hides` that nobody does.
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
    def likes(self) -> str:
        """What everything has in common with it that it may turn out to be."""
        return self.family or self.kind

    @property
    def leaf(self) -> str:
        """The page of the palette that has it."""
        return self.page or self.kind


@dataclass(frozen=True, slots=True)
class Place:
    """Where things may lie: its id, its words, and how many of each kind it `takes`, the lowest kind first.

    A place with a `seat` is seen with that seat's side. A `row` is no cell of a board: its things lie side by side.
    `only` are the things of its kinds that it takes; nothing: all of them. What lies in a `secret` place only its seat
    knows, or where it has none whoever is to move. By the rule `alone` one thing of its lowest kind is there: a second
    one may be laid there, and is doubted. A row's `caption` stands over it where its name would be too long.
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

    def most(self, thing: Thing) -> int:
        """Return how many things of this kind may lie here."""
        return 0 if self.only and thing.id not in self.only else dict(self.takes).get(thing.kind, 0)


@dataclass(frozen=True, slots=True)
class Draft:
    """A table as far as it is set up: what lies in each place, in order, and what is told that lies nowhere."""

    options: Options
    laid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)

    def at(self, place: str) -> tuple[str, ...]:
        """Return what lies in a place, the lowest first."""
        return self.laid.get(place, ())

    def has(self, place: str, thing: str) -> bool:
        """Return whether a thing lies in a place."""
        return thing in self.laid.get(place, ())

    def where(self, thing: str) -> list[str]:
        """Return the places where a thing lies."""
        return [place for place, things in self.laid.items() if thing in things]

    def laying(self, place: str, things: tuple[str, ...]) -> Draft:
        """Return the draft with these things in a place."""
        laid = {where: lying for where, lying in self.laid.items() if where != place}
        return replace(self, laid={**laid, place: things} if things else laid)


@dataclass(frozen=True)
class Table:
    """What the options make of a table: the palette's pages, things and places by id, the fields as on an empty one."""

    pages: Mapping[str, Text]
    things: Mapping[str, Thing]
    places: Mapping[str, Place]
    fields: tuple[Field, ...]

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The ids of things, places and fields, as they may be typed."""
        return {word.lower(): word for word in (*self.things, *self.places, *(f.name for f in self.fields))}

    @cached_property
    def backs(self) -> Mapping[str, str]:
        """What stands for anything unknown, by what it may turn out to be."""
        return {thing.likes: thing.id for thing in self.things.values() if thing.unknown}

    def place(self, word: str, who: str) -> str:
        """Return the place that a typed word names, nothing for none; one of the seat `who` needs no name of it."""
        written = (word, f"{who}.{word}", f"{who}{word}", f"{word}.{who}")
        found = (self.words.get(name.lower(), "") for name in written)
        return next((id_ for id_ in found if id_ in self.places), "")

    @cached_property
    def pages_of(self) -> Mapping[str, tuple[str, ...]]:
        """By place the pages of the palette with things that lie there, that of the lowest kind first."""
        return {id_: tuple(self._pages_of(place)) for id_, place in self.places.items()}

    def _pages_of(self, place: Place) -> Iterable[str]:
        kinds = [kind for kind, _ in place.takes]
        found = [thing for thing in self.things.values() if place.most(thing)]
        return dict.fromkeys(one.leaf for one in sorted(found, key=lambda one: kinds.index(one.kind)))

    @property
    def sample(self) -> str:
        """Words that could be typed."""
        ways = ((t.id, p.id) for t in self.things.values() for p in self.places.values() if p.most(t))
        return " ".join(next(ways, ()))


@dataclass(frozen=True, slots=True)
class Setup(Generic[S]):
    """How any position of a game is set up.

    `table(options)` is what there is. `read(state)` is the draft of a position, `write(draft)` the position in the
    game's notation, whether it can be one or not. `boards(draft, seat)` are the empty boards that a seat sees by what
    is told alone, and their areas are places. `doubts` are the rules by which a draft cannot be, `missing` what is
    still to be entered. `shown` yields the things that a draft shows somewhere else than in a place, `secrets` are
    fields that not everybody knows. `rest` puts what was left out there as unknown, where that can be dealt: what
    others hold need not be entered. `only(draft, place)` are the things that what is unknown in a place can be; none:
    all that the place takes. `ending` are the fields and places by which a scorer's position is over: while it is not
    whole they are open. `counted` is what can be counted of a draft that is no position. `needs(state, action)` are by
    place the things of which all that is unknown there has to be, for an action that no single one of them makes legal.
    """

    table: Callable[[Options], Table]
    read: Callable[[S], Draft]
    write: Callable[[Draft], str]
    boards: Callable[[Draft, int], tuple[Part, ...]]
    doubts: Callable[[Draft], Iterable[Refusal]]
    missing: Callable[[Draft], Iterable[Text]]
    shown: Callable[[Draft], Iterable[str]] = lambda draft: ()  # noqa: ARG005 - in most games all lies in a place
    secrets: tuple[str, ...] = ()
    rest: Callable[[Draft], Draft] = lambda draft: draft  # in most games all has to be entered
    ending: tuple[str, ...] = ()
    counted: Callable[[Draft], S] | None = None
    only: Callable[[Draft, str], Collection[str]] = lambda draft, place: ()  # noqa: ARG005 - as the place itself tells
    needs: Callable[[S, Any], Mapping[str, Sequence[str]]] = lambda state, action: {}  # noqa: ARG005 - one is enough

    # --- what lies there -----------------------------------------------------------------------------------------

    def told(self, draft: Draft, name: str) -> str:
        """Return what is told of a field, else what it is on an empty table."""
        usual = next(one.value for one in self.table(draft.options).fields if one.name == name)
        return draft.told.get(name, usual)

    def fields(self, draft: Draft) -> tuple[Field, ...]:
        """Return the fields with what is told."""
        return tuple(replace(f, value=draft.told.get(f.name, f.value)) for f in self.table(draft.options).fields)

    def telling(self, draft: Draft, values: Mapping[str, str]) -> Draft:
        """Return the draft with other values of fields; the usual ones are not told. Raises `OptionError`."""
        usual, told = {one.name: one.value for one in self.table(draft.options).fields}, dict[str, str]()
        for name, value in read_fields(self.fields(draft), values).items():
            written = str(int(value)) if value.isdigit() else value or usual[name]
            if written != usual[name]:
                told[name] = written
        return replace(draft, told=told)

    def put(self, draft: Draft, thing: str, place: str) -> Draft:
        """Return the draft with one more thing in a place; where its kind has no room the last one gives way.

        What lies alone in a place does not give way unseen: a second one lies beside it until one is taken away.

        Raises `NotationError` where it never lies there.
        """
        table = self.table(draft.options)
        what, where = table.things[thing], table.places[place]
        most = where.most(what)
        if not most:
            raise NotationError(text(N_("something else in {place}"), place=where.name), str(what.name))
        kinds = [kind for kind, _ in where.takes]
        lying = list(draft.at(place))
        same = [n for n, one in enumerate(lying) if table.things[one].kind == what.kind]
        if where.alone and what.kind == kinds[0]:
            if thing in lying:
                return draft
            most += 1
        if len(same) >= most:
            del lying[same[-1]]
        lying.append(thing)
        lying.sort(key=lambda one: kinds.index(table.things[one].kind))
        return draft.laying(place, tuple(lying))

    def take(self, draft: Draft, place: str, at: int = -1) -> Draft:
        """Return the draft without the thing at a number in a place, the top one unless told."""
        lying = list(draft.at(place))
        if lying:
            del lying[at]
        return draft.laying(place, tuple(lying))

    def fitting(self, draft: Draft, options: Options) -> Draft:
        """Return what of a draft there is with other options too."""
        table, found = self.table(options), Draft(options)
        for place, things in draft.laid.items():
            for thing in things:
                if place in table.places and thing in table.things:
                    what = table.things[thing]
                    if table.places[place].most(what):
                        found = self.put(found, thing, place)
        known = {one.name: one for one in table.fields}
        return self.telling(found, {k: v for k, v in draft.told.items() if k in known and v in known[k]})

    def open(self, draft: Draft) -> Draft:
        """Return the draft of a game that is still going on, whatever else of it is not told yet."""
        laid = {place: things for place, things in draft.laid.items() if place not in self.ending}
        return replace(draft, laid=laid, told={k: v for k, v in draft.told.items() if k not in self.ending})

    def known(self, draft: Draft, seat: int | None, mover: int | None) -> Draft:
        """Return the part of a draft that a seat knows: what it does not know becomes unknown."""
        table, found = self.table(draft.options), draft
        for id_, things in draft.laid.items():
            place = table.places[id_]
            shown, hidden = (any(getattr(table.things[one], sign) for one in things) for sign in ("shows", "hides"))
            secret = place.secret and seat != (mover if place.seat is None else place.seat)
            if hidden or (secret and not shown):
                found = found.laying(id_, tuple(table.backs.get(table.things[one].likes, one) for one in things))
        return replace(found, told={name: value for name, value in found.told.items() if name not in self.secrets})

    # --- what can be ---------------------------------------------------------------------------------------------

    def lying(self, draft: Draft) -> Counter[str]:
        """Return how often each thing is on the table."""
        return Counter([*(thing for things in draft.laid.values() for thing in things), *self.shown(draft)])

    def too_many(self, draft: Draft) -> Iterator[Refusal]:
        """Yield for each thing of which more lie there than there are why that cannot be."""
        table, lying = self.table(draft.options), self.lying(draft)
        for id_, n in lying.items():
            thing = table.things[id_]
            if thing.most is not None and n > thing.most:
                said = many(N_("{what}: there is {n}"), N_("{what}: there are {n}"), thing.most, what=thing.name)
                cells = tuple(p for p in draft.where(id_) if not table.places[p].row)
                yield Refusal(thing.rule, text(N_("{said}, and here lie {found}."), said=said, found=n), cells)

    def crowded(self, draft: Draft) -> Iterator[Refusal]:
        """Yield for each place with two things where one lies alone why that cannot be."""
        table = self.table(draft.options)
        for id_, things in draft.laid.items():
            place = table.places[id_]
            lying = [table.things[one].name for one in things if table.things[one].kind == place.takes[0][0]]
            if place.alone and len(lying) > 1:
                said = N_("{place}: here lie {one} and {other}, and there is room for one.")
                yield Refusal(place.alone, text(said, place=place.name, one=lying[0], other=lying[1]), (id_,))

    def short(self, draft: Draft) -> Iterator[Refusal]:
        """Yield for each sort of which more lie there, known or not, than there are why that cannot be."""
        table, lying = self.table(draft.options), self.lying(draft)
        for back in (thing for thing in table.things.values() if thing.unknown and lying[thing.id]):
            alike = [thing for thing in table.things.values() if thing.likes == back.likes]
            there, found = sum(thing.most or 0 for thing in alike), sum(lying[thing.id] for thing in alike)
            if found > there:
                said = N_("{page}: {n} lie here, those that nobody knows counted; there are {most}.")
                page = table.pages[back.leaf]
                yield Refusal(alike[0].rule, text(said, page=page, n=found, most=there))

    def all_doubts(self, draft: Draft) -> tuple[Refusal, ...]:
        """Return why a draft cannot be, each with its rule."""
        return (*self.too_many(draft), *self.short(draft), *self.crowded(draft), *self.doubts(draft))

    def hides(self, draft: Draft) -> bool:
        """Return whether something lies there of which nobody knows what it is."""
        things = self.table(draft.options).things
        return any(things[thing].unknown for lying in draft.laid.values() for thing in lying)

    def dealt(self, draft: Draft, rng: Random) -> Draft:
        """Return the draft with something for all that is not known, out of what lies nowhere.

        Raises `PositionError` where too little is left.
        """
        things = self.table(draft.options).things
        lying, left = self.lying(draft), dict[str, list[str]]()
        for thing in things.values():
            if not thing.unknown and thing.most is not None:
                left.setdefault(thing.likes, []).extend([thing.id] * (thing.most - lying[thing.id]))
        for cards in left.values():
            rng.shuffle(cards)
        places, laid = self.table(draft.options).places, dict(draft.laid)
        rules = {thing.likes: thing.rule for thing in things.values() if thing.rule}
        only = {place: self.only(draft, place) or places[place].only for place in laid}
        for place in sorted(laid, key=lambda one: len(only[one]) or len(things)):  # those that take the fewest first
            laid[place] = tuple(
                self._one(left.get(things[one].likes, []), places[place], only[place], rules[things[one].likes])
                if things[one].unknown
                else one
                for one in laid[place]
            )
        return replace(draft, laid=laid)

    def deals(self, draft: Draft, mover: int, entered: Draft) -> Iterator[Draft]:
        """Yield the draft with one thing or another for something unknown before whoever is to move, or before all.

        What was not `entered` there can be of another kind too.
        """
        table, lying = self.table(draft.options), self.lying(draft)
        for id_, things in draft.laid.items():
            place, only = table.places[id_], self.only(draft, id_) or table.places[id_].only
            if not (place.secret or place.row) or place.seat not in (mover, None):
                continue
            unknown = [n for n, one in enumerate(things) if table.things[one].unknown]
            for one in table.things.values():
                if one.most is None or lying[one.id] >= one.most or (only and one.id not in only):
                    continue
                like = (n for n in unknown if table.things[things[n]].likes == one.likes)
                loose = (n for n in unknown if n >= len(entered.at(id_)) and place.most(one))
                if (at := next(like, next(loose, -1))) >= 0:
                    yield draft.laying(id_, (*things[:at], one.id, *things[at + 1 :]))

    def filled(self, draft: Draft, needed: Mapping[str, Sequence[str]]) -> Draft:
        """Return the draft with some of the needed things for all that is unknown in places, the first ones first.

        What there is too little of stays unknown.
        """
        table = self.table(draft.options)
        for place, things in needed.items():
            lying = self.lying(draft)
            left = [one for one in things for _ in range((table.things[one].most or 0) - lying[one])]
            found = (left.pop(0) if table.things[one].unknown and left else one for one in draft.at(place))
            draft = draft.laying(place, tuple(found))
        return draft

    @staticmethod
    def _one(left: list[str], place: Place, only: Collection[str], rule: str) -> str:
        """Return one of what is left that may lie in a place, by the rule that tells how much there is."""
        found = next((n for n in range(len(left) - 1, -1, -1) if not only or left[n] in only), None)
        if found is None:
            expected = text(N_("something left for {place}"), place=place.name)
            raise PositionError(rule, expected, text(N_("nothing")), place.id)
        return left.pop(found)

    def position(self, draft: Draft, read: Callable[[str, Options], S], rng: Random, tries: int = TRIES) -> S:
        """Return the position that a draft is; what is not known is dealt to agree with what is, in a few `tries`.

        Raises `NotationError`, and `PositionError` where no game comes to it.
        """
        return self.dealing(draft, read, rng, tries)[1]

    def dealing(
        self, draft: Draft, read: Callable[[str, Options], S], rng: Random, tries: int = TRIES
    ) -> tuple[Draft, S]:
        """Return a draft with all that is not known dealt, and the position that it is; as `position` does."""
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
        """Return why no game comes to a draft that lacks nothing; nothing where one does, by some deal at least.

        Raises `NotationError` where it cannot even be read.
        """
        try:
            self.position(self.rest(draft), read, Random(0), FEW_TRIES)
        except PositionError as error:
            return (doubt_of(error),)
        return ()

    # --- writing -------------------------------------------------------------------------------------------------

    def text(self, draft: Draft) -> str:
        """Return a draft as one line, finished or not, which `read_text` reads back."""
        order = self.table(draft.options).places
        laid = [f"{place}:{','.join(draft.laid[place])}" for place in order if place in draft.laid]
        return " ".join([*laid, *(f"{name}={value}" for name, value in draft.told.items())])

    def read_text(self, written: str, options: Options, onto: Draft | None = None) -> Draft:
        """Read words such as `f3:red` (what lies there) and `turn=blue`, onto a draft or an empty one.

        Raises `NotationError` and `OptionError` naming the word that does not fit.
        """
        if len(written) > LONGEST:
            raise NotationError(text(N_("at most {most} characters"), most=LONGEST), len(written))
        table, draft, values = self.table(options), onto or Draft(options), dict[str, str]()
        words = words_of(written)
        for n, word in enumerate(words, 1):
            place, colon, things = word.partition(":")
            name, sign, value = word.partition("=")
            if sign and table.words.get(name.lower()) in {one.name for one in table.fields}:
                values[table.words[name.lower()]] = value.lower()
                continue
            where = table.words.get(place.lower(), "")
            if not colon or where not in table.places:
                said = text(N_("a place and what lies there, as in {place}:…"), place=next(iter(table.places)))
                raise at_word(NotationError(said, word), word, n, len(words))
            draft = draft.laying(where, ())
            for thing in filter(None, things.split(",")):
                if (what := table.words.get(thing.lower(), "")) not in table.things:
                    said = text(N_("something that lies in {place}"), place=table.places[where].name)
                    raise at_word(NotationError(said, word), word, n, len(words))
                draft = self.put(draft, what, where)
        return self.telling(draft, values)

    def typed(self, draft: Draft, word: str, item: str = "", who: str = "") -> tuple[Draft, str]:
        """Return a draft after a typed word, and what is in the hand then.

        `cat` takes a cat in the hand, which each place such as `f3` after it gets; `f3>f4` moves, `-f3` takes away,
        `turn=blue` tells. A place before the seat `who` needs no name of it.

        Raises `NotationError` and `OptionError`.
        """
        table = self.table(draft.options)
        known, bare = table.words.get(word.lower(), ""), word.lstrip("-")
        if "=" in word or (":" in word and not known):
            return self.read_text(word, draft.options, draft), item
        if ">" in word:
            source, target = (self._place(table, one, who) for one in word.split(">", 1))
            if not draft.at(source):
                raise NotationError(text(N_("something in {place}"), place=table.places[source].name), word)
            return self.put(self.take(draft, source), draft.at(source)[-1], target), item
        if bare != word:
            if not draft.at(source := self._place(table, bare, who)):
                raise NotationError(text(N_("something in {place}"), place=table.places[source].name), word)
            return self.take(draft, source), item
        place = table.place(word, who)
        if place and item and table.places[place].most(table.things[item]):
            return self.put(draft, item, place), item
        if known in table.things:
            return draft, known
        raise NotationError(text(N_("something to lay and a place, as in {sample}"), sample=table.sample), word)

    @staticmethod
    def _place(table: Table, word: str, who: str) -> str:
        if place := table.place(word, who):
            return place
        raise NotationError(text(N_("a place on the table such as {place}"), place=next(iter(table.places))), word)


def doubt_of(error: PositionError) -> Refusal:
    """Return why no game comes to a position, with its rule; what was found is told in words only, or as a number."""
    said = text(N_("Expected {expected}."), expected=error.expected)
    if isinstance(error.found, (Text, int)):  # all else is notation, and can be seen on the table
        said = text(N_("Expected {expected}, found {found}."), expected=error.expected, found=quoted(error.found))
    return Refusal(error.rule, said, error.areas)


def lacking(lacks: Iterable[tuple[Text, int]], one: str, more: str) -> Iterator[Text]:
    """Yield in sentences with {who} and {n} how many things players lack, those who lack as many together."""
    found: dict[int, list[Text]] = {}
    for who, n in lacks:
        if n > 0:
            found.setdefault(n, []).append(who)
    for n, players in found.items():
        yield many(one, more, n, who=listed(players))


AnySetup: TypeAlias = Setup[Any]  # where it does not matter of which game
