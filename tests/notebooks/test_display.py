"""The package in a notebook: its public names, the display of values, and tab completion."""

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

import cattools
from cattools import cli
from cattools.bots import BOTS, bot
from cattools.core.chance import Dealer
from cattools.core.display.notebook_display import NotebookDisplay
from cattools.core.errors import OptionError
from cattools.core.game import AnyGame, AnyState
from cattools.games import GAMES, game, having

OFFERED = [
    "examples",
    "games",
    "host",
    "play",
    "position",
    "position_editor",
    "practice",
    "round_tracker",
    "scorer",
    "show",
    "teach",
    "use",
]
NOBODY: list[Any] = [["friendly"]]
POSITION = "6/7/8/9/3c6/5r5/10/9/8/7/6 red 14-15 0-0"


@pytest.fixture(scope="module")
def shell() -> InteractiveShell:
    """Return a shell like that of a notebook's kernel, with cattools imported."""
    started = InteractiveShell.instance()
    done = started.run_cell("import cattools\nfrom cattools.notebook import offer_ids\noffer_ids()")
    assert done.success
    started.run_cell("from cattools import *\nfrom cattools.games import GAMES, game")
    started.run_cell("herders = game('herders')\nkept = examples('herders')")
    return started


def completed(shell: InteractiveShell, written: str) -> list[str]:
    with provisionalcompleter():
        return [one.text for one in shell.Completer.completions(written, len(written))]


def shown(value: NotebookDisplay) -> str:
    """Return the HTML that a notebook shows for a value."""
    return value._repr_mimebundle_()["text/html"]


def positions(played: AnyGame, steps: int = 25) -> list[AnyState]:
    """Return the positions of a game played with random actions."""
    state = Dealer(3).settle(played.position())
    found = [state]
    for n in range(steps):
        if state.to_move is None:
            break
        state = Dealer(n).settle(state.apply(Random(n).choice(state.legal())))
        found.append(state)
    return found


def test_the_package_offers_its_public_names(shell: InteractiveShell) -> None:
    assert dir(cattools) == OFFERED
    assert completed(shell, "cattools.") == OFFERED
    assert completed(shell, "cattools.games.") == sorted(["GAMES", "game", *GAMES], key=str.casefold)
    assert all(getattr(cattools.games, name).GAME is one for name, one in GAMES.items())
    assert not hasattr(cattools.games, "chess")


@pytest.mark.parametrize("name", [name for name in OFFERED if name != "games"])
def test_every_function_documents_arguments_and_errors_and_has_a_working_example(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where tables are saved
    function = getattr(cattools, name)
    known = {name: getattr(cattools, name) for name in OFFERED}
    tests = doctest.DocTestFinder(recurse=False).find(function, name, globs=known)
    assert [bool(test.examples) for test in tests] == [True]
    assert doctest.DocTestRunner().run(tests[0]).failed == 0
    assert "Raises `" in function.__doc__
    arguments = [one for one in function.__annotations__ if one not in {"return", "game_id"}]
    assert [one for one in arguments if f"`{one}`" not in function.__doc__] == []


def test_a_misspelt_id_gets_a_suggestion() -> None:
    with pytest.raises(OptionError, match=r"did you mean herders\.place\?"):
        cattools.show("herders.plaec")
    with pytest.raises(OptionError, match=r"did you mean herders\.place\?"):
        cattools.show("herder.place")
    with pytest.raises(OptionError, match="expected an example such as"):
        cattools.show("x" * 1_000_000)


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        (lambda: cattools.show("Herders.Place"), "herders.place"),
        (lambda: cattools.show("HERDERS.plaec"), "herders.place"),
        (lambda: cattools.show(" herders.place "), "herders.place"),
        (lambda: cattools.show("capture.moved-only"), "herders.capture.moved-only"),
        (lambda: cattools.practice("herders", "Herders.Move"), "herders.move"),
        (lambda: cattools.practice("herders", "move"), "herders.move"),
        (lambda: cattools.play("HERDERS"), "herders"),
        (lambda: cattools.play("herders", "FRIENDLY"), "friendly"),
        (lambda: cattools.play("herders", BOARD="large"), "board"),
        (lambda: cattools.play("herders", board="LARGE"), "large"),
        (lambda: bot("BEGINNER"), "beginner"),
    ],
)
def test_an_id_in_the_wrong_case_or_without_its_game_gets_a_suggestion(asked: Callable[[], object], near: str) -> None:
    with pytest.raises(OptionError, match=rf"; did you mean {re.escape(near)}\?$"):
        asked()


