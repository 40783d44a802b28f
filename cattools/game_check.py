"""`cattools check`: what every game promises, checked for one game, with each fault at its file and line."""

from __future__ import annotations

import ast
import gettext
import inspect
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cattools.core import selection
from cattools.core.display.icons import icons
from cattools.core.display.scene import Area, MarkKind
from cattools.core.errors import CattoolsError, shorten
from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.loading.data_files import load
from cattools.core.loading.game_packages import installed
from cattools.core.messages import CONTEXT, N_, NP_, GapError, Text, in_source_language, many, speaking, text
from cattools.core.notation.actions import button_label
from cattools.core.options import Options
from cattools.core.random_play import choices, random_game
from cattools.core.rules import Refusal, Rule
from cattools.core.score import Line
from cattools.games import GAMES, game
from cattools.lessons import presentation
from cattools.lessons.answer_check import ids_in, problems
from cattools.lessons.example import examples
from cattools.lessons.practice import best_moves
from cattools.lessons.practice.config import topics
from cattools.lessons.ruling import rulings
from cattools.lessons.ruling_check import problems as contradictions
from cattools.rule_coverage import ROOT
from cattools.site.chapters import written
from cattools.site.game_pages.generate import PAGES
from cattools.site.printable.reference_sheet import sheet_of
from cattools.site.sphinx.rule_sections import NEWLINE, section_errors

