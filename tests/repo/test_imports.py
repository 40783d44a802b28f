"""Import rules: which package may import which, no import cycles, and no board code in the rules of a game."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "cattools"

RULES = {"core", "games"}
BOARDS = {*RULES, "render", "lessons", "bots"}

# The packages of cattools, and the packages each may import besides itself. A top-level file counts as a package.
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "games": {"core"},
    "render": {"core"},
    "lessons": RULES,
    "bots": {"core"},
    "live": set(),
    "widgets": BOARDS,
    "site": {*BOARDS, "widgets", "live"},
    "table": {*BOARDS, "widgets", "site"},
    "api": {"core"},
    "new": RULES,
    "rule_coverage": {*BOARDS, "widgets", "site"},
    "game_check": {*BOARDS, "widgets", "site", "rule_coverage"},
    "cli": {*BOARDS, "widgets", "site", "table", "new", "rule_coverage", "game_check", "__init__"},
    "__main__": {"cli"},
    "notebook": {*RULES, "render", "lessons", "bots"},
    "__init__": {*BOARDS, "widgets", "table", "notebook"},
}
# Within a game: what the files of each kind may import from the same game.
WITHIN_A_GAME: dict[str, set[str]] = {
    "rules": {"rules"},
    "board": {"rules", "board"},
    "table": {"rules", "board", "table", "__init__"},  # a tracker is made from the game
    "questions": {"rules"},
    "bots": {"rules"},
    "__init__": {"rules", "board", "table", "questions", "bots"},
}
# The files that are not rules, by kind.
KINDS = {
    "board": "board",
    **dict.fromkeys(("position_editor", "scorer", "tracker"), "table"),
    **{name: name for name in ("questions", "bots", "__init__")},
}
# External packages, each with the packages of cattools that may import it. Games must not depend on them.
ONLY = {
    "anywidget": {"widgets", "site"},  # the site bundles its JavaScript
    "ipycanvas": {"widgets"},
    "ipywidgets": {"widgets"},
    "IPython": {"widgets", "site", "notebook"},
    "fsrs": {"lessons"},
    "segno": {"table"},
    "tornado": {"table"},
}
# Packages that use only the standard library, apart from what `ONLY` allows them.
STANDARD_LIBRARY_ONLY = {"core", "games", "render", "lessons", "bots"}
# The browser kernel loads these files under other names than `cattools...`; some replace other packages.
FOREIGN = {"live/browser_python", "site/browser_python"}

FILES = sorted(PACKAGE.rglob("*.py"))
OWN = [f for f in FILES if not any(f.relative_to(PACKAGE).is_relative_to(part) for part in FOREIGN)]


def name_of(file: Path) -> str:
    """Return the name by which a file is imported."""
    parts = ("cattools", *file.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def top(file: Path) -> str:
    """Return the package of a file: its first folder, or the name of a top-level file."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(file: Path, *, types: bool = True) -> Iterator[str]:
    """Yield the full name of everything that a file imports, including inside functions.

    Without `types`, imports that only type checkers see are left out.
    """
    package = ("cattools", *file.relative_to(PACKAGE).parts[:-1])
    tree = ast.parse(file.read_text(encoding="utf-8"))
    if not types:
        tree.body = [
            node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
        ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            whole = ".".join((*base, *filter(None, [node.module])))
            # `from cattools import games` names the package only in the imported name.
            yield from (f"{whole}.{alias.name}" for alias in node.names)


def within(file: Path, rest: list[str]) -> bool:
    """Return whether a file of a game may import a module of the same game."""
    here = file.relative_to(PACKAGE).parts[2].removesuffix(".py")
    there = rest[2] if len(rest) > 2 else "__init__"
    known = (PACKAGE / "games" / rest[1] / there).is_dir() or (PACKAGE / "games" / rest[1] / f"{there}.py").is_file()
    return (KINDS.get(there, "rules") if known else "__init__") in WITHIN_A_GAME[KINDS.get(here, "rules")]


def wrong(file: Path) -> list[str]:
    """Return the imports of a file that break the rules."""
    here = top(file)
    faults = []
    for name in imports(file):
        first, *rest = name.split(".")
        part = rest[0] if rest else ""
        known = (PACKAGE / part).is_dir() or (PACKAGE / f"{part}.py").is_file()
        there = part if part and known else "__init__"  # which has the other names
        if first != "cattools":
            anyone = here not in STANDARD_LIBRARY_ONLY or first in sys.stdlib_module_names
            if here not in ONLY.get(first, {here} if anyone else ()):
                faults.append(f"{here} imports {name}")
        elif there == here == "games" and len(rest) > 1 and len(file.relative_to(PACKAGE).parts) > 2:
            if rest[1] != file.relative_to(PACKAGE).parts[1]:
                faults.append(f"one game imports another: {name}")
            elif not within(file, rest):
                faults.append(f"{'/'.join(file.relative_to(PACKAGE).parts[1:])} imports {name}")
        elif there not in {here, *MAY_IMPORT[here]}:
            faults.append(f"{here} imports {name}")
    return faults


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return import cycles: for each module that is in none of those found so far, the shortest cycle through it."""
    found, seen = [], set[str]()
    for start in graph:
        ways, reached = [[start]], set[str]()
        while ways and start not in seen:
            way = ways.pop(0)
            for name in sorted(graph.get(way[-1], ())):
                if name == start:
                    found.append([*way, start])
                    seen |= set(way)
                    ways = []
                    break
                if name not in reached:
                    reached.add(name)
                    ways.append([*way, name])
    return found


def test_there_are_no_import_cycles() -> None:
    names = {name_of(file): file for file in OWN}
    graph = {}
    for name, file in names.items():
        whole = {i if i in names else i.rpartition(".")[0] for i in imports(file, types=False)}
        graph[name] = {other for other in whole if other in names and other != name}
    assert [" -> ".join(cycle) for cycle in cycles(graph)] == []


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b"}, "b": set()}, []),
        ({"a": {"b"}, "b": {"a"}}, [["a", "b", "a"]]),
        ({"a": {"b"}, "b": {"c"}, "c": {"d"}, "d": {"b"}}, [["b", "c", "d", "b"]]),
        ({"a": {"b"}, "b": {"a"}, "c": {"d"}, "d": {"c"}}, [["a", "b", "a"], ["c", "d", "c"]]),
    ],
)
def test_an_import_cycle_is_found(graph: dict[str, set[str]], found: list[list[str]]) -> None:
    assert cycles(graph) == found


def test_every_package_has_a_rule() -> None:
    assert {top(file) for file in FILES} - MAY_IMPORT.keys() == set()


def test_imports_follow_the_rules() -> None:
    assert {str(file.relative_to(PACKAGE)): faults for file in OWN if (faults := wrong(file))} == {}


def test_the_live_page_knows_nothing_of_games() -> None:
    live = PACKAGE / "live"
    kernel = [
        str(file.relative_to(live))
        for file in (live / "browser_python").rglob("*.py")
        if "import cattools" in (text := file.read_text(encoding="utf-8")) or "from cattools" in text
    ]
    scripts = [
        (str(file.relative_to(live)), script)
        for file in live.rglob("*")
        if file.suffix in {".mjs", ".js", ".ts"} and "node_modules" not in file.parts
        for script in re.findall(r"""(?:from |import\(|import )["'](\.[^"']+)["']""", file.read_text(encoding="utf-8"))
        if not (file.parent / script).resolve().is_relative_to(live)
    ]
    assert (kernel, scripts) == ([], [])


@pytest.mark.parametrize(
    ("place", "line", "fault"),
    [
        ("core/x.py", "import cattools.games", "core imports cattools.games"),
        ("core/x.py", "from .. import games", "core imports cattools.games"),
        (
            "games/herders/legality.py",
            "from cattools.render.svg import draw",
            "games imports cattools.render.svg.draw",
        ),
        (
            "games/herders/legality.py",
            "from ..calico import position",
            "one game imports another: cattools.games.calico.position",
        ),
        (
            "games/herders/legality.py",
            "from cattools.games.herders.board import scene",
            "herders/legality.py imports cattools.games.herders.board.scene",
        ),
        (
            "games/herders/board.py",
            "from . import scorer",
            "herders/board.py imports cattools.games.herders.scorer",
        ),
        (
            "games/herders/legality.py",
            "from cattools.games.herders import GAME",
            "herders/legality.py imports cattools.games.herders.GAME",
        ),
        ("games/herders/board.py", "from .position import Herders", None),
        ("games/herders/legality.py", "from ...core import score", None),
        ("render/x.py", "def f():\n    import ipycanvas", "render imports ipycanvas"),
        ("widgets/x.py", "from cattools.site.pipeline import build", "widgets imports cattools.site.pipeline.build"),
        ("widgets/x.py", "import ipycanvas", None),
        ("core/x.py", "import numpy", "core imports numpy"),
        ("core/x.py", "from cattools import show", "core imports cattools.show"),
        ("core/x.py", "import cattools", "core imports cattools"),
        ("lessons/x.py", "import numpy.linalg", "lessons imports numpy.linalg"),
        ("lessons/x.py", "import fsrs, json", None),
        ("live/x.py", "from cattools.core.messages import text", "live imports cattools.core.messages.text"),
        ("live/x.py", "from cattools.site.errors import BuildError", "live imports cattools.site.errors.BuildError"),
        ("live/x.py", "from cattools.live.errors import BuildError\nimport sphinx", None),
        ("site/x.py", "from cattools.live.errors import BuildError", None),
        ("site/x.py", "import sphinx", None),
        ("bots/x.py", "from cattools.games import GAMES", "bots imports cattools.games.GAMES"),
        ("cli.py", "from cattools.site import build", None),
    ],
)
def test_wrong_imports_are_found_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, line: str, fault: str | None
) -> None:
    for name in MAY_IMPORT:
        (tmp_path / name).mkdir()
    (tmp_path / "cli").rmdir()
    (tmp_path / "games" / "herders").mkdir()
    for name in ("board", "position", "scorer"):
        (tmp_path / "games" / "herders" / f"{name}.py").touch()
    file = tmp_path / place
    file.write_text(line, encoding="utf-8")
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    assert wrong(file) == ([fault] if fault else [])