def test_a_few_ids_are_named_if_none_is_close() -> None:
    """The named ids belong to the requested game, or to three games if none is recognised."""
    for asked, games_named in (("", 3), ("x", 3), ("calico", 1), ("Calico.x", 1)):
        with pytest.raises(OptionError, match=r"^expected an example such as (.*), found '") as error:
            cattools.show(asked)
        named = str(error.value).removeprefix("expected an example such as ").partition(", found")[0].split(", ")
        assert len(named) == 3
        assert len({name.partition(".")[0] for name in named}) == games_named
        assert all(cattools.show(name) for name in named)
    with pytest.raises(OptionError, match=r"^expected a rule that can be practised, such as (.*), found 'x'$") as error:
        cattools.practice("herders", "x")
    rules = str(error.value).removeprefix("expected a rule that can be practised, such as ").partition(", found")[0]
    assert len(rules.split(", ")) == 3
    assert all(cattools.practice("herders", name) for name in rules.split(", "))


def test_a_wrong_key_of_the_examples_is_refused_in_one_sentence() -> None:
    with pytest.raises(KeyError, match=r"^\"expected an example such as herders.*did you mean herders\.place\?\"$"):
        cattools.examples("herders")["Herders.Place"]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda: cattools.play("herdes"), r"found 'herdes'; did you mean herders\?$"),
        (
            lambda: cattools.play("herders", "humna"),
            r"players human, .*friendly.* found 'humna'; did you mean human\?$",
        ),
        (lambda: cattools.play("herders", "frendly"), r"found 'frendly'; did you mean friendly\?$"),
        (lambda: cattools.play("herders", bord="large"), r"found 'bord'; did you mean board\?$"),
        (lambda: cattools.play("herders", board="lareg"), r"found 'lareg'; did you mean large\?$"),
        (lambda: cattools.practice("herders", "herders.mvoe"), r"found 'herders\.mvoe'; did you mean herders\.move\?$"),
        (
            lambda: cattools.show("herders"),
            r"^expected an example such as herders\.\S+, .*, found 'herders'; play\('herders'\) plays the whole game$",
        ),
        (
            lambda: cattools.scorer("herders"),
            rf"\({', '.join(having('scorer'))}\), found 'herders'$",
        ),
        (
            lambda: cattools.round_tracker("herders"),
            rf"\({', '.join(having('tracker'))}\), found 'herders'$",
        ),
        (lambda: bot("begginer"), r"^expected one of the bots beginner, .* found 'begginer'; did you mean beginner\?$"),
        (lambda: cattools.play("chess"), r"^expected one of the games [\w, ]+, found 'chess'$"),
        (lambda: cattools.play("herders", *NOBODY), r"^expected one of the players "),
    ],
)
def test_an_unknown_name_is_refused_with_the_known_ones(asked: Callable[[], object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        asked()


def test_the_command_line_also_suggests_an_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "herders.plaec"]) == 1
    assert capsys.readouterr().err.endswith("found 'herders.plaec'; did you mean herders.place?\n")


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("show('herders.pla", "herders.place"),
        ('cattools.show("cal', "calico.board"),
        ('play("', "territory"),
        ("position( 'cat", "cattricola"),
        ('game("h', "herders"),
        ('GAMES["c', "catbox"),
        ('herders.rules["herders.pl', "herders.place"),
        ('game("herders").rules["herders.pl', "herders.place"),
        ('show("herders.capture.moved-o', "herders.capture.moved-only"),
        ('examples("herders")["herders.pl', "herders.place"),
        ("cattools.examples('calico')['", "calico.first"),
        ('kept["herders.pl', "herders.place"),
        ('show(name="herd', "herders.place"),
        ('position_editor("', "territory"),
        ('practice("', "calico"),
        ('practice(game_id="', "calico"),
        ('practice("herders", "', "herders.place"),
        ("practice('herders', rule='herders.pl", "herders.place"),
        ('teach("', "herders"),
        ('play("herders", "', "human"),
        ('cattools.play("herders", "human", "fr', "friendly"),
    ],
)
def test_ids_are_completed(shell: InteractiveShell, written: str, wanted: str) -> None:
    assert wanted in completed(shell, written)


