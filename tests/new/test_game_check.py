"""`cattools check` names the file and line of everything in a game that breaks a promise, and what was expected."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cattools import new
from cattools.cli import main
from cattools.new import NewGame, make
from tests.new.test_new_game import copy, run

GAME = "voles"
PACKAGE = f"cattools/games/{GAME}"
GAME_OF = "GAME = Game[Voles, Action](\n    __name__,\n    Voles,\n"
CAPTURED = """from cattools.api import Mark, MarkKind, Preview

def preview(_, action):
    return Preview((Mark(MarkKind.CAPTURED, getattr(action, "at", "a1"), note="vole"),))


"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with a small new game."""
    root = copy(tmp_path_factory.mktemp("project"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(new, "COMMANDS", {})  # the check reads none of the files generated from all games
        make(NewGame(GAME), root)
    return root


def line_of(text: str, part: str) -> int:
    """Return the number of the line on which a part of a text begins."""
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.slow
def test_a_new_game_is_all_right(project: Path) -> None:
    done = run(project, "cattools.cli", "check", GAME, "--seed", "5")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    first, *checks, last = done.stdout.splitlines()
    assert (first, last) == ("Checking voles; the seed of the random games is 5.", "All right.")
    assert [line.partition(":")[0].strip() for line in checks] == [
        *("data files", "rules and checks", "random games", "examples", "rulings", "pages")
    ]
    assert all(re.search(r": \W*\d+ \w+", line) for line in checks)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "before", "after", "at", "message"),
    [
        pytest.param(
            f"{PACKAGE}/game.py",
            '@CHECKS.refuse("voles.apart"',
            '@CHECKS.refuse("voles.near"',
            '@CHECKS.refuse("voles.near"',
            ", check .*: expected a rule from data/rules.toml, found 'voles.near'",
            id="a check without a record",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            "    seats=seats,\n",
            "    seats=seats,\n    read_action=lambda *_: Pass(),\n",
            '@action("{at}"',
            r": expected the text '[a-d]\d' to be read back as Place\(at='[a-d]\d'\), found '?Pass\(\)'?",
            id="an action that does not read back",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            "NAMES = (",
            "NAMES = nothing_at_all + (",
            "NAMES = nothing_at_all",
            ": expected no error, found .*nothing_at_all",
            id="an import that fails",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            'N_("There is already a stone on {at}.")',
            'N_("there is already a stone on {at}.")',
            '@CHECKS.refuse("voles.place"',
            ": expected a sentence that does not begin with a small letter, found 'there is already a stone on ..'?",
            id="a refusal with a small first letter",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            ', label=N_("Pass")',
            "",
            '@action("pass"',
            r": expected `@action\(..., label=N_\(\"...\"\)\)`, the words on the button of pass, found none",
            id="a button without words",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            '@action("{at}", ',
            '@action("{at}", presses=["cell.{at}"], ',
            '@action("{at}", ',
            r": expected the id of an area, found 'cell\.[a-d]\d'",
            id="a press on an area that is not there",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            "return Scene(str(summary)",
            'return Scene(f"Voles. {summary}"',
            "def scene(",
            ": expected a text of the catalogue, marked with N_, found 'Voles",
            id="a text that is not in the catalogue",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            'count_panel(seat, stone(seat), called(seat), {N_("Stones"): count})',
            "Panel(seat, stone(seat), str(called(seat)), ())",
            "def panels(",
            ": expected cells for the table of all players, as `count_panel` makes them, found none",
            id="a player without cells in the table of all players",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            'text(N_("{at}, stone of {who}"), at=names[cell]',
            'text(N_("stone of {who} {at}"), at=""',
            '@CHECKS.refuse("voles.place"',
            r": expected the name of the area, stone of \w+ , in place of its id [a-d]\d, found 'There is already",
            id="a sentence with the id of an area that has a name",
        ),
        pytest.param(
            f"book/{GAME}/index.md",
            'show("voles.pass")',
            'show("voles.nothing")',
            'show("voles.nothing")',
            ": expected the id of an example, found 'voles.nothing'",
            id="a board of an unknown example",
        ),
        pytest.param(
            f"book/{GAME}/index.md",
            "(voles.pass)=",
            "(voles.nothing)=",
            "(voles.nothing)=",
            ": expected the id of a rule, found 'voles.nothing'",
            id="a section of an unknown rule",
        ),
        *(
            pytest.param(
                f"book/{GAME}/index.md",
                "(voles.pass)=",
                f"See {cited}.\n\n(voles.pass)=",
                f"See {cited}",
                ": expected the id of a rule, found 'voles.nothing'",
                id=f"an unknown rule, cited as {cited}",
            )
            for cited in (
                "[it](#voles.nothing)",
                "{ref}`it <voles.nothing>`",
                "{ref}`voles.nothing`",
                "`voles.nothing`",
            )
        ),
        pytest.param(
            f"{PACKAGE}/data/rules.toml",
            'id = "voles.pass"',
            'id = "voles.rest"\ntitle = "Rest"\nsentence = "Rest."\nkind = "rule"\npage = "voles/index"\n\n'
            '[[rule]]\nid = "voles.pass"',
            'id = "voles.rest"',
            r": expected the line \(voles.rest\)= above its section of voles/index.md, found none",
            id="a rule without a section",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            GAME_OF,
            CAPTURED + GAME_OF + "    preview=preview,\n",
            "def preview(",
            ": expected the name of an icon as the note of a mark of the kind captured, found 'vole'",
            id="a preview with an unknown icon",
        ),
        pytest.param(
            f"{PACKAGE}/data/rules.toml",
            'title = "Passing"',
            'titel = "Passing"',
            'titel = "Passing"',
            ": rule 'voles.pass', expected one of the keys .*, title, who, found 'titel'",
            id="an unknown key",
        ),
        pytest.param(
            f"{PACKAGE}/data/rules.toml",
            'default = "small"',
            "default = small",
            "default = small",
            ": expected valid TOML, found: Invalid value",
            id="invalid TOML",
        ),
        pytest.param(
            f"{PACKAGE}/data/examples.toml",
            'solution = ["b1"]',
            'solution = ["b3"]',
            'solution = ["b3"]\nhints = ["Below',
            ": example 'voles.apart', solution, expected legal actions, found b3: There is already a stone on b3.",
            id="a solution that is illegal",
        ),
        pytest.param(
            f"{PACKAGE}/data/examples.toml",
            "ask = { free = true }",
            'ask = { free = true }\nshows = ["b2"]',
            'shows = ["b2"]',
            ": example 'voles.apart.free', shows, expected legal actions, found b2: There is already a stone on b2.",
            id="an illegal action that shows the answer",
        ),
        pytest.param(
            f"{PACKAGE}/game.py",
            'N_("{at}, stone of {who}")',
            'N_("{at}, stone of {owner}")',
            'N_("{at}, stone of {owner}")',
            ": expected a value for each gap of '{at}, stone of {owner}', found none for 'owner'",
            id="a sentence with an unknown gap",
        ),
    ],
)
def test_a_broken_promise_is_named_with_file_line_expected_and_found(
    project: Path, file: str, before: str, after: str, at: str, message: str
) -> None:
    path = project / file
    whole = path.read_text(encoding="utf-8")
    assert before in whole
    broken = whole.replace(before, after, 1)
    path.write_text(broken, encoding="utf-8")
    try:
        done = run(project, "cattools.cli", "check", GAME)
    finally:
        path.write_text(whole, encoding="utf-8")
    assert (done.returncode, done.stderr) == (1, ""), done.stdout
    assert "All right." not in done.stdout
    assert re.search(f"^{file}, line {line_of(broken, at)}(?:{message})", done.stdout, re.MULTILINE), done.stdout


def test_a_fault_that_several_checks_meet_is_reported_once(project: Path) -> None:
    examples, sheet = (project / PACKAGE / "data" / name for name in ("examples.toml", "pages.toml"))
    before = {path: path.read_text(encoding="utf-8") for path in (examples, sheet)}
    examples.write_text(before[examples].replace('kind = "try"', 'kind = "tyr"', 1), encoding="utf-8")
    shown = before[sheet].replace("width = 60", f'width = 60\nexample = "{GAME}.welcome"', 1)
    sheet.write_text(shown, encoding="utf-8")
    try:
        done = run(project, "cattools.cli", "check", GAME)
    finally:
        for path, whole in before.items():
            path.write_text(whole, encoding="utf-8")
    assert done.returncode == 1
    assert done.stdout.count("found 'tyr'") == 1, done.stdout


def test_an_unknown_game_is_refused_with_the_known_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "chess"]) == 1
    printed = capsys.readouterr()
    assert re.fullmatch(r"cattools: expected one of the games .*herders.*, found 'chess'\n", printed.err)
    assert printed.out == ""
