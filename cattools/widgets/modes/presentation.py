"""A presentation, slide by slide: the board asks a question, hands are counted, and the board plays the answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from urllib.parse import urlencode

from cattools.core.chance import Dealer
from cattools.core.display.scene import Mark, MarkKind, Scene
from cattools.core.errors import OptionError, RecordError, shorten
from cattools.core.game_record import VERSION, link_fields, read_fields
from cattools.core.messages import N_, integer, text
from cattools.core.rules import Rule
from cattools.core.timeline import Timeline
from cattools.lessons.answer_check import answer
from cattools.lessons.example import ExampleKind, audience_link, example
from cattools.lessons.presentation import MINUTES, Part, Slide, plan, shown
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, coded, heading, tools
from cattools.widgets.mode import RESUMED
from cattools.widgets.modes.examples.base import without_end
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.perspective import first_seat_view
from cattools.widgets.player_input import Played, PlayerInput
from cattools.widgets.protocol import Keep, Names
from cattools.widgets.score_table import marks_of, points

RECORD = "cattools lesson"
PART_WORDS = {
    Part.AIM: N_("Aim of the game"),
    Part.TURN: N_("A turn"),
    Part.RULE: N_("Common mistakes"),
    Part.SCORE: N_("Points"),
    Part.END: N_("The end"),
    Part.SHOWN: N_("Your answer?"),
}
LETTERS = "ABCDEFGH"
GONE = N_("The presentation window is closed or reloading. These notes return when it is back.")
SUM = N_("{who}: {points} in all.")
MAX_REPORTED = 4  # at most this many events or score lines are reported; if there are more, only the totals
MOST_HANDS = 999
HANDS = "hands"  # the field of a link that contains the hands counted per choice
SECONDS = 60


class PresentationMode(FreePlay):
    """A presentation; `at` is the slide's index, `revealed` whether the answer is shown, `counts` the hands counted."""

    presents = True
    fills = True
    addresses = ("slide", "example")
    shows_previews = False
    prompts = False

    def __init__(self, game_id: str) -> None:
        self.slides: Sequence[Slide] = plan(game_id)
        self.at, self.revealed, self.spoken, self.playing = 0, False, False, False
        self._reset_hands()
        session = GameSession(Timeline(self.slide.start()), Dealer(self.slide.seed))
        super().__init__(session, perspective=first_seat_view(session))

    @property
    def slide(self) -> Slide:
        """The slide shown now."""
        return self.slides[self.at]

    @property
    def asking(self) -> bool:
        """Whether a question is still open; until it is answered, the board must not reveal the answer."""
        return bool(self.slide.ask) and not self.revealed

    @property
    def waits(self) -> bool:
        """Whether there is still something to reveal."""
        return self.slide.waits and not self.revealed

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The board's accessible name among the regions of its page."""
        return str(text(N_("{game}: presentation"), game=text(self.game.title)))

    def head(self) -> Html:
        """Return the purpose of the slide."""
        return heading(str(text(PART_WORDS[self.slide.part])), (), "")

    def task(self) -> Html:
        """Return the slide's number, the clock and the question; if notes are switched on, also the words to say.

        The first slide shows its words to everybody: they say what one does in the game.
        """
        at = el("span", self.count, class_="cat-kind") if len(self.slides) > 1 else None
        ask = el("p", text(self.slide.ask), class_="cat-question") if self.slide.ask else None
        aim = self.slide.part is Part.AIM
        css = "cat-question" if aim else "cat-say"
        say = el("p", text(self.slide.say), class_=css) if (self.spoken or aim) and self.slide.say else None
        where = el(
            "p",
            at,
            self.clock(),
            class_="cat-place-in-series",
            **coded(self.place, str(text(N_("This slide on your phone")))),
            data_names=self.slide.names,
            data_window=text(N_("Presenter notes")),
            data_gone=text(GONE),
        )
        return join(where, ask, say)

    @property
    def count(self) -> str:
        """The slide's number, in words."""
        return str(text(N_("{n} of {all}"), n=self.at + 1, all=len(self.slides)))

    def clock(self) -> Html:
        """Return the clock element with the slide's planned start and end in seconds; the page runs the clock."""
        if len(self.slides) == 1:
            return Html()
        begin = SECONDS * sum(slide.minutes for slide in self.slides[: self.at])
        return el(
            "span",
            class_="cat-clock",
            data_begin=begin,
            data_end=begin + SECONDS * self.slide.minutes,
            data_words=text(N_("{now} of {all}"), now="{now}", all=f"{MINUTES}:00"),
            data_late=text(N_("{minutes} late"), minutes="{minutes}"),
            data_early=text(N_("{minutes} early"), minutes="{minutes}"),
        )

    def notes(self) -> Html:
        """Return the content of the presenter's window: what to say, the right answer, and what comes next."""
        slide, after = self.slide, self.slides[self.at + 1 :]
        answers = [
            el("li", tools(self._hands(n)), " ✓" if right and self.asking else None)
            for n, right in enumerate(self.right)
        ]
        coming = [(el("h2", text(PART_WORDS[one.part])), el("p", text(one.say))) for one in after[:1]]
        return join(
            el("p", self.count, " ", self.clock(), class_="where") if len(self.slides) > 1 else None,
            el("h1", text(PART_WORDS[slide.part])),
            el("p", text(slide.say), class_="say") if slide.say else None,
            el("p", text(slide.ask), class_="ask") if slide.ask else None,
            el("ul", answers) if answers else None,
            el("p", text(slide.reveal)) if slide.reveal else None,
            el("section", el("p", text(N_("Next"))), coming, class_="next") if coming else None,
            el("p", tools(self.ways()), class_="tools"),
        )

    def slots(self) -> dict[str, str]:
        """Return the slots, with the choices before the buttons, and the presenter's notes."""
        shown = el("div", map(self._choice, range(len(self.slide.choices))), class_="cat-votes")
        buttons = join(shown if self.slide.choices else None, tools(self.buttons()))
        return {**super().slots(), "tools": buttons, "notes": self.notes()}

    def _choice(self, n: int) -> Html:
        right = self.revealed and self.right[n]
        return el("div", tools(self._hands(n)), class_="cat-vote cat-right" if right else "cat-vote")

    def _hands(self, n: int) -> list[Button]:
        """Return the buttons of a choice, which add and remove a hand."""
        words, hands = text(self.slide.choices[n].words), self.counts[n]
        right = self.revealed and self.right[n]
        letter = el("b", LETTERS[n % len(LETTERS)], "\N{NO-BREAK SPACE}✓" if right else None)
        more = join(letter, " ", el("span", words), " ", el("b", integer(hands), class_="cat-hands"))
        return hand_buttons(n, words, more, hands, lambda change: self._counting(n, change))

    def _counting(self, n: int, change: int) -> Callable[[], None]:
        def count() -> None:
            self.counts[n] += change
            self.post(Keep(self.stand))
            if self.display is not None:
                self.display.update_text()

        return count

    def ways(self) -> list[Button]:
        """Return the buttons to the next and the previous slide."""
        reveal = N_("Show the answer") if self.slide.ask else N_("Show it on the board")
        on = str(text(reveal if self.waits else N_("Next")))
        ready = self.waits or self.at + 1 < len(self.slides)
        return [
            Button("next", on, self.go_on, ready, strong=True),
            Button("previous", text(N_("Back")), self.go_back, self.at > 0 or self.revealed),
        ]

    def buttons(self) -> list[Button]:
        """Return the navigation buttons and the presenter's buttons; the page handles buttons without an action."""
        said = Button("words", text(N_("Notes")), self.speak, bool(self.slide.say), on=self.spoken)
        return [
            *self.ways(),
            said,
            Button("window", text(N_("Notes window"))),
            Button("code", text(N_("QR code"))),
            Button("reset", text(N_("Start over")), self.reset, self.can_reset),
        ]

    def all_buttons(self) -> list[Button]:
        """Return all buttons, including those of the choices."""
        return [*self.buttons(), *(button for n in range(len(self.counts)) for button in self._hands(n))]

    @property
    def can_reset(self) -> bool:
        """Whether this is not the start of the presentation."""
        return self.at > 0 or self.revealed or self.slide.part is Part.SHOWN

    def side(self) -> Html:
        """Return the players' panels, but not where they take space from more important things.

        Next to a question, they may also reveal the answer; next to the aim of the game, they have nothing to say yet.
        """
        return Html() if self.slide.ask or self.slide.part is Part.AIM else super().side()

    def scene(self) -> Scene:
        """Return the slide's part of the scene."""
        return self.slide.scene_of(super().scene())

    def marks(self) -> Sequence[Mark]:
        """Return the marks of the last events or of possible presses; none while a question is open.

        After an answer, only the marks of its events are shown, even if the rules have preselected a press.
        """
        if self.asking:
            return []
        hand = self.hand
        if self.revealed and hand.event_marks and hand.chosen == hand.preselected:
            return [*hand.event_marks, *hand.hover_marks]
        return super().marks()

    def names(self, scene: Scene) -> Names:
        """Return the names of the areas; while a question is open, without saying what is possible."""
        return self.bare_names(scene) if self.asking else super().names(scene)

    def sample(self) -> str:
        """Return an example of typed input, but not while a question is open."""
        return "" if self.asking else super().sample()

    def resting(self) -> list[str]:
        """Return the message to show before anything has happened."""
        if self.slide.choices and self.asking:
            return [str(text(N_("Vote by show of hands: press a choice once per hand.")))]
        if self.waits:
            return [str(text(N_("Watch what happens.")))]
        return super().resting() if self.slide.waits else [str(text(N_("This is how it looks.")))]

    # --- actions -------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Reveal what this slide has to reveal, or show the next one."""
        if self.waits:
            self.reveal()
        else:
            self.go_to(self.at + 1)

    def go_back(self) -> None:
        """Hide the answer again, or show the previous slide."""
        self.go_to(self.at if self.revealed else self.at - 1)

    def reset(self) -> None:
        """Restart the presentation."""
        self.slides = plan(self.game.id)
        self.go_to(0)

    def go_to(self, at: int) -> None:
        """Show a slide, or the nearest existing one; a reload restores it with the hands counted for it."""
        at = max(0, min(at, len(self.slides) - 1))
        self.at, self.revealed = at, False
        if self.slide is not self.counted:
            self._reset_hands()
        self._lay()
        self.post(Keep(self.stand))
        self.answer(MessageKind.INFO, self.resting())

    def _reset_hands(self) -> None:
        """Reset the hands for another slide, and determine which of its choices are right."""
        self.counted, self.counts = self.slide, [0] * len(self.slide.choices)
        self.right = [self.slide.is_right(choice) for choice in self.slide.choices]

    def _lay(self) -> None:
        """Set up the slide's position."""
        self.session.begin(Timeline(self.slide.start()), dealer=Dealer(self.slide.seed), by=self.follow)
        self.perspective = first_seat_view(self.session)
        self.hand = PlayerInput(self.session, self.perspective, self.follow, shows_previews=self.shows_previews)

    def speak(self) -> None:
        """Show or hide the presenter's words on the board."""
        self.spoken = not self.spoken
        self.refresh()

    def reveal(self) -> None:
        """Play the answer on the board, and explain it."""
        self.revealed = True
        self._lay()
        legal, said, rules, state = [], list[object](), list[Rule](), self.state
        for written in self.slide.actions:
            action = self.game.read_action(written, state)
            if refusals := state.why_not(action):
                said += refusals
                rules += self.cited(refusals)
                self.hand.refused(action, refusals)
            else:
                legal.append(action)
                state = state.apply(action)
        if legal:
            played = self.hand.play(*legal)
            steps = played.steps if isinstance(played, Played) else ()
            self.playing = True
            self.played(steps)
            self.playing = False
            return
        if not said:
            said, rules = self._pointed_out()
        self._explain(MessageKind.REFUSE if self.slide.actions else MessageKind.OK, said, rules)
        self.refresh()

    def _pointed_out(self) -> tuple[list[object], list[Rule]]:
        """Mark the areas or score lines that the slide asks for; return the sentences and rules about them."""
        found = self.slide.example
        if found is not None and found.ask is not None:
            self.hand.event_marks = [Mark(MarkKind.CHANGED, area) for area in sorted(answer(found, self.state))]
            return [], []
        if not (any(choice.score for choice in self.slide.choices) or (found and found.kind is ExampleKind.SCORE)):
            return [], []
        asked = next((choice.score.partition(" ")[0] for choice in self.slide.choices), "")
        seats, score = self.game.seats(self.state.options), self.state.score()
        counted = [n for n, seat in enumerate(seats) if asked in ("", seat.id)]
        lines = [line for n in counted for line in score.of(n)]
        self.hand.event_marks = [mark for line in lines for mark in marks_of(line, ())]
        sentences: list[object] = [line.with_points for line in lines]
        if len(lines) > MAX_REPORTED and self.slide.reveal:
            sentences = []
        if len(lines) > 1:
            sentences += [text(SUM, who=seats[n].called, points=points(score.total(n))) for n in counted]
        return sentences, [self.game.rules.cited(line) for line in lines]

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened; if it is the answer, also explain it."""
        super().happened(steps)
        if self.playing:
            events = without_end([event for step in steps for event in step.events], self.state, self.slide.rules)
            self._explain(MessageKind.OK, events if len(events) <= MAX_REPORTED else [], [])

    def _explain(self, kind: MessageKind, said: Sequence[object], rules: Sequence[Rule]) -> None:
        """Report the number of correct votes, what happened or why it is forbidden, the explanation, and the rules."""
        own = [self.game.rules[rule] for rule in self.slide.rules]
        why = [text(self.slide.reveal)] if self.slide.reveal else [] if said else [text(one.sentence) for one in own]
        kind, verdict = self.verdict(kind)
        self.say(kind, [verdict, *said, *why], [*own, *rules])

    def verdict(self, kind: MessageKind) -> tuple[MessageKind, str]:
        """Return the kind of message, and a sentence with the number of correct votes if any votes were counted.

        A tick means that every vote was right.
        """
        votes = sum(self.counts)
        if not votes:
            return kind, ""
        right = sum(hands for hands, one in zip(self.counts, self.right, strict=True) if one)
        wrong = kind is MessageKind.OK and right < votes
        return MessageKind.INFO if wrong else kind, str(text(N_("Right: {n} of {all}."), n=right, all=votes))

    # --- saving --------------------------------------------------------------------------------------------------

    @property
    def place(self) -> str:
        """The part of a link after `#` that leads to this slide."""
        if self.slide.part is Part.SHOWN and self.slide.example is not None:
            return audience_link(self.slide.example)
        return urlencode({"game": self.game.id, "slide": self.at + 1})

    @property
    def stand(self) -> str:
        """`place` and the hands counted, which a reload restores; the QR code for phones does not contain the hands."""
        return f"{self.place}&{urlencode({HANDS: _written(self.counts)})}" if any(self.counts) else self.place

    def record(self) -> str:
        """Return the presentation's restart state; "" at its start."""
        if not self.can_reset and not any(self.counts):
            return ""
        return json.dumps({"format": RECORD, "version": VERSION, "place": self.stand, "revealed": self.revealed})

    def resume(self, record: str) -> None:
        """Restore a restart state. Raises `RecordError`."""
        found = read_fields(record, RECORD, {"place": str, "revealed": bool})
        self.on_address(found["place"])
        if found["revealed"] and self.waits:
            self.reveal()
        else:
            self.answer(MessageKind.INFO, [text(RESUMED)])

    # --- messages from the page ----------------------------------------------------------------------------------

    def on_address(self, fragment: str) -> None:
        """Show the slide or example of a link. Raises `RecordError` and `OptionError`."""
        fields = link_fields(fragment, *self.addresses, of=self.game)
        if "example" in fields:
            found = example(fields["example"])
            if found.game != self.game.id:
                raise OptionError(text(N_("expected an example of {game}, found {id}"), game=self.game.id, id=found.id))
            self._arrive((shown(found),), 0, fields.get(HANDS))
            return
        slide = fields["slide"]
        slides = plan(self.game.id)
        if not slide.isdecimal() or not 1 <= int(slide[:4]) <= len(slides):
            raise RecordError(
                text(N_("expected a slide from 1 to {most}, found {found}"), most=len(slides), found=shorten(slide))
            )
        self._arrive(slides, int(slide) - 1, fields.get(HANDS))

    def _arrive(self, slides: Sequence[Slide], at: int, hands: str | None) -> None:
        """Show the slide of a link with the hands counted in the link, or else with none."""
        choices = slides[at].choices
        counts = _read(hands, len(choices)) if hands is not None else [0] * len(choices)
        self.slides, self.at = slides, at
        self._reset_hands()
        self.counts = counts
        self.go_to(at)

    def on_press(self, area: str) -> None:
        """Play as usual; while a question is open, only name the area."""
        if self.asking:
            self.answer(MessageKind.INFO, [self.what_is(area)])
        else:
            super().on_press(area)

    def on_tap(self, area: str) -> None:
        """Handle a tap with a finger."""
        self.on_press(area) if self.asking else super().on_tap(area)

    def on_query(self, area: str) -> None:
        """Say what is possible at an area; while a question is open, only name it."""
        self.on_press(area) if self.asking else super().on_query(area)

    def on_hover(self, area: str | None) -> None:
        """Show the preview of a press, unless a question is open."""
        if not self.asking:
            super().on_hover(area)

    def on_typed(self, written: str) -> bool:
        """Play a typed move, unless a question is open."""
        if self.asking:
            self.answer(MessageKind.INFO, self.resting())
            return False
        return super().on_typed(written)

    def on_back(self) -> None:
        """Clear the selection, or else undo what was tried on the board."""
        if self.hand.chosen != self.hand.preselected:
            super().on_back()
        elif not self.asking:
            self.undo()


def hand_buttons(
    n: int, words: object, shown: Html, hands: int, counting: Callable[[int], Callable[[], None]]
) -> list[Button]:
    """Return the buttons that add a hand to the `n`-th choice and remove one.

    The first button shows `shown`. `counting(change)` returns a function that changes the number of hands.
    """
    less = join(
        "\N{MINUS SIGN}", el("span", " ", text(N_("Remove one vote for {words}"), words=words), class_="cat-sr")
    )
    return [
        Button(f"hands:{n}", shown, counting(1), hands < MOST_HANDS),
        Button(f"less:{n}", less, counting(-1), hands > 0),
    ]


def _written(counts: Sequence[int]) -> str:
    return ".".join(map(str, counts))


def _read(hands: str, choices: int) -> list[int]:
    """Return the hands counted for a number of choices. Raises `RecordError`."""
    counts = hands.split(".")
    if len(counts) != choices or not all(one.isdecimal() and len(one) <= len(str(MOST_HANDS)) for one in counts):
        raise RecordError(text(N_("expected one number per choice, found {found}"), found=shorten(hands)))
    return [*map(int, counts)]
