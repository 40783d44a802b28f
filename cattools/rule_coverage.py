"""The coverage of a game's rules: the page, the code, the examples and the tests of each rule.

`cattools rules <game>` prints the coverage as a table, with the gaps below it. Given a rule's id, it prints that rule
in full; given the prefix of an id, it prints a table of the rules below that prefix. The same holds for rulings, as in
`calico.ruling.joined`. Without a name, it counts the rules of each game by source. All of this is in the language of
the code and the data that it quotes.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import islice
from pathlib import Path

from cattools.core.errors import CattoolsError, OptionError, unknown_id
from cattools.core.game import AnyGame, AnyState
from cattools.core.loading.game_packages import installed
from cattools.core.messages import N_, in_source_language
from cattools.core.rules import Check, Rule, RuleKind
from cattools.games import GAMES, game
from cattools.lessons.example import Example, ExampleKind, examples
from cattools.lessons.ruling import Ruling, rulings, source_words
from cattools.site.chapters import written
from cattools.site.sphinx.rule_sections import section_errors

ROOT = Path(__file__).parents[1]
_KINDS = {RuleKind.RULE: "printed", RuleKind.RULING: "rulings", RuleKind.READING: "readings"}
# What a module of a game does with the rules that it names; any module that is not listed here implements them.
DOES: Mapping[str, str] = {"legality": "refused", "notation": "named"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule's coverage: its section in the book, its examples and its tests.

    `explained` says whether the section exists, and `stated` whether it begins with the rule's sentence. `tried`
    contains at most one example: the first in which the reader can try to break the rule. `tests` is None where the
    tests are not installed.
    """

    rule: Rule
    explained: bool
    stated: bool
    examples: tuple[str, ...]
    tried: tuple[str, ...]
    tests: tuple[str, ...] | None

    @property
    def section(self) -> str:
        """The rule's section in the book."""
        return f"{self.rule.page}.md#{self.rule.anchor}"

    def gaps(self) -> Iterator[str]:
        """Yield the rule's gaps, one sentence each."""
        rule, page = self.rule.id, f"book/{self.rule.page}.md"
        if not self.explained:
            yield f"{rule}: expected ({rule})= in {page}, found none."
        elif not self.stated:
            yield f"{rule}: expected its sentence at the start of its section of {page}; `make fix` inserts it."
        if not self.examples:
            yield f"{rule}: expected an example that names it, found none."
        elif self.rule.forbids and not self.tried:
            yield f"{rule}: expected an example in which a reader can try to break it, found none."
        if self.tests == ():
            yield f"{rule}: expected a test marked with it, found none."


# --- where a rule is named ---------------------------------------------------------------------------------------


def _home(game_id: str, root: Path) -> Path:
    """Return the project of a game: `root` or, for a game from another distribution, the folder with its package."""
    found = installed()[game_id]
    return root if found.is_own else Path(found.folder).parent


@cache
def _tests(root: Path) -> dict[str, tuple[str, ...]]:
    """Return, for every rule, the tests marked with it by a decorator, in a set of parameters, or by `pytestmark`."""
    found: dict[str, list[str]] = {}
    for file in sorted(root.glob("tests/**/test_*.py")):
        source = file.read_text(encoding="utf-8")
        if "mark.rule(" not in source:
            continue
        body = ast.parse(source).body
        of_all = [rule for node in body if _is_pytestmark(node) for rule in _marked(node)]
        for node in body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marks = [rule for decorator in node.decorator_list for rule in _marked(decorator)]
                for rule in dict.fromkeys((*of_all, *marks)):
                    found.setdefault(rule, []).append(f"{file.relative_to(root).as_posix()}::{node.name}")
    return {rule: tuple(names) for rule, names in found.items()}


def _is_pytestmark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["pytestmark"]


def _marked(node: ast.AST) -> Iterator[str]:
    """Yield the ids in every `pytest.mark.rule(...)` of a decorator or of a `pytestmark` assignment."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
            yield from (arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


@dataclass(frozen=True, slots=True)
class Mention:
    """A location in a game's code that names a rule, and what the code does with the rule there."""

    does: str
    where: str


