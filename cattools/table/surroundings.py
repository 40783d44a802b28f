"""What a device shows around the board: who sits where, seats to take, requests, the log, and the host's buttons.

A button or form carries the message that it sends, as JSON in `data-send`; the page adds the form's fields to it.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from cattools.bots import OPPONENT, offered
from cattools.core.messages import N_, Text, listed, sentences, text
from cattools.table.table import Player, Table
from cattools.widgets.html import Html, el, join, open_tag
from cattools.widgets.markup import folded

LATEST = 8  # lines of the log that are shown


class Invitation(NamedTuple):
    """How others can join: the address to open on a phone, and its QR code as SVG."""

    address: str
    code: Html


def html(table: Table, seat: int | None, invitation: Invitation | None, *, host: bool) -> Html:
    """Return everything around the board of one device; the `invitation` is for the screen that everybody sees."""
    return join(
        _news(table, seat),
        _invitation(table, *invitation) if invitation else None,
        _free_seats(table) if seat is None and not invitation else None,
        _players(table),
        _log(table),
        _own(table, seat) if seat is not None else None,
        _hosting(table) if host else None,
    )


def _send(words: Text, /, *, strong: bool = False, **message: object) -> Html:
    """Return a button that sends a message."""
    return el("button", words, type="button", data_send=json.dumps(message), class_="cat-strong" if strong else None)


def _news(table: Table, seat: int | None) -> Html:
    """Return what somebody has just done besides playing, and a request to this seat."""
    request = table.request
    if request is None:
        said = table.people.told
        return el("p", said, class_="news", role="status") if said else Html()
    who = table.name_of(request.seat)
    asked = el("p", text(N_("{who} asks to take back the last move."), who=who), class_="news", role="status")
    if seat is None or seat not in table.voters(request) - request.agreed:
        waits = sorted(table.voters(request) - request.agreed)
        others = text(N_("Waiting for {names}."), names=listed([table.name_of(one) for one in waits]))
        return join(asked, el("p", others))
    yes, no = text(N_("Agree")), text(N_("Do not agree"))
    return join(asked, el("p", _send(yes, kind="vote", yes=True, strong=True), " ", _send(no, kind="vote", yes=False)))


def _invitation(table: Table, address: str, code: Html) -> Html:
    """Return how to join: the address as a QR code and in words, and the table's code."""
    words = text(N_("Scan the code with a phone, or open {address} there."), address=address)
    picture = el("div", code, class_="code", role="img", aria_label=text(N_("QR code: {address}"), address=address))
    return el("section", el("h2", text(N_("Table {code}"), code=table.code)), picture, el("p", words))


def _free_seats(table: Table) -> Html:
    """Return the form with which a device takes a seat."""
    free = [seat for seat, player in enumerate(table.players) if not player.key]
    title = el("h2", text(N_("Take a seat")))
    if not free:
        return el("section", title, el("p", text(N_("All seats are taken. You can watch."))))
    field = open_tag("input", name="name", maxlength=20, autocomplete="given-name", placeholder=text(N_("Your name")))
    label = el("label", el("span", text(N_("Your name"))), field)
    seats = [
        el("button", table.name_of(seat), type="submit", class_="cat-strong", data_send=json.dumps({"seat": seat}))
        for seat in free
    ]
    form = el("form", label, el("div", seats, class_="buttons"), data_send=json.dumps({"kind": "sit"}))
    return el("section", title, form, el("p", text(N_("Without a seat, you watch the game."))), class_="seats")


def _who(table: Table, seat: int, player: Player) -> Text:
    """Return who has a seat, in a few words."""
    facts = {"who": table.name_of(seat)}
    if player.bot:
        return text(N_("{who}: the computer plays"), **facts)
    if not player.key:
        return text(N_("{who}: free"), **facts)
    return text(N_("{who}: here") if seat in table.present() else N_("{who}: away"), **facts)


def _players(table: Table) -> Html:
    rows = [
        el("li", _who(table, seat, player), aria_current=table.state.mover == seat)
        for seat, player in enumerate(table.players)
    ]
    return el("section", el("h2", text(N_("Players"))), el("ul", rows), class_="players")


def _log(table: Table) -> Html:
    rows = [el("li", sentences(told.said)) for told in reversed(table.log[-LATEST:])]
    return folded(text(N_("Last moves")), el("ol", rows), opened=True, css="log") if rows else Html()


def _own(table: Table, seat: int) -> Html:
    """Return what a player can do with the seat."""
    if table.players[seat].bot:
        words = text(N_("Play again myself"))
        return el("p", _send(words, kind="let", seat=seat, bot="", strong=True))
    bots = [
        _send(text(N_("Let the computer play: {level}"), level=text(title)), kind="let", seat=seat, bot=name)
        for name, title in offered().items()
    ]
    return folded(text(N_("I have to go")), bots, _send(text(N_("Give up the seat")), kind="stand"), css="buttons")


def _hosting(table: Table) -> Html:
    """Return the buttons of the host: for the whole table, then for each seat."""
    people = table.people
    pause = text(N_("Go on") if people.paused else N_("Pause"))
    asks = text(N_("Take back only with the others' consent") if people.free else N_("Take back without asking"))
    rows = [_send(pause, kind="pause", on=not people.paused), _send(asks, kind="unasked", on=not people.free)]
    rows.append(_send(text(N_("New deal")), kind="deal"))
    for seat, player in enumerate(table.players):
        who = table.name_of(seat)
        said = N_("{who}: stop the computer") if player.bot else N_("{who}: let the computer play")
        rows.append(_send(text(said, who=who), kind="let", seat=seat, bot="" if player.bot else OPPONENT))
        if player.key:
            rows.append(_send(text(N_("{who}: free the seat"), who=who), kind="free", seat=seat))
    return folded(text(N_("Host")), el("div", rows, class_="buttons"), css="host")
