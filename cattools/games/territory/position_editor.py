"""The position editor of Neko Neko Territory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from cattools.core.display.icons import icon
from cattools.core.display.scene import Label, Part, Path, Shape, moved, rectangle
from cattools.core.game import with_seat
from cattools.core.messages import N_, NP_, Text, many, text
from cattools.core.notation.parsing import named
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import TILE, Draft, EditorSpec, Gap, Place, Table, Thing, lacking
from cattools.core.table.scorer import Field
from cattools.games.territory.board import CAPTIONS, cat, sign
from cattools.games.territory.components import (
    ASSIST,
    CELLS,
    COLOURS,
    KINDS,
    NAMES,
    SIDE,
    SIZE,
    STACKS,
    Action,
    Pass,
    Plan,
    colour,
    plan,
    seat_name,
)
from cattools.games.territory.position import Territory, start

# kinds of things, and the pages of the palette
CAT, CARD, HELP, GEM, TURN = "cat", "card", "assist", "treasure", "turn"
SIGN, SEAT, DRAW = "sign", "seat", "draw"
PLACED = "placed"
UNKNOWN, UNKNOWN_HELP, UNKNOWN_GEM = "?", "?assist", "?treasure"
LISTS = ("gone", "used", "looked", "draws", "asked", "blocks")  # words of a position that list things
CHOSEN = ("end", "by", "swap", "passes", "looking", "bottom")  # words of a position that are fields
FLAGS = ("lot", "reveal", "again")
NONE = "no"
DUE = ("draws", "asked", "blocks", "looked")  # places that are filled only during a turn


def _card(words: str, fill: str = "surface") -> tuple[Shape, ...]:
    half = 0.46 * TILE
    card = Path(rectangle(-0.38 * TILE, -half, 0.76 * TILE, 2 * half, 5), fill, "line", 1.2)
    return (card, Label(words, (0, 0), 15 if len(words) < 4 else 9, "ink", 700))


def _gem(value: object) -> tuple[Shape, ...]:
    gem = icon("gem", 24, main="ground.territory.mark", light="ground.territory.line")
    return (*moved(gem, (0, -8)), Label(str(value), (0, 12), 15, "ink", 700))


def _drawn(seat: int, deck: str) -> tuple[Shape, ...]:
    return (
        *_card("", "goWash")[:1],
        *moved(sign(seat, 14), (0, -6)),
        Label("A1" if deck == CELLS else "+", (0, 10), 12),
    )


def treasures_in_play(table: Plan) -> Counter[int]:
    """Return the number of treasures of each value."""
    return Counter(table.treasures or (value for value in table.layout if value is not None))


@cache
def table(options: Options) -> Table:
    """Return the things, places and fields of the editor for these options."""
    components = plan(options)
    seats = range(components.seats)
    things = [
        Thing(COLOURS[seat], text(N_("{colour} cat"), colour=colour(seat)), CAT, cat(seat, 0.9 * TILE))
        for seat in seats
    ]
    cells, assist = Counter(components.cells), Counter(components.assist)
    rule = "territory.coordinates"
    things += [
        Thing(f"{at}.card", text(N_("card {cell}"), cell=at), CARD, _card(at), cells[cell], rule)
        for cell, at in enumerate(NAMES)
    ]
    one, several = (
        N_("an unknown coordinate card"),
        NP_("{n} unknown coordinate card", "{n} unknown coordinate cards"),
    )
    things.append(Thing(UNKNOWN, text(one), CARD, _card("?"), unknown=True, several=several))
    rule, words = "territory.assist-mix", N_("assist card “{kind}”")
    things += [
        Thing(kind, text(words, kind=text(CAPTIONS[kind])), HELP, _card(kind, "goWash"), assist[SIZE + n], rule)
        for n, kind in enumerate(KINDS)
        if assist[SIZE + n]
    ]
    if not components.duel:
        one, several = N_("an unknown assist card"), NP_("{n} unknown assist card", "{n} unknown assist cards")
        things.append(Thing(UNKNOWN_HELP, text(one), HELP, _card("?", "goWash"), unknown=True, several=several))
    rule = "territory.setup.treasure" if components.treasures else "territory.advanced.treasure"
    things += [
        Thing(f"t{value}", text(N_("treasure of {value}"), value=value), GEM, _gem(value), most, rule)
        for value, most in sorted(treasures_in_play(components).items())
    ]
    if components.treasures:  # otherwise everyone sees the treasure on each cell
        one = N_("a treasure of unknown value")
        several = NP_("{n} treasure of unknown value", "{n} treasures of unknown value")
        things.append(Thing(UNKNOWN_GEM, text(one), GEM, _gem("?"), unknown=True, several=several))
    things.append(Thing(PLACED, text(N_("just placed")), SIGN, icon("spark", TILE, main="go"), page=TURN))
    who = N_("player {who}")
    things += [
        Thing(f"{COLOURS[seat]}.sign", text(who, who=seat_name(seat)), SEAT, sign(seat, 0.6 * TILE), page=TURN)
        for seat in seats
    ]
    things += [
        Thing(f"{COLOURS[seat]}.{deck}", text(words, who=seat_name(seat)), DRAW, _drawn(seat, deck), page=TURN)
        for seat in seats
        for deck, words in ((CELLS, N_("{who} draws a coordinate card")), (ASSIST, N_("{who} draws an assist card")))
    ]
    pages = {
        CAT: text(N_("Cats")),
        CARD: text(N_("Coordinate cards")),
        HELP: text(N_("Assist cards")),
        GEM: text(N_("Treasures")),
        TURN: text(N_("In the middle of a turn")),
    }
    return Table.of(pages, things, _places(components), _fields(components))


def _places(components: Plan) -> Iterator[Place]:
    for cell in NAMES:
        yield Place(cell, text(cell), ((CAT, len(COLOURS)), (SIGN, 1)))
    cards = ((CARD, len(components.cells)), (HELP, len(components.assist)))
    for seat in range(components.seats):
        yield Place(
            f"hand.{COLOURS[seat]}",
            text(N_("Hand of {who}"), who=seat_name(seat)),
            cards,
            seat,
            row=True,
            secret=True,
            beside=True,
        )
    if values := treasures_in_play(components):
        for seat in range(components.seats):
            words = text(N_("Treasures of {who}"), who=seat_name(seat))
            yield Place(f"won.{COLOURS[seat]}", words, ((GEM, values.total()),), seat, row=True, beside=True)
    yield Place("gone", text(N_("Coordinate cards discarded")), cards[:1], row=True)
    if not components.duel:
        yield Place("used", text(N_("Assist cards discarded")), cards[1:], row=True)
        yield Place("looked", text(N_("Assist cards looked at")), ((HELP, 3),), row=True, secret=True)
    yield Place("asked", text(N_("Still to be asked to block, in order")), ((SEAT, components.seats),), row=True)
    yield Place("blocks", text(N_("Who blocks")), ((SEAT, components.seats),), row=True)
    yield Place(
        "draws",
        text(N_("Cards still to be drawn, in order")),
        ((DRAW, max(components.seats * sum(components.hand), 9)),),
        row=True,
    )


def _fields(components: Plan) -> Iterator[Field]:
    seats = tuple((COLOURS[seat], seat_name(seat)) for seat in range(components.seats))
    none, no_yes = (NONE, text(N_("none"))), ((NONE, text(N_("no"))), ("yes", text(N_("yes"))))
    yield Field("turn", text(N_("Player to move")), seats, COLOURS[0])
    if components.pays:
        for seat in range(components.seats):
            yield Field(f"bonus-{COLOURS[seat]}", text(N_("Bonus points of {who}"), who=seat_name(seat)), (), "0", 999)
    if not components.duel:
        yield Field("end", text(N_("Who drew END")), (none, *seats), NONE)
    yield Field("passes", text(N_("Passes in a row")), (), "0", components.seats)
    by = tuple((kind, text(CAPTIONS[kind])) for kind in KINDS[:3])
    yield Field("by", text(N_("Assist card that just placed a cat")), (none, *by), NONE)
    yield Field("lot", text(N_("First player still to be drawn")), no_yes, NONE)
    if components.treasures:
        yield Field("reveal", text(N_("A treasure is to be turned face up")), no_yes, NONE)
    yield Field("again", text(N_("Another action follows")), no_yes, NONE)
    if not components.duel:
        yield Field("looking", text(N_("Assist cards still to be looked at")), (), "0", 3)
    decks = ((CELLS, text(N_("coordinate cards"))), (ASSIST, text(N_("assist cards"))))
    if components.game == "advanced":
        yield Field("swap", text(N_("Exchange continues with")), (none, *decks), NONE)
    if not components.duel:
        bottom = text(N_("Assist cards below the deck, and who put them there"))
        kinds = (kind for n, kind in enumerate(KINDS) if SIZE + n in components.assist)
        card = f"(?:{'|'.join(kinds)}):(?:{'|'.join(COLOURS[: components.seats])})"
        yield Field("bottom", bottom, (), "-", pattern=rf"-|{card}(?:\+{card})*", sample="row:red+block:blue")


def _things(written: str, suffix: str = "", prefix: str = "") -> tuple[str, ...]:
    """Return the ids of the things that a list in notation names; a cell's own name is the id of a place."""
    names = written.replace(":", ".").split("+") if written != "-" else ()
    return tuple(f"{prefix}{one}{'.card' if one in NAMES else suffix}" for one in names)


