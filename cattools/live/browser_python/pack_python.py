# ruff: noqa: INP001 - run by Pyodide's Python, which later reads the result
"""Compile and pack the browser kernel's Python files, without the parts that no page needs.

Every imported module makes the memory snapshot larger. So docstrings and function annotations are dropped, all code
gets the line number 1, and modules that are imported but rarely used (`LATE`, `ON_DEMAND`) are loaded from the packed
files on first use. TOML can become JSON, which is read much faster.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import marshal
import tomllib
import zipfile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class Late(NamedTuple):
    """A module that is replaced by a shell, which loads the full module when a missing name is looked up."""

    keep: tuple[str, ...] = ()
    """Names of functions that the shell keeps."""
    first: str = ""
    """Code at the start of the shell."""
    last: str = ""
    """Code at the end of the full module."""


LATE = {
    # Installs Pyodide's event loop when asyncio is first used.
    "asyncio": Late(last="import pyodide.webloop\nvars(pyodide.webloop).get('__getattr__', len)('WebLoop')"),
    "html": Late(keep=("escape",)),
    "ipaddress": Late(),
    "locale": Late(),
    "mimetypes": Late(),
    # Pyodide expects to find the JavaScript objects of these two modules in its snapshot.
    "pyodide._package_loader": Late(
        first="""
from pyodide_js import loadedPackages

class _Folder:
    def __init__(self, path): self.path = path
    def __str__(self): return self.path

SITE_PACKAGES, DSO_DIR = _Folder("/lib/python3.14/site-packages"), _Folder("/usr/lib")
def init_loaded_packages(): pass
"""
    ),
    "pyodide.webloop": Late(
        first="from pyodide_js._api import scheduleCallback\ndef _initialize_event_loop(): pass",
        last="_initialize_event_loop()",
    ),
    "shutil": Late(),
    "tempfile": Late(),
    # Pyodide sets sys.excepthook to this module's `print_exception`.
    "traceback": Late(
        first="""
def print_exception(*args, **kwargs):
    import traceback
    traceback.format_exception
    traceback.print_exception(*args, **kwargs)
"""
    ),
    "urllib.request": Late(),
    "zipfile": Late(),
}
_SHELL = """
def __getattr__(name):
    if name[:2] == "__" and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    names = globals()
    del names["__getattr__"]
    exec(__spec__.loader.get_code("_late_" + __name__.rpartition(".")[2]), names)
    try:
        return names[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
"""

# Packages that would import all their modules at once. If a package star-imports another, the other comes first.
ON_DEMAND = ("ipywidgets.widgets", "ipywidgets")
_DEMAND = """
_PARTS = {parts}
def __getattr__(name):
    if name == "__all__":
        return [n for n in __dir__() if n[0] != "_"]
    if name not in _PARTS:
        raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
    from importlib import import_module
    part = import_module("." + _PARTS[name], __name__)
    globals()[name] = found = part if name == _PARTS[name] else getattr(part, name)
    return found
def __dir__():
    return sorted({{*globals(), *_PARTS}} - {{"_PARTS", "__getattr__", "__dir__"}})
"""


def parts_of(tree: ast.Module, modules: Iterable[str], stars: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Remove a package's imports of its own modules.

    Args:
        tree: the package's `__init__`, changed in place; it still imports the names that its own code uses.
        modules: the package's modules that are attributes of the package once it is imported.
        stars: the names that `from .module import *` binds, by module.

    Returns:
        For each name, the module of the package that defines it; a module's name maps to itself.
    """
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    parts = {module: module for module in modules if module[0] != "_"}
    body: list[ast.stmt] = []
    for node in tree.body:
        if not isinstance(node, ast.ImportFrom) or node.level != 1 or not node.module or node.module[0] == "_":
            body.append(node)
            continue
        names = [name for one in node.names for name in (stars[node.module] if one.name == "*" else [one.name])]
        parts.update(dict.fromkeys([*names, node.module], node.module))
        node.names = [ast.alias(name) for name in names if name in used]
        if node.names:
            body.append(node)
    tree.body = body
    return parts


def _without_annotations(tree: ast.Module) -> ast.Module:
    # Keep the annotations that are read when the program runs: in classes, by dataclasses; in registered functions, by
    # functools.singledispatch.
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if any("register" in ast.unparse(one) for one in node.decorator_list):
            continue
        node.returns = None
        args = node.args
        for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]:
            if arg is not None:
                arg.annotation = None
    return tree


