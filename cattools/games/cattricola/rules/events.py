"""Events and status messages of Cattricola. No message names a sex.

Everyone reads the messages, but only the catcher learns the front of a face-down tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cattools.core.events import Event, EventKind
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.cattricola.rules.actions import (
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
from cattools.games.cattricola.rules.labels import SEATS, animal, cell_name, cell_of, cell_words, kind_words, seat_name
from cattools.games.cattricola.rules.scoring import leaders, missing_kinds, points, tally_of, winners
from cattools.games.cattricola.rules.state import DEAL, FINAL, JOIN, PLAY, Cattricola
from cattools.games.cattricola.rules.tiles import FACE, KINDS, kind_of, read_tile
from cattools.games.cattricola.rules.transitions import apply_unchecked

GONE = {  # by the rule of the check that removes them
    "cattricola.score.wolf": N_("Beside a wolf, so removed: {gone}."),
    "cattricola.score.couple": N_("Without a partner, so removed: {gone}."),
    "cattricola.score.cluster": N_("Not in a group, so removed: {gone}."),
}


def events(state: Cattricola, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in rule order."""
    after = apply_unchecked(state, action)
    found = _action_events(state, after, action)
    if after.phase is FINAL and state.phase is PLAY:
        if after.animals or any(0 not in disc for disc in after.discs):
            sentence = text(N_("A disc is full: the final round begins."))
            found.append(Event(EventKind.NOTE, sentence, "cattricola.end.trigger"))
        else:
            sentence = text(N_("Nobody can catch any more: the final round begins."))
            found.append(Event(EventKind.NOTE, sentence, "cattricola.end.empty-ranch"))
    if after.over:
        if state.options.flag("hidden") and any(map(any, after.discs)):
            sentence = text(N_("The discs are revealed."))
            found.append(Event(EventKind.TURN, sentence, "cattricola.hidden.sex", _filled_cells(after)))
        by_reading = not winners(after)
        sentence = status(after)
        found += [*_counted(after), Event(EventKind.NOTE, sentence, "cattricola.score.winner", by_reading=by_reading)]
    return tuple(found)


def _filled_cells(state: Cattricola) -> tuple[str, ...]:
    """Return the disc cells that hold a tile."""
    discs = enumerate(state.discs)
    return tuple(cell_name(seat, n) for seat, disc in discs for n, tile in enumerate(disc) if tile)


def _action_events(state: Cattricola, after: Cattricola, action: Action) -> list[Event]:
    """Return the events of the action itself, without those of the round or the game that it ends."""
    who = seat_name(state.turn)
    if isinstance(action, Marker):
        # Without an area: the scene shows only one radar, which can be another player's after the action.
        sentence = text(N_("{who} puts a marker on {at}."), who=who, at=action.at)
        return [Event(EventKind.NOTE, sentence, "cattricola.charge.count")]
    if isinstance(action, Catch):
        return _caught(state, after, action)
    if isinstance(action, Put | Lift) or (isinstance(action, Done) and state.hand):
        return _placed(state, after, action)
    if isinstance(action, Done):
        sentence = text(N_("{who} ends the charge."), who=who)
        return [Event(EventKind.NOTE, sentence, "cattricola.charge.count")]
    if isinstance(action, Swap):
        one, other = (_kind(state.disc[cell_of(at)[1]]) for at in (action.one, action.other))
        a, b = cell_words(action.one), cell_words(action.other)
        sentence = text(
            N_("{who} swaps the {one} on {a} and the {other} on {b}."), who=who, one=one, other=other, a=a, b=b
        )
        return [Event(EventKind.TURN, sentence, "cattricola.end.swap", (action.one, action.other))]
    if isinstance(action, Pass):
        rule = "cattricola.end.pass" if state.phase is FINAL else "cattricola.end.empty-ranch"
        return [Event(EventKind.NOTE, text(N_("{who} passes."), who=who), rule)]
    return _dealt(state, after, action)


def _kind(tile: int) -> Text:
    """Return a tile's kind in words."""
    return kind_words(kind_of(tile))


def _dealt(state: Cattricola, after: Cattricola, action: Action) -> list[Event]:
    """Return the events of joining boards and dealing; the tiles are reported once, with the last one."""
    if isinstance(action, Lay):
        sentence = text(N_("{who} joins a board to the ranch."), who=seat_name(state.turn))
        return [Event(EventKind.NOTE, sentence, "cattricola.setup.ranch", (str(action),))]
    if isinstance(action, Tile):
        if after.undealt:
            return []
        sentence = many(N_("{n} animal lands on the ranch."), N_("{n} animals land on the ranch."), state.ranch.size)
        return [Event(EventKind.NEWS, sentence, "cattricola.setup.tiles")]
    if isinstance(action, Disc):
        sentence = text(N_("{who} gets disc {board}."), who=seat_name(len(state.letters)), board=action.board)
        found = [Event(EventKind.NOTE, sentence, "cattricola.setup.disc")]
        if after.phase is PLAY:
            sentence = text(N_("{who} holds the star and begins."), who=seat_name(after.turn))
            found.append(Event(EventKind.NOTE, sentence, "cattricola.setup.start"))
        return found
    sentence = text(N_("{who} is drawn at random and begins."), who=seat_name(after.turn))
    return [Event(EventKind.NOTE, sentence, "cattricola.setup.start", by_reading=True)]