def read(state: Territory) -> Draft:
    """Return the draft of a position."""
    _, turn, hands, *parts = str(state).split()
    words = {name: value or "yes" for name, _, value in (part.partition("=") for part in parts)}
    signs = {words["placed"]: (PLACED,)} if "placed" in words else {}
    things = {
        cell: (*(COLOURS[seat] for seat in STACKS[stack]), *signs.get(cell, ()))
        for cell, stack in zip(NAMES, state.stacks, strict=True)
    }
    bonus, treasures = words.pop("bonus", "0/0/0/0"), words.pop("won", "-/-/-/-")
    for who, hand, won, points in zip(COLOURS, hands.split("/"), treasures.split("/"), bonus.split("/"), strict=False):
        things |= {f"hand.{who}": _things(hand), f"won.{who}": _things(won, prefix="t")}
        words |= {f"bonus-{who}": points} if state.plan.pays else {}
    for word in ("gone", "used", "looked", "draws"):
        things[word] = _things(words.get(word, "-"))
    for word in ("asked", "blocks"):
        things[word] = _things(words.get(word, "-"), ".sign")
    return EDITOR.new_draft(state.options, things, {"turn": turn, **words})


def write(draft: Draft) -> str:
    """Return a draft in notation; cards in no place are in the decks, and treasures in no place are in the park."""
    values, seats = EDITOR.values(draft), COLOURS[: plan(draft.options).seats]
    rows = [NAMES[SIDE * row : SIDE * row + SIDE] for row in range(SIDE)]
    parts = ["/".join(",".join(_stack(draft, cell) for cell in row) for row in rows), values["turn"]]
    parts.append("/".join(_listed(draft, f"hand.{who}") for who in seats))
    won = "/".join(_listed(draft, f"won.{who}").replace("t", "") for who in seats)
    parts += named(
        won=won.strip("-/") and won,
        bonus="/".join(values[f"bonus-{who}"] for who in seats) if f"bonus-{seats[0]}" in values else "",
        **{word: _listed(draft, word) for word in LISTS if draft.at(word)},
        placed=next(iter(draft.where(PLACED)), ""),
        **{word: values[word] for word in CHOSEN if values.get(word, NONE) not in (NONE, "0", "-")},
    )
    return " ".join((*parts, *(flag for flag in FLAGS if values.get(flag) == "yes")))


