"""The position editor of Cat in the Box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from cattools.core.display.icons import icon
from cattools.core.display.scene import Label, Part, Shape, moved
from cattools.core.game import with_seat
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, listed, many, text
from cattools.core.notation.parsing import named, write_rows
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import Draft, EditorSpec, Gap, Place, Table, Thing, lacking
from cattools.core.table.scorer import Field
from cattools.games.catbox import components
from cattools.games.catbox.board import hand_cards, marker, observed_token, token
from cattools.games.catbox.components import LETTERS, NAMES, SEATS, Action, Paradox, Play, ResearchBoard, box, numbers
from cattools.games.catbox.notation import POSITION, check_points, read_loosely
from cattools.games.catbox.position import DISCARD, PLAY, PREDICT, Catbox, Phase, start

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
PAGES = {TOKEN: N_("Tokens"), CARD: N_("Cards"), COLOUR: N_("Colours"), TRICK: N_("The trick")}
SIGNS = {OBSERVED: "x", **{name: name[0] for name in SEATS}}  # the notation for what can be on a cell
POINTS = r"-?\d\+\d{1,2}"  # for tricks and bonus, as in the notation


def _card(words: str) -> tuple[Shape, ...]:
    return (*moved(hand_cards(1)[:2], (0, 0), 0.6), Label(words, (0, 0), 17, "ink", 700))


@cache
def table(options: Options) -> Table:
    """Return the pages, things, places and fields for the number of players."""
    board, rule = components.research_board(options.word("players")), "catbox.components"
    unknown = text(N_("an unknown card"))
    seats = [(seat, SEATS[seat], text(NAMES[seat])) for seat in range(board.players)]
    several = NP_("{n} unknown card", "{n} unknown cards")
    observed = Thing(OBSERVED, text(N_("observed")), TOKEN, moved(observed_token(), (0, 0), 0.9))
    things = [
        *(Thing(name, who, TOKEN, token(seat, 17)) for seat, name, who in seats),
        *([observed] if board.revealed else []),
        Thing(TRICK, text(N_("in this trick")), TRICK, icon("spark", 40, main="go")),
        *(
            Thing(str(n), text(N_("card {n}"), n=n), CARD, _card(str(n)), box().copies, rule)
            for n in range(1, board.numbers + 1)
        ),
        Thing(UNKNOWN, unknown, CARD, _card(UNKNOWN), unknown=True, several=several),
        *(
            Thing(name, components.colour_word(board, n), COLOUR, moved(marker(name, there=True), (0, 0), 1.6))
            for n, name in enumerate(board.colours)
        ),
    ]
    takes = ((TOKEN, 1), (TRICK, 1))
    places = [
        Place(name, components.cell_words(board, n), takes, alone=FREE) for n, name in enumerate(board.grid.names)
    ]
    for seat, name, who in seats:
        title, most = text(N_("Hand of {who}"), who=who), ((CARD, board.dealt),)
        places.append(Place(f"{HAND}.{name}", title, most, seat, row=True, secret=True, beside=True))
    for seat, name, who in seats:
        aside, lost = text(N_("Put aside by {who}"), who=who), text(N_("Colours lost by {who}"), who=who)
        colours = len(board.colours)
        places += [
            Place(f"{ASIDE}.{name}", aside, ((CARD, 1),), seat, row=True, secret=True),
            Place(f"{LOST}.{name}", lost, ((COLOUR, colours),), seat, row=True),
        ]
    return Table.of({page: text(title) for page, title in PAGES.items()}, things, places, _fields(board))


def _fields(board: ResearchBoard) -> Iterator[Field]:
    seats = [(name, text(title)) for name, title in zip(SEATS[: board.players], NAMES, strict=False)]
    numbers = [(str(n), Text(str(n))) for n in range(1, board.rounds + 1)]
    yield Field("phase", text(N_("Phase")), tuple((p, text(w)) for p, w in PHASES.items()), PLAY)
    yield Field("leader", text(N_("Leader of this or the next trick")), tuple(seats), SEATS[0])
    yield Field("round", text(N_("Round")), tuple(numbers), "1")
    printed = (("-", text(N_("none yet"))), *((str(n), Text(str(n))) for n in board.predictions))
    for name, who in seats if board.predictions else ():
        yield Field(f"{PREDICTED}-{name}", text(N_("Prediction of {who}"), who=who), printed, "-")
    for name, who in seats:
        yield Field(f"{WON}-{name}", text(N_("Tricks won by {who}"), who=who), (), "0", board.tricks)
    sample = ",".join(["3+5", "0+0", "-2+0", "1+2", "4+0"][: board.players])
    points = text(N_("Trick points and bonus of earlier rounds, separated by “;”"))
    row = rf"{POINTS}(?:,{POINTS}){{{board.players - 1}}}"  # the points of each seat in one round
    yield Field("sheet", points, (), "-", pattern=rf"-|{row}(?:;{row})*", sample=sample)
    red = text(
        N_("If a player led red because nothing else was possible: who, and which numbers may still be in that hand")
    )
    only = rf"-|[{LETTERS[: board.players]}]:(?:[1-{board.numbers}]+|-)"
    yield Field("only", red, (), "-", pattern=only, sample="p:35")


def _board(draft: Draft) -> ResearchBoard:
    return components.research_board(draft.options.word("players"))


def _seats(draft: Draft) -> list[tuple[str, Text]]:
    """Return the ids and names of the seats."""
    return [(name, text(title)) for name, title in zip(SEATS[: _board(draft).players], NAMES, strict=False)]


def read(state: Catbox) -> Draft:
    """Return the draft of a position."""
    board, contents = state.board, dict[str, tuple[str, ...]]()
    for cell in bits(state.filled):
        who = state.owner(cell)
        marks = (TRICK,) if cell in state.trick else ()
        contents[board.grid.names[cell]] = (OBSERVED if who is None else SEATS[who], *marks)
    values = {"phase": PARADOX if state.paradox is not None else str(state.phase), "leader": SEATS[state.leader]}
    for seat, hand in enumerate(state.hands):
        name, aside, markers = SEATS[seat], state.discards[seat], state.markers[seat]
        contents[f"{HAND}.{name}"] = tuple(map(str, numbers(hand)))
        contents[f"{ASIDE}.{name}"] = (str(aside),) if aside else ()
        contents[f"{LOST}.{name}"] = tuple(colour for n, colour in enumerate(board.colours) if not markers >> n & 1)
        if board.predictions:
            values[f"{PREDICTED}-{name}"] = str(state.predictions[seat] or "-")
        values[f"{WON}-{name}"] = str(state.won[seat])
    words = dict(word.split("=") for word in str(state).split()[len(POSITION.parts) :])
    values |= {name: words[name] for name in ("round", "sheet", "only") if name in words}
    return EDITOR.new_draft(state.options, contents, values)


def without_hands(state: Catbox, sizes: Sequence[int]) -> Draft:
    """Return a draft with the public part of a position: a hand shown after a paradox, and all other cards unknown."""
    none = (0,) * state.players
    hands = none if state.paradox is None else with_seat(none, state.paradox, state.hands[state.paradox])
    found = read(replace(state, hands=hands, discards=none))
    aside = 0 if state.phase in (Phase.DEAL, Phase.REVEAL, Phase.DISCARD) else 1
    for seat, n in enumerate(sizes):
        if seat != state.paradox:
            found = found.with_contents(f"{HAND}.{SEATS[seat]}", (UNKNOWN,) * (n + 1 - aside))
        found = found.with_contents(f"{ASIDE}.{SEATS[seat]}", (UNKNOWN,) * aside)
    return found


def write(draft: Draft) -> str:
    """Return the draft in notation; cards without a place are undealt."""
    board, values, placed = _board(draft), EDITOR.values(draft), EDITOR.thing_counts(draft)
    seats, names = SEATS[: board.players], board.grid.names
    leader = seats.index(values["leader"])
    trick = [(seats.index(who), cell) for cell in draft.where(TRICK) if (who := draft.at(cell)[0]) in seats]
    trick.sort(key=lambda piece: (piece[0] - leader) % board.players)
    lost = {who: draft.at(f"{LOST}.{who}") for who in seats}
    parts = [
        write_rows(board.grid, lambda cell: "".join(SIGNS.get(piece, "") for piece in draft.at(names[cell]))),
        values["phase"],
        f"{seats[leader][0]}:" + ",".join(cell for _, cell in trick),
        "/".join("".join(draft.at(f"{HAND}.{who}")) or "-" for who in seats),
        "/".join("".join(name[0] for name in board.colours if name not in lost[who]) or "-" for who in seats),
        "/".join(values.get(f"{PREDICTED}-{who}", "-") for who in seats),
        "/".join(values[f"{WON}-{who}"] for who in seats),
        "/".join("".join(draft.at(f"{ASIDE}.{who}")) or "-" for who in seats),
    ]
    seat, colon, only = values["only"].partition(":")
    parts += named(
        round=values["round"] if values["round"] != "1" else "",
        sheet=values["sheet"] if values["sheet"] != "-" else "",
        deck="".join(str(n) * (box().copies - placed[str(n)]) for n in range(1, board.numbers + 1)),
        only=f"{seat}:{''.join(sorted(set(only)))}" if colon else "",
    )
    return " ".join(parts)


def shown(draft: Draft) -> Iterator[str]:
    """Yield the numbers of the cards that tokens and observed cells represent."""
    for cell in _board(draft).grid.names:
        if any(piece in SIGNS for piece in draft.at(cell)):
            yield cell[1:]


def boards(draft: Draft, seat: int) -> tuple[Part, ...]:  # noqa: ARG001 - all seats share the research board
    """Return the empty research board."""
    return Catbox.game.scene_of(start(draft.options)).parts[:1]


def _due(draft: Draft, name: str) -> int:
    """Return the number of cards a seat has at this point of a round, including the card put aside."""
    return _board(draft).dealt - len(draft.where(name))


def _won(draft: Draft) -> int:
    """Return the number of tricks won by all seats together."""
    return sum(int(EDITOR.value(draft, f"{WON}-{name}")) for name, _ in _seats(draft))


def problems(draft: Draft) -> Iterator[Refusal]:
    """Yield the reasons against a draft: too many cards, tricks or tokens, repeated colours, marks without a token."""
    most, phase = _board(draft).tricks, EDITOR.value(draft, "phase")
    if lost := [cell for cell in draft.where(TRICK) if draft.at(cell)[0] in (TRICK, OBSERVED)]:
        yield Refusal("catbox.declare", text(N_("A card of the trick needs its player's token.")), tuple(lost))
    for name, who in _seats(draft):
        tokens, aside, due = draft.where(name), draft.at(f"{ASIDE}.{name}"), _due(draft, name)
        here = len(draft.at(f"{HAND}.{name}")) + len(aside)
        if len(tokens) > most:
            sentence = N_("{who} has {n} tokens on the board, but only {most} tricks are played.")
            yield Refusal("catbox.setup.table", text(sentence, who=who, n=len(tokens), most=most), tuple(tokens))
        if phase in (PREDICT, PLAY) and not aside and here >= due:
            sentence = N_("{who} holds {n} cards, but one must be put aside before tricks are predicted.")
            yield Refusal("catbox.prepare.discard", text(sentence, who=who, n=here))
        elif tokens and here > due:
            sentence = N_(
                "{who} has {n} cards, including the one put aside, but with so many tokens on the board "
                "only {due} can be left."
            )
            yield Refusal("catbox.phase.end", text(sentence, who=who, n=here, due=due))
    for name, who in _seats(draft):
        colours = draft.at(f"{LOST}.{name}")
        if len(set(colours)) < len(colours):
            twice = text(N_("{who} cannot lose a colour twice."), who=who)
            yield Refusal("catbox.follow.renounce", twice, (f"{LOST}.{name}",), by_ruling=True)
    if (won := _won(draft)) > most:
        sentence = N_("{n} tricks are entered as won, but only {most} are played.")
        yield Refusal("catbox.setup.table", text(sentence, n=won, most=most))


def left_out(draft: Draft) -> Iterator[Text]:
    """Yield what the draft still lacks in this phase: points of earlier rounds, cards, predictions, tokens."""
    values, seats = EDITOR.values(draft), _seats(draft)
    phase, rounds = values["phase"], int(values["round"]) - 1 - _rounds(values["sheet"])
    if rounds > 0:
        yield many("the points of {n} earlier round", "the points of {n} earlier rounds", rounds)
    silent = [who for name, who in seats if values.get(f"{PREDICTED}-{name}") == "-"]
    if silent and phase in (Phase.END, PARADOX):
        yield text(N_("{who}: the prediction"), who=listed(silent))
    if phase not in (DISCARD, PREDICT, PLAY):
        return
    aside = {name: bool(draft.at(f"{ASIDE}.{name}")) for name, _ in seats}
    yield from lacking(
        [
            (who, _due(draft, name) - len(draft.at(f"{HAND}.{name}")) - (aside[name] or phase != DISCARD))
            for name, who in seats
        ],
        N_("{who}: {n} card in hand, “?” if unknown"),
        N_("{who}: {n} cards in hand, “?” if unknown"),
    )
    if phase != DISCARD and not all(aside.values()):
        without = listed([who for name, who in seats if not aside[name]])
        yield text(N_("{who}: the card put aside, “?” if unknown"), who=without)
    if phase == PLAY:
        if silent:
            yield text(N_("{who}: the prediction"), who=listed(silent))
        yield from _tricks(draft)


def _tricks(draft: Draft) -> Iterator[Text]:
    """Yield what the tricks lack: a token of each player for each trick won, and one per card of the current trick."""
    trick = [cell for cell in draft.where(TRICK) if draft.at(cell)[0] in SEATS]
    whole = len(trick) == len(_seats(draft))  # counted as won, but shown until the next trick is led
    lacks = []
    for name, who in _seats(draft):
        tokens, open_ = draft.where(name), [] if whole else trick
        lacks.append((who, _won(draft) + sum(cell in open_ for cell in tokens) - len(tokens)))
    yield from lacking(lacks, *NP_("{who}: {n} token, for the tricks won", "{who}: {n} tokens, for the tricks won"))
    yield from lacking(
        [(who, -n) for who, n in lacks],
        *NP_(
            "{who}: the trick of {n} token, either its winner or the mark “in this trick”",
            "{who}: the tricks of {n} tokens, either their winners or, for one token, the mark “in this trick”",
        ),
    )


def gaps(draft: Draft) -> Iterator[Gap]:
    """Yield the points, tricks and predictions that were not entered, and the leader if the tokens imply another."""
    values, seats = EDITOR.values(draft), _seats(draft)
    phase, sheet = values["phase"], values["sheet"]
    if (rounds := int(values["round"]) - 1 - _rounds(sheet)) > 0:
        scored = [sheet] if sheet != "-" else []
        rows = (",".join([points] * len(seats)) for points in ("0+0", "1+0"))
        ways = tuple({"sheet": ";".join([*scored, *[row] * rounds])} for row in rows)
        yield Gap(text(N_("the points of earlier rounds")), "sheet", ways)
    trick = [cell for cell in draft.where(TRICK) if draft.at(cell)[0] in SEATS]
    if phase == PLAY and (leader := _leader(draft, trick)) != values["leader"]:
        yield Gap(text(N_("the leader of the trick")), "leader", ({"leader": leader},))
    if phase in (PLAY, Phase.END, PARADOX):
        closed = [] if len(trick) == len(seats) else trick
        done = max(sum(cell not in closed for cell in draft.where(name)) for name, _ in seats) - _won(draft)
        if done > 0:
            fields = [(f"{WON}-{name}", int(values[f"{WON}-{name}"])) for name, _ in seats]
            ways = ({}, *({field: str(n + done)} for field, n in fields))
            yield Gap(text(N_("the tricks won")), fields[0][0], ways)
    for name, who in seats if phase in (Phase.END, PARADOX) else ():
        if values.get(field := f"{PREDICTED}-{name}") == "-":
            printed = tuple({field: str(n)} for n in _board(draft).predictions)
            yield Gap(text(N_("Prediction of {who}"), who=who), field, printed)


def _leader(draft: Draft, trick: Sequence[str]) -> str:
    """Return the leader of the trick: the player entered, unless the tokens of the trick allow only another one."""
    leader, order = EDITOR.value(draft, "leader"), [name for name, _ in _seats(draft)]
    played = {draft.at(cell)[0] for cell in trick}
    found = [
        name for n, name in enumerate(order) if {order[(n + k) % len(order)] for k in range(len(played))} == played
    ]
    return leader if leader in found or len(found) != 1 else found[0]


def _rounds(sheet: str) -> int:
    """Return the number of rounds whose points are entered."""
    return 0 if sheet == "-" else sheet.count(";") + 1


def rest(draft: Draft) -> Draft:
    """Return the draft with its missing cards added as unknown cards, in hands or put aside, if the deal is over."""
    phase, found = EDITOR.value(draft, "phase"), draft
    if phase not in (DISCARD, PREDICT, PLAY, Phase.END, PARADOX):
        return found
    for name, _ in _seats(draft):
        hand, aside = f"{HAND}.{name}", f"{ASIDE}.{name}"
        if phase != DISCARD and not found.at(aside):
            found = found.with_contents(aside, (UNKNOWN,))
        lacks = _due(draft, name) - len(found.at(aside)) - len(found.at(hand))
        found = found.with_contents(hand, (*found.at(hand), *(UNKNOWN,) * lacks))
    return found


def counted(draft: Draft) -> Catbox:
    """Return the part of a draft that can be scored: the points of the earlier rounds, and the tricks won.

    Raises `PositionError`.
    """
    board, sheet = _board(draft), EDITOR.value(draft, "sheet")
    scored = POSITION.words["sheet"].read("" if sheet == "-" else sheet, draft.options)
    number = min(len(scored), board.rounds - 1)  # there can be points of more rounds than a game has
    check_points(board, number, scored)
    won = tuple(int(EDITOR.value(draft, f"{WON}-{name}")) for name, _ in _seats(draft))
    return replace(start(draft.options, number, scored), phase=PLAY, won=won)


def only(draft: Draft, place: str) -> tuple[str, ...]:
    """Return the numbers that a hand can hold if its player led red while it was closed; empty for other places."""
    letter, _, held_numbers = EDITOR.value(draft, "only").partition(":")
    who = next((name for name in SEATS if name[0] == letter), "")
    return tuple(held_numbers) if place == f"{HAND}.{who}" else ()


def needs(state: Catbox, action: Action) -> dict[str, list[str]]:
    """Return the only cards that a hand can hold if a paradox, or a lead of red while red is closed, is legal."""
    board = state.board
    red = isinstance(action, Play) and state.leads and not state.red_open
    if state.phase is not PLAY or not (red or isinstance(action, Paradox)):
        return {}
    barred = board.row[board.trump] if red else 0

    def stuck(card: int) -> bool:
        held = with_seat(state.hands, state.turn, components.one_card(card))
        return not replace(state, hands=held).declarable() & ~barred

    found = [card for card in range(1, board.numbers + 1) if stuck(card)]
    if isinstance(action, Play):
        if action.card not in found:
            return {}
        found.sort(key=lambda card: card != action.card)  # first the played card, which the hand must hold
    return {f"{HAND}.{SEATS[state.turn]}": [*map(str, found)]}


EDITOR = EditorSpec(
    table,
    read,
    write,
    boards,
    problems,
    shown=shown,
    rest=rest,
    only=only,
    needs=needs,
    counted=counted,
    left_out=left_out,
    gaps=gaps,
    loosely=read_loosely,
)
