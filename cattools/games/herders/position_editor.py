"""The position editor of Cat Herders: herders, cats and their marks on the board, everything else as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cattools.core.display.icons import cat, icon
from cattools.core.display.scene import Part
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, many, text
from cattools.core.notation.parsing import named, write_rows
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import TILE, Draft, EditorSpec, Gap, Place, Table, Thing
from cattools.core.table.scorer import Field
from cattools.games.herders.board import herder
from cattools.games.herders.components import SEATS, box, park
from cattools.games.herders.position import Herders, start

PIECE, SIGN = "piece", "sign"
RED, BLUE, CAT = "red", "blue", "cat"
COLOURS = (RED, BLUE)
SCARED, RUNNING, LEAVES = "scared", "running", "leaves"
SIGNS = (
    (SCARED, N_("scared"), icon("spark", TILE, main="refuse")),
    (RUNNING, N_("between its two steps"), icon("paw", TILE, main="go")),
    (LEAVES, N_("may have to leave"), icon("no", TILE, main="refuse", light="surface")),
)
LETTERS = {RED: "r", BLUE: "b", CAT: "c"}
MOST = 9999  # upper limit for turns played
REST = "rest"  # the value of a hand: all herders not on the board


@cache
def _table(board: str, *signs: str) -> Table:
    grid, cats, herders = park(board).grid, park(board).cats, box().herders
    rule = "herders.components"
    things = (
        Thing(RED, text(N_("red herder")), PIECE, herder(RED), herders, rule),
        Thing(BLUE, text(N_("blue herder")), PIECE, herder(BLUE), herders, rule),
        Thing(CAT, text(N_("cat")), PIECE, cat("cat", 0.85 * TILE), cats, rule),
        *(Thing(sign, text(label), SIGN, shapes) for sign, label, shapes in SIGNS if sign in signs),
    )
    alone = "herders.move.clear"
    places = (Place(name, text(name), ((PIECE, 1), (SIGN, 1)), alone=alone) for name in grid.names)
    no_yes = (("no", text(N_("no"))), ("yes", text(N_("yes"))))
    seats = tuple(zip(COLOURS, map(text, SEATS), strict=True))
    hands = ((REST, text(N_("all the others"))), *((str(n), Text(str(n))) for n in range(herders + 1)))
    held, taken = N_("{who}: herders in hand"), N_("{who}: cats taken")
    fields = (
        Field("turn", text(N_("Player to move")), seats, RED),
        *(Field(f"hand-{colour}", text(held, who=seat), hands, REST) for colour, seat in seats),
        *(Field(f"taken-{colour}", text(taken, who=seat), (), "0", cats) for colour, seat in seats),
        Field("turns", text(N_("Turns played")), (), "0", MOST),
        Field("passed", text(N_("The last turn was a pass")), no_yes, "no"),
        Field("deal", text(N_("Cats still to be placed")), (), "0", cats),
    )
    kinds = {PIECE: text(N_("Pieces")), SIGN: text(N_("In the middle of a turn"))}
    return Table.of(kinds, things, places, fields)


def table(options: Options) -> Table:
    """Return the things, places and fields of the editor, with the marks that the options need."""
    needed = {SCARED: True, RUNNING: options.flag("two-steps"), LEAVES: options.flag("sacrifice")}
    return _table(options.word("board"), *(sign for sign, is_needed in needed.items() if is_needed))


def read(state: Herders) -> Draft:
    """Return the draft of a position."""
    names, contents = state.board.grid.names, dict[str, tuple[str, ...]]()
    signs = (
        (SCARED, state.scared),
        (LEAVES, state.paying),
        (RUNNING, 0 if state.running is None else 1 << state.running),
    )
    for piece, cells in zip((RED, BLUE, CAT), (*state.herders, state.cats), strict=True):
        for cell in bits(cells):
            contents[names[cell]] = (piece, *(sign for sign, signed in signs if signed >> cell & 1))
    values = {"turn": COLOURS[state.turn], "turns": str(state.plies), "passed": "yes" if state.passed else "no"}
    for seat, colour in enumerate(COLOURS):
        hand, left = state.hands[seat], box().herders - state.herders[seat].bit_count()
        whole = hand == left and not state.options.flag("sacrifice")
        values |= {f"hand-{colour}": REST if whole else str(hand), f"taken-{colour}": str(state.taken[seat])}
    return EDITOR.new_draft(state.options, contents, {**values, "deal": str(state.undealt)})


def write(draft: Draft) -> str:
    """Return a draft in notation."""
    values = EDITOR.values(draft)
    grid = park(draft.options.word("board")).grid
    board = write_rows(grid, lambda cell: LETTERS.get(next(iter(draft.at(grid.names[cell])), ""), ""))
    hands = "-".join(str(_hand(draft, colour)) for colour in COLOURS)
    parts = [board, values["turn"], hands, "-".join(values[f"taken-{colour}"] for colour in COLOURS)]
    parts += named(turn=values["turns"] if values["turns"] != "0" else "")
    parts += ["passed"] if values["passed"] == "yes" else []
    parts += named(**{sign: ",".join(draft.where(sign)) for sign in (SCARED, LEAVES, RUNNING)})
    parts += named(deal=values["deal"] if values["deal"] != "0" else "")
    return " ".join(parts)


def _hand(draft: Draft, colour: str) -> int:
    """Return the number of herders in a hand: the number entered, or for `REST` all that are not on the board."""
    value = EDITOR.value(draft, f"hand-{colour}")
    return max(0, box().herders - len(draft.where(colour))) if value == REST else int(value)


def boards(draft: Draft, seat: int) -> tuple[Part, ...]:  # noqa: ARG001 - all seats share the board
    """Return the empty board."""
    return Herders.game.scene_of(start(draft.options)).parts


def problems(draft: Draft) -> Iterator[Refusal]:
    """Yield the reasons why a draft cannot occur: cats outside the park, too many pieces, or marks without a piece."""
    board = park(draft.options.word("board"))
    numbers = {field.name: int(field.value) for field in EDITOR.fields(draft) if not field.choices}
    if out := [cell for cell in draft.where(CAT) if board.wall >> board.grid.index[cell] & 1]:
        yield Refusal("herders.herd.wall", text(N_("Cats are never on the wall.")), tuple(out))
    for colour, words in zip(COLOURS, SEATS, strict=True):
        held, there = _hand(draft, colour), len(draft.where(colour))
        if held and (found := held + there) > box().herders:
            sentence = N_("{who} has {n} herders, on the board and in hand; there are only {most}.")
            yield Refusal(
                "herders.components",
                text(sentence, who=text(words), n=found, most=box().herders),
                tuple(draft.where(colour)),
            )
    gone = numbers["taken-red"] + numbers["taken-blue"] + numbers["deal"]
    if gone and (found := gone + len(draft.where(CAT))) > board.cats:
        sentence = N_("{n} cats are in the park, taken or to be dealt; there are only {most}.")
        yield Refusal("herders.components", text(sentence, n=found, most=board.cats), tuple(draft.where(CAT)))
    turn = EDITOR.value(draft, "turn")
    on_cat = N_("The mark “{sign}” must be on a cat.")
    on_herder = N_("The mark “{sign}” must be on a herder of the player to move.")
    for sign, piece, rule, sentence in (
        (SCARED, CAT, "herders.herd.must", on_cat),
        (RUNNING, CAT, "herders.option.two-steps", on_cat),
        (LEAVES, turn, "herders.option.sacrifice", on_herder),
    ):
        if lost := [cell for cell in draft.where(sign) if not draft.has(cell, piece)]:
            yield Refusal(rule, text(sentence, sign=table(draft.options).things[sign].name), tuple(lost))


def _cats_left(draft: Draft) -> int:
    """Return the number of cats that are not in the park and not accounted for elsewhere."""
    numbers = {field.name: int(field.value) for field in EDITOR.fields(draft) if not field.choices}
    gone = numbers["taken-red"] + numbers["taken-blue"] + numbers["deal"]
    return park(draft.options.word("board")).cats - len(draft.where(CAT)) - gone


def gaps(draft: Draft) -> Iterator[Gap]:
    """Yield the cats taken, if no number was entered, and hands that cannot be computed because herders can leave."""
    taken = [f"taken-{colour}" for colour in COLOURS]
    if (left := min(_cats_left(draft), box().win - 1)) > 0 and all(EDITOR.value(draft, name) == "0" for name in taken):
        yield Gap(text(N_("the cats taken")), taken[0], ({}, *({name: str(left)} for name in taken)))
    for colour, words in zip(COLOURS, SEATS, strict=True) if draft.options.flag("sacrifice") else ():
        if EDITOR.value(draft, field := f"hand-{colour}") == REST:
            yield Gap(text(N_("{who}: herders in hand"), who=text(words)), field, ({field: REST}, {field: "0"}))


def left_out(draft: Draft) -> Iterator[Text]:
    """Yield the pieces that are not on the board and not accounted for elsewhere."""
    if (left := _cats_left(draft)) > 0:
        yield many("{n} cat, in the park or taken", "{n} cats, in the park or taken", left)
    for colour, words in zip(COLOURS, SEATS, strict=True):
        if draft.options.flag("sacrifice"):  # herders leave the game, so the hands cannot be computed
            if EDITOR.value(draft, f"hand-{colour}") == REST:
                yield text(N_("{who}: the herders in hand"), who=text(words))
        elif (left := box().herders - len(draft.where(colour)) - _hand(draft, colour)) > 0:
            sentence = NP_("{who}: {n} herder", "{who}: {n} herders")
            yield many(*sentence, left, who=text(words))


EDITOR = EditorSpec(table, read, write, boards, problems, left_out=left_out, gaps=gaps)
