"""The scorer for a finished park takes few presses, counts as the game does, and reports impossible values."""

from __future__ import annotations

from collections.abc import Iterable
from html import unescape
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cattools.core.errors import NotationError, OptionError
from cattools.core.game import CHANCE
from cattools.core.game_record import with_options
from cattools.core.rules import IllegalAction
from cattools.core.score import Line
from cattools.games.territory import GAME, Territory
from cattools.games.territory.bots import evaluate
from cattools.games.territory.components import COLOURS, HEIGHT, NAMES, STACKS
from cattools.games.territory.position import totals
from cattools.games.territory.scorer import END, SCORER
from cattools.widgets import scorer
from cattools.widgets.board import Board
from cattools.widgets.modes.editor.scorer import Scorer
from tests.games.helpers import as_a
from tests.kinds import some
from tests.widgets.board_client import hear, press, said

TABLES = ["", "players=3", "players=2", "game=advanced", "game=advanced,players=3,no-double", "game=duel"]
FULL = "/".join(["r,b,y,g,rb,by"] * 6)
DUEL = "/".join(["r,b,rb,br,r,b"] * 6)


def ended(options: str, seed: int, *, greedy: bool = False) -> Territory:
    """Return the end of a game played at random or greedily."""
    rng, state = Random(seed), GAME.start(GAME.choose(options))
    while (seat := state.to_move) is not None:
        if seat == CHANCE:
            action = GAME.chance(state, rng)
        elif greedy:
            action = max(
                GAME.legal(state), key=lambda a: (evaluate(GAME.apply_unchecked(state, a), seat), rng.random())
            )
        else:
            action = rng.choice(GAME.legal(state))
        state = GAME.apply_unchecked(state, action)
    return state


def kind_of(stack: int) -> str:
    """Return the palette area that puts a given stack on a cell."""
    return f"{COLOURS[STACKS[stack][-1]]}{HEIGHT[stack]}"


def presses(end: Territory) -> list[str]:
    """Return the presses that enter a park: each kind of stack, followed by its cells, and END if it was drawn."""
    cells: dict[str, list[str]] = {}
    for at, stack in zip(NAMES, end.stacks, strict=True):
        if stack:
            cells.setdefault(kind_of(stack), []).append(at)
    return [*(area for kind, there in cells.items() for area in (kind, *there)), *[END] * (end.ended_by is not None)]


def form_values(end: Territory) -> dict[str, str]:
    """Return the values of the form: options, treasures and bonus points, without empty fields."""
    table = {"game": end.plan.game, "players": str(end.options["players"])}
    for seat, colour in enumerate(COLOURS[: len(end.tops)]):
        numbers = {f"treasures-{colour}": sum(end.won[seat]), f"bonus-{colour}": end.bonus[seat]}
        table |= {name: str(number) for name, number in numbers.items() if number}
    return table


def form(sheet: Board[Scorer], values: dict[str, str]) -> None:
    hear(sheet, {"kind": "form", "form": "table", "values": values})


def entered(end: Territory) -> Board[Scorer]:
    """Return a scorer in which the end of a game was entered, starting with an empty park."""
    sheet = scorer("territory")
    form(sheet, {name: value for name, value in form_values(end).items() if name in ("game", "players")})
    form(sheet, form_values(end))
    hear(sheet, *press(*presses(end)))
    return sheet


def entered_state(end: Territory) -> Territory:
    """Return the end of a game, entered press by press in an empty park."""
    state, item = SCORER.with_values(SCORER.blank(end.options), form_values(end)), ""
    for area in presses(end):
        if area in SCORER.palette:
            item = area
        else:
            state = SCORER.put(state, 0, item, area)
    return state


def counted(lines: Iterable[Line]) -> list[tuple[str, int, int, tuple[str, ...]]]:
    """Return the lines with points, without their text, which names the lower cats: these are not entered."""
    return [(line.rule, line.seat, line.points, line.cells) for line in lines if line.points]


