"""Form fields: options, players, links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from cattools.bots import HUMAN, offered
from cattools.core.display.seat_names import MOST
from cattools.core.errors import OptionError
from cattools.core.game import AnyState, Seat
from cattools.core.messages import N_, Text, text
from cattools.core.notation.parsing import normalized
from cattools.core.options import Option, Options
from cattools.core.table.scorer import Field
from cattools.widgets.html import Html, el, open_tag
from cattools.widgets.markup import folded

TABLE, WRITTEN = "table", "written"  # names of the forms: the fields outside the board, and the position as text
PLAYERS = "players"  # the name of the option for the number of players
NAME = "name-"  # prefix of a name field, followed by the seat's id


def form(name: str, fields: Iterable[Html], *, button: str, says: str, strong: bool = True) -> Html:
    """Return a form with its fields and a submit button named `button`, labelled `says`."""
    send = el("button", text(says), type="submit", name=button, class_="cat-strong" if strong else None)
    return el("form", el("div", fields, class_="cat-fields"), send, data_form=name)


def new_game(state: AnyState, players: Sequence[str], names: Sequence[str], begins: str) -> Html:
    """Return the new-game form: players and their names, who begins, options, seed."""
    fields = []
    choices = [(HUMAN, N_("Human")), *offered().items()]
    kinds = [(kind, str(text(words))) for kind, words in choices]
    for n, seat in enumerate(most_seats(state)):
        there = n < len(players)
        usual = text(seat.name)
        said = usual if there else text(N_("{who}, if playing"), who=usual)
        fields.append(select(f"seat-{seat.id}", said, kinds, players[n] if there else players[-1]))
        fields.append(name_field(seat, names[n] if n < len(names) else ""))
    if state.game.leaves_who_begins:
        whose = [("", str(text(N_("Random")))), *((seat.id, str(text(seat.name))) for seat in most_seats(state))]
        fields.append(select("begins", text(N_("Who begins, if the rules leave it open")), whose, begins))
    fields += [option_field(option, state.options[option.name]) for option in state.game.known_options.values()]
    seed = open_tag("input", name="seed", inputmode="numeric", maxlength=9, value="")
    fields.append(el("label", text(N_("Seed (empty: random)")), seed))
    return form("new", fields, button="deal", says=N_("Deal a new game"))


def name_field(seat: Seat, name: str) -> Html:
    """Return the form field for the name of a seat's player."""
    box = open_tag("input", name=f"{NAME}{seat.id}", maxlength=MOST, autocomplete="off", value=name)
    return el("label", text(N_("Name of {who}"), who=text(seat.name)), box)


def as_read(values: Mapping[str, str]) -> dict[str, str]:
    """Return the values of a form as they are read: normalized, except the players' names."""
    return {name: value if name.startswith(NAME) else normalized(value) for name, value in values.items()}


def names_in(seats: Sequence[Seat], values: Mapping[str, str]) -> list[str]:
    """Return the seats' names from a form, "" for none."""
    return [values.get(f"{NAME}{seat.id}", "") for seat in seats]


def most_seats(state: AnyState) -> Sequence[Seat]:
    """Return the seats for the largest number of players that these options allow."""
    game, found = state.game, state.game.seats(state.options)
    option = game.known_options.get(PLAYERS)
    for number in option.choices if option else ():
        with suppress(OptionError):
            found = max(found, game.seats(game.choose({**state.options, PLAYERS: number})), key=len)
    return found


def chosen(known: Mapping[str, Option], names: Iterable[str], values: Mapping[str, str]) -> dict[str, object]:
    """Return the options that a form sets: an unchecked box means no, a missing value the default."""
    return {
        name: name in values if isinstance(known[name].default, bool) else values.get(name, known[name].default)
        for name in names
    }


def link_field(link: str) -> Html:
    """Return the field with the link to a position, if there is one."""
    if not link:
        return Html()
    field = open_tag("input", name="link", readonly=True, value=link)
    return el("label", text(N_("Link to this position")), " ", field)


def option_field(option: Option, value: object) -> Html:
    """Return the form field for an option."""
    title = str(text(option.title))
    if isinstance(option.default, bool):
        box = open_tag("input", type="checkbox", name=option.name, checked=bool(value))
        return el("label", box, title, class_="cat-check")
    if option.pick:
        return el("label", title, open_tag("input", name=option.name, value=str(value), autocomplete="off"))
    if option.choices:
        return select(option.name, title, [(c, option.worded(c)) for c in option.choices], str(value))
    return number(option.name, title, str(value), option.least, option.most)


def table(
    known: Mapping[str, Option], options: Options, fields: Iterable[Field], seats: Sequence[Seat], names: Sequence[str]
) -> Html:
    """Return the form for everything that is not on the board: options, players' names, and the game's own fields."""
    found = [option_field(option, options[name]) for name, option in known.items()]
    found += [name_field(seat, names[n] if n < len(names) else "") for n, seat in enumerate(seats)]
    for field in fields:
        pairs, title = [(value, str(said)) for value, said in field.choices], str(field.title)
        if pairs:
            found.append(select(field.name, title, pairs, field.value))
        elif field.pattern:
            words = text(N_("{title} (e.g. {sample})"), title=title, sample=field.sample)
            box = open_tag("input", name=field.name, value=field.value, autocomplete="off", autocapitalize="off")
            found.append(el("label", words, box))
        else:
            found.append(number(field.name, title, field.value, 0, field.most))
    return form(TABLE, found, button="set", says=N_("Apply"))


def pasted(label: Text, written: str, unread: str = "") -> Html:
    """Return the folded form that shows a position as text and accepts a pasted one.

    If part of a pasted text could not be entered, the form is open and shows that `unread` part for the reader to
    correct.
    """
    if unread:
        label, written = text(N_("Not entered yet")), unread
    spell = {"spellcheck": "false", "autocapitalize": "off"}
    box = el("textarea", written, name="position", rows=4, **spell)
    read = el("button", text(N_("Load this text")), type="submit", name="read")
    inside = el("form", el("label", label, box), read, data_form=WRITTEN)
    return folded(text(N_("As text, to copy or paste")), inside, opened=bool(unread), css="cat-written")


def number(name: str, title: str | Text, value: str, least: int, most: int) -> Html:
    """Return a number field."""
    box = open_tag("input", type="number", name=name, min=least, max=most, value=value, inputmode="numeric")
    return el("label", title, box)


def select(
    name: str, title: str | Text, pairs: Sequence[tuple[str, str | Text]], chosen: str, *, kept: bool = False
) -> Html:
    """Return a drop-down field; if `kept`, a choice takes effect immediately and the reader's browser remembers it."""
    options = [el("option", said, value=value, selected=value == chosen) for value, said in pairs]
    return el("label", title, el("select", options, name=name, data_keep=kept))
