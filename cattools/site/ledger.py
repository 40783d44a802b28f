"""The ledger of a game's rules: where each is explained, which live examples show it, which tests exercise it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cattools.core.errors import CattoolsError
from cattools.core.rules import Rule
from cattools.games import game
from cattools.lessons.example import Example, examples

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule: whether its section is there, its examples, those in which it can be broken, its tests."""

    rule: Rule
    explained: bool
    examples: tuple[str, ...]
    tried: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def section(self) -> str:
        """Where the book explains the rule."""
        return f"{self.rule.page}.md#{self.rule.anchor}"

    def gaps(self) -> Iterator[str]:
        """Yield what the rule lacks, one sentence each."""
        rule = self.rule.id
        if not self.explained:
            yield f"{rule}: expected ({rule})= in book/{self.rule.page}.md, found none."
        if not self.examples:
            yield f"{rule}: expected an example that names it, found none."
        elif self.rule.forbids and not self.tried:
            yield f"{rule}: expected an example in which it can be broken, found none."
        if not self.tests:
            yield f"{rule}: expected a test that names it, found none."


@cache
def _tests(root: Path) -> dict[str, tuple[str, ...]]:
    """Return for every text that stands in a test, its decorators included, the tests it stands in."""
    found: dict[str, list[str]] = {}
    for file in sorted(root.glob("tests/**/test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                texts = {c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and isinstance(c.value, str)}
                for text in texts:
                    found.setdefault(text, []).append(f"{file.relative_to(root).as_posix()}::{node.name}")
    return {text: tuple(names) for text, names in found.items()}


def _explained(rule: Rule, root: Path) -> bool:
    page = root / "book" / f"{rule.page}.md"
    return page.is_file() and f"({rule.id})=" in page.read_text(encoding="utf-8").splitlines()


def breaks(example: Example, rule: str) -> bool:
    """Return whether a reader of the example can break the rule: on the way of its solution, or as it says itself."""
    if rule in dict(example.refused).values() or (example.kind == "judge" and rule in example.solution):
        return True
    state = example.start()
    for written in ("", *example.solution):
        if written:
            try:
                state = state.apply(state.game.read_action(written, state))
            except CattoolsError:  # an answer that is no action, or one to be refused
                return False
        # Alone: what is refused for other reasons too teaches those.
        if any({r.rule for r in state.why_not(action)} == {rule} for action in state.game.candidates(state)):
            return True
    return False


def entries(game_id: str, root: Path = ROOT) -> list[Entry]:
    """Return a game's rules in the book's order, looked up in the project at `root`. Raises `OptionError`."""
    found = []
    for rule in game(game_id).rules.values():
        shown = [e for e in examples(game_id).values() if rule.id in e.rules]
        tried = tuple(e.id for e in shown if rule.forbids and breaks(e, rule.id))
        ids = tuple(e.id for e in shown)
        found.append(Entry(rule, _explained(rule, root), ids, tried, _tests(root).get(rule.id, ())))
    return found


def gaps(game_id: str, root: Path = ROOT) -> list[str]:
    """Return every gap of a game's ledger, one sentence each. Raises `OptionError`."""
    return [gap for entry in entries(game_id, root) for gap in entry.gaps()]


def report(game_id: str, root: Path = ROOT) -> str:
    """Return the ledger as a table, a rule a line, and its gaps below. Raises `OptionError`."""
    rows = [("rule", "kind", "section", "tests", "examples")]
    for entry in entries(game_id, root):
        section = entry.section if entry.explained else f"{entry.section} (missing)"
        rows.append(
            (entry.rule.id, entry.rule.kind, section, str(len(entry.tests)), ", ".join(entry.examples) or "none")
        )
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip() for row in rows]
    missing = gaps(game_id, root)
    return "\n".join([*lines, "", *(missing or ["No gaps."])])


def rules(game_id: str) -> int:
    """Print a game's ledger; return 1 when it has gaps. Raises `OptionError` when there is no such game."""
    sys.stdout.write(report(game_id) + "\n")
    return int(bool(gaps(game_id)))
