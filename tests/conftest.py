"""What all tests share: the browser's fixtures, the order, and no deadlines on a busy machine."""

import pytest
from hypothesis import settings

pytest_plugins = ["tests.browser.fixtures"]

# Several workers on two cores make one example's time a matter of luck.
settings.register_profile("cattools", deadline=None)
settings.load_profile("cattools")

# Fixtures that build or start something large; their tests carry a mark of the same name, and come in this order. Those
# on JupyterLab, where one worker does one after another, are not the last: the others would wait for it.
LATE = ("site", "lab", "browser")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="ID", help="only the tests of a rule, or of rules below it")


def of_rule(item: pytest.Item, rule: str) -> bool:
    """Whether a test is marked with the rule, or with one below it."""
    return any(f"{id_}.".startswith(f"{rule}.") for mark in item.iter_markers("rule") for id_ in mark.args)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if rule := config.getoption("rule"):
        kept = [item for item in items if of_rule(item, rule)]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
    for item in items:
        for name in set(LATE).intersection(getattr(item, "fixturenames", ())):
            item.add_marker(name)
    # Quick answers first; also, a started Playwright keeps an event loop that a notebook's kernel would meet.
    items.sort(key=lateness)
    # Of several workers one builds the site while the others answer quickly; else all would wait for it.
    if hasattr(config, "workerinput"):
        site = next((n for n, item in enumerate(items) if lateness(item) == 1), 0)
        items.insert(0, items.pop(site))


def lateness(item: pytest.Item) -> int:
    """Return the place of a test's kind in `LATE`, from 1; 0 where it needs nothing large."""
    marks = {mark.name for mark in item.iter_markers()}
    kinds = [n for n, name in enumerate(LATE, 1) if name in marks]
    return LATE.index("lab") + 1 if "lab" in marks else max(kinds, default=0)
