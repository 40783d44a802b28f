"""A review in words, and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cattools.bots.advice import Suggestion
from cattools.bots.review import Review, TurningPoint
from cattools.core.game import AnyState
from cattools.core.game_record import position_link
from cattools.core.messages import N_, Text, commas, decimal, sentences, signed, text

SPANS = 8  # at most this many changes of the lead are listed
PLAYED, BETTER = N_("Played: {move}"), N_("Better: {move}")
NONE, NONE_SO_FAR = N_("No move clearly cost its player much."), N_("No turning point found so far.")
STOPPED = N_("Not finished: the moves of {n} of {all} turns have been judged.")
UNCHECKED = N_("Not finished: every move has been judged once, but not yet checked more closely.")
LUCK = 0.5  # points: less luck than this is not worth a sentence


def course(review: Review, names: Sequence[object]) -> list[Text]:
    """Return sentences that say who was ahead when; the text alternative of the curve."""
    spans = review.spans
    if len(names) < 2:
        return []
    if not spans:
        return [text(N_("Nobody was ever clearly ahead."))]
    listed = spans if len(spans) <= SPANS else spans[-SPANS:]
    said = [text(N_("The lead changed {n} times; its last changes are listed."), n=len(spans) - 1)]
    one, more = (
        N_("Turn {first}: {who} is ahead by {points}."),
        N_("Turns {first} to {last}: {who} is ahead by up to {points}."),
    )
    return [
        *(said if listed is not spans else ()),
        *(
            text(
                one if span.first == span.last else more,
                first=span.first,
                last=span.last,
                who=names[span.seat],
                points=decimal(span.most),
            )
            for span in listed
        ),
    ]


def luck(review: Review, names: Sequence[object]) -> list[Text]:
    """Return sentences that tell luck from choice: what deals gave each seat, and how moves are judged."""
    said = []
    if review.is_complete and any(abs(points) >= LUCK for points in review.luck):
        shares = commas(
            text(N_("{who} {points}"), who=who, points=signed(points))
            for who, points in zip(names, review.luck, strict=True)
        )
        said.append(text(N_("Luck in deals and draws, in points of lead: {shares}."), shares=shares))
    if review.samples:
        said.append(text(N_("A move is judged by what its player could know: what was hidden is filled in at random.")))
    return said


def worth(point: TurningPoint) -> list[Text]:
    """Return sentences that say how much better the better move was."""
    advice = point.advice
    sentence = N_("The better move was worth {points} more on average, and better in {n} of {all} continuations.")
    if not advice.moves[0].reasons:
        sentence = N_(
            "No points differ yet. By the bot's estimate, the better move was worth {points} more on average, and "
            "better in {n} of {all} continuations."
        )
    found = [text(sentence, points=decimal(advice.gain), n=int(advice.better), all=advice.tried)]
    if point.lay is not None:
        found.append(text(N_("With nothing hidden, it would have been worth {points}."), points=signed(point.lay)))
    return found


def no_points(review: Review) -> Text:
    """Return the sentence for a review without turning points."""
    return text(NONE if review.is_complete else NONE_SO_FAR)


def unfinished(review: Review) -> Text:
    """Return a sentence that says how far a stopped review got."""
    if review.looked_at == review.turns:
        return text(UNCHECKED)
    return text(STOPPED, n=review.looked_at, all=review.turns)


def title(point: TurningPoint, names: Sequence[object]) -> Text:
    """Return the turn of a turning point, and whose turn it was."""
    return text(N_("Turn {n}, {who}"), n=point.turn, who=names[point.advice.seat])


def link(state: AnyState) -> str:
    """Return the address of a position in the book."""
    return f"book/{state.game.id}/play.html#{position_link(state)}"


def lines(review: Review, end: AnyState) -> Iterator[str]:
    """Yield the lines of a review as text."""
    game = end.game
    names = [seat.called for seat in game.seats(end.options)]
    yield sentences(end.result())
    if not review.is_complete:
        yield str(unfinished(review))
    yield ""
    yield str(text(N_("Who was ahead")))
    yield from (f"  {one}" for one in course(review, names))
    yield ""
    yield str(text(N_("Turning points")))
    if not review.turning_points:
        yield f"  {no_points(review)}"
    for number, point in enumerate(review.turning_points, 1):
        better, played = point.advice.moves
        yield f"  {number}. {title(point, names)}"
        yield f"     {text(PLAYED, move=_description(played))}"
        yield f"     {text(BETTER, move=_description(better))}"
        yield f"     {sentences(worth(point))}"
        yield f"     {link(point.before)}"
    if said := luck(review, names):
        yield ""
        yield sentences(said)


def _description(move: Suggestion) -> str:
    """Return what the move does, and the reasons with their rules."""
    given = [f"{reason} ({reason.rule})" if reason.rule else str(reason) for reason in move.reasons]
    return sentences([move.deed, *given])


def data(review: Review, end: AnyState, seed: int) -> Mapping[str, Any]:
    """Return a review as data that can be written as JSON."""
    seats = end.game.seats(end.options)
    return {
        "format": "cattools review",
        "version": 1,
        "game": end.game.id,
        "options": str(end.options),
        "seed": seed,
        "complete": review.is_complete,
        "samples": review.samples,
        "seats": [seat.id for seat in seats],
        "curve": [[round(lead, 2) for lead in leads] for leads in review.curve],
        "luck": [round(points, 2) for points in review.luck],
        "turning_points": [
            {
                "action": point.number,
                "turn": point.turn,
                "seat": seats[point.advice.seat].id,
                "better": _data(point.advice.moves[0]),
                "played": _data(point.advice.moves[1]),
                "gain": round(point.advice.gain, 2),
                "error": round(point.advice.error, 2),
                "in": point.advice.better,
                "of": point.advice.tried,
                "open": None if point.lay is None else round(point.lay, 2),
                "link": link(point.before),
            }
            for point in review.turning_points
        ],
    }


def _data(move: Suggestion) -> Mapping[str, Any]:
    return {
        "action": str(move.action),
        "deed": str(move.deed),
        "lead": round(move.lead, 2),
        "reasons": [{"text": str(reason), "rule": reason.rule} for reason in move.reasons],
    }
