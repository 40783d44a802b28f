"""The form for a new game: who plays, the options, the seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from html import escape

from cattools.bots import offered
from cattools.core.errors import OptionError
from cattools.core.game import AnyState, Seat
from cattools.core.messages import N_, text
from cattools.core.options import Option
from cattools.widgets import shell

HUMAN = "human"


def worded(option: Option, value: object) -> str:
    """Return an option's value in words."""
    if isinstance(value, bool):
        return str(text(N_("yes"))) if value else str(text(N_("no")))
    if option.labels:
        return str(text(option.labels[option.choices.index(str(value))]))
    return str(value)


def setup_form(state: AnyState, players: Sequence[str]) -> str:
    """Return the form for a new game: who plays, the options, the seed."""
    fields = []
    choices = [(HUMAN, N_("Human")), *offered(state.game, state.options).items()]
    kinds = [(kind, str(text(words))) for kind, words in choices]
    for n, seat in enumerate(most_seats(state)):
        there = n < len(players)
        said = text(seat.name) if there else text(N_("{who}, if there are so many"), who=text(seat.name))
        fields.append(select(f"seat-{seat.id}", str(said), kinds, players[n] if there else players[-1]))
    fields += [option_field(option, state.options[option.name]) for option in state.game.known_options.values()]
    fields.append(
        f"<label>{shell.words(N_('Seed (empty: by lot)'))}"
        f'<input name="seed" inputmode="numeric" maxlength="9" value=""></label>'
    )
    return (
        f'<form data-form="new"><div class="cat-fields">{"".join(fields)}</div>'
        f'<button type="submit" name="deal" class="cat-strong">{shell.words(N_("Deal a new game"))}</button></form>'
    )


def most_seats(state: AnyState) -> Sequence[Seat]:
    """Return the seats of this game, and those that join when more play."""
    game, found = state.game, state.game.seats(state.options)
    option = game.known_options.get("players")
    for number in option.choices if option else ():
        with suppress(OptionError):
            found = max(found, game.seats(game.choose({**state.options, "players": number})), key=len)
    return found


def told(known: Mapping[str, Option], names: Iterable[str], values: Mapping[str, str]) -> dict[str, object]:
    """Return what a form says of some options: a box that is not ticked says no, what is missing is as usual."""
    return {
        name: name in values if isinstance(known[name].default, bool) else values.get(name, known[name].default)
        for name in names
    }


def link_field(link: str) -> str:
    """Return the field that holds the link to a position, once there is one."""
    if not link:
        return ""
    words = shell.words(N_("Link to this position"))
    return f'<label>{words} <input name="link" readonly value="{escape(link)}"></label>'


def option_field(option: Option, value: object) -> str:
    """Return the field of a form in which an option is chosen."""
    title = str(text(option.title))
    if isinstance(option.default, bool):
        checked = " checked" if value else ""
        return f'<label class="cat-check"><input type="checkbox" name="{option.name}"{checked}>{escape(title)}</label>'
    if option.choices:
        return select(option.name, title, [(c, worded(option, c)) for c in option.choices], str(value))
    return (
        f'<label>{escape(title)}<input type="number" name="{option.name}" min="{option.least}" '
        f'max="{option.most}" value="{value}"></label>'
    )


def select(name: str, title: str, pairs: Sequence[tuple[str, str]], chosen: str) -> str:
    """Return a field of a form in which one of some values is chosen."""
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(said)}</option>'
        for value, said in pairs
    )
    return f'<label>{escape(title)}<select name="{name}">{options}</select></label>'
