"""Every live example has a standalone image."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from cattools.core.language import LANGUAGES, catalogue
from cattools.core.messages import speaking
from cattools.lessons.example import example
from cattools.site.metadata.example_images import all_examples, card, picture


def test_an_image_is_self_contained_in_both_themes() -> None:
    drawn = picture(example("herders.move"))
    assert ET.fromstring(drawn).tag.endswith("}svg")
    style, shapes = re.findall("<style>(.*?)</style>(.*)", drawn, re.DOTALL)[0]
    light, dark = style.split("@media screen and (prefers-color-scheme:dark)")
    names = set(re.findall(r"var\((--[\w-]+)\)", shapes))
    assert names
    for theme in (light, dark):
        assert set(re.findall(r"(--[\w-]+):#", theme)) == names


def test_the_site_has_all_images(site: Path) -> None:
    assert {file.stem for file in (site / "pictures").glob("*.svg")} == {one.id for one in all_examples()}


@pytest.mark.nightly
def test_an_image_has_no_words_so_all_editions_share_it(site: Path) -> None:
    drawn = {one.id: picture(one) for one in all_examples()}
    for code in LANGUAGES:
        with speaking(catalogue(code)):
            assert [one.id for one in all_examples() if picture(one) != drawn[one.id]] == []
    assert not list(site.glob("*/pictures/*.svg"))


def test_a_card_names_the_game_and_the_rule() -> None:
    html = card(example("herders.move"))
    assert "Cat Herders" in html
    assert "Moving a herder" in html
    assert "<svg" in html
