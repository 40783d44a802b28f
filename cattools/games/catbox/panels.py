"""What lies before each player: the colours still there, tricks and prediction, cards, points."""

from __future__ import annotations

from cattools.core.game import Panel, View
from cattools.core.messages import N_, listed, many, text
from cattools.games.catbox import pieces, scoring
from cattools.games.catbox.actions import Action
from cattools.games.catbox.cards import numbers
from cattools.games.catbox.legality import colour, seat_name
from cattools.games.catbox.view import Seen


def panels(view: View[Action]) -> tuple[Panel, ...]:
    """Return what lies before each player: the colours still there, tricks and prediction, cards, points."""
    assert isinstance(view, Seen)  # noqa: S101 - the game's own views
    state = view.table
    board, totals, found = state.board, scoring.totals(state), []
    for seat in range(state.players):
        there = [bool(state.markers[seat] >> n & 1) for n in range(len(board.names))]
        colours = [str(colour(state, n)) for n, has in enumerate(there) if has]
        won, said = state.won[seat], state.predictions[seat]
        tricks = many(N_("{n} trick"), N_("{n} tricks"), won)
        if said:
            tricks = many(N_("{n} trick, {said} predicted"), N_("{n} tricks, {said} predicted"), won, said=said)
        cards = many(N_("{n} card"), N_("{n} cards"), view.sizes[seat])
        if seat == view.seat and state.discards[seat]:
            cards = text(N_("{cards}, aside: {card}"), cards=cards, card=state.discards[seat])
        points = many(N_("{n} point"), N_("{n} points"), abs(totals[seat]), n=totals[seat])  # -1 point
        signs = tuple(pieces.marker(c, there=has) for c, has in zip(board.names, there, strict=True))
        some = listed(list(colours)) if colours else str(text(N_("no colour left")))
        rows = [str(tricks), f"{points}, {cards}"]
        rounds = [*state.sheet, *([scoring.points(state)] if state.phase == "end" else [])]
        if rounds:
            told = ", ".join(f"{won} + {extra}" for won, extra in (row[seat] for row in rounds))
            rows.append(str(text(N_("tricks + bonus by round: {points}"), points=told)))
        if seat == state.paradox:
            held = listed(list(numbers(state.hands[seat])))
            rows.append(str(text(N_("paradox with {cards}"), cards=held) if held else text(N_("paradox"))))
        first = (str(text(N_("all four colours"))) if all(there) else some, signs)
        shown = (first, *((row, ()) for row in rows))
        found.append(Panel(seat, pieces.token(seat), str(seat_name(seat)), shown))
    return tuple(found)
