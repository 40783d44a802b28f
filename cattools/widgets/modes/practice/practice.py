"""Practice without end: the rules make a question, the reader answers, what was wrong comes back sooner.

The question is on a board of its own kind (`question.py`), which this mode shows; around it stand what is asked next
and what is known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from random import Random

from cattools.core.chance import MOST_SEED, random_seed
from cattools.core.display.scene import Mark, Scene
from cattools.core.errors import CattoolsError, RecordError, shorten
from cattools.core.game_record import VERSION, link_fields, read_fields
from cattools.core.messages import N_, text
from cattools.core.rules import Rule
from cattools.games import game
from cattools.lessons.practice import question, question_set, spaced_repetition
from cattools.lessons.practice.config import topics
from cattools.lessons.practice.position_pool import Pool, pool
from cattools.lessons.practice.question import Question
from cattools.lessons.practice.question_set import NUMBER, Series
from cattools.lessons.practice.spaced_repetition import Memory
from cattools.render.animation import Motion
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, coded, message, rule_link, tool_line
from cattools.widgets.mode import sentence
from cattools.widgets.modes.delegating import Around
from cattools.widgets.modes.free_play import Free
from cattools.widgets.modes.practice.knowledge_list import knowledge, practise
from cattools.widgets.modes.practice.question import Prepared, Quiz, ask
from cattools.widgets.protocol import Begun, Download, Names, Remember

RECORD = "cattools practising"
MOST_HANDS = 99
PRACTICE = "practice."  # begins the name under which what is known is kept
TEN = "ten."  # begins the name under which the last ten questions are kept
KNOWN = "known."  # begins the name under which the menu's map of a game is kept, a digit for each rule
READ = 200.0  # milliseconds that an answer is shown before the next question is made
RULE = "rule:"  # begins the id of a button that practises one rule
UNREADABLE = N_("What this browser has kept cannot be read; it stays, and nothing new is kept, until you delete it.")
LOST_TEN = N_("The ten questions that you began cannot go on.")


class Practice(Around):
    """Questions on a game's rules: without end, ten of them, or about `only` one rule.

    `clock` tells the time, `chance` decides what is asked.
    """

    reads_address = True
    fills = True
    shares = True

    def __init__(
        self,
        game_id: str,
        only: str = "",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        chance: Random | None = None,
    ) -> None:
        self.game = game(game_id)
        self.clock, self.chance = clock, chance or Random(random_seed())
        self.memory = Memory(game_id)
        self.remembers = (f"{TEN}{game_id}", f"{PRACTICE}{game_id}")
        self.kept_ten = ""  # the ten questions with their answers, as the browser keeps them
        self.only = self.pool.known(only) if only else ""
        self.series: Series | None = None
        self.begun = clock()
        self.answers = 0
        self.unread = ""  # what is kept and cannot be read
        self.doomed = False  # whether the next press deletes what is kept
        self.ahead: Prepared | None = None  # the next question, made while the reader reads the answer
        self.first: Prepared | None = None  # the question on the board, while it is shown for the first time
        self._map: tuple[object, Html] | None = None  # what the map tells, and the map
        super().__init__(str(text(self.game.title)))
        first = self.pool.draw(self.only, self.chance) if only else question.read(topics(game_id).first, game_id)
        self._ask(first)

    @property
    def pool(self) -> Pool:
        """The positions that questions are made of; read when they are first wanted."""
        return pool(self.game.id)

    # --- asking --------------------------------------------------------------------------------------------------

    def _made(self, asked: Question) -> Quiz:
        with self.here():
            return ask(asked, self._answered)

    def _ask(self, asked: Question) -> None:
        self._put(self._made(asked))

    def _put(self, inner: Quiz) -> None:
        """Put a question on the board."""
        self.ahead = None
        if hasattr(self, "inner"):
            self.inner.display = None
            self.inner.close()
        self.inner: Quiz = inner
        inner.display = self
        if self.series is not None:
            self.series.counts = False
        self._keep_ten()

    def _answered(self, right: bool) -> None:
        """Take in an answer, and have it kept."""
        self.ahead = None
        asked, now = self.inner.asked, self.clock()
        if self.series is not None and self.series.over:  # what is answered after them is none of them
            self.series = None
        if self.series is not None:
            self.series.answered(asked.rule, right=right)
            self.series.seconds, self.series.since = int((now - self.begun).total_seconds()), int(now.timestamp())
        if self.room is not None:  # the answers are the room's, not the reader's
            self._keep_ten()
            return
        self.answers += 1
        self.memory.answered(asked.rule, now, right=right, grade=asked.grade)
        self._keep_ten()
        self._keep()

    def go_on(self) -> None:
        """Ask the next question; after the last of ten go on without end."""
        following = self.ahead or Prepared(self._made(self._next()))
        if self.series is not None and self.series.over:
            self.series = None
        self._put(following.quiz)
        self.first = following
        try:
            self.refresh()
        finally:
            self.first = None

    def _next(self) -> Question:
        """Return what is asked next."""
        if self.series is not None and not self.series.over:
            return self.series.question()
        last = self.inner.asked.rule if self.inner.done else ""
        rule = self.only or self.memory.next(self.pool.rules, self.clock(), self.chance, last)
        return self.pool.draw(rule, self.chance)

    def practise(self, rule: str) -> None:
        """Ask about one rule from now on; with none about all."""
        self.only, self.ahead = self.pool.known(rule) if rule else "", None
        self._leave_ten()
        self.go_on()

    def begin(self, series: Series) -> None:
        """Ask ten questions, from the first that is not answered."""
        self.series, self.only, self.ahead = series, "", None
        self._start_clock(series)
        if series.counts and series.hands:
            self._count_on(series, series.hands)
        else:
            self.go_on()

    def _count_on(self, series: Series, hands: list[int]) -> None:
        """Come back to the last question that the room has answered: its hands are still counted."""
        counted, seconds, since = hands.pop(), series.seconds, series.since
        series.at -= 1
        self._put(self._made(series.question()))
        self.inner.solve()
        hands[-1], series.seconds, series.since = counted, seconds, since
        self._keep_ten()
        self.refresh()

    def _start_clock(self, series: Series) -> None:
        """Let the time go on from where it was."""
        now = self.clock()
        self.begun = now - timedelta(seconds=series.spent(now))
        series.since = series.since or int(now.timestamp())

    @property
    def room(self) -> list[int] | None:
        """For the projector: of each of ten questions, how many had it right."""
        return self.series.hands if self.series else None

    def project(self) -> None:
        """Ask the same ten again, one by one, for the room."""
        if self.series is not None:
            self.begin(Series(self.pool, self.series.seed, hands=[]))

    def count(self, change: int) -> None:
        """Count a hand more, or less, of those who had the question right."""
        if self.room:
            self.room[-1] = max(0, min(self.room[-1] + change, MOST_HANDS))
            self._keep_ten()
            self.retell()

    def ten(self) -> None:
        """Ask ten questions by lot."""
        self.begin(Series(self.pool, int(self.chance.random() * MOST_SEED)))

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The board's name among the regions of its page."""
        return str(text(N_("{game}: practice"), game=text(self.game.title)))

    def here(self) -> AbstractContextManager[object]:
        """Let what is made or said within belong to the board's page."""
        return self.session.here()

    def scene(self) -> Scene:
        """Return the picture."""
        return self.first.scene if self.first else self.inner.scene()

    def marks(self) -> Sequence[Mark]:
        """Return the signs on it."""
        return self.first.marks if self.first else self.inner.marks()

    def names(self, scene: Scene) -> Names:
        """Return what every area is called."""
        return self.first.names if self.first else self.inner.names(scene)

    def slots(self) -> dict[str, str]:
        """Return the words and buttons around the board: the question's own, and the practice's."""
        end = self.series.line() if self.series is not None and self.series.over else ""
        said = join(message(MessageKind.SCORE, [end]) if end else None, self.inner.message)
        answers = f"cat-answers{' cat-half' * self.inner.is_half_answered}"
        rows = join(tool_line(self.answer_buttons(), css=answers), tool_line(self.onward_buttons()), self._table())
        ours = {"task": self.task(), "said": said, "tools": rows, "extra": self.extra()}
        return {**(self.first.slots if self.first else self.inner.slots()), **ours}

    def _table(self) -> Html:
        """Return the link that sets up a table as it stands here; before the answer it would ask the rules for it."""
        links = Free.links(self.inner) if self.inner.done else []
        return el("p", links, class_="cat-room") if links else Html()

    def task(self) -> Html:
        """Return which of ten questions it is, and what is asked."""
        at = self.series
        code = coded(at.link(), str(text(N_("These ten questions on your phone")))) if at else {}
        place = el("span", class_="cat-where", **code) if at else None
        number = (at.at + (not self.inner.done)) if at else 0
        count = text(N_("{n} of {all}"), n=number, all=NUMBER) if at and number <= NUMBER else None
        about = rule_link(self.game.rules[self.only]) if self.only else None
        return join(el("p", el("span", count, class_="cat-kind"), place) if at else None, self.inner.task(), about)

    def buttons(self) -> list[Button]:
        """Return the question's buttons, then where to go from here."""
        return [*self.answer_buttons(), *self.onward_buttons()]

    def answer_buttons(self) -> list[Button]:
        """Return the question's buttons: in sight together on every screen, for one of them is the answer."""
        found = [*self.inner.buttons()]
        if self.inner.done and self.room:
            more, less = text(N_("One hand more (right so far: {n})"), n=self.room[-1]), text(N_("One hand less"))
            found.append(Button("hand", str(more), lambda: self.count(1)))
            found.append(Button("less", str(less), lambda: self.count(-1), self.room[-1] > 0))
        if self.inner.done:
            found.append(Button("next", str(text(N_("Next question"))), self.go_on, strong=True))
        return found

    def onward_buttons(self) -> list[Button]:
        """Return what else can be asked, and the links."""
        found = [Button("ten", str(text(N_("Ten questions"))), self.ten)]
        if self.only or self.series:
            found.append(Button("all", str(text(N_("All rules, without end"))), lambda: self.practise("")))
        if self.series is not None:
            found += [
                Button("group", str(text(N_("Link for the group"))), self.share_series),
                Button("code", str(text(N_("QR code")))),
                Button("room", str(text(N_("For the projector"))), self.project, on=self.room is not None or None),
            ]
        return [*found, Button("share", str(text(N_("Link to this question"))), self.share)]

    def all_buttons(self) -> Iterator[Button]:
        """Yield every button there is: also those of the map."""
        yield from self.buttons()
        yield from self.map_buttons()
        yield from (self._one(self.game.rules[rule]) for rule in self.listed)

    @property
    def listed(self) -> list[str]:
        """The rules on the map: those that are asked about."""
        reasons = topics(self.game.id).reasons
        return [rule for rule in self.game.rules if rule not in reasons]

    def _one(self, rule: Rule) -> Button:
        return practise(rule, f"{RULE}{rule.id}", lambda: self._choose(rule.id), on=self.only == rule.id)

    def _choose(self, rule: str) -> None:
        """Ask about a rule of the map; on a phone its board stands far above."""
        self.practise(rule)
        self.post(Begun())

    def map_buttons(self) -> list[Button]:
        """Return what can be done with what is known: saved, deleted."""
        kept = bool(self.memory.rules or self.unread)
        delete = N_("Delete for good") if self.doomed else N_("Delete")
        return [
            Button("save", str(text(N_("Save as a file"))), self.save, kept),
            Button("open", str(text(N_("Load a file")))),
            Button("delete", str(text(delete)), self.delete, kept),
        ]

    def extra(self) -> Html:
        """Return the map of what is known; drawn anew only when it has changed, for every press would wait for it."""
        now = self.only, self.doomed, self.unread, self.answers, self.memory
        if self._map is None or self._map[0] != now:
            rules = [self.game.rules[rule] for rule in self.listed]
            self._map = now, knowledge(self.memory, rules, self.clock(), self._one, self.map_buttons())
        return self._map[1]

    # --- saying --------------------------------------------------------------------------------------------------

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:
        """Show everything as it is now; while an answer is read, the next question is made."""
        is_read = self.inner.done and self.ahead is None
        super().refresh(motion, pause or (READ if is_read else 0.0))

    # --- keeping -------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Have the browser keep what is known, unless it keeps what nobody could read."""
        if not self.unread:
            now, rules = self.clock(), self.pool.rules
            levels = "".join(str(int(self.memory.known(rule, now))) for rule in rules) if self.memory.rules else ""
            self.post(Remember(f"{KNOWN}{self.game.id}", levels))
            self.post(Remember(self.remembers[1], self.memory.to_json()))

    def on_remembered(self, name: str, value: str) -> None:
        """Take in what the reader's browser has kept; who comes again is asked what is due, not the first question."""
        if name.startswith(TEN):
            self._take_ten(value)
        elif self._learn(value) and value and self.is_first:
            self._ask(self._next())
            self.refresh()

    def on_elsewhere(self, name: str, value: str) -> None:
        """Take in what is known in another tab; nothing: deleted there. The question stays."""
        if not name.startswith(TEN):
            self._learn(value)

    def _learn(self, value: str) -> bool:
        """Take in what is known, and return whether it could be read."""
        try:
            told = spaced_repetition.read(value, self.game.id, self.pool.rules) if value else Memory(self.game.id)
        except CattoolsError as error:
            self.unread = value
            self.answer(MessageKind.REFUSE, [text(UNREADABLE), sentence(error)])
            return False
        self.memory, self.unread = self.memory.merged(told) if value else told, ""
        if self.memory.to_json() != told.to_json():  # the other tab did not know of this one's answers
            self._keep()
        self.retell()
        return True

    def _keep_ten(self) -> None:
        """Have the browser keep ten questions with their answers, until ten others are begun."""
        if self.series is not None:
            self._write_ten(self.series.written())

    def _leave_ten(self) -> None:
        """Go on without the ten questions; those that are not answered to the end are kept no more."""
        if self.series is not None and not self.series.over:
            self._write_ten("")
        self.series = None

    def _write_ten(self, kept: str) -> None:
        if kept != self.kept_ten:
            self.kept_ten = kept
            self.post(Remember(self.remembers[0], kept))

    def _take_ten(self, value: str) -> None:
        """Go on with ten questions of the last visit, unless the reader has begun something else by now."""
        try:
            found = question_set.resumed(value, self.pool) if value else None
        except CattoolsError as error:  # of another edition, say: these questions are no more
            self.answer(MessageKind.REFUSE, [text(LOST_TEN), sentence(error)])
            self.post(Remember(self.remembers[0], ""))  # it is said once
            return
        if found is None:
            return
        linked = self.series is not None and self.series.at == 0 and self.series.link() == found.link()
        if not (linked or self.is_first):
            return
        if not found.over or found.counts:
            self.begin(found)
            return
        self.series, self.kept_ten = found, value
        if linked:  # the first of them is on the board
            self._ask(self._next())
        self.refresh()

    @property
    def is_first(self) -> bool:
        """Whether the page still shows the question that it begins with, and nothing was done."""
        begun = self.answers or self.only or (self.series and not self.series.over)
        changed = begun or self.inner.done or self.inner.record()
        return not changed and self.inner.asked == question.read(topics(self.game.id).first, self.game.id)

    def save(self) -> None:
        """Hand out what is known as a file; what cannot be read as it is."""
        self.post(Download(f"{self.game.id}-practice.json", self.unread or self.memory.to_json()))
        self.answer(MessageKind.INFO, [text(N_("Saved as a file."))])

    def on_file(self, written: str) -> None:
        """Add what is known by a file; of each rule the later answer counts. Raises `RecordError`."""
        found = spaced_repetition.read(written, self.game.id, self.pool.rules)
        if not found.rules:
            raise RecordError(text(N_("expected a file that knows a rule of {id}, found none"), id=self.game.id))
        self.memory, self.unread = self.memory.merged(found), ""
        self._keep()
        self.answer(MessageKind.INFO, [text(N_("What the file knows is added to what you know."))])

    def delete(self) -> None:
        """Forget what is known, at the second press."""
        self.doomed = not self.doomed
        if self.doomed:
            self.answer(MessageKind.INFO, [text(N_("What is deleted cannot be brought back."))])
            return
        self.memory, self.unread = Memory(self.game.id), ""
        self._keep()
        self.answer(MessageKind.INFO, [text(N_("Deleted."))])

    def share(self) -> None:
        """Hand out the link to this question."""
        self.hand_out(self.inner.asked.link(), N_("The link leads to this question."))

    def share_series(self) -> None:
        """Hand out the link to these ten questions."""
        if self.series is not None:
            self.hand_out(self.series.link(), N_("The link leads to the same ten questions, for everybody."))

    def record(self) -> str:
        """Return where the practice is, with half an answer; nothing before anything was done."""
        half = "" if self.inner.done else self.inner.record()
        if not self.answers and self.series is None and not half:
            return ""
        ten = self.series.written() if self.series else ""
        now = {"link": self.inner.asked.link(), "half": half, "only": self.only, "ten": ten, "done": self.inner.done}
        return json.dumps({"format": RECORD, "version": VERSION, **now, "known": self.memory.to_json()})

    def resume(self, record: str) -> None:
        """Go on where a record was told. Raises a `CattoolsError`, and leaves all as it is."""
        texts = dict.fromkeys(("link", "half", "only", "ten", "known"), str)
        found = read_fields(record, RECORD, {**texts, "done": bool})
        ten = question_set.resumed(found["ten"], self.pool) if found["ten"] else None
        on = ten is not None and found["done"] and not ten.over  # what was answered already is not asked again
        inner = self._made(ten.question() if ten and on else question.read(found["link"], self.game.id))
        if found["half"]:
            inner.resume(found["half"])
        known = (
            spaced_repetition.read(found["known"], self.game.id, self.pool.rules)
            if found["known"]
            else Memory(self.game.id)
        )
        only = self.pool.known(found["only"]) if found["only"] else ""
        self.memory, self.only, self.series, self.answers = self.memory.merged(known), only, ten, len(known.rules)
        if ten is not None and ten.counts:
            self.begin(ten)
            return
        if ten is not None:
            self._start_clock(ten)
        self._put(inner)
        self.refresh()

    # --- what the page asks --------------------------------------------------------------------------------------

    def on_address(self, fragment: str) -> None:
        """Take a link: to a question, to ten of them, or to a rule. Raises a `CattoolsError`."""
        if "seed=" in fragment:
            linked = question_set.read(fragment, self.pool)
            if self.series is None or self.series.link() != linked.link():  # else a reload
                self.begin(linked)
        elif "ask=" in fragment:
            asked = question.read(fragment, self.game.id)
            self.only = ""
            self._leave_ten()
            self._ask(asked)
            self.refresh()
        elif "=" not in fragment:
            expected = N_("expected a link to a question, to ten of them or to a rule, found {found}")
            raise RecordError(text(expected, found=shorten(fragment)))
        else:
            own = fragment if "game=" in fragment else f"game={self.game.id}&{fragment.lstrip('#')}"
            self.practise(self.pool.known(link_fields(own, holds="rule", of=self.game.id)["rule"]))

    def on_shown(self) -> None:
        """Make the next question: the answer is shown, and being read."""
        self.inner.on_shown()
        if self.inner.done and self.ahead is None:
            self.ahead = Prepared(self._made(self._next()))
            self.prepare(self.ahead.scene, self.ahead.names)

    def on_tool(self, tool: str, *, finger: bool = False) -> None:
        """Do what a button says; only a second press in a row deletes. Raises `MessageError`."""
        if tool != "delete":
            self.doomed = False
        super().on_tool(tool, finger=finger)
