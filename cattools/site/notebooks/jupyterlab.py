"""JupyterLab configured for the book: pages open as notebooks, and nothing is written to the home folder.

`python -m cattools.site.notebooks.jupyterlab` in the project folder starts JupyterLab with any further arguments. The
book's environment has the same settings (see `settle`), so a plain `jupyter lab` also works.
"""

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from cattools.site.errors import LAB, missing_message

Settings = Mapping[str, Mapping[str, Any]]

# Text notebooks open as notebooks on a double click, and JupyterLab fetches no news. A saved notebook contains the
# widget state, so that its boards appear when the notebook is opened again.
SETTINGS: Settings = {
    "@jupyterlab/docmanager-extension:plugin": {
        "defaultViewers": {"markdown": "Jupytext Notebook", "myst": "Jupytext Notebook"},
    },
    "@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": True},
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}
# For nbconvert, and for Voilà, which uses nbconvert: the preprocessor that replaces MyST syntax. A wheel installs the
# same file for nbconvert.
EXPORTED: Settings = json.loads(Path(__file__).with_name("nbconvert.json").read_text(encoding="utf-8"))


def environment(folder: Path, more: Settings | None = None) -> dict[str, str]:
    """Write JupyterLab's settings into `folder` and return environment variables that make JupyterLab use them.

    `more` contains settings, by plug-in, that override the book's settings. The result also contains the environment of
    this process.
    """
    plugins = {**SETTINGS, **(more or {})}
    settings = {plugin: {**SETTINGS.get(plugin, {}), **values} for plugin, values in plugins.items()}
    config = folder / "config"
    (config / "labconfig").mkdir(parents=True, exist_ok=True)
    overrides = json.dumps(settings, indent=2) + "\n"
    (config / "labconfig" / "default_setting_overrides.json").write_text(overrides, encoding="utf-8")
    places = {
        "JUPYTER_CONFIG_DIR": config,
        "JUPYTER_DATA_DIR": folder / "data",
        "JUPYTER_RUNTIME_DIR": folder / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": folder / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": folder / "workspaces",
        "IPYTHONDIR": folder / "ipython",
    }
    return {**os.environ, **{name: str(place.resolve()) for name, place in places.items()}}


def settle(prefix: Path) -> None:
    """Make JupyterLab open pages as notebooks, and nbconvert and Voilà render MyST, in the environment at `prefix`."""
    for name, settings in (
        ("share/jupyter/lab/settings/overrides.d/cattools.json", SETTINGS),
        ("etc/jupyter/jupyter_nbconvert_config.json", EXPORTED),
        ("etc/jupyter/voila.json", EXPORTED),
    ):
        file = prefix / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


def command(root: Path) -> list[str]:
    """Return the command that starts JupyterLab on localhost, in the folder `root` and with the first page open.

    Raises `FileNotFoundError` if `root` has no table of contents.
    """
    contents = root / "_toc.yml"
    if not contents.is_file():
        raise FileNotFoundError(f"expected the project folder, but {root} has no _toc.yml")
    first = re.search(r"^root:\s*(\S+)", contents.read_text(encoding="utf-8"), re.MULTILINE)
    return [
        *(sys.executable, "-m", "jupyterlab", "--ip=127.0.0.1"),
        f"--ServerApp.root_dir={root.resolve()}",
        f"--LabApp.default_url=/lab{f'/tree/{first[1]}.md' if first else ''}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    ]


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Replace this process with JupyterLab in the current folder.

    `words` are further options for JupyterLab, by default the options on the command line. Exits with status 1 if
    JupyterLab cannot be started.
    """
    root = Path.cwd()
    if find_spec("jupyterlab") is None:
        sys.stderr.write(f"{missing_message('JupyterLab', LAB)}\n")
        sys.exit(1)
    try:
        start = [*command(root), *(sys.argv[1:] if words is None else words)]
    except FileNotFoundError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    # Not a child process, so that Ctrl-C reaches JupyterLab, which asks for confirmation in the terminal.
    os.execve(start[0], start, environment(root / "_build" / "lab"))  # noqa: S606


if __name__ == "__main__":
    main()