ENDS = 30  # how many further random games, with the usual options, have only their end checked
USUAL_MOVES, MOVES = 300, 60  # maximum number of actions of a random game, with the usual options and with others
POSITIONS = 3  # how many positions of a random game are checked, besides the first and the last
CANDIDATES = 300  # how many candidates are compared with the legal actions of a position, besides the legal ones
ASKED = 60  # how many candidates of a position have the reasons against them checked
WORLDS = 3  # how many other positions that look the same to the seat to move are compared with a position
FAULTS = 3  # how many faults of a kind are shown; the others are only counted
FAULT = N_("{where}: expected {expected}, found {found}")
_PATH = re.compile(r"(?P<file>games/[\w/.-]+\.(?:toml|json))(?P<path>(?:, [^:]*?)?): (?P<rest>.*)", re.DOTALL)
_STEP = re.compile(r"(?P<key>[\w-]+)(?: (?:'(?P<label>[^']*)'|(?P<number>\d+)))?")
_UNKNOWN_KEY = re.compile(r"expected one of the keys .*, found '(?P<key>[^']*)'$")
_SYNTAX = re.compile(r"(?P<fault>.*) \(at line (?P<line>\d+), column \d+\)$", re.DOTALL)
_LABEL = re.compile(r"^\((?P<id>\S+\.\S+)\)=$", re.MULTILINE)
_SHOWN = re.compile(r"\bshow\(\s*[\"'](?P<id>[^\"']*)[\"']")
# A rule's id as the target of a link, in a role (with or without words of its own), or alone in code quotes.
_CITED = re.compile(r"\]\([^)\s]*#(?P<link>\w+\.[\w.-]+)\)|`(?:[^`<\n]+<)?(?P<quoted>\w+\.[\w.-]+)>?`")
# A link to a page in the same chapter, or to a page above the chapters.
_PAGE_LINK = re.compile(r"\]\((?P<page>(?:\.\./)?[\w-]+)\.md(?:#[^)\s]*)?\)")
_SECTION = re.compile(r"\((\S+\.\S+)\)=|the section of (\S+) to")


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken promise in plain words, with its file and line; `kind` groups faults that have the same cause."""

    words: Text | str
    kind: str = ""

    def __str__(self) -> str:
        return str(self.words)


Counts = Counter[str]
Check = Callable[[AnyGame, int, Counts], Iterator[Fault]]


# --- where a fault is --------------------------------------------------------------------------------------------


def located(message: str, root: Path = ROOT) -> str:
    """Return the message of a `DataError` with the line in its file, as in `cattools/games/x/data/y.toml, line 3: ...`.

    A message without a location in the data gets only the folder of its file, if it names one.
    """
    found = _PATH.fullmatch(message)
    if found is None or found["path"].startswith(", line "):
        return _name(str(_data_file(message, root)), root) if message.startswith("games/") else message
    file, path, rest = _data_file(found["file"], root), found["path"].removeprefix(", "), found["rest"]
    name = _name(str(file), root)
    if syntax := _SYNTAX.fullmatch(rest):
        sentence = text(N_("expected valid TOML, found: {fault}"), fault=syntax["fault"])
        return f"{name}, line {syntax['line']}: {sentence}"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    keys = [*_STEP.finditer(path)]
    at = 0
    for step in keys:
        at = _line_of(lines, step, at)
    if unknown := _UNKNOWN_KEY.search(rest):
        at = _line_of_key(lines, unknown["key"], at)
    return f"{name}, line {at + 1}: {path + ', ' if path else ''}{rest}"


def _data_file(name: str, root: Path) -> Path:
    """Return the path of a data file such as `games/herders/data/rules.toml`."""
    of, game_id, *rest = name.split("/")
    return _folder(game_id, root).joinpath(*rest) if of == "games" else root / "cattools" / name


def _line_of(lines: list[str], step: re.Match[str], start: int) -> int:
    """Return the index of the line on which a record or key of a data file begins, or `start` if it is not found."""
    key, label, number = step["key"], step["label"], step["number"]
    if label is not None:
        named = re.compile(rf'\s*[\w-]+ *= *"{re.escape(label)}" *(#.*)?|\s*"?{re.escape(label)}"? *=.*|\[.*{label}\]')
        return next((n for n in range(start, len(lines)) if named.fullmatch(lines[n])), start)
    if number is not None:
        head = re.compile(rf"\[\[(.+\.)?{re.escape(key)}\]\]")
        heads = [n for n in range(start, len(lines)) if head.fullmatch(lines[n].strip())]
        return heads[int(number) - 1] if len(heads) >= int(number) else start
    return _line_of_key(lines, key, start)


def _line_of_key(lines: list[str], key: str, start: int) -> int:
    """Return the index of the line with a key in the record around `start`, or `start` if there is none."""
    begins = next((n for n in range(min(start, len(lines) - 1), -1, -1) if lines[n].startswith("[")), 0)
    for n in range(begins, len(lines)):
        if re.match(rf"\s*\"?{re.escape(key)}\"? *=|\[+{re.escape(key)}\b", lines[n]):
            return n
        if n > start and lines[n].startswith("["):
            break
    return start


def _place(code: Any, root: Path = ROOT) -> str:
    """Return the file and the line of a function or class."""
    code = inspect.unwrap(code)
    try:
        file, line = inspect.getsourcefile(code), inspect.getsourcelines(code)[1]
    except (TypeError, OSError):
        return "cattools"
    return f"{_name(file or '', root)}, line {line}"


def _name(file: str, root: Path = ROOT) -> str:
    """Return a path as it is shown: below the project, the current folder or the folder with a game's package."""
    path = Path(file)
    others = (Path(one.folder).parent for one in installed().values() if one.distribution)
    above = next((folder for folder in (root, Path.cwd(), *others) if path.is_relative_to(folder)), None)
    return path.relative_to(above).as_posix() if above else path.as_posix()


def _folder(game_id: str, root: Path = ROOT) -> Path:
    """Return the folder of a game's package."""
    found = installed().get(game_id)
    return root / "cattools" / "games" / game_id if found is None or found.is_own else Path(found.folder)


