"""Scoring in Cat in the Box: tricks and bonus of each round, line by line, and the winners."""

from __future__ import annotations

from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.rules import Refusal
from cattools.core.score import Line, Score
from cattools.games.catbox.rules.components import box
from cattools.games.catbox.rules.labels import seat_name
from cattools.games.catbox.rules.state import END, PLAY, Catbox, RoundPoints


def met(state: Catbox, seat: int) -> bool:
    """Return whether a seat met its prediction or, with two players, won few enough tricks (`catbox.score.duel`)."""
    if state.board.predictions:
        return state.won[seat] == state.predictions[seat]
    return state.won[seat] <= box().few


def trick_points(state: Catbox, seat: int) -> int:
    """Return a seat's points for tricks in this round (`catbox.score.tricks`)."""
    return -state.won[seat] if seat == state.paradox else state.won[seat]


def bonus_group(state: Catbox, seat: int) -> int:
    """Return the mask of the tokens that earn a seat the bonus if the round ends now (`catbox.score.bonus`)."""
    return state.board.group(state.tokens[seat]) if seat != state.paradox and met(state, seat) else 0


def points(state: Catbox) -> RoundPoints:
    """Return each seat's points for tricks and its bonus in a finished round."""
    return tuple((trick_points(state, seat), bonus_group(state, seat).bit_count()) for seat in range(state.players))


def by_round(state: Catbox) -> tuple[RoundPoints, ...]:
    """Return the points of every finished round, including the current one if it is over."""
    return (*state.scored, points(state)) if state.phase is END else state.scored


def totals(state: Catbox) -> list[int]:
    """Return each seat's total."""
    rounds = by_round(state)
    return [sum(sum(row[seat]) for row in rounds) for seat in range(state.players)]


def score(state: Catbox) -> Score:
    """Return the lines of the earlier rounds, then of this round; the bonus of this round only once it is over."""
    lines = [
        line
        for number, row in enumerate(state.scored, 1)
        for seat, (won, extra) in enumerate(row)
        for line in _earlier(number, seat, won, extra)
    ]
    if state.phase in (PLAY, END):
        seats = range(state.players)
        lines += [_tricks(state, seat) for seat in seats]
        if state.phase is END:
            lines += [_bonus(state, seat) for seat in seats]
    return Score(tuple(lines))


def _earlier(number: int, seat: int, won: int, extra: int) -> list[Line]:
    facts = {"round": number, "who": seat_name(seat)}
    found = [Line("catbox.score.tricks", seat, won, text(N_("Round {round}: {who}, tricks"), **facts))] if won else []
    if extra:
        found.append(Line("catbox.score.bonus", seat, extra, text(N_("Round {round}: {who}, bonus"), **facts)))
    return found


def _tricks(state: Catbox, seat: int) -> Line:
    won, who = state.won[seat], seat_name(seat)
    if seat == state.paradox:
        sentence = many(N_("{who}: {n} trick, subtracted"), N_("{who}: {n} tricks, subtracted"), won, who=who)
    else:
        sentence = many(N_("{who}: {n} trick"), N_("{who}: {n} tricks"), won, who=who)
    return Line("catbox.score.tricks", seat, trick_points(state, seat), sentence)


def _bonus(state: Catbox, seat: int) -> Line:
    group = bonus_group(state, seat)
    rule = "catbox.score.bonus" if state.board.predictions else "catbox.score.duel"
    return Line(
        rule,
        seat,
        group.bit_count(),
        _why(state, seat, group),
        tuple(state.board.grid.named(group).split(",")) if group else (),
    )


def _why(state: Catbox, seat: int, group: int) -> Text:
    """Return why a seat does or does not have a bonus."""
    who, won = seat_name(seat), state.won[seat]
    if seat == state.paradox:
        return text(N_("{who}: a paradox, no bonus"), who=who)
    if not met(state, seat):
        if not state.board.predictions:
            return text(N_("{who}: {won} tricks are too many, no bonus"), who=who, won=won)
        return text(
            N_("{who}: predicted {predicted}, won {won}, no bonus"), who=who, predicted=state.predictions[seat], won=won
        )
    return many(
        N_("{who}: prediction met, largest group of {n} token"),
        N_("{who}: prediction met, largest group of {n} tokens"),
        group.bit_count(),
        who=who,
    )


def winners(state: Catbox) -> tuple[int, ...]:
    """Return the seats with the highest total; the final round breaks ties (`catbox.end.tie`)."""
    if not state.over:
        return ()
    final = [sum(row) for row in points(state)]
    marks = list(zip(totals(state), final, strict=True))
    return tuple(seat for seat, mark in enumerate(marks) if mark == max(marks))


def ties(state: Catbox) -> tuple[Refusal, ...]:
    """Return what breaks a tie between equal totals (`catbox.end.tie`)."""
    won, sums = winners(state), totals(state)
    others = [seat for seat, points in enumerate(sums) if points == max(sums) and seat not in won]
    if others:
        names = listed([seat_name(seat) for seat in others])
        sentence = text(
            N_("Tied with the winner on {points} points: {who}. The final round decides."), who=names, points=max(sums)
        )
        return (Refusal("catbox.end.tie", sentence),)
    if len(won) > 1:
        return (Refusal("catbox.end.tie", text(N_("The totals are equal, and so are the points of the final round."))),)
    return ()
