"""What actions do in Cattricola: the state after an action, and what happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cattools.core.events import Event, EventKind
from cattools.core.game import with_seat
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, listed, many, series, text
from cattools.core.notation import actions
from cattools.core.rules import IllegalAction
from cattools.games.cattricola import components, position
from cattools.games.cattricola.components import Action, Catch, Disc, Done, First, Lay, Lift, Marker, Pass, Put, Tile
from cattools.games.cattricola.position import DEAL, FINAL, JOIN, OVER, PLAY, Cattricola, leaders, points, winners

# --- transitions -----------------------------------------------------------------------------------------------

TILES = tuple(
    (Tile(components.write_tile(face)), Tile(components.write_tile(face | components.DOWN)))
    for face in components.FACES
)  # face up and face down


def apply_unchecked(state: Cattricola, action: Action) -> Cattricola:
    """Return the state after a legal action. Raises `IllegalAction` for turning the radar, which is never legal."""
    if isinstance(action, Put):
        return _put(state, action.slot - 1)
    if isinstance(action, Marker):
        markers = state.radars[state.turn] | 1 << components.radar().grid.index[action.at]
        radars = with_seat(state.radars, state.turn, markers)
        charged = state.charged + 1
        if (
            charged == components.box().charge
            or markers.bit_count() == components.box().markers
            or not components.radar().free(markers)
        ):
            return _ended(state, state.discs, state.unplaced, radars)
        return _within(state, radars=radars, charged=charged)
    if isinstance(action, Tile):
        return _with_animal(state, action)
    if isinstance(action, Catch):
        return _catch(state, action)
    if isinstance(action, Lift):
        cell = components.cell_of(action.at)[1]
        discs = with_seat(state.discs, state.turn, with_tile(state.disc, cell, 0))
        return _within(state, discs=discs, hand=state.hand + state.disc[cell : cell + 1], lifts=state.lifts - 1)
    if isinstance(action, Done):
        if state.hand:
            return _caught(state, state.disc, state.hand)
        return _ended(state, state.discs, state.unplaced, state.radars)
    if isinstance(action, components.Swap):
        one, other = (components.cell_of(at)[1] for at in (action.one, action.other))
        disc = with_tile(with_tile(state.disc, one, state.disc[other]), other, state.disc[one])
        return _ended(state, with_seat(state.discs, state.turn, disc), state.unplaced, state.radars)
    if isinstance(action, Pass):
        return _ended(state, state.discs, state.unplaced, state.radars, passed=1)
    if isinstance(action, Lay):
        ranch = state.ranch.with_board(action.row, action.column)
        return position.with_ranch(state.options, ranch, (state.turn + 1) % state.players)
    if isinstance(action, Disc):
        return _with_disc(state, action)
    if isinstance(action, First):
        first = components.SEATS.index(action.seat)
        return replace(state, first=first, turn=first, phase=PLAY)
    raise IllegalAction(action, ())


# --- dealing -----------------------------------------------------------------------------------------------------


def begins(action: Action) -> str | None:
    """Return the seat drawn to begin (`cattricola.setup.start`), or None for any other action."""
    return action.seat if isinstance(action, First) else None


def chances(state: Cattricola) -> Sequence[tuple[int, Action]]:
    """Return the possible deals with their weights: tiles with either side up, disc boards or the first player."""
    if state.phase is not DEAL:
        return []
    if state.undealt:
        found: list[tuple[int, Action]] = []
        tiles, supply = state.tiles, components.box().supply
        for face, (up, down) in zip(components.FACES, TILES, strict=True):
            left = supply[face] - tiles.count(face) - tiles.count(face | components.DOWN)
            if left > 0:
                found += [(left, up), (left, down)]
        return found
    if len(state.letters) < state.players:
        return [(1, Disc(letter)) for letter in components.disc_boards() if letter not in state.letters]
    return [(1, First(seat)) for seat in components.SEATS[: state.players]]


def _with_animal(state: Cattricola, action: Tile) -> Cattricola:
    """Return the state after a tile is dealt to the next ranch cell (`cattricola.setup.tiles`)."""
    cell = state.ranch.size - state.undealt
    tiles = with_tile(state.tiles, cell, components.read_tile(action.tile))
    animals = state.animals | 1 << state.ranch.place[cell]
    return Cattricola(
        state.options, state.ranch, tiles, animals, state.letters, state.discs, state.unplaced, state.radars,
        state.phase, undealt=state.undealt - 1,
    )  # fmt: skip


def _with_disc(state: Cattricola, action: Disc) -> Cattricola:
    """Return the state after a disc is dealt; after the last, the star's holder begins (`cattricola.setup.start`)."""
    letters = (*state.letters, action.board)
    discs = with_seat(state.discs, len(state.letters), bytes(components.disc_boards()[action.board].size))
    first = components.holder_of_the_star(letters)
    if len(letters) < state.players or first is None:
        return replace(state, letters=letters, discs=discs)
    return replace(state, letters=letters, discs=discs, first=first, turn=first, phase=PLAY)


