"""What an action of Cattricola does, told step by step, and what is asked next. No sentence ever names a sex.

What a face-down tile is becomes known to its catcher only, and what is told is told to everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cattools.core.events import Event, EventKind
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.cattricola import ending, scoring
from cattools.games.cattricola.actions import (
    Action,
    Catch,
    Disc,
    Done,
    First,
    Lay,
    Lift,
    Marker,
    Pass,
    Put,
    Swap,
    Tile,
    Turn,
)
from cattools.games.cattricola.dealing import DEAL, FINAL, JOIN, OVER, PLAY
from cattools.games.cattricola.tiles import KINDS, WORDS, kind_of, read_tile

if TYPE_CHECKING:
    from cattools.games.cattricola.state import Cattricola


def kind(tile: int) -> Text:
    """Return a tile's kind in words."""
    return text(WORDS[kind_of(tile) - 1][0])


def _event(shown: str, told: Text, rule: str, *cells: str) -> Event:
    return Event(shown, told, f"cattricola.{rule}", cells)


def events(state: Cattricola, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in rule order."""
    after, who = state.apply_unchecked(action), scoring.name(state.turn)
    events = _told(state, after, action, who)
    if after.phase == FINAL and state.phase == PLAY:
        if after.animals or any(0 not in disc for disc in after.discs):
            events.append(_event("note", text(N_("A disc is full: the final round begins.")), "end.trigger"))
        else:
            told = text(N_("Nobody can catch any more: the final round begins."))
            events.append(_event("note", told, "end.empty-ranch"))
    if after.phase == OVER:
        if state.options.flag("hidden") and any(map(any, after.discs)):
            told = text(N_("The discs are opened."))
            events.append(_event("turn", told, "hidden.sex", *_cells(after)))
        events += [*ending.counted(after), _event("note", status(after), "score.winner")]
    return tuple(events)


def _cells(state: Cattricola) -> list[str]:
    """Return the disc cells that hold a tile."""
    discs = enumerate(state.discs)
    return [scoring.cell_name(seat, n) for seat, disc in discs for n, tile in enumerate(disc) if tile]


def _told(state: Cattricola, after: Cattricola, action: Action, who: Text) -> list[Event]:
    if isinstance(action, Marker):
        # No cell is named: the picture shows one radar, and that may be another player's by then.
        return [_event("note", text(N_("{who} puts a marker on {at}."), who=who, at=action.at), "charge.count")]
    if isinstance(action, Catch):
        return _caught(state, after, action, who)
    if isinstance(action, Put | Lift) or (isinstance(action, Done) and state.hand):
        return _placed(state, after, action)
    if isinstance(action, Done):
        return [_event("note", text(N_("The charge of {who} is over."), who=who), "charge.count")]
    if isinstance(action, Swap):
        one, other = (kind(state.disc[scoring.cell_of(at)[1]]) for at in (action.one, action.other))
        told = text(N_("{who} swaps the {one} on {a} and the {other} on {b}."), who=who, one=one, other=other,
                    a=scoring.words_of(action.one), b=scoring.words_of(action.other))  # fmt: skip
        return [_event("turn", told, "end.swap", action.one, action.other)]
    if isinstance(action, Pass):
        rule = "end.pass" if state.phase == FINAL else "end.empty-ranch"
        return [_event("note", text(N_("{who} passes."), who=who), rule)]
    return _dealt(state, after, action, who)


def _dealt(state: Cattricola, after: Cattricola, action: Action, who: Text) -> list[Event]:
    """Tell of boards joined and of what is dealt; of the tiles only when the last has landed."""
    if isinstance(action, Lay):
        return [_event("note", text(N_("{who} joins a board to the ranch."), who=who), "setup.ranch", str(action))]
    if isinstance(action, Tile):
        one, more = N_("{n} animal lands on the ranch."), N_("{n} animals land on the ranch.")
        return [] if after.undealt else [_event("news", many(one, more, state.ranch.size), "setup.tiles")]
    if isinstance(action, Disc):
        told = text(N_("{who} gets disc {board}."), who=scoring.name(len(state.boards)), board=action.board)
        events = [_event("note", told, "setup.disc")]
        if after.phase == PLAY:
            told = text(N_("{who} holds the star and begins."), who=scoring.name(after.first))
            events.append(_event("note", told, "setup.start"))
        return events
    assert isinstance(action, First)  # noqa: S101 - what else can be dealt
    told = text(N_("The lot falls on {who}, who begins."), who=scoring.name(after.first))
    return [_event("note", told, "setup.start")]


def _caught(state: Cattricola, after: Cattricola, action: Catch, who: Text) -> list[Event]:
    ranch = state.ranch
    covered = ranch.covered(state.radars[state.turn], action.at)
    cells = ranch.names(covered & state.animals)
    kinds = [kind(state.tiles[ranch.grid.index[cell]]) for cell in cells]
    told = text(N_("The range of {who} covers {cells}."), who=who, cells=listed(list(ranch.names(covered))))
    events = [_event(EventKind.REACT, told, "catch.range", *ranch.names(covered))]
    for n, (cell, caught) in enumerate(zip(cells, kinds, strict=True), 1):
        told = text(N_("The {kind} on {at} comes aboard."), kind=caught, at=cell)
        if after.hand:
            events.append(_event("move", told, "catch.range", cell, f"@{n}"))
        else:
            events.append(_event("note", told, "catch.range", cell))
    before, now = state.appeared(state.animals), state.appeared(after.animals)
    if now > before:
        told = many(N_("{n} mystery circle has appeared now."), N_("{n} mystery circles have appeared now."), now)
        fresh = [c for c in ranch.circles if c & state.animals and not c & after.animals]
        events.append(_event("note", told, "circle.appears", *(name for c in fresh for name in ranch.names(c))))
        if after.lifts:
            one, more = N_("{who} may lift {n} tile."), N_("{who} may lift up to {n} tiles.")
            events.append(_event("note", many(one, more, after.lifts, who=who), "circle.lift"))
    if not after.hand:
        return events + _finished(state, cells)
    told = text(N_("{who} looks at what came aboard."), who=who)
    return [*events, _event("turn", told, "place.choice", *(f"@{n}" for n in range(1, len(cells) + 1)))]


def _placed(state: Cattricola, after: Cattricola, action: Put | Lift | Done) -> list[Event]:
    if isinstance(action, Lift):
        slot = f"@{len(state.hand) + 1}"
        tile = state.disc[scoring.cell_of(action.at)[1]]
        told = text(N_("The {kind} on {at} is lifted."), kind=kind(tile), at=scoring.words_of(action.at))
        return [_event("move", told, "circle.lift", action.at, slot)]
    events = []
    waiting = [f"@{n}" for n, tile in enumerate(state.hand, 1) if tile]
    if isinstance(action, Put):
        cell = scoring.cell_name(state.turn, state.disc.index(0))
        told = text(N_("The {kind} goes on {at}."), kind=kind(state.hand[action.slot - 1]), at=scoring.words_of(cell))
        events.append(_event("move", told, "place.order", f"@{action.slot}", cell))
        waiting.remove(f"@{action.slot}")
    return events + ([] if after.hand else _finished(state, waiting))


def _finished(state: Cattricola, off: Sequence[str]) -> list[Event]:
    """Tell of tiles that stay off, by the areas they leave, and of the empty radar."""
    events = []
    for area in off:
        tile = state.hand[int(area[1:]) - 1] if area[0] == "@" else state.tiles[state.ranch.grid.index[area]]
        told = text(N_("The {kind} finds no place."), kind=kind(tile))
        events.append(Event(EventKind.LEAVE, told, "cattricola.place.overflow", (area,), KINDS[kind_of(tile) - 1]))
    told = text(N_("The radar of {who} is empty again."), who=scoring.name(state.turn))
    return [*events, _event("note", told, "catch.reset")]


def status(state: Cattricola) -> Text:
    """Return one sentence: whose turn it is and what is asked, or how the game ended."""
    who = scoring.name(state.turn)
    if state.phase == JOIN:
        return text(N_("{who} joins the next ranch board."), who=who)
    if state.phase == DEAL:
        if state.undealt:
            return many(N_("{n} tile still to land."), N_("{n} tiles still to land."), state.undealt)
        if len(state.boards) < state.players:
            return text(N_("The discs are dealt."))
        return text(N_("Nobody holds the star: the first player is drawn by lot."))
    if state.phase == OVER:
        return ending.decided(state)
    if state.hand:
        return _placing(state, who)
    if state.charged:
        return text(N_("{who} adds a marker or ends the charge."), who=who)
    if state.phase == FINAL:
        return text(N_("Final round: {who} catches, swaps or passes."), who=who)
    if not state.radars[state.turn]:
        return text(N_("{who} charges."), who=who)
    return text(N_("{who} charges or catches."), who=who)


def _placing(state: Cattricola, who: Text) -> Text:
    free = state.disc.find(0)
    if free < 0:
        return text(N_("{who} lifts a tile or leaves the new ones off."), who=who)
    if state.lifts:
        return text(N_("{who} lifts tiles or fills number {n}."), who=who, n=free + 1)
    return text(N_("{who} chooses the tile for number {n}."), who=who, n=free + 1)


def intent(state: Cattricola, action: Action) -> Text:
    """Return in words what somebody would like to do, legal or not."""
    who = scoring.name(state.turn)
    if isinstance(action, Tile):
        tile = read_tile(action.tile)
        return text(N_("Somebody wants to lay a {tile} on the ranch."), tile=text(WORDS[kind_of(tile) - 1][tile & 3]))
    if isinstance(action, Disc):
        who = scoring.name(min(len(state.boards), state.players - 1))
    if isinstance(action, First):
        who = scoring.name(scoring.SEATS.index(action.seat))
    sentence, facts = _wished(state, action)
    return text(sentence, who=who, **facts)


def _wished(state: Cattricola, action: Action) -> tuple[str, dict[str, object]]:
    """Return the sentence for a wish, and its facts besides who wishes."""
    if isinstance(action, Lay):
        return N_("{who} wants to join a board at {at}."), {"at": str(action).removeprefix("=")}
    if isinstance(action, Disc):
        return N_("{who} wants to have disc {board}."), {"board": action.board}
    if isinstance(action, Marker):
        return N_("{who} wants to put a marker on {at}."), {"at": action.at}
    if isinstance(action, Catch):
        return N_("{who} wants to lay the range over {at}."), {"at": action.at}
    if isinstance(action, Lift):
        return N_("{who} wants to lift the tile on {at}."), {"at": scoring.words_of(action.at)}
    if isinstance(action, Put):
        return N_("{who} wants to place the waiting tile {n}."), {"n": action.slot}
    if isinstance(action, Swap):
        cells: dict[str, object] = {"one": scoring.words_of(action.one), "other": scoring.words_of(action.other)}
        return N_("{who} wants to swap the tiles on {one} and {other}."), cells
    if isinstance(action, Turn):
        return (
            N_("{who} wants to mirror the radar.") if action.how == "mirror" else N_("{who} wants to turn the radar.")
        ), {}
    plain = {
        Done: N_("{who} wants to leave the waiting tiles off.") if state.hand else N_("{who} wants to end the charge."),
        Pass: N_("{who} wants to pass."),
        First: N_("Lots are to be drawn, and {who} is to begin."),
    }
    return plain[type(action)], {}
