"""Live examples on a board: try, find, judge, score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from cattools.core.messages import N_, many, text
from cattools.core.rules import Refusal
from cattools.core.scene import Mark
from cattools.lessons.check import LEGAL, answer, judged, plain, pointed, reached
from cattools.lessons.example import Example, example
from cattools.widgets import shell
from cattools.widgets.board import Board
from cattools.widgets.shell import CHOSEN, Names, Tool, message
from cattools.widgets.shell import LEGAL as CAN

KIND_WORDS = {"try": N_("Try it"), "find": N_("Find it"), "judge": N_("Referee"), "score": N_("Score")}


class Lesson(Board):
    """An example of kind `try`: act freely; what is forbidden is explained; meeting the rule is the goal."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self.done = False
        self.hinted = 0
        start = example.start()
        title = start.game.rules[example.rules[0]].title if example.rules else start.game.title
        super().__init__(start, str(text(title)))

    def task(self) -> str:
        """Return the kind and what is asked."""
        example = self.example
        done = f' <span class="cat-done">✓ {shell.words(N_("Done"))}</span>' if self.done else ""
        return (
            f'<p><span class="cat-kind">{shell.words(KIND_WORDS[example.kind])}</span>'
            f"{escape(str(text(example.task)))}{done}</p>"
        )

    def buttons(self) -> list[Tool]:
        """Return undo and reset, hints, and the way out."""
        found = super().buttons()
        if self.hints:
            found.append(Tool("hint", str(text(N_("Hint"))), self.hinted < len(self.hints)))
        if self.example.solution:
            found.append(Tool("solve", str(text(N_("Show me")))))
        return found

    @property
    def hints(self) -> Sequence[str]:
        """The hints, the gentlest first."""
        return self.example.hints

    def tool(self, tool: str) -> None:
        """Do what a button says."""
        if tool == "hint" and self.hinted < len(self.hints):
            hint = str(text(self.hints[self.hinted]))
            self.hinted += 1
            self.told, self.hovered = [], [Mark("changed", area) for area in pointed(hint)]
            self.answer("info", [plain(hint)])
        elif tool == "solve":
            self.solve()
        else:
            if tool == "reset":
                self.hinted = 0
            super().tool(tool)

    def solve(self) -> None:
        """Go back to the start and play the solution, the forbidden actions explained on the way."""
        self.timeline.goto(self.timeline.root)
        self.chosen, self.told, self.hovered = (), [], []
        legal: list[Any] = []
        state = self.state
        for written in self.example.solution:
            action = self.game.read_action(written, state)
            refusals = state.why_not(action)
            if refusals:
                self.refuse(action, refusals)
                return
            legal.append(action)
            state = state.apply(action)
        self.play(legal)

    def refuse(self, action: Any, refusals: Sequence[Refusal]) -> None:
        """Say why not; meeting the rule this example is about is what it is for."""
        if self.example.kind == "try" and {r.rule for r in refusals} & {rule for _, rule in self.example.refused}:
            self.done = True
        super().refuse(action, refusals)

    def happened(self, events: Sequence[Any]) -> None:
        """Tell what happened; a `try` without a forbidden action is done when its rule was seen at work."""
        super().happened(events)
        if self.example.kind == "try" and not self.example.refused and not self.state.pending:
            self.done = (
                self.done or bool({e.rule for e in events} & set(self.example.rules)) or self.state.to_move is None
            )


