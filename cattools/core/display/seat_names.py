"""Seat names: every sentence that names a seat uses the name of its player, if one was entered."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from cattools.core.errors import OptionError, shorten
from cattools.core.messages import N_, Text, text
from cattools.core.notation.parsing import normalized

MOST = 20  # maximum length of a name, in characters
# Control characters, line ends, and direction marks, which would reverse the text around a name. Joiners are allowed:
# emoji, and names in Persian and many Indian scripts, are written with them.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_entered: ContextVar[Mapping[str, str]] = ContextVar("entered", default=MappingProxyType({}))


class SeatName(Text):
    """A seat's name: the player's name if one is in use when the text is shown, else the game's name for the seat."""

    __slots__ = ()

    def __str__(self) -> str:
        return _entered.get().get(self.sentence) or Text.__str__(self)


def seat_name(usual: str) -> SeatName:
    """Return the name of the seat that the game calls `usual`."""
    return SeatName(usual)


@contextmanager
def naming(names: Mapping[str, str]) -> Iterator[None]:
    """Use players' names for seats in everything shown within the block; the keys are the game's names."""
    token = _entered.set(names)
    try:
        yield
    finally:
        _entered.reset(token)


def checked(names: Sequence[str]) -> list[str]:
    """Return names without surrounding spaces, in Unicode's NFC form. Raises `OptionError`.

    An empty string means no name; so does a name without a visible character.
    """
    found = [unicodedata.normalize("NFC", name.strip()) if normalized(name).strip() else "" for name in names]
    for name in found:
        if len(name) > MOST:
            message = N_("expected a name of at most {most} characters, found {found}")
            raise OptionError(text(message, most=MOST, found=shorten(name)))
        if _CONTROLS.search(name):
            raise OptionError(
                text(N_("expected a name without control characters, found {found}"), found=shorten(name))
            )
    return found


def given(usual: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return the players' names, except empty ones, by the game's names for their seats. Raises `OptionError`."""
    found = {seat: name for seat, name in zip(usual, checked(names), strict=False) if name}
    with naming(found):
        refuse_twice([seat_name(seat) for seat in usual])
    return found


def refuse_twice(names: Sequence[Text]) -> None:
    """Raise `OptionError` if two seats have the same name, ignoring case and differences that are hard to see."""
    words = [str(name) for name in names]
    plain = [normalized(word).casefold() for word in words]
    for word, own in zip(words, plain, strict=True):
        if plain.count(own) > 1:
            raise OptionError(
                text(N_("expected a different name for each player, found {found} twice"), found=shorten(word))
            )
