"""The chapters of the games: the pages below `book/` or, for a game from another distribution, in its own package.

The pages in a package are as their author wrote them. Here they get their front matter and the rules' sentences,
and the pages that every game has are added.
"""

from __future__ import annotations

from pathlib import Path

from cattools.core.loading.game_packages import installed
from cattools.site.game_pages import generate
from cattools.site.notebooks.normalize import FRONT_MATTER
from cattools.site.sphinx.rule_sections import ROOT, brought_up_to_date, folder, pages, with_file_links

FIRST = ("first-game", "index")  # the pages with which a chapter begins, if it has them


def written(game_id: str, root: Path = ROOT) -> dict[str, tuple[Path, str]]:
    """Return the files of a game's chapter by page name, such as `turn`, each with its text."""
    found = {file.stem: (file, file.read_text(encoding="utf-8")) for file in pages(folder(game_id, root))}
    if installed()[game_id].is_own:
        return found
    return {name: (file, _completed(text, f"{game_id}/{name}")) for name, (file, text) in found.items()}


def chapter(game_id: str) -> dict[str, str]:
    """Return the texts of the pages of a game from another distribution, by page name, in the chapter's order."""
    own = {name: text for name, (_, text) in written(game_id).items()}
    first = [name for name in FIRST if name in own]
    return {**{name: own[name] for name in first}, **own, **generate.pages_of(game_id), **own}


def _completed(page: str, name: str) -> str:
    front = "" if page.startswith("---\n") else f"{FRONT_MATTER}---\n\n"
    return front + with_file_links(brought_up_to_date(page), name)
