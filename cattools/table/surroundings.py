"""What a device shows around the board: who sits where, seats to take, requests, the log, and the host's buttons.

A button or form carries the message that it sends, as JSON in `data-send`; the page adds the form's fields to it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from cattools.bots import OPPONENT, offered
from cattools.core.messages import N_, Text, integer, listed, many, text
from cattools.table.people import Player
from cattools.table.table import TIMERS, Table
from cattools.table.teaching import PRESENTATION, QUESTIONS, kinds
from cattools.widgets.html import Html, el, join, open_tag
from cattools.widgets.markup import folded

LATEST = 8  # lines of the log that are shown
SCAN = N_("Scan the code with a phone, or open {address} there.")
ONLY_HERE = N_("Only this computer can open {address}. With --lan, phones on this network can join too.")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Invitation(NamedTuple):
    """How others can join: the address to open on a phone, and its QR code as SVG."""

    address: str
    code: Html


class Controls(NamedTuple):
    """What the host's panel shows besides the table's state.

    `links`: how seats can be taken on other devices. The host has been asked whether a new deal may end the game
    (`ending`), or whether the person at a seat may lose it (`freeing`).
    """

    links: Mapping[int, Invitation]
    ending: bool
    freeing: int | None = None


def html(
    table: Table, seat: int | None, seats: Collection[int], invitation: Invitation | None, controls: Controls | None
) -> Html:
    """Return everything around the board of one device, which shows one `seat` of the `seats` of its people.

    The `invitation` is for the screen that everybody sees, the `controls` are for the host.
    """
    panel = _hosting(table, *controls) if controls else None
    if table.teaching is not None:
        return join(_invitation(table, *invitation) if invitation else None, panel)
    over = table.state.to_move is None
    return join(
        _waiting(table) if table.request and not _asks(table, seats) else None,
        _invitation(table, *invitation) if invitation else None,
        _free_seats(table) if not seats and not invitation else None,
        el("p", _send(text(N_("Play again")), kind="deal", strong=True)) if over and controls else None,
        _record(table) if over else None,
        _players(table),
        _own(table, seat) if seat is not None else None,
        panel,
        _log(table),
    )


def _send(words: Text, /, *, strong: bool = False, **message: object) -> Html:
    """Return a button that sends a message."""
    return el("button", words, type="button", data_send=json.dumps(message), class_="cat-strong" if strong else None)


def _asks(table: Table, seats: Collection[int]) -> bool:
    """Return whether somebody asks one of these seats to agree to something."""
    request = table.request
    return request is not None and not (table.voters(request) - request.agreed).isdisjoint(seats)


def asked(table: Table, seats: Collection[int]) -> Html:
    """Return a request to one of these seats with the buttons that answer it, or nothing."""
    if table.teaching is not None or not _asks(table, seats):
        return Html()
    yes, no = text(N_("Agree")), text(N_("Do not agree"))
    answers = _send(yes, kind="vote", yes=True, strong=True), _send(no, kind="vote", yes=False)
    return join(_request(table), el("div", answers, class_="buttons"))


def _request(table: Table) -> Html:
    """Return who asks to take back which moves, the last one first."""
    request = table.request
    assert request is not None  # noqa: S101 - the callers have checked it
    undone = table.undone_by(request)
    said = many(
        "{who} asks to take back the last move.",
        "{who} asks to take back the last {n} moves.",
        len(undone),
        who=table.name_of(request.seat),
    )
    return join(el("p", el("strong", said)), el("ul", (el("li", table.said(one)) for one in reversed(undone))))


def _waiting(table: Table) -> Html:
    """Return a request, and who has not agreed to it yet."""
    request = table.request
    assert request is not None  # noqa: S101 - as above
    waits = sorted(table.voters(request) - request.agreed)
    others = text(N_("Waiting for {names}."), names=listed([table.name_of(one) for one in waits]))
    return el("section", _request(table), el("p", others), class_="news", role="status")


def person_to_move(table: Table, seats: Collection[int]) -> int | None:
    """Return which of these seats is to move, if a person plays it."""
    mover = table.state.mover
    return mover if mover is not None and mover in seats and not table.players[mover].bot else None


def holder(table: Table, seats: Collection[int]) -> int | None:
    """Return who must have a device with these seats now: the person to move, if there are hands to hide."""
    return person_to_move(table, seats) if table.session.has_secrets else None


def passing(table: Table, seat: int | None, seats: Collection[int]) -> list[Html]:
    """Return the buttons with which the people of one device show their own side, while no other person holds it."""
    mover, only = table.state.mover, holder(table, seats)
    return [
        _send(text(N_("I am {who}: show my side"), who=table.name_of(one)), kind="show", seat=one, strong=one == mover)
        for one in seats
        if one != seat and only in (one, None)
    ]


def _invitation(table: Table, address: str, code: Html) -> Html:
    """Return how to join: the address as a QR code and in words, and the table's code.

    It is folded once all seats are taken, and while the table teaches, because the panels are then below it. The folded
    one has a class of its own, because a page remembers by class what somebody has folded.
    """
    alone = urlsplit(address).hostname in LOOPBACK
    words = text(ONLY_HERE if alone else SCAN, address=address)
    picture = None if alone else _picture(address, code)
    title, free = text(N_("Table {code}"), code=table.code), _free(table)
    if not free or table.teaching is not None:
        return folded(title, picture, el("p", words), css="full")
    seats = many("{n} seat is free.", "{n} seats are free.", len(free))
    return el("section", el("h2", title), picture, el("p", words), el("p", seats))


def _picture(address: str, code: Html) -> Html:
    return el("div", code, class_="code", role="img", aria_label=text(N_("QR code: {address}"), address=address))


def _free(table: Table) -> list[int]:
    """Return the seats for which nobody plays, not even the computer."""
    return [seat for seat, player in enumerate(table.players) if not (player.key or player.bot)]


def _open(table: Table) -> list[int]:
    """Return the seats that can be taken: the free ones first, then those that the computer would give up."""
    free = _free(table)
    return free + [seat for seat, player in enumerate(table.players) if not player.key and seat not in free]


def _free_seats(table: Table) -> Html:
    """Return the form with which a device takes a seat."""
    title = el("h2", text(N_("Take a seat")))
    if not _open(table):
        return el("section", title, el("p", text(N_("All seats are taken. You can watch."))))
    watch = el("p", text(N_("Without a seat, you watch the game.")))
    # On a phone, the section is above the board, but not above the result.
    return el("section", title, _form(table), watch, class_="late" if table.state.to_move is None else "seats")


def _form(table: Table) -> Html:
    field = open_tag("input", name="name", maxlength=20, autocomplete="given-name", placeholder=text(N_("Your name")))
    label = el("label", el("span", text(N_("Your name"))), field)
    seats = [
        el("button", words, type="submit", class_=css, data_send=json.dumps({"seat": seat}))
        for seat in _open(table)
        for words, css in [_taking(table, seat)]
    ]
    return el("form", label, el("div", seats, class_="buttons"), data_send=json.dumps({"kind": "sit"}))


def _taking(table: Table, seat: int) -> tuple[Text, str | None]:
    """Return the words and the class of the button that takes a seat."""
    who = table.name_of(seat)
    return (
        (text(N_("{who}, instead of the computer"), who=who), None) if table.players[seat].bot else (who, "cat-strong")
    )


def _record(table: Table) -> Html:
    """Return the link to the record of a finished game."""
    words = text(N_("Save the game as a file"))
    return el("p", el("a", words, href=f"/record/{table.code}", download=True))


def _who(table: Table, seat: int, player: Player) -> Text:
    """Return who has a seat, in a few words."""
    facts = {"who": table.name_of(seat)}
    if player.bot:
        return text(N_("{who}: the computer plays"), **facts)
    if not player.key:
        return text(N_("{who}: free"), **facts)
    if player.ticket:
        return text(N_("{who}: moves to another device"), **facts)
    return text(N_("{who}: here") if seat in table.present() else N_("{who}: away"), **facts)


def _players(table: Table) -> Html:
    rows = [
        el("li", _who(table, seat, player), aria_current=table.state.mover == seat)
        for seat, player in enumerate(table.players)
    ]
    return el("section", el("h2", text(N_("people\x04Players"))), el("ul", rows), class_="players")


def _log(table: Table) -> Html:
    rows = [el("li", table.said(entry)) for entry in reversed(table.log[-LATEST:])]
    return folded(text(N_("Last moves")), el("ol", rows), opened=True, css="log") if rows else Html()


def _own(table: Table, seat: int) -> Html:
    """Return what a player can do with the seat."""
    if table.players[seat].bot:
        words = text(N_("Play myself from now on"))
        return el("p", _send(words, kind="let", seat=seat, bot="", strong=True))
    bots = [
        _send(text(N_("Let the computer play: {level}"), level=text(title)), kind="let", seat=seat, bot=name)
        for name, title in offered().items()
    ]
    leave = folded(text(N_("I have to go")), bots, _send(text(N_("Give up the seat")), kind="stand"), css="buttons")
    if not _open(table):
        return leave
    return join(folded(text(N_("Another person plays on this device")), _form(table), css="company"), leave)


def _hosting(table: Table, links: Mapping[int, Invitation], ending: bool, freeing: int | None) -> Html:
    """Return the host's panel: buttons for the whole table, the timer, and each seat.

    After a game, the buttons that concern its turns are left out, and "Play again" is above the panel.
    """
    if table.teaching is not None:
        return el("p", _send(text(N_("Back to the game")), kind="teach", what=""))
    people, over = table.people, table.state.to_move is None
    pause = text(N_("Go on") if people.paused else N_("Pause"))
    asks = text(N_("Take back only with the others' consent") if people.free else N_("Take back without asking"))
    taught = {PRESENTATION: N_("Explain the game in ten minutes"), QUESTIONS: N_("Ten questions together")}
    playing = [_send(pause, kind="pause", on=not people.paused), _send(asks, kind="unasked", on=not people.free)]
    teaching = [_send(text(taught[what]), kind="teach", what=what) for what in kinds(table.game)]
    dealing = _dealing(table, ending=ending)
    seats = [_seat(table, seat, links.get(seat), asks=seat == freeing) for seat in range(len(table.players))]
    return folded(
        text(N_("Host")),
        el("div", [*([] if over else playing), *teaching], class_="buttons"),
        None if over else _timers(people.timer),
        seats,
        el("div", dealing, class_="buttons dealing") if dealing else None,
        css="host",
    )


def _seat(table: Table, seat: int, link: Invitation | None, *, asks: bool) -> Html:
    """Return the host's buttons for a seat; while it moves to another device, also the link for that."""
    player, who = table.players[seat], table.name_of(seat)
    said = N_("Stop the computer") if player.bot else N_("Let the computer play")
    buttons = [_send(text(said), kind="let", seat=seat, bot="" if player.bot else OPPONENT)]
    moving = Html()
    if player.key:
        buttons.append(_send(text(N_("Another device")), kind="offer", seat=seat, on=True))
        words = N_("Press again to take the seat from {who}") if asks else N_("Free the seat")
        buttons.append(_send(text(words, who=who), kind="free", seat=seat, strong=asks))
    if player.ticket:
        cancel = _send(text(N_("Cancel")), kind="offer", seat=seat, on=False)
        once = N_("Open this link on the other device. It works once and moves the seat of {who} there.")
        old = N_("A link for another device has been given out. “Another device” shows a new one.")
        shown = [_picture(*link), el("p", text(SCAN, address=link.address))] if link else []
        moving = el("div", shown, el("p", text(once if link else old, who=who)), el("p", cancel), class_="moving")
    return el(
        "div",
        el("span", _who(table, seat, player)),
        buttons,
        moving,
        role="group",
        aria_label=who,
        class_="buttons seat",
    )


def _dealing(table: Table, *, ending: bool) -> list[Html]:
    """Return the host's buttons to deal a new game (pressed twice if that ends one) and to go back to the last game."""
    found = []
    if table.state.to_move is not None:
        words = N_("Press again to deal a new game and end this one") if ending and table.runs else N_("New deal")
        found.append(_send(text(words), kind="deal", strong=ending))
    if table.has_old_game:
        found.append(_send(text(N_("Back to the previous game")), kind="undo_deal"))
    return found


def _timers(now: int) -> Html:
    """Return a button for each timer; the one that is shown is switched on."""
    title = text(N_("Timer: seconds for a turn"))
    buttons = [
        el(
            "button",
            integer(seconds) if seconds else text(N_("none")),
            type="button",
            data_send=json.dumps({"kind": "timer", "seconds": seconds}),
            aria_pressed=str(seconds == now).lower(),
        )
        for seconds in TIMERS
    ]
    return el("div", el("span", title), buttons, role="group", aria_label=title, class_="buttons timers")
