"""The tools behind the Makefile report clearly what is missing."""

import ast
import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from subprocess import Popen

import numpy as np
import pytest

from cattools.site.notebooks import jupyterlab
from cattools.site.pipeline import executables
from tests.repo.test_files import ROOT
from tools import environment
from tools.find_browsers import CHROMIUM, FIREFOX, WEBKIT, Browser
from tools.fit_forecast import blended, fitted


def test_this_python_is_supported() -> None:
    assert environment.complaint() == ""


ENTRY = ROOT / "tools" / "make_environment.py"


def test_an_old_python_is_reported_and_a_newer_one_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "python3.12").touch(0o755)
    program = f"import runpy, sys; sys.version_info = (2, 7, 18); runpy.run_path({str(ENTRY)!r})"
    for path, advice in (
        (tmp_path, "PYTHON=python3.12."),
        (tmp_path / "none", "PYTHON=python3.12 after installing it."),
    ):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={"PATH": str(path)},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        expected = f"cattools needs Python 3.11 or newer, but {sys.executable} is 2.7; run make with {advice}"
        assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{expected}\n")


@pytest.mark.slow
def test_every_python_can_parse_the_file_that_reports_its_version() -> None:
    text = ENTRY.read_bytes().decode("ascii")  # Python 2 refuses other letters
    new = (ast.AnnAssign, ast.JoinedStr, ast.FunctionDef, ast.NamedExpr, ast.Starred, ast.With)
    assert [node for node in ast.walk(ast.parse(text, feature_version=(3, 7))) if isinstance(node, new)] == []
    for name in ("python2.7", "python2", "python3.6"):
        program = shutil.which(name)
        if (
            program
            and subprocess.run([program, "-c", ""], capture_output=True, check=False, timeout=60).returncode == 0
        ):
            done = subprocess.run([program, str(ENTRY)], capture_output=True, text=True, check=False, timeout=60)
            assert done.stderr.startswith("cattools needs Python 3.11 or newer, but "), name


