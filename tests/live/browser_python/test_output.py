"""`ipywidgets.Output` and `interact` in the browser kernel."""

from __future__ import annotations

from typing import Any

from cattools.live.settings import KERNEL
from tests.live.browser_python.test_kernel import talk

START = "import live_output, ipywidgets\nfrom IPython.display import HTML, clear_output, display"


def shown(source: str) -> list[dict[str, Any]]:
    """Run a cell; return the last outputs that a widget has sent."""
    sent = talk(["connect"], ["run", "0", START], ["run", "1", source], folders=(KERNEL, KERNEL / "stubs"))
    states = [message["data"].get("state", {}) for kind, message, _ in sent if kind in {"comm_open", "comm_msg"}]
    found: list[list[dict[str, Any]]] = [state["outputs"] for state in states if "outputs" in state]
    return found[-1]


def test_an_output_widget_shows_what_is_printed_and_displayed_inside() -> None:
    source = "out = ipywidgets.Output()\nwith out:\n    print('a')\n    print('b')\n    display(HTML('<b>c</b>'))"
    assert shown(source) == [
        {"output_type": "stream", "name": "stdout", "text": "a\nb\n"},
        {"output_type": "display_data", "data": {"text/html": "<b>c</b>"}, "metadata": {}},
    ]


def test_an_error_in_an_output_widget_is_shown_there_in_one_sentence() -> None:
    (error,) = shown("with ipywidgets.Output():\n    1 / 0")
    assert error["evalue"] == "Line 2: ZeroDivisionError: division by zero"


def test_output_can_be_cleared_and_widgets_can_be_shown() -> None:
    source = (
        "out = ipywidgets.Output()\nwith out:\n    print('a')\n    clear_output()\n    display(ipywidgets.IntText())"
    )
    (view,) = shown(source)
    assert view["data"]["application/vnd.jupyter.widget-view+json"]["model_id"]


def test_interact_shows_the_result() -> None:
    source = "@ipywidgets.interact(x=(0, 9))\ndef f(x=4):\n    print('x')\n    return x**2"
    assert [one.get("text") or one["data"]["text/plain"] for one in shown(source)] == ["x\n", "16"]
