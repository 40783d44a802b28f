"""Free play: a position of any game, played by presses and typed moves, with all seats in one person's hands.

The game's rules check every action. A refused action changes nothing, and the board gives the reasons with a link to
each rule. All other modes in which a game is played are built on this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from cattools.core import selection
from cattools.core.chance import Dealer
from cattools.core.display.scene import Area, Mark, Panel, Scene
from cattools.core.display.seat_names import naming
from cattools.core.errors import NotationError
from cattools.core.events import Event, EventKind
from cattools.core.game import AnyGame, AnyState, PlainTurn
from cattools.core.game_record import read_names, read_record, record_of
from cattools.core.messages import N_, Text, commas, first_part, many, semicolons, sentences, text
from cattools.core.notation.turns import read_turn
from cattools.core.rules import Refusal, Rule
from cattools.core.timeline import Timeline
from cattools.render import animation, svg
from cattools.widgets import markup
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.html import Html, el
from cattools.widgets.markup import Button, MessageKind, Quiet
from cattools.widgets.mode import RESUMED, Mode, sentence, table_link
from cattools.widgets.perspective import HotSeatView
from cattools.widgets.player_input import NO_USE, Chosen, NoEffect, Outcome, Played, PlayerInput, Previewed, Refused
from cattools.widgets.protocol import CHOSEN, LEGAL, Hint, Names

TURN = N_("{who} to move")
PLAY = "play:"  # prefix of the id of a button that plays an action, followed by its notation
SHOWN = 4  # at most this many reasons for a refusal, or actions at an area, are listed
LINKED_FIRST = (EventKind.LEAVE, EventKind.REACT, EventKind.NEWS)


class FreePlay(Mode):
    """A board for playing in a game session, and the messages about what happens."""

    shows_previews = True  # whether previews are shown, if the game has them
    warning = N_("This cannot be undone.")  # the preview of an action that cannot be undone says so
    prompts = True  # whether a line above the parts says what to press; otherwise the task does

    def __init__(
        self, session: GameSession | AnyState, title: str = "", perspective: HotSeatView | None = None
    ) -> None:
        self.session = session if isinstance(session, GameSession) else GameSession(Timeline(session), Dealer(0))
        self.perspective = perspective or HotSeatView(self.session)
        self.hand = PlayerInput(self.session, self.perspective, self.follow, shows_previews=self.shows_previews)
        super().__init__(title or str(text(self.game.title)))
        self.session.followers.append(self.follow)
        with self.here():
            self.say(MessageKind.INFO, self.resting())

    @property
    def state(self) -> AnyState:
        """The current position."""
        return self.session.state

    @property
    def shown(self) -> AnyState:
        """The position that is shown: an earlier one while the reader looks back."""
        return self.perspective.state

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.session.game

    @property
    def timeline(self) -> Timeline:
        """The game's states in order."""
        return self.session.timeline

    @contextmanager
    def here(self) -> Iterator[None]:
        """Within the block, write texts in the page's language and with the players' names."""
        with super().here(), naming(self.session.called):
            yield

    # --- what is shown -------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return the scene of the position as the reader sees it."""
        return self.hand.scene()

    def marks(self) -> Sequence[Mark]:
        """Return all marks, such as those of the last events or of possible presses."""
        return self.hand.marks()

    def bare_names(self, scene: Scene) -> Names:
        """Return the areas' names without the words “possible” and “chosen”."""
        return {id_: (self.called(area), 0) for id_, area in scene.areas.items()}

    def called(self, area: Area) -> str:
        """Return an area's name without the words “possible” and “chosen”."""
        return area.name

    def names(self, scene: Scene) -> Names:
        """Return every area's name, followed by “chosen” if it is selected and “possible” if it can be pressed."""
        possible, chosen = str(text(N_("possible"))), str(text(N_("chosen")))
        suffixes = {
            flags: commas(["", *([chosen] if flags & CHOSEN else []), *([possible] if flags & LEGAL else [])])
            for flags in (0, LEGAL, CHOSEN, LEGAL | CHOSEN)
        }
        areas = scene.areas
        return {
            area: (self.called(areas[area]) + suffixes[flags], flags) for area, flags in self.hand.flags(scene).items()
        }

    def sample(self) -> str:
        """Return an action that can be typed now."""
        return next(map(str, self.state.legal()), "") if self.hand.acts else ""

    def buttons(self) -> list[Button]:
        """Return the buttons below the board."""
        return [
            *self.actions(),
            Button("undo", text(N_("Undo")), self.undo, self.perspective.undo_to is not None),
            Button("redo", text(N_("Redo")), self.redo, self.can_redo),
            Button("reset", text(N_("Reset")), self.reset, self.can_reset),
        ]

    @property
    def can_reset(self) -> bool:
        """Whether the game can be reset."""
        return self.perspective.takes_back and self.timeline.node is not self.timeline.root

    @property
    def can_redo(self) -> bool:
        """Whether an undone action can be redone."""
        return self.perspective.takes_back and self.timeline.can_redo

    def actions(self) -> list[Button]:
        """Return a button for each legal action that has no area on the board."""
        without_area = [a for a in self.state.legal() if not self.game.presses(a)] if self.hand.acts else []
        return [self._action_button(action) for action in without_area]

    def _action_button(self, action: Any) -> Button:
        words = self.game.label(action)
        return self.play_button(f"{PLAY}{action}", words, action)

    def play_button(self, id_: str, words: str | Text, action: Any, *, strong: bool = True) -> Button:
        """Return a button that plays an action; a tap first shows what it does, if that cannot be undone."""
        return Button(id_, words, self._playing(action), strong=strong, tap=lambda: self._tap(action))

    def _playing(self, action: Any) -> Any:
        return lambda: self.report(self.hand.act(action))

    def panels(self) -> tuple[Panel, ...]:
        """Return the players' panels; the reader's own says “You”."""
        found = self.game.panels(self.shown.view(self.perspective.seat))
        return tuple(replace(one, name=self.seat_label(one.seat)) if one.seat == self.you else one for one in found)

    def framed(self) -> int | None:
        """Return the seat whose panel is framed: the seat to move."""
        return self.shown.to_move

    def side(self) -> Html:
        """Return the panels next to the board."""
        return markup.side(self.panels(), self.framed())

    def head(self) -> Html:
        """Return the title, and whose turn it is."""
        seat = self.on_turn
        token = () if seat is None else self.panels()[seat].token
        return markup.heading(self.heading, token, self.chip())

    def task(self) -> Html:
        """Return what to press now; it has its own slot, so that it is never mixed with what happened."""
        return el("p", self.prompt(), class_="cat-prompt") if self.prompts else Html()

    def hint(self) -> Html:
        """Return the element that shows previews; it is empty if previews are off or the game is over."""
        return markup.hint() if self.shows_previews and self.state.to_move is not None else Html()

    def ghost(self) -> Html:
        """Return a drawing of the chosen piece, which follows the pointer."""
        if len(self.hand.chosen) != 1:
            return Html()
        piece = next((p for p in self.scene().pieces if p.area == self.hand.chosen[0]), None)
        return Html(svg.shapes(piece.shapes)) if piece else Html()

    def result_message(self, said: Iterable[object]) -> Html:
        """Return how a finished game has ended, with the winner's token and links to the rules that decided."""
        won, rule = self.state.winners(), self.game.ending(self.state).rule
        token = FreePlay.panels(self)[won[0]].token if len(won) == 1 else ()
        rules = [*([self.game.rules[rule]] if rule else []), *self.ended_by()]
        return markup.message(MessageKind.RESULT, map(str, said), rules, token)

    def extra(self) -> Html:
        """Return the links from this position to other pages."""
        links = [(" ", link) for link in self.links()]
        return el("p", links, class_="cat-links") if links else Html()

    def links(self) -> list[Html]:
        """Return the link that opens the position editor with what the viewer knows of this position."""
        editor, state = self.game.position_editor, self.shown
        if editor is None:
            return []
        draft = editor.read(state)
        if not self.perspective.sees_all:
            draft = editor.known(draft, self.perspective.seat, state.mover)
        return [table_link(self.game, editor, draft)]

    # --- texts ---------------------------------------------------------------------------------------------------

    def name_of(self, seat: int | None) -> Text:
        """Return a seat's name."""
        return self.game.seats(self.state.options)[seat or 0].called

    @property
    def you(self) -> int | None:
        """The only seat that the reader plays; None if the reader plays several, or none."""
        return None

    def seat_label(self, seat: int) -> str:
        """Return who has a seat: "You (Plum)" for the reader, otherwise only the name."""
        who = self.name_of(seat)
        alone = len(self.game.seats(self.state.options)) == 1
        return str(text(N_("You ({who})"), who=who)) if seat == self.you and not alone else str(who)

    @property
    def on_turn(self) -> int | None:
        """The seat whose turn the heading shows."""
        return self.shown.mover

    def turn(self) -> str:
        """Return whose turn it is in a few words; "" if nobody decides."""
        seat = self.on_turn
        if seat is not None and seat == self.you:
            return str(text(N_("board\x04Your turn")))
        return "" if seat is None else str(text(TURN, who=self.name_of(seat)))

    def chip(self) -> str:
        """Return the words at the board's top edge: whose turn it is, or else the status."""
        return self.turn() or self.status()

    def status(self) -> str:
        """Return a sentence that says whose turn it is, or how the game ended."""
        return str(self.shown.status())

    def prompt(self) -> str:
        """Return what to press now; "" if the reader cannot act."""
        return str(self.state.prompt()) if self.hand.acts and self.state.mover is not None else ""

    def standing(self) -> str:
        """Return the end of a message about a position: the prompt or status, only spoken if it is shown elsewhere."""
        if self.prompts and (said := self.prompt()):
            return Quiet(said)
        said = self.status()
        return Quiet(said) if isinstance(self.state.status(), PlainTurn) else said

    def resting(self) -> list[str]:
        """Return the message to show before anything has happened."""
        said = self.standing()
        if not isinstance(said, Quiet):
            return [said]
        first = N_("Messages about the game appear here.") if self.prompts else N_("Press anything on the board.")
        return [str(text(first)), said]

    def closing(self) -> list[str]:
        """Return the end of a message about an action: in the middle of a turn, what to press next.

        Nothing if another seat decides: whether it is in the middle of its turn can depend on its hidden cards.
        """
        if not (self.state.pending and self.hand.acts):
            return []
        return [self.standing() if self.prompts else prompt_line(self.prompt() or self.status())]

    def ended_by(self) -> list[Rule]:
        """Return the rule by which the last action ended the game; an empty list if the game is not over."""
        node = self.timeline.node
        if self.state.to_move is not None or node.parent is None:
            return []
        return [self.game.rules.cited(node.parent.state.events(node.action)[-1])]

    def cited(self, refusals: Iterable[Refusal]) -> list[Rule]:
        """Return the rules that refusals cite, or the interpretations that apply instead."""
        return [self.game.rules.cited(refusal) for refusal in refusals]

    def why_not(self, action: Any) -> Sequence[Refusal]:
        """Return the refusals to show for an illegal action."""
        return self.state.why_not(action)

    # --- outcomes ------------------------------------------------------------------------------------------------

    def report(self, outcome: Outcome) -> None:
        """Report the outcome of a press or a move, and show it."""
        match outcome:
            case Played(steps=steps):
                self.played(steps)
            case Refused(action=action, refusals=refusals):
                self.refused(action, refusals)
                self.refresh()
            case Chosen(presses=presses):
                self.chose(presses)
                self.refresh()
            case Previewed(area=area, preview=seen, final=final):
                self._show_preview(area, seen.said, final=final)
            case NoEffect():
                if not self.hand.acts:
                    self.rest()

    def _show_preview(self, pressed: str, said: Sequence[Text], *, final: bool) -> None:
        """Show the preview of an action; a second press on `pressed` plays it."""
        warned = [text(self.warning)] if final else []
        self.answer(MessageKind.INFO, [*said, *warned, text(N_("Press again to play it."))])
        self.hand.tapped = pressed

    def played(self, steps: Sequence[Step]) -> None:
        """Report what was played and show it, with motions if they are switched on."""
        plan = None
        if self.display is not None and self.display.moves:
            scenes = [(self.hand.scene_of(step.before), self.hand.scene_of(step.after)) for step in steps]
            pairs = zip(steps, scenes, strict=True)
            plan = animation.plan((event, *both) for step, both in pairs for event in step.events)
        self.happened(steps)
        self.refresh(plan)

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened, with links to the rules."""
        said, events = self.describe_steps(steps)
        self.say(MessageKind.INFO, [*said, *self.closing()], map(self.game.rules.cited, events))

    def describe_steps(self, steps: Sequence[Step]) -> tuple[list[object], list[Event]]:
        """Return the sentences that report steps, and the events whose rules are linked."""
        said = dict.fromkeys(self.sentence_of(event) for step in steps for event in step.events)  # each once
        return [*said], [event for step in steps for event in linked(step.events)]

    def sentence_of(self, event: Event) -> str:
        """Return the sentence that reports an event to the reader."""
        return str(self.addressed(event.text))

    def addressed(self, said: Text) -> Text:
        """Return a sentence, in the second person if it is about the only seat that the reader plays."""
        return said if self.you is None else self.game.addressed(said, self.name_of(self.you))

    def reasons(self, refusals: Sequence[Refusal]) -> list[Text]:
        """Return the sentences of the refusals that are shown."""
        return [self.addressed(refusal.text) for refusal in refusals[:SHOWN]]

    def refused(self, action: Any, refusals: Sequence[Refusal]) -> None:  # noqa: ARG002 - used by examples
        """Give the reasons why an action is illegal, with a link to each rule."""
        self.say(MessageKind.REFUSE, self.reasons(refusals), self.cited(refusals[:SHOWN]))

    def chose(self, presses: tuple[str, ...]) -> None:
        """Report the selection and what can be pressed next: the number of cells, or if there are none, other areas."""
        if not presses:
            self.say(MessageKind.INFO, self.resting())
            return
        scene = self.scene()
        cells = {area.id for group in scene.groups if group.role == "grid" for row in group.rows for area in row}
        leads_to = selection.next_areas(self.state, presses)
        ways = len(cells & {*leads_to})
        name = scene.areas[presses[-1]].name
        said = many(
            "Chosen: {name}. Now press the marked cell.",
            "Chosen: {name}. Now press one of the {n} marked cells.",
            ways,
            name=name,
        )
        places = semicolons([scene.areas[id_].name for id_ in leads_to if id_ in scene.areas][:SHOWN])
        if not leads_to:
            refusals = self.barred(presses)[:SHOWN]
            self.say(MessageKind.REFUSE, self.reasons(refusals) or [text(NO_USE, name=name)], self.cited(refusals))
            return
        if not places:
            said = text(N_("Chosen: {name}."), name=name)
        elif not ways:
            said = text(N_("Chosen: {name}. Now press: {places}."), name=name, places=places)
        self.say(MessageKind.INFO, [said])

    def barred(self, presses: tuple[str, ...]) -> Sequence[Refusal]:
        """Return the refusals that all actions beginning with some presses have in common."""
        first, *others = selection.conceivable(self.state, presses) or (None,)
        reasons = [] if first is None else [*self.why_not(first)]
        for action in others:
            if not reasons:
                break
            also = self.why_not(action)
            reasons = [reason for reason in reasons if reason in also]
        return reasons

    def rest(self) -> None:
        """Report the status when the reader cannot act."""
        self.answer(MessageKind.INFO, [self.status()], self.ended_by())

    def follow(self, steps: Sequence[Step]) -> None:
        """Show what was played on another board of the session; without steps, show another node of the game."""
        with self.here():  # the other board may use another language
            if steps:
                self.hand.follow(steps)
                self.played(steps)
            else:
                self.hand.clear()
                self.answer(MessageKind.INFO, self.resting(), self.ended_by())

    def close(self) -> None:
        """Leave the session."""
        self.session.followers.remove(self.follow)

    def refresh(self, plan: animation.Motion | None = None, pause: float = 0.0) -> None:
        """Update everything; the next tap of a finger shows the preview again."""
        self.hand.tapped = ""
        super().refresh(plan, pause)

    # --- saved games ---------------------------------------------------------------------------------------------

    def record(self) -> str:
        """Return the game so far; "" before it has begun, or if other people play it too."""
        played = self.perspective.takes_back and self.timeline.line
        return record_of(self.timeline).to_json() if played else ""

    @property
    def chosen(self) -> list[str]:
        """The presses made by the reader, without the preselected ones."""
        presses, preselected = self.hand.chosen, self.hand.preselected
        count = len(preselected)
        return [*(presses[count:] if presses[:count] == preselected else presses)]

    def resume(self, record: str) -> None:
        """Continue the game in a record. Raises `RecordError`."""
        timeline = read_record(record, {self.game.id: self.game}).replay()
        self.session.begin(timeline, self.session.players, by=self.follow)
        self.restored(text(RESUMED))

    # --- messages from the page ----------------------------------------------------------------------------------

    def on_press(self, area: str) -> None:
        """Select, play or refuse, depending on what the press means."""
        self.heard(area, self.hand.press(area))

    def on_tap(self, area: str) -> None:
        """Handle a tap: if the action has a preview or could not be undone, only the second tap plays it."""
        self.heard(area, self.hand.tap(area))

    def heard(self, area: str, outcome: Outcome) -> None:
        """Report the outcome of a press on an area; a press that means nothing is answered too."""
        if isinstance(outcome, NoEffect) and self.hand.acts:
            said = text(NO_USE, name=self.scene().areas[area].name)
            self.answer(MessageKind.INFO, [said, self.standing()])
        else:
            self.report(outcome)

    def _tap(self, action: Any) -> None:
        """Handle a tap on an action's button: if the action could not be undone, only the second tap plays it."""
        pressed = f"{PLAY}{action}"
        if self.hand.tapped == pressed or not self.hand.is_final(action):
            self.report(self.hand.act(action))
        else:
            self._show_preview(pressed, [self.game.deed(self.state, action)], final=True)

    def on_typed(self, written: str) -> bool:
        """Play a move or a whole turn typed in notation."""
        if not self.hand.acts:
            self.rest()
            return False
        try:
            actions = read_turn(written, self.state)
        except NotationError as error:
            self.answer(MessageKind.REFUSE, [sentence(error)])
            return False
        outcome = self.hand.act(*actions)
        self.report(outcome)
        return isinstance(outcome, Played)

    def on_hover(self, area: str | None) -> None:
        """Show the preview of a press on an area."""
        seen = self.hand.point(area)
        self.post(Hint(sentences(seen.said)))
        if self.display is not None:
            self.display.point(self.marks())

    def on_query(self, area: str) -> None:
        """Say what is possible at an area."""
        if not self.hand.acts:
            self.rest()
            return
        state, game, chosen = self.state, self.game, self.hand.chosen
        onward = selection.following(state, (area,))
        into = [a for a in selection.following(state, chosen) if area in game.presses(a)[len(chosen) :]]
        if chosen and not (onward or into):
            action = game.action_from_presses(state, (*chosen, area))
            if action is not None and (refusals := self.why_not(action)):
                self.answer(MessageKind.REFUSE, refusals[:SHOWN], self.cited(refusals[:SHOWN]))
                return
        said = self._possible(area, [*onward, *into])
        self.answer(MessageKind.INFO, [said, *self.hand.preview_of(self.hand.aimed(area)).said])

    def _possible(self, area: str, actions: Sequence[Any]) -> Text:
        """Return a sentence that says what can be done at an area."""
        areas = self.scene().areas
        name = areas[area].name
        if onward := selection.next_areas(self.state, (area,)):
            places = dict.fromkeys(first_part(areas[one].name) for one in onward)
            return text(N_("Here: {name}. From here: {places}."), name=name, places=commas(places))
        if actions:
            wishes = list(dict.fromkeys(str(self.game.intent(self.state, action)) for action in actions))
            more = [str(text(N_("And more.")))] if len(wishes) > SHOWN else []
            return text(N_("Here: {name}. Possible: {wishes}"), name=name, wishes=sentences([*wishes[:SHOWN], *more]))
        return text(N_("Here: {name}. Nothing is possible now."), name=name)

    def on_remembered(self, name: str, value: str) -> None:
        """Apply the players' names of the last visit unless names have already been set. Raises `OptionError`."""
        if name != "names":
            super().on_remembered(name, value)
        elif not any(self.session.names):
            self.session.call(self.names_of(value))
            self.answer(MessageKind.INFO, self.resting())

    def names_of(self, remembered: str) -> list[str]:
        """Return the remembered names that can be used here."""
        return read_names(remembered)

    def on_back(self) -> None:
        """Clear the selection, or else undo."""
        if self.hand.chosen != self.hand.preselected:
            self.report(self.hand.choose(()))
        else:
            super().on_back()

    def undo(self) -> None:
        """Undo the last choice."""
        if self.session.undo(self.perspective.undo_to, by=self.follow):
            self.restored(text(N_("Undone.")))

    def redo(self) -> None:
        """Redo what was undone."""
        if self.session.redo(by=self.follow):
            self.restored(text(N_("Redone.")))

    def reset(self) -> None:
        """Go back to the start."""
        self.session.goto(self.timeline.root, by=self.follow)
        self.restored(text(N_("Back to the start.")))

    def restored(self, said: object) -> None:
        """Show a position reached by undo, redo or navigation."""
        self.hand.clear()
        self.answer(MessageKind.INFO, [said, self.standing()], self.ended_by())


def prompt_line(prompt: str) -> Html:
    """Return a prompt inside a message, on a line of its own."""
    return el("span", prompt, class_="cat-prompt")


def linked(events: Sequence[Event]) -> list[Event]:
    """Return the events whose rule is linked: the consequences of an action.

    The first event is the action itself, which the player knows; its rule is linked only if the kind of the event is in
    `LINKED_FIRST`.
    """
    return [event for n, event in enumerate(events) if n or event.kind in LINKED_FIRST]
