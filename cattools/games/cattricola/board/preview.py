"""Preview of a catch: the range over the ranch, the animals under it, and whether they fit on the disc."""

from __future__ import annotations

from cattools.core.display.scene import Mark, MarkKind
from cattools.core.game import Preview
from cattools.core.grid import bits
from cattools.core.messages import N_, listed, many
from cattools.games.cattricola.rules.actions import Action, Catch
from cattools.games.cattricola.rules.labels import animal
from cattools.games.cattricola.rules.transitions import apply_unchecked
from cattools.games.cattricola.rules.view import CattricolaView


def preview(view: CattricolaView, action: Action) -> Preview:
    """Return the cells that the range would cover, the animals caught, and how many of them would not fit."""
    if not isinstance(action, Catch):
        return Preview()
    state = view.state
    ranch, after = state.ranch, apply_unchecked(state, action)
    pattern = ranch.pattern(state.radars[state.turn]) << ranch.shift[action.at]
    got = pattern & state.animals
    caught = [state.tiles[ranch.cell_at[place]] for place in bits(got)]
    sentences = [
        many(
            N_("You would catch {n} animal: {which}."),
            N_("You would catch {n} animals: {which}."),
            len(caught),
            which=listed([animal(tile) for tile in caught]),
        )
    ]
    over = len(caught) - state.disc.count(0)
    if over > 0:
        sentences.append(
            many(N_("{n} of them would not fit on the disc."), N_("{n} of them would not fit on the disc."), over)
        )
    if after.lifts:
        one, more = N_("A circle appears: {n} tile may be lifted."), N_("A circle appears: {n} tiles may be lifted.")
        sentences.append(many(one, more, after.lifts))
    marks = [
        Mark(MarkKind.SELECTED, ranch.name(spot)) for spot in ranch.catching if pattern >> ranch.place_of(spot) & 1
    ]
    return Preview((*marks, *(Mark(MarkKind.CHANGED, name) for name in ranch.names(got))), tuple(sentences))
