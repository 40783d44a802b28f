"""No device learns anything that its seat may not know.

The tests compare two tables whose positions a seat cannot tell apart, because what is hidden from the seat has been
dealt anew. Whatever the seat's device does, and whatever the others play that looks the same to the seat, both devices
are sent the same messages, byte for byte.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE, AnyState
from cattools.core.timeline import Timeline
from cattools.games import GAMES, having
from cattools.table.people import Player
from cattools.table.seat_mode import POSSIBLE, SeatMode
from cattools.table.table import Table
from tests.kinds import number, some
from tests.table.tables import Phone, table_of

NUMBERED = re.compile(r"cat-move-\d+")  # the number of boards that the process has made
OPTIONS = {"calico": "family", "cattricola": "players=3"}


class Redealt(Dealer):
    """Makes deals that look the same to a seat as those of another table, where possible."""

    def __init__(self, seat: int | None, deals: Sequence[tuple[AnyState, Any]]) -> None:
        super().__init__(1)
        self._seat, self._deals = seat, [after for _, after in deals]

    def choose(self, state: AnyState) -> Any:
        """Return a deal after which the seat sees what it saw on the other table, if there is one."""
        if self._deals:
            seen = self._deals.pop(0).view(self._seat)
            for _, deal in state.chances():
                if state.apply_unchecked(deal).view(self._seat) == seen:
                    return deal
        return super().choose(state)


def at_table(state: AnyState, dealer: Dealer | None = None) -> Table:
    """Return a table with this position, which is its start."""
    table = table_of(state.game.id, options=str(state.options))
    table.code = "AAAAA"
    table.log = []
    table.session.begin(Timeline(state), dealer=dealer or Dealer(1))
    for seat in range(len(table.players)):
        table.players[seat] = Player(f"key {seat}")
    return table


def sent(table: Table, seat: int | None, presses: Sequence[dict[str, Any]], action: Any) -> list[str]:
    """Return everything that one device is sent: at first, after each press, and after an action and its take-back."""
    phone = Phone(table, *([] if seat is None else [seat]), shared=seat is None)
    for press in presses:
        phone.board(**press)
    mover = table.state.mover
    if action is not None and mover is not None:
        (phone if mover == seat else Phone(table, mover)).play(action)
        Phone(table, mover).board("tool", tool="take-back")  # a request to the others; without others, it is granted
    return [NUMBERED.sub("cat-move-", one) for one in phone.got]


def presses_on(state: AnyState, seat: int | None, rng: Random) -> list[dict[str, Any]]:
    """Return messages that a curious device sends."""
    scene = state.game.scene_of(state, seat)
    areas = rng.sample([*scene.areas], min(3, len(scene.areas)))
    return [
        *({"kind": kind, "area": area} for area in areas for kind in ("press", "hover", "query", "press")),
        {"kind": "press", "area": areas[0], "finger": True},
        {"kind": "drag", "area": areas[0], "to": areas[-1]},
        {"kind": "tool", "tool": POSSIBLE},
        {"kind": "back"},
        {"kind": "typed", "text": "zz"},
    ]


def alike(state: AnyState, world: AnyState, seat: int | None, action: Any) -> bool:
    """Return whether an action looks the same to a seat in two positions."""
    if not world.allows(action):
        return False
    return bool(state.apply_unchecked(action).view(seat) == world.apply_unchecked(action).view(seat))


def positions(game_id: str, seed: int) -> list[AnyState]:
    """Return the positions of a whole random game in which a seat has to move, and the last position."""
    game, dealer, rng = GAMES[game_id], Dealer(seed), Random(seed)
    state: AnyState = dealer.settle(game.start(game.choose(OPTIONS.get(game_id, ""))))
    found: list[AnyState] = []
    while state.to_move is not None and len(found) < 3000:
        found.append(state)
        state = dealer.settle(state.apply_unchecked(rng.choice(state.legal())))
    return [*found, state]


def compared(game_id: str, seed: int, every: int) -> Counter[str]:
    """Compare tables throughout a game; return how many comparisons were made, by kind."""
    rng, made = Random(seed), Counter[str]()
    reached = positions(game_id, seed)
    every = min(every, max(len(reached) // 4, 1))
    for state in reached[rng.randrange(every) :: every]:
        for seat in (*range(len(state.game.seats(state.options))), None):
            world = state.view(seat).determinize(rng)
            if world == state:
                continue
            presses = presses_on(state, seat, rng)
            if state.to_move == seat:
                presses = [one for one in presses if not plays(state, one)]
            action = rng.choice(state.legal()) if state.mover is not None else None
            if action is not None and not alike(state, world, seat, action):
                action = None
            one = at_table(state)
            first = sent(one, seat, presses, action)
            deals = [(node.parent.state, node.state) for node in ends(one) if node.parent.state.to_move == CHANCE]
            other = at_table(world, Redealt(seat, deals))
            second = sent(other, seat, presses, action)
            if seen(one, seat) != seen(other, seat):  # another card was drawn, which the seat may see
                made["drawn"] += 1
                continue
            assert first == second, (game_id, str(state), str(world), seat, str(action), difference(first, second))
            made["mover" if state.to_move == seat else "end" if state.to_move is None else "other"] += 1
            made["played"] += action is not None
            made["watcher"] += seat is None
    return made


def ends(table: Table) -> list[Any]:
    """Return the nodes of the line that was played, even if it has been taken back."""
    timeline = table.session.timeline
    return Timeline.line_to(timeline.ends[-1])


def seen(table: Table, seat: int | None) -> list[Any]:
    """Return what a seat has seen since the start of a table."""
    return [node.state.view(seat) for node in ends(table)]


def plays(state: AnyState, press: dict[str, Any]) -> bool:
    """Return whether a message could play an action: such actions are compared one by one."""
    return press["kind"] == "drag" or bool(press.get("finger"))


def difference(first: Sequence[str], second: Sequence[str]) -> str:
    """Return where two devices were sent something different."""
    if len(first) != len(second):
        return f"{len(first)} messages, {len(second)} messages"
    one, other = next((a, b) for a, b in zip(first, second, strict=True) if a != b)
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"...{one[max(0, at - 200) : at + 100]} | {other[max(0, at - 50) : at + 100]}"


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game_id", some(having("keeps_secrets"), lambda game: game in ("calico", "catbox")))
def test_devices_are_sent_nothing_that_their_seat_may_not_know(game_id: str) -> None:
    game = GAMES[game_id]
    short = len(game.seats(game.choose(OPTIONS.get(game_id, "")))) < 3
    made = compared(game_id, 1, number(30 if short else 90, 3))
    assert min(made[kind] for kind in ("other", "mover", "watcher", "played")) > 0


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a device could see the position of the seat to move, the comparison would fail."""
    monkeypatch.setattr(SeatMode, "status", lambda self: str(self.state))
    with pytest.raises(AssertionError):
        compared("catbox", 1, 9)