def test_only_valid_arguments_are_completed(shell: InteractiveShell) -> None:
    parts = {
        "scorer": "scorer",
        "round_tracker": "tracker",
        "position_editor": "position_editor",
        "practice": "has_practice",
    }
    for function, part in {**parts, "teach": "has_presentation"}.items():
        assert completed(shell, f'{function}("') == having(part)
    assert completed(shell, 'play("herders", "') == sorted(["human", *BOTS])
    assert {name.partition(".")[0] for name in completed(shell, 'practice("calico", "')} == {"calico"}
    for written in ("print('herders.pl", 'play("herders", seed="', 'show("herders.place", "', 'practice("chess", "'):
        assert not {"herders.place", "human", "calico"} & {*completed(shell, written)}, written


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_a_position_is_shown_as_a_picture_with_a_caption(played: AnyGame) -> None:
    for state in positions(played):
        html = shown(state)
        assert html.count("<svg ") == 1
        assert "<figcaption>" in html
        assert state._repr_mimebundle_()["image/svg+xml"].removeprefix("<svg") in html


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_the_repr_of_a_position_recreates_it(played: AnyGame) -> None:
    for state in positions(played):
        assert eval(repr(state), {"game": game}) == state
        for seat in (None, 0, 1):
            assert repr(state.view(seat).state)  # cannot be evaluated, because parts of the view are hidden
    assert eval(repr(played), {"game": game}) is played


def test_the_repr_of_a_position_includes_its_options() -> None:
    state = game("herders").position(options="three")
    assert repr(state).endswith(", 'three')")
    assert eval(repr(state), {"game": game}) == state


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_a_game_is_shown_as_a_card_and_a_rule_as_its_sentence_and_page(played: AnyGame) -> None:
    assert played.title in shown(played)
    assert played.original in shown(played)
    for rule in played.rules.values():
        assert rule.id in shown(rule)
        assert rule.page in shown(rule)


def test_a_score_is_shown_as_a_table_and_a_refusal_as_its_sentence() -> None:
    state = positions(game("catbox"))[-1]
    table = shown(state.score())
    assert table.count("<tr>") == 1 + len(state.score().lines) + len(state.game.seats(state.options))
    assert "catbox.score.tricks" in table
    assert "No points yet." in shown(positions(game("calico"))[0].score())
    herders = game("herders").position(POSITION)
    refusal = herders.why_not(herders.game.read_action("a1-c3", herders))[0]
    assert str(refusal) in shown(refusal)
    assert refusal.rule in shown(refusal)


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_all_refusals_of_an_action_are_shown_as_sentences(played: AnyGame) -> None:
    """`why_not` returns a value that displays itself when it is the last line of a cell."""
    before, *_, after = (state for state in positions(played) if state.to_move is not None)
    against = max((after.why_not(action) for action in before.legal()), key=len)
    assert against
    assert shown(against).count("<p>") == len(against)
    assert all(str(one).replace("&", "&amp;") in shown(against) for one in against)
    assert "No rule refuses this action." in shown(after.why_not(after.legal()[0]))
    assert against == tuple(against)


def test_a_class_is_shown_as_plain_text_only(shell: InteractiveShell) -> None:
    formatter = shell.display_formatter
    assert formatter is not None
    assert formatter.format(type(game("herders").position()))[0].keys() == {"text/plain"}


def test_rendering_is_imported_only_when_something_is_shown() -> None:
    program = (
        "import sys, cattools.games as games; state = games.game('herders').position(); state.legal(); repr(state);"
        "assert not [name for name in sys.modules if name.startswith(('cattools.render', 'cattools.notebook'))];"
        "assert '<svg' in state._repr_mimebundle_()['text/html']; assert 'cattools.widgets' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
