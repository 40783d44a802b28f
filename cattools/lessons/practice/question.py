"""A question made from the rules: a position, a rule, and what is asked. A link contains all of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cache
from random import Random
from urllib.parse import urlencode
from zlib import crc32

from cattools.core.errors import CattoolsError, OptionError, RecordError, shorten
from cattools.core.events import EventKind
from cattools.core.game import CHANCE, AnyState, Seat
from cattools.core.game_record import lacks, link_fields
from cattools.core.messages import N_, Text, integer, listed, text
from cattools.games import game
from cattools.lessons.answer_check import LEGAL
from cattools.lessons.answer_check import answer as areas_of
from cattools.lessons.area_queries import ASKS
from cattools.lessons.example import Example, ExampleKind, GoalQuery
from cattools.lessons.practice import distractors
from cattools.lessons.practice.best_moves import BestMove, best_moves
from cattools.lessons.practice.config import NEXT, WINNER, called, topics, value

JUDGE, COUNT = "judge", "count"
BEST = "best"  # the question for the best move, which is about no rule
ALL = "all"  # in place of a rule: all lines of a score count
TURN = N_("{who} to move.")
OF_A_RULE = ("barred", "causes")  # questions whose first argument is the rule
BETWEEN = "\n"  # separates the arguments of a question; never part of an area's name or of notation


class Form(StrEnum):
    """How a question is answered."""

    JUDGE = "judge"
    """Say whether an action is legal and, if not, which rule refuses it."""
    FIND = "find"
    """Press every area that belongs to the answer."""
    CHOOSE = "choose"
    """Choose one of a few answers."""
    PLAY = "play"
    """Play an action."""


class Grade(IntEnum):
    """How hard a question is, judged by the position and the answer, not by the words of the question."""

    EASY = 0
    PLAIN = 1
    HARD = 2


EFFECT_QUESTIONS = {
    EventKind.LAND: N_("{action} Where does something land? Press every area."),
    EventKind.MOVE: N_("{action} Where does something move to? Press every area."),
    EventKind.TURN: N_("{action} What changes? Press every area."),
    EventKind.LEAVE: N_("{action} What leaves? Press every area."),
    EventKind.REACT: N_("{action} What must react? Press every area."),
    EventKind.KEEP: N_("{action} What could have changed but stays as it is? Press every area."),
    EventKind.NOTE: N_("{action} Where does “{rule}” apply? Press every area."),
    EventKind.NEWS: N_("{action} Where does “{rule}” apply? Press every area."),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a rule in a position or, with an empty `rule`, for the best move in the position.

    `ask` is `best`, `judge`, `count`, `winner`, `next`, or the name of a question about areas: one of the game's own or
    one in `ASKS`. `about` holds the question's arguments: actions in notation, and ids. `options` and `position` are as
    in an example.
    """

    game: str
    rule: str
    ask: str
    about: tuple[str, ...]
    position: str
    options: str = ""
    grade: Grade = field(default=Grade.PLAIN, compare=False)

    @property
    def form(self) -> Form:
        """How the question is answered."""
        choices = dict.fromkeys((COUNT, WINNER, NEXT), Form.CHOOSE)
        return {JUDGE: Form.JUDGE, BEST: Form.PLAY, **choices}.get(self.ask, Form.FIND)

    @property
    def best_move(self) -> BestMove | None:
        """The row for the position among the game's best moves, if there is one."""
        rows = best_moves(self.game)
        return next((row for row in rows if (row.position, row.options) == (self.position, self.options)), None)

    def start(self) -> AnyState:
        """Return the position of the question. Raises `CattoolsError`."""
        state: AnyState = game(self.game).position(self.position, self.options)
        return state

    def task(self, state: AnyState) -> Text:
        """Return the question in words, for its position."""
        who = state.game.seats(state.options)[max(state.mover or 0, 0)].called
        if self.ask == BEST:
            return text(N_("{who} to move: find the best move."), who=who)
        title = text(state.game.rules[self.rule].title)
        if self.ask == JUDGE:
            intent = state.game.intent(state, state.game.read_action(self.about[0], state))
            return text(N_("{action} Is that allowed?"), action=intent)
        if self.ask == COUNT:
            seat, lines = self.about
            whose = called(state, seat)
            if lines == ALL:
                return text(N_("{who}: how many points in total right now?"), who=whose)
            return text(N_("{who}: how many points for “{rule}” right now?"), who=whose, rule=title)
        if (topic := topics(self.game).topic(self.rule, self.ask)) is not None:
            return topic.wording(state, self.about)
        if self.ask == "affected":
            action = state.game.read_action(self.about[2], state)
            return text(EFFECT_QUESTIONS[EventKind(self.about[1])], action=state.game.intent(state, action), rule=title)
        chosen = self.chosen
        what = text(N_("Chosen: {what}."), what=called(state, chosen[0])) if chosen else text(TURN, who=who)
        return text(_SENTENCES[self.ask], what=what, rule=title)

    def example(self, state: AnyState) -> Example:
        """Return the question as a live example, which a board can show and check."""
        finds = dict.fromkeys((Form.FIND, Form.PLAY), ExampleKind.FIND)
        kind = {Form.JUDGE: ExampleKind.JUDGE, **finds}.get(self.form, ExampleKind.SCORE)
        judge = self.form is Form.JUDGE
        return Example(
            id=f"{self.game}.practice",
            game=self.game,
            kind=kind,
            rules=(self.rule,) if self.rule else (),
            task=str(self.task(state)),
            position=self.position,
            options=self.options,
            solution=tuple(sorted(self.answer(state))),
            ask=GoalQuery(self.ask, tuple(map(value, self.about))) if self.form is Form.FIND else None,
            action=self.about[0] if judge else "",
            choices=self.rules_offered(state) if judge else (),
            marked=self.marked(state),
        )

    def marked(self, state: AnyState) -> tuple[str, ...]:
        """Return the areas to mark in the position because nothing else shows them."""
        marks = topics(self.game).marks
        return tuple(sorted(state.game.asks[marks](state))) if marks and state.mover is not None else ()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The areas that are already pressed, if the question asks for the last press."""
        return self.about[self.ask in OF_A_RULE :] if self.ask in _SENTENCES else ()

    # --- answers -------------------------------------------------------------------------------------------------

    def answer(self, state: AnyState) -> frozenset[str]:
        """Return the right answer: areas, the rules that refuse, `legal`, a number, the winning seats, or an action.

        Raises `CattoolsError`.
        """
        if self.ask == BEST:
            return frozenset({row.best} if (row := self.best_move) else ())
        if self.ask == JUDGE:
            refusals = state.why_not(state.game.read_action(self.about[0], state))
            return frozenset(refusal.rule for refusal in refusals) or frozenset({LEGAL})
        if self.ask == COUNT:
            return frozenset({str(sum(self._points(state)))})
        if self.ask == WINNER:
            seats = state.game.seats(state.options)
            return frozenset(seats[n].id for n in state.winners())
        if self.ask == NEXT:
            return frozenset(
                state.game.seats(state.options)[seat].id for seat, _ in self._next(state) if seat is not None
            )
        asked = GoalQuery(self.ask, tuple(map(value, self.about)))
        return areas_of(Example("", self.game, ExampleKind.FIND, (), "", ask=asked), state)

    def _next(self, state: AnyState) -> set[tuple[int | None, bool]]:
        """Return the seats that can decide after the action, the responses and any deals; None if the game can be over.

        Each comes with whether a deal came directly before. Deals and responses can alternate: a treasure, for example,
        is turned up before anybody can block.
        """
        topic, found = topics(self.game).topic(self.rule, self.ask), set[tuple[int | None, bool]]()
        todo = [(state.apply(state.game.read_action(self.about[0], state)), False)]
        while todo:
            after, dealt = todo.pop()
            if after.to_move == CHANCE:
                todo += [(after.apply_unchecked(action), True) for _, action in after.chances()]
            elif topic is not None and (answer := topic.answered(after)) is not None:
                todo.append((after.apply_unchecked(answer), False))
            else:
                found.add((after.mover, dealt))
        return found

    def depends_on_chance(self, state: AnyState) -> bool:
        """Return whether the answer depends on deals still to come, or a deal, not the action, ends the game."""
        if self.ask != NEXT:
            return False
        found = self._next(state)
        return len({seat for seat, _ in found}) > 1 or (None, True) in found

    def _points(self, state: AnyState) -> list[int]:
        seat, lines = self.about
        ids = [one.id for one in state.game.seats(state.options)]
        found = state.score().of(ids.index(seat)) if seat in ids else ()
        return [line.points for line in found if lines == ALL or line.rule == self.rule]

    def rules_offered(self, state: AnyState) -> tuple[str, ...]:
        """Return the rules to choose from if an action is illegal, including the right one."""
        action = state.game.read_action(self.about[0], state)
        right = next(iter(sorted(self.answer(state) - {LEGAL})), topics(self.game).judges(self.rule)[0])
        return distractors.rules(state, action, right, self._rng())

    def offered(self, state: AnyState) -> Sequence[tuple[str, Text]]:
        """Return the answers to choose from, each as a value and in words, including the right one."""
        if self.ask == NEXT:
            nobody = ("", text(N_("Nobody: the game is over")))
            return [*((seat.id, seat.called) for seat in state.game.seats(state.options)), nobody]
        if self.ask == WINNER:
            seats = state.game.seats(state.options)
            return [
                (" ".join(seats[n].id for n in won), _winners_in_words([seats[n] for n in won]))
                for won in distractors.winners(state, self._rng())
            ]
        return [(str(n), text("{n}", n=integer(n))) for n in distractors.numbers(self._points(state), self._rng())]

    def reads_alike(self, state: AnyState) -> bool:
        """Return whether two of the answers offered have the same words, so that readers cannot tell them apart."""
        if self.form in (Form.FIND, Form.PLAY):
            return False
        titles = [state.game.rules[rule].title for rule in self.rules_offered(state)] if self.form is Form.JUDGE else ()
        words = [str(text(title)) for title in titles] or [str(answer) for _, answer in self.offered(state)]
        return len({*words}) < len(words)

    def _rng(self) -> Random:
        """Return a random generator that is always the same for the same question."""
        contents = (self.game, self.rule, self.ask, *self.about, self.position, self.options)
        return Random(crc32(BETWEEN.join(contents).encode()))

    def is_right(self, state: AnyState, choice: str) -> bool:
        """Return whether one of the answers offered is right."""
        return frozenset(choice.split()) == self.answer(state)

    # --- links ---------------------------------------------------------------------------------------------------

    def link(self) -> str:
        """Return the question as a URL fragment."""
        fields = {"game": self.game, "options": self.options, "position": self.position, "rule": self.rule}
        grade = {"grade": self.grade.name.lower()}
        return urlencode({**fields, "ask": self.ask, "about": BETWEEN.join(self.about), **grade})


def _winners_in_words(won: Sequence[Seat]) -> Text:
    return text(N_("{who}"), who=listed([seat.called for seat in won])) if won else text(N_("Nobody"))


_SENTENCES = {
    "onward": N_("{what} Press every area that you may press next."),
    "barred": N_("{what} Which cells does “{rule}” alone forbid? Press them all."),
    "causes": N_("{what} Play so that “{rule}” applies: press every area that does it."),
}


@cache
def best_move_questions(game_id: str) -> tuple[Question, ...]:
    """Return the questions for the best move, one for each row of the game's file. Raises `DataError`."""
    rows = best_moves(game_id)
    return tuple([Question(game_id, "", BEST, (), row.position, row.options, Grade.HARD) for row in rows])


