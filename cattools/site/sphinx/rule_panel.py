"""The panel that shows a rule next to the board; the page's script fills in the rule."""

from __future__ import annotations

from cattools.core.messages import N_
from cattools.site.sphinx.live_cells import page_word

_BACK, _OPEN, _CLOSE = N_("Back"), N_("Open the page"), N_("Close the rule")
_COMING, _LOST = N_("Loading the rule …"), N_("The rule could not be loaded. The game is unchanged.")


def template() -> str:
    """Return the panel as an HTML template, which every page with boards contains."""
    coming, lost = page_word(_COMING), page_word(_LOST)
    return (
        '<template id="cat-rule-panel">'
        f'<aside class="cat-rule-panel" aria-labelledby="cat-rule-title" data-coming="{coming}" data-lost="{lost}">'
        '<div class="cat-rule-bar">'
        f'<button type="button" class="cat-rule-back" hidden>{page_word(_BACK)}</button>'
        f'<a class="cat-rule-open">{page_word(_OPEN)}</a>'
        f'<button type="button" class="cat-rule-close" aria-label="{page_word(_CLOSE)}">✕</button>'
        "</div>"
        '<p class="cat-rule-where"></p><h2 id="cat-rule-title" tabindex="-1"></h2><div class="cat-rule-text"></div>'
        "</aside></template>"
    )
