"""The default position editor, made from the format of a game's positions.

Each letter of a board becomes an item of the palette, each word that lists cells a mark, each hand a row of cards, and
every other part a field of the form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cattools.core.display.scene import Part as ScenePart
from cattools.core.display.scene import Shape
from cattools.core.grid import Grid, bits, mask
from cattools.core.messages import N_, Text, text
from cattools.core.notation.position_format import Part, PositionFormat, under
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import Draft, EditorSpec, Place, Table, Thing
from cattools.core.table.scorer import Field

if TYPE_CHECKING:
    from cattools.core.game import State

S = TypeVar("S", bound="State[Any]")
PIECE, MARK, CARD = "piece", "mark", "card"  # kinds of items, and the pages of the palette
UNKNOWN = "?"  # the letter of a card that can be any card of its kind
PAGES = {PIECE: N_("Pieces"), CARD: N_("Cards"), MARK: N_("Marks")}
NO_YES = (("no", N_("no")), ("yes", N_("yes")))


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the palette: its id, its name, its shapes, how many exist (None: any number), and its rule."""

    id: str
    name: Text
    shapes: tuple[Shape, ...]
    most: int | None = None
    rule: str = ""


@dataclass(frozen=True)
class FormatEditor(Generic[S]):
    """What the format of a game's positions does not say about its editor.

    `state` is the class of the game's positions. `items(options)` returns the items, keyed by part and letter, such as
    `board.r`, `hands.a` or (for an unknown card) `hands.?`, or by the word if it lists cells. `titles` are the
    titles of the fields, by part; the title of a part that each seat has contains `{who}`. `problems` and `missing` are
    as in `EditorSpec`.
    """

    state: type[S]
    items: Callable[[Options], Mapping[str, Item]]
    titles: Mapping[str, str]
    problems: Callable[[Draft], Iterable[Refusal]] = lambda draft: ()  # noqa: ARG005 - what is read is checked anyway
    missing: Callable[[Draft], Iterable[Text]] = lambda draft: ()  # noqa: ARG005 - in some games nothing is required

    @cached_property
    def spec(self) -> EditorSpec[S]:
        """The editor; every press asks several times for its table, which is therefore cached."""
        return EditorSpec(cache(self.table), self.read, self.write, self._boards, self.problems, self.missing)

    @property
    def format(self) -> PositionFormat:
        """The format of the game's positions."""
        return self.state.game.position_format

    def grid(self, options: Options) -> Grid:
        """Return the board that the format describes."""
        found: Grid = next(part for part in self._parts.values() if part.kind == "rows").of[0](options)
        return found

    def seats(self, options: Options) -> list[tuple[str, Text]]:
        """Return the ids and names of the seats."""
        return [(seat.id, seat.called) for seat in self.state.game.seats(options)]

    def _boards(self, draft: Draft, _: int) -> tuple[ScenePart, ...]:
        """Return the board at the start of a game, which all seats share."""
        game = self.state.game
        return game.scene_of(game.start(draft.options)).parts

    @property
    def _parts(self) -> Mapping[str, Part]:
        return {**self.format.parts, **self.format.words}

    def table(self, options: Options) -> Table:
        """Return the items, places and fields of the editor."""
        items, kinds = self.items(options), dict(self._kinds(options))
        things = [
            Thing(one.id, one.name, kinds[key], one.shapes, one.most, one.rule, unknown=key.endswith(f".{UNKNOWN}"))
            for key, one in items.items()
            if key in kinds
        ]
        marks = ((MARK, sum(kind == MARK for kind in kinds.values())),) if MARK in kinds.values() else ()
        cells = (Place(name, text(name), ((PIECE, 1), *marks)) for name in self.grid(options).names)
        pages = {page: text(title) for page, title in PAGES.items()}
        return Table.of(pages, things, (*cells, *self._hands(options)), self._fields(options))

    def _kinds(self, options: Options) -> Iterator[tuple[str, str]]:
        """Yield the key and the kind of every item."""
        for name, part in self._parts.items():
            inner = part.of[1] if part.kind == "each" else part
            if inner.kind == "rows":
                yield from ((f"{name}.{sign}", PIECE) for sign in under(options, inner.of[1]))
            elif inner.kind == "cards":
                yield from ((f"{name}.{card}", CARD) for card in (*under(options, inner.of[0]), UNKNOWN))
            elif inner.kind in ("cells", "cell"):
                yield name, MARK

    def _hands(self, options: Options) -> Iterator[Place]:
        for name, part in self._parts.items():
            if part.kind == "each" and part.of[1].kind == "cards":
                for seat, (id_, who) in enumerate(self.seats(options)):
                    most, title = part.of[1].of[1], text(self.titles[name], who=who)
                    yield Place(f"{name}.{id_}", title, ((CARD, most),), seat=seat, row=True, secret=True)

    def _fields(self, options: Options) -> Iterator[Field]:
        yes = tuple((word, text(label)) for word, label in NO_YES)
        for name, part in self._parts.items():
            title = self.titles.get(name, "")
            if part.kind == "choice":
                seats, known = dict(self.seats(options)), under(options, part.of[0])
                yield Field(name, text(title), tuple((word, seats.get(word, text(word))) for word in known), known[0])
            elif part.kind == "number":
                yield Field(name, text(title), (), "0", min(9999, under(options, part.of[0])))
            elif part.kind == "flag":
                yield Field(name, text(title), yes, "no")
            elif part.kind == "each" and part.of[1].kind == "number":
                for id_, who in self.seats(options):
                    yield Field(f"{name}-{id_}", text(title, who=who), (), "0", under(options, part.of[1].of[0]))

    def read(self, state: S) -> Draft:
        """Return the draft of a position."""
        options = state.options
        items, names = self.items(options), self.grid(options).names
        contents, values = dict[str, tuple[str, ...]](), dict[str, str]()
        for name, part in self._parts.items():
            value = getattr(state, name)
            if part.kind == "rows":
                for sign, own in zip(under(options, part.of[1]), value, strict=True):
                    contents |= {names[cell]: (items[f"{name}.{sign}"].id,) for cell in bits(own)}
            elif part.kind in ("cells", "cell"):
                marked = value if part.kind == "cells" else 0 if value is None else 1 << value
                contents |= {names[cell]: (*contents.get(names[cell], ()), items[name].id) for cell in bits(marked)}
            elif part.kind == "flag":
                values[name] = NO_YES[value][0]
            elif part.kind == "each":
                for (id_, _), own in zip(self.seats(options), value, strict=True):
                    if part.of[1].kind == "cards":
                        contents[f"{name}.{id_}"] = tuple(items[f"{name}.{card}"].id for card in own)
                    else:
                        values[f"{name}-{id_}"] = part.of[1].write(own, options)
            else:
                values[name] = part.write(value, options)
        return self.spec.new_draft(options, contents, values)

    def write(self, draft: Draft) -> str:
        """Return a draft in notation."""
        options, values, grid = draft.options, self.spec.values(draft), self.grid(draft.options)
        items = self.items(options)
        keys = {item.id: key for key, item in items.items()}
        found = list[Any]()
        for name, part in self._parts.items():
            if part.kind == "rows":
                where = (draft.where(items[f"{name}.{sign}"].id) for sign in under(options, part.of[1]))
                found.append(tuple(mask(map(grid.cell, cells)) for cells in where))
            elif part.kind in ("cells", "cell"):
                marked = [grid.cell(cell) for cell in draft.where(items[name].id)] if name in items else []
                found.append(mask(marked) if part.kind == "cells" else next(iter(marked), None))
            elif part.kind == "flag":
                found.append(values[name] == "yes")
            elif part.kind == "each":
                seats, inner = [id_ for id_, _ in self.seats(options)], part.of[1]
                if inner.kind == "cards":
                    hands = ((keys[card].rpartition(".")[2] for card in draft.at(f"{name}.{id_}")) for id_ in seats)
                    found.append(tuple("".join(sorted(hand)) for hand in hands))
                else:
                    found.append(tuple(inner.read(values[f"{name}-{id_}"], options) for id_ in seats))
            else:
                found.append(part.read(values[name], options))
        return self.format.write(options, *found)
