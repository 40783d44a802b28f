"""The browser kernel without a browser: cells, widget messages, and errors in one sentence."""

import importlib
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cattools.core.loading.game_packages import game_ids
from cattools.core.loading.later_modules import LATER, is_below
from cattools.live.pipeline.bundle import python_files, write_tree
from cattools.live.settings import KERNEL
from cattools.site.pipeline.frontend_bundle import KERNEL as CAT_KERNEL
from cattools.site.pipeline.frontend_bundle import archives, kernel_settings
from tests.kinds import nightly

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


FOLDERS = (KERNEL, KERNEL / "stubs", CAT_KERNEL)


def talk(*steps: list[Any], folders: Sequence[Path] = FOLDERS) -> list[tuple[str, dict[str, Any], int]]:
    """Send steps to a fresh kernel; return (kind, message, number of buffers) of everything it sent."""
    command = [sys.executable, str(HERE / "kernel_client.py"), *map(str, folders)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    env.pop("CATTOOLS_STATIC", None)
    sent = json.dumps(steps)
    done = subprocess.run(command, input=sent, env=env, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return [(kind, message, buffers) for kind, message, buffers in json.loads(done.stdout)]


def outputs(*sources: str) -> list[dict[str, Any]]:
    """Run cells; return what they showed."""
    sent = talk(["connect"], *(["run", str(i), source] for i, source in enumerate(sources)))
    return [message for kind, message, _ in sent if kind == "output"]


def test_a_value_is_shown_and_cells_share_variables() -> None:
    assert outputs("x = 20", "x + 1", "x;", "None") == [
        {"cell": "1", "kind": "text", "text": "21", "mime": "text/plain"}
    ]


def test_printed_text_arrives_in_order() -> None:
    sent = outputs("import sys\nprint('one')\nprint('two', file=sys.stderr)\n3")
    assert "".join(m["text"] for m in sent) == "one\ntwo\n3"


def test_html_and_pictures_are_sent_with_their_type() -> None:
    sent = outputs(
        "from IPython.display import display, HTML, SVG, clear_output\ndisplay(HTML('<b>x</b>'), SVG('<svg/>'))",
        "display(1)\nclear_output()\ndisplay(2)",
    )
    assert [(m["kind"], m["text"], m.get("mime")) for m in sent] == [
        ("text", "<b>x</b>", "text/html"),
        ("text", "<svg/>", "image/svg+xml"),
        ("text", "1", "text/plain"),
        ("clear", "", None),
        ("text", "2", "text/plain"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        nightly(("x = 1\nx + y", "Line 2: NameError: name 'y' is not defined")),
        ("x = 1\nfoo(\n", "Line 2: SyntaxError: '(' was never closed"),
        ("def f():\n    return 1 / 0\n\nf()", "Line 2: ZeroDivisionError: division by zero"),
        nightly(("raise KeyError('a')", "Line 1: KeyError: 'a'")),
        nightly(("\nraise SystemExit", "Line 2: SystemExit")),
        nightly(("import json\njson.loads('[')", "Line 2: JSONDecodeError: Expecting value: line 1 column 2 (char 1)")),
        nightly(("import nowhere_at_all", "Line 1: ModuleNotFoundError: No module named 'nowhere_at_all'")),
        nightly(("raise ValueError('first\\nsecond')", "Line 1: ValueError: first")),
        nightly(("input('?')", "Line 1: RuntimeError: input() is not available on a page of the book")),
        ("def f(): f()\nf()", "Line 1: RecursionError: maximum recursion depth exceeded"),
    ],
)
def test_an_error_is_reported_in_one_sentence(source: str, sentence: str) -> None:
    (sent,) = outputs(source)
    assert (sent["kind"], sent["cell"]) == ("error", "0")
    assert sent["text"].removesuffix(" while calling a Python object") == sentence


def test_an_error_of_cattools_is_shown_without_its_type() -> None:
    (sent,) = outputs("from cattools import show\nshow('no.such.example')")
    assert sent["text"].startswith("Line 2: expected ")
    assert "Error" not in sent["text"]


def test_after_an_error_the_next_cell_runs() -> None:
    assert [m["text"] for m in outputs("1/0", "2")] == ["Line 1: ZeroDivisionError: division by zero", "2"]


def test_messages_sent_before_the_page_listens_arrive_later_in_order() -> None:
    sent = talk(["run", "0", "import ipywidgets\nw = ipywidgets.HTML('a')\nw.value = 'b'\nw"], ["connect"])
    kinds = [kind for kind, _, _ in sent]
    assert kinds[-2:] == ["comm_msg", "output"]
    assert kinds.count("comm_open") >= 3
    assert sent[-2][1]["data"]["state"] == {"value": "b"}


def test_a_board_is_shown_as_a_widget_and_draws_itself() -> None:
    sent = talk(["preload"], ["connect"], ["run", "0", "from cattools import play\nplay('herders')"],
                ["press", {"kind": "view", "wide": 300, "tall": 280, "places": {"board": [0, 0, 0.5]}, "still": True}],
                )  # fmt: skip
    shown = [m for kind, m, _ in sent if kind == "output"]
    assert [m["kind"] for m in shown] == ["display"]
    opened = {m["id"]: m["data"]["state"] for kind, m, _ in sent if kind == "comm_open"}
    board = opened[shown[0]["model"]]
    assert board["_esm"].startswith("crc:")
    canvas = board["canvas"].removeprefix("IPY_MODEL_")
    assert opened[canvas]["_model_name"] == "CanvasModel"
    sizes = [m["data"]["state"] for kind, m, _ in sent if kind == "comm_msg" and m["id"] == canvas]
    assert sizes, "the canvas must follow the size of its view"
    assert any(kind == "comm_msg" and buffers for kind, _, buffers in sent), "drawings must be sent as bytes"


def test_closing_a_cell_closes_what_it_created_and_nothing_else() -> None:
    view = {"kind": "view", "wide": 800, "tall": 800, "places": {"board": [0, 0, 1.4]}, "theme": "light", "still": True}
    sent = talk(["preload"], ["connect"], ["run", "0", "from cattools import play, show\nplay('herders')"],
                ["run", "rule", "show('herders.move')"], ["press", view], ["close", "rule"], ["close", "rule"],
                ["run", "1", "1"])  # fmt: skip
    opened = {m["id"]: m["cell"] for kind, m, _ in sent[1:] if kind == "comm_open"}  # sent[0] opens the canvas manager
    closed = {m["id"] for kind, m, _ in sent if kind == "comm_close"}
    own = {model for model, cell in opened.items() if cell == "rule"}
    game = {model for model, cell in opened.items() if cell == "0"}
    assert own <= closed
    assert not game & closed
    kinds = {m["id"]: m["data"]["state"]["_model_name"] for kind, m, _ in sent if kind == "comm_open"}
    later = {model for model, cell in opened.items() if cell is None and kinds[model] in ("CanvasModel", "LayoutModel")}
    assert later
    assert later <= closed, "the models created for the board's size must be closed with it"
    assert [m["text"] for kind, m, _ in sent if kind == "output"][-1] == "1"


def test_pages_share_no_variables_and_a_forgotten_page_leaves_no_widgets() -> None:
    sent = talk(["preload"], ["connect"], ["run", "0.0", "x = 1\nfrom cattools import show"], ["run", "1.0", "x = 2"],
                ["run", "0.1", "x"], ["run", "1.1", "x"], ["run", "0.2", "show('herders.move')"], ["forget", "0"],
                ["run", "1.2", "x"], ["run", "0.3", "x"])  # fmt: skip
    texts = [m["text"] for kind, m, _ in sent if kind == "output" and m["kind"] != "display"]
    assert texts == ["1", "2", "2", "Line 1: NameError: name 'x' is not defined"]
    opened = {m["id"] for kind, m, _ in sent if kind == "comm_open" and m["cell"] == "0.2"}
    assert opened
    assert opened <= {m["id"] for kind, m, _ in sent if kind == "comm_close"}


def test_an_invalid_message_is_logged_and_causes_no_output() -> None:
    sent = talk(["preload"], ["connect"], ["run", "0", "from cattools import play\nplay('herders')"],
                ["press", {"kind": "explode"}])  # fmt: skip
    (line,) = [m["text"] for kind, m, _ in sent if kind == "log"]
    assert line.startswith("ignored a message from the page: expected one of view, press")
    assert [m["kind"] for kind, m, _ in sent if kind == "output"] == ["display"]


def test_preloading_and_loading_a_game_leave_only_the_canvas_manager() -> None:
    sent = talk(["preload"], ["load", "herders"], ["connect"])
    assert {m["data"]["state"]["_model_name"] for _, m, _ in sent} == {"CanvasManagerModel"}


# Not preloaded: the games, and what no page needs.
ABSENT = re.compile(r"cattools\.(games|live|site|table|rule_coverage|game_check|lessons\.ruling(_check)?)\b")


def test_every_module_is_preloaded_except_those_that_few_pages_or_none_need() -> None:
    check = (
        "import sys, pkgutil, cattools\n"
        "every = {m.name for m in pkgutil.walk_packages(cattools.__path__, 'cattools.')}\n"
        "sorted(every - set(sys.modules) - {'cattools.cli', 'cattools.__main__'}), "
        "{'cattools.cli', 'fsrs'} & set(sys.modules)"
    )
    sent = talk(["preload"], ["connect"], ["run", "0", check])
    assert [m["text"] for kind, m, _ in sent if kind == "output"][-1].endswith("set())")
    missing = [m["text"] for kind, m, _ in sent if kind == "output"][-1]
    names = {name for name in re.findall(r"'(cattools[\w.]*)'", missing) if not ABSENT.match(name)}
    later = tuple(name for one in LATER.values() for name in one.modules)
    assert [name for name in names if not is_below(name, later)] == []
    own = [one for one in later if one.startswith("cattools.")]
    assert [one for one in own if not any(is_below(name, (one,)) for name in names)] == []


def test_the_imports_of_the_profiled_cells_work() -> None:
    """`profile_workload.txt` itself cannot be imported, because one of its cells has a syntax error."""
    text = (CAT_KERNEL / "profile_workload.txt").read_text(encoding="utf-8")
    lines = re.findall(r"^from (cattools\S*) import (.+)$", text, re.MULTILINE)
    assert len(lines) > 5
    for module, names in lines:
        found = importlib.import_module(module)
        assert [name for name in names.split(", ") if not hasattr(found, name)] == [], module


def test_a_failing_callback_of_a_widget_is_reported() -> None:
    source = "import ipywidgets\nb = ipywidgets.Button()\ndef f(_):\n    raise ValueError('no')\nb.on_click(f)\nb"
    sent = talk(["connect"], ["run", "0", source], ["press", {"event": "click"}])
    assert [m["text"] for kind, m, _ in sent if kind == "output" and m["kind"] == "error"] == ["Line 4: ValueError: no"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "message",
    [
        {"id": "nobody", "data": {"method": "custom", "content": {}}},
        {"id": "nobody", "data": {}},
        {"id": "nobody"},
    ],
)
def test_a_message_to_an_unknown_widget_changes_nothing(message: dict[str, Any]) -> None:
    sent = talk(["connect"], ["receive", "comm_msg", message], ["run", "0", "1 + 1"])
    assert [m["text"] for kind, m, _ in sent if kind == "output"][-1] == "2"


ASYNCIO = """
import logging, sys
asked = []
class Lazy:
    def __getattr__(self, name):
        asked.append(name)
        raise ImportError(name)
sys.modules["asyncio"] = Lazy()
"""


def test_a_logged_message_does_not_access_asyncio() -> None:
    """Accessing asyncio would fetch its source, which used to stop the kernel of a reader without a network."""
    closed = {"id": "closed", "data": {"method": "custom", "content": {}}}
    logged = "logging.getLogger('traitlets').warning('a widget is closed'); logging.warning('said')"
    sent = talk(
        ["connect"],
        ["run", "0", ASYNCIO],
        ["receive", "comm_msg", closed],
        ["run", "1", logged],
        ["run", "2", "asked, logging.logAsyncioTasks"],  # Python 3.11 never accesses asyncio
    )
    texts = [m["text"] for kind, m, _ in sent if kind == "output"]
    assert "a widget is closed" in texts
    assert texts[-1] == "([], False)"


UNREACHABLE = """
import pathlib, sys, tempfile, zipfile
archive = pathlib.Path(tempfile.mkdtemp(), "packed.zip")
with zipfile.ZipFile(archive, "w") as packed:
    packed.writestr("fetched.py", "")
    packed.writestr("later.py", "")
sys.path.append(str(archive))
import fetched
archive.unlink()
"""


def test_a_module_that_cannot_be_fetched_raises_an_import_error() -> None:
    """The archives are fetched when a module is first read from them; without a network the file is missing."""
    texts = [output["text"] for output in outputs(UNREACHABLE, "import later", "import fetched\n1 + 1")]
    assert texts == [
        "Line 1: ImportError: No network, and this part of Python has not been downloaded yet.",
        "2",
    ]


def test_random_numbers_differ_from_reader_to_reader() -> None:
    source = "import random\nrandom.random()"
    assert outputs(source) != outputs(source)


def test_a_position_is_shown_on_a_page_as_a_picture() -> None:
    source = "from cattools.games import game\ngame('herders').position()"
    shown = [m for kind, m, _ in talk(["connect"], ["run", "0", source]) if kind == "output"]
    assert [m["mime"] for m in shown] == ["text/html"]
    assert "<svg" in shown[0]["text"]
    assert "<figcaption>" in shown[0]["text"]


@pytest.mark.slow
def test_games_and_modules_that_few_pages_need_are_imported_from_their_archives(tmp_path: Path) -> None:
    write_tree(tmp_path / "core", python_files(kernel_settings()))
    for name, files in archives().items():
        if not name.startswith("pack.calico"):
            with zipfile.ZipFile(tmp_path / name.removeprefix("pack."), "w") as made:
                for place, file in files.items():
                    made.write(file, place)
    code = f"""
import sys
import catkernel, livekernel
catkernel._ARCHIVES = {str(tmp_path)!r}
from cattools.core.loading.data_files import has
from cattools.games import GAMES, game
print(*GAMES)
print(livekernel.has_pack("herders"))
livekernel.load_pack("herders")
print(livekernel.has_pack("herders"), sys.modules["cattools.games.herders"].__file__)
print(has("games/herders/data/practice_positions.json"), has("games/herders/data/none.toml"))
print(livekernel.has_pack("presentation"))
from cattools.widgets.modes import presentation
print(livekernel.has_pack("presentation"), presentation.__file__)
try:
    game("calico")
except ImportError as error:
    print(error)
"""
    command = [sys.executable, "-c", code]
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "core")}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == [
        " ".join(game_ids()),
        "False",
        f"True {tmp_path / 'herders.zip' / 'cattools' / 'games' / 'herders' / '__init__.py'}",
        "True False",
        "False",
        f"True {tmp_path / 'presentation.zip' / 'cattools' / 'widgets' / 'modes' / 'presentation.py'}",
        "No network, and this part of Python has not been downloaded yet.",
    ]
