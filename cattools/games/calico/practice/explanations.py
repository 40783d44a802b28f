"""Explanations after a practice question: what a promo cat of Calico counts once a patch is placed."""

from __future__ import annotations

from collections.abc import Callable

from cattools.core.messages import N_, Text, integer, text
from cattools.games.calico.rules.components import box
from cattools.games.calico.rules.quilt import promo_cells
from cattools.games.calico.rules.state import Calico


def promo(state: Calico, at: str, _: str, hand: str) -> Text | None:
    """Explain what the promo cat counts before and after a patch is placed on a space (`calico.cat.promo`)."""
    action = state.game.action_from_presses(state, (hand, at))
    cat = state.promo_cat
    if cat is None or action is None or state.why_not(action):
        return None
    before, now = (
        promo_cells(cat, one.quilts[state.turn], state.likes).bit_count() for one in (state, state.apply(action))
    )
    most = max((promo_cells(cat, quilt, state.likes).bit_count() for quilt in state.quilts), default=0)
    facts = {"at": at.rpartition(".")[2], "cat": cat.title, "n": integer(now), "least": integer(box().least)}
    if not now:
        return text(N_("On {at}: {cat} counts nothing; {least} connected patches are needed."), **facts)
    if now == before:
        return text(N_("On {at}: {cat} counts {n}, as many as before."), **facts)
    if now < most:
        return text(N_("On {at}: {cat} counts {n}; another player has {most}."), most=integer(most), **facts)
    return text(N_("On {at}: {cat} counts {n}; before, it counted {before}."), before=integer(before), **facts)


REASONS: dict[str, Callable[..., Text | None]] = {"calico.cat.promo causes": promo}