def _stack(draft: Draft, cell: str) -> str:
    return "".join(one[0] for one in reversed(draft.at(cell)) if one in COLOURS) or "1"


def _listed(draft: Draft, place: str) -> str:
    """Return the things in a place as a list in notation."""
    names = (one.removesuffix(".card").removesuffix(".sign") for one in draft.at(place))
    return "+".join(names).replace(".", ":") or "-"


def shown(draft: Draft) -> Iterator[str]:
    """Yield the known cards that are in no place: those below the assist deck, and the search card being used."""
    values = EDITOR.values(draft)
    known = table(draft.options).things
    for part in values.get("bottom", "-").split("+"):
        if (card := part.partition(":")[0]) in known:
            yield card
    if "search" in known and (values.get("looking", "0") != "0" or draft.at("looked")):
        yield "search"


def boards(draft: Draft, seat: int) -> tuple[Part, ...]:  # noqa: ARG001 - all seats share the park
    """Return the empty park."""
    return Territory.game.scene_of(start(draft.options)).parts[:1]


def _hands(draft: Draft) -> Iterator[tuple[int, int, int, int]]:
    """Yield for each seat: the seat, the number of cards it holds or will draw, and the fewest and most it can have.

    In the game for two only coordinate cards are counted, because the number of open assist cards varies by player.
    """
    components = plan(draft.options)
    kinds = (CARD,) if components.duel else (CARD, HELP)
    things, mover = table(draft.options).things, EDITOR.value(draft, "turn")
    used = 2 if draft.field_values.get("swap", NONE) != NONE else 0
    if draft.where(PLACED) or draft.at("looked") or draft.field_values.get("looking", "0") != "0":
        used = 1  # a card has been played, and the next one is drawn at the end of the turn
    for seat, who in enumerate(COLOURS[: components.seats]):
        due = [one for one in draft.at("draws") if one in ((f"{who}.{CELLS}",) if components.duel else _draws(who))]
        held = len(due) + sum(things[one].kind in kinds for one in draft.at(f"hand.{who}"))
        most = components.hand[0] if components.duel else sum(components.hand)
        blocks = not components.duel and f"{who}.sign" in draft.at("blocks")
        yield seat, held, most - used * (who == mover) - blocks, most


