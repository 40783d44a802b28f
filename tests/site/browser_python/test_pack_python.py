"""What the browser kernel's files leave out, and that nothing else is lost: packed here, imported from the zip."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

from cattools.site.pipeline.frontend_bundle import KERNEL, pack_tree
from cattools.site.pipeline.incremental import files_below

sys.path.insert(0, str(KERNEL))
import pack_python

sys.path.remove(str(KERNEL))


def run(folder: Path, code: str) -> Any:
    """Run code in a fresh Python that finds modules in the zip first; returns what it put in `found`."""
    start = f"import sys\nsys.path[:0] = {[str(folder / 'made.zip')]}\n"
    end = "\nimport json\nprint(json.dumps(found))"
    command = [sys.executable, "-W", "error", "-c", start + code + end]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A zip with modules of every kind."""
    late = {
        "tale": pack_python.Late(keep=("kept",), first="begun = 1", last="ended = whole() + begun"),
        "box.inner": pack_python.Late(),
        "box": pack_python.Late(),
    }
    monkeypatch.setattr(pack_python, "LATE", late)
    files = {
        "plain.py": b'"""Doc."""\nimport dataclasses\nimport functools\n'
        b'@dataclasses.dataclass\nclass A:\n    """Doc."""\n'
        b"    n: int = 1\n\ndef f(x: int, *a: str, k: float = 1, **b: str) -> int:\n    'Doc.'\n    return x\n\n\n"
        b"@functools.singledispatch\ndef kind(x): return 'other'\n\n@kind.register\ndef _(x: int): return 'int'\n"
        b"def fail(): raise ValueError('no')\n",
        "tale.py": b"def kept(): return 'kept'\ndef whole(): return 41\n_hidden = 5\n",
        "box/__init__.py": b"from .inner import deep\nwide = deep + 1\n__all__ = ['wide']\n",
        "box/inner.py": b"deep = 1\n",
        "box/data.toml": b"x = 1\n",
    }
    pack_python.pack(files, str(tmp_path / "made.zip"))
    return tmp_path


def test_docstrings_lines_and_annotations_are_left_out_and_meaning_is_kept(packed: Path) -> None:
    code = """
import plain, traceback
try: plain.fail()
except ValueError as error: lines = [f.lineno for f in traceback.extract_tb(error.__traceback__)][1:]
found = [plain.__doc__, plain.A.__doc__, plain.f.__doc__, plain.f.__annotations__, plain.A(2).n, plain.f(3),
         plain.kind(1), plain.kind("1"), lines, sorted({line for *_, line in plain.f.__code__.co_lines()})]
"""
    doc, of_class, *rest = run(packed, code)
    assert doc is None
    assert of_class in {None, "A(n: int = 1)", "A(n: 'int' = 1)"}  # the one a dataclass makes
    assert rest == [None, {}, 2, 3, "int", "other", [1], [1]]  # all stands in one place


def test_a_late_module_is_a_shell_until_it_is_used(packed: Path) -> None:
    code = """
import tale
found = ["whole" in vars(tale), tale.begun, tale.kept(), "whole" in vars(tale), hasattr(tale, "__nothing__")]
found += ["whole" in vars(tale), tale.whole(), tale.ended, tale._hidden, "__getattr__" in vars(tale)]
"""
    assert run(packed, code) == [False, 1, "kept", False, False, False, 41, 42, 5, False]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from tale import whole\nfound = whole()", 41),
        ("from box import *\nfound = wide", 2),
        ("import box.inner\nfound = ['wide' in vars(box), box.inner.deep, box.wide]", [False, 1, 2]),
        ("import pkgutil, box\nfound = pkgutil.get_data('box', 'data.toml').decode()", "x = 1\n"),
        (
            "import tale\ntry: tale.lost\nexcept AttributeError as e: found = str(e)",
            "module 'tale' has no attribute 'lost'",
        ),
    ],
)
def test_a_late_module_can_be_used_in_every_way(packed: Path, code: str, found: object) -> None:
    assert run(packed, code) == found


def test_the_same_files_make_the_same_zip(tmp_path: Path) -> None:
    files = {"b.py": b"x = {1, 2}\n", "a/__init__.py": b"def f(): pass\n", "a/c.toml": b""}
    made = [tmp_path / name for name in ("one.zip", "two.zip")]
    pack_python.pack(files, str(made[0]))
    pack_python.pack(dict(reversed(files.items())), str(made[1]))
    assert made[0].read_bytes() == made[1].read_bytes()
    assert sorted(pack_python.files_of(str(made[0]))) == ["a/__init__.pyc", "a/c.toml", "b.pyc"]


@pytest.fixture(scope="module")
def widgets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """ipywidgets as it is packed; what it needs is the real one."""
    folder = tmp_path_factory.mktemp("widgets")
    pack_tree(folder / "tree")
    files = {str(f.relative_to(folder / "tree")): f.read_bytes() for f in files_below(folder / "tree")}
    pack_python.pack({n: data for n, data in files.items() if n.startswith("ipywidgets/")}, str(folder / "made.zip"))
    return folder


def _public(module: Any) -> list[str]:
    return sorted(name for name in dir(module) if name[0] != "_")


def test_ipywidgets_loads_only_what_is_used(widgets: Path) -> None:
    code = """
import ipywidgets
found = sorted(name for name in sys.modules if name.startswith("ipywidgets.widgets.widget_"))
ipywidgets.IntSlider(3)
found = [found, "ipywidgets.widgets.widget_int" in sys.modules, "ipywidgets.widgets.widget_upload" in sys.modules]
"""
    assert run(widgets, code) == [[], True, False]


@pytest.mark.parametrize("name", ["ipywidgets", "ipywidgets.widgets"])
def test_ipywidgets_gives_the_names_and_things_of_the_real_one(widgets: Path, name: str) -> None:
    import importlib

    real = importlib.import_module(name)
    code = f"""
import importlib, types
package = importlib.import_module({name!r})
assert "made.zip" in package.__file__, package.__file__
names = sorted(n for n in dir(package) if n[0] != "_")
def told(thing):
    if isinstance(thing, types.ModuleType): return thing.__name__
    home = getattr(thing, "__module__", None)
    if isinstance(home, str) and hasattr(thing, "__qualname__"):
        assert getattr(sys.modules[home], thing.__name__, thing) is thing
        return home + ":" + thing.__qualname__
    return type(thing).__name__
found = {{n: told(getattr(package, n)) for n in names}}
star = {{}}
exec("from {name} import *", star)
assert not set(names) - set(star), set(names) - set(star)
assert all(star[n] is getattr(package, n) for n in names)
"""

    def told(thing: Any) -> str:
        if type(thing) is type(json):
            return str(thing.__name__)
        if isinstance(getattr(thing, "__module__", None), str) and hasattr(thing, "__qualname__"):
            return f"{thing.__module__}:{thing.__qualname__}"
        return type(thing).__name__

    assert run(widgets, code) == {n: told(getattr(real, n)) for n in _public(real)}


def test_ipywidgets_refuses_a_name_that_the_real_one_does_not_have(widgets: Path) -> None:
    assert not hasattr(ipywidgets, "Slider")
    said = run(widgets, "import ipywidgets\ntry: ipywidgets.Slider\nexcept AttributeError as e: found = str(e)")
    assert said == "module 'ipywidgets' has no attribute 'Slider'"


def test_every_late_module_is_one_of_python_or_pyodide() -> None:
    import importlib.util

    ours = [name for name in pack_python.LATE if not name.startswith("pyodide.")]
    assert [name for name in ours if importlib.util.find_spec(name) is None] == []