@pytest.mark.rule("territory.score", "territory.score.tie", "territory.advanced.bonus.supply")
@pytest.mark.parametrize("seed", some(range(40), lambda seed: seed < 10))
@pytest.mark.parametrize("options", TABLES)
def test_an_entered_park_scores_as_the_game_does(options: str, seed: int) -> None:
    end = ended(options, seed)
    state = entered_state(end)
    assert counted(SCORER.lines(state)) == counted(GAME.score(end).lines)
    assert GAME.winners(state) == GAME.winners(end)
    assert GAME.ties(state) == GAME.ties(end) == SCORER.result(state)[1:]
    assert (SCORER.missing(state), SCORER.problems(state)) == ((), ())
    assert state.to_move is None
    assert GAME.read_position(str(state), state.options) == state


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
def test_the_board_accepts_the_presses_that_enter_a_park(options: str) -> None:
    end = ended(options, 7, greedy=True)
    sheet = entered(end)
    assert counted(sheet.mode.lines) == counted(GAME.score(end).lines)
    assert str(end.status()) in unescape(said(sheet))
    assert (sheet.mode.missing, sheet.mode.problems) == ((), ())


@pytest.mark.rule("territory.advanced.bonus.supply")
@pytest.mark.parametrize("seed", range(5))
def test_treasures_and_bonus_points_can_be_entered_as_one_sum(seed: int) -> None:
    end = ended("game=advanced", seed, greedy=True)
    piles = {
        f"bonus-{colour}": str(sum(won) + paid) for colour, won, paid in zip(COLOURS, end.won, end.bonus, strict=True)
    }
    state = SCORER.with_values(entered_state(end), {f"treasures-{colour}": "" for colour in COLOURS} | piles)
    assert totals(state) == totals(end)
    assert (SCORER.missing(state), SCORER.problems(state)) == ((), ())


def along(end: Territory) -> list[str]:
    """Return the presses that enter each run of consecutive stacks: its first cell, and then its stacks in order."""
    areas, in_a_run = [], False
    for at, stack in zip(NAMES, end.stacks, strict=True):
        areas += [*([] if in_a_run or not stack else [at]), *([kind_of(stack)] if stack else [])]
        in_a_run = bool(stack)
    return [*areas, *[END] * (end.ended_by is not None)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(range(11), lambda seed: seed < 3))
def test_a_park_takes_at_most_sixty_presses(seed: int) -> None:
    end = ended("", seed, greedy=True)
    sheet = scorer("territory")
    form(sheet, form_values(end))
    hear(sheet, *press(*along(end)))
    assert sheet.mode.state == entered_state(end)
    numbers = [value for name, value in form_values(end).items() if name not in ("game", "players")]
    in_the_form = sum(1 + len(number) for number in numbers) + 1  # fields, digits, "Apply"
    assert len(along(end)) + in_the_form <= 60


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("seed", some(range(3), lambda seed: seed == 0))
def test_the_text_of_a_park_is_read_by_a_blank_scorer(options: str, seed: int) -> None:
    sheet = entered(ended(options, seed))
    for fresh, says in (
        (scorer("territory"), with_options(sheet.state)),
        (scorer("territory"), f" {with_options(sheet.state)}\n"),
    ):
        fresh.mode.on_typed(says)
        assert fresh.state == sheet.state
    pasted = scorer("territory", options="game=duel")
    hear(pasted, {"kind": "form", "form": "written", "values": {"position": f"[{sheet.state.options}] {sheet.state}"}})
    assert pasted.state == sheet.state


def test_the_hands_in_a_text_determine_the_number_of_players() -> None:
    for seats in (2, 3, 4):
        hands = "/".join("-" * seats)
        state = SCORER.read(f"r,rb,4/6/6/6/6/6 red {hands}", GAME.choose(""))
        assert len(state.tops) == seats
    with pytest.raises(NotationError, match="2 parts with / between them"):
        SCORER.read("r,rb,4/6/6/6/6/6 red -/-/-", GAME.choose("game=duel"))


