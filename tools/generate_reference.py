"""Generate `docs/reference.md`, the reference for authors of games, from the code.

`python tools/generate_reference.py`, part of `make fix`, writes the page; a test checks that it is up to date.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, is_dataclass
from dataclasses import fields as fields_of
from enum import Enum
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from cattools import api
from cattools.core import events, options, rules
from cattools.core.display import scene
from cattools.core.display.icons import icons, themes
from cattools.core.game import Game, Parts, State, View
from cattools.core.loading.data_files import Pairs
from cattools.core.score import Line
from cattools.core.table import scorer
from cattools.lessons import example, presentation, ruling
from cattools.lessons.practice import best_moves, config
from cattools.site.game_pages import generate
from cattools.site.printable import reference_sheet

ROOT = Path(__file__).parents[1]
OWN_SECTIONS = (Game, State, View)
PAGE = ROOT / "docs" / "reference.md"
API_INTRO = """A game in a package of its own imports these names from `cattools.api`, and no others from cattools. Its
package says `API = {version}`, the current `VERSION`, which changes if a name is removed or means something else.
`help(Grid)` in Python prints the whole documentation of a name. Names that have a section of their own on this page are
only listed."""
EXAMPLE_ROWS = {
    "rule": """[[rule]]
id = "herders.place"
title = "Placing a herder"
sentence = "Put a herder from your hand on an empty wall cell."
kind = "rule"
page = "herders/turn"
forbids = true
also = ["bring in", "add a herder"]""",
    "option": """[[option]]
name = "limit"
title = "End after this many turns (0: never)"
default = 0
least = 0
most = 999
rule = "herders.stuck"

[[option]]
name = "board"
title = "Board"
default = "hex"
choices = ["hex", "large", "square"]
labels = ["Hexagon", "Bigger hexagon, 13 cats", "Squares"]
rule = "herders.option.bigger"

