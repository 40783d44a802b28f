"""Positions and whole games as versioned JSON and as links."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from cattools.core.chance import MOST_SEED, is_seed
from cattools.core.display.seat_names import checked, given
from cattools.core.errors import (
    CattoolsError,
    NotationError,
    OptionError,
    OtherGameError,
    RecordError,
    clipped,
    closest,
    each_once,
    shorten,
    suggesting,
)
from cattools.core.game import AnyGame, AnyState
from cattools.core.messages import N_, alternatives, commas, text
from cattools.core.options import Options
from cattools.core.rules import IllegalAction
from cattools.core.table.position_editor import AnyEditorSpec, Draft
from cattools.core.timeline import Timeline

VERSION = 1
POSITION, RECORD = "cattools position", "cattools record"
MOST_BRACKETS = 100  # maximum number of lists and objects
NAME_END = "\n"  # separates names; a name never contains it
# Maximum lengths in characters: far more than a real game or an evening of games needs, too few to freeze a page.
MOST, MOST_LINK = 1_000_000, 20_000
# The key that says what a link leads to, and the other keys that the link may have besides `game`.
LINKS: dict[str, tuple[str, ...]] = {
    "position": ("options", "seats", "names"),
    "seats": ("options",),  # a new game with these players
    "options": (),  # a new game
    "table": ("options",),  # a draft in the position editor
    "entries": ("options",),  # those of the round tracker
    "slide": ("hands",),
    "example": ("hands",),
    "seed": ("positions", "at", "missed", "seconds", "since", "hands", "counts"),  # a set of practice questions
    "ask": ("options", "position", "rule", "about", "grade"),  # one practice question
    "rule": (),  # practice of one rule
}
SAFE = ":,="  # characters of a link that stay as they are, so that readers can read it
MOST_BYTES = 4_000_000  # of a file: room for a text of maximum length in any encoding
# Characters that no text file contains.
_BINARY = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufffd]")


def position_json(state: AnyState) -> str:
    """Return a position as one line of JSON."""
    return json.dumps(
        {
            "format": POSITION,
            "version": VERSION,
            "game": state.game.id,
            "options": str(state.options),
            "position": str(state),
        }
    )


def read_position(written: str, games: Mapping[str, AnyGame]) -> AnyState:
    """Return the position that `position_json` wrote. Raises `RecordError`."""
    fields = read_fields(written, POSITION, {"game": str, "options": str, "position": str})
    return read_linked(fields, games)


def write_names(names: Sequence[str]) -> str:
    """Return the players' names as one string, without missing names at the end."""
    return NAME_END.join(names).rstrip(NAME_END)


def read_names(written: str) -> list[str]:
    """Return the names that `write_names` wrote; a missing name is the empty string."""
    return written.split(NAME_END)


def position_link(state: AnyState, seats: Sequence[str] = (), names: Sequence[str] = ()) -> str:
    """Return the URL fragment that holds a position, who sits at its seats, and the players' names."""
    link = {"game": state.game.id, "options": str(state.options), "position": str(state)}
    table = {"seats": ",".join(seats), "names": write_names(names)}
    return urlencode({**link, **{key: value for key, value in table.items() if value}})


def draft_link(editor: AnyEditorSpec, draft: Draft, of: str) -> str:
    """Return the URL fragment for a draft in the position editor, complete or not."""
    return urlencode({"game": of, "options": str(draft.options), "table": editor.text(draft)}, safe=":,=")


