"""What the people at the seats are called: the names given to them, in every sentence that names a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from cattools.core.errors import OptionError, shorten
from cattools.core.messages import N_, Text, text

MOST = 20  # characters of a name
_given: ContextVar[Mapping[str, str]] = ContextVar("given", default=MappingProxyType({}))


class SeatName(Text):
    """A seat's name: the one that is given to it where it is shown, else the game's."""

    __slots__ = ()

    def __str__(self) -> str:
        return _given.get().get(self.sentence) or Text.__str__(self)


def seat_name(usual: str) -> SeatName:
    """Return the name of a seat that the game calls `usual`."""
    return SeatName(usual)


@contextmanager
def naming(given: Mapping[str, str]) -> Iterator[None]:
    """Call seats by their given names in all that is shown within; `given` holds them by the usual ones."""
    token = _given.set(given)
    try:
        yield
    finally:
        _given.reset(token)


def checked(names: Sequence[str]) -> list[str]:
    """Return given names without the spaces around them; an empty one is none. Raises `OptionError`."""
    found = [name.strip() for name in names]
    for name in found:
        if len(name) > MOST:
            said = N_("expected a name of at most {most} characters, found {found}")
            raise OptionError(text(said, most=MOST, found=shorten(name)))
        if not name.isprintable():
            raise OptionError(
                text(N_("expected a name without control characters, found {found}"), found=shorten(name))
            )
    return found


def given(usual: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return the names that are given to seats, by their usual ones; "" is none. Raises `OptionError`."""
    found = {seat: name for seat, name in zip(usual, checked(names), strict=False) if name}
    with naming(found):
        refuse_twice([seat_name(seat) for seat in usual])
    return found


def refuse_twice(names: Sequence[Text]) -> None:
    """Raise `OptionError` where two seats are called the same."""
    words = [str(name) for name in names]
    for word in words:
        if sum(word.casefold() == other.casefold() for other in words) > 1:
            raise OptionError(
                text(N_("expected every player to have another name, found {found} twice"), found=shorten(word))
            )
