"""The browser's stubs for numpy, Pillow, IPython and anywidget, compared with the real packages."""

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
STUBS = HERE.parents[2] / "cattools" / "live" / "browser_python" / "stubs"


def python(*args: str, stubs: bool = False) -> str:
    """Run Python in its own process, with or without the stubs; return what it printed."""
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(STUBS) if stubs else "", str(HERE.parents[2])]))
    command = [sys.executable, *args]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_every_drawing_call_sends_the_same_messages_and_bytes() -> None:
    real = json.loads(python(str(HERE / "stub_calls.py")))
    ours = json.loads(python(str(HERE / "stub_calls.py"), str(STUBS)))
    assert len(real) > 80  # everything was drawn
    assert sum(len(parts) for _, _, parts in real) > 180  # and buffers were compared
    for at, (one, other) in enumerate(zip(ours, real, strict=True)):
        assert one == other, f"message {at}"


TRAITS = """
import json, ipywidgets, anywidget
from traitlets import Unicode
class Board(anywidget.AnyWidget):
    _esm, _css = "export default {}", ".x {}"
    said = Unicode("hello").tag(sync=True)
board = Board()
state = board.get_state()
del state["layout"]
print(json.dumps(state, sort_keys=True))
"""


def test_a_widget_of_the_stub_sends_the_same_traits() -> None:
    """The only exception is a widget whose script is in the page's bundle: only its checksum is sent, and no CSS."""
    real, ours = json.loads(python("-c", TRAITS)), json.loads(python("-c", TRAITS, stubs=True))
    assert ours == real
    bundled = f"import anywidget\nanywidget.bundled = 'cattools.'\n{TRAITS}"
    inside = json.loads(
        python("-c", bundled.replace("said =", "__module__ = 'cattools.widgets.x'; said ="), stubs=True)
    )
    assert inside["_esm"] == f"crc:{zlib.crc32(b'export default {}'):08x}"
    assert "_css" not in inside
    same = {k: v for k, v in inside.items() if k not in {"_esm", "_anywidget_id"}}
    assert same == {k: v for k, v in real.items() if k in same}


ARRAYS = """
import numpy as np
def described(a):
    return [list(a.shape), a.ndim, len(a), str(a.dtype), bytes(memoryview(a.ravel())).hex()]
cases = [
    np.asarray([1, 2]), np.asarray([1, 2.5]), np.asarray([[1, 2], [3, 4], [5, 6]]), np.asarray([]),
    np.asarray((1, 2)), np.asarray(range(3)), np.asarray([[1.5, 2], [3, 4]]).ravel(),
    np.require([0, 255], dtype="uint8"),
    np.asarray([1, 2]).astype(np.int32), np.asarray([1.5, 2]).astype(np.float32), np.ascontiguousarray([1, 2]),
    np.frombuffer(b"abc", dtype=np.uint8), np.concatenate([np.asarray([1, 2]), np.asarray([3, 4])]),
    np.concatenate([np.asarray([1, 2]), np.asarray([.5])]), np.array([1]),
]
assert np.asarray([1]).dtype == np.int64 and not np.asarray([1]).dtype == np.float16
print([described(c) for c in cases])
"""


def test_arrays_of_numpy_and_its_stub_hold_the_same_bytes() -> None:
    assert python("-c", ARRAYS, stubs=True) == python("-c", ARRAYS)


@pytest.mark.parametrize("bad", ["[[1, 2], [3]]", "[[1], 2]", "[1, [2]]"])
def test_numpy_and_its_stub_refuse_rows_of_different_length(bad: str) -> None:
    code = f"""
import numpy as np
try: np.asarray({bad})
except ValueError: print("refused")
"""
    assert python("-c", code, stubs=True) == python("-c", code) == "refused\n"


@pytest.mark.parametrize(
    "name",
    ["numpy.zeros", "PIL.Image.open", "IPython.embed", "IPython.display.Image", "anywidget.experimental"],
)
def test_a_missing_name_is_reported_in_one_sentence(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    code = f"""
import importlib
try: getattr(importlib.import_module({module!r}), {attribute!r})
except AttributeError as error: print(error)
"""
    message = python("-c", code, stubs=True)
    assert message.startswith(f"{name} is not available on a page of the book")
    assert message.count("\n") == 1


@pytest.mark.parametrize("name", ["display", "clear_output", "HTML", "SVG"])
def test_ipython_and_its_stub_have_the_names_that_ipywidgets_and_cells_use(name: str) -> None:
    code = f"from IPython.display import {name}; print({name}.__name__)"
    assert python("-c", code, stubs=True) == python("-c", code)


def test_a_widget_without_its_script_is_refused() -> None:
    code = """
import anywidget
class Empty(anywidget.AnyWidget): pass
try: Empty()
except TypeError as error: print(error)
"""
    assert python("-c", code, stubs=True) == "Empty needs its script as a string in _esm, found None\n"