def table_of(fields: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who sits at the seats, and the players' names, from the fields of a link that `position_link` wrote."""
    seats, names = fields.get("seats", ""), fields.get("names", "")
    return tuple(seats.split(",")) if seats else (), tuple(read_names(names)) if names else ()


def seats_link(game: AnyGame, seats: Sequence[str]) -> str:
    """Return the URL fragment for a new game with these players at its seats."""
    return urlencode({"game": game.id, "seats": ",".join(seats)}, safe=",")


def read_link(fragment: str, games: Mapping[str, AnyGame]) -> AnyState:
    """Return the position from a link that `position_link` wrote. Raises `RecordError` and `OptionError`."""
    return read_linked(link_fields(fragment), games)


def read_linked(fields: Mapping[str, str], games: Mapping[str, AnyGame]) -> AnyState:
    """Return the position in the fields of a link. Raises `RecordError`."""
    game, options = _game(fields, games)
    try:
        state: AnyState = game.read_position(fields["position"], options)
    except CattoolsError as error:
        raise RecordError(text(N_("position: {error}"), error=error)) from None
    return state


def link_fields(fragment: str, *holds: str, of: AnyGame | None = None) -> dict[str, str]:
    """Return the unparsed fields of a link: `game`, `options`, what the link leads to, and its other keys.

    The link must have one of the keys `holds` of `LINKS`, by default `position`; if it has several, the first in
    `holds` counts. `of` is the game that the link must be for, if any; the link need not name it. Raises `RecordError`,
    and `OptionError` for another game.
    """
    _refuse_long(fragment, MOST_LINK)
    holds = holds or ("position",)
    fields = each_once(parse_qsl(fragment.lstrip("#"), keep_blank_values=True), fragment, RecordError)
    kind = next((key for key in holds if key in fields), "")
    if of is not None and fields.get("game", of.id) != of.id and not fields.keys().isdisjoint(LINKS):
        leads = next(key for key in reversed(LINKS) if key in fields)  # many links have options too
        raise OtherGameError(of.id, fields["game"], leads, fragment.lstrip("#"))
    _refuse_unknown(fields, (kind,) if kind else holds, of if "options" in holds else None)
    if of is not None:
        fields.setdefault("game", of.id)
    if "game" not in fields:
        raise RecordError(text(N_("expected a link that names its game, found {found}"), found=shorten(fragment)))
    if not kind:
        raise lacks(holds, fragment)
    return {"options": "", **fields}


def lacks(keys: Sequence[str], fragment: str) -> RecordError:
    """Return the error for a link that needs one of these keys but has none."""
    known = alternatives([f"{key}=" for key in keys])
    return RecordError(
        text(N_("expected an address with {known}, found {found}"), known=known, found=shorten(fragment))
    )


def refuse_query(query: str, of: AnyGame) -> None:
    """Raise `RecordError` if a page's query has keys that belong in a link; other sites may add keys of their own."""
    fields = dict(parse_qsl(query.lstrip("?"), keep_blank_values=True))
    if chosen := _options(fields, of):
        raise _misplaced({}, chosen, query, of)
    if not LINKS.keys().isdisjoint(fields):
        raise _in_query(query, of)


def _options(fields: Mapping[str, str], of: AnyGame) -> Mapping[str, str]:
    """Return the options of the game that the keys mean, with their values."""
    return {name: value for key, value in fields.items() if (name := _option(key, value, of))}


def _option(key: str, value: str, of: AnyGame) -> str:
    """Return the game's option of this name or, if misspelt, the closest one that accepts the value; otherwise ""."""
    if key in of.known_options:
        return key
    name = closest(key, of.known_options)
    try:
        return name if name and of.choose({name: value}) else ""
    except CattoolsError:
        return ""


def _refuse_unknown(fields: Mapping[str, str], kinds: Sequence[str], of: AnyGame | None) -> None:
    """Raise `RecordError` if a link has keys that no link of these `kinds` has: perhaps options of the game `of`."""
    known = dict.fromkeys(key for kind in kinds for key in ("game", kind, *LINKS[kind]))
    found = {key: value for key, value in fields.items() if key not in known}
    if of is not None and (chosen := _options(found, of)):
        rest = {key: value for key, value in fields.items() if key in known}
        raise _misplaced(rest, chosen, urlencode(found, safe=SAFE), of)
    for key in found:
        near = closest(key, known)
        sentence = text(N_("this page cannot read {found} in its address"), found=shorten(key))
        if of is not None and not near:
            sentence = text(N_("{error}; the options are {known}"), error=sentence, known=commas(of.known_options))
        error = RecordError(suggesting(sentence, near))
        right = {near if one == key else one: value for one, value in fields.items() if near or one != key}
        error.address = urlencode(right, safe=SAFE) if not right.keys().isdisjoint(kinds) else ""
        raise error


def _misplaced(rest: Mapping[str, str], chosen: Mapping[str, str], found: str, of: AnyGame) -> RecordError:
    """Return the error for options of the game that an address has as if they were keys of a link.

    `rest` are the real keys of the link.
    """
    written = (f"{name}={value}" if value else name for name, value in chosen.items())
    options = ",".join(filter(None, (rest.get("options"), *written)))
    message = N_("expected options after {begin} in the address, found {found}")
    error = RecordError(text(message, begin="#options=", found=shorten(found)))
    error.address = _nearest(urlencode({**rest, "options": options}, safe=SAFE), of)
    return error


def _in_query(query: str, of: AnyGame) -> RecordError:
    """Return the error for a link that begins with a question mark."""
    message = N_("put # in place of ? in the address; found {found}")
    error = RecordError(text(message, found=shorten(query)))
    error.address = _nearest(query.lstrip("?"), of)
    return error


def _nearest(link: str, of: AnyGame) -> str:
    """Return a link, if need be with the nearest options that can be chosen; "" if there are none."""
    try:
        of.choose(dict(parse_qsl(link)).get("options", ""))
    except CattoolsError as wrong:
        suggest_address(wrong, link, of)
        return wrong.address
    return link


def suggest_address(error: CattoolsError, fragment: str, of: AnyGame) -> None:
    """Set the `address` of an error about a link's options to the link with the nearest options that can be chosen."""
    fields = dict(parse_qsl(fragment.lstrip("#"), keep_blank_values=True))
    if error.address or not error.near or "options" not in fields:
        return
    options, found = fields["options"], error
    for _ in of.known_options:  # one after the other, until all fit
        wrong = re.compile(rf"(?<![^,=+ ]){re.escape(found.wrong)}(?![^,=+ ])")
        right, times = wrong.subn(lambda _, near=found.near: near, options, count=1)  # type: ignore[misc]
        options = right if times else f"{options},{found.near}"
        try:
            of.choose(options)
        except CattoolsError as next_error:
            found = next_error
            if not found.near:
                return
        else:
            error.address = urlencode({**fields, "options": options}, safe=SAFE)
            return


def with_options(state: AnyState) -> str:
    """Return a position with its options as one line, which `split` can read."""
    options = str(state.options)
    return f"[{options}] {state}" if options else str(state)


def split(line: str) -> tuple[str | None, str]:
    """Return the options at the start of a line (None: there are none) and its position. Raises `NotationError`."""
    if not isinstance(line, str):
        raise NotationError(text(N_("a position as text")), line)
    line = line.strip()
    if line.startswith("[") and "]" in line:
        options, _, position = line[1:].partition("]")
        return options, position.strip()
    return None, line


@dataclass(frozen=True)
class Record:
    """A game as played: its options, its start, every action in notation, and who sat at the table.

    `start` is a position in notation, or "" for the standard start; `seed` is the dealer's seed; `names` are the
    players' names, in seat order.
    """

    game: AnyGame
    options: Options
    actions: tuple[str, ...]
    start: str = ""
    seed: int | None = None
    seats: tuple[str, ...] = field(default=())
    names: tuple[str, ...] = field(default=())

    def to_json(self) -> str:
        """Return the record as JSON, one action per line."""
        return json.dumps(
            {
                "format": RECORD,
                "version": VERSION,
                "game": self.game.id,
                "options": str(self.options),
                "seats": list(self.seats),
                "names": list(self.names),
                "seed": self.seed,
                "start": self.start,
                "actions": list(self.actions),
            },
            indent=1,
            ensure_ascii=False,
        )

    @property
    def called(self) -> Mapping[str, str]:
        """The players' names, by the game's names for their seats."""
        return given([seat.name for seat in self.game.seats(self.options)], self.names)

    def replay(self) -> Timeline:
        """Replay and check every action. Raises `RecordError` naming the first one that fails."""
        try:
            state = self.game.read_position(self.start, self.options) if self.start else self.game.start(self.options)
        except CattoolsError as error:
            raise RecordError(text(N_("start: {error}"), error=error)) from None
        return replay(state, self.actions)


def replay(start: AnyState, actions: Iterable[str]) -> Timeline:
    """Play and check actions in notation. Raises `RecordError` naming the first one that fails."""
    timeline = Timeline(start)
    for number, written in enumerate(actions, 1):
        try:
            timeline.play(start.game.read_action(written, timeline.state))
        except NotationError as error:
            raise RecordError(text(N_("action {number}: {error}"), number=number, error=error)) from None
        except IllegalAction as error:
            raise RecordError(text(N_("action {number}, {error}"), number=number, error=error)) from None
    return timeline


def record_of(
    timeline: Timeline, seed: int | None = None, seats: tuple[str, ...] = (), names: tuple[str, ...] = ()
) -> Record:
    """Return the record of a timeline's current line."""
    start = timeline.root.state
    is_standard = start == start.game.start(start.options)
    return Record(
        start.game,
        start.options,
        tuple(str(n.action) for n in timeline.line),
        "" if is_standard else str(start),
        seed,
        seats,
        names,
    )


def read_record(written: str, games: Mapping[str, AnyGame]) -> Record:
    """Return the record that `Record.to_json` wrote. Raises `RecordError`; only `replay` checks the actions."""
    fields = read_fields(written, RECORD, {"game": str, "options": str, "actions": list})
    game, options = _game(fields, games)
    actions, seats, names, start, seed = (
        fields["actions"],
        fields.get("seats", []),
        fields.get("names", []),
        fields.get("start", ""),
        fields.get("seed"),
    )
    if not all(isinstance(a, str) for a in actions):
        raise RecordError(
            text(
                N_("expected actions to be strings, found {found}"),
                found=_json(next(a for a in actions if not isinstance(a, str))),
            )
        )
    if not isinstance(start, str):
        raise RecordError(text(N_("expected start to be a position in notation, found {found}"), found=_json(start)))
    if not (seed is None or is_seed(seed)):
        raise RecordError(
            text(N_("expected a seed from 0 to {most}, found {found}"), most=MOST_SEED - 1, found=_json(seed))
        )
    for key, value in (("seats", seats), ("names", names)):
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            message = N_("expected {key} to be a list of names, found {found}")
            raise RecordError(text(message, key=key, found=_json(value)))
    try:
        own = tuple(checked(names))
    except OptionError as error:
        raise RecordError(*error.args) from error
    return Record(game, options, tuple(actions), start, seed, tuple(seats), own)


_KINDS: Mapping[type, str] = {
    str: N_("a string"),
    list: N_("a list"),
    dict: N_("an object"),
    bool: N_("true or false"),
    int: N_("a whole number"),
}


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8, with or without a byte order mark, or UTF-16. Raises `UnicodeDecodeError`."""
    starts = data[:2]
    if starts in (BOM_UTF16_LE, BOM_UTF16_BE):
        return data.decode("utf-16")
    unmarked = {b"{\0": "utf-16-le", b"\0{": "utf-16-be"}  # JSON begins with a brace
    return data.decode(unmarked.get(starts, "utf-8-sig"))


def refuse_large(size: int) -> None:
    """Raise `RecordError` if a file has more bytes than any file from this book."""
    if size > MOST_BYTES:
        message = N_("expected a file of at most {most} MB, found one of {found} MB")
        raise RecordError(text(message, most=MOST_BYTES // 10**6, found=-(-size // 10**6)))


def read_fields(written: str, form: str, kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return the fields of JSON in the format `form`. Raises `RecordError`.

    `kinds` has the type of each required field.
    """
    written = written.removeprefix("\ufeff")  # a byte order mark
    _refuse_long(written, MOST)
    # A browser's JSON parser allows less nesting than Python's.
    if written.count("[") + written.count("{") > MOST_BRACKETS:
        raise RecordError(
            text(
                N_("expected a {form}, found JSON with more than {brackets} lists and objects"),
                form=form,
                brackets=MOST_BRACKETS,
            )
        )
    if not written.strip():
        raise RecordError(text(N_("expected a game record from this book, found nothing")))
    if _BINARY.search(written):
        raise RecordError(text(N_("expected a game record from this book, found something that is not text")))
    try:
        fields = json.loads(written)
    except (ValueError, RecursionError):
        raise RecordError(text(N_("expected JSON, found {found}"), found=shorten(written))) from None
    if not isinstance(fields, dict) or fields.get("format") != form:
        raise RecordError(
            text(N_("expected JSON with format {form}, found {found}"), form=repr(form), found=_json(fields))
        )
    if fields.get("version") != VERSION:
        raise RecordError(
            text(N_("expected version {version}, found {found}"), version=VERSION, found=_field(fields, "version"))
        )
    for key, kind in kinds.items():
        if type(fields.get(key)) is not kind:
            raise RecordError(
                text(
                    N_("expected {key} to be {words}, found {found}"),
                    key=key,
                    words=text(_KINDS[kind]),
                    found=_field(fields, key),
                )
            )
    return fields


def _refuse_long(written: str, most: int) -> None:
    if len(written) > most:
        raise RecordError(text(N_("expected at most {most} characters, found {n}"), most=most, n=len(written)))


def _json(value: object) -> str:
    """Return a value as it appears in the file."""
    return clipped(json.dumps(value, ensure_ascii=False))


def _field(fields: Mapping[str, Any], key: str) -> str:
    return _json(fields[key]) if key in fields else str(text(N_("nothing")))


def _game(fields: Mapping[str, Any], games: Mapping[str, AnyGame]) -> tuple[AnyGame, Options]:
    game = games.get(fields["game"])
    if game is None:
        raise RecordError(
            text(
                N_("expected one of the games {known}, found {found}"),
                known=commas(games),
                found=_json(fields["game"]),
            )
        )
    try:
        return game, game.choose(fields["options"])
    except CattoolsError as error:
        wrapped = RecordError(text(N_("options: {error}"), error=error))
        wrapped.wrong, wrapped.near = error.wrong, error.near
        raise wrapped from None
