"""Shared test setup: browser fixtures, test order, the nightly run and Hypothesis settings."""

import gc
import os

import ipykernel.ipkernel  # noqa: F401 - replaces the widgets' comm manager, so import it before the first widget
import pytest
from hypothesis import is_hypothesis_test, settings

from tests.kinds import NIGHTLY
from tools.run_tests import LARGE_FOLDERS

collect_ignore = ["packages/hasami"]  # a project of its own, whose tests need it installed
pytest_plugins = ["tests.browser.fixtures", "tests.browser.engine_fixtures"]

# There is no deadline, because on a busy machine the time that an example takes depends on chance. The usual run is not
# random, so that it can be repeated; the nightly run searches for new examples.
settings.register_profile("usual", deadline=None, derandomize=True, max_examples=30)
settings.register_profile("nightly", deadline=None, print_blob=True, max_examples=200)

# Fixtures that build or start something large. Tests that use them get a mark of the same name and run in this order.
# JupyterLab tests run one after another on a single worker; if they came last, the other workers would be idle.
LATE = ("site", "lab", "browser")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="ID", help="run only the tests of a rule or of the rules below it")
    parser.addoption("--nightly", action="store_true", help="run only the nightly tests and those with random examples")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("nightly"):
        os.environ[NIGHTLY] = "1"
    settings.load_profile("nightly" if config.getoption("nightly") else "usual")


def of_rule(item: pytest.Item, rule: str) -> bool:
    """Return whether a test is marked with the rule or with a rule below it."""
    return any(f"{id_}.".startswith(f"{rule}.") for mark in item.iter_markers("rule") for id_ in mark.args)


def runs(item: pytest.Item, *, nightly: bool) -> bool:
    """Return whether a test belongs to the usual run or, with `nightly`, to the nightly run.

    The nightly run also includes the tests of the usual run that look at random samples.
    """
    marked = item.get_closest_marker("nightly") is not None
    samples = item.get_closest_marker("sampled") is not None or is_hypothesis_test(getattr(item, "obj", None))
    return marked or samples if nightly else not marked


def deselect(config: pytest.Config, items: list[pytest.Item], others: list[pytest.Item]) -> None:
    """Remove the tests in `others` from the collected tests and report them as deselected."""
    removed = set(others)
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in removed]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if rule := config.getoption("rule"):
        deselect(config, items, [item for item in items if not of_rule(item, rule)])
    nightly = config.getoption("nightly")
    deselect(config, items, [item for item in items if not runs(item, nightly=nightly)])
    for item in items:
        for name in set(LATE).intersection(getattr(item, "fixturenames", ())):
            if not item.nodeid.startswith(LARGE_FOLDERS):
                raise pytest.UsageError(
                    f"expected tests with {name} in {' or '.join(LARGE_FOLDERS)}, found {item.nodeid}"
                )
            item.add_marker(name)
    # Fast tests come first. Tests with Playwright come last for another reason too: Playwright leaves an event loop
    # running, which would conflict with the event loop of a notebook's kernel.
    items.sort(key=lateness)
    # With several workers, one worker builds the site while the others run the fast tests. Otherwise all workers would
    # later have to wait for the site.
    if hasattr(config, "workerinput"):
        site = next((n for n, item in enumerate(items) if lateness(item) == 1), 0)
        items.insert(0, items.pop(site))


def pytest_collection_finish() -> None:
    """Exclude modules and tests, which live until the end, from garbage collection, to save a tenth of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def lateness(item: pytest.Item) -> int:
    """Return the place of a test in the order of `LATE`, starting at 1, or 0 if it needs none of these fixtures."""
    marks = {mark.name for mark in item.iter_markers()}
    kinds = [n for n, name in enumerate(LATE, 1) if name in marks]
    return LATE.index("lab") + 1 if "lab" in marks else max(kinds, default=0)