def _without_positions(tree: ast.Module) -> ast.Module:
    # With all code on line 1, the line tables are short, and functions of a module can share equal tables.
    for node in ast.walk(tree):
        for place in {"lineno", "end_lineno", "col_offset", "end_col_offset"} & vars(node).keys():
            setattr(node, place, 1)
    return ast.fix_missing_locations(tree)


def compiled(tree: ast.Module, name: str) -> bytes:
    """Compile a module without docstrings, function annotations and line numbers.

    Args:
        tree: the module, changed in place.
        name: the file's name.

    Returns:
        The content of an unchecked hash-based `.pyc` file.
    """
    tree = _without_positions(_without_annotations(tree))
    code = compile(tree, name, "exec", optimize=2, dont_inherit=True)
    head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
    return head + marshal.dumps(code)


def slimmed(files: Mapping[str, bytes], toml_as_json: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the files to pack: Python files are compiled, and each module in `LATE` becomes a shell and a full module.

    Args:
        files: contents by name; a name is a path with slashes, relative to an entry of `sys.path`.
        toml_as_json: the prefix of the names of the TOML files that become JSON; "" if there are none.
    """
    parts: dict[str, dict[str, str]] = {}
    for package in ON_DEMAND:
        folder = package.replace(".", "/") + "/"
        if (name := f"{folder}__init__.py") in files:
            tree = ast.parse(files[name])
            stars = {one.rpartition(".")[2]: known for one, known in parts.items() if one.startswith(package)}
            below = [f[len(folder) : -3] for f in files if f.startswith(folder) and f.endswith(".py")]
            modules = [] if stars else [one for one in below if "/" not in one]
            parts[package] = parts_of(tree, modules, stars)
            demand = ast.parse(_DEMAND.format(parts=parts[package]))
            tree.body[:0] = demand.body
            yield name + "c", compiled(tree, name)
    for name, data in sorted(files.items()):
        place = name.removesuffix(".py").removesuffix("/__init__")
        module = place.replace("/", ".")
        if toml_as_json and name.startswith(toml_as_json) and name.endswith(".toml"):
            yield name, json.dumps(tomllib.loads(data.decode()), ensure_ascii=False, separators=(",", ":")).encode()
        elif not name.endswith(".py"):
            yield name, data
        elif module in LATE:
            late, whole = LATE[module], ast.parse(data)
            kept = [node for node in whole.body if isinstance(node, ast.FunctionDef) and node.name in late.keep]
            shell = ast.parse(late.first + _SHELL)
            shell.body[:0] = kept
            yield name + "c", compiled(shell, name)
            folder, _, last = place.rpartition("/")
            whole.body += ast.parse(late.last).body
            yield f"{folder}/_late_{last}.pyc".lstrip("/"), compiled(whole, name)
        elif module not in parts:
            yield name + "c", compiled(ast.parse(data), name)


def pack(files: Mapping[str, bytes], target: str, *, slim: bool = True, toml_as_json: str = "") -> None:
    """Write a reproducible zip.

    Args:
        files: contents by name.
        target: the zip's name.
        slim: whether to pack the output of `slimmed` instead of the unchanged files.
        toml_as_json: see `slimmed`.
    """
    with zipfile.ZipFile(target, "w") as made:
        for name, data in slimmed(files, toml_as_json) if slim else sorted(files.items()):
            made.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)


def files_of(archive: str) -> dict[str, bytes]:
    """Read a zip.

    Args:
        archive: the zip's name.

    Returns:
        Its files' contents by name.
    """
    with zipfile.ZipFile(archive) as packed:
        return {name: packed.read(name) for name in packed.namelist() if not name.endswith("/")}
