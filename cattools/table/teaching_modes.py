"""What one device shows while a table teaches: the slide or question, and ways to answer it.

The book's own modes show slides and questions. Here, the host leads all devices, each device has one vote, and the
big screen shows the votes as bars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from cattools.core.display.scene import Mark, MarkKind, Scene
from cattools.core.display.seat_names import naming
from cattools.core.messages import N_, NP_, Text, integer, many, text
from cattools.lessons.practice.question_set import NUMBER
from cattools.lessons.presentation import Part
from cattools.table.teaching import PRESENTATION, Teaching
from cattools.widgets import markup
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.delegating import DelegatingMode
from cattools.widgets.modes.practice.question import MISSED, AreasQuiz, PracticeQuestion, ask
from cattools.widgets.modes.presentation import LETTERS, MOST_HANDS, PresentationMode, hand_buttons
from cattools.widgets.protocol import Names

TICK = "\N{NO-BREAK SPACE}✓"
BY_HANDS = N_("Answer on your phone, or by show of hands: press a choice once per hand.")
HANDS_LATER = N_("Answer on your phone, or remember your answer: hands are counted when the right one is shown.")
VOTE = "vote:"  # prefix of the id of a button that votes for a choice


@dataclass(frozen=True, slots=True)
class Guest:
    """Who uses a device: its `voter`; whether it is the `host`'s; whether it is the screen that all see (`shared`)."""

    voter: str
    host: bool = False
    shared: bool = False

    def sees(self, voter: str) -> bool:
        """Return whether the device shows more after a vote."""
        return self.shared or voter == self.voter


def _bar(words: object, count: int, most: int, *, right: bool, of: bool = False) -> Html:
    """Return a bar as long as the share of `count` in `most`; with `of`, the bar also says how many `most` is."""
    counted = text(N_("{n} of {all}"), n=count, all=most) if most else text(N_("no answers"))
    share = round(100 * count / most) if most else 0
    return el(
        "div",
        el("span", style=f"inline-size:{share}%", class_="share"),
        el("span", words, TICK if right else None),
        el("b", counted if of else integer(count)),
        class_="bar right" if right else "bar",
    )


def _bars(*bars: Html) -> Html:
    return el("div", bars, class_="bars")


def _answered(teaching: Teaching) -> Html:
    """Return how many have answered, by phone and by hand."""
    count = len(teaching.votes) + sum(teaching.hands)
    return el("p", many("{n} answer so far.", "{n} answers so far.", count), class_="cat-row")


def _lettered(n: int, words: Text) -> Html:
    """Return a choice with its letter."""
    return join(el("b", LETTERS[n % len(LETTERS)]), " ", el("span", words))


def _read_only(choice: Html) -> Html:
    """Return a choice on a screen that cannot count hands."""
    return el("p", choice, class_="cat-vote")


def _hands(teaching: Teaching, n: int, words: Text, shown: Html, *, ready: bool) -> list[Button]:
    """Return the buttons that count hands for a choice.

    They show no number, because votes by phone are hidden until the answer is shown.
    """

    def counting(change: int) -> Callable[[], None]:
        def count() -> None:
            if ready and teaching.hands[n] + change <= MOST_HANDS:
                teaching.raise_hand(n, change)

        return count

    return hand_buttons(n, words, shown, teaching.hands[n], counting)


def _judged(*, right: bool) -> tuple[MessageKind, list[str]]:
    """Return whether a device's own answer was right."""
    return (MessageKind.OK, [str(text(N_("Right.")))]) if right else (MessageKind.REFUSE, [str(text(MISSED))])


