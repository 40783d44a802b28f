"""The translators' catalogues: what the templates contain, what a finished language must satisfy, and plural forms."""

from __future__ import annotations

import gettext
import io
import re

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from cattools.core.errors import OptionError
from cattools.core.language import LANGUAGES, catalogue, use, use_setting
from cattools.core.messages import CONTEXT, NP_, SOURCE, language, many, sentences, speaking, text
from cattools.games import GAMES
from cattools.widgets import markup
from tools import catalogues
from tools.catalogues import entry_faults, faults
from tools.compile_catalogues import languages
from tools.extract_messages import templates


def compiled(catalogue: Catalog) -> gettext.GNUTranslations:
    out = io.BytesIO()
    write_mo(out, catalogue)
    return gettext.GNUTranslations(io.BytesIO(out.getvalue()))


@pytest.fixture(scope="module")
def japanese() -> gettext.GNUTranslations:
    catalogue = Catalog(locale="ja")
    catalogue.add(("{n} cat", "{n} cats"), ("{n}匹の猫",))
    catalogue.add(("{n} cat", "{n} cats"), ("猫コマ{n}個",), context="stack")
    catalogue.add("Red", "赤", context="herders")
    catalogue.add("{who} moves.", "{who}が動きます。")
    return compiled(catalogue)


def test_a_plural_a_context_and_gaps_are_translated(japanese: gettext.GNUTranslations) -> None:
    cats = [many(*NP_("{n} cat", "{n} cats"), n) for n in (1, 2)]
    red = text(f"herders{CONTEXT}Red")
    assert [*map(str, cats), str(red), language()] == ["1 cat", "2 cats", "Red", SOURCE]
    with speaking(japanese):
        assert [*map(str, cats)] == ["1匹の猫", "2匹の猫"]
        assert str(text("{who} moves.", who=red)) == "赤が動きます。"
        assert language() == "ja"
    assert language() == SOURCE


def test_a_plural_can_have_a_context(japanese: gettext.GNUTranslations) -> None:
    one, more = NP_(f"stack{CONTEXT}{{n}} cat", f"stack{CONTEXT}{{n}} cats")
    assert [str(many(one, more, n)) for n in (1, 2)] == ["1 cat", "2 cats"]
    with speaking(japanese):
        assert str(many(one, more, 2)) == "猫コマ2個"


def test_sentences_are_joined_as_the_language_requires() -> None:
    assert sentences(["One.", "Two."]) == "One. Two."
    with speaking(catalogue("ja")):
        assert sentences(["一。", "二。"]) == "一。二。"
        assert "。 " not in markup.message(markup.MessageKind.OK, ["一。", "二。"])
        assert "。 " not in str(GAMES["territory"].position("").prompt())


@pytest.mark.slow
def test_every_plural_of_the_code_is_a_pair_in_the_template() -> None:
    assert templates()["cattools"].count("msgid_plural") > 100


@pytest.mark.parametrize("named", languages())
def test_no_language_has_a_faulty_entry_and_a_finished_one_has_every_message(named: str) -> None:
    found = list(faults(named))
    assert [fault for fault in found if named in LANGUAGES or " translation of " not in fault] == []


@pytest.mark.parametrize("guess", ["", "推測。"])
@pytest.mark.parametrize(("done", "missing"), [(0, []), (1, []), (2, ["'C.'", "'D.'"])])
def test_missing_translations_of_a_game_are_reported_once_half_of_its_messages_are_translated(
    monkeypatch: pytest.MonkeyPatch, done: int, missing: list[str], guess: str
) -> None:
    template, translated = Catalog(), Catalog(locale="ja")
    for number, message in enumerate(("A.", "B.", "C.", "D.")):
        template.add(message, locations=[("cattools/games/konane/game.py", 1)])
        flags = [] if number < done else ["fuzzy"]  # `make messages` guesses from texts that are alike
        translated.add(message, "訳。" if number < done else guess, flags=flags)
    template.add("E.", locations=[("cattools/games/konane/game.py", 1), ("cattools/core/game.py", 1)])
    out = io.BytesIO()
    write_po(out, template)
    monkeypatch.setattr(catalogues, "templates", lambda: {"cattools": out.getvalue().decode()})
    monkeypatch.setattr(catalogues, "read", lambda *_: translated)
    assert [text for fault in faults("ja") for text in re.findall(r"'\w\.'", fault)] == [*missing, "'E.'"]


@pytest.mark.parametrize(
    ("original", "translation", "fault"),
    [
        ("{who} moves.", "動きます。", "expected the gaps who, found none"),
        ("{who} moves.", "{whom}が動きます。", "expected the gaps who, found whom"),
        ("{who} moves.", "{who が動きます。", "expected the gaps who, found a single brace"),
        (
            "See [move](turn.md#a).",
            "[動き](turn.md#b)を見てください。",
            "expected the links turn.md#a, found turn.md#b",
        ),
        ("**No.** Never.", "**いいえ。**だめです。", "expected every ** to begin or end bold type"),
        ("Type `a1`.", "a1と打ちます。", "expected the code `a1`, found none"),
        ("Type `cat a1`.", "`cat a2`と打ちます。", "expected the code `cat a1`, found `cat a2`"),
        ("<b>x</b>", "x", "expected the tags </b> <b>, found none"),
        ("Moves.", " 動きます。", "expected no space at either end"),
    ],
)
def test_a_faulty_translation_is_reported(original: str, translation: str, fault: str) -> None:
    (found,) = entry_faults(Message(original, translation))
    assert found.startswith(fault)


def test_a_good_translation_is_not_reported() -> None:
    assert (
        list(entry_faults(Message("**No.** {who} stays [here](a.md).", "**いいえ**。{who}は[ここ](a.md)です。"))) == []
    )
    assert list(entry_faults(Message("[Cats](a.md)", "[キャット<wbr>たち](a.md)"))) == []
    assert list(entry_faults(Message(("{n} cat", "{n} cats"), ("{n}匹の猫",)))) == []
    assert list(entry_faults(Message("Type `cat a1` or `b1`.", "`猫 a1`か`b1`と打ちます。"))) == []
    assert list(entry_faults(Message(("one cat", "{n} cats"), ("{n}匹の猫",)))) == []


@pytest.mark.parametrize(
    ("environment", "spoken", "said"),
    [
        ({}, "en", ""),
        ({"LANG": "C.UTF-8"}, "en", ""),
        ({"LANG": "tlh_QO.UTF-8"}, "en", ""),
        ({"LANG": "ja.UTF-8"}, "ja", ""),
        ({"CATTOOLS_LANGUAGE": "en", "LANG": "ja_JP.UTF-8"}, "en", ""),
        ({"CATTOOLS_LANGUAGE": "tlh"}, "en", "CATTOOLS_LANGUAGE: expected a language with a catalogue, found 'tlh'"),
        (
            {"CATTOOLS_LANGUAGE": "../../x"},
            "en",
            "CATTOOLS_LANGUAGE: expected a language with a catalogue, found '../../x'",
        ),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], spoken: str, said: str) -> None:
    use("ja" if spoken == SOURCE else SOURCE)
    assert use_setting(environment) == said
    assert language() == spoken
    use(SOURCE)


def test_an_unknown_language_is_an_option_error() -> None:
    with pytest.raises(OptionError, match="expected a language with a catalogue"):
        use("tlh")
