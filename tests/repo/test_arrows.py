"""Which room may enter which: rules never import drawing, drawing never imports widgets."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "cattools"

RULES = {"core", "games"}
BOARDS = {*RULES, "render", "lessons", "bots"}

# The rooms of cattools, and whose names each may use besides its own. A file at the top is a room too.
ARROWS: dict[str, set[str]] = {
    "core": set(),
    "games": {"core"},
    "render": {"core"},
    "lessons": RULES,
    "bots": RULES,
    "widgets": BOARDS,
    "site": {*BOARDS, "widgets", "cli"},  # of cli only a type
    "cli": {*BOARDS, "widgets", "site", "lab"},
    "lab": set(),
    "__init__": {*BOARDS, "widgets"},
    "__main__": {"cli"},
}
# Who may use these packages: they are what a board in a notebook is made of, and rules know nothing of it.
ONLY = {
    "anywidget": {"widgets", "site"},  # the site packs its JavaScript
    "ipycanvas": {"widgets"},
    "ipywidgets": {"widgets"},
    "IPython": {"widgets", "site"},
    "numpy": {"site"},
    "PIL": {"site"},
}
# Standard library only.
BARE = {"core", "games", "render", "lessons", "bots"}
# The browser kernel's files stand in for other packages and run in the reader's browser, under other names.
FOREIGN = {"site/kernel"}
LINES = 330

FILES = sorted(PACKAGE.rglob("*.py"))
OWN = [f for f in FILES if not any(f.relative_to(PACKAGE).is_relative_to(part) for part in FOREIGN)]


def room(file: Path) -> str:
    """The room a file belongs to: the first folder, or the name of a file at the top."""
    first = file.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(file: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it, with relative names made whole."""
    package = ("cattools", *file.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            whole = ".".join((*base, *filter(None, [node.module])))
            # `from cattools import games` names the room only in what is imported.
            yield from (f"{whole}.{alias.name}" for alias in node.names)


def wrong(file: Path) -> list[str]:
    """The imports of a file that go against an arrow."""
    here = room(file)
    faults = []
    for name in imports(file):
        top, *rest = name.split(".")
        there = rest[0] if rest else "__init__"
        known = (PACKAGE / there).is_dir() or (PACKAGE / f"{there}.py").is_file()
        if top != "cattools":
            if here not in ONLY.get(top, {here}) or (here in BARE and top in ONLY):
                faults.append(f"{here} imports {name}")
        elif there == here == "games" and len(rest) > 1:
            if rest[1] != file.relative_to(PACKAGE).parts[1]:
                faults.append(f"one game imports another: {name}")
        elif known and there not in {here, *ARROWS[here]}:
            faults.append(f"{here} imports {name}")
    return faults


def test_every_room_has_its_arrows() -> None:
    assert {room(file) for file in FILES} - ARROWS.keys() == set()


@pytest.mark.parametrize("file", OWN, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(file: Path) -> None:
    assert wrong(file) == []


@pytest.mark.parametrize(
    ("place", "line", "fault"),
    [
        ("core/x.py", "import cattools.games", "core imports cattools.games"),
        ("core/x.py", "from .. import games", "core imports cattools.games"),
        (
            "games/herders/x.py",
            "from cattools.render.svg import draw",
            "games imports cattools.render.svg.draw",
        ),
        (
            "games/herders/x.py",
            "from ..calico import state",
            "one game imports another: cattools.games.calico.state",
        ),
        ("games/herders/x.py", "from .state import State", None),
        ("games/herders/x.py", "from ...core import score", None),
        ("render/x.py", "def f():\n    import ipycanvas", "render imports ipycanvas"),
        ("widgets/x.py", "from cattools.site import build", "widgets imports cattools.site.build"),
        ("widgets/x.py", "import ipycanvas", None),
        ("cli.py", "from cattools.site import build", None),
    ],
)
def test_a_wrong_import_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, line: str, fault: str
) -> None:
    for name in ARROWS:
        (tmp_path / name).mkdir()
    (tmp_path / "cli").rmdir()
    file = tmp_path / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(line, encoding="utf-8")
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    assert wrong(file) == ([fault] if fault else [])


def test_no_file_grows_large() -> None:
    sizes = {str(file.relative_to(PACKAGE)): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {name: size for name, size in sizes.items() if size > LINES} == {}


@pytest.mark.parametrize("file", [f for f in OWN if room(f) not in {"cli", "site"}], ids=lambda f: str(f.name))
def test_modules_do_not_print(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert [call.lineno for call in calls if isinstance(call, ast.Name) and call.id in {"print", "pprint"}] == []
