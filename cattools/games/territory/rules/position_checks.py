"""Checks for positions of Neko Neko Territory that can be written but cannot occur, each with its rule and cells."""

from __future__ import annotations

from collections import Counter

from cattools.core.errors import PositionError
from cattools.core.messages import N_, many, text
from cattools.games.territory.rules.components import CARDS, CELLS, COLOURS, NAMES, SIZE, STACKS, Plan
from cattools.games.territory.rules.lines import Placement
from cattools.games.territory.rules.state import Territory

TREASURES = {  # the rule for the number of treasures, by game
    "basic": "territory.setup.treasure",
    "advanced": "territory.advanced.treasure",
    "duel": "territory.duel.no-treasure",
}


def check_step(state: Territory) -> None:
    """Refuse a step that cannot occur within a turn."""
    step, table = state.step, state.plan
    groups = (bool(step.placed), bool(step.looking or step.looked), bool(step.swap), bool(step.draws) or step.lot)
    if sum(groups) > 1 or (step.again and any(groups[:3])):
        expected = text(N_("only one unfinished step in the turn"))
        raise PositionError("territory.turn.choose", expected, text(N_("several unfinished steps")))
    if step.placed:
        _check_placed(state, step.placed)
    elif step.reveal or step.asked or step.blocks:
        expected = text(N_("reveal, asked= and blocks= only together with placed="))
        raise PositionError("territory.place.card", expected, text(N_("no placed=")))
    cells = sum(draw.deck == CELLS for draw in step.draws)
    assist = len(step.draws) - cells + step.looking
    if table.duel and cells > len(state.cell_deck):  # otherwise END follows the last card, and nobody draws after END
        raise PositionError("territory.duel.cards", N_("at most as many draws as cards in the deck"), cells)
    if assist > (0 if table.duel else state.assist_left):
        rule = "territory.duel.assist" if table.duel else "territory.assist.reshuffle"
        raise PositionError(rule, N_("at most as many draws of assist cards as there are cards to draw"), assist)
    if step.looking + len(step.looked) > 3 or any(card < SIZE for card in step.looked):
        expected, found = (
            text(N_("at most three cards to look at, all of them assist cards")),
            step.looking + len(step.looked),
        )
        raise PositionError("territory.assist.search-three", expected, found)


def _check_placed(state: Territory, placed: Placement) -> None:
    """Refuse a state that cannot occur while cells are about to turn."""
    step, table, at = state.step, state.plan, NAMES[placed.cell]
    stack = STACKS[state.stacks[placed.cell]]
    if not stack or stack[-1] != state.turn:
        expected = text(N_("a cat of the player to move on top of the cell that placed= names"))
        raise PositionError("territory.turn.choose", expected, at, at)
    if step.reveal and (not table.treasures or len(stack) > 1 or step.asked):
        expected = text(N_("reveal only in the basic game, for a cat alone on its cell, before any player is asked"))
        raise PositionError(TREASURES[table.game], expected, at, at)
    if step.reveal:
        return
    caught = {seat for seat, top in enumerate(state.tops) if top & sum(state.lines)}
    waiting = (*step.asked, *step.blocks)
    if not step.asked or not set(waiting) <= caught - {state.turn}:
        expected = text(
            N_("at least one player in asked=, and in asked= and blocks= only players with a cat about to be covered")
        )
        raise PositionError("territory.assist.block-window", expected, _named(waiting), at)
    if len(set(waiting)) < len(waiting):
        expected = text(N_("each player at most once in asked= and blocks="))
        raise PositionError("territory.assist.block-window", expected, _named(waiting), at)


def _named(seats: tuple[int, ...]) -> str:
    return ", ".join(COLOURS[seat] for seat in seats) or "-"


# --- the remaining cards and treasures ---------------------------------------------------------------------------


def _left(every: bytes, known: bytes, rule: str) -> bytes:
    """Return the remaining cards or treasures. Raises `PositionError` if more are known than exist."""
    left = Counter(every)
    left.subtract(known)
    if excess := [item for item, count in left.items() if count < 0]:
        item = excess[0]
        one, more = N_("at most {n} copy of the card {card}"), N_("at most {n} copies of the card {card}")
        expected = many(one, more, every.count(item), card=CARDS[item])
        if rule in TREASURES.values():
            one, more = N_("at most {n} treasure worth {value}"), N_("at most {n} treasures worth {value}")
            expected = many(one, more, every.count(item), value=item)
        raise PositionError(rule, expected, known.count(item))
    return bytes(sorted(left.elements()))


def decks(table: Plan, held: bytes, gone: bytes, assist: bytes) -> tuple[bytes, bytes]:
    """Return the coordinate deck and the assist deck: all cards that are nowhere else.

    Raises `PositionError`.
    """
    if any(card >= SIZE for card in gone):
        raise PositionError("territory.discards", N_("only coordinate cards in gone="), CARDS[max(gone)])
    if any(card < SIZE for card in assist):
        expected = text(N_("only assist cards in used=, looked= and bottom="))
        raise PositionError("territory.discards", expected, CARDS[min(assist)])
    copies = "territory.duel.cards" if table.duel else "territory.coordinates"
    mix = "territory.duel.assist" if table.duel else "territory.assist-mix"
    cells = _left(table.cells, bytes(c for c in held if c < SIZE) + gone, copies)
    return cells, _left(table.assist, bytes(c for c in held if c >= SIZE) + assist, mix)


def treasures_left(table: Plan, won: tuple[bytes, ...], empty: int) -> bytes:
    """Return the treasures not yet taken; in the basic game there must be one for each of the `empty` cells.

    Raises `PositionError` if more were taken than exist.
    """
    known, rule = b"".join(won), TREASURES[table.game]
    if table.game == "basic":
        left = _left(table.treasures, known, rule)
        if len(left) < empty:
            expected = text(N_("at most {empty} treasures won"), empty=len(table.treasures) - empty)
            raise PositionError(rule, expected, len(known), *_rows(won))
        return left
    _left(bytes(value for value in table.layout if value is not None), known, rule)
    return b""


def _rows(won: tuple[bytes, ...]) -> list[str]:
    """Return the areas of the treasures won."""
    return [f"won.{COLOURS[seat]}" for seat, values in enumerate(won) if values]


def check_open_cards(hands: tuple[bytes, ...], used: bytes) -> None:
    """Refuse a pile of used assist cards in the game for two, and open cards that a player cannot have."""
    if used:
        raise PositionError("territory.duel.assist", N_("no used= in the game for two"), CARDS[used[0]])
    for seat, hand in enumerate(hands):
        if twice := [card for card in hand if card >= SIZE and hand.count(card) > 1]:
            expected = text(N_("at most one open assist card of each kind per player"))
            raise PositionError("territory.duel.assist", expected, CARDS[twice[0]], f"hand.{COLOURS[seat]}")