# --- turns -------------------------------------------------------------------------------------------------------


def _catch(state: Cattricola, action: Catch) -> Cattricola:
    """Return the state after the range is laid: tiles under it wait, or stay off the disc (`cattricola.catch.range`).

    Empty cells and cells off the ranch give nothing (`cattricola.catch.outside`). If the disc is full, all tiles
    stay off it unless a circle allows lifts (`cattricola.end.catch-full`).
    """
    markers = state.radars[state.turn]
    ranch = state.ranch
    got = ranch.pattern(markers) << ranch.shift[action.at] & state.animals
    tiles, hand = bytearray(state.tiles), bytearray()
    for place in bits(got):
        cell = ranch.cell_at[place]
        hand.append(tiles[cell] & components.FACE)
        tiles[cell] = 0
    animals, disc = state.animals & ~got, state.disc
    circles = ranch.appeared(animals)
    fresh = circles > ranch.appeared(state.animals)
    lifts = min(components.box().lifts(circles), len(disc) - disc.count(0)) if fresh else 0
    after = Cattricola(
        state.options, ranch, bytes(tiles), animals, state.letters, state.discs, state.unplaced, state.radars,
        state.phase, state.first, state.turn, 0, bytes(hand), lifts, state.passed,
    )  # fmt: skip
    return after if lifts or 0 in disc else _caught(after, disc, after.hand)


def _put(state: Cattricola, slot: int) -> Cattricola:
    """Return the state after the tile in a slot, counted from 0, is put on the lowest free cell."""
    disc = state.disc
    disc = with_tile(disc, disc.index(0), state.hand[slot])
    hand = with_tile(state.hand, slot, 0).rstrip(b"\0")
    if hand and 0 in disc:
        return _within(state, discs=with_seat(state.discs, state.turn, disc), hand=hand)
    return _caught(state, disc, hand)


def _caught(state: Cattricola, disc: bytes, hand: bytes) -> Cattricola:
    """Return the state after a catch: waiting tiles stay off, and the radar is cleared (`cattricola.catch.reset`)."""
    turn, unplaced = state.turn, state.unplaced
    if hand:
        unplaced = with_seat(unplaced, turn, unplaced[turn] + hand.replace(b"\0", b""))
    return _ended(state, with_seat(state.discs, turn, disc), unplaced, with_seat(state.radars, turn, 0))


def _within(
    state: Cattricola,
    *,
    discs: tuple[bytes, ...] | None = None,
    radars: tuple[int, ...] | None = None,
    charged: int = 0,
    hand: bytes = b"",
    lifts: int = 0,
) -> Cattricola:
    """Return the state after an action that does not end the turn."""
    return Cattricola(
        state.options, state.ranch, state.tiles, state.animals, state.letters, discs or state.discs, state.unplaced,
        radars or state.radars, state.phase, state.first, state.turn, charged, hand, lifts, state.passed,
    )  # fmt: skip


def _ended(
    state: Cattricola, discs: tuple[bytes, ...], unplaced: tuple[bytes, ...], radars: tuple[int, ...], passed: int = 0
) -> Cattricola:
    """Return the state after the turn: the next player's turn, a new round or the end (`cattricola.end.trigger`)."""
    players = len(radars)
    turn, phase, passed = (state.turn + 1) % players, state.phase, state.passed + passed
    if turn == state.first:
        if phase is FINAL:
            phase = OVER
        elif passed == players or any(0 not in disc for disc in discs):
            phase = FINAL
        passed = 0
    return Cattricola(
        state.options, state.ranch, state.tiles, state.animals, state.letters, discs, unplaced, radars, phase,
        state.first, turn, passed=passed,
    )  # fmt: skip


