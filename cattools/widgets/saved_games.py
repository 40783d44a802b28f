"""Saved games in the reader's browser: offering, listing, exporting and deleting them.

The page stores the games (`frontend/storage/saved_games.js`); Python receives the list and sends commands.
"""

from __future__ import annotations

from collections.abc import Callable

from cattools.core.messages import N_, Text, commas, deserialize, sentences, text
from cattools.widgets import markup
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, folded
from cattools.widgets.protocol import KeptGame, KeptGames, ToPage

NOT_SAVED = N_("This browser does not save games for this page. To continue later, save the game as a file.")


class SavedGames:
    """The saved games of one board.

    `post` sends a message to the page, and `say` shows a sentence to the reader. `may_hand_out` takes a button's id and
    returns whether a game can be exported to a file now.
    """

    def __init__(
        self, post: Callable[[ToPage], None], say: Callable[[Text], None], may_hand_out: Callable[[str], bool]
    ) -> None:
        self.post, self.say, self.may_hand_out = post, say, may_hand_out
        self.found = KeptGames({})
        self.doomed = ""  # the id of the game that a second press would delete
        self.unread: set[str] = set()  # the ids of unreadable games

    def offer(self) -> list[Button]:
        """Return the button that continues the latest unfinished game, if there is one."""
        going_on = (id_ for id_ in self._others() if not self._over(id_) and id_ not in self.unread)
        found = next(going_on, None)
        if found is None:
            return []
        words = text(N_("Continue game from {when}"), when=self._when(found))
        return [Button(f"kept:resume:{found}", words, self._doing("resume", found), strong=True)]

    def buttons(self) -> list[Button]:
        """Return the buttons of all saved games."""
        says = {"resume": N_("Continue"), "save": N_("Save as a file"), "delete": N_("Delete")}
        return [
            Button(f"kept:{deed}:{id_}", text(words), self._doing(deed, id_))
            for id_ in self.found.games
            for deed, words in (says | ({"delete": N_("Delete permanently")} if id_ == self.doomed else {})).items()
            if deed != "resume" or id_ != self.found.current
        ]

    def _doing(self, deed: str, id_: str) -> Callable[[], None]:
        def do() -> None:
            doomed, self.doomed = self.doomed, ""
            if deed == "delete" and doomed != id_:
                self.doomed = id_
                warning = N_("A deleted game cannot be restored. “Delete permanently” deletes the game from {when}.")
                self.say(text(warning, when=self._when(id_)))
            elif deed != "save" or self.may_hand_out(f"kept:{deed}:{id_}"):
                self.post(KeptGame(deed, id_))

        return do

    def section(self, not_saved: str = NOT_SAVED) -> Html:
        """Return the list of saved games with their buttons, and a sentence that says where they are stored.

        If the browser stores nothing, return the sentence `not_saved` instead.
        """
        if not self.found.able:
            return el("p", text(not_saved), class_="cat-row")
        where = text(N_("Games are saved as you play, only in this browser."))
        ways = {id_: [b for b in self.buttons() if b.id.endswith(f":{id_}")] for id_ in self.found.games}
        rows = [el("li", self._row(id_), " ", el("span", markup.tools(ways[id_]))) for id_ in self.found.games]
        return folded(text(N_("Saved games")), el("p", where), el("ul", rows) if rows else None, css="cat-kept-games")

    def _row(self, id_: str) -> Html:
        words = self._words(id_)
        here = text(N_("on the board now")) if id_ == self.found.current else None
        notes = [str(note) for note in (words[0] if words else None, here) if note]
        return join(el("strong", self._when(id_)), " ", commas(notes), " ", sentences(words[1:]))

    def unreadable(self, id_: str) -> list[Text]:
        """Return the message that a saved game cannot be read; it stays in the list but is no longer offered."""
        self.unread.add(id_)
        said = N_("Your game from {when} cannot be read. You can still save it as a file, under “Saved games”.")
        return [text(said, when=self._when(id_))]

    def _others(self) -> list[str]:
        return [id_ for id_ in self.found.games if id_ != self.found.current]

    def _when(self, id_: str) -> str:
        when = next(iter(self.found.games.get(id_, ())), "")
        return when or str(text(N_("another day")))

    def _words(self, id_: str) -> list[str]:
        return [deserialize(label) for label in list(self.found.games.get(id_, ()))[1:]]

    def _over(self, id_: str) -> bool:
        return len(self.found.games.get(id_, ())) > 2  # the day, what game it is, how it ended