def read(fragment: str, of: str) -> Question:
    """Return the question from a link, which must be for the game `of`.

    Raises `RecordError`, `OptionError` or `NotationError` if the link does not fit its position or the rules.
    """
    fields = link_fields(fragment, "ask", of=game(of))
    for key in ("position", "rule", "about"):
        if key not in fields:
            raise lacks((key,), fragment)
    if (fields["rule"] or fields["ask"] != BEST) and fields["rule"] not in game(of).rules:
        raise OptionError(text(N_("expected a rule of {game}, found {found}"), game=of, found=shorten(fields["rule"])))
    grades = {grade.name.lower(): grade for grade in Grade}
    question = Question(
        game=of,
        rule=fields["rule"],
        ask=fields["ask"],
        about=tuple(fields["about"].split(BETWEEN)) if fields["about"] else (),
        position=fields["position"],
        options=fields["options"],
        grade=grades.get(fields.get("grade", ""), Grade.PLAIN),
    )
    state = question.start()
    if not is_asked(question, state) or question.depends_on_chance(state) or question.reads_alike(state):
        asked = " ".join((question.ask, *question.about))
        raise RecordError(text(N_("expected a question about this position, found {found}"), found=shorten(asked)))
    return question


def is_asked(question: Question, state: AnyState) -> bool:
    """Return whether a question makes sense in a position: whether it is about something that exists there."""
    played, about = state.game, question.about
    if question.ask == BEST:
        return not (question.rule or about) and question.best_move is not None
    if question.ask == JUDGE:
        return len(about) == 1 and state.to_move != CHANCE and _is_judged(question, state)
    if question.ask == COUNT:
        ids = [seat.id for seat in played.seats(state.options)]
        return len(about) == 2 and about[0] in ids and about[1] in (ALL, question.rule)
    if (topic := topics(question.game).topic(question.rule, question.ask)) is not None:
        return about in topic.possible_arguments(state)
    return question.ask in ASKS and state.mover is not None and _is_generic(question, state)


def _is_judged(question: Question, state: AnyState) -> bool:
    try:
        answer = question.answer(state)
    except CattoolsError:
        return False
    return answer in ({LEGAL}, *({rule} for rule in topics(question.game).judges(question.rule)))


def _is_generic(question: Question, state: AnyState) -> bool:
    about, presses = question.about, state.game.presses
    if question.ask == "affected":
        if len(about) != 3 or about[0] != question.rule or about[1] not in set(EventKind):
            return False
        return about[2] in map(str, state.legal())
    rule, chosen = (about[:1], about[1:]) if question.ask in OF_A_RULE else ((question.rule,), about)
    firsts = {presses(action)[:-1] for action in state.legal()}
    return rule == (question.rule,) and chosen in firsts
