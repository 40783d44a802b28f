"""How presses become actions: a card and then a cell; in the preparations one card or one printed number."""

from __future__ import annotations

from collections.abc import Iterator

from cattools.core import selection
from cattools.core.scene import Mark
from cattools.games.catbox.actions import Action, Deal, Discard, Next, Paradox, Play, Predict, Reveal
from cattools.games.catbox.state import DEAL, DISCARD, REVEAL, Catbox

START = "start"  # the round start player card
_CARDS: dict[str, type[Deal | Discard | Reveal]] = {DEAL: Deal, REVEAL: Reveal, DISCARD: Discard}


def card_area(card: int) -> str:
    """Return the area of a number in the hand."""
    return f"h{card}"


def prediction_area(tricks: int) -> str:
    """Return the area of a printed prediction."""
    return f"p{tricks}"


def presses(action: Action) -> tuple[str, ...]:
    """Return the areas to press for an action, in order."""
    if isinstance(action, Play):
        return (card_area(action.card), action.at)
    if isinstance(action, Deal | Discard | Reveal):
        return (card_area(action.card),)
    if isinstance(action, Predict):
        return (prediction_area(action.tricks),)
    return (START,) if isinstance(action, Next) else ()


def action_from_presses(state: Catbox, pressed: tuple[str, ...]) -> Action | None:
    """Return the action some presses mean, legal or not; None while more are needed. A cell alone means its card."""
    index, cell = state.board.grid.index, pressed[-1]
    if pressed[0] == START:
        return Next()
    if pressed[0][0] == "p" and pressed[0][1:].isdigit():
        return Predict(int(pressed[0][1:]))
    card = int(pressed[0][1:]) if pressed[0][0] == "h" else 0
    if card and state.phase in _CARDS:
        return _CARDS[state.phase](card)
    if cell not in index:
        return None
    return Play(card or state.board.card(index[cell]), cell)


def candidates(state: Catbox) -> Iterator[Action]:
    """Yield every action one could mean, legal or not."""
    numbers = range(1, state.board.numbers + 1)
    yield Paradox()
    yield Next()
    for tricks in range(state.board.tricks + 1):
        yield Predict(tricks)
    for number in numbers:
        yield Discard(number)
        yield Deal(number)
        yield Reveal(number)
        for cell in state.board.grid.names:
            yield Play(number, cell)


def selection_marks(state: Catbox, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the signs for what can be done next: for a chosen card the cells it may take, or the cards and numbers."""
    return selection.selection_marks(state, pressed)
