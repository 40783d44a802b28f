"""The mark that ties a test to the rule it proves."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(id): the rule, by its id, that the test proves")
