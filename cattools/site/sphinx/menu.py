"""The list of pages in the sidebar: the games, and below the open game its pages in three groups."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cattools.core.messages import N_, translated
from cattools.games import GAMES
from cattools.site.metadata import language_choice
from cattools.widgets.html import Html, el, join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sphinx.environment import BuildEnvironment

_PREFIX = re.compile(r"^(?:: |\uff1a)")  # between the name of the game and that of the page
PLAY_PAGE = "play"
_OVERVIEW_PAGE = "index"
_LEARN, _PLAY, _LOOK_UP, _BOOK = N_("Learn"), N_("Play"), N_("Look up"), N_("The book")
_OVERVIEW = N_("Overview")
# The group of each page of a chapter; all other pages explain rules, so they belong to the group "Learn".
_GROUPS = {
    _PLAY: (PLAY_PAGE, "practice", "scorer", "round-tracker"),
    _LOOK_UP: ("reference", "printable", "components", "position", "rulings"),
}


def html(env: BuildEnvironment, root: str, page: str, pathto: Callable[[str], str]) -> Html:
    """Return the list of pages for a page of the book; `root` is the first page, `pathto` returns a page's address."""
    pages = env.toctree_includes.get(root, [])
    games = [game for game in dict.fromkeys(name.split("/")[1] for name in pages) if game in GAMES]
    chapters = {game: [name for name in pages if name.startswith(f"book/{game}/")] for game in games}
    others = [name for name in pages if not any(name in chapter for chapter in chapters.values())]

    def link(name: str, words: str, css: str | None = None) -> Html:
        here = name == page
        return el("a", words, href="#" if here else pathto(name), class_=css, aria_current="page" if here else None)

    def entry(name: str, words: str = "") -> Html:
        css = "toctree-l1 current active" if name == page else "toctree-l1"
        return el("li", link(name, words or env.titles[name].astext()), class_=css)

    def listed(entries: Iterable[Html], css: str = "nav bd-sidenav") -> Html:
        return el("ul", list(entries), class_=css)

    def game(name: str) -> Html:
        title, chapter = str(GAMES[name].title), chapters[name]
        overview, play = f"book/{name}/{_OVERVIEW_PAGE}", f"book/{name}/{PLAY_PAGE}"
        links = [link(overview, title, "cat-menu-game"), link(play, _word(_PLAY), "cat-menu-play")]
        groups = _groups(chapter, page, lambda at: entry(at, _named(env, at, title)), title) if page in chapter else ()
        return el("li", el("div", links, class_="cat-menu-line"), groups, class_="cat-menu-chapter")

    return join(
        el("p", language_choice.switch(page, "../" * page.count("/")), class_="cat-languages"),
        listed([entry(root)], "nav bd-sidenav bd-sidenav__home-link"),
        listed(map(game, games)),
        el("p", _word(_BOOK), class_="caption"),
        listed(map(entry, others)),
    )


def _groups(chapter: Sequence[str], page: str, entry: Callable[[str], Html], title: str) -> list[Html]:
    """Return the three groups of a chapter's pages; the group of the open page is unfolded."""
    group = {name: _group_of(name) for name in chapter}
    return [
        el(
            "details",
            el("summary", _word(words)),
            el("ul", [entry(name) for name in chapter if group[name] == words], class_="nav", data_chapter=title),
            open=group[page] == words,
        )
        for words in (_LEARN, _PLAY, _LOOK_UP)
    ]


def _group_of(name: str) -> str:
    last = name.rpartition("/")[2]
    return next((words for words, pages in _GROUPS.items() if last in pages), _LEARN)


def _named(env: BuildEnvironment, name: str, title: str) -> str:
    """Return the name of a page within its chapter, without the name of the game."""
    if name.endswith(f"/{_OVERVIEW_PAGE}"):
        return _word(_OVERVIEW)
    words = _PREFIX.sub("", str(env.titles[name].astext()).removeprefix(title))
    return words[:1].upper() + words[1:]


def _word(words: str) -> str:
    return str(translated(words))