def with_tile(tiles: bytes, n: int, tile: int) -> bytes:
    """Return the tiles with `tile` on cell `n`, or with no tile there if it is 0."""
    return tiles[:n] + bytes((tile,)) + tiles[n + 1 :]


# --- events ----------------------------------------------------------------------------------------------------

GONE = {  # by the rule of the check that removes them
    "cattricola.score.wolf": N_("Removed for being next to a wolf: {gone}."),
    "cattricola.score.couple": N_("Removed for having no partner: {gone}."),
    "cattricola.score.cluster": N_("Removed for being outside a group: {gone}."),
}


def _event(kind: EventKind, rule: str, sentence: str, /, *cells: str, **facts: object) -> Event:
    return Event(kind, text(sentence, **facts), rule, cells)


# Sentences about a move, and how they address the player who made it (`Game.addressed`).
SECOND_PERSON: dict[str, str | tuple[str, str]] = {
    "{who} puts a marker on {at}.": N_("You put a marker on {at}."),
    "{who} ends the charge.": N_("You end the charge."),
    "{who} swaps the {one} on {a} and the {other} on {b}.": N_("You swap the {one} on {a} and the {other} on {b}."),
    "{who} passes.": N_("You pass."),
    "{who} joins a board to the ranch.": N_("You join a board to the ranch."),
    "{who} gets disc {board}.": N_("You get disc {board}."),
    "{who} holds the star and begins.": N_("You hold the star and begin."),
    "{who} is drawn at random and begins.": N_("You are drawn at random and begin."),
    "{who} lays the pattern over {cells}.": N_("You lay the pattern over {cells}."),
    "The disc of {who} is full; in the final round a catch is still allowed.": N_(
        "Your disc is full; in the final round a catch is still allowed."
    ),
    "{who} looks at the fronts of the caught tiles.": N_("You look at the fronts of the caught tiles."),
    "The radar of {who} is empty again.": N_("Your radar is empty again."),
    "{who} is out: {kinds}.": N_("You are out: {kinds}."),
    "{n} animal of {who}": NP_("{n} animal of yours", "{n} animals of yours"),
    "{who} may lift {n} tile.": NP_("You may lift {n} tile.", "You may lift up to {n} tiles."),
    # Refusals:
    "That cell is not on the disc of {who}.": N_("That cell is not on your disc."),
    "All {n} markers of {who} are already on the radar.": N_("All {n} of your markers are already on the radar."),
    # Intents, as in advice:
    "action\x04{who} puts a marker on {at}.": N_("You put a marker on {at}."),
    "action\x04{who} ends the charge.": N_("You end the charge."),
    "action\x04{who} passes.": N_("You pass."),
    "{who} catches with the middle marker on {at}.": N_("You catch with the middle marker on {at}."),
    "{who} lifts the tile on {at}.": N_("You lift the tile on {at}."),
    "{who} swaps the tiles on {one} and {other}.": N_("You swap the tiles on {one} and {other}."),
    "{who} turns the radar.": N_("You turn the radar."),
    "{who} mirrors the radar.": N_("You mirror the radar."),
    "{who} moves the marker on {at}.": N_("You move the marker on {at}."),
    "{who} places waiting tile {n}.": N_("You place waiting tile {n}."),
    "{who} places waiting tile {n} on {at}.": N_("You place waiting tile {n} on {at}."),
    "{who} leaves the waiting tiles off the disc.": N_("You leave the waiting tiles off the disc."),
}


