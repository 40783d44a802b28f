"""Install game packages into folders, as distributions that are found by their entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from cattools.core.loading.game_packages import CHOSEN

ROOT = Path(__file__).parents[2]
KONANE = Path(__file__).with_name("konane")
HASAMI = Path(__file__).with_name("hasami")


def registered(folder: Path, name: str, package: str = "", distribution: str = "", version: str = "0.1.0") -> Path:
    """Register a game's distribution in a folder, with its entry point; return the folder."""
    distribution = distribution or f"cattools-{name}"
    info = folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\nSummary: A game.\n", encoding="utf-8"
    )
    points = f"[cattools.games]\n{name} = {package or f'cattools_{name}'}\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return folder


def environment(*folders: Path) -> Mapping[str, str]:
    """Return the environment of a process that imports from these folders and the project, in English."""
    path = os.pathsep.join(map(str, (*folders, ROOT)))
    return {**os.environ, "PYTHONPATH": path, CHOSEN: "", "CATTOOLS_LANGUAGE": "en"}


def installed_from_wheel(project: Path, folder: Path) -> Path:
    """Build a wheel of a project and install it into a folder, without a network; return where it is installed."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    wheel = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(project)]
    subprocess.run(wheel, check=True, timeout=300)
    install = [*pip, "install", "--no-deps", "--no-index", "--target", str(folder / "site")]
    subprocess.run([*install, str(next(folder.glob("*.whl")))], check=True, timeout=300)
    return folder / "site"