def _draws(who: str) -> tuple[str, ...]:
    return tuple(f"{who}.{deck}" for deck in (CELLS, ASSIST))


def problems(draft: Draft) -> Iterator[Refusal]:
    """Yield the reasons why a draft is impossible, such as a colour twice in a stack or too many cards in a hand."""
    turn = EDITOR.value(draft, "turn")
    for cell in NAMES:
        cats = [one for one in draft.at(cell) if one in COLOURS]
        if len(set(cats)) < len(cats):
            yield Refusal("territory.stack.unique", text(N_("A stack holds each colour only once.")), (cell,))
        if draft.has(cell, PLACED) and cats[-1:] != [turn]:
            yield Refusal(
                "territory.turn.choose",
                text(N_("The cat just placed must be on top and must belong to the player to move.")),
                (cell,),
            )
        elif draft.has(cell, PLACED) and not (draft.field_values.get("reveal") == "yes" or draft.at("asked")):
            sentence = N_(
                "A cat was just placed: "
                "say whether a treasure is to be turned face up, or who is asked whether to block."
            )
            if not plan(draft.options).treasures:
                sentence = N_("A cat was just placed: say who is still to be asked whether to block.")
            yield Refusal("territory.assist.block-window", text(sentence), (cell,))
    yield from _end_problems(draft)
    components = plan(draft.options)
    rule = (
        "territory.duel.cards" if components.duel else f"territory.{'advanced' if components.hand[1] else 'setup'}.hand"
    )
    for seat, held, _, most in _hands(draft):
        if held > most:
            sentence = N_("{who} has {n} cards, counting those still to be drawn; a hand has {most}.")
            if components.duel:
                sentence = N_("{who} has {n} coordinate cards, counting those still to be drawn; a hand has {most}.")
            yield Refusal(rule, text(sentence, who=seat_name(seat), n=held, most=most))


def _end_problems(draft: Draft) -> Iterator[Refusal]:
    """Yield the reasons why treasures or steps are impossible: too many treasures won, or steps after the end."""
    values = EDITOR.values(draft)
    if plan(draft.options).treasures:
        rows = [f"won.{who}" for who in COLOURS if draft.at(f"won.{who}")]
        won, turned = sum(len(draft.at(row)) for row in rows), values["reveal"] == "yes"
        most = sum(any(one in COLOURS for one in draft.at(cell)) for cell in NAMES) - turned
        if won > max(most, 0):
            sentence = many(
                "{n} treasure is won, but the cells with cats allow only {most}.",
                "{n} treasures are won, but the cells with cats allow only {most}.",
                won,
                most=max(most, 0),
            )
            yield Refusal("territory.setup.treasure", sentence, tuple(rows))
    ended, all_passed = values.get("end", NONE) != NONE, int(values["passes"]) >= plan(draft.options).seats
    unfinished = (
        any(values.get(flag) == "yes" for flag in FLAGS)
        or values.get("looking", "0") != "0"
        or values.get("swap", NONE) != NONE
    )
    if (ended or all_passed) and (unfinished or draft.where(PLACED) or any(draft.at(place) for place in DUE)):
        rule = "territory.end.card" if ended else "territory.end.stuck"
        yield Refusal(rule, text(N_("The game is over: no step of a turn can follow.")), tuple(draft.where(PLACED)))