class Find(Lesson):
    """An example of kind `find`: reach a goal, or press the areas that answer a question."""

    def __init__(self, example: Example) -> None:
        self.found: set[str] = set()
        super().__init__(example)
        self.start = self.state

    @property
    def asks(self) -> bool:
        """Whether areas are asked for, not a move."""
        return bool(self.example.ask)

    def label(self, scene: Any) -> Names:
        """Return the names; where areas are asked for, every one can be chosen."""
        names = super().label(scene)
        if self.asks:
            chosen = str(text(N_("chosen")))
            for id_, area in scene.areas.items():
                on = id_ in self.found
                names[id_] = (f"{area.name}, {chosen}" if on else area.name, CAN | (CHOSEN if on else 0))
        return names

    def marks_now(self) -> list[Mark]:
        """Return the chosen areas, or the usual signs."""
        if not self.example.ask:
            return super().marks_now()
        return [*self.told, *(Mark("selected", area) for area in sorted(self.found)), *self.hovered]

    def pressed(self, area: str) -> None:
        """Choose or put back an area, or play."""
        if not self.asks:
            super().pressed(area)
            return
        self.found ^= {area}
        self.told, self.hovered = [], []
        self.answer("info", [str(many(N_("{n} cell chosen."), N_("{n} cells chosen."), len(self.found)))])

    def buttons(self) -> list[Tool]:
        """Return the buttons; a question has one to check the answer."""
        found = super().buttons()
        if self.asks:
            return [Tool("check", str(text(N_("Check"))), bool(self.found), strong=True), *found[2:]]
        return found

    def tool(self, tool: str) -> None:
        """Check the answer, or do what the button says."""
        if tool == "check" and self.asks and self.found:
            self.check()
        elif tool == "reset" and self.asks:
            self.found, self.hinted = set(), 0
            self.restored(str(text(N_("Back to the start."))))
        else:
            super().tool(tool)

    def check(self) -> None:
        """Say which of the chosen areas are right, how many are wrong, how many are missing."""
        right = answer(self.example, self.start)
        wrong, missing = self.found - right, right - self.found
        rules = [self.game.rules[r] for r in self.example.rules]
        self.told, self.hovered = [], [Mark("refused", area) for area in sorted(wrong)]
        if not wrong and not missing:
            self.done = True
            self.answer("ok", [str(text(N_("Right.")))], rules)
            return
        said = []
        if wrong:
            said.append(str(many(N_("{n} cell does not belong."), N_("{n} cells do not belong."), len(wrong))))
        if missing:
            said.append(str(many(N_("{n} cell is missing."), N_("{n} cells are missing."), len(missing))))
        self.answer("refuse", said, rules)

    def solve(self) -> None:
        """Show the areas, or play the solution."""
        if self.asks:
            self.found = set(answer(self.example, self.start))
            self.check()
        else:
            super().solve()

    def happened(self, events: Sequence[Any]) -> None:
        """Tell what happened, and whether that was it."""
        super().happened(events)
        if self.asks or self.state.pending:
            return
        if reached(self.example, self.start, self.state):
            self.done = True
            self.said = message(
                "ok",
                [*(str(e) for e in events), str(text(N_("That is it.")))],
                [self.game.rules[r] for r in self.example.rules],
            )
        else:
            self.said = message("info", [*(str(e) for e in events), str(text(N_("Not yet: undo and try again.")))])


class Judge(Lesson):
    """An example of kind `judge`: a move is shown; the reader says whether it is legal, and if not, by which rule."""

    def __init__(self, example: Example) -> None:
        self.verdict_given = ""
        super().__init__(example)
        self.told = self.shown()
        self.said = message("info", [self.question()])
        self.marks = tuple(self.marks_now())
        if hasattr(self, "_static"):
            self._static[1]["said"] = self.said
        else:
            self.slots = self.slots_now()

    def question(self) -> str:
        """Return what is asked."""
        who = self.game.seats(self.state.options)[max(self.state.to_move or 0, 0)].name
        return str(
            text(
                N_("{who} wants to play {action}. Is that allowed?"),
                who=text(who),
                action=self.example.action,
            )
        )

    def shown(self) -> list[Mark]:
        """Return the signs that show the move to be judged."""
        action, _ = judged(self.example, self.state)
        presses = self.game.presses(action)
        return [
            *(Mark("selected", a) for a in presses[:1]),
            *(Mark("trail", a, b) for a, b in pairwise(presses)),
        ]

    def label(self, scene: Any) -> Names:
        """Return the names of the areas; nothing is played here."""
        return {id_: (area.name, 0) for id_, area in scene.areas.items()}

    def offered(self) -> tuple[Mark, ...]:
        """Return no signs of what could be done."""
        return ()

    def pressed(self, area: str) -> None:
        """Say what is there: the answer is given with the buttons."""
        self.answer("info", [self.draw(self.state).areas[area].name + ".", self.question()])

    def typed(self, text: str) -> None:  # noqa: ARG002 - nothing is played here
        """Repeat the question."""
        self.answer("info", [self.question()])

    def buttons(self) -> list[Tool]:
        """Return the two verdicts, then the rules to choose from."""
        if self.done:
            return [Tool("reset", str(text(N_("Judge again"))))]
        found = [
            Tool("allowed", str(text(N_("Allowed"))), strong=True, on=self.verdict_given == "allowed" or None),
            Tool("not", str(text(N_("Not allowed"))), strong=True, on=self.verdict_given == "not" or None),
        ]
        if self.verdict_given == "not":
            found += [Tool(rule, str(text(self.game.rules[rule].title))) for rule in self.example.choices]
        return [*found, Tool("solve", str(text(N_("Show me"))))]

    def tool(self, tool: str) -> None:
        """Take the verdict and tell the truth."""
        _, refusals = judged(self.example, self.state)
        rules = {r.rule for r in refusals} or {LEGAL}
        if tool == "reset":
            self.verdict_given, self.done, self.told = "", False, self.shown()
            self.timeline.goto(self.timeline.root)
            self.hovered = []
            self.answer("info", [self.question()])
        elif tool == "not" and refusals:
            self.verdict_given = "not"
            self.answer("info", [str(text(N_("Right, it is not. By which rule?")))])
        elif tool == "solve":
            self.truth(refusals, right=None)
        elif tool in ("allowed", "not"):
            self.truth(refusals, right=(tool == "allowed") == (not refusals))
        elif self.verdict_given == "not" and tool in self.example.choices:
            self.truth(refusals, right=tool in rules)

    def truth(self, refusals: Sequence[Refusal], *, right: bool | None) -> None:
        """Tell the verdict of the rules; a legal move is then made."""
        action, _ = judged(self.example, self.state)
        self.done = True
        begin = {True: N_("Right."), False: N_("Not quite."), None: ""}[right]
        first = str(text(begin)) if begin else ""
        if refusals:
            self.refuse(action, refusals)
            self.told = self.shown()
            rules = [self.rule(r) for r in refusals]
            self.answer(
                "ok" if right else "refuse",
                [first, str(text(N_("It is not allowed."))), *(str(r) for r in refusals)],
                rules,
            )
            return
        said = [first, str(text(N_("It is allowed.")))]
        self.play([action])
        events = [str(e) for node in self.timeline.line if node.parent for e in node.parent.state.story(node.action)]
        self.answer(
            "ok" if right or right is None else "refuse",
            [*said, *events],
            [self.game.rules[r] for r in self.example.rules],
        )