@cache
def _mentions(game_id: str, root: Path) -> Mapping[str, tuple[Mention, ...]]:
    """Return, for every rule, the locations in the code that name its full id, as a string or in a docstring."""
    found: dict[str, list[Mention]] = {}
    known = game(game_id).rules
    home = _home(game_id, root)
    folder = home / "cattools" / "games" / game_id if home == root else Path(installed()[game_id].folder)
    for file in sorted(folder.rglob("*.py")):
        does, where = DOES.get(file.stem, "implemented"), file.relative_to(home).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                lines = node.value.splitlines()
                for rule in [node.value] if node.value in known else _named(node.value):
                    at = next((n for n, line in enumerate(lines) if rule in line), 0)
                    if rule in known:
                        found.setdefault(rule, []).append(Mention(does, f"{where}:{node.lineno + at}"))
    return {rule: tuple(dict.fromkeys(mentions)) for rule, mentions in found.items()}


def _named(docstring: str) -> Iterator[str]:
    """Yield the parts of a docstring that are in backticks."""
    yield from docstring.split("`")[1::2]


def _page(rule: Rule, root: Path) -> str:
    game_id, _, name = rule.page.partition("/")
    return written(game_id, root).get(name, (root, ""))[1] if game_id in GAMES else ""


# --- whether a rule can be broken --------------------------------------------------------------------------------


def _refused_by_this_alone(state: AnyState, rule: str) -> bool:
    """Return whether there is an action that only this rule refuses.

    An action that other rules refuse as well does not teach this rule.
    """
    checks: Mapping[type, tuple[Check[AnyState, object], ...]] = state.game.checks
    kinds = {kind for kind, row in checks.items() if any(check.rule == rule for check in row)}
    for action in state.game.candidates(state):
        if type(action) in kinds:
            row = checks[type(action)]
            # The other rules are checked first, because they rule out most actions.
            if not any(check.find(state, action) for check in row if check.rule != rule) and any(
                check.find(state, action) for check in row if check.rule == rule
            ):
                return True
    return False


def breaks(example: Example, rule: str) -> bool:
    """Return whether a reader can try to break the rule in an example.

    This is possible if the example declares an action that the rule refuses, or if the solution leads to a position
    in which only this rule refuses some action.
    """
    if rule in dict(example.refused).values() or (example.kind == ExampleKind.JUDGE and rule in example.solution):
        return True
    state = example.start()
    for move in ("", *example.solution):
        if move:
            try:
                state = state.apply(state.game.read_action(move, state))
            except CattoolsError:  # not an action, or one that is refused
                return False
        if _refused_by_this_alone(state, rule):
            return True
    return False


# --- the report --------------------------------------------------------------------------------------------------


def _entry(game_: AnyGame, rule: Rule, root: Path) -> Entry:
    shown = [example for example in examples(game_.id).values() if rule.id in example.rules]
    declared = [e for e in shown if rule.id in dict(e.refused).values() or rule.id in e.solution]  # quick to check
    tried = (e.id for e in dict.fromkeys((*declared, *shown)) if rule.forbids and breaks(e, rule.id))
    page, ids = _page(rule, root), tuple(example.id for example in shown)
    explained, stated = (
        f"({rule.id})=" in page.splitlines(),
        not any(rule.id in fault for fault in section_errors(page)),
    )
    home = _home(game_.id, root)
    tests = _tests(home).get(rule.id, ()) if home == root or (home / "tests").is_dir() else None
    return Entry(rule, explained, stated, ids, tuple(islice(tried, 1)), tests)


def entries(game_id: str, root: Path = ROOT) -> list[Entry]:
    """Return the coverage of a game's rules in the book's order, for the project at `root`. Raises `OptionError`."""
    game_ = game(game_id)
    return [_entry(game_, rule, root) for rule in game_.rules.values()]


def gaps(game_id: str, root: Path = ROOT) -> list[str]:
    """Return all gaps in a game's coverage, one sentence each. Raises `OptionError`."""
    return _gaps(entries(game_id, root), game_id, root)