[[option]]
name = "three"
title = "Taking a cat needs three herders"
default = false
rule = "herders.option.three\"""",
    "example": """[positions]
one-cat = "6/7/8/9/10/4r1c4/10/9/8/7/6 red 0-0 0-0"

[[example]]
id = "herders.first"
kind = "find"
rules = ["herders.move", "herders.herd.trigger"]
task = "Red to move. Walk up to the cat."
position = "one-cat"
goal = { ran = 1 }
solution = ["f5-f6", "f7>f8"]
hints = ["Press the herder on [f5].", "Stop next to the cat, on [f6]."]""",
}
# The data files of a game; those with a star are optional.
FILES = {
    "rules.toml": "the rules, and the options that players can choose, below",
    "components.toml": "what is printed on the components; the game's own dataclass `Box` defines the keys",
    "examples.toml": "the live examples, and the slides of a ten-minute presentation for an audience, below",
    "practice.toml*": "practice questions of this game only, in addition to those that all games share, below",
    "practice_positions.json*": "the positions that practice asks about; written by `cattools practice`",
    "rulings.toml*": "what players ask at the table, with the answers and their sources, below",
    "pages.toml*": "the game's own texts on the pages that every game has, and the printed reference sheet, below",
    "search.toml*": "what only the search reads: `[terms]`, `[rules]` and `[also]` are the terms, the rules and other "
    "words for them in Japanese; `[questions]` is what players ask, in English (`en`) and in Japanese (`ja`), by the "
    "rule, the ruling or the section of prose that answers it",
    "art.json": "the game's own icons and colours, below",
}
PAGES_INTRO = """A table for each page, with the text of each of its gaps: `[play]`, then `you = "You are Red."`. The
page's template in `cattools/site/game_pages/templates` shows where a gap is; `defaults.toml` and `generate.py` next to
that folder have the texts of other gaps. If all gaps of a paragraph are empty, the page does not have the paragraph."""
ART_ROWS = """{
 "version": 1,
 "icons": {
  "crook": {
   "use": "herder's crook, hand supply",
   "roles": "set by the caller",
   "paths": [{"stroke": "main", "w": 3.2, "d": "M21 29V12a5 5 0 0 0-10 0v2"}]
  }
 },
 "themes": {
  "light": {"ground": {"wolf": {"cell": "#F2E9D8", "line": "#FFFDF8"}}},
  "dark": {"ground": {"wolf": {"cell": "#35303C", "line": "#1B181F"}}}
 }
}"""
ART = f"""| key | type | meaning |
| --- | --- | --- |
| `version` | number | 1 |
| `icons` | table | the game's own icons by name; each name must be unique across files |
| `icons.<name>.paths` | list of tables | the paths to draw, from bottom to top |
| `icons.<name>.paths[].d` | string | SVG path data on a grid of 32 x 32 |
| `icons.<name>.paths[].fill` | string | the role whose colour fills it, as in `"main"`; without it, not filled |
| `icons.<name>.paths[].stroke` | string | the role whose colour strokes it; without it, not stroked |
| `icons.<name>.paths[].w` | number | the stroke width, on the grid; without it, 1 |
| `icons.<name>.use`, `.roles` | string | for readers of the file: where it is used, and with which colours |
| `themes` | table | `light` and `dark`, with the same names in both |
| `themes.<theme>.<...>.<name>` | string | a colour, `#` and six digits; its token is its path, with dots: \
`ground.wolf.cell` |
| `themes.<theme>.<...>.sign` and other texts | string | for readers of the file |

```json
{ART_ROWS}
```

`icon("crook", 20, main="herders.red.deep")` in `core.display.icons` returns the shapes of that icon, 20 units wide and
centred on the origin, with each role in the colour of its token; a role without a token is not drawn. Use these shapes
in `shapes` of a `Piece`, or in `ground` (below the pieces) or `above` (above them) of a part. You can also draw your
own paths: `Path(d, fill="ground.wolf.cell", at=(40, 40))`. `cat("cat", 30)` is a plain cat in its default colours."""
SOLUTIONS = """| kind | `solution` contains | the tests check that |
| --- | --- | --- |
| `try` | actions in notation, in order; actions that are also in `refused` are skipped | each action is \
legal when it is played; each action in `refused` is refused at the start by the rule that is given there |
| `find` with `goal` | actions in notation | the goal is reached by the last action and not before |
| `find` with `ask` | the areas to choose | the function in `ASKS` returns exactly these areas |
| `judge` | all rules that refuse the action, or `legal` | exactly these rules refuse it |
| `score` | `<seat> <points>` for every seat, as in `red 3` | the lines of each seat add up to these points |

`goal` and `ask` name a function and give its arguments, which are checked against its signature: `{ ran = 1 }` gives
one argument, `{ turns = { cell = "C4", card = "column" } }` gives several by name, `{ taker = ["b8", "g3"] }` gives any
number of arguments, and `{ won = true }` gives none."""
SHEET_INTRO = """The content of the two printed pages of `sheet("herders")`, and the score pad. A line is the id of a
rule, whose sentence is then printed, or a text, or a table with a text and rules. `{players.4.dealt}` in a text is
replaced by that value of `components.toml`; a list of values is printed as alternatives. `**bold**` is bold, and
`*italics*` marks an interpretation. Every rule of the game must be on the sheet or in `elsewhere`."""
SHEET: tuple[tuple[str, type], ...] = (
    ("`[printable]`: the sheet.", reference_sheet.SheetFile),
    ("`[[printable.block]]`: a heading and its content.", reference_sheet.BlockRecord),
    ("A line that is a table:", reference_sheet.LineRecord),
    ("A dispute that is a table:", reference_sheet.DisputeRecord),
    ("`[[printable.picture]]`: a drawing of a position.", reference_sheet.Picture),
    ("Its caption:", reference_sheet.Caption),
    ("`[[printable.laid]]`: a drawing of the set-up, on the chapter's first page.", reference_sheet.SetUpRecord),
    ("`[printable.pad]`: the score pad.", reference_sheet.Pad),
)


def table(kind: type) -> Iterator[str]:
    """Yield a table of the keys of a data file's records: the commented fields of their class."""
    types, comments = get_type_hints(kind), dict(commented(kind))
    yield "| key | type | meaning | default, if optional |"
    yield "| --- | --- | --- | --- |"
    for field in fields_of(kind):
        if field.name in comments:
            words = type_words(types[field.name])
            yield f"| `{field.name}` | {words} | {comments[field.name]} | {default(field, words)} |"


