"""Endless practice: the rules generate a question, the reader answers, and wrong answers come back sooner.

Every tenth question asks for the best move, if the game has positions for it.
Each question is a separate mode (`question.py`), which this mode shows. This mode chooses the next question and
records what the reader knows.
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
from cattools.lessons.practice.distractors import some
from cattools.lessons.practice.position_pool import Pool, pool
from cattools.lessons.practice.question import BEST, Question
from cattools.lessons.practice.question_set import NUMBER, Series
from cattools.lessons.practice.spaced_repetition import Memory
from cattools.lessons.practice.variety import RARE, Kind, due, kind_for, kind_of, since
from cattools.render.animation import Motion
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, coded, message, rule_link, tool_line
from cattools.widgets.mode import sentence
from cattools.widgets.modes.delegating import DelegatingMode
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.modes.practice.knowledge_list import knowledge, practise
from cattools.widgets.modes.practice.question import PracticeQuestion, Prepared, ask
from cattools.widgets.protocol import Begun, Download, Names, Remember

RECORD = "cattools practising"
MOST_HANDS = 99
PRACTICE = "practice."  # prefix of the name under which the reader's knowledge is stored
TEN = "ten."  # prefix of the name under which the last ten questions are stored
KNOWN = "known."  # prefix of the name under which the menu finds the reader's knowledge, one digit per rule
READ = 200.0  # milliseconds for which an answer is shown before the next question is prepared
RULE = "rule:"  # prefix of the id of a button that practises one rule
UNREADABLE = N_("Your saved progress cannot be read. It is kept, and nothing new is saved, until you delete it.")
LOST_TEN = N_("The ten questions you started cannot be continued.")


class Practice(DelegatingMode):
    """Questions about a game's rules: without limit, ten of them, about `only` one rule, or only for the best move.

    `clock` returns the time, `chance` picks the questions.
    """

    addresses = ("seed", "ask", "rule")
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
        self.kept_ten = ""  # the ten questions and their answers, as stored by the browser
        self.only = self._known(only)
        self.series: Series | None = None
        self.begun = clock()
        self.answers = 0
        self.kinds: list[Kind] = []  # of the questions so far
        self.posed: list[Question] = []  # the questions for the best move so far
        self.unread = ""  # stored data that cannot be read
        self.doomed = False  # whether the next press deletes the stored data
        self.ahead: Prepared | None = None  # the next question, prepared while the reader reads the answer
        self.first: Prepared | None = None  # the question on the board, while it is first shown
        self._map: tuple[object, Html] | None = None  # the knowledge list, and what it depends on
        super().__init__(str(text(self.game.title)))
        self._ask(self._drawn(self.only) if only else question.read(topics(game_id).first, game_id))

    @property
    def pool(self) -> Pool:
        """The positions from which questions are generated; loaded on first use."""
        return pool(self.game.id)

    # --- asking --------------------------------------------------------------------------------------------------

    def _known(self, only: str) -> str:
        """Return what all questions are about: a rule, the best move, or "". Raises `OptionError` for anything else."""
        return only if not only or (only == BEST and self.game.has_best_moves) else self.pool.known(only)

    def _drawn(self, about: str, kind: Kind | None = None) -> Question:
        """Return a question about a rule, or for the best move in a position that has been asked about least often."""
        if about != BEST:
            return self.pool.draw(about, self.chance, kind)
        found = question.best_move_questions(self.game.id)
        least = min(map(self.posed.count, found))
        (asked,) = some(self.chance, [one for one in found if self.posed.count(one) == least], 1)
        return asked

    def _made(self, asked: Question) -> PracticeQuestion:
        with self.here():
            return ask(asked, self._answered)

    def _ask(self, asked: Question) -> None:
        self._put(self._made(asked))

    def _put(self, inner: PracticeQuestion) -> None:
        """Show a question on the board."""
        self.ahead = None
        if hasattr(self, "inner"):
            self.inner.display = None
            self.inner.close()
        self.inner: PracticeQuestion = inner
        self.kinds.append(kind_of(inner.asked.ask))
        if inner.asked.ask == BEST:
            self.posed.append(inner.asked)
        inner.display = self
        if self.series is not None:
            self.series.counts = False
        self._keep_ten()

    def _answered(self, right: bool) -> None:
        """Record an answer, and store it."""
        self.ahead = None
        asked, now = self.inner.asked, self.clock()
        if self.series is not None and self.series.over:  # this question is not one of the ten
            self.series = None
        if self.series is not None:
            self.series.answered(asked.rule, right=right)
            self.series.seconds, self.series.since = int((now - self.begun).total_seconds()), int(now.timestamp())
        if self.votes is not None:  # these are the audience's answers, not the reader's
            self._keep_ten()
            return
        self.answers += 1
        if asked.rule:
            self.memory.answered(asked.rule, now, right=right, grade=asked.grade)
        self._keep_ten()
        self._keep()

    def go_on(self) -> None:
        """Ask the next question; after the last of ten questions, continue without limit."""
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
        """Return the next question."""
        if self.series is not None and not self.series.over:
            return self.series.question()
        if self.only == BEST or (not self.only and self.game.has_best_moves and since(Kind.PLAY, self.kinds) >= RARE):
            return self._drawn(BEST)
        last = self.inner.asked.rule if self.inner.done else ""
        kinds, rules = self.pool.kinds, [self.only] if self.only else self.pool.rules
        kind = due(kinds, (rule for rule in rules if rule != last), self.kinds)
        rule = self.memory.next(
            [rule for rule in rules if kind is None or kind in kinds[rule]], self.clock(), self.chance, last
        )
        return self._drawn(rule, kind_for(rule, kinds, self.kinds))

    def practise(self, rule: str) -> None:
        """Ask about one rule from now on, or with "" about all rules, or with `BEST` for the best move."""
        self.only, self.ahead = self._known(rule), None
        self._leave_ten()
        self.go_on()

    def begin(self, series: Series) -> None:
        """Ask ten questions, starting with the first unanswered one."""
        self.series, self.only, self.ahead = series, "", None
        self._start_clock(series)
        if series.counts and series.hands:
            self._count_on(series, series.hands)
        else:
            self.go_on()

    def _count_on(self, series: Series, hands: list[int]) -> None:
        """Go back to the last question that the audience answered, to continue counting its hands."""
        counted, seconds, since = hands.pop(), series.seconds, series.since
        series.at -= 1
        self._put(self._made(series.question()))
        self.inner.solve()
        hands[-1], series.seconds, series.since = counted, seconds, since
        self._keep_ten()
        self.refresh()

    def _start_clock(self, series: Series) -> None:
        """Start the clock at the time that has already been spent."""
        now = self.clock()
        self.begun = now - timedelta(seconds=series.spent(now))
        series.since = series.since or int(now.timestamp())

    @property
    def votes(self) -> list[int] | None:
        """In projector mode, the number of right answers in the audience to each of ten questions; otherwise None."""
        return self.series.hands if self.series else None

    def project(self) -> None:
        """Ask the same ten questions again, one by one, for an audience."""
        if self.series is not None:
            self.begin(Series(self.pool, self.series.seed, hands=[]))

    def count(self, change: int) -> None:
        """Add hands of people who answered correctly, or remove some."""
        if self.votes:
            self.votes[-1] = max(0, min(self.votes[-1] + change, MOST_HANDS))
            self._keep_ten()
            self.update_text()

    def ten(self) -> None:
        """Ask ten random questions."""
        self.begin(Series(self.pool, int(self.chance.random() * MOST_SEED)))

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The board's accessible name among the regions of its page."""
        return str(text(N_("{game}: practice"), game=text(self.game.title)))

    def here(self) -> AbstractContextManager[object]:
        """Within the block, write texts in the page's language."""
        return self.context.here()

    def scene(self) -> Scene:
        """Return the scene."""
        return self.first.scene if self.first else self.inner.scene()

    def marks(self) -> Sequence[Mark]:
        """Return the marks on the scene."""
        return self.first.marks if self.first else self.inner.marks()

    def names(self, scene: Scene) -> Names:
        """Return the name of every area."""
        return self.first.names if self.first else self.inner.names(scene)

    def slots(self) -> dict[str, str]:
        """Return the slots: the question's own, and those of practice."""
        end = self.series.line() if self.series is not None and self.series.over else ""
        said = join(message(MessageKind.SCORE, [end]) if end else None, self.inner.message)
        answers = f"cat-answers{' cat-half-answered' * self.inner.is_half_answered}"
        rows = join(tool_line(self.answer_buttons(), css=answers), tool_line(self.onward_buttons()), self._table())
        ours = {"task": self.task(), "status": said, "tools": rows, "extra": self.extra()}
        return {**(self.first.slots if self.first else self.inner.slots()), **ours}

    def _table(self) -> Html:
        """Return the link to the position editor, but not before the answer, which the editor would reveal."""
        links = FreePlay.links(self.inner) if self.inner.done else []
        return el("p", links, class_="cat-links") if links else Html()

    def task(self) -> Html:
        """Return the question, and its number if it is one of ten."""
        at = self.series
        code = coded(at.link(), str(text(N_("These ten questions on your phone")))) if at else {}
        place = el("span", class_="cat-place-in-series", **code) if at else None
        number = (at.at + (not self.inner.done)) if at else 0
        count = text(N_("{n} of {all}"), n=number, all=NUMBER) if at and number <= NUMBER else None
        about = rule_link(self.game.rules[self.only]) if self.only not in ("", BEST) else None
        return join(el("p", el("span", count, class_="cat-kind"), place) if at else None, self.inner.task(), about)

    def buttons(self) -> list[Button]:
        """Return the question's buttons, then those that lead to other questions."""
        return [*self.answer_buttons(), *self.onward_buttons()]

    def answer_buttons(self) -> list[Button]:
        """Return the question's buttons, which are visible together on every screen, as they include the answers."""
        found = [*self.inner.buttons()]
        if self.inner.done and self.votes:
            more, less = text(N_("Add a correct vote ({n} so far)"), n=self.votes[-1]), text(N_("Remove a vote"))
            found.append(Button("hand", str(more), lambda: self.count(1)))
            found.append(Button("less", str(less), lambda: self.count(-1), self.votes[-1] > 0))
        if self.inner.done:
            found.append(Button("next", str(text(N_("Next question"))), self.go_on, strong=True))
        return found

    def onward_buttons(self) -> list[Button]:
        """Return the buttons that lead to other questions, and those that share links."""
        found = [Button("ten", str(text(N_("Ten questions"))), self.ten)]
        if self.game.has_best_moves:
            on = self.only == BEST or None
            found.append(Button("best", str(text(N_("Best moves"))), lambda: self.practise(BEST), on=on))
        if self.only or self.series:
            found.append(Button("all", str(text(N_("All rules, no limit"))), lambda: self.practise("")))
        if self.series is not None:
            found += [
                Button("group", str(text(N_("Link for the group"))), self.share_series),
                Button("code", str(text(N_("QR code")))),
                Button("room", str(text(N_("Projector mode"))), self.project, on=self.votes is not None or None),
            ]
        return [*found, Button("share", str(text(N_("Link to this question"))), self.share)]

    def all_buttons(self) -> Iterator[Button]:
        """Yield all buttons, including those of the knowledge list."""
        yield from self.buttons()
        yield from self.map_buttons()
        yield from (self._one(self.game.rules[rule]) for rule in self.listed)

    @property
    def listed(self) -> list[str]:
        """The rules in the knowledge list: all rules that questions are about."""
        reasons = topics(self.game.id).reasons
        return [rule for rule in self.game.rules if rule not in reasons]

    def _one(self, rule: Rule) -> Button:
        return practise(rule, f"{RULE}{rule.id}", lambda: self._choose(rule.id), on=self.only == rule.id)

    def _choose(self, rule: str) -> None:
        """Ask about a rule of the knowledge list, and scroll up to the board, which is far away on a phone."""
        self.practise(rule)
        self.post(Begun())

    def map_buttons(self) -> list[Button]:
        """Return the buttons to save, load or delete the reader's knowledge."""
        kept = bool(self.memory.rules or self.unread)
        delete = N_("Delete permanently") if self.doomed else N_("Delete")
        return [
            Button("save", str(text(N_("Save as a file"))), self.save, kept),
            Button("open", str(text(N_("Load a file")))),
            Button("delete", str(text(delete)), self.delete, kept),
        ]

    def extra(self) -> Html:
        """Return the knowledge list, rebuilt only when it has changed, because every press waits for it."""
        now = self.only, self.doomed, self.unread, self.answers, self.memory
        if self._map is None or self._map[0] != now:
            rules = [self.game.rules[rule] for rule in self.listed]
            self._map = now, knowledge(self.memory, rules, self.clock(), self._one, self.map_buttons())
        return self._map[1]

    # --- messages below the board --------------------------------------------------------------------------------

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:
        """Update everything; while the reader reads the answer, the next question is prepared."""
        is_read = self.inner.done and self.ahead is None
        super().refresh(motion, pause or (READ if is_read else 0.0))

    # --- saving --------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Store the reader's knowledge, unless the stored data is unreadable."""
        if not self.unread:
            now, rules = self.clock(), self.pool.rules
            levels = "".join(str(int(self.memory.known(rule, now))) for rule in rules) if self.memory.rules else ""
            self.post(Remember(f"{KNOWN}{self.game.id}", levels))
            self.post(Remember(self.remembers[1], self.memory.to_json()))

    def on_remembered(self, name: str, value: str) -> None:
        """Load stored data; a returning reader gets a question that is due instead of the first one."""
        if name.startswith(TEN):
            self._take_ten(value)
        elif self._learn(value) and value and self.is_first:
            self._ask(self._next())
            self.refresh()

    def on_elsewhere(self, name: str, value: str) -> None:
        """Merge the knowledge from another tab; "" means it was deleted there. The question stays."""
        if not name.startswith(TEN):
            self._learn(value)

    def _learn(self, value: str) -> bool:
        """Merge stored knowledge; return whether it was readable."""
        try:
            stored = spaced_repetition.read(value, self.game.id, self.pool.rules) if value else Memory(self.game.id)
        except CattoolsError as error:
            self.unread = value
            self.answer(MessageKind.REFUSE, [text(UNREADABLE), sentence(error)])
            return False
        self.memory, self.unread = self.memory.merged(stored) if value else stored, ""
        if self.memory.to_json() != stored.to_json():  # the other tab did not have this tab's answers
            self._keep()
        self.update_text()
        return True

    def _keep_ten(self) -> None:
        """Store the ten questions with their answers until another ten are started."""
        if self.series is not None:
            self._write_ten(self.series.written())

    def _leave_ten(self) -> None:
        """Leave the ten questions; if they are unfinished, delete them from the browser's storage."""
        if self.series is not None and not self.series.over:
            self._write_ten("")
        self.series = None

    def _write_ten(self, kept: str) -> None:
        if kept != self.kept_ten:
            self.kept_ten = kept
            self.post(Remember(self.remembers[0], kept))

    def _take_ten(self, value: str) -> None:
        """Continue the last visit's ten questions, unless the reader has started something else."""
        try:
            found = question_set.resumed(value, self.pool) if value else None
        except CattoolsError as error:  # these questions no longer exist, for example in a newer edition
            self.answer(MessageKind.REFUSE, [text(LOST_TEN), sentence(error)])
            self.post(Remember(self.remembers[0], ""))  # report it only once
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
        if linked:  # the first of the ten questions is on the board
            self._ask(self._next())
        self.refresh()

    @property
    def is_first(self) -> bool:
        """Whether the page still shows its first question, untouched."""
        begun = self.answers or self.only or (self.series and not self.series.over)
        changed = begun or self.inner.done or self.inner.record()
        return not changed and self.inner.asked == question.read(topics(self.game.id).first, self.game.id)

    def save(self) -> None:
        """Export the reader's knowledge to a file; unreadable data is exported unchanged."""
        self.post(Download(f"{self.game.id}-practice.json", self.unread or self.memory.to_json()))
        self.answer(MessageKind.INFO, [text(N_("Saved as a file."))])

    def on_file(self, written: str) -> None:
        """Add the knowledge in a file; for each rule the later answer counts. Raises `RecordError`."""
        found = spaced_repetition.read(written, self.game.id, self.pool.rules)
        if not found.rules:
            raise RecordError(text(N_("expected a file with progress on rules of {id}, found none"), id=self.game.id))
        self.memory, self.unread = self.memory.merged(found), ""
        self._keep()
        self.answer(MessageKind.INFO, [text(N_("The progress in the file has been added to yours."))])

    def delete(self) -> None:
        """Ask for confirmation at the first press; delete the reader's knowledge at the second press."""
        self.doomed = not self.doomed
        if self.doomed:
            self.answer(MessageKind.INFO, [text(N_("Deleted progress cannot be restored."))])
            return
        self.memory, self.unread = Memory(self.game.id), ""
        self._keep()
        self.answer(MessageKind.INFO, [text(N_("Deleted."))])

    def share(self) -> None:
        """Hand out the link to this question."""
        self.share_link(self.inner.asked.link(), N_("The link leads to this question."))

    def share_series(self) -> None:
        """Hand out the link to these ten questions."""
        if self.series is not None:
            self.share_link(self.series.link(), N_("The link leads to the same ten questions for everyone."))

    def record(self) -> str:
        """Return the restart state, including a given or half-given answer; "" before anything was done."""
        half = "" if self.inner.done else self.inner.record()
        given = json.dumps(self.inner.given) if self.inner.done else ""
        if not self.answers and self.series is None and not half:
            return ""
        ten = self.series.written() if self.series else ""
        now = {"link": self.inner.asked.link(), "half": half, "given": given, "only": self.only, "ten": ten}
        return json.dumps({"format": RECORD, "version": VERSION, **now, "known": self.memory.to_json()})

    def resume(self, record: str) -> None:
        """Restore a restart state. Raises a `CattoolsError` and changes nothing if that fails."""
        texts = dict.fromkeys(("link", "half", "given", "only", "ten", "known"), str)
        found = read_fields(record, RECORD, texts)
        ten = question_set.resumed(found["ten"], self.pool) if found["ten"] else None
        given = _given(found["given"]) if found["given"] else None
        inner = self._made(question.read(found["link"], self.game.id))
        if found["half"]:
            inner.resume(found["half"])
        if given:
            inner.on_answer = lambda right: None  # noqa: ARG005 - the answer was recorded when it was given
            inner.answer_again(*given)
        known = (
            spaced_repetition.read(found["known"], self.game.id, self.pool.rules)
            if found["known"]
            else Memory(self.game.id)
        )
        only = self._known(found["only"])
        self.memory, self.only, self.series, self.answers = self.memory.merged(known), only, ten, len(known.rules)
        if ten is not None and ten.counts:
            self.begin(ten)
            return
        if ten is not None:
            self._start_clock(ten)
        self._put(inner)
        self.refresh()

    # --- messages from the page ----------------------------------------------------------------------------------

    def on_address(self, fragment: str) -> None:
        """Open a link to a question, to ten questions, or to a rule. Raises a `CattoolsError`."""
        fields = link_fields(fragment, *self.addresses, of=self.game) if "=" in fragment else {}
        if "seed" in fields:
            linked = question_set.read(fragment, self.pool)
            if self.series is None or self.series.link() != linked.link():  # otherwise it is a reload
                self.begin(linked)
        elif "ask" in fields:
            asked = question.read(fragment, self.game.id)
            self.only = ""
            self._leave_ten()
            self._ask(asked)
            self.refresh()
        elif rule := fields.get("rule", ""):
            self.practise(rule if rule == BEST else self.pool.known(rule))
        else:
            expected = N_("expected a link to a question, ten questions or a rule, found {found}")
            raise RecordError(text(expected, found=shorten(fragment)))

    def on_shown(self) -> None:
        """Prepare the next question while the reader reads the answer."""
        self.inner.on_shown()
        if self.inner.done and self.ahead is None:
            self.ahead = Prepared(self._made(self._next()))
            self.prepare(self.ahead.scene, self.ahead.names)

    def on_tool(self, tool: str, *, finger: bool = False) -> None:
        """Press a button; only two presses of "delete" in a row delete. Raises `MessageError`."""
        if tool != "delete":
            self.doomed = False
        super().on_tool(tool, finger=finger)


def _given(written: str) -> tuple[bool | None, list[str]]:
    """Return an answer from a restart state: whether it was right (None: not given), and the answer."""
    try:
        right, given = json.loads(written)
    except (ValueError, TypeError):
        right, given = False, None
    if not isinstance(right, bool | None) or not isinstance(given, list) or not all(isinstance(x, str) for x in given):
        raise RecordError(text(N_("expected an answer, found {found}"), found=shorten(written)))
    return right, given