def test_a_position_in_the_middle_of_a_game_can_be_scored() -> None:
    state = SCORER.read("2,gb,3/6/r,2,ybg,2/6/6/6 red C4+block/A1+A2+D2/-/- won=2+1/0/-/-", GAME.choose(""))
    assert [line.points for line in SCORER.lines(state)] == [1, 3, 0, 3, 2]
    assert not any(state.hands)
    assert state.won == (b"\1\2", b"\0", b"", b"")


def test_a_list_is_typed_as_the_page_explains() -> None:
    sheet = scorer("territory")
    sheet.mode.on_typed("red2 C4 D4 blue1 A6 END")
    assert str(sheet.state) == "6/6/6/2,rb,rb,2/6/b,5 red -/-/-/- end=red"
    sheet.mode.on_typed(" ".join(f"yellow2 {cell}" for cell in NAMES))
    assert as_a(Territory, sheet.state).full
    with pytest.raises(NotationError, match="at most 4000 characters"):
        sheet.mode.on_typed("red1 A1 " * 600)


def test_a_press_lays_changes_and_removes_a_stack() -> None:
    sheet = scorer("territory")
    hear(sheet, *press("red2", "A1", "A1"))
    assert said(sheet) == "Already there: A1, red on top, 2 cats."
    hear(sheet, *press("blue4", "A1"))
    assert str(sheet.state).startswith("bryg,5/")
    hear(sheet, *press("blue4", "A1"))
    assert str(sheet.state).startswith("6/")
    hear(sheet, *press(END))
    assert str(sheet.state).endswith("end=red")
    hear(sheet, *press("red1", END))
    assert "end=" not in str(sheet.state)


def test_missing_entries_are_listed() -> None:
    sheet = scorer("territory")
    hear(sheet, *press("red1", *NAMES[:-1]))
    assert list(map(str, sheet.mode.missing)) == ["1 cell, unless END was drawn", "the treasure points"]
    hear(sheet, *press(END))
    assert list(map(str, sheet.mode.missing)) == ["the treasure points"]
    form(sheet, {"treasures-red": "54"})
    assert sheet.mode.missing == ()
    assert [str(cell) for cell in scorer("territory", options="game=duel").mode.missing] == ["36 cells"]


@pytest.mark.parametrize(
    ("options", "position", "rule", "words"),
    [
        ("", f"{FULL} red -/-/-/- won=3/3/3/3", "territory.place.empty",
         "36 cells with cats give treasures worth 54, not 12."),
        ("", "r,5/6/6/6/6/6 red -/-/-/- won=3+3/-/-/- end=red", "territory.place.empty",
         "1 cell with cats gives treasures worth 0 to 3, not 6."),
        ("game=advanced", "6/1,r,4/6/6/6/6 red -/-/-/- won=3/-/-/- end=red", "territory.advanced.treasure",
         "1 cell with cats gives treasures worth 1, not 3."),
        ("game=duel", f"{DUEL} red -/- bonus=1/0", "", ""),
        ("players=3", "6/6/6/6/6/6 red -/-/- bonus=1/0/0", "territory.advanced.bonus.supply",
         "The basic game has no bonus points."),
        ("game=advanced", f"{FULL} red -/-/-/- won=3+3+3+3+2+2+2+2+2+2+2+2+1+1+1+1/-/-/- end=blue",
         "territory.end.full",
         "Every cell has a cat: the game ended before END was drawn."),
    ],
)  # fmt: skip
def test_impossible_values_are_reported_with_the_rule(options: str, position: str, rule: str, words: str) -> None:
    sheet = scorer("territory", position, options)
    assert [(problem.rule, str(problem)) for problem in sheet.mode.problems] == ([(rule, words)] if rule else [])


