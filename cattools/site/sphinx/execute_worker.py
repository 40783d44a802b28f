"""Run the code of one page as a notebook kernel does, in its own process.

The processes are forked from a process that has imported this module, and with it everything that the pages need.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from nbformat.v4 import new_output
from traitlets import Type
from traitlets.config import Config

from cattools.games import GAMES
from cattools.widgets import show

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from nbformat import NotebookNode

READY = (show, *GAMES.values())
# IPython's history would write a file in the user's home folder and start a thread; a fork server must have no threads.
_SETTINGS = Config({"HistoryManager": {"enabled": False}, "InteractiveShell": {"xmode": "Plain", "colors": "nocolor"}})
_outputs: list[NotebookNode] = []


class _Results(DisplayHook):
    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict: dict[str, Any], md_dict: dict[str, Any] | None = None) -> None:
        facts = {"metadata": md_dict or {}, "execution_count": self.prompt_count}
        _outputs.append(new_output("execute_result", format_dict, **facts))  # type: ignore[no-untyped-call]

    def finish_displayhook(self) -> None:
        pass


class _Displays(DisplayPublisher):
    def publish(self, data: dict[str, Any], metadata: dict[str, Any] | None = None, *_: Any, **__: Any) -> None:
        _outputs.append(new_output("display_data", data, metadata=metadata or {}))  # type: ignore[no-untyped-call]


class _Stream(io.TextIOBase):
    """Adds printed text to the cell's outputs."""

    def __init__(self, name: str) -> None:
        self._name = name

    def write(self, text: str) -> int:
        _outputs.append(new_output("stream", name=self._name, text=text))  # type: ignore[no-untyped-call]
        return len(text)


class _Shell(InteractiveShell):
    displayhook_class = Type(_Results)
    display_pub_class = Type(_Displays)


def run_cells(sender: Connection, folder: str, cells: Sequence[str]) -> None:
    """Run the cells of a page in its folder and send each cell's outputs; send nothing if a cell fails."""
    os.chdir(folder)
    sys.path.insert(0, "")
    shell = _Shell.instance(config=_SETTINGS)
    shown = []
    with redirect_stdout(_Stream("stdout")), redirect_stderr(_Stream("stderr")):
        for cell in cells:
            _outputs.clear()
            if not shell.run_cell(cell, store_history=True).success:  # type: ignore[no-untyped-call]
                return
            shown.append(list(_outputs))
    sender.send(shown)