class SlideMode(PresentationMode):
    """A slide of the presentation on one device."""

    def __init__(self, teaching: Teaching, guest: Guest) -> None:
        self.teaching, self.guest = teaching, guest
        super().__init__(teaching.game.id)
        self.presents = guest.host  # others do not lead
        teaching.followers.append(self)
        self.sync()

    def close(self) -> None:
        """Stop following the teaching."""
        self.teaching.followers.remove(self)
        super().close()

    def sync(self) -> None:
        """Show the current slide of the teaching, with the answer if it is revealed."""
        with self.here():
            self.at, self.revealed = self.teaching.at, False
            self._reset_hands()
            self._lay()
            if self.teaching.revealed:
                self.counts = self.teaching.counts()
                self.reveal()
            else:
                self.answer(MessageKind.INFO, self.resting())

    def voted(self, voter: str) -> None:
        """Show a vote where it is seen."""
        if self.guest.sees(voter):
            self.refresh()

    def _reset_hands(self) -> None:
        super()._reset_hands()
        if self.slide is self.teaching.slides[self.teaching.at]:
            self.counts = self.teaching.hands

    def resting(self) -> list[str]:
        """Return the message to show before anything has happened."""
        if not (self.slide.choices and self.asking):
            return super().resting()
        if not self.guest.shared:
            return [str(text(N_("Press your answer. You can change it until the right one is shown.")))]
        return [str(text(BY_HANDS))]

    def verdict(self, kind: MessageKind) -> tuple[MessageKind, str]:
        """Return whether this device's own vote was right; without one, how many votes were right.

        It is never a refusal: nobody has played anything.
        """
        vote = None if self.guest.shared else self.teaching.votes.get(self.guest.voter)
        if vote is None:
            kind, said = super().verdict(kind)
        else:
            kind, (said,) = _judged(right=self.right[vote])
        return MessageKind.INFO if kind is MessageKind.REFUSE else kind, said

    def slots(self) -> dict[str, str]:
        """Return the slots, with the choices before the buttons."""
        choices = range(len(self.slide.choices))
        if not choices:
            shown = Html()
        elif self.revealed and self.guest.shared:
            most = sum(self.counts)
            rows = (
                _bar(text(one.words), n, most, right=right)
                for one, n, right in zip(self.slide.choices, self.counts, self.right, strict=True)
            )
            shown = _bars(*rows)
        else:
            votes = el("div", map(self._choice, choices), class_="cat-votes")
            shown = join(votes, _answered(self.teaching) if self.guest.shared else None)
        return {**super().slots(), "tools": join(shown, markup.tools(self.buttons())), "notes": ""}

    def task(self) -> Html:
        """Return the slide's number and the question; if there is none, what the presenter says is the heading."""
        if self.slide.ask or self.slide.part is Part.AIM:
            return super().task()
        about = el("p", text(self.slide.say), class_="cat-question")
        return join(el("p", el("span", self.count, class_="cat-kind"), class_="cat-place-in-series"), about)

    def clock(self) -> Html:
        """Return no clock: everybody sees the screen."""
        return Html()

    def _choice(self, n: int) -> Html:
        if self.guest.shared and not self.guest.host:
            return _read_only(_lettered(n, self._words(n)))
        return super()._choice(n)

    def _words(self, n: int) -> Text:
        return text(self.slide.choices[n].words)

    def _hands(self, n: int) -> list[Button]:
        """Return the buttons of a choice: to count hands on the big screen, to vote on other devices."""
        words = join(_lettered(n, self._words(n)), TICK if self.revealed and self.right[n] else None)
        if self.guest.shared:
            return _hands(self.teaching, n, self._words(n), words, ready=self.asking)
        mine = self.teaching.votes.get(self.guest.voter) == n
        return [Button(f"{VOTE}{n}", words, self._voting(n), not self.revealed, on=mine)]

    def _voting(self, n: int) -> Callable[[], None]:
        return lambda: self.teaching.vote(self.guest.voter, n)

    def buttons(self) -> list[Button]:
        """Return the host's buttons to the next and the previous slide."""
        return self.ways() if self.guest.host else []

    def links(self) -> list[Html]:
        """Return no links to other pages: they would leave the table."""
        return []

    def go_on(self) -> None:
        """Lead all devices on."""
        self.teaching.go_on()

    def go_back(self) -> None:
        """Lead all devices back."""
        self.teaching.go_back()