def _written(sentence: str, game_id: str, root: Path) -> str:
    """Return the file and the line of a sentence in a game's code, or "" if it is not there."""
    for file in sorted(_folder(game_id, root).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value == sentence:
                return f"{_name(str(file), root)}, line {node.lineno}"
    return ""


def _raised(error: Exception, game_id: str, root: Path = ROOT) -> Fault:
    """Return the fault for an exception: at the last line of the game's own code that led to it, or at its sentence."""
    if isinstance(error, GapError) and (where := _written(error.sentence, game_id, root)):
        expected = text(N_("a value for each gap of {words}"), words=shorten(error.sentence, 200))
        return Fault(text(FAULT, where=where, expected=expected, found=error.found), where)
    if isinstance(error, SyntaxError) and error.filename:
        where = f"{_name(error.filename, root)}, line {error.lineno}"
    else:
        frames = traceback.extract_tb(error.__traceback__)
        own = [one for one in frames if Path(one.filename).is_relative_to(_folder(game_id, root))] or frames[-1:]
        where = f"{_name(own[-1].filename, root)}, line {own[-1].lineno}"
    found = f"{type(error).__name__}: {error}"
    return Fault(text(FAULT, where=where, expected=text(N_("no error")), found=shorten(found, 200)), where)


def _shielded(found: Iterator[Fault], game_id: str) -> Iterator[Fault]:
    """Yield the faults; an exception becomes one more fault."""
    try:
        yield from found
    except CattoolsError as error:
        words = located(str(error))
        yield Fault(words) if words != str(error) else _raised(error, game_id)
    except Exception as error:  # noqa: BLE001 - the code of a game under construction can raise anything
        yield _raised(error, game_id)


# --- what a game says and shows in one position; the tests of all games call these functions too ------------------


class Broken(NamedTuple):
    """A broken promise: the function or class that breaks it, what was expected, and what was found."""

    code: object
    expected: Text
    found: object


def _code(state: AnyState, name: str) -> object:
    """Return the game's own function of this name, or else the class of its positions."""
    return vars(state.game).get(name, type(state))


def _check(state: AnyState, action: object, refusal: Refusal) -> object:
    """Return the function of the check that refuses an action, or else the action's class."""
    checks = state.game.checks[type(action)]
    return next((check.find for check in checks if check.sentence == refusal.text.sentence), type(action))


def areas_of(state: AnyState) -> Mapping[str, Area]:
    """Return the areas that are shown to the seat to move, by id."""
    return state.game.scene_of(state, state.mover).areas


def sentence(code: object, said: object, areas: Mapping[str, Area], *, closed: bool = True) -> Iterator[Broken]:
    """Yield what readers would stumble over in a sentence; only a `closed` one must end with a full stop."""
    shown = str(said)
    if not re.match("[^a-z]", shown):
        yield Broken(code, text(N_("a sentence that does not begin with a small letter")), shorten(shown, 200))
    if re.search("[{}]", shown):
        yield Broken(code, text(N_("a sentence without open gaps")), shorten(shown, 200))
    if closed and not shown.endswith("."):
        yield Broken(code, text(N_("a sentence that ends with a full stop")), shorten(shown, 200))
    yield from _named(code, shown, areas)


def _named(code: object, shown: str, areas: Mapping[str, Area]) -> Iterator[Broken]:
    """Yield the ids in a text of areas that have a name."""
    for id_ in ids_in(shown, areas):
        expected = text(N_("the name of the area, {name}, in place of its id {id}"), name=areas[id_].name, id=id_)
        yield Broken(code, expected, shorten(shown, 200))


def _unknown(code: object, found: Iterable[str], areas: Iterable[str]) -> Iterator[Broken]:
    """Yield the ids that belong to no area."""
    for id_ in sorted({*found} - {*areas}):
        yield Broken(code, text(N_("the id of an area")), shorten(id_))


def _cited(code: object, state: AnyState, cited: Refusal | Event | Line, areas: Iterable[str]) -> Iterator[Broken]:
    """Yield what is wrong with the rule and the cells of a refusal, an event or a score line."""
    if cited.rule not in state.game.rules:
        yield Broken(code, text(N_("the id of a rule")), shorten(cited.rule))
    yield from _unknown(code, cited.cells, areas)


def refusals(state: AnyState, action: object, areas: Mapping[str, Area]) -> Iterator[Broken]:
    """Yield what is wrong with the sentence of an action and the reasons against it."""
    yield from sentence(vars(state.game).get("intent", type(action)), state.game.intent(state, action), areas)
    for refusal in state.why_not(action):
        code = _check(state, action, refusal)
        yield from sentence(code, refusal.text, areas)
        yield from _cited(code, state, refusal, areas)


def effects(state: AnyState, action: object, areas: Mapping[str, Area]) -> Iterator[Broken]:
    """Yield what is wrong with the events of a legal action."""
    events, code = state.events(action), _code(state, "events")
    new = {cell for event in events for cell in event.cells} - areas.keys()
    known = {*areas, *(areas_of(state.apply_unchecked(action)) if new else ())}
    for event in events:
        yield from sentence(code, event.text, areas)
        yield from _cited(code, state, event, known)
        if event.kind == EventKind.LEAVE and event.piece not in icons():
            expected = text(N_("the name of an icon as the piece of an event of the kind {kind}"), kind=event.kind)
            yield Broken(code, expected, shorten(event.piece))


def lines(state: AnyState, areas: Mapping[str, Area]) -> Iterator[Broken]:
    """Yield what is wrong with the lines of the score."""
    for line in state.score().lines:
        code = _code(state, "score")
        yield from sentence(code, line.text, areas, closed=False)
        yield from _cited(code, state, line, areas)


def presses(state: AnyState, action: object, areas: Mapping[str, Area]) -> Iterator[Broken]:
    """Yield what is wrong with the way to enter a legal action: its presses, or its button if it has no area."""
    played, own = state.game, vars(state.game)
    pressed, code = played.presses(action), own.get("presses", type(action))
    if unknown := [*_unknown(code, pressed, areas)]:
        yield from unknown
        return
    for n, area in enumerate(pressed):
        if area not in selection.next_areas(state, pressed[:n]):
            yield Broken(code, text(N_("an area that can be pressed after {n} presses"), n=n), shorten(area))
        marked = (mark.area for mark in played.selection_marks(state, pressed[:n]))
        yield from _unknown(own.get("selection_marks", type(action)), marked, areas)
    if pressed and (meant := played.action_from_presses(state, pressed)) != action:
        expected = text(N_("{action} after its presses {presses}"), action=action, presses=" ".join(pressed))
        yield Broken(own.get("action_from_presses", type(action)), expected, shorten(meant))
    if not pressed and state.mover is not None and "label" not in own and button_label(action) is None:
        expected = text(N_('`@action(..., label=N_("..."))`, the words on the button of {action}'), action=action)
        yield Broken(type(action), expected, text(N_("none")))


def previews(state: AnyState, action: object, areas: Mapping[str, Area]) -> Iterator[Broken]:
    """Yield what is wrong with the preview of a legal action."""
    shown, code = state.game.preview(state.view(state.mover), action), _code(state, "preview")
    for said in shown.said:
        yield from sentence(code, said, areas)
    yield from _unknown(code, (mark.area for mark in shown.marks), areas)
    for mark in shown.marks:
        if mark.kind in (MarkKind.CAPTURED, MarkKind.PREVIEW) and mark.note and mark.note not in icons():
            expected = text(N_("the name of an icon as the note of a mark of the kind {kind}"), kind=mark.kind)
            yield Broken(code, expected, shorten(mark.note))


def names(state: AnyState) -> Iterator[Broken]:
    """Yield what is wrong with the names of the areas that everyone sees."""
    areas, code = state.game.scene_of(state).areas, _code(state, "scene")
    for area in areas.values():
        if not area.name:
            yield Broken(code, text(N_("a name for the area {id}"), id=area.id), text(N_("none")))
        yield from _named(code, area.name, areas)


def tables(state: AnyState) -> Iterator[Broken]:
    """Yield the panels that would be missing from the table of all players on a full screen."""
    for panel in state.game.panels(state.view(None)):
        if not panel.cells:
            expected = text(N_("cells for the table of all players, as `count_panel` makes them"))
            yield Broken(_code(state, "panels"), expected, text(N_("none")))


class Brackets(gettext.NullTranslations):
    """A language that puts every sentence of the catalogue in brackets."""

    def info(self) -> dict[str, str]:
        """Return the name of the language, by which some games cache their texts."""
        return {"language": "brackets"}

    def gettext(self, message: str) -> str:
        """Return a sentence in brackets, without its context."""
        return f"⟦{message.rpartition(CONTEXT)[2]}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the singular or the plural in brackets."""
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


def bare(shown: str) -> list[str]:
    """Return the words of a text or HTML in `Brackets` that are not from the catalogue; notation does not count."""
    words = re.sub(r"(?s)<(style|script|svg).*?</\1>", " ", shown)
    words = re.sub(r"<details.*?cat-moves.*?</details>", " ", words)
    words = unescape(re.sub(r"<[^>]*>", " ", words))
    before = ""
    while words != before:
        words, before = re.sub(r"⟦[^⟦⟧]*⟧", " ", words), words
    return re.findall(r"[^\W\d_]{3,}", words)


def uncatalogued(state: AnyState, asked: Iterable[object]) -> Iterator[Broken]:
    """Yield the texts in a position that are not in the catalogue; `asked` are actions whose refusals are read."""
    with speaking(Brackets()):
        scene = state.game.scene_of(state)
        said = [(_code(state, "status"), str(state.status())), (_code(state, "scene"), scene.summary)]
        said += [(_code(state, "score"), str(line)) for line in state.score().lines]
        said += [(_code(state, "scene"), area.name) for area in scene.areas.values()]
        said += [(_code(state, "events"), str(event)) for action in state.legal() for event in state.events(action)]
        said += [(_check(state, action, one), str(one)) for action in asked for one in state.why_not(action)]
        for panel in state.game.panels(state.view(None)):
            said += [(_code(state, "panels"), words) for words in (panel.name, *(words for words, _ in panel.rows))]
    for code, words in dict.fromkeys(said):
        if bare(words):
            found = re.sub("[⟦⟧]", "", words)
            yield Broken(code, text(N_("a text of the catalogue, marked with N_")), shorten(found, 200))


def revealing(state: AnyState, asked: Iterable[object], rng: Random) -> Iterator[Broken]:
    """Yield the refusals that tell the seat to move what it cannot see: they differ in positions that look the same."""
    if state.mover is None or not state.game.has_hidden_information(state.options):
        return
    view = state.view(state.mover)
    worlds = [view.determinize(rng) for _ in range(WORLDS)]
    for action in asked:
        here = {str(refusal): refusal for refusal in state.why_not(action)}
        for world in worlds:
            there = {str(refusal): refusal for refusal in world.why_not(action)}
            if differing := sorted(here.keys() ^ there.keys()):
                expected = text(
                    N_("the same reasons against {action} in all positions that look the same"), action=action
                )
                yield Broken(_check(state, action, {**here, **there}[differing[0]]), expected, differing[0])
                break


# --- the checks --------------------------------------------------------------------------------------------------


def _data_files(played: AnyGame, _: int, counts: Counts) -> Iterator[Fault]:
    folder = f"games/{played.id}/data"
    for file in sorted((_folder(played.id) / "data").iterdir()):
        if file.suffix in (".toml", ".json"):
            yield from _shielded(_read(load, f"{folder}/{file.name}"), played.id)
            counts["file"] += 1
    readers: tuple[tuple[bool, Callable[[str], object]], ...] = (
        (True, examples),
        (played.has_presentation, presentation.plan),
        (played.has_practice, topics),
        (played.has_best_moves, best_moves.check),
        (True, rulings),
        (played.has_reference_sheet, sheet_of),
    )
    for there, read in readers:
        if there:
            yield from _shielded(_read(read, played.id), played.id)


def _read(read: Callable[[str], object], name: str) -> Iterator[Fault]:
    read(name)
    yield from ()


def _rules(played: AnyGame, _: int, counts: Counts) -> Iterator[Fault]:
    """Yield a fault for each rule that a check enforces but whose record does not say that it forbids something."""
    checking = {check.rule for row in played.checks.values() for check in row}
    for rule in played.rules.values():
        counts["rule"] += 1
        if rule.id in checking and not rule.forbids:
            yield _lacking(played, rule, text(N_("'forbids = true' for {rule}, which a check enforces"), rule=rule.id))
    counts["check"] += sum(map(len, played.checks.values()))


def _lacking(played: AnyGame, rule: Rule, expected: Text) -> Fault:
    """Return the fault of a rule that lacks something, at its record."""
    where = located(f"games/{played.id}/data/rules.toml, rule {rule.id!r}: ").partition(": ")[0]
    return Fault(text(FAULT, where=where, expected=expected, found=text(N_("none"))))


def _random_games(played: AnyGame, seed: int, counts: Counts) -> Iterator[Fault]:
    usual = played.choose()
    for options in choices(played, 0):
        counts["game"] += 1
        sys.stdout.write(".")  # shows the author that something is happening
        sys.stdout.flush()
        yield from _shielded(_random_game(played, options, seed, counts, options == usual), played.id)
    for further in range(seed + 1, seed + 1 + ENDS):
        yield from _shielded(_end_of_game(played, usual, further, counts), played.id)


def _end_of_game(played: AnyGame, options: Options, seed: int, counts: Counts) -> Iterator[Fault]:
    """Check the end of a random game: some ways to end a game are rare."""
    *_, last = random_game(played, options, seed, USUAL_MOVES)
    if last.to_move is None:
        counts["game"] += 1
        counts["position"] += 1
        yield from _position(last, options)
        yield from _said(last, Random(seed))


def _random_game(played: AnyGame, options: Options, seed: int, counts: Counts, usual: bool) -> Iterator[Fault]:
    states = [*random_game(played, options, seed, USUAL_MOVES if usual else MOVES)]
    picked, rng = Random(seed).sample(states, min(POSITIONS, len(states))), Random(seed)
    for state in dict.fromkeys([states[0], *picked, states[-1]]):
        counts["position"] += 1
        yield from _position(state, options)
        yield from _legal(state, rng)
        for action in state.legal():
            counts["action"] += 1
            yield from _action(state, action)
        yield from _said(state, rng)


def _said(state: AnyState, rng: Random) -> Iterator[Fault]:
    """Check the sentences, names and presses of a position."""
    with in_source_language():  # the language of the sentences, whatever that of the report
        found = [*_broken(state, rng)]
    for one in dict.fromkeys(found):
        where = _place(one.code)
        yield Fault(
            text(FAULT, where=where, expected=one.expected, found=one.found), f"{where} {one.expected.sentence}"
        )


def _broken(state: AnyState, rng: Random) -> Iterator[Broken]:
    """Yield what is wrong with the sentences, names and presses of a position."""
    every, areas = [*dict.fromkeys(state.game.candidates(state))], areas_of(state)
    asked = rng.sample(every, min(ASKED, len(every)))
    yield from sentence(_code(state, "status"), state.status(), areas, closed=False)
    yield from lines(state, areas)
    yield from names(state)
    yield from tables(state)
    for action in asked:
        yield from refusals(state, action, areas)
    for action in state.legal():
        yield from effects(state, action, areas)
        if state.mover is not None:
            yield from presses(state, action, areas)
            yield from previews(state, action, areas)
    yield from uncatalogued(state, asked)
    yield from revealing(state, asked, rng)


def _position(state: AnyState, options: Options) -> Iterator[Fault]:
    written = str(state)
    try:
        again = state.game.read_position(written, options)
    except CattoolsError as error:
        found: object = Text("{error}", (("error", error),))
    else:
        if again == state:
            return
        found = text(N_("another position, which is written as {again}"), again=shorten(str(again), 200))
    where = _place(vars(state.game).get("read_position", type(state)))
    expected = text(N_("the position {written} to be read back"), written=shorten(written, 200))
    yield Fault(text(FAULT, where=where, expected=expected, found=found), f"position {where}")


def _action(state: AnyState, action: object) -> Iterator[Fault]:
    written = str(action)
    try:
        again = state.game.read_action(written, state)
    except CattoolsError as error:
        found: object = text(N_("a refusal ({error})"), error=error)
    else:
        if again == action and "\n" not in written:
            return
        found = shorten(again)
    where = _place(type(action))
    expected = text(N_("the text {written} to be read back as {action}"), written=shorten(written), action=repr(action))
    yield Fault(text(FAULT, where=where, expected=expected, found=found), f"action {where}")


def _legal(state: AnyState, rng: Random) -> Iterator[Fault]:
    played, listed = state.game, dict.fromkeys(state.legal())
    every = dict.fromkeys(played.candidates(state))
    picked = rng.sample([*every], min(CANDIDATES, len(every)))
    for action in dict.fromkeys([*listed, *picked]):
        refusals = state.why_not(action)
        verdicts = {"legal": action in listed}
        if "allows" in vars(played):
            verdicts["allows"] = state.allows(action)
        for name, verdict in verdicts.items():
            if verdict == bool(refusals):
                yield _disagreement(state, action, name, verdict)
        if action not in every:
            where = _place(vars(played).get("candidates", type(action)))
            expected = text(N_("{action} among the candidates in {position}"), action=action, position=state)
            yield Fault(text(FAULT, where=where, expected=expected, found=text(N_("none"))), f"candidates {where}")
    if state.to_move not in (None, CHANCE) and not listed:
        expected = text(N_("a legal action in {position}, where the game is not over"), position=state)
        yield Fault(text(FAULT, where=_place(type(state)), expected=expected, found=text(N_("none"))), "no action")


def _disagreement(state: AnyState, action: object, name: str, verdict: bool) -> Fault:
    """Return the fault of a function that does not agree with `why_not` on an action."""
    where = _place(vars(state.game).get(name, type(action)))
    legal, illegal = text(N_("legal")), text(N_("illegal"))
    reasons = " ".join(map(str, state.why_not(action)))
    expected = text(
        N_("{name} and why_not to agree on {action} in {position}"), name=name, action=action, position=state
    )
    found = text(
        N_("{one} in {name} and {other} in why_not"), one=legal if verdict else illegal, name=name,
        other=f"{illegal} ({reasons})" if reasons else legal,
    )  # fmt: skip
    return Fault(text(FAULT, where=where, expected=expected, found=found), f"{name} {where}")


def _examples(played: AnyGame, _: int, counts: Counts) -> Iterator[Fault]:
    for one in examples(played.id).values():
        counts["example"] += 1
        yield from _shielded((Fault(located(problem)) for problem in problems(one)), played.id)


def _rulings(played: AnyGame, _: int, counts: Counts) -> Iterator[Fault]:
    for one in rulings(played.id).rows:
        counts["ruling"] += 1
        yield from _shielded((Fault(located(f"{one.where}: {found}")) for found in contradictions(one)), played.id)


def _pages(played: AnyGame, _: int, counts: Counts) -> Iterator[Fault]:
    settled = {one.id for one in rulings(played.id).rows}
    above = {f"../{file.stem}" for file in (ROOT / "book").glob("*.md")}
    chapter, explained = written(played.id), set[str]()
    known_pages = {*above, *chapter, *(page for page, has in PAGES.items() if has(played))}
    for file, page in chapter.values():
        name, before = _name(str(file)), file.read_text(encoding="utf-8")
        counts["page"] += 1
        shown = [(one.start(), one["id"]) for one in _SHOWN.finditer(before)]
        links = [(one.start(), one["link"] or one["quoted"]) for one in _CITED.finditer(before)]
        labels = [(one.start(), one["id"]) for one in _LABEL.finditer(before)]
        explained |= {id_ for _, id_ in labels}
        leading = [(one.start(), one["page"]) for one in _PAGE_LINK.finditer(before)]
        for cited, known, what in (
            (shown, {*examples(played.id)}, N_("the id of an example")),
            ([*links, *labels], {*played.rules, *settled}, N_("the id of a rule")),
            (leading, known_pages, N_("a page of the chapter or of the book")),
        ):
            counts["id"] += len(cited)
            for at, id_ in cited:
                if cited is leading and id_.startswith("../") and not above:  # the book is not installed
                    continue
                if (cited is leading or id_.partition(".")[0] == played.id) and id_ not in known:
                    where = f"{name}, line {before.count(NEWLINE, 0, at) + 1}"
                    yield Fault(text(FAULT, where=where, expected=text(what), found=shorten(id_)))
        with in_source_language():  # the language of the pages
            unlike = [*section_errors(page)]
        for error in unlike:
            if "found no such rule" not in error:  # reported above
                section = _SECTION.search(error)
                label = f"({section[1] or section[2]})=" if section else ""
                line = before.partition(label)[0].count(NEWLINE) + 1 if label else 1
                yield Fault(f"{name}, line {line}: {error}")
    for rule in played.rules.values() if chapter else ():
        if rule.id not in explained:
            expected = text(N_("the line ({rule})= above its section of {page}.md"), rule=rule.id, page=rule.page)
            yield _lacking(played, rule, expected)


CHECKS: Mapping[str, Check] = {
    N_("data files"): _data_files,
    N_("rules and checks"): _rules,
    N_("random games"): _random_games,
    N_("examples"): _examples,
    N_("rulings"): _rulings,
    N_("pages"): _pages,
}
# How each count is shown, in the singular and in the plural.
COUNTED = {
    "file": NP_("{n} file", "{n} files"),
    "rule": NP_("{n} rule", "{n} rules"),
    "check": NP_("{n} check", "{n} checks"),
    "game": NP_("{n} game", "{n} games"),
    "position": NP_("{n} position", "{n} positions"),
    "action": NP_("{n} action", "{n} actions"),
    "example": NP_("{n} example", "{n} examples"),
    "ruling": NP_("{n} ruling", "{n} rulings"),
    "page": NP_("{n} page", "{n} pages"),
    "id": NP_("{n} id", "{n} ids"),
    "fault": NP_("{n} fault", "{n} faults"),
}


def check(game_id: str, seed: int) -> int:
    """Check one game, print a line for each check and then all faults; return the exit code, 1 if there are faults.

    `seed` is the seed of the random games. Raises `OptionError` if there is no such game.
    """
    if game_id not in [*GAMES]:  # the mapping itself would import the game
        game(game_id)  # raises the error that lists the games
    faults = [*_shielded(_load(game_id), game_id)]
    if not faults:
        _say(str(text(N_("Checking {game}; the seed of the random games is {seed}."), game=game_id, seed=seed)))
        for name, of in CHECKS.items():
            sys.stdout.write(f"  {text(name)}: ")
            sys.stdout.flush()
            counts = Counts()
            found = [*_shielded(of(GAMES[game_id], seed, counts), game_id)]
            counts["fault"] = len(found)
            shown = (many(*COUNTED[one], count) for one, count in counts.items() if count)
            _say(", ".join(map(str, shown)))
            faults += found
    kinds = Counts()
    for words, kind in {str(fault): fault.kind for fault in faults}.items():  # several checks can find the same fault
        kinds[kind] += 1
        if not kind or kinds[kind] <= FAULTS:
            _say(words)
    for kind, count in kinds.items():
        if kind and count > FAULTS:
            _say(str(many("... and {n} more like it", "... and {n} more like these", count - FAULTS)))
    if not faults:
        _say(str(text(N_("All right."))))
    return int(bool(faults))


def _load(game_id: str) -> Iterator[Fault]:
    """Import a game's package."""
    _ = GAMES[game_id]
    yield from ()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
