"""What all tests share: the browser's fixtures, their order, the nightly run, and Hypothesis' settings."""

import ipykernel.ipkernel  # noqa: F401 - it exchanges the manager of widgets' comms: before the first widget, not amid
import pytest
from hypothesis import is_hypothesis_test, settings

pytest_plugins = ["tests.browser.fixtures"]

# A busy machine makes one example's time a matter of luck, and random examples would make a run's result one. The
# nightly run looks for new ones.
settings.register_profile("usual", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None, print_blob=True)

# Fixtures that build or start something large; their tests carry a mark of the same name, and come in this order. Those
# on JupyterLab, where one worker does one after another, are not the last: the others would wait for it.
LATE = ("site", "lab", "browser")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="ID", help="only the tests of a rule, or of rules below it")
    parser.addoption("--nightly", action="store_true", help="only the nightly tests, and those of random examples")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("nightly" if config.getoption("nightly") else "usual")


def of_rule(item: pytest.Item, rule: str) -> bool:
    """Whether a test is marked with the rule, or with one below it."""
    return any(f"{id_}.".startswith(f"{rule}.") for mark in item.iter_markers("rule") for id_ in mark.args)


def runs(item: pytest.Item, *, nightly: bool) -> bool:
    """Whether a test belongs to the nightly run, which has those with random examples too, or to the usual one."""
    marked = item.get_closest_marker("nightly") is not None
    return marked or is_hypothesis_test(getattr(item, "obj", None)) if nightly else not marked


def deselect(config: pytest.Config, items: list[pytest.Item], others: list[pytest.Item]) -> None:
    """Leave some tests out of the run."""
    left = set(others)
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in left]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if rule := config.getoption("rule"):
        deselect(config, items, [item for item in items if not of_rule(item, rule)])
    nightly = config.getoption("nightly")
    deselect(config, items, [item for item in items if not runs(item, nightly=nightly)])
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
