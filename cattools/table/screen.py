"""One device of a table: reads its messages, and sends it what has changed.

The first message to a device holds the whole board as HTML with pictures; later ones hold what is different. All of
it is drawn from the view of the device's seat. The page shows it with the same script as the boards of the book.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any, TypeAlias

from cattools.core.display.scene import Mark, Part, Scene, Shape
from cattools.core.errors import CattoolsError, shorten
from cattools.core.language import LANGUAGES, catalogue
from cattools.core.messages import N_, SOURCE, Text, text
from cattools.core.notation.parsing import normalized
from cattools.render import draw_list, svg
from cattools.render.animation import Motion
from cattools.table import surroundings
from cattools.table.people import digest
from cattools.table.seat_mode import SeatMode
from cattools.table.surroundings import Controls, Invitation
from cattools.table.table import Table, TableError, TooLateError
from cattools.table.teaching import QUESTIONS
from cattools.table.teaching_modes import Guest, TeachingMode, mode_of
from cattools.widgets import markup, protocol
from cattools.widgets.html import Html
from cattools.widgets.mode import sentence
from cattools.widgets.page_context import PageContext

Message: TypeAlias = Mapping[str, Any]
Shapes: TypeAlias = tuple[str, ...]  # the elements of a part's SVG

# What a device can send, with the type of each field.
FIELDS: Mapping[str, Mapping[str, type]] = {
    "board": {"message": dict},
    "sit": {"seat": int, "name": str},
    "stand": {},
    "show": {"seat": int},
    "let": {"seat": int, "bot": str},
    "vote": {"yes": bool},
    "free": {"seat": int},
    "offer": {"seat": int, "on": bool},
    "pause": {"on": bool},
    "unasked": {"on": bool},
    "timer": {"seconds": int},
    "deal": {},
    "undo_deal": {},
    "teach": {"what": str},
}
FOR_HOST = {"free", "offer", "pause", "unasked", "timer", "deal", "undo_deal", "teach"}
# Messages that a board's script sends by itself, and that mean nothing here.
IDLE = (protocol.View, protocol.Frame, protocol.KeptGames, protocol.Untouched, protocol.Remembered, protocol.Address)
FORWARDED = (protocol.Repeated, protocol.Taken, protocol.Begun, protocol.Unfold)


@cache
def _context(language: str) -> PageContext:
    """Return the context of all devices with this language: their boards are pictures, so it has nothing to close."""
    return PageContext(static=True, catalogue=catalogue(language))


def read(sent: object) -> tuple[str, Message]:
    """Return the kind of a device's message, and the message. Raises `TableError`."""
    kind = sent.get("kind") if isinstance(sent, dict) else None
    fields = FIELDS.get(kind) if isinstance(kind, str) else None
    if not isinstance(sent, dict) or not isinstance(kind, str) or fields is None:
        found = shorten(sent if kind is None else kind)
        raise TableError(text(N_("expected one of {known}, found {found}"), known=", ".join(FIELDS), found=found))
    for name, wanted in fields.items():
        if type(sent.get(name)) is not wanted:
            message = N_("expected {name} of {kind} to be {type}, found {found}")
            facts = {"name": name, "kind": kind, "type": wanted.__name__, "found": shorten(sent.get(name))}
            raise TableError(text(message, **facts))
    return kind, sent