def events(state: Cattricola, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in rule order."""
    after = apply_unchecked(state, action)
    found = _action_events(state, after, action)
    if after.phase is FINAL and state.phase is PLAY:
        if after.animals or any(0 not in disc for disc in after.discs):
            full = N_("A disc is full: the final round begins.")
            found.append(_event(EventKind.NOTE, "cattricola.end.trigger", full))
        else:
            empty = N_("Nobody can catch any more: the final round begins.")
            found.append(_event(EventKind.NOTE, "cattricola.end.empty-ranch", empty))
    if after.over:
        if state.options.flag("hidden") and (
            filled := [at for at in components.disc_cells(after) if tile_on(after, at)]
        ):
            found.append(_event(EventKind.TURN, "cattricola.hidden.sex", N_("The discs are revealed."), *filled))
        won = Event(EventKind.NOTE, status(after), "cattricola.score.winner", by_reading=not winners(after))
        found += [*_counted(after), won]
    return tuple(found)


def tile_on(state: Cattricola, at: str) -> int:
    """Return the tile on a disc cell, 0 if there is none."""
    seat, cell = components.cell_of(at)
    return state.discs[seat][cell]


def _action_events(state: Cattricola, after: Cattricola, action: Action) -> list[Event]:
    """Return the events of the action itself, without those of the round or the game that it ends."""
    if isinstance(action, Marker | Done) and not state.hand:
        # No area is named: the scene shows only one radar, which can be another player's after the action.
        who, rule = components.seat_name(state.turn), "cattricola.charge.count"
        if isinstance(action, Marker):
            return [_event(EventKind.NOTE, rule, N_("{who} puts a marker on {at}."), who=who, at=action.at)]
        return [_event(EventKind.NOTE, rule, N_("{who} ends the charge."), who=who)]
    if isinstance(action, Catch):
        return _catch_events(state, after, action)
    if isinstance(action, Put | Lift | Done):
        return _placed(state, after, action)
    if isinstance(action, components.Swap):
        one, other = (_kind(tile_on(state, at)) for at in (action.one, action.other))
        facts = {
            "one": one,
            "other": other,
            "a": components.cell_words(action.one),
            "b": components.cell_words(action.other),
        }
        sentence, who = N_("{who} swaps the {one} on {a} and the {other} on {b}."), components.seat_name(state.turn)
        cells = (action.one, action.other)
        return [_event(EventKind.TURN, "cattricola.end.swap", sentence, *cells, who=who, **facts)]
    if isinstance(action, Pass):
        rule = "cattricola.end.pass" if state.phase is FINAL else "cattricola.end.empty-ranch"
        return [_event(EventKind.NOTE, rule, N_("{who} passes."), who=components.seat_name(state.turn))]
    return _dealt(state, after, action)


def _kind(tile: int) -> Text:
    """Return a tile's kind in words."""
    return components.kind_words(components.kind_of(tile))


def _dealt(state: Cattricola, after: Cattricola, action: Action) -> list[Event]:
    """Return the events of joining boards and dealing; the tiles are reported once, with the last one."""
    if isinstance(action, Lay):
        sentence, who = N_("{who} joins a board to the ranch."), components.seat_name(state.turn)
        return [_event(EventKind.NOTE, "cattricola.setup.ranch", sentence, str(action), who=who)]
    if isinstance(action, Tile):
        landed = many("{n} animal lands on the ranch.", "{n} animals land on the ranch.", state.ranch.size)
        return [] if after.undealt else [Event(EventKind.NEWS, landed, "cattricola.setup.tiles")]
    who = components.seat_name(after.turn)
    if isinstance(action, Disc):
        taker = _taker_of_disc(state)
        found = [
            _event(
                EventKind.NOTE, "cattricola.setup.disc", N_("{who} gets disc {board}."), who=taker, board=action.board
            )
        ]
        star = _event(EventKind.NOTE, "cattricola.setup.start", N_("{who} holds the star and begins."), who=who)
        return [*found, star] if after.phase is PLAY else found
    drawn = N_("{who} is drawn at random and begins.")
    return [Event(EventKind.NOTE, text(drawn, who=who), "cattricola.setup.start", by_reading=True)]


def _catch_events(state: Cattricola, after: Cattricola, action: Catch) -> list[Event]:
    """Return the events of a catch: the cells covered, the animals caught and the circles that appear."""
    ranch, who, rule = state.ranch, components.seat_name(state.turn), "cattricola.catch.range"
    covered = ranch.covered(state.radars[state.turn], action.at)
    under, cells = ranch.names(covered), ranch.names(covered & state.animals)
    lays = N_("{who} lays the pattern over {cells}.")
    found = [_event(EventKind.REACT, rule, lays, *under, who=who, cells=listed([*under]))]
    if state.free is None:
        full = N_("The disc of {who} is full; in the final round a catch is still allowed.")
        found.append(Event(EventKind.NOTE, text(full, who=who), "cattricola.end.catch-full", by_reading=True))
    for n, cell in enumerate(cells, 1):
        way, areas = (EventKind.MOVE, (cell, f"@{n}")) if after.hand else (EventKind.NOTE, (cell,))
        kind = _kind(state.tiles[ranch.grid.index[cell]])
        found.append(_event(way, rule, N_("The {kind} on {at} is caught."), *areas, kind=kind, at=cell))
    if after.appeared > state.appeared:
        one, more = NP_("{n} mystery circle has appeared so far.", "{n} mystery circles have appeared so far.")
        fresh = [circle for circle in ranch.circles if circle & state.animals and not circle & after.animals]
        bare = tuple(cell for circle in fresh for cell in ranch.names(circle))
        found.append(Event(EventKind.NOTE, many(one, more, after.appeared), "cattricola.circle.appears", bare))
        if after.lifts:
            sentence = many("{who} may lift {n} tile.", "{who} may lift up to {n} tiles.", after.lifts, who=who)
            found.append(Event(EventKind.NOTE, sentence, "cattricola.circle.lift"))
    if not after.hand:
        return found + _finished(state, cells)
    looks, waiting = N_("{who} looks at the fronts of the caught tiles."), (f"@{n}" for n, _ in enumerate(cells, 1))
    return [*found, _event(EventKind.TURN, "cattricola.place.choice", looks, *waiting, who=who)]


def _placed(state: Cattricola, after: Cattricola, action: Put | Lift | Done) -> list[Event]:
    """Return the events of lifting or placing a tile, and of the end of the catch after the last tile."""
    if isinstance(action, Lift):
        areas = (action.at, f"@{len(state.hand) + 1}")
        facts = {"kind": _kind(tile_on(state, action.at)), "at": components.cell_words(action.at)}
        sentence = N_("The {kind} on {at} is lifted.")
        return [_event(EventKind.MOVE, "cattricola.circle.lift", sentence, *areas, **facts)]
    found = []
    waiting = [f"@{n}" for n, tile in enumerate(state.hand, 1) if tile]
    if isinstance(action, Put):
        slot, cell = f"@{action.slot}", components.cell_name(state.turn, state.disc.index(0))
        facts = {"kind": _kind(state.hand[action.slot - 1]), "at": components.cell_words(cell)}
        found.append(
            _event(EventKind.MOVE, "cattricola.place.order", N_("The {kind} goes on {at}."), slot, cell, **facts)
        )
        waiting.remove(slot)
    return found + ([] if after.hand else _finished(state, waiting))


def _finished(state: Cattricola, off: Iterable[str]) -> list[Event]:
    """Return the events of the tiles that leave the areas `off` and stay off the disc, and of the emptied radar."""
    found = []
    for area in off:
        tile = state.hand[int(area[1:]) - 1] if area[0] == "@" else state.tiles[state.ranch.grid.index[area]]
        sentence = text(N_("The {kind} stays off the disc."), kind=_kind(tile))
        found.append(
            Event(
                EventKind.LEAVE,
                sentence,
                "cattricola.place.overflow",
                (area,),
                components.KINDS[components.kind_of(tile) - 1],
            )
        )
    empty, who = N_("The radar of {who} is empty again."), components.seat_name(state.turn)
    return [*found, _event(EventKind.NOTE, "cattricola.catch.reset", empty, who=who)]


def _counted(state: Cattricola) -> Iterator[Event]:
    """Yield the events of the checks in order, each for all discs together (`cattricola.score.chain`)."""
    tallies = [(components.seat_name(seat), position.tally_of(state, seat)) for seat in range(state.players)]
    for who, tally in tallies:
        if tally.lacking:
            out, kinds = N_("{who} is out: {kinds}."), position.missing_kinds(tally)
            yield _event(EventKind.NOTE, "cattricola.score.knockout", out, who=who, kinds=kinds)
    for rule, removed in GONE.items():
        gone = [(who, tally.removed[rule].bit_count()) for who, tally in tallies if not tally.lacking]
        if parts := [many("{n} animal of {who}", "{n} animals of {who}", n, who=who) for who, n in gone if n]:
            yield _event(EventKind.NOTE, rule, removed, gone=series(parts))


# --- status and intent -------------------------------------------------------------------------------------------


def status(state: Cattricola) -> Text:
    """Return one sentence: who is to move and what they can do, or how the game ended."""
    who = components.seat_name(state.turn)
    if state.phase is JOIN:
        return text(N_("{who} adds the next ranch board."), who=who)
    if state.phase is DEAL:
        if state.undealt:
            return many("{n} tile still to be placed.", "{n} tiles still to be placed.", state.undealt)
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


def prompt(state: Cattricola) -> Text:
    """Return what the seat to move has to press."""
    if state.phase is JOIN:
        return text(N_("Press the place where the next ranch board goes."))
    if state.hand:
        return _prompt_to_place(state)
    if state.charged:
        return text(N_("Press a cell of your radar to add a marker, or press Done to end the charge."))
    if state.phase is FINAL:
        return text(N_("Final round: press a ranch cell to catch, two tiles on your disc to swap them, or Pass."))
    if not state.radars[state.turn]:
        return text(N_("Press a cell of your radar to put a marker there."))
    return text(N_("Press a ranch cell to catch around it, or a cell of your radar to charge."))


def _prompt_to_place(state: Cattricola) -> Text:
    """Return what to press while tiles wait to be placed."""
    if state.free is None:
        return text(N_("Press a tile on your disc to lift it, or press Done to leave the new tiles off the disc."))
    if state.lifts:
        return text(N_("Press the tile for number {n}, or a tile on your disc to lift it."), n=state.free + 1)
    return text(N_("Press the tile for number {n}."), n=state.free + 1)


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
    who, n = components.seat_name(won[0]), points(state, won[0])
    if others := [components.seat_name(seat) for seat in leaders(state) if seat not in won]:
        one, more = NP_(
            "{who} wins with {n} point: tied with {others}, but later in turn order.",
            "{who} wins with {n} points: tied with {others}, but later in turn order.",
        )
        return many(one, more, n, who=who, others=listed([*others]))
    return many("{who} wins with {n} point.", "{who} wins with {n} points.", n, who=who)


def _taker_of_disc(state: Cattricola) -> Text:
    return components.seat_name(min(len(state.letters), state.players - 1))


def intent(state: Cattricola, action: Action) -> Text:
    """Return in words what a player would do with an action, legal or not."""
    who = components.seat_name(state.turn)
    if isinstance(action, Lay):
        number = state.ranch.place_number(action.row, action.column)
        if number is None:
            return text(N_("{who} adds a ranch board there."), who=who)
        return text(N_("{who} adds a ranch board at place {n}."), who=who, n=number)
    if isinstance(action, Disc):
        who = _taker_of_disc(state)
    if isinstance(action, First):
        who = components.seat_name(components.SEATS.index(action.seat))
    if isinstance(action, Put):
        at = action.at or ("" if state.free is None else components.cell_name(state.turn, state.free))
        if not at:
            return text(N_("{who} places waiting tile {n}."), who=who, n=action.slot)
        return text(N_("{who} places waiting tile {n} on {at}."), who=who, n=action.slot, at=components.cell_words(at))
    if isinstance(action, Done) and state.hand:
        return text(N_("{who} leaves the waiting tiles off the disc."), who=who)
    if isinstance(action, components.Turn) and action.how == "mirror":
        return text(N_("{who} mirrors the radar."), who=who)
    if (
        isinstance(action, Marker)
        and state.playing
        and state.radars[state.turn] >> components.radar().grid.index[action.at] & 1
    ):
        return text(N_("{who} moves the marker on {at}."), who=who, at=action.at)
    return actions.sentence(action, who) or Text(str(action))


def deed(state: Cattricola, action: Action) -> Text:
    """Return a sentence that begins with a verb and says what a press does."""
    if isinstance(action, Lay):
        number = state.ranch.place_number(action.row, action.column)
        return (
            text(N_("Adds a ranch board."))
            if number is None
            else text(N_("Adds a ranch board at place {n}."), n=number)
        )
    if isinstance(action, Put) and state.free is not None:
        at = components.cell_words(components.cell_name(state.turn, state.free))
        return text(N_("Places the {tile} on {at}."), tile=components.animal(state.hand[action.slot - 1]), at=at)
    if isinstance(action, Done) and state.hand:
        return text(N_("Leaves the waiting tiles off the disc."))
    return actions.deed(action) or Text(str(action))
