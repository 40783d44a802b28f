"""How any position of Cat in the Box is set up: tokens, the trick, hands known or not, lost colours, what was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from cattools.core.art import icon
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.core.notation import write_rows
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.scene import Label, Part, Shape, moved
from cattools.core.setup import Draft, Place, Setup, Table, Thing
from cattools.core.sheet import Field
from cattools.games.catbox.board.drawing import held, marker, observed, token
from cattools.games.catbox.rules.components import LETTERS, SEATS, ResearchBoard, copies, numbers, research_board
from cattools.games.catbox.rules.setup import start
from cattools.games.catbox.rules.state import DISCARD, PLAY, PREDICT, Catbox, Phase
from cattools.games.catbox.rules.words import NAMES, cell_words, colour_word

TOKEN, TRICK, CARD, COLOUR = "token", "trick", "card", "colour"
OBSERVED, PARADOX, UNKNOWN = "observed", "paradox", "?"
HAND, ASIDE, LOST, PREDICTED, WON = "hand", "aside", "lost", "predicted", "won"  # before a seat
PHASES = {
    Phase.DEAL: N_("cards are dealt"),
    Phase.REVEAL: N_("cards are revealed"),
    Phase.DISCARD: N_("cards are put aside"),
    Phase.PREDICT: N_("tricks are predicted"),
    Phase.PLAY: N_("tricks are played"),
    Phase.END: N_("the round is over"),
    PARADOX: N_("the round is over, by a paradox"),
}
SHEET = r"(-?\d\+\d{1,2},?)+(;(-?\d\+\d{1,2},?)+)*"  # a round's points of each seat, as the notation has them


def _card(words: str) -> tuple[Shape, ...]:
    return (*moved(held(1)[:2], (0, 0), 0.6), Label(words, (0, 0), 17, "ink", 700))


@cache
def _table(players: str) -> Table:
    board, count = research_board(players), int(players)
    seats, rule = range(count), "catbox.components"
    things = [Thing(SEATS[seat], text(NAMES[seat]), TOKEN, token(seat, 17), board.tricks) for seat in seats]
    if board.revealed:
        things.append(Thing(OBSERVED, text(N_("observed")), TOKEN, moved(observed(), (0, 0), 0.9)))
    things.append(Thing(TRICK, text(N_("in this trick")), TRICK, icon("spark", 40, main="go")))
    for n in range(1, board.numbers + 1):
        words = text(N_("card {n}"), n=n)
        things.append(Thing(str(n), words, CARD, _card(str(n)), copies(board.deck, n), rule))
    things.append(Thing(UNKNOWN, text(N_("a card nobody shows")), CARD, _card(UNKNOWN), unknown=True))
    for n, name in enumerate(board.colours):
        things.append(Thing(name, colour_word(board, n), COLOUR, moved(marker(name, there=True), (0, 0), 1.6)))
    grid = board.grid
    places = [Place(name, cell_words(board, cell), ((TOKEN, 1), (TRICK, 1))) for cell, name in enumerate(grid.names)]
    for seat in seats:
        who = text(NAMES[seat])
        for what, said, takes, secret in (
            (HAND, N_("Hand of {who}"), (CARD, board.dealt), True),
            (ASIDE, N_("Put aside by {who}"), (CARD, 1), True),
            (LOST, N_("Colours lost by {who}"), (COLOUR, len(board.colours)), False),
        ):
            words = text(said, who=who)
            places.append(Place(f"{what}.{SEATS[seat]}", words, (takes,), seat, row=True, secret=secret))
    return Table(
        {
            TOKEN: text(N_("Tokens")),
            CARD: text(N_("Cards")),
            COLOUR: text(N_("Colours")),
            TRICK: text(N_("The trick")),
        },
        {thing.id: thing for thing in things},
        {place.id: place for place in places},
        tuple(_fields(board)),
    )


def _fields(board: ResearchBoard) -> Iterator[Field]:
    seats = range(board.players)
    yield Field("phase", text(N_("What is being done")), tuple((p, text(w)) for p, w in PHASES.items()), PLAY)
    leads = tuple((SEATS[seat], text(NAMES[seat])) for seat in seats)
    yield Field("leader", text(N_("Who led the trick, or leads the next")), leads, SEATS[0])
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
    points = text(N_("Points and bonus of the rounds before, rounds between “;”"))
    yield Field("sheet", points, (), "-", pattern=rf"-|{SHEET}", sample=sample)
    red = text(N_("Who led red while it was closed, and the numbers that hand holds"))
    yield Field("only", red, (), "-", pattern=rf"-|[{LETTERS}]:(\d+|-)", sample="p:35")


def table(options: Options) -> Table:
    """Return what there is for a number of players."""
    return _table(options.word("players"))


def read(state: Catbox) -> Draft:
    """Return what lies there in a position."""
    board, laid = state.board, dict[str, tuple[str, ...]]()
    for cell in bits(state.filled):
        who = state.owner(cell)
        signs = (TRICK,) if cell in state.trick else ()
        laid[board.grid.names[cell]] = (OBSERVED if who is None else SEATS[who], *signs)
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
    return SETUP.telling(Draft(state.options, {place: things for place, things in laid.items() if things}), values)


def without_hands(state: Catbox, sizes: Sequence[int]) -> Draft:
    """Return what everybody sees of a position: so many cards in the hands, and one put aside once that is done."""
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
    """Return the position in notation; the cards that lie nowhere are not dealt."""
    board = research_board(draft.options.word("players"))
    told = {one.name: one.value for one in SETUP.fields(draft)}
    seats, names = SEATS[: board.players], board.grid.names
    leader = seats.index(told["leader"])
    trick = [(seats.index(who), cell) for cell in draft.where(TRICK) if (who := draft.at(cell)[0]) in seats]
    trick.sort(key=lambda one: (one[0] - leader) % board.players)
    parts = [
        write_rows(board.grid, lambda cell: _sign(draft, names[cell])),
        told["phase"],
        f"{seats[leader][0]}:" + ",".join(cell for _, cell in trick),
        "/".join("".join(draft.at(f"{HAND}.{who}")) or "-" for who in seats),
        "/".join(
            "".join(name[0] for name in board.colours if not draft.has(f"{LOST}.{who}", name)) or "-" for who in seats
        ),
        "/".join(told.get(f"{PREDICTED}-{who}", "-") for who in seats),
        "/".join(told[f"{WON}-{who}"] for who in seats),
        "/".join("".join(draft.at(f"{ASIDE}.{who}")) or "-" for who in seats),
    ]
    parts += [f"round={told['round']}"] if told["round"] != "1" else []
    parts += [f"sheet={told['sheet']}"] if told["sheet"] != "-" else []
    lying = SETUP.lying(draft)
    deck = "".join(str(n) * (copies(board.deck, n) - lying[str(n)]) for n in range(1, board.numbers + 1))
    parts += [f"deck={deck}"] if deck else []
    parts += [f"only={told['only']}"] if told["only"] != "-" else []
    return " ".join(parts)


def _sign(draft: Draft, cell: str) -> str:
    lying = draft.at(cell)
    return "x" if OBSERVED in lying else next((one[0] for one in lying if one in SEATS), "")


def shown(draft: Draft) -> Iterator[str]:
    """Yield the cards that tokens and observed cells show: each is a card of its number."""
    for cell in research_board(draft.options.word("players")).grid.names:
        if any(one == OBSERVED or one in SEATS for one in draft.at(cell)):
            yield cell[1:]


def boards(draft: Draft, seat: int) -> tuple[Part, ...]:  # noqa: ARG001 - the research board is everybody's
    """Return the empty research board."""
    return Catbox.game.scene_of(start(draft.options)).parts[:1]


def _due(draft: Draft, seat: int) -> int:
    """Return how many cards a hand holds at this moment of a round, the card put aside counted with it."""
    board = research_board(draft.options.word("players"))
    return board.dealt - len(draft.where(SEATS[seat]))


def doubts(draft: Draft) -> Iterator[Refusal]:
    """Yield why a table cannot be: hands too large, more tricks or tokens than are played, signs without a token."""
    board = research_board(draft.options.word("players"))
    told = {one.name: one.value for one in SETUP.fields(draft)}
    if lost := [cell for cell in draft.where(TRICK) if draft.at(cell)[0] in (TRICK, OBSERVED)]:
        yield Refusal("catbox.declare", text(N_("A card of the trick has its player's token.")), tuple(lost))
    for seat, name in enumerate(SEATS[: board.players]):
        who, tokens = text(NAMES[seat]), draft.where(name)
        if len(tokens) > board.tricks:
            said = N_("{who} has {n} tokens on the board; {most} tricks are played.")
            yield Refusal("catbox.setup.table", text(said, who=who, n=len(tokens), most=board.tricks), tuple(tokens))
        here = len(draft.at(f"{HAND}.{name}")) + len(draft.at(f"{ASIDE}.{name}"))
        if tokens and here > (due := _due(draft, seat)):
            said = N_(
                "{who} has {n} cards, the one put aside counted; with so many tokens on the board {due} are left."
            )
            yield Refusal("catbox.phase.end", text(said, who=who, n=here, due=due))
    if (won := sum(int(told[f"{WON}-{name}"]) for name in SEATS[: board.players])) > board.tricks:
        said = N_("{n} tricks are won; {most} are played.")
        yield Refusal("catbox.setup.table", text(said, n=won, most=board.tricks))


def missing(draft: Draft) -> Iterator[Text]:
    """Yield the cards that hands lack; those nobody knows can be put there as such."""
    board = research_board(draft.options.word("players"))
    phase = SETUP.told(draft, "phase")
    if phase not in (DISCARD, PREDICT, PLAY):
        return
    for seat, name in enumerate(SEATS[: board.players]):
        lacks = _due(draft, seat) - len(draft.at(f"{HAND}.{name}")) - len(draft.at(f"{ASIDE}.{name}"))
        if lacks > 0:
            said = N_("{n} card of {who}, “?” for one not known"), N_("{n} cards of {who}, “?” for those not known")
            yield many(*said, lacks, who=text(NAMES[seat]))


def only(draft: Draft, place: str) -> tuple[str, ...]:
    """Return the cards that the hand may hold which led red while it was closed."""
    letter, _, held_numbers = SETUP.told(draft, "only").partition(":")
    who = next((name for name in SEATS if name[0] == letter), "")
    return tuple(held_numbers) if place == f"{HAND}.{who}" else ()


SETUP = Setup(
    table=table, read=read, write=write, boards=boards, doubts=doubts, missing=missing, shown=shown, only=only
)
