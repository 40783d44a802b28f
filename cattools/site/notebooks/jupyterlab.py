"""JupyterLab set up for the book: its pages open as notebooks, nothing is written into the home folder.

`python -m cattools.site.notebooks.jupyterlab` in the book's folder starts it; words behind it are handed to JupyterLab.
An environment made for the book has the same settings (`settle`), so that a plain `jupyter lab` does as well.
"""

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from cattools.site.errors import LAB, lacking

Settings = Mapping[str, Mapping[str, Any]]

# Text notebooks open as notebooks on a double click, JupyterLab asks nobody for news, and a notebook that is saved with
# its boards shows them when it is opened again.
SETTINGS: Settings = {
    "@jupyterlab/docmanager-extension:plugin": {
        "defaultViewers": {"markdown": "Jupytext Notebook", "myst": "Jupytext Notebook"},
    },
    "@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": True},
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}
# Of nbconvert and of Voilà, which uses it: what makes a page ready that knows no MyST.
EXPORTED: Settings = {
    "HTMLExporter": {"preprocessors": ["cattools.site.notebooks.nbconvert_preprocessor.Still"]},
    "Still": {"enabled": True},
}


def environment(folder: Path, more: Settings | None = None) -> dict[str, str]:
    """Write JupyterLab's settings into `folder` and say by which variables it finds them there.

    `more` are settings laid over the book's own, by plug-in. Returns a whole environment for the process.
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
    """Let an environment's JupyterLab open the pages as notebooks, and its nbconvert and Voilà show what MyST says."""
    for name, settings in (
        ("share/jupyter/lab/settings/overrides.d/cattools.json", SETTINGS),
        ("etc/jupyter/jupyter_nbconvert_config.json", EXPORTED),
        ("etc/jupyter/voila.json", EXPORTED),
    ):
        file = prefix / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


def command(root: Path) -> list[str]:
    """Say how to start JupyterLab on this machine alone, with `root` as its folder and the first page open.

    Raises `FileNotFoundError` when `root` holds no table of contents, and so no book.
    """
    contents = root / "_toc.yml"
    if not contents.is_file():
        raise FileNotFoundError(f"expected the book's folder, with its _toc.yml, but {root} holds none")
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
    """Start JupyterLab in the present folder; this process becomes it.

    `words` are further options for JupyterLab (by default those of the command line). Exits with 1 where it cannot
    be started.
    """
    root = Path.cwd()
    if find_spec("jupyterlab") is None:
        sys.stderr.write(f"{lacking('JupyterLab', LAB)}\n")
        sys.exit(1)
    try:
        start = [*command(root), *(sys.argv[1:] if words is None else words)]
    except FileNotFoundError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    # Not a child: Ctrl-C and JupyterLab's question about it are then between it and the user.
    os.execve(start[0], start, environment(root / "_build" / "lab"))  # noqa: S606


if __name__ == "__main__":
    main()