def test_more_than_the_box_contains_cannot_be_entered() -> None:
    sheet = scorer("territory")
    before = sheet.state
    form(sheet, {"treasures-red": "30", "treasures-green": "25"})
    assert said(sheet) == "Expected treasures of at most 54 points in all, found 55."
    form(sheet, {"treasures-red": "many"})
    assert said(sheet) == "Expected treasures-red to be a number from 0 to 54, found &#x27;many&#x27;."
    assert sheet.state == before
    with pytest.raises(IllegalAction, match="A stack has at most 2 cats"):
        SCORER.put(SCORER.blank(GAME.choose("players=2")), 0, "red3", "A1")
    with pytest.raises(NotationError, match="at most 6 treasures worth 3, found 7"):
        SCORER.read(f"{FULL} red -/-/-/- won={'+'.join('3' * 7)}/-/-/-", GAME.choose(""))


def test_changing_the_options_keeps_what_still_fits() -> None:
    sheet = scorer("territory", "gr,g,4/6/6/6/6/6 red -/-/-/- won=3/2/-/2 bonus=0/0/0/0")
    hear(sheet, *press("green4"))
    form(sheet, {"players": "3"})
    assert str(sheet.state).startswith("r,5/")
    assert list(map(sum, as_a(Territory, sheet.state).won)) == [3, 2, 0]
    assert sheet.mode.item == ""
    form(sheet, {"game": "duel", "players": "2"})
    assert not any(as_a(Territory, sheet.state).won)
    full = scorer("territory", f"{FULL} red -/-/-/- won=" + "+".join("3" * 6 + "2" * 10) + "/-/-/-")
    form(full, {"game": "advanced"})
    assert said(full) == "Expected treasures of at most 32 points in all, found 38."


@given(parts=st.lists(st.integers(0, 60), min_size=3, max_size=3), advanced=st.booleans())
def test_any_points_on_treasures_can_be_entered(parts: list[int], advanced: bool) -> None:
    options = GAME.choose("game=advanced" if advanced else "")
    most = 32 if advanced else 54
    cuts = [0, *sorted(part % (most + 1) for part in parts), most]
    sums = [high - low for low, high in pairwise(cuts)]
    values = {f"treasures-{colour}": str(n) for colour, n in zip(COLOURS, sums, strict=True)}
    state = SCORER.with_values(SCORER.blank(options), values)
    assert list(map(sum, state.won)) == sums
    assert SCORER.with_values(state, values) == state


def test_more_treasure_points_than_in_the_box_raise_an_option_error() -> None:
    with pytest.raises(OptionError):
        SCORER.with_values(SCORER.blank(GAME.choose("game=advanced")), {"treasures-red": "33"})


def test_a_park_shared_by_all_has_no_seat_buttons() -> None:
    sheet = scorer("territory")
    assert not any(button.id.startswith("seat:") for button in sheet.mode.buttons())
    assert "cat-chip" not in sheet.slots["head"]


@pytest.mark.parametrize("seed", some(range(6), lambda seed: seed < 2))
def test_a_park_is_entered_stack_by_stack_from_its_first_cell(seed: int) -> None:
    end = ended("", seed, greedy=True)
    kinds = [f"{COLOURS[STACKS[stack][-1]]}{HEIGHT[stack]}" if stack else "" for stack in end.stacks]
    sheet, pressed = scorer("territory"), list[str]()
    form(sheet, form_values(end))
    for cell, kind in zip(NAMES, kinds, strict=True):
        if kind:
            pressed += [kind] if sheet.mode.cursor == cell else [cell, kind]
            hear(sheet, *press(*pressed[-1 if sheet.mode.cursor == cell else -2 :]))
    if end.ended_by is not None:
        pressed.append(END)
        hear(sheet, *press(END))
    assert counted(sheet.mode.lines) == counted(GAME.score(end).lines)
    numbers = [value for name, value in form_values(end).items() if name not in ("game", "players")]
    assert len(pressed) + sum(1 + len(number) for number in numbers) + 1 <= 60