def _caught(state: Cattricola, after: Cattricola, action: Catch) -> list[Event]:
    """Return the events of a catch: the cells covered, the animals caught and the circles that appear."""
    ranch, who = state.ranch, seat_name(state.turn)
    covered = ranch.covered(state.radars[state.turn], action.at)
    under, cells = ranch.names(covered), ranch.names(covered & state.animals)
    sentence = text(N_("{who} lays the pattern over {cells}."), who=who, cells=listed([*under]))
    found = [Event(EventKind.REACT, sentence, "cattricola.catch.range", under)]
    if state.free is None:
        sentence = text(N_("The disc of {who} is full; in the final round a catch is still allowed."), who=who)
        found.append(Event(EventKind.NOTE, sentence, "cattricola.end.catch-full", by_reading=True))
    for n, cell in enumerate(cells, 1):
        kind = _kind(state.tiles[ranch.grid.index[cell]])
        sentence = text(N_("The {kind} on {at} is caught."), kind=kind, at=cell)
        if after.hand:
            found.append(Event(EventKind.MOVE, sentence, "cattricola.catch.range", (cell, f"@{n}")))
        else:
            found.append(Event(EventKind.NOTE, sentence, "cattricola.catch.range", (cell,)))
    if after.appeared > state.appeared:
        one, more = N_("{n} mystery circle has appeared so far."), N_("{n} mystery circles have appeared so far.")
        fresh = [circle for circle in ranch.circles if circle & state.animals and not circle & after.animals]
        bare = tuple(cell for circle in fresh for cell in ranch.names(circle))
        found.append(Event(EventKind.NOTE, many(one, more, after.appeared), "cattricola.circle.appears", bare))
        if after.lifts:
            sentence = many(N_("{who} may lift {n} tile."), N_("{who} may lift up to {n} tiles."), after.lifts, who=who)
            found.append(Event(EventKind.NOTE, sentence, "cattricola.circle.lift"))
    if not after.hand:
        return found + _finished(state, cells)
    sentence = text(N_("{who} looks at the fronts of the caught tiles."), who=who)
    waiting = tuple(f"@{n}" for n in range(1, len(cells) + 1))
    return [*found, Event(EventKind.TURN, sentence, "cattricola.place.choice", waiting)]


def _placed(state: Cattricola, after: Cattricola, action: Put | Lift | Done) -> list[Event]:
    """Return the events of lifting or placing a tile, and of the end of the catch after the last one."""
    if isinstance(action, Lift):
        slot = f"@{len(state.hand) + 1}"
        kind = _kind(state.disc[cell_of(action.at)[1]])
        sentence = text(N_("The {kind} on {at} is lifted."), kind=kind, at=cell_words(action.at))
        return [Event(EventKind.MOVE, sentence, "cattricola.circle.lift", (action.at, slot))]
    found = []
    waiting = [f"@{n}" for n, tile in enumerate(state.hand, 1) if tile]
    if isinstance(action, Put):
        slot, cell = f"@{action.slot}", cell_name(state.turn, state.disc.index(0))
        sentence = text(N_("The {kind} goes on {at}."), kind=_kind(state.hand[action.slot - 1]), at=cell_words(cell))
        found.append(Event(EventKind.MOVE, sentence, "cattricola.place.order", (slot, cell)))
        waiting.remove(slot)
    return found + ([] if after.hand else _finished(state, waiting))


def _finished(state: Cattricola, off: Sequence[str]) -> list[Event]:
    """Return the events of the tiles that stay off the disc, which leave the areas `off`, and of the emptied radar."""
    found = []
    for area in off:
        tile = state.hand[int(area[1:]) - 1] if area[0] == "@" else state.tiles[state.ranch.grid.index[area]]
        sentence = text(N_("The {kind} stays off the disc."), kind=_kind(tile))
        found.append(Event(EventKind.LEAVE, sentence, "cattricola.place.overflow", (area,), KINDS[kind_of(tile) - 1]))
    sentence = text(N_("The radar of {who} is empty again."), who=seat_name(state.turn))
    return [*found, Event(EventKind.NOTE, sentence, "cattricola.catch.reset")]


