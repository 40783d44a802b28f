"""Subset the theme's icon font to the icons that the book uses.

Run `python -m tools.subset_icons` after a change in `theme_css.toml`. The full font would double the size of what a
page without boards loads.
"""

import subprocess
import sys
import venv
from pathlib import Path

import pydata_sphinx_theme

from cattools.site.sphinx.theme_css import FONT, icons

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "_build" / "icons"
FONTTOOLS = ("fonttools==4.68.0", "brotli==1.2.1")
FULL_FONT = "theme/pydata_sphinx_theme/static/vendor/fontawesome/webfonts/fa-solid-900.ttf"


def write_font() -> None:
    """Write the font. Raises `subprocess.CalledProcessError` if fontTools cannot be installed or fails."""
    python = TOOL / "bin" / "python"
    if not python.exists():
        venv.create(TOOL, with_pip=True)
    quiet = ("--quiet", "--disable-pip-version-check")
    subprocess.run([str(python), "-m", "pip", "install", *quiet, *FONTTOOLS], check=True)
    command = [str(python), "-m", "fontTools.subset", str(Path(pydata_sphinx_theme.__file__).parent / FULL_FONT)]
    wanted = ",".join(f"{ord(icon):x}" for icon in sorted(icons()))
    command += [f"--unicodes={wanted}", "--flavor=woff2", "--layout-features=", "--no-hinting", f"--output-file={FONT}"]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    try:
        write_font()
    except subprocess.CalledProcessError as error:
        sys.exit(f"cannot subset the icons: `{error.cmd[1]} ...` exited with status {error.returncode}")
    print(f"{FONT.name}: {len(icons())} icons, {FONT.stat().st_size} bytes")
