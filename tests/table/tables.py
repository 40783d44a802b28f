"""Helpers for tests of tables: a table with its devices, and what they were sent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.game import AnyState
from cattools.games import GAMES
from cattools.table.screen import Screen
from cattools.table.store import Store
from cattools.table.surroundings import Invitation
from cattools.table.table import Table
from cattools.widgets.html import Html

INVITATION = Invitation("http://192.0.2.1:8010/join/CODE", Html("<svg></svg>"))


class Phone:
    """A device of a table, and the messages that it was sent."""

    def __init__(self, table: Table, *seats: int, **how: Any) -> None:
        self.got: list[str] = []
        keys = {seat: f"key of {seat}" for seat in seats}
        self.screen = Screen(table, self._hear, keys=keys, invite=lambda _: INVITATION, **how)

    def _hear(self, message: Any) -> None:
        self.got.append(json.dumps(message))

    def send(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """Send a message; return the answers."""
        return self.raw({"kind": kind, **fields})

    def raw(self, message: object) -> list[dict[str, Any]]:
        """Send any object as a message; return the answers."""
        before = len(self.got)
        self.screen.receive(message)
        return [json.loads(one) for one in self.got[before:]]

    def board(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """Send a message as the board's script does; return the answers."""
        return self.send("board", message={"kind": kind, **fields})

    def play(self, action: object) -> list[dict[str, Any]]:
        """Type an action."""
        return self.board("typed", text=str(action))

    def last(self, key: str) -> Any:
        """Return the latest value of a key in the messages sent to the device."""
        return next(found[key] for one in reversed(self.got) if key in (found := json.loads(one)))

    def slot(self, name: str) -> str:
        """Return the HTML that the device shows in a slot. A new board has only the slots sent with it."""
        for found in map(json.loads, reversed(self.got)):
            if name in found.get("slots", {}):
                return str(found["slots"][name])
            if "board" in found:
                break
        return ""

    def errors(self) -> list[str]:
        """Return the errors that the device was sent."""
        return [found["text"] for one in self.got if (found := json.loads(one))["kind"] == "error"]


def table_of(game_id: str, seed: int = 3, options: str = "", file: Path | None = None) -> Table:
    """Return a new table with a deal that is always the same."""
    return Table.begin(Store(file), GAMES[game_id], options, Dealer(seed))


def seated(table: Table, names: Sequence[str] = ()) -> list[Phone]:
    """Return a phone for each seat, with its player seated."""
    phones = [Phone(table) for _ in table.players]
    for seat, phone in enumerate(phones):
        phone.send("sit", seat=seat, name=names[seat] if seat < len(names) else "")
    return phones


def play_out(table: Table, phones: Sequence[Phone], rng: Random, most: int = 3000) -> list[AnyState]:
    """Play random legal actions until the end, or at most `most`; return the positions in which a seat had to move."""
    found = []
    for _ in range(most):
        state = table.state
        if state.mover is None:
            break
        found.append(state)
        phones[state.mover].play(rng.choice(state.legal()))
    return found


def keys_in(answers: Sequence[dict[str, Any]]) -> list[str]:
    """Return the keys that a device has to keep after these answers."""
    return [str(key) for one in answers if one["kind"] == "keys" for key in one["keys"]]
