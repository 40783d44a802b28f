"""Every kind of live example has its widget; `show` makes the right one."""

from __future__ import annotations

from collections.abc import Callable

from cattools.lessons.example import Example, example
from cattools.widgets.count import Count
from cattools.widgets.find import Find
from cattools.widgets.judge import Judge
from cattools.widgets.lesson import Lesson

WIDGETS: dict[str, Callable[[Example], Lesson]] = {
    "try": Lesson,
    "find": Find,
    "judge": Judge,
    "score": Count,
}


def show(name: str) -> Lesson:
    """Return the live example of that id, as in `show("herders.place")`. Raises `OptionError`."""
    found = example(name)
    return WIDGETS[found.kind](found)
