"""Scoring in Calico: one line with its rule for each goal, cat and button; ranks and winners."""

from __future__ import annotations

from cattools.core.grid import bits
from cattools.core.messages import N_, text
from cattools.core.score import Line, Score
from cattools.games.calico.rules import labels
from cattools.games.calico.rules.components import (
    CATS,
    COLOURS,
    GOAL_CELLS,
    GOALS,
    GRID,
    SCENARIOS,
    Cat,
    Scenario,
    box,
    prefix,
)
from cattools.games.calico.rules.quilt import Quilt, area, goal_points, promo_cells, rainbow, reached
from cattools.games.calico.rules.state import Calico

_NAMES = GRID.names


def score(state: Calico) -> Score:
    """Return the score lines of all seats: goals, cat tokens, promo tokens, buttons (`calico.score`)."""
    found: list[Line] = []
    for seat, quilt in enumerate(state.quilts):
        who = prefix(state.options, seat)
        found += _goals(seat, quilt, who)
        found += _cats(seat, quilt, who, state.likes)
        if seat in state.promo:
            found.append(_promo(state, seat, who))
        found += _buttons(seat, quilt, who)
    return Score(tuple(found))


def _named(who: str, cells: int) -> tuple[str, ...]:
    return tuple(who + _NAMES[c] for c in bits(cells))


def _goals(seat: int, quilt: Quilt, who: str) -> list[Line]:
    lines = []
    for space, cell in enumerate(GOAL_CELLS):
        number, (by_colour, by_pattern) = quilt.goals[space], reached(quilt, space)
        if number is None or not (by_colour or by_pattern):
            continue
        goal, cells = GOALS[number], _named(who, GRID.around[cell] | 1 << cell)
        if by_colour and by_pattern:
            lines.append(
                Line(
                    "calico.goal.both",
                    seat,
                    goal.both,
                    text(N_("{goal} by colours and patterns"), goal=goal.name),
                    cells,
                )
            )
        else:
            sentence = N_("{goal} by colours") if by_colour else N_("{goal} by patterns")
            lines.append(Line("calico.goal.one", seat, goal.one, text(sentence, goal=goal.name), cells))
    return lines


def _cats(seat: int, quilt: Quilt, who: str, likes: tuple[Cat | None, ...]) -> list[Line]:
    lines = []
    for pattern, cells in enumerate(quilt.patterns):
        cat = likes[pattern]
        for token in bits(cells & quilt.cats):
            if cat is None:
                continue
            sentence = text(N_("{cat} on {pattern}"), cat=cat.title, pattern=labels.pattern(pattern))
            rule = "calico.cat.shape" if cat.places else "calico.cat.size"
            lines.append(Line(rule, seat, cat.points, sentence, _named(who, area(cells, token))))
    return lines


def _promo(state: Calico, seat: int, who: str) -> Line:
    cat, cells = state.promo_cat, _promo_group(state, seat)
    assert cat is not None  # noqa: S101 - the seat holds a promo token
    points = box().promo[state.promo.index(seat)] if cells else 0  # an entered position can lack the group
    sentence = text(N_("{cat} counts {n}"), cat=cat.title, n=cells.bit_count())
    return Line("calico.cat.promo", seat, points, sentence, _named(who, cells))


def _promo_group(state: Calico, seat: int) -> int:
    cat = state.promo_cat
    return promo_cells(cat, state.quilts[seat], state.likes) if cat else 0


def _buttons(seat: int, quilt: Quilt, who: str) -> list[Line]:
    lines = []
    for colour, cells in enumerate(quilt.colours):
        for token in bits(cells & quilt.buttons):
            sentence = text(N_("A {colour} button"), colour=labels.colour(colour))
            lines.append(Line("calico.button.earn", seat, box().button, sentence, _named(who, area(cells, token))))
    if rainbow(quilt):
        lines.append(
            Line(
                "calico.button.rainbow",
                seat,
                box().button,
                text(N_("The rainbow button")),
                _named(who, quilt.buttons),
            )
        )
    return lines


def points(state: Calico, seat: int) -> int:
    """Return a seat's points: the total of `score`, but faster, without building the lines."""
    quilt, likes = state.quilts[seat], state.likes
    total = box().button * (quilt.buttons.bit_count() + rainbow(quilt))
    for pattern, cells in enumerate(quilt.patterns):
        cat = likes[pattern]
        if cat and cells & quilt.cats:
            total += cat.points * (cells & quilt.cats).bit_count()
    if seat in state.promo and _promo_group(state, seat):
        total += box().promo[state.promo.index(seat)]
    return total + sum(goal_points(quilt, space) for space in range(len(GOAL_CELLS)))


def cat_tokens(state: Calico, seat: int) -> int:
    """Return how many cat tokens a seat has, including promo tokens."""
    return state.quilts[seat].cats.bit_count() + state.promo.count(seat)


def button_tokens(state: Calico, seat: int) -> int:
    """Return how many buttons a seat has, including the rainbow button."""
    return state.quilts[seat].buttons.bit_count() + rainbow(state.quilts[seat])


def ranks(state: Calico) -> list[tuple[int, int, int]]:
    """Return each seat's points, cat tokens and buttons, the criteria of the ranking (`calico.score.tie`)."""
    seats = range(len(state.quilts))
    return [(points(state, seat), cat_tokens(state, seat), button_tokens(state, seat)) for seat in seats]


def scenario(state: Calico) -> Scenario | None:
    """Return the scenario being played, if any."""
    number = state.options.number("scenario")
    return SCENARIOS[number - 1] if number else None


def progress(state: Calico) -> list[tuple[str, int, int]]:
    """Return the tasks of a scenario, "points" last: name, number reached, number required.

    A task that requires one of each counts the different ones (`calico.variant.solo.scenario`).
    """
    played = scenario(state)
    if played is None:
        return []
    quilt, likes = state.quilts[0], state.likes
    met = [sum(reached(quilt, space)) for space in range(len(GOAL_CELLS))]
    each = [
        sum((quilt.patterns[p] & quilt.cats).bit_count() for p, c in enumerate(likes) if c is CATS[n])
        for n in state.cats
    ]
    have = {
        "met": sum(1 for m in met if m),
        "double": met.count(2),
        "cats": cat_tokens(state, 0),
        "each": sum(1 for n in each if n),
        "same": max(each),
        "buttons": max((quilt.colours[c] & quilt.buttons).bit_count() for c in range(len(COLOURS))),
        "rainbow": sum(1 for cells in quilt.colours if cells & quilt.buttons),
    }
    whole = {"each": len(state.cats), "rainbow": len(COLOURS)}
    found = [(name, have[name], whole.get(name, least)) for name, least in played.wants.items()]
    return [*found, ("points", points(state, 0), played.points)]


def lacking(state: Calico) -> list[str]:
    """Return the names of a scenario's unmet tasks (`calico.variant.solo.scenario`)."""
    return [name for name, have, wanted in progress(state) if have < wanted]


def winners(state: Calico) -> tuple[int, ...]:
    """Return the winning seats (`calico.score`, `calico.score.tie`); a scenario is won when no task is unmet."""
    if state.to_move is not None or lacking(state):
        return ()
    found = ranks(state)
    return tuple(seat for seat, rank in enumerate(found) if rank == max(found))
