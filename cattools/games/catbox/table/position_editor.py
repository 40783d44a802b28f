"""The position editor for Cat in the Box: tokens, the trick, hands, lost colours, predictions and points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from cattools.core.display.icons import icon
from cattools.core.display.scene import Label, Part, Shape, moved
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.notation import named, write_rows
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import Draft, EditorSpec, Place, Table, Thing, lacking
from cattools.core.table.scorer import Field
from cattools.games.catbox.board.shapes import hand_cards, marker, observed_token, token
from cattools.games.catbox.rules.actions import Action, Paradox, Play
from cattools.games.catbox.rules.components import (
    LETTERS,
    SEATS,
    ResearchBoard,
    copies,
    numbers,
    one_card,
    research_board,
)
from cattools.games.catbox.rules.labels import NAMES, cell_words, colour_word
from cattools.games.catbox.rules.notation import read_points
from cattools.games.catbox.rules.setup import fresh_round, start
from cattools.games.catbox.rules.state import DISCARD, PLAY, PREDICT, Catbox, Phase, with_seat

TOKEN, TRICK, CARD, COLOUR = "token", "trick", "card", "colour"
OBSERVED, PARADOX, UNKNOWN = "observed", "paradox", "?"
HAND, ASIDE, LOST, PREDICTED, WON = "hand", "aside", "lost", "predicted", "won"  # places and fields of a seat
FREE = "catbox.declare.free-cell"
PHASES = {
    Phase.DEAL: N_("cards are dealt"),
    Phase.REVEAL: N_("cards are revealed"),
    Phase.DISCARD: N_("cards are put aside"),
    Phase.PREDICT: N_("tricks are predicted"),
    Phase.PLAY: N_("tricks are played"),
    Phase.END: N_("the round is over"),
    PARADOX: N_("the round is over, by a paradox"),
}
POINTS = r"-?\d\+\d{1,2}"  # for tricks and bonus, as in the notation


def _card(words: str) -> tuple[Shape, ...]:
    return (*moved(hand_cards(1)[:2], (0, 0), 0.6), Label(words, (0, 0), 17, "ink", 700))


@cache
def _table(players: str) -> Table:
    board, count = research_board(players), int(players)
    seats, rule = range(count), "catbox.components"
    things = [Thing(SEATS[seat], text(NAMES[seat]), TOKEN, token(seat, 17)) for seat in seats]
    if board.revealed:
        things.append(Thing(OBSERVED, text(N_("observed")), TOKEN, moved(observed_token(), (0, 0), 0.9)))
    things.append(Thing(TRICK, text(N_("in this trick")), TRICK, icon("spark", 40, main="go")))
    for n in range(1, board.numbers + 1):
        words = text(N_("card {n}"), n=n)
        things.append(Thing(str(n), words, CARD, _card(str(n)), copies(board.deck, n), rule))
    several = N_("{n} unknown card"), N_("{n} unknown cards")
    unknown = text(N_("an unknown card"))
    things.append(Thing(UNKNOWN, unknown, CARD, _card(UNKNOWN), unknown=True, several=several))
    for n, name in enumerate(board.colours):
        things.append(Thing(name, colour_word(board, n), COLOUR, moved(marker(name, there=True), (0, 0), 1.6)))
    grid = board.grid
    places = [
        Place(name, cell_words(board, cell), ((TOKEN, 1), (TRICK, 1)), alone=FREE)
        for cell, name in enumerate(grid.names)
    ]
    for seat in seats:
        who = text(NAMES[seat])
        for what, title, takes, secret in (
            (HAND, N_("Hand of {who}"), (CARD, board.dealt), True),
            (ASIDE, N_("Put aside by {who}"), (CARD, 1), True),
            (LOST, N_("Colours lost by {who}"), (COLOUR, len(board.colours)), False),
        ):
            words = text(title, who=who)
            places.append(Place(f"{what}.{SEATS[seat]}", words, (takes,), seat, row=True, secret=secret))
    pages = {
        TOKEN: text(N_("Tokens")),
        CARD: text(N_("Cards")),
        COLOUR: text(N_("Colours")),
        TRICK: text(N_("The trick")),
    }
    return Table.of(pages, things, places, _fields(board))


def _fields(board: ResearchBoard) -> Iterator[Field]:
    seats = range(board.players)
    yield Field("phase", text(N_("Phase")), tuple((p, text(w)) for p, w in PHASES.items()), PLAY)
    leads = tuple((SEATS[seat], text(NAMES[seat])) for seat in seats)
    yield Field("leader", text(N_("Leader of this or the next trick")), leads, SEATS[0])
    rounds = tuple((str(n), Text(str(n))) for n in range(1, board.rounds + 1))
    yield Field("round", text(N_("Round")), rounds, "1")
    for seat in seats if board.predictions else ():
        printed = (("-", text(N_("none yet"))), *((str(n), Text(str(n))) for n in board.predictions))
        yield Field(f"{PREDICTED}-{SEATS[seat]}", text(N_("Prediction of {who}"), who=text(NAMES[seat])), printed, "-")
    for seat in seats:
        yield Field(
            f"{WON}-{SEATS[seat]}", text(N_("Tricks won by {who}"), who=text(NAMES[seat])), (), "0", board.tricks
        )
    sample = ",".join(["3+5", "0+0", "-2+0", "1+2", "4+0"][: board.players])
    points = text(N_("Points and bonus of earlier rounds, separated by “;”"))
    row = rf"{POINTS}(?:,{POINTS}){{{board.players - 1}}}"  # the points of each seat in one round
    yield Field("sheet", points, (), "-", pattern=rf"-|{row}(?:;{row})*", sample=sample)
    red = text(N_("Who led red while it was closed, and the only numbers in that hand"))
    held_numbers = f"(?:[1-{board.numbers}]+|-)"
    yield Field("only", red, (), "-", pattern=rf"-|[{LETTERS[: board.players]}]:{held_numbers}", sample="p:35")


def table(options: Options) -> Table:
    """Return the pages, things, places and fields for the number of players."""
    return _table(options.word("players"))


def read(state: Catbox) -> Draft:
    """Return the draft of a position."""
    board, laid = state.board, dict[str, tuple[str, ...]]()
    for cell in bits(state.filled):
        who = state.owner(cell)
        marks = (TRICK,) if cell in state.trick else ()
        laid[board.grid.names[cell]] = (OBSERVED if who is None else SEATS[who], *marks)
    values = {"phase": PARADOX if state.paradox is not None else str(state.phase), "leader": SEATS[state.leader]}
    values["round"] = str(state.round + 1)
    for seat in range(state.players):
        name = SEATS[seat]
        laid[f"{HAND}.{name}"] = tuple(map(str, numbers(state.hands[seat])))
        laid[f"{ASIDE}.{name}"] = (str(state.discards[seat]),) if state.discards[seat] else ()
        lost = board.all_colours & ~state.markers[seat]
        laid[f"{LOST}.{name}"] = tuple(board.colours[c] for c in bits(lost))
        if board.predictions:
            values[f"{PREDICTED}-{name}"] = str(state.predictions[seat] or "-")
        values[f"{WON}-{name}"] = str(state.won[seat])
    if state.scored:
        values["sheet"] = ";".join(",".join(f"{won}+{extra}" for won, extra in row) for row in state.scored)
    if state.forced is not None:
        held_numbers = "".join(str(n + 1) for n in bits(state.forced.numbers)) or "-"
        values["only"] = f"{LETTERS[state.forced.seat]}:{held_numbers}"
    return SETUP.drafted(state.options, laid, values)


def without_hands(state: Catbox, sizes: Sequence[int]) -> Draft:
    """Return a draft with the public part of a position: a hand shown after a paradox, and all other cards unknown."""
    none = (0,) * state.players
    open_hand = {seat: state.hands[seat] for seat in (state.paradox,) if seat is not None}
    hands = tuple(open_hand.get(seat, 0) for seat in range(state.players))
    found = read(replace(state, hands=hands, discards=none))
    aside = 0 if state.phase in (Phase.DEAL, Phase.REVEAL, Phase.DISCARD) else 1
    for seat, n in enumerate(sizes):
        if seat not in open_hand:
            found = found.laying(f"{HAND}.{SEATS[seat]}", (UNKNOWN,) * (n + 1 - aside))
        found = found.laying(f"{ASIDE}.{SEATS[seat]}", (UNKNOWN,) * aside)
    return found


def write(draft: Draft) -> str:
    """Return the draft in notation; cards without a place are undealt."""
    board = research_board(draft.options.word("players"))
    values = SETUP.values(draft)
    seats, names = SEATS[: board.players], board.grid.names
    leader = seats.index(values["leader"])
    trick = [(seats.index(who), cell) for cell in draft.where(TRICK) if (who := draft.at(cell)[0]) in seats]
    trick.sort(key=lambda piece: (piece[0] - leader) % board.players)
    parts = [
        write_rows(board.grid, lambda cell: _letters(draft, names[cell])),
        values["phase"],
        f"{seats[leader][0]}:" + ",".join(cell for _, cell in trick),
        "/".join("".join(draft.at(f"{HAND}.{who}")) or "-" for who in seats),
        "/".join(
            "".join(name[0] for name in board.colours if not draft.has(f"{LOST}.{who}", name)) or "-" for who in seats
        ),
        "/".join(values.get(f"{PREDICTED}-{who}", "-") for who in seats),
        "/".join(values[f"{WON}-{who}"] for who in seats),
        "/".join("".join(draft.at(f"{ASIDE}.{who}")) or "-" for who in seats),
    ]
    placed = SETUP.lying(draft)
    parts += named(
        round=values["round"] if values["round"] != "1" else "",
        sheet=values["sheet"] if values["sheet"] != "-" else "",
        deck="".join(str(n) * (copies(board.deck, n) - placed[str(n)]) for n in range(1, board.numbers + 1)),
        only=values["only"] if values["only"] != "-" else "",
    )
    return " ".join(parts)


def _letters(draft: Draft, cell: str) -> str:
    placed = draft.at(cell)
    return "".join("x" if piece == OBSERVED else piece[0] for piece in placed if piece == OBSERVED or piece in SEATS)


def shown(draft: Draft) -> Iterator[str]:
    """Yield the numbers of the cards that tokens and observed cells represent."""
    for cell in research_board(draft.options.word("players")).grid.names:
        if any(piece == OBSERVED or piece in SEATS for piece in draft.at(cell)):
            yield cell[1:]


def boards(draft: Draft, seat: int) -> tuple[Part, ...]:  # noqa: ARG001 - all seats share the research board
    """Return the empty research board."""
    return Catbox.game.scene_of(start(draft.options)).parts[:1]


def _due(draft: Draft, seat: int) -> int:
    """Return the number of cards a seat has at this point of a round, including the card put aside."""
    board = research_board(draft.options.word("players"))
    return board.dealt - len(draft.where(SEATS[seat]))


def doubts(draft: Draft) -> Iterator[Refusal]:
    """Yield the reasons against a draft: hands too large, too many tricks or tokens, marks without a token."""
    board = research_board(draft.options.word("players"))
    values = SETUP.values(draft)
    if lost := [cell for cell in draft.where(TRICK) if draft.at(cell)[0] in (TRICK, OBSERVED)]:
        yield Refusal("catbox.declare", text(N_("A card of the trick needs its player's token.")), tuple(lost))
    for seat, name in enumerate(SEATS[: board.players]):
        who, tokens = text(NAMES[seat]), draft.where(name)
        if len(tokens) > board.tricks:
            sentence = N_("{who} has {n} tokens on the board, but only {most} tricks are played.")
            yield Refusal(
                "catbox.setup.table", text(sentence, who=who, n=len(tokens), most=board.tricks), tuple(tokens)
            )
        here = len(draft.at(f"{HAND}.{name}")) + len(draft.at(f"{ASIDE}.{name}"))
        if values["phase"] in (PREDICT, PLAY) and not draft.at(f"{ASIDE}.{name}") and here >= _due(draft, seat):
            sentence = N_("{who} holds {n} cards, but one must be put aside before tricks are predicted.")
            yield Refusal("catbox.prepare.discard", text(sentence, who=who, n=here))
        elif tokens and here > (due := _due(draft, seat)):
            sentence = N_(
                "{who} has {n} cards, including the one put aside, but with so many tokens on the board "
                "only {due} can be left."
            )
            yield Refusal("catbox.phase.end", text(sentence, who=who, n=here, due=due))
    for seat, name in enumerate(SEATS[: board.players]):
        colours = draft.at(f"{LOST}.{name}")
        if len(set(colours)) < len(colours):
            twice = text(N_("{who} cannot lose a colour twice."), who=text(NAMES[seat]))
            yield Refusal("catbox.follow.renounce", twice, (f"{LOST}.{name}",))
    if (won := sum(int(values[f"{WON}-{name}"]) for name in SEATS[: board.players])) > board.tricks:
        sentence = N_("{n} tricks are entered as won, but only {most} are played.")
        yield Refusal("catbox.setup.table", text(sentence, n=won, most=board.tricks))


def missing(draft: Draft) -> Iterator[Text]:
    """Yield what this phase still requires: cards, including those put aside, predictions, tokens of the tricks."""
    board = research_board(draft.options.word("players"))
    values = SETUP.values(draft)
    phase, rounds = values["phase"], int(values["round"]) - 1 - _rounds(values["sheet"])
    if rounds > 0:
        yield many(N_("the points of {n} earlier round"), N_("the points of {n} earlier rounds"), rounds)
    if phase not in (DISCARD, PREDICT, PLAY):
        return
    aside, lacks = [], []
    for seat, name in enumerate(SEATS[: board.players]):
        is_aside = bool(draft.at(f"{ASIDE}.{name}"))
        lacks.append(
            (text(NAMES[seat]), _due(draft, seat) - len(draft.at(f"{HAND}.{name}")) - (is_aside or phase != DISCARD))
        )
        aside += [] if is_aside else [text(NAMES[seat])]
    yield from lacking(
        lacks,
        N_("{who}: {n} card in hand, “?” if unknown"),
        N_("{who}: {n} cards in hand, “?” if unknown"),
    )
    if phase == DISCARD:
        return
    if aside:
        yield text(N_("{who}: the card put aside, “?” if unknown"), who=listed(aside))
    if phase == PREDICT:
        return
    seats = enumerate(SEATS[: board.players])
    if silent := [text(NAMES[seat]) for seat, name in seats if values.get(f"{PREDICTED}-{name}") == "-"]:
        yield text(N_("{who}: the prediction"), who=listed(silent))
    yield from _tricks(draft, board, sum(int(values[f"{WON}-{name}"]) for name in SEATS[: board.players]))


def _tricks(draft: Draft, board: ResearchBoard, won: int) -> Iterator[Text]:
    """Yield what the tricks lack: a token of each player for each trick won, and one per card of the current trick."""
    trick = sum(1 for cell in draft.where(TRICK) if draft.at(cell)[0] in SEATS)
    whole = trick == board.players  # counted as won, but shown until the next trick is led
    lacks = []
    for seat, name in enumerate(SEATS[: board.players]):
        tokens = draft.where(name)
        due = won + (0 if whole else sum(draft.has(cell, TRICK) for cell in tokens)) - len(tokens)
        lacks.append((text(NAMES[seat]), due))
    yield from lacking(lacks, N_("{who}: {n} token, for the tricks won"), N_("{who}: {n} tokens, for the tricks won"))
    yield from lacking(
        [(who, -n) for who, n in lacks],
        N_("{who}: the trick of {n} token, either its winner or the mark “in this trick”"),
        N_("{who}: the tricks of {n} tokens, either their winners or, for one token, the mark “in this trick”"),
    )


def _rounds(sheet: str) -> int:
    """Return the number of rounds whose points are entered."""
    return 0 if sheet == "-" else sheet.count(";") + 1


def rest(draft: Draft) -> Draft:
    """Return the draft with its missing cards added as unknown cards, in hands or put aside, if the deal is over."""
    phase, found = SETUP.told(draft, "phase"), draft
    if phase not in (DISCARD, PREDICT, PLAY, Phase.END, PARADOX):
        return draft
    for seat, name in enumerate(SEATS[: research_board(draft.options.word("players")).players]):
        hand, aside = f"{HAND}.{name}", f"{ASIDE}.{name}"
        if phase != DISCARD and not found.at(aside):
            found = found.laying(aside, (UNKNOWN,))
        lacks = _due(draft, seat) - len(found.at(aside)) - len(found.at(hand))
        found = found.laying(hand, (*found.at(hand), *(UNKNOWN,) * lacks))
    return found


def counted(draft: Draft) -> Catbox:
    """Return the score of an unfinished round: the points of the rounds before it, and the tricks won.

    Raises `PositionError`.
    """
    values = SETUP.values(draft)
    board = research_board(draft.options.word("players"))
    rounds = min(_rounds(values["sheet"]), board.rounds - 1) + 1  # tolerates points of more rounds than a game has
    number, scored = read_points(str(rounds), values["sheet"] if values["sheet"] != "-" else "", board)
    won = tuple(int(values[f"{WON}-{name}"]) for name in SEATS[: board.players])
    return replace(fresh_round(draft.options, number, scored), phase=PLAY, won=won)


def only(draft: Draft, place: str) -> tuple[str, ...]:
    """Return the numbers that a hand can hold if its player led red while it was closed; empty for other places."""
    letter, _, held_numbers = SETUP.told(draft, "only").partition(":")
    who = next((name for name in SEATS if name[0] == letter), "")
    return tuple(held_numbers) if place == f"{HAND}.{who}" else ()


def needs(state: Catbox, action: Action) -> dict[str, list[str]]:
    """Return the only cards that the hand can hold if the action, a paradox or a lead of red while closed, is legal."""
    board, mover = state.board, state.turn
    red = isinstance(action, Play) and state.leads and not state.red_open
    if state.phase is not PLAY or not (red or isinstance(action, Paradox)):
        return {}
    barred = board.row[board.trump] if red else 0

    def stuck(card: int) -> bool:
        return not replace(state, hands=with_seat(state.hands, mover, one_card(card))).declarable() & ~barred

    found = [card for card in range(1, board.numbers + 1) if stuck(card)]
    if isinstance(action, Play):
        if action.card not in found:
            return {}
        found.sort(key=lambda card: card != action.card)  # the played card is one of them
    return {f"{HAND}.{SEATS[mover]}": [*map(str, found)]}


SETUP = EditorSpec(
    table, read, write, boards, doubts, missing, shown=shown, rest=rest, only=only, needs=needs, counted=counted
)
