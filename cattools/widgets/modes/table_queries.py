"""Three questions about a position on a real table: “May I?”, “What may I do?” and “What does it score?”.

While a question is open, the reader can make moves on the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from cattools.bots import HUMAN, OPPONENT
from cattools.core.chance import ByChance
from cattools.core.display.scene import Scene
from cattools.core.events import Event
from cattools.core.game import CHANCE, AnyState
from cattools.core.game_record import position_link
from cattools.core.messages import N_, Text, commas, first_part, many, semicolons, text, without_stop
from cattools.core.rules import Refusal, Rule
from cattools.core.score import Line
from cattools.core.table.determinization import why
from cattools.widgets import markup, score_table
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import MessageKind
from cattools.widgets.modes.free_play import FreePlay

MAY, CAN, COUNT = "may", "can", "count"
QUESTIONS = {MAY: N_("May I?"), CAN: N_("What may I do?"), COUNT: N_("What does it score?")}
FEW = 12  # at most this many actions are listed per reason, or per piece or card
ALIKE = 4  # at most this many pieces or cards that can do the same are listed
ROWS = 8  # at most this many rows are listed before the reader unfolds all of them
# The legal actions; those that may be legal, each with a position in which it is; the `why` of uncertain refusals.
Ways: TypeAlias = tuple[Sequence[Any], Mapping[Any, AnyState], Collection[tuple[str, str]]]


class Row(NamedTuple):
    """Actions that begin with one of the pieces or cards `firsts` and go on in the same ways: to `lasts`."""

    firsts: list[str]
    lasts: tuple[str, ...]
    number: int

    @property
    def is_long(self) -> bool:
        """Whether a short list leaves something out."""
        return len(self.firsts) > ALIKE or len(self.lasts) > FEW


def _list(rows: Sequence[Row], *, short: bool = False) -> Html:
    """Return rows of actions as a list, each with the number of actions."""
    items = list[Html]()
    for row in rows[:ROWS] if short else rows:
        first = semicolons(_shown(row.firsts, ALIKE, short=short))
        title = join(el("strong", text(N_("{pieces} ({n}):"), pieces=first, n=row.number)), " ") if first else None
        items.append(el("li", title, commas(_shown(row.lasts, FEW, short=short))))
    return el("ul", items, class_="cat-possible") if items else Html()


def _shown(words: Sequence[str], most: int, *, short: bool) -> list[str]:
    """Return all words, or if they are to be `short`, the first ones and the number of those left out."""
    left = len(words) - most
    return [*words] if not short or left <= 0 else [*words[:most], str(many("{n} more", "{n} more", left))]


class TableQueries(FreePlay):
    """A position and a question about it: `asked` is the question, or "" for none.

    `weighs`: whether the answer also explains why the other actions are illegal. `partly`: whether the score is that of
    an incomplete position.
    """

    prompts = False

    def __init__(self, session: GameSession, title: str) -> None:
        self.asked, self.weighs, self.partly = "", False, False
        super().__init__(session, title)

    def asked_now(self) -> list[object]:
        """Return the short answer in sentences; for “May I?”, the status and what to do."""
        state = self.state
        if self.asked == COUNT:
            seats, (lines, certain) = self.game.seats(state.options), self.counted_lines()
            if self.partly:
                return [
                    *self.tried(),
                    score_table.counted(seats, lines),
                    text(N_("Current score; the game is not over.")),
                ]
            ended = state.to_move is None and certain
            return [*self.tried(), score_table.counted(seats, lines), *([state.status()] if ended else [])]
        if self.asked == CAN and state.to_move is not None:
            sure, hang, _ = self.ways()
            said = many("{n} legal move, listed below.", "{n} legal moves, listed below.", len(sure))
            more = many("{n} more depends on hidden information.", "{n} more depend on hidden information.", len(hang))
            if hang and not sure:
                said = many(
                    "{n} move, listed below, depends on hidden information.",
                    "{n} moves, listed below, depend on hidden information.",
                    len(hang),
                )
            return [*self.tried(), said, *([more] if hang and sure else []), state.status()]
        how = [text(N_("Make the move on the board, or type it."))] if state.to_move is not None else []
        return [state.status(), *how]

    def tried(self) -> list[Text]:
        """Return a sentence if the answer is about the position after moves that were only tried."""
        moves = sum(node.parent is not None and node.parent.state.to_move != CHANCE for node in self.timeline.line)
        if not moves:
            return []
        return [
            many(
                "This counts the move tried here; “Undo” takes it back.",
                "This counts the {n} moves tried here; “Undo” takes them back.",
                moves,
            )
        ]

    def on_tap(self, area: str) -> None:
        """Handle a tap: an answer needs no second tap, because no move is final here."""
        if self.asked:
            self.on_press(area)
        else:
            super().on_tap(area)

    def explain_illegal(self) -> None:
        """Show why the other actions are illegal."""
        self.weighs = True
        self.answer(MessageKind.INFO, self.asked_now())

    def refused(self, action: Any, refusals: Sequence[Refusal]) -> None:
        """Give all reasons against an action, each with its rule."""
        if not self.asked:
            super().refused(action, refusals)
            return
        self.say(MessageKind.REFUSE, refusals, self.cited(refusals))

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what an action did, and that it is allowed."""
        super().happened(steps)
        if self.asked == MAY and steps:
            self.verdict()

    def verdict(self) -> None:
        """Say first that the action just played is allowed."""
        self.put_first(MessageKind.OK, [text(N_("Allowed."))])

    def counted_lines(self) -> tuple[Sequence[Line], bool]:
        """Return the lines of the score to show, and whether they are certain and complete."""
        return self.state.score().lines, True

    def describe_steps(self, steps: Sequence[Step]) -> tuple[list[object], list[Event]]:
        """Return what to say about steps; events of chance are labelled, because they did not happen at the table."""
        if not self.asked:
            return super().describe_steps(steps)
        said: dict[str, object] = {}
        for step in steps:
            for event in step.events:
                drawn = step.before.to_move == CHANCE
                said[str(event)] = text(N_("Drawn at random by the editor: {what}"), what=event) if drawn else event
        return [*said.values()], super().describe_steps(steps)[1]

    def full_answer(self) -> Html:
        """Return the full answer to the question."""
        state = self.state
        if self.asked == COUNT:
            return score_table.tables(state, self.game.seats(state.options), self.counted_lines()[0], None)
        if self.asked == CAN and state.to_move is not None:
            return join(self._ways(), self._refused() if self.weighs else None)
        return Html()

    def ways(self) -> Ways:
        """Return the legal actions, actions that may be legal, and the `why` of refusals that may not apply.

        Each action that may be legal is mapped to a position in which it is legal.
        """
        return self.state.legal(), {}, ()

    def _ways(self) -> Html:
        """Return the legal actions grouped by piece, card or kind of action, then the actions that may be legal."""
        sure, hang, _ = self.ways()
        rows, doubtful = self._rows(dict.fromkeys(sure, self.state)), self._rows(hang)
        title = el("p", text(N_("Depending on hidden information:"))) if doubtful else None
        found = join(_list(rows, short=True), title, _list(doubtful, short=True))
        if max(len(rows), len(doubtful)) <= ROWS and not any(row.is_long for row in (*rows, *doubtful)):
            return found
        whole = join(_list(rows), title, _list(doubtful))
        return join(found, markup.folded(text(N_("Show all {n} moves"), n=len(sure) + len(hang)), whole, css="cat-all"))

    def _rows(self, actions: Mapping[Any, AnyState]) -> list[Row]:
        """Return actions, each with a position in which it is legal, grouped by what is pressed first.

        Pieces or cards that can do the same share a row.
        """
        scenes, found = dict[int, Scene](), dict[str, list[str]]()
        for action, state in actions.items():
            if (scene := scenes.get(id(state))) is None:
                scene = scenes[id(state)] = self.hand.scene_of(state)
            first, last = self._in_words(scene, action, state)
            found.setdefault(first, []).append(last)
        alike = dict[tuple[str, ...], list[str]]()
        for first, lasts in found.items():
            alike.setdefault(tuple(dict.fromkeys(lasts)), []).append(first)
        return [Row(firsts, lasts, sum(len(found[first]) for first in firsts)) for lasts, firsts in alike.items()]

    def _in_words(self, scene: Scene, action: Any, state: AnyState) -> tuple[str, str]:
        """Return what is pressed first for an action, and the cell or card pressed last; else its button or intent."""
        presses, areas = self.game.presses(action), scene.areas
        if not presses:
            return "", str(self.game.label(action))
        if not areas.keys() >= {*presses}:
            return "", without_stop(str(self.game.intent(state, action)))
        first, last = areas[presses[0]].name, first_part(areas[presses[-1]].name)
        if len(presses) > 1:
            return first, last
        return next(g.name for g in scene.groups for row in g.rows for area in row if area.id == presses[0]), last

    def _some(self, actions: Iterable[Any], most: int = FEW) -> str:
        """Return the first `most` actions in words, by what is pressed for them."""
        scene, found = self.scene(), dict[str, None]()
        for action in actions:
            first, last = self._in_words(scene, action, self.state)
            alone = not first or len(self.game.presses(action)) < 2
            way = N_("{first} to {last}")
            found[last if alone else str(text(way, first=first_part(first), last=last))] = None
            if len(found) > most:
                break
        words = [*found]
        return commas([*words[:most], *(["…"] if len(words) > most else [])])

    def _refused(self) -> Html:
        """Return the illegal actions with the reasons, in a folded section for each rule."""
        found = dict[Rule, dict[str, list[Any]]]()
        _, hang, unsure = self.ways()
        may = {*map(str, hang)}
        for action in self.game.candidates(self.state):
            if isinstance(action, ByChance) or str(action) in may:
                continue
            if refusals := self.why_not(action):
                first = next((one for one in refusals if why(one) not in unsure), refusals[0])
                found.setdefault(self.game.rules.cited(first), {}).setdefault(str(first), []).append(action)
        return join(
            *(
                markup.folded(text(rule.title), markup.rule_link(rule), self._reasons(reasons), css="cat-count")
                for rule, reasons in found.items()
            )
        )

    def _reasons(self, reasons: Mapping[str, Sequence[Any]]) -> Html:
        """Return reasons with some of the actions they forbid."""
        rows = (el("li", said, " ", self._some(actions)) for said, actions in reasons.items())
        return el("ul", rows, class_="cat-possible")

    def links(self) -> list[Html]:
        """Return the links that start a game from here: between people, or against the computer."""
        state, page = self.state, f"{self.game.id}/play"
        if state.mover is None:
            return []
        seats = [OPPONENT] * len(self.session.players)
        seats[state.mover] = HUMAN
        ways = ((N_("Play from here"), ()), (N_("Play against the computer"), seats))
        links = [(said, position_link(state, who, self.session.names)) for said, who in ways]
        return [el("a", text(said), href="rule:play", data_page=page, data_anchor=link) for said, link in links]
