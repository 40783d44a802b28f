"""The people at a table: who has each seat, the keys by which they are known, and what the host has set."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import asdict, dataclass, field

from cattools.core.messages import Text

KEY = 16  # bytes in a key


@dataclass(frozen=True, slots=True)
class Player:
    """Who has a seat: the digest of a person's key, the person's name, and the bot that plays; "" for none.

    `ticket`: the digest of the link with which the person can take the seat on another device. `since`: how many
    entries the table had when the person sat down.
    """

    key: str = ""
    name: str = ""
    bot: str = ""
    ticket: str = ""
    since: int = 0


@dataclass
class People:
    """What is saved about the people at a table: the host's key, and who has each seat.

    `free`: players can take back moves without asking. `timer`: the seconds that the timer gives a turn, or 0 for none.
    `teaching`: what is shown instead of the game, or "". `asking`: the seat that asks to take back a move, or None.
    """

    host: str
    players: list[Player]
    paused: bool = False
    free: bool = False
    timer: int = 0
    teaching: str = ""
    asking: int | None = None
    notice: Text | None = field(default=None, repr=False)  # the last thing that somebody did besides playing; not saved

    def to_json(self) -> str:
        """Return it as JSON."""
        found = {name: value for name, value in vars(self).items() if name != "notice"}
        return json.dumps({**found, "players": [asdict(player) for player in self.players]})

    @staticmethod
    def from_json(written: str) -> People:
        """Return what `to_json` wrote."""
        found = json.loads(written)
        return People(**{**found, "players": [Player(**one) for one in found["players"]]})


def new_key() -> str:
    """Return a key that nobody can guess."""
    return secrets.token_urlsafe(KEY)


def digest(key: str) -> str:
    """Return the form in which a key is saved."""
    return hashlib.sha256(key.encode()).hexdigest()
