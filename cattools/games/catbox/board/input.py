"""Board input: a play takes two presses, on a card and on a cell; other actions take one press."""

from __future__ import annotations

from cattools.core import selection
from cattools.core.display.scene import Mark
from cattools.games.catbox.rules.actions import Action, Deal, Discard, Next, Play, Predict, Reveal
from cattools.games.catbox.rules.components import START_CARD, hand_place, prediction_place
from cattools.games.catbox.rules.state import DEAL, DISCARD, REVEAL, Catbox, Phase

_CARDS: dict[Phase, type[Deal | Discard | Reveal]] = {DEAL: Deal, REVEAL: Reveal, DISCARD: Discard}


def presses(action: Action) -> tuple[str, ...]:
    """Return the areas to press for an action, in order."""
    if isinstance(action, Play):
        return (hand_place(action.card), action.at)
    if isinstance(action, Deal | Discard | Reveal):
        return (hand_place(action.card),)
    if isinstance(action, Predict):
        return (prediction_place(action.tricks),)
    return (START_CARD,) if isinstance(action, Next) else ()


def action_from_presses(state: Catbox, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that these presses mean, legal or not, or None while more presses are needed.

    A press on a cell without a press on a card plays the card with that cell's number.
    """
    index, cell = state.board.grid.index, pressed[-1]
    if pressed[0] == START_CARD:
        return Next()
    if pressed[0][0] == "p" and pressed[0][1:].isdigit():
        return Predict(int(pressed[0][1:]))
    card = int(pressed[0][1:]) if pressed[0][0] == "h" else 0
    if card and state.phase in _CARDS:
        return _CARDS[state.phase](card)
    if cell not in index:
        return None
    return Play(card or state.board.card(index[cell]), cell)


def selection_marks(state: Catbox, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the marks for the next press: cells for the chosen card, otherwise cards or printed numbers."""
    return selection.selection_marks(state, pressed)