def _gaps(found: list[Entry], game_id: str, root: Path) -> list[str]:
    own = _home(game_id, root) == root
    mentions = _mentions(game_id, root) if not own or (root / "cattools").is_dir() else None
    implemented = {rule for rule, places in (mentions or {}).items() if any(place.does != "named" for place in places)}
    nowhere = [e.rule.id for e in found if mentions is not None and e.rule.id not in implemented]
    return [
        *(gap for entry in found for gap in entry.gaps()),
        *_ruling_gaps(found, game_id, root),
        *(f"{rule}: expected this complete id in the code that implements it, found none." for rule in nowhere),
    ]


def _ruling_gaps(found: list[Entry], game_id: str, root: Path) -> Iterator[str]:
    """Yield what is missing between the rules and the rulings, if the game has any, one sentence each."""
    rows, below = rulings(game_id).rows, {entry.rule.id for entry in found}
    settled = {(one.rule, one.source.rule_kind) for one in rows}
    for rule in (entry.rule for entry in found if rows):
        for kind in sorted(rule.sources - {RuleKind.RULE}):
            if (rule.id, kind) not in settled:
                yield f"{rule.id}: expected a row with the source '{kind}' in data/rulings.toml, found none."
    for one in rows:
        if (
            (test := one.asked.test)
            and one.rule in below
            and test not in _tests(_home(game_id, root)).get(one.rule, ())
        ):
            yield f"{one.id}: expected a test marked with {one.rule}, found {test}."


def _kind(rule: Rule) -> str:
    return "+".join((rule.kind, *(kind for kind, _, _ in rule.notes)))


def _counts(game_: AnyGame, below: list[Rule]) -> dict[str, Counter[RuleKind]]:
    """Return the numbers of rules, of details of rules, and of questions, each by source."""
    ids = {rule.id for rule in below}
    return {
        "rules": Counter(rule.kind for rule in below),
        "details": Counter(kind for rule in below for kind, _, _ in rule.notes),
        "questions": Counter(one.source.rule_kind for one in rulings(game_.id).rows if one.rule in ids),
    }


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the lines of a table whose first row is its heading."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip() for row in rows]


def _counted(number: int, many: str) -> str:
    return f"{number} {many.removesuffix('s') if number == 1 else many}"


def summary() -> str:
    """Return a table that counts the rules, details and questions of each game by source."""
    rows: list[tuple[str, ...]] = [("game", "counted", "total", *_KINDS.values())]
    totals: dict[str, Counter[RuleKind]] = {}
    counted = [(one.id, what, of) for one in GAMES.values() for what, of in _counts(one, [*one.rules.values()]).items()]
    for _, what, of in counted:
        totals.setdefault(what, Counter()).update(of)
    for name, what, of in (*counted, *(("all", what, of) for what, of in totals.items())):
        rows.append((name, what, str(sum(of.values())), *(str(of[kind]) for kind in _KINDS)))
    return "\n".join(_table(rows))


def report(name: str, root: Path = ROOT, *, tests: bool = False) -> str:
    """Return a table of the rules of a game, or of the rules below the prefix `name`, followed by the gaps.

    Each rule has one line. `tests` adds the tests of each rule. Raises `OptionError` if there is no such game or rule.
    """
    game_ = game(name.partition(".")[0])
    below = [rule for rule in game_.rules.values() if f"{rule.id}.".startswith(f"{name}.")]
    if not below:
        raise _unknown(name, game_)
    found = [_entry(game_, rule, root) for rule in below]
    rows = [("rule", "kind", "section", "tests", "examples")]
    for entry in found:
        section = entry.section if entry.explained else f"{entry.section} (missing)"
        rows.append(
            (
                entry.rule.id,
                _kind(entry.rule),
                section,
                str(len(entry.tests or ())),
                ", ".join(entry.examples) or "none",
            )
        )
    lines = []
    for number, line in enumerate(_table(rows)):
        lines.append(line)
        if tests and number:
            lines += [f"    {name}" for name in found[number - 1].tests or ()]
    counts = [
        f"{_counted(of.total(), what)}: {', '.join(_counted(of[kind], name) for kind, name in _KINDS.items())}."
        for what, of in _counts(game_, below).items()
    ]
    missing = _gaps(found, game_.id, root)
    return "\n".join([*lines, "", *counts, "", *(missing or ["No gaps."])])