def splice(before: Shapes, now: Shapes) -> list[Any]:
    """Return how to change one list of elements into another: how many stay at either end, and what is between."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    ends = zip(reversed(before[same:]), reversed(now[same:]), strict=False)
    after = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], ends))
    return [same, after, "".join(now[same : len(now) - after])]


class Screen:
    """A device that shows a table: for the seats of its people or, without any, for a watcher.

    `keys` are the keys of these seats. If there are several, one side is shown at a time. `shared`: it is the screen
    that everybody sees. `host`: it can do what only the host may do. `invite` returns how others can join or, with a
    ticket, how a seat can be taken on another device.
    """

    is_seen = moves = False  # motions are for boards that Python animates

    def __init__(
        self,
        table: Table,
        send: Callable[[Message], None],
        *,
        keys: Mapping[int, str] | None = None,
        voter: str = "",
        host: bool = False,
        shared: bool = False,
        language: str = SOURCE,
        invite: Callable[[str], Invitation] | None = None,
    ) -> None:
        self.table, self.send, self.host, self.shared = table, send, host, shared
        self.keys = dict(keys or {})
        self._guest = Guest(voter, host=host, shared=shared)
        self._invite = invite
        self._tickets: dict[int, str] = {}  # the tickets that this device has been given, by seat
        self.context = _context(language if language in LANGUAGES else SOURCE)
        self.mode: SeatMode | TeachingMode | None = None
        self._sent: list[Message] = []  # messages of the mode that wait for the next update
        self._doubt: tuple[str, object] | None = None  # what the host has to press again, and what that is about
        self._mover: int | None = None  # the seat to move when the device was updated last
        self._noticed: Text | None = None  # the last notice of the table that was shown
        self._show(next(iter(self.keys), None))
        table.join(self)

    @property
    def seats(self) -> Collection[int]:
        """The seats of the device's people."""
        return self.keys.keys()

    def lose(self, seat: int, why: Text | None) -> None:
        """Give up a seat, and say why; the device forgets its key."""
        del self.keys[seat]
        self._send_keys()
        if why is not None:
            with self.context.here():
                self.send({"kind": "news", "text": str(why)})
        self._show(next(iter(self.keys), None))

    def _take(self, seat: int, key: str) -> None:
        self.keys[seat] = key
        self._send_keys()
        self._show(seat)
        self.table.changed()

    def _send_keys(self) -> None:
        self.send({"kind": "keys", "keys": [*self.keys.values()]})

    def _show(self, seat: int | None) -> None:
        """Show a new board from another seat, or from nobody's side while the device is passed on."""
        if self.mode is not None:
            self.mode.close()
        self.seat, self._lesson = None if self._passes(seat) else seat, self._at()
        teaching = self.table.teaching
        with self.context.here():
            if teaching is None:
                self.mode = SeatMode(self.table, self.seat, own=self.keys, shared=self.shared)
            else:
                self.mode = mode_of(teaching, self._guest)
        self.mode.display = self
        self._scene: Scene | None = None
        self._shapes: dict[str, Shapes] = {}
        self._names: protocol.Names = {}
        self._slots: Mapping[str, str] = {}
        self._around: str | None = None
        self._asked: str | None = None
        self._timed: tuple[object, ...] = ()
        self._hinted = ""
        self.refresh()

    def _at(self) -> tuple[object, int]:
        """Return what is taught and, on the big screen, which question: each has a board of its own.

        Otherwise, a question would keep the space that the answers to earlier questions needed.
        """
        teaching = self.table.teaching
        return teaching, teaching.at if teaching and self.shared and teaching.what == QUESTIONS else 0

    def _passes(self, seat: int | None) -> bool:
        """Return whether this seat's hand must be hidden, because the device goes to another of its people."""
        return seat is not None and surroundings.holder(self.table, self.keys) not in (seat, None)

    def _pass_on(self) -> None:
        """If another person of this device is to move, show that person's side, or nobody's first, to hide hands."""
        mover, before = self.table.state.mover, self._mover
        self._mover = mover
        person = surroundings.person_to_move(self.table, self.keys)
        if self._lesson != self._at() or self._passes(self.seat):
            self._show(self.seat)
        elif person not in (None, before, self.seat) and not self.table.session.has_secrets:
            self._show(person)

    def close(self) -> None:
        """Leave the table."""
        self._now.close()
        self.table.leave(self)

    @property
    def _now(self) -> SeatMode | TeachingMode:
        assert self.mode is not None  # noqa: S101 - `_show` has set it
        return self.mode

    # --- messages from the device --------------------------------------------------------------------------------

    def receive(self, sent: object) -> None:
        """Handle a message; one that is malformed or not allowed changes nothing and gets one answer."""
        with self._now.here():
            try:
                kind, message = read(sent)
                if kind in FOR_HOST and not self.host:
                    raise TableError(text(N_("Only the host of the table can do that.")))
                if self._doubt is not None and self._doubt[0] != kind:
                    self._doubt, self._version = None, -1
                self._handle(kind, message)
            except CattoolsError as error:
                self.send({"kind": "news" if isinstance(error, TooLateError) else "error", "text": sentence(error)})

    def _handle(self, kind: str, message: Message) -> None:
        table = self.table
        match kind:
            case "board":
                with table.changing(all_see=False):
                    self._hear(message["message"])
            case "sit":
                self._take(message["seat"], table.sit(message["seat"], message["name"]))
            case "show":
                if message["seat"] not in self.keys:
                    raise TableError(text(N_("This device does not have that seat.")))
                self._show(message["seat"])
                self.update()
            case "stand":
                table.free(self._own())
            case "let":
                if not self.host and message["seat"] not in self.keys:
                    raise TableError(text(N_("Only the host of the table can do that.")))
                table.let_play(message["seat"], message["bot"])
            case "vote":
                table.vote(self.seats, yes=message["yes"])
            case _:
                self._host(kind, message)

    def _host(self, kind: str, message: Message) -> None:
        """Handle a message of the host."""
        table = self.table
        match kind:
            case "free":
                self._free(message["seat"])
            case "offer":
                self._offer(message["seat"], on=message["on"])
            case "pause":
                table.pause(on=message["on"])
            case "unasked":
                table.set_free(on=message["on"])
            case "teach":
                table.teach(message["what"])
            case "timer":
                table.set_timer(message["seconds"])
            case "undo_deal":
                table.undo_deal()
            case _:
                self._deal()

    def _offer(self, seat: int, *, on: bool) -> None:
        if not on:
            self.table.cancel_offer(seat)
            return
        self._tickets[seat] = self.table.offer(seat)
        self._version = -1
        self.update()

    def _links(self) -> Mapping[int, Invitation]:
        """Return how seats can be taken on other devices, with the tickets that this device has been given."""
        players = self.table.players
        valid = {seat: one for seat, one in self._tickets.items() if digest(one) == players[seat].ticket}
        return {seat: self._invite(one) for seat, one in valid.items()} if self._invite else {}

    def _deal(self) -> None:
        """Deal a new game; while a game runs, only if the button is pressed again before anything is played."""
        if not self.table.runs or self._is_sure("deal", self.table.session.timeline.node):
            self.table.deal()

    def _free(self, seat: int) -> None:
        """Free a seat; if a person has it, only if the button is pressed again."""
        if not self.table.has_person(seat) or self._is_sure("free", self.table.players[seat].key):
            self.table.free(seat, text(N_("The host has freed your seat. You can take a free one.")))

    def _is_sure(self, kind: str, about: object) -> bool:
        """Return whether the host has pressed a button again; if not, ask for a second press."""
        sure = self._doubt == (kind, about)
        self._doubt, self._version = None if sure else (kind, about), -1
        if not sure:
            self.update()
        return sure

    def _own(self) -> int:
        if self.seat is None:
            raise TableError(text(N_("This device has no seat.")))
        return self.seat

    def _hear(self, content: object) -> None:
        """Handle a message of the board's script."""
        message, mode = protocol.parse(content), self._now
        if isinstance(message, IDLE):
            return
        try:
            self._dispatch(message)
        except protocol.MessageError:
            raise
        except CattoolsError as error:
            mode.complain(error)

    def _dispatch(self, message: protocol.FromPage) -> None:
        mode = self._now
        match message:
            case protocol.Press(area=area, finger=finger):
                (mode.on_tap if finger else mode.on_press)(self._known(area))
            case protocol.Drag(area=area, to=to):
                mode.on_drag(self._known(area), self._known(to))
            case protocol.Hover(area=area):
                mode.on_hover(None if area is None else self._known(area))
            case protocol.Query(area=area):
                mode.on_query(self._known(area))
            case protocol.Back():
                mode.on_back()
            case protocol.Tool(tool=tool, finger=finger):
                mode.on_tool(tool, finger=finger)
            case protocol.Typed(text=written):
                if mode.on_typed(normalized(written)):
                    self.post(protocol.Taken(written, ""))
            case _:
                raise protocol.MessageError(text(N_("A table has no use for this message.")))

    def _known(self, area: str) -> str:
        if area not in self._names:
            message = N_("expected an area of this board, found {found}")
            raise protocol.MessageError(text(message, found=shorten(area)))
        return area

    # --- the display of the mode ---------------------------------------------------------------------------------

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:  # noqa: ARG002 - nothing moves
        """Let the next update compare everything and remove a preview."""
        self._version = -1  # of the table, when it was compared last
        self._hint("")

    update_text = update_head = rerender = refresh

    def go_on_in(self, pause: float) -> None:
        """Do nothing: no mode at a table goes on by itself."""

    def prepare(self, scene: Scene, names: protocol.Names) -> None:
        """Do nothing: there is no animation to prepare for."""

    def point(self, marks: Sequence[Mark]) -> None:  # noqa: ARG002 - as above
        """Let the next update compare the marks."""
        self._version = -1

    def post(self, message: protocol.ToPage) -> None:
        """Send a message to the page with the next update."""
        self._version = -1
        if isinstance(message, protocol.Hint):
            self._hint(message.text)
        elif isinstance(message, FORWARDED):
            self._sent.append(protocol.content(message))

    def _hint(self, preview: str) -> None:
        if preview != self._hinted:
            self._hinted = preview
            self._sent.append(protocol.content(protocol.Hint(preview)))

    # --- messages to the device ----------------------------------------------------------------------------------

    def update(self) -> None:
        """Send what has changed since the last update, in one message, if anything has."""
        if self._version == self.table.version:
            return
        self._pass_on()
        mode, self._version = self._now, self.table.version
        invitation = self._invite("") if self._invite and self.shared else None
        with mode.here():
            self._notice(mode)
            scene, marks = mode.scene(), tuple(mode.marks())
            names = mode.names(scene)
            sample = markup.sample(mode.sample(), scene)
            slots = {**mode.slots(), **markup.captions(scene), "sample": sample}
            around = surroundings.html(self.table, self.seat, self.seats, invitation, self._controls())
            asked = surroundings.asked(self.table, self.seats)
            shapes = {part.name: _shapes(part, marks) for part in scene.parts}
            found: dict[str, Any] = {}
            if self._scene is None or not scene.stands_like(self._scene):
                found["board"] = self._whole(scene, names, slots, marks)
                found["slots"], found["names"] = slots, names
            else:
                found |= self._changes(scene, names, slots, shapes)
        if around != self._around:
            found["around"] = around
        if asked != self._asked:
            found["asked"] = asked
        if (timed := self._timer()) != self._timed:
            used = round(self.table.used, 1) if timed[0] else 0.0
            found["clock"] = {"of": timed[0], "used": used, "runs": not self.table.paused}
        if self._sent:
            found["messages"] = self._sent
        self._scene, self._names, self._slots, self._shapes = scene, names, slots, shapes
        self._around, self._asked, self._sent, self._timed = around, asked, [], timed
        if found:
            self.send({"kind": "look", **found})

    def _controls(self) -> Controls | None:
        """Return what the host's panel shows besides the table's state."""
        if not self.host:
            return None
        ending = self._doubt == ("deal", self.table.session.timeline.node)
        seats = (n for n, one in enumerate(self.table.players) if one.key and self._doubt == ("free", one.key))
        return Controls(self._links(), ending, next(seats, None))

    def _notice(self, mode: SeatMode | TeachingMode) -> None:
        """Let the mode say what somebody has just done besides playing."""
        notice = self.table.people.notice
        if notice is not self._noticed and isinstance(mode, SeatMode):
            self._noticed = notice
            if notice is not None:
                mode.notice(notice)

    def _timer(self) -> tuple[object, ...]:
        """Return what the timer shows: its seconds, or 0 for none, and what restarts or stops it."""
        table = self.table
        of = table.people.timer if table.state.mover is not None and table.teaching is None else 0
        return (of, table.turn, table.paused) if of else (0,)

    def _whole(self, scene: Scene, names: protocol.Names, slots: Mapping[str, str], marks: Sequence[Mark]) -> str:
        pictures = {part.name: Html(svg.part_svg(part, marks)) for part in scene.parts}
        stage = markup.stage(scene, slots, names, pictures)
        return markup.board(self._now.title, slots, stage, fills=self._now.fills, presents=self._now.presents)

    def _changes(
        self, scene: Scene, names: protocol.Names, slots: Mapping[str, str], shapes: Mapping[str, Shapes]
    ) -> dict[str, Any]:
        before = self._scene
        assert before is not None  # noqa: S101 - the caller has checked it
        found: dict[str, Any] = {}
        pairs = zip(scene.parts, before.parts, strict=True)
        if areas := {part.name: markup.areas(part, names) for part, old in pairs if not part.listens_like(old)}:
            found["areas"], found["names"] = areas, names
        elif renamed := {area: name for area, name in names.items() if self._names.get(area) != name}:
            found["names"] = renamed
        gone = dict.fromkeys(self._slots.keys() - slots.keys(), "")
        if said := gone | {name: html for name, html in slots.items() if self._slots.get(name) != html}:
            found["slots"] = said
        if drawn := {
            part: splice(self._shapes[part], now) for part, now in shapes.items() if self._shapes[part] != now
        }:
            found["pictures"] = drawn
        return found


@lru_cache(50_000)  # most shapes are the same after every move, on every screen
def _element(shape: Shape) -> str:
    return svg.shape(shape, "")


def _shapes(part: Part, marks: Sequence[Mark]) -> Shapes:
    return tuple(map(_element, draw_list.of_part(part, marks)))