class QuestionMode(DelegatingMode):
    """One of ten questions on one device, which can answer once and then waits for the right answer."""

    fills = True
    answered: PracticeQuestion | None = None  # the question with this device's answer, until the answer is revealed

    def __init__(self, teaching: Teaching, guest: Guest) -> None:
        self.teaching, self.guest = teaching, guest
        super().__init__(str(text(teaching.game.title)))
        teaching.followers.append(self)
        self.sync()

    def close(self) -> None:
        """Stop following the teaching."""
        self.teaching.followers.remove(self)
        self._release()

    def _release(self) -> None:
        for one in (getattr(self, "inner", None), self.answered):
            if one is not None:
                one.display = None
                one.close()

    @contextmanager
    def here(self) -> Iterator[None]:
        """Within the block, write texts in the page's language; the people at the table are not in the question."""
        with self.context.here(), naming({}):
            yield

    # --- following -----------------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Show the current question of the teaching, or its answer."""
        with self.here():
            if not self.teaching.revealed and not self.teaching.over:
                self._release()
                self.answered = None
                self._put(self._made())
            elif self.answered is not None:
                self.inner.close()
                self._put(self.answered)
                self.answered = None
            elif not hasattr(self, "inner") or not self.inner.done:
                self._put(self._made())
                self.inner.solve()
                self._judge()
            self.refresh()

    def _judge(self) -> None:
        """Say whether this device's answer was right, if only its vote is known, not the answer itself."""
        vote = None if self.guest.shared else self.teaching.votes.get(self.guest.voter)
        if vote is not None:
            self.inner.put_first(*_judged(right=bool(vote)))

    def voted(self, voter: str) -> None:
        """Show a vote where it is seen."""
        if self.guest.sees(voter):
            self.refresh()

    def _made(self) -> PracticeQuestion:
        found = ask(self.teaching.question(), self._on_answer)
        if isinstance(found, AreasQuiz):
            found.names_answer = True
        if self.guest.shared:
            found.say(MessageKind.INFO, [text(BY_HANDS if self.teaching.counts_hands else HANDS_LATER)])
        return found

    def _put(self, inner: PracticeQuestion) -> None:
        self.inner = inner
        inner.display = self

    def _on_answer(self, right: bool) -> None:
        """Take the answer, and show the question without it until the right answer is revealed."""
        if self.teaching.revealed or self.teaching.over:
            return
        first = self.answered is None
        self.inner.display = None
        if first:
            self.answered = self.inner
        self._put(self._made())
        if first and not self.guest.shared and self.guest.voter not in self.teaching.votes:
            self.teaching.vote(self.guest.voter, int(right))
        self.refresh()

    @property
    def waits(self) -> bool:
        """Whether this device has answered, and the right answer is not revealed yet."""
        return self.guest.voter in self.teaching.votes and not self.teaching.revealed

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The board's accessible name among the regions of its page."""
        return str(text(N_("{game}: practice"), game=text(self.teaching.game.title)))

    def scene(self) -> Scene:
        """Return the question's scene."""
        return self.inner.scene()

    def marks(self) -> Sequence[Mark]:
        """Return the question's marks; after the answer, rings around the right areas, as nothing else has."""
        inner = self.inner
        if self.teaching.over:
            return []
        if not (inner.done and isinstance(inner, AreasQuiz)):
            return inner.marks()
        areas, right = inner.scene().areas, inner.asked.answer(inner.timeline.root.state)
        return [*inner.marks(), *(Mark(MarkKind.SELECTED, area) for area in sorted(right) if area in areas)]

    def names(self, scene: Scene) -> Names:
        """Return the name of every area."""
        return self.inner.names(scene)

    def slots(self) -> dict[str, str]:
        """Return the slots: the question's own, its number, and how the room has answered."""
        ours = {"task": self.task(), "tools": self._tools(), "extra": Html()}
        if self.teaching.over:
            ours["status"] = markup.message(MessageKind.INFO, self._score())
            ours["head"] = markup.heading(str(text(self.teaching.game.title)), (), "")  # nobody is to move
            ours["side"] = Html()
        elif self.waits:
            said = text(N_("Your answer counts. Wait until the right one is shown."))
            ours["status"] = markup.message(MessageKind.INFO, [str(said)])
        return {**self.inner.slots(), **ours}

    def task(self) -> Html:
        """Return the number of the question, and the question."""
        if self.teaching.over:
            return el("p", text(N_("Ten questions: the result")), class_="cat-question result")
        count = text(N_("{n} of {all}"), n=self.teaching.at + 1, all=NUMBER)
        return el(
            "div",
            el("p", el("span", count, class_="cat-kind")),
            self.inner.task(),
            class_="for-all" if self.guest.shared else None,
        )

    def _tools(self) -> Html:
        """Return the bars or the number of answers on the big screen, and the buttons."""
        teaching, bars = self.teaching, Html()
        if not self.guest.shared:
            pass
        elif teaching.over:
            rules = [teaching.game.rules[rule] for rule in teaching.series.rules]
            rows = zip(rules, teaching.results, strict=True)
            bars = _bars(*(_bar(text(rule.title), right, votes, right=False, of=True) for rule, (right, votes) in rows))
        elif teaching.revealed:
            right, votes = teaching.tally()
            bars = _bars(
                _bar(text(N_("Right answers")), right, votes, right=True),
                _bar(text(N_("Wrong answers")), votes - right, votes, right=False),
            )
        else:
            bars = _answered(teaching)
        return join(self._choices(), bars, markup.tools(self.buttons()))

    def _choices(self) -> Html:
        """Return the answers for which hands are counted now, on the big screen."""
        teaching = self.teaching
        if not (self.guest.shared and teaching.counts_hands) or (teaching.revealed and not self.guest.host):
            return Html()
        rows = [
            el("div", markup.tools(self._hands(n, words)), class_="cat-vote")
            if self.guest.host
            else _read_only(self._named(n, words))
            for n, (words, _) in enumerate(teaching.choices())
        ]
        return el("div", rows, class_="cat-votes")

    def _named(self, n: int, words: Text) -> Html:
        return el("span", words) if self.teaching.revealed else _lettered(n, words)

    def _hands(self, n: int, words: Text) -> list[Button]:
        return _hands(self.teaching, n, words, self._named(n, words), ready=True)

    def _score(self) -> list[str]:
        if self.guest.shared:
            right, votes = map(sum, zip(*self.teaching.results, strict=True))
            return [str(text(N_("Together: {right} of {all} answers were right."), right=right, all=votes))]
        voter = self.guest.voter
        right, answered = self.teaching.right.get(voter, 0), self.teaching.answered.get(voter, 0)
        if not answered:
            return [str(text(N_("You answered none of the questions.")))]
        one, more = NP_("You answered {n} question: {right} right.", "You answered {n} questions: {right} right.")
        return [str(many(one, more, answered, right=right))]

    def buttons(self) -> list[Button]:
        """Return the answers on a device that can give one, and the buttons of the host."""
        teaching, found = self.teaching, list[Button]()
        if not (self.guest.shared or self.waits or self.inner.done):
            found = [button for button in self.inner.buttons() if button.id != "solve"]
        if not self.guest.host or teaching.over:
            return found
        words = N_("Show the answer") if teaching.waits else N_("Next question")
        return [*found, Button("next", text(words), teaching.go_on, strong=True)]

    def all_buttons(self) -> list[Button]:
        """Return all buttons, including those of the choices."""
        counts = self.guest.host and self.guest.shared and self.teaching.counts_hands
        choices = self.teaching.choices() if counts else ()
        return [*self.buttons(), *(button for n, (words, _) in enumerate(choices) for button in self._hands(n, words))]


TeachingMode = SlideMode | QuestionMode


def mode_of(teaching: Teaching, guest: Guest) -> TeachingMode:
    """Return the mode for a device."""
    return (SlideMode if teaching.what == PRESENTATION else QuestionMode)(teaching, guest)
