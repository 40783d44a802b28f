"""What all tests share: the browser's fixtures, the order, and no deadlines on a busy machine."""

import pytest
from hypothesis import settings

pytest_plugins = ["tests.browser.fixtures"]

# Several workers on two cores make one example's time a matter of luck.
settings.register_profile("cattools", deadline=None)
settings.load_profile("cattools")

LATE = ("browser", "lab")  # fixtures that start something large; their tests carry a mark of the same name


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name in set(LATE).intersection(getattr(item, "fixturenames", ())):
            item.add_marker(name)
    # Quick answers first; also, a started Playwright keeps an event loop that a notebook's kernel would meet.
    items.sort(key=lambda item: [item.get_closest_marker(name) is not None for name in reversed(LATE)])