def _counted(state: Cattricola) -> Iterator[Event]:
    """Yield the events of the checks in order, each for all discs together (`cattricola.score.chain`)."""
    tallies = [(seat_name(seat), tally_of(state, seat)) for seat in range(state.players)]
    for who, tally in tallies:
        if tally.lacking:
            sentence = text(N_("{who} is out: {kinds}."), who=who, kinds=missing_kinds(tally))
            yield Event(EventKind.NOTE, sentence, "cattricola.score.knockout")
    for rule, removed in GONE.items():
        gone = [(who, tally.removed[rule].bit_count()) for who, tally in tallies if not tally.lacking]
        if parts := [many(N_("{n} animal of {who}"), N_("{n} animals of {who}"), n, who=who) for who, n in gone if n]:
            yield Event(EventKind.NOTE, text(removed, gone=listed([*parts])), rule)


# --- status and intent -------------------------------------------------------------------------------------------


def status(state: Cattricola) -> Text:
    """Return one sentence: who is to move and what they can do, or how the game ended."""
    who = seat_name(state.turn)
    if state.phase is JOIN:
        return text(N_("{who} joins the next ranch board."), who=who)
    if state.phase is DEAL:
        if state.undealt:
            return many(N_("{n} tile still to be placed."), N_("{n} tiles still to be placed."), state.undealt)
        if len(state.letters) < state.players:
            return text(N_("The discs are dealt."))
        return text(N_("Nobody holds the star: the first player is drawn at random."))
    if state.over:
        return _result(state)
    if state.hand:
        return _placing(state, who)
    if state.charged:
        return text(N_("{who} adds a marker or ends the charge."), who=who)
    if state.phase is FINAL:
        return text(N_("Final round: {who} catches, swaps or passes."), who=who)
    if not state.radars[state.turn]:
        return text(N_("{who} charges."), who=who)
    return text(N_("{who} charges or catches."), who=who)


def _placing(state: Cattricola, who: Text) -> Text:
    """Return the status while tiles wait to be placed."""
    if state.free is None:
        return text(N_("{who} lifts a tile or leaves the new ones off the disc."), who=who)
    if state.lifts:
        return text(N_("{who} lifts tiles or places a tile on number {n}."), who=who, n=state.free + 1)
    return text(N_("{who} chooses the tile for number {n}."), who=who, n=state.free + 1)


def _result(state: Cattricola) -> Text:
    """Return who won, and the tied players, if any (`cattricola.score.winner`)."""
    won = winners(state)
    if not won:
        return text(N_("Everybody is out: nobody wins."))
    who, n = seat_name(won[0]), points(state, won[0])
    if others := [seat_name(seat) for seat in leaders(state) if seat not in won]:
        one = N_("{who} wins with {n} point: tied with {others}, but later in turn order.")
        more = N_("{who} wins with {n} points: tied with {others}, but later in turn order.")
        return many(one, more, n, who=who, others=listed([*others]))
    return many(N_("{who} wins with {n} point."), N_("{who} wins with {n} points."), n, who=who)


def intent(state: Cattricola, action: Action) -> Text:
    """Return in words what a player would do with an action, legal or not."""
    who = seat_name(state.turn)
    if isinstance(action, Tile):
        tile = animal(read_tile(action.tile) & FACE)
        return text(N_("Put a {tile} on the ranch."), tile=tile)
    if isinstance(action, Disc):
        who = seat_name(min(len(state.letters), state.players - 1))
    if isinstance(action, First):
        who = seat_name(SEATS.index(action.seat))
    template, facts = _intended(state, action)
    return text(template, who=who, **facts)


def _intended(state: Cattricola, action: Action) -> tuple[str, dict[str, object]]:
    """Return the sentence about an action, and its facts other than the player's name."""
    if isinstance(action, Lay):
        return N_("{who} joins a board at {at}."), {"at": str(action).removeprefix("=")}
    if isinstance(action, Disc):
        return N_("{who} gets disc {board}."), {"board": action.board}
    if isinstance(action, Marker):
        return N_("{who} puts a marker on {at}."), {"at": action.at}
    if isinstance(action, Catch):
        return N_("{who} lays the range over {at}."), {"at": action.at}
    if isinstance(action, Lift):
        return N_("{who} lifts the tile on {at}."), {"at": cell_words(action.at)}
    if isinstance(action, Put):
        free = cell_name(state.turn, state.disc.index(0)) if 0 in state.disc else ""
        if not (action.at or free):
            return N_("{who} places waiting tile {n}."), {"n": action.slot}
        facts: dict[str, object] = {"n": action.slot, "at": cell_words(action.at or free)}
        return N_("{who} places waiting tile {n} on {at}."), facts
    if isinstance(action, Swap):
        cells: dict[str, object] = {"one": cell_words(action.one), "other": cell_words(action.other)}
        return N_("{who} swaps the tiles on {one} and {other}."), cells
    if isinstance(action, Turn):
        mirrors = action.how == "mirror"
        return N_("{who} mirrors the radar.") if mirrors else N_("{who} turns the radar."), {}
    plain = {
        Done: N_("{who} leaves the waiting tiles off the disc.") if state.hand else N_("{who} ends the charge."),
        Pass: N_("{who} passes."),
        First: N_("Draw {who} as the first player."),
    }
    return plain[type(action)], {}
