"""Practice answers checked against the oracles: wherever an oracle can answer, it gives the same answer.

Each `by_...` function returns the oracle's answer to a question: areas, whether an action is allowed, or a number. It
returns None if the oracle cannot answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random

import pytest

from cattools.core.grid import bits
from cattools.games.calico.components import GRID, PATCHES, PATTERNS, Place, boards
from cattools.games.calico.position import Calico
from cattools.games.catbox.components import SEATS, numbers
from cattools.games.catbox.position import PLAY, Catbox
from cattools.games.cattricola.position import Cattricola
from cattools.games.herders.position import Herders
from cattools.games.territory.components import CARDS, COLOURS, NAMES, STACKS
from cattools.games.territory.position import Territory
from cattools.lessons.answer_check import LEGAL
from cattools.lessons.practice.position_pool import pool
from cattools.lessons.practice.question import ALL, COUNT, JUDGE, Question
from tests.games.calico import oracle as calico
from tests.games.catbox import oracle as catbox
from tests.games.cattricola import oracle as cattricola
from tests.games.herders import oracle as herders
from tests.games.territory import oracle as territory
from tests.kinds import number

Answer = set[str] | bool | int | None
EACH = number(60, 400)
# The least number of questions, out of every 200, that the oracle of each game must answer.
LEAST = {"herders": 50, "territory": 35, "catbox": 50, "cattricola": 50, "calico": 25}


def by_herders(question: Question, state: Herders) -> Answer:
    if state.pending or state.undealt or state.over:
        return None
    options = state.options
    rules = herders.Rules(
        options.word("board"), options.flag("three"), options.flag("two-steps"), options.flag("sacrifice")
    )
    table, ground = herders.read(question.position, rules), herders.board(rules.board)
    acts = herders.acts(rules, table)
    match question.ask, question.about:
        case "judge", (act,) if not {*">x*"} & {*act} and act != "pass":
            return act in acts
        case "onward" | "goes", (herder,):
            return {act.partition("-")[2] for act in acts if act.startswith(f"{herder}-")}
        case "enters", ():
            return {act for act in acts if "-" not in act}
        case "runs", (cat,):
            return {*herders.calmest(rules, table, cat)}
        case "scared", (cell,):
            return {*(table.cats & ground.beside(cell))}
        case "stuck", ():
            return {cat for cat in table.cats if not herders.calmest(rules, table, cat)}
        case "would-fall", ():
            need = 3 if rules.three else 2
            return {cat for cat in table.cats if len(table.own & ground.beside(cat)) >= need}
    return None


def by_territory(question: Question, state: Territory) -> Answer:
    if state.step.due or state.over:
        return None
    park = {NAMES[c]: [COLOURS[cat] for cat in STACKS[stack]] for c, stack in enumerate(state.stacks) if stack}
    colour, hand = COLOURS[state.turn], [CARDS[card] for card in state.hands[state.turn]]
    acts = territory.actions(park, colour, hand)
    own = {cell for cell, cats in park.items() if cats[-1] == colour}
    placings = {cell: territory.Placing(park, colour, cell, "cell") for cell in territory.CELLS if cell not in own}
    lengths = {cell: [len(line) for line in p.turned(set()).values() if line] for cell, p in placings.items()}
    match question.ask, question.about:
        case "judge", (act,) if act in NAMES or act.partition(":")[0] in ("empty", "column", "row"):
            return act in acts
        case "places", ():
            return {act for act in acts if act in NAMES}
        case "uses", (card,):
            return {act.partition(":")[2] for act in acts if act.startswith(f"{card}:")}
        case "treasures", ():
            return {act.rpartition(":")[2] for act in acts} & {*territory.CELLS} - park.keys()
        case "turns", (cell,):
            return {c for line in placings[cell].turned(set()).values() for c in line}
        case "keeps", (other, cell):
            placing = placings[cell]
            return {c for line in placing.lines.values() for c in line if placing.park[c][-1] == other}
        case "owns", (other,):
            return {cell for cell, cats in park.items() if cats[-1] == other}
        case "ways", (number,):
            return {cell for cell, found in lengths.items() if len(found) == int(number)}
        case "line", (number,):
            return {cell for cell, found in lengths.items() if int(number) in found}
        case "pays", (points,):
            return {cell for cell in acts & {*NAMES} if placings[cell].bonus(set()) == int(points)}
        case "pays-blocked", (points, other):
            found = {cell: p for cell, p in placings.items() if other in p.threatened()}
            return {cell for cell, placing in found.items() if placing.bonus({other}) == int(points)}
    return None


def by_catbox(question: Question, state: Catbox) -> Answer:
    if state.phase is not PLAY:
        return None
    board, names = state.board, state.board.grid.names
    trick = [] if state.leads else state.trick

    def cell(name: str) -> catbox.Cell:
        return next(colour for colour in catbox.COLOURS if colour[0] == name[0]), int(name[1])

    plain = catbox.Round(state.players, [numbers(h) for h in state.hands], list(state.predictions), state.leader)
    plain.colours = [[c for n, c in enumerate(board.colours) if m >> n & 1] for m in state.markers]
    plain.tokens = {cell(names[c]): None for c in bits(state.observed)}
    for seat, tokens in enumerate(state.tokens):
        plain.tokens |= {cell(names[c]): seat for c in bits(tokens)}
    plain.leader = state.turn if state.leads else state.leader
    plain.trick = [((state.leader + n) % state.players, cell(names[c])) for n, c in enumerate(trick)]
    possible = {f"{colour[0]}{number}" for colour, number in plain.possible()}
    match question.ask, question.about:
        case "judge", (act,) if act in names:
            return act in possible
        case "may", (card,):
            return {name for name in possible if name[1:] == card}
        case "onward", (card,):
            return {name for name in possible if name[1:] == card[1:]}
        case "stuck", ():
            return {f"h{n}" for n in plain.hands[state.turn]} - {f"h{name[1:]}" for name in possible}
        case "ends", (act,):
            plain.trick.append((state.turn, cell(act)))
            return {SEATS[plain.best()]}
    return None


def by_cattricola(question: Question, state: Cattricola) -> Answer:
    if state.first is None or state.to_move is None:
        return None
    plain = cattricola.read(question.position)
    seat = next((n for n, one in enumerate(cattricola.SEATS) if one in question.about), 0)
    stays, points, gone = cattricola.count(plain.letters[seat], plain.discs[seat], len(plain.unplaced[seat]))
    named = [{f"{cattricola.SEATS[seat]}{n}" for n in cells} for cells in gone]
    match question.ask, question.about:
        case "judge", (act,) if ">" not in act or "<>" in act:
            return act in cattricola.legal(plain)
        case "covered", (at,):
            return {cattricola.cell(spot) for spot in cattricola.ranges(plain)[at]}
        case "eaten", _:
            return named[0]
        case "lonely", _:
            return named[1]
        case "scattered", _:
            return named[2]
        case "gone", _:
            return set.union(*named)
        case "count", (_, lines) if lines == ALL and stays:
            return points
    return None


def by_calico(question: Question, state: Calico) -> Answer:
    if question.ask != "brings":
        return None
    seat, quilt = state.turn, state.quilts[state.turn]
    likes = {PATTERNS[p]: cat.name for p, cat in enumerate(state.likes) if cat is not None}
    plain = calico.Plain(boards(state.options)[seat].name, likes, None)
    for cell in range(GRID.size):
        if any(mask >> cell & 1 for mask in quilt.colours):
            plain.patches[calico.spot(GRID.names[cell])] = calico.patch(PATCHES[quilt.kind(cell)])
    for cell in bits(quilt.cats):
        at = calico.spot(GRID.names[cell])
        plain.cats[at] = likes[plain.patches[at][1]]
    for cell in bits(quilt.buttons):
        at = calico.spot(GRID.names[cell])
        plain.buttons[at] = plain.patches[at][0]
    found = set()
    for action in state.legal():
        assert isinstance(action, Place)
        grown = deepcopy(plain)
        grown.sew(calico.spot(action.at), calico.patch(action.patch))
        more = (
            len(grown.cats) > len(plain.cats) if question.about == ("cat",) else len(grown.buttons) > len(plain.buttons)
        )
        found |= {f"{action.quilt}{action.at}"} if more else set()
    return found


ORACLES: dict[str, Callable[..., Answer]] = {
    "herders": by_herders,
    "territory": by_territory,
    "catbox": by_catbox,
    "cattricola": by_cattricola,
    "calico": by_calico,
}


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game_id", ORACLES)
def test_the_oracle_gives_the_same_answers(game_id: str) -> None:
    found, rng, proved = pool(game_id), Random(game_id), Counter[str]()
    for n in range(EACH):
        question = found.draw(found.rules[n % len(found.rules)], rng)
        state = question.start()
        expected, answer = ORACLES[game_id](question, state), question.answer(state)
        if expected is None:
            continue
        proved[question.ask] += 1
        if question.ask == JUDGE:
            assert (answer == {LEGAL}) == expected, question
        elif question.ask == COUNT:
            assert answer == {str(expected)}, question
        else:
            assert {*answer} == expected, question
    assert 200 * proved.total() >= LEAST[game_id] * EACH, proved
