"""The page for authors of games says what the code says, and the records it shows are real."""

from cattools.core import options, rules
from cattools.core.data import parse, values
from cattools.lessons import example
from tools import reference


def test_the_reference_says_what_the_code_says() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), "run `make fix`"


def test_the_records_of_the_reference_are_real() -> None:
    for name, readers in (("rules", rules.KEYS), ("options", options.KEYS), ("examples", example.KEYS)):
        for record in parse(reference.EXAMPLE_ROWS[f"{name}.toml"], f"{name}.toml")[name.removesuffix("s")]:
            assert values(record, readers, name)
            assert record.keys() <= readers.keys()