def _unknown(rule_id: str, game_: AnyGame) -> OptionError:
    known = [*game_.rules, *(one.id for one in rulings(game_.id).rows)]
    return unknown_id(N_("expected a rule such as {known}, found {found}"), rule_id, known)


def rule_in_full(rule_id: str, root: Path = ROOT) -> str:
    """Return everything about one rule: sentence, interpretation, section, the code that names it, examples and tests.

    Raises `OptionError` if there is no such rule.
    """
    game_ = game(rule_id.partition(".")[0])
    if rule_id not in game_.rules:
        raise _unknown(rule_id, game_)
    rule = game_.rules[rule_id]
    entry = _entry(game_, rule, root)
    lines = [f"{rule.id}: {rule.title} ({_kind(rule)})", *(f"  {paragraph}" for paragraph in rule.paragraphs), ""]
    groups: dict[str, list[str]] = {"explained": [f"book/{entry.section}"] if entry.explained else []}
    for mention in _mentions(game_.id, root).get(rule_id, ()):
        groups.setdefault(mention.does, []).append(mention.where)
    sentences = dict.fromkeys(c.sentence for row in game_.checks.values() for c in row if c.rule == rule_id)
    groups["refused"] = [*groups.get("refused", []), *(f"  {sentence}" for sentence in sentences)]
    groups["shown"], groups["tested"] = [*entry.examples], [*(entry.tests or ())]
    for does in ("explained", "named", "implemented", "refused", "shown", "tested"):
        for number, place in enumerate(groups.get(does, ())):
            lines.append(f"  {'' if number else does:<11} {place}")
    return "\n".join([*lines, *(["", *entry.gaps()] if any(entry.gaps()) else [])])


def ruling_in_full(one: Ruling) -> str:
    """Return everything about one ruling: question, verdict, the rule that answers it, source, example and check."""
    asked = {field.name: getattr(one.asked, field.name) for field in fields(one.asked)}
    check = "; ".join(f"{name} {_written(value)}".strip() for name, value in asked.items() if value)
    rows = {"rule": one.rule, "source": source_words(one), "page": f"book/{one.page}.md#{one.anchor}"}
    rows |= {"shown": one.example, "checked": check}
    lines = [f"{one.id}: {one.question} ({one.source})", f"  {one.verdict}", ""]
    return "\n".join([*lines, *(f"  {name:<11} {value}" for name, value in rows.items())])


def _written(value: object) -> str:
    """Return a value of a check as it is written in the data; nothing for a key whose value is true."""
    return "" if value is True else ", ".join(value) if isinstance(value, tuple) else str(value)


def _rulings_below(name: str) -> list[Ruling]:
    """Return the ruling with the id `name`, or those whose ids begin with this prefix; none for a game."""
    rows = rulings(name.partition(".")[0]).rows
    return [one for one in rows if "." in name and f"{one.id}.".startswith(f"{name}.")]


@in_source_language()
def rules(name: str = "", *, tests: bool = False) -> int:
    """Print everything about one rule or ruling, or a table of a game's rules or of those below the prefix `name`.

    Without a name, print the rules of each game, counted by source. Returns the exit code, which is 1 if the table has
    gaps.

    Raises `OptionError` if there is no such game or rule.
    """
    if not name:
        sys.stdout.write(summary() + "\n")
        return 0
    name = name.casefold()  # every id is in lower case
    if name in game(name.partition(".")[0]).rules:
        sys.stdout.write(rule_in_full(name) + "\n")
        return 0
    if below := _rulings_below(name):
        lines = _table([("ruling", "source", "verdict"), *((one.id, one.source, one.first) for one in below)])
        sys.stdout.write((ruling_in_full(below[0]) if below[0].id == name else "\n".join(lines)) + "\n")
        return 0
    table = report(name, tests=tests)
    sys.stdout.write(table + "\n")
    return int(not table.endswith("No gaps."))