def commented(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the name and the comment of each commented field of a class.

    The comment is on the same line as the field, after it, or on the lines above.
    """
    source = textwrap.dedent(inspect.getsource(kind))
    lines, body = source.splitlines(), next(n.body for n in ast.parse(source).body if isinstance(n, ast.ClassDef))
    for node in body:
        if isinstance(node, ast.AnnAssign):
            above = node.lineno - 1
            while lines[above - 1].strip().startswith("# "):
                above -= 1
            behind = lines[node.lineno - 1][node.end_col_offset :]
            comment = " ".join(line.partition("# ")[2] for line in (*lines[above : node.lineno - 1], behind)).strip()
            if comment:
                yield ast.unparse(node.target), comment


def type_words(kind: Any) -> str:
    """Return the words for a field's type in a data file, such as `list of strings`."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in (str, int, float, bool):
        return {str: "string", bool: "true or false"}.get(kind, "number")
    if kind == Pairs or origin is Mapping or is_dataclass(kind):
        return "table"
    if origin in (tuple, frozenset):
        return f"list of {plural(inner[0])}"
    known = [one for one in inner if one not in (type(None), example.Example)]  # a data file names an example by its id
    return " or ".join(map(type_words, known)) if origin is UnionType and known else "string"


def plural(kind: Any) -> str:
    """Return the words for several values of a type."""
    words = type_words(kind).split(" or ")
    return " or ".join(f"{word}s" if " of " not in word else word.replace("list", "lists", 1) for word in words)


def default(field: Field[Any], words: str) -> str:
    """Return a field's default as it would be written in the file; an empty string if the field is required."""
    if field.default is field.default_factory is MISSING:
        return ""
    known = "" if field.default is None else field.default
    return "`{}`" if words == "table" else f"`{json.dumps(known, default=list)}`"


def members(kind: type, file: str) -> Iterator[str]:
    """Yield a table of an enumeration's members with their docstrings."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    body = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == kind.__name__).body
    yield "| member | meaning |"
    yield "| --- | --- |"
    for field, note in pairwise(body):
        if isinstance(field, ast.Assign) and isinstance(note, ast.Expr):
            yield f"| `{kind.__name__}.{ast.unparse(field.targets[0])}` | {ast.literal_eval(note.value)} |"


def methods(kind: type) -> Iterator[str]:
    """Yield a table of a class's public methods and properties with the first paragraph of their docstrings."""
    own = kind is Game
    yield "| name | what it does |" + (" part of a game |" if own else "")
    yield "| --- | --- |" + (" --- |" if own else "")
    for name, found in vars(kind).items():
        function = found.fget if isinstance(found, property) else found
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        signature = inspect.signature(function)
        parameters = [f"{p.name}: {p.annotation}" for p in signature.parameters.values() if p.name != "self"]
        call = name if isinstance(found, property) else f"{name}({', '.join(parameters)})"
        summary = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
        row = f"| `{f'{call} -> {signature.return_annotation}'.replace('|', chr(92) + '|')}` | {summary} |"
        if own:
            required, optional = Parts.__required_keys__, Parts.__optional_keys__
            row += f" {'required' if name in required else 'optional' if name in optional else ''} |"
        yield row


def fields(kind: type) -> str:
    """Return a class's docstring and the names of its fields."""
    named = ", ".join(f"`{name}`" for name in inspect.signature(kind).parameters)
    return f"{' '.join((inspect.getdoc(kind) or '').split())} Fields: {named}."


def colours(theme: Mapping[str, object], before: str = "") -> Iterator[str]:
    """Yield the names of a theme's colour tokens, combining tokens that differ only in the last word."""
    leaves = [name for name, value in theme.items() if isinstance(value, str) and value.startswith("#")]
    if leaves:
        yield f"`{before}{leaves[0]}`" if len(leaves) == 1 else f"`{before}{{{', '.join(leaves)}}}`"
    for name, value in theme.items():
        if isinstance(value, dict):
            yield from colours(value, f"{before}{name}.")


def optional_note(name: str) -> str:
    """Return the note that a name with a star is optional; an empty string for other names."""
    return " (optional)" if name.endswith("*") else ""


def of_api() -> Iterator[str]:
    """Yield the names in `cattools.api` by the module that defines them, with their parameters and what they mean."""
    for node in ast.parse(inspect.getsource(api)).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield f"| `{node.module.removeprefix('cattools.').replace('.', '/')}.py` | |"
            yield "| --- | --- |"
            for name in (one.asname or one.name for one in node.names):
                yield from of_name(name, getattr(api, name))
            yield ""


def of_name(name: str, found: Any) -> Iterator[str]:
    """Yield the rows of a name in `cattools.api`: itself and, for most classes, their methods and properties."""
    if not inspect.isclass(found) and not inspect.isfunction(inspect.unwrap(found)):
        yield f"| `{name}` | |"
        return
    is_listed = found in OWN_SECTIONS or (isinstance(found, type) and issubclass(found, Exception | Enum))
    call = name if is_listed else f"{name}({', '.join(map(parameter, inspect.signature(found).parameters.values()))})"
    yield f"| `{call}` | {first_sentence(found)} |"
    for own, member in vars(found).items() if isinstance(found, type) and not is_listed else ():
        value = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if not own.startswith("_") and inspect.isfunction(value):
            given = [one for one in inspect.signature(value).parameters.values() if one.name not in {"self", "cls"}]
            yield f"| `{name}.{own}({', '.join(map(parameter, given))})` | {first_sentence(value)} |"
        elif not own.startswith("_") and isinstance(value, property | cached_property):
            yield f"| `{name}.{own}` | {first_sentence(value)} |"


def parameter(one: inspect.Parameter) -> str:
    """Return a parameter without its type, as in `most=60`."""
    stars = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
    simple = type(one.default) in (str, bool, int, float, NoneType) or one.default == ()
    default = "" if one.default is one.empty else f"={one.default!r}" if simple else "=..."
    return f"{stars}{one.name}{default}"


def first_sentence(found: object) -> str:
    """Return the first paragraph of a docstring."""
    return " ".join((inspect.getdoc(found) or "").split("\n\n")[0].split()).replace("|", chr(92) + "|")


def page() -> str:
    """Return the page's text."""
    parts: list[str] = [
        "# Reference for game authors",
        "",
        "`make fix` generates this page from the code, and a test checks that it is up to date. Guide:",
        "[adding-a-game](adding-a-game.md).",
        "",
        "## The data files of a game: `data/`",
        "",
        "| file | contents |",
        "| --- | --- |",
        *(f"| `{file.rstrip('*')}`{optional_note(file)} | {what} |" for file, what in FILES.items()),
    ]
    for record, file, keys in (
        ("rule", "rules", rules.Rule),
        ("option", "rules", options.Option),
        ("example", "examples", example.Example),
    ):
        rows = ["```toml", EXAMPLE_ROWS[record], "```"]
        parts += ["", f"## `data/{file}.toml`: `[[{record}]]`", "", *table(keys), "", *rows]
    parts += ["", "A walkthrough has steps, `[[example.steps]]`:", "", *table(example.Step)]
    parts += ["", SOLUTIONS]
    parts += ["", "## `data/examples.toml`: `[[slide]]`", "", *table(presentation.Slide)]
    parts += ["", "A question has choices, `choices = [{ ... }]`; by the rules, exactly one of them must be right:", ""]
    parts += table(presentation.Choice)
    parts += ["", "## `data/practice.toml`", "", *table(config.Topics)]
    parts += ["", "The game's own questions, `[[ask]]`:", "", *table(config.Topic)]
    forbidden = "`[[forbidden]]`: a type of action that a rule forbids; practice asks whether such an action is legal."
    parts += ["", forbidden, ""]
    parts += table(config.Forbidden)
    parts += ["", "A type of action that one rule permits, while another refuses similar actions, `[[permitted]]`:", ""]
    parts += table(config.Permitted)
    best = "A position with a best move, `[[best]]`, written by `python -m tools.find_best_moves`:"
    parts += ["", best, "", *table(best_moves.BestMove)]
    parts += ["", "## `data/rulings.toml`: `[[ruling]]`", "", *table(ruling.Ruling)]
    parts += ["", "The question to the game's code, `check = { ... }`:", "", *table(ruling.Check)]
    parts += ["", "A public source of rulings, `[[source]]`:", "", *table(ruling.Source)]
    parts += ["", "## `data/pages.toml`", "", PAGES_INTRO, "", "| page | gaps |", "| --- | --- |"]
    parts += [
        f"| `{name}` | {', '.join(f'`{gap}`' for gap in sorted(generate.gaps(name)))} |"
        for name in generate.PAGES
        if generate.gaps(name)
    ]
    for gap, kind in generate.RECORDS.items():
        parts += ["", f"A record of the list `{gap}`:", "", *table(kind)]
    parts += ["", "## `data/pages.toml`: `[printable]`", "", SHEET_INTRO]
    for title, part in SHEET:
        parts += ["", title, "", *table(part)]
    parts += ["", "## `data/art.json`", "", ART]
    for kind in OWN_SECTIONS:
        parts += ["", f"## `{kind.__name__}`", "", *methods(kind)]
    parts += ["", "## Names in `cattools.api`", "", API_INTRO.format(version=api.VERSION), "", *of_api()]
    parts += ["", "## Kinds of rules", "", *members(rules.RuleKind, rules.__file__)]
    parts += ["", "## Kinds of sources", "", *members(ruling.SourceKind, ruling.__file__)]
    parts += ["", "## Kinds of events", "", fields(events.Event), "", *members(events.EventKind, events.__file__)]
    parts += ["", "## Kinds of marks", "", fields(scene.Mark), "", *members(scene.MarkKind, scene.__file__)]
    parts += ["", "## Kinds of examples", "", *members(example.ExampleKind, example.__file__)]
    parts += ["", "## Other records", ""]
    others: tuple[type, ...] = (
        *(scene.Scene, scene.Group, scene.Area, scene.Piece, scene.Path, scene.Label),
        *(Line, scorer.ScorerSpec),
    )
    parts += [f"- **{kind.__name__}**: {fields(kind)}" for kind in others]
    parts += ["", "## Icons", "", "For `core.display.icons.icon`: " + ", ".join(f"`{name}`" for name in icons()) + "."]
    parts += ["", "## Colours", "", "Tokens of both themes: " + ", ".join(colours(themes()["light"])) + "."]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)} written\n")