def test_pips_error_is_the_last_thing_that_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    (tmp_path / "requirements.lock").write_text("small==1.0\n", encoding="utf-8")
    pip = tmp_path / "pip.py"
    pip.write_text(
        "import sys; print('ERROR: no space left on device', file=sys.stderr, flush=True)\n"
        "for n in range(30): print(f'Ignoring small{n}: markers do not match your environment')\n"
        "sys.exit(1)\n",
        encoding="utf-8",
    )
    with pytest.raises(subprocess.CalledProcessError):
        environment.install_locked([sys.executable, str(pip)])
    assert capfd.readouterr().err == "ERROR: no space left on device\n\n"


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_missing_venv_is_reported_with_its_package(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(environment, "find_spec", lambda name: None if name == module else real(name))
    assert f"'{module}'" in environment.complaint()
    assert "python3-venv" in environment.complaint()


def test_the_stamp_depends_only_on_what_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyproject.toml", "requirements.lock"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    before = environment.wanted()
    with (tmp_path / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("# a setting of a tool\n")
    assert environment.wanted() == before
    with (tmp_path / "requirements.lock").open("a", encoding="utf-8") as file:
        file.write("another==1.0\n")
    assert environment.wanted() != before


@pytest.mark.nightly
def test_a_file_whose_hash_is_not_in_the_lock_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This applies to a file that has changed since it was locked, and to a file that was locked without a hash."""
    wheel = tmp_path / "small-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("small.py", "")
        file.writestr("small-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: small\nVersion: 1.0\n")
        file.writestr("small-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr("small-1.0.dist-info/RECORD", "")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check"]
    offline = ["--no-index", f"--find-{'links'}={tmp_path}", f"--target={tmp_path / 'there'}"]
    monkeypatch.setattr(subprocess, "Popen", lambda words, **more: Popen([*words, *offline], **more))
    lock, right = tmp_path / "requirements.lock", hashlib.sha256(wheel.read_bytes()).hexdigest()
    for line in ("small==1.0\n", f"small==1.0 \\\n    --hash=sha256:{'0' * 64}\n"):
        lock.write_text(line, encoding="utf-8")
        with pytest.raises(subprocess.CalledProcessError):
            environment.install_locked(pip)
        assert not (tmp_path / "there" / "small.py").exists()
    lock.write_text(f"small==1.0 \\\n    --hash=sha256:{right}\n", encoding="utf-8")
    environment.install_locked(pip)
    assert (tmp_path / "there" / "small.py").exists()


@pytest.mark.parametrize(
    ("wanted", "variable"), [(CHROMIUM, "CHROMIUM"), (FIREFOX, "FIREFOX"), (WEBKIT, "MINIBROWSER")]
)
def test_a_browser_named_in_the_environment_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: Browser, variable: str
) -> None:
    program = tmp_path / "my-browser"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    for one in wanted.programs:
        monkeypatch.setenv(one.variable, shutil.which("sh") or "")
    monkeypatch.setenv(variable, str(program))
    with pytest.raises(FileNotFoundError, match=f"expected {variable} to name an executable"):
        wanted.find()
    program.chmod(0o755)
    found = wanted.find()
    assert found is not None
    assert len(found) == len(wanted.programs)
    assert str(program) in found.values()


def test_playwrights_own_chromium_is_used_if_there_is_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "chromium-1200" / "chrome-linux" / "chrome"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(executables, "MAC_APPS", ())
    assert CHROMIUM.find() == {"chromium": str(program)}


def test_debians_headless_shell_is_preferred_unless_another_program_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("chromium", executables.HEADLESS_SHELL):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert CHROMIUM.find() == {"chromium": str(tmp_path / executables.HEADLESS_SHELL)}
    monkeypatch.setenv("CHROMIUM", "chromium")
    assert CHROMIUM.find() == {"chromium": str(tmp_path / "chromium")}


@pytest.mark.parametrize(
    ("name", "packages"),
    [("chromium", "chromium"), ("firefox", "firefox-esr"), ("webkit", "webkit2gtk-driver xvfb")],
)
def test_a_missing_browser_is_reported_with_the_packages_to_install(tmp_path: Path, name: str, packages: str) -> None:
    places = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "find_browsers.py", name],
        env=places,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    if not done.returncode and sys.platform == "darwin":
        return  # the browser is a system-wide application, which the environment variables cannot hide
    assert (done.returncode, done.stdout) == (1, "")
    assert f"apt-get install {packages}`" in done.stderr


def test_lab_keeps_its_files_in_its_own_folder(tmp_path: Path) -> None:
    plugin = "@jupyterlab/docmanager-extension:plugin"
    places = jupyterlab.environment(tmp_path, {plugin: {"autosave": False}, "other:plugin": {"one": 1}})
    assert {name for name, value in places.items() if value.startswith(str(tmp_path))} >= {
        *("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"),
        *("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR"),
    }
    written = tmp_path / "config" / "labconfig" / "default_setting_overrides.json"
    settings = json.loads(written.read_text(encoding="utf-8"))
    assert settings[plugin] == {"defaultViewers": jupyterlab.SETTINGS[plugin]["defaultViewers"], "autosave": False}
    assert settings["other:plugin"] == {"one": 1}


def test_lab_opens_the_first_page(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"expected the project folder, but .* has no _toc\.yml"):
        jupyterlab.command(tmp_path)
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: book/intro\n", encoding="utf-8")
    assert "--LabApp.default_url=/lab/tree/book/intro.md" in jupyterlab.command(tmp_path)


def test_fitting_a_forecast_finds_the_weights_of_each_stage() -> None:
    rng = np.random.default_rng(1)
    features, stages = rng.normal(size=(500, 3, 2)), rng.uniform(0, 10, 500)
    weights = np.array([(1.0, -2.0), (5.0, 0.0)])
    points = (features @ weights.T * blended(stages, np.array([0.0, 10.0]))[:, None, :]).sum(axis=2)
    found, explained = fitted(stages, features, points + 40, np.arange(500), np.array([0.0, 10.0]))
    assert np.abs(found - weights).max() < 0.5
    assert explained > 0.95