class Count(Lesson):
    """An example of kind `score`: the score built line by line, each line lighting up its cells."""

    def __init__(self, example: Example) -> None:
        self.at = 0
        super().__init__(example)

    @property
    def acts(self) -> bool:
        """Whether the reader may act: here the score is only read."""
        return False

    def marks_now(self) -> list[Mark]:
        """Return the cells of the line just counted."""
        lines = self.state.score().lines
        if not self.at:
            return []
        line = lines[self.at - 1]
        return [Mark("score", cell, note=f"{line.points:+d}" if n == 0 else "") for n, cell in enumerate(line.cells)]

    def extra(self) -> str:
        """Return the lines counted so far and the totals."""
        state = self.state
        score, seats = state.score(), state.game.seats(state.options)
        rows = []
        for n, line in enumerate(score.lines[: self.at]):
            lit = ' class="cat-lit"' if n == self.at - 1 else ""
            who = escape(str(text(seats[line.seat].name)))
            rows.append(f"<tr{lit}><td>{who}</td><td>{escape(str(line))}</td><td>{line.points}</td></tr>")
        if self.at == len(score.lines):
            for seat, info in enumerate(seats):
                rows.append(
                    f"<tr><th>{escape(str(text(info.name)))}</th><th>{shell.words(N_('Total'))}</th><th>{score.total(seat)}</th></tr>"
                )
        return f"<table>{''.join(rows)}</table>" if rows else ""

    def buttons(self) -> list[Tool]:
        """Return the way through the lines."""
        last = len(self.state.score().lines)
        return [
            Tool("next", str(text(N_("Next line"))), self.at < last, strong=True),
            Tool("previous", str(text(N_("Line before"))), self.at > 0),
            Tool("solve", str(text(N_("Show me"))), self.at < last),
        ]

    def tool(self, tool: str) -> None:
        """Count on, back, or to the end."""
        lines = self.state.score().lines
        self.at = {
            "next": min(self.at + 1, len(lines)),
            "previous": max(self.at - 1, 0),
            "solve": len(lines),
        }.get(tool, self.at)
        self.done = self.at == len(lines)
        if not self.at:
            self.answer("info", [str(self.state.verdict())])
            return
        line = lines[self.at - 1]
        self.answer("score", [f"{line}: {line.points}."], [self.game.rules[line.rule]])


WIDGETS: dict[str, Callable[[Example], Lesson]] = {
    "try": Lesson,
    "find": Find,
    "judge": Judge,
    "score": Count,
}


def show(name: str) -> Lesson:
    """Return the live example of that id, as in `show("herders.place")`. Raises `OptionError`."""
    found = example(name)
    return WIDGETS[found.kind](found)