def rest(draft: Draft) -> Draft:
    """Return the draft with unknown cards added to hands with too few cards, coordinate cards first.

    No more are added than are left: once a deck has run out, hands can be smaller.
    """
    if _is_short(draft):
        return draft
    components, things, filled = plan(draft.options), table(draft.options).things, draft
    counts = Counter(things[one].kind for one in EDITOR.thing_counts(draft).elements())
    left = {CARD: len(components.cells) - counts[CARD], HELP: len(components.assist) - counts[HELP]}
    turn = COLOURS.index(EDITOR.value(draft, "turn"))
    for seat, held, least, _ in sorted(_hands(draft), key=lambda hand: (hand[0] - turn) % components.seats):
        place = f"hand.{COLOURS[seat]}"
        lacks = max(0, least - held)
        cells = sum(things[one].kind == CARD for one in draft.at(place))
        cells = lacks if components.duel else min(lacks, max(0, components.hand[0] - cells))
        cells = min(cells, left[CARD])
        others = 0 if components.duel else min(lacks - cells, left[HELP])
        left[CARD], left[HELP] = left[CARD] - cells, left[HELP] - others
        filled = filled.with_contents(place, (*draft.at(place), *(UNKNOWN,) * cells, *(UNKNOWN_HELP,) * others))
    return filled


def missing(draft: Draft) -> Iterator[Text]:
    """Yield what every answer needs: the cell of the cat just placed."""
    values = EDITOR.values(draft)
    placement_entered = values["by"] != NONE or values.get("reveal") == "yes" or draft.at("asked") or draft.at("blocks")
    if placement_entered and not draft.where(PLACED):
        yield text(N_("where the cat was just placed"))


def left_out(draft: Draft) -> Iterator[Text]:
    """Yield what the draft still lacks: cards in hand."""
    if _is_short(draft):
        return
    yield from lacking(
        [(seat_name(seat), least - held) for seat, held, least, _ in _hands(draft)],
        *NP_("{who}: {n} card in hand, “?” if unknown", "{who}: {n} cards in hand, “?” if unknown"),
    )


def needs(state: Territory, action: Action) -> dict[str, list[str]]:
    """Return the only cards that a hand can hold if a pass is legal: those that, held alone, allow nothing else."""
    if not isinstance(action, Pass):
        return {}

    def stuck(card: int) -> bool:
        held = replace(state, hands=with_seat(state.hands, state.turn, bytes([card])))
        return held.mover == state.turn and [*held.legal()] == [action]

    cards = {**{n: f"{name}.card" for n, name in enumerate(NAMES)}, **{SIZE + n: kind for n, kind in enumerate(KINDS)}}
    known = table(state.options).things
    return {f"hand.{COLOURS[state.turn]}": [id_ for card, id_ in cards.items() if id_ in known and stuck(card)]}


def gaps(draft: Draft) -> Iterator[Gap]:
    """Yield the treasures that no player has although their cells hold cats: any player can have won them."""
    components = plan(draft.options)
    filled = [cell for cell, name in enumerate(NAMES) if any(one in COLOURS for one in draft.at(name))]
    rows = [f"won.{who}" for who in COLOURS[: components.seats]]
    won = [gem for row in rows for gem in draft.at(row)]
    if components.treasures:
        turned = EDITOR.value(draft, "reveal") == "yes"
        left = [UNKNOWN_GEM] * (len(filled) - turned - len(won))
    else:
        seen = Counter(f"t{components.layout[cell]}" for cell in filled if components.layout[cell] is not None)
        left = [*(seen - Counter(won)).elements()]
    if left:
        yield Gap(text(N_("the treasures won")), rows[0], ({}, *({row: tuple(left)} for row in rows)))


def _is_short(draft: Draft) -> bool:
    """Return whether hands can be smaller than usual, because a deck has run out or nobody draws any more."""
    if draft.field_values.get("end", NONE) != NONE or all(draft.at(cell) for cell in NAMES):
        return True
    components, things = plan(draft.options), table(draft.options).things
    counts = Counter(things[one].kind for one in EDITOR.thing_counts(draft).elements())
    return counts[CARD] >= len(components.cells) or counts[HELP] >= len(components.assist) > 0


EDITOR = EditorSpec(
    table,
    read,
    write,
    boards,
    problems,
    missing,
    shown=shown,
    secrets=("bottom",),
    rest=rest,
    ending=("passes",),
    left_out=left_out,
    gaps=gaps,
    needs=needs,
)
